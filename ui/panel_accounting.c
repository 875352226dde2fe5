/* Accounting Chess: innocent Shareholders, Regulators, and how many pieces are crooked. */
#include "ui/panel.h"

static unsigned
crooked(const struct ui_state *s, bool black)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++)
		n += s->at[sq].mark == '*' && (s->at[sq].letter >= 'a') == black;
	return n;
}

static void
side_draw(const struct page_draw *d, struct rect row, bool black)
{
	const struct ui_state *s = d->s;
	const char letter[] = { black ? 'p' : 'P', black ? 'n' : 'N', black ? 'q' : 'Q' };
	const unsigned count[] = { panel_count(s, letter[0], 0), panel_count(s, letter[1], '?'),
				   crooked(s, black) };
	const char mark[] = { 0, 0, '*' };

	draw_fill(d->l, PAL_TRAY, row, d->g->radius);
	for (int i = 0; i < 3; i++) {
		struct rect cell = rect_cell(row, 3, 1, 0, i);

		draw_piece(d->l, rect_of(cell.x + 2, cell.y, cell.h, cell.h),
			   (struct ui_piece){ letter[i], mark[i] }, 0);
		draw_textf(d->l, PAL_TEXT_DARK,
			   rect_of(cell.x + cell.h, cell.y, cell.w - cell.h, cell.h), d->g->text_px,
			   DRAW_BOLD | DRAW_CENTRE, "%u", count[i]);
	}
}

void
panel_accounting_layout(const struct page_draw *d, struct rect box)
{
	struct rect row;

	for (int black = 0; black < 2; black++)
		if (panel_row(d, &box, panel_high(d->g), &row))
			side_draw(d, row, black == 1);
	if (panel_row(d, &box, panel_line(d->g), &row))
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
			  d->g->compact ? "Innocent, N, crooked" : "Innocent, Regulators, crooked");
	panel_rest(d, box);
}
