/*
 * The reader of board descriptions: a toy board that is right, and one row for
 * each way to get it wrong. A row replaces one piece of the toy's text.
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

/* Chips that exist nowhere, so that no row leans on a real one. */
static const struct board_chip_limits toys[] = {
	{ .part = "TS10",
	  .sensor = true,
	  .channels = 10,
	  .addr_min = 0x20,
	  .addr_max = 0x22,
	  .unusable = { 1 << 7, 0 },
	  .interrupts = true },
	{ .part = "TL20", .channels = 20, .addr_min = 0x30, .addr_max = 0x31, .max_ma = 100 },
	{ .part = "TLX", .channels = 6, .addr_min = 0x22, .addr_max = 0x31 },
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

static const struct {
	const char *find, *put; /* NULL: the whole text */
	unsigned line;
	const char *section, *key, *why; /* why: a part of the message */
} mistakes[] = {
	/* The file and its lines */
	{ NULL, "", 0, "", "", "empty" },
	{ NULL, "; only a remark\n", 0, "board", "", "missing" },
	{ "Toy", "To\xffy", 2, "", "", "0xff is not UTF-8" },
	{ "Toy", "To\xc0\x80y", 2, "", "", "0xc0 is not UTF-8" },
	{ "Toy", "To\xed\xa0\x80y", 2, "", "", "0xed is not UTF-8" },
	{ "Toy", "To\xf4\x90\x80\x80y", 2, "", "", "0xf4 is not UTF-8" },
	{ "Toy", "To\xe0\x9f\x80y", 2, "", "", "0xe0 is not UTF-8" },
	{ "Toy", "To\xf0\x8f\x80\x80y", 2, "", "", "0xf0 is not UTF-8" },
	{ "Toy", "To\xf5\x80\x80\x80y", 2, "", "", "0xf5 is not UTF-8" },
	{ "line = 6\n", "line = 6\n\xe2\x82", 40, "", "", "not UTF-8" },
	{ "Toy", "To\x01y", 2, "", "", "0x01 has no place" },
	{ "Toy", "To\ry", 2, "", "", "0x0d has no place" },
	{ "Toy", "To\x7fy", 2, "", "", "0x7f has no place" },
	{ "title = Toy",
	  "; 3456789 123456789 123456789 123456789 123456789 123456789 "
	  "123456789 123456789 123456789 123456789 123456789 123456789 123456789 "
	  "123456789 123456789 123456789 123456789 123456789 123456789 123456789",
	  2, "", "", "the line has 199 bytes, more than 198" },
	{ "title = Toy", "title", 2, "", "", "neither a [section] nor" },
	{ "title = Toy\nfiles", "title\nfile", 2, "", "", "neither a [section] nor" },
	{ "[board]\n", "files = 2\n[board]\n", 1, "", "files", "before the first section" },
	{ "title = Toy", "title =", 2, "board", "title", "no value" },
	{ "title = Toy", "title = ; Toy", 2, "board", "title", "no value" },
	{ "[bus.0]", "[bus.0", 9, "", "", "without its ]" },
	{ "[bus.0]", "[bus.0] x", 9, "", "", "follows the ]" },
	{ "[bus.0]", " [bus.0]", 9, "", "", "very beginning" },
	{ "files = 3", "  files = 3", 3, "board", "title", "only map may" },

	/* Sections */
	{ "[board]", "[bord]", 1, "", "", "unknown section [bord]" },
	{ "[board]", "[board.0]", 1, "", "", "unknown section [board.0]" },
	{ "[bus.0]", "[bus]", 9, "", "", "unknown section [bus]" },
	{ "[bus.0]", "[bus.]", 9, "", "", "unknown section" },
	{ "[bus.0]", "[bus.x]", 9, "", "", "unknown section" },
	{ "[bus.0]", "[bus.00]", 9, "", "", "unknown section" },
	{ "[bus.0]", "[]", 9, "", "", "unknown section" },
	{ "[bus.0]", "[bus.0]\n[bus.0]", 10, "bus.0", "", "already in line 9" },
	{ "[sensor.1]", "[sensor.0]", 18, "sensor.0", "", "already in line 12" },
	{ "[bus.0]", "[bus.1]", 9, "bus.1", "", "there is no [bus.0] before it" },
	{ "[sensor.1]", "[sensor.2]", 18, "sensor.2", "", "there is no [sensor.1] before it" },
	{ "[led.0]", "[led.3]", 25, "led.3", "", "there is no [led.0]" },
	{ "[button.1]", "[button.7]", 37, "button.7", "", "there is no [button.1]" },
	{ "[bus.0]", "[bus.4]", 9, "bus.4", "", "too many: a board has at most 4" },
	{ "[sensor.1]", "[sensor.16]", 18, "sensor.16", "", "too many: a board has at most 16" },
	{ "[led.0]", "[led.4]", 25, "led.4", "", "too many: a board has at most 4" },
	{ "[button.1]", "[button.8]", 37, "button.8", "", "too many: a board has at most 8" },
	{ "[bus.0]", "[button.2]", 10, "button.2", "device", "unknown key" },
	{ "[bus.0]\ndevice = /dev/i2c-1\nspeed_hz = 400000\n", "", 0, "bus.0", "",
	  "at least one bus" },

	/* Keys */
	{ "title = Toy", "titel = Toy", 2, "board", "titel", "unknown key" },
	{ "home = b1", "title = Toy", 5, "board", "title", "already set in line 2" },
	{ "bus = 0\n", "bus = 0\nbus = 0\n", 15, "sensor.0", "bus", "already set in line 14" },
	{ "title = Toy",
	  "title = 3456789 123456789 123456789 123456789 123456789 12345678901234567", 2, "board",
	  "title", "longer than 63" },
	{ "files = 3", "files = three", 3, "board", "files", "three is no number from 1 to 11" },
	{ "files = 3", "files = 12", 3, "board", "files", "12 is no number" },
	{ "files = 3", "files = 0", 3, "board", "files", "0 is no number" },
	{ "files = 3", "files = 03", 3, "board", "files", "03 is no number" },
	{ "files = 3", "files = -3", 3, "board", "files", "-3 is no number" },
	{ "files = 3", "files = 3 4", 3, "board", "files", "3 4 is no number" },
	{ "files = 3", "files = 0x3", 3, "board", "files", "0x3 is no number" },
	{ "files = 3", "files = 99999999999999999999", 3, "board", "files", "is no number" },
	{ "ranks = 2", "ranks = 10", 4, "board", "ranks", "10 is no number from 1 to 9" },
	{ "home = b1", "home = d1", 5, "board", "home", "d1 is no square of a board of 3 x 2" },
	{ "files = 3\nranks = 2\nhome = b1", "files = 11\nranks = 9\nhome = e1", 5, "board", "home",
	  "from e1 on the board has 7 x 9 squares, no 8 x 8" },
	{ "files = 3\nranks = 2\nhome = b1", "files = 11\nranks = 9\nhome = d3", 5, "board", "home",
	  "from d3 on the board has 8 x 7 squares, no 8 x 8" },
	{ "turned = 0", "blind = a1 d1", 6, "board", "blind",
	  "d1 is no square of a board of 3 x 2" },
	{ "turned = 0", "blind = a1 b2 a1", 6, "board", "blind", "a1 comes twice" },
	{ "turned = 0", "blind = a1,b2", 6, "board", "blind", "a1,b2 is no square" },
	{ "turned = 0", "turned = 90", 6, "board", "turned", "90 is none of 0|180" },
	{ "senses = occupancy", "senses = sight", 7, "board", "senses",
	  "none of occupancy|polarity|level" },
	{ "gpio = /dev/gpiochip0", "gpio = gpiochip0", 8, "board", "gpio", "no device path" },
	{ "gpio = /dev/gpiochip0\n", "", 15, "sensor.0", "interrupt", "[board] has no gpio" },
	{ "device = /dev/i2c-1", "device = i2c-1", 10, "bus.0", "device", "neither a device path" },
	{ "device = /dev/i2c-1", "device = unix:", 10, "bus.0", "device", "neither a device path" },
	{ "device = /dev/i2c-1",
	  "device = /3456789 123456789 123456789 123456789 123456789 123456789 "
	  "123456789 123456789 123456789 123456789 12345678901",
	  10, "bus.0", "device", "longer than 107" },
	{ "speed_hz = 400000", "speed_hz = 40000", 11, "bus.0", "speed_hz",
	  "40000 is none of 100000|400000|1000000" },
	{ "[sensor.0]", "[bus.1]\ndevice = /dev/i2c-1\nspeed_hz = 400000\n[sensor.0]", 13, "bus.1",
	  "device", "bus.0 is this device already" },

	/* Chips */
	{ "chip = TS10", "chip = TS11", 13, "sensor.0", "chip", "TS11 is no chip that is known" },
	{ "chip = TS10", "chip = TL20", 13, "sensor.0", "chip", "TL20 is a lamp chip" },
	{ "chip = TL20", "chip = TS10", 26, "led.0", "chip", "TS10 is a sensor chip" },
	{ "chip = TS10", "chip = T234567890123456", 13, "sensor.0", "chip", "longer than 15" },
	{ "bus = 0\n", "bus = 1\n", 14, "sensor.0", "bus", "there is no [bus.1]" },
	{ "bus = 0\n", "bus = 4\n", 14, "sensor.0", "bus", "4 is no number from 0 to 3" },
	{ "address = 0x20", "address = 0x80", 15, "sensor.0", "address", "0x80 is no number" },
	{ "address = 0x20", "address = 20h", 15, "sensor.0", "address", "20h is no number" },
	{ "address = 0x20", "address = 0x", 15, "sensor.0", "address", "0x is no number" },
	{ "address = 0x20", "address = 0x1f", 15, "sensor.0", "address",
	  "a TS10 can be at 0x20 to 0x22, not at 0x1f" },
	{ "address = 0x20", "address = 0x23", 15, "sensor.0", "address", "not at 0x23" },
	{ "address = 33", "address = 0x20", 21, "sensor.1", "address",
	  "sensor.0 is at 0x20 of bus 0 already" },
	{ "chip = TL20\nbus = 0\naddress = 0x30\nmax_ma = 50\n",
	  "chip = TLX\nbus = 0\naddress = 0x30\nmax_ma = 50\n", 29, "led.0", "max_ma",
	  "a TLX cannot limit" },
	{ "[sensor.1]\nchip = ts10\nbus = 0\n",
	  "[bus.1]\ndevice = /dev/i2c-3\nspeed_hz = 400000\n[sensor.1]\nchip = ts10\nbus = 1\n", 25,
	  "sensor.1", "interrupt",
	  "line 17 is the interrupt of sensor.0 on bus 0: chips of one bus may share a line, those "
	  "of bus 1 need one of their own" },
	{ "interrupt = 17", "interrupt = 256", 16, "sensor.0", "interrupt",
	  "256 is neither a line's name nor a number from 0 to 231" },
	{ "interrupt = 17", "interrupt = -1", 16, "sensor.0", "interrupt", "neither" },
	{ "interrupt = 17", "interrupt = GPIO 17", 16, "sensor.0", "interrupt", "neither" },
	{ "interrupt = 17", "interrupt = A234567890123456789012345678901z", 16, "sensor.0",
	  "interrupt", "neither" },
	{ "max_ma = 50", "max_ma = 101", 29, "led.0", "max_ma", "101 is no number from 1 to 100" },
	{ "max_ma = 50", "max_ma = 0", 29, "led.0", "max_ma", "0 is no number from 1 to 100" },
	{ "colours = rgb", "colours = rbg", 30, "led.0", "colours", "rbg is none of single|rgb" },

	/* Maps of sensors */
	{ "a1 b1 c1\n", "a1 b1 d1\n", 17, "sensor.0", "map",
	  "d1 is no square of a board of 3 x 2" },
	{ "a1 b1 c1\n", "a1 b1 c3\n", 17, "sensor.0", "map", "c3 is no square" },
	{ "a1 b1 c1\n", "a1 b1 c0\n", 17, "sensor.0", "map", "c0 is no square" },
	{ "a1 b1 c1\n", "a1 b1 C1\n", 17, "sensor.0", "map", "C1 is no square" },
	{ "a1 b1 c1\n", "a1, b1, c1\n", 17, "sensor.0", "map", "a1, is no square" },
	{ "a1 b1 c1\n", "a1 b1 c11\n", 17, "sensor.0", "map", "c11 is no square" },
	{ "a1 b1 c1\n", "a1 b1\n", 0, "", "", "square c1 has no sensor" },
	{ "a1 b1 c1\n", "a1 b1 a1\n", 17, "sensor.0", "map",
	  "a1 is already read by sensor.0, line 17" },
	{ "b2 c2\n", "b2 c2 b1\n", 24, "sensor.1", "map",
	  "b1 is already read by sensor.0, line 17" },
	{ "a1 b1 c1\n", "a1 b1 - - - - - c1\n", 17, "sensor.0", "map",
	  "c1 is on channel 7, which cannot be an input of a TS10" },
	{ "a1 b1 c1\n", "a1 b1 - - - - - - - - c1\n", 17, "sensor.0", "map",
	  "c1 would be channel 10; a TS10 has channels 0 to 9" },
	{ "a1 b1 c1\n", "a1 b1 c1 - - - - - - - -\n", 17, "sensor.0", "map",
	  "- would be channel 10" },

	/* Maps of lamps */
	{ "c1:6/7/8", "c1", 31, "led.0", "map", "c1 is not of the form SQUARE:CHANNELS" },
	{ "c1:6/7/8", "d1:6/7/8", 31, "led.0", "map", "d1 is no square" },
	{ "c1:6/7/8", "c1:6/7", 31, "led.0", "map", "2 channels where colours = rgb takes 3" },
	{ "c1:6/7/8", "c1:6/7/8/17", 31, "led.0", "map", "4 channels where" },
	{ "c1:6/7/8", "c1:6//8", 31, "led.0", "map", "is no channel number" },
	{ "c1:6/7/8", "c1:", 31, "led.0", "map", "is no channel number" },
	{ "c1:6/7/8", "c1:6/x/8", 31, "led.0", "map", "x is no channel number" },
	{ "c1:6/7/8", "c1:6/70000/8", 31, "led.0", "map", "70000 is no channel number" },
	{ "c1:6/7/8", "c1:6/20/8", 31, "led.0", "map", "channel 20: a TL20 has channels 0 to 19" },
	{ "c1:6/7/8", "c1:6/7/7", 31, "led.0", "map",
	  "channel 7 of c1 already has a lamp, line 31" },
	{ "c2:15/16/19", "c2:15/0/19", 32, "led.0", "map",
	  "channel 0 of c2 already has a lamp, line 31" },
	{ "c1:6/7/8", "b1:6/7/8", 31, "led.0", "map", "b1 is already lit by led.0, line 31" },
	{ " c1:6/7/8", "", 0, "", "", "square c1 has no lamp, though others have" },
	{ "colours = rgb", "colours = single", 31, "led.0", "map",
	  "3 channels where colours = single" },

	/* Buttons */
	{ "name = ok", "name = OK", 38, "button.1", "name", "OK is none of clock|ok|back|hint" },
	{ "name = ok", "name = clock", 38, "button.1", "name", "button.0 is clock already" },
	{ "line = 6", "line = 5", 39, "button.1", "line", "line 5 is that of button.0" },
	{ "line = 6", "line = 17", 39, "button.1", "line", "line 17 is the interrupt of sensor.0" },
	{ "line = 6", "line = 300", 39, "button.1", "line", "300 is neither" },
	{ "active = low", "active = up", 36, "button.0", "active", "up is none of high|low" },
};

/* The toy with one piece replaced, allocated to the byte so that reading past it shows. */
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
	char told[512];

	board_error_print("toy.ini", err, told, sizeof(told));
	if (err->line != line || strcmp(err->section, section) != 0 || strcmp(err->key, key) != 0 ||
	    !strstr(err->why, why))
		fail_msg("row \"%s\":\n  told %s\n  want line %u [%s] %s: … %s …", row, told, line,
			 section, key, why);
}

static void
test_mistakes(void **state)
{
	struct board b, before;
	struct board_error err;

	(void)state;
	memset(&before, 0x5a, sizeof(before));
	for (size_t i = 0; i < sizeof(mistakes) / sizeof(mistakes[0]); i++) {
		b = before;
		if (parse(mistakes[i].find, mistakes[i].put, &b, &err) == 0)
			fail_msg("row \"%s\" was taken", mistakes[i].put);
		expect(&err, mistakes[i].line, mistakes[i].section, mistakes[i].key,
		       mistakes[i].why, mistakes[i].put);
		if (memcmp(&b, &before, sizeof(b)) != 0)
			fail_msg("row \"%s\" touched the board", mistakes[i].put);
	}
}

/* Every key there is: without it the board is either still right, or it is told missing. */
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
	expect(&err, 2, "", "", "0x00 has no place", "NUL");
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
	assert_int_equal(b.sensor[1].line_no, 18);
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

/* A line may be called by its name; the same name is the same line. */
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
	assert_string_equal(err.why, "B is that of button.0");
}

/* What people may also write. */
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

/* A chip that is polled; the same address on another bus. */
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

/* A socket brings its own lines, and one bus may have another line than the other. */
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

/* The sections in another order make the same board. */
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
	for (unsigned i = 0; i < b.n_sensors; i++)
		b.sensor[i].line_no = plain.sensor[i].line_no;
	b.led[0].line_no = plain.led[0].line_no;
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

/* Lamps of one colour, two lamp chips, and one bus more. */
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
	/* The same two chips on one bus cannot share an address. */
	assert_int_equal(parse(find,
			       "[led.0]\nchip = TLX\nbus = 0\naddress = 0x30\n"
			       "colours = single\nmap = c2:5\n[led.1]\nchip = TLX\nbus = 0\n"
			       "address = 48\ncolours = single\nmap = a1:0\n[button.0]\n",
			       &b, &err),
			 -1);
	expect(&err, 34, "led.1", "address", "led.0 is at 0x30 of bus 0 already", "two lamp chips");
	/* Nor a lamp chip a sensor chip's. */
	assert_int_equal(parse(find,
			       "[sensor.2]\nchip = TS10\nbus = 0\naddress = 0x22\nmap = -\n"
			       "[led.0]\nchip = TLX\nbus = 0\naddress = 0x22\ncolours = single\n"
			       "map = c2:5\n[button.0]\n",
			       &b, &err),
			 -1);
	expect(&err, 33, "led.0", "address", "sensor.2 is at 0x22 of bus 0 already",
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

/* Each square goes with its own message, so that nobody has to count. */
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
	/* A name that is not in the own folder is still looked for in the house's. */
	assert_int_equal(board_find("reed-8x8", path, &err), 0);
	assert_int_equal(board_find("nowhere", path, &err), -1);
	expect(&err, 0, "", "", "no board of the name nowhere", "nowhere");
	assert_int_equal(board_find("./nowhere.ini", path, &err), -1);
	expect(&err, 0, "", "", "No such file", "./nowhere.ini");
	assert_int_equal(board_find("", path, &err), -1);
	assert_int_equal(board_load(dir, toys, TOYS, &b, &err), -1);
	expect(&err, 0, "", "", "Is a directory", "a folder");
	assert_int_equal(unlink(want), 0);
	assert_int_equal(board_load(want, toys, TOYS, &b, &err), -1);
	expect(&err, 0, "", "", "cannot be opened: No such file", "gone");
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
