/*
 * Damages a journal at random places in random ways, hundreds of times. The store must open, have
 * every closed game, report what is missing, and continue. Arguments: ROUNDS and a SEED.
 */
#include <errno.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/store_db.h"
#include "help.h"
#include "table.h"

enum {
	GAMES = 24,
	LATER = 8, /* games that are only in the log at the power cut */
	ACTIONS = 30,
	ROUNDS = 60,
};

static unsigned rounds = ROUNDS;
static uint64_t seed = 1;

#define ARCHIVE "archive/000001-001000.jsonl"

/* The files of a journal after a power cut. */
struct file {
	char *data;
	size_t len;
};

static struct file database, journal_log, archive, lock;

/* A missing end of the log looks like a power cut, not like damage: omit it. */
static bool in_log;

static size_t
below(size_t n)
{
	return (size_t)(help_random(&seed) % n);
}

static void
file_take(struct file *f, const char *folder, const char *name)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(record_file_read(path, 1 << 26, &f->data, &f->len), 0);
}

/* Writes a file without sync: there are many rounds, and no real power cut. */
static void
file_put(const struct file *f, const char *folder, const char *name)
{
	char path[128];
	FILE *out;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(f->data, 1, f->len, out), f->len);
	assert_int_equal(fclose(out), 0);
}

static void
play(struct table *t, unsigned games)
{
	for (unsigned i = 0; i < games; i++) {
		table_begin(t, "chess");
		store_trace(t->store, "1.0 -e2\n", 8);
		table_play(t, ACTIONS, &seed);
		table_end(t, record_result_drawn("agreed"));
		table_settle(t);
	}
}

/* Makes games in the database, and some only in its log. */
static int
setup(void **state)
{
	struct table t = { 0 };
	char folder[64];

	(void)state;
	help_folder(folder);
	table_open(&t, folder);
	play(&t, GAMES - LATER);
	table_close(&t);
	table_open(&t, folder);
	play(&t, LATER);
	file_take(&database, folder, "games.db");
	file_take(&journal_log, folder, "games.db-wal");
	file_take(&lock, folder, "lock");
	table_close(&t);
	file_take(&archive, folder, ARCHIVE);
	help_folder_remove(folder);
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	free(database.data);
	free(journal_log.data);
	free(archive.data);
	free(lock.data);
	return 0;
}

/* ---- damage ---- */

/* Picks a place; one in four is near the beginning, on which everything else depends. */
static size_t
place(const struct file *f)
{
	if (below(4) == 0)
		return below(4096);
	return below(in_log ? f->len / 2 : f->len);
}

static struct file
copy_of(const struct file *f)
{
	struct file copy = { malloc(f->len), f->len };

	assert_non_null(copy.data);
	memcpy(copy.data, f->data, f->len);
	return copy;
}

static void
damage_byte(struct file *f, char words[96])
{
	size_t at = place(f);

	f->data[at] = (char)(f->data[at] ^ (1 << below(8)));
	snprintf(words, 96, "a bit at %zu of %zu", at, f->len);
}

static void
damage_stretch(struct file *f, char words[96])
{
	size_t at = place(f), n = 1 + below(8192);

	if (n > f->len - at)
		n = f->len - at;
	for (size_t i = 0; i < n; i++)
		f->data[at + i] = (char)below(256);
	snprintf(words, 96, "%zu bytes at %zu of %zu", n, at, f->len);
}

static void
damage_zeroes(struct file *f, char words[96])
{
	size_t at = place(f) / 512 * 512, n = 512 * (1 + below(16));

	if (n > f->len - at)
		n = f->len - at;
	memset(f->data + at, 0, n);
	snprintf(words, 96, "%zu zeroes at %zu of %zu", n, at, f->len);
}

static void
damage_end(struct file *f, char words[96])
{
	size_t was = f->len;

	if (!in_log)
		f->len = below(f->len);
	snprintf(words, 96, "cut at %zu of %zu", f->len, was);
}

static void (*const damages[])(struct file *f, char words[96]) = {
	damage_byte,
	damage_stretch,
	damage_zeroes,
	damage_end,
};

/* ---- one round ---- */

/* Returns the number of listed games. */
static unsigned
listed(struct table *t)
{
	struct store_ask q = { .kind = STORE_LIST, .limit = STORE_LIST_MAX };
	struct store_answer *a = table_ask_whole(t, &q);
	json_t *games = a->err ? NULL : json_loads(a->text, 0, NULL);
	unsigned n = (unsigned)json_array_size(games);

	json_decref(games);
	store_answer_free(a);
	return n;
}

/* Returns the number of unreadable games; each must have a message. */
static unsigned
unreadable(struct table *t)
{
	unsigned n = 0;

	for (uint32_t number = 1; number <= GAMES; number++) {
		struct store_answer *a = table_ask(t, STORE_NATIVE, number, NULL);

		n += a->err != 0;
		assert_true(a->err == 0 || *a->why);
		store_answer_free(a);
	}
	return n;
}

/* Reports whether the damaged journal was renamed. */
static bool
kept_aside(const char *folder)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/games.db.damaged-1", folder);
	return access(path, F_OK) == 0;
}

static void
look(struct table *t, const char *folder, const char *words)
{
	const char *told = store_status(t->store)->what;
	unsigned n = listed(t);

	/* All except the last one are in the archive. */
	if (n < GAMES - 1 || (n < GAMES && !*told))
		fail_msg("%s: %u of %d games are there, and what is told is \"%s\"", words, n,
			 GAMES, told);
	if (kept_aside(folder) && !strstr(told, "damaged-1"))
		fail_msg("%s: something was set aside, and what is told is \"%s\"", words, told);
	if (unreadable(t) > 1)
		fail_msg("%s: %u games cannot be read", words, unreadable(t));
	/* Damage may be found only by reading or writing: the file is renamed then. */
	table_begin(t, "chess");
	table_play(t, 6, &seed);
	table_check(t);
}

static void
one_round(unsigned kind)
{
	struct file files[2] = { copy_of(&database), copy_of(&journal_log) };
	char folder[64], words[96], told[160], path[96];
	struct table t = { 0 };
	struct record r = { 0 };
	char why[STORE_WHY_MAX];

	damages[kind](&files[in_log], words);
	snprintf(told, sizeof(told), "%s: %s", in_log ? "the log" : "the database", words);
	help_folder(folder);
	file_put(&files[0], folder, "games.db");
	file_put(&files[1], folder, "games.db-wal");
	file_put(&lock, folder, "lock");
	snprintf(path, sizeof(path), "%s/archive", folder);
	assert_int_equal(mkdir(path, 0700), 0);
	file_put(&archive, folder, ARCHIVE);
	table_open(&t, folder);
	if (store_resume(t.store, &r, why) < 0)
		assert_true(*why);
	record_finish(&r);
	look(&t, folder, told);
	table_close(&t);
	help_folder_remove(folder);
	free(files[0].data);
	free(files[1].data);
}

static void
test_damages(void **state)
{
	const unsigned kinds = sizeof(damages) / sizeof(damages[0]);

	(void)state;
	for (unsigned i = 0; i < rounds; i++) {
		uint64_t before = seed;

		print_message("round %u, seed %llu\n", i, (unsigned long long)before);
		in_log = i / kinds % 2;
		one_round(i % kinds);
	}
}

/* Makes the journal too long for a check at the start, by a summer's traces. */
static void
grow(const char *folder)
{
	static char trace[100 * 1024];
	char path[128];
	struct db db;

	memset(trace, '+', sizeof(trace));
	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	for (int64_t part = 1; part <= 60; part++)
		assert_int_equal(
			db_run(&db, DB_TRACE_ADD, "iib", (int64_t)2, part, trace, sizeof(trace)),
			0);
	db_close(&db);
}

/* A long journal opens at once, and its damage is found during the game. */
static void
test_long_journal(void **state)
{
	struct table t = { 0 };
	struct file f;
	char folder[64];

	(void)state;
	help_folder(folder);
	table_open(&t, folder);
	play(&t, 5);
	table_close(&t);
	grow(folder);
	file_take(&f, folder, "games.db");
	assert_true(f.len > 4 * 1024 * 1024);
	memset(f.data + f.len / 2, 0xa5, 20000);
	file_put(&f, folder, "games.db");
	free(f.data);
	table_open(&t, folder);
	assert_string_equal(store_status(t.store)->what, "");
	table_begin(&t, "chess");
	table_play(&t, 6, &seed);
	while (!strstr(store_status(t.store)->what, "damaged-1"))
		table_wait(&t);
	assert_true(kept_aside(folder));
	table_play(&t, 6, &seed);
	table_check(&t);
	assert_int_equal(listed(&t), 6);
	table_close(&t);
	help_folder_remove(folder);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_damages, setup, teardown),
		cmocka_unit_test(test_long_journal),
	};

	if (argc > 1)
		rounds = (unsigned)atoi(argv[1]);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
