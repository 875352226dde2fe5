/*
 * What a piece may do, and why not more. How a piece moves is a sentence of a table here; where
 * it may go, and what forbids other squares, comes from the rule core.
 */
#include "daemon/words/words_about.h"

#include <stdio.h>
#include <string.h>

#include "daemon/words/words_priv.h"
#include "hw/lang/lang.h"
#include "hw/text/text.h"

enum {
	RANKS = 5,         /* of importance */
	GROUPS = 16,       /* reasons of one piece */
	ITEMS_MOST = 10,   /* of a list of squares; more are counted */
	RUN_LONG = 4,      /* squares in a row; only their ends are named */
	BEHIND_MOST = 4,   /* pieces that a reason names; more are only lit */
	WORDS_ITEM = 32,   /* "e4 to e8" in any language */
	SQUARES_MOST = 24, /* a reason of more squares is about the turn, not about squares */
};

/* ---- how it moves ---- */

enum mark { ANY, UNMARKED, MARKED };

/* A sentence about a kind of piece in a game. */
struct row {
	const char *game; /* NULL: any that has no row of its own */
	uint16_t kinds;   /* bits 1 << kind */
	uint8_t mark;     /* enum mark */
	const char *when; /* part of the position's text; NULL: always */
	const char *text;
};

enum {
	P = 1 << PIECE_PAWN,
	N = 1 << PIECE_KNIGHT,
	B = 1 << PIECE_BISHOP,
	R = 1 << PIECE_ROOK,
	Q = 1 << PIECE_QUEEN,
	K = 1 << PIECE_KING,
	S = 1 << PIECE_STACK5,
	M = 1 << PIECE_MISSILE,
	C = 1 << PIECE_ARTILLERY,
	ALL = P | N | B | R | Q | K | S | M | C,
};

/* Of these the first row that matches. */
static const struct row moves[] = {
	{ "accounting", K, ANY, NULL, N_("The CEO (K) goes one square in any direction.") },
	{ "accounting", Q, ANY, NULL,
	  N_("The CFO (Q) goes like a queen. One step is honest, all else a trick.") },
	{ "accounting", R, ANY, NULL,
	  N_("The Director (R) goes any distance straight. One step is honest.") },
	{ "accounting", B, ANY, NULL,
	  N_("The Auditor (B) goes any distance diagonally. One step is honest.") },
	{ "accounting", N, ANY, NULL,
	  N_("The Regulator (N) jumps two squares straight and one aside, to empty squares "
	     "only.") },
	{ "accounting", P, ANY, NULL,
	  N_("A Shareholder steps ahead, at first also twice, and captures diagonally ahead, which "
	     "is a trick.") },
	{ "abstract", K, ANY, NULL,
	  N_("The royal stone goes one square in any direction. It captures like the others, but "
	     "never gives or "
	     "receives a stone.") },
	{ "abstract", P, ANY, NULL, N_("One stone steps ahead and captures diagonally ahead.") },
	{ "abstract", N, ANY, "table=aronson",
	  N_("Two stones go one step straight to an empty square, and from there one step on, "
	     "diagonally.") },
	{ "abstract", N, ANY, NULL,
	  N_("Two stones jump two squares straight and one aside, like a knight.") },
	{ "abstract", B, ANY, NULL, N_("Three stones go any distance diagonally, like a bishop.") },
	{ "abstract", R, ANY, "table=aronson",
	  N_("Four stones go any distance straight, like a rook.") },
	{ "abstract", S, ANY, "table=aronson",
	  N_("Five stones go any distance diagonally, like a bishop, or jump like a knight.") },
	{ "abstract", R | S, ANY, NULL,
	  N_("Four or five stones go any distance straight, like a rook.") },
	{ "abstract", Q, ANY, NULL,
	  N_("Six stones go any distance, straight or diagonally, like a queen. The stack is "
	     "full.") },
	{ "american", Q, ANY, NULL,
	  N_("A general (Q) goes any distance, straight or diagonally.") },
	{ "american", R, ANY, NULL, N_("An armor brigade (R) goes any distance straight.") },
	{ "american", B, ANY, NULL, N_("A recon battalion (B) goes any distance diagonally.") },
	{ "american", N, ANY, NULL,
	  N_("A colonel (N) jumps to the sixteen squares exactly two away.") },
	{ "american", M, ANY, NULL,
	  N_("A missile (M) reaches every square, except on the enemy's first row.") },
	{ "american", C, ANY, NULL,
	  N_("Artillery (C) moves like a general, but captures only over exactly one piece.") },
	{ "american", P, ANY, NULL, N_("A soldier goes one square in any direction.") },
	{ "masquerade", K, ANY, NULL, N_("The king goes one square in any direction.") },
	{ "cooperative", K, ANY, NULL, N_("The king goes one square in any direction.") },
	{ "crowded-house", K, ANY, NULL,
	  N_("The king goes one square in any direction, but not where the next player could "
	     "capture it.") },
	{ "dice-money", K, ANY, NULL,
	  N_("The king goes one square in any direction, or like a queen once flight is bought, "
	     "but never onto an "
	     "attacked square.") },
	{ NULL, K, ANY, NULL,
	  N_("The king goes one square in any direction, but not onto an attacked one.") },
	{ NULL, Q, ANY, NULL,
	  N_("The queen goes any distance, straight or diagonally, up to the first piece.") },
	{ NULL, R, ANY, NULL, N_("The rook goes any distance straight, up to the first piece.") },
	{ NULL, B, ANY, NULL,
	  N_("The bishop goes any distance diagonally, so it stays on its colour.") },
	{ NULL, N, ANY, NULL,
	  N_("The knight goes two squares straight and one aside. It jumps over other pieces.") },
	{ NULL, P, ANY, NULL,
	  N_("A pawn steps one square ahead, from its second row also two. It captures only "
	     "diagonally ahead, "
	     "into the next column.") },
};

/* Of these every row that matches. */
static const struct row also[] = {
	{ "accounting", K, ANY, NULL,
	  N_("A capture, or a move while it is attacked, makes it crooked.") },
	{ "accounting", K | Q | R | B, ANY, NULL,
	  N_("It may take an innocent Shareholder of its own side, and is crooked then.") },
	{ "accounting", N, ANY, NULL,
	  N_("Where it lands, every crooked enemy straight beside it is removed.") },
	{ "accounting", ALL, MARKED, NULL, N_("It is crooked: enemy Regulators can remove it.") },
	{ "dice-money", P, ANY, NULL,
	  N_("On the last row it becomes a piece that its side has lost.") },
	{ "abstract", ALL & ~K, ANY, "turn=single",
	  N_("Instead of a move it may give one stone to a stack of its side beside it.") },
	{ "abstract", ALL & ~K, ANY, "turn=double",
	  N_("After a move it may give one stone to a stack of its side beside it.") },
	{ "zombie", ALL, MARKED, NULL,
	  N_("Several zombies may move in a turn; one that does not turns to dust.") },
	{ "zombie", ALL, ANY, NULL,
	  N_("What is buried on a square rises when a piece leaves it.") },
	{ "masquerade", ALL & ~P, ANY, NULL,
	  N_("It captures as its mask does: a capture is asked for, and may fail.") },
	{ "crowded-house", ALL, ANY, NULL,
	  N_("A move begins or ends on the half of the player whose turn it is.") },
	{ "cooperative", ALL, ANY, NULL,
	  N_("It captures what the cards allow, after a card is played.") },
	{ "half-alice", ALL, UNMARKED, NULL,
	  N_("Only pieces before the mirror count. Then it goes behind it, if its square is free "
	     "there and a checker "
	     "is left.") },
	{ "half-alice", ALL, MARKED, NULL,
	  N_("Only pieces behind the mirror count. Then it comes before it, if its square is free "
	     "there.") },
	{ "american", P | N | B | R | C, ANY, NULL,
	  N_("On the enemy's first row it becomes a general.") },
};

static bool
matches(const struct row *row, const struct game *g, uint8_t piece, const char *text)
{
	const bool marked = piece & PIECE_MARK;

	return (!row->game || strcmp(row->game, rules_name(g)) == 0) &&
	       row->kinds >> piece_kind(piece) & 1 &&
	       (row->mark == ANY || marked == (row->mark == MARKED)) &&
	       (!row->when || strstr(text, row->when));
}

/* Adds a sentence if all of it fits. */
static bool
add_sentence(char out[WORDS_LINE], const char *text)
{
	const size_t at = strlen(out);

	if (at + 1 + strlen(text) >= WORDS_LINE)
		return false;
	(void)snprintf(out + at, WORDS_LINE - at, "%s%s", at ? " " : "", text);
	return true;
}

/* Adds the masks that the answers so far leave: "known=KQRBN.K.…/…", by kind in the order KQRBN. */
static void
add_masks(const struct game *g, uint8_t piece, const char *text, char out[WORDS_LINE])
{
	static const char kinds[] = "KQRBN";
	char letter[4], masks[WORDS_LINE], names[WORDS_LINE] = "", line[WORDS_LINE];
	const char *own, *at = masks;
	size_t n;

	rules_piece_print(g, piece_make(piece_kind(piece), 0), letter);
	own = strchr(kinds, letter[0]);
	if (!own || !words_part(text, " known=", piece_colour(piece), masks))
		return;
	for (const char *kind = kinds; kind < own; kind++)
		at += strcspn(at, ".") + 1;
	n = strcspn(at, ".");
	for (size_t i = 0; i < n; i++)
		lang_append(names, sizeof(names), i ? ", {1}" : "{1}",
			    tr(rules_piece_name(g, rules_piece_parse(g, at[i]))));
	if (n == strlen(kinds))
		(void)snprintf(line, sizeof(line), "%s", tr("No answer tells about its mask yet."));
	else
		lang_print(line, sizeof(line), tr("By the answers so far its mask is: {1}."),
			   names);
	(void)add_sentence(out, line);
}

void
words_about_how(const struct game *g, const struct position *p, unsigned sq, bool deduces,
		char out[WORDS_LINE])
{
	const uint8_t piece = rules_at(g, p, sq);
	char text[RULES_POSITION_TEXT];
	size_t i = 0;

	*out = '\0';
	rules_view_print(g, p, SEAT_TABLE, text);
	while (i < sizeof(moves) / sizeof(moves[0]) && !matches(&moves[i], g, piece, text))
		i++;
	if (i < sizeof(moves) / sizeof(moves[0]))
		(void)add_sentence(out, tr(moves[i].text));
	for (i = 0; i < sizeof(also) / sizeof(also[0]); i++)
		if (matches(&also[i], g, piece, text))
			(void)add_sentence(out, tr(also[i].text));
	if (deduces)
		add_masks(g, piece, text, out);
}

/* ---- lists of squares ---- */

/* Items of a list. The last one is kept apart, because "and" goes before it. */
struct list {
	char text[WORDS_LINE], last[WORDS_ITEM];
	unsigned n;
};

static void
list_add(struct list *l, const char *item)
{
	if (l->n > 0)
		lang_append(l->text, sizeof(l->text), l->n > 1 ? ", {1}" : "{1}", l->last);
	text_copy(l->last, sizeof(l->last), item);
	l->n++;
}

static void
list_print(const struct list *l, char out[WORDS_LINE])
{
	if (l->n > 1)
		lang_print(out, WORDS_LINE, tr("{1} and {2}"), l->text, l->last);
	else
		text_copy(out, WORDS_LINE, l->last);
}

/* Squares that follow each other in one direction. */
struct run {
	unsigned first, last, n;
};

/* Takes the first run of squares of a direction out of the set; n == 0: there is none. */
static struct run
take_run(const struct game *g, unsigned from, int df, int dr, struct sqset *set)
{
	const int files = (int)rules_files(g), ranks = (int)rules_ranks(g);
	int f = (int)from % files + df, r = (int)from / files + dr;
	struct run run = { 0 };

	for (; f >= 0 && f < files && r >= 0 && r < ranks; f += df, r += dr) {
		const unsigned sq = (unsigned)(r * files + f);

		if (!sqset_has(*set, sq) && run.n > 0)
			break;
		if (!sqset_has(*set, sq))
			continue;
		run.first = run.n++ ? run.first : sq;
		run.last = sq;
		sqset_remove(set, sq);
	}
	return run;
}

/* Adds a run: a long one as "e4 to e8". */
static void
list_add_run(const struct game *g, struct list *l, struct run run)
{
	char item[WORDS_ITEM], a[4], b[4];

	if (run.n >= RUN_LONG) {
		rules_square_print(g, run.first, a);
		rules_square_print(g, run.last, b);
		lang_print(item, sizeof(item), tr("{1} to {2}"), a, b);
		list_add(l, item);
		return;
	}
	for (unsigned i = 0; i < run.n; i++) {
		const int way = run.n > 1 ? ((int)run.last - (int)run.first) / ((int)run.n - 1) : 0;

		rules_square_print(g, (unsigned)((int)run.first + (int)i * way), item);
		list_add(l, item);
	}
}

/* Writes "a3, b3 and e4 to e8", runs as seen from `from`; many squares are only counted. */
static void
squares_print(const struct game *g, unsigned from, struct sqset set, char out[WORDS_LINE])
{
	const unsigned all = sqset_count(set);
	struct list list = { .n = 0 };
	struct run run;

	for (int d = 0; d < 9; d++)
		while (d != 4 && (run = take_run(g, from, d % 3 - 1, d / 3 - 1, &set)).n > 0)
			list_add_run(g, &list, run);
	while (!sqset_empty(set)) {
		const unsigned sq = sqset_pop(&set);

		list_add_run(g, &list, (struct run){ sq, sq, 1 });
	}
	if (list.n > ITEMS_MOST)
		lang_print(out, WORDS_LINE, tr("{1} squares"), LANG_N(all));
	else
		list_print(&list, out);
}

/* ---- where it may go now ---- */

/* Adds a way with its squares, if there are any. */
static void
add_way(const struct game *g, unsigned from, const char *text, struct sqset squares,
	char out[WORDS_LINE])
{
	char list[WORDS_LINE];

	if (sqset_empty(squares))
		return;
	squares_print(g, from, squares, list);
	if (*out)
		lang_append(out, WORDS_LINE, "{1}", "; ");
	lang_append(out, WORDS_LINE, text, list);
}

/*
 * Returns the words for captures: asked for in Masquerade, or made from beside the victims
 * (a Regulator).
 */
static const char *
taking(const struct game *g, const struct position *p, unsigned sq)
{
	struct action list[RULES_ACTIONS_MAX];
	const size_t n = rules_actions(g, p, list);

	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_ATTEMPT && list[i].from == sq)
			return tr("may ask for a capture on {1}");
	return piece_kind(rules_at(g, p, sq)) == rules_removing_kind(g)
		       ? tr("may remove enemies from {1}")
		       : tr("may capture on {1}");
}

/* Writes why the piece has no move. */
static void
no_way(const struct game *g, const struct position *p, unsigned sq, char out[WORDS_LINE])
{
	struct refusal why;
	char reason[WORDS_LINE];

	rules_refuse(g, p, SEAT_TABLE, sq, RULES_NO_SQ, &why);
	if (why.rule)
		words_refusal(&why, reason);
	if (why.rule)
		lang_print(out, WORDS_LINE, tr("has no move now. {1}"), reason);
	else
		(void)snprintf(out, WORDS_LINE, "%s", tr("has no move now"));
}

/* Writes which of the other lifted pieces to put back first. */
static void
other_first(const struct game *g, const struct position *p, struct sqset others,
	    char out[WORDS_LINE])
{
	const unsigned sq = sqset_pop(&others);
	char piece[WORDS_MOVE], name[4];

	words_piece(g, rules_at(g, p, sq), piece);
	rules_square_print(g, sq, name);
	lang_print(out, WORDS_LINE, tr("first put the {1} back on {2}"), piece, name);
}

void
words_about_ways(const struct game *g, const struct position *p, unsigned sq,
		 const struct words_ways *ways, bool grave, char out[WORDS_LINE])
{
	char text[WORDS_LINE] = "", name[4];

	add_way(g, sq, tr("may go to {1}"), ways->go, text);
	add_way(g, sq, taking(g, p, sq), ways->take, text);
	add_way(g, sq, tr("may give a stone to {1}"), ways->give, text);
	if (!*text && !sqset_empty(ways->others))
		other_first(g, p, ways->others, text);
	else if (!*text)
		no_way(g, p, sq, text);
	rules_square_print(g, sq, name);
	lang_print(out, WORDS_LINE, "{1}: {2}", name, text);
	if (grave)
		lang_append(out, WORDS_LINE, "; {1}", tr("perhaps a grave is under it"));
}

/* ---- why not more ---- */

#define OWN "own-piece" /* a rule of the rule core */

/* The squares that one reason forbids. */
struct group {
	struct refusal why;
	struct sqset to;
	unsigned rank; /* 0: the most important */
};

/* Returns the importance of a reason; -1: it explains nothing about a square. */
static int
rank_of(const char *rule)
{
	static const struct {
		const char *rule;
		int rank;
	} ranks[] = {
		{ "king-attacked", 0 },
		{ "king-attacked-beyond", 0 },
		{ "pinned", 0 },
		{ "in-check", 0 },
		{ OWN, 2 },
		{ "blocked", 3 },
		{ "castling-lost", 4 },
		{ "nothing-to-capture", 4 },
		{ "no-such-move", -1 },
		{ "same-square", -1 },
		{ "out-of-reach", -1 },
	};

	for (size_t i = 0; i < sizeof(ranks) / sizeof(ranks[0]); i++)
		if (strcmp(ranks[i].rule, rule) == 0)
			return ranks[i].rank;
	return 1;
}

/* Adds a refused square to the group of its reason. Returns the number of groups. */
static unsigned
add_refused(struct group group[GROUPS], unsigned n, const struct refusal *why, unsigned to)
{
	const int rank = rank_of(why->rule);
	unsigned i = 0;

	if (rank < 0 || (strcmp(why->rule, OWN) == 0 && !why->reaches))
		return n;
	while (i < n && strcmp(group[i].why.text, why->text) != 0)
		i++;
	if (i == GROUPS)
		return n;
	if (i == n)
		group[n++] = (struct group){ .why = *why, .rank = (unsigned)rank };
	sqset_add(&group[i].to, to);
	group[i].why.squares = sqset_or(group[i].why.squares, why->squares);
	return n;
}

/* Puts the squares of the few other pieces behind a reason before its full stop: " (e4)". */
static void
add_behind(const struct game *g, unsigned from, struct sqset squares, char out[WORDS_LINE])
{
	const size_t end = strlen(out) - 1;
	char list[WORDS_LINE];

	sqset_remove(&squares, from);
	if (sqset_empty(squares) || sqset_count(squares) > BEHIND_MOST || out[end] != '.')
		return;
	squares_print(g, from, squares, list);
	out[end] = '\0';
	lang_append(out, WORDS_LINE, " ({1}).", list);
}

/* Writes "e5 to e8: Another piece stands in the way (e4)." */
static void
reason_print(const struct game *g, unsigned from, const struct refusal *why, struct sqset to,
	     char out[WORDS_LINE])
{
	char reason[WORDS_LINE], list[WORDS_LINE];

	if (strcmp(why->rule, OWN) != 0)
		words_refusal(why, reason);
	else
		text_copy(reason, sizeof(reason),
			  sqset_count(to) > 1 ? tr("Your own pieces stand there.")
					      : tr("Your own piece stands there."));
	squares_print(g, from, to, list);
	if (sqset_count(to) > SQUARES_MOST)
		(void)snprintf(out, WORDS_LINE, "%s", reason);
	else
		lang_print(out, WORDS_LINE, "{1}: {2}", list, reason);
	add_behind(g, from, sqset_minus(why->squares, to), out);
}

/*
 * Reports whether a reason about castling is given for the rook's square. The king's target has it
 * too, and a castling that is legal to that target is refused in this other notation.
 */
static bool
is_onto_rook(const struct game *g, const struct position *p, unsigned from, unsigned to,
	     const struct refusal *why)
{
	const uint8_t king = rules_at(g, p, from), rook = rules_at(g, p, to);

	return piece_kind(king) == PIECE_KING && piece_kind(rook) == PIECE_ROOK &&
	       piece_colour(king) == piece_colour(rook) &&
	       (strncmp(why->rule, "castling", 8) == 0 || strcmp(why->rule, "blocked") == 0);
}

void
words_about_why(const struct game *g, const struct position *p, unsigned sq, char out[WORDS_LINE],
		struct sqset *squares)
{
	struct group group[GROUPS];
	struct refusal why;
	char text[WORDS_LINE];
	unsigned n = 0;

	*out = '\0';
	*squares = (struct sqset){ { 0, 0 } };
	for (unsigned to = 0; to < rules_squares(g); to++) {
		rules_refuse(g, p, SEAT_TABLE, sq, to, &why);
		if (why.rule && !is_onto_rook(g, p, sq, to, &why))
			n = add_refused(group, n, &why, to);
	}
	for (unsigned rank = 0; rank < RANKS; rank++)
		for (unsigned i = 0; i < n; i++) {
			if (group[i].rank != rank)
				continue;
			reason_print(g, sq, &group[i].why, group[i].to, text);
			if (add_sentence(out, text))
				*squares = sqset_or(*squares, group[i].why.squares);
		}
	if (!*out)
		(void)add_sentence(
			out, tr("Only pieces of its own side and the edge of the board limit it."));
}

void
words_about_refused(const struct game *g, const struct position *p, unsigned from, unsigned to,
		    char out[WORDS_LINE], struct sqset *squares)
{
	struct refusal why;
	char a[4], b[4], reason[WORDS_LINE];

	rules_refuse(g, p, SEAT_TABLE, from, to, &why);
	*squares = why.squares;
	*out = '\0';
	if (!why.rule)
		return;
	words_refusal(&why, reason);
	rules_square_print(g, from, a);
	rules_square_print(g, to, b);
	lang_print(out, WORDS_LINE, tr("{1} to {2}: {3}"), a, b, reason);
	add_behind(g, from, why.squares, out);
}
