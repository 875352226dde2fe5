#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "lost.h"

enum {
	DIFFERENT = 12, /* games that are really played; they come again and again */
	TRACES = 40,
	TRACE = 2500, /* bytes: some of it lies on a page of its own */
};

unsigned lost_games = LOST_GAMES;

static struct record played[DIFFERENT];

int
lost_play(void **state)
{
	(void)state;
	for (unsigned i = 0; i < DIFFERENT; i++) {
		help_play(&played[i], i % 3 ? "chess" : "chess960", "", NULL, LOST_PLIES - i % 3,
			  i);
		strcpy(played[i].name[0], "Anna");
		/* On short pages no more than two rows are to fit. */
		strcpy(played[i].event, "An evening in the club, of which there are many");
		strcpy(played[i].site, "The room behind the bar");
		strcpy(played[i].clock, i % 2 ? "fischer:300+3" : "");
		played[i].result = record_result_drawn("agreed");
	}
	return 0;
}

int
lost_forget(void **state)
{
	(void)state;
	for (unsigned i = 0; i < DIFFERENT; i++)
		record_finish(&played[i]);
	return 0;
}

const struct record *
lost_game(uint32_t number)
{
	return &played[number % DIFFERENT];
}

void
lost_name(const struct place *p, const char *suffix, char path[128])
{
	snprintf(path, 128, "%s/games.db%s", p->folder, suffix);
}

/* All games, traces of the last, settings, a running one. */
static void
fill(struct place *p)
{
	static char trace[TRACE];
	char path[128];
	struct db db;

	memset(trace, '+', sizeof(trace));
	lost_name(p, "", path);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	assert_int_equal(db_run(&db, DB_BEGIN, ""), 0);
	for (uint32_t i = 1; i <= lost_games; i++) {
		uint32_t number = i;

		assert_int_equal(db_record_add(&db, lost_game(i), &number), 0);
	}
	for (int64_t i = lost_games - TRACES + 1; i <= lost_games; i++)
		assert_int_equal(
			db_run(&db, DB_TRACE_ADD, "iib", i, (int64_t)0, trace, sizeof(trace)), 0);
	assert_int_equal(db_run(&db, DB_SETTING_SET, "ss", "hints", "safe"), 0);
	assert_int_equal(db_run(&db, DB_SETTING_SET, "ss", "volume", "3"), 0);
	assert_int_equal(db_run(&db, DB_RUNNING_SET, "i", (int64_t)lost_games), 0);
	assert_int_equal(db_run(&db, DB_COMMIT, ""), 0);
	db_close(&db);
}

/* ---- what lies where ---- */

/* All pages of the journal that a condition on dbstat is true of. */
unsigned
lost_pages(struct place *p, const char *where, struct lost_page list[LOST_PAGES_MAX],
	   uint32_t *size)
{
	char path[128], sql[400];
	sqlite3_stmt *q;
	unsigned n = 0;
	sqlite3 *db;

	lost_name(p, "", path);
	snprintf(sql, sizeof(sql),
		 "SELECT pageno, ncell, name, pagetype = 'internal', pagetype = 'overflow', pgsize "
		 "FROM dbstat WHERE %s ORDER BY pageno",
		 where);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	while (sqlite3_step(q) == SQLITE_ROW && n < LOST_PAGES_MAX) {
		struct lost_page *page = &list[n++];

		page->number = (uint32_t)sqlite3_column_int(q, 0);
		page->cells = (uint32_t)sqlite3_column_int(q, 1);
		snprintf(page->table, sizeof(page->table), "%s", sqlite3_column_text(q, 2));
		page->inner = sqlite3_column_int(q, 3);
		page->overflow = sqlite3_column_int(q, 4);
		*size = (uint32_t)sqlite3_column_int(q, 5);
	}
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

void
lost_count(struct loss *l, const struct lost_page *page)
{
	if (strcmp(page->table, "game") == 0)
		l->games += page->inner ? 0 : page->cells;
	else if (strcmp(page->table, "action") == 0)
		l->cut += page->inner ? page->cells : page->cells / (LOST_PLIES - 2) + 2;
	else if (strcmp(page->table, "trace") == 0)
		l->traces += page->overflow ? 1 : page->cells;
	else if (strcmp(page->table, "setting") == 0)
		l->settings = true;
	else if (strcmp(page->table, "running") == 0)
		l->running = true;
}

void
lost_overwrite(struct place *p, const struct lost_page *page, uint32_t size, unsigned char with)
{
	unsigned char rubbish[8192];
	char path[128];
	int fd;

	memset(rubbish, with, sizeof(rubbish));
	lost_name(p, "", path);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0 && size <= sizeof(rubbish));
	assert_int_equal(pwrite(fd, rubbish, size, (off_t)(page->number - 1) * size), size);
	close(fd);
}

/* ---- what is there afterwards ---- */

static bool
is_same(const struct record_action *a, const struct record_action *b)
{
	return rules_action_equal(a->action, b->action) && a->t_us == b->t_us &&
	       a->clock_us == b->clock_us;
}

/* Nothing in it that the game did not hold; true: all of it. */
bool
lost_is_as_it_was(const struct record *r, uint32_t number, const char *words)
{
	const struct record *was = lost_game(number);

	if (r->game != was->game || r->n > was->n || strcmp(r->name[0], was->name[0]) != 0)
		fail_msg("%s: game %u is another one", words, number);
	for (uint32_t i = 0; i < r->n; i++)
		if (!is_same(&r->action[i], &was->action[i]))
			fail_msg("%s: game %u: action %u is another one", words, number, i);
	return r->n == was->n && record_same_game(r, was);
}

int64_t
lost_number(struct db *db, const char *sql)
{
	sqlite3_stmt *q;
	int64_t n = -1;

	assert_int_equal(sqlite3_prepare_v2(db->sql, sql, -1, &q, NULL), SQLITE_OK);
	if (sqlite3_step(q) == SQLITE_ROW)
		n = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	return n;
}

static void
check_games(struct db *db, const struct loss *l, const char *words)
{
	unsigned n = 0, cut = 0;

	for (uint32_t number = 1; number <= lost_games; number++) {
		struct record r = { 0 };
		int err = db_record(db, number, &r);

		if (err < 0 && err != -ENOENT)
			fail_msg("%s: %s", words, db->why);
		if (err < 0)
			continue;
		n++;
		cut += !l->any && !lost_is_as_it_was(&r, number, words);
		record_finish(&r);
	}
	if (n + l->games < lost_games || cut > l->cut)
		fail_msg("%s: %u games are there, %u are not on the pages that were lost; "
			 "%u are cut, %u may be",
			 words, n, lost_games - l->games, cut, l->cut);
}

static void
check_rest(struct db *db, const struct loss *l, const char *words)
{
	int64_t traces = lost_number(db, "SELECT count(*) FROM trace WHERE length(text) = 2500"),
		settings = lost_number(db, "SELECT count(*) FROM setting"),
		running = lost_number(db, "SELECT game FROM running");

	if (l->any)
		return;
	if (traces + l->traces < TRACES || settings < (l->settings ? 0 : 2) ||
	    running != (l->running && running < 0 ? -1 : (int64_t)lost_games))
		fail_msg("%s: %d traces and %d settings are there, running is %d", words,
			 (int)traces, (int)settings, (int)running);
	assert_int_equal(lost_number(db, "SELECT count(*) FROM trace WHERE length(text) <> 2500"),
			 0);
}

static void
no_step(void *arg, uint32_t done, uint32_t of)
{
	(void)arg;
	assert_true(done <= of);
}

/* The journal is salvaged, and holds at least what lies on other pages. */
void
lost_check(struct place *p, const struct loss *l, const char *words)
{
	static const char *const passing[] = { ".new", ".read", ".pages", ".more" };
	static const struct salvage_watch watch = { no_step, NULL };
	char path[128], beside[128], why[STORE_WHY_MAX];
	struct salvage v;
	struct db db;

	lost_name(p, "", path);
	if (store_salvage(path, &watch, &v, why) < 0)
		fail_msg("%s: %s", words, why);
	assert_int_equal(access(v.aside, F_OK), 0);
	assert_int_equal(db_open(&db, path, DB_CHECK), 0);
	check_games(&db, l, words);
	check_rest(&db, l, words);
	db_close(&db);
	for (unsigned i = 0; i < sizeof(passing) / sizeof(passing[0]); i++) {
		lost_name(p, passing[i], beside);
		assert_int_equal(access(beside, F_OK), -1);
	}
}

void
lost_make(struct place **p, const char *sql, bool upgrade)
{
	char path[128];
	struct db db;

	place_setup((void **)p);
	fill(*p);
	if (sql)
		place_run_sql(*p, sql);
	if (!upgrade)
		return;
	lost_name(*p, "", path);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	db_close(&db);
}
