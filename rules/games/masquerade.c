/*
 * Masquerade Chess, by Don Kirkby. Pieces move as in chess but capture by a
 * mask. Each kind of a side captures as one of the five kinds K Q R B N. Only
 * the opponent, who dealt the masks, knows as which. A capture is an attempt:
 * its result is public, and a failed one uses the turn. Capturing the king
 * wins, so kings may move into attack. Pawns have no mask.
 *
 * Results are stored as a set, one bit for each possible result (`log`). The
 * public conclusions (`known`) are computed when printed.
 */
#include "rules/games/masquerade.h"
#include "rules/movegen.h"
#include "rules/orthodox.h"

static const uint8_t mask_kinds[MASKED] = { PIECE_KING, PIECE_QUEEN, PIECE_ROOK, PIECE_BISHOP,
					    PIECE_KNIGHT };

/* Returns the index of a piece among the five kinds. It must not be a pawn. */
static unsigned
mask_index(const struct bitboard *b, unsigned sq)
{
	uint8_t kind = (uint8_t)piece_kind(bitboard_at(b, sq));
	unsigned i = 0;

	while (mask_kinds[i] != kind)
		i++;
	return i;
}

/* Returns the index of the shape from–to. One of the five kinds must reach `to`. */
static unsigned
shape_of(unsigned from, unsigned to)
{
	bool near = bits_has(attacks_king[from], to), slanting;

	if (bits_has(attacks_knight[from], to))
		return 2;
	slanting = bits_has(attacks_diag_rays[from], to);
	if (near)
		return slanting ? 0 : 1;
	return slanting ? 3 : 4;
}

static bool
captures(const struct position *p, unsigned us, unsigned from, unsigned to)
{
	unsigned mask = p->x.masquerade.mask[us][mask_index(&p->b, from)];

	return masquerade_shapes[shape_of(from, to)].kinds >> (mask - 1) & 1;
}

/* --- Actions ------------------------------------------------------------ */

/* Returns the squares that at least one of the five kinds reaches from there. */
ALWAYS_INLINE uint64_t
any_mask_reaches(unsigned from, uint64_t occupied)
{
	return attacks_knight[from] | attacks_diag(from, occupied) | attacks_line(from, occupied);
}

ALWAYS_INLINE size_t
attempts(const struct movegen *m, bool list, struct action *out, size_t n)
{
	uint64_t pieces = m->own & ~m->b->pawns;

	while (pieces) {
		unsigned from = bits_pop(&pieces);
		uint64_t to = any_mask_reaches(from, m->occupied) & m->enemy;

		if (!list) {
			n += bits_count(to);
			continue;
		}
		while (to)
			out[n++] = (struct action){ ACT_ATTEMPT, (uint8_t)from,
						    (uint8_t)bits_pop(&to), 0 };
	}
	return n;
}

ALWAYS_INLINE size_t
generate(const struct bitboard *b, unsigned us, bool list, struct action *out)
{
	struct movegen m = movegen_free(b, us, UINT64_MAX);
	size_t n = movegen_pawns_plain(&m, list, out, 0);

	n = movegen_ep_free(&m, list, out, n);
	m.goal = ~m.occupied;
	n = movegen_kings_free(&m, list, out, n);
	n = movegen_knights(&m, list, out, n);
	n = movegen_diag(&m, list, out, n);
	n = movegen_line(&m, list, out, n);
	n = attempts(&m, list, out, n);
	return movegen_castling_free(&m, list, out, n);
}

static size_t
masquerade_actions(const struct position *p, struct action *out)
{
	if (!masquerade_is_assigning(p))
		return p->b.seat ? generate(&p->b, 1, true, out) : generate(&p->b, 0, true, out);
	for (unsigned i = 0; i < PERMUTATIONS; i++)
		out[i] = (struct action){ .kind = ACT_ASSIGN, .arg = (uint8_t)i };
	return PERMUTATIONS;
}

static size_t
masquerade_count(const struct position *p)
{
	if (masquerade_is_assigning(p))
		return PERMUTATIONS;
	return p->b.seat ? generate(&p->b, 1, false, NULL) : generate(&p->b, 0, false, NULL);
}

/* Ends the turn after a failed attempt: nothing moves. */
static void
stay(struct bitboard *b)
{
	b->ep_sq = RULES_NO_SQ;
	b->halfmoves++;
	b->turn += b->seat;
	b->seat ^= 1;
}

static void
log_answer(struct position *p, struct action a, bool yes)
{
	unsigned us = p->b.seat, piece = mask_index(&p->b, a.from), letter = 0;

	while (masquerade_by_letter[letter] != piece)
		letter++;
	p->x.masquerade.log[us] |= bit(masquerade_answer_bit(letter, shape_of(a.from, a.to), yes));
}

static void
move(struct bitboard *b, struct action a)
{
	unsigned us = b->seat;

	if (us)
		bitboard_turn(b, a, 1);
	else
		bitboard_turn(b, a, 0);
	if (!(b->kings & b->colour[!us])) /* a side without a king has no castling right */
		b->castling &= us ? 0xff00 : 0x00ff;
}

static void
masquerade_apply(struct position *p, struct action a)
{
	bool yes;

	if (a.kind == ACT_ASSIGN) {
		p->b.seat ^= 1;
		masquerade_permutation(a.arg, p->x.masquerade.mask[p->b.seat]);
		return;
	}
	if (a.kind == ACT_ATTEMPT) {
		yes = captures(p, p->b.seat, a.from, a.to);
		log_answer(p, a, yes);
		if (!yes) {
			stay(&p->b);
			return;
		}
	}
	move(&p->b, a);
}

static struct outcome
masquerade_end(const struct position *p)
{
	if (p->b.kings & p->b.colour[p->b.seat])
		return (struct outcome){ .result = RESULT_ONGOING };
	return (struct outcome){ RESULT_WIN, REASON_KING_CAPTURED, !p->b.seat, 0 };
}

static void
masquerade_announce(const struct position *before, struct action a, struct announcements *out)
{
	bool yes;

	if (a.kind != ACT_ATTEMPT)
		return;
	yes = captures(before, before->b.seat, a.from, a.to);
	announcements_add(out, yes ? ANNOUNCE_CAPTURE : ANNOUNCE_NO_CAPTURE, a.to,
			  bitboard_at(&before->b, a.from));
}

/* --- Valid positions ---------------------------------------------------- */

static int
masquerade_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;
	bool played = !masquerade_is_assigning(p);

	/* In a position that ended the game, the side to act may lack its king. */
	if (orthodox_check_king(b, 0, played && b->seat == 0, err) < 0 ||
	    orthodox_check_king(b, 1, played && b->seat == 1, err) < 0)
		return -1;
	if (!played && b->ep_sq != RULES_NO_SQ)
		return error_set(err, 0, "no pawn has passed while masks are assigned");
	return orthodox_check_pawns(b, err);
}

/* --- Reasons ------------------------------------------------------------ */

/* Explains why no mask could capture there: a blocker, or a shape that no kind has. */
static void
refuse_attempt(const struct bitboard *b, unsigned from, unsigned to, struct refusal *out)
{
	uint64_t way = attacks_between[from][to] & bitboard_occupied(b);

	if (way)
		refusal_set(out, "blocked", "Another piece stands in the way.", way);
	else
		refusal_set(out, "out-of-reach",
			    "No kind of piece captures from there to that square.", 0);
}

/* Refuses a move before both sides have dealt, and names the side that deals now. */
static void
refuse_undealt(const struct position *p, struct refusal *out)
{
	if (p->b.seat == SEAT_W)
		refusal_set(out, "masks-first",
			    "First White deals Black's masks, on White's private page.", 0);
	else
		refusal_set(out, "masks-first",
			    "First Black deals White's masks, on Black's private page.", 0);
}

static void
masquerade_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		  struct refusal *out)
{
	(void)seat; /* masks do not restrict attempts */
	if (masquerade_is_assigning(p))
		refuse_undealt(p, out);
	else if (to != RULES_NO_SQ && !bits_has(p->b.pawns, from) &&
		 bits_has(p->b.colour[!p->b.seat], to))
		refuse_attempt(&p->b, from, to, out);
	else
		orthodox_refuse_shape(p, from, to, out);
}

static void
masquerade_refuse_verb(const struct position *p, unsigned seat, struct action a,
		       struct refusal *out)
{
	const struct bitboard *b = &p->b;

	(void)seat; /* masks do not restrict attempts */
	if (a.kind == ACT_ASSIGN)
		refusal_set(out, "masks-assigned", "The masks have been assigned.", 0);
	else if (a.kind != ACT_ATTEMPT)
		return;
	else if (masquerade_is_assigning(p))
		refuse_undealt(p, out);
	else if (bits_has(b->pawns, a.from))
		refusal_set(out, "no-mask", "A pawn wears no mask: it captures as in chess.",
			    bit(a.from));
	else if (bits_has(b->colour[b->seat], a.to))
		refusal_set(out, "own-piece", "A piece of the same side stands there.", bit(a.to));
	else if (!bits_has(b->colour[!b->seat], a.to))
		refusal_set(out, "nothing-to-capture",
			    "There is nothing to capture on that square.", bit(a.to));
	else
		refuse_attempt(b, a.from, a.to, out);
}

/* Replaces the masks by the first permutation that agrees with every result. */
static void
masquerade_conceal(struct position *p)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		uint8_t *mask = p->x.masquerade.mask[colour];
		unsigned allowed[MASKED], number = 0;

		if (mask[0] == 0)
			continue;
		masquerade_not_excluded(p->x.masquerade.log[colour], allowed);
		do
			masquerade_permutation(number++, mask);
		while (!masquerade_is_consistent(mask, allowed));
	}
}

const struct game game_masquerade = {
	.name = "masquerade",
	.title = "Masquerade Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.castling = CASTLING_ORTHODOX,
	.draws = DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.levels = 6,
	/* As in chess: an empty square or an enemy is reached from at most 16 squares. */
	.actions_max = ORTHODOX_ACTIONS_MAX,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
		      "stage=assign masks=?????" /* split to avoid a trigraph */ "/????? "
		      "known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-",
	.keys_parse = masquerade_keys_parse,
	.keys_print = masquerade_keys_print,
	.check = masquerade_check,
	.actions = masquerade_actions,
	.count = masquerade_count,
	.apply = masquerade_apply,
	.end = masquerade_end,
	.announce = masquerade_announce,
	.conceal = masquerade_conceal,
	.refuse = masquerade_refuse,
	.verbs = 1 << ACT_ASSIGN | 1 << ACT_ATTEMPT,
	.refuse_verb = masquerade_refuse_verb,
	.verb_print = masquerade_verb_print,
	.verb_read = masquerade_verb_read,
};
