/* A game's picture on the home page: some of its pieces, dice or cards. */
#include "ui/page.h"
#include "ui/panel.h"

static void
pieces_draw(const struct page_draw *d, struct rect box, const struct panel_emblem *e)
{
	int n = 0, across, side;

	while (n < 4 && e->piece[n].letter != 0)
		n++;
	across = n > 1 ? 2 : 1;
	side = box.w / across < box.h ? box.w / across : box.h;
	if (n > 2 && 2 * side > box.h)
		side = box.h / 2;
	for (int i = 0; i < n; i++) {
		int rows = (n + 1) / 2, x = box.x + (box.w - across * side) / 2;
		int y = box.y + (box.h - rows * side) / 2;

		draw_piece(d->l, rect_of(x + i % across * side, y + i / across * side, side, side),
			   e->piece[i], e->stones ? DRAW_STONES : 0);
	}
}

void
emblem_draw(const struct page_draw *d, struct rect box, const struct panel_emblem *e)
{
	struct rect inside = rect_inset(box, measure(d->g, SPACE_TIGHT));

	draw_fill(d->l, PAL_TRAY, box, d->g->radius);
	for (int k = 0; k < 2; k++) {
		struct rect half = rect_cell(inside, 2, 1, measure(d->g, SPACE_TIGHT), k);

		if (e->dice[k] != 0)
			widget_die(d, half, e->dice[k]);
		if (e->card[k] == NULL)
			continue;
		draw_fill(d->l, PAL_FACE, half, measure(d->g, SPACE_TIGHT));
		draw_text(d->l, k == 0 ? PAL_TEXT_RED : PAL_TEXT_DARK, half, d->g->small_px,
			  DRAW_CENTRE, e->card[k]);
	}
	if (e->piece[0].letter != 0) {
		bool teams = d->l->teams;

		d->l->teams = e->teams;
		pieces_draw(d, inside, e);
		d->l->teams = teams;
	}
}
