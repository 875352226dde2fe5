/*
 * Masquerade Chess: a piece moves as its own kind and captures as its mask, so it is worth
 * something of both. There is no check; squares around the enemy king that masks reach are a
 * danger to it.
 */
#include <stddef.h>

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

/* Returns the kind that a piece captures as; its own before the masks are assigned. */
static enum piece_kind
mask_of(const struct position *p, enum piece_kind kind, unsigned colour)
{
	static const uint8_t index[] = {
		[PIECE_KNIGHT] = 4, [PIECE_BISHOP] = 3, [PIECE_ROOK] = 2,
		[PIECE_QUEEN] = 1,  [PIECE_KING] = 0,
	};
	unsigned mask = p->x.masquerade.mask[colour][index[kind]];

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

uint64_t
eval_masquerade_reach(const struct position *p, unsigned sq)
{
	uint8_t piece = bitboard_at(&p->b, sq);
	unsigned colour = piece_colour(piece);

	if (piece_kind(piece) == PIECE_PAWN)
		return attacks_pawn[colour][sq];
	return reach_of(mask_of(p, piece_kind(piece), colour), sq, bitboard_occupied(&p->b));
}

static int
side(const struct position *p, unsigned colour)
{
	const struct bitboard *b = &p->b;
	uint64_t occupied = bitboard_occupied(b), enemy = b->colour[!colour];
	uint64_t king = b->kings & enemy, zone = king, from = b->colour[colour] & ~b->pawns;
	int sum = pawn * (int)bits_count(b->pawns & b->colour[colour]), danger = 0;

	if (king)
		zone |= attacks_king[bits_first(king)];
	while (from) {
		unsigned sq = bits_pop(&from);
		enum piece_kind kind = piece_kind(bitboard_at(b, sq));
		uint64_t moves = reach_of(kind, sq, occupied) & ~occupied;
		uint64_t captures = reach_of(mask_of(p, kind, colour), sq, occupied);

		sum += moving[kind] + capturing[mask_of(p, kind, colour)];
		sum += kind == PIECE_KING ? 0 : moves_to * (int)bits_count(moves);
		sum += target * (int)bits_count(captures & enemy);
		danger += danger_beside * (int)bits_count(captures & zone);
	}
	danger = danger < DANGER_MAX ? danger : DANGER_MAX;
	return sum + danger * danger / 4;
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

	while (from)
		if (eval_masquerade_reach(p, bits_pop(&from)) & king)
			return true;
	return false;
}
