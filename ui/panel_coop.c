/*
 * Cooperative Chess: each side's discards and hand, the pile, what is captured,
 * what is wild, and what may capture what now. Open hands are seen by all; in
 * the replay of a game that is over, all hands and the pile lie open.
 */
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"

/* The kind a card stands for, as a letter; 0: it is no card. */
static char
kind_of(const char *card)
{
	switch (card[0]) {
	case '8':
		return 'N';
	case '9':
		return 'B';
	case '1':
		return 'R';
	case 'Q':
	case 'K':
		return card[0];
	default:
		return card[0] >= '2' && card[0] <= '5' ? 'P' : '\0';
	}
}

static const char *
top_of(const struct ui_cards *c)
{
	return c->open && c->n > 0 ? c->card[c->n - 1] : "";
}

/* A side that has no piece of its top card's kind left may take it for any. */
static bool
is_wild(const struct ui_state *s, unsigned side)
{
	char kind = kind_of(top_of(&s->keys.discards[side]));

	return kind != '\0' && panel_count(s, (char)(side == 1 ? kind | 0x20 : kind), '?') == 0;
}

/* The top discards, the newest first, smaller towards the right. */
static void
discards_draw(const struct page_draw *d, struct rect row, const struct ui_cards *c)
{
	int card_w = metrics_px(d->g, d->g->compact ? 38 : 52), fits = row.w / (card_w + 2);

	if (c->n == 0 || !c->open)
		draw_frame(d->l, PAL_TEXT_DIM, rect_of(row.x, row.y, card_w, row.h),
			   metrics_px(d->g, 1));
	for (int i = 0; c->open && i < c->n && i < fits; i++) {
		struct rect card = rect_of(row.x + i * (card_w + 2), row.y, card_w, row.h);

		widget_card_face(d, card, c->card[c->n - 1 - i]);
		if (i == 0)
			draw_frame(d->l, PAL_TEXT_SHOWN, card, metrics_px(d->g, 2));
	}
}

static void
side_draw(const struct page_draw *d, struct rect row, unsigned side)
{
	const struct ui_keys *k = &d->s->keys;
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 140);

	draw_textf(d->l, PAL_TEXT, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		   d->g->compact ? "%s %u" : "%s holds %u", phrase(side == 1 ? "Black" : "White"),
		   k->hand[side].n);
	discards_draw(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h),
		      &k->discards[side]);
}

/* What the captor must be, and what it may take: the sentence behind every yes and no. */
static void
why_say(const struct ui_state *s, char *text, size_t size)
{
	static const char *const names[] = { "pawn", "knight", "bishop", "rook", "queen", "king" };
	static const char letters[] = "PNBRQK";
	unsigned own = strcmp(s->turn_seat[0] != '\0' ? s->turn_seat : s->to_act, "b") == 0;
	const char *part[2] = { phrase("any piece"), phrase("any piece") };

	if (strcmp(s->keys.stage, "capture") != 0) {
		snprintf(text, size, "%s", phrase("Captures come after the card."));
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		unsigned side = i == 0 ? own : 1 - own;
		char kind = kind_of(top_of(&s->keys.discards[side]));
		const char *at = kind != '\0' ? strchr(letters, kind) : NULL;

		if (at == NULL && i == 1) {
			snprintf(text, size, "%s",
				 phrase("No discard of the partner is left to take by."));
			return;
		}
		if (at != NULL && !is_wild(s, side) && !(i == 1 && s->keys.wild))
			part[i] = phrase(names[at - letters]);
	}
	snprintf(text, size, phrase("Captor: %s. Victim: %s."), part[0], part[1]);
}

static void
captured_draw(const struct page_draw *d, struct rect row)
{
	const struct ui_keys *k = &d->s->keys;
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 140);
	int card_w = metrics_px(d->g, d->g->compact ? 38 : 52), n = k->captured.n;
	int step = n > 1 ? (row.w - label_w - card_w) / (n - 1) : 0;

	if (step > card_w + 2)
		step = card_w + 2;
	draw_textf(d->l, PAL_TEXT_DIM, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		   d->g->compact ? "Taken %u" : "Captured %u", n);
	for (int i = 0; k->captured.open && i < n; i++) /* the newest lies on top */
		draw_fill(d->l, i == n - 1 ? PAL_FACE : PAL_TRAY,
			  rect_of(row.x + label_w + i * step, row.y + 1, card_w, row.h - 2),
			  d->g->radius / 2);
	if (k->captured.open && n > 0)
		widget_card_face(
			d, rect_of(row.x + label_w + (n - 1) * step, row.y + 1, card_w, row.h - 2),
			k->captured.card[n - 1]);
}

enum { OPEN_CARDS = 3 };

/* Cards that lie open, the first on the left: a hand, or what is drawn next. */
static void
open_draw(const struct page_draw *d, struct rect row, const char *label, const struct ui_cards *c)
{
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 140);
	int card_w = metrics_px(d->g, d->g->compact ? 38 : 52), hand_w, fits;

	hand_w = OPEN_CARDS * (card_w + 2); /* a hand has three, and all are seen */
	if (c->n <= OPEN_CARDS && label_w > row.w - hand_w)
		label_w = row.w - hand_w;
	draw_text(d->l, PAL_TEXT_DIM, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		  label);
	fits = (row.w - label_w) / (card_w + 2);
	for (int i = 0; i < c->n && i < fits; i++)
		widget_card_face(d,
				 rect_of(row.x + label_w + i * (card_w + 2), row.y, card_w, row.h),
				 c->card[i]);
}

/* Whose cards they are and who sees them. */
static const char *
deck_of(const struct ui_keys *k)
{
	if (strcmp(k->cards, "real") == 0)
		return phrase("real cards");
	return strcmp(k->cards, "open") == 0 ? phrase("open hands") : phrase("dealt here");
}

/* What has been captured and what is still to be drawn: of both, or in one line where room is short. */
static void
stacks_draw(const struct page_draw *d, struct rect *box, int card)
{
	const struct ui_keys *k = &d->s->keys;
	struct rect row;

	if (box->h < card + panel_line(d->g)) {
		if (panel_row(d, box, panel_line(d->g), &row))
			draw_textf(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, "Taken %u, pile %u",
				   k->captured.n, k->pile.n);
		return;
	}
	if (panel_row(d, box, card, &row))
		captured_draw(d, row);
	if (panel_row(d, box, panel_line(d->g), &row))
		draw_textf(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, "Pile %u, %s", k->pile.n,
			   deck_of(k));
}

static void
why_draw(const struct page_draw *d, struct rect *box)
{
	char why[UI_SENTENCE_TEXT];
	struct rect row;

	why_say(d->s, why, sizeof(why));
	if (panel_row(d, box, 2 * d->g->small_line, &row))
		draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, DRAW_TOP | DRAW_AS_IS, why);
	if (d->s->keys.wild && panel_row(d, box, panel_line(d->g), &row))
		draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, DRAW_BOLD,
			  "Wild: colours matched");
}

void
panel_coop_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_keys *k = &d->s->keys;
	bool open = k->hand[0].open || k->hand[1].open, old = k->pile.open;
	int card = metrics_px(d->g, !d->g->compact ? 32 : open ? 22 : 24);
	struct rect row;

	for (unsigned side = 0; side < 2; side++) {
		if (panel_row(d, &box, card, &row))
			side_draw(d, row, side);
		if (k->hand[side].open && panel_row(d, &box, card, &row))
			open_draw(d, row, "Hand", &k->hand[side]);
	}
	if (old && panel_row(d, &box, card, &row))
		open_draw(d, row, "To draw", &k->pile);
	if (old) /* nobody is about to capture in an old game */
		stacks_draw(d, &box, card);
	why_draw(d, &box);
	if (!old)
		stacks_draw(d, &box, card);
	panel_rest(d, box);
}
