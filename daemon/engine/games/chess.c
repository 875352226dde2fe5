/* Chess and Chess960: the shared terms, and what end games ask for. */
#include "daemon/engine/eval.h"
#include "daemon/engine/gain.h"
#include "daemon/engine/traits.h"

enum {
	TEMPO = 12,
	/* Per step of a bare king towards the rim, and of the kings towards each other. */
	DRIVEN_TO_RIM = 12,
	KINGS_NEAR = 5,
	ENOUGH_TO_MATE = 400,
};

/* Returns the bonus of `colour` for driving a king that stands alone. */
static int
mating(const struct bitboard *b, unsigned colour)
{
	uint64_t king = b->kings & b->colour[!colour];
	unsigned own = bits_first(b->kings & b->colour[colour]), sq = bits_first(king);
	int file = (int)(own & 7) - (int)(sq & 7), rank = (int)(own >> 3) - (int)(sq >> 3);

	if (b->colour[!colour] != king)
		return 0;
	file = file < 0 ? -file : file;
	rank = rank < 0 ? -rank : rank;
	return DRIVEN_TO_RIM * (3 - eval_centrality(sq)) + KINGS_NEAR * (14 - file - rank);
}

/* Halves a score that cannot win: without pawns, a minor piece more is not enough. */
static int
scaled(const struct bitboard *b, int score)
{
	unsigned ahead = score < 0;

	if (!(b->pawns & b->colour[ahead]) && score < ENOUGH_TO_MATE && score > -ENOUGH_TO_MATE)
		return score / 4;
	return score + eval_sign(ahead) * mating(b, ahead);
}

static int
eval(const struct position *p)
{
	struct eval e = { 0, 0, 0 };

	eval_material(&e, &p->b);
	eval_pawns(&e, &p->b);
	eval_activity(&e, &p->b, UINT64_MAX);
	eval_kings(&e, &p->b);
	return scaled(&p->b, eval_tapered(&e)) + eval_sign(p->b.seat & 1) * TEMPO;
}

const struct traits traits_chess = {
	.eval = eval,
	.weights = eval_shared_weights,
	.gain = gain_orthodox,
	.may_skip = gain_has_officers,
	.exchange = gain_exchange,
	.is_lively = gain_is_lively,
	.repeats = true,
	.reduce = true,
	.quiet_plies = 32,
	.level = {
		[1] = { 450, 25, 40, 1 },
		[2] = { 720, 18, 27, 1 },
		[3] = { 1050, 13, 18, 1 },
		[4] = { 1350, 7, 7, 1 },
		[5] = { 1450, 0, 0, 2 },
		[6] = { 2500, 0, 0, 2 },
		[7] = { 3900, 0, 0, 2 },
		[8] = { 5600, 0, 0, 2 },
		[9] = { 9800, 0, 0, 2 },
	},
};
