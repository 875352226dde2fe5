/* Hands that play lessons: they follow the guidance, and make the action that reaches the goal. */
#pragma once
#include <cmocka.h>

#include "daemon/table/home.h"
#include "daemon/table/table_lesson_impl.h"
#include "kept.h"

/* Reports a square of the lesson's game as occupied or empty. */
static inline void
touch(unsigned sq, bool on)
{
	const struct game *g = table.lesson.lesson->game;
	struct busio_msg m = { .kind = BUSIO_EDGE,
			       .sq = (uint8_t)home_to_board(table.board, g, sq),
			       .reading.occupied = on,
			       .t_us = table.now_us };

	table_message(&table, &m);
	table_advance(&table, table.now_us + 300000);
}

/* Makes the next step of guidance. */
static inline void
follow_guidance(const char *what)
{
	const struct guidance *g = &table.lesson.guidance;
	unsigned lift = g->lift_sq, sq = lift != RULES_NO_SQ ? lift : g->put_sq;

	if (sq == RULES_NO_SQ)
		fail_msg("%s: no step at step %u, stage %u", what, table.lesson.step + 1u, table.lesson.stage);
	touch(sq, sq != lift);
	table_advance(&table, table.now_us + 3000000);
}

/* Finds the first legal action that reaches the goal. */
static inline struct action
goal_action(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	const struct table_lesson *s = &table.lesson;
	const struct position *p = table_lesson_position(&table);
	size_t n = rules_actions(s->lesson->game, p, list);

	for (size_t i = 0; i < n; i++)
		if (lesson_reaches(s->lesson, &s->lesson->step[s->step], p, list[i]))
			return list[i];
	fail_msg("no goal");
	return (struct action){ 0 };
}

/* Touches the stacks of a transfer: the giver, then the receiver. A single stone leaves its square. */
static inline void
give(const struct game *g, const struct position *p, struct action a)
{
	touch(a.from, false);
	if (rules_stones(g, rules_at(g, p, a.from)) > 1)
		touch(a.from, true);
	touch(a.to, false);
	touch(a.to, true);
}

/* Takes off and sets down what the action changes; what rises is put there by guidance. */
static inline void
move(const struct game *g, const struct position *p, struct action a)
{
	struct footprint f;

	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].before && f.change[i].cause != CAUSE_MARKED)
			touch(f.change[i].sq, false);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].after && f.change[i].cause != CAUSE_MARKED &&
		    (f.change[i].cause != CAUSE_PLACED || a.kind == ACT_BUY))
			touch(f.change[i].sq, true);
}

/* Makes the goal's action, on the board or on the screen. */
static inline void
make_goal(void)
{
	const struct game *g = table.lesson.lesson->game;
	const struct position p = *table_lesson_position(&table);
	struct action a = goal_action();
	char text[RULES_ACTION_TEXT];

	rules_action_print(g, &p, a, text);
	if (!infer_by_hands(a) || (a.kind == ACT_BUY && !strchr(text, '@'))) {
		assert_int_equal(table_lesson_act(&table, text), 0);
	} else if (a.kind == ACT_TRANSFER) {
		give(g, &p, a);
	} else if (a.kind == ACT_ATTEMPT) {
		touch(a.to, false);
		touch(a.from, false);
		touch(a.to, true);
	} else {
		move(g, &p, a);
	}
	table_advance(&table, table.now_us + 5000000);
}

/* Exchanges the promoted pawn. */
static inline void
exchange(void)
{
	unsigned sq = table.lesson.play->promoted;

	touch(sq, false);
	touch(sq, true);
	table_advance(&table, table.now_us + 3000000);
}

/* Plays the lesson on the board to its end. */
static inline void
play_to_end(const char *what)
{
	for (unsigned i = 0; table.lesson.stage != TABLE_LESSON_END; i++) {
		if (i == 400)
			fail_msg("%s: no end after step %u, stage %u: %s", what, table.lesson.step + 1u,
				 table.lesson.stage, table.lesson.remark);
		if (table.lesson.stage == TABLE_LESSON_READ)
			assert_int_equal(table_lesson_next(&table), 0);
		else if (table.lesson.stage == TABLE_LESSON_TASK)
			make_goal();
		else if (table.lesson.stage == TABLE_LESSON_EXCHANGE)
			exchange();
		else
			follow_guidance(what);
	}
}
