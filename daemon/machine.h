/*
 * The machine that halod runs on: monitors its power supply, and switches it off on
 * request. Uses the system's own services, beside the loop.
 */
#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-event.h>

#include "daemon/table/table.h"

struct machine {
	struct table *table;
	sd_event *event;
	sd_event_source *timer;
	sd_bus *bus;                 /* NULL until it is needed */
	char supply[BOARD_PATH_MAX]; /* "": the supply is not monitored */
};

/*
 * Opens. supply: a file that begins with 1 while the voltage is too low, like the kernel's
 * in0_lcrit_alarm; "" looks for the Pi's. Returns 0 or -errno; a file that cannot be read
 * is logged, and is no error.
 */
MUST_USE int machine_open(struct machine *m, struct table *t, sd_event *event, const char *supply);
/*
 * Finds the alarm of the Pi's firmware, the driver rpi_volt, among the folders of `hwmon`,
 * whose numbers vary; "": none.
 */
void machine_find_supply(const char *hwmon, char out[BOARD_PATH_MAX]);
/* Requests the system to switch the machine off; a refusal is logged. */
void machine_power_off(struct machine *m);
/* Closes; accepts a zeroed machine. */
void machine_close(struct machine *m);
