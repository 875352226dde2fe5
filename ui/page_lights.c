/*
 * The legend: every light with its mark, its name and a sentence. A touched row lights a few
 * lamps of the board in that colour; leaving the page gives the lamps back to the game.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"

enum { DOWN = 4, CELLS = 2 * DOWN };

struct row {
	uint8_t light; /* enum ui_light */
	const char *name, *text;
};

/* In the order of a game: a move, its dangers, then what the board asks for, then marks. */
static const struct row rows[] = {
	{ UI_LIGHT_FROM, N_("Lifted here"),
	  N_("The piece in your hand came from here, or the shown move began here.") },
	{ UI_LIGHT_LEGAL, N_("May go here"), N_("The lifted piece may go here.") },
	{ UI_LIGHT_CAPTURE, N_("May capture"),
	  N_("The lifted piece may capture here. With your opponent's piece in the hand: that "
	     "one.") },
	{ UI_LIGHT_UNSAFE, N_("In danger"),
	  N_("Hints \"safe\": the lifted piece may go here, but could be captured here next.") },
	{ UI_LIGHT_TO, N_("Move ends"),
	  N_("The shown move ends here. It is not final yet: you may still change it.") },
	{ UI_LIGHT_LAST, N_("Last move"), N_("The last move went from here to here.") },
	{ UI_LIGHT_HINT, N_("Can move"),
	  N_("This piece can move, moves along with the lifted one, or is the reason of a "
	     "refusal.") },
	{ UI_LIGHT_CHECK, N_("Check"), N_("This king is attacked.") },
	{ UI_LIGHT_ASKED, N_("Question"),
	  N_("A question is open here, or a touch is awaited. It swells once a second.") },
	{ UI_LIGHT_MISSING, N_("Missing"),
	  N_("A piece is missing here. Orange in turn with it: another piece belongs here.") },
	{ UI_LIGHT_EXTRA, N_("Wrong here"), N_("The piece here does not belong here.") },
	{ UI_LIGHT_AREA, N_("Area"),
	  N_("The gauntlet (American), the half to move (Crowded House), before the mirror "
	     "(Half Alice).") },
	{ UI_LIGHT_CROOKED, N_("Crooked"), N_("Accounting: this piece has played a trick.") },
	{ UI_LIGHT_ZOMBIE, N_("Zombie"),
	  N_("A zombie. It flashes while the lifted piece's move would destroy it.") },
	{ UI_LIGHT_MIRROR, N_("Mirror"), N_("Half Alice: this piece is behind the mirror.") },
	{ UI_LIGHT_STICK, N_("USB stick"),
	  N_("In the corners: a USB stick is in use. Do not pull it out.") },
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), PARTS = (ROWS + CELLS - 1) / CELLS };

static void
row_draw(const struct page_draw *d, struct rect cell, unsigned i)
{
	bool lit = d->s->legend == rows[i].light;
	int side = cell.h - 2 * measure(d->g, SPACE_NEAR);
	struct rect text = cell;

	widget_ground(d, cell, lit ? PAL_BUTTON_ON : PAL_BUTTON, TARGET_ROW, i);
	board_sample(d,
		     rect_of(cell.x + measure(d->g, SPACE_NEAR), cell.y + (cell.h - side) / 2, side,
			     side),
		     (enum ui_light)rows[i].light);
	text.x = (int16_t)(cell.x + side + 3 * measure(d->g, SPACE_NEAR));
	text.w = (int16_t)(cell.x + cell.w - text.x);
	draw_text(d->l, lit ? PAL_TEXT_DARK : PAL_TEXT, text, d->g->small_px, DRAW_BOLD,
		  tr(rows[i].name));
}

/* Returns the sentence of the lit row, or how to light one. */
static const char *
sentence(const struct ui_model *m)
{
	for (unsigned i = 0; i < ROWS; i++)
		if (rows[i].light == m->state.legend)
			return tr(rows[i].text);
	return tr("Touch a light: the board shows its colour in the middle, and here you read what "
		  "it means.");
}

static void
lights_layout(const struct page_draw *d)
{
	struct rect rest = widget_title(d, 1, tr("All lights"));
	struct rect foot = rect_cut_bottom(
		&rest, 2 * d->g->pad + (d->g->compact ? 2 : 3) * d->g->small_line, d->g->gap);
	unsigned first = d->m->view.more % PARTS * CELLS;
	const char *error = d->m->view.error;

	widget_title_button(d, 0, BUTTON_PLAIN, TARGET_MORE, 0, tr("More"));
	for (unsigned i = 0; i < CELLS && first + i < ROWS; i++)
		row_draw(d, rect_cell(rest, 2, DOWN, d->g->gap, (int)i), first + i);
	draw_text(d->l, error[0] != '\0' ? PAL_TEXT_WARN : PAL_TEXT,
		  widget_card(d, foot, error[0] != '\0' ? PAL_WARN : PAL_CARD), d->g->small_px,
		  DRAW_TOP, error[0] != '\0' ? error : sentence(d->m));
}

static void
lights_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_LEGEND };

	m->view.error[0] = '\0';
	if (id == TARGET_BACK) {
		ui_model_back(m);
	} else if (id == TARGET_MORE) {
		m->view.more = (uint8_t)((m->view.more + 1) % PARTS);
	} else if (id == TARGET_ROW && arg < ROWS) {
		m->view.lit = m->state.legend != rows[arg].light;
		if (m->view.lit)
			snprintf(q.word, sizeof(q.word), "%s",
				 ui_light_name((enum ui_light)rows[arg].light));
		ui_out_add(out, &q);
	}
}

void
page_lights_flush(struct ui_model *m, struct ui_out *out)
{
	if (!m->view.lit || m->view.page == UI_PAGE_LIGHTS)
		return;
	m->view.lit = false;
	if (m->linked) /* without a connection the daemon has ended it */
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LEGEND });
}

const struct page page_lights = {
	.name = "lights",
	.layout = lights_layout,
	.activate = lights_activate,
};
