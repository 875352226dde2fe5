/* The players' view after a ply, and their reaction. */
#include "tests/daemon/hands/party.h"

#include <assert.h>
#include <string.h>

#include "tests/daemon/hands/motion.h"

enum {
	QUESTIONS_MAX = 24, /* answers to one ply before giving up */
	WAYS_MAX = 3,       /* boards that guidance may lead to in sequence */
};

static uint64_t
pick(struct play *p, struct span span)
{
	return rng_range(&p->rng, span.lo_us, span.hi_us);
}

static bool
colours_count(const struct play *p)
{
	return p->sim.config.senses != SENSES_OCCUPANCY;
}

struct sqset
party_amiss(const struct play *p, unsigned ply)
{
	return deed_amiss(p->sim.meant->game, &p->sim.meant->position[ply], p->sim.on,
			  colours_count(p));
}

/* Reports whether all recorded plies are intended, and there are enough. */
static bool
recorded_as_meant(const struct play *p, unsigned expected)
{
	return p->sim.n_recorded == expected && sim_first_wrong(&p->sim) == expected;
}

static void
wait_quiet(struct play *p)
{
	play_wait_settled(p, p->sim.config.settle_us + 100000);
}

/*
 * Restores pieces that only people can distinguish. Blind squares, which no lamp can
 * report, are set as the screen shows them; other wrong squares stay so.
 */
static void
sort_pieces(struct play *p, const struct position *want)
{
	struct sim *s = &p->sim;

	for (unsigned sq = 0; sq < rules_squares(s->meant->game); sq++) {
		uint8_t piece = rules_at(s->meant->game, want, sq);

		if ((piece != 0 && s->on[sq] != 0) || sqset_has(s->config.blind, sq))
			play_set_piece(p, sq, piece);
	}
}

/* ---- consequences ---- */

static void
plan_and_wait(struct play *p, const struct script *script)
{
	sim_plan(&p->sim, script, p->sim.now_us + rng_range(&p->rng, 200000, 900000));
	play_wait_settled(p, 100000);
}

/* The masks refused: captor and target return to their squares. */
static struct sqset
refused_attempt(const struct play *p, unsigned expected)
{
	const struct meant *m = p->sim.meant;
	struct sqset set = { { 0, 0 } };

	if (expected == 0 || deed_of(m, expected - 1) != DEED_ASK)
		return set;
	struct action a = m->action[expected - 1];

	if (rules_at(m->game, &m->position[expected], a.from) == 0 || p->sim.on[a.from] != 0)
		return set;
	sqset_add(&set, a.from);
	sqset_add(&set, a.to);
	return set;
}

/* Lifts the captor first; then sets both down in any order. */
static void
put_back(struct party *t, unsigned expected)
{
	struct play *p = &t->p;
	const struct meant *m = p->sim.meant;
	struct action a = m->action[expected - 1];
	unsigned order[2] = { a.from, a.to };
	struct script script;

	if (rng_chance(&p->rng, 50)) {
		order[0] = a.to;
		order[1] = a.from;
	}
	script_init(&script, p->sim.on);
	script_lift(&script, a.to, 0);
	for (unsigned i = 0; i < 2; i++)
		script_drop(&script, order[i], rules_at(m->game, &m->position[expected], order[i]),
			    pick(p, p->style->touch));
	plan_and_wait(p, &script);
}

struct sqset
party_some_of(struct play *p, struct sqset set)
{
	struct sqset some = { { 0, 0 } };

	while (!sqset_empty(set)) {
		unsigned sq = sqset_pop(&set);

		if (rng_chance(&p->rng, 50))
			sqset_add(&some, sq);
	}
	return some;
}

/* Removes and places by hand what the rules changed, some of it later. */
static void
tidy(struct party *t, unsigned expected)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	const struct position *want = &s->meant->position[expected];
	const char *why = "";
	struct script script;
	struct sqset back = refused_attempt(p, expected);
	struct sqset amiss = sqset_or(party_amiss(p, expected), back);

	if (sqset_empty(amiss) || s->fault)
		return;
	if (s->state.guidance.kind != GUIDANCE_NONE && rng_chance(&p->rng, 25)) {
		if (!play_follow_guidance(p, &why)) {
			play_verdict(p, expected - 1, LOST, why);
			play_save_trace(p, "guidance", expected - 1);
		}
		amiss = party_amiss(p, expected);
	} else if (!sqset_empty(back)) {
		put_back(t, expected);
		return;
	} else if (expected < s->meant->n && p->style->puts_back > 0 && rng_chance(&p->rng, 30)) {
		t->pending = party_some_of(p, amiss);
		amiss = sqset_minus(amiss, t->pending);
	}
	script_init(&script, s->on);
	deed_mend(&script, s->meant->game, want, amiss, p->style, &p->rng);
	plan_and_wait(p, &script);
}

/* ---- the players' reactions ---- */

static bool
is_open(const struct sim *s)
{
	return s->state.prompt.kind != PROMPT_NONE && s->state.prompt.kind != PROMPT_PROMOTION;
}

/* Repeats the ply as plainly as possible; the board is as before it. */
static bool
play_plainly(struct party *t, unsigned ply)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	const struct meant *m = s->meant;
	const struct position *before = &m->position[ply];
	static const struct style *plain;
	struct carry c[CARRIES_MAX];
	struct order orders[ORDERS_MAX];
	struct script script;

	plain = style_find("clean");
	sim_announce(s, ply);
	sort_pieces(p, before);
	script_init(&script, s->on);
	if (m->action[ply].kind == ACT_TRANSFER) {
		deed_transfer(&script, m->game, before, m->action[ply], plain, &p->rng, false);
	} else {
		unsigned n = carries_of(m->game, before, m->action[ply], c);

		if (orders_of(c, n, s->on, orders) == 0)
			return false;
		motion_plain(&script, c, &orders[0], 300000);
	}
	party_base(t, ply, s->now_us + 500000);
	sim_plan(s, &script, s->now_us + 500000);
	play_wait_settled(p, 200000);
	if (s->n_recorded == ply && (!s->state.has_provisional ||
				     !rules_action_equal(s->state.provisional, m->action[ply])))
		sim_act_ply(s, ply);
	if (s->n_recorded == ply && !deed_clock_ends(m, ply))
		sim_press(s, BUTTON_CLOCK);
	wait_quiet(p);
	/* A question about it is not a dead end. */
	if (s->n_recorded == ply && is_open(s))
		return true;
	return s->n_recorded > ply && sim_first_wrong(s) == s->n_recorded;
}

/* Counts a question by its cause; one without a cause is printed. */
static void
note_question(struct party *t, unsigned ply, enum cause cause, const char *what)
{
	char text[REASON_TEXT];

	t->questions[cause]++;
	play_verdict(&t->p, ply, ASKED, what);
	if (cause != CAUSE_NONE)
		return;
	(void)snprintf(text, sizeof(text), "WITHOUT CAUSE: %s", what);
	play_verdict(&t->p, ply, ASKED, text);
	play_save_trace(&t->p, "uncaused", ply);
}

static void
answer_which(struct party *t, unsigned expected)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;

	if (ply >= expected || !play_option_is(&s->state.prompt, s->meant->action[ply])) {
		p->tally->pestered++;
		note_question(t, ply, party_cause(t, expected),
			      "asked which, without what was meant");
		play_save_trace(p, "asked", ply);
		sim_press(s, BUTTON_BACK);
		return;
	}
	note_question(t, ply, party_cause(t, expected), "asked which");
	if (deed_of(s->meant, ply) == DEED_BUY && rng_chance(&p->rng, 30))
		party_select(p, ply);
	else
		sim_act_ply(s, ply);
}

static void
answer_confirm(struct party *t, unsigned expected)
{
	struct sim *s = &t->p.sim;
	unsigned ply = s->n_recorded;

	if (ply < expected && play_option_is(&s->state.prompt, s->meant->action[ply])) {
		if (!deed_needs_clock(s->meant, ply, s->config.senses))
			note_question(t, ply, t->guided ? CAUSE_RULES : party_cause(t, expected),
				      "asked to confirm");
		/* OK could mean that the turn ends, although it may continue. */
		if (deed_clock_ends(s->meant, ply))
			sim_answer(s, true);
		else
			sim_press(s, BUTTON_OK);
		return;
	}
	note_question(t, ply, t->guided ? CAUSE_RULES : party_cause(t, expected),
		      "asked to confirm what was not meant");
	sim_answer(s, false);
}

static void
answer_pay(struct play *p, unsigned expected)
{
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;
	bool meant = ply < expected && play_option_is(&s->state.prompt, s->meant->action[ply]);

	if (!meant)
		play_verdict(p, ply, ASKED, "asked to pay for what was not meant");
	sim_answer(s, meant);
}

static void
answer_end(struct play *p, unsigned expected)
{
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;
	bool meant = ply < expected && s->meant->action[ply].kind == ACT_END;

	/* The last action is still shown: the question is about its turn. */
	if (!meant && ply + 1 < expected && s->meant->action[ply + 1].kind == ACT_END)
		meant = s->state.has_provisional &&
			rules_action_equal(s->state.provisional, s->meant->action[ply]);
	if (!meant)
		play_verdict(p, ply, ASKED, "asked about an end that was not meant");
	sim_answer(s, meant);
}

static void
refuse_question(struct party *t, enum cause cause, const char *what)
{
	struct play *p = &t->p;

	p->tally->pestered++;
	note_question(t, p->sim.n_recorded, cause, what);
	play_save_trace(p, "pestered", p->sim.n_recorded);
	sim_answer(&p->sim, false);
}

/* Does one thing that the question asks for; returns false if there is none. */
static bool
react_prompt(struct party *t, unsigned expected)
{
	struct play *p = &t->p;

	switch ((enum session_prompt)p->sim.state.prompt.kind) {
	case PROMPT_WHICH:
		answer_which(t, expected);
		return true;
	case PROMPT_CONFIRM:
		answer_confirm(t, expected);
		return true;
	case PROMPT_PAY:
		answer_pay(p, expected);
		return true;
	case PROMPT_END:
		answer_end(p, expected);
		return true;
	case PROMPT_TAKEBACK:
		refuse_question(t, party_was_there_before(t) ? CAUSE_SEVERAL : CAUSE_NONE,
				"asked for a takeback that nobody wanted");
		/* The no says that the recorded actions were made. */
		t->p.sim.sealed = t->p.sim.n_recorded;
		return true;
	case PROMPT_NEW_GAME:
		refuse_question(t, CAUSE_NONE, "asked for a new game that nobody wanted");
		return true;
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_MENU:
	case PROMPT_REVEAL:
	case PROMPT_BLUNDER: /* no advice is given */
	case PROMPT_ARRAY:
		refuse_question(t, CAUSE_NONE, "asked about the end of the game");
		return true;
	case PROMPT_NONE:
	case PROMPT_PROMOTION:
		break;
	}
	return false;
}

/*
 * Decides about the shown action: by the clock, or on the screen where the
 * clock would mean more.
 */
static void
decide(struct party *t, unsigned expected, const char *reason)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;
	bool ruled = deed_clock_ends(s->meant, ply) || deed_may_end(s->meant, ply) ||
		     deed_needs_clock(s->meant, ply, s->config.senses);

	/* OK cannot confirm a blind square twice: the screen takes every action. */
	if (!sqset_empty(s->config.blind) && t->pressed == ply + 1) {
		play_verdict(p, ply, ASKED, "OK was of no use: chosen on the screen");
		sim_act_ply(s, ply);
		return;
	}
	t->pressed = ply + 1;
	note_question(t, ply, ruled ? CAUSE_RULES : party_cause(t, expected), reason);
	play_save_trace(p, "decided", ply);
	if (deed_clock_ends(s->meant, ply) ||
	    ((deed_may_end(s->meant, ply) || deed_promotes(s->meant, ply)) &&
	     !s->state.has_provisional))
		sim_act_ply(s, ply);
	else
		play_press(p, BUTTON_CLOCK);
}

/* Makes the gesture for boards that do not measure stones, once the stones are right. */
static bool
touch_stacks(struct party *t, unsigned ply)
{
	struct play *p = &t->p;
	const struct meant *m = p->sim.meant;
	struct script script;

	script_init(&script, p->sim.on);
	deed_transfer(&script, m->game, &m->position[ply], m->action[ply], style_find("clean"),
		      &p->rng, false);
	plan_and_wait(p, &script);
	return true;
}

static bool
react_hands(struct party *t, unsigned expected)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;
	struct action a = s->meant->action[ply];

	if (s->state.guidance.kind == GUIDANCE_LEADS)
		return false;
	if (s->state.has_provisional && rules_action_equal(s->state.provisional, a)) {
		decide(t, expected, "shown, and not final by quiet");
		return true;
	}
	if (s->state.has_provisional) {
		note_question(t, ply, party_cause(t, expected),
			      "another action shown: chosen on the screen");
		play_save_trace(p, "other", ply);
		sim_act_ply(s, ply);
		return true;
	}
	/*
	 * The board would not detect a touch on a blind square, or of a single
	 * stone that is off: OK confirms it.
	 */
	if (party_felt_nothing(t, ply) &&
	    (s->on[a.from] == 0 || sqset_has(s->config.blind, a.from) ||
	     sqset_has(s->config.blind, a.to))) {
		decide(t, expected, "no sensor felt the stone: OK pressed");
		return true;
	}
	if (party_felt_nothing(t, ply)) {
		note_question(t, ply, CAUSE_UNSEEN, "no sensor felt the stone: stacks touched");
		return touch_stacks(t, ply);
	}
	/*
	 * The action was lost with the restored board; a stone's transfer is
	 * unknown until OK confirms it.
	 */
	if (!(a.kind == ACT_TRANSFER && s->config.senses == SENSES_LEVEL &&
	      t->pressed != ply + 1) &&
	    sqset_empty(sqset_and(party_amiss(p, ply), deed_squares(s->meant, ply)))) {
		play_verdict(p, ply, LOST, "not on the board: played again");
		play_save_trace(p, "again", ply);
		return play_plainly(t, ply);
	}
	/* A capture that no sensor saw is not shown: OK confirms it. */
	decide(t, expected, "nothing shown: OK pressed");
	return true;
}

static bool
react(struct party *t, unsigned expected)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;

	if (react_prompt(t, expected))
		return true;
	if (ply >= expected)
		return false;
	if (sim_plans(s, ply) && !s->state.has_plan && deed_of(s->meant, ply) != DEED_NONE) {
		sim_announce(s, ply);
		return true;
	}
	switch (deed_of(s->meant, ply)) {
	case DEED_SCREEN:
		sim_act_ply(s, ply);
		return true;
	case DEED_NONE:
		if (ply == 0 || !deed_needs_clock(s->meant, ply - 1, s->config.senses))
			play_verdict(p, ply, LOST, "what is forced did not happen by itself");
		sim_press(s, BUTTON_CLOCK);
		return true;
	case DEED_CLOCK:
		if (s->state.guidance.kind == GUIDANCE_LEADS)
			return false;
		sim_press(s, BUTTON_CLOCK);
		return true;
	case DEED_CARRY:
	case DEED_BUY:
	case DEED_TOUCH:
	case DEED_ASK:
		break;
	}
	return react_hands(t, expected);
}

/* The plies from n_recorded on had no effect: follows guidance back and repeats them. */
static void
recover(struct party *t, unsigned expected, const char *reason)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	unsigned first = s->n_recorded;
	const char *why = "the board is not as recorded after guidance";

	t->guided = true;
	play_verdict(p, first, LOST, reason);
	play_save_trace(p, "lost", first);
	if (party_is_clear(t, expected)) {
		t->needless++;
		play_verdict(p, first, LOST, "NEEDLESS: one history alone explains the edges");
		play_save_trace(p, "needless", first);
	}
	for (unsigned i = 0; i < WAYS_MAX && s->state.guidance.kind != GUIDANCE_NONE; i++) {
		if (!play_follow_guidance(p, &why)) {
			play_give_up(p, first, why);
			return;
		}
		wait_quiet(p);
		/* Guidance led to what the board had shown, which must be confirmed or refused. */
		if (s->state.prompt.kind == PROMPT_CONFIRM &&
		    !play_option_is(&s->state.prompt, s->meant->action[first])) {
			note_question(t, first, CAUSE_RULES, "asked to confirm what was not meant");
			sim_answer(s, false);
			wait_quiet(p);
		}
	}
	if (s->state.guidance.kind == GUIDANCE_NONE && !s->state.has_provisional)
		sort_pieces(p, &s->meant->position[s->n_recorded]);
	if (s->n_recorded > first || s->fault || s->n_recorded >= expected)
		return;
	/* Guidance led forward: the action is on the board and must be confirmed. */
	if (s->state.has_provisional || s->state.prompt.kind != PROMPT_NONE)
		return;
	if (deed_by_hand(deed_of(s->meant, first)) && !play_plainly(t, first))
		play_give_up(p, first, s->fault ? s->why : "played plainly, and still not read");
}

/* Reports whether there is no guidance, or only for the rules' own changes. */
static bool
all_is_well(const struct party *t, unsigned expected)
{
	const struct sim *s = &t->p.sim;

	if (is_open(s) || !recorded_as_meant(&t->p, expected))
		return false;
	return s->state.guidance.kind == GUIDANCE_NONE || s->state.guidance.kind == GUIDANCE_DUE ||
	       !sqset_empty(refused_attempt(&t->p, expected));
}

/* The board assumed a queen: the choice can change until the opponent touches a piece. */
static bool
amend_promotion(struct play *p)
{
	struct sim *s = &p->sim;
	unsigned ply = sim_first_wrong(s);

	if (ply + 1 != s->n_recorded || !deed_promotes(s->meant, ply) ||
	    s->recorded[ply].from != s->meant->action[ply].from ||
	    s->recorded[ply].to != s->meant->action[ply].to)
		return false;
	sim_act_ply(s, ply);
	return true;
}

static void
check_end(struct party *t, unsigned expected)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;

	play_judge_wrong(p);
	if (s->fault && !p->gave_up) {
		play_verdict(p, s->n_recorded, LOST, s->why);
		play_save_trace(p, "fault", s->n_recorded);
		p->gave_up = true;
	}
	if (!p->gave_up && s->n_recorded != expected)
		play_give_up(p, s->n_recorded, "the questions do not end");
}

/* One press of the clock may both confirm the ply and end the turn. */
static unsigned
with_end(const struct sim *s, unsigned expected)
{
	while (expected < s->meant->n && s->n_recorded > expected &&
	       deed_of(s->meant, expected) == DEED_CLOCK)
		expected = deed_behind_forced(s->meant, expected + 1);
	return expected;
}

unsigned
party_settle(struct party *t, unsigned expected)
{
	struct play *p = &t->p;
	struct sim *s = &p->sim;
	static struct script script;

	t->guided = false;
	wait_quiet(p);
	for (unsigned i = 0; i < QUESTIONS_MAX && !s->fault && !p->gave_up; i++) {
		if (amend_promotion(p) || play_amend_late(p))
			wait_quiet(p);
		expected = with_end(s, expected);
		if (sim_first_wrong(s) < s->n_recorded || s->n_recorded > expected ||
		    all_is_well(t, expected))
			break;
		sim_run(s, s->now_us + rng_range(&p->rng, 300000, 1500000));
		if (!react(t, expected))
			recover(t, expected, play_lost_reason(p));
		wait_quiet(p);
	}
	check_end(t, expected);
	if (p->gave_up)
		return expected;
	sort_pieces(p, &s->meant->position[expected]);
	tidy(t, expected);
	if (p->objects && !s->fault && party_props_tidy(t, expected, &script))
		plan_and_wait(p, &script);
	check_end(t, expected);
	if (!p->gave_up && !sqset_empty(sqset_minus(party_amiss(p, expected), t->pending)))
		play_give_up(p, s->n_recorded, "bug in the generator: the board is not as meant");
	return expected;
}
