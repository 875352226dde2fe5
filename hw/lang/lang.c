#include "hw/lang/lang.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/text/text.h"

enum { FOLDERS = 4, SECTION = 16 };

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

/* ---- where they lie ---- */

static unsigned
folders(const char *out[FOLDERS])
{
	const char *all[FOLDERS] = { getenv("HALO_LANGUAGES"), LANG_DIR_OWN, LANG_DIR_SOURCE,
				     LANG_DIR_INSTALLED };
	unsigned n = 0;

	for (unsigned i = 0; i < FOLDERS; i++)
		if (all[i] && *all[i])
			out[n++] = all[i];
	return n;
}

int
lang_is_name(const char *name)
{
	size_t len = strlen(name);

	return len > 0 && len < LANG_NAME && strspn(name, letters) == len;
}

int
lang_find(const char *name, char path[LANG_PATH])
{
	const char *dir[FOLDERS];
	unsigned n = folders(dir);

	for (unsigned i = 0; lang_is_name(name) && i < n; i++)
		if (snprintf(path, LANG_PATH, "%s/%s.ini", dir[i], name) < LANG_PATH &&
		    access(path, R_OK) == 0)
			return 0;
	return -1;
}

/* "de" of "de.ini"; false: it is no such file. */
static bool
name_of(const char *file, char out[LANG_NAME])
{
	size_t len = strlen(file);

	if (len < 5 || len - 4 >= LANG_NAME || strcmp(file + len - 4, ".ini") != 0)
		return false;
	(void)snprintf(out, LANG_NAME, "%.*s", (int)(len - 4), file);
	return lang_is_name(out) != 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(a, b);
}

unsigned
lang_list(char name[LANG_MAX][LANG_NAME])
{
	const char *dir[FOLDERS];
	unsigned n_dirs = folders(dir), n = 0;

	for (unsigned i = 0; i < n_dirs; i++) {
		DIR *d = opendir(dir[i]);
		const struct dirent *e;

		while (d && n < LANG_MAX && (e = readdir(d)) != NULL) {
			unsigned k = 0;

			if (!name_of(e->d_name, name[n]))
				continue;
			while (k < n && strcmp(name[k], name[n]) != 0)
				k++;
			n += k == n;
		}
		if (d)
			closedir(d);
	}
	qsort(name, n, LANG_NAME, by_name);
	return n;
}

/* ---- what stands in them ---- */

struct reading {
	const char *path, *wanted;
	const struct lang_sink *sink;
	unsigned line;
	int mistakes;
	char section[SECTION]; /* "" before the first */
	unsigned n_keys;
	char key[LANG_LINES][LANG_KEY]; /* of the section, to find one that comes twice */
};

__attribute__((format(printf, 3, 4))) static void
mistake(struct reading *r, const char *key, const char *fmt, ...)
{
	char why[LANG_WHY], text[LANG_PATH + LANG_WHY + 2 * LANG_KEY];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	(void)snprintf(text, sizeof(text), "%s:%u: %s%s%s%s%s%s", r->path, r->line,
		       *r->section ? "[" : "", r->section, *r->section ? "] " : "", key,
		       *key ? ": " : "", why);
	r->mistakes++;
	r->sink->tell(r->sink->arg, text);
}

/* Letters, and no control but the tab. */
static bool
is_plain(const char *text)
{
	for (size_t n; *text; text += n)
		if ((n = text_letter(text)) == 0 || ((unsigned char)*text < ' ' && *text != '\t'))
			return false;
	return true;
}

static char *
trim(char *text)
{
	size_t len;

	text += strspn(text, " \t");
	for (len = strlen(text); len > 0 && strchr(" \t\r\n", text[len - 1]); len--)
		text[len - 1] = '\0';
	return text;
}

static void
section_take(struct reading *r, char *line)
{
	char *end = strchr(line, ']');

	r->section[0] = '\0';
	if (!end || end[1] != '\0') {
		mistake(r, "", "a section is [screen] or [board], alone on its line");
		return;
	}
	*end = '\0';
	r->n_keys = 0;
	if (strcmp(line + 1, "screen") != 0 && strcmp(line + 1, "board") != 0)
		mistake(r, "", "there is no section \"%.40s\"; screen, board", line + 1);
	else
		(void)snprintf(r->section, sizeof(r->section), "%s", line + 1);
}

/* \n becomes a new line, \\ a backslash; false: another one. */
static bool
unescape(char *text)
{
	char *to = text;

	for (; *text; text++) {
		if (*text == '\\' && text[1] != 'n' && text[1] != '\\')
			return false;
		if (*text != '\\')
			*to++ = *text;
		else
			*to++ = *++text == 'n' ? '\n' : '\\';
	}
	*to = '\0';
	return true;
}

static bool
comes_twice(struct reading *r, const char *key)
{
	for (unsigned i = 0; i < r->n_keys; i++)
		if (strcmp(r->key[i], key) == 0)
			return true;
	if (r->n_keys < LANG_LINES)
		(void)snprintf(r->key[r->n_keys++], LANG_KEY, "%s", key);
	return false;
}

static void
entry_take(struct reading *r, char *line)
{
	char why[LANG_WHY] = "", *equals = strchr(line, '='), *key, *text;

	if (!equals) {
		mistake(r, "", "\"%.40s\" is neither a section, nor KEY = TEXT, nor a remark behind ;",
			line);
		return;
	}
	*equals = '\0';
	key = trim(line);
	text = trim(equals + 1);
	if (!*key || strlen(key) >= LANG_KEY)
		mistake(r, "", "a key has 1 to %d bytes", LANG_KEY - 1);
	else if (!*r->section)
		mistake(r, key, "stands before any section");
	else if (comes_twice(r, key))
		mistake(r, key, "comes twice");
	else if (!*text)
		mistake(r, key, "has no text; leave the line out, and it stays English");
	else if (!unescape(text))
		mistake(r, key, "only \\n and \\\\ may follow a backslash");
	else if (strcmp(r->section, r->wanted) == 0 &&
		 r->sink->take(r->sink->arg, key, text, why) < 0)
		mistake(r, key, "%s", why);
}

static void
line_take(struct reading *r, char *line)
{
	if (r->line == 1 && strncmp(line, "\xef\xbb\xbf", 3) == 0)
		line += 3;
	line = trim(line);
	if (!is_plain(line))
		mistake(r, "", "this line is no UTF-8");
	else if (*line == '[')
		section_take(r, line);
	else if (*line && *line != ';')
		entry_take(r, line);
}

/* One whole line, or what of it fits; false: the end. *cut: it did not fit. */
static bool
line_read(FILE *f, char line[LANG_TEXT], bool *cut)
{
	int c;

	if (!fgets(line, LANG_TEXT, f))
		return false;
	*cut = strchr(line, '\n') == NULL && !feof(f);
	if (*cut)
		while ((c = fgetc(f)) != EOF && c != '\n')
			continue;
	return true;
}

int
lang_read(const char *path, const char *section, const struct lang_sink *sink)
{
	struct reading *r = calloc(1, sizeof(*r)); /* 200 KiB: much for a stack */
	FILE *f = r ? fopen(path, "re") : NULL;
	char line[LANG_TEXT];
	bool cut;
	int n;

	if (!f) {
		(void)snprintf(line, sizeof(line), "%s: cannot be read: %s", path,
			       r ? strerror(errno) : "no memory");
		sink->tell(sink->arg, line);
		free(r);
		return -1;
	}
	r->path = path;
	r->wanted = section;
	r->sink = sink;
	while (r->line < LANG_LINES && line_read(f, line, &cut)) {
		r->line++;
		if (cut)
			mistake(r, "", "a line has at most %d bytes", LANG_TEXT - 2);
		else
			line_take(r, line);
	}
	n = r->mistakes;
	fclose(f);
	free(r);
	return n;
}
