/* Parts of a text, for readers of words, lists and keys. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Not NUL-terminated. */
struct text_part {
	const char *s;
	size_t len;
};

static inline bool
text_part_is(struct text_part p, const char *text)
{
	return p.len == strlen(text) && memcmp(p.s, text, p.len) == 0;
}

/*
 * Splits the text before `c` off *rest; after the last part rest->s is NULL. Returns false at the
 * end.
 */
static inline bool
text_part_next(struct text_part *rest, char c, struct text_part *out)
{
	const char *at;

	if (!rest->s)
		return false;
	at = memchr(rest->s, c, rest->len);
	*out = (struct text_part){ rest->s, at ? (size_t)(at - rest->s) : rest->len };
	rest->len -= out->len + (at != NULL);
	rest->s = at ? at + 1 : NULL;
	return true;
}
