/*
 * TCA9548A: one bus onto eight, Texas Instruments SCPS207 revision H. What is
 * behind a port that is selected answers as if it were on the bus itself.
 */
#pragma once
#include "hw/virtual/emul.h"

enum {
	EMUL_TCA9548A_PORTS = 8,
};

struct emul_tca9548a {
	struct emul emul; /* first */
	uint8_t selected; /* bit p: port p; becomes true with the stop condition */
};

extern const struct emul_ops emul_tca9548a_ops;
