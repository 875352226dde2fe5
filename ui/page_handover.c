/*
 * A seat's own page. It says first whose eyes it is for; what the seat hides is
 * there while a finger holds it open, or, once *Keep open* was touched, until it
 * is closed or nobody has touched it for a while. Sliding the finger onto an
 * answer and letting go there gives it.
 *
 * Lists are shuffled each time and the focus starts on their first entry, so
 * that neither the finger's place nor the number of key presses tells a choice.
 */
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"

static const char kinds[UI_KINDS + 1] = "KQRBN";

static bool
has_word(const struct ui_state *s, const char *verb)
{
	for (unsigned i = 0; i < s->n_words; i++)
		if (strncmp(s->word[i], verb, strlen(verb)) == 0)
			return true;
	return false;
}

/* ---- lists ---- */

/* Fisher and Yates, led by Marsaglia's xorshift. */
static void
shuffle(uint8_t *at, unsigned n, uint32_t seed)
{
	seed |= 1;
	for (unsigned i = n; i > 1; i--) {
		uint8_t last = at[i - 1];
		unsigned k;

		seed ^= seed << 13;
		seed ^= seed >> 17;
		seed ^= seed << 5;
		k = seed % i;
		at[i - 1] = at[k];
		at[k] = last;
	}
}

static bool
in_hand(const struct ui_state *s, const char *word)
{
	const struct ui_cards *hand = &s->keys.hand[strcmp(s->viewer, "b") == 0];

	for (unsigned i = 0; hand->open && i < hand->n; i++)
		if (strcmp(word + 5, hand->card[i]) == 0)
			return true;
	return false;
}

static void
list_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->secret;
	uint8_t wanted[UI_WORDS_MAX];
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_words; i++)
		if (choice_has(s, CHOICE_SECRET, i) &&
		    (strncmp(s->word[i], "play:", 5) != 0 || in_hand(s, s->word[i])))
			wanted[n++] = (uint8_t)i;
	shuffle(wanted, n, d->m->view.shuffle);
	choice_grid(d, box, s, wanted, n);
}

/* ---- masks ---- */

static const char *
mask_of(const struct ui_model *m)
{
	return m->view.mask[0] != '\0' ? m->view.mask : kinds;
}

static void
masks_layout(const struct page_draw *d, struct rect box)
{
	bool black = strcmp(d->m->view.seat, "w") == 0; /* the other side's pieces */
	struct rect row = rect_cut_bottom(&box, d->g->touch, d->g->gap);
	int high = (box.h - d->g->gap) / 2;
	const char *mask = mask_of(d->m);

	for (int i = 0; i < UI_KINDS; i++) {
		struct rect cell = rect_cell(box, UI_KINDS, 1, d->g->gap, i);
		struct ui_piece piece = { (char)(black ? kinds[i] | 0x20 : kinds[i]), 0 };
		struct ui_piece worn = { mask[i], 0 };
		struct rect top = rect_cut_top(&cell, high, 0);
		int side = top.h < top.w ? top.h : top.w;

		draw_fill(d->l, PAL_TRAY, top, d->g->radius);
		draw_piece(d->l, rect_of(top.x + (top.w - side) / 2, top.y, side, side), piece, 0);
		widget_piece_button(d,
				    rect_of(cell.x, cell.y + d->g->gap, cell.w, high - d->g->gap),
				    TARGET_SWAP, (unsigned)i, worn);
	}
	widget_button(d, rect_cell(row, 3, 1, d->g->gap, 0), BUTTON_PLAIN, TARGET_SUGGEST, 0,
		      "Suggested");
	widget_button(d, rect_cell(row, 3, 1, d->g->gap, 1), BUTTON_PLAIN, TARGET_RANDOM, 0,
		      "Random");
	widget_button(d, rect_cell(row, 3, 1, d->g->gap, 2), BUTTON_MAIN, TARGET_DEAL, 0,
		      "Deal these");
}

/* A strong capture for the king that stays at home, a mild one for the queen that roams. */
static bool
is_suggested(const char *mask)
{
	return mask[0] == 'Q' && mask[1] != 'R';
}

static void
mask_draw_lot(struct ui_model *m, bool suggested)
{
	const struct ui_state *s = &m->secret;
	uint8_t good[UI_WORDS_MAX];
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_words; i++) {
		const char *mask = s->word[i] + strlen("assign:");

		if (strncmp(s->word[i], "assign:", 7) == 0 && strlen(mask) == UI_KINDS &&
		    (!suggested || is_suggested(mask)))
			good[n++] = (uint8_t)i;
	}
	if (n > 0)
		memcpy(m->view.mask, s->word[good[ui_model_random(m, n)]] + 7, UI_KINDS + 1);
}

static void
mask_swap(struct ui_model *m, unsigned at)
{
	char mask[UI_KINDS + 1], was;
	unsigned next = (at + 1) % UI_KINDS;

	if (at >= UI_KINDS)
		return;
	memcpy(mask, mask_of(m), sizeof(mask));
	was = mask[at];
	mask[at] = mask[next];
	mask[next] = was;
	memcpy(m->view.mask, mask, sizeof(mask));
}

static void
mask_deal(const struct ui_model *m, struct ui_out *out)
{
	const struct ui_state *s = &m->secret;

	for (unsigned i = 0; i < s->n_words; i++)
		if (strncmp(s->word[i], "assign:", 7) == 0 &&
		    strcmp(s->word[i] + 7, mask_of(m)) == 0)
			choice_act(s, i, out);
}

/* ---- the page ---- */

/* The same place on both pages: what a finger holds must not turn into something else under it. */
static struct rect
hold_cut(const struct page_draw *d, struct rect *box, struct rect *beside)
{
	struct rect row = rect_cut_bottom(box, d->g->touch, d->g->gap);

	*beside = rect_cell(row, 2, 1, d->g->gap, 1);
	return rect_cell(row, 2, 1, d->g->gap, 0);
}

static void
closed_layout(const struct page_draw *d, struct rect box)
{
	struct rect beside, hold = hold_cut(d, &box, &beside);
	const char *who = seat_name(&d->m->state, d->m->view.seat);

	draw_textf(d->l, PAL_TEXT, rect_inset(box, d->g->gap), d->g->text_px, DRAW_TOP,
		   "This page is for %s alone: everybody else looks away. Hold the button, slide "
		   "onto an answer and let go there.",
		   who);
	widget_button(d, hold, BUTTON_MAIN, TARGET_REVEAL, 0, "Hold to see");
}

static const char *
task_of(const struct ui_state *s)
{
	if (has_word(s, "bury:"))
		return "Under which piece is it buried?";
	if (has_word(s, "assign:"))
		return "As what does each of the other side's pieces capture?";
	return s->n_words > 0 ? "Play a card" : "Your hand";
}

static void
open_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->secret;
	struct rect beside, hold = hold_cut(d, &box, &beside);
	bool refused = d->m->view.error[0] != '\0';

	draw_text(d->l, refused ? PAL_TEXT_WARN : PAL_TEXT,
		  rect_cut_top(&box, d->g->small_line, d->g->gap), d->g->small_px, 0,
		  refused            ? d->m->view.error
		  : d->m->has_secret ? task_of(s)
				     : "One moment …");
	if (has_word(s, "assign:"))
		masks_layout(d, box);
	else
		list_layout(d, box);
	widget_button(d, hold, BUTTON_PLAIN, TARGET_REVEAL, 0,
		      d->m->view.kept ? "Hide" : "Let go: hidden");
	widget_button(d, beside, d->m->view.kept ? BUTTON_OFF : BUTTON_PLAIN, TARGET_KEEP, 0,
		      "Keep open");
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
	(void)widget_title(d, seat_name(&d->m->state, d->m->view.seat));
}

static void
handover_press(struct ui_model *m, unsigned id, struct ui_out *out)
{
	if (id == TARGET_REVEAL && !m->view.revealed)
		ui_model_reveal(m, false, out);
}

static void
answer(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_CHOICE)
		choice_act(&m->secret, arg, out);
	else
		mask_deal(m, out);
	ui_model_hide(m, out);
	ui_model_go(m, UI_PAGE_PLAY);
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
		else
			ui_model_reveal(m, true, out);
		break;
	case TARGET_KEEP:
		m->view.kept = true;
		break;
	case TARGET_SWAP:
		mask_swap(m, arg);
		break;
	case TARGET_SUGGEST:
	case TARGET_RANDOM:
		mask_draw_lot(m, id == TARGET_SUGGEST);
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
