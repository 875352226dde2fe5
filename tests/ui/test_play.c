/*
 * A game of each kind from its choice on the home page to its end, on unmodified
 * programs: the virtual board, halod, and halo-screen on a real X server. What
 * the screen is for (choosing a game, dice, purchases, cards, burials, masks,
 * ends of turns, resigning) is done on it alone: once by touch, once with three
 * keys: Tab, Return, Escape. Moves on the board are told to the daemon, and the
 * virtual board is set up to follow.
 *
 * usage: test-ui-play HALO-SCREEN HALOD HALO-BOARD BOARDS touch|keys GAME…
 * Ends with 77, which ctest tells as skipped, where Xvfb or xdotool is missing.
 */
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

#include "tests/system/rig.h"
#include "tests/ui/program.h"
#include "tests/ui/stages.h"
#include "ui/page.h"
#include "ui/panel.h"

enum {
	SKIPPED = 77,
	ACTIONS = 60,     /* then whoever is first resigns, on the screen */
	ANSWER_MS = 3000, /* after which a touch is thought to have missed, and made again */
	TRIES = 20,
	WIDTH = 800,
	HEIGHT = 480,
};

static const char *halo_screen, *board_dir;
static struct rig_programs programs;
static bool by_keys;
static struct program server, screen;
static struct rig rig;
static struct rig_client client;
static struct ui_model model; /* the test's own copy: what the screen must be showing */
static struct draw_list list;
static uint64_t seed = 4711;
static unsigned touches;

static unsigned
random_below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed % n);
}

/* ---- the daemon's state, and the copy that follows it ---- */

static void
state_follow(void)
{
	static struct ui_message message;
	static uint32_t seen;
	struct ui_error err;
	char *line;

	while (rig_pump(&client, 0))
		;
	if (seen == client.states && model.linked)
		return;
	seen = client.states;
	line = json_dumps(client.state, JSON_COMPACT);
	assert_int_equal(ui_message_parse(line, strlen(line), &message, &err), 0);
	ui_model_message(&model, &message);
	free(line);
}

static json_int_t
n_actions(void)
{
	return json_integer_value(json_object_get(client.state, "n_actions"));
}

/* Until the daemon has told something new, for a while. */
static bool
news_wait(uint32_t since)
{
	uint64_t end = rig_now_us() + ANSWER_MS * 1000u;

	while (client.states == since && rig_now_us() < end)
		rig_pump(&client, 50);
	state_follow();
	return client.states != since;
}

/* ---- fingers and keys ---- */

static void
tool(const char *const *argv)
{
	struct program p;

	program_start(&p, argv);
	if (program_end(&p) != 0)
		fail_msg("%s %s: %s", argv[0], argv[1], p.text);
}

static const struct draw_target *
target_of(unsigned id, unsigned arg)
{
	ui_model_layout(&model, WIDTH, HEIGHT, &list);
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
	touches++;
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
	touches++;
}

static void
key(const char *name, unsigned times)
{
	const char *argv[40] = { "xdotool", "key", "--delay", "1" };
	unsigned n = 4;

	for (unsigned i = 0; i < times && n < 38; i++)
		argv[n++] = name;
	if (times > 0)
		tool(argv);
	touches += times;
}

/* The focus goes to the target by Tab alone, however far. */
static void
focus_to(unsigned id, unsigned arg)
{
	struct ui_out out = { .n = 0 };
	unsigned n = 0;

	do {
		ui_model_layout(&model, WIDTH, HEIGHT, &list);
		ui_model_key(&model, &list, UI_KEY_NEXT, &out);
		n++;
	} while (n < 100 && (model.view.focus.id != id || model.view.focus.arg != arg));
	assert_true(n < 100);
	for (; n > 0; n -= n < 30 ? n : 30)
		key("Tab", n < 30 ? n : 30);
}

/* Touches what must be there now, on the screen and in the copy. */
static void
touch(unsigned id, unsigned arg)
{
	struct ui_out out = { .n = 0 };
	const struct draw_target *t;

	state_follow();
	t = target_of(id, arg);
	if (t == NULL)
		fail_msg("%s has no target %s %u", page_of(ui_model_page(&model))->name,
			 page_target_name(id), arg);
	if (by_keys) {
		focus_to(id, arg);
		key("Return", 1);
		ui_model_layout(&model, WIDTH, HEIGHT, &list);
		ui_model_key(&model, &list, UI_KEY_OK, &out);
		return;
	}
	click(t->box.x + t->box.w / 2, t->box.y + t->box.h / 2);
	ui_model_press(&model, &list, t->box.x + 9, t->box.y + 9, &out);
	ui_model_release(&model, &list, t->box.x + 9, t->box.y + 9, &out);
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

static bool
has_word(const char *verb)
{
	for (unsigned i = 0; i < model.state.n_words; i++)
		if (strncmp(model.state.word[i], verb, strlen(verb)) == 0)
			return true;
	return false;
}

static bool
has_group(unsigned group)
{
	uint8_t groups[CHOICES];
	unsigned n = choice_groups(&model.state, groups);

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

	if (by_keys && masks)
		key("Tab", UI_KINDS + 3); /* five masks, suggested, random, deal these */
	if (by_keys) {
		key("Return", 1);
		return;
	}
	at = masks               ? answer_box("handover-masks", TARGET_DEAL)
	     : has_word("bury:") ? answer_box("handover-sixteen", TARGET_CHOICE)
				 : answer_box("handover-cards", TARGET_CHOICE);
	click(at.x + at.w / 2, at.y + at.h / 2);
}

static void
secret_play(void)
{
	bool masks = has_word("assign:");
	json_int_t n = n_actions();
	struct ui_out out = { .n = 0 };

	for (unsigned i = 0; i < TRIES && n_actions() == n; i++) {
		uint32_t since = client.states;
		const struct draw_target *t;

		state_follow();
		if (n_actions() > n || !has_group(CHOICE_SECRET))
			break; /* it was no miss, but late */
		ui_model_go(&model, UI_PAGE_PLAY);
		touch(TARGET_GROUP, CHOICE_SECRET);
		if (by_keys) {
			touch(TARGET_REVEAL, 0);
		} else {
			struct rect hold;

			t = target_of(TARGET_REVEAL, 0);
			hold = t->box;
			slide(hold, rect_cell(rect_of(8, hold.y, 784, hold.h), 3, 1, 8, 1));
		}
		rig_sleep_us(150000u * (i + 1)); /* the page has to come; nobody else sees it */
		secret_answer(masks);
		(void)news_wait(since);
		ui_model_hide(&model, &out);
		if (n_actions() == n)
			key("Escape", 2); /* missed: close what is open, begin anew */
	}
	ui_model_go(&model, UI_PAGE_PLAY);
	assert_true(n_actions() > n);
}

/* ---- playing ---- */

/* The virtual board as the settled position has it; the daemon sees it and is content. */
static void
board_follow(void)
{
	char set[512] = "";

	for (unsigned i = 0; i < 100; i++) {
		const char *settled = rig_text(client.state, "settled");
		size_t len = strcspn(settled, " ");

		if (strncmp(set, settled, len) != 0 || set[len] != '\0') {
			snprintf(set, sizeof(set), "%.*s", (int)len, settled);
			if (rig_board_try(&rig, "setup %s", set) < 0)
				fail_msg("%s", rig.answer);
		} else if (json_is_null(json_object_get(client.state, "guidance"))) {
			return;
		}
		rig_pump(&client, 100);
		state_follow();
	}
	fail_msg("the board does not come right: %s",
		 rig_text(json_object_get(client.state, "guidance"), "text"));
}

static bool
is_board_move(const char *a)
{
	return a[0] >= 'a' && a[0] <= 'k' && a[1] >= '1' && a[1] <= '9' && strcmp(a, "end") != 0;
}

/* A random move on the board; some are none for what only its player knows. */
static bool
board_move(void)
{
	const json_t *actions = json_object_get(client.state, "actions");
	json_int_t was = n_actions();
	size_t n = json_array_size(actions);

	for (unsigned i = 0; n > 0 && i < 300; i++) {
		char action[32];
		json_t *o;

		snprintf(action, sizeof(action), "%s",
			 json_string_value(json_array_get(actions, random_below((unsigned)n))));
		if (!is_board_move(action) && strncmp(action, "transfer:", 9) != 0)
			continue;
		o = rig_ask(&client, "{\"kind\":\"act\",\"action\":\"%s\"}", action);
		if (strcmp(rig_text(o, "kind"), "ok") != 0)
			continue;
		while (n_actions() == was)
			rig_pump(&client, 100);
		state_follow();
		board_follow();
		return true;
	}
	return false;
}

/* Touches a group of words, and one of its words where it has a page of them. */
static void
word_play(unsigned group)
{
	for (unsigned i = 0; i < TRIES && has_group(group); i++) {
		uint32_t since = client.states;

		ui_model_go(&model, UI_PAGE_PLAY);
		touch(TARGET_GROUP, group);
		if (ui_model_page(&model) == UI_PAGE_CHOICE) {
			unsigned w = 0;

			while (w < model.state.n_words &&
			       !choice_has(&model.state, (enum choice_group)group, w))
				w++;
			touch(TARGET_CHOICE, w);
		}
		if (news_wait(since))
			return;
		key("Escape", 1);
	}
	fail_msg("nothing comes of a choice");
}

/* What can be bought without setting a piece down. */
static bool
has_ware(void)
{
	return model.state.n_words > 0 && strlen(model.state.word[0]) > 6 &&
	       strncmp(model.state.word[0], "buy:", 4) == 0;
}

static void
prompt_answer(void)
{
	uint32_t since = client.states;

	if (target_of(TARGET_OPTION, 0) != NULL)
		touch(TARGET_OPTION, 0);
	else
		touch(TARGET_NO, 0);
	(void)news_wait(since);
}

static void
play_one(void)
{
	state_follow();
	if (prompt_covers(&model.state.prompt))
		prompt_answer();
	else if (has_group(CHOICE_ROLL))
		word_play(CHOICE_ROLL);
	else if (has_word("assign:") || has_word("bury:"))
		secret_play();
	else if (has_group(CHOICE_PROMOTE))
		word_play(CHOICE_PROMOTE);
	else if (has_group(CHOICE_SECRET) && random_below(2) == 0)
		secret_play();
	else if (has_group(CHOICE_BUY) && has_ware() && random_below(2) == 0)
		word_play(CHOICE_BUY);
	else if (has_group(CHOICE_END) && random_below(2) == 0)
		word_play(CHOICE_END);
	else if (board_move())
		return;
	else if (has_group(CHOICE_SECRET))
		secret_play();
	else if (has_group(CHOICE_END))
		word_play(CHOICE_END);
	else
		(void)news_wait(client.states);
	board_follow();
}

/* From the home page to a game that has begun. */
static void
game_begin(const char *game)
{
	unsigned row = 0;

	while (strcmp(panels[row].game, game) != 0)
		row++;
	for (unsigned i = 0; i < TRIES; i++) {
		uint32_t since = client.states;

		if (ui_model_page(&model) == UI_PAGE_PLAY)
			touch(TARGET_MENU, 0);
		if (ui_model_page(&model) == UI_PAGE_MENU || ui_model_page(&model) == UI_PAGE_OVER)
			touch(TARGET_PAGE, UI_PAGE_HOME);
		touch(TARGET_GAME, row);
		touch(TARGET_START, 0);
		if (ui_model_page(&model) == UI_PAGE_CONFIRM)
			touch(TARGET_YES, 0);
		while (news_wait(since) && strcmp(model.state.game, game) != 0)
			since = client.states;
		if (strcmp(model.state.game, game) == 0 && model.state.n_actions < 2)
			break;
	}
	assert_string_equal(model.state.game, game);
	board_follow();
}

/* Whoever is first resigns, on the screen; the result is its page, and leads home. */
static void
game_resign(void)
{
	for (unsigned i = 0; i < TRIES && model.state.phase == UI_PHASE_PLAYING; i++) {
		uint32_t since = client.states;

		touch(TARGET_MENU, 0);
		touch(TARGET_PAGE, UI_PAGE_SEATS);
		touch(TARGET_RESIGN, 0);
		touch(TARGET_YES, 0);
		while (news_wait(since) && model.state.phase == UI_PHASE_PLAYING)
			since = client.states;
	}
}

static void
game_play(const char *game)
{
	unsigned before = touches, least = 3; /* home, the game, start */
	json_int_t n;

	game_begin(game);
	while (model.state.phase == UI_PHASE_PLAYING && n_actions() < ACTIONS)
		play_one();
	n = n_actions();
	if (model.state.phase == UI_PHASE_PLAYING) {
		game_resign();
		least += 3;
	}
	assert_int_equal(model.state.phase, UI_PHASE_OVER);
	assert_int_equal(ui_model_page(&model), UI_PAGE_OVER);
	print_message("%s: %d actions, %s; %u %s\n", game, (int)n, model.state.result_text,
		      touches - before, by_keys ? "keys" : "touches");
	assert_true(n > 3 && touches - before >= least);
}

/* ---- the programs ---- */

static bool
tools_are_there(void)
{
	static const char *const x[] = { "sh", "-c", "command -v Xvfb && command -v xdotool",
					 NULL };
	struct program p;

	program_start(&p, x);
	return program_end(&p) == 0;
}

static void
programs_start(bool wide)
{
	static char path[128], description[512];
	const char *s[] = { halo_screen, "--fullscreen", "--socket", path, NULL };
	const char *shown[] = { "xdotool", "search", "--sync", "--name", "Haloboard: C", NULL };

	snprintf(description, sizeof(description), "%s/%s.ini", board_dir,
		 wide ? "hall-11x9" : "reed-8x8");
	rig_init(&rig, programs, description, false);
	rig_board_start(&rig);
	rig_board(&rig, "setup rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
	rig_halod_start(&rig, (const char *[]){ "--settle", "0.1", NULL });
	rig_connect(&rig, &client);
	snprintf(path, sizeof(path), "%s/halod.sock", rig.dir);
	program_display(&server, "800x480x24");
	setenv("SDL_AUDIODRIVER", "dummy", 1);
	unsetenv("XDG_RUNTIME_DIR"); /* whose page is nobody's here */
	setenv("LSAN_OPTIONS", "print_suppressions=0:suppressions=" TEST_UI_DIR "/lsan.supp", 1);
	program_start(&screen, s);
	tool(shown);
	ui_model_init(&model, path, 1);
	state_follow();
}

static void
programs_end(void)
{
	int status;

	kill(screen.pid, SIGTERM);
	status = program_end(&screen);
	if (status != 0)
		fail_msg("halo-screen ends with %d: %s", status, screen.text);
	kill(server.pid, SIGTERM);
	program_end(&server);
	rig_disconnect(&client);
	rig_finish(&rig);
}

static const char *const *wanted;

static void
test_games(void **unused)
{
	(void)unused;
	programs_start(strcmp(wanted[0], "american") == 0);
	for (; *wanted != NULL; wanted++)
		game_play(*wanted);
	programs_end();
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_games) };

	if (argc < 7)
		return 2;
	if (!tools_are_there())
		return SKIPPED;
	halo_screen = argv[1];
	programs = (struct rig_programs){ .halod = argv[2], .halo_board = argv[3] };
	board_dir = argv[4];
	by_keys = strcmp(argv[5], "keys") == 0;
	wanted = (const char *const *)(argv + 6);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
