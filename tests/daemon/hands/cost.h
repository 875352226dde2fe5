/*
 * What the session's steps cost: the processor's time, since the machine is shared,
 * of everything but edges that wait to be debounced.
 */
#pragma once
#include <stddef.h>

struct cost {
	float *us; /* of cost_add; NULL at first */
	size_t n, room;
};

/* This thread's time so far, in µs. */
double cost_now_us(void);
/* Ends the program where memory does. */
void cost_add(struct cost *c, double us);
/* "    12 events: median …, 99 % …, worst …"; they are in order and forgotten then. */
void cost_print(struct cost *c);
