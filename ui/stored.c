#include "ui/stored.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/reader.h"
#include "ui/setup.h"

static struct ui_place
place_read(struct reader *r, const json_t *screen, const char *key)
{
	json_t *pair = reader_list(r, screen, key, 2);
	const char *name = json_string_value(json_array_get(pair, 0));
	struct ui_place place = { .on = false };

	if (pair == NULL)
		return place;
	for (unsigned id = 0; id < TARGETS_N; id++)
		if (name != NULL && strcmp(name, page_target_name(id)) == 0)
			place = (struct ui_place){ true, (uint16_t)id, 0 };
	place.arg = (uint16_t)json_integer_value(json_array_get(pair, 1));
	if (!place.on)
		reader_fail(r, key, "names no target");
	return place;
}

static void
page_read(struct reader *r, const json_t *screen, struct ui_model *m)
{
	char name[16];
	int page;

	reader_name(r, screen, "page", name, sizeof(name));
	if (r->failed || name[0] == '\0')
		return;
	page = page_find(name);
	if (page < 0)
		reader_fail(r, "page", "names no page");
	else if (page == UI_PAGE_CONNECT)
		m->linked = false;
	else
		ui_model_go(m, (enum ui_page)page);
}

/* Reads up to n numbers, each at most `most`. */
static void
numbers_read(struct reader *r, const json_t *screen, const char *key, uint8_t *out, size_t n,
	     json_int_t most)
{
	json_t *list = reader_list(r, screen, key, n);

	for (size_t i = 0; i < json_array_size(list); i++) {
		json_int_t number = json_integer_value(json_array_get(list, i));

		out[i] = (uint8_t)(number >= 0 && number <= most ? number : 0);
	}
}

static void
setup_read(struct reader *r, const json_t *screen, struct ui_setup *u)
{
	char game[24], entry[UI_ENTRY_DIGITS + 1] = "", drawn[UI_DRAWN_MAX + 1];
	json_t *names = reader_list(r, screen, "names", RULES_SEATS_MAX);

	reader_name(r, screen, "game", game, sizeof(game));
	reader_name(r, screen, "entry", entry, sizeof(entry));
	reader_name(r, screen, "drawn", drawn, sizeof(drawn));
	if (r->failed)
		return;
	for (unsigned i = 0; i < n_panels; i++)
		if (panels[i]->game != NULL && strcmp(panels[i]->game, game) == 0)
			u->game = (uint8_t)i;
	memcpy(u->entry, entry, sizeof(entry));
	u->n_entry = (uint8_t)strlen(entry);
	u->n_drawn = (uint8_t)strlen(drawn);
	memcpy(u->drawn, drawn, u->n_drawn);
	u->by_cards = reader_flag(r, screen, "by_cards", false);
	u->mode = (uint8_t)reader_integer(r, screen, "mode", 0, UI_CLOCK_MODES - 1, 0);
	memset(u->minutes, 4, sizeof(u->minutes));
	memset(u->seconds, 3, sizeof(u->seconds));
	memset(u->hints, UI_HINTS_MOVES, sizeof(u->hints));
	numbers_read(r, screen, "minutes", u->minutes, RULES_SEATS_MAX, SETUP_MINUTES - 1);
	numbers_read(r, screen, "seconds", u->seconds, RULES_SEATS_MAX, SETUP_SECONDS - 1);
	numbers_read(r, screen, "options", u->option, UI_OPTIONS, PANEL_VALUES - 1);
	for (unsigned i = 0; i < UI_OPTIONS; i++)
		u->option[i] = (uint8_t)(u->option[i] % setup_values(u, i));
	numbers_read(r, screen, "levels", u->hints, RULES_SEATS_MAX, UI_HINTS_LEVELS - 1);
	numbers_read(r, screen, "players", u->level, RULES_SEATS_MAX, RULES_LEVELS_MAX);
	u->who = (uint8_t)reader_integer(r, screen, "who", 0, RULES_SEATS_MAX - 1, 1);
	u->side = (uint8_t)reader_integer(r, screen, "whose", 0, RULES_SEATS_MAX, 0);
	u->namer = (uint8_t)reader_integer(r, screen, "namer", 0, RULES_SEATS_MAX - 1, 0);
	for (size_t i = 0; i < json_array_size(names); i++) {
		const char *name = json_string_value(json_array_get(names, i));

		reader_text_clean(name != NULL ? name : "", u->name[i], sizeof(u->name[i]));
	}
}

/* Reads replies to a page and passes them to the model like the link does. */
static void
answers_read(struct reader *r, const json_t *screen, struct ui_model *m)
{
	json_t *list = reader_list(r, screen, "answers", 4), *item;
	static struct ui_message message; /* large */
	size_t i;

	json_array_foreach(list, i, item)
	{
		memset(&message, 0, sizeof(message));
		message.kind = UI_MESSAGE_OK;
		ui_answer_read(r, item, &message.answer);
		if (!r->failed)
			ui_model_message(m, &message);
	}
}

/* Reads "X" and "O" by rows of White's table, then of Black's; any other character is open. */
static void
marks_read(struct reader *r, const json_t *screen, struct ui_view *v)
{
	char marks[2 * UI_KINDS * UI_KINDS + 1];

	reader_name(r, screen, "marks", marks, sizeof(marks));
	for (size_t i = 0; i < strlen(marks); i++) {
		size_t side = i / (UI_KINDS * UI_KINDS), cell = i % (UI_KINDS * UI_KINDS);

		v->mark[side][cell / UI_KINDS][cell % UI_KINDS] = marks[i] == 'X'   ? 1
								  : marks[i] == 'O' ? 2
										    : 0;
	}
}

/* Reads the values that only a restarted screen needs. */
static void
kept_read(struct reader *r, const json_t *screen, struct ui_view *v)
{
	json_t *earlier = reader_list(r, screen, "earlier", UI_BACK_MAX);

	numbers_read(r, screen, "came", v->came, UI_PAGES, UI_PAGES - 1);
	for (size_t i = 0; i < json_array_size(earlier); i++)
		v->back[i] = (uint32_t)json_integer_value(json_array_get(earlier, i));
	v->n_back = (uint8_t)json_array_size(earlier);
	v->setup.lot = (uint8_t)reader_integer(r, screen, "lot", 0, 2, 0);
	v->lesson_game = (uint8_t)reader_integer(r, screen, "lessons", 0, UINT8_MAX, v->setup.game);
	v->learner = (uint8_t)reader_integer(r, screen, "learner", 0, UINT8_MAX, 0);
	v->help_game = (uint8_t)reader_integer(r, screen, "help", 0, UINT8_MAX, v->setup.game);
	v->show_id = (uint32_t)reader_integer(r, screen, "show", 0, INT32_MAX, 0);
	v->show_move = (uint16_t)reader_integer(r, screen, "move", 0, UINT16_MAX, 0);
	v->show_line = (uint16_t)reader_integer(r, screen, "line", 0, UINT16_MAX, 0);
	v->code_id = (uint32_t)reader_integer(r, screen, "code", 0, INT32_MAX, 0);
	v->code_part = (uint16_t)reader_integer(r, screen, "part", 0, UINT16_MAX, 0);
	v->before = (uint32_t)reader_integer(r, screen, "before", 0, INT32_MAX, 0);
	v->for_settings = reader_flag(r, screen, "usual", false);
}

/* Reads the languages that can be chosen: {"de":"Deutsch"}. */
static void
languages_read(const json_t *screen, struct ui_model *m)
{
	json_t *languages = json_object_get(screen, "languages"), *own;
	const char *name;

	json_object_foreach(languages, name, own)
	{
		if (m->n_languages == UI_LANGUAGES_MAX || !json_is_string(own))
			continue;
		reader_text_clean(name, m->language[m->n_languages], UI_NAME_TEXT);
		reader_text_clean(json_string_value(own), m->language_own[m->n_languages++],
				  UI_NAME_TEXT);
	}
}

static void
view_read(struct reader *r, const json_t *screen, struct ui_model *m)
{
	struct ui_view *v = &m->view;
	size_t mark = reader_enter(r, "screen", -1);
	uint8_t room[4] = { 0 };

	page_read(r, screen, m);
	setup_read(r, screen, &v->setup);
	v->more = (uint8_t)reader_integer(r, screen, "more", 0, UINT8_MAX, 0);
	answers_read(r, screen, m);
	marks_read(r, screen, v);
	v->help_card = (uint8_t)reader_integer(r, screen, "card", 0, UINT8_MAX, 0);
	v->help_step = (uint8_t)reader_integer(r, screen, "step", 0, UINT8_MAX, 0);
	kept_read(r, screen, v);
	v->mark_side = (uint8_t)reader_integer(r, screen, "side", 0, 1, 0);
	v->on_board = reader_flag(r, screen, "lamps", false);
	v->reviewed = reader_flag(r, screen, "reviewed", false);
	v->pin_new = reader_flag(r, screen, "new", false);
	v->n_pin = (uint8_t)reader_integer(r, screen, "digits", 0, UI_PIN_TEXT - 1, 0);
	reader_name(r, screen, "date", v->date, sizeof(v->date));
	reader_sentence(r, screen, "find", v->find, sizeof(v->find));
	v->n_date = (uint8_t)strlen(v->date);
	m->now_ms = (uint64_t)reader_integer(r, screen, "ms", 0, 1000000000, 0);
	v->focus = place_read(r, screen, "focus");
	v->pressed = place_read(r, screen, "pressed");
	v->group = (uint8_t)reader_integer(r, screen, "group", 0, CHOICES - 1, 0);
	reader_sentence(r, screen, "error", v->error, sizeof(v->error));
	reader_sentence(r, screen, "confirm", v->confirm_text, sizeof(v->confirm_text));
	reader_sentence(r, screen, "why", m->link_text, sizeof(m->link_text));
	numbers_read(r, screen, "room", room, 4, RULES_FILES_MAX);
	m->room = (struct ui_room){ "", room[0], room[1], room[2], room[3] };
	reader_sentence(r, screen, "board", m->room.name, sizeof(m->room.name));
	languages_read(screen, m);
	v->named = reader_flag(r, screen, "named", false);
	reader_leave(r, mark);
}

int
stored_view(const json_t *object, struct ui_model *m, struct ui_error *err)
{
	struct reader r = { .err = err };
	const json_t *screen = reader_member(&r, object, "screen", JSON_OBJECT);

	if (screen == NULL)
		return -1;
	reader_name(&r, screen, "seat", m->view.seat, sizeof(m->view.seat));
	view_read(&r, screen, m);
	return r.failed ? -1 : 0;
}

/* Opens the seat's page, because the model accepts a seat's view only while its page is open. */
static void
page_open(struct reader *r, const json_t *object, struct ui_model *m)
{
	const json_t *screen = json_object_get(object, "screen");

	if (!json_is_object(screen))
		return;
	reader_name(r, screen, "seat", m->view.seat, sizeof(m->view.seat));
	m->view.revealed = reader_flag(r, screen, "revealed", false);
	m->view.kept = m->view.revealed && !reader_flag(r, screen, "held", false);
	m->view.shuffle = 1;
	m->has_state = true; /* the stored page stays, whatever the state says */
}

int
stored_read(const json_t *object, struct ui_model *m, struct ui_error *err)
{
	static struct ui_message message; /* large; all calls are from one thread */
	struct reader r = { .err = err };
	json_t *screen;

	message = (struct ui_message){ .kind = UI_MESSAGE_STATE, .id = -1 };

	if (ui_message_state(object, &message, err) < 0)
		return -1;
	page_open(&r, object, m);
	ui_model_message(m, &message);
	m->linked = true;
	/* In a state from the link, `screen` says only that a screen is connected. */
	screen = json_object_get(object, "screen");
	if (json_is_object(screen))
		view_read(&r, screen, m);
	return r.failed ? -1 : 0;
}

int
stored_load(const char *path, struct ui_model *m, struct ui_error *err)
{
	json_error_t where;
	json_t *object;
	FILE *f = fopen(path, "re");
	int ret;

	if (f == NULL) {
		snprintf(err->why, sizeof(err->why), "%s", strerror(errno));
		return -1;
	}
	object = json_loadf(f, JSON_REJECT_DUPLICATES, &where);
	fclose(f);
	if (object == NULL) {
		snprintf(err->why, sizeof(err->why), "line %d: %.120s", where.line, where.text);
		return -1;
	}
	ret = stored_read(object, m, err);
	json_decref(object);
	return ret;
}
