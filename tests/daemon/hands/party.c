#include "tests/daemon/hands/party.h"

#include <assert.h>
#include <string.h>

#include "tests/daemon/hands/motion.h"

enum {
	/* The opponent's piece comes down at least this long after the mover's. */
	SETTING_DOWN_US = 30000,
	/* After such a touch the opponent does not start early: the edges would be ambiguous. */
	ODD_AMISS = ODD_SECOND_THOUGHT | ODD_ADJUST | ODD_PUT_BACK | ODD_KNOCK,
};

static uint64_t
pick(struct play *p, struct span span)
{
	return rng_range(&p->rng, span.lo_us, span.hi_us);
}

/* ---- bases: where the oracle begins ---- */

/* Returns the substitutes for promoted pieces, which have the wrong pole. */
static struct sqset
reads_odd(const struct sim *s, unsigned ply)
{
	struct sqset odd = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(s->meant->game); sq++) {
		uint8_t piece = rules_at(s->meant->game, &s->meant->position[ply], sq);
		uint8_t pole = s->sensors.reported[sq].pole;

		if (piece != 0 && pole != POLE_UNKNOWN &&
		    (pole == POLE_BLACK) != (piece_colour(piece) != 0))
			sqset_add(&odd, sq);
	}
	return odd;
}

void
party_base(struct party *t, unsigned ply, uint64_t start_us)
{
	struct oracle_base *b;

	if (t->n_bases == PARTY_BASES_MAX)
		return;
	b = &t->base[t->n_bases++];
	b->ply = ply;
	b->start_us = start_us;
	memcpy(b->on, t->p.sim.on, sizeof(b->on));
	memcpy(b->reported, t->p.sim.sensors.reported, sizeof(b->reported));
	b->stand_ins = reads_odd(&t->p.sim, ply);
}

/* Begins a new run; the last ply of the run before may still be amended. */
static void
forget_bases(struct party *t)
{
	struct sim *s = &t->p.sim;
	unsigned n = 0;

	if (t->n_bases == 0)
		return;
	t->base[0] = t->base[t->n_bases - 1];
	t->n_bases = 1;
	for (; n < s->n_log && s->log[n].t_us < t->base[0].start_us; n++)
		t->base[0].reported[s->log[n].sensed.sq] = s->log[n].sensed.reading;
	s->n_log -= n;
	memmove(&s->log[0], &s->log[n], s->n_log * sizeof(s->log[0]));
}

/* ---- one ply ---- */

/* Chooses on the screen the earlier plies that the display does not show. */
static void
choose_before(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;

	while (!sqset_empty(s->config.blind) && !s->fault && s->n_recorded < ply) {
		unsigned next = s->n_recorded;

		if (next + 1 == ply && s->state.has_provisional &&
		    rules_action_equal(s->state.provisional, s->meant->action[next]))
			return;
		play_verdict(p, next, ASKED, "not shown before a promotion: chosen on the screen");
		sim_act_ply(s, next);
		if (s->n_recorded == next)
			return;
	}
}

/* Only a queen, or the only possible kind, is assumed. */
static void
choose_promotion(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;

	play_wait_settled(p, rng_range(&p->rng, 100000, 300000));
	choose_before(p, ply);
	if (s->fault ||
	    (s->n_recorded > ply && rules_action_equal(s->recorded[ply], s->meant->action[ply])))
		return;
	if (!s->state.has_provisional ||
	    !rules_action_equal(s->state.provisional, s->meant->action[ply]))
		sim_act_ply(s, ply);
}

static bool
may_need_choice(const struct meant *m, unsigned ply)
{
	return m->action[ply].kind == ACT_MOVE && m->action[ply].arg != PIECE_NONE;
}

/* A piece that the rules will remove may be taken off before it is reported. */
static void
maybe_remove_early(struct play *p, struct script *s, unsigned ply)
{
	const struct meant *m = p->sim.meant;
	struct sqset gone = { { 0, 0 } };
	struct footprint f;

	rules_footprint(m->game, &m->position[ply], m->action[ply], &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].cause == CAUSE_REMOVED && s->on[f.change[i].sq] != 0)
			sqset_add(&gone, f.change[i].sq);
	if (!rng_chance(&p->rng, 40))
		return;
	if (rng_chance(&p->rng, 30))
		gone = party_some_of(p, gone);
	deed_mend(s, m->game, &m->position[ply + 1], gone, p->style, &p->rng);
}

/* An attempt is final at once: no piece is knocked over that it may involve. */
static bool
may_ask(const struct meant *m, unsigned ply)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(m->game, &m->position[ply], list);

	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_ATTEMPT)
			return true;
	return false;
}

/* Plans the whole motion of a ply that is made by hand. */
static void
plan_motion(struct party *t, unsigned ply, const struct style *st, struct script *script)
{
	struct play *p = &t->p;
	const struct meant *m = p->sim.meant;
	struct action a = m->action[ply];
	struct sqset amiss = party_amiss(p, ply);
	struct style sober = *st;

	/* A second thought after the action is final would be the turn's next action. */
	if (sim_plans(&p->sim, ply) || deed_may_end(m, ply) || rules_turn_seat(m->game, &m->position[ply]) ==
					    rules_turn_seat(m->game, &m->position[ply + 1]))
		sober.late_thoughts = 0;
	script_init(script, p->sim.on);
	deed_mend(script, m->game, &m->position[ply], sqset_and(amiss, deed_squares(m, ply)), st,
		  &p->rng);
	t->pending = sqset_minus(t->pending, deed_squares(m, ply));
	/* No stray touches while pieces have to be restored. */
	if (!sqset_empty(t->pending))
		sober.slides = sober.adjusts = sober.puts_back = sober.second_thoughts =
			sober.other_piece = 0;
	if (may_ask(m, ply))
		sober.knocks = 0;
	if (a.kind == ACT_TRANSFER)
		deed_transfer(script, m->game, &m->position[ply], a, &sober, &p->rng,
			      p->sim.config.senses == SENSES_LEVEL);
	else
		motion_play(script, m->game, ply > 0 ? &m->position[ply - 1] : NULL,
			    &m->position[ply], a, &sober, &p->rng,
			    a.kind != ACT_ATTEMPT && a.kind != ACT_BUY && !deed_promotes(m, ply));
	maybe_remove_early(p, script, ply);
	if (p->objects)
		party_props_laid(t, ply, script);
	p->oddities[ply] = script->oddities;
}

/* Reports whether no piece has to be restored before the next touch. */
static bool
leaves_no_work(const struct party *t, unsigned ply, const struct script *now)
{
	const struct meant *m = t->p.sim.meant;

	return sqset_empty(t->pending) &&
	       sqset_empty(deed_amiss(m->game, &m->position[ply + 1], now->on,
				      t->p.sim.config.senses != SENSES_OCCUPANCY));
}

/* King and rook exchange squares: continuing at once means that they were only straightened. */
static bool
same_squares(const struct meant *m, unsigned ply)
{
	return sqset_equal(rules_occupied(m->game, &m->position[ply]),
			   rules_occupied(m->game, &m->position[ply + 1]));
}

static bool
same_turn(const struct meant *m, unsigned a, unsigned b)
{
	return rules_turn_seat(m->game, &m->position[a]) ==
	       rules_turn_seat(m->game, &m->position[b]);
}

/* Reports whether it is one player, or two with the same pieces. */
static bool
same_side(const struct meant *m, unsigned a, unsigned b)
{
	return (rules_turn_seat(m->game, &m->position[a]) & 1) ==
	       (rules_turn_seat(m->game, &m->position[b]) & 1);
}

/*
 * Reports whether the same side may continue at once: with other pieces on
 * other squares, or with the piece that has just captured. Anything else would
 * be one longer move.
 */
static bool
may_go_on(const struct meant *m, unsigned ply, unsigned next)
{
	struct action a = m->action[ply], b = m->action[next];
	struct footprint f;

	if (a.kind != ACT_MOVE || b.kind != ACT_MOVE)
		return false;
	if (b.from != a.to)
		return sqset_empty(sqset_and(deed_squares(m, ply), deed_squares(m, next)));
	rules_footprint(m->game, &m->position[ply], a, &f);
	for (unsigned i = 0; i < f.n; i++)
		if (f.change[i].cause == CAUSE_CAPTURED)
			return true;
	return false;
}

/*
 * Returns the next ply by hand that may begin before this one is final, or
 * m->n. It is the opponent's, who may end the turn with it, or the same
 * player's.
 */
static unsigned
next_early(const struct party *t, unsigned ply, const struct script *now)
{
	const struct meant *m = t->p.sim.meant;
	unsigned next = deed_behind_forced(m, ply + 1);

	if (deed_of(m, ply) != DEED_CARRY || (now->oddities & ODD_SWAP_MISSED) != 0 ||
	    deed_needs_clock(m, ply, t->p.sim.config.senses) || !leaves_no_work(t, ply, now) ||
	    same_squares(m, ply))
		return m->n;
	/*
	 * After a late second thought and a swap, the opponent's hand fits
	 * another capture as well.
	 */
	if ((now->oddities & ODD_LATE_THOUGHT) != 0 && (now->oddities & ODD_SWAP) != 0)
		return m->n;
	if (next < m->n && deed_of(m, next) == DEED_CLOCK)
		next = deed_behind_forced(m, next + 1);
	if (next >= m->n || deed_of(m, next) != DEED_CARRY || sim_plans(&t->p.sim, next))
		return m->n;
	if (same_side(m, ply, next) && !may_go_on(m, ply, next))
		return m->n;
	return next;
}

/* The player looks at the lamps and chooses on the screen what they do not show. */
static void
press_clock(struct play *p, unsigned ply, uint64_t last_us)
{
	struct sim *s = &p->sim;

	sim_run(s, last_us + pick(p, p->style->press));
	if (s->fault)
		return;
	/* With nothing shown the clock would end the turn. */
	if (s->n_recorded == ply && !s->state.has_provisional && deed_may_end(s->meant, ply))
		sim_act_ply(s, ply);
	else
		play_press_clock_now(p, ply);
}

/*
 * An attempt is final at once: a piece that the mover sets down while the
 * captor is up would be its target.
 */
static bool
looks_like_asking(const struct meant *m, unsigned ply, const struct script *mover,
		  const struct script *next)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(m->game, &m->position[ply], list);

	for (size_t i = 0; i < n; i++)
		if (list[i].kind == ACT_ATTEMPT && list[i].to == mover->touch[mover->n - 1].sq &&
		    list[i].from == next->touch[0].sq)
			return true;
	return false;
}

/* Ends the ply in one of the ways; quiet needs no action. */
static void
maybe_press_clock(struct party *t, unsigned ply, uint64_t last_us)
{
	struct play *p = &t->p;
	const struct meant *m = p->sim.meant;
	bool needs = deed_needs_clock(m, ply, p->sim.config.senses);

	if (deed_of(m, ply) == DEED_ASK)
		return;
	if (deed_clock_ends(m, ply) && (ply + 1 >= m->n || m->action[ply + 1].kind != ACT_END))
		return;
	if (rng_chance(&p->rng, needs ? 70 : p->style->clock))
		press_clock(p, ply, last_us);
}

/* Dice, cards, graves … */
static void
choose_on_screen(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;

	sim_run(s, s->now_us + pick(p, p->style->think));
	if (!s->fault)
		sim_act_ply(s, ply);
}

void
party_select(struct play *p, unsigned ply)
{
	const struct meant *m = p->sim.meant;
	char text[RULES_ACTION_TEXT];

	if (deed_of(m, ply) != DEED_BUY)
		return;
	rules_action_print(m->game, &m->position[ply], m->action[ply], text);
	text[strcspn(text, "@")] = '\0';
	sim_select(&p->sim, text);
}

/* Reports whether the shown or final action is the intended one. */
static bool
shows(const struct sim *s, unsigned ply)
{
	struct action a = s->meant->action[ply];

	if (s->n_recorded == ply)
		return s->state.has_provisional && rules_action_equal(s->state.provisional, a);
	return s->n_recorded == ply + 1 && rules_action_equal(s->recorded[ply], a);
}

/*
 * Chooses a card, grave or roll while the move before is only shown, which makes that
 * move final. Returns the ply to continue from.
 */
static unsigned
maybe_choose_at_once(struct party *t, unsigned ply, uint64_t last_us)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	const struct meant *m = s->meant;

	if (ply + 1 >= m->n || sim_plans(s, ply + 1) || deed_of(m, ply + 1) != DEED_SCREEN || deed_of(m, ply) == DEED_ASK ||
	    deed_needs_clock(m, ply, s->config.senses) || deed_flies_unpaid(m, ply + 1) ||
	    !rng_chance(&p->rng, p->style->clock))
		return ply + 1;
	sim_run(s, last_us + pick(p, p->style->press));
	if (s->fault || !shows(s, ply))
		return ply + 1;
	sim_act_ply(s, ply + 1);
	return ply + 2;
}

/* Returns when the hands of an early ply begin: late enough for the scans to see the order. */
static uint64_t
early_start(struct party *t, unsigned ply, const struct script *before, const struct script *now,
	    uint64_t last_us, bool overlaps)
{
	struct play *p = &t->p;
	uint64_t room_us = play_overlap_us(p->style, before, now), start_us;

	if (!overlaps || room_us == 0 || ((before->oddities | now->oddities) & ODD_AMISS) != 0 ||
	    looks_like_asking(p->sim.meant, ply, before, now) ||
	    !rng_chance(&p->rng, p->style->overlap))
		return last_us + pick(p, p->style->reply);
	start_us = last_us - rng_range(&p->rng, 0, room_us - 1);
	if (start_us + play_script_us(now) < last_us + SETTING_DOWN_US)
		start_us = last_us + SETTING_DOWN_US - play_script_us(now);
	p->oddities[ply] |= ODD_OVERLAP;
	return start_us;
}

/*
 * Plays a run of plies by hand: the first, then further ones that begin early.
 * Returns the ply after the run.
 */
static unsigned
run_hands(struct party *t, unsigned ply, bool unpaid)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	const struct meant *m = s->meant;
	static struct script now, before;
	struct style style = *p->style;
	bool early = false, overlaps = false;

	sim_run(s, s->now_us + pick(p, p->style->think));
	if (rng_chance(&p->rng, 50))
		party_select(p, ply);
	uint64_t last_us = s->now_us + pick(p, p->style->think);

	/* A player who must still pay makes no stray touches. */
	if (unpaid)
		style.second_thoughts = style.other_piece = 0;
	for (;;) {
		plan_motion(t, ply, &style, &now);
		uint64_t start_us =
			early ? early_start(t, ply, &before, &now, last_us, overlaps) : last_us;

		sim_run(s, start_us > 400000 ? start_us - 400000 : 0);
		if (start_us >= last_us)
			party_base(t, ply, start_us);
		uint64_t end_us = sim_plan(s, &now, start_us);
		unsigned next = m->n;

		/* At most two plies overlap, and one player has one hand. */
		overlaps = start_us >= last_us;
		last_us = end_us > last_us ? end_us : last_us;
		if (may_need_choice(m, ply) && !sim_plans(s, ply)) {
			choose_promotion(p, ply);
			last_us = s->now_us;
		} else if (!rng_chance(&p->rng, p->style->clock)) {
			next = next_early(t, ply, &now);
		}
		if (next == m->n || !rng_chance(&p->rng, p->style->early)) {
			maybe_press_clock(t, ply, last_us);
			return maybe_choose_at_once(t, ply, last_us);
		}
		overlaps = overlaps && !same_turn(m, ply, next) &&
			   next == deed_behind_forced(m, ply + 1);
		p->oddities[ply] |= ODD_EARLY;
		p->tally->early += sim_plans(&p->sim, ply);
		before = now;
		early = true;
		/* An unseen swap among the opponent's touches could be any capture. */
		style = *p->style;
		style.missed_swaps = 0;
		ply = next;
	}
}

/* Ends the ply by the clock, on the screen, or by the opponent's early start. */
static unsigned
end_turn(struct party *t, unsigned ply)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	unsigned next = deed_behind_forced(s->meant, ply + 1);

	if (next < s->meant->n && deed_of(s->meant, next) == DEED_CARRY &&
	    rng_chance(&p->rng, p->style->early / 2))
		return run_hands(t, next, false);
	sim_run(s, s->now_us + pick(p, p->style->think));
	if (s->fault)
		return ply + 1;
	if (rng_chance(&p->rng, 20))
		sim_act_ply(s, ply);
	else
		sim_press(s, rng_chance(&p->rng, 50) ? BUTTON_CLOCK : BUTTON_OK);
	return ply + 1;
}

/* Returns the ply after the played ones. */
static unsigned
run(struct party *t, unsigned ply)
{
	struct play *p = &t->p;
	const struct meant *m = p->sim.meant;

	if (sim_plans(&p->sim, ply) && deed_of(m, ply) != DEED_NONE) {
		sim_run(&p->sim, p->sim.now_us + pick(p, p->style->think));
		sim_announce(&p->sim, ply);
		if (!deed_by_hand(deed_of(m, ply)))
			return ply + 1;
	}
	switch (deed_of(m, ply)) {
	case DEED_NONE:
		return ply + 1;
	case DEED_SCREEN:
		if (deed_flies_unpaid(m, ply) && rng_chance(&p->rng, 50))
			return run_hands(t, ply + 1, true);
		choose_on_screen(p, ply);
		return ply + 1;
	case DEED_CLOCK:
		return end_turn(t, ply);
	case DEED_CARRY:
	case DEED_BUY:
	case DEED_TOUCH:
	case DEED_ASK:
		break;
	}
	return run_hands(t, ply, false);
}

/* Asks the oracle about a run whose edges are complete. */
static void
prove(struct party *t, unsigned first, unsigned behind)
{
	static struct oracle_answer answer;
	unsigned k = 0, hands = 0;

	play_wait_settled(&t->p, 0);
	while (k < t->n_bases && t->base[k].ply < first)
		k++;
	if (k == t->n_bases || t->p.sim.fault)
		return;
	for (unsigned ply = t->base[k].ply; ply < behind; ply++)
		hands += deed_by_hand(deed_of(t->p.sim.meant, ply));
	if (hands > ORACLE_DEPTH_MAX)
		return;
	oracle_ask(&t->p.sim, &t->base[k], hands, &answer);
	t->proved++;
	t->several += oracle_count(&answer) > 1;
	if (answer.too_many || oracle_finds(&answer, t->p.sim.meant, t->base[k].ply, behind))
		return;
	t->missing++;
	play_verdict(&t->p, first, RIGHT, "the oracle does not find what was meant");
	play_save_trace(&t->p, "oracle", first);
}

void
party_game(struct party *t, struct live *live, const struct meant *meant, uint8_t senses,
	   uint64_t seed)
{
	struct play *p = &t->p;
	unsigned ply = 0;

	t->pending = t->forgotten = (struct sqset){ { 0, 0 } };
	t->n_bases = t->pressed = 0;
	(void)play_begin(p, live, meant, senses, seed);
	while (!p->gave_up && ply < meant->n) {
		play_checkpoint(p);
		forget_bases(t);
		unsigned first = ply;

		party_slip(t, ply);
		p->sim.undone = false;
		if (p->gave_up)
			break;
		ply = deed_behind_forced(meant, run(t, ply));
		if (t->prove)
			prove(t, first, ply);
		ply = party_settle(t, ply);
		party_hall_judge(t);
		play_count(p, first, ply);
	}
	play_end(p);
}
