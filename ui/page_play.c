/* The page that is there most of the time: the board, and beside it what goes on. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"

/* The column beside the board, from top to bottom. */
struct column {
	struct rect header, panel, notice, buttons;
	struct rect whole;        /* panel and notice together */
	struct rect under_header; /* all of it below the header */
};

static struct column
column_of(const struct metrics *g)
{
	struct column c;
	struct rect rest = g->panel;

	c.header = rect_cut_top(&rest, metrics_px(g, g->compact ? 48 : 56), g->gap);
	c.under_header = rest;
	c.buttons = rect_cut_bottom(&rest, g->touch, g->gap);
	c.whole = rest;
	c.notice = rect_cut_bottom(&rest, metrics_px(g, g->compact ? 90 : 132), g->gap);
	c.panel = rest;
	return c;
}

/* A way to the troubles, where the king of the side whose turn it is stands otherwise. */
static void
trouble_badge(const struct page_draw *d, struct rect box)
{
	draw_fill(d->l, PAL_WARN, box, d->g->radius);
	draw_text(d->l, PAL_TEXT_WARN, box, d->g->title_px, DRAW_BOLD | DRAW_CENTRE, "!");
	widget_focus(d, box, TARGET_TROUBLES, 0);
	draw_target(d->l, box, TARGET_TROUBLES, 0);
}

/* Whether the daemon's message only repeats what a card says in full. */
static bool
message_is_told(const struct ui_state *s)
{
	const char *const told[] = { s->prompt.text, s->guidance.text, s->refusal.text,
				     s->result_text };

	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
		if (told[i][0] != '\0' && strcmp(told[i], s->message) == 0)
			return true;
	return false;
}

/* What fits beside the king; longer sentences take its place too. */
enum { HEADER_SHORT = 38, HEADER_TEXT = 48 };

static const char *
header_text(const struct ui_state *s, char text[HEADER_TEXT])
{
	if (!message_is_told(s))
		return s->message;
	if (s->phase == UI_PHASE_OVER)
		return "Game over";
	if (seat_turn(s)[0] == '\0')
		return s->message;
	snprintf(text, HEADER_TEXT, phrase("%s to move"), seat_name(s, seat_turn(s)));
	return text;
}

static void
header_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	struct rect sign = rect_of(box.x, box.y, box.h, box.h);
	int indent = box.h + d->g->gap;
	char room[HEADER_TEXT];
	const char *text = header_text(s, room);
	/* While a question covers the message, a shown move is whose it was until it is final. */
	char colour = text == room ? seat_turn(s)[0] : s->colour;
	bool is_long = strlen(text) > HEADER_SHORT;

	if (s->n_troubles > 0) {
		trouble_badge(d, sign);
	} else if (s->phase == UI_PHASE_PLAYING && colour != 0 && !is_long) {
		struct ui_piece king = { colour == 'w' ? 'K' : 'k', 0 };

		draw_fill(d->l, PAL_TRAY, sign, d->g->radius);
		draw_piece(d->l, rect_inset(sign, metrics_px(d->g, 3)), king, 0);
	} else {
		indent = 0;
	}
	draw_text(d->l, PAL_TEXT, rect_of(box.x + indent, box.y, box.w - indent, box.h),
		  d->g->compact || is_long ? d->g->small_px : d->g->text_px,
		  is_long ? 0 : DRAW_BOLD, text);
}

static void
buttons_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = &d->m->state;
	struct rect menu = rect_cell(box, 3, 1, d->g->gap, 2);

	if (s->phase == UI_PHASE_PLAYING) {
		widget_button(d, rect_cell(box, 3, 1, d->g->gap, 0),
			      s->has_provisional ? BUTTON_MAIN : BUTTON_PLAIN, TARGET_DONE, 0,
			      "Done");
		widget_button(d, rect_cell(box, 3, 1, d->g->gap, 1), BUTTON_PLAIN, TARGET_HINT, 0,
			      "Hint");
	} else {
		widget_button(d, rect_of(box.x, box.y, menu.x - d->g->gap - box.x, box.h),
			      BUTTON_MAIN, TARGET_NEW, 0,
			      s->phase == UI_PHASE_OVER ? "Result" : "Games");
	}
	widget_button(d, menu, BUTTON_PLAIN, TARGET_MENU, 0, "Menu");
}

/* The clocks stand right under the header; what is below has so much less room. */
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

/* In the small design the panel leaves its place to a card that has much to say. */
static bool
notice_is_high(const struct page_draw *d)
{
	return d->g->compact && notice_is_long(d->m);
}

/* The choices stand under the header; what is below has so much less room. */
static void
choices_cut(const struct page_draw *d, struct column *c)
{
	struct rect row = rect_cut_top(&c->whole, d->g->touch, d->g->gap);
	int less = row.h + d->g->gap;

	c->panel = rect_of(c->panel.x, c->panel.y + less, c->panel.w, c->panel.h - less);
	choice_layout(d, row);
}

static void
play_layout(const struct page_draw *d)
{
	struct column c = column_of(d->g);
	const struct ui_state *s = &d->m->state;
	uint8_t group[CHOICES];

	board_layout(d, d->g->board);
	header_layout(d, c.header);
	clocks_cut(d, &c);
	if (prompt_covers(&s->prompt)) {
		prompt_layout(d, c.under_header);
		return;
	}
	if (choice_groups(s, group) > 0)
		choices_cut(d, &c);
	if (!notice_wanted(d->m))
		panel_of(s->game)->layout(d, c.whole);
	else if (!notice_is_high(d))
		panel_of(s->game)->layout(d, c.panel);
	notice_layout(d, notice_is_high(d) ? c.whole : c.notice);
	buttons_layout(d, c.buttons);
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
		/* Where the board has a clock button of its own, that one is the clock's. */
		ui_out_press(out, m->state.clock_button ? "ok" : "clock");
		break;
	case TARGET_HINT:
		ui_out_press(out, "hint");
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
	.parent = UI_PAGE_PLAY,
	.layout = play_layout,
	.activate = play_activate,
	.back = play_back,
};
