/*
 * `halo board check --calibrate`: what every square's sensor gives without a
 * magnet and under a plain white piece, measured and written into the
 * description, and which squares never answer. Only the lines of zero, span and
 * blind squares change; everything else, the remarks too, stays as it stands.
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

/* A round over all chips; *news: as calibrate_round. */
static int
look_around(struct cli_stand *s, struct calibrate *c, bool *news)
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
tell_odd(const struct cli_stand *s, const struct calibrate *c)
{
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)s->board.files * s->board.ranks; sq++) {
		if (!c->at[sq].odd)
			continue;
		cli_square(&s->board, sq, name);
		if (c->at[sq].measures)
			printf("%s gives %u: does something stand there?\n", name, c->at[sq].zero);
		else
			printf("%s is closed: does something stand there?\n", name);
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
			if (look_around(s, c, &news) != CLI_OK)
				return CLI_REFUSED;
		tell_odd(s, c);
		please = "take it off and press Enter; if there is nothing, just press Enter";
	}
	return CLI_OK;
}

/* ---- span ---- */

/* What is new since `before` was found. */
static void
tell_found(const struct cli_stand *s, const struct calibrate *c, const struct calibrate *before)
{
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)s->board.files * s->board.ranks; sq++) {
		const struct calibrate_square *q = &c->at[sq], *was = &before->at[sq];

		if (q->found == was->found && q->span == was->span)
			continue;
		cli_square(&s->board, sq, name);
		if (!q->measures)
			printf("%s closes\n", name);
		else if (q->found == CALIBRATE_SPAN)
			printf("%s zero %u span %+d\n", name, q->zero, q->span);
		else
			printf("%s: what stands there is too %s for its sensor\n", name,
			       q->found == CALIBRATE_WEAK ? "weak" : "strong");
	}
}

static void
tell_turned(const struct cli_stand *s, const struct calibrate *c)
{
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)s->board.files * s->board.ranks; sq++) {
		if (!calibrate_is_turned(c, sq))
			continue;
		cli_square(&s->board, sq, name);
		printf("%s: the other pole than most squares; is its sensor turned, or was that "
		       "piece's magnet?\n",
		       name);
	}
}

static void
tell_blind(const struct cli_stand *s, const struct calibrate *c)
{
	char name[4];

	for (unsigned sq = 0; sq < (unsigned)s->board.files * s->board.ranks; sq++) {
		if (!calibrate_is_blind(c, sq))
			continue;
		cli_square(&s->board, sq, name);
		printf("%s never answers: its sensor is not believed until it does\n", name);
	}
}

static int
measure_span(struct cli_stand *s, struct calibrate *c)
{
	static struct calibrate before; /* much for a stack */
	bool news;

	printf("now stand a plain white piece on every square in turn; Enter ends it early\n");
	while (calibrate_left(c) > 0) {
		before = *c;
		if (look_around(s, c, &news) != CLI_OK)
			return CLI_REFUSED;
		if (news)
			tell_found(s, c, &before);
		if (cli_stdin_waits(CALIBRATE_ROUND_US / 1000) > 0) {
			cli_stdin_line();
			if (calibrate_measures(&s->board))
				printf("%u squares keep what they had\n", calibrate_left(c));
			break;
		}
	}
	tell_turned(s, c);
	tell_blind(s, c);
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
	calibrate_put(&c, &s->board);
	r = board_measured_write(s->path, &s->board, NULL, out, &culprit);
	if (r < 0)
		return cli_bad("%s: %s", culprit, strerror(-r));
	printf("written to %s\n", out);
	return CLI_OK;
}
