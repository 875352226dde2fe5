/*
 * Accounting Chess, by W. D. Troyka. The men are a corporation: K CEO, Q CFO, B
 * Auditor, N Regulator, R Director, P Shareholder. A single step is honest.
 * Every other orthodox move (a capture, several squares) makes the mover
 * crooked for good. A Regulator that lands next to a crooked man indicts it. A
 * side wins by capturing or indicting the enemy CEO, or when it has no innocent
 * Shareholder left. It may get there by capturing its own ("bilking").
 *
 * Marks are on crooked men; a Regulator is always crooked and carries no mark.
 * No side must protect its CEO, so moves are generated without a royal king.
 * The board's sets keep their chess names: `knights` are Regulators, `pawns`
 * Shareholders.
 */
#include <string.h>

#include "rules/movegen.h"
#include "rules/orthodox.h"

/* --- Actions ------------------------------------------------------------ */

/* Returns the squares adjacent to these along ranks and files. */
ALWAYS_INLINE uint64_t
beside(uint64_t set)
{
	return bits_forward(set, 0) | bits_forward(set, 1) | bits_west(set) | bits_east(set);
}

/*
 * Returns the Shareholders that may be bilked: innocent, off their own second
 * rank, and not next to an enemy Regulator.
 */
ALWAYS_INLINE uint64_t
bilkable(const struct position *p, unsigned us)
{
	const struct bitboard *b = &p->b;

	return b->pawns & b->colour[us] & ~p->marks & ~bits_own_rank(1, us) &
	       ~beside(b->knights & b->colour[!us]);
}

/* Reports whether the CEO is attacked. Regulators attack nothing, but block lines. */
ALWAYS_INLINE bool
ceo_attacked(const struct bitboard *b, unsigned us)
{
	struct bitboard quiet = *b;
	uint64_t ceo = b->kings & b->colour[us];

	quiet.knights = 0;
	return ceo && bitboard_attacked(&quiet, bits_first(ceo), bitboard_occupied(b), !us);
}

/* Adds castling as in chess, except that Regulators attack nothing. */
static size_t
castling(const struct bitboard *b, unsigned us, bool list, struct action *out, size_t n)
{
	struct bitboard quiet = *b;
	struct movegen m = movegen_free(&quiet, us, UINT64_MAX);

	if (ceo_attacked(b, us))
		return n;
	quiet.knights = 0;
	m.king_sq = bits_first(b->kings & m.own);
	return movegen_castling(&m, false, list, out, n);
}

/*
 * Lists the moves in three steps, each with more permitted targets. Regulators
 * enter only empty squares. Shareholders also capture. All others also bilk.
 */
ALWAYS_INLINE size_t
generate(const struct position *p, unsigned us, bool list, struct action *out)
{
	const struct bitboard *b = &p->b;
	struct movegen m = movegen_free(b, us, UINT64_MAX);
	size_t n;

	m.goal = ~m.occupied;
	n = movegen_knights(&m, list, out, 0);
	m.goal |= m.enemy & ~b->knights;
	n = movegen_pawns_plain(&m, list, out, n);
	n = movegen_ep_free(&m, list, out, n);
	m.goal |= bilkable(p, us);
	n = movegen_kings_free(&m, list, out, n);
	n = movegen_diag(&m, list, out, n);
	n = movegen_line(&m, list, out, n);
	return bitboard_castling_files(b, us) ? castling(b, us, list, out, n) : n;
}

static size_t
accounting_actions(const struct position *p, struct action *out)
{
	return game_list_moves(generate, p, out);
}

static size_t
accounting_count(const struct position *p)
{
	return game_count_moves(generate, p);
}

/* --- What an action does ------------------------------------------------ */

/*
 * Reports whether the mover stays innocent: it made a step or a Shareholder's
 * move without capture. `hit`: the move captures, friend or enemy.
 */
ALWAYS_INLINE bool
stays_innocent(const struct bitboard *b, struct action a, unsigned us, bool hit)
{
	if (hit)
		return false;
	if (bits_has(b->pawns, a.from))
		return true; /* double steps included */
	if (bits_has(b->kings, a.from) && ceo_attacked(b, us))
		return false;
	return bits_has(attacks_king[a.from], a.to);
}

/* Removes every crooked enemy next to a Regulator that has just landed. */
static void
indict(struct position *p, unsigned sq, unsigned us)
{
	struct bitboard *b = &p->b;
	uint64_t guilty = beside(bit(sq)) & b->colour[!us] & (p->marks | b->knights);

	if (!guilty)
		return;
	p->x.accounting.ceo_indicted = (guilty & b->kings) != 0;
	p->marks &= ~guilty;
	bitboard_remove(b, guilty);
	b->castling &= (uint16_t)~bitboard_castling_bits(guilty);
	b->halfmoves = 0;
}

/* Castles. Castling makes no piece crooked: both keep their marks. */
static void
castle(struct position *p, struct action a, unsigned us)
{
	struct bitboard_castling end = bitboard_castling_ends(a.from, a.arg);
	uint64_t king = p->marks >> a.from & 1, rook = p->marks >> a.arg & 1;

	p->marks &= ~(bit(a.from) | bit(a.arg));
	p->marks |= king << end.king_to | rook << end.rook_to;
	bitboard_turn(&p->b, a, us);
}

ALWAYS_INLINE void
move(struct position *p, struct action a, unsigned us)
{
	struct bitboard *b = &p->b;
	bool regulator = bits_has(b->knights, a.from), pawn = bits_has(b->pawns, a.from);
	bool bilked = bits_has(b->colour[us], a.to), ep = pawn && a.to == b->ep_sq;
	bool hit = bilked || ep || bits_has(b->colour[!us], a.to);
	uint64_t crooked = p->marks >> a.from & 1;

	if (regulator || a.arg == PIECE_KNIGHT)
		crooked = 0; /* Regulators are always crooked and carry no mark */
	else if (!stays_innocent(b, a, us, hit))
		crooked = 1;
	p->marks &= ~(bit(a.from) | bit(a.to) | (uint64_t)ep << (a.to ^ 8));
	p->marks |= crooked << a.to;
	bitboard_turn(b, a, us);
	if (bilked)
		b->halfmoves = 0;
	if (regulator)
		indict(p, a.to, us);
	if (!(b->kings & b->colour[!us]))
		bitboard_castling_lose(b, !us);
}

static void
accounting_apply(struct position *p, struct action a)
{
	if (a.kind == ACT_CASTLE)
		castle(p, a, p->b.seat);
	else
		game_make_move(move, p, a);
}

static void
accounting_announce(const struct position *before, struct action a, struct announcements *out)
{
	struct position after = *before;

	if (a.kind != ACT_MOVE || before->marks >> a.from & 1)
		return;
	accounting_apply(&after, a);
	if (after.marks >> a.to & 1)
		announcements_add(out, ANNOUNCE_CROOKED, a.to, bitboard_at(&after.b, a.to));
}

/* --- Ends --------------------------------------------------------------- */

static bool
has_innocent_shareholder(const struct position *p, unsigned colour)
{
	return (p->b.pawns & p->b.colour[colour] & ~p->marks) != 0;
}

/*
 * Returns the outcome. An attacked CEO always has a move: it captures an
 * adjacent attacker, or steps away from a distant one. A seat without actions
 * is thus never mated.
 */
static struct outcome
accounting_end(const struct position *p)
{
	unsigned enemy = p->b.seat, mover = !enemy;

	if (!(p->b.kings & p->b.colour[enemy]))
		return outcome_win(mover, p->x.accounting.ceo_indicted ? REASON_CEO_INDICTED
								       : REASON_CEO_CAPTURED);
	if (!has_innocent_shareholder(p, mover))
		return outcome_win(mover, REASON_NO_INNOCENT_SHAREHOLDERS);
	if (!has_innocent_shareholder(p, enemy))
		return outcome_win(enemy, REASON_NO_INNOCENT_SHAREHOLDERS);
	return outcome_ongoing();
}

static bool
accounting_in_check(const struct position *p, unsigned colour)
{
	return ceo_attacked(&p->b, colour);
}

/* --- Valid positions ---------------------------------------------------- */

static int
accounting_check(const struct position *p, struct rules_error *err)
{
	/* A crooked CEO has moved. */
	for (unsigned colour = 0; colour < 2; colour++)
		if (p->b.kings & p->b.colour[colour] & p->marks &&
		    bitboard_castling_files(&p->b, colour))
			return error_set(err, 0, "a crooked CEO may no longer castle");
	/* In a position that ended the game, the side to act may lack its CEO. */
	return orthodox_check_men(&p->b, p->b.seat, err);
}

/* --- Reasons ------------------------------------------------------------ */

static enum change_cause
accounting_cause(const struct position *before, struct action a, unsigned sq, uint8_t was,
		 uint8_t is)
{
	if (bits_has(before->b.knights, a.from) && sq != a.from && !is)
		return CAUSE_REMOVED; /* indicted: a Regulator never captures */
	return game_orthodox_cause(a, sq, was, is);
}

/* Replaces the orthodox texts, which say "knight" and "king". */
static void
rename_no_such_move(const struct position *p, unsigned from, struct refusal *out)
{
	static const char *const texts[] = {
		[PIECE_PAWN] = "A Shareholder does not move like that.",
		[PIECE_KNIGHT] = "A Regulator does not move like that.",
		[PIECE_BISHOP] = "An Auditor does not move like that.",
		[PIECE_ROOK] = "A Director does not move like that.",
		[PIECE_QUEEN] = "A CFO does not move like that.",
		[PIECE_KING] = "A CEO does not move like that.",
	};

	if (strcmp(out->rule, "no-such-move") == 0)
		out->text = texts[piece_kind(bitboard_at(&p->b, from))];
}

/* Explains why a piece may not bilk its own Shareholder on `to`. */
static void
refuse_bilking(const struct position *p, unsigned to, struct refusal *out)
{
	unsigned us = p->b.seat;
	uint64_t regulators = beside(bit(to)) & p->b.knights & p->b.colour[!us];

	if (bits_has(p->marks, to))
		refusal_set(out, "shareholder-crooked", "A crooked Shareholder cannot be bilked.",
			    bit(to));
	else if (bits_own_rank(1, us) & bit(to))
		refusal_set(out, "shareholder-at-home",
			    "A Shareholder on its own second row cannot be bilked.", bit(to));
	else
		refusal_set(out, "shareholder-protected",
			    "An enemy Regulator next to the Shareholder protects it.", regulators);
}

/*
 * Refuses a move that the way of moving allows, but this game does not. Returns false if
 * nothing forbids it.
 */
static bool
refuse_special(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;
	bool regulator = bits_has(b->knights, from);
	bool shareholder = bits_has(b->pawns & b->colour[b->seat], to);

	if (shareholder && !regulator && !bits_has(b->pawns, from))
		refuse_bilking(p, to, out);
	else if (regulator && bits_has(b->colour[!b->seat], to))
		refusal_set(out, "regulator-takes-nothing",
			    "A Regulator moves only to empty squares.", bit(to));
	else if (bits_has(b->knights & b->colour[!b->seat], to))
		refusal_set(out, "regulator-untouchable", "A Regulator cannot be captured.",
			    bit(to));
	else
		return false;
	return true;
}

static void
accounting_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		  struct refusal *out)
{
	struct position quiet = *p;
	unsigned us = p->b.seat;

	(void)seat; /* nothing is hidden */
	quiet.b.knights &= p->b.colour[us];
	if (to != RULES_NO_SQ && !bits_has(p->b.knights | p->b.pawns, from)) {
		/* Such a piece can reach its own Shareholder as if it were an enemy. */
		uint64_t shareholder = p->b.pawns & p->b.colour[us] & bit(to);

		quiet.b.colour[us] &= ~shareholder;
		quiet.b.colour[!us] |= shareholder;
	}
	if (orthodox_refuse_shape(&quiet, from, to, out)) {
		rename_no_such_move(p, from, out);
		return;
	}
	if (to != RULES_NO_SQ) {
		refuse_special(p, from, to, out);
		return;
	}
	for (to = 0; to < 64; to++)
		if (!orthodox_refuse_shape(&quiet, from, to, out) &&
		    refuse_special(p, from, to, out))
			return;
}

static const char *const kind_names[] = {
	"nothing",
	[PIECE_PAWN] = "Shareholder",
	[PIECE_KNIGHT] = "Regulator",
	[PIECE_BISHOP] = "Auditor",
	[PIECE_ROOK] = "Director",
	[PIECE_QUEEN] = "CFO",
	[PIECE_KING] = "CEO",
};

const struct game game_accounting = {
	.name = "accounting",
	.title = "Accounting Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.kind_names = kind_names,
	.mark = '*',
	.removing_kind = PIECE_KNIGHT,
	.marked_kinds = 1 << PIECE_PAWN | 1 << PIECE_BISHOP | 1 << PIECE_ROOK | 1 << PIECE_QUEEN |
			1 << PIECE_KING,
	.castling = CASTLING_ORTHODOX,
	.draws = DRAW_REPETITION | DRAW_SEVENTYFIVE,
	/* As in chess: a square is entered from eight directions and by eight knights. */
	.actions_max = ORTHODOX_ACTIONS_MAX,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	.check = accounting_check,
	.actions = accounting_actions,
	.count = accounting_count,
	.apply = accounting_apply,
	.end = accounting_end,
	.in_check = accounting_in_check,
	.cause = accounting_cause,
	.announce = accounting_announce,
	.refuse = accounting_refuse,
};
