#include "hw/virtual/emul_any.h"

#include <strings.h>

static const struct emul_ops *const kinds[] = {
	&emul_mcp23017_ops, &emul_matrix_ops,     &emul_pcf8575_ops,    &emul_ads7830_ops,
	&emul_tca9548a_ops, &emul_is31fl3741_ops, &emul_is31fl3731_ops, &emul_ht16k33_ops,
};

const struct emul_ops *const *
emul_kinds(size_t *n)
{
	*n = sizeof(kinds) / sizeof(kinds[0]);
	return kinds;
}

const struct emul_ops *
emul_kind(const char *part)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strcasecmp(kinds[i]->part, part) == 0)
			return kinds[i];
	return NULL;
}
