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
