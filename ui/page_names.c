/* The players' names, entered on an on-screen keyboard. */
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/setup.h"

enum { COLUMNS = 9, KEY_ROWS = 3 };

static const char keys[] = "abcdefghijklmnopqrstuvwxyz<";

static void
seats_layout(const struct page_draw *d, struct rect row)
{
	const struct ui_setup *u = &d->m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats);
	struct ui_state game = { .n_hints = 0 };

	memcpy(game.game, panels[u->game]->game, strlen(panels[u->game]->game) + 1);
	for (unsigned i = 0; i < n; i++)
		widget_field(d, rect_cell(row, (int)n, 1, d->g->gap, (int)i),
			     i == u->namer ? BUTTON_ON : BUTTON_PLAIN, TARGET_SIDE, i,
			     seat_name(&game, seats[i]), u->name[i][0] != '\0' ? u->name[i] : "?");
}

void
page_names_keys(const struct page_draw *d, struct rect rest, const char *more)
{
	struct rect row = rect_cut_top(&rest, d->g->touch, d->g->gap), pad;
	struct rect last = rect_cut_bottom(&rest, d->g->touch, d->g->gap);

	pad = rect_cut_top(&rest, KEY_ROWS * (d->g->touch + d->g->gap) - d->g->gap, 0);
	seats_layout(d, row);
	for (int i = 0; keys[i] != '\0'; i++) {
		char label[] = { keys[i], '\0' };

		widget_button(d, rect_cell(pad, COLUMNS, KEY_ROWS, d->g->gap, i), BUTTON_PLAIN,
			      keys[i] == '<' ? TARGET_ERASE : TARGET_KEY, (unsigned)keys[i],
			      keys[i] == '<' ? tr("Del") : label);
	}
	widget_button(d, rect_cell(last, 3, 1, d->g->gap, 0), BUTTON_PLAIN, TARGET_KEY, '-', "-");
	widget_button(d, rect_cell(last, 3, 1, d->g->gap, 1), BUTTON_PLAIN, TARGET_KEY, ' ',
		      tr("Space"));
	widget_button(d, rect_cell(last, 3, 1, d->g->gap, 2), BUTTON_MAIN, TARGET_MORE, 0, more);
}

static void
names_layout(const struct page_draw *d)
{
	page_names_keys(d, widget_title(d, 1, tr("Players")), tr("Next"));
}

/* Names fit the buttons that show them. */
enum { NAME_LETTERS = 9 };

void
page_names_type(struct ui_model *m, char c)
{
	struct ui_setup *u = &m->view.setup;
	char *name = u->name[u->namer % RULES_SEATS_MAX];
	size_t len = strlen(name);

	if (c == '\b') {
		if (len > 0)
			name[len - 1] = '\0';
		return;
	}
	if (len == NAME_LETTERS || c < ' ' || c > '~' || (len == 0 && c == ' '))
		return;
	if ((len == 0 || name[len - 1] == ' ' || name[len - 1] == '-') && c >= 'a' && c <= 'z')
		c = (char)(c - 'a' + 'A');
	name[len] = c;
	name[len + 1] = '\0';
}

bool
page_names_touch(struct ui_model *m, unsigned id, unsigned arg)
{
	struct ui_setup *u = &m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats);

	if (id == TARGET_SIDE && arg < n) {
		u->namer = (uint8_t)arg;
	} else if (id == TARGET_KEY) {
		page_names_type(m, (char)arg);
	} else if (id == TARGET_ERASE) {
		page_names_type(m, '\b');
	} else if (id == TARGET_MORE) {
		u->namer = (uint8_t)((u->namer + 1u) % n);
		return u->namer == 0;
	}
	return false;
}

static void
names_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (page_names_touch(m, id, arg) || id == TARGET_BACK)
		ui_model_back(m);
}

const struct page page_names = {
	.name = "names",
	.layout = names_layout,
	.activate = names_activate,
	.type = page_names_type,
};
