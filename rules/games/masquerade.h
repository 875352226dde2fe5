/*
 * Declarations shared by the parts of Masquerade Chess. masquerade.c is the
 * game; masquerade_text.c parses and prints, and computes what is known.
 */
#pragma once
#include "rules/bitboard.h"
#include "rules/game.h"

enum {
	MASKED = 5, /* kinds that have a mask, and kinds of masks: K Q R B N, 0 to 4 */
	PERMUTATIONS = 120,
	SHAPES = 5,
	ANSWERS = 2,
	EVERY_KIND = (1 << MASKED) - 1,
	KNOWN_TEXT = 2 * MASKED * (MASKED + 1) + 1,
};

#define MASK_LETTERS "KQRBN"

/*
 * The kinds that share a reach, by shape: adjacent or distant, diagonal or
 * straight, or a knight's leap. Sorted by name, so that answers have the same
 * order by bit and by text.
 */
static const struct {
	const char *name;
	unsigned kinds;
} masquerade_shapes[SHAPES] = {
	{ "KQB", 1 << 0 | 1 << 1 | 1 << 3 }, { "KQR", 1 << 0 | 1 << 1 | 1 << 2 }, { "N", 1 << 4 },
	{ "QB", 1 << 1 | 1 << 3 },           { "QR", 1 << 1 | 1 << 2 },
};

/* The letters in alphabetical order, which also sorts the answers. */
static const uint8_t masquerade_by_letter[MASKED] = { 3, 0, 4, 1, 2 };

static inline bool
masquerade_is_assigning(const struct position *p)
{
	return p->x.masquerade.mask[0][0] == 0;
}

/* Returns the bit of an answer within one colour: by letter, shape, then yes before no. */
static inline unsigned
masquerade_answer_bit(unsigned letter, unsigned shape, bool yes)
{
	return (letter * SHAPES + shape) * ANSWERS + !yes;
}

/* --- masquerade_text.c ------------------------------------------------------ */

/* Writes the masks of a permutation: values 1 to 5, numbered in the order KQRBN. */
void masquerade_permutation(unsigned number, uint8_t mask[MASKED]);
/* Returns for each piece the kinds that no answer excludes, considering pieces separately. */
void masquerade_not_excluded(uint64_t log, unsigned allowed[MASKED]);
bool masquerade_is_consistent(const uint8_t mask[MASKED], const unsigned allowed[MASKED]);
/* Hooks. */
int masquerade_keys_parse(struct fields *f, struct position *p, struct rules_error *err);
void masquerade_keys_print(const struct position *p, unsigned seat, struct text *out);
void masquerade_verb_print(const struct position *p, struct action a, struct text *out);
bool masquerade_verb_read(struct word w, struct action *a);
