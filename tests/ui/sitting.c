#include "tests/ui/sitting.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/ui/eyes.h"
#include "tests/ui/program.h"
#include "tests/ui/sitting_hands.h"
#include "tests/ui/stages.h"
#include "ui/language.h"
#include "ui/panel.h"
#include "ui/secret.h"

enum {
	LOOK_MS = 4,   /* between two reads of the screen */
	QUIET_MS = 10, /* between two queries of the board's rest */
};

struct rig sitting_rig;
struct rig_client sitting_client;
struct ui_model sitting_model;
enum sitting_by sitting_by;
unsigned sitting_touches, sitting_kills;
bool sitting_is_first;

static const char *halo_screen, *quiet;
static struct program server, screen;
static char socket_path[128], keep[128]; /* the screen's file of its page */
static struct draw_list list;
static uint32_t followed; /* number of the last client state applied to the model */

/* ---- the daemon's state, and the model that follows it ---- */

static uint64_t
patience(void)
{
	return rig_now_us() + RIG_PATIENCE_MS * 1000u;
}

static void
copy_take(const json_t *o)
{
	static struct ui_message message;
	const json_t *board;
	char *line = json_dumps(o, JSON_COMPACT);
	struct ui_error err;

	assert_int_equal(ui_message_parse(line, strlen(line), &message, &err), 0);
	/* The program has it from the daemon's hello. */
	board = json_object_get(sitting_client.hello, "board");
	snprintf(message.room.name, sizeof(message.room.name), "%s", rig_text(board, "name"));
	message.room.files = (uint8_t)json_integer_value(json_object_get(board, "files"));
	message.room.ranks = (uint8_t)json_integer_value(json_object_get(board, "ranks"));
	ui_model_message(&sitting_model, &message);
	free(line);
}

/* Sends the requests of the model's page, as the screen does. */
static void
copy_ask(void)
{
	struct ui_out out = { .n = 0 };

	ui_model_flush(&sitting_model, &out);
	for (unsigned i = 0; i < out.n; i++) {
		char text[UI_REQUEST_TEXT], *body;
		json_t *o;

		(void)ui_request_print(&out.request[i], 0, text);
		o = json_loads(text, 0, NULL);
		json_object_del(o, "id"); /* the rig numbers its own requests */
		body = json_dumps(o, JSON_COMPACT);
		copy_take(rig_ok(&sitting_client, "%s", body));
		free(body);
		json_decref(o);
	}
}

void
sitting_follow(void)
{
	while (rig_pump(&sitting_client, 0))
		;
	if (followed != sitting_client.states || !sitting_model.linked) {
		followed = sitting_client.states;
		copy_take(sitting_client.state);
	}
	copy_ask();
}

json_int_t
sitting_actions(void)
{
	return json_integer_value(json_object_get(sitting_client.state, "n_actions"));
}

void
sitting_news(void)
{
	for (uint64_t end = patience(); sitting_client.states == followed;
	     rig_pump(&sitting_client, 50))
		if (rig_now_us() > end)
			fail_msg("the daemon has no news: %s",
				 rig_text(sitting_client.state, "message"));
	sitting_follow();
}

void
sitting_more(json_int_t n)
{
	while (sitting_follow(), sitting_actions() <= n)
		sitting_news();
}

void
sitting_quiet(void)
{
	const json_t *o;
	uint64_t end = patience();

	/* States sent before the reply have arrived before it. */
	while (o = rig_ok(&sitting_client, "{\"kind\":\"diagnostics\"}"),
	       !json_is_true(json_object_get(json_object_get(o, "diagnostics"), "quiet"))) {
		if (rig_now_us() > end)
			fail_msg("the board does not come to rest: %s",
				 rig_text(sitting_client.state, "message"));
		rig_pump(&sitting_client, QUIET_MS);
	}
	sitting_follow();
}

/* ---- the screen ---- */

void
sitting_seen(void)
{
	for (uint64_t end = patience(); sitting_follow(), !eyes_see(&sitting_model);
	     rig_pump(&sitting_client, LOOK_MS))
		if (rig_now_us() > end)
			eyes_fail(&sitting_model, page_of(ui_model_page(&sitting_model))->name);
}

static void
screen_start(void)
{
	const char *argv[] = { halo_screen, "--fullscreen", "--socket", socket_path,
			       "--keep",    keep,           NULL };

	program_start(&screen, argv);
}

void
sitting_kill(void)
{
	uint64_t end = patience();
	struct ui_out out = { .n = 0 };
	uint8_t page = sitting_model.view.page;

	kill(screen.pid, SIGKILL);
	assert_int_equal(program_end(&screen), -SIGKILL);
	secret_hide(&sitting_model, &out);
	/* The restarted screen shows the menu behind an array's card. */
	if (sitting_model.state.prompt.kind == UI_PROMPT_ARRAY)
		sitting_model.view.page = page;
	sitting_model.view.focus.on = false;
	sitting_model.ticked = (struct sqset){ { 0 } };
	sitting_model.has_edges = false;
	while (eyes_see(&sitting_model)) { /* the picture of the killed program */
		assert_true(rig_now_us() < end);
		rig_pump(&sitting_client, LOOK_MS);
	}
	screen_start();
	sitting_seen();
	sitting_kills++;
}

void
sitting_anew(void)
{
	kill(screen.pid, SIGKILL);
	assert_int_equal(program_end(&screen), -SIGKILL);
	unlink(keep);
	ui_model_init(&sitting_model, socket_path, 1);
	language_list(&sitting_model); /* the same list as the program's */
	screen_start();
	sitting_seen();
}

static void
daemon_start(void)
{
	rig_halod_start(&sitting_rig, (const char *[]){ "--settle", quiet, NULL });
	rig_connect(&sitting_rig, &sitting_client);
}

void
sitting_restart(void)
{
	rig_disconnect(&sitting_client);
	rig_halod_kill(&sitting_rig);
	ui_model_unlinked(&sitting_model, "");
	daemon_start();
	sitting_seen();
}

const struct draw_target *
sitting_target(unsigned id, unsigned arg)
{
	ui_model_layout(&sitting_model, EYES_WIDTH, EYES_HEIGHT, &list);
	for (unsigned i = 0; i < list.n_targets; i++)
		if (list.target[i].id == id && list.target[i].arg == arg)
			return &list.target[i];
	return NULL;
}

void
sitting_touch(unsigned id, unsigned arg)
{
	const struct draw_target *t;

	sitting_seen();
	/* A confirmation is lost when the program is killed. */
	if (sitting_by == SITTING_KILLED && ui_model_page(&sitting_model) != UI_PAGE_CONFIRM)
		sitting_kill();
	t = sitting_target(id, arg);
	if (t == NULL)
		fail_msg("%s has no target %s %u", page_of(ui_model_page(&sitting_model))->name,
			 page_target_name(id), arg);
	sitting_hands_touch(t);
}

/* ---- a seat's private page ---- */

/* A stored state of the same kind: the model does not know the secret. */
static struct ui_model secret;
static struct rect secret_box; /* its first answer, or the last mask */

static void
secret_load(const char *stage, unsigned id, unsigned answers)
{
	stage_load(stage, &secret);
	if (answers > 0) { /* the current number of answers */
		assert_true(answers <= secret.secret.n_words);
		secret.secret.n_words = (uint8_t)answers;
		secret.secret.secret.n_options = 0;
	}
	secret.view.focus.on = false;
	ui_model_layout(&secret, EYES_WIDTH, EYES_HEIGHT, &list);
	for (unsigned i = 0; i < list.n_targets; i++) {
		if (list.target[i].id != id)
			continue;
		secret_box = list.target[i].box;
		return;
	}
	fail_msg("%s: no answer", stage);
}

/*
 * Reports whether the answer is visible, from a spot inside its frame and
 * focus. Its text may differ.
 */
static bool
secret_sees(void)
{
	return eyes_see_part(&secret, rect_of(secret_box.x + 8, secret_box.y + 8, 4, 4));
}

static void
secret_wait(void)
{
	for (uint64_t end = patience(); !secret_sees(); rig_pump(&sitting_client, LOOK_MS))
		if (rig_now_us() > end)
			eyes_fail(&secret, "a seat's own page");
}

/* Compares only the right edge: the inside may differ, and the mouse is elsewhere. */
static bool
focus_sees(unsigned at)
{
	const struct draw_target *t = &list.target[at];

	secret.view.focus = (struct ui_place){ true, t->id, t->arg };
	return eyes_see_part(&secret,
			     rect_of(t->box.x + t->box.w - 2, t->box.y + t->box.h / 2, 2, 4));
}

/* Returns which of the page's first n targets has the focus, which starts at random. */
static unsigned
focus_start(unsigned n)
{
	uint64_t end = patience();

	for (;; rig_pump(&sitting_client, LOOK_MS)) {
		for (unsigned at = 0; at < n; at++)
			if (focus_sees(at))
				return at;
		if (rig_now_us() > end)
			eyes_fail(&secret, "a focus on an answer");
	}
}

/* Returns how many targets of that kind the page begins with. */
static unsigned
answers_first(unsigned id)
{
	unsigned n = 0;

	ui_model_layout(&secret, EYES_WIDTH, EYES_HEIGHT, &list);
	while (n < list.n_targets && list.target[n].id == id)
		n++;
	return n;
}

/* Returns the steps to *Deal these*, where the focus never starts. */
static unsigned
masks_steps(unsigned least)
{
	unsigned deal = answers_first(TARGET_SWAP);

	while (list.target[deal].id != TARGET_DEAL)
		deal++;
	assert_true(least <= 1);
	return deal - focus_start(deal);
}

/* Returns the steps to any answer; from the last answer, the targets after it come first. */
static unsigned
list_steps(unsigned least)
{
	unsigned n, at;

	if (least == 0)
		return 0;
	n = answers_first(TARGET_CHOICE);
	at = focus_start(n);
	return at + 1 < n ? 1 : list.n_targets - at;
}

/* Counts the table's words with that beginning. */
static unsigned
words_of(const char *verb)
{
	unsigned n = 0;

	for (unsigned i = 0; i < sitting_model.state.n_words; i++)
		n += strncmp(sitting_model.state.word[i], verb, strlen(verb)) == 0;
	return n;
}

/* Returns the publicly known number of cards of the seat to act. */
static unsigned
cards_held(void)
{
	const struct ui_state *s = &sitting_model.state;

	return s->keys.hand[strcmp(s->to_act, "b") == 0].n;
}

bool
sitting_has_word(const char *verb)
{
	return words_of(verb) > 0;
}

bool
sitting_has_group(unsigned group)
{
	uint8_t groups[CHOICES];
	unsigned n = choice_groups(&sitting_model.state, groups);

	for (unsigned i = 0; i < n; i++)
		if (groups[i] == group)
			return true;
	return false;
}

void
sitting_secret(void)
{
	bool masks = sitting_has_word("assign:");
	unsigned covers = words_of("bury:");
	json_int_t n = sitting_actions();
	struct ui_out out = { .n = 0 };

	secret_load(masks        ? "handover-masks"
		    : covers > 0 ? "handover-sixteen"
				 : "handover-cards",
		    masks ? TARGET_DEAL : TARGET_CHOICE, covers > 0 ? covers : cards_held());
	if (ui_model_page(&sitting_model) != UI_PAGE_HANDOVER) /* else it was passed on */
		sitting_touch(TARGET_GROUP, CHOICE_SECRET);
	sitting_seen();
	assert_false(secret_sees());
	sitting_hands_secret(secret_wait, masks ? masks_steps : list_steps, secret_box);
	secret_hide(&sitting_model, &out);
	ui_model_go(&sitting_model, UI_PAGE_PLAY);
	sitting_more(n);
}

/* ---- games ---- */

/* Returns the index of a word of the group; NULL: the first. */
static unsigned
word_find(unsigned group, const char *word)
{
	const struct ui_state *s = &sitting_model.state;

	for (unsigned w = 0; w < s->n_words; w++)
		if (choice_has(s, (enum choice_group)group, w) &&
		    (word == NULL || strcmp(s->word[w], word) == 0))
			return w;
	fail_msg("%s is not offered", word);
	return 0;
}

void
sitting_word(unsigned group, const char *word)
{
	json_int_t n = sitting_actions();

	if (group == CHOICE_END)
		sitting_touch(TARGET_DONE, 0);
	else
		sitting_touch(TARGET_GROUP, group);
	if (ui_model_page(&sitting_model) == UI_PAGE_CHOICE)
		sitting_touch(TARGET_CHOICE, word_find(group, word));
	if (ui_model_page(&sitting_model) == UI_PAGE_CONFIRM) /* of a card */
		sitting_touch(TARGET_YES, 0);
	sitting_more(n);
}

/* Moves from the current page to the game's set-up, and through it. */
static void
game_touch(unsigned row, const struct ui_place *rows)
{
	if (ui_model_page(&sitting_model) == UI_PAGE_PLAY)
		sitting_touch(TARGET_MENU, 0);
	if (ui_model_page(&sitting_model) == UI_PAGE_MENU ||
	    ui_model_page(&sitting_model) == UI_PAGE_OVER)
		sitting_touch(TARGET_PAGE, UI_PAGE_HOME);
	sitting_touch(TARGET_GAME, row);
	for (; rows != NULL && rows->id != TARGETS_N; rows++)
		sitting_touch(rows->id, rows->arg);
	sitting_touch(TARGET_START, 0);
	if (ui_model_page(&sitting_model) == UI_PAGE_CONFIRM)
		sitting_touch(TARGET_YES, 0);
}

void
sitting_game(const char *game, const struct ui_place *rows)
{
	unsigned row = 0;
	const char *other;

	while (strcmp(panels[row]->game, game) != 0)
		row++;
	other = panels[row == 0 ? 1 : 0]->game;
	sitting_follow();
	/* Start from another game, so that the beginning of this one is visible. */
	if (strcmp(sitting_model.state.game, game) == 0) {
		rig_ok(&sitting_client, "{\"kind\":\"new\",\"game\":\"%s\",\"force\":true}", other);
		while (strcmp(sitting_model.state.game, other) != 0)
			sitting_news();
	}
	game_touch(row, rows);
	while (strcmp(sitting_model.state.game, game) != 0 ||
	       sitting_model.state.phase != UI_PHASE_PLAYING)
		sitting_news();
}

/* ---- the programs ---- */

enum sitting_by
sitting_by_name(const char *name)
{
	static const char *const names[] = {
		[SITTING_TOUCH] = "touch",
		[SITTING_KEYS] = "keys",
		[SITTING_BUTTONS] = "buttons",
		[SITTING_KILLED] = "killed",
	};

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i], name) == 0)
			return (enum sitting_by)i;
	rig_die("%s is no way to touch a screen: touch keys buttons killed", name);
}

bool
sitting_can(void)
{
	static const char *const x[] = { "sh", "-c", "command -v Xvfb && command -v xdotool",
					 NULL };
	struct program p;

	program_start(&p, x);
	return program_end(&p) == 0;
}

void
sitting_begin(const char *const programs[4], const char *board, const char *settle)
{
	sitting_begin_in(programs, board, settle, false);
}

void
sitting_begin_in(const char *const programs[4], const char *board, const char *settle,
		 bool virtual_time)
{
	static char description[512];

	halo_screen = programs[0];
	snprintf(description, sizeof(description), "%s/%s.ini", programs[3], board);
	rig_init(&sitting_rig, (struct rig_programs){ programs[1], programs[2] }, description,
		 virtual_time);
	rig_board_start(&sitting_rig);
	rig_board(&sitting_rig, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	quiet = settle;
	daemon_start();
	/* Keep a seat's page open long enough for a slow machine. */
	rig_ok(&sitting_client,
	       "{\"kind\":\"set\",\"values\":{\"pages_close_s\":120,\"introduced\":%s}}",
	       sitting_is_first ? "false" : "true");
	snprintf(socket_path, sizeof(socket_path), "%s/halod.sock", sitting_rig.dir);
	snprintf(keep, sizeof(keep), "%s/page", sitting_rig.dir);
	eyes_open(&server, sitting_rig.dir);
	setenv("SDL_AUDIODRIVER", "dummy", 1);
	setenv("LSAN_OPTIONS", "print_suppressions=0:suppressions=" TEST_UI_DIR "/lsan.supp", 1);
	ui_model_init(&sitting_model, socket_path, 1);
	language_list(&sitting_model);
	screen_start();
	sitting_seen();
}

void
sitting_end(void)
{
	int status;

	kill(screen.pid, SIGTERM);
	status = program_end(&screen);
	if (status != 0)
		fail_msg("halo-screen ends with %d: %s", status, screen.text);
	eyes_close();
	kill(server.pid, SIGTERM);
	program_end(&server);
	rig_disconnect(&sitting_client);
	rig_finish(&sitting_rig);
}
