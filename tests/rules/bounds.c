/*
 * Size bounds. docs/rules.md explains them; this file has the numbers and the
 * fullest positions found by search. A change of the rules that exceeds a bound
 * fails here.
 */
#include "tests/rules/rules_test.h"

/* The bound of each game as in docs/rules.md, and the most actions of a known position. */
static const struct {
	const char *game;
	unsigned bound, actions;
	const char *position;
} fullest[] = {
	{ "chess", 1122, 271, "kBQQQQQB/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1" },
	{ "chess960", 1122, 271, "kBQQQQQB/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1" },
	{ "accounting", 1122, 280,
	  "r1k*1b1r*1/QPQ*PQ*PQP/Q*6Q/p2Q*1Q*1Q*/Q*6Q/Q6Q*/Q*6Q*/BQQ*Q*QQQK* w - - 0 1" },
	{ "dice-money", 1745, 713,
	  "kQ5Q/4Q3/2Q5/Q4Q2/3Q4/1Q4Q1/4Q3/1KQ4Q w - - 0 1 stage=buy dice=1,2 money=100,100 "
	  "prices=0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 lost=QRBNP/qrbnp extra=0 flight=0" },
	{ "abstract", 1024, 414,
	  "NNBPNSBK/PNRBSSRk/BPPRBSSR/NRBNRBSP/NPPRBNNP/SSBBNSPN/BPPBNPPP/BBNPSNSB w - - 0 1 "
	  "table=aronson turn=single transfers=free stage=move last=-,-" },
	{ "zombie", 1123, 277,
	  "kQQ^Q^QQQK/Q6Q^/Q^6Q/Q^6Q^/Q^6Q^/Q^6Q/Q6Q^/BQ^Q^QQQQ^B^ w - - 0 1 stage=move buried=-/- "
	  "left=- moved=- hold=- dust=-" },
	{ "masquerade", 1122, 281,
	  "r1nBbBnR/QPQpNpRb/rBpQbBrB/NnNqQrNn/qQqBqRrR/QnQqQkRn/nQnRqNnQ/BnNbKqBb w - - 0 1 "
	  "stage=move masks=QNBRK/RKNBQ "
	  "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-" },
	{ "crowded-house", 1122, 184,
	  "1kBBQQQB/B1Q4Q/Q6Q/R6Q/q3Q2Q/Q6Q/QQ5Q/KnQQQQQn w - - 0 1 seat=wk passes=0" },
	{ "cooperative", 1154, 309,
	  "kQQQQQQB/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/BQQQQQQK w - - 0 1 cards=real stage=move hands=#3/#3 "
	  "discards=-/- captured=- pile=#26 piece=- wild=0" },
	{ "half-alice", 1634, 332,
	  "2Q@Q1Q@2/QQ@3QQ@K@/2Q1Q@3/Q@3Q2Q@/Q@Q4QQ@/3QQ@2b@/Q4Q1k@/1Q@QQ@1Q@1Q w - - 0 1 "
	  "checkers=99,99" },
	{ "american", 2450, 2450,
	  "11/11/11/11/mmmmmm5/mmmmmmmmmmm/mmmmmmmmmmm/mmmmmmmmmmm/mmmmmmmmmmm b - - 0 1" },
};

static void
test_actions(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);

	(void)state;
	assert_int_equal(ARRAY_LEN(fullest), n);
	for (size_t i = 0; i < n; i++) {
		static struct action list[RULES_ACTIONS_MAX];
		struct position p = test_position(games[i], fullest[i].position);

		assert_string_equal(fullest[i].game, rules_name(games[i]));
		assert_int_equal(games[i]->actions_max, fullest[i].bound);
		assert_int_equal(rules_actions(games[i], &p, list), fullest[i].actions);
		assert_in_range(fullest[i].actions, 1, fullest[i].bound);
		assert_in_range(fullest[i].bound, 1, RULES_ACTIONS_MAX);
	}
}

/* Appends `text` n times, separated by `between`. */
static void
repeat(char *out, const char *text, const char *between, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		if (i)
			strcat(out, between);
		strcat(out, text);
	}
}

/* Appends the first n squares from a1, each after `before`, separated by points. */
static void
squares(char *out, const char *before, unsigned n)
{
	for (unsigned sq = 0; sq < n; sq++) {
		char name[4];

		rules_square_print(test_game("chess"), sq, name);
		strcat(out, sq ? "." : "");
		strcat(out, before);
		strcat(out, name);
	}
}

/*
 * Half the board is a moved horde, every square has a burial, and `dust` men
 * are dust: 288 of them make the maximum of 480 men.
 */
static void
zombie_with_dust(char *out, unsigned dust)
{
	strcpy(out, "4k3/8/8/K7/");
	repeat(out, "N^N^N^N^N^N^N^N^", "/", 4);
	strcat(out, " w - - 1000000000 1000000000 stage=horde buried=");
	squares(out, "q", 64);
	strcat(out, "/");
	squares(out, "Q", 64);
	strcat(out, " left=");
	squares(out, "", 32);
	strcat(out, " moved=");
	squares(out, "", 32);
	strcat(out, " hold=");
	repeat(out, "q", "", 30);
	strcat(out, " dust=");
	repeat(out, "Q", "", dust);
}

static void
longest_zombie(char *out)
{
	zombie_with_dust(out, 288);
}

/* Both sides have lost the maximum, and nothing is affordable. */
static void
longest_dice_money(char *out)
{
	strcpy(out, "k1n1n1n1/1n1n1n1n/n1n1n1n1/1n1n1n1n/N1N1N1N1/1N1N1N1N/N1N1N1N1/1N1N1N1K w - - "
		    "1000000000 1000000000 stage=extra dice=6,6 money=100,100 prices=");
	repeat(out, "1000000000", ",", 8);
	strcat(out, "/");
	repeat(out, "1000000000", ",", 8);
	strcat(out, " lost=");
	repeat(out, "Q", "", 224);
	strcat(out, "/");
	repeat(out, "q", "", 224);
	strcat(out, " extra=2 flight=0");
}

static void
test_texts(void **state)
{
	static const struct {
		const char *game;
		void (*text)(char *out);
	} rows[] = {
		{ "zombie", longest_zombie },
		{ "dice-money", longest_dice_money },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char text[2 * RULES_POSITION_TEXT], printed[RULES_POSITION_TEXT];
		const struct game *g = test_game(rows[i].game);
		struct position p;

		rows[i].text(text);
		p = test_position(g, text);
		rules_print(g, &p, printed);
		assert_string_equal(printed, text);
	}
}

/* A side of 240 men, most of them lost, may lose another one; a side of 241 is invalid. */
static void
test_lost(void **state)
{
	static const char *const rest[] = {
		"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 stage=move dice=1,2 money=0,0 "
		"prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=-/",
		" extra=0 flight=0",
	};
	const struct game *g = test_game("dice-money");
	char text[RULES_POSITION_TEXT];
	struct rules_error err;
	struct position p;

	(void)state;
	strcpy(text, rest[0]);
	repeat(text, "q", "", 238);
	strcat(text, rest[1]);
	p = test_position(g, text);
	rules_apply(g, &p, test_action(g, &p, "e4d5"));
	rules_print(g, &p, text);
	(void)test_position(g, text);

	strcpy(text, rest[0]);
	repeat(text, "q", "", 239);
	strcat(text, rest[1]);
	assert_int_equal(rules_parse(g, text, &p, &err), -1);
	assert_non_null(strstr(err.why, "240 men"));
}

/* Idle zombies may turn to dust in a position with the maximum number of men. */
static void
test_dust(void **state)
{
	static const char full[] =
		"N^N^N^1k3/8/8/8/8/8/8/4K3 w - - 7 1 stage=move buried=-/- left=- "
		"moved=- hold=- dust=";
	static const char *const fuller[] = {
		"N^N^N^1k3/8/8/8/8/8/8/4K3 w - - 7 1 stage=move buried=-/- left=- moved=- hold=- "
		"dust=P",
		"N^N^N^1k3/8/8/8/8/8/8/4K3 w - - 7 1 stage=move buried=pe1/- left=- moved=- hold=- "
		"dust=",
		"N^N^N^1k3/8/8/8/8/8/8/4K3 w - - 7 1 stage=move buried=-/Pe1 left=- moved=- hold=- "
		"dust=",
		"NNN1k3/8/8/8/8/8/8/4K3 w - - 7 1 stage=bury buried=-/- left=a2 moved=- hold=p "
		"dust=",
	};
	const struct game *g = test_game("zombie");
	char text[RULES_POSITION_TEXT];
	struct rules_error err;
	struct position p;

	(void)state;
	strcpy(text, full);
	repeat(text, "P", "", 475);
	p = test_position(g, text);
	rules_apply(g, &p, test_action(g, &p, "e1e2"));
	assert_int_equal(p.x.zombie.dust[0][PIECE_KNIGHT - 1], 3);
	rules_print(g, &p, text);
	(void)test_position(g, text);

	for (size_t i = 0; i < ARRAY_LEN(fuller); i++) {
		strcpy(text, fuller[i]);
		repeat(text, "P", "", 475);
		assert_int_equal(rules_parse(g, text, &p, &err), -1);
		assert_non_null(strstr(err.why, "480 men"));
	}
	zombie_with_dust(text, 289);
	assert_int_equal(rules_parse(g, text, &p, &err), -1);
	assert_non_null(strstr(err.why, "480 men"));
}

/* The sizes of a position in docs/rules.md, and their limit. */
static void
test_sizes(void **state)
{
	(void)state;
	assert_int_equal(sizeof(struct bitboard), 72);
	assert_int_equal(sizeof(struct position), 200);
	assert_in_range(sizeof(struct position), 1, 512);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_actions), cmocka_unit_test(test_texts),
		cmocka_unit_test(test_lost),    cmocka_unit_test(test_dust),
		cmocka_unit_test(test_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
