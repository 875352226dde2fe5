/* The words of each move and each position of a game as sound files. No sound device is needed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "daemon/voice/speaker.h"
#include "daemon/words/words.h"
#include "hw/lang/lang.h"
#include "tests/daemon/voice/game.h"
#include "tests/folder.h"
#include "tests/hw/lang/mo.h"

enum { MOVES = sizeof(voice_game) / sizeof(voice_game[0]), HEADER = 44, SHORTEST = 8000 };

static char folder[64];
static unsigned files;

/* Checks the newest file: its header and that it has at least a fifth of a second of sound. */
static void
check_file(const char *text)
{
	uint8_t h[HEADER];
	uint32_t bytes;
	char path[96];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%04u.wav", folder, ++files);
	f = fopen(path, "re");
	assert_non_null(f);
	assert_int_equal(fread(h, sizeof(h), 1, f), 1);
	assert_memory_equal(h, "RIFF", 4);
	bytes = h[40] | (uint32_t)h[41] << 8 | (uint32_t)h[42] << 16 | (uint32_t)h[43] << 24;
	fseek(f, 0, SEEK_END);
	assert_int_equal(ftell(f), HEADER + (long)bytes);
	fclose(f);
	unlink(path);
	if (bytes < SHORTEST)
		fail_msg("'%s' has %u bytes of sound", text, bytes);
}

static void
say(const char *text)
{
	assert_int_equal(speaker_say(text), 0);
	check_file(text);
}

static void
say_game(const char *language)
{
	const struct game *g = rules_game("chess");
	struct rules_error err;
	struct position p;
	char text[WORDS_SPOKEN];

	speaker_set(language, 60);
	assert_int_equal(rules_start(g, "", &p, &err), 0);
	for (unsigned i = 0; i < MOVES; i++) {
		struct move_note note;
		struct action a;

		assert_int_equal(rules_san_parse(g, &p, voice_game[i], &a, &err), 0);
		rules_note(g, &p, a, &note);
		words_spoken_action(g, &note, a, "", WORDS_FILES_LETTERS, text);
		say(text);
		rules_apply(g, &p, a);
	}
	words_spoken_position(g, &p, WORDS_FILES_NAMES, text);
	say(text);
}

static void
test_game(void **state)
{
	const struct speaker_config config = { .wav = folder, .rate = 150 };

	(void)state;
	snprintf(folder, sizeof(folder), "%s/halo-voice-XXXXXX", folder_root());
	assert_non_null(mkdtemp(folder));
	assert_int_equal(speaker_open(&config), 0);
	say_game("en");
	mo_speak_german();
	say_game("de");
	lang_reset();
	speaker_close();
	rmdir(folder);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_game),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
