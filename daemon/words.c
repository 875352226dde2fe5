#include "daemon/words.h"

#include <stdio.h>
#include <string.h>

const char *
words_seat(const struct game *g, unsigned seat)
{
	static const char *const two[] = { "White", "Black" };
	static const char *const four[] = { "White's king hand", "Black's king hand",
					    "White's queen hand", "Black's queen hand" };

	if (seat == SEAT_CHANCE)
		return "The dice";
	if (seat >= RULES_SEATS_MAX)
		return "Nobody";
	return rules_seats(g) == 4 ? four[seat] : two[seat & 1];
}

void
words_action(const struct game *g, const struct position *p, struct action a, char out[WORDS_MOVE])
{
	char san[RULES_SAN_TEXT], text[RULES_ACTION_TEXT];

	if (rules_has_san(g)) {
		rules_san_print(g, p, a, san);
		(void)snprintf(out, WORDS_MOVE, "%s", san);
		return;
	}
	rules_action_print(g, p, a, text);
	(void)snprintf(out, WORDS_MOVE, "%s", text);
}

static const char *
colour_name(unsigned colour)
{
	return colour ? "Black" : "White";
}

/* The sentence behind a result by the rules; the winner is told by the caller. */
static const char *
reason_text(unsigned reason)
{
	static const char *const text[] = {
		[REASON_CHECKMATE] = "checkmate",
		[REASON_STALEMATE] = "stalemate",
		[REASON_MATERIAL] = "neither side can win with what is left",
		[REASON_REPETITION] = "the position has stood too often",
		[REASON_SEVENTYFIVE] = "75 moves without a capture or a pawn move",
		[REASON_KING_CAPTURED] = "the king is captured",
		[REASON_CEO_CAPTURED] = "the CEO is captured",
		[REASON_CEO_INDICTED] = "the CEO is indicted",
		[REASON_NO_INNOCENT_SHAREHOLDERS] = "no innocent shareholders are left",
		[REASON_ROYAL_CAPTURED] = "the royal piece is captured",
		[REASON_GENERALS] = "the generals are lost",
		[REASON_TURN_LIMIT] = "the turns are used up",
		[REASON_OUT_OF_CARDS] = "no cards are left",
		[REASON_ALL_PASSED] = "all have passed",
	};

	if (reason >= sizeof(text) / sizeof(text[0]) || !text[reason])
		return rules_reason_name(reason);
	return text[reason];
}

static void
result_by_rules(const struct session_state *s, struct words_result *out)
{
	const struct outcome *o = &s->outcome;

	(void)snprintf(out->reason, sizeof(out->reason), "%s", rules_reason_name(o->reason));
	switch ((enum result)o->result) {
	case RESULT_ONGOING:
		(void)snprintf(out->token, sizeof(out->token), "*");
		(void)snprintf(out->text, WORDS_LINE, "The game goes on");
		break;
	case RESULT_WIN:
		(void)snprintf(out->token, sizeof(out->token), "%s", o->colour ? "0-1" : "1-0");
		(void)snprintf(out->text, WORDS_LINE, "%s wins: %s", colour_name(o->colour),
			       reason_text(o->reason));
		break;
	case RESULT_DRAW:
		(void)snprintf(out->token, sizeof(out->token), "1/2-1/2");
		(void)snprintf(out->text, WORDS_LINE, "Draw: %s", reason_text(o->reason));
		break;
	case RESULT_SCORE:
		(void)snprintf(out->token, sizeof(out->token), "%u", o->score);
		(void)snprintf(out->text, WORDS_LINE, "Score %u: %s", o->score,
			       reason_text(o->reason));
		break;
	case RESULT_LOST:
		(void)snprintf(out->token, sizeof(out->token), "lost");
		(void)snprintf(out->text, WORDS_LINE, "Lost: %s", reason_text(o->reason));
		break;
	}
}

static void
draw_by_hand(const char *reason, const char *text, struct words_result *out)
{
	(void)snprintf(out->token, sizeof(out->token), "1/2-1/2");
	(void)snprintf(out->reason, sizeof(out->reason), "%s", reason);
	(void)snprintf(out->text, WORDS_LINE, "Draw: %s", text);
}

void
words_result(const struct session_state *s, struct words_result *out)
{
	switch ((enum session_end)s->end) {
	case SESSION_END_NONE:
	case SESSION_END_RULES:
		result_by_rules(s, out);
		break;
	case SESSION_END_RESIGNED:
		(void)snprintf(out->token, sizeof(out->token), "%s", s->end_colour ? "1-0" : "0-1");
		(void)snprintf(out->reason, sizeof(out->reason), "resignation");
		(void)snprintf(out->text, WORDS_LINE, "%s wins: %s resigned",
			       colour_name(!s->end_colour), colour_name(s->end_colour));
		break;
	case SESSION_END_AGREED:
		draw_by_hand("agreed", "agreed", out);
		break;
	case SESSION_END_THREEFOLD:
		draw_by_hand("threefold", "claimed, the position stood three times", out);
		break;
	case SESSION_END_FIFTY:
		draw_by_hand("fifty", "claimed, 50 moves without a capture or a pawn move", out);
		break;
	}
}

const char *
words_prompt_kind(unsigned kind)
{
	static const char *const name[] = {
		[PROMPT_NONE] = "none",         [PROMPT_WHICH] = "which",
		[PROMPT_CONFIRM] = "confirm",   [PROMPT_PROMOTION] = "promotion",
		[PROMPT_TAKEBACK] = "takeback", [PROMPT_NEW_GAME] = "new-game",
		[PROMPT_DRAW] = "draw",         [PROMPT_RESIGN] = "resign",
		[PROMPT_MENU] = "menu",
		[PROMPT_END] = "end",
		[PROMPT_PAY] = "pay",
	};

	return kind < sizeof(name) / sizeof(name[0]) ? name[kind] : "none";
}

void
words_menu(const struct game *g, unsigned kind, unsigned seat, char out[WORDS_LINE])
{
	if (kind == PROMPT_DRAW)
		(void)snprintf(out, WORDS_LINE, "Is it a draw? OK: yes. Back: go on");
	else if (kind == PROMPT_RESIGN)
		(void)snprintf(out, WORDS_LINE, "Does %s resign? OK: yes. Back: go on",
			       words_seat(g, seat));
	else
		(void)snprintf(out, WORDS_LINE, "Clock: draw. Hint: resign. Back: go on");
}

void
words_prompt(const struct session_state *s, char out[WORDS_LINE])
{
	const struct prompt *p = &s->prompt;
	char move[WORDS_MOVE] = "";

	if (p->n_options > 0)
		words_action(s->game, s->settled, p->option[0], move);
	switch ((enum session_prompt)p->kind) {
	case PROMPT_NONE:
		*out = '\0';
		break;
	case PROMPT_WHICH:
		(void)snprintf(out, WORDS_LINE, "Which move was it?");
		break;
	case PROMPT_CONFIRM:
		(void)snprintf(out, WORDS_LINE, "Was it %s? The clock or OK says yes", move);
		break;
	case PROMPT_PROMOTION:
		(void)snprintf(out, WORDS_LINE, "Promoted to another piece?");
		break;
	case PROMPT_TAKEBACK:
		if (p->n == 1)
			(void)snprintf(out, WORDS_LINE, "Take back the last move?");
		else
			(void)snprintf(out, WORDS_LINE, "Take back %u moves?", p->n);
		break;
	case PROMPT_NEW_GAME:
		(void)snprintf(out, WORDS_LINE, "Begin a new game of %s?",
			       rules_title(p->game ? p->game : s->game));
		break;
	case PROMPT_END:
		(void)snprintf(out, WORDS_LINE, "Is the turn over?");
		break;
	case PROMPT_PAY:
		(void)snprintf(out, WORDS_LINE, "Pay for the king's flight?");
		break;
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_MENU:
		words_menu(s->game, p->kind, p->seat, out);
		break;
	}
}

/* "white pawn", or "piece" where it is not known */
static void
piece_words(const struct game *g, uint8_t piece, char *out, size_t size)
{
	if (piece_kind(piece) == PIECE_NONE)
		(void)snprintf(out, size, "piece");
	else
		(void)snprintf(out, size, "%s %s", piece_colour(piece) ? "black" : "white",
			       rules_piece_name(g, piece));
}

void
words_guidance(const struct session_state *s, char out[WORDS_LINE])
{
	const struct guidance *gu = &s->guidance;
	char lift[4] = "", put[4] = "", piece[48], more[32] = "";

	piece_words(s->game, gu->put_piece, piece, sizeof(piece));
	if (gu->lift_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->lift_sq, lift);
	if (gu->put_sq != RULES_NO_SQ)
		rules_square_print(s->game, gu->put_sq, put);
	if (gu->steps > 1)
		(void)snprintf(more, sizeof(more), " (%u steps to go)", gu->steps);
	if (*lift && *put)
		(void)snprintf(out, WORDS_LINE, "Put the %s from %s back on %s%s", piece, lift, put,
			       more);
	else if (*put)
		(void)snprintf(out, WORDS_LINE, "Put the %s on %s%s", piece, put, more);
	else if (*lift)
		(void)snprintf(out, WORDS_LINE, "Take the piece off %s%s", lift, more);
	else
		(void)snprintf(out, WORDS_LINE, "The board does not show the position%s", more);
}

static void
turn_message(const struct session_state *s, char out[WORDS_LINE])
{
	const char *who = words_seat(s->game, s->to_act);
	char move[WORDS_MOVE];
	unsigned next;

	if (s->has_provisional) {
		words_action(s->game, s->settled, s->provisional, move);
		next = rules_to_act(s->game, s->shown);
		if (rules_outcome(s->game, s->shown, NULL).result != RESULT_ONGOING)
			(void)snprintf(out, WORDS_LINE, "%s: %s", who, move);
		else
			(void)snprintf(out, WORDS_LINE, "%s: %s. %s to move", who, move,
				       words_seat(s->game, next));
		return;
	}
	(void)snprintf(out, WORDS_LINE, "%s to move%s", who,
		       sqset_empty(rules_checked(s->game, s->settled)) ? "" : ", in check");
}

void
words_message(const struct session_state *s, char out[WORDS_LINE])
{
	struct words_result result;

	if (s->phase == SESSION_NO_GAME) {
		(void)snprintf(out, WORDS_LINE, "No game yet: set up the pieces or choose a game");
	} else if (s->prompt.kind != PROMPT_NONE && s->prompt.kind != PROMPT_PROMOTION) {
		words_prompt(s, out);
	} else if (s->over) {
		words_result(s, &result);
		(void)snprintf(out, WORDS_LINE, "%s", result.text);
	} else if (s->guidance.on) {
		words_guidance(s, out);
	} else if (s->refusal.rule) {
		(void)snprintf(out, WORDS_LINE, "%s", s->refusal.text);
	} else {
		turn_message(s, out);
	}
}
