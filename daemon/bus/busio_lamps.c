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
lamp_told(struct busio *b, const struct busio_lamp *l, int err)
{
	busio_tell(b, &(struct busio_msg){ .kind = BUSIO_LED,
					   .index = l->index,
					   .err = err,
					   .t_us = busio_now(b) });
}

static void
lamp_result(struct busio *b, struct busio_lamp *l, int r)
{
	if (busio_heard(b, r))
		return;
	if (r < 0)
		l->next_us = busio_now(b) + BUSIO_RETRY_US;
	if (l->dead == (r < 0))
		return;
	l->dead = r < 0;
	lamp_told(b, l, r < 0 ? r : 0);
}

static void
init_lamp(struct busio *b, struct busio_lamp *l)
{
	int r = -ENXIO;

	for (unsigned i = 0; i < BUSIO_TRIES && r < 0 && r != -ENODEV && r != -ETIMEDOUT; i++) {
		r = lamp_init(&l->dev);
		if (l->dead)
			break;
	}
	l->pending = r == 0;
	l->check_us = busio_now(b) + BUSIO_LAMP_CHECK_US;
	lamp_result(b, l, r);
}

void
busio_lamps_init(struct busio *b)
{
	for (unsigned i = 0; i < b->n_lamps && b->open; i++) {
		busio_alive(b);
		init_lamp(b, &b->lamp[i]);
	}
}

void
busio_lamps_want(struct busio *b, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	const struct board *bd = b->c.board;
	unsigned squares = (unsigned)bd->files * bd->ranks;

	for (unsigned i = 0; i < b->n_lamps; i++) {
		struct busio_lamp *l = &b->lamp[i];
		const struct board_led *led = &bd->led[l->index];

		for (unsigned sq = 0; sq < squares; sq++)
			for (unsigned c = 0; c < (led->rgb ? 3u : 1u); c++)
				if (led->channel[sq][c] != BOARD_NO_CHANNEL)
					lamp_want(&l->dev, led->channel[sq][c], rgb[sq][c]);
		l->pending = true;
	}
}

/* Does the chip still hold its settings? */
static void
check_lamp(struct busio *b, struct busio_lamp *l)
{
	int r;

	if (busio_now(b) < l->check_us)
		return;
	l->check_us = busio_now(b) + BUSIO_LAMP_CHECK_US;
	r = lamp_check(&l->dev);
	if (r == 0) {
		l->pending = true; /* all is sent once more */
		return;
	}
	/* Its supply fails now and then: nobody could know it from lamps that are right again. */
	if (r == -ESTALE)
		lamp_told(b, l, r);
	init_lamp(b, l);
	if (r == -ESTALE && !l->dead && b->open)
		lamp_told(b, l, 0);
}

/* An error leaves the chip's memory unknown: it is set up anew at once, and only then missed. */
static void
step_lamp(struct busio *b, struct busio_lamp *l)
{
	int r = lamp_step(&l->dev);

	l->pending = r > 0;
	if (r == -ENODEV)
		lamp_result(b, l, r);
	else if (r < 0)
		init_lamp(b, l);
	else if (r == 0)
		check_lamp(b, l);
}

bool
busio_lamps_step(struct busio *b)
{
	bool more = false, stepped = false;

	for (unsigned i = 0; i < b->n_lamps && b->open; i++) {
		struct busio_lamp *l = &b->lamp[i];

		if (!l->pending || l->dead)
			continue;
		if (!stepped)
			step_lamp(b, l);
		stepped = true;
		more |= l->pending && !l->dead;
	}
	return more;
}

/* A chip with steps left is asked behind the last of them. */
static uint64_t
lamp_deadline(const struct busio_lamp *l)
{
	if (l->dead)
		return l->next_us;
	return l->pending ? BUSIO_NEVER : l->check_us;
}

void
busio_lamps_due(struct busio *b, uint64_t now_us)
{
	for (unsigned i = 0; i < b->n_lamps && b->open; i++) {
		struct busio_lamp *l = &b->lamp[i];

		if (lamp_deadline(l) > now_us)
			continue;
		busio_alive(b);
		if (l->dead)
			init_lamp(b, l);
		else
			check_lamp(b, l);
	}
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
