/*
 * Dice-Money Chess, by A. Black (zzo38). A turn begins with two dice. The
 * player may then buy one thing: further moves this turn, a lost piece to put
 * back on the board, or a king that moves like a queen. The main move follows.
 * If a die names its piece (P1 … K6), the other die is earned. The further
 * moves come last. A piece can return, or a pawn promote, only to a piece that
 * its side has lost. Kings must be safe after every move, but mate is judged at
 * the start of a turn by ordinary moves alone ("pictorially").
 *
 * In mid-turn the enemy king may already be in check, so moves must exclude it
 * as a target. The en passant square may be the mover's own, unusable until the
 * other side moves.
 */
#include "rules/games/dice_money.h"
#include "rules/movegen.h"
#include "rules/orthodox.h"

enum {
	/* At most 62 squares are empty; each can receive five kinds of either colour. */
	PLACEMENTS_MAX = 62 * 2 * KINDS_LOST,
};

/* --- Board moves -------------------------------------------------------- */

/* Adds moves of pawns on the seventh rank, to each lost kind. Rare, hence not inlined. */
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
		if (lost[dice_money_slot(all[i].arg)])
			out[n++] = all[i];
	return n;
}

/* Adds board moves, including a turn's further moves. */
ALWAYS_INLINE size_t
moves(const struct position *p, unsigned us, bool list, struct action *out)
{
	const struct bitboard *b = &p->b;
	bool flight = p->x.dice_money.flight;
	struct movegen m = movegen_begin(b, us);
	uint64_t taboo = b->kings & m.enemy; /* blocks like an own piece */
	uint64_t seventh = b->pawns & m.own & bits_own_rank(6, us);
	size_t n;

	m.own |= taboo;
	m.goal &= ~taboo;
	if (attacks_king[m.king_sq] & taboo) { /* only in positions set by hand */
		m.checkers |= taboo;
		m.goal = 0;
	}
	n = flight ? movegen_king_among(&m, dice_money_flight_ways(m.king_sq, m.occupied) & ~m.own,
					list, out, 0)
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

__attribute__((noinline)) size_t
dice_money_moves_list(const struct position *p, struct action *out)
{
	return game_list_moves(moves, p, out);
}

__attribute__((noinline)) size_t
dice_money_moves_count(const struct position *p)
{
	return game_count_moves(moves, p);
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
	n = dice_money_moves_list(p, out);
	if (p->x.dice_money.stage == STAGE_BUY)
		n = dice_money_purchases(p, n, true, out, n);
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
	n = dice_money_moves_count(p);
	if (p->x.dice_money.stage == STAGE_BUY)
		return dice_money_purchases(p, n, false, NULL, n);
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

/* Pays the other die if one die names the piece that made the main move. */
static void
earn(struct position *p, unsigned kind)
{
	const uint8_t *die = p->x.dice_money.die;
	uint8_t *money = &p->x.dice_money.money[p->b.seat];
	unsigned pay = die[0] == kind ? die[1] : die[1] == kind ? die[0] : 0;

	*money = (uint8_t)(*money + pay > MONEY_MAX ? MONEY_MAX : *money + pay);
}

/* Updates the lists of lost pieces for a capture and a promotion. */
static void
lose(struct position *p, struct action a, unsigned us)
{
	uint8_t(*lost)[KINDS_LOST] = p->x.dice_money.lost;
	uint8_t victim = bitboard_at(&p->b, a.to);

	if (!victim && bits_has(p->b.pawns, a.from) && (a.from ^ a.to) & 7)
		victim = PIECE_PAWN; /* en passant: changes file onto an empty square */
	if (victim)
		lost[!us][dice_money_slot(piece_kind(victim))]++;
	if (a.arg) {
		lost[us][dice_money_slot(a.arg)]--;
		lost[us][dice_money_slot(PIECE_PAWN)]++;
	}
}

static void
board_move(struct position *p, struct action a, unsigned us)
{
	struct bitboard *b = &p->b;
	unsigned own_ep = RULES_NO_SQ;
	bool reset = bits_has(b->pawns, a.from) || bits_has(b->colour[!us], a.to);

	/* A square that a pawn passed in this turn is only for the other side. */
	if (p->x.dice_money.stage == STAGE_EXTRA) {
		own_ep = b->ep_sq;
		b->ep_sq = RULES_NO_SQ;
	}
	if (a.kind == ACT_CASTLE) {
		bitboard_castle_pieces(b, us, a.from, a.arg);
	} else {
		lose(p, a, us);
		bitboard_move_pieces(b, us, a.from, a.to, a.arg);
	}
	b->halfmoves = reset ? 0 : b->halfmoves + 1;
	if (b->ep_sq == RULES_NO_SQ)
		dice_money_ep_keep(b, own_ep);
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
	enum dice_money_item item = dice_money_item(a.arg, us);

	p->x.dice_money.money[us] =
		(uint8_t)(p->x.dice_money.money[us] - p->x.dice_money.price[us][item]);
	p->x.dice_money.price[us][item]++;
	p->x.dice_money.stage = STAGE_MOVE;
	if (item == ITEM_FLIGHT)
		p->x.dice_money.flight = 1;
	else if (item == ITEM_EXTRA1 || item == ITEM_EXTRA2)
		p->x.dice_money.extra = item == ITEM_EXTRA1 ? 1 : 2;
	else
		dice_money_place(p, a.to, a.arg);
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

static uint8_t
dice_money_earned(const struct position *before, struct action a)
{
	struct position after = *before;
	unsigned us = before->b.seat, had = before->x.dice_money.money[us];

	dice_money_apply(&after, a);
	return after.x.dice_money.money[us] > had ? (uint8_t)(after.x.dice_money.money[us] - had)
						  : 0;
}

/* --- Ends --------------------------------------------------------------- */

static bool
king_attacked(const struct bitboard *b)
{
	return bitboard_attacked(b, bits_first(b->kings & b->colour[b->seat]), bitboard_occupied(b),
				 !b->seat);
}

/*
 * Returns the outcome. Mate and stalemate are judged at the start of a turn. A
 * seat without actions later in the turn, possible only in positions set by
 * hand, is stalemated even in check.
 */
static struct outcome
dice_money_end(const struct position *p)
{
	const struct bitboard *b = &p->b;
	bool begins = p->x.dice_money.stage == STAGE_ROLL;

	if (p->x.dice_money.stage == STAGE_EXTRA || (!begins && !king_attacked(b)))
		return outcome_ongoing();
	if (begins ? dice_money_moves_count(p) : dice_money_count(p))
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

/* --- Valid positions ---------------------------------------------------- */

static int
dice_money_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;
	bool own = p->x.dice_money.stage == STAGE_EXTRA;

	if (orthodox_check_men(b, ORTHODOX_BOTH_KINGS, err) < 0)
		return -1;
	/* The first board move of a turn clears the square left by the other side. */
	if (b->ep_sq != RULES_NO_SQ && (bitboard_ep_owner(b->ep_sq) == b->seat) != own)
		return error_set(err, 0,
				 "at this stage the other side's pawn must have passed, "
				 "at stage=extra one's own");
	return 0;
}

/* --- Reasons ------------------------------------------------------------ */

static enum change_cause
dice_money_cause(const struct position *before, struct action a, unsigned sq, uint8_t was,
		 uint8_t is)
{
	(void)before;
	return a.kind == ACT_BUY ? CAUSE_PLACED : game_orthodox_cause(a, sq, was, is);
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
	.levels = 5,
	/*
	 * Moves as in chess (a flying king adds no ninth direction), placements
	 * and other actions.
	 */
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
	.earned = dice_money_earned,
	.end = dice_money_end,
	.in_check = orthodox_in_check,
	.to_act = dice_money_to_act,
	.cause = dice_money_cause,
	.refuse = dice_money_refuse,
	.verbs = 1 << ACT_ROLL | 1 << ACT_BUY | 1 << ACT_END,
	.refuse_verb = dice_money_refuse_verb,
	.verb_print = dice_money_verb_print,
	.verb_read = dice_money_verb_read,
};
