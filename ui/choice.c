/*
 * Choices that are made on the screen because no move on the board expresses
 * them: words of the table's view, grouped by verb. Secret choices are
 * excluded. A single button leads to the seat's private page for them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/secret.h"

struct group {
	const char *verb;  /* common beginning of its words */
	const char *label; /* on the button that opens the group or acts at once */
	const char *title; /* of the group's page */
};

static const struct group groups[CHOICES] = {
	[CHOICE_ROLL] = { "roll:", N_("Roll"), N_("Roll the dice") },
	[CHOICE_DICE] = { "roll:", N_("Real dice"), N_("What do the real dice show?") },
	[CHOICE_BUY] = { "buy:", N_("Buy"), N_("Buy one thing") },
	[CHOICE_DROP] = { "buy:", N_("Buy nothing"), N_("Buy nothing") },
	[CHOICE_PROMOTE] = { "promote:", N_("Promote"), N_("Promote a zombie pawn") },
	[CHOICE_PLAY] = { "play:", N_("Play a card"), N_("Which card was played?") },
	[CHOICE_SECRET] = { "", N_("Private page"), N_("Private page") },
	[CHOICE_END] = { "end", N_("Done"), N_("Done") },
	[CHOICE_PASS] = { "pass", N_("Pass"), N_("Pass") },
	[CHOICE_GIVE] = { "transfer:", N_("Give"), N_("Which stack gets the stone?") },
};

static bool
begins(const char *word, const char *verb)
{
	return strncmp(word, verb, strlen(verb)) == 0;
}

/*
 * Reports whether a word is secret. Real cards are visible to all players, so their words are
 * not.
 */
static bool
is_secret(const struct ui_state *s, const char *word)
{
	return begins(word, "bury:") || begins(word, "assign:") ||
	       (begins(word, "play:") && strcmp(s->keys.cards, "dealt") == 0);
}

/*
 * A burial waits for the guidance to finish, because players cannot look away while they move
 * pieces.
 */
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

/* Reports whether a computer chooses: only its dice are rolled by people. */
static bool
is_chosen_for(const struct ui_state *s, unsigned group)
{
	return group != CHOICE_ROLL && group != CHOICE_DICE && seat_is_computer(s, seat_turn(s));
}

/* Reports whether the dice come right after the shown move, which a roll makes final. */
static bool
rolls_after(const struct ui_state *s)
{
	return s->phase == UI_PHASE_PLAYING && s->has_provisional &&
	       strcmp(s->keys.stage, "roll") == 0;
}

unsigned
choice_groups(const struct ui_state *s, uint8_t group[CHOICES])
{
	unsigned n = 0;

	for (unsigned g = 0; g < CHOICES && s->phase == UI_PHASE_PLAYING; g++)
		for (unsigned i = 0; i < s->n_words; i++)
			if (choice_has(s, (enum choice_group)g, i) && !is_chosen_for(s, g)) {
				group[n++] = (uint8_t)g;
				break;
			}
	return n;
}

unsigned
choice_buttons(const struct ui_state *s, uint8_t group[CHOICES])
{
	unsigned n = choice_groups(s, group), shown = 0;

	for (unsigned i = 0; i < n; i++)
		if (group[i] != CHOICE_END) /* Done ends the turn */
			group[shown++] = group[i];
	if (rolls_after(s)) {
		group[0] = CHOICE_ROLL;
		group[1] = CHOICE_DICE;
		return 2;
	}
	return shown;
}

bool
choice_ends(const struct ui_state *s)
{
	uint8_t group[CHOICES];
	unsigned n = 0;

	if (!s->has_provisional && sqset_empty(s->lifted))
		n = choice_groups(s, group);

	for (unsigned i = 0; i < n; i++)
		if (group[i] == CHOICE_END)
			return true;
	return false;
}

const char *
choice_title(enum choice_group group)
{
	return tr(groups[group].title);
}

/* Returns the label of a group's button: of a private page also what is chosen there. */
static const char *
label_of(const struct ui_state *s, unsigned group)
{
	static const struct {
		const char *verb, *label, *alone;
	} secrets[] = { { "play:", N_("Play a card:\nPrivate page"), N_("Play a card") },
			{ "bury:", N_("Bury:\nPrivate page"), N_("Bury") },
			{ "assign:", N_("Deal the masks:\nPrivate page"), N_("Deal the masks") } };

	for (size_t i = 0; group == CHOICE_SECRET && i < sizeof(secrets) / sizeof(secrets[0]); i++)
		if (secret_has(s, secrets[i].verb))
			return tr(seat_is_alone(s) ? secrets[i].alone : secrets[i].label);
	return tr(groups[group].label);
}

void
choice_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	uint8_t group[CHOICES];
	int n = (int)choice_buttons(s, group);

	for (int i = 0; i < n; i++) {
		bool likely = group[i] == CHOICE_ROLL || group[i] == CHOICE_SECRET ||
			      group[i] == CHOICE_PROMOTE;

		widget_button(d, rect_cell(box, n, 1, d->g->gap, i),
			      likely                                      ? BUTTON_MAIN
			      : group[i] == CHOICE_DICE && rolls_after(s) ? BUTTON_OFF
									  : BUTTON_PLAIN,
			      TARGET_GROUP, group[i], label_of(s, group[i]));
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
	case CHOICE_GIVE:
	case CHOICE_PLAY:
		m->view.group = (uint8_t)group;
		ui_model_go(m, UI_PAGE_CHOICE);
		break;
	default:
		break;
	}
}

/* ---- drawing a word ---- */

/* Draws a piece beside a few letters. */
static void
piece_label(const struct page_draw *d, struct rect box, struct ui_piece piece, const char *label)
{
	int near = measure(d->g, SPACE_NEAR), side = box.h - 2 * near, text_w;

	if (side > box.w / 2)
		side = box.w / 2;
	text_w = box.w - side - near - measure(d->g, SPACE_TIGHT);
	draw_fill(d->l, PAL_TRAY, rect_of(box.x, box.y, side + near, box.h), d->g->radius);
	draw_piece(
		d->l,
		rect_of(box.x + measure(d->g, SPACE_TIGHT), box.y + (box.h - side) / 2, side, side),
		piece, panel_of(d->m->state.game)->emblem.stones ? DRAW_STONES : 0);
	draw_text(d->l, PAL_TEXT, rect_of(box.x + side + near, box.y, text_w, box.h),
		  d->g->small_px, DRAW_CENTRE, label);
}

static void
dice_draw(const struct page_draw *d, struct rect box, const char *word)
{
	int near = measure(d->g, SPACE_NEAR), y, x;
	int side = (box.w - 3 * near) / 2, most = box.h - 3 * near;

	if (side > most)
		side = most;
	y = box.y + (box.h - side) / 2;
	x = box.x + box.w / 2;
	widget_die(d, rect_of(x - side - measure(d->g, SPACE_TIGHT), y, side, side),
		   (unsigned)(word[5] - '0'));
	widget_die(d, rect_of(x + measure(d->g, SPACE_TIGHT), y, side, side),
		   (unsigned)(word[7] - '0'));
}

unsigned
choice_price_row(char colour, const char *item, struct ui_piece *piece)
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
		[0] = N_("1 more move"), [1] = N_("2 more moves"), [7] = N_("King flies")
	};
	bool black = strcmp(seat_turn(s), "b") == 0;
	struct ui_piece piece;
	unsigned row = choice_price_row(black ? 'b' : 'w', item, &piece);
	char label[48], money[PANEL_MONEY_TEXT];

	panel_money((unsigned)s->keys.price[black][row], money);
	if (piece.letter == 0) {
		snprintf(label, sizeof(label), "%s: %s", tr(names[row]), money);
		draw_text(d->l, PAL_TEXT, rect_inset(box, measure(d->g, SPACE_TIGHT)),
			  d->g->small_px, DRAW_CENTRE, label);
		return;
	}
	piece_label(d, box, piece, money);
}

struct ui_piece
choice_piece_on(const struct ui_state *s, const char *square)
{
	const struct game *game = rules_game(s->game);
	unsigned sq = game == NULL ? RULES_NO_SQ : rules_square_parse(game, square, 2);

	return sq == RULES_NO_SQ ? (struct ui_piece){ '?', 0 } : s->at[sq];
}

static void
word_draw(const struct page_draw *d, const struct ui_state *s, struct rect box, const char *word)
{
	const char *what = strchr(word, ':');
	char label[UI_WORD_TEXT];

	what = what == NULL ? word : what + 1;
	snprintf(label, sizeof(label), "%.2s", what);
	if (begins(word, "roll:") && strlen(word) == 8) {
		dice_draw(d, box, word);
	} else if (begins(word, "buy:")) {
		price_draw(d, s, box, what);
	} else if (begins(word, "play:")) {
		widget_card_face(d, rect_inset(box, measure(d->g, SPACE_NEAR)), what);
	} else if (begins(word, "bury:")) {
		piece_label(d, box, choice_piece_on(s, what), label);
	} else if (begins(word, "transfer:") && strlen(what) == 4) {
		piece_label(d, box, choice_piece_on(s, what + 2), what + 2);
	} else {
		draw_text(d->l, PAL_TEXT, rect_inset(box, measure(d->g, SPACE_TIGHT)),
			  d->g->small_px, DRAW_CENTRE, what);
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
	/* A piece is bought by setting it down; the price only selects the kind. */
	if (begins(q.action, "buy:") && strlen(q.action) == 5)
		q.kind = UI_REQUEST_SELECT;
	ui_out_add(out, &q);
}
