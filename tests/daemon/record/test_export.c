/*
 * Files that an export writes, and files that it keeps, in a folder that
 * represents a stick. Each case begins with the same three games; rows have the
 * files that exist before.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "daemon/export/export.h"
#include "help.h"

enum { GAMES = 3, PATH_SIZE = 512 };

#define BOARD        "board-0badcafe"
#define GAME(number) "[GameNumber \"" number "\"]\n\n1. e4 1-0\n\n"

/* Arbitrary texts represent games; other tests check the texts of records. */
struct place {
	char top[64], folder[96]; /* the export's, and the journal's in it */
	uint32_t at, bad, files, fresh, end_after;
	uint32_t reviewed; /* the only game with a review, 0: none */
	char pgn[GAMES][64];
	struct export_source source;
	struct export_job job;
};

static int
next(void *user, struct export_game *g, char why[EXPORT_WHY_MAX])
{
	struct place *p = user;

	(void)why;
	if (p->at == GAMES)
		return 0;
	*g = (struct export_game){ .game = rules_game("chess"), .number = p->at + 1 };
	strcpy(g->date, "2026.11.20");
	g->running = ++p->at == GAMES;
	g->over = !g->running;
	return 1;
}

static int
text(void *user, const struct export_game *g, enum export_form form, char **out,
     char why[EXPORT_WHY_MAX])
{
	struct place *p = user;
	static const char *const forms[] = { "", "native ", "review ", "trace " };

	if (g->number == p->bad) {
		snprintf(why, EXPORT_WHY_MAX, "game %u: nobody can read it", g->number);
		return -EBADMSG;
	}
	if (form == EXPORT_REVIEW && g->number != p->reviewed) {
		*out = strdup("");
		return 0;
	}
	assert_true(asprintf(out, "%s%s", forms[form], p->pgn[g->number - 1]) > 0);
	return 0;
}

static bool
step(void *user, uint32_t done)
{
	struct place *p = user;

	return done < p->end_after;
}

static void
file(void *user, const char *name, bool fresh)
{
	struct place *p = user;

	(void)name;
	p->files++;
	p->fresh += fresh;
}

static int
setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	help_folder(p->top);
	snprintf(p->folder, sizeof(p->folder), "%s/" BOARD, p->top);
	assert_int_equal(mkdir(p->folder, 0755), 0);
	p->end_after = UINT32_MAX;
	p->source = (struct export_source){
		.next = next, .text = text, .step = step, .file = file, .user = p
	};
	p->job = (struct export_job){ .source = &p->source, .journal = "0badcafe" };
	p->job.folder = open(p->top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	for (unsigned i = 0; i < GAMES; i++)
		snprintf(p->pgn[i], sizeof(p->pgn[i]), GAME("%u"), i + 1);
	*state = p;
	return 0;
}

static int
teardown(void **state)
{
	struct place *p = *state;

	close(p->job.folder);
	help_folder_remove(p->top);
	free(p);
	return 0;
}

/* Replaces the C library's fsync, to count the syncs. */
static unsigned syncs;

int fsync(int fd);

int
fsync(int fd)
{
	syncs++;
	return (int)syscall(SYS_fsync, fd);
}

/* The inode of a file with unreadable sectors. */
static ino_t bad_file;

ssize_t __real_read(int fd, void *out, size_t len);
ssize_t __wrap_read(int fd, void *out, size_t len);
ssize_t __real_pread(int fd, void *out, size_t len, off_t at);
ssize_t __wrap_pread(int fd, void *out, size_t len, off_t at);

static bool
is_bad(int fd)
{
	struct stat st;

	errno = EIO;
	return bad_file && fstat(fd, &st) == 0 && st.st_ino == bad_file;
}

ssize_t
__wrap_read(int fd, void *out, size_t len)
{
	return is_bad(fd) ? -1 : __real_read(fd, out, len);
}

ssize_t
__wrap_pread(int fd, void *out, size_t len, off_t at)
{
	return is_bad(fd) ? -1 : __real_pread(fd, out, len, at);
}

static int
run(struct place *p)
{
	p->at = p->files = p->fresh = 0;
	return export_run(&p->job);
}

static void
expect(const struct place *p, const char *name, const char *content)
{
	char path[PATH_SIZE], *got;
	size_t len;
	int err;

	snprintf(path, sizeof(path), "%s/%s", p->folder, name);
	err = record_file_read(path, 100000, &got, &len);
	if (!content) {
		assert_int_equal(err, -ENOENT);
		return;
	}
	assert_int_equal(err, 0);
	assert_string_equal(got, content);
	free(got);
}

static void
write_file(const struct place *p, const char *name, const char *content)
{
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), "%s/%s", p->folder, name);
	assert_int_equal(record_file_write(path, content, strlen(content)), 0);
}

#define G1 GAME("1")
#define G2 GAME("2")
#define G3 GAME("3")

static void
all_there(struct place *p)
{
	expect(p, "2026-11-20-001-chess.pgn", G1);
	expect(p, "2026-11-20-001-chess.json", "native " G1);
	expect(p, "2026-11-20-002-chess.pgn", G2);
	expect(p, "running.pgn", G3);
	expect(p, "running.json", "native " G3);
	expect(p, "all-games.pgn", G1 G2);
	expect(p, EXPORT_TEMPORARY, NULL);
}

static void
test_twice(void **state)
{
	struct place *p = *state;

	assert_int_equal(run(p), 0);
	all_there(p);
	assert_int_equal(p->files, 7);
	assert_int_equal(p->fresh, 7);
	assert_int_equal(p->job.fresh, 2);
	expect(p, "2026-11-20-001-chess.board", NULL);
	assert_int_equal(run(p), 0);
	assert_int_equal(p->files, 7);
	assert_int_equal(p->fresh, 0);
	assert_int_equal(p->job.fresh, 0);
	/* The running game has changed; other files are not touched. */
	strcpy(p->pgn[2], "1. e4 e5 *\n\n");
	assert_int_equal(run(p), 0);
	assert_int_equal(p->fresh, 2);
	expect(p, "running.pgn", "1. e4 e5 *\n\n");
	p->job.traces = true;
	assert_int_equal(run(p), 0);
	assert_int_equal(p->fresh, 2);
	expect(p, "2026-11-20-002-chess.board", "trace " G2);
	expect(p, "running.board", NULL);
	/* A review is a file of its own, so that the game's stays as it is. */
	p->reviewed = 2;
	assert_int_equal(run(p), 0);
	assert_int_equal(p->fresh, 1);
	assert_string_equal(p->job.taken, "");
	expect(p, "2026-11-20-002-chess.review.pgn", "review " G2);
	expect(p, "2026-11-20-002-chess.pgn", G2);
	expect(p, "2026-11-20-001-chess.review.pgn", NULL);
}

/* Existing entries of these names are kept and reported; the other files are written. */
static void
test_taken(void **state)
{
	struct place *p = *state;
	char path[PATH_SIZE], target[PATH_SIZE];

	write_file(p, "2026-11-20-001-chess.pgn", "1. d4 {a fine game} *\n\n");
	snprintf(path, sizeof(path), "%s/2026-11-20-002-chess.pgn", p->folder);
	assert_int_equal(mkdir(path, 0777), 0);
	snprintf(path, sizeof(path), "%s/2026-11-20-002-chess.json", p->folder);
	snprintf(target, sizeof(target), "%s/elsewhere", p->folder);
	write_file(p, "elsewhere", "secret");
	assert_int_equal(symlink(target, path), 0);
	snprintf(path, sizeof(path), "%s/running.pgn", p->folder);
	assert_int_equal(mkfifo(path, 0666), 0);
	snprintf(path, sizeof(path), "%s/all-games.pgn", p->folder);
	assert_int_equal(symlink(target, path), 0);
	for (unsigned again = 0; again < 2; again++) {
		assert_int_equal(run(p), 0);
		assert_int_equal(p->fresh, again ? 0 : 2);
		expect(p, "2026-11-20-001-chess.pgn", "1. d4 {a fine game} *\n\n");
		expect(p, "2026-11-20-001-chess.json", "native " G1);
		expect(p, "running.json", "native " G3);
		expect(p, "elsewhere", "secret");
		assert_string_equal(p->job.taken, BOARD "/all-games.pgn");
	}
}

/*
 * Interrupted anywhere: a file with its final name is complete, and the next
 * export writes the rest.
 */
static void
test_cut(void **state)
{
	struct place *p = *state;

	p->end_after = 1;
	assert_int_equal(run(p), -ECANCELED);
	expect(p, "2026-11-20-001-chess.json", "native " G1);
	expect(p, "2026-11-20-002-chess.pgn", NULL);
	expect(p, "all-games.pgn", NULL);
	write_file(p, EXPORT_TEMPORARY, "half a ga");
	/* The result of a file-system repair. */
	write_file(p, "2026-11-20-002-chess.pgn", "[GameNum");
	write_file(p, "all-games.pgn", "[GameNumber \"1\"]\n");
	write_file(p, "2026-11-20-002-chess.json", "");
	p->end_after = UINT32_MAX;
	assert_int_equal(run(p), 0);
	all_there(p);
	/* An export interrupted before the first game or after any removes no file. */
	for (p->end_after = 0; p->end_after < GAMES; p->end_after++) {
		assert_int_equal(run(p), -ECANCELED);
		all_there(p);
	}
}

/* No room: files longer than the limit cannot be written. */
static void
test_full(void **state)
{
	struct place *p = *state;
	struct rlimit old, small = { .rlim_cur = 0 };

	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	signal(SIGXFSZ, SIG_IGN);
	small.rlim_max = old.rlim_max;
	small.rlim_cur = strlen(G1) + 1; /* the PGN fits, the native record does not */
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(run(p), -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_non_null(strstr(p->job.why, "2026-11-20-001-chess.json: "));
	expect(p, "2026-11-20-001-chess.pgn", G1);
	expect(p, "2026-11-20-001-chess.json", NULL);
	expect(p, EXPORT_TEMPORARY, NULL);
	assert_int_equal(run(p), 0);
	all_there(p);
}

/* One unreadable game does not prevent the export of others. */
static void
test_bad(void **state)
{
	struct place *p = *state;

	p->bad = 1;
	assert_int_equal(run(p), -EBADMSG);
	assert_string_equal(p->job.why, "game 1: nobody can read it");
	expect(p, "2026-11-20-002-chess.pgn", G2);
	expect(p, "all-games.pgn", G2);
	p->bad = 0;
	assert_int_equal(run(p), 0);
	all_there(p);
}

/* all-games.pgn after games were added, changed or removed. */
static void
test_all_games(void **state)
{
	struct place *p = *state;

	write_file(p, "all-games.pgn", G1);
	assert_int_equal(run(p), 0);
	expect(p, "all-games.pgn", G1 G2);
	write_file(p, "all-games.pgn", G1 G2 G3);
	assert_int_equal(run(p), 0);
	expect(p, "all-games.pgn", G1 G2);
	write_file(p, "all-games.pgn", G2 G1 G3);
	assert_int_equal(run(p), 0);
	expect(p, "all-games.pgn", G1 G2);
	assert_int_equal(run(p), 0);
	assert_int_equal(p->fresh, 0);
}

/* Two boards share a stick, which has files of older versions: all are kept. */
static void
test_boards(void **state)
{
	static const char *const ids[] = { NULL, "", "../../up", "0BADCAFE", "0badcafe0" };
	struct place *p = *state;

	write_file(p, "../all-games.pgn", "older");
	write_file(p, "../2026-11-20-001-chess.pgn", "older");
	assert_int_equal(run(p), 0);
	p->job.journal = "12345678";
	strcpy(p->pgn[0], "1. d4 0-1\n\n");
	assert_int_equal(run(p), 0);
	assert_int_equal(p->fresh, 7);
	expect(p, "../board-12345678/2026-11-20-001-chess.pgn", "1. d4 0-1\n\n");
	expect(p, "../board-12345678/all-games.pgn", "1. d4 0-1\n\n" G2);
	expect(p, "../all-games.pgn", "older");
	expect(p, "../2026-11-20-001-chess.pgn", "older");
	all_there(p);
	/* A journal without an id, or with one that is not valid in a name. */
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		p->job.journal = ids[i];
		assert_int_equal(run(p), 0);
		assert_int_equal(p->fresh, i ? 0 : 7);
	}
	expect(p, "../board/all-games.pgn", "1. d4 0-1\n\n" G2);
}

/* A file or a link with the folder's name is kept. */
static void
test_board_taken(void **state)
{
	struct place *p = *state;

	assert_int_equal(rmdir(p->folder), 0);
	assert_int_equal(symlink("/tmp", p->folder), 0);
	assert_int_equal(run(p), -EEXIST);
	assert_string_equal(p->job.why, BOARD ": File exists");
}

/* Small folders: each gets as many games, and the common files stay at the top. */
static void
test_folders(void **state)
{
	struct place *p = *state;
	char path[PATH_SIZE];

	p->job.folder_games = 2;
	for (unsigned again = 0; again < 2; again++) {
		assert_int_equal(run(p), 0);
		assert_int_equal(p->fresh, again ? 0 : 7);
		expect(p, "2026-11-20-001-chess.pgn", G1);
		expect(p, "2026-11-20-002-chess.pgn", NULL);
		expect(p, "from-00002/2026-11-20-002-chess.pgn", G2);
		expect(p, "from-00002/2026-11-20-002-chess.json", "native " G2);
		expect(p, "running.pgn", G3);
		expect(p, "all-games.pgn", G1 G2);
	}
	p->job.folder_games = 1;
	snprintf(path, sizeof(path), "%s/from-00001", p->folder);
	assert_int_equal(symlink("/tmp", path), 0);
	assert_int_equal(run(p), -EEXIST);
	assert_non_null(strstr(p->job.why, "from-00001: "));
}

/* The same files without any sync. */
static void
test_no_sync(void **state)
{
	struct place *p = *state;

	p->job.no_sync = true;
	syncs = 0;
	assert_int_equal(run(p), 0);
	assert_int_equal(syncs, 0);
	expect(p, "2026-11-20-001-chess.json", "native " G1);
	expect(p, "all-games.pgn", G1 G2);
	help_folder_remove(p->top);
	assert_int_equal(mkdir(p->top, 0755), 0);
	close(p->job.folder);
	p->job.folder = open(p->top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	p->job.no_sync = false;
	assert_int_equal(run(p), 0);
	/* Each of the seven files before and after its renaming, and its folder; and the new folder's. */
	assert_int_equal(syncs, 7 * 3 + 1);
}

/* An unreadable file of a game is kept; the file of all games is replaced. */
static void
test_unreadable(void **state)
{
	static const char *const names[] = { "2026-11-20-001-chess.pgn",
					     "2026-11-20-002-chess.json", "all-games.pgn" };
	struct place *p = *state;
	char path[PATH_SIZE];
	struct stat st;

	assert_int_equal(run(p), 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", p->folder, names[i]);
		assert_int_equal(stat(path, &st), 0);
		bad_file = st.st_ino;
		assert_int_equal(run(p), 0);
		bad_file = 0;
		assert_true(i == 2 || strstr(p->job.taken, names[i]));
	}
	all_there(p);
}

#define EXPORT_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		EXPORT_TEST(test_twice),       EXPORT_TEST(test_taken),
		EXPORT_TEST(test_cut),         EXPORT_TEST(test_full),
		EXPORT_TEST(test_bad),         EXPORT_TEST(test_all_games),
		EXPORT_TEST(test_boards),      EXPORT_TEST(test_folders),
		EXPORT_TEST(test_no_sync),     EXPORT_TEST(test_unreadable),
		EXPORT_TEST(test_board_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
