/* Accounting Chess: innocent Shareholders, Regulators, and the number of crooked pieces. */
#include "ui/panel.h"

static void
side_draw(const struct page_draw *d, struct rect row, bool black)
{
	const struct ui_state *s = d->s;
	const char letter[] = { black ? 'p' : 'P', black ? 'n' : 'N', black ? 'q' : 'Q' };
	const unsigned count[] = { panel_count(s, letter[0], 0), panel_count(s, letter[1], '?'),
				   panel_count_marked(s, black, '*') };
	const char mark[] = { 0, 0, '*' };

	draw_fill(d->l, PAL_TRAY, row, d->g->radius);
	for (int i = 0; i < 3; i++) {
		struct rect cell = rect_cell(row, 3, 1, 0, i);

		draw_piece(d->l, rect_of(cell.x + 2, cell.y, cell.h, cell.h),
			   (struct ui_piece){ letter[i], mark[i] }, 0);
		draw_textf(d->l, PAL_TEXT_DARK,
			   rect_of(cell.x + cell.h, cell.y, cell.w - cell.h, cell.h), d->g->text_px,
			   DRAW_BOLD | DRAW_CENTRE, "%u", count[i]);
	}
}

/* Names the three numbers, each above its own, if a line is too short for all. */
static void
names_draw(const struct page_draw *d, struct rect row)
{
	const char *const names[] = { tr("Innocent"), tr("Regul."), tr("Crooked") };

	if (!d->g->compact) {
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
			  tr("Innocent, Regulators, crooked"));
		return;
	}
	for (int i = 0; i < 3; i++) {
		struct rect cell = rect_cell(row, 3, 1, 0, i);
		int near = measure(d->g, SPACE_NEAR);

		if (i == 0) /* long */
			cell.w = (int16_t)(cell.w + near);
		else if (i == 1)
			cell = rect_of(cell.x + 2 * near, cell.y, cell.w - 2 * near, cell.h);
		draw_text(d->l, PAL_TEXT_DIM, cell, d->g->small_px, 0, names[i]);
	}
}

/* Names the three numbers; while a lifted piece may play a trick, the sign of tricks. */
static void
legend_draw(const struct page_draw *d, struct rect row)
{
	struct rect sign = rect_of(row.x, row.y, row.h, row.h);
	int gap = measure(d->g, SPACE_NEAR);

	if (sqset_empty(d->s->tricks)) {
		names_draw(d, row);
		return;
	}
	board_trick_sign(d, rect_inset(sign, 1));
	draw_text(d->l, PAL_TEXT, rect_of(row.x + row.h + gap, row.y, row.w - row.h - gap, row.h),
		  d->g->small_px, 0,
		  d->g->compact ? tr("a trick: crooked") : tr("a trick: makes it crooked"));
}

static void
accounting_layout(const struct page_draw *d, struct rect box)
{
	int sides = 2 * (measure(d->g, ROW) + measure(d->g, SPACE_ROWS));
	const char *crooked = tr("A capture or a long move makes a piece crooked. An enemy Regulator "
				 "(knight) that lands straight beside it removes it.");
	char first[2 * UI_SENTENCE_TEXT];
	struct rect row;

	lang_print(first, sizeof(first), "{1} {2}",
		   tr("You win when the enemy has no CEO (king), or when you have no innocent "
		      "Shareholder left."),
		   crooked);
	if (box.h >= d->g->list_line + sides && panel_row(d, &box, d->g->list_line, &row))
		legend_draw(d, row);
	for (int black = 0; black < 2; black++)
		if (panel_row(d, &box, measure(d->g, ROW), &row))
			side_draw(d, row, black == 1);
	panel_rest_first(d, box, d->g->compact ? crooked : first);
}

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("Honest or crooked"),
	  "4k3/p7/8/8/3R4/8/P7/4K3 w - - 0 1",
	  {
		  { "d4d5", NULL,
		    N_("One step without a capture is honest.") },
		  { "e8e7", NULL,
		    N_("Black answers.") },
		  { "d5d2", NULL,
		    N_("Several squares, or a capture, are a trick: the Director wears "
		   "a halo and is crooked for good.") },
	  } },
	{ N_("The Regulator"),
	  "4k3/p7/3r*4/2q*1n3/3p*4/2N5/P7/4K3 w - - 0 1",
	  {
		  { NULL, "c3",
		    N_("A Regulator jumps like a knight, to empty squares only.") },
		  { "c3d5", NULL,
		    N_("Every crooked enemy straight beside it leaves the board at "
		   "once. Regulators are always crooked.") },
	  } },
	{ N_("Bilking"),
	  "4k3/p7/8/8/8/Q1P5/1P6/4K3 w - - 0 1",
	  {
		  { NULL, "a3",
		    N_("The CFO may capture an innocent Shareholder of its own, but "
		   "none that has not left home.") },
		  { "a3c3", NULL,
		    N_("That is a trick. Without innocent Shareholders you have won.") },
	  } },
	{ N_("An attacked CEO"),
	  "4k3/p7/8/8/8/P7/R7/6K1 w - - 0 1",
	  {
		  { "a2e2", NULL,
		    N_("The Director attacks the enemy's CEO. There is no duty to "
		   "answer.") },
		  { "a7a6", NULL,
		    N_("Black plays elsewhere.") },
		  { "e2e8", NULL,
		    N_("So the CEO is captured, and the game is won.") },
	  } },
	{ 0 },
};

/* How each piece moves. */
static const struct help_show pieces[] = {
	{ N_("How the pieces move"),
	  "7k/8/5p2/R7/3Q4/1B4p1/4N2P/1K6 w - - 0 1",
	  {
		  { NULL, "b1",
		    N_("The CEO (K) goes one square in any direction.") },
		  { NULL, "d4",
		    N_("The CFO (Q) goes like a queen. One step is honest, all else a trick.") },
		  { NULL, "a5",
		    N_("The Director (R) goes any distance straight. One step is honest.") },
		  { NULL, "b3",
		    N_("The Auditor (B) goes any distance diagonally. One step is honest.") },
		  { NULL, "e2",
		    N_("The Regulator (N) jumps two squares straight and one aside, to empty squares only.") },
		  { NULL, "h2",
		    N_("A Shareholder steps ahead, at first also twice, and captures diagonally ahead, which "
		       "is a trick.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

/* Reports whether a Regulator could find somebody to indict, near or far. */
static bool
may_indict(const struct ui_state *s)
{
	bool black = panel_side(s) == 1;

	return panel_count(s, black ? 'n' : 'N', '?') > 0 &&
	       panel_count(s, black ? 'N' : 'n', '?') + panel_count_marked(s, !black, '*') > 0;
}

static const struct panel_now now[] = {
	{ N_("Your CEO is attacked. There is no duty to save it, but without it you lose."),
	  .when = panel_in_check },
	{ N_("A capture, or several squares with CFO, Director or Auditor, is a trick: the piece is "
	     "crooked then."),
	  .when = NULL },
	{ N_("Who has no innocent Shareholder left wins: your pieces may capture yours (bilking)."),
	  NOW_IF(may_bilk) },
	{ N_("To remove crooked enemies and Regulators, land a Regulator straight beside them. Hint "
	     "shows in blue where Regulators reach."),
	  .when = may_indict },
	{ 0 },
};

const struct panel panel_accounting = {
	.game = "accounting",
	.title = N_("Accounting"),
	.line = N_("Tricks make you crooked"),
	.emblem = { .piece = { { 'Q', '*' }, { 'p', 0 } } },
	.may_ignore_check = true,
	.haloed = 'N',
	.layout = accounting_layout,
	.examples = examples,
	.pieces = pieces,
	.now = now,
	.help = {
		{ N_("Accounting"),
		  N_("You win when the enemy's CEO leaves the board.\n"
		     "You also win when you yourself have no innocent Shareholder left.\n"
		     "The king is the CEO (K), the queen the CFO (Q), rooks are Directors (R).\n"
		     "Bishops are Auditors (B), knights Regulators (N), pawns Shareholders.\n"
		     "How each one moves: touch Pieces."), 0, 0 },
		{ N_("Honest or crooked"),
		  N_("Honest moves are one square and take nothing.\n"
		     "All other moves of chess are tricks: captures, and moves of several squares.\n"
		     "Who plays one is crooked for good and wears a halo.\n"
		     "A Shareholder's double step and castling are no tricks."),
		  1, 2 },
		{ N_("Bilking"),
		  N_("CEO, CFO, Director and Auditor may take an innocent Shareholder of their own.\n"
		     "They are crooked then.\n"
		     "It is safe on its second row (rank), and with an enemy Regulator straight "
		     "beside it."),
		  3, 0 },
		{ N_("Regulators"),
		  N_("They jump as knights, to empty squares alone.\n"
		     "Nobody takes them, and they are always crooked.\n"
		     "Where one lands, it indicts every crooked enemy straight beside it, Regulators "
		     "too: they leave the board."),
		  2, 1 },
		{ N_("The CEO, and a first game"),
		  N_("Nobody must answer an attack on the CEO.\n"
		     "But a CEO that moves while attacked becomes crooked.\n"
		     "Before your first game: count the innocent Shareholders of both sides before "
		     "each capture.\n"
		     "Play a trick when it pays, and keep your Regulators near theirs."), 0, 0 },
	},
};
