/*
 * `halo board check --chips`: who answers, who does not, and who else is on the
 * wires. A chip whose address pins are set otherwise than the description says is
 * both: one that is missing, and one at an address that nobody named.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli_stand.h"

enum {
	/* The addresses that the I2C specification leaves to chips. */
	ADDR_FIRST = 0x08,
	ADDR_LAST = 0x77,
	ADDRS = 0x80,
	NO_PORT = -1, /* the bus itself, all ports closed */
};

#define MUX_PART "TCA9548A"
enum { MUX_ADDR_MIN = 0x70, MUX_ADDR_MAX = 0x77 };

/* What has been heard; chips by their numbers in the description. */
struct roll {
	struct cli_stand *s;
	unsigned chips, silent;
	bool no_sensor[BOARD_SENSORS_MAX], no_lamp[BOARD_LEDS_MAX], no_mux[BOARD_BUSES_MAX];
	bool odd[ADDRS]; /* of the bus that is looked at: answers on the bus itself, unnamed */
};

static void
tell(struct roll *k, const char *name, int err, bool *silent)
{
	printf("%s %s\n", name, cli_stand_health(err));
	k->chips++;
	k->silent += err < 0;
	*silent = err < 0;
}

/* The mux of the bus, BOARD_NO_MUX: it has none. */
static uint8_t
mux_of(const struct board *b, unsigned bus)
{
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].bus == bus && b->sensor[i].mux != BOARD_NO_MUX)
			return b->sensor[i].mux;
	return BOARD_NO_MUX;
}

static int
close_ports(struct cli_stand *s, unsigned bus)
{
	const uint8_t none = 0;

	bus_mux_forget(&s->mux[bus]);
	return bus_write(s->bus[bus], mux_of(&s->board, bus), &none, 1);
}

static void
mux_name(const struct board *b, unsigned bus, char out[CLI_TEXT])
{
	(void)snprintf(out, CLI_TEXT, "the mux (" MUX_PART " at 0x%02x, bus %u)", mux_of(b, bus),
		       bus);
}

static void
call_all(struct roll *k)
{
	struct cli_stand *s = k->s;
	char name[CLI_TEXT];

	for (unsigned i = 0; i < s->board.n_buses; i++) {
		if (mux_of(&s->board, i) == BOARD_NO_MUX)
			continue;
		mux_name(&s->board, i, name);
		tell(k, name, close_ports(s, i), &k->no_mux[i]);
	}
	for (unsigned i = 0; i < s->board.n_sensors; i++) {
		cli_stand_sensor_name(&s->board, i, name);
		tell(k, name, sensor_init(&s->sensor[i]), &k->no_sensor[i]);
	}
	for (unsigned i = 0; i < s->board.n_leds; i++) {
		cli_stand_lamp_name(&s->board, i, name);
		tell(k, name, lamp_init(&s->lamp[i]), &k->no_lamp[i]);
	}
}

/* ---- who else answers ---- */

/* A chip on the bus itself is heard at every port. */
static bool
is_named(const struct board *b, unsigned bus, int port, unsigned addr)
{
	for (unsigned i = 0; i < b->n_sensors; i++) {
		const struct board_sensor *s = &b->sensor[i];

		if (s->bus == bus && s->addr == addr &&
		    (s->mux == BOARD_NO_MUX || (int)s->port == port))
			return true;
	}
	for (unsigned i = 0; i < b->n_leds; i++)
		if (b->led[i].bus == bus && b->led[i].addr == addr)
			return true;
	return mux_of(b, bus) == addr;
}

/* A chip of the description that is missing and could have that address; else false. */
static bool
missing_for(const struct roll *k, unsigned bus, int port, unsigned addr, char out[CLI_TEXT])
{
	const struct board *b = &k->s->board;

	for (unsigned i = 0; i < b->n_sensors; i++) {
		const struct sensor_chip *chip = k->s->sensor[i].chip;

		if (!k->no_sensor[i] || b->sensor[i].bus != bus || addr < chip->addr_min ||
		    addr > chip->addr_max)
			continue;
		cli_stand_sensor_name(b, i, out);
		return true;
	}
	for (unsigned i = 0; i < b->n_leds; i++) {
		const struct lamp_chip *chip = k->s->lamp[i].chip;

		if (!k->no_lamp[i] || b->led[i].bus != bus || addr < chip->addr_min ||
		    addr > chip->addr_max)
			continue;
		cli_stand_lamp_name(b, i, out);
		return true;
	}
	if (!k->no_mux[bus] || port != NO_PORT || addr < MUX_ADDR_MIN)
		return false;
	mux_name(b, bus, out);
	return true;
}

/* "MCP23017, PCF8575": who may be set to that address; "": nobody that we know. */
static void
parts_at(unsigned addr, char out[CLI_TEXT])
{
	struct drivers_limit row[DRIVERS_LIMITS_MAX];
	size_t n = drivers_limits(row), len = 0;

	out[0] = '\0';
	for (size_t i = 0; i < n; i++)
		if (addr >= row[i].addr_min && addr <= row[i].addr_max)
			len += (size_t)snprintf(out + len, CLI_TEXT - len, "%s%s", len ? ", " : "",
						row[i].part);
	if (addr >= MUX_ADDR_MIN && addr <= MUX_ADDR_MAX)
		(void)snprintf(out + len, CLI_TEXT - len, "%s" MUX_PART, len ? ", " : "");
}

static void
tell_odd(const struct roll *k, unsigned bus, int port, unsigned addr)
{
	char name[CLI_TEXT], where[64] = "";

	if (port != NO_PORT)
		(void)snprintf(where, sizeof(where), " behind port %d of the mux", port);
	printf("bus %u: 0x%02x answers%s, which the description does not name: ", bus, addr, where);
	if (missing_for(k, bus, port, addr, name)) {
		printf("is it %s? Look at its address pins and its wires\n", name);
		return;
	}
	parts_at(addr, name);
	if (*name)
		printf("such an address may be that of %s\n", name);
	else
		printf("no chip that haloboard knows has such an address\n");
}

/* Asks for a byte, which no chip minds. False: the bus is held or gone, and says so of all. */
static bool
ask(struct roll *k, unsigned bus, struct bus *on, int port, unsigned addr)
{
	uint8_t byte;
	int r = bus_xfer(on, (uint8_t)addr, NULL, 0, &byte, 1);

	if (r == 0) {
		k->odd[addr] |= port == NO_PORT;
		tell_odd(k, bus, port, addr);
	}
	return r != -ETIMEDOUT && r != -ENODEV;
}

static bool
look_at(struct roll *k, unsigned bus, struct bus *on, int port)
{
	for (unsigned addr = ADDR_FIRST; addr <= ADDR_LAST; addr++)
		if (!is_named(&k->s->board, bus, port, addr) && !k->odd[addr] &&
		    !ask(k, bus, on, port, addr))
			return false;
	return true;
}

static void
look_around(struct roll *k, unsigned bus)
{
	struct cli_stand *s = k->s;
	bool mux = mux_of(&s->board, bus) != BOARD_NO_MUX && !k->no_mux[bus];

	memset(k->odd, 0, sizeof(k->odd));
	if (mux && close_ports(s, bus) < 0)
		return;
	if (!look_at(k, bus, s->bus[bus], NO_PORT) || !mux)
		return;
	for (int port = 0; port < CLI_PORTS; port++) {
		struct bus_port p;

		bus_port_init(&p, &s->mux[bus], (uint8_t)port);
		if (!look_at(k, bus, &p.bus, port))
			return;
	}
}

int
cli_stand_chips(struct cli_stand *s)
{
	struct roll k = { .s = s };

	call_all(&k);
	for (unsigned i = 0; i < s->board.n_buses; i++)
		look_around(&k, i);
	return k.silent ? cli_refused("%u of %u chips are not well", k.silent, k.chips) : CLI_OK;
}
