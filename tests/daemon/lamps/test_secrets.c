/*
 * No light reveals a seat's secrets. Random games are played. At each position
 * a side's secret is replaced by another possible one (tests/rules/vary.h).
 * Then for any hands, buttons and session events, the frame, its colours, the
 * hints and the public sentence are the same.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lamps/lamps.h"
#include "daemon/words/words.h"
#include "tests/daemon/lamps/state.h"
#include "tests/rules/vary.h"

enum { GAMES = 6, PLIES = 120, SCENES = 24 };

/* The game so far, twice: with the real secret and with another. */
struct pair {
	const struct game *game;
	struct position before[2], now[2];
	bool has_last;
	struct action last;
};

/* Events at the table, the same for both of the pair. */
struct scene {
	struct action shown; /* kind 0: none */
	struct sqset lifted, missing, extra;
	uint8_t prompt, prompt_seat, from, to;
	bool hint_asked, due, guided, refused, safe;
};

static struct sqset
some_squares(uint64_t *random, struct sqset of, unsigned n)
{
	struct sqset some = { { 0, 0 } };

	while (n-- > 0 && !sqset_empty(of)) {
		unsigned skip = (unsigned)(state_draw(random) % sqset_count(of)),
			 sq = sqset_pop(&of);

		while (skip-- > 0)
			sq = sqset_pop(&of);
		sqset_add(&some, sq);
	}
	return some;
}

/* Returns an action of the board that is legal whatever the secret. */
static struct action
common_action(const struct pair *p, uint64_t *random)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(p->game, &p->now[0], list);

	for (unsigned i = 0; n > 0 && i < 20; i++) {
		struct action a = list[state_draw(random) % n];

		if ((a.kind == ACT_MOVE || a.kind == ACT_CASTLE) &&
		    rules_legal(p->game, &p->now[1], a))
			return a;
	}
	return (struct action){ 0 };
}

static struct scene
make_scene(const struct pair *p, uint64_t *random)
{
	static const uint8_t prompts[] = { PROMPT_NONE, PROMPT_NONE,     PROMPT_WHICH,
					   PROMPT_END,  PROMPT_CONFIRM,  PROMPT_TAKEBACK,
					   PROMPT_DRAW, PROMPT_PROMOTION, PROMPT_BLUNDER };
	struct sqset pieces = rules_occupied(p->game, &p->now[0]);
	struct scene s = { .prompt = prompts[state_draw(random) % sizeof(prompts)] };
	unsigned what = (unsigned)(state_draw(random) % 8);

	s.prompt_seat = (uint8_t)(state_draw(random) % 2);
	s.from = (uint8_t)(state_draw(random) % 64);
	s.to = (uint8_t)(state_draw(random) % 64);
	s.safe = state_draw(random) % 4 == 0;
	s.hint_asked = what == 0;
	s.refused = what == 1;
	s.guided = what == 1 || what == 2;
	s.due = what == 2;
	if (s.guided) {
		s.missing = some_squares(random, pieces, 2);
		s.extra = sqset_of((unsigned)(state_draw(random) % 64));
	}
	if (what >= 4)
		s.lifted = some_squares(random, pieces, 1 + what % 2);
	if (state_draw(random) % 3 == 0)
		s.shown = common_action(p, random);
	if (s.prompt == PROMPT_BLUNDER && s.shown.kind == ACT_NONE)
		s.prompt = PROMPT_NONE;
	return s;
}

/* Makes the session's state for half `which` of the pair. */
static void
make_state(struct made_state *m, const struct pair *p, const struct scene *scene, unsigned which)
{
	struct session_state *s = &m->state;
	unsigned turn;

	memset(m, 0, sizeof(*m));
	m->settled = m->shown = p->now[which];
	m->before_last = p->before[which];
	s->game = p->game;
	s->phase = SESSION_PLAYING;
	s->settled = s->shown_from = &m->settled;
	s->shown = &m->shown;
	s->before_last = &m->before_last;
	s->removed = m->removed;
	s->has_last = p->has_last;
	s->last = p->last;
	if (p->has_last)
		s->last_squares =
			state_last_squares(p->game, &p->before[which], &p->now[which], p->last);
	if (scene->shown.kind != ACT_NONE) {
		s->has_provisional = true;
		s->provisional = scene->shown;
		if (rules_reveals(p->game, &m->settled))
			rules_public(p->game, &m->settled, &m->shown);
		rules_apply(p->game, &m->shown, scene->shown);
	}
	rules_public(p->game, &m->shown, &s->known);
	turn = rules_turn_seat(p->game, &m->settled);
	s->to_act = (uint8_t)rules_to_act(p->game, &m->settled);
	s->lifted = sqset_and(scene->lifted, rules_occupied(p->game, &m->shown));
	s->present = sqset_minus(rules_occupied(p->game, &m->shown), s->lifted);
	s->hint_asked = scene->hint_asked;
	s->awaits = AWAIT_PROMOTE;
	if (scene->guided)
		s->guidance.kind = scene->due ? GUIDANCE_DUE : GUIDANCE_LEADS;
	s->guidance.missing = scene->missing;
	s->guidance.extra = sqset_minus(scene->extra, scene->missing);
	s->guidance.lift_sq = s->guidance.put_sq = RULES_NO_SQ;
	s->refused_from = scene->from;
	s->refused_to = scene->to;
	if (scene->refused) /* the seat's own reason, which may be a secret */
		rules_refuse(p->game, &m->settled, turn, scene->from, scene->to, &s->refusal);
	s->prompt.kind = scene->prompt;
	s->prompt.seat = scene->prompt_seat;
	if (scene->shown.kind != ACT_NONE)
		s->prompt.option[s->prompt.n_options++] = scene->shown;
}

static void
fail_with_lamps(const struct pair *p, const struct lamps_picture one[2])
{
	char text[2048];

	for (unsigned i = 0; i < 2; i++) {
		rules_print(p->game, &p->now[i], text);
		print_message("%s\n", text);
		state_frame_print(p->game, &one[i].frame, text, sizeof(text));
		print_message("%s\n", text);
	}
	fail_msg("light tells what is hidden");
}

static void
same_light(const struct pair *p, const struct scene *scene)
{
	static struct lamps lamps[2];
	struct lamps_config c = lamps_config_default();
	static struct made_state made[2];
	struct lamps_picture shown[2];
	char said[2][WORDS_LINE];

	memset(lamps, 0, sizeof(lamps));
	memset(c.hints, scene->safe ? HINTS_SAFE : HINTS_MOVES, sizeof(c.hints));
	for (unsigned i = 0; i < 2; i++) {
		make_state(&made[i], p, scene, i);
		lamps_step(&lamps[i], &made[i].state, &c, 1000000);
		shown[i] = lamps[i].shown;
	}
	/* A refusal for a secret reason lights no squares. */
	if (memcmp(&shown[0].frame, &shown[1].frame, sizeof(shown[0].frame)) != 0 ||
	    memcmp(shown[0].rgb, shown[1].rgb, sizeof(shown[0].rgb)) != 0)
		fail_with_lamps(p, shown);
	for (unsigned i = 0; i < 2; i++)
		words_message(&made[i].state, said[i]);
	assert_string_equal(said[0], said[1]);
	assert_int_equal(lamps[0].hints.valid, lamps[1].hints.valid);
	assert_memory_equal(&lamps[0].hints.answer, &lamps[1].hints.answer,
			    sizeof(lamps[0].hints.answer));
}

/* Reports whether the public announcement of the last action is the same for both. */
static bool
alike(const struct pair *p)
{
	struct announcements said[2];
	struct position known[2];

	for (unsigned i = 0; i < 2; i++) {
		memset(&said[i], 0, sizeof(said[i]));
		rules_announce(p->game, &p->before[i], p->last, &said[i]);
		rules_public(p->game, &p->now[i], &known[i]);
	}
	/* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	return memcmp(said, said + 1, sizeof(said[0])) == 0 &&
	       /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	       memcmp(known, known + 1, sizeof(known[0])) == 0;
}

/* Replaces the secret before the last action, or after it; returns false if not possible now. */
static bool
vary_pair(struct pair *p, unsigned how, uint64_t *random)
{
	p->before[1] = p->before[0];
	if (how & 2)
		return vary_side(p->game, &p->now[0], how & 1, random, &p->now[1]);
	if (!vary_side(p->game, &p->before[0], how & 1, random, &p->before[1]))
		return false;
	p->now[1] = p->before[1];
	if (!rules_legal(p->game, &p->before[1], p->last))
		return false;
	rules_apply(p->game, &p->now[1], p->last);
	return alike(p);
}

static unsigned
vary_position(const struct pair *game, uint64_t *random)
{
	unsigned compared = 0;

	for (unsigned how = 0; how < 4; how++) {
		struct pair p = *game;

		if (!vary_pair(&p, how, random))
			continue;
		for (unsigned i = 0; i < SCENES; i++) {
			struct scene scene = make_scene(&p, random);

			same_light(&p, &scene);
			compared++;
		}
	}
	return compared;
}

static void
test_game(void **state)
{
	const char *name = *state;
	unsigned compared = 0;

	for (uint64_t seed = 1; seed <= GAMES; seed++) {
		struct pair p = { .game = rules_game(name) };
		struct rules_error err;
		uint64_t random = seed;

		assert_int_equal(rules_start(p.game, "", &p.now[0], &err), 0);
		for (unsigned ply = 0; ply < PLIES; ply++) {
			struct action a = state_lively(p.game, &p.now[0], &random);

			if (a.kind == ACT_NONE)
				break;
			p.before[0] = p.now[0];
			p.last = a;
			p.has_last = true;
			rules_apply(p.game, &p.now[0], a);
			if (strstr(name, "zombie") || ply >= 2) /* there are secrets by then */
				compared += vary_position(&p, &random);
		}
	}
	if (compared < 2000)
		fail_msg("only %u frames compared", compared);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		{ "masquerade", test_game, NULL, NULL, "masquerade" },
		{ "zombie", test_game, NULL, NULL, "zombie" },
		{ "cooperative", test_game, NULL, NULL, "cooperative" },
	};

	return cmocka_run_group_tests_name("secrets", tests, NULL, NULL);
}
