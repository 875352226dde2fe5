/*
 * The reader of board descriptions: a correct toy board, and one row for each
 * error. A row replaces one part of the toy's text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "hw/board/board.h"
#include "tests/hw/board/mistakes.h"

/* Fictitious chips, so that no row depends on a real one. */
static const struct board_chip_limits toys[] = {
	{ .part = "TS10",
	  .sensor = true,
	  .channels = 10,
	  .addr_min = 0x20,
	  .addr_max = 0x22,
	  .bus_hz_max = 1000000,
	  .unusable = { 1 << 7, 0 },
	  .interrupts = true },
	{ .part = "TL20",
	  .channels = 20,
	  .addr_min = 0x30,
	  .addr_max = 0x31,
	  .bus_hz_max = 400000,
	  .max_ma = 100 },
	{ .part = "TLX", .channels = 6, .addr_min = 0x22, .addr_max = 0x31, .bus_hz_max = 1000000 },
};
enum { TOYS = sizeof(toys) / sizeof(toys[0]) };

static const char toy[] = "[board]\n" /* 1 */
			  "title = Toy\n"
			  "files = 3\n"
			  "ranks = 2\n"
			  "home = b1\n" /* 5 */
			  "turned = 0\n"
			  "senses = occupancy\n"
			  "gpio = /dev/gpiochip0\n"
			  "[bus.0]\n"
			  "device = /dev/i2c-1\n" /* 10 */
			  "speed_hz = 400000\n"
			  "[sensor.0]\n"
			  "chip = TS10\n"
			  "bus = 0\n"
			  "address = 0x20\n" /* 15 */
			  "interrupt = 17\n"
			  "map = a1 b1 c1\n"
			  "[sensor.1]\n"
			  "chip = ts10\n"
			  "bus = 0\n" /* 20 */
			  "address = 33\n"
			  "interrupt = 17\n"
			  "map = a2 -\n"
			  "      b2 c2\n"
			  "[led.0]\n" /* 25 */
			  "chip = TL20\n"
			  "bus = 0\n"
			  "address = 0x30\n"
			  "max_ma = 50\n"
			  "colours = rgb\n" /* 30 */
			  "map = a1:0/1/2 b1:3/4/5 c1:6/7/8\n"
			  "      a2:9/10/11 b2:12/13/14 c2:15/16/19\n"
			  "[button.0]\n"
			  "name = clock\n"
			  "line = 5\n" /* 35 */
			  "active = low\n"
			  "[button.1]\n"
			  "name = ok\n"
			  "line = 6\n";

/* Returns the toy with one part replaced, allocated to the byte so that overreads are detected. */
static char *
altered(const char *find, const char *put, size_t *len)
{
	const char *at = find ? strstr(toy, find) : toy;
	size_t cut = find ? strlen(find) : strlen(toy);
	size_t before;
	char *text;

	if (!at)
		fail_msg("the toy has no \"%s\"", find);
	before = (size_t)(at - toy);
	*len = strlen(toy) - cut + strlen(put);
	text = malloc(*len + (*len == 0));
	memcpy(text, toy, before);
	memcpy(text + before, put, strlen(put));
	memcpy(text + before + strlen(put), at + cut, strlen(at + cut));
	return text;
}

static int
parse(const char *find, const char *put, struct board *b, struct board_error *err)
{
	size_t len;
	char *text = altered(find, put, &len);
	int ret = board_parse("dir/toy.ini", text, len, toys, TOYS, b, err);

	free(text);
	return ret;
}

static void
expect(const struct board_error *err, unsigned line, const char *section, const char *key,
       const char *why, const char *row)
{
	char got[512];

	board_error_print("toy.ini", err, got, sizeof(got));
	if (err->line != line || strcmp(err->section, section) != 0 || strcmp(err->key, key) != 0 ||
	    !strstr(err->why, why))
		fail_msg("row \"%s\":\n  got %s\n  want line %u [%s] %s: … %s …", row, got, line,
			 section, key, why);
}

static void
test_mistakes(void **state)
{
	struct board b, before;
	struct board_error err;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (size_t i = 0; i < n_mistakes; i++) {
		b = before;
		if (parse(mistakes[i].find, mistakes[i].put, &b, &err) == 0)
			fail_msg("row \"%s\" was taken", mistakes[i].put);
		expect(&err, mistakes[i].line, mistakes[i].section, mistakes[i].key,
		       mistakes[i].why, mistakes[i].put);
		if (memcmp(&b, &before, sizeof(b)) != 0)
			fail_msg("row \"%s\" touched the board", mistakes[i].put);
	}
}

/* Removes every key: the board is then either still correct, or the key is reported missing. */
static void
test_each_key_missing(void **state)
{
	static const char *const optional[] = { "home = b1\n", "turned = 0\n", "active = low\n" };
	static const struct {
		const char *line;
		unsigned at;
		const char *section, *key;
	} needed[] = {
		{ "title = Toy\n", 1, "board", "title" },
		{ "files = 3\n", 1, "board", "files" },
		{ "ranks = 2\n", 1, "board", "ranks" },
		{ "senses = occupancy\n", 1, "board", "senses" },
		{ "device = /dev/i2c-1\n", 9, "bus.0", "device" },
		{ "speed_hz = 400000\n", 9, "bus.0", "speed_hz" },
		{ "chip = TS10\n", 12, "sensor.0", "chip" },
		{ "bus = 0\n", 12, "sensor.0", "bus" },
		{ "address = 0x20\n", 12, "sensor.0", "address" },
		{ "map = a1 b1 c1\n", 12, "sensor.0", "map" },
		{ "chip = TL20\n", 25, "led.0", "chip" },
		{ "address = 0x30\n", 25, "led.0", "address" },
		{ "max_ma = 50\n", 25, "led.0", "max_ma" },
		{ "colours = rgb\n", 25, "led.0", "colours" },
		{ "name = clock\n", 33, "button.0", "name" },
		{ "line = 5\n", 33, "button.0", "line" },
	};
	struct board b;
	struct board_error err;

	(void)state;
	for (size_t i = 0; i < sizeof(optional) / sizeof(optional[0]); i++)
		assert_int_equal(parse(optional[i], "", &b, &err), 0);
	for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); i++) {
		if (parse(needed[i].line, "", &b, &err) == 0)
			fail_msg("taken without %s", needed[i].line);
		expect(&err, needed[i].at, needed[i].section, needed[i].key, "missing",
		       needed[i].line);
	}
}

static void
test_nul_and_long_files(void **state)
{
	static char big[64 * 1024 + 1];
	char text[sizeof(toy)];
	struct board b;
	struct board_error err;

	(void)state;
	memcpy(text, toy, sizeof(toy));
	text[10] = '\0';
	assert_int_equal(board_parse("t", text, sizeof(toy) - 1, toys, TOYS, &b, &err), -1);
	expect(&err, 2, "", "", "0x00 is not allowed", "NUL");
	memset(big, '\n', sizeof(big));
	assert_int_equal(board_parse("t", big, sizeof(big), toys, TOYS, &b, &err), -1);
	expect(&err, 0, "", "", "longer than 65536", "too long a file");
	assert_int_equal(board_parse("t", big, sizeof(big) - 1, toys, TOYS, &b, &err), -1);
	expect(&err, 0, "board", "", "missing", "blank lines");
}

static void
test_toy(void **state)
{
	uint16_t channel[BOARD_SQUARES_MAX * 3];
	struct board b;
	struct board_error err;

	(void)state;
	assert_int_equal(parse("Toy", "Toy", &b, &err), 0);
	assert_string_equal(b.name, "toy");
	assert_string_equal(b.title, "Toy");
	assert_int_equal(b.files, 3);
	assert_int_equal(b.ranks, 2);
	assert_int_equal(b.home_file, 1);
	assert_int_equal(b.home_rank, 0);
	assert_false(b.turned);
	assert_int_equal(b.senses, BOARD_OCCUPANCY);
	assert_string_equal(b.gpio, "/dev/gpiochip0");
	assert_int_equal(b.n_buses, 1);
	assert_string_equal(b.bus[0].device, "/dev/i2c-1");
	assert_int_equal(b.bus[0].speed_hz, 400000);
	assert_int_equal(b.n_sensors, 2);
	assert_string_equal(b.sensor[1].part, "ts10");
	assert_int_equal(b.sensor[1].addr, 0x21);
	assert_int_equal(b.sensor[1].interrupt, 17);
	assert_int_equal(b.sensor[0].sq[2], 2);
	assert_int_equal(b.sensor[0].sq[3], BOARD_NO_SQ);
	assert_int_equal(b.sensor[1].sq[0], 3);
	assert_int_equal(b.sensor[1].sq[1], BOARD_NO_SQ);
	assert_int_equal(b.sensor[1].sq[3], 5);
	assert_int_equal(b.n_leds, 1);
	assert_true(b.led[0].rgb);
	assert_int_equal(b.led[0].max_ma, 50);
	assert_int_equal(b.led[0].channel[1][2], 5);
	assert_int_equal(b.led[0].channel[5][2], 19);
	assert_int_equal(b.led[0].channel[6][0], BOARD_NO_CHANNEL);
	assert_int_equal(board_led_channels(&b, 0, channel), 18);
	assert_int_equal(channel[5], 5);
	assert_int_equal(channel[17], 19);
	assert_int_equal(b.n_buttons, 2);
	assert_string_equal(b.button[0].name, "clock");
	assert_int_equal(b.button[1].line, 6);
	assert_true(b.button[1].active_low);
}

/* A line may be given by its name; the same name is the same line. */
static void
test_line_names(void **state)
{
	struct board b;
	struct board_error err;

	(void)state;
	assert_int_equal(parse("interrupt = 17", "interrupt = GPIO17", &b, &err), 0);
	assert_int_equal(b.sensor[0].interrupt, BOARD_LINE_NAMED);
	assert_int_equal(b.sensor[1].interrupt, 17);
	assert_string_equal(board_line_name(&b, b.sensor[0].interrupt), "GPIO17");
	assert_null(board_line_name(&b, 17));
	assert_null(board_line_name(&b, BOARD_NO_LINE));
	assert_int_equal(parse("line = 5", "line = OK_BTN.1", &b, &err), 0);
	assert_string_equal(board_line_name(&b, b.button[0].line), "OK_BTN.1");
	assert_int_equal(parse("line = 5\nactive = low\n[button.1]\nname = ok\nline = 6",
			       "line = B\nactive = low\n[button.1]\nname = ok\nline = B", &b, &err),
			 -1);
	assert_string_equal(err.why, "B is already used by button.0");
}

/* Other accepted forms. */
static void
test_variants(void **state)
{
	struct board b, plain;
	struct board_error err;

	(void)state;
	assert_int_equal(parse("Toy", "Toy", &plain, &err), 0);
	assert_int_equal(parse("[board]\n", "\xef\xbb\xbf[board]\n", &b, &err), 0);
	assert_memory_equal(&b, &plain, sizeof(b));
	assert_int_equal(parse("[board]\n", "[board] ; the head\r\n", &b, &err), 0);
	assert_memory_equal(&b, &plain, sizeof(b));
	assert_int_equal(parse("files = 3\n", "files:3 ; wide\n", &b, &err), 0);
	assert_memory_equal(&b, &plain, sizeof(b));
	assert_int_equal(parse("[led.0]\nchip", "[led.0]\n\tchip", &b, &err), 0);
	assert_memory_equal(&b, &plain, sizeof(b));
	assert_int_equal(parse("line = 6\n", "line = 6", &b, &err), 0);
	assert_memory_equal(&b, &plain, sizeof(b));
	assert_int_equal(parse("gpio = /dev/gpiochip0\n[bus.0]\ndevice = /dev/i2c-1",
			       "[bus.0]\ndevice = unix:run/board.sock", &b, &err),
			 0);
	assert_string_equal(b.gpio, "");
	assert_int_equal(parse("Toy",
			       "Gr\xc3\xbc\xc3\x9f"
			       "e",
			       &b, &err),
			 0);
	assert_string_equal(b.title, "Gr\xc3\xbc\xc3\x9f"
				     "e");
}

/* A polled chip; the same address on another bus. */
static void
test_polled_and_second_bus(void **state)
{
	struct board b;
	struct board_error err;

	(void)state;
	assert_int_equal(parse("interrupt = 17\nmap = a1", "map = a1", &b, &err), 0);
	assert_int_equal(b.sensor[0].interrupt, BOARD_NO_LINE);
	assert_int_equal(b.sensor[1].interrupt, 17);
	assert_int_equal(parse("chip = ts10\nbus = 0\naddress = 33",
			       "chip = ts10\nbus = 1\naddress = 0x20\n"
			       "[bus.1]\ndevice = /dev/i2c-3\nspeed_hz = 1000000\n[sensor.1]",
			       &b, &err),
			 -1);
	expect(&err, 25, "sensor.1", "", "already in line 18", "a section cut in two");
	assert_int_equal(parse("[sensor.1]\nchip = ts10\nbus = 0\naddress = 33\ninterrupt = 17",
			       "[bus.1]\ndevice = /dev/i2c-3\nspeed_hz = 1000000\n"
			       "[sensor.1]\nchip = ts10\nbus = 1\naddress = 0x20\ninterrupt = 27",
			       &b, &err),
			 0);
	assert_int_equal(b.bus[1].speed_hz, 1000000);
	assert_int_equal(b.sensor[1].bus, 1);
	assert_int_equal(b.sensor[1].addr, b.sensor[0].addr);
}

/* The line that resets a bus's chips, by offset or by name. */
static void
test_reset(void **state)
{
	struct board b;
	struct board_error err;

	(void)state;
	assert_int_equal(parse("Toy", "Toy", &b, &err), 0);
	assert_false(b.reset.wired);
	assert_int_equal(parse("[button.0]", "[reset]\nline = 22\n[button.0]", &b, &err), 0);
	assert_true(b.reset.wired);
	assert_int_equal(b.reset.line, 22);
	assert_int_equal(b.reset.bus, 0);
	assert_int_equal(parse("[button.0]", "[reset]\nline = RST\nbus = 0\n[button.0]", &b, &err),
			 0);
	assert_string_equal(board_line_name(&b, b.reset.line), "RST");
}

/* A socket has its own lines, and each bus may have its own interrupt line. */
static void
test_lines_of_two_buses(void **state)
{
	static const struct {
		const char *put;
		int want;
	} rows[] = {
		{ "/dev/i2c-3\nspeed_hz = 400000\n[sensor.1]\ninterrupt = 17", -1 },
		{ "/dev/i2c-3\nspeed_hz = 400000\n[sensor.1]\ninterrupt = GPIO17", 0 },
		{ "/dev/i2c-3\nspeed_hz = 400000\n[sensor.1]\ninterrupt = 27", 0 },
		{ "unix:there\nspeed_hz = 400000\n[sensor.1]\ninterrupt = 17", 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char text[sizeof(toy) + 128];
		const char *at = strstr(toy, "[sensor.1]"), *rest = strstr(at, "map = a2");
		struct board b;
		struct board_error err;

		snprintf(text, sizeof(text),
			 "%.*s[bus.1]\ndevice = %s\nchip = ts10\nbus = 1\naddress = 33\n%s",
			 (int)(at - toy), toy, rows[i].put, rest);
		assert_int_equal(board_parse("toy.ini", text, strlen(text), toys, TOYS, &b, &err),
				 rows[i].want);
	}
}

/* Without a GPIO chip buttons have no line either. */
static void
test_buttons_without_gpio(void **state)
{
	char text[sizeof(toy)], *at;
	struct board b;
	struct board_error err;

	(void)state;
	strcpy(text, strstr(toy, "[bus.0]"));
	while ((at = strstr(text, "interrupt = 17\n")))
		memmove(at, at + 15, strlen(at + 15) + 1);
	strcat(text, "[board]\ntitle = T\nfiles = 3\nranks = 2\nsenses = occupancy\n");
	assert_int_equal(board_parse("toy.ini", text, strlen(text), toys, TOYS, &b, &err), -1);
	expect(&err, 25, "button.0", "line", "[board] has no gpio, so there is no line 5",
	       "no gpio");
}

/* The order of the sections does not matter. */
static void
test_any_order(void **state)
{
	const char *led = strstr(toy, "[led.0]");
	struct board b, plain;
	struct board_error err;
	char text[sizeof(toy)];
	size_t head = (size_t)(led - toy), tail = strlen(led);

	(void)state;
	memcpy(text, led, tail);
	memcpy(text + tail, toy, head);
	assert_int_equal(parse("Toy", "Toy", &plain, &err), 0);
	assert_int_equal(board_parse("toy.ini", text, head + tail, toys, TOYS, &b, &err), 0);
	assert_memory_equal(&b, &plain, sizeof(b));
}

static void
test_turned(void **state)
{
	struct board b, plain;
	struct board_error err;

	(void)state;
	assert_int_equal(parse("Toy", "Toy", &plain, &err), 0);
	assert_int_equal(parse("turned = 0", "turned = 180", &b, &err), 0);
	assert_true(b.turned);
	assert_int_equal(b.home_file, plain.home_file);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(b.sensor[0].sq[i], 5 - plain.sensor[0].sq[i]);
	for (unsigned sq = 0; sq < 6; sq++)
		assert_memory_equal(b.led[0].channel[5 - sq], plain.led[0].channel[sq], 6);
}

/* Lamps of one colour, two lamp chips, and a second bus. */
static void
test_single_colour(void **state)
{
	const char *put = "[led.0]\nchip = TLX\nbus = 0\naddress = 0x30\ncolours = single\n"
			  "map = c2:5 a1:0\n"
			  "[bus.1]\ndevice = /dev/i2c-2\nspeed_hz = 100000\n"
			  "[led.1]\nchip = TLX\nbus = 1\naddress = 0x30\ncolours = single\n"
			  "map = b1:1 c1:2\n      a2:0 b2:3\n"
			  "[button.0]\n";
	const char *from = strstr(toy, "[led.0]"), *to = strstr(toy, "name = clock");
	char find[sizeof(toy)];
	struct board b;
	struct board_error err;

	(void)state;
	snprintf(find, sizeof(find), "%.*s", (int)(to - from), from);
	assert_int_equal(parse(find, put, &b, &err), 0);
	assert_int_equal(b.n_leds, 2);
	assert_false(b.led[1].rgb);
	assert_int_equal(b.led[0].channel[5][0], 5);
	assert_int_equal(b.led[0].channel[5][1], 0xffff);
	assert_int_equal(b.led[0].channel[1][0], 0xffff);
	assert_int_equal(b.led[1].channel[1][0], 1);
	assert_int_equal(b.led[1].bus, 1);
	/* Two chips on one bus cannot share an address. */
	assert_int_equal(parse(find,
			       "[led.0]\nchip = TLX\nbus = 0\naddress = 0x30\n"
			       "colours = single\nmap = c2:5\n[led.1]\nchip = TLX\nbus = 0\n"
			       "address = 48\ncolours = single\nmap = a1:0\n[button.0]\n",
			       &b, &err),
			 -1);
	expect(&err, 34, "led.1", "address", "led.0 is already at 0x30 of bus 0", "two lamp chips");
	/* Nor can a lamp chip and a sensor chip. */
	assert_int_equal(parse(find,
			       "[sensor.2]\nchip = TS10\nbus = 0\naddress = 0x22\nmap = -\n"
			       "[led.0]\nchip = TLX\nbus = 0\naddress = 0x22\ncolours = single\n"
			       "map = c2:5\n[button.0]\n",
			       &b, &err),
			 -1);
	expect(&err, 33, "led.0", "address", "sensor.2 is already at 0x22 of bus 0",
	       "lamp at sensor");
}

static void
test_no_lamps(void **state)
{
	const char *from = strstr(toy, "[led.0]"), *to = strstr(toy, "[button.0]");
	char find[sizeof(toy)];
	struct board b;
	struct board_error err;

	(void)state;
	snprintf(find, sizeof(find), "%.*s", (int)(to - from), from);
	assert_int_equal(parse(find, "", &b, &err), 0);
	assert_int_equal(b.n_leds, 0);
}

/* Each error names its place. */
static void
test_error_print(void **state)
{
	struct board_error err = { .line = 7, .section = "sensor.3", .key = "map", .why = "no" };
	char out[64];

	(void)state;
	board_error_print("b.ini", &err, out, sizeof(out));
	assert_string_equal(out, "b.ini:7: [sensor.3] map: no");
	err = (struct board_error){ .why = "the file is empty" };
	board_error_print("b.ini", &err, out, sizeof(out));
	assert_string_equal(out, "b.ini: the file is empty");
	err = (struct board_error){ .line = 3, .why = "no" };
	board_error_print("b.ini", &err, out, sizeof(out));
	assert_string_equal(out, "b.ini:3: no");
	board_error_print("b.ini", &err, out, 5);
	assert_string_equal(out, "b.in");
}

static void
write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_int_equal(fputs(text, f) < 0, 0);
	assert_int_equal(fclose(f), 0);
}

static void
test_find_and_load(void **state)
{
	char dir[] = "/tmp/halo-board-XXXXXX", path[4096], want[64];
	struct board_error err;
	struct board b;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(want, sizeof(want), "%s/toy.ini", dir);
	write_file(want, toy);
	assert_int_equal(setenv("HALO_BOARDS", dir, 1), 0);
	assert_int_equal(board_find("toy", path, &err), 0);
	assert_string_equal(path, want);
	assert_int_equal(board_load(path, toys, TOYS, &b, &err), 0);
	assert_string_equal(b.name, "toy");
	assert_int_equal(board_find(want, path, &err), 0);
	assert_string_equal(path, want);
	/* A name that is not in the own folder is still searched in the project's folder. */
	assert_int_equal(board_find("reed-8x8", path, &err), 0);
	assert_int_equal(board_find("nowhere", path, &err), -1);
	expect(&err, 0, "", "", "no board named nowhere", "nowhere");
	assert_int_equal(board_find("./nowhere.ini", path, &err), -1);
	expect(&err, 0, "", "", "No such file", "./nowhere.ini");
	assert_int_equal(board_find("", path, &err), -1);
	assert_int_equal(board_load(dir, toys, TOYS, &b, &err), -1);
	expect(&err, 0, "", "", "Is a directory", "a folder");
	assert_int_equal(unlink(want), 0);
	assert_int_equal(board_load(want, toys, TOYS, &b, &err), -1);
	expect(&err, 0, "", "", "cannot be opened: No such file", "gone");
	assert_int_equal(mkfifo(want, 0600), 0);
	(void)alarm(30); /* against an open that waits for a writer */
	assert_int_equal(board_load(want, toys, TOYS, &b, &err), -1);
	(void)alarm(0);
	expect(&err, 0, "", "", "cannot be opened: not a regular file", "a pipe");
	assert_int_equal(unlink(want), 0);
	assert_int_equal(rmdir(dir), 0);
	unsetenv("HALO_BOARDS");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_toy),
		cmocka_unit_test(test_line_names),
		cmocka_unit_test(test_mistakes),
		cmocka_unit_test(test_each_key_missing),
		cmocka_unit_test(test_nul_and_long_files),
		cmocka_unit_test(test_variants),
		cmocka_unit_test(test_polled_and_second_bus),
		cmocka_unit_test(test_reset),
		cmocka_unit_test(test_buttons_without_gpio),
		cmocka_unit_test(test_lines_of_two_buses),
		cmocka_unit_test(test_any_order),
		cmocka_unit_test(test_turned),
		cmocka_unit_test(test_single_colour),
		cmocka_unit_test(test_no_lamps),
		cmocka_unit_test(test_error_print),
		cmocka_unit_test(test_find_and_load),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
