#include "ui/action_words.h"

#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"

static const struct {
	const char *action, *words;
} whole[] = {
	{ "end", N_("ends") },           { "pass", N_("passes") },
	{ "bury:?", N_("buries") },      { "assign:?", N_("masks") },
	{ "play:?", N_("card") },        { "buy:extra1", N_("buys +1") },
	{ "buy:extra2", N_("buys +2") }, { "buy:flight", N_("flight") },
};

/* Writes two dice as signs. */
static void
dice_print(const char *dice, char out[ACTION_WORDS_TEXT])
{
	static const char *const sign[] = { "\u2680", "\u2681", "\u2682",
					    "\u2683", "\u2684", "\u2685" };
	unsigned a = (unsigned)(dice[0] - '1'), b = (unsigned)(dice[2] - '1');

	if (a < 6 && b < 6)
		snprintf(out, ACTION_WORDS_TEXT, "%s %s", sign[a], sign[b]);
}

/* Writes "a8q" as "a8=Q". */
static void
promotion_print(const char *what, char out[ACTION_WORDS_TEXT])
{
	char note[8];

	snprintf(note, sizeof(note), "%.2s=%c", what, what[2] & ~0x20);
	lang_move(out, ACTION_WORDS_TEXT, note);
}

/* Writes a card with the sign of its suit: "10H". */
static void
card_print(const char *card, char out[ACTION_WORDS_TEXT])
{
	static const char suits[] = "HDSC", *const signs[] = { "\u2665", "\u2666", "\u2660",
							       "\u2663" };
	size_t len = strlen(card);
	const char *suit = len < 2 ? NULL : strchr(suits, card[len - 1]);

	if (suit != NULL)
		snprintf(out, ACTION_WORDS_TEXT, "%.*s%s", (int)len - 1, card, signs[suit - suits]);
}

/* Writes a bought piece, "n@e4", with the language's letter; a pawn has none, as in moves. */
static void
bought_print(const char *what, char out[ACTION_WORDS_TEXT])
{
	char letter = (char)(what[0] & ~0x20), place[ACTION_WORDS_TEXT] = "";
	size_t len;

	if (letter != 'P')
		lang_letter(place, sizeof(place), letter);
	len = strlen(place);
	snprintf(place + len, sizeof(place) - len, "%.2s", what + 2);
	lang_print(out, ACTION_WORDS_TEXT, tr("buys {1}"), place);
}

void
action_in_words(const struct ui_move *m, char out[ACTION_WORDS_TEXT])
{
	const char *colon = strchr(m->text, ':'), *what = colon == NULL ? m->text : colon + 1;
	size_t len = colon == NULL ? 0 : (size_t)(colon - m->text);

	out[0] = '\0';
	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (strcmp(m->text, whole[i].action) == 0) {
			snprintf(out, ACTION_WORDS_TEXT, "%s", tr(whole[i].words));
			return;
		}
	if (strncmp(m->text, "roll:", 5) == 0 && strlen(what) == 3)
		dice_print(what, out);
	else if (strncmp(m->text, "play:", 5) == 0)
		card_print(what, out);
	else if (strncmp(m->text, "transfer:", 9) == 0 && strlen(what) == 4)
		snprintf(out, ACTION_WORDS_TEXT, "%.2s\u2192%s", what, what + 2);
	else if (strncmp(m->text, "bury:", 5) == 0)
		lang_print(out, ACTION_WORDS_TEXT, tr("under {1}"), what);
	else if (strncmp(m->text, "promote:", 8) == 0 && strlen(what) == 3)
		promotion_print(what, out);
	else if (strncmp(m->text, "buy:", 4) == 0 && strlen(what) == 4)
		bought_print(what, out);
	else if (m->is_note || len > 0)
		lang_move(out, ACTION_WORDS_TEXT, what);
	if (out[0] == '\0')
		snprintf(out, ACTION_WORDS_TEXT, "%s", m->text);
}
