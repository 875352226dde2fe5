/* There is no connection to the daemon. The link retries by itself. */
#include "ui/page.h"

static void
connect_layout(const struct page_draw *d)
{
	const struct metrics *g = d->g;
	struct rect box = rect_inset(g->whole, measure(g, SPACE_WIDE));
	int lift = measure(g, SPACE_WIDE);
	struct rect title = rect_of(box.x, box.y + box.h / 4 - lift, box.w, g->title_line);

	draw_text(d->l, PAL_TEXT, title, g->title_px, DRAW_BOLD | DRAW_CENTRE,
		  tr("Connecting to the board…"));
	draw_text(d->l, PAL_TEXT_DIM,
		  rect_of(box.x, title.y + title.h + lift, box.w, 3 * g->text_line), g->text_px,
		  DRAW_CENTRE | DRAW_TOP, tr(d->m->link_text));
	draw_textf(d->l, PAL_TEXT_DIM,
		   rect_of(box.x, box.y + box.h - 3 * g->small_line, box.w, 3 * g->small_line),
		   g->small_px, DRAW_CENTRE, "%s", d->m->socket);
}

const struct page page_connect = {
	.name = "connect",
	.layout = connect_layout,
};
