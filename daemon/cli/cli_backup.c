/*
 * The verbs of the whole store: into one file, and back. They work on the folder
 * of games itself, so that what a daemon may not write, or read, its owner can.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/cli/cli.h"
#include "daemon/store/store_backup.h"

struct store_words {
	const char *file, *folder;
	bool replace;
	char found[CLI_PATH_MAX];
};

/* Is that a folder of games, or one that is none of ours to enter? Its name is left in `out`. */
static bool
store_at(char out[CLI_PATH_MAX], const char *base, const char *below)
{
	char path[CLI_PATH_MAX + 16];

	if (!base || !*base || snprintf(out, CLI_PATH_MAX, "%s%s", base, below) >= CLI_PATH_MAX)
		return false;
	snprintf(path, sizeof(path), "%s/games.db", out);
	return access(path, F_OK) == 0 || errno == EACCES;
}

/* Where a daemon of ours keeps its games, else where the system's does. */
static bool
store_find(char out[CLI_PATH_MAX])
{
	return store_at(out, getenv("STATE_DIRECTORY"), "") ||
	       store_at(out, getenv("XDG_DATA_HOME"), "/haloboard") ||
	       store_at(out, getenv("HOME"), "/.local/share/haloboard") ||
	       store_at(out, "/var/lib/haloboard", "");
}

/* FILE [--store DIR], and --replace where that makes sense. */
static int
words_take(const struct cli_call *c, const char *verb, bool restores, struct store_words *w)
{
	*w = (struct store_words){ 0 };
	for (int i = 0; i < c->n; i++) {
		const char *word = c->word[i];

		if (restores && strcmp(word, "--replace") == 0)
			w->replace = true;
		else if (strcmp(word, "--store") == 0 && i + 1 < c->n)
			w->folder = c->word[++i];
		else if (*word != '-' && !w->file)
			w->file = word;
		else
			return cli_bad("%s: %s is not expected here; see `halo --help`", verb,
				       word);
	}
	if (!w->file)
		return cli_bad("%s: a file is missing; see `halo --help`", verb);
	if (!w->folder && !store_find(w->found))
		return cli_bad("%s: no games are kept in the usual places; say where with "
			       "--store DIR",
			       verb);
	if (!w->folder)
		w->folder = w->found;
	return CLI_OK;
}

static int
tell_failed(const char *why, int err, const char *hint)
{
	if (err == -EACCES || err == -EPERM)
		return cli_bad("%s; is this folder yours? `sudo halo …` for the system's", why);
	return cli_bad("%s%s", why, err == -EEXIST ? hint : "");
}

/* "FILE: 3 games and 1 saved game of FOLDER" */
static void
tell_done(const struct store_backup *out, const char *to, const char *from)
{
	printf("%s: %u game%s and %u saved game%s of %s\n", to, out->games, cli_s(out->games),
	       out->saved, cli_s(out->saved), from);
	if (*out->measured)
		printf("what was measured on the board: %s\n", out->measured);
}

static void
tell_damaged(const struct store_backup *out, const char *from)
{
	if (out->damaged)
		printf("%s was damaged: these games have %u actions%s\n", from, out->actions,
		       out->whole ? "" : "; some could not be read whole, or not at all");
}

int
cli_backup(struct cli_call *c)
{
	struct store_backup out;
	char why[STORE_WHY_MAX];
	struct store_words w;
	int err = words_take(c, "backup", false, &w);

	if (err != CLI_OK)
		return err;
	err = store_backup(w.folder, w.file, &out, why);
	if (err < 0)
		return tell_failed(why, err, "");
	tell_done(&out, w.file, w.folder);
	tell_damaged(&out, w.folder);
	if (*out.passed)
		printf("left out, no saved games: %s\n", out.passed);
	return CLI_OK;
}

/* "2 saved games left out, their names are taken: friday, monday" */
static void
tell_kept(const struct store_backup *out)
{
	printf("%u saved game%s left out, %s taken: %s", out->kept, cli_s(out->kept),
	       out->kept == 1 ? "its name is" : "their names are", out->names);
	if (out->kept > STORE_KEPT_NAMED)
		printf(" and %u more", out->kept - STORE_KEPT_NAMED);
	printf("\n");
}

int
cli_restore(struct cli_call *c)
{
	struct store_backup out;
	char why[STORE_WHY_MAX];
	struct store_words w;
	int err = words_take(c, "restore", true, &w);

	if (err != CLI_OK)
		return err;
	err = store_restore(w.folder, w.file, w.replace, &out, why);
	if (err < 0)
		return tell_failed(why, err, "; --replace sets them aside");
	tell_done(&out, w.folder, w.file);
	tell_damaged(&out, w.file);
	if (out.kept)
		tell_kept(&out);
	if (*out.measured_kept)
		printf("left out of what was measured on the board: %s; the name is taken\n",
		       out.measured_kept);
	if (*out.aside)
		printf("the games of before are kept as %s\n", out.aside);
	return CLI_OK;
}
