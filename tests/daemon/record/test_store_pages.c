/*
 * A journal that has lost pages on which others depend: every game and every action that
 * lies on another page is there again, and nothing that was taken back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lost.h"

/* ---- pages of which others hang ---- */

#define LONG_PAGES "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM"
#define BELOW_ROOT "path <> '/' AND pagetype = 'internal' AND name = "

static const struct {
	const char *name;
	const char *sql;   /* what was done to it before */
	bool upgrade;      /* and afterwards this program opened it */
	const char *where; /* the pages that are lost */
	bool each;         /* one at a time, else all of them */
	unsigned least;    /* so many are there, or the test is none */
} rows[] = {
	{ "a table's first page", NULL, false, "path = '/' AND pageno > 1", true, 7 },
	{ "a table's first page, of short pages", LOST_SHORT_PAGES, false,
	  "path = '/' AND pageno > 1", true, 7 },
	{ "a table's first page, of long pages", LONG_PAGES, false, "path = '/' AND pageno > 1",
	  true, 7 },
	{ "an inner page of game", LOST_SHORT_PAGES, false, BELOW_ROOT "'game'", true, 2 },
	{ "an inner page of action", LOST_SHORT_PAGES, false, BELOW_ROOT "'action'", true, 5 },
	{ "all inner pages", LOST_SHORT_PAGES, false, "pagetype = 'internal' AND pageno > 1", false,
	  9 },
	{ "the first page and that of game", NULL, false, "pageno <= 2", false, 2 },
	{ "the first page and that of action", NULL, false, "pageno IN (1, 4)", false, 2 },
	{ "all first pages", NULL, false, "path = '/'", false, 7 },
	{ "8 KiB", NULL, false, "pageno <= 2", false, 2 },
	{ "64 KiB", NULL, false, "pageno <= 16", false, 15 },
	{ "64 KiB of the first version", OLDEST, false, "pageno <= 16", false, 15 },
	{ "64 KiB, upgraded", OLDEST, true, "pageno <= 16", false, 15 },
	{ "the first page of action, upgraded", OLDEST, true, "pageno = 4", false, 1 },
	{ "every tenth page", NULL, false, "pageno % 10 = 4", false, 5 },
	{ "all that is no leaf, and an overflow", LOST_SHORT_PAGES, false,
	  "pagetype <> 'leaf' AND pageno > 1 AND pageno % 7 <> 3", false, 20 },
};

/* The pages from..to of the list are lost. */
static void
lose_and_check(size_t row, unsigned from, unsigned to)
{
	struct lost_page list[LOST_PAGES_MAX];
	struct loss l = { 0 };
	struct place *p;
	char words[160];
	uint32_t size;

	lost_make(&p, rows[row].sql, rows[row].upgrade);
	(void)lost_pages(p, rows[row].where, list, &size);
	for (unsigned i = from; i < to; i++) {
		lost_count(&l, &list[i]);
		lost_overwrite(p, &list[i], size, row % 2 ? 0 : 0xa5);
	}
	snprintf(words, sizeof(words), "%s: %u pages from %u (%s) on", rows[row].name, to - from,
		 list[from].number, list[from].table);
	lost_check(p, &l, words);
	place_teardown((void **)&p);
}

static void
test_lost_pages(void **state)
{
	(void)state;
	for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
		struct lost_page list[LOST_PAGES_MAX];
		struct place *p;
		uint32_t size;
		unsigned n;

		lost_make(&p, rows[row].sql, rows[row].upgrade);
		n = lost_pages(p, rows[row].where, list, &size);
		place_teardown((void **)&p);
		print_message("%s: %u pages of %u bytes\n", rows[row].name, n, size);
		assert_true(n >= rows[row].least);
		for (unsigned i = 0; i < n; i += rows[row].each ? 1 : n)
			lose_and_check(row, i, rows[row].each ? i + 1 : n);
	}
}

/*
 * A disk has written a page to the place of another of the same table: that is seen, and what
 * lay there is lost, no more.
 */
static void
test_moved_page(void **state)
{
	static const char *const tables[] = { "game", "action", "trace" };

	(void)state;
	for (unsigned i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		struct lost_page list[LOST_PAGES_MAX];
		struct loss l = { 0 };
		char where[64], path[128], *file;
		struct place *p;
		struct db db;
		uint32_t size;
		size_t len;

		lost_make(&p, NULL, false);
		snprintf(where, sizeof(where), "name = '%s' AND pagetype = 'leaf'", tables[i]);
		assert_true(lost_pages(p, where, list, &size) > 4);
		lost_name(p, "", path);
		assert_int_equal(record_file_read(path, 1 << 24, &file, &len), 0);
		memcpy(file + (size_t)(list[4].number - 1) * size,
		       file + (size_t)(list[2].number - 1) * size, size);
		assert_int_equal(record_file_write(path, file, len), 0);
		lost_count(&l, &list[4]);
		assert_true(db_open(&db, path, DB_CHECK) < 0 && db.damaged);
		lost_check(p, &l, tables[i]);
		free(file);
		place_teardown((void **)&p);
	}
}

/* What was written last is in the log alone, and the pages that lead there are lost. */
static void
test_lost_with_log(void **state)
{
	char path[128], log[128], *file, *frames;
	const struct lost_page lost[] = { { .number = 2 }, { .number = 4 } };
	/* Of the fourth page's own rows, and the game before the last, which it may hold as well. */
	struct loss l = { .cut = 40 };
	uint32_t number = LOST_GAMES + 1;
	size_t len, log_len;
	struct place *p;
	struct db db;
	struct record r = { 0 };

	(void)state;
	lost_make(&p, NULL, false);
	lost_name(p, "", path);
	lost_name(p, "-wal", log);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	assert_int_equal(db_record_add(&db, lost_game(number), &number), 0);
	assert_int_equal(record_file_read(path, 1 << 24, &file, &len), 0);
	assert_int_equal(record_file_read(log, 1 << 24, &frames, &log_len), 0);
	db_close(&db);
	assert_int_equal(record_file_write(path, file, len), 0);
	assert_int_equal(record_file_write(log, frames, log_len), 0);
	lost_overwrite(p, &lost[0], 4096, 0);
	lost_overwrite(p, &lost[1], 4096, 0);
	lost_check(p, &l, "with a log");
	assert_int_equal(db_open(&db, path, DB_READ), 0);
	assert_int_equal(db_record(&db, number, &r), 0);
	assert_true(lost_is_as_it_was(&r, number, "the game in the log"));
	record_finish(&r);
	db_close(&db);
	free(file);
	free(frames);
	place_teardown((void **)&p);
}

/* ---- what was taken back ---- */

enum { LONG = 400, KEPT = 150, AGAIN = 100 };

static void
put_actions(struct db *db, const struct record *r, uint32_t number, uint32_t from)
{
	struct position at = r->start;

	for (uint32_t i = 0; i < r->n; i++) {
		char text[RULES_ACTION_TEXT];

		rules_action_print(r->game, &at, r->action[i].action, text);
		rules_apply(r->game, &at, r->action[i].action);
		if (i >= from)
			assert_int_equal(db_run(db, DB_ACTION_ADD, "iisii", (int64_t)number,
						(int64_t)i, text, (int64_t)r->action[i].t_us,
						(int64_t)-1),
					 0);
	}
}

/* So many more actions of chance, none of which ends the game, each a second after the last. */
static void
play_on(struct record *r, unsigned n, uint64_t t_us)
{
	static struct action list[RULES_ACTIONS_MAX], next[RULES_ACTIONS_MAX];
	uint64_t seed = t_us + 1;

	for (unsigned i = 0; i < n; i++) {
		size_t many = rules_actions(r->game, &r->last, list),
		       at = (size_t)(help_random(&seed) % many);
		struct position p;

		do {
			at = (at + 1) % many;
			p = r->last;
			rules_apply(r->game, &p, list[at]);
		} while (rules_actions(r->game, &p, next) == 0);
		t_us += 1000000;
		assert_int_equal(record_add(r, list[at], t_us), 0);
	}
}

/* A long game, and another that parts from it after some actions and goes on later. */
static void
play_twice(struct record *first, struct record *then, unsigned kept, unsigned again)
{
	const struct record *as = lost_game(1);

	record_init(first, as->game, &as->start);
	record_init(then, as->game, &as->start);
	play_on(first, LONG, 0);
	for (unsigned i = 0; i < kept; i++)
		assert_int_equal(record_add(then, first->action[i].action, first->action[i].t_us),
				 0);
	play_on(then, again, first->action[LONG - 1].t_us);
}

/* A page of the journal's that no table has any more is as it was before. How many there are. */
static unsigned
bring_back(struct place *p, const struct lost_page *was, unsigned n, const char *before)
{
	struct lost_page now[LOST_PAGES_MAX];
	unsigned back = 0, n_now;
	uint32_t size;
	char *file, path[128];
	size_t len;

	n_now = lost_pages(p, "true", now, &size);
	lost_name(p, "", path);
	assert_int_equal(record_file_read(path, 1 << 24, &file, &len), 0);
	for (unsigned i = 0; i < n; i++) {
		size_t at = (size_t)(was[i].number - 1) * size;
		unsigned k = 0;

		while (k < n_now && now[k].number != was[i].number)
			k++;
		if (k < n_now)
			continue;
		memcpy(file + at, before + at, size);
		back++;
	}
	assert_int_equal(record_file_write(path, file, len), 0);
	free(file);
	return back;
}

/* Takes a game's actions back; those from there on are put in. */
static void
take_back(const char *path, const struct record *then, uint32_t number, unsigned kept)
{
	struct db db;

	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	assert_int_equal(db_run(&db, DB_BEGIN, ""), 0);
	assert_int_equal(db_run(&db, DB_ACTION_CUT, "ii", (int64_t)number, (int64_t)kept), 0);
	put_actions(&db, then, number, kept);
	assert_int_equal(db_run(&db, DB_GAME_COUNT, "ii", (int64_t)then->n, (int64_t)number), 0);
	assert_int_equal(db_run(&db, DB_COMMIT, ""), 0);
	db_close(&db);
}

/*
 * A game was taken back and played on by somebody whose SQLite leaves what it deletes where
 * it was: old rows stand on pages that are free. What was played last comes back.
 */
static void
check_taken_back(unsigned kept, unsigned again)
{
	const struct lost_page game = { .number = 2 };
	struct record first = { 0 }, then = { 0 }, back = { 0 };
	struct lost_page was[LOST_PAGES_MAX];
	struct loss l = { 0 };
	uint32_t number = LOST_GAMES + 1, size;
	char path[128], *before;
	struct place *p;
	struct db db;
	unsigned n;
	size_t len;

	play_twice(&first, &then, kept, again);
	lost_make(&p, LOST_SHORT_PAGES, false);
	lost_name(p, "", path);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	assert_int_equal(db_run(&db, DB_BEGIN, ""), 0);
	assert_int_equal(db_record_add(&db, &first, &number), 0);
	assert_int_equal(db_run(&db, DB_COMMIT, ""), 0);
	db_close(&db);
	n = lost_pages(p, "name = 'action' AND pagetype = 'leaf'", was, &size);
	assert_int_equal(record_file_read(path, 1 << 24, &before, &len), 0);
	take_back(path, &then, number, kept);
	assert_true(bring_back(p, was, n, before) > 5);
	lost_overwrite(p, &game, 512, 0);
	lost_check(p, &l, "taken back");
	assert_int_equal(db_open(&db, path, DB_READ), 0);
	assert_int_equal(db_record(&db, number, &back), 0);
	assert_int_equal(back.n, then.n);
	assert_true(record_same_game(&back, &then));
	db_close(&db);
	record_finish(&first);
	record_finish(&then);
	record_finish(&back);
	free(before);
	place_teardown((void **)&p);
}

static void
test_taken_back(void **state)
{
	(void)state;
	check_taken_back(KEPT, 0);
	check_taken_back(KEPT, AGAIN);
}

/* Actions that stand behind those that the game counts were taken back. */
static void
test_uncounted(void **state)
{
	const struct lost_page game = { .number = 2 };
	struct loss l = { .cut = 1 };
	struct record r = { 0 };
	struct place *p;
	struct db db;
	char path[128];

	(void)state;
	lost_make(&p, NULL, false);
	place_run_sql(p, "UPDATE game SET actions = 9 WHERE number = 7");
	lost_overwrite(p, &game, 4096, 0);
	lost_check(p, &l, "uncounted");
	lost_name(p, "", path);
	assert_int_equal(db_open(&db, path, DB_READ), 0);
	assert_int_equal(db_record(&db, 7, &r), 0);
	assert_int_equal(r.n, 9);
	record_finish(&r);
	db_close(&db);
	place_teardown((void **)&p);
}

/* What this program deletes is nowhere in the file. */
static void
test_deleted_is_gone(void **state)
{
	struct place *p;
	struct db db;
	char path[128], *file;
	size_t len;

	(void)state;
	lost_make(&p, LOST_SHORT_PAGES, false);
	lost_name(p, "", path);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	assert_int_equal(lost_number(&db, "PRAGMA secure_delete"), 1);
	for (int64_t i = 1; i <= lost_games; i++)
		assert_int_equal(db_run(&db, DB_TRACE_DROP, "i", i), 0);
	assert_int_equal(db_run(&db, DB_SETTING_SET, "ss", "hints", "never"), 0);
	db_close(&db);
	assert_int_equal(record_file_read(path, 1 << 24, &file, &len), 0);
	assert_null(memmem(file, len, "++++", 4));
	assert_null(memmem(file, len, "safe", 4));
	free(file);
	place_teardown((void **)&p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lost_pages),    cmocka_unit_test(test_moved_page),
		cmocka_unit_test(test_lost_with_log), cmocka_unit_test(test_taken_back),
		cmocka_unit_test(test_uncounted),     cmocka_unit_test(test_deleted_is_gone),
	};

	return cmocka_run_group_tests(tests, lost_play, lost_forget);
}
