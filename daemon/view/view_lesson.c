/* Lessons and puzzles for clients: the one on the board, and those of a game. */
#include <string.h>

#include "daemon/view/view_impl.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"

static json_t *
options(const struct table *t)
{
	char option[LESSON_TRIES_MAX + LESSON_GOALS_MAX][RULES_ACTION_TEXT];
	unsigned n = table_lesson_options(t, option);
	json_t *a = json_array();

	for (unsigned i = 0; i < n; i++)
		json_array_append_new(a, json_string(option[i]));
	return a;
}

json_t *
view_puzzles(const struct table *t, const struct game *g, const char *player)
{
	struct table_puzzles p;

	table_lesson_puzzles(t, g, player, &p);
	return json_pack("{s:i, s:i, s:i, s:i, s:i}", "n", (int)p.n, "solved", (int)p.solved, "streak",
			 (int)p.streak, "best", (int)p.best, "mistakes", (int)p.mistakes);
}

json_t *
view_lesson(const struct table *t)
{
	static const char *const stage[] = {
		[TABLE_LESSON_SETUP] = "setup",   [TABLE_LESSON_READ] = "read",
		[TABLE_LESSON_TASK] = "task",     [TABLE_LESSON_REPLY] = "reply",
		[TABLE_LESSON_EXCHANGE] = "read", [TABLE_LESSON_DUE] = "setup",
		[TABLE_LESSON_END] = "end",
	};
	static const char *const kind[] = {
		[TABLE_LESSON_TAUGHT] = "lesson",
		[TABLE_LESSON_PUZZLE] = "puzzle",
		[TABLE_LESSON_MISTAKE] = "mistake",
	};
	const struct table_lesson *s = &t->lesson;
	struct hints_cache hints = { 0 };
	struct session_state state;
	struct lamps_frame lights;
	char text[WORDS_LINE];
	json_t *o;

	if (!table_lesson_state(t, &state))
		return json_null();
	(void)table_lesson_words(t, text);
	lamps_compose(&hints, &state, &t->lamps_config, &lights);
	o = json_pack("{s:o}", "phase", view_phase(&state));
	view_add_session(o, &state, SEAT_TABLE);
	json_object_del(o, "actions"); /* the board judges them, and the list is long */
	json_object_set_new(o, "kind", json_string(kind[s->kind]));
	json_object_set_new(o, "number", json_integer(s->number));
	json_object_set_new(o, "name", json_string(lesson_in(&s->lesson->title,
							    table_setting(t, SETTING_LANGUAGE))));
	json_object_set_new(o, "step", json_integer(s->step + 1));
	json_object_set_new(o, "steps", json_integer(s->lesson->n));
	json_object_set_new(o, "stage", json_string(stage[s->stage]));
	json_object_set_new(o, "text", json_string(text));
	json_object_set_new(o, "remark", *s->remark ? json_string(s->remark) : json_null());
	json_object_set_new(o, "options", options(t));
	json_object_set_new(o, "puzzles",
			    s->kind == TABLE_LESSON_TAUGHT
				    ? json_null()
				    : view_puzzles(t, state.game, s->player));
	json_object_set_new(o, "lights", view_lights(state.game, &lights));
	return o;
}

/* Returns one lesson of a list; NULL: its file has a mistake. */
static json_t *
listed(const struct table *t, const char *path, uint8_t done)
{
	static struct lesson l; /* large; all calls are from one thread */
	struct lesson_error err;

	if (lesson_load(&l, path, &err) < 0)
		return NULL;
	return json_pack("{s:s, s:i, s:i, s:b}", "name",
			 lesson_in(&l.title, table_setting(t, SETTING_LANGUAGE)), "steps", (int)l.n,
			 "step", done == TABLE_LESSON_DONE ? 0 : (int)done, "done",
			 done == TABLE_LESSON_DONE);
}

json_t *
view_lessons(const struct table *t, const struct game *g, const char *player)
{
	static char path[LESSONS_MAX][LESSON_PATH]; /* large; all calls are from one thread */
	unsigned n = lesson_list(rules_name(g), path);
	uint8_t done[LESSONS_MAX];
	json_t *a = json_array();

	table_lesson_progress(t, g, player, done);
	for (unsigned i = 0; i < n; i++) {
		json_t *o = listed(t, path[i], done[i]);

		if (!o)
			o = json_pack("{s:s, s:i, s:i, s:b}", "name", "?", "steps", 0, "step", 0,
				      "done", 0);
		json_array_append_new(a, o);
	}
	return a;
}
