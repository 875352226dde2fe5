/*
 * A board's cost on its bus: the drivers with emulated chips, every byte
 * counted. Prints a table for each board, as in docs/bus-load.md. Nothing is
 * measured in time, so the figures are the same on any machine.
 *
 *   bus-load BOARD.ini …
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/bus/chipset.h"
#include "drivers/bus_mux.h"
#include "drivers/lamp.h"
#include "drivers/sensor.h"
#include "hw/board/board.h"
#include "hw/virtual/emul_any.h"
#include "tests/drivers/emul_bus.h"
#include "tests/bench/drivers/least.h"

enum { CHIPS_MAX = BOARD_SENSORS_MAX + BOARD_LEDS_MAX + 1 };

struct stand {
	struct board board;
	struct emul_bus bus;
	union emul_any model[CHIPS_MAX];
	struct bus_mux mux;
	struct bus_port port[EMUL_TCA9548A_PORTS];
	struct sensor_dev sensor[BOARD_SENSORS_MAX];
	struct lamp_dev lamp[BOARD_LEDS_MAX];
};

static struct stand stand;

static void
die(const char *what)
{
	fprintf(stderr, "bus-load: %s\n", what);
	exit(1);
}

static void
load(struct board *b, const char *path)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err;
	char told[512];

	if (board_load(path, limits, n, b, &err) < 0) {
		board_error_print(path, &err, told, sizeof(told));
		die(told);
	}
}

static struct emul *
add(struct stand *s, const char *part, uint8_t addr, const struct emul_tca9548a *mux, uint8_t port)
{
	struct emul *e = &s->model[s->bus.n].emul;

	emul_init(e, emul_kind(part), addr);
	emul_bus_add(&s->bus, e, mux, port);
	return e;
}

static void
add_sensors(struct stand *s)
{
	const struct emul_tca9548a *mux = NULL;

	for (unsigned i = 0; i < s->board.n_sensors; i++) {
		const struct board_sensor *b = &s->board.sensor[i];
		struct emul *e;

		if (b->mux && !mux) {
			mux = (struct emul_tca9548a *)add(s, "TCA9548A", b->mux, NULL, 0);
			bus_mux_init(&s->mux, &s->bus.bus, b->mux);
		}
		if (b->mux)
			bus_port_init(&s->port[b->port], &s->mux, b->port);
		e = add(s, b->part, b->addr, b->mux ? mux : NULL, b->port);
		for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++) {
			if (b->sq[c] == BOARD_NO_SQ)
				continue;
			if (e->ops->measures)
				e->ops->voltage(e, c, (uint16_t)(b->zero[c] << 8));
			else
				e->ops->contact(e, c, false);
		}
		chipset_sensor(&s->sensor[i], &s->board, i,
			       b->mux ? &s->port[b->port].bus : &s->bus.bus);
		if (sensor_init(&s->sensor[i]) < 0)
			die("a sensor chip does not start");
	}
}

static void
push(struct stand *s)
{
	for (unsigned i = 0; i < s->board.n_leds; i++)
		if (lamp_push(&s->lamp[i]) < 0)
			die("a lamp chip fails");
}

static void
add_lamps(struct stand *s)
{
	for (unsigned i = 0; i < s->board.n_leds; i++) {
		const struct board_led *b = &s->board.led[i];

		(void)add(s, b->part, b->addr, NULL, 0);
		chipset_lamp(&s->lamp[i], &s->board, i, &s->bus.bus);
		if (lamp_init(&s->lamp[i]) < 0)
			die("a lamp chip does not start");
	}
	push(s);
}

static void
light(struct stand *s, unsigned sq, const uint8_t rgb[3])
{
	for (unsigned i = 0; i < s->board.n_leds; i++)
		for (unsigned c = 0; c < (s->board.led[i].rgb ? 3u : 1u); c++)
			if (s->board.led[i].channel[sq][c] != BOARD_NO_CHANNEL)
				lamp_set(&s->lamp[i], s->board.led[i].channel[sq][c], rgb[c]);
}

/* ---- the table ---- */

static struct cost
spent(const struct stand *s)
{
	return (struct cost){
		.transactions = (unsigned)s->bus.transactions,
		.bytes = (unsigned)s->bus.bytes,
		.bits = (unsigned)s->bus.bits,
	};
}

/* `least` NULL: no comparison. */
static void
row(struct stand *s, const char *what, const struct cost *least)
{
	uint32_t hz = s->board.bus[0].speed_hz;
	struct cost c = spent(s);

	printf("| %s | %u | %u | %" PRIu64, what, c.transactions, c.bytes, cost_us(c.bits, hz));
	if (!least) {
		printf(" | – | – | – |\n");
	} else {
		printf(" | %u | %u | %" PRIu64 " |\n", least->transactions, least->bytes,
		       cost_us(least->bits, hz));
		if (c.bits < least->bits)
			die("less than the least: one of the two is counted wrongly");
	}
	emul_bus_reset_counts(&s->bus);
}

static void
scan(struct stand *s, unsigned i)
{
	struct sensor_scan told;

	if (sensor_read(&s->sensor[i], &told) < 0)
		die("a sensor chip fails");
}

static void
scan_all(struct stand *s)
{
	for (unsigned i = 0; i < s->board.n_sensors; i++)
		scan(s, i);
}

static struct cost
least_board(const struct board *b)
{
	struct cost sum = { 0 };

	for (unsigned i = 0; i < b->n_sensors; i++) {
		const struct board_sensor *c = &b->sensor[i];

		if (c->mux && (i == 0 || c->port != b->sensor[i - 1].port))
			cost_add(&sum, least_port());
		cost_add(&sum, least_scan(c->part));
	}
	return sum;
}

static void
sensor_rows(struct stand *s)
{
	const struct sensor_dev *d = &s->sensor[0];
	bool polled = s->board.sensor[0].interrupt == BOARD_NO_LINE;
	struct cost one = least_scan(d->chip->part), all = least_board(&s->board);
	char text[64];
	uint64_t bits;

	scan_all(s); /* the mux may select any port */
	emul_bus_reset_counts(&s->bus);
	if (!polled) {
		scan(s, 0);
		row(s, "a square changes, first chip of the line", &one);
		scan_all(s);
		row(s, "… last chip of the line; also the slow round's reading, every 2 s", &all);
	} else {
		scan_all(s);
		bits = s->bus.bits;
		snprintf(text, sizeof(text), "a scan, %u times a second",
			 1000000 / d->chip->scan_us);
		row(s, text, &all);
		printf("| … of the bus's time | | | %.1f %% | | | |\n",
		       (double)bits * 100 * (1e6 / d->chip->scan_us) / s->board.bus[0].speed_hz);
	}
	if (sensor_check(&s->sensor[0]) < 0)
		die("a sensor chip is not as it was set");
	if (s->bus.transactions > 0)
		row(s, "one chip's settings looked at, every 2 s", NULL);
}

/* Shows the wanted lamps, and prints the cost against the minimum. */
static void
lamp_row(struct stand *s, const char *what)
{
	const union emul_any *chip = &s->model[s->bus.n - s->board.n_leds];
	struct picture before[BOARD_LEDS_MAX], after;
	struct cost least = { 0 };

	for (unsigned i = 0; i < s->board.n_leds; i++)
		picture_take(&before[i], &chip[i]);
	push(s);
	for (unsigned i = 0; i < s->board.n_leds; i++) {
		picture_take(&after, &chip[i]);
		cost_add(&least, least_change(s->board.led[i].part, &before[i], &after));
	}
	/* The permitted cost of short writes, which let sensors be read in between. */
	if (spent(s).bits * 50 > least.bits * 51)
		die("lamps cost more than two hundredths above the least");
	row(s, what, &least);
}

static void
lamp_rows(struct stand *s)
{
	static const uint8_t dark[3], white[3] = { 255, 255, 255 }, blue[3] = { 0, 150, 255 };
	const uint8_t *there = s->board.led[0].rgb ? blue : white;
	unsigned files = s->board.files, squares = files * s->board.ranks;
	unsigned at = 3 * files + 3; /* d4 */

	light(s, 0, white);
	push(s);
	light(s, 0, dark);
	push(s);
	emul_bus_reset_counts(&s->bus);
	light(s, 0, white);
	lamp_row(s, "one lamp lights");
	light(s, 0, dark);
	lamp_row(s, "… and goes dark");
	/* A queen on d4 of the open board: her square and 27 more. */
	for (unsigned sq = 0; sq < squares; sq++) {
		int df = (int)(sq % files) - 3, dr = (int)(sq / files) - 3;

		if (sq % files < 8 && sq / files < 8 &&
		    (df == 0 || dr == 0 || df == dr || df == -dr))
			light(s, sq, sq == at ? white : there);
	}
	lamp_row(s, "a queen is lifted on an empty board: 28 lamps");
	for (unsigned sq = 0; sq < squares; sq++)
		light(s, sq, white);
	lamp_row(s, "every lamp white");
	for (unsigned sq = 0; sq < squares; sq++)
		light(s, sq, dark);
	lamp_row(s, "every lamp dark");
	if (lamp_check(&s->lamp[0]) < 0)
		die("a lamp chip is not as it was set");
	push(s);
	row(s, "first lamp chip looked at and sent anew, every 10 s", NULL);
}

static void
board_table(const char *path)
{
	memset(&stand, 0, sizeof(stand));
	emul_bus_init(&stand.bus);
	load(&stand.board, path);
	printf("### %s, %u kHz\n\n", stand.board.name, stand.board.bus[0].speed_hz / 1000);
	printf("| what | transactions | bytes on the wire | µs | least transactions | least "
	       "bytes | least µs |\n|---|---|---|---|---|---|---|\n");
	add_sensors(&stand);
	add_lamps(&stand);
	row(&stand, "everything is set up, from power-on to dark and lit", NULL);
	sensor_rows(&stand);
	lamp_rows(&stand);
	emul_bus_reset_counts(&stand.bus);
	if (emul_bus_violations(&stand.bus) > 0)
		die("a data sheet was violated");
	printf("\n");
}

int
main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		board_table(argv[i]);
	return 0;
}
