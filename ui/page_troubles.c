/* Current faults, in the daemon's words. The game continues meanwhile. */
#include <string.h>

#include "ui/page.h"

enum { ROWS_LARGE = 4, ROWS_SMALL = 3 }; /* room for three or four lines each */

/* Reports whether the page of sensors can help. */
static bool
is_of_sensors(const struct ui_state *s, const struct ui_trouble *t)
{
	return page_sensors_count(s) > 0 &&
	       (strcmp(t->name, "stuck") == 0 || strncmp(t->name, "square.", 7) == 0);
}

static void
trouble_draw(const struct page_draw *d, struct rect box, const struct ui_trouble *t)
{
	struct rect inside = widget_card(d, box, PAL_WARN);
	int w = d->g->button_w;

	if (is_of_sensors(&d->m->state, t)) {
		inside.w = (int16_t)(inside.w - w - d->g->gap);
		widget_button(d, rect_of(inside.x + inside.w + d->g->gap, inside.y, w, inside.h),
			      BUTTON_PLAIN, TARGET_SENSORS, (unsigned)(t - d->m->state.trouble),
			      tr("Sensors"));
	}
	draw_textf(d->l, PAL_TEXT_WARN, inside, d->g->small_px, 0, "%s%s%s", t->who,
		   t->who[0] != '\0' ? ": " : "", t->what);
}

static void
troubles_layout(const struct page_draw *d)
{
	const struct ui_state *s = &d->m->state;
	unsigned rows = d->g->compact ? ROWS_SMALL : ROWS_LARGE;
	unsigned pages = (s->n_troubles + rows - 1) / rows;
	struct rect rest = widget_title(d, pages > 1, tr("What does not work"));
	unsigned first = pages > 0 ? d->m->view.more % pages * rows : 0;

	if (s->n_troubles == 0)
		draw_text(d->l, PAL_TEXT, rest, d->g->text_px, DRAW_TOP, tr("Everything works."));
	if (pages > 1)
		widget_title_button(d, 0, BUTTON_PLAIN, TARGET_MORE, 0, tr("More"));
	for (unsigned i = 0; i < rows && first + i < s->n_troubles; i++)
		trouble_draw(d, rect_cell(rest, 1, (int)rows, d->g->gap, (int)i),
			     &s->trouble[first + i]);
}

static void
troubles_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)arg;
	(void)out;
	if (id == TARGET_SENSORS)
		ui_model_open(m, UI_PAGE_SENSORS);
	else if (id == TARGET_MORE)
		m->view.more++;
}

const struct page page_troubles = {
	.name = "troubles",
	.layout = troubles_layout,
	.activate = troubles_activate,
};
