/* The verbs of `halo`, and their help. */
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli.h"

/* A form of a verb. Several rows may have the same verb, one after the other. */
struct form {
	const char *verb;
	int (*run)(struct cli_call *c);
	const char *words, *line; /* line: for the list of verbs */
	const char *more;         /* further lines of `halo VERB --help`; NULL: none */
};

/* clang-format off: a table of texts */
static const struct form forms[] = {
	{ "games", cli_games, "", "lists the games; needs no daemon", NULL },
	{ "new", cli_new, "GAME [KEY=VALUE …] [--force]", "begins a game",
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
	{ "next", cli_next, "[--force]", "begins the next game of a match, with colours swapped",
	  "  --force                 even if a game is running; it is kept, unfinished\n" },
	{ "state", cli_state, "[--json] [--seat SEAT --token T]", "prints the state of the game",
	  "  --json                  as the message of docs/protocol.md\n"
	  "  --seat SEAT --token T   a seat's own view, in games with secrets\n" },
	{ "board", cli_board, "", "prints the board and its lamps",
	  "Lit squares are in brackets, or coloured in a terminal.\n" },
	{ "board", cli_board, "check NAME|FILE [OPTION …]",
	  "checks and explains a board description",
	  "  --wiring                lists the pins of every square\n"
	  "  --chips                 tests which chips answer; halod must not run\n"
	  "  --lamps, --sensors      lights every lamp; prints the sensors' readings\n"
	  "  --calibrate [--out FILE]  measures the sensors\n"
	  "  --bus N=DEVICE          overrides bus N, as for halod\n" },
	{ "apply", cli_apply, "[--seat SEAT [--token T]] ACTION …",
	  "plays actions: e2e4 e7e8q e1g1 roll",
	  "Stops at the first illegal action and prints the rule; earlier ones stay.\n"
	  "'roll' throws the dice, 'roll:2,5' enters real ones. Secret actions need a seat and\n"
	  "its token.\n" },
	{ "undo", cli_undo, "[N]", "takes back N actions (1; your last one and a computer's reply)",
	  "A move that is shown and not final is taken back too. In some games the board asks the\n"
	  "players first.\n" },
	{ "resign", cli_resign, "SEAT [--token T]", "resigns for w or b",
	  "In games with secrets the seat's token is needed.\n" },
	{ "draw", cli_draw, "[--claim] [--seat SEAT --token T]", "agrees on a draw, or claims one",
	  "  --claim                 claims it: threefold repetition or fifty moves\n" },
	{ "reveal", cli_reveal, "", "asks to show everything hidden, after the game", NULL },
	{ "now", cli_now, "", "makes a computer that thinks choose its move now", NULL },
	{ "say", cli_say, "last|turn|position|SQUARE", "prints and speaks what a player wants to hear",
	  "It is spoken if halo-voice runs and the setting 'speech' is on.\n"
	  "Example: halo say e4\n" },
	{ "set", cli_set, "[KEY=VALUE …]", "lists the settings, or changes some",
	  "Example: halo set speech=on volume=60\n" },
	{ "save", cli_save, "[NAME|NAME.json] [--replace]", "saves the game on the board",
	  "Without NAME: under the name that was saved last, at first 'default'.\n"
	  "NAME.json is a file of yours, for another board; --replace overwrites it.\n" },
	{ "open", cli_open, "NAME|NAME.json|ID [--force]",
	  "continues a saved or an unfinished game",
	  "  --force                 even if the game on the board hides something and could not\n"
	  "                          be played on, or if the saved game is over\n" },
	{ "reset", cli_reset, "[--force]", "begins the same game again",
	  "  --force                 even if the game on the board hides something\n" },
	{ "blind", cli_blind, "SQUARE [--off]", "ignores a square's sensor; --off: uses it again",
	  NULL },
	{ "lesson", cli_lesson, "GAME [N] [player=NAME]",
	  "lists the lessons of a game, or begins the Nth on the board",
	  "  player=NAME             whose progress is kept\n" },
	{ "lesson", cli_lesson, "next|leave|act ACTION",
	  "goes on in the lesson on the board, leaves it, or chooses an action",
	  NULL },
	{ "lesson", cli_lesson, "check FILE …",
	  "walks lessons by the rules; needs no daemon", NULL },
	{ "puzzle", cli_puzzle, "GAME [next|mistake|N] [player=NAME]",
	  "lists the puzzles of a game, or begins one on the board",
	  "  next                    one that suits the player and the pieces on the board\n"
	  "  mistake                 one from the player's reviewed games: what was better?\n"
	  "  player=NAME             whose progress is kept\n"
	  "'halo lesson next' goes on to another one, 'halo lesson leave' leaves.\n" },
	{ "puzzle", cli_puzzle, "check FILE …",
	  "plays the lines of puzzles by the rules; needs no daemon", NULL },
	{ "list", cli_list, "[N] [--find TEXT]", "lists the last N games (20)",
	  "  --find TEXT             only games with this text in a name, the date, the game's "
	  "name,\n"
	  "                          the result or its reason: --find Anna, --find 2026.11\n" },
	{ "pgn", cli_pgn, "[ID|FILE]", "prints a game as PGN; by default the one on the board",
	  NULL },
	{ "review", cli_review, "[ID]", "prints the mistakes of a finished game, and what was better",
	  "The computer compares the moves of the game first, which takes a minute or two; it\n"
	  "needs halo-partner. The result is kept: halo pgn has the score of every move.\n" },
	{ "record", cli_record, "[ID|FILE] [--open]", "prints a game in the native form",
	  "  --open                  with what was hidden, move by move\n" },
	{ "diagram", cli_diagram, "[POSITION|ID|FILE][@N] [--game G] -o FILE.svg|.png|.fen",
	  "draws a position",
	  "Without a position or a game: the board as it is now. @N: after N actions.\n"
	  "  --game G                the game that a POSITION belongs to (chess)\n" },
	{ "film", cli_film, "[ID|FILE] -o FILE.svg", "writes a game as an animation", NULL },
	{ "sheet", cli_sheet, "[ID|FILE] -o FILE.pdf", "writes a score sheet with diagrams", NULL },
	{ "export", cli_export, "DIR [--traces] [--no-sync]",
	  "writes every game as files, PGN and native",
	  "  --traces                with the sensors' traces\n"
	  "  --no-sync               does not wait for the disk: faster, unsafe in a power cut\n" },
	{ "import", cli_import, "FILE.pgn …",
	  "adds the games of PGN files to the records, each once", NULL },
	{ "backup", cli_backup, "FILE [--store DIR]",
	  "writes everything into one file; halod may run",
	  "  --store DIR             the folder of the games, if not in the default places\n" },
	{ "restore", cli_restore, "FILE [--store DIR] [--replace]",
	  "restores a backup; halod must not run",
	  "  --store DIR             the folder of the games, if not in the default places\n"
	  "  --replace               sets games that are there aside\n" },
	{ "replay", cli_replay, "FILE.board [--pgn] [--explain]", "prints the results of a trace",
	  "Needs no daemon.\n" },
	{ "replay", cli_replay, "--live [--explain]",
	  "the same for a trace on standard input, line by line", NULL },
	{ "trace", cli_trace, "save FILE",
	  "saves the sensors' readings of this game, for a bug report", NULL },
	{ "watch", cli_watch, "[--json]", "prints changes as they happen", NULL },
};
/* clang-format on */

enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

int (*cli_verb(const char *verb))(struct cli_call *c)
{
	for (size_t i = 0; i < FORMS; i++)
		if (strcmp(forms[i].verb, verb) == 0)
			return forms[i].run;
	return NULL;
}

void
cli_help_list(void)
{
	printf("usage: halo [--socket PATH] VERB …\n\n");
	for (size_t i = 0; i < FORMS; i++)
		printf("  %-8s  %s\n", forms[i].verb, forms[i].line);
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
	const struct form *before = NULL;

	for (size_t i = 0; i < FORMS; i++) {
		if (strcmp(forms[i].verb, verb) != 0)
			continue;
		printf("%susage: halo %s%s%s\n%c%s.\n%s", before ? "\n" : "", verb,
		       *forms[i].words ? " " : "", forms[i].words, forms[i].line[0] - 'a' + 'A',
		       forms[i].line + 1, forms[i].more ? forms[i].more : "");
		before = &forms[i];
	}
	return before != NULL;
}
