/* Ways to break the toy board of test_board.c: the replaced text and the error. */
#pragma once
#include <stddef.h>

struct mistake {
	const char *find, *put; /* NULL: the whole text */
	unsigned line;
	const char *section, *key, *why; /* why: a part of the message */
};

extern const struct mistake mistakes[];
extern const size_t n_mistakes;
