/*
 * What halod says to people, made of the sentences in say.c, which a language
 * file replaces. Nothing here decides anything; callers hand in plain values and
 * a buffer. All results are one line, UTF-8, cut if they do not fit. The rules'
 * own sentences (struct refusal), and what a client is told that sends nonsense
 * (daemon/server), stay English.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "daemon/session/session.h"
#include "hw/board/board.h"
#include "rules/rules.h"

enum {
	WORDS_LINE = 256,    /* any sentence and its NUL */
	WORDS_TROUBLE = 384, /* what the store says, and what was lost */
	WORDS_MOVE = 32,     /* an action as people write it */
	WORDS_NUMBER = 12,
};

/* Returns out. */
const char *words_number(unsigned n, char out[WORDS_NUMBER]);
/* "White"; in Crowded House "White on the king side", in American Chess "Blue" … static */
const char *words_seat(const struct game *g, unsigned seat);
const char *words_side(const struct game *g, unsigned colour);
/* "white pawn", or "piece" where it is not known (0). */
void words_piece(const struct game *g, uint8_t piece, char out[WORDS_MOVE]);
/*
 * SAN where the game has it, else coordinates, or words: "the dice 2 and 5". What
 * a burial or an assignment is stays untold. `a` is legal in *p.
 */
void words_action(const struct game *g, const struct position *p, struct action a,
		  char out[WORDS_MOVE]);

/* How a game ends, by its word in a record; one that nobody here knows says itself. */
const char *words_reason(const char *reason, bool drawn);

struct words_result {
	char token[16];  /* "1-0", "1/2-1/2", "*" */
	char reason[32]; /* a stable word: "checkmate", "resignation", "agreed" … */
	char text[WORDS_LINE];
};
/* s->over must hold. */
void words_result(const struct session_state *s, struct words_result *out);
/*
 * The same of a kept game. result: "1-0" "0-1" "1/2-1/2" "lost" "*", or a score;
 * reason: its word in the record, "" where nobody knows.
 */
void words_ended(const struct game *g, const char *result, const char *reason,
		 char out[WORDS_LINE]);

/* s->prompt.kind must not be PROMPT_NONE. */
void words_prompt(const struct session_state *s, char out[WORDS_LINE]);
const char *words_prompt_kind(unsigned kind); /* "which", "new-game" …; static */
/* Why the session refused: told->kind is TOLD_REFUSED. */
void words_refused(const struct told *told, char *out, size_t size);
/* s->guidance.on must hold: the next step, or what the rules have done to the board. */
void words_guidance(const struct session_state *s, char out[WORDS_LINE]);
/* Whose turn it is, and what is expected: everybody may read it. */
void words_message(const struct session_state *s, char out[WORDS_LINE]);

/* A set of board squares as runs along ranks: "a1-h1, c2"; "none". */
void words_squares(const struct board *b, const uint8_t *sq, size_t n, char *out, size_t size);
/* Things stand on these board squares, which the game leaves dark; how that ends. */
void words_beside(const struct board *b, const struct game *g, const uint8_t *sq, size_t n,
		  char out[WORDS_LINE]);
void words_beside_clear(const struct game *g, char out[WORDS_LINE]);
/* Troubles, and how each ends. i: index of the chip or bus; err: negative errno. */
void words_sensor_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE]);
void words_sensor_back(const struct board *b, unsigned i, char out[WORDS_LINE]);
/* The mux in front of sensor chip i, and so every chip behind it. */
void words_mux_silent(const struct board *b, unsigned i, char out[WORDS_LINE]);
void words_mux_back(const struct board *b, unsigned i, char out[WORDS_LINE]);
/* Of a square, beside -EIO and -EAGAIN: its sensor is known not to tell the truth. */
#define WORDS_SQUARE_BLIND (-127)
/* n squares of a game's `all` tell nothing: more than the session can do without; and no more. */
void words_blind(unsigned n, unsigned all, char out[WORDS_LINE]);
void words_blind_no_more(char out[WORDS_LINE]);
/*
 * n squares of the board, all of them the game's, whose a1 is the board's square
 * `corner`: "f2 of the board, e2 of the game"; "f2" where both call it so.
 */
void words_squares_both(const struct board *b, unsigned corner, const uint8_t *sq, size_t n,
			char *out, size_t size);
/* The same of a square that is none of the game's. */
void words_square_beside(const struct board *b, uint8_t sq, char out[WORDS_LINE]);
/* Guidance waits for one board square; a sensor of n others, or its own, may be why. And no more. */
void words_stuck(const struct board *b, unsigned corner, uint8_t waited, const uint8_t *may_be,
		 size_t n, char out[WORDS_LINE]);
/* Guidance waits for n board squares at once: one wire may be why. */
void words_stuck_many(const struct board *b, unsigned corner, const uint8_t *sq, size_t n,
		      char out[WORDS_LINE]);
void words_stuck_over(char out[WORDS_LINE]);
/* err by square, 0 or as BUSIO_SQUARE tells it; some square of the chip has one, or none any more. */
void words_square_odd(const struct board *b, unsigned i, const int8_t err[BOARD_SQUARES_MAX],
		      char out[WORDS_LINE]);
void words_square_sound(const struct board *b, unsigned i, char out[WORDS_LINE]);
void words_led_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE]);
void words_led_back(const struct board *b, unsigned i, char out[WORDS_LINE]);
void words_line_stuck(const struct board *b, unsigned i, char out[WORDS_LINE]);
void words_line_free(const struct board *b, unsigned i, char out[WORDS_LINE]);
void words_bus_gone(const struct board *b, unsigned i, int err, char out[WORDS_LINE]);
void words_bus_back(const struct board *b, unsigned i, char out[WORDS_LINE]);
/* The GPIO lines cannot be had. */
void words_gpio_gone(const struct board *b, int err, char out[WORDS_LINE]);
void words_gpio_back(const struct board *b, char out[WORDS_LINE]);
/* The journal's trouble in its own words, and how many actions are lost for good; "" none. */
/* Why a stick was not written to, or not to the end. */
enum words_stick {
	WORDS_STICK_FULL,
	WORDS_STICK_CROWDED,
	WORDS_STICK_READ_ONLY,
	WORDS_STICK_PULLED,
	WORDS_STICK_DAMAGED, /* about: what the system says */
	WORDS_STICK_UNCLEAN, /* about: why it was not mended */
	WORDS_STICK_FOREIGN, /* about: its file system */
	WORDS_STICK_TAKEN,   /* about: the name */
	WORDS_STICK_FAILS,   /* about: what the system says */
	WORDS_STICK_REFUSED, /* about: which game, and why */
	WORDS_STICK_BROKEN_OFF,
	WORDS_STICKS,
};
void words_stick_waiting(const char *name, char out[WORDS_LINE]);
void words_stick_reading(const char *name, char out[WORDS_LINE]);
void words_stick_mending(const char *name, char out[WORDS_LINE]);
void words_stick_writing(const char *name, unsigned done, unsigned of, char out[WORDS_LINE]);
/* about: a remark, "" none. */
void words_stick_done(const char *name, unsigned games, unsigned imported, bool mended,
		      const char *about, char out[WORDS_LINE]);
void words_stick_failed(const char *name, enum words_stick why, const char *about,
			char out[WORDS_LINE]);
/* What is wrong with a game of a file, as the PGN reader found it. */
struct words_mistake {
	char file[64]; /* "" nothing is wrong */
	unsigned line, column, game;
	char move[32]; /* "" it is about none */
	char why[160]; /* English; what no sentence here says stays so */
};
void words_mistake(const struct words_mistake *m, char out[WORDS_LINE]);
/* What halo-usb remarks about a stick; English, where no sentence here says it. */
void words_remark(const char *english, char out[WORDS_LINE]);
void words_store(const char *what, unsigned lost, char out[WORDS_TROUBLE]);
/*
 * A page of the menu: kind PROMPT_MENU, PROMPT_DRAW or PROMPT_RESIGN of that seat; late: a flag
 * is down that somebody may claim.
 */
void words_menu(const struct game *g, unsigned kind, unsigned seat, bool late,
		char out[WORDS_LINE]);
/* Lights stand for games, and one may be chosen. */
void words_choice(char out[WORDS_LINE]);
const char *words_starting(void); /* before the board is read */
/* Before that, a damaged journal is repaired: so many games of so many, of 0: nobody knows. */
void words_repairing(uint32_t done, uint32_t of, char out[WORDS_LINE]);
