/* Half Alice: the two sides of the mirror side by side, and the number of free checkers. */
#include "ui/panel.h"

enum { FILES = 8 };

/* Draws the pieces of one side of the mirror on a small board. */
static void
mirror_side(const struct page_draw *d, struct rect box, bool behind)
{
	const struct ui_state *s = d->s;
	struct rect label = rect_cut_top(&box, d->g->small_line, 0);
	bool flipped = board_is_flipped(d);
	int side = (box.w < box.h ? box.w : box.h) / FILES, x = box.x + (box.w - side * FILES) / 2;

	draw_text(d->l, PAL_TEXT_DIM, label, d->g->small_px, DRAW_CENTRE,
		  behind ? tr("Behind") : tr("Before"));
	draw_checker(d->l, rect_of(x, box.y, side * FILES, side * FILES), side);
	for (unsigned sq = 0; sq < FILES * FILES; sq++) {
		struct ui_piece p = { s->at[sq].letter, 0 };
		int file = (int)sq % FILES, rank = (int)sq / FILES;
		int across = flipped ? FILES - 1 - file : file;
		int down = flipped ? rank : FILES - 1 - rank;

		if (p.letter != 0 && (s->at[sq].mark == '@') == behind)
			draw_piece(d->l,
				   rect_of(x + across * side, box.y + down * side, side, side), p,
				   0);
	}
}

static void
half_alice_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	int gap = d->g->gap, half = (box.w - gap) / 2;
	int high = d->g->small_line + half / FILES * FILES;
	struct rect row;

	if (s->files != FILES || s->ranks != FILES)
		return;
	if (panel_row(d, &box, d->g->compact ? 2 * d->g->small_line : d->g->list_line, &row))
		draw_filled(d->l, PAL_TEXT, row, d->g->small_px, d->g->compact ? DRAW_TOP : 0,
			    tr("Free checkers: White {1}, Black {2}"), LANG_N(s->keys.checkers[0]),
			    LANG_N(s->keys.checkers[1]));
	if (!d->g->compact && panel_row(d, &box, high, &row)) {
		mirror_side(d, rect_of(row.x, row.y, half, high), false);
		mirror_side(d, rect_of(row.x + half + gap, row.y, half, high), true);
	}
	panel_rest(d, box);
}

static const struct panel_option options[] = {
	{ "checkers", N_("Checkers"), { "12", "16" }, { N_("12 a side"), N_("16 a side") } },
	{ NULL, NULL, { NULL }, { NULL } },
};

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("Through the mirror"),
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 checkers=12,12",
	  {
		  { "e2e4", NULL,
		    N_("Every move takes the piece to the other side of the mirror: now "
		   "it stands on a checker.") },
		  { "g8f6", NULL,
		    N_("Black's knight too.") },
		  { "e4e5", NULL,
		    N_("The next move takes it back before the mirror.") },
	  } },
	{ N_("Thin air"),
	  "4k3/8/8/3n4/8/3p@4/8/3RK3 w - - 0 1 checkers=12,11",
	  {
		  { NULL, "d1",
		    N_("The pawn on d3 is behind the mirror: the rook goes through it, "
		   "but cannot end there.") },
		  { "d1d5", NULL,
		    N_("It captures on its own side, then changes sides.") },
	  } },
	{ N_("A check"),
	  "1k1Q4/8/1R@6/8/8/8/8/7K b - - 0 1 checkers=11,12",
	  {
		  { NULL, NULL,
		    N_("The queen gives check before the mirror. The rook on b6 is behind the "
		   "mirror.") },
		  { NULL, "b8",
		    N_("The queen attacks c8, c7 and a8 before the change, the rook b7 "
		   "after it.") },
		  { "b8a7", NULL,
		    N_("This is the only move.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static bool
has_no_checker(const struct ui_state *s)
{
	return s->keys.checkers[panel_side(s)] == 0;
}

static const struct panel_now now[] = {
	{ N_("A piece meets only those on its own side of the mirror."),
	  .when = NULL },
	{ N_("After its move a piece changes sides: lay a checker under it, or take its checker "
	     "away."),
	  NOW_IF(settings.objects) },
	{ N_("After its move a piece changes sides. Dark blue light: behind the mirror."),
	  NOW_UNLESS(settings.objects) },
	{ N_("No checker is free: only a piece behind the mirror can move."),
	  .when = has_no_checker },
	{ 0 },
};

const struct panel panel_half_alice = {
	.game = "half-alice",
	.title = N_("Half Alice"),
	.line = N_("Through the mirror"),
	.emblem = { .piece = { { 'R', 0 }, { 'R', '@' } } },
	.options = options,
	.layout = half_alice_layout,
	.examples = examples,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.now = now,
	.help = {
		{ N_("Half Alice"),
		  N_("You win by checkmate.\n"
		     "Every piece is before the mirror, or behind it: on a checker, or on a blue "
		     "light.\n"
		     "After its move a piece changes sides. On the screen grey rings are before the mirror, "
		     "blue ones behind it. The board lights only the blue; with real "
		     "checkers, put one under it, or take it away."),
		  1, 0 },
		{ N_("A move"),
		  N_("A move is made among the pieces of its own side of the mirror alone.\n"
		     "The others are air: they neither stop it nor can be taken.\n"
		     "None of them may stand on its end square.\n"
		     "With no free checker a piece before the mirror cannot move."),
		  2, 0 },
		{ N_("Kings"),
		  N_("Your king must be safe from the enemies on its side of the mirror.\n"
		     "If it moves itself, its new square must be safe on both sides.\n"
		     "A piece of its side cannot block for it, because it changes sides; one from "
		     "the other side can.\n"
		     "A piece attacks even when no checker is free."),
		  3, 1 },
		{ N_("Castling, pawns"),
		  N_("To castle king and rook must be unmoved; both change sides.\n"
		     "Pawns step twice from their second row (rank) on either side.\n"
		     "En passant: on the side where the other pawn now is."), 0, 0 },
		{ N_("Before your first game"),
		  N_("After each move of your opponent look which pieces stand on the side where the "
		     "moved piece is now.\n"
		     "A piece that captures changes sides, too: only a piece on that other side can "
		     "take it back."), 0, 0 },
	},
};
