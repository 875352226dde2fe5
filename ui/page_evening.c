/* The evening's results: players' wins, draws and losses, and the games. */
#include <stdio.h>

#include "ui/page.h"
#include "ui/sheet.h"

/* Draws the newest games that fit, each on two lines: the game and its result, its players. */
static void
games_draw(const struct page_draw *d, struct rect box)
{
	const struct ui_sheet *s = &d->m->sheet;
	int line = d->g->list_line, fits = box.h / (2 * line);
	int first = s->n_listed > fits ? s->n_listed - fits : 0;

	for (int i = first; i < s->n_listed; i++) {
		const struct ui_kept *k = &s->game[i];
		struct rect row = rect_of(box.x, box.y + (i - first) * 2 * line, box.w, line);
		int result_w = measure(d->g, WIDTH_SHORT);
		char result[SHEET_RESULT_TEXT];

		draw_text(d->l, PAL_TEXT,
			  rect_of(row.x, row.y, row.w - result_w - d->g->gap, row.h),
			  d->g->small_px, 0, sheet_title(k));
		sheet_result(k, result);
		draw_text(d->l, PAL_TEXT, rect_of(row.x + row.w - result_w, row.y, result_w, row.h),
			  d->g->small_px, DRAW_RIGHT, result);
		row.y = (int16_t)(row.y + line);
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, k->players);
	}
}

static void
evening_layout(const struct page_draw *d)
{
	const struct ui_sheet *s = &d->m->sheet;
	struct rect rest = widget_title(d, 1, tr("Scores of today")), left, right, head;

	widget_title_button(d, 0, s->n_games > 0 ? BUTTON_PLAIN : BUTTON_OFF, TARGET_RESET, 0,
			    tr("New sheet"));
	if (!d->m->has_sheet || s->n_games == 0) {
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP,
			  d->m->has_sheet ? tr("No game has been finished yet. Play one: its result is added here.")
					  : tr("One moment \u2026"));
		return;
	}
	head = rect_cut_top(&rest, d->g->small_line, d->g->gap);
	left = rect_cell(rest, 2, 1, 2 * d->g->gap, 0);
	right = rect_cell(rest, 2, 1, 2 * d->g->gap, 1);
	draw_text(d->l, PAL_TEXT_SHOWN, rect_cell(head, 2, 1, 2 * d->g->gap, 0), d->g->small_px, 0,
		  tr("Won / drawn / lost, points"));
	draw_filled(d->l, PAL_TEXT_SHOWN, rect_cell(head, 2, 1, 2 * d->g->gap, 1), d->g->small_px,
		    0, s->n_games == 1 ? tr("{1} game") : tr("{1} games"), LANG_N(s->n_games));
	if (s->n_scores > 0)
		(void)sheet_scores(d, left);
	else
		draw_text(d->l, PAL_TEXT_DIM, left, d->g->small_px, DRAW_TOP,
			  tr("No player has a name. Before a game, touch Players on its page, and type the names."));
	games_draw(d, right);
}

void
page_evening_ask(struct ui_model *m, struct ui_out *out)
{
	(void)m;
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_EVENING });
}

static void
evening_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)arg;
	(void)out;
	if (id == TARGET_RESET)
		ui_model_confirm(m, &(struct ui_request){ .kind = UI_REQUEST_EVENING, .yes = true },
				 UI_PAGE_EVENING, N_("Begin a new sheet? The games stay kept."));
}

const struct page page_evening = {
	.name = "evening",
	.layout = evening_layout,
	.activate = evening_activate,
	.ask = page_evening_ask,
};
