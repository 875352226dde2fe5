/* What stands on the board, against the game's past: its earlier positions and its start. */
#include "daemon/session/session_priv.h"

/* Each stand-in, wherever it stood then, may read as the other colour. */
static bool
poles_fit(const struct session *s, struct sqset white)
{
	const struct worlds *ws = &s->ctx[s->cur].worlds;
	struct sqset now = infer_now(&s->ctx[s->cur]);
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

/* Every stack whose stones are felt may be as high as in *p. */
static bool
stones_fit(const struct session *s, const struct position *p)
{
	const struct infer *f = &s->ctx[s->cur];
	struct sqset now = infer_now(f);

	while (!sqset_empty(now)) {
		unsigned sq = sqset_pop(&now);

		if (!infer_level_fits(f, sq, rules_at(s->game, p, sq)))
			return false;
	}
	return true;
}

/* The squares before action k were occupied as they are now, in the same colours. */
static bool
stood_before(const struct session *s, uint32_t k)
{
	const struct infer *f = &s->ctx[s->cur];
	struct sqset differ = sqset_xor(s->ply[k].occupied, infer_now(f));

	/* What was due then, or has become so since, stands in nobody's way. */
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
	/* How high stacks were is kept nowhere: the game is played through once more. */
	for (k = 0; k < s->n; k++) {
		if (stood_before(s, k) && stones_fit(s, &p))
			found = s->n - k;
		rules_apply(s->game, &p, s->ply[k].action);
	}
	return found;
}

void
session_note_stood(struct session *s)
{
	s->stood |= infer_all_home(session_current(s));
}

bool
session_is_start_array(const struct session *s)
{
	struct sqset now = infer_now(&s->ctx[s->cur]);

	return s->n > 0 &&
	       sqset_empty(sqset_minus(sqset_xor(rules_occupied(s->game, &s->first), now),
				       s->config.blind)) &&
	       poles_fit(s, rules_occupied_by(s->game, &s->first, 0)) && stones_fit(s, &s->first);
}
