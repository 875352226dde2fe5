/* Building blocks for panels. */
#include "ui/panel.h"

#include <stdio.h>
#include <string.h>

#include "ui/action_words.h"
#include "ui/seat.h"

bool
panel_row(const struct page_draw *d, struct rect *box, int h, struct rect *row)
{
	if (box->h < h)
		return false;
	*row = rect_cut_top(box, h, measure(d->g, SPACE_ROWS));
	return true;
}

/* Draws one piece of each kind with its number, if there are too many to draw side by side. */
static void
pieces_counted(const struct page_draw *d, struct rect row, const char *letters)
{
	static const char kinds[] = "QRBNPCMSqrbnpcms";
	int in = measure(d->g, SPACE_TIGHT), side = row.h - 2 * in, x = row.x + in;
	int step = side + d->g->small_px * 2;

	for (const char *k = kinds; *k != '\0' && x + step <= row.x + row.w; k++) {
		unsigned n = 0;

		for (const char *c = letters; *c != '\0'; c++)
			n += *c == *k;
		if (n == 0)
			continue;
		draw_piece(d->l, rect_of(x, row.y + in, side, side), (struct ui_piece){ *k, 0 }, 0);
		draw_textf(d->l, PAL_TEXT_DARK, rect_of(x + side, row.y, step - side, row.h),
			   d->g->small_px, 0, "%u", n);
		x += step;
	}
}

enum { PIECES_APART = 3 }; /* each piece must show at least a third of its width */

void
panel_pieces(const struct page_draw *d, struct rect row, const char *letters)
{
	int n = (int)strlen(letters), in = measure(d->g, SPACE_TIGHT);
	int side = row.h - 2 * in, step = side;

	if (n > 1 && side * n > row.w - 2 * in)
		step = (row.w - 2 * in - side) / (n - 1);
	draw_fill(d->l, PAL_TRAY, row, d->g->radius);
	if (step < side / PIECES_APART) {
		pieces_counted(d, row, letters);
		return;
	}
	for (int i = 0; i < n; i++)
		draw_piece(d->l, rect_of(row.x + in + i * step, row.y + in, side, side),
			   (struct ui_piece){ letters[i], 0 }, 0);
}

/* Reports whether a game has begun, and nothing of it is in the list of moves. */
static bool
begins(const struct ui_state *s)
{
	for (unsigned i = 0; i < s->n_moves; i++)
		if (s->move[i].is_note)
			return false;
	return s->phase == UI_PHASE_PLAYING && s->moves_from == 0;
}

bool
panel_text_fits(const struct page_draw *d, struct rect box, const char *text)
{
	int letter = d->g->small_px * 4 / 7, w = box.w - 2 * d->g->pad;
	int lines = 1 + (int)strlen(text) * letter / (w - w / 6);

	return box.h - 2 * d->g->pad >= lines * d->g->small_line;
}

void
panel_rest_first(const struct page_draw *d, struct rect box, const char *first)
{
	if (first != NULL && begins(d->s) && panel_text_fits(d, box, first))
		draw_text(d->l, PAL_TEXT, widget_card(d, box, PAL_CARD), d->g->small_px, DRAW_TOP,
			  first);
	else if (box.h >= 2 * d->g->list_line)
		panel_moves_layout(d, box);
}

void
panel_rest(const struct page_draw *d, struct rect box)
{
	const char *first = panel_of(d->s->game)->first;

	panel_rest_first(d, box, first != NULL ? tr(first) : NULL);
}

void
panel_mark(const struct page_draw *d, struct rect box, unsigned mark)
{
	int side = box.w < box.h ? box.w : box.h, w = side / 6 + 1;
	struct rect at = rect_square(box, side);

	if (mark == 1) {
		draw_cross(d->l, PAL_TEXT_DIM, at, w);
	} else if (mark == 2) {
		draw_disc(d->l, PAL_TEXT_SHOWN, at);
		draw_disc(d->l, PAL_CARD, rect_inset(at, w));
	}
}

void
panel_money(unsigned amount, char out[PANEL_MONEY_TEXT])
{
	lang_print(out, PANEL_MONEY_TEXT, tr("${1}"), LANG_N(amount));
}

bool
panel_blink_on(const struct ui_model *m)
{
	return m->now_ms / UI_BLINK_MS % 2 == 0;
}

unsigned
panel_side(const struct ui_state *s)
{
	return seat_turn(s)[0] == 'b';
}

bool
panel_stage(const struct ui_state *s, const char *stage)
{
	return strcmp(s->keys.stage, stage) == 0;
}

bool
panel_in_check(const struct ui_state *s)
{
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		if (sqset_has(s->check, sq) && (s->at[sq].letter >= 'a') == panel_side(s))
			return true;
	return false;
}

unsigned
panel_count(const struct ui_state *s, char letter, char mark)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		n += s->at[sq].letter == letter && (mark == '?' || s->at[sq].mark == mark);
	return n;
}

unsigned
panel_count_marked(const struct ui_state *s, bool black, char mark)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		n += s->at[sq].mark == mark && (s->at[sq].letter >= 'a') == black;
	return n;
}

/* ---- the list of moves ---- */

/* Moves in rows: White's on the left, Black's on the right, several of one turn below each other. */
struct moves_grid {
	const struct page_draw *d;
	struct rect box;
	int line, number_w, column_w;
	int inset; /* of a move in its column */
	int first; /* the top row */
};

/* The next free row of each column; both are equal where a turn begins. */
struct moves_place {
	int free[2];
	uint32_t turn;
	bool black;
};

/*
 * Reports whether an action has no row of its own: the end of a turn, a burial unseen, and the masks,
 * which are dealt before the first move.
 */
static bool
has_no_row(const struct ui_move *m)
{
	return strcmp(m->text, "end") == 0 || strcmp(m->text, "bury:?") == 0 ||
	       strncmp(m->text, "assign:", strlen("assign:")) == 0;
}

/* Returns the newest move with a row; n_moves if there is none. */
static int
last_of(const struct ui_state *s)
{
	for (int i = s->n_moves; i-- > 0;)
		if (!has_no_row(&s->move[i]))
			return i;
	return s->n_moves;
}

/* Reports whether something was buried after move i, before the next one. */
static bool
is_burial_next(const struct ui_state *s, int i)
{
	while (++i < s->n_moves && has_no_row(&s->move[i]))
		if (strcmp(s->move[i].text, "bury:?") == 0)
			return true;
	return false;
}

static struct rect
cell_of(const struct moves_grid *g, int row, bool black)
{
	return rect_of(g->box.x + g->number_w + (black ? g->column_w : 0),
		       g->box.y + (row - g->first) * g->line, g->column_w, g->line);
}

/* Draws move i; a dagger says that its capture was buried. cut: the row of its answer is this one. */
static void
move_cell_draw(const struct moves_grid *g, int i, int row, bool last, bool cut)
{
	static const char *const answers[] = { [UI_EFFECT_NONE] = "",
					       [UI_EFFECT_CAPTURE] = " \u2713",
					       [UI_EFFECT_NO_CAPTURE] = " \u2717",
					       [UI_EFFECT_CROOKED] = "" };
	const struct ui_move *m = &g->d->s->move[i];
	struct rect cell = cell_of(g, row, m->black);
	char words[ACTION_WORDS_TEXT];

	if (last && m->provisional)
		draw_frame(g->d->l, PAL_TEXT_SHOWN, cell, measure(g->d->g, SPACE_LINE));
	else if (last)
		draw_fill(g->d->l, PAL_BUTTON, cell, measure(g->d->g, SPACE_NEAR));
	cell.x = (int16_t)(cell.x + g->inset);
	cell.w = (int16_t)(cell.w - g->inset);
	action_in_words(m, words);
	draw_textf(g->d->l, m->provisional ? PAL_TEXT_SHOWN : PAL_TEXT, cell, g->d->g->small_px, 0,
		   "%s%s%s", words, is_burial_next(g->d->s, i) ? " \u2020" : "",
		   cut ? answers[m->effect] : "");
}

/* Draws what a move earned or did, in the row below it. */
static void
result_draw(const struct moves_grid *g, const struct ui_move *m, int row)
{
	static const char *const effects[] = {
		[UI_EFFECT_CAPTURE] = N_("\u2713 yes"),
		[UI_EFFECT_NO_CAPTURE] = N_("\u2717 no"),
		[UI_EFFECT_CROOKED] = N_("crooked"),
	};
	struct rect cell = cell_of(g, row, m->black);
	char money[PANEL_MONEY_TEXT], earned[2 * PANEL_MONEY_TEXT];

	cell.x = (int16_t)(cell.x + g->inset);
	cell.w = (int16_t)(cell.w - g->inset);
	panel_money(m->earned, money);
	lang_print(earned, sizeof(earned), g->d->g->compact ? "+{1}" : tr("earned {1}"), money);
	draw_text(g->d->l, m->effect == UI_EFFECT_NO_CAPTURE ? PAL_TEXT_WARN : PAL_TEXT_SHOWN, cell,
		  g->d->g->small_px, DRAW_BOLD,
		  m->effect != UI_EFFECT_NONE ? tr(effects[m->effect]) : earned);
}

static void
move_number_draw(const struct moves_grid *g, int row, uint32_t number)
{
	draw_textf(g->d->l, PAL_TEXT_DIM,
		   rect_of(g->box.x, g->box.y + (row - g->first) * g->line,
			   g->number_w - g->inset - measure(g->d->g, SPACE_TIGHT), g->line),
		   g->d->g->small_px, DRAW_RIGHT, "%u", (unsigned)number);
}

/* Walks over the list; draws the rows from g->first on, if `draws`. Returns the number of rows. */
static int
moves_walk(const struct moves_grid *g, bool draws)
{
	const struct ui_state *s = g->d->s;
	struct moves_place at = { .turn = 0 };
	int last = last_of(s);
	bool first = true, numbered = false;

	for (int i = 0; i < s->n_moves; i++) {
		const struct ui_move *m = &s->move[i];
		int base = at.free[0] > at.free[1] ? at.free[0] : at.free[1];
		bool results = m->earned > 0 || m->effect != UI_EFFECT_NONE, cut;
		int row;

		if (has_no_row(m))
			continue;
		if (first || (at.black && !m->black) || m->turn != at.turn)
			at.free[0] = at.free[1] = base;
		numbered &= !first && m->turn == at.turn;
		first = false;
		at.turn = m->turn;
		at.black = m->black;
		row = at.free[m->black]++;
		cut = results &&
		      row == g->first - 1; /* the move is drawn where its answer would be */
		if (draws && (row >= g->first || cut)) {
			if (!numbered)
				move_number_draw(g, row + cut, m->turn);
			numbered = true;
			move_cell_draw(g, i, row + cut, i == last, cut);
		}
		if (!results)
			continue;
		row = at.free[m->black]++;
		if (draws && row > g->first) /* not without its move */
			result_draw(g, m, row);
	}
	return at.free[0] > at.free[1] ? at.free[0] : at.free[1];
}

void
panel_moves_layout(const struct page_draw *d, struct rect box)
{
	struct moves_grid g = { .d = d };
	int rows;

	/* The widest moves, such as gxh8=Q#, fit the small design without a pixel to spare. */
	widget_card(d, box, PAL_CARD);
	g.box = rect_inset(box, measure(d->g, SPACE_ROWS));
	g.inset = measure(d->g, d->g->compact ? SPACE_LINE : SPACE_NEAR);
	g.line = d->g->list_line;
	g.number_w = measure(d->g, WIDTH_NUMBER);
	g.column_w = (g.box.w - g.number_w) / 2;
	rows = moves_walk(&g, false);
	g.first = rows > g.box.h / g.line ? rows - g.box.h / g.line : 0;
	(void)moves_walk(&g, true);
}
