/*
 * Sensors under a physical board: pieces in, edges out. A scan samples every square at its
 * time; changes between two scans are not seen. A contact that has just changed, or is
 * disturbed, reads at random until it is steady.
 *
 * A level is read as a measuring board reports it. A piece is a little off centre each
 * time, which makes its field stronger or weaker. The reading is the interval of all levels
 * that such a field may be.
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

/*
 * The range of fields of each level, in thousandths of a plain piece's:
 * hw/boards/linear-8x8.ini.
 */
struct sensors_band {
	uint16_t lo, hi;
};
extern const struct sensors_band sensors_bands[SENSORS_LEVELS];

struct sensors {
	const struct game *game;
	uint8_t senses; /* enum senses; LEVEL: fields from the description of a linear board */
	uint32_t scan_us;
	uint8_t buses;          /* 2: the files of the right half are scanned half a scan later */
	uint32_t bounce_max_us; /* upper limit until a change is steady */
	struct sqset blind;     /* squares without any reports */
	struct rng rng;
	uint8_t piece[RULES_SQUARES_MAX];      /* the true pieces */
	uint8_t before[RULES_SQUARES_MAX];     /* earlier pieces, which unsteady squares may read */
	/* Thousandths by which the two fields are stronger than normal. */
	int8_t off[RULES_SQUARES_MAX], off_before[RULES_SQUARES_MAX];
	struct sqset objects, objects_before; /* a checker, coin or halo lies there, under a piece or not */
	struct rng off_rng;
	uint64_t steady_us[RULES_SQUARES_MAX]; /* when its reading is certainly true */
	struct reading reported[RULES_SQUARES_MAX];
	struct sqset active; /* squares that may still read differently */
	uint64_t now_us;
};

void sensors_init(struct sensors *s, const struct game *g, uint8_t senses, uint32_t scan_us,
		  uint32_t bounce_max_us, const uint8_t on[RULES_SQUARES_MAX], struct sqset objects,
		  uint64_t now_us, uint64_t seed);
/* Puts a piece (0: none) on sq at now_us. Times never decrease. */
void sensors_change(struct sensors *s, unsigned sq, uint8_t piece, uint64_t now_us);
/* Lays an object on sq or removes it, under the piece if any. */
void sensors_lay(struct sensors *s, unsigned sq, bool lies, uint64_t now_us);
/* Simulates a bump of the table, which shifts the piece on sq a little. */
void sensors_jolt(struct sensors *s, unsigned sq, uint64_t now_us);
/* Disturbs the square, which may read wrongly for that time. */
void sensors_disturb(struct sensors *s, unsigned sq, uint64_t now_us, uint64_t for_us);
/* Returns the time of the next scan that may find something, or UINT64_MAX. */
uint64_t sensors_next(const struct sensors *s);
struct sensed {
	uint8_t sq;
	struct reading reading;
};
/*
 * Makes the scan of sensors_next(), of one bus. Returns the number of edges
 * found, at most one for each square.
 */
unsigned sensors_scan(struct sensors *s, struct sensed out[RULES_SQUARES_MAX]);
