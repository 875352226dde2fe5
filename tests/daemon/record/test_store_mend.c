/* A damaged journal: what can be read is there again, the old file is kept, play goes on. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
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
	DAMAGE_GAMES = 120,
};

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

/* Writes rubbish into the database from `at` on, in bytes, or cuts it there. */
static void
damage(struct place *p, off_t at, size_t len, bool cut)
{
	char path[96], rubbish[4096];
	int fd;

	memset(rubbish, 0xa5, sizeof(rubbish));
	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	if (cut)
		assert_int_equal(ftruncate(fd, at), 0);
	for (; !cut && len > 0; len -= len < sizeof(rubbish) ? len : sizeof(rubbish)) {
		size_t n = len < sizeof(rubbish) ? len : sizeof(rubbish);

		assert_int_equal(pwrite(fd, rubbish, n, at), n);
		at += (off_t)n;
	}
	close(fd);
}

static off_t
database_size(struct place *p)
{
	char path[96];
	struct stat st;

	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	assert_int_equal(stat(path, &st), 0);
	return st.st_size;
}

/* How many games the store lists, and that each of them can be read. */
static unsigned
games_readable(struct place *p)
{
	unsigned n = 0;

	for (uint32_t number = 1; number <= DAMAGE_GAMES; number++) {
		struct store_answer *a = table_ask(&p->t, STORE_PGN, number, NULL);

		if (a->err && a->err != -ENOENT)
			fail_msg("%s", a->why);
		n += a->err == 0;
		store_answer_free(a);
	}
	return n;
}

/* How many are listed of those below that number, 0: of all. */
static unsigned
games_listed(struct place *p, uint32_t before)
{
	struct store_ask q = { .kind = STORE_LIST, .limit = STORE_LIST_MAX, .before = before };
	struct store_answer *a = table_ask_whole(&p->t, &q);
	json_t *games = json_loads(a->text, 0, NULL);
	unsigned n = (unsigned)json_array_size(games);

	if (n == STORE_LIST_MAX)
		n += games_listed(p, (uint32_t)json_integer_value(
					     json_object_get(json_array_get(games, n - 1), "id")));
	json_decref(games);
	store_answer_free(a);
	return n;
}

/* How many games were saved, by the store's own words. */
static unsigned
games_told(struct place *p)
{
	const char *number = strstr(store_status(p->t.store)->what, "damaged: ");
	unsigned n;

	assert_non_null(number);
	assert_int_equal(sscanf(number, "damaged: %u games", &n), 1);
	return n;
}

/* Pages twice as long as SQLite's own, by somebody's hand. */
#define LONG_PAGES \
	"PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM; PRAGMA journal_mode = WAL"

/* Damage of each kind: the file is kept, what can be read is there, play goes on. */
static void
test_damaged(void **state)
{
	static const struct {
		const char *name;
		int at; /* sixteenths of the file */
		size_t len;
		bool cut;
		unsigned games;  /* that must have been saved */
		const char *sql; /* what was done to it before */
	} rows[] = {
		{ "its first bytes", 0, 16, false, DAMAGE_GAMES, NULL },
		{ "the header", 0, 100, false, DAMAGE_GAMES, NULL },
		{ "the first page", 0, 4096, false, DAMAGE_GAMES, NULL },
		{ "the first page of the first version", 0, 4096, false, DAMAGE_GAMES, OLDEST },
		{ "the first bytes of long pages", 0, 16, false, DAMAGE_GAMES, LONG_PAGES },
		{ "a page in the middle", 8, 4096, false, DAMAGE_GAMES / 2, NULL },
		{ "a stretch in the middle", 6, 20000, false, DAMAGE_GAMES / 4, NULL },
		{ "the last quarter missing", 12, 0, true, DAMAGE_GAMES / 8, NULL },
		{ "all but the first page", 1, 1 << 20, false, 0, NULL },
		{ "a page of the first version", 8, 4096, false, DAMAGE_GAMES / 2, OLDEST },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct place *p;
		char aside[96];
		unsigned games;
		uint64_t seed = i;

		place_setup((void **)&p);
		games_make(p);
		if (rows[i].sql)
			place_run_sql(p, rows[i].sql);
		damage(p, database_size(p) / 16 * rows[i].at / 512 * 512, rows[i].len, rows[i].cut);
		table_open(&p->t, p->folder);
		snprintf(aside, sizeof(aside), "%s/games.db.damaged-1", p->folder);
		if (!strstr(store_status(p->t.store)->what, "games.db.damaged-1") ||
		    access(aside, F_OK) != 0)
			fail_msg("%s: %s", rows[i].name, store_status(p->t.store)->what);
		assert_true(store_status(p->t.store)->working);
		games = games_readable(p);
		print_message("%s: %s\n", rows[i].name, store_status(p->t.store)->what);
		if (games < rows[i].games)
			fail_msg("%s: %u games saved", rows[i].name, games);
		if (games_told(p) != games_listed(p, 0))
			fail_msg("%s: %u games are listed", rows[i].name, games_listed(p, 0));
		if (rows[i].games == DAMAGE_GAMES)
			assert_string_equal(store_setting(p->t.store, "hints"), "safe");
		table_begin(&p->t, "chess");
		table_play(&p->t, 10, &seed);
		table_check(&p->t);
		place_teardown((void **)&p);
	}
	(void)state;
}

/*
 * There is room for what SQLite finds, and not for a copy with two pages more, on which all
 * pages are looked at: it is passed over, and what is played now is recorded.
 */
static void
test_no_room(void **state)
{
	struct place *p = *state;
	uint64_t seed = 22;

	games_make(p);
	damage(p, database_size(p) / 2 / 4096 * 4096, 4096, false);
	help_disk_limit((rlim_t)database_size(p));
	table_open(&p->t, p->folder);
	help_disk_limit(RLIM_INFINITY);
	assert_true(store_status(p->t.store)->working);
	assert_non_null(strstr(store_status(p->t.store)->what, "some not whole"));
	assert_true(games_told(p) > 0);
	table_begin(&p->t, "chess");
	table_play(&p->t, 10, &seed);
	table_check(&p->t);
}

/* Damaged while it is in use: the running game is written anew, whole. */
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
	/* The log goes into the file first, so that the file is what is read. */
	place_run_sql(p, "PRAGMA wal_checkpoint(TRUNCATE)");
	damage(p, 4096, 1 << 20, false);
	for (unsigned i = 0; i < 20; i++) {
		table_play(&p->t, 1, &seed);
		table_settle(&p->t);
	}
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->number, DAMAGE_GAMES + 1);
	assert_int_equal(store_status(p->t.store)->lost, 0);
	assert_non_null(strstr(store_status(p->t.store)->what, "damaged-1"));
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
	/* The damaged one's log, which must not be played into the new one. */
	assert_int_equal(record_file_write(wal, "rubbish", 7), 0);
	table_open(&p->t, p->folder);
	assert_int_equal(store_resume(p->t.store, &p->t.r, (char[STORE_WHY_MAX]){ 0 }), 1);
	assert_int_equal(p->t.r.n, 12);
	assert_int_equal(access(fresh, F_OK), -1);
}

/* The database is empty, and nothing lies beside it: a disk has lost it. Told, and played on. */
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
	assert_non_null(strstr(store_status(p->t.store)->what, "games.db, was empty"));
	assert_true(store_status(p->t.store)->working);
	table_begin(&p->t, "chess");
	table_play(&p->t, 6, &seed);
	table_check(&p->t);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_string_equal(store_status(p->t.store)->what, "");
}

/* As a program leaves it that opens a database and makes no table: one page, and no log. */
static void
shell_make(const char *path)
{
	sqlite3 *db;

	assert_int_equal(unlink(path), 0);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* The database is one page without a table: what was in its log is gone. */
static void
test_shell(void **state)
{
	struct place *p = *state;
	char path[96];
	struct stat st;
	uint64_t seed = 16;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 12, &seed);
	table_close(&p->t);
	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	shell_make(path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_size, 4096);
	table_open(&p->t, p->folder);
	assert_non_null(strstr(store_status(p->t.store)->what, "games.db, was empty"));
	assert_true(store_status(p->t.store)->working);
	table_begin(&p->t, "chess");
	table_play(&p->t, 6, &seed);
	table_check(&p->t);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_string_equal(store_status(p->t.store)->what, "");
}

static void
file_copy(const char *from, const char *to)
{
	char *text;
	size_t n;

	assert_int_equal(record_file_read(from, 1 << 26, &text, &n), 0);
	assert_int_equal(record_file_write(to, text, n), 0);
	free(text);
}

/* As the power leaves it, but for the log: into `folder`, which is made. */
static void
log_leave(struct place *p, char folder[96])
{
	static const char *const names[] = { "games.db", "lock" };
	char from[128], to[128];

	snprintf(folder, 96, "%s/cut", p->folder);
	assert_int_equal(mkdir(folder, 0700), 0);
	for (unsigned i = 0; i < 2; i++) {
		snprintf(from, sizeof(from), "%s/%s", p->folder, names[i]);
		snprintf(to, sizeof(to), "%s/%s", folder, names[i]);
		file_copy(from, to);
	}
	table_close(&p->t);
}

/*
 * A young journal of three games that loses its log, as when the power goes and a log is not
 * there behind it: the file by itself is a journal. It is made in `folder`.
 */
static void
log_lose(struct place *p, char folder[96])
{
	uint64_t seed = 19;

	table_open(&p->t, p->folder);
	for (unsigned i = 0; i < 3; i++) {
		table_begin(&p->t, "chess");
		table_play(&p->t, 12, &seed);
		table_settle(&p->t);
	}
	log_leave(p, folder);
}

/* The next start that comes to read it tells so, and it alone. The next game's number. */
static void
expect_short(struct place *p, const char *name, const char *folder, const char *told,
	     uint32_t number)
{
	uint64_t seed = 20;

	table_open(&p->t, folder);
	if (!strstr(store_status(p->t.store)->what, told))
		fail_msg("%s: \"%s\"", name, store_status(p->t.store)->what);
	assert_true(store_status(p->t.store)->working);
	table_close(&p->t);
	table_open(&p->t, folder);
	if (*store_status(p->t.store)->what)
		fail_msg("%s: told twice: %s", name, store_status(p->t.store)->what);
	table_begin(&p->t, "chess");
	table_play(&p->t, 6, &seed);
	table_check(&p->t);
	if (store_status(p->t.store)->number != number)
		fail_msg("%s: game %u", name, store_status(p->t.store)->number);
	table_close(&p->t);
	table_open(&p->t, folder);
	assert_string_equal(store_status(p->t.store)->what, "");
}

/* A start that comes to nothing. */
static void
start_failing(struct place *p, const char *folder)
{
	table_open(&p->t, folder);
	assert_false(store_status(p->t.store)->working);
	(void)store_close(p->t.store, 0);
	memset(&p->t, 0, sizeof(p->t));
}

static void
start_full(struct place *p, const char *folder)
{
	help_disk_limit(0);
	start_failing(p, folder);
	help_disk_limit(RLIM_INFINITY);
}

static void
set_version(const char *folder, const char *sql)
{
	struct place there = { 0 };

	snprintf(there.folder, sizeof(there.folder), "%s", folder);
	place_run_sql(&there, sql);
}

static void
start_newer(struct place *p, const char *folder)
{
	char back[48];

	snprintf(back, sizeof(back), "PRAGMA user_version = %d", DB_VERSION);
	set_version(folder, "PRAGMA user_version = 99");
	start_failing(p, folder);
	set_version(folder, back);
}

static void
test_log_lost(void **state)
{
	static const struct {
		const char *name;
		void (*before)(struct place *p, const char *folder);
	} rows[] = {
		{ "at once", NULL },
		{ "behind a start without room", start_full },
		{ "behind a start of an older halod", start_newer },
	};
	struct place *p;
	char folder[96];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		place_setup((void **)&p);
		log_lose(p, folder);
		if (rows[i].before)
			rows[i].before(p, folder);
		expect_short(p, rows[i].name, folder, "games.db, ends before game 3", 4);
		place_teardown((void **)&p);
	}
}

/* The same of games that came in: what is missing is told, of those that came in alone. */
static void
test_import_lost(void **state)
{
	static const struct {
		const char *text, *told;
		uint32_t number; /* the next game's */
	} rows[] = {
		{ "1. e4 1-0\n\n1. d4 1-0\n\n1. c4 1-0\n", "ends before game 4", 5 },
		{ "1. e4 1-0\n\n1. e4 1-0\n", "ends before game 2", 3 },
		{ "1. e4 1-0\n\n1. e5 1-0\n", "", 2 },
	};
	struct place *p;
	char folder[96];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint64_t seed = 22;

		place_setup_open((void **)&p);
		table_begin(&p->t, "chess");
		table_play(&p->t, 12, &seed);
		table_settle(&p->t);
		place_reopen(p);
		store_answer_free(table_ask(&p->t, STORE_IMPORT, 0, rows[i].text));
		log_leave(p, folder);
		expect_short(p, rows[i].text, folder, rows[i].told, rows[i].number);
		place_teardown((void **)&p);
	}
}

/* The lock may be damaged too: a number that nobody played up to is told, and not gone on from. */
static void
test_lock_number(void **state)
{
	static const struct {
		const char *lock, *told;
		uint32_t number; /* the next game's */
	} rows[] = {
		{ "4711\n3\n", "ends before game 3", 4 },
		{ "4711      \n3         \n", "ends before game 3", 4 },
		{ "4711\n50000\n", "ends before game 50000", 50001 },
		{ "4711\n50001\n", "ends before game 50001", 1 },
		{ "4711\n1000000003\n", "ends before game 1000000003", 1 },
		{ "4711\n4294967295\n", "ends before game 4294967295", 1 },
		{ "4711\n", "", 1 },
		{ "\x7f\x7f\x7f\x7f", "", 1 },
	};
	struct place *p;
	char folder[96], path[128];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		place_setup((void **)&p);
		log_lose(p, folder);
		snprintf(path, sizeof(path), "%s/lock", folder);
		assert_int_equal(record_file_write(path, rows[i].lock, strlen(rows[i].lock)), 0);
		expect_short(p, rows[i].lock, folder, rows[i].told, rows[i].number);
		place_teardown((void **)&p);
	}
}

/* Between two numbers of a lock there is never less in it than one: it is as long as before. */
static void
test_lock_length(void **state)
{
	struct place *p = *state;
	char path[96];
	struct stat before, after;
	uint64_t seed = 21;

	snprintf(path, sizeof(path), "%s/lock", p->folder);
	table_open(&p->t, p->folder);
	assert_int_equal(stat(path, &before), 0);
	for (unsigned i = 0; i < 10; i++) {
		table_begin(&p->t, "chess");
		table_play(&p->t, 2, &seed);
		table_settle(&p->t);
	}
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(after.st_size, before.st_size);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_int_equal(stat(path, &after), 0);
	assert_int_equal(after.st_size, before.st_size);
}

/* A few bytes of something else stand in its place: set aside, and a new one is begun. */
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

static void
in_folder(const struct place *p, const char *name, char out[96])
{
	snprintf(out, 96, "%s/%s", p->folder, name);
}

/* The journal is not there. Told where anything says that there was one, and not at a first start. */
static void
test_gone(void **state)
{
	static const struct {
		const char *file; /* that lies there and is of no use by itself; NULL: none */
		const char *text;
		bool told;
	} rows[] = {
		{ NULL, "", false },
		{ "notes.txt", "mine", false },
		{ "lock", "", false }, /* of a restore that came to nothing */
		{ "lock", "4711\n", true },
		{ "saved", NULL, true },
		{ "games.db.damaged-1", "", true },
		{ "games.db.replaced-2", "", true },
	};
	struct place *p;
	char path[96];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		place_setup((void **)&p);
		in_folder(p, rows[i].file ? rows[i].file : "", path);
		if (rows[i].file && !rows[i].text)
			assert_int_equal(mkdir(path, 0700), 0);
		else if (rows[i].file)
			assert_int_equal(
				record_file_write(path, rows[i].text, strlen(rows[i].text)), 0);
		table_open(&p->t, p->folder);
		if ((strstr(store_status(p->t.store)->what, "games.db, is gone") != NULL) !=
		    rows[i].told)
			fail_msg("%s: \"%s\"", rows[i].file, store_status(p->t.store)->what);
		assert_true(store_status(p->t.store)->working);
		place_teardown((void **)&p);
	}
}

/* Taken away while the daemon plays, alone or with its folder: the game on the board goes on. */
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
		assert_non_null(strstr(store_status(p->t.store)->what, "is gone, and a new one"));
		table_check(&p->t);
		place_teardown((void **)&p);
	}
}

/* Taken away between two starts: told once. */
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
	assert_non_null(strstr(store_status(p->t.store)->what, "is gone, and a new one"));
	table_begin(&p->t, "chess");
	table_play(&p->t, 6, &seed);
	table_check(&p->t);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_string_equal(store_status(p->t.store)->what, "");
}

/* The actions of one game are gone: it is not listed, not counted as saved, and told. */
static void
test_bare(void **state)
{
	struct place *p = *state;

	games_make(p);
	place_run_sql(p, "DELETE FROM action WHERE game IN (7, 9)");
	damage(p, 0, 16, false);
	table_open(&p->t, p->folder);
	assert_int_equal(games_told(p), DAMAGE_GAMES - 2);
	assert_int_equal(games_listed(p, 0), DAMAGE_GAMES - 2);
	assert_non_null(strstr(store_status(p->t.store)->what, "2 more lost all their actions"));
}

/* The database is empty, or gone, and what was written last lies in its log: that is kept. */
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
		assert_non_null(strstr(store_status(p->t.store)->what, "damaged-1"));
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

/*
 * The log has lost its head, and with it in SQLite's eyes all that the database does not
 * hold. Behind a head that is only damaged all is there; where the first frame went with
 * it, all but what that frame held alone.
 */
static void
test_headless(void **state)
{
	static const struct {
		size_t at, zeroes;
		bool all;
	} rows[] = { { 0, 16, true }, { 10, 1, true }, { 0, 32, false }, { 0, 512, false } };
	struct place *p;
	char path[96], log[104], *db, *frames;
	size_t db_len, log_len;
	uint64_t seed = 14;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct record was;

		place_setup((void **)&p);
		games_make(p);
		snprintf(path, sizeof(path), "%s/games.db", p->folder);
		snprintf(log, sizeof(log), "%s-wal", path);
		table_open(&p->t, p->folder);
		table_begin(&p->t, "chess960");
		for (unsigned n = 0; n < 20; n++) {
			table_play(&p->t, 1, &seed);
			table_settle(&p->t);
		}
		assert_int_equal(record_file_read(path, 1 << 26, &db, &db_len), 0);
		assert_int_equal(record_file_read(log, 1 << 26, &frames, &log_len), 0);
		was = p->t.r;
		p->t.r = (struct record){ 0 };
		table_close(&p->t);
		memset(frames + rows[i].at, 0, rows[i].zeroes);
		assert_int_equal(record_file_write(path, db, db_len), 0);
		assert_int_equal(record_file_write(log, frames, log_len), 0);
		table_open(&p->t, p->folder);
		print_message("%zu zeroes at %zu: %s\n", rows[i].zeroes, rows[i].at,
			      store_status(p->t.store)->what);
		assert_non_null(strstr(store_status(p->t.store)->what, "damaged-1"));
		assert_int_equal(!strstr(store_status(p->t.store)->what, "some not"), rows[i].all);
		assert_int_equal(games_readable(p), DAMAGE_GAMES);
		assert_int_equal(store_resume(p->t.store, &p->t.r, (char[STORE_WHY_MAX]){ 0 }), 1);
		assert_int_equal(p->t.r.number, DAMAGE_GAMES + 1);
		assert_true(record_same_game(&p->t.r, &was));
		snprintf(log, sizeof(log), "%s.read", path);
		assert_int_equal(access(log, F_OK), -1);
		record_finish(&was);
		free(db);
		free(frames);
		place_teardown((void **)&p);
	}
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup, place_disk_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_damaged),  STORE_TEST(test_damaged_in_use),
		STORE_TEST(test_salvage_cut),    cmocka_unit_test(test_log_left),
		cmocka_unit_test(test_headless), STORE_TEST(test_emptied),
		cmocka_unit_test(test_gone),     cmocka_unit_test(test_taken),
		STORE_TEST(test_scrap),          STORE_TEST(test_taken_between),
		STORE_TEST(test_bare),           STORE_TEST(test_shell),
		cmocka_unit_test(test_log_lost), cmocka_unit_test(test_lock_number),
		STORE_TEST(test_lock_length),    cmocka_unit_test(test_import_lost),
		STORE_TEST(test_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
