/*
 * Every text of the screen with its key, which never changes: language files go
 * by it. tests/ui/test_phrase.c finds a text of a page that is not in here.
 */
#include "ui/phrase.h"

/* clang-format off: a table */
const struct phrase_row phrase_table[] = {
	/* choice */
	{ "roll", "Roll" },
	{ "roll-the-dice", "Roll the dice" },
	{ "real-dice", "Real dice" },
	{ "what-do-the-real-dice", "What do the real dice show?" },
	{ "buy", "Buy" },
	{ "buy-one-thing", "Buy one thing" },
	{ "not-that", "Not that" },
	{ "promote", "Promote" },
	{ "promote-a-zombie-pawn", "Promote a zombie pawn" },
	{ "card", "Card" },
	{ "which-card-was-played", "Which card was played?" },
	{ "own-page", "Own page" },
	{ "end-turn", "End turn" },
	{ "end-the-turn", "End the turn" },
	{ "pass", "Pass" },
	{ "1-more-move", "1 more move" },
	{ "2-more-moves", "2 more moves" },
	{ "king-flies", "King flies" },
	{ "there-is-nothing-to-choose", "There is nothing to choose any more." },
	/* speech */
	{ "king", "king" },
	{ "queen", "queen" },
	{ "rook", "rook" },
	{ "bishop", "bishop" },
	{ "knight", "knight" },
	{ "pawn", "pawn" },
	{ "missile", "missile" },
	{ "artillery", "artillery" },
	{ "castles-long", "castles long" },
	{ "castles-short", "castles short" },
	{ "takes", "takes" },
	{ "takes-on", "takes on" },
	{ "becomes", "becomes" },
	{ "check", "check" },
	{ "mate", "mate" },
	{ "to", "to" },
	/* notices */
	{ "not-a-legal-move", "Not a legal move" },
	{ "on-the-board", "On the board" },
	{ "put-the-board-right", "Put the board right" },
	{ "trouble", "Trouble" },
	{ "troubles", "%u troubles" },
	{ "at-work", "At work" },
	{ "export", "export" },
	{ "import", "import" },
	{ "repair", "repair" },
	{ "paused-touch-a-piece-or", "Paused. Touch a piece, or go on in the menu." },
	{ "the-clocks-wait-after-a",
	  "The clocks wait after a restart, until a piece is touched." },
	{ "the-clocks-wait-until-the", "The clocks wait until the board is right again." },
	{ "has-no-time-left-it", "%s has no time left. It can be claimed in the menu." },
	{ "time", "Time" },
	{ "clocks", "Clocks" },
	{ "that-was-refused", "That was refused" },
	{ "result", "Result" },
	/* array */
	{ "first-pile-a-bishop-s", "First pile: a bishop's file" },
	{ "second-pile-the-other-bishop", "Second pile: the other bishop's" },
	{ "third-pile-from-the-left", "Third pile: from the left" },
	{ "that-is-the-array", "That is the array." },
	{ "del", "Del" },
	{ "erase", "Erase" },
	{ "draw", "Draw" },
	{ "0-to-none-by-lot", "0 to %u; none: by lot" },
	{ "any", "Any" },
	{ "any-one", "Any one" },
	{ "array", "Array" },
	{ "number", "Number" },
	{ "cards", "Cards" },
	/* board */
	{ "weak", "Weak:" },
	{ "stuck", "Stuck:" },
	{ "no-button", "no button" },
	{ "chip-errors", ": %u errors" },
	{ "chip-silent", ": silent" },
	{ "go-on", "Go on" },
	{ "enough", "Enough" },
	{ "keep", "Keep" },
	{ "calibrate", "Calibrate" },
	{ "back", "Back" },
	{ "lamp-test", "Lamp test" },
	{ "lamps", "Lamps" },
	{ "troubles-2", "Troubles: %u" },
	{ "stop", "Stop" },
	{ "calibration", "Calibration" },
	{ "the-board", "The board" },
	{ "one-moment", "One moment …" },
	{ "bus", "Bus" },
	{ "sensors", "Sensors" },
	/* clock */
	{ "usual", "Usual" },
	{ "none", "None" },
	{ "sudden", "Sudden" },
	{ "fischer", "Fischer" },
	{ "delay", "Delay" },
	{ "glass", "Glass" },
	{ "moves", "Moves" },
	{ "as-the-settings-say", "As the settings say." },
	{ "nobody-s-time-is-counted", "Nobody's time is counted." },
	{ "so-many-minutes-for-the", "So many minutes for the whole game." },
	{ "minutes-and-seconds-added-after", "Minutes, and seconds added after each move." },
	{ "minutes-and-seconds-a-move", "Minutes, and seconds a move that are not counted." },
	{ "what-one-uses-the-other", "What one uses the other gains." },
	{ "40-moves-in-so-many",
	  "40 moves in so many minutes, then half as many for the rest." },
	{ "both-sides", "Both sides" },
	{ "white-s", "White's" },
	{ "black-s", "Black's" },
	{ "clock", "Clock" },
	{ "all-seats", "All seats" },
	{ "each-seat-its-own", "each seat its own" },
	{ "minutes", "Minutes" },
	{ "seconds-a-move", "Seconds a move" },
	/* code */
	{ "point-a-telephone-at-it",
	  "Point a telephone at it: the code holds the whole game." },
	{ "code-of", "Code %u of %u" },
	{ "the-game-is-too-long",
	  "The game is too long for one code. Take them all: their texts, one behind the "
	  "other, are the game." },
	{ "next", "Next" },
	{ "leave", "Leave" },
	{ "qr-code", "QR code" },
	/* confirm, connect, date */
	{ "no", "No" },
	{ "yes", "Yes" },
	{ "connecting-to-the-board", "Connecting to the board…" },
	{ "yyyy-mm-dd", "YYYY-MM-DD" },
	{ "what-day-is-it", "What day is it?" },
	{ "games-are-kept-with-it", "Games are kept with it. This machine has no clock." },
	{ "ok", "OK" },
	/* evening */
	{ "this-evening", "This evening" },
	{ "afresh", "Afresh" },
	{ "begin-afresh", "Begin afresh" },
	{ "no-game-has-been-finished", "No game has been finished yet." },
	{ "won-drawn-lost-points", "Won / drawn / lost, points" },
	{ "game", "%u game" },
	{ "games", "%u games" },
	{ "nobody-was-named-names-are", "Nobody was named. Names are given before a game." },
	{ "begin-a-new-sheet-the", "Begin a new sheet? The games stay kept." },
	/* hand-over */
	{ "this-page-is-for-alone",
	  "This page is for %s alone: everybody else looks away. It opens with a number." },
	{ "this-page-is-for-alone-2",
	  "This page is for %s alone: everybody else looks away. Hold the button, slide "
	  "onto an answer and let go there." },
	{ "hold-to-see", "Hold to see" },
	{ "hide", "Hide" },
	{ "let-go-hide", "Let go: hide" },
	{ "keep-open", "Keep open" },
	{ "pin", "PIN" },
	{ "pin-2", "PIN…" },
	{ "grid", "Grid" },
	{ "list", "List" },
	/* help */
	{ "previous", "Previous" },
	{ "number-of", "%u of %u" },
	{ "the-buttons", "The buttons" },
	{ "help", "Help" },
	/* home */
	{ "resume", "Resume" },
	{ "last-game", "Last game" },
	{ "haloboard", "Haloboard" },
	{ "records", "Records" },
	{ "board", "Board" },
	{ "settings", "Settings" },
	/* marks */
	{ "captures-as", "Captures as" },
	{ "what-captures-as-what", "What captures as what" },
	{ "white", "White" },
	{ "black", "Black" },
	{ "blue", "Blue" },
	{ "red", "Red" },
	/* menu */
	{ "claim-time-is-up", "Claim: time is up" },
	{ "claim-draw-threefold", "Claim draw: threefold" },
	{ "claim-draw-50-moves", "Claim draw: 50 moves" },
	{ "claim-draw", "Claim draw" },
	{ "menu", "Menu" },
	{ "games-2", "Games" },
	{ "rules", "Rules" },
	{ "take-back-a-move", "Take back a move" },
	{ "players", "Players" },
	{ "draw-agreed", "Draw agreed" },
	{ "clocks-go-on", "Clocks: go on" },
	{ "clocks-pause", "Clocks: pause" },
	{ "board-troubles", "Board: %u troubles" },
	{ "end-the-game-the-side", "End the game: the side to move claims a draw?" },
	{ "have-both-players-agreed-on", "Have both players agreed on a draw?" },
	/* names, result, pin */
	{ "space", "Space" },
	{ "match", "Match" },
	{ "of-the-match", "Of the match" },
	{ "replay", "Replay" },
	{ "next-game", "Next game" },
	{ "points-so-far", "Points so far" },
	{ "this-evening-won-drawn-lost", "This evening: won, drawn, lost" },
	{ "a-new-number-for-this",
	  "A new number for this game, 4 to 8 digits; none: no number." },
	{ "the-number-of-this-seat", "The number of this seat, please." },
	/* play */
	{ "game-over", "Game over" },
	{ "to-move", "%s to move" },
	{ "done", "Done" },
	{ "hint", "Hint" },
	/* records, replay */
	{ "unfinished", "unfinished" },
	{ "score-of-partners", "score %s" },
	{ "lost", "lost" },
	{ "for-checkmate", "checkmate" },
	{ "for-stalemate", "stalemate" },
	{ "for-material", "material" },
	{ "for-repetition", "repetition" },
	{ "for-seventyfive", "seventyfive" },
	{ "for-king-captured", "king captured" },
	{ "for-ceo-captured", "ceo captured" },
	{ "for-ceo-indicted", "ceo indicted" },
	{ "for-no-innocent-shareholders", "no innocent shareholders" },
	{ "for-royal-captured", "royal captured" },
	{ "for-generals", "generals" },
	{ "for-turn-limit", "turn limit" },
	{ "for-out-of-cards", "out of cards" },
	{ "for-all-passed", "all passed" },
	{ "for-resignation", "resignation" },
	{ "for-time", "time" },
	{ "for-agreed", "agreed" },
	{ "for-threefold", "threefold" },
	{ "for-fifty", "fifty" },
	{ "newer", "Newer" },
	{ "older", "Older" },
	{ "no-game-has-been-kept", "No game has been kept yet." },
	{ "move-of", "%u of %u  %s" },
	{ "start", "Start" },
	{ "end", "End" },
	/* seats */
	{ "hints", "hints: %s" },
	{ "with-a-number", "with a number" },
	{ "no-number", "no number" },
	{ "resigns", "Resigns" },
	{ "resigns-the-game", "%s resigns the game?" },
	{ "off", "off" },
	{ "moves-2", "moves" },
	{ "safe", "safe" },
	/* settings */
	{ "colours", "Colours" },
	{ "props", "Props" },
	{ "volume", "Volume" },
	{ "say-moves", "Say moves" },
	{ "sound-move", "Sound: move" },
	{ "sound-capture", "Sound: capture" },
	{ "sound-check", "Sound: check" },
	{ "sound-asked", "Sound: asked" },
	{ "sound-wrong", "Sound: wrong" },
	{ "hints-2", "Hints" },
	{ "exact-marks", "Exact marks" },
	{ "secrets-close", "Secrets close" },
	{ "date", "Date" },
	{ "language", "Language" },
	{ "keep-traces", "Keep traces" },
	{ "usb-stick", "USB stick" },
	{ "usb-sticks", "USB sticks" },
	{ "leave-the-stick-in", "Leave the stick in" },
	{ "pull-the-stick-out", "Pull the stick out" },
	{ "traces-to-usb", "Traces to USB" },
	{ "traces-kept", "Traces kept" },
	{ "cable-disk", "Cable: disk" },
	{ "cable-serial", "Cable: serial" },
	{ "power-off", "Power off" },
	{ "english", "English" }, /* a file writes its own language's name here */
	{ "not-allowed", "not allowed" },
	{ "this-daemon-keeps-no-settings", "This daemon keeps no settings." },
	{ "more", "More" },
	{ "switch-the-board-off", "Switch the board off?" },
	{ "on", "on" },
	{ "now", "now" },
	{ "standard", "standard" },
	{ "bright", "bright" },
	{ "calm", "calm" },
	{ "lamps-2", "lamps" },
	{ "objects", "objects" },
	{ "none-2", "none" },
	/* set-up */
	{ "as-named", "as named" },
	{ "swapped", "swapped" },
	{ "by-lot", "by lot" },
	{ "nobody-named", "nobody named" },
	{ "seats-named", "%u of %u named" },
	{ "by-cards", "by cards" },
	{ "cards-2", "cards…" },
	{ "who-plays-what", "Who plays what" },
	{ "hints-3", "%s hints" },
	{ "hints-of", "Hints of %s" },
	{ "start-it-needs-this-screen", "Start (it needs this screen)" },
	{ "a-game-is-running-keep",
	  "A game is running. Keep it unfinished and begin a new one?" },
	{ "as-usual", "as usual" },
	{ "table", "Table" },
	{ "turn", "Turn" },
	{ "transfers", "Transfers" },
	{ "checkers", "Checkers" },
	{ "single", "single" },
	{ "double", "double" },
	{ "free", "free" },
	{ "limited", "limited" },
	{ "12-a-side", "12 a side" },
	{ "16-a-side", "16 a side" },
	{ "dealt-here", "dealt here" },
	{ "a-real-deck", "a real deck" },
	{ "open-hands", "open hands" },
	{ "neto", "Neto" },
	{ "aronson", "Aronson" },
	/* troubles */
	{ "what-does-not-work", "What does not work" },
	{ "everything-works", "Everything works." },
	/* sensors in doubt */
	{ "sensors-in-doubt", "Sensors in doubt" },
	{ "sensors-in-doubt-2", "Sensors in doubt: %u" },
	{ "all-believed", "All sensors are believed." },
	{ "one-is-stuck", "The board waits, and nobody moves. Look at it: if every piece stands right, "
			  "one of these sensors is stuck, and the game goes on without it." },
	{ "wire-is-off", "The board waits, and nobody moves. Look at it: if every piece stands right, "
			 "a wire is off these sensors, and the game goes on without them." },
	{ "not-believed", "These sensors are not believed. What stands there follows from all the "
			  "others; where it does not, confirm the move with Done." },
	{ "do-not-believe", "Do not believe %s" },
	{ "believe-again", "Believe %s again" },
	{ "play-on-without", "Play on without the sensor of %s, until it is mended?" },
	{ "is-it-mended", "Is the sensor of %s mended?" },
	{ "board-right", "Is the board right? Then a sensor is stuck: touch here." },
	/* games */
	{ "chess", "Chess" },
	{ "as-everybody-knows-it", "As everybody knows it" },
	{ "chess960", "Chess960" },
	{ "one-of-960-arrays", "One of 960 arrays" },
	{ "accounting", "Accounting" },
	{ "tricks-make-crooked", "Tricks make you crooked" },
	{ "dice-money", "Dice-Money" },
	{ "dice-earn-money-buys", "Dice earn, money buys" },
	{ "abstract", "Abstract" },
	{ "stacks-of-stones", "Stacks of stones" },
	{ "zombie", "Zombie" },
	{ "the-dead-rise-again", "The dead rise again" },
	{ "masquerade", "Masquerade" },
	{ "who-captures-as-whom", "Who captures as whom?" },
	{ "crowded-house", "Crowded House" },
	{ "four-half-a-board-each", "Four, half a board each" },
	{ "cooperative", "Cooperative" },
	{ "both-against-the-cards", "Both against the cards" },
	{ "half-alice", "Half Alice" },
	{ "through-the-mirror", "Through the mirror" },
	{ "american", "American" },
	{ "missiles-generals", "Missiles, generals" },
	/* panels */
	{ "stones-in-stacks", "%s: %u in %u stacks" },
	{ "innocent-n-crooked", "Innocent, N, crooked" },
	{ "innocent-regulators-crooked", "Innocent, Regulators, crooked" },
	{ "behind", "Behind" },
	{ "before", "Before" },
	{ "free-white-black", "Free: White %u, Black %u" },
	{ "free-checkers-white-black", "Free checkers: White %u, Black %u" },
	{ "turn-of", "Turn %u of %u" },
	{ "red-has-one-move-to", "Red has one move to answer" },
	{ "generals-on-e-f-g", "Generals on e, f, g" },
	{ "holds", "%s holds %u" },
	{ "any-piece", "any piece" },
	{ "captures-come-after-the-card", "Captures come after the card." },
	{ "no-discard-of-the-partner", "No discard of the partner is left to take by." },
	{ "captor-victim", "Captor: %s. Victim: %s." },
	{ "taken", "Taken %u" },
	{ "taken-pile", "Taken %u, pile %u" },
	{ "captured", "Captured %u" },
	{ "wild-colours-matched", "Wild: colours matched" },
	{ "pile", "Pile %u, %s" },
	{ "real-cards", "real cards" },
	{ "hand-cards", "Hand" },
	{ "to-draw", "To draw" },
	{ "passes-of-4", "Passes: %u of 4" },
	{ "not-rolled-yet", "Not rolled yet" },
	{ "flies", "flies" },
	{ "mark-x-and-o", "Mark X and O" },
	{ "left-and", "Left: %u and %u" },
	{ "masks-still-possible-and", "Masks still possible: %u and %u" },
	{ "hid", "%s hid" },
	{ "buried", "%s buried" },
	{ "told-nothing-rises", "Nothing rises" },
	{ "told-no-zombie", "No zombie on %s" },
	{ "told-rises", "Rises on %s: %s" },
	{ "told-to-the-dust", "To the dust: %s" },
	{ "dust", "Dust" },
	{ "to-bury", "To bury" },
	{ "zombies", "Zombies %u, %u" },
	{ "zombies-white-black", "Zombies: White %u, Black %u" },
	{ "no-set-left-any-piece", "No set left: any piece" },
	{ "out-of-such-men-any", "Out of such men: any will do" },
	/* questions */
	{ "yes-that-is-it", "Yes, that is it" },
	{ "take-back", "Take back" },
	{ "new-game", "New game" },
	{ "play-on", "Play on" },
	{ "resign", "Resign" },
	{ "yes-it-is-over", "Yes, it is over" },
	{ "pay", "Pay" },
	{ "claim", "Claim" },
	/* seats by name */
	{ "white-king-s", "White king's" },
	{ "black-king-s", "Black king's" },
	{ "white-queen-s", "White queen's" },
	{ "black-queen-s", "Black queen's" },
	{ "the-dice", "The dice" },
	/* a seat's own page */
	{ "suggested", "Suggested" },
	{ "random", "Random" },
	{ "deal-these", "Deal these" },
	{ "the-board-comes-first", "The board comes first, then you bury." },
	{ "to-bury-under-which", "To bury: %s. Under which piece?" },
	{ "as-what-does-each-of", "As what does each of the other side's pieces capture?" },
	{ "play-a-card", "Play a card" },
	{ "what-you-have-buried-and", "What you have buried, and where" },
	{ "what-you-have-dealt", "What you have dealt" },
	{ "your-hand", "Your hand" },
	/* the link */
	{ "the-daemon-has-gone-the", "The daemon has gone. The game is kept." },
	{ "halod-is-not-running", "halod is not running." },
	{ "this-user-may-not-open", "This user may not open the socket of halod." },
	/* more */
	{ "turn-ends", "turn ends" },
	{ "passes", "passes" },
	{ "buries-a-piece", "buries a piece" },
	{ "deals-masks", "deals masks" },
	{ "plays-a-card", "plays a card" },
	{ "buys-1-move", "buys +1 move" },
	{ "buys-2-moves", "buys +2 moves" },
	{ "buys-a-flight", "buys a flight" },
	{ "rolls", "rolls" },
	{ "buries", "buries:" },
	{ "masks", "masks" },
	{ "card-2", "card" },
	{ "buys", "buys" },
	{ "stone", "stone" },
	{ "makes", "makes" },
	{ "table-double", "%s table, double" },
	{ "table-2", "%s table" },
	{ "pressed", "Pressed:" },
	{ "board-trouble", "Board: %u trouble" },
	{ "stand-in", "Stand-in" },
	{ "stand-ins-for", "Stand-ins for" },
	{ "minutes-long", "%lu min" },
	{ "seconds-long", "%lu s" },
	{ "minutes-and-more", "%lu min + %lu" },
	{ "seconds-and-more", "%lu s + %lu" },
	/* cards */
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
