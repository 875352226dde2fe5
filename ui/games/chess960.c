/* Chess960: chess, and the choice of an array. */
#include "ui/panel.h"

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("Another array"),
	  "bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w GDgd - 0 1",
	  {
		  { NULL, NULL,
		    N_("One of 960: the bishops stand on both colours, the king between "
		   "the rooks, and Black's array is White's, opposite.") },
		  { NULL, "h1",
		    N_("The pieces move as in chess.") },
		  { "h1g3", NULL,
		    N_("So a game begins.") },
	  } },
	{ N_("Castling to the right"),
	  "1k6/8/8/8/8/8/1PPP4/1RK4R w HB - 0 1",
	  {
		  { NULL, "c1",
		    N_("King and rook stand on other squares than in chess.") },
		  { "c1h1", NULL,
		    N_("They end as in chess: the king on column g, the rook on column f.") },
	  } },
	{ N_("Castling to the left"),
	  "1k6/8/8/8/8/8/1PPP4/1RK4R w HB - 0 1",
	  {
		  { NULL, "c1",
		    N_("To the left the king ends on column c, the rook on column d.") },
		  { "c1b1", NULL,
		    N_("Here the king is there already: only the rook moves. Lift both "
		   "pieces all the same.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static const struct panel_now now[] = {
	{ N_("To castle, move king and rook, in any order: to g and f, or to c and d."),
	  NOW_IF(may_castle) },
	{ N_("Castling is not possible now. It ends as in chess: king and rook on g and f, or on c "
	     "and d."),
	  NOW_UNLESS(may_castle) },
	{ PANEL_PASS_PAWN, NOW_IF(may_pass_pawn) },
	{ PANEL_PROMOTE, NOW_IF(may_promote) },
	{ 0 },
};

const struct panel panel_chess960 = {
	.game = "chess960",
	.title = N_("Chess960"),
	.line = N_("One of 960 arrays"),
	.index_n = 960,
	.emblem = { .piece = { { 'B', 0 }, { 'R', 0 }, { 'K', 0 }, { 'N', 0 } } },
	.layout = panel_chess_layout,
	.examples = examples,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.now = now,
	.help = {
		{ N_("Chess960"),
		  N_("You win by checkmate, as in chess.\n"
		     "The pieces begin in one of 960 arrays, the same for both sides.\n"
		     "The bishops stand on both colours, the king between the rooks."),
		  1, 0 },
		{ N_("Castling"),
		  N_("It ends as in chess: the king on column (file) g and a rook on f, or the king "
		     "on c and a rook on d.\n"
		     "Both are unmoved, and nothing else stands on their ways.\n"
		     "The king starts on, crosses and reaches no attacked square.\n"
		     "Lift both, and the board understands."),
		  2, 1 },
		{ N_("Drawing an array"),
		  N_("By chance, by number (518 is chess), or by cards of a deck, on the page Array: the "
		     "board cannot see which piece you lay where.\n"
		     "Draw one of A 3 5 7 and one of 2 4 6 8: the bishops' columns, A for a, 2 for b "
		     "and so on.\n"
		     "Shuffle 8 8 10 10 10 Q, and fill the free squares from the left: 8 a knight, Q "
		     "the queen, the tens rook, king, rook.\n"
		     "Before your first game: look where the king can go before you bring out the "
		     "rooks."), 0, 0 },
	},
};
