/*
 * The command line against a server that follows a script: what it asks, what
 * it prints, what it ends with. test-halo PATH-OF-HALO
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "../record/help.h"

enum {
	STEPS_MAX = 6,
	LONG_FILE = 80000,
	TEXT_MAX = 64 * 1024,
	QUIET_S = 120, /* then a program hangs and the test has failed */
};

static const char *halo;
static char folder[64];

#define HELLO "{\"kind\":\"hello\",\"seq\":0,\"version\":1,\"program\":\"halod test\"}"
#define STATE                                                                                      \
	"{\"kind\":\"state\",\"phase\":\"playing\",\"game\":\"chess\",\"title\":\"Chess\",\"game_" \
	"id\":12,"                                                                                 \
	"\"white\":\"Anna\",\"black\":\"\",\"files\":8,\"ranks\":8,"                               \
	"\"position\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\","             \
	"\"moves\":[{\"action\":\"e2e4\",\"san\":\"e4\",\"provisional\":true}],\"moves_from\":0,"  \
	"\"n_actions\":1,\"recorded\":0,\"prompt\":null,\"guidance\":null,\"refusal\":null,"       \
	"\"troubles\":[{\"who\":\"board\",\"what\":\"chip 2 is silent\",\"since\":1}],"            \
	"\"message\":\"Black to move\",\"id\":@}"
#define NATIVE                                                                                    \
	"{\\\"haloboard\\\":\\\"record\\\",\\\"version\\\":1,\\\"game\\\":\\\"chess\\\","         \
	"\\\"number\\\":7,"                                                                       \
	"\\\"date\\\":\\\"2026.11.20\\\",\\\"players\\\":{\\\"w\\\":\\\"Anna\\\"},\\\"start\\\":" \
	"\\\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\\\","                       \
	"\\\"actions\\\":[[\\\"e2e4\\\",5]],\\\"result\\\":{\\\"end\\\":\\\"white\\\","           \
	"\\\"reason\\\":"                                                                         \
	"\\\"resignation\\\"}}"

#define LISTED                                                                                 \
	"{\"id\":7,\"game\":\"chess\",\"date\":\"2026.11.20\",\"result\":\"1-0\",\"reason\":" \
	"\"resignation\",\"actions\":1}"

#define NO_GAME { "\"state\"", "{\"kind\":\"state\",\"phase\":\"none\",\"id\":@}" }

/* What the server waits for (a part of the line) and what it answers, lines; @ is the id. */
struct step {
	const char *asked, *answer;
};

/* clang-format off: a table of messages */
static const struct row {
	const char *name;
	const char *args; /* after --socket; %s: the test's folder */
	struct step step[STEPS_MAX];
	int status;
	const char *out; /* whole; NULL: not looked at */
	const char *err; /* a part; NULL: must be empty */
} rows[] = {
	/* usage: no daemon is asked */
	{ "no verb", "", { { 0 } }, 2, "", "a verb is missing" },
	{ "no such verb", "fly", { { 0 } }, 2, "", "fly: no such verb" },
	{ "no such option", "--fly board", { { 0 } }, 2, "", "--fly: no such option" },
	{ "word missing", "resign", { { 0 } }, 2, "", "resign: a word is missing" },
	{ "word too many", "games now", { { 0 } }, 2, "", "now: too much behind games" },
	{ "no such game", "new go", { { 0 } }, 2, "", "go: no such game" },
	{ "bad option", "new chess960 index=960", { { 0 } }, 2, "", "chess960: " },
	{ "clock of no form", "new chess clock=fischer:300", { { 0 } }, 2, "",
	  "clock=fischer:300: fischer needs +SECONDS" },
	{ "option of no form", "new chess fast", { { 0 } }, 2, "", "fast: expected key=value" },
	{ "bad position",
	  "new chess 'position=8/8 w - - 0 1'",
	  { { 0 } },
	  2,
	  "",
	  "position, character" },
	{ "position and option",
	  "new chess960 seed=1 'position=x'",
	  { { 0 } },
	  2,
	  "",
	  "exclude one another" },
	{ "blind how", "blind e4 on", { { 0 } }, 2, "", "blind on: only --off may follow" },
	{ "bad number", "undo -1", { { 0 } }, 2, "", "expected a number" },
	{ "bad game number", "pgn x", { { 0 } }, 2, "", "pgn x: expected the number" },
	{ "seat without token",
	  "state --seat w",
	  { { 0 } },
	  2,
	  "",
	  "both --seat SEAT and --token T" },
	{ "trace what", "trace show x", { { 0 } }, 2, "", "expected `trace save FILE`" },
	{ "no such file", "import %s/none.pgn", { { 0 } }, 2, "", "none.pgn: No such file" },
	{ "broken file",
	  "import %s/broken.pgn",
	  { { 0 } },
	  2,
	  "",
	  "broken.pgn:1:10: game 1: Ke3: " },
	{ "no replay", "replay %s/none.board", { { 0 } }, 2, "", "error: " },
	{ "games", "games", { { 0 } }, 0, NULL, NULL },
	{ "version", "--version", { { 0 } }, 0, NULL, NULL },
	{ "picture to nowhere", "diagram --game chess", { { 0 } }, 2, "", "-o FILE is missing" },
	{ "film of another kind",
	  "film 3 -o %s/x.gif",
	  { { 0 } },
	  2,
	  "",
	  "has to end in .svg" },
	{ "diagram of no position",
	  "diagram '8/8 w - - 0 1' -o %s/x.svg",
	  { { 0 } },
	  2,
	  "",
	  "this is no position of Chess" },
	{ "diagram",
	  "diagram 'R3K2R^/8/8/8/8/8/8/4k3 w - - 0 1' --game zombie -o %s/x.svg",
	  { { 0 } },
	  0,
	  "",
	  NULL },
	{ "position",
	  "diagram 7@1 -o %s/x.fen",
	  { { "\"kind\":\"record\"", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" } },
	  0,
	  "",
	  NULL },
	{ "sheet of no game", "sheet %s/broken.pgn -o %s/x.pdf", { { 0 } }, 2, "", "Ke3: " },
	/* asking */
	{ "record",
	  "record 7",
	  { { "{\"kind\":\"record\",\"game_id\":7,\"id\":1}",
	      "{\"kind\":\"ok\",\"id\":@,\"record\":\"{ }\"}" } },
	  0,
	  "{ }",
	  NULL },
	{ "record opened",
	  "record 7 --open",
	  { { "\"game_id\":7", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" } },
	  0,
	  "0 start\n1 e2e4\n",
	  NULL },
	{ "film",
	  "film 7 -o %s/x.svg",
	  { { "\"kind\":\"record\"", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" } },
	  0,
	  "",
	  NULL },
	{ "diagram of a move that was not",
	  "diagram 7@2 -o %s/x.svg",
	  { { "\"kind\":\"record\"", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" } },
	  2,
	  "",
	  "the game has 1 actions" },
	{ "diagram of the board",
	  "diagram -o %s/x.svg",
	  { { "{\"kind\":\"state\",\"id\":1}", STATE } },
	  0,
	  "",
	  NULL },
	{ "apply",
	  "apply e2e4 e7e5",
	  { { "{\"kind\":\"act\",\"action\":\"e2e4\",\"id\":1}", "{\"kind\":\"ok\",\"id\":@}" },
	    { "{\"kind\":\"act\",\"action\":\"e7e5\",\"id\":2}", "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "apply refused",
	  "apply e2e4 e7e4",
	  { { "e2e4", "{\"kind\":\"ok\",\"id\":@}" },
	    { "e7e4",
	      "{\"kind\":\"error\",\"id\":@,\"why\":\"e7e4: no legal action is named so\"}" } },
	  1,
	  "",
	  "halo: e7e4: no legal action is named so\nhalo: the 1 before it was played\n" },
	{ "new",
	  "new chess960 index=5 white=Anna --force",
	  { { "{\"kind\":\"new\",\"game\":\"chess960\",\"white\":\"Anna\",\"force\":true,"
	      "\"options\":"
	      "\"index=5\",\"id\":1}",
	      "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "new by seats",
	  "new crowded-house wk=Anna bq=Dora seats=lot",
	  { { "{\"kind\":\"new\",\"game\":\"crowded-house\",\"names\":{\"wk\":\"Anna\",\"bq\":"
	      "\"Dora\"},\"seats\":\"lot\",\"id\":1}",
	      "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "no such seat", "new chess wk=Anna", { { 0 } }, 2, "", "chess: " },
	{ "roll",
	  "apply roll e2e4",
	  { { "{\"kind\":\"roll\",\"id\":1}", "{\"kind\":\"ok\",\"id\":@}" },
	    { "{\"kind\":\"act\",\"action\":\"e2e4\",\"id\":2}", "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "apply a secret",
	  "apply --seat w --token 77 bury:g7",
	  { { "{\"kind\":\"act\",\"action\":\"bury:g7\",\"seat\":\"w\",\"token\":\"77\",\"id\":1}",
	      "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "apply nothing", "apply --seat w", { { 0 } }, 2, "", "apply: expected" },
	{ "apply by nobody", "apply --token 7 e2e4", { { 0 } }, 2, "", "apply: expected" },
	{ "undo", "undo 3", { { "\"undo\",\"n\":3", "{\"kind\":\"ok\",\"id\":@}" } }, 0, "", NULL },
	{ "blind",
	  "blind e4",
	  { { "\"square\":\"e4\",\"on\":true", "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "blind by two names",
	  "blind f2",
	  { { "\"square\":\"f2\",\"on\":true",
	      "{\"kind\":\"ok\",\"id\":@,\"text\":\"f2 of the board, e2 of the game\"}" } },
	  0,
	  "f2 of the board, e2 of the game\n",
	  NULL },
	{ "not blind",
	  "blind e4 --off",
	  { { "\"square\":\"e4\",\"on\":false", "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "undo one",
	  "undo",
	  { { "\"undo\",\"n\":1", "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "resign",
	  "resign w",
	  { { "\"resign\",\"seat\":\"w\"", "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "draw", "draw", { { "\"draw\"", "{\"kind\":\"ok\",\"id\":@}" } }, 0, "", NULL },
	{ "claim", "draw --claim", { { "\"claim\"", "{\"kind\":\"ok\",\"id\":@}" } }, 0, "", NULL },
	{ "reset", "reset", { { "\"reset\"", "{\"kind\":\"ok\",\"id\":@}" } }, 0, "", NULL },
	{ "open",
	  "open friday",
	  { { "\"open\",\"name\":\"friday\"", "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "save",
	  "save friday",
	  { { "\"save\",\"name\":\"friday\"",
	      "{\"kind\":\"ok\",\"id\":@,\"path\":\"/x/friday.json\"}" } },
	  0,
	  "/x/friday.json\n",
	  NULL },
	{ "save into a file",
	  "save %s/friday.json",
	  { { "{\"kind\":\"record\",\"id\":1}",
	      "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" } },
	  0,
	  NULL,
	  NULL },
	{ "save over a file",
	  "save %s/friday.json",
	  { { 0 } },
	  2,
	  "",
	  "friday.json is there already; --replace writes over it" },
	{ "save over a file, as wished",
	  "save %s/friday.json --replace",
	  { { "record", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" } },
	  0,
	  NULL,
	  NULL },
	{ "save over what", "save %s/a.json over", { { 0 } }, 2, "", "save: over is not expected" },
	{ "save a name over", "save friday --replace", { { 0 } }, 2, "", "only behind FILE.json" },
	{ "save what hides something",
	  "save %s/secret.json",
	  { { "record", "{\"kind\":\"ok\",\"id\":@,\"record\":\"{\\\"start\\\":\\\"?\\\"}\"}" } },
	  1,
	  "",
	  "secret.json: this game hides something, and travels when it is over" },
	{ "open a file",
	  "open %s/friday.json",
	  { { "{\"kind\":\"open\",\"record\":\"{\\\"haloboard\\\":\\\"record\\\"",
	      "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "open a long file",
	  "open %s/long.json",
	  { { "\"part\":0,\"more\":true", "{\"kind\":\"ok\",\"id\":@}" },
	    { "\"part\":1,\"more\":true", "{\"kind\":\"ok\",\"id\":@}" },
	    { "\"}\",\"part\":2,\"more\":false", "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "open a long file that is refused",
	  "open %s/long.json",
	  { { "\"part\":0,\"more\":true",
	      "{\"kind\":\"error\",\"id\":@,\"why\":\"part: another client is sending one\"}" } },
	  1,
	  "",
	  "another client is sending one" },
	{ "open no file", "open %s/none.json", { { 0 } }, 2, "", "none.json: No such file" },
	{ "open a file that is none", "open %s/broken.json", { { 0 } }, 2, "", "broken.json:1:" },
	/* states that come in between are no answers */
	{ "told in between",
	  "undo",
	  { { "\"undo\"", "{\"kind\":\"state\",\"seq\":4}\n{\"kind\":\"state\",\"seq\":5}\n"
			  "{\"kind\":\"ok\",\"id\":@}" } },
	  0,
	  "",
	  NULL },
	{ "state",
	  "state",
	  { { "\"state\"", STATE } },
	  0,
	  "Chess, game 12: Anna - ?\naction 1: e4 (shown, not final yet)\n0 of 1 actions are on "
	  "disk\n"
	  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nBlack to move\n"
	  "board: chip 2 is silent\n",
	  NULL },
	{ "state with a clock",
	  "state",
	  { { "\"state\"",
	      "{\"kind\":\"state\",\"id\":@,\"phase\":\"playing\",\"title\":\"Chess\",\"game_id\":1,"
	      "\"position\":\"p\",\"message\":\"Black to move\",\"clock\":{\"running\":\"b\",\"text\":"
	      "\"still\",\"seats\":{\"w\":{\"left_ms\":287999,\"flag\":false},\"b\":{\"left_ms\":0,"
	      "\"flag\":true}}}}" } },
	  0,
	  "Chess, game 1\np\nw has 4:47 left; b has 0:00 left, its flag has fallen, and its clock runs; still\nBlack to move\n",
	  NULL },
	{ "state of no game",
	  "state",
	  { { "\"state\"",
	      "{\"kind\":\"state\",\"id\":@,\"phase\":\"none\",\"message\":\"Set up a game\"}" } },
	  0,
	  "Set up a game\n",
	  NULL },
	{ "state as JSON",
	  "state --json --seat w --token T",
	  { { "\"state\",\"seat\":\"w\",\"token\":\"T\"",
	      "{\"kind\":\"state\",\"id\":@,\"phase\":\"none\"}" } },
	  0,
	  "{\"kind\":\"state\",\"phase\":\"none\"}\n",
	  NULL },
	{ "board",
	  "board",
	  { { "\"state\"", STATE },
	    { "\"lamps\"", "{\"kind\":\"ok\",\"id\":@,\"lamps\":{\"e4\":{\"rgb\":\"00a0ff\","
			   "\"meaning\":[\"to\"]},"
			   "\"e2\":{\"rgb\":\"0000ff\",\"meaning\":[\"from\"]}}}" } },
	  0,
	  " 8  r   n   b   q   k   b   n   r  \n"
	  " 7  p   p   p   p   p   p   p   p  \n"
	  " 6  .   .   .   .   .   .   .   .  \n"
	  " 5  .   .   .   .   .   .   .   .  \n"
	  " 4  .   .   .   .  [P]  .   .   .  \n"
	  " 3  .   .   .   .   .   .   .   .  \n"
	  " 2  P   P   P   P  [.]  P   P   P  \n"
	  " 1  R   N   B   Q   K   B   N   R  \n"
	  "    a   b   c   d   e   f   g   h\n"
	  "from: e2\nto: e4\naction 1: e4 (shown, not final yet)\nBlack to move\nboard: chip 2 is "
	  "silent\n",
	  NULL },
	{ "a large board",
	  "board",
	  { { "\"state\"",
	      "{\"kind\":\"state\",\"id\":@,\"phase\":\"playing\",\"files\":11,\"ranks\":2,"
	      "\"position\":\"11/R*9p^ w\",\"message\":\"m\"}" },
	    { "\"lamps\"", "{\"kind\":\"ok\",\"id\":@,\"lamps\":{\"k1\":{\"rgb\":\"ffffff\","
			   "\"meaning\":[]}}}" } },
	  0,
	  " 2  .   .   .   .   .   .   .   .   .   .   .  \n"
	  " 1  R*  .   .   .   .   .   .   .   .   .  [p^]\n"
	  "    a   b   c   d   e   f   g   h   i   j   k\nlit: k1\nm\n",
	  NULL },
	{ "list",
	  "list 2",
	  { { "\"list\",\"limit\":2", "{\"kind\":\"ok\",\"id\":@,\"games\":[{\"id\":9,\"game\":"
				      "\"chess960\",\"white\":\"\",\"black\":\"Ben\","
				      "\"result\":\"*\",\"reason\":\"\",\"actions\":0,\"date\":\"?"
				      "\?\?\?.?\?.?\?\"},{\"id\":8,\"game\":\"chess\","
				      "\"white\":\"A\",\"black\":\"B\",\"result\":\"1-0\","
				      "\"reason\":\"checkmate\",\"actions\":63,"
				      "\"date\":\"2026.01.31\"}]}" } },
	  0,
	  "    8  2026.01.31  chess         1-0        63  A - B, checkmate\n"
	  "    9  ?\?\?\?.?\?.?\?  chess960      *           0  ? - Ben\n",
	  NULL },
	{ "pgn in parts",
	  "pgn 7",
	  { { "\"pgn\",\"game_id\":7",
	      "{\"kind\":\"ok\",\"id\":@,\"part\":0,\"more\":true,\"pgn\":\"[Event\"}\n{\"kind\":"
	      "\"state\",\"seq\":9}\n"
	      "{\"kind\":\"ok\",\"id\":@,\"part\":1,\"more\":true,\"pgn\":\" \\\"x\\\"]\"}\n"
	      "{\"kind\":\"ok\",\"id\":@,\"part\":2,\"more\":false,\"pgn\":\"\\n\"}" } },
	  0,
	  "[Event \"x\"]\n",
	  NULL },
	{ "export",
	  "export %s/out",
	  { NO_GAME,
	    { "\"list\",\"limit\":100",
	      "{\"kind\":\"ok\",\"id\":@,\"games\":[" LISTED ",{\"id\":6,\"actions\":0}]}" },
	    { "\"list\",\"limit\":100,\"before\":6", "{\"kind\":\"ok\",\"id\":@,\"games\":[]}" },
	    { "\"pgn\",\"game_id\":7", "{\"kind\":\"ok\",\"id\":@,\"pgn\":\"1. e4 1-0\\n\\n\"}" },
	    { "\"record\",\"game_id\":7", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" } },
	  0,
	  NULL,
	  NULL },
	{ "export of a game of tomorrow",
	  "export %s/out",
	  { NO_GAME,
	    { "\"list\"",
	      "{\"kind\":\"ok\",\"id\":@,\"games\":[{\"id\":1,\"game\":\"go\",\"actions\":1}]}" } },
	  3,
	  "",
	  "game 1: go is not known here" },
	{ "export of what", "export %s/out --all", { { 0 } }, 2, "", "--all is too much" },
	{ "export nowhere",
	  "export %s/none/out",
	  { { NULL, NULL } },
	  2,
	  "",
	  "none/out: No such file" },
	{ "import",
	  "import %s/two.pgn",
	  { { "{\"kind\":\"import\",\"text\":\"[Event \\\"?\\\"]\\n",
	      "{\"kind\":\"ok\",\"id\":@,\"games\":[13,14]}" } },
	  0,
	  "2 games imported\n",
	  NULL },
	{ "import one",
	  "import %s/one.pgn",
	  { { "import", "{\"kind\":\"ok\",\"id\":@,\"games\":[13]}" } },
	  0,
	  "1 game imported\n",
	  NULL },
	{ "import refused",
	  "import %s/two.pgn",
	  { { "import", "{\"kind\":\"error\",\"id\":@,\"why\":\"the disk is full\"}" } },
	  1,
	  "0 games imported before that\n",
	  "the disk is full" },
	{ "trace",
	  "trace save %s/t.board",
	  { { "\"trace\"", "{\"kind\":\"ok\",\"id\":@,\"trace\":\"# haloboard trace 1\\n\"}" } },
	  0,
	  "",
	  NULL },
	{ "watch",
	  "watch",
	  { { NULL, "{\"kind\":\"state\",\"seq\":1,\"message\":\"White to move\"}\n"
		    "{\"kind\":\"state\",\"seq\":2,\"message\":\"White to "
		    "move\",\"prompt\":{\"text\":\"Draw?\"}}\n"
		    "{\"kind\":\"state\",\"seq\":3,\"message\":\"Black to "
		    "move\",\"moves\":[{\"action\":\"e2e4\","
		    "\"san\":\"e4\"}]}" } },
	  1,
	  "White to move\nDraw?\naction 1: e4\nBlack to move\n",
	  "the daemon has gone" },
	/* a server that misbehaves */
	{ "gone", "undo", { { NULL, NULL } }, 1, "", "the daemon has gone" },
	{ "no JSON", "undo", { { "undo", "hello there" } }, 1, "", "no message of the link" },
	{ "no object", "undo", { { "undo", "[1]" } }, 1, "", "no message of the link" },
	{ "gone in a part",
	  "pgn 7",
	  { { "pgn", "{\"kind\":\"ok\",\"id\":@,\"more\":true,\"pgn\":\"x\"}" } },
	  1,
	  "",
	  "the daemon has gone" },
};

/* clang-format on */

/* ---- the server ---- */

/* One line of the client into `line`; false: it has gone. */
static bool
server_hear(FILE *in, char *line)
{
	return fgets(line, TEXT_MAX, in) != NULL;
}

static void
server_say(FILE *out, const char *text, int id)
{
	for (; *text; text++) {
		if (*text == '@')
			fprintf(out, "%d", id);
		else
			fputc(*text, out);
	}
	fputc('\n', out);
	fflush(out);
}

static void
server_follow(FILE *io, const struct step *step)
{
	static char line[TEXT_MAX];
	char wrong[256];

	server_say(io, HELLO, 0);
	for (int id = 1; id <= STEPS_MAX && (step->asked || step->answer); id++, step++) {
		if (step->asked && !server_hear(io, line))
			return;
		if (step->asked && !strstr(line, step->asked)) {
			snprintf(wrong, sizeof(wrong),
				 "{\"kind\":\"error\",\"id\":@,\"why\":\"expected %.80s\"}",
				 "something else than what came");
			fprintf(stderr, "asked: %sexpected: %s\n", line, step->asked);
			server_say(io, wrong, id);
		} else {
			server_say(io, step->answer, id);
		}
	}
}

/* A child that serves one client. */
static pid_t
server_start(const struct row *r, const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), client;
	pid_t child;
	FILE *io;

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", path);
	unlink(path);
	assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(fd, 1), 0);
	child = fork();
	assert_true(child >= 0);
	if (child > 0) {
		close(fd);
		return child;
	}
	alarm(QUIET_S);
	client = accept(fd, NULL, NULL);
	io = fdopen(client, "r+");
	if (io)
		server_follow(io, r->step);
	shutdown(client, SHUT_RDWR);
	_exit(0);
}

/* ---- the client ---- */

static void
file_text(const char *name, char *text)
{
	char path[96];
	FILE *f;
	size_t n;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "r");
	assert_non_null(f);
	n = fread(text, 1, TEXT_MAX - 1, f);
	text[n] = '\0';
	fclose(f);
}

/* Runs halo with those words through the shell; its exit status. */
static int
client_run(const char *socket, const char *args)
{
	const char *at = strstr(args, "%s");
	char words[512], command[1024];
	int status;

	snprintf(words, sizeof(words), "%.*s%s%s", at ? (int)(at - args) : (int)strlen(args), args,
		 at ? folder : "", at ? at + 2 : "");
	snprintf(command, sizeof(command), "timeout %d %s --socket %s %s >%s/stdout 2>%s/stderr",
		 QUIET_S, halo, socket, words, folder, folder);
	status = system(command);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void
run_row(const struct row *r)
{
	static char out[TEXT_MAX], err[TEXT_MAX];
	char path[96];
	pid_t server;
	int status;

	snprintf(path, sizeof(path), "%s/s", folder);
	server = server_start(r, path);
	status = client_run(path, r->args);
	kill(server, SIGTERM);
	waitpid(server, NULL, 0);
	file_text("stdout", out);
	file_text("stderr", err);
	if (status != r->status || (r->out && strcmp(out, r->out) != 0) ||
	    (r->err ? !strstr(err, r->err) : *err != '\0'))
		fail_msg("%s: ended with %d\n--- out:\n%s--- err:\n%s", r->name, status, out, err);
	/* What is told is told by name, a line each. */
	if (r->err && strncmp(r->args, "replay", 6) != 0)
		assert_true(strncmp(err, "halo: ", 6) == 0 && err[strlen(err) - 1] == '\n');
}

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		run_row(&rows[i]);
}

/* What the rows have left behind. */
static void
test_files(void **state)
{
	static char text[TEXT_MAX];

	(void)state;
	file_text("t.board", text);
	assert_string_equal(text, "# haloboard trace 1\n");
	file_text("x.fen", text);
	assert_string_equal(text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n");
}

static void
test_export_files(void **state)
{
	static char text[TEXT_MAX];
	static const struct row row = {
		"export",
		"export %s/files --no-sync --traces",
		{ NO_GAME,
		  { "list", "{\"kind\":\"ok\",\"id\":@,\"games\":[" LISTED "]}" },
		  { "list", "{\"kind\":\"ok\",\"id\":@,\"games\":[]}" },
		  { "pgn", "{\"kind\":\"ok\",\"id\":@,\"pgn\":\"1. e4 1-0\\n\\n\"}" },
		  { "record", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" },
		  { "{\"kind\":\"trace\",\"game_id\":7",
		    "{\"kind\":\"ok\",\"id\":@,\"trace\":\"# haloboard trace 1\\n\"}" } },
		0,
		NULL,
		NULL
	};

	(void)state;
	run_row(&row);
	file_text("files/2026-11-20-007-chess.pgn", text);
	assert_string_equal(text, "1. e4 1-0\n\n");
	file_text("files/all-games.pgn", text);
	assert_string_equal(text, "1. e4 1-0\n\n");
	file_text("files/2026-11-20-007-chess.board", text);
	assert_string_equal(text, "# haloboard trace 1\n");
	file_text("files/2026-11-20-007-chess.json", text);
	assert_non_null(strstr(text, "[\"e2e4\",5]"));
}

/* A game that nobody can read and one of tomorrow keep no other in, and the status says so. */
static void
test_export_partly(void **state)
{
	static char text[TEXT_MAX];
	static const struct row row = {
		"export",
		"export %s/some",
		{ NO_GAME,
		  { "list",
		    "{\"kind\":\"ok\",\"id\":@,\"games\":[{\"id\":8,\"game\":\"go\",\"actions\":1}"
		    "," LISTED ",{\"id\":1,\"game\":\"chess\",\"actions\":1}]}" },
		  { "\"pgn\",\"game_id\":1",
		    "{\"kind\":\"error\",\"id\":@,\"why\":\"game 1: it cannot be read\"}" },
		  { "pgn", "{\"kind\":\"ok\",\"id\":@,\"pgn\":\"1. e4 1-0\\n\\n\"}" },
		  { "record", "{\"kind\":\"ok\",\"id\":@,\"record\":\"" NATIVE "\"}" } },
		3,
		NULL,
		"game 1: it cannot be read"
	};

	(void)state;
	run_row(&row);
	file_text("some/2026-11-20-007-chess.pgn", text);
	assert_string_equal(text, "1. e4 1-0\n\n");
	file_text("some/all-games.pgn", text);
	assert_string_equal(text, "1. e4 1-0\n\n");
}

static void
test_no_daemon(void **state)
{
	char text[TEXT_MAX / 16];
	char path[96];
	FILE *f;

	(void)state;
	snprintf(path, sizeof(path), "%s/nobody", folder);
	assert_int_equal(client_run(path, "state"), 1);
	snprintf(path, sizeof(path), "%s/stderr", folder);
	f = fopen(path, "r");
	text[fread(text, 1, sizeof(text) - 1, f)] = '\0';
	fclose(f);
	assert_non_null(strstr(text, "no daemon answers at "));
	assert_non_null(strstr(text, "Start one: `halod`"));
}

static void
file_put(const char *name, const char *text)
{
	char path[96];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(record_file_write(path, text, strlen(text)), 0);
}

/* A record, as far as the command line looks, of more than two messages. */
static void
file_put_long(const char *name)
{
	static char text[LONG_FILE + 32] = "{\"events\":\"";
	size_t n = strlen(text);

	/* Of two bytes each, so that a cut may fall into one. */
	for (; n < LONG_FILE; n += 2)
		memcpy(text + n, "ä", 2);
	memcpy(text + n, "\"}", 3);
	file_put(name, text);
}

static int
setup(void **state)
{
	(void)state;
	help_folder(folder);
	file_put_long("long.json");
	file_put("broken.pgn", "1. e4 e5 Ke3 *\n");
	file_put("broken.json", "{\"haloboard\":");
	file_put("one.pgn", "1. d4 *\n");
	file_put("two.pgn", "1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 *\n");
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	help_folder_remove(folder);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_files),
		cmocka_unit_test(test_export_files),
		cmocka_unit_test(test_export_partly),
		cmocka_unit_test(test_no_daemon),
	};

	if (argc != 2) {
		fprintf(stderr, "usage: test-halo PATH-OF-HALO\n");
		return 2;
	}
	halo = argv[1];
	return cmocka_run_group_tests(tests, setup, teardown);
}
