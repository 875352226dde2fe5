/* Dice-Money: the dice and their pieces, money, both price lists, lost pieces. */
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/secret.h"

static const char die_piece[] = "?PNBRQK";

/* Draws each die, its piece, and what a move of that piece earns: the other die. */
static void
dice_draw(const struct page_draw *d, struct rect row)
{
	const struct ui_keys *k = &d->s->keys;
	bool black = strcmp(seat_turn(d->s), "b") == 0;
	int step = row.h + measure(d->g, SPACE_TIGHT);
	char money[PANEL_MONEY_TEXT];

	if (k->n_dice == 0)
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
			  d->g->compact ? tr("Which piece earns?") : tr("The dice say which pieces earn"));
	for (int i = 0; i < k->n_dice; i++) {
		char letter = die_piece[k->dice[i]];
		struct rect cell = rect_cell(row, 2, 1, measure(d->g, SPACE_NEAR), i);
		struct rect piece = rect_of(cell.x + step, cell.y, row.h, row.h);

		widget_die(d, rect_of(cell.x, cell.y, row.h, row.h), k->dice[i]);
		draw_fill(d->l, PAL_TRAY, piece, d->g->radius);
		draw_piece(d->l, rect_inset(piece, 1),
			   (struct ui_piece){ (char)(black ? letter | 0x20 : letter), 0 }, 0);
		panel_money(k->dice[k->n_dice - 1 - i], money);
		draw_textf(d->l, PAL_TEXT,
			   rect_of(cell.x + 2 * step, cell.y, cell.w - 2 * step, cell.h),
			   d->g->small_px, 0, "%s%s", d->g->compact ? "" : "=", money);
	}
}

/*
 * Returns what a side earned in its current or last turn: by the newest main move that no
 * later roll of the same side follows.
 */
static unsigned
earned_by(const struct ui_state *s, int side)
{
	for (unsigned i = s->n_moves; i-- > 0;) {
		const struct ui_move *m = &s->move[i];

		if (m->black != (side == 1))
			continue;
		if (m->earned > 0)
			return m->earned;
		if (strncmp(m->text, "roll:", 5) == 0)
			return 0;
	}
	return 0;
}

/* Draws a side's king in the left end of a row, and returns the rest. */
static struct rect
king_draw(const struct page_draw *d, struct rect row, int side)
{
	struct rect king = rect_of(row.x, row.y, row.h, row.h);

	draw_fill(d->l, PAL_TRAY, king, measure(d->g, SPACE_NEAR));
	draw_piece(d->l, king, (struct ui_piece){ side == 1 ? 'k' : 'K', 0 }, 0);
	return rect_of(row.x + row.h, row.y, row.w - row.h, row.h);
}

/* Draws a side's money, and what its last main move earned. */
static void
money_draw(const struct page_draw *d, struct rect cell, int side)
{
	unsigned earned = earned_by(d->s, side);
	struct rect rest;
	int near = measure(d->g, SPACE_NEAR);
	char money[PANEL_MONEY_TEXT];

	draw_fill(d->l, PAL_CARD, cell, near);
	rest = king_draw(d, cell, side);
	rest = rect_of(rest.x + near, rest.y, rest.w - near, rest.h);
	panel_money((unsigned)d->s->keys.money[side], money);
	draw_text(d->l, PAL_TEXT, rest, d->g->small_px, DRAW_BOLD, money);
	if (earned == 0)
		return;
	panel_money(earned, money);
	draw_textf(d->l, PAL_TEXT_SHOWN, rest, d->g->small_px, DRAW_BOLD | DRAW_RIGHT, "+%s", money);
}

/* Reports whether a side can buy what this price row offers. */
static bool
can_buy(const struct ui_state *s, int side, unsigned row)
{
	char colour = side == 1 ? 'b' : 'w';
	struct ui_piece piece;

	if (strcmp(seat_turn(s), side == 1 ? "b" : "w") != 0)
		return false;
	for (unsigned i = 0; i < s->n_words; i++)
		if (strncmp(s->word[i], "buy:", 4) == 0 &&
		    choice_price_row(colour, s->word[i] + 4, &piece) == row)
			return true;
	return false;
}

/* Returns the cell of a price: right of the king, which is as wide as the row is high. */
static struct rect
price_cell(struct rect row, int i)
{
	return rect_cell(rect_of(row.x + row.h, row.y, row.w - row.h, row.h), UI_PRICES, 1, 0, i);
}

/* Reports whether this row was bought in the current turn, and is still to be used. */
static bool
is_bought(const struct ui_keys *k, int row)
{
	return row == UI_PRICES - 1 ? k->flight : row + 1 == k->extra;
}

/* Draws the piece of a heading; knight and bishop have one price, and are both in it. */
static void
ware_draw(const struct page_draw *d, struct rect cell, char letter, unsigned flags)
{
	int w = cell.w < cell.h ? cell.w : cell.h, part = w * 3 / 4;

	if (letter != 'N') {
		draw_piece(d->l, rect_square(cell, w), (struct ui_piece){ letter, 0 }, flags);
		return;
	}
	draw_piece(d->l, rect_of(cell.x, cell.y, part, part), (struct ui_piece){ 'N', 0 }, flags);
	draw_piece(d->l, rect_of(cell.x + cell.w - part, cell.y + cell.h - part, part, part),
		   (struct ui_piece){ 'B', 0 }, flags);
}

/* Draws the headings of the price lists; what the side to act cannot buy is pale. */
static void
wares_draw(const struct page_draw *d, struct rect row)
{
	static const char wares[UI_PRICES + 1] = "12?PNRQK";
	int side = strcmp(seat_turn(d->s), "b") == 0, tight = measure(d->g, SPACE_TIGHT);

	draw_fill(d->l, PAL_TRAY, row, d->g->radius);
	for (int i = 0; i < UI_PRICES; i++) {
		struct rect cell = price_cell(row, i);
		bool bought = is_bought(&d->s->keys, i);

		if (bought)
			draw_fill(d->l, PAL_BUTTON_MAIN, cell, measure(d->g, SPACE_NEAR));
		if (i < 2)
			draw_textf(d->l, bought ? PAL_TEXT_MAIN : PAL_TEXT_DARK,
				   rect_of(cell.x - (i == 0 ? tight : 0), cell.y, cell.w + tight,
					   cell.h),
				   d->g->small_px, DRAW_CENTRE, "+%c", wares[i]);
		else
			ware_draw(d, cell, wares[i],
				  bought || can_buy(d->s, side, (unsigned)i) ? 0 : DRAW_PALE);
	}
}

/*
 * Formats a price; a dash if it is too wide. No side ever has more than 100, so such a price
 * cannot be paid.
 */
static void
price_format(const struct page_draw *d, int price, char text[16])
{
	if (price > (d->g->compact ? 99 : 999))
		snprintf(text, 16, "\u2013");
	else
		snprintf(text, 16, "%d", price);
}

/* Reports whether the player must buy now or never: the move has begun. */
static bool
is_last_chance(const struct ui_state *s)
{
	return s->phase == UI_PHASE_PLAYING && panel_stage(s, "buy") && !sqset_empty(s->lifted) &&
	       secret_has(s, "buy:");
}

/* Draws a side's prices; what it cannot buy now is dim. */
static void
prices_draw(const struct page_draw *d, struct rect row, int side)
{
	const struct ui_state *s = d->s;

	(void)king_draw(d, row, side);
	for (int i = 0; i < UI_PRICES; i++) {
		bool can = can_buy(s, side, (unsigned)i);
		struct rect cell = price_cell(row, i);
		enum palette ink = can ? PAL_TEXT : PAL_TEXT_OFF;
		char text[16];

		if (can && is_last_chance(s)) {
			draw_fill(d->l, panel_blink_on(d->m) ? PAL_BUTTON_MAIN : PAL_PAGE, cell, 2);
			ink = panel_blink_on(d->m) ? PAL_TEXT_MAIN : PAL_TEXT;
		}
		price_format(d, s->keys.price[side][i], text);
		draw_text(d->l, ink, cell, d->g->small_px, DRAW_CENTRE | (can ? DRAW_BOLD : 0),
			  text);
	}
}

enum { LEGEND_LINES = 3, LEGEND_LINES_COMPACT = 2 };

/*
 * Explains the headings of the price lists while there is a choice, such as what to buy; in the
 * large design also at other times, if the lost pieces still have room.
 */
static void
legend_draw(const struct page_draw *d, struct rect *box)
{
	int high = (d->g->compact ? LEGEND_LINES_COMPACT : LEGEND_LINES) * d->g->small_line;
	bool both = box->h >= high + measure(d->g, SPACE_ROWS) + measure(d->g, ROW);
	uint8_t group[CHOICES];
	struct rect row;

	if ((d->g->compact || !both) && choice_groups(d->s, group) == 0)
		return;
	if (!panel_row(d, box, high, &row))
		return;
	draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, DRAW_TOP,
		  d->g->compact ? tr("+1, +2: more moves. ?: a lost enemy. K: it flies")
				: tr("Prices: 1 or 2 more moves, a piece the enemy lost (?), "
				     "your own lost ones, a king that flies"));
}

static void
dice_money_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_keys *k = &d->s->keys;
	int line = d->g->list_line;
	char lost[2 * UI_PIECES_TEXT];
	bool has_prices;
	struct rect row;

	if (panel_row(d, &box, measure(d->g, ROW), &row))
		dice_draw(d, row);
	if (panel_row(d, &box, line, &row))
		for (int side = 0; side < 2; side++)
			money_draw(d, rect_cell(row, 2, 1, d->g->gap, side), side);
	has_prices = box.h >= 3 * line + measure(d->g, SPACE_ROWS);
	if (has_prices && panel_row(d, &box, line, &row))
		wares_draw(d, row);
	if (has_prices && panel_row(d, &box, 2 * line, &row)) {
		for (int side = 0; side < 2; side++)
			prices_draw(d, rect_cell(row, 1, 2, 0, side), side);
		legend_draw(d, &box);
	}
	snprintf(lost, sizeof(lost), "%s%s", k->lost[0], k->lost[1]);
	if (panel_row(d, &box, measure(d->g, ROW), &row)) {
		panel_pieces(d, row, lost);
		if (lost[0] == '\0')
			draw_text(d->l, PAL_TEXT_DARK, row, d->g->small_px, DRAW_CENTRE,
				  tr("Captured: none"));
	}
	panel_rest(d, box);
}

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("Dice earn money"),
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 stage=roll dice=- "
	   "money=1,2 prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=-/- extra=0 flight=0",
	  {
		  { "roll:2,6", NULL,
		    N_("Each die names a piece: pawn, knight, bishop, rook, queen, "
		   "king. Here knight and king.") },
		  { "g1f3", NULL,
		    N_("A knight moves, so White earns the other die: $6.") },
	  } },
	{ N_("A further move"),
	  "4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1 stage=roll dice=- money=6,2 "
	   "prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=-/- extra=0 flight=0",
	  {
		  { "roll:3,4", NULL,
		    N_("Before the main move one thing may be bought.") },
		  { "buy:extra1", NULL,
		    N_("A further move costs $5 at first, then $1 more each time.") },
		  { "e2e4", NULL,
		    N_("Now the main move …") },
		  { "d2d4", NULL,
		    N_("… and the bought one.") },
	  } },
	{ N_("A lost piece returns"),
	  "4k3/8/8/8/8/8/8/4K3 w - - 0 1 stage=roll dice=- money=7,2 "
	   "prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=N/- extra=0 flight=0",
	  {
		  { "roll:1,3", NULL,
		    N_("White has lost a knight, and has $7.") },
		  { "buy:N@f3", NULL,
		    N_("A lost knight costs $7 and stands on any empty square.") },
		  { NULL, "f3",
		    N_("It may make the main move at once.") },
	  } },
	{ N_("A king that flies"),
	  "1k1r4/8/8/8/8/8/8/4K3 w - - 0 1 stage=roll dice=- money=10,2 "
	   "prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=-/- extra=0 flight=0",
	  {
		  { "roll:1,3", NULL,
		    N_("The rook guards d1 and d2.") },
		  { "buy:flight", NULL,
		    N_("For $10 the king moves like a queen, in this turn.") },
		  { NULL, "e1",
		    N_("He may cross attacked squares, but not land on one.") },
		  { "e1c1", NULL,
		    N_("So he flies past the rook.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static bool
is_main(const struct ui_state *s)
{
	return panel_stage(s, "buy") || panel_stage(s, "move");
}

static bool
may_buy(const struct ui_state *s)
{
	return secret_has(s, "buy:");
}

static bool
may_buy_piece(const struct ui_state *s)
{
	for (unsigned i = 0; i < s->n_words; i++)
		if (strncmp(s->word[i], "buy:", 4) == 0 && s->word[i][5] == '\0')
			return true;
	return false;
}

static bool
may_not_buy(const struct ui_state *s)
{
	return !may_buy(s);
}

static const struct panel_now now[] = {
	{ N_("The dice name the pieces that earn money in this turn."),
	  .stage = "roll" },
	{ N_("To earn money, move a piece that one die names: you get what the other shows."),
	  .when = is_main },
	{ N_("Money buys one thing before the move: further moves, a lost piece, or a king that "
	     "flies."),
	  .when = may_buy },
	{ N_("To buy a lost piece, set it down on an empty square."),
	  .when = may_buy_piece },
	{ N_("You cannot pay for anything now."),
	  .when = may_not_buy, .stage = "buy" },
	{ N_("Your king may fly in this move: like a queen, but not onto an attacked square."),
	  NOW_IF(keys.flight) },
	{ N_("A further move is bought. It earns nothing."),
	  .stage = "extra" },
	{ 0 },
};

const struct panel panel_dice_money = {
	.game = "dice-money",
	.title = N_("Dice-Money"),
	.line = N_("Dice earn, money buys"),
	.emblem = { .dice = { 2, 5 } },
	.layout = dice_money_layout,
	.blinks = is_last_chance,
	.reveals = N_("Reveal proves in the record that the dice were fair. Then the end cannot be taken "
		      "back, and there is a QR code."),
	.examples = examples,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.now = now,
	.help = {
		{ N_("Dice-Money"),
		  N_("You win by checkmate.\n"
		     "A turn: roll two dice, buy one thing or nothing, and move as in chess: the main "
		     "move.\n"
		     "Then come further moves, if bought.\n"
		     "White begins with $1, Black with $2; nobody has more than $100."), 0, 0 },
		{ N_("Earning"),
		  N_("On a die, 1 is a pawn, 2 a knight, 3 a bishop, 4 a rook, 5 the queen, 6 the "
		     "king.\n"
		     "If one die names the piece of the main move, you earn what the other shows: with "
		     "2 and 5 a knight earns $5, the queen $2.\n"
		     "Castling is the king's, promotion the new piece's.\n"
		     "Two equal dice pay once."),
		  1, 1 },
		{ N_("Buying"),
		  N_("One thing a turn, before the main move: one or two further moves, a lost piece, or "
		     "flight.\n"
		     "A lost piece of either side goes on an empty square; it stays its side's.\n"
		     "Flight: in the main move the king moves like a queen.\n"
		     "What you buy costs you $1 more the next time."),
		  3, 1 },
		{ N_("Kings and pawns"),
		  N_("After each move your own king must be safe.\n"
		     "With further moves you may leave the enemy in check and go on.\n"
		     "No move takes a king.\n"
		     "A pawn promotes only to a piece that is lost."), 0, 0 },
		{ N_("The end, and a first game"),
		  N_("Mate is judged when a turn begins, before the dice, by ordinary moves alone.\n"
		     "No move and no check is a draw. In a match the winner's prices go on.\n"
		     "Before your first game: look at the dice before you look at the board.\n"
		     "The last chance to buy is before you set down the main move."), 0, 0 },
	},
};
