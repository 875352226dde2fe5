/*
 * The clocks below the header, counted down here from the daemon's latest
 * state. The picture changes only when a digit changes. Digits have equal width
 * and tenths have a fixed place, so nothing shifts.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/seat.h"

enum { TENTHS_BELOW_MS = 10000, HOUR_S = 3600 };

/* Returns the present time of a clock from its value at `state_ms`. */
static int64_t
left_now(const struct ui_model *m, const struct ui_clock_seat *s)
{
	const struct ui_clock *c = &m->state.clock;
	int64_t gone = (int64_t)(m->now_ms - m->state_ms), left = s->left_ms;

	if (strcmp(c->running, s->seat) == 0)
		left -= gone;
	else if (strcmp(c->gains, s->seat) == 0 && c->running[0] != '\0')
		left += gone;
	return left > 0 ? left : 0;
}

void
clock_text(int64_t left_ms, char text[16])
{
	int64_t s = (left_ms + 999) / 1000;

	if (left_ms < TENTHS_BELOW_MS)
		snprintf(text, 16, "0:%02d.%d", (int)(left_ms / 1000), (int)(left_ms % 1000 / 100));
	else if (s >= HOUR_S)
		snprintf(text, 16, "%d:%02d:%02d", (int)(s / HOUR_S % 1000), (int)(s / 60 % 60),
			 (int)(s % 60));
	else
		snprintf(text, 16, "%d:%02d", (int)(s / 60), (int)(s % 60));
}

/* Returns the milliseconds until the text of a running clock changes. */
static uint64_t
falls_in(int64_t left)
{
	if (left < 100) /* stays at zero */
		return UI_NEVER;
	if (left < TENTHS_BELOW_MS)
		return (uint64_t)(left % 100 + 1);
	if (left == TENTHS_BELOW_MS)
		return 1;
	return (uint64_t)((left - 1) % 1000 + 1);
}

static uint64_t
rises_in(int64_t left)
{
	if (left < TENTHS_BELOW_MS)
		return (uint64_t)(100 - left % 100);
	return (uint64_t)(1000 - (left - 1) % 1000);
}

uint64_t
clock_next_ms(const struct ui_model *m)
{
	const struct ui_clock *c = &m->state.clock;
	uint64_t next = UI_NEVER;

	if (!c->on || c->running[0] == '\0' || ui_model_page(m) != UI_PAGE_PLAY)
		return UI_NEVER;
	for (unsigned i = 0; i < c->n; i++) {
		const struct ui_clock_seat *s = &c->seat[i];
		uint64_t in = UI_NEVER;

		if (strcmp(c->running, s->seat) == 0)
			in = falls_in(left_now(m, s));
		else if (strcmp(c->gains, s->seat) == 0)
			in = rises_in(left_now(m, s));
		if (in != UI_NEVER && m->now_ms + in < next)
			next = m->now_ms + in;
	}
	return next;
}

static int
row_height(const struct metrics *g)
{
	return measure(g, ROW);
}

int
clock_height(const struct page_draw *d)
{
	int rows = (d->s->clock.n + 1) / 2, gap = measure(d->g, SPACE_TIGHT);

	return d->s->clock.on ? rows * (row_height(d->g) + gap) - gap : 0;
}

struct clock_look {
	uint8_t ground, ink;
};

static struct clock_look
look_of(const struct ui_clock *c, const struct ui_clock_seat *s)
{
	if (s->flag)
		return (struct clock_look){ PAL_WARN, PAL_TEXT_WARN };
	if (strcmp(c->running, s->seat) == 0)
		return (struct clock_look){ PAL_BUTTON_MAIN, PAL_TEXT_MAIN };
	return (struct clock_look){ PAL_CARD, PAL_TEXT };
}

static void
face_draw(const struct page_draw *d, struct rect cell, const struct ui_clock_seat *s)
{
	struct clock_look look = look_of(&d->s->clock, s);
	char king = s->seat[1] == 'q' ? 'Q' : 'K', text[16], *tenths;
	int in = measure(d->g, SPACE_TIGHT), sign_w = d->g->compact ? measure(d->g, ICON) : cell.h;
	int px = d->g->compact ? d->g->small_px : d->g->title_px, tenth_w = px * 5 / 4;
	struct rect sign = rect_of(cell.x, cell.y, sign_w, cell.h), digits;
	int side = sign_w - in;

	clock_text(left_now(d->m, s), text);
	draw_fill(d->l, (enum palette)look.ground, cell, d->g->radius);
	draw_fill(d->l, PAL_TRAY, sign, d->g->radius);
	draw_piece(d->l, rect_of(sign.x + in / 2, sign.y + (sign.h - side) / 2, side, side),
		   (struct ui_piece){ (char)(s->seat[0] == 'b' ? king | 0x20 : king), 0 }, 0);
	digits = rect_of(sign.x + sign_w, cell.y, cell.w - sign_w - in, cell.h);
	if (strchr(text, ':') == strrchr(text, ':')) /* hours use the place of the tenths */
		digits.w = (int16_t)(digits.w - tenth_w);
	tenths = strchr(text, '.');
	if (tenths != NULL) {
		draw_text(d->l, (enum palette)look.ink,
			  rect_of(digits.x + digits.w, cell.y, tenth_w, cell.h), px, DRAW_BOLD,
			  tenths);
		*tenths = '\0';
	}
	draw_text(d->l, (enum palette)look.ink, digits, px, DRAW_BOLD | DRAW_RIGHT, text);
}

void
clock_layout(const struct page_draw *d, struct rect box)
{
	const struct ui_clock *c = &d->s->clock;
	int gap = measure(d->g, SPACE_TIGHT), step = row_height(d->g) + gap;

	for (unsigned i = 0; i < c->n; i++) {
		struct rect row =
			rect_of(box.x, box.y + (int)(i / 2) * step, box.w, row_height(d->g));

		face_draw(d, rect_cell(row, 2, 1, d->g->gap, (int)i % 2), &c->seat[i]);
	}
}
