/* The clock for a game: kind, minutes, seconds a move, and seat. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"
#include "ui/setup.h"

enum {
	TABLE_COLUMNS = 9,
	NAMED = 4,
	OWN = 2,
	OWN_TEXT_MAX = 60, /* a longer clock is not kept: OWN fit into the setting */
};

/* The clocks that players know by name. */
static const struct {
	const char *name, *spec;
} named[NAMED] = {
	{ "3+2", "fischer:180+2" },
	{ "10+0", "sudden:600" },
	{ "15+10", "fischer:900+10" },
	{ "90+30", "fischer:5400+30" },
};

static const char *const modes[UI_CLOCK_MODES] = { N_("Default"), N_("None"),  N_("Total"),
						   N_("Fischer"), N_("Delay"), N_("Glass"),
						   N_("Moves") };

/* Returns the seats of the clock. The default clock has two sides, regardless of the game. */
static unsigned
seats_of(const struct ui_view *v, const char *seats[RULES_SEATS_MAX])
{
	if (!v->for_settings)
		return setup_seats(&v->setup, seats);
	seats[0] = "w";
	seats[1] = "b";
	return 2;
}

/* Copies the players' own clock number `i`, "" if there is none. */
static void
own_find(const struct ui_model *m, unsigned i, char spec[UI_SPEC_TEXT])
{
	const char *at = m->state.settings.own_clocks;

	for (; i > 0; i--)
		at += strcspn(at, " ") + (strchr(at, ' ') != NULL);
	snprintf(spec, UI_SPEC_TEXT, "%.*s", (int)strcspn(at, " "), at);
}

/* Copies the clock of a button in the first row, "" if there is none. */
static void
spec_find(const struct ui_model *m, unsigned i, char spec[UI_SPEC_TEXT])
{
	if (i < NAMED)
		snprintf(spec, UI_SPEC_TEXT, "%s", named[i].spec);
	else
		own_find(m, i - NAMED, spec);
}

/* Draws the clocks by name and the players' own ones; the chosen one is marked. */
static void
named_layout(const struct page_draw *d, struct rect row)
{
	const char *seats[RULES_SEATS_MAX];
	char is[UI_SPEC_TEXT], spec[UI_SPEC_TEXT], label[UI_SPEC_TEXT];

	setup_clock(&d->m->view.setup, seats_of(&d->m->view, seats), is);
	for (unsigned i = 0; i < NAMED + OWN; i++) {
		spec_find(d->m, i, spec);
		if (spec[0] == '\0')
			continue;
		if (i < NAMED)
			snprintf(label, sizeof(label), "%s", named[i].name);
		else
			setup_clock_words(spec, label, sizeof(label));
		widget_button(d, rect_cell(row, NAMED + OWN, 1, d->g->gap, (int)i),
			      strcmp(spec, is) == 0 ? BUTTON_ON : BUTTON_PLAIN, TARGET_CLOCK, i,
			      label);
	}
}

static bool
has_seconds(uint8_t mode)
{
	return mode == UI_CLOCK_FISCHER || mode == UI_CLOCK_BRONSTEIN || mode == UI_CLOCK_MOVES;
}

static void
numbers_layout(const struct page_draw *d, struct rect row, unsigned id, const uint8_t *number,
	       const uint8_t chosen[RULES_SEATS_MAX])
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
	unsigned mode = d->m->view.setup.mode;

	draw_text(d->l, PAL_TEXT_DIM, box, d->g->small_px, 0,
		  mode == UI_CLOCK_USUAL ? tr("The clock that is chosen in the settings.")
					 : setup_clock_means(mode));
}

static void
sides_layout(const struct page_draw *d, struct rect row)
{
	const char *seats[RULES_SEATS_MAX], *label;
	unsigned n = seats_of(&d->m->view, seats), side = d->m->view.setup.side;

	for (unsigned i = 0; i <= n; i++) {
		if (i == 0)
			label = n == 2 ? tr("Both sides") : tr("All seats");
		else if (n > 2)
			label = seat_name("", seats[i - 1]);
		else
			label = i == 1 ? tr("White's") : tr("Black's");
		widget_button(d, rect_cell(row, (int)n + 1, 1, d->g->gap, (int)i),
			      i == side ? BUTTON_ON : BUTTON_PLAIN, TARGET_SIDE, i, label);
	}
}

/* Draws a row of numbers below its name. */
static void
labelled_layout(const struct page_draw *d, struct rect *rest, const char *name, unsigned id,
		const uint8_t *number, const uint8_t *chosen)
{
	draw_text(d->l, PAL_TEXT_DIM, rect_cut_top(rest, d->g->small_line, 0), d->g->small_px, 0,
		  name);
	numbers_layout(d, rect_cut_top(rest, d->g->touch, d->g->gap), id, number, chosen);
}

static void
clock_page_layout(const struct page_draw *d)
{
	const struct ui_setup *u = &d->m->view.setup;
	struct rect bar, rest = widget_bar(d, &bar), row;
	bool counts = u->mode > UI_CLOCK_NONE;
	struct rect title = bar;

	title.w = (int16_t)(d->g->compact ? 3 * d->g->title_px + d->g->gap
					  : measure(d->g, WIDTH_SHORT));
	draw_text(d->l, PAL_TEXT, title, d->g->title_px, DRAW_BOLD, tr("Clock"));
	if (counts)
		sides_layout(d, rect_of(bar.x + title.w, bar.y, bar.w - title.w, bar.h));
	named_layout(d, rect_cut_top(&rest, d->g->touch, d->g->gap));
	row = rect_cut_top(&rest, d->g->touch, d->g->gap);
	for (int i = 0; i < UI_CLOCK_MODES; i++)
		widget_button(d, rect_cell(row, UI_CLOCK_MODES, 1, d->g->gap, i),
			      i == u->mode ? BUTTON_ON : BUTTON_PLAIN, TARGET_MODE, (unsigned)i,
			      tr(modes[i]));
	words_layout(d, rect_cut_top(&rest, d->g->small_line, d->g->compact ? 0 : d->g->gap));
	if (counts)
		labelled_layout(d, &rest, tr("Minutes"), TARGET_MINUTES, setup_minutes, u->minutes);
	if (has_seconds(u->mode))
		labelled_layout(d, &rest, tr("Seconds a move"), TARGET_SECONDS, setup_seconds,
				u->seconds);
}

static void
number_set(uint8_t chosen[RULES_SEATS_MAX], uint8_t side, unsigned row)
{
	if (side > 0)
		chosen[side - 1] = (uint8_t)row;
	else
		memset(chosen, (int)row, RULES_SEATS_MAX);
}

/* Keeps a clock that has no name, before the newest of the earlier ones. */
static void
own_keep(const struct ui_model *m, const char *spec, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_SET_TEXT, .word = "own_clocks" };
	char before[UI_SPEC_TEXT];

	if (strchr(spec, ':') == NULL || strchr(spec, ',') != NULL)
		return; /* none, the default one, or different ones */
	for (unsigned i = 0; i < NAMED + OWN; i++) {
		spec_find(m, i, before);
		if (strcmp(before, spec) == 0)
			return;
	}
	own_find(m, 0, before);
	if (strlen(spec) > OWN_TEXT_MAX)
		return;
	if (before[0] == '\0' || strlen(before) > OWN_TEXT_MAX)
		snprintf(q.text, sizeof(q.text), "%s", spec);
	else
		snprintf(q.text, sizeof(q.text), "%.*s %.*s", OWN_TEXT_MAX, spec, OWN_TEXT_MAX,
			 before);
	ui_out_add(out, &q);
}

/* Sets the default clock on leaving the page: one request instead of one a touch. */
static void
leave(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_SET_TEXT, .word = "clock" };
	const char *seats[RULES_SEATS_MAX];

	setup_clock(&m->view.setup, seats_of(&m->view, seats), q.text);
	if (m->view.for_settings && q.text[0] != '\0')
		ui_out_add(out, &q);
	if (m->state.settings.known)
		own_keep(m, q.text, out);
	m->view.for_settings = false;
	ui_model_back(m);
}

static void
clock_page_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	struct ui_setup *u = &m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	char spec[UI_SPEC_TEXT];

	(void)out;
	if (id == TARGET_CLOCK && arg < NAMED + OWN) {
		spec_find(m, arg, spec);
		(void)setup_clock_take(u, spec); /* one that the page cannot show changes nothing */
	} else if (id == TARGET_MODE && arg < UI_CLOCK_MODES) {
		u->mode = (uint8_t)arg;
	} else if (id == TARGET_MINUTES && arg < SETUP_MINUTES) {
		number_set(u->minutes, u->side, arg);
	} else if (id == TARGET_SECONDS && arg < SETUP_SECONDS) {
		number_set(u->seconds, u->side, arg);
	} else if (id == TARGET_SIDE && arg <= seats_of(&m->view, seats)) {
		u->side = (uint8_t)arg;
	}
}

const struct page page_clock = {
	.name = "clock",
	.layout = clock_page_layout,
	.activate = clock_page_activate,
	.back = leave,
};
