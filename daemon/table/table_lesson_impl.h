/* The parts of the lesson's duty, for table_lesson*.c alone. Pointers to the duty's struct are passed. */
#pragma once
#include "daemon/table/table.h"
#include "daemon/table/table_aside.h"

struct table_lesson_play {
	struct lesson lesson;
	struct table_aside aside;
	struct position at; /* the position that the session began with */
};

static inline const struct lesson_step *
lesson_step_of(const struct table_lesson *s)
{
	return &s->lesson->step[s->step];
}

/* Reports whether hands make the action on the board; purchases only if a piece is put on a square. */
bool lesson_by_hands(const char *text, struct action a);

/* ---- table_lesson_progress.c ---- */

/* Keeps how far the player is in the open lesson: a step from 1, or TABLE_LESSON_DONE, which stays. */
void lesson_progress_keep(struct table *t, const struct table_lesson *s, unsigned reached);

/*
 * ---- table_lesson_course.c ----
 * The functions that return int return 0, or -1 with t->why: the next session cannot begin, and the
 * caller closes the lesson. known: the pieces on the board.
 */

MUST_USE int lesson_course_open(struct table *t, struct table_lesson *s, unsigned step,
				struct infer_known *known);
/* Goes on after a step that is read. */
MUST_USE int lesson_course_read(struct table *t, struct table_lesson *s);
/* Makes an action that has no hands. */
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
