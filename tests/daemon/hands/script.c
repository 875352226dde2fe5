#include "tests/daemon/hands/script.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const oddity_names[ODDITIES] = {
	"slide",       "adjust",        "put-back",    "second-thought",  "late-thought", "swap",
	"missed-swap", "knock",         "gesture",     "pawn-then-piece", "odd-piece",    "early",
	"overlap",     "arrival-first", "held-victim", "set-down",        "slow",
};

void
script_oddities_print(unsigned oddities, char *out, unsigned size)
{
	unsigned at = 0;

	(void)snprintf(out, size, "plain");
	for (unsigned i = 0; i < ODDITIES && at < size; i++)
		if ((oddities >> i & 1) != 0)
			at += (unsigned)snprintf(out + at, size - at, "%s%s", at > 0 ? " " : "",
						 oddity_names[i]);
}

void
script_init(struct script *s, const uint8_t on[RULES_SQUARES_MAX])
{
	s->n = 0;
	s->oddities = 0;
	memcpy(s->on, on, sizeof(s->on));
}

static void
script_add(struct script *s, enum touch_kind kind, unsigned sq, uint8_t piece, uint64_t after_us)
{
	assert(s->n < SCRIPT_TOUCHES_MAX && sq < RULES_SQUARES_MAX);
	s->touch[s->n++] = (struct touch){
		.after_us = after_us, .kind = (uint8_t)kind, .sq = (uint8_t)sq, .piece = piece
	};
	s->on[sq] = piece;
}

void
script_lift(struct script *s, unsigned sq, uint64_t after_us)
{
	assert(s->on[sq] != 0);
	script_add(s, TOUCH_LIFT, sq, 0, after_us);
}

void
script_drop(struct script *s, unsigned sq, uint8_t piece, uint64_t after_us)
{
	assert(s->on[sq] == 0 && piece != 0);
	script_add(s, TOUCH_DROP, sq, piece, after_us);
}

void
script_swap(struct script *s, unsigned sq, uint8_t piece, uint64_t after_us)
{
	assert(s->on[sq] != 0 && piece != 0);
	script_add(s, TOUCH_SWAP, sq, piece, after_us);
}

/*
 * Reports whether hands change a square. Consequences of the rules follow when
 * the action is final, and marks are lamps.
 */
static bool
by_hand(const struct change *c, struct action a, uint8_t *before, uint8_t *after)
{
	*before = c->before;
	*after = c->after;
	if (c->cause == CAUSE_REMOVED || c->cause == CAUSE_MARKED)
		return false;
	if (c->cause == CAUSE_PLACED && a.kind != ACT_BUY)
		*after = 0;
	return *before != 0 || *after != 0;
}

static bool
same_man(uint8_t a, uint8_t b)
{
	return ((a ^ b) & ~PIECE_MARK) == 0;
}

/* The rules would reveal the outcome; hands do the same for either. */
static unsigned
carries_of_attempt(const struct game *g, const struct position *p, struct action a,
		   struct carry out[CARRIES_MAX])
{
	uint8_t captor = rules_at(g, p, a.from);

	out[0] = (struct carry){ a.from, a.to, captor, captor };
	out[1] = (struct carry){ a.to, RULES_NO_SQ, rules_at(g, p, a.to), 0 };
	return 2;
}

/*
 * Derives the carries from the change of squares alone. A piece that is nowhere
 * any more goes to the box, a new one comes from it, and the rest is matched by
 * kind and colour. King and rook of a castling differ, so this is unique.
 */
unsigned
carries_of(const struct game *g, const struct position *p, struct action a,
	   struct carry out[CARRIES_MAX])
{
	struct footprint f;
	uint8_t before, after;
	unsigned n = 0;

	if (a.kind == ACT_ATTEMPT)
		return carries_of_attempt(g, p, a, out);
	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++) {
		if (!by_hand(&f.change[i], a, &before, &after) || before == 0)
			continue;
		assert(n < CARRIES_MAX);
		out[n++] = (struct carry){ f.change[i].sq, RULES_NO_SQ, before, 0 };
	}
	for (unsigned i = 0; i < f.n; i++) {
		unsigned k = 0;

		if (!by_hand(&f.change[i], a, &before, &after) || after == 0)
			continue;
		while (k < n && (!same_man(out[k].lifted, after) || out[k].to != RULES_NO_SQ ||
				 out[k].from == f.change[i].sq))
			k++;
		if (k == n) {
			assert(n < CARRIES_MAX);
			out[n++] = (struct carry){ .from = RULES_NO_SQ };
		}
		out[k].to = f.change[i].sq;
		out[k].dropped = after;
	}
	return n;
}

void
carries_reverse(struct carry *c, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		c[i] = (struct carry){ c[i].to, c[i].from, c[i].dropped, c[i].lifted };
}

struct orders_search {
	const struct carry *carry;
	unsigned n_carries, n_ops, n;
	struct order *out;
	struct order now;
	uint8_t on[RULES_SQUARES_MAX];
	uint8_t done; /* bit a op */
};

static void
orders_extend(struct orders_search *s)
{
	if (s->now.n == s->n_ops) {
		assert(s->n < ORDERS_MAX);
		s->out[s->n++] = s->now;
		return;
	}
	for (unsigned op = 0; op < 2 * s->n_carries; op++) {
		const struct carry *c = &s->carry[op / 2];
		bool drop = op % 2 != 0;
		uint8_t sq = drop ? c->to : c->from;

		if ((s->done >> op & 1) != 0 || sq == RULES_NO_SQ)
			continue;
		if (drop && c->from != RULES_NO_SQ && (s->done >> (op - 1) & 1) == 0)
			continue;
		if (drop ? s->on[sq] != 0 : s->on[sq] != c->lifted)
			continue;
		uint8_t stood = s->on[sq];

		s->on[sq] = drop ? c->dropped : 0;
		s->done |= (uint8_t)(1u << op);
		s->now.op[s->now.n++] = (uint8_t)op;
		orders_extend(s);
		s->now.n--;
		s->done &= (uint8_t) ~(1u << op);
		s->on[sq] = stood;
	}
}

unsigned
orders_of(const struct carry *c, unsigned n, const uint8_t on[RULES_SQUARES_MAX],
	  struct order out[ORDERS_MAX])
{
	struct orders_search s = { .carry = c, .n_carries = n, .out = out };

	memcpy(s.on, on, sizeof(s.on));
	for (unsigned i = 0; i < n; i++)
		s.n_ops +=
			(c[i].from != RULES_NO_SQ ? 1u : 0u) + (c[i].to != RULES_NO_SQ ? 1u : 0u);
	orders_extend(&s);
	return s.n;
}
