/* Shared by the tests of the rule core. */
#pragma once
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "rules/game.h"
#include "rules/rules.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

static inline const struct game *
test_game(const char *name)
{
	const struct game *g = rules_game(name);

	if (!g)
		fail_msg("no game is called %s", name);
	return g;
}

static inline struct position
test_position(const struct game *g, const char *text)
{
	struct rules_error err;
	struct position p;

	if (rules_parse(g, text, &p, &err) < 0)
		fail_msg("%s: %s (at %zu)", text, err.why, err.at);
	return p;
}

static inline struct action
test_action(const struct game *g, const struct position *p, const char *text)
{
	char where[RULES_POSITION_TEXT];
	struct action a;

	if (rules_action_parse(g, p, text, &a) < 0) {
		rules_print(g, p, where);
		fail_msg("%s is no legal action in %s", text, where);
	}
	return a;
}

/* Applies actions separated by spaces and updates the history. */
static inline void
test_play(const struct game *g, struct position *p, struct history *h, const char *actions)
{
	struct fields f = fields_of(actions);
	struct word w;

	while (*actions && fields_next(&f, &w)) {
		char name[RULES_ACTION_TEXT];

		snprintf(name, sizeof(name), "%.*s", (int)w.len, w.s);
		rules_apply(g, p, test_action(g, p, name));
		if (h)
			rules_history_push(g, h, p);
	}
}

/* Returns a reproducible random number, the same on every machine (SplitMix64). */
static inline uint64_t
test_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}
