/*
 * The visible difference of two lights, to normal and to colour-blind eyes.
 *
 * Colours are linear light, so they pass unchanged through the colour-blindness
 * matrices of Machado, Oliveira and Fernandes (2009, severity 1.0). They are
 * compared in CIE L*a*b* (D65), where 2.3 is just visible.
 */
#pragma once
#include <math.h>
#include <stddef.h>
#include <stdint.h>

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

struct lab {
	double l, a, b;
};

static inline double
lab_f(double t)
{
	return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116.0;
}

static inline struct lab
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

static inline double
eyes_apart_for(const double m[3][3], const uint8_t a[3], const uint8_t b[3])
{
	struct lab p = lab_of(m, a), q = lab_of(m, b);

	return sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) +
		    (p.b - q.b) * (p.b - q.b));
}

/* Returns the distance for the eyes that see the least difference. */
static inline double
eyes_apart(const uint8_t a[3], const uint8_t b[3])
{
	double least = eyes_apart_for(eyes[0].m, a, b);

	for (size_t e = 1; e < sizeof(eyes) / sizeof(eyes[0]); e++)
		least = fmin(least, eyes_apart_for(eyes[e].m, a, b));
	return least;
}
