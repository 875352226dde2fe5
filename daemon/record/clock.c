#include "daemon/record/clock.h"

#include <assert.h>
#include <string.h>

#define US(s) ((uint64_t)(s)*1000000)

const struct clock_control *
clock_control(const struct clock_spec *spec, unsigned n_seats, unsigned seat)
{
	/* With two controls for four seats, each control is for a colour. */
	unsigned i = spec->n == 0 ? 0 : seat % spec->n;

	assert(seat < n_seats);
	return &spec->control[i];
}

static const struct clock_control *
control_of(const struct clock *c, unsigned seat)
{
	return clock_control(&c->spec, c->n_seats, seat);
}

void
clock_init(struct clock *c, const struct clock_spec *spec, unsigned n_seats)
{
	const struct clock_spec agreed = *spec; /* spec may be the clock's own */

	memset(c, 0, sizeof(*c));
	c->spec = agreed;
	c->n_seats = (uint8_t)n_seats;
	c->now.running = c->now.first_flag = SEAT_NONE;
	for (unsigned s = 0; agreed.mode != CLOCK_NONE && s < n_seats; s++)
		c->now.seat[s].left_us = US(control_of(c, s)->period[0].base_s);
}

/* ---- periods ---- */

/* Returns the period that applies after `moves` moves; *into: the moves made in that period. */
static unsigned
period_of(const struct clock_control *k, uint32_t moves, uint32_t *into)
{
	unsigned i = 0;

	while (i + 1 < k->n && k->period[i].moves && moves >= k->period[i].moves)
		moves -= k->period[i++].moves;
	*into = moves;
	return i;
}

unsigned
clock_period(const struct clock *c, unsigned seat)
{
	uint32_t into;

	return period_of(control_of(c, seat), c->now.seat[seat].moves, &into);
}

unsigned
clock_moves_left(const struct clock *c, unsigned seat)
{
	const struct clock_control *k = control_of(c, seat);
	uint32_t into;
	unsigned i = period_of(k, c->now.seat[seat].moves, &into), all;

	if (c->spec.mode != CLOCK_MOVES || !k->period[i].moves)
		return 0;
	all = k->period[i].moves;
	/* The last period repeats after all its moves are made. */
	return all - into % all;
}

/*
 * Returns the time added by the move that made the count `moves`: the period's bonus, and, if the
 * move was the period's last, the next period's time. The last period repeats.
 */
static uint64_t
time_added(const struct clock *c, unsigned seat, uint32_t moves)
{
	const struct clock_control *k = control_of(c, seat);
	uint32_t into;
	unsigned i;

	if (c->spec.mode == CLOCK_FISCHER)
		return US(k->period[0].bonus_s);
	if (c->spec.mode != CLOCK_MOVES || moves == 0)
		return 0;
	i = period_of(k, moves - 1, &into);
	if (!k->period[i].moves || (into + 1) % k->period[i].moves != 0)
		return US(k->period[i].bonus_s);
	return US(k->period[i].bonus_s) + US(k->period[i + 1 < k->n ? i + 1 : i].base_s);
}

/* ---- time used ---- */

bool
clock_runs(const struct clock *c)
{
	return c->now.started && c->now.running != SEAT_NONE && c->pause == CLOCK_RUNS;
}

unsigned
clock_gains(const struct clock *c)
{
	if (c->spec.mode != CLOCK_HOURGLASS || c->now.running == SEAT_NONE)
		return SEAT_NONE;
	return (c->now.running + 1u) % c->n_seats;
}

static uint64_t
since(const struct clock *c, uint64_t now_us)
{
	return clock_runs(c) && now_us > c->now.since_us ? now_us - c->now.since_us : 0;
}

/* Returns how much of its time the running seat has used. */
static uint64_t
used(const struct clock *c, uint64_t now_us)
{
	uint64_t t = since(c, now_us);

	return c->now.running == SEAT_NONE || t < c->now.seat[c->now.running].left_us
		       ? t
		       : c->now.seat[c->now.running].left_us;
}

uint64_t
clock_left_us(const struct clock *c, unsigned seat, uint64_t now_us)
{
	uint64_t left = c->now.seat[seat].left_us;

	if (seat == c->now.running)
		return left - used(c, now_us);
	return seat == clock_gains(c) && !c->now.seat[seat].flag ? left + used(c, now_us) : left;
}

/* Subtracts the time used until now. */
static void
settle(struct clock *c, uint64_t now_us)
{
	struct clock_stand *n = &c->now;
	unsigned gains = clock_gains(c);

	if (!clock_runs(c) || now_us <= n->since_us)
		return;
	if (gains != SEAT_NONE)
		n->seat[gains].left_us = clock_left_us(c, gains, now_us);
	n->used_us += now_us - n->since_us;
	n->seat[n->running].left_us = clock_left_us(c, n->running, now_us);
	n->since_us = now_us;
}

uint64_t
clock_deadline(const struct clock *c)
{
	const struct clock_seat *s;

	if (!clock_runs(c))
		return UINT64_MAX;
	s = &c->now.seat[c->now.running];
	return s->flag ? UINT64_MAX : c->now.since_us + s->left_us;
}

unsigned
clock_fall(struct clock *c, uint64_t now_us)
{
	unsigned seat = c->now.running;

	if (clock_deadline(c) > now_us)
		return SEAT_NONE;
	settle(c, now_us);
	c->now.seat[seat].flag = true;
	if (c->now.first_flag == SEAT_NONE)
		c->now.first_flag = (uint8_t)seat;
	return seat;
}

/* ---- presses ---- */

static void
run(struct clock *c, unsigned seat, uint64_t at_us)
{
	c->now.running = (uint8_t)seat;
	if (at_us > c->now.since_us)
		c->now.since_us = at_us;
	c->now.used_us = 0;
}

static void
give(struct clock *c, unsigned seat)
{
	struct clock_seat *s = &c->now.seat[seat];
	uint64_t most = US(control_of(c, seat)->period[0].bonus_s);

	if (s->flag)
		return;
	s->left_us += time_added(c, seat, s->moves);
	if (c->spec.mode == CLOCK_BRONSTEIN)
		s->left_us += c->now.used_us < most ? c->now.used_us : most;
}

uint64_t
clock_press(struct clock *c, unsigned seat, unsigned next, uint64_t at_us)
{
	assert(seat < c->n_seats);
	if (c->spec.mode == CLOCK_NONE)
		return CLOCK_NO_TIME;
	clock_resume(c, at_us);
	c->before = c->now;
	c->amendable = true;
	settle(c, at_us);
	(void)clock_fall(c, at_us);
	if (!c->now.started) {
		c->now.started = true;
		c->now.since_us = at_us;
	}
	c->now.seat[seat].moves++;
	give(c, seat);
	run(c, next, at_us);
	return c->now.seat[seat].left_us;
}

static uint32_t
presses(const struct clock *c)
{
	uint32_t n = 0;

	for (unsigned s = 0; s < c->n_seats; s++)
		n += c->now.seat[s].moves;
	return n;
}

void
clock_back(struct clock *c, unsigned seat, uint64_t at_us)
{
	struct clock_seat *s = &c->now.seat[seat];
	uint64_t g;

	if (c->spec.mode == CLOCK_NONE || s->moves == 0)
		return;
	settle(c, at_us);
	c->amendable = false;
	g = time_added(c, seat, s->moves);
	s->moves--;
	if (presses(c) == 0) {
		clock_init(c, &c->spec, c->n_seats);
		return;
	}
	s->left_us -= s->left_us < g ? s->left_us : g;
	run(c, seat, at_us);
}

bool
clock_amend(struct clock *c)
{
	if (!c->amendable)
		return false;
	c->now = c->before;
	c->amendable = false;
	return true;
}

void
clock_stop(struct clock *c, uint64_t at_us)
{
	settle(c, at_us);
	c->now.running = SEAT_NONE;
}

void
clock_restart(struct clock *c, unsigned seat, uint64_t at_us)
{
	if (c->now.started && c->now.running == SEAT_NONE)
		run(c, seat, at_us);
}

void
clock_pause(struct clock *c, enum clock_pause why, uint64_t at_us)
{
	if (!clock_runs(c))
		return;
	settle(c, at_us);
	c->pause = (uint8_t)why;
	/*
	 * An amendment comes soon after its press. After a pause it would charge the pause as
	 * time used.
	 */
	c->amendable = false;
}

void
clock_resume(struct clock *c, uint64_t at_us)
{
	if (c->pause == CLOCK_RUNS)
		return;
	c->pause = CLOCK_RUNS;
	if (at_us > c->now.since_us)
		c->now.since_us = at_us;
}
