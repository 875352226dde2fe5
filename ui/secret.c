/*
 * The content of a seat's private page: covers to bury under, masks to deal,
 * the hand of cards, and what the seat has hidden so far. Lists are shuffled
 * each time, and the keys' focus starts at a random place, unseen until a key
 * moves it. Masks start as a random one of their 120 deals; a seat's proposal
 * stays until it is dealt. Neither the finger's place nor the number of key
 * presses therefore reveals a choice.
 */
#include "ui/secret.h"

#include <string.h>

#include "ui/panel.h"

static const char kinds[UI_KINDS + 1] = "KQRBN";

bool
secret_has(const struct ui_state *s, const char *verb)
{
	for (unsigned i = 0; i < s->n_words; i++)
		if (strncmp(s->word[i], verb, strlen(verb)) == 0)
			return true;
	return false;
}

bool
secret_buries(const struct ui_state *s)
{
	return secret_has(s, "bury:") && !choice_burial_waits(s);
}

/* ---- opening and closing ---- */

void
secret_clear(struct ui_model *m)
{
	memset(&m->secret, 0, sizeof(m->secret));
	m->has_secret = m->view.revealed = m->view.kept = false;
}

void
secret_request(const struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_HANDOVER };

	memcpy(q.seat, m->view.seat, sizeof(q.seat));
	memcpy(q.pin, m->view.pin, sizeof(q.pin));
	ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_SCREEN });
	ui_out_add(out, &q);
}

void
secret_reveal(struct ui_model *m, bool kept, struct ui_out *out)
{
	m->view.word = UI_WORD_NONE;
	m->view.revealed = true;
	m->view.kept = kept;
	m->view.shuffle = ui_model_random(m, UINT32_MAX);
	m->view.error[0] = '\0';
	secret_request(m, out);
}

void
secret_hide(struct ui_model *m, struct ui_out *out)
{
	/* The page of a person who is alone would open again. */
	bool leaves = prompt_covers(&m->state.prompt) ||
		      (m->view.page == UI_PAGE_HANDOVER && ui_model_is_unwatched(m));

	if (m->view.revealed)
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_HANDOVER });
	secret_clear(m);
	if (leaves)
		ui_model_go(m, UI_PAGE_PLAY);
}

/* ---- lists ---- */

/* Fisher-Yates shuffle with Marsaglia's xorshift. */
void
secret_shuffle(uint8_t *at, unsigned n, uint32_t seed)
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

/*
 * Reports whether to list a word. At most sixteen covers are listed; if the
 * daemon chose them, exactly those.
 */
static bool
is_offered(const struct ui_state *s, const char *word, unsigned n)
{
	const struct ui_secret *offer = &s->secret;

	if (strncmp(word, "play:", 5) == 0)
		return in_hand(s, word);
	if (strncmp(word, "bury:", 5) != 0 || choice_burial_waits(s))
		return false;
	for (unsigned i = 0; i < offer->n_options; i++)
		if (strcmp(offer->option[i], word) == 0)
			return true;
	return offer->n_options == 0 && n < UI_COVERS_MAX;
}

/* Stores the indices of the listed words in this page's order and returns their number. */
static unsigned
list_of(const struct ui_model *m, uint8_t wanted[UI_WORDS_MAX])
{
	const struct ui_state *s = &m->secret;
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_words; i++)
		if (is_offered(s, s->word[i], n))
			wanted[n++] = (uint8_t)i;
	if (!ui_model_is_unwatched(m)) /* a person who is alone finds each card in its place */
		secret_shuffle(wanted, n, m->view.shuffle);
	return n;
}

void
secret_list_layout(const struct page_draw *d, struct rect box)
{
	uint8_t wanted[UI_WORDS_MAX];
	unsigned n = list_of(d->m, wanted);
	int lines = box.w < d->g->whole.w ? 2 : 1; /* beside a board */

	if (!ui_model_is_unwatched(d->m))
		draw_text(d->l, PAL_TEXT_DIM,
			  rect_cut_bottom(&box, lines * d->g->small_line, d->g->gap), d->g->small_px,
			  0, tr("Shuffled each time: where you touch tells nothing."));
	choice_grid(d, box, &d->m->secret, wanted, n);
}

/* ---- masks ---- */

/*
 * Returns which of the two buttons comes first. The order is random, so that the place of a
 * touch reveals nothing.
 */
static uint16_t
random_choice_at(const struct ui_model *m, unsigned place)
{
	bool random_first = (m->view.shuffle >> 16 & 1) != 0;

	return (place == 0) == random_first ? TARGET_RANDOM : TARGET_SUGGEST;
}

void
secret_random_layout(const struct page_draw *d, struct rect row)
{
	for (int i = 0; i < 2; i++) {
		uint16_t lot = random_choice_at(d->m, (unsigned)i);

		widget_button(d, rect_cell(row, 2, 1, d->g->gap, i), BUTTON_PLAIN, lot, 0,
			      lot == TARGET_SUGGEST ? tr("Suggested") : tr("Random"));
	}
}

void
secret_kind_draw(const struct page_draw *d, struct rect cell, char kind, bool black)
{
	draw_fill(d->l, PAL_TRAY, cell, d->g->radius);
	draw_piece(d->l, rect_square(cell, cell.h < cell.w ? cell.h : cell.w),
		   (struct ui_piece){ (char)(black ? kind | 0x20 : kind), 0 }, 0);
}

struct rect
secret_masks_rows(const struct page_draw *d, struct rect *box, int low)
{
	bool black = strcmp(d->m->view.seat, "w") == 0; /* the other side's pieces */
	struct rect name = rect_of(box->x, box->y, measure(d->g, WIDTH_LABEL), box->h);
	struct rect masks;

	box->x = (int16_t)(box->x + name.w + d->g->gap);
	box->w = (int16_t)(box->w - name.w - d->g->gap);
	masks = rect_cut_bottom(box, low, d->g->gap);
	draw_text(d->l, PAL_TEXT, rect_of(name.x, box->y, name.w, box->h), d->g->small_px, 0,
		  black ? tr("Black's pieces") : tr("White's pieces"));
	draw_text(d->l, PAL_TEXT, rect_of(name.x, masks.y, name.w, masks.h), d->g->small_px, 0,
		  tr("capture as"));
	for (int i = 0; i < UI_KINDS; i++)
		secret_kind_draw(d, rect_cell(*box, UI_KINDS, 1, d->g->gap, i), kinds[i], black);
	return masks;
}

static void
masks_layout(const struct page_draw *d, struct rect box)
{
	bool black = strcmp(d->m->view.seat, "w") == 0; /* the other side's pieces */
	const char *mask = d->m->view.mask;
	bool watched = !ui_model_is_unwatched(d->m);
	struct rect masks, row = rect_of(0, 0, 0, 0);
	int low;

	if (watched)
		row = rect_cut_bottom(&box, d->g->touch, d->g->gap);
	low = (box.h - d->g->gap) / 2;
	masks = secret_masks_rows(d, &box, low < d->g->touch ? d->g->touch : low);
	for (int i = 0; i < UI_KINDS; i++)
		widget_piece_button(
			d, rect_cell(masks, UI_KINDS, 1, d->g->gap, i), TARGET_SWAP, (unsigned)i,
			(struct ui_piece){ (char)(black ? mask[i] | 0x20 : mask[i]), 0 });
	if (watched)
		secret_random_layout(d, row);
}

/*
 * Reports whether the king captures strongly and the queen mildly: the deals of the daemon's
 * `assign:suggested`, and the advice of the game's last card.
 */
static bool
is_suggested(const char *mask)
{
	return strchr("QRB", mask[0]) != NULL && strchr("KBN", mask[1]) != NULL;
}

void
secret_mask_random(struct ui_model *m, bool suggested)
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

void
secret_mask_swap(struct ui_model *m, unsigned at)
{
	char *mask = m->view.mask, was;
	unsigned next = (at + 1) % UI_KINDS;

	if (at >= UI_KINDS)
		return;
	was = mask[at];
	mask[at] = mask[next];
	mask[next] = was;
}

void
secret_mask_deal(struct ui_model *m, struct ui_out *out)
{
	const struct ui_state *s = &m->secret;

	for (unsigned i = 0; i < s->n_words; i++)
		if (strncmp(s->word[i], "assign:", 7) == 0 &&
		    strcmp(s->word[i] + 7, m->view.mask) == 0)
			choice_act(s, i, out);
	m->view.mask[0] = '\0';
}

/* Proposes masks, unless this seat has a proposal for this game. */
static void
masks_propose(struct ui_model *m)
{
	struct ui_view *v = &m->view;

	if (v->mask[0] != '\0' && v->mask_game == m->secret.game_id &&
	    strcmp(v->mask_seat, v->seat) == 0)
		return;
	secret_mask_random(m, false);
	v->mask_game = m->secret.game_id;
	memcpy(v->mask_seat, v->seat, sizeof(v->mask_seat));
}

/*
 * Puts the focus anywhere but on *Deal these*, so an extra key press cannot deal by mistake. It
 * stays unseen if the page was opened by touch: a frame would look like a choice.
 */
static void
focus_begin(struct ui_model *m)
{
	bool masks = secret_has(&m->secret, "assign:");
	uint8_t wanted[UI_WORDS_MAX];
	unsigned n = masks ? UI_KINDS + 2 : list_of(m, wanted);
	unsigned at = n > 0 ? ui_model_random(m, n) : 0;
	struct ui_place *focus = &m->view.focus;

	if (masks && at >= UI_KINDS)
		*focus = (struct ui_place){ focus->on, random_choice_at(m, at - UI_KINDS), 0 };
	else if (n > 0)
		*focus = (struct ui_place){ focus->on, masks ? TARGET_SWAP : TARGET_CHOICE,
					    (uint16_t)(masks ? at : wanted[at]) };
}

void
secret_begin(struct ui_model *m, bool first)
{
	if (first)
		focus_begin(m);
	if (secret_has(&m->secret, "assign:"))
		masks_propose(m); /* also if this seat's turn started after its page opened */
}

/* Draws the seat's own graves on a separate board. */
static void
grid_layout(const struct page_draw *d, struct rect box)
{
	struct page_draw own = *d;

	own.s = &d->m->secret;
	board_layout(&own, box);
}

void
secret_graves_layout(const struct page_draw *d, struct rect box)
{
	bool bury = secret_buries(&d->m->secret);
	struct rect board = box;

	if (!d->g->compact && bury) {
		board.w = (int16_t)(box.w * 2 / 5);
		grid_layout(d, board);
		box.x = (int16_t)(box.x + board.w + d->g->gap);
		box.w = (int16_t)(box.w - board.w - d->g->gap);
	}
	if (bury && (!d->g->compact || d->m->view.more % 2 == 0))
		secret_list_layout(d, box);
	else
		grid_layout(d, box);
}

void
secret_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->secret;
	const struct panel *p = panel_of(s->game);

	if (secret_has(s, "assign:"))
		masks_layout(d, box);
	else if (p->own_layout != NULL)
		p->own_layout(d, box);
}

/* Draws the piece beside the question, because several may be waiting for burial. */
static void
burial_layout(const struct page_draw *d, struct rect *box)
{
	char letter = d->m->secret.secret.piece;
	const struct game *g = rules_game(d->m->secret.game);
	uint8_t piece = g == NULL ? 0 : rules_piece_parse(g, letter);
	int side = 3 * d->g->small_line / 2;
	struct rect row = rect_cut_top(box, side, d->g->gap);

	draw_fill(d->l, PAL_TRAY, rect_of(row.x, row.y, side, side), d->g->radius);
	draw_piece(d->l, rect_of(row.x, row.y, side, side), (struct ui_piece){ letter, 0 }, 0);
	draw_filled(d->l, PAL_TEXT,
		    rect_of(row.x + side + d->g->pad, row.y, row.w - side - d->g->pad, side),
		    d->g->small_px, 0,
		    d->g->compact
			    ? tr("To bury: {1}. Under which piece?")
			    : tr("To bury: {1}. Under which piece? It rises as a zombie when that "
				 "piece leaves."),
		    piece == 0 ? "?" : tr(rules_piece_name(g, piece)));
}

static const char *
task(const struct page_draw *d)
{
	const struct ui_state *s = &d->m->secret;
	const struct panel *p = panel_of(s->game);

	if (choice_burial_waits(s))
		return tr("The board comes first, then you bury.");
	if (secret_has(s, "play:"))
		return d->g->compact ? tr("Play a card")
				     : tr("Your card names the piece that captures, your partner's "
					  "the one that is taken.");
	return p->own_title != NULL ? tr(p->own_title) : "";
}

/* Says who deals whose masks, what a mask is, and how to change one. */
static void
dealing_layout(const struct page_draw *d, struct rect *box)
{
	bool white = strcmp(d->m->view.seat, "w") == 0;
	enum { LINES = 3 };

	draw_filled(d->l, PAL_TEXT,
		    rect_cut_top(box, (d->g->compact ? LINES : LINES - 1) * d->g->small_line,
				 d->g->gap),
		    d->g->small_px, DRAW_TOP,
		    tr("{1} deals {2}'s masks: a piece moves as it looks and captures as its mask. "
		       "Touch a mask to swap it with the next one."),
		    white ? tr("White") : tr("Black"), white ? tr("Black") : tr("White"));
}

void
secret_task_layout(const struct page_draw *d, struct rect *box)
{
	const struct ui_state *s = &d->m->secret;

	if (secret_buries(s))
		burial_layout(d, box);
	else if (secret_has(s, "assign:"))
		dealing_layout(d, box);
	else
		draw_text(d->l, PAL_TEXT, rect_cut_top(box, d->g->small_line, d->g->gap),
			  d->g->small_px, 0, task(d));
}
