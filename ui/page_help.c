/* The rules on a few cards, to be read at the table. */
#include <stdio.h>

#include "ui/help.h"
#include "ui/page.h"
#include "ui/panel.h"

static const struct help *
shown(const struct ui_model *m)
{
	const char *game = panels[m->view.help_game % n_panels].game;

	return help_of(game != NULL ? game : "");
}

static unsigned
card_at(const struct ui_model *m)
{
	return m->view.help_card % help_cards(shown(m));
}

static void
help_layout(const struct page_draw *d)
{
	const struct help *h = shown(d->m);
	unsigned at = card_at(d->m), n = help_cards(h);
	struct rect rest = widget_title(d, 0, h->card[at].title);
	struct rect row = rect_cut_bottom(&rest, d->g->touch, d->g->gap);
	struct rect inside = widget_card(d, rest, PAL_CARD);

	draw_text(d->l, PAL_TEXT, inside, d->g->compact ? d->g->small_px : d->g->text_px, DRAW_TOP,
		  h->card[at].text);
	widget_button(d, rect_cell(row, 3, 1, d->g->gap, 0), at > 0 ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 1, "Previous");
	draw_textf(d->l, PAL_TEXT_DIM, rect_cell(row, 3, 1, d->g->gap, 1), d->g->small_px,
		   DRAW_CENTRE, "%u of %u", at + 1, n);
	widget_button(d, rect_cell(row, 3, 1, d->g->gap, 2), at + 1 < n ? BUTTON_MAIN : BUTTON_OFF,
		      TARGET_STEP, 2, "Next");
}

static void
help_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_BACK)
		ui_model_back(m);
	else if (id == TARGET_STEP && arg == 1 && card_at(m) > 0)
		m->view.help_card = (uint8_t)(card_at(m) - 1);
	else if (id == TARGET_STEP && arg == 2 && card_at(m) + 1 < help_cards(shown(m)))
		m->view.help_card = (uint8_t)(card_at(m) + 1);
}

const struct page page_help = {
	.name = "help",
	.parent = UI_PAGE_PLAY,
	.layout = help_layout,
	.activate = help_activate,
};
