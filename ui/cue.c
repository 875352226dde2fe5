#include "ui/cue.h"
#include "ui/phrase.h"

#include <stdio.h>
#include <string.h>

static unsigned
men(const struct ui_state *s)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++)
		n += s->at[sq].letter != 0;
	return n;
}

static bool
any(const struct ui_set *s)
{
	return (s->w[0] | s->w[1]) != 0;
}

/* An action that is shown for the first time, or final without having been shown. */
static bool
has_acted(const struct ui_state *a, const struct ui_state *b)
{
	if (b->has_provisional && strcmp(a->provisional, b->provisional) != 0)
		return true;
	return b->n_actions > a->n_actions &&
	       !(a->has_provisional && strcmp(a->provisional, b->last_action) == 0);
}

static bool
is_asked(const struct ui_state *a, const struct ui_state *b)
{
	return b->prompt.kind != UI_PROMPT_NONE && b->prompt.kind != UI_PROMPT_PROMOTION &&
	       (a->prompt.kind != b->prompt.kind || a->prompt.id != b->prompt.id);
}

static bool
is_wrong(const struct ui_state *a, const struct ui_state *b)
{
	bool was = a->guidance.on && !a->guidance.due, is = b->guidance.on && !b->guidance.due;

	return (is && !was) || (b->refusal.on && !a->refusal.on);
}

static unsigned
sticks_at(const struct ui_state *s, const char *stage)
{
	unsigned n = 0;

	for (unsigned i = 0; i < s->n_sticks; i++)
		n += strcmp(s->stick[i].stage, stage) == 0;
	return n;
}

int
ui_cue_of(const struct ui_state *before, const struct ui_state *after)
{
	bool same = strcmp(before->game, after->game) == 0 && before->phase == after->phase;
	bool acted = same && has_acted(before, after);

	if (sticks_at(after, "failed") > sticks_at(before, "failed"))
		return UI_CUE_WRONG;
	if (sticks_at(after, "done") > sticks_at(before, "done"))
		return UI_CUE_ASKED; /* it may be pulled */
	if (after->phase == UI_PHASE_NONE || before->phase == UI_PHASE_NONE)
		return -1;
	if (is_wrong(before, after))
		return UI_CUE_WRONG;
	if (is_asked(before, after))
		return UI_CUE_ASKED;
	if (!acted)
		return -1;
	if (any(&after->check))
		return UI_CUE_CHECK;
	return men(after) < men(before) ? UI_CUE_CAPTURE : UI_CUE_MOVE;
}

/* ---- words ---- */

static void
put(char out[UI_SPEECH_TEXT], const char *word)
{
	size_t len = strlen(out);

	snprintf(out + len, UI_SPEECH_TEXT - len, "%s%s", len > 0 ? " " : "", phrase(word));
}

/* "Nxf3+": knight takes f 3 check. */
static void
san_say(const char *san, char out[UI_SPEECH_TEXT])
{
	if (strncmp(san, "O-O", 3) == 0) {
		put(out, strncmp(san, "O-O-O", 5) == 0 ? "castles long" : "castles short");
		san += strspn(san, "O-");
	}
	for (; *san != '\0'; san++) {
		const char *piece = phrase_piece(*san);
		char one[] = { *san, '\0' };

		if (piece != NULL)
			put(out, piece);
		else if (*san == 'x')
			put(out, "takes");
		else if (*san == '=')
			put(out, "becomes");
		else if (*san == '+')
			put(out, "check");
		else if (*san == '#')
			put(out, "mate");
		else
			put(out, one);
	}
}

/* "e2e4": e 2 to e 4; the words of games without SAN. */
static void
action_say(const char *action, char out[UI_SPEECH_TEXT])
{
	const char *colon = strchr(action, ':');
	char verb[UI_ACTION_TEXT];

	if (colon != NULL) {
		snprintf(verb, sizeof(verb), "%.*s", (int)(colon - action), action);
		put(out, verb);
		action = colon + 1;
	}
	for (size_t i = 0; action[i] != '\0'; i++) {
		char one[] = { action[i], '\0' };

		if (colon == NULL && i == 2)
			put(out, action[i] == 'x' ? "takes on" : "to");
		if (strchr(",@x", action[i]) == NULL)
			put(out, one);
	}
}

void
ui_speech_of(const struct ui_state *before, const struct ui_state *after, char out[UI_SPEECH_TEXT])
{
	const struct ui_move *last;

	out[0] = '\0';
	if (after->n_actions <= before->n_actions || before->phase == UI_PHASE_NONE ||
	    strcmp(before->game, after->game) != 0)
		return;
	for (unsigned i = after->n_moves; i-- > 0;) {
		last = &after->move[i];
		if (last->provisional)
			continue;
		if (strchr(last->text, '?') != NULL) /* where something was hidden */
			return;
		if (after->first_ply >= 0)
			san_say(last->text, out);
		else
			action_say(last->text, out);
		return;
	}
}
