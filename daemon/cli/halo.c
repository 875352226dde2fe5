/*
 * halo: the command line. Talks to halod over its socket. Verbs that use only files need
 * no daemon: `games`, `replay`, `backup`, `restore`, `board check`, and `diagram`, `film`,
 * `sheet` and `record` of a FILE.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli.h"

/* Runs the verb with the n words after it. */
static int
verb_run(int (*run)(struct cli_call *c), const char *socket, int n, char **verb)
{
	struct cli_link link = { .client.fd = -1 };
	struct cli_call call = { .link = &link, .verb = verb[0], .n = n, .word = verb + 1 };
	char path[CLIENT_PATH_MAX];
	int err;

	if (!client_path(socket, path))
		return cli_bad("path too long: %.40s…", socket);
	link.socket = path;
	err = run(&call);
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
	int (*run)(struct cli_call * c);
	int at = 1;

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
	run = cli_verb(argv[at]);
	if (!run)
		return cli_bad("unknown verb '%s'; see 'halo --help'", argv[at]);
	if (socket && (run == cli_backup || run == cli_restore))
		return cli_bad("%s: uses the folder of games: name it with --store DIR, not "
			       "--socket",
			       argv[at]);
	return verb_run(run, socket, argc - at - 1, argv + at);
}
