/*
 * American Chess, by Andy Thomas: two armies on 11 x 9. No piece is royal. A
 * side survives while one of its generals is in the gauntlet, the three files
 * in the middle. This is judged after Red has answered. `w` is therefore Blue,
 * and a position with Blue to act has just been judged.
 *
 * P soldier, N colonel, B recon battalion, R armor brigade, Q general, M
 * missile, C artillery. The board has one byte per square. Rays are walked step
 * by step: a missile reaches almost every square, so listing the actions
 * dominates the cost anyway.
 */
#include "rules/game.h"

enum {
	FILES = 11,
	RANKS = 9,
	SQUARES = FILES * RANKS,
	WAYS = 8,
	GAUNTLET_FIRST = 4, /* files e, f, g */
	GAUNTLET_LAST = 6,
	TURNS_MAX = 50,
	/*
	 * A piece reaches a square in one way and never one of its own side, so
	 * n pieces have at most n * (99 - n) actions. Fifty missiles reach this
	 * bound if eleven stand on the rank that they may not enter.
	 */
	ACTIONS_MAX = 49 * 50,
};

_Static_assert((int)ACTIONS_MAX <= (int)RULES_ACTIONS_MAX, "callers' arrays hold them");

/* --- Actions ------------------------------------------------------------ */

/* Straight directions are even, diagonal ones odd. */
static const int8_t way_file[WAYS] = { 0, 1, 1, 1, 0, -1, -1, -1 };
static const int8_t way_rank[WAYS] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const uint8_t first_way[] = { [PIECE_ROOK] = 0, [PIECE_BISHOP] = 1, [PIECE_QUEEN] = 0 };
static const uint8_t next_way[] = { [PIECE_ROOK] = 2, [PIECE_BISHOP] = 2, [PIECE_QUEEN] = 1 };

ALWAYS_INLINE unsigned
least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Number of steps from a square to the edge, by direction. */
struct room {
	unsigned steps[WAYS];
};

ALWAYS_INLINE struct room
room_of(unsigned sq)
{
	unsigned west = sq % FILES, south = sq / FILES;
	unsigned east = FILES - 1 - west, north = RANKS - 1 - south;

	return (struct room){ { north, least(north, east), east, least(south, east), south,
				least(south, west), west, least(north, west) } };
}

ALWAYS_INLINE int
step_of(unsigned way)
{
	return way_rank[way] * FILES + way_file[way];
}

/* Reports whether the square is empty or holds an enemy. */
ALWAYS_INLINE bool
is_open(uint8_t piece, unsigned us)
{
	return piece == 0 || piece_colour(piece) != us;
}

/*
 * Reports whether the piece becomes a general on the enemy's first rank.
 * Missiles never arrive there.
 */
ALWAYS_INLINE bool
promotes(uint8_t piece, unsigned to)
{
	enum piece_kind kind = piece_kind(piece);

	return to / FILES == (piece_colour(piece) ? 0u : RANKS - 1u) && kind != PIECE_QUEEN &&
	       kind != PIECE_MISSILE;
}

/* The content of a list of actions; COUNT: no list, only their number. */
enum use { COUNT, ALL, CAPTURES };

/* Reports whether a move is listed. It is legal unless a piece of the same side stands on `to`. */
ALWAYS_INLINE bool
is_wanted(const uint8_t *cell, unsigned us, unsigned from, unsigned to, enum use use)
{
	return use == CAPTURES && cell[to] == 0 ? promotes(cell[from], to) : is_open(cell[to], us);
}

ALWAYS_INLINE size_t
emit(enum use use, struct action *out, size_t n, unsigned from, unsigned to)
{
	if (use != COUNT)
		out[n] = (struct action){ ACT_MOVE, (uint8_t)from, (uint8_t)to, 0 };
	return n + 1;
}

/* Adds moves of generals, armor brigades and recon battalions, up to the first occupied square. */
ALWAYS_INLINE size_t
slides(const uint8_t *cell, unsigned us, unsigned from, enum use use, struct action *out, size_t n)
{
	struct room room = room_of(from);
	unsigned kind = piece_kind(cell[from]);

	for (unsigned way = first_way[kind]; way < WAYS; way += next_way[kind]) {
		unsigned left = room.steps[way], to = from;

		while (left-- > 0) {
			to += (unsigned)step_of(way);
			if (is_wanted(cell, us, from, to, use))
				n = emit(use, out, n, from, to);
			if (cell[to])
				break;
		}
	}
	return n;
}

/* Adds artillery moves: like a general without captures; captures over exactly one piece. */
ALWAYS_INLINE size_t
artillery(const uint8_t *cell, unsigned us, unsigned from, enum use use, struct action *out,
	  size_t n)
{
	struct room room = room_of(from);

	for (unsigned way = 0; way < WAYS; way++) {
		unsigned left = room.steps[way], to = from, screens = 0;

		while (left-- > 0 && screens < 2) {
			to += (unsigned)step_of(way);
			if (screens == (cell[to] ? 1u : 0u) && is_wanted(cell, us, from, to, use))
				n = emit(use, out, n, from, to);
			screens += cell[to] != 0;
		}
	}
	return n;
}

/* Adds moves of one step in any direction. */
ALWAYS_INLINE size_t
soldier(const uint8_t *cell, unsigned us, unsigned from, enum use use, struct action *out, size_t n)
{
	struct room room = room_of(from);

	for (unsigned way = 0; way < WAYS; way++) {
		unsigned to = from + (unsigned)step_of(way);

		if (room.steps[way] && is_wanted(cell, us, from, to, use))
			n = emit(use, out, n, from, to);
	}
	return n;
}

/* Adds moves to the rim of the surrounding five by five squares. */
ALWAYS_INLINE size_t
colonel(const uint8_t *cell, unsigned us, unsigned from, enum use use, struct action *out, size_t n)
{
	int file = (int)(from % FILES), rank = (int)(from / FILES);

	for (int r = -2; r <= 2; r++) {
		int across = r == 2 || r == -2 ? 1 : 4;

		if (rank + r < 0 || rank + r >= RANKS)
			continue;
		for (int f = -2; f <= 2; f += across) {
			unsigned to = from + (unsigned)(r * FILES + f);

			if (file + f >= 0 && file + f < FILES && is_wanted(cell, us, from, to, use))
				n = emit(use, out, n, from, to);
		}
	}
	return n;
}

/* Bounds of the squares a missile of that colour may enter: all but the enemy's first rank. */
ALWAYS_INLINE unsigned
missile_first(unsigned us)
{
	return us ? FILES : 0;
}

ALWAYS_INLINE unsigned
missile_end(unsigned us)
{
	return us ? SQUARES : SQUARES - FILES;
}

/* Adds missile moves. All missiles reach the same squares. */
ALWAYS_INLINE size_t
missiles(const uint8_t *cell, unsigned us, const uint8_t *from, unsigned count, enum use use,
	 struct action *out, size_t n)
{
	uint8_t goal[SQUARES];
	unsigned goals = 0;

	for (unsigned to = missile_first(us); to < missile_end(us); to++) {
		goal[goals] = (uint8_t)to;
		goals += is_wanted(cell, us, from[0], to, use);
	}
	if (use == COUNT)
		return n + (size_t)count * goals;
	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < goals; k++)
			n = emit(use, out, n, from[i], goal[k]);
	return n;
}

ALWAYS_INLINE size_t
generate(const struct position *p, unsigned us, enum use use, struct action *out)
{
	const uint8_t *cell = p->x.wide.cell;
	uint8_t missile[SQUARES];
	unsigned count = 0;
	size_t n = 0;

	for (unsigned from = 0; from < SQUARES; from++) {
		if (cell[from] == 0 || piece_colour(cell[from]) != us)
			continue;
		switch (piece_kind(cell[from])) {
		case PIECE_PAWN:
			n = soldier(cell, us, from, use, out, n);
			break;
		case PIECE_KNIGHT:
			n = colonel(cell, us, from, use, out, n);
			break;
		case PIECE_BISHOP:
		case PIECE_ROOK:
		case PIECE_QUEEN:
			n = slides(cell, us, from, use, out, n);
			break;
		case PIECE_ARTILLERY:
			n = artillery(cell, us, from, use, out, n);
			break;
		case PIECE_MISSILE:
			missile[count++] = (uint8_t)from;
			break;
		case PIECE_NONE:
		case PIECE_KING:
		case PIECE_STACK5:
			break; /* not in this game */
		}
	}
	return count ? missiles(cell, us, missile, count, use, out, n) : n;
}

static size_t
american_actions(const struct position *p, struct action *out)
{
	return p->b.seat ? generate(p, 1, ALL, out) : generate(p, 0, ALL, out);
}

static size_t
american_captures(const struct position *p, struct action *out)
{
	return p->b.seat ? generate(p, 1, CAPTURES, out) : generate(p, 0, CAPTURES, out);
}

static size_t
american_count(const struct position *p)
{
	return p->b.seat ? generate(p, 1, COUNT, NULL) : generate(p, 0, COUNT, NULL);
}

/* --- What an action does ------------------------------------------------ */

static void
american_apply(struct position *p, struct action a)
{
	uint8_t *cell = p->x.wide.cell, piece = cell[a.from];
	bool reset = cell[a.to] || piece_kind(piece) == PIECE_PAWN;

	if (promotes(piece, a.to))
		piece = piece_make(PIECE_QUEEN, piece_colour(piece));
	cell[a.to] = piece;
	cell[a.from] = 0;
	p->b.halfmoves = reset ? 0 : p->b.halfmoves + 1;
	p->b.turn += p->b.seat;
	p->b.seat ^= 1;
}

/* --- Ends --------------------------------------------------------------- */

/* Returns the sides with a general in the gauntlet: bit 0 Blue, bit 1 Red. */
static unsigned
generals_in_gauntlet(const uint8_t *cell)
{
	unsigned found = 0;

	for (unsigned rank = 0; rank < RANKS; rank++)
		for (unsigned file = GAUNTLET_FIRST; file <= GAUNTLET_LAST; file++)
			if (piece_kind(cell[rank * FILES + file]) == PIECE_QUEEN)
				found |= 1u << piece_colour(cell[rank * FILES + file]);
	return found;
}

static struct sqset
american_area(const struct position *p)
{
	struct sqset gauntlet = { { 0, 0 } };

	(void)p;
	for (unsigned sq = 0; sq < FILES * RANKS; sq++)
		if (sq % FILES >= GAUNTLET_FIRST && sq % FILES <= GAUNTLET_LAST)
			sqset_add(&gauntlet, sq);
	return gauntlet;
}

static struct outcome
american_end(const struct position *p)
{
	unsigned generals;

	if (p->b.seat == 1) /* Red has one move to answer */
		return outcome_ongoing();
	generals = generals_in_gauntlet(p->x.wide.cell);
	if (generals == 0)
		return outcome_draw(REASON_GENERALS);
	if (generals < 3)
		return outcome_win(generals == 2, REASON_GENERALS);
	if (p->b.turn > TURNS_MAX)
		return outcome_draw(REASON_TURN_LIMIT);
	return outcome_ongoing();
}

/* --- Reasons ------------------------------------------------------------ */

static enum change_cause
american_cause(const struct position *before, struct action a, unsigned sq, uint8_t was, uint8_t is)
{
	if (was && sq != a.from)
		return CAUSE_CAPTURED;
	return is && is != before->x.wide.cell[a.from] ? CAUSE_PROMOTED : CAUSE_MOVED;
}

/* Announces a new general, and a move of Blue that ends the game unless Red answers it. */
static void
american_announce(const struct position *before, struct action a, struct announcements *out)
{
	struct position after = *before;

	american_apply(&after, a);
	if (after.x.wide.cell[a.to] != before->x.wide.cell[a.from])
		announcements_add(out, ANNOUNCE_GENERAL, a.to, before->x.wide.cell[a.from]);
	if (before->b.seat == 0 && generals_in_gauntlet(after.x.wide.cell) != 3)
		announcements_add(out, ANNOUNCE_ONE_ANSWER, 0, 0);
}

/*
 * The span from–to in files and ranks; `between` holds the pieces strictly
 * between if they are in line.
 */
struct span {
	int file, rank, steps; /* steps: number of king's steps */
	bool straight, diagonal;
	struct sqset between;
};

static int
magnitude(int n)
{
	return n < 0 ? -n : n;
}

static struct span
span_of(const uint8_t *cell, unsigned from, unsigned to)
{
	struct span s = { .file = (int)(to % FILES) - (int)(from % FILES),
			  .rank = (int)(to / FILES) - (int)(from / FILES) };
	int files = magnitude(s.file), ranks = magnitude(s.rank), step;

	s.steps = files > ranks ? files : ranks;
	s.straight = files == 0 || ranks == 0;
	s.diagonal = files == ranks;
	if (s.steps == 0 || (!s.straight && !s.diagonal))
		return s;
	step = (s.rank * FILES + s.file) / s.steps;
	for (int i = 1; i < s.steps; i++)
		if (cell[(int)from + i * step])
			sqset_add(&s.between, (unsigned)((int)from + i * step));
	return s;
}

/* Reports whether such a piece has this move on an empty board. */
static bool
has_way(enum piece_kind kind, const struct span *s)
{
	switch (kind) {
	case PIECE_PAWN:
		return s->steps == 1;
	case PIECE_KNIGHT:
		return s->steps == 2;
	case PIECE_BISHOP:
		return s->diagonal;
	case PIECE_ROOK:
		return s->straight;
	case PIECE_QUEEN:
	case PIECE_ARTILLERY:
		return s->straight || s->diagonal;
	case PIECE_NONE:
	case PIECE_KING:
	case PIECE_STACK5:
	case PIECE_MISSILE:
		break;
	}
	return true;
}

static void
refuse_with(struct refusal *out, const char *rule, const char *text, struct sqset squares)
{
	*out = (struct refusal){ .rule = rule, .text = text, .squares = squares };
}

static void
refuse_artillery(const uint8_t *cell, const struct span *s, unsigned to, struct refusal *out)
{
	if (!cell[to])
		refuse_with(out, "blocked", "Another piece stands in the way.", s->between);
	else if (sqset_empty(s->between))
		refuse_with(out, "no-screen", "Artillery captures only over another piece.",
			    sqset_of(to));
	else
		refuse_with(out, "several-screens", "Artillery captures over exactly one piece.",
			    s->between);
}

/* Reports whether only the own piece on `to`, after that span, keeps the piece from the square. */
static bool
reaches_own(enum piece_kind kind, const struct span *s)
{
	unsigned between = sqset_count(s->between);

	return has_way(kind, s) && (between == 0 || (between == 1 && kind == PIECE_ARTILLERY));
}

static void
refuse_to(const uint8_t *cell, unsigned from, unsigned to, struct refusal *out)
{
	enum piece_kind kind = piece_kind(cell[from]);
	struct span s = span_of(cell, from, to);
	static const struct sqset none;

	if (!is_open(cell[to], piece_colour(cell[from]))) {
		refuse_with(out, "own-piece", "A piece of the same side stands there.",
			    sqset_of(to));
		out->reaches = kind != PIECE_MISSILE && reaches_own(kind, &s);
	} else if (kind == PIECE_MISSILE)
		refuse_with(out, "safe-rank", "The enemy's first row is safe from missiles.", none);
	else if (!has_way(kind, &s))
		refuse_with(out, "no-such-move", "This piece does not move like that.", none);
	else if (kind == PIECE_ARTILLERY)
		refuse_artillery(cell, &s, to, out);
	else
		refuse_with(out, "blocked", "Another piece stands in the way.", s.between);
}

/* Explains why a piece has no action, by the pieces on its first squares. */
static void
refuse_piece(const uint8_t *cell, unsigned from, struct refusal *out)
{
	enum piece_kind kind = piece_kind(cell[from]);
	struct sqset near = { { 0, 0 } };
	int first = kind == PIECE_KNIGHT ? 2 : 1;

	for (unsigned to = 0; to < SQUARES; to++) {
		struct span s = { 0 };

		if (to == from || !cell[to])
			continue;
		s = span_of(cell, from, to);
		if (s.steps == first && has_way(kind, &s))
			sqset_add(&near, to);
	}
	refuse_with(out, "blocked", "The piece is blocked in.", near);
}

static void
american_refuse(const struct position *p, unsigned seat, unsigned from, unsigned to,
		struct refusal *out)
{
	(void)seat; /* nothing is hidden */
	if (to == RULES_NO_SQ)
		refuse_piece(p->x.wide.cell, from, out);
	else
		refuse_to(p->x.wide.cell, from, to, out);
}

static const char *const kind_names[] = {
	"nothing",
	[PIECE_PAWN] = "soldier",
	[PIECE_KNIGHT] = "colonel",
	[PIECE_BISHOP] = "recon battalion",
	[PIECE_ROOK] = "armor brigade",
	[PIECE_QUEEN] = "general",
	[PIECE_MISSILE] = "missile",
	[PIECE_ARTILLERY] = "artillery",
};

const struct game game_american = {
	.name = "american",
	.title = "American Chess",
	.files = FILES,
	.ranks = RANKS,
	.seats = 2,
	.letters = ".PNBRQ..MC",
	.kind_names = kind_names,
	.blue_and_red = true,
	.levels = 7,
	.actions_max = ACTIONS_MAX,
	.start_text = "rnbmqqqmbnr/11/3c1c1c3/ppppppppppp/11/PPPPPPPPPPP/3C1C1C3/11/RNBMQQQMBNR "
		      "w - - 0 1",
	.actions = american_actions,
	.captures = american_captures,
	.count = american_count,
	.apply = american_apply,
	.end = american_end,
	.area = american_area,
	.cause = american_cause,
	.announce = american_announce,
	.refuse = american_refuse,
};
