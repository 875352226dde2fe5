#include "hw/linux/gadget/configfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <systemd/sd-id128.h>
#include <unistd.h>

#define GADGET   "usb_gadget/haloboard"
#define DISK     "functions/mass_storage.0"
#define SERIAL   "functions/acm.0"
#define LANGUAGE "strings/0x409" /* English */

enum { SERIAL_NUMBER_DIGITS = 12 };

enum kind { FOLDER, TEXT, LINK };

/* The parts in the order of creation; removal runs backwards. */
static const struct part {
	enum kind kind;
	unsigned functions; /* 0: part of every gadget */
	const char *name, *text;
} parts[] = {
	{ FOLDER, 0, "", NULL },
	/* The Linux Foundation's ids for a multifunction gadget. */
	{ TEXT, 0, "idVendor", "0x1d6b" },
	{ TEXT, 0, "idProduct", "0x0104" },
	{ TEXT, 0, "bcdUSB", "0x0200" },
	/* Functions with several interfaces: the host must read their associations. */
	{ TEXT, 0, "bDeviceClass", "0xef" },
	{ TEXT, 0, "bDeviceSubClass", "0x02" },
	{ TEXT, 0, "bDeviceProtocol", "0x01" },
	{ FOLDER, 0, LANGUAGE, NULL },
	{ TEXT, 0, LANGUAGE "/manufacturer", "Haloboard" },
	{ TEXT, 0, LANGUAGE "/product", "Haloboard chess board" },
	{ TEXT, 0, LANGUAGE "/serialnumber", NULL },
	{ FOLDER, 0, "configs/c.1", NULL },
	{ TEXT, 0, "configs/c.1/MaxPower", "500" },
	{ FOLDER, 0, "configs/c.1/" LANGUAGE, NULL },
	{ TEXT, 0, "configs/c.1/" LANGUAGE "/configuration", "Records and link" },
	{ FOLDER, GADGET_DISK, DISK, NULL },
	{ TEXT, GADGET_DISK, DISK "/lun.0/ro", "1" },
	{ TEXT, GADGET_DISK, DISK "/lun.0/removable", "1" },
	{ TEXT, GADGET_DISK, DISK "/lun.0/inquiry_string", "Halobrd Game records    1.0 " },
	{ LINK, GADGET_DISK, "configs/c.1/mass_storage.0", DISK },
	{ FOLDER, GADGET_SERIAL, SERIAL, NULL },
	{ LINK, GADGET_SERIAL, "configs/c.1/acm.0", SERIAL },
};
static const unsigned n_parts = sizeof(parts) / sizeof(parts[0]);

static void
path_of(const struct gadget *g, const char *name, char path[GADGET_PATH])
{
	(void)snprintf(path, GADGET_PATH, "%s/" GADGET "%s%s", g->configfs, *name ? "/" : "", name);
}

static int
failed(struct gadget *g, const char *name, int err)
{
	char path[GADGET_PATH];

	path_of(g, name, path);
	(void)snprintf(g->why, sizeof(g->why), "%s: %s", path, strerror(-err));
	return err;
}

static int
write_file(struct gadget *g, const char *name, const char *text)
{
	char path[GADGET_PATH];
	int fd, err = 0;

	path_of(g, name, path);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return failed(g, name, -errno);
	if (write(fd, text, strlen(text)) < 0)
		err = failed(g, name, -errno);
	close(fd);
	return err;
}

/*
 * Writes a serial number that is constant for a board and reveals nothing else
 * about the machine.
 */
static int
write_serial_number(struct gadget *g, const char *name)
{
	const sd_id128_t ours =
		SD_ID128_MAKE(7c, 1f, 5c, 0e, 52, 0b, 4d, 9e, 8a, 41, 1d, 63, bd, 0a, 77, 24);
	char text[SD_ID128_STRING_MAX] = "0";
	sd_id128_t id;

	if (sd_id128_get_machine_app_specific(ours, &id) >= 0)
		(void)sd_id128_to_string(id, text);
	text[SERIAL_NUMBER_DIGITS] = '\0';
	return write_file(g, name, text);
}

static int
part_make(struct gadget *g, const struct part *p)
{
	char path[GADGET_PATH], target[GADGET_PATH];

	path_of(g, p->name, path);
	switch (p->kind) {
	case FOLDER:
		return mkdir(path, 0755) < 0 ? failed(g, p->name, -errno) : 0;
	case TEXT:
		return p->text ? write_file(g, p->name, p->text) : write_serial_number(g, p->name);
	case LINK:
		path_of(g, p->text, target);
		return symlink(target, path) < 0 ? failed(g, p->name, -errno) : 0;
	}
	return -EINVAL;
}

int
gadget_make(struct gadget *g, unsigned functions)
{
	char why[GADGET_WHY];
	int r = 0;

	gadget_remove(g);
	for (unsigned i = 0; i < n_parts && r == 0; i++)
		if (!parts[i].functions || parts[i].functions & functions)
			r = part_make(g, &parts[i]);
	if (r == 0)
		r = write_file(g, "UDC", g->udc);
	if (r == 0)
		return 0;
	memcpy(why, g->why, sizeof(why));
	gadget_remove(g);
	memcpy(g->why, why, sizeof(why));
	return r;
}

void
gadget_remove(struct gadget *g)
{
	char path[GADGET_PATH];

	(void)write_file(g, "UDC", "\n");
	for (unsigned i = n_parts; i-- > 0;) {
		path_of(g, parts[i].name, path);
		if (parts[i].kind == LINK)
			(void)unlink(path);
		else if (parts[i].kind == FOLDER)
			(void)rmdir(path);
	}
}

int
gadget_medium(struct gadget *g, const char *image)
{
	int r;

	if (image)
		return write_file(g, DISK "/lun.0/file", image);
	r = write_file(g, DISK "/lun.0/file", "\n");
	/* A host that reads may forbid the removal. The medium is then removed by force. */
	return r == -EBUSY ? write_file(g, DISK "/lun.0/forced_eject", "1") : r;
}

int
gadget_tty(struct gadget *g, char path[GADGET_PATH])
{
	char file[GADGET_PATH];
	unsigned port;
	FILE *f;
	int n;

	path_of(g, SERIAL "/port_num", file);
	f = fopen(file, "re");
	if (!f)
		return failed(g, SERIAL "/port_num", -errno);
	n = fscanf(f, "%u", &port);
	fclose(f);
	if (n != 1)
		return failed(g, SERIAL "/port_num", -EINVAL);
	(void)snprintf(path, GADGET_PATH, "/dev/ttyGS%u", port);
	return 0;
}
