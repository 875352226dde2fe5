/*
 * A year of play in the store: measures the delays of its users, one line each,
 * without limits. It uses the disk of /tmp.
 *
 *   bench-store-bin HALOD HALO-BOARD
 */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/store/store_impl.h"
#include "help.h"
#include "table.h"
#include "tests/system/rig.h"

enum {
	GAMES = 50000, /* a year in a club: 137 a day */
	PLIES = 80,
	DIFFERENT = 200,   /* games that are really played, and repeated */
	TRACE_LINES = 190, /* one line per edge: 80 moves, some of them captures */
	AT_ONCE = 1000,    /* games of one transaction */
	TRACES_KEPT = 2000,
	STARTS = 5,
	MOVES = 500,
};

static double
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void
play(struct record r[DIFFERENT])
{
	for (unsigned i = 0; i < DIFFERENT; i++) {
		help_play(&r[i], i % 2 ? "chess960" : "chess", "", NULL, PLIES, i);
		strcpy(r[i].date, "2026.01.31");
		strcpy(r[i].name[0], "Anna");
		strcpy(r[i].name[1], "Ben");
		if (r[i].result.end == RECORD_UNFINISHED)
			r[i].result = record_result_drawn("agreed");
	}
}

/* Writes a trace like real moves: up and down, each with its time. */
static size_t
trace_of(char *text)
{
	size_t n = 0;

	for (unsigned i = 0; i < TRACE_LINES; i++)
		n += (size_t)sprintf(text + n, "%u.%06u %c%c%u\n", i * 7, i * 5231 % 1000000,
				     i % 2 ? '+' : '-', 'a' + i * 5 % 8, 1 + i * 3 % 8);
	return n;
}

/* Uses the store's own statements, many games at once: the year takes a minute. */
static void
fill(const char *folder, unsigned games)
{
	static struct record r[DIFFERENT];
	static char trace[TRACE_LINES * 32];
	size_t len = trace_of(trace);
	double begin = now_ms();
	char path[128];
	struct db db;

	play(r);
	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(db_open(&db, path, DB_WRITE), 0);
	for (unsigned i = 0; i < games; i++) {
		uint32_t number = 0;

		if (i % AT_ONCE == 0)
			assert_int_equal(db_run(&db, DB_BEGIN, ""), 0);
		assert_int_equal(db_record_add(&db, &r[i % DIFFERENT], &number), 0);
		assert_int_equal(
			db_run(&db, DB_TRACE_ADD, "iib", (int64_t)number, (int64_t)0, trace, len),
			0);
		if (i % AT_ONCE == AT_ONCE - 1 || i == games - 1)
			assert_int_equal(db_run(&db, DB_COMMIT, ""), 0);
	}
	db_close(&db);
	for (unsigned i = 0; i < DIFFERENT; i++)
		record_finish(&r[i]);
	printf("%u games of up to %d actions with their traces: written in %.0f s\n", games, PLIES,
	       (now_ms() - begin) / 1e3);
}

static void
time_question(struct table *t, const char *what, enum store_question kind, uint32_t number,
	      const char *text)
{
	double begin = now_ms();
	struct store_answer *a = table_ask(t, kind, number, text);

	printf("%s: %.2f ms%s%s\n", what, now_ms() - begin, a->err ? ": " : "", a->why);
	store_answer_free(a);
}

static int
ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Measures from the mark to the report that the action is on disk. */
static void
commits(struct table *t)
{
	double took[MOVES], pump = 0;
	uint64_t seed = 1;

	for (unsigned i = 0; i < MOVES; i++) {
		double begin = now_ms(), pumped;

		if (i % 100 == 0)
			table_begin(t, "chess");
		table_play(t, 1, &seed);
		pumped = now_ms() - begin;
		pump = pumped > pump ? pumped : pump;
		table_settle(t);
		took[i] = now_ms() - begin;
	}
	qsort(took, MOVES, sizeof(took[0]), ascending);
	printf("one action durable: median %.2f ms, 99th percentile %.2f ms; the loop's part at "
	       "most "
	       "%.3f ms\n",
	       took[MOVES / 2], took[MOVES * 99 / 100], pump);
}

/* Measures from the daemon's start to the greeting on its socket, and to the game on the board. */
static void
starts(struct rig_programs programs, const char *folder)
{
	double greeted[STARTS], begun[STARTS];

	for (unsigned i = 0; i < STARTS; i++) {
		struct rig rig;
		struct rig_client c;
		double begin;

		rig_init(&rig, programs, "reed-8x8", false);
		rig_board_start(&rig);
		rig_board(&rig, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
		begin = now_ms();
		rig_halod_spawn(&rig, (const char *[]){ "--store", folder, NULL });
		rig_connect(&rig, &c);
		greeted[i] = now_ms() - begin;
		while (strcmp(rig_text(c.state, "phase"), "none") == 0)
			assert_true(rig_pump(&c, RIG_PATIENCE_MS));
		begun[i] = now_ms() - begin;
		rig_disconnect(&c);
		rig_finish(&rig);
	}
	qsort(greeted, STARTS, sizeof(greeted[0]), ascending);
	qsort(begun, STARTS, sizeof(begun[0]), ascending);
	printf("halod: from its start to the greeting %.0f ms, to the game on the board %.0f ms "
	       "(medians of %d; longest %.0f and %.0f ms)\n",
	       greeted[STARTS / 2], begun[STARTS / 2], STARTS, greeted[STARTS - 1],
	       begun[STARTS - 1]);
}

static void
year(const char *folder)
{
	struct table t = { 0 };
	struct stat st;
	char path[128];
	double begin;

	fill(folder, GAMES);
	snprintf(path, sizeof(path), "%s/games.db", folder);
	printf("the database: %.1f MB\n", stat(path, &st) == 0 ? (double)st.st_size / 1e6 : 0);
	begin = now_ms();
	table_open(&t, folder);
	printf("opened in %.1f ms\n", now_ms() - begin);
	time_question(&t, "list, the last 20 games", STORE_LIST, 0, NULL);
	time_question(&t, "list, the last 20 games again", STORE_LIST, 0, NULL);
	time_question(&t, "one game as PGN", STORE_PGN, GAMES / 2, NULL);
	time_question(&t, "the games of an evening", STORE_EVENING, GAMES - 30, NULL);
	commits(&t);
	store_keep_traces(t.store, TRACES_KEPT);
	printf("while the traces of %d games are removed: ", GAMES - TRACES_KEPT);
	commits(&t);
	time_question(&t, "list, the last 20 games", STORE_LIST, 0, NULL);
	table_close(&t);
}

/* Returns this process's peak memory since the last call, in MB. */
static double
peak_mb(void)
{
	FILE *f = fopen("/proc/self/status", "re");
	double kb = 0;
	char line[128];

	while (f && fgets(line, sizeof(line), f))
		(void)sscanf(line, "VmHWM: %lf", &kb);
	if (f)
		fclose(f);
	/* Resets the peak. */
	f = fopen("/proc/self/clear_refs", "we");
	if (f) {
		fputs("5", f);
		fclose(f);
	}
	return kb / 1e3;
}

/* Opens the store, and waits until the archive has all games; *ms: until the store is open. */
static void
open_archived(const char *folder, double *ms, double *archived_ms)
{
	struct table t = { 0 };
	double begin = now_ms();
	char last[128];
	struct stat st;

	table_open(&t, folder);
	*ms = now_ms() - begin;
	printf("%s\n", store_status(t.store)->what);
	snprintf(last, sizeof(last), "%s/archive/%06d-%06d.jsonl", folder, GAMES - 999, GAMES);
	while (archived_ms && stat(last, &st) < 0)
		usleep(10000);
	/* The end of the last file is written when the store closes. */
	table_close(&t);
	if (archived_ms)
		*archived_ms = now_ms() - begin;
}

/* Destroys pages of 4 KiB from that number on, and opens the journal. */
static void
salvage(const char *folder, const char *what, off_t page, unsigned pages)
{
	static const char zeroes[4096];
	char path[128];
	double ms;
	FILE *f;

	snprintf(path, sizeof(path), "%s/games.db", folder);
	f = fopen(path, "r+e");
	assert_non_null(f);
	assert_int_equal(fseeko(f, (page - 1) * (off_t)sizeof(zeroes), SEEK_SET), 0);
	for (unsigned i = 0; i < pages; i++)
		assert_int_equal(fwrite(zeroes, sizeof(zeroes), 1, f), 1);
	assert_int_equal(fclose(f), 0);
	(void)peak_mb();
	printf("%s lost: ", what);
	open_archived(folder, &ms, NULL);
	printf("%s lost: open again in %.1f s; %.0f MB of memory\n", what, ms / 1e3, peak_mb());
	snprintf(path, sizeof(path), "%s/games.db.damaged-1", folder);
	(void)unlink(path);
}

static void
salvages(const char *folder)
{
	char path[128];
	struct db db;
	double begin, ms, archived_ms;
	int err;

	fill(folder, GAMES);
	snprintf(path, sizeof(path), "%s/games.db", folder);
	assert_int_equal(db_open(&db, path, DB_READ), 0);
	begin = now_ms();
	err = db_check(&db);
	printf("every page looked at in %.1f s: %s\n", (now_ms() - begin) / 1e3,
	       err < 0 ? db.why : "sound");
	db_close(&db);
	open_archived(folder, &ms, &archived_ms);
	printf("open in %.0f ms, all games in the archive after %.1f s\n", ms, archived_ms / 1e3);
	open_archived(folder, &ms, NULL);
	printf("open with an archive in %.0f ms\n", ms);
	salvage(folder, "nothing", 1, 0);
	salvage(folder, "the first page", 1, 1);
	salvage(folder, "the first page of game", 2, 1);
	salvage(folder, "the first 64 KiB", 1, 16);
}

int
main(int argc, char **argv)
{
	char folder[64], lost[64];

	if (argc < 3)
		rig_die("usage: %s HALOD HALO-BOARD [FOLDER]", argv[0]);
	/* Child processes would print the buffered text again. */
	setvbuf(stdout, NULL, _IOLBF, 0);
	help_folder(folder);
	help_folder(lost);
	salvages(lost);
	help_folder_remove(lost);
	year(folder);
	starts((struct rig_programs){ .halod = argv[1], .halo_board = argv[2] }, folder);
	help_folder_remove(folder);
	return 0;
}
