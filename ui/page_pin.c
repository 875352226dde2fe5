/*
 * A seat's PIN of four to eight digits: asked for before its page opens, or
 * chosen while the page is open. Only the number of digits is shown. The keys
 * are in a different order each time.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"
#include "ui/secret.h"

enum { PIN_MIN = 4, PIN_MAX = UI_PIN_TEXT - 1 };

static void
dots_draw(const struct page_draw *d, struct rect box)
{
	int side = measure(d->g, SPACE_WIDE), step = 2 * side;
	int x = box.x + (box.w - PIN_MAX * step) / 2, y = box.y + (box.h - side) / 2;

	for (int i = 0; i < PIN_MAX; i++) {
		struct rect dot = rect_of(x + i * step, y, side, side);

		draw_disc(d->l, PAL_BUTTON, dot);
		if (i < d->m->view.n_pin)
			draw_disc(d->l, PAL_TEXT, rect_inset(dot, measure(d->g, SPACE_TIGHT)));
	}
}

/* Shuffles the digits each time the page opens, because others can see where the finger moves. */
static void
digits_shuffle(const struct ui_view *v, char digits[KEYPAD_DIGITS + 1])
{
	uint8_t order[KEYPAD_DIGITS];

	for (unsigned i = 0; i < KEYPAD_DIGITS; i++)
		order[i] = (uint8_t)i;
	secret_shuffle(order, KEYPAD_DIGITS, v->shuffle);
	for (unsigned i = 0; i < KEYPAD_DIGITS; i++)
		digits[i] = (char)('0' + order[i]);
	digits[KEYPAD_DIGITS] = '\0';
}

static void
pin_layout(const struct page_draw *d)
{
	const struct ui_view *v = &d->m->view;
	char name[SEAT_PLAYER_TEXT];
	struct rect rest = widget_title(d, 0, seat_player(d->s, v->seat, name));
	struct rect keys = rect_cut_bottom(&rest, 2 * d->g->touch + d->g->gap, d->g->gap);
	struct rect words = rect_cut_top(&rest, 2 * d->g->text_line, d->g->gap);
	char digits[KEYPAD_DIGITS + 1];
	bool enough = v->n_pin >= PIN_MIN || (v->pin_new && v->n_pin == 0);

	if (v->error[0] != '\0')
		draw_text(d->l, PAL_TEXT_WARN, words, d->g->text_px, DRAW_TOP, v->error);
	else
		draw_text(d->l, PAL_TEXT, words, d->g->text_px, DRAW_TOP,
			  v->pin_new ? tr("A new PIN for this game, 4 to 8 digits; none: no PIN.")
				     : tr("The PIN of this seat, please."));
	dots_draw(d, rest);
	digits_shuffle(v, digits);
	widget_keypad(d, keys, digits, enough ? BUTTON_MAIN : BUTTON_OFF, TARGET_YES, tr("OK"));
}

static void
clear_pin(struct ui_view *v)
{
	memset(v->pin, 0, sizeof(v->pin));
	v->n_pin = 0;
}

static void
pin_type(struct ui_model *m, char c)
{
	struct ui_view *v = &m->view;

	if (c == '\b') {
		if (v->n_pin > 0)
			v->pin[--v->n_pin] = '\0';
	} else if (c >= '0' && c <= '9' && v->n_pin < PIN_MAX) {
		v->pin[v->n_pin++] = c;
		v->error[0] = '\0';
	}
}

static void
leave(struct ui_model *m, struct ui_out *out)
{
	m->view.word = UI_WORD_NONE;
	clear_pin(&m->view);
	m->view.pin_new = false;
	m->view.error[0] = '\0';
	secret_hide(m, out);
	ui_model_go(m, UI_PAGE_PLAY);
}

/* Opens the seat's page in the daemon, but not here, so that the waiting request can be sent. */
static void
word_send(struct ui_model *m, struct ui_out *out)
{
	secret_request(m, out);
	clear_pin(&m->view);
	m->view.error[0] = '\0';
	m->view.word = UI_WORD_SENT;
	ui_model_go(m, UI_PAGE_PLAY);
}

/*
 * Sends a new PIN and closes the page; or, with the entered PIN, opens the seat's page or sends the
 * waiting request.
 */
static void
enter(struct ui_model *m, struct ui_out *out)
{
	struct ui_view *v = &m->view;
	struct ui_request q = { .kind = UI_REQUEST_PIN };

	if (v->pin_new) {
		if (v->n_pin != 0 && v->n_pin < PIN_MIN)
			return;
		memcpy(q.seat, v->seat, sizeof(q.seat));
		memcpy(q.pin, v->pin, sizeof(q.pin));
		ui_out_add(out, &q);
		leave(m, out);
	} else if (v->n_pin >= PIN_MIN && v->word == UI_WORD_PIN) {
		word_send(m, out);
	} else if (v->n_pin >= PIN_MIN) {
		ui_model_go(m, UI_PAGE_HANDOVER);
		secret_reveal(m, true, out);
		clear_pin(v);
	}
}

static void
pin_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	(void)arg;
	if (id == TARGET_YES)
		enter(m, out);
}

const struct page page_pin = {
	.name = "pin",
	.layout = pin_layout,
	.activate = pin_activate,
	.back = leave,
	.type = pin_type,
};
