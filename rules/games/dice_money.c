/*
 * Dice-Money Chess, by A. Black (zzo38). A turn begins with two dice. Then the
 * player may buy one thing: further moves this turn, a lost piece put back on
 * the board, a king that flies like a queen. Then comes the main move, which
 * earns the other die when its piece is the one a die names (P1 … K6), then the
 * further moves. A piece comes back, or a pawn promotes, only out of what its
 * side has lost. Kings are guarded after every move, but mate is judged when a
 * turn begins, by ordinary moves alone ("pictorially").
 *
 * In mid-turn the enemy's king may already stand in check, so moves must leave
 * it out of their targets; and the square passed over may be the mover's own,
 * useless until the other side moves.
 */
#include "rules/games/dice_money.h"
#include "rules/movegen.h"
#include "rules/orthodox.h"

enum {
	/* At most 62 squares are empty; five kinds of either colour may be put there. */
	PLACEMENTS_MAX = 62 * 2 * KINDS_LOST,
};

/* --- Board moves -------------------------------------------------------- */

/* The place of a kind, queen to pawn, in the lists of what is lost. */
ALWAYS_INLINE unsigned
slot(unsigned kind)
{
	return PIECE_QUEEN - kind;
}

/* Has the side lost a piece that a pawn may become? */
static bool
may_promote(const struct position *p, unsigned us)
{
	const uint8_t *lost = p->x.dice_money.lost[us];

	return lost[0] | lost[1] | lost[2] | lost[3];
}

/* Moves of pawns on the seventh rank, to each kind that is lost; rare, so apart from the others. */
static __attribute__((noinline)) size_t
promotions(const struct position *p, const struct movegen *m, uint64_t pawns, bool list,
	   struct action *out, size_t n)
{
	const uint8_t *lost = p->x.dice_money.lost[m->us];
	struct action all[8 * 3 * 4];
	struct movegen few = *m;
	size_t found;

	few.own = pawns;
	if (!list) {
		found = movegen_pawns_plain(&few, false, NULL, 0) / 4;
		return n + found * (size_t)(!!lost[0] + !!lost[1] + !!lost[2] + !!lost[3]);
	}
	found = movegen_pawns_plain(&few, true, all, 0);
	for (size_t i = 0; i < found; i++)
		if (lost[slot(all[i].arg)])
			out[n++] = all[i];
	return n;
}

/* Where a flying king could go if nothing were attacked. */
ALWAYS_INLINE uint64_t
flight_ways(unsigned sq, uint64_t occupied)
{
	return attacks_king[sq] | attacks_diag(sq, occupied) | attacks_line(sq, occupied);
}

/* Board moves; of a turn's further moves too. */
ALWAYS_INLINE size_t
moves(const struct position *p, unsigned us, bool list, struct action *out)
{
	const struct bitboard *b = &p->b;
	bool flight = p->x.dice_money.flight;
	struct movegen m = movegen_begin(b, us);
	uint64_t taboo = b->kings & m.enemy; /* in the way like one of one's own */
	uint64_t seventh = b->pawns & m.own & bits_own_rank(6, us);
	size_t n;

	m.own |= taboo;
	m.goal &= ~taboo;
	if (attacks_king[m.king_sq] & taboo) { /* only a position set by hand */
		m.checkers |= taboo;
		m.goal = 0;
	}
	n = flight ? movegen_king_among(&m, flight_ways(m.king_sq, m.occupied) & ~m.own, list, out,
					0)
		   : movegen_king(&m, list, out, 0);
	if (movegen_only_king(&m))
		return n;
	if (seventh)
		n = promotions(p, &m, seventh, list, out, n);
	m.own ^= seventh;
	n = movegen_pawns_plain(&m, list, out, n);
	if (p->x.dice_money.stage != STAGE_EXTRA)
		n = movegen_ep(&m, list, out, n);
	n = movegen_officers(&m, list, out, n);
	return movegen_castling(&m, flight, list, out, n);
}

static __attribute__((noinline)) size_t
moves_list(const struct position *p, struct action *out)
{
	return game_list_moves(moves, p, out);
}

static __attribute__((noinline)) size_t
moves_count(const struct position *p)
{
	return game_count_moves(moves, p);
}

/* --- Purchases ---------------------------------------------------------- */

/* What the argument of ACT_BUY is on the price list of `us`. */
static enum dice_money_item
item_of(unsigned arg, unsigned us)
{
	static const uint8_t items[] = {
		[PIECE_PAWN] = ITEM_PAWN, [PIECE_KNIGHT] = ITEM_MINOR, [PIECE_BISHOP] = ITEM_MINOR,
		[PIECE_ROOK] = ITEM_ROOK, [PIECE_QUEEN] = ITEM_QUEEN,
	};

	if (arg & BUY_ITEM)
		return (enum dice_money_item)(arg & ~(unsigned)BUY_ITEM);
	if (piece_colour((uint8_t)arg) != us)
		return ITEM_OPPONENTS;
	return (enum dice_money_item)items[piece_kind((uint8_t)arg)];
}

static bool
affordable(const struct position *p, enum dice_money_item item)
{
	unsigned us = p->b.seat;

	return p->x.dice_money.price[us][item] <= p->x.dice_money.money[us];
}

/* The square passed over is sq, if it still means anything. */
static void
ep_keep(struct bitboard *b, unsigned sq)
{
	b->ep_sq = RULES_NO_SQ;
	if (sq != RULES_NO_SQ && bitboard_ep_stands(b, sq))
		b->ep_sq = (uint8_t)sq;
}

/* Off the list of what is lost, onto the board, where it may undo an en passant square. */
static void
place(struct position *p, unsigned sq, uint8_t piece)
{
	bitboard_put(&p->b, sq, piece);
	p->x.dice_money.lost[piece_colour(piece)][slot(piece_kind(piece))]--;
	p->b.halfmoves = 0;
	ep_keep(&p->b, p->b.ep_sq);
}

/* From where such a piece attacks the square. */
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
 * A plain main move that can be made now. Nearly every placement leaves it to
 * be made, so that few placements need to be tried on the board.
 */
struct witness {
	bool found;
	uint64_t way;      /* squares passed and entered */
	uint64_t occupied; /* after it */
	unsigned king_sq;  /* after it */
};

static struct witness
witness_of(const struct position *p)
{
	const struct bitboard *b = &p->b;
	struct action list[ORTHODOX_ACTIONS_MAX];
	size_t n = moves_list(p, list);
	struct witness w = { .king_sq = bits_first(b->kings & b->colour[b->seat]) };

	for (size_t i = 0; i < n && !w.found; i++) {
		struct action a = list[i];

		/* Promotion wants the lost piece that is being placed; en passant empties more. */
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

/* The squares where the piece may be placed so that a main move follows. */
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

		place(&after, sq, piece);
		if (moves_count(&after))
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

		if (!p->x.dice_money.lost[colour][slot(kind)] ||
		    !affordable(p, item_of(piece, p->b.seat)))
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

/* Nothing is sold that leaves no main move to be made. */
static size_t
purchases(const struct position *p, size_t main_moves, bool list, struct action *out, size_t n)
{
	struct position flying = *p;

	if (main_moves && affordable(p, ITEM_EXTRA1))
		n = buy(ITEM_EXTRA1, list, out, n);
	if (main_moves && affordable(p, ITEM_EXTRA2))
		n = buy(ITEM_EXTRA2, list, out, n);
	flying.x.dice_money.flight = 1;
	if (affordable(p, ITEM_FLIGHT) && (main_moves || moves_count(&flying)))
		n = buy(ITEM_FLIGHT, list, out, n);
	return placements(p, list, out, n);
}

/* --- Actions ------------------------------------------------------------ */

static size_t
rolls(struct action *out)
{
	size_t n = 0;

	for (unsigned low = 1; low <= 6; low++)
		for (unsigned high = low; high <= 6; high++)
			out[n++] = (struct action){ ACT_ROLL, 0, 0, (uint8_t)(low * 8 + high) };
	return n;
}

static size_t
dice_money_actions(const struct position *p, struct action *out)
{
	size_t n;

	if (p->x.dice_money.stage == STAGE_ROLL)
		return rolls(out);
	n = moves_list(p, out);
	if (p->x.dice_money.stage == STAGE_BUY)
		n = purchases(p, n, true, out, n);
	if (p->x.dice_money.stage == STAGE_EXTRA)
		out[n++] = (struct action){ .kind = ACT_END };
	return n;
}

static size_t
dice_money_count(const struct position *p)
{
	size_t n;

	if (p->x.dice_money.stage == STAGE_ROLL)
		return 21;
	n = moves_count(p);
	if (p->x.dice_money.stage == STAGE_BUY)
		return purchases(p, n, false, NULL, n);
	return n + (p->x.dice_money.stage == STAGE_EXTRA);
}

/* --- What an action does ------------------------------------------------ */

static void
end_turn(struct position *p)
{
	p->x.dice_money.stage = STAGE_ROLL;
	p->x.dice_money.die[0] = p->x.dice_money.die[1] = 0;
	p->x.dice_money.extra = 0;
	bitboard_next_seat(&p->b);
}

/* If a die names the piece that made the main move, the other die is paid. */
static void
earn(struct position *p, unsigned kind)
{
	const uint8_t *die = p->x.dice_money.die;
	uint8_t *money = &p->x.dice_money.money[p->b.seat];
	unsigned pay = die[0] == kind ? die[1] : die[1] == kind ? die[0] : 0;

	*money = (uint8_t)(*money + pay > MONEY_MAX ? MONEY_MAX : *money + pay);
}

/* What the move takes off the board and what it promotes to change the lists. */
static void
lose(struct position *p, struct action a, unsigned us)
{
	uint8_t(*lost)[KINDS_LOST] = p->x.dice_money.lost;
	uint8_t victim = bitboard_at(&p->b, a.to);

	if (!victim && bits_has(p->b.pawns, a.from) && (a.from ^ a.to) & 7)
		victim = PIECE_PAWN; /* en passant: to another file, onto an empty square */
	if (victim)
		lost[!us][slot(piece_kind(victim))]++;
	if (a.arg) {
		lost[us][slot(a.arg)]--;
		lost[us][slot(PIECE_PAWN)]++;
	}
}

static void
board_move(struct position *p, struct action a, unsigned us)
{
	struct bitboard *b = &p->b;
	unsigned own_ep = RULES_NO_SQ;
	bool reset = bits_has(b->pawns, a.from) || bits_has(b->colour[!us], a.to);

	/* What a pawn of this turn has passed is for the other side to take. */
	if (p->x.dice_money.stage == STAGE_EXTRA) {
		own_ep = b->ep_sq;
		b->ep_sq = RULES_NO_SQ;
	}
	if (a.kind == ACT_CASTLE) {
		bitboard_castle_pieces(b, us, a.from, a.arg);
		reset = false;
	} else {
		lose(p, a, us);
		bitboard_move_pieces(b, us, a.from, a.to, a.arg);
	}
	b->halfmoves = reset ? 0 : b->halfmoves + 1;
	if (b->ep_sq == RULES_NO_SQ)
		ep_keep(b, own_ep);
}

static void
apply_move(struct position *p, struct action a)
{
	bool promotes = a.kind == ACT_MOVE && a.arg;
	unsigned kind = promotes ? a.arg : piece_kind(bitboard_at(&p->b, a.from));

	game_make_move(board_move, p, a);
	if (p->x.dice_money.stage == STAGE_EXTRA)
		p->x.dice_money.extra--;
	else
		earn(p, kind);
	p->x.dice_money.flight = 0;
	p->x.dice_money.stage = STAGE_EXTRA;
	if (p->x.dice_money.extra == 0)
		end_turn(p);
}

static void
apply_buy(struct position *p, struct action a)
{
	unsigned us = p->b.seat;
	enum dice_money_item item = item_of(a.arg, us);

	p->x.dice_money.money[us] =
		(uint8_t)(p->x.dice_money.money[us] - p->x.dice_money.price[us][item]);
	p->x.dice_money.price[us][item]++;
	p->x.dice_money.stage = STAGE_MOVE;
	if (item == ITEM_FLIGHT)
		p->x.dice_money.flight = 1;
	else if (item == ITEM_EXTRA1 || item == ITEM_EXTRA2)
		p->x.dice_money.extra = item == ITEM_EXTRA1 ? 1 : 2;
	else
		place(p, a.to, a.arg);
}

static void
dice_money_apply(struct position *p, struct action a)
{
	if (a.kind == ACT_ROLL) {
		p->x.dice_money.die[0] = a.arg / 8;
		p->x.dice_money.die[1] = a.arg % 8;
		p->x.dice_money.stage = STAGE_BUY;
	} else if (a.kind == ACT_BUY) {
		apply_buy(p, a);
	} else if (a.kind == ACT_END) {
		end_turn(p);
	} else {
		apply_move(p, a);
	}
}

/* --- Ends --------------------------------------------------------------- */

static bool
king_attacked(const struct bitboard *b)
{
	return bitboard_attacked(b, bits_first(b->kings & b->colour[b->seat]), bitboard_occupied(b),
				 !b->seat);
}

/*
 * Mate and stalemate belong to the beginning of a turn. A seat that can do
 * nothing later in it, by a position set by hand, is stalemated, check or not.
 */
static struct outcome
dice_money_end(const struct position *p)
{
	const struct bitboard *b = &p->b;
	bool begins = p->x.dice_money.stage == STAGE_ROLL;

	if (p->x.dice_money.stage == STAGE_EXTRA || (!begins && !king_attacked(b)))
		return outcome_ongoing();
	if (begins ? moves_count(p) : dice_money_count(p))
		return outcome_ongoing();
	if (begins && king_attacked(b))
		return outcome_win(!b->seat, REASON_CHECKMATE);
	return outcome_draw(REASON_STALEMATE);
}

static unsigned
dice_money_to_act(const struct position *p)
{
	return p->x.dice_money.stage == STAGE_ROLL ? SEAT_CHANCE : p->b.seat;
}

/* --- Which positions there can be --------------------------------------- */

static int
dice_money_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;
	bool own = p->x.dice_money.stage == STAGE_EXTRA;

	if (orthodox_check_men(b, ORTHODOX_BOTH_KINGS, err) < 0)
		return -1;
	/* The first board move of a turn ends what the other side left. */
	if (b->ep_sq != RULES_NO_SQ && (bitboard_ep_owner(b->ep_sq) == b->seat) != own)
		return error_tell(err, 0,
				  "at this stage the other side's pawn must have passed, "
				  "at stage=extra one's own");
	return 0;
}

/* --- Why ---------------------------------------------------------------- */

static enum change_cause
dice_money_cause(const struct position *before, struct action a, unsigned sq, uint8_t was,
		 uint8_t is)
{
	(void)before;
	return a.kind == ACT_BUY ? CAUSE_PLACED : game_orthodox_cause(a, sq, was, is);
}

/* What only this game forbids to a piece that could go there. False: nothing. */
static bool
refuse_special(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;
	unsigned us = b->seat;

	if (bits_has(b->kings & b->colour[!us], to))
		refusal_tell(out, "king-untouchable", "No move captures a king.", bit(to));
	else if (bits_has(b->pawns, from) && bits_own_rank(7, us) & bit(to) && !may_promote(p, us))
		refusal_tell(out, "nothing-lost",
			     "A pawn promotes only to a lost piece of its side, and none is lost.",
			     0);
	else
		return false;
	return true;
}

static void
refuse_flight(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	const struct bitboard *b = &p->b;
	uint64_t occupied = bitboard_occupied(b);

	if (bits_has(b->colour[b->seat], to))
		refusal_tell(out, "own-piece", "A piece of the same side stands there.", bit(to));
	else if (!bits_has(flight_ways(from, 0), to))
		refusal_tell(out, "no-such-move", "A flying king moves like a queen.", 0);
	else if (!bits_has(flight_ways(from, occupied), to))
		refusal_tell(out, "blocked", "Another piece stands in the way.",
			     attacks_between[from][to] & occupied);
	else if (!refuse_special(p, from, to, out))
		refusal_tell(out, "king-attacked", "The king would be attacked there.",
			     bitboard_attackers(b, to, (occupied ^ bit(from)) | bit(to), !b->seat));
}

/* Every way the piece has is forbidden: told is the first that only its king forbids. */
static void
refuse_piece(const struct position *p, unsigned from, struct refusal *out)
{
	struct refusal special = { .rule = NULL };

	if (orthodox_refuse_shape(p, from, RULES_NO_SQ, out))
		return;
	for (unsigned to = 0; to < 64; to++) {
		if (orthodox_refuse_shape(p, from, to, out) ||
		    refuse_special(p, from, to, &special))
			continue;
		orthodox_refuse(p, SEAT_TABLE, from, to, out);
		return;
	}
	*out = special;
}

static void
dice_money_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		  struct refusal *out)
{
	struct position now = *p;
	bool king = bits_has(p->b.kings, from);
	bool rook =
		to != RULES_NO_SQ && bits_has(p->b.line & ~p->b.diag & p->b.colour[p->b.seat], to);

	(void)seat; /* nothing is hidden */
	if (p->x.dice_money.stage == STAGE_EXTRA)
		now.b.ep_sq = RULES_NO_SQ;
	if (!bits_has(p->b.colour[p->b.seat], from))
		refusal_tell(out, "not-your-turn", "It is the other side's turn.", 0);
	else if (p->x.dice_money.stage == STAGE_ROLL)
		refusal_tell(out, "roll-first", "The dice are rolled before a piece moves.", 0);
	else if (to == RULES_NO_SQ)
		refuse_piece(&now, from, out);
	else if (p->x.dice_money.flight && king && !rook)
		refuse_flight(p, from, to, out);
	else if (!orthodox_refuse_shape(&now, from, to, out) && !refuse_special(p, from, to, out))
		orthodox_refuse(&now, seat, from, to, out);
}

const struct game game_dice_money = {
	.name = "dice-money",
	.title = "Dice-Money Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.castling = CASTLING_ORTHODOX,
	.draws = DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.long_turns = true,
	/* Moves as in chess (a flying king enters a square from no ninth way), goods, the rest. */
	.actions_max = ORTHODOX_ACTIONS_MAX + PLACEMENTS_MAX + 3,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 stage=roll dice=- "
		      "money=1,2 prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=-/- extra=0 "
		      "flight=0",
	.options = dice_money_options,
	.start = dice_money_start,
	.keys_parse = dice_money_keys_parse,
	.keys_print = dice_money_keys_print,
	.check = dice_money_check,
	.actions = dice_money_actions,
	.count = dice_money_count,
	.apply = dice_money_apply,
	.end = dice_money_end,
	.checked = orthodox_checked,
	.to_act = dice_money_to_act,
	.cause = dice_money_cause,
	.refuse = dice_money_refuse,
	.verb_print = dice_money_verb_print,
};
