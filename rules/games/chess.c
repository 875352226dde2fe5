/* Orthodox chess, by the FIDE Laws. */
#include "rules/orthodox.h"

const struct game game_chess = {
	.name = "chess",
	.title = "Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.has_san = true,
	.castling = CASTLING_ORTHODOX,
	.draws = DRAW_MATERIAL | DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.actions_max = ORTHODOX_ACTIONS_MAX,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	.check = orthodox_check,
	.actions = orthodox_chess_actions,
	.captures = orthodox_captures,
	.count = orthodox_chess_count,
	.apply = orthodox_apply,
	.in_check = orthodox_in_check,
	.refuse = orthodox_refuse,
	.perft = orthodox_chess_perft,
};
