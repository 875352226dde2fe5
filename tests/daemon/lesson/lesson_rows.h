/* A correct lesson, and the mistakes that its reader and its walk report. */
#pragma once
#include <stddef.h>

extern const char lesson_toy[];

/* Replaces `from`, which occurs once in the toy, by `to`. */
struct lesson_row {
	const char *from, *to;
	unsigned line;
	const char *why; /* the beginning of the message */
};

extern const struct lesson_row lesson_rows[];
extern const size_t lesson_n_rows;
