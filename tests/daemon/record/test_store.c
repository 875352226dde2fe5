/* The store without errors: marks are kept, and can be read again. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/store_impl.h"
#include "place.h"

static void
test_play(void **state)
{
	struct place *p = *state;
	uint64_t seed = 1;

	table_begin(&p->t, "chess");
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->number, 1);
	for (unsigned i = 0; i < 30; i++) {
		table_play(&p->t, 1, &seed);
		table_settle(&p->t);
	}
	table_check(&p->t);
	table_begin(&p->t, "chess960");
	table_play(&p->t, 40, &seed);
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->number, 2);
	assert_int_equal(store_status(p->t.store)->lost, 0);
	assert_string_equal(store_status(p->t.store)->what, "");
}

static void
test_undo(void **state)
{
	struct place *p = *state;
	uint64_t seed = 2;

	table_begin(&p->t, "chess");
	for (unsigned i = 0; i < 60; i++) {
		unsigned back = (unsigned)(help_random(&seed) % 5);

		table_play(&p->t, 1 + (unsigned)(help_random(&seed) % 5), &seed);
		table_undo(&p->t, back < p->t.r.n ? back : p->t.r.n);
		assert_true(store_status(p->t.store)->recorded <= p->t.r.n);
		if (i % 7 == 0)
			table_check(&p->t);
	}
	table_undo(&p->t, p->t.r.n);
	table_check(&p->t);
	table_play(&p->t, 3, &seed);
	table_check(&p->t);
}

/* A takeback counts as recorded when it is on disk, not before. */
static void
test_undo_is_recorded(void **state)
{
	struct place *p = *state;
	uint64_t seed = 2;

	table_begin(&p->t, "chess");
	table_play(&p->t, 5, &seed);
	table_settle(&p->t);
	record_cut(&p->t.r, 4);
	store_mark_undo(p->t.store, 1);
	assert_int_equal(store_status(p->t.store)->recorded, 3);
	store_pump(p->t.store, p->t.now_us);
	table_settle(&p->t); /* 4 of 4 */
	table_check(&p->t);
}

/* Undone and played again in one step: actions that were never sent are not missed. */
static void
test_undo_in_one_step(void **state)
{
	struct place *p = *state;
	uint64_t seed = 3;

	table_begin(&p->t, "chess");
	table_play(&p->t, 10, &seed);
	record_cut(&p->t.r, 8);
	store_mark_undo(p->t.store, 2);
	store_mark_undo(p->t.store, 0);
	table_play(&p->t, 1, &seed);
	table_check(&p->t);
}

static void
test_results(void **state)
{
	struct place *p = *state;
	uint64_t seed = 4;

	table_begin(&p->t, "chess");
	table_play(&p->t, 20, &seed);
	table_end(&p->t, record_result_resigned(1));
	table_check(&p->t);
	/* Taken back: the game continues. */
	table_undo(&p->t, 1);
	table_check(&p->t);
	table_play(&p->t, 5, &seed);
	table_end(&p->t, record_result_drawn("agreed"));
	table_check(&p->t);
	table_end(&p->t, (struct record_result){ .end = RECORD_UNFINISHED });
	table_check(&p->t);
}

static void
test_resume(void **state)
{
	struct place *p = *state;
	struct record before;
	uint64_t seed = 5;

	for (unsigned round = 0; round < 4; round++) {
		if (round == 0)
			table_begin(&p->t, "chess960");
		table_play(&p->t, 17, &seed);
		if (round == 3)
			table_end(&p->t, record_result_drawn("agreed"));
		before = p->t.r;
		memset(&p->t.r, 0, sizeof(p->t.r));
		assert_int_equal(store_close(p->t.store, TABLE_WAIT_MS), 0);
		table_open(&p->t, p->folder);
		p->t.now_us = before.action[before.n - 1].t_us;
		assert_int_equal(store_resume(p->t.store, &p->t.r, (char[STORE_WHY_MAX]){ 0 }), 1);
		assert_true(record_same_game(&before, &p->t.r));
		assert_int_equal(p->t.r.number, 1);
		assert_true(p->t.r.action[5].t_us == before.action[5].t_us);
		assert_int_equal(store_status(p->t.store)->recorded, before.n);
		record_finish(&before);
		table_check(&p->t);
	}
	/* The resumed game's end can be taken back. */
	table_undo(&p->t, 3);
	table_check(&p->t);
}

static void
test_resume_none(void **state)
{
	struct place *p = *state;
	char why[STORE_WHY_MAX];

	assert_int_equal(store_resume(p->t.store, &p->t.r, why), 0);
	assert_int_equal(store_status(p->t.store)->number, 0);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_int_equal(store_resume(p->t.store, &p->t.r, why), 0);
}

/* Without the folder's lock the game is resumed, and so are the PINs that it needs. */
static void
test_resume_unlocked(void **state)
{
	struct place *p = *state;
	char lock[160], why[STORE_WHY_MAX];
	uint64_t seed = 5;

	table_begin(&p->t, "zombie");
	table_play(&p->t, 5, &seed);
	assert_int_equal(store_setting_set(p->t.store, "pin.0", "salt digest 0"), 0);
	table_close(&p->t);
	snprintf(lock, sizeof(lock), "%s/lock", p->folder);
	assert_int_equal(unlink(lock), 0);
	assert_int_equal(mkdir(lock, 0700), 0); /* cannot be opened as a file, not even by root */
	table_open(&p->t, p->folder);
	assert_false(store_status(p->t.store)->working);
	assert_int_equal(store_resume(p->t.store, &p->t.r, why), 1);
	assert_string_equal(store_setting(p->t.store, "pin.0"), "salt digest 0");
	assert_int_equal(rmdir(lock), 0);
	table_await(&p->t, true);
}

/* ---- permissions ---- */

/* Names, without their path, of folders that were synced. */
static struct {
	pthread_mutex_t lock;
	unsigned n;
	char name[16][64];
} synced = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Replaces the C library's fsync: counts the call and does the sync. */
int
fsync(int fd)
{
	char link[32], path[PATH_MAX];
	ssize_t n;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof(path) - 1);
	path[n > 0 ? n : 0] = '\0';
	pthread_mutex_lock(&synced.lock);
	if (synced.n < sizeof(synced.name) / sizeof(synced.name[0]))
		snprintf(synced.name[synced.n++], sizeof(synced.name[0]), "%.63s", path);
	pthread_mutex_unlock(&synced.lock);
	return (int)syscall(SYS_fsync, fd);
}

static bool
was_synced(const char *path)
{
	for (unsigned i = 0; i < synced.n; i++)
		if (strcmp(synced.name[i], path) == 0)
			return true;
	return false;
}

static void
check_own(const char *folder, const char *name)
{
	struct stat st;
	char path[160];

	snprintf(path, sizeof(path), "%s%s", folder, name);
	if (stat(path, &st) < 0)
		fail_msg("%s is not there", path);
	if (st.st_mode & 077)
		fail_msg("%s may be read by others: %o", path, st.st_mode);
}

/* The journal contains what games hide from players: only its owner may read it. */
static void
test_own(void **state)
{
	static const char *const names[] = {
		"",      "/games.db", "/games.db-wal",   "/games.db-shm",
		"/lock", "/saved",    "/saved/mine.json"
	};
	struct place *p = *state;
	mode_t mask = umask(0);
	char folder[96], path[160];
	uint64_t seed = 31;

	snprintf(folder, sizeof(folder), "%s/games", p->folder);
	table_close(&p->t);
	table_open(&p->t, folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 2, &seed);
	table_settle(&p->t);
	pthread_mutex_lock(&synced.lock);
	synced.n = 0;
	pthread_mutex_unlock(&synced.lock);
	table_save(&p->t, "mine");
	/* The new folder's name is synced in its parent folder. */
	assert_true(was_synced(folder));
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		check_own(folder, names[i]);
	/* A file that an earlier version left readable to all becomes private. */
	table_close(&p->t);
	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(chmod(path, 0644), 0);
	table_open(&p->t, folder);
	check_own(folder, "/games.db");
	umask(mask);
}

static void
test_names(void **state)
{
	static const char *const names[RULES_SEATS_MAX] = { "", "Ben", NULL, NULL };
	struct place *p = *state;
	struct store_answer *a;

	table_begin(&p->t, "chess");
	store_mark_names(p->t.store, names, "2027.01.02");
	store_pump(p->t.store, 0);
	strcpy(p->t.r.name[1], "Ben");
	table_check(&p->t);
	a = table_ask(&p->t, STORE_PGN, 1, NULL);
	assert_non_null(strstr(a->text, "[Date \"2027.01.02\"]"));
	assert_non_null(strstr(a->text, "[White \"Anna\"]\n[Black \"Ben\"]"));
	store_answer_free(a);
}

static void
test_settings(void **state)
{
	struct place *p = *state;
	char key[STORE_KEY_MAX];

	assert_null(store_setting(p->t.store, "hints"));
	assert_int_equal(store_setting_set(p->t.store, "hints", "moves"), 0);
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	assert_string_equal(store_setting(p->t.store, "hints"), "safe");
	assert_int_equal(store_setting_set(p->t.store, "a key that is far too long for a key", "x"),
			 -EINVAL);
	place_reopen(p);
	assert_string_equal(store_setting(p->t.store, "hints"), "safe");
	for (unsigned i = 1; i < STORE_SETTINGS_MAX; i++) {
		snprintf(key, sizeof(key), "k%u", i);
		assert_int_equal(store_setting_set(p->t.store, key, "v"), 0);
	}
	assert_int_equal(store_setting_set(p->t.store, "one more", "v"), -ENOSPC);
	/* An empty value of an unset key is none. */
	assert_int_equal(store_setting_set(p->t.store, "one more", ""), 0);
	assert_null(store_setting(p->t.store, "one more"));
	place_reopen(p);
	assert_string_equal(store_setting(p->t.store, "k31"), "v");
	assert_string_equal(store_setting(p->t.store, "hints"), "safe");
}

static void
test_trace(void **state)
{
	struct place *p = *state;
	struct store_answer *a;
	uint64_t seed = 7;

	store_trace(p->t.store, "0.0 +e2\n", 8); /* no game: not kept */
	table_begin(&p->t, "chess");
	store_trace(p->t.store, "1.0 -e2\n", 8);
	store_trace(p->t.store, "1.5 +e4\n", 8);
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	store_trace(p->t.store, "2.0 -e7\n", 8);
	table_begin(&p->t, "chess");
	store_trace(p->t.store, "# haloboard trace 1\n", 20);
	store_trace(p->t.store, "3.0 -d2\n", 8);
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	a = table_ask(&p->t, STORE_TRACE, 1, NULL);
	assert_string_equal(a->text, "1.0 -e2\n1.5 +e4\n2.0 -e7\n");
	store_answer_free(a);
	a = table_ask(&p->t, STORE_TRACE, 2, NULL);
	assert_string_equal(a->text, "# haloboard trace 1\n3.0 -d2\n");
	store_answer_free(a);
	/* Waiting text reaches the disk when the store closes, and the next part follows it. */
	store_trace(p->t.store, "4.0 +d4\n", 8);
	place_reopen(p);
	store_trace(p->t.store, "5.0 -d7\n", 8);
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	a = table_ask(&p->t, STORE_TRACE, 2, NULL);
	assert_string_equal(a->text, "# haloboard trace 1\n3.0 -d2\n4.0 +d4\n5.0 -d7\n");
	store_answer_free(a);
}

/* Stops the writer's thread; store_writer_main then writes what waits and returns. */
static void
writer_stop(struct store *s)
{
	atomic_store(&s->stop, true);
	store_wake(s->writer_fd);
	pthread_join(s->writer.thread, NULL);
}

static void
writer_start(struct store *s)
{
	atomic_store(&s->stop, false);
	assert_int_equal(pthread_create(&s->writer.thread, NULL, store_writer_main, s), 0);
}

/* Lets the writer write what it sees, without a mark or poll of the loop; then checks the disk. */
static void
on_disk(struct store *s, uint32_t number, uint32_t actions, const char *pin)
{
	struct db *db = &s->writer.db;
	struct record r = { 0 };
	int64_t running = 0;

	store_writer_main(s);
	assert_int_equal(db_one(db, DB_RUNNING_GET, &running, ""), 1);
	assert_int_equal(running, number);
	assert_int_equal(db_record(db, number, &r), 0);
	assert_int_equal(r.n, actions);
	record_finish(&r);
	db_ask(db, DB_SETTINGS_GET, "");
	assert_int_equal(db_row(db, DB_SETTINGS_GET), 1);
	assert_string_equal(db_text(db, DB_SETTINGS_GET, 0), "pin.0");
	assert_string_equal(db_text(db, DB_SETTINGS_GET, 1), pin);
	db_done(db, DB_SETTINGS_GET);
}

/*
 * The settings and marks of one step reach the disk together: a PIN goes with the next game, not
 * before it.
 */
static void
test_one_step(void **state)
{
	struct place *p = *state;
	struct store *s = p->t.store;
	uint64_t seed = 9;

	writer_stop(s);
	table_begin(&p->t, "zombie");
	table_play(&p->t, 3, &seed);
	assert_int_equal(store_setting_set(s, "pin.0", "of game 1"), 0);
	store_poll(s);
	on_disk(s, 1, 3, "of game 1");
	/* A takeback. */
	assert_int_equal(store_setting_set(s, "pin.0", "after it"), 0);
	on_disk(s, 1, 3, "of game 1");
	table_undo(&p->t, 1);
	on_disk(s, 1, 2, "after it");
	/* Another game. */
	assert_int_equal(store_setting_set(s, "pin.0", ""), 0);
	on_disk(s, 1, 2, "after it");
	table_begin(&p->t, "chess");
	on_disk(s, 2, 0, "");
	writer_start(s);
	store_poll(s);
	table_settle(&p->t);
}

/* A finished game has its whole trace, even if more requests follow its result. */
static void
test_trace_with_result(void **state)
{
	static const struct record_result won = { .end = RECORD_WHITE_WINS,
						  .reason = "resignation" };
	struct place *p = *state;
	struct store *s = p->t.store;
	struct record r = { 0 };
	uint64_t seed = 8;
	char *text;

	table_begin(&p->t, "chess");
	store_trace(s, "# haloboard trace 1\n", 20);
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	writer_stop(s);
	store_trace(s, "9.0 resign b\n", 13);
	for (unsigned i = 1; i < 256; i++)
		assert_int_equal(store_setting_set(s, "hints", i % 2 ? "moves" : "safe"), 0);
	table_end(&p->t, won);
	assert_int_equal(store_setting_set(s, "hints", "none"), 0);
	store_writer_main(s);
	assert_int_equal(db_record(&s->writer.db, 1, &r), 0);
	assert_string_equal(r.result.reason, "resignation");
	record_finish(&r);
	assert_int_equal(store_trace_text(&s->writer.db, 1, &text), 0);
	assert_string_equal(text, "# haloboard trace 1\n9.0 resign b\n");
	free(text);
	writer_start(s);
}

/* Reports whether the game has a trace. */
static bool
has_trace(struct place *p, uint32_t number)
{
	struct store_answer *a = table_ask(&p->t, STORE_TRACE, number, NULL);
	bool has = a->err == 0 && *a->text;

	store_answer_free(a);
	return has;
}

/* Old traces are removed when a game begins; the last games' traces and all games are kept. */
static void
test_trace_thinned(void **state)
{
	enum { THINNED = 40, KEPT = 10 };
	struct place *p = *state;
	uint64_t seed = 7;

	for (unsigned i = 0; i < THINNED; i++) {
		table_begin(&p->t, "chess");
		store_trace(p->t.store, "1.0 -e2\n", 8);
		table_play(&p->t, 2, &seed);
		table_settle(&p->t);
	}
	/* Games without a trace, like imported ones, do not count. */
	for (unsigned i = 0; i < KEPT; i++) {
		table_begin(&p->t, "chess");
		table_play(&p->t, 2, &seed);
		table_settle(&p->t);
	}
	assert_true(has_trace(p, 1));
	store_keep_traces(p->t.store, KEPT);
	for (unsigned begun = 1; begun <= 2; begun++) {
		table_begin(&p->t, "chess");
		store_trace(p->t.store, "1.0 -e2\n", 8);
		table_play(&p->t, 2, &seed);
		table_settle(&p->t);
		for (uint32_t number = 1; number <= THINNED; number++) {
			struct store_answer *a = table_ask(&p->t, STORE_NATIVE, number, NULL);

			assert_int_equal(a->err, 0);
			store_answer_free(a);
			assert_int_equal(has_trace(p, number), number > THINNED - KEPT + begun);
		}
		assert_true(has_trace(p, THINNED + KEPT + begun));
	}
	table_check(&p->t);
}

/* Much trace: whole pieces, in order, gaps reported. */
static void
test_trace_much(void **state)
{
	struct place *p = *state;
	struct store_answer *a;
	char line[32], *at;
	unsigned kept = 0, lost = 0;
	uint64_t seed = 8;

	table_begin(&p->t, "chess");
	for (unsigned i = 0; i < 20000; i++) {
		int n = snprintf(line, sizeof(line), "%u.5 +e%u\n", i, i % 8 + 1);

		store_trace(p->t.store, line, (size_t)n);
		if (i % 50 == 0)
			store_pump(p->t.store, i);
	}
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	store_trace(p->t.store, "20000.5 end\n", 12);
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	a = table_ask(&p->t, STORE_TRACE, 1, NULL);
	for (at = strtok(a->text, "\n"); at; at = strtok(NULL, "\n")) {
		unsigned n;

		if (sscanf(at, "# %u pieces of trace lost here", &n) == 1)
			lost += n;
		else if (sscanf(at, "%u.5", &n) == 1 && n == kept + lost)
			kept++;
		else
			fail_msg("after %u kept and %u lost: %s", kept, lost, at);
	}
	assert_int_equal(kept + lost, 20001);
	assert_true(kept > 2000);
	store_answer_free(a);
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup_open, place_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		STORE_TEST(test_play),
		STORE_TEST(test_undo),
		STORE_TEST(test_undo_is_recorded),
		STORE_TEST(test_undo_in_one_step),
		STORE_TEST(test_results),
		STORE_TEST(test_resume),
		STORE_TEST(test_resume_none),
		STORE_TEST(test_resume_unlocked),
		STORE_TEST(test_own),
		STORE_TEST(test_names),
		STORE_TEST(test_settings),
		STORE_TEST(test_trace),
		STORE_TEST(test_one_step),
		STORE_TEST(test_trace_with_result),
		STORE_TEST(test_trace_thinned),
		STORE_TEST(test_trace_much),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
