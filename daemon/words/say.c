/* Every sentence, and how it is filled in. */
#include "daemon/words/say.h"
#include "hw/text/text.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* clang-format off: a table */
static const struct sentence {
	const char *key, *english;
} sentences[SAY_COUNT] = {
	[SAY_WHITE] = { "white", "White" },
	[SAY_BLACK] = { "black", "Black" },
	[SAY_BLUE] = { "blue", "Blue" },
	[SAY_RED] = { "red", "Red" },
	[SAY_WHITE_PIECE] = { "white-piece", "white {1}" },
	[SAY_BLACK_PIECE] = { "black-piece", "black {1}" },
	[SAY_BLUE_PIECE] = { "blue-piece", "blue {1}" },
	[SAY_RED_PIECE] = { "red-piece", "red {1}" },
	[SAY_ANY_PIECE] = { "any-piece", "piece" },
	[SAY_SEAT_WK] = { "seat-wk", "White on the king side" },
	[SAY_SEAT_BK] = { "seat-bk", "Black on the king side" },
	[SAY_SEAT_WQ] = { "seat-wq", "White on the queen side" },
	[SAY_SEAT_BQ] = { "seat-bq", "Black on the queen side" },
	[SAY_SEAT_CHANCE] = { "seat-chance", "The dice" },
	[SAY_SEAT_NONE] = { "seat-none", "Nobody" },
	[SAY_HALO] = { "halo", "halo" },
	[SAY_HALOS] = { "halos", "halos" },
	[SAY_COIN] = { "coin", "coin" },
	[SAY_COINS] = { "coins", "coins" },
	[SAY_CHECKER] = { "checker", "checker" },
	[SAY_CHECKERS] = { "checkers", "checkers" },

	[SAY_PIECE_PAWN] = { "piece-pawn", "pawn" },
	[SAY_PIECE_KNIGHT] = { "piece-knight", "knight" },
	[SAY_PIECE_BISHOP] = { "piece-bishop", "bishop" },
	[SAY_PIECE_ROOK] = { "piece-rook", "rook" },
	[SAY_PIECE_QUEEN] = { "piece-queen", "queen" },
	[SAY_PIECE_KING] = { "piece-king", "king" },
	[SAY_PIECE_SHAREHOLDER] = { "piece-shareholder", "Shareholder" },
	[SAY_PIECE_REGULATOR] = { "piece-regulator", "Regulator" },
	[SAY_PIECE_AUDITOR] = { "piece-auditor", "Auditor" },
	[SAY_PIECE_DIRECTOR] = { "piece-director", "Director" },
	[SAY_PIECE_CFO] = { "piece-cfo", "CFO" },
	[SAY_PIECE_CEO] = { "piece-ceo", "CEO" },
	[SAY_PIECE_SINGLE_STONE] = { "piece-single-stone", "single stone" },
	[SAY_PIECE_STACK_OF_TWO] = { "piece-stack-of-two", "stack of two" },
	[SAY_PIECE_STACK_OF_THREE] = { "piece-stack-of-three", "stack of three" },
	[SAY_PIECE_STACK_OF_FOUR] = { "piece-stack-of-four", "stack of four" },
	[SAY_PIECE_STACK_OF_FIVE] = { "piece-stack-of-five", "stack of five" },
	[SAY_PIECE_STACK_OF_SIX] = { "piece-stack-of-six", "stack of six" },
	[SAY_PIECE_ROYAL_STONE] = { "piece-royal-stone", "royal stone" },
	[SAY_PIECE_SOLDIER] = { "piece-soldier", "Soldier" },
	[SAY_PIECE_COLONEL] = { "piece-colonel", "Colonel" },
	[SAY_PIECE_RECON_BATTALION] = { "piece-recon-battalion", "Recon Battalion" },
	[SAY_PIECE_ARMOR_BRIGADE] = { "piece-armor-brigade", "Armor Brigade" },
	[SAY_PIECE_GENERAL] = { "piece-general", "General" },
	[SAY_PIECE_MISSILE] = { "piece-missile", "Missile" },
	[SAY_PIECE_ARTILLERY] = { "piece-artillery", "Artillery" },

	[SAY_ACT_EXTRA1] = { "act-extra1", "one further move bought" },
	[SAY_ACT_EXTRA2] = { "act-extra2", "two further moves bought" },
	[SAY_ACT_BOUGHT_FOR] = { "act-bought-for", "{1} bought for {2}" },
	[SAY_ACT_BOUGHT] = { "act-bought", "a {1} bought" },
	[SAY_ACT_CARD] = { "act-card", "the {1} of {2}" },
	[SAY_CARD_QUEEN] = { "card-queen", "queen" },
	[SAY_CARD_KING] = { "card-king", "king" },
	[SAY_CARD_HEARTS] = { "card-hearts", "hearts" },
	[SAY_CARD_DIAMONDS] = { "card-diamonds", "diamonds" },
	[SAY_CARD_SPADES] = { "card-spades", "spades" },
	[SAY_CARD_CLUBS] = { "card-clubs", "clubs" },
	[SAY_ACT_PASS] = { "act-pass", "a pass" },
	[SAY_ACT_END] = { "act-end", "the end of the turn" },
	[SAY_ACT_ROLL] = { "act-roll", "the dice {1} and {2}" },
	[SAY_ACT_TRANSFER] = { "act-transfer", "a stone from {1} to {2}" },
	[SAY_ACT_BURY] = { "act-bury", "a burial" },
	[SAY_ACT_PROMOTE] = { "act-promote", "a {1} on {2}" },
	[SAY_ACT_ASSIGN] = { "act-assign", "the masks" },
	[SAY_ACT_ATTEMPT] = { "act-attempt", "{1} asks for {2}" },

	[SAY_ENDS_ONGOING] = { "ends-ongoing", "The game goes on" },
	[SAY_ENDS_WIN] = { "ends-win", "{1} wins: {2}" },
	[SAY_ENDS_WIN_ALONE] = { "ends-win-alone", "{1} wins" },
	[SAY_ENDS_DRAW] = { "ends-draw", "Draw: {1}" },
	[SAY_ENDS_DRAW_ALONE] = { "ends-draw-alone", "Draw" },
	[SAY_ENDS_SCORE] = { "ends-score", "Score {1}: {2}" },
	[SAY_ENDS_LOST] = { "ends-lost", "Lost: {1}" },
	[SAY_ENDS_RESIGNED] = { "ends-resigned", "{1} wins: {2} resigned" },
	[SAY_ENDS_TIME] = { "ends-time", "{1} wins: {2} ran out of time" },
	[SAY_FOR_CHECKMATE] = { "for-checkmate", "checkmate" },
	[SAY_FOR_STALEMATE] = { "for-stalemate", "stalemate" },
	[SAY_FOR_MATERIAL] = { "for-material", "neither side can win with what is left" },
	[SAY_FOR_REPETITION] = { "for-repetition", "the position has stood too often" },
	[SAY_FOR_SEVENTYFIVE] = { "for-seventyfive", "75 moves without a capture or a pawn move" },
	[SAY_FOR_KING_CAPTURED] = { "for-king-captured", "the king is captured" },
	[SAY_FOR_CEO_CAPTURED] = { "for-ceo-captured", "the CEO is captured" },
	[SAY_FOR_CEO_INDICTED] = { "for-ceo-indicted", "the CEO is indicted" },
	[SAY_FOR_NO_SHAREHOLDERS] = { "for-no-innocent-shareholders",
				      "no innocent shareholders are left" },
	[SAY_FOR_ROYAL_CAPTURED] = { "for-royal-captured", "the royal piece is captured" },
	[SAY_FOR_GENERALS] = { "for-generals", "the other side has no general in the gauntlet" },
	[SAY_FOR_GENERALS_DRAW] = { "for-generals-draw",
				    "neither side has a general in the gauntlet" },
	[SAY_FOR_TURN_LIMIT] = { "for-turn-limit",
				 "turn 50 is over and both sides hold the gauntlet" },
	[SAY_FOR_OUT_OF_CARDS] = { "for-out-of-cards", "no cards are left" },
	[SAY_FOR_ALL_PASSED] = { "for-all-passed", "all have passed" },
	[SAY_FOR_GIVEN_UP] = { "for-given-up", "given up" },
	[SAY_FOR_AGREED] = { "for-agreed", "agreed" },
	[SAY_FOR_THREEFOLD] = { "for-threefold", "claimed, the position stood three times" },
	[SAY_FOR_FIFTY] = { "for-fifty", "claimed, 50 moves without a capture or a pawn move" },

	[SAY_MENU] = { "menu", "Clock: draw. Hint: resign. Back: go on" },
	[SAY_MENU_LATE] = { "menu-late",
			    "OK: claim on time. Clock: draw. Hint: resign. Back: go on" },
	[SAY_MENU_TOGETHER] = { "menu-together", "Hint: give the game up. Back: go on" },
	[SAY_MENU_DRAW] = { "menu-draw", "Is it a draw? OK: yes. Back: go on" },
	[SAY_MENU_RESIGN] = { "menu-resign", "Does {1} resign? OK: yes. Back: go on" },
	[SAY_MENU_GIVE_UP] = { "menu-give-up", "Give the game up? OK: yes. Back: go on" },
	[SAY_CHOICE] = { "choice", "Put a piece on the light of a game. Back: none of them" },
	[SAY_ASK_WHICH] = { "ask-which", "Which move was it?" },
	[SAY_ASK_BOUGHT] = { "ask-bought", "Which piece was bought?" },
	[SAY_ASK_CONFIRM] = { "ask-confirm", "Was it {1}? The clock or OK says yes" },
	[SAY_ASK_REVEALS] = { "ask-reveals", "Was it {1}, and is the turn over? The clock or OK "
					     "says yes; then it is told what rises" },
	[SAY_ASK_PROMOTION] = { "ask-promotion", "Promoted to another piece?" },
	[SAY_ASK_TAKEBACK_ONE] = { "ask-takeback-one", "Take back the last move?" },
	[SAY_ASK_TAKEBACK] = { "ask-takeback", "Take back {1} moves?" },
	[SAY_ASK_TAKEBACK_ONE_WITH] = { "ask-takeback-one-with",
					"Take back the last move, and what belongs to it?" },
	[SAY_ASK_TAKEBACK_WITH] = { "ask-takeback-with",
				    "Take back {1} moves, and what belongs to them?" },
	[SAY_ASK_TAKEBACK_WORD] = { "ask-takeback-word", "Take back what was chosen last?" },
	[SAY_ASK_ALL] = { "ask-all", "{1} Everybody must agree, on the screen; waiting for {2}" },
	[SAY_ASK_HERE] = { "ask-here", "{1} OK: yes. Back: no" },
	[SAY_ASK_NEW_GAME] = { "ask-new-game", "Begin a new game of {1}? OK: yes. Back: no" },
	[SAY_ASK_END] = { "ask-end", "Is the turn of {1} over? The clock or OK says yes" },
	[SAY_ASK_PAY] = { "ask-pay", "The king flew: pay for it? OK: yes. Back: no" },
	[SAY_ASK_ARRAY] = { "ask-array", "Set the pieces up as in the picture." },
	[SAY_ASK_ARRAY_RANK] = { "ask-array-rank",
				 "Set the pieces up as in the picture, White's first rank {1}." },
	[SAY_ASK_ARRAY_LACKS] = { "ask-array-lacks",
				  "{1} The lamps show where one is missing or too many" },
	[SAY_ASK_ARRAY_OK] = { "ask-array-ok",
			       "{1} The board cannot tell which is which: OK says that they stand so" },

	[SAY_DUE_OFF] = { "due-off", "the {1} off {2}" },
	[SAY_DUE_ON] = { "due-on", "the {1} on {2}" },
	[SAY_DUE_MORE] = { "due-more", "{1} and {2} more" },
	[SAY_DUE_TAKE] = { "due-take", "Take {1}" },
	[SAY_DUE_PUT] = { "due-put", "Put {1}" },
	[SAY_DUE_BOTH] = { "due-both", "Take {1}; put {2}" },
	[SAY_BACK_FROM] = { "back-from", "Put the {1} from {2} back on {3}" },
	[SAY_BACK_BOX] = { "back-box", "Put the {1} from the box on {2}" },
	[SAY_BACK_PUT] = { "back-put", "Put the {1} on {2}" },
	[SAY_BACK_TAKE] = { "back-take", "Take the piece off {1}" },
	[SAY_BACK_UNLIKE] = { "back-unlike", "The board does not show the position" },
	[SAY_BACK_STEPS] = { "back-steps", "{1} ({2} steps to go)" },

	[SAY_STARTING] = { "starting", "Reading the board" },
	[SAY_REPAIRING] = { "repairing", "The record of games is damaged and is being repaired" },
	[SAY_REPAIRING_PART] = { "repairing-part", "Repairing the record of games: {1} %" },
	[SAY_REPAIRING_WAIT] = { "repairing-wait",
				 "the record of games is being repaired: ask again when it is" },
	[SAY_NO_GAME] = { "no-game", "No game yet: set up the pieces or choose a game" },
	[SAY_NEXT_ASSIGN] = { "next-assign",
			      "{1} deals the other side's masks, in secret, on the screen" },
	[SAY_NEXT_BURY] = { "next-bury", "{1} buries what was captured, in secret, on the screen" },
	[SAY_NEXT_BURY_AFTER] = { "next-bury-after", "Then {1} buries" },
	[SAY_NEXT_PROMOTE] = { "next-promote",
			       "{1} first promotes the pawn that rose, on the screen" },
	[SAY_NEXT_ROLL] = { "next-roll", "{1} to roll the dice: OK, or type in real ones" },
	[SAY_NEXT_MOVE_OR_CARD] = { "next-move-or-card", "{1} to move, or to play a card at once" },
	[SAY_NEXT_CARD] = { "next-card", "{1} to play a card" },
	[SAY_NEXT_MOVE_OR_BUY] = { "next-move-or-buy", "{1} to move, or to buy something first" },
	[SAY_NEXT_STONE_OR_END] = { "next-stone-or-end",
				    "{1} may give a stone; press the clock to end the turn" },
	[SAY_NEXT_STACK_OR_STONE] = { "next-stack-or-stone",
				      "{1} to move a stack, or to give a stone" },
	[SAY_NEXT_STONE] = { "next-stone", "{1} to give a stone" },
	[SAY_NEXT_GO_ON] = { "next-go-on", "{1} may go on; press the clock to end the turn" },
	[SAY_NEXT_CLOCK] = { "next-clock", "{1} to press the clock: the turn is over" },
	[SAY_NEXT_MOVE] = { "next-move", "{1} to move" },
	[SAY_CHECK] = { "check", "{1}, in check" },
	[SAY_CHECK_NAMED] = { "check-named", "{1}, the {2} is attacked" },
	[SAY_CHECK_OTHER] = { "check-other", "{1}; {2}'s {3} is attacked" },
	[SAY_TOLD_CAPTURE] = { "told-capture", "The {1} captures on {2}" },
	[SAY_TOLD_NO_CAPTURE] = { "told-no-capture", "The {1} does not capture on {2}" },
	[SAY_TOLD_RISEN] = { "told-risen", "Zombie {1} rises on {2}" },
	[SAY_TOLD_NO_ZOMBIE] = { "told-no-zombie", "No zombie on {1}" },
	[SAY_TOLD_NO_ZOMBIES] = { "told-no-zombies", "Nothing rises" },
	[SAY_TOLD_CANNOT_BURY] = { "told-cannot-bury",
				   "Nothing is free to hide the {1}: it is gone for good" },
	[SAY_TOLD_SCORE] = { "told-score", "Score {1}" },
	[SAY_TOLD_ONE_ANSWER] = { "told-one-answer", "Red has one move to answer" },
	[SAY_TOLD_PASS] = { "told-pass", "{1} passes" },
	[SAY_TOLD_DICE] = { "told-dice", "Dice: {1} and {2}" },
	[SAY_OBJECT_TAKE_ONE] = { "object-take-one", "Take the {1} off {2}" },
	[SAY_OBJECT_TAKE] = { "object-take", "Take the {1} off {2}" },
	[SAY_OBJECT_LAY] = { "object-lay", "Lay a {1} on {2}" },
	[SAY_BEGUN_ATTEMPT] = { "begun-attempt", "Does {1} capture {2}? Set it down there to ask" },
	[SAY_BEGUN_BUY] = { "begun-buy", "Set the bought piece down on a lit square" },
	[SAY_BEGUN_STONE] = { "begun-stone", "Move the stone, or touch the stack that takes it" },
	[SAY_SHOWN] = { "shown", "{1}: {2}" },
	[SAY_SHOWN_CLOCK] = { "shown-clock", "Press the clock to end the turn" },
	[SAY_SECRET] = { "secret", "That does not go; the reason is on the mover's page" },
	[SAY_SECRET_PAGE] = { "secret-page", "The reason stands on the mover's own page." },

	[SAY_CLOCK_FALLEN] = { "clock-fallen", "{1} has run out of time" },
	[SAY_CLOCK_CLAIM] = { "clock-claim", "{1} has run out of time. Does {2} claim the game?" },
	[SAY_CLOCK_ASKED] = { "clock-asked", "The clock stands still" },
	[SAY_CLOCK_RESTART] = { "clock-restart",
				"The clock stands still until a piece is touched or OK pressed" },
	[SAY_CLOCK_BOARD] = { "clock-board",
			      "The clock stands still while the board cannot be read" },

	[SAY_NOT_FOR_ALL] = { "not-for-all", "every seat answers that for itself, on the screen" },
	[SAY_NOT_ONE_OF] = { "not-one-of",
			     "several actions are offered: choose one, or answer no" },
	[SAY_NOT_ASKED] = { "not-asked", "nothing is asked that yes or no would answer" },
	[SAY_NOT_THAT_SEAT] = { "not-that-seat", "it is not that seat's turn" },
	[SAY_NOT_SO_NAMED] = { "not-so-named", "no legal action is named so" },
	[SAY_NOT_GAME_OVER] = { "not-game-over", "the game is over" },
	[SAY_NOT_AFTER_TOUCH] = { "not-after-touch",
				  "too late: the opponent has touched a piece; take the move back first" },
	[SAY_NOT_SET_UP] = { "not-set-up",
			     "the pieces are being set up: first OK says that they stand" },
	[SAY_NOT_SET_UP_YET] = { "not-set-up-yet",
				 "the pieces do not stand so yet: the lamps show where" },
	[SAY_NOT_CLAIMED] = { "not-claimed", "no draw can be claimed now" },
	[SAY_NOT_SO_MANY] = { "not-so-many", "the game has not so many actions" },
	[SAY_NOT_KEPT] = { "not-kept",
			   "the game is too long to be kept; no further action is taken" },

	[SAY_NOT_READ] = { "not-read", "the board is not read yet" },
	[SAY_NOT_LATE] = { "not-late", "nobody's time is over" },
	[SAY_NOT_ROLLED] = { "not-rolled", "there is nothing to roll now" },
	[SAY_NOT_OWN_DICE] = { "not-own-dice", "this game has no dice of its own: roll real ones, "
					       "tell the numbers" },
	[SAY_NOT_FITS] = { "not-fits", "{1} needs {2} x {3} squares, this board has {4} x {5}" },
	[SAY_NOT_BURIED_YET] = { "not-buried-yet", "the board comes first: {1}" },
	[SAY_NOT_SCREEN_TAKEN] = { "not-screen-taken", "another screen is connected" },
	[SAY_NOT_SCREEN] = { "not-screen",
			     "pages are opened on the screen alone (say \"screen\" first)" },
	[SAY_NOT_CLOCK] = { "not-clock", "the clock runs already" },
	[SAY_NOT_RECORD] = { "not-record", "action {1} of the record is not legal" },
	[SAY_NOT_PIN_FORM] = { "not-pin-form", "pin: {1} to {2} digits are expected" },
	[SAY_NOT_PIN_NEEDED] = { "not-pin-needed", "pin: needed" },
	[SAY_NOT_PIN_WAIT] = { "not-pin-wait", "pin: wait {1} s" },
	[SAY_NOT_PIN_WRONG] = { "not-pin-wrong", "pin: wrong" },
	[SAY_NOT_DAY_KNOWN] = { "not-day-known", "date: the machine knows that it is {1}" },
	[SAY_NOT_DAY] = { "not-day", "date: a day like 2026-01-31 is expected" },
	[SAY_NOT_SHOWN_SCREEN] = { "not-shown-screen", "the lamps follow the local screen alone" },
	[SAY_NOT_SHOWN_GAME] = { "not-shown-game", "a game is running: the lamps are its own" },
	[SAY_NOT_SHOWN_SMALL] = { "not-shown-small", "this board is too small for that game" },
	[SAY_NOT_OPENED] = { "not-opened", "game {1} cannot be played on: there are secrets in it, and "
					   "the PINs that guarded them ended with it" },

	[SAY_NOT_NO_GAME] = { "not-no-game", "there is no game" },
	[SAY_NOT_NOTHING_ASKED] = { "not-nothing-asked", "nothing is asked" },
	[SAY_NOT_NO_CLOCK] = { "not-no-clock", "there is no clock" },
	[SAY_NOT_NO_STORE] = { "not-no-store", "no games are kept" },
	[SAY_NOT_BUSY] = { "not-busy", "the journal is busy, ask again" },
	[SAY_NOT_TOGETHER] = { "not-together",
			       "nobody plays against anybody here: resign, or go on" },
	[SAY_NOT_OFF_SETTING] = { "not-off-setting",
				  "the settings do not let the menu switch the machine off" },
	[SAY_NOT_OFF] = { "not-off", "this machine is not switched off from here" },
	[SAY_NOT_PIN_PAGE] = { "not-pin-page", "pin: set on that seat's page alone" },
	[SAY_NOT_TURN] = { "not-turn", "it is not the turn of {1}, but of {2}" },
	[SAY_NOT_TURN_CHANCE] = { "not-turn-chance",
				  "it is not the turn of {1}: the dice are to be rolled" },
	[SAY_NOT_UNDO] = { "not-undo", "nothing can be taken back: no action is final yet" },
	[SAY_NOT_UNDO_ONE] = { "not-undo-one", "only {1} final action can be taken back" },
	[SAY_NOT_UNDO_MORE] = { "not-undo-more", "only {1} final actions can be taken back" },

	[SAY_BESIDE] = { "beside", "something stands beside the board of {1}, on {2}: it plays no "
				   "part there" },
	[SAY_BESIDE_CLEAR] = { "beside-clear", "nothing stands beside the board of {1} any more" },
	[SAY_NO_SQUARES] = { "no-squares", "none" },
	[SAY_CHIP_ABSENT] = { "chip-absent", "does not answer" },
	[SAY_CHIP_HOLDS] = { "chip-holds", "holds the bus" },
	[SAY_CHIP_RESET] = { "chip-reset", "lost its settings (reset?)" },
	[SAY_CHIP_CUT_OFF] = { "chip-cut-off", "is out of reach, its bus is gone" },
	[SAY_CHIP_WRONG] = { "chip-wrong", "answers wrongly" },
	[SAY_SENSOR] = { "sensor", "sensor chip {1} ({2} at {3} on bus {4})" },
	[SAY_SENSOR_MUX] = { "sensor-mux", "sensor chip {1} ({2} at {3} behind port {5} of the mux "
					   "at {6}, on bus {4})" },
	[SAY_SENSOR_SILENT] = { "sensor-silent", "{1} {2}: squares {3} are dark to me; checking "
						 "again every second" },
	[SAY_SENSOR_BACK] = { "sensor-back", "{1} answers again" },
	[SAY_MUX_SILENT] = { "mux-silent",
			     "the mux at {1} on bus {2} does not answer: squares {3} behind it are "
			     "dark to me; checking again every second" },
	[SAY_MUX_BACK] = { "mux-back", "the mux at {1} on bus {2} answers again" },
	[SAY_SQUARE_BROKEN] = { "square-broken", "sensor chip {1} ({2} at {3}): no sensor gives "
						 "what comes from {4}, is a wire off?" },
	[SAY_SQUARE_FLICKERS] = { "square-flickers",
				  "sensor chip {1} ({2} at {3}): flickering without end: {4}" },
	[SAY_SQUARE_BOTH] = { "square-both", "sensor chip {1} ({2} at {3}): no sensor gives what "
					     "comes from {4}, is a wire off? flickering without "
					     "end: {5}" },
	[SAY_SQUARE_BLIND] = { "square-blind", "sensor chip {1} ({2} at {3}): squares whose sensor "
					       "is not believed: {4}; calibrate once they are "
					       "mended" },
	[SAY_SQUARE_AND] = { "square-and", "{1}; {2}" },
	[SAY_SQUARE_SOUND] = { "square-sound",
			       "sensor chip {1} ({2} at {3}): all its squares read well" },
	[SAY_BLIND_ALL] = { "blind-all",
			    "the whole board is dark to me: choose each move on the screen" },
	[SAY_BLIND] = { "blind", "{1} squares are dark to me, too many to be sure of a move: "
				 "confirm each by the clock or OK, or choose it on the screen" },
	[SAY_BLIND_NO_MORE] = { "blind-no-more",
				"enough squares are seen again: moves count by themselves" },
	[SAY_SQUARES_BOTH] = { "squares-both", "{1} of the board, {2} of the game" },
	[SAY_SQUARE_BESIDE] = { "square-beside", "{1} of the board, beside the game" },
	[SAY_STUCK] = { "stuck",
			"the board has waited a minute for {1}, and no hand came: if all pieces "
			"stand right, a sensor is stuck, one of {2}; the screen, or "
			"\"halo blind SQUARE\", plays on without it, calibrating finds it" },
	[SAY_STUCK_MANY] = { "stuck-many",
			     "the board has waited a minute for {1}, and no hand came: if all "
			     "pieces stand right, is a wire off these sensors? The screen, or "
			     "\"halo blind SQUARE\", plays on without them" },
	[SAY_STUCK_OVER] = { "stuck-over", "the board is right again: no sensor is stuck" },
	[SAY_LAMP_SILENT] = { "lamp-silent",
			      "lamp chip {1} ({2} at {3} on bus {4}) {5}: its lamps stay as they "
			      "are; the game goes on, trying again every second" },
	[SAY_LAMP_BACK] = { "lamp-back", "lamp chip {1} ({2} at {3} on bus {4}) answers again" },
	[SAY_LINE] = { "line", "interrupt line {1} of sensor chip {2}" },
	[SAY_LINE_STUCK] = { "line-stuck", "{1} stays low after the chip was read: "
					   "reading it 100 times a second instead" },
	[SAY_LINE_FREE] = { "line-free", "{1} works again" },
	[SAY_BUS_HELD] = { "bus-held", "bus {1} ({2}) is held by a chip or a short: the board is "
				       "dark to me; trying again every second" },
	[SAY_BUS_GONE] = { "bus-gone", "bus {1} ({2}) is gone, {3}: the board is dark to me; "
				       "trying again every second" },
	[SAY_BUS_BACK] = { "bus-back", "bus {1} ({2}) is back" },
	[SAY_GPIO_GONE] = { "gpio-gone",
			    "interrupt and button lines of {1} cannot be used ({2}): reading the "
			    "sensors 100 times a second instead; the board's buttons do nothing; trying "
			    "again every second" },
	[SAY_GPIO_UNNAMED] = { "gpio-unnamed", "the description, which names no gpio," },
	[SAY_GPIO_BACK] = { "gpio-back", "interrupt and button lines of {1} work again" },
	[SAY_STORE_LOST_ONE] = { "store-lost-one",
				 "{1} action of an earlier game could not be kept" },
	[SAY_STORE_LOST] = { "store-lost", "{1} actions of an earlier game could not be kept" },
	[SAY_STORE_BACK] = { "store-back",
			     "games are kept again, everything is on disk or on its way" },
	[SAY_SUPPLY_WEAK] = { "supply-weak", "the supply is too weak: the machine runs slowly or "
					     "fails; take a stronger one, or a thicker cable" },
	[SAY_SUPPLY_BACK] = { "supply-back", "the supply is strong enough again" },

	[SAY_STICK_WAITING] = { "stick-waiting",
				"The USB stick {1} waits until the record of games is repaired. "
				"Do not pull it out yet." },
	[SAY_STICK_READING] = { "stick-reading",
				"Looking what is on the USB stick {1}. Do not pull it out yet." },
	[SAY_STICK_MENDING] = { "stick-mending",
				"The USB stick {1} was pulled out too early the last time, and is "
				"mended first. Do not pull it out yet." },
	[SAY_STICK_WRITING] = { "stick-writing", "Games go to the USB stick {1}: {2} of {3}. Do "
						 "not pull it out yet." },
	[SAY_STICK_DONE_ONE] = { "stick-done-one",
				 "You may pull the USB stick {1} out now: 1 new game written." },
	[SAY_STICK_DONE] = { "stick-done",
			     "You may pull the USB stick {1} out now: {2} new games written." },
	[SAY_STICK_READ_ONE] = { "stick-read-one", "1 game was read from it." },
	[SAY_STICK_READ] = { "stick-read", "{1} games were read from it." },
	[SAY_STICK_MENDED] = { "stick-mended",
			       "It had been pulled out too early, and was mended." },
	[SAY_STICK_FULL] = { "stick-full", "the USB stick {1} is full: what fitted is on it; make "
					   "room, and plug it in again for the rest" },
	[SAY_STICK_CROWDED] = { "stick-crowded",
				"a folder on the USB stick {1} holds no more files: move some of "
				"them elsewhere, and plug it in again for the rest" },
	[SAY_STICK_READ_ONLY] = { "stick-read-only", "the USB stick {1} is write-protected: no "
						     "game could be written to it" },
	[SAY_STICK_PULLED] = { "stick-pulled", "the USB stick {1} was pulled out too early: "
					       "nothing is lost; plug it in again for the rest" },
	[SAY_STICK_DAMAGED] = { "stick-damaged", "the USB stick {1} cannot be read ({2}): let a "
						 "computer check or format it" },
	[SAY_STICK_UNCLEAN] = { "stick-unclean",
				"the USB stick {1} was pulled out too early the last time, and could "
				"not be mended here ({2}): let a computer check it; nothing was "
				"written to it" },
	[SAY_STICK_FOREIGN] = { "stick-foreign", "the USB stick {1} is formatted in a way that is "
						 "not known here ({2}): vfat, exfat or ext4 are" },
	[SAY_STICK_TAKEN] = { "stick-taken", "on the USB stick {1} something else has the name "
					     "{2}: rename it, and plug the stick in again" },
	[SAY_STICK_FAILS] = { "stick-fails", "the USB stick {1} does not work ({2}): nothing is "
					     "lost; try again, or take another one" },
	[SAY_STICK_REFUSED] = { "stick-refused",
				"not everything could be written to the USB stick {1}: {2}" },
	[SAY_STICK_BROKEN_OFF] = { "stick-broken-off", "writing to the USB stick {1} was broken "
						       "off: plug it in again for the rest" },

	[SAY_MISTAKE] = { "mistake", "{1}:{2}:{3}: game {4}: {5}" },
	[SAY_MISTAKE_AT] = { "mistake-at", "{1}:{2}:{3}: game {4}: {5}: {6}" },
	[SAY_MISTAKE_NO_MOVE] = { "mistake-no-move", "no legal move is '{1}'" },
	[SAY_MISTAKE_SEVERAL] = { "mistake-several", "several moves could be '{1}'" },
	[SAY_MISTAKE_NOTATION] = { "mistake-notation",
				   "this is no move in algebraic notation: '{1}'" },
	[SAY_MISTAKE_WORD] = { "mistake-word", "this is no move" },
	[SAY_MISTAKE_ACTION] = { "mistake-action", "no legal action of that name" },
	[SAY_MISTAKE_OVER] = { "mistake-over", "the game was over before this move: {1}" },
	[SAY_MISTAKE_RESULTS] = { "mistake-results",
				  "the moves end with {1}, but the tag Result says {2}" },
	[SAY_MISTAKE_RULES] = { "mistake-rules",
				"the result is {1}, but the moves end in {2}, which is {3}" },
	[SAY_MISTAKE_RESULT] = { "mistake-result",
				 "the result \"{1}\" is none of 1-0 0-1 1/2-1/2 *" },
	[SAY_MISTAKE_VARIANT] = { "mistake-variant", "the variant \"{1}\" is not known here" },
	[SAY_MISTAKE_FEN] = { "mistake-fen", "the FEN tag, character {1}: {2}" },
	[SAY_MISTAKE_TWICE] = { "mistake-twice", "the tag {1} is given twice" },
	[SAY_MISTAKE_LONG] = { "mistake-long",
			       "the value of the tag {1} is longer than {2} bytes" },
	[SAY_MISTAKE_TAG] = { "mistake-tag", "this is no tag of the form [Name \"value\"]" },
	[SAY_MISTAKE_TAG_END] = { "mistake-tag-end",
				  "this tag has no end, or its value no quotes" },
	[SAY_MISTAKE_COMMENT] = { "mistake-comment", "this comment has no end" },
	[SAY_MISTAKE_VARIATION] = { "mistake-variation", "this variation has no end" },
	[SAY_MISTAKE_HIDES] = { "mistake-hides",
				"it hides something until it is over, and was left out" },
	[SAY_MISTAKE_NOTHING] = { "mistake-nothing",
				  "it has neither a move nor a result, and was left out" },
	[SAY_MISTAKE_UTF16] = { "mistake-utf16",
				"the file is UTF-16, and has to be saved as UTF-8" },
	[SAY_MISTAKE_BRACKET] = { "mistake-bracket", "this bracket closes nothing" },
	[SAY_REMARK_MINUTES] = { "remark-minutes",
				 "{1}: game {2} and all that follow wait for the next time: {3} "
				 "minutes are enough" },
	[SAY_REMARK_ENOUGH] = { "remark-enough", "{1}: game {2} and all that follow wait for the "
						 "next time: {3} are enough" },
	[SAY_REMARK_NO_FILE] = { "remark-no-file", "{1}: this is no file that can be read here" },
	[SAY_REMARK_LONG] = { "remark-long", "{1}: longer than {2} MiB, and is not read" },
	[SAY_REMARK_FILES] = { "remark-files",
			       "{1}: more than {2} files: the others are not read" },
	[SAY_REMARK_NAMES] = { "remark-names",
			       "{1}: more than {2} names: the others are not looked at" },
	[SAY_REMARK_PART] = { "remark-part", "{1}: some of it cannot be read: {2}" },
	[SAY_REMARK_UNREAD] = { "remark-unread", "{1}: cannot be read: {2}" },
	[SAY_REMARK_ALONE] = { "remark-alone", "{1} is something else and was left alone." },

	[SAY_CALIBRATE_EMPTY] = { "calibrate-empty",
				  "Take every piece off the board, then go on." },
	[SAY_CALIBRATE_ODD] = { "calibrate-odd", "Something seems to stand on {1}. Take it off and "
						 "go on; if there is nothing, just go on." },
	[SAY_CALIBRATE_MEASURING] = { "calibrate-measuring",
				      "Hands off: the empty board is being measured." },
	[SAY_CALIBRATE_PIECES] = { "calibrate-pieces",
				   "Stand pieces on the blue squares, in any order: {1} of {2}." },
	[SAY_CALIBRATE_WHITE] = { "calibrate-white", "Stand plain white pieces on the blue "
						     "squares, in any order: {1} of {2}." },
	[SAY_CALIBRATE_SILENT] = { "calibrate-silent",
				   "These squares never answered: {1}. Look at their sensors." },
	[SAY_CALIBRATE_ANSWER] = { "calibrate-answer", "All {1} squares answer." },
	[SAY_CALIBRATE_LEFT] = { "calibrate-left", "Not measured, and left as before: {1}." },
	[SAY_CALIBRATE_BLIND] = { "calibrate-blind", "If you keep this, the game goes on without "
						     "these: {1}." },
	[SAY_CALIBRATE_ALL] = { "calibrate-all", "All {1} squares are measured." },
	[SAY_CALIBRATE_STRONG] = { "calibrate-strong", "Too strong for its sensor: {1}." },
	[SAY_CALIBRATE_WEAK] = { "calibrate-weak", "Too weak: {1}. Is the magnet in the piece?" },
	[SAY_CALIBRATE_TURNED] = { "calibrate-turned",
				   "The other way round: {1}. Try another white piece there; if it "
				   "stays, the sensor is turned, which is well." },
	[SAY_NOT_CALIBRATE_GAME] = { "not-calibrate-game", "a game is running: the board is "
							   "calibrated before or after it" },
	[SAY_NOT_CALIBRATE_NOTHING] = { "not-calibrate-nothing",
					"no square has been measured: there is nothing to keep" },
	[SAY_NOT_CALIBRATE_FIXED] = { "not-calibrate-fixed",
				      "this board's numbers cannot be changed from here" },
	[SAY_NOT_CALIBRATE_BEGUN] = { "not-calibrate-begun",
				      "the board is not being calibrated: `begin` comes first" },
	[SAY_NOT_CALIBRATE_STEP] = { "not-calibrate-step",
				     "step: begin, empty, end, keep or cancel is expected, and the "
				     "one that comes next" },
};
/* clang-format on */

/* The language that is spoken; "" where it has no word of its own. Of the loop's thread alone. */
static char spoken[SAY_COUNT][SAY_TEXT];

const char *
say_key(unsigned i)
{
	assert(i < SAY_COUNT);
	return sentences[i].key;
}

const char *
say_english(unsigned i)
{
	assert(i < SAY_COUNT);
	return sentences[i].english;
}

const char *
say_text(enum say what)
{
	assert((unsigned)what < SAY_COUNT);
	return *spoken[what] ? spoken[what] : sentences[what].english;
}

const char *
say_name(const char *english)
{
	for (unsigned i = SAY_PIECE_PAWN; i <= SAY_PIECE_ARTILLERY; i++)
		if (strcmp(sentences[i].english, english) == 0)
			return say_text((enum say)i);
	return english;
}

/* ---- filling in ---- */

/* "{3}" is 3; 0: text has no placeholder here. */
static unsigned
placeholder(const char *text)
{
	if (text[0] != '{' || text[1] < '1' || text[1] > '9' || text[2] != '}')
		return 0;
	return (unsigned)(text[1] - '0');
}

/* A bit for each placeholder of the text: 1 << 1 for {1}. */
static unsigned
placeholders(const char *text)
{
	unsigned set = 0;

	for (; *text; text++)
		if (placeholder(text))
			set |= 1u << placeholder(text);
	return set;
}

void
say_with(char *out, size_t size, enum say what, const char *const *arg, size_t n)
{
	const char *text = say_text(what);
	size_t at = strnlen(out, size);

	/* Exactly those that the sentence has: 2, 2 + 4, 2 + 4 + 8 … */
	assert(placeholders(sentences[what].english) == (2u << n) - 2);
	while (*text && at + 1 < size) {
		unsigned which = placeholder(text);

		if (!which || which > n) {
			out[at++] = *text++;
			continue;
		}
		for (const char *a = arg[which - 1]; *a && at + 1 < size; a++)
			out[at++] = *a;
		text += strlen("{1}");
	}
	if (at >= size)
		return;
	out[at] = '\0';
	text_mend(out);
}

void
say_plain(char *out, size_t size, enum say what)
{
	say_with(out, size, what, NULL, 0);
}

/* ---- languages ---- */

/* One line of whole letters: it goes into JSON. */
static bool
is_line(const char *text)
{
	if (!text_valid(text))
		return false;
	while (*text && (unsigned char)*text >= ' ')
		text++;
	return !*text;
}

int
say_replace(const char *key, const char *text, char why[SAY_TEXT])
{
	unsigned i = 0;

	while (i < SAY_COUNT && strcmp(sentences[i].key, key) != 0)
		i++;
	if (i == SAY_COUNT)
		(void)snprintf(why, SAY_TEXT, "%.40s: there is no such sentence", key);
	else if (strlen(text) >= SAY_TEXT)
		(void)snprintf(why, SAY_TEXT, "%s: longer than %d bytes", key, SAY_TEXT - 1);
	else if (!*text || !is_line(text))
		(void)snprintf(why, SAY_TEXT, "%s: one line of UTF-8 is expected", key);
	else if (placeholders(text) != placeholders(sentences[i].english))
		(void)snprintf(why, SAY_TEXT, "%s: not the placeholders of \"%.160s\"", key,
			       sentences[i].english);
	else {
		memcpy(spoken[i], text, strlen(text) + 1);
		return 0;
	}
	return -1;
}

void
say_reset(void)
{
	memset(spoken, 0, sizeof(spoken));
}
