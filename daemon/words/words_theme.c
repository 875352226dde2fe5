/* Puzzles: their task, and what their solution does. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "daemon/words/words_priv.h"
#include "hw/lang/lang.h"

/* The themes of docs/engine.md without a number. */
static const struct {
	const char *name, *what;
} themes[] = {
	{ "promotion", N_("a promotion") },
	{ "purchase", N_("a purchase") },
	{ "burial", N_("a burial") },
	{ "transfer", N_("a transfer") },
	{ "waiting", N_("a waiting move") },
	{ "castling", N_("castling") },
	{ "indictment", N_("an indictment") },
	{ "bilking", N_("a capture of an own piece") },
	{ "unmasking", N_("a capture by mask") },
	{ "horde", N_("a move of the horde") },
	{ "rising", N_("a zombie rises") },
	{ "missile", N_("the missile") },
	{ "artillery", N_("the artillery") },
	{ "stack-won", N_("a stack is won") },
	{ "hanging-piece", N_("a piece that nothing defends") },
	{ "exchange", N_("a good exchange") },
	{ "fork", N_("a double attack") },
	{ "check", N_("a check that wins") },
	{ "threat", N_("a threat") },
	{ "quiet", N_("a quiet move") },
};

void
words_theme(const char *theme, char out[WORDS_LINE])
{
	static const char captures[] = "captures-";
	const char *in = strstr(theme, "-in-");
	char reason[RECORD_REASON_MAX];

	(void)snprintf(out, WORDS_LINE, "%s", theme);
	if (in) {
		(void)snprintf(reason, sizeof(reason), "%.*s", (int)(in - theme), theme);
		lang_print(out, WORDS_LINE, tr("{1} in {2}"), words_reason(reason, false), in + 4);
	} else if (strncmp(theme, captures, strlen(captures)) == 0) {
		lang_print(out, WORDS_LINE, tr("captures in one turn: {1}"),
			   theme + strlen(captures));
	}
	for (size_t i = 0; i < sizeof(themes) / sizeof(themes[0]); i++)
		if (strcmp(themes[i].name, theme) == 0)
			(void)snprintf(out, WORDS_LINE, "%s", tr(themes[i].what));
}

/* ---- the task ---- */

bool
words_part(const char *position, const char *key, unsigned colour, char out[WORDS_LINE])
{
	const char *at = strstr(position, key);

	if (!at)
		return false;
	at += strlen(key);
	if (colour)
		at += strcspn(at, "/,") + 1;
	(void)snprintf(out, WORDS_LINE, "%.*s", (int)strcspn(at, "/, "), at);
	return strcmp(out, "-") != 0;
}

/* Writes "K=R Q=BN …" for "R.BN.…", the kinds as which each kind may capture. */
static void
add_masks(const char *masks, bool dots, char out[WORDS_LINE])
{
	for (const char *kind = "KQRBN"; *kind && *masks; kind++) {
		lang_append(out, WORDS_LINE, " ");
		lang_letter(out, WORDS_LINE, *kind);
		lang_append(out, WORDS_LINE, "=");
		do
			lang_letter(out, WORDS_LINE, *masks++);
		while (dots && *masks && *masks != '.');
		masks += *masks == '.';
	}
}

/* Writes " Nd1 c1" for "nd1.pc1", or for pieces of the other case. */
static void
add_buried(const char *buried, char out[WORDS_LINE])
{
	for (const char *at = buried; *at; at += strcspn(at, "."), at += *at == '.') {
		char letter = (char)toupper((unsigned char)at[0]), sq[4];

		(void)snprintf(sq, sizeof(sq), "%.2s", at + 1);
		lang_append(out, WORDS_LINE, " ");
		if (letter != 'P')
			lang_letter(out, WORDS_LINE, letter);
		lang_append(out, WORDS_LINE, "{1}", sq);
	}
}

/* Appends what the side knows, or owns, that its board does not show. */
static void
add_knowledge(const struct game *g, const struct position *p, char out[WORDS_LINE])
{
	unsigned seat = rules_turn_seat(g, p), colour = seat & 1;
	char view[RULES_POSITION_TEXT], part[WORDS_LINE];

	rules_view_print(g, p, seat, view);
	if (words_part(view, " known=", colour, part)) {
		lang_append(out, WORDS_LINE, " {1}", tr("Its masks may be:"));
		add_masks(part, true, out);
	}
	if (words_part(view, " masks=", !colour, part)) {
		lang_append(out, WORDS_LINE, ". {1}", tr("The other side's masks:"));
		add_masks(part, false, out);
	}
	if (words_part(view, " buried=", colour, part)) {
		lang_append(out, WORDS_LINE, " {1}", tr("It has buried:"));
		add_buried(part, out);
	}
	if (words_part(view, " money=", colour, part)) {
		lang_append(out, WORDS_LINE, " ");
		lang_append(out, WORDS_LINE, tr("It has ${1}."), part);
	}
}

void
words_mistaken(const struct game *g, const struct position *p, struct action played, char out[WORDS_LINE])
{
	char move[WORDS_MOVE];

	words_action(g, p, played, move);
	lang_print(out, WORDS_LINE, tr("{1} to move. In the game you played {2}. What is better?"),
		   words_seat(g, rules_turn_seat(g, p)), move);
	add_knowledge(g, p, out);
}

void
words_puzzle(const struct game *g, const struct position *p, char out[WORDS_LINE])
{
	lang_print(out, WORDS_LINE,
		   rules_partners(g) ? tr("{1}: which action captures most in this turn?")
				     : tr("{1} to move and win. Only one action does it."),
		   words_seat(g, rules_turn_seat(g, p)));
	add_knowledge(g, p, out);
}
