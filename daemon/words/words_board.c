/* Sentences about the board: chips, buses, lines, and the games on disk. */
#include "daemon/words/words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "hw/text/text.h"

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
		(void)snprintf(out, size, "%s", tr("none"));
}

void
words_beside(const struct board *b, const struct game *g, const uint8_t *sq, size_t n,
	     char out[WORDS_LINE])
{
	char squares[96];

	words_squares(b, sq, n, squares, sizeof(squares));
	lang_print(out, WORDS_LINE,
		   tr("something stands beside the squares of {1}, on {2} of the board: take it off, "
		      "it does not belong to this game"),
		   rules_title(g), squares);
}

static const char *
err_words(int err)
{
	switch (-err) {
	case ENXIO:
		return tr("does not answer");
	case ETIMEDOUT:
		return tr("holds the bus");
	case ESTALE:
		return tr("lost its settings (reset?)");
	case ENODEV:
		return tr("is out of reach, its bus is gone");
	case EBUSY:
		return tr("is used by a driver of the kernel");
	case EOPNOTSUPP:
		return tr("cannot be driven by its adapter, which speaks only SMBus");
	default:
		return tr("answers wrongly");
	}
}

/* A chip's number, address and bus, and its mux, as they appear in sentences. */
struct chip_words {
	char i[LANG_NUMBER], addr[8], bus[LANG_NUMBER], mux[8];
};

static void
name_chip(unsigned i, unsigned addr, unsigned bus, struct chip_words *w)
{
	lang_number(i, w->i);
	lang_number(bus, w->bus);
	(void)snprintf(w->addr, sizeof(w->addr), "0x%02x", addr & 0x7f);
}

/* Writes "sensor chip 3 (ADS7830 at 0x49 behind port 1 of the mux at 0x70, on bus 0)". */
static void
name_sensor(const struct board *b, unsigned i, char out[96])
{
	const struct board_sensor *s = &b->sensor[i];
	struct chip_words w;

	name_chip(i, s->addr, s->bus, &w);
	if (s->mux == BOARD_NO_MUX) {
		lang_print(out, 96, tr("sensor chip {1} ({2} at {3} on bus {4})"), w.i, s->part,
			   w.addr, w.bus);
		return;
	}
	(void)snprintf(w.mux, sizeof(w.mux), "0x%02x", s->mux & 0x7fu);
	lang_print(out, 96,
		   tr("sensor chip {1} ({2} at {3} behind port {5} of the mux at {6}, on bus {4})"),
		   w.i, s->part, w.addr, w.bus, LANG_N(s->port), w.mux);
}

void
words_sensor_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	char squares[96], name[96];

	name_sensor(b, i, name);
	words_squares(b, b->sensor[i].sq, BOARD_CHANNELS_MAX, squares, sizeof(squares));
	lang_print(out, WORDS_LINE,
		   tr("{1} {2}: squares {3} cannot be read; checking again every second"), name,
		   err_words(err), squares);
}

void
words_mux_silent(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	const struct board_sensor *of = &b->sensor[i];
	uint8_t sq[BOARD_SQUARES_MAX];
	struct chip_words w;
	char squares[96];
	size_t n = 0;

	for (unsigned k = 0; k < b->n_sensors; k++)
		for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
			if (b->sensor[k].bus == of->bus && b->sensor[k].mux != BOARD_NO_MUX &&
			    b->sensor[k].sq[c] != BOARD_NO_SQ)
				sq[n++] = b->sensor[k].sq[c];
	words_squares(b, sq, n, squares, sizeof(squares));
	name_chip(i, of->mux, of->bus, &w);
	lang_print(out, WORDS_LINE,
		   tr("the mux at {1} on bus {2} does not answer: squares {3} behind it cannot be "
		      "read; checking again every second"),
		   w.addr, w.bus, squares);
}

/* Writes the chip's squares that have that error, or "". */
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

/* Appends the blind squares to the chip's other errors. */
static void
add_blind(const struct chip_words *w, const char *part, const char *squares, char out[WORDS_LINE])
{
	char before[WORDS_LINE], text[WORDS_LINE] = "";

	lang_print(text, sizeof(text),
		   tr("sensor chip {1} ({2} at {3}): squares whose sensor is not believed: {4}; "
		      "calibrate once they are mended"),
		   w->i, part, w->addr, squares);
	if (!*out) {
		strcpy(out, text);
		return;
	}
	strcpy(before, out);
	lang_print(out, WORDS_LINE, tr("{1}; {2}"), before, text);
}

void
words_square_odd(const struct board *b, unsigned i, const int8_t err[BOARD_SQUARES_MAX],
		 char out[WORDS_LINE])
{
	const struct board_sensor *s = &b->sensor[i];
	char broken[48], flickers[48], blind[48];
	struct chip_words w;

	*out = '\0';
	name_chip(i, s->addr, s->bus, &w);
	squares_with(s, b, err, -EIO, broken, sizeof(broken));
	squares_with(s, b, err, -EAGAIN, flickers, sizeof(flickers));
	squares_with(s, b, err, WORDS_SQUARE_BLIND, blind, sizeof(blind));
	if (*broken && *flickers)
		lang_print(out, WORDS_LINE,
			   tr("sensor chip {1} ({2} at {3}): no sensor gives what comes from {4}, "
			      "is a wire off? flickering without end: {5}"),
			   w.i, s->part, w.addr, broken, flickers);
	else if (*broken || *flickers)
		lang_print(
			out, WORDS_LINE,
			*broken ? tr("sensor chip {1} ({2} at {3}): no sensor gives what comes "
				     "from {4}, is a wire off?")
				: tr("sensor chip {1} ({2} at {3}): flickering without end: {4}"),
			w.i, s->part, w.addr, *broken ? broken : flickers);
	if (*blind)
		add_blind(&w, s->part, blind, out);
}

void
words_blind(unsigned n, unsigned all, char out[WORDS_LINE])
{
	if (n == all)
		lang_print(out, WORDS_LINE,
			   tr("the whole board cannot be read: choose each move on the screen"));
	else
		lang_print(out, WORDS_LINE,
			   tr("{1} squares cannot be read, too many to be sure of a move: confirm "
			      "each move by the clock or OK, or choose it on the screen"),
			   LANG_N(n));
}

void
words_squares_both(const struct board *b, unsigned corner, const uint8_t *sq, size_t n, char *out,
		   size_t size)
{
	uint8_t of_game[BOARD_SQUARES_MAX];
	char squares[96], game[96];

	if (corner == 0) {
		words_squares(b, sq, n, out, size);
		return;
	}
	words_squares(b, sq, n, squares, sizeof(squares));
	/* Names of the squares for a game whose a1 is the board's corner. */
	for (size_t i = 0; i < n; i++)
		of_game[i] = (uint8_t)(sq[i] - corner);
	words_squares(b, of_game, n, game, sizeof(game));
	lang_print(out, size, tr("{1} of the board, {2} of the game"), squares, game);
}

void
words_square_beside(const struct board *b, uint8_t sq, char out[WORDS_LINE])
{
	char square[8];

	words_squares(b, &sq, 1, square, sizeof(square));
	lang_print(out, WORDS_LINE, tr("{1} of the board, beside the game"), square);
}

void
words_stuck(const struct board *b, unsigned corner, uint8_t waited, const uint8_t *may_be, size_t n,
	    char out[WORDS_LINE])
{
	char square[64], squares[96];

	words_squares_both(b, corner, &waited, 1, square, sizeof(square));
	words_squares(b, may_be, n, squares, sizeof(squares));
	lang_print(out, WORDS_LINE,
		   tr("the board has waited a minute for {1}, and no hand came: if all pieces "
		      "stand right, a sensor is stuck, one of {2}; the screen, or \"halo blind "
		      "SQUARE\", plays on without it, calibrating finds it"),
		   square, squares);
}

void
words_stuck_many(const struct board *b, unsigned corner, const uint8_t *sq, size_t n,
		 char out[WORDS_LINE])
{
	char squares[WORDS_LINE];

	words_squares_both(b, corner, sq, n, squares, sizeof(squares));
	lang_print(out, WORDS_LINE,
		   tr("the board has waited a minute for {1}, and no hand came: if all pieces "
		      "stand right, is a wire off these sensors? The screen, or \"halo blind "
		      "SQUARE\", plays on without them"),
		   squares);
}

void
words_led_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	const struct board_led *l = &b->led[i];
	struct chip_words w;

	name_chip(i, l->addr, l->bus, &w);
	lang_print(out, WORDS_LINE,
		   tr("lamp chip {1} ({2} at {3} on bus {4}) {5}: its lamps stay as they are; the "
		      "game goes on, trying again every second"),
		   w.i, l->part, w.addr, w.bus, err_words(err));
}

/* Writes "interrupt line 17 of sensor chip 2", or "interrupt line GPIO17 …". */
static void
name_line(const struct board *b, unsigned i, char out[80])
{
	int line = b->sensor[i].interrupt;
	const char *name = board_line_name(b, line);
	char number[LANG_NUMBER];

	(void)snprintf(number, sizeof(number), "%d", line);
	lang_print(out, 80, tr("interrupt line {1} of sensor chip {2}"), name ? name : number,
		   LANG_N(i));
}

void
words_line_stuck(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char name[80];

	name_line(b, i, name);
	lang_print(
		out, WORDS_LINE,
		tr("{1} stays low after the chip was read: reading it 100 times a second instead"),
		name);
}

void
words_bus_failed(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	const char *bus = LANG_N(i);

	if (err == -ETIMEDOUT)
		lang_print(out, WORDS_LINE,
			   tr("bus {1} ({2}) is held by a chip or a short: the board cannot be "
			      "read; trying again every second"),
			   bus, b->bus[i].device);
	else
		lang_print(out, WORDS_LINE,
			   tr("bus {1} ({2}) is gone, {3}: the board cannot be read; trying again "
			      "every second"),
			   bus, b->bus[i].device, strerror(-err));
}

void
words_gpio_failed(const struct board *b, int err, char out[WORDS_LINE])
{
	lang_print(out, WORDS_LINE,
		   tr("interrupt and button lines of {1} cannot be used ({2}): reading the sensors "
		      "100 times a second instead; the board's buttons do nothing; trying again "
		      "every second"),
		   *b->gpio ? b->gpio : tr("the description, which names no gpio,"),
		   strerror(-err));
}

/* "GPIO22", or "22" */
static const char *
reset_line(const struct board *b, char number[LANG_NUMBER])
{
	const char *name = board_line_name(b, b->reset.line);

	return name ? name : lang_number((unsigned long)b->reset.line, number);
}

void
words_reset_failed(const struct board *b, int err, char out[WORDS_LINE])
{
	char line[LANG_NUMBER];

	lang_print(out, WORDS_LINE,
		   tr("reset line {1} of {2} cannot be used ({3}): if a chip holds bus {4}, it "
		      "stays held"),
		   reset_line(b, line), b->gpio, strerror(-err), LANG_N(b->reset.bus));
}

void
words_store(const char *what, unsigned lost, char out[WORDS_TROUBLE])
{
	char gone[96] = "";

	if (lost > 0)
		lang_print(gone, sizeof(gone),
			   lost == 1 ? tr("{1} action of an earlier game could not be kept")
				     : tr("{1} actions of an earlier game could not be kept"),
			   LANG_N(lost));
	text_print(out, WORDS_TROUBLE, "%.280s%s%s", what, *what && *gone ? "; " : "", gone);
}

void
words_repairing(uint32_t done, uint32_t of, char out[WORDS_LINE])
{
	uint64_t percent = of ? (uint64_t)(done < of ? done : of) * 100 / of : 0;

	if (of)
		lang_print(out, WORDS_LINE, tr("Repairing the record of games: {1} %"),
			   LANG_N((unsigned)percent));
	else
		lang_print(out, WORDS_LINE,
			   tr("The record of games is damaged and is being repaired"));
}
