/* Session states made by hand, from text, for the tests and the bench of the lamps. */
#pragma once
#include "daemon/lamps/lamps.h"
#include "daemon/session/session.h"
#include "rules/rules.h"

/* The positions a state points to: keep it beside the state. */
struct made_state {
	struct session_state state;
	struct position settled, shown, before_last;
	uint8_t removed[RULES_SQUARES_MAX];
};

/* A row of text; NULL or "" is "none". Squares are separated by spaces. */
struct state_text {
	const char *game;        /* NULL: chess */
	const char *position;    /* settled; NULL: the start */
	const char *provisional; /* an action */
	const char *last;        /* played in `position` to reach settled */
	const char *amends;      /* instead of `provisional`: shown instead of `last` */
	const char *lifted;
	const char *missing, *extra, *wrong; /* any of them: guidance is on */
	const char *step;                    /* "e5 e2": lift, put; "-" for none */
	uint8_t steps;
	bool box;       /* what is to be put comes from the box */
	uint8_t prompt; /* enum session_prompt */
	uint8_t prompt_seat;
	uint8_t takeback, needs, agreed; /* how many moves; bits of seats */
	uint8_t words_with;              /* taken back with them: rolls, burials */
	const char *options;             /* actions of the prompt */
	bool due;                        /* guidance is about consequences */
	const char *attempt, *transfer, *buy, *lay, *unlay;
	const char *refused; /* "e1 e2": from, to */
	unsigned awaits;     /* enum session_awaits, or-ed */
	bool hint_asked;
	bool over;
};

/* m->state, made anew. Fails the running test where the text makes no sense. */
struct session_state *state_make(struct made_state *m, const struct state_text *t);
/* The set that "e2 e4" names. */
struct sqset state_squares(const struct game *g, const char *text);
/* Squares that a changed from *before to *after; an attempt's, whatever came of it. */
struct sqset state_last_squares(const struct game *g, const struct position *before,
				const struct position *after, struct action a);
/* "e2:from e3:unsafe+legal e5:extra!": by square, meanings by priority, ! the next step. */
void state_frame_print(const struct game *g, const struct lamps_frame *f, char *out, size_t size);
/* What that state lights, as state_frame_print has it. */
void state_light(const struct state_text *t, const struct lamps_config *c,
		 struct hints_cache *cache, char *out, size_t size);
/* The next of a stream of random numbers. */
uint64_t state_draw(uint64_t *random);
/* A random action; about every other one takes or asks, so that secrets are dug up soon. */
struct action state_lively(const struct game *g, const struct position *p, uint64_t *random);
