#include <string.h>

#include "ui/page.h"

struct look {
	uint8_t fill, text;
};

static const struct look looks[] = {
	[BUTTON_PLAIN] = { PAL_BUTTON, PAL_TEXT },
	[BUTTON_MAIN] = { PAL_BUTTON_MAIN, PAL_TEXT_MAIN },
	[BUTTON_ON] = { PAL_TEXT_SHOWN, PAL_TEXT_DARK },
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
	if (is_place(&d->m->view.focus, id, arg))
		draw_frame(d->l, PAL_FOCUS, box, metrics_px(d->g, 3));
}

void
widget_ground(const struct page_draw *d, struct rect box, enum palette fill, unsigned id,
	      unsigned arg)
{
	if (is_place(&d->m->view.pressed, id, arg))
		fill = PAL_PRESSED;
	draw_fill(d->l, fill, box, d->g->radius);
	widget_focus(d, box, id, arg);
	draw_target(d->l, box, id, arg);
}

void
widget_button(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
	      unsigned arg, const char *label)
{
	bool pressed = is_place(&d->m->view.pressed, id, arg);
	enum palette text = pressed ? PAL_TEXT : (enum palette)looks[look].text;

	if (look == BUTTON_OFF)
		draw_fill(d->l, PAL_BUTTON_OFF, box, d->g->radius);
	else
		widget_ground(d, box, (enum palette)looks[look].fill, id, arg);
	draw_text(d->l, text, rect_inset(box, metrics_px(d->g, 2)), d->g->small_px, DRAW_CENTRE,
		  label);
}

void
widget_piece_button(const struct page_draw *d, struct rect box, unsigned id, unsigned arg,
		    struct ui_piece piece)
{
	int inset = metrics_px(d->g, 4);
	int side = (box.w < box.h ? box.w : box.h) - 2 * inset;

	widget_ground(d, box, PAL_TRAY, id, arg);
	draw_piece(d->l,
		   rect_of(box.x + (box.w - side) / 2, box.y + (box.h - side) / 2, side, side),
		   piece, 0);
}

/* The back button; the title's room is what it and the bar's buttons leave. */
static struct rect
title_bar(const struct page_draw *d, unsigned n_buttons, struct rect *room)
{
	struct rect rest = d->g->whole;
	struct rect bar = rect_cut_top(&rest, metrics_px(d->g, 48), d->g->gap);
	int back_w = metrics_px(d->g, d->g->compact ? 72 : 104);
	int button_w = metrics_px(d->g, d->g->compact ? 76 : 120) + d->g->gap;

	widget_button(d, rect_of(bar.x, bar.y, back_w, bar.h), BUTTON_PLAIN, TARGET_BACK, 0,
		      "Back");
	*room = rect_of(bar.x + back_w + 2 * d->g->gap, bar.y,
			bar.w - back_w - 2 * d->g->gap - (int)n_buttons * button_w, bar.h);
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
widget_title_said(const struct page_draw *d, unsigned n_buttons, const char *sentence)
{
	struct rect room, rest = title_bar(d, n_buttons, &room);

	draw_text(d->l, PAL_TEXT, room, d->g->small_px, 0, sentence);
	return rest;
}

void
widget_title_button(const struct page_draw *d, unsigned n, enum button_look look, unsigned id,
		    unsigned arg, const char *label)
{
	const struct rect *whole = &d->g->whole;
	int w = metrics_px(d->g, d->g->compact ? 76 : 120), step = w + d->g->gap;

	widget_button(
		d,
		rect_of(whole->x + whole->w - w - (int)n * step, whole->y, w, metrics_px(d->g, 48)),
		look, id, arg, label);
}

static void
field_draw(const struct page_draw *d, struct rect box, enum button_look look, struct ui_place place,
	   const char *name, const char *value, unsigned flags)
{
	unsigned id = place.id, arg = place.arg;
	bool pressed = is_place(&d->m->view.pressed, id, arg);
	enum palette ink = pressed ? PAL_TEXT : (enum palette)looks[look].text;
	struct rect inside = rect_inset(box, metrics_px(d->g, 3));
	int half = inside.h / 2;

	if (look == BUTTON_OFF)
		draw_fill(d->l, PAL_BUTTON_OFF, box, d->g->radius);
	else
		widget_ground(d, box, (enum palette)looks[look].fill, id, arg);
	draw_text(d->l, look == BUTTON_PLAIN ? PAL_TEXT_DIM : ink,
		  rect_of(inside.x, inside.y, inside.w, half), d->g->small_px, DRAW_CENTRE, name);
	draw_text(d->l, ink, rect_of(inside.x, inside.y + half, inside.w, half), d->g->small_px,
		  DRAW_CENTRE | DRAW_BOLD | flags, value);
}

void
widget_field(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
	     unsigned arg, const char *name, const char *value)
{
	field_draw(d, box, look, (struct ui_place){ true, (uint16_t)id, (uint16_t)arg }, name,
		   value, 0);
}

void
widget_field_named(const struct page_draw *d, struct rect box, enum button_look look, unsigned id,
		   unsigned arg, const char *name, const char *value)
{
	field_draw(d, box, look, (struct ui_place){ true, (uint16_t)id, (uint16_t)arg }, name,
		   value, DRAW_AS_IS);
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
				      d->g->compact ? "Del" : "Erase");
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
	/* Rows of three: which of the nine places have a dot. */
	static const uint16_t dots[] = { 0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d };
	int side = box.w < box.h ? box.w : box.h, dot = side / 5 + 1;
	struct rect die =
		rect_of(box.x + (box.w - side) / 2, box.y + (box.h - side) / 2, side, side);
	struct rect face = rect_inset(die, side / 10);

	draw_fill(d->l, PAL_FACE, die, side / 6);
	for (int i = 0; i < 9 && n <= 6; i++) {
		struct rect cell = rect_cell(face, 3, 3, 0, i);

		if (dots[n] >> i & 1)
			draw_disc(d->l, PAL_TEXT_DARK,
				  rect_of(cell.x + (cell.w - dot) / 2, cell.y + (cell.h - dot) / 2,
					  dot, dot));
	}
}

void
widget_card_face(const struct page_draw *d, struct rect box, const char *card)
{
	static const char suits[] = "HDSC", *const signs[] = { "\u2665", "\u2666", "\u2660",
							       "\u2663" };
	size_t len = strlen(card);
	const char *suit = len < 2 ? NULL : strchr(suits, card[len - 1]);
	enum palette ink;

	if (suit == NULL)
		return;
	ink = suit - suits < 2 ? PAL_TEXT_RED : PAL_TEXT_DARK;
	draw_fill(d->l, PAL_FACE, box, d->g->radius);
	draw_textf(d->l, ink, rect_inset(box, metrics_px(d->g, 1)), d->g->small_px,
		   DRAW_BOLD | DRAW_CENTRE, "%.*s%s", (int)len - 1, card, signs[suit - suits]);
}
