/*
 * Zombie Chess, by Don Kirkby. A captured piece is buried, in secret, under one
 * of the captor's own; when that piece leaves its square, the captive rises as
 * a zombie of its old side. Zombies live by walking: those that stood still in
 * a turn of their side are gone for good, and in one turn all of them may move,
 * the horde, in place of one living piece.
 *
 * A turn: promote zombie pawns that wait on their last rank; one living move,
 * or steps of the horde and `end`; then squares left are looked under, idle
 * zombies go to the dust, and what was captured is buried.
 *
 * A mover judges the safety of its king by what it knows: the board and its own
 * burials. What the opponent has hidden plays no part in what may be done.
 *
 * Marks are on zombies. A burial stays with its square, whatever stands there.
 */
#include <assert.h>
#include <string.h>

#include "rules/movegen.h"
#include "rules/orthodox.h"

enum zombie_stage {
	STAGE_MOVE,
	STAGE_HORDE,
	STAGE_BURY,
	STAGE_PROMOTE,
};

enum {
	SIDE_KINDS = PIECE_QUEEN, /* that can be captured: pawn to queen, 1 to 5 */
	/*
	 * Pieces captured in one turn: each by a zombie of its own, and all stood
	 * on the board when the turn began, with two kings.
	 */
	HOLD_MAX = 31,
	DUST_MAX = 255, /* of a position set by hand; more in no game that began with 32 */
};

static const char *const stage_names[] = {
	[STAGE_MOVE] = "move",
	[STAGE_HORDE] = "horde",
	[STAGE_BURY] = "bury",
	[STAGE_PROMOTE] = "promote",
};

/* Letters of the kinds from pawn to queen. */
#define KIND_LETTERS ".PNBRQ"

/* --- What lies buried --------------------------------------------------- */

/* Squares under which a side has hidden something. */
ALWAYS_INLINE uint64_t
graves(const struct position *p, unsigned side)
{
	const uint64_t *plane = p->x.zombie.buried[side];

	return plane[0] | plane[1] | plane[2];
}

static unsigned
grave_kind(const struct position *p, unsigned side, unsigned sq)
{
	const uint64_t *plane = p->x.zombie.buried[side];

	return (unsigned)((plane[0] >> sq & 1) | (plane[1] >> sq & 1) << 1 |
			  (plane[2] >> sq & 1) << 2);
}

static void
grave_fill(struct position *p, unsigned side, unsigned sq, unsigned kind)
{
	for (unsigned i = 0; i < 3; i++)
		p->x.zombie.buried[side][i] |= (uint64_t)(kind >> i & 1) << sq;
}

static void
grave_empty(struct position *p, unsigned side, unsigned sq)
{
	for (unsigned i = 0; i < 3; i++)
		p->x.zombie.buried[side][i] &= ~bit(sq);
}

ALWAYS_INLINE uint64_t
zombies(const struct position *p, unsigned us)
{
	return p->marks & p->b.colour[us];
}

/* Those of the side to act that have not moved this turn. */
ALWAYS_INLINE uint64_t
idle_zombies(const struct position *p)
{
	return zombies(p, p->b.seat) & ~p->x.zombie.moved;
}

/* --- The king's safety, as far as the mover knows ----------------------- */

/* The board as the turn would leave it if it ended now. */
struct foresight {
	struct bitboard b;
	uint64_t occupied;
	uint64_t rising;
};

static struct foresight
foresee(const struct position *p)
{
	unsigned us = p->b.seat;
	const uint64_t *plane = p->x.zombie.buried[us];
	struct foresight f = { .b = p->b };
	uint64_t one, two, four;

	f.occupied = bitboard_occupied(&p->b);
	f.rising = p->x.zombie.left & ~f.occupied & graves(p, us);
	one = plane[0] & f.rising;
	two = plane[1] & f.rising;
	four = plane[2] & f.rising;
	f.b.pawns |= one & ~two & ~four;
	f.b.knights |= two & ~one;
	f.b.diag |= (two & one) | (four & one);
	f.b.line |= four;
	f.b.colour[!us] |= f.rising;
	f.occupied = (f.occupied | f.rising) & ~idle_zombies(p);
	return f;
}

static unsigned
own_king(const struct position *p)
{
	return bits_first(p->b.kings & p->b.colour[p->b.seat]);
}

static bool
safe_to_end(const struct position *p)
{
	struct foresight f = foresee(p);

	return !bitboard_attacked(&f.b, own_king(p), f.occupied, !p->b.seat);
}

/* --- Board moves -------------------------------------------------------- */

/* A square that an own pawn of this turn passed is nothing to its own side. */
static bool
ep_is_open(const struct bitboard *b, unsigned us)
{
	return b->ep_sq != RULES_NO_SQ && bitboard_ep_owner(b->ep_sq) != us;
}

static void
hold_add(struct position *p, unsigned kind)
{
	unsigned n = 0;

	while (p->x.zombie.hold[n])
		n++;
	assert(n < HOLD_MAX);
	p->x.zombie.hold[n] = (uint8_t)kind;
}

/* One board move of the side to act: pieces, marks, counters, what it left and took. */
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
	if (!ep_is_open(b, us))
		b->ep_sq = RULES_NO_SQ;
	if (pawn && a.to == b->ep_sq)
		victim_sq = a.to ^ 8u;
	kind = piece_kind(bitboard_at(b, victim_sq));
	bitboard_move_pieces(b, us, a.from, a.to, a.arg);
	if (b->ep_sq == RULES_NO_SQ && passed != RULES_NO_SQ && bitboard_ep_owner(passed) == us &&
	    bitboard_ep_stands(b, passed))
		b->ep_sq = (uint8_t)passed;
	p->marks &= ~(bit(a.from) | bit(a.to) | bit(victim_sq));
	/* A move has a square to go to. NOLINTNEXTLINE(clang-analyzer-core.*) */
	p->marks |= (uint64_t)zombie << a.to;
	p->x.zombie.moved |= (uint64_t)zombie << a.to;
	if (kind)
		hold_add(p, kind);
	b->halfmoves = pawn || kind ? 0 : b->halfmoves + 1;
}

/* What `movers` of a side could do if no king bound them; nobody takes a king. */
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
	n = movegen_knights(&m, true, out, n);
	n = movegen_diag(&m, true, out, n);
	return movegen_line(&m, true, out, n);
}

/* --- Can a horde still end its turn well? ------------------------------- */

/*
 * Only the end of a turn counts, so a step is legal if the steps after it can
 * make the king safe. They are searched, but for those that cannot matter. A
 * step of a shortest way to safety
 *
 *   - ends where it blocks, takes or covers what may attack the king, or
 *   - leaves a square from which something rises that blocks, or
 *   - leaves a square where another zombie wants to go or pass, or
 *   - takes en passant;
 *
 * without any other step the rest of the way would do as well. And where an
 * attacker has nobody left to deal with it, or there are more attackers than
 * answers to them, the search turns back. Positions from which there is no way
 * are remembered, since the same steps in another order lead to them again.
 */
enum { HOPELESS_MAX = 2048 }; /* a power of two; the newest replaces what is in its place */

struct hopeless {
	bool in_use; /* `key` is cleared when it is needed first, which it hardly ever is */
	struct position_key key[HOPELESS_MAX];
};

struct hunt {
	uint64_t idle;
	uint64_t fixed;     /* squares that stay occupied, whatever the horde does */
	uint64_t targets;   /* where a step deals with an attacker, now or later */
	uint64_t lines;     /* between such attackers and the king */
	uint64_t ways;      /* squares that some zombie may want free, to get where it matters */
	uint64_t reach[64]; /* of idle zombies, if their fellows made way; by square */
};

static uint64_t
pawn_reach(const struct bitboard *b, unsigned us, unsigned from, uint64_t fixed)
{
	uint64_t ahead = bits_forward(bit(from), us) & ~fixed;
	uint64_t prey = b->colour[!us];

	if (ep_is_open(b, us))
		prey |= bit(b->ep_sq);
	ahead |= bits_forward(ahead & bits_own_rank(2, us), us) & ~fixed;
	return ahead | (attacks_pawn[us][from] & prey);
}

static uint64_t
zombie_reach(const struct position *p, unsigned from, const struct hunt *h)
{
	const struct bitboard *b = &p->b;
	unsigned us = b->seat;
	uint64_t set = 0;

	if (bits_has(b->pawns, from))
		set = pawn_reach(b, us, from, h->fixed);
	if (bits_has(b->knights, from))
		set = attacks_knight[from];
	if (bits_has(b->diag, from))
		set |= attacks_diag(from, h->fixed);
	if (bits_has(b->line, from))
		set |= attacks_line(from, h->fixed);
	return set & ~b->kings & ~(b->colour[us] & ~h->idle);
}

/* Where dealing with an attacker on sq is done: on its way, on it, or by en passant. */
static uint64_t
answers_to(const struct position *p, unsigned sq)
{
	const struct bitboard *b = &p->b;
	uint64_t set = attacks_between[own_king(p)][sq] | bit(sq);

	if (ep_is_open(b, b->seat) && sq == (b->ep_sq ^ 8u))
		set |= bit(b->ep_sq);
	return set;
}

/* Could what is buried on sq attack the king from there, past what is fixed? */
static bool
grave_threatens(const struct position *p, unsigned sq, uint64_t fixed)
{
	struct bitboard b = { .castling = 0 };
	unsigned us = p->b.seat, kind = grave_kind(p, us, sq);

	bitboard_put(&b, sq, (uint8_t)(kind | (us ? 0u : PIECE_BLACK)));
	return bitboard_attacked(&b, own_king(p), fixed | bit(sq), !us);
}

/* Ways of those that deal with attackers, then of those that make way for them, and so on. */
static void
find_ways(const struct position *p, struct hunt *h)
{
	uint64_t clearing = h->idle & h->lines & graves(p, p->b.seat), done = 0, from;

	h->ways = 0;
	for (from = h->idle; from;) {
		unsigned sq = bits_pop(&from);

		for (uint64_t to = h->reach[sq] & h->targets; to;) {
			unsigned target = bits_pop(&to);

			h->ways |= attacks_between[sq][target] | bit(target);
		}
	}
	while ((clearing |= h->idle & h->ways) & ~done) {
		unsigned sq = bits_first(clearing & ~done);

		done |= bit(sq);
		h->ways |= h->reach[sq];
	}
}

static void
hunt_begin(const struct position *p, struct hunt *h)
{
	const struct bitboard *b = &p->b;
	unsigned us = b->seat;
	uint64_t threats, below, from;

	h->idle = idle_zombies(p);
	h->fixed = bitboard_occupied(b) & ~h->idle;
	if (ep_is_open(b, us))
		h->fixed &= ~bit(b->ep_sq ^ 8u);
	threats = bitboard_attackers(b, own_king(p), h->fixed, !us);
	threats |= bitboard_attackers(b, own_king(p), h->fixed | b->colour[!us], !us);
	below = graves(p, us) & (h->idle | (p->x.zombie.left & ~bitboard_occupied(b)));
	while (below) {
		unsigned sq = bits_pop(&below);

		if (grave_threatens(p, sq, h->fixed))
			threats |= bit(sq);
	}
	h->targets = h->lines = 0;
	while (threats) {
		unsigned sq = bits_pop(&threats);

		h->targets |= answers_to(p, sq);
		h->lines |= attacks_between[own_king(p)][sq];
	}
	for (from = h->idle; from;) {
		unsigned sq = bits_pop(&from);

		h->reach[sq] = zombie_reach(p, sq, h);
	}
	find_ways(p, h);
}

/* Is there somebody for each attacker that the turn's end would leave? */
static bool
hunt_has_hope(const struct position *p, const struct hunt *h)
{
	struct foresight f = foresee(p);
	uint64_t attackers = bitboard_attackers(&f.b, own_king(p), f.occupied, !p->b.seat);
	uint64_t all = 0, by_rising = 0;
	unsigned n = bits_count(attackers);

	while (attackers) {
		unsigned sq = bits_pop(&attackers);
		uint64_t between = attacks_between[own_king(p)][sq];
		uint64_t answers = answers_to(p, sq), from = h->idle;
		uint64_t able = h->idle & between & graves(p, p->b.seat);

		by_rising |= able;
		while (from) {
			unsigned z = bits_pop(&from);

			if (h->reach[z] & answers)
				able |= bit(z);
		}
		if (!able)
			return false;
		all |= able;
	}
	/* Who leaves a grave on one line may still block another; en passant may answer two. */
	return bits_count(all) + bits_count(by_rising) + ep_is_open(&p->b, p->b.seat) >= n;
}

static bool
hunt_matters(const struct position *p, const struct hunt *h, struct action a)
{
	return bits_has(h->targets, a.to) || bits_has(h->ways, a.from) ||
	       bits_has(h->lines & graves(p, p->b.seat), a.from) ||
	       (bits_has(p->b.pawns, a.from) && a.to == p->b.ep_sq);
}

/* Everything in which two positions of one turn can differ, mixed. */
static struct position_key
hunt_key(const struct position *p)
{
	const uint64_t words[] = { p->b.pawns,       p->b.knights,     p->b.diag, p->b.line,
				   p->b.colour[0],   p->b.colour[1],   p->marks,  p->b.ep_sq,
				   p->x.zombie.left, p->x.zombie.moved };
	struct position_key k = { { UINT64_C(0x452821e638d01377), UINT64_C(0xbe5466cf34e90c6c) } };

	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		k.w[0] = (k.w[0] ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
		k.w[0] ^= k.w[0] >> 29;
		k.w[1] = (k.w[1] ^ (words[i] + i)) * UINT64_C(0xd6e8feb86659fd93);
		k.w[1] ^= k.w[1] >> 31;
	}
	return k;
}

static struct position_key *
hopeless_place(struct hopeless *none, struct position_key key)
{
	if (!none->in_use) {
		memset(none->key, 0, sizeof(none->key));
		none->in_use = true;
	}
	return &none->key[key.w[0] % HOPELESS_MAX];
}

static bool can_end_well(const struct position *p, struct hopeless *none);

static bool
a_step_ends_well(const struct position *p, const struct hunt *h, struct hopeless *none)
{
	struct action list[4 * 8]; /* of one zombie: 27 squares at most, or 12 promotions */

	for (uint64_t from = h->idle; from;) {
		size_t n = moves_of(&p->b, p->b.seat, bit(bits_pop(&from)), list, 0);

		for (size_t i = 0; i < n; i++) {
			struct position after = *p;

			if (!hunt_matters(p, h, list[i]))
				continue;
			step(&after, list[i]);
			if (can_end_well(&after, none))
				return true;
		}
	}
	return false;
}

static bool
can_end_well(const struct position *p, struct hopeless *none)
{
	struct position_key key, *place;
	struct hunt h;

	if (safe_to_end(p))
		return true;
	hunt_begin(p, &h);
	if (!hunt_has_hope(p, &h))
		return false;
	key = hunt_key(p);
	place = hopeless_place(none, key);
	if (place->w[0] == key.w[0] && place->w[1] == key.w[1])
		return false;
	if (a_step_ends_well(p, &h, none))
		return true;
	*place = key;
	return false;
}

/* --- Actions ------------------------------------------------------------ */

/* With no zombie and no grave of one's own, moves are those of chess. */
ALWAYS_INLINE bool
is_plain(const struct position *p, unsigned us)
{
	const struct bitboard *b = &p->b;
	uint64_t king = b->kings & b->colour[us];

	return p->x.zombie.stage == STAGE_MOVE && !zombies(p, us) && !graves(p, us) &&
	       !(attacks_king[bits_first(king)] & b->kings);
}

ALWAYS_INLINE size_t
generate_plain(const struct bitboard *b, unsigned us, bool list, struct action *out)
{
	struct movegen m = movegen_begin(b, us);
	size_t n;

	m.goal &= ~b->kings;
	n = movegen_king_among(&m, attacks_king[m.king_sq] & ~m.own & ~b->kings, list, out, 0);
	if (movegen_only_king(&m))
		return n;
	n = movegen_pawns(&m, list, out, n);
	n = movegen_knights(&m, list, out, n);
	n = movegen_diag(&m, list, out, n);
	n = movegen_line(&m, list, out, n);
	return movegen_castling(&m, false, list, out, n);
}

/* Start and way are judged on the board before the move; the end with all else. */
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

static bool
is_legal_step(const struct position *p, struct action a, struct hopeless *none)
{
	struct position after = *p;
	bool zombie = bits_has(p->marks, a.from);

	step(&after, a);
	return zombie ? can_end_well(&after, none) : safe_to_end(&after);
}

/* Keeps the legal of n actions; how many they are. */
static size_t
keep_legal(const struct position *p, struct action *out, size_t n)
{
	struct hopeless none;
	size_t kept = 0;

	none.in_use = false;
	for (size_t i = 0; i < n; i++)
		if (is_legal_step(p, out[i], &none))
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

	if (safe_to_end(p))
		out[n++] = (struct action){ .kind = ACT_END };
	return n;
}

/* Own pieces on squares where nothing of one's own is hidden. */
static uint64_t
covers(const struct position *p)
{
	return p->b.colour[p->b.seat] & ~graves(p, p->b.seat);
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

/* Zombie pawns that must promote before their side's turn goes on. */
static uint64_t
waiting_pawns(const struct position *p, unsigned us)
{
	return p->b.pawns & zombies(p, us) & bits_own_rank(7, us);
}

static size_t
promote_actions(const struct position *p, struct action *out)
{
	uint64_t set = waiting_pawns(p, p->b.seat);
	size_t n = 0;

	while (set) {
		uint8_t sq = (uint8_t)bits_pop(&set);

		for (int kind = PIECE_KNIGHT; kind <= PIECE_QUEEN; kind++)
			out[n++] = (struct action){ .kind = ACT_PROMOTE, .to = sq, .arg = (uint8_t)kind };
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
	return p->b.seat ? generate_plain(&p->b, 1, true, out)
			 : generate_plain(&p->b, 0, true, out);
}

static size_t
zombie_count(const struct position *p)
{
	struct action list[ORTHODOX_ACTIONS_MAX + 1];

	if (!is_plain(p, p->b.seat))
		return zombie_actions(p, list);
	return p->b.seat ? generate_plain(&p->b, 1, false, NULL)
			 : generate_plain(&p->b, 0, false, NULL);
}

/* --- The end of a turn -------------------------------------------------- */

static void
say(struct announcements *said, enum announcement_kind kind, unsigned sq, uint8_t piece)
{
	if (said)
		announcements_add(said, kind, sq, piece);
}

/* What the dead of one side look like. */
static uint8_t
piece_of(unsigned colour, unsigned kind)
{
	return (uint8_t)(kind | (colour ? PIECE_BLACK : 0u));
}

/*
 * What lies under the squares that the turn left and that are empty now rises;
 * the mover's own burial before the opponent's. The squares of what rose.
 */
static uint64_t
reveal(struct position *p, struct announcements *said)
{
	unsigned us = p->b.seat;
	uint64_t open = p->x.zombie.left & ~bitboard_occupied(&p->b), risen = 0;

	if (!graves(p, us) && !(open & graves(p, !us))) {
		say(said, ANNOUNCE_NO_ZOMBIES, 0, 0);
		return 0;
	}
	while (open) {
		unsigned sq = bits_pop(&open), side = bits_has(graves(p, us), sq) ? us : !us;
		unsigned kind = grave_kind(p, side, sq);

		if (!kind) {
			say(said, ANNOUNCE_NO_ZOMBIE, sq, 0);
			continue;
		}
		grave_empty(p, side, sq);
		bitboard_put(&p->b, sq, piece_of(!side, kind));
		say(said, ANNOUNCE_RISEN, sq, piece_of(!side, kind));
		risen |= bit(sq);
	}
	p->marks |= risen;
	if (risen)
		p->b.halfmoves = 0;
	return risen;
}

static void
to_dust(struct position *p, unsigned colour, unsigned kind)
{
	p->x.zombie.dust[colour][kind - 1]++;
}

/* The mover's zombies that neither moved nor rose. */
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
	b->pawns &= ~gone;
	b->knights &= ~gone;
	b->diag &= ~gone;
	b->line &= ~gone;
	b->colour[b->seat] &= ~gone;
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
	b->turn += b->seat;
	b->seat ^= 1;
	p->x.zombie.stage = waiting_pawns(p, b->seat) ? STAGE_PROMOTE : STAGE_MOVE;
}

/* Captives for which there is no cover go to the dust; the next that has one is asked for. */
static void
settle_captives(struct position *p, struct announcements *said)
{
	unsigned enemy = !p->b.seat;

	while (p->x.zombie.hold[0] && !covers(p)) {
		uint8_t kind = p->x.zombie.hold[0];

		say(said, ANNOUNCE_CANNOT_BURY, 0, piece_of(enemy, kind));
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
	bitboard_put(b, a.to, piece_of(b->seat, a.arg));
	b->halfmoves = 0;
	if (!waiting_pawns(p, b->seat))
		p->x.zombie.stage = STAGE_MOVE;
}

static void
apply_saying(struct position *p, struct action a, struct announcements *said)
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
	apply_saying(p, a, NULL);
}

static void
zombie_announce(const struct position *before, struct action a, struct announcements *out)
{
	struct position after = *before;

	apply_saying(&after, a, out);
}

/* Risen and destroyed pieces stand on squares that the action itself need not name. */
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

/* --- Text --------------------------------------------------------------- */

static char
letter_of(unsigned colour, unsigned kind)
{
	char c = KIND_LETTERS[kind];

	return colour ? (char)(c - 'A' + 'a') : c;
}

/* The kind of a captive's letter of that colour, 0: none. */
static unsigned
kind_of(unsigned colour, char letter)
{
	for (unsigned kind = 1; kind <= SIDE_KINDS; kind++)
		if (letter_of(colour, kind) == letter)
			return kind;
	return 0;
}

static void
put_square(unsigned sq, struct text *out)
{
	text_char(out, (char)('a' + sq % 8));
	text_char(out, (char)('1' + sq / 8));
}

static void
put_squares(const char *key, uint64_t set, struct text *out)
{
	text_put(out, key);
	if (!set)
		text_char(out, '-');
	while (set) {
		put_square(bits_pop(&set), out);
		if (set)
			text_char(out, '.');
	}
}

static void
put_graves(const struct position *p, unsigned side, struct text *out)
{
	uint64_t set = graves(p, side);

	if (!set)
		text_char(out, '-');
	while (set) {
		unsigned sq = bits_pop(&set);

		text_char(out, letter_of(!side, grave_kind(p, side, sq)));
		put_square(sq, out);
		if (set)
			text_char(out, '.');
	}
}

/* What lies in the graveyard beside the board is seen by all; where it is buried is not. */
static void
put_graveyard(const struct position *p, unsigned side, struct text *out)
{
	unsigned left = bits_count(graves(p, side));

	if (!left)
		text_char(out, '-');
	for (unsigned kind = SIDE_KINDS; kind > 0; kind--) {
		for (uint64_t set = graves(p, side); set;) {
			if (grave_kind(p, side, bits_pop(&set)) != kind)
				continue;
			text_char(out, letter_of(!side, kind));
			text_char(out, '?');
			if (--left)
				text_char(out, '.');
		}
	}
}

static void
put_dust(const struct position *p, struct text *out)
{
	bool any = false;

	for (unsigned colour = 0; colour < 2; colour++)
		for (unsigned kind = SIDE_KINDS; kind > 0; kind--)
			for (unsigned n = p->x.zombie.dust[colour][kind - 1]; n > 0; n--) {
				text_char(out, letter_of(colour, kind));
				any = true;
			}
	if (!any)
		text_char(out, '-');
}

static void
zombie_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	const uint8_t *hold = p->x.zombie.hold;

	text_put(out, " stage=");
	text_put(out, stage_names[p->x.zombie.stage]);
	text_put(out, " buried=");
	for (unsigned side = 0; side < 2; side++) {
		if (side)
			text_char(out, '/');
		if (seat == SEAT_NONE || seat == side)
			put_graves(p, side, out);
		else
			put_graveyard(p, side, out);
	}
	put_squares(" left=", p->x.zombie.left, out);
	put_squares(" moved=", p->x.zombie.moved, out);
	text_put(out, hold[0] ? " hold=" : " hold=-");
	for (; *hold; hold++)
		text_char(out, letter_of(!p->b.seat, *hold));
	text_put(out, " dust=");
	put_dust(p, out);
}

static unsigned
read_square(const char *s)
{
	if (s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8')
		return RULES_NO_SQ;
	return (unsigned)(s[0] - 'a') + 8 * (unsigned)(s[1] - '1');
}

static int
parse_graves(struct word w, size_t at, unsigned side, struct position *p, struct rules_error *err)
{
	struct word rest = w, item;
	int last = -1;

	while (!word_is(w, "-") && word_split(&rest, '.', &item)) {
		unsigned kind = item.len == 3 ? kind_of(!side, item.s[0]) : 0;
		unsigned sq = kind ? read_square(item.s + 1) : RULES_NO_SQ;

		if (sq == RULES_NO_SQ)
			return error_quote(err, at, "buried: no captive and its square:", item);
		if ((int)sq <= last)
			return error_quote(err, at, "buried: out of order or twice:", item);
		last = (int)sq;
		grave_fill(p, side, sq, kind);
	}
	return 0;
}

static int
parse_squares(struct fields *f, const char *key, uint64_t *set, struct rules_error *err)
{
	struct word w, rest, item;
	int last = -1;
	size_t at;

	if (fields_key(f, key, &w, &at, err) < 0)
		return -1;
	rest = w;
	while (!word_is(w, "-") && word_split(&rest, '.', &item)) {
		unsigned sq = item.len == 2 ? read_square(item.s) : RULES_NO_SQ;

		if (sq == RULES_NO_SQ || (int)sq <= last)
			return error_quote(err, at, "squares, each once, in their order, not", w);
		last = (int)sq;
		*set |= bit(sq);
	}
	return 0;
}

static int
parse_stage(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	size_t at;

	if (fields_key(f, "stage", &w, &at, err) < 0)
		return -1;
	for (unsigned i = 0; i < sizeof(stage_names) / sizeof(stage_names[0]); i++)
		if (word_is(w, stage_names[i])) {
			p->x.zombie.stage = (uint8_t)i;
			return 0;
		}
	return error_quote(err, at, "the stage is move, horde, bury or promote, not", w);
}

static int
parse_buried(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w, rest, side;
	size_t at;

	if (fields_key(f, "buried", &w, &at, err) < 0)
		return -1;
	rest = w;
	for (unsigned i = 0; i < 2; i++)
		if (!word_split(&rest, '/', &side))
			return error_quote(err, at, "buried is WHITE/BLACK, not", w);
		else if (parse_graves(side, at, i, p, err) < 0)
			return -1;
	return rest.s ? error_quote(err, at, "buried is WHITE/BLACK, not", w) : 0;
}

static int
parse_hold(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	size_t at;

	if (fields_key(f, "hold", &w, &at, err) < 0)
		return -1;
	if (word_is(w, "-"))
		return 0;
	if (w.len == 0 || w.len > HOLD_MAX)
		return error_quote(err, at, "hold: so many cannot be captured in a turn:", w);
	for (size_t i = 0; i < w.len; i++) {
		unsigned kind = kind_of(!p->b.seat, w.s[i]);

		if (!kind)
			return error_quote(err, at, "hold: no captive of the side to act:", w);
		p->x.zombie.hold[i] = (uint8_t)kind;
	}
	return 0;
}

/* The place of a letter in QRBNPqrbnp, -1: none. */
static int
dust_order(char letter)
{
	for (unsigned colour = 0; colour < 2; colour++) {
		unsigned kind = kind_of(colour, letter);

		if (kind)
			return (int)(colour * SIDE_KINDS + SIDE_KINDS - kind);
	}
	return -1;
}

static int
parse_dust(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w;
	size_t at;
	int last = 0;

	if (fields_key(f, "dust", &w, &at, err) < 0)
		return -1;
	if (word_is(w, "-"))
		return 0;
	if (w.len == 0 || w.len > DUST_MAX)
		return error_quote(err, at, "dust: 1 to 255 letters, not", w);
	for (size_t i = 0; i < w.len; i++) {
		int order = dust_order(w.s[i]);
		unsigned colour = order >= SIDE_KINDS;

		if (order < last)
			return error_quote(err, at, "dust: letters in the order QRBNPqrbnp, not",
					   w);
		last = order;
		to_dust(p, colour, kind_of(colour, w.s[i]));
	}
	return 0;
}

static int
zombie_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	if (parse_stage(f, p, err) < 0 || parse_buried(f, p, err) < 0 ||
	    parse_squares(f, "left", &p->x.zombie.left, err) < 0 ||
	    parse_squares(f, "moved", &p->x.zombie.moved, err) < 0 || parse_hold(f, p, err) < 0)
		return -1;
	return parse_dust(f, p, err);
}

/* --- Which positions there can be --------------------------------------- */

/* Between turns nothing is under way. */
static int
check_before_move(const struct position *p, struct rules_error *err)
{
	bool waits = waiting_pawns(p, p->b.seat) != 0;

	if (p->x.zombie.left || p->x.zombie.moved || p->x.zombie.hold[0])
		return error_tell(err, 0, "left, moved and hold are - when a turn begins");
	if (waits != (p->x.zombie.stage == STAGE_PROMOTE))
		return error_tell(err, 0,
				  waits ? "a zombie pawn on its last rank promotes first"
					: "no zombie pawn waits to be promoted");
	if (p->b.ep_sq != RULES_NO_SQ && bitboard_ep_owner(p->b.ep_sq) == p->b.seat)
		return error_tell(err, 0, "an en passant square of the side that begins its turn");
	return 0;
}

static unsigned
hold_count(const struct position *p)
{
	unsigned n = 0;

	while (p->x.zombie.hold[n])
		n++;
	return n;
}

/* What a horde has done so far: as many squares left as zombies moved, all its own. */
static int
check_horde(const struct position *p, struct rules_error *err)
{
	uint64_t left = p->x.zombie.left, moved = p->x.zombie.moved;

	if (moved & ~zombies(p, p->b.seat))
		return error_tell(err, 0, "moved: no zombie of the side to act stands there");
	if (bits_count(left) != bits_count(moved))
		return error_tell(err, 0, "left and moved differ in number");
	if (hold_count(p) > bits_count(moved))
		return error_tell(err, 0, "hold: more captives than zombies that moved");
	return 0;
}

static int
check_own_passing(const struct position *p, struct rules_error *err)
{
	unsigned sq = p->b.ep_sq, us = p->b.seat;

	if (sq == RULES_NO_SQ)
		return 0;
	if (bitboard_ep_owner(sq) != us)
		return error_tell(err, 0, "an en passant square that this turn has cleared");
	if (!bits_has(p->x.zombie.moved, sq ^ 8) ||
	    !(bits_forward(bit(sq), !us) & p->x.zombie.left))
		return error_tell(err, 0, "no zombie pawn passed the en passant square this turn");
	return 0;
}

static int
check_in_horde(const struct position *p, struct rules_error *err)
{
	uint64_t occupied = bitboard_occupied(&p->b);

	if (!p->x.zombie.moved)
		return error_tell(err, 0, "a horde is on its way, but moved is -");
	if (check_horde(p, err) < 0)
		return -1;
	if (p->x.zombie.left & occupied & ~p->x.zombie.moved)
		return error_tell(err, 0, "left: a piece that has not moved stands there");
	if (bits_count(occupied) + hold_count(p) > 64)
		return error_tell(err, 0, "hold: more pieces than squares when the turn began");
	if (waiting_pawns(p, p->b.seat))
		return error_tell(err, 0, "a zombie pawn on its last rank promotes first");
	return check_own_passing(p, err);
}

static int
check_burying(const struct position *p, struct rules_error *err)
{
	uint64_t left = p->x.zombie.left, empty = ~bitboard_occupied(&p->b);

	if (!p->x.zombie.hold[0] || !covers(p))
		return error_tell(err, 0, "nothing is to be buried, or there is no cover");
	if (p->x.zombie.moved) {
		if (check_horde(p, err) < 0)
			return -1;
	} else if (bits_count(left) != 1 || hold_count(p) != 1) {
		return error_tell(err, 0, "one move leaves one square and takes one piece");
	}
	if (left & ~empty & ~p->marks)
		return error_tell(err, 0, "left: a piece that is no zombie stands there");
	if (idle_zombies(p) & ~left)
		return error_tell(err, 0, "a zombie that did not move is destroyed before burials");
	if (left & empty & (graves(p, 0) | graves(p, 1)))
		return error_tell(err, 0, "buried: what lay under a square left has risen");
	if (waiting_pawns(p, p->b.seat) & ~left)
		return error_tell(err, 0, "a zombie pawn on its last rank promotes first");
	return check_own_passing(p, err);
}

static int
zombie_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;

	if (orthodox_check_king(b, 0, false, err) < 0 || orthodox_check_king(b, 1, false, err) < 0)
		return -1;
	if (b->pawns & ~p->marks & (BITS_RANK_1 | BITS_RANK_8))
		return error_tell(err, 0, "a pawn that is no zombie stands on an end rank");
	if (b->castling & bitboard_castling_bits(p->marks))
		return error_tell(err, 0, "a zombie rook has no castling right");
	switch ((enum zombie_stage)p->x.zombie.stage) {
	case STAGE_MOVE:
	case STAGE_PROMOTE:
		return check_before_move(p, err);
	case STAGE_HORDE:
		return check_in_horde(p, err);
	case STAGE_BURY:
		break;
	}
	return check_burying(p, err);
}

/* --- Why not ------------------------------------------------------------ */

static void
tell(struct refusal *out, const char *rule, const char *text, uint64_t squares)
{
	*out = (struct refusal){ .rule = rule, .text = text, .squares = { { squares, 0 } } };
}

/* What attacks the king when the turn ends after that move; only the mover knows what rises. */
static void
refuse_for_king(const struct position *p, unsigned seat, struct action a, struct refusal *out)
{
	struct position after = *p;
	struct foresight f;
	uint64_t attackers;

	step(&after, a);
	f = foresee(&after);
	attackers = bitboard_attackers(&f.b, own_king(&after), f.occupied, !p->b.seat);
	if (seat != p->b.seat)
		tell(out, "king-attacked", "The king would not be safe.", attackers & ~f.rising);
	else if (attackers & f.rising)
		tell(out, "raises-zombie", "A zombie would rise there and attack the king.",
		     attackers & f.rising);
	else
		tell(out, "king-attacked", "The king would be attacked when the turn ends.",
		     attackers);
}

/* The move that is meant, if no king bound it. False: there is none. */
static bool
find_move(const struct position *p, unsigned from, unsigned to, struct action *found)
{
	struct action list[4 * 8];
	size_t n = moves_of(&p->b, p->b.seat, bit(from), list, 0);

	if (bits_has(p->b.kings, from))
		n = castlings(&p->b, p->b.seat, list, n);
	for (size_t i = 0; i < n; i++)
		if (to == RULES_NO_SQ || list[i].to == to) {
			*found = list[i];
			return true;
		}
	return false;
}

static void
refuse_by_shape(const struct position *p, unsigned from, unsigned to, struct refusal *out)
{
	struct position plain = *p;

	if (!ep_is_open(&p->b, p->b.seat))
		plain.b.ep_sq = RULES_NO_SQ;
	if (orthodox_refuse_shape(&plain, from, to, out))
		return;
	tell(out, "king-untouchable", "No move takes a king.",
	     p->b.kings & p->b.colour[!p->b.seat]);
}

static void
zombie_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
	      struct refusal *out)
{
	struct action a;

	if (p->x.zombie.stage == STAGE_PROMOTE)
		tell(out, "promote-first", "Zombie pawns on their last rank promote first.",
		     waiting_pawns(p, p->b.seat));
	else if (p->x.zombie.stage == STAGE_BURY)
		tell(out, "bury-first", "What was captured is buried first.", 0);
	else if (bits_has(p->x.zombie.moved, from))
		tell(out, "moved-already", "A zombie moves once a turn.", bit(from));
	else if (p->x.zombie.stage == STAGE_HORDE && !bits_has(p->marks, from))
		tell(out, "horde-only", "The horde is moving: only zombies move now.",
		     idle_zombies(p));
	else if (find_move(p, from, to, &a))
		refuse_for_king(p, seat, a, out);
	else
		refuse_by_shape(p, from, to, out);
}

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
	/* As in chess, and `end`; burials and promotions are fewer. */
	.actions_max = ORTHODOX_ACTIONS_MAX + 1,
	.start_text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 "
		      "stage=move buried=-/- left=- moved=- hold=- dust=-",
	.keys_parse = zombie_keys_parse,
	.keys_print = zombie_keys_print,
	.check = zombie_check,
	.actions = zombie_actions,
	.count = zombie_count,
	.apply = zombie_apply,
	.checked = orthodox_checked,
	.cause = zombie_cause,
	.announce = zombie_announce,
	.conceal = zombie_conceal,
	.refuse = zombie_refuse,
};
