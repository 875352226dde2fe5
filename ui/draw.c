#include "ui/draw.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
draw_clear(struct draw_list *l, int width, int height)
{
	l->width = (uint16_t)width;
	l->height = (uint16_t)height;
	l->n = 0;
	l->n_text = 0;
	l->n_targets = 0;
	l->theme = PALETTE_DARK;
	l->board = BOARD_WOOD;
	l->pieces = DRAW_SET_CLASSIC;
	l->full = l->teams = false;
}

static void
add(struct draw_list *l, struct draw_cmd c)
{
	if (l->n == DRAW_CMDS_MAX)
		l->full = true;
	else
		l->cmd[l->n++] = c;
}

static void
add_shape(struct draw_list *l, enum draw_kind kind, enum palette meaning, struct rect box, int size)
{
	add(l, (struct draw_cmd){ .kind = (uint8_t)kind,
				  .meaning = (uint8_t)meaning,
				  .size = (uint16_t)size,
				  .box = box });
}

void
draw_fill(struct draw_list *l, enum palette meaning, struct rect box, int radius)
{
	add_shape(l, DRAW_FILL, meaning, box, radius);
}

enum palette
draw_square(const struct draw_list *l, bool dark)
{
	return (enum palette)(PAL_SQUARE_LIGHT + 2 * l->board + dark);
}

void
draw_checker(struct draw_list *l, struct rect box, int side)
{
	add(l, (struct draw_cmd){ .kind = DRAW_CHECKER,
				  .meaning = (uint8_t)draw_square(l, true),
				  .size = (uint16_t)side,
				  .box = box });
}

void
draw_frame(struct draw_list *l, enum palette meaning, struct rect box, int width)
{
	add_shape(l, DRAW_FRAME, meaning, box, width);
}

void
draw_cross(struct draw_list *l, enum palette meaning, struct rect box, int width)
{
	add_shape(l, DRAW_CROSS, meaning, box, width);
}

void
draw_disc(struct draw_list *l, enum palette meaning, struct rect box)
{
	add_shape(l, DRAW_DISC, meaning, box, 0);
}

void
draw_icon(struct draw_list *l, enum palette meaning, struct rect box, unsigned icon)
{
	add_shape(l, DRAW_ICON, meaning, box, (int)icon);
}

void
draw_arrow(struct draw_list *l, enum palette meaning, int x0, int y0, int x1, int y1, int width)
{
	add_shape(l, DRAW_ARROW, meaning, rect_of(x0, y0, x1, y1), width);
}

/* Adds a command and its text. */
static void
add_text(struct draw_list *l, struct draw_cmd c, const char *text)
{
	size_t len = strlen(text) + 1;

	if (len > sizeof(l->text) - l->n_text) {
		l->full = true;
		return;
	}
	memcpy(l->text + l->n_text, text, len);
	c.text = l->n_text;
	add(l, c);
	l->n_text = (uint16_t)(l->n_text + len);
}

void
draw_text(struct draw_list *l, enum palette meaning, struct rect box, int px, unsigned flags,
	  const char *text)
{
	add_text(l,
		 (struct draw_cmd){ .kind = DRAW_TEXT,
				    .meaning = (uint8_t)meaning,
				    .flags = (uint8_t)flags,
				    .size = (uint16_t)px,
				    .box = box },
		 text);
}

enum draw_pieces
draw_pieces_of(const char *name)
{
	return strcmp(name, "bold") == 0      ? DRAW_SET_BOLD
	       : strcmp(name, "letters") == 0 ? DRAW_SET_LETTERS
					      : DRAW_SET_CLASSIC;
}

int
draw_stones(char letter)
{
	static const char letters[] = "KPNBRSQ";
	const char *at = strchr(letters, letter & ~0x20);

	return at == NULL || *at == '\0' ? -1 : (int)(at - letters);
}

void
draw_code(struct draw_list *l, enum palette meaning, struct rect box, int side, const char *cells)
{
	add_text(l,
		 (struct draw_cmd){ .kind = DRAW_CODE,
				    .meaning = (uint8_t)meaning,
				    .size = (uint16_t)side,
				    .box = box },
		 cells);
}

void
draw_textf(struct draw_list *l, enum palette meaning, struct rect box, int px, unsigned flags,
	   const char *format, ...)
{
	char text[UI_SENTENCE_TEXT + 64];
	va_list args;

	va_start(args, format);
	/* clang-tidy misses va_start when one run reads several files. */
	vsnprintf(text, sizeof(text), format, args); /* NOLINT(clang-analyzer-valist.*) */
	va_end(args);
	draw_text(l, meaning, box, px, flags, text);
}

void
draw_piece(struct draw_list *l, struct rect box, struct ui_piece piece, unsigned flags)
{
	if (l->teams)
		flags |= DRAW_TEAM;
	add(l, (struct draw_cmd){
		       .kind = DRAW_PIECE, .flags = (uint8_t)flags, .box = box, .piece = piece });
}

void
draw_target(struct draw_list *l, struct rect box, unsigned id, unsigned arg)
{
	if (l->n_targets == DRAW_TARGETS_MAX)
		l->full = true;
	else
		l->target[l->n_targets++] =
			(struct draw_target){ box, (uint16_t)id, (uint16_t)arg };
}

static bool
rect_equal(struct rect a, struct rect b)
{
	return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h;
}

static bool
cmd_equal(const struct draw_cmd *a, const struct draw_cmd *b)
{
	return a->kind == b->kind && a->meaning == b->meaning && a->flags == b->flags &&
	       a->size == b->size && rect_equal(a->box, b->box) && a->text == b->text &&
	       a->piece.letter == b->piece.letter && a->piece.mark == b->piece.mark;
}

/*
 * Returns the area that a command may change. An arrow's box holds its two
 * ends; all others paint inside their boxes.
 */
static struct rect
cmd_reach(const struct draw_cmd *c)
{
	int left = c->box.x, top = c->box.y, right = c->box.w, below = c->box.h;
	int by = 2 * c->size + 2, swap;

	if (c->kind != DRAW_ARROW)
		return rect_inset(c->box, -2);
	if (left > right)
		swap = left, left = right, right = swap;
	if (top > below)
		swap = top, top = below, below = swap;
	return rect_of(left - by, top - by, right - left + 2 * by, below - top + 2 * by);
}

static struct rect
rect_join(struct rect a, struct rect b)
{
	int right = a.x + a.w > b.x + b.w ? a.x + a.w : b.x + b.w;
	int below = a.y + a.h > b.y + b.h ? a.y + a.h : b.y + b.h;
	int left = a.x < b.x ? a.x : b.x, top = a.y < b.y ? a.y : b.y;

	if (a.w <= 0)
		return b;
	return b.w <= 0 ? a : rect_of(left, top, right - left, below - top);
}

/* Compares two commands by content, not by the offset of their texts. */
static bool
cmd_same(const struct draw_list *a, const struct draw_cmd *x, const struct draw_list *b,
	 const struct draw_cmd *y)
{
	struct draw_cmd moved = *y;

	moved.text = x->text;
	if (!cmd_equal(x, &moved))
		return false;
	return (x->kind != DRAW_TEXT && x->kind != DRAW_CODE) ||
	       strcmp(a->text + x->text, b->text + y->text) == 0;
}

struct rect
draw_difference(const struct draw_list *a, const struct draw_list *b)
{
	unsigned head = 0, tail = 0, least = a->n < b->n ? a->n : b->n;
	struct rect box = { 0, 0, 0, 0 };

	if (a->theme != b->theme || a->pieces != b->pieces)
		return rect_of(0, 0, b->width, b->height);
	while (head < least && cmd_same(a, &a->cmd[head], b, &b->cmd[head]))
		head++;
	while (tail < least - head &&
	       cmd_same(a, &a->cmd[a->n - 1 - tail], b, &b->cmd[b->n - 1 - tail]))
		tail++;
	/*
	 * Lists of equal length differ only in commands that are not identical; otherwise all
	 * commands between may differ.
	 */
	for (unsigned i = head; i < a->n - tail; i++)
		if (a->n != b->n || !cmd_same(a, &a->cmd[i], b, &b->cmd[i]))
			box = rect_join(box, cmd_reach(&a->cmd[i]));
	for (unsigned i = head; i < b->n - tail; i++)
		if (a->n != b->n || !cmd_same(a, &a->cmd[i], b, &b->cmd[i]))
			box = rect_join(box, cmd_reach(&b->cmd[i]));
	return box;
}

const struct draw_target *
draw_hit(const struct draw_list *l, int x, int y)
{
	for (unsigned i = 0; i < l->n_targets; i++)
		if (rect_has(l->target[i].box, x, y))
			return &l->target[i];
	return NULL;
}
