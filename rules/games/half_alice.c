/*
 * Half Alice Chess, by Don Kirkby: Alice Chess with one set. A checker under a
 * piece shows that the piece is behind the mirror. A move follows the rules of
 * chess among the pieces on the mover's side of the mirror. The piece then
 * changes sides and takes or frees a checker.
 *
 * Marks are on pieces behind the mirror. The near side is the one of the
 * mover's king; it decides about check. A near piece leaves that side when it
 * moves. It thus helps its king only by capturing, is pinned even along the
 * line, and does not remain on the square it captured on. A far piece arrives
 * on the near side and can only block. Chess differs in nothing else, so no
 * move but en passant needs to be tried on the board.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/orthodox.h"

enum {
	CHECKERS_MAX = 99,
	CHECKERS_USUAL = 12,
	/*
	 * A square is entered from eight directions on each side of the mirror
	 * and by eight knights. A last-rank square can also be entered by three
	 * pawns with four kinds each. Two castlings are added.
	 */
	ACTIONS_MAX = 64 * (2 * 8 + 8) + 8 * 12 + 2,
};

/* --- Actions ------------------------------------------------------------ */

/* Returns the squares on the piece's side of the mirror; `piece` is a set of one square. */
ALWAYS_INLINE uint64_t
side_of(const struct position *p, uint64_t piece)
{
	return piece & p->marks ? p->marks : ~p->marks;
}

enum { RAYS = 8 }; /* rays that end at a king */

/* Data for generating the moves of one position. */
struct mirror {
	struct movegen near, far; /* the side of the mover's king, and the other side */
	uint64_t may;             /* pieces that may move: without a free checker, only pieces on a
			  * checker */
	uint64_t vacant;          /* empty on both sides */
	/*
	 * Enemies that alone block their own slider from the king: near pieces
	 * may not capture them.
	 */
	uint64_t shields;
	/*
	 * Pairs that together block a slider: `own` may not capture `enemy`, as
	 * both would leave the line.
	 */
	struct pair {
		uint8_t own, enemy;
	} pair[RAYS];
	unsigned pairs;
	uint64_t paired; /* both squares of all pairs */
};

/*
 * Finds shields and pairs. A capture by a near piece empties two near squares,
 * since the captor changes sides. It exposes the king if the victim alone, or
 * both together, block an enemy slider.
 */
ALWAYS_INLINE void
find_shields(struct mirror *m)
{
	const struct movegen *near = &m->near;
	uint64_t snipers = movegen_snipers(near);

	while (snipers) {
		uint64_t blockers =
			attacks_between[near->king_sq][bits_pop(&snipers)] & near->occupied;
		uint64_t own = blockers & near->own, enemy = blockers & near->enemy;

		if (!own && !bits_several(enemy))
			m->shields |= enemy;
		if (!own || !enemy || bits_several(own) || bits_several(enemy))
			continue;
		m->pair[m->pairs++] =
			(struct pair){ (uint8_t)bits_first(own), (uint8_t)bits_first(enemy) };
		m->paired |= blockers;
	}
}

ALWAYS_INLINE struct mirror
mirror_of(const struct position *p, unsigned us)
{
	const struct bitboard *b = &p->b;
	uint64_t king = b->kings & b->colour[us];
	uint64_t near = side_of(p, king);
	struct mirror m;

	m.near = movegen_begin_within(b, us, near);
	m.far = movegen_free(b, us, ~near);
	m.may = p->x.half_alice.checkers[us] ? UINT64_MAX : p->marks;
	m.vacant = ~bitboard_occupied(b);
	m.shields = m.paired = 0;
	m.pairs = 0;
	find_shields(&m);
	return m;
}

/* Adds king moves: the target must be safe on the near side and afterwards on the far side. */
ALWAYS_INLINE size_t
king_moves(const struct mirror *m, bool list, struct action *out, size_t n)
{
	const struct movegen *near = &m->near;
	uint64_t open = attacks_king[near->king_sq] & (m->vacant | near->enemy), safe = 0;

	if (!bits_has(m->may, near->king_sq))
		return n;
	open = movegen_king_safe(near, open);
	while (open) {
		unsigned sq = bits_pop(&open);

		if (!bitboard_attacked(near->b, sq, m->far.occupied, !near->us))
			safe |= bit(sq);
	}
	return movegen_emit(list, out, n, near->king_sq, safe);
}

/* Adds moves of paired pieces, except onto their partner. */
static size_t
pair_moves(const struct mirror *m, const struct movegen *loose, bool list, struct action *out,
	   size_t n)
{
	for (unsigned i = 0; i < m->pairs; i++) {
		struct movegen one = *loose;

		one.own &= bit(m->pair[i].own);
		one.goal &= ~bit(m->pair[i].enemy);
		if (one.own)
			n = movegen_men(&one, list, out, n);
	}
	return n;
}

/*
 * Adds near moves: free pieces move anywhere or capture the checking piece;
 * pinned ones only capture the pinning piece.
 */
ALWAYS_INLINE size_t
near_moves(const struct mirror *m, bool list, struct action *out, size_t n)
{
	uint64_t bound = m->near.pinned_diag | m->near.pinned_line;
	struct movegen loose = m->near, pinned = m->near;

	loose.own &= m->may & ~bound;
	loose.pinned_diag = loose.pinned_line = 0;
	loose.goal = (loose.checkers ? loose.checkers : m->vacant | loose.enemy) & ~m->shields;
	if (m->pairs)
		n = pair_moves(m, &loose, list, out, n);
	loose.own &= ~m->paired;
	n = movegen_men(&loose, list, out, n);
	pinned.own &= m->may & bound;
	if (!pinned.own || pinned.checkers)
		return n;
	pinned.goal = pinned.enemy & ~m->paired;
	return movegen_men(&pinned, list, out, n);
}

/* Adds far moves: anywhere, or in check onto the line between the king and the checking piece. */
ALWAYS_INLINE size_t
far_moves(const struct mirror *m, bool list, struct action *out, size_t n)
{
	struct movegen far = m->far;

	far.own &= m->may;
	far.goal = m->vacant | far.enemy;
	if (m->near.checkers)
		far.goal &= attacks_between[m->near.king_sq][bits_first(m->near.checkers)];
	return movegen_men(&far, list, out, n);
}

/*
 * A near capture empties two squares at once and a far one adds a piece, so
 * both are tried on the board.
 */
static size_t
ep_moves(const struct mirror *m, bool list, struct action *out, size_t n)
{
	const struct bitboard *b = m->near.b;
	unsigned ep = b->ep_sq, us = m->near.us;
	bool near = bits_has(m->near.occupied, ep ^ 8);
	uint64_t takers = movegen_ep_takers(near ? &m->near : &m->far) & m->may;

	while (takers) {
		unsigned sq = bits_pop(&takers);
		uint64_t after = near ? m->near.occupied ^ bit(sq) ^ bit(ep ^ 8)
				      : m->near.occupied | bit(ep);

		if (!bitboard_attacked(b, m->near.king_sq, after, !us))
			n = movegen_emit(list, out, n, sq, bit(ep));
	}
	return n;
}

/*
 * Reports whether both end squares are free behind the mirror and the king's is
 * not attacked there.
 */
static bool
castling_fits_beyond(const struct mirror *m, unsigned rook_sq)
{
	struct bitboard_castling end = bitboard_castling_ends(m->near.king_sq, rook_sq);
	uint64_t ends = bit(end.king_to) | bit(end.rook_to);

	return !(m->far.occupied & ends) &&
	       !bitboard_attacked(m->near.b, end.king_to, m->far.occupied | ends, !m->near.us);
}

/*
 * Adds castling as in chess on the near side, the one without checkers; two
 * free checkers are needed.
 */
static size_t
castling(const struct position *p, const struct mirror *m, bool list, struct action *out, size_t n)
{
	struct bitboard b = p->b;
	struct movegen near = m->near;
	unsigned us = near.us;
	uint64_t rooks = bitboard_castling_rooks(&b, us);

	if (p->x.half_alice.checkers[us] < 2)
		return n;
	while (rooks) {
		unsigned rook_sq = bits_pop(&rooks);

		if (!castling_fits_beyond(m, rook_sq))
			b.castling &= (uint16_t)~bitboard_castling_bits(bit(rook_sq));
	}
	near.b = &b;
	return movegen_castling(&near, false, list, out, n);
}

ALWAYS_INLINE size_t
generate(const struct position *p, unsigned us, bool list, struct action *out)
{
	struct mirror m = mirror_of(p, us);
	size_t n = king_moves(&m, list, out, 0);

	if (movegen_only_king(&m.near))
		return n;
	n = near_moves(&m, list, out, n);
	n = far_moves(&m, list, out, n);
	if (p->b.ep_sq != RULES_NO_SQ)
		n = ep_moves(&m, list, out, n);
	return bitboard_castling_files(&p->b, us) ? castling(p, &m, list, out, n) : n;
}

static size_t
half_alice_actions(const struct position *p, struct action *out)
{
	return game_list_moves(generate, p, out);
}

static size_t
half_alice_count(const struct position *p)
{
	return game_count_moves(generate, p);
}

/* --- What an action does ------------------------------------------------ */

static void
free_checker(struct position *p, unsigned colour)
{
	if (p->x.half_alice.checkers[colour] < CHECKERS_MAX)
		p->x.half_alice.checkers[colour]++;
}

/*
 * Reports whether an enemy pawn can use the square: it must be on the side
 * where the stepped pawn now is.
 */
static bool
half_alice_ep_stands(const struct position *p, unsigned sq)
{
	const struct bitboard *b = &p->b;
	unsigned taker = !bitboard_ep_owner(sq);
	uint64_t side = side_of(p, bit(sq ^ 8));

	return !bits_has(bitboard_occupied(b), sq) &&
	       (attacks_pawn[!taker][sq] & b->pawns & b->colour[taker] & side);
}

static void
castle(struct position *p, struct action a, unsigned us)
{
	struct bitboard_castling end = bitboard_castling_ends(a.from, a.arg);

	bitboard_turn(&p->b, a, us);
	p->marks |= bit(end.king_to) | bit(end.rook_to);
	p->x.half_alice.checkers[us] = (uint8_t)(p->x.half_alice.checkers[us] - 2);
}

ALWAYS_INLINE void
move(struct position *p, struct action a, unsigned us)
{
	struct bitboard *b = &p->b;
	bool ep = bits_has(b->pawns, a.from) && a.to == b->ep_sq;
	unsigned victim_sq = ep ? a.to ^ 8u : a.to;
	uint64_t behind = p->marks >> a.from & 1;

	if (bits_has(b->colour[!us] & p->marks, victim_sq))
		free_checker(p, !us);
	if (behind)
		free_checker(p, us);
	else
		p->x.half_alice.checkers[us]--;
	p->marks &= ~(bit(a.from) | bit(victim_sq));
	p->marks |= (behind ^ 1) << a.to;
	bitboard_turn(b, a, us);
	if (b->ep_sq != RULES_NO_SQ && !half_alice_ep_stands(p, b->ep_sq))
		b->ep_sq = RULES_NO_SQ;
}

static void
half_alice_apply(struct position *p, struct action a)
{
	if (a.kind == ACT_CASTLE)
		castle(p, a, p->b.seat);
	else
		game_make_move(move, p, a);
}

/* --- Check -------------------------------------------------------------- */

/* Returns the attackers of the king of that colour, on its side of the mirror. */
static uint64_t
checkers_of(const struct position *p, unsigned colour)
{
	const struct bitboard *b = &p->b;
	uint64_t king = b->kings & b->colour[colour];

	return bitboard_attackers(b, bits_first(king), bitboard_occupied(b) & side_of(p, king),
				  !colour);
}

static bool
half_alice_in_check(const struct position *p, unsigned colour)
{
	return checkers_of(p, colour) != 0;
}

/* --- Text --------------------------------------------------------------- */

static int
half_alice_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word list;
	uint64_t n[2];
	size_t at;

	if (fields_key(f, "checkers", &list, &at, err) < 0 ||
	    word_counts("checkers", list, at, 2, CHECKERS_MAX, n, err) < 0)
		return -1;
	p->x.half_alice.checkers[0] = (uint8_t)n[0];
	p->x.half_alice.checkers[1] = (uint8_t)n[1];
	return 0;
}

static void
half_alice_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	(void)seat; /* nothing is hidden */
	text_add(out, " checkers=");
	text_number(out, p->x.half_alice.checkers[0]);
	text_char(out, ',');
	text_number(out, p->x.half_alice.checkers[1]);
}

/* --- Valid positions ---------------------------------------------------- */

/* Kings and rooks with a castling right have not moved, so none of them is on a checker. */
static int
check_castling(const struct position *p, struct rules_error *err)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		uint64_t rooks = bitboard_castling_rooks(&p->b, colour);

		if (rooks && p->marks & (rooks | (p->b.kings & p->b.colour[colour])))
			return error_set(err, 0,
					 "a king or rook on a checker has moved, so the castling "
					 "right is wrong");
	}
	return 0;
}

static int
half_alice_check(const struct position *p, struct rules_error *err)
{
	unsigned idle = !p->b.seat;

	if (orthodox_check_men(&p->b, ORTHODOX_BOTH_KINGS, err) < 0 || check_castling(p, err) < 0)
		return -1;
	return checkers_of(p, idle) ? orthodox_error_idle_check(idle, err) : 0;
}

static int
half_alice_start(struct position *p, const struct word *values, const uint64_t *seed,
		 struct rules_error *err)
{
	uint64_t n = CHECKERS_USUAL;

	(void)seed; /* the set-up is fixed */
	if (values[0].s && word_number(values[0], CHECKERS_MAX, &n) < 0)
		return error_quote(err, 0, "checkers is a number from 0 to 99, not", values[0]);
	if (rules_parse(&game_half_alice, game_half_alice.start_text, p, err) < 0)
		return -1;
	p->x.half_alice.checkers[0] = p->x.half_alice.checkers[1] = (uint8_t)n;
	return 0;
}

/* --- Reasons ------------------------------------------------------------ */

/* Returns the position with only the pieces on the side of `from`, where moves follow chess. */
static struct position
side_alone(const struct position *p, unsigned from)
{
	struct position alone = *p;
	struct bitboard *b = &alone.b;
	uint64_t side = side_of(p, bit(from));

	b->colour[0] &= side; /* pieces without a colour count as absent */
	b->colour[1] &= side;
	if (b->ep_sq != RULES_NO_SQ && !bits_has(side, b->ep_sq ^ 8u))
		b->ep_sq = RULES_NO_SQ;
	return alone;
}

/*
 * Explains a move that is legal in chess on its side but leaves the king
 * attacked on either side.
 */
static void
refuse_for_king(const struct position *p, const struct position *alone, unsigned from, unsigned to,
		struct refusal *out)
{
	unsigned us = p->b.seat;
	struct position before = *alone, after = *p;
	uint64_t checkers = checkers_of(p, us), attackers;

	if (bits_has(p->b.kings, from)) {
		bitboard_move_pieces(&before.b, us, from, to, 0);
		attackers = bitboard_attackers(&before.b, to, bitboard_occupied(&before.b), !us);
		if (attackers) {
			refusal_set(out, "king-attacked", "The king would be attacked there.",
				    attackers);
			return;
		}
	}
	half_alice_apply(&after, (struct action){ ACT_MOVE, (uint8_t)from, (uint8_t)to, 0 });
	attackers = checkers_of(&after, us);
	if (bits_has(p->b.kings, from))
		refusal_set(out, "king-attacked-beyond",
			    "The king would be attacked on the other side of the mirror.",
			    attackers);
	else if (attackers & ~checkers)
		refusal_set(out, "pinned", "The piece is pinned: changing sides exposes its king.",
			    attackers & ~checkers);
	else
		refusal_set(out, "in-check",
			    "The king is in check, and this move does not end it: who moves changes sides.",
			    checkers);
}

/* Explains why a move that is possible in chess on its side is not legal. */
static void
refuse_for_mirror(const struct position *p, const struct position *alone, unsigned from,
		  unsigned to, struct refusal *out)
{
	if (bits_has(bitboard_occupied(&p->b) & ~bitboard_occupied(&alone->b), to))
		refusal_set(out, "other-side",
			    "A piece from the other side of the mirror stands there.", bit(to));
	else if (!bits_has(p->marks, from) && !p->x.half_alice.checkers[p->b.seat])
		refusal_set(out, "no-checker", "No checker is free to go under the piece.", 0);
	else
		refuse_for_king(p, alone, from, to, out);
}

/* Explains why a castling that is legal on its own side is not. */
static void
refuse_castling(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;
	unsigned us = b->seat, rook_sq = (from & ~7u) + (to > from ? 7 : 0);
	struct bitboard_castling end = bitboard_castling_ends(from, rook_sq);
	uint64_t ends = bit(end.king_to) | bit(end.rook_to);
	uint64_t far = bitboard_occupied(b) & p->marks;

	if (far & ends)
		refusal_set(out, "other-side",
			    "A piece from the other side of the mirror stands there.", far & ends);
	else if (p->x.half_alice.checkers[us] < 2)
		refusal_set(out, "no-checker", "Castling needs two free checkers.", 0);
	else
		refusal_set(out, "king-attacked-beyond",
			    "The king would be attacked on the other side of the mirror.",
			    bitboard_attackers(b, end.king_to, far | ends, !us));
}

static void
refuse_to(const struct position *p, const struct position *alone, unsigned from, unsigned to,
	  struct refusal *out)
{
	uint64_t other = bitboard_occupied(&p->b) & ~bitboard_occupied(&alone->b);
	/* A pawn on its own side has nothing to capture there, but players see a piece. */
	bool slanted = bits_has(alone->b.pawns, from) &&
		       bits_has(attacks_pawn[p->b.seat][from] & other, to);

	if (!orthodox_refuse_shape(alone, from, to, out) || slanted)
		refuse_for_mirror(p, alone, from, to, out);
	else if (strcmp(out->rule, "castling-attacked-way") == 0 && sqset_empty(out->squares))
		refuse_castling(p, from, to, out);
}

static void
half_alice_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		  struct refusal *out)
{
	struct position alone = side_alone(p, from);

	(void)seat; /* nothing is hidden */
	if (to != RULES_NO_SQ) {
		refuse_to(p, &alone, from, to, out);
		return;
	}
	if (orthodox_refuse_shape(&alone, from, RULES_NO_SQ, out))
		return;
	/* The piece can go somewhere by its way of moving: explains one such square. */
	for (to = 0; to < 64; to++) {
		if (orthodox_refuse_shape(&alone, from, to, out))
			continue;
		refuse_for_mirror(p, &alone, from, to, out);
		return;
	}
}

static const char *const options[] = { "checkers", NULL };

const struct game game_half_alice = {
	.name = "half-alice",
	.title = "Half Alice Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.mark = '@',
	.marked_kinds = 1 << PIECE_PAWN | 1 << PIECE_KNIGHT | 1 << PIECE_BISHOP | 1 << PIECE_ROOK |
			1 << PIECE_QUEEN | 1 << PIECE_KING,
	.castling = CASTLING_ORTHODOX,
	.draws = DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.actions_max = ACTIONS_MAX,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 checkers=12,12",
	.options = options,
	.start = half_alice_start,
	.keys_parse = half_alice_keys_parse,
	.keys_print = half_alice_keys_print,
	.ep_stands = half_alice_ep_stands,
	.check = half_alice_check,
	.actions = half_alice_actions,
	.count = half_alice_count,
	.apply = half_alice_apply,
	.in_check = half_alice_in_check,
	.refuse = half_alice_refuse,
};
