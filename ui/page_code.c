/*
 * A finished game as a QR code for a phone: dark on light, right of the words, as large as the
 * window is high, in whole pixels. A game too long for one code that a phone
 * can read is split into several.
 */
#include <stdio.h>

#include "ui/page.h"

/* Draws the light background with its quiet zone, and the code in its middle. */
static void
code_draw(const struct page_draw *d, struct rect box)
{
	const struct ui_code *c = &d->m->code;
	int modules = c->size + 2 * c->quiet, side = box.w / modules;
	int light = modules * side, dark = c->size * side;

	draw_fill(d->l, PAL_FACE, rect_square(box, light), 0);
	draw_code(d->l, PAL_EDGE, rect_square(box, dark), side, c->cells);
}

static void
words_draw(const struct page_draw *d, struct rect box)
{
	const struct ui_code *c = &d->m->code;

	if (d->m->view.error[0] != '\0') {
		draw_text(d->l, PAL_TEXT_WARN, box, d->g->small_px, DRAW_TOP, d->m->view.error);
	} else if (!d->m->has_code) {
		draw_text(d->l, PAL_TEXT_DIM, box, d->g->small_px, DRAW_TOP,
			  tr("One moment \u2026"));
	} else if (c->parts == 1) {
		draw_text(d->l, PAL_TEXT, box, d->g->small_px, DRAW_TOP,
			  tr("Point a telephone at it: the code holds the whole game."));
	} else {
		draw_filled(d->l, PAL_TEXT_SHOWN, rect_cut_top(&box, d->g->text_line, d->g->gap),
			    d->g->text_px, DRAW_BOLD, tr("Code {1} of {2}"), LANG_N(c->part + 1),
			    LANG_N(c->parts));
		draw_text(d->l, PAL_TEXT, box, d->g->small_px, DRAW_TOP,
			  tr("The game is too long for one code. Take them all: their texts, one "
			     "behind the other, are the game."));
	}
}

static void
buttons_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_code *c = &d->m->code;
	bool has = d->m->has_code, back = has && c->part > 0, on = has && c->part + 1 < c->parts;

	if (!has || c->parts < 2)
		return;
	widget_button(d, rect_cell(box, 2, 1, d->g->gap, 0), back ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 1, tr("Previous"));
	widget_button(d, rect_cell(box, 2, 1, d->g->gap, 1), on ? BUTTON_MAIN : BUTTON_OFF,
		      TARGET_STEP, 2, tr("Next"));
}

/*
 * Returns the size of the code: the full height, unless the text beside the code needs the
 * width.
 */
static int
code_side(const struct metrics *g)
{
	int rest = g->w - measure(g, WIDTH_TEXT);

	return rest < g->h ? rest : g->h;
}

static void
code_layout(const struct page_draw *d)
{
	int gap = 2 * d->g->gap, side = code_side(d->g);
	struct rect rest = rect_of(d->g->whole.x, d->g->whole.y, d->g->w - side - gap - d->g->pad,
				   d->g->whole.h);
	struct rect bar = rect_cut_top(&rest, d->g->bar, d->g->gap);
	struct rect buttons = rect_cut_bottom(&rest, d->g->touch, d->g->gap);

	if (d->m->has_code)
		code_draw(d, rect_of(d->g->w - side, (d->g->h - side) / 2, side, side));
	widget_button(d, rect_of(bar.x, bar.y, measure(d->g, WIDTH_SHORT), bar.h), BUTTON_PLAIN,
		      TARGET_BACK, 0, tr("Back"));
	draw_text(d->l, PAL_TEXT, rect_cut_top(&rest, d->g->title_line, d->g->gap), d->g->title_px,
		  DRAW_BOLD, tr("QR code"));
	words_draw(d, rest);
	buttons_layout(d, buttons);
}

static void
code_ask(struct ui_model *m, struct ui_out *out)
{
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_QR,
					      .prompt = m->view.code_id,
					      .n = m->view.code_part });
}

static void
leave(struct ui_model *m, struct ui_out *out)
{
	(void)out;
	m->has_code = false;
	m->view.error[0] = '\0';
	ui_model_back(m);
}

static void
code_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	unsigned part = arg == 2 ? m->code.part + 1u : m->code.part - 1u;

	(void)out;
	if (id == TARGET_STEP && m->has_code && part < m->code.parts) {
		m->view.code_part = (uint16_t)part;
		m->wants = true;
	}
}

void
page_code_open(struct ui_model *m, uint32_t game_id)
{
	m->view.code_id = game_id;
	m->view.code_part = 0;
	m->view.error[0] = '\0';
	m->has_code = false;
	ui_model_open(m, UI_PAGE_CODE);
}

const struct page page_code = {
	.name = "code",
	.layout = code_layout,
	.activate = code_activate,
	.back = leave,
	.ask = code_ask,
};
