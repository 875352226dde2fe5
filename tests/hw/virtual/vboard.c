/* The virtual board without sockets: sensors, time, randomness, bus counters. */
#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hw/virtual/vboard.h"

enum {
	LOG_MAX = 4096,
};

/* Changes of the lines: "17-@1000 17+@2000 …". */
struct log {
	size_t len;
	char text[LOG_MAX];
	unsigned violations;
	char why[VBOARD_WHY_MAX];
};

static struct vboard v;
static struct board b;
static struct log reported;

static void
log_line(void *ctx, uint8_t line, bool level, uint64_t t_us)
{
	struct log *l = ctx;

	l->len += (size_t)snprintf(l->text + l->len, sizeof(l->text) - l->len, "%u%c@%" PRIu64 " ",
				   line, level ? '+' : '-', t_us);
	assert_true(l->len < sizeof(l->text));
}

static void
log_violation(void *ctx, const char *why)
{
	struct log *l = ctx;

	l->violations++;
	snprintf(l->why, sizeof(l->why), "%s", why);
}

static void
load(const char *name, uint64_t seed)
{
	const struct vboard_hooks hooks = { log_line, log_violation, &reported };
	char path[4096], why[VBOARD_WHY_MAX];
	struct board_error err;
	size_t n;
	const struct board_chip_limits *limits = vboard_limits(&n);

	assert_int_equal(board_find(name, path, &err), 0);
	assert_int_equal(board_load(path, limits, n, &b, &err), 0);
	assert_int_equal(vboard_init(&v, &b, seed, &hooks, why), 0);
	memset(&reported, 0, sizeof(reported));
}

static int
xfer(uint8_t addr, const char *w, size_t wlen, uint8_t *r, size_t rlen, uint64_t t_us)
{
	struct vboard_xfer x = vboard_xfer_begin(&v, addr, wlen, rlen, t_us);

	vboard_xfer_end(&v, &x, (const uint8_t *)w, wlen, r, rlen, t_us);
	return x.err;
}

/* Configures the chips in the order of a careful master: outputs first, interrupts last. */
static void
sensors_wake(uint64_t t_us)
{
	for (unsigned i = 0; i < b.n_sensors; i++)
		assert_int_equal(xfer(b.sensor[i].addr, "\x0a\x44", 2, NULL, 0, t_us), 0);
	for (unsigned i = 0; i < b.n_sensors; i++) {
		assert_int_equal(xfer(b.sensor[i].addr, "\x00\x7f\x7f", 3, NULL, 0, t_us), 0);
		assert_int_equal(xfer(b.sensor[i].addr, "\x0c\x7f\x7f", 3, NULL, 0, t_us), 0);
		assert_int_equal(xfer(b.sensor[i].addr, "\x04\x7f\x7f", 3, NULL, 0, t_us), 0);
	}
}

static uint16_t
gpio(unsigned chip, uint64_t t_us)
{
	uint8_t r[2];

	assert_int_equal(xfer(b.sensor[chip].addr, "\x12", 1, r, 2, t_us), 0);
	return (uint16_t)(r[0] | r[1] << 8);
}

/* Puts a piece on each square in turn: exactly the mapped channel reads it. */
static void
check_squares(const char *name)
{
	char why[VBOARD_WHY_MAX];
	unsigned seen = 0;

	load(name, 0);
	sensors_wake(0);
	for (unsigned i = 0; i < b.n_sensors; i++) {
		for (unsigned ch = 0; ch < 16; ch++) {
			uint8_t sq = b.sensor[i].sq[ch];

			if (sq == BOARD_NO_SQ)
				continue;
			seen++;
			assert_int_equal(vboard_put(&v, sq, (struct man){ 'P', 0 }, 0, why), 0);
			assert_int_equal(gpio(i, 0), 0x7f7f & ~(1u << ch));
			assert_int_equal(vboard_lift(&v, sq, 0, why), 0);
			assert_int_equal(gpio(i, 0), 0x7f7f);
		}
	}
	assert_int_equal(seen, b.files * b.ranks);
	assert_int_equal(reported.violations, 0);
}

static void
every_square_reaches_its_channel(void **state)
{
	(void)state;
	check_squares("reed-8x8");
	check_squares("hall-11x9");
}

/* Each lamp of each square, alone, in each colour. */
static void
check_lamps(const char *name)
{
	uint8_t rgb[3], want[3];

	load(name, 0);
	for (unsigned sq = 0; sq < (unsigned)b.files * b.ranks; sq++) {
		for (unsigned c = 0; c < 3; c++) {
			struct emul_is31fl3741 *m = &v.model[b.n_sensors].is31fl3741;

			memset(m->pwm, 0, sizeof(m->pwm));
			memset(m->scaling, 0xff, sizeof(m->scaling));
			m->config = 1;
			m->gcc = 1;
			m->pwm[b.led[0].channel[sq][c]] = 0x55;
			memset(want, 0, sizeof(want));
			want[c] = 0x55;
			for (unsigned other = 0; other < (unsigned)b.files * b.ranks; other++) {
				vboard_lamp(&v, other, rgb);
				assert_memory_equal(rgb, other == sq ? want : (uint8_t[3]){ 0 }, 3);
			}
		}
	}
}

static void
every_lamp_has_its_square_and_colour(void **state)
{
	(void)state;
	check_lamps("reed-8x8");
	check_lamps("hall-11x9");
}

static void
interrupts_share_a_wire(void **state)
{
	char why[VBOARD_WHY_MAX];

	(void)state;
	load("reed-8x8", 0);
	sensors_wake(0);
	assert_int_equal(vboard_put(&v, 0, (struct man){ 'P', 0 }, 10, why), 0);
	assert_int_equal(vboard_put(&v, 63, (struct man){ 'P', 0 }, 20, why), 0);
	gpio(0, 30);
	assert_string_equal(reported.text, "17-@10 "); /* the other chip still pulls */
	gpio(4, 40);
	assert_string_equal(reported.text, "17-@10 17+@40 ");
	assert_int_equal(reported.violations, 0);
}

static void
pushing_against_a_pulled_wire_is_a_violation(void **state)
{
	char why[VBOARD_WHY_MAX];

	(void)state;
	load("reed-8x8", 0);
	sensors_wake(0);
	assert_int_equal(xfer(0x23, "\x0a\x40", 2, NULL, 0, 5), 0); /* push-pull */
	assert_int_equal(vboard_put(&v, 0, (struct man){ 'P', 0 }, 10, why), 0);
	assert_int_equal(reported.violations, 1);
	assert_non_null(strstr(reported.why, "0x23 drives it high against 0x20"));
}

/* Records the raw level changes of a square over time, as text. */
static void
edges_of(unsigned sq, uint64_t from_us, uint64_t to_us, struct log *out)
{
	bool before = vboard_reads(&v, sq);

	memset(out, 0, sizeof(*out));
	for (uint64_t t = from_us; vboard_next_us(&v) <= to_us;) {
		t = vboard_next_us(&v);
		vboard_run(&v, t);
		if (vboard_reads(&v, sq) == before)
			continue;
		before = !before;
		log_line(out, (uint8_t)sq, before, t);
	}
}

static void
a_swap_leaves_a_gap(void **state)
{
	char why[VBOARD_WHY_MAX];
	struct log seen;

	(void)state;
	load("reed-8x8", 0);
	assert_int_equal(vboard_put(&v, 27, (struct man){ 'p', 0 }, 0, why), 0);
	assert_int_equal(vboard_swap(&v, 27, (struct man){ 'N', 0 }, 30000, 1000, why), 0);
	assert_false(vboard_reads(&v, 27));
	edges_of(27, 1000, 1000000, &seen);
	assert_string_equal(seen.text, "27+@31000 ");
	assert_int_equal(vboard_swap(&v, 27, (struct man){ 'R', 0 }, 0, 50000, why), 0);
	assert_true(vboard_reads(&v, 27));
	assert_true(vboard_next_us(&v) == VBOARD_NEVER);
}

/* Bounce stays within its time, ends correctly, and depends only on the seed. */
static void
bounce_is_bounded_and_reproducible(void **state)
{
	char why[VBOARD_WHY_MAX];
	struct log first, second, other;
	struct log *into[] = { &first, &second, &other };
	static const uint64_t seeds[] = { 7, 7, 8 };

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		load("reed-8x8", seeds[i]);
		vboard_fault_bounce(&v, 4000);
		assert_int_equal(vboard_put(&v, 12, (struct man){ 'P', 0 }, 100, why), 0);
		assert_true(vboard_reads(&v, 12));
		edges_of(12, 100, 4100, into[i]);
		assert_true(into[i]->len > 0);
		assert_true(vboard_reads(&v, 12));
		assert_true(vboard_next_us(&v) == VBOARD_NEVER);
	}
	assert_string_equal(first.text, second.text);
	assert_string_not_equal(first.text, other.text);
}

static void
a_new_touch_ends_the_old_bounce(void **state)
{
	char why[VBOARD_WHY_MAX];

	(void)state;
	load("reed-8x8", 1);
	vboard_fault_bounce(&v, 4000);
	assert_int_equal(vboard_put(&v, 12, (struct man){ 'P', 0 }, 100, why), 0);
	vboard_fault_bounce(&v, 0);
	assert_int_equal(vboard_lift(&v, 12, 101, why), 0);
	assert_false(vboard_reads(&v, 12));
	assert_true(vboard_next_us(&v) == VBOARD_NEVER);
}

static void
noise_has_its_rate_and_its_seed(void **state)
{
	enum { SECONDS = 20, PERCENT = 10 };
	uint64_t wrong_us = 0, last_us = 0;

	(void)state;
	load("reed-8x8", 3);
	vboard_fault_noise(&v, 5, PERCENT, 0);
	while (vboard_next_us(&v) < SECONDS * 1000000u) {
		uint64_t t = vboard_next_us(&v);

		if (vboard_reads(&v, 5))
			wrong_us += t - last_us;
		vboard_run(&v, t);
		last_us = t;
	}
	assert_in_range(wrong_us / SECONDS, 90000, 110000); /* of a million */
	vboard_fault_noise(&v, 5, 0, last_us);
	assert_false(vboard_reads(&v, 5));
	assert_true(vboard_next_us(&v) == VBOARD_NEVER);
}

static void
a_stuck_sensor_ignores_the_board(void **state)
{
	char why[VBOARD_WHY_MAX];

	(void)state;
	load("reed-8x8", 0);
	vboard_fault_stuck(&v, 9, 1, 0);
	assert_true(vboard_reads(&v, 9));
	assert_int_equal(vboard_put(&v, 9, (struct man){ 'P', 0 }, 1, why), 0);
	vboard_fault_stuck(&v, 9, 0, 2);
	assert_false(vboard_reads(&v, 9));
	vboard_fault_stuck(&v, 9, -1, 3);
	assert_true(vboard_reads(&v, 9));
}

/* 400 kHz: 2.5 us per bit. Write: S, 9 bits per byte, P. Read: S and bytes again. */
static void
the_wire_takes_its_time(void **state)
{
	static const struct {
		uint8_t addr;
		size_t wlen, rlen;
		unsigned bits;
	} rows[] = {
		{ 0x20, 1, 0, 20 },   { 0x20, 2, 0, 29 }, { 0x20, 1, 6, 84 }, { 0x20, 0, 2, 29 },
		{ 0x30, 97, 0, 884 }, { 0x55, 9, 9, 11 }, /* no chip: only the address */
	};
	uint64_t bits = 0;
	struct vboard_stats s;

	(void)state;
	load("reed-8x8", 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct vboard_xfer x =
			vboard_xfer_begin(&v, rows[i].addr, rows[i].wlen, rows[i].rlen, 0);

		assert_int_equal(x.wire_us, (rows[i].bits * 5 + 1) / 2);
		bits += rows[i].bits;
	}
	s = vboard_stats_take(&v);
	assert_int_equal(s.transactions, 6);
	assert_int_equal(s.bytes, 1 + 2 + 7 + 2 + 97);
	assert_int_equal(s.bits, bits);
	s = vboard_stats_take(&v);
	assert_int_equal(s.transactions + s.bytes + s.bits + s.violations, 0);
}

static void
faults_of_the_bus(void **state)
{
	struct emul_is31fl3741 *lamps;
	struct vboard_xfer x;
	uint8_t rgb[3];

	(void)state;
	load("reed-8x8", 0);
	lamps = &v.model[b.n_sensors].is31fl3741;
	sensors_wake(0);
	vboard_fault_nak(vboard_chip_at(&v, 0x22, VBOARD_NO_PORT), 2);
	assert_int_equal(xfer(0x22, "\x12", 1, NULL, 0, 1), -ENXIO);
	assert_int_equal(xfer(0x21, "\x12", 1, NULL, 0, 1), 0);
	assert_int_equal(xfer(0x22, "\x12", 1, NULL, 0, 1), -ENXIO);
	assert_int_equal(xfer(0x22, "\x12", 1, NULL, 0, 1), 0);

	/* A hang shorter than the time-out delays; a longer one fails. */
	vboard_fault_hang(&v, 10000, 100);
	x = vboard_xfer_begin(&v, 0x20, 1, 0, 1100);
	assert_int_equal(x.err, 0);
	assert_int_equal(x.wire_us, 9000 + 50);
	vboard_fault_hang(&v, 40000, 100);
	x = vboard_xfer_begin(&v, 0x20, 1, 0, 100);
	assert_int_equal(x.err, -ETIMEDOUT);
	assert_int_equal(x.wire_us, 30000);

	lamps->config = lamps->gcc = 1;
	memset(lamps->pwm, 9, sizeof(lamps->pwm));
	memset(lamps->scaling, 0xff, sizeof(lamps->scaling));
	vboard_fault_dead(&v, vboard_chip_at(&v, 0x30, VBOARD_NO_PORT), 200);
	vboard_lamp(&v, 0, rgb);
	assert_memory_equal(rgb, ((uint8_t[3]){ 0 }), 3);
	vboard_clear(&v, 300);
	assert_int_equal(xfer(0x30, "\xfe", 1, NULL, 0, 300), 0);
	vboard_lamp(&v, 0, rgb);
	assert_memory_equal(rgb, ((uint8_t[3]){ 0 }), 3); /* it returned without its memory */
}

/* A dead sensor chip releases the shared wire. */
static void
a_dead_chip_releases_its_interrupt(void **state)
{
	char why[VBOARD_WHY_MAX];

	(void)state;
	load("reed-8x8", 0);
	sensors_wake(0);
	assert_int_equal(vboard_put(&v, 0, (struct man){ 'P', 0 }, 10, why), 0);
	vboard_fault_dead(&v, vboard_chip_at(&v, 0x20, VBOARD_NO_PORT), 20);
	assert_string_equal(reported.text, "17-@10 17+@20 ");
}

static void
fields_are_read_and_printed(void **state)
{
	static const struct {
		const char *board, *in, *out; /* out NULL: refused */
	} rows[] = {
		{ "reed-8x8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "" },
		{ "reed-8x8", "8/8/8/8/8/8/8/8", "" },
		{ "reed-8x8", "8/8/8/3P^4/8/8/8/k*6K@", "" },
		{ "reed-8x8", "44/8/8/8/8/8/8/8", NULL },
		{ "reed-8x8", "8/8/8/8/8/8/8", NULL },
		{ "reed-8x8", "8/8/8/8/8/8/8/9", NULL },
		{ "reed-8x8", "8/8/8/8/8/8/8/8/8", NULL },
		{ "reed-8x8", "8/8/8/8/8/8/8/7", NULL },
		{ "reed-8x8", "8/8/8/8/8/8/8/7x", NULL },
		{ "reed-8x8", "8/8/8/8/8/8/8/*7", NULL },
		{ "reed-8x8", "8/8/8/8/8/8/8/", NULL },
		{ "reed-8x8", "", NULL },
		{ "reed-8x8", "0/8/8/8/8/8/8/8", NULL },
		{ "reed-8x8", "99999999999999999999", NULL },
		{ "hall-11x9",
		  "rnbmqqqmbnr/11/3c1c1c3/ppppppppppp/11/PPPPPPPPPPP/3C1C1C3/11/RNBMQQQMBNR", "" },
		{ "hall-11x9", "12/11/11/11/11/11/11/11/11", NULL },
		{ "hall-11x9", "PPPPPPPPPPPP/11/11/11/11/11/11/11/11", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct man men[BOARD_SQUARES_MAX];
		char why[FIELD_WHY_MAX] = "", text[FIELD_TEXT_MAX];
		int r;

		load(rows[i].board, 0);
		r = field_parse(rows[i].in, &b, men, why);
		assert_int_equal(r, rows[i].out ? 0 : -1);
		assert_int_equal(why[0] != '\0', !rows[i].out);
		if (!rows[i].out)
			continue;
		field_print(&b, men, text);
		assert_string_equal(text, rows[i].out[0] ? rows[i].out : rows[i].in);
	}
}

/* Chess on the large board: its a1 is as described. */
static void
a_small_field_sits_at_home(void **state)
{
	struct man men[BOARD_SQUARES_MAX];
	char why[FIELD_WHY_MAX];

	(void)state;
	load("hall-11x9", 0);
	assert_int_equal(field_parse("7k/8/8/8/8/8/8/R7", &b, men, why), 0);
	assert_int_equal(men[b.home_rank * b.files + b.home_file].letter, 'R');
	assert_int_equal(men[(b.home_rank + 7) * b.files + b.home_file + 7].letter, 'k');
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_square_reaches_its_channel),
		cmocka_unit_test(every_lamp_has_its_square_and_colour),
		cmocka_unit_test(interrupts_share_a_wire),
		cmocka_unit_test(pushing_against_a_pulled_wire_is_a_violation),
		cmocka_unit_test(a_swap_leaves_a_gap),
		cmocka_unit_test(bounce_is_bounded_and_reproducible),
		cmocka_unit_test(a_new_touch_ends_the_old_bounce),
		cmocka_unit_test(noise_has_its_rate_and_its_seed),
		cmocka_unit_test(a_stuck_sensor_ignores_the_board),
		cmocka_unit_test(the_wire_takes_its_time),
		cmocka_unit_test(faults_of_the_bus),
		cmocka_unit_test(a_dead_chip_releases_its_interrupt),
		cmocka_unit_test(fields_are_read_and_printed),
		cmocka_unit_test(a_small_field_sits_at_home),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
