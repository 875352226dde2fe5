#include "ui/deed.h"
#include "ui/phrase.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *action, *words;
} whole[] = {
	{ "end", "turn ends" },
	{ "pass", "passes" },
	{ "bury:?", "buries a piece" },
	{ "assign:?", "deals masks" },
	{ "play:?", "plays a card" },
	{ "buy:extra1", "buys +1 move" },
	{ "buy:extra2", "buys +2 moves" },
	{ "buy:flight", "buys a flight" },
};

/* The verb goes; what stands behind it follows the words. */
static const struct {
	const char *verb, *words;
} verbs[] = {
	{ "roll:", "rolls" },    { "bury:", "buries:" }, { "assign:", "masks" },
	{ "play:", "card" },     { "buy:", "buys" },     { "transfer:", "stone" },
	{ "promote:", "makes" },
};

void
deed_words(const char *action, char out[DEED_TEXT])
{
	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (strcmp(action, whole[i].action) == 0) {
			snprintf(out, DEED_TEXT, "%s", phrase(whole[i].words));
			return;
		}
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		size_t len = strlen(verbs[i].verb);

		if (strncmp(action, verbs[i].verb, len) == 0) {
			snprintf(out, DEED_TEXT, "%s %s", phrase(verbs[i].words), action + len);
			return;
		}
	}
	snprintf(out, DEED_TEXT, "%s", action);
}
