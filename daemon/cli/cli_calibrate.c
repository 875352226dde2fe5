/*
 * `halo board check --calibrate`: what every square's sensor gives without a
 * magnet and under a plain white piece, measured and written into the
 * description. Only the lines of zero and span change; everything else, the
 * remarks too, stays as it stands.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/cli/cli_stand.h"

enum {
	ZERO_SCANS = 32,
	SCAN_MS = 20,
	STILL_SCANS = 15, /* a piece that stands, and not the hand that brings it */
	STILL_CODES = 2,
	SPAN_MIN = 12,
};

/* One channel while it is measured. */
struct trial {
	int sum, n;    /* of the last codes that were alike */
	uint8_t first; /* of them */
	bool done;
};

static int
read_codes(struct cli_stand *s, unsigned i, uint8_t code[SENSOR_FIELDS_MAX])
{
	struct sensor_dev *d = &s->sensor[i];
	struct sensor_scan scan;
	char name[CLI_TEXT];
	int r = d->ready ? 0 : sensor_init(d);

	if (r == 0)
		r = sensor_read(d, &scan);
	if (r < 0) {
		cli_stand_sensor_name(&s->board, i, name);
		return cli_refused("%s fails: %s", name, strerror(-r));
	}
	memcpy(code, scan.code, sizeof(scan.code));
	return CLI_OK;
}

static bool
measures(const struct cli_stand *s, unsigned i, unsigned c)
{
	return s->sensor[i].chip->measures && c < SENSOR_FIELDS_MAX &&
	       s->board.sensor[i].sq[c] != BOARD_NO_SQ;
}

/* ---- zero ---- */

static int
measure_zero(struct cli_stand *s)
{
	unsigned sum[BOARD_SENSORS_MAX][SENSOR_FIELDS_MAX] = { { 0 } };
	uint8_t code[SENSOR_FIELDS_MAX] = { 0 };

	printf("take every piece off the board, then press Enter\n");
	(void)cli_stdin_waits(-1);
	cli_stdin_line();
	for (unsigned k = 0; k < ZERO_SCANS; k++)
		for (unsigned i = 0; i < s->board.n_sensors; i++) {
			int r = s->sensor[i].chip->measures ? read_codes(s, i, code) : CLI_OK;

			if (r != CLI_OK)
				return r;
			for (unsigned c = 0; c < SENSOR_FIELDS_MAX; c++)
				sum[i][c] += measures(s, i, c) ? code[c] : 0;
		}
	for (unsigned i = 0; i < s->board.n_sensors; i++)
		for (unsigned c = 0; c < SENSOR_FIELDS_MAX; c++)
			if (measures(s, i, c))
				s->board.sensor[i].zero[c] =
					(uint8_t)((sum[i][c] + ZERO_SCANS / 2) / ZERO_SCANS);
	return CLI_OK;
}

/* ---- span ---- */

/* One more code of a channel; true: a piece stands there, and *span is what it adds. */
static bool
look(struct trial *t, uint8_t zero, uint8_t code, int *span)
{
	if (abs(code - zero) < SPAN_MIN || t->n == 0 || abs(code - t->first) > STILL_CODES) {
		*t = (struct trial){ .sum = code, .n = 1, .first = code, .done = t->done };
		return false;
	}
	t->sum += code;
	if (++t->n < STILL_SCANS)
		return false;
	*span = (t->sum * 2 / t->n + 1) / 2 - zero;
	return true;
}

static void
take_span(struct cli_stand *s, unsigned i, unsigned c, int span)
{
	char name[4];

	cli_square(&s->board, s->board.sensor[i].sq[c], name);
	s->board.sensor[i].span[c] = (int8_t)(span > 127 ? 127 : span < -127 ? -127 : span);
	printf("%s zero %u span %+d\n", name, s->board.sensor[i].zero[c],
	       s->board.sensor[i].span[c]);
}

/* A round over all chips: how many squares are still to come, or -1, told. */
static int
look_around(struct cli_stand *s, struct trial trial[BOARD_SENSORS_MAX][SENSOR_FIELDS_MAX])
{
	uint8_t code[SENSOR_FIELDS_MAX] = { 0 };
	int left = 0, span;

	for (unsigned i = 0; i < s->board.n_sensors; i++) {
		if (!s->sensor[i].chip->measures)
			continue;
		if (read_codes(s, i, code) != CLI_OK)
			return -1;
		for (unsigned c = 0; c < SENSOR_FIELDS_MAX; c++) {
			struct trial *t = &trial[i][c];

			if (!measures(s, i, c) || t->done)
				continue;
			t->done = look(t, s->board.sensor[i].zero[c], code[c], &span);
			if (t->done)
				take_span(s, i, c, span);
			left += !t->done;
		}
	}
	return left;
}

static int
measure_span(struct cli_stand *s)
{
	struct trial trial[BOARD_SENSORS_MAX][SENSOR_FIELDS_MAX] = { { { 0 } } };
	int left;

	printf("now stand a plain white piece on every square in turn; Enter ends it early\n");
	while ((left = look_around(s, trial)) > 0)
		if (cli_stdin_waits(SCAN_MS) > 0) {
			cli_stdin_line();
			printf("%d squares keep what they had\n", left);
			break;
		}
	return left < 0 ? CLI_REFUSED : CLI_OK;
}

int
cli_stand_calibrate(struct cli_stand *s, const char *out)
{
	bool any = false;
	int r;

	for (unsigned i = 0; i < s->board.n_sensors; i++)
		any |= s->sensor[i].chip->measures;
	if (!any)
		return cli_refused("no sensor chip of %s measures: there is nothing to calibrate",
				   s->board.name);
	if ((r = measure_zero(s)) != CLI_OK || (r = measure_span(s)) != CLI_OK)
		return r;
	return cli_stand_write(s, out ? out : s->path);
}

/* ---- the file ---- */

/* The key's line of a section's chip. */
static void
put_values(FILE *f, const struct board_sensor *s, bool zero)
{
	unsigned last = 0;

	for (unsigned c = 0; c < BOARD_MEASURES_MAX; c++)
		if (s->sq[c] != BOARD_NO_SQ)
			last = c;
	fputs(zero ? "zero =" : "span =", f);
	for (unsigned c = 0; c <= last; c++) {
		if (s->sq[c] == BOARD_NO_SQ)
			fputs("   -", f);
		else
			fprintf(f, " %3d", zero ? s->zero[c] : s->span[c]);
	}
	fputc('\n', f);
}

static bool
is_key(const char *line, const char *key)
{
	size_t n = strlen(key);

	return strncmp(line, key, n) == 0 && strchr(" \t=", line[n]) && line[n];
}

static void
copy_lines(const struct board *b, FILE *from, FILE *to)
{
	char line[CLI_TEXT];
	int chip = -1;

	while (fgets(line, sizeof(line), from)) {
		unsigned i;

		if (line[0] == '[')
			chip = sscanf(line, "[sensor.%u]", &i) == 1 && i < b->n_sensors ? (int)i
											: -1;
		if (chip >= 0 && (is_key(line, "zero") || is_key(line, "span")))
			put_values(to, &b->sensor[chip], is_key(line, "zero"));
		else
			fputs(line, to);
	}
}

int
cli_stand_write(const struct cli_stand *s, const char *out)
{
	char aside[CLI_PATH_MAX];
	FILE *from, *to;
	bool bad;

	if (snprintf(aside, sizeof(aside), "%s.new", out) >= (int)sizeof(aside))
		return cli_bad("%.40s…: this path is too long", out);
	from = fopen(s->path, "re");
	to = from ? fopen(aside, "we") : NULL;
	if (!to) {
		int err = errno;

		if (from)
			fclose(from);
		return cli_bad("%s cannot be %s: %s", from ? aside : s->path,
			       from ? "written" : "read", strerror(err));
	}
	copy_lines(&s->board, from, to);
	bad = ferror(from) || ferror(to) || fflush(to) != 0 || fsync(fileno(to)) != 0;
	bad |= fclose(from) != 0;
	bad |= fclose(to) != 0;
	if (bad || rename(aside, out) < 0)
		return cli_bad("%s cannot be written: %s", out, strerror(errno));
	printf("written to %s\n", out);
	return CLI_OK;
}
