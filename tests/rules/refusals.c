/*
 * Every action that can be written is legal or refused with a reason. Tested at
 * positions of random games, with all verbs and with moves between any two
 * squares. Nearly legal actions are tested most.
 */
#include "tests/rules/rules_test.h"
#include "tests/rules/space.h"

enum {
	PLIES = 120,
	MOVES_ASKED = 60, /* per position, at random */
	LISTED = 24,      /* legal actions per position, each also with five changes */
};

static struct action space[SPACE_MAX];
static size_t space_n, space_verbs;

struct at {
	const struct game *g;
	struct position p;
	struct action list[RULES_ACTIONS_MAX];
	size_t n;
};

/* Reports whether a legal action is written the same way. */
static bool
is_listed(const struct at *at, struct action a)
{
	char want[RULES_ACTION_TEXT], is[RULES_ACTION_TEXT];

	rules_action_print(at->g, &at->p, a, want);
	for (size_t i = 0; i < at->n; i++) {
		rules_action_print(at->g, &at->p, at->list[i], is);
		if (strcmp(is, want) == 0)
			return true;
	}
	return false;
}

static void
check_reason(const struct at *at, struct action a, const struct refusal *r)
{
	char text[RULES_REFUSAL_TEXT], name[RULES_ACTION_TEXT], where[RULES_POSITION_TEXT];
	struct sqset squares = r->squares;
	bool good = r->text && r->rule && strspn(r->rule, "abcdefghijklmnopqrstuvwxyz-");

	if (good) {
		rules_refusal_print(r, text);
		good = r->rule[strspn(r->rule, "abcdefghijklmnopqrstuvwxyz-")] == '\0' &&
		       strcmp(r->rule, "unknown") && strcmp(r->rule, "no-such-action") &&
		       text[strlen(text) - 1] == '.' &&
		       (r->costs != 0) == !strcmp(r->rule, "cannot-pay");
	}
	while (good && !sqset_empty(squares))
		good = sqset_pop(&squares) < rules_squares(at->g);
	if (good)
		return;
	rules_action_print(at->g, &at->p, a, name);
	rules_print(at->g, &at->p, where);
	fail_msg("%s %s: %s is refused by %s: %s", rules_name(at->g), where, name,
		 r->rule ? r->rule : "nothing", r->text ? r->text : "");
}

static void
check_action(const struct at *at, struct action a)
{
	unsigned turn = rules_turn_seat(at->g, &at->p);
	char name[RULES_ACTION_TEXT], where[RULES_POSITION_TEXT];
	struct refusal r, other, table;

	rules_refuse_action(at->g, &at->p, turn, a, &r);
	rules_refuse_action(at->g, &at->p, (turn + 1) % rules_seats(at->g), a, &other);
	rules_refuse_action(at->g, &at->p, SEAT_TABLE, a, &table);
	if (is_listed(at, a)) {
		rules_action_print(at->g, &at->p, a, name);
		rules_print(at->g, &at->p, where);
		if (r.rule)
			fail_msg("%s %s: %s is legal, but %s", rules_name(at->g), where, name,
				 r.rule);
	} else {
		check_reason(at, a, &r);
	}
	check_reason(at, a, &other);
	if (table.rule)
		check_reason(at, a, &table);
}

/* Changes one part of a legal action, if the result can be written. */
static void
check_near(const struct at *at, struct action a, uint64_t *random)
{
	char name[RULES_ACTION_TEXT];
	struct action back;

	for (unsigned way = 0; way < 5; way++) {
		unsigned squares = rules_squares(at->g);
		struct action near = a;

		if (way == 0)
			near.from = (uint8_t)(test_random(random) % squares);
		if (way == 1)
			near.to = (uint8_t)(test_random(random) % squares);
		if (way == 2 && (a.kind == ACT_MOVE || a.kind == ACT_PROMOTE))
			near.arg = a.arg ? 0 : (uint8_t)(PIECE_KNIGHT + test_random(random) % 5);
		if (way == 3 && a.kind == ACT_CASTLE)
			near = (struct action){ ACT_MOVE, a.from, a.arg, 0 };
		if (way == 4 && (a.kind == ACT_MOVE || a.kind == ACT_ATTEMPT))
			near.kind = a.kind == ACT_MOVE ? ACT_ATTEMPT : ACT_MOVE;
		rules_action_print(at->g, &at->p, near, name);
		if (rules_action_read(at->g, name, &back) == 0)
			check_action(at, back);
	}
}

/* Legal actions are read from their names. */
static void
check_read(const struct at *at)
{
	for (size_t i = 0; i < at->n; i++) {
		char name[RULES_ACTION_TEXT], again[RULES_ACTION_TEXT];
		struct action back;

		rules_action_print(at->g, &at->p, at->list[i], name);
		if (rules_action_read(at->g, name, &back) < 0)
			fail_msg("%s: %s cannot be read", rules_name(at->g), name);
		rules_action_print(at->g, &at->p, back, again);
		assert_string_equal(again, name);
		assert_true(back.kind == at->list[i].kind || back.kind == ACT_MOVE);
	}
}

static void
check_position(const struct at *at, uint64_t *random)
{
	check_read(at);
	for (size_t i = 0; i < space_verbs; i += 1 + (size_t)(test_random(random) % 3))
		check_action(at, space[i]);
	for (unsigned i = 0; i < MOVES_ASKED; i++)
		check_action(at,
			     space[space_verbs + test_random(random) % (space_n - space_verbs)]);
	for (unsigned i = 0; i < LISTED && at->n; i++) {
		struct action a = at->list[test_random(random) % at->n];

		check_action(at, a);
		check_near(at, a, random);
	}
}

static void
play(const struct game *g, const char *options, uint64_t random)
{
	static struct at at;
	struct rules_error err;

	at.g = g;
	if (rules_start(g, options, &at.p, &err) < 0)
		fail_msg("%s", err.why);
	space_n = space_make(g, space, &space_verbs);
	for (unsigned ply = 0; ply < PLIES; ply++) {
		at.n = rules_actions(g, &at.p, at.list);
		if (ply % 7 == random % 7 || at.n == 0)
			check_position(&at, &random);
		if (at.n == 0)
			return;
		rules_apply(g, &at.p, at.list[test_random(&random) % at.n]);
	}
}

static void
test_all(void **state)
{
	static const struct {
		const char *game, *options;
	} rows[] = {
		{ "dice-money", "prices=2,1,1,1,1,1,1,2" },
		{ "abstract", "table=aronson turn=double" },
		{ "abstract", "transfers=limited" },
		{ "cooperative", "cards=real" },
		{ "half-alice", "checkers=2" },
	};
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (uint64_t seed = 0; seed < 2; seed++)
			play(games[i], "", seed);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		play(test_game(rows[i].game), rows[i].options, i);
}

/* Text that is no action in any game is reported as such and reads as nothing. */
static void
test_unreadable(void **state)
{
	static const struct {
		const char *game, *text;
	} rows[] = {
		{ "chess", "" },
		{ "chess", "e2" },
		{ "chess", "e2e" },
		{ "chess", "e2e9" },
		{ "chess", "i2e4" },
		{ "chess", "e2e4qq" },
		{ "chess", "e7e8Q" },
		{ "chess", "e7e8x" },
		{ "chess", "e2xe4" },
		{ "chess", "end" },
		{ "chess", "pass" },
		{ "chess", "buy:N@e4" },
		{ "chess", "roll:1,2" },
		{ "chess", "E2E4" },
		{ "chess", " e2e4" },
		{ "accounting", "end" },
		{ "crowded-house", "end" },
		{ "crowded-house", "passe" },
		{ "dice-money", "roll:2,1" },
		{ "dice-money", "roll:0,1" },
		{ "dice-money", "roll:1,7" },
		{ "dice-money", "roll:1" },
		{ "dice-money", "roll" },
		{ "dice-money", "rolls:1,2" },
		{ "dice-money", "buys:extra1" },
		{ "dice-money", "buy" },
		{ "dice-money", "roll:" },
		{ "dice-money", "roll:01,2" },
		{ "dice-money", "buy:K@e4" },
		{ "dice-money", "buy:N@e9" },
		{ "dice-money", "buy:N@e45" },
		{ "dice-money", "buy:Ne4" },
		{ "dice-money", "buy:N" },
		{ "dice-money", "buy:extra3" },
		{ "dice-money", "buy:extra1@e4" },
		{ "dice-money", "pass" },
		{ "abstract", "transfer:" },
		{ "abstract", "transfer:i2a2" },
		{ "abstract", "transfer:a2" },
		{ "abstract", "transfer:a2b" },
		{ "abstract", "transfer:a2b2c" },
		{ "abstract", "endend" },
		{ "zombie", "bury:" },
		{ "zombie", "bury:a9" },
		{ "zombie", "bury:a1b" },
		{ "zombie", "promote:a8" },
		{ "zombie", "promote:a8Q" },
		{ "zombie", "promote:a8qq" },
		{ "masquerade", "assign" },
		{ "masquerade", "assigns:KQRBN" },
		{ "masquerade", "assign:KQRB" },
		{ "masquerade", "assign:KQRBB" },
		{ "masquerade", "assign:KQRBNN" },
		{ "masquerade", "assign:?????" },
		{ "masquerade", "assign:kqrbn" },
		{ "masquerade", "f1xb5q" },
		{ "cooperative", "play" },
		{ "cooperative", "play:" },
		{ "cooperative", "plays:2H" },
		{ "cooperative", "play:6H" },
		{ "cooperative", "play:QD" },
		{ "cooperative", "play:10H,2H" },
		{ "cooperative", "transfer:a2b2" },
		{ "american", "l1a1" },
		{ "american", "a10a9" },
		{ "american", "a8a9N" },
		{ "american", "a8a9." },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct game *g = test_game(rows[i].game);
		struct rules_error err;
		struct position p;
		struct refusal r;
		struct action a;

		assert_int_equal(rules_start(g, "", &p, &err), 0);
		if (rules_action_read(g, rows[i].text, &a) == 0)
			fail_msg("%s: \"%s\" reads as an action", rows[i].game, rows[i].text);
		rules_refuse_text(g, &p, SEAT_TABLE, rows[i].text, &r);
		assert_string_equal(r.rule, "no-such-action");
		assert_true(r.text[strlen(r.text) - 1] == '.' && sqset_empty(r.squares));
	}
}

/* Actions of other games, as values. */
static void
test_other_games(void **state)
{
	static const uint8_t kinds[] = { ACT_PASS, ACT_END,     ACT_ROLL,   ACT_BUY,  ACT_TRANSFER,
					 ACT_BURY, ACT_PROMOTE, ACT_ASSIGN, ACT_PLAY, ACT_ATTEMPT };
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	for (size_t i = 0; i < n * ARRAY_LEN(kinds); i++) {
		const struct game *g = games[i / ARRAY_LEN(kinds)];
		struct action a = { .kind = kinds[i % ARRAY_LEN(kinds)], .from = 1, .to = 2 };
		struct rules_error err;
		struct position p;
		struct refusal r;

		assert_int_equal(rules_start(g, "", &p, &err), 0);
		if (g->verbs >> a.kind & 1)
			continue;
		rules_refuse_action(g, &p, SEAT_W, a, &r);
		assert_string_equal(r.rule, "no-such-action");
		assert_non_null(r.text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_unreadable),
		cmocka_unit_test(test_other_games),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
