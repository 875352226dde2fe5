/*
 * Masquerade Chess, by Don Kirkby. Pieces move as in chess but capture by a
 * mask: each kind of a side captures as another kind of the five K Q R B N, and
 * only the opponent, who dealt the masks, knows as which. A capture is asked
 * for; the answer is public, and a "no" costs the turn. Whoever takes the king
 * has won, so no king binds anybody. Pawns wear no mask.
 *
 * What has been answered is kept as a set, one bit an answer that can be given
 * (`log`); what follows from it (`known`) is worked out when it is printed.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/orthodox.h"

enum {
	MASKED = 5, /* kinds that wear a mask, and that masks are of: K Q R B N, 0 to 4 */
	PERMUTATIONS = 120,
	SHAPES = 5,
	ANSWERS = 2,
	EVERY_KIND = (1 << MASKED) - 1,
	KNOWN_TEXT = 2 * MASKED * (MASKED + 1) + 1,
};

#define MASK_LETTERS "KQRBN"

static const uint8_t mask_kinds[MASKED] = { PIECE_KING, PIECE_QUEEN, PIECE_ROOK, PIECE_BISHOP,
					    PIECE_KNIGHT };

/*
 * The kinds that reach a square together, by how it lies: next to the piece or
 * farther, slanting or straight, or a knight's leap. In the order of their
 * names, so that answers in the order of their bits are in that of their texts.
 */
static const struct {
	const char *name;
	unsigned kinds;
} shapes[SHAPES] = {
	{ "KQB", 1 << 0 | 1 << 1 | 1 << 3 }, { "KQR", 1 << 0 | 1 << 1 | 1 << 2 }, { "N", 1 << 4 },
	{ "QB", 1 << 1 | 1 << 3 },           { "QR", 1 << 1 | 1 << 2 },
};

/* The letters in their own order, as answers are sorted by them. */
static const uint8_t mask_by_letter[MASKED] = { 3, 0, 4, 1, 2 };

static bool
is_assigning(const struct position *p)
{
	return p->x.masquerade.mask[0][0] == 0;
}

/* Which of the five a piece is. It must be no pawn. */
static unsigned
mask_index(const struct bitboard *b, unsigned sq)
{
	uint8_t kind = (uint8_t)piece_kind(bitboard_at(b, sq));
	unsigned i = 0;

	while (mask_kinds[i] != kind)
		i++;
	return i;
}

/* How `to` lies from `from`: an index of shapes. One of the five kinds must reach it. */
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

/* Answers of one colour, by bit: letter, shape, then yes before no. */
static unsigned
answer_bit(unsigned letter, unsigned shape, bool yes)
{
	return (letter * SHAPES + shape) * ANSWERS + !yes;
}

static bool
captures(const struct position *p, unsigned us, unsigned from, unsigned to)
{
	unsigned mask = p->x.masquerade.mask[us][mask_index(&p->b, from)];

	return shapes[shape_of(from, to)].kinds >> (mask - 1) & 1;
}

/* --- Actions ------------------------------------------------------------ */

/* Squares that at least one of the five kinds would reach from there. */
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
	if (!is_assigning(p))
		return p->b.seat ? generate(&p->b, 1, true, out) : generate(&p->b, 0, true, out);
	for (unsigned i = 0; i < PERMUTATIONS; i++)
		out[i] = (struct action){ .kind = ACT_ASSIGN, .arg = (uint8_t)i };
	return PERMUTATIONS;
}

static size_t
masquerade_count(const struct position *p)
{
	if (is_assigning(p))
		return PERMUTATIONS;
	return p->b.seat ? generate(&p->b, 1, false, NULL) : generate(&p->b, 0, false, NULL);
}

/* The masks of a permutation's number: each 1 to 5, numbers in the order of KQRBN. */
static void
permutation(unsigned number, uint8_t mask[MASKED])
{
	static const uint8_t choices[MASKED] = { 24, 6, 2, 1, 1 };
	unsigned left = EVERY_KIND;

	for (unsigned i = 0; i < MASKED; i++) {
		unsigned skip = number / choices[i], kinds = left;

		number %= choices[i];
		while (skip--)
			kinds &= kinds - 1;
		mask[i] = (uint8_t)(bits_first(kinds) + 1);
		left &= ~(1u << bits_first(kinds));
	}
}

/* A refused attempt: a board move that moves nothing. */
static void
stay(struct bitboard *b)
{
	b->ep_sq = RULES_NO_SQ;
	b->halfmoves++;
	b->turn += b->seat;
	b->seat ^= 1;
}

static void
note_answer(struct position *p, struct action a, bool yes)
{
	unsigned us = p->b.seat, piece = mask_index(&p->b, a.from), letter = 0;

	while (mask_by_letter[letter] != piece)
		letter++;
	p->x.masquerade.log[us] |= bit(answer_bit(letter, shape_of(a.from, a.to), yes));
}

static void
move(struct bitboard *b, struct action a)
{
	unsigned us = b->seat;

	if (us)
		bitboard_turn(b, a, 1);
	else
		bitboard_turn(b, a, 0);
	if (!(b->kings & b->colour[!us])) /* no right without a king */
		b->castling &= us ? 0xff00 : 0x00ff;
}

static void
masquerade_apply(struct position *p, struct action a)
{
	bool yes;

	if (a.kind == ACT_ASSIGN) {
		p->b.seat ^= 1;
		permutation(a.arg, p->x.masquerade.mask[p->b.seat]);
		return;
	}
	if (a.kind == ACT_ATTEMPT) {
		yes = captures(p, p->b.seat, a.from, a.to);
		note_answer(p, a, yes);
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

/* --- What everybody knows ----------------------------------------------- */

/* For each piece the kinds that no answer excludes, taken one by one. */
static void
not_excluded(uint64_t log, unsigned allowed[MASKED])
{
	for (unsigned i = 0; i < MASKED; i++)
		allowed[i] = EVERY_KIND;
	for (unsigned letter = 0; letter < MASKED; letter++)
		for (unsigned shape = 0; shape < SHAPES; shape++) {
			unsigned *set = &allowed[mask_by_letter[letter]];

			if (bits_has(log, answer_bit(letter, shape, true)))
				*set &= shapes[shape].kinds;
			if (bits_has(log, answer_bit(letter, shape, false)))
				*set &= ~shapes[shape].kinds;
		}
}

static bool
is_consistent(const uint8_t mask[MASKED], const unsigned allowed[MASKED])
{
	for (unsigned i = 0; i < MASKED; i++)
		if (!(allowed[i] >> (mask[i] - 1) & 1))
			return false;
	return true;
}

/* The union of all permutations that the answers leave. */
static void
possible(uint64_t log, unsigned known[MASKED])
{
	unsigned allowed[MASKED];
	uint8_t mask[MASKED];

	not_excluded(log, allowed);
	for (unsigned i = 0; i < MASKED; i++)
		known[i] = 0;
	for (unsigned number = 0; number < PERMUTATIONS; number++) {
		permutation(number, mask);
		if (!is_consistent(mask, allowed))
			continue;
		for (unsigned i = 0; i < MASKED; i++)
			known[i] |= 1u << (mask[i] - 1);
	}
}

static void
put_known(const struct position *p, struct text *out)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		unsigned known[MASKED];

		possible(p->x.masquerade.log[colour], known);
		if (colour)
			text_char(out, '/');
		for (unsigned i = 0; i < MASKED; i++) {
			if (i)
				text_char(out, '.');
			for (unsigned k = 0; k < MASKED; k++)
				if (known[i] >> k & 1)
					text_char(out, MASK_LETTERS[k]);
		}
	}
}

/* --- Text --------------------------------------------------------------- */

static void
put_answer(unsigned colour, unsigned letter, unsigned shape, bool yes, struct text *out)
{
	char c = MASK_LETTERS[mask_by_letter[letter]];

	text_char(out, colour ? (char)(c - 'A' + 'a') : c);
	text_char(out, ':');
	text_put(out, shapes[shape].name);
	text_char(out, yes ? '+' : '-');
}

/* The answer that a bit stands for; bits of Black follow White's. */
static void
put_answer_numbered(unsigned number, struct text *out)
{
	enum { EACH = MASKED * SHAPES * ANSWERS };
	unsigned in_colour = number % EACH;

	put_answer(number / EACH, in_colour / (SHAPES * ANSWERS), in_colour / ANSWERS % SHAPES,
		   in_colour % ANSWERS == 0, out);
}

static void
put_log(const struct position *p, struct text *out)
{
	bool any = false;

	for (unsigned colour = 0; colour < 2; colour++) {
		uint64_t log = p->x.masquerade.log[colour];

		while (log) {
			if (any)
				text_char(out, '.');
			any = true;
			put_answer_numbered(colour * MASKED * SHAPES * ANSWERS + bits_pop(&log),
					    out);
		}
	}
	if (!any)
		text_char(out, '-');
}

static void
put_masks(const struct position *p, unsigned seat, struct text *out)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		bool hidden = seat == colour || seat == SEAT_TABLE;

		if (colour)
			text_char(out, '/');
		for (unsigned i = 0; i < MASKED; i++) {
			uint8_t mask = p->x.masquerade.mask[colour][i];

			text_char(out, hidden || mask == 0 ? '?' : MASK_LETTERS[mask - 1]);
		}
	}
}

static void
masquerade_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	text_put(out, is_assigning(p) ? " stage=assign masks=" : " stage=move masks=");
	put_masks(p, seat, out);
	text_put(out, " known=");
	put_known(p, out);
	text_put(out, " log=");
	put_log(p, out);
}

static void
masquerade_verb_print(const struct position *p, struct action a, struct text *out)
{
	uint8_t mask[MASKED];

	(void)p;
	permutation(a.arg, mask);
	text_put(out, "assign:");
	for (unsigned i = 0; i < MASKED; i++)
		text_char(out, MASK_LETTERS[mask[i] - 1]);
}

/* Five letters, each of KQRBN once; or five question marks. -1: neither. */
static int
read_mask(struct word w, uint8_t mask[MASKED])
{
	unsigned seen = 0;

	if (w.len != MASKED)
		return -1;
	for (unsigned i = 0; i < MASKED && !word_is(w, "?????"); i++) {
		unsigned kind = 0;

		while (kind < MASKED && MASK_LETTERS[kind] != w.s[i])
			kind++;
		if (kind == MASKED || seen >> kind & 1)
			return -1;
		seen |= 1u << kind;
		mask[i] = (uint8_t)(kind + 1);
	}
	return 0;
}

static int
parse_masks(struct word w, size_t at, bool assigning, struct position *p, struct rules_error *err)
{
	uint8_t(*mask)[MASKED] = p->x.masquerade.mask;
	struct word rest = w, white, black;

	if (!word_split(&rest, '/', &white) || !word_split(&rest, '/', &black) || rest.s ||
	    read_mask(white, mask[0]) < 0 || read_mask(black, mask[1]) < 0)
		return error_quote(err, at, "masks are five letters a side, KQRBN each once, not",
				   w);
	if (assigning != (mask[0][0] == 0))
		return error_quote(err, at, "White's masks do not fit the stage:", w);
	if ((assigning && p->b.seat == 0) != (mask[1][0] == 0))
		return error_quote(err, at, "Black's masks do not fit the stage:", w);
	return 0;
}

static bool
masquerade_verb_read(struct word w, struct action *a)
{
	struct word verb, rest = w;
	uint8_t wanted[MASKED] = { 0 }, mask[MASKED];

	if (!word_split(&rest, ':', &verb) || !word_is(verb, "assign") || !rest.s ||
	    read_mask(rest, wanted) < 0 || wanted[0] == 0)
		return false;
	a->kind = ACT_ASSIGN;
	do
		permutation(a->arg++, mask);
	while (memcmp(mask, wanted, sizeof(mask)) != 0);
	a->arg--;
	return true;
}

/* The number of the answer so written, among all; -1: none is. */
static int
read_answer(struct word w)
{
	for (unsigned i = 0; i < 2 * MASKED * SHAPES * ANSWERS; i++) {
		char name[12];
		struct text t = text_into(name, sizeof(name));

		put_answer_numbered(i, &t);
		if (word_is(w, name))
			return (int)i;
	}
	return -1;
}

static int
parse_log(struct word w, size_t at, struct position *p, struct rules_error *err)
{
	const int each = MASKED * SHAPES * ANSWERS;
	struct word rest = w, item;
	int last = -1;

	while (!word_is(w, "-") && word_split(&rest, '.', &item)) {
		int number = read_answer(item);

		if (number < 0)
			return error_quote(err, at, "log: no answer is written", item);
		if (number <= last)
			return error_quote(err, at, "log: out of order or twice:", item);
		last = number;
		p->x.masquerade.log[number / each] |= bit((unsigned)(number % each));
	}
	if (is_assigning(p) && last >= 0)
		return error_quote(err, at, "log: nothing was asked while masks are assigned:", w);
	for (unsigned colour = 0; colour < 2; colour++) {
		unsigned allowed[MASKED];

		not_excluded(p->x.masquerade.log[colour], allowed);
		if (!is_assigning(p) && !is_consistent(p->x.masquerade.mask[colour], allowed))
			return error_quote(err, at, "log: an answer contradicts the masks:", w);
	}
	return 0;
}

static int
masquerade_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word stage, masks, known, log;
	char follows[KNOWN_TEXT];
	struct text t = text_into(follows, sizeof(follows));
	size_t at, known_at;

	if (fields_key(f, "stage", &stage, &at, err) < 0)
		return -1;
	if (!word_is(stage, "assign") && !word_is(stage, "move"))
		return error_quote(err, at, "the stage is assign or move, not", stage);
	if (fields_key(f, "masks", &masks, &at, err) < 0 ||
	    parse_masks(masks, at, word_is(stage, "assign"), p, err) < 0 ||
	    fields_key(f, "known", &known, &known_at, err) < 0 ||
	    fields_key(f, "log", &log, &at, err) < 0 || parse_log(log, at, p, err) < 0)
		return -1;
	put_known(p, &t);
	if (!word_is(known, follows))
		return error_quote(err, known_at, "known does not follow from log:", known);
	return 0;
}

static int
masquerade_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;
	bool played = !is_assigning(p);

	/* A game that has just ended lacks the king of the side to act. */
	if (orthodox_check_king(b, 0, played && b->seat == 0, err) < 0 ||
	    orthodox_check_king(b, 1, played && b->seat == 1, err) < 0)
		return -1;
	if (!played && b->ep_sq != RULES_NO_SQ)
		return error_tell(err, 0, "no pawn has passed while masks are assigned");
	return orthodox_check_pawns(b, err);
}

/* --- Why not ------------------------------------------------------------ */

/* No mask could reach the enemy there: something stands between, or nothing leads there. */
static void
refuse_attempt(const struct bitboard *b, unsigned from, unsigned to, struct refusal *out)
{
	uint64_t way = attacks_between[from][to] & bitboard_occupied(b);

	if (way)
		refusal_tell(out, "blocked", "Another piece stands in the way.", way);
	else
		refusal_tell(out, "out-of-reach",
			     "No kind of piece captures from there to that square.", 0);
}

static void
masquerade_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		  struct refusal *out)
{
	(void)seat; /* masks play no part in what may be tried */
	if (is_assigning(p))
		refusal_tell(out, "masks-first", "The masks are assigned before the first move.",
			     0);
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

	(void)seat; /* masks play no part in what may be tried */
	if (a.kind == ACT_ASSIGN)
		refusal_tell(out, "masks-assigned", "The masks have been assigned.", 0);
	else if (a.kind != ACT_ATTEMPT)
		return;
	else if (is_assigning(p))
		refusal_tell(out, "masks-first", "The masks are assigned before the first move.",
			     0);
	else if (bits_has(b->pawns, a.from))
		refusal_tell(out, "no-mask", "A pawn wears no mask: it captures as in chess.",
			     bit(a.from));
	else if (bits_has(b->colour[b->seat], a.to))
		refusal_tell(out, "own-piece", "A piece of the same side stands there.", bit(a.to));
	else if (!bits_has(b->colour[!b->seat], a.to))
		refusal_tell(out, "nothing-to-capture", "Nothing stands there to be captured.",
			     bit(a.to));
	else
		refuse_attempt(b, a.from, a.to, out);
}

/* The first masks in the order of permutations that agree with every answer. */
static void
masquerade_conceal(struct position *p)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		uint8_t *mask = p->x.masquerade.mask[colour];
		unsigned allowed[MASKED], number = 0;

		if (mask[0] == 0)
			continue;
		not_excluded(p->x.masquerade.log[colour], allowed);
		do
			permutation(number++, mask);
		while (!is_consistent(mask, allowed));
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
	/* As in chess: an empty square and an enemy are each reached from 16 sides at most. */
	.actions_max = ORTHODOX_ACTIONS_MAX,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
		      "stage=assign masks=?????" /* apart: a trigraph else */ "/????? "
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
