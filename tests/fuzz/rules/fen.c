/*
 * Positions and actions as text: "GAME POSITION", then on a second line words
 * that may be actions. A valid position prints and reads again as itself, and
 * can be played; a word is an action or is refused.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "rules/game.h"
#include "rules/rules.h"

enum { TEXT_SIZE = RULES_POSITION_TEXT + 256 };

/* A finished position may omit how it was lost (Accounting); no other omits anything. */
static void
check_fixpoint(const struct game *g, const struct position *p)
{
	char once[RULES_POSITION_TEXT], twice[RULES_POSITION_TEXT];
	struct rules_error err;
	struct position back;

	rules_print(g, p, once);
	if (rules_parse(g, once, &back, &err) < 0)
		__builtin_trap();
	assert(game_finished(g, p) || memcmp(&back, p, sizeof(back)) == 0);
	rules_print(g, &back, twice);
	assert(strcmp(once, twice) == 0);
}

static void
check_play(const struct game *g, const struct position *p)
{
	static struct action list[RULES_ACTIONS_MAX];
	static struct history h;
	size_t n = rules_actions(g, p, list);
	struct outcome o;

	assert(n <= g->actions_max);
	assert(!g->count || game_finished(g, p) || g->count(p) == n);
	rules_history_start(g, &h, p);
	o = rules_outcome(g, p, &h);
	assert((o.result == RESULT_ONGOING) == (n > 0));
	assert(rules_perft(g, p, &h, 1) == n);
	for (size_t i = 0; i < n; i += 1 + n / 8) {
		struct position after = *p;
		struct footprint f;

		rules_footprint(g, p, list[i], &f);
		rules_apply(g, &after, list[i]);
		check_fixpoint(g, &after);
	}
}

/* Asks for the refusal of some pairs of squares. */
static void
check_refusals(const struct game *g, const struct position *p)
{
	unsigned squares = rules_squares(g);

	for (unsigned pair = 0; pair < squares * squares; pair += 131) {
		struct refusal r;

		rules_refuse(g, p, SEAT_TABLE, pair / squares, pair % squares, &r);
		assert(!r.rule || (r.text && r.text[0]));
		rules_refuse(g, p, SEAT_TABLE, pair / squares, RULES_NO_SQ, &r);
		assert(!r.rule || (r.text && r.text[0]));
	}
}

/* A word is legal for the seat to move, or refused for a reason; other seats get fewer reasons. */
static void
check_refusal(const struct game *g, const struct position *p, const char *word, bool legal)
{
	char text[RULES_REFUSAL_TEXT];
	unsigned turn = rules_turn_seat(g, p);
	struct refusal r;

	rules_refuse_text(g, p, turn, word, &r);
	assert((r.rule == NULL) == legal);
	if (r.rule)
		rules_refusal_print(&r, text);
	rules_refuse_text(g, p, SEAT_TABLE, word, &r);
	assert(!r.rule || (r.text && r.text[0]));
	rules_refuse_text(g, p, (turn + 1) % rules_seats(g), word, &r);
	assert(r.rule && r.text);
}

static void
check_words(const struct game *g, struct position *p, char *words)
{
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		char name[RULES_ACTION_TEXT];
		bool legal;
		struct action a;

		legal = rules_action_parse(g, p, word, &a) == 0;
		check_refusal(g, p, word, legal);
		if (!legal)
			continue;
		rules_action_print(g, p, a, name);
		assert(strcmp(name, word) == 0);
		rules_apply(g, p, a);
		check_fixpoint(g, p);
		check_play(g, p);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[TEXT_SIZE], *words, *position;
	const struct game *g;
	struct rules_error err;
	struct position p;

	if (size >= sizeof(text))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	words = strchr(text, '\n');
	if (words)
		*words++ = '\0';
	position = strchr(text, ' ');
	if (!position)
		return 0;
	*position++ = '\0';
	g = rules_game(text);
	if (!g)
		return 0;
	if (rules_parse(g, position, &p, &err) < 0) {
		assert(err.at <= strlen(position) && err.why[0] &&
		       memchr(err.why, 0, sizeof(err.why)));
		return 0;
	}
	check_fixpoint(g, &p);
	check_play(g, &p);
	check_refusals(g, &p);
	if (words)
		check_words(g, &p, words);
	return 0;
}
