/* Zombie Chess: both graveyards, the dust, what a turn has announced, squares it has left. */
#include <string.h>

#include "ui/panel.h"

static void
graveyard_draw(const struct page_draw *d, struct rect row, unsigned side)
{
	const struct ui_keys *k = &d->m->state.keys;
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 116);
	char letters[UI_GRAVES_MAX + 1];
	unsigned n = k->n_buried[side];

	for (unsigned i = 0; i < n; i++)
		letters[i] = k->buried[side][i].letter;
	letters[n] = '\0';
	draw_textf(d->l, PAL_TEXT, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		   d->g->compact ? "%s hid" : "%s buried", side == 1 ? "Black" : "White");
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), letters);
}

static void
dust_draw(const struct page_draw *d, struct rect row)
{
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 116);

	draw_text(d->l, PAL_TEXT_DIM, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		  "Dust");
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h),
		     d->m->state.keys.dust);
}

void
panel_zombie_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	struct rect row;

	for (unsigned side = 0; side < 2; side++)
		if (panel_row(d, &box, panel_high(d->g), &row))
			graveyard_draw(d, row, side);
	for (unsigned i = s->n_said > 2 ? s->n_said - 2u : 0; i < s->n_said; i++)
		if (panel_row(d, &box, panel_line(d->g), &row))
			draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, 0, s->said[i]);
	if (s->keys.dust[0] != '\0' && panel_row(d, &box, panel_high(d->g), &row))
		dust_draw(d, row);
	panel_rest(d, box);
}
