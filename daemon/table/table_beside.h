/* Pieces outside a small game on a large board. */
#pragma once
#include "daemon/table/duty.h"

struct table_beside {
	/* ---- private ---- */
	uint64_t look_us; /* time of the next check, or UINT64_MAX */
};

extern const struct duty table_beside_duty;
