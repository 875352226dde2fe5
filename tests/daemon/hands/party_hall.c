/* The players' actions outside a small game on a large board. */
#include "tests/daemon/hands/hall.h"
#include "tests/daemon/hands/party.h"

enum { LONG_ENOUGH_US = 1300000 }; /* until a resting piece is reported */

void
party_hall_judge(struct party *t)
{
	struct sim *s = &t->p.sim;
	const char *why;

	if (s->hall == NULL || s->fault || t->p.gave_up)
		return;
	why = hall_judge(s->hall, s->now_us);
	if (why != NULL)
		play_give_up(&t->p, s->n_recorded, why);
}

/* One move after the other with nothing left to do: a piece in the hand means nothing more. */
static bool
is_quiet(const struct party *t, unsigned ply)
{
	const struct sim *s = &t->p.sim;

	return s->n_recorded == ply && !s->state.has_provisional &&
	       s->state.guidance.kind == GUIDANCE_NONE && s->state.prompt.kind == PROMPT_NONE &&
	       sqset_empty(t->pending) && deed_of(s->meant, ply) == DEED_CARRY &&
	       !deed_may_end(s->meant, ply) && sqset_empty(party_amiss(&t->p, ply));
}

/*
 * With the piece up the clock would mean that it captured in a swap that no
 * scan saw, or flew there.
 */
static bool
may_take(const struct sim *s, unsigned ply, unsigned from)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(s->meant->game, &s->meant->position[ply], list);

	for (size_t i = 0; i < n; i++)
		if ((list[i].from == from && s->on[list[i].to] != 0) ||
		    (list[i].kind == ACT_BUY && piece_kind(s->on[from]) == PIECE_KING))
			return true;
	return false;
}

/* Reports whether there was no effect: no action, shown or final, and no question. */
static bool
nothing_came(const struct sim *s, unsigned ply)
{
	return s->n_recorded == ply && !s->state.has_provisional &&
	       s->state.prompt.kind == PROMPT_NONE;
}

/*
 * Sets the piece down outside the game, rests, and sometimes presses the clock. The table
 * must report the piece; its own square stays lit as for a lifted piece, and guidance
 * brings it home.
 */
static const char *
slip(struct party *t, unsigned ply)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	unsigned from = s->meant->action[ply].from;
	uint8_t piece = s->on[from];
	struct script script;
	const char *why;

	script_init(&script, s->on);
	script_lift(&script, from, 0);
	(void)sim_plan(s, &script, s->now_us + rng_range(&p->rng, 200000, 900000));
	play_wait_settled(p, rng_range(&p->rng, 100000, 600000));
	(void)hall_put(s->hall, true, s->now_us);
	sim_run(s, s->now_us + LONG_ENOUGH_US);
	if ((why = hall_judge(s->hall, s->now_us)) != NULL)
		return why;
	if (nothing_came(s, ply) && !may_take(s, ply, from) && rng_chance(&p->rng, 50))
		sim_press(s, BUTTON_CLOCK);
	/* Without the last purchase, the board is as it was before. */
	if (!nothing_came(s, ply) && !party_was_there_before(t))
		return "a piece that was set down beside the game was taken for more";
	if (!sqset_has(s->state.lifted, from))
		return "the square of a piece that stands beside the game is not lit";
	script_drop(&script, from, piece, 0);
	(void)hall_put(s->hall, false, s->now_us);
	script.touch[0] = script.touch[--script.n];
	script.n = 1;
	(void)sim_plan(s, &script, s->now_us + 200000);
	/* The piece that has just moved may cause a question, because it was lifted again. */
	(void)party_settle(t, ply);
	if (p->gave_up)
		return NULL;
	if (!nothing_came(s, ply) || s->state.guidance.kind != GUIDANCE_NONE ||
	    !sqset_empty(s->state.lifted))
		return "a piece that stood beside the game is home, and more came of it";
	party_hall_judge(t);
	s->hall->slips++;
	return NULL;
}

void
party_slip(struct party *t, unsigned ply)
{
	struct play *p = &t->p;
	struct hall *h = p->sim.hall;
	const char *why;

	if (h == NULL || rules_squares(p->sim.meant->game) == RULES_SQUARES_MAX ||
	    !rng_chance(&h->rng, p->style->beside) || !is_quiet(t, ply))
		return;
	why = slip(t, ply);
	if (why != NULL && !p->gave_up)
		play_give_up(p, ply, why);
}
