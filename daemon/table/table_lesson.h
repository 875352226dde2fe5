/* A lesson on the board, while no game runs. A puzzle is a lesson of one step. */
#pragma once
#include "daemon/core/guidance.h"
#include "daemon/lesson/lesson.h"
#include "daemon/store/store.h"
#include "daemon/table/duty.h"
#include "daemon/words/words.h"

enum table_lesson_stage {
	TABLE_LESSON_SETUP,    /* the pieces are set up, or put back */
	TABLE_LESSON_READ,     /* nothing to do: OK goes on */
	TABLE_LESSON_TASK,     /* the learner is to act */
	TABLE_LESSON_REPLY,    /* hands make a reply */
	TABLE_LESSON_EXCHANGE, /* hands exchange the promoted pawn; OK: that is done */
	TABLE_LESSON_DUE,      /* hands do what the rules have changed, before the lesson goes on */
	TABLE_LESSON_END,
};

enum table_lesson_kind {
	TABLE_LESSON_TAUGHT,  /* from a lesson's file */
	TABLE_LESSON_PUZZLE,  /* made from a row of the game's puzzles */
	TABLE_LESSON_MISTAKE, /* made from a move of a reviewed game */
};

/* A move of a kept game that its review found bad. */
struct lesson_mistake {
	uint32_t game, move; /* the game's number; its action, from 1 */
};

struct table_lesson {
	const struct lesson *lesson; /* NULL: none is played */
	uint8_t kind;                /* enum table_lesson_kind */
	struct lesson_mistake mistake; /* of TABLE_LESSON_MISTAKE */
	uint16_t number;             /* of a lesson or a puzzle, from 1 */
	uint8_t step;                /* from 0 */
	uint8_t stage;               /* enum table_lesson_stage */
	char remark[WORDS_LINE];     /* the answer to the last action, "": none */
	char player[RECORD_TEXT_MAX]; /* the learner, "": a guest */
	/* ---- private ---- */
	struct table_lesson_play *play;    /* owned; holds *lesson */
	bool last;                         /* of the game's lessons */
	bool awaits;                       /* a mistake that the store reads, to be begun next */
	uint8_t reply;                     /* replies made */
	bool strange;                      /* pieces were moved after the end, unseen by the session */
	struct guidance guidance;
};

extern const struct duty table_lesson_duty;

/*
 * Begins the lesson of that number where the player left it, or again if it was finished. Returns
 * 0, or -1 with t->why.
 */
MUST_USE int table_lesson_open(struct table *t, const struct game *g, unsigned number,
			       const char *player);
/*
 * Begins the puzzle of that number; 0: one that is about as hard as the player's last ones and
 * needs few pieces to be moved. Returns as above.
 */
MUST_USE int table_lesson_puzzle(struct table *t, const struct game *g, unsigned number,
				 const char *player);
/*
 * Makes the request to the store for the player's next mistake. Returns 0, or -1 with t->why: there is
 * none. table_lesson_mistake begins it with the answer, and returns as above.
 */
MUST_USE int table_lesson_mistake_request(struct table *t, const struct game *g, const char *player,
				      struct store_ask *q);
MUST_USE int table_lesson_mistake(struct table *t, const struct store_answer *a);
/* Ends the lesson; no effect if there is none. */
void table_lesson_close(struct table *t);
/* Ends the lesson as its player wishes, and asks whether the interrupted game is played on. */
void table_lesson_leave(struct table *t);
/*
 * Keeps the game on the board unfinished and begins it anew, since a lesson, of game g, needs a game
 * without a move. If that lesson then fails, call table_menu_play_on. Returns 0, or -1 with t->why.
 */
MUST_USE int table_lesson_interrupt(struct table *t, const struct game *g);
/* Goes on after a text that is only read, or to the next lesson at the end. Returns as above. */
MUST_USE int table_lesson_next(struct table *t);
/* Makes an action that has no hands, such as a purchase. Returns 0, or -1 with t->why. */
MUST_USE int table_lesson_act(struct table *t, const char *action);

/* Returns the position on the board; there must be a lesson. */
const struct position *table_lesson_position(const struct table *t);
/*
 * Writes the lesson as a state for lamps and sentences. Returns false, with *out unchanged, if
 * there is none.
 */
bool table_lesson_state(const struct table *t, struct session_state *out);
/* Writes the sentence of the present stage, without the remark. Returns as above. */
bool table_lesson_words(const struct table *t, char out[WORDS_LINE]);
/* Lists the actions without hands that the task offers. Returns their number. */
unsigned table_lesson_options(const struct table *t, char out[LESSON_TRIES_MAX + LESSON_GOALS_MAX][RULES_ACTION_TEXT]);

/* How far a player is in the puzzles of a game. */
struct table_puzzles {
	uint16_t n; /* puzzles of the game */
	uint16_t solved;
	uint16_t streak; /* solved in a row without a wrong try or a hint */
	uint16_t best;   /* the longest such row */
	uint16_t mistakes; /* of the player's reviewed games, not solved yet */
};
void table_lesson_puzzles(const struct table *t, const struct game *g, const char *player,
			  struct table_puzzles *out);

enum { TABLE_LESSON_DONE = 255 };

/*
 * Writes how far the player is in each lesson of the game: 0 not begun, the step from 1, or
 * TABLE_LESSON_DONE.
 */
void table_lesson_progress(const struct table *t, const struct game *g, const char *player,
			   uint8_t out[LESSONS_MAX]);

/* Keeps the mistakes of a new review for the persons who made them. */
void table_lesson_mistakes_note(struct table *t, const struct record *r, const char *review);
/* Returns how many mistakes of the player are to be solved. */
unsigned table_lesson_mistakes(const struct table *t, const struct game *g, const char *player);
