/* `halo board check` on chips: tries lamps and sensors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli_stand.h"

enum {
	COLOUR_MS = 60, /* per colour of each lamp on the walk */
	SCAN_MS = 10,
};

const char *
cli_stand_health(int err)
{
	switch (-err) {
	case 0:
		return "answers";
	case ENXIO:
		return "does not answer: is it powered, and is this its address?";
	case ETIMEDOUT:
		return "holds the bus: is a wire shorted, or a pull-up missing?";
	case EHOSTUNREACH:
		return "is unreachable: the mux in front of it does not answer";
	case EBUSY:
		return "is used by a driver of the kernel, which has to be unloaded";
	case EOPNOTSUPP:
		return "cannot be driven: its adapter supports only SMBus transfers";
	case ENODEV:
		return "is unreachable: the bus is gone";
	default:
		return "answers wrongly: is the bus too fast or its wire too long?";
	}
}

/* Shows one lamp's colour for a while; returns false if its chip fails. */
static bool
flash(struct lamp_dev *d, unsigned channel)
{
	bool ok;

	lamp_set(d, channel, 255);
	ok = lamp_push(d) == 0;
	(void)cli_stdin_waits(ok ? COLOUR_MS : 0);
	lamp_set(d, channel, 0);
	return ok && lamp_push(d) == 0;
}

int
cli_stand_lamps(struct cli_stand *s)
{
	const struct board *b = &s->board;
	char name[4];

	for (unsigned i = 0; i < b->n_leds; i++)
		if (lamp_init(&s->lamp[i]) < 0 || lamp_push(&s->lamp[i]) < 0)
			return cli_refused("lamp chip %u does not answer", i);
	printf("every lamp in turn%s: does a square stay dark, or light another? Enter speeds up\n",
	       b->n_leds && b->led[0].rgb ? ", red, green, blue" : "");
	for (unsigned sq = 0; sq < (unsigned)b->files * b->ranks; sq++) {
		board_square_name(b, sq, name);
		printf("%s%s", name, (sq + 1) % b->files ? " " : "\n");
		for (unsigned i = 0; i < b->n_leds; i++)
			for (unsigned c = 0; c < (b->led[i].rgb ? 3u : 1u); c++)
				if (b->led[i].channel[sq][c] != BOARD_NO_CHANNEL &&
				    !flash(&s->lamp[i], b->led[i].channel[sq][c]))
					return cli_refused("lamp chip %u fails at %s", i, name);
	}
	return CLI_OK;
}

/* ---- sensors ---- */

static void
print_channel(const struct board *b, unsigned i, unsigned c, const struct sensor_scan *scan)
{
	char name[4], pin[SENSOR_PIN_TEXT];
	bool measures = sensor_chip_find(b->sensor[i].part)->measures;

	board_square_name(b, b->sensor[i].sq[c], name);
	sensor_chip_find(b->sensor[i].part)->pin(c, pin);
	printf("%s %s", name, sensor_bits_has(scan->closed, c) ? "occupied" : "empty");
	if (measures && scan->field[c].pole)
		printf(" %s", scan->field[c].pole > 0 ? "white" : "black");
	if (measures && scan->field[c].level_min)
		printf(" level %u-%u", scan->field[c].level_min, scan->field[c].level_max);
	if (measures)
		printf(" code %u%s", scan->code[c],
		       sensor_bits_has(scan->broken, c) ? " (no sensor gives that)" : "");
	printf(" (0x%02x %s)\n", b->sensor[i].addr, pin);
}

static bool
differs(const struct sensor_scan *a, const struct sensor_scan *b, unsigned c)
{
	if (sensor_bits_has(a->closed, c) != sensor_bits_has(b->closed, c))
		return true;
	return c < SENSOR_FIELDS_MAX &&
	       (memcmp(&a->field[c], &b->field[c], sizeof(a->field[c])) != 0 ||
		sensor_bits_has(a->broken, c) != sensor_bits_has(b->broken, c));
}

static int
print_changes(struct cli_stand *s, unsigned i, struct sensor_scan *last)
{
	struct sensor_dev *d = &s->sensor[i];
	struct sensor_scan now = { 0 };
	int r = d->ready ? 0 : sensor_init(d);

	if (r == 0)
		r = sensor_read(d, &now);
	if (r < 0)
		return r;
	for (unsigned c = 0; c < d->chip->channels; c++)
		if (sensor_bits_has(d->used, c) && differs(last, &now, c))
			print_channel(&s->board, i, c, &now);
	*last = now;
	return 0;
}

int
cli_stand_sensors(struct cli_stand *s)
{
	struct sensor_scan last[BOARD_SENSORS_MAX] = { 0 };
	char name[CLI_TEXT];

	printf("readings of the squares; press Enter to stop\n");
	do
		for (unsigned i = 0; i < s->board.n_sensors; i++) {
			int r = print_changes(s, i, &last[i]);

			if (r == 0)
				continue;
			cli_stand_sensor_name(&s->board, i, name);
			return cli_refused("%s %s", name, cli_stand_health(r));
		}
	while (cli_stdin_waits(SCAN_MS) < 0);
	cli_stdin_line();
	return CLI_OK;
}
