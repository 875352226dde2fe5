/*
 * halo: the command line. Talks to halod over its socket. None is needed by what works on
 * files alone: `games`, `replay`, `backup`, `restore`, `board check`, and `diagram`, `film`,
 * `sheet` and `record` of a FILE.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli.h"
#include "daemon/trace/replay.h"

static const char usage[] =
	"usage: halo [--socket PATH] VERB …\n"
	"\n"
	"  games                     the games there are\n"
	"  new GAME [key=value …]    a new game; white=NAME black=NAME position=POS, or options\n"
	"                            as index=518; --force: although one runs (it is kept)\n"
	"  state [--json] [--seat SEAT --token T]\n"
	"  board                     the board and its lamps as text\n"
	"  board check NAME|FILE     is a board description sound, and what does it say?\n"
	"     --wiring               which pins every square is on\n"
	"     --chips, --lamps, --sensors   tries the chips; needs that no halod runs\n"
	"     --calibrate [--out FILE]      measures a board that sees colours\n"
	"     --bus N=DEVICE         where bus N is, as for halod\n"
	"  apply ACTION …            plays actions: e2e4 e7e8q e1g1 roll\n"
	"  undo [N]                  takes back N actions (1)\n"
	"  resign SEAT               w or b gives up\n"
	"  draw [--claim]            both agree, or threefold or fifty moves are claimed\n"
	"  save NAME, open NAME      the game on the board to a file and back; NAME.json: a file of\n"
	"                            yours, for another board; save NAME.json --replace: over one\n"
	"  open ID                   goes on with a game that was left unfinished\n"
	"  reset                     back to turn 1; reset and open need --force where the game\n"
	"                            on the board hides something and would be lost for play\n"
	"  blind SQUARE [--off]      its sensor is not believed; --off: it is again\n"
	"  list [N]                  the last N games (20)\n"
	"  pgn [ID|FILE]             a game as PGN; without ID the one on the board\n"
	"  record [ID|FILE] [--open] a game in the native form; --open: what was hidden, move by "
	"move\n"
	"  diagram [POSITION|ID|FILE][@N] [--game G] -o FILE.svg|.png|.fen\n"
	"                            a position; a game after N actions; the board as it is now\n"
	"  film [ID|FILE] -o FILE.svg    a game that plays by itself\n"
	"  sheet [ID|FILE] -o FILE.pdf   a score sheet with diagrams\n"
	"  export DIR [--traces] [--no-sync]\n"
	"                            every game into files there, PGN and native\n"
	"  import FILE.pgn …         games of files into the journal, each once\n"
	"  backup FILE [--store DIR]     all that is kept, as one file; a daemon may run\n"
	"  restore FILE [--store DIR] [--replace]\n"
	"                            and back; needs that no halod runs\n"
	"  replay FILE.board [--pgn] [--explain]\n"
	"                            what a trace leads to; needs no daemon\n"
	"  trace save FILE           the last minutes of the sensors, for a bug report\n"
	"  watch [--json]            what happens, as it happens\n"
	"\n"
	"Without --socket: $RUNTIME_DIRECTORY/halod.sock, $XDG_RUNTIME_DIR/haloboard/halod.sock,\n"
	"/run/haloboard/halod.sock. Ends with 0; 1 when the daemon refused or there is none;\n"
	"2 for bad usage or input.\n";

static const struct verb {
	const char *name;
	int min, max; /* words behind it; max -1: any number */
	int (*run)(struct cli_call *c);
} verbs[] = {
	{ "games", 0, 0, cli_games },     { "new", 1, -1, cli_new },
	{ "state", 0, 5, cli_state },     { "board", 0, -1, cli_board },
	{ "apply", 1, -1, cli_apply },    { "undo", 0, 1, cli_undo },
	{ "resign", 1, 1, cli_resign },   { "draw", 0, 1, cli_draw },
	{ "save", 1, 2, cli_save },       { "open", 1, 2, cli_open },
	{ "reset", 0, 1, cli_reset },     { "list", 0, 1, cli_list },
	{ "pgn", 0, 1, cli_pgn },         { "export", 1, 3, cli_export },
	{ "backup", 1, 3, cli_backup },   { "restore", 1, 4, cli_restore },
	{ "import", 1, -1, cli_import },  { "trace", 2, 2, cli_trace },
	{ "watch", 0, 1, cli_watch },     { "record", 0, 2, cli_record },
	{ "diagram", 2, 5, cli_diagram }, { "film", 2, 3, cli_film },
	{ "sheet", 2, 3, cli_sheet },     { "blind", 1, 2, cli_blind },
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
	struct cli_link link = { .fd = -1 };
	struct cli_call call = { .link = &link, .n = n, .word = word };
	char path[CLI_PATH_MAX];
	int err;

	if (!cli_socket(socket, path))
		return cli_bad("%.40s…: this path is too long", socket);
	link.socket = path;
	err = v->run(&call);
	cli_link_close(&link);
	/* A full disk behind a redirection must not look like success. */
	if (fflush(stdout) != 0 || ferror(stdout))
		return cli_bad("standard output cannot be written");
	return err;
}

/* Behind a verb too, where it would else be taken for a name or a file. */
static bool
asks_help(int n, char **word)
{
	for (int i = 0; i < n; i++)
		if (strcmp(word[i], "--help") == 0 || strcmp(word[i], "-h") == 0)
			return true;
	return false;
}

int
main(int argc, char **argv)
{
	const char *socket = NULL;
	const struct verb *v;
	int at = 1, n;

	if (asks_help(argc - 1, argv + 1))
		return fputs(usage, stdout) < 0 ? CLI_USAGE : CLI_OK;
	for (; at < argc && argv[at][0] == '-'; at++) {
		if (strcmp(argv[at], "--version") == 0)
			return printf("halo %s\n", HALO_VERSION) < 0 ? CLI_USAGE : CLI_OK;
		if (strcmp(argv[at], "--socket") != 0)
			return cli_bad("%s: no such option; `halo --help` lists what there is",
				       argv[at]);
		if (++at == argc)
			return cli_bad("--socket: a path is missing behind it");
		socket = argv[at];
	}
	if (at == argc)
		return cli_bad("a verb is missing; `halo --help` lists them");
	/* It has words and messages of its own. */
	if (strcmp(argv[at], "replay") == 0)
		return replay_main(argc - at, argv + at);
	v = verb_find(argv[at]);
	if (v && socket && (v->run == cli_backup || v->run == cli_restore))
		return cli_bad("%s works on the folder of games: --store DIR says which, --socket "
			       "does not",
			       v->name);
	if (!v)
		return cli_bad("%s: no such verb; `halo --help` lists them", argv[at]);
	n = argc - at - 1;
	if (n < v->min)
		return cli_bad("%s: a word is missing behind it; see `halo --help`", v->name);
	if (v->max >= 0 && n > v->max)
		return cli_bad("%s: too much behind %s; see `halo --help`", argv[at + 1 + v->max],
			       v->name);
	return verb_run(v, socket, n, argv + at + 1);
}
