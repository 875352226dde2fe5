/* Troubles of buses, chips, lines and the supply; and the diagnostics' counts. */
#include <errno.h>

#include "daemon/table/table.h"
#include "daemon/words/words.h"

/* Sets a trouble of the board, or with "" clears it. */
static void
report(struct table *t, unsigned place, const char *text)
{
	t->version += trouble_set(&t->troubles, place, LOG_BOARD, t->now_us, text);
}

static void
chip_health(struct table *t, const struct busio_msg *m, bool sensor)
{
	unsigned place = (unsigned)(sensor ? TROUBLE_SENSOR : TROUBLE_LED) + m->index;
	char text[WORDS_LINE] = "";

	t->health.chip_errors[place] += m->err != 0;
	if (m->err && sensor)
		words_sensor_silent(t->board, m->index, m->err, text);
	else if (m->err)
		words_led_silent(t->board, m->index, m->err, text);
	report(t, place, text);
}

/*
 * Reports a silent mux once, instead of every chip behind it. Any message about such a chip
 * shows that the mux responds.
 */
static void
sensor_health(struct table *t, const struct busio_msg *m)
{
	unsigned place = (unsigned)TROUBLE_MUX + t->board->sensor[m->index].bus;
	char text[WORDS_LINE];

	if (m->err == -EHOSTUNREACH) {
		words_mux_silent(t->board, m->index, text);
		report(t, place, text);
		return;
	}
	if (t->board->sensor[m->index].mux != BOARD_NO_MUX)
		report(t, place, "");
	chip_health(t, m, true);
}

static void
line_health(struct table *t, const struct busio_msg *m)
{
	char text[WORDS_LINE] = "";

	if (m->err)
		words_line_stuck(t->board, m->index, text);
	report(t, TROUBLE_LINE + m->index, text);
}

static void
gpio_health(struct table *t, const struct busio_msg *m)
{
	uint8_t others = (uint8_t)(t->health.gpio_gone & ~(1u << m->index));
	char text[WORDS_LINE] = "";

	t->health.gpio_gone = (uint8_t)(others | (m->err ? 1u << m->index : 0));
	if (m->err)
		words_gpio_failed(t->board, m->err, text);
	if (m->err || !others)
		report(t, TROUBLE_GPIO, text);
}

static void
reset_health(struct table *t, int err)
{
	char text[WORDS_LINE] = "";

	if (err)
		words_reset_failed(t->board, err, text);
	report(t, TROUBLE_RESET, text);
}

/*
 * Moves are not seen while a bus is away. When all buses are back, the board is compared with the
 * game at once, as after a start.
 */
static void
bus_health(struct table *t, const struct busio_msg *m)
{
	char text[WORDS_LINE] = "";

	t->version++;
	t->health.bus_errors[m->index] += m->err != 0;
	if (m->err)
		words_bus_failed(t->board, m->index, m->err, text);
	report(t, TROUBLE_BUS + m->index, text);
	t->health.bus_gone = m->err != 0;
	for (unsigned i = 0; i < t->board->n_buses; i++)
		t->health.bus_gone |= t->troubles.place[TROUBLE_BUS + i].on;
	if (!t->health.bus_gone && !duties_report(t, DUTY_BACK) && t->begun)
		table_compare_hands(t);
}

static void
message(struct table *t, const struct busio_msg *m)
{
	switch ((enum busio_kind)m->kind) {
	case BUSIO_SENSOR:
		sensor_health(t, m);
		break;
	case BUSIO_LED:
		chip_health(t, m, false);
		break;
	case BUSIO_LINE:
		line_health(t, m);
		break;
	case BUSIO_GPIO:
		gpio_health(t, m);
		break;
	case BUSIO_RESET:
		reset_health(t, m->err);
		break;
	case BUSIO_BUS:
		bus_health(t, m);
		break;
	case BUSIO_SQUARE: /* table_blind.c */
	case BUSIO_EDGE:
	case BUSIO_BUTTON:
	case BUSIO_SCANNED:
	case BUSIO_TIME:
		break;
	}
}

void
table_supply(struct table *t, bool weak)
{
	t->version += trouble_set(&t->troubles, TROUBLE_SUPPLY, LOG_SYSTEM, t->now_us,
				  weak ? tr("the supply is too weak: the machine runs slowly or "
					    "fails; take a stronger one, or a thicker cable")
				       : "");
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_HEALTH)
		message(t, e->health);
	if (e->kind != DUTY_TOUCH)
		return false;
	t->health.edges[e->touch.board_sq] += e->touch.was && e->touch.changed;
	/* No game has begun, or moves are unknown until all buses are back. */
	return !t->begun || t->health.bus_gone;
}

const struct duty table_health_duty = { .event = event };
