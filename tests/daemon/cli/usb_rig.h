/*
 * halo-usb as a stick's service runs it, with a folder in the stick's place, on
 * a daemon and a virtual board with two finished games.
 */
#pragma once
#include <linux/filter.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "tests/system/rig.h"

enum { PATH_SIZE = 512, OUT_MAX = 64 * 1024 };

#define FOOL "1. f3 e5 2. g4 Qh4# 0-1"

extern struct rig rig;
extern struct rig_client client;
extern char stick[128], out[OUT_MAX];
extern const char *socket_name;         /* that halo-usb is given */
extern const struct sock_fprog *filter; /* what the kernel answers halo-usb; NULL: as ever */

/* HALO-USB HALOD HALO-BOARD, of the command line. */
void usb_programs(int argc, char **argv);
/* Each case has a daemon and a stick of its own. */
int setup(void **state);
int teardown(void **state);
#define USB_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

char *in_stick(const char *name);
void put(const char *name, const char *text);
void folder(const char *name);

/* It, at work on a stick; what it says goes to a file. limit: no file may be longer, 0: any; option: one more, or NULL. */
pid_t start(const char *folder, const char *log, rlim_t limit, const char *option);
/* What it ends with. */
int ended(pid_t pid);
/* Runs it; what it says is in `out`. */
int serve_limited(rlim_t limit);
int serve(void);
/* It stays, as with a stick, until that is among what the daemon shows of sticks. */
void serve_shown(const char *text);
void said(const char *text);

/* Is it in that member of the state? */
bool state_has(const char *key, const char *text);
/* Is it among the troubles that the daemon tells? */
bool trouble(const char *text);
