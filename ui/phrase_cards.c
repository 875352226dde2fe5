/* The texts of the rules' cards, which help_table.c and help_more.c lay out. */
#include "ui/phrase.h"

/* clang-format off: a table */
const struct phrase_row phrase_cards[] = {
	{ "the-game-of-the-fide",
	  "The game of the FIDE Laws. The board writes the moves, shows what a lifted "
	  "piece may do, and says when a draw may be claimed.\nCastle king first or rook "
	  "first, take captor first or victim first: the order of hands does not matter." },
	{ "pawns-that-arrive", "Pawns that arrive" },
	{ "a-pawn-on-the-last",
	  "A pawn on the last rank becomes a queen, whatever stands there. While the "
	  "move is still shown, touch another piece on this screen and it becomes that "
	  "one." },
	{ "draws", "Draws" },
	{ "threefold-repetition-and-fifty-quiet",
	  "Threefold repetition and fifty quiet moves are claimed in the menu. Five "
	  "times the same position, 75 quiet moves, stalemate, and too little material "
	  "end the game by themselves. A draw by agreement is in the menu too." },
	{ "before-your-first-game", "Before your first game" },
	{ "in-the-menu-under-players",
	  "In the menu, under Players, set the hints of each side: moves shows where a "
	  "lifted piece may go, safe also where it would be taken, off shows nothing." },
	{ "chess-from-one-of-960",
	  "Chess from one of 960 arrays. Black's pieces mirror White's, the bishops "
	  "stand on both colours, the king stands between the rooks." },
	{ "castling", "Castling" },
	{ "king-and-rook-end-where",
	  "King and rook end where they do in chess: king on g, rook on f; or king on c, "
	  "rook on d. Neither has moved; nobody else stands on their ways or ends; the "
	  "king neither starts on, crosses nor reaches an attacked square." },
	{ "with-hands", "With hands" },
	{ "take-up-both-king-and",
	  "Take up both king and rook, and castling is understood. Where straightening "
	  "the two looks alike, the clock, Done or the other side's move decides." },
	{ "drawing-an-array", "Drawing an array" },
	{ "by-cards-one-of-a",
	  "By cards: one of A 3 5 7 and one of 2 4 6 8 name the bishops' files. Then 8 8 "
	  "10 10 10 Q fill the free squares from the left: knight, queen, and rook, "
	  "king, rook for the tens." },
	{ "array-518-is-the-one",
	  "Array 518 is the one of chess. Look where the king can go before you bring "
	  "out the rooks." },
	{ "k-ceo-q-cfo-b",
	  "K CEO, Q CFO, B Auditor, N Regulator, R Director, P Shareholder.\nHonest "
	  "moves are one square and take nothing: a Shareholder ahead, CEO and CFO any "
	  "way, an Auditor cornerwise, a Director straight." },
	{ "tricks", "Tricks" },
	{ "all-other-moves-of-chess",
	  "All other moves of chess are tricks: captures, and moves of several squares. "
	  "Who plays one is crooked for good and wears a halo. A Shareholder's double "
	  "step and castling are no tricks." },
	{ "regulators", "Regulators" },
	{ "they-jump-as-knights-to",
	  "They jump as knights, to empty squares alone; nobody takes them. Where one "
	  "lands, every crooked enemy straight beside it leaves the board, Regulators "
	  "too." },
	{ "bilking", "Bilking" },
	{ "ceo-cfo-director-and-auditor",
	  "CEO, CFO, Director and Auditor may take an innocent Shareholder of their own "
	  "and are crooked then. Safe is one on its second rank, and one with an enemy "
	  "Regulator straight beside it." },
	{ "the-end", "The end" },
	{ "you-win-when-the-enemy",
	  "You win when the enemy's CEO is taken or indicted, or when you have no "
	  "innocent Shareholder left. There is no duty to answer an attack on the CEO; "
	  "one that moves while attacked becomes crooked." },
	{ "count-the-innocent-shareholders-of",
	  "Count the innocent Shareholders of both sides before each capture. Play a "
	  "trick when it pays, and keep your Regulators near theirs." },
	{ "the-men-are-stacks-of",
	  "The men are stacks of stones, and the height says how they move: 1 pawn, 2 "
	  "knight, 3 bishop, 4 and 5 rook, 6 queen; the royal stone moves as a king. No "
	  "double step, no castling, no promotion." },
	{ "a-turn", "A turn" },
	{ "move-a-stack-or-hand",
	  "Move a stack, or hand one stone to a friendly stack on one of the eight "
	  "squares beside it. The royal stone neither gives nor takes; six are a full "
	  "stack; a single stone may be given." },
	{ "to-transfer-touch-the-giver",
	  "To transfer, touch the giver and then the receiver, up and down again; the "
	  "clock or Done says yes. A single stone is taken up, then touch who gets it." },
	{ "who-takes-the-royal-stone",
	  "Who takes the royal stone wins. There is no check: look after it yourself." },
	{ "options-of-the-set-up",
	  "Options of the set-up: Aronson's table (2 a mao, 5 bishop or knight), double "
	  "turns (a move, then a transfer if you like), limited transfers (never two "
	  "turns running). Double is the liveliest." },
	{ "four-players-two-a-side",
	  "Four players, two a side. King's seats have the files e to h, queen's seats a "
	  "to d. They act in turn: White king's, Black king's, White queen's, Black "
	  "queen's.\nA move must start or end on the player's own half." },
	{ "check-2", "Check" },
	{ "your-king-is-only-afraid",
	  "Your king is only afraid of the player who acts next, and of what that player "
	  "may do on the own half. So a king may stay in somebody else's view, and "
	  "castle out of it." },
	{ "no-move", "No move" },
	{ "without-a-legal-move-in",
	  "Without a legal move: in check, the other team wins; otherwise the seat "
	  "passes, by itself. Four passes in a row are a draw. En passant is for the "
	  "very next seat alone." },
	{ "at-the-table", "At the table" },
	{ "partners-may-talk-and-advise",
	  "Partners may talk and advise, aloud and in words that the other team "
	  "understands: no codes, no second language. Advice may be ignored with "
	  "pleasure." },
	{ "look-at-the-one-player",
	  "Look at the one player who acts next; what the other enemy may do is no worry "
	  "yet. The mood is meant to be light." },
	{ "every-piece-is-before-the",
	  "Every piece is before the mirror or behind it (on a checker, or on a blue "
	  "light). A move is made among the pieces of the mover's own side alone; the "
	  "others are air: they neither stop it nor can be taken." },
	{ "after-its-move-a-piece",
	  "After its move a piece changes sides: put a checker under it, or take it "
	  "away. The end square must be free of both sides. With no free checker a piece "
	  "before the mirror cannot move." },
	{ "kings", "Kings" },
	{ "your-king-must-be-safe",
	  "Your king must be safe before the change, on its own side, and after it where "
	  "it is then. A piece beside the king cannot block for it; one from the other "
	  "side can. A piece attacks even when no checker is free." },
	{ "castling-pawns", "Castling, pawns" },
	{ "to-castle-king-and-rook",
	  "To castle king and rook must be unmoved; both change sides. Pawns step twice "
	  "from their second rank on either side. Taking in passing: on the side where "
	  "the other pawn now is." },
	{ "after-each-move-ask-who",
	  "After each move ask who stands on the side where the piece now is. A guard "
	  "stands on the other side than what it guards." },
	{ "eleven-files-nine-ranks-blue",
	  "Eleven files, nine ranks, Blue against Red. No king: what counts are generals "
	  "in the gauntlet, the files e, f and g." },
	{ "after-each-of-red-s",
	  "After each of Red's moves one looks: who alone has generals in the gauntlet "
	  "wins; nobody has one: a draw. If Blue empties Red's gauntlet, Red has one "
	  "move to answer. After turn 50 it is a draw." },
	{ "the-men", "The men" },
	{ "soldier-one-step-any-way",
	  "Soldier: one step any way. Armor Brigade, Recon Battalion, General: rook, "
	  "bishop, queen. Colonel: jumps to the sixteen squares exactly two away. "
	  "Missile: any square but on the enemy's first rank." },
	{ "artillery-2", "Artillery" },
	{ "moves-as-a-queen-without",
	  "Moves as a queen without taking. It takes along such a line over exactly one "
	  "man of either side, near or far." },
	{ "promotion", "Promotion" },
	{ "who-ends-a-move-on",
	  "Who ends a move on the enemy's first rank becomes a general at once; missiles "
	  "do not." },
	{ "keep-one-general-of-the",
	  "Keep one general of the gauntlet on your own first rank, where no missile "
	  "reaches, and send the others out." },
	{ "roll-two-dice-buy-one",
	  "Roll two dice, buy one thing or nothing, make the main move, then further "
	  "moves if bought. White begins with 1, Black with 2; nobody has more than 100." },
	{ "earning", "Earning" },
	{ "if-the-main-move-s",
	  "If the main move's piece is on one die, you earn the other die. 1 pawn, 2 "
	  "knight, 3 bishop, 4 rook, 5 queen, 6 king. Castling is the king's, promotion "
	  "the new piece's. Two equal dice pay once." },
	{ "buying", "Buying" },
	{ "one-thing-a-turn-before",
	  "One thing a turn, before the main move: a further move, two of them, a lost "
	  "piece of yours or of theirs put on an empty square, or flight: the king moves "
	  "like a queen. What you buy costs you one more the next time." },
	{ "after-each-move-your-own",
	  "After each move your own king must be safe. With further moves you may leave "
	  "the enemy in check and go on; no move takes a king. A pawn promotes only to a "
	  "piece that is lost." },
	{ "mate-is-judged-when-a",
	  "Mate is judged when a turn begins, before the dice, by ordinary moves alone. "
	  "No move and no check is a draw. In a match the winner's prices go on." },
	{ "look-at-the-dice-before",
	  "Look at the dice before you look at the board. A lost piece is not gone, it "
	  "is stock. The last chance to buy is before you set down the main move." },
	{ "what-you-capture-you-bury",
	  "What you capture you bury, in secret, under a piece of your own. When that "
	  "piece leaves the square, the dead one rises there as the enemy's zombie." },
	{ "one-move-of-a-living",
	  "One move of a living piece; or the horde: any number of your zombies, each at "
	  "most once. Then the squares left are looked under, zombies that did not move "
	  "are destroyed, and what was captured is buried." },
	{ "what-rises", "What rises" },
	{ "under-each-square-left-and",
	  "Under each square left and empty: what the mover buried there; if nothing, "
	  "what the opponent buried there. Turns end by clock or OK while anything is "
	  "buried." },
	{ "burying", "Burying" },
	{ "on-your-own-page-under",
	  "On your own page: under any own piece that covers nothing of yours. With no "
	  "such piece the captive goes to the dust. The grave stays with its square." },
	{ "your-king-must-be-safe-2",
	  "Your king must be safe at the end of the turn, as far as you know. Zombies "
	  "attack like others. A zombie pawn on its last rank is promoted when its "
	  "owner's turn begins." },
	{ "do-not-bury-pawns-on",
	  "Do not bury pawns on your back rank: they rise and promote. The piece that "
	  "you bury under is the one that you no longer like to move." },
	{ "pieces-move-as-they-look",
	  "Pieces move as they look and capture as somebody else. Each kind wears a "
	  "mask: one of K Q R B N, all five different. You deal the other side's masks "
	  "and do not know your own." },
	{ "captures-are-asked-for", "Captures are asked for" },
	{ "lift-the-enemy-and-your",
	  "Lift the enemy and your piece, set yours down on the square: if its mask can, "
	  "it takes. If not, both go back and the turn is over. Ask only what one of the "
	  "five kinds could do." },
	{ "what-is-different", "What is different" },
	{ "pawns-wear-no-mask-there",
	  "Pawns wear no mask. There is no check; castling asks for unmoved pieces and "
	  "empty squares alone. A promoted piece wears the mask of its new kind." },
	{ "the-table", "The table" },
	{ "a-dot-that-kind-is",
	  "An X: that kind is impossible, a ring: certain. It is worked out from all "
	  "answers, exactly. It can be switched off in the settings: touch the "
	  "table and mark X and O yourselves." },
	{ "who-takes-the-king-wins", "Who takes the king wins, whatever takes it." },
	{ "deal-the-queen-something-mild",
	  "Deal the queen something mild and the king something strong. Ask early: every "
	  "answer tells both of you. On your page, Suggested deals good masks." },
	{ "both-players-together-clear-kinds",
	  "Both players together clear kinds of pieces off the board. Cards: 2 to 5 "
	  "pawns, 8 knights, 9 bishops, 10 rooks, Q queens, K kings. Red is White's "
	  "colour." },
	{ "one-move-that-takes-nothing",
	  "One move that takes nothing, or none. Then a card from your hand onto your "
	  "discards. Then captures as the cards allow, all with the piece that moved, or "
	  "none. End draws a card." },
	{ "what-may-take-what", "What may take what" },
	{ "the-captor-is-of-the",
	  "The captor is of the kind on top of your discards, the victim of the kind on "
	  "top of your partner's. That card is then captured, and the one below rules "
	  "the next." },
	{ "wild-cards", "Wild cards" },
	{ "a-card-is-wild-when",
	  "A card is wild when its owner has no piece of that kind left. If captor and "
	  "victim both have the colour of their cards, the next captured card of the "
	  "turn is wild." },
	{ "taking-a-king-ends-the",
	  "Taking a king ends the game: one point for each kind that neither colour has "
	  "left. Who must begin a turn without a card has lost the game for both." },
	{ "ask-each-other-questions-that",
	  "Ask each other questions that a yes or a no answers, and talk about plans; do "
	  "not simply tell what you hold." },
	{ "agree-early-on-which-kind",
	  "Agree early on which kind to clear first, and remember that sixteen pawns are "
	  "the most work." },
	{ "play-with-your-hands-in",
	  "Play with your hands, in any order: captor first or victim first, king or "
	  "rook first.\nWhat you have done is shown, and is final when the hands are "
	  "quiet, when Done or the clock is pressed, or when the other side moves.\nPut "
	  "an earlier position back, and the game goes back to it.\nWhat is not legal "
	  "lights up the way back, one step at a time." },
	{ "clock-or-done-this-is",
	  "Clock or Done: this is my move.\nOK: yes; rolls dice; held for a second it "
	  "opens the menu.\nBack: no, or not that.\nHint: which pieces can move." },
	{ NULL, NULL },
};
/* clang-format on */
