#include "ui/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the square of the touched stack if it may give a stone, or "". */
static const char *
giver_of(const json_t *message)
{
	const json_t *takers = json_object_get(message, "takers");
	const json_t *transfer = json_object_get(message, "transfer");
	const char *giver = json_string_value(json_array_get(transfer, 0));

	return json_array_size(takers) > 0 && giver != NULL ? giver : "";
}

/*
 * Reports whether an action is made on the screen: those with a verb, and `end`, but not pieces
 * that are set down on the board. A transfer counts if the touched stack gives the stone, because
 * it may be made on the screen too.
 */
static bool
is_word(const char *action, const char *giver)
{
	if (strcmp(action, "end") == 0 || strcmp(action, "pass") == 0)
		return true;
	if (strncmp(action, "transfer:", 9) == 0)
		return giver[0] != '\0' && strncmp(action + 9, giver, strlen(giver)) == 0;
	return strchr(action, ':') != NULL && strchr(action, '@') == NULL;
}

static void
word_add(struct reader *r, struct ui_state *s, const char *key, const char *word)
{
	for (unsigned i = 0; i < s->n_words; i++)
		if (strcmp(s->word[i], word) == 0)
			return;
	if (s->n_words == UI_WORDS_MAX || strlen(word) >= UI_WORD_TEXT)
		reader_fail(r, key, "more words, or longer ones, than any game has");
	else
		memcpy(s->word[s->n_words++], word, strlen(word) + 1);
}

/* Notes what is special in an action that is made on the board. */
static void
move_note(struct ui_state *s, const struct game *game, const char *text)
{
	struct action a;
	char piece, there;
	bool own;

	if (game == NULL || rules_action_read(game, text, &a) < 0)
		return;
	s->may_attempt |= a.kind == ACT_ATTEMPT;
	s->may_transfer |= a.kind == ACT_TRANSFER;
	if (a.kind != ACT_MOVE)
		return;
	piece = s->at[a.from].letter;
	there = s->at[a.to].letter;
	own = there != '\0' && (piece >= 'a') == (there >= 'a');
	s->may_promote |= a.arg != 0;
	s->may_pass_pawn |= (piece | 0x20) == 'p' && there == '\0' &&
			    a.from % s->files != a.to % s->files;
	if ((piece | 0x20) == 'k' && (there | 0x20) != 'p' &&
	    (own || abs(a.from % s->files - a.to % s->files) > 1))
		s->may_castle = true;
	else
		s->may_bilk |= own;
}

static void
words_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *actions = reader_list(r, message, "actions", 4096), *item;
	json_t *list = reader_list(r, message, "can_buy", 32);
	const struct game *game = rules_game(s->game);
	const char *giver = giver_of(message);
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *name = json_string_value(item);
		char word[UI_WORD_TEXT];

		if (name == NULL || strlen(name) > UI_WORD_TEXT - sizeof("buy:")) {
			reader_fail(r, "can_buy", "lists what is not for sale");
			return;
		}
		snprintf(word, sizeof(word), "buy:%s", name);
		word_add(r, s, "can_buy", word);
	}
	json_array_foreach(actions, i, item)
	{
		const char *text = json_string_value(item);

		if (text == NULL) {
			reader_fail(r, "actions", "lists what is no string");
			return;
		}
		if (r->failed)
			return;
		move_note(s, game, text);
		if (is_word(text, giver))
			word_add(r, s, "actions", text);
	}
}

void
ui_announcement_add(struct ui_state *s, const char *text, uint32_t move)
{
	const struct game *game = rules_game(s->game);

	if (game == NULL || text == NULL || s->n_said == UI_SAID_MAX ||
	    rules_announcement_parse(game, text, &s->said[s->n_said]) < 0)
		return;
	s->said_of[s->n_said++] = move;
}

static void
announcements_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *list = reader_list(r, message, "said", 256);
	size_t n = json_array_size(list), first = n > UI_SAID_MAX ? n - UI_SAID_MAX : 0;

	for (size_t i = first; i < n && !r->failed; i++) {
		const json_t *item = json_array_get(list, i);
		size_t mark = reader_enter_item(r, "said", i, item);

		ui_announcement_add(s, json_string_value(json_object_get(item, "text")),
				    (uint32_t)reader_integer(r, item, "move", 0, 1000000, 0));
		reader_leave(r, mark);
	}
}

void
ui_words_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	words_read(r, s, message);
	announcements_read(r, s, message);
}
