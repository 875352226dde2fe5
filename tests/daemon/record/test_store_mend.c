/* A damaged journal: readable games are recovered, the old file is kept, play continues. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/store_impl.h"
#include "place_disk.h"
#include "place_sql.h"

enum {
	DAMAGE_GAMES = 30,
};

static void
in_folder(const struct place *p, const char *name, char out[96])
{
	snprintf(out, 96, "%s/%s", p->folder, name);
}

static void
games_make(struct place *p)
{
	uint64_t seed = 10;

	table_open(&p->t, p->folder);
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	for (unsigned i = 0; i < DAMAGE_GAMES; i++) {
		table_begin(&p->t, "chess");
		table_play(&p->t, 30, &seed);
		table_end(&p->t, record_result_drawn("agreed"));
		table_settle(&p->t);
	}
	table_close(&p->t);
}

/* Overwrites the database after its first page. */
static void
damage(struct place *p)
{
	static char rubbish[1 << 20];
	char path[96];
	int fd;

	memset(rubbish, 0xa5, sizeof(rubbish));
	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, rubbish, sizeof(rubbish), 4096), sizeof(rubbish));
	close(fd);
}

/* Waits until the last closed game has its line. */
static void
await_archive(const struct place *p)
{
	char path[128], number[32], *text = NULL;
	bool there = false;
	size_t len;

	snprintf(path, sizeof(path), "%s/archive/000001-001000.jsonl", p->folder);
	snprintf(number, sizeof(number), "\"number\": %d,", DAMAGE_GAMES);
	for (unsigned i = 0; i < TABLE_WAIT_MS && !there; i++) {
		if (record_file_read(path, 1 << 24, &text, &len) == 0) {
			there = strstr(text, number) != NULL;
			free(text);
		}
		usleep(1000);
	}
	assert_true(there);
}

/* Damaged while it is in use: the whole running game is written again. */
static void
test_damaged_in_use(void **state)
{
	struct place *p = *state;
	uint64_t seed = 11;

	games_make(p);
	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess960");
	table_play(&p->t, 40, &seed);
	table_settle(&p->t);
	await_archive(p);
	/* Move the log into the file first, so that reads use the file. */
	place_run_sql(p, "PRAGMA wal_checkpoint(TRUNCATE)");
	damage(p);
	for (unsigned i = 0; i < 20; i++) {
		table_play(&p->t, 1, &seed);
		table_settle(&p->t);
	}
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->number, DAMAGE_GAMES + 1);
	assert_int_equal(store_status(p->t.store)->lost, 0);
	assert_non_null(strstr(store_status(p->t.store)->what, "damaged-1"));
	for (uint32_t number = 1; number <= DAMAGE_GAMES; number++) {
		struct store_answer *a = table_ask(&p->t, STORE_PGN, number, NULL);

		if (a->err)
			fail_msg("%s", a->why);
		store_answer_free(a);
	}
}

/* Returns the size of a journal without games. */
static rlim_t
empty_size(const struct place *p)
{
	char path[96];
	struct stat st;
	struct db db;

	in_folder(p, "empty.db", path);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	db_close(&db);
	assert_int_equal(stat(path, &st), 0);
	return (rlim_t)st.st_size;
}

/* The disk has room for what was saved, but not yet for the archive's games: reported later. */
static void
test_damaged_and_full(void **state)
{
	struct place *p = *state;

	games_make(p);
	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_settle(&p->t);
	await_archive(p);
	table_close(&p->t);
	damage(p);
	help_disk_limit(empty_size(p));
	table_open(&p->t, p->folder);
	assert_false(store_status(p->t.store)->working);
	help_disk_limit(RLIM_INFINITY);
	table_await(&p->t, true);
	if (!strstr(store_status(p->t.store)->what, "damaged-1"))
		fail_msg("%s", store_status(p->t.store)->what);
}

/*
 * The next game begins during the repair: the game before it is written again, because the damaged
 * file may have lost it.
 */
static void
test_begun_in_repair(void **state)
{
	struct place *p = *state;
	struct store_repair at;
	struct store_answer *a;
	uint64_t seed = 13;

	games_make(p);
	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 30, &seed);
	table_settle(&p->t);
	await_archive(p);
	place_run_sql(p, "PRAGMA wal_checkpoint(TRUNCATE)");
	damage(p);
	pthread_mutex_lock(&p->t.store->replacing);
	for (unsigned i = 0; !store_repairs(p->t.store, &at); i++) {
		assert_int_equal(store_setting_set(p->t.store, "hints", i % 2 ? "safe" : "moves"),
				 0);
		table_wait(&p->t);
	}
	table_begin(&p->t, "chess");
	pthread_mutex_unlock(&p->t.store->replacing);
	table_play(&p->t, 2, &seed);
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->number, DAMAGE_GAMES + 2);
	a = table_ask(&p->t, STORE_NATIVE, DAMAGE_GAMES + 1, NULL);
	if (a->err)
		fail_msg("%s", a->why);
	store_answer_free(a);
}

/* Replaces the journal in use by another file. */
static void
put_instead(const struct place *p, const char *name)
{
	char from[96], to[96];

	in_folder(p, "games.db-wal", to);
	(void)unlink(to);
	in_folder(p, name, from);
	in_folder(p, "games.db", to);
	assert_int_equal(rename(from, to), 0);
}

static void
copy_journal(struct place *p, const char *name)
{
	char sql[160];

	snprintf(sql, sizeof(sql), "VACUUM INTO '%s/%s'", p->folder, name);
	place_run_sql(p, sql);
}

/* The disk falls back to an older file, which has actions that were taken back since. */
static void
test_older_in_use(void **state)
{
	struct place *p = *state;
	uint64_t seed = 14;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 12, &seed);
	table_settle(&p->t);
	copy_journal(p, "older");
	table_undo(&p->t, 8);
	seed = 15;
	table_play(&p->t, 10, &seed);
	table_settle(&p->t);
	put_instead(p, "older");
	table_play(&p->t, 1, &seed);
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->number, 1);
}

/* Likewise, and all of its actions were taken back: no second game is made. */
static void
test_older_taken_back(void **state)
{
	struct place *p = *state;
	uint64_t seed = 14;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 12, &seed);
	table_settle(&p->t);
	copy_journal(p, "older");
	table_undo(&p->t, 12);
	table_settle(&p->t);
	put_instead(p, "older");
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	table_settle(&p->t);
	assert_int_equal(store_status(p->t.store)->number, 1);
	table_play(&p->t, 1, &seed);
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->number, 1);
}

/* Another journal comes in before the first action: its game of the same number stays. */
static void
test_other_before_first(void **state)
{
	struct place *p = *state, *other;
	struct store_answer *a;
	uint64_t seed = 16;
	char from[96], to[96];

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_settle(&p->t);
	place_setup_open((void **)&other);
	table_begin(&other->t, "chess");
	table_play(&other->t, 20, &seed);
	table_close(&other->t);
	in_folder(other, "games.db", from);
	in_folder(p, "other", to);
	assert_int_equal(rename(from, to), 0);
	place_teardown((void **)&other);
	put_instead(p, "other");
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	table_settle(&p->t);
	assert_int_equal(store_status(p->t.store)->number, 2);
	table_play(&p->t, 1, &seed);
	table_check(&p->t);
	a = table_ask(&p->t, STORE_NATIVE, 1, NULL);
	if (a->err)
		fail_msg("%s", a->why);
	store_answer_free(a);
}

/* Another journal comes in, as with another stick: its game of the same number stays. */
static void
test_other_in_use(void **state)
{
	static const char *const games[] = { "zombie", "chess" };
	struct place *p = *state, *other;
	uint64_t seed = 16;
	char from[96], to[96];

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 12, &seed);
	table_settle(&p->t);
	for (uint32_t i = 0; i < 2; i++) {
		struct store_answer *a;

		place_setup_open((void **)&other);
		for (uint32_t n = 0; n <= i; n++) {
			table_begin(&other->t, games[i]);
			table_play(&other->t, 20, &seed);
			table_settle(&other->t);
		}
		table_close(&other->t);
		in_folder(other, "games.db", from);
		in_folder(p, "other", to);
		assert_int_equal(rename(from, to), 0);
		place_teardown((void **)&other);
		put_instead(p, "other");
		table_play(&p->t, 1, &seed);
		table_check(&p->t);
		assert_int_equal(store_status(p->t.store)->number, i + 2);
		for (uint32_t n = 1; n <= i + 1; n++) {
			a = table_ask(&p->t, STORE_NATIVE, n, NULL);
			if (a->err)
				fail_msg("%s", a->why);
			assert_non_null(strstr(a->text, games[i]));
			store_answer_free(a);
		}
	}
}

/* A power cut between the two renames of a salvage. */
static void
test_salvage_cut(void **state)
{
	struct place *p = *state;
	char path[96], fresh[96], wal[96];
	uint64_t seed = 12;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 12, &seed);
	table_close(&p->t);
	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	snprintf(fresh, sizeof(fresh), "%s/games.db.new", p->folder);
	snprintf(wal, sizeof(wal), "%s/games.db-wal", p->folder);
	assert_int_equal(rename(path, fresh), 0);
	/* The damaged file's log, which must not be applied to the new one. */
	assert_int_equal(record_file_write(wal, "rubbish", 7), 0);
	table_open(&p->t, p->folder);
	assert_int_equal(store_resume(p->t.store, &p->t.r, (char[STORE_WHY_MAX]){ 0 }), 1);
	assert_int_equal(p->t.r.n, 12);
	assert_int_equal(access(fresh, F_OK), -1);
}

/* The database is empty and has no log: the disk lost it. Reported, and play continues. */
static void
test_emptied(void **state)
{
	struct place *p = *state;
	char path[96];
	uint64_t seed = 16;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 12, &seed);
	assert_string_equal(store_status(p->t.store)->what, "");
	table_close(&p->t);
	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	assert_int_equal(truncate(path, 0), 0);
	table_open(&p->t, p->folder);
	assert_non_null(strstr(store_status(p->t.store)->what, "games.db, is gone or empty"));
	assert_true(store_status(p->t.store)->working);
	table_begin(&p->t, "chess");
	table_play(&p->t, 6, &seed);
	table_check(&p->t);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_string_equal(store_status(p->t.store)->what, "");
}

/* A few other bytes replace the journal: they are renamed, and a new one is begun. */
static void
test_scrap(void **state)
{
	struct place *p = *state;
	char path[96];
	uint64_t seed = 18;

	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	assert_int_equal(record_file_write(path, "no database", 11), 0);
	table_open(&p->t, p->folder);
	if (!strstr(store_status(p->t.store)->what, "games.db.damaged-1"))
		fail_msg("%s", store_status(p->t.store)->what);
	assert_true(store_status(p->t.store)->working);
	table_begin(&p->t, "chess");
	table_play(&p->t, 6, &seed);
	table_check(&p->t);
}

/*
 * The journal is missing. Reported if a daemon has used the folder, but not at a first start.
 */
static void
test_gone(void **state)
{
	static const struct {
		const char *file; /* another file in the folder; NULL: none */
		const char *text;
		bool told;
	} rows[] = {
		{ NULL, "", false },
		{ "notes.txt", "mine", false },
		{ "lock", "", false }, /* of a failed restore */
		{ "lock", "4711\n", true },
	};
	struct place *p;
	char path[96];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		place_setup((void **)&p);
		in_folder(p, rows[i].file ? rows[i].file : "", path);
		if (rows[i].file)
			assert_int_equal(
				record_file_write(path, rows[i].text, strlen(rows[i].text)), 0);
		table_open(&p->t, p->folder);
		if ((strstr(store_status(p->t.store)->what, "games.db, is gone or empty") !=
		     NULL) != rows[i].told)
			fail_msg("%s: \"%s\"", rows[i].file, store_status(p->t.store)->what);
		assert_true(store_status(p->t.store)->working);
		place_teardown((void **)&p);
	}
}

/* Removed during a game, alone or with its folder: the game continues. */
static void
test_taken(void **state)
{
	struct place *p;
	char path[96];
	uint64_t seed = 17;

	(void)state;
	for (unsigned folder = 0; folder < 2; folder++) {
		place_setup((void **)&p);
		in_folder(p, "games.db", path);
		table_open(&p->t, p->folder);
		table_begin(&p->t, "chess");
		table_play(&p->t, 12, &seed);
		table_settle(&p->t);
		assert_string_equal(store_status(p->t.store)->what, "");
		if (folder)
			help_folder_remove(p->folder);
		else
			assert_int_equal(unlink(path), 0);
		table_play(&p->t, 1, &seed);
		table_settle(&p->t);
		assert_non_null(
			strstr(store_status(p->t.store)->what, "is gone or empty, and a new one"));
		table_check(&p->t);
		place_teardown((void **)&p);
	}
}

/* ---- commits ---- */

enum {
	WAL_HEADER = 32,
	WAL_FRAME = 24, /* header of a frame */
};

static uint32_t
big_endian(const char *at)
{
	const uint8_t *b = (const uint8_t *)at;

	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Reads a number from a journal as it is after the first `len` bytes of its log. */
static int64_t
number_after(const struct place *p, const char *wal, size_t len, const char *sql)
{
	char path[96], log[96], *text;
	sqlite3_stmt *q = NULL;
	int64_t n = 0;
	sqlite3 *db;
	size_t size;

	in_folder(p, "games.db", path);
	assert_int_equal(record_file_read(path, 1 << 24, &text, &size), 0);
	in_folder(p, "part.db", path);
	in_folder(p, "part.db-wal", log);
	assert_int_equal(record_file_write(path, text, size), 0);
	assert_int_equal(record_file_write(log, wal, len), 0);
	free(text);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	/* A commit before the tables are made has no such number. */
	if (sqlite3_prepare_v2(db, sql, -1, &q, NULL) == SQLITE_OK &&
	    sqlite3_step(q) == SQLITE_ROW)
		n = sqlite3_column_int64(q, 0);
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

/* The file is removed while a game runs: every commit with the game has its settings too. */
static void
test_taken_settings(void **state)
{
	static const char games[] = "SELECT count(*) FROM running WHERE game IS NOT NULL";
	static const char pins[] = "SELECT count(*) FROM setting WHERE key = 'pin.w'";
	struct place *p = *state;
	char path[96], *wal;
	size_t len, page;
	unsigned commits = 0;
	uint64_t seed = 19;

	in_folder(p, "games.db", path);
	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	assert_int_equal(store_setting_set(p->t.store, "pin.w", "1234"), 0);
	table_play(&p->t, 12, &seed);
	table_settle(&p->t);
	assert_int_equal(unlink(path), 0);
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	in_folder(p, "games.db-wal", path);
	assert_int_equal(record_file_read(path, 1 << 24, &wal, &len), 0);
	page = big_endian(wal + 8);
	for (size_t at = WAL_HEADER; at + WAL_FRAME + page <= len; at += WAL_FRAME + page) {
		const size_t end = at + WAL_FRAME + page;

		if (big_endian(wal + at + 4) == 0 || number_after(p, wal, end, games) == 0)
			continue;
		commits++;
		assert_int_equal(number_after(p, wal, end, pins), 1);
	}
	assert_true(commits > 0);
	free(wal);
}

/* Removed between two starts: reported once. */
static void
test_taken_between(void **state)
{
	struct place *p = *state;
	char path[96];
	uint64_t seed = 17;

	in_folder(p, "games.db", path);
	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 12, &seed);
	table_close(&p->t);
	assert_int_equal(unlink(path), 0);
	table_open(&p->t, p->folder);
	assert_non_null(strstr(store_status(p->t.store)->what, "is gone or empty, and a new one"));
	table_begin(&p->t, "chess");
	table_play(&p->t, 6, &seed);
	table_check(&p->t);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_string_equal(store_status(p->t.store)->what, "");
}

/* The database is empty or missing, and the last writes are in its log: the log is kept. */
static void
test_log_left(void **state)
{
	static const bool gone[] = { false, true };
	struct place *p;
	char path[96], log[104], kept[128], *before, *after;
	uint64_t seed = 13;
	size_t len, now;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		place_setup((void **)&p);
		snprintf(path, sizeof(path), "%s/games.db", p->folder);
		snprintf(log, sizeof(log), "%s-wal", path);
		snprintf(kept, sizeof(kept), "%s.damaged-1-wal", path);
		table_open(&p->t, p->folder);
		table_begin(&p->t, "chess");
		table_play(&p->t, 12, &seed);
		table_settle(&p->t);
		assert_int_equal(record_file_read(log, 1 << 24, &before, &len), 0);
		table_close(&p->t);
		assert_int_equal(record_file_write(log, before, len), 0);
		assert_int_equal(gone[i] ? unlink(path) : truncate(path, 0), 0);
		table_open(&p->t, p->folder);
		assert_non_null(strstr(store_status(p->t.store)->what, "is gone or empty"));
		assert_int_equal(record_file_read(kept, 1 << 24, &after, &now), 0);
		assert_int_equal(now, len);
		assert_memory_equal(after, before, len);
		table_begin(&p->t, "chess");
		table_play(&p->t, 6, &seed);
		table_check(&p->t);
		free(before);
		free(after);
		place_teardown((void **)&p);
	}
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup, place_disk_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		STORE_TEST(test_damaged_in_use), STORE_TEST(test_begun_in_repair),
		STORE_TEST(test_older_in_use),   STORE_TEST(test_other_in_use),
		STORE_TEST(test_salvage_cut),    cmocka_unit_test(test_log_left),
		STORE_TEST(test_emptied),        cmocka_unit_test(test_gone),
		cmocka_unit_test(test_taken),    STORE_TEST(test_scrap),
		STORE_TEST(test_taken_between),  STORE_TEST(test_damaged_and_full),
		STORE_TEST(test_taken_settings), STORE_TEST(test_older_taken_back),
		STORE_TEST(test_other_before_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
