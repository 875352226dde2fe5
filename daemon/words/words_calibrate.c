#include "daemon/words/words_calibrate.h"

#include <stdio.h>

enum { SQUARES_TEXT = 72 };

static void
list(const struct board *b, const struct words_squares *s, char out[SQUARES_TEXT])
{
	words_squares(b, s->sq, s->n, out, SQUARES_TEXT);
}

/* What is wrong with some square, the worst first; "" nothing. */
static void
say_wrong(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	char squares[SQUARES_TEXT];

	out[0] = '\0';
	if (c->strong.n > 0) {
		list(b, &c->strong, squares);
		(void)snprintf(out, WORDS_LINE, " Too strong for its sensor: %s.", squares);
	} else if (c->weak.n > 0) {
		list(b, &c->weak, squares);
		(void)snprintf(out, WORDS_LINE, " Too weak: %s. Is the magnet in the piece?",
			       squares);
	} else if (c->turned.n > 0) {
		list(b, &c->turned, squares);
		(void)snprintf(out, WORDS_LINE,
			       " The other way round: %s. Try another white piece there; if it "
			       "stays, the sensor is turned, which is well.",
			       squares);
	}
}

static void
say_empty(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	char squares[SQUARES_TEXT];

	list(b, &c->odd, squares);
	if (c->odd.n > 0)
		(void)snprintf(out, WORDS_LINE,
			       "Something seems to stand on %s. Take it off and go on; if there is "
			       "nothing, just go on.",
			       squares);
	else
		(void)snprintf(out, WORDS_LINE, "Take every piece off the board, then go on.");
}

static void
say_review(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	char squares[SQUARES_TEXT], wrong[WORDS_LINE];
	unsigned all = (unsigned)b->files * b->ranks;

	say_wrong(b, c, wrong);
	list(b, &c->left, squares);
	if (!c->measures && c->left.n > 0)
		(void)snprintf(out, WORDS_LINE,
			       "These squares never answered: %s. Look at their sensors.", squares);
	else if (!c->measures)
		(void)snprintf(out, WORDS_LINE, "All %u squares answer.", all);
	else if (c->left.n > 0)
		(void)snprintf(out, WORDS_LINE, "Not measured, and left as before: %s.%.120s", squares,
			       wrong);
	else
		(void)snprintf(out, WORDS_LINE, "All %u squares are measured.%.180s", all, wrong);
}

void
words_calibrate(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	unsigned all = (unsigned)b->files * b->ranks;
	char wrong[WORDS_LINE];

	switch ((enum words_calibrate_step)c->step) {
	case WORDS_CALIBRATE_EMPTY:
		say_empty(b, c, out);
		break;
	case WORDS_CALIBRATE_MEASURING:
		(void)snprintf(out, WORDS_LINE, "Hands off: the empty board is being measured.");
		break;
	case WORDS_CALIBRATE_PIECES:
		say_wrong(b, c, wrong);
		(void)snprintf(out, WORDS_LINE, "Stand %s on the blue squares, in any order: %zu of %u.%.180s",
			       c->measures ? "plain white pieces" : "pieces", all - c->left.n, all,
			       wrong);
		break;
	case WORDS_CALIBRATE_REVIEW:
		say_review(b, c, out);
		break;
	}
}
