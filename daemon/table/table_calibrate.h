/* Calibration over the socket, the screen or the board's buttons. */
#pragma once
#include "daemon/bus/calibrate.h"
#include "daemon/table/duty.h"
#include "daemon/table/table_measured.h"
#include "daemon/words/words_calibrate.h"

enum table_calibration_step {
	CALIBRATION_OFF,
	CALIBRATION_FINDING, /* found.phase has the current measurement */
	CALIBRATION_REVIEW,  /* waits until the results are kept or dropped */
	CALIBRATION_KEEPING, /* the results are in use, and wait for the disk */
};

struct table_calibration {
	uint8_t step;      /* enum table_calibration_step */
	struct calibrate found;
	/* ---- private ---- */
	uint32_t file;     /* CALIBRATION_KEEPING: its number, see table_measured.h */
	uint64_t round_us; /* time of the next round */
	uint64_t end_us;   /* time at which calibration gives up */
};

extern const struct duty table_calibrate_duty;

/*
 * Does a step of calibration, named as in docs/protocol.md. Returns 0; 1 if the step ends when the
 * results are on disk, with a reply to `who`; or -1 with t->why.
 */
MUST_USE int table_calibrate(struct table *t, const char *step, const struct table_asker *who);
/* Writes the next step and the results by square. Returns false if no calibration runs. */
bool table_calibrate_found(const struct table *t, struct words_calibrate *out);
