/*
 * When a computer resigns or offers a draw, by the scores of its searches in several turns in a row.
 * Draws are offered at each level, but beginners who play against the low levels learn to give mate:
 * those do not resign. In the other games a score is too noisy: chance and hidden
 * pieces change it within a turn, one capture may turn it, or a resignation would end a partner's
 * game too.
 */
#include "daemon/partner/partner.h"

#include <stdlib.h>
#include <string.h>

enum {
	LOST = -900, /* centipawns */
	LOST_TURNS = 5,
	EVEN = 15,
	EVEN_TURNS = 10,
	EVEN_ACTIONS = 80, /* no offer before */
	OFFER_AGAIN = 40,  /* actions until the next offer */
	PLAYS_ON = 3,      /* the highest level that does not resign */
};

static bool
is_calm(const char *game)
{
	static const char *const calm[] = { "chess", "chess960", "half-alice" };

	for (size_t i = 0; i < sizeof(calm) / sizeof(calm[0]); i++)
		if (strcmp(game, calm[i]) == 0)
			return true;
	return false;
}

bool
partner_judge(struct partner_seat *s, const char *game, int level, json_int_t n_actions)
{
	struct partner_judged *j = &s->judged;

	/* After a takeback other turns follow. */
	if (!s->fresh || !is_calm(game) || n_actions <= j->n)
		j->lost = j->even = 0;
	j->n = n_actions;
	j->offers = false;
	if (!s->fresh || !is_calm(game))
		return false;
	j->lost = s->score <= LOST ? j->lost + 1 : 0;
	j->even = abs(s->score) <= EVEN ? j->even + 1 : 0;
	if (j->even >= EVEN_TURNS && n_actions >= EVEN_ACTIONS && n_actions >= j->again) {
		j->offers = true;
		j->again = n_actions + OFFER_AGAIN;
	}
	if (j->lost < LOST_TURNS || level <= PLAYS_ON)
		return false;
	j->lost = 0; /* plays on if the daemon refuses */
	return true;
}
