/* How calibrating goes: what is to be done next, and what was found of which square. */
#include "daemon/view/view_impl.h"
#include "daemon/words/words_calibrate.h"

static enum words_calibrate_step
step_of(const struct table *t)
{
	if (t->calibrate.phase == CALIBRATE_EMPTY)
		return WORDS_CALIBRATE_EMPTY;
	if (t->calibrate.phase == CALIBRATE_ZERO)
		return WORDS_CALIBRATE_MEASURING;
	return t->reviewing ? WORDS_CALIBRATE_REVIEW : WORDS_CALIBRATE_PIECES;
}

static void
add(struct words_squares *s, unsigned sq)
{
	s->sq[s->n++] = (uint8_t)sq;
}

static void
sort_squares(const struct table *t, struct words_calibrate *c)
{
	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		const struct calibrate_square *s = &t->calibrate.at[sq];

		if (s->odd)
			add(&c->odd, sq);
		if (t->calibrate.phase != CALIBRATE_PIECES)
			continue;
		if (s->found != CALIBRATE_SPAN)
			add(&c->left, sq);
		if (s->found == CALIBRATE_WEAK)
			add(&c->weak, sq);
		if (s->found == CALIBRATE_STRONG)
			add(&c->strong, sq);
		if (calibrate_is_turned(&t->calibrate, sq))
			add(&c->turned, sq);
		if (calibrate_is_blind(&t->calibrate, sq))
			add(&c->blind, sq);
	}
}

static json_t *
names(const struct table *t, const struct words_squares *s)
{
	return view_board_squares(t->board, s->sq, s->n);
}

json_t *
view_calibration(const struct table *t, char text[WORDS_LINE])
{
	static const char *const step[] = { "empty", "measuring", "pieces", "review" };
	struct words_calibrate c = { .measures = calibrate_measures(t->board) };

	if (!t->calibrating)
		return json_null();
	c.step = (uint8_t)step_of(t);
	sort_squares(t, &c);
	words_calibrate(t->board, &c, text);
	return json_pack("{s:s, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "step", step[c.step], "text",
			 text, "measures", c.measures, "left", names(t, &c.left), "odd",
			 names(t, &c.odd), "weak", names(t, &c.weak), "strong",
			 names(t, &c.strong), "turned", names(t, &c.turned), "blind",
			 names(t, &c.blind));
}
