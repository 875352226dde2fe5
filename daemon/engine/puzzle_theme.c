/* Names what the solution of a puzzle does, from the rule core alone. */
#include <stdio.h>
#include <string.h>

#include "daemon/engine/puzzle.h"

/* What the first action does. */
struct clue {
	const struct puzzle *z;
	struct action a;
	struct footprint changes;
	uint8_t mover, victim; /* pieces, 0: none */
	bool checks;           /* the enemy king is in check afterwards */
	bool answered;         /* the reply captures on the same square */
	bool same;             /* the next action is a capture with the same piece */
	bool other;            /* the next action is a capture with another piece */
};

static bool
has_cause(const struct clue *c, enum change_cause cause)
{
	for (unsigned i = 0; i < c->changes.n; i++)
		if (c->changes.change[i].cause == cause)
			return true;
	return false;
}

static bool
is_move(struct action a)
{
	return a.kind == ACT_MOVE || a.kind == ACT_ATTEMPT;
}

/* Returns the piece that the action captures, 0: none. */
static uint8_t
victim_of(const struct game *g, const struct position *p, struct action a)
{
	struct footprint f;

	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].cause == CAUSE_CAPTURED)
			return f.change[i].before;
	return 0;
}

static void
look(const struct puzzle *z, struct clue *c)
{
	struct position p = z->p;
	unsigned side = rules_turn_seat(z->g, &p) & 1;
	struct action a = z->line[0];

	*c = (struct clue){ .z = z, .a = a, .victim = victim_of(z->g, &p, a) };
	rules_footprint(z->g, &p, a, &c->changes);
	c->mover = is_move(a) ? rules_at(z->g, &p, a.from) : 0;
	rules_apply(z->g, &p, a);
	c->checks = !sqset_empty(
		sqset_and(rules_checked(z->g, &p), rules_occupied_by(z->g, &p, !side)));
	if (z->n_line < 2)
		return;
	c->answered = is_move(z->line[1]) && z->line[1].to == a.to;
	rules_apply(z->g, &p, z->line[1]);
	if (z->n_line > 2 && victim_of(z->g, &p, z->line[2])) {
		c->same = z->line[2].from == a.to;
		c->other = !c->same;
	}
}

/* --- Themes ------------------------------------------------------------------------- */

static bool
is_promotion(const struct clue *c)
{
	return has_cause(c, CAUSE_PROMOTED) || c->a.kind == ACT_PROMOTE;
}

static bool
is_purchase(const struct clue *c)
{
	return c->a.kind == ACT_BUY;
}

static bool
is_burial(const struct clue *c)
{
	return c->a.kind == ACT_BURY;
}

static bool
is_transfer(const struct clue *c)
{
	return c->a.kind == ACT_TRANSFER;
}

static bool
is_waiting(const struct clue *c)
{
	return c->a.kind == ACT_PASS || c->a.kind == ACT_END;
}

static bool
is_castling(const struct clue *c)
{
	return c->a.kind == ACT_CASTLE;
}

static bool
is_indictment(const struct clue *c)
{
	return rules_removing_kind(c->z->g) != PIECE_NONE && has_cause(c, CAUSE_REMOVED);
}

static bool
is_bilking(const struct clue *c)
{
	return c->victim && piece_colour(c->victim) == piece_colour(c->mover);
}

static bool
is_unmasking(const struct clue *c)
{
	return c->a.kind == ACT_ATTEMPT;
}

static bool
is_horde(const struct clue *c)
{
	return rules_mark(c->z->g) == '^' && c->mover & PIECE_MARK;
}

static bool
is_rising(const struct clue *c)
{
	return has_cause(c, CAUSE_PLACED);
}

static bool
is_missile(const struct clue *c)
{
	return piece_kind(c->mover) == PIECE_MISSILE;
}

static bool
is_artillery(const struct clue *c)
{
	return piece_kind(c->mover) == PIECE_ARTILLERY && c->victim;
}

static bool
is_stack(const struct clue *c)
{
	return c->victim && rules_stones(c->z->g, c->victim);
}

static bool
is_hanging(const struct clue *c)
{
	return c->victim && !c->answered;
}

static bool
is_exchange(const struct clue *c)
{
	return c->victim;
}

static bool
is_fork(const struct clue *c)
{
	return c->same;
}

static bool
is_check(const struct clue *c)
{
	return c->checks;
}

static bool
is_threat(const struct clue *c)
{
	return c->other;
}

/* The first that fits is the theme. */
static const struct {
	const char *name;
	bool (*is)(const struct clue *c);
} themes[] = {
	{ "promotion", is_promotion },
	{ "purchase", is_purchase },
	{ "burial", is_burial },
	{ "transfer", is_transfer },
	{ "waiting", is_waiting },
	{ "castling", is_castling },
	{ "indictment", is_indictment },
	{ "bilking", is_bilking },
	{ "unmasking", is_unmasking },
	{ "horde", is_horde },
	{ "rising", is_rising },
	{ "missile", is_missile },
	{ "artillery", is_artillery },
	{ "stack-won", is_stack },
	{ "hanging-piece", is_hanging },
	{ "exchange", is_exchange },
	{ "fork", is_fork },
	{ "check", is_check },
	{ "threat", is_threat },
};

static struct outcome
play_out(const struct puzzle *z)
{
	struct position p = z->p;

	for (unsigned i = 0; i < z->n_line; i++)
		rules_apply(z->g, &p, z->line[i]);
	return rules_outcome(z->g, &p, NULL);
}

void
puzzle_set_theme(struct puzzle *z)
{
	struct outcome o = play_out(z);
	const char *name = "quiet";
	struct clue c;

	if (rules_partners(z->g)) {
		snprintf(z->theme, sizeof(z->theme), "captures-%d", z->score / PUZZLE_CAPTURE);
		return;
	}
	if (z->sure && o.result == RESULT_WIN) {
		snprintf(z->theme, sizeof(z->theme), "%s-in-%u", rules_reason_name(o.reason),
			 z->turns);
		return;
	}
	look(z, &c);
	for (size_t i = 0; i < sizeof(themes) / sizeof(themes[0]); i++) {
		if (!themes[i].is(&c))
			continue;
		name = themes[i].name;
		break;
	}
	snprintf(z->theme, sizeof(z->theme), "%s", name);
}
