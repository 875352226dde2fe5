/*
 * Crowded House, by Don Kirkby: chess for two teams of two. White king-side,
 * Black king-side, White queen-side and Black queen-side act in turn. Each
 * makes moves that start or end on its own half of the board.
 *
 * Only the next seat threatens a king, and only with moves that start or end on
 * its half: `hunters`. A king on that half is hunted by every enemy piece, a
 * king outside by the enemy pieces on that half. Generation therefore removes
 * the moves of all other enemies (they still block). On that board, moves are
 * legal as in chess. A king that changes halves changes its hunters; only this
 * case is checked separately.
 */
#include "rules/movegen.h"
#include "rules/orthodox.h"

enum { SEATS = 4, PASSES_MAX = 4 };

#define KING_HALF  UINT64_C(0xf0f0f0f0f0f0f0f0)
#define QUEEN_HALF UINT64_C(0x0f0f0f0f0f0f0f0f)

ALWAYS_INLINE uint64_t
half_of(unsigned seat)
{
	return seat < SEAT_WQ ? KING_HALF : QUEEN_HALF;
}

ALWAYS_INLINE unsigned
seat_after(unsigned seat)
{
	return (seat + 1) % SEATS;
}

/* --- Threats to a king -------------------------------------------------- */

/* Returns the enemy pieces that the owner of `half` may use to capture on sq. */
ALWAYS_INLINE uint64_t
hunters(uint64_t enemy, uint64_t half, unsigned sq)
{
	return bits_has(half, sq) ? enemy : enemy & half;
}

/* Returns the pieces that `seat` could use to capture on sq with these squares occupied. */
static uint64_t
takers(const struct bitboard *b, unsigned seat, unsigned sq, uint64_t occupied)
{
	uint64_t found = bitboard_attackers(b, sq, occupied, seat & 1);

	return hunters(found, half_of(seat), sq);
}

/* Returns the pieces that the next seat could use to capture the king of the side to act. */
static uint64_t
checkers_of(const struct bitboard *b)
{
	unsigned king_sq = bits_first(b->kings & b->colour[b->seat & 1]);

	return takers(b, seat_after(b->seat), king_sq, bitboard_occupied(b));
}

/* Returns the pieces that could capture the king on its castling path or at its end. */
static uint64_t
castling_takers(const struct bitboard *b, unsigned king_sq, unsigned rook_sq)
{
	unsigned king_to = bitboard_castling_ends(king_sq, rook_sq).king_to;
	unsigned next = seat_after(b->seat);
	uint64_t occupied = bitboard_occupied(b), way = attacks_between[king_sq][king_to], found;

	found = takers(b, next, king_to, bitboard_castling_after(king_sq, rook_sq, occupied));
	while (way)
		found |= takers(b, next, bits_pop(&way), occupied & ~bit(king_sq));
	return found;
}

/* --- Actions ------------------------------------------------------------ */

/*
 * Adds castling. Threats to the king are tested here, so movegen_castling only
 * tests empty squares.
 */
static size_t
castling(const struct bitboard *b, unsigned king_sq, unsigned us, bool list, struct action *out,
	 size_t n)
{
	uint64_t half = half_of(b->seat), rooks = bitboard_castling_rooks(b, us);
	struct bitboard tame = bitboard_tamed(b, !us, 0);
	struct movegen quiet = movegen_free(&tame, us, UINT64_MAX);

	while (rooks) {
		unsigned rook_sq = bits_pop(&rooks);
		unsigned king_to = bitboard_castling_ends(king_sq, rook_sq).king_to;

		if (!(half & (bit(king_sq) | bit(king_to))) || castling_takers(b, king_sq, rook_sq))
			tame.castling &= (uint16_t)~bitboard_castling_bits(bit(rook_sq));
	}
	quiet.king_sq = king_sq;
	return movegen_castling(&quiet, false, list, out, n);
}

/* Adds king moves to either half, each with its own hunters. */
ALWAYS_INLINE size_t
king_moves(const struct movegen *m, const struct bitboard *b, uint64_t half, uint64_t feared,
	   bool list, struct action *out, size_t n)
{
	uint64_t open = attacks_king[m->king_sq] & ~m->own;
	struct bitboard outside = bitboard_tamed(b, !m->us, m->enemy & feared);
	struct movegen here = *m;

	if (!bits_has(half, m->king_sq))
		open &= half;
	here.b = b;
	n = movegen_king_among(&here, open & feared, list, out, n);
	here.b = &outside;
	return movegen_king_among(&here, open & ~feared, list, out, n);
}

/* Adds en passant by a pawn of this half, or onto this half. */
ALWAYS_INLINE size_t
ep_moves(const struct movegen *m, uint64_t half, bool list, struct action *out, size_t n)
{
	struct movegen may = *m;

	if (m->b->ep_sq == RULES_NO_SQ)
		return n;
	if (!bits_has(half, m->b->ep_sq))
		may.own &= half;
	return movegen_ep(&may, list, out, n);
}

/*
 * Starts generation as in chess, except that kings may be adjacent; a king that
 * hunts the other gives check.
 */
ALWAYS_INLINE struct movegen
movegen_of(const struct bitboard *hunted, unsigned us)
{
	struct movegen m = movegen_begin(hunted, us);
	uint64_t king = attacks_king[m.king_sq] & hunted->kings & m.enemy;

	if (king) {
		m.checkers |= king;
		m.goal &= king;
	}
	return m;
}

/* Lists all board moves and sets *checked if the next seat could capture the king. */
ALWAYS_INLINE size_t
generate(const struct bitboard *b, unsigned us, bool list, struct action *out, bool *checked)
{
	/* The halves of this seat and the next: their moves start or end there. */
	uint64_t half = half_of(b->seat), feared = half_of(seat_after(b->seat));
	unsigned king_sq = bits_first(b->kings & b->colour[us]);
	struct bitboard hunted = bitboard_tamed(b, !us, hunters(b->colour[!us], feared, king_sq));
	struct movegen m = movegen_of(&hunted, us), arriving;
	size_t n = king_moves(&m, b, half, feared, list, out, 0);

	*checked = m.checkers != 0;
	if (movegen_only_king(&m))
		return n;
	n = ep_moves(&m, half, list, out, n);
	if (!m.checkers && bitboard_castling_files(b, us))
		n = castling(b, king_sq, us, list, out, n);
	arriving = m;
	arriving.own &= ~half;
	arriving.goal &= half;
	n = movegen_men(&arriving, list, out, n);
	m.own &= half;
	return movegen_men(&m, list, out, n);
}

/* Lists the actions: a seat that cannot move and is not in check passes. */
static size_t
crowded_house_actions(const struct position *p, struct action *out)
{
	bool checked;
	size_t n = p->b.seat & 1 ? generate(&p->b, 1, true, out, &checked)
				 : generate(&p->b, 0, true, out, &checked);

	if (n == 0 && !checked)
		out[n++] = (struct action){ .kind = ACT_PASS };
	return n;
}

static size_t
crowded_house_count(const struct position *p)
{
	bool checked;
	size_t n = p->b.seat & 1 ? generate(&p->b, 1, false, NULL, &checked)
				 : generate(&p->b, 0, false, NULL, &checked);

	return n == 0 && !checked ? 1 : n;
}

/* --- What an action does ------------------------------------------------ */

/* A pass uses the seat's turn without a board move. */
static void
pass(struct position *p)
{
	p->x.crowded_house.passes++;
	p->b.ep_sq = RULES_NO_SQ;
	p->b.turn += p->b.seat & 1;
}

static void
crowded_house_apply(struct position *p, struct action a)
{
	unsigned next = seat_after(p->b.seat);

	if (a.kind == ACT_PASS) {
		pass(p);
	} else {
		p->x.crowded_house.passes = 0;
		bitboard_turn_either(&p->b, a, p->b.seat & 1);
	}
	p->b.seat = (uint8_t)next;
}

/* --- Ends --------------------------------------------------------------- */

static struct sqset
crowded_house_area(const struct position *p)
{
	return (struct sqset){ { half_of(p->b.seat), 0 } };
}

static struct outcome
crowded_house_end(const struct position *p)
{
	if (p->x.crowded_house.passes < PASSES_MAX)
		return outcome_ongoing();
	return outcome_draw(REASON_ALL_PASSED);
}

/*
 * Returns the king in check. It can only be that of the side to act, because no move may leave
 * its own king attacked.
 */
static bool
crowded_house_in_check(const struct position *p, unsigned colour)
{
	return colour == (p->b.seat & 1u) && checkers_of(&p->b);
}

/* --- Text --------------------------------------------------------------- */

static const char *const seat_names[] = { "wk", "bk", "wq", "bq" };

static int
parse_seat(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	unsigned seat;
	size_t at;

	if (fields_key(f, "seat", &w, &at, err) < 0)
		return -1;
	seat = word_choice(w, seat_names, SEATS);
	if (seat == SEATS)
		return error_quote(err, at, "the seats are wk, bk, wq and bq, not", w);
	if ((seat & 1) != p->b.seat)
		return error_quote(err, at, "this seat is not of the colour to act:", w);
	p->b.seat = (uint8_t)seat;
	return 0;
}

static int
crowded_house_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	uint64_t n;
	size_t at;

	if (parse_seat(f, p, err) < 0 || fields_key(f, "passes", &w, &at, err) < 0)
		return -1;
	if (word_count(w, PASSES_MAX, &n) < 0)
		return error_quote(err, at, "passes in a row are a number from 0 to 4, not", w);
	if (n > 0 && p->b.ep_sq != RULES_NO_SQ)
		return error_quote(err, at,
				   "after a pass nothing can be taken en passant: passes is", w);
	p->x.crowded_house.passes = (uint8_t)n;
	return 0;
}

static void
crowded_house_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	(void)seat; /* nothing is hidden */
	text_add(out, " seat=");
	text_add(out, seat_names[p->b.seat]);
	text_add(out, " passes=");
	text_number(out, p->x.crowded_house.passes);
}

/* --- Valid positions ---------------------------------------------------- */

static int
crowded_house_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;
	unsigned idle = !(b->seat & 1);

	if (orthodox_check_men(b, ORTHODOX_BOTH_KINGS, err) < 0)
		return -1;
	if (takers(b, b->seat, bits_first(b->kings & b->colour[idle]), bitboard_occupied(b)))
		return orthodox_error_idle_check(idle, err);
	return 0;
}

/* --- Reasons ------------------------------------------------------------ */

static void
refuse_other_half(struct refusal *out)
{
	refusal_set(out, "other-half",
		    "A move must begin or end on this player's half of the board.", 0);
}

/*
 * Explains a move that is otherwise possible, but after which the next player could capture the
 * king.
 */
static void
refuse_for_king(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	struct bitboard after = p->b;
	unsigned us = p->b.seat & 1;
	uint64_t checkers = checkers_of(&p->b), found;

	bitboard_move_pieces(&after, us, from, to, 0);
	found = takers(&after, seat_after(p->b.seat), bits_first(after.kings & after.colour[us]),
		       bitboard_occupied(&after));
	if (bits_has(p->b.kings, from))
		refusal_set(out, "king-attacked", "The next player could capture the king there.",
			    found);
	else if (found & ~checkers)
		refusal_set(out, "pinned",
			    "The piece is pinned: the next player could then capture the king.",
			    found & ~checkers);
	else
		refusal_set(out, "in-check",
			    "The next player could capture the king, and this move does not "
			    "prevent it.",
			    checkers);
}

static void
refuse_castling(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	unsigned rook_sq = (from & ~7u) + (to > from ? 7 : 0);
	unsigned king_to = bitboard_castling_ends(from, rook_sq).king_to;
	uint64_t checkers = checkers_of(&p->b);

	if (!(half_of(p->b.seat) & (bit(from) | bit(king_to))))
		refuse_other_half(out);
	else if (checkers)
		refusal_set(out, "castling-in-check",
			    "The king may not castle while the next player could capture it.",
			    checkers);
	else
		refusal_set(out, "castling-attacked-way",
			    "The king may not castle where the next player could capture it.",
			    castling_takers(&p->b, from, rook_sq));
}

/* Explains a move that is legal in chess but not in this game. */
static void
refuse_special(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	if (half_of(p->b.seat) & (bit(from) | bit(to)))
		refuse_for_king(p, from, to, out);
	else
		refuse_other_half(out);
}

static void
crowded_house_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		     struct refusal *out)
{
	struct position tame = { .b = bitboard_tamed(&p->b, !(p->b.seat & 1), 0) };

	(void)seat; /* nothing is hidden */
	if (orthodox_refuse_shape(&tame, from, to, out)) {
		/* A castling reason without squares: only enemy pieces forbid it. */
		if (out->rule[0] == 'c' && sqset_empty(out->squares))
			refuse_castling(p, from, to, out);
		return;
	}
	if (to != RULES_NO_SQ) {
		refuse_special(p, from, to, out);
		return;
	}
	/*
	 * The piece can go somewhere: explains one such square, preferably on
	 * this player's half.
	 */
	for (to = 0; to < 64; to++) {
		if (orthodox_refuse_shape(&tame, from, to, out))
			continue;
		refuse_special(p, from, to, out);
		if (half_of(p->b.seat) & (bit(from) | bit(to)))
			return;
	}
	refuse_other_half(out);
}

/* Explains why a seat may not pass; the squares are those of pieces that can move. */
static void
crowded_house_refuse_verb(const struct position *p, unsigned seat, struct action a,
			  struct refusal *out)
{
	struct action list[ORTHODOX_ACTIONS_MAX];
	size_t n = crowded_house_actions(p, list);
	uint64_t movers = 0;

	(void)seat; /* nothing is hidden */
	for (size_t i = 0; i < n; i++)
		movers |= bit(list[i].from);
	if (a.kind == ACT_PASS)
		refusal_set(out, "can-move", "A player who can move may not pass.", movers);
}

const struct game game_crowded_house = {
	.name = "crowded-house",
	.title = "Crowded House",
	.files = 8,
	.ranks = 8,
	.seats = SEATS,
	.seat_names = seat_names,
	.letters = ".PNBRQK",
	.castling = CASTLING_ORTHODOX,
	.draws = DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.idle_turns = true,
	/* A subset of the moves of chess, or one pass. */
	.actions_max = ORTHODOX_ACTIONS_MAX,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 seat=wk passes=0",
	.keys_parse = crowded_house_keys_parse,
	.keys_print = crowded_house_keys_print,
	.check = crowded_house_check,
	.actions = crowded_house_actions,
	.count = crowded_house_count,
	.apply = crowded_house_apply,
	.end = crowded_house_end,
	.area = crowded_house_area,
	.in_check = crowded_house_in_check,
	.refuse = crowded_house_refuse,
	.verbs = 1 << ACT_PASS,
	.refuse_verb = crowded_house_refuse_verb,
};
