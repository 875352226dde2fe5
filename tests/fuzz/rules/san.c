/*
 * Moves as text. The first byte chooses the game. Then follow a position and,
 * after a newline, a text that is read as SAN, as an action and as options of a
 * new game. An invalid position is replaced by the start.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rules/rules.h"

static void
check_san(const struct game *g, const struct position *p, const char *text)
{
	struct rules_error err;
	struct action a, back;
	char san[RULES_SAN_TEXT];

	if (rules_san_parse(g, p, text, &a, &err) < 0) {
		assert(err.why[0] && memchr(err.why, 0, sizeof(err.why)));
		return;
	}
	assert(rules_legal(g, p, a));
	rules_san_print(g, p, a, san);
	if (rules_san_parse(g, p, san, &back, &err) < 0)
		__builtin_trap();
	assert(rules_action_equal(a, back));
}

static void
check_action(const struct game *g, const struct position *p, const char *text)
{
	char name[RULES_ACTION_TEXT];
	struct action a;

	if (rules_action_parse(g, p, text, &a) < 0)
		return;
	rules_action_print(g, p, a, name);
	assert(strcmp(name, text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct game *g;
	struct rules_error err;
	struct position p, started;
	char text[512], *move;

	if (size < 1 || size > sizeof(text))
		return 0;
	g = rules_game(data[0] & 1 ? "chess960" : "chess");
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	move = strchr(text, '\n');
	if (!move)
		return 0;
	*move++ = '\0';
	if (rules_parse(g, text, &p, &err) < 0 && rules_start(g, "", &p, &err) < 0)
		__builtin_trap();
	check_san(g, &p, move);
	check_action(g, &p, move);
	if (rules_start(g, move, &started, &err) < 0)
		assert(err.why[0]);
	return 0;
}
