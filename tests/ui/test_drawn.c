/*
 * Every text that a stored state has drawn goes through the table of texts: each
 * row is replaced by itself between marks, and what then stands outside them is
 * the daemon's, or people's own, or a fault.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "tests/ui/stages.h"
#include "ui/phrase.h"

enum { OPENS = '\x01', CLOSES = '\x02', VOCABULARY = 65536, LITERAL = 1024 };

static struct ui_model model;
static struct draw_list list;

static char vocabulary[VOCABULARY]; /* " word word ": what a stored state may have drawn as it is */

/* Each piece of a text between marks, its placeholders and line ends outside them. */
static void
text_mark(const char *template, char out[2 * PHRASE_TEXT])
{
	size_t len = 0;
	bool open = false;

	for (; *template != '\0'; template ++) {
		bool bare = *template == '\n' || (template[0] == '{' && template[2] == '}');

		if (bare == open)
			out[len++] = open ? CLOSES : OPENS;
		open = !bare;
		out[len++] = *template;
		if (*template == '{') {
			out[len++] = *++template;
			out[len++] = *++template;
		}
	}
	if (open)
		out[len++] = CLOSES;
	out[len] = '\0';
}

/* Every row says itself, marked. */
static void
table_mark(void)
{
	const struct phrase_row *row;

	for (unsigned i = 0; (row = phrase_row(i)) != NULL; i++) {
		char template[PHRASE_TEXT], marked[2 * PHRASE_TEXT], why[PHRASE_WHY];

		phrase_template(row->english, template);
		text_mark(template, marked);
		if (phrase_replace(row->key, marked, why) != 0)
			fail_msg("%s: %s", row->key, why);
	}
}

static void
words_add(const char *text)
{
	size_t len = strlen(vocabulary);

	assert_true(len + strlen(text) + 2 < VOCABULARY);
	for (vocabulary[len++] = ' '; *text != '\0'; text++)
		vocabulary[len++] = (char)(isalpha((unsigned char)*text) ? *text : ' ');
	vocabulary[len++] = ' ';
	vocabulary[len] = '\0';
}

/* What the daemon says in its own language, what people called themselves, moves as they are written, chips. */
static bool
is_as_it_is(const char *key)
{
	static const char *const keys[] = {
		"text", "message", "action", "san",   "w",          "b",       "wk",     "wq",
		"bk",   "bq",      "name",   "names", "kept_names", "players", "device", "addr",
		"part", "path",    "error",  "word",  "why",        "who",     "what",   "language",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(keys[i], key) == 0)
			return true;
	return false;
}

/* What the rules announce is notation, and has words on the screen: never as it is. */
static void
words_of(const json_t *value, const char *key)
{
	static const char *const kinds = " capture no-capture risen no-zombie no-zombies "
					 "cannot-bury score one-answer ";
	const char *name;
	json_t *item;
	size_t i;

	if (json_is_string(value) && is_as_it_is(key))
		words_add(json_string_value(value));
	json_array_foreach(value, i, item)
	{
		const char *kind = json_string_value(json_object_get(item, "kind"));
		char named[64];

		if (strcmp(key, "said") != 0) {
			words_of(item, key);
			continue;
		}
		snprintf(named, sizeof(named), " %s ", kind != NULL ? kind : "score");
		if (strstr(kinds, named) == NULL)
			fail_msg("nothing that is said is of a kind%s", named);
	}
	json_object_foreach((json_t *)(uintptr_t)value, name, item) words_of(item, name);
}

/* The first word without a mark, and in no text of the daemon's or of people's; "" none. */
static void
stranger(const char *text, char word[LITERAL])
{
	bool open = false;

	while (*text != '\0') {
		size_t len = strcspn(text, "\x01\x02"), small = 0, n = 0;
		char known[LITERAL + 4];

		if (len == 0) {
			open = *text++ == OPENS;
			continue;
		}
		while (n < len && isalpha((unsigned char)text[n]))
			small += islower((unsigned char)text[n++]) != 0;
		snprintf(word, LITERAL, "%.*s", (int)n, text);
		snprintf(known, sizeof(known), " %s", word); /* a long name is cut */
		if (!open && small >= 2 && strstr(vocabulary, known) == NULL)
			return;
		text += n > 0 ? n : 1;
	}
	word[0] = '\0';
}

/* No stored state has drawn what a language file cannot replace. */
static void
test_drawn(void **unused)
{
	char names[STAGES_MAX][STAGE_NAME];
	size_t n = stages_list(names);
	unsigned strangers = 0;

	(void)unused;
	for (size_t i = 0; i < n; i++)
		for (size_t s = 0; s < STAGE_SIZES; s++) {
			char path[512], word[LITERAL];
			json_error_t err;
			json_t *state;

			if (strcmp(names[i], "hostile") == 0) /* of no language */
				continue;
			snprintf(path, sizeof(path), TEST_UI_DIR "/states/%s.json", names[i]);
			state = json_load_file(path, 0, &err);
			assert_non_null(state);
			vocabulary[0] = '\0';
			words_add("/run/haloboard/halod.sock"); /* where it waits for the daemon */
			words_of(state, "");
			json_decref(state);
			stage_load(names[i], &model);
			table_mark();
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
			for (unsigned c = 0; c < list.n; c++) {
				if (list.cmd[c].kind != DRAW_TEXT)
					continue;
				stranger(list.text + list.cmd[c].text, word);
				if (word[0] == '\0')
					continue;
				strangers++;
				print_error("%s %d: \"%s\" of \"%s\" has no key\n", names[i],
					    stage_sizes[s].w, word, list.text + list.cmd[c].text);
			}
			phrase_reset();
		}
	stage_load("midgame", &model);
	assert_int_equal(strangers, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_drawn) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
