/* What is said about the board: chips, buses, lines, and the games on disk. */
#include "daemon/words/words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/words/say.h"
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
		(void)snprintf(out, size, "%s", say_text(SAY_NO_SQUARES));
}

void
words_beside(const struct board *b, const struct game *g, const uint8_t *sq, size_t n,
	     char out[WORDS_LINE])
{
	char squares[96];

	*out = '\0';
	words_squares(b, sq, n, squares, sizeof(squares));
	say_with(out, WORDS_LINE, SAY_BESIDE, SAY_ARGS(rules_title(g), squares));
}

void
words_beside_clear(const struct game *g, char out[WORDS_LINE])
{
	*out = '\0';
	say_with(out, WORDS_LINE, SAY_BESIDE_CLEAR, SAY_ARGS(rules_title(g)));
}

static const char *
err_words(int err)
{
	switch (-err) {
	case ENXIO:
		return say_text(SAY_CHIP_ABSENT);
	case ETIMEDOUT:
		return say_text(SAY_CHIP_HOLDS);
	case ESTALE:
		return say_text(SAY_CHIP_RESET);
	case ENODEV:
		return say_text(SAY_CHIP_CUT_OFF);
	default:
		return say_text(SAY_CHIP_WRONG);
	}
}

/* A chip's number, address and bus, and of a mux, as sentences name them. */
struct chip_words {
	char i[WORDS_NUMBER], addr[8], bus[WORDS_NUMBER], port[WORDS_NUMBER], mux[8];
};

static void
name_chip(unsigned i, unsigned addr, unsigned bus, struct chip_words *w)
{
	words_number(i, w->i);
	words_number(bus, w->bus);
	(void)snprintf(w->addr, sizeof(w->addr), "0x%02x", addr & 0x7f);
}

/* "sensor chip 3 (ADS7830 at 0x49 behind port 1 of the mux at 0x70, on bus 0)" */
static void
name_sensor(const struct board *b, unsigned i, char out[96])
{
	const struct board_sensor *s = &b->sensor[i];
	struct chip_words w;

	*out = '\0';
	name_chip(i, s->addr, s->bus, &w);
	if (s->mux == BOARD_NO_MUX) {
		say_with(out, 96, SAY_SENSOR, SAY_ARGS(w.i, s->part, w.addr, w.bus));
		return;
	}
	words_number(s->port, w.port);
	(void)snprintf(w.mux, sizeof(w.mux), "0x%02x", s->mux & 0x7fu);
	say_with(out, 96, SAY_SENSOR_MUX, SAY_ARGS(w.i, s->part, w.addr, w.bus, w.port, w.mux));
}

void
words_sensor_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	char squares[96], name[96];

	*out = '\0';
	name_sensor(b, i, name);
	words_squares(b, b->sensor[i].sq, BOARD_CHANNELS_MAX, squares, sizeof(squares));
	say_with(out, WORDS_LINE, SAY_SENSOR_SILENT, SAY_ARGS(name, err_words(err), squares));
}

void
words_sensor_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char name[96];

	*out = '\0';
	name_sensor(b, i, name);
	say_with(out, WORDS_LINE, SAY_SENSOR_BACK, SAY_ARGS(name));
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
	*out = '\0';
	words_squares(b, sq, n, squares, sizeof(squares));
	name_chip(i, of->mux, of->bus, &w);
	say_with(out, WORDS_LINE, SAY_MUX_SILENT, SAY_ARGS(w.addr, w.bus, squares));
}

void
words_mux_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	struct chip_words w;

	*out = '\0';
	name_chip(i, b->sensor[i].mux, b->sensor[i].bus, &w);
	say_with(out, WORDS_LINE, SAY_MUX_BACK, SAY_ARGS(w.addr, w.bus));
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

/* Behind what else is wrong with the chip's squares. */
static void
add_blind(const struct chip_words *w, const char *part, const char *squares, char out[WORDS_LINE])
{
	char before[WORDS_LINE], text[WORDS_LINE] = "";

	say_with(text, sizeof(text), SAY_SQUARE_BLIND, SAY_ARGS(w->i, part, w->addr, squares));
	if (!*out) {
		strcpy(out, text);
		return;
	}
	strcpy(before, out);
	*out = '\0';
	say_with(out, WORDS_LINE, SAY_SQUARE_AND, SAY_ARGS(before, text));
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
		say_with(out, WORDS_LINE, SAY_SQUARE_BOTH,
			 SAY_ARGS(w.i, s->part, w.addr, broken, flickers));
	else if (*broken || *flickers)
		say_with(out, WORDS_LINE, *broken ? SAY_SQUARE_BROKEN : SAY_SQUARE_FLICKERS,
			 SAY_ARGS(w.i, s->part, w.addr, *broken ? broken : flickers));
	if (*blind)
		add_blind(&w, s->part, blind, out);
}

void
words_blind(unsigned n, unsigned all, char out[WORDS_LINE])
{
	char count[WORDS_NUMBER];

	*out = '\0';
	if (n == all)
		say_plain(out, WORDS_LINE, SAY_BLIND_ALL);
	else
		say_with(out, WORDS_LINE, SAY_BLIND, SAY_ARGS(words_number(n, count)));
}

void
words_blind_no_more(char out[WORDS_LINE])
{
	*out = '\0';
	say_plain(out, WORDS_LINE, SAY_BLIND_NO_MORE);
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
	*out = '\0';
	words_squares(b, sq, n, squares, sizeof(squares));
	/* What they would be called if the game began in the board's corner. */
	for (size_t i = 0; i < n; i++)
		of_game[i] = (uint8_t)(sq[i] - corner);
	words_squares(b, of_game, n, game, sizeof(game));
	say_with(out, size, SAY_SQUARES_BOTH, SAY_ARGS(squares, game));
}

void
words_square_beside(const struct board *b, uint8_t sq, char out[WORDS_LINE])
{
	char square[8];

	*out = '\0';
	words_squares(b, &sq, 1, square, sizeof(square));
	say_with(out, WORDS_LINE, SAY_SQUARE_BESIDE, SAY_ARGS(square));
}

void
words_stuck(const struct board *b, unsigned corner, uint8_t waited, const uint8_t *may_be, size_t n,
	    char out[WORDS_LINE])
{
	char square[64], squares[96];

	*out = '\0';
	words_squares_both(b, corner, &waited, 1, square, sizeof(square));
	words_squares(b, may_be, n, squares, sizeof(squares));
	say_with(out, WORDS_LINE, SAY_STUCK, SAY_ARGS(square, squares));
}

void
words_stuck_many(const struct board *b, unsigned corner, const uint8_t *sq, size_t n,
		 char out[WORDS_LINE])
{
	char squares[WORDS_LINE];

	*out = '\0';
	words_squares_both(b, corner, sq, n, squares, sizeof(squares));
	say_with(out, WORDS_LINE, SAY_STUCK_MANY, SAY_ARGS(squares));
}

void
words_stuck_over(char out[WORDS_LINE])
{
	*out = '\0';
	say_plain(out, WORDS_LINE, SAY_STUCK_OVER);
}

void
words_square_sound(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	struct chip_words w;

	*out = '\0';
	name_chip(i, b->sensor[i].addr, b->sensor[i].bus, &w);
	say_with(out, WORDS_LINE, SAY_SQUARE_SOUND, SAY_ARGS(w.i, b->sensor[i].part, w.addr));
}

void
words_led_silent(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	const struct board_led *l = &b->led[i];
	struct chip_words w;

	*out = '\0';
	name_chip(i, l->addr, l->bus, &w);
	say_with(out, WORDS_LINE, SAY_LAMP_SILENT,
		 SAY_ARGS(w.i, l->part, w.addr, w.bus, err_words(err)));
}

void
words_led_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	const struct board_led *l = &b->led[i];
	struct chip_words w;

	*out = '\0';
	name_chip(i, l->addr, l->bus, &w);
	say_with(out, WORDS_LINE, SAY_LAMP_BACK, SAY_ARGS(w.i, l->part, w.addr, w.bus));
}

/* "interrupt line 17 of sensor chip 2", or "interrupt line GPIO17 …" */
static void
name_line(const struct board *b, unsigned i, char out[80])
{
	int line = b->sensor[i].interrupt;
	const char *name = board_line_name(b, line);
	char number[WORDS_NUMBER], chip[WORDS_NUMBER];

	*out = '\0';
	(void)snprintf(number, sizeof(number), "%d", line);
	say_with(out, 80, SAY_LINE, SAY_ARGS(name ? name : number, words_number(i, chip)));
}

void
words_line_stuck(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char name[80];

	*out = '\0';
	name_line(b, i, name);
	say_with(out, WORDS_LINE, SAY_LINE_STUCK, SAY_ARGS(name));
}

void
words_line_free(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char name[80];

	*out = '\0';
	name_line(b, i, name);
	say_with(out, WORDS_LINE, SAY_LINE_FREE, SAY_ARGS(name));
}

void
words_bus_gone(const struct board *b, unsigned i, int err, char out[WORDS_LINE])
{
	char bus[WORDS_NUMBER];

	*out = '\0';
	words_number(i, bus);
	if (err == -ETIMEDOUT)
		say_with(out, WORDS_LINE, SAY_BUS_HELD, SAY_ARGS(bus, b->bus[i].device));
	else
		say_with(out, WORDS_LINE, SAY_BUS_GONE,
			 SAY_ARGS(bus, b->bus[i].device, strerror(-err)));
}

void
words_bus_back(const struct board *b, unsigned i, char out[WORDS_LINE])
{
	char bus[WORDS_NUMBER];

	*out = '\0';
	say_with(out, WORDS_LINE, SAY_BUS_BACK, SAY_ARGS(words_number(i, bus), b->bus[i].device));
}

void
words_gpio_gone(const struct board *b, int err, char out[WORDS_LINE])
{
	*out = '\0';
	say_with(out, WORDS_LINE, SAY_GPIO_GONE,
		 SAY_ARGS(*b->gpio ? b->gpio : say_text(SAY_GPIO_UNNAMED), strerror(-err)));
}

void
words_gpio_back(const struct board *b, char out[WORDS_LINE])
{
	*out = '\0';
	say_with(out, WORDS_LINE, SAY_GPIO_BACK, SAY_ARGS(b->gpio));
}

void
words_store(const char *what, unsigned lost, char out[WORDS_TROUBLE])
{
	char gone[96] = "", n[WORDS_NUMBER];

	if (lost > 0)
		say_with(gone, sizeof(gone), lost == 1 ? SAY_STORE_LOST_ONE : SAY_STORE_LOST,
			 SAY_ARGS(words_number(lost, n)));
	text_print(out, WORDS_TROUBLE, "%.280s%s%s", what, *what && *gone ? "; " : "", gone);
}

void
words_repairing(uint32_t done, uint32_t of, char out[WORDS_LINE])
{
	char part[WORDS_NUMBER];
	uint64_t percent = of ? (uint64_t)(done < of ? done : of) * 100 / of : 0;

	*out = '\0';
	if (of)
		say_with(out, WORDS_LINE, SAY_REPAIRING_PART,
			 SAY_ARGS(words_number((unsigned)percent, part)));
	else
		say_plain(out, WORDS_LINE, SAY_REPAIRING);
}

const char *
words_starting(void)
{
	return say_text(SAY_STARTING);
}
