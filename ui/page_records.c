/* The kept games, newest first; a touch replays a game, or shows where it was left. */
#include <stdio.h>

#include "ui/page.h"
#include "ui/sheet.h"

static unsigned
rows_of(const struct page_draw *d, int height)
{
	return (unsigned)((height + d->g->gap) / (d->g->touch + d->g->gap));
}

enum { ROWS = 3 }; /* step of Older and Newer: rows in the small design */

static void
bar_layout(const struct page_draw *d, struct rect bar, bool newer, bool older)
{
	widget_button(d, rect_cell(bar, 3, 1, d->g->gap, 0), newer ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 1, tr("Newer"));
	widget_button(d, rect_cell(bar, 3, 1, d->g->gap, 1), older ? BUTTON_PLAIN : BUTTON_OFF,
		      TARGET_STEP, 2, tr("Older"));
	widget_button(d, rect_cell(bar, 3, 1, d->g->gap, 2), BUTTON_PLAIN, TARGET_PAGE,
		      UI_PAGE_EVENING, tr("Scores"));
}

/*
 * Draws a game's row: a finished game has a button for its code, an unfinished
 * one can be resumed.
 */
static void
row_layout(const struct page_draw *d, struct rect row, unsigned i)
{
	const struct ui_kept *k = &d->m->list.game[i];
	bool over = sheet_is_over(k);
	int beside_w = measure(d->g, WIDTH_COLUMN);
	struct rect beside = rect_of(row.x + row.w - beside_w, row.y, beside_w, row.h);

	row.w = (int16_t)(row.w - beside_w - d->g->gap);
	widget_ground(d, row, PAL_BUTTON, TARGET_ROW, i);
	sheet_game(d, rect_inset(row, measure(d->g, SPACE_NEAR)), k);
	if (over)
		widget_button(d, beside, BUTTON_PLAIN, TARGET_CODE, i, tr("QR code"));
	else
		widget_button(d, beside, BUTTON_PLAIN, TARGET_RESUME, i,
			      sheet_is_played(d->m, k->id) ? tr("Resume") : tr("Play on"));
}

static void
records_layout(const struct page_draw *d)
{
	const struct ui_list *l = &d->m->list;
	const char *find = d->m->view.find;
	struct rect rest = widget_title(d, 1,
					find[0] != '\0'              ? find
					: d->m->has_list && l->n > 0 ? tr("Records: touch a game")
								     : tr("Records"));
	struct rect bar = rect_cut_bottom(&rest, d->g->touch, d->g->gap);
	unsigned first = d->m->view.more * ROWS, rows;

	rows = rows_of(d, rest.h);
	if (!d->m->has_list || l->n == 0)
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP,
			  !d->m->has_list   ? tr("One moment \u2026")
			  : find[0] != '\0' ? tr("No game has this text. Touch All games to see all.")
					    : tr("No game has been kept yet. Begin one: it is kept by itself."));
	if (find[0] != '\0')
		widget_title_button(d, 0, BUTTON_PLAIN, TARGET_ERASE, 0, tr("All games"));
	else
		widget_title_button(d, 0, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_SEARCH, tr("Find"));
	for (unsigned i = 0; d->m->has_list && i < rows && first + i < l->n; i++) {
		int step = d->g->touch + d->g->gap;

		row_layout(d, rect_of(rest.x, rest.y + (int)i * step, rest.w, d->g->touch),
			   first + i);
	}
	bar_layout(d, bar, first > 0 || d->m->view.n_back > 0,
		   first + rows < l->n || (l->more && l->n > 0));
}

static void
records_ask(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_LIST, .prompt = m->view.before };

	snprintf(q.text, sizeof(q.text), "%s", m->view.find);
	ui_out_add(out, &q);
}

/* Moves within the received list; at its ends, requests the next part or the one before. */
static void
step(struct ui_model *m, bool older)
{
	struct ui_view *v = &m->view;
	unsigned parts = (m->list.n + ROWS - 1u) / ROWS;

	if (older && v->more + 1u < parts) {
		v->more++;
	} else if (older && m->list.more && v->n_back < UI_BACK_MAX) {
		v->back[v->n_back++] = v->before;
		v->before = m->list.game[m->list.n - 1].id;
		v->more = 0;
		m->wants = true;
	} else if (!older && v->more > 0) {
		v->more--;
	} else if (!older && v->n_back > 0) {
		v->before = v->back[--v->n_back];
		v->more = 0;
		m->wants = true;
	}
}

/* Opens the replay page of a game at a move. */
static void
show(struct ui_model *m, unsigned i, uint16_t move)
{
	m->view.show_id = m->list.game[i].id;
	m->view.show_move = move;
	m->has_shown = m->view.reviewed = false;
	m->view.show_line = 0;
	m->view.on_board = false;
	ui_model_open(m, UI_PAGE_REPLAY);
}

static void
records_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)out;
	if (id == TARGET_STEP) {
		step(m, arg == 2);
	} else if (id == TARGET_ERASE) {
		m->view.find[0] = '\0';
		m->view.more = 0;
		m->view.before = 0;
		m->view.n_back = 0;
		m->has_list = false;
		m->wants = true;
	} else if (id == TARGET_PAGE) {
		ui_model_open(m, (enum ui_page)arg);
	} else if (id == TARGET_CODE && arg < m->list.n) {
		page_code_open(m, m->list.game[arg].id);
	} else if (id == TARGET_ROW && arg < m->list.n) {
		show(m, arg, 0);
	} else if (id == TARGET_RESUME && arg < m->list.n) {
		if (sheet_is_played(m, m->list.game[arg].id))
			ui_model_go(m, UI_PAGE_PLAY);
		else
			show(m, arg, UINT16_MAX);
	}
}

const struct page page_records = {
	.name = "records",
	.layout = records_layout,
	.activate = records_activate,
	.ask = records_ask,
};
