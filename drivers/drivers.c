/* The chip tables as rows of limits. */
#include "drivers/drivers.h"

#include <assert.h>

#include "drivers/lamp.h"
#include "drivers/sensor.h"

size_t
drivers_limits(struct drivers_limit out[DRIVERS_LIMITS_MAX])
{
	size_t sensors, lamps, n = 0;
	const struct sensor_chip *const *s = sensor_chips(&sensors);
	const struct lamp_chip *const *l = lamp_chips(&lamps);

	assert(sensors + lamps <= DRIVERS_LIMITS_MAX);
	for (size_t i = 0; i < sensors; i++)
		out[n++] = (struct drivers_limit){
			.part = s[i]->part,
			.sensor = true,
			.channels = s[i]->channels,
			.addr_min = s[i]->addr_min,
			.addr_max = s[i]->addr_max,
			.bus_hz_max = s[i]->bus_hz_max,
			.unusable = { s[i]->unusable.w[0], s[i]->unusable.w[1] },
			.interrupts = s[i]->interrupts,
			.measures = s[i]->measures,
		};
	for (size_t i = 0; i < lamps; i++)
		out[n++] = (struct drivers_limit){
			.part = l[i]->part,
			.channels = l[i]->channels,
			.addr_min = l[i]->addr_min,
			.addr_max = l[i]->addr_max,
			.bus_hz_max = l[i]->bus_hz_max,
			.max_ma = l[i]->max_ma,
		};
	return n;
}
