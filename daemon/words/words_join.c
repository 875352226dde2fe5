/* Joins texts to sentences, sentences to lines. */
#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "daemon/words/words_priv.h"

/* Appends another sentence. */
void
words_then(char out[WORDS_LINE], const char *text)
{
	size_t at = strlen(out);
	const char *stop = at == 0 ? "" : strchr(".?", out[at - 1]) ? " " : ". ";

	(void)snprintf(out + at, WORDS_LINE - at, "%s%s", stop, text);
}

/* Appends an item to a list. */
void
words_item(char out[WORDS_LINE], const char *text)
{
	size_t at = strlen(out);

	(void)snprintf(out + at, WORDS_LINE - at, "%s%s", at ? ", " : "", text);
}

/* Inserts the text as {1} into that sentence. */
void
words_wrap(char out[WORDS_LINE], const char *what, const char *second)
{
	char inner[WORDS_LINE];

	memcpy(inner, out, WORDS_LINE);
	if (second)
		lang_print(out, WORDS_LINE, what, inner, second);
	else
		lang_print(out, WORDS_LINE, what, inner);
}
