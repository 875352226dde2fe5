#include "daemon/words/words_calibrate.h"

#include <string.h>

#include "hw/lang/lang.h"

enum { SQUARES_TEXT = 72 };

/* Appends a sentence about those squares. */
static void
about(const struct board *b, const struct words_squares *s, const char *what, char out[WORDS_LINE])
{
	char squares[SQUARES_TEXT];
	size_t at = strlen(out);

	words_squares(b, s->sq, s->n, squares, sizeof(squares));
	if (at > 0 && at + 1 < WORDS_LINE)
		memcpy(out + at, " ", 2);
	lang_append(out, WORDS_LINE, what, squares);
}

/* Appends the squares with errors, the worst first. */
static void
add_wrong(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	if (c->strong.n > 0)
		about(b, &c->strong, tr("Too strong for its sensor: {1}."), out);
	else if (c->weak.n > 0)
		about(b, &c->weak, tr("Too weak: {1}. Is the magnet in the piece?"), out);
	else if (c->turned.n > 0)
		about(b, &c->turned,
		      tr("The other way round: {1}. Try another white piece there; if it stays, "
			 "the sensor is turned, which is well."),
		      out);
}

static void
review(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	if (c->left.n > 0)
		about(b, &c->left,
		      c->measures ? tr("Not measured, and left as before: {1}.")
				  : tr("These squares never answered: {1}. Look at their sensors."),
		      out);
	if (c->blind.n > 0)
		about(b, &c->blind, tr("If you keep this, the game goes on without these: {1}."),
		      out);
	if (c->left.n == 0)
		lang_append(out, WORDS_LINE,
			    c->measures ? tr("All {1} squares are measured.")
					: tr("All {1} squares answer."),
			    LANG_N((unsigned)b->files * b->ranks));
	if (c->measures)
		add_wrong(b, c, out);
}

void
words_calibrate(const struct board *b, const struct words_calibrate *c, char out[WORDS_LINE])
{
	unsigned squares = (unsigned)b->files * b->ranks;

	*out = '\0';
	switch ((enum words_calibrate_step)c->step) {
	case WORDS_CALIBRATE_EMPTY:
		if (c->odd.n > 0)
			about(b, &c->odd,
			      tr("Something seems to stand on {1}. Take it off and go on; if there "
				 "is nothing, just go on."),
			      out);
		else
			lang_print(out, WORDS_LINE,
				   tr("Take every piece off the board, then go on."));
		break;
	case WORDS_CALIBRATE_MEASURING:
		lang_print(out, WORDS_LINE, tr("Hands off: the empty board is being measured."));
		break;
	case WORDS_CALIBRATE_PIECES:
		lang_print(
			out, WORDS_LINE,
			c->measures
				? tr("Stand plain white pieces on the blue squares, in any order: "
				     "{1} of {2}.")
				: tr("Stand pieces on the blue squares, in any order: {1} of {2}."),
			LANG_N(squares - (unsigned)c->left.n), LANG_N(squares));
		add_wrong(b, c, out);
		break;
	case WORDS_CALIBRATE_REVIEW:
		review(b, c, out);
		break;
	}
}
