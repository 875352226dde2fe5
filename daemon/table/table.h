/*
 * The table: everything halod knows, as one machine without a clock, threads
 * or descriptors. Messages of the buses and wishes of clients go in with their
 * time; the session is stepped, the store is marked, the lamps are lit. The
 * loop waits for the outside and hands in what it brings.
 *
 * Squares here are the game's, except where a name says board_sq.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/bus/busio.h"
#include "daemon/bus/calibrate.h"
#include "daemon/record/clock.h"
#include "daemon/lamps/lamps.h"
#include "daemon/lamps/menu_lamps.h"
#include "daemon/record/record_walk.h"
#include "daemon/session/session.h"
#include "daemon/table/book.h"
#include "daemon/table/past.h"
#include "daemon/table/settings.h"
#include "daemon/table/table_config.h"
#include "daemon/store/store.h"
#include "daemon/trace/trace.h"
#include "daemon/table/trouble.h"
#include "daemon/words/say.h"
#include "daemon/words/words.h"
#include "hw/board/board.h"

enum {
	TABLE_OK_HOLD_US = 1000000,	/* OK held this long asks for the menu */
	TABLE_BUTTON_LOCK_US = 30000,	/* contacts bounce: a button is deaf that long */
	TABLE_WHY = 160,
	TABLE_TOUCHES = 8,		/* of which the times are known: more than one contact's bounces */
	TABLE_PRESSES = 8,		/* that wait for the screen: more than a hand makes in a turn of the loop */
	TABLE_STICKS_MAX = 4,		/* USB sticks at once: troubles have as many places */
	TABLE_STICK_TEXT = 160,
	TABLE_PIN = 96,			/* a PIN as it is kept, its NUL included */
	TABLE_TOKEN = 33,		/* a seat's token, its NUL included */
	/* Menu prompts are the table's own; their ids never meet the session's. */
	TABLE_MENU_ID = 0x40000000,
	/* A page of the menu that the session has no prompt for: is the game claimed on time? */
	TABLE_MENU_TIME = 64,
};

/* Who is told what comes of something, by an answer of the store with that tag and text. */
struct table_asker {
	uint64_t tag;			/* 0: nobody asked */
	const char *text;		/* or NULL */
};

/* What leaves the table at once. */
struct table_ops {
	/* A new picture for the lamps, by board square. */
	void (*frame)(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3], uint64_t t_us);
	/* The day, for a game that begins; unset where nobody knows it. */
	void (*today)(void *arg, char out[RECORD_DATE_SIZE]);
	/* Bytes that nobody can foresee. NULL: there are none, and nothing is drawn. */
	void (*random)(void *arg, uint8_t out[CHANCE_BYTES]);
	/* What a square's sensor measured last, before anybody made sense of it; false: it only switches. */
	bool (*raw)(void *arg, unsigned board_sq, uint8_t *code);
	/*
	 * Zero, span and blind squares of *b hold from now on, and after a restart once the
	 * store has answered that the file is on disk (STORE_FILE). 0, or -1 with why told
	 * and nothing changed. NULL: cannot be done.
	 */
	int (*measured)(void *arg, const struct board *b, const struct table_asker *who,
			char why[TABLE_WHY]);
	/* Switches the machine off, in the end. NULL: cannot be done. */
	void (*power_off)(void *arg);
};

/* Who plays what, of the names as they were given. */
enum table_seating {
	SEATING_AS_NAMED,
	SEATING_SWAPPED,	/* each the same hand of the other colour */
	SEATING_LOT,		/* drawn from the game's seed */
};

/* A game to begin. */
struct table_setup {
	const struct game *game;
	const char *position;		/* in the game's form, or NULL: the start with options */
	const char *options;		/* "" none */
	const char *name[RULES_SEATS_MAX];	/* by seat, NULL or "" unknown */
	uint8_t seating;		/* enum table_seating */
	unsigned round;			/* which game of a match; 0: of none */
	const struct clock_spec *clock;	/* or NULL: the one that is set for all games */
	bool stands;			/* somebody has just said that it stands on the board */
};

/* A seat's PIN, see table_pin.c. */
struct table_pin {
	char kept[TABLE_PIN];		/* "" none */
	unsigned wrong;			/* tries in a row */
	uint64_t until_us;		/* no try before */
};

/* What a button of the board did, for the screen. */
enum table_press_kind { TABLE_DOWN, TABLE_UP, TABLE_HELD };

struct table_press {
	uint8_t button;			/* enum button */
	uint8_t kind;			/* enum table_press_kind */
};

struct table_button {
	bool raw, down;			/* as the contact says; as it is taken */
	bool held;			/* the hold has been told */
	bool screens;			/* went down for the screen: so does its coming up */
	uint64_t deaf_us;		/* until then the contact is not believed */
	uint64_t down_us;
};

/* Where questions are open that come back after a restart. */
enum {
	TABLE_OFFER_MENU,
	TABLE_OFFER_SESSION,
	TABLE_OFFERS,
};

enum table_offer_kind {
	OFFER_NONE,
	OFFER_DRAW,
	OFFER_TIME,	/* n: the seat that claims */
	OFFER_UNDO,	/* somebody wished it; n actions, agreed: bits of seats */
	OFFER_TAKEBACK,	/* the same, by the board */
	OFFER_NEW_GAME,
	OFFER_ARRAY,
};

struct table_offer {
	uint8_t kind;		/* enum table_offer_kind */
	uint8_t agreed;
	uint16_t n;
	uint32_t game, actions;	/* its number, and how many were final */
};

/* The running score of a match: its points are the players', wherever they sit. */
struct table_match {
	bool on;			/* this is a further game of one */
	unsigned halves[RULES_SEATS_MAX];	/* half points, by player */
	uint8_t who[RULES_SEATS_MAX];	/* the player that sits there; players by where they sat first */
};

/* A kept game that the lamps follow. */
struct table_showing {
	const struct game *game;	/* NULL: none */
	uint32_t number, move;
	struct record_walk at;
};

/* A text that comes in parts. */
struct table_parcel {
	uint32_t client;		/* whose, 0: none is under way */
	uint32_t next;			/* the part that is awaited */
	size_t len;
	char *text;			/* malloced, so far */
};

/* How far the program is that serves a stick. */
enum table_stick_stage {
	STICK_WAITING,			/* the record of games is being repaired; nothing is touched yet */
	STICK_READING,
	STICK_MENDING,			/* it was pulled while somebody wrote, and is put in order */
	STICK_WRITING,
	STICK_DONE,
	STICK_FAILED,
	STICK_STAGES,
};

struct table_stick {
	uint32_t client;		/* who serves it, 0: nobody, there is none */
	uint8_t stage;			/* enum table_stick_stage */
	uint8_t why;			/* STICK_FAILED: enum words_stick */
	bool mended;			/* STICK_DONE: it had to be */
	uint32_t done, of;		/* games, while it is written */
	uint32_t games, imported;	/* STICK_DONE: new on it; read from it */
	char name[TABLE_STICK_TEXT];
	char about[TABLE_STICK_TEXT];
	struct words_mistake mistake;	/* STICK_DONE: what about tells, in parts */
	uint64_t flash_us, told_us;	/* the table's: until when a trouble is lit, and told; 0: none */
	bool flash_waits;		/* … and it is asked then whether it can begin */
};

struct table {
	const struct board *board;
	const struct table_config *config;
	const struct table_ops *ops;
	void *ops_arg;
	struct store *store;		/* or NULL: nothing is kept */
	uint32_t store_version;		/* of its status, as told last */
	unsigned n_work;		/* what the store is at that takes long, as looked at last */
	struct store_work work[2];

	uint64_t now_us;		/* the latest time handed in */
	bool begun;
	struct session session;
	struct session_config session_config;
	struct session_state state;	/* of the session, after every step */
	struct session_out out;
	bool refused;			/* the last event was … */
	char why[TABLE_WHY];		/* … and why */
	bool new_game;			/* PROMPT_NEW_GAME was answered with yes */

	/* As the chips say, by board square; known: some chip has told. */
	struct reading reading[BOARD_SQUARES_MAX];
	bool known[BOARD_SQUARES_MAX];
	bool unseen[BOARD_SQUARES_MAX];	/* it changed, and the session was not told how */
	bool has_stood;			/* … which pieces stood where before the session began anew */
	struct infer_known stood;	/* of its game's squares */
	bool strange;			/* nor need it be the usual array: it was laid out for another */
	int8_t square_err[BOARD_SQUARES_MAX];	/* as BUSIO_SQUARE told, or WORDS_SQUARE_BLIND */
	bool sensor_dead[BOARD_SENSORS_MAX];	/* nothing is heard of the chip, or of its mux */
	uint32_t edges[BOARD_SQUARES_MAX];	/* by board square: how often it read differently */
	uint32_t bus_errors[BOARD_BUSES_MAX];	/* how often it went away */
	uint32_t chip_errors[TROUBLE_LED + BOARD_LEDS_MAX];	/* by its trouble's place: likewise */
	uint8_t gpio_gone;	/* by bus: its lines are */
	bool bus_gone;			/* since then the board has not been compared */

	struct table_book book;		/* the final actions, for the store and the view */
	uint64_t began_us;		/* the session's time of the game's time base_us */
	uint64_t base_us;

	struct clock clock;		/* of the game on the board */
	unsigned n_touches;		/* raw edges so far … */
	uint64_t touch_us[TABLE_TOUCHES];	/* … and when the last of them were, as a ring */
	uint64_t pressed_us;		/* the last word of a button or a client */

	char setting[SETTINGS][SETTINGS_TEXT];	/* "": nobody has chosen */
	bool keep_traces;
	bool trace_due;			/* a part of the kept trace begins as soon as the board is at rest */
	uint64_t trace_us;		/* time of its last line … */
	size_t trace_bytes;		/* … and what this daemon has kept of it */
	int64_t day_s;			/* the day set by hand, seconds since 1970, at day_us; 0: none */
	uint64_t day_us;

	struct store_game game;		/* names, date, start and seeds of the running game */
	char next_seed[CHANCE_HEX];	/* the next game's, "" none; its hash is told */
	char next_hash[CHANCE_HEX];
	char token[RULES_SEATS_MAX][TABLE_TOKEN]; /* of this game, "" none */
	uint32_t screen;		/* the client that is the local screen, or 0 */
	bool focus;			/* OK, back and hint move its focus */
	unsigned n_presses;		/* what it has not been told of them yet */
	struct table_press press[TABLE_PRESSES];
	struct table_match match;
	uint8_t seat_from[RULES_SEATS_MAX];	/* the seat before, of who sits there, of the last seating */
	uint32_t evening_after;		/* the evening's games have higher numbers */
	char evening_date[RECORD_DATE_SIZE];
	struct table_showing showing;
	uint8_t page;			/* the seat whose page it holds open, or SEAT_NONE */
	struct table_pin pin[RULES_SEATS_MAX];
	struct table_button button[BOARD_BUTTONS_MAX];
	uint64_t ok_us;			/* when OK, held, becomes the menu; or UINT64_MAX */
	uint64_t hint_us;		/* when hint, held, hands the buttons to the screen; likewise */
	uint32_t menu;			/* id of the open menu page, or 0 */
	uint8_t menu_kind;		/* PROMPT_NONE, MENU, DRAW, RESIGN or TABLE_MENU_TIME */
	uint8_t menu_seat;		/* PROMPT_RESIGN: who would; TABLE_MENU_TIME: who claims */
	uint32_t menus;
	bool offers_held;		/* what is kept of questions stays as it is, see table_offer_hold */

	uint32_t test_client;		/* who asked for the lamp test that runs, or 0 … */
	uint64_t test_us, test_next_us;	/* … when, and when it takes the next colour */

	struct table_stick stick[TABLE_STICKS_MAX];

	struct lamps lamps;
	struct lamps_config lamps_config;
	const struct game *lamps_game;	/* whose squares lamps_config counts */
	uint64_t lamps_us;		/* when the picture changes next */
	bool relight;			/* what is shown is of something else: a picture is due */
	uint64_t beside_us;		/* when squares beside the game are looked at, or UINT64_MAX */
	uint64_t stuck_us;		/* when a sensor is thought to be stuck; 0: no square is waited for */
	unsigned stuck_touches;		/* n_touches when that was set */
	struct sqset suspects;		/* of TROUBLE_STUCK, squares of the board; one of them may be blind by now */
	bool calibrating;		/* hands stand pieces on squares and do not play */
	bool reviewing;			/* what was measured waits to be kept */
	uint32_t keeping;		/* … and is at the disk: what files_asked was; 0: it is not */
	uint32_t files_asked, files_told;	/* files of what was measured: asked for, answered */
	bool file_due;			/* what holds is not on disk, as far as is known */
	struct calibrate calibrate;
	uint64_t calibrate_us;		/* the next round … */
	uint64_t calibrate_end_us;	/* … and when it is given up */
	bool choosing;			/* hands choose a game and do not play */
	struct menu_lamps choice;

	struct table_parcel parcel;	/* of a client: see request_parts.c */
	struct troubles troubles;
	struct trace_ring trace;
	uint32_t version;		/* grows with every change of what a client sees */
};

/*
 * Sets the table up; nothing is played yet. All pointers outlive it. The lamp
 * limits come from the description; channel_ua: what one colour of each lamp
 * chip draws at full.
 */
void table_init(struct table *t, const struct board *b, const struct table_config *c, struct store *store,
		const struct table_ops *ops, void *ops_arg,
		const uint32_t channel_ua[BOARD_LEDS_MAX]);

/*
 * The board has been read for the first time: the record's game goes on (NULL:
 * a new one begins), compared with what stands there.
 */
void table_begin(struct table *t, const struct table_past *resume, uint64_t t_us);
/* One message of a bus; BUSIO_SCANNED and BUSIO_TIME are the loop's. */
void table_message(struct table *t, const struct busio_msg *msg);
/* Serves every deadline up to t_us, each at its own time, in order. */
void table_advance(struct table *t, uint64_t t_us);
/* The next deadline, or UINT64_MAX. */
uint64_t table_deadline(const struct table *t);
/* Takes in what the store reports. */
void table_poll_store(struct table *t);

/* One event of a client, at the table's time. 0, or -1 with t->why told. */
MUST_USE int table_event(struct table *t, struct event e);
/*
 * The menu that holding OK opened: away with it, for a word that follows at once; yes or no
 * to its page; a button in it.
 */
void table_menu_close(struct table *t);
MUST_USE int table_menu_answer(struct table *t, bool yes);	/* as table_event */
void table_menu_press(struct table *t, enum button button);
/* Its question whether the game is drawn. */
void table_menu_draw(struct table *t);

/* ---- table_offer.c: what was asked comes back after a restart ---- */

/* After anything that may have opened, answered or ended a question. */
void table_offer_keep(struct table *t);
/*
 * Before store_begin: what the disk has to know of questions with the game, into t->game;
 * array: it will be asked at once whether its array stands.
 */
void table_offer_begin(struct table *t, bool array);
/* Asks that. */
void table_offer_array(struct table *t);
/* False: what is asked there (TABLE_OFFER_…) is nothing that comes back; *on_disk: it does for sure. */
bool table_offer_kept(const struct table *t, unsigned which, bool *on_disk);
/* The board is read anew: what the session asks, to be asked again behind it. */
void table_offer_hold(struct table *t, struct table_offer *out);
void table_offer_again(struct table *t, const struct table_offer *o);
/* The board was read anew and is not as the game stands: is it an action that hands had begun? */
void table_offer_move(struct table *t);
/* The game of the journal is on the board: what was asked is asked again, if it still holds. */
void table_offer_resume(struct table *t);
/* A new game. 0, or -1 with t->why told and nothing changed. */
MUST_USE int table_new(struct table *t, const struct table_setup *s);
/* The game on the board from its start again: the same people, shuffled anew. stands: as in struct table_setup. As table_new. */
MUST_USE int table_again(struct table *t, bool stands);
/*
 * The next game of the match that the game on the board belongs to: what was
 * drawn is drawn anew, a winner's prices go on. As table_new.
 */
MUST_USE int table_next(struct table *t, enum table_seating seating);
/* Rolls the dice that are awaited. 0, or -1 with t->why told. */
MUST_USE int table_roll(struct table *t);
/* The client is the local screen from now on. 0, or -1 with t->why told: there is one. */
MUST_USE int table_screen(struct table *t, uint32_t client);
/*
 * The screen wants the board's buttons, or leaves them to the game. A client becomes
 * the screen by it where there is none; of any other nothing comes.
 */
void table_focus(struct table *t, uint32_t client, bool on);
/* Whether button i of the description would be the screen's if it went down now. */
bool table_button_is_screens(const struct table *t, unsigned i);
/* The oldest press that the screen has not been told of; false: there is none. */
bool table_press_take(struct table *t, struct table_press *out);
const char *table_button_name(enum button button);	/* "ok"; static */
/* The screen opens that seat's page, SEAT_NONE closes it. 0, or -1 with t->why told. */
MUST_USE int table_page_open(struct table *t, uint32_t client, unsigned seat);
void table_client_gone(struct table *t, uint32_t client);
/* Whose view the client is told: a seat's, or SEAT_TABLE. */
unsigned table_viewer(const struct table *t, uint32_t client);
bool table_token_fits(const struct table *t, unsigned seat, const char *token);
/* "" takes it away. 0, or -1 with t->why told: not digits, too few or too many. */
MUST_USE int table_pin_set(struct table *t, unsigned seat, const char *pin);
bool table_pin_is_set(const struct table *t, unsigned seat);
/* pin: or NULL, where none was told. 0: the page may open; -1 with t->why told. */
MUST_USE int table_pin_try(struct table *t, unsigned seat, const char *pin);
/* Is the action, or whether it can be done, a secret of the seat to act? */
bool table_is_secret(const struct table *t, const char *action);
/* 0, or -1 with t->why told: a burial that waits for the board (session_burial_waits). */
MUST_USE int table_burial_ready(struct table *t, const char *action);
/* "bury:random" and the like (secret_choice.h) as an action of the seat to act; false: none fits. */
bool table_draw_secret(struct table *t, const char *word, char out[RULES_ACTION_TEXT]);
/* The lamps follow the record at that move, where *at is. 0, or -1 with t->why told. */
MUST_USE int table_show_open(struct table *t, uint32_t client, const struct record *r,
			     uint32_t move, const struct record_walk *at);
void table_show_close(struct table *t);		/* if it is open */
/* Every lamp in every colour, until `on` is false, or the client goes, or a minute later. */
void table_lamptest(struct table *t, uint32_t client, bool on);
/*
 * A step of calibration, see table_calibrate.c. 0; 1: it is done once what was found is on
 * disk, and who asked is answered then; -1 with t->why told.
 */
MUST_USE int table_calibrate(struct table *t, const char *step, const struct table_asker *who);
void table_calibrate_close(struct table *t);	/* if it is open; nothing is changed */
/* The next file of what was measured is on disk, or cannot be written. */
void table_measured_told(struct table *t, int err, const char *why);
/* What that client says of its stick; client, flash_us and told_us are not read. 0, or -1 with t->why told. */
MUST_USE int table_stick_tell(struct table *t, uint32_t client, const struct table_stick *told);
/* The machine's supply is too weak for it, or is well again. */
void table_supply(struct table *t, bool weak);
/* Half points of who sits there: of the games before, and of this one once it is over. */
unsigned table_match_halves(const struct table *t, unsigned seat);
void table_evening_reset(struct table *t);
/* A button pressed on a screen; the board has been read. 0, or -1 with t->why told. */
MUST_USE int table_press(struct table *t, enum button button, unsigned seat);
/* The record's game begins on the board, as a new one. 0, or -1 with t->why told and nothing changed. */
MUST_USE int table_open(struct table *t, const struct table_past *past);
/* Asks whether the game is claimed on time. 0, or -1 with t->why told: nobody can. */
MUST_USE int table_menu_time(struct table *t);
/* Another clock, before anybody has moved. 0, or -1 with t->why told. */
MUST_USE int table_clock_set(struct table *t, const struct clock_spec *spec);
/* CLOCK_RUNS: it goes on. Nothing happens where nobody's time runs, or runs already. */
void table_clock_pause(struct table *t, enum clock_pause why, uint64_t t_us);
/* Who may claim that the other side's time is over, or SEAT_NONE. */
unsigned table_clock_claimant(const struct table *t);
/* The clock as players are to see it; true: as it will be once the shown move is final. */
bool table_clock_shown(const struct table *t, struct clock *out);
/* The daemon ends: what was used of this turn is not forgotten. */
void table_clock_keep(struct table *t);
/* What holds of a setting, as text; the table's until it is set again. */
const char *table_setting(const struct table *t, enum setting s);
/* Sets and keeps those that are not NULL; all have passed settings_check. */
void table_settings_set(struct table *t, const char *const value[SETTINGS]);
/* The clock of games for which nobody says another. */
void table_clock_default(const struct table *t, struct clock_spec *out);
/* The day as a record has it; true: the machine knows it, else it was set by hand, or is unset. */
bool table_today(const struct table *t, char out[RECORD_DATE_SIZE]);
/* "2026-01-31" is today. 0, or -1 with t->why told. */
MUST_USE int table_day_set(struct table *t, const char *text);
/* Hint level of a seat, as somebody chose it: kept, so that the next daemon begins with it. */
void table_hints(struct table *t, unsigned seat, unsigned level);
/* "off" "moves" "safe"; -1: none of them */
extern const char *const table_hints_name[3];
int table_hints_parse(const char *name);
/* store_config.action and .clock_us: user is the table. */
uint64_t table_store_clock(void *user, uint32_t i);
void table_store_action(void *user, uint32_t i, char text[RULES_ACTION_TEXT], uint64_t *t_us);
/* Is there a game that `new` would put aside? */
bool table_game_runs(const struct table *t);

/* The game's trace goes on, or does not. */
void table_trace_keep(struct table *t, bool on);
/* Nothing more is known of the session: another game begins, or the daemon ends. */
void table_trace_stop(struct table *t);
/* The last minutes as a trace file's text, the caller's to free; NULL: no memory. */
char *table_trace_text(const struct table *t);

/* For the files of table alone. */
/* t->why becomes that sentence. -1. */
int table_refuse(struct table *t, enum say why);
int table_refuse_with(struct table *t, enum say why, const char *const *arg, size_t n);
/* The position a set-up begins with; drawn: from the next seed. 0, or -1 with t->why told. */
MUST_USE int table_first(struct table *t, const struct table_setup *s, struct position *p,
			 bool *drawn);
void table_pages_begin(struct table *t);	/* no page open, new tokens */
void table_seat_names(struct table *t, const struct table_setup *s);
void table_chance_draw(struct table *t);	/* the next seed */
/* The next seed is the running game's, from that roll on. */
void table_chance_take(struct table *t, uint32_t from);
void table_chance_renew(struct table *t);	/* the same, when its seed has been told */
bool table_rolls_dice(const struct game *g);
uint32_t table_rolls(const struct table *t);	/* of the running game */
bool table_awaits_roll(const struct table *t);	/* OK would roll */
/* The number of the game on the board; 0: the disk has none, or not yet. */
uint32_t table_number(const struct table *t);
/* The readings of game g, by its squares; where no chip has told yet, as *p has it. */
void table_readings(const struct table *t, const struct game *g, const struct position *p,
		    struct reading out[RULES_SQUARES_MAX]);
void table_step(struct table *t, struct event e);	/* any event */
/*
 * The trace that is kept with the game: a part of it, as trace.h has it, begins with the
 * record of t->book, and with_board what is read now; then comes every event that the
 * session took, before it is absorbed, and every board read anew.
 */
void table_trace_begin(struct table *t, bool with_board);
void table_trace_event(struct table *t, const struct event *e);
void table_trace_board(struct table *t, const struct reading *board,
		       const struct infer_known *known);
/* Something was lost, or only now is anything kept: a new part, once nothing is up or asked. */
void table_trace_go_on(struct table *t);
void table_absorb(struct table *t);			/* what the session told */
void table_light(struct table *t, uint64_t now_us);
void table_relight(struct table *t);			/* the next picture is sent, whatever it is */
/*
 * table_known.c: a square of the board read `was` (NULL: nothing) until now, and the session
 * may not be told. Which pieces stand where is kept for a session of game g that begins
 * next; and handed out, once, for the board that is compared with *p.
 */
void table_known_edge(struct table *t, unsigned board_sq, const struct reading *was);
void table_known_take(struct table *t, const struct game *g);
const struct infer_known *table_known(struct table *t, const struct game *g, const struct position *p);
/*
 * A game begins, its books are open: has it to be asked whether its array stands, for the
 * board cannot tell? said: somebody has just looked at it.
 */
bool table_known_doubts(const struct table *t, bool said);
/*
 * After anything that may have changed which pieces stand where, or whether hands are led:
 * kept with the settings while they are and it is not as the game has it.
 */
void table_known_keep(struct table *t);
/* The same of the game that begins, for table_offer_begin. */
void table_known_begin(const struct table *t, struct store_setting *out);
/* The game of the journal is on the board: what was kept of it, by what its squares read still; NULL: nothing. */
const struct infer_known *table_known_resume(struct table *t);
void table_compare(struct table *t);			/* the board as it stands, settled at once */
void table_compare_hands(struct table *t);		/* … where hands may have been at work meanwhile */
/* Nothing is heard of the square: its sensor, its chip or the way to it is dead. */
bool table_square_silent(const struct table *t, unsigned board_sq);
/* Squares of that game whose sensor is not to be believed; they have changed: the session is told. */
struct sqset table_blind_squares(const struct table *t, const struct game *g);
void table_blind(struct table *t);
/*
 * A person says so, for good or until it is said otherwise. 0: it was so before; 1: it is so
 * now, and who asked is answered when it is on disk; -1 with t->why told.
 */
int table_blind_name(struct table *t, unsigned board_sq, bool blind, const struct table_asker *who);
/* Zero, span and blind squares of *b hold from now on. 1 or -1, as above. */
MUST_USE int table_measured(struct table *t, const struct board *b, const struct table_asker *who);
void table_blind_described(struct table *t);		/* by the description, or as calibrating found */
void table_square_health(struct table *t, const struct busio_msg *m);	/* BUSIO_SQUARE */
void table_blind_words(struct table *t);		/* whether they are too many is told */
/* Whether guidance waits for one square only; after a while without a touch a trouble says why it may. */
void table_stuck_look(struct table *t);
void table_stuck_turn(struct table *t);
uint64_t table_stuck_deadline(const struct table *t);
/* Something changed beside the game, or the game did; a second later it is looked at. */
void table_beside_look(struct table *t, uint64_t t_us);
void table_beside_turn(struct table *t, uint64_t now_us);
void table_choice_open(struct table *t);
void table_choice_close(struct table *t);		/* if it is open */
void table_choice_edge(struct table *t, unsigned board_sq, bool full, uint64_t t_us);
void table_choice_turn(struct table *t, uint64_t now_us);
uint64_t table_choice_deadline(const struct table *t);
void table_choice_paint(const struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3]);
void table_button_turn(struct table *t, uint64_t now_us);
uint64_t table_button_deadline(const struct table *t);
uint64_t table_stick_deadline(const struct table *t);
void table_stick_turn(struct table *t);
void table_stick_gone(struct table *t, uint32_t client);
uint64_t table_lamptest_deadline(const struct table *t);
void table_lamptest_turn(struct table *t);
void table_lamptest_paint(const struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3]);
uint64_t table_calibrate_deadline(const struct table *t);
void table_calibrate_turn(struct table *t, uint64_t now_us);
void table_calibrate_press(struct table *t, enum button button);
void table_calibrate_paint(const struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3]);
void table_show_paint(const struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3]);
/* The lamps' config with squares counted as the board's. */
struct lamps_config table_board_lamps(const struct table *t);
void table_match_forget(struct table *t);
void table_match_resume(struct table *t);
/* The match with the game on the board counted. */
struct table_match table_match_counted(const struct table *t);
/* After a game began that belongs to it; counts: it is a further one, else the same again. */
void table_match_go_on(struct table *t, const struct table_match *before, bool counts);
void table_evening_init(struct table *t);
void table_evening_game(struct table *t);
void table_evening_started(struct table *t, const struct record *resume);
void table_pins_forget(struct table *t);
void table_pins_resume(struct table *t);
void table_settings_init(struct table *t);
void table_settings_game(struct table *t);	/* those that a game takes when it begins */
void table_clock_touched(struct table *t, uint64_t t_us);	/* a raw edge */
void table_clock_pressed(struct table *t, const struct event *e);	/* any event that goes in */
/* Move *m, the last one in the book, which was played at *before, is final at t_us. */
void table_clock_final(struct table *t, struct table_move *m, const struct position *before,
		       uint64_t t_us);
/* The same of a record, whose word clock_us is. */
void table_clock_replayed(const struct table_book *b, struct table_move *m,
			  const struct position *before, uint64_t clock_us);
/* The n moves from *m on are taken back, t->book.at is before them; amending: another comes instead. */
void table_clock_undone(struct table *t, const struct table_move *m, unsigned n, bool amending,
			uint64_t t_us);
void table_clock_over(struct table *t, uint64_t t_us);
/* The game in t->state begins; or goes on, at t->book.at, with the clock as it was kept ("" none). */
void table_clock_begin(struct table *t, const struct clock_spec *spec);
void table_clock_resume(struct table *t, const char *kept);
uint64_t table_clock_deadline(const struct table *t);
void table_clock_turn(struct table *t, uint64_t now_us);
int table_clock_claimed(struct table *t);		/* as table_event */
void table_button_told(struct table *t, unsigned i, bool down, uint64_t t_us);
