/* Results and reasons in the order that the rule document fixes; claims; their names. */
#include <assert.h>
#include <string.h>

#include "rules/game.h"
#include "rules/orthodox.h"

enum {
	FIFTY_MOVES = 100, /* in half-moves */
	SEVENTYFIVE_MOVES = 150,
	THREEFOLD = 3,
	FIVEFOLD = 5,
};

static struct outcome
own_end(const struct game *g, const struct position *p)
{
	return g->end ? g->end(p) : outcome_ongoing();
}

static bool
is_material(const struct game *g, const struct position *p)
{
	return g->draws & DRAW_MATERIAL && orthodox_material(&p->b);
}

static bool
is_seventyfive(const struct game *g, const struct position *p)
{
	return g->draws & DRAW_SEVENTYFIVE && p->b.halfmoves >= SEVENTYFIVE_MOVES;
}

static bool
has_actions(const struct game *g, const struct position *p)
{
	struct action list[RULES_ACTIONS_MAX];

	return (g->count ? g->count(p) : g->actions(p, list)) != 0;
}

bool
game_finished(const struct game *g, const struct position *p)
{
	return own_end(g, p).result != RESULT_ONGOING || is_material(g, p) || is_seventyfive(g, p);
}

/* Returns the outcome if the seat to act has no action: mate if its king is in check. */
static struct outcome
no_actions(const struct game *g, const struct position *p)
{
	unsigned loser = rules_to_act(g, p) & 1;
	struct sqset checked = rules_checked(g, p);

	if (sqset_empty(sqset_and(checked, rules_occupied_by(g, p, loser))))
		return outcome_draw(REASON_STALEMATE);
	return outcome_win(!loser, REASON_CHECKMATE);
}

struct outcome
rules_outcome(const struct game *g, const struct position *p, const struct history *h)
{
	struct outcome o = own_end(g, p);

	if (o.result != RESULT_ONGOING)
		return o;
	if (!has_actions(g, p))
		return no_actions(g, p);
	if (is_material(g, p))
		return outcome_draw(REASON_MATERIAL);
	if (h && g->draws & DRAW_REPETITION && rules_history_count(h) >= FIVEFOLD)
		return outcome_draw(REASON_REPETITION);
	return is_seventyfive(g, p) ? outcome_draw(REASON_SEVENTYFIVE) : o;
}

unsigned
rules_claims(const struct game *g, const struct position *p, const struct history *h)
{
	unsigned claims = 0;

	if (rules_outcome(g, p, h).result != RESULT_ONGOING)
		return 0;
	if (g->draws & DRAW_REPETITION && rules_history_count(h) >= THREEFOLD)
		claims |= CLAIM_THREEFOLD;
	if (g->draws & DRAW_SEVENTYFIVE && p->b.halfmoves >= FIFTY_MOVES)
		claims |= CLAIM_FIFTY;
	return claims;
}

/* hw/languages/extract.sh finds the words by this macro. */
#define REASON(kind, name, words) [REASON_##kind] = { name, words }

static const struct {
	const char *name, *words;
} reasons[] = {
	[REASON_NONE] = { "none", NULL },
	REASON(CHECKMATE, "checkmate", "checkmate"),
	REASON(STALEMATE, "stalemate", "stalemate"),
	REASON(MATERIAL, "material", "neither side can win with what is left"),
	REASON(REPETITION, "repetition", "the position has stood too often"),
	REASON(SEVENTYFIVE, "seventyfive", "75 moves without a capture or a pawn move"),
	REASON(KING_CAPTURED, "king-captured", "the king is captured"),
	REASON(CEO_CAPTURED, "ceo-captured", "the CEO is captured"),
	REASON(CEO_INDICTED, "ceo-indicted", "the CEO is indicted"),
	REASON(NO_INNOCENT_SHAREHOLDERS, "no-innocent-shareholders",
	       "no innocent Shareholders are left"),
	REASON(ROYAL_CAPTURED, "royal-captured", "the royal stone is captured"),
	REASON(GENERALS, "generals", "the other side has no general in the gauntlet"),
	REASON(TURN_LIMIT, "turn-limit", "turn 50 is over and both sides hold the gauntlet"),
	REASON(OUT_OF_CARDS, "out-of-cards", "no cards are left"),
	REASON(ALL_PASSED, "all-passed", "all have passed"),
};
_Static_assert(sizeof(reasons) / sizeof(reasons[0]) == REASONS_N, "each reason has words");

const char *
rules_reason_name(unsigned reason)
{
	assert(reason < REASONS_N);
	return reasons[reason].name;
}

const char *
rules_reason_words(const char *name)
{
	for (unsigned i = REASON_NONE + 1; i < REASONS_N; i++)
		if (strcmp(reasons[i].name, name) == 0)
			return reasons[i].words;
	return NULL;
}

void
rules_outcome_print(const struct game *g, struct outcome o, char out[64])
{
	static const char *const results[] = {
		[RESULT_ONGOING] = "ongoing", [RESULT_WIN] = "win ",   [RESULT_DRAW] = "draw ",
		[RESULT_SCORE] = "score ",    [RESULT_LOST] = "lost ",
	};
	struct text t = text_into(out, 64);

	(void)g;
	assert(o.result < sizeof(results) / sizeof(results[0]));
	text_add(&t, results[o.result]);
	if (o.result == RESULT_ONGOING)
		return;
	if (o.result == RESULT_WIN)
		text_add(&t, o.colour ? "b " : "w ");
	if (o.result == RESULT_SCORE) {
		text_number(&t, o.score);
		text_char(&t, ' ');
	}
	text_add(&t, rules_reason_name(o.reason));
}
