#include "tests/daemon/hands/invent.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/engine/engine.h"
#include "daemon/engine/level.h"
#include "tests/daemon/hands/rng.h"

/* The sort of an action; the first that fits. */
enum sort {
	SORT_QUIET,
	SORT_CAPTURE,
	SORT_EN_PASSANT,
	SORT_CASTLING,
	SORT_PROMOTION,
	SORT_CONSEQUENCE, /* the rules remove or place pieces */
	SORT_MARKED,      /* a marked piece moves: a zombie, a crooked one … */
	SORT_EARNING,     /* Dice-Money: a piece that a die names */
	SORT_ATTEMPT,
	SORT_TRANSFER,
	SORT_BOUGHT_PIECE,
	SORT_BOUGHT_WORD,
	SORT_END,
	SORT_WORD,
	SORTS,
};

/* The frequency of each sort while available, whatever its number of actions. */
static const uint8_t weight[SORTS] = {
	[SORT_QUIET] = 40,    [SORT_CAPTURE] = 25,      [SORT_EN_PASSANT] = 60,
	[SORT_CASTLING] = 40, [SORT_PROMOTION] = 40,    [SORT_CONSEQUENCE] = 40,
	[SORT_MARKED] = 30,   [SORT_EARNING] = 40,      [SORT_ATTEMPT] = 25,
	[SORT_TRANSFER] = 25, [SORT_BOUGHT_PIECE] = 35, [SORT_BOUGHT_WORD] = 12,
	[SORT_END] = 15,      [SORT_WORD] = 60,
};

struct inventor {
	const struct game *g;
	const struct invention *of;
	struct engine *engine; /* NULL: until a computer has chosen */
	struct rng rng;
	struct position now;
	struct history history;
	struct action action[RULES_ACTIONS_MAX];
	uint8_t sort[RULES_ACTIONS_MAX];
	size_t n;
};

/* Reports whether a die names the piece. */
static bool
earns(const struct inventor *v, uint8_t piece)
{
	char text[RULES_POSITION_TEXT];
	const char *dice;
	unsigned a, b;

	rules_print(v->g, &v->now, text);
	dice = strstr(text, " dice=");
	return dice != NULL && sscanf(dice, " dice=%u,%u", &a, &b) == 2 &&
	       (piece_kind(piece) == a || piece_kind(piece) == b);
}

static enum sort
sort_of_move(const struct inventor *v, struct action a)
{
	const uint8_t piece = rules_at(v->g, &v->now, a.from);
	bool takes = false, follows = false;
	struct footprint f;

	rules_footprint(v->g, &v->now, a, &f);
	for (unsigned i = 0; i < f.n; i++) {
		if (f.change[i].cause == CAUSE_CAPTURED && f.change[i].sq != a.to)
			return SORT_EN_PASSANT;
		takes |= f.change[i].cause == CAUSE_CAPTURED;
		follows |= f.change[i].cause == CAUSE_REMOVED || f.change[i].cause == CAUSE_PLACED;
	}
	if (a.kind == ACT_CASTLE)
		return SORT_CASTLING;
	if (a.arg != 0)
		return SORT_PROMOTION;
	if (follows)
		return SORT_CONSEQUENCE;
	if (takes)
		return SORT_CAPTURE;
	if (earns(v, piece))
		return SORT_EARNING;
	return piece & PIECE_MARK ? SORT_MARKED : SORT_QUIET;
}

static enum sort
sort_of(const struct inventor *v, struct action a)
{
	switch ((enum action_kind)a.kind) {
	case ACT_MOVE:
	case ACT_CASTLE:
		return sort_of_move(v, a);
	case ACT_ATTEMPT:
		return SORT_ATTEMPT;
	case ACT_TRANSFER:
		return SORT_TRANSFER;
	case ACT_BUY: {
		struct footprint f;

		rules_footprint(v->g, &v->now, a, &f);
		return f.n > 0 ? SORT_BOUGHT_PIECE : SORT_BOUGHT_WORD;
	}
	case ACT_END:
		return SORT_END;
	case ACT_NONE:
	case ACT_PASS:
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_PROMOTE:
	case ACT_ASSIGN:
	case ACT_PLAY:
		break;
	}
	return SORT_WORD;
}

static enum sort
draw_sort(struct inventor *v)
{
	bool there[SORTS] = { false };
	unsigned sum = 0;

	for (size_t i = 0; i < v->n; i++)
		there[v->sort[i]] = true;
	for (unsigned k = 0; k < SORTS; k++)
		sum += there[k] ? weight[k] : 0;
	unsigned at = rng_below(&v->rng, sum);

	for (unsigned k = 0; k < SORTS; k++) {
		if (!there[k])
			continue;
		if (at < weight[k])
			return (enum sort)k;
		at -= weight[k];
	}
	assert(false);
	return SORT_QUIET;
}

static struct action
draw_of_sort(struct inventor *v, enum sort k)
{
	unsigned of = 0;

	for (size_t i = 0; i < v->n; i++)
		of += v->sort[i] == k;
	unsigned at = rng_below(&v->rng, of);

	for (size_t i = 0; i < v->n; i++)
		if (v->sort[i] == k && at-- == 0)
			return v->action[i];
	assert(false);
	return v->action[0];
}

static bool
ends_game(const struct inventor *v, struct action a)
{
	struct position after = v->now;

	rules_apply(v->g, &after, a);
	return rules_outcome(v->g, &after, NULL).result != RESULT_ONGOING;
}

/*
 * Reports whether the engine chooses the next action: for computers of a level, and in every second
 * group of four games for persons too, because random persons lose soon.
 */
static bool
is_engines(const struct inventor *v)
{
	unsigned seat = rules_to_act(v->g, &v->now);

	return v->of->level != 0 && seat < rules_seats(v->g) &&
	       ((v->of->planned >> (seat & 1) & 1) != 0 || v->of->seed / 4 % 2 == 1);
}

/* Lets the engine choose, from what the seat to act may know. */
static struct action
ask_engine(struct inventor *v)
{
	static struct engine_report best;
	struct engine_task task = { .g = v->g, .p = &v->now, .lines = 1, .seed = v->of->seed };

	level_apply(level_of(v->g, v->of->level), &task);
	engine_search(v->engine, &task, &best);
	return best.pv[0];
}

/* Picks the next action; returns false if the game is over. Avoids early ends where easy. */
static bool
invent_action(struct inventor *v, bool avoid_end, struct action *out)
{
	if (rules_outcome(v->g, &v->now, &v->history).result != RESULT_ONGOING)
		return false;
	v->n = rules_actions(v->g, &v->now, v->action);
	for (size_t i = 0; i < v->n; i++)
		v->sort[i] = (uint8_t)sort_of(v, v->action[i]);
	if (is_engines(v))
		*out = ask_engine(v);
	for (unsigned tries = 0; !is_engines(v) && tries < 8; tries++) {
		*out = draw_of_sort(v, draw_sort(v));
		if (!avoid_end || !ends_game(v, *out))
			break;
	}
	rules_apply(v->g, &v->now, *out);
	rules_history_push(v->g, &v->history, &v->now);
	return true;
}

/* Draws the game's own options; a few of them make rare actions more frequent. */
static void
draw_options(struct inventor *v, char *out, size_t size)
{
	static const char *const tables[] = { "neto", "aronson" };
	static const char *const turns[] = { "single", "double" };
	static const char *const transfers[] = { "free", "limited" };
	static const char *const prices[] = { "1,3,1,1,2,3,4,2", "5,15,5,3,7,11,19,10",
					      "2,4,1,1,1,1,1,1" };
	const char *name = rules_name(v->g);
	unsigned long long seed = rng_next(&v->rng) >> 40;
	unsigned bits = rng_below(&v->rng, 8);

	if (strcmp(name, "abstract") == 0)
		(void)snprintf(out, size, "table=%s turn=%s transfers=%s", tables[bits & 1],
			       turns[bits >> 1 & 1], transfers[bits >> 2]);
	else if (strcmp(name, "dice-money") == 0)
		(void)snprintf(out, size, "prices=%s", prices[bits % 3]);
	else if (strcmp(name, "half-alice") == 0)
		(void)snprintf(out, size, "checkers=%u", 4 + 2 * bits);
	else if (strcmp(name, "cooperative") == 0)
		(void)snprintf(out, size, "seed=%llu%s", seed,
			       bits < 3 && v->of->level == 0 ? " cards=real" : "");
	else
		(void)snprintf(out, size, "seed=%llu", seed);
}

static void
begin(struct inventor *v)
{
	char options[96];
	struct rules_error err;

	draw_options(v, options, sizeof(options));
	if (rules_start(v->g, options, &v->now, &err) != 0)
		assert(false);
	rules_history_start(v->g, &v->history, &v->now);
	if (!rng_chance(&v->rng, 25))
		return;
	unsigned skip = rng_below(&v->rng, INVENT_SKIP_MAX);
	struct position last = v->now;
	struct action a;

	while (skip-- > 0 && invent_action(v, true, &a))
		if (rules_outcome(v->g, &v->now, NULL).result == RESULT_ONGOING)
			last = v->now;
	v->now = last;
	rules_history_start(v->g, &v->history, &v->now);
}

/* Reports whether automatic actions are still to come. */
static bool
is_forced(struct inventor *v)
{
	v->n = rules_actions(v->g, &v->now, v->action);
	return v->n == 1 && (v->action[0].kind == ACT_END || v->action[0].kind == ACT_PASS);
}

/* Makes the engine on its first use, and empties its memory for each game. */
static void
engine_begin(struct inventor *v)
{
	size_t size = engine_size() + ENGINE_HASH_MIN;

	if (v->engine == NULL) {
		v->engine = calloc(1, size);
		assert(v->engine != NULL);
		v->engine = engine_new(v->engine, size);
	}
	engine_clear(v->engine);
}

void
invent_game(struct meant *m, const struct invention *of)
{
	static struct inventor v;

	assert(of->n_max <= SIM_PLIES_MAX);
	v.g = of->g;
	v.of = of;
	v.rng.state = of->seed;
	if (of->level != 0)
		engine_begin(&v);
	begin(&v);
	m->game = of->g;
	m->n = 0;
	m->position[0] = v.now;
	while ((m->n < of->n_max || is_forced(&v)) && m->n < SIM_PLIES_MAX &&
	       invent_action(&v, of->level == 0 && m->n < of->n_max * 3 / 4, &m->action[m->n]))
		m->position[++m->n] = v.now;
	(void)snprintf(m->name, sizeof(m->name), "%s %llu", rules_name(of->g),
		       (unsigned long long)of->seed);
}
