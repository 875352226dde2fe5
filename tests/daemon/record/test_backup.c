/* All that is kept in one file, and back. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

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
save(struct place *p, const char *name)
{
	struct record *r = calloc(1, sizeof(*r));
	struct store_ask q = { .kind = STORE_SAVE, .text = strdup(name), .record = r };
	struct store_answer *a;

	help_play(r, "chess", "", NULL, 6, 3);
	a = table_ask_whole(&p->t, &q);
	assert_int_equal(a->err, 0);
	store_answer_free(a);
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

/* What stands in the restored folder is the game on the board, settings and all. */
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

/* While it is played on: what was there when it began, and the daemon notices nothing. */
static void
test_there_and_back(void **state)
{
	struct place *p = *state;
	char folder[128], path[160];
	uint64_t seed = 6;
	struct stat st;

	save(p, "friday");
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

/* Neither a file nor games are overwritten unasked. */
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
	/* A daemon keeps its games there. */
	assert_int_equal(store_restore(p->folder, p->file, true, &p->out, p->why), -EBUSY);
	table_close(&p->t);
	assert_int_equal(store_restore(p->folder, p->file, false, &p->out, p->why), -EEXIST);
	assert_non_null(strstr(p->why, "5 games"));
	check_restored(p, p->folder);
}

static void
test_replaced(void **state)
{
	struct place *p = *state;
	uint64_t seed = 7;

	save(p, "friday");
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

/* What is no backup, or damaged, is told, and nothing is changed. */
static void
test_no_backup(void **state)
{
	struct place *p = *state;
	char path[128], *text;
	size_t len;

	backup(p);
	table_close(&p->t);
	in_other(p, "x.db", path);
	assert_int_equal(record_file_write(path, "hello, this is no database at all", 33), 0);
	assert_int_equal(store_restore(p->folder, path, true, &p->out, p->why), -EINVAL);
	assert_non_null(strstr(p->why, "x.db"));
	assert_int_equal(record_file_read(p->file, 1 << 24, &text, &len), 0);
	assert_int_equal(record_file_write(path, text, len / 2), 0);
	assert_int_equal(store_restore(p->folder, path, true, &p->out, p->why), -EINVAL);
	memset(text + len / 2, 0xa5, 5000);
	assert_int_equal(record_file_write(path, text, len), 0);
	assert_int_equal(store_restore(p->folder, path, true, &p->out, p->why), -EINVAL);
	free(text);
	in_other(p, "none.db", path);
	assert_int_equal(store_restore(p->folder, path, true, &p->out, p->why), -ENOENT);
	check_restored(p, p->folder);
}

#define BACKUP_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		BACKUP_TEST(test_there_and_back),
		BACKUP_TEST(test_refused),
		BACKUP_TEST(test_replaced),
		BACKUP_TEST(test_no_backup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
