/*
 * The lesson as a duty of the table: opening and closing, touches and buttons. A session of its own
 * receives the edges.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/table/table_lesson_impl.h"
#include "hw/text/text.h"

static void
forget(struct table_lesson *s)
{
	free(s->play);
	memset(s, 0, sizeof(*s));
}

/*
 * Writes the pieces known on the board: from this lesson, or from the game before it. Pieces of
 * another set have no place in the lesson: a rook of chess is no royal stone.
 */
static void
know(const struct table *t, const struct game *g, struct infer_known *out)
{
	const struct game *on = t->lesson.lesson ? t->lesson.lesson->game : t->state.game;

	memset(out, 0, sizeof(*out));
	if (t->lesson.lesson && t->lesson.strange)
		return;
	if (t->lesson.lesson)
		lesson_course_know(&t->lesson, out);
	else if (table_menu_holds_game(t) && !table_known_home(t))
		table_known_places(t, g, out); /* the pieces of the game that it interrupts */
	else
		table_known_if_home(t, g, out);
	if (on == g || table_known_same_set(on, g))
		return;
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (out->standing[sq] != 0 || t->lesson.lesson)
			out->standing[sq] = INFER_FOREIGN;
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

/* Replaces the lesson on the board by *next, from a step on. Returns 0, or -1 with t->why. */
static int
begin(struct table *t, struct table_lesson *next, unsigned step)
{
	struct table_lesson *s = &t->lesson;
	struct infer_known known;

	duties_take(t, &table_lesson_duty);
	know(t, next->play->lesson.game, &known);
	forget(s);
	*s = *next;
	s->lesson = &s->play->lesson;
	if (lesson_course_open(t, s, step, &known) == 0)
		return 0;
	table_lesson_close(t);
	return -1;
}

int
table_lesson_open(struct table *t, const struct game *g, unsigned number, const char *player)
{
	struct table_lesson next = { .number = (uint16_t)number };

	if (table_aside_allows(t, g) < 0 || !(next.play = load(t, g, number, &next.last)))
		return -1;
	text_copy(next.player, sizeof(next.player), player);
	return begin(t, &next, first_step(t, &next.play->lesson, number, player));
}

int
table_lesson_puzzle(struct table *t, const struct game *g, unsigned number, const char *player)
{
	struct table_lesson next = { .kind = TABLE_LESSON_PUZZLE };
	const struct table_lesson *s = &t->lesson;
	unsigned on_board = s->kind == TABLE_LESSON_PUZZLE && s->lesson->game == g ? s->number : 0;
	struct infer_known known;

	if (table_aside_allows(t, g) < 0)
		return -1;
	know(t, g, &known);
	next.play = lesson_puzzle_load(t, g, player, known.standing, on_board, &number);
	if (!next.play)
		return -1;
	next.number = (uint16_t)number;
	text_copy(next.player, sizeof(next.player), player);
	return begin(t, &next, 0);
}

int
table_lesson_mistake_request(struct table *t, const struct game *g, const char *player,
			     struct store_ask *q)
{
	if (lesson_mistake_request(t, &t->lesson, g, player, q) < 0)
		return -1;
	t->lesson.awaits = true;
	return 0;
}

int
table_lesson_mistake(struct table *t, const struct store_answer *a)
{
	struct table_lesson next = { .kind = TABLE_LESSON_MISTAKE };

	/* The learner left, or began another lesson, while the store read the game. */
	if (!t->lesson.awaits)
		return table_refuse(t, tr("another lesson was begun, or this one was left"));
	next.play = lesson_mistake_load(t, a, &next);
	return next.play ? begin(t, &next, 0) : -1;
}

/* Asks the store for the player's next mistake; leaves the lesson if there is none. */
static int
next_mistake(struct table *t)
{
	struct table_lesson *s = &t->lesson;
	struct store_ask q;

	if (table_lesson_mistakes(t, s->lesson->game, s->player) == 0)
		table_lesson_leave(t);
	else if (table_lesson_mistake_request(t, s->lesson->game, s->player, &q) < 0)
		return -1;
	else if (store_ask(t->store, &q) < 0)
		return table_refuse(t, tr("the journal is busy, ask again"));
	return 0;
}

void
table_lesson_close(struct table *t)
{
	struct infer_known known;

	if (!t->lesson.lesson)
		return;
	know(t, t->lesson.lesson->game, &known);
	table_known_aside(t, t->lesson.lesson->game, &known);
	forget(&t->lesson);
	table_aside_end(t);
}

void
table_lesson_leave(struct table *t)
{
	bool was_open = t->lesson.lesson;

	table_lesson_close(t);
	if (was_open)
		table_menu_play_on(t);
}

int
table_lesson_interrupt(struct table *t, const struct game *g)
{
	/*
	 * A game without a final move is not kept. The PINs of a game with secrets are deleted now,
	 * so it cannot be played on.
	 */
	bool lost = !table_game_runs(t) || table_hides_between(t) || book_holds_secret(&t->book);
	uint32_t number = lost ? 0 : table_number(t);

	if (table_aside_fits(t, g) < 0 || table_again(t, false) < 0)
		return -1;
	table_menu_interrupted(t, number);
	return 0;
}

int
table_lesson_next(struct table *t)
{
	struct table_lesson *s = &t->lesson;

	if (!s->lesson)
		return table_refuse(t, tr("no lesson is open"));
	if (s->stage == TABLE_LESSON_READ || s->stage == TABLE_LESSON_EXCHANGE) {
		must(t, lesson_course_read(t, s));
	} else if (s->stage == TABLE_LESSON_END) {
		if (s->kind == TABLE_LESSON_MISTAKE)
			return next_mistake(t);
		if (s->kind == TABLE_LESSON_PUZZLE)
			return table_lesson_puzzle(t, s->lesson->game, 0, s->player);
		if (!s->last)
			return table_lesson_open(t, s->lesson->game, s->number + 1u, s->player);
		table_lesson_leave(t);
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
		must(t, lesson_course_act(t, s, a));
		return 0;
	}
	for (unsigned i = 0; i < lesson_step_of(s)->n_tries; i++)
		if (strcmp(lesson_step_of(s)->wrong[i].action, action) == 0) {
			lesson_course_say(t, s, &lesson_step_of(s)->wrong[i].says);
			t->version++;
			return 0;
		}
	return table_refuse(t, tr("no legal action has that name"));
}

static void
press(struct table *t, unsigned button)
{
	if (button == BUTTON_BACK)
		table_lesson_leave(t);
	else if (button == BUTTON_HINT && t->lesson.kind != TABLE_LESSON_TAUGHT)
		lesson_puzzle_hint(t, &t->lesson);
	else if (button == BUTTON_OK || button == BUTTON_CLOCK)
		(void)!table_lesson_next(t);
}

/* Forgets the last answer when the learner lifts the next piece. */
static void
touch(struct table *t, const struct duty_event *e)
{
	struct table_lesson *s = &t->lesson;
	struct event events[TABLE_ASIDE_EVENTS];
	unsigned n;

	if (s->stage == TABLE_LESSON_END) {
		s->strange = true;
		return;
	}
	if (s->stage == TABLE_LESSON_TASK && !t->reading[e->touch.board_sq].occupied)
		s->remark[0] = '\0';
	n = table_aside_touch(t, s->lesson->game, e, events);
	for (unsigned i = 0; i < n && s->lesson; i++)
		must(t, lesson_course_event(t, s, events[i]));
}

/* Compares the board again, after buses were lost. */
static void
back(struct table *t)
{
	struct infer_known known;

	know(t, t->lesson.lesson->game, &known);
	if (t->lesson.stage != TABLE_LESSON_END)
		must(t, lesson_course_open(t, &t->lesson, t->lesson.step, &known));
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

	return s->lesson && s->stage != TABLE_LESSON_END ? session_deadline(&s->play->aside.session)
							 : UINT64_MAX;
}

static void
turn(struct table *t, uint64_t now_us)
{
	must(t, lesson_course_event(t, &t->lesson,
				    (struct event){ .kind = EVENT_TIME, .t_us = now_us }));
}

/* ---- for lamps and sentences ---- */

const struct position *
table_lesson_position(const struct table *t)
{
	return &t->lesson.play->at;
}

bool
table_lesson_state(const struct table *t, struct session_state *out)
{
	if (t->lesson.lesson)
		lesson_words_state(&t->lesson, out);
	return t->lesson.lesson;
}

bool
table_lesson_words(const struct table *t, char out[WORDS_LINE])
{
	if (t->lesson.lesson)
		lesson_words(&t->lesson, table_setting(t, SETTING_LANGUAGE), out);
	return t->lesson.lesson;
}

unsigned
table_lesson_options(const struct table *t,
		     char out[LESSON_TRIES_MAX + LESSON_GOALS_MAX][RULES_ACTION_TEXT])
{
	return t->lesson.lesson ? lesson_words_options(&t->lesson, out) : 0;
}

const struct duty table_lesson_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.state = table_lesson_state,
	.say = table_lesson_words,
};
