#include "ui/words.h"

#include <stdio.h>
#include <string.h>

/* What no hand does: a verb's words and ends, but neither transfers nor what is set down. */
static bool
is_word(const char *action)
{
	if (strcmp(action, "end") == 0 || strcmp(action, "pass") == 0)
		return true;
	return strchr(action, ':') != NULL && strchr(action, '@') == NULL &&
	       strncmp(action, "transfer:", 9) != 0;
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

static void
words_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *actions = json_object_get(message, "actions"), *item;
	json_t *list = reader_list(r, message, "can_buy", 32);
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

		if (!r->failed && text != NULL && is_word(text))
			word_add(r, s, "actions", text);
	}
}

static void
said_read(struct reader *r, struct ui_state *s, const json_t *message)
{
	json_t *list = reader_list(r, message, "said", 256);
	size_t n = json_array_size(list), first = n > UI_SAID_MAX ? n - UI_SAID_MAX : 0;

	for (size_t i = first; i < n && !r->failed; i++) {
		const json_t *item = json_array_get(list, i);
		size_t mark = reader_enter(r, "said", (int)i);

		if (!json_is_object(item))
			reader_fail(r, "", "must be an object");
		s->said_of[s->n_said] =
			(uint32_t)reader_integer(r, item, "move", 0, 1000000, 0);
		reader_sentence(r, item, "text", s->said[s->n_said++], UI_NAME_TEXT);
		reader_leave(r, mark);
	}
}

void
ui_words_read(struct reader *r, const json_t *message, struct ui_state *s)
{
	words_read(r, s, message);
	said_read(r, s, message);
}
