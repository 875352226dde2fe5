#include "tests/ui/contrast.h"

#include <math.h>

static double
channel_linear(uint32_t rgb, unsigned shift)
{
	double c = (double)(rgb >> shift & 0xff) / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double
luminance(uint32_t rgb)
{
	return 0.2126 * channel_linear(rgb, 16) + 0.7152 * channel_linear(rgb, 8) +
	       0.0722 * channel_linear(rgb, 0);
}

double
contrast_of(uint32_t rgb_a, uint32_t rgb_b)
{
	double a = luminance(rgb_a), b = luminance(rgb_b);

	return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

static uint32_t
channel_blend(uint32_t over, uint32_t alpha, uint32_t under, unsigned shift)
{
	uint32_t o = over >> shift & 0xff, u = under >> shift & 0xff;

	return ((o * alpha + u * (255 - alpha) + 127) / 255) << shift;
}

uint32_t
contrast_blend(uint32_t over, uint8_t alpha, uint32_t under)
{
	return channel_blend(over, alpha, under, 16) | channel_blend(over, alpha, under, 8) |
	       channel_blend(over, alpha, under, 0);
}
