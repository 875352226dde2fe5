/*
 * TCA9548A: one bus to eight, Texas Instruments SCPS207 revision H. A chip
 * behind a selected port answers as if it were on the bus itself.
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_TCA9548A_PORTS = 8,
};

struct emul_tca9548a {
	struct emul emul; /* first */
	uint8_t selected; /* bit p: port p; takes effect at the stop condition */
};

extern const struct emul_ops emul_tca9548a_ops;
