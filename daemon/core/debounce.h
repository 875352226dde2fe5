/*
 * Debounce: from what the sensors say to what is believed, a square at a time.
 *
 * A raw reading is believed when it has stood unchanged for a window: a short
 * one for "empty", a longer one for "occupied". A pure machine of fixed size;
 * it reads no clock, the caller hands in times and takes what is due.
 *
 * Cases (w: the window of the reading that came; B: what is believed).
 *
 *   1) raw empty, unchanged for w           believed at raw time + w, not before
 *   2) raw occupied, unchanged for w        the same, with the longer window
 *   3) back to B inside w                   a bounce: nothing told, counted
 *   4) another reading inside w             the window starts anew from it, so a
 *                                           chatter longer than w is believed w
 *                                           after its last change
 *   5) the same reading again inside w      nothing: the window runs on
 *   6) B read again, nothing pending        nothing
 *   7) another pole or level, still there   an edge like any, with the longer window
 *   8) other piece before "empty" was       one edge, occupied to occupied, where the
 *      believed (a very fast swap)          sensor tells pole or level apart …
 *   9) … and where it does not              case 3: the swap cannot be seen here;
 *                                           inference asks
 *  10) w is 0                               believed at the raw time itself
 *  11) a change at the very end of w        the old reading has stood for w and is
 *                                           believed first, then the new one starts
 *  12) several squares                      in order of believing; at one time by raw
 *                                           time, then by square
 *
 * Not handled:
 *  13) a reading that never rests (a piece on the border of a sensor, changing
 *      faster than w for as long as it stands): never believed. The count of
 *      case 3 shows it when it chatters around B; debounce_settled stays false.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/core/event.h"
#include "daemon/core/reading.h"
#include "rules/sqset.h"

enum {
	/*
	 * A reed opens once and cleanly, only bouncing on the way: 5 ms covers
	 * the millisecond or so it rings. Longer costs twice: lift → light has
	 * 25 ms in all, and the gap of a swapped capture (tens of milliseconds)
	 * must still be seen as empty.
	 */
	DEBOUNCE_EMPTY_US = 5000,
	/*
	 * A piece that is set down wobbles and slides over the sensor's edge;
	 * 15 ms lets that settle, and set down → shown stays well below 50 ms.
	 */
	DEBOUNCE_OCCUPIED_US = 15000,
};

#define DEBOUNCE_NO_DEADLINE UINT64_MAX

struct debounce_square {
	struct reading believed;
	struct reading raw;
	uint32_t bounces;	/* cancelled edges since debounce_init; stops at its maximum */
	uint64_t raw_us;	/* when raw began; only while pending */
	uint64_t due_us;	/* when raw is believed; only while pending */
};

/* The caller's memory; the fields are this module's own. */
struct debounce {
	uint64_t empty_us, occupied_us;
	unsigned n_squares;
	struct sqset pending;	/* raw is not what is believed */
	struct debounce_square square[RULES_SQUARES_MAX];
};

/* One edge that is believed. */
struct debounced {
	uint64_t t_us;		/* when it was believed: the end of its window */
	uint64_t raw_us;	/* when the reading began that is now believed */
	uint8_t sq;
	struct reading before, reading;
};

/*
 * Begins with `board` (n_squares readings, NULL: all empty) believed and nothing
 * pending; windows in microseconds, 0 allowed; counts at zero.
 */
void debounce_init(struct debounce *d, uint64_t empty_us, uint64_t occupied_us,
		   const struct reading *board, unsigned n_squares);
/* Believes this whole board at once; what was pending is forgotten, counts stay. */
void debounce_board(struct debounce *d, const struct reading *board);

/* The same of one square. */
void debounce_believe(struct debounce *d, unsigned sq, struct reading r);

/*
 * Raw: sq reads so since t_us. The caller has taken (debounce_take) all that
 * was due by t_us before: asserted for this square, since the reading that
 * ends now has stood long enough and must not be lost. t_us never decreases.
 */
void debounce_edge(struct debounce *d, unsigned sq, struct reading r, uint64_t t_us);
/* When the next edge will be believed if nothing changes; DEBOUNCE_NO_DEADLINE: none. */
uint64_t debounce_next(const struct debounce *d);
/* The next edge that is believed by now_us; false: none is due. */
bool debounce_take(struct debounce *d, uint64_t now_us, struct debounced *out);

/* Nothing is pending: raw and believed agree everywhere. */
static inline bool
debounce_settled(const struct debounce *d)
{
	return sqset_empty(d->pending);
}

static inline struct reading
debounce_believed(const struct debounce *d, unsigned sq)
{
	return d->square[sq].believed;
}

static inline uint32_t
debounce_bounces(const struct debounce *d, unsigned sq)
{
	return d->square[sq].bounces;
}
