/* American Chess: generals in the gauntlet, files e to g, and how near the turn of fifty is. */
#include <string.h>

#include "ui/panel.h"

enum { GAUNTLET_FIRST = 4, GAUNTLET_LAST = 6, TURN_LAST = 50 };

static unsigned
generals(const struct ui_state *s, char letter)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++) {
		unsigned file = sq % s->files;

		n += s->at[sq].letter == letter && file >= GAUNTLET_FIRST && file <= GAUNTLET_LAST;
	}
	return n;
}

static void
side_draw(const struct page_draw *d, struct rect row, char letter, const char *name, unsigned n)
{
	draw_fill(d->l, PAL_TRAY, row, d->g->radius);
	draw_piece(d->l, rect_of(row.x + 2, row.y, row.h, row.h), (struct ui_piece){ letter, 0 },
		   0);
	draw_textf(d->l, PAL_TEXT_DARK,
		   rect_of(row.x + row.h + d->g->gap, row.y, row.w - row.h - d->g->gap, row.h),
		   d->g->small_px, DRAW_BOLD, "%s: %u", name, n);
}

void
panel_american_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	unsigned blue = generals(s, 'Q'), red = generals(s, 'q');
	bool answer = blue > 0 && red == 0 && strcmp(s->to_act, "b") == 0;
	struct rect row;

	if (panel_row(d, &box, panel_line(d->g), &row))
		draw_textf(d->l, PAL_TEXT, row, d->g->small_px, 0, "Turn %u of %u", s->turn,
			   (unsigned)TURN_LAST);
	if (answer && panel_row(d, &box, 2 * d->g->small_line, &row))
		draw_text(d->l, PAL_TEXT_WARN, row, d->g->small_px, DRAW_BOLD | DRAW_TOP,
			  "Red has one move to answer");
	if (panel_row(d, &box, panel_line(d->g), &row))
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, "Generals on e, f, g");
	if (panel_row(d, &box, panel_high(d->g), &row))
		side_draw(d, row, 'Q', phrase("Blue"), blue);
	if (panel_row(d, &box, panel_high(d->g), &row))
		side_draw(d, row, 'q', phrase("Red"), red);
	panel_rest(d, box);
}
