/* Cards of the games with dice, cards and secrets. */
#include "ui/help.h"

const struct help help_more[] = {
	{ .game = "dice-money",
	  .card = {
		  { "Dice-Money",
		    "Roll two dice, buy one thing or nothing, make the main move, then further moves if "
		    "bought. White begins with 1, Black with 2; nobody has more than 100." },
		  { "Earning",
		    "If the main move's piece is on one die, you earn the other die. 1 pawn, 2 knight, 3 "
		    "bishop, 4 rook, 5 queen, 6 king. Castling is the king's, promotion the new "
		    "piece's. Two equal dice pay once." },
		  { "Buying",
		    "One thing a turn, before the main move: a further move, two of them, a lost piece "
		    "of yours or of theirs put on an empty square, or flight: the king moves like a "
		    "queen. What you buy costs you one more the next time." },
		  { "Moves",
		    "After each move your own king must be safe. With further moves you may leave the "
		    "enemy in check and go on; no move takes a king. A pawn promotes only to a piece "
		    "that is lost." },
		  { "The end",
		    "Mate is judged when a turn begins, before the dice, by ordinary moves alone. No "
		    "move and no check is a draw. In a match the winner's prices go on." },
		  { "Before your first game",
		    "Look at the dice before you look at the board. A lost piece is not gone, it is "
		    "stock. The last chance to buy is before you set down the main move." },
	  } },
	{ .game = "zombie",
	  .card = {
		  { "Zombie",
		    "What you capture you bury, in secret, under a piece of your own. When that piece "
		    "leaves the square, the dead one rises there as the enemy's zombie." },
		  { "A turn",
		    "One move of a living piece; or the horde: any number of your zombies, each at most "
		    "once. Then the squares left are looked under, zombies that did not move are "
		    "destroyed, and what was captured is buried." },
		  { "What rises",
		    "Under each square left and empty: what the mover buried there; if nothing, what "
		    "the opponent buried there. Turns end by clock or OK while anything is buried." },
		  { "Burying",
		    "On your own page: under any own piece that covers nothing of yours. With no such "
		    "piece the captive goes to the dust. The grave stays with its square." },
		  { "Kings",
		    "Your king must be safe at the end of the turn, as far as you know. Zombies attack "
		    "like others. A zombie pawn on its last rank is promoted when its owner's turn "
		    "begins." },
		  { "Before your first game",
		    "Do not bury pawns on your back rank: they rise and promote. The piece that you "
		    "bury under is the one that you no longer like to move." },
	  } },
	{ .game = "masquerade",
	  .card = {
		  { "Masquerade",
		    "Pieces move as they look and capture as somebody else. Each kind wears a mask: one "
		    "of K Q R B N, all five different. You deal the other side's masks and do not know "
		    "your own." },
		  { "Captures are asked for",
		    "Lift the enemy and your piece, set yours down on the square: if its mask can, it "
		    "takes. If not, both go back and the turn is over. Ask only what one of the five "
		    "kinds could do." },
		  { "What is different",
		    "Pawns wear no mask. There is no check; castling asks for unmoved pieces and empty "
		    "squares alone. A promoted piece wears the mask of its new kind." },
		  { "The table",
		    "An X: that kind is impossible, a ring: certain. It is worked out from all "
		    "answers, exactly. It can be switched off in the settings: touch the table and mark "
		    "X and O yourselves." },
		  { "The end", "Who takes the king wins, whatever takes it." },
		  { "Before your first game",
		    "Deal the queen something mild and the king something strong. Ask early: every "
		    "answer tells both of you. On your page, Suggested deals good masks." },
	  } },
	{ .game = "cooperative",
	  .card = {
		  { "Cooperative",
		    "Both players together clear kinds of pieces off the board. Cards: 2 to 5 pawns, 8 "
		    "knights, 9 bishops, 10 rooks, Q queens, K kings. Red is White's colour." },
		  { "A turn",
		    "One move that takes nothing, or none. Then a card from your hand onto your "
		    "discards. Then captures as the cards allow, all with the piece that moved, or "
		    "none. End draws a card." },
		  { "What may take what",
		    "The captor is of the kind on top of your discards, the victim of the kind on top of "
		    "your partner's. That card is then captured, and the one below rules the next." },
		  { "Wild cards",
		    "A card is wild when its owner has no piece of that kind left. If captor and victim "
		    "both have the colour of their cards, the next captured card of the turn is wild." },
		  { "The end",
		    "Taking a king ends the game: one point for each kind that neither colour has left. "
		    "Who must begin a turn without a card has lost the game for both." },
		  { "At the table",
		    "Ask each other questions that a yes or a no answers, and talk about plans; do not "
		    "simply tell what you hold." },
		  { "Before your first game",
		    "Agree early on which kind to clear first, and remember that sixteen pawns are the "
		    "most work." },
	  } },
	{ .game = NULL },
};
