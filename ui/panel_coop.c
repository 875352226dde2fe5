/* Cooperative Chess: each side's top discard and hand, the pile, what is captured, what is wild. */
#include <string.h>

#include "ui/panel.h"

static void
side_draw(const struct page_draw *d, struct rect row, unsigned side)
{
	const struct ui_keys *k = &d->m->state.keys;
	const struct ui_cards *top = &k->discards[side];
	int card_w = metrics_px(d->g, d->g->compact ? 44 : 64);
	struct rect card = rect_of(row.x, row.y, card_w, row.h);

	if (top->n > 0 && top->open)
		widget_card_face(d, card, top->card[top->n - 1]);
	else
		draw_frame(d->l, PAL_TEXT_DIM, card, metrics_px(d->g, 1));
	draw_textf(d->l, PAL_TEXT,
		   rect_of(row.x + card_w + d->g->gap, row.y, row.w - card_w - d->g->gap, row.h),
		   d->g->small_px, 0, "%s, hand %u", side == 1 ? "Black" : "White",
		   k->hand[side].n);
}

void
panel_coop_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_keys *k = &d->m->state.keys;
	struct rect row;

	for (unsigned side = 0; side < 2; side++)
		if (panel_row(d, &box, panel_high(d->g), &row))
			side_draw(d, row, side);
	if (k->wild && panel_row(d, &box, panel_line(d->g), &row))
		draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, DRAW_BOLD, "The next is wild");
	if (panel_row(d, &box, panel_line(d->g), &row))
		draw_textf(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, "Pile %u, captured %u",
			   k->pile.n, k->captured.n);
	panel_rest(d, box);
}
