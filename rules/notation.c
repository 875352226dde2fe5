/* Prints and parses actions in the notation of the rule document. */
#include <assert.h>
#include <string.h>

#include "rules/game.h"
#include "rules/geometry.h"

static void
print_move(const struct game *g, struct action a, struct text *t)
{
	geometry_print_square(g, a.from, t);
	if (a.kind == ACT_ATTEMPT)
		text_char(t, 'x');
	geometry_print_square(g, a.to, t);
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
		print_move(g, a, &t);
		break;
	case ACT_PASS:
		text_add(&t, "pass");
		break;
	case ACT_END:
		text_add(&t, "end");
		break;
	case ACT_TRANSFER:
		text_add(&t, "transfer:");
		geometry_print_square(g, a.from, &t);
		geometry_print_square(g, a.to, &t);
		break;
	case ACT_BURY:
		text_add(&t, "bury:");
		geometry_print_square(g, a.to, &t);
		break;
	case ACT_PROMOTE:
		text_add(&t, "promote:");
		geometry_print_square(g, a.to, &t);
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
		text_add(&t, "--");
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

/* --- Reading an action, legal or not ------------------------------------- */

/* Reads a square and removes it from the word. */
static bool
take_square(const struct game *g, struct word *w, uint8_t *sq)
{
	_Static_assert(RULES_RANKS_MAX < 10, "a square is a letter and a digit");
	unsigned found = w->len < 2 ? RULES_NO_SQ : rules_square_parse(g, w->s, 2);

	if (found == RULES_NO_SQ)
		return false;
	*sq = (uint8_t)found;
	w->s += 2;
	w->len -= 2;
	return true;
}

/* Reads a word of one lower-case letter as a kind of this game. */
static bool
read_kind(const struct game *g, struct word w, uint8_t *kind)
{
	if (w.len != 1 || w.s[0] < 'a' || w.s[0] > 'z')
		return false;
	for (uint8_t k = PIECE_PAWN; g->letters[k]; k++)
		if (g->letters[k] - 'A' == w.s[0] - 'a') {
			*kind = k;
			return true;
		}
	return false;
}

/* Reads "e2e4", "e7e8q" or, in games with attempts, "f1xb5". */
static bool
read_move(const struct game *g, struct word w, struct action *a)
{
	if (!take_square(g, &w, &a->from))
		return false;
	if (w.len && w.s[0] == 'x' && g->verbs >> ACT_ATTEMPT & 1) {
		a->kind = ACT_ATTEMPT;
		w.s++;
		w.len--;
	}
	if (!take_square(g, &w, &a->to))
		return false;
	return w.len == 0 || (a->kind == ACT_MOVE && read_kind(g, w, &a->arg));
}

static bool
take_verb(const char *verb, struct word *w)
{
	size_t len = strlen(verb);

	if (w->len < len || memcmp(w->s, verb, len) != 0)
		return false;
	w->s += len;
	w->len -= len;
	return true;
}

static bool
read_verb(const struct game *g, struct word w, struct action *a)
{
	static const struct {
		const char *verb;
		uint8_t kind;
	} verbs[] = {
		{ "end", ACT_END },          { "pass", ACT_PASS },          { "bury:", ACT_BURY },
		{ "promote:", ACT_PROMOTE }, { "transfer:", ACT_TRANSFER },
	};
	struct word rest = w;

	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]) && a->kind == ACT_NONE; i++)
		if (take_verb(verbs[i].verb, &rest))
			a->kind = verbs[i].kind;
	if (a->kind == ACT_NONE)
		return g->verb_read && g->verb_read(w, a);
	if (!(g->verbs >> a->kind & 1))
		return false;
	if (a->kind == ACT_TRANSFER && !take_square(g, &rest, &a->from))
		return false;
	if (a->kind != ACT_END && a->kind != ACT_PASS && !take_square(g, &rest, &a->to))
		return false;
	return a->kind == ACT_PROMOTE ? read_kind(g, rest, &a->arg) : rest.len == 0;
}

int
rules_action_read(const struct game *g, const char *text, struct action *a)
{
	struct word w = { text, strlen(text) };
	struct action move = { .kind = ACT_MOVE }, verb = { .kind = ACT_NONE };

	if (read_move(g, w, &move))
		*a = move;
	else if (read_verb(g, w, &verb))
		*a = verb;
	else
		return -1;
	return 0;
}
