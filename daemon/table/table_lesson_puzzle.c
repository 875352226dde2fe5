/* Puzzles on the board: what is kept of a player, and the lesson that a puzzle becomes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/lesson/lesson_puzzle.h"
#include "daemon/table/table_lesson_impl.h"
#include "hw/lang/lang.h"
#include "hw/text/text.h"

/* ---- what is kept: "LEVEL.STREAK.BEST.BITS", the bits of solved rows in hexadecimal digits ---- */

struct kept {
	unsigned level, streak, best;
	bool solved[LESSON_PUZZLES_MAX];
};

_Static_assert(3 * 11 + LESSON_PUZZLES_MAX / 4 < STORE_VALUE_MAX, "it has room");

static void
kept_read(const struct table *t, const struct game *g, const char *player, struct kept *k)
{
	char key[STORE_KEY_MAX], bits[LESSON_PUZZLES_MAX / 4 + 1] = "";
	const char *value;

	memset(k, 0, sizeof(*k));
	lesson_progress_key("puzzle", g, player, key);
	value = table_kept(t, key);
	if (value)
		(void)sscanf(value, "%u.%u.%u.%64[0-9a-f]", &k->level, &k->streak, &k->best, bits);
	for (unsigned i = 0; bits[i / 4] && i < LESSON_PUZZLES_MAX; i++) {
		const char digit[2] = { bits[i / 4], '\0' };

		k->solved[i] = strtoul(digit, NULL, 16) >> i % 4 & 1;
	}
}

static void
kept_write(struct table *t, const struct game *g, const char *player, const struct kept *k)
{
	char key[STORE_KEY_MAX], value[STORE_VALUE_MAX];
	int len = snprintf(value, sizeof(value), "%u.%u.%u.", k->level, k->streak, k->best);

	for (unsigned i = 0; i < LESSON_PUZZLES_MAX; i += 4)
		len += snprintf(value + len, sizeof(value) - (size_t)len, "%x",
				(unsigned)(k->solved[i] | k->solved[i + 1] << 1 |
					   k->solved[i + 2] << 2 | k->solved[i + 3] << 3));
	lesson_progress_key("puzzle", g, player, key);
	lesson_progress_write(t, key, value);
}

/* Returns the game's puzzles, or NULL if there are none. */
static const struct lesson_puzzles *
load(const struct game *g)
{
	static struct lesson_puzzles p; /* large; all calls are from one thread */
	struct lesson_error err;
	char path[LESSON_PATH];

	if (p.game == g)
		return &p;
	if (lesson_puzzles_path(rules_name(g), path) && lesson_puzzles_load(&p, g, path, &err) == 0)
		return &p;
	p.game = NULL;
	return NULL;
}

/* ---- the lesson that a puzzle becomes ---- */

/* Offers every action that has no hands, so that the buttons do not show which one wins. */
static void
add_buttons(struct lesson_step *step, const struct game *g, const struct position *p, const char *wrong)
{
	static struct action list[RULES_ACTIONS_MAX]; /* all calls are from one thread */
	size_t n = rules_actions(g, p, list);

	for (size_t i = 0; i < n && step->n_tries < LESSON_TRIES_MAX; i++) {
		struct lesson_try *try = &step->wrong[step->n_tries];

		rules_action_print(g, p, list[i], try->action);
		if (lesson_by_hands(try->action, list[i]) ||
		    strcmp(try->action, step->goal[0].action) == 0)
			continue;
		try->legal = true;
		text_copy(try->says.in[LESSON_ENGLISH], LESSON_TEXT, wrong);
		step->n_tries++;
	}
}

struct lesson_step *
lesson_puzzle_make(struct table_lesson_play *play, const struct game *g, const struct position *p,
		   struct action solution, const char *wrong)
{
	struct lesson_step *step = &play->lesson.step[0];

	play->lesson.game = g;
	play->lesson.n = 1;
	step->placed = true;
	step->position = *p;
	step->n_goals = 1;
	step->goal[0].kind = GOAL_ACTION;
	rules_action_print(g, p, solution, step->goal[0].action);
	add_buttons(step, g, p, wrong);
	return step;
}

/* Makes a lesson in the present language: it has no translations. */
static void
fill(struct table_lesson_play *play, const struct game *g, unsigned number,
     const struct lesson_puzzle *row)
{
	struct lesson_step *step = lesson_puzzle_make(play, g, &row->position, row->line[0], lesson_puzzle_wrong());
	char theme[WORDS_LINE];

	lang_print(play->lesson.title.in[LESSON_ENGLISH], LESSON_TEXT, tr("Puzzle {1}"), LANG_N(number));
	words_puzzle(g, &row->position, row->theme, step->say.in[LESSON_ENGLISH]);
	words_theme(g, &row->position, row->theme, theme);
	lang_print(step->done.in[LESSON_ENGLISH], LESSON_TEXT, tr("Right. {1}."), theme);
	text_copy(play->theme, sizeof(play->theme), theme);
}

/* Returns the row to be solved next, another one than that on the board; if all are solved, any. */
static unsigned
choose(const struct table *t, const struct lesson_puzzles *p, const char *player,
       const uint8_t board[RULES_SQUARES_MAX], unsigned on_board)
{
	struct kept k;
	unsigned row;

	kept_read(t, p->game, player, &k);
	if (on_board)
		k.solved[on_board - 1] = true;
	row = lesson_puzzle_next(p, board, k.solved, k.level);
	if (row < p->n)
		return row;
	memset(k.solved, 0, sizeof(k.solved));
	return lesson_puzzle_next(p, board, k.solved, k.level);
}

const char *
lesson_puzzle_wrong(void)
{
	return tr("That is possible, but another move is better.");
}

struct table_lesson_play *
lesson_puzzle_load(struct table *t, const struct game *g, const char *player,
		   const uint8_t board[RULES_SQUARES_MAX], unsigned on_board, unsigned *number)
{
	const struct lesson_puzzles *p = load(g);
	struct table_lesson_play *play;

	if (!p || !p->n || *number > p->n) {
		(void)table_refuse(t, tr("{1} has {2} puzzles"), rules_title(g),
				   LANG_N(p ? p->n : 0));
		return NULL;
	}
	if (!*number)
		*number = choose(t, p, player, board, on_board) + 1;
	play = calloc(1, sizeof(*play));
	if (play)
		fill(play, g, *number, &p->row[*number - 1]);
	else
		(void)table_refuse(t, "out of memory");
	return play;
}

void
lesson_puzzle_hint(struct table *t, struct table_lesson *s)
{
	struct lesson_step *step = &s->play->lesson.step[0];
	const struct game *g = s->lesson->game;
	struct position seen;
	struct action a;

	if (s->stage != TABLE_LESSON_TASK ||
	    rules_action_parse(g, &s->play->at, step->goal[0].action, &a) < 0)
		return;
	s->play->helped = true;
	if (s->play->hint < WORDS_HINT_WHY)
		s->play->hint++;
	rules_public(g, &s->play->at, &seen);
	words_hint(g, &seen, a, (enum words_hint)s->play->hint, s->remark);
	if (s->play->hint == WORDS_HINT_WHY && *s->play->theme)
		lang_append(s->remark, sizeof(s->remark), ". {1}", s->play->theme);
	if (lesson_by_hands(step->goal[0].action, a)) {
		sqset_add(&step->light, a.from);
		if (s->play->hint >= WORDS_HINT_WHERE)
			sqset_add(&step->light, a.to);
	}
	t->version++;
}

void
lesson_puzzle_solved(struct table *t, const struct table_lesson *s)
{
	const unsigned row = s->number - 1u;
	struct table_puzzles done;
	struct kept k;

	kept_read(t, s->lesson->game, s->player, &k);
	table_lesson_puzzles(t, s->lesson->game, s->player, &done);
	if (done.solved >= done.n)
		memset(k.solved, 0, sizeof(k.solved)); /* begins anew */
	k.solved[row] = true;
	if (s->play->helped) {
		k.level = row > LESSON_LEVEL_STEP ? row - LESSON_LEVEL_STEP : 0;
		k.streak = 0;
	} else {
		k.level = row + LESSON_LEVEL_STEP;
		k.streak++;
	}
	k.best = k.streak > k.best ? k.streak : k.best;
	kept_write(t, s->lesson->game, s->player, &k);
}

void
table_lesson_puzzles(const struct table *t, const struct game *g, const char *player,
		     struct table_puzzles *out)
{
	const struct lesson_puzzles *p = load(g);
	struct kept k;

	kept_read(t, g, player, &k);
	*out = (struct table_puzzles){ .n = p ? (uint16_t)p->n : 0,
				       .streak = (uint16_t)k.streak,
				       .best = (uint16_t)k.best,
				       .mistakes = (uint16_t)table_lesson_mistakes(t, g, player) };
	for (unsigned i = 0; i < out->n; i++)
		out->solved = (uint16_t)(out->solved + k.solved[i]);
}
