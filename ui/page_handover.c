/*
 * A seat's own page. It says first whose eyes it is for, and asks the seat's
 * number where it has one; what the seat hides is there while a finger holds it
 * open, or, once *Keep open* was touched, until it is closed or nobody has
 * touched it for a while. Sliding the finger onto an answer and letting go there
 * gives it.
 */
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"
#include "ui/secret.h"

static bool
needs_pin(const struct ui_model *m)
{
	const struct ui_state *s = &m->state;

	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, m->view.seat) == 0)
			return (s->pins >> i & 1) != 0;
	return false;
}

static void
closed_layout(const struct page_draw *d, struct rect box)
{
	struct rect row = rect_cut_bottom(&box, d->g->touch, d->g->gap);
	/* Where it stays when the page opens: what a finger holds must not turn into something else. */
	struct rect hold = rect_cell(row, 3, 1, d->g->gap, 0);
	const char *who = seat_name(&d->m->state, d->m->view.seat);

	draw_textf(d->l, PAL_TEXT, rect_inset(box, d->g->gap), d->g->text_px, DRAW_TOP,
		   needs_pin(d->m)
			   ? "This page is for %s alone: everybody else looks away. It opens "
			     "with a number."
			   : "This page is for %s alone: everybody else looks away. Hold the "
			     "button, slide onto an answer and let go there.",
		   who);
	widget_button(d, hold, BUTTON_MAIN, TARGET_REVEAL, 0,
		      needs_pin(d->m) ? "Number" : "Hold to see");
}

/* Zombie in the small design: the list and one's own board take turns. */
static bool
has_grid_button(const struct page_draw *d)
{
	return d->g->compact && secret_buries(&d->m->secret);
}

static void
below_layout(const struct page_draw *d, struct rect row)
{
	bool kept = d->m->view.kept, grid = has_grid_button(d);
	int n = grid ? 4 : 3;

	widget_button(d, rect_cell(row, n, 1, d->g->gap, 0), BUTTON_PLAIN, TARGET_REVEAL, 0,
		      kept ? "Hide" : "Let go: hide");
	widget_button(d, rect_cell(row, n, 1, d->g->gap, 1), kept ? BUTTON_OFF : BUTTON_PLAIN,
		      TARGET_KEEP, 0, "Keep open");
	widget_button(d, rect_cell(row, n, 1, d->g->gap, 2), kept ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_PIN, 0, d->g->compact ? "PIN" : "PIN\u2026");
	if (grid)
		widget_button(d, rect_cell(row, n, 1, d->g->gap, 3), BUTTON_PLAIN, TARGET_MORE, 0,
			      d->m->view.more % 2 == 0 ? "Grid" : "List");
}

static void
open_layout(const struct page_draw *d, struct rect box)
{
	struct rect row = rect_cut_bottom(&box, d->g->touch, d->g->gap);
	bool refused = d->m->view.error[0] != '\0';

	if (d->m->has_secret && !refused)
		secret_task_layout(d, &box);
	else
		draw_text(d->l, refused ? PAL_TEXT_WARN : PAL_TEXT,
			  rect_cut_top(&box, d->g->small_line, d->g->gap), d->g->small_px, 0,
			  refused ? d->m->view.error : "One moment …");
	if (d->m->has_secret)
		secret_layout(d, box);
	below_layout(d, row);
}

static void
handover_layout(const struct page_draw *d)
{
	struct rect rest = d->g->whole;

	/* The answers come first, so that keys start on the first of them. */
	(void)rect_cut_top(&rest, metrics_px(d->g, 48), d->g->gap);
	if (d->m->view.revealed)
		open_layout(d, rest);
	else
		closed_layout(d, rest);
	(void)widget_title(d, 0, seat_name(&d->m->state, d->m->view.seat));
}

static void
handover_press(struct ui_model *m, unsigned id, struct ui_out *out)
{
	if (id == TARGET_REVEAL && !m->view.revealed && !needs_pin(m))
		ui_model_reveal(m, false, out);
}

static void
answer(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_CHOICE)
		choice_act(&m->secret, arg, out);
	else
		secret_mask_deal(m, out);
	ui_model_hide(m, out);
	ui_model_go(m, UI_PAGE_PLAY);
}

/* A new number is chosen while the page is open; otherwise it is asked for. */
static void
pin_open(struct ui_model *m, bool new)
{
	m->view.pin_new = new;
	m->view.n_pin = 0;
	m->view.shuffle = ui_model_random(m, UINT32_MAX);
	m->view.error[0] = '\0';
	ui_model_open(m, UI_PAGE_PIN);
}

static void
handover_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	switch (id) {
	case TARGET_BACK:
		ui_model_hide(m, out);
		ui_model_go(m, UI_PAGE_PLAY);
		break;
	case TARGET_REVEAL: /* let go again; or the key, which cannot hold */
		if (m->view.revealed)
			ui_model_hide(m, out);
		else if (needs_pin(m))
			pin_open(m, false);
		else
			ui_model_reveal(m, true, out);
		break;
	case TARGET_PIN:
		pin_open(m, true);
		break;
	case TARGET_MORE:
		m->view.more++;
		break;
	case TARGET_KEEP:
		m->view.kept = true;
		break;
	case TARGET_SWAP:
		secret_mask_swap(m, arg);
		break;
	case TARGET_SUGGEST:
	case TARGET_RANDOM:
		secret_mask_lot(m, id == TARGET_SUGGEST);
		break;
	case TARGET_CHOICE:
	case TARGET_DEAL:
		answer(m, id, arg, out);
		break;
	default:
		break;
	}
}

static void
handover_slide(struct ui_model *m, const struct ui_place *from, const struct ui_place *at,
	       struct ui_out *out)
{
	if (from->id != TARGET_REVEAL || !m->view.revealed || m->view.kept)
		return;
	if (at->on && at->id != TARGET_REVEAL && at->id != TARGET_BACK)
		handover_activate(m, at->id, at->arg, out);
	if (m->view.revealed && !m->view.kept)
		ui_model_hide(m, out);
}

static void
handover_back(struct ui_model *m, struct ui_out *out)
{
	bool open = m->view.revealed;

	ui_model_hide(m, out);
	if (!open)
		ui_model_go(m, UI_PAGE_PLAY);
}

const struct page page_handover = {
	.name = "handover",
	.parent = UI_PAGE_PLAY,
	.layout = handover_layout,
	.activate = handover_activate,
	.back = handover_back,
	.press = handover_press,
	.slide = handover_slide,
};
