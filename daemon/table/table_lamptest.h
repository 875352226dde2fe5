/* The lamp test. */
#pragma once
#include "daemon/table/duty.h"

struct table_lamptest {
	uint32_t client;            /* that requested the test; 0: no test runs */
	/* ---- private ---- */
	uint64_t began_us, next_us; /* the start, and the time of the next colour */
};

extern const struct duty table_lamptest_duty;

/*
 * Lights every lamp in every colour until `on` is false, the client
 * disconnects, or a minute has passed.
 */
void table_lamptest(struct table *t, uint32_t client, bool on);
