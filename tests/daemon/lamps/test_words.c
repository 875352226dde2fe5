/* Sentences: a row has a state and its sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>
#include <stdio.h>

#include "daemon/session/session_priv.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"
#include "tests/daemon/lamps/state.h"
#include "tests/hw/lang/mo.h"

#define CHECKED "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"
#define PINNED  "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"
#define CASTLES   "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
#define PASSES_BY "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
#define INDICTS "3k4/p7/8/4r*3/5p*2/2N5/P7/3K4 w - - 0 1"
#define CEO     "3k4/p7/8/8/8/8/P7/r2K4 w - - 0 1"
#define MONEY(stage, dice, extra)                                                   \
	"4k3/8/8/8/8/8/7P/4K3 w - - 0 1 stage=" stage " dice=" dice " money=20,20 " \
	"prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=N/n extra=" extra " flight=0"
#define STONES(turn, stage) STONES_LAST(turn, stage, "-,-")
#define STONES_LAST(turn, stage, last)                                                        \
	"4k3/8/8/8/8/8/PN6/K7 w - - 0 1 table=neto turn=" turn " transfers=free stage=" stage \
	" last=" last
#define QUIET "left=- moved=- hold=- dust=-"
#define HORDE                                                                                    \
	"4k3/8/8/3n^4/P^7/8/3P^4/4K2R w - - 0 1 stage=horde buried=-/- left=a3 moved=a4 hold=- " \
	"dust=-"
#define GRAVE   "4k3/8/8/8/8/8/8/4K2R w - - 0 1 stage=move buried=nh1/- " QUIET
#define BURY    "4k3/8/8/8/8/8/8/4K2R w - - 0 1 stage=bury buried=-/- left=g1 moved=- hold=n dust=-"
#define RISEN   "P^3k3/8/8/8/8/8/8/4K3 w - - 0 1 stage=promote buried=-/- " QUIET
#define NOTHING "KQRBN.KQRBN.KQRBN.KQRBN.KQRBN"
#define MASKS   " known=" NOTHING "/" NOTHING " log=-"
#define ATTEMPT "4k3/8/8/1p6/8/8/P7/4KB2 w - - 0 1 stage=move masks=RKNBQ/RKNBQ" MASKS
#define ASSIGN  "4k3/8/8/1p6/8/8/P7/4KB2 w - - 0 1 stage=assign masks=\?\?\?\?\?/\?\?\?\?\?" MASKS
#define PASSES  "7k/8/8/8/8/8/8/K7 w - - 0 1 seat=wk passes=0"
#define CARDS(stage, hand, discards)                                                \
	"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 cards=dealt stage=" stage " hands=" hand \
	"/2S discards=" discards "/3S captured=- pile=- piece=- wild=0"
#define GENERALS "4q6/11/11/11/11/11/11/5M5/5Q5 w - - 0 1"

static const struct row {
	const char *name;
	struct state_text state;
	const char *want;
} rows[] = {
	{ "to move", { 0 }, "White to move" },
	{ "after a move", { .last = "e2e4" }, "Black to move" },
	{ "in check", { .position = CHECKED }, "White to move, in check" },
	{ "a CEO is not in check",
	  { .game = "accounting", .position = CEO },
	  "White to move, the CEO is attacked" },
	{ "a computer's move", { .plan = "g1f3" }, "Play Nf3 for the computer: white knight from g1 to f3" },
	{ "… a castling",
	  { .position = CASTLES, .plan = "e1g1" },
	  "Play O-O for the computer: white king from e1 to g1, rook from h1 to f1" },
	{ "… a promotion",
	  { .position = "7k/P7/8/8/8/8/8/7K w - - 0 1", .plan = "a7a8n" },
	  "Play a8=N for the computer: white pawn from a7 to a8, now a knight" },
	{ "… a capture",
	  { .position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", .plan = "e4d5" },
	  "Play exd5 for the computer: white pawn from e4 to d5. First take the black pawn off d5" },
	{ "… en passant",
	  { .position = PASSES_BY, .plan = "e5d6" },
	  "Play exd6 for the computer: white pawn from e5 to d6. First take the black pawn off d5" },
	{ "… an attempt",
	  { .game = "masquerade", .position = ATTEMPT, .plan = "f1xb5" },
	  "The computer asks: take the black pawn off b5, and put the white bishop from f1 there" },
	{ "… a transfer",
	  { .game = "abstract", .plan = "transfer:a1b1" },
	  "For the computer: touch a1, then b1" },
	{ "… of the last stone",
	  { .game = "abstract", .plan = "transfer:b2b1" },
	  "For the computer: lift the stone of b2, then touch b1" },
	{ "… a purchase",
	  { .game = "dice-money", .position = MONEY("buy", "1,6", "0"), .plan = "buy:N@e4" },
	  "Put a white knight from the box on e4 for the computer" },
	{ "… without hands",
	  { .game = "dice-money", .position = MONEY("buy", "1,6", "0"), .plan = "buy:extra1" },
	  "For the computer: one further move bought" },
	{ "… another one was made",
	  { .plan = "g1f3", .missing = "b1", .extra = "c3", .step = "c3 b1", .steps = 1 },
	  "Put the white knight from c3 on b1" },
	{ "… shown", { .plan = "g1f3", .provisional = "g1f3" }, "White: Nf3. Black to move" },
	{ "shown", { .provisional = "g1f3" }, "White: Nf3. Black to move" },
	{ "shown instead of the last",
	  { .last = "g1f3", .amends = "g1h3" },
	  "White: Nh3. Black to move" },
	{ "shown, and it ends the game",
	  { .position = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", .provisional = "e1e8" },
	  "White: Re8#" },

	{ "which", { .prompt = PROMPT_WHICH, .options = "e2e4 e2e3" }, "Which move was it? Back: none of these" },
	{ "confirm",
	  { .provisional = "e2e4", .prompt = PROMPT_CONFIRM, .options = "e2e4" },
	  "Was it e4? The clock or OK says yes" },
	{ "a blunder: what it loses",
	  { .position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
	    .provisional = "f3e5",
	    .prompt = PROMPT_BLUNDER,
	    .options = "f3e5" },
	  "Nxe5 loses a piece (white knight on e5). OK or the clock plays it. To take it back, put "
	  "the pieces back" },
	{ "… the game",
	  { .position = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
	    .provisional = "g2g4",
	    .prompt = PROMPT_BLUNDER,
	    .options = "g2g4" },
	  "g4 lets the other side win at once. OK or the clock plays it. To take it back, put the "
	  "pieces back" },
	{ "… nothing that the rules show",
	  { .provisional = "f2f3", .prompt = PROMPT_BLUNDER, .options = "f2f3" },
	  "f3 is a blunder: another move is much better. OK or the clock plays it. To take it back, "
	  "put the pieces back" },
	{ "promotion does not hide the turn",
	  { .position = "7k/P7/8/8/8/8/8/7K w - - 0 1",
	    .provisional = "a7a8q",
	    .prompt = PROMPT_PROMOTION,
	    .options = "a7a8r" },
	  "White: a8=Q+. Black to move" },
	{ "takeback",
	  { .last = "e2e4", .prompt = PROMPT_TAKEBACK, .takeback = 1 },
	  "Take back the last move, e4? OK: yes. Back: no" },
	{ "takeback, several",
	  { .last = "e2e4", .prompt = PROMPT_TAKEBACK, .takeback = 3 },
	  "Take back 3 moves? OK: yes. Back: no" },
	{ "takeback of a roll with a move",
	  { .last = "e2e4", .prompt = PROMPT_TAKEBACK, .takeback = 1, .words_with = 1 },
	  "Take back the last move, and what belongs to it? OK: yes. Back: no" },
	{ "takeback of a roll alone",
	  { .game = "dice-money", .last = "roll:1,2", .prompt = PROMPT_TAKEBACK, .words_with = 1 },
	  "Take back the dice 1 and 2? OK: yes. Back: no" },
	{ "takeback of dice: all must agree",
	  { .last = "e2e4", .prompt = PROMPT_TAKEBACK, .takeback = 3, .words_with = 2, .needs = 3 },
	  "Take back 3 moves, and what belongs to them? Everybody must agree, on the screen; "
	  "waiting for White, Black" },
	{ "one has agreed",
	  { .last = "e2e4", .prompt = PROMPT_TAKEBACK, .takeback = 3, .needs = 3, .agreed = 1 },
	  "Take back 3 moves? Everybody must agree, on the screen; waiting for Black" },
	{ "new game",
	  { .prompt = PROMPT_NEW_GAME },
	  "Begin a new game of Chess? OK: yes. Back: no" },
	{ "draw", { .prompt = PROMPT_DRAW }, "Is it a draw? OK: yes. Back: go on" },
	{ "resign",
	  { .game = "crowded-house", .prompt = PROMPT_RESIGN, .prompt_seat = SEAT_BQ },
	  "Does Black (a–d) resign? OK: yes. Back: go on" },
	{ "menu", { .prompt = PROMPT_MENU }, "Clock: draw. Hint: resign. Back: go on" },

	{ "guidance: one step",
	  { .missing = "e2", .extra = "e5", .step = "e5 e2", .steps = 1, .back = true },
	  "Put the white pawn from e5 back on e2" },
	{ "guidance: not back where it never was",
	  { .missing = "e2", .extra = "e5", .step = "e5 e2", .steps = 1 },
	  "Put the white pawn from e5 on e2" },
	{ "guidance: off the board, steps left",
	  { .extra = "e5 d5", .step = "e5 -", .steps = 2 },
	  "Take the piece off e5 (2 steps to go)" },
	{ "guidance: from the hand",
	  { .missing = "e2", .step = "- e2", .steps = 1 },
	  "Put the white pawn on e2" },
	{ "guidance: from the box",
	  { .missing = "e2", .step = "- e2", .steps = 1, .box = true },
	  "Put the white pawn from the box on e2" },
	{ "an array to set up",
	  { .game = "chess960", .prompt = PROMPT_ARRAY },
	  "Set up as in the picture. Rank 1: bishop, bishop, queen, knight, knight, rook, king, "
	  "rook "
	  "(BBQNNRKR). When they stand so: OK or Done" },
	{ "an array to set up, pieces lacking",
	  { .game = "chess960",
	    .prompt = PROMPT_ARRAY,
	    .missing = "a8",
	    .step = "- a8",
	    .steps = 1 },
	  "Set up as in the picture. Rank 8: bishop, bishop, queen, knight, knight, rook, king, "
	  "rook "
	  "(BBQNNRKR). When they stand so: OK or Done" },
	{ "an array to set up, pieces on each other's squares",
	  { .game = "chess960", .sets_up = true, .wrong = "a1 c1 a8", .step = "a1 -", .steps = 16 },
	  "Set up as in the picture. Rank 1: bishop, bishop, queen, knight, knight, rook, king, "
	  "rook "
	  "(BBQNNRKR). When they stand so: OK or Done" },
	{ "… then the pawns",
	  { .game = "chess960", .sets_up = true, .missing = "a2 b2 a7", .extra = "a1", .steps = 5 },
	  "Set up as in the picture. Rank 2 now" },
	{ "… the last ones by name",
	  { .game = "chess960", .sets_up = true, .missing = "a2", .step = "- a2", .steps = 1 },
	  "Put the white pawn on a2" },
	{ "… a rank that is empty in this game",
	  { .sets_up = true, .extra = "a4 b4 c4 d4 e4", .step = "a4 -", .steps = 5 },
	  "Set up as in the picture. Take the pieces off rank 4: it is empty in this game" },
	{ "pieces of another game, in the middle of this one",
	  { .extra = "a4 b4 c4 d4 e4 f4 g4 h4 a5", .step = "a4 -", .steps = 9 },
	  "Take off the pieces that do not belong here (9 steps to go)" },
	{ "a position to set up",
	  { .position = PINNED, .prompt = PROMPT_ARRAY },
	  "Set up as in the picture. When they stand so: OK or Done" },

	{ "castling, half made",
	  { .position = CASTLES,
	    .provisional = "e1g1",
	    .missing = "f1",
	    .extra = "h1",
	    .step = "h1 f1",
	    .onward = true },
	  "Castling: now the white rook from h1 to f1" },
	{ "castling, the rook first",
	  { .position = CASTLES,
	    .provisional = "e1g1",
	    .missing = "g1",
	    .step = "- g1",
	    .onward = true },
	  "Castling: now the white king on g1" },
	{ "en passant, half made",
	  { .position = PASSES_BY,
	    .provisional = "e5d6",
	    .extra = "d5",
	    .step = "d5 -",
	    .onward = true },
	  "En passant: now take the black pawn off d5" },
	{ "another action, half made",
	  { .position = PASSES_BY,
	    .provisional = "e1e2",
	    .missing = "e2",
	    .step = "- e2",
	    .onward = true },
	  "Ke2: now the white king on e2" },
	{ "guidance stands before a refusal",
	  { .position = PINNED, .missing = "e2", .step = "- e2", .steps = 1, .refused = "e2 c3" },
	  "The white knight has no move now: put it back on e2" },
	{ "a refusal",
	  { .position = PINNED, .refused = "e2 c3" },
	  "The piece is pinned: moving it exposes its king." },
	{ "a reason that is a secret",
	  { .game = "zombie",
	    .position = "4k3/8/8/8/8/8/3N4/3K4 w - - 0 1 stage=move buried=rd2/- " QUIET,
	    .refused = "d2 f3" },
	  "Not allowed; the reason is on the mover's page" },

	{ "the indicted",
	  { .game = "accounting",
	    .position = INDICTS,
	    .last = "c3e4",
	    .extra = "e5 f4",
	    .step = "e5 -",
	    .due = true },
	  "Take the black Shareholder off f4, the black Director off e5: crooked, and indicted by the "
	  "Regulator on e4. Black to move" },
	{ "many indicted",
	  { .game = "accounting",
	    .position = "3k4/p7/3r*4/2q*1n3/3p*4/2N5/P7/3K4 w - - 0 1",
	    .last = "c3d5",
	    .extra = "d4 c5 e5 d6",
	    .step = "d4 -",
	    .due = true },
	  "Take the black Shareholder off d4, the black CFO off c5 and 2 more: crooked, and indicted by the "
	  "Regulator on d5. Black to move" },
	{ "one rose, one was destroyed",
	  { .game = "zombie",
	    .position = "4k3/8/8/8/8/P^7/8/4K2R w - - 0 1 stage=move buried=nh1/- " QUIET,
	    .last = "h1h5",
	    .missing = "h1",
	    .extra = "a3",
	    .step = "a3 -",
	    .due = true },
	  "Zombie knight rises on h1. Take the white pawn off a3: zombies that do not move are destroyed; "
	  "put the black knight on h1. Black to move" },
	{ "a zombie rose",
	  { .game = "zombie",
	    .position = GRAVE,
	    .last = "h1h5",
	    .missing = "h1",
	    .step = "- h1",
	    .due = true },
	  "Zombie knight rises on h1. Put the black knight on h1. Black to move" },

	{ "dice",
	  { .game = "dice-money", .position = MONEY("roll", "-", "0") },
	  "White to roll the dice: OK or Roll, or Real dice" },
	{ "rolled",
	  { .game = "dice-money", .position = MONEY("roll", "-", "0"), .last = "roll:2,5" },
	  "Dice: 2 and 5. White to move, or to buy something first" },
	{ "bought",
	  { .game = "dice-money", .position = MONEY("buy", "2,5", "0"), .last = "buy:extra1" },
	  "White to move" },
	{ "a piece bought, shown",
	  { .game = "dice-money", .position = MONEY("buy", "2,5", "0"), .provisional = "buy:N@e4" },
	  "White: white knight bought for e4. White to move" },
	{ "which piece?",
	  { .game = "dice-money",
	    .position = MONEY("buy", "2,5", "0"),
	    .prompt = PROMPT_WHICH,
	    .options = "buy:N@e4 buy:n@e4" },
	  "Which piece was bought? Back: none of these" },
	{ "a price was tapped",
	  { .game = "dice-money", .position = MONEY("buy", "2,5", "0"), .buy = "e4" },
	  "Set the bought piece down on a lit square" },
	{ "a flight",
	  { .game = "dice-money",
	    .position = MONEY("buy", "2,5", "0"),
	    .prompt = PROMPT_PAY,
	    .options = "buy:flight" },
	  "The king flew: pay for it? OK: yes. Back: no" },
	{ "a further move",
	  { .game = "dice-money", .position = MONEY("extra", "2,5", "1") },
	  "White may go on; Done or the clock ends the turn" },
	{ "a further move, the other king attacked",
	  { .game = "dice-money",
	    .position =
		    "4k3/8/8/8/8/8/4R2P/4K3 w - - 0 1 stage=extra dice=2,5 money=20,20 "
		    "prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=N/n extra=1 flight=0" },
	  "White may go on; Done or the clock ends the turn; Black's king is attacked" },
	{ "is the turn over?",
	  { .game = "dice-money",
	    .position = MONEY("extra", "2,5", "1"),
	    .prompt = PROMPT_END,
	    .prompt_seat = SEAT_W },
	  "Is the turn of White over? The clock or OK says yes" },

	{ "stones",
	  { .game = "abstract", .position = STONES("single", "move") },
	  "White to move a stack, or to give a stone" },
	{ "stones, after the move",
	  { .game = "abstract", .position = STONES_LAST("double", "transfer", "m,-") },
	  "White may give a stone; Done or the clock ends the turn" },
	{ "a single stone up",
	  { .game = "abstract", .position = STONES("single", "move"), .lifted = "a2" },
	  "Move the stone, or lift and set down the stack to take it" },
	{ "the opponent's single stone up",
	  { .game = "abstract",
	    .position = "4k3/p7/8/8/8/8/PN6/K7 w - - 0 1 table=neto turn=single "
			"transfers=free stage=move last=-,-",
	    .lifted = "a7" },
	  "White to move a stack, or to give a stone. Nothing captures the black single stone: "
	  "put it back on a7" },
	{ "a piece up before the dice",
	  { .game = "dice-money", .position = MONEY("roll", "-", "0"), .lifted = "h2" },
	  "White to roll the dice: OK or Roll, or Real dice. Until then the white pawn stays on "
	  "h2" },
	{ "a stone given",
	  { .game = "abstract",
	    .position = STONES("single", "move"),
	    .provisional = "transfer:b2a2",
	    .prompt = PROMPT_CONFIRM,
	    .options = "transfer:b2a2" },
	  "Was it a stone from b2 to a2? The clock or OK says yes" },

	{ "the horde",
	  { .game = "zombie", .position = HORDE },
	  "White may go on; Done or the clock ends the turn" },
	{ "a turn over graves waits for the clock",
	  { .game = "zombie", .position = GRAVE, .provisional = "h1h5" },
	  "White: Rh1-h5. Done or the clock ends the turn" },
	{ "a turn over graves, asked",
	  { .game = "zombie",
	    .position = GRAVE,
	    .provisional = "h1h5",
	    .prompt = PROMPT_CONFIRM,
	    .options = "h1h5" },
	  "Was it Rh1-h5, and is the turn over? The clock or OK says yes; then you see what "
	  "rises" },
	{ "a turn over graves that destroys a zombie, asked",
	  { .game = "zombie",
	    .position = "4k3/8/8/8/8/P^7/8/4K2R w - - 0 1 stage=move buried=nh1/- " QUIET,
	    .provisional = "h1h5",
	    .prompt = PROMPT_CONFIRM,
	    .options = "h1h5" },
	  "Was it Rh1-h5, and is the turn over? The clock or OK says yes; then you see what "
	  "rises. Zombies that did not move are destroyed then: the white pawn on a3" },
	{ "the end of the horde, asked",
	  { .game = "zombie", .position = HORDE, .prompt = PROMPT_END, .prompt_seat = SEAT_W },
	  "Is the turn of White over? The clock or OK says yes. Zombies that did not move are "
	  "destroyed then: the white pawn on d2" },
	{ "indictments, asked",
	  { .game = "accounting",
	    .position = INDICTS,
	    .provisional = "c3e4",
	    .prompt = PROMPT_CONFIRM,
	    .options = "c3e4" },
	  "Was it Nc3-e4? The clock or OK says yes. It indicts the black Shareholder on f4, the "
	  "black Director on e5" },
	{ "an attempt, asked",
	  { .game = "masquerade",
	    .position = ATTEMPT,
	    .provisional = "f1xb5",
	    .prompt = PROMPT_CONFIRM,
	    .options = "f1xb5" },
	  "Was it the attempt Bf1xb5? The clock or OK says yes" },
	{ "what was found",
	  { .game = "zombie", .position = GRAVE, .last = "h1h5" },
	  "Zombie knight rises on h1. Black to move" },
	{ "nothing was found",
	  { .game = "zombie", .position = GRAVE, .last = "e1e2" },
	  "No zombie on e1. Black to move" },
	{ "a burial",
	  { .game = "zombie", .position = BURY },
	  "White buries what was captured, on the screen" },
	{ "a burial waits for what has risen",
	  { .game = "zombie", .position = BURY, .missing = "h1", .step = "- h1", .due = true },
	  "Put the white rook on h1. Then White buries" },
	{ "no burial before the turn is over",
	  { .game = "zombie",
	    .position = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 stage=move buried=-/- " QUIET,
	    .provisional = "e4d5" },
	  "White: e4xd5. Done or the clock ends the turn" },
	{ "pawns first",
	  { .game = "zombie", .position = RISEN },
	  "White first promotes the pawn that rose, on the screen" },
	{ "… then it is exchanged",
	  { .game = "zombie", .position = RISEN, .last = "promote:a8q" },
	  "Put the white queen on a8 in place of the pawn. White to move; Black's king is attacked" },
	{ "… unless it is not on the board",
	  { .game = "zombie",
	    .position = RISEN,
	    .last = "promote:a8q",
	    .missing = "a8",
	    .step = "- a8",
	    .due = true },
	  "Put the white queen on a8. White to move; Black's king is attacked" },

	{ "masks",
	  { .game = "masquerade", .position = ASSIGN },
	  "White deals the other side's masks, in secret, on the screen" },
	{ "captor and target up",
	  { .game = "masquerade", .position = ATTEMPT, .lifted = "f1 b5", .attempt = "f1 b5" },
	  "Does the bishop capture the black pawn? Set it down on b5 to ask" },
	{ "the answer before the way back",
	  { .game = "masquerade",
	    .position = "4k3/8/8/1p6/8/8/P7/4KB2 w - - 0 1 stage=move masks=RKQNB/RKNBQ" MASKS,
	    .last = "f1xb5",
	    .missing = "f1",
	    .wrong = "b5",
	    .step = "b5 f1",
	    .steps = 2,
	    .back = true },
	  "No: the bishop does not capture on b5. Put the white bishop from b5 back on f1, then put "
	  "the black pawn on b5" },
	{ "the answer",
	  { .game = "masquerade", .position = ATTEMPT, .last = "f1xb5" },
	  "Yes: the bishop captures on b5. Black to move" },

	{ "a seat of four", { .game = "crowded-house" }, "White (e–h) to move" },
	{ "a pass",
	  { .game = "crowded-house", .position = PASSES, .last = "pass" },
	  "White (e–h) passes. Black (e–h) to move" },

	{ "cards",
	  { .game = "cooperative", .position = CARDS("move", "2H,KS", "-") },
	  "White to move, or to play a card at once" },
	{ "a card, after the move",
	  { .game = "cooperative", .position = CARDS("move", "2H,KS", "-"), .last = "e1e2" },
	  "White to play a card" },
	{ "cards that allow nothing",
	  { .game = "cooperative",
	    .position = "4k3/7p/8/8/4P3/8/8/4K3 w - - 0 1 cards=dealt stage=capture hands=KS/2S "
			"discards=2H/3S captured=- pile=- piece=- wild=0",
	    .last = "end" },
	  "The cards allow White nothing more. Black to move, or to play a card at once" },
	{ "a king that the cards take",
	  { .game = "cooperative",
	    .position = "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1 cards=dealt stage=capture hands=-/2S "
			"discards=QS/KS captured=- pile=- piece=- wild=0",
	    .awaits = AWAIT_MOVE | AWAIT_END },
	  "White may capture; Done or the clock ends the turn. Capturing the king ends the game: "
	  "score 4" },
	{ "captures by cards",
	  { .game = "cooperative", .position = CARDS("capture", "-", "2H") },
	  "White may capture; Done or the clock ends the turn" },

	{ "Blue", { .game = "american" }, "Blue to move" },
	{ "a new general",
	  { .game = "american",
	    .position = "11/5P5/11/11/11/11/11/4q6/5Q5 w - - 0 1",
	    .last = "f8f9" },
	  "The soldier on f9 becomes a general: put a general (Q) there. Red to move" },
	{ "Red answers",
	  { .game = "american", .position = GENERALS, .last = "f1a1" },
	  "Red has one move to answer. Red to move" },
};

static void
test_row(void **state)
{
	const struct row *row = *state;
	struct session_state *s;
	struct made_state made;
	char got[WORDS_LINE];

	s = state_make(&made, &row->state);
	s->awaits = session_awaits(s->game, &s->known);
	words_message(s, got);
	assert_string_equal(got, row->want);
}

static const struct act_row {
	const char *game, *position, *action, *want;
	const char *spoken, *german; /* what a voice says */
} act_rows[] = {
	{ "chess", NULL, "g1f3", "Nf3", "knight f 3", "Springer f 3" },
	{ "chess", NULL, "e2e4", "e4", "e 4", "e 4" },
	{ "chess", "4k3/5p2/8/8/6N1/8/8/4KN2 w - - 0 1", "g4f6", "Nf6+", "knight f 6, check", "Springer f 6, Schach" },
	{ "chess", "4k3/5p2/8/6N1/8/8/8/4K3 w - - 0 1", "g5f7", "Nxf7", "knight takes f 7", "Springer schlägt f 7" },
	{ "chess", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1", "rook a d 1", "Turm a d 1" },
	{ "chess", PASSES_BY, "e5d6", "exd6", "e takes d 6", "e schlägt d 6" },
	{ "chess", CASTLES, "e1g1", "O-O", "castles short", "rochiert kurz" },
	{ "chess", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "O-O-O", "castles long", "rochiert lang" },
	{ "chess", "6rk/P5pp/8/8/8/8/8/7K w - - 0 1", "a7a8n", "a8=N", "a 8 becomes knight", "a 8 wird Springer" },
	{ "chess", "7k/P5pp/8/8/8/8/8/7K w - - 0 1", "a7a8q", "a8=Q#", "a 8 becomes queen, mate", "a 8 wird Dame, matt" },
	{ "half-alice", NULL, "g1f3", "Ng1-f3", "knight g 1 to f 3", "Springer g 1 nach f 3" },
	{ "half-alice", NULL, "e2e4", "e2-e4", "e 2 to e 4", "e 2 nach e 4" },
	{ "zombie", HORDE, "d2d3", "d2-d3", "d 2 to d 3", "d 2 nach d 3" },
	{ "accounting", INDICTS, "c3e4", "Nc3-e4", "Regulator c 3 to e 4", "Regulator c 3 nach e 4" },
	{ "american", "11/5P5/11/11/11/11/11/4q6/5Q5 w - - 0 1", "f8f9", "f8-f9=Q", "f 8 to f 9 becomes general",
	  "f 8 nach f 9 wird General" },
	{ "american", "4q6/5P5/11/11/11/11/11/11/5Q5 w - - 0 1", "f8e9", "f8xe9=Q",
	  "f 8 takes e 9 becomes general", "f 8 schlägt e 9 wird General" },
	{ "dice-money", MONEY("roll", "-", "0"), "roll:1,6", "the dice 1 and 6", "the dice 1 and 6", "gewürfelt 1 und 6" },
	{ "dice-money", MONEY("buy", "1,6", "0"), "buy:n@e4", "black knight bought for e4",
	  "black knight bought for e 4", "den schwarzen Springer für e 4 gekauft" },
	{ "dice-money", MONEY("buy", "1,6", "0"), "buy:extra1", "one further move bought", "one further move bought",
	  "ein Zug mehr gekauft" },
	{ "dice-money", MONEY("buy", "1,6", "0"), "buy:extra2", "two further moves bought", "two further moves bought",
	  "zwei Züge mehr gekauft" },
	{ "dice-money", MONEY("buy", "1,6", "0"), "buy:flight", "a flight bought", "a flight bought", "Flug gekauft" },
	{ "dice-money", MONEY("extra", "1,6", "1"), "end", "the end of the turn", "the end of the turn",
	  "Ende des Zuges" },
	{ "abstract", STONES("single", "move"), "b2d3", "b2-d3", "b 2 to d 3", "b 2 nach d 3" },
	{ "abstract", STONES("single", "move"), "transfer:a2b2", "a stone from a2 to b2", "a stone from a 2 to b 2",
	  "ein Stein von a 2 nach b 2" },
	{ "zombie", BURY, "bury:h1", "a burial", "a burial", "ein Begräbnis" },
	{ "zombie", RISEN, "promote:a8n", "a knight on a8", "a knight on a 8", "Springer auf a 8" },
	{ "masquerade", ASSIGN, "assign:RKNBQ", "the masks", "the masks", "die Masken" },
	{ "masquerade", ATTEMPT, "f1xb5", "Bf1xb5?", "bishop f 1 takes b 5?", "Läufer f 1 schlägt b 5?" },
	{ "crowded-house", PASSES, "pass", "a pass", "a pass", "ausgesetzt" },
	{ "cooperative", CARDS("move", "10H,KS", "-"), "play:10H", "the 10 of hearts", "the 10 of hearts", "Herz 10" },
	{ "cooperative", CARDS("move", "QS,KS", "-"), "play:KS", "the king of spades", "the king of spades",
	  "Pik König" },
};

static void
spoken(const struct session_state *s, char out[WORDS_SPOKEN])
{
	char text[RULES_ACTION_TEXT];
	struct move_note note;

	rules_note(s->game, s->settled, s->provisional, &note);
	rules_action_print(s->game, s->settled, s->provisional, text);
	words_spoken_action(s->game, &note, s->provisional, text, WORDS_FILES_LETTERS, out);
}

static void
test_actions(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(act_rows) / sizeof(act_rows[0]); i++) {
		const struct act_row *row = &act_rows[i];
		struct state_text t = { .game = row->game,
					.position = row->position,
					.provisional = row->action };
		struct made_state made;
		char got[WORDS_MOVE], said[WORDS_SPOKEN];

		state_make(&made, &t);
		words_action(made.state.game, made.state.settled, made.state.provisional, got);
		assert_string_equal(got, row->want);
		spoken(&made.state, said);
		assert_string_equal(said, row->spoken);
		mo_speak_german();
		spoken(&made.state, said);
		lang_reset();
		assert_string_equal(said, row->german);
	}
}

/* Only squares and moves change; pieces have the language's letters. */
static const struct {
	const char *game, *text, *spoken;
	bool german;
	enum words_files files;
} said_rows[] = {
	{ "chess", "Put the white pawn from e5 back on e2", "Put the white pawn from e 5 back on e 2", false, WORDS_FILES_LETTERS },
	{ "chess", "White: Nxf7+. Black to move, in check", "White: knight takes f 7, check. Black to move, in check",
	  false, WORDS_FILES_LETTERS },
	{ "chess", "Play O-O for the computer: white king from e1 to g1",
	  "Play castles short for the computer: white king from e 1 to g 1", false, WORDS_FILES_LETTERS },
	{ "chess", "Is it (Qd8xd5) or h8?", "Is it (queen d 8 takes d 5) or h 8?", false, WORDS_FILES_LETTERS },
	{ "chess", "Weiß: Sxf7+. „e4“", "Weiß: Springer schlägt f 7, Schach. „e 4“", true, WORDS_FILES_LETTERS },
	{ "chess", "Nf3", "Nf3", true, WORDS_FILES_LETTERS },
	{ NULL, "Put a piece on a1-h1, c2; e-mail, e10",
	  "Put a piece on a 1 to h 1, c 2; e-mail, e10",
	  false, WORDS_FILES_LETTERS },
	{ NULL, "Nf3", "Nf3", false, WORDS_FILES_LETTERS },
	{ "chess", "Rad1 or exd6? a1-h8", "rook Anna David 1 or Eva takes David 6? Anna 1 to Hector 8", false,
	  WORDS_FILES_NAMES },
};

static void
test_said(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(said_rows) / sizeof(said_rows[0]); i++) {
		const char *name = said_rows[i].game;
		char got[WORDS_SPOKEN];

		if (said_rows[i].german)
			mo_speak_german();
		words_spoken(name ? rules_game(name) : NULL, said_rows[i].text, said_rows[i].files, got);
		lang_reset();
		assert_string_equal(got, said_rows[i].spoken);
	}
}

static void
test_board_said(void **state)
{
	const struct game *g = rules_game("accounting");
	struct rules_error err;
	struct position p;
	char got[WORDS_SPOKEN];

	(void)state;
	assert_int_equal(rules_parse(g, INDICTS, &p, &err), 0);
	words_spoken_position(g, &p, WORDS_FILES_LETTERS, got);
	assert_string_equal(got, "White: CEO d 1; Regulator c 3; Shareholder a 2. "
				 "Black: CEO d 8; Shareholder a 7; crooked: Director e 5; Shareholder f 4");
	words_spoken_square(g, &p, rules_square_parse(g, "e5", 2), WORDS_FILES_LETTERS, got);
	assert_string_equal(got, "e 5: Black, Director, crooked");
	words_spoken_square(g, &p, rules_square_parse(g, "e4", 2), WORDS_FILES_NAMES, got);
	assert_string_equal(got, "Eva 4: empty");
	g = rules_game("chess");
	assert_int_equal(rules_start(g, "", &p, &err), 0);
	mo_speak_german();
	words_spoken_position(g, &p, WORDS_FILES_LETTERS, got);
	lang_reset();
	got[strcspn(got, ".")] = '\0';
	assert_string_equal(got, "Weiß: König e 1; Dame d 1; Turm a 1, h 1; Läufer c 1, f 1; Springer b 1, g 1; "
				 "Bauer a 2, b 2, c 2, d 2, e 2, f 2, g 2, h 2");
}

/* Every legal action of every game has text that fits, in random games. */
static void
test_fit(void **state)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n_games;
	const struct game *const *games = rules_games(&n_games);

	(void)state;
	for (size_t g = 0; g < n_games; g++) {
		struct rules_error err;
		struct position p;
		uint32_t seed = 7;

		assert_int_equal(rules_start(games[g], "", &p, &err), 0);
		for (unsigned ply = 0; ply < 80; ply++) {
			size_t n = rules_actions(games[g], &p, list);
			char text[WORDS_MOVE];

			if (n == 0)
				break;
			for (size_t i = 0; i < n; i++) {
				words_action(games[g], &p, list[i], text);
				assert_in_range(strlen(text), 2, WORDS_MOVE - 2);
			}
			seed = seed * 1664525u + 1013904223u;
			rules_apply(games[g], &p, list[(seed >> 8) % n]);
		}
	}
}

/* Public text does not depend on secrets: see also test_secrets.c. */
static void
test_results(void **state)
{
	static const struct {
		const char *game;
		struct outcome outcome;
		const char *want;
	} ends[] = {
		{ "chess", { RESULT_WIN, REASON_CHECKMATE, 1, 0 }, "Black wins: checkmate" },
		{ "american",
		  { RESULT_WIN, REASON_GENERALS, 0, 0 },
		  "Blue wins: the other side has no general in the gauntlet" },
		{ "american",
		  { RESULT_DRAW, REASON_GENERALS, 0, 0 },
		  "Draw: neither side has a general in the gauntlet" },
		{ "american",
		  { RESULT_DRAW, REASON_TURN_LIMIT, 0, 0 },
		  "Draw: turn 50 is over and both sides hold the gauntlet" },
		{ "cooperative",
		  { RESULT_SCORE, REASON_KING_CAPTURED, 0, 3 },
		  "Score 3: the king is captured" },
		{ "cooperative",
		  { RESULT_LOST, REASON_OUT_OF_CARDS, 0, 0 },
		  "Lost: no cards are left" },
		{ "crowded-house",
		  { RESULT_DRAW, REASON_ALL_PASSED, 0, 0 },
		  "Draw: all have passed" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		struct session_state s = { .game = rules_game(ends[i].game),
					   .phase = SESSION_OVER,
					   .over = true,
					   .end = SESSION_END_RULES,
					   .outcome = ends[i].outcome };
		struct words_result result;

		words_result(&s, &result);
		assert_string_equal(result.text, ends[i].want);
	}
}

/* If a fault needs the room, the part about repairs is cut first, then the part about reading. */
static void
stick_fits(size_t len)
{
#define DONE "You may pull the USB stick CHESS out now: 2 new games written."
#define READ " 3 games were read from it."
	static const char *const said[] = {
		DONE READ " It had been pulled out too early, and was repaired. ",
		DONE READ " ",
		DONE " ",
	};
	char about[WORDS_LINE] = "", want[WORDS_LINE], text[WORDS_LINE];
	size_t i = 0;

	memset(about, 'e', len);
	while (i < 2 && strlen(said[i]) + len >= WORDS_LINE)
		i++;
	(void)snprintf(want, sizeof(want), "%s%s", said[i], about);
	words_stick_done("CHESS", 2, 3, true, about, text);
	assert_string_equal(text, want);
}

/* An import's error and its line are always included. */
static void
test_stick(void **state)
{
	static const char stick[] = "Очень длинная метка флешки одного клуба";
	static const char about[] = "import/Турнир_городского_ш…:112:13: game 77: Кр1: здесь такого "
				    "хода больше нет ни у кого";
	char text[WORDS_LINE];

	(void)state;
	words_stick_done(stick, 9999, 5000, true, about, text);
	if (!strstr(text, about) || !strstr(text, " out now: 9999 new games written. import/"))
		fail_msg("%s", text);
	words_stick_done("CHESS", 2, 3, true, "import/a.pgn:1:4: game 1: e9", text);
	assert_string_equal(text, "You may pull the USB stick CHESS out now: 2 new games written. "
				  "3 games were read from it. It had been pulled out too early, and was repaired. import/a.pgn:1:4: game 1: e9");
	for (size_t len = 1; len < WORDS_LINE; len++)
		stick_fits(len);
	words_stick_failed(stick, WORDS_STICK_REFUSED, about, text);
	if (!strstr(text, about))
		fail_msg("%s", text);
	/* If the error is in mid-sentence, the sentence is completed. */
	words_stick_failed(stick, WORDS_STICK_UNCLEAN, about, text);
	if (!strstr(text, "nothing was written to it") || !strstr(text, "(import/Тур"))
		fail_msg("%s", text);
}

int
main(void)
{
	enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
	struct CMUnitTest tests[ROWS + 6];

	for (size_t i = 0; i < ROWS; i++)
		tests[i] = (struct CMUnitTest){ rows[i].name, test_row, NULL, NULL,
						(void *)(uintptr_t)&rows[i] };
	tests[ROWS] = (struct CMUnitTest)cmocka_unit_test(test_actions);
	tests[ROWS + 1] = (struct CMUnitTest)cmocka_unit_test(test_fit);
	tests[ROWS + 2] = (struct CMUnitTest)cmocka_unit_test(test_results);
	tests[ROWS + 3] = (struct CMUnitTest)cmocka_unit_test(test_stick);
	tests[ROWS + 4] = (struct CMUnitTest)cmocka_unit_test(test_said);
	tests[ROWS + 5] = (struct CMUnitTest)cmocka_unit_test(test_board_said);
	return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
