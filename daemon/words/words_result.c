/* Ends of games: one table, for the game on the board and for every kept one. */
#include <string.h>

#include "daemon/record/record_session.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"

/* The sentence for each reason of the records. */
static const struct {
	const char *word; /* NULL: the rules' own */
	uint8_t reason;   /* enum reason */
	const char *what;
} reasons[] = {
	{ NULL, REASON_CHECKMATE, N_("checkmate") },
	{ NULL, REASON_STALEMATE, N_("stalemate") },
	{ NULL, REASON_MATERIAL, N_("neither side can win with what is left") },
	{ NULL, REASON_REPETITION, N_("the position has stood too often") },
	{ NULL, REASON_SEVENTYFIVE, N_("75 moves without a capture or a pawn move") },
	{ NULL, REASON_KING_CAPTURED, N_("the king is captured") },
	{ NULL, REASON_CEO_CAPTURED, N_("the CEO is captured") },
	{ NULL, REASON_CEO_INDICTED, N_("the CEO is indicted") },
	{ NULL, REASON_NO_INNOCENT_SHAREHOLDERS, N_("no innocent Shareholders are left") },
	{ NULL, REASON_ROYAL_CAPTURED, N_("the royal stone is captured") },
	{ NULL, REASON_GENERALS, N_("the other side has no general in the gauntlet") },
	{ NULL, REASON_TURN_LIMIT, N_("turn 50 is over and both sides hold the gauntlet") },
	{ NULL, REASON_OUT_OF_CARDS, N_("no cards are left") },
	{ NULL, REASON_ALL_PASSED, N_("all have passed") },
	{ "resignation", 0, N_("given up") },
	{ "agreed", 0, N_("agreed") },
	{ "threefold", 0, N_("claimed, the position stood three times") },
	{ "fifty", 0, N_("claimed, 50 moves without a capture or a pawn move") },
};

const char *
words_reason(const char *reason, bool drawn)
{
	if (drawn && strcmp(reason, rules_reason_name(REASON_GENERALS)) == 0)
		return tr("neither side has a general in the gauntlet");
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		const char *word =
			reasons[i].word ? reasons[i].word : rules_reason_name(reasons[i].reason);

		if (strcmp(word, reason) == 0)
			return tr(reasons[i].what);
	}
	return reason;
}

static void
won(const struct game *g, unsigned colour, const char *reason, char out[WORDS_LINE])
{
	const char *winner = words_side(g, colour), *loser = words_side(g, !colour);

	if (strcmp(reason, "resignation") == 0)
		lang_print(out, WORDS_LINE, tr("{1} wins: {2} resigned"), winner, loser);
	else if (strcmp(reason, "time") == 0)
		lang_print(out, WORDS_LINE, tr("{1} wins: {2} ran out of time"), winner, loser);
	else if (*reason)
		lang_print(out, WORDS_LINE, tr("{1} wins: {2}"), winner,
			   words_reason(reason, false));
	else
		lang_print(out, WORDS_LINE, tr("{1} wins"), winner);
}

void
words_ended(const struct game *g, const char *result, const char *reason, char out[WORDS_LINE])
{
	const bool white = strcmp(result, "1-0") == 0, drawn = strcmp(result, "1/2-1/2") == 0;
	const char *why = words_reason(reason, drawn);

	if (strcmp(result, "*") == 0)
		lang_print(out, WORDS_LINE, tr("The game goes on"));
	else if (white || strcmp(result, "0-1") == 0)
		won(g, !white, reason, out);
	else if (drawn && !*reason)
		lang_print(out, WORDS_LINE, tr("Draw"));
	else if (drawn)
		lang_print(out, WORDS_LINE, tr("Draw: {1}"), why);
	else if (strcmp(result, "lost") == 0)
		lang_print(out, WORDS_LINE, tr("Lost: {1}"), why);
	else
		lang_print(out, WORDS_LINE, tr("Score {1}: {2}"), result, why);
}

/* ---- for the game on the board ---- */

void
words_result(const struct session_state *s, struct words_result *out)
{
	const struct record_result result = record_session_result(s);

	(void)record_result_print(&result, out->token);
	memcpy(out->reason, result.reason, sizeof(out->reason));
	words_ended(s->game, out->token, out->reason, out->text);
}
