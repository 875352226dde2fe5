/* Clocks as text: controls and states. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/clock.h"
#include "hw/text/text.h"

static const struct {
	const char *name;
	bool bonus; /* its controls have a bonus */
	bool moves; /* … count moves */
} modes[] = {
	[CLOCK_NONE] = { "none", false, false },
	[CLOCK_SUDDEN] = { "sudden", false, false },
	[CLOCK_FISCHER] = { "fischer", true, false },
	[CLOCK_BRONSTEIN] = { "bronstein", true, false },
	[CLOCK_HOURGLASS] = { "hourglass", false, false },
	[CLOCK_MOVES] = { "moves", false, true },
};

enum { MODES = sizeof(modes) / sizeof(modes[0]) };

/* One year: sums of such times stay far below 2^64. */
#define LEFT_MAX_US UINT64_C(31536000000000)

const char *
clock_mode_name(unsigned mode)
{
	return modes[mode % MODES].name;
}

/* ---- reading ---- */

struct clock_text {
	const char *at;
	char *why;
};

#define fail(t, ...) (text_print((t)->why, CLOCK_WHY, __VA_ARGS__), -1)

static int
number(struct clock_text *t, const char *what, uint32_t min, uint32_t max, uint32_t *out)
{
	size_t n = strspn(t->at, "0123456789");
	unsigned long v = n > 0 && n < 7 ? strtoul(t->at, NULL, 10) : max + 1ul;

	if (v < min || v > max)
		return fail(t, "%s from %u to %u are expected, not \"%.12s\"", what, min, max,
			    t->at);
	t->at += n;
	*out = (uint32_t)v;
	return 0;
}

static bool
take(struct clock_text *t, char c)
{
	if (*t->at != c)
		return false;
	t->at++;
	return true;
}

/* "40/7200+30", "1800" */
static int
parse_period(struct clock_text *t, unsigned mode, struct clock_period *p)
{
	uint32_t moves = 0;

	if (modes[mode].moves && t->at[strspn(t->at, "0123456789")] == '/') {
		if (number(t, "moves", 1, CLOCK_MOVES_MAX, &moves) < 0)
			return -1;
		p->moves = (uint16_t)moves;
		t->at++;
	}
	if (number(t, "seconds", 1, CLOCK_S_MAX, &p->base_s) < 0)
		return -1;
	if (take(t, '+')) {
		if (!modes[mode].bonus && !modes[mode].moves)
			return fail(t, "%s gives nothing for a move: no +", modes[mode].name);
		return number(t, "seconds behind +", 0, CLOCK_BONUS_S_MAX, &p->bonus_s);
	}
	return modes[mode].bonus ? fail(t, "%s needs +SECONDS, as in %s:300+3", modes[mode].name,
					modes[mode].name)
				 : 0;
}

static int
parse_control(struct clock_text *t, unsigned mode, struct clock_control *k)
{
	do {
		if (k->n == CLOCK_PERIODS_MAX)
			return fail(t, "at most %d periods", CLOCK_PERIODS_MAX);
		/* A period without a count of moves must be the last. */
		if (k->n > 0 && (!modes[mode].moves || !k->period[k->n - 1].moves))
			return fail(t, "nothing can follow a period that has no number of moves");
		if (parse_period(t, mode, &k->period[k->n]) < 0)
			return -1;
		k->n++;
	} while (take(t, ':'));
	return 0;
}

static int
parse_mode(struct clock_text *t, uint8_t *mode)
{
	size_t n = strcspn(t->at, ":, ");

	for (unsigned i = 0; i < MODES; i++)
		if (strlen(modes[i].name) == n && strncmp(t->at, modes[i].name, n) == 0) {
			*mode = (uint8_t)i;
			t->at += n;
			return 0;
		}
	return fail(t, "\"%.12s\" is none of none sudden fischer bronstein hourglass moves", t->at);
}

static int
parse_spec(struct clock_text *t, struct clock_spec *s)
{
	if (parse_mode(t, &s->mode) < 0)
		return -1;
	if (s->mode == CLOCK_NONE)
		return 0;
	if (!take(t, ':'))
		return fail(t, "%s needs a time, as in %s:300%s", modes[s->mode].name,
			    modes[s->mode].name, modes[s->mode].bonus ? "+3" : "");
	do {
		if (s->n == RULES_SEATS_MAX)
			return fail(t, "at most %d seats", RULES_SEATS_MAX);
		if (parse_control(t, s->mode, &s->control[s->n]) < 0)
			return -1;
		s->n++;
	} while (take(t, ','));
	/* With three controls, one of four seats would have none. */
	return s->n == 3 ? fail(t, "one control, two or four are expected") : 0;
}

int
clock_spec_parse(const char *text, struct clock_spec *out, char why[CLOCK_WHY])
{
	struct clock_text t = { .at = text, .why = why };
	struct clock_spec s;

	memset(&s, 0, sizeof(s));
	if (parse_spec(&t, &s) < 0)
		return -1;
	if (*t.at)
		return fail(&t, "\"%.12s\" is not understood", t.at);
	*out = s;
	return 0;
}

/* ---- printing ---- */

struct clock_out {
	char *text;
	size_t size, len;
};

static void __attribute__((format(printf, 2, 3))) append(struct clock_out *o, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(o->text + o->len, o->size - o->len, fmt, ap);
	va_end(ap);
	if (n > 0)
		o->len += (size_t)n < o->size - o->len ? (size_t)n : o->size - o->len - 1;
}

static void
print_control(struct clock_out *o, unsigned mode, const struct clock_control *k)
{
	for (unsigned i = 0; i < k->n; i++) {
		const struct clock_period *p = &k->period[i];

		append(o, i ? ":" : "");
		if (p->moves)
			append(o, "%u/", p->moves);
		append(o, "%u", p->base_s);
		if (modes[mode].bonus || p->bonus_s)
			append(o, "+%u", p->bonus_s);
	}
}

void
clock_spec_print(const struct clock_spec *spec, char out[CLOCK_SPEC_TEXT])
{
	struct clock_out o = { .text = out, .size = CLOCK_SPEC_TEXT };

	append(&o, "%s", clock_mode_name(spec->mode));
	for (unsigned i = 0; i < spec->n; i++) {
		append(&o, i ? "," : ":");
		print_control(&o, spec->mode, &spec->control[i]);
	}
}

/* ---- state ---- */

void
clock_print(const struct clock *c, uint64_t now_us, char out[CLOCK_TEXT])
{
	struct clock_out o = { .text = out, .size = CLOCK_TEXT };
	const struct clock_stand *n = &c->now;

	clock_spec_print(&c->spec, out);
	o.len = strlen(out);
	if (!n->started)
		return;
	append(&o, " %u %u", n->running, n->first_flag);
	for (unsigned s = 0; s < c->n_seats; s++)
		append(&o, " %llu/%u/%d", (unsigned long long)clock_left_us(c, s, now_us),
		       n->seat[s].moves, n->seat[s].flag);
}

static bool
seat_or_none(const struct clock *c, unsigned seat)
{
	return seat < c->n_seats || seat == SEAT_NONE;
}

static int
parse_stand(struct clock *c, const char *text)
{
	struct clock_stand *n = &c->now;
	unsigned running, fell, moves, flag;
	unsigned long long left;
	int len;

	if (sscanf(text, " %u %u%n", &running, &fell, &len) != 2 || !seat_or_none(c, running) ||
	    !seat_or_none(c, fell))
		return -1;
	n->started = true;
	n->running = (uint8_t)running;
	n->first_flag = (uint8_t)fell;
	for (unsigned s = 0; s < c->n_seats; s++) {
		text += len;
		if (sscanf(text, " %llu/%u/%u%n", &left, &moves, &flag, &len) != 3 || flag > 1 ||
		    left > LEFT_MAX_US)
			return -1;
		n->seat[s] =
			(struct clock_seat){ .left_us = left, .moves = moves, .flag = flag == 1 };
	}
	return text[len] == '\0' ? 0 : -1;
}

int
clock_parse(struct clock *c, const char *text, unsigned n_seats)
{
	char spec_text[CLOCK_SPEC_TEXT], why[CLOCK_WHY];
	size_t n = strcspn(text, " ");
	struct clock_spec spec;
	struct clock fresh;

	if (n >= sizeof(spec_text))
		return -1;
	memcpy(spec_text, text, n);
	spec_text[n] = '\0';
	if (clock_spec_parse(spec_text, &spec, why) < 0)
		return -1;
	clock_init(&fresh, &spec, n_seats);
	if (text[n] && parse_stand(&fresh, text + n) < 0)
		return -1;
	if (fresh.now.started && fresh.now.running != SEAT_NONE)
		fresh.pause = CLOCK_RESTART;
	*c = fresh;
	return 0;
}
