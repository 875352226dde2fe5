/* The bus from the board's side: which chip answers, durations and counters. */
#include <errno.h>

#include "hw/virtual/vboard_impl.h"

uint64_t
vboard_busy_us(const struct vboard *v, uint64_t bits)
{
	return (bits * 1000000 + v->speed_hz - 1) / v->speed_hz;
}

/* Returns the rest of a hang of the bus; a hang shorter than the time-out only delays. */
static uint64_t
hang_left(const struct vboard *v, uint64_t t_us)
{
	return t_us < v->hang_until_us ? v->hang_until_us - t_us : 0;
}

/* Returns the first chip at the address that is not behind a closed port of the mux, or NULL. */
static struct vboard_chip *
chip_reached(struct vboard *v, uint8_t addr)
{
	const union emul_any *mux = &v->model[v->board->n_sensors + v->board->n_leds];

	for (unsigned i = 0; i < v->n_chips; i++) {
		struct vboard_chip *c = &v->chip[i];

		if (c->emul->addr == addr &&
		    (c->port == VBOARD_NO_PORT || (mux->tca9548a.selected >> c->port & 1)))
			return c;
	}
	return NULL;
}

static bool
chip_answers(struct vboard_chip *c)
{
	if (!c || c->dead)
		return false;
	if (c->nak == 0)
		return true;
	c->nak--;
	return false;
}

struct vboard_xfer
vboard_xfer_begin(struct vboard *v, uint8_t addr, size_t wlen, size_t rlen, uint64_t t_us)
{
	struct vboard_xfer x = { .chip = chip_reached(v, addr) };
	uint64_t hang_us = hang_left(v, t_us);
	uint64_t bits;

	v->stats.transactions++;
	if (v->holder || hang_us >= VBOARD_TIMEOUT_US) {
		x.err = -ETIMEDOUT;
		x.wire_us = VBOARD_TIMEOUT_US;
		return x;
	}
	if (chip_answers(x.chip)) {
		bits = emul_bits(wlen, rlen);
		v->stats.bytes += wlen + rlen;
	} else {
		x.err = -ENXIO;
		bits = emul_bits(0, 0);
	}
	v->stats.bits += bits;
	x.wire_us = hang_us + vboard_busy_us(v, bits);
	return x;
}

void
vboard_xfer_end(struct vboard *v, const struct vboard_xfer *x, const uint8_t *w, size_t wlen,
		uint8_t *r, size_t rlen, uint64_t t_us)
{
	if (x->err)
		return;
	emul_exchange(x->chip->emul, w, wlen, r, rlen);
	vboard_lines_update(v, t_us);
}

struct vboard_stats
vboard_stats_take(struct vboard *v)
{
	struct vboard_stats s = v->stats;

	v->stats = (struct vboard_stats){ 0 };
	return s;
}

/* Faults of the bus and its chips. */

void
vboard_fault_nak(struct vboard_chip *c, uint32_t count)
{
	c->nak = count;
}

void
vboard_fault_dead(struct vboard *v, struct vboard_chip *c, uint64_t t_us)
{
	c->dead = true;
	c->emul->ops->reset(c->emul); /* a mux without power passes nothing */
	vboard_lines_update(v, t_us);
}

void
vboard_fault_hang(struct vboard *v, uint64_t us, uint64_t t_us)
{
	v->hang_until_us = t_us + us;
}

void
vboard_fault_hold(struct vboard *v, const struct vboard_chip *c)
{
	v->holder = c;
}

void
vboard_fault_bounce(struct vboard *v, uint64_t us)
{
	v->bounce_us = us;
}

void
vboard_fault_stuck(struct vboard *v, unsigned sq, int level, uint64_t t_us)
{
	v->square[sq].stuck = (int8_t)level;
	vboard_sense(v, sq, t_us);
}

void
vboard_fault_cut(struct vboard *v, unsigned sq, uint64_t t_us)
{
	v->square[sq].cut = true;
	vboard_sense(v, sq, t_us);
}

void
vboard_reset(struct vboard *v, struct vboard_chip *c, uint64_t t_us)
{
	if (!c || c == v->holder)
		v->holder = NULL;
	for (unsigned i = 0; i < v->n_chips; i++)
		if (!c || c == &v->chip[i])
			v->chip[i].emul->ops->reset(v->chip[i].emul);
	vboard_lines_update(v, t_us);
}

void
vboard_clear(struct vboard *v, uint64_t t_us)
{
	unsigned squares = (unsigned)v->board->files * v->board->ranks;

	v->bounce_us = 0;
	v->hang_until_us = 0;
	v->holder = NULL;
	for (unsigned i = 0; i < v->n_chips; i++) {
		v->chip[i].nak = 0;
		if (v->chip[i].dead)
			v->chip[i].emul->ops->reset(v->chip[i].emul);
		v->chip[i].dead = false;
	}
	for (unsigned sq = 0; sq < squares; sq++) {
		v->square[sq].stuck = -1;
		v->square[sq].cut = false;
		vboard_fault_noise(v, sq, 0, t_us);
	}
	vboard_lines_update(v, t_us);
}
