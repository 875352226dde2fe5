/*
 * Tests touches and keys: a script of steps on a stored state, the resulting
 * requests, and the final page. One case a row.
 *
 *   tap:NAME[:ARG]   press and release on a target
 *   press:NAME slide:NAME release:NAME
 *   next previous ok back    keys
 *   type:TEXT        '<' erases
 *   state:NAME       the daemon sends another state
 *   error:WHY        the daemon refuses a request
 *   away             the connection is lost
 *   wait             until the page's next deadline
 *   read             until a new question may have been read
 *   see:TEXT         the page draws this text, '_' for a space
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ui/faults.h"
#include "tests/ui/pages_rows.h"
#include "tests/ui/stages.h"
#include "ui/page.h"
#include "ui/secret.h"

struct run {
	struct ui_model m;
	struct draw_list l;
	struct stage_size size;
	char requests[4096];
	bool lost; /* a step named a missing target */
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

/* Finds the middle of the target "NAME" or "NAME:ARG". */
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

	/* A finger is released at the target's old place, although the page has changed. */
	if (!target_find(r, name, &x, &y)) {
		r->lost = step[0] != 'r';
		x = y = 1;
	}
	if (step[0] == 's') {
		ui_model_slide(&r->m, &r->l, x, y);
		return;
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

/* Presses the board's own buttons. */
static void
step_button(struct run *r, const char *step, struct ui_out *out)
{
	static const struct {
		const char *step;
		struct ui_press press;
	} rows[] = {
		{ "#hint", { UI_PRESS_HINT, UI_PRESS_DOWN } },
		{ "#hold", { UI_PRESS_HINT, UI_PRESS_HELD } },
		{ "#back", { UI_PRESS_BACK, UI_PRESS_DOWN } },
		{ "#ok", { UI_PRESS_OK, UI_PRESS_DOWN } },
		{ "#up", { UI_PRESS_OK, UI_PRESS_UP } },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(rows[i].step, step) == 0) {
			ui_model_button(&r->m, &r->l, rows[i].press, out);
			return;
		}
	fail_msg("no such step: %s", step);
}

/* Waits until the page changes by itself, or a minute if it will not. */
static void
wait_do(struct run *r, struct ui_out *out)
{
	uint64_t next = ui_model_next_ms(&r->m);

	ui_model_tick(&r->m, next != UI_NEVER ? next : r->m.now_ms + 60000, out);
}

/* Checks that the page draws the text, or one that contains it. */
static void
step_see(struct run *r, const char *step)
{
	char text[96];
	bool drawn = false;

	snprintf(text, sizeof(text), "%s", step);
	for (char *c = text; *c != '\0'; c++) /* steps have no spaces */
		*c = *c == '_' ? ' ' : *c;
	for (unsigned i = 0; i < r->l.n; i++)
		drawn = drawn || (r->l.cmd[i].kind == DRAW_TEXT &&
				  strstr(r->l.text + r->l.cmd[i].text, text) != NULL);
	if (!drawn)
		fault("%u: \"%s\" is not drawn", r->l.width, text);
}

static void
step_do(struct run *r, const char *step)
{
	struct ui_out out = { .n = 0 };

	ui_model_layout(&r->m, r->size.w, r->size.h, &r->l);
	if (strcmp(step, "wait") == 0)
		wait_do(r, &out);
	else if (strcmp(step, "read") == 0)
		ui_model_tick(&r->m, r->m.now_ms + UI_UNREAD_MS, &out);
	else if (strcmp(step, "away") == 0)
		ui_model_unlinked(&r->m, "gone");
	else if (strncmp(step, "see:", 4) == 0)
		step_see(r, step + 4);
	else if (strncmp(step, "type:", 5) == 0)
		step_type(r, step + 5);
	else if (strncmp(step, "slide:", 6) == 0)
		step_finger(r, step, &out);
	else if (strncmp(step, "state:", 6) == 0 || strncmp(step, "error:", 6) == 0)
		step_message(r, step);
	else if (step[0] == '#')
		step_button(r, step, &out);
	else if (strchr(step, ':') != NULL)
		step_finger(r, step, &out);
	else
		step_key(r, step, &out);
	ui_model_flush(&r->m, &out);
	requests_note(r, &out);
}

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
	for (size_t i = 0; i < n_pages_rows; i++)
		for (size_t s = 0; s < STAGE_SIZES; s++)
			row_check(&pages_rows[i], stage_sizes[s]);
	faults_end();
}

/* Reports whether the place's target is marked in the last layout: a frame in its whole box. */
static bool
is_marked(struct run *r, unsigned id, unsigned arg)
{
	ui_model_layout(&r->m, r->size.w, r->size.h, &r->l);
	for (unsigned i = 0; i < r->l.n_targets; i++) {
		const struct draw_target *t = &r->l.target[i];

		if (t->id != id || t->arg != arg)
			continue;
		for (unsigned c = 0; c < r->l.n; c++)
			if (r->l.cmd[c].kind == DRAW_FRAME && r->l.cmd[c].meaning == PAL_FOCUS &&
			    memcmp(&r->l.cmd[c].box, &t->box, sizeof(t->box)) == 0)
				return true;
	}
	return false;
}

/* Checks that the answer under a held finger is marked, and nothing else, before it counts. */
static void
test_slide_marks(void **unused)
{
	(void)unused;
	for (size_t s = 0; s < STAGE_SIZES; s++) {
		static struct run r;

		r = (struct run){ .size = stage_sizes[s] };
		stage_load("zombie-bury", &r.m);
		step_do(&r, "tap:group:6");
		step_do(&r, "press:reveal");
		step_do(&r, "state:handover-bury");
		step_do(&r, "slide:choice:7");
		assert_true(is_marked(&r, TARGET_CHOICE, 7));
		assert_false(is_marked(&r, TARGET_CHOICE, 0));
		step_do(&r, "slide:choice:0");
		assert_false(is_marked(&r, TARGET_CHOICE, 7));
		assert_true(is_marked(&r, TARGET_CHOICE, 0));
		step_do(&r, "slide:reveal");
		assert_false(is_marked(&r, TARGET_CHOICE, 0));
		assert_null(strstr(r.requests, "bury"));
		step_do(&r, "slide:choice:7");
		step_do(&r, "release:choice:7");
		assert_non_null(strstr(r.requests, "bury"));
		assert_false(r.lost || r.m.view.under.on);
	}
}

/*
 * Checks that the public pages contain nothing of a seat's page, neither while
 * it is open nor afterwards.
 */
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
		secret_reveal(&m, true, &out);
		ui_model_message(&m, &secret);
		assert_true(m.has_secret);
		m.view.page = UI_PAGE_PLAY; /* as if a bug had switched pages */
		ui_model_layout(&m, 800, 480, &after);
		assert_int_equal(draw_difference(&before, &after).w, 0);
		secret_hide(&m, &out);
		assert_memory_equal(&m.secret, &none, sizeof(none));
		ui_model_layout(&m, 800, 480, &after);
		assert_int_equal(draw_difference(&before, &after).w, 0);
	}
}

/* Checks that the lists of two openings differ in order, but not in content. */
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

static bool
is_told(const struct run *r, const char *text)
{
	for (unsigned i = 0; i < r->l.n; i++)
		if (r->l.cmd[i].kind == DRAW_TEXT &&
		    strcmp(r->l.text + r->l.cmd[i].text, text) == 0)
			return true;
	return false;
}

/* Checks that each setting shows its sentence, even if it is disabled, and words for its value. */
static void
test_settings_told(void **unused)
{
	static const struct {
		const char *step, *text;
	} steps[] = {
		{ "wait", "How bright the lamps of the board are." },
		{ "tap:group:3", "lights" },
		{ "tap:group:0", "The day that is stored with each game." },
		{ "tap:group:2", "Two taps for a capture." },
		{ "tap:group:2", "Falling tones when something is wrong." },
		{ "tap:group:2", "Two taps for a capture." },
	};
	static struct run r;

	(void)unused;
	r.size = stage_sizes[1];
	stage_load("page-settings", &r.m);
	r.m.state.date_by_hand = false;
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		step_do(&r, steps[i].step);
		ui_model_layout(&r.m, r.size.w, r.size.h, &r.l);
		if (!is_told(&r, steps[i].text))
			fail_msg("step %zu, %s: \"%s\" is not told", i, steps[i].step, steps[i].text);
	}
	assert_false(r.lost);
}

/* Checks that leaving a game shows whether it can be resumed. */
static void
test_aside_told(void **unused)
{
	static const struct {
		const char *stage, *path[3];
		bool hides;
		const char *text;
	} rows[] = {
		{ "midgame",
		  { "tap:page:1", "tap:game:0", "tap:start" },
		  false,
		  "Keep the game of Chess unfinished and begin a new game of Chess?" },
		{ "zombie-bury",
		  { "tap:page:1", "tap:game:0", "tap:start" },
		  true,
		  "Zombie has secrets and cannot be resumed. Begin a new game of Chess?" },
		{ "page-replay-left",
		  { "tap:resume", "wait", "wait" },
		  false,
		  "Keep the running game of Chess unfinished and go on with this game of Chess?" },
		{ "page-replay-left",
		  { "tap:resume", "wait", "wait" },
		  true,
		  "Chess has secrets and cannot be resumed. Go on with this game of Chess?" },
	};
	static struct run r;

	(void)unused;
	r.size = stage_sizes[1];
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		stage_load(rows[i].stage, &r.m);
		if (r.m.view.page == UI_PAGE_REPLAY)
			r.m.state.hides = rows[i].hides;
		assert_true(r.m.state.hides == rows[i].hides);
		if (r.m.view.page == UI_PAGE_PLAY)
			step_do(&r, "tap:menu");
		for (unsigned k = 0; k < 3; k++)
			step_do(&r, rows[i].path[k]);
		ui_model_layout(&r.m, r.size.w, r.size.h, &r.l);
		if (!is_told(&r, rows[i].text))
			fail_msg("\"%s\" is not told", rows[i].text);
	}
	assert_false(r.lost);
}

/* Checks that a tap swaps a mask with the next one, the last with the first. */
static void
test_masks_swap(void **unused)
{
	static struct run r;
	char was[UI_KINDS + 1];

	(void)unused;
	r.size = stage_sizes[1];
	stage_load("handover-masks", &r.m);
	for (unsigned i = 0; i < UI_KINDS; i++) {
		char step[] = "tap:swap:0", *at = &step[9], swap;
		unsigned next = (i + 1) % UI_KINDS;

		memcpy(was, r.m.view.mask, sizeof(was));
		*at = (char)('0' + i);
		step_do(&r, step);
		swap = was[i];
		was[i] = was[next];
		was[next] = swap;
		assert_string_equal(r.m.view.mask, was);
	}
	r.requests[0] = '\0';
	step_do(&r, "tap:deal");
	assert_false(r.lost);
	assert_non_null(strstr(r.requests, was));
}

/* Opens the page again, touches the same two places, and returns the masks that were dealt. */
static const char *
deal_by_places(struct run *r, const struct ui_message *own, struct rect first, struct rect deal)
{
	const struct rect place[] = { first, deal };
	static struct ui_out out; /* large */

	secret_hide(&r->m, &out);
	ui_model_open(&r->m, UI_PAGE_HANDOVER);
	secret_reveal(&r->m, true, &out);
	ui_model_message(&r->m, own);
	for (unsigned i = 0; i < 2; i++) {
		out.n = 0;
		ui_model_layout(&r->m, r->size.w, r->size.h, &r->l);
		ui_model_press(&r->m, &r->l, place[i].x + 9, place[i].y + 9, &out);
		ui_model_release(&r->m, &r->l, place[i].x + 9, place[i].y + 9, &out);
	}
	for (unsigned i = 0; i < out.n; i++)
		if (strncmp(out.request[i].action, "assign:", 7) == 0)
			return out.request[i].action + 7;
	fail_msg("nothing was dealt");
	return NULL;
}

/* Checks that the finger's places, or the number of taps, reveal no kind's mask. */
static void
test_masks_tell_nothing(void **unused)
{
	enum { TIMES = 600, PLACES = UI_KINDS + 2, DEAL = PLACES + 2 };
	static struct draw_list places;
	static struct ui_message own;
	static struct run r;

	(void)unused;
	r.size = stage_sizes[1];
	stage_message("handover-masks", &own);
	stage_load("handover-masks", &r.m);
	ui_model_layout(&r.m, r.size.w, r.size.h, &places);
	assert_int_equal(places.target[DEAL].id, TARGET_DEAL);
	for (unsigned at = 0; at < PLACES; at++) { /* the five masks, and both random buttons */
		unsigned dealt[UI_KINDS][UI_KINDS] = { 0 };

		for (unsigned n = 0; n < TIMES; n++) {
			const char *mask;

			r.m.view.mask[0] = '\0'; /* each deal is of another game */
			mask = deal_by_places(&r, &own, places.target[at].box, places.target[DEAL].box);
			for (unsigned k = 0; k < UI_KINDS; k++)
				dealt[k][strcspn("KQRBN", (char[]){ mask[k], '\0' })]++;
		}
		for (unsigned k = 0; k < UI_KINDS * UI_KINDS; k++)
			assert_in_range(dealt[k / UI_KINDS][k % UI_KINDS], TIMES / 20, TIMES / 3);
	}
}

/* Checks that a seat's proposal of masks stays until it is dealt, and that each seat has its own. */
static void
test_masks_stay(void **unused)
{
	static struct ui_message own;
	static struct ui_model m;
	char was[UI_KINDS + 1];

	(void)unused;
	stage_message("handover-masks", &own);
	stage_load("handover-masks", &m);
	secret_mask_swap(&m, 2);
	memcpy(was, m.view.mask, sizeof(was));
	for (unsigned n = 0; n < 20; n++) {
		struct ui_out out = { .n = 0 };

		secret_hide(&m, &out);
		ui_model_open(&m, UI_PAGE_HANDOVER);
		secret_reveal(&m, false, &out);
		ui_model_message(&m, &own);
		assert_string_equal(m.view.mask, was);
	}
	own.state.game_id++; /* the next game */
	ui_model_message(&m, &own);
	assert_string_not_equal(m.view.mask, was);
}

/*
 * Checks that the number of key presses reveals no mask: the focus starts
 * anywhere, but never where a press deals. After touches it is not seen.
 */
static void
test_masks_focus(void **unused)
{
	static struct ui_message own;
	static struct draw_list l;
	static struct ui_model m;
	unsigned seen = 0;

	(void)unused;
	stage_message("handover-masks", &own);
	stage_load("handover-masks", &m);
	for (unsigned n = 0; n < 200; n++) {
		struct ui_out out = { .n = 0 };
		const struct ui_place *at = &m.view.focus;

		secret_hide(&m, &out);
		m.view.focus.on = n % 2 == 0; /* opened by a key, or by touch */
		m.view.mask[0] = '\0';
		secret_reveal(&m, true, &out);
		ui_model_message(&m, &own);
		assert_int_equal(at->on, n % 2 == 0);
		ui_model_layout(&m, stage_sizes[0].w, stage_sizes[0].h, &l);
		if (!at->on)
			ui_model_key(&m, &l, UI_KEY_NEXT, &out);
		assert_true(at->on && at->id != TARGET_DEAL);
		seen |= 1u << (at->id == TARGET_SWAP      ? at->arg
			       : at->id == TARGET_SUGGEST ? UI_KINDS
							  : UI_KINDS + 1);
	}
	assert_int_equal(seen, (1u << (UI_KINDS + 2)) - 1);
}

/* Checks that both random buttons give one of the 120 deals, and that suggestions vary. */
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
		assert_non_null(strchr("QRB", r.m.view.mask[0]));
		assert_non_null(strchr("KBN", r.m.view.mask[1]));
		assert_int_equal(strspn(r.m.view.mask, "KQRBN"), UI_KINDS);
		differ += strcmp(first, r.m.view.mask) != 0;
	}
	assert_true(differ > 0);
	step_do(&r, "tap:random");
	step_do(&r, "tap:deal");
	assert_false(r.lost);
	assert_non_null(strstr(r.requests, "\"action\":\"assign:"));
}

/* Checks that random numbers cover the whole range and start a game that exists. */
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

/* Checks that the finger's places on a PIN page reveal no digit: each digit may be anywhere. */
static void
test_pin_places(void **unused)
{
	static struct run r;
	bool seen[2][6] = { 0 };
	unsigned places = 0;
	int x = 0, y = 0;

	(void)unused;
	r.size = stage_sizes[0];
	for (unsigned i = 0; i < 200; i++) {
		stage_load("handover-number", &r.m);
		r.m.seed = i * 7919 + 1;
		step_do(&r, "tap:reveal");
		assert_int_equal(r.m.view.page, UI_PAGE_PIN);
		ui_model_layout(&r.m, r.size.w, r.size.h, &r.l);
		assert_true(target_find(&r, "digit:7", &x, &y));
		seen[y > r.size.h - 60][x * 6 / r.size.w] = true;
	}
	for (unsigned i = 0; i < 12; i++)
		places += seen[i / 6][i % 6];
	assert_int_equal(places, 10);
}

/*
 * Checks that cards drawn one by one always give an array: bishops, knights,
 * queen, rooks around the king.
 */
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

/*
 * Checks that the first start shows all games, that the first move on the board leads to the play
 * page, and that a later game without a move is shown at once.
 */
static void
test_first_page(void **unused)
{
	static struct ui_message message;
	static struct ui_model m;

	(void)unused;
	ui_model_init(&m, "", 1);
	stage_message("start", &message);
	message.state.game_id = 1;
	ui_model_message(&m, &message);
	assert_int_equal(ui_model_page(&m), UI_PAGE_HOME);
	ui_model_message(&m, &message);
	assert_int_equal(ui_model_page(&m), UI_PAGE_HOME);
	message.state.has_provisional = true;
	ui_model_message(&m, &message);
	assert_int_equal(ui_model_page(&m), UI_PAGE_PLAY);

	ui_model_init(&m, "", 1);
	stage_message("start", &message);
	ui_model_message(&m, &message);
	assert_int_equal(ui_model_page(&m), UI_PAGE_PLAY);
}

/* Checks that a move closes the first steps. */
static void
test_first_move(void **unused)
{
	static struct ui_message message;
	static struct ui_model m;

	(void)unused;
	ui_model_init(&m, "", 1);
	stage_message("first-start", &message);
	ui_model_message(&m, &message);
	ui_model_message(&m, &message);
	assert_int_equal(ui_model_page(&m), UI_PAGE_FIRST);
	message.state.has_provisional = true;
	ui_model_message(&m, &message);
	assert_int_equal(ui_model_page(&m), UI_PAGE_PLAY);
}

/* Checks that the table of pages is complete and every target has a name. */
static void
test_tables(void **unused)
{
	(void)unused;
	for (int i = 0; i < UI_PAGES; i++) {
		assert_non_null(page_of((enum ui_page)i)->layout);
		assert_int_equal(page_find(page_of((enum ui_page)i)->name), i);
	}
	for (unsigned i = 0; i < TARGETS_N; i++)
		assert_non_null(page_target_name(i));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_slide_marks),
		cmocka_unit_test(test_secrets_go),
		cmocka_unit_test(test_lists_are_shuffled),
		cmocka_unit_test(test_settings_told),
		cmocka_unit_test(test_aside_told),
		cmocka_unit_test(test_masks_swap),
		cmocka_unit_test(test_masks_tell_nothing),
		cmocka_unit_test(test_masks_stay),
		cmocka_unit_test(test_masks_focus),
		cmocka_unit_test(test_masks_by_lot),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_random_tap),
		cmocka_unit_test(test_pin_places),
		cmocka_unit_test(test_random_cards),
		cmocka_unit_test(test_first_page),
		cmocka_unit_test(test_first_move),
		cmocka_unit_test(test_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
