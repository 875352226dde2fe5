/* Actions as the rule document writes them. */
#include <assert.h>
#include <string.h>

#include "rules/game.h"
#include "rules/geometry.h"

static void
put_move(const struct game *g, struct action a, struct text *t)
{
	geometry_put_square(g, a.from, t);
	if (a.kind == ACT_ATTEMPT)
		text_char(t, 'x');
	geometry_put_square(g, a.to, t);
	if (a.kind == ACT_MOVE && a.arg)
		text_char(t, geometry_letter(g, (uint8_t)(a.arg | PIECE_BLACK)));
}

void
rules_action_print(const struct game *g, const struct position *p, struct action a,
		   char out[RULES_ACTION_TEXT])
{
	struct text t = text_into(out, RULES_ACTION_TEXT);

	switch ((enum action_kind)a.kind) {
	case ACT_MOVE:
	case ACT_CASTLE:
	case ACT_ATTEMPT:
		put_move(g, a, &t);
		break;
	case ACT_PASS:
		text_put(&t, "pass");
		break;
	case ACT_END:
		text_put(&t, "end");
		break;
	case ACT_TRANSFER:
		text_put(&t, "transfer:");
		geometry_put_square(g, a.from, &t);
		geometry_put_square(g, a.to, &t);
		break;
	case ACT_BURY:
		text_put(&t, "bury:");
		geometry_put_square(g, a.to, &t);
		break;
	case ACT_PROMOTE:
		text_put(&t, "promote:");
		geometry_put_square(g, a.to, &t);
		text_char(&t, geometry_letter(g, (uint8_t)(a.arg | PIECE_BLACK)));
		break;
	case ACT_ROLL:
	case ACT_BUY:
	case ACT_ASSIGN:
	case ACT_PLAY:
		assert(g->verb_print);
		g->verb_print(p, a, &t);
		break;
	case ACT_NONE:
		text_put(&t, "--");
		break;
	}
}

int
rules_action_parse(const struct game *g, const struct position *p, const char *text,
		   struct action *a)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);
	char name[RULES_ACTION_TEXT];

	for (size_t i = 0; i < n; i++) {
		rules_action_print(g, p, list[i], name);
		if (strcmp(name, text) == 0) {
			*a = list[i];
			return 0;
		}
	}
	return -1;
}
