/*
 * halo: the command line. Talks to halod over its socket. Verbs that use only files need
 * no daemon: `games`, `replay`, `backup`, `restore`, `board check`, and `diagram`, `film`,
 * `sheet` and `record` of a FILE.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli.h"

static const struct verb {
	const char *name;
	int min, max; /* number of words; max -1: unlimited */
	int (*run)(struct cli_call *c);
} verbs[] = {
	{ "games", 0, 0, cli_games },     { "new", 1, -1, cli_new },
	{ "state", 0, 5, cli_state },     { "board", 0, -1, cli_board },
	{ "apply", 1, -1, cli_apply },    { "undo", 0, 1, cli_undo },
	{ "resign", 1, 3, cli_resign },   { "draw", 0, 5, cli_draw },
	{ "reveal", 0, 0, cli_reveal },   { "next", 0, 1, cli_next },
	{ "save", 0, 2, cli_save },       { "open", 1, 2, cli_open },
	{ "reset", 0, 1, cli_reset },     { "list", 0, 3, cli_list },
	{ "pgn", 0, 1, cli_pgn },         { "export", 1, 3, cli_export },
	{ "backup", 1, 3, cli_backup },   { "restore", 1, 4, cli_restore },
	{ "import", 1, -1, cli_import },  { "trace", 2, 2, cli_trace },
	{ "watch", 0, 1, cli_watch },     { "record", 0, 2, cli_record },
	{ "diagram", 2, 5, cli_diagram }, { "film", 2, 3, cli_film },
	{ "sheet", 2, 3, cli_sheet },     { "blind", 1, 2, cli_blind },
	{ "replay", 0, -1, cli_replay },  { "now", 0, 0, cli_now },
};

static const struct verb *
verb_find(const char *name)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (strcmp(verbs[i].name, name) == 0)
			return &verbs[i];
	return NULL;
}

static int
verb_run(const struct verb *v, const char *socket, int n, char **word)
{
	struct cli_link link = { .client.fd = -1 };
	struct cli_call call = { .link = &link, .verb = v->name, .n = n, .word = word };
	char path[CLIENT_PATH_MAX];
	int err;

	if (!client_path(socket, path))
		return cli_bad("path too long: %.40s…", socket);
	link.socket = path;
	err = v->run(&call);
	cli_link_close(&link);
	/* Reports a write error, such as a full disk behind a redirection. */
	if (fflush(stdout) != 0 || ferror(stdout))
		return cli_bad("cannot write to standard output");
	return err;
}

/* Reports whether the help option is there, also after a verb. */
static bool
asks_help(int n, char **word)
{
	for (int i = 0; i < n; i++)
		if (strcmp(word[i], "--help") == 0 || strcmp(word[i], "-h") == 0)
			return true;
	return false;
}

/* Prints the help of the verb among the words, or else the list of verbs. */
static int
help_print(int n, char **word)
{
	int verb = n > 1 && strcmp(word[0], "--socket") == 0 ? 2 : 0;

	if (verb >= n || !cli_help_verb(word[verb]))
		cli_help_list();
	return fflush(stdout) != 0 ? CLI_USAGE : CLI_OK;
}

int
main(int argc, char **argv)
{
	const char *socket = NULL;
	const struct verb *v;
	int at = 1, n;

	if (asks_help(argc - 1, argv + 1))
		return help_print(argc - 1, argv + 1);
	for (; at < argc && argv[at][0] == '-'; at++) {
		if (strcmp(argv[at], "--version") == 0)
			return printf("halo %s\n", HALO_VERSION) < 0 ? CLI_USAGE : CLI_OK;
		if (strcmp(argv[at], "--socket") != 0)
			return cli_bad("unrecognized option '%s'; see 'halo --help'", argv[at]);
		if (++at == argc)
			return cli_bad("missing argument after '--socket'");
		socket = argv[at];
	}
	if (at == argc)
		return cli_bad("missing verb; see 'halo --help'");
	v = verb_find(argv[at]);
	if (v && socket && (v->run == cli_backup || v->run == cli_restore))
		return cli_bad("%s: uses the folder of games: name it with --store DIR, not "
			       "--socket",
			       v->name);
	if (!v)
		return cli_bad("unknown verb '%s'; see 'halo --help'", argv[at]);
	n = argc - at - 1;
	if (n < v->min)
		return cli_bad("%s: missing argument; see 'halo %s --help'", v->name, v->name);
	if (v->max >= 0 && n > v->max)
		return cli_bad("%s: unexpected argument '%s'; see 'halo %s --help'", v->name,
			       argv[at + 1 + v->max], v->name);
	return verb_run(v, socket, n, argv + at + 1);
}
