/*
 * Lamp chips: brightness per channel, one channel per colour of a lamp. A chip
 * is a row of a const table, a device a struct that its caller owns.
 *
 * The caller sets the desired brightness with lamp_set and calls lamp_step
 * until it returns 0. Each step is one short write (LAMP_STEP_US at most), or
 * the two that open a page, so that sensors can be read in between. Only
 * differences from the chip's memory are sent.
 *
 * After an error the chip's memory counts as unknown. Call lamp_init, which
 * darkens the lamps, and step again; the desired brightness is kept. All calls
 * block during their transactions and allocate nothing.
 *
 * No call here limits the supply current. The composer of frames knows each
 * channel's current (lamp_chip.channel_ua) and keeps the sum within the board's
 * limit. A second limit here would dim every lamp for an all-white frame that
 * is never shown.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "drivers/bus.h"

enum {
	LAMP_CHANNELS_MAX = 384,
	/*
	 * Longest bus time of one step: with the kernel's overhead, an
	 * interrupting sensor waits less than 3 ms.
	 */
	LAMP_STEP_US = 2500,
	LAMP_PIN_TEXT = 24,
	LAMP_WRITE_MAX = 96, /* bytes per write, register included, on any bus */
};

struct lamp_dev;

struct lamp_chip {
	const char *part; /* as printed on the data sheet */
	uint16_t channels;
	uint8_t addr_min, addr_max; /* 7 bits */
	uint16_t max_ma;            /* maximum current of all outputs together */
	uint32_t channel_ua;        /* average current of one channel at brightness 255 */
	/*
	 * Channels are only on or off, with one brightness for all. A channel
	 * is on if its desired brightness is at least half of the brightest.
	 * All lit channels get the mean of their desired values, rounded down
	 * to a sixteenth. The total current thus never exceeds the desired one,
	 * except at the faintest step.
	 */
	bool on_off;
	uint32_t bus_hz_max;
	uint16_t supply_ua; /* of the chip itself, all lamps dark, at most */
	/* Prints the data sheet's name for the pins of a channel: "SW1-CS3", "COM0-ROW7". */
	void (*pin)(unsigned channel, char out[LAMP_PIN_TEXT]);
	int (*init)(struct lamp_dev *d);
	int (*step)(struct lamp_dev *d);
	int (*check)(struct lamp_dev *d);
	int (*off)(struct lamp_dev *d);
	const char *source;       /* data sheet and revision */
	const char *seen_working; /* board, date and name; "" if never seen working */
};

struct lamp_dev {
	const struct lamp_chip *chip;
	struct bus *bus;
	uint8_t addr;                  /* 7 bits */
	uint8_t write_max;             /* longest write on this bus in bytes, register included */
	bool ready;                    /* set up, and no error since */
	bool lit;                      /* the outputs are on; false until everything is written
				        * once */
	bool repeat;                   /* the next steps repeat the settings */
	int16_t page;                  /* the page open in the chip, or LAMP_NO_PAGE */
	uint16_t dimming;              /* of an on_off chip: its dimming step, or LAMP_UNKNOWN */
	uint32_t pages;                /* total of page changes */
	uint64_t used[LAMP_CHANNELS_MAX / 64]; /* channels with a lamp */
	uint8_t want[LAMP_CHANNELS_MAX];
	/* The content of the chip's registers (lamp_row.h), or LAMP_UNKNOWN. */
	uint16_t shadow[LAMP_CHANNELS_MAX];
	uint16_t scaled[LAMP_CHANNELS_MAX];
};

#define LAMP_UNKNOWN 0xffff
#define LAMP_NO_PAGE (-1)

/* Returns all chips; never freed. */
const struct lamp_chip *const *lamp_chips(size_t *n);
/* Returns the chip of that name (case-insensitive), or NULL. */
const struct lamp_chip *lamp_chip_find(const char *part);

/*
 * Sets up the struct without bus traffic. bus_hz: the bus clock. channels: the
 * n channels with a lamp.
 */
void lamp_setup(struct lamp_dev *d, const struct lamp_chip *chip, struct bus *bus, uint32_t bus_hz,
		uint8_t addr, const uint16_t *channels, size_t n);

/* Sets up the chip from any state, with all lamps dark. Returns 0 or -errno. */
MUST_USE int lamp_init(struct lamp_dev *d);
/* Sets the brightness 0..255 of one channel for the next steps. No bus traffic. */
void lamp_set(struct lamp_dev *d, unsigned channel, uint8_t value);
/*
 * Sends the next piece. Returns 1 if more remains; 0 if the chip shows the
 * desired state (no traffic if it did before); or -errno. -ENOTCONN, without
 * traffic: lamp_init has not succeeded since the last error.
 */
MUST_USE int lamp_step(struct lamp_dev *d);
/* Calls lamp_step until 0 or an error, for use without waiting sensors. */
MUST_USE int lamp_push(struct lamp_dev *d);
/*
 * Checks whether the chip still holds its settings. -ESTALE: it was reset and
 * is dark, or holds other settings. Otherwise the next steps repeat the
 * settings and all brightness: an I2C write has no checksum, so a corrupted
 * byte would stay forever. As short as a step. Not for every frame.
 */
MUST_USE int lamp_check(struct lamp_dev *d);
/*
 * Darkens the lamps from any state, for every exit path; tries several times
 * before it fails. Needs no lamp_init before; lamp_init enables the chip again.
 */
MUST_USE int lamp_off(struct lamp_dev *d);
