/*
 * What the partner is to do: choose an action for a computer's seat, grade actions for a person, score
 * the actions of a finished game.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/view/view_impl.h"

enum { TASK_TEXT = RULES_POSITION_TEXT + 512 };

/* Appends squares as "e2.f4", "-": none. */
static size_t
append_squares(const struct game *g, struct sqset set, char *out, size_t size)
{
	size_t at = (size_t)snprintf(out, size, "%s", sqset_empty(set) ? "-" : "");

	for (const char *dot = ""; !sqset_empty(set); dot = ".") {
		char name[4];

		rules_square_print(g, sqset_pop(&set), name);
		if (at + 5 < size)
			at += (size_t)snprintf(out + at, size - at, "%s%s", dot, name);
	}
	return at;
}

/* Prints the seat's view, and in games with burials the squares that may hide something. */
static void
print_view(const struct table *t, unsigned seat, char out[TASK_TEXT])
{
	static const char key[] = " hiding=";
	size_t at;

	rules_view_print(t->state.game, t->state.settled, seat, out);
	if (!t->book.hides)
		return;
	at = strlen(out);
	memcpy(out + at, key, sizeof(key));
	at += strlen(key);
	at += append_squares(t->state.game, t->book.hiding[0], out + at, TASK_TEXT - at);
	out[at++] = '/';
	(void)append_squares(t->state.game, t->book.hiding[1], out + at, TASK_TEXT - at);
}

json_t *
view_task(const struct table *t)
{
	const struct session_state *s = &t->state;
	unsigned seat = t->seats.to_play;
	json_t *o = json_pack("{s:s, s:I, s:I, s:o, s:I, s:n}", "kind", "task", "task",
			      (json_int_t)t->seats.task, "begun", (json_int_t)t->seats.begun, "game_id",
			      table_number(t) ? json_integer(table_number(t)) : json_null(),
			      "n_actions", (json_int_t)(t->begun ? s->n_actions : 0), "seat");
	char view[TASK_TEXT];

	if (seat == SEAT_NONE)
		return o;
	print_view(t, seat, view);
	json_object_set_new(o, "seat", view_seat(s->game, seat));
	json_object_set_new(o, "game", json_string(rules_name(s->game)));
	json_object_set_new(o, "level", json_integer(t->seats.player[seat].level));
	if (*t->seats.player[seat].engine)
		json_object_set_new(o, "engine", json_string(t->seats.player[seat].engine));
	json_object_set_new(o, "view", json_string(view));
	return o;
}

json_t *
view_advise(const struct table *t)
{
	json_t *o = json_pack("{s:s, s:n, s:I}", "kind", "advise", "task", "begun",
			      (json_int_t)t->seats.begun);
	const uint32_t task = table_advice_wanted(t);
	char view[TASK_TEXT];

	if (task == 0)
		return o;
	print_view(t, SEAT_TABLE, view);
	json_object_set_new(o, "task", json_integer(task));
	json_object_set_new(o, "game", json_string(rules_name(t->state.game)));
	json_object_set_new(o, "view", json_string(view));
	return o;
}

json_t *
view_review(const struct table *t)
{
	json_t *o = json_pack("{s:s, s:n}", "kind", "review", "task");
	const uint32_t task = table_review_wanted(t);
	char at[RULES_POSITION_TEXT], action[RULES_ACTION_TEXT];

	if (task == 0)
		return o;
	json_object_set_new(o, "task", json_integer(task));
	json_object_set_new(o, "game", json_string(rules_name(table_review_action(t, at, action))));
	json_object_set_new(o, "position", json_string(at));
	json_object_set_new(o, "action", json_string(action));
	return o;
}
