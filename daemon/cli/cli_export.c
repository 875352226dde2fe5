/* The verbs by which games leave: exports, and games that travel to another board. */
#include "daemon/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "daemon/record/native.h"
#include "daemon/record/record.h"

enum {
	LIST_PAGE = 100, /* as many as the daemon gives in one answer */
	PATH_SIZE = 4096,
};

/* ---- export ---- */

struct export
{
	struct cli_call *c;
	const char *dir;
	bool traces;
	json_t *games;          /* rows of the daemon's list, newest first */
	struct record_file all; /* every game's PGN */
};

/* DIR/NAME.EXT of a row of the list. False, told: too long. */
static bool
export_path(const struct export *e, const json_t *game, const char *ext, char path[PATH_SIZE])
{
	struct record r = { .number = (uint32_t)json_integer_value(json_object_get(game, "id")) };
	char name[RECORD_FILE_NAME_SIZE];

	r.game = rules_game(cli_text(game, "game"));
	if (!r.game)
		return cli_refused("game %u: %s is not known here", r.number,
				   cli_text(game, "game")) == CLI_OK;
	snprintf(r.date, sizeof(r.date), "%s", cli_text(game, "date"));
	record_file_name(&r, ext, name);
	if (snprintf(path, PATH_SIZE, "%s/%s", e->dir, name) >= PATH_SIZE)
		return cli_bad("%s: this name is too long", e->dir) == CLI_OK;
	return true;
}

/* One game in one form; its path on standard output. The text is the caller's, NULL: told. */
static char *
export_file(const struct export *e, const json_t *game, const char *form, const char *ext)
{
	long number = (long)json_integer_value(json_object_get(game, "id"));
	char path[PATH_SIZE], *text;
	int err = 0;

	if (!export_path(e, game, ext, path))
		return NULL;
	text = cli_fetch(e->c, form, number);
	/* A game whose trace was not kept has an empty one. */
	if (text && *text)
		err = record_file_write(path, text, strlen(text));
	if (err < 0) {
		cli_bad("%s: %s", path, strerror(-err));
		free(text);
		return NULL;
	}
	if (text && *text)
		printf("%s\n", path);
	return text;
}

static int
export_game(struct export *e, const json_t *game)
{
	bool over = strcmp(cli_text(game, "result"), "*") != 0 || *cli_text(game, "reason");
	char *text = export_file(e, game, "pgn", "pgn");

	if (!text)
		return CLI_REFUSED;
	record_file_put(&e->all, text, strlen(text));
	free(text);
	text = export_file(e, game, "record", "json");
	if (text && e->traces && over) {
		free(text);
		text = export_file(e, game, "trace", "board");
	}
	if (!text)
		return CLI_REFUSED;
	free(text);
	return CLI_OK;
}

/* A page of the list, newest first; *before: where the next one begins, 0: there is none. */
static int
list_page(struct export *e, json_int_t *before)
{
	json_t *message = json_pack("{s:s,s:i}", "kind", "list", "limit", LIST_PAGE), *answer;
	const json_t *page;

	if (*before)
		json_object_set_new(message, "before", json_integer(*before));
	answer = cli_ask(e->c->link, message);
	if (!answer)
		return CLI_REFUSED;
	page = json_object_get(answer, "games");
	*before = json_integer_value(
		json_object_get(json_array_get(page, json_array_size(page) - 1), "id"));
	json_array_extend(e->games, (json_t *)page);
	json_decref(answer);
	return CLI_OK;
}

/* Oldest first. A game that nobody has moved in is no record of anything. */
static int
export_games(struct export *e)
{
	int err = CLI_OK;

	for (size_t i = json_array_size(e->games); err == CLI_OK && i-- > 0;) {
		const json_t *game = json_array_get(e->games, i);

		if (json_integer_value(json_object_get(game, "actions")) > 0)
			err = export_game(e, game);
	}
	return err;
}

static int
export_all(struct export *e)
{
	char path[PATH_SIZE];
	json_int_t before = 0;
	int err, closed;

	do
		err = list_page(e, &before);
	while (err == CLI_OK && before > 1);
	if (err != CLI_OK)
		return err;
	if (snprintf(path, sizeof(path), "%s/all-games.pgn", e->dir) >= PATH_SIZE)
		return cli_bad("%s: this name is too long", e->dir);
	closed = record_file_open(&e->all, path);
	if (closed < 0)
		return cli_bad("%s: %s", path, strerror(-closed));
	err = export_games(e);
	closed = record_file_close(&e->all, err == CLI_OK);
	if (err == CLI_OK && closed < 0)
		return cli_bad("%s: %s", path, strerror(-closed));
	if (err == CLI_OK)
		printf("%s\n", path);
	return err;
}

int
cli_export(struct cli_call *c)
{
	struct export e = { .c = c, .dir = c->word[0] };
	int err;

	if (c->n == 2 && strcmp(c->word[1], "--traces") != 0)
		return cli_bad("export: %s is too much; see `halo --help`", c->word[1]);
	e.traces = c->n == 2;
	if (cli_connect(c->link) != CLI_OK)
		return CLI_REFUSED;
	if (mkdir(e.dir, 0777) < 0 && errno != EEXIST)
		return cli_bad("%s: %s", e.dir, strerror(errno));
	e.games = json_array();
	err = export_all(&e);
	json_decref(e.games);
	return err;
}

/* ---- games that travel ---- */

/* A name of the daemon's own folder has no dot; this is a file of the caller's. */
static bool
is_file(const char *name)
{
	size_t n = strlen(name);

	return n > 5 && strcmp(name + n - 5, ".json") == 0;
}

static int
ask_name(struct cli_call *c, const char *kind)
{
	json_t *answer = cli_ask(c->link, json_pack("{s:s,s:s}", "kind", kind, "name", c->word[0]));

	if (!answer)
		return CLI_REFUSED;
	if (*cli_text(answer, "path"))
		printf("%s\n", cli_text(answer, "path"));
	json_decref(answer);
	return CLI_OK;
}

/* What hides something is told with `?` for it, and cannot go on elsewhere. */
static int
save_file(struct cli_call *c, const char *path)
{
	char *text = cli_fetch(c, "record", 0), why[NATIVE_WHY_MAX];
	struct record r = { 0 };
	int err;

	if (!text)
		return CLI_REFUSED;
	if (native_parse(text, strlen(text), &r, why) < 0) {
		free(text);
		return cli_refused("%s: this game hides something, and travels when it is over",
				   path);
	}
	record_finish(&r);
	err = record_file_write(path, text, strlen(text));
	free(text);
	if (err < 0)
		return cli_bad("%s: %s", path, strerror(-err));
	printf("%s\n", path);
	return CLI_OK;
}

int
cli_save(struct cli_call *c)
{
	return is_file(c->word[0]) ? save_file(c, c->word[0]) : ask_name(c, "save");
}

static int
open_file(struct cli_call *c, const char *path)
{
	char *text, *line = NULL;
	json_t *root, *answer;
	json_error_t why;
	size_t len;
	int err = record_file_read(path, NATIVE_FILE_MAX, &text, &len);

	if (err < 0)
		return cli_bad("%s: %s", path, strerror(-err));
	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why);
	free(text);
	if (!root)
		return cli_bad("%s:%d:%d: %s", path, why.line, why.column, why.text);
	line = json_dumps(root, JSON_COMPACT);
	json_decref(root);
	answer = cli_ask(c->link, json_pack("{s:s,s:s}", "kind", "open", "record", line));
	free(line);
	json_decref(answer);
	return answer ? CLI_OK : CLI_REFUSED;
}

int
cli_open(struct cli_call *c)
{
	return is_file(c->word[0]) ? open_file(c, c->word[0]) : ask_name(c, "open");
}
