/* Which game next, and for Chess960 which of its start positions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"

enum { GAME_COLUMNS = 2 };

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

static void
games_layout(const struct page_draw *d, struct rect box)
{
	int rows = (box.h + d->g->gap) / (d->g->touch + d->g->gap), at = 0;

	box.h = (int16_t)(rows * (d->g->touch + d->g->gap) - d->g->gap);
	for (unsigned i = 0; i < n_panels; i++) {
		if (panels[i].title == NULL)
			continue;
		widget_button(d, rect_cell(box, GAME_COLUMNS, rows, d->g->gap, at++),
			      i == d->m->view.game ? BUTTON_ON : BUTTON_PLAIN, TARGET_GAME, i,
			      panels[i].title);
	}
}

static void
keypad_layout(const struct page_draw *d, struct rect box)
{
	static const char keys[] = "123456789<0?";

	for (int i = 0; keys[i] != '\0'; i++) {
		struct rect cell = rect_cell(box, 3, 4, d->g->gap, i);
		char digit[] = { keys[i], '\0' };

		if (keys[i] == '<')
			widget_button(d, cell, BUTTON_PLAIN, TARGET_ERASE, 0, "Erase");
		else if (keys[i] == '?')
			widget_button(d, cell, BUTTON_PLAIN, TARGET_RANDOM, 0, "Random");
		else
			widget_button(d, cell, BUTTON_PLAIN, TARGET_DIGIT,
				      (unsigned)(keys[i] - '0'), digit);
	}
}

static void
index_layout(const struct page_draw *d, struct rect box)
{
	struct rect field =
		rect_cut_top(&box, metrics_px(d->g, d->g->compact ? 40 : 56), d->g->gap);
	struct rect inside = widget_card(d, field, PAL_CARD);
	unsigned last = chosen(d->m)->index_n - 1;

	draw_textf(d->l, PAL_TEXT_DIM, inside, d->g->small_px, 0, "Position 0 to %u:", last);
	if (d->m->view.n_entry > 0)
		draw_text(d->l, entry_index(d->m) >= 0 ? PAL_TEXT : PAL_TEXT_WARN, inside,
			  d->g->title_px, DRAW_BOLD | DRAW_RIGHT, d->m->view.entry);
	keypad_layout(d, box);
}

static void
new_layout(const struct page_draw *d)
{
	struct rect right = widget_title(d, "New game"), left;
	int left_w = right.w * 9 / 20;

	left = rect_of(right.x, right.y, left_w, right.h);
	right = rect_of(right.x + left_w + 2 * d->g->gap, right.y, right.w - left_w - 2 * d->g->gap,
			right.h);
	widget_button(d, rect_cut_bottom(&left, d->g->touch, 2 * d->g->gap),
		      can_start(d->m) ? BUTTON_MAIN : BUTTON_OFF, TARGET_START, 0, "Start");
	games_layout(d, left);
	if (chosen(d->m)->index_n > 0)
		index_layout(d, right);
	else
		draw_text(d->l, PAL_TEXT_DIM, right, d->g->text_px, DRAW_TOP,
			  "Set up the usual array. The lamps show what is not in its place.");
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
