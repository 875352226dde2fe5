#include "rules/geometry.h"

#include <assert.h>
#include <string.h>

#include "rules/bitboard.h"

enum {
	STRIDE = 16, /* squares compared at once */
};

static bool
is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static uint8_t
mark_at(const struct position *p, unsigned sq)
{
	return bits_has(p->marks, sq) ? PIECE_MARK : 0;
}

uint8_t
rules_at(const struct game *g, const struct position *p, unsigned sq)
{
	assert(sq < rules_squares(g));
	if (game_is_wide(g))
		return p->x.wide.cell[sq];
	return (uint8_t)(bitboard_at(&p->b, sq) | mark_at(p, sq));
}

void
geometry_put(const struct game *g, struct position *p, unsigned sq, uint8_t piece)
{
	if (game_is_wide(g)) {
		assert(p->x.wide.cell[sq] == 0);
		p->x.wide.cell[sq] = piece;
		return;
	}
	bitboard_put(&p->b, sq, piece);
	if (piece & PIECE_MARK)
		p->marks |= bit(sq);
}

static struct sqset
wide_occupied(const struct game *g, const struct position *p, unsigned colours)
{
	unsigned n = rules_squares(g);
	struct sqset set = { { 0, 0 } };

	for (unsigned sq = 0; sq < n; sq++) {
		uint8_t piece = p->x.wide.cell[sq];

		if (piece && colours >> piece_colour(piece) & 1)
			sqset_add(&set, sq);
	}
	return set;
}

struct sqset
rules_occupied(const struct game *g, const struct position *p)
{
	if (game_is_wide(g))
		return wide_occupied(g, p, 3);
	return (struct sqset){ { bitboard_occupied(&p->b), 0 } };
}

struct sqset
rules_occupied_by(const struct game *g, const struct position *p, unsigned colour)
{
	assert(colour < 2);
	if (game_is_wide(g))
		return wide_occupied(g, p, 1u << colour);
	return (struct sqset){ { p->b.colour[colour], 0 } };
}

/*
 * Returns the squares that differ. Inference calls this for every action, so
 * equal stretches are skipped at once.
 */
static struct sqset
wide_differs(const struct game *g, const struct position *a, const struct position *b)
{
	const uint8_t *x = a->x.wide.cell, *y = b->x.wide.cell;
	unsigned n = rules_squares(g), end;
	struct sqset set = { { 0, 0 } };

	for (unsigned sq = 0; sq < n; sq = end) {
		end = sq + STRIDE < n ? sq + STRIDE : n;
		if (end - sq == STRIDE && memcmp(x + sq, y + sq, STRIDE) == 0)
			continue;
		for (unsigned i = sq; i < end; i++)
			if (x[i] != y[i])
				sqset_add(&set, i);
	}
	return set;
}

struct sqset
geometry_differs(const struct game *g, const struct position *a, const struct position *b)
{
	const struct bitboard *x = &a->b, *y = &b->b;
	uint64_t set;

	if (game_is_wide(g))
		return wide_differs(g, a, b);
	set = (x->pawns ^ y->pawns) | (x->knights ^ y->knights) | (x->diag ^ y->diag);
	set |= (x->line ^ y->line) | (x->kings ^ y->kings) | (a->marks ^ b->marks);
	set |= (x->colour[0] ^ y->colour[0]) | (x->colour[1] ^ y->colour[1]);
	return (struct sqset){ { set, 0 } };
}

void
geometry_print_square(const struct game *g, unsigned sq, struct text *out)
{
	assert(sq < rules_squares(g));
	text_char(out, (char)('a' + sq % g->files));
	text_number(out, sq / g->files + 1);
}

void
rules_square_print(const struct game *g, unsigned sq, char out[4])
{
	struct text t = text_into(out, 4);

	geometry_print_square(g, sq, &t);
}

unsigned
rules_square_parse(const struct game *g, const char *text, size_t len)
{
	unsigned file, rank;

	if (len != 2 || text[0] < 'a' || text[1] < '1' || text[1] > '9')
		return RULES_NO_SQ;
	file = (unsigned)(text[0] - 'a');
	rank = (unsigned)(text[1] - '1');
	if (file >= g->files || rank >= g->ranks)
		return RULES_NO_SQ;
	return rank * g->files + file;
}

char
geometry_letter(const struct game *g, uint8_t piece)
{
	char c = g->letters[piece_kind(piece)];

	if (!c)
		return '.';
	return c != '.' && piece_colour(piece) ? (char)(c - 'A' + 'a') : c;
}

uint8_t
rules_piece_parse(const struct game *g, char letter)
{
	bool upper = is_upper(letter);
	char c = upper ? letter : (char)(letter - 'a' + 'A');

	if (!is_upper(c))
		return 0;
	for (size_t kind = 1; g->letters[kind]; kind++)
		if (g->letters[kind] == c)
			return piece_make((unsigned)kind, !upper);
	return 0;
}

void
rules_piece_print(const struct game *g, uint8_t piece, char out[4])
{
	struct text t = text_into(out, 4);

	text_char(&t, geometry_letter(g, piece));
	if (piece & PIECE_MARK)
		text_char(&t, g->mark);
}

const char *
rules_piece_name(const struct game *g, uint8_t piece)
{
	static const char *const orthodox[] = { "nothing", "pawn",  "knight", "bishop",
						"rook",    "queen", "king" };
	size_t kind = piece_kind(piece);

	assert(kind == 0 || geometry_letter(g, piece) != '.');
	return (g->kind_names ? g->kind_names : orthodox)[kind];
}

/* The state of the parser of the board field. */
struct bitboard_reader {
	const struct game *g;
	struct word field;
	size_t at, i; /* offset of the field in the text; index of the next byte */
	unsigned rank, file;
};

static int
reader_error(const struct bitboard_reader *r, struct rules_error *err, const char *why)
{
	if (r->i >= r->field.len)
		return error_set(err, r->at + r->field.len, why);
	return error_quote(err, r->at + r->i, why, (struct word){ r->field.s + r->i, 1 });
}

/*
 * Reads a run of empty squares: one or two digits without a leading zero, never
 * two runs in a row.
 */
static int
read_run(struct bitboard_reader *r, struct rules_error *err)
{
	size_t digits = 0;
	unsigned n = 0;

	while (r->i + digits < r->field.len && is_digit(r->field.s[r->i + digits]) && digits < 3)
		n = n * 10 + (unsigned)(r->field.s[r->i + digits++] - '0');
	if (r->field.s[r->i] == '0' || n > r->g->files - r->file)
		return reader_error(r, err, "board: a run of empty squares does not fit its rank");
	r->i += digits;
	r->file += n;
	return 0;
}

static int
read_piece(struct bitboard_reader *r, struct position *p, struct rules_error *err)
{
	uint8_t piece = rules_piece_parse(r->g, r->field.s[r->i]);

	if (piece == 0)
		return reader_error(r, err, "board: not a piece:");
	if (r->file == r->g->files)
		return reader_error(r, err, "board: a rank has too many squares at");
	if (r->g->mark && r->i + 1 < r->field.len && r->field.s[r->i + 1] == r->g->mark) {
		if (!(r->g->marked_kinds >> piece_kind(piece) & 1))
			return reader_error(r, err, "board: a mark that this piece cannot have");
		piece |= PIECE_MARK;
		r->i++;
	}
	geometry_put(r->g, p, r->rank * r->g->files + r->file, piece);
	r->i++;
	r->file++;
	return 0;
}

static int
read_rank(struct bitboard_reader *r, struct position *p, struct rules_error *err)
{
	r->file = 0;
	while (r->i < r->field.len && r->field.s[r->i] != '/')
		if ((is_digit(r->field.s[r->i]) ? read_run(r, err) : read_piece(r, p, err)) < 0)
			return -1;
	if (r->file < r->g->files)
		return reader_error(r, err, "board: a rank has too few squares");
	return 0;
}

int
geometry_board_parse(const struct game *g, struct word field, size_t at, struct position *p,
		     struct rules_error *err)
{
	struct bitboard_reader r = { .g = g, .field = field, .at = at };

	for (unsigned rank = g->ranks; rank-- > 0; r.i++) {
		r.rank = rank;
		if (read_rank(&r, p, err) < 0)
			return -1;
		if (rank > 0 && r.i == field.len)
			return reader_error(&r, err, "board: too few ranks");
	}
	if (r.i <= field.len) {
		r.i--;
		return reader_error(&r, err, "board: too many ranks");
	}
	return 0;
}

int
rules_board_parse(const struct game *g, const char *text, uint8_t at[RULES_SQUARES_MAX],
		  struct rules_error *err)
{
	struct fields f = fields_of(text);
	struct position read;
	struct word board;

	memset(&read, 0, sizeof(read));
	if (!fields_next(&f, &board))
		return error_set(err, 0, "there is no position");
	if (geometry_board_parse(g, board, 0, &read, err) < 0)
		return -1;
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		at[sq] = sq < rules_squares(g) ? rules_at(g, &read, sq) : 0;
	return 0;
}

static void
print_run(struct text *out, unsigned n)
{
	if (n)
		text_number(out, n);
}

void
geometry_board_print(const struct game *g, const struct position *p, struct text *out)
{
	for (unsigned rank = g->ranks; rank-- > 0;) {
		unsigned run = 0;

		for (unsigned file = 0; file < g->files; file++) {
			uint8_t piece = rules_at(g, p, rank * g->files + file);
			char name[4];

			if (piece == 0) {
				run++;
				continue;
			}
			print_run(out, run);
			run = 0;
			rules_piece_print(g, piece, name);
			text_add(out, name);
		}
		print_run(out, run);
		if (rank > 0)
			text_char(out, '/');
	}
}
