#include "daemon/engine/eval.h"

#include <stddef.h>

struct weight eval_worth[PIECE_KING + 1] = {
	[PIECE_PAWN] = { 82, 105 },  [PIECE_KNIGHT] = { 325, 310 }, [PIECE_BISHOP] = { 340, 325 },
	[PIECE_ROOK] = { 475, 540 }, [PIECE_QUEEN] = { 1000, 980 },
};

static struct weight both_bishops = { 25, 50 };
static const uint8_t phase_of[PIECE_KING + 1] = {
	[PIECE_KNIGHT] = 1,
	[PIECE_BISHOP] = 1,
	[PIECE_ROOK] = 2,
	[PIECE_QUEEN] = 4,
};

/* By squares reached, less the usual number. */
static struct weight mobility[PIECE_KING + 1] = {
	[PIECE_KNIGHT] = { 5, 5 },
	[PIECE_BISHOP] = { 5, 6 },
	[PIECE_ROOK] = { 3, 5 },
	[PIECE_QUEEN] = { 1, 3 },
};
static const int usual_mobility[PIECE_KING + 1] = {
	[PIECE_KNIGHT] = 4,
	[PIECE_BISHOP] = 5,
	[PIECE_ROOK] = 6,
	[PIECE_QUEEN] = 11,
};
static struct weight centrality[PIECE_KING + 1] = {
	[PIECE_KNIGHT] = { 10, 7 },
	[PIECE_BISHOP] = { 4, 3 },
	[PIECE_ROOK] = { 1, 0 },
	[PIECE_QUEEN] = { 1, 6 },
};
static struct weight open_file = { 22, 8 }, half_open_file = { 10, 5 };
static struct weight seventh_rank = { 8, 18 };
/* Danger that an attacked square beside the king means, by the attacker. */
static int danger[PIECE_KING + 1] = {
	[PIECE_KNIGHT] = 3,
	[PIECE_BISHOP] = 2,
	[PIECE_ROOK] = 3,
	[PIECE_QUEEN] = 4,
};
enum { DANGER_MAX = 30 };

static struct weight isolated = { -12, -10 }, doubled = { -8, -18 };
static struct weight central_pawn = { 9, 0 };
/* By rank from the own side. */
static struct weight advanced[8] = {
	{ 0, 0 }, { 0, 0 }, { 2, 2 }, { 6, 4 }, { 10, 9 }, { 16, 16 }, { 20, 25 }, { 0, 0 },
};
static struct weight passed[8] = {
	{ 0, 0 }, { 2, 8 }, { 4, 14 }, { 8, 28 }, { 20, 52 }, { 45, 90 }, { 80, 140 }, { 0, 0 },
};
/* A passed pawn's way is free for each king's step that its own is nearer than the enemy's. */
static struct weight escorted = { 0, 6 };

static struct weight shelter = { 11, 0 }, king_centrality = { -14, 14 };

const struct eval_weight eval_shared_weights[] = {
	{ "worth", &eval_worth[0].mid, sizeof(eval_worth) },
	{ "both-bishops", &both_bishops.mid, sizeof(both_bishops) },
	{ "mobility", &mobility[0].mid, sizeof(mobility) },
	{ "centrality", &centrality[0].mid, sizeof(centrality) },
	{ "open-file", &open_file.mid, sizeof(open_file) },
	{ "half-open-file", &half_open_file.mid, sizeof(half_open_file) },
	{ "seventh-rank", &seventh_rank.mid, sizeof(seventh_rank) },
	{ "danger", danger, sizeof(danger) },
	{ "isolated", &isolated.mid, sizeof(isolated) },
	{ "doubled", &doubled.mid, sizeof(doubled) },
	{ "central-pawn", &central_pawn.mid, sizeof(central_pawn) },
	{ "advanced", &advanced[0].mid, sizeof(advanced) },
	{ "passed", &passed[0].mid, sizeof(passed) },
	{ "escorted", &escorted.mid, sizeof(escorted) },
	{ "shelter", &shelter.mid, sizeof(shelter) },
	{ "king-centrality", &king_centrality.mid, sizeof(king_centrality) },
	{ NULL, NULL, 0 },
};

int
eval_centrality(unsigned sq)
{
	int file = (int)(sq & 7), rank = (int)(sq >> 3);
	int by_file = file < 4 ? file : 7 - file, by_rank = rank < 4 ? rank : 7 - rank;

	return by_file < by_rank ? by_file : by_rank;
}

static unsigned
rank_of(unsigned sq, unsigned colour)
{
	return colour ? 7 - (sq >> 3) : sq >> 3;
}

static unsigned
distance(unsigned a, unsigned b)
{
	int file = (int)(a & 7) - (int)(b & 7), rank = (int)(a >> 3) - (int)(b >> 3);

	file = file < 0 ? -file : file;
	rank = rank < 0 ? -rank : rank;
	return (unsigned)(file > rank ? file : rank);
}

static uint64_t
file_of(unsigned sq)
{
	return BITS_FILE_A << (sq & 7);
}

static uint64_t
files_beside(unsigned sq)
{
	return bits_west(file_of(sq)) | bits_east(file_of(sq));
}

/* Returns all squares of ranks before this square's, from that colour's view. */
static uint64_t
ahead_of(unsigned sq, unsigned colour)
{
	return colour ? (UINT64_C(1) << (sq & 56)) - 1
		      : ~(((UINT64_C(1) << (sq & 56)) << 7 << 1) - 1);
}

void
eval_material(struct eval *e, const struct bitboard *b)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		for (enum piece_kind kind = PIECE_PAWN; kind < PIECE_KING; kind++) {
			unsigned n = bits_count(eval_kind(b, kind) & b->colour[colour]);

			eval_add(e, colour, eval_worth[kind], (int)n);
			e->phase += n * phase_of[kind];
		}
		if (bits_several(eval_kind(b, PIECE_BISHOP) & b->colour[colour]))
			eval_add(e, colour, both_bishops, 1);
	}
}

/* Returns how many steps nearer the pawn's own king is to the square before it; 0: a king is gone. */
static int
escort(const struct bitboard *b, unsigned sq, unsigned colour)
{
	uint64_t own = b->kings & b->colour[colour], enemy = b->kings & b->colour[!colour];
	unsigned ahead = colour ? sq - 8 : sq + 8;

	if (!own || !enemy)
		return 0;
	return (int)distance(bits_first(enemy), ahead) - (int)distance(bits_first(own), ahead);
}

static void
add_pawn(struct eval *e, const struct bitboard *b, unsigned sq, unsigned colour)
{
	uint64_t own = b->pawns & b->colour[colour], enemy = b->pawns & b->colour[!colour];
	uint64_t ahead = ahead_of(sq, colour), file = file_of(sq), beside = files_beside(sq);
	unsigned rank = rank_of(sq, colour);

	eval_add(e, colour, advanced[rank], 1);
	eval_add(e, colour, central_pawn, eval_centrality(sq));
	if (!(own & beside))
		eval_add(e, colour, isolated, 1);
	if (own & file & ahead) {
		eval_add(e, colour, doubled, 1);
	} else if (!(enemy & (file | beside) & ahead)) {
		eval_add(e, colour, passed[rank], 1);
		eval_add(e, colour, escorted, escort(b, sq, colour));
	}
}

void
eval_pawns(struct eval *e, const struct bitboard *b)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		/* Pawns on an end rank, which a few games have, count as material only. */
		uint64_t pawns = b->pawns & b->colour[colour] & ~BITS_RANK_1 & ~(BITS_RANK_1 << 56);

		while (pawns)
			add_pawn(e, b, bits_pop(&pawns), colour);
	}
}

static uint64_t
reach_of(enum piece_kind kind, unsigned sq, uint64_t occupied)
{
	if (kind == PIECE_KNIGHT)
		return attacks_knight[sq];
	return (kind != PIECE_ROOK ? attacks_diag(sq, occupied) : 0) |
	       (kind != PIECE_BISHOP ? attacks_line(sq, occupied) : 0);
}

static void
add_rook(struct eval *e, const struct bitboard *b, unsigned sq, unsigned colour)
{
	uint64_t on_file = b->pawns & file_of(sq);

	if (!on_file)
		eval_add(e, colour, open_file, 1);
	else if (!(on_file & b->colour[colour]))
		eval_add(e, colour, half_open_file, 1);
	if (rank_of(sq, colour) == 6)
		eval_add(e, colour, seventh_rank, 1);
}

/* Adds one colour's pieces of a kind; returns their danger for the squares of `zone`. */
static int
add_kind(struct eval *e, const struct bitboard *b, enum piece_kind kind, unsigned colour,
	 uint64_t within, uint64_t zone)
{
	uint64_t occupied = bitboard_occupied(b) & within, own = b->colour[colour] & within;
	uint64_t guarded = attacks_pawns(b->pawns & b->colour[!colour] & within, !colour);
	uint64_t from = eval_kind(b, kind) & own;
	int sum = 0;

	while (from) {
		unsigned sq = bits_pop(&from);
		uint64_t reach = reach_of(kind, sq, occupied) & ~own;
		int safe = (int)bits_count(reach & ~guarded);

		eval_add(e, colour, mobility[kind], safe - usual_mobility[kind]);
		eval_add(e, colour, centrality[kind], eval_centrality(sq));
		sum += danger[kind] * (int)bits_count(reach & zone);
		if (kind == PIECE_ROOK)
			add_rook(e, b, sq, colour);
	}
	return sum;
}

void
eval_activity(struct eval *e, const struct bitboard *b, uint64_t within)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		uint64_t king = b->kings & b->colour[!colour] & within, zone = 0;
		int sum = 0;

		if (king)
			zone = attacks_king[bits_first(king)] | king;
		for (enum piece_kind kind = PIECE_KNIGHT; kind < PIECE_KING; kind++)
			sum += add_kind(e, b, kind, colour, within, zone);
		/* Few attackers threaten little, several together much. */
		sum = sum > DANGER_MAX ? DANGER_MAX : sum;
		e->mid += eval_sign(colour) * sum * sum / 4;
	}
}

void
eval_kings(struct eval *e, const struct bitboard *b)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		uint64_t king = b->kings & b->colour[colour], front;
		unsigned sq;

		if (!king)
			continue;
		sq = bits_first(king);
		front = attacks_king[sq] & ahead_of(sq, colour);
		front |= bits_forward(front, colour);
		eval_add(e, colour, shelter, (int)bits_count(front & b->pawns & b->colour[colour]));
		eval_add(e, colour, king_centrality, eval_centrality(sq));
	}
}

int
eval_tapered(const struct eval *e)
{
	int phase = e->phase < EVAL_PHASE_FULL ? (int)e->phase : EVAL_PHASE_FULL;

	return (e->mid * phase + e->end * (EVAL_PHASE_FULL - phase)) / EVAL_PHASE_FULL;
}
