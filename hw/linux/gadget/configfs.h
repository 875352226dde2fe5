/*
 * The board as a USB device: the kernel's gadget, made of folders, files and
 * links in configfs (Linux, Documentation/usb/gadget_configfs.rst).
 *
 * Only its owner, root, may write there; no capability is needed.
 */
#pragma once
#include <stdbool.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	GADGET_DISK = 1,   /* a read-only disk, at first without a medium */
	GADGET_SERIAL = 2, /* a serial port: CDC ACM, which needs no driver on any system */

	GADGET_WHY = 300,
	GADGET_PATH = 256,
};

struct gadget {
	const char *configfs; /* its mount point */
	const char *udc;      /* the device controller's name in /sys/class/udc */
	char why[GADGET_WHY]; /* the last error, with the name of its file */
};

/*
 * Creates the gadget with these functions and shows it to the host. A gadget
 * left by a killed program is removed first. Returns 0 or -errno.
 */
MUST_USE int gadget_make(struct gadget *g, unsigned functions);
/* Removes the gadget, also an incomplete or missing one. Close the serial port before. */
void gadget_remove(struct gadget *g);
/* Sets the disk's medium; NULL removes it, even against the host's lock. Returns 0 or -errno. */
MUST_USE int gadget_medium(struct gadget *g, const char *image);
/* Returns the serial port's device node in path. Returns 0 or -errno. */
MUST_USE int gadget_tty(struct gadget *g, char path[GADGET_PATH]);
