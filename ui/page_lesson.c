/* A lesson on the board: its position, its sentence, the answer to the last try. */
#include <stdio.h>
#include <string.h>

#include "ui/action_words.h"
#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"

/* Writes what a button asks for: "End the turn", where a list of moves has "ends". */
static void
option_label(const char *action, char out[ACTION_WORDS_TEXT])
{
	static const struct {
		const char *action, *words;
	} whole[] = {
		{ "end", N_("End the turn") },
		{ "pass", N_("Pass") },
		{ "buy:extra1", N_("Buy +1") },
		{ "buy:extra2", N_("Buy +2") },
	};
	struct ui_move move = { .is_note = false };

	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (strcmp(action, whole[i].action) == 0) {
			snprintf(out, ACTION_WORDS_TEXT, "%s", tr(whole[i].words));
			return;
		}
	snprintf(move.text, sizeof(move.text), "%.*s", RULES_SAN_TEXT - 1, action);
	action_in_words(&move, out);
}

/* Draws the button for the next step, or a row: each action without hands, and a puzzle's hint. */
static void
buttons_layout(const struct page_draw *d, struct rect *rest)
{
	const struct ui_lesson *l = &d->m->state.lesson;
	bool next = l->stage == UI_LESSON_READ || l->stage == UI_LESSON_END;
	bool hint = l->kind != UI_LESSON_TAUGHT && l->stage == UI_LESSON_TASK;
	const int n = (int)l->n_options + next + hint;
	struct rect box;

	if (n == 0)
		return;
	box = rect_cut_bottom(rest, d->g->touch, d->g->gap);
	for (unsigned i = 0; i < l->n_options; i++) {
		char label[ACTION_WORDS_TEXT];

		option_label(l->option[i], label);
		widget_button(d, rect_cell(box, n, 1, d->g->gap, (int)i), BUTTON_PLAIN,
			      TARGET_OPTION, i, label);
	}
	box = rect_cell(box, n, 1, d->g->gap, n - 1);
	if (hint)
		widget_button(d, box, BUTTON_PLAIN, TARGET_HINT, 0, tr("Hint"));
	if (next)
		widget_button(d, box, BUTTON_MAIN, TARGET_NEXT, 0, tr("Next"));
}

enum { FEW_LETTERS = 130 }; /* of both texts, beside which the small design has room for cards */

/* Reports whether there is room for the cards of Cooperative beside the texts. */
static bool
has_room(const struct page_draw *d)
{
	const struct ui_lesson *l = &d->m->state.lesson;

	return !d->g->compact || l->remark[0] == '\0' ||
	       strlen(l->remark) + strlen(l->text) <= FEW_LETTERS;
}

/* Draws the answer to the last action, or a refusal, in its share of the room. */
static void
remark_layout(const struct page_draw *d, struct rect *rest)
{
	const struct ui_lesson *l = &d->m->state.lesson;
	const char *text = d->m->view.error[0] != '\0' ? d->m->view.error : l->remark;
	int part = (int)strlen(text), other = (int)strlen(l->text);
	int px = d->g->compact ? d->g->small_px : d->g->text_px, h;

	if (part == 0)
		return;
	h = rest->h * part / (part + other);
	h = h < rest->h * 3 / 10 ? rest->h * 3 / 10 : h > rest->h * 6 / 10 ? rest->h * 6 / 10 : h;
	draw_text(d->l, PAL_TEXT_SHOWN, widget_card(d, rect_cut_top(rest, h, d->g->gap), PAL_CARD), px,
		  DRAW_TOP, text);
}

static void
lesson_layout(const struct page_draw *d)
{
	const struct ui_lesson *l = &d->m->state.lesson;
	struct page_draw there = *d;
	struct rect rest = widget_title(d, 0, l->on ? l->name : tr("Lesson")), board, foot;
	int px = d->g->compact ? d->g->small_px : d->g->text_px;

	if (!l->on)
		return; /* the model leaves the page */
	board = widget_board_room(d, &rest);
	there.s = &d->m->lesson_at;
	d->l->teams = seat_is_team(there.s->game);
	board_layout(&there, board);
	foot = rect_cut_bottom(&rest, d->g->small_line, d->g->gap);
	if (l->kind == UI_LESSON_MISTAKE)
		draw_filled(d->l, PAL_TEXT_DIM, foot, d->g->small_px, 0, tr("My mistakes: {1} to solve"),
			    LANG_N(l->puzzles.mistakes));
	else if (l->kind == UI_LESSON_PUZZLE)
		draw_filled(d->l, PAL_TEXT_DIM, foot, d->g->small_px, 0,
			    tr("{1} of {2} solved, {3} in a row"), LANG_N(l->puzzles.solved),
			    LANG_N(l->puzzles.n), LANG_N(l->puzzles.streak));
	else
		draw_filled(d->l, PAL_TEXT_DIM, foot, d->g->small_px, 0, tr("Step {1} of {2}"),
			    LANG_N(l->step), LANG_N(l->steps));
	buttons_layout(d, &rest);
	if (panel_of(there.s->game)->beside_layout != NULL && has_room(d))
		panel_of(there.s->game)->beside_layout(&there, &rest);
	remark_layout(d, &rest);
	draw_text(d->l, PAL_TEXT, widget_card(d, rest, PAL_CARD), px, DRAW_TOP, l->text);
}

static void
lesson_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_LESSON };

	m->view.error[0] = '\0';
	if (id == TARGET_HINT) {
		ui_out_word(out, UI_REQUEST_PRESS, "hint");
		return;
	}
	if (id == TARGET_NEXT)
		q.yes = true;
	else if (id == TARGET_OPTION && arg < m->state.lesson.n_options)
		snprintf(q.action, sizeof(q.action), "%s", m->state.lesson.option[arg]);
	else
		return;
	ui_out_add(out, &q);
}

/* Leaves the lesson; the daemon's next state leaves the page. */
static void
lesson_back(struct ui_model *m, struct ui_out *out)
{
	m->view.error[0] = '\0';
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LESSON });
}

/* Follows the board to a lesson, to its end, and out of it. */
void
page_lesson_follow(struct ui_model *m, bool was_on)
{
	const struct ui_lesson *l = &m->state.lesson;

	if (l->on && m->view.page != UI_PAGE_LESSON && !was_on)
		ui_model_open(m, UI_PAGE_LESSON);
	else if (!l->on && m->view.page == UI_PAGE_LESSON)
		ui_model_back(m);
	/* OK alone goes on. */
	if (m->view.page == UI_PAGE_LESSON && (l->stage == UI_LESSON_READ || l->stage == UI_LESSON_END))
		m->view.focus = (struct ui_place){ .on = true, .id = TARGET_NEXT };
}

const struct page page_lesson = {
	.name = "lesson",
	.layout = lesson_layout,
	.activate = lesson_activate,
	.back = lesson_back,
};
