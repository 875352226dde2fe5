/*
 * Sensor chips: switches as channels. A chip is a row of a const table, a
 * device a small struct that its caller owns.
 *
 * A channel is one input pin; "closed" means that its sensor detects a magnet
 * (a reed or an open-drain Hall switch pulls the pin low). Channel numbers are
 * those of board descriptions; docs/chips.md lists the pin of each.
 *
 * All calls block during their transactions, allocate nothing, and return 0 or
 * -errno of the bus. -ESTALE: the chip answers but has lost its settings (it
 * was reset, or another program wrote to it). Its readings are then discarded,
 * and sensor_init restores it.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "drivers/bus.h"
#include "drivers/hall.h"

enum {
	SENSOR_CHANNELS_MAX = 128,
	SENSOR_FIELDS_MAX = 8, /* channels of a measuring chip */
	SENSOR_PIN_TEXT = 24,
};

/* One bit per channel: channel c is bit c & 63 of word c >> 6. */
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
 * The field of a measuring channel. All zero: the channel is open, or its chip
 * only switches.
 *
 * pole is the magnet's pole: 1 as calibrated (a white piece, however the sensor
 * is mounted), -1 the other, 0 not reported. level_min to level_max are the
 * board description's levels that the field may have, lowest first, counted
 * from 1 (the strength of so many stones); both 0: not reported. Neighbouring
 * levels overlap, so an interval is usual.
 */
struct sensor_field {
	int8_t pole;
	uint8_t level_min, level_max;
};

struct sensor_scan {
	struct sensor_bits closed; /* closed now */
	/*
	 * Changed and changed back since the last scan: two edges between the
	 * scans, invisible in the levels. A piece slid quickly over the square,
	 * or a contact bounced.
	 */
	struct sensor_bits pulsed;
	/* The readings of a measuring chip, by channel. */
	struct sensor_bits
		broken; /* no sensor produces such a voltage: the last good reading still holds */
	struct sensor_field field[SENSOR_FIELDS_MAX];
	uint8_t code[SENSOR_FIELDS_MAX]; /* raw converter codes, for calibration */
};

/* How to evaluate a measuring chip. */
struct sensor_tuning {
	bool pole, level; /* which parts of a field to report */
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
	bool interrupts;             /* has an open-drain line that several chips may share */
	bool measures;               /* reports fields; needs sensor_tune */
	uint32_t bus_hz_max;
	uint32_t scan_us;    /* how often to read the chip without an interrupt line */
	uint16_t read_bytes; /* of one read of all channels on the wire, addresses included */
	uint8_t read_transactions;
	uint16_t init_bytes;
	uint16_t supply_ua; /* of the chip itself, at most, while read continuously */
	/*
	 * Prints the data sheet's name for the pin or pins of a channel:
	 * "GPA3", "GPA4-GPB0" (row, column).
	 */
	void (*pin)(unsigned channel, char out[SENSOR_PIN_TEXT]);
	int (*init)(struct sensor_dev *d);
	/*
	 * A chip has one of these two. `transfers` is for a chip whose replies
	 * are its codes: it lists the transactions of a scan, at most
	 * SENSOR_FIELDS_MAX, and returns their number.
	 */
	int (*read)(struct sensor_dev *d, struct sensor_scan *scan);
	unsigned (*transfers)(const struct sensor_dev *d, struct sensor_scan *scan,
			      struct bus_transfer *t);
	int (*check)(struct sensor_dev *d);
	const char *source;       /* data sheet and revision */
	const char *seen_working; /* board, date and name; "" if never seen working */
};

struct sensor_dev {
	const struct sensor_chip *chip;
	struct bus *bus;
	uint8_t addr;            /* 7 bits */
	struct sensor_bits used; /* channels with a sensor; the others are ignored */
	bool ready;              /* set up, and no sign of a reset since */
	bool last_valid;
	struct sensor_bits last; /* closed channels of the last successful scan */
	bool reports_pole, reports_level;
	struct hall_levels levels;
	struct hall hall[SENSOR_FIELDS_MAX];
};

/* Returns all chips; never freed. */
const struct sensor_chip *const *sensor_chips(size_t *n);
/* Returns the chip of that name (case-insensitive), or NULL. */
const struct sensor_chip *sensor_chip_find(const char *part);

/* Sets up the struct without bus traffic. */
void sensor_setup(struct sensor_dev *d, const struct sensor_chip *chip, struct bus *bus,
		  uint8_t addr, struct sensor_bits used);
/*
 * Sets the evaluation of a measuring chip, before the first read and after each
 * calibration. The span of every used channel must not be 0.
 */
void sensor_tune(struct sensor_dev *d, const struct sensor_tuning *t);
/*
 * Sets up the chip from any state and reads its settings back. The first scan
 * afterwards reports no pulses. Releases the interrupt line.
 */
MUST_USE int sensor_init(struct sensor_dev *d);
/*
 * Reads all channels, in one transaction if the chip allows it, and releases
 * the interrupt line. *scan is written only on success. -ENOTCONN, without
 * traffic: sensor_init has not succeeded since the last -ESTALE.
 */
MUST_USE int sensor_read(struct sensor_dev *d, struct sensor_scan *scan);
/*
 * Reads n chips of one bus in one batch; all must have `transfers` and be
 * ready. Writes all scans, or none on an error, which does not identify the
 * failed chip. The transactions must fit BUS_BATCH_MAX.
 */
MUST_USE int sensor_read_together(struct sensor_dev *const *d, unsigned n,
				  struct sensor_scan *scan);
/*
 * Checks whether all settings are as sensor_init left them. For the slow round
 * that also catches a lost interrupt: a chip without its settings never
 * interrupts. Settings that cannot be read back are written again; read the
 * chip afterwards.
 */
MUST_USE int sensor_check(struct sensor_dev *d);
