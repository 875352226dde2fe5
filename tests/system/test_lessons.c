/*
 * A lesson of each game by hands on the virtual board, to its end. Each file of a folder is a test:
 *
 *   $ BOARD [FIELD]         the board and the pieces on it (first line)
 *   # …                     a comment
 *   lesson GAME N [PLAYER]  begins a lesson
 *   hands -a2 +d4R …        lifts and puts pieces, half a second apart
 *   setup                   what "set up" of the board's window lays
 *   choose ACTION           an action without hands
 *   press BUTTON
 *   leave
 *   new GAME                begins a game
 *
 * The line after a command is the lesson then: step, stage, text, the answer to the last action; in a game
 * what the hint button tells next about a piece, and the sentence.
 * HALO_GOLDEN=1 rewrites these lines from the actual lesson; check them before committing.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/system/rig.h"

enum { LINE = 1024, FILES_MAX = 32, LOOK_US = 5000, REST_MS = 3000 };

static struct rig_programs programs;
static const char *folder;
static char *file[FILES_MAX];

struct play {
	struct rig rig;
	struct rig_client client;
	char now[LINE]; /* the lesson, as in a file */
};

/* Writes what the hint button tells next about a piece, and the sentence. */
static void
look_about(struct play *p)
{
	const json_t *s = rig_state(&p->client), *about = json_object_get(s, "about");
	const char *next = json_string_value(json_object_get(about, "next"));

	if (json_is_object(about))
		snprintf(p->now, LINE, "  then %s: %s", next ? next : "nothing", rig_text(s, "message"));
	else
		snprintf(p->now, LINE, "  no lesson");
}

/* Writes the lesson as the line of a file. */
static void
look(struct play *p)
{
	const json_t *l = json_object_get(rig_state(&p->client), "lesson");

	if (!json_is_object(l)) {
		look_about(p);
		return;
	}
	snprintf(p->now, LINE, "  %lld %s: %s%s%s", (long long)json_integer_value(json_object_get(l, "step")),
		 rig_text(l, "stage"), rig_text(l, "text"), *rig_text(l, "remark") ? " | " : "",
		 rig_text(l, "remark"));
}

/* Waits until the lesson is as expected, or with NULL until it has had time. */
static void
wait_for(struct play *p, const char *expected)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	for (unsigned i = 0; i < 10; i++) {
		rig_pause(&p->rig, REST_MS / 10);
		rig_sleep_us(LOOK_US);
	}
	look(p);
	while (expected && strcmp(p->now, expected) != 0 && rig_now_us() < end) {
		rig_sleep_us(LOOK_US);
		rig_pause(&p->rig, 20);
		look(p);
	}
}

static void
hands(struct play *p, char *tokens)
{
	for (char *token = strtok(tokens, " "); token; token = strtok(NULL, " ")) {
		if (*token == '-')
			rig_board(&p->rig, "lift %s", token + 1);
		else
			rig_board(&p->rig, "put %.2s %s", token + 1, token + 3);
		rig_pause(&p->rig, 500);
	}
}

/* Lays the lesson's position. As in the window, a piece leaves before another takes its square. */
static void
lay(struct play *p)
{
	const json_t *l = json_object_get(rig_state(&p->client), "lesson");
	const char *settled = rig_text(l, "settled");
	bool wide = json_integer_value(json_object_get(l, "files")) > 8;

	rig_board(&p->rig, "setup %s", wide ? "11/11/11/11/11/11/11/11/11" : "8/8/8/8/8/8/8/8");
	rig_pause(&p->rig, 100);
	rig_board(&p->rig, "setup %.*s", (int)strcspn(settled, " "), settled);
}

static void
command(struct play *p, char *line)
{
	char game[32], player[32] = "";
	int number;

	if (strncmp(line, "hands ", 6) == 0)
		hands(p, line + 6);
	else if (sscanf(line, "lesson %31s %d %31s", game, &number, player) >= 2)
		rig_ok(&p->client, "{\"kind\":\"lesson\",\"game\":\"%s\",\"number\":%d,\"player\":\"%s\"}", game,
		       number, player);
	else if (strcmp(line, "setup") == 0)
		lay(p);
	else if (sscanf(line, "choose %31s", game) == 1)
		rig_ok(&p->client, "{\"kind\":\"lesson\",\"action\":\"%s\"}", game);
	else if (sscanf(line, "press %31s", game) == 1) {
		rig_board(&p->rig, "press %s", game);
		rig_pause(&p->rig, 100);
		rig_board(&p->rig, "release %s", game);
	} else if (strcmp(line, "leave") == 0)
		rig_ok(&p->client, "{\"kind\":\"lesson\",\"leave\":true}");
	else if (sscanf(line, "new %31s", game) == 1)
		rig_ok(&p->client, "{\"kind\":\"new\",\"game\":\"%s\",\"force\":true}", game);
	else
		fail_msg("no such command: %s", line);
}

static void
begin(struct play *p, const char *first)
{
	char board[32], field[256] = "";
	const char *const more[] = { NULL };

	assert_true(sscanf(first, "$ %31s %255s", board, field) >= 1);
	rig_init(&p->rig, programs, board, true);
	rig_board_start(&p->rig);
	if (*field)
		rig_board(&p->rig, "setup %s", field);
	rig_halod_start(&p->rig, more);
	rig_connect(&p->rig, &p->client);
}

/* Reads a line without its end. Returns false at the end of the file. */
static bool
next(FILE *f, char line[LINE])
{
	if (!fgets(line, LINE, f))
		return false;
	line[strcspn(line, "\n")] = '\0';
	return true;
}

/* Makes the commands of a file. Rewrites it with `out`, else checks it. */
static void
play_file(const char *path, FILE *f, FILE *out)
{
	static struct play p;
	char line[LINE], want[LINE];

	assert_true(next(f, line));
	begin(&p, line);
	if (out)
		fprintf(out, "%s\n", line);
	while (next(f, line)) {
		if (out && strncmp(line, "  ", 2) != 0)
			fprintf(out, "%s\n", line);
		if (*line == '#' || *line == '\0' || strncmp(line, "  ", 2) == 0)
			continue;
		if (!out && !next(f, want))
			fail_msg("%s: no line after the last command", path);
		command(&p, line);
		wait_for(&p, out ? NULL : want);
		if (out)
			fprintf(out, "%s\n", p.now);
		else
			assert_string_equal(p.now, want);
	}
	rig_disconnect(&p.client);
	rig_finish(&p.rig);
}

static void
test_file(void **state)
{
	const char *name = *state;
	char path[512], again[520];
	bool golden = getenv("HALO_GOLDEN") != NULL;
	FILE *f, *out = NULL;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	snprintf(again, sizeof(again), "%s.new", path);
	f = fopen(path, "r");
	assert_non_null(f);
	if (golden)
		assert_non_null(out = fopen(again, "w"));
	play_file(path, f, out);
	fclose(f);
	if (golden) {
		fclose(out);
		assert_int_equal(rename(again, path), 0);
	}
}

static int
is_text(const struct dirent *e)
{
	const char *dot = strrchr(e->d_name, '.');

	return dot && strcmp(dot, ".txt") == 0;
}

int
main(int argc, char **argv)
{
	struct CMUnitTest tests[FILES_MAX];
	struct dirent **entry;
	int n;

	if (argc != 4)
		return 2;
	programs = (struct rig_programs){ argv[1], argv[2] };
	folder = argv[3];
	n = scandir(folder, &entry, is_text, alphasort);
	if (n <= 0 || n > FILES_MAX)
		return 2;
	for (int i = 0; i < n; i++) {
		file[i] = entry[i]->d_name;
		tests[i] = (struct CMUnitTest){ file[i], test_file, NULL, NULL, file[i] };
	}
	free(entry);
	return _cmocka_run_group_tests("lessons", tests, (size_t)n, NULL, NULL);
}
