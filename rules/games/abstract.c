/*
 * Abstract Chess, by João Pedro Neto. The men are stacks of one to six stones;
 * the height decides how a stack moves. A turn is a move, or the transfer of
 * one stone to an adjacent friendly stack. There is no check; capturing the
 * royal stone wins. The options follow Peter Aronson's remarks on the game.
 * They are his table of moves, turns of a move and then a transfer, and no two
 * transfers in a row.
 *
 * On the board the kinds mean heights: pawn 1, knight 2, bishop 3, rook 4,
 * STACK5 5, queen 6. The king is the royal stone.
 */
#include "rules/movegen.h"
#include "rules/orthodox.h"

enum stage { STAGE_MOVE, STAGE_TRANSFER };
enum last { LAST_NONE, LAST_MOVE, LAST_TRANSFER };

enum {
	HEIGHT_MAX = 6,
	/*
	 * A square is entered from eight directions and by eight knights: by a
	 * move, or by a transfer from an adjacent friendly stack.
	 */
	ACTIONS_MAX = 64 * (8 + 8),
};

/* --- Heights ------------------------------------------------------------ */

static const uint8_t kind_of_height[HEIGHT_MAX + 1] = {
	PIECE_NONE, PIECE_PAWN, PIECE_KNIGHT, PIECE_BISHOP, PIECE_ROOK, PIECE_STACK5, PIECE_QUEEN,
};

/* The royal stone is a single stone and no stack. */
static const uint8_t stones[PIECE_STACK5 + 1] = {
	[PIECE_PAWN] = 1, [PIECE_KNIGHT] = 2, [PIECE_BISHOP] = 3,
	[PIECE_ROOK] = 4, [PIECE_STACK5] = 5, [PIECE_QUEEN] = 6,
};

/* Replaces the content of sq by a stack of that height, or empties it. */
static void
set_height(struct bitboard *b, unsigned sq, unsigned height, unsigned colour)
{
	bitboard_remove(b, bit(sq));
	if (height)
		/* height is at most six. NOLINTNEXTLINE(clang-analyzer-core.*) */
		bitboard_put(b, sq, piece_make(kind_of_height[height], colour));
}

/* Stacks of five are in `knights` and `line`, a pair that no other kind uses. */
ALWAYS_INLINE uint64_t
fives(const struct bitboard *b)
{
	return b->knights & b->line;
}

ALWAYS_INLINE uint64_t
sixes(const struct bitboard *b)
{
	return b->diag & b->line;
}

/* --- Actions ------------------------------------------------------------ */

/* One step forward to an empty square, captures one step diagonally forward. */
ALWAYS_INLINE uint64_t
single_reach(unsigned sq, unsigned us, uint64_t occupied)
{
	return (bits_forward(bit(sq), us) & ~occupied) | (attacks_pawn[us][sq] & occupied);
}

/* Returns one step along a line to an empty square, then one step outwards on a diagonal. */
ALWAYS_INLINE uint64_t
mao_reach(unsigned sq, uint64_t occupied)
{
	uint64_t one = bit(sq), free = ~occupied;
	uint64_t north = bits_forward(one, 0) & free, south = bits_forward(one, 1) & free;
	uint64_t east = bits_east(one) & free, west = bits_west(one) & free;

	east = bits_east(east);
	west = bits_west(west);
	return attacks_pawns(north, 0) | attacks_pawns(south, 1) | bits_forward(east | west, 0) |
	       bits_forward(east | west, 1);
}

ALWAYS_INLINE size_t
singles(const struct movegen *m, bool list, struct action *out, size_t n)
{
	uint64_t from = m->b->pawns & m->own;

	while (from) {
		unsigned sq = bits_pop(&from);

		n = movegen_emit(list, out, n, sq, single_reach(sq, m->us, m->occupied) & m->goal);
	}
	return n;
}

/* Neto's table: 2 knight, 3 bishop, 4 and 5 rook, 6 queen. */
ALWAYS_INLINE size_t
neto_moves(const struct movegen *m, bool list, struct action *out, size_t n)
{
	struct movegen twos = *m; /* fives are in `knights` too */

	twos.own &= ~m->b->line;
	n = movegen_knights(&twos, list, out, n);
	n = movegen_diag(m, list, out, n);
	return movegen_line(m, list, out, n);
}

/* Aronson's: 2 mao, 3 bishop, 4 rook, 5 cardinal (bishop or knight), 6 queen. */
ALWAYS_INLINE size_t
aronson_moves(const struct movegen *m, bool list, struct action *out, size_t n)
{
	uint64_t cardinals = fives(m->b) & m->own, maos = m->b->knights & m->own & ~cardinals;
	struct movegen others = *m;

	while (maos) {
		unsigned sq = bits_pop(&maos);

		n = movegen_emit(list, out, n, sq, mao_reach(sq, m->occupied) & m->goal);
	}
	others.own &= ~cardinals;
	n = movegen_diag(&others, list, out, n);
	n = movegen_line(&others, list, out, n);
	while (cardinals) {
		unsigned sq = bits_pop(&cardinals);
		uint64_t reach = attacks_knight[sq] | attacks_diag(sq, m->occupied);

		n = movegen_emit(list, out, n, sq, reach & m->goal);
	}
	return n;
}

/* Returns the squares that can receive a stone: friendly regular stacks below full height. */
ALWAYS_INLINE uint64_t
takes_stone(const struct bitboard *b, unsigned us)
{
	return b->colour[us] & ~b->kings & ~sixes(b);
}

ALWAYS_INLINE size_t
transfers(const struct bitboard *b, unsigned us, bool list, struct action *out, size_t n)
{
	uint64_t from = b->colour[us] & ~b->kings, to = takes_stone(b, us);

	while (from) {
		unsigned sq = bits_pop(&from);
		uint64_t beside = attacks_king[sq] & to;

		if (!list)
			n += bits_count(beside);
		while (list && beside)
			out[n++] = (struct action){ ACT_TRANSFER, (uint8_t)sq,
						    (uint8_t)bits_pop(&beside), 0 };
	}
	return n;
}

/*
 * Reports whether a transfer may replace the move. In a double turn the
 * transfer has its own stage; `limited` forbids it right after a transfer.
 */
ALWAYS_INLINE bool
may_transfer_now(const struct position *p)
{
	return !p->x.abstract.twice &&
	       !(p->x.abstract.limited && p->x.abstract.last[p->b.seat] == LAST_TRANSFER);
}

/* Lists the actions. A seat that must move and cannot is stalemated, even if it could transfer. */
ALWAYS_INLINE size_t
generate(const struct position *p, unsigned us, bool list, struct action *out)
{
	const struct bitboard *b = &p->b;
	struct movegen m = movegen_free(b, us, UINT64_MAX);
	size_t n = 0;

	if (p->x.abstract.stage == STAGE_TRANSFER) {
		if (list)
			out[n] = (struct action){ .kind = ACT_END };
		return transfers(b, us, list, out, n + 1);
	}
	n = movegen_kings_free(&m, list, out, n);
	n = singles(&m, list, out, n);
	n = p->x.abstract.aronson ? aronson_moves(&m, list, out, n) : neto_moves(&m, list, out, n);
	return may_transfer_now(p) ? transfers(b, us, list, out, n) : n;
}

static size_t
abstract_actions(const struct position *p, struct action *out)
{
	return game_list_moves(generate, p, out);
}

static size_t
abstract_count(const struct position *p)
{
	return game_count_moves(generate, p);
}

/* --- What an action does ------------------------------------------------ */

static void
end_turn(struct position *p)
{
	p->x.abstract.stage = STAGE_MOVE;
	bitboard_next_seat(&p->b);
}

static void
transfer(struct position *p, struct action a)
{
	struct bitboard *b = &p->b;
	unsigned us = b->seat;
	unsigned from = stones[piece_kind(bitboard_at(b, a.from))];
	unsigned to = stones[piece_kind(bitboard_at(b, a.to))];

	set_height(b, a.from, from - 1, us);
	set_height(b, a.to, to + 1, us);
	p->x.abstract.last[us] = LAST_TRANSFER;
	b->halfmoves++;
	end_turn(p);
}

/* Only captures reset the clock: this game has no pawns. */
static void
move(struct position *p, struct action a)
{
	struct bitboard *b = &p->b;
	unsigned us = b->seat;

	b->halfmoves = bits_has(b->colour[!us], a.to) ? 0 : b->halfmoves + 1;
	if (us)
		bitboard_move_pieces(b, 1, a.from, a.to, 0);
	else
		bitboard_move_pieces(b, 0, a.from, a.to, 0);
	p->x.abstract.last[us] = LAST_MOVE;
	if (p->x.abstract.twice)
		p->x.abstract.stage = STAGE_TRANSFER;
	else
		end_turn(p);
}

static void
abstract_apply(struct position *p, struct action a)
{
	if (a.kind == ACT_TRANSFER)
		transfer(p, a);
	else if (a.kind == ACT_END)
		end_turn(p);
	else
		move(p, a);
}

/* --- Ends --------------------------------------------------------------- */

/* Returns the outcome, also between the halves of a double turn. */
static struct outcome
abstract_end(const struct position *p)
{
	for (unsigned colour = 0; colour < 2; colour++)
		if (!(p->b.kings & p->b.colour[!colour]))
			return outcome_win(colour, REASON_ROYAL_CAPTURED);
	return outcome_ongoing();
}

/* --- Text --------------------------------------------------------------- */

/* Keys with two possible words, in the order printed. */
enum { TWO_TABLE, TWO_TURN, TWO_TRANSFERS, TWO_STAGE, TWOS };

static const struct two {
	const char *key, *words[2], *wrong;
} twos[TWOS] = {
	[TWO_TABLE] = { "table", { "neto", "aronson" }, "the table is neto or aronson, not" },
	[TWO_TURN] = { "turn", { "single", "double" }, "a turn is single or double, not" },
	[TWO_TRANSFERS] = { "transfers",
			    { "free", "limited" },
			    "transfers are free or limited, not" },
	[TWO_STAGE] = { "stage", { "move", "transfer" }, "the stage is move or transfer, not" },
};

static uint8_t *
two_value(struct position *p, unsigned i)
{
	uint8_t *const values[TWOS] = {
		[TWO_TABLE] = &p->x.abstract.aronson,
		[TWO_TURN] = &p->x.abstract.twice,
		[TWO_TRANSFERS] = &p->x.abstract.limited,
		[TWO_STAGE] = &p->x.abstract.stage,
	};

	return values[i];
}

static int
two_parse(unsigned i, struct word w, size_t at, struct position *p, struct rules_error *err)
{
	unsigned value = word_choice(w, twos[i].words, 2);

	if (value == 2)
		return error_quote(err, at, twos[i].wrong, w);
	*two_value(p, i) = (uint8_t)value;
	return 0;
}

static const char last_letters[] = { [LAST_NONE] = '-', [LAST_MOVE] = 'm', [LAST_TRANSFER] = 't' };

static int
last_parse(struct word w, size_t at, struct position *p, struct rules_error *err)
{
	if (w.len != 3 || w.s[1] != ',')
		return error_quote(err, at, "last is two of m, t and -, with a comma, not", w);
	for (unsigned colour = 0; colour < 2; colour++) {
		uint8_t n = 0;

		while (n < sizeof(last_letters) && last_letters[n] != w.s[2 * colour])
			n++;
		if (n == sizeof(last_letters))
			return error_quote(err, at + 2 * colour,
					   "a seat's last action is m, t or -, not",
					   (struct word){ w.s + 2 * colour, 1 });
		p->x.abstract.last[colour] = n;
	}
	return 0;
}

static int
check_stage(const struct position *p, size_t at, struct rules_error *err)
{
	if (p->x.abstract.stage != STAGE_TRANSFER)
		return 0;
	if (!p->x.abstract.twice)
		return error_set(err, at, "a single turn has no stage=transfer");
	if (p->x.abstract.last[p->b.seat] != LAST_MOVE)
		return error_set(err, at, "at stage=transfer the seat to act has just moved");
	return 0;
}

static int
abstract_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	size_t at;

	for (unsigned i = 0; i < TWOS; i++)
		if (fields_key(f, twos[i].key, &w, &at, err) < 0 || two_parse(i, w, at, p, err) < 0)
			return -1;
	if (fields_key(f, "last", &w, &at, err) < 0 || last_parse(w, at, p, err) < 0)
		return -1;
	return check_stage(p, at, err);
}

static void
abstract_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	struct position copy = *p;

	(void)seat; /* nothing is hidden */
	for (unsigned i = 0; i < TWOS; i++) {
		text_char(out, ' ');
		text_add(out, twos[i].key);
		text_char(out, '=');
		text_add(out, twos[i].words[*two_value(&copy, i)]);
	}
	text_add(out, " last=");
	text_char(out, last_letters[p->x.abstract.last[0]]);
	text_char(out, ',');
	text_char(out, last_letters[p->x.abstract.last[1]]);
}

/* --- Valid positions ---------------------------------------------------- */

static int
abstract_check(const struct position *p, struct rules_error *err)
{
	if (!p->b.kings)
		return error_set(err, 0, "both royal stones are missing");
	for (unsigned colour = 0; colour < 2; colour++)
		if (bits_several(p->b.kings & p->b.colour[colour]))
			return error_set(err, 0,
					 colour ? "Black has more than one royal stone"
						: "White has more than one royal stone");
	return 0;
}

/* --- Set-up ------------------------------------------------------------- */

static const char *const options[] = { "table", "turn", "transfers", NULL };

static int
abstract_start(struct position *p, const struct word *values, const uint64_t *seed,
	       struct rules_error *err)
{
	struct position read;

	(void)seed; /* the set-up is fixed */
	if (rules_parse(&game_abstract, game_abstract.start_text, &read, err) < 0)
		return -1;
	for (unsigned i = TWO_TABLE; i <= TWO_TRANSFERS; i++)
		if (values[i].s && two_parse(i, values[i], 0, &read, err) < 0)
			return -1;
	*p = read;
	return 0;
}

/* --- Reasons ------------------------------------------------------------ */

/* A transfer moves a stone between stacks and captures nothing. */
static enum change_cause
abstract_cause(const struct position *before, struct action a, unsigned sq, uint8_t was, uint8_t is)
{
	(void)before;
	return a.kind == ACT_TRANSFER ? CAUSE_MOVED : game_orthodox_cause(a, sq, was, is);
}

/* Returns the squares that the piece on sq reaches by its table with these squares occupied. */
static uint64_t
reach(const struct position *p, unsigned sq, uint64_t occupied)
{
	const struct bitboard *b = &p->b;
	bool aronson = p->x.abstract.aronson;

	switch (piece_kind(bitboard_at(b, sq))) {
	case PIECE_PAWN:
		return single_reach(sq, b->seat, occupied);
	case PIECE_KNIGHT:
		return aronson ? mao_reach(sq, occupied) : attacks_knight[sq];
	case PIECE_BISHOP:
		return attacks_diag(sq, occupied);
	case PIECE_ROOK:
		return attacks_line(sq, occupied);
	case PIECE_STACK5:
		return aronson ? attacks_knight[sq] | attacks_diag(sq, occupied)
			       : attacks_line(sq, occupied);
	case PIECE_QUEEN:
		return attacks_diag(sq, occupied) | attacks_line(sq, occupied);
	case PIECE_KING:
		return attacks_king[sq];
	case PIECE_NONE:
	case PIECE_MISSILE:
	case PIECE_ARTILLERY:
		break;
	}
	return 0;
}

/* Explains why a move onto a friendly stack, perhaps meant as a transfer, is not legal. */
static void
refuse_transfer(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;

	if (!bits_has(attacks_king[from], to))
		refusal_set(out, "own-piece",
			    "An own stack stands there: a stone goes only to one beside it.",
			    bit(to));
	else if (b->kings & (bit(from) | bit(to)))
		refusal_set(out, "royal-stone", "The royal stone neither gives nor takes a stone.",
			    b->kings & (bit(from) | bit(to)));
	else if (bits_has(sixes(b), to))
		refusal_set(out, "stack-full", "A stack holds at most six stones.", bit(to));
	else if (p->x.abstract.twice)
		refusal_set(out, "move-first", "Move a stack first; then a stone may be given.", 0);
	else
		refusal_set(out, "transfer-again", "A stone may not be given in two turns running.",
			    0);
}

static void
refuse_single(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	unsigned us = p->b.seat;

	if (bits_has(bits_forward(bit(from), us), to))
		refusal_set(out, "blocked", "A single stone cannot move forward onto a stack.",
			    bit(to));
	else if (bits_has(attacks_pawn[us][from], to))
		refusal_set(out, "nothing-to-capture",
			    "A single stone moves diagonally only to capture.", bit(to));
	else
		refusal_set(out, "no-such-move",
			    "A single stone goes one step ahead, and captures diagonally ahead.",
			    0);
}

/* Returns the blockers between two squares: on a line or diagonal, or on a mao's first step. */
static uint64_t
in_the_way(const struct position *p, unsigned from, unsigned to)
{
	uint64_t occupied = bitboard_occupied(&p->b), steps = attacks_king[from] & occupied;

	if (!bits_has(attacks_knight[from], to))
		return attacks_between[from][to] & occupied;
	return steps & attacks_line_rays[from] & attacks_king[to];
}

/* Returns how the stack or the royal stone on sq moves; names.inc lists these texts. */
static const char *
how_it_moves(const struct position *p, unsigned sq)
{
	static const char *const usual[] = {
		[PIECE_KNIGHT] = "A stack of two moves like a knight.",
		[PIECE_BISHOP] = "A stack of three moves like a bishop.",
		[PIECE_ROOK] = "A stack of four moves like a rook.",
		[PIECE_QUEEN] = "A stack of six moves like a queen.",
		[PIECE_KING] = "The royal stone goes one step, like a king.",
		[PIECE_STACK5] = "A stack of five moves like a rook.",
	};
	enum piece_kind kind = piece_kind(bitboard_at(&p->b, sq));

	if (p->x.abstract.aronson && kind == PIECE_KNIGHT)
		return "A stack of two goes one step straight, then one diagonally on.";
	if (p->x.abstract.aronson && kind == PIECE_STACK5)
		return "A stack of five moves like a bishop or a knight.";
	return usual[kind];
}

static void
refuse_move(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	if (bits_has(p->b.pawns, from))
		refuse_single(p, from, to, out);
	else if (bits_has(reach(p, from, 0), to))
		refusal_set(out, "blocked", "Another stack stands in the way.",
			    in_the_way(p, from, to));
	else
		refusal_set(out, "no-such-move", how_it_moves(p, from), 0);
}

/* Explains why a piece has no action: it can transfer no stone, and it is blocked in. */
static void
refuse_piece(const struct position *p, unsigned from, struct refusal *out)
{
	uint64_t occupied = bitboard_occupied(&p->b), near = reach(p, from, occupied) & occupied;

	if (p->x.abstract.stage == STAGE_TRANSFER) {
		refusal_set(out, "no-transfer",
			    "No stone of this stack can go to an adjacent stack.", 0);
		return;
	}
	if (bits_has(p->b.pawns, from))
		near = bits_forward(bit(from), p->b.seat) & occupied;
	else if (!near) /* for a mao, its first steps */
		near = attacks_king[from] & attacks_line_rays[from] & occupied;
	refusal_set(out, "blocked", "The stack is blocked in.", near);
}

static void
abstract_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		struct refusal *out)
{
	(void)seat; /* nothing is hidden */
	if (to == RULES_NO_SQ)
		refuse_piece(p, from, out);
	else if (bits_has(p->b.colour[p->b.seat], to))
		refuse_transfer(p, from, to, out);
	else if (p->x.abstract.stage == STAGE_TRANSFER)
		refusal_set(out, "moved-already",
			    "The stack has moved; now only a stone may be given.", 0);
	else
		refuse_move(p, from, to, out);
}

static void
abstract_refuse_verb(const struct position *p, unsigned seat, struct action a, struct refusal *out)
{
	const struct bitboard *b = &p->b;

	(void)seat; /* nothing is hidden */
	if (a.kind == ACT_END && p->x.abstract.twice)
		refusal_set(out, "move-first", "Move a stack first; then a stone may be given.", 0);
	else if (a.kind == ACT_END)
		refusal_set(out, "ends-by-itself", "A turn of one action ends by itself.", 0);
	else if (a.kind == ACT_TRANSFER && !bits_has(b->colour[b->seat], a.to))
		refusal_set(out, "no-own-stack", "A stone can only go to an own stack.", bit(a.to));
	else if (a.kind == ACT_TRANSFER && !bits_has(attacks_king[a.from], a.to))
		refusal_set(out, "not-beside", "A stone can only go to an adjacent stack.",
			    bit(a.from) | bit(a.to));
	else if (a.kind == ACT_TRANSFER)
		refuse_transfer(p, a.from, a.to, out);
}

static const char *const kind_names[] = {
	"nothing",
	[PIECE_PAWN] = "single stone",
	[PIECE_KNIGHT] = "stack of two",
	[PIECE_BISHOP] = "stack of three",
	[PIECE_ROOK] = "stack of four",
	[PIECE_QUEEN] = "stack of six",
	[PIECE_KING] = "royal stone",
	[PIECE_STACK5] = "stack of five",
};

const struct game game_abstract = {
	.name = "abstract",
	.title = "Abstract Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQKS",
	.kind_names = kind_names,
	.stones = stones,
	.draws = DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.long_turns = true, /* a turn may end without changing the clock */
	.actions_max = ACTIONS_MAX,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 table=neto "
		      "turn=single transfers=free stage=move last=-,-",
	.options = options,
	.start = abstract_start,
	.keys_parse = abstract_keys_parse,
	.keys_print = abstract_keys_print,
	.check = abstract_check,
	.actions = abstract_actions,
	.count = abstract_count,
	.apply = abstract_apply,
	.end = abstract_end,
	.cause = abstract_cause,
	.refuse = abstract_refuse,
	.verbs = 1 << ACT_TRANSFER | 1 << ACT_END,
	.refuse_verb = abstract_refuse_verb,
};
