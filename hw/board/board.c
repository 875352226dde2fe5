/* Board descriptions: finds and loads files, prints errors. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/board/board_read.h"
#include "hw/text/text_file.h"

enum { PATH_SIZE = 4096 };

__attribute__((format(printf, 2, 3))) static int
fail(struct board_error *err, const char *fmt, ...)
{
	va_list ap;

	*err = (struct board_error){ 0 };
	va_start(ap, fmt);
	/* va_start is one line up. NOLINTNEXTLINE(clang-analyzer-valist.Uninitialized) */
	vsnprintf(err->why, sizeof(err->why), fmt, ap);
	va_end(ap);
	return -1;
}

int
board_load(const char *path, const struct board_chip_limits *limits, size_t n, struct board *b,
	   struct board_error *err)
{
	size_t size = BOARD_FILE_MAX + 1; /* one byte more, to detect longer files */
	char *text;
	FILE *f = text_file_stream(path);
	size_t len;
	int ret, bad;

	if (!f)
		return fail(err, "cannot be opened: %s", text_file_why(errno));
	text = malloc(size);
	if (!text) {
		fclose(f);
		return fail(err, "no memory");
	}
	errno = 0;
	len = fread(text, 1, size, f);
	bad = ferror(f) ? errno : 0;
	fclose(f);
	ret = bad ? fail(err, "cannot be read: %s", strerror(bad))
		  : board_parse(path, text, len, limits, n, b, err);
	free(text);
	return ret;
}

/* Reports whether DIR/NAME.ini is readable, and sets path to it. */
static bool
is_in(const char *dir, const char *name, char path[PATH_SIZE])
{
	int len = snprintf(path, PATH_SIZE, "%s/%s.ini", dir, name);

	return len > 0 && len < PATH_SIZE && access(path, R_OK) == 0;
}

int
board_find(const char *name, char path[PATH_SIZE], struct board_error *err)
{
	const char *const folders[] = { getenv("HALO_BOARDS"), BOARD_DIR_OWN, BOARD_DIR_SOURCE,
					BOARD_DIR_INSTALLED };
	size_t len = strlen(name);

	if (len == 0 || len >= PATH_SIZE)
		return fail(err, "a board's name is 1 to %d bytes long", PATH_SIZE - 1);
	if (strchr(name, '/') || (len > 4 && strcmp(name + len - 4, ".ini") == 0)) {
		memcpy(path, name, len + 1);
		if (access(path, R_OK) == 0)
			return 0;
		return fail(err, "cannot be opened: %s", strerror(errno));
	}
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		if (folders[i] && *folders[i] && is_in(folders[i], name, path))
			return 0;
	return fail(err, "no board named %.40s in %s%s%s or %s", name,
		    folders[0] ? "$HALO_BOARDS, " : "", BOARD_DIR_OWN,
		    *BOARD_DIR_SOURCE ? ", hw/boards" : "", BOARD_DIR_INSTALLED);
}

size_t
board_led_channels(const struct board *b, unsigned led, uint16_t out[BOARD_SQUARES_MAX * 3])
{
	const struct board_led *l = &b->led[led];
	size_t n = 0;

	for (unsigned sq = 0; sq < (unsigned)b->files * b->ranks; sq++)
		for (unsigned c = 0; c < (l->rgb ? 3u : 1u); c++)
			if (l->channel[sq][c] != BOARD_NO_CHANNEL)
				out[n++] = l->channel[sq][c];
	return n;
}

void
board_error_print(const char *path, const struct board_error *err, char *out, size_t size)
{
	char line[16] = "", section[40] = "", key[40] = "";

	if (err->line)
		snprintf(line, sizeof(line), ":%u", err->line);
	if (err->section[0])
		snprintf(section, sizeof(section), " [%s]", err->section);
	if (err->key[0])
		snprintf(key, sizeof(key), " %s", err->key);
	snprintf(out, size, "%s%s:%s%s%s %s", path, line, section, key,
		 err->section[0] || err->key[0] ? ":" : "", err->why);
}
