/*
 * Both players' hands on the board at once: the opponent took up a piece before
 * the mover had set down its own. No single action explains such edges, in their
 * order or any other; but shared out between two hands, the mover's make an
 * action and the opponent's its answer.
 *
 *   L a  L o  D b  D p		a-b, answered by o-p
 *   L r  D f  L k  L o  D g  D p	castling, answered
 *   L a  L o  D b  |		a-b; the opponent still holds its piece
 *
 *   L a  L o  L v  D v  D p	a takes v, answered by o-p
 *
 * A lift belongs to who owns the piece or may take it, a drop to a hand that
 * holds one; where that is both, both readings are tried. If readings differ in
 * the mover's action, none is taken: guidance is better than a guess.
 */
#include "daemon/session/session_priv.h"

#include <string.h>

enum {
	/* Edges from the opponent's lift on: more than this is not two quick hands. */
	SPLIT_EDGES_MAX = 16,
	SPLIT_CHOICES_MAX = 6, /* each doubles the readings */
	SPLIT_SEVERAL = INFER_NONE - 1,
};

/* Edges shared out: the mover's first, then the opponent's, each in order of time. */
struct split {
	unsigned n, mine;
	bool at_once; /* the mover set something down after the opponent had begun */
	struct infer_edge edge[INFER_LOG_MAX];
};

/* Who holds how many, and whose piece stands where, while edges are shared out. */
struct hands {
	int mine, theirs;     /* pieces in the air */
	struct sqset own;     /* the mover's pieces on the board */
	struct sqset victims; /* squares of what the mover could capture */
};

/*
 * Is this edge the opponent's doing? either: it could be both hands' and `theirs`
 * decides: a drop while both hold a piece; a piece taken up that may be the
 * other's victim.
 */
static bool
opponent_does(struct hands *h, const struct infer *f, unsigned i, bool theirs, bool *either)
{
	const struct infer_edge *e = &f->log[i];

	/* An object under a piece, a stone on it: whose it is, and in nobody's hand. */
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

/* All edges before `at` are the mover's. */
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
 * Shares out f's edges, the opponent beginning with edge `at`. choice: a bit for
 * each edge that either hand could have made, set where it is the opponent's;
 * *choices: how many there were. False: there is no such reading.
 */
static bool
split_make(const struct infer *f, unsigned at, unsigned choice, struct split *out,
	   unsigned *choices)
{
	struct infer_edge late[SPLIT_EDGES_MAX];
	unsigned n_late = 0;
	struct hands h;

	*choices = 0;
	hands_before(f, at, &h);
	if (h.mine < 0 || f->n_log - at > SPLIT_EDGES_MAX)
		return false;
	memcpy(out->edge, f->log, at * sizeof(f->log[0]));
	out->mine = at;
	for (unsigned i = at; i < f->n_log; i++) {
		bool either;
		bool theirs = opponent_does(&h, f, i, (choice >> *choices & 1) != 0, &either);

		/* The edge they share out from is the opponent's, or it is another reading. */
		if (h.mine < 0 || h.theirs < 0 || (i == at && !theirs))
			return false;
		*choices += either;
		if (theirs)
			late[n_late++] = f->log[i];
		else
			out->edge[out->mine++] = f->log[i];
	}
	memcpy(out->edge + out->mine, late, n_late * sizeof(late[0]));
	out->n = out->mine + n_late;
	out->at_once = out->mine > at;
	return n_late > 0 && *choices <= SPLIT_CHOICES_MAX;
}

/* The opponent's edges are pieces taken up and nothing else: an answer begun. */
static bool
only_lifts(const struct split *sp)
{
	for (unsigned i = sp->mine; i < sp->n; i++)
		if (sp->edge[i].reading.occupied)
			return false;
	return true;
}

/*
 * The mover's action that this reading means; INFER_NONE: none; SPLIT_SEVERAL.
 * half: its answer may be unfinished, with the piece in the hand; little is known
 * then, so the mover must have touched nothing else.
 */
static unsigned
split_meaning(struct session *s, const struct infer *f, const struct split *sp, bool half)
{
	struct infer *probe = &s->ctx[s->scratch];
	struct infer_answer mine, reply;
	struct action action[INFER_BEST_MAX];
	unsigned meaning = INFER_NONE;

	infer_start_probe(probe, f, 0, &f->position, f->worlds.touched);
	for (unsigned i = 0; i < sp->mine; i++)
		(void)infer_edge(probe, sp->edge[i]);
	infer_explain(probe, &mine);
	if (probe->worlds.vague)
		return mine.n > 0 ? SPLIT_SEVERAL : INFER_NONE;
	for (unsigned k = 0; k < mine.n; k++)
		action[k] = probe->candidate[mine.best[k]].action;
	for (unsigned k = 0; k < mine.n; k++) {
		struct position after;

		session_foresee(s->game, &f->position, action[k], &after);
		infer_start_probe(probe, f, sp->mine, &after, f->worlds.touched);
		for (unsigned i = sp->mine; i < sp->n; i++)
			(void)infer_edge(probe, sp->edge[i]);
		infer_explain(probe, &reply);
		/* A piece that is up and may have gone where nothing is seen is no answer yet. */
		if ((reply.n == 0 || infer_lands_blind(probe, reply.best[0])) &&
		    !(half && mine.cost == 0 && only_lifts(sp) && infer_alive(probe, false, NULL)))
			continue;
		meaning = meaning == INFER_NONE ? infer_find(f, action[k]) : SPLIT_SEVERAL;
	}
	return meaning;
}

/*
 * Before edge `at` all was explained: the mover was done by then, and what the
 * opponent touched since has settled that (rules 1 and 6 of the house).
 */
static bool
done_before(struct session *s, const struct infer *f, unsigned at)
{
	struct infer_answer a;

	infer_explain(session_probe(s, f, 0, at, &f->position), &a);
	return a.n > 0 && !a.null;
}

/*
 * The sole meaning of all readings of hands at once; or INFER_NONE, SPLIT_SEVERAL.
 * *out: of those that mean it the one in which the mover's hand did the least.
 */
static unsigned
find_at_once(struct session *s, const struct infer *f, bool half, struct split *out)
{
	unsigned found = INFER_NONE, least = 0;

	for (unsigned at = 1; at < f->n_log; at++) {
		if (f->log[at].reading.occupied || done_before(s, f, at))
			continue;
		for (unsigned choice = 0; choice < 1u << SPLIT_CHOICES_MAX; choice++) {
			unsigned choices, c;
			struct split sp;

			/* Bits beyond the choices there are would only repeat a reading. */
			if (!split_make(f, at, choice, &sp, &choices) || choice >> choices != 0 ||
			    !sp.at_once)
				continue;
			c = split_meaning(s, f, &sp, half);
			if (c == INFER_NONE)
				continue;
			if (c == SPLIT_SEVERAL || (found != INFER_NONE && c != found))
				return SPLIT_SEVERAL;
			if (found == INFER_NONE || sp.mine < least) {
				*out = sp;
				least = sp.mine;
			}
			found = c;
		}
	}
	return found;
}

/*
 * One hand after the other: where the first is done, and what it means; INFER_NONE
 * if no place divides the edges so, SPLIT_SEVERAL if several do that differ.
 */
static unsigned
find_in_turn(struct session *s, const struct infer *f, bool half, unsigned *mine)
{
	unsigned found = INFER_NONE;

	for (unsigned at = 1; at < f->n_log; at++) {
		struct split sp = { .n = f->n_log, .mine = at };
		unsigned c;

		memcpy(sp.edge, f->log, f->n_log * sizeof(f->log[0]));
		c = split_meaning(s, f, &sp, half);
		if (c == INFER_NONE)
			continue;
		if (found == INFER_NONE)
			*mine = at;
		found = found == INFER_NONE || c == found ? c : SPLIT_SEVERAL;
	}
	return found;
}

/* What two hands did, at once or in turn; where both say the same, in turn leaves more to ask. */
static unsigned
split_find(struct session *s, const struct infer *f, bool half, struct split *out)
{
	unsigned c = find_at_once(s, f, half, out), mine, in_turn;

	if (c >= SPLIT_SEVERAL)
		return c;
	in_turn = find_in_turn(s, f, true, &mine);
	if (in_turn == INFER_NONE)
		return c;
	if (in_turn != c)
		return SPLIT_SEVERAL;
	memcpy(out->edge, f->log, f->n_log * sizeof(f->log[0]));
	out->n = f->n_log;
	out->mine = mine;
	return c;
}

/* The mover's action became final when it was done and the opponent had begun. */
static uint64_t
split_time(const struct split *sp)
{
	uint64_t done_us = sp->edge[sp->mine - 1].t_us, begun_us = sp->edge[sp->mine].t_us;

	return done_us > begun_us ? done_us : begun_us;
}

bool
session_split_differs(struct session *s, unsigned c)
{
	const struct infer *f = session_current(s);
	struct split sp;
	unsigned mine, at_once = find_at_once(s, f, false, &sp);
	unsigned in_turn = find_in_turn(s, f, false, &mine);

	s->doubt |=
		(at_once != INFER_NONE && at_once != c) || (in_turn != INFER_NONE && in_turn != c);
	return s->doubt;
}

bool
session_split(struct session *s, bool half)
{
	struct infer *f = session_current(s);
	struct split sp;
	unsigned c;

	if (f->log_full || f->worlds.vague || s->doubt || infer_alive(f, true, NULL) ||
	    sqset_count(f->blind) > SESSION_BLIND_MAX)
		return false;
	c = split_find(s, f, half, &sp);
	if (c < SPLIT_SEVERAL &&
	    (session_fits_other(s) ||
	     session_rival_in_the_dark(s, SOURCE_CURRENT, c, true) == RIVAL_OTHER))
		c = SPLIT_SEVERAL;
	/* What fits later by adjusting alone is then not to be trusted. */
	s->doubt |= c == SPLIT_SEVERAL;
	if (c >= SPLIT_SEVERAL)
		return false;
	memcpy(f->log, sp.edge, sp.n * sizeof(sp.edge[0]));
	session_show(s, SOURCE_CURRENT, c, split_time(&sp));
	s->shown.log_at = (uint16_t)sp.mine;
	session_finalise(s, split_time(&sp), BY_OPPONENT);
	return true;
}
