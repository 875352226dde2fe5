/*
 * Sensors under a physical board: pieces in, edges out. A scan samples every
 * square at its time; what happens between two scans is not seen. A contact
 * that has just changed, or is disturbed, reads by chance until it is steady.
 *
 * A level is read as a measuring board tells it: a piece stands a little off the
 * middle each time, its field is that much stronger or weaker, and the reading is the
 * interval of all levels that such a field may be.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/event.h"
#include "tests/daemon/hands/rng.h"

enum {
	SENSORS_LEVELS = 6,
	SENSORS_OFF_MIDDLE = 60, /* thousandths by which a piece's field may differ */
};

/* How strong a field each level may be, in thousandths of a plain piece's: hw/boards/linear-8x8.ini. */
struct sensors_band {
	uint16_t lo, hi;
};
extern const struct sensors_band sensors_bands[SENSORS_LEVELS];

struct sensors {
	const struct game *game;
	uint8_t senses; /* enum senses; LEVEL: as strong as a linear board's description has it */
	uint32_t scan_us;
	uint8_t buses;          /* 2: the files of the right half are scanned half a scan later */
	uint32_t bounce_max_us; /* a change is steady after at most this */
	struct sqset blind;     /* squares of which nothing is ever told */
	struct rng rng;
	uint8_t piece[RULES_SQUARES_MAX];      /* the truth */
	uint8_t before[RULES_SQUARES_MAX];     /* what an unsteady square may read instead */
	/* By how many thousandths the two are stronger than they should be. */
	int8_t off[RULES_SQUARES_MAX], off_before[RULES_SQUARES_MAX];
	struct sqset objects, objects_before; /* a checker, coin or halo lies there, under a piece or not */
	struct rng off_rng;
	uint64_t steady_us[RULES_SQUARES_MAX]; /* when it reads true for sure */
	struct reading told[RULES_SQUARES_MAX];
	struct sqset active; /* squares that may still read differently */
	uint64_t now_us;
};

void sensors_init(struct sensors *s, const struct game *g, uint8_t senses, uint32_t scan_us,
		  uint32_t bounce_max_us, const uint8_t on[RULES_SQUARES_MAX], struct sqset objects,
		  uint64_t now_us, uint64_t seed);
/* At now_us a piece (0: none) stands on sq. Times never go back. */
void sensors_change(struct sensors *s, unsigned sq, uint8_t piece, uint64_t now_us);
/* An object is laid on sq or taken off, under what stands there. */
void sensors_lay(struct sensors *s, unsigned sq, bool lies, uint64_t now_us);
/* Somebody bumps into the table: what stands on sq stands a little differently. */
void sensors_jolt(struct sensors *s, unsigned sq, uint64_t now_us);
/* A disturbance: until then the square may read wrongly. */
void sensors_disturb(struct sensors *s, unsigned sq, uint64_t now_us, uint64_t for_us);
/* When the next scan that may find something happens; UINT64_MAX: none. */
uint64_t sensors_next(const struct sensors *s);
struct sensed {
	uint8_t sq;
	struct reading reading;
};
/* Makes the scan of sensors_next(), of one bus: the edges it finds, at most one a square; how many. */
unsigned sensors_scan(struct sensors *s, struct sensed out[RULES_SQUARES_MAX]);
