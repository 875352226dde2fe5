/* The end of a game: result and reason, the match, the evening so far, next steps. */
#include <stdio.h>
#include <string.h>

#include "ui/action_words.h"
#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/sheet.h"

/* Names a player of a match; colours change in a match, so a seat is the present one. */
static void
player_print(const struct ui_state *s, unsigned i, char text[UI_NAME_TEXT])
{
	if (s->names[i][0] != '\0')
		snprintf(text, UI_NAME_TEXT, "%s", s->names[i]);
	else
		/* TRANSLATORS: the player who has that colour now, after exchanges */
		lang_print(text, UI_NAME_TEXT, tr("now {1}"), seat_name(s->game, s->hints[i].seat));
}

/* Draws the score of a match: "Anna 1½ – Ben ½". */
static void
match_draw(const struct page_draw *d, struct rect row)
{
	const struct ui_state *s = d->s;
	char points[2][12], name[2][UI_NAME_TEXT];

	for (unsigned i = 0; i < 2; i++) {
		sheet_points(s->points2[i], points[i]);
		player_print(s, i, name[i]);
	}
	draw_textf(d->l, PAL_TEXT, row, d->g->small_px, 0, "%s: %.12s %s \u2013 %.12s %s",
		   d->g->compact ? tr("Match") : tr("Of the match"), name[0], points[0], name[1],
		   points[1]);
}

enum { REASON_TEXT = 2 * UI_SENTENCE_TEXT };
enum { NEXT_TEXT = 2 * UI_NAME_TEXT, NEXT_SHORT = 12 /* bytes of a name that fits the button */ };

/* Writes who plays which colour in the next game, in which neighbours change seats. */
static void
next_print(const struct ui_state *s, char text[NEXT_TEXT])
{
	unsigned named = s->names[1][0] != '\0' ? 1 : 0;

	if (s->n_hints != 2 || s->names[named][0] == '\0' || strlen(s->names[named]) > NEXT_SHORT)
		snprintf(text, NEXT_TEXT, "%s", tr("swap colours"));
	else
		lang_print(text, NEXT_TEXT, "{1}: {2}",
			   seat_name(s->game, s->hints[1 - named].seat), s->names[named]);
}

/* Draws the wide button of the next game, which says who plays which colour. */
static void
next_button(const struct page_draw *d, struct rect cell)
{
	char who[NEXT_TEXT], label[2 * NEXT_TEXT];

	next_print(d->s, who);
	snprintf(label, sizeof(label), "%s\n(%s)", tr("Next game"), who);
	widget_button(d, cell, BUTTON_MAIN, TARGET_NEXT, 0, label);
}

/* Says the same in the card, while the button is narrow. */
static void
next_draw(const struct page_draw *d, struct rect row)
{
	char who[NEXT_TEXT];

	next_print(d->s, who);
	draw_filled(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0,
		    d->g->compact ? tr("Next: {1}") : tr("Next game: {1}"), who);
}

/* Draws the buttons. A game with secrets has no code until it is revealed. */
static void
buttons_layout(const struct page_draw *d, struct rect box)
{
	const bool reveal = d->s->reveal;
	const struct {
		uint16_t id, arg;
		const char *label;
	} rows[] = {
		{ TARGET_NEXT, 0,
		  reveal && d->g->compact ? tr(C_("narrow", "Next game")) : tr("Next game") },
		{ TARGET_SHOW_ALL, 0, tr("Reveal") },
		{ TARGET_PAGE, UI_PAGE_HOME, tr("Games") },
		{ TARGET_PAGE, UI_PAGE_REPLAY, tr("Replay") },
		{ TARGET_PAGE, UI_PAGE_CODE, tr("QR code") },
		{ TARGET_MENU, 0, tr("Menu") },
	};

	for (int i = 0; i < 6; i++) {
		struct rect cell = rect_cell(box, 3, 2, d->g->gap, i);
		bool code = rows[i].arg == UI_PAGE_CODE;

		if (i == 0 && !reveal) {
			cell.w = (int16_t)(2 * cell.w + d->g->gap);
			next_button(d, cell);
		} else if (i != 1 || reveal) {
			widget_button(d, cell,
				      code && reveal ? BUTTON_OFF
				      : i == 0       ? BUTTON_MAIN
						     : BUTTON_PLAIN,
				      rows[i].id, rows[i].arg, rows[i].label);
		}
	}
}

/* Returns the colour's seat that has won, "" if neither did. */
static const char *
winner_of(const struct ui_state *s)
{
	return strcmp(s->result, "1-0") == 0 ? "w" : strcmp(s->result, "0-1") == 0 ? "b" : "";
}

/* The kinds that partners clear off the board, a point each; a king stays. */
static const char score_kinds[] = "QRBNP";

/* Writes who has won, by name if it is one player with a name. */
static void
headline_print(const struct ui_state *s, char text[UI_NAME_TEXT])
{
	const char *winner = winner_of(s), *name = s->names[winner[0] == 'b'];

	if (winner[0] != '\0')
		lang_print(text, UI_NAME_TEXT, tr("{1} wins"),
			   s->n_hints == 2 && name[0] != '\0' ? name : seat_name(s->game, winner));
	else if (strcmp(s->result, "1/2-1/2") == 0)
		lang_print(text, UI_NAME_TEXT, tr("Draw"));
	else if (strcmp(s->result, "lost") == 0)
		lang_print(text, UI_NAME_TEXT, tr("Lost"));
	else
		lang_print(text, UI_NAME_TEXT, tr("Score {1} of {2}"), s->result,
			   LANG_N(sizeof(score_kinds) - 1));
}

/* Longest headline that fits one line in either design. */
enum { HEADLINE_SHORT = 20, HEADLINE_SHORT_COMPACT = 16 };

/* Draws who has won, with a long name in two smaller lines. */
static void
headline_draw(const struct page_draw *d, struct rect *box)
{
	char text[UI_NAME_TEXT];

	headline_print(d->s, text);
	if (strlen(text) > (d->g->compact ? HEADLINE_SHORT_COMPACT : HEADLINE_SHORT))
		draw_text(d->l, PAL_TEXT_SHOWN, rect_cut_top(box, 2 * d->g->text_line, d->g->gap),
			  d->g->text_px, DRAW_BOLD | DRAW_TOP, text);
	else
		draw_text(d->l, PAL_TEXT_SHOWN, rect_cut_top(box, d->g->title_line, d->g->gap),
			  d->g->title_px, DRAW_BOLD, text);
}

/* Writes the first letter as a capital; the catalogues' letters are of Latin-1. */
static void
capital_set(char *text)
{
	unsigned char *c = (unsigned char *)text;

	if (c[0] >= 'a' && c[0] <= 'z')
		c[0] = (unsigned char)(c[0] - 0x20);
	else if (c[0] == 0xc3 && c[1] >= 0xa0 && c[1] <= 0xbe && c[1] != 0xb7)
		c[1] = (unsigned char)(c[1] - 0x20);
}

/* Returns the seat that is mated: where a colour has two players, one of them. */
static const char *
mated_seat(const struct ui_state *s)
{
	return s->keys.seat[0] != '\0' ? s->keys.seat
	       : winner_of(s)[0] == 'b' ? "w"
					: "b";
}

/*
 * Writes the reason in the result's text, "White wins: checkmate": the headline says the rest.
 * Beginners learn what mate is; the lamps' layer frames the pieces that the last sentence means.
 */
static void
reason_print(const struct ui_state *s, char text[REASON_TEXT])
{
	const char *colon = strstr(s->result_text, ": ");
	char mate[UI_SENTENCE_TEXT];
	size_t len;

	snprintf(text, REASON_TEXT, "%s", colon != NULL ? colon + 2 : s->result_text);
	capital_set(text);
	len = strlen(text);
	if (strcmp(s->reason, "checkmate") != 0)
		return;
	lang_print(mate, sizeof(mate), tr("{1} is attacked, and no move saves the king."),
		   seat_name(s->game, mated_seat(s)));
	snprintf(text + len, REASON_TEXT - len, ": %s", mate);
	len = strlen(text);
	if (!sqset_empty(s->light[UI_LIGHT_HINT]))
		snprintf(text + len, REASON_TEXT - len, " %s",
			 tr("The framed pieces guard its squares."));
}

/* Draws the last move of the board. */
static void
last_draw(const struct page_draw *d, struct rect row)
{
	static const char *const answers[] = { [UI_EFFECT_NONE] = "",
					       [UI_EFFECT_CAPTURE] = " \u2713",
					       [UI_EFFECT_NO_CAPTURE] = " \u2717",
					       [UI_EFFECT_CROOKED] = "" };
	char move[ACTION_WORDS_TEXT], text[2 * ACTION_WORDS_TEXT];

	for (unsigned i = d->s->n_moves; i-- > 0;) {
		if (!d->s->move[i].is_note)
			continue;
		action_in_words(&d->s->move[i], move);
		snprintf(text, sizeof(text), "%s%s", move, answers[d->s->move[i].effect]);
		draw_filled(d->l, PAL_TEXT_DIM, row, d->g->small_px, 0, tr("Last move: {1}"), text);
		return;
	}
}

/* Names the players of the team that has won, a line each: "Anna (e–h)". */
static void
team_draw(const struct page_draw *d, struct rect *box)
{
	const struct ui_state *s = d->s;

	for (unsigned i = 0; s->n_hints > 2 && i < s->n_hints; i++) {
		const char *seat = seat_name(s->game, s->hints[i].seat), *half = strchr(seat, '(');

		if (s->hints[i].seat[0] != winner_of(s)[0])
			continue;
		if (s->names[i][0] != '\0' && half != NULL)
			draw_textf(d->l, PAL_TEXT, rect_cut_top(box, d->g->small_line, 0),
				   d->g->small_px, 0, "%s %s", s->names[i], half);
		else
			draw_text(d->l, PAL_TEXT, rect_cut_top(box, d->g->small_line, 0),
				  d->g->small_px, 0, seat);
	}
}

/* Draws how many kinds partners have cleared off the board: their score if a king was captured. */
static void
cleared_draw(const struct page_draw *d, struct rect row)
{
	unsigned n = 0;

	for (unsigned i = 0; score_kinds[i] != '\0'; i++)
		n += panel_count(d->s, score_kinds[i], '?') == 0 &&
		     panel_count(d->s, (char)(score_kinds[i] | 0x20), '?') == 0;
	draw_filled(d->l, PAL_TEXT, row, d->g->small_px, 0, tr("Kinds cleared: {1} of {2}"),
		    LANG_N(n), LANG_N(strlen(score_kinds)));
}

/* Reports whether a person of this game has a name, and so a row in the scores. */
static bool
is_person_named(const struct ui_state *s)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		if (s->names[i][0] != '\0' && !(s->computers >> i & 1))
			return true;
	return false;
}

/* Draws the scores of today, which only players with names have. */
static void
scores_draw(const struct page_draw *d, struct rect box)
{
	if (!d->m->has_sheet || d->m->sheet.n_scores == 0 || !is_person_named(d->s))
		return;
	draw_text(d->l, PAL_TEXT_DIM, rect_cut_top(&box, d->g->small_line, 0), d->g->small_px, 0,
		  d->g->compact ? tr("Points so far") : tr("Today: won, drawn, lost"));
	(void)sheet_scores(d, box);
}

/* Returns the lines of the reason: all of them, unless what was hidden needs the room. */
static int
reason_lines(const struct page_draw *d, const char *reason)
{
	int letters = (d->g->panel.w - 2 * d->g->pad) * 7 / (4 * d->g->small_px); /* in a line */
	int lines = 1 + (int)strlen(reason) / (letters > 0 ? letters : 1);

	return d->s->closed && lines > 2 ? 2 : lines < 2 ? 2 : lines;
}

static void
over_layout(const struct page_draw *d)
{
	const struct ui_state *s = d->s;
	const struct panel *p = panel_of(s->game);
	bool revealed = s->closed && p->revealed_layout != NULL;
	struct rect rest = d->g->panel;
	struct rect buttons = rect_cut_bottom(&rest, 2 * d->g->touch + d->g->gap, d->g->gap);
	struct rect inside;
	char reason[REASON_TEXT];

	board_layout(d, d->g->board);
	inside = widget_card(d, rest, PAL_CARD);
	headline_draw(d, &inside);
	team_draw(d, &inside);
	if (s->reveal)
		next_draw(d, rect_cut_bottom(&inside, d->g->small_line, 0));
	reason_print(s, reason);
	draw_text(d->l, PAL_TEXT,
		  rect_cut_top(&inside, reason_lines(d, reason) * d->g->small_line, d->g->gap),
		  d->g->small_px, DRAW_TOP, reason);
	if (!revealed && !s->in_match && !(s->reveal && d->g->compact))
		last_draw(d, rect_cut_top(&inside, d->g->small_line, d->g->gap));
	if (strcmp(s->result, "lost") == 0)
		cleared_draw(d, rect_cut_top(&inside, d->g->small_line, d->g->gap));
	if (s->in_match)
		match_draw(d, rect_cut_top(&inside, 2 * d->g->small_line, d->g->gap));
	if (s->reveal)
		draw_text(d->l, PAL_TEXT,
			  rect_cut_top(&inside, (d->g->compact ? 6 : 3) * d->g->small_line,
				       d->g->gap),
			  d->g->small_px, DRAW_TOP,
			  p->reveals != NULL
				  ? tr(p->reveals)
				  : tr("Reveal shows what was hidden. Then the end cannot be taken "
				       "back, and there is a QR code."));
	if (revealed)
		p->revealed_layout(d, inside);
	else if (!s->reveal || !d->g->compact)
		scores_draw(d, inside);
	buttons_layout(d, buttons);
}

static void
over_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_NEXT && m->state.reveal) {
		ui_model_confirm(m, &(struct ui_request){ .kind = UI_REQUEST_NEXT }, UI_PAGE_PLAY,
				 N_("Begin the next game? Then Reveal can no longer show what this "
				    "one hid."));
	} else if (id == TARGET_NEXT) {
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_NEXT });
	} else if (id == TARGET_SHOW_ALL) {
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_REVEAL });
	} else if (id == TARGET_MENU) {
		ui_model_open(m, UI_PAGE_MENU);
	} else if (id == TARGET_PAGE && arg == UI_PAGE_CODE) {
		page_code_open(m, 0);
	} else if (id == TARGET_PAGE) {
		m->view.show_id = 0;
		m->view.show_move = UINT16_MAX;
		m->has_shown = m->view.reviewed = false;
		m->view.show_line = 0;
		ui_model_open(m, (enum ui_page)arg);
	}
}

const struct page page_over = {
	.name = "over",
	.layout = over_layout,
	.activate = over_activate,
	.ask = page_evening_ask,
};
