#include "hw/virtual/emul.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	BITS_BYTE = 9, /* eight bits and the acknowledge */
	BITS_START = 1,
	BITS_STOP = 1,
};

void
emul_init(struct emul *e, const struct emul_ops *ops, uint8_t addr)
{
	memset(e, 0, ops->size);
	e->ops = ops;
	e->addr = addr;
	ops->reset(e);
}

void
emul_exchange(struct emul *e, const uint8_t *w, size_t wlen, uint8_t *r, size_t rlen)
{
	if (wlen > 0)
		e->ops->write(e, w, wlen);
	if (rlen > 0)
		e->ops->read(e, r, rlen, wlen > 0);
}

uint64_t
emul_bits(size_t wlen, size_t rlen)
{
	uint64_t bits = BITS_STOP;

	if (wlen > 0 || rlen == 0)
		bits += BITS_START + BITS_BYTE * (1 + (uint64_t)wlen);
	if (rlen > 0)
		bits += BITS_START + BITS_BYTE * (1 + (uint64_t)rlen);
	return bits;
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

void
emul_read_one(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	if (!addressed)
		emul_violation(e, "read without a register");
	if (n > 1)
		emul_violation(e, "%zu bytes read at once, only one is defined", n);
	memset(r, 0, n);
}
