/* Hints about a move in progress: pieces are up. */
#include <string.h>

#include "hw/lang/lang.h"
#include "daemon/words/words_priv.h"

/* Writes what is to be put down next of an action whose pieces are in the hand. */
static bool
begun_half(const struct session_state *s, char out[WORDS_LINE])
{
	char action[WORDS_MOVE], piece[WORDS_MOVE], put[4];
	const struct change *next = NULL;
	struct position before;
	struct footprint f;

	rules_public(s->game, s->half_from, &before);
	rules_footprint(s->game, &before, s->half, &f);
	for (unsigned i = 0; i < f.n; i++) {
		const struct change *c = &f.change[i];

		if (c->after == 0 || c->cause == CAUSE_MARKED || sqset_has(s->present, c->sq))
			continue;
		if (!next || c->sq == s->half.to)
			next = c;
	}
	if (!next)
		return false;
	words_name_half(s, &before, s->half, action);
	words_piece(s->game, next->after, piece);
	rules_square_print(s->game, next->sq, put);
	lang_print(out, WORDS_LINE, tr("{1}: now the {2} on {3}"), action, piece, put);
	return true;
}

/* Reports whether exactly one piece is lifted: a single stone of the side to move. */
static bool
stone_up(const struct session_state *s)
{
	struct sqset up = s->lifted;
	uint8_t piece;

	if (!(s->awaits & AWAIT_TRANSFER) || sqset_count(up) != 1)
		return false;
	piece = rules_at(s->game, &s->known, sqset_pop(&up));
	return rules_stones(s->game, piece) == 1 &&
	       piece_colour(piece) == (rules_turn_seat(s->game, &s->known) & 1);
}

/* Reports whether the single stone that was touched alone may be given. */
static bool
stone_touched(const struct session_state *s)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = 0;

	if (s->lone_stone != RULES_NO_SQ && (s->awaits & AWAIT_TRANSFER) && !s->has_provisional)
		n = rules_actions(s->game, &s->known, list);
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_TRANSFER && list[i].from == s->lone_stone)
			return true;
	return false;
}

/*
 * Writes which stack is to be set down again: one is up that may take a stone from a touched or
 * lifted one.
 */
static bool
taker_up(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset near = sqset_or(s->lifted, s->adjusted);
	struct action list[RULES_ACTIONS_MAX], give = { 0 };
	size_t n = s->awaits & AWAIT_TRANSFER ? rules_actions(s->game, &s->known, list) : 0;
	unsigned fits = 0;
	char from[4], to[4];

	for (size_t i = 0; i < n && sqset_count(near) == 2; i++) {
		if (list[i].kind != ACT_TRANSFER || !sqset_has(near, list[i].from) ||
		    !sqset_has(near, list[i].to) || !sqset_has(s->lifted, list[i].to))
			continue;
		give = list[i];
		fits++;
	}
	if (fits == 0)
		return false;
	rules_square_print(s->game, give.from, from);
	rules_square_print(s->game, give.to, to);
	if (fits == 1)
		lang_print(out, WORDS_LINE,
			   tr("A stone from {1}: set the stack on {2} down again to give it"), from,
			   to);
	else
		lang_print(out, WORDS_LINE, tr("Set the stack that takes a stone down again"));
	return true;
}

enum taking {
	TAKING_NONE,
	TAKING_ASKS, /* only an attempt may take the piece */
	TAKING_CAPTURES,
};

/* Returns how an action may take the piece of that square. */
static enum taking
taking_of(const struct session_state *s, unsigned sq)
{
	enum taking best = TAKING_NONE;
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(s->game, &s->known, list);

	for (size_t i = 0; i < n; i++) {
		struct footprint f;

		if (list[i].kind == ACT_ATTEMPT && list[i].to == sq)
			best = TAKING_ASKS;
		if (list[i].kind != ACT_MOVE)
			continue;
		rules_footprint(s->game, &s->known, list[i], &f);
		for (unsigned k = 0; k < f.n; k++)
			if (f.change[k].sq == sq && f.change[k].cause == CAUSE_CAPTURED)
				return TAKING_CAPTURES;
	}
	return best;
}

/*
 * Adds which own piece was set down while the other side's piece was up: sensors cannot tell
 * whether the other side's piece stands there instead.
 */
static void
wrap_adjusted(const struct session_state *s, char out[WORDS_LINE])
{
	unsigned side = rules_turn_seat(s->game, &s->known) & 1;
	struct sqset own = sqset_and(s->adjusted, rules_occupied_by(s->game, &s->known, side));
	char one[WORDS_LINE], piece[WORDS_MOVE], name[4];
	unsigned sq;

	if (sqset_count(own) != 1)
		return;
	sq = sqset_pop(&own);
	words_piece(s->game, rules_at(s->game, &s->known, sq), piece);
	rules_square_print(s->game, sq, name);
	lang_print(one, WORDS_LINE, tr("the {1} on {2}"), piece, name);
	words_wrap(out, tr("{1}, and {2}"), one);
}

/*
 * Writes what to do with a piece that alone is up and may not move: of the other side, or before
 * the dice, a card or a burial.
 */
bool
words_idle_up(const struct session_state *s, char out[WORDS_LINE])
{
	static const char *const taking[] = {
		[TAKING_NONE] = N_("Nothing captures the {1}: put it back on {2}"),
		[TAKING_ASKS] = N_("To ask for the {1}, set your piece on {2}; or put it back"),
		[TAKING_CAPTURES] = N_("Capture the {1} from {2}, or put it back"),
	};
	bool moves = s->awaits & (AWAIT_MOVE | AWAIT_TRANSFER);
	struct sqset up = s->lifted;
	char name[4], piece[WORDS_MOVE];
	uint8_t what;
	unsigned sq;

	if (s->guidance.kind != GUIDANCE_NONE || sqset_count(up) != 1)
		return false;
	sq = sqset_pop(&up);
	what = rules_at(s->game, &s->known, sq);
	if (moves && piece_colour(what) == (rules_turn_seat(s->game, &s->known) & 1))
		return false;
	words_piece(s->game, what, piece);
	rules_square_print(s->game, sq, name);
	lang_print(out, WORDS_LINE,
		   tr(moves ? taking[taking_of(s, sq)] : N_("Until then the {1} stays on {2}")),
		   piece, name);
	if (moves)
		wrap_adjusted(s, out);
	return true;
}

/* Writes the question of an attempt, once an own piece and its possible victim are lifted. */
static bool
begun_attempt(const struct session_state *s, char out[WORDS_LINE])
{
	unsigned side = rules_turn_seat(s->game, &s->known) & 1;
	struct sqset own = rules_occupied_by(s->game, &s->known, side);
	struct sqset captor = sqset_and(s->attempt, own), target = sqset_minus(s->attempt, own);
	unsigned from, to;
	char victim[WORDS_MOVE], name[4];

	if (sqset_empty(captor) || sqset_empty(target))
		return false;
	from = sqset_pop(&captor);
	to = sqset_pop(&target);
	words_piece(s->game, rules_at(s->game, &s->known, to), victim);
	rules_square_print(s->game, to, name);
	lang_print(out, WORDS_LINE, tr("Does the {1} capture the {2}? Set it down on {3} to ask"),
		   tr(rules_piece_name(s->game, rules_at(s->game, &s->known, from))), victim, name);
	return true;
}

/* Writes how a touched stack gives its stone; after a refusal that it still does. */
bool
words_giver(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset giver = s->transfer;
	char name[4];

	if (sqset_empty(s->takers))
		return false;
	rules_square_print(s->game, sqset_pop(&giver), name);
	lang_print(out, WORDS_LINE,
		   s->refusal.rule
			   ? tr("{1} still gives: touch a stack beside it, or press Back")
			   : tr("A stone from {1}: lift and set down its taker, or touch Give"),
		   name);
	return true;
}

/* Writes a hint about a move in progress, if there is one. */
bool
words_begun(const struct session_state *s, char out[WORDS_LINE])
{
	*out = '\0';
	if (!sqset_empty(s->attempt))
		return begun_attempt(s, out);
	if (s->half_made)
		return begun_half(s, out);
	if (!sqset_empty(s->buy)) {
		lang_print(out, WORDS_LINE, tr("Set the bought piece down on a lit square"));
		return true;
	}
	if (taker_up(s, out))
		return true;
	if (stone_up(s)) {
		lang_print(out, WORDS_LINE,
			   tr("Move the stone, or lift and set down the stack to take it"));
		return true;
	}
	if (stone_touched(s)) {
		char name[4];

		rules_square_print(s->game, s->lone_stone, name);
		lang_print(out, WORDS_LINE,
			   tr("To give the stone from {1}: take it off, then touch the stack that "
			      "gets it"),
			   name);
		return true;
	}
	return words_giver(s, out);
}
