/*
 * Outdated files of an earlier export on a stick: running.* without a running
 * game, and a result that was taken back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
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

/* Replace the C library's: the last removed file, until its folder is synced. */
static char gone[EXPORT_NAME_MAX];

int unlinkat(int folder, const char *name, int flags);
int fsync(int fd);

int
unlinkat(int folder, const char *name, int flags)
{
	int err = (int)syscall(SYS_unlinkat, folder, name, flags);

	if (err == 0 && strncmp(name, "running", strlen("running")) == 0)
		(void)snprintf(gone, sizeof(gone), "%s", name);
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
	char top[64], folder[96];
	struct record r;
	bool runs, told;
	int in; /* the journal's folder */
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
	*out = form == EXPORT_PGN      ? pgn_print_public(&p->r)
	       : form == EXPORT_NATIVE ? native_print_public(&p->r)
				       : strdup("");
	return 0;
}

/* Plays a game with secrets: a burial, the masks. */
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

	help_folder(p->top);
	snprintf(p->folder, sizeof(p->folder), "%s/board-0badcafe", p->top);
	assert_int_equal(mkdir(p->folder, 0755), 0);
	play(p, 5);
	p->source = (struct export_source){ .next = next, .text = text, .user = p };
	p->job = (struct export_job){ .source = &p->source, .journal = "0badcafe" };
	p->in = open(p->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	p->job.folder = open(p->top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	*state = p;
	return 0;
}

static int
teardown(void **state)
{
	struct place *p = *state;

	close(p->in);
	close(p->job.folder);
	help_folder_remove(p->top);
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

	return fstatat(p->in, name, &st, AT_SYMLINK_NOFOLLOW) == 0;
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

/* The removal is on disk when the export ends, unless it runs without sync. */
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
		export(p);
		assert_false(is_there(p, "running.pgn") || is_there(p, "running.json"));
		assert_string_equal(gone, no_sync ? "running.json" : "");
	}
}

/* Taken back and played differently: still the same game. */
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

/* An entry of that name that is no file is left unchanged, and reported. */
static void
test_in_the_way(void **state)
{
	struct place *p = *state;

	assert_int_equal(mkdirat(p->in, "running.pgn", 0777), 0);
	assert_int_equal(mkfifoat(p->in, "running.json", 0666), 0);
	export(p);
	assert_non_null(strstr(p->job.taken, "/running.json"));
	end(p);
	export(p);
	assert_true(is_there(p, "running.pgn") && is_there(p, "running.json"));
}

#define STALE_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		STALE_TEST(test_ended),          STALE_TEST(test_taken_back),
		STALE_TEST(test_removed),        STALE_TEST(test_in_the_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
