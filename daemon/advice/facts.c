#include "daemon/advice/facts.h"

#include <string.h>

enum {
	STEPS_MAX = 40, /* a turn that captured a whole side buries all of it */
	TRIES = 4,      /* other actions with which a claim about the present position is tried */
	GAIN_LEAST = 2, /* squares more, before they are a reason */
};

size_t
fact_replies(const struct game *g, struct position *p, unsigned colour, struct action *list)
{
	for (unsigned step = 0; step < STEPS_MAX; step++) {
		unsigned seat = rules_to_act(g, p);
		bool theirs = seat < RULES_SEATS_MAX && (seat & 1) != colour;
		size_t n = rules_actions(g, p, list), i = 0;

		while (i < n && (theirs ? list[i].kind != ACT_PROMOTE
					: list[i].kind != ACT_END && list[i].kind != ACT_BURY &&
						  list[i].kind != ACT_ROLL))
			i++;
		if (i == n)
			return theirs ? n : 0;
		rules_apply(g, p, list[i]);
	}
	return 0;
}

/* Returns the change of the footprint with that cause, or an empty one. */
static struct change
change_by(const struct footprint *f, unsigned cause)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->change[i].cause == cause)
			return f->change[i];
	return (struct change){ .sq = RULES_NO_SQ };
}

/* Reports whether the side other than `colour` can capture on sq in its next turn. */
static bool
can_capture(const struct game *g, struct position p, unsigned colour, unsigned sq)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = fact_replies(g, &p, colour, list);
	bool any = false;

	for (size_t i = 0; i < n && !any; i++)
		any = (list[i].kind == ACT_MOVE || list[i].kind == ACT_ATTEMPT) && list[i].to == sq;
	return any;
}

/* Reports whether the piece would be captured on its square, whatever other piece moves. */
static bool
is_in_danger(const struct game *g, const struct position *p, struct action a)
{
	struct action list[RULES_ACTIONS_MAX];
	unsigned colour = rules_turn_seat(g, p) & 1, tried = 0;
	size_t n = rules_actions(g, p, list);

	for (size_t i = 0; i < n && tried < TRIES; i++) {
		struct position after = *p;

		if (list[i].kind != ACT_MOVE || list[i].from == a.from ||
		    rules_at(g, p, list[i].to))
			continue;
		rules_apply(g, &after, list[i]);
		if (!can_capture(g, after, colour, a.from))
			return false;
		tried++;
	}
	return tried > 0;
}

/*
 * Returns a piece that the moved one could capture next, and that nothing could take back: *after
 * is the position after the move, *reply one after the other side's answer.
 */
static struct fact
attack_after(const struct game *g, struct position reply, unsigned colour, unsigned from)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = fact_replies(g, &reply, !colour, list);

	for (size_t i = 0; i < n; i++) {
		struct position taken = reply;
		uint8_t victim = rules_at(g, &reply, list[i].to);

		if (list[i].kind != ACT_MOVE || list[i].from != from || !victim ||
		    piece_colour(victim) == colour || piece_kind(victim) == PIECE_PAWN)
			continue;
		rules_apply(g, &taken, list[i]);
		if (!can_capture(g, taken, colour, list[i].to))
			return (struct fact){ FACT_ATTACKS, victim, list[i].to };
	}
	return (struct fact){ .kind = FACT_NONE };
}

/* Returns what the moved piece attacks; it must be so after each of several quiet replies. */
static struct fact
attack_of(const struct game *g, struct position after, unsigned colour, unsigned from)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = fact_replies(g, &after, colour, list);
	struct fact found = { .kind = FACT_NONE };
	unsigned tried = 0;

	for (size_t i = 0; i < n && tried < TRIES; i++) {
		struct position reply = after;
		struct fact f;

		if (list[i].kind != ACT_MOVE || rules_at(g, &after, list[i].to) ||
		    (found.kind && list[i].from == found.sq))
			continue;
		rules_apply(g, &reply, list[i]);
		f = attack_after(g, reply, colour, from);
		if (!f.kind || (found.kind && f.sq != found.sq))
			return (struct fact){ .kind = FACT_NONE };
		found = f;
		tried++;
	}
	return found;
}

/* Counts the squares to which each piece may go. */
static void
count_ways(const struct action *list, size_t n, uint8_t ways[RULES_SQUARES_MAX])
{
	struct sqset to[RULES_SQUARES_MAX] = { 0 };

	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_MOVE || list[i].kind == ACT_ATTEMPT)
			sqset_add(&to[list[i].from], list[i].to);
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		ways[sq] = (uint8_t)sqset_count(to[sq]);
}

/*
 * Counts the squares to which each piece of that colour may go in its next turn, the fewest after
 * several quiet replies. Returns false if there is no such reply.
 */
static bool
count_ways_after(const struct game *g, struct position after, unsigned colour,
		 uint8_t ways[RULES_SQUARES_MAX])
{
	struct action list[RULES_ACTIONS_MAX], own[RULES_ACTIONS_MAX];
	size_t n = fact_replies(g, &after, colour, list);
	uint8_t now[RULES_SQUARES_MAX];
	unsigned tried = 0;

	memset(ways, UINT8_MAX, RULES_SQUARES_MAX);
	for (size_t i = 0; i < n && tried < TRIES; i++) {
		struct position reply = after;

		if (list[i].kind != ACT_MOVE || rules_at(g, &after, list[i].to))
			continue;
		rules_apply(g, &reply, list[i]);
		count_ways(own, fact_replies(g, &reply, !colour, own), now);
		for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
			ways[sq] = now[sq] < ways[sq] ? now[sq] : ways[sq];
		tried++;
	}
	return tried > 0;
}

/*
 * Returns the own piece, no pawn or king, that gains most squares to go to. With more than two
 * seats the next turn of the side is another seat's, which may move other pieces.
 */
static struct fact
freed_by(const struct game *g, const struct position *p, const struct position *after,
	 struct action a)
{
	unsigned colour = rules_turn_seat(g, p) & 1, most = GAIN_LEAST;
	uint8_t was[RULES_SQUARES_MAX], now[RULES_SQUARES_MAX];
	struct action list[RULES_ACTIONS_MAX];
	struct fact found = { .kind = FACT_NONE };

	if (rules_seats(g) > 2 || !count_ways_after(g, *after, colour, now))
		return found;
	count_ways(list, rules_actions(g, p, list), was);
	was[a.to] = was[a.from];
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t piece = rules_at(g, after, sq);

		if (!piece || piece_colour(piece) != colour || piece_kind(piece) == PIECE_PAWN ||
		    piece_kind(piece) == PIECE_KING || now[sq] < was[sq] + most)
			continue;
		most = now[sq] - was[sq] + 1u;
		found = (struct fact){ FACT_FREES, piece, (uint8_t)sq };
	}
	return found;
}

/* Reports whether the game is over and won by that colour. */
static bool
is_won(const struct game *g, const struct position *p, unsigned colour)
{
	struct outcome o = rules_outcome(g, p, NULL);

	return o.result == RESULT_WIN && o.colour == colour;
}

struct fact
fact_of(const struct game *g, const struct position *p, struct action a)
{
	unsigned colour = rules_turn_seat(g, p) & 1;
	struct change taken, promoted;
	struct position after = *p;
	struct fact attacks;
	struct footprint f;

	/* What an attempt does is not public. */
	if (a.kind != ACT_MOVE && a.kind != ACT_CASTLE)
		return (struct fact){ .kind = FACT_NONE };
	rules_footprint(g, p, a, &f);
	rules_apply(g, &after, a);
	if (is_won(g, &after, colour))
		return (struct fact){ .kind = FACT_WINS };
	taken = change_by(&f, CAUSE_CAPTURED);
	if (taken.sq != RULES_NO_SQ && piece_colour(taken.before) != colour)
		return (struct fact){ can_capture(g, after, colour, a.to) ? FACT_TAKES
									  : FACT_TAKES_FREE,
				      taken.before, taken.sq };
	promoted = change_by(&f, CAUSE_PROMOTED);
	if (promoted.sq != RULES_NO_SQ && promoted.after)
		return (struct fact){ FACT_BECOMES, promoted.after, promoted.sq };
	if (a.kind == ACT_MOVE && piece_kind(rules_at(g, p, a.from)) != PIECE_KING &&
	    !can_capture(g, after, colour, a.to) && is_in_danger(g, p, a))
		return (struct fact){ FACT_SAVES, rules_at(g, p, a.from), a.from };
	if (rules_in_check(g, &after, !colour))
		return (struct fact){ .kind = FACT_CHECKS };
	if (rules_in_check(g, p, colour))
		return (struct fact){ .kind = FACT_ENDS_CHECK };
	if (a.kind != ACT_MOVE)
		return (struct fact){ .kind = FACT_NONE };
	attacks = attack_of(g, after, colour, a.to);
	return attacks.kind ? attacks : freed_by(g, p, &after, a);
}

/* ---- what a bad action costs ---- */

/* Returns how much a piece counts for a beginner; of a stack, its stones. */
static unsigned
worth(const struct game *g, uint8_t piece)
{
	static const uint8_t of[PIECE_KIND_MASK + 1] = {
		[PIECE_PAWN] = 1,  [PIECE_KNIGHT] = 3,  [PIECE_BISHOP] = 3,    [PIECE_ROOK] = 5,
		[PIECE_QUEEN] = 9, [PIECE_MISSILE] = 5, [PIECE_ARTILLERY] = 5, [PIECE_KING] = 20,
	};
	unsigned stones = rules_stones(g, piece);

	return stones ? stones : of[piece_kind(piece)];
}

/*
 * Returns what a reply gains: the captured piece, of which it writes the square, less the captor if
 * it can be captured back. Returns 0 if it captures nothing.
 */
static unsigned
gain_of(const struct game *g, const struct position *p, unsigned colour, struct action reply,
	struct change *taken)
{
	struct position after = *p;
	unsigned gain, risk;
	struct footprint f;

	if (reply.kind != ACT_MOVE)
		return 0;
	rules_footprint(g, p, reply, &f);
	*taken = change_by(&f, CAUSE_CAPTURED);
	if (taken->sq == RULES_NO_SQ || piece_colour(taken->before) != colour)
		return 0;
	gain = worth(g, taken->before);
	risk = worth(g, rules_at(g, p, reply.from));
	rules_apply(g, &after, reply);
	if (risk == 0 || !can_capture(g, after, !colour, reply.to))
		return gain;
	return gain > risk ? gain - risk : 0;
}

/* Returns how much an action captures. */
static unsigned
prize_of(const struct game *g, const struct position *p, unsigned colour, struct action a)
{
	struct change taken;
	struct footprint f;

	rules_footprint(g, p, a, &f);
	taken = change_by(&f, CAUSE_CAPTURED);
	return taken.sq != RULES_NO_SQ && piece_colour(taken.before) != colour
		       ? worth(g, taken.before)
		       : 0;
}

struct fact
fact_loss(const struct game *g, const struct position *p, struct action a)
{
	struct action list[RULES_ACTIONS_MAX];
	unsigned colour = rules_turn_seat(g, p) & 1, most;
	struct fact found = { .kind = FACT_NONE };
	struct position after = *p;
	size_t n;

	if (a.kind != ACT_MOVE && a.kind != ACT_CASTLE && a.kind != ACT_TRANSFER)
		return found;
	/* An exchange costs nothing. */
	most = prize_of(g, p, colour, a);
	rules_apply(g, &after, a);
	n = fact_replies(g, &after, colour, list);
	for (size_t i = 0; i < n; i++) {
		struct position reply = after;
		struct change taken;
		unsigned gain;

		rules_apply(g, &reply, list[i]);
		if (is_won(g, &reply, !colour))
			return (struct fact){ .kind = FACT_GIVES_GAME };
		gain = gain_of(g, &after, colour, list[i], &taken);
		if (gain > most)
			found = (struct fact){ FACT_LOSES, taken.before, taken.sq };
		most = gain > most ? gain : most;
	}
	return found;
}
