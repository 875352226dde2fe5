/*
 * What the voice says next: a function of the daemon's states and of time, without a clock and
 * without sound.
 *
 * Three ranks of texts interrupt each other: a move interrupts an answer and a sentence, an answer
 * a sentence, and a sentence, or an answer, one of its own rank. Moves wait for each other. The
 * daemon's sentence, and a move that is shown and not final, are said once they have not changed for
 * SAY_REST_MS: hands on the way change them often. A final move is said at once. Nothing is said
 * twice, except on request.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum {
	SAY_TEXT = 2048,   /* any text and its NUL */
	SAY_MOVE_TEXT = 128,
	SAY_MOVES = 9,     /* moves of a state: the last final ones, and a shown one */
	SAY_REST_MS = 300, /* time without a change of the sentence */
};

#define SAY_NEVER INT64_MAX

enum say_rank { SAY_NOTHING, SAY_SENTENCE, SAY_ANSWER, SAY_MOVE };

/* The key `spoken` of a state (docs/protocol.md), with texts of the caller. */
struct say_state {
	uint32_t game;       /* counts games */
	uint32_t final;      /* number of final actions */
	uint32_t from;       /* the number of move[0] */
	unsigned n;          /* moves, with the shown one */
	const char *move[SAY_MOVES];
	const char *message; /* the sentence */
	uint32_t asked;      /* counts questions */
	const char *answer;  /* to the last one; "": none */
};

struct say {
	enum say_rank speaking;
	bool begun;                 /* there was a state */
	uint32_t game, asked;       /* of the last state */
	uint32_t heard;             /* number of moves that were said or need not be */
	char last[SAY_MOVE_TEXT];   /* the last of them */
	char sentence[SAY_TEXT];    /* the last one said */
	char waits[SAY_TEXT];       /* the newest one */
	char shown[SAY_MOVE_TEXT];  /* a move in it that is not final; "": none */
	uint32_t n_shown;           /* the number of moves with that one */
	int64_t rest_ms;            /* when it is said; SAY_NEVER: it was */
	char answer[SAY_TEXT];      /* that waits; "": none */
	unsigned n_moves;
	char move[SAY_MOVES][SAY_MOVE_TEXT]; /* that wait */
	char said[SAY_TEXT];        /* the text that began last */
};

struct say_order {
	const char *text; /* NULL: nothing to say now */
	bool cancels;     /* what is being said */
};

/* Forgets everything: no connection, or speech is off. */
void say_reset(struct say *s);
/* Takes a state. The sentence of the first one is said, but no move. */
void say_take(struct say *s, const struct say_state *now, int64_t now_ms);
/* Returns what to begin now; the text is valid until the next call. Repeat until it is NULL. */
struct say_order say_next(struct say *s, int64_t now_ms);
/* Takes the end of the text that was said. */
void say_done(struct say *s);
/* Returns when say_next has something to say without a further event; SAY_NEVER. */
int64_t say_deadline(const struct say *s);
