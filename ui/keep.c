#include "ui/keep.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/stored.h"

/* Returns the page to save: pages for a question or a PIN are replaced by the page below them. */
static uint8_t
page_kept(const struct ui_view *v)
{
	if (v->page == UI_PAGE_CONFIRM)
		return v->confirm_back;
	return v->page == UI_PAGE_PIN ? UI_PAGE_HANDOVER : v->page;
}

static void
marks_print(const struct ui_view *v, char out[2 * UI_KINDS * UI_KINDS + 1])
{
	static const char signs[] = ".XO";
	char *at = out;

	for (int side = 0; side < 2; side++)
		for (int i = 0; i < UI_KINDS * UI_KINDS; i++)
			*at++ = signs[v->mark[side][i / UI_KINDS][i % UI_KINDS] % 3];
	*at = '\0';
}

static json_t *
numbers_pack(const uint8_t *number, unsigned n)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < n; i++)
		json_array_append_new(list, json_integer(number[i]));
	return list;
}

/* Packs a game that is being set up. */
static json_t *
setup_pack(const struct ui_setup *u)
{
	char drawn[UI_DRAWN_MAX + 1] = "";
	const char *game = panels[u->game]->game;
	json_t *names = json_array();

	memcpy(drawn, u->drawn, u->n_drawn);
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		json_array_append_new(names, json_string(u->name[i]));
	return json_pack(
		"{ss ss so si si ss sb so so so so si si so si}", "game", game != NULL ? game : "",
		"entry", u->entry, "names", names, "lot", u->lot, "mode", u->mode, "drawn", drawn,
		"by_cards", u->by_cards, "levels", numbers_pack(u->hints, RULES_SEATS_MAX), "options",
		numbers_pack(u->option, UI_OPTIONS), "minutes",
		numbers_pack(u->minutes, RULES_SEATS_MAX), "seconds",
		numbers_pack(u->seconds, RULES_SEATS_MAX), "whose", u->side, "namer", u->namer,
		"players", numbers_pack(u->level, RULES_SEATS_MAX), "who", u->who);
}

static json_t *
view_pack(const struct ui_view *v)
{
	json_t *screen = setup_pack(&v->setup), *earlier = json_array(), *rest;

	for (unsigned i = 0; i < v->n_back; i++)
		json_array_append_new(earlier, json_integer((json_int_t)v->back[i]));
	rest = json_pack("{ss so si ss si si si si si si si si si sb sb sb si si ss ss so si si}", "page",
			 page_of((enum ui_page)page_kept(v))->name, "came",
			 numbers_pack(v->came, UI_PAGES), "group", v->group, "seat", v->seat,
			 "card", v->help_card, "step", v->help_step, "help", v->help_game, "side", v->mark_side, "more",
			 v->more, "show", (int)v->show_id, "move", v->show_move, "line", v->show_line, "before",
			 (int)v->before, "usual", v->for_settings, "lamps", v->on_board, "reviewed", v->reviewed,
			 "code", (int)v->code_id, "part", v->code_part,
			 "date", v->date, "find", v->find, "earlier", earlier,
			 "lessons", v->lesson_game, "learner", v->learner);
	json_object_update(screen, rest);
	json_decref(rest);
	return json_pack("{so}", "screen", screen);
}

size_t
keep_print(const struct ui_view *v, char out[KEEP_TEXT])
{
	char marks[2 * UI_KINDS * UI_KINDS + 1];
	json_t *o = view_pack(v);
	size_t len;

	marks_print(v, marks);
	json_object_set_new(json_object_get(o, "screen"), "marks", json_string(marks));
	len = o != NULL ? json_dumpb(o, out, KEEP_TEXT - 1, JSON_COMPACT) : 0;
	json_decref(o);
	if (len >= KEEP_TEXT)
		len = 0;
	out[len] = '\0';
	return len;
}

void
keep_write(const char *path, const struct ui_view *v, char last[KEEP_TEXT])
{
	char now[KEEP_TEXT], part[512];
	size_t len = keep_print(v, now);
	int fd;

	if (len == 0 || strcmp(now, last) == 0)
		return;
	memcpy(last, now, len + 1);
	if (snprintf(part, sizeof(part), "%s.part", path) >= (int)sizeof(part))
		return;
	fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return; /* the page is not saved; the screen works without it */
	if (write(fd, now, len) != (ssize_t)len || rename(part, path) < 0)
		unlink(part);
	close(fd);
}

void
keep_read(const char *path, struct ui_model *m)
{
	json_t *o = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
	static struct ui_model scratch; /* large */
	struct ui_error err;

	scratch = *m;
	if (o != NULL && stored_view(o, &scratch, &err) == 0) {
		m->view = scratch.view;
		m->restored = true;
	}
	json_decref(o);
}
