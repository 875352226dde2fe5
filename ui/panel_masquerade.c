/*
 * Masquerade: what each kind of either side may still capture as, as everybody
 * may deduce it, in the manner of the paper tables: X impossible, O certain, and
 * at the end of a row the move and the capture together once they are known.
 * With exact marks switched off the players put X and O themselves.
 *
 * In the small design the tables stand one above the other, under letters of their
 * own or, where there is less room, under one row of them. Where there is not even
 * that (a replay, the players' button) they stand side by side: the letters then have
 * the place of what is known together, which each O says by its column.
 *
 * In the replay of a game that is over the masks lie open, beside what could be deduced.
 */
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"

static const char kinds[UI_KINDS + 1] = "KQRBN";

/* Whether the players keep the marks of this game; an old one is marked exactly. */
static bool
own_marks(const struct page_draw *d)
{
	return !d->m->state.settings.exact_marks && d->s == &d->m->state;
}

/* As what it captures, where that lies open; else 0. */
static char
mask_of(const struct page_draw *d, unsigned side, int row)
{
	const char *mask = d->s->keys.mask[side];

	return strlen(mask) == UI_KINDS ? mask[row] : '\0';
}

/* 0 open, 1 impossible, 2 certain. */
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

/* "QN", or nothing yet; of the players' own marks, where a row has one O. */
static void
combo_say(const struct page_draw *d, unsigned side, int row, char text[4])
{
	int sure = -1;

	if (mask_of(d, side, row) != '\0') {
		snprintf(text, 4, "%c%c", kinds[row], mask_of(d, side, row));
		return;
	}
	for (int k = 0; k < UI_KINDS; k++)
		if (mark_of(d, side, row, k) == 2)
			sure = sure < 0 ? k : UI_KINDS;
	if (sure >= 0 && sure < UI_KINDS)
		snprintf(text, 4, "%c%c", kinds[row], kinds[sure]);
	else
		snprintf(text, 4, "\u2013");
}

/* How a table is drawn: with letters over its columns, with the column of what is known. */
struct table_look {
	bool head, combos;
};

static int
combo_width(const struct page_draw *d, struct table_look look)
{
	return look.combos ? d->g->small_px * 9 / 5 : 0;
}

static void
row_draw(const struct page_draw *d, struct rect row, unsigned side, int kind,
	 struct table_look look)
{
	int combo_w = combo_width(d, look), pic = row.h;
	int cell_w = (row.w - pic - combo_w) / UI_KINDS, x = row.x + pic;
	char combo[4];

	draw_piece(d->l, rect_of(row.x, row.y, pic, pic),
		   (struct ui_piece){ (char)(side == 1 ? kinds[kind] | 0x20 : kinds[kind]), 0 }, 0);
	for (int k = 0; k < UI_KINDS; k++, x += cell_w) {
		struct rect cell = rect_of(x, row.y, cell_w, row.h);
		unsigned mark = mark_of(d, side, kind, k);

		if (mark == 0)
			draw_disc(d->l, PAL_TEXT_DIM,
				  rect_of(x + cell_w / 2 - 1, row.y + row.h / 2 - 1, 3, 3));
		else
			panel_mark(d, rect_inset(cell, cell_w / 6), mark);
	}
	if (!look.combos)
		return;
	combo_say(d, side, kind, combo);
	draw_text(d->l, combo[0] == kinds[kind] ? PAL_TEXT_SHOWN : PAL_TEXT_DIM,
		  rect_of(row.x + row.w - combo_w, row.y, combo_w, row.h), d->g->small_px,
		  DRAW_BOLD | DRAW_CENTRE, combo);
}

static void
head_draw(const struct page_draw *d, struct rect row, struct table_look look)
{
	int cell_w = (row.w - row.h - combo_width(d, look)) / UI_KINDS;

	for (int k = 0; k < UI_KINDS; k++) {
		char letter[] = { kinds[k], '\0' };

		draw_text(d->l, PAL_TEXT_DIM,
			  rect_of(row.x + row.h + k * cell_w, row.y, cell_w, row.h), d->g->small_px,
			  DRAW_CENTRE, letter);
	}
}

static void
table_draw(const struct page_draw *d, struct rect box, unsigned side, struct table_look look)
{
	int h = box.h / (UI_KINDS + look.head);

	draw_fill(d->l, PAL_CARD, box, d->g->radius);
	draw_fill(d->l, PAL_TRAY, rect_of(box.x, box.y + look.head * h, h, UI_KINDS * h), 0);
	if (look.head)
		head_draw(d, rect_of(box.x, box.y, box.w, h), look);
	for (int k = 0; k < UI_KINDS; k++)
		row_draw(d, rect_of(box.x, box.y + (k + look.head) * h, box.w, h), side, k, look);
}

/* One above the other; false: there is no room. */
static bool
tables_stacked(const struct page_draw *d, struct rect *box)
{
	const struct table_look own = { .head = true, .combos = true }, below = { .combos = true };
	int line = d->g->small_line, rows = 2 * UI_KINDS + 1, gap = metrics_px(d->g, 2);
	struct rect row;

	if (panel_row(d, box, 2 * (UI_KINDS + 1) * line + gap, &row)) {
		for (int side = 0; side < 2; side++)
			table_draw(d, rect_cell(row, 1, 2, gap, side), (unsigned)side, own);
		return true;
	}
	if (!panel_row(d, box, rows * line, &row))
		return false;
	table_draw(d, rect_cut_top(&row, (UI_KINDS + 1) * line, 0), 0, own);
	table_draw(d, row, 1, below);
	return true;
}

/* The way to the players' own marks, where they keep them. */
static void
marks_button(const struct page_draw *d, struct rect *box)
{
	struct rect row;

	if (!own_marks(d))
		return;
	if (panel_row(d, box, d->g->touch, &row))
		widget_button(d, row, BUTTON_PLAIN, TARGET_MARK, 0, "Mark X and O");
}

void
panel_masquerade_layout(const struct page_draw *d, struct rect box)
{
	int line = d->g->small_line + metrics_px(d->g, d->g->compact ? 0 : 3);
	int gap = metrics_px(d->g, d->g->compact ? 2 : 8);
	const uint8_t *combos = d->s->keys.combos;
	bool exact = !own_marks(d);
	const struct table_look look = { .head = true, .combos = !d->g->compact };
	struct rect row;

	if (!(d->g->compact && exact && tables_stacked(d, &box)) &&
	    panel_row(d, &box, (UI_KINDS + 1) * line, &row))
		for (int side = 0; side < 2; side++)
			table_draw(d, rect_cell(row, 2, 1, gap, side), (unsigned)side, look);
	marks_button(d, &box);
	if (exact && (combos[0] | combos[1]) != 0 && panel_row(d, &box, panel_line(d->g), &row))
		draw_textf(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
			   d->g->compact ? "Left: %u and %u" : "Masks still possible: %u and %u",
			   combos[0], combos[1]);
	panel_rest(d, box);
}
