#include "daemon/record/secret.h"

#include <stdio.h>
#include <string.h>

void
secret_action_text(const char *action, char out[RULES_ACTION_TEXT])
{
	static const char *const heads[] = { "bury:", "assign:" };

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (strncmp(action, heads[i], strlen(heads[i])) == 0) {
			(void)snprintf(out, RULES_ACTION_TEXT, "%s?", heads[i]);
			return;
		}
	(void)snprintf(out, RULES_ACTION_TEXT, "%s", action);
}

void
secret_action_print(const struct game *g, const struct position *p, struct action a,
		    char out[RULES_ACTION_TEXT])
{
	char text[RULES_ACTION_TEXT];

	rules_action_print(g, p, a, text);
	secret_action_text(text, out);
}

bool
secret_held(const struct game *g, const struct position *p, unsigned seat)
{
	char own[RULES_POSITION_TEXT], table[RULES_POSITION_TEXT];

	if (seat == SEAT_NONE)
		rules_print(g, p, own);
	else
		rules_view_print(g, p, seat, own);
	rules_view_print(g, p, SEAT_TABLE, table);
	return strcmp(own, table) != 0;
}

bool
secret_between_seats(const struct game *g, const struct position *start)
{
	bool held = rules_chooses_secretly(g);

	for (unsigned seat = 0; seat < rules_seats(g); seat++)
		held |= secret_held(g, start, seat);
	return held;
}

bool
secret_in_seeds(const struct game *g)
{
	struct rules_error err;
	struct position p;

	return rules_start(g, "", &p, &err) == 0 && rules_to_act(g, &p) == SEAT_CHANCE;
}

/* ---- choices ---- */

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
