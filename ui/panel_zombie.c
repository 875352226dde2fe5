/* Zombie Chess: both graveyards, the dust, what a turn has announced, squares it has left. */
#include <string.h>

#include "ui/panel.h"

static void
graveyard_draw(const struct page_draw *d, struct rect row, unsigned side)
{
	const struct ui_keys *k = &d->s->keys;
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
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), d->s->keys.dust);
}

/* Captured pieces that are still to be buried, in the order of capture. */
static void
hold_draw(const struct page_draw *d, struct rect row)
{
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 116);

	draw_text(d->l, PAL_TEXT_SHOWN, rect_of(row.x, row.y, label_w, row.h), d->g->small_px,
		  DRAW_BOLD, "To bury");
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), d->s->keys.hold);
}

static void
zombies_say(const struct page_draw *d, struct rect row)
{
	const struct ui_state *s = d->s;
	unsigned n[2] = { 0, 0 };

	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++)
		if (s->at[sq].mark == '^')
			n[s->at[sq].letter >= 'a']++;
	draw_textf(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
		   d->g->compact ? "Zombies %u, %u" : "Zombies: White %u, Black %u", n[0], n[1]);
}

static void
stand_in_say(const struct page_draw *d, struct rect row)
{
	draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
		  d->g->compact ? "No set left: any piece" : "Out of such men: any will do");
}

/* More of a kind on the board than a set has: another piece has to stand in. */
static bool
needs_stand_in(const struct ui_state *s)
{
	static const char letters[] = "QRBNPqrbnp";
	static const uint8_t full[] = { 1, 2, 2, 2, 8 };

	for (unsigned i = 0; letters[i] != '\0'; i++)
		if (panel_count(s, letters[i], '?') > full[i % 5])
			return true;
	return false;
}

void
panel_zombie_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	struct rect row;

	for (unsigned side = 0; side < 2; side++)
		if (panel_row(d, &box, panel_high(d->g), &row))
			graveyard_draw(d, row, side);
	if (s->keys.hold[0] != '\0' && panel_row(d, &box, panel_high(d->g), &row))
		hold_draw(d, row);
	for (unsigned i = s->n_said > 2 ? s->n_said - 2u : 0; i < s->n_said; i++)
		if (panel_row(d, &box, panel_line(d->g), &row))
			draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, 0, s->said[i]);
	if (panel_row(d, &box, panel_line(d->g), &row))
		zombies_say(d, row);
	if (needs_stand_in(s) && panel_row(d, &box, panel_line(d->g), &row))
		stand_in_say(d, row);
	if (s->keys.dust[0] != '\0' && panel_row(d, &box, panel_high(d->g), &row))
		dust_draw(d, row);
	panel_rest(d, box);
}
