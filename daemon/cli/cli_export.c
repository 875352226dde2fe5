/* The verbs by which games leave: exports, and games that travel to another board. */
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
#include "hw/text/text.h"

/* ---- export ---- */

static void
tell_file(void *dir, const char *name, bool fresh)
{
	(void)fresh;
	printf("%s/%s\n", (const char *)dir, name);
}

static int
export_to(struct cli_games *games, const char *dir, bool traces, bool no_sync)
{
	struct export_job job = { .source = &games->source, .traces = traces, .no_sync = no_sync };
	int err;

	job.folder = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (job.folder < 0)
		return cli_bad("%s: %s", dir, strerror(errno));
	err = export_run(&job);
	close(job.folder);
	if (*job.taken)
		cli_bad("%s/%s: this is something else, and stays as it is", dir, job.taken);
	if (err == 0)
		return *games->unknown ? CLI_PARTLY : CLI_OK;
	/* What the daemon refused has been told. */
	if (err == -EBADMSG)
		return CLI_PARTLY;
	return err == -EREMOTE ? CLI_REFUSED : cli_bad("%s/%s", dir, job.why);
}

int
cli_export(struct cli_call *c)
{
	bool traces = false, no_sync = false;
	char *dir = c->word[0];
	struct cli_games games = { .link = c->link, .file = tell_file, .arg = dir };
	int err;

	for (int i = 1; i < c->n; i++) {
		if (strcmp(c->word[i], "--traces") == 0)
			traces = true;
		else if (strcmp(c->word[i], "--no-sync") == 0)
			no_sync = true;
		else
			return cli_bad("export: %s is too much; see `halo --help`", c->word[i]);
	}
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

enum {
	/* Of a text in one message, as JSON writes it; the rest is its frame. */
	PART_MESSAGE = CLI_LINE_MAX - 256,
};

/* ---- games that travel ---- */

/* A name of the daemon's own folder has no dot; this is a file of the caller's. */
static bool
is_file(const char *name)
{
	size_t n = strlen(name);

	return n > 5 && strcmp(name + n - 5, ".json") == 0;
}

/* The message of `open … --force`, or as it is. */
static json_t *
forced(const struct cli_call *c, json_t *message)
{
	if (c->n > 1)
		json_object_set_new(message, "force", json_true());
	return message;
}

static int
ask_name(struct cli_call *c, const char *kind)
{
	json_t *answer = cli_ask(
		c->link, forced(c, json_pack("{s:s,s:s}", "kind", kind, "name", c->word[0])));

	if (!answer)
		return CLI_REFUSED;
	if (*cli_text(answer, "path"))
		printf("%s\n", cli_text(answer, "path"));
	json_decref(answer);
	return CLI_OK;
}

/* [--replace], and not over a file that is there without it. */
static int
may_write(const struct cli_call *c)
{
	if (c->n > 1 && strcmp(c->word[1], "--replace") != 0)
		return cli_bad("save: %s is not expected here; see `halo --help`", c->word[1]);
	if (c->n == 1 && access(c->word[0], F_OK) == 0)
		return cli_bad("%s is there already; --replace writes over it", c->word[0]);
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
	int err = is_file(c->word[0]) ? may_write(c) : CLI_OK;

	if (err != CLI_OK)
		return err;
	/* `open` takes it for a game of the journal. */
	if (cli_number(c->word[0]))
		return cli_bad("save %s: a number alone is a game's, the name needs a letter",
			       c->word[0]);
	if (is_file(c->word[0]))
		return save_file(c, c->word[0]);
	return c->n == 1 ? ask_name(c, "save")
			 : cli_bad("save: only behind FILE.json something may follow");
}

/* How much of a text one message takes; a character of several bytes stays whole. */
static size_t
part_length(const char *text)
{
	size_t n = 0, json = 0;

	while (text[n] && json < PART_MESSAGE)
		/* As JSON writes it: quotes and backslashes double, control characters sixfold. */
		json += (unsigned char)text[n++] < ' ' ? 6 : 2;
	return text[n] ? text_fit(text, n + 1, n) : n;
}

/* A whole record, in as many messages as it takes. */
static int
open_text(struct cli_call *c, const char *text)
{
	size_t n = part_length(text);
	bool parts = text[n] != '\0', told = true;

	for (int part = 0; told && (part == 0 || *text); part++, text += n) {
		json_t *answer, *message;

		n = part_length(text);
		message = forced(c, json_pack("{s:s,s:s%}", "kind", "open", "record", text, n));
		if (parts)
			json_object_update_new(message, json_pack("{s:i,s:b}", "part", part, "more",
								  text[n] != '\0'));
		answer = cli_ask(c->link, message);
		told = answer != NULL;
		json_decref(answer);
	}
	return told ? CLI_OK : CLI_REFUSED;
}

/* A record on one line, the caller's; NULL, told: a mistake, which the daemon would lay to no file. */
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

static int
open_file(struct cli_call *c, const char *path)
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
	err = open_text(c, line);
	free(line);
	return err;
}

static int
open_number(struct cli_call *c, long number)
{
	json_t *answer = cli_ask(
		c->link, forced(c, json_pack("{s:s,s:i}", "kind", "open", "game_id", (int)number)));

	json_decref(answer);
	return answer ? CLI_OK : CLI_REFUSED;
}

/* A game may be saved under a name that ends so. */
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
	long number = cli_number(c->word[0]);

	if (c->n > 1 && strcmp(c->word[1], "--force") != 0)
		return cli_bad("open %s: only --force may follow", c->word[0]);
	if (number)
		return open_number(c, number);
	if (is_pgn(c->word[0]))
		return cli_bad("%s: the native form is expected, FILE.json; PGN is imported: "
			       "`halo import %s`",
			       c->word[0], c->word[0]);
	return is_file(c->word[0]) ? open_file(c, c->word[0]) : ask_name(c, "open");
}
