/* The steps are described at the top of test_pages.c. */
#include "tests/ui/pages_rows.h"

#define PRESS(b)     "{\"kind\":\"press\",\"button\":\"" b "\",\"id\":0}\n"
#define ANSWER(p, y) "{\"kind\":\"answer\",\"prompt\":" p ",\"yes\":" y ",\"id\":0}\n"
#define AGREE(p, s) \
	"{\"kind\":\"answer\",\"prompt\":" p ",\"yes\":true,\"seat\":\"" s "\",\"id\":0}\n"
#define ACT(a) "{\"kind\":\"act\",\"action\":\"" a "\",\"id\":0}\n"
#define OPEN(s) \
	"{\"kind\":\"screen\",\"id\":0}\n{\"kind\":\"handover\",\"seat\":\"" s "\",\"id\":0}\n"
#define CLOSE        "{\"kind\":\"handover\",\"id\":0}\n"
#define CHOOSE(p, a) "{\"kind\":\"choose\",\"prompt\":" p ",\"action\":\"" a "\",\"id\":0}\n"

#define EVENING      "{\"kind\":\"evening\",\"id\":0}\n"
#define DIAGNOSTICS  "{\"kind\":\"diagnostics\",\"id\":0}\n"
#define CALIBRATE(s) "{\"kind\":\"calibrate\",\"step\":\"" s "\",\"id\":0}\n"
#define LEAVE        "{\"kind\":\"show\",\"leave\":true,\"id\":0}\n"
#define POWEROFF     "{\"kind\":\"poweroff\",\"id\":0}\n"
#define LIST         "{\"kind\":\"list\",\"limit\":20,\"id\":0}\n"
#define SET(k, v)    "{\"kind\":\"set\",\"values\":{\"" k "\":" v "},\"id\":0}\n"
#define SHOW(n)      "{\"kind\":\"screen\",\"id\":0}\n{\"kind\":\"show\",\"move\":" n ",\"id\":0}\n"
#define SHOWN(id) \
	"{\"kind\":\"screen\",\"id\":0}\n{\"kind\":\"show\",\"game_id\":" id ",\"id\":0}\n"
#define REPLAY(n, more) \
	"{\"kind\":\"screen\",\"id\":0}\n{\"kind\":\"show\",\"move\":" n ",\"game_id\":25" more ",\"id\":0}\n"
#define REVIEW(id, more) "{\"kind\":\"review\"" id more ",\"id\":0}\n"
#define OPEN_KEPT(id) "{\"kind\":\"open\",\"game_id\":" id ",\"force\":true,\"id\":0}\n"
#define QR(part, id) \
	"{\"kind\":\"qr\",\"part\":" part ",\"bytes\":858,\"game_id\":" id ",\"id\":0}\n"
#define LESSON(more) "{\"kind\":\"lesson\"," more ",\"id\":0}\n"
#define LESSONS(g, n, who) \
	LESSON("\"game\":\"" g "\",\"number\":" n ",\"player\":\"" who "\"")
#define NEW(g, more) "{\"kind\":\"new\",\"game\":\"" g "\"" more ",\"id\":0}\n"
#define HINTS(w, b)                                                          \
	"{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"" w "\",\"id\":0}\n" \
	"{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"" b "\",\"id\":0}\n"

const struct row pages_rows[] = {
	{ "shown", "tap:done", PRESS("ok"), "play" },
	{ "shown-plain", "tap:done", PRESS("clock"), "play" }, /* a board without a clock button */
	{ "midgame", "tap:hint", PRESS("hint"), "play" },
	{ "about-how", "see:What_may_it_do? see:Ways? tap:hint", PRESS("hint"), "play" },
	{ "about-ways", "see:Why? tap:hint", PRESS("hint"), "play" },
	{ "about-why", "see:Why_not? see:Close", "", "play" },
	{ "midgame", "tap:menu", "", "menu" },
	{ "midgame", "tap:menu tap:back", "", "play" },
	{ "midgame", "tap:menu tap:resign", "", "seats" },
	/* a trouble that begins on a page before the game */
	{ "page-setup", "state:trouble tap:troubles", "", "troubles" },
	{ "page-setup", "state:trouble tap:troubles back", "", "setup" },
	{ "page-setup", "tap:troubles", NULL, NULL },
	{ "page-home", "state:trouble tap:troubles back", "", "home" },
	/* the player's page stays that player's over a reconnection, whatever is asked then */
	{ "page-hints", "away state:promotion see:Hints_of_Black tap:row:0",
	  "{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"safe\",\"id\":0}\n", "hints" },
	{ "midgame", "tap:menu tap:page:1", "", "home" },
	{ "midgame", "tap:menu back", "", "play" },
	{ "midgame", "tap:menu tap:draw back", "", "play" },
	{ "midgame", "tap:menu tap:draw see:both_players_agree? tap:yes", "{\"kind\":\"draw\",\"id\":0}\n", "play" },
	{ "plan", "tap:menu see:Offer_a_draw tap:draw", "{\"kind\":\"draw\",\"id\":0}\n", "play" },
	{ "draw-offered", "tap:yes", ANSWER("12", "true"), "play" },
	{ "draw-offered", "tap:no", ANSWER("12", "false"), "play" },
	{ "draw-offered-masks", "tap:agree:0",
	  "{\"kind\":\"answer\",\"prompt\":12,\"yes\":true,\"seat\":\"w\",\"id\":0}\n", "play" },
	/* who is alone, or plays with a partner, is asked at once */
	{ "plan", "tap:menu tap:resign see:resigns_the_game? tap:yes",
	  "{\"kind\":\"resign\",\"seat\":\"w\",\"id\":0}\n", "play" },
	{ "coop-move", "tap:menu tap:draw", NULL, NULL }, /* partners */
	{ "midgame", "back", "", "play" },
	/* lessons */
	{ "page-setup", "tap:page:29", LESSONS("chess", "0", ""), "lessons" },
	{ "page-lessons", "tap:row:2", LESSON("\"game\":\"chess\",\"number\":3,\"player\":\"\",\"force\":true"),
	  "lessons" },
	{ "page-lessons", "tap:puzzle",
	  LESSON("\"game\":\"chess\",\"puzzle\":0,\"player\":\"\",\"force\":true"), "lessons" },
	/* a game with a move is left only with a yes */
	{ "page-lessons-running", "tap:row:2 see:Keep_the_game_on_the_board_unfinished tap:yes",
	  LESSON("\"game\":\"chess\",\"number\":3,\"player\":\"\",\"force\":true") LESSONS("chess", "0", ""),
	  "lessons" },
	{ "page-lessons-running", "tap:puzzle see:unfinished_and_begin_the_puzzle tap:no", LESSONS("chess", "0", ""), "lessons" },
	{ "page-lessons-mistakes", "tap:mistake",
	  LESSON("\"game\":\"chess\",\"mistake\":true,\"player\":\"\",\"force\":true"), "lessons" },
	{ "page-puzzle", "tap:hint", PRESS("hint"), "lesson" },
	{ "page-lesson-dice", "tap:option:1", LESSON("\"action\":\"buy:extra2\""), "lesson" },
	{ "page-lesson-end", "tap:next-game", LESSON("\"next\":true"), "lesson" },
	{ "page-lesson", "back", LESSON("\"leave\":true"), "lesson" },
	{ "page-lesson", "state:midgame", "", "home" }, /* the lesson was left */
	/* The game that the lesson interrupted is offered at once, and later by Resume. */
	{ "page-lesson", "state:play-on-asked see:Your_game_of_Chess_is_not_finished", "", "play" },
	{ "play-on-asked", "tap:yes", ANSWER("21", "true"), "play" },
	{ "play-on-asked", "tap:no", ANSWER("21", "false"), "play" },
	{ "play-on-asked", "tap:now see:where_the_game_stopped", "", "now" },
	{ "midgame", "state:page-lesson", "", "lesson" }, /* halo lesson chess 1 */
	{ "midgame", "state:page-lesson state:midgame", "", "home" },
	/* the focus */
	{ "shown", "next ok", PRESS("ok"), "play" },
	{ "midgame", "next ok", PRESS("hint"), "play" }, /* Done is off */
	{ "shown", "next next ok", PRESS("hint"), "play" },
	{ "midgame", "previous ok", "", "now" },
	{ "midgame", "previous previous ok", "", "menu" },
	{ "shown", "next next next next next ok", PRESS("ok"), "play" },
	{ "midgame", "ok", "", "play" },
	{ "shown", "next state:lifted ok", PRESS("ok"), "play" },
	{ "midgame", "next state:takeback ok", "", "play" }, /* its target is gone */
	{ "confirm", "ok", PRESS("ok"), "play" },
	/* a finger that slips off, or a prompt that changes meanwhile */
	{ "midgame", "press:hint release:menu", "", "play" },
	{ "midgame", "press:menu away release:menu", "", "connect" },
	{ "takeback", "press:yes state:draw-asked release:yes", "", "play" },
	/* a question that appears under the finger is not answered, neither by a press before it */
	{ "midgame", "state:takeback tap:no", "", "play" },
	{ "midgame", "state:takeback read tap:no", ANSWER("10", "false"), "play" },
	{ "midgame", "tap:menu state:takeback tap:yes", "", "play" },
	{ "takeback", "read state:draw-asked tap:no", "", "play" },
	{ "midgame", "state:which tap:option:0", "", "play" },
	{ "midgame", "state:promotion tap:option:2", "", "play" },
	{ "page-lesson", "state:page-lesson-end tap:next-game", "", "lesson" },
	{ "page-lesson", "state:page-lesson-end read tap:next-game", LESSON("\"next\":true"), "lesson" },
	{ "midgame", "state:takeback ok state:takeback back", ANSWER("10", "false"), "play" },
	/* prompts */
	{ "takeback", "tap:yes", ANSWER("10", "true"), "play" },
	{ "takeback", "tap:no", ANSWER("10", "false"), "play" },
	{ "takeback", "back", ANSWER("10", "false"), "play" },
	{ "new-game-asked", "tap:yes", ANSWER("11", "true"), "play" },
	{ "new-game-asked", "tap:no", ANSWER("11", "false"), "play" },
	{ "new-game-asked", "tap:no:1",
	  "{\"kind\":\"answer\",\"prompt\":11,\"yes\":false,\"play_on\":true,\"id\":0}\n", "play" },
	{ "array-asked", "tap:yes", ANSWER("11", "true"), "play" },
	{ "array-asked", "tap:no", NULL, NULL }, /* open until the array stands, or another game
						  * begins */
	{ "array-asked", "tap:menu", "", "menu" },
	{ "draw-asked", "tap:yes", ANSWER("12", "true"), "play" },
	{ "resign-asked", "tap:no", ANSWER("13", "false"), "play" },
	{ "which", "tap:option:1", CHOOSE("7", "f3e5"), "play" },
	{ "which", "back", PRESS("back"), "play" },
	{ "which", "tap:no", PRESS("back"), "play" },
	{ "which-many", "tap:more tap:option:7", CHOOSE("8", "a1c5"), "play" },
	/* the last part in both designs */
	{ "which-many",
	  "tap:more tap:more tap:more tap:more tap:more tap:more tap:more tap:more tap:more "
	  "tap:more "
	  "tap:more tap:option:14",
	  CHOOSE("8", "a1e4"), "play" },
	{ "which-many", "tap:more tap:no", PRESS("back"), "play" },
	/* three parts in one design, four in the other: twelve wrap around in both */
	{ "which-many",
	  "tap:more tap:more tap:more tap:more tap:more tap:more tap:more tap:more tap:more "
	  "tap:more "
	  "tap:more tap:more tap:option:0",
	  CHOOSE("8", "a1b2"), "play" },
	{ "confirm", "tap:yes", PRESS("ok"), "play" },
	{ "confirm", "tap:no", PRESS("back"), "play" },
	{ "promotion", "tap:option:3", CHOOSE("3", "d7d8n"), "play" },
	{ "promotion", "tap:done", PRESS("ok"), "play" }, /* it does not block */
	{ "promotion", "back", "", "play" },
	{ "end-asked", "tap:yes", ANSWER("32", "true"), "play" },
	{ "end-asked", "back", ANSWER("32", "false"), "play" },
	{ "pay-asked", "tap:yes", ANSWER("31", "true"), "play" },
	{ "pay-asked", "tap:no", ANSWER("31", "false"), "play" },
	/* each seat agrees for itself; there is no yes for all */
	{ "takeback-agree", "tap:agree:1", AGREE("33", "bk"), "play" },
	{ "takeback-agree", "tap:agree:2", AGREE("33", "wq"), "play" },
	{ "takeback-agree", "tap:agree:0", NULL, NULL }, /* has agreed already */
	{ "takeback-agree", "tap:yes", NULL, NULL },
	{ "takeback-agree", "tap:no", ANSWER("33", "false"), "play" },
	/* choices on the screen */
	{ "dice-roll", "tap:group:0", "{\"kind\":\"roll\",\"id\":0}\n", "play" },
	{ "dice-roll", "tap:group:1 tap:choice:9", ACT("roll:2,5"), "play" },
	{ "dice-roll", "tap:group:1 back", "", "play" },
	{ "dice-roll", "next next ok next next ok", ACT("roll:1,1"), "play" },
	{ "dice-roll", "tap:group:1 tap:choice:21", NULL, NULL },
	{ "dice-buy", "tap:group:2 tap:choice:0", ACT("buy:extra1"), "play" },
	{ "dice-buy", "tap:group:2 tap:choice:3",
	  "{\"kind\":\"select\",\"what\":\"buy:B\",\"id\":0}\n", "play" },
	{ "dice-buy", "tap:group:3", NULL, NULL }, /* nothing is selected yet */
	/* a stone of the touched stack: only to a stack that may take it */
	{ "dice-buy", "tap:group:2 state:dice-roll", "", "play" }, /* nothing is left to buy */
	{ "dice-buy", "tap:group:2 state:dice-computer", "", "play" },
	{ "dice-buy", "tap:group:2 state:dice-buy", "", "choice" },
	{ "dice-computer", "tap:group:2", NULL, NULL },
	{ "plan", "tap:hint", NULL, NULL },
	{ "panel-abstract-giver", "tap:group:9 tap:choice:3", ACT("transfer:d2e3"), "play" },
	{ "panel-abstract-giver", "tap:group:9 tap:choice:4", NULL, NULL },
	{ "panel-abstract", "tap:group:9", NULL, NULL },
	{ "coop-real", "tap:group:5 tap:choice:24 see:Was_10♥_played? tap:yes", ACT("play:10H"), "play" },
	{ "coop-move", "tap:group:5", NULL, NULL }, /* a dealt hand is a secret */
	{ "panel-coop-open", "tap:group:5 tap:choice:1 tap:yes", ACT("play:8D"), "play" },
	/* choices on a seat's private page */
	{ "zombie-bury", "tap:choice:0", NULL, NULL },
	{ "zombie-bury", "tap:group:6", "", "handover" },
	{ "zombie-bury", "tap:group:6 back", "", "play" },
	{ "zombie-bury", "tap:group:6 state:zombie-bury", "", "handover" },
	{ "zombie-bury", "tap:group:6 state:dice-roll", "", "play" }, /* another game has begun */
	{ "zombie-bury", "tap:group:6 press:reveal release:reveal", OPEN("w") CLOSE, "handover" },
	{ "zombie-bury", "tap:group:6 press:reveal state:handover-bury release:choice:7",
	  OPEN("w") ACT("bury:h1") CLOSE, "play" },
	{ "zombie-bury", "tap:group:6 press:reveal state:handover-bury release:keep tap:choice:0",
	  OPEN("w") ACT("bury:a1") CLOSE, "play" },
	{ "zombie-bury", "tap:group:6 press:reveal state:handover-bury release:keep tap:reveal",
	  OPEN("w") CLOSE, "handover" },
	{ "zombie-bury", "tap:group:6 press:reveal release:back", OPEN("w") CLOSE, "handover" },
	/* keys cannot hold: the page stays open until answered, closed or timed out */
	{ "zombie-bury", "tap:group:6 next ok state:handover-bury back", OPEN("w") CLOSE,
	  "handover" },
	{ "zombie-bury", "tap:group:6 next ok state:handover-bury wait", OPEN("w") CLOSE,
	  "handover" },
	{ "zombie-bury", "wait", "", "play" },
	/* Board moves first: no target leads to the burial, and an open page has no covers. */
	{ "zombie-bury-waits", "tap:group:6", NULL, NULL },
	{ "zombie-bury", "tap:group:6 press:reveal state:handover-waits release:keep tap:choice:0",
	  NULL, NULL },
	{ "zombie-bury", "tap:group:6 press:reveal state:handover-waits release:keep tap:back",
	  OPEN("w") CLOSE, "play" },
	/* the board's buttons can hold: hint moves on while OK is down */
	{ "zombie-bury", "tap:group:6 #hint #ok #up", OPEN("w") CLOSE, "handover" },
	{ "zombie-bury", "tap:group:6 #hint #ok state:handover-bury #up", OPEN("w") CLOSE,
	  "handover" },
	{ "zombie-bury", "tap:group:6 #hint #ok state:handover-bury #hint #up",
	  OPEN("w") ACT("bury:d1") CLOSE, "play" },
	{ "zombie-bury", "tap:group:6 #hint #ok state:handover-bury #back #up", OPEN("w") CLOSE,
	  "handover" },
	{ "zombie-bury", "tap:group:6 #back", "", "play" },
	/* on the play page they control the game, except for answers and after a held hint */
	{ "promotion", "#ok #up", PRESS("ok"), "play" },
	{ "promotion", "#back", PRESS("back"), "play" },
	{ "promotion", "#hint #back #ok #up",
	  PRESS("ok"), "play" },
	{ "promotion", "#hint #hint #ok #up",
	  CHOOSE("3", "d7d8r"), "play" },
	{ "zombie-bury", "#hold #ok #up", "", "handover" },
	{ "zombie-bury", "#hold #hint #back #back",
	  PRESS("back"), "play" },
	{ "promotion", "#hint #ok state:midgame #up", "", "play" }, /* the prompt has changed */
	/* a late view, or another seat's, is not shown */
	{ "zombie-bury", "tap:group:6 press:reveal release:reveal state:handover-bury tap:choice:0",
	  NULL, NULL },
	{ "zombie-bury", "state:handover-bury tap:group:6 tap:back", "", "play" },
	{ "zombie-bury", "tap:group:6 next ok away state:zombie-bury tap:choice:0", NULL, NULL },
	/* a prompt waits until the page is closed */
	{ "zombie-bury", "tap:group:6 press:reveal state:takeback-w release:reveal",
	  OPEN("w") CLOSE, "play" },
	/* masks: the screen is passed on to the side that deals next, and then they play */
	{ "deal-white", "tap:group:6 next ok state:handover-masks tap:deal state:deal-black", NULL,
	  "handover" },
	{ "deal-white", "state:deal-black", "", "handover" },
	{ "deal-white", "state:deal-black tap:back state:deal-black", "", "play" },
	{ "deal-white", "state:deal-black next ok", OPEN("b"), "handover" },
	{ "deal-white", "tap:menu state:deal-black", "", "menu" },
	{ "deal-black", "state:panel-masquerade", "", "play" },
	/* a computer has no page */
	{ "deal-white", "state:deal-computer", "", "play" },
	{ "deal-white", "tap:group:6 state:deal-computer", "", "play" },
	{ "page-seats-computer", "tap:own:1", NULL, NULL },
	{ "page-seats-computer", "tap:resign:1", NULL, NULL },
	/* nor is there anybody to hide from */
	{ "mask-alone", "see:Deal_the_masks tap:group:6", OPEN("w"), "handover" },
	{ "mask-alone", "tap:group:6 tap:back", OPEN("w") CLOSE, "play" },
	{ "mask-alone", "tap:group:6 wait", OPEN("w"), "handover" },
	{ "deal-computer", "state:mask-alone", OPEN("w"), "handover" },
	{ "page-seats-computer", "tap:own:0", "", "handover" }, /* it has a PIN */
	{ "handover-cards", "tap:choice:2", ACT("play:QH") CLOSE, "play" },
	/* a prompt returns from another page, once */
	{ "midgame", "tap:menu state:takeback", "", "play" },
	{ "midgame", "tap:menu state:promotion", "", "menu" },
	{ "takeback", "tap:no state:takeback back", ANSWER("10", "false") ANSWER("10", "false"),
	  "play" },
	/* the menu, opened by holding OK */
	{ "midgame", "state:menu-asked", "", "menu" },
	{ "midgame", "state:menu-asked tap:back", ANSWER("21", "false"), "play" },
	{ "midgame", "state:menu-asked back", ANSWER("21", "false"), "play" },
	{ "midgame", "state:menu-asked state:midgame", "", "play" },
	{ "midgame", "state:menu-asked tap:back state:menu-asked", ANSWER("21", "false"), "play" },
	{ "midgame", "state:menu-asked tap:page:7 tap:resign:1 tap:yes",
	  ANSWER("21", "false") "{\"kind\":\"resign\",\"seat\":\"b\",\"id\":0}\n", "play" },
	{ "midgame", "tap:menu state:midgame", "", "menu" },
	/* ends */
	{ "menu", "tap:undo", "{\"kind\":\"undo\",\"id\":0}\n", "play" },
	{ "menu", "tap:flip", SET("below", "\"black\""), "play" },
	{ "board-flipped", "tap:menu tap:flip", SET("below", "\"white\""), "play" },
	{ "board-turn", "tap:menu tap:flip", SET("below", "\"white\""), "play" },
	{ "midgame", "tap:menu tap:flip", NULL, NULL }, /* no settings */
	{ "menu", "tap:draw tap:yes", "{\"kind\":\"draw\",\"id\":0}\n", "play" },
	{ "menu", "tap:claim tap:yes", "{\"kind\":\"claim\",\"id\":0}\n", "play" },
	{ "page-menu-clock", "tap:claim", "{\"kind\":\"claim\",\"what\":\"time\",\"id\":0}\n",
	  "play" },
	{ "page-menu-clock", "tap:pause", "{\"kind\":\"clock\",\"pause\":true,\"id\":0}\n",
	  "play" },
	{ "clock-claim", "tap:yes", ANSWER("40", "true"), "play" },
	{ "clock-claim", "back", ANSWER("40", "false"), "play" },
	{ "ask-unknown", "tap:yes", ANSWER("41", "true"), "play" },
	/* players */
	{ "menu", "tap:page:7 tap:resign:0 tap:yes",
	  "{\"kind\":\"resign\",\"seat\":\"w\",\"id\":0}\n", "play" },
	{ "menu", "tap:page:7 tap:resign:1 back", "", "seats" },
	{ "menu", "tap:page:7 tap:hints:0 tap:row:0",
	  "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"graded\",\"id\":0}\n", "hints" },
	{ "menu", "tap:page:7 tap:hints:1 tap:row:0",
	  "{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"moves\",\"id\":0}\n", "hints" },
	{ "page-hints", "tap:row:1",
	  "{\"kind\":\"hints\",\"seat\":\"b\",\"graded_pieces\":\"3\",\"id\":0}\n", "hints" },
	{ "page-hints", "tap:row:2",
	  "{\"kind\":\"hints\",\"seat\":\"b\",\"ask_blunders\":false,\"id\":0}\n", "hints" },
	{ "page-hints", "back", "", "seats" },
	{ "blunder", "tap:yes", PRESS("ok"), "play" },
	{ "blunder", "tap:no", PRESS("back"), "play" },
	{ "menu", "tap:page:7 tap:own:0", NULL, NULL }, /* chess has no secrets */
	{ "menu", "tap:page:7 back back", "", "play" },
	/* PINs */
	{ "page-seats", "see:Anna_(White)", "", "seats" },
	{ "page-seats", "tap:own:1 see:Pass_the_screen_to_Ben_(Black)", "", "handover" },
	{ "page-seats", "tap:resign:1 see:Ben_(Black)_resigns_the_game?", "", "confirm" },
	{ "page-seats", "tap:own:0 tap:reveal see:Anna_(White)", "", "pin" },
	{ "coop-move", "tap:menu tap:resign see:Do_both_players_give_up_the_game?", "",
	  "confirm" },
	{ "draw-computer", "tap:agree:1", NULL, NULL },
	{ "menu", "tap:claim see:Black_claims_a_draw?", "", "confirm" },
	{ "page-seats", "tap:own:1 next ok", OPEN("b"), "handover" },
	{ "page-seats", "tap:own:0 tap:reveal", "", "pin" },
	{ "page-seats", "tap:own:0 next ok type:47119 tap:erase tap:yes",
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"4711\",\"id\":0}\n",
	  "handover" },
	{ "page-seats", "tap:own:0 next ok type:47 tap:yes", NULL, NULL }, /* too short */
	{ "page-seats", "tap:own:0 next ok type:4711 wait", "", "play" },
	{ "page-seats", "tap:own:0 next ok type:4712 tap:yes error:pin:_wrong type:4711 tap:yes",
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"4712\",\"id\":0}\n"
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"4711\",\"id\":0}\n",
	  "handover" },
	/*
	 * a request for a seat with a PIN waits until its page is open in the
	 * daemon; nothing is shown
	 */
	{ "page-seats", "tap:resign:1 tap:yes", "{\"kind\":\"resign\",\"seat\":\"b\",\"id\":0}\n",
	  "play" },
	{ "page-seats", "tap:resign:0 tap:yes", "", "pin" },
	{ "page-seats", "tap:resign:0 tap:yes type:4711 tap:back state:handover-bury", "", "play" },
	{ "page-seats", "tap:resign:0 tap:yes type:4711 tap:yes",
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"4711\",\"id\":0}\n",
	  "play" },
	{ "page-seats", "tap:resign:0 tap:yes type:4711 tap:yes state:handover-bury",
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"4711\",\"id\":0}\n"
	  "{\"kind\":\"resign\",\"seat\":\"w\",\"id\":0}\n" CLOSE,
	  "play" },
	{ "page-seats", "tap:resign:0 tap:yes type:4712 tap:yes error:pin:_wrong",
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"4712\",\"id\":0}\n",
	  "pin" },
	{ "handover-graves", "tap:pin type:12345 tap:yes",
	  "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"12345\",\"id\":0}\n" CLOSE, "play" },
	{ "handover-graves", "tap:pin tap:yes",
	  "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"\",\"id\":0}\n" CLOSE, "play" },
	{ "handover-graves", "tap:pin type:12 wait", CLOSE, "play" },
	/* new games */
	{ "over-play", "tap:new", EVENING, "over" },
	{ "no-game-play", "tap:new", "", "home" },
	{ "new", "back", "", "play" },
	{ "dice-roll", "tap:done", NULL, NULL }, /* it would roll for the other side */
	{ "no-game", "back", "", "home" },
	{ "no-game", "state:started-again", "", "home" }, /* a restarted daemon, nothing played */
	{ "no-game", "state:first-start", "", "first" },
	{ "no-game", "state:midgame", "", "play" },
	{ "new", "tap:resume", "", "play" },
	{ "new", "tap:game:0 back", "", "home" },
	{ "new", "tap:game:0 tap:start", NEW("chess", ",\"force\":true") HINTS("moves", "moves"),
	  "play" },
	{ "no-game", "tap:game:0 tap:start", NEW("chess", "") HINTS("moves", "moves"), "play" },
	{ "midgame", "tap:menu tap:page:1 tap:game:0 tap:start", "", "confirm" },
	{ "midgame", "tap:menu tap:page:1 tap:game:0 tap:start tap:no", "", "setup" },
	/* the hints of the last game, for its seats */
	{ "board-graded", "tap:menu tap:page:1 tap:game:0 see:moves,_graded", "", "setup" },
	{ "board-graded", "tap:menu tap:page:1 tap:game:7 see:moves", "", "setup" },
	{ "midgame", "tap:menu tap:page:1 tap:game:0 tap:start tap:yes",
	  NEW("chess", ",\"force\":true") HINTS("moves", "moves"), "play" },
	{ "no-game-small", "tap:game:0", "", "setup" },
	/* a board that is too small: the set-up has the reason */
	{ "no-game-small", "tap:game:10 see:Needs_11x9_squares;_this_board_has_8x8", "", "setup" },
	{ "no-game-small", "tap:game:10 tap:start", NULL, NULL },
	{ "page-first-game", "tap:game:10 see:Needs_11x9_squares;_this_board_has_8x8", "", "setup" },
	{ "page-first-game", "tap:game:10 tap:back", "", "first" },
	{ "page-first-game", "tap:game:0 see:default:_5+3", SET("introduced", "true"), "setup" },
	{ "no-game", "tap:game:0 see:default:_", "", "setup" },
	{ "page-setup",
	  "see:White_–_Black see:Anna_–_Ben tap:row:1 see:White_–_Black see:Ben_–_Anna "
	  "tap:row:1 see:Players see:Anna_–_Ben",
	  "", "setup" },
	/* who plays: a level is one touch, and the same choice is offered for the next game */
	{ "no-game", "tap:game:0 see:none tap:row:11 tap:level:4 tap:back see:Black,_level_4 tap:start",
	  NEW("chess", ",\"players\":{\"b\":\"computer:4\"}") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:0 tap:row:11 tap:level:4 tap:back tap:back tap:game:1 see:Black,_level_4 "
	  "tap:row:11 tap:who:0 tap:back see:none", "", "setup" },
	{ "no-game", "tap:game:0 tap:row:11 tap:who:1 tap:side:0 tap:who:1 tap:level:1 tap:back "
	  "see:2_of_2_seats tap:start",
	  NEW("chess", ",\"players\":{\"w\":\"computer:1\",\"b\":\"computer:3\"}")
	  HINTS("moves", "moves"), "play" },
	/* other seats are persons' */
	{ "no-game", "tap:game:0 tap:row:11 tap:level:4 tap:back tap:back tap:game:7 see:none tap:row:11 "
	  "tap:level:2 tap:back tap:back tap:game:0 see:none", "", "setup" },
	/* each level of hints, and the question before a blunder, has a sentence */
	{ "page-setup", "see:Blunder_alert_(menu,_Players): see:where_a_lifted_piece_may_go tap:row:7 "
	  "see:Dangers: tap:row:7 see:Graded:", "", "setup" },
	/* a level above the game's highest is that one */
	{ "no-game", "tap:game:0 tap:row:11 tap:level:9 tap:back tap:back tap:game:5 see:Black,_level_6",
	  "", "setup" },
	/* with real cards no seat is a computer's, until the option is another one again */
	{ "no-game", "tap:game:8 tap:row:11 tap:who:1 tap:back see:Black,_level_3 tap:row:4 see:none "
	  "tap:row:11 see:Real_cards_are_dealt tap:back tap:row:4 see:Black,_level_3", "", "setup" },
	{ "page-setup", "tap:row:2 tap:mode:1 tap:back see:no_clock", "", "setup" },
	{ "no-game-small", "state:no-game tap:game:10", "", "setup" }, /* another board */
	{ "setup-small", "tap:start", NULL, NULL }, /* a restarted screen */
	{ "setup-small", "state:no-game tap:start",
	  NEW("american", "") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:0 tap:row:7 tap:row:8 tap:row:8 tap:start",
	  NEW("chess", "") HINTS("safe", "graded"), "play" },
	{ "no-game", "tap:game:0 tap:row:1 tap:row:1 tap:start",
	  NEW("chess", ",\"seats\":\"lot\"") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:1 tap:row:3 type:518 back tap:start",
	  NEW("chess960", ",\"options\":\"index=518\"") HINTS("moves", "moves"), "play" },
	{ "no-game",
	  "tap:game:1 tap:row:3 tap:digit:9 tap:digit:5 tap:digit:9 tap:digit:1 back tap:start",
	  NEW("chess960", ",\"options\":\"index=959\"") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:1 tap:row:3 type:960< back tap:start",
	  NEW("chess960", ",\"options\":\"index=96\"") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:1 tap:row:3 type:007 tap:erase type:0 back tap:start",
	  NEW("chess960", ",\"options\":\"index=0\"") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:1 tap:row:3 type:960 back tap:start", NULL, NULL },
	{ "no-game", "tap:game:1 tap:start", NEW("chess960", "") HINTS("moves", "moves"), "play" },
	{ "no-game",
	  "tap:game:1 tap:row:3 tap:mode:1 tap:card:65 tap:card:54 tap:card:56 tap:card:84 "
	  "tap:card:81 tap:card:84 tap:card:56 tap:card:84 back tap:start",
	  NEW("chess960", ",\"options\":\"cards=A,6,8,10,Q,10,8,10\"") HINTS("moves", "moves"),
	  "play" },
	{ "no-game", "tap:game:1 tap:row:3 tap:mode:1 tap:random back tap:start", NULL, NULL },
	{ "page-array-cards", "tap:card:56 tap:card:56", NULL, NULL }, /* there were two eights */
	{ "no-game", "tap:game:4 tap:row:4 tap:row:5 tap:row:6 tap:start",
	  NEW("abstract", ",\"options\":\"table=aronson turn=double transfers=limited\"")
		  HINTS("moves", "moves"),
	  "play" },
	{ "no-game", "tap:game:8 tap:row:4 tap:start",
	  NEW("cooperative", ",\"options\":\"cards=real\"") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:8 tap:row:4 tap:row:4 tap:start",
	  NEW("cooperative", ",\"options\":\"cards=open\"") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:8 tap:row:4 tap:row:4 tap:row:4 tap:start",
	  NEW("cooperative", "") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:3 tap:start", NEW("dice-money", "") HINTS("moves", "moves"),
	  "play" },
	{ "no-game", "tap:game:11", NULL, NULL },
	/* clocks and names */
	{ "no-game", "tap:game:0 tap:row:2 tap:mode:3 tap:minutes:3 tap:seconds:2 back tap:start",
	  NEW("chess", ",\"clock\":\"fischer:300+2\"") HINTS("moves", "moves"), "play" },
	{ "no-game",
	  "tap:game:0 tap:row:2 tap:mode:2 tap:side:1 tap:minutes:0 tap:side:2 tap:minutes:5 "
	  "tap:back tap:start",
	  NEW("chess", ",\"clock\":\"sudden:60,900\"") HINTS("moves", "moves"), "play" },
	/* four seats have four times, or one; more than two seats are not colours */
	{ "no-game",
	  "tap:game:7 tap:row:2 tap:mode:6 tap:minutes:8 tap:seconds:7 tap:side:1 tap:minutes:7 "
	  "tap:side:4 tap:minutes:5 tap:back tap:start",
	  NEW("crowded-house",
	      ",\"clock\":\"moves:40/3600:1800+30,40/5400:2700+30,40/5400:2700+30,40/900:450+30\"")
		  "{\"kind\":\"hints\",\"seat\":\"wk\",\"level\":\"moves\",\"id\":0}\n"
		  "{\"kind\":\"hints\",\"seat\":\"bk\",\"level\":\"moves\",\"id\":0}\n"
		  "{\"kind\":\"hints\",\"seat\":\"wq\",\"level\":\"moves\",\"id\":0}\n"
		  "{\"kind\":\"hints\",\"seat\":\"bq\",\"level\":\"moves\",\"id\":0}\n",
	  "play" },
	{ "no-game", "tap:game:7 tap:row:2 tap:mode:2 tap:minutes:8 tap:side:5", NULL, NULL },
	{ "no-game", "tap:game:0 tap:row:2 tap:mode:2 tap:side:3", NULL, NULL },
	{ "no-game", "tap:game:0 tap:row:2 tap:mode:6 tap:minutes:8 tap:seconds:7 back tap:start",
	  NEW("chess", ",\"clock\":\"moves:40/5400:2700+30\"") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:0 tap:row:2 tap:mode:1 back tap:start",
	  NEW("chess", ",\"clock\":\"none\"") HINTS("moves", "moves"), "play" },
	{ "no-game",
	  "tap:game:0 tap:row:0 type:anna tap:more type:ben< tap:key:110 tap:more tap:start",
	  NEW("chess", ",\"names\":{\"w\":\"Anna\",\"b\":\"Ben\"}") HINTS("moves", "moves"),
	  "play" },
	{ "german-home",
	  "tap:game:0 tap:row:0 tap:key:246 tap:key:228 tap:erase:60 tap:key:252 tap:more tap:more tap:start tap:yes",
	  NEW("chess", ",\"names\":{\"w\":\"Öü\"},\"force\":true") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:0 tap:row:0 tap:key:246", NULL, NULL }, /* German's own letter */
	/* after a game */
	{ "page-over", "tap:next-game", "{\"kind\":\"next\",\"id\":0}\n", "over" },
	{ "page-over", "tap:next-game state:start", "{\"kind\":\"next\",\"id\":0}\n", "play" },
	{ "page-over", "tap:page:15 back",
	  "{\"kind\":\"screen\",\"id\":0}\n{\"kind\":\"show\",\"id\":0}\n" EVENING, "over" },
	{ "page-over", "back", "", "play" },
	{ "page-over", "state:page-over", EVENING, "over" }, /* the result is on disk */
	/* Reveal is requested, confirmed on the board too, and returns here */
	{ "page-over-reveal", "tap:next-game see:Then_Reveal_can_no_longer tap:yes", "{\"kind\":\"next\",\"id\":0}\n",
	  "play" },
	{ "page-over-reveal", "tap:next-game tap:no", EVENING, "over" },
	/* the pieces are set up while the next game is chosen; a no leads back to the result */
	{ "page-over", "tap:page:1 state:over-new-game", "", "home" },
	{ "page-over", "tap:page:1 tap:game:0 state:over-new-game", "", "setup" },
	{ "page-over", "state:over-new-game state:page-over", EVENING, "over" },
	{ "page-over", "tap:menu back", EVENING, "over" },
	{ "page-over", "tap:page:1 tap:game:0 see:Anna_–_Ben", "", "setup" }, /* also after a restart */
	{ "over-new-game", "tap:now see:The_game_before_is_over", "", "now" },
	{ "array-asked", "tap:menu tap:resign", NULL, NULL }, /* no move to take back, nothing to resign */
	{ "setup-960", "tap:menu tap:undo", NULL, NULL },
	/* the dice are rolled at once, in one place: that makes the shown move final */
	{ "dice-shown", "tap:group:0", "{\"kind\":\"roll\",\"id\":0}\n", "play" },
	{ "dice-shown", "tap:group:1", NULL, NULL },
	{ "page-over-reveal", "tap:show-all", "{\"kind\":\"reveal\",\"id\":0}\n", "over" },
	{ "page-over-reveal", "tap:show-all state:reveal-asked",
	  "{\"kind\":\"reveal\",\"id\":0}\n", "play" },
	{ "page-over-reveal", "state:reveal-asked read tap:yes", ANSWER("21", "true"), "play" },
	{ "page-over-reveal", "state:reveal-asked read tap:no", ANSWER("21", "false"), "play" },
	{ "page-over-reveal", "state:reveal-asked state:page-over-reveal", EVENING, "over" },
	{ "midgame", "state:over", EVENING, "over" },
	{ "midgame", "tap:menu state:over", "", "menu" },
	/* records */
	{ "page-records", "tap:row:1",
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"show\",\"move\":0,\"game_id\":30,\"id\":0}\n",
	  "replay" },
	{ "page-records", "tap:step:2 tap:row:3 back", NULL, "records" },
	{ "page-records", "tap:step:1", NULL, NULL },
	{ "page-records", "tap:page:16 back", EVENING LIST, "records" },
	{ "work", "tap:notice", LIST, "records" },
	/* an unfinished game is resumed */
	{ "page-records", "tap:resume:0", SHOWN("33"), "replay" },
	{ "page-records", "tap:resume:1", NULL, NULL },		/* it has ended */
	{ "page-records", "tap:row:0 tap:resume", NULL, NULL },	/* not yet known to be unfinished */
	{ "page-replay", "tap:resume", NULL, NULL },
	{ "page-replay-masks", "tap:resume", NULL, NULL },	/* a kept game that has ended */
	{ "page-replay-left", "tap:resume", "", "confirm" },	/* another game is being played */
	{ "page-replay-left", "tap:resume tap:no", SHOWN("25"), "replay" },
	{ "page-replay-left", "tap:resume tap:yes", OPEN_KEPT("25") SHOWN("25"), "replay" },
	{ "page-replay-left", "tap:resume tap:yes state:opened", OPEN_KEPT("25") SHOWN("25"), "play" },
	{ "page-replay-left", "tap:resume tap:yes state:midgame", OPEN_KEPT("25") SHOWN("25"),
	  "replay" }, /* a move of the previous game */
	{ "page-replay-left", "tap:resume tap:yes error:secrets state:opened",
	  OPEN_KEPT("25") SHOWN("25"), "replay" }, /* another client started that game */
	{ "page-replay-left", "tap:resume tap:yes back state:opened",
	  OPEN_KEPT("25") SHOWN("25") LIST, "records" },
	{ "page-replay-left", "state:no-game tap:resume state:opened", OPEN_KEPT("25"), "play" },
	{ "page-replay-left", "state:start tap:resume", OPEN_KEPT("25"), "replay" },
	/* the game that is on the board already */
	{ "page-records", "state:opened tap:resume:0", "", "play" },
	{ "page-replay-left", "state:kept-here tap:resume", "", "play" },
	/* a game as one code, or as several */
	{ "page-over", "tap:page:22 back",
	  "{\"kind\":\"qr\",\"part\":0,\"bytes\":858,\"id\":0}\n" EVENING, "over" },
	{ "page-records", "tap:code:1 tap:back", QR("0", "30") LIST, "records" },
	{ "page-records", "tap:code:1 state:page-code-parts", QR("0", "30"), "code" },
	{ "page-records", "tap:step:2 tap:step:2 tap:code:6", NULL, NULL }, /* it has not ended */
	{ "page-code-parts", "tap:step:2",
	  "{\"kind\":\"qr\",\"part\":2,\"bytes\":858,\"id\":0}\n", "code" },
	{ "page-code-parts", "tap:step:1",
	  "{\"kind\":\"qr\",\"part\":0,\"bytes\":858,\"id\":0}\n", "code" },
	{ "page-code", "tap:step:2", NULL, NULL }, /* there is only one */
	{ "page-replay", "tap:step:2", SHOW("18"), "replay" },
	/* the review of a game */
	{ "page-replay", "tap:review", REVIEW("", ""), "review" },
	{ "page-review", "tap:row:1", REPLAY("12", "") REVIEW(",\"game_id\":25", ",\"move\":12"), "replay" },
	{ "page-review", "back", REPLAY("5", "") REVIEW(",\"game_id\":25", ",\"move\":5"), "replay" },
	{ "page-replay-review", "tap:step:2", REPLAY("6", "") REVIEW(",\"game_id\":25", ",\"move\":6"),
	  "replay" },
	{ "page-replay-review", "tap:line",
	  REPLAY("5", ",\"line\":5") REVIEW(",\"game_id\":25", ",\"move\":5"), "replay" },
	{ "page-replay-line", "tap:line", REPLAY("5", "") REVIEW(",\"game_id\":25", ",\"move\":5"),
	  "replay" },
	{ "page-replay-line", "tap:step:2",
	  REPLAY("6", ",\"line\":5") REVIEW(",\"game_id\":25", ",\"move\":5"), "replay" },
	{ "page-replay-line", "tap:lamps",
	  REPLAY("5", ",\"line\":5,\"lamps\":true") REVIEW(",\"game_id\":25", ",\"move\":5"), "replay" },
	{ "page-replay-line", "tap:here", "", "setup" },
	{ "page-replay-line", "tap:here tap:start",
	  NEW("chess", ",\"position\":\"r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3\"")
		  HINTS("moves", "moves"),
	  "play" },
	{ "page-review-waits", "back", REPLAY("5", ""), "replay" },
	{ "page-replay", "tap:step:1", SHOW("16"), "replay" },
	{ "page-replay", "tap:step:3", SHOW("63"), "replay" },
	{ "page-replay", "tap:step:0", SHOW("0"), "replay" },
	{ "page-replay", "tap:lamps tap:step:2 tap:lamps back",
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"show\",\"move\":17,\"lamps\":true,\"id\":0}\n"
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"show\",\"move\":18,\"lamps\":true,\"id\":0}\n"
	  LEAVE SHOW("17") LIST,
	  "records" },
	{ "page-replay-refused", "tap:lamps", NULL, NULL }, /* a game is being played */
	/* on the board: the screen's buttons go on from there, and the page follows the pieces */
	{ "page-replay-board", "tap:step:2", REPLAY("5", ",\"lamps\":true"), "replay" },
	{ "page-replay-board", "tap:step:1", REPLAY("3", ",\"lamps\":true"), "replay" },
	{ "page-replay-board", "state:replay-went-on", REPLAY("5", ""), "replay" },
	{ "page-replay-board", "state:kept-here tap:lamps", NULL, NULL }, /* it was ended: a game runs */
	/* a request that is answered after the page was left is ended too */
	{ "page-replay-board", "tap:step:2 tap:back state:page-replay-board",
	  REPLAY("5", ",\"lamps\":true") LEAVE LIST LEAVE, "records" },
	{ "page-replay-board", "tap:step:2 tap:back state:no-game state:page-replay-board",
	  REPLAY("5", ",\"lamps\":true") LEAVE LIST LEAVE, "records" },
	{ "page-replay-board", "tap:lamps",
	  LEAVE REPLAY("4", ""), "replay" },
	{ "page-evening", "see:Chess see:Anna_\u2013_Ben see:Cooperative", "", "evening" },
	{ "page-evening", "tap:reset tap:yes",
	  "{\"kind\":\"evening\",\"reset\":true,\"id\":0}\n" EVENING, "evening" },
	/* the board */
	{ "page-board", "wait", DIAGNOSTICS, "board" },
	{ "page-board", "tap:lamps", "{\"kind\":\"lamptest\",\"on\":true,\"id\":0}\n", "board" },
	{ "page-board-plain", "back", "{\"kind\":\"lamptest\",\"on\":false,\"id\":0}\n", "home" },
	{ "page-board", "tap:calibrate:0", "{\"kind\":\"calibrate\",\"step\":\"begin\",\"id\":0}\n",
	  "board" },
	{ "page-board-calibrate", "tap:calibrate:0 tap:calibrate:1",
	  "{\"kind\":\"calibrate\",\"step\":\"end\",\"id\":0}\n"
	  "{\"kind\":\"calibrate\",\"step\":\"cancel\",\"id\":0}\n",
	  "board" },
	{ "page-board-review", "tap:calibrate:0", "{\"kind\":\"calibrate\",\"step\":\"keep\",\"id\":0}\n",
	  "board" },
	{ "page-board-review", "back", "{\"kind\":\"calibrate\",\"step\":\"cancel\",\"id\":0}\n",
	  "home" },
	{ "page-board", "tap:troubles back", DIAGNOSTICS, "board" },
	/* suspected sensors: from the play page, from the troubles, from the board's page */
	{ "guidance-stuck",
	  "tap:notice tap:doubt:6 tap:yes back",
	  "{\"kind\":\"blind\",\"square\":\"g1\",\"on\":true,\"id\":0}\n", "play" },
	{ "guidance-stuck", "tap:notice next next next ok next next ok",
	  "{\"kind\":\"blind\",\"square\":\"f2\",\"on\":true,\"id\":0}\n", "sensors" },
	{ "guidance-stuck", "error:no tap:notice", "", "play" },
	{ "guidance", "tap:notice", NULL, NULL },
	{ "troubles-stuck", "tap:sensors:0 tap:doubt:27 tap:no back", "", "troubles" },
	{ "troubles-stuck", "tap:sensors:1 tap:believe:37 tap:yes",
	  "{\"kind\":\"blind\",\"square\":\"e4\",\"on\":false,\"id\":0}\n", "sensors" },
	{ "troubles-stuck", "tap:sensors:2", NULL, NULL }, /* a silent chip */
	{ "page-board-doubt", "tap:sensors back", DIAGNOSTICS, "board" },
	{ "page-board", "tap:sensors", NULL, NULL },
	{ "page-board-doubt", "tap:sensors #hint #hint #ok #up #hint #hint #ok #up",
	  "{\"kind\":\"blind\",\"square\":\"g1\",\"on\":true,\"id\":0}\n", "sensors" },
	{ "page-sensors-many", "tap:more tap:doubt:0", "", "confirm" },
	{ "page-sensors", "tap:doubt:6 tap:yes error:no state:page-sensors-blind tap:believe:37",
	  "{\"kind\":\"blind\",\"square\":\"g1\",\"on\":true,\"id\":0}\n", "confirm" },
	/* records with a text */
	{ "page-records", "tap:page:24 type:an tap:erase tap:key:110 tap:key:110 tap:yes",
	  "{\"kind\":\"list\",\"limit\":20,\"find\":\"ann\",\"id\":0}\n", "records" },
	{ "coop-real", "tap:group:5 tap:choice:24 tap:no", "", "choice" },
	{ "page-search", "tap:back", NULL, "records" },
	{ "page-search", "tap:back see:Find", NULL, "records" }, /* the list of all games */
	{ "page-search", "type:< tap:yes", "{\"kind\":\"list\",\"limit\":20,\"find\":\"2026.11.\",\"id\":0}\n",
	  "records" },
	{ "page-records", "tap:page:24 tap:key:97 tap:yes tap:erase",
	  "{\"kind\":\"list\",\"limit\":20,\"find\":\"a\",\"id\":0}\n" LIST, "records" },
	/* the first steps: at the first start, or when asked for */
	{ "first-start", "tap:option:0", SET("language", "\"\""), "first" },
	{ "first-start", "tap:back", NULL, NULL }, /* there is nothing before it */
	{ "first-start", "back", "", "first" },
	{ "first-start", "state:takeback", "", "first" }, /* walked pieces look like one */
	{ "first-start", "state:start", "", "play" }, /* a game begun elsewhere */
	{ "page-first-squares", "wait state:start", DIAGNOSTICS CALIBRATE("cancel"), "play" },
	{ "page-first", "tap:option:1", SET("language", "\"de\""), "first" },
	{ "page-first", "tap:done", SET("introduced", "true"), "home" },
	{ "page-first", "tap:step tap:back tap:step tap:step tap:step tap:step tap:step",
	  DIAGNOSTICS DIAGNOSTICS CALIBRATE("begin") DIAGNOSTICS CALIBRATE("cancel")
		  SET("introduced", "true"), "home" },
	{ "page-first", "tap:step tap:step tap:step tap:more tap:more tap:done",
	  DIAGNOSTICS CALIBRATE("begin") DIAGNOSTICS CALIBRATE("cancel") SET("introduced", "true"),
	  "home" },
	{ "page-first-board", "wait", DIAGNOSTICS, "first" },
	{ "page-first-squares", "tap:step tap:side:1", NULL, NULL }, /* names the squares first */
	{ "page-first-squares", "tap:step tap:step tap:side:1", "", "first" },
	{ "page-first-squares", "tap:step see:squares_are_not_tried_yet", "", "first" },
	{ "page-first-ticked", "tap:step tap:side:1", NULL, "first" },
	/* the daemon takes no moves while squares are checked */
	{ "page-first-squares", "wait tap:step tap:step", DIAGNOSTICS CALIBRATE("cancel"), "first" },
	{ "page-first-squares", "wait tap:done",
	  DIAGNOSTICS SET("introduced", "true") CALIBRATE("cancel"), "home" },
	{ "page-first-squares", "wait tap:back", DIAGNOSTICS CALIBRATE("cancel") DIAGNOSTICS,
	  "first" },
	{ "page-first-squares", "state:first-start wait wait",
	  CALIBRATE("begin") DIAGNOSTICS CALIBRATE("begin") DIAGNOSTICS, "first" },
	{ "page-first-squares", "state:first-start error:No. see:No.", "", "first" },
	{ "page-first-squares", "error:No. see:Move_the_piece_over_the_other", "", "first" },
	/* … and in the middle of a game they are not checked */
	{ "page-first-squares", "wait state:midgame see:A_game_is_running",
	  DIAGNOSTICS CALIBRATE("cancel"), "first" },
	{ "page-settings", "tap:group:0 tap:row:2 tap:step tap:step tap:step",
	  DIAGNOSTICS DIAGNOSTICS, "first" },
	/* a question that was opened meanwhile is shown at the end */
	{ "page-first", "state:takeback tap:done see:Take_back", "", "play" },
	{ "page-first", "state:takeback state:start tap:done", "", "home" },
	{ "page-first", "state:takeback state:midgame", "", "play" }, /* moves were made */
	{ "page-first-names", "tap:more type:ben tap:step tap:game:0 tap:start",
	  SET("introduced", "true")
		  NEW("chess", ",\"names\":{\"w\":\"Anna\",\"b\":\"Ben\"},\"force\":true")
			  HINTS("moves", "moves"),
	  "play" },
	{ "page-first-game", "tap:game:1 tap:back", SET("introduced", "true"), "home" },
	{ "page-settings", "tap:group:0 tap:row:2", "", "first" },
	{ "page-settings", "tap:group:0 tap:row:2 tap:back", "", "settings" },
	{ "page-settings", "tap:group:0 tap:row:2 tap:step tap:done", DIAGNOSTICS, "settings" },
	/* settings */
	{ "page-settings", "tap:group:2 tap:group:2 tap:group:2 tap:row:11", SET("volume", "100"),
	  "settings" },
	{ "page-settings", "tap:row:4", SET("brightness", "100"), "settings" },
	{ "page-settings", "tap:row:5", SET("palette", "\"bright\""), "settings" },
	{ "page-settings", "tap:row:6", SET("theme", "\"light\""), "settings" },
	{ "page-settings", "tap:row:7", SET("transitions", "false"), "settings" },
	{ "page-settings", "tap:group:3 tap:row:21", SET("props", "\"objects\""), "settings" },
	{ "page-settings", "tap:group:2 tap:row:12", SET("speech", "true"), "settings" },
	{ "page-settings", "tap:group:2 tap:row:13", SET("cue_move", "false"), "settings" },
	{ "page-settings", "tap:group:2 tap:group:2 tap:row:17", SET("cue_wrong", "true"),
	  "settings" },
	{ "page-settings", "tap:group:3 tap:row:20", SET("exact_marks", "false"), "settings" },
	{ "page-settings", "tap:group:1 tap:row:8", SET("squares", "\"green\""), "settings" },
	{ "page-settings", "tap:group:1 tap:row:9", SET("pieces", "\"bold\""), "settings" },
	{ "page-settings", "tap:group:1 tap:row:10", SET("below", "\"black\""), "settings" },
	{ "page-settings", "tap:group:3 tap:group:3 tap:row:22", SET("regulator_halos", "true"),
	  "settings" },
	{ "page-settings", "tap:group:3 tap:group:3 tap:row:23", SET("pages_close_s", "60"), "settings" },
	{ "page-settings", "tap:group:3 tap:row:19 tap:mode:2 tap:minutes:5 back",
	  SET("clock", "\"sudden:900\"") SET("own_clocks", "\"sudden:900\""), "settings" },
	{ "page-settings", "tap:group:3 tap:row:19 tap:clock:2 back",
	  SET("clock", "\"fischer:900+10\""), "settings" },
	{ "page-settings", "tap:group:3 tap:row:19 tap:clock:1 tap:minutes:3 tap:clock:1 back",
	  SET("clock", "\"sudden:600\""), "settings" },
	{ "page-settings", "tap:group:3 tap:row:19 tap:clock:4", NULL, NULL }, /* no own one yet */
	/* the players' own clocks: chosen again, and before the newest one */
	{ "page-clock", "tap:clock:5 back", "", "setup" },
	{ "page-clock", "tap:clock:5 tap:minutes:2 back",
	  SET("own_clocks", "\"hourglass:180 bronstein:600+3\""), "setup" },
	{ "page-settings", "tap:group:0 tap:row:1 type:20260131 tap:yes",
	  "{\"kind\":\"date\",\"date\":\"2026-01-31\",\"id\":0}\n", "settings" },
	{ "page-settings", "tap:group:0 tap:row:1 type:20261331 tap:yes", NULL, NULL },
	/* the machine has the date */
	{ "german-settings", "tap:group:0 tap:row:1", NULL, NULL },
	{ "page-settings-more", "tap:group:0 tap:row:3 tap:yes", POWEROFF, "settings" },
	{ "page-settings-more", "tap:group:0 tap:row:3 tap:no", "", "settings" },
	/* help, and the players' own marks */
	{ "midgame", "tap:menu tap:page:21 tap:step:2 tap:step:1", "", "help" },
	{ "midgame", "tap:menu tap:page:21 back back", "", "play" },
	{ "midgame", "tap:menu tap:page:21 tap:group:1 tap:step:3 tap:step:0 tap:group:2 wait", "",
	  "help" },
	{ "midgame", "tap:menu tap:page:21 tap:group:1 back", "", "help" }, /* to the texts */
	{ "midgame", "tap:menu tap:page:21 tap:group:2 tap:back tap:group:2 tap:back", "", "help" },
	{ "midgame", "tap:menu tap:page:21 tap:group:2 tap:back tap:back", "", "menu" },
	{ "midgame", "tap:menu tap:page:21 tap:group:1 back back back", "", "play" },
	{ "page-help-example", "tap:group:1 tap:step:2", "", "help" },
	{ "page-help-american", "tap:group:1 tap:step:2 tap:step:2 tap:step:2", "", "help" },
	{ "no-game", "tap:page:21 tap:group:2 see:The_king_goes back tap:page:26 back", "", "help" },
	/* what the lights mean, and what can be done now */
	{ "midgame", "tap:now tap:page:26 tap:row:1 back back",
	  "{\"kind\":\"legend\",\"meaning\":\"legal\",\"id\":0}\n{\"kind\":\"legend\",\"id\":0}\n",
	  "play" },
	{ "midgame", "tap:menu tap:now:26 tap:row:0 state:takeback",
	  "{\"kind\":\"legend\",\"meaning\":\"from\",\"id\":0}\n{\"kind\":\"legend\",\"id\":0}\n",
	  "play" },
	{ "page-lights", "tap:row:1 back", "{\"kind\":\"legend\",\"id\":0}\n", "play" },
	/* the next page explains no light of this one */
	{ "midgame", "tap:now tap:page:26 tap:row:0 tap:more see:Touch_a_light:",
	  "{\"kind\":\"legend\",\"meaning\":\"from\",\"id\":0}\n{\"kind\":\"legend\",\"id\":0}\n",
	  "lights" },
	{ "midgame", "tap:now tap:page:26 tap:more tap:row:12 tap:more see:Touch_a_light:", "", "lights" },
	{ "page-lights", "state:midgame tap:more tap:more tap:row:22",
	  "{\"kind\":\"legend\",\"meaning\":\"stick\",\"id\":0}\n", "lights" },
	/* the lamps show no marks */
	{ "midgame", "tap:now tap:page:26 tap:more tap:row:9 tap:row:12 tap:row:13 tap:back tap:back",
	  "{\"kind\":\"legend\",\"meaning\":\"asked\",\"id\":0}\n{\"kind\":\"legend\",\"id\":0}\n",
	  "play" },
	{ "takeback", "tap:now back tap:no",
	  "{\"kind\":\"answer\",\"prompt\":10,\"yes\":false,\"id\":0}\n", "play" },
	{ "midgame", "tap:now tap:page:21", "", "help" },
	{ "midgame", "tap:now tap:pieces see:The_king_goes back back back", "", "play" },
	{ "midgame", "tap:done", NULL, NULL }, /* nothing to end */
	{ "midgame", "tap:menu tap:now:26 back", "", "menu" },
	/* the voice */
	{ "midgame", "tap:menu tap:say", NULL, NULL }, /* speech is off */
	{ "page-menu-speech", "tap:say", "{\"kind\":\"say\",\"what\":\"last\",\"id\":0}\n", "menu" },
	{ "page-menu-speech", "tap:say:1", "{\"kind\":\"say\",\"what\":\"position\",\"id\":0}\n", "menu" },
	{ "trouble", "tap:now", "", "now" },
	{ "thinks", "see:Now tap:hurry", "{\"kind\":\"move-now\",\"id\":0}\n", "play" },
	/* one field for the hints of both sides */
	{ "no-game", "tap:game:4 tap:row:7 tap:start",
	  NEW("abstract", "") HINTS("safe", "safe"), "play" },
	{ "panel-masquerade-own", "tap:mark tap:mark:1 back", "", "play" },
	/* refusals */
	{ "midgame", "error:no tap:notice", "", "play" },
	{ "midgame", "error:no back", "", "play" },
	{ "trouble", "tap:notice", "", "troubles" },
	{ "trouble", "tap:troubles back", "", "play" },
	{ "trouble", "error:no tap:notice tap:notice", "", "troubles" },
	{ "guidance", "tap:menu tap:page:17 tap:troubles", NULL, NULL }, /* no troubles */
	/* the daemon restarts: same page, typed text still there */
	{ "midgame", "away", "", "connect" },
	{ "midgame", "away back next ok", "", "connect" },
	{ "no-game", "tap:game:1 tap:row:3 type:51 away state:no-game type:8 back tap:start",
	  NEW("chess960", ",\"options\":\"index=518\"") HINTS("moves", "moves"), "play" },
	{ "midgame", "tap:menu tap:page:14 away state:midgame", LIST LIST, "records" },
	{ "midgame", "tap:menu away state:midgame", "", "menu" },
};
const size_t n_pages_rows = sizeof(pages_rows) / sizeof(pages_rows[0]);
