/*
 * halo-usb serves one USB stick. It mounts the stick privately, gives up all rights, imports from
 * its top folder and haloboard/import, writes the kept games to haloboard/board-…/, and unmounts. It is a client of
 * the socket, so the daemon never waits for a stick. See docs/usb.md.
 *
 * The content of a stick is untrusted. It is mounted nosuid, nodev, noexec and nosymfollow, in no
 * folder that other processes can see. Every name is opened beneath the mount, only regular files
 * are read, and the amount read is limited.
 */
#pragma once
#include "daemon/cli/cli_source.h"
#include "daemon/record/pgn.h"

enum {
	USB_IMPORT_FILES_MAX = 64,
	USB_IMPORT_ENTRIES_MAX = 10000, /* of the folder that are examined */
	USB_IMPORT_BYTES_MAX = 16 * 1024 * 1024,
	USB_IMPORT_SECONDS_MAX = 300, /* after this time, the rest waits until the stick is
				       * plugged in again */
	/*
	 * New games of one import: the journal keeps them for good, and a year
	 * of play is 50,000.
	 */
	USB_IMPORT_GAMES_MAX = 5000,
	USB_MEND_SECONDS_MAX = 240,
	/*
	 * A FAT folder has 65,536 entries, and each name here takes up to four: this many games of
	 * three files fit in one.
	 */
	USB_FOLDER_GAMES = 5000,
	USB_TEXT = 160,
	USB_FILE = 48, /* a file's name, short enough for the error message after it */
};

/* Data of udev and the kernel about a block device. */
struct usb_device {
	char node[64];       /* /dev/sda1 */
	char sys[128];       /* /sys/class/block/sda1: disappears with the stick */
	char type[32];       /* file system, "": unknown */
	char name[USB_TEXT]; /* for people: label, else the vendor's name, else the node's */
	bool read_only;
	bool first; /* partition, or the whole disk */
	/*
	 * Why the device is not served, for people; NULL: a removable USB disk that is not in
	 * use.
	 */
	const char *foreign;
};

/* Reads the device's data. Returns 0, or -errno if there is no such device. */
MUST_USE int usb_device_find(const char *kernel_name, struct usb_device *d);
bool usb_device_is_removed(const struct usb_device *d);

/*
 * Mounts the device outside of the file tree: *fd is its root folder. Closing *fd and
 * everything opened beneath it unmounts the device. *read_only: it cannot be written. Returns
 * 0; -ENODEV: an unsupported file system; another -errno.
 */
MUST_USE int usb_mount(const struct usb_device *d, int *fd, bool *read_only);

/*
 * Reports whether the last writer was interrupted, by the mark of FAT and exFAT
 * (ext4 has its journal). Returns 1, 0, or -errno.
 */
MUST_USE int usb_unclean(const struct usb_device *d);
/*
 * Repairs with fsck.fat or fsck.exfat, in a process without rights and with limited memory; its
 * output goes to stdout. Returns 0; -ENOENT: no such program; -ETIMEDOUT: may_continue, called
 * twice a second, returned false; another -errno: not repaired.
 */
MUST_USE int usb_mend(const struct usb_device *d, bool (*may_continue)(void *arg), void *arg);

/* Drops every capability for good. Returns 0 or -errno. */
MUST_USE int usb_unprivileged(void);

/* Opens a folder beneath another one, without following links. Returns its descriptor or -errno. */
MUST_USE int usb_folder(int in, const char *name);

struct usb_import {
	struct cli_link *link;
	bool (*may_continue)(void *arg);
	/* Reports whether the time is over; the remaining files then wait for the next time. */
	bool (*late)(void *arg);
	void *arg;
	unsigned games_max; /* new games; the rest waits likewise */
	const char *in;     /* the folder that is read, for messages; set by usb_import_run */
	/* Results: */
	unsigned games, errors;
	bool waits; /* something is left for the next time */
	/*
	 * Why the import waits; otherwise the first error, "import/FILE:LINE:COLUMN: game 3: why";
	 * without errors, the first game that was left out.
	 */
	char error[USB_TEXT];
	/* File and error of a rejected game; file "": `error` is about something else. */
	char file[USB_FILE];
	struct pgn_error mistake;
};

/*
 * Imports the files of `folder`/`in`; `in` "": of the folder itself. Returns 0, or -EREMOTE if the
 * daemon is gone. Other errors are reported, and prevent neither other imports nor the
 * export.
 */
MUST_USE int usb_import_run(struct usb_import *i, int folder, const char *in);
