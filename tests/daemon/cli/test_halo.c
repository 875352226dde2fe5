/*
 * The command line against a scripted server: its requests, output and exit
 * status. test-halo PATH-OF-HALO
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <jansson.h>

#include "../record/help.h"
#include "daemon/record/native.h"
#include "tests/daemon/cli/halo_rows.h"

enum {
	LONG_ACTIONS = 1500,
	LONG_PART = (64 * 1024 - 256) / 2, /* bytes of a record in one message */
	TEXT_MAX = 64 * 1024,
	QUIET_S = 120, /* then the program hangs and the test fails */
};

#define LONG_TIME_US UINT64_C(1000000000000000)

static const char *halo;
static char folder[64];

#define HELLO "{\"kind\":\"hello\",\"seq\":0,\"version\":1,\"program\":\"halod test\"}"

/* ---- the server ---- */

/* Reads one line of the client into `line`; returns false at the end of the connection. */
static bool
server_hear(FILE *in, char *line)
{
	return fgets(line, TEXT_MAX, in) != NULL;
}

static void
server_say(FILE *out, const char *text, int id)
{
	for (; *text; text++) {
		if (*text == '@')
			fprintf(out, "%d", id);
		else
			fputc(*text, out);
	}
	fputc('\n', out);
	fflush(out);
}

static void
server_follow(FILE *io, const struct halo_step *step)
{
	static char line[TEXT_MAX];
	char wrong[256];

	server_say(io, HELLO, 0);
	for (int id = 1; id <= HALO_STEPS_MAX && (step->asked || step->answer); id++, step++) {
		if (step->asked && !server_hear(io, line))
			return;
		if (step->asked && !strstr(line, step->asked)) {
			snprintf(wrong, sizeof(wrong),
				 "{\"kind\":\"error\",\"id\":@,\"why\":\"expected %.80s\"}",
				 "something else than what came");
			fprintf(stderr, "asked: %sexpected: %s\n", line, step->asked);
			server_say(io, wrong, id);
		} else {
			server_say(io, step->answer, id);
		}
	}
}

/* Forks a child that serves one client. */
static pid_t
server_start(const struct halo_row *r, const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), client;
	pid_t child;
	FILE *io;

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", path);
	unlink(path);
	assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(fd, 1), 0);
	child = fork();
	assert_true(child >= 0);
	if (child > 0) {
		close(fd);
		return child;
	}
	alarm(QUIET_S);
	client = accept(fd, NULL, NULL);
	io = fdopen(client, "r+");
	if (io)
		server_follow(io, r->step);
	shutdown(client, SHUT_RDWR);
	_exit(0);
}

/* ---- the client ---- */

static void
file_text(const char *name, char *text)
{
	char path[128];
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "r");
	assert_non_null(f);
	n = fread(text, 1, TEXT_MAX - 1, f);
	text[n] = '\0';
	fclose(f);
}

/* Runs halo with those arguments through the shell; returns its exit status. */
static int
client_run(const char *socket, const char *args)
{
	char words[512] = "", command[1024];
	int status;

	for (const char *at; (at = strstr(args, "%s")); args = at + 2)
		snprintf(words + strlen(words), sizeof(words) - strlen(words), "%.*s%s",
			 (int)(at - args), args, folder);
	snprintf(words + strlen(words), sizeof(words) - strlen(words), "%s", args);
	snprintf(command, sizeof(command), "timeout %d %s --socket %s %s >%s/stdout 2>%s/stderr",
		 QUIET_S, halo, socket, words, folder, folder);
	status = system(command);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
run_row(const struct halo_row *r)
{
	static char out[TEXT_MAX], err[TEXT_MAX];
	char path[96];
	pid_t server;
	int status;

	snprintf(path, sizeof(path), "%s/s", folder);
	server = server_start(r, path);
	status = client_run(path, r->args);
	kill(server, SIGTERM);
	waitpid(server, NULL, 0);
	file_text("stdout", out);
	file_text("stderr", err);
	if (status != r->status || (r->out && strcmp(out, r->out) != 0) ||
	    (r->err ? !strstr(err, r->err) : *err != '\0'))
		fail_msg("%s: ended with %d\n--- out:\n%s--- err:\n%s", r->name, status, out, err);
	/* Errors begin with the program's name, one line each. */
	if (r->err && strncmp(r->args, "replay", 6) != 0)
		assert_true(strncmp(err, "halo: ", 6) == 0 && err[strlen(err) - 1] == '\n');
}

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < halo_n_rows; i++)
		run_row(&halo_rows[i]);
}

/* Checks the files that the rows wrote. */
static void
test_files(void **state)
{
	static char text[TEXT_MAX];

	(void)state;
	file_text("t.board", text);
	assert_string_equal(text, "# haloboard trace 1\n");
	file_text("x.fen", text);
	assert_string_equal(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
}

/* The result is printed only at the end of the game; before, the side to move is. */
static void
test_diagrams(void **state)
{
	static const struct {
		const char *name, *said, *not_said;
	} rows[] = {
		{ "start.svg", ">White to move, turn 1<", "wins" },
		{ "over.svg", ">White wins: Black resigned (1-0)<", "to move" },
		{ "board.svg", ">White wins: Black resigned (1-0)<", "to move" },
	};
	static char text[TEXT_MAX];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		file_text(rows[i].name, text);
		if (!strstr(text, rows[i].said) || strstr(text, rows[i].not_said))
			fail_msg("%s:\n%s", rows[i].name, text);
	}
}

static void
test_export_files(void **state)
{
	static char text[TEXT_MAX];
	static const struct halo_row row = {
		"export",
		"export %s/files --no-sync --traces",
		{ NO_GAME,
		  { "list", "{\"kind\":\"ok\",\"id\":@,\"games\":[" LISTED "]}" },
		  { "list",
		    "{\"kind\":\"ok\",\"id\":@,\"games\":[],\"journal\":\"1f2e3d4c\"}" },
		  { "pgn", "{\"kind\":\"ok\",\"id\":@,\"pgn\":\"1. e4 1-0\\n\\n\"}" },
		  { "record", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" },
		  { "\"review\":true", "{\"kind\":\"ok\",\"id\":@,\"pgn\":\"1. e4 $2 1-0\\n\\n\"}" },
		  { "{\"kind\":\"trace\",\"game_id\":7",
		    "{\"kind\":\"ok\",\"id\":@,\"trace\":\"# haloboard trace 1\\n\"}" } },
		0,
		NULL,
		NULL
	};

	(void)state;
	run_row(&row);
	file_text("files/board-1f2e3d4c/2026-11-20-007-chess.pgn", text);
	assert_string_equal(text, "1. e4 1-0\n\n");
	file_text("files/board-1f2e3d4c/2026-11-20-007-chess.review.pgn", text);
	assert_string_equal(text, "1. e4 $2 1-0\n\n");
	file_text("files/board-1f2e3d4c/all-games.pgn", text);
	assert_string_equal(text, "1. e4 1-0\n\n");
	file_text("files/board-1f2e3d4c/2026-11-20-007-chess.board", text);
	assert_string_equal(text, "# haloboard trace 1\n");
	file_text("files/board-1f2e3d4c/2026-11-20-007-chess.json", text);
	assert_non_null(strstr(text, "[\"e2e4\",5]"));
}

/*
 * An unreadable game and one of a later version do not block others, and the
 * status reports them.
 */
static void
test_export_partly(void **state)
{
	static char text[TEXT_MAX];
	static const struct halo_row row = {
		"export",
		"export %s/some",
		{ NO_GAME,
		  { "list",
		    "{\"kind\":\"ok\",\"id\":@,\"games\":[{\"id\":8,\"game\":\"go\",\"actions\":1}"
		    "," LISTED ",{\"id\":1,\"game\":\"chess\",\"actions\":1}]}" },
		  { "\"pgn\",\"game_id\":1",
		    "{\"kind\":\"error\",\"id\":@,\"why\":\"game 1: it cannot be read\"}" },
		  { "pgn", "{\"kind\":\"ok\",\"id\":@,\"pgn\":\"1. e4 1-0\\n\\n\"}" },
		  { "record", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" },
		  { "\"review\":true", "{\"kind\":\"ok\",\"id\":@,\"pgn\":\"\"}" } },
		3,
		NULL,
		"halo: game 1: it cannot be read\n"
	};

	(void)state;
	run_row(&row);
	file_text("some/board/2026-11-20-007-chess.pgn", text);
	assert_string_equal(text, "1. e4 1-0\n\n");
	file_text("some/board/all-games.pgn", text);
	assert_string_equal(text, "1. e4 1-0\n\n");
}

static void
test_no_daemon(void **state)
{
	char text[TEXT_MAX / 16];
	char path[96];
	FILE *f;

	(void)state;
	snprintf(path, sizeof(path), "%s/nobody", folder);
	assert_int_equal(client_run(path, "state"), 1);
	snprintf(path, sizeof(path), "%s/stderr", folder);
	f = fopen(path, "r");
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	assert_non_null(strstr(text, "no daemon answers at "));
	assert_non_null(strstr(text, "Start one: `halod`"));
}

static void
file_put(const char *name, const char *text)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(record_file_write(path, text, strlen(text)), 0);
}

/* Returns a record as JSON, the event after the actions. The caller frees it. */
static char *
record_event_last(const struct record *r)
{
	char *text = native_print(r), *line;
	json_t *root = json_loads(text, 0, NULL), *event;

	assert_non_null(root);
	event = json_incref(json_object_get(root, "event"));
	json_object_del(root, "event");
	assert_int_equal(json_object_set_new(root, "event", event), 0);
	line = json_dumps(root, JSON_COMPACT);
	assert_non_null(line);
	json_decref(root);
	free(text);
	return line;
}

/* A record in three messages. The second ends inside a letter of the event. */
static void
file_put_long(const char *name)
{
	struct record r = { 0 };
	char *text = NULL;
	size_t at = SIZE_MAX;

	help_play(&r, "dice-money", "", NULL, LONG_ACTIONS, 1);
	for (uint32_t i = 0; i < r.n; i++)
		r.action[i].t_us = r.action[i].clock_us = LONG_TIME_US;
	while (strlen(r.event) + 2 < RECORD_TEXT_MAX)
		strcat(r.event, "ä");
	while (at >= 2 * LONG_PART || at % 2 == 0) {
		if (text && at >= 2 * LONG_PART)
			r.n -= 1 + (uint32_t)(at - 2 * LONG_PART) / 64;
		else if (text)
			strcat(r.site, "x");
		free(text);
		text = record_event_last(&r);
		at = (size_t)(strstr(text, "ä") - text);
	}
	assert_true(at + strlen(r.event) > 2 * LONG_PART);
	file_put(name, text);
	free(text);
	record_finish(&r);
}

/* The output of an export of a game with secrets, during the game and after it. */
static void
files_put_hiding(const char *going_on, const char *over)
{
	struct record r = { 0 };
	char *text;

	help_play(&r, "masquerade", "", NULL, 8, 1);
	text = native_print_public(&r);
	assert_non_null(strstr(text, "?\""));
	file_put(going_on, text);
	free(text);
	r.result = (struct record_result){ .end = RECORD_WHITE_WINS, .reason = "resignation" };
	text = native_print_public(&r);
	file_put(over, text);
	free(text);
	record_finish(&r);
}

/* A long file takes several messages: the totals cover all messages before the end. */
static void
test_import_cut_off(void **state)
{
	enum { GAMES = 800 };
	static char text[TEXT_MAX];
	static const struct halo_row row = {
		"import cut off",
		"import %s/many.pgn",
		{ { "import", "{\"kind\":\"ok\",\"id\":@,\"games\":[],\"n\":3,\"kept\":400}" },
		  { "import", "{\"kind\":\"error\",\"id\":@,\"why\":\"the disk is full\"}" } },
		1,
		"3 games imported, 400 were already present before that; repeat the command to "
		"import the rest\n",
		"the disk is full"
	};

	(void)state;
	text[0] = '\0';
	for (unsigned i = 0; i < GAMES; i++)
		strcpy(text + i * strlen("1. d4 *\n\n"), "1. d4 *\n\n");
	file_put("many.pgn", text);
	run_row(&row);
}

/* Writes a file of that many games, each with a mistake. */
static void
file_put_mistakes(const char *name, unsigned n)
{
	static const char game[] = "1. e5 *\n\n";
	char text[32 * sizeof(game)];

	assert_true(n <= 32);
	for (unsigned i = 0; i < n; i++)
		strcpy(text + i * (sizeof(game) - 1), game);
	file_put(name, text);
}

static int
setup(void **state)
{
	(void)state;
	help_folder(folder);
	file_put_long("long.json");
	file_put("broken.pgn", "1. e4 e5 Ke3 *\n");
	file_put("mistake.pgn", "1. e4 *\n\n1. e5 *\n\n1. d4 *\n");
	file_put_mistakes("twenty.pgn", 20);
	file_put_mistakes("more.pgn", 21);
	file_put("broken.json", "{\"haloboard\":");
	file_put("empty.pgn", "");
	file_put("illegal.json",
		 "{\"haloboard\":\"record\",\"version\":1,\"game\":\"chess\",\"players\":{},"
		 "\"start\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","
		 "\"actions\":[[\"e2e5\"]],\"result\":{\"end\":\"unfinished\"}}");
	file_put("nostart.json", "{\"haloboard\":\"unfinished\"}");
	files_put_hiding("hidden.json", "shown.json");
	file_put("hides.pgn", "[Variant \"Masquerade\"]\n\n1. -- {[%act assign:?]} *\n");
	file_put("nothing.pgn", "[White \"A\"]\n\n*\n\n[White \"B\"]\n\n*\n");
	file_put("one.pgn", "1. d4 *\n");
	file_put("two.pgn", "1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 *\n");
	return 0;
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
		cmocka_unit_test(test_rows),          cmocka_unit_test(test_files),
		cmocka_unit_test(test_export_files),  cmocka_unit_test(test_import_cut_off),
		cmocka_unit_test(test_export_partly), cmocka_unit_test(test_no_daemon),
		cmocka_unit_test(test_diagrams),
	};

	if (argc != 2) {
		fprintf(stderr, "usage: test-halo PATH-OF-HALO\n");
		return 2;
	}
	halo = argv[1];
	return cmocka_run_group_tests(tests, setup, teardown);
}
