/*
 * Debounce: turns raw sensor readings into accepted ("believed") ones, per square.
 *
* A raw reading is believed once it has been unchanged for a window: a short
 * one for "empty", a longer one for "occupied". The module is pure and of fixed size;
 * it reads no clock: the caller passes times and takes the edges that are due.
 *
 * Cases (w: the window of the new reading; B: the believed reading).
 *
 *   1) raw empty, unchanged for w           believed at raw time + w, not before
 *   2) raw occupied, unchanged for w        the same, with the longer window
 *   3) back to B inside w                   a bounce: no edge
 *   4) another reading inside w             the window restarts, so a
 *                                           chatter longer than w is believed w
 *                                           after its last change
 *   5) the same reading again inside w      nothing: the window continues
 *   6) B again, nothing pending           nothing
 *   7) another pole or level, occupied      an ordinary edge, with the longer window
 *   8) another piece before "empty" was     one edge, occupied to occupied, if the
 *      believed (a very fast swap)          sensor distinguishes pole or level
 *   9) the same, if it does not            case 3: the swap is invisible here;
 *                                           inference asks
 *  10) w is 0                               believed at the raw time itself
 *  11) a change at the very end of w        the old reading has lasted for w and is
 *                                           believed first, then the new one starts
 *  12) several squares                      in order of deadlines, then by raw
 *                                           time, then by square
 *
 * Not handled:
 *  13) a reading that keeps changing (a piece on the border of a sensor, changing
 *      faster than w for as long as it is there): never believed.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/event.h"
#include "daemon/core/reading.h"
#include "rules/sqset.h"

enum {
	/*
	 * A reed contact bounces for about a millisecond when it opens: 5 ms covers that.
	 * A longer window costs twice: lift to light has 25 ms in all, and the gap of a
	 * swapped capture (tens of milliseconds) must still be seen as empty.
	 */
	DEBOUNCE_EMPTY_US = 5000,
	/*
	 * A piece that is set down wobbles and slides over the edge of the sensor. 15 ms
	 * lets it settle and keeps set down to shown well below 50 ms.
	 */
	DEBOUNCE_OCCUPIED_US = 15000,
};

#define DEBOUNCE_NO_DEADLINE UINT64_MAX

struct debounce_square {
	struct reading believed;
	struct reading raw;
	uint64_t raw_us;	/* start of raw; valid while pending */
	uint64_t due_us;	/* when raw will be believed; valid while pending */
};

/* The caller owns the memory; the fields are private to this module. */
struct debounce {
	uint64_t empty_us, occupied_us;
	unsigned n_squares;
	struct sqset pending;	/* squares with raw different from believed */
	struct debounce_square square[RULES_SQUARES_MAX];
};

/* One believed edge. */
struct debounced {
	uint64_t t_us;		/* end of the window: when the reading was believed */
	uint64_t raw_us;	/* when the raw reading began */
	uint8_t sq;
	struct reading before, reading;
};

/*
 * Starts with `board` believed (n_squares readings; NULL: all empty), nothing pending and
 * counts at zero. Windows are in microseconds; 0 is allowed.
 */
void debounce_init(struct debounce *d, uint64_t empty_us, uint64_t occupied_us,
		   const struct reading *board, unsigned n_squares);
/*
 * Sets the believed readings of the whole board. Pending readings are discarded; counts
 * are kept.
 */
void debounce_board(struct debounce *d, const struct reading *board);

/* Sets the believed reading of one square and discards its pending reading. */
void debounce_believe(struct debounce *d, unsigned sq, struct reading r);

/*
 * Adds a raw reading: sq has read r since t_us. The caller must first take (debounce_take) every
 * edge due by t_us, because the reading before r would be lost; this is asserted for sq. t_us never
 * decreases.
 */
void debounce_edge(struct debounce *d, unsigned sq, struct reading r, uint64_t t_us);
/* Returns when the next edge is due if nothing changes, or DEBOUNCE_NO_DEADLINE. */
uint64_t debounce_next(const struct debounce *d);
/* Returns the earliest raw time of an unsettled square, or DEBOUNCE_NO_DEADLINE. */
uint64_t debounce_unsettled_us(const struct debounce *d);
/* Takes the next edge due by now_us; returns false if there is none. */
bool debounce_take(struct debounce *d, uint64_t now_us, struct debounced *out);

static inline struct reading
debounce_believed(const struct debounce *d, unsigned sq)
{
	return d->square[sq].believed;
}
