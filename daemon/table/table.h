/*
 * The table: the whole state of halod as one machine without clock, threads or descriptors. The
 * loop passes in messages of the buses and requests of clients, with their times. The session
 * processes them, the store gets marks, and the lamps are set.
 *
 * Everything outside the session is a duty (duty.h): one file, and one struct of its own below.
 * Squares here are the game's, unless a name says board_sq.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/bus/busio.h"
#include "daemon/lamps/lamps.h"
#include "daemon/session/session.h"
#include "daemon/store/store.h"
#include "daemon/table/book.h"
#include "daemon/table/duty.h"
#include "daemon/table/table_about.h"
#include "daemon/table/table_advice.h"
#include "daemon/table/table_beside.h"
#include "daemon/table/table_blind.h"
#include "daemon/table/table_buttons.h"
#include "daemon/table/table_calibrate.h"
#include "daemon/table/table_chance.h"
#include "daemon/table/table_choice.h"
#include "daemon/table/table_clock.h"
#include "daemon/table/table_config.h"
#include "daemon/table/table_end.h"
#include "daemon/table/table_evening.h"
#include "daemon/table/table_health.h"
#include "daemon/table/table_known.h"
#include "daemon/table/table_legend.h"
#include "daemon/table/table_lesson.h"
#include "daemon/table/table_measured.h"
#include "daemon/table/table_menu.h"
#include "daemon/table/table_offer.h"
#include "daemon/table/table_page.h"
#include "daemon/table/table_pin.h"
#include "daemon/table/table_review.h"
#include "daemon/table/table_seats.h"
#include "daemon/table/table_settings.h"
#include "daemon/table/table_show.h"
#include "daemon/table/table_speech.h"
#include "daemon/table/table_stick.h"
#include "daemon/table/table_stuck.h"
#include "daemon/table/table_trace.h"
#include "daemon/table/trouble.h"
#include "daemon/trace/trace.h"
#include "daemon/words/words.h"
#include "hw/board/board.h"
#include "hw/lang/lang.h"

enum { TABLE_WHY = 160 };

/*
 * store_ask.use of the table's requests: table_lesson_mistake_request and table_past_ask. The
 * server's own uses are smaller.
 */
enum table_use { TABLE_LESSON_USE = 32, TABLE_PAST_USE };

/* Outputs of the table. */
struct table_ops {
	/* Sends a picture for the lamps, by board square. */
	void (*frame)(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3]);
	/* Writes the date for a new game; unset if the machine does not know the date. */
	void (*today)(void *arg, char out[RECORD_DATE_SIZE]);
	/* Writes random bytes from the kernel. NULL: not available, and nothing can be drawn. */
	void (*random)(void *arg, uint8_t out[CHANCE_BYTES]);
	/* Writes the last raw measurement of a square; false: its sensor only switches. */
	bool (*raw)(void *arg, unsigned board_sq, uint8_t *code);
	/*
	 * Applies zero, span and blind squares of *b now, and after a restart once the store has
	 * reported the file as written (STORE_FILE). Returns 0, or -1 with `why` and nothing
	 * changed. NULL: not possible.
	 */
	int (*measured)(void *arg, const struct board *b, const struct table_asker *who,
			char why[TABLE_WHY]);
	/* Switches the machine off. NULL: not possible. */
	void (*power_off)(void *arg);
};

/* Assignment of the entered names to seats. */
enum table_seating {
	SEATING_AS_NAMED,
	SEATING_SWAPPED, /* each player gets the other colour, in the same place */
	SEATING_LOT,     /* drawn from the game's seed */
};

/* The setup of a new game. */
struct table_setup {
	const struct game *game;
	const char *position;             /* in the game's form, or NULL: the start with options */
	const char *options;              /* "" none */
	const char *name[RULES_SEATS_MAX]; /* by seat, NULL or "" unknown */
	struct table_player player[RULES_SEATS_MAX]; /* by seat */
	uint8_t seating;                  /* enum table_seating */
	unsigned round;                   /* number of the game in a match; 0: not in a match */
	const struct clock_spec *clock;   /* NULL: the clock of the setting */
	bool stands;                      /* a player just confirmed that the position is set up */
};

struct table {
	/* ---- shared by all duties ---- */
	const struct board *board;
	const struct table_config *config;
	const struct table_ops *ops;
	void *ops_arg;
	struct store *store;    /* NULL: nothing is stored */
	uint64_t now_us;        /* the latest time passed in */
	uint32_t version;       /* grows with every change that clients or lamps show */
	bool begun;
	struct session session;
	struct session_config session_config;
	struct session_state state; /* of the session, after every step */
	struct session_out out;
	bool refused;           /* the last event was refused … */
	char why[TABLE_WHY];    /* … for this reason */
	struct table_book book; /* the final actions, for the store and the view */
	struct record game;     /* names, date, start and seeds of the running game; no actions */
	uint64_t began_us;      /* the session's time of the game's time base_us */
	uint64_t base_us;
	struct troubles troubles;
	/* The last reading of each board square; known[sq]: there was a reading. */
	struct reading reading[BOARD_SQUARES_MAX];
	bool known[BOARD_SQUARES_MAX];

	/* ---- the core's own: table.c, table_game.c and table_light.c ---- */
	uint32_t store_version; /* version of the store's status that was last reported */
	bool repairs;           /* the store repairs its journal, as last read */
	struct store_repair repair;
	bool new_game;          /* PROMPT_NEW_GAME was answered with yes */
	struct lamps lamps;
	struct lamps_config lamps_config;
	const struct game *lamps_game; /* game whose squares lamps_config uses */
	uint64_t lamps_us;      /* when the picture changes next */
	uint32_t lit_version;   /* version of the table whose picture was last computed */
	uint8_t sent[BOARD_SQUARES_MAX][3]; /* the picture last sent */

	/* ---- one per duty ---- */
	struct table_about about;
	struct table_advice advice;
	struct table_beside beside;
	struct table_blind_state blind;
	struct table_buttons buttons;
	struct table_calibration calibration;
	struct table_chance chance;
	struct table_choice choice;
	struct table_clocks clocks;
	struct table_evening evening;
	struct table_health health;
	struct table_kept_trace kept_trace;
	struct table_legend legend;
	struct table_lesson lesson;
	struct table_measured_files measured;
	struct table_menu menu;
	struct table_offers offers;
	struct table_pages pages;
	struct table_pieces pieces;
	struct table_pins pins;
	struct table_review review;
	struct table_seats seats;
	struct table_engines engines;
	struct table_secrets secrets;
	struct table_settings settings;
	struct table_showing showing;
	struct table_speech speech;
	struct table_sticks sticks;
	struct table_stuck stuck;
};

/*
 * Initialises the table without a game. All pointers must outlive it. The lamp limits come from the
 * description; channel_ua: current of one full colour of each lamp chip.
 */
void table_init(struct table *t, const struct board *b, const struct table_config *c,
		struct store *store, const struct table_ops *ops, void *ops_arg,
		const uint32_t channel_ua[BOARD_LEDS_MAX]);

/* ---- inputs (table.c) ---- */

/* Processes one message of a bus; BUSIO_SCANNED and BUSIO_TIME are the loop's. */
void table_message(struct table *t, const struct busio_msg *msg);
/* Serves every deadline up to t_us, each at its own time, in order. */
void table_advance(struct table *t, uint64_t t_us);
/* Returns the next deadline, or UINT64_MAX. */
uint64_t table_deadline(const struct table *t);
/* Handles the reports of the store. */
void table_poll_store(struct table *t);
/* Processes one event of a client, at the table's time. Returns 0, or -1 with t->why. */
MUST_USE int table_event(struct table *t, struct event e);
/* Handles the end of the client's connection. */
void table_client_disconnected(struct table *t, uint32_t client);

/* ---- light (table_light.c) ---- */

/* Initialises the lamps: dark, with the limits of their chips; channel_ua: as in table_init. */
void table_light_init(struct table *t, const uint32_t channel_ua[BOARD_LEDS_MAX]);
/*
 * Computes the lamps' picture if `version` has grown or its time has come, and sends a
 * new one. table_message and table_advance end with it; call it after requests of clients.
 */
void table_light(struct table *t);
/* Computes the meanings of the game's lamps now, also if their picture is still to come. */
void table_frame(const struct table *t, struct lamps_frame *out);

/* ---- starting and resuming games (table_game.c, table_match.c) ---- */

/*
 * Continues the journal's game (NULL: begins a new one) and compares it with the board. Call it
 * when the board has been read for the first time.
 */
void table_begin(struct table *t, const struct table_past *resume, uint64_t t_us);
/* Begins a game. Returns 0, or -1 with t->why and nothing changed. */
MUST_USE int table_new(struct table *t, const struct table_setup *s);
/*
 * Begins the game on the board again: same players, new shuffle. stands: as in struct table_setup.
 * Returns as table_new.
 */
MUST_USE int table_again(struct table *t, bool stands);
/*
 * Begins the next game of the match: draws again what was drawn, and keeps a winner's prices.
 * Returns as table_new.
 */
MUST_USE int table_next(struct table *t, enum table_seating seating);
/*
 * Completes a request to the store for a record that table_open gets: the reply has a struct
 * table_past. request_opened of the server serves the reply to each such request.
 */
void table_past_ask(struct store_ask *q);
/* Begins the record's game on the board, as a new one. Returns as table_new. */
MUST_USE int table_open(struct table *t, const struct table_past *past);
/* Returns whether `new` would abandon a game. */
bool table_game_runs(const struct table *t);
/* Returns the number of the game on the board; 0: not yet numbered. */
uint32_t table_number(const struct table *t);

/* Implement store_config.action and .clock_us; user is the table. */
uint64_t table_store_clock(void *user, uint32_t i);
void table_store_action(void *user, uint32_t i, char text[RULES_ACTION_TEXT], uint64_t *t_us);

/* ---- for duties ---- */

/* Writes a translated text with its arguments to t->why, like lang_print. Returns -1. */
#define table_refuse(t, ...) table_refuse_for(t, LANG_STRINGS(__VA_ARGS__))
int table_refuse_for(struct table *t, const char *const reason[]);
/* Passes any event to the session and processes its output. */
void table_step(struct table *t, struct event e);
/* Processes the session's output. */
void table_absorb(struct table *t);
/* Writes the readings of game g by its squares; squares without a reading get the content of *p. */
void table_readings(const struct table *t, const struct game *g, const struct position *p,
		    struct reading out[RULES_SQUARES_MAX]);
/* Compares the board with the game, without waiting for quiet. */
void table_compare(struct table *t);
/* Compares likewise, if players may have moved pieces meanwhile. */
void table_compare_hands(struct table *t);
/*
 * Writes the first position; drawn: from the next seed. Returns 0, or -1 with
 * t->why. (table_setup.c)
 */
MUST_USE int table_first(struct table *t, const struct table_setup *s, struct position *p,
			 bool *drawn);
/*
 * Writes the start position for these options and that seed. Returns -1 if the
 * options shuffle nothing. (table_setup.c)
 */
int table_start_by(const struct game *g, const char *options, uint64_t n, struct position *p);
/* Returns whether another seed gives another start with these options. (table_setup.c) */
bool table_is_shuffled(const struct game *g, const char *options);
/* Seats the players. (table_setup.c) */
void table_seat_names(struct table *t, const struct table_setup *s);
