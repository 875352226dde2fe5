/*
 * The board as a USB device: the kernel's gadget, which is made of folders,
 * files and links in configfs (Linux, Documentation/usb/gadget_configfs.rst).
 *
 * Only its owner, root, may write there; no capability is needed.
 */
#pragma once
#include <stdbool.h>

#ifndef MUST_USE
#define MUST_USE __attribute__((warn_unused_result))
#endif

enum {
	GADGET_DISK = 1,   /* a disk that can be read, without a medium at first */
	GADGET_SERIAL = 2, /* a serial port: CDC ACM, which needs no driver anywhere */

	GADGET_WHY = 300,
	GADGET_PATH = 256,
};

struct gadget {
	const char *configfs; /* where it is mounted */
	const char *udc;      /* the device controller's name in /sys/class/udc */
	char why[GADGET_WHY]; /* of the last error, in words, with the file it was about */
};

/*
 * Makes the gadget of these functions and shows it to the host; one that is
 * there (of a program that was killed) is removed before. 0 or -errno.
 */
MUST_USE int gadget_make(struct gadget *g, unsigned functions);
/* Also for one that is half made or not there; the serial port is to be closed before. */
void gadget_remove(struct gadget *g);
/* The disk's medium; NULL takes it out, whether the host lets go of it or not. 0 or -errno. */
MUST_USE int gadget_medium(struct gadget *g, const char *image);
/* The serial port's device node. 0 or -errno. */
MUST_USE int gadget_tty(struct gadget *g, char path[GADGET_PATH]);
