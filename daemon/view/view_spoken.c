/* What a voice says of the table, from public knowledge: docs/by-ear.md. */
#include <stdio.h>
#include <string.h>

#include "daemon/view/view_impl.h"

enum { SPOKEN_MOVES = 8 }; /* the last ones: a client may miss states between two of them */

static enum words_files
files_of(const struct table *t)
{
	return strcmp(table_setting(t, SETTING_FILE_NAMES), "true") == 0 ? WORDS_FILES_NAMES : WORDS_FILES_LETTERS;
}

/* Returns the state that the board shows: of a lesson, of a replay, else of the game. */
static const struct session_state *
seen(const struct table *t, struct session_state *other)
{
	return duties_state(t, other) ? other : &t->state;
}

const struct game *
view_spoken_game(const struct table *t)
{
	struct session_state other;
	const struct session_state *s = seen(t, &other);

	return s->phase == SESSION_NO_GAME ? NULL : s->game;
}

/* Writes the players' sentence as it is spoken, after a lesson's remark. */
static void
message_words(const struct table *t, const char *message, char out[WORDS_SPOKEN])
{
	char text[2 * WORDS_LINE + 1];

	(void)snprintf(text, sizeof(text), "%s%s%s", t->lesson.remark, *t->lesson.remark ? " " : "", message);
	words_spoken(view_spoken_game(t), text, files_of(t), out);
}

/* Writes the words of final action i. */
static void
action_words(const struct table *t, uint32_t i, char out[WORDS_SPOKEN])
{
	const struct table_move *m = &t->book.move[i];

	words_spoken_action(t->state.game, &m->note, m->done, m->action, files_of(t), out);
}

/* Writes the words of the shown action. */
static void
shown_words(const struct table *t, char out[WORDS_SPOKEN])
{
	const struct session_state *s = &t->state;
	char text[RULES_ACTION_TEXT];
	struct move_note note;

	rules_note(s->game, s->shown_from, s->provisional, &note);
	rules_action_print(s->game, s->shown_from, s->provisional, text);
	words_spoken_action(s->game, &note, s->provisional, text, files_of(t), out);
}

/* Reports whether the message says this action. */
static bool
is_in_message(struct action a)
{
	return a.kind == ACT_ROLL || a.kind == ACT_PASS || a.kind == ACT_END;
}

/*
 * Adds the words of the last actions, the shown one included; "" if the message has them. Returns the
 * number of the first.
 */
static uint32_t
add_moves(const struct table *t, json_t *a)
{
	const uint32_t from = t->book.n > SPOKEN_MOVES ? t->book.n - SPOKEN_MOVES : 0;
	char text[WORDS_SPOKEN];

	for (uint32_t i = from; i < t->book.n; i++) {
		*text = '\0';
		if (!is_in_message(t->book.move[i].done))
			action_words(t, i, text);
		json_array_append_new(a, json_string(text));
	}
	if (t->state.has_provisional) {
		shown_words(t, text);
		json_array_append_new(a, json_string(text));
	}
	return from;
}

/* Writes the last move again: the shown one, or the last action that is not the turn's end. */
static void
last_words(const struct table *t, char out[WORDS_SPOKEN])
{
	uint32_t i = t->book.n;

	if (t->state.has_provisional) {
		shown_words(t, out);
		return;
	}
	while (i > 0 && t->book.move[i - 1].done.kind == ACT_END)
		i--;
	if (i > 0)
		action_words(t, i - 1, out);
	else
		words_spoken(NULL, tr("No move yet"), files_of(t), out);
}

bool
view_answer(const struct table *t, char out[WORDS_SPOKEN])
{
	struct session_state other;
	const struct session_state *s = seen(t, &other);
	char message[WORDS_LINE];

	if (s->phase == SESSION_NO_GAME && t->speech.what != TABLE_SAY_TURN)
		return false;
	switch ((enum table_say)t->speech.what) {
	case TABLE_SAY_NOTHING:
		return false;
	case TABLE_SAY_LAST:
		last_words(t, out);
		break;
	case TABLE_SAY_TURN:
		view_message_text(t, message);
		message_words(t, message, out);
		break;
	case TABLE_SAY_POSITION:
		words_spoken_position(s->game, &s->known, files_of(t), out);
		break;
	case TABLE_SAY_SQUARE:
		if (t->speech.sq >= rules_squares(s->game))
			return false; /* the question was about another board */
		words_spoken_square(s->game, &s->known, t->speech.sq, files_of(t), out);
		break;
	}
	return true;
}

json_t *
view_spoken(const struct table *t, const char *message)
{
	char text[WORDS_SPOKEN], answer[WORDS_SPOKEN];
	json_t *list;
	uint32_t from = 0;
	bool answers;

	if (strcmp(table_setting(t, SETTING_SPEECH), "true") != 0)
		return json_null();
	list = json_array();
	if (t->state.phase != SESSION_NO_GAME)
		from = add_moves(t, list);
	message_words(t, message, text);
	answers = view_answer(t, answer);
	return json_pack("{s:I, s:s, s:o, s:I, s:I, s:s?}", "game", (json_int_t)t->seats.begun, "message",
			 text, "moves", list, "moves_from", (json_int_t)from, "asked", (json_int_t)t->speech.asked, "answer",
			 answers ? answer : NULL);
}
