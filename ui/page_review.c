/*
 * The review of a finished game: the curve of its scores and its turning points. A touch on one opens
 * the replay page there, which then says what the review says about each move.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/client/client.h"
#include "ui/action_words.h"
#include "ui/page.h"
#include "ui/seat.h"

enum {
	SCORE_TEXT = 16,
	SCORE_MOST = 600, /* fills the curve's half */
	WON_MOVES = 1000, /* the longest distance to a win */
};

static const char *const classes[] = { N_("Best move"), N_("Good move"), N_("Playable"),
				       N_("Mistake"), N_("Blunder") };

/* Formats a score in pawns, or the moves to a win: "+1.2", "-#3". */
static void
score_print(int score, char out[SCORE_TEXT])
{
	const char *sign = score > 0 ? "+" : score < 0 ? "\u2212" : "";
	const int size = abs(score);

	if (size > CLIENT_WON - WON_MOVES)
		snprintf(out, SCORE_TEXT, "%s#%d", score < 0 ? sign : "", CLIENT_WON - size);
	else
		snprintf(out, SCORE_TEXT, "%s%d.%d", sign, size / 100, size / 10 % 10);
}

/* Formats what happened: "Nf3: Mistake". */
static void
played_print(const struct ui_reviewed *v, char *out, size_t size)
{
	char move[ACTION_WORDS_TEXT];

	action_in_words(&v->played, move);
	lang_print(out, size, "{1}: {2}", move,
		   v->class <= UI_CLASS_BLUNDER ? tr(classes[v->class]) : "");
}

static void
better_print(const struct ui_reviewed *v, char *out, size_t size)
{
	char move[ACTION_WORDS_TEXT], score[SCORE_TEXT], best[SCORE_TEXT];

	action_in_words(&v->best, move);
	score_print(v->score, score);
	score_print(v->best_score, best);
	lang_print(out, size, tr("Better: {1}. Score {2} instead of {3}."), move, score, best);
}

/* Formats the moves of the best line, one after the other. */
static void
line_print(const struct ui_review *v, char *out, size_t size)
{
	size_t len = 0;

	out[0] = '\0';
	for (unsigned i = 0; i < v->n_line && len < size; i++) {
		char move[ACTION_WORDS_TEXT];

		action_in_words(&v->line[i], move);
		len += (size_t)snprintf(out + len, size - len, "%s%s", i > 0 ? " " : "", move);
	}
}

void
page_review_card(const struct page_draw *d, struct rect box)
{
	const struct ui_review *v = &d->m->review;
	char text[UI_SENTENCE_TEXT], line[UI_SENTENCE_TEXT];

	played_print(&v->at, text, sizeof(text));
	box = widget_card(d, box, PAL_CARD);
	draw_text(d->l, PAL_TEXT, rect_cut_top(&box, d->g->small_line, 0), d->g->small_px, DRAW_BOLD,
		  text);
	if (v->at.class == UI_CLASS_BEST)
		return;
	better_print(&v->at, text, sizeof(text));
	draw_text(d->l, PAL_TEXT, rect_cut_top(&box, 2 * d->g->small_line, 0), d->g->small_px,
		  DRAW_TOP, text);
	line_print(v, line, sizeof(line));
	if (box.h >= 2 * d->g->small_line)
		draw_text(d->l, PAL_TEXT_DIM, box, d->g->small_px, DRAW_TOP, line);
}

/* ---- the curve ---- */

/* Returns the height of a score above the middle. */
static int
height_of(int score, int half)
{
	if (score > SCORE_MOST)
		score = SCORE_MOST;
	return (score < -SCORE_MOST ? -SCORE_MOST : score) * half / SCORE_MOST;
}

/* Draws White's score after each move, above the middle where White is better. */
static void
curve_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_review *v = &d->m->review;
	const int half = box.h / 2, middle = box.y + half, bars = box.w / measure(d->g, SPACE_LINE);
	const int n = v->n_scores < bars ? v->n_scores : bars;

	draw_fill(d->l, PAL_TRAY, box, d->g->radius);
	for (int i = 0; i < n && n > 1; i++) {
		const int at = i * (v->n_scores - 1) / (n - 1), x = box.x + box.w * i / n;
		const int h = height_of(v->score[at], half), w = box.x + box.w * (i + 1) / n - x;

		if (h != 0)
			draw_fill(d->l, h > 0 ? PAL_FACE : PAL_EDGE,
				  rect_of(x, h > 0 ? middle - h : middle, w, abs(h)), 0);
	}
	draw_fill(d->l, PAL_EDGE, rect_of(box.x, middle, box.w, measure(d->g, SPACE_LINE)), 0);
}

/* ---- the turning points ---- */

enum { COLUMNS = 2 };

static unsigned
rows_of(const struct page_draw *d, struct rect rest)
{
	unsigned down = (unsigned)((rest.h + d->g->gap) / (d->g->touch + d->g->gap));

	return (down > 0 ? down : 1) * (d->g->compact ? 1 : COLUMNS);
}

static void
point_layout(const struct page_draw *d, struct rect row, unsigned i)
{
	const struct ui_reviewed *v = &d->m->review.turning[i];
	struct rect inside = rect_inset(row, measure(d->g, SPACE_NEAR));
	char played[UI_SENTENCE_TEXT], text[UI_SENTENCE_TEXT], better[UI_SENTENCE_TEXT];

	played_print(v, played, sizeof(played));
	snprintf(text, sizeof(text), "%u%s %.200s", (unsigned)v->played.turn,
		 v->played.black ? "\u2026" : ".", played);
	better_print(v, better, sizeof(better));
	widget_ground(d, row, PAL_BUTTON, TARGET_ROW, i);
	draw_text(d->l, PAL_TEXT, rect_cut_top(&inside, inside.h / 2, 0), d->g->small_px, DRAW_BOLD,
		  text);
	draw_text(d->l, PAL_TEXT_DIM, inside, d->g->small_px, 0, better);
}

static void
points_layout(const struct page_draw *d, struct rect rest)
{
	const struct ui_review *v = &d->m->review;
	unsigned rows = rows_of(d, rest), parts = (v->n_turning + rows - 1) / rows;
	unsigned first = d->m->view.more % parts * rows;
	int across = d->g->compact ? 1 : COLUMNS;
	struct rect grid = rest;

	grid.h = (int16_t)((int)rows / across * (d->g->touch + d->g->gap) - d->g->gap);
	for (unsigned i = first; i < v->n_turning && i < first + rows; i++)
		point_layout(d,
			     rect_cell(grid, across, (int)rows / across, d->g->gap,
				       (int)(i - first)),
			     i);
}

/* Draws why there is no review yet. */
static void
waiting_draw(const struct page_draw *d, struct rect rest)
{
	const struct ui_reviewing *on = &d->m->state.reviewing;

	if (d->m->view.error[0] != '\0')
		draw_text(d->l, PAL_TEXT_WARN, rest, d->g->text_px, DRAW_TOP, d->m->view.error);
	else if (on->game_id == 0 || (d->m->view.show_id != 0 && on->game_id != d->m->view.show_id))
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP,
			  tr("One moment \u2026"));
	else if (on->failed)
		draw_text(d->l, PAL_TEXT_WARN, rest, d->g->text_px, DRAW_TOP,
			  tr("The computer could not review the game. Touch Back, then Review, to try "
			     "again."));
	else
		draw_filled(d->l, PAL_TEXT, rest, d->g->text_px, DRAW_TOP,
			    tr("The computer looks through the game: {1} of {2}. You may leave this "
			       "page meanwhile."),
			    LANG_N(on->done), LANG_N(on->of));
}

static void
review_layout(const struct page_draw *d)
{
	struct rect rest = widget_title(d, 1, tr("Review"));

	if (!d->m->has_review) {
		waiting_draw(d, rest);
		return;
	}
	curve_layout(d, rect_cut_top(&rest, (d->g->compact ? 3 : 4) * d->g->touch / 2,
				     measure(d->g, SPACE_TIGHT)));
	draw_filled(d->l, PAL_TEXT_DIM, rect_cut_top(&rest, d->g->small_line, d->g->gap),
		    d->g->small_px, 0, tr("Above the line {1} is better, below it {2}."),
		    seat_name(d->m->review.game, "w"), seat_name(d->m->review.game, "b"));
	if (d->m->review.n_turning == 0)
		draw_text(d->l, PAL_TEXT, rest, d->g->text_px, DRAW_TOP,
			  tr("No mistake and no blunder."));
	else
		points_layout(d, rest);
	if (d->m->review.n_turning > rows_of(d, rest))
		widget_title_button(d, 0, BUTTON_PLAIN, TARGET_MORE, 0, tr("More"));
}

static void
review_ask(struct ui_model *m, struct ui_out *out)
{
	ui_out_add(out,
		   &(struct ui_request){ .kind = UI_REQUEST_REVIEW, .prompt = m->view.show_id });
}

void
page_review_open(struct ui_model *m)
{
	m->has_review = false;
	m->view.reviewed = true;
	m->view.show_line = 0;
	m->view.error[0] = '\0';
	ui_model_open(m, UI_PAGE_REVIEW);
}

static void
review_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_MORE) {
		m->view.more++; /* the layout knows how many fit, and begins again after the last */
	} else if (id == TARGET_ROW && arg < m->review.n_turning) {
		m->view.show_move = (uint16_t)m->review.turning[arg].move;
		m->has_shown = false;
		ui_model_back(m);
		m->wants = true;
	}
}

static void
leave(struct ui_model *m, struct ui_out *out)
{
	m->view.reviewed = m->has_review;
	page_error_back(m, out);
}

const struct page page_review = {
	.name = "review",
	.layout = review_layout,
	.activate = review_activate,
	.back = leave,
	.ask = review_ask,
};
