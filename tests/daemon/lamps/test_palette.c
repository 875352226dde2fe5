/* The palette's tables against the needs of eyes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/palette.h"
#include "tests/daemon/lamps/eyes.h"

#define BIT(m) (1u << MEANING_##m)

/*
 * Distances in CIE L*a*b*. 24 is ten times the visible minimum: from across the
 * table, under a piece. `dark`: how far the faintest is from dark wood. `most`:
 * limit for any one colour.
 */
static const struct {
	const char *name;
	double apart, dark;
	uint8_t most;
} palettes[LAMPS_PALETTES] = {
	[LAMPS_STANDARD] = { "standard", 24.0, 10.0, 255 },
	[LAMPS_BRIGHT] = { "bright", 28.0, 38.0, 255 },
	[LAMPS_CALM] = { "calm", 24.0, 10.0, 150 },
};

#define IDLE (BIT(LAST) | BIT(CHECK) | BIT(ASKED) | BIT(HINT) | BIT(FROM) | BIT(TO))

/*
 * Meanings that one picture may show together. A zombie that would be destroyed
 * flashes, so it differs from steady lights.
 */
static const unsigned together[] = {
	BIT(FROM) | BIT(LEGAL) | BIT(CAPTURE) | BIT(UNSAFE) | BIT(HINT),
	BIT(FROM) | BIT(LEGAL) | BIT(CAPTURE) | BIT(HINT) | BIT(ASKED),
	BIT(BEST) | BIT(GOOD) | BIT(PLAYABLE) | BIT(MISTAKE) | BIT(BLUNDER) | BIT(FROM) | BIT(HINT) |
		BIT(CAPTURE),
	BIT(MISSING) | BIT(EXTRA) | BIT(HINT),
	IDLE | BIT(MISSING) | BIT(EXTRA) | BIT(ZOMBIE),
	IDLE | BIT(CAPTURE) | BIT(CROOKED),
	BIT(LAST) | BIT(CHECK) | BIT(ASKED) | BIT(EXTRA) | BIT(CROOKED),
	BIT(LAST) | BIT(CHECK) | BIT(HINT) | BIT(LEGAL) | BIT(CAPTURE) | BIT(CROOKED),
	BIT(LAST) | BIT(CHECK) | BIT(ASKED) | BIT(LEGAL),
	IDLE | BIT(MIRROR) | BIT(AREA),
	/* A computer's move swells, and its next step flashes. */
	BIT(PLAN) | BIT(ASKED) | BIT(STICK),
	BIT(PLAN) | BIT(CHECK) | BIT(ASKED) | BIT(MISSING) | BIT(EXTRA) | BIT(ZOMBIE),
	BIT(PLAN) | BIT(CROOKED),
	BIT(PLAN) | BIT(MIRROR) | BIT(AREA),
	/* A stick's light swells, so it differs from steady lights. */
	BIT(STICK) | BIT(ASKED),
};

static void
check_apart(unsigned p, unsigned a, unsigned b)
{
	const struct look *look = palette_rgb[p];

	for (size_t e = 0; e < sizeof(eyes) / sizeof(eyes[0]); e++) {
		double d = eyes_apart_for(eyes[e].m, look[a].rgb, look[b].rgb);

		if (d < palettes[p].apart)
			fail_msg("%s: %s and %s: %.1f apart for %s", palettes[p].name,
				 lamps_meaning_name(a), lamps_meaning_name(b), d, eyes[e].name);
	}
}

static void
check_together(unsigned p, unsigned means)
{
	for (unsigned a = 0; a < MEANINGS; a++)
		for (unsigned b = a + 1; b < MEANINGS; b++)
			if ((means >> a & 1) != 0 && (means >> b & 1) != 0)
				check_apart(p, a, b);
}

static void
test_colour_blind(void **state)
{
	(void)state;
	for (unsigned p = 0; p < LAMPS_PALETTES; p++)
		for (size_t g = 0; g < sizeof(together) / sizeof(together[0]); g++)
			check_together(p, together[g]);
}

/* No light may be too faint on dark wood, for any eye, or exceed the palette's limit. */
static void
test_visible(void **state)
{
	static const uint8_t dark[3];

	(void)state;
	for (unsigned p = 0; p < LAMPS_PALETTES; p++)
		for (unsigned m = 0; m < MEANINGS; m++) {
			const uint8_t *rgb = palette_rgb[p][m].rgb;

			for (size_t e = 0; e < sizeof(eyes) / sizeof(eyes[0]); e++)
				if (eyes_apart_for(eyes[e].m, rgb, dark) < palettes[p].dark)
					fail_msg("%s: %s is faint for %s", palettes[p].name,
						 lamps_meaning_name(m), eyes[e].name);
			for (unsigned k = 0; k < 3; k++)
				assert_true(rgb[k] <= palettes[p].most);
		}
}

/* Calm gives each meaning less light than normal; rhythms are the same in all. */
static void
test_palettes(void **state)
{
	(void)state;
	for (unsigned m = 0; m < MEANINGS; m++) {
		const struct look *usual = &palette_rgb[LAMPS_STANDARD][m];
		unsigned light[LAMPS_PALETTES];

		for (unsigned p = 0; p < LAMPS_PALETTES; p++) {
			const struct look *look = &palette_rgb[p][m];

			light[p] = (unsigned)look->rgb[0] + look->rgb[1] + look->rgb[2];
			assert_int_equal(look->rhythm, usual->rhythm);
		}
		if (light[LAMPS_CALM] >= light[LAMPS_STANDARD])
			fail_msg("%s is not calm", lamps_meaning_name(m));
	}
	for (unsigned k = 0; k < CLASSES; k++) {
		const uint8_t *usual = palette_classes[LAMPS_STANDARD][k].rgb;

		assert_true(palette_classes[LAMPS_CALM][k].rgb[0] < usual[0]);
		assert_true(palette_classes[LAMPS_BRIGHT][k].rgb[0] >= usual[0]);
	}
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

/* Single-colour classes differ by rhythm, or by level if both are steady. */
static void
test_classes(void **state)
{
	(void)state;
	for (unsigned m = 0; m < MEANINGS; m++)
		assert_true(palette_class_of[m] < CLASSES);
	for (unsigned i = 0; i < LAMPS_PALETTES * CLASSES; i++) {
		const struct look *class = palette_classes[i / CLASSES];
		unsigned a = i % CLASSES;
		const struct look *x = &class[a];

		for (unsigned b = 0; b < a; b++) {
			const struct look *y = &class[b];
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
		assert_int_equal(r->level[0], 255); /* the light reacts at once */
		assert_false(r->second[0]);
		if (r->n == 1)
			continue;
		assert_true(r->step_us >= LAMPS_FRAME_US);
		assert_int_equal(r->step_us % 100000, 0);
		for (unsigned i = 0; i < r->n; i++) {
			assert_true(r->level[i] >= 40); /* dim, but never off */
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

/* A lamp just before and just after each edge of its rhythm. */
static void
test_lamp(void **state)
{
	static const struct {
		bool rgb;
		uint32_t means;
		bool step;
		uint64_t since_us;
		uint8_t want[3];
		uint8_t palette;
	} rows[] = {
		{ true, 0, false, 0, { 0, 0, 0 }, LAMPS_STANDARD },
		{ true, BIT(LEGAL), false, 77, { 0, 150, 255 }, LAMPS_STANDARD },
		{ true, BIT(LEGAL) | BIT(UNSAFE), false, 0, { 110, 0, 50 }, LAMPS_STANDARD },
		{ true, BIT(FROM) | BIT(LEGAL), false, 0, { 255, 255, 255 }, LAMPS_STANDARD },
		{ true, BIT(LEGAL) | BIT(CAPTURE), false, 0, { 255, 90, 0 }, LAMPS_STANDARD },
		{ true, BIT(CAPTURE) | BIT(UNSAFE), false, 499999, { 255, 90, 0 }, LAMPS_STANDARD },
		{ true, BIT(CAPTURE) | BIT(UNSAFE), false, 500000, { 110, 0, 50 }, LAMPS_STANDARD },
		{ true, BIT(CAPTURE) | BIT(UNSAFE), false, 1000000, { 255, 90, 0 }, LAMPS_STANDARD },
		{ true, BIT(EXTRA), false, 300000, { 255, 90, 20 }, LAMPS_STANDARD },
		{ true, BIT(EXTRA), true, 199999, { 255, 90, 20 }, LAMPS_STANDARD },
		{ true, BIT(EXTRA), true, 200000, { 50, 17, 3 }, LAMPS_STANDARD },
		{ true, BIT(MISSING) | BIT(EXTRA), false, 500000, { 255, 90, 20 }, LAMPS_STANDARD },
		{ true, BIT(CHECK) | BIT(HINT), false, 0, { 190, 0, 0 }, LAMPS_STANDARD },
		{ true, BIT(CHECK) | BIT(HINT), false, 500000, { 80, 127, 101 }, LAMPS_STANDARD },
		{ true, BIT(ASKED) | BIT(TO), false, 500000, { 24, 0, 68 }, LAMPS_STANDARD },
		{ true, BIT(ZOMBIE) | BIT(UNSAFE), false, 199999, { 197, 177, 0 }, LAMPS_STANDARD },
		{ true, BIT(ZOMBIE) | BIT(UNSAFE), false, 200000, { 38, 34, 0 }, LAMPS_STANDARD },
		{ false, BIT(ZOMBIE), false, 200000, { 60, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(ZOMBIE) | BIT(UNSAFE), false, 200000, { 50, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(LEGAL), false, 0, { 255, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(LEGAL) | BIT(UNSAFE), false, 200000, { 50, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(LAST), false, 0, { 60, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(CHECK), false, 200000, { 50, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(MISSING), false, 0, { 80, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(MISSING), true, 0, { 255, 0, 0 }, LAMPS_STANDARD },
		{ true, BIT(PLAN), false, 0, { 0, 255, 255 }, LAMPS_STANDARD },
		{ true, BIT(PLAN), true, 200000, { 0, 50, 50 }, LAMPS_STANDARD },
		{ false, BIT(PLAN), false, 0, { 80, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(PLAN), true, 0, { 255, 0, 0 }, LAMPS_STANDARD },
		{ true, BIT(LEGAL), false, 0, { 12, 76, 148 }, LAMPS_CALM },
		{ true, BIT(BEST) | BIT(LEGAL), false, 0, { 31, 255, 55 }, LAMPS_STANDARD },
		{ true, BIT(MISTAKE) | BIT(CAPTURE), false, 0, { 105, 81, 32 }, LAMPS_STANDARD },
		{ true, BIT(MISTAKE) | BIT(CAPTURE), false, 500000, { 52, 0, 12 }, LAMPS_STANDARD },
		{ true, BIT(BLUNDER), false, 200000, { 10, 0, 2 }, LAMPS_STANDARD },
		{ false, BIT(BEST) | BIT(LEGAL), false, 0, { 255, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(PLAYABLE) | BIT(LEGAL), false, 0, { 60, 0, 0 }, LAMPS_STANDARD },
		{ false, BIT(BLUNDER) | BIT(LEGAL), false, 200000, { 50, 0, 0 }, LAMPS_STANDARD },
		{ true, BIT(CAPTURE) | BIT(UNSAFE), false, 500000, { 108, 0, 68 }, LAMPS_BRIGHT },
		{ false, BIT(LEGAL), false, 0, { 150, 0, 0 }, LAMPS_CALM },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct lamps_config c = { .rgb = rows[i].rgb, .palette = rows[i].palette };
		struct palette_lamp l =
			palette_lamp(&c, rows[i].means, rows[i].step, rows[i].since_us);

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
		cmocka_unit_test(test_lamp),         cmocka_unit_test(test_palettes),
	};

	return cmocka_run_group_tests_name("palette", tests, NULL, NULL);
}
