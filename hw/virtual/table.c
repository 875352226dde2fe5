#include "hw/virtual/table.h"

#include <ctype.h>
#include <string.h>

/*
 * A chess set with two spare queens per side; on larger boards also the pieces
 * of American Chess.
 */
struct kind {
	char letter;
	uint8_t small, large; /* number per side on 8 files, on 11 */
};

static const struct kind kinds[] = {
	{ 'K', 1, 1 }, { 'Q', 3, 5 },  { 'R', 2, 2 }, { 'B', 2, 2 },
	{ 'N', 2, 2 }, { 'P', 8, 11 }, { 'M', 0, 2 }, { 'C', 0, 3 },
};

static bool
is_large(const struct board *b)
{
	return b->files > 8 || b->ranks > 8;
}

const char *
table_start_field(const struct board *b)
{
	if (b->files == 11 && b->ranks == 9)
		return "rnbmqqqmbnr/11/3c1c1c3/ppppppppppp/11/PPPPPPPPPPP/3C1C1C3/11/RNBMQQQMBNR";
	return "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
}

static bool
inside(const struct rect *r, int x, int y)
{
	return x >= r->x && x < r->x + r->w && y >= r->y && y < r->y + r->h;
}

/* Places white in the left column of the box, black in the right one. */
static void
layout_slots(struct table_layout *l, const struct board *b)
{
	unsigned rows = is_large(b) ? 8 : 6;
	int side = l->box.w / 2, high = l->box.h / (int)rows;

	if (side > high)
		side = high;
	l->n_slots = 0;
	for (unsigned i = 0; i < rows; i++) {
		for (unsigned black = 0; black < 2; black++) {
			struct table_slot *s = &l->slot[l->n_slots++];

			s->letter = kinds[i].letter;
			if (black)
				s->letter = (char)tolower((unsigned char)s->letter);
			s->at = (struct rect){ l->box.x + l->box.w / 2 - side + (int)black * side,
					       l->box.y + (int)i * high + (high - side) / 2, side,
					       side };
		}
	}
}

/* Places two buttons per row below the box; "set up" is the last. */
static void
layout_buttons(struct table_layout *l, const struct board *b, int y, int h)
{
	unsigned n = b->n_buttons + 1u;
	int gap = h / 5, w = (l->box.w - gap) / 2;

	l->n_buttons = n;
	for (unsigned i = 0; i < n; i++) {
		struct table_button *k = &l->button[i];
		bool alone = i + 1 == n && n % 2 == 1;

		k->name = i < b->n_buttons ? b->button[i].name : NULL;
		k->at = (struct rect){ l->box.x + (int)(i % 2) * (w + gap),
				       y + (int)(i / 2) * (h + gap), alone ? l->box.w : w, h };
	}
}

int
table_window_w(const struct board *b, int h)
{
	return h * (b->files + 4) / (b->ranks + 1);
}

int
table_window_h(const struct board *b, int room_w, int room_h)
{
	enum { SCREEN_W = 800, TITLE_H = 48 };
	int h = TABLE_WINDOW_H, beside = (room_w - SCREEN_W) * (b->ranks + 1) / (b->files + 4);

	if (h > room_h - TITLE_H)
		h = room_h - TITLE_H;
	if (h > beside)
		h = beside;
	return h > TABLE_MIN_H ? h : TABLE_MIN_H;
}

static void
layout_make(struct table_layout *l, const struct board *b, int w, int h)
{
	int margin, panel_w, button_h, buttons_h, frame;

	w = w < TABLE_MIN_W ? TABLE_MIN_W : w;
	h = h < TABLE_MIN_H ? TABLE_MIN_H : h;
	*l = (struct table_layout){
		.w = w, .h = h, .files = b->files, .ranks = b->ranks, .flipped = l->flipped
	};
	margin = h / 36;
	panel_w = w * (is_large(b) ? 18 : 22) / 100;
	l->square = (w - 3 * margin - panel_w) / (b->files + 1);
	if (l->square > (h - 2 * margin) / (b->ranks + 1))
		l->square = (h - 2 * margin) / (b->ranks + 1);
	frame = l->square / 2;
	l->board.w = l->square * b->files;
	l->board.h = l->square * b->ranks;
	l->board.x = margin + frame + (w - 3 * margin - panel_w - l->board.w - 2 * frame) / 2;
	l->board.y = (h - l->board.h) / 2;
	l->frame = (struct rect){ l->board.x - frame, l->board.y - frame, l->board.w + 2 * frame,
				  l->board.h + 2 * frame };
	button_h = h / 18;
	buttons_h = (button_h + button_h / 5) * ((b->n_buttons + 2) / 2);
	l->box = (struct rect){ w - margin - panel_w, l->frame.y, panel_w,
				l->frame.h - buttons_h - margin };
	layout_slots(l, b);
	layout_buttons(l, b, l->box.y + l->box.h + margin, button_h);
}

void
table_resize(struct table *t, int w, int h)
{
	layout_make(&t->layout, t->board->board, w, h);
}

void
table_flip(struct table *t)
{
	t->layout.flipped = !t->layout.flipped;
}

void
table_init(struct table *t, struct vboard *v, int w, int h)
{
	*t = (struct table){ .board = v };
	t->hand.from_sq = t->hand.over_sq = t->hand.pressed = -1;
	table_resize(t, w, h);
}

struct rect
table_square(const struct table_layout *l, unsigned sq)
{
	unsigned file = sq % l->files, rank = sq / l->files;
	unsigned across = l->flipped ? l->files - 1 - file : file;
	unsigned down = l->flipped ? rank : l->ranks - 1 - rank;

	return (struct rect){ l->board.x + (int)across * l->square,
			      l->board.y + (int)down * l->square, l->square, l->square };
}

int
table_square_at(const struct table_layout *l, int x, int y)
{
	int file = (x - l->board.x) / l->square, rank = (y - l->board.y) / l->square;

	if (!inside(&l->board, x, y))
		return -1;
	if (l->flipped)
		file = (int)l->files - 1 - file;
	else
		rank = (int)l->ranks - 1 - rank;
	return (int)l->files * rank + file;
}

/* Reports whether a man of one of the kinds stands on the board or is held. */
static bool
has_man(const struct table *t, const char *letters)
{
	const struct board *b = t->board->board;
	char held = (char)toupper((unsigned char)t->hand.man.letter);

	if (t->hand.holding && held && strchr(letters, held))
		return true;
	for (unsigned sq = 0; sq < (unsigned)b->files * b->ranks; sq++) {
		char letter = (char)toupper((unsigned char)t->board->square[sq].man.letter);

		if (letter && strchr(letters, letter))
			return true;
	}
	return false;
}

bool
table_is_american(const struct table *t)
{
	return t->layout.files == 11 && t->layout.ranks == 9 && has_man(t, "QMC") &&
	       !has_man(t, "K");
}

unsigned
table_box_count(const struct table *t, char letter)
{
	const struct board *b = t->board->board;
	unsigned out = t->hand.holding && t->hand.lifted && t->hand.man.letter == letter;
	unsigned all = 0;

	for (unsigned sq = 0; sq < (unsigned)b->files * b->ranks; sq++)
		out += t->board->square[sq].man.letter == letter;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].letter == toupper((unsigned char)letter))
			all = is_large(b) ? kinds[i].large : kinds[i].small;
	return all > out ? all - out : 0;
}

/* The hand. If the board refuses an action because of a command in between, it is ignored. */

static void
hand_empty(struct table *t)
{
	int pressed = t->hand.pressed;

	t->hand = (struct table_hand){ .from_sq = -1, .over_sq = -1, .pressed = pressed };
}

static void
hand_lift(struct table *t, uint64_t t_us)
{
	char why[VBOARD_WHY_MAX];

	if (t->hand.lifted)
		return;
	if (vboard_lift(t->board, (unsigned)t->hand.from_sq, t_us, why) < 0) {
		hand_empty(t);
		return;
	}
	t->hand.lifted = true;
}

static void
hand_feel(struct table *t, int sq, uint64_t t_us)
{
	if (sq == t->hand.over_sq)
		return;
	if (t->hand.over_sq >= 0)
		vboard_hover(t->board, (unsigned)t->hand.over_sq, false, t_us);
	t->hand.over_sq = sq;
	if (sq >= 0)
		vboard_hover(t->board, (unsigned)sq, true, t_us);
}

static void
take_square(struct table *t, int sq, bool slide, uint64_t t_us)
{
	struct man man = t->board->square[sq].man;

	if (!man.letter)
		return;
	t->hand.holding = true;
	t->hand.sliding = slide;
	t->hand.man = man;
	t->hand.from_sq = sq;
	if (!slide)
		hand_lift(t, t_us);
}

static void
take_slot(struct table *t, const struct table_slot *s)
{
	if (table_box_count(t, s->letter) == 0)
		return;
	t->hand.holding = t->hand.lifted = true;
	t->hand.man = (struct man){ .letter = s->letter };
	t->hand.from_sq = -1;
}

/*
 * Sets up the board. A piece that replaces another is lifted first, so that its
 * square is seen empty.
 */
static void
set_up(struct table *t, const struct man *men, uint64_t t_us)
{
	unsigned squares = (unsigned)t->board->board->files * t->board->board->ranks;
	char why[VBOARD_WHY_MAX];

	for (unsigned sq = 0; sq < squares; sq++)
		if (t->board->square[sq].man.letter && men[sq].letter &&
		    t->board->square[sq].man.letter != men[sq].letter)
			(void)!vboard_swap(t->board, sq, men[sq], VBOARD_SWAP_GAP_US, t_us, why);
	vboard_setup(t->board, men, t_us);
}

static void
press_button(struct table *t, unsigned i, uint64_t t_us)
{
	const struct board *b = t->board->board;
	struct man men[BOARD_SQUARES_MAX];
	char why[FIELD_WHY_MAX];

	t->hand.pressed = (int)i;
	if (t->layout.button[i].name)
		table_press(t, t->layout.button[i].name, true, t_us);
	else if (field_parse(*t->target ? t->target : table_start_field(b), b, men, why) == 0)
		set_up(t, men, t_us);
}

bool
table_is_setup(const struct table_layout *l, int x, int y)
{
	return l->n_buttons > 0 && inside(&l->button[l->n_buttons - 1].at, x, y);
}

void
table_down(struct table *t, int x, int y, bool slide, uint64_t t_us)
{
	const struct table_layout *l = &t->layout;
	int sq = table_square_at(l, x, y);

	if (t->hand.holding || t->hand.pressed >= 0)
		return;
	t->hand.x = x;
	t->hand.y = y;
	if (sq >= 0) {
		take_square(t, sq, slide, t_us);
		return;
	}
	for (unsigned i = 0; i < l->n_slots; i++)
		if (inside(&l->slot[i].at, x, y))
			take_slot(t, &l->slot[i]);
	for (unsigned i = 0; i < l->n_buttons; i++)
		if (inside(&l->button[i].at, x, y))
			press_button(t, i, t_us);
}

/* Visits every square between two points, so that a fast mouse skips none. */
static void
slide_to(struct table *t, int x, int y, uint64_t t_us)
{
	int x0 = t->hand.x, y0 = t->hand.y;
	int dx = x - x0, dy = y - y0;
	int steps = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
	int stride = t->layout.square / 4 + 1;

	for (int i = 0; i <= steps && t->hand.holding; i += stride) {
		int at = i + stride > steps ? steps : i;
		int px = steps ? x0 + dx * at / steps : x;
		int py = steps ? y0 + dy * at / steps : y;
		int sq = table_square_at(&t->layout, px, py);

		if (!t->hand.lifted && sq == t->hand.from_sq)
			continue;
		hand_lift(t, t_us);
		hand_feel(t, sq, t_us);
	}
}

void
table_move(struct table *t, int x, int y, uint64_t t_us)
{
	if (t->hand.holding && t->hand.sliding)
		slide_to(t, x, y, t_us);
	t->hand.x = x;
	t->hand.y = y;
}

/* A piece in the mouse's hand takes this long to push another off its square: real hands are slower. */
enum { MOUSE_GAP_US = 120000 };

static void
set_down(struct table *t, int sq, uint64_t t_us)
{
	struct vboard_square *s = &t->board->square[sq];
	char why[VBOARD_WHY_MAX];
	int r;

	if (s->man.letter)
		r = vboard_swap(t->board, (unsigned)sq, t->hand.man, MOUSE_GAP_US, t_us, why);
	else
		r = vboard_put(t->board, (unsigned)sq, t->hand.man, t_us, why);
	(void)r; /* neither call can fail here */
	if (t->hand.over_sq == sq)
		t->hand.over_sq = -1; /* the hovering piece is now on the square */
}

static void
button_release(struct table *t, uint64_t t_us)
{
	const char *name;

	if (t->hand.pressed < 0)
		return;
	name = t->layout.button[t->hand.pressed].name;
	if (name)
		table_press(t, name, false, t_us);
	t->hand.pressed = -1;
}

void
table_up(struct table *t, int x, int y, uint64_t t_us)
{
	int sq = table_square_at(&t->layout, x, y);

	button_release(t, t_us);
	table_move(t, x, y, t_us);
	if (!t->hand.holding)
		return;
	if (sq >= 0 && t->hand.lifted)
		set_down(t, sq, t_us);
	hand_feel(t, -1, t_us);
	hand_empty(t);
}

void
table_cancel(struct table *t, uint64_t t_us)
{
	int from = t->hand.from_sq;

	button_release(t, t_us);
	if (!t->hand.holding)
		return;
	hand_feel(t, -1, t_us);
	if (t->hand.lifted && from >= 0 && !t->board->square[from].man.letter)
		set_down(t, from, t_us);
	hand_empty(t);
}

void
table_press(struct table *t, const char *name, bool down, uint64_t t_us)
{
	char why[VBOARD_WHY_MAX];

	(void)!vboard_press(t->board, name, down, t_us, why);
}
