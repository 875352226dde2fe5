/* What is said of the game: people, actions. How it ended: words_result.c. What they are to do next: words_turn.c. */
#include "daemon/words/words.h"

#include <stdio.h>
#include <string.h>

#include "daemon/words/say.h"

const char *
words_number(unsigned n, char out[WORDS_NUMBER])
{
	(void)snprintf(out, WORDS_NUMBER, "%u", n);
	return out;
}

/* The armies are Blue and Red in one game. */
static bool
is_blue_and_red(const struct game *g)
{
	return strcmp(rules_name(g), "american") == 0;
}

const char *
words_side(const struct game *g, unsigned colour)
{
	static const enum say name[2][2] = { { SAY_WHITE, SAY_BLACK }, { SAY_BLUE, SAY_RED } };

	return say_text(name[is_blue_and_red(g)][colour & 1]);
}

const char *
words_seat(const struct game *g, unsigned seat)
{
	static const enum say four[] = { SAY_SEAT_WK, SAY_SEAT_BK, SAY_SEAT_WQ, SAY_SEAT_BQ };

	if (seat == SEAT_CHANCE)
		return say_text(SAY_SEAT_CHANCE);
	if (seat >= RULES_SEATS_MAX)
		return say_text(SAY_SEAT_NONE);
	return rules_seats(g) == 4 ? say_text(four[seat]) : words_side(g, seat);
}

void
words_piece(const struct game *g, uint8_t piece, char out[WORDS_MOVE])
{
	static const enum say side[2][2] = { { SAY_WHITE_PIECE, SAY_BLACK_PIECE },
					     { SAY_BLUE_PIECE, SAY_RED_PIECE } };

	*out = '\0';
	if (piece_kind(piece) == PIECE_NONE)
		say_plain(out, WORDS_MOVE, SAY_ANY_PIECE);
	else
		say_with(out, WORDS_MOVE, side[is_blue_and_red(g)][piece_colour(piece)],
			 SAY_ARGS(say_name(rules_piece_name(g, piece))));
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
	char piece[WORDS_MOVE], sq[3];

	if (strcmp(what, "extra1") == 0) {
		say_plain(out, WORDS_MOVE, SAY_ACT_EXTRA1);
	} else if (strcmp(what, "extra2") == 0) {
		say_plain(out, WORDS_MOVE, SAY_ACT_EXTRA2);
	} else if (what[1] == '@') {
		words_piece(g, piece_of_letter(g, what[0]), piece);
		(void)snprintf(sq, sizeof(sq), "%.2s", what + 2);
		say_with(out, WORDS_MOVE, SAY_ACT_BOUGHT_FOR, SAY_ARGS(piece, sq));
	} else {
		say_with(out, WORDS_MOVE, SAY_ACT_BOUGHT, SAY_ARGS(say_name(what)));
	}
}

/* "play:10H" */
static void
card(const char *text, char out[WORDS_MOVE])
{
	static const enum say suits[] = { SAY_CARD_HEARTS, SAY_CARD_DIAMONDS, SAY_CARD_SPADES,
					  SAY_CARD_CLUBS };
	const char *rank = text + strlen("play:"), *suit = rank + strlen(rank) - 1;
	enum say of = suits[strcspn("HDSC", suit) % 4];
	char number[4];

	(void)snprintf(number, sizeof(number), "%.*s", (int)(suit - rank), rank);
	if (*rank == 'Q' || *rank == 'K')
		say_with(out, WORDS_MOVE, SAY_ACT_CARD,
			 SAY_ARGS(say_text(*rank == 'Q' ? SAY_CARD_QUEEN : SAY_CARD_KING),
				  say_text(of)));
	else
		say_with(out, WORDS_MOVE, SAY_ACT_CARD, SAY_ARGS(number, say_text(of)));
}

/* "transfer:a2b2", "f1xb5" */
static void
two_squares(enum say what, const char *from, const char *to, char out[WORDS_MOVE])
{
	char a[3], b[3];

	(void)snprintf(a, sizeof(a), "%.2s", from);
	(void)snprintf(b, sizeof(b), "%.2s", to);
	say_with(out, WORDS_MOVE, what, SAY_ARGS(a, b));
}

static void
dice(struct action a, char out[WORDS_MOVE])
{
	char low[WORDS_NUMBER], high[WORDS_NUMBER];

	say_with(out, WORDS_MOVE, SAY_ACT_ROLL,
		 SAY_ARGS(words_number(a.arg / 8, low), words_number(a.arg % 8, high)));
}

/* What is not written like a move, and what nobody else may read. */
static void
other_action(const struct game *g, struct action a, const char *text, char out[WORDS_MOVE])
{
	char sq[4] = "";

	*out = '\0';
	switch ((enum action_kind)a.kind) {
	case ACT_NONE:
	case ACT_MOVE:
	case ACT_CASTLE:
		(void)snprintf(out, WORDS_MOVE, "%s", text);
		break;
	case ACT_PASS:
		say_plain(out, WORDS_MOVE, SAY_ACT_PASS);
		break;
	case ACT_END:
		say_plain(out, WORDS_MOVE, SAY_ACT_END);
		break;
	case ACT_ROLL:
		dice(a, out);
		break;
	case ACT_BUY:
		purchase(g, text, out);
		break;
	case ACT_TRANSFER:
		two_squares(SAY_ACT_TRANSFER, text + strlen("transfer:"),
			    text + strlen("transfer:a2"), out);
		break;
	case ACT_BURY:
		say_plain(out, WORDS_MOVE, SAY_ACT_BURY);
		break;
	case ACT_PROMOTE:
		rules_square_print(g, a.to, sq);
		say_with(out, WORDS_MOVE, SAY_ACT_PROMOTE,
			 SAY_ARGS(say_name(rules_piece_name(g, a.arg)), sq));
		break;
	case ACT_ASSIGN:
		say_plain(out, WORDS_MOVE, SAY_ACT_ASSIGN);
		break;
	case ACT_PLAY:
		card(text, out);
		break;
	case ACT_ATTEMPT:
		two_squares(SAY_ACT_ATTEMPT, text, text + strlen("f1x"), out);
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

const char *
words_prompt_kind(unsigned kind)
{
	static const char *const name[] = {
		[PROMPT_NONE] = "none",         [PROMPT_WHICH] = "which",
		[PROMPT_CONFIRM] = "confirm",   [PROMPT_PROMOTION] = "promotion",
		[PROMPT_TAKEBACK] = "takeback", [PROMPT_NEW_GAME] = "new-game",
		[PROMPT_DRAW] = "draw",         [PROMPT_RESIGN] = "resign",
		[PROMPT_MENU] = "menu",         [PROMPT_END] = "end",
		[PROMPT_PAY] = "pay",           [PROMPT_ARRAY] = "array",
	};

	return kind < sizeof(name) / sizeof(name[0]) ? name[kind] : "none";
}
