/* Crowded House: four seats, the half of the board that each plays on, and who acts. */
#include <string.h>

#include "ui/panel.h"
#include "ui/seat.h"

enum { NAME_LETTERS = 5 }; /* as many as a seat has room for */

static const char *
name_of(const struct ui_state *s, const char *seat)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, seat) == 0)
			return s->names[i];
	return "";
}

static void
seat_draw(const struct page_draw *d, struct rect cell, const char *seat)
{
	const struct ui_state *s = d->s;
	bool acts = s->phase == UI_PHASE_PLAYING && strcmp(s->to_act, seat) == 0;
	char king = seat[1] == 'k' ? 'K' : 'Q';
	struct rect text = rect_inset(cell, metrics_px(d->g, 2));
	int side = cell.h;

	draw_fill(d->l, acts ? PAL_BUTTON_MAIN : PAL_TRAY, cell, d->g->radius);
	draw_piece(d->l, rect_of(cell.x, cell.y, side, side),
		   (struct ui_piece){ (char)(seat[0] == 'b' ? king | 0x20 : king), 0 }, 0);
	text.x = (int16_t)(text.x + side);
	text.w = (int16_t)(text.w - side);
	draw_textf(d->l, acts ? PAL_TEXT_MAIN : PAL_TEXT_DARK, text, d->g->small_px, 0, "%.*s %s",
		   d->g->compact ? 0 : NAME_LETTERS, name_of(s, seat),
		   seat[1] == 'k' ? "e\u2013h" : "a\u2013d");
}

void
panel_crowded_layout(const struct page_draw *d, struct rect box)
{
	/* As they sit: Black above, the queens' halves left. */
	static const char *const seats[] = { "bq", "bk", "wq", "wk" };
	unsigned passes = d->s->keys.passes;
	struct rect row;

	for (int i = 0; i < 4; i += 2) {
		if (!panel_row(d, &box, panel_high(d->g), &row))
			break;
		for (int k = 0; k < 2; k++)
			seat_draw(d, rect_cell(row, 2, 1, d->g->gap, k), seats[i + k]);
	}
	if (passes > 0 && panel_row(d, &box, panel_line(d->g), &row))
		draw_textf(d->l, PAL_TEXT_WARN, row, d->g->small_px, 0, "Passes: %u of 4", passes);
	panel_rest(d, box);
}
