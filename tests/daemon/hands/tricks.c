/* Additions between plies in difficult games: moves taken back by hand, and illegal ones. */
#include <assert.h>
#include <string.h>

#include "tests/daemon/hands/motion.h"
#include "tests/daemon/hands/play.h"

enum {
	TAKEBACK_DEPTH_MAX = 12,
	ILLEGAL_TRIES = 40,
	ILLEGAL_MOVES_MAX = 3,
	REACH_MAX = 16384,
	ASTRAY_PERCENT = 10,
};

static bool
same_squares(const struct meant *m, const struct position *a, const struct position *b)
{
	return sqset_equal(rules_occupied(m->game, a), rules_occupied(m->game, b));
}

/* Reports whether some legal action in *p leaves these squares occupied. */
static bool
action_leaves(const struct game *g, const struct position *p, struct sqset occupied)
{
	static struct action action[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, action);

	for (size_t i = 0; i < n; i++) {
		struct position after = *p;

		rules_apply(g, &after, action[i]);
		if (sqset_equal(rules_occupied(g, &after), occupied))
			return true;
	}
	return false;
}

/* Reports whether hands may mean a move now, or an amendment of the last one. */
static bool
looks_like_a_move(const struct meant *m, unsigned ply, struct sqset occupied)
{
	return action_leaves(m->game, &m->position[ply], occupied) ||
	       (ply > 0 && action_leaves(m->game, &m->position[ply - 1], occupied));
}

/* Reports whether a piece's way from a missing square to an extra one is a move of *p. */
static bool
holds_an_action(const struct game *g, const struct position *p, struct sqset gone,
		struct sqset come)
{
	static struct action action[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, action);

	for (size_t i = 0; i < n; i++)
		if (sqset_has(gone, action[i].from) && sqset_has(come, action[i].to))
			return true;
	return false;
}

static bool
holds_a_move(const struct meant *m, unsigned ply, struct sqset occupied)
{
	struct sqset home = rules_occupied(m->game, &m->position[ply]);
	struct sqset gone = sqset_minus(home, occupied), come = sqset_minus(occupied, home);

	if (holds_an_action(m->game, &m->position[ply], gone, come))
		return true;
	/* The last move amended: its piece may continue from its square. */
	while (ply > 0 && !sqset_empty(gone)) {
		unsigned from = sqset_pop(&gone);
		struct sqset left = come;

		while (!sqset_empty(left)) {
			struct sqset alone = home;

			sqset_remove(&alone, from);
			sqset_add(&alone, sqset_pop(&left));
			if (action_leaves(m->game, &m->position[ply - 1], alone))
				return true;
		}
	}
	return false;
}

/* Reports whether a piece of that board may have made the computer's move. */
static bool
holds_plan(const struct meant *m, unsigned ply, struct sqset occupied)
{
	struct action a = m->action[ply];

	return !sqset_has(occupied, a.from) && sqset_has(occupied, a.to);
}

/* Squares emptied and none filled: the missing pieces may be in a hand. */
static bool
looks_like_holding(const struct meant *m, unsigned ply, struct sqset occupied)
{
	return sqset_empty(sqset_minus(occupied, rules_occupied(m->game, &m->position[ply])));
}

static bool
looks_like_a_takeback(const struct meant *m, unsigned ply, struct sqset occupied)
{
	for (unsigned i = 0; i <= ply; i++)
		if (sqset_equal(rules_occupied(m->game, &m->position[i]), occupied))
			return true;
	return false;
}

/*
 * Reports whether hands can restore the position `depth` plies ago without
 * ambiguity. Occupancy identifies only the nearest of positions with the same
 * occupied squares, and no board on the way may look like one after a legal
 * move.
 */
static bool
restorable(const struct meant *m, unsigned ply, unsigned depth)
{
	const struct position *goal = &m->position[ply - depth];

	for (unsigned i = 0; i < depth; i++)
		if (same_squares(m, &m->position[ply - i], goal))
			return false;
	for (unsigned i = 1; i <= depth; i++)
		if (looks_like_a_move(m, ply, rules_occupied(m->game, &m->position[ply - i])))
			return false;
	return true;
}

/* The squares occupied after an action and its reply, for all of them. */
struct reach {
	unsigned n;
	struct sqset occupied[REACH_MAX];
};

static void
reach_from(struct reach *r, const struct game *g, const struct position *p)
{
	static struct action action[RULES_ACTIONS_MAX], answer[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, action);

	r->n = 0;
	for (size_t i = 0; i < n; i++) {
		struct position after = *p;

		rules_apply(g, &after, action[i]);
		size_t m = rules_actions(g, &after, answer);

		for (size_t k = 0; k < m && r->n < REACH_MAX; k++) {
			struct position end = after;

			rules_apply(g, &end, answer[k]);
			r->occupied[r->n++] = rules_occupied(g, &end);
		}
	}
}

/*
 * Reports whether from touch `from` on, the board after some drop looks as
 * after a move and its reply. Restoring many plies can lead there, and would
 * correctly be read so.
 */
static bool
passes_two_moves(const struct meant *m, unsigned ply, const uint8_t on[RULES_SQUARES_MAX],
		 const struct script *script, unsigned from)
{
	static struct reach reach;
	struct sqset now = { { 0, 0 } };

	reach_from(&reach, m->game, &m->position[ply]);
	for (unsigned sq = 0; sq < rules_squares(m->game); sq++)
		if (on[sq] != 0)
			sqset_add(&now, sq);
	for (unsigned i = 0; i < script->n; i++) {
		const struct touch *t = &script->touch[i];

		if (t->kind == TOUCH_LIFT)
			sqset_remove(&now, t->sq);
		else
			sqset_add(&now, t->sq);
		for (unsigned k = 0; i >= from && t->kind != TOUCH_LIFT && k < reach.n; k++)
			if (sqset_equal(reach.occupied[k], now))
				return true;
	}
	return false;
}

static bool
plan_takeback(struct play *p, unsigned ply, unsigned depth, struct script *script)
{
	const struct meant *m = p->sim.meant;
	unsigned two_plies = 0;

	script_init(script, p->sim.on);
	for (unsigned i = 1; i <= depth; i++) {
		motion_take_back(script, m->game, &m->position[ply - i], m->action[ply - i],
				 p->style, &p->rng);
		if (i <= 2)
			two_plies = script->n;
	}
	return !passes_two_moves(m, ply, p->sim.on, script, two_plies);
}

/* Returns how many plies to take back, and the touches; 0: none is possible. */
static unsigned
choose_depth(struct play *p, unsigned ply, struct script *script)
{
	const struct meant *m = p->sim.meant;
	unsigned most = ply < TAKEBACK_DEPTH_MAX ? ply : TAKEBACK_DEPTH_MAX;

	for (unsigned tries = 0; tries < 8 && most > 0; tries++) {
		unsigned depth = 1 + rng_below(&p->rng, most);

		if (restorable(m, ply, depth) && plan_takeback(p, ply, depth, script))
			return depth;
	}
	return 0;
}

static void
fail_trick(struct play *p, unsigned ply, unsigned *counter, const char *why)
{
	const char *way = why;

	(*counter)++;
	play_verdict(p, ply, LOST, why);
	play_save_trace(p, "trick", ply);
	if (p->sim.state.prompt.kind != PROMPT_NONE) {
		sim_answer(&p->sim, false);
		play_wait_settled(p, p->sim.config.settle_us + 100000);
	}
	if (sim_first_wrong(&p->sim) < p->sim.n_recorded || p->sim.n_recorded != ply) {
		play_verdict(p, ply, WRONG, "recorded actions changed in a trick");
		p->gave_up = true;
	} else if (!play_follow_guidance(p, &way) ||
		   !play_board_is(p, &p->sim.meant->position[ply])) {
		play_verdict(p, ply, LOST, way);
		p->gave_up = true;
	} else {
		play_sort_pieces(p, &p->sim.meant->position[ply]);
	}
}

static unsigned
take_back(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;
	static struct script script;
	unsigned depth = choose_depth(p, ply, &script);

	if (depth == 0)
		return ply;
	p->tally->takebacks++;
	sim_plan(s, &script, s->now_us + 500000);
	play_wait_settled(p, s->config.settle_us + 100000);
	/* The start array: taking back everything is the second choice. */
	if (s->state.prompt.kind == PROMPT_NEW_GAME && depth == ply)
		sim_answer(s, false);
	/* On the way hands may leave the squares of two moves: those are taken back as well. */
	if (s->state.prompt.kind != PROMPT_TAKEBACK ||
	    s->n_recorded - s->state.prompt.n != ply - depth) {
		fail_trick(p, ply, &p->tally->takebacks_failed,
			   s->state.prompt.kind == PROMPT_TAKEBACK
				   ? "asked for a takeback of another depth"
				   : "a takeback by hand was not noticed");
		return ply;
	}
	play_wait_settled(p, rng_range(&p->rng, 0, 2000000));
	if (rng_chance(&p->rng, 50))
		sim_press(s, BUTTON_OK);
	else
		sim_answer(s, true);
	play_wait_settled(p, s->config.settle_us);
	if (s->n_recorded != ply - depth || s->state.guidance.kind != GUIDANCE_NONE || s->fault) {
		play_verdict(p, ply, WRONG, "a takeback that was answered yes went wrong");
		play_save_trace(p, "takeback", ply);
		p->gave_up = true;
		return ply;
	}
	play_sort_pieces(p, &s->meant->position[ply - depth]);
	return ply - depth;
}

static struct sqset
script_occupied(const struct script *s, unsigned squares)
{
	struct sqset set = { 0 };

	for (unsigned sq = 0; sq < squares; sq++)
		if (s->on[sq] != 0)
			sqset_add(&set, sq);
	return set;
}

/* Moves some pieces to illegal squares, captures included. Returns false if none was found. */
static bool
plan_illegal(struct play *p, unsigned ply, struct script *out)
{
	const struct game *g = p->sim.meant->game;
	unsigned squares = rules_squares(g);

	for (unsigned tries = 0; tries < ILLEGAL_TRIES; tries++) {
		unsigned moves = 1 + rng_below(&p->rng, ILLEGAL_MOVES_MAX);

		script_init(out, p->sim.on);
		for (unsigned i = 0; i < moves; i++) {
			unsigned from = rng_below(&p->rng, squares);
			unsigned to = rng_below(&p->rng, squares);
			uint8_t piece = out->on[from];

			if (piece == 0 || from == to || (out->on[to] != 0 && i > 0))
				continue;
			/* A legal move among them would correctly be read as one. */
			struct sqset alone = rules_occupied(g, &p->sim.meant->position[ply]);

			sqset_remove(&alone, from);
			sqset_add(&alone, to);
			if (looks_like_a_move(p->sim.meant, ply, alone))
				continue;
			script_lift(out, from, rng_range(&p->rng, 100000, 600000));
			if (out->on[to] != 0)
				script_lift(out, to, rng_range(&p->rng, 100000, 600000));
			script_drop(out, to, piece, rng_range(&p->rng, 100000, 600000));
		}
		struct sqset occupied = script_occupied(out, squares);

		if (out->n > 0 && !looks_like_a_move(p->sim.meant, ply, occupied) &&
		    !holds_a_move(p->sim.meant, ply, occupied) &&
		    !looks_like_holding(p->sim.meant, ply, occupied) &&
		    !looks_like_a_takeback(p->sim.meant, ply, occupied))
			return true;
	}
	return false;
}

static void
move_illegally(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;
	const char *why = "the board is not as recorded after guidance";
	static struct script script;

	if (!plan_illegal(p, ply, &script))
		return;
	p->tally->illegal++;
	sim_plan(s, &script, s->now_us + 500000);
	play_wait_settled(p, 3 * s->config.settle_us);
	if (s->state.guidance.kind == GUIDANCE_NONE) {
		fail_trick(p, ply, &p->tally->illegal_failed, "no guidance after illegal moves");
		return;
	}
	if (!play_follow_guidance(p, &why) || !play_board_is(p, &s->meant->position[ply])) {
		p->tally->illegal_failed++;
		play_verdict(p, ply, LOST, why);
		play_save_trace(p, "guidance", ply);
		p->gave_up = true;
		return;
	}
	play_wait_settled(p, 2 * s->config.settle_us);
	if (s->n_recorded != ply || s->state.has_provisional) {
		play_verdict(p, ply, WRONG, "guidance followed, and the game is another");
		play_save_trace(p, "guidance", ply);
		p->gave_up = true;
		return;
	}
	play_sort_pieces(p, &s->meant->position[ply]);
}

unsigned
tricks_maybe(struct play *p, unsigned ply)
{
	if (ply > 0 && rng_chance(&p->rng, p->style->takebacks))
		ply = take_back(p, ply);
	if (!p->gave_up && rng_chance(&p->rng, p->style->illegal))
		move_illegally(p, ply);
	return ply;
}

/*
 * Plans another legal move than the computer's, made plainly. Boards that look like the computer's
 * move, an earlier position or pieces in the hand are avoided.
 */
static bool
plan_astray(struct play *p, unsigned ply, struct script *out)
{
	static struct action action[RULES_ACTIONS_MAX];
	const struct meant *m = p->sim.meant;
	const struct position *before = &m->position[ply];
	size_t n = rules_actions(m->game, before, action);

	for (unsigned tries = 0; tries < ILLEGAL_TRIES; tries++) {
		struct action a = action[rng_below(&p->rng, (unsigned)n)];
		struct carry c[CARRIES_MAX];
		struct order orders[ORDERS_MAX];
		struct position after = *before;
		struct sqset occupied;

		rules_apply(m->game, &after, a);
		occupied = rules_occupied(m->game, &after);
		if (same_squares(m, &after, &m->position[ply + 1]) ||
		    holds_plan(m, ply, occupied) ||
		    looks_like_holding(m, ply, occupied) || looks_like_a_takeback(m, ply, occupied) ||
		    orders_of(c, carries_of(m->game, before, a, c), p->sim.on, orders) == 0)
			continue;
		script_init(out, p->sim.on);
		motion_plain(out, c, &orders[0], 300000);
		return true;
	}
	return false;
}

void
tricks_astray(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;
	const char *why = "the board is not as recorded after guidance";
	static struct script script;

	if (!sim_plans(s, ply) || !rng_chance(&p->rng, ASTRAY_PERCENT) ||
	    !plan_astray(p, ply, &script))
		return;
	sim_plan(s, &script, s->now_us + 500000);
	play_wait_settled(p, 3 * s->config.settle_us);
	if (s->n_recorded != ply || s->state.guidance.kind == GUIDANCE_NONE) {
		play_verdict(p, ply, WRONG, "another move than the computer's was not led back");
		play_save_trace(p, "astray", ply);
		p->gave_up = true;
		return;
	}
	if (!play_follow_guidance(p, &why) || !play_board_is(p, &s->meant->position[ply]) ||
	    s->n_recorded != ply || s->fault) {
		play_verdict(p, ply, LOST, why);
		play_save_trace(p, "astray", ply);
		p->gave_up = true;
		return;
	}
	play_sort_pieces(p, &s->meant->position[ply]);
}
