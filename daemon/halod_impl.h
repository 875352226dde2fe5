/* What halod has open, between its start and end (halod.c) and its turns (halod_turn.c). */
#pragma once
#include "daemon/bus/busio.h"
#include "daemon/bus/merge.h"
#include "daemon/config.h"
#include "daemon/loop.h"
#include "daemon/machine.h"
#include "daemon/measured.h"
#include "daemon/server/link.h"
#include "daemon/store/store.h"
#include "daemon/table/table.h"

struct halod {
	struct config config;
	struct board board;
	struct measured measured;
	char board_path[CONFIG_PATH_MAX];
	struct loop loop;
	struct link link;
	struct store *store;
	struct record resume;
	struct table_past *past; /* of it, until the board has been read */
	unsigned scanned; /* buses whose first scan is over */
	bool waiting;     /* they are, and the board has not answered: told so */
	bool ready;       /* it has: told so */
	uint8_t draws;    /* of "random" bytes that are none, see random_bytes */
	int wake_fd;
	struct busio *bus[BOARD_BUSES_MAX];
	bool held[BOARD_BUSES_MAX]; /* its thread is stuck in a call: told so */
	bool untuned[BOARD_SENSORS_MAX]; /* its thread has not been told what was measured */
	struct merge merge;
	struct machine machine;
	struct table table;
};

/* Tells the buses' threads what was measured; who hangs is told in a later turn. */
void halod_tune(struct halod *h);
/*
 * One turn: what the buses told goes to the table in the order in which it happened,
 * what is due is served, clients are told; the loop then sleeps until more is.
 */
void halod_turn(struct halod *h);
