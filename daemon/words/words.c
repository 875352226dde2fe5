/* What is said of the game: people, actions, results. What they are to do next: words_turn.c. */
#include "daemon/words/words.h"

#include <stdio.h>
#include <string.h>

/* The armies are Blue and Red in one game. */
static bool
is_blue_and_red(const struct game *g)
{
	return strcmp(rules_name(g), "american") == 0;
}

const char *
words_side(const struct game *g, unsigned colour)
{
	static const char *const name[2][2] = { { "White", "Black" }, { "Blue", "Red" } };

	return name[is_blue_and_red(g)][colour & 1];
}

const char *
words_seat(const struct game *g, unsigned seat)
{
	static const char *const four[] = { "White on the king side", "Black on the king side",
					    "White on the queen side", "Black on the queen side" };

	if (seat == SEAT_CHANCE)
		return "The dice";
	if (seat >= RULES_SEATS_MAX)
		return "Nobody";
	return rules_seats(g) == 4 ? four[seat] : words_side(g, seat);
}

void
words_piece(const struct game *g, uint8_t piece, char out[WORDS_MOVE])
{
	static const char *const side[2][2] = { { "white", "black" }, { "blue", "red" } };

	if (piece_kind(piece) == PIECE_NONE)
		(void)snprintf(out, WORDS_MOVE, "piece");
	else
		(void)snprintf(out, WORDS_MOVE, "%s %s",
			       side[is_blue_and_red(g)][piece_colour(piece)],
			       rules_piece_name(g, piece));
}

/* The piece of that letter, 0 where there is none. */
static uint8_t
piece_of_letter(const struct game *g, char letter)
{
	for (unsigned kind = PIECE_PAWN; kind <= PIECE_ARTILLERY; kind++)
		for (unsigned colour = 0; colour < 2; colour++) {
			char text[4];

			rules_piece_print(g, piece_make(kind, colour), text);
			if (text[0] == letter)
				return piece_make(kind, colour);
		}
	return 0;
}

/* "buy:extra1", "buy:N@e4" */
static void
purchase(const struct game *g, const char *text, char out[WORDS_MOVE])
{
	const char *what = text + strlen("buy:");
	char piece[WORDS_MOVE];

	if (strcmp(what, "extra1") == 0) {
		(void)snprintf(out, WORDS_MOVE, "one further move bought");
	} else if (strcmp(what, "extra2") == 0) {
		(void)snprintf(out, WORDS_MOVE, "two further moves bought");
	} else if (what[1] == '@') {
		words_piece(g, piece_of_letter(g, what[0]), piece);
		(void)snprintf(out, WORDS_MOVE, "%.16s bought for %.2s", piece, what + 2);
	} else {
		(void)snprintf(out, WORDS_MOVE, "a %s bought", what);
	}
}

/* "play:10H" */
static void
card(const char *text, char out[WORDS_MOVE])
{
	static const char *const suits[] = { "hearts", "diamonds", "spades", "clubs" };
	const char *rank = text + strlen("play:"), *suit = rank + strlen(rank) - 1;
	size_t s = strcspn("HDSC", suit);

	(void)snprintf(out, WORDS_MOVE, "the %.*s of %s", (int)(suit - rank), rank, suits[s % 4]);
	if (*rank == 'Q' || *rank == 'K')
		(void)snprintf(out, WORDS_MOVE, "the %s of %s", *rank == 'Q' ? "queen" : "king",
			       suits[s % 4]);
}

/* What is not written like a move, and what nobody else may read. */
static void
other_action(const struct game *g, struct action a, const char *text, char out[WORDS_MOVE])
{
	char sq[4] = "";

	switch ((enum action_kind)a.kind) {
	case ACT_NONE:
	case ACT_MOVE:
	case ACT_CASTLE:
		(void)snprintf(out, WORDS_MOVE, "%s", text);
		break;
	case ACT_PASS:
		(void)snprintf(out, WORDS_MOVE, "a pass");
		break;
	case ACT_END:
		(void)snprintf(out, WORDS_MOVE, "the end of the turn");
		break;
	case ACT_ROLL:
		(void)snprintf(out, WORDS_MOVE, "the dice %u and %u", a.arg / 8, a.arg % 8);
		break;
	case ACT_BUY:
		purchase(g, text, out);
		break;
	case ACT_TRANSFER:
		(void)snprintf(out, WORDS_MOVE, "a stone from %.2s to %.2s",
			       text + strlen("transfer:"), text + strlen("transfer:a2"));
		break;
	case ACT_BURY:
		(void)snprintf(out, WORDS_MOVE, "a burial");
		break;
	case ACT_PROMOTE:
		rules_square_print(g, a.to, sq);
		(void)snprintf(out, WORDS_MOVE, "a %s on %s", rules_piece_name(g, a.arg), sq);
		break;
	case ACT_ASSIGN:
		(void)snprintf(out, WORDS_MOVE, "the masks");
		break;
	case ACT_PLAY:
		card(text, out);
		break;
	case ACT_ATTEMPT:
		(void)snprintf(out, WORDS_MOVE, "%.2s asks for %.2s", text, text + strlen("f1x"));
		break;
	}
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
	other_action(g, a, text, out);
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
		[REASON_GENERALS] = "the other side has no general in the gauntlet",
		[REASON_TURN_LIMIT] = "turn 50 is over and both sides hold the gauntlet",
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
		(void)snprintf(out->text, WORDS_LINE, "%s wins: %s", words_side(s->game, o->colour),
			       reason_text(o->reason));
		break;
	case RESULT_DRAW:
		(void)snprintf(out->token, sizeof(out->token), "1/2-1/2");
		(void)snprintf(out->text, WORDS_LINE, "Draw: %s",
			       o->reason == REASON_GENERALS
				       ? "neither side has a general in the gauntlet"
				       : reason_text(o->reason));
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

/* Where all play together all have lost. */
static void
resigned(const struct session_state *s, struct words_result *out)
{
	(void)snprintf(out->reason, sizeof(out->reason), "resignation");
	if (rules_partners(s->game)) {
		(void)snprintf(out->token, sizeof(out->token), "lost");
		(void)snprintf(out->text, WORDS_LINE, "Lost: given up");
		return;
	}
	(void)snprintf(out->token, sizeof(out->token), "%s", s->end_colour ? "1-0" : "0-1");
	(void)snprintf(out->text, WORDS_LINE, "%s wins: %s resigned",
		       words_side(s->game, !s->end_colour), words_side(s->game, s->end_colour));
}

static void
ran_out(const struct session_state *s, struct words_result *out)
{
	(void)snprintf(out->reason, sizeof(out->reason), "time");
	(void)snprintf(out->token, sizeof(out->token), "%s", s->end_colour ? "1-0" : "0-1");
	(void)snprintf(out->text, WORDS_LINE, "%s wins: %s ran out of time",
		       words_side(s->game, !s->end_colour), words_side(s->game, s->end_colour));
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
		resigned(s, out);
		break;
	case SESSION_END_TIME:
		ran_out(s, out);
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
		[PROMPT_MENU] = "menu",         [PROMPT_END] = "end",
		[PROMPT_PAY] = "pay",
	};

	return kind < sizeof(name) / sizeof(name[0]) ? name[kind] : "none";
}
