/* Board descriptions: interrupt and button lines, by offset or by name. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "hw/board/board_read.h"

/* Returns the index of a line name, adding the name if it is new. */
static int16_t
name_index(struct board *b, const char *name)
{
	uint8_t i = 0;

	while (i < b->n_line_names && strcmp(b->line_name[i], name) != 0)
		i++;
	if (i == b->n_line_names) {
		/* Each sensor, each button and the reset add at most one: there is room. */
		strcpy(b->line_name[i], name);
		b->n_line_names++;
	}
	return (int16_t)(BOARD_LINE_NAMED + i);
}

static bool
is_name(const char *text)
{
	if (!isalpha((unsigned char)text[0]) || strlen(text) >= BOARD_LINE_NAME_SIZE)
		return false;
	for (; *text; text++)
		if (!isalnum((unsigned char)*text) && !strchr("_-.:", *text))
			return false;
	return true;
}

/* Reports whether the board has lines: on a GPIO chip, or over a socket bus. */
static bool
has_lines(const struct board *b)
{
	bool any = b->gpio[0] != '\0';

	for (unsigned i = 0; i < b->n_buses; i++)
		any |= strncmp(b->bus[i].device, "unix:", 5) == 0;
	return any;
}

int
board_wire_parse(struct board_reader *r, const struct board_entry *e, int16_t *line)
{
	const char *key = board_sections[e->section].keys[e->key];
	unsigned long offset;

	if (!has_lines(&r->board))
		return board_fail(r, e->line, e->section, e->index, key,
				  "[board] has no gpio, so there is no line %.24s", e->value);
	if (is_name(e->value)) {
		*line = name_index(&r->board, e->value);
		return 0;
	}
	if (board_number(e->value, strlen(e->value), false, BOARD_LINE_NAMED - 1, &offset) < 0)
		return board_fail(r, e->line, e->section, e->index, key,
				  "%.24s is neither a line's name nor a number from 0 to %d",
				  e->value, BOARD_LINE_NAMED - 1);
	*line = (int16_t)offset;
	return 0;
}

const char *
board_wire_text(const struct board *b, int line, char text[BOARD_LINE_NAME_SIZE])
{
	const char *name = board_line_name(b, line);

	if (name)
		snprintf(text, BOARD_LINE_NAME_SIZE, "%s", name);
	else
		snprintf(text, BOARD_LINE_NAME_SIZE, "line %d", line);
	return text;
}

const char *
board_line_name(const struct board *b, int line)
{
	return line < BOARD_LINE_NAMED ? NULL : b->line_name[line - BOARD_LINE_NAMED];
}
