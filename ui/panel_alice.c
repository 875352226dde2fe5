/* Half Alice: the two sides of the mirror side by side, and the checkers that are free. */
#include "ui/panel.h"

enum { FILES = 8 };

/* The pieces of one side of the mirror on a small board. */
static void
mirror_side(const struct page_draw *d, struct rect box, bool behind)
{
	const struct ui_state *s = d->s;
	struct rect label = rect_cut_top(&box, d->g->small_line, 0);
	int side = (box.w < box.h ? box.w : box.h) / FILES, x = box.x + (box.w - side * FILES) / 2;

	draw_text(d->l, PAL_TEXT_DIM, label, d->g->small_px, DRAW_CENTRE,
		  behind ? "Behind" : "Before");
	draw_checker(d->l, rect_of(x, box.y, side * FILES, side * FILES), side);
	for (unsigned sq = 0; sq < FILES * FILES; sq++) {
		struct ui_piece p = { s->at[sq].letter, 0 };
		int rank = (int)sq / FILES;

		if (p.letter != 0 && (s->at[sq].mark == '@') == behind)
			draw_piece(d->l,
				   rect_of(x + (int)sq % FILES * side,
					   box.y + (FILES - 1 - rank) * side, side, side),
				   p, 0);
	}
}

void
panel_alice_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	int gap = d->g->gap, half = (box.w - gap) / 2;
	int high = d->g->small_line + half / FILES * FILES;
	struct rect row;

	if (s->files != FILES || s->ranks != FILES)
		return;
	if (panel_row(d, &box, panel_line(d->g), &row))
		draw_textf(d->l, PAL_TEXT, row, d->g->small_px, 0,
			   d->g->compact ? "Free: White %u, Black %u"
					 : "Free checkers: White %u, Black %u",
			   s->keys.checkers[0], s->keys.checkers[1]);
	if (panel_row(d, &box, high, &row)) {
		mirror_side(d, rect_of(row.x, row.y, half, high), false);
		mirror_side(d, rect_of(row.x + half + gap, row.y, half, high), true);
	}
	panel_rest(d, box);
}
