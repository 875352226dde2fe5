/* There is no daemon to talk to. The link keeps trying by itself. */
#include "ui/page.h"

static void
connect_layout(const struct page_draw *d)
{
	const struct metrics *g = d->g;
	struct rect box = rect_inset(g->whole, metrics_px(g, 24));
	int lift = metrics_px(g, 16);
	struct rect title = rect_of(box.x, box.y + box.h / 4 - lift, box.w, g->title_line);

	draw_text(d->l, PAL_TEXT, title, g->title_px, DRAW_BOLD | DRAW_CENTRE,
		  "Connecting to the board…");
	draw_text(d->l, PAL_TEXT_DIM,
		  rect_of(box.x, title.y + title.h + lift, box.w, 3 * g->text_line), g->text_px,
		  DRAW_CENTRE | DRAW_TOP, d->m->link_text);
	draw_textf(d->l, PAL_TEXT_DIM,
		   rect_of(box.x, box.y + box.h - 3 * g->small_line, box.w, 3 * g->small_line),
		   g->small_px, DRAW_CENTRE, "%s", d->m->socket);
}

const struct page page_connect = {
	.name = "connect",
	.parent = UI_PAGE_CONNECT,
	.layout = connect_layout,
};
