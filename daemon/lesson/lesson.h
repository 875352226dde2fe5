/*
 * Lessons: text files from which the board teaches a game, in the form of docs/lessons.md. A lesson
 * is a list of steps. A step is a position, a sentence, a goal that one action reaches, answers to
 * wrong tries, and replies of the other side.
 *
 * Reading and checking are pure but for lesson_load and lesson_list, which read files.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/rules.h"

enum {
	LESSON_TEXT = 256, /* a sentence and its NUL, as long as a line of the screen's card */
	LESSON_STEPS_MAX = 8,
	LESSON_GOALS_MAX = 10,
	LESSON_TRIES_MAX = 6,
	LESSON_REPLIES_MAX = 6,
	LESSON_FILE_MAX = 32 * 1024,
	LESSON_WHY = 256,
	LESSON_PATH = 512,
	LESSON_NAME = 48,
	LESSONS_MAX = 30, /* of one game */
};

enum lesson_language { LESSON_ENGLISH, LESSON_GERMAN, LESSON_LANGUAGES };

/* A text in every language; "" if the file lacks it. */
struct lesson_text {
	uint16_t line[LESSON_LANGUAGES]; /* in the file, for errors; 0: none */
	char in[LESSON_LANGUAGES][LESSON_TEXT];
};

enum lesson_goal_kind {
	GOAL_ACTION,    /* this action */
	GOAL_CAPTURE,   /* a capture on the square; RULES_NO_SQ: on any */
	GOAL_STANDS,    /* the piece stands on the square afterwards */
	GOAL_CHECK,     /* the other side's king is in check afterwards */
	GOAL_CHECKMATE,
	GOAL_WIN,       /* the learner's side has won */
	GOAL_ANY,       /* any legal action */
};

struct lesson_goal {
	uint8_t kind; /* enum lesson_goal_kind */
	uint8_t sq, piece;
	uint16_t line;
	char action[RULES_ACTION_TEXT];
};

/* An action that does not reach the goal, and the answer to it. */
struct lesson_try {
	char action[RULES_ACTION_TEXT];
	bool legal;
	uint16_t line;
	struct lesson_text says;
};

struct lesson_step {
	uint16_t line;
	bool placed; /* has a position of its own; else it goes on from the step before */
	struct position position;
	struct sqset light;
	struct lesson_text say, done;
	uint8_t n_goals; /* 0: the step is only read */
	struct lesson_goal goal[LESSON_GOALS_MAX];
	uint8_t n_tries;
	struct lesson_try wrong[LESSON_TRIES_MAX];
	uint8_t n_replies;
	uint16_t reply_line;
	char reply[LESSON_REPLIES_MAX][RULES_ACTION_TEXT];
};

struct lesson {
	const struct game *game;
	struct lesson_text title;
	uint8_t n;
	struct lesson_step step[LESSON_STEPS_MAX];
};

struct lesson_error {
	unsigned line; /* 0: the whole file */
	char why[LESSON_WHY];
};

/* ---- reading ---- */

/* Reads a lesson. Returns 0, or -1 with *err set; *l is then undefined. */
MUST_USE int lesson_read(struct lesson *l, const char *text, size_t len, struct lesson_error *err);
/* Reads a lesson's file. Returns as lesson_read. */
MUST_USE int lesson_load(struct lesson *l, const char *path, struct lesson_error *err);
/* Returns the text in a language by its catalogue's name, in English if it has no other. */
const char *lesson_in(const struct lesson_text *t, const char *language);

/* Lists the files of a game's lessons by name. Returns their number. */
unsigned lesson_list(const char *game, char path[LESSONS_MAX][LESSON_PATH]);

/* ---- playing ---- */

/*
 * Writes the position in which the step begins: its own, or the one after the goal and the replies of
 * the step before. The lesson must have passed lesson_check.
 */
void lesson_begin(const struct lesson *l, unsigned step, struct position *out);
/* Reports whether the legal action reaches a goal of the step. */
bool lesson_reaches(const struct lesson *l, const struct lesson_step *s, const struct position *p,
		    struct action a);
/* Returns the answer to a legal action that misses the goal, or NULL. */
const struct lesson_try *lesson_wrong(const struct lesson *l, const struct lesson_step *s,
				      const struct position *p, struct action a);
/* Returns the answer to an illegal move of a piece, or NULL. */
const struct lesson_try *lesson_illegal(const struct lesson *l, const struct lesson_step *s,
					unsigned from, unsigned to);

/* ---- checking (lesson_check.c) ---- */

/*
 * Walks the lesson by the rule core: every goal is reachable, every wrong try misses it and is legal
 * or illegal as written, every reply is legal, both languages are there and name the same squares,
 * and pieces stand where the texts name them. Returns 0, or -1 with *err set.
 */
MUST_USE int lesson_check(const struct lesson *l, struct lesson_error *err);
