/*
 * The tables of the palette, held to what eyes need.
 *
 * Colours are light, so they go through the colour-blindness matrices of
 * Machado, Oliveira and Fernandes (2009, severity 1.0) as they are, and are
 * compared in CIE L*a*b* (D65): 2.3 is where a difference can just be seen.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/palette.h"

#define BIT(m) (1u << MEANING_##m)

/* Ten times what can just be seen: from across the table, under a piece. */
static const double apart_min = 24.0;

static const struct {
	const char *name;
	double m[3][3];
} eyes[] = {
	{ "all cones", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
	{ "protanopia",
	  { { 0.152286, 1.052583, -0.204868 },
	    { 0.114503, 0.786281, 0.099216 },
	    { -0.003882, -0.048116, 1.051998 } } },
	{ "deuteranopia",
	  { { 0.367322, 0.860646, -0.227968 },
	    { 0.280085, 0.672501, 0.047413 },
	    { -0.011820, 0.042940, 0.968881 } } },
	{ "tritanopia",
	  { { 1.255528, -0.076749, -0.178779 },
	    { -0.078411, 0.930809, 0.147602 },
	    { 0.004733, 0.691367, 0.303900 } } },
};

#define IDLE (BIT(LAST) | BIT(CHECK) | BIT(ASKED) | BIT(HINT) | BIT(FROM) | BIT(TO))

/*
 * Meanings that one picture may hold side by side. A zombie that would be
 * destroyed flashes, and so is told from what stands still beside it.
 */
static const unsigned together[] = {
	BIT(FROM) | BIT(LEGAL) | BIT(CAPTURE) | BIT(UNSAFE) | BIT(HINT),
	BIT(FROM) | BIT(LEGAL) | BIT(CAPTURE) | BIT(HINT) | BIT(ASKED),
	BIT(MISSING) | BIT(EXTRA) | BIT(HINT),
	IDLE | BIT(MISSING) | BIT(EXTRA) | BIT(ZOMBIE),
	IDLE | BIT(CAPTURE) | BIT(CROOKED),
	BIT(LAST) | BIT(CHECK) | BIT(ASKED) | BIT(EXTRA) | BIT(CROOKED),
	BIT(LAST) | BIT(CHECK) | BIT(HINT) | BIT(LEGAL) | BIT(CAPTURE) | BIT(CROOKED),
	BIT(LAST) | BIT(CHECK) | BIT(ASKED) | BIT(LEGAL),
	IDLE | BIT(MIRROR) | BIT(AREA),
};

struct lab {
	double l, a, b;
};

static double
lab_f(double t)
{
	return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116.0;
}

static struct lab
lab_of(const double m[3][3], const uint8_t rgb[3])
{
	double c[3];

	for (int i = 0; i < 3; i++) {
		c[i] = (m[i][0] * rgb[0] + m[i][1] * rgb[1] + m[i][2] * rgb[2]) / 255.0;
		c[i] = c[i] < 0 ? 0 : c[i] > 1 ? 1 : c[i];
	}
	double x = lab_f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505);
	double y = lab_f(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
	double z = lab_f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089);

	return (struct lab){ 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

static double
apart(const double m[3][3], const uint8_t a[3], const uint8_t b[3])
{
	struct lab p = lab_of(m, a), q = lab_of(m, b);

	return sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) +
		    (p.b - q.b) * (p.b - q.b));
}

static void
check_apart(unsigned a, unsigned b)
{
	for (size_t e = 0; e < sizeof(eyes) / sizeof(eyes[0]); e++) {
		double d = apart(eyes[e].m, palette_rgb[a].rgb, palette_rgb[b].rgb);

		if (d < apart_min)
			fail_msg("%s and %s: %.1f apart for %s", lamps_meaning_name(a),
				 lamps_meaning_name(b), d, eyes[e].name);
	}
}

static void
test_colour_blind(void **state)
{
	(void)state;
	for (size_t g = 0; g < sizeof(together) / sizeof(together[0]); g++)
		for (unsigned a = 0; a < MEANINGS; a++)
			for (unsigned b = a + 1; b < MEANINGS; b++)
				if ((together[g] >> a & 1) != 0 && (together[g] >> b & 1) != 0)
					check_apart(a, b);
}

/* No light may be too faint against dark wood, for any eye. */
static void
test_visible(void **state)
{
	static const uint8_t dark[3];

	(void)state;
	for (unsigned m = 0; m < MEANINGS; m++)
		for (size_t e = 0; e < sizeof(eyes) / sizeof(eyes[0]); e++)
			assert_true(apart(eyes[e].m, palette_rgb[m].rgb, dark) >= 10.0);
}

static void
test_names(void **state)
{
	(void)state;
	for (unsigned a = 0; a < MEANINGS; a++) {
		assert_non_null(lamps_meaning_name(a));
		assert_true(lamps_meaning_name(a)[0] != '\0');
		for (unsigned b = 0; b < a; b++)
			assert_string_not_equal(lamps_meaning_name(a), lamps_meaning_name(b));
	}
}

/* Every single-colour class is told from the others by rhythm, or by level where both are still. */
static void
test_classes(void **state)
{
	(void)state;
	for (unsigned m = 0; m < MEANINGS; m++)
		assert_true(palette_class_of[m] < CLASSES);
	for (unsigned a = 0; a < CLASSES; a++) {
		const struct look *x = &palette_classes[a];

		for (unsigned b = 0; b < a; b++) {
			const struct look *y = &palette_classes[b];
			int by = x->rgb[0] - y->rgb[0];

			assert_true(x->rhythm != y->rhythm || by > 100 || by < -100);
		}
	}
}

static unsigned
light(const struct rhythm *r, unsigned i)
{
	return r->level[i % r->n] + (r->second[i % r->n] ? 1000u : 0u);
}

static void
test_rhythms(void **state)
{
	(void)state;
	for (unsigned k = 0; k < RHYTHMS; k++) {
		const struct rhythm *r = &palette_rhythms[k];
		unsigned rises = 0;

		assert_in_range(r->n, 1, RHYTHM_STEPS_MAX);
		assert_int_equal(r->level[0], 255); /* light answers at once */
		assert_false(r->second[0]);
		if (r->n == 1)
			continue;
		assert_true(r->step_us >= LAMPS_FRAME_US);
		assert_int_equal(r->step_us % 100000, 0);
		for (unsigned i = 0; i < r->n; i++) {
			assert_true(r->level[i] >= 40); /* dim, never dark */
			rises += light(r, i + 1) > light(r, i) &&
				 light(r, i) <= light(r, i + r->n - 1);
		}
		assert_int_equal(rises, 1);
		assert_true(r->n * r->step_us >= LAMPS_FLASH_MIN_US);
	}
}

static void
test_next(void **state)
{
	static const struct {
		unsigned rhythm;
		uint64_t since_us, next_us;
	} rows[] = {
		{ RHYTHM_STEADY, 12345, UINT64_MAX }, { RHYTHM_FLASH, 0, 200000 },
		{ RHYTHM_FLASH, 199999, 200000 },     { RHYTHM_FLASH, 200000, 400000 },
		{ RHYTHM_PULSE, 950000, 1000000 },    { RHYTHM_TURNS, 500000, 1000000 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(palette_next(rows[i].rhythm, rows[i].since_us), rows[i].next_us);
}

/* What one lamp shows just before and just after each edge of its rhythm. */
static void
test_lamp(void **state)
{
	static const struct {
		bool rgb;
		uint16_t means;
		bool step;
		uint64_t since_us;
		uint8_t want[3];
	} rows[] = {
		{ true, 0, false, 0, { 0, 0, 0 } },
		{ true, BIT(LEGAL), false, 77, { 0, 150, 255 } },
		{ true, BIT(LEGAL) | BIT(UNSAFE), false, 0, { 110, 0, 50 } },
		{ true, BIT(FROM) | BIT(LEGAL), false, 0, { 255, 255, 255 } },
		{ true, BIT(LEGAL) | BIT(CAPTURE), false, 0, { 255, 90, 0 } },
		{ true, BIT(CAPTURE) | BIT(UNSAFE), false, 499999, { 255, 90, 0 } },
		{ true, BIT(CAPTURE) | BIT(UNSAFE), false, 500000, { 110, 0, 50 } },
		{ true, BIT(CAPTURE) | BIT(UNSAFE), false, 1000000, { 255, 90, 0 } },
		{ true, BIT(EXTRA), false, 300000, { 255, 90, 20 } },
		{ true, BIT(EXTRA), true, 199999, { 255, 90, 20 } },
		{ true, BIT(EXTRA), true, 200000, { 50, 17, 3 } },
		{ true, BIT(MISSING) | BIT(EXTRA), false, 500000, { 255, 90, 20 } },
		{ true, BIT(ASKED) | BIT(TO), false, 500000, { 24, 0, 68 } },
		{ true, BIT(ZOMBIE) | BIT(UNSAFE), false, 199999, { 197, 177, 0 } },
		{ true, BIT(ZOMBIE) | BIT(UNSAFE), false, 200000, { 38, 34, 0 } },
		{ false, BIT(ZOMBIE), false, 200000, { 60, 0, 0 } },
		{ false, BIT(ZOMBIE) | BIT(UNSAFE), false, 200000, { 50, 0, 0 } },
		{ false, BIT(LEGAL), false, 0, { 255, 0, 0 } },
		{ false, BIT(LEGAL) | BIT(UNSAFE), false, 200000, { 50, 0, 0 } },
		{ false, BIT(LAST), false, 0, { 60, 0, 0 } },
		{ false, BIT(CHECK), false, 200000, { 50, 0, 0 } },
		{ false, BIT(MISSING), false, 0, { 80, 0, 0 } },
		{ false, BIT(MISSING), true, 0, { 255, 0, 0 } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct palette_lamp l =
			palette_lamp(rows[i].rgb, rows[i].means, rows[i].step, rows[i].since_us);

		assert_memory_equal(l.rgb, rows[i].want, 3);
		for (unsigned k = 0; k < 3; k++)
			assert_true(l.rgb[k] <= l.peak[k]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_colour_blind), cmocka_unit_test(test_visible),
		cmocka_unit_test(test_names),        cmocka_unit_test(test_classes),
		cmocka_unit_test(test_rhythms),      cmocka_unit_test(test_next),
		cmocka_unit_test(test_lamp),
	};

	return cmocka_run_group_tests_name("palette", tests, NULL, NULL);
}
