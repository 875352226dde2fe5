/*
 * The array of a game with several, by number or from three piles of cards,
 * drawn one by one. One card of each of the first two piles places the bishops; the third
 * fills the free squares from the left.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/setup.h"

enum { FILES = SETUP_FILES };

/* Fills in the letters that the drawn cards determine; 0: still open. */
static void
array_fill(const struct ui_setup *u, char at[FILES])
{
	static const char tens[] = "RKR";
	unsigned n_tens = 0, file = 0;

	memset(at, 0, FILES);
	for (unsigned i = 0; i < u->n_drawn; i++) {
		char card = (char)u->drawn[i];

		if (i < 2) {
			at[card == 'A' ? 0 : card - '1'] = 'B';
			continue;
		}
		while (file < FILES && at[file] != 0)
			file++;
		if (file < FILES)
			at[file] = card == '8' ? 'N' : card == 'Q' ? 'Q' : tens[n_tens++ % 3];
	}
}

/* Draws the first row of the board with the pieces that are known. */
static void
row_layout(const struct page_draw *d, struct rect box, const char at[FILES])
{
	int side = box.w < box.h * FILES ? box.w / FILES : box.h;

	for (int i = 0; i < FILES; i++) {
		struct rect square = rect_of(box.x + i * side, box.y, side, side);

		draw_fill(d->l, draw_square(d->l, i % 2 == 0), square, 0);
		if (at[i] != 0)
			draw_piece(d->l, rect_inset(square, 1), (struct ui_piece){ at[i], 0 }, 0);
	}
}

static void
drawn_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_setup *u = &d->m->view.setup;
	struct rect cards = rect_cut_top(&box, box.h * 2 / 5, d->g->gap);
	char at[FILES];

	array_fill(u, at);
	for (int i = 0; i < FILES; i++) {
		struct rect cell = rect_cell(cards, FILES, 1, d->g->gap, i);
		char name[8];

		if (i < u->n_drawn) {
			setup_card_name((char)u->drawn[i], name);
			draw_fill(d->l, PAL_FACE, cell, d->g->radius);
			draw_text(d->l, PAL_TEXT_DARK, cell, d->g->text_px, DRAW_BOLD | DRAW_CENTRE,
				  name);
		} else {
			draw_frame(d->l, PAL_TEXT_DIM, cell, measure(d->g, SPACE_LINE));
		}
	}
	row_layout(d, box, at);
}

/* Returns the pile to draw from: the bishops' two, then the third. */
static unsigned
pile_next(const struct ui_setup *u)
{
	return u->n_drawn < 2 ? u->n_drawn : 2;
}

/* Returns how many cards of a kind the current pile still has. */
static int
cards_left(const struct ui_setup *u, char card)
{
	int n = 0;

	for (const char *c = setup_pile(pile_next(u)); *c != '\0'; c++)
		n += *c == card;
	for (unsigned i = 2; pile_next(u) == 2 && i < u->n_drawn; i++)
		n -= u->drawn[i] == (uint8_t)card;
	return n;
}

/* Stores each different card of the pile once. */
static unsigned
cards_of(const struct ui_setup *u, char out[8])
{
	unsigned n = 0;

	for (const char *c = setup_pile(pile_next(u)); *c != '\0'; c++)
		if (n == 0 || out[n - 1] != *c)
			out[n++] = *c;
	return n;
}

static void
cards_layout(const struct page_draw *d, struct rect box)
{
	static const char *const words[] = {
		N_("First pile, a bishop's column: touch your card, or Draw"),
		N_("Second pile: the other bishop's column"),
		N_("Third pile: the free squares, from the left")
	};
	const struct ui_setup *u = &d->m->view.setup;
	struct rect keys = rect_cut_bottom(&box, d->g->touch, d->g->gap);
	char card[8] = "";
	unsigned n = cards_of(u, card);

	draw_text(d->l, PAL_TEXT, rect_cut_top(&box, d->g->small_line, d->g->gap), d->g->small_px,
		  0,
		  u->n_drawn == UI_DRAWN_MAX ? tr("That is the array.") : tr(words[pile_next(u)]));
	drawn_layout(d, box);
	for (unsigned i = 0; i < n && u->n_drawn < UI_DRAWN_MAX; i++) {
		char name[8];

		setup_card_name(card[i], name);
		widget_button(d, rect_cell(keys, 6, 1, d->g->gap, (int)i),
			      cards_left(u, card[i]) > 0 ? BUTTON_PLAIN : BUTTON_OFF, TARGET_CARD,
			      (unsigned)card[i], name);
	}
	widget_button(d, rect_cell(keys, 6, 1, d->g->gap, 4),
		      u->n_drawn > 0 ? BUTTON_PLAIN : BUTTON_OFF, TARGET_ERASE, 0,
		      widget_erase_label(d));
	widget_button(d, rect_cell(keys, 6, 1, d->g->gap, 5),
		      u->n_drawn < UI_DRAWN_MAX ? BUTTON_MAIN : BUTTON_OFF, TARGET_RANDOM, 0,
		      tr(C_("a card", "Draw")));
}

static void
number_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_setup *u = &d->m->view.setup;
	struct rect keys = rect_cut_bottom(&box, 2 * d->g->touch + d->g->gap, d->g->gap);
	struct rect entry = rect_cut_top(&box, d->g->touch, d->g->gap);
	struct rect inside = rect_inset(entry, d->g->pad);
	bool wrong = u->n_entry > 0 && setup_index(u) < 0;

	draw_fill(d->l, PAL_CARD, entry, d->g->radius);
	draw_filled(d->l, wrong ? PAL_TEXT_WARN : PAL_TEXT_DIM, inside, d->g->small_px, 0,
		    wrong ? tr("Too large: 0 to {1}") : tr("0 to {1}; no number: random"),
		    LANG_N(panels[u->game]->index_n - 1));
	if (u->n_entry > 0)
		draw_text(d->l, wrong ? PAL_TEXT_WARN : PAL_TEXT, inside,
			  d->g->title_px, DRAW_BOLD | DRAW_RIGHT, u->entry);
	if (setup_index(u) >= 0) {
		char at[FILES];

		setup_array((unsigned)setup_index(u), at);
		draw_text(d->l, PAL_TEXT_DIM, rect_cut_bottom(&box, d->g->small_line, d->g->gap),
			  d->g->small_px, 0, tr("Back keeps this array."));
		row_layout(d, box, at);
	}
	widget_keypad(d, keys, "1234567890", BUTTON_PLAIN, TARGET_RANDOM,
		      tr("Random"));
}

static void
array_layout(const struct page_draw *d)
{
	const struct ui_setup *u = &d->m->view.setup;
	struct rect rest = widget_title(d, 2, tr("Array"));

	widget_title_button(d, 1, u->by_cards ? BUTTON_PLAIN : BUTTON_ON, TARGET_MODE, 0,
			    tr("Number"));
	widget_title_button(d, 0, u->by_cards ? BUTTON_ON : BUTTON_PLAIN, TARGET_MODE, 1,
			    tr("Cards"));
	if (u->by_cards)
		cards_layout(d, rest);
	else
		number_layout(d, rest);
}

static void
array_type(struct ui_model *m, char c)
{
	struct ui_setup *u = &m->view.setup;

	if (u->by_cards) {
		if (c == '\b' && u->n_drawn > 0)
			u->n_drawn--;
	} else if (c == '\b') {
		if (u->n_entry > 0)
			u->entry[--u->n_entry] = '\0';
	} else if (c >= '0' && c <= '9') {
		if (u->n_entry == 1 && u->entry[0] == '0')
			u->n_entry = 0; /* no leading zeros */
		if (u->n_entry < UI_ENTRY_DIGITS)
			u->entry[u->n_entry++] = c;
		u->entry[u->n_entry] = '\0';
	}
}

static void
card_take(struct ui_setup *u, char card)
{
	if (u->n_drawn < UI_DRAWN_MAX && cards_left(u, card) > 0)
		u->drawn[u->n_drawn++] = (uint8_t)card;
}

static void
draw_one(struct ui_model *m)
{
	struct ui_setup *u = &m->view.setup;
	const char *pile = setup_pile(pile_next(u));
	char left[8];
	unsigned n = 0;

	if (!u->by_cards) {
		snprintf(u->entry, sizeof(u->entry), "%u",
			 ui_model_random(m, panels[u->game]->index_n) % 1000);
		u->n_entry = (uint8_t)strlen(u->entry);
		return;
	}
	for (const char *c = pile; *c != '\0'; c++) /* each card, not each kind */
		left[n++] = *c;
	for (unsigned i = 2; pile_next(u) == 2 && i < u->n_drawn; i++)
		for (unsigned k = 0; k < n; k++)
			if (left[k] == (char)u->drawn[i]) {
				left[k] = left[--n];
				break;
			}
	if (n > 0)
		card_take(u, left[ui_model_random(m, n)]);
}

static void
array_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_MODE)
		m->view.setup.by_cards = arg == 1;
	else if (id == TARGET_RANDOM)
		draw_one(m);
	else if (id == TARGET_CARD)
		card_take(&m->view.setup, (char)arg);
}

const struct page page_array = {
	.name = "array",
	.layout = array_layout,
	.activate = array_activate,
	.type = array_type,
};
