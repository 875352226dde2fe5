/*
 * Views as positions. A view becomes the text of a position by placeholders for what it hides, the
 * rule core parses that, and the view of the result has to be the text that was given.
 */
#include "daemon/engine/view.h"

#include <string.h>

#include "daemon/engine/traits.h"
#include "rules/bits.h"

struct engine_view
engine_whole(void)
{
	return (struct engine_view){ SEAT_NONE, { UINT64_MAX, UINT64_MAX } };
}

static struct word
word_of(const char *begin, const char *end)
{
	return (struct word){ begin, (size_t)(end - begin) };
}

struct word
view_value(const char *text, const char *key)
{
	const char *at = strstr(text, key);

	if (!at)
		return (struct word){ text, 0 };
	at += strlen(key);
	return word_of(at, at + strcspn(at, " "));
}

static const struct word none = { NULL, 0 };

int
view_refuse(struct rules_error *err, size_t at, const char *why, struct word culprit)
{
	return error_quote(err, at, why, culprit);
}

/* Parses "e2.f4/-". Returns 0, or -1. */
static int
parse_hiding(const struct game *g, struct word w, size_t at, uint64_t hiding[2],
	     struct rules_error *err)
{
	struct word side[2], item;

	if (word_sides(w, at, side, err) < 0)
		return -1;
	for (unsigned i = 0; i < 2; i++) {
		hiding[i] = 0;
		while (!word_is(side[i], "-") && word_split(&side[i], '.', &item)) {
			unsigned sq = rules_square_parse(g, item.s, item.len);

			if (sq == RULES_NO_SQ)
				return view_refuse(err, at, "hiding: not a square:", item);
			hiding[i] |= bit(sq);
		}
	}
	return 0;
}

/* Returns the seat whose view of *p the text is; SEAT_NONE: the text is no view. */
static uint8_t
seat_of(const struct game *g, const struct position *p, const char *text)
{
	static const uint8_t seats[] = { SEAT_W, SEAT_B, SEAT_TABLE };
	char view[RULES_POSITION_TEXT];

	for (size_t i = 0; i < sizeof(seats); i++) {
		rules_view_print(g, p, seats[i], view);
		if (strcmp(view, text) == 0)
			return seats[i];
	}
	return SEAT_NONE;
}

static int
parse_view(const struct game *g, const char *text, struct position *p, struct engine_view *view,
	   struct rules_error *err)
{
	char whole[2 * RULES_POSITION_TEXT];
	struct text t = text_into(whole, sizeof(whole));
	const struct traits *traits = traits_of(g);

	if (!traits || !traits->fill || strlen(text) >= RULES_POSITION_TEXT)
		return rules_parse(g, text, p, err);
	traits->fill(text, &t);
	if (rules_parse(g, whole, p, err) < 0)
		return -1;
	if (traits->bury) {
		if (traits->bury(g, text, p, view->hiding, err) < 0)
			return -1;
		rules_print(g, p, whole);
		if (rules_parse(g, whole, p, err) < 0)
			return -1;
	}
	view->seat = seat_of(g, p, text);
	if (view->seat == SEAT_NONE)
		return view_refuse(err, 0, "neither a position nor a view as it is printed", none);
	return 0;
}

int
engine_parse(const struct game *g, const char *text, struct position *p, struct engine_view *view,
	     struct rules_error *err)
{
	char bare[RULES_POSITION_TEXT];
	struct engine_view read = engine_whole();
	struct position whole;
	const char *hiding = strstr(text, " hiding=");
	struct word squares = view_value(text, " hiding=");
	size_t len = hiding ? (size_t)(hiding - text) : strlen(text);
	const struct traits *traits = traits_of(g);
	bool buries = traits && traits->bury;

	if (!buries || len >= sizeof(bare))
		hiding = NULL; /* the rule core reports what is wrong */
	if (hiding) {
		if (squares.s[squares.len] != '\0')
			return view_refuse(err, len, "unexpected text after hiding", none);
		if (parse_hiding(g, squares, (size_t)(squares.s - text), read.hiding, err) < 0)
			return -1;
		memcpy(bare, text, len);
		bare[len] = '\0';
		text = bare;
	}
	if (rules_parse(g, text, &whole, err) == 0) {
		if (buries && traits->bury(g, text, &whole, read.hiding, err) < 0)
			return -1;
	} else if (parse_view(g, text, &whole, &read, err) < 0) {
		return -1;
	}
	*p = whole;
	*view = read;
	return 0;
}
