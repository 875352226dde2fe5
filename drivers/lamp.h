/*
 * Lamp chips: brightness a channel, one channel a colour of a lamp. A chip is
 * a row of a const table, a device a struct that its caller owns.
 *
 * The caller says what it wants with lamp_want and calls lamp_step until
 * nothing remains; each step is one short transaction (LAMP_WRITE_MAX bytes at
 * most), so that sensors can be read in between. Only what differs from the
 * chip's memory is sent.
 *
 * After any error the chip's memory counts as unknown: call lamp_init, which
 * makes it dark, and step again; what is wanted stays. All calls block for
 * their transactions and allocate nothing.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "drivers/bus.h"

enum {
	LAMP_CHANNELS_MAX = 384,
	LAMP_WRITE_MAX = 96, /* bytes of one write, register included: 2.2 ms at 400 kHz */
};

struct lamp_dev;

struct lamp_chip {
	const char *part; /* as printed on the data sheet */
	uint16_t channels;
	uint8_t addr_min, addr_max; /* 7 bits */
	uint16_t max_ma;            /* the most all outputs together can draw */
	uint32_t bus_hz_max;
	/* The current limit of the whole chip that keeps `used` channels within max_ma. */
	uint8_t (*current)(uint16_t max_ma, unsigned used);
	/* What one channel draws on average at full brightness, in microamperes. */
	uint32_t (*channel_ua)(uint8_t current);
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
	uint8_t current;               /* the chip's global current step */
	bool ready;                    /* set up, and no error since */
	bool lit;                      /* the outputs are on; false until all is written once */
	int16_t page;                  /* the page the chip has open, or LAMP_NO_PAGE */
	uint32_t writes, bytes, pages; /* so far: transactions, their bytes, page changes */
	uint64_t used[LAMP_CHANNELS_MAX / 64]; /* channels that have a lamp */
	uint8_t want[LAMP_CHANNELS_MAX];
	/* What the chip's memory holds: brightness and scaling, or LAMP_UNKNOWN. */
	uint16_t shadow[LAMP_CHANNELS_MAX];
	uint16_t scaled[LAMP_CHANNELS_MAX];
};

#define LAMP_UNKNOWN 0xffff
#define LAMP_NO_PAGE (-1)

/* All chips; never freed. */
const struct lamp_chip *const *lamp_chips(size_t *n);
/* The chip of that name (compared without case), or NULL. */
const struct lamp_chip *lamp_chip_find(const char *part);

/*
 * No traffic. max_ma: what all lamps of this chip together may draw, 0: as the
 * chip can. channels: those that have a lamp, n of them.
 */
void lamp_setup(struct lamp_dev *d, const struct lamp_chip *chip, struct bus *bus, uint8_t addr,
		uint16_t max_ma, const uint16_t *channels, size_t n);
/* Average current of one channel at brightness 255, in microamperes, under the limit. */
uint32_t lamp_channel_ua(const struct lamp_dev *d);

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
 * holds others. Costs a page change; not for every frame.
 */
MUST_USE int lamp_check(struct lamp_dev *d);
/*
 * Dark, from any state, on every way out: tries a few times before it gives
 * up. Needs no lamp_init before; lamp_init lights the chip up again.
 */
MUST_USE int lamp_off(struct lamp_dev *d);
