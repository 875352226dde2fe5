/*
 * The legend: every light and mark of the board, its name and a sentence. A touched light shows
 * its colour on a few lamps of the board; leaving the page gives the lamps back to the game.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"

enum { DOWN = 4, CELLS = 2 * DOWN };

struct row {
	uint8_t sample; /* enum ui_light or enum board_mark */
	const char *name, *text;
};

/* In the order of a game: a move, its dangers, what the board asks for, a game's own marks. */
static const struct row rows[] = {
	{ UI_LIGHT_FROM, N_("Lifted here"),
	  N_("The piece in your hand came from here, or the shown move began here.") },
	{ UI_LIGHT_LEGAL, N_("May go here"), N_("The lifted piece may go here.") },
	{ UI_LIGHT_CAPTURE, N_("May capture"),
	  N_("The lifted piece may capture here. With your opponent's piece in the hand: that "
	     "one.") },
	{ UI_LIGHT_UNSAFE, N_("In danger"),
	  N_("Hints \"moves, dangers\": the lifted piece may go here, but could be captured here next.") },
	{ UI_LIGHT_TO, N_("Move ends"),
	  N_("The shown move ends here. It is not final yet: you may still change it.") },
	{ UI_LIGHT_PLAN, N_("Computer's move"),
	  N_("Make this move for the computer. It swells; the next step flashes.") },
	{ UI_LIGHT_LAST, N_("Last move"), N_("The last move began or ended here.") },
	{ UI_LIGHT_HINT, N_("Can move"),
	  N_("This piece can move, moves along with the lifted one, or is the reason of a "
	     "refusal.") },
	{ UI_LIGHT_CHECK, N_("Check"), N_("This king is attacked.") },
	{ UI_LIGHT_ASKED, N_("Question"),
	  N_("A question is open here, or a touch is awaited. It swells once a second.") },
	{ UI_LIGHT_MISSING, N_("Missing"),
	  N_("A piece is missing here. Orange in turn with it: another piece belongs here.") },
	{ UI_LIGHT_EXTRA, N_("Wrong here"), N_("The piece here does not belong here.") },
	{ BOARD_MARK_STEP, N_("Next step"),
	  N_("Move the piece as the arrow shows. The arrow is only on the screen; the lamps of both "
	     "squares flash.") },
	{ BOARD_MARK_GHOST, N_("Pale piece"),
	  N_("Only on the screen: the piece belongs here and is lifted, missing, or not set up yet.") },
	{ UI_LIGHT_AREA, N_("Area"),
	  N_("The gauntlet (American), the half to move (Crowded House), before the mirror "
	     "(Half Alice).") },
	{ UI_LIGHT_CROOKED, N_("Crooked"), N_("Accounting: this piece has played a trick.") },
	{ BOARD_MARK_TRICK, N_("Trick"),
	  N_("Accounting, only on the screen: the lifted piece becomes crooked by going here.") },
	{ UI_LIGHT_ZOMBIE, N_("Zombie"),
	  N_("A zombie. It flashes while the lifted piece's move would destroy it.") },
	{ BOARD_MARK_HIDING, N_("May hide"),
	  N_("Zombie, only on the screen: a piece may be buried here, by White (white dot) or Black "
	     "(black dot).") },
	{ BOARD_MARK_GRAVE, N_("Grave"),
	  N_("Zombie, only on the screen: this piece is buried here. Private pages and the replay "
	     "show it.") },
	{ BOARD_MARK_STONES, N_("Stones"),
	  N_("Abstract, only on the screen: the number of stones in this stack.") },
	{ UI_LIGHT_MIRROR, N_("Mirror"), N_("Half Alice: this piece is behind the mirror.") },
	{ UI_LIGHT_STICK, N_("USB stick"),
	  N_("In the corners: a USB stick is in use. Do not pull it out.") },
	{ UI_LIGHT_BEST, N_("Best"),
	  N_("Hints \"moves, graded\": no move of any piece is clearly better. It swells.") },
	{ UI_LIGHT_GOOD, N_("Good"), N_("Hints \"moves, graded\": a little worse than the best.") },
	{ UI_LIGHT_PLAYABLE, N_("Playable"),
	  N_("Hints \"moves, graded\": up to about a pawn worse than the best.") },
	{ UI_LIGHT_MISTAKE, N_("Mistake"),
	  N_("Hints \"moves, graded\": loses something. Brown and dark red in turn.") },
	{ UI_LIGHT_BLUNDER, N_("Blunder"),
	  N_("Hints \"moves, graded\": loses much. Dark red, flashing.") },
};

/* Returns the row of a light. */
static unsigned
row_of(unsigned light)
{
	unsigned i = 0;

	while (rows[i].sample != light)
		i++;
	return i;
}

bool
page_lights_are_graded(const struct ui_state *s)
{
	for (unsigned light = UI_LIGHT_BEST; light <= UI_LIGHT_BLUNDER; light++)
		if (!sqset_empty(s->light[light]) && !sqset_empty(s->lifted))
			return true;
	return false;
}

void
page_lights_grades_layout(const struct page_draw *d, struct rect box)
{
	enum { GRADES_ACROSS = 2, GRADES_DOWN = 3 };
	struct rect inside = widget_card(d, box, PAL_CARD);
	int n = 0, side;

	draw_text(d->l, PAL_TEXT_SHOWN, rect_cut_top(&inside, d->g->small_line, 0), d->g->small_px,
		  DRAW_BOLD, tr("How good each is"));
	for (unsigned light = UI_LIGHT_BEST; light <= UI_LIGHT_BLUNDER; light++) {
		struct rect cell = rect_cell(inside, GRADES_ACROSS, GRADES_DOWN, measure(d->g, SPACE_NEAR), n);

		if (sqset_empty(d->s->light[light]))
			continue;
		side = cell.h < d->g->small_line ? cell.h : d->g->small_line;
		board_sample(d, rect_of(cell.x, cell.y + (cell.h - side) / 2, side, side), light);
		side += measure(d->g, SPACE_TIGHT);
		draw_text(d->l, PAL_TEXT, rect_of(cell.x + side, cell.y, cell.w - side, cell.h),
			  d->g->small_px, 0, tr(rows[row_of(light)].name));
		n++;
	}
}

enum { ROWS = sizeof(rows) / sizeof(rows[0]), PARTS = (ROWS + CELLS - 1) / CELLS };

/* Reports whether the page explains this row: the touched mark, else what the lamps show. */
static bool
is_chosen(const struct ui_model *m, unsigned row)
{
	if (m->view.mark_row > 0)
		return m->view.mark_row == row + 1;
	return m->state.legend == rows[row].sample;
}

static void
row_draw(const struct page_draw *d, struct rect cell, unsigned i)
{
	bool lit = is_chosen(d->m, i);
	int side = cell.h - 2 * measure(d->g, SPACE_NEAR);
	struct rect text = cell;

	widget_ground(d, cell, lit ? PAL_BUTTON_ON : PAL_BUTTON, TARGET_ROW, i);
	board_sample(d,
		     rect_of(cell.x + measure(d->g, SPACE_NEAR), cell.y + (cell.h - side) / 2, side,
			     side),
		     rows[i].sample);
	text.x = (int16_t)(cell.x + side + 3 * measure(d->g, SPACE_NEAR));
	text.w = (int16_t)(cell.x + cell.w - text.x);
	draw_text(d->l, lit ? PAL_TEXT_DARK : PAL_TEXT, text, d->g->small_px, DRAW_BOLD,
		  tr(rows[i].name));
}

/* Returns the sentence of the chosen row, or how to choose one. */
static const char *
sentence(const struct ui_model *m)
{
	for (unsigned i = 0; i < ROWS; i++)
		if (is_chosen(m, i))
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
more_show(struct ui_model *m, struct ui_out *out)
{
	if (m->view.lit || m->state.legend < UI_LIGHTS)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_LEGEND });
	m->view.lit = false;
	m->view.mark_row = 0;
	m->view.more = (uint8_t)((m->view.more + 1) % PARTS);
}

/* Explains a row; a row that was chosen already no more. The lamps show a light, and no mark. */
static void
row_choose(struct ui_model *m, unsigned row, struct ui_out *out)
{
	bool is_mark = rows[row].sample > UI_LIGHTS, was = is_chosen(m, row);
	bool was_lit = m->view.lit || m->state.legend < UI_LIGHTS;

	m->view.mark_row = (uint8_t)(is_mark && !was ? row + 1 : 0);
	m->view.lit = !is_mark && !was;
	if (m->view.lit)
		ui_out_word(out, UI_REQUEST_LEGEND,
			    ui_light_name((enum ui_light)rows[row].sample));
	else if (was_lit)
		ui_out_word(out, UI_REQUEST_LEGEND, "");
}

static void
lights_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	m->view.error[0] = '\0';
	if (id == TARGET_MORE)
		more_show(m, out);
	else if (id == TARGET_ROW && arg < ROWS)
		row_choose(m, arg, out);
}

/* Gives the lamps back to the game once the page was left. */
static void
lights_flush(struct ui_model *m, struct ui_out *out)
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
	.back = page_error_back,
	.flush = lights_flush,
};
