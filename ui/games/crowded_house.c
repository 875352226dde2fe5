/* Crowded House: the four seats, each seat's half of the board, and who is to move. */
#include <string.h>

#include "ui/header.h"
#include "ui/panel.h"
#include "ui/seat.h"

enum { NAME_LETTERS = 5 }; /* as many as fit a seat */

static const char *
name_of(const struct ui_state *s, const char *seat)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, seat) == 0)
			return s->names[i];
	return "";
}

/* Returns the seat that acts after another: the ring goes from White to Black, e to h first. */
static const char *
seat_after(const char *seat)
{
	static const char *const ring[] = { "wk", "bk", "wq", "bq" };
	unsigned at = 0;

	while (at < 3 && strcmp(ring[at], seat) != 0)
		at++;
	return ring[(at + 1) % 4];
}

static void
seat_draw(const struct page_draw *d, struct rect cell, const char *seat)
{
	const struct ui_state *s = d->s;
	bool acts = s->phase == UI_PHASE_PLAYING && strcmp(header_seat(s), seat) == 0;
	char king = seat[1] == 'k' ? 'K' : 'Q';
	struct rect text = rect_inset(cell, measure(d->g, SPACE_TIGHT));
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

static void
crowded_house_layout(const struct page_draw *d, struct rect box)
{
	/* as the players sit: Black above, the queens' halves on the left */
	static const char *const seats[] = { "bq", "bk", "wq", "wk" };
	unsigned passes = d->s->keys.passes;
	struct rect row;

	for (int i = 0; i < 4; i += 2) {
		if (!panel_row(d, &box, measure(d->g, ROW), &row))
			break;
		for (int k = 0; k < 2; k++)
			seat_draw(d, rect_cell(row, 2, 1, d->g->gap, k), seats[i + k]);
	}
	if (d->s->phase == UI_PHASE_PLAYING && panel_row(d, &box, d->g->list_line, &row))
		draw_filled(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, tr("Then {1}"),
			    seat_name(d->s->game, seat_after(header_seat(d->s))));
	if (passes > 0 && panel_row(d, &box, d->g->list_line, &row))
		draw_filled(d->l, PAL_TEXT_WARN, row, d->g->small_px, 0, tr("Passes: {1} of 4"),
			    LANG_N(passes));
	panel_rest(d, box);
}

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("Halves and seats"),
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 seat=wk passes=0",
	  {
		  { "e2e4", NULL,
		    N_("White's king-side player begins, on the right half.") },
		  { "e7e5", NULL,
		    N_("Black's king-side player answers.") },
		  { NULL, "f1",
		    N_("White's queen-side player may fetch a piece to the left half, "
		   "but not move it about on the right.") },
		  { "f1c4", NULL,
		    N_("The move ends on that player's half.") },
	  } },
	{ N_("Fear the next one only"),
	  "4k3/8/8/8/8/8/8/r2K4 w - - 0 1 seat=wk passes=0",
	  {
		  { NULL, NULL,
		    N_("The rook does not threaten the king: Black's king-side player "
		   "is next and could not capture on d1.") },
		  { NULL, "d1",
		    N_("On e1 he could. So only e2 is safe.") },
		  { "d1e2", NULL,
		    N_("The king goes there.") },
	  } },
	{ N_("Castling"),
	  "4k3/8/8/8/8/8/3P4/R3K2R w KQ - 0 1 seat=wk passes=0",
	  {
		  { NULL, "e1",
		    N_("The king-side player castles either way, because the king "
		   "starts on that half.") },
		  { "e1c1", NULL,
		    N_("Here to the queen's side.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static bool
is_king_side(const struct ui_state *s)
{
	return s->keys.seat[1] == 'k';
}

static bool
is_queen_side(const struct ui_state *s)
{
	return s->keys.seat[1] == 'q';
}

static const struct panel_now now[] = {
	{ N_("You play the king's half: a move starts or ends on the columns e to h."),
	  .when = is_king_side },
	{ N_("You play the queen's half: a move starts or ends on the columns a to d."),
	  .when = is_queen_side },
	{ N_("Your king must be safe from the next player only."),
	  .when = NULL },
	{ 0 },
};

const struct panel panel_crowded_house = {
	.game = "crowded-house",
	.title = N_("Crowded House"),
	.first = N_("A move begins or ends on the half of the player whose turn it is."),
	.line = N_("Four, half a board each"),
	.emblem = { .piece = { { 'Q', 0 }, { 'K', 0 }, { 'q', 0 }, { 'k', 0 } } },
	.layout = crowded_house_layout,
	.examples = examples,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.now = now,
	.help = {
		{ N_("Crowded House"),
		  N_("Your team wins by checkmate of either enemy player.\n"
		     "Four players, two a side, each with one half of the board.\n"
		     "The king's players have the columns (files) e to h, the queen's players a to "
		     "d."),
		  1, 0 },
		{ N_("A turn"),
		  N_("They act in turn: White (e–h), Black (e–h), White (a–d), Black (a–d).\n"
		     "A move must start or end on the player's own half.\n"
		     "En passant is for the very next player alone."),
		  1, 2 },
		{ N_("Check and passing"),
		  N_("Your king is only afraid of the player who acts next, and of what that player "
		     "may do on the own half.\n"
		     "Who is in check and has no legal move has lost, with the partner.\n"
		     "Who has none and is not in check passes, by itself.\n"
		     "Four passes in a row are a draw."),
		  2, 1 },
		{ N_("At the table"),
		  N_("Partners may talk and advise, aloud and in words that the other team "
		     "understands.\n"
		     "No codes, no second language.\n"
		     "Advice may be ignored with pleasure.\n"
		     "Before your first game: look at the one player who acts next.\n"
		     "What the other enemy may do is no worry yet."), 0, 0 },
	},
};
