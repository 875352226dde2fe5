#include "tests/daemon/hands/deeds.h"

#include <assert.h>
#include <string.h>

static struct action list[RULES_ACTIONS_MAX];

static bool
legal_kind(const struct game *g, const struct position *p, enum action_kind kind, bool *sole)
{
	size_t n = rules_actions(g, p, list);

	*sole = n == 1;
	for (size_t i = 0; i < n; i++)
		if (list[i].kind == kind)
			return true;
	return false;
}

static bool
places_piece(const struct meant *m, unsigned ply)
{
	struct footprint f;

	rules_footprint(m->game, &m->position[ply], m->action[ply], &f);
	return f.n > 0;
}

enum deed
deed_of(const struct meant *m, unsigned ply)
{
	bool sole;

	switch ((enum action_kind)m->action[ply].kind) {
	case ACT_MOVE:
	case ACT_CASTLE:
		return DEED_CARRY;
	case ACT_ATTEMPT:
		return DEED_ASK;
	case ACT_TRANSFER:
		return DEED_TOUCH;
	case ACT_BUY:
		return places_piece(m, ply) ? DEED_BUY : DEED_SCREEN;
	case ACT_PASS:
		return DEED_NONE;
	case ACT_END:
		(void)legal_kind(m->game, &m->position[ply], ACT_END, &sole);
		return sole ? DEED_NONE : DEED_CLOCK;
	case ACT_NONE:
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_PROMOTE:
	case ACT_ASSIGN:
	case ACT_PLAY:
		break;
	}
	return DEED_SCREEN;
}

unsigned
deed_behind_forced(const struct meant *m, unsigned ply)
{
	while (ply < m->n && deed_of(m, ply) == DEED_NONE)
		ply++;
	return ply;
}

static bool
is_over(const struct game *g, const struct position *p)
{
	return rules_outcome(g, p, NULL).result != RESULT_ONGOING;
}

bool
deed_may_end(const struct meant *m, unsigned ply)
{
	bool sole;

	return legal_kind(m->game, &m->position[ply], ACT_END, &sole);
}

bool
deed_clock_ends(const struct meant *m, unsigned ply)
{
	bool sole;

	return !is_over(m->game, &m->position[ply + 1]) &&
	       legal_kind(m->game, &m->position[ply + 1], ACT_END, &sole) && !sole;
}

bool
deed_needs_clock(const struct meant *m, unsigned ply, unsigned senses)
{
	if (m->action[ply].kind == ACT_TRANSFER)
		return senses != SENSES_LEVEL;
	return rules_reveals(m->game, &m->position[ply]) && deed_by_hand(deed_of(m, ply)) &&
	       !deed_clock_ends(m, ply);
}

bool
deed_promotes(const struct meant *m, unsigned ply)
{
	struct action a = m->action[ply];
	struct footprint f;

	if (a.kind != ACT_MOVE)
		return false;
	rules_footprint(m->game, &m->position[ply], a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].sq == a.to)
			return piece_kind(f.change[i].after) !=
			       piece_kind(rules_at(m->game, &m->position[ply], a.from));
	return false;
}

bool
deed_flies_unpaid(const struct meant *m, unsigned ply)
{
	char text[RULES_ACTION_TEXT];
	struct action flight;
	size_t n;

	if (ply + 1 >= m->n || m->action[ply].kind != ACT_BUY)
		return false;
	rules_action_print(m->game, &m->position[ply], m->action[ply], text);
	flight = m->action[ply + 1];
	if (strcmp(text, "buy:flight") != 0 || flight.kind != ACT_MOVE)
		return false;
	n = rules_actions(m->game, &m->position[ply], list);
	for (size_t i = 0; i < n; i++)
		if (list[i].from == flight.from && list[i].to == flight.to)
			return false;
	return piece_kind(rules_at(m->game, &m->position[ply], flight.from)) == PIECE_KING;
}

struct sqset
deed_amiss(const struct game *g, const struct position *p, const uint8_t on[RULES_SQUARES_MAX],
	   bool colours)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t want = rules_at(g, p, sq);

		if ((on[sq] != 0) != (want != 0) ||
		    (colours && want != 0 && piece_colour(on[sq]) != piece_colour(want)))
			sqset_add(&set, sq);
	}
	return set;
}

struct sqset
deed_squares(const struct meant *m, unsigned ply)
{
	struct action a = m->action[ply];
	struct sqset set = { { 0, 0 } };
	struct carry c[CARRIES_MAX];
	unsigned n = 0;

	if (a.kind == ACT_TRANSFER) {
		sqset_add(&set, a.from);
		sqset_add(&set, a.to);
	} else {
		n = carries_of(m->game, &m->position[ply], a, c);
	}
	for (unsigned i = 0; i < n; i++) {
		if (c[i].from != RULES_NO_SQ)
			sqset_add(&set, c[i].from);
		if (c[i].to != RULES_NO_SQ)
			sqset_add(&set, c[i].to);
	}
	return set;
}

static uint64_t
pick(struct rng *r, struct span span)
{
	return rng_range(r, span.lo_us, span.hi_us);
}

void
deed_mend(struct script *s, const struct game *g, const struct position *p, struct sqset amiss,
	  const struct style *st, struct rng *rng)
{
	while (!sqset_empty(amiss)) {
		struct sqset left = amiss;
		unsigned k = rng_below(rng, sqset_count(left));

		while (k-- > 0)
			(void)sqset_pop(&left);
		unsigned sq = sqset_pop(&left);
		uint8_t want = rules_at(g, p, sq);

		sqset_remove(&amiss, sq);
		if (s->on[sq] != 0)
			script_lift(s, sq, pick(rng, st->touch));
		if (want != 0)
			script_drop(s, sq, want, pick(rng, st->touch));
	}
}

void
deed_transfer(struct script *s, const struct game *g, const struct position *p, struct action a,
	      const struct style *st, struct rng *rng, bool levels)
{
	struct position after = *p;

	rules_apply(g, &after, a);
	uint8_t given = rules_at(g, &after, a.from), received = rules_at(g, &after, a.to);

	/* If sensors measure the height, a stone is taken off the top and added on top. */
	if (levels && rng_chance(rng, 50)) {
		if (given == 0)
			script_lift(s, a.from, pick(rng, st->touch));
		else
			script_swap(s, a.from, given, pick(rng, st->touch));
		script_swap(s, a.to, received, pick(rng, st->touch));
		return;
	}
	script_lift(s, a.from, pick(rng, st->touch));
	if (given != 0)
		script_drop(s, a.from, given, pick(rng, st->touch));
	script_lift(s, a.to, pick(rng, st->touch));
	script_drop(s, a.to, received, pick(rng, st->touch));
}
