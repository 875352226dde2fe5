/*
 * What a seat is to choose in secret, for that seat's eyes alone. The order of
 * what is offered is that of the squares, whatever lies under them; the screen
 * shuffles it.
 */
#include <string.h>

#include "daemon/record/secret_choice.h"
#include "daemon/view/view_impl.h"

static json_t *
options(const struct session_state *s, unsigned kind)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(s->game, s->settled, list);
	json_t *a = json_array();

	for (size_t i = 0; i < n; i++) {
		char text[RULES_ACTION_TEXT];

		if (list[i].kind != kind)
			continue;
		rules_action_print(s->game, s->settled, list[i], text);
		view_append(a, json_string(text));
	}
	return a;
}

/* The piece that comes first of those still to be buried: everybody saw it taken. */
static json_t *
held(const struct session_state *s)
{
	char text[RULES_POSITION_TEXT], *at;

	rules_view_print(s->game, s->settled, SEAT_TABLE, text);
	at = strstr(text, "hold=");
	return at ? json_stringn(at + strlen("hold="), 1) : json_null();
}

json_t *
view_secret(const struct table *t, unsigned seat)
{
	const struct session_state *s = &t->state;

	if (seat == SEAT_TABLE || s->over || seat != s->to_act)
		return json_null();
	switch (secret_kind_of(s->game, s->settled)) {
	case SECRET_BURY:
		if (session_burial_waits(s))
			break;
		return json_pack("{s:s, s:o, s:o}", "kind", "bury", "piece", held(s), "options",
				 options(s, ACT_BURY));
	case SECRET_ASSIGN:
		return json_pack("{s:s, s:o}", "kind", "assign", "options", options(s, ACT_ASSIGN));
	case SECRET_NONE:
		break;
	}
	return json_null();
}
