/*
 * What a power cut leaves of the log beside the journal, and what a disk that
 * loses things leaves: logs that SQLite has written, copied while they are open,
 * and then damaged at a place that the row names.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/store_impl.h"
#include "help.h"

enum {
	COMMITS = 6,
	PAGE = 4096,
	HEAD = 32,
	FRAME = 24 + PAGE,
	FILE_MOST = 1 << 20,
};

struct file {
	unsigned char data[FILE_MOST];
	size_t len;
};

struct journal {
	char folder[64], path[80], log_path[96];
	struct file db, log;
	unsigned char older_head[HEAD]; /* of the round before */
};

/* ---- logs as SQLite writes them ---- */

static void
run(sqlite3 *sql, const char *text)
{
	if (sqlite3_exec(sql, text, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", text, sqlite3_errmsg(sql));
}

static sqlite3 *
open_sql(const struct journal *j)
{
	sqlite3 *sql;

	assert_int_equal(sqlite3_open(j->path, &sql), SQLITE_OK);
	run(sql, "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; "
		 "PRAGMA wal_autocheckpoint = 0; CREATE TABLE IF NOT EXISTS t(x)");
	return sql;
}

/* Each of three pages or more. */
static void
commits(sqlite3 *sql, unsigned n)
{
	while (n-- > 0)
		run(sql, "INSERT INTO t VALUES(randomblob(9000))");
}

static void
take(struct file *f, const char *path)
{
	FILE *in = fopen(path, "re");

	assert_non_null(in);
	f->len = fread(f->data, 1, FILE_MOST, in);
	assert_true(f->len < FILE_MOST);
	fclose(in);
}

static void
put(const struct file *f, const char *path)
{
	FILE *out = fopen(path, "we");

	assert_non_null(out);
	assert_int_equal(fwrite(f->data, 1, f->len, out), f->len);
	assert_int_equal(fclose(out), 0);
}

/* Both files as they are now, and then on the disk as after a power cut. */
static void
cut_power(struct journal *j, sqlite3 *sql)
{
	take(&j->db, j->path);
	take(&j->log, j->log_path);
	sqlite3_close(sql);
	store_files_remove(j->path);
}

/* All of it in the log alone. */
static void
make_first_round(struct journal *j)
{
	sqlite3 *sql = open_sql(j);

	commits(sql, COMMITS);
	cut_power(j, sql);
}

/* All of it in the database as well. */
static void
make_carried_over(struct journal *j)
{
	sqlite3 *sql = open_sql(j);

	commits(sql, COMMITS);
	run(sql, "PRAGMA wal_checkpoint(FULL)");
	cut_power(j, sql);
}

/* Begun again, with frames of the round before behind its own. */
static void
make_next_round(struct journal *j, unsigned n)
{
	sqlite3 *sql = open_sql(j);
	struct file *log = &j->log;

	commits(sql, COMMITS);
	run(sql, "PRAGMA wal_checkpoint(FULL)");
	take(log, j->log_path);
	memcpy(j->older_head, log->data, HEAD);
	if (n == 0) /* one page, one frame */
		run(sql, "PRAGMA user_version = 7");
	commits(sql, n);
	cut_power(j, sql);
	assert_memory_not_equal(j->older_head, log->data, HEAD);
}

static void
make_second_round(struct journal *j)
{
	make_next_round(j, COMMITS / 2);
}

static void
make_one_frame(struct journal *j)
{
	make_next_round(j, 0);
}

/* ---- damage ---- */

static unsigned char *
frame(struct journal *j, size_t i)
{
	assert_true(HEAD + (i + 1) * FRAME <= j->log.len);
	return j->log.data + HEAD + i * FRAME;
}

/* The n-th commit from behind, of the round that the head is of: its last frame. */
static size_t
commit_from_behind(struct journal *j, unsigned n)
{
	size_t i = (j->log.len - HEAD) / FRAME;

	while (i-- > 0) {
		const unsigned char *f = frame(j, i);
		bool commit = f[4] || f[5] || f[6] || f[7];

		if (commit && memcmp(f + 8, j->log.data + 16, 8) == 0 && n-- == 0)
			return i;
	}
	fail_msg("the log has no such commit");
	return 0;
}

static void
nothing(struct journal *j)
{
	(void)j;
}

static void
head_bit(struct journal *j)
{
	j->log.data[17] ^= 4;
}

static void
head_zero(struct journal *j)
{
	memset(j->log.data, 0, HEAD);
}

/* A sector, and with it the head of the first frame. */
static void
sector_zero(struct journal *j)
{
	memset(j->log.data, 0, 512);
}

static void
sector_noise(struct journal *j)
{
	uint64_t seed = 5;

	for (size_t i = 0; i < 512; i++)
		j->log.data[i] = (unsigned char)help_random(&seed);
}

static void
first_frames_zero(struct journal *j)
{
	memset(j->log.data, 0, HEAD + 2 * FRAME);
}

static void
all_zero(struct journal *j)
{
	memset(j->log.data, 0, j->log.len);
}

static void
head_of_the_round_before(struct journal *j)
{
	memcpy(j->log.data, j->older_head, HEAD);
}

static void
last_commit_bit(struct journal *j)
{
	frame(j, commit_from_behind(j, 0))[100] ^= 1;
}

static void
last_commit_torn(struct journal *j)
{
	memset(frame(j, commit_from_behind(j, 0) - 1), 0, FRAME);
}

static void
last_but_one_bit(struct journal *j)
{
	frame(j, commit_from_behind(j, 1))[100] ^= 1;
}

static void
last_but_one_salt(struct journal *j)
{
	frame(j, commit_from_behind(j, 1))[8] ^= 1;
}

static void
last_but_one_torn(struct journal *j)
{
	memset(frame(j, commit_from_behind(j, 1) - 1), 0, FRAME);
}

static void
first_frame_bit(struct journal *j)
{
	frame(j, 0)[1000] ^= 1;
}

/* The head is gone, and the database has lost one of the pages it was given. */
static void
head_and_page(struct journal *j)
{
	head_zero(j);
	j->db.data[j->db.len - 100] ^= 1;
}

static void
head_and_end(struct journal *j)
{
	head_zero(j);
	j->db.len -= PAGE;
}

static void
database_empty(struct journal *j)
{
	j->db.len = 0;
}

static const struct {
	const char *name;
	void (*make)(struct journal *j);
	void (*damage)(struct journal *j);
	bool hole;
} rows[] = {
	{ "whole", make_first_round, nothing, false },
	{ "whole, all carried over", make_carried_over, nothing, false },
	{ "whole, of the second round", make_second_round, nothing, false },
	{ "whole, one frame of the second round", make_one_frame, nothing, false },
	/* As a cut in the midst of the last commit leaves it, in any order of writing. */
	{ "last commit damaged", make_first_round, last_commit_bit, false },
	{ "last commit torn", make_first_round, last_commit_torn, false },
	{ "last commit torn, second round", make_second_round, last_commit_torn, false },
	{ "last but one damaged", make_first_round, last_but_one_bit, true },
	{ "last but one's salt damaged", make_first_round, last_but_one_salt, true },
	{ "last but one torn", make_first_round, last_but_one_torn, true },
	{ "last but one torn, second round", make_second_round, last_but_one_torn, true },
	{ "first frame damaged", make_first_round, first_frame_bit, true },
	{ "first frame damaged, second round", make_second_round, first_frame_bit, true },
	{ "head damaged", make_first_round, head_bit, true },
	{ "head zeroed", make_first_round, head_zero, true },
	{ "head's sector zeroed", make_first_round, sector_zero, true },
	{ "head's sector noise", make_first_round, sector_noise, true },
	{ "head and two frames zeroed", make_first_round, first_frames_zero, true },
	{ "all zeroed", make_first_round, all_zero, true },
	{ "head damaged, second round", make_second_round, head_bit, true },
	{ "head zeroed, second round", make_second_round, head_zero, true },
	{ "head's sector zeroed, second round", make_second_round, sector_zero, true },
	{ "head damaged, one frame", make_one_frame, head_bit, true },
	{ "old head, second round", make_second_round, head_of_the_round_before, true },
	{ "old head, one frame", make_one_frame, head_of_the_round_before, true },
	/* As a cut in the midst of writing the head of the second round leaves it. */
	{ "head damaged, all carried over", make_carried_over, head_bit, false },
	{ "head's sector zeroed, all carried over", make_carried_over, sector_zero, false },
	{ "head's sector noise, all carried over", make_carried_over, sector_noise, false },
	{ "head zeroed, a page of the database damaged", make_carried_over, head_and_page, true },
	{ "head zeroed, the database's end missing", make_carried_over, head_and_end, true },
	{ "database empty", make_first_round, database_empty, true },
};

static void
journal_begin(struct journal *j)
{
	help_folder(j->folder);
	snprintf(j->path, sizeof(j->path), "%s/games.db", j->folder);
	snprintf(j->log_path, sizeof(j->log_path), "%s-wal", j->path);
}

static bool
has_hole(const struct journal *j)
{
	put(&j->db, j->path);
	put(&j->log, j->log_path);
	return store_log_has_hole(j->path);
}

static void
test_rows(void **state)
{
	static struct journal j;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		journal_begin(&j);
		rows[i].make(&j);
		rows[i].damage(&j);
		if (has_hole(&j) != rows[i].hole)
			fail_msg("%s: %s", rows[i].name, rows[i].hole ? "not seen" : "false alarm");
		help_folder_remove(j.folder);
	}
}

/* Cut off anywhere: what is missing may never have been written. */
static void
test_ends(void **state)
{
	static struct journal j;

	(void)state;
	journal_begin(&j);
	make_first_round(&j);
	while (j.log.len > 0) {
		j.log.len -= j.log.len < 97 ? j.log.len : 97;
		if (has_hole(&j))
			fail_msg("cut at %zu: false alarm", j.log.len);
	}
	help_folder_remove(j.folder);
}

/* Commits torn by one cut after the other: what is left of each lies behind the next. */
static void
test_torn_again(void **state)
{
	static struct journal j;
	size_t kept;
	sqlite3 *sql;

	(void)state;
	journal_begin(&j);
	make_first_round(&j);
	kept = (j.log.len - HEAD) / FRAME;
	for (unsigned pages = 12; pages > 2; pages -= 3) {
		char text[64];

		assert_false(has_hole(&j));
		sql = open_sql(&j);
		snprintf(text, sizeof(text), "INSERT INTO t VALUES(zeroblob(%u))", pages * PAGE);
		run(sql, text);
		cut_power(&j, sql);
		memset(frame(&j, kept + 1), 0, FRAME);
	}
	assert_false(has_hole(&j));
	help_folder_remove(j.folder);
}

/* The name that a copy is to have may be one of the journal's own, where it could not be removed. */
static void
test_copy_over(void **state)
{
	static struct journal j;
	static struct file db;
	char copy[96];
	bool all;

	(void)state;
	journal_begin(&j);
	make_first_round(&j);
	last_but_one_bit(&j);
	assert_true(has_hole(&j));
	snprintf(copy, sizeof(copy), "%s.read", j.path);
	assert_int_equal(link(j.path, copy), 0);
	assert_int_equal(store_log_copy(j.path, copy, &all), -EEXIST);
	take(&db, j.path);
	assert_int_equal(db.len, j.db.len);
	assert_memory_equal(db.data, j.db.data, db.len);
	assert_int_equal(unlink(copy), 0);
	assert_int_equal(store_log_copy(j.path, copy, &all), 1);
	help_folder_remove(j.folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_torn_again),
		cmocka_unit_test(test_copy_over),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
