/*
 * Masquerade Chess: a piece moves as its own kind and captures as its mask, so it is worth
 * something of both. There is no check; squares around the enemy king that masks reach are a
 * danger to it. Masks that are not known count by how likely they are.
 */
#include <stddef.h>

#include "daemon/engine/belief.h"
#include "daemon/engine/eval.h"

enum {
	MASKED = 5, /* K Q R B N */
	DANGER_MAX = 30,
};

static const enum piece_kind kinds[MASKED + 1] = {
	PIECE_NONE, PIECE_KING, PIECE_QUEEN, PIECE_ROOK, PIECE_BISHOP, PIECE_KNIGHT,
};
static int moving[] = {
	[PIECE_KNIGHT] = 140, [PIECE_BISHOP] = 160, [PIECE_ROOK] = 210,
	[PIECE_QUEEN] = 340,  [PIECE_KING] = 0,
};
static int capturing[] = {
	[PIECE_KNIGHT] = 150, [PIECE_BISHOP] = 160, [PIECE_ROOK] = 220,
	[PIECE_QUEEN] = 400,  [PIECE_KING] = 90,
};
static int pawn = 90;
static int danger_beside = 4; /* an attacked square beside the enemy king */
static int target = 6;        /* a square where a piece could capture */
static int moves_to = 3;      /* a square to move to */
static int tempo = 15;

const struct eval_weight eval_masquerade_weights[] = {
	{ "moving", moving, sizeof(moving) },  { "capturing", capturing, sizeof(capturing) },
	{ "pawn", &pawn, sizeof(pawn) },       { "danger", &danger_beside, sizeof(danger_beside) },
	{ "target", &target, sizeof(target) }, { "moves-to", &moves_to, sizeof(moves_to) },
	{ "tempo", &tempo, sizeof(tempo) },    { NULL, NULL, 0 },
};

/* By kind of piece, its index among K Q R B N. */
static const uint8_t index_of[] = {
	[PIECE_KNIGHT] = 4, [PIECE_BISHOP] = 3, [PIECE_ROOK] = 2,
	[PIECE_QUEEN] = 1,  [PIECE_KING] = 0,
};

/* Returns the kind that a piece captures as; its own before the masks are assigned. */
static enum piece_kind
mask_of(const struct position *p, enum piece_kind kind, unsigned colour)
{
	unsigned mask = p->x.masquerade.mask[colour][index_of[kind]];

	return mask ? kinds[mask] : kind;
}

static uint64_t
reach_of(enum piece_kind kind, unsigned sq, uint64_t occupied)
{
	switch ((int)kind) {
	case PIECE_KNIGHT:
		return attacks_knight[sq];
	case PIECE_BISHOP:
		return attacks_diag(sq, occupied);
	case PIECE_ROOK:
		return attacks_line(sq, occupied);
	case PIECE_QUEEN:
		return attacks_diag(sq, occupied) | attacks_line(sq, occupied);
	default:
		return attacks_king[sq];
	}
}

/* --- Masks that are not known ---------------------------------------------------- */

bool
eval_masquerade_is_unsure(const struct position *p, unsigned colour)
{
	const uint8_t *king = belief_of(p)->weight[colour][0];

	return (king[0] | king[1] | king[2] | king[3] | king[4]) != 0;
}

unsigned
eval_masquerade_piece(const struct position *p, unsigned sq)
{
	return index_of[piece_kind(bitboard_at(&p->b, sq))];
}

bool
eval_masquerade_captures(const struct position *p, unsigned mask, struct action a)
{
	return bits_has(reach_of(kinds[mask + 1], a.from, bitboard_occupied(&p->b)), a.to);
}

int
eval_masquerade_chance(const struct position *p, struct action a)
{
	uint8_t piece = bitboard_at(&p->b, a.from);
	unsigned colour = piece_colour(piece);
	const uint8_t *weight;
	int sum = 0;

	if (piece_kind(piece) == PIECE_PAWN)
		return bits_has(attacks_pawn[colour][a.from], a.to) ? BELIEF_SURE : 0;
	if (!eval_masquerade_is_unsure(p, colour)) {
		enum piece_kind mask = mask_of(p, piece_kind(piece), colour);

		return bits_has(reach_of(mask, a.from, bitboard_occupied(&p->b)), a.to)
			       ? BELIEF_SURE
			       : 0;
	}
	weight = belief_of(p)->weight[colour][index_of[piece_kind(piece)]];
	for (unsigned k = 0; k < MASKED; k++)
		sum += eval_masquerade_captures(p, k, a) ? weight[k] : 0;
	return sum;
}

/* --- Evaluation ------------------------------------------------------------------- */

/* What the pieces of a side may capture. */
struct captures {
	int worth, targets, danger;
};

/* Adds a piece that captures as that kind, `weight` parts of it. */
static void
add_mask(struct captures *c, enum piece_kind mask, int weight, uint64_t reach, uint64_t enemy,
	 uint64_t zone)
{
	c->worth += weight * capturing[mask];
	c->targets += weight * (int)bits_count(reach & enemy);
	c->danger += weight * (int)bits_count(reach & zone);
}

static void
add_piece(const struct position *p, struct captures *c, unsigned sq, enum piece_kind kind,
	  unsigned colour, bool unsure, uint64_t zone)
{
	uint64_t occupied = bitboard_occupied(&p->b), enemy = p->b.colour[!colour];
	const uint8_t *weight = belief_of(p)->weight[colour][index_of[kind]];

	if (!unsure) {
		enum piece_kind mask = mask_of(p, kind, colour);

		add_mask(c, mask, BELIEF_SURE, reach_of(mask, sq, occupied), enemy, zone);
		return;
	}
	for (unsigned k = 0; k < MASKED; k++)
		if (weight[k])
			add_mask(c, kinds[k + 1], weight[k], reach_of(kinds[k + 1], sq, occupied),
				 enemy, zone);
}

static int
side(const struct position *p, unsigned colour)
{
	const struct bitboard *b = &p->b;
	uint64_t occupied = bitboard_occupied(b), enemy = b->colour[!colour];
	uint64_t king = b->kings & enemy, zone = king, from = b->colour[colour] & ~b->pawns;
	int sum = pawn * (int)bits_count(b->pawns & b->colour[colour]), danger;
	bool unsure = eval_masquerade_is_unsure(p, colour);
	struct captures c = { 0, 0, 0 };

	if (king)
		zone |= attacks_king[bits_first(king)];
	while (from) {
		unsigned sq = bits_pop(&from);
		enum piece_kind kind = piece_kind(bitboard_at(b, sq));
		uint64_t moves = reach_of(kind, sq, occupied) & ~occupied;

		sum += moving[kind];
		sum += kind == PIECE_KING ? 0 : moves_to * (int)bits_count(moves);
		add_piece(p, &c, sq, kind, colour, unsure, zone);
	}
	danger = danger_beside * c.danger / BELIEF_SURE;
	danger = danger < DANGER_MAX ? danger : DANGER_MAX;
	return sum + (c.worth + target * c.targets) / BELIEF_SURE + danger * danger / 4;
}

int
eval_masquerade(const struct position *p)
{
	struct eval e = { 0, 0, EVAL_PHASE_FULL };

	eval_pawns(&e, &p->b);
	eval_kings(&e, &p->b);
	return side(p, 0) - side(p, 1) + eval_tapered(&e) + eval_sign(p->b.seat) * tempo;
}

bool
eval_masquerade_in_danger(const struct position *p)
{
	const struct bitboard *b = &p->b;
	uint64_t king = b->kings & b->colour[b->seat], from = b->colour[!b->seat];

	if (!king)
		return false;
	while (from) {
		struct action a = { .from = (uint8_t)bits_pop(&from),
				    .to = (uint8_t)bits_first(king) };

		if (2 * eval_masquerade_chance(p, a) >= BELIEF_SURE)
			return true;
	}
	return false;
}
