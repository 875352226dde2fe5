#include "hw/lang/lang.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/text/text.h"
#include "hw/text/text_file.h"

enum {
	FOLDERS = 4,
	BYTES_MAX = 1 << 20, /* of a catalogue */
	HEADER = 28,         /* seven numbers of 32 bits */
	MAGIC = (int)0x950412de,
};

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

/* ---- folders of catalogues ---- */

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

bool
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
		if (snprintf(path, LANG_PATH, "%s/%s.mo", dir[i], name) < LANG_PATH &&
		    access(path, R_OK) == 0)
			return 0;
	return -1;
}

/* Cuts "de" from "de.mo". Returns false for another kind of file. */
static bool
name_of(const char *file, char out[LANG_NAME])
{
	size_t len = strlen(file);

	if (len < 4 || len - 3 >= LANG_NAME || strcmp(file + len - 3, ".mo") != 0)
		return false;
	(void)snprintf(out, LANG_NAME, "%.*s", (int)(len - 3), file);
	return lang_is_name(out);
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

/* ---- filling ---- */

/* Returns the digit of a placeholder that begins at text, or 0. */
static unsigned
placeholder(const char *text)
{
	bool is_one = text[0] == '{' && text[1] >= '1' && text[1] <= '9' && text[2] == '}';

	return is_one ? (unsigned)(text[1] - '0') : 0;
}

/* Returns a bit for each placeholder of the text: 1 << 1 for {1}. */
static unsigned
placeholders(const char *text)
{
	unsigned set = 0;

	for (; *text; text++)
		if (placeholder(text))
			set |= 1u << placeholder(text);
	return set;
}

char *
lang_fill(char *out, size_t size, bool append, const char *const strings[])
{
	const char *text = strings[0];
	size_t at = append ? strnlen(out, size) : 0;
	unsigned n = 0;

	while (strings[n + 1])
		n++;
	assert(placeholders(text) == (2u << n) - 2);
	while (*text && at + 1 < size) {
		unsigned which = placeholder(text);

		if (!which) {
			out[at++] = *text++;
			continue;
		}
		for (const char *a = strings[which]; *a && at + 1 < size; a++)
			out[at++] = *a;
		text += strlen("{1}");
	}
	if (at < size) {
		out[at] = '\0';
		text_mend(out);
	}
	return out;
}

const char *
lang_number(unsigned long number, char out[LANG_NUMBER])
{
	(void)snprintf(out, LANG_NUMBER, "%lu", number);
	return out;
}

/* ---- moves ---- */

/* Returns the size of the UTF-8 character. */
static size_t
character_size(const char *at)
{
	size_t n = at[0] != '\0';

	while ((at[n] & 0xc0) == 0x80)
		n++;
	return n;
}

/* A wrong number of letters counts as none. */
void
lang_letter(char *out, size_t size, char letter)
{
	static const char pieces[] = "KQRBNMC";
	/* TRANSLATORS: the letters of king, queen, rook, bishop, knight, missile, artillery in lists of
	 * moves */
	const char *own = tr(C_("pieces", "KQRBNMC")), *found = &letter;
	size_t len = strlen(out), n = 0;

	for (const char *c = own; *c != '\0'; c += character_size(c), n++)
		if (n == (size_t)(strchr(pieces, letter) - pieces))
			found = c;
	if (n != strlen(pieces))
		found = &letter;
	(void)snprintf(out + len, size - len, "%.*s",
		       found == &letter ? 1 : (int)character_size(found), found);
}

void
lang_move(char *out, size_t size, const char *note)
{
	for (; *note != '\0'; note++) {
		size_t len = strlen(out);

		if (strchr("KQRBNMC", *note) != NULL)
			lang_letter(out, size, *note);
		else
			(void)snprintf(out + len, size - len, "%c", *note);
	}
}

/* ---- catalogues ---- */

/*
 * A .mo file as GNU gettext describes it: a header of seven numbers, a table of the English
 * texts, sorted, and a table of their translations. An entry of a table is the length and
 * the offset of a text that ends with a NUL.
 */
struct catalogue {
	char *bytes; /* NULL: English */
	size_t size;
	uint32_t n, english, translated; /* entries; the tables' offsets */
};

static struct catalogue spoken;
static char spoken_name[64]; /* as requested, even if no catalogue has it */

static uint32_t
number_at(const struct catalogue *c, size_t at)
{
	const unsigned char *p = (const unsigned char *)c->bytes + at;

	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Returns the i-th text of a table that check() has accepted. */
static const char *
text_at(const struct catalogue *c, uint32_t table, uint32_t i)
{
	return c->bytes + number_at(c, table + (size_t)i * 8 + 4);
}

static const char *
find(const struct catalogue *c, const char *english)
{
	uint32_t low = 0, high = c->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		int order = strcmp(english, text_at(c, c->english, mid));

		if (order == 0)
			return text_at(c, c->translated, mid);
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return NULL;
}

const char *
tr(const char *english)
{
	const char *text = *english ? find(&spoken, english) : NULL;
	const char *context = strchr(english, '\004');

	if (text)
		return text;
	return context ? context + 1 : english;
}

/*
 * Reports whether a table and its texts are within the file, and each text has exactly one NUL,
 * at its end.
 */
static bool
table_fits(const struct catalogue *c, uint32_t table)
{
	if (table < HEADER || table > c->size || (c->size - table) / 8 < c->n)
		return false;
	for (uint32_t i = 0; i < c->n; i++) {
		size_t len = number_at(c, table + (size_t)i * 8);
		size_t at = number_at(c, table + (size_t)i * 8 + 4);

		if (at >= c->size || len >= c->size - at ||
		    memchr(c->bytes + at, 0, len + 1) != c->bytes + at + len)
			return false;
	}
	return true;
}

/*
 * Reports whether a text has whole letters, and no control characters except
 * the newlines of the English text.
 */
static bool
is_plain(const char *text, bool lines)
{
	for (size_t n; *text; text += n)
		if ((n = text_letter(text)) == 0 ||
		    ((unsigned char)*text < ' ' && !(lines && *text == '\n')))
			return false;
	return true;
}

/* Returns the error of the i-th translation, or NULL. */
static const char *
translation_why(const char *english, const char *text)
{
	if (!*text || strlen(text) >= LANG_TEXT)
		return "its translation is empty, or longer than 639 bytes";
	if (!is_plain(text, strchr(english, '\n')))
		return "its translation is no UTF-8, or has a control character";
	if (placeholders(english) != placeholders(text))
		return "its translation has other placeholders";
	return NULL;
}

/* Checks everything that tr() and lang_fill() rely on. */
static int
check(struct catalogue *c, const char *path, char why[LANG_WHY])
{
	bool is_mo = c->size >= HEADER && number_at(c, 0) == (uint32_t)MAGIC &&
		     number_at(c, 4) >> 16 == 0;

	if (is_mo) {
		c->n = number_at(c, 8);
		c->english = number_at(c, 12);
		c->translated = number_at(c, 16);
	}
	if (!is_mo || !table_fits(c, c->english) || !table_fits(c, c->translated)) {
		(void)snprintf(why, LANG_WHY, "%s: not a catalogue as msgfmt writes it, or damaged",
			       path);
		return -1;
	}
	for (uint32_t i = 0; i < c->n; i++) {
		const char *english = text_at(c, c->english, i), *wrong = NULL;

		if (i > 0 && strcmp(text_at(c, c->english, i - 1), english) >= 0)
			wrong = "the texts are not sorted";
		else if (*english)
			wrong = translation_why(english, text_at(c, c->translated, i));
		if (wrong) {
			text_print(why, LANG_WHY, "%s: \"%.200s\": %s", path, english, wrong);
			return -1;
		}
	}
	return 0;
}

/* Reads a whole file. Returns 0, or -1 with errno. */
static int
read_whole(const char *path, struct catalogue *c)
{
	FILE *f = text_file_stream(path);

	if (!f)
		return -1;
	c->bytes = malloc(BYTES_MAX);
	if (c->bytes)
		c->size = fread(c->bytes, 1, BYTES_MAX, f);
	errno = !c->bytes ? ENOMEM : ferror(f) ? EIO : c->size == BYTES_MAX ? EFBIG : 0;
	fclose(f);
	return errno ? -1 : 0;
}

void
lang_reset(void)
{
	free(spoken.bytes);
	spoken = (struct catalogue){ 0 };
}

int
lang_read(const char *path, char why[LANG_WHY])
{
	struct catalogue c = { 0 };

	*why = '\0';
	lang_reset();
	if (read_whole(path, &c) < 0)
		(void)snprintf(why, LANG_WHY, "%s: cannot be read: %s", path, text_file_why(errno));
	else if (check(&c, path, why) == 0)
		spoken = c;
	if (*why)
		free(c.bytes);
	return *why ? -1 : 0;
}

bool
lang_follow(const char *name, char why[LANG_WHY])
{
	char path[LANG_PATH];

	*why = '\0';
	if (strncmp(name, spoken_name, sizeof(spoken_name) - 1) == 0)
		return false;
	(void)snprintf(spoken_name, sizeof(spoken_name), "%s", name);
	lang_reset();
	if (!*name)
		return true;
	if (lang_find(name, path) < 0)
		(void)snprintf(why, LANG_WHY, "there is no catalogue of the language %.20s", name);
	else
		(void)!lang_read(path, why);
	return true;
}
