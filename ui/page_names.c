/* The players' names, entered on an on-screen keyboard. */
#include <stdio.h>
#include <string.h>

#include "hw/text/text.h"
#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/setup.h"

enum { COLUMNS = 9, KEY_ROWS = 3, LETTERS_MAX = 6 };

static const char keys[] = "abcdefghijklmnopqrstuvwxyz<";

static void
seats_layout(const struct page_draw *d, struct rect row)
{
	const struct ui_setup *u = &d->m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats);

	for (unsigned i = 0; i < n; i++)
		widget_field(d, rect_cell(row, (int)n, 1, d->g->gap, (int)i),
			     i == u->namer ? BUTTON_ON : BUTTON_PLAIN, TARGET_SIDE, i,
			     seat_name(panels[u->game]->game, seats[i]), u->name[i][0] != '\0' ? u->name[i] : tr("no name"));
}

/* Reads a hyphen and the language's own letters, of Latin-1; returns their number. */
static int
letters_read(unsigned letter[LETTERS_MAX], char label[LETTERS_MAX][3])
{
	/* TRANSLATORS: keys for names: the hyphen, then at most five small letters beside a to z */
	const char *own = tr(C_("letters", "-"));
	int n = 0;

	while (*own != '\0' && n < LETTERS_MAX) {
		unsigned char first = (unsigned char)*own++, second = (unsigned char)*own;
		bool two = first >= 0xc0 && second != '\0';

		letter[n] = two ? (first & 0x03u) << 6 | (second & 0x3fu) : first;
		(void)snprintf(label[n++], 3, "%.*s", two ? 2 : 1, own - 1);
		own += two;
	}
	return n;
}

/* Draws the hyphen and letters, the space, and the last button, which is as wide as two. */
static void
last_row_layout(const struct page_draw *d, struct rect row, const char *more)
{
	unsigned letter[LETTERS_MAX];
	char label[LETTERS_MAX][3];
	int n = letters_read(letter, label), cells = n > 1 ? n + 3 : 3;
	struct rect end = rect_cell(row, cells, 1, d->g->gap, n + 1);

	for (int i = 0; i < n; i++)
		widget_button(d, rect_cell(row, cells, 1, d->g->gap, i), BUTTON_PLAIN, TARGET_KEY,
			      letter[i], label[i]);
	widget_button(d, rect_cell(row, cells, 1, d->g->gap, n), BUTTON_PLAIN, TARGET_KEY, ' ',
		      tr("Space"));
	end.w = (int16_t)(row.x + row.w - end.x);
	/* The first steps have a button that leads on in their bar. */
	widget_button(d, end, d->m->view.page == UI_PAGE_FIRST ? BUTTON_PLAIN : BUTTON_MAIN,
		      TARGET_MORE, 0, more);
}

/* Reports whether the name that is typed is the last one. */
static bool
is_last_namer(const struct page_draw *d)
{
	const struct ui_setup *u = &d->m->view.setup;
	const char *seats[RULES_SEATS_MAX];

	return u->namer + 1u >= setup_seats(u, seats);
}

void
page_names_keys(const struct page_draw *d, struct rect rest)
{
	struct rect row = rect_cut_top(&rest, d->g->touch, d->g->gap), pad;
	struct rect last = rect_cut_bottom(&rest, d->g->touch, d->g->gap);

	pad = rect_cut_top(&rest, KEY_ROWS * (d->g->touch + d->g->gap) - d->g->gap, 0);
	seats_layout(d, row);
	for (int i = 0; keys[i] != '\0'; i++) {
		char label[] = { keys[i], '\0' };

		widget_button(d, rect_cell(pad, COLUMNS, KEY_ROWS, d->g->gap, i), BUTTON_PLAIN,
			      keys[i] == '<' ? TARGET_ERASE : TARGET_KEY, (unsigned)keys[i],
			      keys[i] == '<' ? "\u232b" : label);
	}
	if (rest.h >= 2 * d->g->small_line)
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->small_px, DRAW_CENTRE,
			  tr("Touch a player, then type the name. A name may stay empty."));
	last_row_layout(d, last, is_last_namer(d) ? tr("Done") : tr("Next player"));
}

static void
names_layout(const struct page_draw *d)
{
	page_names_keys(d, widget_title(d, 0,
					d->g->compact ? tr("Players: touch one, then type")
						      : tr("Players")));
}

/* Names fit the buttons that show them. */
enum { NAME_LETTERS = 9 };

static unsigned
letters_count(const char *name)
{
	unsigned n = 0;

	for (; *name != '\0'; name += text_letter(name))
		n++;
	return n;
}

/* Removes the last letter. */
static void
letter_erase(char *name)
{
	size_t len = strlen(name);

	if (len > 0)
		name[text_fit(name, len, len - 1)] = '\0';
}

/* Returns the capital of a letter of Latin-1, or the character. */
static unsigned
capital(unsigned c)
{
	bool small = (c >= 'a' && c <= 'z') || (c >= 0xe0 && c <= 0xfe && c != 0xf7);

	return small ? c - 0x20 : c;
}

static bool
is_of_name(unsigned c)
{
	return (c >= ' ' && c <= '~') || (c >= 0xc0 && c <= 0xff && c != 0xd7 && c != 0xf7);
}

/* The name is UTF-8. */
void
page_names_type(struct ui_model *m, char typed)
{
	struct ui_setup *u = &m->view.setup;
	char *name = u->name[u->namer % RULES_SEATS_MAX];
	size_t len = strlen(name);
	unsigned c = (unsigned char)typed; /* of Latin-1 */

	if (c == '\b') {
		letter_erase(name);
		return;
	}
	if (letters_count(name) == NAME_LETTERS || !is_of_name(c) || (len == 0 && c == ' '))
		return;
	if (len == 0 || name[len - 1] == ' ' || name[len - 1] == '-')
		c = capital(c);
	if (c > '~')
		name[len++] = (char)(0xc0 | c >> 6);
	name[len++] = (char)(c > '~' ? 0x80 | (c & 0x3f) : c);
	name[len] = '\0';
}

bool
page_names_touch(struct ui_model *m, unsigned id, unsigned arg)
{
	struct ui_setup *u = &m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats);

	if (id == TARGET_SIDE && arg < n) {
		u->namer = (uint8_t)arg;
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
	if (page_names_touch(m, id, arg))
		ui_model_back(m);
}

const struct page page_names = {
	.name = "names",
	.layout = names_layout,
	.activate = names_activate,
	.type = page_names_type,
};
