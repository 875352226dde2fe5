/*
 * What the parts of Masquerade Chess share: masquerade.c is the game,
 * masquerade_text.c reads and writes, and works out what is known.
 */
#pragma once
#include "rules/bitboard.h"
#include "rules/game.h"

enum {
	MASKED = 5, /* kinds that wear a mask, and that masks are of: K Q R B N, 0 to 4 */
	PERMUTATIONS = 120,
	SHAPES = 5,
	ANSWERS = 2,
	EVERY_KIND = (1 << MASKED) - 1,
	KNOWN_TEXT = 2 * MASKED * (MASKED + 1) + 1,
};

#define MASK_LETTERS "KQRBN"

/*
 * The kinds that reach a square together, by how it lies: next to the piece or
 * farther, slanting or straight, or a knight's leap. In the order of their
 * names, so that answers in the order of their bits are in that of their texts.
 */
static const struct {
	const char *name;
	unsigned kinds;
} masquerade_shapes[SHAPES] = {
	{ "KQB", 1 << 0 | 1 << 1 | 1 << 3 }, { "KQR", 1 << 0 | 1 << 1 | 1 << 2 }, { "N", 1 << 4 },
	{ "QB", 1 << 1 | 1 << 3 },           { "QR", 1 << 1 | 1 << 2 },
};

/* The letters in their own order, as answers are sorted by them. */
static const uint8_t masquerade_by_letter[MASKED] = { 3, 0, 4, 1, 2 };

static inline bool
masquerade_is_assigning(const struct position *p)
{
	return p->x.masquerade.mask[0][0] == 0;
}

/* Answers of one colour, by bit: letter, shape, then yes before no. */
static inline unsigned
masquerade_answer_bit(unsigned letter, unsigned shape, bool yes)
{
	return (letter * SHAPES + shape) * ANSWERS + !yes;
}

/* --- masquerade_text.c ------------------------------------------------------ */

/* The masks of a permutation's number: each 1 to 5, numbers in the order of KQRBN. */
void masquerade_permutation(unsigned number, uint8_t mask[MASKED]);
/* For each piece the kinds that no answer excludes, taken one by one. */
void masquerade_not_excluded(uint64_t log, unsigned allowed[MASKED]);
bool masquerade_is_consistent(const uint8_t mask[MASKED], const unsigned allowed[MASKED]);
/* Hooks. */
int masquerade_keys_parse(struct fields *f, struct position *p, struct rules_error *err);
void masquerade_keys_print(const struct position *p, unsigned seat, struct text *out);
void masquerade_verb_print(const struct position *p, struct action a, struct text *out);
bool masquerade_verb_read(struct word w, struct action *a);
