/*
 * Somebody at the screen of unmodified programs: the virtual board, halod, and
 * halo-screen on a real X server, touched by xdotool. The test has a model of its
 * own that goes through the same touches: what the screen must be showing.
 *
 * Nothing is done blind: before each touch the screen shows the model's picture to
 * the pixel, and the daemon has believed each button. So no touch can miss, however
 * slow the machine is, and a picture that never comes fails the test.
 */
#pragma once
#include "tests/system/rig.h"
#include "ui/page.h"

enum {
	SITTING_SKIPPED = 77, /* what ctest is told where Xvfb or xdotool is missing */
};

enum sitting_by {
	SITTING_TOUCH,
	SITTING_KEYS,   /* Tab, Return, Escape alone */
	SITTING_BUTTONS, /* the board's own: hint, ok, back alone */
	SITTING_KILLED, /* by touch; before each one the screen is killed and started again */
};

extern struct rig sitting_rig;
extern struct rig_client sitting_client; /* the test's own eyes */
extern struct ui_model sitting_model;
extern enum sitting_by sitting_by;
extern unsigned sitting_touches; /* or keys, so far */
extern unsigned sitting_kills;

bool sitting_can(void);
/* As the programs' arguments name it: touch keys buttons killed. */
enum sitting_by sitting_by_name(const char *name);
/*
 * programs: halo-screen, halod, halo-board, the folder of boards. settle: seconds of
 * quiet that make a move of hands final.
 */
void sitting_begin(const char *const programs[4], const char *board, const char *settle);
/* The same; in virtual time the board and its daemon stand still but for rig_pause(). */
void sitting_begin_in(const char *const programs[4], const char *board, const char *settle,
		      bool virtual_time);
void sitting_end(void);

/* Takes in what the daemon has told. */
void sitting_follow(void);
/* Until it has told something that the model has not taken in; the test fails where it does not. */
void sitting_news(void);
json_int_t sitting_actions(void); /* how many are final */
/* Until more than n actions are final. */
void sitting_more(json_int_t n);

/* Until the daemon has judged what hands did: no question or guidance comes of it any more. */
void sitting_quiet(void);

/* The sensors say that a piece stands there. */
bool sitting_present(const char *sq);
/* One hand after the other, as the daemon's guidance says, until there is none. */
void sitting_guided(void);
/* The virtual board is set up as the settled position; the daemon sees it and is content. */
void sitting_board(void);
/* Says, where the screen asks, that the pieces are the right ones. */
void sitting_stands(void);

/* Until the screen shows what the model does. */
void sitting_seen(void);
/* The target as it must be there now, NULL: it is not. */
const struct draw_target *sitting_target(unsigned id, unsigned arg);
/* Touches what must be there, on the screen and in the model. */
void sitting_touch(unsigned id, unsigned arg);
/* Kills the screen and starts it again, and waits for its picture. */
void sitting_kill(void);
/* Kills the daemon and starts it again; the screen finds it, and shows what it goes on with. */
void sitting_restart(void);

bool sitting_has_word(const char *verb);
bool sitting_has_group(unsigned group);
/* Touches a group of words, and the word where it has a page of them; NULL: the first. */
void sitting_word(unsigned group, const char *word);
/* On the seat's own page: masks as they are offered, any cover, any card. */
void sitting_secret(void);
/*
 * From the home page to a game that has begun; rows: what is touched on the page
 * where it is set up, ended by TARGETS_N.
 */
void sitting_game(const char *game, const struct ui_place *rows);
