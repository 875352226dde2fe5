/*
 * Sequences to recognise. L lift, D drop; a b squares of the mover, x of a victim,
 * k r king and rook, o of the opponent; "|" the settle time has passed.
 *
 *   1) L a D b |                 a move
 *   2) L a D a |                 adjusted: nothing happened
 *   3) L x L a D x |             capture, victim first
 *   4) L a L x D x |             capture, captor first, or both in one grip
 *   5) L a D x(no edge)          swap between two scans: not shown, see infer_unseen
 *   6) L x D x L a               the victim was straightened, a is in the hand: the last
 *                                drop on x came before a was up, so it is no capture
 *   7) L a D c L c D b |         slid over c, or changed while moving
 *   8) L k L r D D, any order    castling; rook first shows the rook's move until then
 *   9) L k D k' | L r D r'       castling in two parts: alive, waits for the rook
 *  10) L k L r D D on the two    Chess960, the squares exchanged: shown, but adjusting
 *      same squares              explains it as well, so not final by quiet
 *  11) L r D k' and k touched    Chess960, same occupancy as a rook move: castling if king
 *                                and rook can have changed places, which overlapping lifts allow
 *  12) L a, L v, D b             en passant, in any order; v stays: waits for it
 *  13) L a D e (last rank)       promotion: by any piece; queen first
 *  14) L a D b L o …             the opponent began: the session calls infer_alive
 *  15) L a D b L b D b |         fidgeting with the moved piece: the same action
 *  16) L x D x between L a, D b  another piece straightened meanwhile: one touched square
 *                                that the action does not account for, a cost
 *  17) two captures by one piece, both targets touched after its lift: equally good: asked
 *
 * Not recognised:
 *  18) more arrangements than WORLDS_MAX: vague, only occupancy decides, and
 *      the session does not make the action final by quiet
 */
#include "daemon/core/infer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned
infer_find(const struct infer *f, struct action a)
{
	for (unsigned i = 0; i < f->n; i++)
		if (rules_action_equal(f->candidate[i].action, a))
			return i;
	return INFER_NONE;
}

bool
infer_same_promotion(const struct infer *f, unsigned a, unsigned b)
{
	const struct infer_candidate *x = &f->candidate[a], *y = &f->candidate[b];

	return x->promotes && y->promotes && x->action.from == y->action.from &&
	       x->action.to == y->action.to;
}

/* ---- edges ---- */

/*
 * Reports whether the piece on sq is known to be another than the position's. A pawn is
 * accepted for the piece it was promoted to, unless pieces are known exactly.
 */
static bool
displaced(const struct infer *f, const struct worlds *ws, unsigned sq)
{
	uint8_t home = ws->piece[sq], there = f->known.standing[sq];

	if (home == 0 || there == 0 || sqset_has(f->blind, sq) || !f->present[sq].occupied)
		return false;
	return piece_colour(home) != piece_colour(there) ||
	       (piece_kind(home) != piece_kind(there) &&
		(f->known.exact || piece_kind(there) != PIECE_PAWN));
}

/*
 * Applies the present board as edges: missing pieces are lifted before extra ones are put down.
 * Skips squares that have become blind, because their readings are stale.
 */
static void
apply_present(const struct infer *f, struct worlds *ws)
{
	const struct reading empty = { 0 };
	struct sqset silent = sqset_or(f->due, f->blind);

	for (unsigned sq = 0; sq < rules_squares(f->game); sq++)
		if (sqset_has(ws->home, sq) && !sqset_has(silent, sq))
			worlds_edge(ws, sq, displaced(f, ws, sq) ? empty : f->present[sq]);
	/* Places known pieces first, because an unknown one may be any of the rest. */
	for (unsigned pass = 0; pass < 2; pass++)
		for (unsigned sq = 0; sq < rules_squares(f->game); sq++)
			if (!sqset_has(silent, sq) && (f->known.standing[sq] == 0) == (pass == 1) &&
			    (!sqset_has(ws->home, sq) || displaced(f, ws, sq)))
				worlds_put(ws, sq, f->present[sq], f->known.standing[sq]);
}

void
infer_worlds_before(const struct infer *f, struct worlds *out)
{
	worlds_start(out, f->game, &f->position, f->blind);
	out->odd = f->odd;
	memcpy(out->level_min, f->level_min, sizeof(out->level_min));
	memcpy(out->level_max, f->level_max, sizeof(out->level_max));
	if (f->has_present) {
		out->exact = f->known.exact;
		apply_present(f, out);
	}
}

/*
 * Applies an edge. If the departure came this late, the lifted piece may still be in the hand, and
 * the arrived piece may be from the box.
 */
static void
take_edge(struct worlds *ws, const struct infer_edge *e)
{
	if (e->lag_us >= INFER_OVERLAP_US)
		worlds_edge_or_box(ws, e->sq, e->reading);
	else
		worlds_edge(ws, e->sq, e->reading);
}

void
infer_replay(struct infer *f)
{
	struct worlds *w = &f->worlds;

	infer_worlds_before(f, w);
	w->vague |= f->log_full;
	for (unsigned i = 0; i < f->n_log; i++)
		take_edge(w, &f->log[i]);
}

/* Reports whether a piece may have come to sq from a blind square. */
static bool
may_come_unseen(const struct infer *f, unsigned sq)
{
	for (unsigned c = 0; c < f->n && !sqset_empty(f->blind); c++)
		for (unsigned i = 0; i < f->candidate[c].n_arrivals; i++)
			if (f->candidate[c].arrival[i].sq == sq &&
			    !sqset_empty(sqset_and(f->candidate[c].movers, f->blind)))
				return true;
	return false;
}

/*
 * Reports whether a piece that the rules removed was put back on its square while no piece
 * is up.
 */
static bool
is_put_back(const struct infer *f, const struct infer_edge *e)
{
	const struct worlds *ws = &f->worlds;

	return sqset_has(f->emptied, e->sq) && e->reading.occupied && !sqset_has(ws->now, e->sq) &&
	       sqset_empty(sqset_minus(ws->home, ws->now)) && !may_come_unseen(f, e->sq);
}

/* Reports whether a candidate places a piece from the box on sq. */
static bool
is_placement(const struct infer *f, unsigned sq)
{
	for (unsigned c = 0; c < f->n; c++)
		if (f->candidate[c].way == WAY_PLACE && f->candidate[c].arrival[0].sq == sq)
			return true;
	return false;
}

/* Reports whether none of the lifted pieces can have arrived on sq. */
static bool
came_from_nowhere(const struct infer *f, unsigned sq)
{
	const struct worlds *ws = &f->worlds;

	if (ws->vague || is_placement(f, sq))
		return false;
	for (unsigned i = 0; i < ws->n; i++)
		if (ws->w[i].at[ws->index[sq]] != WORLD_BOX)
			return false;
	return true;
}

/*
 * Reports whether candidate c moves the piece of `home`, and that piece may rest on sq, even in
 * passing. False if another piece of the mover belongs on sq.
 */
static bool
may_come(const struct infer *f, unsigned c, unsigned home, unsigned sq)
{
	const struct infer_candidate *x = &f->candidate[c];
	uint8_t there = f->worlds.piece[sq];

	if (home >= RULES_SQUARES_MAX || !sqset_has(x->movers, home))
		return false;
	if (there == 0 || piece_colour(there) != f->colour)
		return true;
	for (unsigned i = 0; i < x->n_arrivals; i++)
		if (x->arrival[i].sq == sq && x->arrival[i].home == home)
			return true;
	return false;
}

/*
 * Reports whether edge `at` lifts a piece that some action moves and that may have arrived
 * on sq.
 */
static bool
lifts_mover(const struct infer *f, unsigned at, unsigned sq)
{
	unsigned from = f->log[at].sq;
	struct worlds before;

	infer_worlds_before(f, &before);
	for (unsigned i = 0; i < at; i++)
		take_edge(&before, &f->log[i]);
	for (unsigned i = 0; i < before.n && !before.vague; i++) {
		unsigned home =
			before.index[from] == 0xff ? from : before.w[i].at[before.index[from]];

		for (unsigned c = 0; c < f->n; c++)
			if (may_come(f, c, home, sq))
				return true;
	}
	return false;
}

bool
infer_is_beside(const struct game *g, unsigned a, unsigned b)
{
	unsigned files = rules_files(g);
	int df = (int)(a % files) - (int)(b % files), dr = (int)(a / files) - (int)(b / files);

	return abs(df) <= 1 && abs(dr) <= 1;
}

/*
 * Reports whether a piece from `from` that arrived on sq would make an attempt, too far away for
 * one magnet to close both contacts. Then sq's own piece was put back: an attempt is final at
 * once, and nothing corrects it.
 */
static bool
is_far_attempt(const struct infer *f, unsigned from, unsigned sq)
{
	for (unsigned c = 0; c < f->n; c++)
		if (f->candidate[c].way == WAY_ATTEMPT && f->candidate[c].action.to == sq)
			return !infer_is_beside(f->game, from, sq);
	return false;
}

/*
 * Returns the arrival that belongs to the departure at edge `at`, or `at` if there is
 * none. A magnet between two reeds closes the new contact before it opens the old one.
 */
static unsigned
find_arrival(const struct infer *f, unsigned at)
{
	const struct infer_edge *lift = &f->log[at];
	struct sqset later = sqset_of(lift->sq);

	for (unsigned i = at; i-- > 0;) {
		const struct infer_edge *e = &f->log[i];
		uint64_t gap_us = lift->t_us - e->t_us;

		if (e->sq == lift->sq || gap_us >= INFER_DEPARTURE_US)
			return at;
		if (!sqset_has(later, e->sq) && infer_came_down(f, i) &&
		    (came_from_nowhere(f, e->sq) ||
		     (gap_us < INFER_OVERLAP_US && !is_far_attempt(f, lift->sq, e->sq) &&
		      lifts_mover(f, at, e->sq))))
			return i;
		sqset_add(&later, e->sq);
	}
	return at;
}

/*
 * If the departure at edge `at` overlaps its arrival, moves it before the arrival; returns its
 * index.
 */
static unsigned
depart_first(struct infer *f, unsigned at)
{
	unsigned i = find_arrival(f, at);
	struct infer_edge lift = f->log[at];

	if (i == at)
		return at;
	f->log[i].lag_us = (uint32_t)(lift.t_us - f->log[i].t_us);
	lift.t_us = f->log[i].t_us;
	memmove(&f->log[i + 1], &f->log[i], (at - i) * sizeof(f->log[0]));
	f->log[i] = lift;
	infer_replay(f);
	return i;
}

/* Pairs the new edge `at`: it may be a departure, or the arrival of a logged departure. */
static unsigned
pair_up(struct infer *f, unsigned at)
{
	if (!f->log[at].reading.occupied)
		return depart_first(f, at);
	for (unsigned i = at + 1; i < f->n_log; i++)
		if (!f->log[i].reading.occupied && depart_first(f, i) <= at)
			return at + 1;
	return at;
}

unsigned
infer_departed_late(const struct infer *f)
{
	for (unsigned i = f->n_log; i-- > 0;)
		if (f->log[i].lag_us >= INFER_REACTION_US && sqset_has(f->worlds.now, f->log[i].sq))
			return i;
	return INFER_NONE;
}

uint64_t
infer_awaits_departure_us(const struct infer *f)
{
	for (unsigned i = f->n_log; i-- > 0;)
		if (sqset_has(f->worlds.now, f->log[i].sq) && infer_came_down(f, i) &&
		    came_from_nowhere(f, f->log[i].sq))
			return f->log[i].t_us + INFER_DEPARTURE_US;
	return 0;
}

/*
 * Reports whether the lift e is the late departure of the piece that arrived on an emptied
 * square: the contacts overlap, and the piece was not put back.
 */
static bool
departs_from_returned(const struct infer *f, const struct infer_edge *e)
{
	const struct infer_edge *r = &f->returned;

	if (r->t_us == 0 || e->reading.occupied || !sqset_has(f->due, r->sq) ||
	    e->t_us - r->t_us >= INFER_OVERLAP_US)
		return false;
	for (unsigned c = 0; c < f->n; c++)
		if (may_come(f, c, e->sq, r->sq))
			return true;
	return false;
}

unsigned
infer_edge(struct infer *f, struct infer_edge e)
{
	unsigned at = f->n_log;

	if (f->poleless)
		e.reading.pole = POLE_UNKNOWN;
	if (is_put_back(f, &e)) {
		sqset_add(&f->due, e.sq);
		f->returned = e;
	}
	if (sqset_has(f->due, e.sq)) {
		if (e.reading.occupied == sqset_has(f->worlds.now, e.sq)) {
			sqset_remove(&f->due, e.sq);
			f->present[e.sq] = e.reading; /* later computations from the log include it */
		}
		return INFER_NONE;
	}
	if (f->n_log + f->n_asleep == INFER_LOG_MAX) {
		f->log_full = f->worlds.vague = true;
		worlds_edge(&f->worlds, e.sq, e.reading);
		return INFER_NONE;
	}
	/* The piece that was meant is up: any piece may be set down there next. */
	if (e.sq == f->meant_sq && !e.reading.occupied)
		f->meant_sq = RULES_NO_SQ;
	while (at > 0 && f->log[at - 1].t_us > e.t_us)
		at--;
	memmove(&f->log[at + 1], &f->log[at], (f->n_log - at) * sizeof(f->log[0]));
	f->log[at] = e;
	f->n_log++;
	if (at + 1u == f->n_log)
		take_edge(&f->worlds, &e);
	else
		infer_replay(f);
	if (departs_from_returned(f, &e)) {
		sqset_remove(&f->due, f->returned.sq);
		return infer_edge(f, f->returned);
	}
	return pair_up(f, at);
}

void
infer_rest(struct infer *f)
{
	f->n_log = 0;
	f->meant_sq = RULES_NO_SQ;
	f->log_full = f->has_present = false;
	memcpy(f->level_min, f->worlds.level_min, sizeof(f->level_min));
	memcpy(f->level_max, f->worlds.level_max, sizeof(f->level_max));
	infer_replay(f);
}

void
infer_set_levels(struct infer *f, const struct infer *from, unsigned at)
{
	memcpy(f->level_min, from->level_min, sizeof(f->level_min));
	memcpy(f->level_max, from->level_max, sizeof(f->level_max));
	for (unsigned i = 0; i < at; i++) {
		f->level_min[from->log[i].sq] = from->log[i].reading.level_min;
		f->level_max[from->log[i].sq] = from->log[i].reading.level_max;
	}
	infer_replay(f);
}

void
infer_set_due(struct infer *f, struct sqset due, struct sqset emptied)
{
	f->due = due;
	f->emptied = sqset_minus(emptied, f->worlds.home);
}

void
infer_meant(struct infer *f, unsigned sq, unsigned home)
{
	f->meant_sq = (uint8_t)sq;
	f->meant_home = (uint8_t)home;
}

bool
infer_came_down(const struct infer *f, unsigned i)
{
	const struct infer_edge *e = &f->log[i];

	if (!e->reading.occupied)
		return false;
	while (i-- > 0)
		if (f->log[i].sq == e->sq)
			return !f->log[i].reading.occupied ||
			       f->log[i].reading.pole != e->reading.pole;
	return !sqset_has(f->worlds.home, e->sq) ||
	       (f->has_present && !f->present[e->sq].occupied) ||
	       !worlds_pole_fits(&f->worlds, e->sq, e->reading.pole);
}

void
infer_reads_odd(struct infer *f, unsigned home)
{
	sqset_add(&f->odd, home);
	infer_replay(f);
}

struct sqset
infer_now(const struct infer *f)
{
	return sqset_xor(f->worlds.now, f->due);
}

void
infer_present(struct infer *f, const struct reading *board, const struct infer_known *known)
{
	infer_rest(f);
	f->n_asleep = 0;
	f->has_present = true;
	memset(&f->known, 0, sizeof(f->known));
	if (known)
		f->known = *known;
	memcpy(f->present, board, rules_squares(f->game) * sizeof(board[0]));
	for (unsigned sq = 0; sq < rules_squares(f->game); sq++) {
		f->level_min[sq] = board[sq].level_min;
		f->level_max[sq] = board[sq].level_max;
	}
	infer_replay(f);
}

/* ---- explaining the edges by a candidate ---- */

uint8_t
infer_wanted(const struct infer *f, unsigned c, unsigned sq)
{
	const struct infer_candidate *x = c == INFER_NONE ? NULL : &f->candidate[c];

	if (x && sqset_has(x->changed, sq) && (x->way != WAY_TOUCH || !sqset_has(x->after, sq))) {
		for (unsigned i = 0; i < x->n_arrivals; i++)
			if (x->arrival[i].sq == sq)
				return x->arrival[i].home;
		return WORLD_NOTHING;
	}
	return sqset_has(f->worlds.home, sq) ? (uint8_t)sq : WORLD_NOTHING;
}

/*
 * Reports whether `have` may be the piece of home `want`: the piece itself, or the substitute
 * for a promoted one.
 */
static bool
may_stand_for(const struct infer *f, uint8_t have, uint8_t want)
{
	return have == want ||
	       (f->promoted != RULES_NO_SQ && want == f->promoted && have == WORLD_BOX);
}

/*
 * Reports whether world w is the board after candidate c. aside: the square of a captured piece
 * that is still on the board, or RULES_NO_SQ.
 */
static bool
world_matches(const struct infer *f, const struct world *w, unsigned c, unsigned aside)
{
	const struct infer_candidate *x = &f->candidate[c];
	const struct worlds *ws = &f->worlds;

	for (unsigned i = 0; i < ws->n_touched; i++) {
		unsigned sq = ws->touched_sq[i];

		if (sqset_has(f->blind, sq)) {
			continue;
		} else if (sq == aside) {
			if (w->at[i] >= RULES_SQUARES_MAX || !sqset_has(x->captured, w->at[i]))
				return false;
		} else if (x->promotes && sq == x->arrival[0].sq) {
			/*
			 * Any piece may replace the pawn, except the victim put back while
			 * the pawn is up.
			 */
			if (w->at[i] == WORLD_NOTHING || w->at[i] == sq)
				return false;
		} else if (sqset_has(x->loose, sq)) {
			if (w->at[i] != WORLD_NOTHING && w->at[i] != sq)
				return false;
		} else if (!may_stand_for(f, w->at[i], infer_wanted(f, c, sq))) {
			return false;
		}
	}
	return true;
}

static bool
arrivals_touched(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];

	if (x->way == WAY_TOUCH)
		return infer_transfer_touched(f, c);
	for (unsigned i = 0; i < x->n_arrivals; i++)
		if (!sqset_has(f->worlds.touched, x->arrival[i].sq) &&
		    !sqset_has(f->blind, x->arrival[i].sq))
			return false;
	/* With blind squares, at least one edge of the action must have been seen. */
	return sqset_empty(f->blind) || !sqset_empty(sqset_and(f->worlds.touched, x->changed));
}

bool
infer_lands_blind(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];
	unsigned i = 0;

	while (i < x->n_arrivals && sqset_has(f->blind, x->arrival[i].sq))
		i++;
	return x->n_arrivals > 0 && i == x->n_arrivals;
}

bool
infer_readings_fit(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];
	const struct worlds *ws = &f->worlds;
	struct sqset others = sqset_minus(ws->touched, x->changed);

	while (!sqset_empty(others)) {
		unsigned sq = sqset_pop(&others);

		if (!infer_level_fits(f, sq, ws->piece[sq]))
			return false;
	}
	for (unsigned i = 0; i < x->n_arrivals; i++) {
		unsigned sq = x->arrival[i].sq, pole = ws->pole[sq];
		uint8_t piece = x->arrival[i].piece;

		if (x->arrival[i].home == WORLD_BOX && pole != POLE_UNKNOWN &&
		    (pole == POLE_BLACK) != (piece_colour(piece) == 1))
			return false;
		if (!infer_level_fits(f, sq, piece))
			return false;
	}
	return x->way != WAY_TOUCH || (infer_level_fits(f, x->action.from, x->given) &&
				       infer_level_fits(f, x->action.to, x->received));
}

/* Reports whether the piece of `home` may read as the other colour. */
static bool
is_odd(const struct worlds *ws, unsigned home)
{
	return home < RULES_SQUARES_MAX && sqset_has(ws->odd, home);
}

/*
 * Reports whether the measured poles agree with the board after x, when the arrangements are
 * unknown.
 */
static bool
poles_agree(const struct infer *f, const struct infer_candidate *x)
{
	const struct worlds *ws = &f->worlds;
	struct sqset left = sqset_and(ws->touched, ws->now);

	while (!sqset_empty(left)) {
		unsigned sq = sqset_pop(&left), pole = ws->pole[sq];
		uint8_t piece = sqset_has(ws->odd, sq) ? 0 : ws->piece[sq];

		for (unsigned i = 0; i < x->n_arrivals; i++)
			if (x->arrival[i].sq == sq)
				piece = x->promotes || is_odd(ws, x->arrival[i].home)
						? 0
						: x->arrival[i].piece;
		if (piece && pole != POLE_UNKNOWN &&
		    (pole == POLE_BLACK) != (piece_colour(piece) == 1))
			return false;
	}
	return true;
}

static bool
explains(const struct infer *f, unsigned c)
{
	const struct worlds *ws = &f->worlds;
	const struct infer_candidate *x = &f->candidate[c];

	struct sqset unsure = sqset_or(x->loose, f->blind);

	if (x->way == WAY_WORD ||
	    !sqset_equal(sqset_minus(x->after, unsure), sqset_minus(ws->now, unsure)) ||
	    !arrivals_touched(f, c) || !infer_readings_fit(f, c))
		return false;
	if (ws->vague)
		return poles_agree(f, x);
	for (unsigned i = 0; i < ws->n; i++)
		if (world_matches(f, &ws->w[i], c, RULES_NO_SQ))
			return true;
	return false;
}

bool
infer_set_aside(const struct infer *f, unsigned c, bool *sure)
{
	unsigned fits = 0;
	const struct worlds *ws = &f->worlds;
	const struct infer_candidate *x = &f->candidate[c];
	struct sqset more = sqset_minus(sqset_minus(ws->now, x->after), x->loose);
	struct sqset less = sqset_minus(sqset_minus(x->after, ws->now), x->loose);

	if (x->way != WAY_MOVE || sqset_empty(x->captured) || ws->vague || !sqset_empty(f->blind) ||
	    sqset_count(more) != 1 || !sqset_empty(less) || !arrivals_touched(f, c) ||
	    !infer_readings_fit(f, c))
		return false;
	for (unsigned i = 0, aside = sqset_pop(&more); i < ws->n; i++)
		fits += world_matches(f, &ws->w[i], c, aside);
	*sure = fits == ws->n;
	return fits > 0;
}

/* Reports whether each piece with a blind home is still there in world w and is not moved by c. */
static bool
blind_homes_unmoved(const struct infer *f, const struct world *w, unsigned c)
{
	const struct worlds *ws = &f->worlds;

	for (unsigned i = 0; i < ws->n_touched; i++)
		if (sqset_has(f->blind, ws->touched_sq[i]) && w->at[i] == WORLD_NOTHING &&
		    sqset_has(ws->home, ws->touched_sq[i]))
			return false;
	return sqset_empty(sqset_and(f->blind, f->candidate[c].changed));
}

bool
infer_relies_on_blind(const struct infer *f, unsigned c)
{
	const struct worlds *ws = &f->worlds;

	for (unsigned i = 0; i < ws->n && !ws->vague; i++)
		if (blind_homes_unmoved(f, &ws->w[i], c) &&
		    world_matches(f, &ws->w[i], c, RULES_NO_SQ))
			return false;
	return !sqset_empty(f->blind);
}

bool
infer_all_home(const struct infer *f)
{
	struct sqset touched = f->worlds.touched;

	if (!worlds_all_home(&f->worlds))
		return false;
	while (!sqset_empty(touched)) {
		unsigned sq = sqset_pop(&touched);

		if (!infer_level_fits(f, sq, f->worlds.piece[sq]))
			return false;
	}
	return true;
}

/*
 * Prefers the queen among promotions that differ only in the piece: the other kinds stay
 * options and do not make the answer ambiguous.
 */
static bool
prefer_promotion(const struct infer *f, struct infer_answer *out, unsigned c)
{
	for (unsigned i = 0; i < out->n; i++)
		if (infer_same_promotion(f, out->best[i], c)) {
			if (f->candidate[c].action.arg > f->candidate[out->best[i]].action.arg)
				out->best[i] = (uint16_t)c;
			return true;
		}
	return false;
}

void
infer_explain(const struct infer *f, struct infer_answer *out)
{
	unsigned odd = 0;

	memset(out, 0, sizeof(*out));
	out->null = infer_all_home(f);
	if (sqset_empty(f->worlds.touched))
		return;
	for (unsigned c = 0; c < f->n; c++) {
		unsigned cost, odd_here;

		if (!explains(f, c))
			continue;
		cost = sqset_count(sqset_minus(f->worlds.touched, f->candidate[c].changed));
		odd_here = infer_objects_odd(f, c);
		if (out->n && (cost > out->cost || (cost == out->cost && odd_here > odd)))
			continue;
		if (out->n && (cost < out->cost || odd_here < odd))
			out->n = 0;
		out->cost = cost;
		odd = odd_here;
		if (!prefer_promotion(f, out, c) && out->n < INFER_BEST_MAX)
			out->best[out->n++] = (uint16_t)c;
	}
}

/* ---- arrivals ---- */

/*
 * Reports whether arrival a of x has happened in w: its piece is on the square, or, if that
 * square is blind, on no other.
 */
static bool
arrived(const struct infer *f, const struct world *w, const struct infer_candidate *x, unsigned a)
{
	unsigned at = worlds_place(&f->worlds, w, x->arrival[a].home);

	return at == x->arrival[a].sq ||
	       (at == WORLD_NOTHING && sqset_has(f->blind, x->arrival[a].sq));
}

bool
infer_stands(const struct infer *f, unsigned c)
{
	const struct infer_candidate *x = &f->candidate[c];
	const struct worlds *ws = &f->worlds;

	if (x->way == WAY_WORD || !arrivals_touched(f, c))
		return false;
	for (unsigned a = 0; a < x->n_arrivals; a++)
		if (!sqset_has(ws->now, x->arrival[a].sq) && !sqset_has(f->blind, x->arrival[a].sq))
			return false;
	if (ws->vague || x->promotes || x->way == WAY_PLACE)
		return true;
	for (unsigned i = 0; i < ws->n; i++) {
		unsigned a = 0;

		while (a < x->n_arrivals && arrived(f, &ws->w[i], x, a))
			a++;
		if (a == x->n_arrivals)
			return true;
	}
	return false;
}
