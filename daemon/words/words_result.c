/* How a game ended: one table, for the game on the board and for every kept one. */
#include <stdio.h>
#include <string.h>

#include "daemon/words/say.h"
#include "daemon/words/words.h"

/* What is said behind a word of the records. */
static const struct {
	const char *word; /* NULL: the rules' own */
	uint8_t reason;   /* enum reason */
	enum say what;
} reasons[] = {
	{ NULL, REASON_CHECKMATE, SAY_FOR_CHECKMATE },
	{ NULL, REASON_STALEMATE, SAY_FOR_STALEMATE },
	{ NULL, REASON_MATERIAL, SAY_FOR_MATERIAL },
	{ NULL, REASON_REPETITION, SAY_FOR_REPETITION },
	{ NULL, REASON_SEVENTYFIVE, SAY_FOR_SEVENTYFIVE },
	{ NULL, REASON_KING_CAPTURED, SAY_FOR_KING_CAPTURED },
	{ NULL, REASON_CEO_CAPTURED, SAY_FOR_CEO_CAPTURED },
	{ NULL, REASON_CEO_INDICTED, SAY_FOR_CEO_INDICTED },
	{ NULL, REASON_NO_INNOCENT_SHAREHOLDERS, SAY_FOR_NO_SHAREHOLDERS },
	{ NULL, REASON_ROYAL_CAPTURED, SAY_FOR_ROYAL_CAPTURED },
	{ NULL, REASON_GENERALS, SAY_FOR_GENERALS },
	{ NULL, REASON_TURN_LIMIT, SAY_FOR_TURN_LIMIT },
	{ NULL, REASON_OUT_OF_CARDS, SAY_FOR_OUT_OF_CARDS },
	{ NULL, REASON_ALL_PASSED, SAY_FOR_ALL_PASSED },
	{ "resignation", 0, SAY_FOR_GIVEN_UP },
	{ "agreed", 0, SAY_FOR_AGREED },
	{ "threefold", 0, SAY_FOR_THREEFOLD },
	{ "fifty", 0, SAY_FOR_FIFTY },
};

const char *
words_reason(const char *reason, bool drawn)
{
	if (drawn && strcmp(reason, rules_reason_name(REASON_GENERALS)) == 0)
		return say_text(SAY_FOR_GENERALS_DRAW);
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		const char *word =
			reasons[i].word ? reasons[i].word : rules_reason_name(reasons[i].reason);

		if (strcmp(word, reason) == 0)
			return say_text(reasons[i].what);
	}
	return reason;
}

static void
won(const struct game *g, unsigned colour, const char *reason, char out[WORDS_LINE])
{
	const char *winner = words_side(g, colour), *loser = words_side(g, !colour);

	if (strcmp(reason, "resignation") == 0)
		say_with(out, WORDS_LINE, SAY_ENDS_RESIGNED, SAY_ARGS(winner, loser));
	else if (strcmp(reason, "time") == 0)
		say_with(out, WORDS_LINE, SAY_ENDS_TIME, SAY_ARGS(winner, loser));
	else if (*reason)
		say_with(out, WORDS_LINE, SAY_ENDS_WIN,
			 SAY_ARGS(winner, words_reason(reason, false)));
	else
		say_with(out, WORDS_LINE, SAY_ENDS_WIN_ALONE, SAY_ARGS(winner));
}

void
words_ended(const struct game *g, const char *result, const char *reason, char out[WORDS_LINE])
{
	const bool white = strcmp(result, "1-0") == 0, drawn = strcmp(result, "1/2-1/2") == 0;
	const char *why = words_reason(reason, drawn);

	*out = '\0';
	if (strcmp(result, "*") == 0)
		say_plain(out, WORDS_LINE, SAY_ENDS_ONGOING);
	else if (white || strcmp(result, "0-1") == 0)
		won(g, !white, reason, out);
	else if (drawn && !*reason)
		say_plain(out, WORDS_LINE, SAY_ENDS_DRAW_ALONE);
	else if (drawn)
		say_with(out, WORDS_LINE, SAY_ENDS_DRAW, SAY_ARGS(why));
	else if (strcmp(result, "lost") == 0)
		say_with(out, WORDS_LINE, SAY_ENDS_LOST, SAY_ARGS(why));
	else
		say_with(out, WORDS_LINE, SAY_ENDS_SCORE, SAY_ARGS(result, why));
}

/* ---- of the game on the board ---- */

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
		(void)words_number(o->score, out);
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
		/* Where all play together all have lost by giving up. */
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
