/* State and error counts of buses, chips and lines. */
#pragma once
#include "daemon/table/duty.h"
#include "daemon/table/trouble.h"

struct table_health {
	uint32_t edges[BOARD_SQUARES_MAX];                    /* by board square: changed readings */
	uint32_t bus_errors[BOARD_BUSES_MAX];                 /* times a bus failed */
	uint32_t chip_errors[TROUBLE_LED + BOARD_LEDS_MAX];   /* by the chip's trouble place */
	/* ---- private ---- */
	uint8_t gpio_gone;                                    /* bits of buses whose lines failed */
	/* the board was not compared since a bus failed */
	bool bus_gone;
};

extern const struct duty table_health_duty;

/* Reports a low supply voltage, or its end. */
void table_supply(struct table *t, bool weak);
