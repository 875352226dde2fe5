/* The verbs that export games, and move games to another board. */
#include "daemon/cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/cli/cli_source.h"
#include "daemon/record/native.h"
#include "daemon/record/record.h"

/* ---- export ---- */

static void
print_file(void *user, const char *name, bool fresh)
{
	const struct cli_games *games = user;

	(void)fresh;
	printf("%s/%s\n", (const char *)games->arg, name);
}

static int
export_to(struct cli_games *games, const char *dir, bool traces, bool no_sync)
{
	struct export_job job = { .source = &games->source,
				  .journal = games->journal,
				  .traces = traces,
				  .no_sync = no_sync };
	int err;

	job.folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (job.folder < 0)
		return cli_bad("%s: %s", dir, strerror(errno));
	err = export_run(&job);
	close(job.folder);
	if (*job.taken)
		cli_bad("%s/%s: exists with other content; left unchanged", dir, job.taken);
	if (err == 0)
		return *games->unknown ? CLI_PARTLY : CLI_OK;
	/* The daemon's refusal has been reported. */
	if (err == -EBADMSG)
		return CLI_PARTLY;
	return err == -EREMOTE ? CLI_REFUSED : cli_bad("%s/%s", dir, job.why);
}

int
cli_export(struct cli_call *c)
{
	bool traces = false, no_sync = false;
	const struct cli_option options[] = { { "--traces", &traces, NULL },
					      { "--no-sync", &no_sync, NULL },
					      { 0 } };
	int err = cli_options(c, options, 1, 1);
	char *dir = c->word[0];
	struct cli_games games = { .link = c->link, .source.file = print_file, .arg = dir };

	if (err != CLI_OK)
		return err;
	if (cli_connect(c->link) != CLI_OK)
		return CLI_REFUSED;
	if (mkdir(dir, 0777) < 0 && errno != EEXIST)
		return cli_bad("%s: %s", dir, strerror(errno));
	err = cli_games_list(&games);
	if (err == CLI_OK)
		err = export_to(&games, dir, traces, no_sync);
	cli_games_free(&games);
	return err;
}

/* ---- moving games ---- */

/*
 * Reports whether the name is a file of the user: names of saved games in the daemon's folder
 * have no dot.
 */
static bool
is_file(const char *name)
{
	size_t n = strlen(name);

	return n > 5 && strcmp(name + n - 5, ".json") == 0;
}

/* Sends a request and prints the path in its answer, if there is one. */
static int
request_path(struct cli_call *c, json_t *message)
{
	json_t *answer = cli_ask(c->link, message);

	if (!answer)
		return CLI_REFUSED;
	if (*cli_text(answer, "path"))
		printf("%s\n", cli_text(answer, "path"));
	json_decref(answer);
	return CLI_OK;
}

/* Saves to a file; a game with secrets is refused, because `?` cannot be resumed elsewhere. */
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
		return cli_refused("%s: this game has secrets; it can be saved to a file once they "
				   "are revealed",
				   path);
	}
	record_finish(&r);
	err = cli_write(path, text);
	free(text);
	if (err == CLI_OK)
		printf("%s\n", path);
	return err;
}

int
cli_save(struct cli_call *c)
{
	bool replace = false;
	const struct cli_option options[] = { { "--replace", &replace, NULL }, { 0 } };
	int err = cli_options(c, options, 0, 1);

	if (err != CLI_OK)
		return err;
	if (c->n == 0) /* the daemon keeps the name of the last save */
		return request_path(c, json_pack("{s:s}", "kind", "save"));
	/* A number is refused as a name, because `open` takes it as the number of a game. */
	if (cli_number(c->word[0]))
		return cli_bad(
			"save: invalid name '%s': a number is a game's, a name needs a letter",
			c->word[0]);
	if (is_file(c->word[0]) && !replace && access(c->word[0], F_OK) == 0)
		return cli_bad("%s exists; use --replace to overwrite it", c->word[0]);
	if (is_file(c->word[0]))
		return save_file(c, c->word[0]);
	if (replace)
		return cli_bad("save: only FILE.json may be followed by '--replace'");
	return request_path(c, json_pack("{s:s,s:s}", "kind", "save", "name", c->word[0]));
}

/*
 * Returns a record on one line for the caller; NULL after an error, reported here with the
 * file's name, which the daemon does not know.
 */
static char *
record_line(const char *path, const char *text, size_t len)
{
	json_error_t why;
	json_t *root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why);
	struct record r = { 0 };
	char *line = NULL;

	if (!root)
		(void)cli_bad("%s:%d:%d: %s", path, why.line, why.column, why.text);
	else if (cli_record_read(path, text, &r) == CLI_OK &&
		 !(line = json_dumps(root, JSON_COMPACT)))
		(void)cli_bad("%s: %s", path, strerror(ENOMEM));
	record_finish(&r);
	json_decref(root);
	return line;
}

/* Returns the value of `force`; NULL: the message has none. */
static json_t *
forced(bool force)
{
	return force ? json_true() : NULL;
}

static int
open_file(struct cli_call *c, const char *path, bool force)
{
	char *text, *line;
	size_t len;
	int err = record_file_read(path, NATIVE_FILE_MAX, &text, &len);

	if (err < 0)
		return cli_bad("%s: %s", path, strerror(-err));
	line = record_line(path, text, len);
	free(text);
	if (!line)
		return CLI_USAGE;
	err = request_path(c, json_pack("{s:s,s:s,s:o*}", "kind", "open", "record", line, "force",
					forced(force)));
	free(line);
	return err;
}

/* Reports whether the name is a PGN file; a saved game may also have such a name. */
static bool
is_pgn(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && strcasecmp(dot, ".pgn") == 0 &&
	       (strchr(name, '/') || access(name, F_OK) == 0);
}

int
cli_open(struct cli_call *c)
{
	bool force = false;
	const struct cli_option options[] = { { "--force", &force, NULL }, { 0 } };
	int err = cli_options(c, options, 1, 1);
	long number;

	if (err != CLI_OK)
		return err;
	number = cli_number(c->word[0]);
	if (number)
		return request_path(c, json_pack("{s:s,s:i,s:o*}", "kind", "open", "game_id",
						 (int)number, "force", forced(force)));
	if (is_pgn(c->word[0]))
		return cli_bad("%s: expected a native record, FILE.json; for PGN use "
			       "'halo import %s'",
			       c->word[0], c->word[0]);
	if (is_file(c->word[0]))
		return open_file(c, c->word[0], force);
	return request_path(c, json_pack("{s:s,s:s,s:o*}", "kind", "open", "name", c->word[0],
					 "force", forced(force)));
}
