/*
 * The course of a lesson. While a task is open, the other seats are computers without a choice, so
 * only the learner's actions count; while a reply is made, every seat is a computer and the reply is
 * the plan. Each position begins a new session, which compares the board with it: lamps and sentences
 * lead the pieces there.
 *
 *   stage   the board                      what follows
 *   SETUP   does not match the position    a new position is laid out (layout.h); after a wrong try
 *                                          guidance, and its answer
 *   READ    matches; the step has no goal  OK, or Next on the screen, goes on
 *   TASK    matches, or an action began    the action is judged as soon as the hands are still
 *   REPLY   matches, or the reply began    what is left of the reply
 *   EXCHANGE a pawn promoted               a lift and a set-down on its square, or OK
 *   DUE     lacks what the rules changed   a layout, then the answer, and what follows the action
 *   END     after the last step            OK, or Next, begins the next lesson
 */
#include <string.h>

#include "daemon/core/foresee.h"
#include "daemon/table/table_lesson_impl.h"
#include "hw/text/text.h"

void
lesson_course_say(const struct table *t, struct table_lesson *s, const struct lesson_text *text)
{
	text_copy(s->remark, sizeof(s->remark),
		  text ? lesson_in(text, table_setting(t, SETTING_LANGUAGE)) : "");
}

void
lesson_course_know(const struct table_lesson *s, struct infer_known *out)
{
	if (s->play->lays)
		layout_know(&s->play->layout, out);
	else
		session_know(&s->play->aside.session, out);
}

/* Finds guidance and stage after a step of the session. */
static void
look(struct table *t, struct table_lesson *s)
{
	const struct session *session = &s->play->aside.session;
	struct session_state st;

	session_state(session, &st);
	s->guidance = st.guidance;
	if (s->stage == TABLE_LESSON_REPLY && !guidance_leads_back(&st.guidance))
		session_lead(session, &s->guidance);
	if (s->stage == TABLE_LESSON_SETUP && !guidance_leads_back(&st.guidance))
		s->stage = lesson_step_of(s)->n_goals ? TABLE_LESSON_TASK : TABLE_LESSON_READ;
	else if (s->stage <= TABLE_LESSON_TASK && guidance_leads_back(&st.guidance))
		s->stage = TABLE_LESSON_SETUP;
	t->version++;
}

/* ---- steps, tasks, replies ---- */

/* Returns the bits of all seats. */
static unsigned
all_seats(const struct table_lesson *s)
{
	return (1u << rules_seats(s->lesson->game)) - 1;
}

/* Starts a session at play->at; `computers`: bits of seats that do not act. */
static int
start(struct table *t, struct table_lesson *s, struct infer_known *known, unsigned computers)
{
	struct table_lesson_play *play = s->play;

	if (table_aside_start(t, &play->aside, s->lesson->game, &play->at, computers) < 0)
		return -1;
	table_aside_compare(t, &play->aside, &play->at, known);
	play->landed = play->landed_again = (struct sqset){ { 0, 0 } };
	play->lays = false;
	return 0;
}

/* Lays out play->at if it does not stand yet: see guidance. */
static int
lay(struct table *t, struct table_lesson *s, struct infer_known *known)
{
	struct table_lesson_play *play = s->play;
	const struct game *g = s->lesson->game;
	struct reading board[RULES_SQUARES_MAX];

	table_readings(t, g, &play->at, board);
	layout_begin(&play->layout, g, &play->at, board, known, table_blind_squares(t, g));
	layout_guide(&play->layout, &s->guidance);
	t->version++;
	if (s->guidance.kind == GUIDANCE_NONE)
		return 0;
	if (start(t, s, known, all_seats(s)) < 0)
		return -1;
	play->lays = true;
	return 0;
}

/* Waits at play->at for the learner, whose seat alone may act, or until the step is read. */
static int
open_task(struct table *t, struct table_lesson *s, struct infer_known *known)
{
	unsigned seat = rules_to_act(s->lesson->game, &s->play->at);
	unsigned learner = lesson_step_of(s)->n_goals && seat < RULES_SEATS_MAX ? 1u << seat : 0;

	s->stage = TABLE_LESSON_SETUP;
	if (start(t, s, known, all_seats(s) & ~learner) < 0)
		return -1;
	look(t, s);
	return 0;
}

int
lesson_course_open(struct table *t, struct table_lesson *s, unsigned step,
		   struct infer_known *known)
{
	s->step = (uint8_t)step;
	s->reply = 0;
	lesson_begin(s->lesson, step, &s->play->at);
	if (s->kind == TABLE_LESSON_TAUGHT)
		lesson_progress_keep(t, s, step + 1);
	s->stage = TABLE_LESSON_SETUP;
	if (lay(t, s, known) < 0)
		return -1;
	return s->guidance.kind == GUIDANCE_NONE ? open_task(t, s, known) : 0;
}

/* Follows the hands while a position is laid out. Reports whether it stands. */
static bool
follow_layout(struct table *t, struct table_lesson *s, const struct session_state *st)
{
	struct layout *l = &s->play->layout;

	l->blind = table_blind_squares(t, s->lesson->game);
	/* What was read at the same time: pieces leave before others come. */
	for (unsigned down = 0; down < 2; down++)
		for (unsigned sq = 0; sq < rules_squares(s->lesson->game); sq++)
			if (sqset_has(st->present, sq) == down && !sqset_has(l->blind, sq))
				layout_edge(l, sq, down);
	layout_guide(l, &s->guidance);
	t->version++;
	return s->guidance.kind == GUIDANCE_NONE;
}

static void
end_lesson(struct table *t, struct table_lesson *s)
{
	switch (s->kind) {
	case TABLE_LESSON_TAUGHT:
		lesson_progress_keep(t, s, TABLE_LESSON_DONE);
		break;
	case TABLE_LESSON_PUZZLE:
		lesson_puzzle_solved(t, s);
		break;
	case TABLE_LESSON_MISTAKE:
		lesson_mistake_solved(t, s);
		break;
	}
	s->stage = TABLE_LESSON_END;
	memset(&s->guidance, 0, sizeof(s->guidance));
	t->version++;
}

/* Passes the event to the session, and a yes to a question that only asks for one. Notes pieces set down. */
static void
pass(struct table_lesson *s, struct event e)
{
	struct table_aside *a = &s->play->aside;
	struct session_state st;
	struct sqset before, came;

	session_state(&a->session, &st);
	before = st.present;
	(void)session_step(&a->session, &e, &a->out);
	session_state(&a->session, &st);
	came = sqset_minus(st.present, before);
	s->play->landed_again = sqset_or(s->play->landed_again, sqset_and(s->play->landed, came));
	s->play->landed = sqset_or(s->play->landed, came);
	if (s->stage == TABLE_LESSON_REPLY && st.prompt.kind == PROMPT_CONFIRM) {
		e = (struct event){
			.kind = EVENT_ANSWER, .seat = SEAT_NONE, .yes = true, .t_us = e.t_us
		};
		(void)session_step(&a->session, &e, &a->out);
	}
}

/* Waits for hands to make the reply. */
static int
open_reply(struct table *t, struct table_lesson *s, const char *text, struct infer_known *known)
{
	struct event e = { .kind = EVENT_PLAN, .seat = SEAT_NONE, .t_us = t->now_us };

	s->stage = TABLE_LESSON_REPLY;
	text_copy(e.text, sizeof(e.text), text);
	if (start(t, s, known, all_seats(s)) < 0)
		return -1;
	pass(s, e);
	look(t, s);
	return 0;
}

/*
 * Plays the action. known: the pieces on the board, updated; of a piece that becomes another one without a
 * promotion, such as a stack, nothing is known. Returns whether a pawn was promoted.
 */
static bool
apply(const struct table_lesson *s, struct action a, struct infer_known *known)
{
	const struct game *g = s->lesson->game;
	struct position *at = &s->play->at;
	bool moves = a.kind == ACT_MOVE || a.kind == ACT_ATTEMPT || a.kind == ACT_PROMOTE;
	uint8_t before = moves ? rules_at(g, at, a.kind == ACT_PROMOTE ? a.to : a.from) : 0, after;
	bool becomes;

	s->play->ruled = foresee_ruled(g, at, a);
	rules_apply(g, at, a);
	after = moves ? rules_at(g, at, a.to) : 0;
	becomes = after && piece_colour(after) == piece_colour(before) &&
		  piece_kind(after) != piece_kind(before);
	if (becomes)
		known->standing[a.to] = a.arg ? after & (uint8_t)~PIECE_MARK : 0;
	return becomes && a.arg;
}

/*
 * Goes on after an action, once the board shows what the rules have changed. Plays replies without
 * hands; stops at one that hands make, or opens the next step.
 */
static int
go_on(struct table *t, struct table_lesson *s, struct infer_known *known)
{
	const struct lesson_step *step = lesson_step_of(s);

	for (;; s->reply++) {
		const char *text = step->reply[s->reply];
		struct action a;

		s->stage = TABLE_LESSON_DUE;
		if (lay(t, s, known) < 0)
			return -1;
		if (s->guidance.kind != GUIDANCE_NONE)
			return 0;
		if (s->play->done)
			lesson_course_say(t, s, s->play->done);
		s->play->done = NULL;
		if (s->reply == step->n_replies ||
		    rules_action_parse(s->lesson->game, &s->play->at, text, &a) < 0)
			break;
		if (lesson_by_hands(text, a))
			return open_reply(t, s, text, known);
		(void)apply(s, a, known);
	}
	if (s->step + 1u < s->lesson->n)
		return lesson_course_open(t, s, s->step + 1u, known);
	end_lesson(t, s);
	return 0;
}

/*
 * Plays the action of hands and goes on. Sensors cannot identify the piece on a promotion's square,
 * so hands exchange it first; a second piece set down there is taken for an exchange already made.
 */
static int
play_action(struct table *t, struct table_lesson *s, struct action a, struct infer_known *known)
{
	const struct sqset *set_down =
		a.kind == ACT_PROMOTE ? &s->play->landed : &s->play->landed_again;
	bool exchanged = sqset_has(*set_down, a.to);

	if (!apply(s, a, known) || exchanged)
		return go_on(t, s, known);
	s->stage = TABLE_LESSON_EXCHANGE;
	s->play->promoted = a.to;
	t->version++;
	return start(t, s, known, all_seats(s));
}

int
lesson_course_read(struct table *t, struct table_lesson *s)
{
	struct infer_known known;

	s->remark[0] = '\0';
	lesson_course_know(s, &known);
	return go_on(t, s, &known);
}

/* ---- the learner's actions ---- */

int
lesson_course_act(struct table *t, struct table_lesson *s, struct action a)
{
	const struct lesson_step *step = lesson_step_of(s);
	const struct lesson_try *wrong = lesson_wrong(s->lesson, step, &s->play->at, a);
	struct infer_known known;

	session_know(&s->play->aside.session, &known);
	if (lesson_reaches(s->lesson, step, &s->play->at, a)) {
		s->remark[0] = '\0';
		s->play->done = &step->done;
		return play_action(t, s, a, &known);
	}
	s->play->helped = true;
	if (wrong)
		lesson_course_say(t, s, &wrong->says);
	else
		text_copy(s->remark, sizeof(s->remark),
			  s->kind == TABLE_LESSON_MISTAKE  ? lesson_mistake_wrong()
			  : s->kind == TABLE_LESSON_PUZZLE ? lesson_puzzle_wrong()
						   : tr("That is possible, but not the task."));
	return open_task(t, s, &known);
}

/* Answers an illegal move of hands. */
static void
explain(const struct table *t, struct table_lesson *s, const struct session_state *st)
{
	const struct lesson_try *wrong = NULL;

	if (st->refused_from != RULES_NO_SQ && st->refused_to != RULES_NO_SQ)
		wrong = lesson_illegal(s->lesson, lesson_step_of(s), st->refused_from,
				       st->refused_to);
	if (wrong)
		lesson_course_say(t, s, &wrong->says);
	else
		words_refusal(&st->refusal, s->remark);
}

/* Returns the action that became final in the session's last step, or ACT_NONE. */
static struct action
final_action(const struct table_aside *aside)
{
	for (unsigned i = 0; i < aside->out.n; i++)
		if (aside->out.note[i].kind == NOTE_FINAL)
			return aside->out.note[i].action;
	return (struct action){ 0 };
}

/* Finds the action that the hands have made, once they are still. Returns false if there is none. */
static bool
find_action(const struct table_aside *aside, const struct session_state *st, struct action *a)
{
	*a = final_action(aside);
	if (a->kind != ACT_NONE)
		return true;
	if (session_deadline(&aside->session) != SESSION_NO_DEADLINE || !sqset_empty(st->lifted) ||
	    st->guidance.onward)
		return false;
	if (st->has_provisional)
		*a = st->provisional;
	else if (st->prompt.kind == PROMPT_WHICH || st->prompt.kind == PROMPT_PAY)
		*a = st->prompt.option[0];
	return a->kind != ACT_NONE;
}

/* Chooses among the options of a question the one that reaches the goal. */
static struct action
choose(const struct table_lesson *s, const struct session_state *st, struct action a)
{
	if (st->prompt.kind != PROMPT_WHICH)
		return a;
	for (unsigned i = 0; i < st->prompt.n_options; i++)
		if (rules_legal(s->lesson->game, &s->play->at, st->prompt.option[i]) &&
		    lesson_reaches(s->lesson, lesson_step_of(s), &s->play->at,
				   st->prompt.option[i]))
			return st->prompt.option[i];
	return a;
}

int
lesson_course_event(struct table *t, struct table_lesson *s, struct event e)
{
	struct session_state st;
	struct infer_known known;
	struct action a;

	pass(s, e);
	session_state(&s->play->aside.session, &st);
	if (s->play->lays && !follow_layout(t, s, &st))
		return 0;
	lesson_course_know(s, &known);
	if (s->play->lays)
		return s->stage == TABLE_LESSON_DUE ? go_on(t, s, &known) : open_task(t, s, &known);
	if (s->stage == TABLE_LESSON_EXCHANGE) {
		if (sqset_has(s->play->landed, s->play->promoted))
			return go_on(t, s, &known);
		look(t, s);
		return 0;
	}
	a = final_action(&s->play->aside);
	if (s->stage == TABLE_LESSON_REPLY && a.kind != ACT_NONE) {
		s->remark[0] = '\0';
		s->reply++;
		return play_action(t, s, a, &known);
	}
	if (s->stage == TABLE_LESSON_TASK && find_action(&s->play->aside, &st, &a)) {
		a = choose(s, &st, a);
		if (rules_legal(s->lesson->game, &s->play->at, a))
			return lesson_course_act(t, s, a);
	}
	if (s->stage == TABLE_LESSON_TASK && st.refusal.rule)
		explain(t, s, &st);
	look(t, s);
	return 0;
}
