/* The display's sentence after touches: a row has a trace and the sentence at its end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/session/session.h"
#include "daemon/trace/trace.h"
#include "daemon/words/words.h"
#include "tests/daemon/lamps/state.h"

#define MASKS "KQRBN.KQRBN.KQRBN.KQRBN.KQRBN"
#define ATTEMPT                                                                            \
	"game masquerade\nposition 4k3/p6p/8/1p6/8/8/P6P/4KB2 w - - 0 1 stage=move masks=" \
	"KQBRN/KQRBN known=" MASKS "/" MASKS " log=-\n"
#define GRAVES                                                                                   \
	"game zombie\nposition 4k3/pppp4/8/8/8/2N5/PPPP4/4K3 w - - 0 1 stage=move buried=pc3/- " \
	"left=- moved=- hold=- dust=-\n"
#define INDICTS "game accounting\nposition k7/pp6/3r*4/2q*1n3/3p*4/2N5/PP6/K7 w - - 0 1\n"
#define OVER_DUE                                                                            \
	"game accounting\nposition 4k3/p7/8/8/6N1/8/7P/4Kr*1R w K - 0 1\n1.0 -g4\n1.5 +f2\n" \
	"4.0 press clock\n5.0 -a7\n5.5 +a6\n8.0 press clock\n10.0 -e1\n10.5 +g1\n14.0 press clock\n"
#define DEALT                                                                            \
	"game cooperative\nposition 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 cards=dealt stage=move " \
	"hands=8S,9S/10S discards=-/- captured=- pile=- piece=- wild=0\n"
#define TAKES                                                                                \
	"game cooperative\nposition 4k3/8/8/3p4/4P3/8/4P3/4K3 b - - 0 1 cards=open stage=capture " \
	"hands=8H/8S discards=2H/2S captured=- pile=9S,9C piece=- wild=0\n"
#define STACKS                                                                           \
	"game abstract\nposition k7/2p5/8/3N4/8/8/P7/RQK4N w - - 0 1 table=neto turn=single " \
	"transfers=free stage=move last=-,-\n"
#define BLUNDER "position r3k3/p7/8/8/8/8/8/Q3K3 w - - 0 1\n"
#define PRELATE "position 4k3/8/2p5/1B6/8/8/8/4K3 w - - 0 1\n"
#define KNIGHT  "position 4k3/8/8/3p4/8/2p5/8/3NK3 w - - 0 1\n"

#define PROMOTED                                                                               \
	"game zombie\nposition P^7/8/4k3/8/8/8/8/4K3 w - - 0 1 stage=promote buried=-/- left=- " \
	"moved=- hold=- dust=-\n1.0 act promote:a8q\n"

static const struct row {
	const char *name, *trace;
	unsigned until_ms; /* the clock advances to here after the last line */
	const char *want;
	const char *refused; /* "from to rule"; NULL: none */
	const char *back;    /* what the refusal adds; NULL: not checked */
	bool objects;
	const char *lay, *unlay; /* squares */
} rows[] = {
	{ "an attempt that failed, its captor where it stands",
	  ATTEMPT "0.0 -b5\n0.3 -f1\n0.7 +b5\n", 1000,
	  .want = "No: the bishop does not capture on b5. Put the white bishop from b5 back on f1, "
		  "then put the black pawn on b5" },
	{ "… and a computer answers at once: the pieces come first",
	  "computer b\n" ATTEMPT "0.0 -b5\n0.3 -f1\n0.7 +b5\n0.8 plan b h7h6\n", 900,
	  .want = "No: the bishop does not capture on b5. Put the white bishop from b5 back on f1, "
		  "then put the black pawn on b5" },
	{ "… its move when they are back",
	  "computer b\n" ATTEMPT "0.0 -b5\n0.3 -f1\n0.7 +b5\n0.8 plan b h7h6\n3.0 -b5\n3.5 "
	  "+f1\n4.0 +b5\n", 4200,
	  .want = "No: the bishop does not capture on b5. Play h7-h6 for the computer: black pawn "
		  "from h7 to h6" },
	{ "… its captor in the hand", ATTEMPT "0.0 -b5\n0.3 -f1\n0.7 +b5\n3.0 -b5\n", 3100,
	  .want = "No: the bishop does not capture on b5. Put the white bishop on f1, then put "
		  "the black pawn on b5" },
	{ "… the target was put back after all", ATTEMPT "0.0 -b5\n0.3 -f1\n0.7 +b5\n3.0 +f1\n",
	  3100, .want = "No: the bishop does not capture on b5. Black to move" },
	{ "the target set down on the captor's square, out of turn",
	  ATTEMPT "0.0 -b5\n0.3 -f1\n0.7 +f1\n", 2000,
	  .want = "White to move. To ask for the black pawn, set your piece on b5; or put it back, "
		  "and the white bishop on f1" },
	{ "… put back: asked, because it may be the bishop",
	  ATTEMPT "0.0 -b5\n0.3 -f1\n0.7 +f1\n3.0 -f1\n3.5 +b5\n", 5000,
	  .want = "Was it the attempt Bf1xb5? The clock or OK says yes" },
	{ "… and the bishop too: nothing was asked",
	  ATTEMPT "0.0 -b5\n0.3 -f1\n0.7 +f1\n3.0 -f1\n3.5 +b5\n5.5 +f1\n", 7000,
	  .want = "White to move" },
	{ "indicted by the last action", INDICTS "0.0 -c3\n0.4 +d5\n", 3000,
	  .want = "Take the black Shareholder off d4, the black CFO off c5 and 2 more: crooked, and indicted by "
		  "the Regulator on d5. Black to move" },
	{ "indicted by an action before the last", INDICTS "0.0 -c3\n0.4 +d5\n3.0 -a7\n3.4 +a6\n",
	  5000,
	  .want = "Take the black Shareholder off d4, the black CFO off c5 and 2 more. White to "
		  "move" },
	{ "undone: the indicted come from the box",
	  INDICTS "0.0 -c3\n0.4 +d5\n2.0 -d6\n2.3 -c5\n4.0 undo 1\n", 4100,
	  .want = "Taken back: Nc3-d5. Put the black CFO from the box on c5 (3 steps to go)" },
	{ "… the mover from its square, then from the hand",
	  INDICTS "0.0 -c3\n0.4 +d5\n2.0 -d6\n2.3 -c5\n4.0 undo 1\n6.0 +d6\n6.3 +c5\n7.0 -d5\n",
	  7100, .want = "Taken back: Nc3-d5. Put the white Regulator on c3" },
	{ "an indicted rook still stands where castling puts the Director", OVER_DUE, 14100,
	  .want = "Castling: now the white Director from h1 to f1" },
	{ "… the Director is in the hand", OVER_DUE "15.0 -h1\n", 16100,
	  .want = "Castling: now the white Director on f1" },

	{ "a blunder taken back: both steps of the way, the victim first",
	  BLUNDER "0.0 -a7\n0.3 -a1\n0.6 +a7\n0.7 blunder a1a7\n3.0 answer no\n", 3100,
	  .want = "Put the white queen from a7 back on a1, then put the black pawn on a7" },
	{ "… the captor first, and Back",
	  BLUNDER "0.0 -a1\n0.3 -a7\n0.6 +a7\n0.7 blunder a1a7\n3.0 press back\n", 3100,
	  .want = "Put the white queen from a7 back on a1, then put the black pawn on a7" },
	{ "… the captor is back",
	  BLUNDER "0.0 -a7\n0.3 -a1\n0.6 +a7\n0.7 blunder a1a7\n3.0 answer no\n4.0 -a7\n4.4 +a1\n",
	  4500, .want = "Put the black pawn on a7" },

	{ "a game begins, a piece is missing",
	  "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1\n", 0,
	  .want = "Put the white rook from the box on h1" },
	{ "… and stands where it does not belong",
	  "board rnbqkbnr/pppppppp/8/8/8/7R/PPPPPPPP/RNBQKBN1\n", 0,
	  .want = "Put the white rook from h3 on h1" },

	/* An illegal capture set down on its victim. */
	{ "not before quiet", KNIGHT "0.0 -d1\n0.3 -d5\n0.6 +d5\n", 1599, .want = "White to move" },
	{ "at quiet", KNIGHT "0.0 -d1\n0.3 -d5\n0.6 +d5\n", 1600,
	  .want = "A knight does not move like that. Put the white knight on d1, the black pawn on "
		  "d5",
	  .refused = "d1 d5 no-such-move" },
	{ "victim first", KNIGHT "0.0 -d5\n0.3 -d1\n0.6 +d5\n", 1600,
	  .want = "A knight does not move like that. Put the white knight on d1, the black pawn on "
		  "d5",
	  .refused = "d1 d5 no-such-move" },
	{ "over graves", GRAVES "0.0 -c3\n0.3 -b7\n0.6 +b7\n", 1600,
	  .want = "A knight does not move like that. Put the white knight on c3, the black pawn on "
		  "b7",
	  .refused = "c3 b7 no-such-move" },
	{ "by a piece that may not act at all", "game crowded-house\n0.0 -b1\n0.3 -b7\n0.6 +b7\n",
	  1600, .want = "White (e–h) moves only from or onto that half. Put the white knight back on "
		       "b1", .refused = "b1 b7 no-such-move" },

	/* Adjusted or returned pieces are not reported as illegal. */
	{ "a king is no target, though a capture may be unseen",
	  PRELATE "0.0 -b5\n0.4 -e8\n0.7 +e8\n", 1700,
	  .want = "Another piece stands in the way. Put the white bishop on b5, the black king on e8",
	  .refused = "b5 e8 blocked" },
	{ "a zombie's pawn set down on the king",
	  "game zombie\nposition r3kr2/4P^3/8/8/8/8/8/4K3 w - - 0 1 stage=move buried=-/- left=- "
	  "moved=- hold=- dust=-\n0.0 -e7\n0.4 -e8\n0.7 +e8\n",
	  1700,
	  .want = "This piece cannot move forward onto another. Put the white pawn on e7, the "
		  "black king on e8",
	  .refused = "e7 e8 blocked" },
	{ "… the own king", PRELATE "0.0 -b5\n0.4 -e1\n0.7 +e1\n", 1700, .want = "White to move" },
	{ "the victim in the hand, the captor back", KNIGHT "0.0 -d1\n0.3 -d5\n0.6 +d1\n", 1600,
	  .want = "Put the black pawn on d5" },

	{ "a zombie pawn is promoted: a piece takes its place", PROMOTED, 1100,
	  .want = "Put the white queen on a8 in place of the pawn. White to move" },
	{ "… until one was set down there", PROMOTED "2.0 -a8\n2.5 +a8\n", 5000,
	  .want = "White to move" },
	/* A roll does not count as a move, though it is taken back with one. */
	{ "a roll and a move undone",
	  "game dice-money\n0.0 act roll:1,2\n1.0 -e2\n1.4 +e4\n4.0 undo 2\n", 4100,
	  .want = "Take back the last move, and what belongs to it? Everybody must agree, on the "
		  "screen; waiting for White, Black" },
	{ "a roll undone", "game dice-money\n0.0 act roll:1,2\n4.0 undo 1\n", 4100,
	  .want = "Take back the dice 1 and 2? Everybody must agree, on the screen; waiting "
		  "for "
		  "White, Black" },
	{ "a move undone on the screen is named", "0.0 -e2\n0.4 +e4\n4.0 undo 1\n", 4100,
	  .want = "Taken back: e4. Put the white pawn from e4 on e2" },
	{ "… only until the pieces stand so", "0.0 -e2\n0.4 +e4\n4.0 undo 1\n6.0 -e4\n6.4 +e2\n", 8000,
	  .want = "White to move" },
	{ "an end that nobody chose goes with the card before it", DEALT "1.0 act play:8S\n4.0 undo 1\n",
	  4100,
	  .want = "Take back the 8 of spades? Everybody must agree, on the screen; waiting for "
		  "White, Black" },
	{ "moves undone by hand",
	  "0.0 -a2\n0.4 +a3\n2.0 -e7\n2.4 +e5\n4.0 -e2\n4.4 +e4\n6.0 -e4\n6.3 +e2\n6.6 -e5\n7.0 "
	  "+e7\n",
	  8100, .want = "Take back 2 moves? OK: yes. Back: no" },
	{ "all moves undone by hand",
	  "0.0 -e2\n0.4 +e4\n2.0 -e7\n2.4 +e5\n4.0 -e5\n4.3 +e7\n4.6 -e4\n5.0 +e2\n", 6100,
	  .want = "Begin a new game of Chess? This one is kept. OK: yes. Back: take everything "
		  "back" },
	{ "… of a game with secrets",
	  "game masquerade\nposition rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 stage=move "
	  "masks=KQRBN/KQRBN known=" MASKS "/" MASKS " log=-\n"
	  "0.0 -e2\n0.4 +e4\n2.0 -e7\n2.4 +e5\n4.0 -e5\n4.3 +e7\n4.6 -e4\n5.0 +e2\n",
	  6100, .want = "Begin a new game of Masquerade Chess? This one has secrets and cannot be resumed. "
			"OK: yes. Back: take everything back" },
	{ "… and no new game",
	  "0.0 -e2\n0.4 +e4\n2.0 -e7\n2.4 +e5\n4.0 -e5\n4.3 +e7\n4.6 -e4\n5.0 +e2\n"
	  "7.0 press back\n",
	  7100, .want = "Take back 2 moves? OK: yes. Back: no" },

	{ "a player's own last move backwards, after the reply",
	  "game abstract\n0.0 -e2\n0.4 +e3\n2.0 -e7\n2.4 +e6\n6.0 -e3\n6.4 +e2\n", 7600,
	  .want = "Put the white single stone from e2 back on e3", .refused = "e3 e2 no-such-move",
	  .back = "To take your move back, undo e7-e6 too, by hand or in the menu." },
	{ "… another one", "game abstract\n0.0 -e2\n0.4 +e3\n2.0 -e7\n2.4 +e6\n6.0 -d2\n6.4 +d4\n",
	  7600, .want = "Put the white single stone from d4 back on d2", .refused = "d2 d4 no-such-move" },
	{ "… then both: the takeback is asked for",
	  "game abstract\n0.0 -g1\n0.4 +f3\n2.0 -g8\n2.4 +f6\n4.0 -e2\n4.4 +e3\n6.0 -e7\n6.4 +e6\n"
	  "8.0 -e3\n8.4 +e2\n10.0 -e6\n10.4 +e7\n",
	  11600, .want = "Take back 2 moves? OK: yes. Back: no" },

	{ "a touched stack", "game abstract\n0.0 -a1\n0.3 +a1\n", 400,
	  .want = "A stone from a1: lift and set down its taker, or touch Give" },
	{ "… 14.9 seconds later", "game abstract\n0.0 -a1\n0.3 +a1\n", 15200,
	  .want = "A stone from a1: lift and set down its taker, or touch Give" },
	{ "… 15 seconds later", "game abstract\n0.0 -a1\n0.3 +a1\n", 15301,
	  .want = "White to move a stack, or to give a stone" },

	{ "a full stack takes none: said as soon as it is down", STACKS "0.0 -a1\n0.3 +a1\n3.0 -b1\n3.3 +b1\n",
	  3400, .want = "A stack holds at most six stones. a1 still gives: touch a stack beside it, "
			"or press Back", .refused = "a1 b1 stack-full" },
	{ "… while it is up it may be moved", STACKS "0.0 -a1\n0.3 +a1\n3.0 -b1\n", 4500,
	  .want = "White to move a stack, or to give a stone" },
	{ "… touched at once after the giver", STACKS "0.0 -a1\n0.3 +a1\n0.8 -b1\n1.1 +b1\n", 2500,
	  .want = "A stack holds at most six stones. a1 still gives: touch a stack beside it, or "
		  "press Back", .refused = "a1 b1 stack-full" },
	{ "… 15 seconds later", STACKS "0.0 -a1\n0.3 +a1\n3.0 -b1\n3.3 +b1\n", 18301,
	  .want = "White to move a stack, or to give a stone" },
	{ "… touched again it is no giver either",
	  STACKS "0.0 -a1\n0.3 +a1\n3.0 -b1\n3.3 +b1\n5.0 -b1\n5.3 +b1\n", 6500,
	  .want = "A stack holds at most six stones. a1 still gives: touch a stack beside it, or "
		  "press Back", .refused = "a1 b1 stack-full" },
	{ "… and the first stack gives to its own taker",
	  STACKS "0.0 -a1\n0.3 +a1\n3.0 -b1\n3.3 +b1\n5.0 -a2\n5.3 +a2\n", 6500,
	  .want = "Was it a stone from a1 to a2? The clock or OK says yes" },
	{ "… or the refused one to another that only it can give to: the first was straightened",
	  STACKS "0.0 -h1\n0.3 +h1\n3.0 -a1\n3.3 +a1\n5.0 -a2\n5.3 +a2\n", 6500,
	  .want = "Was it a stone from a1 to a2? The clock or OK says yes" },
	{ "… or to none, after Back",
	  STACKS "0.0 -a1\n0.3 +a1\n3.0 -b1\n3.3 +b1\n5.0 press back\n7.0 -b1\n7.3 +b1\n", 8500,
	  .want = "A stone from b1: lift and set down its taker, or touch Give" },
	{ "… a refused stack may still be moved",
	  STACKS "0.0 -a1\n0.3 +a1\n3.0 -h1\n3.3 +h1\n5.0 -h1\n5.4 +g3\n", 5500,
	  .want = "White: h1-g3. Black to move" },
	{ "the royal stone takes none", STACKS "0.0 -b1\n0.3 +b1\n3.0 -c1\n3.3 +c1\n", 4500,
	  .want = "The royal stone neither gives nor takes a stone. b1 still gives: touch a stack "
		  "beside it, or press Back", .refused = "b1 c1 royal-stone" },
	{ "a stack far away takes none", STACKS "0.0 -a1\n0.3 +a1\n3.0 -h1\n3.3 +h1\n", 4500,
	  .want = "An own stack stands there: a stone goes only to one beside it. a1 still "
		  "gives: touch a stack beside it, or press Back",
	  .refused = "a1 h1 own-piece" },
	{ "a single stone touched alone", STACKS "0.0 -a2\n0.3 +a2\n", 2500,
	  .want = "To give the stone from a2: take it off, then touch the stack that gets it" },
	{ "… then the turn is played", STACKS "0.0 -a2\n0.3 +a2\n3.0 -h1\n3.4 +g3\n", 5000,
	  .want = "Black to move" },
	{ "a single stone and its taker are touched", STACKS "0.0 -a2\n0.3 +a2\n0.8 -a1\n1.1 +a1\n", 2500,
	  .want = "A stone for a1: now take the white single stone off a2" },
	{ "… which is the gift", STACKS "0.0 -a2\n0.3 +a2\n0.8 -a1\n1.1 +a1\n5.0 -a2\n", 5100,
	  .want = "White: a stone from a2 to a1. Black to move" },
	{ "… unless another stack is moved",
	  STACKS "0.0 -a2\n0.3 +a2\n3.0 -a1\n3.3 +a1\n5.0 -h1\n5.4 +g3\n", 7500,
	  .want = "Black to move" },
	{ "a gift is told once it is final", STACKS "0.0 act transfer:a1a2\n", 100,
	  .want = "Given: a stone from a1 to a2. Black to move" },
	{ "… and taken back, by hands too", STACKS "0.0 act transfer:a1a2\n2.0 undo 1\n", 2100,
	  .want = "Taken back: a stone from a1 to a2. Put the stone back. White to move a stack, or to "
		  "give a stone" },
	{ "a capture by a stack undone", STACKS "0.0 -c7\n0.3 -d5\n0.6 +c7\n3.0 undo 1\n", 3100,
	  .want = "Taken back: d5xc7. Put the white stack of two from c7 on d5, then put the black single "
		  "stone on c7" },
	{ "… then the captured stone", STACKS "0.0 -c7\n0.3 -d5\n0.6 +c7\n3.0 undo 1\n5.0 -c7\n5.4 +d5\n",
	  5500, .want = "Taken back: d5xc7. Put the black single stone on c7" },
	{ "… after a gift heights are not known",
	  STACKS "0.0 act transfer:a1a2\n2.0 -c7\n2.4 +c6\n5.0 undo 2\n", 5100,
	  .want = "Put the black single stone from c6 on c7" },

	/* Cooperative Chess. */
	{ "a move is taken back with its card and the end",
	  DEALT "1.0 -e2\n1.4 +e4\n4.0 act play:8S\n7.0 undo 1\n", 7100,
	  .want = "Take back the last move, and what belongs to it? Everybody must agree, on the "
		  "screen; waiting for White, Black" },
	{ "… and the pawn goes back",
	  DEALT "1.0 -e2\n1.4 +e4\n4.0 act play:8S\n7.0 undo 1\n8.0 answer w yes\n9.0 answer b yes\n",
	  9100, .want = "Taken back: e2-e4. Put the white pawn from e4 on e2" },
	{ "the cards allow nothing: whom", DEALT "1.0 act play:8S\n", 1100,
	  .want = "The cards allow White nothing more. Black to move, or to play a card at once" },
	{ "… until a piece is up", DEALT "1.0 act play:8S\n3.0 -e8\n", 4500,
	  .want = "Black to move, or to play a card at once" },
	{ "the victim first is no end of the turn", TAKES "1.0 -e4\n", 3000,
	  .want = "Black may capture; Done or the clock ends the turn. Capture the white pawn from e4, "
		  "or put it back" },
	{ "… its captor comes", TAKES "1.0 -e4\n3.0 -d5\n3.4 +e4\n", 3500,
	  .want = "Black: d5xe4. White to move, or to play a card at once" },
	{ "… set down elsewhere it asks", TAKES "1.0 -e4\n3.0 +e5\n", 4500,
	  .want = "Is the turn of Black over? The clock or OK says yes" },
	{ "a lift that no capture explains asks", TAKES "1.0 -e2\n", 3000,
	  .want = "Is the turn of Black over? The clock or OK says yes" },

	/* Pieces as markers. */
	{ "lamps stand for checkers", "game half-alice\n0.0 -e2\n0.4 +e4\n", 2000,
	  .want = "Black to move" },
	{ "a checker is told of", "game half-alice\n0.0 -e2\n0.4 +e4\n", 2000,
	  .want = "Lay a checker on e4. Black to move", .objects = true },
	{ "… once", "game half-alice\n0.0 -e2\n0.4 +e4\n2.0 -e7\n2.4 +e5\n", 4000,
	  .want = "Lay a checker on e5. White to move", .objects = true },
	{ "… taken off the square that its piece left",
	  "game half-alice\nposition 4k3/8/8/8/4P@3/8/8/4K3 w - - 0 1 checkers=11,12\n0.0 -e4\n0.4 "
	  "+e5\n",
	  2000, .want = "Take the checker off e4. Black to move", .objects = true },
	{ "a coin goes along",
	  "game zombie\nposition 4k3/8/8/8/4P^3/8/8/4K3 w - - 0 1 stage=move buried=-/- left=- "
	  "moved=- hold=- dust=-\n0.0 -e4\n0.4 +e5\n",
	  2000, .want = "Take the coin off e4. Lay a coin on e5. Black to move", .objects = true },
	{ "strength tells that it lacks", "game half-alice\nsensors level\n0.0 -e2\n0.4 +e4w2\n",
	  2000, .want = "Lay a checker on e4. Black to move", .objects = true, .lay = "e4" },
	{ "… by an interval that may be either: not",
	  "game half-alice\nsensors level\n0.0 -e2\n0.4 +e4w1-2\n", 2000,
	  .want = "Lay a checker on e4. Black to move", .objects = true },
	{ "… laid: adjusting, nobody's move",
	  "game half-alice\nsensors level\n0.0 -e2\n0.4 +e4w2\n3.0 -e4\n3.4 +e4w1\n", 5000,
	  .want = "Lay a checker on e4. Black to move", .objects = true },
	{ "… laid where none belongs", "game half-alice\nsensors level\n0.0 -a2\n0.4 +a2w1\n", 2000,
	  .want = "White to move", .objects = true, .unlay = "a2" },
	{ "… which lamps do not mind", "game half-alice\nsensors level\n0.0 -a2\n0.4 +a2w1\n", 2000,
	  .want = "White to move" },
};

static struct session session;
static struct session_out out;

static void
until(uint64_t t_us)
{
	uint64_t d;

	while ((d = session_deadline(&session)) <= t_us)
		(void)session_step(
			&session,
			&(struct event){ .kind = EVENT_TIME, .t_us = d, .seat = SEAT_NONE }, &out);
}

static void
play(const char *events, bool objects)
{
	struct trace_reader r;
	struct trace_error err;
	struct rules_error why;
	struct event e;
	char text[1024];
	int len = snprintf(text, sizeof(text), "# haloboard trace 1\n%s", events);

	assert_int_equal(trace_open(&r, text, (size_t)len, &err), 0);
	r.header.config.objects = objects;
	assert_int_equal(session_start(&session, &r.header.config, r.header.game,
				       *r.header.position ? r.header.position : NULL, "",
				       r.header.has_board ? r.header.board : NULL, NULL, 0,
				       &why),
			 0);
	while (trace_next(&r, &e, &err) > 0) {
		until(e.t_us);
		(void)session_step(&session, &e, &out);
	}
}

static void
refused(const struct session_state *s, char text[64])
{
	char from[4] = "", to[4] = "";

	if (s->refused_from != RULES_NO_SQ)
		rules_square_print(s->game, s->refused_from, from);
	if (s->refused_to != RULES_NO_SQ)
		rules_square_print(s->game, s->refused_to, to);
	(void)snprintf(text, 64, "%s %s %s", from, to, s->refusal.rule);
}

static void
test_row(void **state)
{
	const struct row *row = *state;
	struct session_state s;
	char got[WORDS_LINE], why[64];

	play(row->trace, row->objects);
	until(row->until_ms * 1000ull);
	session_state(&session, &s);
	words_message(&s, got);
	assert_string_equal(got, row->want);
	assert_true(sqset_equal(s.lay, state_squares(s.game, row->lay)));
	assert_true(sqset_equal(s.unlay, state_squares(s.game, row->unlay)));
	assert_int_equal(s.refusal.rule != NULL, row->refused != NULL);
	if (!row->refused)
		return;
	refused(&s, why);
	assert_string_equal(why, row->refused);
	words_put_back(&s, got);
	if (row->back)
		assert_string_equal(got, row->back);
}

int
main(void)
{
	enum { ROWS = sizeof(rows) / sizeof(rows[0]) };
	struct CMUnitTest tests[ROWS];

	for (size_t i = 0; i < ROWS; i++)
		tests[i] = (struct CMUnitTest){ rows[i].name, test_row, NULL, NULL,
						(void *)(uintptr_t)&rows[i] };
	return cmocka_run_group_tests_name("says", tests, NULL, NULL);
}
