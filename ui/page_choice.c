/*
 * All choices of one group: dice, prices, cards or promotions. A card keeps its place while others
 * are played, and is asked about before it counts: it cannot be taken back by one player.
 */
#include <stdio.h>
#include <string.h>

#include "ui/action_words.h"
#include "ui/page.h"

enum { CARDS_ACROSS = 8, CARDS_DOWN = 4 };

/* Returns the place of a card in the grid: 2 to 5 and 8 to 10 of four suits, two queens, two kings. */
static int
card_place(const char *card)
{
	static const char ranks[] = "2345891", suits[] = "HDSC";
	size_t len = strlen(card);
	const char *rank = strchr(ranks, card[0]), *suit = strchr(suits, card[len - 1]);
	int royal = (int)(sizeof(ranks) - 1) * 4;

	if (len < 2 || suit == NULL)
		return 0;
	if (rank != NULL)
		return (int)(rank - ranks) * 4 + (int)(suit - suits);
	return royal + (card[0] == 'K' ? 2 : 0) + (*suit == 'S' ? 1 : 0);
}

static void
cards_layout(const struct page_draw *d, struct rect rest)
{
	const struct ui_state *s = &d->m->state;

	for (unsigned i = 0; i < s->n_words; i++) {
		const char *card = s->word[i] + strlen("play:");
		struct rect cell;

		if (!choice_has(s, CHOICE_PLAY, i))
			continue;
		cell = rect_cell(rest, CARDS_ACROSS, CARDS_DOWN, d->g->gap, card_place(card));
		widget_ground(d, cell, PAL_BUTTON, TARGET_CHOICE, i);
		widget_card_face(d, rect_inset(cell, measure(d->g, SPACE_NEAR)), card);
	}
}

/* Draws a kind that the pawn may become, with its name. */
static void
kind_draw(const struct page_draw *d, struct rect cell, unsigned i)
{
	const char *what = d->m->state.word[i] + strlen("promote:");
	const struct game *g = rules_game(d->m->state.game);
	struct ui_piece piece = choice_piece_on(&d->m->state, what);
	struct rect name;

	piece.letter = (char)(piece.letter >= 'a' ? what[2] : what[2] & ~0x20);
	widget_ground(d, cell, PAL_TRAY, TARGET_CHOICE, i);
	cell = rect_inset(cell, measure(d->g, SPACE_NEAR));
	name = rect_cut_bottom(&cell, d->g->small_line, 0);
	draw_piece(d->l, rect_square(cell, cell.w < cell.h ? cell.w : cell.h), piece, 0);
	draw_text(d->l, PAL_TEXT_DARK, name, d->g->small_px, DRAW_BOLD | DRAW_CENTRE,
		  tr(rules_piece_name(g, rules_piece_parse(g, piece.letter))));
}

/* Draws the board, and beside it the kinds for the first pawn; a further one is asked for then. */
static void
promotion_layout(const struct page_draw *d, struct rect rest, const uint8_t *wanted, unsigned n)
{
	enum { ACROSS = 2, DOWN = 2, SQUARE = sizeof("promote:a8") - 1 };
	const char *first = d->m->state.word[wanted[0]];
	int cell = 0;
	char square[3];

	board_layout(d, widget_board_room(d, &rest));
	(void)snprintf(square, sizeof(square), "%.2s", first + strlen("promote:"));
	draw_filled(d->l, PAL_TEXT, rect_cut_top(&rest, 2 * d->g->small_line, d->g->gap),
		    d->g->small_px, DRAW_TOP, tr("What does the pawn on {1} become?"), square);
	for (unsigned i = n; i-- > 0;) /* the queen first */
		if (strncmp(d->m->state.word[wanted[i]], first, SQUARE) == 0)
			kind_draw(d, rect_cell(rest, ACROSS, DOWN, d->g->gap, cell++), wanted[i]);
}

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
	if (group == CHOICE_BUY && n > 0)
		draw_text(d->l, PAL_TEXT_DIM,
			  rect_cut_bottom(&rest, 2 * d->g->small_line, d->g->gap), d->g->small_px,
			  DRAW_TOP,
			  tr("One thing a turn, before the move. A lost piece of either side is then "
			     "set down on an empty square."));
	if (group == CHOICE_PLAY && strcmp(s->keys.cards, "real") == 0)
		cards_layout(d, rest);
	else if (group == CHOICE_PROMOTE && n > 0)
		promotion_layout(d, rest, wanted, n);
	else
		choice_grid(d, rest, s, wanted, n);
}

/* Asks whether a card of the real deck was played. */
static void
card_ask(struct ui_model *m, unsigned i)
{
	struct ui_request q = { .kind = UI_REQUEST_ACT };
	struct ui_move card = { 0 };
	char words[ACTION_WORDS_TEXT], text[UI_SENTENCE_TEXT];

	if (i >= m->state.n_words)
		return;
	memcpy(q.action, m->state.word[i], UI_WORD_TEXT);
	snprintf(card.text, sizeof(card.text), "%s", m->state.word[i]);
	action_in_words(&card, words);
	lang_print(text, sizeof(text), tr("Was {1} played?"), words);
	ui_model_confirm(m, &q, UI_PAGE_PLAY, text);
}

static void
choice_page_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_CHOICE && m->view.group == CHOICE_PLAY) {
		card_ask(m, arg);
		return;
	}
	if (id == TARGET_CHOICE)
		choice_act(&m->state, arg, out);
	ui_model_go(m, UI_PAGE_PLAY);
}

const struct page page_choice = {
	.name = "choice",
	.layout = choice_page_layout,
	.activate = choice_page_activate,
};
