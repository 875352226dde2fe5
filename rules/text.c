#include "rules/text.h"

#include <assert.h>
#include <string.h>

#include "rules/rules.h"

struct text
text_into(char *out, size_t size)
{
	assert(size > 0);
	out[0] = '\0';
	return (struct text){ .out = out, .size = size };
}

void
text_char(struct text *t, char c)
{
	assert(t->len + 1 < t->size);
	t->out[t->len++] = c;
	t->out[t->len] = '\0';
}

void
text_add_len(struct text *t, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		text_char(t, s[i]);
}

void
text_add(struct text *t, const char *s)
{
	text_add_len(t, s, strlen(s));
}

void
text_number(struct text *t, uint64_t n)
{
	char digits[20];
	size_t i = sizeof(digits);

	do {
		digits[--i] = (char)('0' + n % 10);
		n /= 10;
	} while (n);
	text_add_len(t, digits + i, sizeof(digits) - i);
}

bool
word_is(struct word w, const char *text)
{
	return strlen(text) == w.len && memcmp(w.s, text, w.len) == 0;
}

int
word_number(struct word w, uint64_t max, uint64_t *out)
{
	uint64_t n = 0;

	if (w.len == 0)
		return -1;
	for (size_t i = 0; i < w.len; i++) {
		uint64_t digit = (uint64_t)(w.s[i] - '0');

		if (w.s[i] < '0' || w.s[i] > '9' || n > max / 10 || digit > max - n * 10)
			return -1;
		n = n * 10 + digit;
	}
	*out = n;
	return 0;
}

int
word_count(struct word w, uint64_t max, uint64_t *out)
{
	return w.len > 1 && w.s[0] == '0' ? -1 : word_number(w, max, out);
}

bool
word_split(struct word *list, char separator, struct word *item)
{
	size_t len = 0;

	if (!list->s)
		return false;
	while (len < list->len && list->s[len] != separator)
		len++;
	*item = (struct word){ list->s, len };
	if (len < list->len)
		*list = (struct word){ list->s + len + 1, list->len - len - 1 };
	else
		*list = (struct word){ NULL, 0 };
	return true;
}

unsigned
word_choice(struct word w, const char *const words[], unsigned n)
{
	unsigned i = 0;

	while (i < n && !word_is(w, words[i]))
		i++;
	return i;
}

int
word_sides(struct word w, size_t at, struct word side[2], struct rules_error *err)
{
	struct word rest = w;

	if (!word_split(&rest, '/', &side[0]) || !word_split(&rest, '/', &side[1]) || rest.s)
		return error_quote(err, at, "not WHITE/BLACK:", w);
	return 0;
}

struct fields
fields_of(const char *line)
{
	return (struct fields){ .line = line };
}

bool
fields_next(struct fields *f, struct word *out)
{
	size_t end = f->at;

	if (f->over)
		return false;
	while (f->line[end] != '\0' && f->line[end] != ' ')
		end++;
	*out = (struct word){ f->line + f->at, end - f->at };
	f->over = f->line[end] == '\0';
	f->at = end + 1;
	return true;
}

enum { QUOTE_MAX = 24 }; /* keeps an error message on one short line */

int
error_quote(struct rules_error *err, size_t at, const char *why, struct word culprit)
{
	struct text t = text_into(err->why, sizeof(err->why));

	err->at = at;
	text_add(&t, why);
	if (culprit.s == NULL)
		return -1;
	text_add(&t, " '");
	for (size_t i = 0; i < culprit.len && i < QUOTE_MAX; i++) {
		char c = culprit.s[i];

		text_char(&t, c >= ' ' && c <= '~' ? c : '?');
	}
	text_add(&t, culprit.len > QUOTE_MAX ? "...'" : "'");
	return -1;
}

int
error_set(struct rules_error *err, size_t at, const char *why)
{
	return error_quote(err, at, why, (struct word){ NULL, 0 });
}

/* Reports "KEY: BEFORE number AFTER 'culprit'". */
static int
error_count(struct rules_error *err, size_t at, const char *key, const char *before, uint64_t n,
	    const char *after, struct word culprit)
{
	char line[sizeof(err->why)];
	struct text t = text_into(line, sizeof(line));

	text_add(&t, key);
	text_add(&t, before);
	text_number(&t, n);
	text_add(&t, after);
	return error_quote(err, at, line, culprit);
}

int
word_counts(const char *key, struct word list, size_t at, unsigned n, uint64_t max, uint64_t out[],
	    struct rules_error *err)
{
	struct word rest = list, item;
	unsigned i = 0;

	for (; i < n && word_split(&rest, ',', &item); i++)
		if (word_count(item, max, &out[i]) < 0)
			return error_count(err, at, key, ": a number from 0 to ", max, ", not",
					   item);
	if (i == n && !rest.s)
		return 0;
	return error_count(err, at, key, ": ", n, " numbers with commas between, not", list);
}

int
fields_key(struct fields *f, const char *key, struct word *value, size_t *at,
	   struct rules_error *err)
{
	struct word expected = { key, strlen(key) }, w;
	size_t begin = f->at;

	if (!fields_next(f, &w))
		return error_quote(err, begin - 1, "a field is missing:", expected);
	if (w.len <= expected.len || memcmp(w.s, key, expected.len) != 0 ||
	    w.s[expected.len] != '=')
		return error_quote(err, begin, "another field is expected here, not", w);
	*value = (struct word){ w.s + expected.len + 1, w.len - expected.len - 1 };
	*at = begin + expected.len + 1;
	return 0;
}

int
fields_choice(struct fields *f, const char *key, const char *const words[], unsigned n,
	      const char *wrong, uint8_t *out, struct rules_error *err)
{
	struct word w = { "", 0 };
	unsigned i;
	size_t at = 0;

	if (fields_key(f, key, &w, &at, err) < 0)
		return -1;
	i = word_choice(w, words, n);
	if (i == n)
		return error_quote(err, at, wrong, w);
	*out = (uint8_t)i;
	return 0;
}
