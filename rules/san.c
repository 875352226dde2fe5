/*
 * Standard algebraic notation: printed in PGN's export format, and parsed
 * leniently, as other programs write it.
 */
#include <assert.h>
#include <string.h>

#include "rules/bitboard.h"
#include "rules/game.h"
#include "rules/geometry.h"

static bool
is_kingside(struct action a)
{
	return a.arg > a.from;
}

/* Prints the shortest origin that is unambiguous among such pieces: file, rank, or both. */
static void
print_origin(const struct game *g, const struct position *p, struct action a, struct text *t)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);
	uint8_t piece = rules_at(g, p, a.from);
	bool rival = false, file_shared = false, rank_shared = false;
	char name[4];

	for (size_t i = 0; i < n; i++) {
		struct action o = list[i];

		if (o.kind != ACT_MOVE || o.to != a.to || o.from == a.from ||
		    rules_at(g, p, o.from) != piece)
			continue;
		rival = true;
		file_shared |= o.from % g->files == a.from % g->files;
		rank_shared |= o.from / g->files == a.from / g->files;
	}
	rules_square_print(g, a.from, name);
	if (rival && (!file_shared || rank_shared))
		text_char(t, name[0]);
	if (rival && file_shared)
		text_char(t, name[1]);
}

static void
print_plain(const struct game *g, const struct position *p, struct action a, struct text *t)
{
	enum piece_kind kind = piece_kind(rules_at(g, p, a.from));
	bool capture = rules_at(g, p, a.to) || (kind == PIECE_PAWN && a.to == p->b.ep_sq);
	char from[4], to[4];

	rules_square_print(g, a.from, from);
	rules_square_print(g, a.to, to);
	if (kind != PIECE_PAWN) {
		text_char(t, geometry_letter(g, (uint8_t)kind));
		print_origin(g, p, a, t);
	} else if (capture) {
		text_char(t, from[0]);
	}
	if (capture)
		text_char(t, 'x');
	text_add(t, to);
	if (a.arg) {
		text_char(t, '=');
		text_char(t, geometry_letter(g, a.arg));
	}
}

/* Returns the kind that the moved piece becomes, by choice or by rule (American), or 0. */
static uint8_t
promoted_to(const struct game *g, const struct position *p, struct action a)
{
	struct footprint f;

	if (a.arg || !game_is_wide(g))
		return a.arg;
	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].sq == a.to &&
		    piece_kind(f.change[i].after) != piece_kind(rules_at(g, p, a.from)))
			return (uint8_t)piece_kind(f.change[i].after);
	return 0;
}

/* Prints a move of a game without SAN by its two squares: "Nb1-c3", "e4xd5", "Bb5xd5?". */
static void
print_squares(const struct game *g, const struct position *p, struct action a, struct text *t)
{
	uint8_t piece = rules_at(g, p, a.from), kind = (uint8_t)piece_kind(piece);
	bool passes = kind == PIECE_PAWN && !game_is_wide(g) && a.to == p->b.ep_sq;
	char from[4], to[4];

	rules_square_print(g, a.from, from);
	rules_square_print(g, a.to, to);
	if (kind != PIECE_PAWN && rules_stones(g, piece) == 0)
		text_char(t, geometry_letter(g, kind));
	text_add(t, from);
	text_char(t, rules_at(g, p, a.to) || passes ? 'x' : '-');
	text_add(t, to);
	if (a.kind == ACT_ATTEMPT)
		text_char(t, '?');
	if (a.kind == ACT_MOVE && promoted_to(g, p, a)) {
		text_char(t, '=');
		text_char(t, geometry_letter(g, promoted_to(g, p, a)));
	}
}

void
rules_note(const struct game *g, const struct position *p, struct action a, struct move_note *out)
{
	struct text t = text_into(out->text, sizeof(out->text));

	out->text[0] = '\0';
	out->seat = (uint8_t)rules_turn_seat(g, p);
	out->turn = rules_turn(g, p);
	out->earned = g->earned != NULL ? g->earned(p, a) : 0;
	if (g->has_san)
		rules_san_print(g, p, a, out->text);
	else if (a.kind == ACT_CASTLE)
		text_add(&t, is_kingside(a) ? "O-O" : "O-O-O");
	else if (a.kind == ACT_MOVE || a.kind == ACT_ATTEMPT)
		print_squares(g, p, a, &t);
}

void
rules_san_print(const struct game *g, const struct position *p, struct action a,
		char out[RULES_SAN_TEXT])
{
	struct text t = text_into(out, RULES_SAN_TEXT);
	struct position after = *p;

	assert(g->has_san);
	if (a.kind == ACT_CASTLE)
		text_add(&t, is_kingside(a) ? "O-O" : "O-O-O");
	else
		print_plain(g, p, a, &t);
	g->apply(&after, a);
	if (sqset_empty(rules_checked(g, &after)))
		return;
	text_char(&t, g->count(&after) ? '+' : '#');
}

/* A parsed move; RULES_NO_SQ or 0: not given. */
struct san {
	bool castling, kingside;
	uint8_t kind; /* 0: not given; a pawn, or an origin square was given */
	unsigned from_file, from_rank, to, promoted;
};

struct reader {
	const struct game *g;
	const char *s;
	size_t len, i;
};

static char
peek(const struct reader *r)
{
	return r->i < r->len ? r->s[r->i] : '\0';
}

static bool
skip(struct reader *r, const char *any)
{
	if (r->i == r->len || !strchr(any, r->s[r->i]))
		return false;
	r->i++;
	return true;
}

/* Returns the length without check signs, comments and "e.p.". */
static size_t
length_of_move(const char *s)
{
	size_t len = strlen(s);

	for (;;) {
		if (len > 0 && strchr("+#!? ", s[len - 1]))
			len--;
		else if (len > 4 && memcmp(s + len - 4, "e.p.", 4) == 0)
			len -= 4;
		else
			return len;
	}
}

/* Reads O-O and O-O-O, also with zeros, small letters or no hyphens. */
static bool
read_castling(struct reader *r, struct san *san)
{
	unsigned rings = 0;
	size_t i = r->i;

	for (; i < r->len; i++) {
		if (strchr("Oo0", r->s[i]))
			rings++;
		else if (r->s[i] != '-')
			return false;
	}
	if (rings != 2 && rings != 3)
		return false;
	san->castling = true;
	san->kingside = rings == 2;
	r->i = r->len;
	return true;
}

static uint8_t
kind_of(const struct game *g, char letter)
{
	return (uint8_t)piece_kind(rules_piece_parse(g, letter));
}

/* Reads an optional file and an optional rank. */
static void
read_coordinates(struct reader *r, unsigned *file, unsigned *rank)
{
	*file = *rank = RULES_NO_SQ;
	if (peek(r) >= 'a' && peek(r) < 'a' + r->g->files)
		*file = (unsigned)(r->s[r->i++] - 'a');
	if (peek(r) >= '1' && peek(r) < '1' + r->g->ranks)
		*rank = (unsigned)(r->s[r->i++] - '1');
}

static bool
read_promotion(struct reader *r, struct san *san)
{
	bool signed_ = skip(r, "=/(");

	if (r->i == r->len)
		return !signed_;
	san->promoted = kind_of(r->g, peek(r));
	if (!san->promoted)
		return false;
	r->i++;
	skip(r, ")");
	return r->i == r->len;
}

/*
 * Reads a piece, an optional origin, an optional capture sign, the target and
 * an optional promotion.
 */
static bool
read_move(struct reader *r, struct san *san)
{
	unsigned file, rank;
	bool capture;

	if (peek(r) >= 'A' && peek(r) <= 'Z') {
		san->kind = kind_of(r->g, peek(r));
		if (!san->kind)
			return false;
		r->i++;
	}
	read_coordinates(r, &san->from_file, &san->from_rank);
	capture = skip(r, "x:-");
	read_coordinates(r, &file, &rank);
	if (file == RULES_NO_SQ && rank == RULES_NO_SQ) { /* only one square was given */
		file = san->from_file;
		rank = san->from_rank;
		san->from_file = san->from_rank = RULES_NO_SQ;
	}
	if (file == RULES_NO_SQ || rank == RULES_NO_SQ)
		return false;
	san->to = rank * r->g->files + file;
	if (!san->kind && (san->from_file == RULES_NO_SQ || san->from_rank == RULES_NO_SQ))
		san->kind = PIECE_PAWN;
	/* A bare "e6" is never a capture with its file left out. */
	if (san->kind == PIECE_PAWN && san->from_file == RULES_NO_SQ && !capture)
		san->from_file = file;
	return read_promotion(r, san);
}

static bool
means(const struct game *g, const struct position *p, const struct san *san, struct action a)
{
	if (san->castling)
		return a.kind == ACT_CASTLE && is_kingside(a) == san->kingside;
	if (a.kind == ACT_CASTLE) /* e1g1, Ke1-g1: a whole origin square and a king */
		return san->from_file == a.from % g->files && san->from_rank == a.from / g->files &&
		       (san->kind == 0 || san->kind == PIECE_KING) && a.to == san->to &&
		       !san->promoted;
	return a.kind == ACT_MOVE && a.to == san->to && a.arg == san->promoted &&
	       (!san->kind || piece_kind(rules_at(g, p, a.from)) == san->kind) &&
	       (san->from_file == RULES_NO_SQ || san->from_file == a.from % g->files) &&
	       (san->from_rank == RULES_NO_SQ || san->from_rank == a.from / g->files);
}

static int
find_meant(const struct game *g, const struct position *p, const struct san *san, const char *text,
	   struct action *a, struct rules_error *err)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list), found = 0;
	struct word w = { text, strlen(text) };

	for (size_t i = 0; i < n; i++) {
		if (!means(g, p, san, list[i]))
			continue;
		if (found++ == 0)
			*a = list[i];
	}
	if (found == 1)
		return 0;
	return error_quote(err, 0, found ? "several moves could be" : "no legal move is", w);
}

int
rules_san_parse(const struct game *g, const struct position *p, const char *text, struct action *a,
		struct rules_error *err)
{
	struct reader r = { .g = g, .s = text, .len = length_of_move(text) };
	struct san san = { .from_file = RULES_NO_SQ, .from_rank = RULES_NO_SQ, .to = RULES_NO_SQ };
	struct action found;

	assert(g->has_san);
	if (!read_castling(&r, &san) && !read_move(&r, &san))
		return error_quote(err, r.i, "this is no move in algebraic notation:",
				   (struct word){ text, strlen(text) });
	if (find_meant(g, p, &san, text, &found, err) < 0)
		return -1;
	*a = found;
	return 0;
}
