/*
 * Two sessions that differ only in secrets, with the same hands. Until a final
 * action reveals a secret, both light the same lamps, print the same text,
 * report the same events and have the same deadlines.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/lamps.h"
#include "daemon/words/words.h"
#include "tests/daemon/lamps/state.h"
#include "tests/rules/vary.h"

enum { GAMES = 12, PLIES = 120, EVERY = 2, SCENES = 6 };

static struct session session[2];
static struct session_state state[2];
static struct session_out out[2];
static struct lamps lamps[2];
static uint64_t now_us;
static unsigned compared;

static void
same_told(void)
{
	assert_int_equal(out[0].n, out[1].n);
	for (unsigned i = 0; i < out[0].n; i++) {
		const struct session_note *a = &out[0].note[i], *b = &out[1].note[i];

		assert_int_equal(a->kind, b->kind);
		assert_true(a->t_us == b->t_us && a->n == b->n);
		assert_string_equal(a->text, b->text);
		assert_int_equal(a->refused, b->refused);
		assert_ptr_equal(a->rule.text, b->rule.text);
		assert_true(sqset_equal(a->rule.squares, b->rule.squares));
		assert_memory_equal(&a->said, &b->said, sizeof(a->said));
	}
}

static void
same_state(void)
{
	struct lamps_config c = lamps_config_default();
	char said[2][WORDS_LINE], frame[2][2048];

	for (unsigned i = 0; i < 2; i++) {
		session_state(&session[i], &state[i]);
		lamps_step(&lamps[i], &state[i], &c, now_us);
		words_message(&state[i], said[i]);
		state_frame_print(state[i].game, &lamps[i].shown.frame, frame[i], sizeof(frame[i]));
	}
	assert_string_equal(frame[0], frame[1]);
	assert_memory_equal(lamps[0].shown.rgb, lamps[1].shown.rgb, sizeof(lamps[0].shown.rgb));
	assert_string_equal(said[0], said[1]);
	assert_int_equal(state[0].prompt.kind, state[1].prompt.kind);
	assert_int_equal(state[0].awaits, state[1].awaits);
	compared++;
}

static bool
is_final(void)
{
	for (unsigned i = 0; i < out[0].n; i++)
		if (out[0].note[i].kind == NOTE_FINAL)
			return true;
	return false;
}

/* Returns false if an action is final, which may have revealed a secret. */
static bool
step(struct event e)
{
	uint64_t wake[2];
	bool final[2];

	e.seat = SEAT_NONE;
	e.t_us = now_us;
	for (unsigned i = 0; i < 2; i++)
		wake[i] = session_step(&session[i], &e, &out[i]);
	final[0] = is_final();
	if (final[0])
		return false;
	same_told();
	assert_true(wake[0] == wake[1]);
	same_state();
	return true;
}

/* Advances time through every deadline. */
static bool
wait(uint64_t us)
{
	uint64_t end = now_us + us, next;

	while ((next = session_deadline(&session[0])) < end) {
		now_us = next > now_us ? next : now_us;
		if (!step((struct event){ .kind = EVENT_TIME }))
			return false;
	}
	now_us = end;
	return step((struct event){ .kind = EVENT_TIME });
}

static bool
edge(unsigned sq, bool full)
{
	struct event e = { .kind = EVENT_EDGE, .sq = (uint8_t)sq };

	e.reading.occupied = full;
	return step(e) && wait(200000);
}

static bool
lift(const struct game *g, const struct position *p, unsigned sq)
{
	return rules_at(g, p, sq) == 0 || edge(sq, false);
}

/* Captures in either order, then waits for quiet. */
static void
carry(const struct game *g, const struct position *p, unsigned from, unsigned to, uint64_t *random)
{
	bool captor = state_draw(random) % 2;

	if (lift(g, p, captor ? from : to) && lift(g, p, captor ? to : from) && edge(to, true))
		(void)wait(2500000);
}

/*
 * Reports whether some action goes from–to. The mover knows its own graves; a
 * move that they forbid is refused like any other.
 */
static bool
goes(const struct game *g, const struct position *p, unsigned from, unsigned to)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(g, p, list);

	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_MOVE && list[i].from == from && list[i].to == to)
			return true;
	return false;
}

static void
play_scene(const struct game *g, const struct position p[2], uint64_t *random)
{
	unsigned what = (unsigned)(state_draw(random) % 4),
		 from = (unsigned)(state_draw(random) % 64);
	unsigned to = (unsigned)(state_draw(random) % 64);
	struct action a = state_lively(g, &p[0], random);

	if (what > 0 && (a.kind == ACT_MOVE || a.kind == ACT_ATTEMPT) && rules_legal(g, &p[1], a)) {
		if (what == 3 &&
		    !step((struct event){ .kind = EVENT_PRESS, .button = BUTTON_HINT }))
			return;
		carry(g, &p[0], a.from, a.to, random);
	} else if (what == 0 && rules_at(g, &p[0], from) &&
		   goes(g, &p[0], from, to) == goes(g, &p[1], from, to)) {
		carry(g, &p[0], from, to, random); /* mostly refused: guidance is lit */
	} else if (rules_at(g, &p[0], from) && edge(from, false) && wait(1500000) &&
		   edge(from, true)) {
		(void)wait(1500000);
	}
}

static void
begin(const struct game *g, const struct position p[2])
{
	struct session_config c = session_config_default();

	now_us = 1000000;
	for (unsigned i = 0; i < 2; i++) {
		char text[RULES_POSITION_TEXT];
		struct rules_error err;

		rules_print(g, &p[i], text);
		memset(&lamps[i], 0, sizeof(lamps[i]));
		if (session_start(&session[i], &c, g, text, NULL, NULL, NULL, now_us, &err) < 0)
			fail_msg("%s: %s", text, err.why);
	}
	same_state();
}

/* Reports the end by mate, even if only the mover's own graves cause it. */
static bool
is_over(const struct game *g, const struct position *p)
{
	return rules_outcome(g, p, NULL).result != RESULT_ONGOING;
}

static void
test_game(void **name)
{
	const struct game *g = rules_game(*name);

	compared = 0;
	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct position p[2];
		struct rules_error err;
		uint64_t random = seed;

		assert_int_equal(rules_start(g, "", &p[0], &err), 0);
		for (unsigned ply = 0; ply < PLIES; ply++) {
			struct action a = state_lively(g, &p[0], &random);

			if (a.kind == ACT_NONE)
				break;
			rules_apply(g, &p[0], a);
			for (unsigned i = 0; ply % EVERY == 0 && ply > 2 && i < SCENES; i++) {
				if (!vary_side(g, &p[0], i % 2, &random, &p[1]) ||
				    is_over(g, &p[0]) || is_over(g, &p[1]))
					continue;
				begin(g, p);
				play_scene(g, p, &random);
			}
		}
	}
	if (compared < 1000)
		fail_msg("only %u states compared", compared);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "masquerade", test_game, NULL, NULL, "masquerade" },
		{ "zombie", test_game, NULL, NULL, "zombie" },
		{ "cooperative", test_game, NULL, NULL, "cooperative" },
	};

	return cmocka_run_group_tests_name("hush", tests, NULL, NULL);
}
