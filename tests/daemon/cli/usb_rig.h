/*
 * halo-usb as a stick's service runs it, with a folder for the stick, on a
 * daemon and a virtual board with two finished games.
 */
#pragma once
#include <sys/resource.h>
#include <sys/types.h>

#include "tests/system/rig.h"

enum { PATH_SIZE = 512, OUT_MAX = 64 * 1024 };

#define FOOL "1. f3 e5 2. g4 Qh4# 0-1"

extern struct rig rig;
extern struct rig_client client;
extern char stick[128], out[OUT_MAX];
extern const char *socket_name;         /* argument of halo-usb */

/* Sets HALO-USB HALOD HALO-BOARD from the command line. */
void usb_programs(int argc, char **argv);
/* Gives each case its own daemon and stick. */
int setup(void **state);
int teardown(void **state);
#define USB_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

char *in_stick(const char *name);
/* Returns the path on the stick of a file in the daemon's own folder, haloboard/board-…/. */
char *in_board(const char *name);
void stick_write(const char *name, const char *text);
void folder(const char *name);

/*
 * Starts halo-usb on a stick; its output goes to a file. limit: maximum size of
 * a file, 0: any; option: one more, or NULL.
 */
pid_t start(const char *folder, const char *log, rlim_t limit, const char *option);
/* Returns its exit status. */
int ended(pid_t pid);
/* Runs it; its output is in `out`. */
int serve_limited(rlim_t limit);
int serve(void);
/* Runs it, with the stick left inserted, until the daemon's text about sticks contains `text`. */
void serve_shown(const char *text);
void said(const char *text);

/* Reports whether that member of the state contains the text. */
bool state_has(const char *key, const char *text);
/* Reports whether the daemon's faults contain the text. */
bool trouble(const char *text);
