/* Masquerade Chess as text: the masks, and the conclusions from all answers. */
#include <string.h>

#include "rules/games/masquerade.h"

void
masquerade_permutation(unsigned number, uint8_t mask[MASKED])
{
	static const uint8_t choices[MASKED] = { 24, 6, 2, 1, 1 };
	unsigned left = EVERY_KIND;

	for (unsigned i = 0; i < MASKED; i++) {
		unsigned skip = number / choices[i], kinds = left;

		number %= choices[i];
		while (skip--)
			kinds &= kinds - 1;
		mask[i] = (uint8_t)(bits_first(kinds) + 1);
		left &= ~(1u << bits_first(kinds));
	}
}

/* --- Public knowledge --------------------------------------------------- */

void
masquerade_not_excluded(uint64_t log, unsigned allowed[MASKED])
{
	for (unsigned i = 0; i < MASKED; i++)
		allowed[i] = EVERY_KIND;
	for (unsigned letter = 0; letter < MASKED; letter++)
		for (unsigned shape = 0; shape < SHAPES; shape++) {
			unsigned *set = &allowed[masquerade_by_letter[letter]];

			if (bits_has(log, masquerade_answer_bit(letter, shape, true)))
				*set &= masquerade_shapes[shape].kinds;
			if (bits_has(log, masquerade_answer_bit(letter, shape, false)))
				*set &= ~masquerade_shapes[shape].kinds;
		}
}

bool
masquerade_is_consistent(const uint8_t mask[MASKED], const unsigned allowed[MASKED])
{
	for (unsigned i = 0; i < MASKED; i++)
		if (!(allowed[i] >> (mask[i] - 1) & 1))
			return false;
	return true;
}

/* Returns the union of all permutations that the answers allow. */
static void
possible(uint64_t log, unsigned known[MASKED])
{
	unsigned allowed[MASKED];
	uint8_t mask[MASKED];

	masquerade_not_excluded(log, allowed);
	for (unsigned i = 0; i < MASKED; i++)
		known[i] = 0;
	for (unsigned number = 0; number < PERMUTATIONS; number++) {
		masquerade_permutation(number, mask);
		if (!masquerade_is_consistent(mask, allowed))
			continue;
		for (unsigned i = 0; i < MASKED; i++)
			known[i] |= 1u << (mask[i] - 1);
	}
}

static void
print_known(const struct position *p, struct text *out)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		unsigned known[MASKED];

		possible(p->x.masquerade.log[colour], known);
		if (colour)
			text_char(out, '/');
		for (unsigned i = 0; i < MASKED; i++) {
			if (i)
				text_char(out, '.');
			for (unsigned k = 0; k < MASKED; k++)
				if (known[i] >> k & 1)
					text_char(out, MASK_LETTERS[k]);
		}
	}
}

/* --- Text --------------------------------------------------------------- */

static void
print_answer(unsigned colour, unsigned letter, unsigned shape, bool yes, struct text *out)
{
	char c = MASK_LETTERS[masquerade_by_letter[letter]];

	text_char(out, colour ? (char)(c - 'A' + 'a') : c);
	text_char(out, ':');
	text_add(out, masquerade_shapes[shape].name);
	text_char(out, yes ? '+' : '-');
}

/* Prints the answer of a bit; Black's bits follow White's. */
static void
print_answer_by_bit(unsigned number, struct text *out)
{
	enum { EACH = MASKED * SHAPES * ANSWERS };
	unsigned in_colour = number % EACH;

	print_answer(number / EACH, in_colour / (SHAPES * ANSWERS), in_colour / ANSWERS % SHAPES,
		     in_colour % ANSWERS == 0, out);
}

static void
print_log(const struct position *p, struct text *out)
{
	bool any = false;

	for (unsigned colour = 0; colour < 2; colour++) {
		uint64_t log = p->x.masquerade.log[colour];

		while (log) {
			if (any)
				text_char(out, '.');
			any = true;
			print_answer_by_bit(colour * MASKED * SHAPES * ANSWERS + bits_pop(&log),
					    out);
		}
	}
	if (!any)
		text_char(out, '-');
}

static void
print_masks(const struct position *p, unsigned seat, struct text *out)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		bool hidden = seat == colour || seat == SEAT_TABLE;

		if (colour)
			text_char(out, '/');
		for (unsigned i = 0; i < MASKED; i++) {
			uint8_t mask = p->x.masquerade.mask[colour][i];

			text_char(out, hidden || mask == 0 ? '?' : MASK_LETTERS[mask - 1]);
		}
	}
}

void
masquerade_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	text_add(out, masquerade_is_assigning(p) ? " stage=assign masks=" : " stage=move masks=");
	print_masks(p, seat, out);
	text_add(out, " known=");
	print_known(p, out);
	text_add(out, " log=");
	print_log(p, out);
}

void
masquerade_verb_print(const struct position *p, struct action a, struct text *out)
{
	uint8_t mask[MASKED];

	(void)p;
	masquerade_permutation(a.arg, mask);
	text_add(out, "assign:");
	for (unsigned i = 0; i < MASKED; i++)
		text_char(out, MASK_LETTERS[mask[i] - 1]);
}

/* Reads five letters, each of KQRBN once, or five question marks. Returns -1 otherwise. */
static int
read_mask(struct word w, uint8_t mask[MASKED])
{
	unsigned seen = 0;

	if (w.len != MASKED)
		return -1;
	for (unsigned i = 0; i < MASKED && !word_is(w, "?????"); i++) {
		unsigned kind = 0;

		while (kind < MASKED && MASK_LETTERS[kind] != w.s[i])
			kind++;
		if (kind == MASKED || seen >> kind & 1)
			return -1;
		seen |= 1u << kind;
		mask[i] = (uint8_t)(kind + 1);
	}
	return 0;
}

static int
parse_masks(struct word w, size_t at, bool assigning, struct position *p, struct rules_error *err)
{
	uint8_t(*mask)[MASKED] = p->x.masquerade.mask;
	struct word rest = w, white, black;

	if (!word_split(&rest, '/', &white) || !word_split(&rest, '/', &black) || rest.s ||
	    read_mask(white, mask[0]) < 0 || read_mask(black, mask[1]) < 0)
		return error_quote(err, at, "masks are five letters a side, KQRBN each once, not",
				   w);
	if (assigning != (mask[0][0] == 0))
		return error_quote(err, at, "White's masks do not fit the stage:", w);
	if ((assigning && p->b.seat == 0) != (mask[1][0] == 0))
		return error_quote(err, at, "Black's masks do not fit the stage:", w);
	return 0;
}

bool
masquerade_verb_read(struct word w, struct action *a)
{
	struct word verb, rest = w;
	uint8_t wanted[MASKED] = { 0 }, mask[MASKED];

	if (!word_split(&rest, ':', &verb) || !word_is(verb, "assign") || !rest.s ||
	    read_mask(rest, wanted) < 0 || wanted[0] == 0)
		return false;
	a->kind = ACT_ASSIGN;
	do
		masquerade_permutation(a->arg++, mask);
	while (memcmp(mask, wanted, sizeof(mask)) != 0);
	a->arg--;
	return true;
}

/* Returns the number of the answer among all, or -1. */
static int
read_answer(struct word w)
{
	for (unsigned i = 0; i < 2 * MASKED * SHAPES * ANSWERS; i++) {
		char name[12];
		struct text t = text_into(name, sizeof(name));

		print_answer_by_bit(i, &t);
		if (word_is(w, name))
			return (int)i;
	}
	return -1;
}

static int
parse_log(struct word w, size_t at, struct position *p, struct rules_error *err)
{
	const int each = MASKED * SHAPES * ANSWERS;
	struct word rest = w, item;
	int last = -1;

	while (!word_is(w, "-") && word_split(&rest, '.', &item)) {
		int number = read_answer(item);

		if (number < 0)
			return error_quote(err, at, "log: no answer is written", item);
		if (number <= last)
			return error_quote(err, at, "log: out of order or twice:", item);
		last = number;
		p->x.masquerade.log[number / each] |= bit((unsigned)(number % each));
	}
	if (masquerade_is_assigning(p) && last >= 0)
		return error_quote(err, at, "log: nothing was asked while masks are assigned:", w);
	for (unsigned colour = 0; colour < 2; colour++) {
		unsigned allowed[MASKED];

		masquerade_not_excluded(p->x.masquerade.log[colour], allowed);
		if (!masquerade_is_assigning(p) &&
		    !masquerade_is_consistent(p->x.masquerade.mask[colour], allowed))
			return error_quote(err, at, "log: an answer contradicts the masks:", w);
	}
	return 0;
}

int
masquerade_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word stage, masks, known, log;
	char follows[KNOWN_TEXT];
	struct text t = text_into(follows, sizeof(follows));
	size_t at, known_at;

	if (fields_key(f, "stage", &stage, &at, err) < 0)
		return -1;
	if (!word_is(stage, "assign") && !word_is(stage, "move"))
		return error_quote(err, at, "the stage is assign or move, not", stage);
	if (fields_key(f, "masks", &masks, &at, err) < 0 ||
	    parse_masks(masks, at, word_is(stage, "assign"), p, err) < 0 ||
	    fields_key(f, "known", &known, &known_at, err) < 0 ||
	    fields_key(f, "log", &log, &at, err) < 0 || parse_log(log, at, p, err) < 0)
		return -1;
	print_known(p, &t);
	if (!word_is(known, follows))
		return error_quote(err, known_at, "known does not follow from log:", known);
	return 0;
}
