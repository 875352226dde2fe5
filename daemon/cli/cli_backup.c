/*
 * The verbs backup and restore. They use the folder of games directly, so its owner can
 * save or restore files that a daemon cannot read or write.
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

/*
 * Reports whether the path, which is written to `out`, is a folder of games, or one that may
 * not be read.
 */
static bool
store_at(char out[CLI_PATH_MAX], const char *base, const char *below)
{
	char path[CLI_PATH_MAX + 16];

	if (!base || !*base || snprintf(out, CLI_PATH_MAX, "%s%s", base, below) >= CLI_PATH_MAX)
		return false;
	snprintf(path, sizeof(path), "%s/games.db", out);
	return access(path, F_OK) == 0 || errno == EACCES;
}

/* Finds the folder of games of the user's daemon, else of the system's. */
static bool
store_find(char out[CLI_PATH_MAX])
{
	return store_at(out, getenv("STATE_DIRECTORY"), "") ||
	       store_at(out, getenv("XDG_DATA_HOME"), "/haloboard") ||
	       store_at(out, getenv("HOME"), "/.local/share/haloboard") ||
	       store_at(out, "/var/lib/haloboard", "");
}

/* Parses FILE [--store DIR], and --replace for a restore. */
static int
words_take(struct cli_call *c, bool restores, struct store_words *w)
{
	const struct cli_option options[] = { { "--store", NULL, &w->folder },
					      { restores ? "--replace" : NULL, &w->replace, NULL },
					      { 0 } };
	int err;

	*w = (struct store_words){ 0 };
	err = cli_options(c, options, 1, 1);
	if (err != CLI_OK)
		return err;
	w->file = c->word[0];
	if (!w->folder && !store_find(w->found))
		return cli_bad("%s: no games are kept in the usual places; say where with "
			       "--store DIR",
			       c->verb);
	if (!w->folder)
		w->folder = w->found;
	return CLI_OK;
}

static int
report_failure(const char *why, int err, const char *hint)
{
	if (err == -EACCES || err == -EPERM)
		return cli_bad("%s; is this folder yours? `sudo halo …` for the system's", why);
	return cli_bad("%s%s", why, err == -EEXIST ? hint : "");
}

/* Prints "FILE: 3 games and 1 saved game of FOLDER". */
static void
print_done(const struct store_backup *out, const char *to, const char *from)
{
	printf("%s: %u game%s and %u saved game%s of %s\n", to, out->games, cli_s(out->games),
	       out->saved, cli_s(out->saved), from);
	if (*out->measured)
		printf("what was measured on the board: %s\n", out->measured);
}

int
cli_backup(struct cli_call *c)
{
	struct store_backup out;
	char why[STORE_WHY_MAX];
	struct store_words w;
	int err = words_take(c, false, &w);

	if (err != CLI_OK)
		return err;
	err = store_backup(w.folder, w.file, &out, why);
	if (err < 0)
		return report_failure(why, err, "");
	print_done(&out, w.file, w.folder);
	if (*out.passed)
		printf("left out, no plain files or too long: %s\n", out.passed);
	return CLI_OK;
}

int
cli_restore(struct cli_call *c)
{
	struct store_backup out;
	char why[STORE_WHY_MAX];
	struct store_words w;
	int err = words_take(c, true, &w);

	if (err != CLI_OK)
		return err;
	err = store_restore(w.folder, w.file, w.replace, &out, why);
	if (err < 0)
		return report_failure(why, err, "; --replace sets it aside");
	print_done(&out, w.folder, w.file);
	if (out.kept)
		printf("%u saved game%s left out, %s taken: %s\n", out.kept, cli_s(out.kept),
		       out.kept == 1 ? "its name is" : "their names are", out.names);
	if (*out.measured_kept)
		printf("left out of what was measured on the board: %s; the name is taken\n",
		       out.measured_kept);
	if (*out.aside)
		printf("the games of before are kept as %s\n", out.aside);
	return CLI_OK;
}
