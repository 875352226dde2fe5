/* Computes the properties of colours that ui/palette.h states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "tests/ui/contrast.h"
#include "ui/palette.h"

static unsigned theme; /* every test runs over all of them */

#define EVERY_THEME for (theme = 0; theme < PALETTE_THEMES; theme++)

struct pair {
	uint8_t over, under;
};

/* Every text colour with every background it is drawn on. */
static const struct pair texts[] = {
	{ PAL_TEXT, PAL_PAGE },
	{ PAL_TEXT, PAL_CARD },
	{ PAL_TEXT, PAL_BUTTON },
	{ PAL_TEXT, PAL_PRESSED },
	{ PAL_TEXT, PAL_WARN },
	{ PAL_TEXT_DIM, PAL_PAGE },
	{ PAL_TEXT_DIM, PAL_CARD },
	{ PAL_TEXT_MAIN, PAL_BUTTON_MAIN },
	{ PAL_TEXT_OFF, PAL_BUTTON_OFF },
	{ PAL_TEXT_SHOWN, PAL_CARD },
	{ PAL_TEXT_DARK, PAL_BUTTON_ON },
	{ PAL_TEXT_DIM, PAL_BUTTON },
	{ PAL_TEXT_SHOWN, PAL_BUTTON }, /* the value of a setting */
	{ PAL_FACE, PAL_EDGE },
	{ PAL_TEXT_WARN, PAL_WARN },
	{ PAL_TEXT_WARN, PAL_PAGE },
	{ PAL_TEXT_WARN, PAL_CARD },
	{ PAL_TEXT_DARK, PAL_TRAY },
	{ PAL_TEXT_SHOWN, PAL_PAGE },
	{ PAL_TEXT_RED, PAL_FACE },
	{ PAL_TEXT_DARK, PAL_FACE },
	{ PAL_EDGE, PAL_ZOMBIE }, /* the skull on a coin */
};

static void
test_text_contrast(void **unused)
{
	(void)unused;
	EVERY_THEME for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		const struct palette_entry *ink = &palette[texts[i].over];
		const struct palette_entry *ground = &palette[texts[i].under];
		double c = contrast_of(ink->rgb[theme], ground->rgb[theme]);

		if (c < (theme == PALETTE_CONTRAST ? 7 : 4.5))
			fail_msg("%s on %s, theme %u: contrast %.2f", ink->name, ground->name,
				 theme, c);
	}
}

static const uint8_t marks[] = { PAL_PLAN, PAL_ASKED,  PAL_MISSING, PAL_EXTRA,  PAL_CHECK, PAL_FROM,
				 PAL_TO,     PAL_CAPTURE, PAL_UNSAFE, PAL_LEGAL, PAL_HINT,
				 PAL_ZOMBIE, PAL_CROOKED, PAL_MIRROR, PAL_WHY,   PAL_ARROW,
				 PAL_BEST,   PAL_GOOD,    PAL_PLAYABLE, PAL_MISTAKE, PAL_BLUNDER };
enum { MARKS = sizeof(marks) };

/* Light squares have even places. */
static const uint8_t squares[] = { PAL_SQUARE_LIGHT, PAL_SQUARE_DARK, PAL_GREEN_LIGHT,
				   PAL_GREEN_DARK,   PAL_BLUE_LIGHT,  PAL_BLUE_DARK };
enum { SQUARES = sizeof(squares) };

/*
 * Checks that a mark's edge contrasts with the squares, or the mark contrasts
 * with its edge and both with the square.
 */
static void
test_marks_stand_out(void **unused)
{
	(void)unused;
	EVERY_THEME for (size_t i = 0; i < SQUARES; i++) {
		uint32_t square = palette[squares[i]].rgb[theme];
		uint32_t tinted =
			contrast_blend(palette[PAL_LAST].rgb[theme], palette[PAL_LAST].alpha, square);

		assert_true(contrast_of(palette[PAL_EDGE].rgb[theme], square) >= 3);
		assert_true(contrast_of(palette[PAL_EDGE].rgb[theme], tinted) >= 3);
	}
	EVERY_THEME for (size_t i = 0; i < MARKS; i++) {
		double c = contrast_of(palette[marks[i]].rgb[theme], palette[PAL_EDGE].rgb[theme]);

		if (c < 3)
			fail_msg("%s in its edge: contrast %.2f", palette[marks[i]].name, c);
	}
}

/*
 * The complete absence of one kind of cones as a matrix on linear RGB: Machado,
 * Oliveira and Fernandes 2009, severity 1.0.
 */
static const double lacks[][9] = {
	{ 1, 0, 0, 0, 1, 0, 0, 0, 1 },
	{ 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116,
	  1.051998 },
	{ 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940,
	  0.968881 },
	{ 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367,
	  0.303900 },
};

static double
linear(uint32_t rgb, unsigned shift)
{
	double c = (double)(rgb >> shift & 0xff) / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double
lab_curve(double t)
{
	return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116.0;
}

/* Computes the CIELAB colour that a person with that deficiency sees. */
static void
lab_of(uint32_t rgb, const double m[9], double lab[3])
{
	double c[3] = { linear(rgb, 16), linear(rgb, 8), linear(rgb, 0) }, s[3];
	double x, y, z;

	for (int i = 0; i < 3; i++)
		s[i] = fmin(fmax(m[3 * i] * c[0] + m[3 * i + 1] * c[1] + m[3 * i + 2] * c[2], 0),
			    1);
	x = lab_curve((0.4124 * s[0] + 0.3576 * s[1] + 0.1805 * s[2]) / 0.9505);
	y = lab_curve(0.2126 * s[0] + 0.7152 * s[1] + 0.0722 * s[2]);
	z = lab_curve((0.0193 * s[0] + 0.1192 * s[1] + 0.9505 * s[2]) / 1.089);
	lab[0] = 116 * y - 16;
	lab[1] = 500 * (x - y);
	lab[2] = 200 * (y - z);
}

static double
distance(uint32_t a, uint32_t b, const double m[9])
{
	double p[3], q[3];

	lab_of(a, m, p);
	lab_of(b, m, q);
	return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
		    (p[2] - q[2]) * (p[2] - q[2]));
}

/* Marks of similar shape that can be adjacent. */
static const struct pair together[] = {
	{ PAL_FROM, PAL_CHECK },
	{ PAL_FROM, PAL_TO },
	{ PAL_FROM, PAL_LEGAL },
	{ PAL_TO, PAL_CHECK },
	{ PAL_LEGAL, PAL_CAPTURE },
	{ PAL_LEGAL, PAL_UNSAFE },
	{ PAL_CAPTURE, PAL_UNSAFE },
	{ PAL_CAPTURE, PAL_ASKED },
	{ PAL_PLAN, PAL_CHECK },
	{ PAL_PLAN, PAL_ASKED },
	{ PAL_FROM, PAL_BEST },
	{ PAL_BEST, PAL_GOOD },
	{ PAL_GOOD, PAL_PLAYABLE },
	{ PAL_BEST, PAL_PLAYABLE },
	{ PAL_HINT, PAL_CHECK },
	{ PAL_HINT, PAL_ASKED },
	{ PAL_MISSING, PAL_EXTRA },
	{ PAL_MISSING, PAL_CHECK },
	{ PAL_ARROW, PAL_EXTRA },
	{ PAL_SQUARE_LIGHT, PAL_SQUARE_DARK },
	{ PAL_GREEN_LIGHT, PAL_GREEN_DARK },
	{ PAL_BLUE_LIGHT, PAL_BLUE_DARK },
};

static void
test_colour_blind(void **unused)
{
	(void)unused;
	EVERY_THEME for (size_t l = 0; l < sizeof(lacks) / sizeof(lacks[0]); l++) {
		for (size_t i = 0; i < sizeof(together) / sizeof(together[0]); i++) {
			const struct palette_entry *a = &palette[together[i].over];
			const struct palette_entry *b = &palette[together[i].under];
			double d = distance(a->rgb[theme], b->rgb[theme], lacks[l]);

			if (d < 18)
				fail_msg("%s and %s, theme %u, lack %zu: only %.1f apart", a->name,
					 b->name, theme, l, d);
		}
	}
}

/* Checks that a tinted square differs from a plain one of either kind. */
static void
test_tints(void **unused)
{
	static const uint8_t tints[] = { PAL_LAST, PAL_AREA };

	(void)unused;
	EVERY_THEME for (size_t i = 0; i < 8 * SQUARES; i++) {
		const struct palette_entry *tint = &palette[tints[i & 1]];
		uint32_t square = palette[squares[i / 8]].rgb[theme];
		uint32_t tinted = contrast_blend(tint->rgb[theme], tint->alpha, square);
		double d = distance(tinted, square, lacks[i >> 1 & 3]);

		if (d < 10)
			fail_msg("%s, theme %u, lack %zu: only %.1f from the plain square",
				 tint->name, theme, i >> 1 & 3, d);
	}
}

static void
test_table(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < PALETTE_N; i++)
		assert_true(palette[i].name != NULL && palette[i].alpha > 0);
	assert_int_equal(palette_theme_of("dark"), PALETTE_DARK);
	assert_int_equal(palette_theme_of("light"), PALETTE_LIGHT);
	assert_int_equal(palette_theme_of("contrast"), PALETTE_CONTRAST);
	assert_int_equal(palette_theme_of("another"), PALETTE_DARK);
	assert_int_equal(palette_board_of("wood"), BOARD_WOOD);
	assert_int_equal(palette_board_of("green"), BOARD_GREEN);
	assert_int_equal(palette_board_of("blue"), BOARD_BLUE);
	assert_int_equal(palette_board_of(""), BOARD_WOOD);
	/* Checks the formula with WCAG's own extremes. */
	assert_true(fabs(contrast_of(0x000000, 0xffffff) - 21) < 0.001);
	assert_true(fabs(contrast_of(0x777777, 0xffffff) - 4.48) < 0.01);
	assert_int_equal(contrast_blend(0xff8000, 255, 0x123456), 0xff8000);
	assert_int_equal(contrast_blend(0xffffff, 0, 0x123456), 0x123456);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_text_contrast),
		cmocka_unit_test(test_marks_stand_out),
		cmocka_unit_test(test_colour_blind),
		cmocka_unit_test(test_tints),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
