/*
 * The message: whose turn it is, and the next step. It uses only the known position: it is on
 * everybody's page.
 */
#include <string.h>

#include "hw/lang/lang.h"
#include "daemon/words/words_priv.h"

/*
 * Adds "in check" for the player to move. If the other side's king is in check in the middle of
 * a turn, names that side.
 */
static void
wrap_check(const struct session_state *s, char out[WORDS_LINE])
{
	struct sqset checked = rules_checked(s->game, &s->known);
	unsigned turn = rules_turn_seat(s->game, &s->known) & 1;

	while (!sqset_empty(checked)) {
		uint8_t king = rules_at(s->game, &s->known, sqset_pop(&checked));
		const char *name = rules_piece_name(s->game, king);
		char inner[WORDS_LINE];

		if (piece_colour(king) == turn) {
			if (strcmp(name, "king") == 0)
				words_wrap(out, tr("{1}, in check"), NULL);
			else
				words_wrap(out, tr("{1}, the {2} is attacked"), tr(name));
			continue;
		}
		memcpy(inner, out, sizeof(inner));
		lang_print(out, WORDS_LINE, tr("{1}; {2}'s {3} is attacked"), inner,
			   words_side(s->game, piece_colour(king)), tr(name));
	}
}

/* Rows are tried in order. A row matches if `awaits` has all of its bits and none of `but`. */
static const struct next_row {
	uint16_t awaits, but;
	const char *text;
} next_rows[] = {
	{ AWAIT_ASSIGN, 0, N_("{1} deals the other side's masks, in secret, on the screen") },
	{ AWAIT_BURY, 0, N_("{1} buries what was captured, on the screen") },
	{ AWAIT_PROMOTE, 0, N_("{1} first promotes the pawn that rose, on the screen") },
	{ AWAIT_ROLL, 0, N_("{1} to roll the dice: OK or Roll, or Real dice") },
	{ AWAIT_MOVE | AWAIT_CARD, 0, N_("{1} to move, or to play a card at once") },
	{ AWAIT_CARD, 0, N_("{1} to play a card") },
	{ AWAIT_MOVE | AWAIT_BUY, 0, N_("{1} to move, or to buy something first") },
	{ AWAIT_TRANSFER | AWAIT_END, 0,
	  N_("{1} may give a stone; Done or the clock ends the turn") },
	{ AWAIT_MOVE | AWAIT_TRANSFER, 0, N_("{1} to move a stack, or to give a stone") },
	{ AWAIT_TRANSFER, 0, N_("{1} to give a stone") },
	{ AWAIT_MOVE | AWAIT_END, 0, N_("{1} may go on; Done or the clock ends the turn") },
	{ AWAIT_END, AWAIT_MOVE, N_("{1} to end the turn: Done or the clock") },
};

static const char *
next_text(unsigned awaits)
{
	for (size_t i = 0; i < sizeof(next_rows) / sizeof(next_rows[0]); i++) {
		const struct next_row *row = &next_rows[i];

		if ((awaits & row->awaits) == row->awaits && !(awaits & row->but))
			return tr(row->text);
	}
	return tr("{1} to move");
}

static void
next(const struct session_state *s, char out[WORDS_LINE])
{
	bool captures =
		rules_draws_cards(s->game) && (s->awaits & AWAIT_MOVE) && (s->awaits & AWAIT_END);

	lang_print(out, WORDS_LINE,
		   session_burial_waits(s) ? tr("Then {1} buries")
		   : captures              ? tr("{1} may capture; Done or the clock ends the turn")
					   : next_text(s->awaits),
		   words_seat(s->game, rules_turn_seat(s->game, &s->known)));
}

/* Adds what the sensors do not see: a stone goes back to its stack. */
static void
wrap_stone_back(const struct session_state *s, char out[WORDS_LINE])
{
	char gift[WORDS_MOVE];

	if (s->undone.kind != ACT_TRANSFER)
		return;
	words_action(s->game, s->settled, s->undone, gift);
	words_wrap(out, tr("Taken back: {2}. Put the stone back. {1}"), gift);
}

/* Reports whether the shown king's move becomes castling if the rook follows (Chess960). */
static bool
castling_may_follow(const struct session_state *s)
{
	struct action list[RULES_ACTIONS_MAX], a = s->provisional;
	struct footprint f;
	size_t n;

	if (a.kind != ACT_MOVE || piece_kind(rules_at(s->game, s->shown_from, a.from)) != PIECE_KING)
		return false;
	n = rules_actions(s->game, s->shown_from, list);
	for (size_t i = 0; i < n; i++) {
		if (list[i].kind != ACT_CASTLE || list[i].from != a.from)
			continue;
		rules_footprint(s->game, s->shown_from, list[i], &f);
		for (unsigned k = 0; k < f.n; k++)
			if (f.change[k].sq == a.to && piece_kind(f.change[k].after) == PIECE_KING)
				return true;
	}
	return false;
}

/* Writes a shown action, and who is next. */
static void
write_shown(const struct session_state *s, char out[WORDS_LINE])
{
	char move[WORDS_MOVE], text[WORDS_LINE] = "";

	words_action(s->game, s->shown_from, s->provisional, move);
	lang_print(text, sizeof(text), tr("{1}: {2}"),
		   words_seat(s->game, rules_turn_seat(s->game, s->shown_from)), move);
	words_then(out, text);
	if (castling_may_follow(s))
		words_then(out, tr("With the rook it becomes castling"));
	if (rules_outcome(s->game, &s->known, NULL).result != RESULT_ONGOING)
		return;
	/*
	 * Burials follow the end of the turn, so the clock must be pressed although no other
	 * action is left.
	 */
	if (rules_reveals(s->game, s->shown_from) || (s->awaits & AWAIT_BURY)) {
		words_then(out, tr("Done or the clock ends the turn"));
	} else {
		next(s, text);
		words_then(out, text);
	}
}

/* Adds that an action which the cards allow now captures a king and so ends the game. */
static void
wrap_king(const struct session_state *s, char out[WORDS_LINE])
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_partners(s->game) ? rules_actions(s->game, &s->known, list) : 0;

	for (size_t i = 0; i < n; i++) {
		struct position after = s->known;
		struct outcome o;

		if (list[i].kind != ACT_MOVE)
			continue;
		rules_apply(s->game, &after, list[i]);
		o = rules_outcome(s->game, &after, NULL);
		if (o.result != RESULT_SCORE)
			continue;
		words_wrap(out, tr("{1}. Capturing the king ends the game: score {2}"),
			   LANG_N(o.score));
		return;
	}
}

static void
turn_message(const struct session_state *s, char out[WORDS_LINE])
{
	char text[WORDS_LINE] = "";

	if (!s->has_provisional)
		words_results(s, out);
	if (s->guidance.kind != GUIDANCE_NONE)
		words_due(s, text);
	if (*text)
		words_then(out, text);
	if (words_plan(s, text) || words_begun(s, text)) {
		words_then(out, text);
	} else if (s->has_provisional) {
		write_shown(s, out);
	} else {
		next(s, text);
		wrap_check(s, text);
		wrap_king(s, text);
		wrap_stone_back(s, text);
		words_then(out, text);
		if (words_idle_up(s, text))
			words_then(out, text);
	}
}

/* Writes the public reason of a refusal; a reason that is a seat's secret is omitted. */
static void
refusal_message(const struct session_state *s, char out[WORDS_LINE])
{
	char reason[WORDS_LINE];
	struct position known;
	struct refusal why;

	rules_public(s->game, s->settled, &known);
	rules_refuse(s->game, &known, SEAT_TABLE, s->refused_from, s->refused_to, &why);
	if (why.rule)
		words_refusal(&why, reason);
	words_then(out, why.rule ? reason : tr("Not allowed; the reason is on the mover's page"));
	words_put_back(s, reason);
	if (*reason)
		words_then(out, reason);
	if (words_giver(s, reason))
		words_then(out, reason);
}

void
words_message(const struct session_state *s, char out[WORDS_LINE])
{
	struct words_result result;

	*out = '\0';
	if (s->phase == SESSION_NO_GAME) {
		lang_print(out, WORDS_LINE, tr("No game yet: set up the pieces or choose a game"));
	} else if (s->prompt.kind != PROMPT_NONE && s->prompt.kind != PROMPT_PROMOTION) {
		words_prompt(s, out);
	} else if (s->over) {
		words_result(s, &result);
		words_then(out, result.text);
	} else if (s->guidance.kind == GUIDANCE_LEADS) {
		char way[WORDS_LINE];

		words_guidance(s, way);
		words_announced(s, true, out);
		words_then(out, way);
	} else if (s->refusal.rule && !s->has_plan) {
		refusal_message(s, out);
	} else {
		turn_message(s, out);
	}
}
