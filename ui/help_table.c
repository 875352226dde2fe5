/* Cards of the games that hide nothing; the others are in help_more.c. */
#include "ui/help.h"

const struct help help_table[] = {
	{ .game = "chess",
	  .card = {
		  { "Chess",
		    "The game of the FIDE Laws. The board writes the moves, shows what a lifted piece "
		    "may do, and says when a draw may be claimed.\n"
		    "Castle king first or rook first, take captor first or victim first: the order of "
		    "hands does not matter." },
		  { "Pawns that arrive",
		    "A pawn on the last rank becomes a queen, whatever stands there. While the move is "
		    "still shown, touch another piece on this screen and it becomes that one." },
		  { "Draws",
		    "Threefold repetition and fifty quiet moves are claimed in the menu. Five times the "
		    "same position, 75 quiet moves, stalemate, and too little material end the game by "
		    "themselves. A draw by agreement is in the menu too." },
		  { "Before your first game",
		    "In the menu, under Players, set the hints of each side: moves shows where a lifted "
		    "piece may go, safe also where it would be taken, off shows nothing." },
	  } },
	{ .game = "chess960",
	  .card = {
		  { "Chess960",
		    "Chess from one of 960 arrays. Black's pieces mirror White's, the bishops stand on "
		    "both colours, the king stands between the rooks." },
		  { "Castling",
		    "King and rook end where they do in chess: king on g, rook on f; or king on c, rook "
		    "on d. Neither has moved; nobody else stands on their ways or ends; the king "
		    "neither starts on, crosses nor reaches an attacked square." },
		  { "With hands",
		    "Take up both king and rook, and castling is understood. Where straightening the "
		    "two looks alike, the clock, Done or the other side's move decides." },
		  { "Drawing an array",
		    "By cards: one of A 3 5 7 and one of 2 4 6 8 name the bishops' files. Then 8 8 10 "
		    "10 10 Q fill the free squares from the left: knight, queen, and rook, king, rook "
		    "for the tens." },
		  { "Before your first game",
		    "Array 518 is the one of chess. Look where the king can go before you bring out the "
		    "rooks." },
	  } },
	{ .game = "accounting",
	  .card = {
		  { "Accounting",
		    "K CEO, Q CFO, B Auditor, N Regulator, R Director, P Shareholder.\n"
		    "Honest moves are one square and take nothing: a Shareholder ahead, CEO and CFO any "
		    "way, an Auditor cornerwise, a Director straight." },
		  { "Tricks",
		    "All other moves of chess are tricks: captures, and moves of several squares. Who "
		    "plays one is crooked for good and wears a halo. A Shareholder's double step and "
		    "castling are no tricks." },
		  { "Regulators",
		    "They jump as knights, to empty squares alone; nobody takes them. Where one lands, "
		    "every crooked enemy straight beside it leaves the board, Regulators too." },
		  { "Bilking",
		    "CEO, CFO, Director and Auditor may take an innocent Shareholder of their own and "
		    "are crooked then. Safe is one on its second rank, and one with an enemy Regulator "
		    "straight beside it." },
		  { "The end",
		    "You win when the enemy's CEO is taken or indicted, or when you have no innocent "
		    "Shareholder left. There is no duty to answer an attack on the CEO; one that moves "
		    "while attacked becomes crooked." },
		  { "Before your first game",
		    "Count the innocent Shareholders of both sides before each capture. Play a trick "
		    "when it pays, and keep your Regulators near theirs." },
	  } },
	{ .game = "abstract",
	  .card = {
		  { "Abstract",
		    "The men are stacks of stones, and the height says how they move: 1 pawn, 2 knight, "
		    "3 bishop, 4 and 5 rook, 6 queen; the royal stone moves as a king. No double step, "
		    "no castling, no promotion." },
		  { "A turn",
		    "Move a stack, or hand one stone to a friendly stack on one of the eight squares "
		    "beside it. The royal stone neither gives nor takes; six are a full stack; a single "
		    "stone may be given." },
		  { "With hands",
		    "To transfer, touch the giver and then the receiver, up and down again; the clock or "
		    "Done says yes. A single stone is taken up, then touch who gets it." },
		  { "The end",
		    "Who takes the royal stone wins. There is no check: look after it yourself." },
		  { "Before your first game",
		    "Options of the set-up: Aronson's table (2 a mao, 5 bishop or knight), double turns "
		    "(a move, then a transfer if you like), limited transfers (never two turns running). "
		    "Double is the liveliest." },
	  } },
	{ .game = "crowded-house",
	  .card = {
		  { "Crowded House",
		    "Four players, two a side. King's seats have the files e to h, queen's seats a to d. "
		    "They act in turn: White king's, Black king's, White queen's, Black queen's.\n"
		    "A move must start or end on the player's own half." },
		  { "Check",
		    "Your king is only afraid of the player who acts next, and of what that player may "
		    "do on the own half. So a king may stay in somebody else's view, and castle out of "
		    "it." },
		  { "No move",
		    "Without a legal move: in check, the other team wins; otherwise the seat passes, by "
		    "itself. Four passes in a row are a draw. En passant is for the very next seat "
		    "alone." },
		  { "At the table",
		    "Partners may talk and advise, aloud and in words that the other team understands: "
		    "no codes, no second language. Advice may be ignored with pleasure." },
		  { "Before your first game",
		    "Look at the one player who acts next; what the other enemy may do is no worry "
		    "yet. The mood is meant to be light." },
	  } },
	{ .game = "half-alice",
	  .card = {
		  { "Half Alice",
		    "Every piece is before the mirror or behind it (on a checker, or on a blue light). "
		    "A move is made among the pieces of the mover's own side alone; the others are air: "
		    "they neither stop it nor can be taken." },
		  { "Through the mirror",
		    "After its move a piece changes sides: put a checker under it, or take it away. The "
		    "end square must be free of both sides. With no free checker a piece before the "
		    "mirror cannot move." },
		  { "Kings",
		    "Your king must be safe before the change, on its own side, and after it where it is "
		    "then. A piece beside the king cannot block for it; one from the other side can. "
		    "A piece attacks even when no checker is free." },
		  { "Castling, pawns",
		    "To castle king and rook must be unmoved; both change sides. Pawns step twice from "
		    "their second rank on either side. Taking in passing: on the side where the other "
		    "pawn now is." },
		  { "Before your first game",
		    "After each move ask who stands on the side where the piece now is. A guard stands "
		    "on the other side than what it guards." },
	  } },
	{ .game = "american",
	  .card = {
		  { "American",
		    "Eleven files, nine ranks, Blue against Red. No king: what counts are generals in "
		    "the gauntlet, the files e, f and g." },
		  { "The end",
		    "After each of Red's moves one looks: who alone has generals in the gauntlet wins; "
		    "nobody has one: a draw. If Blue empties Red's gauntlet, Red has one move to "
		    "answer. After turn 50 it is a draw." },
		  { "The men",
		    "Soldier: one step any way. Armor Brigade, Recon Battalion, General: rook, bishop, "
		    "queen. Colonel: jumps to the sixteen squares exactly two away. Missile: any "
		    "square but on the enemy's first rank." },
		  { "Artillery",
		    "Moves as a queen without taking. It takes along such a line over exactly one man of "
		    "either side, near or far." },
		  { "Promotion",
		    "Who ends a move on the enemy's first rank becomes a general at once; missiles do "
		    "not." },
		  { "Before your first game",
		    "Keep one general of the gauntlet on your own first rank, where no missile "
		    "reaches, and send the others out." },
	  } },
	{ .game = NULL },
};
