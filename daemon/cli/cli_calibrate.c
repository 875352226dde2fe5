/*
 * `halo board check --calibrate`: measures each square's sensor without a magnet and under
 * a plain white piece. Writes the results and the squares without any answer into the
 * description. Only the lines of zero, span and blind squares change; everything else,
 * including comments, is preserved.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/bus/calibrate.h"
#include "daemon/cli/cli_stand.h"
#include "hw/board/board_measured.h"

static int
read_chip(struct cli_stand *s, unsigned i, struct calibrate_reading r[BOARD_SQUARES_MAX])
{
	struct sensor_dev *d = &s->sensor[i];
	struct sensor_scan scan = { 0 };
	char name[CLI_TEXT];
	int err = d->ready ? 0 : sensor_init(d);

	if (err == 0)
		err = sensor_read(d, &scan);
	if (err < 0) {
		cli_stand_sensor_name(&s->board, i, name);
		return cli_refused("%s fails: %s", name, strerror(-err));
	}
	for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++) {
		unsigned sq = s->board.sensor[i].sq[c];

		if (sq == BOARD_NO_SQ)
			continue;
		r[sq].known = true;
		r[sq].occupied = sensor_bits_has(scan.closed, c);
		if (d->chip->measures && c < SENSOR_FIELDS_MAX)
			r[sq].code = scan.code[c];
	}
	return CLI_OK;
}

/* Reads all chips once; *news: as calibrate_round. */
static int
read_all(struct cli_stand *s, struct calibrate *c, bool *news)
{
	struct calibrate_reading r[BOARD_SQUARES_MAX] = { 0 };

	for (unsigned i = 0; i < s->board.n_sensors; i++) {
		int err = read_chip(s, i, r);

		if (err != CLI_OK)
			return err;
	}
	*news = calibrate_round(c, r);
	return CLI_OK;
}

/* ---- zero ---- */

static void
print_odd(const struct cli_stand *s, const struct calibrate *c)
{
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)s->board.files * s->board.ranks; sq++) {
		if (!c->at[sq].odd)
			continue;
		board_square_name(&s->board, sq, name);
		if (c->at[sq].measures)
			printf("%s reads %u: is the square empty?\n", name, c->at[sq].zero);
		else
			printf("%s is closed: is the square empty?\n", name);
	}
}

static int
measure_zero(struct cli_stand *s, struct calibrate *c)
{
	const char *please = "take every piece off the board, then press Enter";
	bool news = false;

	while (c->phase == CALIBRATE_EMPTY) {
		printf("%s\n", please);
		(void)cli_stdin_waits(-1);
		cli_stdin_line();
		calibrate_zero(c);
		while (c->phase == CALIBRATE_ZERO)
			if (read_all(s, c, &news) != CLI_OK)
				return CLI_REFUSED;
		print_odd(s, c);
		please = "remove the piece and press Enter; if there is none, just press Enter";
	}
	return CLI_OK;
}

/* ---- span ---- */

/* Prints the results that are new since `before`. */
static void
print_found(const struct cli_stand *s, const struct calibrate *c, const struct calibrate *before)
{
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)s->board.files * s->board.ranks; sq++) {
		const struct calibrate_square *q = &c->at[sq], *was = &before->at[sq];

		if (q->found == was->found && q->span == was->span)
			continue;
		board_square_name(&s->board, sq, name);
		if (!q->measures)
			printf("%s closes\n", name);
		else if (q->found == CALIBRATE_SPAN)
			printf("%s zero %u span %+d\n", name, q->zero, q->span);
		else
			printf("%s: the piece is too %s for its sensor\n", name,
			       q->found == CALIBRATE_WEAK ? "weak" : "strong");
	}
}

/* Prints the squares that fulfil a condition, each with these words. */
static void
print_each(const struct cli_stand *s, const struct calibrate *c,
	   bool (*is)(const struct calibrate *c, unsigned sq), const char *words)
{
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)s->board.files * s->board.ranks; sq++) {
		if (!is(c, sq))
			continue;
		board_square_name(&s->board, sq, name);
		printf("%s%s\n", name, words);
	}
}

static int
measure_span(struct cli_stand *s, struct calibrate *c)
{
	static struct calibrate before; /* too large for the stack */
	bool news;

	printf("now put a plain white piece on each square in turn; press Enter to stop early\n");
	while (calibrate_left(c) > 0) {
		before = *c;
		if (read_all(s, c, &news) != CLI_OK)
			return CLI_REFUSED;
		if (news)
			print_found(s, c, &before);
		if (cli_stdin_waits(CALIBRATE_ROUND_US / 1000) > 0) {
			cli_stdin_line();
			if (calibrate_measures(&s->board))
				printf("%u squares keep their old values\n", calibrate_left(c));
			break;
		}
	}
	print_each(s, c, calibrate_is_turned,
		   ": opposite pole to most squares; is its sensor reversed, or the magnet of that "
		   "piece?");
	print_each(s, c, calibrate_is_blind, " never answers: its sensor is ignored until it does");
	return CLI_OK;
}

int
cli_stand_calibrate(struct cli_stand *s, const char *out)
{
	static struct calibrate c;
	const char *culprit;
	int r;

	out = out ? out : s->path;
	calibrate_begin(&c, &s->board);
	if ((r = measure_zero(s, &c)) != CLI_OK || (r = measure_span(s, &c)) != CLI_OK)
		return r;
	calibrate_apply(&c, &s->board);
	r = board_measured_write(s->path, &s->board, NULL, out, &culprit);
	if (r < 0)
		return cli_bad("%s: %s", culprit, strerror(-r));
	printf("written to %s\n", out);
	return CLI_OK;
}
