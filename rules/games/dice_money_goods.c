/* Dice-Money Chess: the purchases, and which main moves remain after each. */
#include "rules/games/dice_money.h"
#include "rules/movegen.h"
#include "rules/orthodox.h"

void
dice_money_place(struct position *p, unsigned sq, uint8_t piece)
{
	bitboard_put(&p->b, sq, piece);
	p->x.dice_money.lost[piece_colour(piece)][dice_money_slot(piece_kind(piece))]--;
	p->b.halfmoves = 0;
	dice_money_ep_keep(&p->b, p->b.ep_sq);
}

/* Returns the squares from which such a piece attacks sq. */
static uint64_t
attacks_back(uint8_t piece, unsigned sq, uint64_t occupied)
{
	enum piece_kind kind = piece_kind(piece);
	uint64_t set = 0;

	if (kind == PIECE_PAWN)
		return attacks_pawn[!piece_colour(piece)][sq];
	if (kind == PIECE_KNIGHT)
		return attacks_knight[sq];
	if (kind != PIECE_ROOK)
		set |= attacks_diag(sq, occupied);
	if (kind != PIECE_BISHOP)
		set |= attacks_line(sq, occupied);
	return set;
}

/*
 * A plain main move that is possible now. Nearly every placement leaves it
 * possible, so only few placements must be tried on the board.
 */
struct witness {
	bool found;
	uint64_t way;      /* squares passed and entered */
	uint64_t occupied; /* after the move */
	unsigned king_sq;  /* after the move */
};

static struct witness
witness_of(const struct position *p)
{
	const struct bitboard *b = &p->b;
	struct action list[ORTHODOX_ACTIONS_MAX];
	size_t n = dice_money_moves_list(p, list);
	struct witness w = { .king_sq = bits_first(b->kings & b->colour[b->seat]) };

	for (size_t i = 0; i < n && !w.found; i++) {
		struct action a = list[i];

		/*
		 * A promotion may need the piece being placed; en passant
		 * empties another square.
		 */
		if (a.kind != ACT_MOVE || a.arg || a.to == b->ep_sq)
			continue;
		w.found = true;
		w.way = attacks_between[a.from][a.to] | bit(a.to);
		w.occupied = (bitboard_occupied(b) & ~bit(a.from)) | bit(a.to);
		if (a.from == w.king_sq)
			w.king_sq = a.to;
	}
	return w;
}

/* Returns the squares where the piece may be placed so that a main move remains. */
static uint64_t
places(const struct position *p, uint8_t piece, const struct witness *w)
{
	uint64_t open = ~bitboard_occupied(&p->b), safe = 0, doubtful;

	if (piece_kind(piece) == PIECE_PAWN)
		open &= ~(BITS_RANK_1 | BITS_RANK_8);
	if (w->found) {
		safe = open & ~w->way;
		if (piece_colour(piece) != p->b.seat)
			safe &= ~attacks_back(piece, w->king_sq, w->occupied);
	}
	for (doubtful = open & ~safe; doubtful;) {
		unsigned sq = bits_pop(&doubtful);
		struct position after = *p;

		dice_money_place(&after, sq, piece);
		if (dice_money_moves_count(&after))
			safe |= bit(sq);
	}
	return safe;
}

static size_t
placements(const struct position *p, bool list, struct action *out, size_t n)
{
	struct witness w = { .found = false };
	bool looked = false;

	for (unsigned i = 0; i < 2 * KINDS_LOST; i++) {
		unsigned colour = i / KINDS_LOST, kind = PIECE_PAWN + i % KINDS_LOST;
		uint8_t piece = piece_make(kind, colour);
		uint64_t to;

		if (!p->x.dice_money.lost[colour][dice_money_slot(kind)] ||
		    !dice_money_affordable(p, dice_money_item(piece, p->b.seat)))
			continue;
		if (!looked)
			w = witness_of(p);
		looked = true;
		to = places(p, piece, &w);
		if (!list)
			n += bits_count(to);
		for (; list && to; n++)
			out[n] = (struct action){ ACT_BUY, 0, (uint8_t)bits_pop(&to), piece };
	}
	return n;
}

static size_t
buy(enum dice_money_item item, bool list, struct action *out, size_t n)
{
	if (list)
		out[n] = (struct action){ ACT_BUY, 0, 0, (uint8_t)(BUY_ITEM | (unsigned)item) };
	return n + 1;
}

/* A purchase is legal only if a main move remains. */
size_t
dice_money_purchases(const struct position *p, size_t main_moves, bool list, struct action *out,
		     size_t n)
{
	struct position flying = *p;

	if (main_moves && dice_money_affordable(p, ITEM_EXTRA1))
		n = buy(ITEM_EXTRA1, list, out, n);
	if (main_moves && dice_money_affordable(p, ITEM_EXTRA2))
		n = buy(ITEM_EXTRA2, list, out, n);
	flying.x.dice_money.flight = 1;
	if (dice_money_affordable(p, ITEM_FLIGHT) &&
	    (main_moves || dice_money_moves_count(&flying)))
		n = buy(ITEM_FLIGHT, list, out, n);
	return placements(p, list, out, n);
}
