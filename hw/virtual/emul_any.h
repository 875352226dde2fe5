/* All models: one of them in memory of fixed size, selected by part number. */
#pragma once
#include "hw/virtual/emul_ads7830.h"
#include "hw/virtual/emul_ht16k33.h"
#include "hw/virtual/emul_is31fl3731.h"
#include "hw/virtual/emul_is31fl3741.h"
#include "hw/virtual/emul_matrix.h"
#include "hw/virtual/emul_mcp23017.h"
#include "hw/virtual/emul_pcf8575.h"
#include "hw/virtual/emul_tca9548a.h"

union emul_any {
	struct emul emul; /* first member of every model */
	struct emul_mcp23017 mcp23017;
	struct emul_matrix matrix;
	struct emul_pcf8575 pcf8575;
	struct emul_ads7830 ads7830;
	struct emul_tca9548a tca9548a;
	struct emul_is31fl3741 is31fl3741;
	struct emul_is31fl3731 is31fl3731;
	struct emul_ht16k33 ht16k33;
};

/* Returns all kinds; never freed. */
const struct emul_ops *const *emul_kinds(size_t *n);
/* Returns the kind of that part (case-insensitive), or NULL. */
const struct emul_ops *emul_kind(const char *part);
