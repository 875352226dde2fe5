/* Puzzles: their task, and what their solution does. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "daemon/words/words_priv.h"
#include "hw/lang/lang.h"

/* The themes of docs/engine.md without a number: what the side {1} does. */
static const struct {
	const char *name, *what;
} themes[] = {
	{ "promotion", N_("{1} gains an advantage by a promotion") },
	{ "purchase", N_("{1} gains an advantage by a purchase") },
	{ "burial", N_("{1} gains an advantage by a burial") },
	{ "transfer", N_("{1} gains an advantage by giving a stone to another stack") },
	{ "waiting", N_("{1} gains an advantage by waiting") },
	{ "castling", N_("{1} gains an advantage by castling") },
	{ "indictment", N_("{1} gains an advantage by an indictment") },
	{ "bilking", N_("{1} gains an advantage by capturing an own piece") },
	{ "unmasking", N_("{1} gains an advantage by a capture with a mask") },
	{ "horde", N_("{1} gains an advantage by a move of the horde") },
	{ "rising", N_("{1} gains an advantage because a zombie rises") },
	{ "missile", N_("{1} gains an advantage by the missile") },
	{ "artillery", N_("{1} gains an advantage by the artillery") },
	{ "stack-won", N_("{1} wins a stack") },
	{ "hanging-piece", N_("{1} captures a piece that nothing defends") },
	{ "exchange", N_("{1} exchanges pieces and gains by it") },
	{ "fork", N_("{1} attacks two pieces at once") },
	{ "check", N_("{1} gains an advantage by a check") },
	{ "threat", N_("{1} threatens a capture") },
	{ "quiet", N_("{1} gains an advantage by a quiet move, without check and capture") },
};

/* Returns N of the theme "REASON-in-N", a win in N turns; NULL: another theme. */
static const char *
win_turns(const char *theme)
{
	const char *in = strstr(theme, "-in-");

	return in ? in + strlen("-in-") : NULL;
}

void
words_theme(const struct game *g, const struct position *p, const char *theme, char out[WORDS_LINE])
{
	static const char captures[] = "captures-";
	const char *side = words_side(g, rules_turn_seat(g, p) & 1), *turns = win_turns(theme);
	char reason[RECORD_REASON_MAX];

	(void)snprintf(out, WORDS_LINE, "%s", theme);
	if (turns) {
		(void)snprintf(reason, sizeof(reason), "%.*s", (int)(turns - theme - 4), theme);
		if (strcmp(turns, "1") == 0)
			lang_print(out, WORDS_LINE, tr("{1} wins at once: {2}"), side,
				   words_reason(reason, false));
		else
			lang_print(out, WORDS_LINE, tr("{1} wins in {2} turns: {3}"), side, turns,
				   words_reason(reason, false));
	} else if (strncmp(theme, captures, strlen(captures)) == 0) {
		lang_print(out, WORDS_LINE,
			   tr("Captures in this turn: {1}, and no more are possible"),
			   theme + strlen(captures));
	}
	for (size_t i = 0; i < sizeof(themes) / sizeof(themes[0]); i++)
		if (strcmp(themes[i].name, theme) == 0)
			lang_print(out, WORDS_LINE, tr(themes[i].what), side);
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
words_puzzle(const struct game *g, const struct position *p, const char *theme,
	     char out[WORDS_LINE])
{
	const char *mover = words_seat(g, rules_turn_seat(g, p)), *turns = win_turns(theme);

	if (rules_partners(g))
		lang_print(out, WORDS_LINE,
			   tr("{1} moves. Capture as much as possible in this turn: only one move "
			      "begins that."),
			   mover);
	else if (!turns)
		lang_print(out, WORDS_LINE,
			   tr("{1} moves and gains an advantage. Only one move does it."), mover);
	else if (strcmp(turns, "1") == 0)
		lang_print(out, WORDS_LINE,
			   tr("{1} moves and wins at once. Only one move does it."), mover);
	else
		lang_print(out, WORDS_LINE,
			   tr("{1} moves and wins in {2} turns. Only one move does it."), mover,
			   turns);
	add_knowledge(g, p, out);
}
