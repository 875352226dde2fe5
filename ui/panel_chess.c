/* Chess and Chess960: the pieces of an orthodox set that are off the board. */
#include <string.h>

#include "ui/panel.h"

static const char kinds[] = "QRBNP";
static const uint8_t full_set[] = { 1, 2, 2, 2, 8 };
enum { KINDS = sizeof(full_set), SET_MAX = 15 };

/*
 * How many of each kind are missing from a full set. A piece too many was a
 * pawn once, so that pawn is not missing.
 */
static void
missing_count(const struct ui_state *s, bool black, int missing[KINDS])
{
	int promoted = 0;

	for (unsigned k = 0; k < KINDS; k++)
		missing[k] = full_set[k];
	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++)
		for (unsigned k = 0; k < KINDS; k++)
			missing[k] -= s->at[sq].letter == (char)(kinds[k] | (black ? 0x20 : 0));
	for (unsigned k = 0; k < KINDS; k++) {
		if (missing[k] < 0) {
			promoted -= missing[k];
			missing[k] = 0;
		}
	}
	missing[KINDS - 1] -= promoted;
}

/* One row of pieces, closer together where a set has lost more than fit side by side. */
static void
row_draw(const struct page_draw *d, struct rect row, bool black)
{
	int missing[KINDS], x = row.x, step = (row.w - row.h) / (SET_MAX - 1);

	if (step > row.h)
		step = row.h;
	missing_count(d->s, black, missing);
	for (unsigned k = 0; k < KINDS; k++) {
		for (int i = 0; i < missing[k]; i++, x += step) {
			struct ui_piece p = { (char)(kinds[k] | (black ? 0x20 : 0)), 0 };

			draw_piece(d->l, rect_of(x, row.y, row.h, row.h), p, 0);
		}
	}
}

void
panel_chess_layout(const struct page_draw *d, struct rect box)
{
	struct rect tray = rect_cut_top(&box, panel_tray_height(d->g), d->g->gap);
	struct rect rows = rect_inset(tray, metrics_px(d->g, 2));

	draw_fill(d->l, PAL_TRAY, tray, d->g->radius);
	if (d->s->phase != UI_PHASE_NONE) {
		row_draw(d, rect_of(rows.x, rows.y, rows.w, rows.h / 2), false);
		row_draw(d, rect_of(rows.x, rows.y + rows.h / 2, rows.w, rows.h / 2), true);
	}
	panel_moves_layout(d, box);
}
