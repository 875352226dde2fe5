/* Ends of games: one table, for the game on the board and for every kept one. */
#include <string.h>

#include "daemon/record/record_session.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"

const char *
words_reason(const char *reason, bool drawn)
{
	/* Ends by the players. */
	static const struct {
		const char *reason, *words;
	} rows[] = {
		{ "resignation", N_("given up") },
		{ "agreed", N_("agreed") },
		{ "threefold", N_("claimed, the position stood three times") },
		{ "fifty", N_("claimed, 50 moves without a capture or a pawn move") },
	};
	const char *words = rules_reason_words(reason);

	if (drawn && strcmp(reason, rules_reason_name(REASON_GENERALS)) == 0)
		return tr("neither side has a general in the gauntlet");
	if (words)
		return tr(words);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strcmp(rows[i].reason, reason) == 0)
			return tr(rows[i].words);
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
