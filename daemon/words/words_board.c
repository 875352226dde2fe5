/* What is said about the board: chips, buses, lines, and the games on disk. */
#include "daemon/words/words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Appends a run of squares of one rank: "c2" or "a1-h1". */
static size_t
add_run(const struct board *b, unsigned from, unsigned to, char *out, size_t at, size_t size)
{
	int n;

	if (at >= size)
		return at;
	n = snprintf(out + at, size - at, "%s%c%u", at ? ", " : "", 'a' + (int)(from % b->files),
		     from / b->files + 1);
	at += n > 0 ? (size_t)n : 0;
	if (from == to || at >= size)
		return at;
	n = snprintf(out + at, size - at, "-%c%u", 'a' + (int)(to % b->files), to / b->files + 1);
	return at + (n > 0 ? (size_t)n : 0);
}

void
words_squares(const struct board *b, const uint8_t *sq, size_t n, char *out, size_t size)
{
	bool has[BOARD_SQUARES_MAX] = { false };
	unsigned squares = (unsigned)b->files * b->ranks, from;
	size_t at = 0;

	for (size_t i = 0; i < n; i++)
		if (sq[i] < squares)
			has[sq[i]] = true;
	for (unsigned i = 0; i < squares; i++) {
		if (!has[i])
			continue;
		from = i;
		while (i + 1 < squares && has[i + 1] && (i + 1) % b->files != 0)
			i++;
		at = add_run(b, from, i, out, at, size);
	}
	if (at == 0)
		(void)snprintf(out, size, "none");
}

void
words_beside(const struct board *b, const struct game *g, const uint8_t *sq, size_t n,
	     char out[WORDS_LINE])
{
	char squares[96];

	words_squares(b, sq, n, squares, sizeof(squares));
	(void)snprintf(out, WORDS_LINE,
		       "something stands beside the board of %s, on %s: it plays no part there",
		       rules_title(g), squares);
}

void
words_beside_clear(const struct game *g, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "nothing stands beside the board of %s any more",
		       rules_title(g));
}

static const char *
err_words(int err)
{
	switch (-err) {
	case ENXIO:
		return "does not answer";
	case ETIMEDOUT:
		return "holds the bus";
	case ESTALE:
		return "lost its settings (reset?)";
	case ENODEV:
		return "is out of reach, its bus is gone";
	default:
		return "answers wrongly";
	}
}

/* "sensor chip 3 (ADS7830 at 0x49 behind port 1 of the mux at 0x70, bus 0)" */
static void
name_sensor(const struct board *b, unsigned i, char out[96])
{
	const struct board_sensor *s = &b->sensor[i];
	char mux[48] = "";

	if (s->mux != BOARD_NO_MUX)
		(void)snprintf(mux, sizeof(mux), " behind port %u of the mux at 0x%02x,", s->port,
			       s->mux);
	(void)snprintf(out, 96, "sensor chip %u (%s at 0x%02x%s on bus %u)", i, s->part, s->addr,
		       mux, s->bus);
}

void
words_sensor_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	char squares[96], name[96];

	name_sensor(b, i, name);
	words_squares(b, b->sensor[i].sq, BOARD_CHANNELS_MAX, squares, sizeof(squares));
	(void)snprintf(out, WORDS_LINE,
		       "%.70s %.34s: squares %.90s are dark to me; checking again every second",
		       name, err_words(err), squares);
}

void
words_sensor_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char name[96];

	name_sensor(b, i, name);
	(void)snprintf(out, WORDS_LINE, "%s answers again", name);
}

void
words_mux_silent(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	const struct board_sensor *of = &b->sensor[i];
	uint8_t sq[BOARD_SQUARES_MAX];
	char squares[96];
	size_t n = 0;

	for (unsigned k = 0; k < b->n_sensors; k++)
		for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
			if (b->sensor[k].bus == of->bus && b->sensor[k].mux != BOARD_NO_MUX &&
			    b->sensor[k].sq[c] != BOARD_NO_SQ)
				sq[n++] = b->sensor[k].sq[c];
	words_squares(b, sq, n, squares, sizeof(squares));
	(void)snprintf(out, WORDS_LINE,
		       "the mux at 0x%02x on bus %u does not answer: squares %.90s behind it are "
		       "dark to me; checking again every second",
		       of->mux, of->bus, squares);
}

void
words_mux_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "the mux at 0x%02x on bus %u answers again",
		       b->sensor[i].mux, b->sensor[i].bus);
}

/* The chip's squares that have that error, or "". */
static void
squares_with(const struct board_sensor *s, const struct board *b, const int8_t *err, int which,
	     char *out, size_t size)
{
	uint8_t sq[BOARD_CHANNELS_MAX];
	size_t n = 0;

	for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
		if (s->sq[c] != BOARD_NO_SQ && err[s->sq[c]] == which)
			sq[n++] = s->sq[c];
	out[0] = '\0';
	if (n > 0)
		words_squares(b, sq, n, out, size);
}

void
words_square_odd(const struct board *b, unsigned i, const int8_t err[BOARD_SQUARES_MAX],
		 char out[WORDS_LINE])
{
	const struct board_sensor *s = &b->sensor[i];
	char broken[48], flickers[48];

	squares_with(s, b, err, -EIO, broken, sizeof(broken));
	squares_with(s, b, err, -EAGAIN, flickers, sizeof(flickers));
	(void)snprintf(out, WORDS_LINE, "sensor chip %u (%s at 0x%02x):%s%s%s%s%s", i, s->part,
		       s->addr, *broken ? " no sensor gives what comes from " : "", broken,
		       *broken ? ", is a wire off?" : "",
		       *flickers ? " flickering without end: " : "", flickers);
}

void
words_blind(unsigned n, unsigned all, char out[WORDS_LINE])
{
	if (n == all)
		(void)snprintf(out, WORDS_LINE,
			       "the whole board is dark to me: choose each move on the screen");
	else
		(void)snprintf(out, WORDS_LINE,
			       "%u squares are dark to me, too many to be sure of a move: confirm "
			       "each by the clock or OK, or choose it on the screen",
			       n);
}

void
words_blind_no_more(char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "enough squares are seen again: moves count by themselves");
}

void
words_square_sound(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "sensor chip %u (%s at 0x%02x): all its squares read well",
		       i, b->sensor[i].part, b->sensor[i].addr);
}

void
words_led_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	const struct board_led *l = &b->led[i];

	(void)snprintf(out, WORDS_LINE,
		       "lamp chip %u (%s at 0x%02x on bus %u) %s: its lamps stay as they are; "
		       "the game goes on, trying again every second",
		       i, l->part, l->addr, l->bus, err_words(err));
}

void
words_led_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	const struct board_led *l = &b->led[i];

	(void)snprintf(out, WORDS_LINE, "lamp chip %u (%s at 0x%02x on bus %u) answers again", i,
		       l->part, l->addr, l->bus);
}

/* "interrupt line 17 of sensor chip 2", or "interrupt line GPIO17 …" */
static void
name_line(const struct board *b, unsigned i, char out[80])
{
	int line = b->sensor[i].interrupt;
	const char *name = board_line_name(b, line);

	if (name)
		(void)snprintf(out, 80, "interrupt line %.31s of sensor chip %u", name, i);
	else
		(void)snprintf(out, 80, "interrupt line %d of sensor chip %u", line, i);
}

void
words_line_stuck(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char name[80];

	name_line(b, i, name);
	(void)snprintf(out, WORDS_LINE,
		       "%s stays low after the chip was read: "
		       "reading it 100 times a second instead",
		       name);
}

void
words_line_free(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char name[80];

	name_line(b, i, name);
	(void)snprintf(out, WORDS_LINE, "%s works again", name);
}

void
words_bus_gone(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE,
		       "bus %u (%s) is %s%s: the board is dark to me; trying again every second", i,
		       b->bus[i].device, err == -ETIMEDOUT ? "held by a chip or a short" : "gone, ",
		       err == -ETIMEDOUT ? "" : strerror(-err));
}

void
words_bus_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	(void)snprintf(out, WORDS_LINE, "bus %u (%s) is back", i, b->bus[i].device);
}

void
words_gpio_gone(const struct board *b, int err, char out[WORDS_LINE])
{
	(void)snprintf(
		out, WORDS_LINE,
		"interrupt and button lines of %s cannot be used (%s): reading the sensors 100 "
		"times a second instead; the board's buttons do nothing",
		*b->gpio ? b->gpio : "the description, which names no gpio,", strerror(-err));
}

void
words_store(const char *what, unsigned lost, char out[WORDS_LINE])
{
	char gone[64] = "";

	if (lost > 0)
		(void)snprintf(gone, sizeof(gone),
			       "%u action%s of an earlier game could not be kept", lost,
			       lost == 1 ? "" : "s");
	(void)snprintf(out, WORDS_LINE, "%s%s%s", what, *what && *gone ? "; " : "", gone);
}

const char *
words_starting(void)
{
	return "Reading the board";
}
