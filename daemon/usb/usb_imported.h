/*
 * Which games were read from sticks, by the SHA-256 of their PGN, a line each in
 * a file: none comes in twice. Several sticks may be served at once, each by a
 * process, so from the question whether a game is known to the answer of the
 * daemon the file is locked.
 */
#pragma once
#include <sys/types.h>

#include "daemon/usb/usb.h"

enum { USB_HASH = 64 };

struct usb_imported {
	char path[4096];
	int fd;   /* -1: nothing is remembered beyond this run */
	off_t at; /* so much of the file is known */
	char (*hash)[USB_HASH + 1];
	size_t n, room;
};

/* The file `imported` in a folder, made if it is missing; folder "": none. 0 or -errno. */
MUST_USE int usb_imported_open(struct usb_imported *m, const char *folder);
void usb_imported_close(struct usb_imported *m);

/*
 * 1: it came in before. 0: it is new; the file is locked and has room for it, so
 * that no full disk lets a game in that is forgotten, until one of the two below.
 * -EINTR: a signal came while another process had the file; another -errno.
 */
MUST_USE int usb_imported_claim(struct usb_imported *m, const char hash[USB_HASH + 1]);
/* It came in. 0, or -errno: it is not remembered. */
MUST_USE int usb_imported_add(struct usb_imported *m, const char hash[USB_HASH + 1]);
/* It did not. */
void usb_imported_leave(struct usb_imported *m);
