/*
 * The board as the table knows it, White below. Marks have shapes of their own,
 * so that colour is never all that tells them apart, and a dark edge, so that
 * they stand out on both kinds of squares:
 *
 *   tint    the last move           frame  lifted, check, refusal's reasons
 *   dot     a legal square          ring   a legal capture; a missing piece
 *   cross   a piece too many, or a square that was refused
 *   arrow   guidance: from where to lift, to where to put
 */
#include <string.h>

#include "ui/page.h"

enum mark_shape { MARK_TINT, MARK_FRAME, MARK_CORNERS, MARK_CROSS, MARK_RING };

/* Where things are, in pixels. */
struct grid {
	const struct page_draw *d;
	int x, y; /* upper left corner of the squares */
	int side; /* of a square */
	unsigned files, ranks;
};

/* A digit is narrower than a line is high. */
static int
rank_margin(const struct metrics *g)
{
	return g->small_px * 3 / 4 + 1;
}

static struct grid
grid_of(const struct page_draw *d, struct rect box, unsigned files, unsigned ranks)
{
	struct grid g = { .d = d, .files = files, .ranks = ranks };
	int margin = d->g->small_line, edge = metrics_px(d->g, 2);
	int left = rank_margin(d->g), across, down;

	if (g.files == 0 || g.ranks == 0)
		g.files = g.ranks = 8;
	across = (box.w - left - edge) / (int)g.files;
	down = (box.h - margin - edge) / (int)g.ranks;
	g.side = across < down ? across : down;
	g.x = box.x + left + (box.w - left - edge - g.side * (int)g.files) / 2;
	g.y = box.y + edge + (box.h - margin - edge - g.side * (int)g.ranks) / 2;
	return g;
}

static struct rect
square_box(const struct grid *g, unsigned sq)
{
	int file = (int)(sq % g->files), rank = (int)(sq / g->files);

	return rect_of(g->x + file * g->side, g->y + ((int)g->ranks - 1 - rank) * g->side, g->side,
		       g->side);
}

static int
stroke_of(const struct grid *g)
{
	int w = g->side / 14;

	return w < 2 ? 2 : w;
}

static void
coordinates_draw(const struct grid *g)
{
	const struct metrics *m = g->d->g;
	int margin = m->small_line, left = rank_margin(m);
	int below = g->y + g->side * (int)g->ranks;

	for (unsigned file = 0; file < g->files; file++)
		draw_textf(g->d->l, PAL_TEXT_DIM,
			   rect_of(g->x + (int)file * g->side, below, g->side, margin), m->small_px,
			   DRAW_CENTRE, "%c", 'a' + (int)file);
	for (unsigned rank = 0; rank < g->ranks; rank++)
		draw_textf(g->d->l, PAL_TEXT_DIM,
			   rect_of(g->x - left, g->y + (int)(g->ranks - 1 - rank) * g->side, left,
				   g->side),
			   m->small_px, DRAW_CENTRE, "%u", rank + 1);
}

static void
frame_draw(const struct grid *g, enum palette meaning, struct rect box)
{
	int w = stroke_of(g), edge = w > 3 ? 2 : 1;

	draw_frame(g->d->l, PAL_EDGE, box, w + 2 * edge);
	draw_frame(g->d->l, meaning, rect_inset(box, edge), w);
}

static void
disc_draw(const struct grid *g, enum palette meaning, struct rect box)
{
	draw_disc(g->d->l, PAL_EDGE, rect_inset(box, -2));
	draw_disc(g->d->l, meaning, box);
}

/* A small disc in each corner: no frame has them. */
static void
corners_draw(const struct grid *g, enum palette meaning, struct rect box)
{
	int w = g->side / 5, far = g->side - w;

	for (int i = 0; i < 4; i++)
		disc_draw(g, meaning,
			  rect_inset(rect_of(box.x + i % 2 * far, box.y + i / 2 * far, w, w), 2));
}

static void
mark_draw(const struct grid *g, enum palette meaning, enum mark_shape shape, unsigned sq)
{
	struct rect box = square_box(g, sq);
	int w = stroke_of(g);

	switch (shape) {
	case MARK_TINT:
		draw_fill(g->d->l, meaning, box, 0);
		break;
	case MARK_FRAME:
		frame_draw(g, meaning, box);
		break;
	case MARK_CORNERS:
		frame_draw(g, meaning, box);
		corners_draw(g, meaning, box);
		break;
	case MARK_CROSS:
		draw_cross(g->d->l, PAL_EDGE, rect_inset(box, g->side / 6), w + 4);
		draw_cross(g->d->l, meaning, rect_inset(box, g->side / 6 + 1), w + 1);
		break;
	case MARK_RING:
		frame_draw(g, meaning, rect_inset(box, w));
		break;
	}
}

static void
marks_draw(const struct grid *g, const struct ui_set *set, enum palette meaning,
	   enum mark_shape shape)
{
	for (unsigned sq = 0; sq < g->files * g->ranks; sq++)
		if (ui_set_has(set, sq))
			mark_draw(g, meaning, shape, sq);
}

static struct ui_piece
piece_at(const struct ui_state *s, unsigned sq)
{
	return sq < UI_SQUARES_MAX ? s->at[sq] : (struct ui_piece){ 0, 0 };
}

/* How high a stack is, in the upper right corner: counting discs is for close up. */
static void
stones_number_draw(const struct grid *g, struct rect box, char letter)
{
	int side = g->d->g->small_line, stones = draw_stones(letter);
	struct rect badge = rect_of(box.x + box.w - side, box.y, side, side);

	if (stones <= 0)
		return;
	draw_disc(g->d->l, PAL_EDGE, badge);
	draw_disc(g->d->l, PAL_FACE, rect_inset(badge, 1));
	draw_textf(g->d->l, PAL_TEXT_DARK, badge, g->d->g->small_px, DRAW_BOLD | DRAW_CENTRE, "%d",
		   stones);
}

static void
pieces_draw(const struct grid *g)
{
	const struct ui_state *s = g->d->s;
	unsigned stones = strcmp(s->game, "abstract") == 0 ? DRAW_STONES : 0;
	int inset = g->side / 24;

	for (unsigned sq = 0; sq < g->files * g->ranks; sq++) {
		bool away = ui_set_has(&s->lifted, sq) || ui_set_has(&s->guidance.missing, sq);

		if (piece_at(s, sq).letter == 0)
			continue;
		draw_piece(g->d->l, rect_inset(square_box(g, sq), inset), piece_at(s, sq),
			   stones | (away ? DRAW_GHOST : 0));
		if (stones != 0)
			stones_number_draw(g, rect_inset(square_box(g, sq), inset),
					   piece_at(s, sq).letter);
	}
}

/* Where the lifted piece may go, if its seat wants to be told and nothing has to go back. */
static void
reach_draw(const struct grid *g)
{
	const struct ui_state *s = g->d->s;

	if (s->guidance.on || ui_state_hints(s, s->to_act) == UI_HINTS_OFF)
		return;
	for (unsigned sq = 0; sq < g->files * g->ranks; sq++) {
		if (!ui_set_has(&s->reach, sq))
			continue;
		if (piece_at(s, sq).letter != 0)
			mark_draw(g, PAL_LEGAL, MARK_RING, sq);
		else
			disc_draw(g, PAL_LEGAL, rect_inset(square_box(g, sq), g->side * 3 / 8));
	}
}

static void
arrow_draw(const struct grid *g)
{
	const struct ui_guidance *a = &g->d->s->guidance;
	struct rect from, to;

	if (a->lift_sq == UI_NO_SQ || a->put_sq == UI_NO_SQ)
		return;
	from = square_box(g, a->lift_sq);
	to = square_box(g, a->put_sq);
	draw_arrow(g->d->l, PAL_ARROW, from.x + g->side / 2, from.y + g->side / 2,
		   to.x + g->side / 2, to.y + g->side / 2, g->side / 6);
}

struct rect
board_box(const struct page_draw *d, struct rect box, unsigned files, unsigned ranks, unsigned sq)
{
	struct grid g = grid_of(d, box, files, ranks);

	return square_box(&g, sq);
}

void
board_names(const struct page_draw *d, struct rect box, unsigned files, unsigned ranks)
{
	struct grid g = grid_of(d, box, files, ranks);

	coordinates_draw(&g);
}

/*
 * What lies under a square, small, in its lower left corner: graves of which the
 * viewer knows where they are, as a seat does of its own and a finished game of
 * all.
 */
static void
graves_draw(const struct grid *g)
{
	const struct ui_keys *k = &g->d->s->keys;
	int side = g->side * 2 / 5;

	for (unsigned s = 0; s < 2; s++) {
		for (unsigned i = 0; i < k->n_buried[s]; i++) {
			const struct ui_grave *grave = &k->buried[s][i];
			struct rect box;

			if (grave->sq >= g->files * g->ranks)
				continue;
			box = square_box(g, grave->sq);
			box = rect_of(box.x + (s == 1 ? g->side - side : 0), box.y + g->side - side,
				      side, side);
			draw_fill(g->d->l, PAL_EDGE, box, 2);
			draw_fill(g->d->l, PAL_TRAY, rect_inset(box, 1), 2);
			draw_piece(g->d->l, rect_inset(box, 1),
				   (struct ui_piece){ grave->letter, 0 }, 0);
		}
	}
}

/* Zombie: where something may still lie, by the table's knowledge: a dot in that side's corner. */
static void
hiding_draw(const struct grid *g)
{
	const struct ui_keys *k = &g->d->s->keys;
	int side = g->side / 6;

	for (unsigned s = 0; s < 2 && k->has_hiding; s++) {
		if (k->n_buried[s] == 0)
			continue;
		for (unsigned sq = 0; sq < g->files * g->ranks; sq++) {
			struct rect box = square_box(g, sq);

			if (ui_set_has(&k->hiding[s], sq))
				disc_draw(g, s == 0 ? PAL_FACE : PAL_BUTTON,
					  rect_of(box.x + (s == 1 ? g->side - side - 3 : 3),
						  box.y + 3, side, side));
		}
	}
}

void
board_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	const struct grid g = grid_of(d, box, s->files, s->ranks);

	draw_checker(d->l, rect_of(g.x, g.y, g.side * (int)g.files, g.side * (int)g.ranks), g.side);
	coordinates_draw(&g);
	marks_draw(&g, &s->last, PAL_LAST, MARK_TINT);
	marks_draw(&g, &s->check, PAL_CHECK, MARK_CORNERS);
	if (!s->guidance.on) /* which tells more of the same squares */
		marks_draw(&g, &s->lifted, PAL_LIFTED, MARK_FRAME);
	marks_draw(&g, &s->begun, PAL_LIFTED, MARK_RING);
	marks_draw(&g, &s->refusal.squares, PAL_WHY, MARK_FRAME);
	marks_draw(&g, &s->guidance.missing, PAL_MISSING, MARK_RING);
	pieces_draw(&g);
	hiding_draw(&g);
	graves_draw(&g);
	reach_draw(&g);
	marks_draw(&g, &s->guidance.wrong, PAL_WRONG, MARK_FRAME);
	marks_draw(&g, &s->guidance.wrong, PAL_WRONG, MARK_CROSS);
	marks_draw(&g, &s->guidance.extra, PAL_EXTRA, MARK_CROSS);
	if (s->refusal.to_sq != UI_NO_SQ)
		mark_draw(&g, PAL_EXTRA, MARK_CROSS, s->refusal.to_sq);
	arrow_draw(&g);
}
