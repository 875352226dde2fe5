#include "daemon/words/words_calibrate.h"

#include <string.h>

#include "daemon/words/say.h"

enum { SQUARES_TEXT = 72 };

/* A sentence about those squares, behind what is said already. */
static void
about(const struct board *b, const struct words_squares *s, enum say what, char out[WORDS_LINE])
{
	char squares[SQUARES_TEXT];
	size_t at = strlen(out);

	words_squares(b, s->sq, s->n, squares, sizeof(squares));
	if (at > 0 && at + 1 < WORDS_LINE)
		memcpy(out + at, " ", 2);
	say_with(out, WORDS_LINE, what, SAY_ARGS(squares));
}

/* What is wrong with some square, the worst first. */
static void
add_wrong(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	if (c->strong.n > 0)
		about(b, &c->strong, SAY_CALIBRATE_STRONG, out);
	else if (c->weak.n > 0)
		about(b, &c->weak, SAY_CALIBRATE_WEAK, out);
	else if (c->turned.n > 0)
		about(b, &c->turned, SAY_CALIBRATE_TURNED, out);
}

static void
review(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	char all[WORDS_NUMBER];

	words_number((unsigned)b->files * b->ranks, all);
	if (c->left.n > 0)
		about(b, &c->left, c->measures ? SAY_CALIBRATE_LEFT : SAY_CALIBRATE_SILENT, out);
	if (c->blind.n > 0)
		about(b, &c->blind, SAY_CALIBRATE_BLIND, out);
	if (c->left.n == 0)
		say_with(out, WORDS_LINE, c->measures ? SAY_CALIBRATE_ALL : SAY_CALIBRATE_ANSWER,
			 SAY_ARGS(all));
	if (c->measures)
		add_wrong(b, c, out);
}

void
words_calibrate(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	unsigned squares = (unsigned)b->files * b->ranks;
	char done[WORDS_NUMBER], all[WORDS_NUMBER];

	*out = '\0';
	switch ((enum words_calibrate_step)c->step) {
	case WORDS_CALIBRATE_EMPTY:
		if (c->odd.n > 0)
			about(b, &c->odd, SAY_CALIBRATE_ODD, out);
		else
			say_plain(out, WORDS_LINE, SAY_CALIBRATE_EMPTY);
		break;
	case WORDS_CALIBRATE_MEASURING:
		say_plain(out, WORDS_LINE, SAY_CALIBRATE_MEASURING);
		break;
	case WORDS_CALIBRATE_PIECES:
		say_with(out, WORDS_LINE, c->measures ? SAY_CALIBRATE_WHITE : SAY_CALIBRATE_PIECES,
			 SAY_ARGS(words_number(squares - (unsigned)c->left.n, done),
				  words_number(squares, all)));
		add_wrong(b, c, out);
		break;
	case WORDS_CALIBRATE_REVIEW:
		review(b, c, out);
		break;
	}
}
