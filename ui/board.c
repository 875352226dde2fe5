/*
 * The board, with the side below that the setting `below` names, and on each square the meaning of
 * its lamp, in the lamp's hue (docs/lamps.md). Each meaning also has its own shape. A dark edge
 * makes marks visible on both kinds of squares. Halos, coins and checkers belong to the pieces.
 */
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"

enum mark_shape {
	MARK_NONE, /* a part of the piece, or no matter of the game */
	MARK_TINT,
	MARK_FRAME,
	MARK_RING,
	MARK_DOT,
	MARK_CROSS,
	MARK_CHECK,  /* a frame with corners */
	MARK_BEST, /* a frame, and a dot */
	MARK_SMALL_DOT,
	MARK_CORNERS,
	MARK_DANGER, /* corners, and a dot without a piece */
};

/* The look of each meaning; `over`: above the pieces. */
static const struct look {
	uint8_t meaning, shape;
	bool over;
} looks[UI_LIGHTS] = {
	[UI_LIGHT_ASKED] = { PAL_ASKED, MARK_RING, true },
	[UI_LIGHT_MISSING] = { PAL_MISSING, MARK_RING, false },
	[UI_LIGHT_EXTRA] = { PAL_EXTRA, MARK_CROSS, true },
	[UI_LIGHT_CHECK] = { PAL_CHECK, MARK_CHECK, false },
	[UI_LIGHT_FROM] = { PAL_FROM, MARK_FRAME, false },
	[UI_LIGHT_TO] = { PAL_TO, MARK_FRAME, false },
	[UI_LIGHT_PLAN] = { PAL_PLAN, MARK_FRAME, false },
	[UI_LIGHT_BEST] = { PAL_BEST, MARK_BEST, true },
	[UI_LIGHT_GOOD] = { PAL_GOOD, MARK_DOT, true },
	[UI_LIGHT_PLAYABLE] = { PAL_PLAYABLE, MARK_SMALL_DOT, true },
	[UI_LIGHT_MISTAKE] = { PAL_MISTAKE, MARK_CORNERS, true },
	[UI_LIGHT_BLUNDER] = { PAL_BLUNDER, MARK_CROSS, true },
	[UI_LIGHT_CAPTURE] = { PAL_CAPTURE, MARK_RING, true },
	[UI_LIGHT_UNSAFE] = { PAL_UNSAFE, MARK_DANGER, true },
	[UI_LIGHT_LEGAL] = { PAL_LEGAL, MARK_DOT, true },
	[UI_LIGHT_HINT] = { PAL_HINT, MARK_FRAME, false },
	[UI_LIGHT_STICK] = { PAL_PAGE, MARK_NONE, false }, /* the notice says it */
	[UI_LIGHT_ZOMBIE] = { PAL_ZOMBIE, MARK_NONE, false },
	[UI_LIGHT_CROOKED] = { PAL_CROOKED, MARK_NONE, false },
	[UI_LIGHT_MIRROR] = { PAL_MIRROR, MARK_NONE, false },
	[UI_LIGHT_LAST] = { PAL_LAST, MARK_TINT, false },
	[UI_LIGHT_AREA] = { PAL_AREA, MARK_TINT, false },
};

/* Geometry in pixels. */
struct grid {
	const struct page_draw *d;
	int x, y; /* upper left corner of the squares */
	int side; /* of a square */
	unsigned files, ranks;
	bool flipped; /* Black is below */
};

/* Returns the margin for a digit, which is narrower than a line is high. */
static int
rank_margin(const struct metrics *g)
{
	return g->small_px * 3 / 4 + 1;
}

bool
board_is_flipped(const struct page_draw *d)
{
	const char *below = d->m->state.settings.below;

	if (strcmp(below, "turn") == 0)
		return seat_turn(d->s)[0] == 'b';
	return strcmp(below, "black") == 0;
}

static struct grid
grid_of(const struct page_draw *d, struct rect box, unsigned files, unsigned ranks)
{
	struct grid g = { .d = d, .files = files, .ranks = ranks, .flipped = board_is_flipped(d) };
	int margin = d->g->small_line, edge = measure(d->g, SPACE_TIGHT);
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
	int across = g->flipped ? (int)g->files - 1 - file : file;
	int down = g->flipped ? rank : (int)g->ranks - 1 - rank;

	return rect_of(g->x + across * g->side, g->y + down * g->side, g->side, g->side);
}

static int
stroke_of(const struct grid *g)
{
	int w = g->side / 14;

	return w < 2 ? 2 : w;
}

bool
board_is_apart(const struct ui_model *m)
{
	return (m->room.files > m->state.files || m->room.ranks > m->state.ranks) &&
	       m->room.home_file + m->room.home_rank > 0;
}

/* Draws the name of a column or row; in brackets the one on the wood, if it is `more` further. */
static void
coordinate_draw(const struct grid *g, struct rect box, unsigned name, unsigned more)
{
	int px = g->d->g->small_px;

	if (more > 0)
		draw_textf(g->d->l, PAL_TEXT_DIM, box, px, DRAW_CENTRE, "%c (%c)", (int)name,
			   (int)(name + more));
	else
		draw_textf(g->d->l, PAL_TEXT_DIM, box, px, DRAW_CENTRE, "%c", (int)name);
}

static void
coordinates_draw(const struct grid *g)
{
	const struct ui_room *room = &g->d->m->room;
	int margin = g->d->g->small_line, left = rank_margin(g->d->g);
	int below = g->y + g->side * (int)g->ranks;
	const struct ui_model *m = g->d->m;
	bool lesson = g->d->s == &m->lesson_at && m->lesson_at.files == m->state.files;
	bool apart = (g->d->s == &m->state || lesson) && board_is_apart(m);

	for (unsigned i = 0; i < g->files; i++)
		coordinate_draw(g, rect_of(g->x + (int)i * g->side, below, g->side, margin),
				'a' + (g->flipped ? g->files - 1 - i : i),
				apart ? room->home_file : 0);
	for (unsigned i = 0; i < g->ranks; i++)
		coordinate_draw(g, rect_of(g->x - left, g->y + (int)(g->ranks - 1 - i) * g->side,
					   left, g->side),
				'1' + (g->flipped ? g->ranks - 1 - i : i),
				apart ? room->home_rank : 0);
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

enum { CORNER_MIN = 8 }; /* of a disc with its edge, in pixels: else its colour cannot be seen */

/* Draws a small disc in each corner, which no frame has. */
static void
corners_draw(const struct grid *g, enum palette meaning, struct rect box)
{
	int w = g->side / 5 > CORNER_MIN ? g->side / 5 : CORNER_MIN, far = g->side - w;

	for (int i = 0; i < 4; i++)
		disc_draw(g, meaning,
			  rect_inset(rect_of(box.x + i % 2 * far, box.y + i / 2 * far, w, w), 2));
}

static struct ui_piece
piece_at(const struct ui_state *s, unsigned sq)
{
	return sq < RULES_SQUARES_MAX ? s->at[sq] : (struct ui_piece){ 0, 0 };
}

static void
dot_draw(const struct grid *g, enum palette meaning, struct rect box)
{
	disc_draw(g, meaning, rect_inset(box, g->side * 3 / 8));
}

static void
mark_draw(const struct grid *g, const struct look *look, unsigned sq)
{
	struct rect box = square_box(g, sq);
	enum palette meaning = (enum palette)look->meaning;
	bool empty = piece_at(g->d->s, sq).letter == 0;
	int w = stroke_of(g);

	switch ((enum mark_shape)look->shape) {
	case MARK_NONE:
		break;
	case MARK_TINT:
		draw_fill(g->d->l, meaning, box, 0);
		break;
	case MARK_FRAME:
		frame_draw(g, meaning, box);
		break;
	case MARK_RING:
		frame_draw(g, meaning, rect_inset(box, w));
		break;
	case MARK_DOT:
		dot_draw(g, meaning, box);
		break;
	case MARK_BEST:
		frame_draw(g, meaning, box);
		dot_draw(g, meaning, box);
		break;
	case MARK_SMALL_DOT:
		disc_draw(g, meaning, rect_inset(box, g->side * 7 / 16));
		break;
	case MARK_CORNERS:
		corners_draw(g, meaning, box);
		break;
	case MARK_CROSS:
		draw_cross(g->d->l, PAL_EDGE, rect_inset(box, g->side / 6), w + 4);
		draw_cross(g->d->l, meaning, rect_inset(box, g->side / 6 + 1), w + 1);
		break;
	case MARK_CHECK:
		frame_draw(g, meaning, box);
		corners_draw(g, meaning, box);
		break;
	case MARK_DANGER:
		corners_draw(g, meaning, box);
		if (empty)
			dot_draw(g, meaning, box);
		break;
	}
}

enum { FEW_STEPS = 4 }; /* of a set-up: then the daemon names them one by one */

/* Reports whether the board is a picture of what to set up. */
static bool
is_picture(const struct ui_state *s)
{
	return s->guidance.rank > 0 && s->guidance.steps > FEW_STEPS;
}

/*
 * Returns the visible meanings of a square, as bits: the first one, and the one that a lamp
 * shows in turn with it.
 */
static unsigned
visible_lights(const struct ui_state *s, unsigned sq)
{
	unsigned first = 0;

	while (first < UI_LIGHTS && !sqset_has(s->light[first], sq))
		first++;
	if (first == UI_LIGHTS)
		return 0;
	/* The picture of a set-up shows the piece that belongs here: no cross over it. */
	if (first == UI_LIGHT_MISSING && !is_picture(s) && sqset_has(s->light[UI_LIGHT_EXTRA], sq))
		return 1u << first | 1u << UI_LIGHT_EXTRA;
	if (first == UI_LIGHT_CHECK && sqset_has(s->light[UI_LIGHT_HINT], sq))
		return 1u << first | 1u << UI_LIGHT_HINT;
	if (first == UI_LIGHT_CAPTURE && sqset_has(s->light[UI_LIGHT_UNSAFE], sq))
		return 1u << first | 1u << UI_LIGHT_UNSAFE;
	/* A coin, a halo or a checker is a part of the piece and leaves the square free. */
	if (looks[first].shape == MARK_NONE && sqset_has(s->light[UI_LIGHT_LAST], sq))
		return 1u << first | 1u << UI_LIGHT_LAST;
	return 1u << first;
}

/* Reports whether the question is about another position than the drawn one. */
static bool
asks_elsewhere(const struct ui_state *s)
{
	return s->prompt.kind == UI_PROMPT_NEW_GAME || s->prompt.kind == UI_PROMPT_TAKEBACK;
}

/* Returns how to draw the piece that belongs on sq. */
static unsigned
presence(const struct ui_state *s, unsigned sq)
{
	const struct ui_guidance *a = &s->guidance;

	if (asks_elsewhere(s))
		return 0;
	if (sqset_has(a->missing, sq) || (a->rank > 0 && sqset_has(a->wrong, sq)))
		return DRAW_PALE;
	return a->rank == 0 && sqset_has(s->lifted, sq) ? DRAW_GHOST : 0;
}

/* Tints the columns that decide the game, also where a lamp shows something else or nothing. */
static void
zone_draw(const struct grid *g)
{
	const struct ui_state *s = g->d->s;
	const struct panel *p = panel_of(s->game);

	for (unsigned sq = 0; sq < g->files * g->ranks && p->zone_last > 0; sq++) {
		unsigned file = sq % g->files;

		if (file >= p->zone_first && file <= p->zone_last &&
		    !(visible_lights(s, sq) & 1u << UI_LIGHT_AREA))
			draw_fill(g->d->l, PAL_AREA, square_box(g, sq), 0);
	}
}

/* Draws the lamps' meanings that belong above or below the pieces. */
static void
lights_draw(const struct grid *g, bool over)
{
	for (unsigned sq = 0; sq < g->files * g->ranks; sq++) {
		unsigned lights = visible_lights(g->d->s, sq);

		for (unsigned i = 0; i < UI_LIGHTS; i++)
			if (lights >> i & 1 && looks[i].over == over)
				mark_draw(g, &looks[i], sq);
		/* The frame of a hint leaves the corners of a check. */
		if (!over && lights == (1u << UI_LIGHT_CHECK | 1u << UI_LIGHT_HINT))
			corners_draw(g, PAL_CHECK, square_box(g, sq));
	}
}

void
board_trick_sign(const struct page_draw *d, struct rect box)
{
	int w = box.w / 6;

	draw_disc(d->l, PAL_EDGE, box);
	draw_disc(d->l, PAL_CROOKED, rect_inset(box, 1));
	draw_disc(d->l, PAL_EDGE, rect_inset(box, 1 + w));
}

/* Draws a small halo on each lit square where the lifted piece becomes crooked. */
static void
tricks_draw(const struct grid *g)
{
	const struct ui_state *s = g->d->s;
	const unsigned goals =
		1u << UI_LIGHT_LEGAL | 1u << UI_LIGHT_CAPTURE | 1u << UI_LIGHT_UNSAFE |
		1u << UI_LIGHT_BEST | 1u << UI_LIGHT_GOOD | 1u << UI_LIGHT_PLAYABLE |
		1u << UI_LIGHT_MISTAKE | 1u << UI_LIGHT_BLUNDER;
	int side = g->side * 3 / 8;

	for (unsigned sq = 0; sq < g->files * g->ranks; sq++) {
		struct rect box = square_box(g, sq);

		if (sqset_has(s->tricks, sq) && (visible_lights(s, sq) & goals) != 0)
			board_trick_sign(g->d,
					 rect_of(box.x + box.w - side - 1, box.y + 1, side, side));
	}
}

/* Reports whether the players want a halo for a kind of piece that needs no mark. */
static bool
wears_halo(const struct page_draw *d, struct ui_piece piece)
{
	const struct ui_settings *set = &d->m->state.settings;

	return set->regulator_halos && !set->objects &&
	       (piece.letter & ~0x20) == panel_of(d->s->game)->haloed;
}

static bool
has_stones(const struct ui_state *s)
{
	const struct game *rules = rules_game(s->game);

	return rules != NULL && rules_stones(rules, PIECE_PAWN) > 0;
}

static struct rect
piece_box(const struct grid *g, unsigned sq)
{
	return rect_inset(square_box(g, sq), g->side / 24);
}

static void
pieces_draw(const struct grid *g)
{
	const struct ui_state *s = g->d->s;
	unsigned stones = has_stones(s) ? DRAW_STONES : 0;

	for (unsigned sq = 0; sq < g->files * g->ranks; sq++) {
		struct rect box = piece_box(g, sq);
		struct ui_piece piece = piece_at(s, sq);

		if (piece.letter == 0)
			continue;
		if (wears_halo(g->d, piece))
			piece.mark = '*';
		draw_piece(g->d->l, box, piece, stones | presence(s, sq));
	}
}

/*
 * Draws the height of each stack in the upper right corner of its square, because discs are hard
 * to count from a distance. A question about a transfer frames the stacks to compare, so the
 * numbers are above the frames.
 */
static void
stones_numbers_draw(const struct grid *g)
{
	int side = g->d->g->small_line;

	for (unsigned sq = 0; sq < g->files * g->ranks && has_stones(g->d->s); sq++) {
		int stones = draw_stones(piece_at(g->d->s, sq).letter);
		struct rect box = piece_box(g, sq);
		struct rect badge = rect_of(box.x + box.w - side, box.y, side, side);

		if (stones <= 0)
			continue;
		draw_disc(g->d->l, PAL_EDGE, badge);
		draw_disc(g->d->l, PAL_FACE, rect_inset(badge, 1));
		draw_textf(g->d->l, PAL_TEXT_DARK, badge, g->d->g->small_px,
			   DRAW_BOLD | DRAW_CENTRE, "%d", stones);
	}
}

/* Draws the next step of guidance, or the computer's move that waits for hands. */
static void
arrow_draw(const struct grid *g)
{
	const struct ui_state *s = g->d->s;
	bool plan = s->has_plan && !s->has_provisional && !s->guidance.on;
	unsigned lift = plan ? s->plan_from : s->guidance.lift_sq;
	unsigned put = plan ? s->plan_to : s->guidance.put_sq;
	struct rect from, to;

	if (lift == RULES_NO_SQ || put == RULES_NO_SQ)
		return;
	from = square_box(g, lift);
	to = square_box(g, put);
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
 * Draws a square's graves, small, in its lower left corner. Only graves known
 * to the viewer have a square: a seat's own, or all after the game.
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

void
board_dot(const struct page_draw *d, struct rect box, unsigned side)
{
	draw_disc(d->l, side == 0 ? PAL_TEXT_DARK : PAL_FACE, box);
	draw_disc(d->l, side == 0 ? PAL_FACE : PAL_TEXT_DARK, rect_inset(box, 2));
}

/*
 * Draws a dot in the side's lower corner of each square that may still hide a burial: well inside
 * the square, and away from the face of a zombie.
 */
static void
hiding_draw(const struct grid *g)
{
	const struct ui_keys *k = &g->d->s->keys;
	int side = g->side / 4, in = g->side / 12;

	for (unsigned s = 0; s < 2 && k->has_hiding; s++) {
		for (unsigned sq = 0; sq < g->files * g->ranks && k->n_buried[s] > 0; sq++) {
			struct rect box = rect_inset(square_box(g, sq), in);

			if (sqset_has(k->hiding[s], sq))
				board_dot(g->d, rect_of(s == 0 ? box.x : box.x + box.w - side,
							box.y + box.h - side, side, side), s);
		}
	}
}

/* Makes a board of one square for a sample. */
static void
sample_state(unsigned sample, struct ui_state *s)
{
	static const char pieces[BOARD_SAMPLES][3] = {
		[UI_LIGHT_EXTRA] = "P",     [UI_LIGHT_CHECK] = "K",    [UI_LIGHT_CAPTURE] = "p",
		[UI_LIGHT_UNSAFE] = "",     [UI_LIGHT_HINT] = "N",     [UI_LIGHT_ZOMBIE] = "n^",
		[UI_LIGHT_TO] = "N",        [UI_LIGHT_PLAN] = "n",     [UI_LIGHT_CROOKED] = "R*", [UI_LIGHT_MIRROR] = "B@",
		[BOARD_MARK_GHOST] = "N",   [BOARD_MARK_STONES] = "B", [BOARD_MARK_HIDING] = "P",
		[BOARD_MARK_GRAVE] = "P",
	};
	const bool buries = sample == BOARD_MARK_HIDING || sample == BOARD_MARK_GRAVE;

	*s = (struct ui_state){ .at[0] = { pieces[sample][0], pieces[sample][1] } };
	s->guidance.lift_sq = s->guidance.put_sq = RULES_NO_SQ;
	if (sample < UI_LIGHTS)
		sqset_add(&s->light[sample], 0);
	if (sample == BOARD_MARK_GHOST)
		sqset_add(&s->lifted, 0);
	if (sample == BOARD_MARK_TRICK) {
		sqset_add(&s->light[UI_LIGHT_LEGAL], 0);
		sqset_add(&s->tricks, 0);
	}
	if (sample == BOARD_MARK_STONES)
		memcpy(s->game, "abstract", sizeof("abstract"));
	s->keys.has_hiding = sample == BOARD_MARK_HIDING;
	for (unsigned side = 0; side < 2 && buries; side++) {
		s->keys.n_buried[side] = 1;
		s->keys.buried[side][0].letter = side == 0 ? 'p' : 'P';
		s->keys.buried[side][0].sq = sample == BOARD_MARK_GRAVE ? 0 : RULES_NO_SQ;
		sqset_add(&s->keys.hiding[side], 0);
	}
}

void
board_sample(const struct page_draw *d, struct rect box, unsigned sample)
{
	static struct ui_state square; /* large; all calls are from one thread */
	int side = box.w < box.h ? box.w : box.h;
	struct page_draw there = *d;
	struct grid g = { .d = &there, .x = box.x + (box.w - side) / 2,
			  .y = box.y + (box.h - side) / 2, .side = side, .files = 1, .ranks = 1 };

	sample_state(sample, &square);
	there.s = &square;
	draw_checker(d->l, rect_of(g.x, g.y, side, side), side);
	lights_draw(&g, false);
	pieces_draw(&g);
	lights_draw(&g, true);
	hiding_draw(&g);
	graves_draw(&g);
	stones_numbers_draw(&g);
	tricks_draw(&g);
	if (sample == UI_LIGHT_STICK)
		disc_draw(&g, PAL_FACE, rect_inset(rect_of(g.x, g.y, side, side), side / 4));
	if (sample == BOARD_MARK_STEP)
		draw_arrow(d->l, PAL_ARROW, g.x + side / 6, g.y + side - side / 6,
			   g.x + side - side / 6, g.y + side / 6, side / 6);
}

void
board_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_state *s = d->s;
	const struct grid g = grid_of(d, box, s->files, s->ranks);

	draw_checker(d->l, rect_of(g.x, g.y, g.side * (int)g.files, g.side * (int)g.ranks), g.side);
	coordinates_draw(&g);
	zone_draw(&g);
	lights_draw(&g, false);
	pieces_draw(&g);
	lights_draw(&g, true);
	hiding_draw(&g);
	graves_draw(&g);
	stones_numbers_draw(&g);
	tricks_draw(&g);
	if (!asks_elsewhere(s) && !is_picture(s))
		arrow_draw(&g);
}
