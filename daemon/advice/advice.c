#include "daemon/advice/advice.h"

#include <stdlib.h>
#include <string.h>

enum { CHANCES = 430 };

/*
 * The largest loss of chances in each class: 10, 50, 120 and 250 of Stockfish's centipawns, of
 * which it counts 1.4 where halo-engine counts one.
 */
static const int loss_max[ADVICE_BLUNDER] = {
	[ADVICE_BEST] = 7,
	[ADVICE_GOOD] = 36,
	[ADVICE_PLAYABLE] = 86,
	[ADVICE_MISTAKE] = 180,
};

/*
 * Returns the chances that a score gives: centipawns near 0, and less and less the more a game is
 * decided, to CHANCES. They are CHANCES * tanh(score / CHANCES), by the fraction
 * x * (27 + x * x) / (27 + 9 * x * x), which is 1 at 3. Engines differ in how far they
 * count when a game is decided, and agree in the chances.
 */
static int
chances(int score)
{
	const int64_t most = 3 * (int64_t)CHANCES, whole = 27 * (int64_t)CHANCES * CHANCES;
	int64_t s = score > most ? most : score < -most ? -most : score;

	return (int)(s * (whole + s * s) / (whole + 9 * s * s));
}

int
advice_loss(int score, int best)
{
	return chances(best) - chances(score);
}

unsigned
advice_class_of(int score, int best)
{
	int loss = advice_loss(score, best);
	unsigned class = ADVICE_BEST;

	while (class < ADVICE_BLUNDER && loss > loss_max[class])
		class ++;
	/* What loses much is at best playable, even in a decided game; only the shortest way is best. */
	if (class < ADVICE_PLAYABLE && best - score > loss_max[ADVICE_MISTAKE])
		return ADVICE_PLAYABLE;
	return class == ADVICE_BEST && best - score > loss_max[ADVICE_BEST] ? ADVICE_GOOD : class;
}

/* The legal actions and their texts, each written once. */
struct names {
	size_t n;
	struct action action[RULES_ACTIONS_MAX];
	char text[RULES_ACTIONS_MAX][RULES_ACTION_TEXT];
};

static void
write_names(const struct game *g, const struct position *at, struct names *out)
{
	out->n = rules_actions(g, at, out->action);
	for (size_t i = 0; i < out->n; i++)
		rules_action_print(g, at, out->action[i], out->text[i]);
}

/* Finds the action of that text. Returns 0, or -1. */
static int
find(const struct names *names, const char *text, struct action *out)
{
	for (size_t i = 0; i < names->n; i++)
		if (strcmp(names->text[i], text) == 0) {
			*out = names->action[i];
			return 0;
		}
	return -1;
}

/* Reads the next action and its score. Returns the text behind them, or NULL. */
static const char *
read_row(const struct names *names, const char *text, struct advice_row *row)
{
	char action[RULES_ACTION_TEXT], *end;
	size_t len = strcspn(text, " ");
	long score;

	if (len == 0 || len >= sizeof(action) || text[len] != ' ' || text[len + 1] == ' ')
		return NULL;
	memcpy(action, text, len);
	action[len] = '\0';
	score = strtol(text + len + 1, &end, 10);
	if (end == text + len + 1 || (*end && *end != ' ') || score > ADVICE_WON ||
	    score < -ADVICE_WON || find(names, action, &row->action) < 0)
		return NULL;
	row->score = (int16_t)score;
	if (*end && !end[1])
		return NULL;
	return *end ? end + 1 : end;
}

int
advice_set(struct advice *a, const struct game *g, const struct position *at, const char *scores)
{
	struct names names;
	struct advice_row row;
	uint16_t n = 0, best = 0;

	a->game = NULL;
	a->number++;
	write_names(g, at, &names);
	while (*scores) {
		scores = read_row(&names, scores, &row);
		if (!scores || n == RULES_ACTIONS_MAX)
			return -1;
		a->row[n] = row;
		best = row.score > a->row[best].score ? n : best;
		n++;
	}
	if (n == 0)
		return -1;
	row = a->row[best];
	a->row[best] = a->row[0];
	a->row[0] = row;
	a->game = g;
	a->at = *at;
	a->n = n;
	return 0;
}

bool
advice_is_for(const struct advice *a, const struct game *g, const struct position *at)
{
	/* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	return a && a->game && a->game == g && memcmp(&a->at, at, sizeof(*at)) == 0;
}

unsigned
advice_class(const struct advice *a, struct action action)
{
	for (uint16_t i = 0; i < a->n; i++)
		if (rules_action_equal(a->row[i].action, action))
			return advice_class_of(a->row[i].score, a->row[0].score);
	return ADVICE_CLASSES;
}
