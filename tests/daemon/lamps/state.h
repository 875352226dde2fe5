/* Session states made from text, for the tests and the benchmark of the lamps. */
#pragma once
#include "daemon/lamps/lamps.h"
#include "daemon/session/session.h"
#include "rules/rules.h"

/* The positions that a state points to: must live as long as the state. */
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
	const char *plan;         /* a computer's action that waits for hands */
	const char *last;        /* played in `position` to reach settled */
	const char *amends;      /* instead of `provisional`: replaces `last` while shown */
	const char *lifted;
	const char *missing, *extra, *wrong; /* any of them: guidance is on */
	const char *step;                    /* "e5 e2": lift, put; "-" for none */
	uint8_t steps;
	bool box;       /* the piece to place comes from the box */
	bool back;      /* it stood there before */
	bool onward;    /* the provisional action is half made */
	bool sets_up;   /* the position was not on the board yet */
	uint8_t prompt; /* enum session_prompt */
	uint8_t prompt_seat;
	uint8_t takeback, needs, agreed; /* number of moves; bits of seats */
	uint8_t words_with;              /* taken back with them: rolls, burials */
	const char *options;             /* actions of the prompt */
	bool due;                        /* guidance is about consequences */
	const char *attempt, *transfer, *takers, *buy, *lay, *unlay;
	const char *refused; /* "e1 e2": from, to */
	unsigned awaits;     /* enum session_awaits, or-ed */
	bool hint_asked;
	bool over;
};

/* Makes m->state. Fails the running test if the text is invalid. */
struct session_state *state_make(struct made_state *m, const struct state_text *t);
/* Returns the squares of "e2 e4". */
struct sqset state_squares(const struct game *g, const char *text);
/*
 * Returns the squares that a changed from *before to *after; for an attempt,
 * whatever its outcome.
 */
struct sqset state_last_squares(const struct game *g, const struct position *before,
				const struct position *after, struct action a);
/* "e2:from e3:unsafe+legal e5:extra!": by square, meanings by priority, ! the next step. */
void state_frame_print(const struct game *g, const struct lamps_frame *f, char *out, size_t size);
/* Returns the lit squares of that state, in the format of state_frame_print. */
void state_light(const struct state_text *t, const struct lamps_config *c,
		 struct hints_cache *cache, char *out, size_t size);
/* Returns the next random number. */
uint64_t state_draw(uint64_t *random);
/* Returns a random action; half of them capture or attempt, so that secrets are revealed soon. */
struct action state_lively(const struct game *g, const struct position *p, uint64_t *random);
