#include "ui/cue.h"

#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"

static unsigned
men(const struct ui_state *s)
{
	unsigned n = 0;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		n += s->at[sq].letter != 0;
	return n;
}

/* Reports whether an action is newly shown, or became final without being shown first. */
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
is_mistaken(const struct ui_guidance *g)
{
	return g->on && !g->due && !g->onward && !g->idle && g->rank == 0;
}

static bool
is_wrong(const struct ui_state *a, const struct ui_state *b)
{
	return (is_mistaken(&b->guidance) && !is_mistaken(&a->guidance)) ||
	       (b->refusal.on && !a->refusal.on);
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
		return UI_CUE_ASKED; /* the stick may be removed */
	if (after->phase == UI_PHASE_NONE || before->phase == UI_PHASE_NONE)
		return -1;
	if (is_wrong(before, after))
		return UI_CUE_WRONG;
	if (is_asked(before, after))
		return UI_CUE_ASKED;
	if (!acted)
		return -1;
	if (!sqset_empty(after->check))
		return UI_CUE_CHECK;
	return men(after) < men(before) ? UI_CUE_CAPTURE : UI_CUE_MOVE;
}

/* ---- speech ---- */

static void
append(char out[UI_SPEECH_TEXT], const char *word)
{
	size_t len = strlen(out);

	snprintf(out + len, UI_SPEECH_TEXT - len, "%s%s", len > 0 ? " " : "", word);
}

/* Speaks "Nxf3+" as "knight takes f 3 check", with the names of the game's pieces. */
static void
note_say(const struct game *g, const char *note, char out[UI_SPEECH_TEXT])
{
	if (strncmp(note, "O-O", 3) == 0) {
		append(out,
		       strncmp(note, "O-O-O", 5) == 0 ? tr("castles long") : tr("castles short"));
		note += strspn(note, "O-");
	}
	for (; *note != '\0'; note++) {
		uint8_t piece = *note >= 'A' && *note <= 'Z' ? rules_piece_parse(g, *note) : 0;
		char one[] = { *note, '\0' };

		if (piece != 0)
			append(out, tr(rules_piece_name(g, piece)));
		else if (*note == '-')
			append(out, tr("to"));
		else if (*note == 'x')
			append(out, tr("takes"));
		else if (*note == '=')
			append(out, tr("becomes"));
		else if (*note == '+')
			append(out, tr("check"));
		else if (*note == '#')
			append(out, tr("mate"));
		else if (*note != '?')
			append(out, one);
	}
}

/* Speaks the words of actions that are no moves. */
static void
action_speech(const char *action, char out[UI_SPEECH_TEXT])
{
	const char *colon = strchr(action, ':');
	char verb[RULES_ACTION_TEXT];

	if (colon != NULL) {
		snprintf(verb, sizeof(verb), "%.*s", (int)(colon - action), action);
		append(out, verb);
		action = colon + 1;
	}
	for (; *action != '\0'; action++) {
		char one[] = { *action, '\0' };

		if (strchr(",@", *action) == NULL)
			append(out, one);
	}
}

void
ui_speech_of(const struct ui_state *before, const struct ui_state *after, char out[UI_SPEECH_TEXT])
{
	const struct game *game = rules_game(after->game);
	const struct ui_move *last;

	out[0] = '\0';
	if (after->n_actions <= before->n_actions || before->phase == UI_PHASE_NONE ||
	    strcmp(before->game, after->game) != 0)
		return;
	for (unsigned i = after->n_moves; i-- > 0;) {
		last = &after->move[i];
		if (last->provisional)
			continue;
		if (last->is_note && game != NULL)
			note_say(game, last->text, out);
		else if (strchr(last->text, '?') == NULL) /* nothing is hidden */
			action_speech(last->text, out);
		return;
	}
}
