/* Carries the identity of pieces from one question to the next. */
#include <assert.h>
#include <string.h>

#include "daemon/core/infer.h"

/* Returns the number of lifted pieces, including those put aside. */
static unsigned
held(const struct infer *f)
{
	unsigned n = f->has_present ? f->known.held : 0;

	for (unsigned i = 0; i < f->n_log; i++)
		if (!f->log[i].reading.occupied)
			n++;
		else if (n > 0 && infer_came_down(f, i))
			n--;
	return n;
}

bool
infer_off_before(const struct infer *f, unsigned home)
{
	return f->has_present && held(f) == 0 && !f->present[home].occupied &&
	       !sqset_has(f->due, home) && !sqset_has(f->worlds.now, home);
}

/* Returns the piece on sq if all arrangements agree, or 0. */
static uint8_t
known_piece(const struct infer *f, unsigned sq)
{
	const struct worlds *ws = &f->worlds;
	unsigned slot = ws->index[sq];
	uint8_t piece = 0;

	if (!sqset_has(ws->now, sq) || sqset_has(f->blind, sq))
		return 0;
	if (slot == 0xff)
		return ws->piece[sq];
	if (ws->vague) {
		uint8_t what = ws->sketched ? ws->sketch.at[slot] : WORLD_MIXED;

		return what < RULES_SQUARES_MAX ? ws->piece[what] : 0;
	}
	for (unsigned i = 0; i < ws->n; i++) {
		uint8_t what = ws->w[i].at[slot];
		uint8_t here = what < RULES_SQUARES_MAX ? ws->piece[what] : 0;

		if (here == 0 || (piece && here != piece))
			return 0;
		piece = here;
	}
	return piece;
}

/* Exports what f knows of the pieces. stacks: of stacks too. */
static void
know(const struct infer *f, bool stacks, struct infer_known *out)
{
	memset(out, 0, sizeof(*out));
	for (unsigned i = 0; i < f->n_log; i++)
		sqset_add(&out->moved, f->log[i].sq);
	for (unsigned sq = 0; sq < rules_squares(f->game); sq++) {
		uint8_t piece = known_piece(f, sq);

		/* A piece that does not exist in this game keeps its earlier identity. */
		if (piece == 0 && f->has_present && f->present[sq].occupied &&
		    !sqset_has(out->moved, sq))
			piece = f->known.standing[sq];
		if (stacks || piece == INFER_FOREIGN || rules_stones(f->game, piece) == 0)
			out->standing[sq] = piece & (uint8_t)~PIECE_MARK;
	}
	out->exact = f->has_present && f->known.exact;
	out->held = (uint8_t)held(f);
}

void
infer_know(const struct infer *f, struct infer_known *out)
{
	/* Stones move between stacks, so another question may not know a stack by its height. */
	know(f, false, out);
}

void
infer_know_stacks(const struct infer *f, struct infer_known *out)
{
	know(f, true, out);
	/* A single stone is never promoted. */
	out->exact |= rules_stones(f->game, PIECE_PAWN) > 0;
}

/* Reports whether fewer pieces of this kind are known on the board than *p has. */
static bool
may_be_in_box(const struct infer_known *k, const struct game *g, const struct position *p,
	      uint8_t piece)
{
	unsigned want = 0, stand = 0;

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		want += (rules_at(g, p, sq) & ~PIECE_MARK) == piece;
		stand += k->standing[sq] == piece;
	}
	return stand < want;
}

void
infer_know_exactly(struct infer_known *k, const struct game *g, const struct position *p)
{
	struct infer_known was = *k;

	memset(k, 0, sizeof(*k));
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t home = rules_at(g, p, sq) & (uint8_t)~PIECE_MARK;

		if (home && sqset_has(was.moved, sq))
			sqset_add(&k->moved, sq);
		if (home && sqset_has(was.moved, sq) && may_be_in_box(&was, g, p, home))
			continue;
		k->standing[sq] = was.standing[sq];
		k->exact |= was.standing[sq] && was.standing[sq] != home;
	}
}

bool
infer_exchanged(const struct infer_known *k, const struct game *g, const struct position *p)
{
	int lacking[UINT8_MAX + 1] = { 0 };
	bool differ = false;

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t home = rules_at(g, p, sq) & (uint8_t)~PIECE_MARK;

		if (home && k->standing[sq] == 0)
			return false;
		lacking[home]++;
		lacking[k->standing[sq]]--;
		differ |= k->standing[sq] != home;
	}
	for (unsigned piece = 0; piece <= UINT8_MAX; piece++)
		if (lacking[piece] != 0)
			return false;
	return differ;
}

/* Returns the array that is assumed to be on the board by default. */
static void
usual_array(const struct game *g, struct position *out)
{
	const struct game *chess = rules_game("chess");
	bool orthodox = rules_files(g) == rules_files(chess) &&
			rules_ranks(g) == rules_ranks(chess) && rules_stones(g, PIECE_PAWN) == 0;
	struct rules_error unused;
	int err = rules_start(orthodox ? chess : g, "", out, &unused);

	assert(err == 0);
}

struct sqset
infer_doubted(const struct infer_known *k, const struct game *g, const struct position *p,
	      const struct reading *board, bool usual)
{
	struct sqset out = { { 0, 0 } };
	struct position array;

	usual_array(g, &array);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t home = rules_at(g, p, sq) & (uint8_t)~PIECE_MARK;
		bool laid = usual && !sqset_has(k->moved, sq) &&
			    home == (rules_at(g, &array, sq) & ~PIECE_MARK);

		if (home && board[sq].occupied && !laid &&
		    (k->standing[sq] == 0 || sqset_has(k->moved, sq)))
			sqset_add(&out, sq);
	}
	return out;
}
