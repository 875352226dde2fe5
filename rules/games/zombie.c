/*
 * Zombie Chess, by Don Kirkby. A captured piece is buried, in secret, under one
 * of the captor's own pieces. When that piece leaves its square, the captive
 * rises as a zombie of its old side. Zombies must move: those that did not move
 * in a turn of their side are destroyed for good. In one turn all of them may
 * move, the horde, in place of one living piece.
 *
 * A turn: promote zombie pawns on their last rank; then one living move, or
 * steps of the horde and `end`. The squares left are then revealed, idle
 * zombies turn to dust, and captives are buried.
 *
 * Legality depends on the mover's knowledge: the board and its own burials.
 * Burials of the opponent never affect it.
 *
 * Marks are on zombies. A burial stays on its square when the piece above
 * changes.
 */
#include <assert.h>
#include <string.h>

#include "rules/games/zombie.h"
#include "rules/movegen.h"
#include "rules/orthodox.h"

/* --- Safety of the king, as far as the mover knows ---------------------- */

/* Reports whether the king would be safe if the turn ended now. Overwrites *p. */
static bool
ends_safely(struct position *p)
{
	struct foresight f = foresee(p);

	return !bitboard_attacked(&p->b, f.king_sq, f.occupied, !p->b.seat);
}

/* --- Board moves -------------------------------------------------------- */

static void
hold_add(struct position *p, unsigned kind)
{
	unsigned n = 0;

	while (p->x.zombie.hold[n])
		n++;
	assert(n < HOLD_MAX);
	p->x.zombie.hold[n] = (uint8_t)kind;
}

/*
 * Makes one board move of the side to act: updates pieces, marks, counters,
 * squares left and captives.
 */
static void
step(struct position *p, struct action a)
{
	struct bitboard *b = &p->b;
	unsigned us = b->seat, passed = b->ep_sq, victim_sq = a.to, kind;
	bool zombie = bits_has(p->marks, a.from), pawn = bits_has(b->pawns, a.from);

	p->x.zombie.left |= bit(a.from);
	if (a.kind == ACT_CASTLE) {
		bitboard_castle_pieces(b, us, a.from, a.arg);
		p->x.zombie.left |= bit(a.arg);
		b->halfmoves++;
		return;
	}
	if (pawn && a.to == passed)
		victim_sq = a.to ^ 8u;
	kind = piece_kind(bitboard_at(b, victim_sq));
	bitboard_move_pieces(b, us, a.from, a.to, a.arg);
	if (b->ep_sq == RULES_NO_SQ && passed != RULES_NO_SQ && bitboard_ep_owner(passed) == us &&
	    bitboard_ep_stands(b, passed))
		b->ep_sq = (uint8_t)passed;
	p->marks &= ~(bit(a.from) | bit(a.to) | bit(victim_sq));
	/* A move has a target square. NOLINTNEXTLINE(clang-analyzer-core.*) */
	p->marks |= (uint64_t)zombie << a.to;
	p->x.zombie.moved |= (uint64_t)zombie << a.to;
	if (kind)
		hold_add(p, kind);
	b->halfmoves = pawn || kind ? 0 : b->halfmoves + 1;
}

/* Adds the moves of `movers` without regard to the king's safety; kings are never captured. */
ALWAYS_INLINE size_t
moves_of(const struct bitboard *b, unsigned us, uint64_t movers, struct action *out, size_t n)
{
	struct movegen m = movegen_free(b, us, UINT64_MAX);

	m.goal &= ~b->kings;
	m.own &= movers;
	n = movegen_pawns_plain(&m, true, out, n);
	if (ep_is_open(b, us))
		n = movegen_ep_free(&m, true, out, n);
	n = movegen_kings_free(&m, true, out, n);
	return movegen_officers(&m, true, out, n);
}

/* --- Actions ------------------------------------------------------------ */

/* Reports whether the moves are those of chess: the side has no zombie and no grave. */
ALWAYS_INLINE bool
is_plain(const struct position *p, unsigned us)
{
	const struct bitboard *b = &p->b;
	uint64_t king = b->kings & b->colour[us];

	return p->x.zombie.stage == STAGE_MOVE && !zombies(p, us) && !graves(p, us) &&
	       !(attacks_king[bits_first(king)] & b->kings);
}

ALWAYS_INLINE size_t
plain_moves(const struct position *p, unsigned us, bool list, struct action *out)
{
	struct movegen m = movegen_begin(&p->b, us);
	size_t n;

	m.goal &= ~p->b.kings;
	n = movegen_king_among(&m, attacks_king[m.king_sq] & ~m.own & ~p->b.kings, list, out, 0);
	if (movegen_only_king(&m))
		return n;
	n = movegen_pawns(&m, list, out, n);
	n = movegen_officers(&m, list, out, n);
	return movegen_castling(&m, false, list, out, n);
}

/* Adds castling. Start and path are judged on the board before the move, the end like any move. */
static size_t
castlings(const struct bitboard *b, unsigned us, struct action *out, size_t n)
{
	struct movegen m = movegen_free(b, us, UINT64_MAX);

	if (!bitboard_castling_files(b, us))
		return n;
	m.king_sq = bits_first(b->kings & m.own);
	if (bitboard_attacked(b, m.king_sq, m.occupied, !us))
		return n;
	return movegen_castling(&m, false, true, out, n);
}

bool
zombie_try(const struct position *p, unsigned from, unsigned to, struct position *after)
{
	struct action list[4 * 8];
	size_t n = moves_of(&p->b, p->b.seat, bit(from), list, 0), i = 0;

	if (bits_has(p->b.kings, from))
		n = castlings(&p->b, p->b.seat, list, n);
	while (i < n && to != RULES_NO_SQ && list[i].to != to)
		i++;
	if (i == n)
		return false;
	*after = *p;
	step(after, list[i]);
	return true;
}

/* Tests a move; `goals` are the squares of zombie_horde_goals. */
static bool
is_legal(const struct position *p, struct action a, const uint64_t goals[64])
{
	bool zombie = bits_has(p->marks, a.from);
	bool passing = bits_has(p->b.pawns, a.from) && a.to == p->b.ep_sq;
	struct position after;

	if (zombie && !passing)
		return bits_has(goals[a.from], a.to);
	after = *p;
	step(&after, a);
	return zombie ? zombie_horde_can_end(&after) : ends_safely(&after);
}

/* Keeps the legal ones of n actions and returns their number. */
static size_t
keep_legal(const struct position *p, struct action *out, size_t n)
{
	uint64_t goals[64];
	size_t kept = 0;

	zombie_horde_goals(p, goals);
	for (size_t i = 0; i < n; i++)
		if (is_legal(p, out[i], goals))
			out[kept++] = out[i];
	return kept;
}

static size_t
turn_actions(const struct position *p, struct action *out)
{
	unsigned us = p->b.seat;
	size_t n = moves_of(&p->b, us, UINT64_MAX, out, 0);

	return keep_legal(p, out, castlings(&p->b, us, out, n));
}

static size_t
horde_actions(const struct position *p, struct action *out)
{
	size_t n = keep_legal(p, out, moves_of(&p->b, p->b.seat, idle_zombies(p), out, 0));
	struct position now = *p;

	if (ends_safely(&now))
		out[n++] = (struct action){ .kind = ACT_END };
	return n;
}

static size_t
bury_actions(const struct position *p, struct action *out)
{
	uint64_t set = covers(p);
	size_t n = 0;

	while (set)
		out[n++] = (struct action){ .kind = ACT_BURY, .to = (uint8_t)bits_pop(&set) };
	return n;
}

static size_t
promote_actions(const struct position *p, struct action *out)
{
	uint64_t set = waiting_pawns(p, p->b.seat);
	size_t n = 0;

	while (set) {
		uint8_t sq = (uint8_t)bits_pop(&set);

		for (int kind = PIECE_KNIGHT; kind <= PIECE_QUEEN; kind++)
			out[n++] = (struct action){ .kind = ACT_PROMOTE,
						    .to = sq,
						    .arg = (uint8_t)kind };
	}
	return n;
}

static size_t
zombie_actions(const struct position *p, struct action *out)
{
	switch ((enum zombie_stage)p->x.zombie.stage) {
	case STAGE_PROMOTE:
		return promote_actions(p, out);
	case STAGE_BURY:
		return bury_actions(p, out);
	case STAGE_HORDE:
		return horde_actions(p, out);
	case STAGE_MOVE:
		break;
	}
	if (!is_plain(p, p->b.seat))
		return turn_actions(p, out);
	return game_list_moves(plain_moves, p, out);
}

static size_t
zombie_count(const struct position *p)
{
	struct action list[ORTHODOX_ACTIONS_MAX + 1];

	if (!is_plain(p, p->b.seat))
		return zombie_actions(p, list);
	return game_count_moves(plain_moves, p);
}

/* --- The end of a turn -------------------------------------------------- */

static void
announce(struct announcements *said, enum announcement_kind kind, unsigned sq, uint8_t piece)
{
	if (said)
		announcements_add(said, kind, sq, piece);
}

/*
 * Raises the burials under squares that the turn left and that are now empty,
 * the mover's before the opponent's. Returns the squares of the risen.
 */
static uint64_t
reveal(struct position *p, struct announcements *said)
{
	unsigned us = p->b.seat;
	uint64_t open = p->x.zombie.left & ~bitboard_occupied(&p->b), risen = 0;

	if (!graves(p, us) && !(open & graves(p, !us))) {
		announce(said, ANNOUNCE_NO_ZOMBIES, 0, 0);
		return 0;
	}
	while (open) {
		unsigned sq = bits_pop(&open), side = bits_has(graves(p, us), sq) ? us : !us;
		unsigned kind = grave_kind(p, side, sq);

		if (!kind) {
			announce(said, ANNOUNCE_NO_ZOMBIE, sq, 0);
			continue;
		}
		grave_empty(p, side, sq);
		bitboard_put(&p->b, sq, piece_make(kind, !side));
		announce(said, ANNOUNCE_RISEN, sq, piece_make(kind, !side));
		risen |= bit(sq);
	}
	p->marks |= risen;
	if (risen)
		p->b.halfmoves = 0;
	return risen;
}

/* Destroys the mover's zombies that neither moved nor rose. */
static void
destroy_idle(struct position *p, uint64_t risen)
{
	struct bitboard *b = &p->b;
	uint64_t gone = idle_zombies(p) & ~risen, set;

	if (!gone)
		return;
	for (set = gone; set;)
		to_dust(p, b->seat, piece_kind(bitboard_at(b, bits_pop(&set))));
	p->marks &= ~gone;
	bitboard_remove(b, gone);
	b->halfmoves = 0;
}

static void
hold_drop_first(struct position *p)
{
	uint8_t *hold = p->x.zombie.hold;

	for (; hold[0]; hold++)
		hold[0] = hold[1];
}

static void
pass_turn(struct position *p)
{
	struct bitboard *b = &p->b;

	p->x.zombie.left = p->x.zombie.moved = 0;
	bitboard_next_seat(b);
	p->x.zombie.stage = waiting_pawns(p, b->seat) ? STAGE_PROMOTE : STAGE_MOVE;
}

/* Sends captives to the dust while no piece can cover one; then requests the burial of the next. */
static void
settle_captives(struct position *p, struct announcements *said)
{
	unsigned enemy = !p->b.seat;

	while (p->x.zombie.hold[0] && !covers(p)) {
		uint8_t kind = p->x.zombie.hold[0];

		announce(said, ANNOUNCE_CANNOT_BURY, 0, piece_make(kind, enemy));
		to_dust(p, enemy, kind);
		hold_drop_first(p);
	}
	if (p->x.zombie.hold[0])
		p->x.zombie.stage = STAGE_BURY;
	else
		pass_turn(p);
}

static void
end_turn(struct position *p, struct announcements *said)
{
	destroy_idle(p, reveal(p, said));
	if (p->b.ep_sq != RULES_NO_SQ && !bitboard_ep_stands(&p->b, p->b.ep_sq))
		p->b.ep_sq = RULES_NO_SQ;
	settle_captives(p, said);
}

static void
promote(struct position *p, struct action a)
{
	struct bitboard *b = &p->b;

	b->pawns &= ~bit(a.to);
	b->colour[b->seat] &= ~bit(a.to);
	bitboard_put(b, a.to, piece_make(a.arg, b->seat));
	b->halfmoves = 0;
	if (!waiting_pawns(p, b->seat))
		p->x.zombie.stage = STAGE_MOVE;
}

static void
apply_announcing(struct position *p, struct action a, struct announcements *said)
{
	bool zombie;

	if (a.kind == ACT_PROMOTE) {
		promote(p, a);
	} else if (a.kind == ACT_BURY) {
		grave_fill(p, p->b.seat, a.to, p->x.zombie.hold[0]);
		hold_drop_first(p);
		settle_captives(p, said);
	} else if (a.kind == ACT_END) {
		end_turn(p, said);
	} else {
		zombie = bits_has(p->marks, a.from);
		step(p, a);
		if (zombie)
			p->x.zombie.stage = STAGE_HORDE;
		else
			end_turn(p, said);
	}
}

static void
zombie_apply(struct position *p, struct action a)
{
	apply_announcing(p, a, NULL);
}

static void
zombie_announce(const struct position *before, struct action a, struct announcements *out)
{
	struct position after = *before;

	apply_announcing(&after, a, out);
}

/* Returns the cause. Pieces may rise or be destroyed on squares that the action does not name. */
static enum change_cause
zombie_cause(const struct position *before, struct action a, unsigned sq, uint8_t was, uint8_t is)
{
	bool by_move = a.kind == ACT_MOVE;

	if (a.kind == ACT_PROMOTE)
		return CAUSE_PROMOTED;
	if (is & PIECE_MARK && !(by_move && sq == a.to))
		return CAUSE_PLACED;
	if (!is && was & PIECE_MARK && piece_colour(was) == before->b.seat &&
	    !(by_move && sq == a.from))
		return CAUSE_REMOVED;
	return game_orthodox_cause(a, sq, was, is);
}

/* --- Secrets ------------------------------------------------------------ */

static void
zombie_conceal(struct position *p)
{
	memset(p->x.zombie.buried, 0, sizeof(p->x.zombie.buried));
}

const struct game game_zombie = {
	.name = "zombie",
	.title = "Zombie Chess",
	.files = 8,
	.ranks = 8,
	.seats = 2,
	.letters = ".PNBRQK",
	.mark = '^',
	.marked_kinds = 1 << PIECE_PAWN | 1 << PIECE_KNIGHT | 1 << PIECE_BISHOP | 1 << PIECE_ROOK |
			1 << PIECE_QUEEN,
	.castling = CASTLING_ORTHODOX,
	.draws = DRAW_REPETITION | DRAW_SEVENTYFIVE,
	.long_turns = true,
	.resets_return = true,
	.reveals = true,
	.levels = 6,
	/* The bound of chess, and `end`; burials and promotions are fewer. */
	.actions_max = ORTHODOX_ACTIONS_MAX + 1,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
		      "stage=move buried=-/- left=- moved=- hold=- dust=-",
	.keys_parse = zombie_keys_parse,
	.keys_print = zombie_keys_print,
	.check = zombie_check,
	.actions = zombie_actions,
	.count = zombie_count,
	.apply = zombie_apply,
	.in_check = orthodox_in_check,
	.cause = zombie_cause,
	.announce = zombie_announce,
	.conceal = zombie_conceal,
	.refuse = zombie_refuse,
	.verbs = 1 << ACT_END | 1 << ACT_BURY | 1 << ACT_PROMOTE,
	.refuse_verb = zombie_refuse_verb,
};
