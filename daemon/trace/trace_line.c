/* Lines and words of a trace. */
#include <stdarg.h>
#include <string.h>

#include "daemon/trace/trace_impl.h"

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

int
trace_fail(struct trace_error *err, unsigned line, const char *why, ...)
{
	va_list args;

	err->line = line;
	va_start(args, why);
	(void)vsnprintf(err->why, sizeof(err->why), why, args);
	va_end(args);
	return -1;
}

/* Quotes a word so that any terminal can show it. */
static void
quote(struct text_part w, char out[TRACE_QUOTE_SIZE])
{
	size_t n = 0;

	for (size_t i = 0; i < w.len; i++) {
		unsigned char c = (unsigned char)w.s[i];

		/* Leave room for an escape, the dots and the NUL. */
		if (n + 4 + 3 + 1 > TRACE_QUOTE_SIZE) {
			(void)snprintf(out + n, TRACE_QUOTE_SIZE - n, "...");
			return;
		}
		if (c >= ' ' && c < 0x7f)
			out[n++] = (char)c;
		else
			n += (size_t)snprintf(out + n, TRACE_QUOTE_SIZE - n, "\\x%02x", c);
	}
	out[n] = '\0';
}

int
trace_fail_word(struct trace_error *err, unsigned line, struct text_part culprit, const char *why)
{
	char name[TRACE_QUOTE_SIZE];

	quote(culprit, name);
	return trace_fail(err, line, "'%s': %s", name, why);
}

/*
 * Rejects bytes that no line may contain. Only comments may contain non-ASCII; the word
 * parsers enforce that.
 */
static int
check_bytes(const struct trace_line *line, struct trace_error *err)
{
	for (size_t i = 0; i < line->len; i++) {
		unsigned char c = (unsigned char)line->s[i];

		if (c == '\r' && i + 1 == line->len)
			return trace_fail(err, line->no,
					  "the line ends in CR LF, not in LF alone");
		if (c == '\0')
			return trace_fail(err, line->no, "byte %zu is NUL; a trace is text", i + 1);
		if ((c < ' ' && c != '\t') || c == 0x7f)
			return trace_fail(err, line->no,
					  "byte %zu is the control character 0x%02x; a trace is "
					  "text",
					  i + 1, c);
	}
	return 0;
}

int
trace_line_next(const char *text, size_t len, struct trace_place *place, struct trace_line *out,
		struct trace_error *err)
{
	const char *end;

	if (place->at >= len)
		return 0;
	end = memchr(text + place->at, '\n', len - place->at);
	out->s = text + place->at;
	out->len = end ? (size_t)(end - out->s) : len - place->at;
	out->no = place->line;
	place->at += out->len + (end != NULL);
	place->line++;
	if (out->len > TRACE_LINE_MAX)
		return trace_fail(err, out->no, "the line has %zu bytes; %d are the most", out->len,
				  TRACE_LINE_MAX);
	return check_bytes(out, err) < 0 ? -1 : 1;
}

bool
trace_line_idle(const struct trace_line *line)
{
	for (size_t i = 0; i < line->len; i++)
		if (!is_blank(line->s[i]))
			return line->s[i] == '#';
	return true;
}

/* Takes the word at *at; empty at the end of the line. */
static struct text_part
word_at(const struct trace_line *line, size_t *at)
{
	struct text_part w;

	while (*at < line->len && is_blank(line->s[*at]))
		++*at;
	w.s = line->s + *at;
	while (*at < line->len && !is_blank(line->s[*at]))
		++*at;
	w.len = (size_t)(line->s + *at - w.s);
	return w;
}

struct trace_words
trace_line_words(const struct trace_line *line)
{
	struct trace_words words = { 0 };
	size_t at = 0;

	while (words.n < TRACE_WORDS_MAX) {
		struct text_part w = word_at(line, &at);

		if (w.len == 0)
			break;
		words.w[words.n++] = w;
	}
	return words;
}

struct text_part
trace_line_key(const struct trace_line *line, struct text_part *rest)
{
	size_t at = 0, end = line->len;
	struct text_part key = word_at(line, &at);

	while (at < end && is_blank(line->s[at]))
		at++;
	while (end > at && is_blank(line->s[end - 1]))
		end--;
	*rest = (struct text_part){ line->s + at, end - at };
	return key;
}

bool
trace_word_copy(struct text_part w, char *out, size_t size)
{
	if (w.len >= size)
		return false;
	memcpy(out, w.s, w.len);
	out[w.len] = '\0';
	return true;
}

/* Takes digits at *at and appends them to *value; returns their number. */
static unsigned
digits(struct text_part w, size_t *at, unsigned most, uint64_t *value)
{
	unsigned n = 0;

	while (n < most && *at < w.len && is_digit(w.s[*at])) {
		*value = *value * 10 + (uint64_t)(w.s[*at] - '0');
		++*at;
		n++;
	}
	return n;
}

bool
trace_word_time(struct text_part w, uint64_t *out_us)
{
	uint64_t value = 0;
	unsigned decimals = 0;
	size_t at = 0;

	if (digits(w, &at, TRACE_SECONDS_DIGITS, &value) == 0)
		return false;
	if (at < w.len && w.s[at] == '.') {
		at++;
		decimals = digits(w, &at, 6, &value);
		if (decimals == 0)
			return false;
	}
	while (decimals++ < 6)
		value *= 10;
	*out_us = value;
	return at == w.len;
}
