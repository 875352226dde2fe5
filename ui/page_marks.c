/*
 * Masquerade: a table that the players fill in themselves. A touch cycles a
 * cell through open, X (impossible) and O (certain).
 */
#include "hw/lang/lang.h"
#include "ui/action_words.h"
#include "ui/page.h"
#include "ui/panel.h"

static const char kinds[UI_KINDS + 1] = "KQRBN";

static void
row_layout(const struct page_draw *d, struct rect row, unsigned side, int kind)
{
	struct rect picture = rect_cell(row, UI_KINDS + 1, 1, d->g->gap, 0);
	int high = picture.h < picture.w ? picture.h : picture.w;

	draw_fill(d->l, PAL_TRAY, picture, d->g->radius);
	draw_piece(d->l, rect_of(picture.x + (picture.w - high) / 2, picture.y, high, high),
		   (struct ui_piece){ (char)(side == 1 ? kinds[kind] | 0x20 : kinds[kind]), 0 }, 0);
	for (int k = 0; k < UI_KINDS; k++) {
		struct rect cell = rect_cell(row, UI_KINDS + 1, 1, d->g->gap, k + 1);
		char letter[ACTION_WORDS_TEXT] = "";

		lang_letter(letter, sizeof(letter), kinds[k]);
		widget_ground(d, cell, PAL_BUTTON, TARGET_MARK, (unsigned)(kind * UI_KINDS + k));
		draw_text(
			d->l, PAL_TEXT_DIM,
			rect_of(cell.x + measure(d->g, SPACE_NEAR), cell.y, d->g->small_px, cell.h),
			d->g->small_px, 0, letter);
		panel_mark(d, rect_inset(cell, 2 * measure(d->g, SPACE_NEAR)),
			   d->m->view.mark[side][kind][k]);
	}
}

static void
marks_layout(const struct page_draw *d)
{
	unsigned side = d->m->view.mark_side % 2;
	struct rect rest =
		widget_title(d, 2, d->g->compact ? tr("Captures as") : tr("What captures as what"));

	widget_title_button(d, 1, side == 0 ? BUTTON_ON : BUTTON_PLAIN, TARGET_SIDE, 0,
			    tr("White"));
	widget_title_button(d, 0, side == 1 ? BUTTON_ON : BUTTON_PLAIN, TARGET_SIDE, 1,
			    tr("Black"));
	for (int kind = 0; kind < UI_KINDS; kind++)
		row_layout(d, rect_cell(rest, 1, UI_KINDS, d->g->gap, kind), side, kind);
}

static void
marks_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_SIDE) {
		m->view.mark_side = arg % 2;
	} else if (id == TARGET_MARK && arg < UI_KINDS * UI_KINDS) {
		uint8_t *mark =
			&m->view.mark[m->view.mark_side % 2][arg / UI_KINDS][arg % UI_KINDS];

		*mark = (uint8_t)((*mark + 1) % 3);
	}
}

const struct page page_marks = {
	.name = "marks",
	.layout = marks_layout,
	.activate = marks_activate,
};
