/* Abstract Chess: how many stones each side has, and in how many stacks; the table that is played. */
#include <string.h>

#include "ui/panel.h"

static const char letters[] = "PNBRSQ"; /* of one to six stones */

static void
side_draw(const struct page_draw *d, struct rect row, bool black)
{
	unsigned stacks = 0, stones = 0;

	for (unsigned i = 0; letters[i] != '\0'; i++) {
		unsigned n = panel_count(d->s, (char)(letters[i] | (black ? 0x20 : 0)), '?');

		stacks += n;
		stones += n * (i + 1);
	}
	draw_textf(d->l, PAL_TEXT, row, d->g->small_px, 0, "%s: %u in %u stacks",
		   phrase(black ? "Black" : "White"), stones, stacks);
}

void
panel_abstract_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_keys *k = &d->s->keys;
	struct rect row;

	for (int black = 0; black < 2; black++)
		if (panel_row(d, &box, panel_line(d->g), &row))
			side_draw(d, row, black == 1);
	if (panel_row(d, &box, panel_line(d->g), &row))
		draw_textf(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, strcmp(k->turns, "double") == 0 ? "%s table, double" : "%s table",
			   phrase(strcmp(k->table, "aronson") == 0 ? "Aronson" : "Neto"));
	panel_rest(d, box);
}
