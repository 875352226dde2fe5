/* Lines, words and complaints: what the files of the trace module share. */
#pragma once
#include "daemon/trace/trace.h"

#define TRACE_FIRST_LINE "# haloboard trace 1"

/* A part of the text: not NUL-terminated. */
struct trace_word {
	const char *s;
	size_t len;
};

struct trace_line {
	const char *s;		/* without the newline */
	size_t len;
	unsigned no;
};

enum {
	/* An event has at most four: TIME act SEAT ACTION; one more tells of too many. */
	TRACE_WORDS_MAX = 5,
	/* A culprit in quotes, escaped and shortened, and the NUL. */
	TRACE_QUOTE_SIZE = 52,
	/* The tallest stack of stones there is, in Abstract. */
	TRACE_LEVEL_MAX = 6,
};

struct trace_words {
	unsigned n;		/* TRACE_WORDS_MAX: so many or more */
	struct trace_word w[TRACE_WORDS_MAX];
};

/* The line at *place, which moves on behind it. 1, 0: the text is at its end, -1: *err. */
MUST_USE int trace_line_next(const char *text, size_t len, struct trace_place *place,
			     struct trace_line *out, struct trace_error *err);
/* Empty, or a comment. */
bool trace_line_idle(const struct trace_line *line);
struct trace_words trace_line_words(const struct trace_line *line);
/* The first word; *rest is what follows it, without blanks around. */
struct trace_word trace_line_key(const struct trace_line *line, struct trace_word *rest);

bool trace_word_is(struct trace_word w, const char *text);
/* Copies a word of less than `size` bytes. False: it does not fit. */
bool trace_word_copy(struct trace_word w, char *out, size_t size);
/* Seconds with up to six decimals, as microseconds. */
bool trace_word_time(struct trace_word w, uint64_t *out_us);

/* Tells what is wrong in a line; returns -1. */
__attribute__((format(printf, 3, 4))) int trace_fail(struct trace_error *err, unsigned line,
						     const char *why, ...);
/* The same with a culprit in front: 'word': why. */
int trace_fail_word(struct trace_error *err, unsigned line, struct trace_word culprit,
		    const char *why);

/* "e4" or "e4,d5". 0, or -1 with *err told. */
MUST_USE int trace_squares_parse(const struct game *g, unsigned line, struct trace_word w,
				 struct sqset *out, struct trace_error *err);
/*
 * One event's line; r: takes in what TRACE_BOARD tells. An enum trace_got, or -1 with *err
 * told. Does not look at the order of times.
 */
MUST_USE int trace_event_parse(const struct trace_header *h, const struct trace_line *line,
			       struct event *out, struct trace_reader *r, struct trace_error *err);

/*
 * A board field as piece bytes; foreign: `?` in it is INFER_FOREIGN. And as readings of the
 * game's squares. 0, or -1 with *err told.
 */
/* A piece as a field has it, `?` for INFER_FOREIGN; 0: none. */
uint8_t trace_piece_parse(const struct game *g, struct trace_word w);
MUST_USE int trace_pieces_parse(const struct game *g, struct trace_word field, bool foreign,
				unsigned line, uint8_t *out, struct trace_error *err);
MUST_USE int trace_board_parse(const struct game *g, unsigned senses, struct trace_word field,
			       unsigned line, struct reading *out, struct trace_error *err);
/*
 * The piece byte that stands for a reading on a board field: `guess` where that
 * reads so, else any piece of the game. *exact: it reads just so.
 */
uint8_t trace_board_piece(const struct game *g, unsigned senses, struct reading r, uint8_t guess,
			  bool *exact);
