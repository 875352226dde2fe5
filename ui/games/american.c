/* American Chess: generals in the gauntlet (files e to g), and turns left until turn 50. */
#include <string.h>

#include "ui/panel.h"

enum { GAUNTLET_FIRST = 4, GAUNTLET_LAST = 6, TURN_LAST = 50 };

static unsigned
generals(const struct ui_state *s, char letter)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		unsigned file = sq % s->files;

		n += s->at[sq].letter == letter && file >= GAUNTLET_FIRST && file <= GAUNTLET_LAST;
	}
	return n;
}

static void
side_draw(const struct page_draw *d, struct rect row, char letter, const char *name, unsigned n)
{
	draw_fill(d->l, PAL_TRAY, row, d->g->radius);
	draw_piece(d->l, rect_of(row.x + 2, row.y, row.h, row.h), (struct ui_piece){ letter, 0 },
		   0);
	draw_textf(d->l, PAL_TEXT_DARK,
		   rect_of(row.x + row.h + d->g->gap, row.y, row.w - row.h - d->g->gap, row.h),
		   d->g->small_px, DRAW_BOLD, "%s: %u", name, n);
}

static void
american_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	unsigned blue = generals(s, 'Q'), red = generals(s, 'q');
	bool answer = blue > 0 && red == 0 && strcmp(s->to_act, "b") == 0;
	const char *warning = tr("Red has one move to answer");
	struct rect row;

	if (panel_row(d, &box, d->g->list_line, &row))
		draw_filled(d->l, PAL_TEXT, row, d->g->small_px, 0, tr("Turn {1} of {2}"),
			    LANG_N(s->turn), LANG_N((unsigned)TURN_LAST));
	if (answer && strstr(s->message, warning) == NULL && /* the header says it too */
	    panel_row(d, &box, 2 * d->g->small_line, &row))
		draw_text(d->l, PAL_TEXT_WARN, row, d->g->small_px, DRAW_BOLD | DRAW_TOP, warning);
	if (panel_row(d, &box, d->g->list_line, &row))
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, tr("Generals in gauntlet e\u2013g"));
	if (!d->g->compact && !answer && panel_row(d, &box, d->g->list_line, &row))
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
			  tr("Who has none there loses"));
	if (panel_row(d, &box, measure(d->g, ROW), &row))
		side_draw(d, row, 'Q', tr("Blue"), blue);
	if (panel_row(d, &box, measure(d->g, ROW), &row))
		side_draw(d, row, 'q', tr("Red"), red);
	panel_rest(d, box);
}

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("The gauntlet"),
	  "5q5/11/11/11/p10/11/11/11/4QR5 w - - 0 1",
	  {
		  { NULL, NULL,
		    N_("The columns e, f and g are the gauntlet. Both sides have a "
		   "general there.") },
		  { "f1f9", NULL,
		    N_("Blue captures Red's. What reaches the enemy's first row "
		   "becomes a general.") },
		  { "a5a4", NULL,
		    N_("Red has one move to answer. It brings no general back: Blue "
		   "wins.") },
	  } },
	{ N_("Artillery"),
	  "4q6/11/11/11/C2P2r4/11/11/11/4Q6 w - - 0 1",
	  {
		  { NULL, "a5",
		    N_("Artillery moves like a general, but captures only over exactly "
		   "one piece.") },
		  { "a5g5", NULL,
		    N_("Here over its own soldier, at any distance.") },
	  } },
	{ N_("The missile"),
	  "3rq6/11/11/3p7/11/11/11/11/3MQ6 w - - 0 1",
	  {
		  { NULL, "d1",
		    N_("A missile reaches every square, except on the enemy's first "
		   "row.") },
		  { "d1d6", NULL,
		    N_("It captures where it lands. Pieces on their own first row are "
		   "safe from it.") },
	  } },
	{ N_("A new general"),
	  "4q6/P10/11/11/11/11/11/11/4Q6 w - - 0 1",
	  {
		  { NULL, "a8",
		    N_("Any piece but a missile becomes a general on the enemy's first "
		   "row.") },
		  { "a8a9", NULL,
		    N_("There is no choice.") },
	  } },
	{ 0 },
};

/* How each piece moves. */
static const struct help_show pieces[] = {
	{ N_("How the pieces move"),
	  "3rq6/11/11/R10/7Q3/1B8P/8N2/C2P2r4/3MQ6 w - - 0 1",
	  {
		  { NULL, "h5",
		    N_("A general (Q) goes any distance, straight or diagonally.") },
		  { NULL, "a6",
		    N_("An armor brigade (R) goes any distance straight.") },
		  { NULL, "b4",
		    N_("A recon battalion (B) goes any distance diagonally.") },
		  { NULL, "i3",
		    N_("A colonel (N) jumps to the sixteen squares exactly two away.") },
		  { NULL, "d1",
		    N_("A missile (M) reaches every square, except on the enemy's first row.") },
		  { NULL, "a2",
		    N_("Artillery (C) moves like a general, but captures only over exactly one piece.") },
		  { NULL, "k4",
		    N_("A soldier goes one square in any direction.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static bool
must_answer(const struct ui_state *s)
{
	return generals(s, 'Q') > 0 && generals(s, 'q') == 0 && panel_side(s) == 1;
}

static bool
need_not_answer(const struct ui_state *s)
{
	return !must_answer(s);
}

static bool
has_artillery(const struct ui_state *s)
{
	return panel_count(s, panel_side(s) == 1 ? 'c' : 'C', '?') > 0;
}

static bool
has_missile(const struct ui_state *s)
{
	return panel_count(s, panel_side(s) == 1 ? 'm' : 'M', '?') > 0;
}

static const struct panel_now now[] = {
	{ N_("Red has no general in the gauntlet: this move must bring one there, or capture all of "
	     "Blue's there."),
	  .when = must_answer },
	{ N_("To win, have a general in the gauntlet (columns e, f, g) after Red's turn, and the enemy none."),
	  .when = need_not_answer },
	{ N_("Artillery captures over exactly one piece."),
	  .when = has_artillery },
	{ N_("A missile goes to any square but the enemy's first row."),
	  .when = has_missile },
	{ 0 },
};

const struct panel panel_american = {
	.game = "american",
	.title = N_("American"),
	.first = N_("The gauntlet is columns e, f, g (dark). After Red's turn, the side that alone has a "
		    "general there wins."),
	.line = N_("Missiles, generals"),
	.emblem = { .piece = { { 'M', 0 }, { 'c', 0 } }, .teams = true },
	.chief = 'Q',
	.zone_first = GAUNTLET_FIRST,
	.zone_last = GAUNTLET_LAST,
	.layout = american_layout,
	.examples = examples,
	.pieces = pieces,
	.now = now,
	.help = {
		{ N_("American"),
		  N_("You win when, after a move of Red, only you have generals in the gauntlet.\n"
		     "The gauntlet is the columns (files) e, f and g. There is no king.\n"
		     "If Blue empties Red's gauntlet, Red has one move to answer.\n"
		     "Blue begins. Blue has the light pieces, Red the dark ones."),
		  1, 0 },
		{ N_("The pieces"),
		  N_("Soldier: one step any way.\n"
		     "Armor brigade (R): straight, like a rook.\n"
		     "Recon battalion (B): diagonally, like a bishop.\n"
		     "General (Q): both, like a queen.\n"
		     "Colonel (N): jumps to the sixteen squares exactly two away."), 0, 0 },
		{ N_("Missile and artillery"),
		  N_("Missile (M): any square but on the enemy's first row.\n"
		     "Artillery (C): moves like a general without taking.\n"
		     "It takes along such a line over exactly one piece of either side."),
		  2, 0 },
		{ N_("A new general"),
		  N_("Who ends a move on the enemy's first row becomes a general at once.\n"
		     "Missiles cannot go there."),
		  4, 1 },
		{ N_("Draws, and a first game"),
		  N_("If after a move of Red neither side has a general in the gauntlet, it is a "
		     "draw.\n"
		     "So it is after turn 50, if both have one.\n"
		     "Before your first game: keep one general of the gauntlet on your own first "
		     "row, where no missile reaches.\n"
		     "Send the others out."), 0, 0 },
	},
};
