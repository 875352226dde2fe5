/* A computer's move: what the person's hands have to make. */
#include "hw/lang/lang.h"
#include "daemon/words/words_priv.h"

/* Returns the change of the footprint that puts a rook on its castled square, or NULL. */
static const struct change *
castled_rook(const struct footprint *f)
{
	for (unsigned i = 0; i < f->n; i++)
		if (piece_kind(f->change[i].after) == PIECE_ROOK)
			return &f->change[i];
	return NULL;
}

/* Writes a castling with the way of both pieces. */
static void
castling(const struct session_state *s, const char *move, char out[WORDS_LINE])
{
	struct footprint f;
	const struct change *rook;
	char king[WORDS_MOVE], from[4], to[4], rook_from[4], rook_to[4];
	unsigned king_to = s->plan.to;

	rules_footprint(s->game, s->settled, s->plan, &f);
	rook = castled_rook(&f);
	for (unsigned i = 0; i < f.n; i++)
		if (piece_kind(f.change[i].after) == PIECE_KING)
			king_to = f.change[i].sq;
	words_piece(s->game, rules_at(s->game, s->settled, s->plan.from), king);
	rules_square_print(s->game, s->plan.from, from);
	rules_square_print(s->game, king_to, to);
	rules_square_print(s->game, s->plan.arg, rook_from);
	rules_square_print(s->game, rook ? rook->sq : s->plan.arg, rook_to);
	lang_print(out, WORDS_LINE,
		   tr("Play {1} for the computer: {2} from {3} to {4}, rook from {5} to {6}"), move,
		   king, from, to, rook_from, rook_to);
}

/* Returns the piece that the planned move makes of its pawn, or 0. */
static uint8_t
promoted(const struct session_state *s)
{
	struct footprint f;

	if (s->plan.kind != ACT_MOVE)
		return 0;
	rules_footprint(s->game, s->settled, s->plan, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].sq == s->plan.to &&
		    piece_kind(f.change[i].after) !=
			    piece_kind(rules_at(s->game, s->settled, s->plan.from)))
			return f.change[i].after;
	return 0;
}

/* Adds the piece that the planned move captures. */
static void
wrap_captured(const struct session_state *s, char out[WORDS_LINE])
{
	char taken[WORDS_LINE] = "", piece[WORDS_MOVE], sq[4];
	struct footprint f;

	rules_footprint(s->game, s->settled, s->plan, &f);
	for (unsigned i = 0; i < f.n; i++) {
		if (f.change[i].cause != CAUSE_CAPTURED)
			continue;
		words_piece(s->game, f.change[i].before, piece);
		rules_square_print(s->game, f.change[i].sq, sq);
		lang_print(taken, sizeof(taken), tr("the {1} off {2}"), piece, sq);
	}
	if (*taken)
		words_wrap(out, tr("{1}. First take {2}"), taken);
}

static void
way(const struct session_state *s, const char *move, char out[WORDS_LINE])
{
	char piece[WORDS_MOVE], from[4], to[4];
	uint8_t now = promoted(s);

	words_piece(s->game, rules_at(s->game, s->settled, s->plan.from), piece);
	rules_square_print(s->game, s->plan.from, from);
	rules_square_print(s->game, s->plan.to, to);
	if (now)
		lang_print(out, WORDS_LINE,
			   tr("Play {1} for the computer: {2} from {3} to {4}, now a {5}"), move,
			   piece, from, to, tr(rules_piece_name(s->game, now)));
	else
		lang_print(out, WORDS_LINE, tr("Play {1} for the computer: {2} from {3} to {4}"),
			   move, piece, from, to);
	wrap_captured(s, out);
}

/* Reports whether the plan leaves the square that it begins on empty. */
static bool
empties(const struct session_state *s)
{
	struct footprint f;

	rules_footprint(s->game, s->settled, s->plan, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].sq == s->plan.from)
			return f.change[i].after == 0;
	return false;
}

/* Writes an attempt, whose outcome is hidden. */
static void
attempt(const struct session_state *s, char out[WORDS_LINE])
{
	char piece[WORDS_MOVE], victim[WORDS_MOVE], from[4], to[4];

	words_piece(s->game, rules_at(s->game, s->settled, s->plan.from), piece);
	rules_square_print(s->game, s->plan.from, from);
	rules_square_print(s->game, s->plan.to, to);
	words_piece(s->game, rules_at(s->game, s->settled, s->plan.to), victim);
	lang_print(out, WORDS_LINE,
		   tr("The computer asks: take the {1} off {2}, and put the {3} from {4} there"),
		   victim, to, piece, from);
}

/* Writes a transfer. A stack's last stone is lifted and stays off the board. */
static void
transfer(const struct session_state *s, char out[WORDS_LINE])
{
	char from[4], to[4];

	rules_square_print(s->game, s->plan.from, from);
	rules_square_print(s->game, s->plan.to, to);
	lang_print(out, WORDS_LINE,
		   empties(s) ? tr("For the computer: lift the stone of {1}, then touch {2}")
			      : tr("For the computer: touch {1}, then {2}"),
		   from, to);
}

/* Writes a purchase; hands put a bought piece on the board. */
static void
buy(const struct session_state *s, const char *move, char out[WORDS_LINE])
{
	struct footprint f;
	char piece[WORDS_MOVE], to[4];

	rules_footprint(s->game, s->settled, s->plan, &f);
	if (f.n == 0) {
		lang_print(out, WORDS_LINE, tr("For the computer: {1}"), move);
		return;
	}
	words_piece(s->game, f.change[0].after, piece);
	rules_square_print(s->game, f.change[0].sq, to);
	lang_print(out, WORDS_LINE, tr("Put a {1} from the box on {2} for the computer"), piece, to);
}

bool
words_plan(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE];

	if (!s->has_plan || s->has_provisional)
		return false;
	words_action(s->game, s->settled, s->plan, move);
	switch ((enum action_kind)s->plan.kind) {
	case ACT_MOVE:
		way(s, move, out);
		break;
	case ACT_ATTEMPT:
		attempt(s, out);
		break;
	case ACT_CASTLE:
		castling(s, move, out);
		break;
	case ACT_TRANSFER:
		transfer(s, out);
		break;
	case ACT_BUY:
		buy(s, move, out);
		break;
	case ACT_NONE:
	case ACT_PASS:
	case ACT_END:
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_PROMOTE:
	case ACT_ASSIGN:
	case ACT_PLAY:
		lang_print(out, WORDS_LINE, tr("For the computer: {1}"), move);
		break;
	}
	return true;
}
