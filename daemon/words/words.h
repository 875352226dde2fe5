/*
 * The sentences of halod for people, translated by hw/lang. Callers pass plain values and a buffer;
 * this module decides nothing. Each result is one line of UTF-8, cut if it does not fit. Replies
 * to malformed requests (daemon/server) stay English.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "daemon/advice/facts.h"
#include "daemon/record/record.h"
#include "daemon/session/session.h"
#include "hw/board/board.h"
#include "rules/rules.h"

enum {
	WORDS_LINE = 256,    /* any sentence and its NUL */
	WORDS_TROUBLE = 384, /* the store's message, and the lost actions */
	WORDS_MOVE = 48,     /* an action in the notation for people */
	WORDS_SPOKEN = 2048, /* spoken words: a position of 64 marked pieces fits */
};

/* Return "White" or "Blue"; of four seats "White (e–h)"; static. */
const char *words_seat(const struct game *g, unsigned seat);
const char *words_side(const struct game *g, unsigned colour);
/* Writes "white pawn", or "piece" if it is unknown (0). */
void words_piece(const struct game *g, uint8_t piece, char out[WORDS_MOVE]);
/*
 * Writes a move as lists do, "Nf3" or "Qd8xd5" with the language's letters, other actions in
 * words: "the dice 2 and 5". Does not reveal what a burial or an assignment chose. `a` is legal
 * in *p.
 */
void words_action(const struct game *g, const struct position *p, struct action a,
		  char out[WORDS_MOVE]);

/* The same of an action whose note and text are kept; text: its public form. */
void words_noted(const struct game *g, const struct move_note *note, struct action a, const char *text,
		 char out[WORDS_MOVE]);

/* ---- words_spoken.c: what a voice reads ---- */

/* How files are said: "e 4" or "Eva 4". */
enum words_files { WORDS_FILES_LETTERS, WORDS_FILES_NAMES };

/*
 * Writes a sentence as it is spoken: squares and moves in words, "knight takes f 7, check". g: the
 * game of its moves; NULL: only its squares change.
 */
void words_spoken(const struct game *g, const char *text, enum words_files files, char out[WORDS_SPOKEN]);
/* Writes the words of an action, as words_noted. */
void words_spoken_action(const struct game *g, const struct move_note *note, struct action a, const char *text,
			 enum words_files files, char out[WORDS_SPOKEN]);
/* Writes "e 4: White, pawn"; *p is public. */
void words_spoken_square(const struct game *g, const struct position *p, unsigned sq, enum words_files files,
			 char out[WORDS_SPOKEN]);
/* Writes all pieces of a public position, by side and kind. */
void words_spoken_position(const struct game *g, const struct position *p, enum words_files files,
			   char out[WORDS_SPOKEN]);

/* Returns the sentence for the reason in a record; an unknown reason is returned as it is. */
const char *words_reason(const char *reason, bool drawn);

struct words_result {
	char token[RECORD_RESULT_TEXT];  /* "1-0", "1/2-1/2", "*" */
	char reason[RECORD_REASON_MAX]; /* a stable word: "checkmate", "resignation", "agreed" … */
	char text[WORDS_LINE];
};
/* Writes the result; s->over must hold. */
void words_result(const struct session_state *s, struct words_result *out);
/*
 * Likewise for a kept game. result: "1-0" "0-1" "1/2-1/2" "lost" "*", or a
 * score; reason: as in the record, "" if unknown.
 */
void words_ended(const struct game *g, const char *result, const char *reason,
		 char out[WORDS_LINE]);

/* Writes the question; s->prompt.kind must not be PROMPT_NONE. */
void words_prompt(const struct session_state *s, char out[WORDS_LINE]);
const char *words_prompt_kind(unsigned kind); /* "which", "new-game" …; static */
/* Writes the rules' reason for a refusal, with its numbers; r->rule must be set. */
void words_refusal(const struct refusal *r, char out[WORDS_LINE]);
/* Writes the message of a struct rules_error; in English if no sentence of the rules matches. */
void words_error(const char *english, char out[WORDS_LINE]);
/*
 * Writes where the two pieces of a refused capture belong, if guidance does not, or how a player's
 * own last move is taken back that was moved backwards: "" otherwise.
 */
void words_put_back(const struct session_state *s, char out[WORDS_LINE]);
/* Writes the session's reason for a refusal; *note is a note of the kind NOTE_REFUSED. */
void words_refused(const struct session_note *note, char *out, size_t size);
/* Writes a computer's move that waits for hands; returns false if there is none. */
bool words_plan(const struct session_state *s, char out[WORDS_LINE]);
/* Reports whether the only fault of the board is that a piece without a move, of the side to move, is up. */
bool words_is_idle(const struct session_state *s);
/* The steps of the hint button. */
enum words_hint { WORDS_HINT_NONE, WORDS_HINT_PIECE, WORDS_HINT_WHERE, WORDS_HINT_WHY };
/* Writes a step of the hint that this action is the best one; `a` is legal in *p, which is public. */
void words_hint(const struct game *g, const struct position *p, struct action a, enum words_hint step,
		char out[WORDS_LINE]);
/* Writes the task of a puzzle in *p; theme: a word of docs/engine.md. */
void words_puzzle(const struct game *g, const struct position *p, const char *theme, char out[WORDS_LINE]);
/* Writes what the solution of a puzzle in *p does, as a sentence without its full stop. */
void words_theme(const struct game *g, const struct position *p, const char *theme, char out[WORDS_LINE]);
/* Writes the task to find a better action than the one that the learner played here in a game. */
void words_mistaken(const struct game *g, const struct position *p, struct action played,
		    char out[WORDS_LINE]);
/* Writes the next step, or what the rules changed on the board. Guidance must be on. */
void words_guidance(const struct session_state *s, char out[WORDS_LINE]);
/* The stages of a kept game that is replayed on the board. */
enum words_replay {
	WORDS_REPLAY_SETUP,  /* the pieces have still to be set up as after the shown move */
	WORDS_REPLAY_NEXT,   /* the next move is to be made */
	WORDS_REPLAY_ASTRAY, /* another piece was moved instead */
	WORDS_REPLAY_UNSEEN, /* sensors do not see the next action */
	WORDS_REPLAY_END,
};
/*
 * Writes the next step of a replay; `end`: how the game ended, "" unfinished. Of *s the fields of
 * table_show_state are read.
 */
void words_replay(const struct session_state *s, enum words_replay stage, const char *end,
		  char out[WORDS_LINE]);
/* Writes whose turn it is, and what is expected. Public: it reveals nothing hidden. */
void words_message(const struct session_state *s, char out[WORDS_LINE]);

/* Writes a set of board squares as runs along ranks: "a1-h1, c2"; "none". */
void words_squares(const struct board *b, const uint8_t *sq, size_t n, char *out, size_t size);
/*
 * Warns of things on board squares that the game does not use; words_beside_clear reports that
 * they are gone.
 */
void words_beside(const struct board *b, const struct game *g, const uint8_t *sq, size_t n,
		  char out[WORDS_LINE]);
/* Errors. i: index of the chip or bus; err: negative errno. */
void words_sensor_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE]);
/* Reports the mux of sensor chip i, which every chip behind it needs. */
void words_mux_silent(const struct board *b, unsigned i, char out[WORDS_LINE]);
/* Error of a square, besides -EIO and -EAGAIN: its sensor is known to be wrong. */
#define WORDS_SQUARE_BLIND (-127)
/* Reports that n of a game's `all` squares cannot be read, which is too many for the session. */
void words_blind(unsigned n, unsigned all, char out[WORDS_LINE]);
/*
 * Names n squares of the board, all of them in the game; a1 of the game is the
 * board's square `corner`: "f2 of the board, e2 of the game"; "f2" if both
 * names agree.
 */
void words_squares_both(const struct board *b, unsigned corner, const uint8_t *sq, size_t n,
			char *out, size_t size);
/* Names a square outside the game likewise. */
void words_square_beside(const struct board *b, uint8_t sq, char out[WORDS_LINE]);
/*
 * Reports that guidance waits for one board square; its own sensor or that of n
 * others may be the cause.
 */
void words_stuck(const struct board *b, unsigned corner, uint8_t waited, const uint8_t *may_be,
		 size_t n, char out[WORDS_LINE]);
/* Reports that guidance waits for n board squares at once: a single wire may be the cause. */
void words_stuck_many(const struct board *b, unsigned corner, const uint8_t *sq, size_t n,
		      char out[WORDS_LINE]);
/*
 * Report squares of a chip: some have an error (odd), or none has one any more (sound). err: by
 * square, 0 or as reported by BUSIO_SQUARE.
 */
void words_square_odd(const struct board *b, unsigned i, const int8_t err[BOARD_SQUARES_MAX],
		      char out[WORDS_LINE]);
void words_led_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE]);
void words_line_stuck(const struct board *b, unsigned i, char out[WORDS_LINE]);
void words_bus_failed(const struct board *b, unsigned i, int err, char out[WORDS_LINE]);
/* Reports the GPIO lines as not available. */
void words_gpio_failed(const struct board *b, int err, char out[WORDS_LINE]);
/* Reports the line of [reset], which cannot be requested or driven. */
void words_reset_failed(const struct board *b, int err, char out[WORDS_LINE]);
/* Why a stick was not written, or not completely. */
enum words_stick {
	WORDS_STICK_FULL,
	WORDS_STICK_READ_ONLY,
	WORDS_STICK_PULLED,
	WORDS_STICK_DAMAGED, /* about: the system's message */
	WORDS_STICK_UNCLEAN, /* about: why the repair failed */
	WORDS_STICK_FOREIGN, /* about: its file system */
	WORDS_STICK_TAKEN,   /* about: the name */
	WORDS_STICK_FAILS,   /* about: the system's message */
	WORDS_STICK_REFUSED, /* about: which game, and why */
	WORDS_STICK_BROKEN_OFF,
	WORDS_STICKS,
};
enum words_stick_stage {
	WORDS_STICK_WAITING,
	WORDS_STICK_READING,
	WORDS_STICK_MENDING,
	WORDS_STICK_WRITING,
};
/* done, of: games, of the stage WRITING. */
void words_stick_busy(enum words_stick_stage stage, const char *name, unsigned done, unsigned of,
		      char out[WORDS_LINE]);
/* about: a remark, "": none. */
void words_stick_done(const char *name, unsigned games, unsigned imported, bool mended,
		      const char *about, char out[WORDS_LINE]);
void words_stick_failed(const char *name, enum words_stick why, const char *about,
			char out[WORDS_LINE]);
/* An error in a game of a file, as the PGN reader found it. */
struct words_mistake {
	char file[64]; /* "": no error */
	unsigned line, column, game;
	char move[32]; /* "": not about a move */
	char why[160]; /* English, translated if a sentence here matches */
};
void words_mistake(const struct words_mistake *m, char out[WORDS_LINE]);
/* Writes a remark of halo-usb about a stick; in English if no sentence here matches. */
void words_remark(const char *english, char out[WORDS_LINE]);
/* Writes the journal's error message `what`, "" none, and how many actions are lost for good. */
void words_store(const char *what, unsigned lost, char out[WORDS_TROUBLE]);
/*
 * Writes a page of the menu: kind PROMPT_MENU, PROMPT_DRAW, PROMPT_REVEAL or PROMPT_RESIGN of that
 * seat. late: a flag has fallen, so the menu offers the win on time.
 */
void words_menu(const struct game *g, unsigned kind, unsigned seat, bool late,
		char out[WORDS_LINE]);
/*
 * Writes that a flag has fallen, and what the claimant may claim.
 * drawn: the claimant cannot win on time.
 */
void words_late(const struct game *g, unsigned fell, unsigned claimant, bool drawn,
		char out[WORDS_LINE]);
/*
 * Reports the repair of a damaged journal before the board is read: `done` of
 * `of` games; of 0: unknown.
 */
void words_repairing(uint32_t done, uint32_t of, char out[WORDS_LINE]);
