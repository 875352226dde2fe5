/*
 * The machine that halod runs on: is its supply strong enough, and off with it
 * when somebody asks. Asked through the system's own services, beside the loop.
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
	char supply[BOARD_PATH_MAX]; /* "": nothing tells of the supply */
};

/*
 * supply: a file that begins with 1 while the voltage is too low, as the
 * kernel's in0_lcrit_alarm does; "" looks for the Pi's. 0 or -errno; a file
 * that cannot be read is told, and is no error.
 */
MUST_USE int machine_open(struct machine *m, struct table *t, sd_event *event, const char *supply);
/*
 * The alarm of the Pi's firmware, the driver rpi_volt, among the folders of `hwmon`,
 * which numbers them as drivers come; "": there is none.
 */
void machine_find_supply(const char *hwmon, char out[BOARD_PATH_MAX]);
/* Asks the system to switch the machine off; a refusal is told. */
void machine_power_off(struct machine *m);
/* Also for one that never opened (zeroed). */
void machine_close(struct machine *m);
