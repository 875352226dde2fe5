/*
 * What is heard: which cue a change of state makes and what is said, the
 * samples themselves, and the thread that plays them on SDL's disk driver, on no
 * device at all, and on one that cannot be opened.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/ui/stages.h"
#include "ui/cue.h"
#include "ui/sound.h"

struct row {
	const char *before, *after;
	int cue;
};

static const struct row rows[] = {
	{ "midgame", "midgame", -1 },
	{ "midgame", "lifted", -1 },
	{ "lifted", "shown", UI_CUE_MOVE },
	{ "midgame", "takeback", UI_CUE_ASKED },
	{ "takeback", "takeback", -1 },           /* asked once */
	{ "midgame", "promotion", UI_CUE_CHECK }, /* it does not ask: it offers */
	{ "midgame", "guidance", UI_CUE_WRONG },
	{ "guidance", "guidance", -1 },
	{ "midgame", "due", -1 }, /* the rules moved it: nobody was wrong */
	{ "midgame", "refusal", UI_CUE_WRONG },
	{ "no-game", "midgame", -1 },
	{ "midgame", "no-game", -1 },
	{ "midgame", "dice-roll", -1 }, /* another game */
};

static struct ui_message before, after;

static void
test_cues(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int cue;

		stage_message(rows[i].before, &before);
		stage_message(rows[i].after, &after);
		cue = ui_cue_of(&before.state, &after.state);
		if (cue != rows[i].cue)
			fail_msg("%s to %s: cue %d, not %d", rows[i].before, rows[i].after, cue,
				 rows[i].cue);
	}
}

/* Shown and then final is heard once; a capture and a check have their own. */
static void
test_cues_of_a_move(void **unused)
{
	struct ui_state *a = &before.state, *b = &after.state;

	(void)unused;
	stage_message("midgame", &before);
	stage_message("midgame", &after);
	snprintf(b->provisional, sizeof(b->provisional), "e2e4");
	b->has_provisional = true;
	assert_int_equal(ui_cue_of(a, b), UI_CUE_MOVE);
	*a = *b;
	b->has_provisional = false;
	b->provisional[0] = '\0';
	b->n_actions++;
	snprintf(b->last_action, sizeof(b->last_action), "e2e4");
	assert_int_equal(ui_cue_of(a, b), -1);
	snprintf(b->last_action, sizeof(b->last_action), "d2d4");
	assert_int_equal(ui_cue_of(a, b), UI_CUE_MOVE);
	for (unsigned sq = 0; sq < UI_SQUARES_MAX; sq++)
		if (b->at[sq].letter == 'P') {
			b->at[sq].letter = 0;
			break;
		}
	assert_int_equal(ui_cue_of(a, b), UI_CUE_CAPTURE);
	ui_set_add(&b->check, 4);
	assert_int_equal(ui_cue_of(a, b), UI_CUE_CHECK);
}

/* A stick that may be pulled is heard once, one that failed too; also where there is no game. */
static void
test_cues_of_a_stick(void **unused)
{
	struct ui_state *a = &before.state, *b = &after.state;

	(void)unused;
	stage_message("stick-writing", &before);
	*b = *a;
	assert_int_equal(a->n_sticks, 1);
	b->n_sticks = 0;
	assert_int_equal(ui_cue_of(b, a), -1); /* it was plugged in */
	assert_int_equal(ui_cue_of(a, b), -1); /* and pulled */
	*b = *a;
	snprintf(b->stick[0].stage, sizeof(b->stick[0].stage), "done");
	assert_int_equal(ui_cue_of(a, b), UI_CUE_ASKED);
	assert_int_equal(ui_cue_of(b, b), -1);
	b->phase = a->phase = UI_PHASE_NONE;
	assert_int_equal(ui_cue_of(a, b), UI_CUE_ASKED);
	snprintf(b->stick[0].stage, sizeof(b->stick[0].stage), "failed");
	assert_int_equal(ui_cue_of(a, b), UI_CUE_WRONG);
	assert_int_equal(ui_cue_of(b, b), -1);
	/* One is done while another fails: that comes first. */
	b->n_sticks = a->n_sticks = 2;
	a->stick[1] = a->stick[0];
	b->stick[1] = b->stick[0];
	snprintf(b->stick[1].stage, sizeof(b->stick[1].stage), "done");
	assert_int_equal(ui_cue_of(a, b), UI_CUE_WRONG);
}

static void
said_check(const char *game, bool san, const char *move, const char *words)
{
	char said[UI_SPEECH_TEXT];

	stage_message("midgame", &before);
	snprintf(before.state.game, sizeof(before.state.game), "%s", game);
	after = before;
	after.state.n_actions++;
	after.state.first_ply = san ? 0 : -1;
	after.state.n_moves = 1;
	after.state.move[0] = (struct ui_move){ "", false };
	snprintf(after.state.move[0].text, sizeof(after.state.move[0].text), "%s", move);
	ui_speech_of(&before.state, &after.state, said);
	assert_string_equal(said, words);
}

static void
test_speech(void **unused)
{
	(void)unused;
	said_check("chess", true, "Nxf3+", "knight takes f 3 check");
	said_check("chess", true, "O-O-O", "castles long");
	said_check("chess", true, "e8=Q#", "e 8 becomes queen mate");
	said_check("accounting", false, "e2e4", "e 2 to e 4");
	said_check("masquerade", false, "f1xb5", "f 1 takes on b 5");
	said_check("dice-money", false, "roll:2,5", "roll 2 5");
	/* what is hidden is not said */
	said_check("zombie", false, "bury:?", "");
	said_check("masquerade", false, "assign:?", "");
}

/* Each cue is heard, none clips, each begins and ends in silence, no two are alike. */
static void
test_samples(void **unused)
{
	static int16_t sound[UI_CUES][SOUND_SAMPLES_MAX];
	size_t n[UI_CUES];

	(void)unused;
	for (int c = 0; c < UI_CUES; c++) {
		int loudest = 0;

		n[c] = sound_samples((enum ui_cue)c, sound[c]);
		assert_true(n[c] > SOUND_RATE / 50 && n[c] <= SOUND_SAMPLES_MAX);
		for (size_t i = 0; i < n[c]; i++)
			if (abs(sound[c][i]) > loudest)
				loudest = abs(sound[c][i]);
		assert_in_range(loudest, 8000, 32767);
		assert_true(abs(sound[c][0]) < 200 && abs(sound[c][n[c] - 1]) < 200);
		for (int d = 0; d < c; d++)
			assert_true(n[c] != n[d] ||
				    memcmp(sound[c], sound[d], n[c] * sizeof(int16_t)) != 0);
	}
}

/* Half of `want` stands there, give or take the rounding. */
static bool
sounds_half(const int16_t *heard, const int16_t *want, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (abs(heard[i] - want[i] / 2) > 2)
			return false;
	return true;
}

static bool
file_has(const char *path, const int16_t *want, size_t n)
{
	static int16_t heard[SOUND_RATE * 4];
	FILE *f = fopen(path, "re");
	size_t got = f != NULL ? fread(heard, sizeof(heard[0]), SOUND_RATE * 4, f) : 0;
	size_t at = 0;

	if (f != NULL)
		fclose(f);
	while (at + n <= got && !sounds_half(heard + at, want, n))
		at++;
	return at + n <= got;
}

/* What the thread gave to SDL's disk driver holds the cue, at the volume that was asked for. */
static void
test_device(void **unused)
{
	static int16_t want[SOUND_SAMPLES_MAX];
	size_t n = sound_samples(UI_CUE_CAPTURE, want);
	char path[] = "/tmp/halo-sound-XXXXXX";
	bool there = false;
	struct sound *s;

	(void)unused;
	close(mkstemp(path));
	setenv("SDL_AUDIODRIVER", "disk", 1);
	setenv("SDL_DISKAUDIOFILE", path, 1);
	setenv("SDL_DISKAUDIODELAY", "0", 1);
	s = sound_create();
	sound_play(s, UI_CUE_CAPTURE, 50);
	for (int i = 0; i < 500 && !there; i++) { /* until it is all there, however slow */
		SDL_Delay(20);
		there = file_has(path, want, n);
	}
	assert_true(sound_destroy(s));
	unlink(path);
	assert_true(there);
}

static void
test_no_device(void **unused)
{
	struct sound *s;

	(void)unused;
	setenv("SDL_AUDIODRIVER", "no such driver", 1);
	s = sound_create();
	assert_non_null(s);
	for (int i = 0; i < 50; i++)
		sound_play(s, UI_CUE_WRONG, 100);
	assert_true(sound_destroy(s));
	assert_true(sound_destroy(NULL));
	sound_play(NULL, UI_CUE_MOVE, 100);
	sound_say(NULL, "e 2", "en", 100);
}

/* What the program in the place of espeak-ng was told, once it has been. */
static const char *
speaker_heard(const char *note)
{
	static char line[256];
	FILE *f = NULL;

	for (int i = 0; i < 500 && (f = fopen(note, "re")) == NULL; i++)
		SDL_Delay(20);
	assert_non_null(f);
	assert_non_null(fgets(line, sizeof(line), f));
	fclose(f);
	unlink(note);
	return line;
}

/* A program in the place of espeak-ng notes what it is to say; it has no voice named xx. */
static void
test_speaker(void **unused)
{
	char dir[] = "/tmp/halo-speech-XXXXXX", path[64], note[64], env[512];
	unsigned tries = 0;
	struct sound *s;
	FILE *f;

	(void)unused;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/espeak-ng", dir);
	snprintf(note, sizeof(note), "%s/said", dir);
	f = fopen(path, "we");
	fprintf(f, "#!/bin/sh\necho \"$@\" >%s.part\nmv %s.part %s\n[ \"$4\" != xx ]\n", note, note,
		note);
	fclose(f);
	chmod(path, 0755);
	snprintf(env, sizeof(env), "%s:/usr/bin:/bin", dir);
	setenv("PATH", env, 1);
	s = sound_create();
	sound_say(s, "Springer schlägt f 3", "de", 60);
	assert_string_equal(speaker_heard(note), "-a 120 -v de -- Springer schlägt f 3\n");
	sound_say(s, "knight takes f 3", "en", 60);
	assert_string_equal(speaker_heard(note), "-a 120 -v en -- knight takes f 3\n");
	/* A voice that there is not is asked for until it is seen that there is none. */
	for (bool own = false; !own; tries++) {
		const char *line;

		assert_true(tries < 50);
		sound_say(s, "e 4", "xx", 60);
		line = speaker_heard(note);
		own = strcmp(line, "-a 120 -- e 4\n") == 0;
		if (!own)
			assert_string_equal(line, "-a 120 -v xx -- e 4\n");
		SDL_Delay(own ? 0 : 20);
	}
	/* and where there is no such program, nothing is said, and nothing breaks */
	unlink(path);
	setenv("PATH", dir, 1);
	sound_say(s, "check", "en", 60);
	assert_true(sound_destroy(s));
	rmdir(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cues),
		cmocka_unit_test(test_cues_of_a_move),
		cmocka_unit_test(test_cues_of_a_stick),
		cmocka_unit_test(test_speech),
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_device),
		cmocka_unit_test(test_no_device),
		cmocka_unit_test(test_speaker),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
