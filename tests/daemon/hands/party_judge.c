/*
 * Judges whether a question had a cause: asks the oracle about the edges since
 * no hand was on the board, given the recorded plies that can no longer be
 * amended.
 */
#include <string.h>

#include "tests/daemon/hands/party.h"

static struct oracle_answer answer;

/*
 * Returns the certain plies: all recorded ones, except the last by hand if
 * quiet or the opponent made it final and it revealed nothing hidden.
 */
static unsigned
standing(const struct sim *s)
{
	const struct meant *m = s->meant;
	unsigned n = sim_first_wrong(s), last = n;

	if (n < s->n_recorded)
		return n;
	while (last > s->sealed && !deed_by_hand(deed_of(m, last - 1)))
		last--;
	if (last <= s->sealed || deed_of(m, last - 1) == DEED_ASK ||
	    rules_reveals(m->game, &m->position[last - 1]))
		return n;
	return last - 1;
}

/* Finds the last moment without a hand before anything doubtful; returns false if there is none. */
static bool
find_base(const struct party *t, struct oracle_base *b)
{
	unsigned sure = standing(&t->p.sim);

	for (unsigned i = t->n_bases; i-- > 0;) {
		if (t->base[i].ply > sure)
			continue;
		*b = t->base[i];
		b->n_sure = sure - b->ply;
		return true;
	}
	return false;
}

/* Returns false if the oracle cannot decide. */
static bool
ask_oracle(const struct party *t, unsigned expected)
{
	const struct sim *s = &t->p.sim;
	unsigned hands = 0;
	struct oracle_base b;

	memset(&answer, 0, sizeof(answer));
	if (!find_base(t, &b))
		return false;
	for (unsigned ply = b.ply; ply < expected; ply++)
		hands += deed_by_hand(deed_of(s->meant, ply));
	oracle_ask(s, &b, hands + 1, &answer);
	return !answer.too_many && hands < ORACLE_DEPTH_MAX;
}

/* Returns how many of the offered actions occur in some history, as far as histories are kept. */
static unsigned
count_possible(const struct prompt *q)
{
	unsigned n = 0;

	for (unsigned k = 0; k < TIERS; k++)
		if (answer.tier[k].n == ORACLE_HISTORIES_MAX)
			return q->n_options;
	for (unsigned i = 0; i < q->n_options; i++)
		n += oracle_holds(&answer, q->option[i]);
	return n;
}

/*
 * The oracle trusts edges and their order. Blind squares, overlapping contacts and captured
 * pieces on the board are sufficient causes of a question.
 */
static bool
believes(const struct party *t)
{
	return sqset_empty(t->p.sim.config.blind) && t->p.style->arrives == 0 &&
	       t->p.style->sets_down == 0;
}

enum cause
party_cause(const struct party *t, unsigned expected)
{
	const struct sim *s = &t->p.sim;
	const struct prompt *q = &s->state.prompt;

	if (!believes(t))
		return CAUSE_RULES;
	if (!ask_oracle(t, expected))
		return CAUSE_UNKNOWN;
	if (oracle_unseen(&answer))
		return CAUSE_UNSEEN;
	if (oracle_count(&answer) >= 2 &&
	    (q->kind != PROMPT_WHICH || count_possible(q) >= (q->n_options > 1 ? 2 : 1)))
		return CAUSE_SEVERAL;
	if (t->p.list != NULL)
		oracle_print(t->p.list, s->meant->game, &answer);
	return CAUSE_NONE;
}

bool
party_is_clear(const struct party *t, unsigned expected)
{
	bool clear = believes(t) && ask_oracle(t, expected) && oracle_count(&answer) == 1 &&
		     !answer.nothing && !oracle_unseen(&answer);

	if (clear && t->p.list != NULL)
		oracle_print(t->p.list, t->p.sim.meant->game, &answer);
	return clear;
}

bool
party_was_there_before(const struct party *t)
{
	const struct sim *s = &t->p.sim;

	if (sqset_empty(party_amiss(&t->p, s->n_recorded)))
		return false;
	for (unsigned ply = 0; ply < s->n_recorded && ply < s->meant->n; ply++)
		if (sqset_empty(party_amiss(&t->p, ply)))
			return true;
	return false;
}

/* Reports whether that reading may be the stack of sq as it was before the ply. */
static bool
reads_as_before(const struct sim *s, unsigned ply, const struct sensed *e)
{
	const struct position *p = &s->meant->position[ply];
	unsigned stones = rules_stones(s->meant->game, rules_at(s->meant->game, p, e->sq));

	return e->reading.occupied && e->reading.level_min <= stones &&
	       stones <= e->reading.level_max;
}

bool
party_felt_nothing(const struct party *t, unsigned ply)
{
	const struct sim *s = &t->p.sim;
	struct action a = s->meant->action[ply];

	if (a.kind != ACT_TRANSFER || s->config.senses != SENSES_LEVEL || t->n_bases == 0)
		return false;
	for (unsigned i = 0; i < s->n_log; i++)
		if (s->log[i].t_us >= t->base[t->n_bases - 1].start_us &&
		    (s->log[i].sensed.sq == a.from || s->log[i].sensed.sq == a.to) &&
		    !reads_as_before(s, ply, &s->log[i].sensed))
			return false;
	return true;
}
