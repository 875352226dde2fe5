/*
 * `halo board check --chips`: lists the chips that answer, those that do not, and unknown
 * addresses on the wires. A chip with wrong address pins shows up twice: as missing, and
 * as an unknown address.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/cli/cli_stand.h"

enum {
	/* The address range for chips in the I2C specification. */
	ADDR_FIRST = 0x08,
	ADDR_LAST = 0x77,
	ADDRS = 0x80,
	NO_PORT = -1, /* the bus itself, with all ports closed */
};

#define MUX_PART "TCA9548A"

/* Results so far; chips by their numbers in the description. */
struct roll {
	struct cli_stand *s;
	unsigned chips, silent;
	bool no_sensor[BOARD_SENSORS_MAX], no_lamp[BOARD_LEDS_MAX], no_mux[BOARD_BUSES_MAX];
	bool odd[ADDRS]; /* unknown addresses that answer on the present bus itself */
};

static void
print_health(struct roll *k, const char *name, int err, bool *silent)
{
	printf("%s %s\n", name, cli_stand_health(err));
	k->chips++;
	k->silent += err < 0;
	*silent = err < 0;
}

/* Returns the bus's mux, or BOARD_NO_MUX. */
static uint8_t
mux_of(const struct board *b, unsigned bus)
{
	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].bus == bus && b->sensor[i].mux != BOARD_NO_MUX)
			return b->sensor[i].mux;
	return BOARD_NO_MUX;
}

/* Opens these ports of the bus's mux (one bit a port) and closes the others. */
static int
open_ports(struct cli_stand *s, unsigned bus, uint8_t ports)
{
	bus_mux_invalidate(&s->mux[bus]);
	return bus_write(s->bus[bus], mux_of(&s->board, bus), &ports, 1);
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
		print_health(k, name, open_ports(s, i, 0), &k->no_mux[i]);
	}
	for (unsigned i = 0; i < s->board.n_sensors; i++) {
		cli_stand_sensor_name(&s->board, i, name);
		print_health(k, name, sensor_init(&s->sensor[i]), &k->no_sensor[i]);
	}
	for (unsigned i = 0; i < s->board.n_leds; i++) {
		cli_stand_lamp_name(&s->board, i, name);
		print_health(k, name, lamp_init(&s->lamp[i]), &k->no_lamp[i]);
	}
}

/* ---- unknown addresses ---- */

/*
 * Reports whether the description names the address; a chip on the bus itself answers at
 * every port.
 */
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

static void
print_unknown(unsigned bus, int port, unsigned addr)
{
	char where[64] = "";

	if (port != NO_PORT)
		(void)snprintf(where, sizeof(where), " behind port %d of the mux", port);
	printf("bus %u: 0x%02x answers%s, but is not in the description\n", bus, addr, where);
}

/* Probes as i2cdetect does; on a virtual board reads a byte, which is harmless. */
static int
probe(struct cli_stand *s, unsigned bus, unsigned addr)
{
	uint8_t byte;

	if (s->bus[bus] == &s->i2c[bus].bus)
		return bus_i2cdev_probe(&s->i2c[bus], (uint8_t)addr);
	return bus_xfer(s->bus[bus], (uint8_t)addr, NULL, 0, &byte, 1);
}

/* Probes an address. Returns false if the bus is held or gone, so that no address can answer. */
static bool
try_address(struct roll *k, unsigned bus, int port, unsigned addr)
{
	int r = probe(k->s, bus, addr);

	if (r == 0) {
		k->odd[addr] |= port == NO_PORT;
		print_unknown(bus, port, addr);
	} else if (r == -EBUSY) {
		printf("bus %u: a driver of the kernel uses 0x%02x\n", bus, addr);
		k->odd[addr] = true;
	}
	return r != -ETIMEDOUT && r != -ENODEV;
}

static bool
scan_bus(struct roll *k, unsigned bus, int port)
{
	for (unsigned addr = ADDR_FIRST; addr <= ADDR_LAST; addr++)
		if (!is_named(&k->s->board, bus, port, addr) && !k->odd[addr] &&
		    !try_address(k, bus, port, addr))
			return false;
	return true;
}

/* Marks the addresses at which chips of the description answer on the bus itself. */
static void
mark_answering(const struct roll *k, unsigned bus, bool answering[ADDRS])
{
	const struct board *b = &k->s->board;

	for (unsigned i = 0; i < b->n_sensors; i++)
		if (b->sensor[i].bus == bus && b->sensor[i].mux == BOARD_NO_MUX && !k->no_sensor[i])
			answering[b->sensor[i].addr] = true;
	for (unsigned i = 0; i < b->n_leds; i++)
		if (b->led[i].bus == bus && !k->no_lamp[i])
			answering[b->led[i].addr] = true;
	if (mux_of(b, bus) != BOARD_NO_MUX && !k->no_mux[bus])
		answering[mux_of(b, bus)] = true;
}

static void
print_answering(const struct roll *k, unsigned bus)
{
	bool answering[ADDRS];

	memcpy(answering, k->odd, sizeof(answering));
	mark_answering(k, bus, answering);
	printf("bus %u (%s):", bus, k->s->board.bus[bus].device);
	for (unsigned addr = ADDR_FIRST; addr <= ADDR_LAST; addr++)
		if (answering[addr])
			printf(" 0x%02x", addr);
	printf(" answer\n");
}

static void
scan_all(struct roll *k, unsigned bus)
{
	struct cli_stand *s = k->s;
	bool mux = mux_of(&s->board, bus) != BOARD_NO_MUX && !k->no_mux[bus];

	memset(k->odd, 0, sizeof(k->odd));
	if (mux && open_ports(s, bus, 0) < 0)
		return;
	if (!scan_bus(k, bus, NO_PORT))
		return;
	print_answering(k, bus);
	for (int port = 0; mux && port < CLI_PORTS; port++)
		if (open_ports(s, bus, (uint8_t)(1u << port)) < 0 || !scan_bus(k, bus, port))
			return;
}

static void
print_reset(const struct cli_stand *s)
{
	char name[CLI_TEXT];

	cli_stand_reset_name(&s->board, name);
	printf("%s is available; its wires to the chips are not tested\n", name);
}

int
cli_stand_chips(struct cli_stand *s)
{
	struct roll k = { .s = s };

	if (chipset_has_reset(&s->board) && s->reset_err == 0)
		print_reset(s);
	call_all(&k);
	for (unsigned i = 0; i < s->board.n_buses; i++)
		scan_all(&k, i);
	if (k.silent)
		return cli_refused("%u of %u chips have faults", k.silent, k.chips);
	return s->reset_err ? cli_refused("the reset line cannot be used") : CLI_OK;
}
