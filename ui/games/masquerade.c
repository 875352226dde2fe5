/*
 * Masquerade: how each kind of either side may still capture, as public deduction shows, in the
 * style of the paper tables. X: impossible, O: certain. The end of a row shows move and capture
 * together once they are known. With exact marks off, the players set X and O themselves.
 *
 * The small design leaves out the end of a row, which each O implies, so that the moves fit below.
 *
 * The replay of a finished game shows the masks beside the deductions; the result page shows them
 * as pictures.
 */
#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "ui/action_words.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/secret.h"

static const char kinds[UI_KINDS + 1] = "KQRBN";

/* Reports whether the players set this game's marks; an old game is marked exactly. */
static bool
own_marks(const struct page_draw *d)
{
	return !d->m->state.settings.exact_marks && d->s == &d->m->state;
}

/* Returns how the kind captures if that is revealed, else 0. */
static char
mask_of(const struct page_draw *d, unsigned side, int row)
{
	const char *mask = d->s->keys.mask[side];

	return strlen(mask) == UI_KINDS ? mask[row] : '\0';
}

/* Returns 0 open, 1 impossible, 2 certain. */
static unsigned
mark_of(const struct page_draw *d, unsigned side, int row, int column)
{
	const char *known = d->s->keys.known[side][row];

	if (own_marks(d))
		return d->m->view.mark[side][row][column];
	if (mask_of(d, side, row) == kinds[column])
		return 2;
	if (strchr(known, kinds[column]) == NULL)
		return 1;
	return known[0] != '\0' && known[1] == '\0' ? 2 : 0;
}

/*
 * Returns the kind as which a row is known to capture, '\0' if unknown. With the players' own
 * marks, a row with one O counts as known.
 */
static char
known_mask(const struct page_draw *d, unsigned side, int row)
{
	int sure = -1;

	if (mask_of(d, side, row) != '\0')
		return mask_of(d, side, row);
	for (int k = 0; k < UI_KINDS; k++)
		if (mark_of(d, side, row, k) == 2)
			sure = sure < 0 ? k : UI_KINDS;
	return sure >= 0 && sure < UI_KINDS ? kinds[sure] : '\0';
}

/* Draws the pair of a piece and its mask, such as "QN", or a dash if that is unknown. */
static void
combo_draw(const struct page_draw *d, struct rect box, unsigned side, int row)
{
	char mask = known_mask(d, side, row), text[ACTION_WORDS_TEXT] = "";

	if (mask != '\0') {
		lang_letter(text, sizeof(text), kinds[row]);
		lang_letter(text, sizeof(text), mask);
	}
	draw_text(d->l, mask != '\0' ? PAL_TEXT_SHOWN : PAL_TEXT_DIM, box, d->g->small_px,
		  DRAW_BOLD | DRAW_CENTRE, mask != '\0' ? text : "\u2013");
}

/* Returns the width of the column of known pairs; the small design has none. */
static int
combo_width(const struct page_draw *d)
{
	return d->g->compact ? 0 : d->g->small_px * 9 / 5;
}

/* Draws a cell of the table: a dot while both are possible, X or O. */
static void
mark_draw(const struct page_draw *d, struct rect cell, unsigned mark)
{
	if (mark == 0)
		draw_disc(d->l, PAL_TEXT_DIM,
			  rect_of(cell.x + cell.w / 2 - 1, cell.y + cell.h / 2 - 1, 3, 3));
	else
		panel_mark(d, rect_inset(cell, cell.w / 6), mark);
}

static void
row_draw(const struct page_draw *d, struct rect row, unsigned side, int kind)
{
	int combo_w = combo_width(d), pic = row.h;
	int cell_w = (row.w - pic - combo_w) / UI_KINDS, x = row.x + pic;

	draw_piece(d->l, rect_of(row.x, row.y, pic, pic),
		   (struct ui_piece){ (char)(side == 1 ? kinds[kind] | 0x20 : kinds[kind]), 0 }, 0);
	for (int k = 0; k < UI_KINDS; k++, x += cell_w)
		mark_draw(d, rect_of(x, row.y, cell_w, row.h), mark_of(d, side, kind, k));
	if (combo_w > 0)
		combo_draw(d, rect_of(row.x + row.w - combo_w, row.y, combo_w, row.h), side, kind);
}

static void
head_draw(const struct page_draw *d, struct rect row)
{
	int cell_w = (row.w - row.h - combo_width(d)) / UI_KINDS;

	for (int k = 0; k < UI_KINDS; k++) {
		char letter[ACTION_WORDS_TEXT] = "";

		lang_letter(letter, sizeof(letter), kinds[k]);
		draw_text(d->l, PAL_TEXT_DIM,
			  rect_of(row.x + row.h + k * cell_w, row.y, cell_w, row.h), d->g->small_px,
			  DRAW_CENTRE, letter);
	}
}

static void
table_draw(const struct page_draw *d, struct rect box, unsigned side)
{
	int h = box.h / (UI_KINDS + 1);

	draw_fill(d->l, PAL_CARD, box, d->g->radius);
	draw_fill(d->l, PAL_TRAY, rect_of(box.x, box.y + h, h, UI_KINDS * h), 0);
	head_draw(d, rect_of(box.x, box.y, box.w, h));
	for (int k = 0; k < UI_KINDS; k++)
		row_draw(d, rect_of(box.x, box.y + (k + 1) * h, box.w, h), side, k);
}

/* Draws what the marks of the table mean. */
static void
key_draw(const struct page_draw *d, struct rect row)
{
	static const char *const words[] = { N_("open"), N_("no"), N_("yes") };

	for (unsigned mark = 0; mark < 3; mark++) {
		struct rect cell = rect_cell(row, 3, 1, d->g->gap, (int)mark);
		int w = cell.h + measure(d->g, SPACE_TIGHT);

		mark_draw(d, rect_of(cell.x, cell.y, cell.h, cell.h), mark);
		draw_text(d->l, PAL_TEXT_DIM, rect_of(cell.x + w, cell.y, cell.w - w, cell.h),
			  d->g->small_px, 0, tr(words[mark]));
	}
}

/* Draws the button to the players' own marks, if they are in use. */
static void
marks_button(const struct page_draw *d, struct rect *box)
{
	struct rect row;

	if (!own_marks(d))
		return;
	if (panel_row(d, box, d->g->touch, &row))
		widget_button(d, row, BUTTON_PLAIN, TARGET_MARK, 0, tr("Mark X and O"));
}

/* Draws the moves; before the first one, once the masks are dealt, what comes next. */
static void
rest_draw(const struct page_draw *d, struct rect box)
{
	char text[UI_SENTENCE_TEXT] = "";

	if (!panel_stage(d->s, "move")) {
		panel_rest(d, box);
		return;
	}
	if (!seat_is_alone(d->s) && !d->g->compact)
		lang_print(text, sizeof(text), "{1} ", tr("Now put the screen where both see it."));
	lang_append(
		text, sizeof(text), "{1}",
		tr("To ask for a capture, lift both pieces and set yours on the other's square."));
	panel_rest_first(d, box, text);
}

static void
masquerade_layout(const struct page_draw *d, struct rect box)
{
	int line = d->g->small_line + (d->g->compact ? 0 : measure(d->g, SPACE_TIGHT));
	int gap = measure(d->g, d->g->compact ? SPACE_TIGHT : GAP);
	const uint8_t *combos = d->s->keys.combos;
	int most = 3 * d->g->list_line + measure(d->g, SPACE_ROWS); /* two moves stay below the number */
	bool exact = !own_marks(d), tight = box.h < (UI_KINDS + 1) * line + 4 * d->g->list_line;
	struct rect row;

	/* Beside a card the newest moves are worth more than space and the number of masks. */
	if (tight)
		line = d->g->small_line;
	if (notice_is_of_plan(d->m) && box.h < (UI_KINDS + 1) * line + 2 * d->g->list_line) {
		panel_rest(d, box);
		return;
	}
	if (!tight && !d->g->compact && panel_row(d, &box, d->g->small_line, &row))
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, tr("Each piece captures as:"));
	if (panel_row(d, &box, (UI_KINDS + 1) * line, &row))
		for (int side = 0; side < 2; side++)
			table_draw(d, rect_cell(row, 2, 1, gap, side), (unsigned)side);
	if (!tight && panel_row(d, &box, d->g->small_line, &row))
		key_draw(d, row);
	marks_button(d, &box);
	if (exact && !tight && (combos[0] | combos[1]) != 0 && box.h >= most &&
	    panel_row(d, &box, d->g->list_line, &row))
		draw_filled(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
			    d->g->compact ? tr("Left: {1} and {2}")
					  : tr("Masks still possible: {1} and {2}"),
			    LANG_N(combos[0]), LANG_N(combos[1]));
	rest_draw(d, box);
}

/* Draws the masks that this seat has dealt. */
static void
dealt_layout(const struct page_draw *d, struct rect box)
{
	bool black = strcmp(d->m->view.seat, "w") == 0;
	const char *mask = d->m->secret.keys.mask[black];
	struct rect row;

	if (strlen(mask) != UI_KINDS)
		return;
	row = secret_masks_rows(d, &box, (box.h - d->g->gap) / 2);
	for (int i = 0; i < UI_KINDS; i++)
		secret_kind_draw(d, rect_cell(row, UI_KINDS, 1, d->g->gap, i), mask[i], black);
}

/* Draws one kind of a side, an arrow, and the kind that it captured as. */
static void
mask_draw(const struct page_draw *d, struct rect cell, unsigned side, int kind)
{
	const char *mask = d->s->keys.mask[side];
	char lower = side == 1 ? 0x20 : 0;
	int line = d->g->small_line, apart = cell.h > line ? cell.h : line;
	struct rect ends[] = { rect_of(cell.x, cell.y, cell.h, cell.h),
			       rect_of(cell.x + cell.h + apart, cell.y, cell.h, cell.h) };
	char letters[] = { (char)(kinds[kind] | lower), (char)(mask[kind] | lower) };

	for (int i = 0; i < 2; i++) {
		draw_fill(d->l, PAL_TRAY, ends[i], measure(d->g, SPACE_NEAR));
		draw_piece(d->l, ends[i], (struct ui_piece){ letters[i], 0 }, 0);
	}
	draw_text(d->l, PAL_TEXT, rect_of(cell.x + cell.h, cell.y + (cell.h - line) / 2, apart, line),
		  d->g->small_px, DRAW_BOLD | DRAW_CENTRE, "\u2192");
}

/* Draws the masks of both sides once they are revealed: a row for each kind. */
static void
revealed_layout(const struct page_draw *d, struct rect box)
{
	int gap = measure(d->g, SPACE_LINE), most = measure(d->g, ROW);
	struct rect head = rect_cut_top(&box, d->g->small_line, gap);
	int high = box.h / UI_KINDS < most ? box.h / UI_KINDS : most;

	if (strlen(d->s->keys.mask[0]) != UI_KINDS || strlen(d->s->keys.mask[1]) != UI_KINDS)
		return;
	draw_text(d->l, PAL_TEXT_DIM, head, d->g->small_px, 0,
		  d->g->compact ? tr("Masks: \u2192 captured as")
				: tr("The masks: \u2192 captured as"));
	for (unsigned i = 0; i < 2 * UI_KINDS; i++) {
		struct rect row = rect_of(box.x, box.y + (int)(i / 2) * high, box.w, high - gap);

		mask_draw(d, rect_cell(row, 2, 1, d->g->gap * 2, (int)i % 2), i % 2, (int)i / 2);
	}
}

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("A capture is asked for"),
	  "4k3/8/8/1p6/8/8/8/4KB2 w - - 0 1 stage=move masks=KQRNB/KQRBN "
	   "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-",
	  {
		  { NULL, "f1",
		    N_("Pieces move as they look. On orange you may ask: a queen or a "
		   "bishop could capture there.") },
		  { "f1xb5", NULL,
		    N_("No: nothing moves, and the turn is over. Both players know now "
		   "that bishops capture as king, rook or knight.") },
	  } },
	{ N_("A true mask"),
	  "4k3/8/8/1p6/8/8/8/4KB2 w - - 0 1 stage=move masks=KBRQN/KQRBN "
	   "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-",
	  {
		  { NULL, "f1",
		    N_("The same question, with another mask.") },
		  { "f1xb5", NULL,
		    N_("Yes: here bishops capture as queens, and the pawn is gone.") },
	  } },
	{ N_("The king is captured"),
	  "4k3/p7/8/8/8/8/8/3K1R2 w - - 0 1 stage=move masks=KQRBN/KQRBN "
	   "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-",
	  {
		  { "f1e1", NULL,
		    N_("There is no check: a king may stay attacked.") },
		  { "a7a6", NULL,
		    N_("Black does not know how rooks capture, and dares it.") },
		  { "e1xe8", NULL,
		    N_("Yes: the king is captured, and White wins.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static const struct panel_now now[] = {
	{ N_("You choose as which kind each piece of the other side captures."),
	  .stage = "assign" },
	{ N_("To ask for a capture, lift both pieces, and set yours on the enemy's square. After "
	     "a no, both go back and the turn is over."),
	  NOW_IF(may_attempt) },
	{ N_("No capture can be asked for now. Pawns capture as in chess."),
	  .stage = "move", NOW_UNLESS(may_attempt) },
	{ 0 },
};

const struct panel panel_masquerade = {
	.game = "masquerade",
	.title = N_("Masquerade"),
	.line = N_("Who captures as whom?"),
	.emblem = { .piece = { { 'B', 0 }, { '?', 0 } } },
	.layout = masquerade_layout,
	.own_title = N_("The masks that you have dealt"),
	.own_layout = dealt_layout,
	.revealed_layout = revealed_layout,
	.examples = examples,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.now = now,
	.help = {
		{ N_("Masquerade"),
		  N_("You win by taking the enemy's king, with any piece. There is no check.\n"
		     "Pieces move as they look and capture as somebody else.\n"
		     "Each kind (king K, queen Q, rook R, bishop B, knight N) wears the mask of one "
		     "of the five, all different.\n"
		     "You deal the other side's masks and do not know your own."), 0, 0 },
		{ N_("Captures are asked for"),
		  N_("Lift the enemy and your piece, and set yours down on the square.\n"
		     "If its mask can, it takes.\n"
		     "If not, both go back and the turn is over.\n"
		     "Ask only what one of the five kinds could do."),
		  1, 1 },
		{ N_("Pawns and castling"),
		  N_("Pawns wear no mask and capture as in chess.\n"
		     "A promoted piece wears the mask of its new kind.\n"
		     "Castling asks for unmoved pieces and empty squares alone.\n"
		     "A player who has no move at all ends the game in a draw."), 0, 0 },
		{ N_("The table of masks"),
		  N_("The table beside the board has a row for each kind and a column for each mask.\n"
		     "An X: impossible, a ring: certain.\n"
		     "It is worked out from all answers, exactly.\n"
		     "The settings switch it off: then touch it and mark X and O yourselves."), 0, 0 },
		{ N_("Before your first game"),
		  N_("Deal the queen something mild and the king something strong.\n"
		     "Ask early: every answer tells both of you.\n"
		     "On your page, Suggested deals like this: the king captures as a queen, rook or "
		     "bishop, the queen as a king, bishop or knight."), 0, 0 },
	},
};
