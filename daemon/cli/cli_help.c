/* The help of `halo`: the list of verbs, and what each one takes. */
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli.h"

/* A form of a verb. Several rows may have the same verb, one after the other. */
struct help {
	const char *verb, *words, *line; /* line: for the list of verbs */
	const char *more;                /* further lines of `halo VERB --help`; NULL: none */
};

/* clang-format off: a table of texts */
static const struct help helps[] = {
	{ "games", "", "lists the games; needs no daemon", NULL },
	{ "new", "GAME [KEY=VALUE …] [--force]", "begins a game",
	  "  white=NAME black=NAME   the players; in Crowded House wk= bk= wq= bq=\n"
	  "  black=computer:LEVEL    a computer plays this seat, at a level from 1\n"
	  "  black=stockfish:LEVEL   likewise another engine that is installed\n"
	  "  seats=swapped|lot       changes sides, or draws them\n"
	  "  clock=none|sudden:SECONDS|fischer:SECONDS+SECONDS|…\n"
	  "  position='POSITION'     another start, instead of the options\n"
	  "  seed=N                  repeats the same chance\n"
	  "  --force                 even if a game is running; it is kept, unfinished\n"
	  "Options of single games:\n"
	  "  chess960      index=0 … index=959, or cards=2,5,…\n"
	  "  abstract      table=neto|aronson turn=single|double transfers=free|limited\n"
	  "  cooperative   cards=dealt|real\n"
	  "  dice-money    prices=…\n"
	  "  half-alice    checkers=N\n"
	  "Example: halo new chess white=Anna black=Ben clock=fischer:300+3\n" },
	{ "next", "[--force]", "begins the next game of a match, with colours swapped",
	  "  --force                 even if a game is running; it is kept, unfinished\n" },
	{ "state", "[--json] [--seat SEAT --token T]", "prints the state of the game",
	  "  --json                  as the message of docs/protocol.md\n"
	  "  --seat SEAT --token T   a seat's own view, in games with secrets\n" },
	{ "board", "", "prints the board and its lamps",
	  "Lit squares are in brackets, or coloured in a terminal.\n" },
	{ "board", "check NAME|FILE [OPTION …]", "checks and explains a board description",
	  "  --wiring                lists the pins of every square\n"
	  "  --chips                 tests which chips answer; halod must not run\n"
	  "  --lamps, --sensors      lights every lamp; prints the sensors' readings\n"
	  "  --calibrate [--out FILE]  measures the sensors\n"
	  "  --bus N=DEVICE          overrides bus N, as for halod\n" },
	{ "apply", "[--seat SEAT [--token T]] ACTION …", "plays actions: e2e4 e7e8q e1g1 roll",
	  "Stops at the first illegal action and prints the rule; earlier ones stay.\n"
	  "'roll' throws the dice, 'roll:2,5' enters real ones. Secret actions need a seat and\n"
	  "its token.\n" },
	{ "undo", "[N]", "takes back N actions (1)",
	  "A move that is shown and not final is taken back too. In some games the board asks the\n"
	  "players first.\n" },
	{ "resign", "SEAT [--token T]", "resigns for w or b",
	  "In games with secrets the seat's token is needed.\n" },
	{ "draw", "[--claim] [--seat SEAT --token T]", "agrees on a draw, or claims one",
	  "  --claim                 claims it: threefold repetition or fifty moves\n" },
	{ "reveal", "", "asks to show everything hidden, after the game", NULL },
	{ "now", "", "makes a computer that thinks choose its move now", NULL },
	{ "save", "[NAME|NAME.json] [--replace]", "saves the game on the board",
	  "Without NAME: under the name that was saved last, at first 'default'.\n"
	  "NAME.json is a file of yours, for another board; --replace overwrites it.\n" },
	{ "open", "NAME|NAME.json|ID [--force]", "continues a saved or an unfinished game",
	  "  --force                 even if the game on the board hides something and could not\n"
	  "                          be played on, or if the saved game is over\n" },
	{ "reset", "[--force]", "begins the same game again",
	  "  --force                 even if the game on the board hides something\n" },
	{ "blind", "SQUARE [--off]", "ignores a square's sensor; --off: uses it again", NULL },
	{ "list", "[N] [--find TEXT]", "lists the last N games (20)",
	  "  --find TEXT             only games with this text in a name, the date, the game's "
	  "name,\n"
	  "                          the result or its reason: --find Anna, --find 2026.11\n" },
	{ "pgn", "[ID|FILE]", "prints a game as PGN; by default the one on the board", NULL },
	{ "record", "[ID|FILE] [--open]", "prints a game in the native form",
	  "  --open                  with what was hidden, move by move\n" },
	{ "diagram", "[POSITION|ID|FILE][@N] [--game G] -o FILE.svg|.png|.fen", "draws a position",
	  "Without a position or a game: the board as it is now. @N: after N actions.\n"
	  "  --game G                the game that a POSITION belongs to (chess)\n" },
	{ "film", "[ID|FILE] -o FILE.svg", "writes a game as an animation", NULL },
	{ "sheet", "[ID|FILE] -o FILE.pdf", "writes a score sheet with diagrams", NULL },
	{ "export", "DIR [--traces] [--no-sync]", "writes every game as files, PGN and native",
	  "  --traces                with the sensors' traces\n"
	  "  --no-sync               does not wait for the disk: faster, unsafe in a power cut\n" },
	{ "import", "FILE.pgn …", "adds the games of PGN files to the records, each once", NULL },
	{ "backup", "FILE [--store DIR]", "writes everything into one file; halod may run",
	  "  --store DIR             the folder of the games, if not in the default places\n" },
	{ "restore", "FILE [--store DIR] [--replace]", "restores a backup; halod must not run",
	  "  --store DIR             the folder of the games, if not in the default places\n"
	  "  --replace               sets games that are there aside\n" },
	{ "replay", "FILE.board [--pgn] [--explain]", "prints the results of a trace",
	  "Needs no daemon.\n" },
	{ "replay", "--live [--explain]", "the same for a trace on standard input, line by line",
	  NULL },
	{ "trace", "save FILE", "saves the sensors' readings of this game, for a bug report",
	  NULL },
	{ "watch", "[--json]", "prints changes as they happen", NULL },
};
/* clang-format on */

enum { HELPS = sizeof(helps) / sizeof(helps[0]) };

void
cli_help_list(void)
{
	printf("usage: halo [--socket PATH] VERB …\n\n");
	for (size_t i = 0; i < HELPS; i++)
		printf("  %-8s  %s\n", helps[i].verb, helps[i].line);
	printf("\n'halo VERB --help' explains what a verb takes. Put a name with spaces in "
	       "quotes.\n"
	       "Without --socket: $RUNTIME_DIRECTORY/halod.sock, "
	       "$XDG_RUNTIME_DIR/haloboard/halod.sock,\n"
	       "/run/haloboard/halod.sock. Exit status: 0; 1 if the daemon refused or none runs;\n"
	       "2 for bad usage or input.\n");
}

bool
cli_help_verb(const char *verb)
{
	const struct help *before = NULL;

	for (size_t i = 0; i < HELPS; i++) {
		if (strcmp(helps[i].verb, verb) != 0)
			continue;
		printf("%susage: halo %s%s%s\n%c%s.\n%s", before ? "\n" : "", verb,
		       *helps[i].words ? " " : "", helps[i].words, helps[i].line[0] - 'a' + 'A',
		       helps[i].line + 1, helps[i].more ? helps[i].more : "");
		before = &helps[i];
	}
	return before != NULL;
}
