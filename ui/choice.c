/*
 * What is chosen on the screen because no hand on the board can say it: words of
 * the table's view, in groups by verb. What a seat hides is not among them: that
 * has one button, which leads to the seat's own page.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"

struct group {
	const char *verb;  /* how its words begin */
	const char *label; /* on the button that leads to it, or does it */
	const char *title; /* over all of it */
};

static const struct group groups[CHOICES] = {
	[CHOICE_ROLL] = { "roll:", "Roll", "Roll the dice" },
	[CHOICE_DICE] = { "roll:", "Real dice", "What do the real dice show?" },
	[CHOICE_BUY] = { "buy:", "Buy", "Buy one thing" },
	[CHOICE_DROP] = { "buy:", "Not that", "Not that" },
	[CHOICE_PROMOTE] = { "promote:", "Promote", "Promote a zombie pawn" },
	[CHOICE_PLAY] = { "play:", "Card", "Which card was played?" },
	[CHOICE_SECRET] = { "", "Own page", "Own page" },
	[CHOICE_END] = { "end", "End turn", "End the turn" },
	[CHOICE_PASS] = { "pass", "Pass", "Pass" },
};

static bool
begins(const char *word, const char *verb)
{
	return strncmp(word, verb, strlen(verb)) == 0;
}

/* A hand of real cards lies on the table's side of things: any card may be named. */
static bool
is_secret(const struct ui_state *s, const char *word)
{
	return begins(word, "bury:") || begins(word, "assign:") ||
	       (begins(word, "play:") && strcmp(s->keys.cards, "dealt") == 0);
}

/* Nobody looks away while hands work: what has risen is put on the board first. */
bool
choice_burial_waits(const struct ui_state *s)
{
	if (!s->guidance.on)
		return false;
	for (unsigned i = 0; i < s->n_words; i++)
		if (begins(s->word[i], "bury:"))
			return true;
	return false;
}

bool
choice_has(const struct ui_state *s, enum choice_group group, unsigned i)
{
	const char *word = s->word[i];

	if (group == CHOICE_SECRET)
		return is_secret(s, word) && !choice_burial_waits(s);
	if (group == CHOICE_DROP)
		return s->selected && begins(word, "buy:");
	return begins(word, groups[group].verb) && !is_secret(s, word);
}

unsigned
choice_groups(const struct ui_state *s, uint8_t group[CHOICES])
{
	unsigned n = 0;

	for (unsigned g = 0; g < CHOICES && s->phase == UI_PHASE_PLAYING; g++)
		for (unsigned i = 0; i < s->n_words; i++)
			if (choice_has(s, (enum choice_group)g, i)) {
				group[n++] = (uint8_t)g;
				break;
			}
	return n;
}

const char *
choice_title(enum choice_group group)
{
	return groups[group].title;
}

void
choice_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	uint8_t group[CHOICES];
	int n = (int)choice_groups(s, group);

	for (int i = 0; i < n; i++) {
		bool likely = group[i] == CHOICE_ROLL || group[i] == CHOICE_SECRET;

		widget_button(d, rect_cell(box, n, 1, d->g->gap, i),
			      likely ? BUTTON_MAIN : BUTTON_PLAIN, TARGET_GROUP, group[i],
			      groups[group[i]].label);
	}
}

void
choice_activate(struct ui_model *m, unsigned group, struct ui_out *out)
{
	struct ui_request act = { .kind = UI_REQUEST_ACT };

	switch (group) {
	case CHOICE_ROLL:
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_ROLL });
		break;
	case CHOICE_DROP:
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_SELECT });
		break;
	case CHOICE_END:
	case CHOICE_PASS:
		snprintf(act.action, sizeof(act.action), "%s", groups[group].verb);
		ui_out_add(out, &act);
		break;
	case CHOICE_SECRET:
		snprintf(m->view.seat, sizeof(m->view.seat), "%s", seat_turn(&m->state));
		ui_model_go(m, UI_PAGE_HANDOVER);
		break;
	case CHOICE_DICE:
	case CHOICE_BUY:
	case CHOICE_PROMOTE:
	case CHOICE_PLAY:
		m->view.group = (uint8_t)group;
		ui_model_go(m, UI_PAGE_CHOICE);
		break;
	default:
		break;
	}
}

/* ---- one word, drawn ---- */

/* A piece above or beside a few letters. */
static void
piece_label(const struct page_draw *d, struct rect box, struct ui_piece piece, const char *label)
{
	int side = box.h - metrics_px(d->g, 8), text_w;

	if (side > box.w / 2)
		side = box.w / 2;
	text_w = box.w - side - metrics_px(d->g, 6);
	draw_fill(d->l, PAL_TRAY, rect_of(box.x, box.y, side + metrics_px(d->g, 4), box.h),
		  d->g->radius);
	draw_piece(d->l,
		   rect_of(box.x + metrics_px(d->g, 2), box.y + (box.h - side) / 2, side, side),
		   piece, 0);
	draw_text(d->l, PAL_TEXT, rect_of(box.x + side + metrics_px(d->g, 5), box.y, text_w, box.h),
		  d->g->small_px, DRAW_CENTRE, label);
}

static void
dice_draw(const struct page_draw *d, struct rect box, const char *word)
{
	int side = (box.w - 3 * metrics_px(d->g, 4)) / 2, most = box.h - metrics_px(d->g, 12);
	int y, x;

	if (side > most)
		side = most;
	y = box.y + (box.h - side) / 2;
	x = box.x + box.w / 2;
	widget_die(d, rect_of(x - side - metrics_px(d->g, 2), y, side, side),
		   (unsigned)(word[5] - '0'));
	widget_die(d, rect_of(x + metrics_px(d->g, 2), y, side, side), (unsigned)(word[7] - '0'));
}

/* "buy:N": the row of a price list, and a piece to show; letter 0: none. */
static unsigned
price_row(char colour, const char *item, struct ui_piece *piece)
{
	static const char *const words[UI_PRICES] = { "extra1", "extra2", NULL, "P",
						      "NB",     "R",      "Q",  "flight" };
	bool own = (item[0] >= 'a') == (colour == 'b');
	char letter = (char)(item[0] & ~0x20);

	*piece = (struct ui_piece){ 0, 0 };
	for (unsigned i = 0; i < UI_PRICES; i++)
		if (words[i] != NULL && strcmp(words[i], item) == 0 && item[1] != '\0')
			return i;
	*piece = (struct ui_piece){ item[0], 0 };
	if (!own)
		return 2;
	return letter == 'P' ? 3 : letter == 'R' ? 5 : letter == 'Q' ? 6 : 4;
}

static void
price_draw(const struct page_draw *d, const struct ui_state *s, struct rect box, const char *item)
{
	static const char *const names[UI_PRICES] = {
		[0] = "1 more move", [1] = "2 more moves", [7] = "King flies"
	};
	bool black = strcmp(seat_turn(s), "b") == 0;
	struct ui_piece piece;
	unsigned row = price_row(black ? 'b' : 'w', item, &piece);
	char label[48];

	if (piece.letter == 0) {
		snprintf(label, sizeof(label), "%s: %d", phrase(names[row]), s->keys.price[black][row]);
		draw_text(d->l, PAL_TEXT, rect_inset(box, metrics_px(d->g, 2)), d->g->small_px,
			  DRAW_CENTRE, label);
		return;
	}
	snprintf(label, sizeof(label), "%d", s->keys.price[black][row]);
	piece_label(d, box, piece, label);
}

static struct ui_piece
piece_on(const struct ui_state *s, const char *square)
{
	unsigned sq = ui_square_parse(square, 2, s->files, s->ranks);

	return sq == UI_NO_SQ ? (struct ui_piece){ '?', 0 } : s->at[sq];
}

static void
word_draw(const struct page_draw *d, const struct ui_state *s, struct rect box, const char *word)
{
	const char *what = strchr(word, ':');
	struct ui_piece piece;
	char label[UI_WORD_TEXT];

	what = what == NULL ? word : what + 1;
	snprintf(label, sizeof(label), "%.2s", what);
	if (begins(word, "roll:") && strlen(word) == 8) {
		dice_draw(d, box, word);
	} else if (begins(word, "buy:")) {
		price_draw(d, s, box, what);
	} else if (begins(word, "play:")) {
		widget_card_face(d, rect_inset(box, metrics_px(d->g, 5)), what);
	} else if (begins(word, "bury:")) {
		piece_label(d, box, piece_on(s, what), label);
	} else if (begins(word, "promote:") && strlen(what) == 3) {
		piece = piece_on(s, what);
		piece.letter = (char)(piece.letter >= 'a' ? what[2] : what[2] & ~0x20);
		piece_label(d, box, piece, label);
	} else {
		draw_text(d->l, PAL_TEXT, rect_inset(box, metrics_px(d->g, 2)), d->g->small_px,
			  DRAW_CENTRE, what);
	}
}

void
choice_grid(const struct page_draw *d, struct rect box, const struct ui_state *s,
	    const uint8_t *wanted, unsigned n)
{
	int gap = d->g->gap, rows = (box.h + gap) / (d->g->touch + gap);
	int across = 4, cells;

	if (n == 0)
		return;
	while (across * rows < (int)n)
		across++;
	cells = ((int)n + across - 1) / across;
	box.h = (int16_t)(cells * (d->g->touch + gap) - gap);
	for (unsigned i = 0; i < n; i++) {
		struct rect cell = rect_cell(box, across, cells, gap, (int)i);

		widget_ground(d, cell, PAL_BUTTON, TARGET_CHOICE, wanted[i]);
		word_draw(d, s, cell, s->word[wanted[i]]);
	}
}

void
choice_act(const struct ui_state *s, unsigned i, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_ACT };

	if (i >= s->n_words)
		return;
	memcpy(q.action, s->word[i], UI_WORD_TEXT);
	/* A piece is bought by setting it down: the price only says which is meant. */
	if (begins(q.action, "buy:") && strlen(q.action) == 5)
		q.kind = UI_REQUEST_SELECT;
	ui_out_add(out, &q);
}
