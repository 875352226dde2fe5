/* Dice-Money: the dice and the pieces they stand for, money, both price lists, lost pieces. */
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"
#include "ui/seat.h"

static const char die_piece[] = "?PNBRQK";

static void
dice_draw(const struct page_draw *d, struct rect row)
{
	const struct ui_state *s = d->s;
	bool black = strcmp(seat_turn(s), "b") == 0;
	int step = row.h + metrics_px(d->g, 3), x = row.x;

	for (unsigned i = 0; i < s->keys.n_dice; i++) {
		char letter = die_piece[s->keys.dice[i]];
		struct rect piece = rect_of(x + step, row.y, row.h, row.h);

		widget_die(d, rect_of(x, row.y, row.h, row.h), s->keys.dice[i]);
		draw_fill(d->l, PAL_TRAY, piece, d->g->radius);
		draw_piece(d->l, rect_inset(piece, 1),
			   (struct ui_piece){ (char)(black ? letter | 0x20 : letter), 0 }, 0);
		x += 2 * step + d->g->gap;
	}
	if (s->keys.n_dice == 0)
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, "Not rolled yet");
	else if (s->keys.extra > 0 || s->keys.flight)
		draw_textf(d->l, PAL_TEXT_SHOWN, rect_of(x, row.y, row.x + row.w - x, row.h),
			   d->g->small_px, DRAW_BOLD, s->keys.flight ? "flies" : "+%u",
			   s->keys.extra);
}

static void
money_draw(const struct page_draw *d, struct rect row)
{
	for (int side = 0; side < 2; side++)
		draw_textf(d->l, PAL_TEXT, rect_cell(row, 2, 1, d->g->gap, side), d->g->small_px,
			   DRAW_BOLD, "%s %d", phrase(side == 1 ? "Black" : "White"),
			   d->s->keys.money[side]);
}

/* What each column of the price lists is for. */
static void
wares_draw(const struct page_draw *d, struct rect row)
{
	static const char wares[UI_PRICES + 1] = "12?PNRQK";

	draw_fill(d->l, PAL_TRAY, row, d->g->radius);
	for (int i = 0; i < UI_PRICES; i++) {
		struct rect cell = rect_cell(row, UI_PRICES, 1, 0, i);
		int side = cell.w < cell.h ? cell.w : cell.h;

		if (i < 2)
			draw_textf(d->l, PAL_TEXT_DARK, cell, d->g->small_px, DRAW_CENTRE, "+%c",
				   wares[i]);
		else
			draw_piece(d->l,
				   rect_of(cell.x + (cell.w - side) / 2,
					   cell.y + (cell.h - side) / 2, side, side),
				   (struct ui_piece){ wares[i], 0 }, 0);
	}
}

/* Nobody ever has more than 100: what cannot be paid and has no room is a dash. */
static void
price_say(const struct page_draw *d, int price, char text[16])
{
	if (price > (d->g->compact ? 99 : 999))
		snprintf(text, 16, "\u2013");
	else
		snprintf(text, 16, "%d", price);
}

/* What the hands have begun can no longer be undone by buying: say so while there is time. */
bool
panel_dice_last_chance(const struct ui_state *s)
{
	bool up = s->lifted.w[0] != 0 || s->lifted.w[1] != 0;

	if (s->phase != UI_PHASE_PLAYING || strcmp(s->keys.stage, "buy") != 0 || !up)
		return false;
	for (unsigned i = 0; i < s->n_words; i++)
		if (strncmp(s->word[i], "buy:", 4) == 0)
			return true;
	return false;
}

static void
prices_draw(const struct page_draw *d, struct rect row, int side)
{
	const struct ui_state *s = d->s;
	bool own = strcmp(seat_turn(s), side == 1 ? "b" : "w") == 0;

	for (int i = 0; i < UI_PRICES; i++) {
		int price = s->keys.price[side][i];
		bool can = own && price <= s->keys.money[side];
		struct rect cell = rect_cell(row, UI_PRICES, 1, 0, i);
		enum palette ink = can ? PAL_TEXT_SHOWN : PAL_TEXT_DIM;
		char text[16];

		if (can && panel_dice_last_chance(s)) {
			draw_fill(d->l, panel_blink_on(d->m) ? PAL_BUTTON_MAIN : PAL_PAGE, cell, 2);
			ink = panel_blink_on(d->m) ? PAL_TEXT_MAIN : PAL_TEXT_SHOWN;
		}
		price_say(d, price, text);
		draw_text(d->l, ink, cell, d->g->small_px, DRAW_CENTRE, text);
	}
}

void
panel_dice_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_keys *k = &d->s->keys;
	char lost[2 * UI_PIECES_TEXT];
	struct rect row;

	if (panel_row(d, &box, panel_high(d->g), &row))
		dice_draw(d, row);
	if (panel_row(d, &box, panel_line(d->g), &row))
		money_draw(d, row);
	if (panel_row(d, &box, 3 * panel_line(d->g), &row)) {
		wares_draw(d, rect_cell(row, 1, 3, 0, 0));
		prices_draw(d, rect_cell(row, 1, 3, 0, 1), 0);
		prices_draw(d, rect_cell(row, 1, 3, 0, 2), 1);
	}
	snprintf(lost, sizeof(lost), "%s%s", k->lost[0], k->lost[1]);
	if (panel_row(d, &box, panel_high(d->g), &row))
		panel_pieces(d, row, lost);
	panel_rest(d, box);
}
