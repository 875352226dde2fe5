#include "ui/table.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
	CLOCK_MS_MAX = 360000000, /* a hundred hours, the display's limit */
	BRIGHTNESS_MIN = 5,
};

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/* ---- clocks ---- */

static void
clock_seat_read(struct reader *r, const json_t *seats, const char *name, struct ui_clock *c)
{
	struct ui_clock_seat *s = &c->seat[c->n];
	const json_t *object = reader_member(r, seats, name, JSON_OBJECT);
	size_t mark = reader_enter(r, name, -1);

	if (object != NULL) {
		snprintf(s->seat, sizeof(s->seat), "%s", name);
		s->left_ms = (int32_t)reader_integer(r, object, "left_ms", -CLOCK_MS_MAX,
						     CLOCK_MS_MAX, 0);
		s->flag = reader_flag(r, object, "flag", false);
		s->moves_left = (int16_t)reader_integer(r, object, "moves_left", 0, INT16_MAX, -1);
		c->n++;
	}
	reader_leave(r, mark);
}

static void
clock_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	const json_t *object = reader_member(r, message, "clock", JSON_OBJECT), *seats;
	struct ui_clock *c = &s->clock;
	char paused[UI_WORD_TEXT];
	size_t mark;

	if (object == NULL)
		return;
	mark = reader_enter(r, "clock", -1);
	reader_name(r, object, "spec", c->spec, sizeof(c->spec));
	reader_name(r, object, "running", c->running, sizeof(c->running));
	reader_name(r, object, "gains", c->gains, sizeof(c->gains));
	reader_name(r, object, "paused", paused, sizeof(paused));
	/* While a computer's move is made, or its engine is missing, the message says so. */
	c->paused = paused[0] == '\0' || strcmp(paused, "executing") == 0 ||
				    strcmp(paused, "partner") == 0
			    ? UI_PAUSED_NO
		    : strcmp(paused, "restart") == 0 ? UI_PAUSED_RESTART
		    : strcmp(paused, "board") == 0   ? UI_PAUSED_BOARD
						     : UI_PAUSED_ASKED;
	seats = reader_member(r, object, "seats", JSON_OBJECT);
	for (unsigned i = 0; seats != NULL && i < s->n_hints; i++)
		clock_seat_read(r, seats, s->hints[i].seat, c);
	c->on = c->n > 0;
	reader_leave(r, mark);
}

/* ---- settings ---- */

#define FLAG(name, fallback) { #name, offsetof(struct ui_settings, name), fallback }
#define CUE(name, which) { name, offsetof(struct ui_settings, cue[which]), true }
#define WORD(name) { #name, offsetof(struct ui_settings, name) }

static const struct {
	const char *key;
	size_t at;
	bool fallback;
} flags[] = {
	FLAG(regulator_halos, false),
	FLAG(ask_blunders, false),
	FLAG(speech, false),
	FLAG(transitions, false),
	FLAG(exact_marks, true),
	FLAG(keep_traces, true),
	FLAG(usb_stick, true),
	FLAG(usb_traces, false),
	FLAG(usb_disk, true),
	FLAG(usb_serial, true),
	FLAG(power_off, false),
	FLAG(introduced, true),
	CUE("cue_move", UI_CUE_MOVE),
	CUE("cue_capture", UI_CUE_CAPTURE),
	CUE("cue_check", UI_CUE_CHECK),
	CUE("cue_asked", UI_CUE_ASKED),
	CUE("cue_wrong", UI_CUE_WRONG),
};

/* Each of UI_WORD_TEXT bytes. */
static const struct {
	const char *key;
	size_t at;
} words[] = { WORD(palette), WORD(theme), WORD(squares), WORD(pieces), WORD(below), WORD(hints) };

bool
ui_settings_flag(const struct ui_settings *t, const char *key)
{
	for (size_t i = 0; i < ARRAY_LEN(flags); i++)
		if (strcmp(flags[i].key, key) == 0)
			return *(const bool *)((const char *)t + flags[i].at);
	return false;
}

const char *
ui_settings_word(const struct ui_settings *t, const char *key)
{
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (strcmp(words[i].key, key) == 0)
			return (const char *)t + words[i].at;
	return NULL;
}

static void
settings_read(struct reader *r, const json_t *message, struct ui_settings *t)
{
	const json_t *object = reader_member(r, message, "settings", JSON_OBJECT);
	size_t mark = reader_enter(r, "settings", -1);
	char props[UI_WORD_TEXT];

	t->known = object != NULL;
	for (size_t i = 0; i < ARRAY_LEN(flags); i++)
		*(bool *)((char *)t + flags[i].at) =
			reader_flag(r, object, flags[i].key, flags[i].fallback);
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		reader_name(r, object, words[i].key, (char *)t + words[i].at, UI_WORD_TEXT);
	t->brightness =
		(uint8_t)reader_integer(r, object, "brightness", BRIGHTNESS_MIN, 100, 100);
	t->volume = (uint8_t)reader_integer(r, object, "volume", 0, 100, 60);
	t->close_s = (uint16_t)reader_integer(r, object, "pages_close_s", 5, 120, UI_CLOSE_S);
	t->traces_kept = (uint32_t)reader_integer(r, object, "traces_kept", 10, 100000, 2000);
	reader_name(r, object, "props", props, sizeof(props));
	reader_name(r, object, "clock", t->clock, sizeof(t->clock));
	reader_sentence(r, object, "own_clocks", t->own_clocks, sizeof(t->own_clocks));
	reader_sentence(r, object, "language", t->language, sizeof(t->language));
	t->objects = strcmp(props, "objects") == 0;
	reader_leave(r, mark);
}

/* ---- players, matches ---- */

static void
players_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	const json_t *names = reader_member(r, message, "names", JSON_OBJECT);
	const json_t *match = reader_member(r, message, "match", JSON_OBJECT), *points;
	const json_t *seats = reader_member(r, message, "seats", JSON_OBJECT);
	json_t *pins = reader_list(r, message, "pins", RULES_SEATS_MAX);
	char thinking[UI_SEAT_TEXT];

	s->in_match = match != NULL;
	reader_name(r, message, "thinking", thinking, sizeof(thinking));
	s->thinks = thinking[0] != '\0' && reader_flag(r, message, "partner", false);
	points = match != NULL ? reader_member(r, match, "points", JSON_OBJECT) : NULL;
	for (unsigned i = 0; i < s->n_hints; i++) {
		const char *seat = s->hints[i].seat;
		double won = json_number_value(json_object_get(points, seat));

		if (json_is_object(json_object_get(seats, seat)))
			s->computers |= (uint8_t)(1u << i);
		if (names != NULL)
			reader_sentence(r, names, seat, s->names[i], sizeof(s->names[i]));
		if (won >= 0 && won < 100)
			s->points2[i] = (uint8_t)(won * 2 + 0.5);
		for (size_t k = 0; k < json_array_size(pins); k++) {
			const char *pin = json_string_value(json_array_get(pins, k));

			if (pin != NULL && strcmp(pin, seat) == 0)
				s->pins |= (uint8_t)(1u << i);
		}
	}
}

/* ---- the daemon's current work ---- */

static void
works_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	json_t *list = reader_list(r, message, "work", 64), *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		struct ui_work *w = &s->work[s->n_works];
		size_t mark;

		if (s->n_works == UI_WORKS_MAX)
			break;
		mark = reader_enter_item(r, "work", i, item);
		w->id = (uint32_t)reader_integer(r, item, "id", 0, UINT32_MAX, 0);
		w->done = (uint32_t)reader_integer(r, item, "done", 0, UINT32_MAX, 0);
		w->of = (uint32_t)reader_integer(r, item, "of", 0, UINT32_MAX, 0);
		reader_name(r, item, "kind", w->kind, sizeof(w->kind));
		reader_leave(r, mark);
		s->n_works++;
	}
}

static void
sticks_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	json_t *list = reader_list(r, message, "sticks", UI_STICKS_MAX), *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		struct ui_stick *stick = &s->stick[s->n_sticks++];
		size_t mark = reader_enter_item(r, "sticks", i, item);

		reader_name(r, item, "stage", stick->stage, sizeof(stick->stage));
		reader_sentence(r, item, "text", stick->text, sizeof(stick->text));
		reader_leave(r, mark);
	}
}

static void
calibration_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	const json_t *object = reader_member(r, message, "calibration", JSON_OBJECT);
	static const char *const wrong[] = { "odd", "weak", "strong", "turned" };
	struct ui_calibration *c = &s->calibration;
	size_t mark;

	if (object == NULL)
		return;
	mark = reader_enter(r, "calibration", -1);
	c->on = true;
	reader_name(r, object, "step", c->step, sizeof(c->step));
	reader_sentence(r, object, "text", c->text, sizeof(c->text));
	c->left = reader_squares(r, rules_game(UI_WHOLE_BOARD), object, "left");
	for (unsigned i = 0; i < ARRAY_LEN(wrong); i++)
		c->wrong = sqset_or(
			c->wrong, reader_squares(r, rules_game(UI_WHOLE_BOARD), object, wrong[i]));
	reader_leave(r, mark);
}

/* ---- a seat's own data ---- */

static void
covers_read(struct reader *r, const json_t *object, struct ui_secret *s)
{
	json_t *list = reader_list(r, object, "options", UI_COVERS_MAX), *item;
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *word = json_string_value(item);

		if (word == NULL || strlen(word) >= UI_WORD_TEXT) {
			reader_fail(r, "options", "lists what is no burial");
			return;
		}
		memcpy(s->option[s->n_options++], word, strlen(word) + 1);
	}
}

static void
secret_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	const json_t *object = reader_member(r, message, "secret", JSON_OBJECT);
	char piece[2] = "";
	size_t mark;

	if (object == NULL)
		return;
	mark = reader_enter(r, "secret", -1);
	reader_name(r, object, "kind", s->secret.kind, sizeof(s->secret.kind));
	reader_name(r, object, "piece", piece, sizeof(piece));
	s->secret.piece = piece[0];
	if (strcmp(s->secret.kind, "bury") == 0)
		covers_read(r, object, &s->secret);
	reader_leave(r, mark);
}

static void
legend_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	char name[UI_WORD_TEXT] = "";

	reader_name(r, message, "legend", name, sizeof(name));
	s->legend = 0;
	while (s->legend < UI_LIGHTS && strcmp(name, ui_light_name((enum ui_light)s->legend)) != 0)
		s->legend++;
}

static void
showing_read(struct reader *r, const json_t *message, struct ui_showing *s)
{
	json_t *object = reader_member(r, message, "showing", JSON_OBJECT);
	size_t mark = reader_enter(r, "showing", -1);
	const struct game *game;
	char name[24];

	s->on = object != NULL;
	s->game_id = (uint32_t)reader_integer(r, object, "game_id", 0, UINT32_MAX, 0);
	s->move = (uint32_t)reader_integer(r, object, "move", 0, 1000000, 0);
	reader_sentence(r, object, "text", s->text, sizeof(s->text));
	reader_name(r, object, "game", name, sizeof(name));
	game = rules_game(name);
	if (game != NULL)
		reader_lights(r, game, object, s->light);
	reader_leave(r, mark);
}

bool
ui_puzzles_read(struct reader *r, const json_t *message, struct ui_puzzles *p)
{
	const json_t *object = reader_member(r, message, "puzzles", JSON_OBJECT);
	size_t mark = reader_enter(r, "puzzles", -1);

	p->n = (uint16_t)reader_integer(r, object, "n", 0, UINT16_MAX, 0);
	p->solved = (uint16_t)reader_integer(r, object, "solved", 0, UINT16_MAX, 0);
	p->streak = (uint16_t)reader_integer(r, object, "streak", 0, UINT16_MAX, 0);
	p->best = (uint16_t)reader_integer(r, object, "best", 0, UINT16_MAX, 0);
	p->mistakes = (uint16_t)reader_integer(r, object, "mistakes", 0, UINT16_MAX, 0);
	reader_leave(r, mark);
	return object != NULL;
}

static void
lesson_read(struct reader *r, const json_t *message, struct ui_lesson *l)
{
	static const char *const stages[] = { "setup", "read", "task", "reply", "end" };
	static const char *const kinds[] = { "lesson", "puzzle", "mistake" };
	json_t *object = reader_member(r, message, "lesson", JSON_OBJECT), *list, *item;
	size_t mark = reader_enter(r, "lesson", -1), i;
	int stage = reader_word(r, object, "stage", stages, 5);
	int kind = reader_word(r, object, "kind", kinds, 3);

	l->on = object != NULL;
	l->kind = (uint8_t)(kind < 0 ? UI_LESSON_TAUGHT : kind);
	l->stage = (uint8_t)(stage < 0 ? UI_LESSON_SETUP : stage);
	l->step = (uint8_t)reader_integer(r, object, "step", 0, UINT8_MAX, 0);
	l->steps = (uint8_t)reader_integer(r, object, "steps", 0, UINT8_MAX, 0);
	reader_sentence(r, object, "name", l->name, sizeof(l->name));
	reader_sentence(r, object, "text", l->text, sizeof(l->text));
	reader_sentence(r, object, "remark", l->remark, sizeof(l->remark));
	(void)ui_puzzles_read(r, object, &l->puzzles);
	list = reader_list(r, object, "options", UI_OPTIONS_MAX);
	json_array_foreach(list, i, item)
	{
		const char *text = json_string_value(item);

		if (text == NULL || strlen(text) >= RULES_ACTION_TEXT)
			reader_fail(r, "options", "lists what is no action");
		else
			reader_text_clean(text, l->option[l->n_options++], RULES_ACTION_TEXT);
	}
	reader_leave(r, mark);
}

static void
reviewing_read(struct reader *r, const json_t *message, struct ui_reviewing *v)
{
	const json_t *object = reader_member(r, message, "reviewing", JSON_OBJECT);

	v->game_id = (uint32_t)reader_integer(r, object, "game_id", 0, UINT32_MAX, 0);
	v->done = (uint32_t)reader_integer(r, object, "done", 0, 1000000, 0);
	v->of = (uint32_t)reader_integer(r, object, "of", 0, 1000000, 0);
	v->failed = reader_flag(r, object, "failed", false);
}

void
ui_table_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	char known[UI_WORD_TEXT];

	clock_read(r, message, s);
	settings_read(r, message, &s->settings);
	players_read(r, message, s);
	works_read(r, message, s);
	sticks_read(r, message, s);
	calibration_read(r, message, s);
	s->suspects = reader_squares(r, rules_game(UI_WHOLE_BOARD), message, "suspects");
	s->blind = reader_squares(r, rules_game(UI_WHOLE_BOARD), message, "blind");
	secret_read(r, message, s);
	reader_name(r, message, "date", s->date, sizeof(s->date));
	reader_name(r, message, "date_known", known, sizeof(known));
	s->date_by_hand = s->date[0] != '\0' && strcmp(known, "machine") != 0;
	legend_read(r, message, s);
	showing_read(r, message, &s->showing);
	lesson_read(r, message, &s->lesson);
	reviewing_read(r, message, &s->reviewing);
	s->lamp_test = reader_flag(r, message, "lamp_test", false);
	s->game_id = (uint32_t)reader_integer(r, message, "game_id", 0, UINT32_MAX, 0);
}
