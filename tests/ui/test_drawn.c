/*
 * Tests that every text drawn for a stored state is translated. A catalogue replaces each text by
 * itself between marks. A word outside the marks must come from the daemon or from people, or it is
 * an error.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "tests/hw/lang/mo.h"
#include "tests/ui/stages.h"

enum { OPENS = '<', CLOSES = '>', VOCABULARY = 65536, LITERAL = 1024 };

static struct ui_model model;
static struct draw_list list;

static char vocabulary[VOCABULARY]; /* " word word ": words that a stored state may draw
				     * untranslated */

/* Marks each piece of a text, leaving placeholders and line ends outside the marks. */
static void
text_mark(const char *text, char out[2 * LANG_TEXT])
{
	size_t len = 0;
	bool open = false;

	for (; *text != '\0'; text++) {
		bool bare = *text == '\n' || (text[0] == '{' && text[2] == '}');

		if (bare == open)
			out[len++] = open ? CLOSES : OPENS;
		open = !bare;
		out[len++] = *text;
		if (*text == '{') {
			out[len++] = *++text;
			out[len++] = *++text;
		}
	}
	if (open)
		out[len++] = CLOSES;
	out[len] = '\0';
}

/* Sets a language in which every text is itself, marked. */
static void
speak_marked(void)
{
	static char marked[MO_TEXTS][2 * LANG_TEXT];
	static struct mo_text all[MO_TEXTS];
	const char *english[MO_TEXTS];
	char path[LANG_PATH], *bytes;
	size_t n;

	assert_int_equal(lang_find("de", path), 0);
	n = mo_english(path, english, &bytes);
	for (size_t i = 0; i < n; i++) {
		const char *context = strchr(english[i], '\004');

		text_mark(context != NULL ? context + 1 : english[i], marked[i]);
		all[i] = (struct mo_text){ english[i], *english[i] != '\0' ? marked[i] : "header" };
	}
	mo_speak(all, n);
	free(bytes);
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

/*
 * Reports whether a member is shown untranslated: the daemon's texts, people's
 * names, moves as notation, chips.
 */
static bool
is_as_it_is(const char *key)
{
	static const char *const keys[] = {
		"text", "remark", "message", "action", "san",   "note", "w",   "b",       "wk",     "wq",
		"bk",   "bq",      "name",   "names", "kept_names", "players", "device", "addr",
		"part", "path",    "error",  "word",  "why",        "who",     "what",   "language",
		"board", "de",
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(keys[i], key) == 0)
			return true;
	return false;
}

/*
 * Collects untranslated words. Announcements of the rules are notation with
 * words on the screen, so they are excluded.
 */
static void
words_of(const json_t *value, const char *key)
{
	static const char *const kinds = " capture no-capture risen no-zombie no-zombies "
					 "cannot-bury score one-answer crooked ";
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

/* Finds the first unmarked word that is not in the vocabulary; "": none. */
static void
stranger(const char *text, char word[LITERAL])
{
	bool open = false;

	while (*text != '\0') {
		size_t len = strcspn(text, "<>"), small = 0, n = 0;
		char known[LITERAL + 4];

		if (len == 0) {
			open = *text++ == OPENS;
			continue;
		}
		while (n < len && isalpha((unsigned char)text[n]))
			small += islower((unsigned char)text[n++]) != 0;
		snprintf(word, LITERAL, "%.*s", (int)n, text);
		snprintf(known, sizeof(known), " %s", word); /* a long name is truncated */
		if (!open && small >= 2 && strcasestr(vocabulary, known) == NULL)
			return;
		text += n > 0 ? n : 1;
	}
	word[0] = '\0';
}

/* Checks that no stored state draws a text that a catalogue cannot replace. */
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

			if (strcmp(names[i], "hostile") == 0) /* not a language */
				continue;
			snprintf(path, sizeof(path), TEST_UI_DIR "/states/%.*s.json",
				 STAGE_NAME - 1, names[i]);
			state = json_load_file(path, 0, &err);
			assert_non_null(state);
			vocabulary[0] = '\0';
			/* path shown while connecting */
			words_add("/run/haloboard/halod.sock");
			words_add("English"); /* each language names itself */
			words_of(state, "");
			json_decref(state);
			stage_load(names[i], &model);
			speak_marked();
			ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
			for (unsigned c = 0; c < list.n; c++) {
				if (list.cmd[c].kind != DRAW_TEXT)
					continue;
				stranger(list.text + list.cmd[c].text, word);
				if (word[0] == '\0')
					continue;
				strangers++;
				print_error("%s %d: \"%s\" of \"%s\" is not translated\n", names[i],
					    stage_sizes[s].w, word, list.text + list.cmd[c].text);
			}
			lang_reset();
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
