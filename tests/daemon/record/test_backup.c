/* Backup of everything kept to one file, and its restoring. */
#include <errno.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/record/native.h"
#include "daemon/store/store_backup.h"
#include "help.h"
#include "table.h"

enum { GAMES = 5, ACTIONS = 12 };

struct place {
	char folder[64], other[64], file[96];
	struct table t;
	struct store_backup out;
	char why[STORE_WHY_MAX];
};

static int
setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));
	uint64_t seed = 5;

	help_folder(p->folder);
	help_folder(p->other);
	snprintf(p->file, sizeof(p->file), "%s/all.db", p->other);
	table_open(&p->t, p->folder);
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	for (unsigned i = 0; i < GAMES; i++) {
		table_begin(&p->t, "chess");
		table_play(&p->t, ACTIONS, &seed);
		table_settle(&p->t);
	}
	*state = p;
	return 0;
}

static int
teardown(void **state)
{
	struct place *p = *state;

	if (p->t.store)
		table_close(&p->t);
	help_folder_remove(p->folder);
	help_folder_remove(p->other);
	free(p);
	return 0;
}

static void
in_other(const struct place *p, const char *name, char path[128])
{
	snprintf(path, 128, "%s/%s", p->other, name);
}

static void
backup(struct place *p)
{
	if (store_backup(p->folder, p->file, &p->out, p->why) != 0)
		fail_msg("%s", p->why);
}

/* Checks that the restored folder has the game on the board, with its settings. */
static void
check_restored(struct place *p, const char *folder)
{
	struct table t = { 0 };

	table_open(&t, folder);
	assert_string_equal(store_setting(t.store, "hints"), "safe");
	assert_int_equal(store_resume(t.store, &t.r, p->why), 1);
	assert_int_equal(t.r.number, GAMES);
	assert_int_equal(t.r.n, ACTIONS);
	for (uint32_t number = 1; number <= GAMES; number++) {
		struct store_answer *a = table_ask(&t, STORE_NATIVE, number, NULL);

		assert_int_equal(a->err, 0);
		store_answer_free(a);
	}
	table_close(&t);
}

static void
assert_same(const char *path, const char *text, size_t len)
{
	char *now;
	size_t n;

	assert_int_equal(record_file_read(path, 1 << 24, &now, &n), 0);
	assert_int_equal(n, len);
	assert_memory_equal(now, text, len);
	free(now);
}

/* A backup during the game has the state of its beginning, and does not disturb the daemon. */
static void
test_there_and_back(void **state)
{
	struct place *p = *state;
	char folder[128], path[160];
	uint64_t seed = 6;
	struct stat st;

	table_save(&p->t, "friday");
	backup(p);
	assert_int_equal(p->out.games, GAMES);
	assert_int_equal(p->out.saved, 1);
	assert_int_equal(stat(p->file, &st), 0);
	assert_int_equal(st.st_mode & 077, 0);
	table_play(&p->t, 3, &seed);
	table_check(&p->t);
	in_other(p, "games", folder);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), 0);
	assert_int_equal(p->out.games, GAMES);
	assert_int_equal(p->out.saved, 1);
	assert_string_equal(p->out.aside, "");
	snprintf(path, sizeof(path), "%s/saved/friday.json", folder);
	assert_int_equal(access(path, R_OK), 0);
	check_restored(p, folder);
}

/* ---- board measurements ---- */

#define MEASURED "; Measured on the board itself\n[board]\nblind = h4\n"

static void
put_in(const char *in, const char *name, const char *text, size_t len)
{
	char path[192];

	snprintf(path, sizeof(path), "%s/%s", in, name);
	assert_int_equal(record_file_write(path, text, len), 0);
}

static bool
is_in(const char *in, const char *name)
{
	char path[192];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s", in, name);
	return lstat(path, &st) == 0;
}

static void
change(const char *path, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* Measurement files are backed up, and other files with such a name are not. */
static void
test_measured(void **state)
{
	static char large[64 * 1024 + 1];
	struct place *p = *state;
	char folder[128], journal[128], path[192];
	struct stat st;

	memset(large, ';', sizeof(large));
	put_in(p->folder, "reed-8x8.ini", MEASURED, strlen(MEASURED));
	put_in(p->folder, "large.ini", large, sizeof(large));
	put_in(p->folder, ".hidden.ini", MEASURED, strlen(MEASURED));
	put_in(p->folder, "reed-8x8.ini.new", MEASURED, strlen(MEASURED));
	snprintf(path, sizeof(path), "%s/link.ini", p->folder);
	assert_int_equal(symlink("reed-8x8.ini", path), 0);
	snprintf(path, sizeof(path), "%s/folder.ini", p->folder);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/pipe.ini", p->folder);
	assert_int_equal(mkfifo(path, 0600), 0);
	backup(p);
	assert_string_equal(p->out.measured, "reed-8x8.ini");
	in_other(p, "games", folder);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), 0);
	assert_string_equal(p->out.measured, "reed-8x8.ini");
	assert_string_equal(p->out.measured_kept, "");
	assert_int_equal(help_files_in(folder), 4); /* games.db, lock, saved, reed-8x8.ini */
	snprintf(path, sizeof(path), "%s/reed-8x8.ini", folder);
	assert_same(path, MEASURED, strlen(MEASURED));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 077, 0);
	check_restored(p, folder);
	/* The journal has no such table. */
	in_other(p, "games/games.db", journal);
	change(journal, "CREATE TABLE measured(x); DROP TABLE measured");
	/* Measured since: the file is kept. */
	put_in(folder, "reed-8x8.ini", "newer", 5);
	assert_int_equal(store_restore(folder, p->file, true, &p->out, p->why), 0);
	assert_string_equal(p->out.measured, "");
	assert_string_equal(p->out.measured_kept, "reed-8x8.ini");
	assert_same(path, "newer", 5);
	check_restored(p, folder);
}

/* Other files among the saved games are not copied: no access to a file that only root may read. */
static void
test_saved_others(void **state)
{
	static char large[NATIVE_FILE_MAX + 1];
	static const char *const names[] = { "link.json", "folder.json", "pipe.json",
					     "large.json" };
	struct place *p = *state;
	char folder[128], saved[128], path[192];

	memset(large, ' ', sizeof(large));
	table_save(&p->t, "friday");
	put_in(p->other, "secret.json", "secret", 6);
	snprintf(saved, sizeof(saved), "%s/saved", p->folder);
	in_other(p, "secret.json", folder);
	snprintf(path, sizeof(path), "%s/link.json", saved);
	assert_int_equal(symlink(folder, path), 0);
	snprintf(path, sizeof(path), "%s/folder.json", saved);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/pipe.json", saved);
	assert_int_equal(mkfifo(path, 0600), 0);
	put_in(saved, "large.json", large, sizeof(large));
	backup(p);
	assert_int_equal(p->out.saved, 1);
	assert_int_equal(strlen(p->out.passed),
			 strlen("link.json, folder.json, pipe.json, large.json"));
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		assert_non_null(strstr(p->out.passed, names[i]));
	in_other(p, "games", folder);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), 0);
	assert_int_equal(p->out.saved, 1);
	/* The folder itself is a link. */
	snprintf(path, sizeof(path), "%s/kept", p->folder);
	assert_int_equal(rename(saved, path), 0);
	assert_int_equal(symlink(p->other, saved), 0);
	assert_int_equal(unlink(p->file), 0);
	backup(p);
	assert_int_equal(p->out.saved, 0);
	assert_string_equal(p->out.passed, "saved");
}

/* A forged backup reaches no other folder, and restores no file that halod would not accept. */
static void
test_measured_names(void **state)
{
	static const char *const names[] = { "up.ini", "a/b.ini", ".ini",      ".dot.ini", "bare",
					     "x.json", "x.ini",   "large.ini", "b\tc.ini" };
	struct place *p = *state;
	char folder[128];

	backup(p);
	change(p->file,
	       "INSERT INTO measured(name, text) VALUES('../up.ini', x'78'),"
	       "('a/b.ini', x'78'), ('.ini', x'78'), ('.dot.ini', x'78'), ('bare', x'78'),"
	       "('x.json', x'78'), ('../games/x.ini', x'78'), ('', x'78'), ('b\tc.ini', x'78'),"
	       "('large.ini', zeroblob(65537)), ('reed-8x8.ini', x'78')");
	in_other(p, "games", folder);
	assert_int_equal(mkdir(folder, 0700), 0);
	in_other(p, "games/a", folder);
	assert_int_equal(mkdir(folder, 0700), 0);
	in_other(p, "games", folder);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), 0);
	assert_string_equal(p->out.measured, "reed-8x8.ini");
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (is_in(folder, names[i]) || is_in(p->other, names[i]))
			fail_msg("%s was written", names[i]);
	assert_int_equal(help_files_in(folder), 5); /* games.db, lock, saved, reed-8x8.ini, a */
}

/* A journal that was copied by hand has no such table. */
static void
test_measured_none(void **state)
{
	struct place *p = *state;
	char folder[128];

	table_save(&p->t, "friday");
	put_in(p->folder, "reed-8x8.ini", MEASURED, strlen(MEASURED));
	backup(p);
	change(p->file, "DROP TABLE measured");
	in_other(p, "games", folder);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), 0);
	assert_int_equal(p->out.saved, 1);
	assert_string_equal(p->out.measured, "");
	check_restored(p, folder);
}

/* More than a message holds: as many as have room. */
static void
test_measured_many(void **state)
{
	struct place *p = *state;
	char folder[128], name[64];

	for (unsigned i = 0; i < 20; i++) {
		snprintf(name, sizeof(name), "a-board-with-a-long-name-%u.ini", i);
		put_in(p->folder, name, MEASURED, strlen(MEASURED));
	}
	backup(p);
	in_other(p, "games", folder);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), 0);
	assert_int_equal(help_files_in(folder), 23);
	assert_string_equal(strrchr(p->out.measured, ' '), " …");
	assert_true(strlen(p->out.measured) > STORE_NAMES_MAX / 2);
}

/* As root: files made in a service's folder belong to the service, including the lock. */
static void
test_owner(void **state)
{
	static const char *const names[] = { "games.db", "lock", "saved", "saved/friday.json",
					     "reed-8x8.ini" };
	enum { SERVICE = 65534 };
	struct place *p = *state;
	char folder[128], path[192], owned[128];
	struct stat st;

	if (geteuid() != 0)
		skip();
	table_save(&p->t, "friday");
	put_in(p->folder, "reed-8x8.ini", MEASURED, strlen(MEASURED));
	backup(p);
	in_other(p, "service", folder);
	assert_int_equal(mkdir(folder, 0700), 0);
	assert_int_equal(chown(folder, SERVICE, SERVICE), 0);
	/* A link there is not followed: its target keeps its owner. */
	in_other(p, "owned", owned);
	assert_int_equal(record_file_write(owned, "x", 1), 0);
	snprintf(path, sizeof(path), "%s/lock", folder);
	assert_int_equal(symlink(owned, path), 0);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), -ELOOP);
	assert_non_null(strstr(p->why, "lock"));
	assert_int_equal(unlink(path), 0);
	assert_int_equal(link(owned, path), 0);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), -EMLINK);
	assert_int_equal(stat(owned, &st), 0);
	assert_int_equal(st.st_uid, 0);
	/* A lock that an earlier restore left to root. */
	assert_int_equal(unlink(owned), 0);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), 0);
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		assert_int_equal(stat(path, &st), 0);
		if (st.st_uid != SERVICE || st.st_gid != SERVICE)
			fail_msg("%s belongs to %u", path, st.st_uid);
	}
}

/* Neither a file nor games are overwritten without the option. */
static void
test_refused(void **state)
{
	struct place *p = *state;
	char path[128];

	backup(p);
	assert_int_equal(store_backup(p->folder, p->file, &p->out, p->why), -EEXIST);
	in_other(p, "none/all.db", path);
	assert_int_equal(store_backup(p->folder, path, &p->out, p->why), -EIO);
	assert_non_null(strstr(p->why, path));
	in_other(p, "other.db", path);
	assert_int_equal(store_backup(p->other, path, &p->out, p->why), -ENOENT);
	/* A daemon uses the folder. */
	assert_int_equal(store_restore(p->folder, p->file, true, &p->out, p->why), -EBUSY);
	table_close(&p->t);
	assert_int_equal(store_restore(p->folder, p->file, false, &p->out, p->why), -EEXIST);
	assert_non_null(strstr(p->why, "5 games"));
	check_restored(p, p->folder);
}

/* Saved games with existing names are listed. */
static void
test_names_taken(void **state)
{
	struct place *p = *state;
	char name[] = "a";

	for (; *name <= 'g'; ++*name)
		table_save(&p->t, name);
	backup(p);
	table_close(&p->t);
	assert_int_equal(store_restore(p->folder, p->file, true, &p->out, p->why), 0);
	assert_int_equal(p->out.kept, 7);
	for (*name = 'a'; *name <= 'g'; ++*name)
		assert_non_null(strchr(p->out.names, *name));
}

static void
test_replaced(void **state)
{
	struct place *p = *state;
	uint64_t seed = 7;

	table_save(&p->t, "friday");
	backup(p);
	table_begin(&p->t, "chess960");
	table_play(&p->t, 4, &seed);
	table_close(&p->t);
	assert_int_equal(store_restore(p->folder, p->file, true, &p->out, p->why), 0);
	assert_int_equal(p->out.kept, 1);
	assert_non_null(strstr(p->out.aside, "games.db.replaced-1"));
	assert_int_equal(access(p->out.aside, F_OK), 0);
	check_restored(p, p->folder);
}

/* A file that is no backup or unreadable is reported, and nothing is changed. */
static void
test_no_backup(void **state)
{
	struct place *p = *state;
	char path[128], fresh[128], *text;
	size_t len;

	backup(p);
	table_close(&p->t);
	in_other(p, "x.db", path);
	assert_int_equal(record_file_write(path, "hello, this is no database at all", 33), 0);
	assert_int_equal(store_restore(p->folder, path, true, &p->out, p->why), -EINVAL);
	assert_non_null(strstr(p->why, "x.db"));
	assert_int_equal(record_file_read(p->file, 1 << 24, &text, &len), 0);
	memset(text, 0xa5, len);
	assert_int_equal(record_file_write(path, text, len), 0);
	free(text);
	assert_int_equal(store_restore(p->folder, path, true, &p->out, p->why), -EINVAL);
	assert_non_null(strstr(p->why, "a halod reads of it what it can"));
	in_other(p, "fresh", fresh);
	assert_int_equal(store_restore(fresh, path, true, &p->out, p->why), -EINVAL);
	assert_int_equal(access(fresh, F_OK), -1);
	in_other(p, "none.db", path);
	assert_int_equal(store_restore(p->folder, path, true, &p->out, p->why), -ENOENT);
	/* A pipe without a writer, and a device without an end. */
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(store_restore(p->folder, path, true, &p->out, p->why), -EINVAL);
	assert_non_null(strstr(p->why, "none.db is no file"));
	assert_int_equal(store_restore(p->folder, "/dev/zero", true, &p->out, p->why), -EINVAL);
	assert_int_equal(help_files_in(p->folder), 3); /* archive, games.db, lock */
	check_restored(p, p->folder);
}

static void
copy_file(const char *from, const char *to)
{
	char *text;
	size_t len;

	assert_int_equal(record_file_read(from, 1 << 24, &text, &len), 0);
	assert_int_equal(record_file_write(to, text, len), 0);
	free(text);
}

/* Two pages are damaged: the file is refused and not changed. */
static void
test_spoilt(void **state)
{
	struct place *p = *state;
	char folder[128], path[192], *text;
	size_t len;

	backup(p);
	assert_int_equal(record_file_read(p->file, 1 << 24, &text, &len), 0);
	memset(text + len / 2 / 4096 * 4096, 0xa5, 8192);
	in_other(p, "spoilt.db", path);
	assert_int_equal(record_file_write(path, text, len), 0);
	in_other(p, "new", folder);
	assert_int_equal(store_restore(folder, path, false, &p->out, p->why), -EINVAL);
	assert_non_null(strstr(p->why, "spoilt.db: "));
	assert_int_equal(access(folder, F_OK), -1);
	assert_same(path, text, len);
	free(text);
}

/* Copies the journal and its log as a power cut leaves them. */
static void
cut_power(struct place *p, char folder[128])
{
	static const char *const files[] = { "games.db", "games.db-wal" };
	char from[128], to[192];

	in_other(p, "damaged", folder);
	assert_int_equal(mkdir(folder, 0777), 0);
	for (int i = 0; i < 2; i++) {
		snprintf(from, sizeof(from), "%s/%s", p->folder, files[i]);
		snprintf(to, sizeof(to), "%s/%s", folder, files[i]);
		copy_file(from, to);
	}
}

/* The source is not changed, with its log, and in a folder of its own. */
static void
test_untouched(void **state)
{
	static const char *const files[] = { "games.db", "games.db-wal" };
	struct place *p = *state;
	char from[128], folder[128], path[192], *text[2];
	size_t len[2];

	cut_power(p, from);
	table_close(&p->t);
	for (unsigned i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s", from, files[i]);
		assert_int_equal(record_file_read(path, 1 << 24, &text[i], &len[i]), 0);
	}
	/* The log has games that the database does not. */
	assert_true(len[1] > 4096);
	in_other(p, "new", folder);
	snprintf(path, sizeof(path), "%s/games.db", from);
	if (store_restore(folder, path, false, &p->out, p->why) < 0)
		fail_msg("%s", p->why);
	assert_int_equal(p->out.games, GAMES);
	for (unsigned i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s", from, files[i]);
		assert_same(path, text[i], len[i]);
		free(text[i]);
	}
	assert_int_equal(help_files_in(from), 2);
	assert_int_equal(help_files_in(folder), 3);
	check_restored(p, folder);
}

/* The journal of a running daemon is refused; a name may have special characters. */
static void
test_sources(void **state)
{
	struct place *p = *state;
	char folder[128], path[192];
	uint64_t seed = 8;

	in_other(p, "new", folder);
	snprintf(path, sizeof(path), "%s/games.db", p->folder);
	assert_int_equal(store_restore(folder, path, false, &p->out, p->why), -EBUSY);
	table_play(&p->t, 3, &seed);
	table_check(&p->t);
	backup(p);
	in_other(p, "a b%41?mode=#\xc3\xa4.db", path);
	assert_int_equal(rename(p->file, path), 0);
	in_other(p, "newer", folder);
	if (store_restore(folder, path, false, &p->out, p->why) < 0)
		fail_msg("%s", p->why);
	assert_int_equal(p->out.games, GAMES);
}

/* Wherever the room ends: there is no half journal, and the second try restores everything. */
static void
test_no_room(void **state)
{
	static const rlim_t rooms[] = { 0, 8192, 30000, 60000 }; /* limits of a file's size */
	static char measured[20000];
	struct place *p = *state;
	char folder[128];

	table_save(&p->t, "friday");
	memset(measured, ';', sizeof(measured));
	put_in(p->folder, "reed-8x8.ini", measured, sizeof(measured));
	backup(p);
	in_other(p, "games", folder);
	for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++) {
		int err;

		help_disk_limit(rooms[i]);
		err = store_restore(folder, p->file, true, &p->out, p->why);
		help_disk_limit(RLIM_INFINITY);
		print_message("%s\n", p->why);
		assert_true(err < 0);
		assert_false(is_in(folder, "games.db"));
		assert_false(is_in(folder, "games.db.source"));
		assert_int_equal(store_restore(folder, p->file, true, &p->out, p->why), 0);
		assert_int_equal(p->out.saved + p->out.kept, 1);
		check_restored(p, folder);
		help_folder_remove(folder);
	}
}

/* A left-over log is not applied to the restored journal. */
static void
test_log_alone(void **state)
{
	struct place *p = *state;
	char folder[128], path[192];

	backup(p);
	cut_power(p, folder);
	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(store_restore(folder, p->file, false, &p->out, p->why), 0);
	snprintf(path, sizeof(path), "%s/games.db.damaged-1-wal", folder);
	assert_int_equal(access(path, F_OK), 0);
	check_restored(p, folder);
}

#define BACKUP_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		BACKUP_TEST(test_there_and_back), BACKUP_TEST(test_refused),
		BACKUP_TEST(test_replaced),       BACKUP_TEST(test_no_backup),
		BACKUP_TEST(test_log_alone),      BACKUP_TEST(test_spoilt),
		BACKUP_TEST(test_untouched),      BACKUP_TEST(test_sources),
		BACKUP_TEST(test_names_taken),    BACKUP_TEST(test_measured),
		BACKUP_TEST(test_measured_names), BACKUP_TEST(test_measured_none),
		BACKUP_TEST(test_measured_many),  BACKUP_TEST(test_owner),
		BACKUP_TEST(test_saved_others),   BACKUP_TEST(test_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
