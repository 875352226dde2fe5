/* The main page: the board, and beside it the state of the game. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"

/* The column beside the board, from top to bottom. */
struct column {
	struct rect header, panel, notice, buttons;
	struct rect whole;        /* panel and notice together */
	struct rect under_header; /* everything below the header */
};

static struct column
column_of(const struct metrics *g)
{
	struct column c;
	struct rect rest = g->panel;

	c.header = rect_cut_top(&rest, g->touch, g->gap);
	c.under_header = rest;
	c.buttons = rect_cut_bottom(&rest, g->touch, g->gap);
	c.whole = rest;
	c.notice = rect_cut_bottom(&rest, measure(g, CARD_NOTICE), g->gap);
	c.panel = rest;
	return c;
}

/* Draws a button to the troubles, in place of the king of the side to move. */
static void
trouble_badge(const struct page_draw *d, struct rect box)
{
	draw_fill(d->l, PAL_WARN, box, d->g->radius);
	draw_text(d->l, PAL_TEXT_WARN, box, d->g->title_px, DRAW_BOLD | DRAW_CENTRE, "!");
	widget_focus(d, box, TARGET_TROUBLES, 0);
	draw_target(d->l, box, TARGET_TROUBLES, 0);
}

/* Reports whether the daemon's message repeats the text of a card, and at most adds the turn. */
static bool
message_is_shown(const struct ui_state *s)
{
	const char *const shown[] = { s->prompt.text, s->guidance.text, s->refusal.text,
				      s->result_text };

	for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
		if (shown[i][0] != '\0' && strncmp(shown[i], s->message, strlen(shown[i])) == 0)
			return true;
	return false;
}

/*
 * Longest text that fits beside the king in either design; a longer one replaces the king. A text
 * up to HEADER_LARGE has the size of a title.
 */
enum { HEADER_SHORT = 38, HEADER_SHORT_COMPACT = 28, HEADER_LARGE = 16, HEADER_TEXT = 48 };

static const char *
title_of(const struct ui_state *s)
{
	const char *title = panel_of(s->game)->title;

	return title != NULL ? tr(title) : s->title;
}

/* Writes whose turn it is, and that its king is in check. */
static void
turn_print(const struct ui_state *s, const char *turn, const char *who, char *text, size_t size)
{
	const struct panel *p = panel_of(s->game);
	char plain[2 * HEADER_TEXT];

	if (!panel_in_check(s) || p->chief != 0 || p->may_ignore_check) {
		lang_print(text, size, turn, who);
		return;
	}
	lang_print(plain, sizeof(plain), turn, who);
	lang_print(text, size, tr("{1}, in check"), plain);
}

/* Returns what to say of the turn. In *text: who is to move, by name if that is no longer than `most`. */
static const char *
header_text(const struct ui_model *m, size_t most, char text[HEADER_TEXT])
{
	const struct ui_state *s = &m->state;
	const char *seat = seat_turn(s), *turn;
	char name[SEAT_PLAYER_TEXT], named[2 * HEADER_TEXT];
	uint8_t group[CHOICES];

	/* A card, a burial or a purchase may come first. */
	turn = choice_groups(s, group) > 0 ? tr("{1}'s turn") : tr("{1} to move");
	turn_print(s, turn, seat_name(s->game, seat), text, HEADER_TEXT);
	if (!message_is_shown(s) && !notice_is_of_plan(m) && strcmp(text, s->message) != 0)
		return s->message;
	if (s->phase == UI_PHASE_OVER)
		return tr("Game over");
	if (s->guidance.rank > 0 || s->prompt.kind == UI_PROMPT_ARRAY)
		return title_of(s); /* before the first turn */
	if (seat[0] == '\0')
		return s->message;
	turn_print(s, turn, seat_player(s, seat, name), named, sizeof(named));
	if (strlen(named) <= most)
		memcpy(text, named, strlen(named) + 1);
	return text;
}

/* Draws the piece that stands for the seat to move: its king, queen or general. */
static void
chief_draw(const struct page_draw *d, struct rect sign, const char *seat)
{
	const struct panel *p = panel_of(d->m->state.game);
	char chief = seat[1] == 'q' ? 'Q' : p->chief != 0 ? p->chief : 'K';

	draw_fill(d->l, PAL_TRAY, sign, d->g->radius);
	draw_piece(d->l, rect_inset(sign, measure(d->g, SPACE_TIGHT)),
		   (struct ui_piece){ seat[0] == 'b' ? (char)(chief | 0x20) : chief, 0 },
		   p->emblem.stones ? DRAW_STONES : 0);
}

/* Returns the size of the header's text, which two lines beside the piece have to hold. */
static int
header_px(const struct metrics *g, size_t len, bool is_long)
{
	if (is_long)
		return g->small_px;
	if (len <= HEADER_LARGE)
		return g->compact ? g->title_px : g->text_px;
	return g->compact ? g->small_px : g->text_px;
}

/* Draws the header; returns whether the piece of the side to move is in it. */
static bool
header_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	struct rect sign = rect_of(box.x, box.y, box.h, box.h);
	int indent = box.h + d->g->gap;
	size_t most = d->g->compact ? HEADER_SHORT_COMPACT : HEADER_SHORT;
	char room[HEADER_TEXT];
	const char *text = header_text(d->m, most, room);
	const char colour[] = { s->colour, '\0' };
	/*
	 * While a prompt covers the message, the turn stays with the seat of
	 * the shown move until the move is final.
	 */
	const char *seat = text == room              ? seat_turn(s)
			   : s->keys.seat[0] != '\0' ? s->keys.seat
						     : colour;
	bool is_long = strlen(text) > most;

	if (s->n_troubles > 0) {
		trouble_badge(d, sign);
	} else if (s->phase == UI_PHASE_PLAYING && seat[0] != '\0' && !is_long) {
		chief_draw(d, sign, seat);
	} else {
		indent = 0;
	}
	if (indent == 0 || s->n_troubles > 0) /* no piece that carries the badge */
		box.w = (int16_t)(box.w - d->g->small_line - measure(d->g, SPACE_NEAR));
	draw_text(d->l, PAL_TEXT, rect_of(box.x + indent, box.y, box.w - indent, box.h),
		  header_px(d->g, strlen(text), is_long), is_long ? 0 : DRAW_BOLD, text);
	return indent > 0 && s->n_troubles == 0;
}

/*
 * Makes the header a button to what can be done now: all of it that opens no troubles. Its badge
 * is on the piece of the side to move, or at the right edge.
 */
static void
header_button(const struct page_draw *d, struct rect box, bool has_piece)
{
	int side = d->g->small_line, indent = box.h + d->g->gap;
	struct rect badge = rect_of(box.x + (has_piece ? box.h : box.w) - side,
				    box.y + (has_piece ? box.h - side : 0), side, side);

	draw_disc(d->l, PAL_BUTTON, badge);
	draw_text(d->l, PAL_TEXT, badge, d->g->small_px, DRAW_BOLD | DRAW_CENTRE, "?");
	if (d->m->state.n_troubles > 0)
		box = rect_of(box.x + indent, box.y, box.w - indent, box.h);
	widget_focus(d, box, TARGET_NOW, 0);
	draw_target(d->l, box, TARGET_NOW, 0);
}

/* Reports whether the dice are awaited, and nothing else. */
static bool
rolls_next(const struct ui_state *s)
{
	uint8_t group[CHOICES];

	return !s->has_provisional && choice_groups(s, group) > 0 && group[0] == CHOICE_ROLL;
}

/*
 * Reports whether a press may find an action: pieces are up, a square is not read, or the clocks
 * wait for it. The daemon ignores a press while it guides.
 */
static bool
press_may_find(const struct ui_state *s)
{
	if ((s->guidance.on && !s->guidance.due) || s->refusal.on)
		return false;
	return s->guidance.due || !sqset_empty(s->lifted) ||
	       !sqset_empty(s->blind) || s->clock.paused != UI_PAUSED_NO ||
	       s->prompt.kind != UI_PROMPT_NONE;
}

/* Done ends a turn or a set-up. It rolls no dice, and is off where nothing can end. */
static enum button_look
done_kind(const struct ui_state *s)
{
	if (ui_state_lacks(s) || s->guidance.onward || rolls_next(s))
		return BUTTON_OFF;
	if (s->has_provisional || s->guidance.rank > 0 || choice_ends(s))
		return BUTTON_MAIN;
	return press_may_find(s) ? BUTTON_PLAIN : BUTTON_OFF;
}

static void
button_draw(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
	    enum icon icon, const char *label)
{
	widget_icon_button(d, box, look, id, 0, (struct widget_icon){ icon, NULL }, label);
}

static void
buttons_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	struct rect menu = rect_cell(box, 3, 1, d->g->gap, 2);

	if (s->phase == UI_PHASE_PLAYING) {
		bool hurry = s->thinks && done_kind(s) == BUTTON_OFF;

		button_draw(d, rect_cell(box, 3, 1, d->g->gap, 0),
			    hurry ? BUTTON_PLAIN : done_kind(s), hurry ? TARGET_HURRY : TARGET_DONE,
			    hurry ? ICON_ONWARD : ICON_DONE, hurry ? tr("Now") : tr("Done"));
		button_draw(d, rect_cell(box, 3, 1, d->g->gap, 1),
			    s->has_plan ? BUTTON_OFF : BUTTON_PLAIN, TARGET_HINT, ICON_HINTS,
			    tr("Hint"));
	} else {
		bool over = s->phase == UI_PHASE_OVER;

		button_draw(d, rect_of(box.x, box.y, menu.x - d->g->gap - box.x, box.h),
			    BUTTON_MAIN, TARGET_NEW, over ? ICON_EVENING : ICON_NEW,
			    over ? tr("Result") : tr("Games"));
	}
	button_draw(d, menu, BUTTON_PLAIN, TARGET_MENU, ICON_MENU, tr("Menu"));
}

/* Puts the clocks below the header and shrinks the areas below. */
static void
clocks_cut(const struct page_draw *d, struct column *c)
{
	int h = clock_height(d), less = h + d->g->gap;

	if (h == 0)
		return;
	clock_layout(d, rect_cut_top(&c->whole, h, d->g->gap));
	c->panel = rect_of(c->panel.x, c->panel.y + less, c->panel.w, c->panel.h - less);
	c->under_header = rect_of(c->under_header.x, c->under_header.y + less, c->under_header.w,
				  c->under_header.h - less);
}

/*
 * Reports whether the notice takes the panel's area: a long one in the small design, and in both a
 * refusal with the way back and the computer's move.
 */
enum { NOTICE_SHORT = 120 }; /* bytes of guidance that fit the card below the panel */

static bool
notice_is_high(const struct page_draw *d)
{
	const struct ui_state *s = &d->m->state;

	return notice_is_long(d->m) && (d->g->compact || (s->refusal.on && s->has_plan) ||
					strlen(s->guidance.text) > NOTICE_SHORT);
}

/* Puts the choices below the header and shrinks the panel. */
static void
choices_cut(const struct page_draw *d, struct column *c)
{
	struct rect row = rect_cut_top(&c->whole, d->g->touch, d->g->gap);
	int less = row.h + d->g->gap;

	c->panel = rect_of(c->panel.x, c->panel.y + less, c->panel.w, c->panel.h - less);
	choice_layout(d, row);
}

/* Draws the column below the header. */
static void
column_layout(const struct page_draw *d, struct column c)
{
	const struct ui_state *s = &d->m->state;
	uint8_t group[CHOICES];

	if (prompt_covers(&s->prompt)) {
		prompt_layout(d, c.under_header);
		return;
	}
	if (choice_buttons(s, group) > 0 && s->guidance.rank == 0) /* the pieces are set up first */
		choices_cut(d, &c);
	if (!notice_exists(d->m))
		panel_of(s->game)->layout(d, c.whole);
	else if (!notice_is_high(d))
		panel_of(s->game)->layout(d, c.panel);
	notice_layout(d, notice_is_high(d) ? c.whole : c.notice);
	buttons_layout(d, c.buttons);
}

static void
play_layout(const struct page_draw *d)
{
	struct column c = column_of(d->g);
	bool has_piece;

	board_layout(d, d->g->board);
	has_piece = header_layout(d, c.header);
	clocks_cut(d, &c);
	column_layout(d, c);
	header_button(d, c.header, has_piece); /* the last one that the focus reaches */
}

static void
notice_activate(struct ui_model *m)
{
	if (m->view.error[0] != '\0')
		m->view.error[0] = '\0';
	else if (notice_is_of_sensors(&m->state))
		ui_model_open(m, UI_PAGE_SENSORS);
	else
		ui_model_open(m, m->state.n_works > 0 ? UI_PAGE_RECORDS : UI_PAGE_TROUBLES);
}

static void
play_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	switch (id) {
	case TARGET_DONE:
		if (choice_ends(&m->state)) {
			choice_activate(m, CHOICE_END, out);
			break;
		}
		/* On a board with a clock button, that button stops the clock. */
		ui_out_word(out, UI_REQUEST_PRESS, m->state.clock_button ? "ok" : "clock");
		break;
	case TARGET_HURRY:
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_MOVE_NOW });
		break;
	case TARGET_HINT:
		ui_out_word(out, UI_REQUEST_PRESS, "hint");
		break;
	case TARGET_MENU:
		ui_model_open(m, UI_PAGE_MENU);
		break;
	case TARGET_NEW:
		ui_model_open(m, m->state.phase == UI_PHASE_OVER ? UI_PAGE_OVER : UI_PAGE_HOME);
		break;
	case TARGET_MARK:
		ui_model_open(m, UI_PAGE_MARKS);
		break;
	case TARGET_TROUBLES:
		ui_model_open(m, UI_PAGE_TROUBLES);
		break;
	case TARGET_NOW:
		ui_model_open(m, UI_PAGE_NOW);
		break;
	case TARGET_GROUP:
		choice_activate(m, arg, out);
		break;
	case TARGET_NOTICE:
		notice_activate(m);
		break;
	default:
		prompt_activate(m, id, arg, out);
		break;
	}
}

static void
play_back(struct ui_model *m, struct ui_out *out)
{
	if (m->view.error[0] != '\0')
		m->view.error[0] = '\0';
	else
		prompt_back(m, out);
}

const struct page page_play = {
	.name = "play",
	.layout = play_layout,
	.activate = play_activate,
	.back = play_back,
};
