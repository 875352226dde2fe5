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
	{ "midgame", "next state:over ok", "", "play" }, /* its target is gone */
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
	{ "midgame", "state:menu-asked tap:resign:1 tap:yes",
	  ANSWER("21", "false") "{\"kind\":\"resign\",\"seat\":\"b\",\"id\":0}\n", "play" },
	{ "midgame", "tap:menu state:midgame", "", "menu" },
	/* ends */
	{ "menu", "tap:undo", "{\"kind\":\"undo\",\"n\":1,\"id\":0}\n", "play" },
	{ "menu", "tap:draw", "", "confirm" },
	{ "menu", "tap:draw tap:no", "", "play" },
	{ "menu", "tap:draw tap:yes", "{\"kind\":\"draw\",\"id\":0}\n", "play" },
	{ "menu", "tap:claim tap:yes", "{\"kind\":\"claim\",\"id\":0}\n", "play" },
	{ "menu", "tap:resign:0 tap:yes", "{\"kind\":\"resign\",\"seat\":\"w\",\"id\":0}\n",
	  "play" },
	{ "menu", "tap:resign:1 back", "", "play" },
	{ "menu", "tap:hints:0", "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"off\",\"id\":0}\n",
	  "menu" },
	{ "menu", "tap:hints:1",
	  "{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"moves\",\"id\":0}\n", "menu" },
	/* new games */
	{ "over", "tap:new", "", "new" },
	{ "new", "tap:back", "", "play" },
	{ "new", "back", "", "play" },
	{ "new", "tap:start", "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true,\"id\":0}\n",
	  "play" },
	{ "over", "tap:new tap:start", "{\"kind\":\"new\",\"game\":\"chess\",\"id\":0}\n", "play" },
	{ "midgame", "tap:menu tap:new tap:start", "", "confirm" },
	{ "midgame", "tap:menu tap:new tap:start tap:no", "", "new" },
	{ "midgame", "tap:menu tap:new tap:start tap:yes",
	  "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true,\"id\":0}\n", "play" },
	{ "over", "tap:new tap:game:1 type:518 tap:start",
	  "{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=518\",\"id\":0}\n", "play" },
	{ "over", "tap:new tap:game:1 tap:digit:9 tap:digit:5 tap:digit:9 tap:digit:1 tap:start",
	  "{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=959\",\"id\":0}\n", "play" },
	{ "over", "tap:new tap:game:1 type:960< tap:start",
	  "{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=96\",\"id\":0}\n", "play" },
	{ "over", "tap:new tap:game:1 type:007 tap:erase type:0 tap:start",
	  "{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=0\",\"id\":0}\n", "play" },
	{ "over", "tap:new type:12 tap:start", "{\"kind\":\"new\",\"game\":\"chess\",\"id\":0}\n",
	  "play" },
	{ "over", "tap:new tap:game:3 tap:start",
	  "{\"kind\":\"new\",\"game\":\"dice-money\",\"id\":0}\n", "play" },
	{ "over", "tap:new tap:game:10 tap:start",
	  "{\"kind\":\"new\",\"game\":\"american\",\"id\":0}\n", "play" },
	{ "over", "tap:new tap:game:11", NULL, NULL },
	/* refusals */
	{ "midgame", "error:no tap:notice", "", "play" },
	{ "midgame", "error:no back", "", "play" },
	{ "trouble", "tap:notice", "", "troubles" },
	{ "trouble", "tap:troubles back", "", "play" },
	{ "trouble", "error:no tap:notice tap:notice", "", "troubles" },
	{ "guidance", "tap:menu tap:troubles", NULL, NULL }, /* nothing is wrong: no such target */
	/* the daemon goes and comes back: the same page, what was typed still there */
	{ "midgame", "away", "", "connect" },
	{ "midgame", "away back next ok", "", "connect" },
	{ "over", "tap:new tap:game:1 type:51 away state:over type:8 tap:start",
	  "{\"kind\":\"new\",\"game\":\"chess960\",\"options\":\"index=518\",\"id\":0}\n", "play" },
	{ "midgame", "tap:menu away state:midgame", "", "menu" },
};

struct run {
	struct ui_model m;
	struct draw_list l;
	struct stage_size size;
	char requests[2048];
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

static void
step_do(struct run *r, const char *step)
{
	struct ui_out out = { .n = 0 };

	ui_model_layout(&r->m, r->size.w, r->size.h, &r->l);
	if (strcmp(step, "wait") == 0)
		ui_model_expire(&r->m, &out);
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
	requests_note(r, &out);
}

static void
row_check(const struct row *row, struct stage_size size)
{
	static struct run r;
	char script[256], *save, *step;

	r.size = size;
	r.requests[0] = '\0';
	r.lost = false;
	stage_load(row->stage, &r.m);
	snprintf(script, sizeof(script), "%s", row->script);
	for (step = strtok_r(script, " ", &save); step != NULL; step = strtok_r(NULL, " ", &save))
		step_do(&r, step);
	if (r.lost != (row->page == NULL))
		fail_msg("%s %s: a target is %s", row->stage, row->script,
			 r.lost ? "not there" : "there that should not be");
	if (row->page == NULL)
		return;
	if (strcmp(r.requests, row->requests) != 0)
		fail_msg("%s %s:\n%snot\n%s", row->stage, row->script, r.requests, row->requests);
	if (strcmp(page_of(ui_model_page(&r.m))->name, row->page) != 0)
		fail_msg("%s %s: page %s, not %s", row->stage, row->script,
			 page_of(ui_model_page(&r.m))->name, row->page);
}

static void
test_rows(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		for (size_t s = 0; s < STAGE_SIZES; s++)
			row_check(&rows[i], stage_sizes[s]);
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

static void
test_random_tap(void **unused)
{
	static struct run r;

	(void)unused;
	r.size = stage_sizes[0];
	stage_load("new-960-empty", &r.m);
	step_do(&r, "tap:random");
	assert_true(r.m.view.n_entry > 0 && atoi(r.m.view.entry) < 960);
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
		cmocka_unit_test(test_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
