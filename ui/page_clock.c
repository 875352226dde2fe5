/* Which clock: its kind, minutes, seconds a move, and whose. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"
#include "ui/setup.h"

enum { TABLE_COLUMNS = 9 };

static const char *const modes[UI_CLOCK_MODES] = { "Usual", "None",  "Sudden", "Fischer",
						   "Delay", "Glass", "Moves" };

/* The usual clock is of two sides, whichever game it will be for. */
static unsigned
seats_of(const struct ui_view *v, const char *seats[UI_SEATS_MAX])
{
	if (!v->for_settings)
		return setup_seats(&v->setup, seats);
	seats[0] = "w";
	seats[1] = "b";
	return 2;
}

static bool
has_seconds(uint8_t mode)
{
	return mode == UI_CLOCK_FISCHER || mode == UI_CLOCK_BRONSTEIN || mode == UI_CLOCK_MOVES;
}

static void
numbers_layout(const struct page_draw *d, struct rect row, unsigned id, const uint8_t *number,
	       const uint8_t chosen[UI_SEATS_MAX])
{
	uint8_t side = d->m->view.setup.side;

	for (int i = 0; i < TABLE_COLUMNS; i++) {
		bool on = chosen[side > 0 ? side - 1 : 0] == i;
		char label[8];

		snprintf(label, sizeof(label), "%u", number[i]);
		widget_button(d, rect_cell(row, TABLE_COLUMNS, 1, d->g->gap, i),
			      on ? BUTTON_ON : BUTTON_PLAIN, id, (unsigned)i, label);
	}
}

static void
words_layout(const struct page_draw *d, struct rect box)
{
	static const char *const words[UI_CLOCK_MODES] = {
		"As the settings say.",
		"Nobody's time is counted.",
		"So many minutes for the whole game.",
		"Minutes, and seconds added after each move.",
		"Minutes, and seconds a move that are not counted.",
		"What one uses the other gains.",
		"40 moves in so many minutes, then half as many for the rest.",
	};

	draw_text(d->l, PAL_TEXT_DIM, box, d->g->small_px, 0, words[d->m->view.setup.mode]);
}

static void
sides_layout(const struct page_draw *d, struct rect row)
{
	const char *seats[UI_SEATS_MAX], *label;
	unsigned n = seats_of(&d->m->view, seats), side = d->m->view.setup.side;
	struct ui_state game = { .n_hints = 0 };

	for (unsigned i = 0; i <= n; i++) {
		if (i == 0)
			label = n == 2 ? "Both sides" : "All seats";
		else if (n > 2)
			label = seat_name(&game, seats[i - 1]);
		else
			label = i == 1 ? "White's" : "Black's";
		widget_button(d, rect_cell(row, (int)n + 1, 1, d->g->gap, (int)i),
			      i == side ? BUTTON_ON : BUTTON_PLAIN, TARGET_SIDE, i, label);
	}
}

static void
clock_page_layout(const struct page_draw *d)
{
	const struct ui_setup *u = &d->m->view.setup;
	struct rect rest = widget_title(d, 0, "Clock"), row;
	int label = d->g->compact ? 0 : d->g->small_line + metrics_px(d->g, 4);

	row = rect_cut_top(&rest, d->g->touch, d->g->gap);
	for (int i = 0; i < UI_CLOCK_MODES; i++)
		widget_button(d, rect_cell(row, UI_CLOCK_MODES, 1, d->g->gap, i),
			      i == u->mode ? BUTTON_ON : BUTTON_PLAIN, TARGET_MODE, (unsigned)i,
			      modes[i]);
	words_layout(d, rect_cut_top(&rest, d->g->small_line + metrics_px(d->g, 2), d->g->gap));
	if (u->mode <= UI_CLOCK_NONE)
		return;
	if (label > 0)
		draw_text(d->l, PAL_TEXT_DIM, rect_cut_top(&rest, label, 0), d->g->small_px, 0,
			  "Minutes");
	numbers_layout(d, rect_cut_top(&rest, d->g->touch, d->g->gap), TARGET_MINUTES,
		       setup_minutes, u->minutes);
	if (label > 0 && has_seconds(u->mode))
		draw_text(d->l, PAL_TEXT_DIM, rect_cut_top(&rest, label, 0), d->g->small_px, 0,
			  "Seconds a move");
	if (has_seconds(u->mode))
		numbers_layout(d, rect_cut_top(&rest, d->g->touch, d->g->gap), TARGET_SECONDS,
			       setup_seconds, u->seconds);
	sides_layout(d, rect_cut_top(&rest, d->g->touch, d->g->gap));
}

static void
number_set(uint8_t chosen[UI_SEATS_MAX], uint8_t side, unsigned row)
{
	if (side > 0)
		chosen[side - 1] = (uint8_t)row;
	else
		memset(chosen, (int)row, UI_SEATS_MAX);
}

/* Leaving the page is what sets the usual clock: one request, not one a touch. */
static void
leave(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_SET_TEXT, .word = "clock" };

	const char *seats[UI_SEATS_MAX];

	setup_clock(&m->view.setup, seats_of(&m->view, seats), q.text);
	if (m->view.for_settings && q.text[0] != '\0')
		ui_out_add(out, &q);
	m->view.for_settings = false;
	ui_model_back(m);
}

static void
clock_page_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	struct ui_setup *u = &m->view.setup;
	const char *seats[UI_SEATS_MAX];

	if (id == TARGET_BACK)
		leave(m, out);
	else if (id == TARGET_MODE && arg < UI_CLOCK_MODES)
		u->mode = (uint8_t)arg;
	else if (id == TARGET_MINUTES && arg < SETUP_MINUTES)
		number_set(u->minutes, u->side, arg);
	else if (id == TARGET_SECONDS && arg < SETUP_SECONDS)
		number_set(u->seconds, u->side, arg);
	else if (id == TARGET_SIDE && arg <= seats_of(&m->view, seats))
		u->side = (uint8_t)arg;
}

const struct page page_clock = {
	.name = "clock",
	.parent = UI_PAGE_SETUP,
	.layout = clock_page_layout,
	.activate = clock_page_activate,
	.back = leave,
};
