#include "tests/ui/entry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/ui/chance.h"

enum {
	STEP_DOWN, /* a finger, or the OK button */
	STEP_UP,
	STEP_NEXT,
	STEP_OK,   /* the key, which cannot be held */
	STEP_HINT, /* held: the play page takes the board's buttons */
};

static struct draw_list list;

static void
button(struct ui_model *m, enum ui_press_button b, enum ui_press_what what, struct ui_out *out)
{
	ui_model_button(m, &list, (struct ui_press){ (uint8_t)b, (uint8_t)what }, out);
}

static void
step_do(const struct entry *e, const struct entry_step *s, struct ui_model *m, struct ui_out *out)
{
	bool buttons = e->by == ENTRY_BUTTONS;

	if (s->what == STEP_NEXT && buttons)
		button(m, UI_PRESS_HINT, UI_PRESS_DOWN, out);
	else if (s->what == STEP_HINT)
		button(m, UI_PRESS_HINT, UI_PRESS_HELD, out);
	else if (s->what == STEP_NEXT)
		ui_model_key(m, &list, UI_KEY_NEXT, out);
	else if (s->what == STEP_OK)
		ui_model_key(m, &list, UI_KEY_OK, out);
	else if (buttons)
		button(m, UI_PRESS_OK, s->what == STEP_DOWN ? UI_PRESS_DOWN : UI_PRESS_UP, out);
	else if (s->what == STEP_DOWN)
		ui_model_press(m, &list, s->x, s->y, out);
	else
		ui_model_release(m, &list, s->x, s->y, out);
}

void
entry_take(const struct entry *e, unsigned step, struct ui_model *m, struct entry_daemon *d)
{
	struct ui_out out = { .n = 0 };

	ui_model_layout(m, e->w, e->h, &list);
	step_do(e, &e->step[step], m, &out);
	ui_model_flush(m, &out);
	for (unsigned i = 0; i < out.n; i++) {
		if (out.request[i].kind == UI_REQUEST_ACT)
			snprintf(d->act, sizeof(d->act), "%s", out.request[i].action);
		d->serve(d->arg, m, &out.request[i]);
	}
}

bool
entry_go(const struct entry *e, struct ui_model *m, struct entry_daemon *d)
{
	d->act[0] = '\0';
	for (unsigned k = 0; k < e->n; k++) {
		if (d->act[0] != '\0')
			return false;
		entry_take(e, k, m, d);
		if (m->view.revealed != e->step[k].open)
			return false;
	}
	return d->act[0] != '\0';
}

/* ---- a random path ---- */

struct walk {
	struct entry *e;
	struct ui_model *m;
	struct entry_daemon *d;
	uint64_t *seed;
};

static void
walk_step(struct walk *w, unsigned what, int x, int y)
{
	struct entry *e = w->e;

	assert_true(e->n < ENTRY_STEPS_MAX);
	e->step[e->n] =
		(struct entry_step){ .what = (uint8_t)what, .x = (int16_t)x, .y = (int16_t)y };
	entry_take(e, e->n, w->m, w->d);
	e->step[e->n++].open = w->m->view.revealed;
}

/* Returns a random target of this kind on the page. */
static struct draw_target
target_draw(struct walk *w, unsigned id)
{
	struct draw_target found = { .id = TARGETS_N };
	unsigned n = 0;

	ui_model_layout(w->m, w->e->w, w->e->h, &list);
	for (unsigned i = 0; i < list.n_targets; i++)
		if (list.target[i].id == id && random_below(w->seed, ++n) == 0)
			found = list.target[i];
	if (n == 0)
		fail_msg("%s has no target %s", page_of(ui_model_page(w->m))->name,
			 page_target_name(id));
	return found;
}

/* Moves the finger, or steps the focus, to the target. */
static void
walk_to(struct walk *w, const struct draw_target *t)
{
	while (w->e->by != ENTRY_TOUCH && !(w->m->view.focus.on && w->m->view.focus.id == t->id &&
					    w->m->view.focus.arg == t->arg))
		walk_step(w, STEP_NEXT, 0, 0);
}

static void
walk_step_on(struct walk *w, unsigned what, const struct draw_target *t)
{
	walk_to(w, t);
	walk_step(w, what, t->box.x + t->box.w / 2, t->box.y + t->box.h / 2);
}

static void
walk_touch(struct walk *w, struct draw_target t)
{
	bool keys = w->e->by == ENTRY_KEYS;

	walk_step_on(w, keys ? STEP_OK : STEP_DOWN, &t);
	if (!keys)
		walk_step(w, STEP_UP, t.box.x + t.box.w / 2, t.box.y + t.box.h / 2);
}

/* Presses the button that holds the page open, moves on and releases there; keys cannot hold. */
static void
walk_slide(struct walk *w, unsigned id)
{
	struct draw_target hold = target_draw(w, TARGET_REVEAL), to;

	walk_step_on(w, STEP_DOWN, &hold);
	if (w->e->by == ENTRY_BUTTONS) /* releasing without a step would hide the page */
		walk_step(w, STEP_NEXT, 0, 0);
	to = target_draw(w, id);
	walk_step_on(w, STEP_UP, &to);
}

static void
masks_deal(struct walk *w)
{
	static const uint16_t change[] = { TARGET_SWAP, TARGET_SWAP, TARGET_SUGGEST,
					   TARGET_RANDOM };

	for (unsigned n = random_below(w->seed, ENTRY_CHANGES + 1); n > 0; n--)
		walk_touch(w, target_draw(w, change[random_below(w->seed, 4)]));
	walk_touch(w, target_draw(w, TARGET_DEAL));
}

/* Opens the private page from the play page, where other groups may come before it. */
static void
own_page_open(struct walk *w)
{
	struct draw_target t;

	if (ui_model_page(w->m) == UI_PAGE_HANDOVER) /* passed on by the side that dealt first */
		return;
	if (w->e->by == ENTRY_BUTTONS)
		walk_step(w, STEP_HINT, 0, 0);
	do
		t = target_draw(w, TARGET_GROUP);
	while (t.arg != CHOICE_SECRET);
	walk_touch(w, t);
}

void
entry_draw(struct entry *e, struct ui_model *m, struct entry_daemon *d,
	   uint64_t *seed)
{
	struct walk w = { e, m, d, seed };
	bool masks = strncmp(m->state.word[0], "assign:", 7) == 0;

	e->n = 0;
	d->act[0] = '\0';
	own_page_open(&w);
	if (e->by == ENTRY_KEYS)
		walk_touch(&w, target_draw(&w, TARGET_REVEAL));
	else if (masks)
		walk_slide(&w, TARGET_KEEP);
	if (masks)
		masks_deal(&w);
	else if (e->by == ENTRY_KEYS)
		walk_touch(&w, target_draw(&w, TARGET_CHOICE));
	else
		walk_slide(&w, TARGET_CHOICE);
	assert_string_not_equal(d->act, "");
}
