/* The archive: when a game gets its line, and which games it restores to a damaged database. */
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

#include "daemon/record/native.h"
#include "daemon/store/store_backup.h"
#include "daemon/store/store_impl.h"
#include "place_disk.h"
#include "place_sql.h"

enum {
	GAMES = 12, /* of the damaged journal; the last one is on the board */
	PLIES = 14,
	PAGE = 4096,
	ROUNDS = 10,
	HOLES = 6,
	NUMBER_MAX = 64,
	IMPORTED = 10000,
	A_MESSAGE = 2500, /* of them */
	WAIT_US = 2000,
};

static void
in_folder(const struct place *p, const char *name, char out[160])
{
	snprintf(out, 160, "%s/%s", p->folder, name);
}

static void
in_archive(const struct place *p, const char *name, char out[160])
{
	snprintf(out, 160, "%.63s/archive/%.80s", p->folder, name);
}

#define FIRST "000001-001000.jsonl"

/* ---- contents of the archive ---- */

/* Counts the whole lines, each of which must be a game; lines[n] counts those of game n. */
static unsigned
archive_lines(const struct place *p, unsigned lines[NUMBER_MAX])
{
	char path[160], why[NATIVE_WHY_MAX], *text, *line, *end;
	unsigned n = 0;
	size_t len;

	memset(lines, 0, NUMBER_MAX * sizeof(*lines));
	in_archive(p, FIRST, path);
	if (record_file_read(path, 1 << 24, &text, &len) < 0)
		return 0;
	for (line = text; (end = strchr(line, '\n')); line = end + 1) {
		struct record r = { 0 };

		if (native_parse(line, (size_t)(end - line), &r, why) < 0)
			continue;
		assert_in_range(r.number, 1, NUMBER_MAX - 1);
		lines[r.number]++;
		n++;
		record_finish(&r);
	}
	free(text);
	return n;
}

/* Waits until the archive has a line of that game. */
static void
await_line(const struct place *p, uint32_t number)
{
	unsigned lines[NUMBER_MAX];

	for (unsigned waited = 0; waited < TABLE_WAIT_MS * 1000u; waited += WAIT_US) {
		(void)archive_lines(p, lines);
		if (lines[number])
			return;
		usleep(WAIT_US);
	}
	fail_msg("game %u has no line", number);
}

static void
expect_lines(const struct place *p, uint32_t from, uint32_t to)
{
	unsigned lines[NUMBER_MAX];

	(void)archive_lines(p, lines);
	for (uint32_t i = 1; i < NUMBER_MAX; i++)
		if (lines[i] != (i >= from && i <= to))
			fail_msg("game %u has %u lines, those of %u to %u are expected", i,
				 lines[i], from, to);
}

static void
finish_game(struct place *p, const char *game, uint64_t *seed)
{
	table_begin(&p->t, game);
	table_play(&p->t, PLIES, seed);
	table_end(&p->t, record_result_drawn("agreed"));
	table_settle(&p->t);
}

/* ---- appending ---- */

/* A game gets its line when the next one begins, and not earlier. */
static void
test_appended(void **state)
{
	struct place *p = *state;
	struct stat st;
	char path[160];
	uint64_t seed = 1;

	table_open(&p->t, p->folder);
	finish_game(p, "chess", &seed);
	expect_lines(p, 1, 0);
	table_begin(&p->t, "chess");
	await_line(p, 1);
	table_play(&p->t, 4, &seed);
	table_settle(&p->t);
	place_reopen(p);
	expect_lines(p, 1, 1);
	/* Abandoned without a result: it cannot be continued either. */
	table_begin(&p->t, "chess");
	await_line(p, 2);
	/* The third has no move: it is no game. */
	table_begin(&p->t, "chess");
	table_settle(&p->t);
	place_reopen(p);
	expect_lines(p, 1, 2);
	in_folder(p, "archive", path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	in_archive(p, FIRST, path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

/* Makes the clerk wait until the test lets it go. */
static struct {
	pthread_mutex_t lock;
	pthread_cond_t gone;
	bool go;
} gate = { .lock = PTHREAD_MUTEX_INITIALIZER, .gone = PTHREAD_COND_INITIALIZER };

static int
wait_at_gate(const void *arg, char why[STORE_WHY_MAX])
{
	(void)arg;
	(void)why;
	pthread_mutex_lock(&gate.lock);
	while (!gate.go)
		pthread_cond_wait(&gate.gone, &gate.lock);
	pthread_mutex_unlock(&gate.lock);
	return 0;
}

/* A game is closed after the clerk has listed the missing lines, and before it sets the row. */
static void
test_closed_meanwhile(void **state)
{
	const struct store_ask q = { .kind = STORE_FILE, .write = wait_at_gate };
	struct place *p = *state;
	char path[160];
	uint64_t seed = 2;
	sqlite3 *writer;

	table_open(&p->t, p->folder);
	finish_game(p, "chess", &seed);
	assert_int_equal(store_ask(p->t.store, &q), 0);
	finish_game(p, "chess", &seed);
	/* A writer whose commit the counter of closed games does not show yet. */
	in_folder(p, "games.db", path);
	assert_int_equal(sqlite3_open(path, &writer), SQLITE_OK);
	assert_int_equal(sqlite3_exec(writer,
				      "BEGIN IMMEDIATE; UPDATE running SET game = NULL;"
				      "DELETE FROM archive",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	pthread_mutex_lock(&gate.lock);
	gate.go = true;
	pthread_cond_broadcast(&gate.gone);
	pthread_mutex_unlock(&gate.lock);
	await_line(p, 1);
	assert_int_equal(sqlite3_exec(writer, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(writer);
	await_line(p, 2);
}

/* After a takeback and another result, the last line has the second result. */
static void
test_reopened(void **state)
{
	struct place *p = *state;
	unsigned lines[NUMBER_MAX];
	uint64_t seed = 2;

	table_open(&p->t, p->folder);
	finish_game(p, "chess", &seed);
	table_undo(&p->t, 3);
	table_settle(&p->t);
	place_reopen(p);
	assert_int_equal(archive_lines(p, lines), 0);
	p->t.now_us = 60 * 1000000;
	table_play(&p->t, 5, &seed);
	table_end(&p->t, record_result_resigned(0));
	table_settle(&p->t);
	table_begin(&p->t, "chess");
	await_line(p, 1);
	place_reopen(p);
	expect_lines(p, 1, 1);
}

/* A game with secrets gets no line before its end is closed, and none if it was abandoned. */
static void
test_hidden(void **state)
{
	struct place *p = *state;
	unsigned lines[NUMBER_MAX];
	uint64_t seed = 3;

	table_open(&p->t, p->folder);
	finish_game(p, "zombie", &seed);
	place_reopen(p);
	assert_int_equal(archive_lines(p, lines), 0);
	table_close_end(&p->t);
	await_line(p, 1);
	table_begin(&p->t, "zombie");
	table_play(&p->t, 6, &seed);
	table_settle(&p->t);
	table_begin(&p->t, "chess");
	table_play(&p->t, 6, &seed);
	table_begin(&p->t, "chess");
	await_line(p, 3);
	place_reopen(p);
	(void)archive_lines(p, lines);
	assert_int_equal(lines[1], 1);
	assert_int_equal(lines[2], 0);
}

static void
append_text(const struct place *p, const char *text)
{
	char path[160];
	FILE *f;

	in_archive(p, FIRST, path);
	f = fopen(path, "a");
	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* A power cut within a line, at each byte of its end. */
static void
test_torn(void **state)
{
	struct place *p = *state;
	unsigned lines[NUMBER_MAX];
	char path[160], *text;
	uint64_t seed = 4;
	struct stat st;
	size_t len;

	table_open(&p->t, p->folder);
	finish_game(p, "chess", &seed);
	finish_game(p, "chess", &seed);
	finish_game(p, "chess", &seed);
	table_close(&p->t);
	in_archive(p, FIRST, path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(record_file_read(path, 1 << 20, &text, &len), 0);
	for (off_t cut = 2; cut < 400; cut += 57) {
		assert_int_equal(record_file_write(path, text, len), 0);
		assert_int_equal(truncate(path, (off_t)len - cut), 0);
		if (archive_lines(p, lines) != 1)
			fail_msg("%s: cut %d of %zu", text, (int)cut, len);
		table_open(&p->t, p->folder);
		assert_string_equal(store_status(p->t.store)->what, "");
		await_line(p, 2);
		table_close(&p->t);
		expect_lines(p, 1, 2);
	}
	free(text);
	/* Invalid text, with and without a newline. */
	append_text(p, "{\"number\":3}\n{\"haloboard\": ");
	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 2, &seed);
	table_settle(&p->t);
	place_reopen(p);
	expect_lines(p, 1, 3);
}

/* The archive is removed, in part or whole: it is written again. */
static void
test_taken_away(void **state)
{
	struct place *p = *state;
	char path[160], why[STORE_WHY_MAX];
	uint64_t seed = 5;

	table_open(&p->t, p->folder);
	for (unsigned i = 0; i < 4; i++)
		finish_game(p, "chess", &seed);
	table_close(&p->t);
	in_archive(p, FIRST, path);
	assert_int_equal(unlink(path), 0);
	table_open(&p->t, p->folder);
	await_line(p, 3);
	table_close(&p->t);
	in_folder(p, "archive", path);
	help_folder_remove(path);
	table_open(&p->t, p->folder);
	await_line(p, 3);
	assert_string_equal(store_status(p->t.store)->what, "");
	assert_int_equal(store_resume(p->t.store, &p->t.r, why), 1);
	expect_lines(p, 1, 3);
}

/* The archive cannot be written: reported, and written later. */
static void
test_no_place(void **state)
{
	struct place *p = *state;
	char path[160];
	uint64_t seed = 6;

	in_folder(p, "archive", path);
	assert_int_equal(record_file_write(path, "", 0), 0);
	table_open(&p->t, p->folder);
	finish_game(p, "chess", &seed);
	finish_game(p, "chess", &seed);
	while (!strstr(store_status(p->t.store)->what, "/archive cannot be written: "))
		table_wait(&p->t);
	assert_true(store_status(p->t.store)->working);
	table_begin(&p->t, "chess");
	table_play(&p->t, 3, &seed);
	table_check(&p->t);
	assert_int_equal(unlink(path), 0);
	await_line(p, 2);
	while (*store_status(p->t.store)->what)
		table_wait(&p->t);
	expect_lines(p, 1, 2);
}

/* ---- imports ---- */

static char *
many_games(unsigned from, unsigned n)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (unsigned i = from; i < from + n; i++)
		fprintf(f,
			"[White \"Player %u\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n"
			"1. e4 e5 2. Nf3 1-0\n\n",
			i);
	assert_int_equal(fclose(f), 0);
	return text;
}

static unsigned
count_lines(const char *path)
{
	FILE *f = fopen(path, "r");
	unsigned n = 0;
	int c;

	while (f && (c = fgetc(f)) != EOF)
		n += c == '\n';
	if (f)
		fclose(f);
	return n;
}

/* Ten files of a thousand lines each, and one sync per message and file. */
static void
test_import(void **state)
{
	struct place *p = *state;
	char name[160], last[160];

	table_open(&p->t, p->folder);
	for (unsigned i = 0; i < IMPORTED; i += A_MESSAGE) {
		char *text = many_games(i, A_MESSAGE);
		struct store_answer *a = table_ask(&p->t, STORE_IMPORT, 0, text);

		assert_int_equal(a->n, A_MESSAGE);
		store_answer_free(a);
		free(text);
	}
	in_archive(p, "009001-010000.jsonl", last);
	for (unsigned i = 0; i < TABLE_WAIT_MS && count_lines(last) < 1000; i++)
		usleep(1000);
	place_reopen(p);
	for (unsigned i = 0; i < IMPORTED; i += 1000) {
		char path[160];

		snprintf(name, sizeof(name), "%06u-%06u.jsonl", i + 1, i + 1000);
		in_archive(p, name, path);
		assert_int_equal(count_lines(path), 1000);
	}
}

/* ---- damage ---- */

/* Copies of the games played before the damage. */
static struct record played[GAMES + 1];

static void
play_all(struct place *p)
{
	uint64_t seed = 10;

	table_open(&p->t, p->folder);
	assert_int_equal(store_setting_set(p->t.store, "hints", "safe"), 0);
	for (unsigned i = 1; i <= GAMES; i++) {
		finish_game(p, i % 3 ? "chess" : "zombie", &seed);
		store_trace(p->t.store, "1.0 -e2\n", 8);
		if (i > 1)
			await_line(p, i - 1);
	}
	table_undo(&p->t, 1);
	table_settle(&p->t);
}

static void
take_all(struct place *p)
{
	for (uint32_t i = 1; i <= GAMES; i++) {
		struct store_ask q = { .kind = STORE_GET, .number = i, .text = strdup("") };
		struct store_answer *a = table_ask_whole(&p->t, &q);

		assert_int_equal(a->err, 0);
		played[i] = *a->record;
		free(a->record);
		a->record = NULL;
		store_answer_free(a);
	}
}

static void
forget_all(void)
{
	for (uint32_t i = 1; i <= GAMES; i++)
		record_finish(&played[i]);
}

/* Reports whether the game of that number is the one that was played. */
static bool
is_there(struct place *p, uint32_t number)
{
	struct store_ask q = { .kind = STORE_GET, .number = number, .text = strdup("") };
	struct store_answer *a = table_ask_whole(&p->t, &q);
	bool is = a->err == 0 && record_same_game(a->record, &played[number]);

	if (is)
		for (uint32_t i = 0; i < a->record->n; i++)
			assert_true(a->record->action[i].t_us == played[number].action[i].t_us);
	store_answer_free(a);
	return is;
}

/* Prints the games as letters: X unchanged, . missing or cut. */
static unsigned
show_games(struct place *p, const char *name, uint32_t to)
{
	char shown[GAMES + 1] = "";
	unsigned n = 0;

	for (uint32_t i = 1; i <= GAMES; i++) {
		bool is = is_there(p, i);

		shown[i - 1] = is ? 'X' : '.';
		n += is && i <= to;
	}
	print_message("%-28s %s  %s\n", name, shown, store_status(p->t.store)->what);
	return n;
}

struct file {
	char *data;
	size_t len;
};

static struct file
file_take(const struct place *p, const char *name)
{
	struct file f;
	char path[160];

	in_folder(p, name, path);
	assert_int_equal(record_file_read(path, 1 << 26, &f.data, &f.len), 0);
	return f;
}

static void
file_put(const struct place *p, const char *name, const struct file *f)
{
	char path[160];
	FILE *out;

	in_folder(p, name, path);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(f->data, 1, f->len, out), f->len);
	assert_int_equal(fclose(out), 0);
}

/* Returns the first page of a table or index, counted from 0. */
static size_t
root_of(struct place *p, const char *table)
{
	char path[160], sql[96];
	sqlite3_stmt *q;
	sqlite3 *db;
	size_t page;

	in_folder(p, "games.db", path);
	snprintf(sql, sizeof(sql), "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	page = (size_t)sqlite3_column_int64(q, 0) - 1;
	sqlite3_finalize(q);
	sqlite3_close(db);
	return page;
}

/* The next game's number is higher than that of every restored game. */
static void
play_on(struct place *p)
{
	uint64_t seed = 77;

	table_begin(&p->t, "chess");
	assert_true(store_trace(p->t.store, "# played\n", 9));
	table_play(&p->t, 6, &seed);
	table_check(&p->t);
	assert_true(store_status(p->t.store)->number >= GAMES);
}

/* A page is lost: every closed game is restored under its number. */
static void
test_pages(void **state)
{
	static const struct {
		const char *name, *table; /* NULL: the first page of the file */
		unsigned pages;
		bool on_board; /* the game on the board is restored too */
	} rows[] = {
		{ "the first page", NULL, 1, false },
		{ "the first 64 KiB", NULL, 16, false },
		{ "the first page of game", "game", 1, false },
		{ "the first page of action", "action", 1, false },
		{ "the first page of trace", "trace", 1, true },
		{ "the first page of setting", "setting", 1, true },
		{ "the first page of an index", "game_alike", 1, true },
	};
	struct place *whole = *state;
	struct file db;

	play_all(whole);
	take_all(whole);
	table_close(&whole->t);
	db = file_take(whole, "games.db");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t at = rows[i].table ? root_of(whole, rows[i].table) * PAGE : 0;
		struct file bad = { malloc(db.len), db.len };
		size_t len = rows[i].pages * (size_t)PAGE;

		assert_non_null(bad.data);
		memcpy(bad.data, db.data, db.len);
		memset(bad.data + at, 0, len < db.len - at ? len : db.len - at);
		file_put(whole, "games.db", &bad);
		free(bad.data);
		table_open(&whole->t, whole->folder);
		if (!strstr(store_status(whole->t.store)->what, "games.db.damaged-"))
			fail_msg("%s: %s", rows[i].name, store_status(whole->t.store)->what);
		if (show_games(whole, rows[i].name, GAMES - 1) < GAMES - 1)
			fail_msg("%s: a closed game is missing", rows[i].name);
		assert_true(is_there(whole, GAMES) || !rows[i].on_board);
		play_on(whole);
		table_close(&whole->t);
		file_put(whole, "games.db", &db);
	}
	free(db.data);
	forget_all();
}

/* Randomly torn pages: half of a page has older content or zeroes. */
static void
test_torn_pages(void **state)
{
	struct place *p = *state;
	struct file db;
	uint64_t seed = 21;
	char name[32];

	play_all(p);
	take_all(p);
	table_close(&p->t);
	db = file_take(p, "games.db");
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct file bad = { malloc(db.len), db.len };

		assert_non_null(bad.data);
		memcpy(bad.data, db.data, db.len);
		for (unsigned n = 1 + (unsigned)(help_random(&seed) % 6); n > 0; n--) {
			size_t at = (size_t)(help_random(&seed) % (db.len / PAGE)) * PAGE;
			size_t from = 512 * (help_random(&seed) % 8);

			memset(bad.data + at + from, (int)(help_random(&seed) % 2 * 0xa5),
			       PAGE - from);
		}
		file_put(p, "games.db", &bad);
		free(bad.data);
		table_open(&p->t, p->folder);
		snprintf(name, sizeof(name), "torn pages, round %u", i);
		if (show_games(p, name, GAMES - 1) < GAMES - 1)
			fail_msg("%s: a closed game is missing", name);
		table_close(&p->t);
	}
	free(db.data);
	forget_all();
}

/*
 * A part of the log is lost: SQLite uses the state before it. Games closed later come from the
 * archive, and none of them is resumed.
 */
static void
test_log_hole(void **state)
{
	struct place *p = *state;
	struct file db, log, head;
	char why[STORE_WHY_MAX], name[48];

	table_open(&p->t, p->folder);
	table_close(&p->t);
	play_all(p);
	take_all(p);
	db = file_take(p, "games.db");
	log = file_take(p, "games.db-wal");
	head = file_take(p, "lock");
	table_close(&p->t);
	for (unsigned i = 0; i < HOLES; i++) {
		struct file bad = { malloc(log.len), log.len };
		size_t at = log.len / HOLES * i;

		assert_non_null(bad.data);
		memcpy(bad.data, log.data, log.len);
		memset(bad.data + at, 0, log.len - at < 5000 ? log.len - at : 5000);
		file_put(p, "games.db", &db);
		file_put(p, "games.db-wal", &bad);
		file_put(p, "lock", &head);
		free(bad.data);
		table_open(&p->t, p->folder);
		snprintf(name, sizeof(name), "a hole at %u/%d of the log", i, HOLES);
		if (show_games(p, name, GAMES - 1) < GAMES - 1)
			fail_msg("%s: a closed game is missing", name);
		if (store_resume(p->t.store, &p->t.r, why) == 1 && p->t.r.number < GAMES &&
		    record_stage_of(&p->t.r) != RECORD_STAGE_CLOSED)
			fail_msg("%s: game %u goes on", name, p->t.r.number);
		if (!is_there(p, GAMES))
			assert_string_not_equal(store_status(p->t.store)->what, "");
		table_close(&p->t);
	}
	free(db.data);
	free(log.data);
	free(head.data);
	forget_all();
}

/* The settings are lost, perhaps with PINs: a game with secrets is not resumed. */
static void
test_pins_lost(void **state)
{
	static const char *const games[] = { "chess", "zombie" };
	struct place *p;
	char why[STORE_WHY_MAX];

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct file db;
		uint64_t seed = 31;

		place_setup((void **)&p);
		table_open(&p->t, p->folder);
		assert_int_equal(store_setting_set(p->t.store, "pin.0", "salt digest 0"), 0);
		table_begin(&p->t, games[i]);
		table_play(&p->t, 8, &seed);
		table_close(&p->t);
		db = file_take(p, "games.db");
		memset(db.data + root_of(p, "setting") * PAGE, 0, PAGE);
		file_put(p, "games.db", &db);
		free(db.data);
		table_open(&p->t, p->folder);
		print_message("%s: %s\n", games[i], store_status(p->t.store)->what);
		assert_int_equal(store_resume(p->t.store, &p->t.r, why), i == 0);
		assert_int_equal(strstr(store_status(p->t.store)->what, "PINs are lost") != NULL,
				 i == 1);
		place_teardown((void **)&p);
	}
}

/* A disk that is full while the archive is read: it is read again, and no number is given twice. */
static void
test_read_on_a_full_disk(void **state)
{
	enum { MANY = 30, LONG = 120, ROOM_MAX = 100 };
	struct place *p = *state;
	unsigned full = 0;
	uint64_t seed = 51;
	char path[160];

	table_open(&p->t, p->folder);
	for (unsigned i = 0; i < MANY; i++) {
		table_begin(&p->t, "chess");
		table_play(&p->t, LONG, &seed);
		table_settle(&p->t);
	}
	await_line(p, MANY - 1);
	table_close(&p->t);
	in_folder(p, "games.db", path);
	for (unsigned pages = 20; pages < ROOM_MAX; pages += 4) {
		assert_int_equal(unlink(path), 0);
		help_disk_limit(pages * 4096);
		table_open(&p->t, p->folder);
		full += !store_status(p->t.store)->working;
		help_disk_limit(RLIM_INFINITY);
		table_await(&p->t, true);
		table_begin(&p->t, "chess");
		table_play(&p->t, 2, &seed);
		table_settle(&p->t);
		if (store_status(p->t.store)->number < MANY)
			fail_msg("%u pages: a new game is number %u", pages,
				 store_status(p->t.store)->number);
		for (uint32_t i = 1; i < MANY; i++) {
			struct store_answer *a = table_ask(&p->t, STORE_PGN, i, NULL);

			if (a->err)
				fail_msg("%u pages: game %u: %s", pages, i, a->why);
			store_answer_free(a);
		}
		table_close(&p->t);
	}
	print_message("%u disks were too full\n", full);
	assert_in_range(full, 1, (ROOM_MAX - 20) / 4 - 1);
}

/* The database is missing or an older one: games of the archive are added, and reported once. */
static void
test_older_database(void **state)
{
	struct place *p = *state;
	uint64_t seed = 41;
	struct file old;
	char path[160];

	table_open(&p->t, p->folder);
	finish_game(p, "chess", &seed);
	finish_game(p, "chess", &seed);
	table_close(&p->t);
	old = file_take(p, "games.db");
	play_all(p);
	table_close(&p->t);
	for (unsigned gone = 0; gone < 2; gone++) {
		in_folder(p, "games.db", path);
		if (gone)
			assert_int_equal(unlink(path), 0);
		else
			file_put(p, "games.db", &old);
		table_open(&p->t, p->folder);
		assert_non_null(
			strstr(store_status(p->t.store)->what, "games were read from the archive"));
		for (uint32_t i = 1; i < GAMES + 2; i++) {
			struct store_answer *a = table_ask(&p->t, STORE_PGN, i, NULL);

			if (a->err)
				fail_msg("game %u: %s", i, a->why);
			store_answer_free(a);
		}
		place_reopen(p);
		assert_string_equal(store_status(p->t.store)->what, "");
		expect_lines(p, 1, GAMES + 1);
		table_close(&p->t);
	}
	free(old.data);
}

/* If a game has several lines, the last whole one counts. */
static void
test_equal_numbers(void **state)
{
	struct place *p = *state;
	struct record r = { 0 };
	char path[160], *line;
	uint64_t seed = 51;
	struct store_answer *a;

	table_open(&p->t, p->folder);
	finish_game(p, "chess", &seed);
	finish_game(p, "chess", &seed);
	table_close(&p->t);
	help_play(&r, "chess", "", NULL, 9, 5);
	r.number = 1;
	r.result = record_result_resigned(1);
	line = native_print_line(&r);
	append_text(p, line);
	line[strlen(line) / 2] = '\0';
	append_text(p, line);
	free(line);
	in_folder(p, "games.db", path);
	assert_int_equal(unlink(path), 0);
	table_open(&p->t, p->folder);
	a = table_ask(&p->t, STORE_NATIVE, 1, NULL);
	assert_int_equal(a->err, 0);
	assert_non_null(strstr(a->text, "resignation"));
	store_answer_free(a);
	record_finish(&r);
}

/* ---- restoring ---- */

/* Games of another journal are not mixed with the restored ones. */
static void
test_restored(void **state)
{
	struct place *p = *state;
	char backup[160], path[160], why[STORE_WHY_MAX];
	unsigned lines[NUMBER_MAX];
	struct store_backup out;
	uint64_t seed = 61;

	table_open(&p->t, p->folder);
	finish_game(p, "chess", &seed);
	finish_game(p, "chess", &seed);
	table_close(&p->t);
	in_folder(p, "backup.db", backup);
	assert_int_equal(store_backup(p->folder, backup, &out, why), 0);
	table_open(&p->t, p->folder);
	for (unsigned i = 0; i < 5; i++)
		finish_game(p, "chess960", &seed);
	table_close(&p->t);
	expect_lines(p, 1, 6);
	/* Only the archive is left. */
	in_folder(p, "games.db", path);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(store_restore(p->folder, backup, false, &out, why), -EEXIST);
	assert_non_null(strstr(why, "archive holds games already"));
	assert_int_equal(store_restore(p->folder, backup, true, &out, why), 0);
	in_folder(p, "archive.replaced-1/" FIRST, path);
	assert_int_equal(count_lines(path), 6);
	assert_int_equal(archive_lines(p, lines), 0);
	table_open(&p->t, p->folder);
	assert_string_equal(store_status(p->t.store)->what, "");
	await_line(p, 1);
	table_begin(&p->t, "chess");
	await_line(p, 2);
	expect_lines(p, 1, 2);
}

#define ARCHIVE_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup, place_disk_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		ARCHIVE_TEST(test_appended),       ARCHIVE_TEST(test_closed_meanwhile),
		ARCHIVE_TEST(test_reopened),       ARCHIVE_TEST(test_hidden),
		ARCHIVE_TEST(test_torn),           ARCHIVE_TEST(test_taken_away),
		ARCHIVE_TEST(test_no_place),       ARCHIVE_TEST(test_import),
		ARCHIVE_TEST(test_pages),          ARCHIVE_TEST(test_torn_pages),
		ARCHIVE_TEST(test_log_hole),       cmocka_unit_test(test_pins_lost),
		ARCHIVE_TEST(test_older_database), ARCHIVE_TEST(test_read_on_a_full_disk),
		ARCHIVE_TEST(test_equal_numbers),  ARCHIVE_TEST(test_restored),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
