#include "daemon/machine.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_US = 5000000 };

/* ---- power supply ---- */

/* Reads the first bytes of a small file; returns false if it cannot be read. */
static bool
read_word(const char *path, char out[32])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? -1 : read(fd, out, 31);

	if (fd >= 0)
		close(fd);
	out[n > 0 ? n : 0] = '\0';
	out[strcspn(out, "\n")] = '\0';
	return n > 0;
}

void
machine_find_supply(const char *hwmon, char out[BOARD_PATH_MAX])
{
	glob_t found = { .gl_pathc = 0 };
	char names[BOARD_PATH_MAX + sizeof("/hwmon*/name")], name[32];

	out[0] = '\0';
	(void)snprintf(names, sizeof(names), "%.*s/hwmon*/name", BOARD_PATH_MAX - 1, hwmon);
	if (glob(names, 0, NULL, &found) == 0)
		for (size_t i = 0; i < found.gl_pathc; i++) {
			const char *path = found.gl_pathv[i];

			if (read_word(path, name) && strcmp(name, "rpi_volt") == 0)
				(void)snprintf(out, BOARD_PATH_MAX, "%.*s/in0_lcrit_alarm",
					       (int)(strrchr(path, '/') - path), path);
		}
	globfree(&found);
}

static int
on_timer(sd_event_source *s, uint64_t usec, void *arg)
{
	struct machine *m = arg;
	char word[32];

	(void)usec;
	if (read_word(m->supply, word))
		table_supply(m->table, word[0] == '1');
	(void)sd_event_source_set_time_relative(s, LOOK_US);
	return sd_event_source_set_enabled(s, SD_EVENT_ONESHOT);
}

int
machine_open(struct machine *m, struct table *t, sd_event *event, const char *supply)
{
	char word[32];

	*m = (struct machine){ .table = t, .event = event };
	(void)snprintf(m->supply, sizeof(m->supply), "%s", supply);
	if (!*supply)
		machine_find_supply("/sys/class/hwmon", m->supply);
	else if (!read_word(supply, word))
		log_line(LOG_CONFIG,
			 "--supply %s cannot be read: whether the supply is strong "
			 "enough is not known until it can",
			 supply);
	if (!*m->supply)
		return 0;
	return sd_event_add_time_relative(event, &m->timer, CLOCK_MONOTONIC, 0, 0, on_timer, m);
}

/* ---- power off ---- */

static int
on_answer(sd_bus_message *answer, void *arg, sd_bus_error *err)
{
	(void)arg;
	(void)err;
	if (sd_bus_message_is_method_error(answer, NULL))
		log_line(LOG_SYSTEM, "the machine stays on: %s",
			 sd_bus_message_get_error(answer)->message);
	return 0;
}

static void
close_bus(struct machine *m)
{
	if (m->bus)
		(void)sd_bus_detach_event(m->bus);
	m->bus = sd_bus_flush_close_unref(m->bus);
}

void
machine_power_off(struct machine *m)
{
	int r = 0;

	/* The system bus may have restarted since the last call. */
	if (m->bus && sd_bus_is_open(m->bus) <= 0)
		close_bus(m);
	if (!m->bus)
		r = sd_bus_open_system(&m->bus);

	if (r >= 0)
		r = sd_bus_attach_event(m->bus, m->event, SD_EVENT_PRIORITY_NORMAL);
	/* Already attached is fine. */
	if (r >= 0 || r == -EBUSY)
		r = sd_bus_call_method_async(
			m->bus, NULL, "org.freedesktop.login1", "/org/freedesktop/login1",
			"org.freedesktop.login1.Manager", "PowerOff", on_answer, m, "b", 0);
	if (r < 0)
		log_line(LOG_SYSTEM, "the machine stays on: %s", strerror(-r));
	else
		log_line(LOG_SYSTEM, "somebody asked to switch the machine off");
}

void
machine_close(struct machine *m)
{
	sd_event_source_unref(m->timer);
	close_bus(m);
	*m = (struct machine){ .timer = NULL };
}
