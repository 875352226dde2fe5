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

#include "tests/ui/program.h"
#include "tests/ui/stages.h"
#include "ui/panel.h"

enum {
	ANSWER_MS = 8000, /* after which a touch is thought to have missed, and made again */
	WIDTH = 800,
	HEIGHT = 480,
};

struct rig sitting_rig;
struct rig_client sitting_client;
struct ui_model sitting_model;
enum sitting_by sitting_by;
unsigned sitting_touches, sitting_kills;

static const char *halo_screen;
static struct program server, screen;
static char socket_path[128], keep[128]; /* the page, as the screen keeps it */
static struct draw_list list;

/* ---- the daemon's state, and the copy that follows it ---- */

void
sitting_follow(void)
{
	static struct ui_message message;
	static uint32_t seen;
	struct ui_error err;
	char *line;

	while (rig_pump(&sitting_client, 0))
		;
	if (seen == sitting_client.states && sitting_model.linked)
		return;
	seen = sitting_client.states;
	line = json_dumps(sitting_client.state, JSON_COMPACT);
	assert_int_equal(ui_message_parse(line, strlen(line), &message, &err), 0);
	ui_model_message(&sitting_model, &message);
	free(line);
}

json_int_t
sitting_actions(void)
{
	return json_integer_value(json_object_get(sitting_client.state, "n_actions"));
}

/* Until the daemon has told something new, for a while. */
bool
sitting_news(uint32_t since)
{
	uint64_t end = rig_now_us() + ANSWER_MS * 1000u;

	while (sitting_client.states == since && rig_now_us() < end)
		rig_pump(&sitting_client, 50);
	sitting_follow();
	return sitting_client.states != since;
}

/* ---- the screen ---- */

static void
tool(const char *const *argv)
{
	struct program p;

	program_start(&p, argv);
	if (program_end(&p) != 0)
		fail_msg("%s %s: %s", argv[0], argv[1], p.text);
}

/* Until the window shows what the daemon told: its title is set after its picture. */
static void
screen_start(void)
{
	const char *argv[] = { halo_screen, "--fullscreen", "--socket", socket_path,
			       "--keep",    keep,           NULL };
	const char *shown[] = { "xdotool", "search", "--sync", "--name", NULL, NULL };

	shown[4] = sitting_model.told && sitting_model.state.phase == UI_PHASE_NONE
			   ? "Haloboard: no game"
			   : "Haloboard: [A-Z]";
	program_start(&screen, argv);
	tool(shown);
}

void
sitting_kill(void)
{
	kill(screen.pid, SIGKILL);
	assert_int_equal(program_end(&screen), -SIGKILL);
	screen_start();
	sitting_model.view.focus.on = false;
	sitting_kills++;
}

/* ---- fingers and keys ---- */

const struct draw_target *
sitting_target(unsigned id, unsigned arg)
{
	ui_model_layout(&sitting_model, WIDTH, HEIGHT, &list);
	for (unsigned i = 0; i < list.n_targets; i++)
		if (list.target[i].id == id && list.target[i].arg == arg)
			return &list.target[i];
	return NULL;
}

static void
click(int x, int y)
{
	char at[2][8];
	const char *argv[] = { "xdotool", "mousemove", at[0], at[1], "click", "1", NULL };

	snprintf(at[0], sizeof(at[0]), "%d", x);
	snprintf(at[1], sizeof(at[1]), "%d", y);
	tool(argv);
	sitting_touches++;
}

/* From one place to another without letting go. */
static void
slide(struct rect from, struct rect to)
{
	char at[4][8];
	const char *argv[] = { "xdotool",   "mousemove", at[0], at[1],     "mousedown", "1",
			       "mousemove", at[2],       at[3], "mouseup", "1",         NULL };

	snprintf(at[0], sizeof(at[0]), "%d", from.x + from.w / 2);
	snprintf(at[1], sizeof(at[1]), "%d", from.y + from.h / 2);
	snprintf(at[2], sizeof(at[2]), "%d", to.x + to.w / 2);
	snprintf(at[3], sizeof(at[3]), "%d", to.y + to.h / 2);
	tool(argv);
	sitting_touches++;
}

/* A button of the board goes down, or comes up: contacts are believed 30 ms apart. */
static void
contact(const char *how, const char *button)
{
	rig_board(&sitting_rig, "%s %s", how, button);
	rig_sleep_us(60000);
}

static void
press(const char *button)
{
	contact("press", button);
	contact("release", button);
	sitting_touches++;
}

/* The copy hears of a button as the screen does. */
static void
copy_press(uint8_t button, uint8_t what)
{
	struct ui_out out = { .n = 0 };

	ui_model_layout(&sitting_model, WIDTH, HEIGHT, &list);
	ui_model_button(&sitting_model, &list, (struct ui_press){ button, what }, &out);
}

/* On the play page hint is the game's; held, it asks the screen to take the buttons. */
static void
buttons_take(void)
{
	if (ui_model_takes_buttons(&sitting_model))
		return;
	contact("press", "hint");
	rig_sleep_us(1300000);
	contact("release", "hint");
	copy_press(UI_PRESS_HINT, UI_PRESS_HELD);
	assert_true(ui_model_takes_buttons(&sitting_model));
	sitting_touches++;
}

static void
button_to(unsigned id, unsigned arg)
{
	const struct ui_place *at = &sitting_model.view.focus;

	buttons_take();
	for (unsigned n = 0; !at->on || at->id != id || at->arg != arg; n++) {
		assert_true(n < 100);
		press("hint");
		copy_press(UI_PRESS_HINT, UI_PRESS_DOWN);
	}
}

static void
key(const char *name, unsigned times)
{
	const char *argv[40] = { "xdotool", "key", "--delay", "1" };
	unsigned n = 4;

	if (sitting_by == SITTING_BUTTONS) { /* the only key without a target */
		for (unsigned i = 0; i < times; i++)
			press("back");
		return;
	}
	for (unsigned i = 0; i < times && n < 38; i++)
		argv[n++] = name;
	if (times > 0)
		tool(argv);
	sitting_touches += times;
}

/* The focus goes to the target by Tab alone, however far. */
static void
focus_to(unsigned id, unsigned arg)
{
	struct ui_out out = { .n = 0 };
	unsigned n = 0;

	do {
		ui_model_layout(&sitting_model, WIDTH, HEIGHT, &list);
		ui_model_key(&sitting_model, &list, UI_KEY_NEXT, &out);
		n++;
	} while (n < 100 &&
		 (sitting_model.view.focus.id != id || sitting_model.view.focus.arg != arg));
	assert_true(n < 100);
	for (; n > 0; n -= n < 30 ? n : 30)
		key("Tab", n < 30 ? n : 30);
}

/* Touches what must be there now, on the screen and in the copy. */
void
sitting_touch(unsigned id, unsigned arg)
{
	struct ui_out out = { .n = 0 };
	const struct draw_target *t;

	sitting_follow();
	/* What a yes would be said to goes with the program. */
	if (sitting_by == SITTING_KILLED && ui_model_page(&sitting_model) != UI_PAGE_CONFIRM)
		sitting_kill();
	t = sitting_target(id, arg);
	if (t == NULL)
		fail_msg("%s has no target %s %u", page_of(ui_model_page(&sitting_model))->name,
			 page_target_name(id), arg);
	if (sitting_by == SITTING_BUTTONS) {
		button_to(id, arg);
		press("ok");
		copy_press(UI_PRESS_OK, UI_PRESS_DOWN);
		copy_press(UI_PRESS_OK, UI_PRESS_UP);
		return;
	}
	if (sitting_by == SITTING_KEYS) {
		focus_to(id, arg);
		key("Return", 1);
		ui_model_layout(&sitting_model, WIDTH, HEIGHT, &list);
		ui_model_key(&sitting_model, &list, UI_KEY_OK, &out);
		return;
	}
	click(t->box.x + t->box.w / 2, t->box.y + t->box.h / 2);
	ui_model_press(&sitting_model, &list, t->box.x + 9, t->box.y + 9, &out);
	ui_model_release(&sitting_model, &list, t->box.x + 9, t->box.y + 9, &out);
}

/* ---- a seat's own page ---- */

/* Where the first answer of such a page stands, out of a stored state of its kind. */
static struct rect
answer_box(const char *stage, unsigned id)
{
	static struct ui_model kept;

	stage_load(stage, &kept);
	kept.view.focus.on = false;
	ui_model_layout(&kept, WIDTH, HEIGHT, &list);
	for (unsigned i = 0; i < list.n_targets; i++)
		if (list.target[i].id == id)
			return list.target[i].box;
	fail_msg("%s: no answer", stage);
	return (struct rect){ 0, 0, 0, 0 };
}

bool
sitting_has_word(const char *verb)
{
	for (unsigned i = 0; i < sitting_model.state.n_words; i++)
		if (strncmp(sitting_model.state.word[i], verb, strlen(verb)) == 0)
			return true;
	return false;
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

/* Masks as they are offered, any cover, any card: the copy does not know what is shown. */
static void
secret_answer(bool masks)
{
	struct rect at;

	if (sitting_by == SITTING_KEYS && masks)
		key("Tab", UI_KINDS + 3); /* five masks, suggested, random, deal these */
	if (sitting_by == SITTING_KEYS) {
		key("Return", 1);
		return;
	}
	at = masks                       ? answer_box("handover-masks", TARGET_DEAL)
	     : sitting_has_word("bury:") ? answer_box("handover-sixteen", TARGET_CHOICE)
					 : answer_box("handover-cards", TARGET_CHOICE);
	click(at.x + at.w / 2, at.y + at.h / 2);
}

static void
secret_open(void)
{
	struct rect hold;

	if (sitting_by == SITTING_KEYS) {
		sitting_touch(TARGET_REVEAL, 0);
		return;
	}
	hold = sitting_target(TARGET_REVEAL, 0)->box;
	slide(hold, rect_cell(rect_of(8, hold.y, 784, hold.h), 3, 1, 8, 1)); /* Keep open */
}

/* OK stays down on *Hold to see*; hint goes on to an answer; letting go gives it. */
static void
secret_hold(bool masks, unsigned patience)
{
	button_to(TARGET_REVEAL, 0);
	contact("press", "ok");
	rig_sleep_us(patience);
	for (unsigned i = 0; i < (masks ? UI_KINDS + 3 : 1); i++)
		press("hint");
	contact("release", "ok");
}

/* The page has to come; nobody else sees it. */
static void
secret_give(bool masks, unsigned patience)
{
	if (sitting_by == SITTING_BUTTONS) {
		secret_hold(masks, patience);
		return;
	}
	secret_open();
	if (sitting_by == SITTING_KILLED) { /* it comes back closed */
		sitting_kill();
		secret_open();
	}
	rig_sleep_us(patience);
	secret_answer(masks);
}

void
sitting_secret(void)
{
	bool masks = sitting_has_word("assign:");
	json_int_t n = sitting_actions();
	struct ui_out out = { .n = 0 };

	for (unsigned i = 0; i < SITTING_TRIES && sitting_actions() == n; i++) {
		uint32_t since = sitting_client.states;

		sitting_follow();
		if (sitting_actions() > n || !sitting_has_group(CHOICE_SECRET))
			break; /* it was no miss, but late */
		ui_model_go(&sitting_model, UI_PAGE_PLAY);
		sitting_touch(TARGET_GROUP, CHOICE_SECRET);
		secret_give(masks, 150000u * (i + 1));
		(void)sitting_news(since);
		ui_model_hide(&sitting_model, &out);
		if (sitting_actions() == n)
			key("Escape", 2); /* missed: close what is open, begin anew */
	}
	ui_model_go(&sitting_model, UI_PAGE_PLAY);
	assert_true(sitting_actions() > n);
}

/* Which word of the group; NULL: the first. */
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

	for (unsigned i = 0; i < SITTING_TRIES && sitting_has_group(group); i++) {
		uint32_t since = sitting_client.states;

		ui_model_go(&sitting_model, UI_PAGE_PLAY);
		sitting_touch(TARGET_GROUP, group);
		if (ui_model_page(&sitting_model) == UI_PAGE_CHOICE)
			sitting_touch(TARGET_CHOICE, word_find(group, word));
		while (sitting_news(since) && sitting_actions() == n)
			since = sitting_client.states;
		if (sitting_actions() > n)
			return;
		key("Escape", 2); /* missed: as with a secret */
	}
	fail_msg("nothing comes of %s: %s",
		 word != NULL ? word : choice_title((enum choice_group)group),
		 sitting_model.state.message);
}

/* From the page one is on to the game's set-up, and through it. */
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

	while (strcmp(panels[row].game, game) != 0)
		row++;
	for (unsigned i = 0; i < SITTING_TRIES; i++) {
		uint32_t since = sitting_client.states;

		game_touch(row, rows);
		while (sitting_news(since) && strcmp(sitting_model.state.game, game) != 0)
			since = sitting_client.states;
		if (strcmp(sitting_model.state.game, game) == 0 &&
		    sitting_model.state.n_actions < 2)
			break;
	}
	assert_string_equal(sitting_model.state.game, game);
}

/* ---- the programs ---- */

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
sitting_begin(const char *const programs[4], const char *board)
{
	static char description[512];

	halo_screen = programs[0];
	snprintf(description, sizeof(description), "%s/%s.ini", programs[3], board);
	rig_init(&sitting_rig, (struct rig_programs){ programs[1], programs[2] }, description,
		 false);
	rig_board_start(&sitting_rig);
	rig_board(&sitting_rig, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	/* Buttons take their time to choose another piece than the queen. */
	rig_halod_start(
		&sitting_rig,
		(const char *[]){ "--settle", sitting_by == SITTING_BUTTONS ? "4" : "0.1", NULL });
	rig_connect(&sitting_rig, &sitting_client);
	snprintf(socket_path, sizeof(socket_path), "%s/halod.sock", sitting_rig.dir);
	snprintf(keep, sizeof(keep), "%s/page", sitting_rig.dir);
	program_display(&server, "800x480x24");
	setenv("SDL_AUDIODRIVER", "dummy", 1);
	setenv("LSAN_OPTIONS", "print_suppressions=0:suppressions=" TEST_UI_DIR "/lsan.supp", 1);
	ui_model_init(&sitting_model, socket_path, 1);
	screen_start();
	sitting_follow();
}

void
sitting_end(void)
{
	int status;

	kill(screen.pid, SIGTERM);
	status = program_end(&screen);
	if (status != 0)
		fail_msg("halo-screen ends with %d: %s", status, screen.text);
	kill(server.pid, SIGTERM);
	program_end(&server);
	rig_disconnect(&sitting_client);
	rig_finish(&sitting_rig);
}
