#include "tests/ui/sitting_hands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/ui/eyes.h"
#include "tests/ui/program.h"

enum {
	STEPS_MAX = 100, /* most steps of the focus */
	KEYS_MAX = 30,   /* of one call of xdotool */
	ASK_MS = 2,      /* between two queries */
};

static struct draw_list list;

static void
tool(const char *const *argv)
{
	struct program p;

	program_start(&p, argv);
	if (program_end(&p) != 0)
		fail_msg("%s %s: %s", argv[0], argv[1], p.text);
}

/* ---- a finger ---- */

static void
click(struct rect box)
{
	int x = box.x + box.w / 2, y = box.y + box.h / 2;
	char at[2][8];
	const char *argv[] = { "xdotool", "mousemove", at[0], at[1], "click", "1", NULL };

	snprintf(at[0], sizeof(at[0]), "%d", x);
	snprintf(at[1], sizeof(at[1]), "%d", y);
	tool(argv);
	eyes_pointer(x, y);
	sitting_touches++;
}

/* Moves from one place to another without releasing. */
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
	eyes_pointer(to.x + to.w / 2, to.y + to.h / 2);
	sitting_touches++;
}

/* ---- keys ---- */

static void
key(const char *name, unsigned times)
{
	const char *argv[KEYS_MAX + 5] = { "xdotool", "key", "--delay", "1" };
	unsigned n = 4;

	assert_true(times <= KEYS_MAX);
	for (unsigned i = 0; i < times; i++)
		argv[n++] = name;
	tool(argv);
	sitting_touches += times;
}

/* Moves the focus to the target by Tab alone. */
static void
key_to(unsigned id, unsigned arg)
{
	const struct ui_place *at = &sitting_model.view.focus;
	struct ui_out out = { .n = 0 };
	unsigned n = 0;

	do {
		ui_model_layout(&sitting_model, EYES_WIDTH, EYES_HEIGHT, &list);
		ui_model_key(&sitting_model, &list, UI_KEY_NEXT, &out);
	} while (++n < STEPS_MAX && (at->id != id || at->arg != arg));
	assert_true(n < STEPS_MAX);
	for (unsigned now; n > 0; n -= now) {
		now = n < KEYS_MAX ? n : KEYS_MAX;
		key("Tab", now);
	}
	sitting_seen();
}

static void
key_take(void)
{
	struct ui_out out = { .n = 0 };

	key("Return", 1);
	ui_model_layout(&sitting_model, EYES_WIDTH, EYES_HEIGHT, &list);
	ui_model_key(&sitting_model, &list, UI_KEY_OK, &out);
}

/* ---- the board's buttons ---- */

/* Returns the daemon's present data of a button; borrowed until the next call. */
static const json_t *
button_told(const char *button)
{
	const json_t *o = rig_ok(&sitting_client, "{\"kind\":\"diagnostics\"}");
	const json_t *all = json_object_get(json_object_get(o, "diagnostics"), "buttons");

	for (size_t i = 0; i < json_array_size(all); i++)
		if (strcmp(rig_text(json_array_get(all, i), "name"), button) == 0)
			return json_array_get(all, i);
	fail_msg("the board has no button %s", button);
	return NULL;
}

/* Waits until the daemon sees the button down, or up, and assigned as expected. */
static void
button_wait(const char *button, bool down, bool screens)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	for (;;) {
		const json_t *b = button_told(button);

		if (json_is_true(json_object_get(b, "down")) == down &&
		    (strcmp(rig_text(b, "to"), "screen") == 0) == screens)
			return;
		if (rig_now_us() > end)
			fail_msg("%s: it should be %s, and the %s's", button, down ? "down" : "up",
				 screens ? "screen" : "game");
		rig_pump(&sitting_client, ASK_MS);
	}
}

/* Presses or releases a button and waits until the daemon registers it. */
static void
contact(const char *button, bool down)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	rig_board(&sitting_rig, "%s %s", down ? "press" : "release", button);
	while (json_is_true(json_object_get(button_told(button), "down")) != down) {
		assert_true(rig_now_us() < end);
		rig_pump(&sitting_client, ASK_MS);
	}
}

static void
press(const char *button)
{
	button_wait(button, false, ui_model_takes_buttons(&sitting_model));
	contact(button, true);
	contact(button, false);
	sitting_touches++;
}

/* Passes a button to the model as the screen does. */
static void
copy_press(uint8_t button, uint8_t what)
{
	struct ui_out out = { .n = 0 };

	ui_model_layout(&sitting_model, EYES_WIDTH, EYES_HEIGHT, &list);
	ui_model_button(&sitting_model, &list, (struct ui_press){ button, what }, &out);
}

/*
 * Makes the screen request the buttons by a held hint, because hint alone
 * controls the game on the play page.
 */
static void
buttons_take(void)
{
	if (ui_model_takes_buttons(&sitting_model))
		return;
	button_wait("hint", false, false);
	contact("hint", true);
	copy_press(UI_PRESS_HINT, UI_PRESS_HELD);
	assert_true(ui_model_takes_buttons(&sitting_model));
	button_wait("hint", true, true); /* the screen has requested them */
	contact("hint", false);
	sitting_touches++;
}

static void
button_to(unsigned id, unsigned arg)
{
	const struct ui_place *at = &sitting_model.view.focus;

	buttons_take();
	for (unsigned n = 0; !at->on || at->id != id || at->arg != arg; n++) {
		assert_true(n < STEPS_MAX);
		press("hint");
		copy_press(UI_PRESS_HINT, UI_PRESS_DOWN);
		sitting_seen(); /* a slow screen's presses wait in a queue of limited length */
	}
}

static void
button_take(void)
{
	press("ok");
	copy_press(UI_PRESS_OK, UI_PRESS_DOWN);
	copy_press(UI_PRESS_OK, UI_PRESS_UP);
}

/* ---- choosing among them ---- */

/* Waits, as a player who reads, until a touch answers the question that the screen shows. */
static void
question_read(unsigned id)
{
	if (!prompt_answers(id) || sitting_model.answers_ms == 0)
		return;
	rig_sleep_us(UI_UNREAD_MS * 1000u);
	sitting_model.answers_ms = 0;
}

void
sitting_hands_touch(const struct draw_target *t)
{
	struct ui_out out = { .n = 0 };

	switch (sitting_by) {
	case SITTING_KEYS:
		key_to(t->id, t->arg);
		key_take();
		break;
	case SITTING_BUTTONS:
		button_to(t->id, t->arg);
		button_take();
		break;
	case SITTING_TOUCH:
	case SITTING_KILLED:
		question_read(t->id);
		click(t->box);
		ui_model_layout(&sitting_model, EYES_WIDTH, EYES_HEIGHT, &list);
		ui_model_press(&sitting_model, &list, t->box.x + 9, t->box.y + 9, &out);
		ui_model_release(&sitting_model, &list, t->box.x + 9, t->box.y + 9, &out);
		break;
	}
}

/* Holds OK on *Hold to see*, moves on to an answer by hint, and releases to give it. */
static void
secret_hold(void (*awaited)(void), unsigned (*steps)(unsigned least))
{
	button_to(TARGET_REVEAL, 0);
	button_wait("ok", false, true);
	contact("ok", true);
	awaited();
	for (unsigned n = steps(1); n > 0; n--) /* releasing without a step gives no answer */
		press("hint");
	contact("ok", false);
}

static void
secret_slide(void)
{
	struct rect hold;

	sitting_seen();
	hold = sitting_target(TARGET_REVEAL, 0)->box;
	slide(hold, rect_cell(rect_of(8, hold.y, 784, hold.h), 3, 1, 8, 1)); /* Keep open */
}

void
sitting_hands_secret(void (*awaited)(void), unsigned (*steps)(unsigned least), struct rect answer)
{
	unsigned n;

	switch (sitting_by) {
	case SITTING_KEYS:
		sitting_touch(TARGET_REVEAL, 0);
		awaited();
		n = steps(0);
		if (n > 0)
			key("Tab", n);
		key("Return", 1);
		break;
	case SITTING_BUTTONS:
		secret_hold(awaited, steps);
		break;
	case SITTING_KILLED:
		secret_slide();
		awaited();
		sitting_kill(); /* the page comes back closed */
		secret_slide();
		awaited();
		click(answer);
		break;
	case SITTING_TOUCH:
		secret_slide();
		awaited();
		click(answer);
		break;
	}
}
