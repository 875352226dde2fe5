/*
 * Invariants of single games after every action, checked independently of the
 * game's file: on a byte board with rays walked step by step, and from printed
 * lists.
 */
#include "tests/rules/invariants.h"

#include "tests/rules/rules_test.h"

struct mail {
	uint8_t at[64];
};

/*
 * Returns the pieces on one side of the mirror, by their chess letters; in
 * other games all pieces.
 */
static struct mail
mail_of(const struct game *g, const struct position *p, bool mirror, bool behind)
{
	struct mail m;

	for (unsigned sq = 0; sq < 64; sq++) {
		uint8_t piece = rules_at(g, p, sq);

		if (mirror && ((piece & PIECE_MARK) != 0) != behind)
			piece = 0;
		m.at[sq] = (uint8_t)(piece & ~PIECE_MARK);
	}
	return m;
}

static bool
hits(const struct mail *m, int file, int rank, enum piece_kind kind, unsigned colour)
{
	return file >= 0 && file < 8 && rank >= 0 && rank < 8 &&
	       m->at[rank * 8 + file] == (kind | (colour ? PIECE_BLACK : 0u));
}

/* Reports whether a slider of that colour attacks the square from this direction. */
static bool
slid_at(const struct mail *m, int file, int rank, int df, int dr, unsigned colour)
{
	for (file += df, rank += dr; file >= 0 && file < 8 && rank >= 0 && rank < 8;
	     file += df, rank += dr) {
		if (!m->at[rank * 8 + file])
			continue;
		return hits(m, file, rank, PIECE_QUEEN, colour) ||
		       hits(m, file, rank, df && dr ? PIECE_BISHOP : PIECE_ROOK, colour);
	}
	return false;
}

static bool
attacked(const struct mail *m, unsigned sq, unsigned by)
{
	int file = (int)sq % 8, rank = (int)sq / 8;

	for (int df = -2; df <= 2; df++) {
		for (int dr = -2; dr <= 2; dr++) {
			int reach = df * df + dr * dr;

			if (reach == 5 && hits(m, file + df, rank + dr, PIECE_KNIGHT, by))
				return true;
			if ((reach == 1 || reach == 2) &&
			    (hits(m, file + df, rank + dr, PIECE_KING, by) ||
			     slid_at(m, file, rank, df, dr, by)))
				return true;
		}
	}
	return hits(m, file - 1, rank + (by ? 1 : -1), PIECE_PAWN, by) ||
	       hits(m, file + 1, rank + (by ? 1 : -1), PIECE_PAWN, by);
}

static bool
king_attacked(const struct mail *m, unsigned colour)
{
	for (unsigned sq = 0; sq < 64; sq++)
		if (m->at[sq] == (PIECE_KING | (colour ? PIECE_BLACK : 0u)))
			return attacked(m, sq, !colour);
	return false;
}

static unsigned
count_kings(const struct game *g, const struct position *p, unsigned colour)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		n += (rules_at(g, p, sq) & ~PIECE_MARK) ==
		     (PIECE_KING | (colour ? PIECE_BLACK : 0u));
	return n;
}

static unsigned
count_marked(const struct game *g, const struct position *p, unsigned colour)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t piece = rules_at(g, p, sq);

		n += piece & PIECE_MARK && piece_colour(piece) == colour;
	}
	return n;
}

/*
 * Chess: the mover's king is safe, and a check is reported exactly if the other
 * king is attacked.
 */
static void
check_chess(const struct game *g, const struct position *p, const struct position *after)
{
	struct mail m = mail_of(g, after, false, false);
	struct sqset checked = rules_checked(g, after);

	assert_int_equal(count_kings(g, after, 0) + count_kings(g, after, 1), 2);
	assert_false(king_attacked(&m, rules_to_act(g, p)));
	assert_int_equal(!sqset_empty(checked), king_attacked(&m, rules_to_act(g, after)));
}

/* The same on each side of the mirror; the number of checkers is constant. */
static void
check_half_alice(const struct game *g, const struct position *p, const struct position *after)
{
	struct mail wood = mail_of(g, after, true, false), beyond = mail_of(g, after, true, true);
	unsigned us = rules_to_act(g, p);
	struct sqset checked = rules_checked(g, after);

	assert_false(king_attacked(&wood, us) || king_attacked(&beyond, us));
	assert_int_equal(!sqset_empty(checked),
			 king_attacked(&wood, !us) || king_attacked(&beyond, !us));
	for (unsigned colour = 0; colour < 2; colour++)
		assert_int_equal(after->x.half_alice.checkers[colour] +
					 count_marked(g, after, colour),
				 p->x.half_alice.checkers[colour] + count_marked(g, p, colour));
}

/*
 * A crooked man stays crooked: a mark disappears only with its piece, or by
 * promotion to Regulator.
 */
static void
check_accounting(const struct game *g, const struct position *p, const struct position *after)
{
	unsigned us = rules_to_act(g, p);
	unsigned before = count_marked(g, p, us), now = count_marked(g, after, us);
	unsigned men = sqset_count(rules_occupied_by(g, p, us));

	assert_true(now + 1 >= before && now <= before + 1);
	assert_in_range(sqset_count(rules_occupied_by(g, after, us)), men - 1, men);
	assert_true(count_marked(g, after, !us) <= count_marked(g, p, !us));
	assert_int_equal(count_kings(g, after, us), 1);
}

/* Pieces only move between board and lists; money and prices stay within bounds. */
static void
check_dice_money(const struct game *g, const struct position *p, const struct position *after)
{
	struct mail m = mail_of(g, after, false, false);

	assert_int_equal(count_kings(g, after, 0) + count_kings(g, after, 1), 2);
	assert_false(king_attacked(&m, p->b.seat) && after->b.seat != p->b.seat);
	for (unsigned colour = 0; colour < 2; colour++) {
		unsigned n[2] = { sqset_count(rules_occupied_by(g, p, colour)),
				  sqset_count(rules_occupied_by(g, after, colour)) };

		for (unsigned i = 0; i < 5; i++) {
			n[0] += p->x.dice_money.lost[colour][i];
			n[1] += after->x.dice_money.lost[colour][i];
		}
		assert_int_equal(n[0], n[1]);
		assert_in_range(after->x.dice_money.money[colour], 0, 100);
		for (unsigned i = 0; i < 8; i++)
			assert_in_range(after->x.dice_money.price[colour][i] -
						p->x.dice_money.price[colour][i],
					0, 1);
	}
}

/* The number of cards is constant; a piece disappears only with a captured card. */
static void
check_cooperative(const struct game *g, const struct position *p, const struct position *after)
{
	const uint8_t *was = p->x.cooperative.len, *is = after->x.cooperative.len;
	unsigned before = 0, now = 0;

	for (unsigned i = 0; i < 6; i++) {
		before += was[i];
		now += is[i];
	}
	assert_int_equal(before, now);
	assert_int_equal(sqset_count(rules_occupied(g, p)) - sqset_count(rules_occupied(g, after)),
			 is[4] - was[4]);
	assert_int_equal(count_kings(g, after, rules_to_act(g, after)), 1);
}

/* Reports whether a seat may make this move, by the files only. */
static bool
seat_may(unsigned seat, unsigned from, unsigned to)
{
	bool kingside = seat == SEAT_WK || seat == SEAT_BK;

	return (from % 8 >= 4) == kingside || (to % 8 >= 4) == kingside;
}

/*
 * Reports whether that seat could capture the other team's king. Pieces that
 * may not capture still block.
 */
static bool
seat_takes_king(const struct game *g, const struct position *p, unsigned seat)
{
	struct mail m = mail_of(g, p, false, false);
	unsigned king_sq = 0;

	while (m.at[king_sq] != (PIECE_KING | (seat & 1 ? 0u : PIECE_BLACK)))
		king_sq++;
	for (unsigned sq = 0; sq < 64; sq++)
		if (m.at[sq] && piece_colour(m.at[sq]) == (seat & 1) &&
		    !seat_may(seat, sq, king_sq))
			m.at[sq] = PIECE_KIND_MASK;
	return attacked(&m, king_sq, seat & 1);
}

/*
 * The next seat cannot capture the king; if it could capture the following
 * seat's king, that is check.
 */
static void
check_crowded_house(const struct game *g, const struct position *p, const struct position *after)
{
	unsigned next = (rules_to_act(g, p) + 1) % 4;

	assert_int_equal(rules_to_act(g, after), next);
	assert_false(seat_takes_king(g, after, next));
	assert_int_equal(!sqset_empty(rules_checked(g, after)),
			 seat_takes_king(g, after, (next + 1) % 4));
}

/*
 * At most one man disappears, the other side's; an arrival on the far rank is a
 * general, never a missile.
 */
static void
check_american(const struct game *g, const struct position *p, const struct position *after)
{
	unsigned us = rules_to_act(g, p), enemies = sqset_count(rules_occupied_by(g, p, !us));
	unsigned files = rules_files(g), far = us ? 0 : files * (rules_ranks(g) - 1);

	assert_int_equal(sqset_count(rules_occupied_by(g, after, us)),
			 sqset_count(rules_occupied_by(g, p, us)));
	assert_in_range(sqset_count(rules_occupied_by(g, after, !us)), enemies - 1, enemies);
	for (unsigned sq = far; sq < far + files; sq++)
		if (rules_at(g, after, sq) && rules_at(g, after, sq) != rules_at(g, p, sq))
			assert_int_equal(rules_at(g, after, sq),
					 PIECE_QUEEN | (us ? PIECE_BLACK : 0));
}

static unsigned
count_stones(const struct game *g, const struct position *p, unsigned colour)
{
	static const uint8_t height[] = {
		[PIECE_PAWN] = 1,  [PIECE_KNIGHT] = 2, [PIECE_BISHOP] = 3, [PIECE_ROOK] = 4,
		[PIECE_QUEEN] = 6, [PIECE_KING] = 1,   [PIECE_STACK5] = 5
	};
	unsigned n = 0;

	for (unsigned sq = 0; sq < 64; sq++) {
		uint8_t piece = rules_at(g, p, sq);

		if (piece && piece_colour(piece) == colour)
			n += height[piece_kind(piece)];
	}
	return n;
}

/* Stones change places; only captured ones disappear, and only captures reset the clock. */
static void
check_abstract(const struct game *g, const struct position *p, const struct position *after)
{
	unsigned us = rules_to_act(g, p);
	unsigned men = sqset_count(rules_occupied_by(g, p, !us));
	bool captured = sqset_count(rules_occupied_by(g, after, !us)) == men - 1;

	assert_int_equal(count_stones(g, after, us), count_stones(g, p, us));
	assert_int_equal(count_stones(g, after, !us) < count_stones(g, p, !us), captured);
	if (captured)
		assert_int_equal(after->b.halfmoves, 0);
	else
		assert_in_range(after->b.halfmoves - p->b.halfmoves, 0, 1);
}

/* Returns the value of a key in a position's text: from its first byte to a space or the end. */
static const char *
value_of(const char *text, const char *key)
{
	const char *value = strstr(text, key);

	assert_non_null(value);
	return value + strlen(key);
}

static unsigned
count_letters(const char *list, unsigned colour)
{
	unsigned n = 0;

	for (; *list && *list != ' '; list++)
		n += colour ? *list >= 'a' && *list <= 'z' : *list >= 'A' && *list <= 'Z';
	return n;
}

/* Counts the pieces of a colour everywhere: board, graves (a letter and its square), hand, dust. */
static unsigned
count_zombie_men(const struct game *g, const struct position *p, unsigned colour)
{
	char text[RULES_POSITION_TEXT], first[2] = "";
	const char *buried;
	unsigned n;

	rules_print(g, p, text);
	buried = value_of(text, "buried=");
	n = count_letters(text, colour) + count_letters(value_of(text, "hold="), colour) +
	    count_letters(value_of(text, "dust="), colour);
	for (const char *c = buried; *c != ' '; c++) {
		first[0] = *c;
		if (c == buried || c[-1] == '.' || c[-1] == '/')
			n += count_letters(first, colour);
	}
	return n;
}

/*
 * Pieces are lost only to the dust, where they are counted; a side that has
 * ended its turn is safe.
 */
static void
check_zombie(const struct game *g, const struct position *p, const struct position *after)
{
	struct mail m = mail_of(g, after, false, false);

	for (unsigned colour = 0; colour < 2; colour++) {
		assert_int_equal(count_zombie_men(g, after, colour),
				 count_zombie_men(g, p, colour));
		assert_int_equal(count_kings(g, after, colour), 1);
	}
	if (rules_to_act(g, after) != rules_to_act(g, p))
		assert_false(king_attacked(&m, rules_to_act(g, p)));
}

/* At most one enemy disappears; answers are kept, each once. */
static void
check_masquerade(const struct game *g, const struct position *p, const struct position *after)
{
	unsigned us = rules_to_act(g, p), enemies = sqset_count(rules_occupied_by(g, p, !us));
	char was[RULES_POSITION_TEXT], is[RULES_POSITION_TEXT];

	assert_int_equal(rules_to_act(g, after), !us);
	assert_int_equal(sqset_count(rules_occupied_by(g, after, us)),
			 sqset_count(rules_occupied_by(g, p, us)));
	assert_in_range(sqset_count(rules_occupied_by(g, after, !us)), enemies - 1, enemies);
	rules_print(g, p, was);
	rules_print(g, after, is);
	assert_true(strlen(value_of(is, "log=")) >= strlen(value_of(was, "log=")));
	assert_true(strcspn(value_of(is, "known="), " ") <= strcspn(value_of(was, "known="), " "));
}

/* Invariants of single games besides those of all games. */
static const struct {
	const char *game;
	void (*check)(const struct game *g, const struct position *p, const struct position *after);
} invariants[] = {
	{ "chess", check_chess },
	{ "chess960", check_chess },
	{ "accounting", check_accounting },
	{ "dice-money", check_dice_money },
	{ "cooperative", check_cooperative },
	{ "abstract", check_abstract },
	{ "crowded-house", check_crowded_house },
	{ "half-alice", check_half_alice },
	{ "american", check_american },
	{ "zombie", check_zombie },
	{ "masquerade", check_masquerade },
};

void
invariants_check(const struct game *g, const struct position *p, const struct position *after)
{
	for (size_t i = 0; i < ARRAY_LEN(invariants); i++)
		if (strcmp(invariants[i].game, rules_name(g)) == 0) {
			invariants[i].check(g, p, after);
			return;
		}
	assert_ptr_equal(g, &game_null); /* every listed game has a row */
}
