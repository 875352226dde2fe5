/* The daemon's sentences in another language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/words/words.h"
#include "hw/lang/lang.h"
#include "tests/daemon/lamps/state.h"
#include "tests/hw/lang/mo.h"

static void
test_replaced(void **state)
{
	static const struct mo_text texts[] = {
		{ "{1} wins: {2} resigned", "{2} gibt auf, {1} gewinnt" },
		{ "White", "Weiß" },
		{ "Black", "Schwarz" },
		{ "{1} to move", "{1} am Zug ({1})" },
	};
	struct made_state made;
	struct session_state *s;
	struct words_result result;
	char text[WORDS_LINE];

	(void)state;
	mo_speak(texts, sizeof(texts) / sizeof(texts[0]));
	s = state_make(&made, &(struct state_text){ 0 });
	words_message(s, text);
	assert_string_equal(text, "Weiß am Zug (Weiß)");
	s->end = SESSION_END_RESIGNED;
	s->end_colour = 0;
	words_result(s, &result);
	assert_string_equal(result.text, "Weiß gibt auf, Schwarz gewinnt");
	/* Texts missing in the catalogue stay English. */
	s->phase = SESSION_NO_GAME;
	words_message(s, text);
	assert_string_equal(text, "No game yet: set up the pieces or choose a game");

	lang_reset();
	assert_string_equal(words_side(s->game, 0), "White");
}

/* The rules name a piece in English; xgettext reads those names in names.inc. */
static void
test_names(void **state)
{
	static const char *const names[] = {
#include "hw/languages/names.inc"
	};
	static const struct mo_text texts[] = { { "a piece\004{1} royal stone", "den {1}n Königsstein" },
						{ "a piece\004white", "weiße" } };
	size_t n;
	const struct game *const *games = rules_games(&n);
	char text[WORDS_MOVE];

	(void)state;
	for (size_t g = 0; g < n; g++)
		for (unsigned kind = PIECE_PAWN; kind <= PIECE_ARTILLERY; kind++) {
			const char *name;
			size_t i = 0;

			rules_piece_print(games[g], piece_make(kind, 0), text);
			if (text[0] == '.')
				continue;
			name = rules_piece_name(games[g], piece_make(kind, 0));
			while (i < sizeof(names) / sizeof(names[0]) && strcmp(names[i], name) != 0)
				i++;
			if (i == sizeof(names) / sizeof(names[0]))
				fail_msg("%s: hw/languages/names.inc lacks the %s",
					 rules_name(games[g]), name);
		}
	mo_speak(texts, 2);
	words_piece(rules_game("abstract"), piece_make(PIECE_KING, 0), text);
	assert_string_equal(text, "den weißen Königsstein");
	lang_reset();
}

static const struct {
	struct state_text state;
	const char *want;
} german[] = {
	{ { .missing = "e2", .extra = "e5", .step = "e5 e2", .steps = 2, .back = true },
	  "Stelle den weißen Bauern von e5 zurück auf e2 (noch 2 Schritte)" },
	{ { .missing = "e2", .extra = "e5", .step = "e5 e2", .steps = 1 },
	  "Stelle den weißen Bauern von e5 auf e2" },
	{ { .position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	    .provisional = "e1g1",
	    .missing = "f1",
	    .extra = "h1",
	    .step = "h1 f1",
	    .onward = true },
	  "Rochade: jetzt den weißen Turm von h1 nach f1" },
	{ { .position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
	    .provisional = "e5d6",
	    .extra = "d5",
	    .step = "d5 -",
	    .onward = true },
	  "En passant: jetzt den schwarzen Bauern von d5 nehmen" },
	{ { .position = "3qk3/8/8/3R4/8/8/8/4K3 b - - 0 1",
	    .provisional = "d8d5",
	    .prompt = PROMPT_CONFIRM,
	    .options = "d8d5" },
	  "War es Dxd5? Uhrknopf oder OK sagt ja" },
	{ { .game = "half-alice", .provisional = "g1f3", .prompt = PROMPT_CONFIRM, .options = "g1f3" },
	  "War es Sg1-f3? Uhrknopf oder OK sagt ja" },
	{ { .game = "zombie",
	    .position = "4k3/8/8/8/8/P^7/8/4K2R w - - 0 1 stage=move buried=nh1/- left=- moved=- "
			"hold=- dust=-",
	    .provisional = "h1h5",
	    .prompt = PROMPT_CONFIRM,
	    .options = "h1h5" },
	  "War es Th1-h5, und ist der Zug zu Ende? Uhrknopf oder OK sagt ja; dann zeigt sich, wer "
	  "aufersteht. Zombies, die nicht zogen, werden dann zerstört. Das trifft den weißen Bauern auf a3" },
	{ { .extra = "a4 b4 c4 d4 e4 f4 g4 h4 a5", .step = "a4 -", .steps = 9 },
	  "Die Figuren wegnehmen, die nicht hierher gehören (noch 9 Schritte)" },
	{ { .sets_up = true, .extra = "a4 b4 c4 d4 e4", .step = "a4 -", .steps = 5 },
	  "Aufstellen wie im Bild. Figuren von Reihe 4 nehmen: Sie ist in dieser Partie leer" },
	{ { .game = "american",
	    .position = "11/5P5/11/11/11/11/11/4q6/5Q5 w - - 0 1",
	    .last = "f8f9" },
	  "Soldat auf f9 wird General: Stelle einen General (D) dorthin. Rot am Zug" },
	{ { .game = "chess960", .sets_up = true, .wrong = "a1 c1", .step = "a1 -", .steps = 16 },
	  "Aufstellen wie im Bild. Reihe 1: Läufer, Läufer, Dame, Springer, Springer, Turm, König, "
	  "Turm (LLDSSTKT). Wenn sie so stehen: OK oder Fertig" },
};

static void
test_german(void **state)
{
	(void)state;
	mo_speak_german();
	for (size_t i = 0; i < sizeof(german) / sizeof(german[0]); i++) {
		struct made_state made;
		char text[WORDS_LINE];

		words_message(state_make(&made, &german[i].state), text);
		assert_string_equal(text, german[i].want);
	}
	lang_reset();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_replaced),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_german),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
