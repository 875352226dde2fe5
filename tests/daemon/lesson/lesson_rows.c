#include "tests/daemon/lesson/lesson_rows.h"

const char lesson_toy[] = "# A toy\n" /* 1 */
			  "game = chess\n"
			  "title = Toy\n"
			  "title.de = Spielzeug\n"
			  "\n" /* 5 */
			  "[step]\n"
			  "position = White: Kh1 Rd4; Black: Kh8\n"
			  "light = d7 d8\n"
			  "say = Move the rook on d4\n"
			  "  to d7.\n" /* 10 */
			  "say.de = Zieh den Turm auf d4 nach d7.\n"
			  "goal = d4d7\n"
			  "wrong d4d5 = Not far enough.\n"
			  "wrong.de d4d5 = Nicht weit genug.\n"
			  "illegal d4e5 = Not straight.\n" /* 15 */
			  "illegal.de d4e5 = Nicht gerade.\n"
			  "reply = h8g8\n"
			  "[step]\n"
			  "say = Give check.\n"
			  "say.de = Gib Schach.\n" /* 20 */
			  "goal = check\n";

const struct lesson_row lesson_rows[] = {
	/* ---- the reader ---- */
	{ "chess", "chess2", 2, "game: there is no game \"chess2\"" },
	{ "game = chess\n", "", 5, "the line \"game = \xe2\x80\xa6\" is missing" },
	{ "title = Toy", "titel = Toy", 3, "\"titel\": before the first [step]" },
	{ "title.de", "title.fr", 4, "title.fr: the only other language is .de" },
	{ "light = d7", "lights = d7", 8, "\"lights\": unknown key" },
	{ "light = d7", "light on = d7", 8, "\"light on\": unknown key" },
	{ "light = d7", "light.de = d7", 8, "light: has no language" },
	{ "light = d7 d8", "light = d7 d9", 8, "light: \"d9\" is no square" },
	{ "light = d7 d8", "light =", 8, "light: no value" },
	{ "light = d7 d8", "light d7 d8", 8, "\"light d7 d8\" is neither [step] nor" },
	{ "goal = d4d7", "goal = d4", 12, "goal: \"d4\" is neither an action nor" },
	{ "goal = d4d7", "position = White: Kh1; Black: Kh8", 12, "position: already set" },
	{ "wrong d4d5", "wrong", 13, "wrong: expected an action" },
	{ "wrong.de d4d5", "illegal.de d4d5", 14, "d4d5: wrong and illegal" },
	{ "wrong.de d4d5", "wrong d4d5", 14, "wrong: already set" },
	{ "Kh1 Rd4", "Kh1 Xd4", 7, "position: \"Xd4\" does not begin with the letter" },
	{ "Kh1 Rd4", "Kh1 Rd9", 7, "position: \"Rd9\" does not end with a square" },
	{ "Kh1 Rd4", "Kh1 Rh1", 7, "position: \"Rh1\": two pieces" },
	{ "Kh1 Rd4", "Rd4", 7, "position: " },
	{ "Black: Kh8", "Black: Kh8; Black", 7, "position: \"Black\": expected" },
	{ "Black: Kh8", "Black: Kh8; dice=1", 7, "position: Chess has no key \"dice=1\"" },
	{ "[step]\nsay = Give", "[stop]\nsay = Give", 18, "\"[stop]\" is neither" },
	{ "Toy", "T\x01y", 0, "byte 30 (0x01)" },
	/* ---- the walk ---- */
	{ "goal = d4d7", "goal = d4e5", 12,
	  "goal: no legal action of w, who acts now, reaches it" },
	{ "wrong d4d5 = Not", "wrong d4c5 = Not", 13, "wrong d4c5: the rules do not allow it" },
	{ "goal = check\n", "goal = check\nwrong d7d8 = No.\nwrong.de d7d8 = Nein.\n", 22,
	  "wrong d7d8: it reaches the goal" },
	{ "illegal d4e5 = Not", "illegal d4d6 = Not", 15, "illegal d4d6: the rules allow it" },
	{ "reply = h8g8", "reply = h8h6", 17, "reply: h8h6 is not legal" },
	{ "goal = d4d7", "goal = any", 12, "goal: 17 actions reach it" },
	{ "wrong.de d4d5 = Nicht weit genug.\n", "", 13, "d4d5: the German is missing" },
	{ "say = Move the rook on d4\n  to d7.\n", "say = Move.\n", 9, "say: only one language" },
	{ "say = Give check.\n", "", 18, "say: missing" },
	{ "say.de = Gib Schach.\n", "", 19, "say: the German is missing" },
	{ "wrong d4d5", "wrong e4e5", 13, "wrong e4e5: no piece stands there" },
	{ "illegal d4e5", "illegal e4e5", 15, "illegal e4e5: no piece stands there" },
	{ "  to d7.\n", "  to d7.\n  goal = d4d8\n", 11,
	  "an indented line continues the one above" },
	{ "nach d7.", "nach c7.", 9, "say: only one language names the square c7" },
	{ "light = d7 d8", "light = d8", 9, "say: d7 is named, but not lit" },
	{ "the rook on d4", "the queen on d4", 9, "\"queen on d4\": no such piece" },
	{ "position = White: Kh1 Rd4; Black: Kh8\n", "", 6, "the first step has no position" },
	{ "say = Give check.\nsay.de = Gib Schach.\n", "", 18, "say: missing" },
	{ "Move the rook on d4", "Queen on d4", 9, "\"queen on d4\": no such piece" },
	{ "title.de = Spielzeug\n", "", 3, "title: the German is missing" },
	{ "title = Toy\n", "", 3, "title: the English is missing" },
	{ "title = Toy\ntitle.de = Spielzeug\n", "", 0, "title: missing" },
};
const size_t lesson_n_rows = sizeof(lesson_rows) / sizeof(lesson_rows[0]);
