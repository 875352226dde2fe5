#include <string.h>

#include "ui/page.h"

struct look {
	uint8_t fill, text;
};

static const struct look looks[] = {
	[BUTTON_PLAIN] = { PAL_BUTTON, PAL_TEXT },
	[BUTTON_MAIN] = { PAL_BUTTON_MAIN, PAL_TEXT_MAIN },
	[BUTTON_ON] = { PAL_BUTTON_ON, PAL_TEXT_DARK },
	[BUTTON_OFF] = { PAL_BUTTON_OFF, PAL_TEXT_OFF },
};

static bool
is_place(const struct ui_place *p, unsigned id, unsigned arg)
{
	return p->on && p->id == id && p->arg == arg;
}

void
widget_focus(const struct page_draw *d, struct rect box, unsigned id, unsigned arg)
{
	if (is_place(&d->m->view.focus, id, arg) || is_place(&d->m->view.under, id, arg))
		draw_frame(d->l, PAL_FOCUS, box, d->g->frame);
}

void
widget_ground(const struct page_draw *d, struct rect box, enum palette fill, unsigned id,
	      unsigned arg)
{
	if (is_place(&d->m->view.pressed, id, arg) || is_place(&d->m->view.under, id, arg))
		fill = PAL_PRESSED;
	draw_fill(d->l, fill, box, d->g->radius);
	widget_focus(d, box, id, arg);
	draw_target(d->l, box, id, arg);
}

/* Draws the background of a button; returns the colour of what is on it. */
static enum palette
button_ground(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
	      unsigned arg)
{
	if (look == BUTTON_OFF)
		draw_fill(d->l, PAL_BUTTON_OFF, box, d->g->radius);
	else
		widget_ground(d, box, (enum palette)looks[look].fill, id, arg);
	return is_place(&d->m->view.pressed, id, arg) ? PAL_TEXT : (enum palette)looks[look].text;
}

void
widget_button(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
	      unsigned arg, const char *label)
{
	enum palette ink = button_ground(d, box, look, id, arg);

	draw_text(d->l, ink, rect_inset(box, measure(d->g, SPACE_TIGHT)), d->g->small_px,
		  DRAW_CENTRE, label);
}

/* The icon is as large as two lines of text below it allow; a low button has one line. */
void
widget_icon_button(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
		   unsigned arg, struct widget_icon icon, const char *label)
{
	enum palette ink = button_ground(d, box, look, id, arg);
	struct rect inside = rect_inset(box, measure(d->g, SPACE_TIGHT)), top;
	int least = measure(d->g, ICON), near = measure(d->g, SPACE_NEAR);
	int side = inside.h - 2 * d->g->small_line - near, x;

	near = side < least ? 0 : near;
	side = side < least ? least : side > 2 * least ? 2 * least : side;
	top = rect_cut_top(&inside, near + side, 0);
	x = icon.note == NULL ? top.x + (top.w - side) / 2 : top.x + measure(d->g, SPACE_NEAR);
	draw_icon(d->l, ink, rect_of(x, top.y + near, side, side), icon.icon);
	if (icon.note != NULL)
		draw_text(d->l, ink, top, d->g->small_px, DRAW_RIGHT, icon.note);
	draw_text(d->l, ink, inside, d->g->small_px, DRAW_CENTRE, label);
}

void
widget_piece_button(const struct page_draw *d, struct rect box, unsigned id, unsigned arg,
		    struct ui_piece piece)
{
	int inset = measure(d->g, SPACE_NEAR);
	int side = (box.w < box.h ? box.w : box.h) - 2 * inset;

	widget_ground(d, box, PAL_TRAY, id, arg);
	draw_piece(d->l, rect_square(box, side), piece, 0);
}

/* Draws the back button; the title gets the room between it and the bar's other buttons. */
static struct rect
title_bar(const struct page_draw *d, unsigned n_buttons, struct rect *room)
{
	struct rect rest = d->g->whole;
	struct rect bar = rect_cut_top(&rest, d->g->bar, d->g->gap);
	int back_w = measure(d->g, WIDTH_SHORT);
	int button_w = d->g->button_w + d->g->gap;

	widget_button(d, rect_of(bar.x, bar.y, back_w, bar.h), BUTTON_PLAIN, TARGET_BACK, 0,
		      tr("Back"));
	*room = rect_of(bar.x + back_w + 2 * d->g->gap, bar.y,
			bar.w - back_w - 2 * d->g->gap - (int)n_buttons * button_w, bar.h);
	return rest;
}

void
widget_alert(const struct page_draw *d, struct rect box)
{
	draw_fill(d->l, PAL_WARN, box, d->g->radius);
	draw_text(d->l, PAL_TEXT_WARN, box, d->g->title_px, DRAW_BOLD | DRAW_CENTRE, "!");
	widget_focus(d, box, TARGET_TROUBLES, 0);
	draw_target(d->l, box, TARGET_TROUBLES, 0);
}

struct rect
widget_title_alert(const struct page_draw *d, unsigned n_buttons, const char *title)
{
	struct rect room, rest = title_bar(d, n_buttons, &room);

	if (d->m->state.n_troubles > 0) {
		widget_alert(d,
			     rect_of(room.x + room.w - room.h - d->g->gap, room.y, room.h, room.h));
		room.w = (int16_t)(room.w - room.h - 2 * d->g->gap);
	}
	draw_text(d->l, PAL_TEXT, room, d->g->title_px, DRAW_BOLD, title);
	return rest;
}

struct rect
widget_title(const struct page_draw *d, unsigned n_buttons, const char *title)
{
	struct rect room, rest = title_bar(d, n_buttons, &room);

	draw_text(d->l, PAL_TEXT, room, d->g->title_px, DRAW_BOLD, title);
	return rest;
}

struct rect
widget_board_room(const struct page_draw *d, struct rect *rest)
{
	/* A board of 11 columns is not as high as its room. */
	struct rect board = rect_of(0, rest->y, d->g->board.w * rest->h / d->g->h + d->g->pad,
				    rest->h);
	int right = rest->x + rest->w;

	rest->x = (int16_t)(board.w + d->g->gap);
	rest->w = (int16_t)(right - rest->x);
	return board;
}

struct rect
widget_bar(const struct page_draw *d, struct rect *room)
{
	return title_bar(d, 0, room);
}

/* Returns the box of the n-th button from the right in the top bar. */
static struct rect
title_button_box(const struct page_draw *d, unsigned n)
{
	const struct rect *whole = &d->g->whole;
	int w = d->g->button_w, step = w + d->g->gap;

	return rect_of(whole->x + whole->w - w - (int)n * step, whole->y, w, d->g->bar);
}

void
widget_title_button(const struct page_draw *d, unsigned n, enum button_look look, unsigned id,
		    unsigned arg, const char *label)
{
	widget_button(d, title_button_box(d, n), look, id, arg, label);
}

void
widget_title_icon(const struct page_draw *d, unsigned n, unsigned id, unsigned arg, enum icon icon,
		  const char *label)
{
	widget_icon_button(d, title_button_box(d, n), BUTTON_PLAIN, id, arg,
			   (struct widget_icon){ icon, NULL }, label);
}

void
widget_field(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
	     unsigned arg, const char *name, const char *value)
{
	enum palette ink = button_ground(d, box, look, id, arg);
	struct rect inside = rect_inset(box, measure(d->g, SPACE_TIGHT));
	int half = inside.h / 2;

	draw_text(d->l, look == BUTTON_PLAIN ? PAL_TEXT_DIM : ink,
		  rect_of(inside.x, inside.y, inside.w, half), d->g->small_px, DRAW_CENTRE, name);
	draw_text(d->l, ink, rect_of(inside.x, inside.y + half, inside.w, half), d->g->small_px,
		  DRAW_CENTRE | DRAW_BOLD, value);
}

const char *
widget_erase_label(const struct page_draw *d)
{
	return d->g->compact ? "\u232b" : tr("Erase");
}

void
widget_keypad(const struct page_draw *d, struct rect box, const char digits[KEYPAD_DIGITS + 1],
	      enum button_look look, unsigned more_id, const char *more)
{
	static const char keys[] = "-----<-----?";

	for (int i = 0; keys[i] != '\0'; i++) {
		struct rect cell = rect_cell(box, 6, 2, d->g->gap, i);
		char digit[] = { keys[i] == '-' ? *digits++ : keys[i], '\0' };

		if (keys[i] == '<')
			widget_button(d, cell, BUTTON_PLAIN, TARGET_ERASE, 0,
				      widget_erase_label(d));
		else if (keys[i] == '?')
			widget_button(d, cell, look, more_id, 0, more);
		else
			widget_button(d, cell, BUTTON_PLAIN, TARGET_DIGIT,
				      (unsigned)(digit[0] - '0'), digit);
	}
}

struct rect
widget_card(const struct page_draw *d, struct rect box, enum palette meaning)
{
	draw_fill(d->l, meaning, box, d->g->radius);
	return rect_inset(box, d->g->pad);
}

void
widget_die(const struct page_draw *d, struct rect box, unsigned n)
{
	/* Dots of the nine places, in rows of three. */
	static const uint16_t dots[] = { 0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d };
	int side = box.w < box.h ? box.w : box.h, dot = side / 5 + 1;
	struct rect die = rect_square(box, side);
	struct rect face = rect_inset(die, side / 10);

	draw_fill(d->l, PAL_FACE, die, side / 6);
	for (int i = 0; i < 9 && n <= 6; i++) {
		struct rect cell = rect_cell(face, 3, 3, 0, i);

		if (dots[n] >> i & 1)
			draw_disc(d->l, PAL_TEXT_DARK, rect_square(cell, dot));
	}
}

struct ui_piece
widget_card_piece(const char *card)
{
	size_t len = strlen(card);
	bool red = len > 1 && (card[len - 1] == 'H' || card[len - 1] == 'D');
	char kind = card[0] >= '2' && card[0] <= '5'   ? 'P'
		    : card[0] == '8'                   ? 'N'
		    : card[0] == '9'                   ? 'B'
		    : card[0] == '1'                   ? 'R'
		    : card[0] == 'Q' || card[0] == 'K' ? card[0]
						       : '\0';

	return (struct ui_piece){ kind == '\0' || red ? kind : (char)(kind | 0x20), 0 };
}

enum { CARD_PIECE_MIN = 9 }; /* pixels; a smaller piece is not recognizable */

void
widget_card_face(const struct page_draw *d, struct rect box, const char *card)
{
	static const char suits[] = "HDSC", *const signs[] = { "\u2665", "\u2666", "\u2660",
							       "\u2663" };
	size_t len = strlen(card);
	const char *suit = len < 2 ? NULL : strchr(suits, card[len - 1]);
	struct rect text = rect_inset(box, measure(d->g, SPACE_LINE)), piece;
	int text_w = d->g->small_px * (6 * (int)len + 7) / 10, side;
	enum palette ink;

	if (suit == NULL)
		return;
	ink = suit - suits < 2 ? PAL_TEXT_RED : PAL_TEXT_DARK;
	draw_fill(d->l, PAL_FACE, box, d->g->radius);
	side = text.w - text_w < text.h ? text.w - text_w : text.h;
	if (side >= CARD_PIECE_MIN) {
		text.w = (int16_t)(text.w - side);
		piece = rect_of(text.x + text.w, text.y + (text.h - side) / 2, side, side);
		draw_piece(d->l, piece, widget_card_piece(card), 0);
	}
	draw_textf(d->l, ink, text, d->g->small_px, DRAW_BOLD | DRAW_CENTRE, "%.*s%s", (int)len - 1,
		   card, signs[suit - suits]);
}
