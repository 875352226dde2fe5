#include "tests/hw/lang/mo.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/lang/lang.h"

static int
by_english(const void *a, const void *b)
{
	return strcmp(((const struct mo_text *)a)->english, ((const struct mo_text *)b)->english);
}

static void
number_put(char *out, size_t at, size_t number)
{
	for (unsigned i = 0; i < 4; i++)
		out[at + i] = (char)(number >> 8 * i);
}

static size_t
text_put(char *out, size_t table, size_t i, size_t at, const char *text)
{
	size_t len = strlen(text);

	assert(at + len < MO_BYTES);
	number_put(out, table + 8 * i, len);
	number_put(out, table + 8 * i + 4, at);
	memcpy(out + at, text, len + 1);
	return at + len + 1;
}

size_t
mo_print(const struct mo_text *text, size_t n, char out[MO_BYTES])
{
	static struct mo_text sorted[MO_TEXTS];
	size_t at = 28 + 16 * n;

	assert(n <= MO_TEXTS);
	memcpy(sorted, text, n * sizeof(*text));
	qsort(sorted, n, sizeof(*sorted), by_english);
	memset(out, 0, 28);
	number_put(out, 0, 0x950412de);
	number_put(out, 8, n);
	number_put(out, 12, 28);
	number_put(out, 16, 28 + 8 * n);
	for (size_t i = 0; i < n; i++) {
		at = text_put(out, 28, i, at, sorted[i].english);
		at = text_put(out, 28 + 8 * n, i, at, sorted[i].text);
	}
	return at;
}

void
mo_write(const char *path, const char *bytes, size_t size)
{
	FILE *f = fopen(path, "w");

	assert(f);
	assert(fwrite(bytes, 1, size, f) == size);
	fclose(f);
}

void
mo_speak(const struct mo_text *text, size_t n)
{
	static char bytes[MO_BYTES];
	char path[] = "/tmp/halo-mo-XXXXXX", why[LANG_WHY];
	int fd = mkstemp(path);

	assert(fd >= 0);
	close(fd);
	mo_write(path, bytes, mo_print(text, n, bytes));
	if (lang_read(path, why) < 0)
		fprintf(stderr, "%s\n", why);
	assert(!*why);
	unlink(path);
}

void
mo_speak_german(void)
{
	char path[LANG_PATH], why[LANG_WHY];

	if (lang_find("de", path) < 0 || lang_read(path, why) < 0)
		abort();
}

size_t
mo_english(const char *path, const char *english[MO_TEXTS], char **bytes)
{
	FILE *f = fopen(path, "r");
	uint32_t header[7], entry[2];

	assert(f);
	*bytes = calloc(1, MO_BYTES);
	assert(*bytes && fread(*bytes, 1, MO_BYTES, f) < MO_BYTES);
	fclose(f);
	memcpy(header, *bytes, sizeof(header));
	assert(header[0] == 0x950412de && header[2] <= MO_TEXTS);
	for (size_t i = 0; i < header[2]; i++) {
		memcpy(entry, *bytes + header[3] + 8 * i, sizeof(entry));
		english[i] = *bytes + entry[1];
	}
	return header[2];
}
