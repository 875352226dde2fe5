/* halo-partner: when a computer resigns or offers a draw; files of other engines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/partner/partner.h"

static char logged[512];

void
partner_log(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(logged, sizeof(logged), fmt, ap);
	va_end(ap);
}

/* ---- resigning and draws ---- */

/* Scores of a seat's turns, two actions apart, and after which of them (from 1) it acts. */
static const struct {
	const char *name, *game;
	int level;
	json_int_t from;
	int score[16];
	unsigned n, resigns, offers;
} rows[] = {
	{ "lost for five turns", "chess", 4, 40, { -950, -1000, -900, -2000, -30000 }, 5, 5, 0 },
	{ "lost at a low level", "chess", 3, 40, { -950, -1000, -900, -2000, -30000, -30000 }, 6, 0, 0 },
	{ "lost, but for one turn", "chess", 4, 40, { -950, -1000, -850, -950, -1000, -1000, -1000, -1000 }, 8, 8, 0 },
	{ "a little better than lost", "chess", 4, 40, { -899, -899, -899, -899, -899, -899 }, 6, 0, 0 },
	{ "a noisy game", "zombie", 4, 40, { -950, -1000, -900, -2000, -30000, -30000 }, 6, 0, 0 },
	{ "a partner's game", "crowded-house", 4, 40, { -950, -1000, -900, -2000, -3000, -3000 }, 6, 0, 0 },
	{ "even for ten turns", "chess960", 4, 80, { 0, 15, -15, 3, 4, 5, 6, 7, 8, 9, 0, 0 }, 12, 0, 10 },
	{ "even, but early", "chess", 4, 40, { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, 12, 0, 0 },
	{ "not even", "half-alice", 4, 80, { 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0 }, 13, 0, 0 },
};

static void
test_judge(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct partner_seat s = { .fresh = true };
		unsigned resigns = 0, offers = 0;

		for (unsigned k = 0; k < rows[i].n; k++) {
			s.score = rows[i].score[k];
			if (partner_judge(&s, rows[i].game, rows[i].level, rows[i].from + 2 * k))
				resigns = k + 1;
			if (s.judged.offers)
				offers = k + 1;
		}
		if (resigns != rows[i].resigns || offers != rows[i].offers)
			fail_msg("%s: resigns in turn %u, offers in turn %u", rows[i].name, resigns, offers);
	}
}

/* A takeback begins the count again, and so does a turn without a score. */
static void
test_judge_again(void **state)
{
	struct partner_seat s = { .fresh = true, .score = -2000 };

	(void)state;
	for (json_int_t n = 40; n < 48; n += 2)
		assert_false(partner_judge(&s, "chess", 4, n));
	assert_false(partner_judge(&s, "chess", 4, 42));
	s.fresh = false;
	for (json_int_t n = 44; n < 60; n += 2)
		assert_false(partner_judge(&s, "chess", 4, n));
	s.fresh = true;
	for (json_int_t n = 60; n < 68; n += 2)
		assert_false(partner_judge(&s, "chess", 4, n));
	assert_true(partner_judge(&s, "chess", 4, 68));
}

/* ---- files of engines ---- */

#define GOOD "[engine]\nprogram = /bin/sh\nmemory = 20\n"

static const struct {
	const char *file, *text, *logged; /* logged NULL: the engine is there */
} files[] = {
	{ "mine.ini", GOOD, NULL },
	{ "mine.ini", GOOD "games = chess chess960\nstrength = UCI_Elo\nweakest = 1300\nstrongest = 2200\n"
		      "[options]\nMove Overhead = 10\n", NULL },
	{ "mine.ini", GOOD "games = go\n", "mine.ini:4: not understood" },
	{ "mine.ini", GOOD "hash = 4\n", "mine.ini:4: not understood" },
	{ "mine.ini", "[engine]\nprogram = /bin/sh\nmemory = much\n", "mine.ini:3: not understood" },
	{ "mine.ini", "[engine]\nprogram = /bin/sh\n", "program and memory are required" },
	{ "mine.ini", "[engine]\nmemory = 20\nprogram = /bin/none\n", "/bin/none cannot be run" },
	{ "computer.ini", GOOD, "an engine's name has at most 23 letters" },
	{ "a name of too many letters.ini", GOOD, "an engine's name has at most 23 letters" },
};

static void
test_files(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char folder[] = "/tmp/halo-engines-XXXXXX", path[96];
		struct guests g;
		FILE *f;

		assert_non_null(mkdtemp(folder));
		snprintf(path, sizeof(path), "%s/%s", folder, files[i].file);
		f = fopen(path, "w");
		assert_non_null(f);
		fputs(files[i].text, f);
		fclose(f);
		logged[0] = '\0';
		guests_find(&g, folder);
		if (!!guests_named(&g, "mine") == !!files[i].logged ||
		    !strstr(logged, files[i].logged ? files[i].logged : ""))
			fail_msg("file %zu: \"%s\"", i, logged);
		unlink(path);
		rmdir(folder);
	}
}

static void
test_lines(void **state)
{
	static const struct guest g = { .strength = "UCI_Elo", .weakest = 1300, .strongest = 2200,
					.options = "setoption name Hash value 4\n" };
	static const struct guest plain = { .weakest = 1 };
	char text[512];

	(void)state;
	guest_print(&g, "chess960", 1, text, sizeof(text));
	assert_string_equal(text, "setoption name Hash value 4\nsetoption name UCI_Chess960 value true\n"
				  "setoption name UCI_Elo value 1300\n");
	guest_print(&g, "chess", 10, text, sizeof(text));
	assert_non_null(strstr(text, "UCI_Chess960 value false\nsetoption name UCI_Elo value 2200\n"));
	guest_print(&plain, "chess", 1, text, sizeof(text));
	assert_string_equal(text, "setoption name UCI_Chess960 value false\n");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_judge), cmocka_unit_test(test_judge_again),
		cmocka_unit_test(test_files), cmocka_unit_test(test_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
