/*
 * The cost of the session's steps, in processor time since the machine is
 * shared. Edges that wait for debounce are left out.
 */
#pragma once
#include <stddef.h>

struct cost {
	float *us; /* filled by cost_add; NULL at first */
	size_t n, room;
};

/* Returns this thread's processor time so far, in µs. */
double cost_now_us(void);
/* Adds a step; exits if memory runs out. */
void cost_add(struct cost *c, double us);
/* Prints and clears the steps: "    12 events: median …, 99 % …, worst …". */
void cost_print(struct cost *c);
