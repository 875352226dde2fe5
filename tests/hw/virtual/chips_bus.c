/* Several emulated chips on one bus: a mux between them, and the cost on the wire. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hw/virtual/emul_any.h"
#include "tests/drivers/emul_bus.h"

static void
a_mux_lets_one_of_two_answer(void **state)
{
	struct emul_bus b;
	union emul_any mux, chip[2], lamp;
	uint8_t port, r;

	(void)state;
	emul_bus_init(&b);
	emul_init(&mux.emul, &emul_tca9548a_ops, 0x70);
	emul_init(&lamp.emul, &emul_ht16k33_ops, 0x71);
	emul_bus_add(&b, &mux.emul, NULL, 0);
	emul_bus_add(&b, &lamp.emul, NULL, 0);
	for (uint8_t i = 0; i < 2; i++) {
		emul_init(&chip[i].emul, &emul_ads7830_ops, 0x48);
		emul_ads7830_ops.voltage(&chip[i].emul, 0, (uint16_t)(0x1100 * (i + 1)));
		emul_bus_add(&b, &chip[i].emul, &mux.tca9548a, (uint8_t)(2u + i));
	}
	assert_int_equal(bus_xfer(&b.bus, 0x48, (uint8_t[]){ 0x84 }, 1, &r, 1), -ENXIO);
	for (uint8_t i = 0; i < 2; i++) {
		port = (uint8_t)(4u << i);
		assert_int_equal(bus_write(&b.bus, 0x70, &port, 1), 0);
		assert_int_equal(bus_xfer(&b.bus, 0x48, (uint8_t[]){ 0x84 }, 1, &r, 1), 0);
		assert_int_equal(r, 0x11 * (i + 1));
	}
	assert_int_equal(emul_bus_violations(&b), 0);
	assert_int_equal(bus_write(&b.bus, 0x70, (uint8_t[]){ 0x0c }, 1), 0);
	assert_int_equal(bus_xfer(&b.bus, 0x48, (uint8_t[]){ 0x84 }, 1, &r, 1), 0);
	assert_int_equal(emul_bus_violations(&b), 1);
}

/* Start, address, bytes with their acknowledges, start and address again, stop. */
static void
the_wire_is_counted(void **state)
{
	struct emul_bus b;
	union emul_any chip;
	uint8_t r[2];

	(void)state;
	emul_bus_init(&b);
	emul_init(&chip.emul, &emul_pcf8575_ops, 0x20);
	emul_bus_add(&b, &chip.emul, NULL, 0);
	assert_int_equal(bus_write(&b.bus, 0x20, (uint8_t[]){ 0xff, 0xff }, 2), 0);
	assert_int_equal(b.bytes, 3);
	assert_int_equal(b.bits, 29);
	assert_int_equal(bus_xfer(&b.bus, 0x20, (uint8_t[]){ 0xff, 0xff }, 2, r, 2), 0);
	assert_int_equal(b.bytes, 3 + 6);
	assert_int_equal(b.bits, 29 + 1 + 27 + 1 + 27 + 1);
	assert_int_equal(bus_write(&b.bus, 0x21, r, 2), -ENXIO);
	assert_int_equal(b.bits, 86 + 1 + 9 + 1);
	assert_int_equal(b.transactions, 3);
	assert_int_equal(b.longest, 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_mux_lets_one_of_two_answer),
		cmocka_unit_test(the_wire_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
