/*
 * What is wrong with files of games. The reader of PGN, the rules and halo-usb say it in English
 * and know no language: the sentence of theirs that it is, filled in, is found again by its text.
 */
#include <string.h>

#include "daemon/words/say.h"
#include "daemon/words/words.h"
#include "hw/text/text.h"

enum { FILLED_MAX = 3 };

/*
 * The text is that sentence: what stands for {1}, {2} … in it, how many. -1: it is another one.
 * What stands there ends where the sentence's next letters begin, the last at the end.
 */
static int
filled(const char *text, const char *sentence, char out[FILLED_MAX][WORDS_LINE])
{
	int n = 0;

	for (;;) {
		size_t same = strcspn(sentence, "{"), rest;
		const char *end;

		if (strncmp(text, sentence, same) != 0)
			return -1;
		text += same;
		sentence += same;
		if (!*sentence)
			return *text ? -1 : n;
		sentence += strlen("{1}");
		rest = strcspn(sentence, "{");
		if (sentence[rest]) {
			end = memmem(text, strlen(text), sentence, rest);
		} else {
			size_t len = strlen(text);

			end = len >= rest ? text + len - rest : NULL;
		}
		if (!end || n == FILLED_MAX || end - text >= WORDS_LINE)
			return -1;
		memcpy(out[n], text, (size_t)(end - text));
		out[n++][end - text] = '\0';
		text = end;
	}
}

/* The first of those sentences that it is; else as it stands. */
static void
say_again(const char *english, enum say first, enum say last, char out[WORDS_LINE])
{
	char part[FILLED_MAX][WORDS_LINE];
	const char *arg[FILLED_MAX] = { part[0], part[1], part[2] };

	*out = '\0';
	for (unsigned i = first; i <= last; i++) {
		int n = filled(english, say_english(i), part);

		if (n < 0)
			continue;
		if (i == SAY_MISTAKE_OVER)
			arg[0] = words_reason(part[0], false);
		else if (i == SAY_MISTAKE_RULES)
			arg[1] = words_reason(part[1], strcmp(part[2], "1/2-1/2") == 0);
		say_with(out, WORDS_LINE, (enum say)i, arg, (size_t)n);
		return;
	}
	text_copy(out, WORDS_LINE, english);
}

void
words_remark(const char *english, char out[WORDS_LINE])
{
	say_again(english, SAY_REMARK_MINUTES, SAY_REMARK_ALONE, out);
}

void
words_mistake(const struct words_mistake *m, char out[WORDS_LINE])
{
	char line[WORDS_NUMBER], column[WORDS_NUMBER], game[WORDS_NUMBER], why[WORDS_LINE];

	(void)words_number(m->line, line);
	(void)words_number(m->column, column);
	(void)words_number(m->game, game);
	say_again(m->why, SAY_MISTAKE_NO_MOVE, SAY_MISTAKE_BRACKET, why);
	*out = '\0';
	if (*m->move)
		say_with(out, WORDS_LINE, SAY_MISTAKE_AT,
			 SAY_ARGS(m->file, line, column, game, m->move, why));
	else
		say_with(out, WORDS_LINE, SAY_MISTAKE, SAY_ARGS(m->file, line, column, game, why));
}
