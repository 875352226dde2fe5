/* Zombie Chess as text: the keys of a position and which positions are valid. */
#include "rules/games/zombie.h"
#include "rules/geometry.h"
#include "rules/orthodox.h"

enum {
	/*
	 * Men on the board, buried, held and in the dust: fifteen chess sets,
	 * so that every position fits its text. No action creates or removes a
	 * man, so positions reached in play can be parsed again.
	 */
	MEN_MAX = 480,
};

static const char *const stage_names[STAGES] = {
	[STAGE_MOVE] = "move",
	[STAGE_HORDE] = "horde",
	[STAGE_BURY] = "bury",
	[STAGE_PROMOTE] = "promote",
};

/* --- Printing ----------------------------------------------------------- */

static char
letter_of(unsigned colour, unsigned kind)
{
	char c = game_zombie.letters[kind];

	return colour ? (char)(c - 'A' + 'a') : c;
}

static void
print_squares(const char *key, uint64_t set, struct text *out)
{
	text_add(out, key);
	if (!set)
		text_char(out, '-');
	while (set) {
		geometry_print_square(&game_zombie, bits_pop(&set), out);
		if (set)
			text_char(out, '.');
	}
}

static void
print_graves(const struct position *p, unsigned side, struct text *out)
{
	uint64_t set = graves(p, side);

	if (!set)
		text_char(out, '-');
	while (set) {
		unsigned sq = bits_pop(&set);

		text_char(out, letter_of(!side, grave_kind(p, side, sq)));
		geometry_print_square(&game_zombie, sq, out);
		if (set)
			text_char(out, '.');
	}
}

/* Prints the graveyard: the captives next to the board are public, their squares are not. */
static void
print_graveyard(const struct position *p, unsigned side, struct text *out)
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
print_dust(const struct position *p, struct text *out)
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

void
zombie_keys_print(const struct position *p, unsigned seat, struct text *out)
{
	const uint8_t *hold = p->x.zombie.hold;

	text_add(out, " stage=");
	text_add(out, stage_names[p->x.zombie.stage]);
	text_add(out, " buried=");
	for (unsigned side = 0; side < 2; side++) {
		if (side)
			text_char(out, '/');
		if (seat == SEAT_NONE || seat == side)
			print_graves(p, side, out);
		else
			print_graveyard(p, side, out);
	}
	print_squares(" left=", p->x.zombie.left, out);
	print_squares(" moved=", p->x.zombie.moved, out);
	text_add(out, hold[0] ? " hold=" : " hold=-");
	for (; *hold; hold++)
		text_char(out, letter_of(!p->b.seat, *hold));
	text_add(out, " dust=");
	print_dust(p, out);
}

/* --- Reading ------------------------------------------------------------ */

/* Returns the kind for a captive's letter of that colour; 0 if there is none. */
static unsigned
kind_of(unsigned colour, char letter)
{
	for (unsigned kind = 1; kind <= SIDE_KINDS; kind++)
		if (letter_of(colour, kind) == letter)
			return kind;
	return 0;
}

static int
parse_graves(struct word w, size_t at, unsigned side, struct position *p, struct rules_error *err)
{
	struct word rest = w, item;
	int last = -1;

	while (!word_is(w, "-") && word_split(&rest, '.', &item)) {
		unsigned kind = item.len == 3 ? kind_of(!side, item.s[0]) : 0;
		unsigned sq = kind ? rules_square_parse(&game_zombie, item.s + 1, 2) : RULES_NO_SQ;

		if (sq == RULES_NO_SQ)
			return error_quote(err, at, "buried: not a captive and its square:", item);
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
		unsigned sq = rules_square_parse(&game_zombie, item.s, item.len);

		if (sq == RULES_NO_SQ || (int)sq <= last)
			return error_quote(err, at, "squares, each once, in their order, not", w);
		last = (int)sq;
		*set |= bit(sq);
	}
	return 0;
}

static int
parse_buried(struct fields *f, struct position *p, struct rules_error *err)
{
	struct word w, side[2];
	size_t at;

	if (fields_key(f, "buried", &w, &at, err) < 0 || word_sides(w, at, side, err) < 0 ||
	    parse_graves(side[0], at, 0, p, err) < 0)
		return -1;
	return parse_graves(side[1], at, 1, p, err);
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

/* Returns the index of a letter in QRBNPqrbnp, or -1. */
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

static unsigned
hold_count(const struct position *p)
{
	unsigned n = 0;

	while (p->x.zombie.hold[n])
		n++;
	return n;
}

static int
parse_dust(struct fields *f, struct position *p, struct rules_error *err)
{
	unsigned men = bits_count(bitboard_occupied(&p->b)) + bits_count(graves(p, 0)) +
		       bits_count(graves(p, 1)) + hold_count(p);
	struct word w;
	size_t at;
	int last = 0;

	if (fields_key(f, "dust", &w, &at, err) < 0)
		return -1;
	if (word_is(w, "-"))
		return 0;
	if (w.len == 0)
		return error_set(err, at, "dust: nothing is written as -");
	if (men + w.len > MEN_MAX)
		return error_set(err, at, "more than 480 men, those in the dust included");
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

int
zombie_keys_parse(struct fields *f, struct position *p, struct rules_error *err)
{
	if (fields_choice(f, "stage", stage_names, STAGES,
			  "the stage is move, horde, bury or promote, not", &p->x.zombie.stage,
			  err) < 0 ||
	    parse_buried(f, p, err) < 0 || parse_squares(f, "left", &p->x.zombie.left, err) < 0 ||
	    parse_squares(f, "moved", &p->x.zombie.moved, err) < 0 || parse_hold(f, p, err) < 0)
		return -1;
	return parse_dust(f, p, err);
}

/* --- Valid positions ---------------------------------------------------- */

/* Checks that nothing is pending between turns. */
static int
check_before_move(const struct position *p, struct rules_error *err)
{
	bool waits = waiting_pawns(p, p->b.seat) != 0;

	if (p->x.zombie.left || p->x.zombie.moved || p->x.zombie.hold[0])
		return error_set(err, 0, "left, moved and hold are - when a turn begins");
	if (waits != (p->x.zombie.stage == STAGE_PROMOTE))
		return error_set(err, 0,
				 waits ? "a zombie pawn on its last rank promotes first"
				       : "no zombie pawn is waiting to promote");
	if (p->b.ep_sq != RULES_NO_SQ && bitboard_ep_owner(p->b.ep_sq) == p->b.seat)
		return error_set(err, 0, "an en passant square of the side that begins its turn");
	return 0;
}

/* Checks the progress of a horde: as many squares left as zombies moved, all of the side to act. */
static int
check_horde(const struct position *p, struct rules_error *err)
{
	uint64_t left = p->x.zombie.left, moved = p->x.zombie.moved;

	if (moved & ~zombies(p, p->b.seat))
		return error_set(err, 0, "moved: no zombie of the side to act stands there");
	if (bits_count(left) != bits_count(moved))
		return error_set(err, 0, "left and moved differ in number");
	if (hold_count(p) > bits_count(moved))
		return error_set(err, 0, "hold: more captives than zombies that moved");
	return 0;
}

static int
check_own_passing(const struct position *p, struct rules_error *err)
{
	unsigned sq = p->b.ep_sq, us = p->b.seat;

	if (sq == RULES_NO_SQ)
		return 0;
	if (bitboard_ep_owner(sq) != us)
		return error_set(err, 0, "an en passant square that this turn has cleared");
	if (!bits_has(p->x.zombie.moved, sq ^ 8) ||
	    !(bits_forward(bit(sq), !us) & p->x.zombie.left))
		return error_set(err, 0, "no zombie pawn passed the en passant square this turn");
	return 0;
}

static int
check_in_horde(const struct position *p, struct rules_error *err)
{
	uint64_t occupied = bitboard_occupied(&p->b);

	if (!p->x.zombie.moved)
		return error_set(err, 0, "a horde is on its way, but moved is -");
	if (check_horde(p, err) < 0)
		return -1;
	if (p->x.zombie.left & occupied & ~p->x.zombie.moved)
		return error_set(err, 0, "left: a piece that has not moved stands there");
	if (bits_count(occupied) + hold_count(p) > 64)
		return error_set(err, 0, "hold: more pieces than squares when the turn began");
	if (waiting_pawns(p, p->b.seat))
		return error_set(err, 0, "a zombie pawn on its last rank promotes first");
	return check_own_passing(p, err);
}

static int
check_burying(const struct position *p, struct rules_error *err)
{
	uint64_t left = p->x.zombie.left, empty = ~bitboard_occupied(&p->b);

	if (!p->x.zombie.hold[0] || !covers(p))
		return error_set(err, 0, "nothing is to be buried, or there is no cover");
	if (p->x.zombie.moved) {
		if (check_horde(p, err) < 0)
			return -1;
	} else if (bits_count(left) != 1 || hold_count(p) != 1) {
		return error_set(err, 0, "one move leaves one square and takes one piece");
	}
	if (left & ~empty & ~p->marks)
		return error_set(err, 0, "left: a piece that is no zombie stands there");
	if (idle_zombies(p) & ~left)
		return error_set(err, 0, "a zombie that did not move is destroyed before burials");
	if (left & empty & (graves(p, 0) | graves(p, 1)))
		return error_set(err, 0, "buried: what lay under a square left has risen");
	if (waiting_pawns(p, p->b.seat) & ~left)
		return error_set(err, 0, "a zombie pawn on its last rank promotes first");
	return check_own_passing(p, err);
}

int
zombie_check(const struct position *p, struct rules_error *err)
{
	const struct bitboard *b = &p->b;

	if (orthodox_check_king(b, 0, false, err) < 0 || orthodox_check_king(b, 1, false, err) < 0)
		return -1;
	if (b->pawns & ~p->marks & (BITS_RANK_1 | BITS_RANK_8))
		return error_set(err, 0, "a pawn that is no zombie stands on an end rank");
	if (b->castling & bitboard_castling_bits(p->marks))
		return error_set(err, 0, "a zombie rook has no castling right");
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
