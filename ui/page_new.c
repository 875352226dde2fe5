/* Which game next, and for Chess960 which of its start positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"

enum { GAME_COLUMNS = 4, GAME_ROWS = 3 };

static const struct panel *
chosen(const struct ui_model *m)
{
	return &panels[m->view.game < n_panels ? m->view.game : 0];
}

/* The number typed, -1: none, or one the game does not have. */
static int
entry_index(const struct ui_model *m)
{
	int n = atoi(m->view.entry);

	if (m->view.n_entry == 0 || n >= (int)chosen(m)->index_n)
		return -1;
	return n;
}

static bool
can_start(const struct ui_model *m)
{
	return chosen(m)->index_n == 0 || entry_index(m) >= 0;
}

/* A small screen in the corner of a game that cannot do without one. */
static void
screen_mark(const struct page_draw *d, struct rect button, bool on)
{
	int w = metrics_px(d->g, 14), h = metrics_px(d->g, 10), in = metrics_px(d->g, 5);
	struct rect mark = rect_of(button.x + button.w - w - in, button.y + in, w, h);

	draw_frame(d->l, on ? PAL_TEXT_DARK : PAL_TEXT_DIM, mark, metrics_px(d->g, 2));
}

static void
games_layout(const struct page_draw *d, struct rect box)
{
	int at = 0;

	for (unsigned i = 0; i < n_panels; i++) {
		struct rect cell = rect_cell(box, GAME_COLUMNS, GAME_ROWS, d->g->gap, at);
		bool on = i == d->m->view.game;

		if (panels[i].title == NULL)
			continue;
		at++;
		widget_button(d, cell, on ? BUTTON_ON : BUTTON_PLAIN, TARGET_GAME, i,
			      panels[i].title);
		if (panels[i].needs_screen)
			screen_mark(d, cell, on);
	}
}

static void
keypad_layout(const struct page_draw *d, struct rect box)
{
	static const char keys[] = "12345<67890?";

	for (int i = 0; keys[i] != '\0'; i++) {
		struct rect cell = rect_cell(box, 6, 2, d->g->gap, i);
		char digit[] = { keys[i], '\0' };

		if (keys[i] == '<')
			widget_button(d, cell, BUTTON_PLAIN, TARGET_ERASE, 0,
				      d->g->compact ? "Del" : "Erase");
		else if (keys[i] == '?')
			widget_button(d, cell, BUTTON_PLAIN, TARGET_RANDOM, 0,
				      d->g->compact ? "Any" : "Any one");
		else
			widget_button(d, cell, BUTTON_PLAIN, TARGET_DIGIT,
				      (unsigned)(keys[i] - '0'), digit);
	}
}

/* The number of the array as it is typed. */
static void
entry_layout(const struct page_draw *d, struct rect box)
{
	struct rect inside = rect_inset(box, metrics_px(d->g, 4));
	unsigned last = chosen(d->m)->index_n - 1;

	draw_fill(d->l, PAL_CARD, box, d->g->radius);
	draw_textf(d->l, PAL_TEXT_DIM, inside, d->g->small_px, 0, "0 to %u:", last);
	if (d->m->view.n_entry > 0)
		draw_text(d->l, entry_index(d->m) >= 0 ? PAL_TEXT : PAL_TEXT_WARN, inside,
			  d->g->title_px, DRAW_BOLD | DRAW_RIGHT, d->m->view.entry);
}

static void
about_layout(const struct page_draw *d, struct rect box)
{
	const struct panel *p = chosen(d->m);

	draw_textf(d->l, PAL_TEXT_DIM, box, d->g->small_px, DRAW_TOP, "%s%s", p->line,
		   p->needs_screen ? " It needs this screen." : "");
}

static void
new_layout(const struct page_draw *d)
{
	struct rect rest = widget_title(d, "New game"), left, right;
	int row = d->g->touch, gap = d->g->gap;
	struct rect games = rect_cut_top(&rest, GAME_ROWS * (row + gap) - gap, gap);
	struct rect below = rect_cut_bottom(&rest, 2 * row + gap, gap);
	int right_w = below.w * 3 / 10;

	left = rect_of(below.x, below.y, below.w - right_w - gap, below.h);
	right = rect_of(left.x + left.w + gap, below.y, right_w, below.h);
	games_layout(d, games);
	widget_button(d, rect_cut_bottom(&right, row, gap),
		      can_start(d->m) ? BUTTON_MAIN : BUTTON_OFF, TARGET_START, 0, "Start");
	if (chosen(d->m)->index_n > 0) {
		keypad_layout(d, left);
		entry_layout(d, right);
		if (!d->g->compact) /* the small design has no room for both */
			about_layout(d, rest);
	} else {
		about_layout(d, rect_inset(left, gap));
	}
}

static void
new_type(struct ui_model *m, char c)
{
	struct ui_view *v = &m->view;

	if (chosen(m)->index_n == 0)
		return;
	if (c == '\b') {
		if (v->n_entry > 0)
			v->entry[--v->n_entry] = '\0';
	} else if (c >= '0' && c <= '9') {
		if (v->n_entry == 1 && v->entry[0] == '0')
			v->n_entry = 0; /* no leading noughts */
		if (v->n_entry < UI_ENTRY_DIGITS)
			v->entry[v->n_entry++] = c;
		v->entry[v->n_entry] = '\0';
	}
}

static void
start(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_NEW };

	if (!can_start(m))
		return;
	snprintf(q.word, sizeof(q.word), "%s", chosen(m)->game);
	if (chosen(m)->index_n > 0)
		snprintf(q.options, sizeof(q.options), "index=%d", entry_index(m));
	if (m->state.phase == UI_PHASE_PLAYING && m->state.n_actions > 0) {
		q.yes = true;
		ui_model_confirm(m, &q,
				 "A game is running. Keep it unfinished and begin a new one?");
		return;
	}
	/* A game without a move is nobody's: it may go without a question. */
	q.yes = m->state.phase == UI_PHASE_PLAYING;
	ui_out_add(out, &q);
	ui_model_go(m, UI_PAGE_PLAY);
}

static void
random_fill(struct ui_model *m)
{
	struct ui_view *v = &m->view;

	if (chosen(m)->index_n == 0)
		return;
	snprintf(v->entry, sizeof(v->entry), "%u", ui_model_random(m, chosen(m)->index_n) % 1000);
	v->n_entry = (uint8_t)strlen(v->entry);
}

static void
new_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	switch (id) {
	case TARGET_BACK:
		ui_model_go(m, UI_PAGE_PLAY);
		break;
	case TARGET_GAME:
		m->view.game = (uint8_t)arg;
		break;
	case TARGET_DIGIT:
		new_type(m, (char)('0' + arg));
		break;
	case TARGET_ERASE:
		new_type(m, '\b');
		break;
	case TARGET_RANDOM:
		random_fill(m);
		break;
	case TARGET_START:
		start(m, out);
		break;
	default:
		break;
	}
}

const struct page page_new = {
	.name = "new",
	.parent = UI_PAGE_PLAY,
	.layout = new_layout,
	.activate = new_activate,
	.type = new_type,
};
