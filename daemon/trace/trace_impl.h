/* Lines, words and errors, shared by the files of the trace module. */
#pragma once
#include "daemon/trace/trace.h"
#include "hw/text/text_part.h"

#define TRACE_FIRST_LINE "# haloboard trace 1"

/* The names of the kinds of sensors, by enum senses. */
extern const char *const trace_senses[SENSES_LEVEL + 1];

struct trace_line {
	const char *s;		/* without the newline */
	size_t len;
	unsigned no;
};

enum {
	/* An event has at most four: TIME act SEAT ACTION; a fifth detects excess words. */
	TRACE_WORDS_MAX = 5,
	/* A quoted word, escaped and shortened, and the NUL. */
	TRACE_QUOTE_SIZE = 52,
	/* The tallest stack of stones. */
	TRACE_LEVEL_MAX = 6,
};

struct trace_words {
	unsigned n;		/* TRACE_WORDS_MAX: that many or more */
	struct text_part w[TRACE_WORDS_MAX];
};

/*
 * Reads the line at *place and advances it. Returns 1, 0 at the end of the text, or -1
 * with *err set.
 */
MUST_USE int trace_line_next(const char *text, size_t len, struct trace_place *place,
			     struct trace_line *out, struct trace_error *err);
/* Reports whether the line is empty or a comment. */
bool trace_line_idle(const struct trace_line *line);
struct trace_words trace_line_words(const struct trace_line *line);
/* Returns the first word; *rest is the text after it, without surrounding blanks. */
struct text_part trace_line_key(const struct trace_line *line, struct text_part *rest);

/* Copies a word shorter than `size`; returns false if it does not fit. */
bool trace_word_copy(struct text_part w, char *out, size_t size);
/* Parses seconds with up to six decimals into microseconds. */
bool trace_word_time(struct text_part w, uint64_t *out_us);

/* Sets *err for a line; returns -1. */
__attribute__((format(printf, 3, 4))) int trace_fail(struct trace_error *err, unsigned line,
						     const char *why, ...);
/* The same with the wrong word in front: 'word': why. */
int trace_fail_word(struct trace_error *err, unsigned line, struct text_part culprit,
		    const char *why);

/* Parses "e4" or "e4,d5". Returns 0, or -1 with *err set. */
MUST_USE int trace_squares_parse(const struct game *g, unsigned line, struct text_part w,
				 struct sqset *out, struct trace_error *err);
/*
 * Parses one event's line; r receives the board of TRACE_BOARD. Returns an enum trace_got,
 * or -1 with *err set. Does not check the order of times.
 */
MUST_USE int trace_event_parse(const struct trace_header *h, const struct trace_line *line,
			       struct event *out, struct trace_reader *r, struct trace_error *err);

/*
 * Parse a board field as piece bytes (foreign: accepts `?` as INFER_FOREIGN), or as
 * readings of the game's squares. Return 0, or -1 with *err set.
 */
/* Parses one piece of a field, `?` for INFER_FOREIGN; returns 0 if invalid. */
uint8_t trace_piece_parse(const struct game *g, struct text_part w);
MUST_USE int trace_pieces_parse(const struct game *g, struct text_part field, bool foreign,
				unsigned line, uint8_t out[RULES_SQUARES_MAX],
				struct trace_error *err);
MUST_USE int trace_board_parse(const struct game *g, unsigned senses, struct text_part field,
			       unsigned line, struct reading *out, struct trace_error *err);
