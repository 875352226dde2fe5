/*
 * `halo backup` and `halo restore` as a program, on folders of games: their
 * output, exit status, and the files kept afterwards. test-halo-backup HALO
 */
#include <errno.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../record/help.h"
#include "../record/table.h"

enum { GAMES = 3, ACTIONS = 12, SAID_MAX = 4096 };

static const char *halo;
static char folder[64], said[SAID_MAX];

/* ---- folders with games, one with a single saved game ---- */

static void
games_open(struct table *t, unsigned games)
{
	char path[96];
	uint64_t seed = 5;

	snprintf(path, sizeof(path), "%s/haloboard", folder);
	table_open(t, path);
	for (unsigned i = 0; i < games; i++) {
		table_begin(t, "chess");
		table_play(t, ACTIONS, &seed);
		table_settle(t);
	}
}

/* Returns all games of a folder of that name as native records. */
static char *
games_of(const char *name)
{
	struct table t = { 0 };
	char path[96], *text = calloc(1, 65536);
	size_t n = 0;

	assert_non_null(text);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	table_open(&t, path);
	assert_string_equal(store_status(t.store)->what, "");
	for (uint32_t number = 1; number <= GAMES + 1; number++) {
		struct store_answer *a = table_ask(&t, STORE_NATIVE, number, NULL);

		n += (size_t)snprintf(text + n, 65536 - n, "%s\n", a->err ? a->why : a->text);
		store_answer_free(a);
	}
	table_close(&t);
	return text;
}

/* ---- the program ---- */

struct row {
	const char *words; /* for the shell; $D: the folder */
	int status;
	const char *out; /* parts of the output; NULL: no further ones */
	const char *more;
};

static void
run_row(const struct row *r)
{
	char command[1024];
	FILE *out;
	size_t n;
	int status;

	snprintf(command, sizeof(command), "'%s' %s 2>&1", halo, r->words);
	out = popen(command, "r");
	assert_non_null(out);
	n = fread(said, 1, SAID_MAX - 1, out);
	said[n] = '\0';
	status = pclose(out);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != r->status || !strstr(said, r->out) ||
	    (r->more && !strstr(said, r->more)))
		fail_msg("%s: ended with %#x: %s", r->words, (unsigned)status, said);
}

static void
run_rows(const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		run_row(&rows[i]);
}

#define RUN(rows) run_rows(rows, sizeof(rows) / sizeof(rows[0]))

static const struct row words[] = {
	{ "backup", 2, "missing argument", NULL },
	{ "backup --store $D/haloboard", 2, "missing argument", NULL },
	{ "backup $D/a.db --replace", 2, "unexpected argument '--replace'", NULL },
	{ "backup $D/a.db $D/b.db", 2, "unexpected argument '", NULL },
	{ "backup $D/a.db --store $D/none", 2, "none/games.db: No such file", NULL },
	{ "restore $D/none.db --store $D/haloboard", 2, "none.db: No such file", NULL },
};

/* During play; the default folder is found without its name. */
static const struct row played[] = {
	{ "backup $D/all.db --store $D/haloboard", 0, "all.db: 3 games and 1 saved game of ",
	  NULL },
	{ "backup $D/all.db --store $D/haloboard", 2, "all.db is there already", NULL },
	{ "backup $D/found.db", 0, "found.db: 3 games and 1 saved game of ", "/haloboard\n" },
	{ "backup $D/measured.db", 0, "what was measured on the board: reed-8x8.ini\n", NULL },
	{ "backup $D/linked.db", 0, "linked.db: 3 games and 1 saved game of ",
	  "left out, no plain files or too long: link.json\n" },
	{ "restore $D/all.db", 2, "stop it first", NULL },
	{ "restore $D/all.db --store $D/other", 0, "other: 3 games and 1 saved game of ", NULL },
};

static const struct row ended[] = {
	{ "restore $D/all.db", 2, "holds 4 games already; --replace sets it aside", NULL },
	{ "restore $D/all.db --replace", 0, "haloboard: 3 games and 0 saved games of ",
	  "games.db.replaced-1" },
	{ "restore $D/found.db --replace", 0, "1 saved game left out, its name is taken: friday.json\n",
	  "games.db.replaced-2" },
	{ "restore $D/measured.db --store $D/mine --replace", 0,
	  "what was measured on the board: reed-8x8.ini\n", NULL },
	{ "restore $D/measured.db --store $D/mine --replace", 0,
	  "left out of what was measured on the board: reed-8x8.ini; the name is taken\n", NULL },
	{ "restore $D/broken.db --replace", 2, "broken.db: file is not a database", NULL },
	{ "restore $D/spoilt.db --store $D/mended", 2, "spoilt.db: ",
	  "; as games.db in an empty folder, a halod reads of it what it can\n" },
	{ "restore $D/spoilt.db", 2, "holds 3 games already", NULL },
	{ "restore $D/empty.db --replace", 2, "empty.db holds no games\n", NULL },
	{ "restore $D/shell.db --replace", 2, "shell.db holds no games\n", NULL },
	{ "restore $D/logged.db --replace", 2, "logged.db holds no games\n", NULL },
	{ "restore $D/all.db --store $D/shells", 0, "shells: 3 games and 1 saved game of ",
	  "shells/games.db.replaced-1" },
};

static const struct row one[] = {
	{ "backup $D/one.db", 0, "one.db: 1 game and 0 saved games of ", NULL },
	{ "restore $D/one.db", 2, "holds 1 game already; --replace sets it aside", NULL },
};

static void
test_one_game(void **state)
{
	struct table t = { 0 };

	(void)state;
	games_open(&t, 1);
	table_close(&t);
	RUN(one);
}

static void
test_words(void **state)
{
	struct table t = { 0 };

	(void)state;
	games_open(&t, GAMES);
	RUN(words);
	table_close(&t);
}

/* Makes a database of one page without a table, as a new journal is without its log. */
static void
shell_make(const char *name)
{
	char path[96];
	sqlite3 *db;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void
empties_make(void)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/shells", folder);
	assert_int_equal(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/empty.db", folder);
	assert_int_equal(record_file_write(path, "", 0), 0);
	snprintf(path, sizeof(path), "%s/logged.db-wal", folder);
	assert_int_equal(record_file_write(path, "", 0), 0);
	shell_make("shell.db");
	shell_make("logged.db");
	shell_make("shells/games.db");
}

static void
test_there_and_back(void **state)
{
	struct table t = { 0 };
	char path[96], *before, *after, *text;
	struct stat st;
	size_t len;
	uint64_t seed = 9;

	(void)state;
	games_open(&t, GAMES);
	table_save(&t, "friday");
	table_close(&t);
	before = games_of("haloboard");
	snprintf(path, sizeof(path), "%s/haloboard/reed-8x8.ini", folder);
	assert_int_equal(record_file_write(path, "[board]\n", 8), 0);
	snprintf(path, sizeof(path), "%s/haloboard/saved/link.json", folder);
	assert_int_equal(symlink("friday.json", path), 0);
	games_open(&t, 0);
	RUN(played);
	after = games_of("other");
	assert_string_equal(after, before);
	free(after);
	snprintf(path, sizeof(path), "%s/all.db", folder);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 077, 0);
	table_begin(&t, "chess960");
	table_play(&t, 5, &seed);
	table_close(&t);
	snprintf(path, sizeof(path), "%s/broken.db", folder);
	assert_int_equal(record_file_write(path, "no database", 11), 0);
	snprintf(path, sizeof(path), "%s/found.db", folder);
	assert_int_equal(record_file_read(path, 1 << 24, &text, &len), 0);
	/* The damage hits an index at the end: every game can still be read. */
	memset(text + len - 4096, 0, 4096);
	snprintf(path, sizeof(path), "%s/spoilt.db", folder);
	assert_int_equal(record_file_write(path, text, len), 0);
	free(text);
	empties_make();
	RUN(ended);
	after = games_of("haloboard");
	assert_string_equal(after, before);
	free(after);
	free(before);
}

static int
setup(void **state)
{
	(void)state;
	help_folder(folder);
	return setenv("D", folder, 1) + setenv("XDG_DATA_HOME", folder, 1) +
	       unsetenv("STATE_DIRECTORY");
}

static int
teardown(void **state)
{
	(void)state;
	help_folder_remove(folder);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_words, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_game, setup, teardown),
		cmocka_unit_test_setup_teardown(test_there_and_back, setup, teardown),
	};

	if (argc != 2)
		return 2;
	halo = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
