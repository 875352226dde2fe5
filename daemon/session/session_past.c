/* Compares the board with the game's past: its earlier positions and its start. */
#include "daemon/core/foresee.h"
#include "daemon/session/session_priv.h"

/* Reports whether the poles fit. A substitute may read as the other colour wherever it was then. */
static bool
poles_fit(const struct session *s, struct sqset white)
{
	const struct worlds *ws = &s->current->worlds;
	struct sqset now = infer_now(s->current);
	unsigned odd = 0;

	if (s->config.senses == SENSES_OCCUPANCY)
		return true;
	while (!sqset_empty(now)) {
		unsigned sq = sqset_pop(&now);

		odd += ws->pole[sq] != POLE_UNKNOWN &&
		       (ws->pole[sq] == POLE_WHITE) != sqset_has(white, sq);
	}
	return odd <= sqset_count(s->stand_ins);
}

/* Reports whether the known level of every stack allows its height in *p. */
static bool
stones_fit(const struct session *s, const struct position *p)
{
	const struct infer *f = s->current;
	struct sqset now = infer_now(f);

	while (!sqset_empty(now)) {
		unsigned sq = sqset_pop(&now);

		if (!infer_level_fits(f, sq, rules_at(s->game, p, sq)))
			return false;
	}
	return true;
}

/*
 * Reports whether the board before action k had the same occupied squares and colours as the
 * present one.
 */
static bool
stood_before(const struct session *s, uint32_t k)
{
	const struct infer *f = s->current;
	struct sqset differ = sqset_xor(s->ply[k].occupied, infer_now(f));

	/* Ignores squares that were due then or later. */
	return sqset_empty(sqset_minus(differ, sqset_or(f->due, f->blind))) &&
	       poles_fit(s, s->ply[k].white);
}

unsigned
session_find_earlier(const struct session *s)
{
	struct position p = s->first;
	uint32_t k = s->n;
	unsigned found = 0;

	if (s->config.senses != SENSES_LEVEL || rules_stones(s->game, PIECE_PAWN) == 0) {
		while (k-- > 0)
			if (stood_before(s, k))
				return s->n - k;
		return 0;
	}
	/* Stack heights are not stored: replay the game. */
	for (k = 0; k < s->n; k++) {
		if (stood_before(s, k) && stones_fit(s, &p))
			found = s->n - k;
		rules_apply(s->game, &p, s->ply[k].action);
	}
	return found;
}

bool
session_began_whole(const struct session *s)
{
	struct rules_error unused;
	struct position array;

	return rules_start(s->game, "", &array, &unused) == 0 &&
	       sqset_equal(rules_occupied(s->game, &array), rules_occupied(s->game, &s->first));
}

bool
session_goes_back(const struct session *s)
{
	const struct infer *f = s->current;

	return s->phase == SESSION_PLAYING && s->back == BACK_WATCHED && sequence_goes_back(f) &&
	       !infer_all_home(f) && session_find_earlier(s) > 0;
}

bool
session_is_start_array(const struct session *s)
{
	struct sqset now = infer_now(s->current);

	return s->n > 0 &&
	       sqset_empty(sqset_minus(sqset_xor(rules_occupied(s->game, &s->first), now),
				       s->config.blind)) &&
	       poles_fit(s, rules_occupied_by(s->game, &s->first, 0)) && stones_fit(s, &s->first);
}

/* Reports whether action a revealed secrets, chance or cards. */
static bool
reveals_hidden(const struct game *g, const struct position *before, struct action a)
{
	switch ((enum action_kind)a.kind) {
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_ASSIGN:
	case ACT_PLAY:
	case ACT_ATTEMPT:
		return true;
	case ACT_NONE:
	case ACT_MOVE:
	case ACT_CASTLE:
	case ACT_PASS:
	case ACT_END:
	case ACT_BUY:
	case ACT_TRANSFER:
	case ACT_PROMOTE:
		break;
	}
	return foresee_reveals(g, before, a) || (a.kind == ACT_END && rules_draws_cards(g));
}

unsigned
session_count_moves(const struct session *s, unsigned n)
{
	unsigned moves = 0;

	for (uint32_t i = s->n - n; i < s->n; i++)
		moves += infer_by_hands(s->ply[i].action);
	return moves;
}

/*
 * Reports whether action i, played at *p, is taken back with the one before it: an `end` or `pass`
 * that the session played by itself; where cards are drawn, the card and the end of the same turn.
 */
static bool
goes_along(const struct session *s, const struct position *p, uint32_t i)
{
	struct action a = s->ply[i].action;

	if (rules_draws_cards(s->game))
		return a.kind == ACT_END ||
		       (a.kind == ACT_PLAY && i > 0 && s->ply[i - 1].action.kind != ACT_END);
	return (a.kind == ACT_END || a.kind == ACT_PASS) && foresee_forced(s->game, p, &a);
}

unsigned
session_count_chosen(const struct session *s, unsigned n)
{
	struct position p = s->first;
	uint32_t chosen = 0;

	for (uint32_t i = 0; i <= s->n - n; i++) {
		if (!goes_along(s, &p, i))
			chosen = i;
		rules_apply(s->game, &p, s->ply[i].action);
	}
	return s->n - chosen;
}

unsigned
session_takeback_needs(const struct session *s, unsigned n)
{
	struct position p = s->first;
	bool hidden = false;

	for (uint32_t i = 0; i < s->n; i++) {
		if (i >= s->n - n)
			hidden |= reveals_hidden(s->game, &p, s->ply[i].action);
		rules_apply(s->game, &p, s->ply[i].action);
	}
	return hidden ? (1u << rules_seats(s->game)) - 1 : 0;
}
