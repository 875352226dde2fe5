/*
 * Lamp chips: brightness a channel, one channel a colour of a lamp. A chip is
 * a row of a const table, a device a struct that its caller owns.
 *
 * The caller says what it wants with lamp_want and calls lamp_step until
 * nothing remains; each step is one short write (LAMP_STEP_US at most), or the
 * two that open a page, so that sensors can be read in between. Only what differs from the chip's
 * memory is sent.
 *
 * After any error the chip's memory counts as unknown: call lamp_init, which
 * makes it dark, and step again; what is wanted stays. All calls block for
 * their transactions and allocate nothing.
 *
 * No call here limits the supply's current: whoever composes frames knows what
 * a channel draws (lamp_chip.channel_ua) and keeps the whole within the board's
 * limit. Limiting it here as well would dim every lamp for a frame, all white,
 * that is never shown.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "drivers/bus.h"

enum {
	LAMP_CHANNELS_MAX = 384,
	/*
	 * The longest that one step keeps the bus: with what the kernel adds, a
	 * sensor that calls waits less than 3 ms.
	 */
	LAMP_STEP_US = 2500,
	LAMP_PIN_TEXT = 24,
	LAMP_WRITE_MAX = 96, /* bytes of one write, register included, however fast the bus */
};

struct lamp_dev;

struct lamp_chip {
	const char *part; /* as printed on the data sheet */
	uint16_t channels;
	uint8_t addr_min, addr_max; /* 7 bits */
	uint16_t max_ma;            /* the most all outputs together can draw */
	uint32_t channel_ua;        /* what one channel draws on average at brightness 255 */
	/*
	 * Channels are on or off, and one brightness holds for all: a channel
	 * shines if it is wanted at least half as bright as the brightest, and
	 * all that shine do so at the mean of what they are wanted, rounded down
	 * to a sixteenth. So the whole never draws more than was asked for, but
	 * for the faintest step.
	 */
	bool on_off;
	uint32_t bus_hz_max;
	uint16_t supply_ua; /* of the chip itself, all lamps dark, at most */
	/* What the data sheet calls the pins of a channel: "SW1-CS3", "COM0-ROW7". */
	void (*pin)(unsigned channel, char out[LAMP_PIN_TEXT]);
	int (*init)(struct lamp_dev *d);
	int (*step)(struct lamp_dev *d);
	int (*check)(struct lamp_dev *d);
	int (*off)(struct lamp_dev *d);
	const char *source;       /* data sheet and revision */
	const char *seen_working; /* board, date, who; "" until somebody did */
};

struct lamp_dev {
	const struct lamp_chip *chip;
	struct bus *bus;
	uint8_t addr;                  /* 7 bits */
	uint8_t write_max;             /* bytes of one write on this bus, register included */
	bool ready;                    /* set up, and no error since */
	bool lit;                      /* the outputs are on; false until all is written once */
	bool repeat;                   /* the coming steps write the settings once more */
	int16_t page;                  /* the page the chip has open, or LAMP_NO_PAGE */
	uint16_t dimming;              /* of an on_off chip: the step it has, or LAMP_UNKNOWN */
	uint32_t writes, bytes, pages; /* so far: transactions, their bytes, page changes */
	uint64_t used[LAMP_CHANNELS_MAX / 64]; /* channels that have a lamp */
	uint8_t want[LAMP_CHANNELS_MAX];
	/* What the chip's registers hold (lamp_row.h), or LAMP_UNKNOWN. */
	uint16_t shadow[LAMP_CHANNELS_MAX];
	uint16_t scaled[LAMP_CHANNELS_MAX];
};

#define LAMP_UNKNOWN 0xffff
#define LAMP_NO_PAGE (-1)

/* All chips; never freed. */
const struct lamp_chip *const *lamp_chips(size_t *n);
/* The chip of that name (compared without case), or NULL. */
const struct lamp_chip *lamp_chip_find(const char *part);

/* No traffic. bus_hz: how fast the bus is. channels: those that have a lamp, n of them. */
void lamp_setup(struct lamp_dev *d, const struct lamp_chip *chip, struct bus *bus, uint32_t bus_hz,
		uint8_t addr, const uint16_t *channels, size_t n);

/* Sets the chip up, whatever state it is in. Ends dark. 0 or -errno. */
MUST_USE int lamp_init(struct lamp_dev *d);
/* Brightness 0..255 of one channel, to be sent by the coming steps. No traffic. */
void lamp_want(struct lamp_dev *d, unsigned channel, uint8_t value);
/*
 * Sends the next piece: 1, more remains; 0, the chip shows what is wanted (no
 * traffic if it did before); -errno. -ENOTCONN, without traffic: lamp_init has
 * not succeeded since the last error.
 */
MUST_USE int lamp_step(struct lamp_dev *d);
/* lamp_step until 0 or an error: where no sensors wait. */
MUST_USE int lamp_push(struct lamp_dev *d);
/*
 * Does the chip still hold its settings? -ESTALE: it was reset and is dark, or
 * holds others. If it does the coming steps write them once more, and all
 * brightness: an I2C write has no checksum, and a byte that was heard wrong
 * would stay for good. As short as a step. A chip that cannot be asked has no
 * traffic here. Not for every frame.
 */
MUST_USE int lamp_check(struct lamp_dev *d);
/*
 * Dark, from any state, on every way out: tries a few times before it gives
 * up. Needs no lamp_init before; lamp_init lights the chip up again.
 */
MUST_USE int lamp_off(struct lamp_dev *d);
