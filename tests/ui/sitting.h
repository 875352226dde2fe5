/*
 * A player at the screen of unmodified programs: the virtual board, halod, and
 * halo-screen on a real X server, touched by xdotool. The test's own model
 * processes the same touches and predicts the screen's picture.
 *
 * Every touch waits until the screen shows the model's picture to the pixel and
 * the daemon has registered each button. No touch can therefore miss, however
 * slow the machine is. A picture that never appears fails the test.
 */
#pragma once
#include "tests/system/rig.h"
#include "ui/page.h"

enum {
	SITTING_SKIPPED = 77, /* ctest's code for skipped: Xvfb or xdotool is missing */
};

enum sitting_by {
	SITTING_TOUCH,
	SITTING_KEYS,   /* only Tab, Return, Escape */
	SITTING_BUTTONS, /* only the board's: hint, ok, back */
	SITTING_KILLED, /* by touch; the screen is killed and restarted before each one */
};

extern struct rig sitting_rig;
extern struct rig_client sitting_client; /* the test's own connection */
extern struct ui_model sitting_model;
extern enum sitting_by sitting_by;
extern unsigned sitting_touches; /* touches or keys so far */
extern unsigned sitting_kills;
extern bool sitting_is_first; /* the board is new: the screen begins with the first steps */

bool sitting_can(void);
/* Converts a program argument: touch keys buttons killed. */
enum sitting_by sitting_by_name(const char *name);
/*
 * programs: halo-screen, halod, halo-board, the folder of boards. settle: seconds without edges
 * that make a move final.
 */
void sitting_begin(const char *const programs[4], const char *board, const char *settle);
/* Starts as above; in virtual time, board and daemon advance only in rig_pause(). */
void sitting_begin_in(const char *const programs[4], const char *board, const char *settle,
		      bool virtual_time);
void sitting_end(void);

/* Processes pending messages of the daemon. */
void sitting_follow(void);
/* Waits for a new message of the daemon and processes it; fails the test at a timeout. */
void sitting_news(void);
json_int_t sitting_actions(void); /* number of final actions */
/* Waits until more than n actions are final. */
void sitting_more(json_int_t n);

/* Waits until the daemon has judged all edges: no further prompt or guidance results from them. */
void sitting_quiet(void);

/* Reports whether the sensors see a piece on the square. */
bool sitting_present(const char *sq);
/* Follows the daemon's guidance step by step until it ends. */
void sitting_guided(void);
/* Sets up the settled position on the virtual board and waits until the daemon accepts it. */
void sitting_board(void);
/* Confirms a prompt whether the pieces are the right ones, if there is one. */
void sitting_stands(void);

/* Waits until the screen shows the model's picture. */
void sitting_seen(void);
/* Returns the target, or NULL if the page lacks it. */
const struct draw_target *sitting_target(unsigned id, unsigned arg);
/* Touches a target that must exist, on the screen and in the model. */
void sitting_touch(unsigned id, unsigned arg);
/* Kills and restarts the screen, and waits for its picture. */
void sitting_kill(void);
/* Kills the screen and its kept page, and starts it as if for the first time. */
void sitting_anew(void);
/* Kills and restarts the daemon; waits until the screen shows its recovered state. */
void sitting_restart(void);

bool sitting_has_word(const char *verb);
bool sitting_has_group(unsigned group);
/* Touches a group of words, then the word if the group has a page; NULL: the first word. */
void sitting_word(unsigned group, const char *word);
/* Answers on a seat's private page: the offered masks, any cover, or any card. */
void sitting_secret(void);
/* Starts a game from the home page; rows: touches on the set-up page, ended by TARGETS_N. */
void sitting_game(const char *game, const struct ui_place *rows);
