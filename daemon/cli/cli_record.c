/* Kept games for the verbs: numbers, files, and what the daemon prints of a game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daemon/cli/cli.h"
#include "daemon/record/native.h"
#include "daemon/record/pgn.h"

enum { FILE_MAX = 4 * 1024 * 1024 };

long
cli_number(const char *word)
{
	char *end;
	long n = strtol(word, &end, 10);

	return *word && !*end && n >= 1 && n <= INT32_MAX ? n : 0;
}

bool
cli_ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && strcasecmp(text + n - m, end) == 0;
}

char *
cli_fetch(struct cli_call *c, const char *form, long number)
{
	json_t *message = json_pack("{s:s}", "kind", form), *answer;
	char *text;

	if (number)
		json_object_set_new(message, "game_id", json_integer(number));
	answer = cli_ask(c->link, message);
	if (!answer)
		return NULL;
	text = strdup(cli_text(answer, form));
	json_decref(answer);
	return text;
}

int
cli_write(const char *path, const char *text)
{
	int err = record_file_write(path, text, strlen(text));

	return err < 0 ? cli_bad("%s: %s", path, strerror(-err)) : CLI_OK;
}

int
cli_print(char *text)
{
	if (!text)
		return CLI_REFUSED;
	fputs(text, stdout);
	free(text);
	return CLI_OK;
}

bool
cli_text_hides(const char *text)
{
	const char *start = strstr(text, "\"start\"");

	return start && strpbrk(start, "?#");
}

int
cli_record_read(const char *what, const char *text, struct record *r)
{
	char why[NATIVE_WHY_MAX];

	if (native_parse(text, strlen(text), r, why) == 0)
		return CLI_OK;
	if (cli_text_hides(text))
		return cli_refused("%s: this game hides something until it is revealed", what);
	return cli_refused("%s: %s", what, why);
}

/* Reads a file: .json, or the first game of a .pgn. */
static int
record_file(const char *path, struct record *r)
{
	struct pgn_reader reader;
	struct pgn_error why;
	char *text, line[512];
	size_t len;
	int err = record_file_read(path, FILE_MAX, &text, &len);

	if (err < 0)
		return cli_bad("%s: %s", path, strerror(-err));
	if (cli_ends_with(path, ".json")) {
		err = cli_record_read(path, text, r) == CLI_OK ? CLI_OK : CLI_USAGE;
	} else {
		pgn_reader_init(&reader, text, len);
		err = pgn_read(&reader, r, &why);
		if (err < 0) {
			pgn_error_print(path, &why, line, sizeof(line));
			err = cli_bad("%s", line);
		} else {
			err = err ? CLI_OK : cli_bad("%s: contains no game", path);
		}
	}
	free(text);
	return err;
}

int
cli_record_find(struct cli_call *c, const char *what, struct record *r)
{
	long number = what ? cli_number(what) : 0;
	char *text;
	int err;

	if (what && (cli_ends_with(what, ".json") || cli_ends_with(what, ".pgn")))
		return record_file(what, r);
	if (what && !number)
		return cli_bad(
			"%s: invalid argument '%s': expected the number of a game, or its file",
			c->verb, what);
	text = cli_fetch(c, "record", number);
	if (!text)
		return CLI_REFUSED;
	err = cli_record_read(what ? what : "the game on the board", text, r);
	free(text);
	return err;
}
