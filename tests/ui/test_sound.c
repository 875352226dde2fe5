/*
 * Tests sounds: the cue of a change of state, the samples, and the
 * thread that plays them. The thread runs with SDL's disk driver, without a
 * device, and with a device that cannot be opened.
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
	{ "midgame", "promotion", UI_CUE_CHECK }, /* a promotion is an offer, not a question */
	{ "midgame", "guidance", UI_CUE_WRONG },
	{ "guidance", "guidance", -1 },
	{ "midgame", "due", -1 },                   /* an automatic move: not an error */
	{ "lifted", "castling-half", UI_CUE_MOVE }, /* nor is an action that is half made, */
	{ "midgame", "setup-960", -1 },             /* nor pieces that are set up */
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

/*
 * Checks that a shown move sounds only once when it becomes final, and that
 * captures and checks have their own cues.
 */
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
	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		if (b->at[sq].letter == 'P') {
			b->at[sq].letter = 0;
			break;
		}
	assert_int_equal(ui_cue_of(a, b), UI_CUE_CAPTURE);
	sqset_add(&b->check, 4);
	assert_int_equal(ui_cue_of(a, b), UI_CUE_CHECK);
}

/*
 * Checks that a stick that may be removed sounds once, and so does a failed
 * one; also without a game.
 */
static void
test_cues_of_a_stick(void **unused)
{
	struct ui_state *a = &before.state, *b = &after.state;

	(void)unused;
	stage_message("stick-writing", &before);
	*b = *a;
	assert_int_equal(a->n_sticks, 1);
	b->n_sticks = 0;
	assert_int_equal(ui_cue_of(b, a), -1); /* plugged in */
	assert_int_equal(ui_cue_of(a, b), -1); /* and removed */
	*b = *a;
	snprintf(b->stick[0].stage, sizeof(b->stick[0].stage), "done");
	assert_int_equal(ui_cue_of(a, b), UI_CUE_ASKED);
	assert_int_equal(ui_cue_of(b, b), -1);
	b->phase = a->phase = UI_PHASE_NONE;
	assert_int_equal(ui_cue_of(a, b), UI_CUE_ASKED);
	snprintf(b->stick[0].stage, sizeof(b->stick[0].stage), "failed");
	assert_int_equal(ui_cue_of(a, b), UI_CUE_WRONG);
	assert_int_equal(ui_cue_of(b, b), -1);
	/* One stick finishes while another fails: the failure takes precedence. */
	b->n_sticks = a->n_sticks = 2;
	a->stick[1] = a->stick[0];
	b->stick[1] = b->stick[0];
	snprintf(b->stick[1].stage, sizeof(b->stick[1].stage), "done");
	assert_int_equal(ui_cue_of(a, b), UI_CUE_WRONG);
}

/*
 * Checks that each cue is audible and unclipped, begins and ends in silence,
 * and differs from all others.
 */
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

/* Reports whether the samples are half of `want`, except for rounding. */
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

/* Checks that the thread's output to SDL's disk driver contains the cue at the requested volume. */
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
	for (int i = 0; i < 500 && !there; i++) { /* until it is complete, however slow the
						   * machine */
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
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cues),
		cmocka_unit_test(test_cues_of_a_move),
		cmocka_unit_test(test_cues_of_a_stick),
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_device),
		cmocka_unit_test(test_no_device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
