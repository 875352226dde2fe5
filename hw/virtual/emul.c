#include "hw/virtual/emul.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
emul_init(struct emul *e, const struct emul_ops *ops, uint8_t addr)
{
	memset(e, 0, ops->size);
	e->ops = ops;
	e->addr = addr;
	ops->reset(e);
}

void
emul_violation(struct emul *e, const char *fmt, ...)
{
	char why[EMUL_WHY_MAX];
	va_list ap;

	e->violations++;
	if (!e->report)
		return;
	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	e->report(e->report_ctx, e, why);
}
