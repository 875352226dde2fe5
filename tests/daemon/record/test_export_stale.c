/*
 * What an earlier export left on a stick and is true no more: running.* when no
 * game runs, and a result that was taken back, in each way that they can lie there.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon/export/export.h"
#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "help.h"

/*
 * For the C library's: which file went out of its folder last, and the disk has not heard
 * of it; and so whether one goes while the disk has not heard of the one before.
 */
static char gone[EXPORT_NAME_MAX];
static bool gone_unsynced;
static unsigned goes = UINT_MAX; /* so many files go before the stick is pulled */

int unlinkat(int folder, const char *name, int flags);
int fsync(int fd);

int
unlinkat(int folder, const char *name, int flags)
{
	int err;

	if (strncmp(name, EXPORT_TEMPORARY, strlen(EXPORT_TEMPORARY)) != 0 && goes-- == 0) {
		errno = EIO;
		return -1;
	}
	err = (int)syscall(SYS_unlinkat, folder, name, flags);
	if (err == 0 && strncmp(name, "running", strlen("running")) == 0) {
		gone_unsynced |= *gone != '\0';
		(void)snprintf(gone, sizeof(gone), "%s", name);
	}
	return err;
}

int
fsync(int fd)
{
	struct stat st;
	int err = (int)syscall(SYS_fsync, fd);

	if (err == 0 && fstat(fd, &st) == 0 && S_ISDIR(st.st_mode))
		*gone = '\0';
	return err;
}

/* A journal with one game, number 7, and a stick. */
struct place {
	char folder[64];
	struct record r;
	const char *trace; /* "" where the journal has none */
	bool runs, told;
	struct export_source source;
	struct export_job job;
};

static int
next(void *user, struct export_game *g, char why[EXPORT_WHY_MAX])
{
	struct place *p = user;

	(void)why;
	if (p->told)
		return 0;
	p->told = true;
	*g = (struct export_game){
		.game = p->r.game, .number = p->r.number, .running = p->runs, .over = !p->runs
	};
	memcpy(g->date, p->r.date, sizeof(g->date));
	return 1;
}

static int
text(void *user, const struct export_game *g, enum export_form form, char **out,
     char why[EXPORT_WHY_MAX])
{
	struct place *p = user;

	strcpy(why, "there is no such game");
	if (g->number != p->r.number)
		return -EBADMSG;
	/* Of a game that runs the daemon hands out none. */
	if (form == EXPORT_TRACE && p->runs)
		return -EBADMSG;
	*out = form == EXPORT_PGN      ? pgn_tell(&p->r)
	       : form == EXPORT_NATIVE ? native_tell(&p->r)
				       : strdup(p->trace);
	return 0;
}

/* Of a game with what is hidden in it: a burial, the masks. */
static void
play(struct place *p, uint64_t seed)
{
	record_finish(&p->r);
	help_play(&p->r, "masquerade", "", NULL, 30, seed);
	assert_int_equal(p->r.result.end, RECORD_UNFINISHED);
	p->r.number = 7;
	strcpy(p->r.date, "2026.11.20");
	p->runs = true;
}

static int
setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	help_folder(p->folder);
	play(p, 5);
	p->source = (struct export_source){ .next = next, .text = text, .user = p };
	p->job = (struct export_job){ .source = &p->source };
	p->job.folder = open(p->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	*state = p;
	return 0;
}

static int
teardown(void **state)
{
	struct place *p = *state;

	close(p->job.folder);
	help_folder_remove(p->folder);
	record_finish(&p->r);
	free(p);
	return 0;
}

static void export(struct place *p)
{
	p->told = false;
	assert_int_equal(export_run(&p->job), 0);
}

static void
end(struct place *p)
{
	p->runs = false;
	p->r.result = record_result_resigned(1);
}

static bool
is_there(const struct place *p, const char *name)
{
	struct stat st;

	return fstatat(p->job.folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
}

static void
test_ended(void **state)
{
	struct place *p = *state;

	export(p);
	assert_true(is_there(p, "running.pgn") && is_there(p, "running.json"));
	end(p);
	export(p);
	assert_true(is_there(p, "2026-11-20-007-masquerade.pgn"));
	assert_false(is_there(p, "running.pgn"));
	assert_false(is_there(p, "running.json"));
}

/* Whoever pulls the stick behind the export has them gone too; unless nobody waits for the disk. */
static void
test_removed(void **state)
{
	struct place *p = *state;

	for (unsigned no_sync = 0; no_sync < 2; no_sync++) {
		play(p, 5);
		export(p);
		end(p);
		p->job.no_sync = no_sync;
		*gone = '\0';
		gone_unsynced = false;
		export(p);
		assert_false(is_there(p, "running.pgn") || is_there(p, "running.json"));
		assert_int_equal(gone_unsynced, no_sync);
		assert_string_equal(gone, no_sync ? "running.json" : "");
	}
}

/* Taken back and played otherwise: still that game. */
static void
test_taken_back(void **state)
{
	struct place *p = *state;

	export(p);
	record_cut(&p->r, 6);
	strcpy(p->r.name[0], "Anna");
	end(p);
	export(p);
	assert_false(is_there(p, "running.pgn") || is_there(p, "running.json"));
}

/* Another board's game 7 of that day, which began with the same move at another moment. */
static void
test_another_board(void **state)
{
	struct place *p = *state;

	for (uint32_t i = 0; i < p->r.n; i++)
		p->r.action[i].t_us++;
	export(p);
	play(p, 5);
	end(p);
	export(p);
	assert_true(is_there(p, "running.pgn") && is_there(p, "running.json"));
}

/* A game of a number that this journal never gave. */
static void
test_no_game_of_ours(void **state)
{
	struct place *p = *state;

	export(p);
	end(p);
	p->r.number = 8;
	export(p);
	assert_true(is_there(p, "running.pgn") && is_there(p, "running.json"));
}

/* What somebody else gave that name: alone, or since the export. */
static void
test_somebodys(void **state)
{
	struct place *p = *state;
	static const char mine[] = "[Event \"my own\"]\n[Result \"*\"]\n\n1. d4 *\n\n";
	char path[96];

	(void)snprintf(path, sizeof(path), "%s/running.pgn", p->folder);
	for (unsigned beside = 0; beside < 2; beside++) {
		play(p, 5);
		if (beside)
			export(p);
		assert_int_equal(record_file_write(path, mine, strlen(mine)), 0);
		end(p);
		export(p);
		assert_true(is_there(p, "running.pgn"));
		assert_false(is_there(p, "running.json"));
	}
}

/* Something that is no file has the name: ours is beside it, always the same, and goes. */
static void
test_beside(void **state)
{
	struct place *p = *state;

	assert_int_equal(mkdirat(p->job.folder, "running.pgn", 0777), 0);
	assert_int_equal(mkfifoat(p->job.folder, "running.json", 0666), 0);
	for (unsigned n = 0; n < 2; n++) {
		export(p);
		record_cut(&p->r, p->r.n - 1);
		assert_true(is_there(p, "running-2.pgn") && is_there(p, "running-2.json"));
		assert_false(is_there(p, "running-3.pgn") || is_there(p, "running-3.json"));
	}
	end(p);
	export(p);
	assert_true(is_there(p, "running.pgn") && is_there(p, "running.json"));
	assert_false(is_there(p, "running-2.pgn") || is_there(p, "running-2.json"));
}

/* ---- a result that was taken back ---- */

#define PGN  "2026-11-20-007-masquerade.pgn"
#define JSON "2026-11-20-007-masquerade.json"

/* Is it what the journal has now? */
static bool
is_true(const struct place *p, const char *name)
{
	char path[128], *now = strstr(name, ".pgn") ? pgn_tell(&p->r) : native_tell(&p->r), *got;
	size_t len;
	bool same;

	(void)snprintf(path, sizeof(path), "%s/%s", p->folder, name);
	assert_int_equal(record_file_read(path, 1 << 20, &got, &len), 0);
	same = strcmp(got, now) == 0;
	free(got);
	free(now);
	return same;
}

static void
write_text(const struct place *p, const char *name, char *text)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", p->folder, name);
	assert_int_equal(record_file_write(path, text, strlen(text)), 0);
	free(text);
}

/* Resigned, exported, taken back: a draw. */
static void
draw_after_all(struct place *p)
{
	end(p);
	export(p);
	assert_true(is_true(p, PGN));
	p->r.result = record_result_drawn("agreed");
}

/* Another board's game has been here, which has the name; ours is played behind it. */
static void
export_of_another(struct place *p)
{
	for (uint32_t i = 0; i < p->r.n; i++)
		p->r.action[i].t_us++;
	end(p);
	export(p);
	play(p, 5);
}

static void
expect_beside(const struct place *p, bool beside)
{
	assert_int_equal(is_there(p, "2026-11-20-007-masquerade-2.pgn"), beside);
	assert_int_equal(is_there(p, "2026-11-20-007-masquerade-2.json"), beside);
	assert_int_equal(is_true(p, PGN), !beside);
	assert_int_equal(is_true(p, JSON), !beside);
}

/* The one game makes the file of all games too, which has no other name then. */
static void
expect_all(const struct place *p)
{
	assert_true(is_true(p, "all-games.pgn"));
	assert_false(is_there(p, "all-games-2.pgn"));
}

static void
test_result(void **state)
{
	struct place *p = *state;

	draw_after_all(p);
	export(p);
	expect_beside(p, false);
	expect_all(p);
	/* Played on, and under another name. */
	record_cut(&p->r, p->r.n - 2);
	strcpy(p->r.name[1], "Ben");
	p->r.result = record_result_resigned(0);
	export(p);
	expect_beside(p, false);
	expect_all(p);
	assert_int_equal(p->job.fresh, 1);
}

/* Cut off when the PGN was new and the record was not. */
static void
test_result_cut(void **state)
{
	struct place *p = *state;

	draw_after_all(p);
	write_text(p, PGN, pgn_tell(&p->r));
	export(p);
	expect_beside(p, false);
	expect_all(p);
}

/* Where another board's has the name, ours is the second, and that one is renewed. */
static void
test_result_beside(void **state)
{
	struct place *p = *state;

	export_of_another(p);
	end(p);
	p->r.result = record_result_resigned(0);
	export(p);
	expect_beside(p, true);
	p->r.result = record_result_drawn("agreed");
	export(p);
	expect_beside(p, true);
	assert_true(is_true(p, "2026-11-20-007-masquerade-2.pgn"));
	assert_true(is_true(p, "2026-11-20-007-masquerade-2.json"));
	assert_false(is_there(p, "2026-11-20-007-masquerade-3.pgn"));
	assert_true(is_true(p, "all-games-2.pgn"));
	assert_false(is_there(p, "all-games-3.pgn"));
}

/* What somebody has written into one of them stays: by words, or by a line's end in the record. */
static void
test_result_changed(void **state)
{
	struct place *p = *state;
	char *text;

	draw_after_all(p);
	assert_true(asprintf(&text, "{a fine game} *\n") > 0);
	write_text(p, PGN, text);
	export(p);
	expect_beside(p, true);
}

static void
test_record_changed(void **state)
{
	struct place *p = *state;
	char *told, *text;

	end(p);
	told = native_tell(&p->r);
	assert_true(asprintf(&text, "%s\n", told) > 0);
	free(told);
	draw_after_all(p);
	write_text(p, JSON, text);
	export(p);
	expect_beside(p, true);
}

/* A game that nobody measured is known by nothing. */
static void
test_result_no_times(void **state)
{
	struct place *p = *state;

	for (uint32_t i = 0; i < p->r.n; i++)
		p->r.action[i].t_us = RECORD_NO_TIME;
	draw_after_all(p);
	export(p);
	expect_beside(p, true);
}

/* Resigned, exported, taken back: the game goes on. */
static void
go_on(struct place *p)
{
	end(p);
	export(p);
	assert_true(is_true(p, PGN) && is_true(p, JSON) && is_true(p, "all-games.pgn"));
	p->runs = true;
	p->r.result = (struct record_result){ 0 };
}

static void
test_goes_on(void **state)
{
	struct place *p = *state;

	go_on(p);
	export(p);
	assert_true(is_true(p, "running.pgn") && is_true(p, "running.json"));
	assert_false(is_there(p, PGN) || is_there(p, JSON) || is_there(p, "all-games.pgn"));
	end(p);
	export(p);
	expect_beside(p, false);
	expect_all(p);
}

/* In a folder beneath, for a stick that holds many games. */
static void
test_goes_on_beneath(void **state)
{
	struct place *p = *state;

	p->job.folder_games = 5;
	end(p);
	export(p);
	assert_true(is_true(p, "from-00005/" PGN) && is_true(p, "from-00005/" JSON));
	p->runs = true;
	p->r.result = (struct record_result){ 0 };
	export(p);
	assert_false(is_there(p, "from-00005/" PGN) || is_there(p, "from-00005/" JSON));
	assert_true(is_true(p, "running.pgn"));
}

/* Cut off when the PGN had gone and the record had not. */
static void
test_goes_on_cut(void **state)
{
	struct place *p = *state;

	go_on(p);
	assert_int_equal(unlinkat(p->job.folder, PGN, 0), 0);
	export(p);
	assert_false(is_there(p, PGN) || is_there(p, JSON) || is_there(p, "all-games.pgn"));
}

/* Cut off before any of the files that go: the next export takes away the rest. */
static void
test_goes_on_pulled(void **state)
{
	struct place *p = *state;
	unsigned n = 0;
	int err;

	do {
		go_on(p);
		p->told = false;
		goes = n++;
		err = export_run(&p->job);
		goes = UINT_MAX;
		assert_true(err == 0 || err == -EIO);
		export(p);
		assert_false(is_there(p, PGN) || is_there(p, JSON) || is_there(p, "all-games.pgn"));
	} while (err < 0);
	assert_true(n > 3);
}

/* Where another board's has the name, the second one goes. */
static void
test_goes_on_beside(void **state)
{
	struct place *p = *state;

	export_of_another(p);
	end(p);
	p->r.result = record_result_resigned(0);
	export(p);
	expect_beside(p, true);
	p->runs = true;
	p->r.result = (struct record_result){ 0 };
	export(p);
	assert_false(is_there(p, "2026-11-20-007-masquerade-2.pgn"));
	assert_false(is_there(p, "2026-11-20-007-masquerade-2.json"));
	assert_true(is_there(p, PGN) && is_there(p, JSON));
}

/* What somebody has written into the PGN stays, and the record with it. */
static void
test_goes_on_changed(void **state)
{
	struct place *p = *state;
	char *text;

	go_on(p);
	assert_true(asprintf(&text, "{a fine game} *\n") > 0);
	write_text(p, PGN, text);
	export(p);
	assert_true(is_there(p, PGN) && is_there(p, JSON));
}

#define BOARD   "2026-11-20-007-masquerade.board"
#define BOARD_2 "2026-11-20-007-masquerade-2.board"

/* Something happens so long before each action. */
static char *
trace_of(const struct record *r, const char *game, const char *settle, uint64_t before_us)
{
	size_t size = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	(void)fprintf(out, "# haloboard trace 1\ngame %s\nsensors occupancy\n%s", game, settle);
	for (uint32_t i = 0; i < r->n; i++) {
		uint64_t us = r->action[i].t_us - before_us;

		(void)fprintf(out, "%u.%06u -e2\n", (unsigned)(us / 1000000),
			      (unsigned)(us % 1000000));
	}
	assert_int_equal(fclose(out), 0);
	return text;
}

/* Its trace tells what it hides: it goes too, where it is known for the game's, and nobody's remark is in it. */
static void
test_goes_on_trace(void **state)
{
	static const struct {
		const char *name, *game, *settle;
		uint64_t before_us;
		bool remark, gone;
	} rows[] = {
		{ "chosen", "masquerade", "", 0, false, true },
		{ "settled", "masquerade", "", 1000000, false, true },
		{ "settled sooner", "masquerade", "settle 0.700000\n", 700000, false, true },
		{ "another moment", "masquerade", "", 1, false, false },
		{ "another settling", "masquerade", "settle 0.700000\n", 1000000, false, false },
		{ "another game", "chess", "", 0, false, false },
		{ "a remark", "masquerade", "", 0, true, false },
	};
	struct place *p;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char *text, *remarked;

		(void)setup((void **)&p);
		for (uint32_t k = 0; k < p->r.n; k++)
			p->r.action[k].t_us += 2000000;
		text = trace_of(&p->r, rows[i].game, rows[i].settle, rows[i].before_us);
		p->trace = text;
		p->job.traces = true;
		go_on(p);
		assert_true(is_there(p, BOARD));
		if (rows[i].remark) {
			assert_true(asprintf(&remarked, "%s# a fine game\n", text) > 0);
			write_text(p, BOARD, remarked);
		}
		export(p);
		assert_false(is_there(p, PGN) || is_there(p, JSON));
		if (is_there(p, BOARD) == rows[i].gone)
			fail_msg("%s", rows[i].name);
		(void)teardown((void **)&p);
		free(text);
	}
}

/* Another board wrote no trace: ours has the first name, and our record the second one. */
static void
test_goes_on_trace_first(void **state)
{
	struct place *p = *state;
	char *text;

	export_of_another(p);
	text = trace_of(&p->r, "masquerade", "", 0);
	p->trace = text;
	p->job.traces = true;
	end(p);
	p->r.result = record_result_resigned(0);
	export(p);
	expect_beside(p, true);
	assert_true(is_there(p, BOARD) && !is_there(p, BOARD_2));
	p->runs = true;
	p->r.result = (struct record_result){ 0 };
	export(p);
	assert_true(is_there(p, PGN) && is_there(p, JSON));
	assert_false(is_there(p, "2026-11-20-007-masquerade-2.json"));
	assert_false(is_there(p, BOARD));
	free(text);
}

/* A folder and a link of the name stay. */
static void
test_goes_on_trace_no_file(void **state)
{
	struct place *p = *state;
	char *text = trace_of(&p->r, "masquerade", "", 0);

	p->trace = text;
	p->job.traces = true;
	assert_int_equal(mkdirat(p->job.folder, BOARD, 0777), 0);
	go_on(p);
	assert_true(is_there(p, BOARD_2));
	assert_int_equal(renameat(p->job.folder, BOARD_2, p->job.folder, "trace"), 0);
	assert_int_equal(symlinkat("trace", p->job.folder, BOARD_2), 0);
	export(p);
	assert_true(is_there(p, BOARD) && is_there(p, BOARD_2) && is_there(p, "trace"));
	assert_false(is_there(p, JSON));
	free(text);
}

#define STALE_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		STALE_TEST(test_ended),
		STALE_TEST(test_taken_back),
		STALE_TEST(test_another_board),
		STALE_TEST(test_no_game_of_ours),
		STALE_TEST(test_result),
		STALE_TEST(test_result_cut),
		STALE_TEST(test_result_beside),
		STALE_TEST(test_result_changed),
		STALE_TEST(test_result_no_times),
		STALE_TEST(test_somebodys),
		STALE_TEST(test_beside),
		STALE_TEST(test_record_changed),
		STALE_TEST(test_removed),
		STALE_TEST(test_goes_on),
		STALE_TEST(test_goes_on_beneath),
		STALE_TEST(test_goes_on_cut),
		STALE_TEST(test_goes_on_changed),
		STALE_TEST(test_goes_on_pulled),
		STALE_TEST(test_goes_on_beside),
		cmocka_unit_test(test_goes_on_trace),
		STALE_TEST(test_goes_on_trace_first),
		STALE_TEST(test_goes_on_trace_no_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
