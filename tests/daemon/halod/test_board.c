/*
 * The board as hardware: readings, chips, buttons and the lamp test. Also the
 * machine: a weak supply and a shutdown, which is only simulated here.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/machine.h"
#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "../record/help.h"
#include "alone.h"

enum { ASKER = 1, OTHER = 2 };

static struct board board;
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static uint8_t frame[BOARD_SQUARES_MAX][3];
static unsigned frames, offs;
static char logged[1024];

static void
keep_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	(void)arg;
	memcpy(frame, rgb, sizeof(frame));
	frames++;
}

/* Only h8 measures. */
static bool
one_raw(void *arg, unsigned board_sq, uint8_t *code)
{
	(void)arg;
	*code = 137;
	return board_sq == 63;
}

static void
count_off(void *arg)
{
	(void)arg;
	offs++;
}

static void
keep_log(void *arg, const char *line)
{
	(void)arg;
	snprintf(logged + strlen(logged), sizeof(logged) - strlen(logged), "%s\n", line);
}

static const struct table_ops ops = {
	.frame = keep_frame, .today = no_day, .raw = one_raw, .power_off = count_off
};
static const struct table_ops ops_bare = { .frame = keep_frame, .today = no_day };

static void
report_message(enum busio_kind kind, unsigned index, unsigned sq, struct reading r, int err)
{
	const struct busio_msg m = { .kind = (uint8_t)kind,
				     .index = (uint8_t)index,
				     .sq = (uint8_t)sq,
				     .level = r.occupied,
				     .reading = r,
				     .err = err,
				     .t_us = table.now_us };

	table_message(&table, &m);
}

static void
begin(const struct table_ops *o)
{
	const struct reading full = { .occupied = 1 }, empty = { 0 };
	const uint32_t ua[BOARD_LEDS_MAX] = { 20000 };

	board = (struct board){ .name = "test",
				.files = 8,
				.ranks = 8,
				.n_sensors = 1,
				.n_leds = 1,
				.n_buses = 1,
				.n_buttons = 1 };
	strcpy(board.bus[0].device, "/dev/i2c-1");
	strcpy(board.sensor[0].part, "MCP23017");
	board.sensor[0].addr = 0x20;
	strcpy(board.led[0].part, "IS31FL3741");
	board.led[0].addr = 0x30;
	board.led[0].rgb = true;
	board.led[0].max_ma = 500;
	strcpy(board.button[0].name, "ok");
	memset(board.sensor[0].sq, BOARD_NO_SQ, sizeof(board.sensor[0].sq));
	for (unsigned sq = 0; sq < 64; sq++)
		board.sensor[0].sq[sq] = (uint8_t)sq;
	table_init(&table, &board, &config, NULL, o, NULL, ua);
	for (unsigned sq = 0; sq < 63; sq++)
		report_message(BUSIO_EDGE, 0, sq, sq < 16 || sq >= 48 ? full : empty, 0);
	table_begin(&table, NULL, 1000000);
	logged[0] = '\0';
}

static void
want(uint32_t client, const char *line, const char *part)
{
	json_t *o = request_serve(&table, REQUEST_LOCAL(client), line, strlen(line));
	char *text = json_dumps(o, JSON_COMPACT | JSON_ENCODE_ANY);

	if (!strstr(text, part))
		fail_msg("%s\n  gave %s\n  want %s", line, text, part);
	free(text);
	json_decref(o);
}

#define LOOK "{\"kind\":\"diagnostics\"}"

static void
test_diagnostics(void **state)
{
	const struct reading white = { 1, POLE_WHITE, 1, 2 }, empty = { 0 };

	(void)state;
	begin(&ops);
	want(OTHER, LOOK,
	     "\"a1\":{\"occupied\":true,\"pole\":null,\"level\":null,\"raw\":null,\"edges\":0,"
	     "\"odd\":null}");
	want(OTHER, LOOK, "\"g8\":{\"occupied\":true");
	want(OTHER, LOOK, "\"odd\":null}},\"buses\""); /* h8 was never read */
	report_message(BUSIO_EDGE, 0, 63, white, 0);
	want(OTHER, LOOK,
	     "\"h8\":{\"occupied\":true,\"pole\":\"white\",\"level\":[1,2],\"raw\":137,\"edges\":"
	     "0,");
	report_message(BUSIO_EDGE, 0, 63, empty, 0);
	report_message(BUSIO_EDGE, 0, 63, empty, 0);
	report_message(BUSIO_EDGE, 0, 63, white, 0);
	want(OTHER, LOOK, "\"level\":[1,2],\"raw\":137,\"edges\":2,");
	want(OTHER, LOOK,
	     "\"buses\":[{\"index\":0,\"device\":\"/dev/i2c-1\",\"works\":true,\"errors\":0}],"
	     "\"chips\":[{\"kind\":\"sensor\",\"index\":0,\"part\":\"MCP23017\",\"bus\":0,\"addr\":"
	     "\"0x20\",\"works\":true,\"errors\":0},{\"kind\":\"lamp\",\"index\":0,\"part\":"
	     "\"IS31FL3741\",\"bus\":0,\"addr\":\"0x30\",\"works\":true,\"errors\":0}],"
	     "\"buttons\":[{\"name\":\"ok\",\"down\":false,\"to\":\"game\"}],\"weak\":[],\"stuck\":[],\"quiet\":false}");
	report_message(BUSIO_BUTTON, 0, 0, white, 0);
	want(OTHER, LOOK, "\"down\":true,\"to\":\"game\"");
	report_message(BUSIO_BUTTON, 0, 0, empty, 0); /* it bounces: still counts as down */
	want(OTHER, LOOK, "\"down\":true");
	want(OTHER, "{\"kind\":\"focus\",\"on\":true}", "\"ok\"");
	want(OTHER, LOOK, "\"to\":\"screen\"");
}

static void
test_faults_named(void **state)
{
	const struct reading none = { 0 };

	(void)state;
	begin(&ops);
	report_message(BUSIO_SQUARE, 0, 28, none, -EIO);
	report_message(BUSIO_SQUARE, 0, 0, none, -EAGAIN);
	want(OTHER, LOOK, "\"weak\":[\"a1\"],\"stuck\":[\"e4\"]");
	want(OTHER, LOOK, "\"odd\":\"flickers\"");
	want(OTHER, LOOK, "\"odd\":\"silent\"");
	report_message(BUSIO_SENSOR, 0, 0, none, -ENXIO);
	want(OTHER, LOOK, "\"addr\":\"0x20\",\"works\":false,\"errors\":1}");
	report_message(BUSIO_SENSOR, 0, 0, none, 0);
	report_message(BUSIO_SENSOR, 0, 0, none, -EIO);
	report_message(BUSIO_SENSOR, 0, 0, none, 0);
	want(OTHER, LOOK, "\"addr\":\"0x20\",\"works\":true,\"errors\":2}");
	report_message(BUSIO_BUS, 0, 0, none, -ENODEV);
	want(OTHER, LOOK, "\"device\":\"/dev/i2c-1\",\"works\":false,\"errors\":1}");
	want(OTHER, LOOK, "\"addr\":\"0x30\",\"works\":false");
}

/* ---- lamps ---- */

static unsigned
colours_lit(void)
{
	unsigned bits = 0;

	table_light(&table);
	for (unsigned sq = 0; sq < 64; sq++)
		for (unsigned k = 0; k < 3; k++)
			bits |= (unsigned)(frame[sq][k] > 0) << k;
	return bits;
}

static unsigned
current_ma(void)
{
	unsigned sum = 0;

	for (unsigned sq = 0; sq < 64; sq++)
		sum += (unsigned)frame[sq][0] + frame[sq][1] + frame[sq][2];
	return sum * 20 / 255;
}

static void
test_lamps(void **state)
{
	static const unsigned colours[] = { 1, 2, 4, 7, 1, 2 };
	uint64_t t0;

	(void)state;
	begin(&ops);
	for (unsigned sq = 0; sq < 64; sq++)
		for (unsigned k = 0; k < 3; k++)
			board.led[0].channel[sq][k] = (uint16_t)(sq * 3 + k);
	want(OTHER, "{\"kind\":\"state\"}", "\"lamp_test\":false");
	t0 = table.now_us;
	want(ASKER, "{\"kind\":\"lamptest\",\"on\":true}", "\"ok\"");
	want(OTHER, "{\"kind\":\"state\"}", "\"lamp_test\":true");
	for (unsigned i = 0; i < 6; i++) {
		table_advance(&table, t0 + i * 1000000);
		assert_int_equal(colours_lit(), colours[i]);
		assert_true(current_ma() <= 500);
		assert_true(frame[63][0] || frame[63][1] || frame[63][2]);
		table_advance(&table, t0 + i * 1000000 + 999999);
		assert_int_equal(colours_lit(), colours[i]);
	}
	want(ASKER, "{\"kind\":\"lamptest\",\"on\":false}", "\"ok\"");
	assert_int_equal(colours_lit(), 0);
	/* The lamp test lasts a minute at most, and ends when its client disconnects. */
	want(ASKER, "{\"kind\":\"lamptest\",\"on\":true}", "\"ok\"");
	t0 = table.now_us;
	table_advance(&table, t0 + 59999999);
	assert_true(colours_lit() != 0);
	table_advance(&table, t0 + 60000000);
	assert_int_equal(colours_lit(), 0);
	want(ASKER, "{\"kind\":\"lamptest\",\"on\":true}", "\"ok\"");
	table_client_disconnected(&table, OTHER);
	assert_true(colours_lit() != 0);
	table_client_disconnected(&table, ASKER);
	assert_int_equal(colours_lit(), 0);
	frames = 0;
	table_advance(&table, table.now_us + 10000000);
	assert_int_equal(frames, 0);
}

/* Returns the number of lit squares; all of them must lie in the middle. */
static unsigned
middle_lit(void)
{
	unsigned n = 0;

	table_light(&table);
	for (unsigned sq = 0; sq < 64; sq++) {
		bool middle = sq == 27 || sq == 28 || sq == 35 || sq == 36;
		bool lit = frame[sq][0] || frame[sq][1] || frame[sq][2];

		assert_true(middle || !lit);
		n += lit;
	}
	return n;
}

static void
test_legend(void **state)
{
	uint8_t before[3];
	uint64_t t0;

	(void)state;
	begin(&ops);
	want(OTHER, "{\"kind\":\"state\"}", "\"legend\":null");
	want(ASKER, "{\"kind\":\"legend\",\"meaning\":\"joy\"}", "no light means 'joy'");
	for (unsigned m = 0; m < MEANINGS; m++) {
		char line[64];

		snprintf(line, sizeof(line), "{\"kind\":\"legend\",\"meaning\":\"%s\"}",
			 lamps_meaning_name(m));
		want(ASKER, line, "\"ok\"");
		table_advance(&table, table.now_us + 1000);
		assert_int_equal(middle_lit(), 4);
		if (m > 0)
			assert_true(memcmp(before, frame[27], 3) != 0 || m == MEANING_CROOKED ||
				    m == MEANING_AREA);
		memcpy(before, frame[27], 3);
	}
	want(OTHER, "{\"kind\":\"state\"}", "\"legend\":\"area\"");
	want(ASKER, "{\"kind\":\"legend\"}", "\"ok\"");
	assert_int_equal(middle_lit(), 0);
	/* A question swells; the legend lasts a minute at most, and ends with its client. */
	want(ASKER, "{\"kind\":\"legend\",\"meaning\":\"asked\"}", "\"ok\"");
	t0 = table.now_us;
	assert_int_equal(middle_lit(), 4);
	memcpy(before, frame[27], 3);
	table_advance(&table, t0 + 500000);
	assert_true(memcmp(before, frame[27], 3) != 0);
	table_advance(&table, t0 + 59999999);
	assert_int_equal(middle_lit(), 4);
	table_advance(&table, t0 + 60000000);
	assert_int_equal(middle_lit(), 0);
	want(ASKER, "{\"kind\":\"legend\",\"meaning\":\"legal\"}", "\"ok\"");
	table_client_disconnected(&table, OTHER);
	assert_int_equal(middle_lit(), 4);
	table_client_disconnected(&table, ASKER);
	assert_int_equal(middle_lit(), 0);
}

/* ---- the machine ---- */

static void
test_power_off(void **state)
{
	static const char line[] = "{\"kind\":\"poweroff\"}";

	(void)state;
	begin(&ops);
	want(OTHER, line, "the settings do not let");
	assert_int_equal(offs, 0);
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"power_off\":true}}", "\"ok\"");
	want(OTHER, line, "\"ok\"");
	assert_int_equal(offs, 1);
	begin(&ops_bare);
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"power_off\":true}}", "\"ok\"");
	want(OTHER, line, "cannot be switched off from here");
}

static void
put_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

/* A weak supply is reported once, and its end is reported. */
static void
test_supply(void **state)
{
	const struct trouble *tr = &table.troubles.place[TROUBLE_SUPPLY];
	char folder[64], path[96];
	sd_event *event = NULL;
	struct machine m;

	(void)state;
	begin(&ops);
	help_folder(folder);
	snprintf(path, sizeof(path), "%s/alarm", folder);
	assert_true(sd_event_new(&event) >= 0);
	put_file(path, "1\n");
	assert_true(machine_open(&m, &table, event, path) >= 0);
	while (!tr->on)
		assert_true(sd_event_run(event, UINT64_MAX) >= 0);
	assert_non_null(strstr(logged, "system: the supply is too weak"));
	put_file(path, "0\n");
	assert_true(sd_event_source_set_time_relative(m.timer, 0) >= 0);
	while (tr->on)
		assert_true(sd_event_run(event, UINT64_MAX) >= 0);
	assert_non_null(strstr(logged, "over: the supply is too weak"));
	machine_close(&m);
	logged[0] = '\0';
	assert_true(machine_open(&m, &table, event, "/there/is/no/such/file") >= 0);
	assert_non_null(strstr(logged, "config: --supply /there/is/no/such/file cannot be read"));
	machine_close(&m);
	sd_event_unref(event);
	help_folder_remove(folder);
}

/* The kernel numbers sensors as they appear: the Pi's may have any number, or be missing. */
static void
test_supply_found(void **state)
{
	char folder[64], path[128], found[BOARD_PATH_MAX];

	(void)state;
	help_folder(folder);
	machine_find_supply(folder, found);
	assert_string_equal(found, "");
	for (unsigned i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/hwmon%u", folder, i + 9);
		assert_int_equal(mkdir(path, 0700), 0);
		snprintf(path, sizeof(path), "%s/hwmon%u/name", folder, i + 9);
		put_file(path, i == 1 ? "rpi\n" : "cpu_thermal\n");
	}
	machine_find_supply(folder, found);
	assert_string_equal(found, "");
	snprintf(path, sizeof(path), "%s/hwmon10/name", folder);
	put_file(path, "rpi_volt\n");
	machine_find_supply(folder, found);
	snprintf(path, sizeof(path), "%s/hwmon10/in0_lcrit_alarm", folder);
	assert_string_equal(found, path);
	for (unsigned i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/hwmon%u/name", folder, i + 9);
		assert_int_equal(unlink(path), 0);
		snprintf(path, sizeof(path), "%s/hwmon%u", folder, i + 9);
		assert_int_equal(rmdir(path), 0);
	}
	help_folder_remove(folder);
}

/* Without a service to ask, an error is reported and nothing else happens. */
static void
test_stays_on(void **state)
{
	sd_event *event = NULL;
	struct machine m;

	(void)state;
	begin(&ops);
	assert_int_equal(setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/there/is/no/bus", 1), 0);
	assert_true(sd_event_new(&event) >= 0);
	assert_true(machine_open(&m, &table, event, "") >= 0);
	machine_power_off(&m);
	assert_non_null(strstr(logged, "system: the machine stays on"));
	machine_close(&m);
	sd_event_unref(event);
}

/* A bus that disappears takes the first request with it; the next request finds the new bus. */
static void
test_bus_again(void **state)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	char folder[64], address[96];
	sd_event *event = NULL;
	struct machine m;
	int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

	(void)state;
	begin(&ops);
	help_folder(folder);
	snprintf(a.sun_path, sizeof(a.sun_path), "%s/bus", folder);
	snprintf(address, sizeof(address), "unix:path=%s/bus", folder);
	assert_int_equal(setenv("DBUS_SYSTEM_BUS_ADDRESS", address, 1), 0);
	assert_int_equal(bind(listener, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(listener, 1), 0);
	assert_true(sd_event_new(&event) >= 0);
	assert_true(machine_open(&m, &table, event, "/dev/null") >= 0);
	for (unsigned i = 0; i < 2; i++) {
		int bus;

		machine_power_off(&m);
		bus = accept(listener, NULL, NULL);
		assert_true(bus >= 0);
		close(bus);
		while (sd_bus_is_open(m.bus) > 0)
			assert_true(sd_event_run(event, UINT64_MAX) >= 0);
	}
	machine_close(&m);
	sd_event_unref(event);
	close(listener);
	help_folder_remove(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_diagnostics), cmocka_unit_test(test_faults_named),
		cmocka_unit_test(test_lamps),
		cmocka_unit_test(test_legend),       cmocka_unit_test(test_power_off),
		cmocka_unit_test(test_supply),
		cmocka_unit_test(test_supply_found),      cmocka_unit_test(test_stays_on),
		cmocka_unit_test(test_bus_again),
	};

	log_sink(keep_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
