/* The verbs of kept games: lists, PGN, imports, traces. */
#include "daemon/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/pgn.h"

enum {
	LIST_PAGE = 100, /* as many as the daemon gives in one answer */
	IMPORT_FILE_MAX = 256 * 1024 * 1024,
	IMPORT_ERRORS_MAX = 20, /* what one screen shows */
	/* Of the text in one message, as JSON writes it; the rest is its frame. */
	IMPORT_MESSAGE = CLI_LINE_MAX - 256,
};

long
cli_number(const char *word)
{
	char *end;
	long n = strtol(word, &end, 10);

	return *word && !*end && n >= 1 && n <= INT32_MAX ? n : 0;
}

/* ---- list and pgn ---- */

int
cli_list(struct cli_call *c)
{
	long limit = c->n ? cli_number(c->word[0]) : 20;
	json_int_t before = 0;
	json_t *answer, *games;
	bool more = true;

	if (limit < 1 || limit > LIST_PAGE)
		return cli_bad("list %s: expected a number of games, 1 to %d", c->word[0],
			       LIST_PAGE);
	games = json_array();
	while (more && (long)json_array_size(games) < limit) {
		json_t *message = json_pack("{s:s,s:i}", "kind", "list", "limit",
					    (int)limit - (int)json_array_size(games));

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
	cli_show_list(games);
	json_decref(games);
	return CLI_OK;
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

static int
pgn_file(struct cli_call *c)
{
	struct record r = { 0 };
	int err = cli_record_find(c, "pgn", c->word[0], &r);
	char *text;

	if (err == CLI_OK) {
		text = pgn_print(&r);
		fputs(text ? text : "", stdout);
		free(text);
	}
	record_finish(&r);
	return err;
}

int
cli_pgn(struct cli_call *c)
{
	long number = c->n ? cli_number(c->word[0]) : 0;
	char *text;

	if (c->n && !number)
		return pgn_file(c);
	text = cli_fetch(c, "pgn", number);
	if (!text)
		return CLI_REFUSED;
	fputs(text, stdout);
	free(text);
	return CLI_OK;
}

/* ---- import ---- */

/* The games of files as the texts that will be sent; many in one where they fit. */
struct parcel {
	char **text;
	size_t n, room;
	size_t len;    /* of the last one, as JSON writes it */
	unsigned left; /* games that are not sent, and told */
};

static void
parcel_free(struct parcel *p)
{
	for (size_t i = 0; i < p->n; i++)
		free(p->text[i]);
	free(p->text);
}

/* How long a text is between the quotes of JSON. */
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

/* A new text at the end of the parcel. False: no memory. */
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
	p->text[p->n] = calloc(1, CLI_LINE_MAX);
	p->len = 0;
	return p->text[p->n] && ++p->n > 0;
}

static int
parcel_add(struct parcel *p, struct record *r, const char *file, unsigned game)
{
	char *text;
	size_t len;
	int err = CLI_OK;

	r->number = 0; /* the number it had in another journal */
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
game_tell(const char *file, const struct pgn_error *why)
{
	char line[512];

	pgn_error_print(file, why, line, sizeof(line));
	cli_bad("%s", line);
}

static int
nothing_tell(const char *file, unsigned errors)
{
	if (errors <= IMPORT_ERRORS_MAX)
		return cli_bad("%s: nothing was imported", file);
	return cli_bad("%s: there are more mistakes in it than these %d; nothing was imported",
		       file, IMPORT_ERRORS_MAX);
}

/* Every game of the file, or every mistake in it, up to a screen full, and whether that is all. */
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
				game_tell(file, &why);
		} else if (got < 0) {
			if (errors++ < IMPORT_ERRORS_MAX)
				game_tell(file, &why);
		} else {
			err = parcel_add(p, &r, file, reader.game);
			games++;
		}
	}
	record_finish(&r);
	if (errors)
		return nothing_tell(file, errors);
	p->left += left;
	if (err == CLI_OK && games == 0 && left == 0)
		return cli_bad("%s: there is no game in it", file);
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
		printf(", %u %s kept already", kept, kept == 1 ? "was" : "were");
	if (p->left)
		printf(", %u %s left out", p->left, p->left == 1 ? "was" : "were");
	/* Again from the start: what is in by then does not come in once more. */
	printf(i < p->n ? " before that; the same command brings the rest\n" : "\n");
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
		return cli_bad("%s: PGN is expected; a game in the native form is opened: "
			       "`halo open %s`",
			       file, file);
	err = record_file_read(file, IMPORT_FILE_MAX, &text, &len);
	if (err < 0)
		return cli_bad("%s: %s", file, strerror(-err));
	err = import_read(file, text, len, p);
	free(text);
	return err;
}

/* All files are read, and what is wrong with any is told, before a game of one comes in. */
int
cli_import(struct cli_call *c)
{
	struct parcel p = { 0 };
	int err = CLI_OK, one;

	for (int i = 0; i < c->n; i++)
		if (strncmp(c->word[i], "--", 2) == 0)
			return cli_bad("import: %s is not expected", c->word[i]);
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
	char *text;
	int err;

	if (strcmp(c->word[0], "save") != 0)
		return cli_bad("trace %s: expected `trace save FILE`", c->word[0]);
	text = cli_fetch(c, "trace", 0);
	if (!text)
		return CLI_REFUSED;
	err = record_file_write(c->word[1], text, strlen(text));
	free(text);
	return err < 0 ? cli_bad("%s: %s", c->word[1], strerror(-err)) : CLI_OK;
}
