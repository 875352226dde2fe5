/*
 * A seat's private page. It first names the seat, and asks for its PIN if it
 * has one. Secrets are visible while a finger holds them open. After *Keep
 * open* they stay visible until the page is closed or its timeout expires, as they do at once for
 * a person who plays against computers alone.
 * Sliding the finger to an answer and releasing it there chooses the answer.
 */
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"
#include "ui/secret.h"

static bool
needs_pin(const struct ui_model *m)
{
	return ui_seat_has_pin(&m->state, m->view.seat);
}

/* Says how the page opens, and that the others look away. */
static void
away_draw(const struct page_draw *d, struct rect box, const char *who)
{
	draw_filled(
		d->l, PAL_TEXT, box, d->g->text_px, DRAW_TOP,
		needs_pin(d->m)
			? tr("This page is for {1} alone: everybody else looks away. It opens "
			     "with a PIN. The answers change places each time, so that the "
			     "place of your finger reveals nothing.")
			: tr("This page is for {1} alone: everybody else looks away. Hold the "
			     "button to look. To choose, slide onto an answer, or onto Keep open, "
			     "and let go there. The answers change places each time, so that "
			     "the place of your finger reveals nothing."),
		who);
}

static void
closed_layout(const struct page_draw *d, struct rect box)
{
	struct rect row = rect_cut_bottom(&box, d->g->touch, d->g->gap);
	/*
	 * The button keeps its place when the page opens; a held finger must
	 * not land on another button.
	 */
	struct rect hold = rect_cell(row, 3, 1, d->g->gap, 0);
	char name[SEAT_PLAYER_TEXT];
	const char *who = seat_player(&d->m->state, d->m->view.seat, name);

	draw_filled(d->l, PAL_TEXT_SHOWN, rect_cut_top(&box, d->g->title_line, d->g->gap),
		    d->g->text_px, DRAW_BOLD,
		    seat_is_alone(&d->m->state) ? tr("The page of {1}")
						: tr("Pass the screen to {1}"),
		    who);
	if (seat_is_alone(&d->m->state))
		draw_text(d->l, PAL_TEXT, rect_inset(box, d->g->gap), d->g->text_px, DRAW_TOP,
			  tr("The computer does not see this page. It opens with a PIN."));
	else
		away_draw(d, rect_inset(box, d->g->gap), who);
	widget_button(d, hold, BUTTON_MAIN, TARGET_REVEAL, 0,
		      needs_pin(d->m) ? tr("PIN") : tr("Hold to see"));
}

/*
 * Reports whether a button alternates between the list and the seat's own
 * board: while burying, in the small design.
 */
static bool
has_grid_button(const struct page_draw *d)
{
	return d->g->compact && secret_buries(&d->m->secret);
}

/* Draws the buttons that hide the page, and that keep it open or lock the one that is kept. */
static void
hiding_layout(const struct page_draw *d, struct rect row)
{
	struct rect second = rect_cell(row, 3, 1, d->g->gap, 1);

	widget_button(d, rect_cell(row, 3, 1, d->g->gap, 0), BUTTON_PLAIN, TARGET_REVEAL, 0,
		      d->m->view.kept ? tr("Hide") : tr("Let go to hide"));
	if (d->m->view.kept)
		widget_button(d, second, BUTTON_PLAIN, TARGET_PIN, 0, tr("PIN\u2026"));
	else
		widget_button(d, second, BUTTON_PLAIN, TARGET_KEEP, 0, tr("Keep open"));
}

/* Reports whether the page deals masks. */
static bool
deals(const struct page_draw *d)
{
	return d->m->has_secret && secret_has(&d->m->secret, "assign:");
}

/* Draws the row of buttons below the page; the main one is at its right end, as in dialogs. */
static void
below_layout(const struct page_draw *d, struct rect row)
{
	struct rect last = rect_cell(row, 3, 1, d->g->gap, 2);

	if (!ui_model_is_unwatched(d->m))
		hiding_layout(d, row);
	else if (deals(d))
		secret_random_layout(d, rect_of(row.x, row.y, last.x - d->g->gap - row.x, row.h));
	if (has_grid_button(d))
		widget_button(d, last, BUTTON_PLAIN, TARGET_MORE, 0,
			      d->m->view.more % 2 == 0 ? tr("Grid") : tr("List"));
	else if (deals(d))
		widget_button(d, last, BUTTON_MAIN, TARGET_DEAL, 0, tr("Deal these"));
}

static void
open_layout(const struct page_draw *d, struct rect box)
{
	bool below = !ui_model_is_unwatched(d->m) || has_grid_button(d) || deals(d);
	struct rect row = rect_of(0, 0, 0, 0);
	bool refused = d->m->view.error[0] != '\0';

	if (below)
		row = rect_cut_bottom(&box, d->g->touch, d->g->gap);
	if (d->m->has_secret && !refused)
		secret_task_layout(d, &box);
	else
		draw_text(d->l, refused ? PAL_TEXT_WARN : PAL_TEXT,
			  rect_cut_top(&box, d->g->small_line, d->g->gap), d->g->small_px, 0,
			  refused ? d->m->view.error : tr("One moment …"));
	if (d->m->has_secret)
		secret_layout(d, box);
	if (below)
		below_layout(d, row);
}

static void
handover_layout(const struct page_draw *d)
{
	struct rect rest = d->g->whole;
	char name[SEAT_PLAYER_TEXT];

	/* Answers come first, so the focus starts on the first of them. */
	(void)rect_cut_top(&rest, d->g->bar, d->g->gap);
	if (d->m->view.revealed || ui_model_is_unwatched(d->m))
		open_layout(d, rest);
	else
		closed_layout(d, rest);
	(void)widget_title(d, 0, seat_player(&d->m->state, d->m->view.seat, name));
}

static void
handover_press(struct ui_model *m, unsigned id, struct ui_out *out)
{
	if (id == TARGET_REVEAL && !m->view.revealed && !needs_pin(m))
		secret_reveal(m, false, out);
}

static void
answer(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_CHOICE)
		choice_act(&m->secret, arg, out);
	else
		secret_mask_deal(m, out);
	secret_hide(m, out);
	ui_model_go(m, UI_PAGE_PLAY);
}

static void
handover_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	switch (id) {
	case TARGET_BACK:
		secret_hide(m, out);
		ui_model_go(m, UI_PAGE_PLAY);
		break;
	case TARGET_REVEAL: /* released; or a key, which cannot hold */
		if (m->view.revealed)
			secret_hide(m, out);
		else if (needs_pin(m))
			ui_model_ask_pin(m, false);
		else
			secret_reveal(m, true, out);
		break;
	case TARGET_PIN:
		ui_model_ask_pin(m, true);
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
		secret_mask_random(m, id == TARGET_SUGGEST);
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
		secret_hide(m, out);
}

static void
handover_back(struct ui_model *m, struct ui_out *out)
{
	bool open = m->view.revealed;

	secret_hide(m, out);
	if (!open)
		ui_model_go(m, UI_PAGE_PLAY);
}

/* Opens the page of a person who is alone. */
static void
handover_flush(struct ui_model *m, struct ui_out *out)
{
	if (m->linked && m->view.page == UI_PAGE_HANDOVER && !m->view.revealed && ui_model_is_unwatched(m))
		secret_reveal(m, true, out);
}

const struct page page_handover = {
	.name = "handover",
	.layout = handover_layout,
	.activate = handover_activate,
	.back = handover_back,
	.takes_back = true,
	.press = handover_press,
	.slide = handover_slide,
	.flush = handover_flush,
};
