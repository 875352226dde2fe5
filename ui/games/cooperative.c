/*
 * Cooperative Chess: each side's discards and hand, the pile, captured cards,
 * wild cards, and which captures are possible now. Open hands are public. The
 * replay of a finished game and, after Reveal, the result page show all hands and the pile.
 */
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"
#include "ui/secret.h"

/* Returns the capital letter of the kind that a card stands for; 0: not a card. */
static char
kind_of(const char *card)
{
	return (char)(widget_card_piece(card).letter & ~0x20);
}

static const char *
top_of(const struct ui_cards *c)
{
	return c->open && c->n > 0 ? c->card[c->n - 1] : "";
}

/* Reports whether the side's top card is wild: the side has no piece of its kind left. */
static bool
is_wild(const struct ui_state *s, unsigned side)
{
	char kind = kind_of(top_of(&s->keys.discards[side]));

	return kind != '\0' && panel_count(s, (char)(side == 1 ? kind | 0x20 : kind), '?') == 0;
}

enum { CARD_APART = 2 };

/* Returns how many of n cards fit, beside the number of the others. */
static int
cards_fit(const struct page_draw *d, int width, int n)
{
	int step = measure(d->g, PICTURE) + CARD_APART, fits = (width + CARD_APART) / step;

	while (fits > 0 && fits < n &&
	       width - fits * step < (n - fits > 9 ? 4 : 3) * d->g->small_px / 2)
		fits--;
	return fits < n ? fits : n;
}

/*
 * Draws open cards side by side, and the number of those that do not fit: "+5". newest: the last
 * card first.
 */
static void
cards_draw(const struct page_draw *d, struct rect row, const struct ui_cards *c, bool newest)
{
	int step = measure(d->g, PICTURE) + CARD_APART, n = c->open ? c->n : 0;
	int fits = cards_fit(d, row.w, n);

	for (int i = 0; i < fits; i++)
		widget_card_face(d, rect_of(row.x + i * step, row.y, measure(d->g, PICTURE), row.h),
				 c->card[newest ? n - 1 - i : i]);
	if (fits < n)
		draw_filled(d->l, PAL_TEXT_DIM,
			    rect_of(row.x + fits * step, row.y, row.w - fits * step, row.h),
			    d->g->small_px, 0, "+{1}", LANG_N((unsigned)(n - fits)));
}

/* Draws the discards, newest first; the newest counts. */
static void
discards_draw(const struct page_draw *d, struct rect row, const struct ui_cards *c)
{
	struct rect top = rect_of(row.x, row.y, measure(d->g, PICTURE), row.h);

	cards_draw(d, row, c, true);
	if (c->n == 0 || !c->open)
		draw_frame(d->l, PAL_TEXT_DIM, top, measure(d->g, SPACE_LINE));
	else
		draw_frame(d->l, PAL_TEXT_SHOWN, top, measure(d->g, SPACE_TIGHT));
}

static void
side_draw(const struct page_draw *d, struct rect row, unsigned side)
{
	const struct ui_keys *k = &d->s->keys;
	int label_w = measure(d->g, WIDTH_LABEL);

	draw_filled(d->l, PAL_TEXT, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		    d->g->compact ? "{1}" : tr("{1} laid"), side == 1 ? tr("Black") : tr("White"));
	discards_draw(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h),
		      &k->discards[side]);
}

/* Formats which captor and which victim the cards require. */
static void
why_format(const struct ui_state *s, char *text, size_t size)
{
	static const char *const names[] = { N_("pawn"), N_("knight"), N_("bishop"),
					     N_("rook"), N_("queen"),  N_("king") };
	static const char letters[] = "PNBRQK";
	unsigned own = strcmp(s->turn_seat[0] != '\0' ? s->turn_seat : s->to_act, "b") == 0;
	const char *part[2] = { tr("any piece"), tr("any piece") };

	if (strcmp(s->keys.stage, "capture") != 0) {
		snprintf(text, size, "%s", tr("Captures come after the card."));
		return;
	}
	for (unsigned i = 0; i < 2; i++) {
		unsigned side = i == 0 ? own : 1 - own;
		char kind = kind_of(top_of(&s->keys.discards[side]));
		const char *at = kind != '\0' ? strchr(letters, kind) : NULL;

		if (at == NULL && i == 1) {
			snprintf(text, size, "%s",
				 tr("No discard of the partner is left to take by."));
			return;
		}
		if (at != NULL && !is_wild(s, side) && !(i == 1 && s->keys.wild))
			part[i] = tr(names[at - letters]);
	}
	lang_print(text, size, tr("May take: {1}. May be taken: {2}."), part[0], part[1]);
}

/* Draws the captured cards, newest first, as many as fit. */
static void
captured_draw(const struct page_draw *d, struct rect row)
{
	const struct ui_cards *c = &d->s->keys.captured;
	int label_w = measure(d->g, WIDTH_LABEL);

	draw_filled(d->l, PAL_TEXT_DIM, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		    d->g->compact ? tr("Taken {1}") : tr("Captured {1}"), LANG_N(c->n));
	cards_draw(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), c, true);
}

enum { OPEN_CARDS = 3 };

/* Draws face-up cards, the first on the left: a hand, or the cards drawn next. */
static void
open_draw(const struct page_draw *d, struct rect row, const char *label, const struct ui_cards *c)
{
	int label_w = measure(d->g, WIDTH_LABEL), hand_w;

	/* A hand has three cards, all of them visible. */
	hand_w = OPEN_CARDS * (measure(d->g, PICTURE) + CARD_APART);
	if (c->n <= OPEN_CARDS && label_w > row.w - hand_w)
		label_w = row.w - hand_w;
	draw_text(d->l, PAL_TEXT_DIM, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		  label);
	cards_draw(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), c, false);
}

/* Draws the captured cards and the pile, or both numbers in one line if space is short. */
static void
stacks_draw(const struct page_draw *d, struct rect *box, int card)
{
	const struct ui_keys *k = &d->s->keys;
	struct rect row;

	if (box->h < card + d->g->list_line) {
		if (panel_row(d, box, d->g->list_line, &row))
			draw_filled(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
				    tr("Taken {1}, pile {2}"), LANG_N(k->captured.n),
				    LANG_N(k->pile.n));
		return;
	}
	if (panel_row(d, box, card, &row))
		captured_draw(d, row);
	if (panel_row(d, box, d->g->list_line, &row))
		draw_filled(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
			    tr("Hands {1} and {2}, pile {3}"), LANG_N(k->hand[0].n),
			    LANG_N(k->hand[1].n), LANG_N(k->pile.n));
}

static void
why_draw(const struct page_draw *d, struct rect *box)
{
	char why[UI_SENTENCE_TEXT];
	struct rect row;

	why_format(d->s, why, sizeof(why));
	if (panel_row(d, box, 2 * d->g->small_line, &row))
		draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, DRAW_TOP, why);
	if (d->s->keys.wild && panel_row(d, box, d->g->list_line, &row))
		draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, DRAW_BOLD,
			  tr("Wild: colours matched"));
}

static void
cooperative_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_keys *k = &d->s->keys;
	bool old = k->pile.open;
	int card = measure(d->g, ROW_CARDS);
	struct rect row;

	for (unsigned side = 0; side < 2; side++) {
		if (panel_row(d, &box, card, &row))
			side_draw(d, row, side);
		if (k->hand[side].open && panel_row(d, &box, card, &row))
			open_draw(d, row, d->g->compact ? "" : tr("Hand"), &k->hand[side]);
	}
	if (old && panel_row(d, &box, card, &row))
		open_draw(d, row, tr("To draw"), &k->pile);
	if (old) /* an old game has no pending capture */
		stacks_draw(d, &box, card);
	why_draw(d, &box);
	if (!old)
		stacks_draw(d, &box, card);
	panel_rest(d, box);
}

/* Draws the pile in rows, the next card first, as far as there is room. */
static void
pile_draw(const struct page_draw *d, struct rect box)
{
	struct ui_cards left = d->s->keys.pile;
	int card = measure(d->g, ROW_CARDS);
	struct rect row;

	while (left.n > 0 && panel_row(d, &box, card, &row)) {
		struct ui_cards now = left;
		int fits = (row.w + CARD_APART) / (measure(d->g, PICTURE) + CARD_APART);

		if (box.h >= card && now.n > fits) /* there is another row */
			now.n = (uint8_t)fits;
		cards_draw(d, row, &now, false);
		left.n = (uint8_t)(left.n - now.n);
		memmove(left.card, left.card + now.n, left.n * sizeof(left.card[0]));
	}
}

/* Draws both hands and the pile once they are revealed. */
static void
revealed_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_keys *k = &d->s->keys;
	int card = measure(d->g, ROW_CARDS);
	struct rect row;

	if (d->g->compact && panel_row(d, &box, d->g->small_line, &row))
		draw_text(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, tr("Hands: White, Black"));
	for (unsigned side = 0; side < 2; side++)
		if (panel_row(d, &box, card, &row))
			open_draw(d, row,
				  d->g->compact ? ""
				  : side == 1   ? tr("Black")
						: tr("White"),
				  &k->hand[side]);
	if (panel_row(d, &box, d->g->small_line, &row))
		draw_filled(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
			    tr("Pile of {1}, the next first"), LANG_N(k->pile.n));
	pile_draw(d, box);
}

/* Draws both discards, on which captures depend; a row each. */
static void
both_draw(const struct page_draw *d, struct rect *box)
{
	for (unsigned side = 0; side < 2; side++)
		side_draw(d, rect_cut_top(box, measure(d->g, ROW_CARDS), measure(d->g, SPACE_ROWS)),
			  side);
}

/* Draws the hand, to choose from in its turn, beside the board and the discards. */
static void
hand_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->secret;
	const struct ui_cards *hand = &s->keys.hand[strcmp(s->viewer, "b") == 0];
	struct page_draw own = *d;
	struct rect board = box;

	own.s = s;
	board.w = (int16_t)(box.w * 2 / 5);
	board_layout(&own, board);
	box = rect_of(box.x + board.w + d->g->gap, box.y, box.w - board.w - d->g->gap, box.h);
	both_draw(&own, &box);
	if (secret_has(s, "play:")) {
		secret_list_layout(d, box);
		return;
	}
	for (int i = 0; hand->open && i < hand->n; i++)
		widget_card_face(d, rect_cell(box, 4, 2, d->g->gap, i), hand->card[i]);
}

static const struct panel_option options[] = {
	{ "cards",
	  N_("Cards"),
	  { "dealt", "real", "open" },
	  { N_("dealt by the board"), N_("a real deck"), N_("open hands") } },
	{ NULL, NULL, { NULL }, { NULL } },
};

/* What is special, as diagrams that move. */
static const struct help_show examples[] = {
	{ N_("Move, card, captures"),
	  "4k3/4p3/3n4/2b5/8/1P6/8/4K3 w - - 0 1 cards=open stage=move hands=2S/- "
	   "discards=-/3D,8D,9D captured=- pile=- piece=- wild=0",
	  {
		  { "b3b4", NULL,
		    N_("First a move that captures nothing.") },
		  { "play:2S", NULL,
		    N_("Then a card: 2 is a pawn. So a pawn may capture what your "
		   "partner's top card names: 9, a bishop.") },
		  { "b4c5", NULL,
		    N_("That card goes, and the next one rules: 8, a knight.") },
		  { "c5d6", NULL,
		    N_("Below lies 3, a pawn.") },
		  { "d6e7", NULL,
		    N_("The same piece captures all in one turn.") },
	  } },
	{ N_("A wild card"),
	  "4k3/8/8/p7/8/8/3B4/R3K3 w - - 0 1 cards=open stage=move hands=8S/- discards=-/3D "
	   "captured=- pile=- piece=- wild=0",
	  {
		  { "play:8S", NULL,
		    N_("8 is a knight, but White has none left: the card is wild, and "
		   "any piece may capture.") },
		  { NULL, "a1",
		    N_("Rook or bishop: which one captures is up to the player.") },
		  { "a1a5", NULL,
		    N_("Here the rook does.") },
	  } },
	{ N_("The end"),
	  "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1 cards=open stage=move hands=10S/- discards=-/KS "
	   "captured=- pile=- piece=- wild=0",
	  {
		  { "play:10S", NULL,
		    N_("10 is a rook, and your partner's card is a king.") },
		  { "e1e8", NULL,
		    N_("A captured king ends the game. Each kind that is gone from the "
		   "board is a point.") },
	  } },
	{ 0 },
};

/* ---- what can be done now ---- */

static bool
may_move(const struct ui_state *s)
{
	return panel_stage(s, "move") && s->keys.piece_sq == RULES_NO_SQ;
}

static bool
has_moved(const struct ui_state *s)
{
	return panel_stage(s, "move") && s->keys.piece_sq != RULES_NO_SQ;
}

static bool
draws(const struct ui_state *s)
{
	return s->keys.pile.n > 0;
}

static const struct panel_now now[] = {
	{ N_("Make one move without a capture, or none. Then play a card: its kind may capture "
	     "what "
	     "your partner's newest card names."),
	  .when = may_move },
	{ N_("You have moved. Now play a card: its kind may capture what your partner's newest "
	     "card "
	     "names."),
	  .when = has_moved },
	{ N_("Your top card is the kind that captures, your partner's the kind that is captured. "
	     "All "
	     "captures are made with one piece."),
	  .stage = "capture" },
	{ N_("The next captured card is wild: it is any kind."), .stage = "capture",
	  NOW_IF(keys.wild) },
	{ N_("The end of the turn draws a card."), .when = draws, .stage = "capture" },
	{ N_("Attacks do not matter: a king may be left or moved into check."), .when = NULL },
	{ 0 },
};

const struct panel panel_cooperative = {
	.game = "cooperative",
	.title = N_("Cooperative"),
	.first = N_("Play together: clear the board of as many kinds as you can, then capture a king."),
	.line = N_("Both against the cards"),
	.emblem = { .card = { "\u2665", "\u2660" } },
	.options = options,
	.layout = cooperative_layout,
	.own_title = N_("Your hand"),
	.own_layout = hand_layout,
	.beside_layout = both_draw,
	.revealed_layout = revealed_layout,
	.reveals = N_("Reveal shows hands and pile. Then the end cannot be taken back, and "
		      "there is a QR code."),
	.examples = examples,
	.pieces = panel_chess_pieces,
	.pieces_game = "chess",
	.now = now,
	.help = {
		{ N_("Cooperative"),
		  N_("You win or lose together.\n"
		     "Clear as many kinds of pieces off the board as you can.\n"
		     "Then take a king before a hand runs out of cards.\n"
		     "One point for each kind that neither colour has left, so 5 at most.\n"
		     "At first each hand has 3 cards, and the pile 26.\n"
		     "Attacks do not matter: a king may be left or moved into check."), 0, 0 },
		{ N_("A turn"),
		  N_("First one move that takes nothing, or none.\n"
		     "Then a card from your hand onto your discards.\n"
		     "Then captures as the cards allow, all with the piece that moved, or none.\n"
		     "Done ends the turn and draws a card."),
		  1, 1 },
		{ N_("What may take what"),
		  N_("2 to 5: pawn. 8: knight. 9: bishop. 10: rook. Q, K. Red or black matters only for wild "
		     "cards.\n"
		     "Your newest discard names the piece that captures: here a pawn.\n"
		     "Your partner's names the enemy piece that it takes: here a bishop.\n"
		     "Then your partner's card goes, and the card below it counts."), 1, 1 },
		{ N_("Wild cards"),
		  N_("A wild card is any kind.\n"
		     "A card is wild when its owner has no piece of that kind left.\n"
		     "If captor and victim both have the colour of their cards (red: White), the next "
		     "captured card of the turn is wild."),
		  2, 0 },
		{ N_("The end, and the table"),
		  N_("Taking a king ends the game. Who must begin a turn without a card has lost it "
		     "for both.\n"
		     "Ask each other questions that a yes or a no answers, and talk about plans.\n"
		     "Do not simply tell what you hold.\n"
		     "Before your first game: agree early on which kind to clear first.\n"
		     "Sixteen pawns are the most work."), 0, 0 },
	},
};
