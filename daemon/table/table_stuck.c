/*
 * Detects a stuck switch, from a whole move, never from one reading. If guidance has
 * waited a minute without a touch, either the players are away, or the pieces are right
 * and a sensor fails to show it. The rules then determine the square: the missing one, or
 * the only one that contradicts a legal action. If several squares are missing it is all
 * of them, as with the torn wire of a row.
 */
#include "daemon/table/home.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"

enum {
	WAIT_US = 60000000, /* without a touch */
};

static bool
waits(const struct table *t)
{
	return t->state.phase == SESSION_PLAYING && t->state.guidance.kind == GUIDANCE_LEADS;
}

/* Returns the squares whose occupancy differs from *p. */
static struct sqset
differs(const struct table *t, const struct position *p)
{
	struct sqset occupied = rules_occupied(t->state.game, p), out = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(t->state.game); sq++) {
		unsigned board_sq = home_to_board(t->board, t->state.game, sq);

		if (t->known[board_sq] && !sqset_has(t->session_config.blind, sq) &&
		    t->reading[board_sq].occupied != sqset_has(occupied, sq))
			sqset_add(&out, sq);
	}
	return out;
}

/*
 * Reports whether most pieces are missing: players have not set them up yet, or have packed
 * them away.
 */
static bool
deserted(const struct table *t, struct sqset differ)
{
	struct sqset occupied = rules_occupied(t->state.game, &t->state.known);

	return sqset_count(sqset_and(differ, occupied)) * 2 > sqset_count(occupied);
}

/* Finds the suspects from public knowledge, so that a faulty sensor reveals no secret. */
static struct sqset
suspects(const struct table *t)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(t->state.game, &t->state.known, list);
	struct sqset out = differs(t, &t->state.known);

	if (t->state.guidance.steps > 1 && deserted(t, out))
		return (struct sqset){ { 0, 0 } };
	if (sqset_count(out) > 1) /* none is more likely than another */
		return out;
	for (size_t i = 0; i < n; i++) {
		struct position after = t->state.known;
		struct sqset one;

		rules_apply(t->state.game, &after, list[i]);
		one = differs(t, &after);
		if (sqset_count(one) == 1)
			sqset_add(&out, sqset_pop(&one));
	}
	return out;
}

static size_t
board_squares(const struct table *t, struct sqset set, uint8_t out[RULES_SQUARES_MAX])
{
	size_t n = 0;

	while (!sqset_empty(set))
		out[n++] = (uint8_t)home_to_board(t->board, t->state.game, sqset_pop(&set));
	return n;
}

static void
report(struct table *t)
{
	const struct guidance *g = &t->state.guidance;
	uint8_t may_be[RULES_SQUARES_MAX];
	unsigned sq = g->put_sq != RULES_NO_SQ ? g->put_sq : g->lift_sq;
	unsigned corner = home_to_board(t->board, t->state.game, 0);
	size_t n;
	char text[WORDS_LINE];

	if (sq == RULES_NO_SQ)
		return;
	n = board_squares(t, suspects(t), may_be);
	if (n == 0) /* not a switch: only poles or levels differ, or the table is deserted */
		return;
	t->stuck.suspects = (struct sqset){ { 0, 0 } };
	for (size_t i = 0; i < n; i++)
		sqset_add(&t->stuck.suspects, may_be[i]);
	if (g->steps > 1)
		words_stuck_many(t->board, corner, may_be, n, text);
	else
		words_stuck(t->board, corner, (uint8_t)home_to_board(t->board, t->state.game, sq),
			    may_be, n, text);
	t->version += trouble_set(&t->troubles, TROUBLE_STUCK, LOG_BOARD, t->now_us, text);
}

/*
 * Reports whether guidance will wait again: the player has declared one of several sensors
 * unreliable, and the session re-evaluates. The session then waits for the other squares, or shows
 * the move that explains them.
 */
static bool
will_wait(const struct table *t)
{
	struct sqset left = t->stuck.suspects;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		if (t->board->blind[sq])
			sqset_remove(&left, sq);
	return t->state.phase == SESSION_PLAYING && t->state.shown == t->state.settled &&
	       !sqset_empty(left) && t->stuck.since == t->stuck.n_touches &&
	       !sqset_empty(differs(t, &t->state.known));
}

/* Checks whether guidance waits. */
static void
look(struct table *t)
{
	if (!waits(t) && !will_wait(t)) {
		t->stuck.due_us = 0;
		t->stuck.suspects = (struct sqset){ { 0, 0 } };
		t->version += trouble_set(&t->troubles, TROUBLE_STUCK, LOG_BOARD, t->now_us, "");
	} else if (t->stuck.due_us == 0 || t->stuck.since != t->stuck.n_touches) {
		t->stuck.due_us = t->now_us + WAIT_US;
		t->stuck.since = t->stuck.n_touches;
	}
}

static uint64_t
deadline(const struct table *t)
{
	return t->stuck.due_us == 0 ? UINT64_MAX : t->stuck.due_us;
}

static void
turn(struct table *t, uint64_t now_us)
{
	struct session_state other;

	(void)now_us;
	t->stuck.due_us = UINT64_MAX; /* only one suspicion until the next touch */
	/* While a lesson or a replay uses the board, the game waits for no square. */
	if (!duties_state(t, &other))
		report(t);
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_TOUCH)
		t->stuck.n_touches += e->touch.changed;
	else if (e->kind == DUTY_STATE && t->begun)
		look(t);
	return false;
}

const struct duty table_stuck_duty = { .event = event, .turn = turn, .deadline = deadline };
