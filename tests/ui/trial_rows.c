#include "tests/ui/trial_rows.h"

/* clang-format off */
const struct trial_row trial_rows[] = {
	/* 1: the array of Chess960 is a picture, spelled, rank by rank; OK says that it stands. */
	{ 1, "setup-960", TELLS, "Set up as in the picture. Rank 1: bishop, queen, knight, rook, "
				 "king, rook, knight, bishop (BQNRKRNB)", NULL },
	{ 1, "setup-960", SHOWS, "piece B pale", "a1" },
	{ 1, "setup-960", SHOWS, "piece Q pale", "b1" },
	{ 1, "setup-960", SHOWS, "piece q", "b8" },
	{ 1, "setup-960", SHOWS, "frame missing", "a1 b1 c1 d1 f1 g1 h1" },
	{ 1, "setup-960", LACKS, "frame missing", "a8 b8 c8 d2 d7 e1 f8 g8 h8" },
	{ 1, "setup-960", LACKS, "cross extra", NULL },
	{ 1, "setup-960", LACKS, "arrow arrow", NULL },
	{ 1, "setup-960", NEVER, "steps to go", NULL },
	{ 1, "setup-960", NEVER, "Take the piece off", NULL },
	{ 1, "setup-960", NEVER, "back on", NULL },
	{ 1, "setup-960", NEVER, "Put the board right", NULL },
	{ 1, "setup-960", LACKS, "target done", NULL },
	{ 1, "array-asked", TELLS, "OK: they stand so", NULL },
	{ 1, "array-asked", SHOWS, "target yes", NULL },
	{ 1, "array-lacks", LACKS, "target yes", NULL },
	{ 1, "array-lacks", SHOWS, "frame missing", NULL },
	{ 1, "setup-small", NEVER, "back on", NULL },
	{ 1, "guidance", TELLS, "Put the white pawn from h5 back on e4", NULL },

	/* 2: half of an action is no mistake. */
	{ 2, "castling-half", TELLS, "Half made", NULL },
	{ 2, "castling-half", TELLS, "Castling: now the white rook from h1 to f1", NULL },
	{ 2, "castling-half", SHOWS, "frame hint", "h1" },
	{ 2, "castling-half", SHOWS, "disc legal", "f1" },
	{ 2, "castling-half", SHOWS, "arrow arrow", NULL },
	{ 2, "castling-half", LACKS, "cross extra", NULL },
	{ 2, "castling-half", NEVER, "Put the board right", NULL },
	{ 2, "castling-half", NEVER, "back on", NULL },
	{ 2, "passant-half", TELLS, "Half made", NULL },
	{ 2, "passant-half", TELLS, "En passant: now take the black pawn off d5", NULL },
	{ 2, "passant-half", SHOWS, "frame capture", "d5" },
	{ 2, "passant-half", LACKS, "cross extra", NULL },
	{ 2, "passant-half", NEVER, "Put the board right", NULL },
	{ 2, "page-now-half", TELLS, "Castling: now the white rook from h1 to f1", NULL },
	{ 2, "promotion", TELLS, "Now the white queen on d8, or another piece?", NULL },
	{ 2, "page-replay-board", TELLS, "Bb5: now the white bishop from f1 to b5", NULL },
	{ 2, "page-replay-board", LACKS, "cross extra", NULL },

	/* 3: Masquerade. */
	{ 3, "panel-masquerade-lifted", SHOWS, "frame capture", "a7 b7 c7 d5 e8" },
	{ 3, "panel-masquerade-lifted", SHOWS, "disc legal", "a4 a6 c4 c6 d3 d7 e2 f1" },
	{ 3, "deal-white", TELLS, "White deals the other side's masks, in secret, on the screen", NULL },
	{ 3, "deal-black", TELLS, "Black deals the other side's masks, in secret, on the screen", NULL },
	{ 3, "deal-black", TELLS, "Private page", NULL },
	{ 3, "deal-black", SHOWS, "frame asked", NULL },
	{ 3, "deal-refused", TELLS, "First Black deals White's masks, on Black's private page.", NULL },
	{ 3, "deal-refused", TELLS, "Private page", NULL },
	{ 3, "deal-refused", NEVER, "It is the other side's turn", NULL },
	{ 3, "handover", TELLS, "Pass the screen to White", NULL },
	{ 3, "handover-dealt", TELLS, "What you have dealt", NULL },
	{ 3, "handover-dealt", LACKS, "target deal", NULL },

	/* 4: set-ups in a game, and endings. */
	{ 4, "new-game-asked", TELLS, "Begin a new game of Chess? This one is kept. OK: yes. Back: "
				      "take everything back", NULL },
	{ 4, "new-game-asked", TELLS, "New game", NULL },
	{ 4, "new-game-asked", TELLS, "Take everything back", NULL },
	{ 4, "new-game-asked", NEVER, "Take back 6 moves?", NULL },
	{ 4, "new-game-asked", LACKS, "disc legal", NULL },
	{ 4, "new-game-asked", LACKS, "cross extra", NULL },
	{ 4, "new-game-asked", LACKS, "frame missing", NULL },
	{ 4, "over-new-game", TELLS, "Begin a new game of Chess? OK: yes. Back: no", NULL },
	{ 4, "over-new-game", TELLS, "Not now", NULL },
	{ 4, "over-new-game", NEVER, "Play on", NULL },

	/* 5: menus and settings name what they do. */
	{ 5, "menu", TELLS, "New game", NULL },
	{ 5, "menu", TELLS, "Resign", NULL },
	{ 5, "menu", TELLS, "Take back a move", NULL },
	{ 5, "menu", TELLS, "Rules", NULL },
	{ 5, "menu", TELLS, "Settings", NULL },
	{ 5, "menu", TELLS, "This game", NULL },
	{ 5, "menu", TELLS, "Players", NULL },
	{ 5, "menu", TELLS, "Games", NULL },
	{ 5, "menu", TELLS, "Board and help", NULL },
	{ 5, "mask-table", TELLS, "Private page", NULL },
	{ 5, "page-setup-960", TELLS, "default: 5 min + 3", NULL },
	{ 5, "page-setup", TELLS, "as entered", NULL },
	{ 5, "page-settings", TELLS, "How bright the lamps of the board are.", NULL },

	/* 6: the screen shows the squares of the lamps, in their colours; ui-lights compares all. */
	{ 6, "hint-shown", SHOWS, "frame hint", "a1 b1 b3 c1 c3 d1 d2 e1 f3 g1" },
	{ 6, "hint-shown", LACKS, "frame hint", "a2 e4 f7 h8" },
	{ 6, "lifted-unsafe", SHOWS, "disc unsafe", "c4 d5 e6 f7" },
	{ 6, "lifted-unsafe", LACKS, "disc unsafe", "a4 c2" },
	{ 6, "lifted-unsafe", SHOWS, "frame capture", "f7" },
	{ 6, "panel-alice", SHOWS, "fill area", "a1 b2 e1 e8 f7" },
	{ 6, "panel-alice", SHOWS, "piece P@", "d4 e4" },
	{ 6, "panel-alice", LACKS, "fill area", "c3 d4 e4 f6" },
	{ 6, "panel-crowded", SHOWS, "fill area", "a1 a4 a8 d1 d4 d8 b1 c8" },
	{ 6, "panel-crowded", LACKS, "fill area", "b4 e1 e4 h8" },
	{ 6, "panel-american", SHOWS, "fill area", "e1 e5 e9 f1 f5 f9 g1 g5 g9" },
	{ 6, "panel-american", LACKS, "fill area", "d1 d5 h1 h9" },
	{ 6, "panel-masquerade-lifted", SHOWS, "frame capture", "d5" },

	/* 7: the men of American Chess. */
	{ 7, "panel-american", SHOWS, "piece M team", "d1 h1" },
	{ 7, "panel-american", SHOWS, "piece m team", "d9 h9" },
	{ 7, "panel-american", TELLS, "Blue to move", NULL },
	{ 7, "panel-american", TELLS, "Blue: 2", NULL },
	{ 7, "panel-american", TELLS, "Red: 2", NULL },
	{ 7, "panel-american", NEVER, "White", NULL },
	{ 7, "panel-american", SHOWS, "piece Q", "head" },
	{ 7, "panel-american", LACKS, "piece K", NULL },
	{ 7, "panel-american", LACKS, "piece k", NULL },

	/* 8: one name for a seat of Crowded House, and its own royal piece. */
	{ 8, "panel-crowded", TELLS, "White (a–d) to move", NULL },
	{ 8, "panel-crowded", SHOWS, "piece Q", "head" },
	{ 8, "panel-crowded", LACKS, "piece K", "head" },
	{ 8, "page-setup-crowded", TELLS, "White (a–d)", NULL },
	{ 8, "page-setup-crowded", TELLS, "Black (e–h)", NULL },

	/* 9: notation with the language's letters, in two columns, the same in the replay. */
	{ 9, "panel-crowded", NOTES, "e7-e5", NULL },
	{ 9, "panel-dice-earned", NOTES, "Bf1-c4", NULL },
	{ 9, "panel-masquerade", NEVER, "f1b5", NULL },
	{ 9, "panel-alice", NOTES, "Ng8-f6", NULL },
	{ 9, "page-replay", TELLS, "under c6", NULL },
	{ 9, "page-replay-masks", NOTES, "Bh3xf2?", NULL },
	{ 9, "widest", NOTES, "bxa8=Q#", NULL },
	{ 9, "endgame", NOTES, "exd8=Q+", NULL },
	{ 9, "midgame", NOTES, "Bb5", NULL },
	{ 9, "page-replay-left", NOTES, "Bb5", NULL },

	/* 10: money and prices of Dice-Money. */
	{ 10, "panel-dice", TELLS, "+1", NULL },
	{ 10, "panel-dice", TELLS, "+2", NULL },
	{ 10, "panel-dice", TELLS, "$", NULL },
	{ 10, "panel-dice", TELLS, "$7", NULL },
	{ 10, "panel-dice-last", SHOWS, "text text-main bold \"5\"", NULL },
	{ 10, "panel-dice", SHOWS, "text text-off \"15\"", NULL },
	{ 10, "panel-dice", LACKS, "text text \"15\"", NULL },
	{ 10, "panel-dice", NEVER, "+$", NULL },
	{ 10, "panel-dice-earned", TELLS, "+$6", NULL },
	{ 10, "choice-buy", TELLS, "1 more move: $5", NULL },

	/* 11: cards, graves and indictments. */
	{ 11, "handover-hand", SHOWS, "piece P", NULL },
	{ 11, "handover-hand", SHOWS, "piece n", NULL },
	{ 11, "handover-hand", SHOWS, "piece Q", NULL },
	{ 11, "choice-card", SHOWS, "piece R", NULL },
	{ 11, "panel-coop", SHOWS, "piece P", NULL },
	{ 11, "panel-accounting-due", TELLS, "Take the black Shareholder off f4, the black Director off "
					     "e5: indicted by the Regulator on e4", NULL },
	{ 11, "panel-accounting-due", SHOWS, "cross extra", "f4 e5" },

	/* 12: from the inventors' texts. */
	{ 12, "panel-american", SHOWS, "fill area", "e1 f1 g1 e9 f9 g9" },
	{ 12, "page-help-american", SHOWS, "fill area", "e1 f5 g9" },
	{ 12, "page-help-american", LACKS, "fill area", "d1 h9" },
	{ 12, "panel-accounting-halos", SHOWS, "piece N*", "b1 f3" },
	{ 12, "panel-accounting-halos", SHOWS, "piece n*", "c6 f6" },
	{ 12, "panel-accounting", LACKS, "piece N*", NULL },
	{ 12, "panel-accounting", NEVER, "pawn", NULL },
	{ 12, "panel-accounting-due", NEVER, "pawn", NULL },
	{ 12, "panel-accounting-due", NEVER, "Bauer", NULL },
	{ 12, "page-help-abstract", SHOWS, "piece K stones", "a1" },
	{ 12, "page-help-abstract", SHOWS, "piece k stones", "h8" },
	{ 12, "page-help-abstract", SHOWS, "piece S stones", "g7" },
	{ 12, "page-help-abstract", SHOWS, "piece N stones", "h6" },
	{ 12, "page-help-abstract", SHOWS, "piece r stones", "b4 c3" },

	/* 13: the first page is of games; no machine's words. */
	{ 13, "no-game", TELLS, "Crowded House", NULL },
	{ 13, "no-game", SHOWS, "target game 10", NULL },
	{ 13, "no-game", LACKS, "target done", NULL },
	{ 13, "first-start", TELLS, "Welcome. Which language shall the board use?", NULL },
	{ 13, "page-board-one", TELLS, ": 1 error", NULL },
	{ 13, "page-board-one", NEVER, "1 errors", NULL },
	{ 13, "refused", TELLS, "That was refused", NULL },
	{ 13, "refused", NEVER, "{", NULL },

	/* 14: partners; what rises, of the last turn only. */
	{ 14, "page-over-coop", TELLS, "Kinds cleared: 4 of 6", NULL },
	{ 14, "page-over", NEVER, "Kinds cleared", NULL },
	{ 14, "zombie-risen", TELLS, "Rises on d4: pawn", NULL },
	{ 14, "zombie-risen", NEVER, "Nothing rises", NULL },
	{ 14, "zombie-moved-on", NEVER, "Rises on", NULL },
};
/* clang-format on */
const size_t n_trial_rows = sizeof(trial_rows) / sizeof(trial_rows[0]);
