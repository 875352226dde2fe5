/*
 * What does not work right now, each told once: a list of fixed places, one a
 * thing that can break. Setting a trouble that is already set says nothing
 * again; clearing one says that it is over. The game never depends on it.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/table/log.h"

enum {
	TROUBLE_BUS = 0,	/* + bus index */
	TROUBLE_SENSOR = 8,	/* + sensor index */
	TROUBLE_LED = 24,	/* + lamp chip index */
	TROUBLE_LINE = 28,	/* + sensor index: its interrupt line */
	TROUBLE_STORE = 44,
	TROUBLE_GPIO,
	TROUBLE_SQUARE,		/* + sensor index: squares of that chip */
	TROUBLE_BESIDE = TROUBLE_SQUARE + 16,	/* something stands beside the game */
	TROUBLE_MUX,		/* + bus index: the mux of that bus */
	TROUBLE_SUPPLY = TROUBLE_MUX + 4,	/* too little voltage */
	TROUBLE_BLIND,				/* too many squares are not to be believed */
	TROUBLE_STUCK,				/* a sensor may be, by what guidance waits for */
	TROUBLE_STICK,		/* + its place: a USB stick */
	TROUBLES_MAX = TROUBLE_STICK + 4,
	TROUBLE_TEXT = 384,
	TROUBLE_NAME = 16,
};

struct trouble {
	bool on;
	uint8_t who;		/* enum log_who */
	uint64_t since_us;	/* on the loop's clock */
	char what[TROUBLE_TEXT];
};

struct troubles {
	uint32_t version;	/* grows with every change */
	struct trouble place[TROUBLES_MAX];
};

/* "sensor.3", "store": as the journal and clients are told of a place. */
void trouble_name(unsigned place, char out[TROUBLE_NAME]);
/*
 * Tells a trouble at its place. The same words again: nothing happens, false.
 * Other words for a trouble that is on replace it and are logged.
 */
bool trouble_set(struct troubles *t, unsigned place, enum log_who who, uint64_t now_us,
		 const char *fmt, ...) __attribute__((format(printf, 5, 6)));
/* Ends a trouble and logs `fmt`; false, silently, if there was none. */
bool trouble_clear(struct troubles *t, unsigned place, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
