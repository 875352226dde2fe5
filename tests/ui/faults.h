/*
 * Counts errors within a test and reports each at once, so that one run shows
 * all; the test fails at its end.
 */
#pragma once
#include <cmocka.h>

static unsigned n_faults;

#define fault(...) (n_faults++, print_error("[   FAULT  ] " __VA_ARGS__), print_error("\n"))

static inline void
faults_end(void)
{
	unsigned n = n_faults;

	n_faults = 0;
	assert_int_equal(n, 0);
}
