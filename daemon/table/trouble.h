/*
 * Present faults, each reported once: a list with one place for each thing that can fail. Setting a
 * trouble again has no effect; clearing it reports its end. No rule and no move depends on a
 * trouble.
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
	TROUBLE_BESIDE = TROUBLE_SQUARE + 16,	/* a piece beside the game */
	TROUBLE_MUX,		/* + bus index: the mux of that bus */
	TROUBLE_SUPPLY = TROUBLE_MUX + 4,	/* too little voltage */
	TROUBLE_BLIND,				/* too many blind squares */
	/* a sensor may be stuck, because guidance waits for its square */
	TROUBLE_STUCK,
	TROUBLE_STICK,		/* + its place: a USB stick */
	TROUBLE_RESET = TROUBLE_STICK + 4,	/* the line that resets a bus's chips */
	TROUBLES_MAX,
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
	uint32_t version;	/* increases with every change */
	struct trouble place[TROUBLES_MAX];
};

/* Prints the name of a place for journal and clients: "sensor.3", "store". */
void trouble_name(unsigned place, char out[TROUBLE_NAME]);
/*
 * Sets a trouble at its place, or with "" clears it, and logs that. Returns false, without effect,
 * if the text is the same. `who` does not matter to clear one.
 */
bool trouble_set(struct troubles *t, unsigned place, enum log_who who, uint64_t now_us,
		 const char *text);
