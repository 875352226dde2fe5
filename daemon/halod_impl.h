/* The open resources of halod, for its start and end (halod.c) and its turns (halod_turn.c). */
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
	struct table_past *past; /* from `resume`, until the board has been read */
	unsigned scanned; /* buses whose first scan is over */
	bool waiting;     /* all first scans are over, but no chip has answered: this was
			   * reported */
	bool ready;       /* it has: reported */
	uint8_t draws;    /* number of draws, for random_bytes with the bus's clock */
	int wake_fd;
	struct busio *bus[BOARD_BUSES_MAX];
	bool held[BOARD_BUSES_MAX]; /* the bus's thread hangs in a call: this was reported */
	bool untuned[BOARD_SENSORS_MAX]; /* the bus's thread has not received the measured
					  * numbers */
	struct merge merge;
	struct machine machine;
	struct table table;
};

/* Sends measured numbers to the bus threads; if a thread's ring is full, again in a later turn. */
void halod_tune(struct halod *h);
/*
 * Runs one turn: messages of the buses go to the table in order of time, deadlines are
 * served, clients are informed. The loop then sleeps until the next event.
 */
void halod_turn(struct halod *h);
