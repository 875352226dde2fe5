#include "hw/board/board_measured.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hw/board/board_read.h"
#include "hw/text/text_file.h"

enum { LINE = 512, PATH = 4096 };

#define NOTE "; Measured on the board itself, for sensors described as "

/* ---- fingerprint ---- */

static uint64_t
hash_bytes(uint64_t h, const void *bytes, size_t n)
{
	const uint8_t *p = bytes;

	/* FNV-1a: detects changes, not attacks. */
	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * UINT64_C(0x100000001b3);
	return h;
}

/* Hashes chips, their places and the numbers of the description; squares and lamps are excluded. */
static uint64_t
fingerprint(const struct board *b)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (unsigned i = 0; i < b->n_sensors; i++) {
		const struct board_sensor *s = &b->sensor[i];
		const uint8_t at[] = { s->bus, s->addr, s->mux, s->port };

		h = hash_bytes(h, s->part, strlen(s->part) + 1);
		h = hash_bytes(h, at, sizeof(at));
		for (unsigned c = 0; c < BOARD_MEASURES_MAX; c++) {
			const uint8_t used = s->sq[c] != BOARD_NO_SQ;

			h = hash_bytes(h, &used, 1);
		}
		h = hash_bytes(h, s->zero, sizeof(s->zero));
		h = hash_bytes(h, s->span, sizeof(s->span));
	}
	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++) {
		const uint8_t square = (uint8_t)sq;

		if (b->blind[sq])
			h = hash_bytes(h, &square, 1);
	}
	return h;
}

/* ---- writing ---- */

/* Writes the zero or span line of a sensor chip. */
static void
write_values(FILE *f, const struct board_sensor *s, bool zero)
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

/* Writes the blind line, if any square is blind, with square names as in the file. */
static void
write_blind(FILE *f, const struct board *b)
{
	const char *key = "blind =";

	for (unsigned i = 0; i < (unsigned)b->files * b->ranks; i++) {
		char name[4];

		if (!b->blind[board_square_turned(b, i)])
			continue;
		board_square_name(b, i, name);
		fprintf(f, "%s %s", key, name);
		key = "";
	}
	if (!*key)
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
	char line[LINE];
	int chip = -1;
	bool dropped = false; /* the previous line listed blind squares */

	while (fgets(line, sizeof(line), from)) {
		unsigned i;

		if (line[0] == '[')
			chip = sscanf(line, "[sensor.%u]", &i) == 1 && i < b->n_sensors ? (int)i
											: -1;
		dropped = is_key(line, "blind") || (dropped && isblank((unsigned char)line[0]));
		if (chip >= 0 && (is_key(line, "zero") || is_key(line, "span")))
			write_values(to, &b->sensor[chip], is_key(line, "zero"));
		else if (!dropped && strncmp(line, NOTE, strlen(NOTE)) != 0)
			fputs(line, to);
		if (strncmp(line, "[board]", 7) == 0)
			write_blind(to, b);
	}
}

/* Copies, then closes both files. Returns 0 or -errno. */
static int
copy(const struct board *b, const struct board *for_b, FILE *from, FILE *to)
{
	int err = 0;

	if (for_b)
		fprintf(to, NOTE "%016" PRIx64 "\n", fingerprint(for_b));
	copy_lines(b, from, to);
	if (ferror(from) || ferror(to) || fflush(to) != 0 || fsync(fileno(to)) != 0)
		err = errno ? -errno : -EIO;
	fclose(from);
	if (fclose(to) != 0 && err == 0)
		err = errno ? -errno : -EIO;
	return err;
}

/* Syncs the folder; without this, a power cut may restore the old file. */
static void
sync_folder(char *path)
{
	char *slash = strrchr(path, '/');
	int fd;

	if (slash)
		*slash = '\0';
	fd = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	(void)fsync(fd);
	close(fd);
}

int
board_measured_write(const char *from, const struct board *b, const struct board *for_b,
		     const char *to, const char **culprit)
{
	char aside[PATH];
	FILE *in, *out;
	int err;

	*culprit = to;
	if (snprintf(aside, sizeof(aside), "%s.new", to) >= (int)sizeof(aside))
		return -ENAMETOOLONG;
	in = text_file_stream(from);
	if (!in) {
		*culprit = from;
		return -errno;
	}
	out = fopen(aside, "we");
	if (!out) {
		err = -errno;
		fclose(in);
		return err;
	}
	err = copy(b, for_b, in, out);
	if (err == 0 && rename(aside, to) < 0)
		err = -errno;
	if (err < 0)
		(void)unlink(aside);
	else
		sync_folder(aside);
	return err;
}

/* ---- reading ---- */

static bool
noted(const char *path, uint64_t *of)
{
	char line[LINE];
	FILE *f = text_file_stream(path);
	bool found = f && fgets(line, sizeof(line), f) && sscanf(line, NOTE "%16" SCNx64, of) == 1;

	if (f)
		fclose(f);
	return found;
}

int
board_measured_load(const char *path, const struct board_chip_limits *limits, size_t n,
		    struct board *b, struct board_error *err)
{
	static struct board measured; /* large; only one thread reads descriptions */
	uint64_t of;

	*err = (struct board_error){ 0 };
	if (access(path, F_OK) < 0 && errno == ENOENT)
		return 0;
	if (board_load(path, limits, n, &measured, err) < 0)
		return -1;
	if (!noted(path, &of) || of != fingerprint(b)) {
		(void)snprintf(err->why, sizeof(err->why),
			       "measured for a different description of the sensors");
		return -1;
	}
	for (unsigned i = 0; i < b->n_sensors; i++) {
		memcpy(b->sensor[i].zero, measured.sensor[i].zero, sizeof(b->sensor[i].zero));
		memcpy(b->sensor[i].span, measured.sensor[i].span, sizeof(b->sensor[i].span));
	}
	memcpy(b->blind, measured.blind, sizeof(b->blind));
	return 1;
}
