/* The parts of the lesson's duty, for table_lesson*.c alone. Pointers to the duty's struct are passed. */
#pragma once
#include <string.h>

#include "daemon/core/infer.h"
#include "daemon/core/layout.h"
#include "daemon/table/table.h"
#include "daemon/table/table_aside.h"

struct table_lesson_play {
	struct lesson lesson;
	struct table_aside aside;
	struct position at; /* the position that the session began with */
	struct sqset ruled; /* squares that the rules changed by the last action of this step */
	struct sqset landed;       /* squares on which a piece was set down in this session … */
	struct sqset landed_again; /* … and those on which one was set down again */
	uint8_t promoted;          /* TABLE_LESSON_EXCHANGE: the pawn's square */
	const struct lesson_text *done; /* said once the board shows the consequences; NULL: nothing */
	bool lays;          /* the layout leads to `at`, and the session only reads the board */
	struct layout layout;
	/* ---- of a puzzle ---- */
	bool helped;            /* by a hint, or the answer to a wrong try */
	uint8_t hint;           /* enum words_hint: the last step that was shown */
	char theme[WORDS_LINE]; /* in words */
};

static inline const struct lesson_step *
lesson_step_of(const struct table_lesson *s)
{
	return &s->lesson->step[s->step];
}

/* Reports whether hands make the action on the board; purchases only if a piece is put on a square. */
static inline bool
lesson_by_hands(const char *text, struct action a)
{
	return infer_by_hands(a) && (a.kind != ACT_BUY || strchr(text, '@'));
}

/* ---- table_lesson_progress.c ---- */

/* Makes the key under which something of a player is kept. what: "lesson", "puzzle". */
void lesson_progress_key(const char *what, const struct game *g, const char *player,
			 char key[STORE_KEY_MAX]);
/* Keeps a value, unless few keys are left. */
void lesson_progress_write(struct table *t, const char *key, const char *value);

/* Keeps how far the player is in the open lesson, no puzzle: a step from 1, or TABLE_LESSON_DONE, which stays. */
void lesson_progress_keep(struct table *t, const struct table_lesson *s, unsigned reached);

/*
 * ---- table_lesson_course.c ----
 * The functions that return int return 0, or -1 with t->why: the next session cannot begin, and the
 * caller closes the lesson. known: the pieces on the board.
 */

MUST_USE int lesson_course_open(struct table *t, struct table_lesson *s, unsigned step,
				struct infer_known *known);
/* Writes the pieces on the board. */
void lesson_course_know(const struct table_lesson *s, struct infer_known *out);
/* Goes on after a step that is read. */
MUST_USE int lesson_course_read(struct table *t, struct table_lesson *s);
/* Judges an action of the learner: goes on, or leads the pieces back. */
MUST_USE int lesson_course_act(struct table *t, struct table_lesson *s, struct action a);
/* Passes an event to the session, and does what follows. */
MUST_USE int lesson_course_event(struct table *t, struct table_lesson *s, struct event e);
/* Sets the answer to the last action; NULL: none. */
void lesson_course_say(const struct table *t, struct table_lesson *s, const struct lesson_text *text);

/* ---- table_lesson_words.c: as table_lesson.h, of an open lesson ---- */

void lesson_words_state(const struct table_lesson *s, struct session_state *out);
void lesson_words(const struct table_lesson *s, const char *language, char out[WORDS_LINE]);
unsigned lesson_words_options(const struct table_lesson *s,
			      char out[LESSON_TRIES_MAX + LESSON_GOALS_MAX][RULES_ACTION_TEXT]);

/* ---- table_lesson_puzzle.c ---- */

/*
 * Makes the puzzle of *number, or if that is 0 of the next one, and sets *number. board: the known
 * pieces; on_board: the number of the present puzzle, 0: none. Returns NULL with t->why.
 */
struct table_lesson_play *lesson_puzzle_load(struct table *t, const struct game *g, const char *player,
					     const uint8_t board[RULES_SQUARES_MAX], unsigned on_board,
					     unsigned *number);
/* Makes a lesson of one step, with its solution and the buttons of other actions; wrong: their answer. */
struct lesson_step *lesson_puzzle_make(struct table_lesson_play *play, const struct game *g,
				       const struct position *p, struct action solution, const char *wrong);
/* Returns the answer to a legal action that does not solve a puzzle. */
const char *lesson_puzzle_wrong(void);
/* Shows the next step of the hint: which piece, where to, why. */
void lesson_puzzle_hint(struct table *t, struct table_lesson *s);
/* Keeps the puzzle as solved. */
void lesson_puzzle_solved(struct table *t, const struct table_lesson *s);

/* ---- table_lesson_mistake.c ---- */

/* As table_lesson_mistake_request; s: the lesson on the board. */
MUST_USE int lesson_mistake_request(struct table *t, const struct table_lesson *s, const struct game *g,
				const char *player, struct store_ask *q);
/* Returns the answer to a legal action that does not solve it. */
const char *lesson_mistake_wrong(void);
/*
 * Makes the puzzle that the store has found, and sets the player and the mistake of *next. Returns NULL
 * with t->why.
 */
struct table_lesson_play *lesson_mistake_load(struct table *t, const struct store_answer *a,
					      struct table_lesson *next);
/* Removes the solved mistake from the player's list. */
void lesson_mistake_solved(struct table *t, const struct table_lesson *s);
