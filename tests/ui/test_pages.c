/*
 * What fingers and keys do: a script of steps on a stored state, the requests
 * it makes, and the page it ends on. A row a case.
 *
 *   tap:NAME[:ARG]   press and release on a target     press:NAME release:NAME
 *   next previous ok back    keys                      type:TEXT  ('<' erases)
 *   state:NAME       the daemon tells another state    error:WHY
 *   away             the daemon is gone      wait   for as long as a page waits
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ui/stages.h"
#include "ui/page.h"

struct row {
	const char *stage, *script, *requests, *page;
};

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
#define POWEROFF     "{\"kind\":\"poweroff\",\"id\":0}\n"
#define LIST         "{\"kind\":\"list\",\"limit\":20,\"id\":0}\n"
#define SET(k, v)    "{\"kind\":\"set\",\"values\":{\"" k "\":" v "},\"id\":0}\n"
#define SHOW(n)      "{\"kind\":\"screen\",\"id\":0}\n{\"kind\":\"show\",\"move\":" n ",\"id\":0}\n"
#define NEW(g, more) "{\"kind\":\"new\",\"game\":\"" g "\"" more ",\"id\":0}\n"
#define HINTS(w, b)                                                          \
	"{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"" w "\",\"id\":0}\n" \
	"{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"" b "\",\"id\":0}\n"

/* requests NULL: of no matter; page NULL: a step names a target that is not there. */
static const struct row rows[] = {
	{ "midgame", "tap:done", PRESS("ok"), "play" },
	{ "focus", "tap:done", PRESS("clock"), "play" }, /* a board without a clock button */
	{ "midgame", "tap:hint", PRESS("hint"), "play" },
	{ "midgame", "tap:menu", "", "menu" },
	{ "midgame", "tap:menu tap:back", "", "play" },
	{ "midgame", "tap:menu back", "", "play" },
	{ "midgame", "back", "", "play" },
	/* the focus */
	{ "midgame", "next ok", PRESS("ok"), "play" },
	{ "midgame", "next next ok", PRESS("hint"), "play" },
	{ "midgame", "previous ok", "", "menu" },
	{ "midgame", "next next next next ok", PRESS("ok"), "play" },
	{ "midgame", "ok", "", "play" },
	{ "midgame", "next state:lifted ok", PRESS("ok"), "play" },
	{ "midgame", "next state:takeback ok", "", "play" }, /* its target is gone */
	{ "confirm", "ok", PRESS("ok"), "play" },
	/* a finger that slips off, or is overtaken by another question */
	{ "midgame", "press:hint release:menu", "", "play" },
	{ "midgame", "press:menu away release:menu", "", "connect" },
	{ "takeback", "press:yes state:draw-asked release:yes", "", "play" },
	/* questions */
	{ "takeback", "tap:yes", ANSWER("10", "true"), "play" },
	{ "takeback", "tap:no", ANSWER("10", "false"), "play" },
	{ "takeback", "back", ANSWER("10", "false"), "play" },
	{ "new-game-asked", "tap:yes", ANSWER("11", "true"), "play" },
	{ "draw-asked", "tap:yes", ANSWER("12", "true"), "play" },
	{ "resign-asked", "tap:no", ANSWER("13", "false"), "play" },
	{ "which", "tap:option:1", CHOOSE("7", "f3e5"), "play" },
	{ "which", "back", PRESS("back"), "play" },
	{ "which-many", "tap:more tap:option:7", CHOOSE("8", "a1c5"), "play" },
	{ "which-many", "tap:more tap:more tap:option:14", CHOOSE("8", "a1e4"), "play" },
	/* three parts in one design, four in the other: twelve come round in both */
	{ "which-many",
	  "tap:more tap:more tap:more tap:more tap:more tap:more tap:more tap:more tap:more "
	  "tap:more "
	  "tap:more tap:more tap:option:0",
	  CHOOSE("8", "a1b2"), "play" },
	{ "confirm", "tap:yes", PRESS("ok"), "play" },
	{ "confirm", "tap:no", PRESS("back"), "play" },
	{ "promotion", "tap:option:2", CHOOSE("3", "d7d8n"), "play" },
	{ "promotion", "tap:done", PRESS("ok"), "play" }, /* it does not block */
	{ "promotion", "back", "", "play" },
	{ "end-asked", "tap:yes", ANSWER("32", "true"), "play" },
	{ "end-asked", "back", ANSWER("32", "false"), "play" },
	{ "pay-asked", "tap:yes", ANSWER("31", "true"), "play" },
	{ "pay-asked", "tap:no", ANSWER("31", "false"), "play" },
	/* each seat says its own yes, and there is none for all of them */
	{ "takeback-agree", "tap:agree:1", AGREE("33", "bk"), "play" },
	{ "takeback-agree", "tap:agree:2", AGREE("33", "wq"), "play" },
	{ "takeback-agree", "tap:agree:0", NULL, NULL }, /* has said so */
	{ "takeback-agree", "tap:yes", NULL, NULL },
	{ "takeback-agree", "tap:no", ANSWER("33", "false"), "play" },
	/* what is chosen on the screen */
	{ "dice-roll", "tap:group:0", "{\"kind\":\"roll\",\"id\":0}\n", "play" },
	{ "dice-roll", "tap:group:1 tap:choice:9", ACT("roll:2,5"), "play" },
	{ "dice-roll", "tap:group:1 back", "", "play" },
	{ "dice-roll", "next next ok next next ok", ACT("roll:1,1"), "play" },
	{ "dice-roll", "tap:group:1 tap:choice:21", NULL, NULL },
	{ "dice-buy", "tap:group:2 tap:choice:0", ACT("buy:extra1"), "play" },
	{ "dice-buy", "tap:group:2 tap:choice:3",
	  "{\"kind\":\"select\",\"what\":\"buy:B\",\"id\":0}\n", "play" },
	{ "dice-buy", "tap:group:3", NULL, NULL }, /* nothing is selected yet */
	{ "coop-real", "tap:group:5 tap:choice:24", ACT("play:10H"), "play" },
	{ "coop-move", "tap:group:5", NULL, NULL }, /* a dealt hand is a secret */
	/* what a seat chooses on its own page */
	{ "zombie-bury", "tap:choice:0", NULL, NULL },
	{ "zombie-bury", "tap:group:6", "", "handover" },
	{ "zombie-bury", "tap:group:6 back", "", "play" },
	{ "zombie-bury", "tap:group:6 press:reveal release:reveal", OPEN("w") CLOSE, "handover" },
	{ "zombie-bury", "tap:group:6 press:reveal state:handover-bury release:choice:7",
	  OPEN("w") ACT("bury:h1") CLOSE, "play" },
	{ "zombie-bury", "tap:group:6 press:reveal state:handover-bury release:keep tap:choice:0",
	  OPEN("w") ACT("bury:a1") CLOSE, "play" },
	{ "zombie-bury", "tap:group:6 press:reveal state:handover-bury release:keep tap:reveal",
	  OPEN("w") CLOSE, "handover" },
	{ "zombie-bury", "tap:group:6 press:reveal release:back", OPEN("w") CLOSE, "handover" },
	/* keys cannot hold: open until answered, closed or left alone */
	{ "zombie-bury", "tap:group:6 next ok state:handover-bury back", OPEN("w") CLOSE,
	  "handover" },
	{ "zombie-bury", "tap:group:6 next ok state:handover-bury wait", OPEN("w") CLOSE,
	  "handover" },
	{ "zombie-bury", "wait", "", "play" },
	/* what comes too late, or is another seat's, is not shown */
	{ "zombie-bury", "tap:group:6 press:reveal release:reveal state:handover-bury tap:choice:0",
	  NULL, NULL },
	{ "zombie-bury", "state:handover-bury tap:group:6 tap:back", "", "play" },
	{ "zombie-bury", "tap:group:6 next ok away state:zombie-bury tap:choice:0", NULL, NULL },
	/* a question waits until the page is closed */
	{ "zombie-bury", "tap:group:6 press:reveal state:takeback-w release:reveal",
	  OPEN("w") CLOSE, "play" },
	{ "handover-masks", "tap:swap:0 tap:deal", ACT("assign:QKRBN") CLOSE, "play" },
	{ "handover-masks", "tap:swap:4 tap:swap:1 tap:deal", ACT("assign:NRQBK") CLOSE, "play" },
	{ "handover-cards", "tap:choice:2", ACT("play:QH") CLOSE, "play" },
	/* a question calls back from elsewhere, once */
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
	{ "menu", "tap:undo", "{\"kind\":\"undo\",\"n\":1,\"id\":0}\n", "play" },
	{ "menu", "tap:draw", "", "confirm" },
	{ "menu", "tap:draw tap:no", "", "play" },
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
	{ "menu", "tap:page:7 tap:hints:0",
	  "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"off\",\"id\":0}\n", "seats" },
	{ "menu", "tap:page:7 tap:hints:1",
	  "{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"moves\",\"id\":0}\n", "seats" },
	{ "menu", "tap:page:7 tap:own:0", NULL, NULL }, /* chess has no secrets */
	{ "menu", "tap:page:7 back back", "", "play" },
	/* numbers of seats */
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
	{ "handover-graves", "tap:pin type:12345 tap:yes",
	  "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"12345\",\"id\":0}\n" CLOSE, "play" },
	{ "handover-graves", "tap:pin tap:yes",
	  "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"\",\"id\":0}\n" CLOSE, "play" },
	{ "handover-graves", "tap:pin type:12 wait", CLOSE, "play" },
	/* new games */
	{ "over-play", "tap:new", EVENING, "over" },
	{ "no-game-play", "tap:new", "", "home" },
	{ "new", "back", "", "play" },
	{ "no-game", "back", "", "home" },
	{ "new", "tap:resume", "", "play" },
	{ "new", "tap:game:0 back", "", "home" },
	{ "new", "tap:game:0 tap:start", NEW("chess", ",\"force\":true") HINTS("moves", "moves"),
	  "play" },
	{ "no-game", "tap:game:0 tap:start", NEW("chess", "") HINTS("moves", "moves"), "play" },
	{ "midgame", "tap:menu tap:page:1 tap:game:0 tap:start", "", "confirm" },
	{ "midgame", "tap:menu tap:page:1 tap:game:0 tap:start tap:no", "", "setup" },
	{ "midgame", "tap:menu tap:page:1 tap:game:0 tap:start tap:yes",
	  NEW("chess", ",\"force\":true") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:0 tap:row:7 tap:row:8 tap:row:8 tap:start",
	  NEW("chess", "") HINTS("safe", "off"), "play" },
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
	{ "no-game", "tap:game:0 tap:row:2 tap:mode:6 tap:minutes:8 tap:seconds:7 back tap:start",
	  NEW("chess", ",\"clock\":\"moves:40/5400:2700+30\"") HINTS("moves", "moves"), "play" },
	{ "no-game", "tap:game:0 tap:row:2 tap:mode:1 back tap:start",
	  NEW("chess", ",\"clock\":\"none\"") HINTS("moves", "moves"), "play" },
	{ "no-game",
	  "tap:game:0 tap:row:0 type:anna tap:more type:ben< tap:key:110 tap:more tap:start",
	  NEW("chess", ",\"names\":{\"w\":\"Anna\",\"b\":\"Ben\"}") HINTS("moves", "moves"),
	  "play" },
	/* after a game */
	{ "page-over", "tap:next-game", "{\"kind\":\"next\",\"id\":0}\n", "over" },
	{ "page-over", "tap:next-game state:start", "{\"kind\":\"next\",\"id\":0}\n", "play" },
	{ "page-over", "tap:page:15 back",
	  "{\"kind\":\"screen\",\"id\":0}\n{\"kind\":\"show\",\"id\":0}\n" EVENING, "over" },
	{ "page-over", "back", "", "play" },
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
	{ "page-records-work", "tap:cancel:0", "{\"kind\":\"cancel\",\"work\":3,\"id\":0}\n",
	  "records" },
	{ "work", "tap:notice", LIST, "records" },
	{ "page-replay", "tap:step:2", SHOW("18"), "replay" },
	{ "page-replay", "tap:step:1", SHOW("16"), "replay" },
	{ "page-replay", "tap:step:3", SHOW("63"), "replay" },
	{ "page-replay", "tap:step:0", SHOW("0"), "replay" },
	{ "page-replay", "tap:lamps tap:step:2 tap:lamps back",
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"show\",\"move\":17,\"lamps\":true,\"id\":0}\n"
	  "{\"kind\":\"screen\",\"id\":0}\n"
	  "{\"kind\":\"show\",\"move\":18,\"lamps\":true,\"id\":0}\n"
	  "{\"kind\":\"show\",\"leave\":true,\"id\":0}\n" LIST,
	  "records" },
	{ "page-replay-refused", "tap:lamps", NULL, NULL }, /* a game is running */
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
	{ "page-board", "tap:troubles back", DIAGNOSTICS, "board" },
	/* settings */
	{ "page-settings", "tap:row:0", SET("brightness", "100"), "settings" },
	{ "page-settings", "tap:row:1", SET("palette", "\"bright\""), "settings" },
	{ "page-settings", "tap:row:2", SET("props", "\"objects\""), "settings" },
	{ "page-settings", "tap:row:4", SET("speech", "true"), "settings" },
	{ "page-settings", "tap:row:5", SET("cue_move", "false"), "settings" },
	{ "page-settings", "tap:row:9", SET("cue_wrong", "true"), "settings" },
	{ "page-settings", "tap:row:12", SET("exact_marks", "false"), "settings" },
	{ "page-settings", "tap:row:13", SET("pages_close_s", "60"), "settings" },
	{ "page-settings", "tap:row:11 tap:mode:2 tap:minutes:5 back",
	  SET("clock", "\"sudden:900\""), "settings" },
	{ "page-settings", "tap:row:14 type:20260131 tap:yes",
	  "{\"kind\":\"date\",\"date\":\"2026-01-31\",\"id\":0}\n", "settings" },
	{ "page-settings", "tap:row:14 type:20261331 tap:yes", NULL, NULL },
	{ "page-settings-more", "tap:row:17 tap:yes", POWEROFF, "settings" },
	{ "page-settings-more", "tap:row:17 tap:no", "", "settings" },
	/* help, and the players' own marks */
	{ "midgame", "tap:menu tap:page:21 tap:step:2 tap:step:1", "", "help" },
	{ "midgame", "tap:menu tap:page:21 back back", "", "play" },
	{ "panel-masquerade-own", "tap:mark tap:mark:1 back", "", "play" },
	/* refusals */
	{ "midgame", "error:no tap:notice", "", "play" },
	{ "midgame", "error:no back", "", "play" },
	{ "trouble", "tap:notice", "", "troubles" },
	{ "trouble", "tap:troubles back", "", "play" },
	{ "trouble", "error:no tap:notice tap:notice", "", "troubles" },
	{ "guidance", "tap:menu tap:page:17 tap:troubles", NULL, NULL }, /* nothing is wrong */
	/* the daemon goes and comes back: the same page, what was typed still there */
	{ "midgame", "away", "", "connect" },
	{ "midgame", "away back next ok", "", "connect" },
	{ "no-game", "tap:game:1 tap:row:3 type:51 away state:no-game type:8 back tap:start",
	  NEW("chess960", ",\"options\":\"index=518\"") HINTS("moves", "moves"), "play" },
	{ "midgame", "tap:menu tap:page:14 away state:midgame", LIST LIST, "records" },
	{ "midgame", "tap:menu away state:midgame", "", "menu" },
};

struct run {
	struct ui_model m;
	struct draw_list l;
	struct stage_size size;
	char requests[4096];
	bool lost; /* a step named a target that is not there */
};

static void
requests_note(struct run *r, const struct ui_out *out)
{
	for (unsigned i = 0; i < out->n; i++) {
		size_t len = strlen(r->requests);
		char line[UI_REQUEST_TEXT];

		ui_request_print(&out->request[i], 0, line);
		snprintf(r->requests + len, sizeof(r->requests) - len, "%s", line);
	}
}

/* The middle of the target "NAME" or "NAME:ARG". */
static bool
target_find(struct run *r, const char *name, int *x, int *y)
{
	size_t len = strcspn(name, ":");
	unsigned arg = name[len] == ':' ? (unsigned)atoi(name + len + 1) : 0;

	for (unsigned i = 0; i < r->l.n_targets; i++) {
		const struct draw_target *t = &r->l.target[i];
		const char *is = page_target_name(t->id);

		if (strlen(is) == len && strncmp(is, name, len) == 0 && t->arg == arg) {
			*x = t->box.x + t->box.w / 2;
			*y = t->box.y + t->box.h / 2;
			return true;
		}
	}
	r->lost = true;
	return false;
}

static void
step_finger(struct run *r, const char *step, struct ui_out *out)
{
	const char *name = strchr(step, ':') + 1;
	int x, y;

	/* A finger let go where the target was, though the page has changed since. */
	if (!target_find(r, name, &x, &y)) {
		r->lost = step[0] != 'r';
		x = y = 1;
	}
	if (step[0] != 'r')
		ui_model_press(&r->m, &r->l, x, y, out);
	if (step[0] != 'p')
		ui_model_release(&r->m, &r->l, x, y, out);
}

static void
step_type(struct run *r, const char *text)
{
	for (; *text != '\0'; text++)
		ui_model_type(&r->m, *text == '<' ? '\b' : *text);
}

static void
step_message(struct run *r, const char *step)
{
	static struct ui_message message;
	const char *what = strchr(step, ':') + 1;

	if (step[0] == 's') {
		stage_message(what, &message);
	} else {
		message = (struct ui_message){ .kind = UI_MESSAGE_ERROR };
		snprintf(message.why, sizeof(message.why), "%s", what);
		for (char *c = message.why; *c != '\0'; c++) /* steps have no spaces */
			*c = *c == '_' ? ' ' : *c;
	}
	ui_model_message(&r->m, &message);
}

static void
step_key(struct run *r, const char *step, struct ui_out *out)
{
	static const char *const keys[] = { [UI_KEY_NEXT] = "next",
					    [UI_KEY_PREVIOUS] = "previous",
					    [UI_KEY_OK] = "ok",
					    [UI_KEY_BACK] = "back" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcmp(keys[i], step) == 0) {
			ui_model_key(&r->m, &r->l, (enum ui_key)i, out);
			return;
		}
	}
	fail_msg("no such step: %s", step);
}

/* Until something happens by itself; where nothing will, a while. */
static void
wait_do(struct run *r, struct ui_out *out)
{
	uint64_t next = ui_model_next_ms(&r->m);

	ui_model_tick(&r->m, next != UI_NEVER ? next : r->m.now_ms + 60000, out);
}

static void
step_do(struct run *r, const char *step)
{
	struct ui_out out = { .n = 0 };

	ui_model_layout(&r->m, r->size.w, r->size.h, &r->l);
	if (strcmp(step, "wait") == 0)
		wait_do(r, &out);
	else if (strcmp(step, "away") == 0)
		ui_model_unlinked(&r->m, "gone");
	else if (strncmp(step, "type:", 5) == 0)
		step_type(r, step + 5);
	else if (strncmp(step, "state:", 6) == 0 || strncmp(step, "error:", 6) == 0)
		step_message(r, step);
	else if (strchr(step, ':') != NULL)
		step_finger(r, step, &out);
	else
		step_key(r, step, &out);
	ui_model_flush(&r->m, &out);
	requests_note(r, &out);
}

/* Every row that fails is told: one run shows them all. */
#define fault(...) (n_faults++, print_error("[   FAULT  ] " __VA_ARGS__), print_error("\n"))
static unsigned n_faults;

static void
row_check(const struct row *row, struct stage_size size)
{
	static struct run r;
	char script[320], *save, *step;

	r.size = size;
	r.requests[0] = '\0';
	r.lost = false;
	stage_load(row->stage, &r.m);
	r.m.wants = false;
	snprintf(script, sizeof(script), "%s", row->script);
	for (step = strtok_r(script, " ", &save); step != NULL; step = strtok_r(NULL, " ", &save))
		step_do(&r, step);
	if (r.lost != (row->page == NULL))
		fault("%s %s: a target is %s", row->stage, row->script,
		      r.lost ? "not there" : "there that should not be");
	if (row->page == NULL)
		return;
	if (row->requests != NULL && strcmp(r.requests, row->requests) != 0)
		fault("%s %s:\n%snot\n%s", row->stage, row->script, r.requests, row->requests);
	if (strcmp(page_of(ui_model_page(&r.m))->name, row->page) != 0)
		fault("%s %s: page %s, not %s", row->stage, row->script,
		      page_of(ui_model_page(&r.m))->name, row->page);
}

static void
test_rows(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (size_t s = 0; s < STAGE_SIZES; s++)
			row_check(&rows[i], stage_sizes[s]);
	assert_int_equal(n_faults, 0);
}

/* Nothing of a seat's page is left on the pages that all see, while it is open or after. */
static void
test_secrets_go(void **unused)
{
	static const char *const pairs[][2] = { { "zombie-bury", "handover-bury" },
						{ "coop-move", "handover-cards" },
						{ "mask-table", "handover-masks" } };
	static struct ui_message secret;
	static struct draw_list before, after;
	static struct ui_model m;

	(void)unused;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		static const struct ui_state none;
		struct ui_out out = { .n = 0 };

		stage_load(pairs[i][0], &m);
		stage_message(pairs[i][1], &secret);
		ui_model_layout(&m, 800, 480, &before);
		choice_activate(&m, CHOICE_SECRET, &out);
		ui_model_reveal(&m, true, &out);
		ui_model_message(&m, &secret);
		assert_true(m.has_secret);
		m.view.page = UI_PAGE_PLAY; /* as if a fault had led away */
		ui_model_layout(&m, 800, 480, &after);
		assert_true(draw_equal(&before, &after));
		ui_model_hide(&m, &out);
		assert_memory_equal(&m.secret, &none, sizeof(none));
		ui_model_layout(&m, 800, 480, &after);
		assert_true(draw_equal(&before, &after));
	}
}

/* The lists of two openings differ in order, not in what they hold. */
static void
test_lists_are_shuffled(void **unused)
{
	static struct draw_list one, two;
	static struct ui_model m;
	unsigned moved = 0, sum[2] = { 0, 0 };

	(void)unused;
	stage_load("handover-bury", &m);
	ui_model_layout(&m, 800, 480, &one);
	m.view.shuffle = 77;
	ui_model_layout(&m, 800, 480, &two);
	assert_int_equal(one.n_targets, two.n_targets);
	for (unsigned i = 0; i < 16; i++) {
		assert_int_equal(one.target[i].id, TARGET_CHOICE);
		moved += one.target[i].arg != two.target[i].arg;
		sum[0] += 1u << one.target[i].arg;
		sum[1] += 1u << two.target[i].arg;
	}
	assert_true(moved > 8);
	assert_int_equal(sum[0], sum[1]);
}

/* Both ways to be dealt masks give one of the 120, and suggestions differ from time to time. */
static void
test_masks_by_lot(void **unused)
{
	static struct run r;
	char first[UI_KINDS + 1];
	unsigned differ = 0;

	(void)unused;
	r.size = stage_sizes[1];
	stage_load("handover-masks", &r.m);
	step_do(&r, "tap:suggest");
	memcpy(first, r.m.view.mask, sizeof(first));
	for (int i = 0; i < 20; i++) {
		step_do(&r, "tap:suggest");
		assert_int_equal(r.m.view.mask[0], 'Q');
		assert_int_equal(strspn(r.m.view.mask, "KQRBN"), UI_KINDS);
		differ += strcmp(first, r.m.view.mask) != 0;
	}
	assert_true(differ > 0);
	step_do(&r, "tap:random");
	step_do(&r, "tap:deal");
	assert_false(r.lost);
	assert_non_null(strstr(r.requests, "\"action\":\"assign:"));
}

/* Random numbers cover the whole range, and start a game that exists. */
static void
test_random(void **unused)
{
	static struct ui_model m;
	static bool seen[960];
	unsigned n = 0;

	(void)unused;
	ui_model_init(&m, "", 12345);
	for (unsigned i = 0; i < 20000; i++) {
		unsigned at = ui_model_random(&m, 960);

		assert_true(at < 960);
		n += !seen[at];
		seen[at] = true;
	}
	assert_int_equal(n, 960);
}

/* Cards drawn one by one make an array every time: bishops, knights, queen, rooks about the king. */
static void
test_random_cards(void **unused)
{
	static struct run r;

	(void)unused;
	r.size = stage_sizes[0];
	for (int n = 0; n < 50; n++) {
		stage_load("page-array-first", &r.m);
		r.m.seed = (uint32_t)n * 7919 + 1;
		r.requests[0] = '\0';
		for (int i = 0; i < UI_DRAWN_MAX; i++)
			step_do(&r, "tap:random");
		step_do(&r, "tap:back");
		step_do(&r, "tap:start");
		step_do(&r, "tap:yes");
		assert_false(r.lost);
		assert_non_null(strstr(r.requests, "\"options\":\"cards="));
	}
}

static void
test_random_tap(void **unused)
{
	static struct run r;

	(void)unused;
	r.size = stage_sizes[0];
	stage_load("new-960-empty", &r.m);
	step_do(&r, "tap:random");
	assert_true(r.m.view.setup.n_entry > 0 && atoi(r.m.view.setup.entry) < 960);
	step_do(&r, "tap:back");
	step_do(&r, "tap:start");
	assert_false(r.lost);
	assert_non_null(strstr(r.requests, "\"options\":\"index="));
}

/* The pages' table is complete, and every target has its word. */
static void
test_tables(void **unused)
{
	(void)unused;
	for (int i = 0; i < UI_PAGES; i++) {
		assert_non_null(page_of((enum ui_page)i)->layout);
		assert_int_equal(page_find(page_of((enum ui_page)i)->name), i);
		assert_true(page_of((enum ui_page)i)->parent < UI_PAGES);
	}
	for (unsigned i = 0; i < TARGETS_N; i++)
		assert_non_null(page_target_name(i));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_secrets_go),
		cmocka_unit_test(test_lists_are_shuffled),
		cmocka_unit_test(test_masks_by_lot),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_random_tap),
		cmocka_unit_test(test_random_cards),
		cmocka_unit_test(test_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
