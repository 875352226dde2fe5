/* The store with faults: killed, disk full, files removed, locked, another version. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <limits.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/store_impl.h"
#include "place_disk.h"
#include "place_sql.h"

/* ---- another daemon ---- */

static void
test_locked(void **state)
{
	struct place *p = *state;
	struct store_config c = { .action = NULL };
	struct store *other;
	char why[STORE_WHY_MAX], pid[32];

	table_open(&p->t, p->folder);
	assert_int_equal(store_open(p->folder, &c, &other, why), -EBUSY);
	assert_null(other);
	snprintf(pid, sizeof(pid), "(process %ld)", (long)getpid());
	assert_non_null(strstr(why, pid));
	assert_non_null(strstr(why, p->folder));
	table_close(&p->t);
	table_open(&p->t, p->folder);
}

/* Checks the lock like a backup in another process, until the daemon has been refused once. */
static void
look(const char *lock, int ready)
{
	char event[sizeof(struct inotify_event) + NAME_MAX + 1];
	int fd = open(lock, O_RDONLY | O_CLOEXEC), watch = inotify_init1(IN_CLOEXEC);

	if (fd < 0 || flock(fd, LOCK_SH | LOCK_NB) < 0 ||
	    inotify_add_watch(watch, lock, IN_CLOSE_WRITE) < 0 || write(ready, "", 1) != 1)
		_exit(1);
	/* Refused once: the daemon closed the file. */
	_exit(read(watch, event, sizeof(event)) > 0 ? 0 : 1);
}

/* A backup that checks for a daemon does not count as one. */
static void
test_looked_for(void **state)
{
	struct place *p = *state;
	char lock[96], byte;
	int ready[2], status;
	pid_t child;

	snprintf(lock, sizeof(lock), "%s/lock", p->folder);
	table_open(&p->t, p->folder);
	table_close(&p->t);
	assert_int_equal(pipe(ready), 0);
	child = fork();
	if (child == 0)
		look(lock, ready[1]);
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	table_open(&p->t, p->folder);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	close(ready[0]);
}

/* ---- killed ---- */

enum {
	KILL_ROUNDS = 25,
	KILL_PLIES = 60,
};

/* Makes the game of that number: the same in parent and child. */
static void
script(struct record *r, uint32_t number)
{
	help_play(r, "chess", "", NULL, KILL_PLIES, number);
}

/* The child's report of what is on disk. */
struct said {
	uint32_t number, recorded;
	uint8_t finished;
};

static void
child_say(struct table *t, int out, struct said *before)
{
	const struct store_status *st = store_status(t->store);
	struct said now = { st->number, st->recorded,
			    (uint8_t)(st->caught_up && t->r.result.end != RECORD_UNFINISHED) };

	/* A game without a number is not on disk yet: no report. */
	if (now.number == 0)
		return;
	if (now.number == before->number && now.recorded == before->recorded &&
	    now.finished == before->finished)
		return;
	*before = now;
	/* Shorter than PIPE_BUF: written whole or not at all. */
	if (write(out, &now, sizeof(now)) != sizeof(now))
		_exit(1);
}

/* Plays the scripts one after the other, until killed. */
static void
child_play(const char *folder, int out)
{
	struct table t = { 0 };
	struct record whole;
	struct said before = { 0 };
	char why[STORE_WHY_MAX];
	uint32_t number;

	table_open(&t, folder);
	number = store_resume(t.store, &t.r, why) == 1 ? t.r.number : 0;
	for (;;) {
		if (number == 0 || t.r.result.end != RECORD_UNFINISHED) {
			table_begin(&t, "chess");
			number++;
		}
		script(&whole, number);
		for (uint32_t i = t.r.n; i < whole.n; i++) {
			if (record_add(&t.r, whole.action[i].action, whole.action[i].t_us) < 0)
				_exit(1);
			store_mark_action(t.store);
			/* Sometimes several actions wait for one commit. */
			if (i % 4 != 3)
				store_pump(t.store, i);
			store_poll(t.store);
			child_say(&t, out, &before);
		}
		table_end(&t, whole.result.end ? whole.result : record_result_drawn("agreed"));
		while (!store_status(t.store)->caught_up)
			table_wait(&t);
		child_say(&t, out, &before);
		record_finish(&whole);
	}
}

/* Kills the child after `words` reports; returns its last report. */
static struct said
child_listen(int in, pid_t child, unsigned words)
{
	struct said said = { 0 }, last = { 0 };

	while (read(in, &said, sizeof(said)) == sizeof(said)) {
		last = said;
		if (words && --words == 0)
			kill(child, SIGKILL);
	}
	return last;
}

/* The reported actions are on disk, and every action on disk was played. */
static void
kill_check(struct place *p, struct said last)
{
	struct record whole;
	char why[STORE_WHY_MAX];

	table_open(&p->t, p->folder);
	assert_string_equal(store_status(p->t.store)->what, "");
	if (store_resume(p->t.store, &p->t.r, why) != 1)
		fail_msg("%s", why);
	script(&whole, p->t.r.number);
	assert_true(p->t.r.number > last.number ||
		    (p->t.r.number == last.number && p->t.r.n >= last.recorded &&
		     (!last.finished || p->t.r.result.end != RECORD_UNFINISHED)));
	assert_true(p->t.r.n <= whole.n);
	for (uint32_t i = 0; i < p->t.r.n; i++)
		assert_true(rules_action_equal(p->t.r.action[i].action, whole.action[i].action));
	record_finish(&whole);
	table_close(&p->t);
}

static void
test_killed(void **state)
{
	struct place *p = *state;
	uint64_t seed = 1;

	for (unsigned round = 0; round < KILL_ROUNDS; round++) {
		unsigned words = 1 + (unsigned)(help_random(&seed) % 30);
		struct said last;
		int fd[2], how;
		pid_t child;

		assert_int_equal(pipe(fd), 0);
		child = fork();
		assert_true(child >= 0);
		if (child == 0) {
			close(fd[0]);
			child_play(p->folder, fd[1]);
		}
		close(fd[1]);
		last = child_listen(fd[0], child, words);
		close(fd[0]);
		assert_int_equal(waitpid(child, &how, 0), child);
		if (!WIFSIGNALED(how) || WTERMSIG(how) != SIGKILL || last.number == 0)
			fail_msg("round %u: the child ended by itself (status %d), at game %u, %u, "
				 "%u, %u words",
				 round, how, last.number, last.recorded, last.finished, words);
		kill_check(p, last);
	}
}

/* ---- full ---- */

static void
test_full(void **state)
{
	struct place *p = *state;
	uint64_t seed = 3;
	uint32_t recorded;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 5, &seed);
	table_settle(&p->t);
	recorded = store_status(p->t.store)->recorded;
	help_disk_limit(4096);
	table_play(&p->t, 30, &seed);
	table_await(&p->t, false);
	assert_true(*store_status(p->t.store)->what);
	assert_true(store_status(p->t.store)->err < 0);
	/* Only actions on disk count as recorded; the game continues. */
	assert_int_equal(store_status(p->t.store)->recorded, recorded);
	table_undo(&p->t, 3);
	table_play(&p->t, 2, &seed);
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	assert_false(store_status(p->t.store)->caught_up);
	help_disk_limit(RLIM_INFINITY);
	table_await_well(&p->t);
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->lost, 0);
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_string_equal(store_setting(p->t.store, "hints"), "safe");
}

/* ---- removed, late, foreign ---- */

static void
test_taken_away(void **state)
{
	struct place *p = *state;
	uint64_t seed = 6;
	char away[96];

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 5, &seed);
	table_settle(&p->t);
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	table_settle(&p->t);
	snprintf(away, sizeof(away), "%s-away", p->folder);
	assert_int_equal(rename(p->folder, away), 0);
	table_play(&p->t, 5, &seed);
	table_check(&p->t); /* the whole game, in a new folder of the same name */
	table_close(&p->t);
	table_open(&p->t, p->folder);
	assert_string_equal(store_setting(p->t.store, "hints"), "safe");
	help_folder_remove(away);
}

/* The folder's parent is missing at first, as with a stick that is plugged in later. */
static void
test_late(void **state)
{
	struct place *p = *state;
	char folder[96];
	uint64_t seed = 7;

	snprintf(folder, sizeof(folder), "%s/stick/games", p->folder);
	table_open(&p->t, folder);
	assert_false(store_status(p->t.store)->working);
	assert_non_null(strstr(store_status(p->t.store)->what, folder));
	table_begin(&p->t, "chess");
	table_play(&p->t, 20, &seed);
	assert_int_equal(store_status(p->t.store)->recorded, 0);
	*strrchr(folder, '/') = '\0';
	assert_int_equal(mkdir(folder, 0755), 0);
	table_await(&p->t, true);
	table_check(&p->t);
}

/* The first start has no room for the journal, and a later try has: nothing was lost. */
static void
test_no_room(void **state)
{
	struct place *p = *state;

	help_disk_limit(0);
	table_open(&p->t, p->folder);
	assert_false(store_status(p->t.store)->working);
	help_disk_limit(RLIM_INFINITY);
	table_await_well(&p->t);
}

/* Checks that the message names the cause, and ends with the effect on the game. */
static void
check_told(const struct place *p, const char *name)
{
	static const char end[] = "; the game goes on, and is written later";
	const char *what = store_status(p->t.store)->what;
	size_t n = strlen(what);

	if (!strstr(what, name) || n < strlen(end) || strcmp(what + n - strlen(end), end) != 0)
		fail_msg("%zu bytes: %s", n, what);
}

/* A folder whose name is too long for a message. */
static void
test_long_name(void **state)
{
	struct place *p = *state;
	char folder[512];
	uint64_t seed = 8;

	for (unsigned len = 80; len < 255; len += 25) {
		snprintf(folder, sizeof(folder), "%s/%0*u/late/games", p->folder, (int)len, len);
		table_open(&p->t, folder);
		check_told(p, "/late/games cannot be made: No such file or directory");
		assert_int_equal(store_close(p->t.store, 0), 0);
		*strrchr(folder, '/') = '\0';
		*strrchr(folder, '/') = '\0';
		assert_int_equal(mkdir(folder, 0700), 0);
		table_open(&p->t, folder);
		table_begin(&p->t, "chess");
		help_disk_limit(4096);
		table_play(&p->t, 30, &seed);
		table_await(&p->t, false);
		/* The reason depends on the write that failed. */
		check_told(p, "/games.db: disk I/O error (");
		help_disk_limit(RLIM_INFINITY);
		table_await(&p->t, true);
		table_close(&p->t);
	}
}

/* Valid databases of other programs or versions are reported and left unchanged. */
static void
test_not_ours(void **state)
{
	static const struct {
		const char *sql, *back, *what;
	} rows[] = {
		{ "PRAGMA user_version = 99", "PRAGMA user_version = 1", "newer" },
		{ "PRAGMA application_id = 7", "PRAGMA application_id = 1212238927",
		  "not of this program" },
	};
	struct place *p = *state;
	uint64_t seed = 8;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 5, &seed);
	table_close(&p->t);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		place_run_sql(p, rows[i].sql);
		table_open(&p->t, p->folder);
		assert_false(store_status(p->t.store)->working);
		if (!strstr(store_status(p->t.store)->what, rows[i].what))
			fail_msg("%s", store_status(p->t.store)->what);
		if (!strstr(store_status(p->t.store)->what, "; the game goes on without a record"))
			fail_msg("%s", store_status(p->t.store)->what);
		assert_true(store_resume(p->t.store, &p->t.r, (char[STORE_WHY_MAX]){ 0 }) < 0);
		assert_int_equal(store_close(p->t.store, 0), 0);
		place_run_sql(p, rows[i].back);
	}
	table_open(&p->t, p->folder);
	assert_int_equal(store_resume(p->t.store, &p->t.r, (char[STORE_WHY_MAX]){ 0 }), 1);
	assert_int_equal(p->t.r.n, 5);
}

/* The last actions of a game in one commit with the next game's beginning. */
static void
test_begun_at_once(void **state)
{
	struct place *p = *state;
	struct store_answer *a;
	char path[96];
	uint64_t seed = 12;
	sqlite3 *other;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
	(void)sqlite3_busy_timeout(other, 10000); /* the writer may be writing still */
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	/* The first request keeps the writer waiting, the others queue behind it. */
	table_play(&p->t, 1, &seed);
	while (store_status(p->t.store)->working)
		table_wait(&p->t);
	table_play(&p->t, 3, &seed);
	table_begin(&p->t, "chess");
	assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(other);
	table_settle(&p->t);
	a = table_ask(&p->t, STORE_LIST, 0, NULL);
	assert_non_null(strstr(a->text, "\"actions\":5"));
	store_answer_free(a);
	a = table_ask(&p->t, STORE_NATIVE, 1, NULL);
	if (a->err)
		fail_msg("%s", a->why);
	store_answer_free(a);
}

static void
begin_with(struct place *p, const char *value)
{
	struct record g;
	struct position start;
	struct rules_error unused;

	assert_int_equal(rules_start(rules_game("chess"), "", &start, &unused), 0);
	record_init(&g, rules_game("chess"), &start);
	assert_int_equal(store_setting_set(p->t.store, "asked.game", value), 0);
	store_begin(p->t.store, &g);
	assert_string_equal(store_setting(p->t.store, "asked.game"), value);
	record_finish(&p->t.r);
	record_init(&p->t.r, g.game, &start);
}

/* Checks the disk's state after a cut: the game on the board, and the setting written with it. */
static void
stands_with(struct place *p, uint32_t number, const char *value)
{
	char why[STORE_WHY_MAX];

	table_open(&p->t, p->folder);
	assert_int_equal(store_resume(p->t.store, &p->t.r, why), 1);
	assert_int_equal(p->t.r.number, number);
	assert_string_equal(store_setting(p->t.store, "asked.game"), value);
}

/* The table whose next INSERT fails and rolls back the transaction; NULL: none. */
static const char *_Atomic refused_table;

static int
on_statement(unsigned kind, void *sql, void *statement, void *text)
{
	const char *table = refused_table;
	char insert[32];

	(void)statement;
	if (kind != SQLITE_TRACE_STMT || !table)
		return 0;
	snprintf(insert, sizeof(insert), "INSERT INTO %s(", table);
	if (strncmp(text, insert, strlen(insert)) == 0)
		sqlite3_interrupt(sql);
	return 0;
}

/* Called by SQLite for each connection that the store opens. */
static int
watch_statements(sqlite3 *sql, const char **why, const struct sqlite3_api_routines *api)
{
	(void)why;
	(void)api;
	return sqlite3_trace_v2(sql, SQLITE_TRACE_STMT, on_statement, sql);
}

/* A game and its setting: if the disk refuses one, neither is on disk. */
static void
test_begun_with(void **state)
{
	static const char *const refused[] = { "game", "setting" };
	struct place *p = *state;
	uint64_t seed = 15;

	assert_int_equal(sqlite3_auto_extension((void (*)(void))watch_statements), SQLITE_OK);
	table_open(&p->t, p->folder);
	begin_with(p, "one");
	table_play(&p->t, 1, &seed);
	table_settle(&p->t);
	for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		refused_table = refused[i];
		begin_with(p, "two");
		table_await(&p->t, false);
		assert_int_equal(store_close(p->t.store, 0), -EIO);
		p->t.store = NULL;
		refused_table = NULL;
		stands_with(p, 1, "one");
	}
	begin_with(p, "two");
	table_settle(&p->t);
	table_close(&p->t);
	stands_with(p, 2, "two");
	sqlite3_reset_auto_extension();
}

/* Reports whether this process holds SQLite's lock that marks the database as open. */
static bool
shown_open(const char *path)
{
	/* SQLite's file format, 2.1: 510 bytes after the pending and the reserved byte. */
	struct flock shared = { .l_type = F_WRLCK, .l_start = 0x40000002, .l_len = 510 };
	pid_t child = fork();
	int status, fd;

	/* F_GETLK omits the process's own locks, and closing the file drops them: use a child. */
	if (child == 0) {
		fd = open(path, O_RDWR | O_CLOEXEC);
		_exit(fd < 0 || fcntl(fd, F_GETLK, &shared) < 0 || shared.l_type == F_UNLCK);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/*
 * The lock must survive errors. Otherwise a program that reads the journal
 * deletes its log, and with it all later writes.
 */
static void
test_shown_open(void **state)
{
	struct place *p = *state;
	struct store_answer *a;
	char path[96];
	uint64_t seed = 13;
	sqlite3 *other;

	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 5, &seed);
	table_settle(&p->t);
	/* The clerk's connection stays open while the writer's is reopened. */
	a = table_ask(&p->t, STORE_LIST, 0, NULL);
	store_answer_free(a);
	assert_true(shown_open(path));
	assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
	(void)sqlite3_busy_timeout(other, 10000); /* the writer may be writing still */
	assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	table_play(&p->t, 1, &seed);
	table_await(&p->t, false);
	assert_int_equal(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(other);
	table_await(&p->t, true);
	table_settle(&p->t);
	assert_true(shown_open(path));
}

/* Invalid games in the database are reported, not resumed. */
static void
test_nonsense(void **state)
{
	static const char *const rows[] = {
		"UPDATE action SET text = 'e2e5' WHERE number = 2",
		"DELETE FROM action WHERE number = 2",
		"DELETE FROM action WHERE number = 4",
		"UPDATE game SET rules = 'go'",
		"UPDATE game SET start = 'x'",
		"UPDATE game SET end = 77",
		"UPDATE game SET end = 1, reason = 'checkmate'",
		"DELETE FROM game",
	};
	struct place *p = *state;
	char why[STORE_WHY_MAX];
	uint64_t seed = 9;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		table_open(&p->t, p->folder);
		table_begin(&p->t, "chess");
		table_play(&p->t, 5, &seed);
		table_close(&p->t);
		place_run_sql(p, rows[i]);
		table_open(&p->t, p->folder);
		if (store_resume(p->t.store, &p->t.r, why) >= 0 || !*why)
			fail_msg("row %zu was resumed", i);
		assert_null(p->t.r.action);
		/* A new game works nevertheless. */
		table_begin(&p->t, "chess");
		table_play(&p->t, 2, &seed);
		table_check(&p->t);
		table_close(&p->t);
	}
}

#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup, place_disk_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		STORE_TEST(test_locked),        STORE_TEST(test_looked_for),
		STORE_TEST(test_killed),        STORE_TEST(test_full),
		STORE_TEST(test_taken_away),    STORE_TEST(test_late),
		STORE_TEST(test_begun_at_once), STORE_TEST(test_begun_with),
		STORE_TEST(test_shown_open),    STORE_TEST(test_not_ours),
		STORE_TEST(test_no_room),       STORE_TEST(test_long_name),
		STORE_TEST(test_nonsense),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
