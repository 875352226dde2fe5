/*
 * The rules on a few cards: texts, then examples that move, then how the pieces move. A diagram
 * plays once by itself after its card was opened; then it stands, and nothing is drawn.
 */
#include <stdio.h>
#include <string.h>

#include "ui/help_show.h"
#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"

enum { STEP_MS = 4000 }; /* long enough to read a sentence */

enum help_part { PART_TEXTS, PART_EXAMPLES, PART_PIECES };

static const struct panel *
shown(const struct ui_model *m)
{
	return panels[m->view.help_game % n_panels];
}

/* Returns the number of the first card of a part; for the part after the last, of all cards. */
static unsigned
part_begin(const struct panel *p, unsigned part)
{
	unsigned n = part > PART_TEXTS ? panel_help_cards(p) : 0;

	if (part > PART_EXAMPLES)
		n += panel_help_shows(p->examples);
	if (part > PART_PIECES)
		n += panel_help_shows(p->pieces);
	return n;
}

static unsigned
card_at(const struct ui_model *m)
{
	return m->view.help_card % part_begin(shown(m), PART_PIECES + 1u);
}

static unsigned
part_at(const struct ui_model *m)
{
	unsigned part = PART_PIECES;

	while (card_at(m) < part_begin(shown(m), part))
		part--;
	return part;
}

/* Returns the diagram of the card, or NULL. */
static const struct help_show *
show_at(const struct ui_model *m)
{
	const struct panel *p = shown(m);
	unsigned part = part_at(m), at = card_at(m) - part_begin(p, part);

	return part == PART_TEXTS      ? NULL
	       : part == PART_EXAMPLES ? &p->examples[at]
				       : &p->pieces[at];
}

static unsigned
step_at(const struct ui_model *m)
{
	return m->view.help_step % help_show_steps(show_at(m));
}

/* Begins to play the diagram from a step on. */
static void
play(struct ui_model *m, unsigned step)
{
	const struct help_show *show = show_at(m);

	m->view.help_step = (uint8_t)step;
	m->view.help_plays = show != NULL && step + 1 < help_show_steps(show);
	m->view.help_ms = m->now_ms + STEP_MS;
}

static void
card_open(struct ui_model *m, unsigned card)
{
	m->view.help_card = (uint8_t)card;
	play(m, 0);
}

void
page_help_open(struct ui_model *m)
{
	for (unsigned i = 0; i < n_panels; i++)
		if (panels[i] == panel_of(m->state.game))
			m->view.help_game = (uint8_t)i;
	m->view.help_card = 0;
	m->view.help_paged = false;
	ui_model_open(m, UI_PAGE_HELP);
}

void
page_help_open_pieces(struct ui_model *m)
{
	page_help_open(m);
	card_open(m, part_begin(shown(m), PART_PIECES));
}

static bool
is_playing(const struct ui_model *m)
{
	return ui_model_page(m) == UI_PAGE_HELP && m->view.help_plays && show_at(m) != NULL;
}

void
page_help_tick(struct ui_model *m)
{
	if (is_playing(m) && m->now_ms >= m->view.help_ms)
		play(m, step_at(m) + 1);
}

uint64_t
page_help_next_ms(const struct ui_model *m)
{
	return is_playing(m) ? m->view.help_ms : UI_NEVER;
}

/* Draws the buttons of a text's card. */
static void
cards_layout(const struct page_draw *d, struct rect row)
{
	unsigned at = card_at(d->m), n = part_begin(shown(d->m), PART_PIECES + 1u);

	widget_button(d, rect_cell(row, 3, 1, d->g->gap, 0), at > 0 ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 1, tr("Previous"));
	draw_filled(d->l, PAL_TEXT_DIM, rect_cell(row, 3, 1, d->g->gap, 1), d->g->small_px,
		    DRAW_CENTRE, tr("{1} of {2}"), LANG_N(at + 1), LANG_N(n));
	widget_button(d, rect_cell(row, 3, 1, d->g->gap, 2), at + 1 < n ? BUTTON_MAIN : BUTTON_OFF,
		      TARGET_STEP, 2, tr("Next"));
}

/* Draws the buttons of a diagram's card. */
static void
steps_layout(const struct page_draw *d, struct rect row)
{
	unsigned at = card_at(d->m), n = part_begin(shown(d->m), PART_PIECES + 1u);
	unsigned step = step_at(d->m), steps = help_show_steps(show_at(d->m));

	widget_button(d, rect_cell(row, 5, 1, d->g->gap, 0), at > 0 ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 1, tr("Previous"));
	widget_button(d, rect_cell(row, 5, 1, d->g->gap, 1), step > 0 ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 0, tr("Step back"));
	widget_button(d, rect_cell(row, 5, 1, d->g->gap, 2),
		      steps < 2               ? BUTTON_OFF
		      : d->m->view.help_plays ? BUTTON_ON
					      : BUTTON_PLAIN,
		      TARGET_PAUSE, 0, d->m->view.help_plays ? tr("Pause") : tr("Play it"));
	widget_button(d, rect_cell(row, 5, 1, d->g->gap, 3),
		      step + 1 < steps ? BUTTON_MAIN : BUTTON_OFF, TARGET_STEP, 3, tr("Step"));
	widget_button(d, rect_cell(row, 5, 1, d->g->gap, 4),
		      at + 1 >= n         ? BUTTON_OFF
		      : step + 1 >= steps ? BUTTON_MAIN
					  : BUTTON_PLAIN,
		      TARGET_STEP, 2, tr("Next"));
}

/* Draws a step of a diagram on the left; returns what is left beside it. */
static struct rect
board_draw(const struct page_draw *d, struct rect rest, const char *game,
	   const struct help_show *show, unsigned step)
{
	static struct ui_state picture; /* large; all calls are from one thread */
	struct page_draw there = *d;
	struct rect board = rest;

	if (!help_show_state(game, show, step, &picture))
		return rest; /* test_help.c checks every card */
	board.w = (int16_t)(rest.h * picture.files / picture.ranks);
	if (board.w > rest.w * 3 / 5)
		board.w = (int16_t)(rest.w * 3 / 5);
	rest = rect_of(rest.x + board.w + d->g->gap, rest.y, rest.w - board.w - d->g->gap, rest.h);
	there.s = &picture;
	d->l->teams = seat_is_team(game);
	board_layout(&there, board);
	if (panel_of(game)->beside_layout != NULL)
		panel_of(game)->beside_layout(&there, &rest);
	return rest;
}

/* Draws a text, beside the diagram that belongs to it. */
static void
text_layout(const struct page_draw *d, struct rect rest)
{
	const struct panel *p = shown(d->m);
	const struct help_card *card = &p->help[card_at(d->m)];

	if (card->example > 0)
		rest = board_draw(d, rest, p->game, &p->examples[card->example - 1], card->step);
	draw_text(d->l, PAL_TEXT, widget_card(d, rest, PAL_CARD),
		  d->g->compact ? d->g->small_px : d->g->text_px, DRAW_TOP, tr(card->text));
}

/* Draws the diagram on the left and the step's sentence beside it. */
static void
show_layout(const struct page_draw *d, struct rect rest)
{
	const struct panel *p = shown(d->m);
	const struct help_show *show = show_at(d->m);
	const char *game =
		part_at(d->m) == PART_PIECES && p->pieces_game != NULL ? p->pieces_game : p->game;
	unsigned step = step_at(d->m);
	struct rect inside, foot;

	rest = board_draw(d, rest, game, show, step);
	inside = widget_card(d, rest, PAL_CARD);
	foot = rect_cut_bottom(&inside, d->g->small_line, d->g->gap);
	draw_text(d->l, PAL_TEXT, inside, d->g->compact ? d->g->small_px : d->g->text_px, DRAW_TOP,
		  tr(show->step[step].text));
	draw_filled(d->l, PAL_TEXT_DIM, foot, d->g->small_px, 0, tr("Step {1} of {2}"),
		    LANG_N(step + 1), LANG_N(help_show_steps(show)));
}

static void
part_button(const struct page_draw *d, unsigned n, unsigned part, const char *label)
{
	const struct panel *p = shown(d->m);

	if (part_begin(p, part) == part_begin(p, part + 1))
		return;
	widget_title_button(d, n, part_at(d->m) == part ? BUTTON_ON : BUTTON_PLAIN, TARGET_GROUP,
			    part, label);
}

static void
help_layout(const struct page_draw *d)
{
	const struct panel *p = shown(d->m);
	const struct help_show *show = show_at(d->m);
	struct rect rest =
		widget_title(d, 2, tr(show != NULL ? show->title : p->help[card_at(d->m)].title));
	struct rect row = rect_cut_bottom(&rest, d->g->touch, d->g->gap);

	if (p->game == NULL) /* the board itself */
		widget_title_button(d, 1, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_LIGHTS,
				    tr("All lights"));
	part_button(d, 1, PART_EXAMPLES, tr("Examples"));
	part_button(d, 0, PART_PIECES, tr("Pieces"));
	if (show != NULL) {
		show_layout(d, rest);
		steps_layout(d, row);
		return;
	}
	text_layout(d, rest);
	cards_layout(d, row);
}

static void
step_activate(struct ui_model *m, unsigned arg)
{
	unsigned at = card_at(m), n = part_begin(shown(m), PART_PIECES + 1u);
	const struct help_show *show = show_at(m);

	m->view.help_paged |= arg == 1 || arg == 2;
	if (arg == 1 && at > 0) {
		card_open(m, at - 1);
	} else if (arg == 2 && at + 1 < n) {
		card_open(m, at + 1);
	} else if (show != NULL && (arg == 0 || arg == 3)) {
		unsigned step = step_at(m), steps = help_show_steps(show);

		m->view.help_plays = false; /* the player's own pace */
		m->view.help_step =
			(uint8_t)(arg == 0 ? step - (step > 0) : step + (step + 1 < steps));
	}
}

/*
 * Returns from a diagram that a button of the texts has opened to the texts; otherwise to the page
 * that opened the rules.
 */
static void
help_back(struct ui_model *m, struct ui_out *out)
{
	(void)out;
	if (part_at(m) != PART_TEXTS && !m->view.help_paged)
		card_open(m, 0);
	else
		ui_model_back(m);
}

static void
help_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_STEP) {
		step_activate(m, arg);
	} else if (id == TARGET_GROUP && arg <= PART_PIECES) {
		m->view.help_paged = false;
		if (part_at(m) != arg) /* the texts: by Back */
			card_open(m, part_begin(shown(m), arg));
	} else if (id == TARGET_PAGE) {
		ui_model_open(m, (enum ui_page)arg);
	} else if (id == TARGET_PAUSE && show_at(m) != NULL) {
		if (m->view.help_plays)
			m->view.help_plays = false;
		else
			play(m, step_at(m) + 1 < help_show_steps(show_at(m)) ? step_at(m) : 0);
	}
}

const struct page page_help = {
	.name = "help",
	.layout = help_layout,
	.activate = help_activate,
	.back = help_back,
};
