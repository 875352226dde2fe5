#include "tests/kernel/hands.h"

#include <stdlib.h>
#include <string.h>

#include "tests/daemon/hands/script.h"

enum {
	/*
	 * The lamps are polled closely for this long; slower ones are waited
	 * for like everything else.
	 */
	GLOW_US = 5000000,
	/* A button is released after this time; the daemon debounces for 30 ms. */
	HELD_US = 40000,
};

/* Reports whether the condition holds in the latest state. */
typedef bool holds_fn(struct hands *h, const void *what);

static void
await(struct hands *h, holds_fn *holds, const void *what, const char *name)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	char *state;

	while (!holds(h, what)) {
		if (rig_now_us() < end) {
			(void)rig_pump(h->client, 20);
			continue;
		}
		state = json_dumps(rig_state(h->client), 0);
		rig_die("waited in vain for %s; state %s; lamps %s; log %s", name, state,
			rig_board(h->rig, "lamps"), rig_log(h->rig));
	}
}

/* Returns a smaller game's squares by the names of the game. */
static const char *
at(const struct hands *h)
{
	return rules_files(h->game) == 8 ? "@" : "";
}

static void
touch(struct hands *h, const char *verb, unsigned sq, uint8_t piece)
{
	char name[4], letter[4] = "";

	rules_square_print(h->game, sq, name);
	if (piece)
		rules_piece_print(h->game, piece, letter);
	rig_board(h->rig, "%s %s%s %s", verb, at(h), name, letter);
	h->on[sq] = piece;
}

/* Reports whether the sensors read the pieces on every square. */
static bool
sees_all(struct hands *h, const void *what)
{
	json_t *present = json_object_get(h->client->state, "present"), *o;
	struct sqset seen = { 0 };
	size_t i;

	(void)what;
	json_array_foreach(present, i, o)
	{
		const char *name = json_string_value(o);
		unsigned sq = rules_square_parse(h->game, name, strlen(name));

		if (sq < RULES_SQUARES_MAX)
			sqset_add(&seen, sq);
	}
	for (unsigned sq = 0; sq < rules_squares(h->game); sq++)
		if (sqset_has(seen, sq) != (h->on[sq] != 0))
			return false;
	return true;
}

/* Returns the bus usage since the last reading of its figures. */
static uint64_t
busy_us(struct hands *h)
{
	const char *at = strstr(rig_board(h->rig, "stats"), "busy_us=");

	return at ? strtoull(at + strlen("busy_us="), NULL, 10) : 0;
}

static struct sqset
lit(struct hands *h)
{
	const char *line = rig_board(h->rig, "lamps%s", rules_files(h->game) == 8 ? " @" : "");
	struct sqset s = { 0 };

	while (*line) {
		unsigned sq;

		line += *line == '@';
		sq = rules_square_parse(h->game, line, strcspn(line, " "));
		if (sq < RULES_SQUARES_MAX)
			sqset_add(&s, sq);
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	return s;
}

static bool
same(struct sqset a, struct sqset b)
{
	return sqset_empty(sqset_xor(a, b));
}

/* The square of a piece, its targets, and other squares of a castling. */
struct glow {
	struct sqset must, may;
};

static struct glow
glow_of(struct hands *h, unsigned from)
{
	static struct action all[RULES_ACTIONS_MAX];
	size_t n = rules_actions(h->game, &h->p, all);
	struct glow g = { .must = sqset_of(from) };

	for (size_t i = 0; i < n; i++) {
		struct sqset touched = { 0 };
		struct footprint f;

		if (all[i].from == from)
			sqset_add(&g.must, all[i].to);
		rules_footprint(h->game, &h->p, all[i], &f);
		for (unsigned c = 0; c < f.n; c++)
			sqset_add(&touched, f.change[c].sq);
		if (f.n > 2 && sqset_has(touched, from))
			g.may = sqset_or(g.may, touched);
	}
	return g;
}

static bool
glows(struct hands *h, const void *what)
{
	const struct glow *g = what;
	struct sqset now = lit(h);

	return sqset_empty(sqset_minus(g->must, now)) &&
	       sqset_empty(sqset_minus(sqset_minus(now, g->must), g->may));
}

/* Lifts, and waits for the light: the only delay that a person notices. */
static void
lift_looking(struct hands *h, unsigned sq)
{
	struct glow want = glow_of(h, sq);
	uint64_t t0;

	rig_board(h->rig, "stats");
	t0 = rig_now_us();
	touch(h, "lift", sq, 0);
	while (rig_now_us() - t0 < GLOW_US && !glows(h, &want))
		rig_sleep_us(HANDS_LOOK_US);
	if (h->n_lifts < HANDS_SAMPLES_MAX) {
		h->lift_us[h->n_lifts] = rig_now_us() - t0;
		h->bus_us[h->n_lifts++] = busy_us(h);
	}
	await(h, glows, &want, "the lamps of a lifted piece");
}

static bool
is_movers(const struct hands *h, unsigned sq)
{
	return sqset_has(rules_occupied_by(h->game, &h->p, rules_to_act(h->game, &h->p)), sq);
}

static void
do_op(struct hands *h, const struct carry *carry, uint8_t op, bool first)
{
	const struct carry *c = &carry[op / 2];

	if (op % 2)
		touch(h, "put", c->to, c->dropped);
	else if (first && h->lamps && is_movers(h, c->from))
		lift_looking(h, c->from);
	else
		touch(h, "lift", c->from, 0);
	await(h, sees_all, NULL, "the sensors");
}

static bool
is_shown(struct hands *h, const void *what)
{
	const json_t *s = h->client->state;
	const char *last = rig_text(json_object_get(s, "last"), "action");

	return strcmp(rig_text(s, "provisional"), what) == 0 ||
	       (h->quiet && strcmp(last, what) == 0);
}

static bool
has_actions(struct hands *h, const void *what)
{
	const json_int_t *n = what;

	return json_integer_value(json_object_get(h->client->state, "n_actions")) == *n;
}

static void
finish_turn(struct hands *h, json_int_t n)
{
	if (!h->quiet)
		rig_board(h->rig, "press clock");
	await(h, has_actions, &n, "the move to be final");
	if (h->quiet)
		return;
	/* Shorter than the debounce time would be no press. */
	rig_sleep_us(HELD_US);
	rig_board(h->rig, "release clock");
}

static struct order
choose_order(struct hands *h, struct action a, struct carry carry[CARRIES_MAX])
{
	static struct order all[ORDERS_MAX];
	unsigned n = carries_of(h->game, &h->p, a, carry);

	n = orders_of(carry, n, h->on, all);
	return all[rng_below(&h->rng, n)];
}

void
hands_begin(struct hands *h, struct action a)
{
	lift_looking(h, a.from);
	await(h, sees_all, NULL, "the sensors");
}

void
hands_play(struct hands *h, struct action a)
{
	json_int_t n = json_integer_value(json_object_get(h->client->state, "n_actions"));
	struct carry carry[CARRIES_MAX];
	struct order order = choose_order(h, a, carry);
	char text[RULES_ACTION_TEXT];

	rules_action_print(h->game, &h->p, a, text);
	for (unsigned i = 0; i < order.n; i++)
		do_op(h, carry, order.op[i], i == 0);
	await(h, is_shown, text, text);
	finish_turn(h, n + 1);
	rules_apply(h->game, &h->p, a);
}

void
hands_set_up(struct hands *h)
{
	char text[RULES_POSITION_TEXT];

	rules_print(h->game, &h->p, text);
	text[strcspn(text, " ")] = '\0';
	rig_board(h->rig, "setup %s", text);
	for (unsigned sq = 0; sq < rules_squares(h->game); sq++)
		h->on[sq] = rules_at(h->game, &h->p, sq);
}

/* Reports whether the lit squares, except marks, are those of the piece. */
static bool
agrees(struct hands *h, const void *what)
{
	json_t *told = json_object_get(rig_ok(h->client, "{\"kind\":\"lamps\"}"), "lamps"), *o;
	struct sqset want = { 0 };
	const char *name;

	(void)what;
	json_object_foreach(told, name, o)
	{
		unsigned sq = rules_square_parse(h->game, name, strlen(name));

		if (strcmp(rig_text(o, "rgb"), "000000") != 0 && sq < RULES_SQUARES_MAX)
			sqset_add(&want, sq);
	}
	return same(lit(h), want);
}

void
hands_await_lamps(struct hands *h)
{
	await(h, sees_all, NULL, "the sensors");
	if (h->lamps)
		await(h, agrees, NULL, "board and daemon to show the same lamps");
}
