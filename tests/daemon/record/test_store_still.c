/*
 * A journal on a read-only disk: all of it is read, nothing is written, nothing is lost. Exits with
 * 77, which ctest reports as skipped, if the user may not mount.
 */
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "daemon/store/store_backup.h"
#include "place_disk.h"
#include "place_still.h"

#define CANNOT "games.db cannot be written: read-only file system"

enum { GAMES = 4, ACTIONS = 12, MORE = 5, SKIPPED = 77 };

static char room[64]; /* for copies and backups */

static int
setup(void **state)
{
	help_folder(room);
	return setenv("TMPDIR", room, 1) + place_setup_open(state);
}

static int
teardown(void **state)
{
	struct place *p = *state;

	/* After a failed test: make the disk writable for the waiting data. */
	while (umount2(p->folder, MNT_DETACH) == 0)
		continue;
	help_folder_remove(room);
	return place_disk_teardown(state);
}

static void
copy_file(const char *from, const char *to, const char *name)
{
	char path[160], *text;
	size_t len;

	snprintf(path, sizeof(path), "%s/%s", from, name);
	assert_int_equal(record_file_read(path, 1 << 24, &text, &len), 0);
	snprintf(path, sizeof(path), "%s/%s", to, name);
	assert_int_equal(record_file_write(path, text, len), 0);
	free(text);
}

/* How the journal was closed. */
enum left { LEFT_ENDED, LEFT_CUT };

/*
 * Makes games, the last one on the board, on a disk that then becomes read-only. LEFT_CUT: the last
 * games are in the log.
 */
static struct record
games_left(struct place *p, enum left left)
{
	struct record on_board;
	char cut[64];
	uint64_t seed = 5;

	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	for (unsigned i = 0; i < GAMES; i++) {
		if (i == GAMES / 2)
			place_reopen(p); /* the games before are in the database */
		table_begin(&p->t, "chess");
		table_play(&p->t, ACTIONS, &seed);
		table_settle(&p->t);
	}
	on_board = p->t.r;
	memset(&p->t.r, 0, sizeof(p->t.r));
	if (left == LEFT_CUT) {
		help_folder(cut);
		copy_file(p->folder, cut, "games.db");
		copy_file(p->folder, cut, "games.db-wal");
		copy_file(p->folder, cut, "games.db-shm");
		copy_file(p->folder, cut, "lock");
	}
	table_close(&p->t);
	if (left == LEFT_CUT) {
		help_folder_remove(p->folder);
		memcpy(p->folder, cut, sizeof(cut));
	}
	disk_still(p->folder);
	return on_board;
}

static void
open_still(struct place *p)
{
	table_open(&p->t, p->folder);
	assert_false(store_status(p->t.store)->working);
	assert_int_equal(store_status(p->t.store)->err, -EROFS);
	assert_non_null(strstr(store_status(p->t.store)->what,
			       CANNOT "; the game goes on, and is written later"));
}

static void
resume(struct place *p, const struct record *on_board)
{
	char why[STORE_WHY_MAX];

	assert_non_null(store_setting(p->t.store, "hints"));
	assert_string_equal(store_setting(p->t.store, "hints"), "safe");
	if (store_resume(p->t.store, &p->t.r, why) != 1)
		fail_msg("%s", why);
	assert_int_equal(p->t.r.number, GAMES);
	assert_true(record_same_game(on_board, &p->t.r));
	p->t.now_us = p->t.r.action[p->t.r.n - 1].t_us;
}

static void
ask(struct place *p, enum store_question kind, uint32_t number, int err, const char *part)
{
	const char *text = kind == STORE_LIST ? "" : "[White \"x\"]\n\n1. e4 e5 1-0\n";
	struct store_answer *a = table_ask(&p->t, kind, number, text);

	assert_int_equal(a->err, err);
	if (!strstr(a->err ? a->why : a->text, part))
		fail_msg("%s", a->err ? a->why : a->text);
	store_answer_free(a);
}

static void
ask_all(struct place *p)
{
	ask(p, STORE_LIST, 0, 0, "\"id\":4");
	ask(p, STORE_LIST, 0, 0, "\"id\":1");
	for (uint32_t number = 1; number <= GAMES; number++) {
		ask(p, STORE_PGN, number, 0, "1. ");
		ask(p, STORE_NATIVE, number, 0, "\"actions\"");
	}
	ask(p, STORE_PGN, 9, -ENOENT, "there is no game 9");
	ask(p, STORE_IMPORT, 0, -EROFS, CANNOT);
	ask(p, STORE_LIST, 0, 0, "\"id\":4");
}

/*
 * Everything is read, and the game continues; when the disk is writable again
 * all of it is on disk.
 */
static void
read_and_play_on(struct place *p, enum left left)
{
	struct record on_board = games_left(p, left);
	uint64_t seed = 6;

	open_still(p);
	resume(p, &on_board);
	record_finish(&on_board);
	ask_all(p);
	table_play(&p->t, MORE, &seed);
	ask_all(p);
	assert_int_equal(help_files_in(room), 0);
	disk_write(p->folder);
	table_await(&p->t, true);
	table_check(&p->t);
	assert_int_equal(p->t.r.n, ACTIONS + MORE);
	ask(p, STORE_IMPORT, 0, 0, "5");
	place_reopen(p);
	assert_int_equal(p->t.r.n, ACTIONS + MORE);
	for (uint32_t number = 1; number <= GAMES + 1; number++)
		ask(p, STORE_PGN, number, 0, "1. ");
}

static void
test_ended(void **state)
{
	read_and_play_on(*state, LEFT_ENDED);
}

static void
test_cut(void **state)
{
	read_and_play_on(*state, LEFT_CUT);
}

/* Another disk is mounted: the game is written there from its first action. */
static void
test_another(void **state)
{
	struct place *p = *state;
	struct record on_board = games_left(p, LEFT_ENDED);
	uint64_t seed = 7;

	open_still(p);
	resume(p, &on_board);
	record_finish(&on_board);
	table_play(&p->t, MORE, &seed);
	assert_int_equal(mount(room, p->folder, NULL, MS_BIND, NULL), 0);
	table_await(&p->t, true);
	table_check(&p->t);
	place_reopen(p);
	assert_int_equal(p->t.r.n, ACTIONS + MORE);
	table_close(&p->t);
	disk_write(p->folder);
	disk_write(p->folder);
}

/* Makes the archive's first file a folder, so that lines of the archive stay due. */
static void
archive_obstruct(const struct place *p, char folder[96])
{
	snprintf(folder, 96, "%s/archive", p->folder);
	(void)mkdir(folder, 0700);
	snprintf(folder, 96, "%s/archive/000001-001000.jsonl", p->folder);
	assert_int_equal(mkdir(folder, 0700), 0);
}

/*
 * The disk becomes read-only while the daemon writes: a write fails, and so
 * does opening the journal again. Lines of the archive are due all the time.
 */
static void
test_meanwhile(void **state)
{
	struct place *p = *state;
	char file[96], obstacle[96], why[STORE_WHY_MAX];
	struct store_backup out;
	uint64_t seed = 8;

	archive_obstruct(p, obstacle);
	for (unsigned i = 0; i < GAMES; i++) {
		table_begin(&p->t, "chess");
		table_play(&p->t, ACTIONS, &seed);
		table_settle(&p->t);
	}
	disk_still(p->folder);
	help_disk_limit(0);
	table_play(&p->t, MORE, &seed);
	while (store_status(p->t.store)->err != -EROFS)
		table_wait(&p->t);
	help_disk_limit(RLIM_INFINITY);
	assert_non_null(strstr(store_status(p->t.store)->what, CANNOT));
	ask_all(p);
	snprintf(file, sizeof(file), "%s/all.db", room);
	if (store_backup(p->folder, file, &out, why) < 0)
		fail_msg("%s", why);
	assert_int_equal(out.games, GAMES);
	disk_write(p->folder);
	table_await(&p->t, true);
	assert_int_equal(rmdir(obstacle), 0);
	table_await_well(&p->t);
	table_check(&p->t);
	place_reopen(p);
	assert_int_equal(p->t.r.n, ACTIONS + MORE);
}

/*
 * A daemon that writes to the disk through another mount is detected; read-only
 * daemons do not exclude each other.
 */
static void
test_locked(void **state)
{
	const struct store_config c = { 0 };
	struct place *p = *state;
	struct record on_board = games_left(p, LEFT_ENDED);
	char file[96], why[STORE_WHY_MAX];
	struct store_backup out;
	struct store *s;
	int fd;

	record_finish(&on_board);
	snprintf(file, sizeof(file), "%s/lock", p->folder);
	fd = open(file, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
	assert_int_equal(store_open(p->folder, &c, &s, why), -EBUSY);
	snprintf(file, sizeof(file), "%s/all.db", room);
	if (store_backup(p->folder, file, &out, why) < 0)
		fail_msg("%s", why);
	assert_int_equal(out.games, GAMES);
	close(fd);
}

/* Backs up to a file elsewhere, with the log. */
static void
test_backup(void **state)
{
	struct place *p = *state;

	for (enum left left = LEFT_ENDED; left <= LEFT_CUT; left++) {
		struct record on_board = games_left(p, left);
		char file[96], folder[96], why[STORE_WHY_MAX];
		struct store_backup out;

		record_finish(&on_board);
		snprintf(file, sizeof(file), "%s/%u.db", room, left);
		snprintf(folder, sizeof(folder), "%s/%u", room, left);
		if (store_backup(p->folder, file, &out, why) < 0)
			fail_msg("%s", why);
		assert_int_equal(out.games, GAMES);
		assert_int_equal(help_files_in(room), 2 * left + 1);
		assert_int_equal(store_restore(folder, file, false, &out, why), 0);
		assert_int_equal(out.games, GAMES);
		disk_write(p->folder);
		help_folder_remove(p->folder);
		help_folder(p->folder);
		table_open(&p->t, p->folder);
	}
}

#define STILL_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		STILL_TEST(test_ended),	 STILL_TEST(test_cut),	   STILL_TEST(test_locked),
		STILL_TEST(test_backup), STILL_TEST(test_another), STILL_TEST(test_meanwhile),
	};

	if (disk_own() < 0) {
		printf("skipped: this system lets us mount nothing\n");
		return SKIPPED;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
