/* The hint button: which piece, where to, and why. */
#include "daemon/words/words.h"
#include "hw/lang/lang.h"

/* Writes why: one sentence that a beginner understands. */
static void
why(const struct game *g, const char *move, struct fact f, char out[WORDS_LINE])
{
	char piece[WORDS_MOVE] = "", sq[4] = "";

	if (f.piece) {
		words_piece(g, f.piece, piece);
		rules_square_print(g, f.sq, sq);
	}
	switch ((enum fact_kind)f.kind) {
	case FACT_GIVES_GAME: /* of bad actions only */
	case FACT_LOSES:
	case FACT_NONE:
		lang_print(out, WORDS_LINE,
			   tr("{1}: the computer compared all moves and found none better"), move);
		break;
	case FACT_WINS:
		lang_print(out, WORDS_LINE, tr("{1} wins the game"), move);
		break;
	case FACT_TAKES_FREE:
		lang_print(out, WORDS_LINE,
			   tr("{1} captures on {2} ({3}), and nothing can capture back"), move, sq,
			   piece);
		break;
	case FACT_TAKES:
		lang_print(out, WORDS_LINE, tr("{1} captures on {2} ({3})"), move, sq, piece);
		break;
	case FACT_BECOMES:
		lang_print(out, WORDS_LINE, tr("{1} promotes on {2} ({3})"), move, sq, piece);
		break;
	case FACT_SAVES:
		lang_print(out, WORDS_LINE,
			   tr("{1} saves a piece ({2}), which could be captured on {3}"), move,
			   piece, sq);
		break;
	case FACT_CHECKS:
		lang_print(out, WORDS_LINE, tr("{1} gives check"), move);
		break;
	case FACT_ATTACKS:
		lang_print(out, WORDS_LINE,
			   tr("{1} attacks a piece that nothing defends ({2} on {3})"), move, piece,
			   sq);
		break;
	case FACT_ENDS_CHECK:
		lang_print(out, WORDS_LINE, tr("{1} ends the check"), move);
		break;
	case FACT_FREES:
		lang_print(out, WORDS_LINE, tr("{1} lets the {2} on {3} go to more squares"), move,
			   piece, sq);
		break;
	}
}

/* Reports whether the action captures what stands on `sq`. */
static bool
captures_on(const struct game *g, const struct position *p, struct action a, unsigned sq)
{
	struct footprint f;

	rules_footprint(g, p, a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].sq == sq && f.change[i].before &&
		    piece_colour(f.change[i].before) != (rules_turn_seat(g, p) & 1))
			return true;
	return false;
}

/* Writes where the piece goes, in words: beginners do not read notation. */
static void
where(const struct game *g, const struct position *p, struct action a, char out[WORDS_LINE])
{
	char move[WORDS_MOVE], piece[WORDS_MOVE], from[4], to[4];

	words_action(g, p, a, move);
	words_piece(g, rules_at(g, p, a.from), piece);
	rules_square_print(g, a.from, from);
	rules_square_print(g, a.to, to);
	if (a.kind != ACT_MOVE || a.arg) /* of a promotion the notation has the kind */
		lang_print(out, WORDS_LINE, tr("Hint: {1}. Press Hint again: why"), move);
	else
		lang_print(out, WORDS_LINE,
			   captures_on(g, p, a, a.to)
				   ? tr("Hint: {1} from {2} captures on {3}. Press Hint again: why")
				   : tr("Hint: {1} from {2} to {3}. Press Hint again: why"),
			   piece, from, to);
}

void
words_hint(const struct game *g, const struct position *p, struct action a, enum words_hint step,
	   char out[WORDS_LINE])
{
	bool moves = a.kind == ACT_MOVE || a.kind == ACT_CASTLE || a.kind == ACT_TRANSFER ||
		     a.kind == ACT_ATTEMPT;
	char move[WORDS_MOVE], piece[WORDS_MOVE], from[4];

	words_action(g, p, a, move);
	if (step == WORDS_HINT_WHY) {
		why(g, move, fact_of(g, p, a), out);
	} else if (step == WORDS_HINT_WHERE || !moves) {
		where(g, p, a, out);
	} else {
		words_piece(g, rules_at(g, p, a.from), piece);
		rules_square_print(g, a.from, from);
		lang_print(out, WORDS_LINE, tr("Hint: {1} on {2}. Press Hint again: where to"),
			   piece, from);
	}
}
