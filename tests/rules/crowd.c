#include "tests/rules/crowd.h"

#include <stdlib.h>

#include "rules/bitboard.h"
#include "tests/rules/rules_test.h"

struct crowd {
	const struct game *g;
	struct position *p;
	unsigned king_sq;
	uint64_t *state;
};

static unsigned
below(struct crowd *c, unsigned n)
{
	return (unsigned)(test_random(c->state) % n);
}

/* Returns an empty square, usually next to the king or on its lines. */
static unsigned
some_square(struct crowd *c, bool beside)
{
	for (;;) {
		unsigned sq = below(c, 64);
		int df = abs((int)(sq % 8) - (int)(c->king_sq % 8));
		int dr = abs((int)(sq / 8) - (int)(c->king_sq / 8));
		bool wanted = beside ? df <= 2 && dr <= 2 : !df || !dr || df == dr;

		if (!rules_at(c->g, c->p, sq) && (wanted || below(c, 6) == 0))
			return sq;
	}
}

/* Prefers pawns to queens: they have fewer moves. */
static unsigned
some_kind(struct crowd *c, unsigned sq)
{
	static const uint8_t kinds[] = { PIECE_PAWN, PIECE_PAWN,   PIECE_PAWN, PIECE_KNIGHT,
					 PIECE_ROOK, PIECE_BISHOP, PIECE_QUEEN };
	unsigned kind = kinds[below(c, ARRAY_LEN(kinds))];

	return kind == PIECE_PAWN && (sq < 8 || sq >= 56) ? PIECE_KNIGHT : kind;
}

static void
put_some(struct crowd *c, unsigned n, unsigned colour, bool zombies)
{
	while (n-- > 0) {
		unsigned sq = some_square(c, zombies || below(c, 3));

		bitboard_put(&c->p->b, sq, piece_make(some_kind(c, sq), colour));
		c->p->marks |= (uint64_t)zombies << sq;
	}
}

/* Buries something under half of each side's pieces, and here and there on an empty square. */
static void
bury_some(struct crowd *c)
{
	for (unsigned sq = 0; sq < 64; sq++)
		for (unsigned side = 0; side < 2; side++) {
			unsigned kind = PIECE_PAWN + below(c, 5);

			if (below(c, c->p->b.colour[side] >> sq & 1 ? 2 : 30))
				continue;
			for (unsigned i = 0; i < 3; i++)
				c->p->x.zombie.buried[side][i] |= (uint64_t)(kind >> i & 1) << sq;
		}
}

/* Lets an enemy pawn pass a zombie pawn, if there is room. */
static void
let_pass(struct crowd *c)
{
	unsigned us = c->p->b.seat, pawn = (us ? 24 : 32) + below(c, 7);
	unsigned passed = us ? pawn - 8 : pawn + 8;

	if (rules_at(c->g, c->p, pawn) || rules_at(c->g, c->p, pawn + 1) ||
	    rules_at(c->g, c->p, passed))
		return;
	bitboard_put(&c->p->b, pawn, piece_make(PIECE_PAWN, !us));
	bitboard_put(&c->p->b, pawn + 1, piece_make(PIECE_PAWN, us));
	c->p->marks |= UINT64_C(2) << pawn;
	c->p->b.ep_sq = (uint8_t)passed;
}

static void
crowd_try(struct crowd *c, unsigned zombies)
{
	unsigned us = below(c, 2);

	memset(c->p, 0, sizeof(*c->p));
	c->king_sq = below(c, 64);
	c->p->b.seat = (uint8_t)us;
	c->p->b.turn = 1;
	c->p->b.ep_sq = RULES_NO_SQ;
	bitboard_put(&c->p->b, c->king_sq, piece_make(PIECE_KING, us));
	bitboard_put(&c->p->b, some_square(c, false), piece_make(PIECE_KING, !us));
	if (zombies > 0 && below(c, 4) == 0) {
		let_pass(c);
		zombies -= c->p->marks != 0;
	}
	put_some(c, 2 + below(c, 5), !us, false);
	put_some(c, zombies, us, true);
	put_some(c, below(c, below(c, 2) ? 5 : 15), us, false);
	bury_some(c);
}

void
crowd_make(struct position *p, unsigned zombies, uint64_t *state)
{
	struct crowd c = { .g = test_game("zombie"), .p = p, .state = state };
	char text[RULES_POSITION_TEXT];
	struct rules_error err;

	do {
		crowd_try(&c, zombies);
		rules_print(c.g, p, text);
	} while (rules_parse(c.g, text, p, &err) < 0);
}
