/* Model of the TCA9548A by its data sheet: section 7.5.4, the control register. */
#include "hw/virtual/emul_tca9548a.h"

#include <string.h>

static struct emul_tca9548a *
tca(struct emul *e)
{
	return (struct emul_tca9548a *)e;
}

static void
tca9548a_reset(struct emul *e)
{
	tca(e)->selected = 0;
}

static void
tca9548a_write(struct emul *e, const uint8_t *w, size_t n)
{
	if (n > 1)
		emul_violation(e, "%zu bytes, a stop must follow the first", n);
	tca(e)->selected = w[n - 1];
}

static void
tca9548a_read(struct emul *e, uint8_t *r, size_t n, bool addressed)
{
	if (addressed)
		emul_violation(e, "a read that writes first: there is one register");
	memset(r, tca(e)->selected, n);
}

const struct emul_ops emul_tca9548a_ops = {
	.size = sizeof(struct emul_tca9548a),
	.part = "TCA9548A",
	.addr_min = 0x70,
	.addr_max = 0x77,
	.bus_hz_max = 400000,
	.reset = tca9548a_reset,
	.write = tca9548a_write,
	.read = tca9548a_read,
};
