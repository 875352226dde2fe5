/* Touches and keys on stored states, one case a row; test_pages.c runs them. */
#pragma once
#include <stddef.h>

/* requests NULL: not checked; page NULL: a step names a missing target. */
struct row {
	const char *stage, *script, *requests, *page;
};

extern const struct row pages_rows[];
extern const size_t n_pages_rows;
