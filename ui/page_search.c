/* A text to find among the kept games, entered on an on-screen keyboard. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"

enum { COLUMNS = 9, KEY_ROWS = 4 };

static const char keys[] = "abcdefghijklmnopqrstuvwxyz0123456789";

static void
search_layout(const struct page_draw *d)
{
	const char *text = d->m->view.find;
	struct rect rest = widget_title(d, 0, text[0] != '\0' ? text : tr("Name, date, result \u2026"));
	struct rect last = rect_cut_bottom(&rest, d->g->touch, d->g->gap);
	struct rect pad = rect_cut_top(&rest, KEY_ROWS * (d->g->touch + d->g->gap) - d->g->gap, 0);

	for (int i = 0; keys[i] != '\0'; i++) {
		char label[] = { keys[i], '\0' };

		widget_button(d, rect_cell(pad, COLUMNS, KEY_ROWS, d->g->gap, i), BUTTON_PLAIN,
			      TARGET_KEY, (unsigned)keys[i], label);
	}
	widget_button(d, rect_cell(last, 5, 1, d->g->gap, 0), BUTTON_PLAIN, TARGET_KEY, '-', "-");
	widget_button(d, rect_cell(last, 5, 1, d->g->gap, 1), BUTTON_PLAIN, TARGET_KEY, '.', ".");
	widget_button(d, rect_cell(last, 5, 1, d->g->gap, 2), BUTTON_PLAIN, TARGET_KEY, ' ',
		      tr("Space"));
	widget_button(d, rect_cell(last, 5, 1, d->g->gap, 3), BUTTON_PLAIN, TARGET_ERASE, 0,
		      widget_erase_label(d));
	widget_button(d, rect_cell(last, 5, 1, d->g->gap, 4), BUTTON_MAIN, TARGET_YES, 0, tr("Find"));
}

static void
search_type(struct ui_model *m, char c)
{
	char *text = m->view.find;
	size_t len = strlen(text);

	if (c == '\b' && len > 0)
		text[len - 1] = '\0';
	if (c < ' ' || c > '~' || len + 1 == sizeof(m->view.find))
		return;
	text[len] = c;
	text[len + 1] = '\0';
}

/* Leaves without a search: the list is of all games, as before. */
static void
search_back(struct ui_model *m, struct ui_out *out)
{
	(void)out;
	m->view.find[0] = '\0';
	ui_model_back(m);
}

static void
search_find(struct ui_model *m)
{
	m->view.before = 0;
	m->view.n_back = 0;
	m->has_list = false;
	ui_model_back(m);
}

static void
search_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)arg;
	(void)out;
	if (id == TARGET_YES)
		search_find(m);
}

const struct page page_search = {
	.name = "search",
	.layout = search_layout,
	.activate = search_activate,
	.back = search_back,
	.type = search_type,
};
