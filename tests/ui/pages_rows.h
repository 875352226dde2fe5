/* What fingers and keys do on stored states, a row a case; test_pages.c runs them. */
#pragma once
#include <stddef.h>

/* requests NULL: of no matter; page NULL: a step names a target that is not there. */
struct row {
	const char *stage, *script, *requests, *page;
};

extern const struct row pages_rows[];
extern const size_t n_pages_rows;
