/* Chess and Chess960: the pieces of an orthodox set that are off the board. */
#include <string.h>

#include "ui/panel.h"

static const char kinds[] = "QRBNP";
static const uint8_t full_set[] = { 1, 2, 2, 2, 8 };
enum { KINDS = sizeof(full_set), SET_MAX = 15 };

/*
 * Counts the missing pieces of each kind. A surplus piece is a promoted pawn,
 * so that pawn is not missing. Pieces that a half-made move has yet to take away count already where
 * they go, or as captured.
 */
static void
missing_count(const struct ui_state *s, bool black, int missing[KINDS])
{
	int promoted = 0;

	for (unsigned k = 0; k < KINDS; k++)
		missing[k] = full_set[k];
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		if (s->guidance.onward && sqset_has(s->guidance.extra, sq))
			continue;
		for (unsigned k = 0; k < KINDS; k++)
			missing[k] -= s->at[sq].letter == (char)(kinds[k] | (black ? 0x20 : 0));
	}
	for (unsigned k = 0; k < KINDS; k++) {
		if (missing[k] < 0) {
			promoted -= missing[k];
			missing[k] = 0;
		}
	}
	missing[KINDS - 1] -= promoted;
}

/* Counts all captured pieces. */
static int
n_missing(const struct ui_state *s)
{
	int missing[KINDS], n = 0;

	for (unsigned side = 0; side < 2; side++) {
		missing_count(s, side == 1, missing);
		for (unsigned k = 0; k < KINDS; k++)
			n += missing[k];
	}
	return n;
}

/* Draws a row of pieces, closer together if they do not fit side by side. */
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
	struct rect tray = rect_cut_top(&box, measure(d->g, PICTURE), d->g->gap);
	struct rect rows = rect_inset(tray, measure(d->g, SPACE_TIGHT));

	draw_fill(d->l, PAL_TRAY, tray, d->g->radius);
	if (d->s->phase != UI_PHASE_NONE) {
		row_draw(d, rect_of(rows.x, rows.y, rows.w, rows.h / 2), false);
		row_draw(d, rect_of(rows.x, rows.y + rows.h / 2, rows.w, rows.h / 2), true);
	}
	if (n_missing(d->s) == 0)
		draw_text(d->l, PAL_TEXT_DARK, rows, d->g->small_px, DRAW_CENTRE, tr("Captured: none"));
	panel_moves_layout(d, box);
}

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("Castling"),
	  "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1",
	  {
		  { NULL, "e1",
		    N_("King and rook have not moved, nothing stands between them, and "
		   "no square on the king's way is attacked.") },
		  { "e1g1", NULL,
		    N_("The king goes two squares, and the rook lands beside it. Your "
		   "hands may move either first.") },
	  } },
	{ N_("En passant"),
	  "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
	  {
		  { NULL, NULL,
		    N_("A pawn on its second row may step twice.") },
		  { "d7d5", NULL,
		    N_("Here it steps past an enemy pawn.") },
		  { "e5d6", NULL,
		    N_("The very next move may capture it, as if it had stepped once.") },
	  } },
	{ N_("Promotion"),
	  "8/4P3/8/8/8/k7/8/4K3 w - - 0 1",
	  {
		  { NULL, "e7",
		    N_("This pawn is one step from the last row.") },
		  { "e7e8q", NULL,
		    N_("It becomes a queen. On the screen you may choose rook, bishop "
		   "or knight.") },
	  } },
	{ N_("Check and mate"),
	  "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
	  {
		  { NULL, "a1",
		    N_("Who attacks the king gives check.") },
		  { "a1a8", NULL,
		    N_("The king must get out of check, but has no safe square, and no "
		   "piece can help: mate, the game is won.") },
	  } },
	{ 0 },
};

/* How each piece moves. */
const struct help_show panel_chess_pieces[] = {
	{ N_("How the pieces move"),
	  "2r4k/8/5p2/R7/3Q4/1B4p1/4N2P/1K6 w - - 0 1",
	  {
		  { NULL, "b1",
		    N_("The king goes one square in any direction. Where there is check it may not go onto an attacked one.") },
		  { NULL, "d4",
		    N_("The queen goes any distance, straight or diagonally. It captures on orange, and your "
		       "own piece stops it.") },
		  { NULL, "a5",
		    N_("The rook goes any distance straight, up to the first piece.") },
		  { NULL, "b3",
		    N_("The bishop goes any distance diagonally, so it stays on its colour.") },
		  { NULL, "e2",
		    N_("The knight goes two squares straight and one aside. It jumps over other pieces.") },
		  { NULL, "h2",
		    N_("A pawn steps one square ahead, from its second row also two. It captures only "
		       "diagonally ahead, into the next column.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static const struct panel_now now[] = {
	{ N_("To castle, move king and rook, in any order."),
	  NOW_IF(may_castle) },
	{ PANEL_PASS_PAWN, NOW_IF(may_pass_pawn) },
	{ PANEL_PROMOTE, NOW_IF(may_promote) },
	{ 0 },
};

const struct panel panel_chess = {
	.game = "chess",
	.title = N_("Chess"),
	.line = N_("Trap the enemy's king"),
	.by_default = true,
	.emblem = { .piece = { { 'K', 0 }, { 'q', 0 } } },
	.layout = panel_chess_layout,
	.examples = examples,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.now = now,
	.help = {
		{ N_("Chess"),
		  N_("You win by checkmate: the enemy king is attacked, and no move saves it.\n"
		     "Your own king must never stay attacked.\n"
		     "White begins, then both take turns.\n"
		     "A piece that lands on an enemy captures it."),
		  4, 1 },
		{ N_("Special moves"),
		  N_("Castling: the king goes two squares, and the rook lands beside it.\n"
		     "A pawn on the last row (rank) becomes a queen. Or touch another piece on this "
		     "screen.\n"
		     "En passant: see Examples."),
		  1, 0 },
		{ N_("Draws"),
		  N_("Stalemate: who has no legal move, but is not in check, has a draw.\n"
		     "So it is if the pieces left can mate nobody.\n"
		     "And after five times the same position, or 75 moves without a capture or a "
		     "pawn move.\n"
		     "In the menu both agree on a draw.\n"
		     "Or one claims it: after three times the same position, or 50 such moves."), 0, 0 },
		{ N_("Before your first game"),
		  N_("In the menu, under Players, each side chooses its hints.\n"
		     "A lifted piece shows nothing, its moves, or also the dangers.\n"
		     "Your hands may work in any order."), 0, 0 },
	},
};
