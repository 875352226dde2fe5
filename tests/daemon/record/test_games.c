/*
 * Records of all games are read back as written, by PGN and the native form,
 * for all actions and ends. The public record of a running game reveals no
 * secret.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "help.h"

static const char *page; /* docs/fair-chance.md */

/* ---- written and read ---- */

static void
back_by_pgn(const struct record *r)
{
	struct record back = { 0 };
	struct pgn_error why = { 0 };
	struct pgn_reader p;
	char *text = pgn_print(r), *again;

	assert_non_null(text);
	pgn_reader_init(&p, text, strlen(text));
	if (pgn_read(&p, &back, &why) != 1 || !record_same_game(r, &back))
		fail_msg("%s\nline %u: %s: %s", text, why.line, why.move, why.why);
	for (uint32_t i = 0; i < r->n; i++)
		assert_true(r->action[i].clock_us == back.action[i].clock_us);
	again = pgn_print(&back);
	assert_string_equal(again, text);
	assert_int_equal(pgn_read(&p, &back, &why), 0);
	record_finish(&back);
	free(again);
	free(text);
}

static void
back_by_native(const struct record *r)
{
	char *text = native_print(r), why[NATIVE_WHY_MAX], *again;
	struct record back = { 0 };

	assert_non_null(text);
	if (native_parse(text, strlen(text), &back, why) < 0 || !record_same_game(r, &back))
		fail_msg("%s\n%s", text, why);
	for (uint32_t i = 0; i < r->n; i++)
		assert_true(r->action[i].t_us == back.action[i].t_us);
	again = native_print(&back);
	assert_string_equal(again, text);
	free(again);
	record_finish(&back);
	free(text);
}

static void
round_trip(const struct record *r)
{
	back_by_pgn(r);
	back_by_native(r);
}

/* Sets names of all seats, and a seed if there is chance. */
static void
dress(struct record *r, unsigned i)
{
	static const char *const names[] = { "Anna", "Ben", "Carla", "D\xc3\xbcrer \\x" };
	char text[24], more[CHANCE_HEX];

	for (unsigned s = 0; s < rules_seats(r->game); s++)
		if (i % 3 != s)
			strcpy(r->name[s], names[s]);
	snprintf(text, sizeof(text), "seed %u", i);
	if (i % 2) {
		chance_hash(text, r->seeds);
		chance_hash(r->seeds, more);
		if (i % 4 == 3)
			chance_add(r->seeds, 5, more);
	}
	if (i % 5 == 0)
		strcpy(r->round, "2");
	if (i % 3 == 0)
		strcpy(r->clock, i % 2 ? "fischer:300+3,60+1" : "moves:40/7200:3600");
	for (uint32_t k = 0; *r->clock && k < r->n; k += 1 + k % 2)
		r->action[k].clock_us = (uint64_t)(9000 - k) * 1000000;
	for (uint32_t k = 0; i % 2 && k < r->n; k++)
		r->action[k].t_us = RECORD_NO_TIME;
}

/* Sets an end that the rules do not determine, if they gave none. */
static void
end_by_hand(struct record *r, unsigned i)
{
	static const char *const drawn[] = { "agreed", "threefold", "fifty" };

	if (r->result.end != RECORD_UNFINISHED || i % 4 == 0)
		return;
	if (rules_partners(r->game))
		r->result = record_result_given_up();
	else if (i % 4 == 1)
		r->result = record_result_resigned(i / 4 % 2);
	else
		r->result = record_result_drawn(drawn[i / 4 % 3]);
}

static void
test_every_game(void **state)
{
	unsigned ended = 0;
	size_t n;
	const struct game *const *games = rules_games(&n);
	struct record r;

	(void)state;
	for (size_t i = 0; i < n; i++) {
		unsigned actions = 0;

		for (unsigned seed = 0; seed < 24; seed++) {
			const char *name = rules_name(games[i]);
			const char *options = strcmp(name, "cooperative") == 0 ? "seed=7" : "";

			help_play(&r, name, options, NULL, 60 + seed * 12, 900 + seed);
			actions += r.n;
			ended += r.result.end != RECORD_UNFINISHED;
			dress(&r, seed);
			end_by_hand(&r, seed);
			round_trip(&r);
			record_finish(&r);
		}
		assert_true(actions > 300);
	}
	assert_true(ended > 20);
}

/* Each kind of action, each option of a start, four seats, a captured king. */
static void
test_every_action(void **state)
{
	static const struct {
		const char *game, *options;
		unsigned kinds; /* bits of enum action_kind that must occur */
	} rows[] = {
		{ "dice-money", "",
		  1u << ACT_ROLL | 1u << ACT_BUY | 1u << ACT_END | 1u << ACT_MOVE },
		{ "abstract", "table=aronson turn=double transfers=limited",
		  1u << ACT_TRANSFER | 1u << ACT_END | 1u << ACT_MOVE },
		{ "zombie", "", 1u << ACT_BURY | 1u << ACT_MOVE | 1u << ACT_END },
		{ "masquerade", "", 1u << ACT_ASSIGN | 1u << ACT_ATTEMPT | 1u << ACT_MOVE },
		{ "crowded-house", "", 1u << ACT_MOVE },
		{ "cooperative", "cards=real", 1u << ACT_PLAY | 1u << ACT_END | 1u << ACT_MOVE },
		{ "half-alice", "checkers=16", 1u << ACT_MOVE },
	};
	struct record r;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		unsigned kinds = 0;

		for (unsigned seed = 0; seed < 40; seed++) {
			help_play(&r, rows[i].game, rows[i].options, NULL, 260, seed);
			for (uint32_t k = 0; k < r.n; k++)
				kinds |= 1u << r.action[k].action.kind;
			round_trip(&r);
			record_finish(&r);
		}
		if ((kinds & rows[i].kinds) != rows[i].kinds)
			fail_msg("%s: of %x only %x", rows[i].game, rows[i].kinds, kinds);
	}
}

/* ---- data besides the actions ---- */

/* Plays a game from its start; actions are separated by spaces. */
static void
play(struct record *r, const char *game, const char *options, const char *actions)
{
	const struct game *g = rules_game(game);
	struct position start;
	struct rules_error why;
	char word[RULES_ACTION_TEXT];

	assert_int_equal(rules_start(g, options, &start, &why), 0);
	record_init(r, g, &start);
	while (*actions) {
		size_t len = strcspn(actions, " ");

		snprintf(word, sizeof(word), "%.*s", (int)len, actions);
		if (record_add_text(r, word, 0) < 0)
			fail_msg("%s: %s", game, word);
		actions += len + (actions[len] == ' ');
	}
	r->result = record_result_rules(rules_outcome(g, &r->last, NULL));
}

#define GRAVE "e2e4 d7d5 e4d5 bury:g1 d8d5 bury:a7 "

static const struct {
	const char *game, *actions, *want;
} written[] = {
	{ "zombie", GRAVE "g1f3", "g1f3 {zombie pawn g1}" },
	{ "zombie", GRAVE "b1c3", "b1c3 {no zombie b1}" },
	{ "zombie", "e2e4", "1. e2e4 {no zombies anywhere} *" },
	{ "masquerade", "assign:KQRBN assign:KQRBN e2e4 e7e5",
	  "1. -- {[%act assign:KQRBN]} 1... -- {[%act assign:KQRBN]} 1. e2e4 1... e7e5" },
	{ "masquerade", "assign:KQRBN assign:KQRNB e2e4 e7e5 f1c4 d7d6 c4xf7",
	  "c4xf7 {bishop captures f7: no}" },
	{ "chess", "e2e4 e7e5", "1. e4 e5 *" },
};

static void
test_written(void **state)
{
	struct record r;

	(void)state;
	for (size_t i = 0; i < sizeof(written) / sizeof(written[0]); i++) {
		char *text;

		play(&r, written[i].game, "", written[i].actions);
		text = pgn_print(&r);
		for (char *c = strstr(text, "\n\n"); *++c;)
			*c = *c == '\n' ? ' ' : *c;
		if (!strstr(text, written[i].want))
			fail_msg("%s\n  lacks %s", text, written[i].want);
		free(text);
		record_finish(&r);
	}
}

/* ---- public records ---- */

/* Two games that differ only in secrets. */
static const struct {
	const char *game, *options[2], *actions[2];
} hidden[] = {
	{ "zombie", { "", "" }, { GRAVE "b1c3", "e2e4 d7d5 e4d5 bury:h1 d8d5 bury:b8 b1c3" } },
	{ "masquerade",
	  { "", "" },
	  { "assign:KQRBN assign:QKRBN e2e4 e7e5", "assign:NBRQK assign:BNQKR e2e4 e7e5" } },
	{ "cooperative", { "seed=3", "seed=9" }, { "e2e4", "e2e4" } },
	{ "dice-money", { "", "" }, { "roll:2,5 g1f3", "roll:2,5 g1f3" } },
};

static void
told(size_t i, unsigned k, bool over, char *text[2])
{
	struct record r;

	play(&r, hidden[i].game, hidden[i].options[k], hidden[i].actions[k]);
	chance_hash(k ? "b" : "a", r.seeds);
	if (over)
		r.result = rules_partners(r.game) ? record_result_given_up()
						  : record_result_resigned(0);
	text[0] = pgn_print_public(&r);
	text[1] = native_print_public(&r);
	record_finish(&r);
}

/* Removes the hash of the seed from the text: it may differ. */
static void
without_hash(char *text)
{
	char *at = strstr(text, "ash\"");

	at = at ? at : strstr(text, "SeedHash");
	assert_non_null(at);
	memset(at, ' ', 80);
}

static void
test_told(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		for (unsigned form = 0; form < 2; form++) {
			char *one[2], *other[2];

			told(i, 0, false, one);
			told(i, 1, false, other);
			without_hash(one[form]);
			without_hash(other[form]);
			assert_string_equal(one[form], other[form]);
			assert_null(strstr(one[form], "[Seed "));
			assert_null(strstr(one[form], "\"seed\""));
			for (unsigned k = 0; k < 2; k++) {
				free(one[k]);
				free(other[k]);
			}
			/* After the end everything is public. */
			told(i, 0, true, one);
			told(i, 1, true, other);
			assert_string_not_equal(one[form], other[form]);
			assert_non_null(strstr(one[form], form ? "\"seed\"" : "[Seed "));
			for (unsigned k = 0; k < 2; k++) {
				free(one[k]);
				free(other[k]);
			}
		}
}

/*
 * Returns 1 if the text is read as written, 0 if the game has secrets. Fails
 * otherwise, and if the next game is not found.
 */
static int
told_read(const struct record *r)
{
	char *text = pgn_print_public(r), *two = NULL;
	struct record back = { 0 };
	struct pgn_reader p;
	struct pgn_error why;
	int got;

	assert_true(asprintf(&two, "%s[White \"next\"]\n\n1. e4 *\n", text) > 0);
	pgn_reader_init(&p, two, strlen(two));
	got = pgn_read(&p, &back, &why);
	if (got < 0 ? !why.hides : !record_same_game(r, &back))
		fail_msg("%s\n%u:%u: %s: %s", text, why.line, why.column, why.move, why.why);
	if (got < 0) {
		assert_non_null(strstr(why.why, "hides something"));
		assert_true(pgn_left_out(got, &back, &why));
		assert_non_null(strstr(why.why, "was left out"));
	}
	assert_int_equal(pgn_read(&p, &back, &why), 1);
	assert_string_equal(back.name[0], "next");
	record_finish(&back);
	free(two);
	free(text);
	return got > 0;
}

/*
 * The public text of a running game is read back, or recognised as having
 * secrets; also if it begins in the middle.
 */
static void
test_told_read(void **state)
{
	static const char *const hiding[] = { "zombie", "masquerade", "cooperative" };
	const struct game *const *games;
	size_t n;

	(void)state;
	games = rules_games(&n);
	for (size_t i = 0; i < n; i++) {
		unsigned hidden_games = 0, middle = 0;
		bool hides = false;

		for (size_t k = 0; k < sizeof(hiding) / sizeof(hiding[0]); k++)
			hides |= strcmp(rules_name(games[i]), hiding[k]) == 0;
		for (unsigned seed = 0; seed < 24; seed++) {
			struct position start;
			struct record r;

			help_play(&r, rules_name(games[i]), "", NULL, 8 + 4 * seed, seed);
			start = r.last;
			if (r.result.end == RECORD_UNFINISHED)
				hidden_games += !told_read(&r);
			record_finish(&r);
			record_init(&r, games[i], &start);
			if (rules_outcome(games[i], &start, NULL).result == RESULT_ONGOING)
				middle += !told_read(&r);
			record_finish(&r);
		}
		assert_int_equal(hidden_games > 0, hides);
		assert_int_equal(middle > 0, hides);
	}
}

/* ---- the document ---- */

/* The example of docs/fair-chance.md is read and written unchanged. */
static void
test_page(void **state)
{
	struct pgn_reader p;
	struct pgn_error why;
	struct record r = { 0 };
	char *text, *begin, *end, *again;
	unsigned rolls = 0;
	size_t len;

	(void)state;
	assert_int_equal(record_file_read(page, 100000, &text, &len), 0);
	begin = strstr(text, "```pgn\n") + strlen("```pgn\n");
	end = strstr(begin, "```");
	pgn_reader_init(&p, begin, (size_t)(end - begin));
	if (pgn_read(&p, &r, &why) != 1)
		fail_msg("line %u: %s: %s", why.line, why.move, why.why);
	for (uint32_t i = 0; i < r.n; i++) {
		uint8_t die[2], arg = r.action[i].action.arg;

		if (r.action[i].action.kind != ACT_ROLL)
			continue;
		assert_true(chance_roll(r.seeds, ++rolls, die));
		assert_int_equal(arg, die[0] < die[1] ? die[0] * 8 + die[1] : die[1] * 8 + die[0]);
	}
	assert_int_equal(rolls, 3);
	again = pgn_print(&r);
	*end = '\0';
	strcat(begin, "\n"); /* after the fence: a game ends with an empty line */
	assert_string_equal(again, begin);
	free(again);
	free(text);
	record_finish(&r);
}

/* A roll that differs from the seed's is reported; a seed that differs from the hash is refused. */
static void
test_seed(void **state)
{
	struct pgn_reader p;
	struct pgn_error why;
	struct record r;
	char *text, *seed;
	uint8_t die[2];
	char roll[64];

	(void)state;
	play(&r, "dice-money", "", "");
	chance_hash("x", r.seeds);
	assert_true(chance_roll(r.seeds, 1, die));
	snprintf(roll, sizeof(roll), "roll:%u,%u", die[0] < die[1] ? die[0] : die[1],
		 die[0] < die[1] ? die[1] : die[0]);
	assert_int_equal(record_add_text(&r, roll, 0), 0);
	assert_int_equal(record_add_text(&r, "e2e4", 0), 0);
	assert_true(chance_roll(r.seeds, 2, die));
	assert_int_equal(record_add_text(&r, die[0] + die[1] == 2 ? "roll:1,2" : "roll:1,1", 0), 0);
	r.result = record_result_resigned(0);
	text = pgn_print(&r);
	assert_non_null(strstr(text, "{real dice}"));
	assert_null(strstr(strstr(text, "{real dice}") + 1, "{real dice}"));
	seed = strstr(text, "[Seed \"") + strlen("[Seed \"");
	*seed = *seed == '0' ? '1' : '0';
	pgn_reader_init(&p, text, strlen(text));
	record_finish(&r);
	assert_int_equal(pgn_read(&p, &r, &why), -1);
	assert_non_null(strstr(why.why, "SeedHash"));
	free(text);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_game), cmocka_unit_test(test_every_action),
		cmocka_unit_test(test_written),    cmocka_unit_test(test_told),
		cmocka_unit_test(test_page),       cmocka_unit_test(test_seed),
		cmocka_unit_test(test_told_read),
	};

	if (argc != 2)
		return 2;
	page = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
