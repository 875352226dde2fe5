/* Who plays a new game: a person or a computer, by seat, and its level. */
#include <stdio.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/setup.h"

enum {
	LEVEL_USUAL = 3, /* as the daemon's, for a computer without a level */
	COLUMNS = RULES_LEVELS_MAX / 2,
};

static unsigned
seat_chosen(const struct ui_setup *u)
{
	const char *seats[RULES_SEATS_MAX];

	return u->who % setup_seats(u, seats);
}

static void
seats_layout(const struct page_draw *d, struct rect row)
{
	const struct ui_setup *u = &d->m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats);
	char value[32];

	for (unsigned i = 0; i < n; i++) {
		unsigned level = setup_level(u, i);

		if (level > 0)
			lang_print(value, sizeof(value), tr("Level {1}"), LANG_N(level));
		else
			lang_print(value, sizeof(value), tr("Person"));
		widget_field(d, rect_cell(row, (int)n, 1, d->g->gap, (int)i),
			     i == seat_chosen(u) ? BUTTON_ON : BUTTON_PLAIN, TARGET_SIDE, i,
			     seat_name(panels[u->game]->game, seats[i]), value);
	}
}

/* Draws person or computer, and the levels of this game in two rows. */
static void
choices_layout(const struct page_draw *d, struct rect *rest)
{
	const struct ui_setup *u = &d->m->view.setup;
	unsigned level = setup_level(u, seat_chosen(u)), most = panel_levels(panels[u->game]);
	struct rect row = rect_cut_top(rest, d->g->touch, d->g->gap), grid;
	char label[8];

	widget_button(d, rect_cell(row, 2, 1, d->g->gap, 0), level == 0 ? BUTTON_ON : BUTTON_PLAIN,
		      TARGET_WHO, 0, tr("Person"));
	widget_button(d, rect_cell(row, 2, 1, d->g->gap, 1), level > 0 ? BUTTON_ON : BUTTON_PLAIN,
		      TARGET_WHO, 1, tr("Computer"));
	draw_text(d->l, PAL_TEXT_DIM, rect_cut_top(rest, d->g->small_line, 0), d->g->small_px, 0,
		  tr("The computer's level"));
	grid = rect_cut_top(rest, 2 * d->g->touch + d->g->gap, d->g->gap);
	for (unsigned i = 1; i <= most; i++) {
		snprintf(label, sizeof(label), "%u", i);
		widget_button(d, rect_cell(grid, COLUMNS, 2, d->g->gap, (int)i - 1),
			      i == level ? BUTTON_ON : BUTTON_PLAIN, TARGET_LEVEL, i, label);
	}
}

static void
who_layout(const struct page_draw *d)
{
	struct rect rest = widget_title(d, 0, tr("Who plays?"));
	bool real = setup_has_real_cards(&d->m->view.setup);

	seats_layout(d, rect_cut_top(&rest, d->g->touch, d->g->gap));
	if (!real)
		choices_layout(d, &rest);
	draw_text(d->l, real ? PAL_TEXT : PAL_TEXT_DIM, rest, d->g->small_px, DRAW_TOP,
		  real ? tr("Real cards are dealt by hand, and a computer does not see them. So "
			    "persons play all seats. To play with a computer, choose cards that "
			    "are dealt here.")
		       : tr("Level 1 is a beginner. You make the computer's moves on the board."));
}

static void
who_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	struct ui_setup *u = &m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	uint8_t *level = &u->level[seat_chosen(u)];

	(void)out;
	if (id == TARGET_SIDE && arg < setup_seats(u, seats))
		u->who = (uint8_t)arg;
	else if (id == TARGET_LEVEL && arg >= 1 && arg <= panel_levels(panels[u->game]))
		*level = (uint8_t)arg;
	else if (id == TARGET_WHO && arg == 0)
		*level = 0;
	else if (id == TARGET_WHO && *level == 0)
		*level = LEVEL_USUAL;
}

const struct page page_who = {
	.name = "who",
	.layout = who_layout,
	.activate = who_activate,
};
