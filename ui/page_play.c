/* The main page: the board, and beside it the state of the game. */
#include <stdio.h>
#include <string.h>

#include "ui/header.h"
#include "ui/page.h"
#include "ui/panel.h"

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

/* Returns the words of the hint button: with a piece up, or after a refused move, it answers questions. */
static const char *
hint_word(const struct ui_state *s)
{
	static const char *const words[UI_ABOUTS] = { [UI_ABOUT_NONE] = N_("Hint"),
						      [UI_ABOUT_HOW] = N_("How?"),
						      [UI_ABOUT_WAYS] = N_("Ways?"),
						      [UI_ABOUT_WHY] = N_("Why?") };

	if (s->about_shown != UI_ABOUT_NONE && s->about_next == UI_ABOUT_NONE)
		return tr("Close");
	return tr(words[s->about_next]);
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
			    hint_word(s));
	} else {
		bool over = s->phase == UI_PHASE_OVER;

		button_draw(d, rect_of(box.x, box.y, menu.x - d->g->gap - box.x, box.h),
			    BUTTON_MAIN, TARGET_NEW, over ? ICON_EVENING : ICON_NEW,
			    over ? tr("Result") : tr("Games"));
	}
	button_draw(d, menu, BUTTON_PLAIN, TARGET_MENU, ICON_MENU, tr("Menu"));
}

/* Takes the row above the buttons, which no text moves, from the areas above it. */
static struct rect
choices_cut(const struct page_draw *d, struct column *c)
{
	int less = d->g->touch + d->g->gap;

	c->panel.h = (int16_t)(c->panel.h - less);
	c->notice.y = (int16_t)(c->notice.y - less);
	return rect_cut_bottom(&c->whole, d->g->touch, d->g->gap);
}

/* Takes a row below the header from the areas below it; returns it, empty without a height. */
static struct rect
column_cut(const struct page_draw *d, struct column *c, int h)
{
	int less = h + d->g->gap;

	if (h == 0)
		return rect_of(0, 0, 0, 0);
	c->panel = rect_of(c->panel.x, c->panel.y + less, c->panel.w, c->panel.h - less);
	c->under_header = rect_of(c->under_header.x, c->under_header.y + less, c->under_header.w,
				  c->under_header.h - less);
	return rect_cut_top(&c->whole, h, d->g->gap);
}

/*
 * Reports whether the notice takes the panel's area: a long one in the small design, and in both a
 * long way back and a long answer about a piece.
 */
enum { NOTICE_SHORT = 120 }; /* bytes of guidance that fit the card below the panel */

static bool
notice_is_high(const struct page_draw *d)
{
	const struct ui_state *s = &d->m->state;
	const char *text = s->about_shown != UI_ABOUT_NONE ? s->message : s->guidance.text;

	return notice_is_long(d->m) && (d->g->compact || strlen(text) > NOTICE_SHORT);
}

/* Draws the panel of the game, and the notice or what the colours of a lifted piece's squares mean. */
static void
below_layout(const struct page_draw *d, const struct column *c)
{
	const struct panel *p = panel_of(d->m->state.game);

	if (notice_is_high(d)) {
		struct rect whole = c->whole, moves = { 0 };
		int list = 2 * (d->g->list_line + measure(d->g, SPACE_ROWS));

		if (d->m->state.n_moves > 0 && notice_fits(d, whole.w, whole.h - list - d->g->gap))
			moves = rect_cut_bottom(&whole, list, d->g->gap);
		notice_layout(d, whole);
		if (moves.h > 0)
			panel_moves_layout(d, moves);
	} else if (notice_exists(d->m)) {
		p->layout(d, c->panel);
		notice_layout(d, c->notice);
	} else if (page_lights_are_graded(&d->m->state)) {
		p->layout(d, c->panel);
		page_lights_grades_layout(d, c->notice);
	} else {
		p->layout(d, c->whole);
	}
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
		choice_layout(d, choices_cut(d, &c));
	below_layout(d, &c);
	buttons_layout(d, c.buttons);
}

static void
play_layout(const struct page_draw *d)
{
	struct column c = column_of(d->g);
	int clocks = clock_height(d);
	bool has_piece;

	board_layout(d, d->g->board);
	has_piece = header_layout(d, c.header, column_cut(d, &c, header_below(d, c.panel)));
	if (clocks > 0)
		clock_layout(d, column_cut(d, &c, clocks));
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
