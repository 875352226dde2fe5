/* Builds the candidates of a question: the board changes of each legal action. */
#include "daemon/core/infer.h"

#include <assert.h>
#include <string.h>

static uint8_t
arrival_home(struct action a, uint8_t piece)
{
	return a.kind == ACT_CASTLE && piece_kind(piece) == PIECE_ROOK ? a.arg : a.from;
}

static void
add_arrival(struct infer_candidate *c, unsigned sq, uint8_t home, uint8_t piece)
{
	assert(c->n_arrivals < INFER_ARRIVALS_MAX);
	sqset_add(&c->changed, sq);
	sqset_add(&c->after, sq);
	c->arrival[c->n_arrivals].sq = (uint8_t)sq;
	c->arrival[c->n_arrivals].piece = piece;
	c->arrival[c->n_arrivals++].home = home;
	if (home != WORLD_BOX)
		sqset_add(&c->movers, home);
}

/* Adds the change of one square if the player makes it; changes made by the rules are skipped. */
static void
add_change(struct infer_candidate *c, const struct change *ch)
{
	const struct action a = c->action;
	bool arrives = ch->after && ch->cause != CAUSE_PLACED &&
		       (a.kind == ACT_CASTLE ? ch->cause == CAUSE_CASTLED : ch->sq == a.to);

	if (arrives) {
		if (ch->before && ch->sq != a.from && a.kind != ACT_CASTLE)
			sqset_add(&c->captured, ch->sq);
		add_arrival(c, ch->sq, arrival_home(a, ch->after), ch->after);
	} else if (ch->cause == CAUSE_REMOVED) {
		sqset_add(&c->loose, ch->sq);
		sqset_add(&c->changed, ch->sq);
	} else if (ch->before && ch->cause != CAUSE_MARKED) {
		if (ch->cause == CAUSE_CAPTURED)
			sqset_add(&c->captured, ch->sq);
		sqset_remove(&c->after, ch->sq);
		sqset_add(&c->changed, ch->sq);
	}
}

static void
make_move(const struct infer *f, struct infer_candidate *c)
{
	struct footprint fp;

	rules_footprint(f->game, &f->position, c->action, &fp);
	for (unsigned i = 0; i < fp.n; i++)
		add_change(c, &fp.change[i]);
	c->promotes =
		c->action.kind == ACT_MOVE && c->n_arrivals == 1 &&
		piece_kind(c->arrival[0].piece) != piece_kind(f->worlds.piece[c->action.from]);
}

static void
make_placement(const struct infer *f, struct infer_candidate *c)
{
	struct footprint fp;

	rules_footprint(f->game, &f->position, c->action, &fp);
	for (unsigned i = 0; i < fp.n; i++)
		add_arrival(c, fp.change[i].sq, WORLD_BOX, fp.change[i].after);
	if (fp.n == 0)
		c->way = WAY_WORD;
}

static void
make_touch(const struct infer *f, struct infer_candidate *c)
{
	struct footprint fp;

	rules_footprint(f->game, &f->position, c->action, &fp);
	for (unsigned i = 0; i < fp.n; i++) {
		sqset_add(&c->changed, fp.change[i].sq);
		*(fp.change[i].sq == c->action.from ? &c->given : &c->received) =
			fp.change[i].after;
	}
	c->movers = c->changed;
	if (!c->given)
		sqset_remove(&c->after, c->action.from);
}

/* Builds an attempt from its squares alone: the footprint would reveal the outcome. */
static void
make_attempt(const struct infer *f, struct infer_candidate *c)
{
	sqset_remove(&c->after, c->action.from);
	sqset_add(&c->changed, c->action.from);
	sqset_add(&c->captured, c->action.to);
	add_arrival(c, c->action.to, c->action.from, f->worlds.piece[c->action.from]);
}

static enum infer_way
way_of(struct action a)
{
	switch ((enum action_kind)a.kind) {
	case ACT_MOVE:
	case ACT_CASTLE:
		return WAY_MOVE;
	case ACT_BUY:
		return WAY_PLACE;
	case ACT_TRANSFER:
		return WAY_TOUCH;
	case ACT_ATTEMPT:
		return WAY_ATTEMPT;
	case ACT_NONE:
	case ACT_PASS:
	case ACT_END:
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_PROMOTE:
	case ACT_ASSIGN:
	case ACT_PLAY:
		break;
	}
	return WAY_WORD;
}

static void
make_candidate(const struct infer *f, struct action a, struct infer_candidate *c)
{
	memset(c, 0, sizeof(*c));
	c->action = a;
	c->after = f->worlds.home;
	c->way = (uint8_t)way_of(a);
	switch ((enum infer_way)c->way) {
	case WAY_WORD:
		break;
	case WAY_MOVE:
		make_move(f, c);
		break;
	case WAY_PLACE:
		make_placement(f, c);
		break;
	case WAY_TOUCH:
		make_touch(f, c);
		break;
	case WAY_ATTEMPT:
		make_attempt(f, c);
		break;
	}
}

/* Reports whether the edges, all on `touched` squares, may be part of action a. */
static bool
concerns(const struct infer *f, struct action a, struct sqset touched)
{
	enum infer_way way = way_of(a);

	if (way == WAY_WORD || way == WAY_PLACE)
		return way == WAY_PLACE && sqset_has(touched, a.to);
	if (a.kind == ACT_CASTLE || sqset_has(touched, a.from) || sqset_has(touched, a.to))
		return true;
	/* En passant captures on a third square. */
	return piece_kind(f->worlds.piece[a.from]) == PIECE_PAWN && !f->worlds.piece[a.to];
}

static void
start(struct infer *f, const struct game *g, const struct position *p)
{
	f->game = g;
	f->position = *p;
	f->colour = (uint8_t)(rules_turn_seat(g, p) & 1);
	f->n = f->n_log = f->n_asleep = 0;
	f->log_full = f->has_present = false;
	f->meant_sq = f->promoted = RULES_NO_SQ;
	f->due = f->emptied = (struct sqset){ { 0, 0 } };
	f->returned.t_us = 0;
	memset(f->level_min, 0, sizeof(f->level_min));
	memset(f->level_max, 0, sizeof(f->level_max));
	worlds_start(&f->worlds, g, p, f->blind);
	f->worlds.odd = f->odd;
}

void
infer_start(struct infer *f, const struct game *g, const struct position *p, bool over)
{
	f->poleless = false;
	start(f, g, p);
	infer_list(f, !over);
}

void
infer_list(struct infer *f, bool some)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = some ? rules_actions(f->game, &f->position, list) : 0;

	f->n = 0;
	for (size_t i = 0; i < n; i++)
		if (f->only.kind == ACT_NONE || rules_action_equal(list[i], f->only))
			make_candidate(f, list[i], &f->candidate[f->n++]);
}

void
infer_keep_only(struct infer *f, struct action only)
{
	unsigned c = infer_find(f, only);

	assert(c != INFER_NONE);
	f->only = only;
	f->candidate[0] = f->candidate[c];
	f->n = 1;
}

/* Copies those candidates of `from`, at the same position, that concern the touched squares. */
static void
take_candidates(struct infer *f, const struct infer *from, struct sqset touched)
{
	for (unsigned i = 0; i < from->n; i++)
		if (concerns(f, from->candidate[i].action, touched))
			f->candidate[f->n++] = from->candidate[i];
}

static void
make_candidates(struct infer *f, struct sqset touched)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(f->game, &f->position, list);

	for (size_t i = 0; i < n; i++)
		if (concerns(f, list[i], touched))
			make_candidate(f, list[i], &f->candidate[f->n++]);
}

void
infer_start_probe(struct infer *f, const struct infer *from, unsigned at, const struct position *p,
		  struct sqset touched)
{
	/* Bytes that no game uses are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	bool same = memcmp(p, &from->position, sizeof(*p)) == 0;

	f->blind = from->blind;
	f->odd = same ? from->odd : (struct sqset){ { 0, 0 } };
	f->poleless = !same && !sqset_empty(from->odd);
	start(f, from->game, p);
	infer_set_levels(f, from, at);
	if (same)
		take_candidates(f, from, touched);
	else
		make_candidates(f, touched);
}

bool
infer_by_hands(struct action a)
{
	return way_of(a) != WAY_WORD;
}

bool
infer_by_hand(const struct infer *f)
{
	for (unsigned i = 0; i < f->n; i++)
		if (f->candidate[i].way != WAY_WORD)
			return true;
	return false;
}
