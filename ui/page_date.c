/* The date, entered by hand on a machine without a reliable clock. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"

static const char form[] = N_("YYYY-MM-DD");

/* Formats the typed digits, with letters for the missing ones. */
static void
date_format(const struct ui_view *v, char text[sizeof(form)])
{
	unsigned at = 0;

	memcpy(text, form, sizeof(form));
	for (unsigned i = 0; i < sizeof(form) - 1 && at < v->n_date; i++)
		if (text[i] != '-')
			text[i] = v->date[at++];
}

/* Reports whether the date is plausible; the daemon checks the calendar. */
static bool
is_day(const struct ui_view *v)
{
	int month = v->n_date == UI_DATE_DIGITS ? (v->date[4] - '0') * 10 + v->date[5] - '0' : 0;
	int day = v->n_date == UI_DATE_DIGITS ? (v->date[6] - '0') * 10 + v->date[7] - '0' : 0;

	return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

static void
date_layout(const struct page_draw *d)
{
	const struct ui_view *v = &d->m->view;
	struct rect rest = widget_title(d, 0, tr("What day is it?"));
	struct rect keys = rect_cut_bottom(&rest, 2 * d->g->touch + d->g->gap, d->g->gap);
	char text[sizeof(form)];

	date_format(v, text);
	draw_text(d->l, PAL_TEXT, rect_cut_top(&rest, 2 * d->g->title_line, d->g->gap),
		  d->g->title_px, DRAW_BOLD | DRAW_CENTRE, v->n_date == 0 ? tr(form) : text);
	draw_text(d->l, v->error[0] != '\0' ? PAL_TEXT_WARN : PAL_TEXT_DIM, rest, d->g->small_px,
		  DRAW_TOP | DRAW_CENTRE,
		  v->error[0] != '\0' ? v->error
				      : tr("Games are kept with it. This machine has no clock."));
	widget_keypad(d, keys, "1234567890", is_day(v) ? BUTTON_MAIN : BUTTON_OFF, TARGET_YES,
		      tr("OK"));
}

static void
date_type(struct ui_model *m, char c)
{
	struct ui_view *v = &m->view;

	if (c == '\b') {
		if (v->n_date > 0)
			v->date[--v->n_date] = '\0';
	} else if (c >= '0' && c <= '9' && v->n_date < UI_DATE_DIGITS) {
		v->date[v->n_date++] = c;
		v->date[v->n_date] = '\0';
	}
	v->error[0] = '\0';
}

static void
date_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_DATE };

	(void)arg;
	if (id != TARGET_YES || !is_day(&m->view))
		return;
	date_format(&m->view, q.text);
	ui_out_add(out, &q);
	ui_model_back(m);
}

const struct page page_date = {
	.name = "date",
	.layout = date_layout,
	.activate = date_activate,
	.type = date_type,
};
