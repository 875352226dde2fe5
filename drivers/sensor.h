/*
 * Sensor chips: what closes, as channels. A chip is a row of a const table, a
 * device a small struct that its caller owns.
 *
 * A channel is one input pin; "closed" means that the sensor there sees a
 * magnet (a reed or an open-drain Hall switch pulls the pin low). Channel
 * numbers are those of board descriptions; docs/chips.md says which pin each is.
 *
 * All calls block for their transactions, allocate nothing, and give 0 or
 * -errno of the bus. -ESTALE: the chip answers, but does not hold the settings
 * it was given (it was reset, or another program wrote to it); what it read is
 * then not told, and sensor_init sets it right.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "drivers/bus.h"
#include "drivers/hall.h"

enum {
	SENSOR_CHANNELS_MAX = 128,
	SENSOR_FIELDS_MAX = 8, /* channels of a chip that measures */
	SENSOR_PIN_TEXT = 24,
};

/* One bit a channel: channel c is bit c & 63 of word c >> 6. */
struct sensor_bits {
	uint64_t w[2];
};

static inline bool
sensor_bits_has(struct sensor_bits b, unsigned channel)
{
	return (b.w[channel >> 6] >> (channel & 63) & 1) != 0;
}

static inline void
sensor_bits_add(struct sensor_bits *b, unsigned channel)
{
	b->w[channel >> 6] |= UINT64_C(1) << (channel & 63);
}

/*
 * What a channel that measures tells beyond "closed". All zero: it is open, or
 * its chip only switches.
 *
 * pole is that of the magnet: 1 as it was when the square was calibrated (so a
 * white piece, whichever way round the sensor lies), -1 the other one, 0 not
 * told. level_min to level_max are the board description's levels that the
 * field may be, lowest first, counted from 1 ("as strong as so many stones");
 * both 0: not told. Neighbouring levels overlap, so an interval is the rule.
 */
struct sensor_field {
	int8_t pole;
	uint8_t level_min, level_max;
};

struct sensor_scan {
	struct sensor_bits closed; /* now */
	/*
	 * Changed since the last scan and changed back: two edges between the
	 * scans, of which the levels tell nothing. A quick piece slid over the
	 * square, or a contact bounced.
	 */
	struct sensor_bits pulsed;
	/* Of a chip that measures, by channel. */
	struct sensor_bits
		broken; /* no sensor makes such a voltage: the last good reading stands */
	struct sensor_field field[SENSOR_FIELDS_MAX];
	uint8_t code[SENSOR_FIELDS_MAX]; /* as converted, for whoever calibrates */
};

/* How a chip that measures is to be read. */
struct sensor_tuning {
	bool pole, level; /* what of a field is to be told */
	struct hall_levels levels;
	uint8_t zero[SENSOR_FIELDS_MAX]; /* calibration by channel, as in hall.h */
	int8_t span[SENSOR_FIELDS_MAX];
};

struct sensor_dev;

struct sensor_chip {
	const char *part; /* as printed on the data sheet */
	uint16_t channels;
	uint8_t addr_min, addr_max;  /* 7 bits */
	struct sensor_bits unusable; /* channels that cannot be inputs */
	bool interrupts;             /* has an open-drain line that several may share */
	bool measures;               /* tells fields; wants sensor_tune */
	uint32_t bus_hz_max;
	uint32_t scan_us;    /* how often it is to be read where no line calls */
	uint16_t read_bytes; /* of one read of all channels on the wire, addresses included */
	uint8_t read_transactions;
	uint16_t init_bytes;
	uint16_t supply_ua; /* of the chip itself, at most, while it is read all the time */
	/* What the data sheet calls the pin, or the pins, of a channel: "GPA3", "GPA4-GPB0" (row, column). */
	void (*pin)(unsigned channel, char out[SENSOR_PIN_TEXT]);
	int (*init)(struct sensor_dev *d);
	int (*read)(struct sensor_dev *d, struct sensor_scan *scan);
	int (*check)(struct sensor_dev *d);
	const char *source;       /* data sheet and revision */
	const char *seen_working; /* board, date, who; "" until somebody did */
};

struct sensor_dev {
	const struct sensor_chip *chip;
	struct bus *bus;
	uint8_t addr;            /* 7 bits */
	struct sensor_bits used; /* channels that have a sensor; the rest is quiet */
	bool ready;              /* set up, and no sign of a reset since */
	bool last_valid;
	struct sensor_bits last; /* closed, by the last scan that succeeded */
	bool tells_pole, tells_level;
	struct hall_levels levels;
	struct hall hall[SENSOR_FIELDS_MAX];
};

/* All chips; never freed. */
const struct sensor_chip *const *sensor_chips(size_t *n);
/* The chip of that name (compared without case), or NULL. */
const struct sensor_chip *sensor_chip_find(const char *part);

/* No traffic. */
void sensor_setup(struct sensor_dev *d, const struct sensor_chip *chip, struct bus *bus,
		  uint8_t addr, struct sensor_bits used);
/* For a chip that measures, before the first read, and whenever it is calibrated anew. Every used channel's span is not 0. */
void sensor_tune(struct sensor_dev *d, const struct sensor_tuning *t);
/*
 * Sets the chip up, whatever state it is in, and reads its settings back. The
 * first scan after it tells no pulses. Releases the interrupt line.
 */
MUST_USE int sensor_init(struct sensor_dev *d);
/*
 * Reads all channels, where the chip can in one transaction, and releases the
 * interrupt line. All or nothing: *scan is written on success alone.
 * -ENOTCONN, without traffic: sensor_init has not succeeded since the last
 * -ESTALE.
 */
MUST_USE int sensor_read(struct sensor_dev *d, struct sensor_scan *scan);
/*
 * Are all settings still as sensor_init left them? For the slow round that
 * also catches a lost interrupt: a chip that forgot them never interrupts. What
 * cannot be read back is written again; read the chip after it.
 */
MUST_USE int sensor_check(struct sensor_dev *d);
