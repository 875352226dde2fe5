/* The verbs of saved games: lists, PGN, imports, traces. */
#include "daemon/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/pgn.h"

enum {
	LIST_PAGE = 100, /* maximum of the daemon's answer */
	IMPORT_FILE_MAX = 256 * 1024 * 1024,
	IMPORT_ERRORS_MAX = 20, /* what one screen shows */
	/* Maximum size of the text in one message, as JSON; the rest is for the other fields. */
	IMPORT_MESSAGE = CLIENT_LINE_MAX - 256,
};

/* ---- list and pgn ---- */

int
cli_list(struct cli_call *c)
{
	const char *find = NULL;
	const struct cli_option options[] = { { "--find", NULL, &find }, { 0 } };
	int err = cli_options(c, options, 0, 1);
	long limit = c->n ? cli_number(c->word[0]) : 20;
	json_int_t before = 0;
	json_t *answer, *games;
	bool more = true;

	if (err != CLI_OK)
		return err;
	if (limit < 1 || limit > LIST_PAGE)
		return cli_bad("list: invalid argument '%s': expected a number of games, 1 to %d",
			       c->word[0], LIST_PAGE);
	games = json_array();
	while (more && (long)json_array_size(games) < limit) {
		json_t *message = json_pack("{s:s,s:i,s:s*}", "kind", "list", "limit",
					    (int)limit - (int)json_array_size(games), "find", find);

		if (before)
			json_object_set_new(message, "before", json_integer(before));
		answer = cli_ask(c->link, message);
		if (!answer) {
			json_decref(games);
			return CLI_REFUSED;
		}
		json_array_extend(games, json_object_get(answer, "games"));
		before = json_integer_value(json_object_get(answer, "before"));
		more = before > 0;
		json_decref(answer);
	}
	if (find && json_array_size(games) == 0)
		puts("no games with this text");
	else
		cli_show_list(games);
	json_decref(games);
	return CLI_OK;
}

static int
pgn_file(struct cli_call *c)
{
	struct record r = { 0 };
	int err = cli_record_find(c, c->word[0], &r);

	if (err == CLI_OK)
		err = cli_print(pgn_print(&r));
	record_finish(&r);
	return err;
}

int
cli_pgn(struct cli_call *c)
{
	int err = cli_words(c, 0, 1);
	long number = c->n ? cli_number(c->word[0]) : 0;

	if (err != CLI_OK)
		return err;
	if (c->n && !number)
		return pgn_file(c);
	return cli_print(cli_fetch(c, "pgn", number));
}

/* ---- import ---- */

/* The games of files as texts to send, several in one if they fit. */
struct parcel {
	char **text;
	size_t n, room;
	size_t len;    /* length of the last text as JSON */
	unsigned left; /* games skipped with a message */
};

static void
parcel_free(struct parcel *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->text[i]);
	free(p->text);
}

/* Returns the length of a text between the quotes of JSON. */
static size_t
json_length(const char *text)
{
	size_t len = 0;

	for (; *text; text++)
		len += *text == '"' || *text == '\\' || *text == '\n' ? 2
		       : (unsigned char)*text < ' '                   ? 6
								      : 1;
	return len;
}

/* Appends an empty text to the parcel; returns false if out of memory. */
static bool
parcel_open(struct parcel *p)
{
	if (p->n == p->room) {
		size_t room = p->room ? p->room * 2 : 16;
		char **text = realloc(p->text, room * sizeof(*text));

		if (!text)
			return false;
		p->text = text;
		p->room = room;
	}
	p->text[p->n] = calloc(1, CLIENT_LINE_MAX);
	p->len = 0;
	return p->text[p->n] && ++p->n > 0;
}

static int
parcel_add(struct parcel *p, struct record *r, const char *file, unsigned game)
{
	char *text;
	size_t len;
	int err = CLI_OK;

	r->number = 0; /* the number is from another journal */
	text = pgn_print(r);
	len = text ? json_length(text) : 0;
	if (len > IMPORT_MESSAGE) {
		err = cli_bad("%s: game %u is too long for the link (%zu bytes)", file, game, len);
	} else if (!text || ((p->n == 0 || p->len + len > IMPORT_MESSAGE) && !parcel_open(p))) {
		err = cli_refused("no memory");
	} else {
		strcat(p->text[p->n - 1], text);
		p->len += len;
	}
	free(text);
	return err;
}

static void
report_game(const char *file, const struct pgn_error *why)
{
	char line[512];

	pgn_error_print(file, why, line, sizeof(line));
	cli_bad("%s", line);
}

static int
report_nothing(const char *file, unsigned errors)
{
	if (errors <= IMPORT_ERRORS_MAX)
		return cli_bad("%s: nothing was imported", file);
	return cli_bad("%s: more errors than these %d; nothing was imported", file,
		       IMPORT_ERRORS_MAX);
}

/* Reads every game of the file, or reports its errors, up to a screen full. */
static int
import_read(const char *file, const char *text, size_t len, struct parcel *p)
{
	struct pgn_reader reader;
	struct pgn_error why;
	struct record r = { 0 };
	unsigned errors = 0, games = 0, left = 0;
	int got, err = CLI_OK;

	pgn_reader_init(&reader, text, len);
	while (err == CLI_OK && errors <= IMPORT_ERRORS_MAX &&
	       (got = pgn_read(&reader, &r, &why)) != 0) {
		if (pgn_left_out(got, &r, &why)) {
			if (left++ < IMPORT_ERRORS_MAX)
				report_game(file, &why);
		} else if (got < 0) {
			if (errors++ < IMPORT_ERRORS_MAX)
				report_game(file, &why);
		} else {
			err = parcel_add(p, &r, file, reader.game);
			games++;
		}
	}
	record_finish(&r);
	if (errors)
		return report_nothing(file, errors);
	p->left += left;
	if (err == CLI_OK && games == 0 && left == 0)
		return cli_bad("%s: contains no game", file);
	return err;
}

static int
import_send(struct cli_call *c, const struct parcel *p)
{
	unsigned in = 0, kept = 0;
	size_t i;

	for (i = 0; i < p->n; i++) {
		json_t *answer = cli_ask(
			c->link, json_pack("{s:s,s:s}", "kind", "import", "text", p->text[i]));

		if (!answer)
			break;
		in += (unsigned)json_integer_value(json_object_get(answer, "n"));
		kept += (unsigned)json_integer_value(json_object_get(answer, "kept"));
		json_decref(answer);
	}
	if (i == 0 && p->n > 0)
		return CLI_REFUSED;
	printf("%u game%s imported", in, cli_s(in));
	if (kept)
		printf(", %u %s already present", kept, kept == 1 ? "was" : "were");
	if (p->left)
		printf(", %u %s left out", p->left, p->left == 1 ? "was" : "were");
	/* The repetition skips the games already imported. */
	printf(i < p->n ? " before that; repeat the command to import the rest\n" : "\n");
	return i < p->n ? CLI_REFUSED : CLI_OK;
}

static int
import_file(const char *file, struct parcel *p)
{
	const char *dot = strrchr(file, '.');
	char *text;
	size_t len;
	int err;

	if (dot && strcmp(dot, ".json") == 0)
		return cli_bad("%s: expected PGN; for a native record use "
			       "'halo open %s'",
			       file, file);
	err = record_file_read(file, IMPORT_FILE_MAX, &text, &len);
	if (err < 0)
		return cli_bad("%s: %s", file, strerror(-err));
	err = import_read(file, text, len, p);
	free(text);
	return err;
}

/* Imports files; all are read, and their errors reported, before the first game is imported. */
int
cli_import(struct cli_call *c)
{
	struct parcel p = { 0 };
	int err = cli_words(c, 1, c->n), one;

	if (err != CLI_OK)
		return err;
	for (int i = 0; i < c->n; i++) {
		one = import_file(c->word[i], &p);
		if (one != CLI_OK)
			err = one;
	}
	if (err == CLI_OK)
		err = import_send(c, &p);
	parcel_free(&p);
	return err;
}

/* ---- traces ---- */

int
cli_trace(struct cli_call *c)
{
	int err = cli_words(c, 2, 2);
	char *text;

	if (err != CLI_OK)
		return err;
	if (strcmp(c->word[0], "save") != 0)
		return cli_bad("trace: invalid argument '%s': expected 'trace save FILE'",
			       c->word[0]);
	text = cli_fetch(c, "trace", 0);
	if (!text)
		return CLI_REFUSED;
	err = cli_write(c->word[1], text);
	free(text);
	return err;
}
