/* PGN exchanged with another program, in both directions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "daemon/record/pgn.h"
#include "help.h"

enum {
	GAMES = 120,
	FILE_MAX = 64 * 1024 * 1024,
};

static const char *
extract_program(void)
{
	static const char *const places[] = { "/usr/games/pgn-extract", "/usr/bin/pgn-extract",
					      "/usr/local/bin/pgn-extract" };

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (access(places[i], X_OK) == 0)
			return places[i];
	return NULL;
}

static void
game_of(struct record *r, unsigned i)
{
	char options[16];

	snprintf(options, sizeof(options), "index=%u", i * 8);
	help_play(r, i % 2 ? "chess960" : "chess", i % 2 ? options : "", NULL, 120, 77 + i);
	snprintf(r->name[0], sizeof(r->name[0]), "white %u", i);
	if (r->result.end == RECORD_UNFINISHED)
		r->result = record_result_drawn("agreed");
}

static void
games_write(const char *path)
{
	FILE *out = fopen(path, "w");
	struct record r;

	assert_non_null(out);
	for (unsigned i = 0; i < GAMES; i++) {
		char *text;

		game_of(&r, i);
		text = pgn_print(&r);
		fputs(text, out);
		free(text);
		record_finish(&r);
	}
	assert_int_equal(fclose(out), 0);
}

/* Compares every game of the file with the one that was played. */
static void
games_compare(const char *path)
{
	struct record r, back = { 0 };
	struct pgn_reader p;
	struct pgn_error why = { 0 };
	unsigned castlings = 0, promotions = 0;
	char *text;
	size_t len;

	assert_int_equal(record_file_read(path, FILE_MAX, &text, &len), 0);
	pgn_reader_init(&p, text, len);
	for (unsigned i = 0; i < GAMES; i++) {
		if (pgn_read(&p, &back, &why) != 1)
			fail_msg("game %u, line %u: %s: %s", i + 1, why.line, why.move, why.why);
		game_of(&r, i);
		help_count(&back, &castlings, &promotions);
		assert_true(record_same_game(&r, &back));
		record_finish(&r);
	}
	assert_int_equal(pgn_read(&p, &back, &why), 0);
	assert_true(castlings > 20 && promotions > 20);
	record_finish(&back);
	free(text);
}

/* pgn-extract reads the games without an error, and its output has the same games. */
static void
test_pgn_extract(void **state)
{
	const char *program = extract_program();
	char folder[64], in[96], out[96], log[96], command[512], *text;
	size_t len;

	(void)state;
	if (!program) {
		print_message("pgn-extract is not installed: the comparison with it is left out\n");
		skip();
	}
	help_folder(folder);
	snprintf(in, sizeof(in), "%s/in.pgn", folder);
	snprintf(out, sizeof(out), "%s/out.pgn", folder);
	snprintf(log, sizeof(log), "%s/log", folder);
	games_write(in);
	snprintf(command, sizeof(command), "%s --output %s -l%s -s %s", program, out, log, in);
	assert_int_equal(system(command), 0);
	assert_int_equal(record_file_read(log, FILE_MAX, &text, &len), 0);
	assert_string_equal(text, "");
	free(text);
	games_compare(out);
	help_folder_remove(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_pgn_extract) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
