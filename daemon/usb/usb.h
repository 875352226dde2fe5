/*
 * halo-usb serves one USB stick: it mounts it for itself alone, lets go of every
 * right, brings in what lies in haloboard/import, writes the kept games to
 * haloboard/, and lets the stick go. It is a client of the socket: the daemon
 * waits for no stick. docs/usb.md.
 *
 * What a stick holds is a stranger's. It is mounted nosuid, nodev, noexec and
 * nosymfollow, in no folder that anybody else could see; every name is opened
 * beneath it and nothing but regular files is read; how much is read is bounded.
 */
#pragma once
#include "daemon/cli/cli_source.h"
#include "daemon/record/pgn.h"

enum {
	USB_IMPORT_FILES_MAX = 64,
	USB_IMPORT_ENTRIES_MAX = 10000, /* of the folder that are looked at */
	USB_IMPORT_BYTES_MAX = 16 * 1024 * 1024,
	USB_IMPORT_SECONDS_MAX = 300, /* then the rest waits for the next time */
	/* New ones: the journal keeps for good what comes in, and a year of play is 50,000. */
	USB_IMPORT_GAMES_MAX = 5000,
	USB_MEND_SECONDS_MAX = 240,
	/*
	 * A folder of FAT has 65,536 entries, and a name of ours takes up to four: so
	 * many games of three files each fit in one.
	 */
	USB_FOLDER_GAMES = 5000,
	USB_ROOM = 1 << 20, /* bytes: with so many left a stick that is full is not */
	USB_TEXT = 160,
	USB_FILE = 48, /* a file's name, so that what is wrong with it has room */
};

/* What udev and the kernel know of a block device. */
struct usb_device {
	char node[64];       /* /dev/sda1 */
	char sys[128];       /* /sys/class/block/sda1: gone when the stick is */
	char type[32];       /* file system, "" none that is known */
	char name[USB_TEXT]; /* for people: label, else the maker's name, else the node's */
	bool read_only;
	bool first; /* partition, or the whole disk */
	/* Why it is none of ours, for people; NULL: a removable USB disk, unused. */
	const char *foreign;
};

/* 0, or -errno: there is none such. */
MUST_USE int usb_device_look(const char *kernel_name, struct usb_device *d);
bool usb_device_gone(const struct usb_device *d);

/*
 * The device mounted, without a place in any tree: *fd is its root folder, and
 * closing that and all that was opened beneath unmounts. *read_only: it can only
 * be read. 0; -ENODEV: a file system that is not for us; another -errno.
 */
MUST_USE int usb_mount(const struct usb_device *d, int *fd, bool *read_only);

/*
 * Whoever wrote to it last was cut off, by its mark, which FAT and exFAT have
 * (ext4 has its journal). 1, 0, or -errno.
 */
MUST_USE int usb_unclean(const struct usb_device *d);
/*
 * What was cut is put in order by fsck.fat or fsck.exfat, in a process without a
 * right and of bounded memory; what it says goes to stdout. Chains without a
 * file are freed. 0; -ENOENT: there is no such program; -ETIMEDOUT: go_on, asked
 * twice a second, said no; another -errno: it stays as it was.
 */
MUST_USE int usb_mend(const struct usb_device *d, bool (*go_on)(void *arg), void *arg);

/* Every capability is given up, for good. 0 or -errno. */
MUST_USE int usb_unprivileged(void);

/* A folder beneath another one, no link followed. Its descriptor or -errno. */
MUST_USE int usb_folder(int in, const char *name);

/*
 * On a stick that was mended, a folder's names are laid out anew, without what a
 * pull has left among them; else what of that was begun and cut off goes on. Empty
 * games are left out. Meanwhile they stand in a folder NAME-mended. 0 or -errno.
 */
MUST_USE int usb_folder_renew(int in, const char *name, bool mended);

struct usb_import {
	struct cli_link *link;
	bool (*go_on)(void *arg);
	bool (*late)(void *arg); /* its time is over: the rest waits, and that is told */
	void *arg;
	unsigned games_max; /* new ones; the rest waits for the next time */
	/* Told: */
	unsigned games, errors;
	bool waits; /* something is left for the next time */
	/*
	 * That; else the first, "import/FILE:LINE:COLUMN: game 3: why"; where nothing is
	 * wrong, the first game that is left out.
	 */
	char error[USB_TEXT];
	/* … in parts, where it is a game that does not come in: its file as shown; "" something else */
	char file[USB_FILE];
	struct pgn_error mistake;
};

/*
 * What lies in `folder`/import. 0, or -EREMOTE: the daemon is gone. Whatever else
 * is wrong is told: it keeps neither another file in nor the games from leaving.
 */
MUST_USE int usb_import_run(struct usb_import *i, int folder);
