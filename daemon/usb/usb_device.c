/* Selects the block devices that may be served. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-device.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "daemon/usb/usb.h"
#include "hw/text/text.h"

static const char *
property(sd_device *d, const char *key)
{
	const char *value = "";

	return sd_device_get_property_value(d, key, &value) >= 0 ? value : "";
}

static bool
attribute_is(sd_device *d, const char *key, const char *wanted)
{
	const char *value;

	return sd_device_get_sysattr_value(d, key, &value) >= 0 && strcmp(value, wanted) == 0;
}

/* Returns the disk of a partition, or the disk itself, as a new reference. NULL: none. */
static sd_device *
disk_of(sd_device *d)
{
	const char *type;
	sd_device *disk = d;

	if (sd_device_get_devtype(d, &type) < 0)
		return NULL;
	if (strcmp(type, "partition") == 0 &&
	    sd_device_get_parent_with_subsystem_devtype(d, "block", "disk", &disk) < 0)
		return NULL;
	return sd_device_ref(disk);
}

static bool
same_disk(dev_t devnum, sd_device *disk)
{
	const char *a = "", *b = "-";
	sd_device *d, *other;
	bool same = false;

	if (sd_device_new_from_devnum(&d, 'b', devnum) < 0)
		return false;
	other = disk_of(d);
	if (other && sd_device_get_syspath(other, &a) >= 0 && sd_device_get_syspath(disk, &b) >= 0)
		same = strcmp(a, b) == 0;
	sd_device_unref(other);
	sd_device_unref(d);
	return same;
}

/* Reports whether any part of the disk is mounted: a machine may run from a stick. */
static bool
is_mounted(sd_device *disk)
{
	unsigned major, minor;
	char *line = NULL;
	size_t room = 0;
	bool found = false;
	FILE *f = fopen("/proc/self/mountinfo", "re");

	if (!f)
		return true;
	while (!found && getline(&line, &room, f) > 0)
		if (sscanf(line, "%*u %*u %u:%u", &major, &minor) == 2 && major != 0)
			found = same_disk(makedev(major, minor), disk);
	free(line);
	fclose(f);
	return found;
}

static const char *
foreign_of(sd_device *d, sd_device *disk)
{
	if (strcmp(property(d, "ID_BUS"), "usb") != 0)
		return "it is no USB disk";
	if (!attribute_is(disk, "removable", "1"))
		return "it is a fixed disk, and sticks are removable";
	return is_mounted(disk) ? "something on its disk is mounted" : NULL;
}

static void
name_take(struct usb_device *out, sd_device *d)
{
	const char *const names[] = { property(d, "ID_FS_LABEL"), property(d, "ID_MODEL"),
				      out->node };
	unsigned i = 0;

	while (i < 2 && !*names[i])
		i++;
	text_clean(out->name, sizeof(out->name), names[i]);
}

int
usb_device_find(const char *kernel_name, struct usb_device *out)
{
	sd_device *d, *disk;
	const char *node, *part;
	int err = sd_device_new_from_subsystem_sysname(&d, "block", kernel_name);

	*out = (struct usb_device){ .first = true };
	if (err < 0)
		return err;
	disk = disk_of(d);
	if (!disk || sd_device_get_devname(d, &node) < 0) {
		sd_device_unref(disk);
		sd_device_unref(d);
		return -ENODEV;
	}
	(void)snprintf(out->node, sizeof(out->node), "%s", node);
	(void)snprintf(out->sys, sizeof(out->sys), "/sys/class/block/%s", kernel_name);
	(void)snprintf(out->type, sizeof(out->type), "%s", property(d, "ID_FS_TYPE"));
	name_take(out, d);
	out->read_only = attribute_is(disk, "ro", "1");
	part = property(d, "PARTN");
	out->first = !*part || strcmp(part, "1") == 0;
	out->foreign = foreign_of(d, disk);
	sd_device_unref(disk);
	sd_device_unref(d);
	return 0;
}

bool
usb_device_is_removed(const struct usb_device *d)
{
	return *d->sys && access(d->sys, F_OK) < 0;
}
