/* `halo board check`: prints a description in words that a builder can check at the table. */
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli_stand.h"

static void
print_squares(const struct board *b, const struct board_sensor *s)
{
	char first[4] = "-", last[4] = "-";
	unsigned n = 0;

	for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++) {
		if (s->sq[c] == BOARD_NO_SQ)
			continue;
		board_square_name(b, s->sq[c], n++ ? last : first);
	}
	if (n > 1)
		printf("%u squares, %s to %s", n, first, last);
	else
		printf("%u square, %s", n, first);
}

static void
print_sensor(const struct board *b, unsigned i)
{
	const struct board_sensor *s = &b->sensor[i];
	const struct sensor_chip *chip = sensor_chip_find(s->part);
	char where[16] = "";

	if (s->mux != BOARD_NO_MUX)
		(void)snprintf(where, sizeof(where), " port %u", s->port);
	printf("  0x%02x%-7s  sensors %-2u  %-16s ", s->addr, where, i, chip->part);
	print_squares(b, s);
	if (board_line_name(b, s->interrupt))
		printf("; interrupts on %s\n", board_line_name(b, s->interrupt));
	else if (s->interrupt != BOARD_NO_LINE)
		printf("; interrupts on line %d\n", s->interrupt);
	else if (chip->interrupts)
		printf("; no interrupt line, read %u times a second\n", 1000000 / chip->scan_us);
	else
		printf("; read %u times a second\n", 1000000 / chip->scan_us);
}

static unsigned
count_lamps(const struct board *b, unsigned i)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < (unsigned)b->files * b->ranks; sq++)
		n += b->led[i].channel[sq][0] != BOARD_NO_CHANNEL;
	return n;
}

/* Prints each port of the mux once. */
static void
print_mux(const struct board *b, unsigned bus)
{
	unsigned ports = 0, mux = 0;

	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].bus == bus && b->sensor[i].mux != BOARD_NO_MUX) {
			mux = b->sensor[i].mux;
			ports |= 1u << b->sensor[i].port;
		}
	if (!mux)
		return;
	printf("  0x%02x         mux         %-16s ports", mux, "TCA9548A");
	for (unsigned p = 0; p < CLI_PORTS; p++)
		if (ports >> p & 1)
			printf(" %u", p);
	printf("\n");
}

static void
print_bus(const struct board *b, unsigned bus)
{
	printf("bus %u, %s at %u kHz\n", bus, b->bus[bus].device, b->bus[bus].speed_hz / 1000);
	print_mux(b, bus);
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].bus == bus)
			print_sensor(b, i);
	for (unsigned i = 0; i < b->n_leds; i++)
		if (b->led[i].bus == bus)
			printf("  0x%02x         lamps %-2u    %-16s %u %s lamps\n", b->led[i].addr,
			       i, lamp_chip_find(b->led[i].part)->part, count_lamps(b, i),
			       b->led[i].rgb ? "RGB" : "single-colour");
}

static void
print_line(const struct board *b, int line)
{
	const char *name = board_line_name(b, line);

	if (name)
		printf("  %s", name);
	else
		printf("  %-3d", line);
}

static void
print_lines(const struct board *b)
{
	if (b->n_buttons == 0 && !*b->gpio)
		return;
	printf("lines of %s\n", *b->gpio ? b->gpio : "the virtual board");
	for (unsigned i = 0; i < b->n_buttons; i++) {
		print_line(b, b->button[i].line);
		printf(" button %s, %s when pressed\n", b->button[i].name,
		       b->button[i].active_low ? "low" : "high");
	}
	if (b->reset.wired) {
		print_line(b, b->reset.line);
		printf(" resets the chips of bus %u when low\n", b->reset.bus);
	}
}

static void
print_current(const struct board *b)
{
	unsigned chips_ua = 0;

	printf("current, on average\n");
	for (unsigned i = 0; i < b->n_leds; i++) {
		const struct lamp_chip *chip = lamp_chip_find(b->led[i].part);
		unsigned lamp_ua = chip->channel_ua * (b->led[i].rgb ? 3 : 1);

		chips_ua += chip->supply_ua;
		printf("  lamps %u: one at full %u.%u mA, all %u mA, kept within %u mA\n", i,
		       lamp_ua / 1000, lamp_ua / 100 % 10, lamp_ua * count_lamps(b, i) / 1000,
		       b->led[i].max_ma);
	}
	for (unsigned i = 0; i < b->n_sensors; i++)
		chips_ua += sensor_chip_find(b->sensor[i].part)->supply_ua;
	printf("  the chips themselves: up to %u mA\n", (chips_ua + 999) / 1000);
}

/*
 * Returns the bits per second of a bus for polling without interrupt lines: nine a byte,
 * two starts and a stop.
 */
static uint64_t
bus_bits(const struct board *b, unsigned bus)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < b->n_sensors; i++) {
		const struct sensor_chip *chip = sensor_chip_find(b->sensor[i].part);

		if (b->sensor[i].bus == bus && b->sensor[i].interrupt == BOARD_NO_LINE)
			bits += (chip->read_bytes * 9u + chip->read_transactions * 3u) *
				(1000000u / chip->scan_us);
	}
	return bits;
}

static bool
carries(const struct board *b, unsigned bus)
{
	return bus_bits(b, bus) <= b->bus[bus].speed_hz;
}

static void
print_load(const struct board *b)
{
	for (unsigned bus = 0; bus < b->n_buses; bus++) {
		unsigned percent = (unsigned)(bus_bits(b, bus) * 100 / b->bus[bus].speed_hz);

		if (!carries(b, bus))
			printf("bus %u is too slow for its sensors: they need %u %% of it\n", bus,
			       percent);
		else if (bus_bits(b, bus) > 0)
			printf("bus %u: reading takes %u %% of its time\n", bus, percent);
	}
}

static void
print_blind(const struct board *b)
{
	const char *lead = "sensors that are not believed:";
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)b->files * b->ranks; sq++) {
		if (!b->blind[sq])
			continue;
		board_square_name(b, sq, name);
		printf("%s %s", lead, name);
		lead = "";
	}
	if (!*lead)
		printf("\n");
}

int
cli_stand_explain(const struct cli_stand *s)
{
	static const char *const senses[] = {
		"occupied squares",
		"pieces and their colours",
		"pieces, their colours and the strength of their magnets",
	};
	const struct board *b = &s->board;
	bool sound = true;
	char home[4];

	for (unsigned i = 0; i < b->n_buses; i++)
		sound = sound && carries(b, i);
	board_square_name(b, (unsigned)b->home_rank * b->files + b->home_file, home);
	printf("%s %s: %s\n", b->name, sound ? "is valid" : "cannot work, see its buses below",
	       b->title);
	printf("%u x %u squares%s; a smaller game has its a1 on %s; sensors read %s\n", b->files,
	       b->ranks, b->turned ? ", turned round" : "", home, senses[b->senses]);
	for (unsigned i = 0; i < b->n_buses; i++)
		print_bus(b, i);
	print_blind(b);
	print_lines(b);
	print_current(b);
	print_load(b);
	return sound ? CLI_OK : CLI_REFUSED;
}

/* ---- wiring ---- */

static void
sensor_cell(const struct board *b, unsigned sq)
{
	for (unsigned i = 0; i < b->n_sensors; i++)
		for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++) {
			const struct board_sensor *s = &b->sensor[i];
			char pin[SENSOR_PIN_TEXT];

			if (s->sq[c] != sq)
				continue;
			sensor_chip_find(s->part)->pin(c, pin);
			printf(" 0x%02x", s->addr);
			if (s->mux != BOARD_NO_MUX)
				printf("@%u", s->port);
			printf(" %s |", pin);
		}
}

/* Prints "SW1-CS1/CS2/CS3" if a lamp's colours share their first pin, else all pins. */
static void
lamp_cell(const struct board *b, unsigned sq)
{
	for (unsigned i = 0; i < b->n_leds; i++) {
		const struct board_led *l = &b->led[i];
		const struct lamp_chip *chip = lamp_chip_find(l->part);
		char first[LAMP_PIN_TEXT], pin[LAMP_PIN_TEXT];
		size_t same;

		if (l->channel[sq][0] == BOARD_NO_CHANNEL)
			continue;
		chip->pin(l->channel[sq][0], first);
		same = strcspn(first, "-") + 1;
		printf(" ");
		if (b->n_leds > 1)
			printf("0x%02x ", l->addr);
		printf("%s", first);
		for (unsigned c = 1; l->rgb && c < 3; c++) {
			chip->pin(l->channel[sq][c], pin);
			printf("/%s", strncmp(pin, first, same) == 0 ? pin + same : pin);
		}
		printf(" |");
	}
}

static void
grid(const struct board *b, void (*cell)(const struct board *b, unsigned sq))
{
	printf("| |");
	for (unsigned f = 0; f < b->files; f++)
		printf(" %c |", 'a' + f);
	printf("\n|---|");
	for (unsigned f = 0; f < b->files; f++)
		printf("---|");
	printf("\n");
	for (unsigned rank = b->ranks; rank-- > 0;) {
		printf("| **%u** |", rank + 1);
		for (unsigned f = 0; f < b->files; f++)
			cell(b, rank * b->files + f);
		printf("\n");
	}
}

void
cli_stand_wiring(const struct cli_stand *s)
{
	printf("Sensors, seen from above:\n\n");
	grid(&s->board, sensor_cell);
	if (s->board.n_leds == 0)
		return;
	printf("\nLamps%s:\n\n",
	       s->board.led[0].rgb ? ", each with the pins of red, green and blue" : "");
	grid(&s->board, lamp_cell);
}
