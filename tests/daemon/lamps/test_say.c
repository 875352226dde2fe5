/* The table of sentences, and how a language takes its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/words/say.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"
#include "tests/daemon/lamps/state.h"

/* "{3}" in the text? */
static bool
has(const char *text, unsigned which)
{
	char mark[16];

	(void)snprintf(mark, sizeof(mark), "{%u}", which);
	return strstr(text, mark) != NULL;
}

static void
test_rows(void **state)
{
	(void)state;
	for (unsigned i = 0; i < SAY_COUNT; i++) {
		const char *key = say_key(i), *text = say_english(i);
		unsigned n = 0;

		if (!key || !*key || !text || !*text)
			fail_msg("sentence %u has no key or no text", i);
		if (strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(key))
			fail_msg("%s: no key", key);
		for (unsigned k = 0; k < i; k++)
			if (strcmp(say_key(k), key) == 0)
				fail_msg("%s stands twice", key);
		while (n < 9 && has(text, n + 1))
			n++;
		for (unsigned which = n + 1; which <= 9; which++)
			if (has(text, which))
				fail_msg("%s: {%u} without {%u}", key, which, n + 1);
		if (strlen(text) >= WORDS_LINE || text[0] == ' ' || text[strlen(text) - 1] == ' ')
			fail_msg("%s: too long, or blanks that a language file would lose", key);
	}
}

/* What each row's text is replaced by: key, text, and what is told against it; NULL: taken. */
static const struct {
	const char *key, *text, *why;
} replaced[] = {
	{ "ends-resigned", "{2} gibt auf, {1} gewinnt", NULL },
	{ "white", "Weiß", NULL },
	{ "black", "Schwarz", NULL },
	{ "next-move", "{1} am Zug ({1})", NULL },
	{ "next-move", "am Zug", "next-move: not the placeholders of \"{1} to move\"" },
	{ "next-move", "{1} und {2}", "next-move: not the placeholders of" },
	{ "next-walk", "{1}", "next-walk: there is no such sentence" },
	{ "white", "", "white: one line of UTF-8 is expected" },
	{ "white", "a\nb", "white: one line of UTF-8 is expected" },
	{ "white", "Wei\xdf", "white: one line of UTF-8 is expected" },
	{ "white", "\xc3", "white: one line of UTF-8 is expected" },
};

static void
test_replace(void **state)
{
	struct made_state made;
	struct session_state *s;
	struct words_result result;
	char why[SAY_TEXT], text[WORDS_LINE], longest[2 * SAY_TEXT];

	(void)state;
	for (size_t i = 0; i < sizeof(replaced) / sizeof(replaced[0]); i++) {
		*why = '\0';
		assert_int_equal(say_replace(replaced[i].key, replaced[i].text, why),
				 replaced[i].why ? -1 : 0);
		if (replaced[i].why && !strstr(why, replaced[i].why))
			fail_msg("%s: %s", replaced[i].key, why);
	}
	memset(longest, 'x', sizeof(longest) - 1);
	longest[sizeof(longest) - 1] = '\0';
	assert_int_equal(say_replace("white", longest, why), -1);
	assert_string_equal(why, "white: longer than 255 bytes");

	s = state_make(&made, &(struct state_text){ 0 });
	words_message(s, text);
	assert_string_equal(text, "Weiß am Zug (Weiß)");
	s->end = SESSION_END_RESIGNED;
	s->end_colour = 0;
	words_result(s, &result);
	assert_string_equal(result.text, "Weiß gibt auf, Schwarz gewinnt");
	/* What no file names stays English. */
	words_choice(text);
	assert_string_equal(text, "Put a piece on the light of a game. Back: none of them");

	say_reset();
	assert_string_equal(words_side(s->game, 0), "White");
}

/* Every piece of every game has a name that a language may replace. */
static void
test_names(void **state)
{
	size_t n;
	const struct game *const *games = rules_games(&n);
	char why[SAY_TEXT], text[WORDS_MOVE];

	(void)state;
	for (size_t g = 0; g < n; g++)
		for (unsigned kind = PIECE_PAWN; kind <= PIECE_ARTILLERY; kind++) {
			const char *name;
			unsigned i = 0;

			rules_piece_print(games[g], piece_make(kind, 0), text);
			if (text[0] == '.')
				continue;
			name = rules_piece_name(games[g], piece_make(kind, 0));
			while (i < SAY_COUNT && (strncmp(say_key(i), "piece-", 6) != 0 ||
						 strcmp(say_english(i), name) != 0))
				i++;
			if (i == SAY_COUNT)
				fail_msg("%s: no sentence names the %s", rules_name(games[g]),
					 name);
		}
	assert_int_equal(say_replace("piece-royal-stone", "Königsstein", why), 0);
	words_piece(rules_game("abstract"), piece_make(PIECE_KING, 0), text);
	assert_string_equal(text, "white Königsstein");
	say_reset();
}

static const char *german;
static unsigned taken;

static int
take(void *arg, const char *key, const char *text, char why[LANG_WHY])
{
	char wrong[SAY_TEXT];

	(void)arg;
	taken++;
	if (say_replace(key, text, wrong) == 0)
		return 0;
	(void)snprintf(why, LANG_WHY, "%s", wrong);
	return -1;
}

static void
no_mistakes(void *arg, const char *line)
{
	(void)arg;
	fail_msg("%s", line);
}

/* The file that ships has sentences of ours alone; what it leaves out is for builders. */
static void
test_german(void **state)
{
	const struct lang_sink sink = { .take = take, .tell = no_mistakes };
	struct made_state made;
	struct session_state *s;
	char text[WORDS_LINE];

	(void)state;
	assert_int_equal(lang_read(german, "board", &sink), 0);
	assert_true(taken > SAY_COUNT * 3 / 4);
	s = state_make(&made,
		       &(struct state_text){
			       .missing = "e2", .extra = "e5", .step = "e5 e2", .steps = 2 });
	words_message(s, text);
	assert_string_equal(text, "Bauer (weiß) von e5 zurück auf e2 stellen (noch 2 Schritte)");
	say_reset();
}

/* A sentence that does not fit ends with a whole character. */
static void
test_cut(void **state)
{
	char out[8] = "", why[SAY_TEXT];

	(void)state;
	assert_int_equal(say_replace("white", "abcdeßf", why), 0);
	say_plain(out, 7, SAY_WHITE);
	assert_string_equal(out, "abcde");
	*out = '\0';
	say_plain(out, 8, SAY_WHITE);
	assert_string_equal(out, "abcdeß");
	*out = '\0';
	assert_int_equal(say_replace("white", "abc\U0001F600", why), 0);
	say_plain(out, 7, SAY_WHITE);
	assert_string_equal(out, "abc");
	*out = '\0';
	say_plain(out, 8, SAY_WHITE);
	assert_string_equal(out, "abc\U0001F600");
	say_reset();
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),  cmocka_unit_test(test_replace),
		cmocka_unit_test(test_names), cmocka_unit_test(test_german),
		cmocka_unit_test(test_cut),
	};

	assert(argc == 2);
	german = argv[1];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
