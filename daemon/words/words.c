/*
 * Sentences about players and actions. words_result.c has the end of a game,
 * words_turn.c the next step, words_question.c questions.
 */
#include "daemon/words/words.h"

#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"

const char *
words_side(const struct game *g, unsigned colour)
{
	static const char *const name[2][2] = { { N_("White"), N_("Black") },
						{ N_("Blue"), N_("Red") } };

	return tr(name[rules_is_blue_and_red(g)][colour & 1]);
}

const char *
words_seat(const struct game *g, unsigned seat)
{
	static const char *const four[] = { N_("White (e–h)"), N_("Black (e–h)"),
					    N_("White (a–d)"), N_("Black (a–d)") };

	if (seat == SEAT_CHANCE)
		return tr("The dice");
	if (seat >= RULES_SEATS_MAX)
		return tr("Nobody");
	return rules_seats(g) == 4 ? tr(four[seat]) : words_side(g, seat);
}

void
words_piece(const struct game *g, uint8_t piece, char out[WORDS_MOVE])
{
	static const char *const colour[2][2] = {
		{ C_("a piece", "white"), C_("a piece", "black") },
		{ C_("a piece", "blue"), C_("a piece", "red") },
	};
	char text[WORDS_LINE];

	if (piece_kind(piece) == PIECE_NONE) {
		lang_print(out, WORDS_MOVE, tr(C_("a piece", "piece")));
		return;
	}
	/* names.inc lists these texts. */
	(void)snprintf(text, sizeof(text), "a piece\004{1} %s", rules_piece_name(g, piece));
	lang_print(out, WORDS_MOVE, tr(text), tr(colour[rules_is_blue_and_red(g)][piece_colour(piece)]));
}

/* Names a purchase: "buy:extra1", "buy:N@e4". */
static void
purchase(const struct game *g, const char *text, char out[WORDS_MOVE])
{
	const char *what = text + strlen("buy:");
	char piece[WORDS_MOVE], sq[3];

	if (strcmp(what, "extra1") == 0) {
		lang_print(out, WORDS_MOVE, tr("one further move bought"));
	} else if (strcmp(what, "extra2") == 0) {
		lang_print(out, WORDS_MOVE, tr("two further moves bought"));
	} else if (what[1] == '@') {
		words_piece(g, rules_piece_parse(g, what[0]), piece);
		(void)snprintf(sq, sizeof(sq), "%.2s", what + 2);
		lang_print(out, WORDS_MOVE, tr("{1} bought for {2}"), piece, sq);
	} else {
		lang_print(out, WORDS_MOVE, tr("a {1} bought"), tr(what));
	}
}

/* Names a card: "play:10H". */
static void
card(const char *text, char out[WORDS_MOVE])
{
	static const char *const suits[] = { N_("hearts"), N_("diamonds"), N_("spades"),
					     N_("clubs") };
	const char *rank = text + strlen("play:"), *suit = rank + strlen(rank) - 1;
	const char *of = suits[strcspn("HDSC", suit) % 4];
	char number[4];

	(void)snprintf(number, sizeof(number), "%.*s", (int)(suit - rank), rank);
	if (*rank == 'Q' || *rank == 'K')
		lang_print(out, WORDS_MOVE, tr("the {1} of {2}"),
			   *rank == 'Q' ? tr(C_("card", "queen")) : tr(C_("card", "king")), tr(of));
	else
		lang_print(out, WORDS_MOVE, tr("the {1} of {2}"), number, tr(of));
}

/* Names "transfer:a2b2". */
static void
transfer(const char *text, char out[WORDS_MOVE])
{
	const char *squares = text + strlen("transfer:");
	char from[3], to[3];

	(void)snprintf(from, sizeof(from), "%.2s", squares);
	(void)snprintf(to, sizeof(to), "%.2s", squares + 2);
	lang_print(out, WORDS_MOVE, tr("a stone from {1} to {2}"), from, to);
}

static void
dice(struct action a, char out[WORDS_MOVE])
{
	lang_print(out, WORDS_MOVE, tr("the dice {1} and {2}"), LANG_N(a.arg / 8),
		   LANG_N(a.arg % 8));
}

/* Writes actions that are no moves, and secret ones without their secret. */
static void
other_action(const struct game *g, struct action a, const char *text, char out[WORDS_MOVE])
{
	char sq[4] = "";

	*out = '\0';
	switch ((enum action_kind)a.kind) {
	case ACT_NONE:
	case ACT_MOVE:
	case ACT_CASTLE:
	case ACT_ATTEMPT:
		(void)snprintf(out, WORDS_MOVE, "%s", text);
		break;
	case ACT_PASS:
		lang_print(out, WORDS_MOVE, tr("a pass"));
		break;
	case ACT_END:
		lang_print(out, WORDS_MOVE, tr("the end of the turn"));
		break;
	case ACT_ROLL:
		dice(a, out);
		break;
	case ACT_BUY:
		purchase(g, text, out);
		break;
	case ACT_TRANSFER:
		transfer(text, out);
		break;
	case ACT_BURY:
		lang_print(out, WORDS_MOVE, tr("a burial"));
		break;
	case ACT_PROMOTE:
		rules_square_print(g, a.to, sq);
		lang_print(out, WORDS_MOVE, tr("a {1} on {2}"), tr(rules_piece_name(g, a.arg)), sq);
		break;
	case ACT_ASSIGN:
		lang_print(out, WORDS_MOVE, tr("the masks"));
		break;
	case ACT_PLAY:
		card(text, out);
		break;
	}
}

void
words_noted(const struct game *g, const struct move_note *note, struct action a, const char *text,
	    char out[WORDS_MOVE])
{
	*out = '\0';
	if (*note->text)
		lang_move(out, WORDS_MOVE, note->text);
	else
		other_action(g, a, text, out);
}

void
words_action(const struct game *g, const struct position *p, struct action a, char out[WORDS_MOVE])
{
	char text[RULES_ACTION_TEXT];
	struct move_note note;

	rules_note(g, p, a, &note);
	rules_action_print(g, p, a, text);
	words_noted(g, &note, a, text, out);
}

const char *
words_prompt_kind(unsigned kind)
{
	static const char *const name[] = {
		[PROMPT_NONE] = "none",         [PROMPT_WHICH] = "which",
		[PROMPT_CONFIRM] = "confirm",   [PROMPT_BLUNDER] = "blunder",
		[PROMPT_PROMOTION] = "promotion", [PROMPT_TAKEBACK] = "takeback",
		[PROMPT_NEW_GAME] = "new-game", [PROMPT_DRAW] = "draw",
		[PROMPT_RESIGN] = "resign",     [PROMPT_MENU] = "menu",
		[PROMPT_END] = "end",           [PROMPT_PAY] = "pay",
		[PROMPT_ARRAY] = "array",       [PROMPT_REVEAL] = "reveal",
	};

	return kind < sizeof(name) / sizeof(name[0]) ? name[kind] : "none";
}
