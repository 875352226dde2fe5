/* A confirmation before an action that one touch cannot undo. */
#include "ui/page.h"
#include "ui/setup.h"

static void
confirm_layout(const struct page_draw *d)
{
	const struct metrics *g = d->g;
	int w = measure(g, DIALOG_WIDTH), h = measure(g, DIALOG_HEIGHT);
	struct rect box = rect_of((g->w - w) / 2, (g->h - h) / 2, w, h);
	struct rect inside = rect_inset(widget_card(d, box, PAL_CARD), g->pad);
	struct rect buttons = rect_cut_bottom(&inside, g->touch, g->gap);

	draw_text(d->l, PAL_TEXT, inside, g->title_px, DRAW_BOLD | DRAW_CENTRE,
		  tr(d->m->view.confirm_text));
	widget_button(d, rect_cell(buttons, 2, 1, 2 * g->gap, 0), BUTTON_PLAIN, TARGET_NO, 0,
		      tr("No"));
	widget_button(d, rect_cell(buttons, 2, 1, 2 * g->gap, 1), BUTTON_MAIN, TARGET_YES, 0,
		      tr("Yes"));
}

static void
confirm_back(struct ui_model *m, struct ui_out *out)
{
	(void)out;
	ui_model_go(m, (enum ui_page)m->view.confirm_back);
}

static void
confirm_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)arg;
	if (id == TARGET_YES) {
		ui_model_go(m, (enum ui_page)m->view.confirm_next);
		ui_model_send(m, &m->view.pending, out);
		if (m->view.pending.kind == UI_REQUEST_NEW)
			setup_hints(m, out);
		m->view.opening = m->view.pending.kind == UI_REQUEST_OPEN;
	} else if (id == TARGET_NO) {
		confirm_back(m, out);
	}
}

const struct page page_confirm = {
	.name = "confirm",
	.layout = confirm_layout,
	.activate = confirm_activate,
	.back = confirm_back,
};
