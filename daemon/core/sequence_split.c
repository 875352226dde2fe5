/*
 * Both players move at once: the opponent lifted a piece before the mover had set down its
 * own. No single action explains such edges, in any order. Split between two players, the
 * mover's edges form an action and the opponent's its reply.
 *
 *   L a  L o  D b  D p  a-b, answered by o-p
 *   L r  D f  L k  L o  D g  D p castling, answered
 *   L a  L o  D b  |  a-b; the opponent still holds its piece
 *
 *   L a  L o  L v  D v  D p a takes v, answered by o-p
 *
 * A lift belongs to the player who owns the piece or may capture it, a drop to a player who
 * holds one. If both players qualify, both readings are tried. If readings differ in the
 * mover's action, none is taken: guidance is better than a guess.
 */
#include <string.h>

#include "daemon/core/foresee.h"
#include "daemon/core/sequence.h"

enum {
	/* Limit of edges since the opponent's lift; two quick players make fewer. */
	SPLIT_EDGES_MAX = SEQUENCE_LATER_MAX,
	SPLIT_CHOICES_MAX = 6, /* each doubles the readings */
	SPLIT_SEVERAL = INFER_NONE - 1,
};

/* Pieces held by each player and on the board, while edges are split. */
struct hands {
	int mine, theirs;     /* pieces in the air */
	struct sqset own;     /* the mover's pieces on the board */
	struct sqset victims; /* squares of pieces the mover could capture */
};

/*
 * Reports whether edge i is the opponent's. either: both players qualify, and `theirs`
 * decides: a drop while both hold a piece, or a lift of a possible victim.
 */
static bool
opponent_does(struct hands *h, const struct infer *f, unsigned i, bool theirs, bool *either)
{
	const struct infer_edge *e = &f->log[i];

	/* A change of level belongs to the piece's owner and moves no piece. */
	*either = false;
	if (e->reading.occupied && !infer_came_down(f, i))
		return !sqset_has(h->own, e->sq);
	if (!e->reading.occupied) {
		*either = sqset_has(h->own, e->sq) || sqset_has(h->victims, e->sq);
		theirs |= !*either;
		sqset_remove(&h->own, e->sq);
		sqset_remove(&h->victims, e->sq);
		*(theirs ? &h->theirs : &h->mine) += 1;
		return theirs;
	}
	*either = h->mine > 0 && h->theirs > 0;
	theirs = *either ? theirs : h->theirs > 0;
	*(theirs ? &h->theirs : &h->mine) -= 1;
	if (!theirs)
		sqset_add(&h->own, e->sq);
	return theirs;
}

/* Assigns all edges before `at` to the mover. */
static void
hands_before(const struct infer *f, unsigned at, struct hands *h)
{
	memset(h, 0, sizeof(*h));
	h->own = rules_occupied_by(f->game, &f->position, f->colour);
	for (unsigned c = 0; c < f->n; c++)
		h->victims = sqset_or(h->victims, f->candidate[c].captured);
	for (unsigned i = 0; i < at; i++) {
		if (f->log[i].reading.occupied && !infer_came_down(f, i))
			continue;
		if (f->log[i].reading.occupied) {
			h->mine--;
			sqset_add(&h->own, f->log[i].sq);
		} else {
			h->mine++;
			sqset_remove(&h->own, f->log[i].sq);
		}
	}
}

/*
 * Splits f's edges; the opponent begins with edge `at`, and its edges are the later ones.
 * choice: one bit per ambiguous edge, set if the edge is the opponent's; *choices: number of
 * ambiguous edges. Returns false if the players cannot have made these edges.
 */
static bool
split_make(const struct infer *f, unsigned at, unsigned choice, struct sequence_part *out,
	   unsigned *choices)
{
	struct hands h;

	*choices = 0;
	out->until = f->n_log;
	out->n_later = 0;
	hands_before(f, at, &h);
	if (h.mine < 0 || f->n_log - at > SPLIT_EDGES_MAX)
		return false;
	for (unsigned i = at; i < f->n_log; i++) {
		bool either;
		bool theirs = opponent_does(&h, f, i, (choice >> *choices & 1) != 0, &either);

		/* If edge `at` is not the opponent's, this is another reading. */
		if (h.mine < 0 || h.theirs < 0 || (i == at && !theirs))
			return false;
		*choices += either;
		if (theirs)
			out->later[out->n_later++] = (uint16_t)i;
	}
	return out->n_later > 0 && *choices <= SPLIT_CHOICES_MAX;
}

static unsigned
count_mine(const struct sequence_part *sp)
{
	return sp->until - (unsigned)sp->n_later;
}

static bool
is_theirs(const struct sequence_part *sp, unsigned i)
{
	bool later = i >= sp->until;

	for (unsigned k = 0; k < sp->n_later; k++)
		later |= sp->later[k] == i;
	return later;
}

/* Adds the edges of one player to the question. */
static void
pose(struct infer *probe, const struct infer *f, const struct sequence_part *sp, bool theirs)
{
	for (unsigned i = 0; i < f->n_log; i++)
		if (is_theirs(sp, i) == theirs)
			(void)infer_edge(probe, f->log[i]);
}

/* Reports whether the opponent's edges are lifts only, the beginning of a reply. */
static bool
only_lifts(const struct infer *f, const struct sequence_part *sp)
{
	for (unsigned i = 0; i < f->n_log; i++)
		if (is_theirs(sp, i) && f->log[i].reading.occupied)
			return false;
	return true;
}

/*
 * Returns the mover's action of this reading, INFER_NONE or SPLIT_SEVERAL. half: the reply
 * may be unfinished with its piece held; then the mover must have touched nothing else.
 */
static unsigned
split_meaning(const struct sequence *q, const struct sequence_part *sp, bool half)
{
	const struct infer *f = q->current;
	struct infer *probe = q->scratch;
	struct infer_answer mine, reply;
	struct action action[INFER_BEST_MAX];
	unsigned meaning = INFER_NONE;

	infer_start_probe(probe, f, 0, &f->position, f->worlds.touched);
	pose(probe, f, sp, false);
	infer_explain(probe, &mine);
	if (probe->worlds.vague)
		return mine.n > 0 ? SPLIT_SEVERAL : INFER_NONE;
	for (unsigned k = 0; k < mine.n; k++)
		action[k] = probe->candidate[mine.best[k]].action;
	for (unsigned k = 0; k < mine.n; k++) {
		struct position after;

		foresee_action(f->game, &f->position, action[k], &after);
		infer_start_probe(probe, f, count_mine(sp), &after, f->worlds.touched);
		pose(probe, f, sp, true);
		infer_explain(probe, &reply);
		/* A lifted piece that may be on a blind square is no reply yet. */
		if ((reply.n == 0 || infer_lands_blind(probe, reply.best[0])) &&
		    !(half && mine.cost == 0 && only_lifts(f, sp) &&
		      infer_alive(probe, false, NULL)))
			continue;
		meaning = meaning == INFER_NONE ? infer_find(f, action[k]) : SPLIT_SEVERAL;
	}
	return meaning;
}

/*
 * Reports whether everything before edge `at` was explained: the mover was done, and the
 * opponent's touch confirmed that.
 */
static bool
done_before(const struct sequence *q, unsigned at)
{
	const struct infer *f = q->current;
	struct infer_answer a;

	infer_explain(sequence_probe(q, f, 0, at, &f->position), &a);
	return a.n > 0 && !a.null;
}

/*
 * Reports whether the opponent's piece was down before the mover touched a piece of action c. No
 * move is answered before it begins.
 */
static bool
answered_first(const struct infer *f, const struct sequence_part *sp, unsigned c)
{
	unsigned last = sp->later[sp->n_later - 1];

	for (unsigned i = 0; i < last; i++)
		if (!is_theirs(sp, i) && sqset_has(f->candidate[c].changed, f->log[i].sq))
			return false;
	return f->log[last].reading.occupied;
}

/*
 * Returns the only action of all readings with simultaneous moves, or INFER_NONE,
 * SPLIT_SEVERAL. *out: the reading in which the mover did the least.
 */
static unsigned
find_at_once(const struct sequence *q, bool half, struct sequence_part *out)
{
	const struct infer *f = q->current;
	unsigned found = INFER_NONE;

	for (unsigned at = 1; at < f->n_log; at++) {
		if (f->log[at].reading.occupied || done_before(q, at))
			continue;
		for (unsigned choice = 0; choice < 1u << SPLIT_CHOICES_MAX; choice++) {
			unsigned choices, c;
			struct sequence_part sp;

			/* Higher bits have no edge and would repeat a reading. */
			if (!split_make(f, at, choice, &sp, &choices) || choice >> choices != 0)
				continue;
			/* The mover set something down after the opponent had begun. */
			if (count_mine(&sp) == at)
				continue;
			c = split_meaning(q, &sp, half);
			if (c == INFER_NONE || (c != SPLIT_SEVERAL && answered_first(f, &sp, c)))
				continue;
			if (c == SPLIT_SEVERAL || (found != INFER_NONE && c != found))
				return SPLIT_SEVERAL;
			if (found == INFER_NONE || count_mine(&sp) < count_mine(out))
				*out = sp;
			found = c;
		}
	}
	return found;
}

/*
 * Splits the edges between consecutive moves; *out: the first such reading. Returns the
 * action, INFER_NONE if no split fits, SPLIT_SEVERAL if several differ.
 */
static unsigned
find_in_turn(const struct sequence *q, bool half, struct sequence_part *out)
{
	unsigned found = INFER_NONE;

	for (unsigned at = 1; at < q->current->n_log; at++) {
		struct sequence_part sp = { .until = (uint16_t)at };
		unsigned c = split_meaning(q, &sp, half);

		if (c == INFER_NONE)
			continue;
		if (found == INFER_NONE)
			*out = sp;
		found = found == INFER_NONE || c == found ? c : SPLIT_SEVERAL;
	}
	return found;
}

/*
 * Combines simultaneous and consecutive readings. If both agree, uses the consecutive one,
 * which leaves more to the next question.
 */
static unsigned
split_find(const struct sequence *q, bool half, struct sequence_part *out)
{
	struct sequence_part turn = { 0 };
	unsigned c = find_at_once(q, half, out), in_turn;

	if (c >= SPLIT_SEVERAL)
		return c;
	in_turn = find_in_turn(q, true, &turn);
	if (in_turn == INFER_NONE)
		return c;
	if (in_turn != c)
		return SPLIT_SEVERAL;
	*out = turn;
	return c;
}

/* Returns when the mover's action became final: done, and the opponent had begun. */
static uint64_t
split_time(const struct infer *f, const struct sequence_part *sp)
{
	uint64_t done_us = 0, begun_us = UINT64_MAX;

	for (unsigned i = 0; i < f->n_log; i++)
		if (!is_theirs(sp, i))
			done_us = f->log[i].t_us;
		else if (begun_us == UINT64_MAX)
			begun_us = f->log[i].t_us;
	return done_us > begun_us ? done_us : begun_us;
}

bool
sequence_split_differs(const struct sequence *q, unsigned c)
{
	struct sequence_part unused = { 0 };
	unsigned at_once = find_at_once(q, false, &unused);
	unsigned in_turn = find_in_turn(q, false, &unused);

	return (at_once != INFER_NONE && at_once != c) || (in_turn != INFER_NONE && in_turn != c);
}

/*
 * Reports whether the piece set down may be back on its square while the others are held: one
 * other piece, or any number with `half`.
 */
static bool
put_back(const struct infer *f, bool half)
{
	unsigned up = sqset_count(sqset_minus(f->worlds.home, f->worlds.now));

	return (half || up == 1) && infer_only_lacks(f, INFER_NONE);
}

enum sequence_verdict
sequence_split(const struct sequence *q, bool half, struct sequence_first *out)
{
	const struct infer *f = q->current;
	unsigned c;

	if (f->log_full || f->worlds.vague || q->doubt || infer_alive(f, true, NULL) ||
	    put_back(f, half) || sqset_count(f->blind) > INFER_BLIND_MAX)
		return SEQUENCE_NONE;
	*out = (struct sequence_first){ .source = SOURCE_CURRENT };
	c = split_find(q, half, &out->part);
	if (c < SPLIT_SEVERAL &&
	    (sequence_fits_other(q) || sequence_rival(q, SOURCE_CURRENT, c, true) == RIVAL_OTHER))
		c = SPLIT_SEVERAL;
	if (c >= SPLIT_SEVERAL)
		return c == INFER_NONE ? SEQUENCE_NONE : SEQUENCE_SEVERAL;
	out->candidate = c;
	out->done_us = split_time(f, &out->part);
	return SEQUENCE_FIRST;
}
