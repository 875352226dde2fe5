/*
 * Masquerade: what each kind of either side may still capture as, as everybody
 * may deduce it. A letter is still possible, a dot is not; what is certain
 * stands out.
 */
#include <string.h>

#include "ui/panel.h"

static const char kinds[UI_KINDS + 1] = "KQRBN";

static void
table_draw(const struct page_draw *d, struct rect box, unsigned side)
{
	const struct ui_keys *k = &d->m->state.keys;
	int h = box.h / UI_KINDS, w = box.w / (UI_KINDS + 1);

	draw_fill(d->l, PAL_CARD, box, d->g->radius);
	draw_fill(d->l, PAL_TRAY, rect_of(box.x, box.y, w + 2, box.h), d->g->radius);
	for (int i = 0; i < UI_KINDS; i++) {
		int pic = w < h ? w : h;
		bool sure = strlen(k->known[side][i]) == 1;

		draw_piece(d->l, rect_of(box.x + 1, box.y + i * h + (h - pic) / 2, pic, pic),
			   (struct ui_piece){ (char)(side == 1 ? kinds[i] | 0x20 : kinds[i]), 0 },
			   0);
		for (int j = 0; j < UI_KINDS; j++) {
			bool may = strchr(k->known[side][i], kinds[j]) != NULL;
			char text[] = { may ? kinds[j] : '.', '\0' };

			draw_text(d->l, may && sure ? PAL_TEXT_SHOWN : PAL_TEXT_DIM,
				  rect_of(box.x + (j + 1) * w, box.y + i * h, w, h), d->g->small_px,
				  DRAW_CENTRE | (may && sure ? DRAW_BOLD : 0), text);
		}
	}
}

void
panel_masquerade_layout(const struct page_draw *d, struct rect box)
{
	int h = UI_KINDS * (d->g->small_line + metrics_px(d->g, d->g->compact ? 1 : 4));
	struct rect row;

	if (panel_row(d, &box, h, &row))
		for (int side = 0; side < 2; side++)
			table_draw(d, rect_cell(row, 2, 1, d->g->gap, side), (unsigned)side);
	panel_rest(d, box);
}
