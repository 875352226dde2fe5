#include "ui/panel.h"

#include <string.h>

#include "ui/deed.h"

/* A game that has no panel of its own: the moves alone. */
static void
panel_plain_layout(const struct page_draw *d, struct rect box)
{
	panel_moves_layout(d, box);
}

const struct panel panels[] = {
	{ .game = "chess",
	  .title = "Chess",
	  .line = "As everybody knows it",
	  .files = 8,
	  .ranks = 8,
	  .layout = panel_chess_layout },
	{ .game = "chess960",
	  .title = "Chess960",
	  .line = "One of 960 arrays",
	  .files = 8,
	  .ranks = 8,
	  .index_n = 960,
	  .layout = panel_chess_layout },
	{ .game = "accounting",
	  .title = "Accounting",
	  .line = "Tricks make you crooked",
	  .files = 8,
	  .ranks = 8,
	  .layout = panel_accounting_layout },
	{ .game = "dice-money",
	  .title = "Dice-Money",
	  .line = "Dice earn, money buys",
	  .files = 8,
	  .ranks = 8,
	  .needs_screen = true,
	  .layout = panel_dice_layout },
	{ .game = "abstract",
	  .title = "Abstract",
	  .line = "Stacks of stones",
	  .files = 8,
	  .ranks = 8,
	  .layout = panel_abstract_layout },
	{ .game = "zombie",
	  .title = "Zombie",
	  .line = "The dead rise again",
	  .files = 8,
	  .ranks = 8,
	  .needs_screen = true,
	  .layout = panel_zombie_layout },
	{ .game = "masquerade",
	  .title = "Masquerade",
	  .line = "Who captures as whom?",
	  .files = 8,
	  .ranks = 8,
	  .needs_screen = true,
	  .layout = panel_masquerade_layout },
	{ .game = "crowded-house",
	  .title = "Crowded House",
	  .line = "Four, half a board each",
	  .files = 8,
	  .ranks = 8,
	  .layout = panel_crowded_layout },
	{ .game = "cooperative",
	  .title = "Cooperative",
	  .line = "Both against the cards",
	  .files = 8,
	  .ranks = 8,
	  .needs_screen = true,
	  .layout = panel_coop_layout },
	{ .game = "half-alice",
	  .title = "Half Alice",
	  .line = "Through the mirror",
	  .files = 8,
	  .ranks = 8,
	  .layout = panel_alice_layout },
	{ .game = "american",
	  .title = "American",
	  .line = "Missiles, generals",
	  .files = 11,
	  .ranks = 9,
	  .layout = panel_american_layout },
	{ .layout = panel_plain_layout },
};
const size_t n_panels = sizeof(panels) / sizeof(panels[0]);

const struct panel *
panel_of(const char *game)
{
	size_t i = 0;

	while (panels[i].game != NULL && strcmp(panels[i].game, game) != 0)
		i++;
	return &panels[i];
}

bool
panel_fits(const struct panel *p, const struct ui_room *room)
{
	return (room->files == 0 || p->files <= room->files) &&
	       (room->ranks == 0 || p->ranks <= room->ranks);
}

int
panel_tray_height(const struct metrics *g)
{
	return metrics_px(g, g->compact ? 40 : 64);
}

bool
panel_row(const struct page_draw *d, struct rect *box, int h, struct rect *row)
{
	int gap = metrics_px(d->g, d->g->compact ? 2 : 4);

	if (box->h < h)
		return false;
	*row = rect_cut_top(box, h, gap);
	return true;
}

int
panel_line(const struct metrics *g)
{
	return metrics_px(g, g->compact ? 18 : 25);
}

int
panel_high(const struct metrics *g)
{
	return metrics_px(g, g->compact ? 26 : 40);
}

/* So many that they would cover one another: a piece of each kind, and how many. */
static void
pieces_counted(const struct page_draw *d, struct rect row, const char *letters)
{
	static const char kinds[] = "QRBNPCMSqrbnpcms";
	int in = metrics_px(d->g, 2), side = row.h - 2 * in, x = row.x + in;
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

enum { PIECES_APART = 3 }; /* less than a third of each seen is too little */

void
panel_pieces(const struct page_draw *d, struct rect row, const char *letters)
{
	int n = (int)strlen(letters), in = metrics_px(d->g, 2);
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

void
panel_rest(const struct page_draw *d, struct rect box)
{
	if (box.h >= 2 * panel_line(d->g))
		panel_moves_layout(d, box);
}

void
panel_mark(const struct page_draw *d, struct rect box, unsigned mark)
{
	int side = box.w < box.h ? box.w : box.h, w = side / 6 + 1;
	struct rect at =
		rect_of(box.x + (box.w - side) / 2, box.y + (box.h - side) / 2, side, side);

	if (mark == 1) {
		draw_cross(d->l, PAL_TEXT_DIM, at, w);
	} else if (mark == 2) {
		draw_disc(d->l, PAL_TEXT_SHOWN, at);
		draw_disc(d->l, PAL_CARD, rect_inset(at, w));
	}
}

bool
panel_blinks(const struct ui_model *m)
{
	return ui_model_page(m) == UI_PAGE_PLAY && panel_dice_last_chance(&m->state);
}

bool
panel_blink_on(const struct ui_model *m)
{
	return m->now_ms / UI_BLINK_MS % 2 == 0;
}

unsigned
panel_count(const struct ui_state *s, char letter, char mark)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++)
		n += s->at[sq].letter == letter && (mark == '?' || s->at[sq].mark == mark);
	return n;
}

/* The list of moves, in numbered rows of two columns, or one where none are numbered. */
struct moves_grid {
	const struct page_draw *d;
	struct rect box;
	int line, number_w, column_w;
	int rows;
	int inset; /* of a move in its column */
};

static void
move_cell_draw(const struct moves_grid *g, const struct ui_move *m, int row, int column, bool last)
{
	struct rect cell = rect_of(g->box.x + g->number_w + column * g->column_w,
				   g->box.y + row * g->line, g->column_w, g->line);
	char words[DEED_TEXT];

	if (last && m->provisional)
		draw_frame(g->d->l, PAL_TEXT_SHOWN, cell, metrics_px(g->d->g, 1));
	else if (last)
		draw_fill(g->d->l, PAL_BUTTON, cell, metrics_px(g->d->g, 3));
	cell.x = (int16_t)(cell.x + g->inset);
	cell.w = (int16_t)(cell.w - g->inset);
	deed_words(m->text, words);
	draw_text(g->d->l, m->provisional ? PAL_TEXT_SHOWN : PAL_TEXT, cell, g->d->g->small_px, 0,
		  words);
}

static void
move_number_draw(const struct moves_grid *g, int row, int number)
{
	draw_textf(g->d->l, PAL_TEXT_DIM,
		   rect_of(g->box.x, g->box.y + row * g->line,
			   g->number_w - g->inset - metrics_px(g->d->g, 3), g->line),
		   g->d->g->small_px, DRAW_RIGHT, "%d", number);
}

static void
moves_numbered(const struct moves_grid *g, const struct ui_state *s)
{
	int end = s->first_ply + s->n_moves;
	int first_row = s->first_ply / 2, last_row = (end - 1) / 2;

	if (last_row - first_row >= g->rows)
		first_row = last_row - g->rows + 1;
	for (int ply = first_row * 2; ply < end; ply++) {
		int row = ply / 2 - first_row;

		if (ply % 2 == 0)
			move_number_draw(g, row, ply / 2 + 1);
		if (ply >= s->first_ply)
			move_cell_draw(g, &s->move[ply - s->first_ply], row, ply % 2,
				       ply == end - 1);
	}
}

static void
moves_plain(const struct moves_grid *g, const struct ui_state *s)
{
	int first = s->n_moves > g->rows ? s->n_moves - g->rows : 0;

	for (int i = first; i < s->n_moves; i++) {
		move_number_draw(g, i - first, (int)s->moves_from + i + 1);
		move_cell_draw(g, &s->move[i], i - first, 0, i == s->n_moves - 1);
	}
}

void
panel_moves_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	struct moves_grid g = { .d = d };

	/* The widest moves, as gxh8=Q#, just fit the small design: every pixel counts. */
	widget_card(d, box, PAL_CARD);
	g.box = rect_inset(box, metrics_px(d->g, d->g->compact ? 2 : 8));
	g.inset = metrics_px(d->g, d->g->compact ? 1 : 4);
	g.line = metrics_px(d->g, d->g->compact ? 18 : 25);
	g.number_w = metrics_px(d->g, d->g->compact ? 31 : 44);
	g.rows = g.box.h / g.line;
	g.column_w = (g.box.w - g.number_w) / 2;
	if (s->n_moves == 0)
		return;
	if (s->first_ply >= 0) {
		moves_numbered(&g, s);
	} else {
		g.column_w *= 2;
		moves_plain(&g, s);
	}
}
