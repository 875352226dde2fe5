/* The review of a kept game: the curve, the turning points and one of the actions. */
#include <stdlib.h>

#include "daemon/advice/advice.h"
#include "daemon/record/review.h"
#include "daemon/view/view_impl.h"

enum { TURNING_MAX = 20 };

/* An action of the review. */
struct reviewed {
	uint32_t move; /* from 1 */
	struct position at;
	struct action action;
	struct review_row row;
};

static int
loss_of(const struct reviewed *v)
{
	return review_class(&v->row) < ADVICE_MISTAKE || !v->row.scored
		       ? 0
		       : advice_loss(v->row.played, v->row.best);
}

static int
white_value(const struct game *g, const struct reviewed *v, int score)
{
	return review_is_black(g, &v->at) ? -score : score;
}

static json_t *
line_json(const struct game *g, const struct reviewed *v)
{
	struct position p = v->at;
	json_t *a = json_array();

	for (unsigned i = 0; i < v->row.n; i++) {
		json_array_append_new(a, view_kept_move(g, &p, v->row.line[i], true));
		rules_apply(g, &p, v->row.line[i]);
	}
	return a;
}

static json_t *
action_json(const struct game *g, const struct reviewed *v)
{
	static const char *const class[] = {
		[ADVICE_BEST] = "best",       [ADVICE_GOOD] = "good",
		[ADVICE_PLAYABLE] = "playable", [ADVICE_MISTAKE] = "mistake",
		[ADVICE_BLUNDER] = "blunder",
	};

	return json_pack("{s:I, s:s, s:i, s:i, s:o, s:o}", "move", (json_int_t)v->move, "class",
			 class[review_class(&v->row)], "score", white_value(g, v, v->row.played),
			 "best_score", white_value(g, v, v->row.best), "played",
			 view_kept_move(g, &v->at, v->action, true), "best",
			 view_kept_move(g, &v->at, v->row.line[0], true));
}

/* Goes to the next action. *text and *p are the review's and the game's so far. */
static void
next(const struct record *r, uint32_t i, const char **text, struct position *p, struct reviewed *v)
{
	v->move = i + 1;
	v->at = *p;
	v->action = r->action[i].action;
	*text = review_read(*text, r->game, p, v->action, &v->row);
	rules_apply(r->game, p, v->action);
}

static int
compare(const void *a, const void *b)
{
	return *(const int *)b - *(const int *)a;
}

/* Returns the loss of the least of the turning points: the worst actions. */
static int
least_loss(const struct record *r)
{
	int *loss = calloc(r->n, sizeof(*loss)), least = 1;
	const char *text = r->review;
	struct position p = r->start;
	struct reviewed v;

	for (uint32_t i = 0; loss && i < r->n; i++) {
		next(r, i, &text, &p, &v);
		loss[i] = loss_of(&v);
	}
	if (loss && r->n > TURNING_MAX) {
		qsort(loss, r->n, sizeof(*loss), compare);
		least = loss[TURNING_MAX - 1] > 0 ? loss[TURNING_MAX - 1] : 1;
	}
	free(loss);
	return least;
}

json_t *
view_reviewed(const struct record *r, uint32_t move)
{
	json_t *scores = json_array(), *turning = json_array(), *at = json_null();
	const int least = least_loss(r);
	const char *text = r->review;
	struct position p = r->start;
	struct reviewed v;
	int value = 0;

	for (uint32_t i = 0; i < r->n; i++) {
		next(r, i, &text, &p, &v);
		if (json_array_size(scores) == 0)
			json_array_append_new(scores, json_integer(white_value(r->game, &v, v.row.best)));
		if (v.row.scored)
			value = white_value(r->game, &v, v.row.played);
		json_array_append_new(scores, json_integer(value));
		if (loss_of(&v) >= least && json_array_size(turning) < TURNING_MAX)
			json_array_append_new(turning, action_json(r->game, &v));
		if (v.move == move && v.row.scored) {
			at = action_json(r->game, &v);
			json_object_set_new(at, "line", line_json(r->game, &v));
		}
	}
	return json_pack("{s:I, s:s, s:I, s:o, s:o, s:o}", "game_id", (json_int_t)r->number, "game",
			 rules_name(r->game), "n", (json_int_t)r->n, "scores", scores, "turning",
			 turning, "at", at);
}
