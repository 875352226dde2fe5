/* All choices of one group: dice, prices, cards or promotions. */
#include "ui/page.h"

static void
choice_page_layout(const struct page_draw *d)
{
	enum choice_group group = (enum choice_group)d->m->view.group;
	struct rect rest = widget_title(d, 0, choice_title(group));
	const struct ui_state *s = &d->m->state;
	uint8_t wanted[UI_WORDS_MAX];
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_words; i++)
		if (choice_has(s, group, i))
			wanted[n++] = (uint8_t)i;
	if (n == 0) /* only on a restored page */
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP,
			  tr("There is nothing to choose any more."));
	choice_grid(d, rest, s, wanted, n);
}

static void
choice_page_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_CHOICE)
		choice_act(&m->state, arg, out);
	ui_model_go(m, UI_PAGE_PLAY);
}

const struct page page_choice = {
	.name = "choice",
	.layout = choice_page_layout,
	.activate = choice_page_activate,
};
