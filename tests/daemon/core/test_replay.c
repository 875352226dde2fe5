/*
 * Golden traces: the replay of every NAME.board in the folder must equal
 * NAME.want byte for byte. A NAME.want that begins with "error: " continues
 * with "LINE: WHY". A new test needs only the two files.
 */
#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/trace/replay.h"

static const char *folder;

/* Returns a whole file as a string, or NULL if it does not exist. The caller frees it. */
static char *
slurp(const char *name, const char *ext, size_t *len)
{
	char path[4096], *text = NULL;
	FILE *in, *out;
	int c;

	(void)snprintf(path, sizeof(path), "%s/%s%s", folder, name, ext);
	in = fopen(path, "r");
	if (!in)
		return NULL;
	out = open_memstream(&text, len);
	while ((c = getc(in)) != EOF)
		(void)putc(c, out);
	(void)fclose(in);
	(void)fclose(out);
	return text;
}

/* Returns the replay of the text, including an error. The caller frees it. */
static char *
replayed(const char *text, size_t len, const struct replay_options *o)
{
	struct trace_error err = { 0 };
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);
	int e = replay_text(text, len, o, out, &err);

	assert_int_equal(ftell(out) > 0 && e < 0, 0);
	if (e == -EINVAL)
		(void)fprintf(out, "error: %u: %s\n", err.line, err.why);
	else
		assert_int_equal(e, 0);
	(void)fclose(out);
	return got;
}

/* Prints the explained form of a replay that differs, for the report. */
static void
report(const char *name, const char *got, const char *want, const char *text, size_t len)
{
	char *why = replayed(text, len, &(struct replay_options){ .explain = true });

	print_error("%s.board: got\n%swant\n%sexplained\n%s", name, got, want, why);
	free(why);
}

/* Returns 1 on failure. */
static unsigned
check(const char *name)
{
	size_t len = 0, want_len = 0;
	char *text = slurp(name, ".board", &len);
	char *want = slurp(name, ".want", &want_len);
	char *got = replayed(text, len, &(struct replay_options){ 0 });
	unsigned wrong = !want || strcmp(got, want) != 0;

	if (!want)
		print_error("%s.want is missing\n", name);
	else if (wrong)
		report(name, got, want, text, len);
	free(text);
	free(want);
	free(got);
	return wrong;
}

static int
is_trace(const struct dirent *d)
{
	size_t n = strlen(d->d_name), ext = strlen(".board");

	return n > ext && strcmp(d->d_name + n - ext, ".board") == 0;
}

static void
test_golden(void **state)
{
	struct dirent **list;
	int n = scandir(folder, &list, is_trace, alphasort);
	unsigned wrong = 0;

	(void)state;
	assert_true(n > 0);
	for (int i = 0; i < n; i++) {
		char *name = list[i]->d_name;

		name[strlen(name) - strlen(".board")] = '\0';
		wrong += check(name);
		free(list[i]);
	}
	free(list);
	print_message("%d traces\n", n);
	assert_int_equal(wrong, 0);
}

/* ---- the other forms of output ---- */

#define FIRST "# haloboard trace 1\n"

static const struct {
	const char *name, *text;
	struct replay_options options;
	const char *want;
} forms[] = {
	{ "explained: shown and replaced",
	  FIRST "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
		"0 -h1\n0.3 +f1\n0.6 -e1\n0.9 +g1\n",
	  { .explain = true },
	  "# 0.300 shown h1f1\n# 0.900 shown e1g1, replaces h1f1\n1.900 e1g1\n" },
	{ "explained: guidance",
	  FIRST "0 -e2\n0.5 +e5\n3 -e5\n3.5 +e2\n",
	  { .explain = true },
	  "# 1.500 guidance, steps left 1: lift e5 put P on e2; missing e2; extra e5\n"
	  "# 3.000 guidance, steps left 1: put P on e2; missing e2\n"
	  "# 3.500 guidance ends\n" },
	{ "explained: guidance on to the end of half a castling, which is told once",
	  FIRST "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
		"0 -e1\n0.3 +g1\n5 -h1\n5.4 +f1\n",
	  { .explain = true },
	  "# 1.300 shown e1g1\n# 1.300 guidance, steps left 1: lift h1 put R on f1; missing f1; "
	  "extra h1\n"
	  "# 5.000 guidance, steps left 1: put R on f1; missing f1\n# 5.400 guidance ends\n"
	  "6.400 e1g1\n" },
	{ "explained: a promotion's choice stays open",
	  FIRST "position 8/P5pk/8/8/8/8/8/4K3 w - - 0 1\n0 -a7\n0.5 +a8\n3 act a7a8r\n",
	  { .explain = true },
	  "# 0.500 shown a7a8q\n# 0.500 asked: promotion a7a8q a7a8r a7a8b a7a8n\n1.500 a7a8q\n"
	  "# 3.000 shown a7a8r\n# 3.000 asked: promotion a7a8q a7a8r a7a8b a7a8n\n"
	  "3.000 undo 1\n3.000 a7a8r\n" },
	{ "explained: guidance on to the pawn taken en passant",
	  FIRST "position 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\n0 -e5\n0.4 +d6\n3 -d5\n",
	  { .explain = true },
	  "# 1.400 shown e5d6\n# 1.400 guidance, steps left 1: lift d5; extra d5\n"
	  "# 3.000 guidance ends\n4.000 e5d6\n" },
	{ "explained: refused acts, prompts",
	  FIRST "played e2e4\nplayed e7e5\n0 act e2e4\n1 -e5\n1.2 -e5\n1.4 +e7\n",
	  { .explain = true },
	  "# 0.000 refused e2e4: There is no piece on that square.\n"
	  "# 2.400 asked: takeback 1\n" },
	{ "explained: a new game",
	  FIRST "played e2e4\n0 -e4\n0.4 +e2\n3 answer yes\n",
	  { .explain = true },
	  "# 1.400 asked: new game\n# 3.000 new game\n" },
	{ "explained: no new game, everything taken back",
	  FIRST "played e2e4\n0 -e4\n0.4 +e2\n2 answer no\n3 answer yes\n",
	  { .explain = true },
	  "# 1.400 asked: new game\n# 2.000 asked: takeback 1\n3.000 undo 1\n" },
	{ "way back: undone with another piece in the hand",
	  FIRST "0 -e2\n0.4 +e4\n3 -b1\n3.5 undo 1\n4 +b1\n5 -e4\n5.4 +e2\n",
	  { .explain = true },
	  "# 0.400 shown e2e4\n1.400 e2e4\n3.500 undo 1\n"
	  "# 3.500 guidance, steps left 2: put N on b1; missing b1 e2; extra e4\n"
	  "# 4.000 guidance, steps left 1: lift e4 put P on e2; missing e2; extra e4\n"
	  "# 5.000 guidance, steps left 1: put P on e2; missing e2\n# 5.400 guidance ends\n" },
	{ "way back: a capture undone, whose victim is off the board",
	  FIRST "played e2e4\nplayed d7d5\n0 -e4\n0.2 -d5\n0.5 +d5\n3 undo 1\n",
	  { .explain = true },
	  "# 0.500 shown e4d5\n1.500 e4d5\n3.000 undo 1\n"
	  "# 3.000 guidance, steps left 2: lift d5 put P on e4; missing e4; wrong d5\n" },
	{ "way back: a capture undone, the captor behind its victim",
	  FIRST "played e2e4\nplayed d7d5\nplayed b1c3\n"
		"0 -d5\n0.2 -e4\n0.5 +e4\n3 undo 1\n",
	  { .explain = true },
	  "# 0.500 shown d5e4\n1.500 d5e4\n3.000 undo 1\n"
	  "# 3.000 guidance, steps left 2: lift e4 put p on d5; missing d5; wrong e4\n" },
	{ "way back: a capture chosen on the screen has its victim leave first",
	  FIRST "played e2e4\nplayed d7d5\n1 act e4d5\n2 -d5\n",
	  { .explain = true },
	  "# 1.000 shown e4d5\n1.000 e4d5\n"
	  "# 1.000 guidance, steps left 2: lift d5; extra e4; wrong d5\n"
	  "# 2.000 guidance, steps left 1: lift e4 put P on d5; missing d5; extra e4\n" },
	{ "way back: a promotion undone has the piece that stands for it go back",
	  FIRST "position 4k3/P7/8/8/8/8/8/R3K3 w - - 0 1\n"
		"0 -a7\n0.5 +a8\n2 -a1\n3 undo 1\n",
	  { .explain = true },
	  "# 0.500 shown a7a8q\n# 0.500 asked: promotion a7a8q a7a8r a7a8b a7a8n\n1.500 a7a8q\n"
	  "3.000 undo 1\n# 3.000 guidance, steps left 2: put R on a1; missing a1 a7; extra a8\n" },
	{ "way back: a piece in the hand while a move is chosen on the screen",
	  FIRST "1 -b1\n2 act e2e4\n3 +b1\n",
	  { .explain = true },
	  "# 2.000 shown e2e4\n2.000 e2e4\n"
	  "# 2.000 guidance, steps left 2: put N on b1; missing b1 e4; extra e2\n"
	  "# 3.000 guidance, steps left 1: lift e2 put P on e4; missing e4; extra e2\n"
	  "# 4.000 asked: new game\n" },
	{ "two parts: what was shown when the first ended is in no record",
	  FIRST "0 -e2\n0.3 +e4\n2 -e7\n2.2 +e5\n" FIRST "time 1.3\nplayed e2e4\n4 resign w\n" FIRST
		"time 1.3\nplayed e2e4\n1.3 resign w\n",
	  { 0 },
	  "1.300 e2e4\n4.000 result 0-1 resignation\n" },
	{ "two parts: what the second's record has more, and less",
	  FIRST "0 act e2e4\n5 act e7e5\n9 stop\n" FIRST "time 7\nplayed e2e4\nplayed d7d5\n",
	  { 0 },
	  "0.000 e2e4\n5.000 e7e5\n7.000 undo 1\n7.000 d7d5\n" },
	{ "stop: time does not go on", FIRST "0 -e2\n0.3 +e4\n1.2 stop\n", { 0 }, "" },
	{ "lost on time",
	  FIRST "0 -e2\n0.4 +e4\n2 resign b time\n",
	  { 0 },
	  "1.400 e2e4\n2.000 result 1-0 time\n" },
	{ "the record",
	  FIRST "game chess960\noption index=518\nplayed e2e4\n0 -e7\n0.5 +e5\n2 resign w\n",
	  { .pgn = true },
	  NULL },
};

static void
test_forms(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		char *got = replayed(forms[i].text, strlen(forms[i].text), &forms[i].options);

		if (forms[i].want && strcmp(got, forms[i].want) != 0)
			fail_msg("%s: got\n%swant\n%s", forms[i].name, got, forms[i].want);
		/* Its own form has tests elsewhere; this checks only the game. */
		if (!forms[i].want &&
		    (!strstr(got, "[Variant \"Chess960\"]\n") || !strstr(got, "1. e4 e5 0-1\n") ||
		     !strstr(got, "[Result \"0-1\"]\n")))
			fail_msg("%s: got\n%s", forms[i].name, got);
		free(got);
	}
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_forms),
	};

	if (argc != 2) {
		(void)fprintf(stderr, "usage: test-replay FOLDER\n");
		return 2;
	}
	folder = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
