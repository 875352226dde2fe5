/*
 * Board descriptions, first pass: lines into entries.
 *
 * libinih splits the lines. Each line is checked first for errors that libinih
 * would ignore: lines too long or not text, sections that occur twice or lack a
 * key, words after a section's bracket.
 */
#include <assert.h>
#include <ctype.h>
#include <ini.h>
#include <stdio.h>
#include <string.h>

#include "hw/board/board_read.h"
#include "hw/text/text.h"

_Static_assert(INI_MAX_LINE == BOARD_LINE_MAX + 2, "libinih's line buffer is not the usual one");
_Static_assert(INI_ALLOW_MULTILINE &&INI_ALLOW_BOM, "libinih is built without what maps need");

/* The position in the file. */
struct cursor {
	struct board_reader *r;
	const char *at, *end;
	unsigned line;
	unsigned section; /* SECTIONS: before the first section */
	unsigned index;
	int prev_key; /* the key that an indented line continues, or -1 */
	bool indented;
	bool failed;
};

static int
check_bytes(struct board_reader *r, const char *text, size_t len)
{
	unsigned line = 1;
	size_t n;

	if (len == 0)
		return board_fail(r, 0, SECTIONS, 0, NULL, "the file is empty");
	if (len > BOARD_FILE_MAX)
		return board_fail(r, 0, SECTIONS, 0, NULL, "the file is longer than %d bytes",
				  BOARD_FILE_MAX);
	for (size_t i = 0; i < len; i += n) {
		unsigned char c = (unsigned char)text[i];

		n = text_letter_of(text + i, len - i);
		if (n == 0)
			return board_fail(r, line, SECTIONS, 0, NULL,
					  "byte 0x%02x is not UTF-8 text", c);
		if (c == '\n')
			line++;
		else if (c == 0x7f || (c < 0x20 && c != '\t' &&
				       !(c == '\r' && i + 1 < len && text[i + 1] == '\n')))
			return board_fail(r, line, SECTIONS, 0, NULL,
					  "byte 0x%02x is not allowed in a text file", c);
	}
	return 0;
}

/* Parses a section line such as "sensor.3" into kind and index. */
static int
section_name(struct cursor *c, const char *name, size_t len)
{
	unsigned long index = 0;
	const char *dot = memchr(name, '.', len);
	size_t base = dot ? (size_t)(dot - name) : len;

	for (unsigned s = 0; s < SECTIONS; s++) {
		const struct board_section_kind *k = &board_sections[s];

		if (strlen(k->name) != base || memcmp(k->name, name, base) != 0 ||
		    !dot != (k->max == 0))
			continue;
		if (dot && board_number(dot + 1, len - base - 1, false, 9999, &index) < 0)
			break;
		if (dot && index >= k->max)
			return board_fail(c->r, c->line, s, (unsigned)index, NULL,
					  "too many: a board has at most %u, numbered from 0",
					  k->max);
		c->section = s;
		c->index = (unsigned)index;
		return 0;
	}
	return board_fail(
		c->r, c->line, SECTIONS, 0, NULL,
		"unknown section [%.*s]: there are [board], [reset] and, numbered from 0, "
		"[bus.N] [sensor.N] [led.N] [button.N]",
		len > 20 ? 20 : (int)len, name);
}

static int
section_line(struct cursor *c, const char *line, size_t len)
{
	const char *close = memchr(line, ']', len);
	const char *rest;

	if (!close)
		return board_fail(c->r, c->line, SECTIONS, 0, NULL, "the section line lacks its ]");
	for (rest = close + 1; rest < line + len && isspace((unsigned char)*rest); rest++)
		;
	if (rest < line + len && *rest != ';')
		return board_fail(c->r, c->line, SECTIONS, 0, NULL,
				  "unexpected text after the ] of the section line");
	if (section_name(c, line + 1, (size_t)(close - line - 1)) < 0)
		return -1;

	uint16_t *first = &c->r->section_line[c->section][c->index];

	if (*first != 0)
		return board_fail(c->r, c->line, c->section, c->index, NULL,
				  "this section is already in line %u", *first);
	*first = (uint16_t)c->line;
	c->prev_key = -1;
	return 0;
}

/* Checks a line before libinih reads it. */
static int
check_line(struct cursor *c, const char *line, size_t len)
{
	size_t blank = 0;

	if (len > BOARD_LINE_MAX)
		return board_fail(c->r, c->line, SECTIONS, 0, NULL,
				  "the line has %zu bytes, more than %d", len, BOARD_LINE_MAX);
	if (c->line == 1 && len >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0) {
		line += 3; /* skip the byte order mark */
		len -= 3;
	}
	while (blank < len && isspace((unsigned char)line[blank]))
		blank++;
	c->indented = blank > 0 && blank < len;
	if (blank < len && line[blank] == '[') {
		if (c->indented)
			return board_fail(c->r, c->line, SECTIONS, 0, NULL,
					  "a section must start at the beginning of its line");
		return section_line(c, line, len);
	}
	return 0;
}

/*
 * The fgets of libinih: returns the next line with its newline; NULL at the end
 * and after an error.
 */
static char *
next_line(char *buf, int size, void *arg)
{
	struct cursor *c = arg;
	const char *nl;
	size_t len;

	if (c->failed || c->at == c->end)
		return NULL;
	c->line++;
	nl = memchr(c->at, '\n', (size_t)(c->end - c->at));
	len = nl ? (size_t)(nl - c->at) : (size_t)(c->end - c->at);
	if (check_line(c, c->at, len) < 0) {
		c->failed = true;
		return NULL;
	}
	assert(len + 2 <= (size_t)size);
	memcpy(buf, c->at, len);
	buf[len] = '\n';
	buf[len + 1] = '\0';
	c->at += len + (nl != NULL);
	return buf;
}

static int
find_key(unsigned section, const char *name)
{
	const struct board_section_kind *k = &board_sections[section];

	for (int i = 0; k->keys[i]; i++)
		if (strcmp(k->keys[i], name) == 0)
			return i;
	return -1;
}

/* Checks a key's first line: the key must be known and not yet set. */
static int
new_key(struct cursor *c, const char *name, int *key)
{
	struct board_reader *r = c->r;

	if (c->section == SECTIONS)
		return board_fail(r, c->line, SECTIONS, 0, name, "a key before the first section");
	*key = find_key(c->section, name);
	if (*key < 0)
		return board_fail(r, c->line, c->section, c->index, name, "unknown key");
	for (unsigned i = 0; i < r->n_entries; i++)
		if (r->entry[i].section == c->section && r->entry[i].index == c->index &&
		    r->entry[i].key == *key)
			return board_fail(r, c->line, c->section, c->index, name,
					  "already set in line %u", r->entry[i].line);
	return 0;
}

static int
add_entry(struct cursor *c, const char *name, const char *value)
{
	struct board_reader *r = c->r;
	size_t len = strlen(value);
	int key = c->prev_key;

	if (key >= 0 && c->indented) {
		if (strcmp(name, "map") != 0)
			return board_fail(r, c->line, c->section, c->index, name,
					  "an indented line continues the key above, which only "
					  "map allows; keys start at the beginning of a line");
	} else if (new_key(c, name, &key) < 0) {
		return -1;
	}
	if (len == 0)
		return board_fail(r, c->line, c->section, c->index, name, "no value");
	if (r->n_entries == BOARD_ENTRIES_MAX)
		return board_fail(r, c->line, c->section, c->index, name,
				  "more than %d lines with keys", BOARD_ENTRIES_MAX);
	r->entry[r->n_entries++] = (struct board_entry){
		.section = (uint8_t)c->section,
		.index = (uint8_t)c->index,
		.key = (uint8_t)key,
		.line = (uint16_t)c->line,
		.value = memcpy(r->text + r->text_used, value, len + 1),
	};
	r->text_used += len + 1;
	c->prev_key = key;
	return 0;
}

static int
take_entry(void *arg, const char *section, const char *name, const char *value)
{
	struct cursor *c = arg;

	(void)section; /* checked by section_line */
	if (c->failed)
		return 0;
	c->failed = add_entry(c, name, value) < 0;
	return !c->failed;
}

int
board_lines(struct board_reader *r, const char *text, size_t len)
{
	struct cursor c = {
		.r = r, .at = text, .end = text + len, .section = SECTIONS, .prev_key = -1
	};
	int bad;

	if (check_bytes(r, text, len) < 0)
		return -1;
	bad = ini_parse_stream(next_line, &c, take_entry, &c);
	if (bad > 0 && (!c.failed || (unsigned)bad < r->err->line))
		return board_fail(r, (unsigned)bad, SECTIONS, 0, NULL,
				  "neither a [section] nor a line of the form key = value");
	return c.failed ? -1 : 0;
}
