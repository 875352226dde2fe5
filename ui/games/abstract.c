/* Abstract Chess: each side's stones and stacks, and the table in use. */
#include <string.h>

#include "ui/panel.h"
#include "ui/secret.h"

static const char letters[] = "PNBRSQ"; /* heights of one to six stones */

static void
side_draw(const struct page_draw *d, struct rect row, bool black)
{
	unsigned stacks = 0, stones = 0;

	for (unsigned i = 0; letters[i] != '\0'; i++) {
		unsigned n = panel_count(d->s, (char)(letters[i] | (black ? 0x20 : 0)), '?');

		stacks += n;
		stones += n * (i + 1);
	}
	if (d->g->compact)
		draw_filled(d->l, PAL_TEXT, row, d->g->small_px, 0, tr("{1}: {2} stones"),
			    black ? tr("Black") : tr("White"), LANG_N(stones));
	else
		draw_filled(d->l, PAL_TEXT, row, d->g->small_px, 0,
			    tr("{1}: {2} stones, {3} stacks"), black ? tr("Black") : tr("White"),
			    LANG_N(stones), LANG_N(stacks));
}

/* Says what the stacks may be made of, before the first move, where the moves will stand. */
static void
material_draw(const struct page_draw *d, struct rect box)
{
	struct rect inside;

	if (box.h < (d->g->compact ? 5 : 6) * d->g->small_line)
		return;
	inside = widget_card(d, box, PAL_CARD);
	draw_text(d->l, PAL_TEXT, inside, d->g->small_px, DRAW_TOP,
		  d->g->compact
			  ? tr("Stack draughts as numbered, or use chess pieces: the number "
			       "counts.")
			  : tr("Stack draughts or coins as high as the numbers. Chess pieces will "
			       "do as well: the number on the screen counts, whatever stands "
			       "there."));
}

static void
abstract_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_keys *k = &d->s->keys;
	bool aronson = strcmp(k->table, "aronson") == 0;
	struct rect row;

	for (int black = 0; black < 2; black++)
		if (panel_row(d, &box, d->g->list_line, &row))
			side_draw(d, row, black == 1);
	/* The small design has no room beside what the stacks may be made of. */
	if ((!d->g->compact || d->s->n_moves > 0) &&
	    panel_row(d, &box, (d->g->compact ? 4 : 2) * d->g->small_line, &row))
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, DRAW_TOP,
			  aronson ? tr("1 pawn, 2 straight then diagonal, 3 bishop, 4 rook, 5 "
				       "bishop or "
				       "knight, 6 queen")
				  : tr("1 pawn, 2 knight, 3 bishop, 4 and 5 rook, 6 queen"));
	if (d->s->n_moves == 0)
		material_draw(d, box);
	else
		panel_rest(d, box);
}

static const struct panel_option options[] = {
	{ "table", N_("How stacks move"), { "neto", "aronson" },
	  { N_("usual"), N_("2 and 5 differ") } },
	{ "turn", N_("A turn"), { "single", "double" },
	  { N_("move or give a stone"), N_("move, then give one") } },
	{ "transfers", N_("Giving a stone"), { "free", "limited" },
	  { N_("in any turn"), N_("not twice running") } },
	{ NULL, NULL, { NULL }, { NULL } },
};

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("A queen for one stone"),
	  "7k/6S1/7N/8/1r6/2r5/8/K7 w - - 0 1 table=neto turn=single transfers=free "
	   "stage=move last=-,-",
	  {
		  { NULL, "h6",
		    N_("Instead of a move a stone may go to a friendly stack beside it: "
		   "those are pale green.") },
		  { "transfer:h6g7", NULL,
		    N_("The five become six stones, which move as a queen.") },
		  { "b4b1", NULL,
		    N_("There is no check: Black plays on.") },
		  { "g7h8", NULL,
		    N_("Who captures the royal stone wins.") },
	  } },
	{ N_("Another height"),
	  "k7/8/8/8/8/3P4/2N5/7K w - - 0 1 table=neto turn=single transfers=free stage=move "
	   "last=-,-",
	  {
		  { NULL, "c2",
		    N_("Two stones move as a knight.") },
		  { "transfer:d3c2", NULL,
		    N_("A single stone is given away, and its square is empty.") },
		  { "a8b8", NULL,
		    N_("Black answers.") },
		  { NULL, "c2",
		    N_("Three stones move as a bishop.") },
	  } },
	{ N_("Captures"),
	  "k7/8/8/3q4/8/8/8/K2R4 w - - 0 1 table=neto turn=single transfers=free stage=move "
	   "last=-,-",
	  {
		  { NULL, "d1",
		    N_("A stack captures any enemy stack, whatever its height.") },
		  { "d1d5", NULL,
		    N_("The captured stones leave the board.") },
	  } },
	{ 0 },
};

/* How each piece moves. */
static const struct help_show pieces[] = {
	{ N_("How the pieces move"),
	  "k7/8/5p2/R7/3Q4/1B4p1/4N2P/1K6 w - - 0 1 table=neto turn=single transfers=free stage=move "
	   "last=-,-",
	  {
		  { NULL, "b1",
		    N_("The royal stone goes one square in any direction. It captures like the others, but "
		       "never gives or receives a stone.") },
		  { NULL, "h2",
		    N_("One stone steps ahead and captures diagonally ahead.") },
		  { NULL, "e2",
		    N_("Two stones jump two squares straight and one aside, like a knight.") },
		  { NULL, "b3",
		    N_("Three stones go any distance diagonally, like a bishop.") },
		  { NULL, "a5",
		    N_("Four or five stones go any distance straight, like a rook.") },
		  { NULL, "d4",
		    N_("Six stones go any distance, straight or diagonally, like a queen. The stack is full.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

/* Reports whether a touched stack gives a stone. */
static bool
gives(const struct ui_state *s)
{
	return secret_has(s, "transfer:");
}

static bool
is_double(const struct ui_state *s)
{
	return strcmp(s->keys.turns, "double") == 0;
}

static bool
may_give(const struct ui_state *s)
{
	return panel_stage(s, "transfer") && s->may_transfer && !gives(s);
}

static bool
may_give_or_move(const struct ui_state *s)
{
	return !is_double(s) && s->may_transfer && !gives(s);
}

static bool
may_only_move(const struct ui_state *s)
{
	return !is_double(s) && !s->may_transfer;
}

static const struct panel_now now[] = {
	{ N_("Now lift the stack that gets the stone and set it down again, or choose it under "
	     "Give. "
	     "Back cancels it."),
	  .when = gives },
	{ N_("To give a stone instead of a move, lift the giver and set it down again, then a "
	     "friendly "
	     "stack beside it. A single stone leaves its square: take it off."),
	  .when = may_give_or_move },
	{ N_("First move a stack. Then you may give a stone to a stack beside it, or end the "
	     "turn."),
	  .when = is_double, .stage = "move" },
	{ N_("To give a stone, lift the giver and set it down again, then a friendly stack beside "
	     "it."),
	  .when = may_give },
	{ N_("No stone can be given now: move a stack."), .when = may_only_move },
	{ 0 },
};

const struct panel panel_abstract = {
	.game = "abstract",
	.title = N_("Abstract"),
	.line = N_("Stacks of stones"),
	.emblem = { .piece = { { 'R', 0 }, { 'n', 0 } }, .stones = true },
	.options = options,
	.layout = abstract_layout,
	.examples = examples,
	.pieces = pieces,
	.now = now,
	.help = {
		{ N_("Abstract"),
		  N_("You win by taking the enemy's royal stone. There is no check.\n"
		     "The height of a stack says how it moves: 1 pawn, 2 knight, 3 bishop, 4 and 5 "
		     "rook, 6 queen.\n"
		     "The royal stone moves as a king."),
		  3, 0 },
		{ N_("A turn"),
		  N_("Move a stack, or give one stone to a friendly stack on one of the eight "
		     "squares beside it.\n"
		     "A stack of six is full. A single stone may be given, too.\n"
		     "The royal stone neither gives nor receives.\n"
		     "No double step, no castling, no promotion."),
		  1, 0 },
		{ N_("With hands"),
		  N_("Stack draughts or coins, or use chess pieces: the number on the screen counts.\n"
		     "To give a stone, lift the giver and set it down, then the receiver.\n"
		     "The board asks whether that was a gift: Yes, or the clock.\n"
		     "A single stone is given whole: take it off its square."), 0, 0 },
		{ N_("Options, and a first game"),
		  N_("With the option \"2 and 5 differ\" five stones move as bishop or knight.\n"
		     "Two stones then go one step straight to an empty square, and one on "
		     "diagonally.\n"
		     "Before your first game: choose the option \"move, then give one\". It is the "
		     "liveliest."), 0, 0 },
	},
};
