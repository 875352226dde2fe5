/*
 * A lesson on the board, while no game runs. A session of its own receives the edges. While a task is
 * open, the other seats are computers without a choice, so only the learner's actions count; while
 * a reply is made, every seat is a computer and the reply is the plan. Each position begins a new
 * session, which compares the board with it: lamps and sentences lead the pieces there.
 *
 *   stage   the board                      what follows
 *   SETUP   does not match the position    guidance; after a wrong try also its answer
 *   READ    matches; the step has no goal  OK, or Next on the screen, goes on
 *   TASK    matches, or an action began    the action is judged as soon as the hands are still
 *   REPLY   matches, or the reply began    what is left of the reply
 *   END     after the last step            OK, or Next, begins the next lesson
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/home.h"
#include "daemon/table/table.h"
#include "hw/text/text.h"

/* A reply is judged after this long without an edge: it is given, and needs no second thought. */
enum { STILL_US = 250000 };

struct table_lesson_play {
	struct lesson lesson;
	struct session session;
	struct session_out out;
	struct position at; /* the position that the session began with */
};

static void
forget(struct table_lesson *s)
{
	free(s->play);
	memset(s, 0, sizeof(*s));
}

static const struct lesson_step *
step_of(const struct table_lesson *s)
{
	return &s->lesson->step[s->step];
}

static void
remark_set(struct table_lesson *s, const struct lesson_text *t, const struct table *table)
{
	text_copy(s->remark, sizeof(s->remark),
		  t ? lesson_in(t, table_setting(table, SETTING_LANGUAGE)) : "");
}

/* Reports whether hands make the action on the board; purchases only if a piece is put on a square. */
static bool
is_by_hands(const char *text, struct action a)
{
	return infer_by_hands(a) && (a.kind != ACT_BUY || strchr(text, '@'));
}

/* ---- progress: a character for each lesson ---- */

enum { NOT_BEGUN = '-', FINISHED = '*', FIRST_STEP = 'a', KEYS_LEFT = 96 };

_Static_assert((int)LESSONS_MAX < (int)STORE_VALUE_MAX && LESSON_STEPS_MAX <= 26, "they have room");

/* Makes a key of the game and a number for the player's name: FNV-1a. */
static void
progress_key(const struct game *g, const char *player, char key[STORE_KEY_MAX])
{
	uint32_t hash = 2166136261u;

	for (const char *c = player; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 16777619u;
	(void)snprintf(key, STORE_KEY_MAX, "lesson.%.13s.%08x", rules_name(g), hash);
}

void
table_lesson_progress(const struct table *t, const struct game *g, const char *player,
		      uint8_t out[LESSONS_MAX])
{
	char key[STORE_KEY_MAX];
	const char *kept;

	progress_key(g, player, key);
	kept = table_kept(t, key);
	memset(out, 0, LESSONS_MAX);
	for (unsigned i = 0; kept && kept[i] && i < LESSONS_MAX; i++)
		if (kept[i] == FINISHED)
			out[i] = TABLE_LESSON_DONE;
		else if (kept[i] >= FIRST_STEP)
			out[i] = (uint8_t)(kept[i] - FIRST_STEP + 1);
}

/* Keeps how far the player is in the open lesson. A finished one stays finished. */
static void
progress_keep(struct table *t, unsigned reached)
{
	const struct table_lesson *s = &t->lesson;
	char key[STORE_KEY_MAX], text[LESSONS_MAX + 1];
	uint8_t done[LESSONS_MAX];

	table_lesson_progress(t, s->lesson->game, s->player, done);
	if (done[s->number - 1] != TABLE_LESSON_DONE)
		done[s->number - 1] = (uint8_t)reached;
	for (unsigned i = 0; i < LESSONS_MAX; i++)
		text[i] = done[i] == TABLE_LESSON_DONE ? (char)FINISHED
			  : done[i] ? (char)(FIRST_STEP + done[i] - 1)
				    : (char)NOT_BEGUN;
	text[LESSONS_MAX] = '\0';
	progress_key(s->lesson->game, s->player, key);
	/* Names are free to invent: the last keys are for PINs and open questions. */
	if (t->store && !table_kept(t, key) && store_settings_left(t->store) < KEYS_LEFT)
		return;
	table_keep(t, key, text);
}

/* ---- the session ---- */

/* Finds guidance and stage after a step of the session. */
static void
look(struct table *t)
{
	struct table_lesson *s = &t->lesson;
	struct session_state st;

	session_state(&s->play->session, &st);
	s->guidance = st.guidance;
	if (s->stage == TABLE_LESSON_REPLY && !guidance_leads_back(&st.guidance))
		session_lead(&s->play->session, &s->guidance);
	if (s->stage == TABLE_LESSON_SETUP && !guidance_leads_back(&st.guidance))
		s->stage = step_of(s)->n_goals ? TABLE_LESSON_TASK : TABLE_LESSON_READ;
	else if (s->stage <= TABLE_LESSON_TASK && guidance_leads_back(&st.guidance))
		s->stage = TABLE_LESSON_SETUP;
	t->version++;
}

/*
 * Writes the pieces known on the board: from this lesson's session, or from the game's if the board
 * reads as the game. Otherwise they are unknown, as after a lesson that was left.
 */
static void
know(const struct table *t, const struct game *g, struct infer_known *out)
{
	memset(out, 0, sizeof(*out));
	if (t->lesson.lesson && t->lesson.strange)
		return;
	if (t->lesson.lesson)
		session_know(&t->lesson.play->session, out);
	else if (table_known_home(t))
		table_known_places(t, g, out);
}

/* Returns the bits of all seats. */
static unsigned
all_seats(const struct table_lesson *s)
{
	return (1u << rules_seats(s->lesson->game)) - 1;
}

/* Starts a session at play->at; `computers`: bits of seats that do not act. */
static int
start(struct table *t, struct infer_known *known, unsigned computers)
{
	struct table_lesson_play *play = t->lesson.play;
	const struct game *g = play->lesson.game;
	struct reading board[RULES_SQUARES_MAX];
	struct session_config c = t->session_config;
	char text[RULES_POSITION_TEXT];
	struct rules_error err;

	c.blind = table_blind_squares(t, g);
	c.computers = (uint8_t)computers;
	if (computers == all_seats(&t->lesson))
		c.settle_us = STILL_US;
	rules_print(g, &play->at, text);
	if (session_start(&play->session, &c, g, text, NULL, NULL, NULL, t->now_us, &err) < 0)
		return table_refuse(t, err.why);
	infer_know_exactly(known, g, &play->at);
	table_readings(t, g, &play->at, board);
	session_board(&play->session, board, known, t->now_us, &play->out);
	return 0;
}

/* ---- the course of a lesson ---- */

/* Waits at play->at for the learner, whose seat alone may act, or until the step is read. */
static int
open_task(struct table *t, struct infer_known *known)
{
	struct table_lesson *s = &t->lesson;
	unsigned seat = rules_to_act(s->lesson->game, &s->play->at);
	unsigned learner = step_of(s)->n_goals && seat < RULES_SEATS_MAX ? 1u << seat : 0;

	s->stage = TABLE_LESSON_SETUP;
	if (start(t, known, all_seats(s) & ~learner) < 0)
		return -1;
	look(t);
	return 0;
}

static int
open_step(struct table *t, unsigned step, struct infer_known *known)
{
	struct table_lesson *s = &t->lesson;

	s->step = (uint8_t)step;
	s->reply = 0;
	lesson_begin(s->lesson, step, &s->play->at);
	progress_keep(t, step + 1);
	return open_task(t, known);
}

static void
end_lesson(struct table *t)
{
	progress_keep(t, TABLE_LESSON_DONE);
	t->lesson.stage = TABLE_LESSON_END;
	memset(&t->lesson.guidance, 0, sizeof(t->lesson.guidance));
	t->version++;
}

/* Closes the lesson if its next session cannot begin. */
static void
must(struct table *t, int started)
{
	if (started == 0)
		return;
	log_line(LOG_BUG, "the lesson ends: %s", t->why);
	table_lesson_close(t);
}

static void step_forward(struct table *t, struct event e);

/* Waits for hands to make the reply `a`. */
static void
open_reply(struct table *t, const char *text, struct infer_known *known)
{
	struct table_lesson *s = &t->lesson;
	struct event e = { .kind = EVENT_PLAN, .seat = SEAT_NONE, .t_us = t->now_us };

	s->stage = TABLE_LESSON_REPLY;
	text_copy(e.text, sizeof(e.text), text);
	if (start(t, known, all_seats(s)) < 0) {
		must(t, -1);
		return;
	}
	step_forward(t, e);
}

/* Plays replies without hands; stops at one that hands make, or opens the next step. */
static void
go_on(struct table *t)
{
	struct table_lesson *s = &t->lesson;
	const struct lesson_step *step = step_of(s);
	struct infer_known known;

	know(t, s->lesson->game, &known);
	while (s->reply < step->n_replies) {
		const char *text = step->reply[s->reply];
		struct action a;

		if (rules_action_parse(s->lesson->game, &s->play->at, text, &a) < 0)
			break; /* lesson_check */
		if (is_by_hands(text, a)) {
			open_reply(t, text, &known);
			return;
		}
		rules_apply(s->lesson->game, &s->play->at, a);
		s->reply++;
	}
	if (s->step + 1u < s->lesson->n)
		must(t, open_step(t, s->step + 1u, &known));
	else
		end_lesson(t);
}

/* Answers an action of the learner: goes on, or leads its pieces back. */
static void
judge(struct table *t, struct action a)
{
	struct table_lesson *s = &t->lesson;
	const struct lesson_step *step = step_of(s);
	const struct lesson_try *wrong = lesson_wrong(s->lesson, step, &s->play->at, a);
	struct infer_known known;

	if (lesson_reaches(s->lesson, step, &s->play->at, a)) {
		remark_set(s, &step->done, t);
		rules_apply(s->lesson->game, &s->play->at, a);
		go_on(t);
		return;
	}
	if (wrong)
		remark_set(s, &wrong->says, t);
	else
		text_copy(s->remark, sizeof(s->remark), tr("That is possible, but not the task."));
	know(t, s->lesson->game, &known);
	must(t, open_task(t, &known));
}

/* Answers an illegal move of hands. */
static void
explain(struct table *t, const struct session_state *st)
{
	struct table_lesson *s = &t->lesson;
	const struct lesson_try *wrong = NULL;

	if (st->refused_from != RULES_NO_SQ && st->refused_to != RULES_NO_SQ)
		wrong = lesson_illegal(s->lesson, step_of(s), st->refused_from, st->refused_to);
	if (wrong)
		remark_set(s, &wrong->says, t);
	else
		words_refusal(&st->refusal, s->remark);
}

/* Returns the action that became final in the session's last step, or ACT_NONE. */
static struct action
final_action(const struct table_lesson_play *play)
{
	for (unsigned i = 0; i < play->out.n; i++)
		if (play->out.note[i].kind == NOTE_FINAL)
			return play->out.note[i].action;
	return (struct action){ 0 };
}

/* Finds the action that the hands have made, once they are still. Returns false if there is none. */
static bool
find_action(const struct table_lesson *s, const struct session_state *st, struct action *a)
{
	*a = final_action(s->play);
	if (a->kind != ACT_NONE)
		return true;
	if (session_deadline(&s->play->session) != SESSION_NO_DEADLINE || !sqset_empty(st->lifted))
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
		    lesson_reaches(s->lesson, step_of(s), &s->play->at, st->prompt.option[i]))
			return st->prompt.option[i];
	return a;
}

/* Judges what the session has found after its last step. */
static void
follow(struct table *t)
{
	struct table_lesson *s = &t->lesson;
	struct session_state st;
	struct action a;

	session_state(&s->play->session, &st);
	if (s->stage == TABLE_LESSON_REPLY && final_action(s->play).kind != ACT_NONE) {
		rules_apply(s->lesson->game, &s->play->at, final_action(s->play));
		s->remark[0] = '\0';
		s->reply++;
		go_on(t);
	} else if (s->stage == TABLE_LESSON_TASK && find_action(s, &st, &a) &&
		   rules_legal(s->lesson->game, &s->play->at, choose(s, &st, a))) {
		judge(t, choose(s, &st, a));
	} else {
		if (s->stage == TABLE_LESSON_TASK && st.refusal.rule)
			explain(t, &st);
		look(t);
	}
}

/* Passes the event to the session, and a yes to a question that only asks for one. */
static void
step_forward(struct table *t, struct event e)
{
	struct table_lesson *s = &t->lesson;
	struct session_state st;

	(void)session_step(&s->play->session, &e, &s->play->out);
	session_state(&s->play->session, &st);
	if (s->stage == TABLE_LESSON_REPLY && st.prompt.kind == PROMPT_CONFIRM) {
		e = (struct event){ .kind = EVENT_ANSWER, .seat = SEAT_NONE, .yes = true, .t_us = e.t_us };
		(void)session_step(&s->play->session, &e, &s->play->out);
	}
	follow(t);
}

/* ---- opening, closing, inputs ---- */

static int
refuse(struct table *t, const struct game *g)
{
	if (table_game_runs(t) || t->state.has_provisional)
		return table_refuse(t, tr("a game is running: end it or begin a new one first"));
	if (!home_fits(t->board, g))
		return table_refuse(t, tr("this board is too small for that game"));
	return 0;
}

/* Reads the lesson of that number; last: no further one follows. Returns NULL with t->why. */
static struct table_lesson_play *
load(struct table *t, const struct game *g, unsigned number, bool *last)
{
	static char path[LESSONS_MAX][LESSON_PATH]; /* large; all calls are from one thread */
	unsigned n = lesson_list(rules_name(g), path);
	struct table_lesson_play *play;
	struct lesson_error err;

	*last = number == n;
	if (number < 1 || number > n) {
		(void)table_refuse(t, tr("{1} has {2} lessons"), rules_title(g), LANG_N(n));
		return NULL;
	}
	play = calloc(1, sizeof(*play));
	if (!play) {
		(void)table_refuse(t, "out of memory");
		return NULL;
	}
	if (lesson_load(&play->lesson, path[number - 1], &err) == 0 &&
	    lesson_check(&play->lesson, &err) == 0 && play->lesson.game == g)
		return play;
	free(play);
	log_line(LOG_CONFIG, "%s:%u: %s", path[number - 1], err.line, err.why);
	(void)table_refuse(t, tr("this lesson has a mistake: halo lesson check names it"));
	return NULL;
}

/* Returns the step where the player left the lesson. */
static unsigned
first_step(const struct table *t, const struct lesson *l, unsigned number, const char *player)
{
	uint8_t done[LESSONS_MAX];

	table_lesson_progress(t, l->game, player, done);
	return done[number - 1] && done[number - 1] <= l->n ? done[number - 1] - 1u : 0;
}

int
table_lesson_open(struct table *t, const struct game *g, unsigned number, const char *player)
{
	struct table_lesson *s = &t->lesson;
	struct table_lesson_play *play;
	char name[RECORD_TEXT_MAX];
	struct infer_known known;
	bool last;

	if (refuse(t, g) < 0 || !(play = load(t, g, number, &last)))
		return -1;
	text_copy(name, sizeof(name), player); /* may be the field that is cleared below */
	duties_take(t, &table_lesson_duty);
	know(t, g, &known);
	forget(s);
	s->play = play;
	s->lesson = &play->lesson;
	s->number = (uint8_t)number;
	s->last = last;
	text_copy(s->player, sizeof(s->player), name);
	if (open_step(t, first_step(t, s->lesson, number, name), &known) == 0)
		return 0;
	table_lesson_close(t);
	return -1;
}

void
table_lesson_close(struct table *t)
{
	if (!t->lesson.lesson)
		return;
	forget(&t->lesson);
	t->version++;
	table_compare(t);
	/* Pieces were moved without edges for the session, so their identity is unknown. */
	if (t->state.phase == SESSION_PLAYING && table_known_doubts(t, false))
		table_offer_array(t);
}

int
table_lesson_next(struct table *t)
{
	struct table_lesson *s = &t->lesson;

	if (!s->lesson)
		return table_refuse(t, tr("no lesson is open"));
	if (s->stage == TABLE_LESSON_READ) {
		s->remark[0] = '\0';
		go_on(t);
	} else if (s->stage == TABLE_LESSON_END) {
		if (!s->last)
			return table_lesson_open(t, s->lesson->game, s->number + 1u, s->player);
		table_lesson_close(t);
	}
	return 0;
}

int
table_lesson_act(struct table *t, const char *action)
{
	struct table_lesson *s = &t->lesson;
	struct action a;

	if (!s->lesson || s->stage != TABLE_LESSON_TASK)
		return table_refuse(t, tr("no lesson waits for an action"));
	if (rules_action_parse(s->lesson->game, &s->play->at, action, &a) == 0) {
		judge(t, a);
		return 0;
	}
	for (unsigned i = 0; i < step_of(s)->n_tries; i++)
		if (strcmp(step_of(s)->wrong[i].action, action) == 0) {
			remark_set(s, &step_of(s)->wrong[i].says, t);
			t->version++;
			return 0;
		}
	return table_refuse(t, tr("no legal action has that name"));
}

static void
press(struct table *t, unsigned button)
{
	if (button == BUTTON_BACK)
		table_lesson_close(t);
	else if (button == BUTTON_OK || button == BUTTON_CLOCK)
		(void)!table_lesson_next(t);
}

/* Forgets the last answer when the learner lifts the next piece. */
static void
touch(struct table *t, const struct duty_event *e)
{
	struct table_lesson *s = &t->lesson;
	unsigned sq = home_to_game(t->board, s->lesson->game, e->touch.board_sq);

	if (s->stage == TABLE_LESSON_END) {
		s->strange = true;
		return;
	}
	if (s->stage == TABLE_LESSON_TASK && !t->reading[e->touch.board_sq].occupied)
		s->remark[0] = '\0';
	step_forward(t, (struct event){ .kind = EVENT_BLIND,
					.t_us = e->t_us,
					.blind = table_blind_squares(t, s->lesson->game) });
	if (s->lesson && sq != RULES_NO_SQ && e->touch.changed)
		step_forward(t, (struct event){ .kind = EVENT_EDGE,
						.t_us = e->t_us,
						.sq = (uint8_t)sq,
						.reading = t->reading[e->touch.board_sq] });
}

/* Compares the board again, after buses were lost. */
static void
back(struct table *t)
{
	struct infer_known known;

	know(t, t->lesson.lesson->game, &known);
	if (t->lesson.stage != TABLE_LESSON_END)
		must(t, open_step(t, t->lesson.step, &known));
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (!t->lesson.lesson)
		return false;
	switch (e->kind) {
	case DUTY_TOUCH:
		touch(t, e);
		return true;
	case DUTY_PRESS:
		press(t, e->press.button);
		return true;
	case DUTY_BACK:
		back(t);
		return true;
	case DUTY_INPUT:
		table_lesson_close(t);
		return false;
	case DUTY_TAKEN:
		if (e->taker != &table_lesson_duty)
			table_lesson_close(t);
		return false;
	case DUTY_OPENED:
		forget(&t->lesson);
		return false;
	default:
		return false;
	}
}

static uint64_t
deadline(const struct table *t)
{
	const struct table_lesson *s = &t->lesson;

	return s->lesson && s->stage != TABLE_LESSON_END ? session_deadline(&s->play->session)
							 : UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	step_forward(t, (struct event){ .kind = EVENT_TIME, .t_us = now_us });
}

/* ---- for lamps and sentences ---- */

const struct position *
table_lesson_position(const struct table *t)
{
	return &t->lesson.play->at;
}

/* Writes the reply as a half-made action, as lamps show what is left of it. */
static void
reply_state(const struct table_lesson *s, struct session_state *out)
{
	const struct lesson_step *step = step_of(s);

	out->guidance = s->guidance;
	out->has_plan = false;
	out->has_provisional = s->guidance.onward && s->reply < step->n_replies &&
			       rules_action_parse(s->lesson->game, out->settled, step->reply[s->reply],
						  &out->provisional) == 0;
}

/* Removes what hands have to do, or have done: the learner may clear the board. */
static void
end_state(struct session_state *out)
{
	out->guidance.kind = GUIDANCE_NONE;
	out->has_provisional = false;
	out->lifted = out->last_squares = (struct sqset){ { 0, 0 } };
}

bool
table_lesson_state(const struct table *t, struct session_state *out)
{
	const struct table_lesson *s = &t->lesson;

	if (!s->lesson)
		return false;
	session_state(&s->play->session, out);
	out->phase = SESSION_PLAYING;
	out->over = false;
	out->prompt = (struct prompt){ .seat = SEAT_NONE };
	out->sets_up = s->stage == TABLE_LESSON_SETUP && out->guidance.steps > GUIDANCE_FEW;
	if (s->stage == TABLE_LESSON_REPLY)
		reply_state(s, out);
	else if (s->stage == TABLE_LESSON_END)
		end_state(out);
	else if (sqset_empty(out->lifted))
		out->takers = step_of(s)->light; /* lit like pieces that a hint concerns */
	return true;
}

bool
table_lesson_words(const struct table *t, char out[WORDS_LINE])
{
	const struct table_lesson *s = &t->lesson;
	struct session_state st;

	if (!table_lesson_state(t, &st))
		return false;
	if (s->stage == TABLE_LESSON_END)
		text_copy(out, WORDS_LINE,
			  s->last ? tr("The end of the last lesson. OK or Back: leave")
				  : tr("The end of this lesson. OK: the next one. Back: leave"));
	else if (st.guidance.kind != GUIDANCE_NONE &&
		 (s->stage == TABLE_LESSON_SETUP || s->stage == TABLE_LESSON_REPLY))
		words_guidance(&st, out);
	else
		text_copy(out, WORDS_LINE,
			  lesson_in(&step_of(s)->say, table_setting(t, SETTING_LANGUAGE)));
	return true;
}

/* Adds an action without hands, once. */
static unsigned
add_option(const struct table_lesson *s, const char *text, unsigned n,
	   char out[LESSON_TRIES_MAX + LESSON_GOALS_MAX][RULES_ACTION_TEXT])
{
	struct action a;

	if (!*text || rules_action_read(s->lesson->game, text, &a) < 0 || is_by_hands(text, a))
		return n;
	text_copy(out[n], RULES_ACTION_TEXT, text);
	return n + 1;
}

unsigned
table_lesson_options(const struct table *t,
		     char out[LESSON_TRIES_MAX + LESSON_GOALS_MAX][RULES_ACTION_TEXT])
{
	const struct table_lesson *s = &t->lesson;
	const struct lesson_step *step;
	unsigned n = 0;

	if (!s->lesson || s->stage != TABLE_LESSON_TASK)
		return 0;
	step = step_of(s);
	for (unsigned i = 0; i < step->n_goals; i++)
		n = add_option(s, step->goal[i].action, n, out);
	for (unsigned i = 0; i < step->n_tries; i++)
		n = add_option(s, step->wrong[i].action, n, out);
	return n;
}

const struct duty table_lesson_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.state = table_lesson_state,
	.say = table_lesson_words,
};
