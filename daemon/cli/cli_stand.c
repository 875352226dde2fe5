/* `halo board`: the description and its chips. */
#include "daemon/cli/cli_stand.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A virtual board may be slow on a busy machine; no real wire is involved. */
enum { UNIX_TIMEOUT_MS = 5000 };

int
cli_stand_load(struct cli_stand *s, const char *name)
{
	struct board_chip_limits limits[CHIPSET_LIMITS_MAX];
	size_t n = chipset_limits(limits);
	struct board_error err = { 0 };
	char text[CLI_TEXT];

	*s = (struct cli_stand){ 0 };
	if (board_find(name, s->path, &err) == 0) {
		if (board_load(s->path, limits, n, &s->board, &err) == 0)
			return CLI_OK;
		name = s->path;
	}
	board_error_print(name, &err, text, sizeof(text));
	return cli_bad("%s", text);
}

/* Reports whether halod runs: two programs must not write to one chip. */
static bool
halod_runs(const char *path)
{
	int fd = client_dial(path, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int
open_bus(struct cli_stand *s, unsigned i)
{
	const char *device = s->board.bus[i].device;
	int r;

	if (strncmp(device, "unix:", 5) == 0) {
		r = bus_unix_open(&s->ux[i], device + 5);
		s->ux[i].timeout_ms = UNIX_TIMEOUT_MS;
		s->bus[i] = &s->ux[i].bus;
	} else {
		r = bus_i2cdev_open(&s->i2c[i], device);
		s->bus[i] = &s->i2c[i].bus;
	}
	if (r == 0)
		return CLI_OK;
	s->bus[i] = NULL;
	return cli_refused("bus %u: %s cannot be opened: %s", i, device, strerror(-r));
}

static struct bus *
bus_of(struct cli_stand *s, const struct board_sensor *b)
{
	if (b->mux == BOARD_NO_MUX)
		return s->bus[b->bus];
	bus_mux_init(&s->mux[b->bus], s->bus[b->bus], b->mux);
	bus_port_init(&s->port[b->bus][b->port], &s->mux[b->bus], b->port);
	return &s->port[b->bus][b->port].bus;
}

/* Requests the reset line and releases it again, only to see whether it can be requested. */
static void
try_reset(struct cli_stand *s)
{
	char name[CLI_TEXT];
	struct line line;

	if (!chipset_has_reset(&s->board))
		return;
	s->reset_err = chipset_reset(&line, &s->board, "halo");
	if (s->reset_err == 0) {
		line_close(&line);
		return;
	}
	cli_stand_reset_name(&s->board, name);
	printf("%s cannot be used (%s): if a chip holds bus %u, it stays held\n", name,
	       strerror(-s->reset_err), s->board.reset.bus);
}

int
cli_stand_open(struct cli_stand *s, const char *halod_socket)
{
	int r;

	if (halod_runs(halod_socket))
		return cli_refused("halod runs and has the chips; stop it first");
	try_reset(s);
	for (unsigned i = 0; i < s->board.n_buses; i++)
		if ((r = open_bus(s, i)) != CLI_OK)
			return r;
	for (unsigned i = 0; i < s->board.n_sensors; i++)
		chipset_sensor(&s->sensor[i], &s->board, i, bus_of(s, &s->board.sensor[i]));
	for (unsigned i = 0; i < s->board.n_leds; i++)
		chipset_lamp(&s->lamp[i], &s->board, i, s->bus[s->board.led[i].bus]);
	return CLI_OK;
}

void
cli_stand_close(struct cli_stand *s)
{
	for (unsigned i = 0; i < s->board.n_leds; i++)
		if (s->lamp[i].chip)
			(void)!lamp_off(&s->lamp[i]);
	for (unsigned i = 0; i < s->board.n_buses; i++) {
		if (!s->bus[i])
			continue;
		if (s->bus[i] == &s->ux[i].bus)
			bus_unix_close(&s->ux[i]);
		else
			bus_i2cdev_close(&s->i2c[i]);
	}
}

void
cli_stand_sensor_name(const struct board *b, unsigned i, char out[CLI_TEXT])
{
	const struct board_sensor *s = &b->sensor[i];
	char mux[64] = "";

	if (s->mux != BOARD_NO_MUX)
		(void)snprintf(mux, sizeof(mux), " behind port %u of the mux at 0x%02x,", s->port,
			       s->mux);
	(void)snprintf(out, CLI_TEXT, "sensor chip %u (%s at 0x%02x%s bus %u)", i, s->part, s->addr,
		       *mux ? mux : ",", s->bus);
}

void
cli_stand_lamp_name(const struct board *b, unsigned i, char out[CLI_TEXT])
{
	const struct board_led *l = &b->led[i];

	(void)snprintf(out, CLI_TEXT, "lamp chip %u (%s at 0x%02x, bus %u)", i, l->part, l->addr,
		       l->bus);
}

void
cli_stand_reset_name(const struct board *b, char out[CLI_TEXT])
{
	const char *name = board_line_name(b, b->reset.line);

	if (name)
		(void)snprintf(out, CLI_TEXT, "reset line %s of %s", name, b->gpio);
	else
		(void)snprintf(out, CLI_TEXT, "reset line %d of %s", b->reset.line, b->gpio);
}

int
cli_stdin_waits(int ms)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	(void)fflush(stdout);
	return poll(&p, 1, ms) > 0 ? 1 : -1;
}

void
cli_stdin_line(void)
{
	char c;

	while (read(STDIN_FILENO, &c, 1) == 1 && c != '\n')
		;
}
