#include "daemon/record/secret_choice.h"

#include <stdio.h>
#include <string.h>

enum secret_kind
secret_kind_of(const struct game *g, const struct position *p)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);

	/* When a burial or a deal is legal, no other kind of action is. */
	if (n > 0 && list[0].kind == ACT_BURY)
		return SECRET_BURY;
	return n > 0 && list[0].kind == ACT_ASSIGN ? SECRET_ASSIGN : SECRET_NONE;
}

bool
secret_is_random(const char *word)
{
	return strcmp(word, "bury:random") == 0 || strcmp(word, "assign:random") == 0 ||
	       strcmp(word, "assign:suggested") == 0;
}

/*
 * Reports whether a deal follows the inventor's advice: the king captures strongly, the queen
 * mildly. These are 48 of the 120 deals, because fewer could be guessed.
 */
static bool
is_advised(const char *action)
{
	const char *mask = action + strlen("assign:");

	return strchr("QRB", mask[0]) != NULL && strchr("KBN", mask[1]) != NULL;
}

bool
secret_draw(const struct game *g, const struct position *p, const char *word, uint64_t chance,
	    char out[RULES_ACTION_TEXT])
{
	bool suggested = strcmp(word, "assign:suggested") == 0;
	size_t head = strcspn(word, ":") + 1, fit = 0, n;
	struct action list[RULES_ACTIONS_MAX];
	char text[RULES_ACTION_TEXT];

	n = rules_actions(g, p, list);
	/* The first pass counts the matching actions, the second takes the drawn one. */
	for (size_t pass = 0, left = 0; pass < 2; pass++) {
		for (size_t i = 0; i < n; i++) {
			rules_action_print(g, p, list[i], text);
			if (strncmp(text, word, head) != 0 || (suggested && !is_advised(text)))
				continue;
			if (pass == 0)
				fit++;
			else if (left-- == 0) {
				memcpy(out, text, sizeof(text));
				return true;
			}
		}
		if (fit == 0)
			return false;
		left = (size_t)(chance % fit);
	}
	return false;
}
