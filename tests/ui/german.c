#include "tests/ui/german.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/hw/lang/mo.h"

enum { ARGUMENTS = 9, SENTENCE = 10 };

static const char *english[MO_TEXTS]; /* of the catalogue */
static size_t n_english;
static char *bytes;

void
german_begin(void)
{
	char path[LANG_PATH];

	if (lang_find("de", path) < 0)
		abort();
	n_english = mo_english(path, english, &bytes);
}

void
german_end(void)
{
	free(bytes);
	n_english = 0;
}

struct part {
	const char *at;
	size_t len;
};

/* Reports whether a text is the template with any arguments, the shortest ones, no sentences. */
static bool
template_fits(const char *template, const char *text, struct part args[ARGUMENTS + 1])
{
	for (; *template != '\0' && *template != '{'; template++, text++)
		if (*template != *text)
			return false;
	if (*template == '\0')
		return *text == '\0';
	for (size_t len = 1; len <= strlen(text) && strncmp(text + len - 1, ". ", 2) != 0; len++) {
		args[template[1] - '0'] = (struct part){ text, len };
		if (template_fits(template + strlen("{1}"), text + len, args))
			return true;
	}
	return false;
}

static size_t
literal_length(const char *template)
{
	size_t len = strlen(template);

	for (; (template = strchr(template, '{')) != NULL; template++)
		len -= strlen("{1}");
	return len;
}

/* Returns the template with the longest literal part, at least that long, that fits, or NULL. */
static const char *
template_of(const char *text, size_t least)
{
	struct part args[ARGUMENTS + 1];
	const char *best = NULL;

	for (size_t i = 0; i < n_english; i++)
		if (strchr(english[i], '{') != NULL && strchr(english[i], '\004') == NULL &&
		    literal_length(english[i]) >= least && template_fits(english[i], text, args) &&
		    (best == NULL || literal_length(english[i]) > literal_length(best)))
			best = english[i];
	return best;
}

static void
template_german(const char *template, const char *text, char out[LANG_TEXT])
{
	char filled[ARGUMENTS][LANG_TEXT], part[LANG_TEXT];
	const char *strings[ARGUMENTS + 2] = { tr(template) };
	struct part args[ARGUMENTS + 1] = { 0 };

	(void)template_fits(template, text, args);
	for (unsigned i = 1; i <= ARGUMENTS && args[i].len > 0; i++) {
		(void)snprintf(part, sizeof(part), "%.*s", (int)args[i].len, args[i].at);
		german_of(part, filled[i - 1]);
		strings[i] = filled[i - 1];
	}
	(void)lang_fill(out, LANG_TEXT, false, strings);
}

/* Translates a text's last part and what is before it apart, if the text has both. */
static bool
parts_german(const char *text, const char *between, char out[LANG_TEXT])
{
	const char *second = NULL;
	char first[LANG_TEXT], one[LANG_TEXT], two[LANG_TEXT];

	for (const char *at = text; (at = strstr(at, between)) != NULL; at++)
		second = at;
	if (second == NULL || second[strlen(between)] == '\0')
		return false;
	(void)snprintf(first, sizeof(first), "%.*s", (int)(second - text), text);
	german_of(first, one);
	german_of(second + strlen(between), two);
	lang_print(out, LANG_TEXT, "{1}{2}{3}", one, between, two);
	return true;
}

/* Translates "white pawn", as words_piece does. Returns false if the text is no piece. */
static bool
piece_german(const char *text, char out[LANG_TEXT])
{
	char colour[LANG_TEXT], piece[LANG_TEXT];
	size_t len = strcspn(text, " ");

	(void)snprintf(colour, sizeof(colour), "a piece\004%.*s", (int)len, text);
	(void)snprintf(piece, sizeof(piece), "a piece\004{1}%s", text + len);
	if (tr(colour) == strchr(colour, '\004') + 1 || strncmp(tr(piece), "{1}", 3) == 0)
		return false;
	lang_print(out, LANG_TEXT, tr(piece), tr(colour));
	return true;
}

/* Translates a sentence whose full stop another one has replaced. Returns false if it is none. */
static bool
stopped_german(const char *text, char out[LANG_TEXT])
{
	char stopped[LANG_TEXT];
	const char *german;

	(void)snprintf(stopped, sizeof(stopped), "%s.", text);
	german = tr(stopped);
	if (german == stopped)
		return false;
	(void)snprintf(out, LANG_TEXT, "%.*s", (int)strlen(german) - 1, german);
	return true;
}

void
german_of(const char *text, char out[LANG_TEXT])
{
	const char *whole = tr(text), *template = template_of(text, SENTENCE);

	if (text[0] != '\0' && text[strspn(text, "KQRBNMC")] == '\0') { /* an array in letters */
		german_note(text, out);
		return;
	}
	if (piece_german(text, out))
		return;
	if (whole != text) {
		(void)snprintf(out, LANG_TEXT, "%s", whole);
		return;
	}
	if (stopped_german(text, out))
		return;
	if (template == NULL && parts_german(text, ". ", out))
		return;
	if (template == NULL)
		template = template_of(text, 1);
	if (template != NULL)
		template_german(template, text, out);
	else if (!parts_german(text, ", ", out))
		(void)snprintf(out, LANG_TEXT, "%s", text);
}

static void
sentence_speak(char *text, size_t size)
{
	char german[LANG_TEXT];

	german_of(text, german);
	assert(strlen(german) < size);
	strcpy(text, german);
}

void
german_state(struct ui_state *s)
{
	sentence_speak(s->message, sizeof(s->message));
	sentence_speak(s->prompt.text, sizeof(s->prompt.text));
	sentence_speak(s->guidance.text, sizeof(s->guidance.text));
	sentence_speak(s->refusal.text, sizeof(s->refusal.text));
	sentence_speak(s->result_text, sizeof(s->result_text));
	sentence_speak(s->showing.text, sizeof(s->showing.text));
}

void
german_note(const char *note, char out[LANG_TEXT])
{
	static const char letters[] = "KQRBNMC";
	const char *own = tr(C_("pieces", "KQRBNMC"));
	size_t i = 0;

	assert(strlen(own) == strlen(letters));
	for (; note[i] != '\0'; i++)
		out[i] = strchr(letters, note[i]) ? own[strchr(letters, note[i]) - letters] : note[i];
	out[i] = '\0';
}
