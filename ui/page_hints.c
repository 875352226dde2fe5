/* One player's hints: the light of a lifted piece, and the question before a blunder. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"

enum row { ROW_LEVEL, ROW_GRADED, ROW_BLUNDERS, ROWS };
enum { LIMITS = 4, COLUMNS = 3 };

static const char *const names[ROWS] = { N_("Hints"), N_("Graded pieces"), N_("Blunder alert") };
static const char *const level_names[] = { [UI_HINTS_OFF] = N_("off"),
					   [UI_HINTS_MOVES] = N_("moves"),
					   [UI_HINTS_SAFE] = N_("moves, dangers"),
					   [UI_HINTS_GRADED] = N_("moves, graded") };
static const char *const graded[LIMITS] = { "all", "1", "2", "3" };
static const char *const purpose[ROWS] = {
	N_("What a lifted piece lights: its moves, dangers too, or how good each move is."),
	N_("Grades the moves of this many pieces in a turn. Other pieces light their moves only."),
	N_("Before a blunder is final, the board says what it costs, and asks."),
};

/* Returns the row of state.hints; the first one if the game on the board has no such seat. */
static unsigned
seat_of(const struct ui_model *m)
{
	unsigned i = 0;

	while (i < m->state.n_hints && strcmp(m->state.hints[i].seat, m->view.seat) != 0)
		i++;
	return i < m->state.n_hints ? i : 0;
}

/* Returns the row of graded[] that the seat has. */
static unsigned
graded_of(const struct ui_seat_hints *h)
{
	unsigned i = LIMITS - 1;

	while (i > 0 && strcmp(graded[i], h->graded) != 0)
		i--;
	return i;
}

static const char *
value_of(const struct ui_state *s, unsigned seat, unsigned row)
{
	unsigned n = graded_of(&s->hints[seat]);

	if (row == ROW_LEVEL)
		return tr(level_names[s->hints[seat].level]);
	if (row == ROW_GRADED)
		return n == 0 ? tr("all") : graded[n];
	return s->asks_blunders >> seat & 1 ? tr("on") : tr("off");
}

static void
hints_layout(const struct page_draw *d)
{
	const struct ui_state *s = d->s;
	char title[SEAT_PLAYER_TEXT + 32], name[SEAT_PLAYER_TEXT];
	unsigned seat = seat_of(d->m);
	struct rect rest;

	lang_print(title, sizeof(title), tr("Hints of {1}"),
		   seat_player(s, s->hints[seat].seat, name));
	rest = widget_title(d, 0, title);
	for (unsigned i = 0; i < ROWS; i++) {
		struct rect row = rect_cut_top(&rest, d->g->touch, d->g->gap);
		struct rect field = rect_cell(row, COLUMNS, 1, d->g->gap, 0);
		int side = field.w + d->g->gap;

		widget_field(d, field, BUTTON_PLAIN, TARGET_ROW, i, tr(names[i]),
			     value_of(s, seat, i));
		draw_text(d->l, PAL_TEXT_DIM, rect_of(row.x + side, row.y, row.w - side, row.h),
			  d->g->small_px, 0, tr(purpose[i]));
	}
	draw_text(d->l, PAL_TEXT_DIM, rest, d->g->small_px, DRAW_TOP,
		  tr("Grades and the question need the computer (halo-partner)."));
}

/* Goes to the next value. */
static void
hints_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	const struct ui_state *s = &m->state;
	unsigned seat = seat_of(m);
	struct ui_request q = { .kind = UI_REQUEST_HINTS };

	if (id != TARGET_ROW || seat >= s->n_hints)
		return;
	memcpy(q.seat, s->hints[seat].seat, sizeof(q.seat));
	if (arg == ROW_LEVEL) {
		snprintf(q.word, sizeof(q.word), "%s",
			 ui_hints_name((s->hints[seat].level + 1u) % UI_HINTS_LEVELS));
	} else if (arg == ROW_GRADED) {
		q.kind = UI_REQUEST_GRADED;
		snprintf(q.word, sizeof(q.word), "%s",
			 graded[(graded_of(&s->hints[seat]) + 1) % LIMITS]);
	} else {
		q.kind = UI_REQUEST_BLUNDERS;
		q.yes = !(s->asks_blunders >> seat & 1);
	}
	ui_out_add(out, &q);
}

const struct page page_hints = {
	.name = "hints",
	.layout = hints_layout,
	.activate = hints_activate,
};
