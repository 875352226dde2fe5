#include "daemon/bus/busio_impl.h"

#include <errno.h>

void
busio_lamps_setup(struct busio *b)
{
	const struct board *bd = b->c.board;

	for (unsigned i = 0; i < bd->n_leds; i++) {
		if (bd->led[i].bus != b->c.bus)
			continue;
		b->lamp[b->n_lamps] = (struct busio_lamp){ .index = (uint8_t)i };
		chipset_lamp(&b->lamp[b->n_lamps].dev, bd, i, b->bus);
		b->n_lamps++;
	}
}

static void
report_lamp(struct busio *b, struct busio_lamp *l, int err)
{
	busio_report_health(b, BUSIO_LED, l->index, err, &l->err_reported);
}

/*
 * Handles a failure: retries if `again`, and reports only the last failure. A chip that accepts
 * its settings but no complete picture counts as silent too.
 */
static void
lamp_failed(struct busio *b, struct busio_lamp *l, int r, bool again)
{
	if (busio_check_fault(b, r))
		return;
	l->lost = again && !l->dead && ++l->tries < BUSIO_TRIES;
	if (l->lost)
		return;
	l->tries = 0;
	l->next_us = busio_now(b) + BUSIO_RETRY_US;
	l->dead = true;
	if (l->err_reported == 0 || l->err_reported == -ESTALE)
		report_lamp(b, l, r);
}

static void
init_lamp(struct busio *b, struct busio_lamp *l)
{
	int r = lamp_init(&l->dev);

	if (r < 0) {
		lamp_failed(b, l, r, r != -ETIMEDOUT);
		return;
	}
	(void)busio_check_fault(b, 0);
	l->dead = l->lost = false;
	l->good = 0;
	l->pending = true;
	l->check_us = busio_now(b) + BUSIO_LAMP_CHECK_US;
}

void
busio_lamps_init(struct busio *b)
{
	for (unsigned i = 0; i < b->n_lamps && b->open; i++) {
		b->lamp[i].tries = 0;
		do {
			busio_alive(b);
			init_lamp(b, &b->lamp[i]);
		} while (b->lamp[i].lost && b->open);
	}
}

void
busio_lamps_set(struct busio *b, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	const struct board *bd = b->c.board;
	unsigned squares = (unsigned)bd->files * bd->ranks;

	for (unsigned i = 0; i < b->n_lamps; i++) {
		struct busio_lamp *l = &b->lamp[i];
		const struct board_led *led = &bd->led[l->index];

		for (unsigned sq = 0; sq < squares; sq++)
			for (unsigned c = 0; c < (led->rgb ? 3u : 1u); c++)
				if (led->channel[sq][c] != BOARD_NO_CHANNEL)
					lamp_set(&l->dev, led->channel[sq][c], rgb[sq][c]);
		l->pending = true;
	}
}

/* Checks whether the chip still holds its settings. */
static void
check_lamp(struct busio *b, struct busio_lamp *l)
{
	int r = lamp_check(&l->dev);

	l->check_us = busio_now(b) + BUSIO_LAMP_CHECK_US;
	/*
	 * Reports a reset: a supply that fails now and then would otherwise go unnoticed,
	 * because the lamps are restored.
	 */
	if (r == -ESTALE)
		report_lamp(b, l, r);
	l->lost = r < 0;
	l->pending = true; /* everything is sent again */
}

/*
 * Writes the next part of a picture. An error leaves the chip's memory unknown; a chip works
 * once it accepts pictures.
 */
static void
step_lamp(struct busio *b, struct busio_lamp *l)
{
	int r = lamp_step(&l->dev);

	l->pending = r > 0;
	l->good++;
	if (r < 0) {
		lamp_failed(b, l, r, true);
	} else if (r == 0 || l->good == BUSIO_LAMP_GOOD) {
		l->tries = 0;
		report_lamp(b, l, 0);
	}
}

/* A chip with pending steps is checked after the last of them. */
static uint64_t
lamp_deadline(const struct busio_lamp *l)
{
	if (l->dead)
		return l->next_us;
	return l->lost || l->pending ? 0 : l->check_us;
}

/* Performs the lamp chip's next operation, which occupies the bus for one write at most. */
static void
lamp_turn(struct busio *b, struct busio_lamp *l)
{
	busio_alive(b);
	if (l->dead || l->lost)
		init_lamp(b, l);
	else if (l->pending)
		step_lamp(b, l);
	else
		check_lamp(b, l);
}

bool
busio_lamps_step(struct busio *b)
{
	uint64_t now_us = busio_now(b);
	bool more = false, stepped = false;

	for (unsigned i = 0; i < b->n_lamps && b->open; i++) {
		struct busio_lamp *l = &b->lamp[i];

		if (!stepped && lamp_deadline(l) <= now_us) {
			lamp_turn(b, l);
			stepped = true;
		}
		more |= lamp_deadline(l) <= now_us;
	}
	return more && b->open;
}

uint64_t
busio_lamps_deadline(const struct busio *b)
{
	uint64_t d = BUSIO_NEVER;

	for (unsigned i = 0; i < b->n_lamps; i++) {
		uint64_t t = lamp_deadline(&b->lamp[i]);

		d = t < d ? t : d;
	}
	return d;
}

void
busio_lamps_off(struct busio *b)
{
	for (unsigned i = 0; i < b->n_lamps && b->open; i++) {
		busio_alive(b);
		if (lamp_off(&b->lamp[i].dev) == -ENODEV)
			return;
	}
}
