/* Zombie Chess: both graveyards, the dust, what a turn has announced, squares it has left. */
#include <stdio.h>
#include <string.h>

#include "ui/panel.h"

static void
graveyard_draw(const struct page_draw *d, struct rect row, unsigned side)
{
	const struct ui_keys *k = &d->s->keys;
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 126);
	char letters[UI_GRAVES_MAX + 1];
	unsigned n = k->n_buried[side];

	for (unsigned i = 0; i < n; i++)
		letters[i] = k->buried[side][i].letter;
	letters[n] = '\0';
	draw_textf(d->l, PAL_TEXT, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		   d->g->compact ? "%s hid" : "%s buried", phrase(side == 1 ? "Black" : "White"));
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), letters);
}

static void
dust_draw(const struct page_draw *d, struct rect row)
{
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 126);

	draw_text(d->l, PAL_TEXT_DIM, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		  "Dust");
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), d->s->keys.dust);
}

/* Captured pieces that are still to be buried, in the order of capture. */
static void
hold_draw(const struct page_draw *d, struct rect row)
{
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 126);

	draw_text(d->l, PAL_TEXT_SHOWN, rect_of(row.x, row.y, label_w, row.h), d->g->small_px,
		  DRAW_BOLD, "To bury");
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), d->s->keys.hold);
}

static void
zombies_say(const struct page_draw *d, struct rect row)
{
	const struct ui_state *s = d->s;
	unsigned n[2] = { 0, 0 };

	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++)
		if (s->at[sq].mark == '^')
			n[s->at[sq].letter >= 'a']++;
	draw_textf(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
		   d->g->compact ? "Zombies %u, %u" : "Zombies: White %u, Black %u", n[0], n[1]);
}

enum { SET_KINDS = 10 };

/* Kinds of which more are on the board than a set has: for those another piece stands in. */
static bool
stand_ins(const struct ui_state *s, char letters[SET_KINDS + 1])
{
	static const char set[] = "QRBNPqrbnp";
	static const uint8_t full[] = { 1, 2, 2, 2, 8 };
	unsigned n = 0;

	for (unsigned i = 0; set[i] != '\0'; i++)
		if (panel_count(s, set[i], '?') > full[i % 5])
			letters[n++] = set[i];
	letters[n] = '\0';
	return n > 0;
}

/* What the set has run out of, and any other piece may be. */
static void
stand_ins_draw(const struct page_draw *d, struct rect row, const char *letters)
{
	int label_w = metrics_px(d->g, d->g->compact ? 74 : 126);

	draw_text(d->l, PAL_TEXT_DIM, rect_of(row.x, row.y, label_w, row.h), d->g->small_px, 0,
		  d->g->compact ? "Stand-in" : "Stand-ins for");
	panel_pieces(d, rect_of(row.x + label_w, row.y, row.w - label_w, row.h), letters);
}

/* The square that the action left which something was said of; false: it left none, or is not listed. */
static bool
square_left(const struct ui_state *s, unsigned i, char square[3])
{
	uint32_t n = s->said_of[i] - s->moves_from;
	const char *action = n < s->n_moves ? s->move[n].text : "";

	if (strlen(action) < 4 || ui_square_parse(action, 2, s->files, s->ranks) == UI_NO_SQ ||
	    ui_square_parse(action + 2, 2, s->files, s->ranks) == UI_NO_SQ)
		return false;
	snprintf(square, 3, "%.2s", action);
	return true;
}

/* What the rules have announced, in words; what they do not say stays as it is. */
static void
told_say(const struct ui_state *s, unsigned i, char text[UI_SENTENCE_TEXT])
{
	const char *told = s->said[i];
	char square[3];
	char word[4][UI_WORD_TEXT] = { "", "", "", "" };
	int n = sscanf(told, "%15s %15s %15s %15s", word[0], word[1], word[2], word[3]);

	if (n == 3 && strcmp(word[0], "no") == 0 && strcmp(word[1], "zombies") == 0 &&
	    square_left(s, i, square))
		snprintf(text, UI_SENTENCE_TEXT, phrase("Nothing rises on %s"), square);
	else if (n == 3 && strcmp(word[0], "no") == 0 && strcmp(word[1], "zombies") == 0)
		snprintf(text, UI_SENTENCE_TEXT, "%s", phrase("Nothing rises"));
	else if (n == 3 && strcmp(word[0], "no") == 0)
		snprintf(text, UI_SENTENCE_TEXT, phrase("No zombie on %s"), word[2]);
	else if (n == 3 && strcmp(word[0], "zombie") == 0)
		snprintf(text, UI_SENTENCE_TEXT, phrase("Rises on %s: %s"), word[2],
			 phrase(word[1]));
	else if (n == 3 && strcmp(word[0], "cannot") == 0)
		snprintf(text, UI_SENTENCE_TEXT, phrase("To the dust: %s"), phrase(word[2]));
	else
		snprintf(text, UI_SENTENCE_TEXT, "%s", told);
}

/* The newest two; what would stand twice stands once. */
static void
told_draw(const struct page_draw *d, struct rect *box)
{
	const struct ui_state *s = d->s;
	char text[UI_SENTENCE_TEXT], before[UI_SENTENCE_TEXT] = "";
	struct rect row;

	for (unsigned i = s->n_said > 2 ? s->n_said - 2u : 0; i < s->n_said; i++) {
		told_say(s, i, text);
		if (strcmp(text, before) != 0 && panel_row(d, box, panel_line(d->g), &row))
			draw_text(d->l, PAL_TEXT_SHOWN, row, d->g->small_px, DRAW_AS_IS, text);
		memcpy(before, text, sizeof(before));
	}
}

void
panel_zombie_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	char letters[SET_KINDS + 1];
	struct rect row;

	for (unsigned side = 0; side < 2; side++)
		if (panel_row(d, &box, panel_high(d->g), &row))
			graveyard_draw(d, row, side);
	if (s->keys.hold[0] != '\0' && panel_row(d, &box, panel_high(d->g), &row))
		hold_draw(d, row);
	told_draw(d, &box);
	if (panel_row(d, &box, panel_line(d->g), &row))
		zombies_say(d, row);
	if (stand_ins(s, letters) && panel_row(d, &box, panel_high(d->g), &row))
		stand_ins_draw(d, row, letters);
	if (s->keys.dust[0] != '\0' && panel_row(d, &box, panel_high(d->g), &row))
		dust_draw(d, row);
	panel_rest(d, box);
}
