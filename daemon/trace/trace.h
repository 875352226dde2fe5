/*
 * Files NAME.board: every raw edge, press and choice of a game with its second, so
 * that the session can be driven through the same once more. Here are, none of them
 * allocating, a reader over a buffer, a printer, and the ring in which a running
 * daemon keeps the last of its own.
 *
 *   # haloboard trace 1                first line, exactly so
 *   game chess                         header, any order, each at most once
 *   option index=518                   … but option and played as often as needed
 *   position FEN                       the start; with it, options shape nothing more
 *   sensors occupancy|polarity|level
 *   settle S                           seconds, up to six decimals
 *   debounce EMPTY_S OCCUPIED_S
 *   board FIELD                        what stands there at first, in FEN's letters
 *   known FIELD                        which of it the game before knew, likewise
 *   played ACTION                      from the start on, before the first event
 *   0.000 -e2                          events; times never decrease
 *
 * Beyond that: empty lines and lines that begin with `#` are passed over; words
 * are separated by blanks; a level may be an interval (`+e4w1-2`), and what a
 * sensor could not tell is `?` or nothing (`+e4` `+e4?` `+e4w?`); `draw claim`
 * is a draw claimed, not agreed; `undo N` was asked for on the screen or the
 * command line; `select buy:N` is a kind chosen there to be set down, `select`
 * alone none; `blind e4,d5` in the header names squares whose readings are not
 * believed, and as an event those that are not from then on (`blind` alone: none).
 * `ask undo N`, `ask takeback N` and `ask new-game` are questions of before a restart that
 * are asked again: what somebody wished, and what the board asks by how it stands; `ask move`
 * asks whether what stands there is an action that hands had begun; `ask array`
 * also stands at the beginning of a game: hands set up until the pieces are said to stand.
 * Edges of blind squares are told all the same: what a square reads that comes back.
 * `props lamps|objects` says whether checkers, coins and halos lie on the board, so that
 * level 1 is a piece on one. `known` is written where a piece is known to stand on
 * another's square, or on none: its field has empty squares where nobody knows, and `?`
 * for a piece of another game that this one has not. A reading that only repeats the last one (`-e4` of an empty
 * square) is legal, since a log of a real sensor may hold it, and means nothing.
 * `board e2w,e4?` as an event: the whole board was read anew and is what hands meant, with
 * these squares occupied and all others empty (`board` alone: all); `f7Q,c2?` behind them
 * is what is known of them, as by `known`. `stop`: behind it time
 * does not go on, for another game took the board.
 *
 * A game that goes on after a restart has a trace of several parts: the first line once
 * more begins a new one, with a header and events of its own. Its `time S` in the header is
 * the game's time at which that session began (0 without it), and its `played` lines are all
 * that was recorded by then. What was shown and not recorded ended with the part before.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "daemon/core/event.h"
#include "daemon/session/session.h"

enum {
	/* The longest line: `position` and a position's text. */
	TRACE_LINE_MAX = RULES_POSITION_TEXT + 16,
	/* Any printed event and its NUL; the longest says that all squares are blind. */
	TRACE_EVENT_TEXT = 40 + 3 * RULES_SQUARES_MAX,
	/* The same of a whole board read anew: "h9w2-6," a square is the longest, and "h9Q+," what is known. */
	TRACE_BOARD_TEXT = 40 + (9 + 6) * RULES_SQUARES_MAX,
	/* A board field and its NUL: two letters a square, and a bar between ranks. */
	TRACE_FIELD_TEXT = 2 * RULES_SQUARES_MAX + RULES_RANKS_MAX,
	TRACE_OPTIONS_TEXT = 256,	/* all options of a game, joined, and the NUL */
	/* Seconds of a time have at most so many digits: microseconds stay far from 2^64. */
	TRACE_SECONDS_DIGITS = 12,
};

/* What a trace begins with. */
struct trace_header {
	const struct game *game;
	char options[TRACE_OPTIONS_TEXT];	/* key=value words joined by one space, or "" */
	char position[RULES_POSITION_TEXT];	/* "": the game's start with these options */
	struct session_config config;		/* house defaults where the trace is silent */
	uint64_t time_us;			/* when it begins; no event is earlier */
	bool has_board;
	struct reading board[RULES_SQUARES_MAX];	/* if has_board */
	struct infer_known known;	/* of what stands there; exact, or all zero: nothing is */
};

struct trace_error {
	unsigned line;		/* from 1 */
	char why[160];		/* one line, no full stop */
};

/* ---- reader ---- */

/* A place in a text, at the beginning of a line. */
struct trace_place {
	size_t at;
	unsigned line;		/* of the line that begins there, from 1 */
};

/*
 * Goes through a trace; the text stays the caller's and must outlive it. The
 * fields but `header` are the reader's own.
 */
struct trace_reader {
	const char *text;
	size_t len;
	struct trace_header header;	/* of this part */
	struct trace_place head;	/* where it begins, behind its first line */
	struct trace_place body;	/* behind the header */
	struct trace_place next;
	uint64_t last_us;		/* time of the last event */
	unsigned line;			/* of the last event or played action */
	struct reading board[RULES_SQUARES_MAX];	/* of the last TRACE_BOARD … */
	struct infer_known known;	/* … and of what stands there */
};

enum trace_got {
	TRACE_END,	/* none is left in this part */
	TRACE_EVENT,
	TRACE_BOARD,	/* the board was read anew: `board` of the reader; the event is EVENT_TIME */
	TRACE_STOP,	/* this session ends at the event's time; it is EVENT_TIME */
};

/*
 * Reads the header; position and options are handed to the rule core to see
 * that they are sound. 0, or -1 with *err told.
 */
MUST_USE int trace_open(struct trace_reader *r, const char *text, size_t len,
			struct trace_error *err);
/* An enum trace_got, the event's line in r->line; or -1 with *err told. */
MUST_USE int trace_next(struct trace_reader *r, struct event *e, struct trace_error *err);
/*
 * Once no event is left: on to the next part, whose header is read as by trace_open. 1, 0:
 * there is none, or -1 with *err told.
 */
MUST_USE int trace_part_next(struct trace_reader *r, struct trace_error *err);
/* Back to the first event of the part. */
void trace_rewind(struct trace_reader *r);

/* The part's `played` actions in order; begins zeroed. False: none is left. */
struct trace_played {
	struct trace_place next;
	unsigned line;			/* of the action last given */
	char action[RULES_ACTION_TEXT];	/* as written: only the rules know whether it is legal */
};
bool trace_played_next(const struct trace_reader *r, struct trace_played *it);

/* ---- printer ---- */

/* The first line and the header but for `played` and `board`, each line with its newline. */
void trace_header_print(FILE *out, const struct trace_header *h);
void trace_played_print(FILE *out, const char *action);
/*
 * The `board` line, if h->has_board, and the `known` line, if there is anything to know.
 * now: the position after what was played, for letters that people know where the sensors
 * tell no kind.
 */
void trace_readings_print(FILE *out, const struct trace_header *h, const struct position *now);
/*
 * False: EVENT_TIME, or a client's text that is no word. No action and no kind is written
 * so, it was refused: a trace says nothing of it.
 */
bool trace_event_has_form(const struct event *e);
/*
 * One event as a line without newline; it has a form, which is
 * asserted. Times in microseconds since the trace's zero.
 */
void trace_event_print(const struct game *g, const struct event *e, char out[TRACE_EVENT_TEXT]);
/*
 * TRACE_BOARD and TRACE_STOP, the same way; board: as many readings as the game has squares,
 * known: as in session_board.
 */
void trace_board_event_print(const struct game *g, uint64_t t_us, const struct reading *board,
			     const struct infer_known *known, char out[TRACE_BOARD_TEXT]);
void trace_stop_print(uint64_t t_us, char out[TRACE_EVENT_TEXT]);
/* The field of a `board` or `known` line: a byte a square. Without marks it has a letter a square at most, and the bars. */
void trace_field_print(const struct game *g, const uint8_t *pieces, char out[TRACE_FIELD_TEXT]);
/* That of a `known` line read: standing as in struct infer_known. 0, or -1 with *err told (line 0). */
MUST_USE int trace_known_parse(const struct game *g, const char *field, uint8_t *standing,
			       struct trace_error *err);
/* "1.900": three decimals, up to six where they are needed. */
void trace_time_print(uint64_t t_us, char out[24]);

/* ---- rest ---- */

/* What the session will do depends on game, actions and readings alone: a trace may begin here. */
bool trace_at_rest(const struct session *s);

/* ---- ring ---- */

/*
 * A game of 80 moves a side makes some 1000 entries (two or three edges and a
 * final an action, some bounce): the ring holds several. A power of two; a test
 * has it smaller, to see it run over.
 */
#ifndef TRACE_RING_ENTRIES
#define TRACE_RING_ENTRIES 16384
#endif

/* Something that came in, or became final, in the running game. */
struct trace_entry {
	uint64_t t_us;
	uint8_t kind;		/* an event_kind, or one of the ring's own */
	uint8_t seat, sq, button;
	bool yes;
	bool rest;		/* before this entry all was at rest: a trace may begin here */
	uint16_t n;
	struct reading reading;
	union {
		char text[RULES_ACTION_TEXT];
		struct action action;
		struct sqset blind;
	} u;
};

/*
 * The recorder: all that went into the session since a point of rest, with the
 * game, the actions and the readings of that point, so that what it prints
 * replays to the same actions. What falls out of the ring is folded into that
 * beginning, up to the next point of rest: nothing up, shown, asked or guided,
 * nothing awaited, and a further action final since without an undo between
 * (or the last one could still have been amended, by edges that are gone).
 * Fixed size, no allocation. A whole board read anew has no form in a trace:
 * there it begins afresh. The fields are the ring's own.
 */
struct trace_ring {
	struct trace_header header;	/* board: at the trace's beginning */
	uint32_t n_played;
	struct action played[SESSION_ACTIONS_MAX];	/* final at the trace's beginning */
	uint8_t ended;			/* the word that had ended the game then: an event_kind, EVENT_TIME: none */
	uint8_t end_seat;		/* … and what goes with it */
	bool end_yes;
	bool sets_up;			/* PROMPT_ARRAY was open then; asked: it is now */
	bool asked;
	uint64_t zero_us;		/* the trace's zero */
	uint64_t last_us;
	bool restless;			/* it does not begin at rest: a whole ring without one */
	bool candidate;			/* at rest before entry candidate_at … */
	uint32_t candidate_at;		/* … which counts once a further action is final */
	uint32_t head, tail;		/* entries ever written; the oldest that is kept */
	struct trace_entry entry[TRACE_RING_ENTRIES];
};

/*
 * A game begins: position is its start as text, board what the sensors read
 * (as many as the game has squares; NULL: as the position), known as in session_start.
 * t_us is the trace's zero.
 */
void trace_ring_start(struct trace_ring *r, const struct game *g, const char *position,
		      const struct session_config *c, const struct reading *board,
		      const struct infer_known *known, uint64_t t_us);
/* An action of the record, as handed to session_play; before the first event. */
void trace_ring_played(struct trace_ring *r, struct action a);
/* The board was read anew, as handed to session_board. */
void trace_ring_board(struct trace_ring *r, const struct reading *board,
		      const struct infer_known *known, uint64_t t_us);
/*
 * After each session_step, EVENT_TIME included: what went in, what came out, and
 * the session after it. Constant time but when the ring runs over.
 */
void trace_ring_step(struct trace_ring *r, const struct event *e, const struct session_out *out,
		     const struct session *s);
/* The trace, whole. Allocates nothing itself; whether it was written, *out knows (ferror). */
void trace_ring_print(const struct trace_ring *r, FILE *out);
