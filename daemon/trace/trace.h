/*
 * Files NAME.board: every raw edge, press and choice of a game with its time, enough to
 * drive the session through the same again. This module has a reader over a buffer and a
 * printer. Neither allocates.
 *
 *   # haloboard trace 1                first line, exactly
 *   game chess                         header, in any order, each at most once
 *   option index=518                   … except option and played
 *   position FEN                       the start; options then have no effect on it
 *   sensors occupancy|polarity|level
 *   computer SEAT[,SEAT…]              computers choose these seats' actions, with `plan`
 *   settle S                           seconds, up to six decimals
 *   debounce EMPTY_S OCCUPIED_S
 *   board FIELD                        pieces on the board at first, in FEN's letters
 *   known FIELD                        those known from the game before
 *   played ACTION                      from the start on, before the first event
 *   0.000 -e2                          events; times never decrease
 *
 * Empty lines and lines that begin with `#` are skipped; words are separated by blanks.
 *
 * Edges. A level may be an interval (`+e4w1-2`). An unknown pole or level is `?` or
 * omitted (`+e4` `+e4?` `+e4w?`). An edge that repeats the last reading (`-e4` of an empty
 * square) is legal, as logs of real sensors have it, and has no effect. Edges of blind
 * squares are logged too: a square that returns needs its last reading.
 *
 * Events. `draw claim` is a draw claimed, not agreed; `undo N` was requested on the screen
 * or the command line; `close` made the end of the game permanent. `select buy:N` is a
 * kind chosen on the screen to be set down, `select` alone none. `blind e4,d5` sets the
 * blind squares, in the header or as an event (`blind` alone: none).
 *
 * Computers. `plan ACTION`: the seat to act has chosen an action, which hands make on the board if
 * it needs any; `plan -` withdraws the choice.
 *
 * Advice. `blunder ACTION`: advice finds the shown action a blunder, so quiet asks about it instead
 * of making it final. It has no effect if another action, or none, is shown.
 *
 * Questions. `ask undo N`, `ask takeback N` and `ask new-game` repeat a question of before
 * a restart: one a player requested, or one the board caused. `ask move` asks whether the
 * board shows an action that was begun. `ask array` also occurs at the beginning of a
 * game: the pieces are set up until a player confirms.
 *
 * Boards. `props lamps|objects` is whether checkers, coins and halos are on the board, so
 * that level 1 is a piece on one. `known` is written if a piece is known to be on another
 * piece's square, or on an extra one. Its field has an empty square where nothing is known,
 * and `?` for a piece that does not exist in this game. `board e2w,e4?` as an event: the
 * whole board was read and counts as moves, with these squares occupied and all others
 * empty (`board` alone: all empty); a second word `f7Q,c2?` lists known pieces, as `known`.
 *
 * Time. `stop` ends the time of this session: another game uses the board. A time alone
 * (`5.000`) advances to it.
 *
 * A game resumed after a restart has a trace of several parts: another first line begins
 * a new one, with a header and events of its own. Its `time S` is the game's time at which
 * that session began (0 if absent), its `played` lines are everything recorded by then. An
 * action shown but not recorded ended with the part before.
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
	/* Any printed event and its NUL; the longest lists all squares as blind. */
	TRACE_EVENT_TEXT = 40 + 3 * RULES_SQUARES_MAX,
	/*
	 * The same for a read of the whole board: "h9w2-6," is the longest square, "h9Q+," the
	 * longest known piece.
	 */
	TRACE_BOARD_TEXT = 40 + (9 + 6) * RULES_SQUARES_MAX,
	/* A board field and its NUL: two letters a square, and a bar between ranks. */
	TRACE_FIELD_TEXT = 2 * RULES_SQUARES_MAX + RULES_RANKS_MAX,
	TRACE_OPTIONS_TEXT = 256,	/* all options of a game, joined, and the NUL */
	/* Maximum digits of seconds: microseconds stay far below 2^64. */
	TRACE_SECONDS_DIGITS = 12,
};

/* The header of a trace. */
struct trace_header {
	const struct game *game;
	char options[TRACE_OPTIONS_TEXT];	/* key=value words joined by one space, or "" */
	char position[RULES_POSITION_TEXT];	/* "": the game's start with these options */
	struct session_config config;		/* defaults if absent from the trace */
	uint64_t time_us;			/* start time; no event is earlier */
	bool has_board;
	struct reading board[RULES_SQUARES_MAX];	/* if has_board */
	struct infer_known known;	/* exact; all zero: nothing known */
};

struct trace_error {
	unsigned line;		/* from 1 */
	char why[160];		/* one line, no full stop */
};

/* ---- reader ---- */

/* A place in a text, at the beginning of a line. */
struct trace_place {
	size_t at;
	unsigned line;		/* number of the line there, from 1 */
};

/* Reads a trace; the caller's text must outlive it. Fields other than `header` are private. */
struct trace_reader {
	const char *text;
	size_t len;
	struct trace_header header;	/* of this part */
	struct trace_place head;	/* start of the part, after its first line */
	struct trace_place body;	/* after the header */
	struct trace_place next;
	uint64_t last_us;		/* time of the last event */
	unsigned line;			/* of the last event or played action */
	struct reading board[RULES_SQUARES_MAX];	/* of the last TRACE_BOARD */
	struct infer_known known;	/* known pieces on that board */
};

enum trace_got {
	TRACE_END,	/* no more events in this part */
	TRACE_EVENT,
	/* the whole board was read: `board` of the reader; the event is EVENT_TIME */
	TRACE_BOARD,
	TRACE_STOP,	/* this session ends at the event's time; it is EVENT_TIME */
	TRACE_TIME,	/* time advances and nothing happens; the event is EVENT_TIME */
};

/*
 * Reads the header and checks position and options with the rules. Returns 0, or -1 with
 * *err set.
 */
MUST_USE int trace_open(struct trace_reader *r, const char *text, size_t len,
			struct trace_error *err);
/* Reads an event, with its line in r->line. Returns an enum trace_got, or -1 with *err set. */
MUST_USE int trace_next(struct trace_reader *r, struct event *e, struct trace_error *err);
/*
 * Reads the next part's header, as trace_open does, after the last event of a part.
 * Returns 1; 0 if there is none; or -1 with *err set.
 */
MUST_USE int trace_part_next(struct trace_reader *r, struct trace_error *err);

/* The kind of a line, as far as its beginning shows. */
enum trace_line_kind {
	TRACE_LINE_IDLE,	/* empty, or a comment */
	TRACE_LINE_FIRST,	/* the first line of a part */
	TRACE_LINE_EVENT,	/* begins with a digit */
	TRACE_LINE_HEADER,	/* anything else */
};
/* Returns the kind of a line without its newline. */
enum trace_line_kind trace_line_kind(const char *line, size_t len);
/*
 * Continues with another text, whose first line has the number `line`: for a trace that
 * arrives line by line. trace_part_next needs a part's first line and header in one text;
 * each event may come in a text of its own.
 */
void trace_feed(struct trace_reader *r, const char *text, size_t len, unsigned line);

/* Iterates over the part's `played` actions in order; begins zeroed. Returns false at the end. */
struct trace_played {
	struct trace_place next;
	unsigned line;			/* of the last action */
	char action[RULES_ACTION_TEXT];	/* as written; not checked against the rules */
};
bool trace_played_next(const struct trace_reader *r, struct trace_played *it);

/* ---- printer ---- */

/*
 * Prints the first line and the header, except `played`, `board` and `known`, each with
 * its newline. A running daemon writes the board as an event.
 */
void trace_header_print(FILE *out, const struct trace_header *h);
void trace_played_print(FILE *out, const char *action);
/*
 * Reports whether an event has a written form. EVENT_TIME has none; nor has a client's
 * text that is no word: it was refused, so the trace omits it.
 */
bool trace_event_has_form(const struct event *e);
/*
 * Prints an event, which must have a form (asserted), as a line without newline. Times in
 * microseconds since the trace's zero.
 */
void trace_event_print(const struct game *g, const struct event *e, char out[TRACE_EVENT_TEXT]);
/*
 * Prints TRACE_BOARD and TRACE_STOP in the same way. board: as many readings as the game
 * has squares; known: as in session_board.
 */
void trace_board_event_print(const struct game *g, uint64_t t_us, const struct reading *board,
			     const struct infer_known *known, char out[TRACE_BOARD_TEXT]);
void trace_stop_print(uint64_t t_us, char out[TRACE_EVENT_TEXT]);
/*
 * Prints the field of a `board` or `known` line from one byte a square. Without marks it
 * has at most a letter a square, and the bars.
 */
void trace_field_print(const struct game *g, const uint8_t *pieces, char out[TRACE_FIELD_TEXT]);
/* Prints "1.900": three decimals, up to six if needed. */
void trace_time_print(uint64_t t_us, char out[24]);
