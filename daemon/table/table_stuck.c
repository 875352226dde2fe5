/*
 * A switch that is stuck is told from a piece by what a whole move shows, never by
 * one reading. Where guidance has waited a minute and no hand touched anything, either
 * nobody is there, or the board stands right and a sensor does not say so. Which one it
 * can be follows from the rules: the square that is waited for, or the only one that
 * contradicts a legal action. Where several squares are waited for it is all of them,
 * as when the wire of a row is torn.
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
	return t->state.phase == SESSION_PLAYING && guidance_leads(&t->state.guidance);
}

/* Squares of the game where *p has a piece and its sensor none, or the other way round. */
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

/* Most of its pieces lack: they are not set up yet, or packed away. */
static bool
deserted(const struct table *t, struct sqset differ)
{
	struct sqset occupied = rules_occupied(t->state.game, &t->state.known);

	return sqset_count(sqset_and(differ, occupied)) * 2 > sqset_count(occupied);
}

/* Of what everybody may know, so that a sensor's trouble betrays nothing. */
static struct sqset
suspects(const struct table *t)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(t->state.game, &t->state.known, list);
	struct sqset out = differs(t, &t->state.known);

	if (t->state.guidance.steps > 1 && deserted(t, out))
		return (struct sqset){ { 0, 0 } };
	if (sqset_count(out) > 1) /* none is likelier than another */
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
tell(struct table *t)
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
	if (n == 0) /* no switch's doing: only poles or levels differ, or the table is deserted */
		return;
	t->suspects = (struct sqset){ { 0, 0 } };
	for (size_t i = 0; i < n; i++)
		sqset_add(&t->suspects, may_be[i]);
	if (g->steps > 1)
		words_stuck_many(t->board, corner, may_be, n, text);
	else
		words_stuck(t->board, corner, (uint8_t)home_to_board(t->board, t->state.game, sq),
			    may_be, n, text);
	t->version += trouble_set(&t->troubles, TROUBLE_STUCK, LOG_BOARD, t->now_us, "%s", text);
}

/*
 * Somebody has named one of several, and the session looks anew: in a moment it
 * waits for the others, or shows the move that explains them.
 */
static bool
will_wait(const struct table *t)
{
	struct sqset left = t->suspects;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		if (t->board->blind[sq])
			sqset_remove(&left, sq);
	return t->state.phase == SESSION_PLAYING && t->state.shown == t->state.settled &&
	       !sqset_empty(left) && t->stuck_touches == t->n_touches &&
	       !sqset_empty(differs(t, &t->state.known));
}

void
table_stuck_look(struct table *t)
{
	char text[WORDS_LINE];

	if (!waits(t) && !will_wait(t)) {
		t->stuck_us = 0;
		t->suspects = (struct sqset){ { 0, 0 } };
		words_stuck_over(text);
		t->version += trouble_clear(&t->troubles, TROUBLE_STUCK, "%s", text);
	} else if (t->stuck_us == 0 || t->stuck_touches != t->n_touches) {
		t->stuck_us = t->now_us + WAIT_US;
		t->stuck_touches = t->n_touches;
	}
}

uint64_t
table_stuck_deadline(const struct table *t)
{
	return t->stuck_us == 0 ? UINT64_MAX : t->stuck_us;
}

void
table_stuck_turn(struct table *t)
{
	t->stuck_us = UINT64_MAX; /* once, until a hand comes */
	tell(t);
}
