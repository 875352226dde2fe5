/* Ends of games: one table, for the game on the board and for every kept one. */
#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "daemon/words/words.h"

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
	{ NULL, REASON_NO_INNOCENT_SHAREHOLDERS, N_("no innocent shareholders are left") },
	{ NULL, REASON_ROYAL_CAPTURED, N_("the royal piece is captured") },
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

static void
token_by_rules(const struct outcome *o, char out[static 16])
{
	switch ((enum result)o->result) {
	case RESULT_ONGOING:
		strcpy(out, "*");
		break;
	case RESULT_WIN:
		strcpy(out, o->colour ? "0-1" : "1-0");
		break;
	case RESULT_DRAW:
		strcpy(out, "1/2-1/2");
		break;
	case RESULT_SCORE:
		(void)snprintf(out, 16, "%u", o->score);
		break;
	case RESULT_LOST:
		strcpy(out, "lost");
		break;
	}
}

void
words_result(const struct session_state *s, struct words_result *out)
{
	static const char *const words[] = {
		[SESSION_END_RESIGNED] = "resignation", [SESSION_END_TIME] = "time",
		[SESSION_END_AGREED] = "agreed",        [SESSION_END_THREEFOLD] = "threefold",
		[SESSION_END_FIFTY] = "fifty",
	};

	switch ((enum session_end)s->end) {
	case SESSION_END_NONE:
	case SESSION_END_RULES:
		token_by_rules(&s->outcome, out->token);
		break;
	case SESSION_END_RESIGNED:
	case SESSION_END_TIME:
		strcpy(out->token, s->end_colour ? "1-0" : "0-1");
		/* If all play together, giving up loses for all. */
		if (s->end == SESSION_END_RESIGNED && rules_partners(s->game))
			strcpy(out->token, "lost");
		break;
	case SESSION_END_AGREED:
	case SESSION_END_THREEFOLD:
	case SESSION_END_FIFTY:
		strcpy(out->token, "1/2-1/2");
		break;
	}
	(void)snprintf(out->reason, sizeof(out->reason), "%s",
		       words[s->end] ? words[s->end] : rules_reason_name(s->outcome.reason));
	words_ended(s->game, out->token, out->reason, out->text);
}
