/* A game is added once: a kept game is recognised, and other games are not mistaken for it. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/record/pgn.h"
#include "daemon/store/store_impl.h"
#include "place.h"

enum {
	ROW_TEXT = 1024,
	REPAIR_GAMES = 400,
};

/* Checks the reply to an import: the numbers of new and of kept games. */
static void
import_counts(struct table *t, const char *text, unsigned in, unsigned kept)
{
	struct store_answer *a = table_ask(t, STORE_IMPORT, 0, text);

	if (a->err || a->n != in || a->kept != kept)
		fail_msg("%s\n%s: %u came in and %u were kept, not %u and %u", text, a->why, a->n,
			 a->kept, in, kept);
	store_answer_free(a);
}

/* ---- games of a file ---- */

#define TAGS(event, site, date, round, white, black)                                       \
	"[Event \"" event "\"]\n[Site \"" site "\"]\n[Date \"" date "\"]\n[Round \"" round \
	"\"]\n[White \"" white "\"]\n[Black \"" black "\"]\n"
#define CUP   TAGS("Cup", "Hall", "2026.01.31", "3", "Anna", "Ben")
#define MOVES "\n1. e4 e5 2. Nf3 Nc6 "

/* The first is kept; `same`: it equals one of the games before it. */
static const struct {
	const char *name, *text;
	bool same;
} games[] = {
	{ "a game", CUP MOVES "1-0\n", false },
	{ "the same", CUP MOVES "1-0\n", true },
	{ "written otherwise",
	  "[Black \"Ben\"]\n[White \"Anna\"]\n[Elo \"9\"]\n[Round \"3\"]\n[GameNumber \"77\"]\n"
	  "[Date \"2026.01.31\"]\n[Event \"Cup\"]\n[Site \"Hall\"]\n"
	  "\n1.e4! {good} e5 (1... c5) 2.Ng1-f3 Nc6 $1 1-0\n",
	  true },
	{ "of another event", TAGS("Cap", "Hall", "2026.01.31", "3", "Anna", "Ben") MOVES "1-0\n",
	  false },
	{ "elsewhere", TAGS("Cup", "Hull", "2026.01.31", "3", "Anna", "Ben") MOVES "1-0\n", false },
	{ "on another day", TAGS("Cup", "Hall", "2026.02.01", "3", "Anna", "Ben") MOVES "1-0\n",
	  false },
	{ "in another round", TAGS("Cup", "Hall", "2026.01.31", "4", "Anna", "Ben") MOVES "1-0\n",
	  false },
	{ "by another White", TAGS("Cup", "Hall", "2026.01.31", "3", "Anne", "Ben") MOVES "1-0\n",
	  false },
	{ "by another Black", TAGS("Cup", "Hall", "2026.01.31", "3", "Anna", "Bert") MOVES "1-0\n",
	  false },
	{ "colours changed", TAGS("Cup", "Hall", "2026.01.31", "3", "Ben", "Anna") MOVES "1-0\n",
	  false },
	{ "won by the other", CUP MOVES "0-1\n", false },
	{ "not over", CUP MOVES "*\n", false },
	{ "not over, again", CUP MOVES "*\n", true },
	{ "ended otherwise", CUP "[Termination \"resignation\"]\n" MOVES "1-0\n", false },
	{ "a move more", CUP MOVES "3. Bb5 1-0\n", false },
	{ "another last move", CUP "\n1. e4 e5 2. Nf3 Nf6 1-0\n", false },
	{ "another first move", CUP "\n1. d4 e5 2. Nf3 Nc6 1-0\n", false },
	{ "transposed", CUP "\n1. Nf3 Nc6 2. e4 e5 1-0\n", false },
	{ "from another position",
	  CUP "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qkq - 0 "
	      "1\"]\n" MOVES "1-0\n",
	  false },
	{ "of another game",
	  CUP "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
	      "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n" MOVES "1-0\n",
	  false },
	{ "with a clock",
	  CUP "[Clock \"fischer:300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:01]} 2. Nf3 "
	      "{[%clk 0:04:30]} Nc6 {[%clk 0:04:31]} 1-0\n",
	  false },
	{ "with other times",
	  CUP "[Clock \"fischer:300+3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:01]} 2. Nf3 "
	      "{[%clk 0:04:29]} Nc6 {[%clk 0:04:31]} 1-0\n",
	  false },
	{ "of which nothing is known", "1. e4 e5 2. Nf3 Nc6 1-0\n", false },
	{ "of which nothing is known, again", "1. e4 e5 2. Nf3 Nc6 1-0\n", true },
	{ "of which all is told to be unknown",
	  TAGS("?", "-", "????.??.??", "-", "?", "-") MOVES "1-0\n", true },
	{ "without a move", CUP "\n1-0\n", false },
	{ "without a move, again", CUP "\n1-0\n", true },
};

static void
test_differences(void **state)
{
	struct place *p = *state;
	unsigned kept = 0;

	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		struct store_answer *a = table_ask(&p->t, STORE_IMPORT, 0, games[i].text);

		if (a->err)
			fail_msg("%s: %s", games[i].name, a->why);
		if (a->kept != games[i].same || a->n != !games[i].same)
			fail_msg("a game %s: %u came in, %u were kept", games[i].name, a->n,
				 a->kept);
		store_answer_free(a);
		kept += !games[i].same;
	}
	/* Each game was recognised as new, so each is there. */
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++)
		import_counts(&p->t, games[i].text, 0, 1);
	assert_true(kept > 15);
}

/* Within one file: the first of equal games is added; from an edited file only new games are. */
static void
test_one_file(void **state)
{
	static const char text[] = "[White \"A\"]\n\n1. e4 1-0\n\n[White \"B\"]\n\n1. e4 1-0\n\n"
				   "[White \"A\"]\n\n1. e4 1-0\n\n";
	struct place *p = *state;
	struct store_answer *a;
	char more[sizeof(text) + 64];

	import_counts(&p->t, text, 2, 1);
	import_counts(&p->t, text, 0, 3);
	snprintf(more, sizeof(more), "%s[White \"C\"]\n\n1. e4 1-0\n", text);
	a = table_ask(&p->t, STORE_IMPORT, 0, more);
	assert_string_equal(a->text, "[3]");
	assert_int_equal(a->n, 1);
	assert_int_equal(a->kept, 3);
	store_answer_free(a);
	/* A failed import keeps nothing, and its games are not recognised later. */
	a = table_ask(&p->t, STORE_IMPORT, 0, "1. d4 1-0\n\n1. d5 1-0\n");
	assert_int_equal(a->err, -EINVAL);
	store_answer_free(a);
	import_counts(&p->t, "1. d4 1-0\n", 1, 0);
}

#define LONG32 "\xc4ltere Meister, die einander nie "
#define LONG   LONG32 LONG32 LONG32 LONG32 LONG32

/*
 * Tags as common programs write them; the journal keeps them in another form,
 * cut, or not at all.
 */
static const char *const odd[] = {
	"[White \"?\"]\n[Black \"-\"]\n[Date \"2026.1.31\"]\n" MOVES "1/2\n",
	"[White \"?\"]\n[Date \"2026.02.30\"]\n[Round \"1.2\"]\n" MOVES "\n",
	"[White \"" LONG "\"]\n[Event \"" LONG LONG "\"]\n" MOVES "0-1\n",
	"[White \"Joe \"Blitz\" Doe\"]\n[Black \"a\\\\b\"]\n" MOVES "1-0\n",
	"[White \" Anna\t\x01\x7f\"]\n[Black \"\xe2\x80\xaeneB\"]\n" MOVES "1-0\n",
	"[White \"\"]\n[Black \" \"]\n[Site \"\xff\xfe\"]\n" MOVES "1-0\n",
	"[Event \"1\"]\n[Termination \"Time Forfeit\"]\n" MOVES "1-0\n",
	"[Event \"2\"]\n[Termination \"normal\"]\n" MOVES "1-0\n",
	"[Event \"3\"]\n[Termination \"Adjudication\"]\n" MOVES "1/2-1/2\n",
	"[Event \"4\"]\n[Termination \"abandoned\"]\n" MOVES "*\n",
	"[Event \"5\"]\n[TimeControl \"300\"]\n\n1. e4 {[%clk 0:05:00]} 1-0\n",
	"[Event \"6\"]\n[Clock \"Fischer\"]\n\n1. e4 {[%clk 0:05:00]} 1-0\n",
	"[Event \"7\"]\n[Clock \"fischer:300+3\"]\n\n1. e4 {[%clk 0:05:00.7]} 1-0\n",
	"[Event \"8\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - -\"]\n\n1. e4 1-0\n",
	"[Event \"9\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K2R w H - 3 9\"]\n[Variant "
	"\"fischerandom\"]\n\n9. O-O *\n",
	"[Event \"10\"]\n[Variant \"chess 960\"]\n" MOVES "1-0\n",
	"[Event \"11\"]\n[SeedHash \"12\"]\n[Seed \"12\"]\n" MOVES "1-0\n",
	"[Event \"12\"]\n[Result \"?\"]\n[Score \"7\"]\n" MOVES "\n",
	"[Event \"13\"]\n[Variant \"Crowded House\"]\n[Seat_wk \"?\"]\n[Seat_bq \"-\"]\n\n1-0\n",
	"[Event \"14\"]\n[Variant \"Crowded House\"]\n[White \"A & B\"]\n\n1-0\n",
	"[Event \"15\"]\n[Date \"2026-1-31\"]\n" MOVES "1-0\n",
	"[Event \"16\"]\n[Date \"2026\"]\n" MOVES "1-0\n",
};

/* Returns the exported text of a game; 0: the table's. */
static char *
exported(struct table *t, uint32_t number)
{
	struct store_answer *a;
	char *text;

	table_settle(t);
	a = table_ask(t, STORE_PGN, number ? number : store_status(t->store)->number, NULL);
	assert_int_equal(a->err, 0);
	text = strdup(a->text);
	store_answer_free(a);
	return text;
}

static void
test_odd(void **state)
{
	struct place *p = *state;

	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		struct store_answer *a = table_ask(&p->t, STORE_IMPORT, 0, odd[i]);
		char *text;

		if (a->err || a->n != 1)
			fail_msg("%s\n%s, %u came in", odd[i], a->why, a->n);
		store_answer_free(a);
		import_counts(&p->t, odd[i], 0, 1);
		text = exported(&p->t, (uint32_t)i + 1);
		import_counts(&p->t, text, 0, 1);
		free(text);
	}
}

/* ---- games that were played here ---- */

static void
play_drawn(struct table *t, const char *game, const char *seeds, unsigned i, uint64_t *seed)
{
	static struct record g;

	table_begin(t, game);
	record_init(&g, t->r.game, &t->r.start);
	strcpy(g.name[0], "Anna \"the rook\"");
	strcpy(g.name[1], "B\\en");
	strcpy(g.date, i % 2 ? "2026.01.31" : "");
	strcpy(g.seeds, seeds);
	store_begin(t->store, &g);
	table_play(t, 12, seed);
}

/* Plays with names that PGN cannot hold unchanged, and every other game without a date. */
static void
play(struct table *t, const char *game, unsigned i, uint64_t *seed)
{
	play_drawn(t, game, "", i, seed);
}

static void
test_played(void **state)
{
	struct place *p = *state;
	uint64_t seed = 3;
	size_t n;
	const struct game *const *all = rules_games(&n);
	char *text[32];

	assert_true(n <= sizeof(text) / sizeof(text[0]));
	for (unsigned i = 0; i < n; i++) {
		play(&p->t, rules_name(all[i]), i, &seed);
		table_end(&p->t, rules_partners(all[i]) ? record_result_given_up()
							: record_result_resigned(i % 2));
		table_close_end(&p->t);
		text[i] = exported(&p->t, 0);
		/* Over, but still on the board. */
		import_counts(&p->t, text[i], 0, 1);
	}
	for (unsigned i = 0; i < n; i++) {
		import_counts(&p->t, text[i], 0, 1);
		free(text[i]);
	}
}

/*
 * PGN's forms of unknown names and places, typed or from a file. Such a game is recognised after an
 * export, also one from a board that kept the text unchanged.
 */
static void
test_nobody(void **state)
{
	static const char *const rows[][5] = {
		{ "?", "Ben", "", "", "" },      { "Anna", "-", "", "", "" },
		{ "-", "?", "", "", "" },        { "Anna", "Ben", "?", "", "" },
		{ "Anna", "Ben", "", "-", "" },  { "Anna", "Ben", "", "", "-" },
		{ "-", "-", "-", "-", "-" },     { "??", "--", " ?", "- ", "\"?\"" },
		{ "?\"", "\\", " ", "\"", "?" },
	};
	static const char *const played[] = { "chess", "crowded-house" };
	struct place *p = *state;
	uint64_t seed = 5;

	for (size_t i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++) {
		const char *const *row = rows[i / 2];
		struct record g;
		char *text;

		table_begin(&p->t, played[i % 2]);
		record_init(&g, p->t.r.game, &p->t.r.start);
		strcpy(g.date, "2026.01.31");
		strcpy(g.name[0], row[0]);
		strcpy(g.name[1], row[1]);
		strcpy(g.name[2], row[0]);
		strcpy(g.event, row[2]);
		strcpy(g.site, row[3]);
		strcpy(g.round, row[4]);
		store_begin(p->t.store, &g);
		table_play(&p->t, 12, &seed);
		table_end(&p->t, record_result_resigned(i % 2));
		text = exported(&p->t, 0);
		import_counts(&p->t, text, 0, 1);
		free(text);
	}
}

/*
 * A running game differs from its finished form, so a text written meanwhile is new. When the next
 * game has begun it cannot change any more.
 */
static void
test_running(void **state)
{
	struct place *p = *state;
	uint64_t seed = 4;
	char *text;

	play(&p->t, "chess", 1, &seed);
	text = exported(&p->t, 0);
	import_counts(&p->t, text, 1, 0);
	import_counts(&p->t, text, 0, 1);
	free(text);
	play(&p->t, "chess", 0, &seed);
	text = exported(&p->t, 0);
	table_begin(&p->t, "chess");
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	import_counts(&p->t, text, 0, 1);
	free(text);
}

#define SEED64(c) c c c c c c c c

/* Returns the text with one more tag. */
static char *
with_tag(const char *tag, const char *text)
{
	char *all;

	assert_true(asprintf(&all, "%s\n%s", tag, text) > 0);
	return all;
}

/*
 * A draw depends on a seed that is secret until the game is over. An abandoned game is recognised
 * without the seed, but not with another one.
 */
static void
test_drawn(void **state)
{
	static const char *const drawn[] = { "dice-money", "chess960", "chess" };
	static const char own[] = "[Seed \"" SEED64("01234567") "\"]";
	static const char other[] = "[Seed \"" SEED64("fedcba98") "\"]";
	struct place *p = *state;
	uint64_t seed = 6;

	for (unsigned i = 0; i < 2 * sizeof(drawn) / sizeof(drawn[0]); i++) {
		bool over = i % 2;
		char *text, *whole, *more;

		play_drawn(&p->t, drawn[i / 2], SEED64("01234567"), i, &seed);
		if (over) {
			table_end(&p->t, record_result_resigned(0));
			table_close_end(&p->t);
		} else {
			table_settle(&p->t);
		}
		text = exported(&p->t, 0);
		assert_non_null(strstr(text, "[SeedHash"));
		assert_true(!strstr(text, "[Seed ") == !over);
		play(&p->t, "chess", 0, &seed);
		table_settle(&p->t);
		import_counts(&p->t, text, 0, 1);
		if (!over) {
			whole = with_tag(own, text);
			import_counts(&p->t, whole, 0, 1);
			free(whole);
			*strstr(text, "[SeedHash") = '%';
			more = with_tag(other, text);
			import_counts(&p->t, more, 1, 0);
			import_counts(&p->t, more, 0, 1);
			free(more);
		}
		free(text);
	}
}

/* ---- while the journal is replaced ---- */

/* Makes a long journal with a damaged page, which a daemon finds while it is open. */
static void
long_journal(struct place *p)
{
	struct record r = { 0 };
	char path[128];
	struct db db;

	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	help_play(&r, "chess", "", NULL, 120, 5);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	assert_int_equal(db_run(&db, DB_BEGIN, ""), 0);
	for (unsigned i = 0; i < REPAIR_GAMES; i++) {
		uint32_t number = 0;

		snprintf(r.name[0], sizeof(r.name[0]), "player %u", i);
		assert_int_equal(db_record_add(&db, &r, &number), 0);
	}
	assert_int_equal(db_run(&db, DB_COMMIT, ""), 0);
	db_close(&db);
	record_finish(&r);
}

/*
 * The file is read, then renamed: a game added in between would be lost. It is refused, or it is
 * there.
 */
static void
test_repair(void **state)
{
	static const char text[] = "[White \"Late\"]\n\n1. e4 1-0\n";
	struct place *p = *state;
	struct store_answer *a;

	long_journal(p);
	table_open(&p->t, p->folder);
	/* The repair waits for this lock, so that an import finds it at work. */
	pthread_mutex_lock(&p->t.store->replacing);
	atomic_store(&p->t.store->bad, atomic_load(&p->t.store->generation));
	table_begin(&p->t, "chess");
	store_pump(p->t.store, 0);
	while (!atomic_load(&p->t.store->repairing))
		table_wait(&p->t);
	a = table_ask(&p->t, STORE_IMPORT, 0, text);
	assert_int_equal(a->err, -EAGAIN);
	assert_non_null(strstr(a->why, "is being repaired"));
	store_answer_free(a);
	pthread_mutex_unlock(&p->t.store->replacing);
	while ((a = table_ask(&p->t, STORE_IMPORT, 0, text))->err) {
		assert_int_equal(a->err, -EAGAIN);
		store_answer_free(a);
	}
	assert_int_equal(a->n, 1);
	store_answer_free(a);
	while (!strstr(store_status(p->t.store)->what, "damaged-1"))
		table_wait(&p->t);
	import_counts(&p->t, text, 0, 1);
}

#define KNOWN_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup_open, place_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KNOWN_TEST(test_differences),
		KNOWN_TEST(test_one_file),
		KNOWN_TEST(test_played),
		KNOWN_TEST(test_odd),
		KNOWN_TEST(test_nobody),
		KNOWN_TEST(test_running),
		KNOWN_TEST(test_drawn),
		cmocka_unit_test_setup_teardown(test_repair, place_setup, place_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
