/* Puzzles: their task, and what their solution does. */
#include <stdio.h>
#include <string.h>

#include "daemon/words/words.h"
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
		lang_print(out, WORDS_LINE, tr("captures in one turn: {1}"), theme + strlen(captures));
	}
	for (size_t i = 0; i < sizeof(themes) / sizeof(themes[0]); i++)
		if (strcmp(themes[i].name, theme) == 0)
			(void)snprintf(out, WORDS_LINE, "%s", tr(themes[i].what));
}

void
words_puzzle(const struct game *g, const struct position *p, char out[WORDS_LINE])
{
	unsigned seat = rules_turn_seat(g, p);

	lang_print(out, WORDS_LINE,
		   rules_partners(g) ? tr("{1}: which action captures most in this turn?")
				     : tr("{1} acts and wins. Find the action."),
		   words_seat(g, seat));
}
