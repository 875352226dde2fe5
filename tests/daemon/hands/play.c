#include "tests/daemon/hands/play.h"

#include <assert.h>
#include <string.h>

#include "tests/daemon/hands/motion.h"

enum {
	QUESTIONS_MAX = 16, /* answers to one ply before giving up */
	GUIDANCE_STEPS_MAX = 64,
	WAYS_MAX = 3, /* boards that guidance may lead to in sequence */
	/* The opponent's piece comes down at least this long after the mover's. */
	SETTING_DOWN_US = 30000,
};

static uint64_t
pick(struct play *p, struct span span)
{
	return rng_range(&p->rng, span.lo_us, span.hi_us);
}

void
play_wait_settled(struct play *p, uint64_t extra_us)
{
	struct sim *s = &p->sim;
	uint64_t last_us = s->now_us;

	if (s->n_queue > s->at_queue)
		last_us = s->queue[s->n_queue - 1].t_us;
	sim_run(s, last_us + 2 * s->sensors.scan_us + s->sensors.bounce_max_us +
			   2 * s->config.debounce_occupied_us + extra_us);
}

bool
play_board_is(const struct play *p, const struct position *want)
{
	for (unsigned sq = 0; sq < rules_squares(p->sim.meant->game); sq++)
		if ((p->sim.on[sq] != 0) != (rules_at(p->sim.meant->game, want, sq) != 0))
			return false;
	return true;
}

void
play_set_piece(struct play *p, unsigned sq, uint8_t piece)
{
	struct sim *s = &p->sim;

	/* If sensors measure stones, a stack of another height counts as different. */
	if (s->config.senses == SENSES_LEVEL &&
	    rules_stones(s->meant->game, s->on[sq]) != rules_stones(s->meant->game, piece))
		sensors_change(&s->sensors, sq, piece, s->now_us);
	s->on[sq] = s->sensors.piece[sq] = s->sensors.before[sq] = piece;
}

void
play_sort_pieces(struct play *p, const struct position *want)
{
	for (unsigned sq = 0; sq < rules_squares(p->sim.meant->game); sq++)
		play_set_piece(p, sq, rules_at(p->sim.meant->game, want, sq));
}

static void
carry_now(struct play *p, unsigned from, unsigned to, uint8_t spare)
{
	struct script s;
	uint8_t piece = spare;

	script_init(&s, p->sim.on);
	if (from != RULES_NO_SQ) {
		piece = s.on[from];
		script_lift(&s, from, 0);
	}
	if (to != RULES_NO_SQ)
		script_drop(&s, to, piece, 400000);
	sim_plan(&p->sim, &s, p->sim.now_us + 300000);
	play_wait_settled(p, 100000);
}

bool
play_follow_guidance(struct play *p, const char **why)
{
	const struct guidance *g = &p->sim.state.guidance;

	for (unsigned i = 0; i < GUIDANCE_STEPS_MAX && g->kind != GUIDANCE_NONE; i++) {
		unsigned from = g->lift_sq, to = g->put_sq;

		*why = "guidance has no step to offer";
		if (from == RULES_NO_SQ && to == RULES_NO_SQ)
			return false;
		*why = "guidance lifts from an empty square";
		if (from != RULES_NO_SQ && p->sim.on[from] == 0)
			return false;
		*why = "guidance puts on a full square";
		if (to != RULES_NO_SQ && p->sim.on[to] != 0)
			return false;
		carry_now(p, from, to, g->put_piece);
	}
	*why = "guidance does not end";
	return g->kind == GUIDANCE_NONE;
}

/* ---- after a ply: the players' reactions ---- */

bool
play_option_is(const struct prompt *q, struct action a)
{
	for (unsigned i = 0; i < q->n_options; i++)
		if (rules_action_equal(q->option[i], a))
			return true;
	return false;
}

void
play_press(struct play *p, enum button b)
{
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;
	bool shown = s->state.has_provisional;

	sim_press(s, b);
	if (shown || s->fault || s->state.prompt.kind != PROMPT_CONFIRM || s->n_recorded != ply ||
	    !play_option_is(&s->state.prompt, s->meant->action[ply]))
		return;
	play_verdict(p, ply, ASKED, "a capture that was not seen: pressed again");
	sim_press(s, b);
}

/* Repeats the plies that are not recorded, as plainly as possible. */
static bool
play_again(struct play *p, unsigned expected)
{
	struct sim *s = &p->sim;

	while (!s->fault && s->n_recorded < expected) {
		unsigned ply = s->n_recorded;
		const struct position *before = &s->meant->position[ply];
		struct carry c[CARRIES_MAX];
		struct order orders[ORDERS_MAX];
		struct script script;

		if (!play_board_is(p, before))
			return false;
		sim_announce(s, ply);
		play_sort_pieces(p, before);
		unsigned n = carries_of(s->meant->game, before, s->meant->action[ply], c);

		orders_of(c, n, s->on, orders);
		script_init(&script, s->on);
		motion_plain(&script, c, &orders[0], 300000);
		sim_plan(s, &script, s->now_us + 500000);
		play_wait_settled(p, 200000);
		if (!s->state.has_provisional ||
		    !rules_action_equal(s->state.provisional, s->meant->action[ply]))
			sim_act(s, s->meant->action[ply]);
		sim_press(s, BUTTON_CLOCK);
		play_wait_settled(p, 2 * s->config.settle_us);
		if (s->n_recorded != ply + 1)
			return false;
	}
	return !s->fault;
}

void
play_give_up(struct play *p, unsigned ply, const char *why)
{
	play_verdict(p, ply, LOST, why);
	play_save_trace(p, "stuck", ply);
	p->gave_up = true;
}

/* The plies from n_recorded on had no effect: follows guidance back and repeats them. */
static void
recover(struct play *p, unsigned expected, const char *reason)
{
	struct sim *s = &p->sim;
	unsigned first = s->n_recorded;
	const char *why = "the board is not as recorded after guidance";

	play_verdict(p, first, LOST, reason);
	play_save_trace(p, "lost", first);
	for (unsigned i = 0; i < WAYS_MAX && s->state.guidance.kind != GUIDANCE_NONE; i++) {
		if (!play_follow_guidance(p, &why)) {
			play_give_up(p, first, why);
			return;
		}
		play_wait_settled(p, s->config.settle_us + 100000);
		/* Guidance led to what the board had shown, which must be confirmed or refused. */
		if (s->state.prompt.kind == PROMPT_CONFIRM &&
		    !play_option_is(&s->state.prompt, s->meant->action[first])) {
			play_verdict(p, first, ASKED, "asked to confirm what was not meant");
			sim_answer(s, false);
			play_wait_settled(p, s->config.settle_us + 100000);
		}
	}
	/* Guidance led forward: the move is on the board and must be confirmed. */
	if (s->n_recorded > first || play_board_is(p, &s->meant->position[first + 1])) {
		play_sort_pieces(p, &s->meant->position[first + 1]);
		return;
	}
	if (!play_again(p, expected))
		play_give_up(p, s->n_recorded, s->fault ? s->why : why);
}

static void
answer_which(struct play *p, unsigned expected)
{
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;
	struct action a = s->meant->action[ply];

	if (ply >= expected || !play_option_is(&s->state.prompt, a)) {
		p->tally->pestered++;
		play_verdict(p, ply, ASKED, "asked which, without what was meant");
		sim_press(s, BUTTON_BACK);
		return;
	}
	play_verdict(p, ply, ASKED, "asked which");
	sim_act(s, a);
}

static void
answer_confirm(struct play *p, unsigned expected)
{
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;

	if (ply < expected && play_option_is(&s->state.prompt, s->meant->action[ply])) {
		play_verdict(p, ply, ASKED, "asked to confirm");
		sim_press(s, BUTTON_OK);
		return;
	}
	play_verdict(p, ply, ASKED, "asked to confirm what was not meant");
	sim_answer(s, false);
}

static void
refuse_question(struct play *p, const char *what)
{
	p->tally->pestered++;
	play_verdict(p, p->sim.n_recorded, ASKED, what);
	sim_answer(&p->sim, false);
}

/* Does one thing that the display asks for; returns false if there is none. */
static bool
react(struct play *p, unsigned expected)
{
	struct sim *s = &p->sim;
	unsigned ply = s->n_recorded;

	switch ((enum session_prompt)s->state.prompt.kind) {
	case PROMPT_WHICH:
		answer_which(p, expected);
		return true;
	case PROMPT_CONFIRM:
		answer_confirm(p, expected);
		return true;
	case PROMPT_TAKEBACK:
		refuse_question(p, "asked for a takeback that nobody wanted");
		return true;
	case PROMPT_NEW_GAME:
		refuse_question(p, "asked for a new game that nobody wanted");
		return true;
	case PROMPT_DRAW:
	case PROMPT_RESIGN:
	case PROMPT_MENU:
	case PROMPT_REVEAL:
	case PROMPT_BLUNDER: /* no advice is given */
	case PROMPT_END:
	case PROMPT_PAY:
	case PROMPT_ARRAY:
		refuse_question(p, "asked about the end of the game");
		return true;
	case PROMPT_NONE:
	case PROMPT_PROMOTION:
		break;
	}
	if (ply >= expected || s->state.guidance.kind != GUIDANCE_NONE)
		return false;
	/* A later ply of the run was lost with the restored board. */
	if (!s->state.has_provisional && play_board_is(p, &s->meant->position[ply])) {
		play_verdict(p, ply, LOST, "not on the board: played again");
		return play_again(p, expected);
	}
	if (s->state.has_provisional &&
	    rules_action_equal(s->state.provisional, s->meant->action[ply])) {
		play_verdict(p, ply, ASKED, "shown, and not final by quiet");
		sim_press(s, BUTTON_CLOCK);
		return true;
	}
	if (s->state.has_provisional) {
		play_verdict(p, ply, ASKED, "another action shown: chosen on the screen");
		sim_act(s, s->meant->action[ply]);
		return true;
	}
	/* A capture that no sensor saw is not shown: OK confirms it. */
	play_verdict(p, ply, ASKED, "nothing shown: OK pressed");
	play_press(p, BUTTON_OK);
	return true;
}

/*
 * The players changed a final move and the board cannot follow them: they take
 * the move back on the screen.
 */
static bool
undo_late_thought(struct play *p)
{
	struct sim *s = &p->sim;
	unsigned ply = sim_first_wrong(s);

	bool asked = s->state.prompt.kind == PROMPT_CONFIRM || s->state.prompt.kind == PROMPT_WHICH;

	if (ply + 1 != s->n_recorded || (p->oddities[ply] & ODD_LATE_THOUGHT) == 0 ||
	    (s->state.guidance.kind == GUIDANCE_NONE && !asked && sqset_empty(s->state.lifted)))
		return false;
	play_verdict(p, ply, LOST, "a late second thought was not followed");
	play_save_trace(p, "late", ply);
	sim_undo(s, 1);
	return true;
}

/* Also a second thought after a final move, where the board asks about it. */
static bool
amend_by_answer(struct play *p)
{
	struct sim *s = &p->sim;
	unsigned ply = sim_first_wrong(s);

	/* One second on its first square makes a second thought late, whatever was planned. */
	if (ply + 1 != s->n_recorded ||
	    (p->oddities[ply] & (ODD_LATE_THOUGHT | ODD_SECOND_THOUGHT)) == 0 ||
	    !play_option_is(&s->state.prompt, s->meant->action[ply]))
		return false;
	play_verdict(p, ply, ASKED, "asked about a late second thought");
	if (s->state.prompt.kind == PROMPT_CONFIRM)
		sim_press(s, BUTTON_OK);
	else
		sim_act(s, s->meant->action[ply]);
	return true;
}

bool
play_amend_late(struct play *p)
{
	return amend_by_answer(p) || undo_late_thought(p);
}

/* After all hands leave: exactly `expected` plies must get recorded. */
void
play_settle(struct play *p, unsigned expected)
{
	struct sim *s = &p->sim;

	play_wait_settled(p, s->config.settle_us + 100000);
	for (unsigned i = 0; i < QUESTIONS_MAX && !s->fault && !p->gave_up; i++) {
		if (play_amend_late(p))
			play_wait_settled(p, s->config.settle_us + 100000);
		if (sim_first_wrong(s) < s->n_recorded || s->n_recorded > expected)
			break;
		bool open = s->state.prompt.kind != PROMPT_NONE &&
			    s->state.prompt.kind != PROMPT_PROMOTION;

		if (s->n_recorded == expected && !open && s->state.guidance.kind == GUIDANCE_NONE)
			break;
		sim_run(s, s->now_us + rng_range(&p->rng, 300000, 1500000));
		if (!react(p, expected))
			recover(p, expected, play_lost_reason(p));
		play_wait_settled(p, s->config.settle_us + 100000);
	}
	play_judge_wrong(p);
	if (s->fault && !p->gave_up) {
		play_verdict(p, s->n_recorded, LOST, s->why);
		play_save_trace(p, "fault", s->n_recorded);
		p->gave_up = true;
	}
	if (!p->gave_up && s->n_recorded != expected)
		play_give_up(p, s->n_recorded, "the questions do not end");
	if (!p->gave_up && !play_board_is(p, &s->meant->position[expected]))
		play_give_up(p, s->n_recorded, "bug in the generator: the board is not as meant");
}

/* ---- one ply ---- */

/* Only a queen is assumed: another piece is chosen on the screen. */
static bool
needs_choice(const struct play *p, unsigned ply)
{
	struct action a = p->sim.meant->action[ply];

	return !sim_plans(&p->sim, ply) && a.kind == ACT_MOVE && a.arg != PIECE_NONE && a.arg != PIECE_QUEEN;
}

static void
choose_promotion(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;

	play_wait_settled(p, rng_range(&p->rng, 100000, 300000));
	if (s->fault)
		return;
	/* Final already, after a late second thought: the choice can still change. */
	if (s->n_recorded > ply && rules_action_equal(s->recorded[ply], s->meant->action[ply]))
		return;
	sim_act(s, s->meant->action[ply]);
	play_verdict(p, ply, ASKED, "promotion to another piece chosen on the screen");
}

void
play_press_clock_now(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;

	if (s->state.has_provisional && s->n_recorded == ply &&
	    !rules_action_equal(s->state.provisional, s->meant->action[ply]) &&
	    (ply == 0 || !rules_action_equal(s->state.provisional, s->meant->action[ply - 1]))) {
		play_verdict(p, ply, ASKED, "another action shown at the clock: chosen instead");
		sim_act(s, s->meant->action[ply]);
	}
	play_press(p, BUTTON_CLOCK);
}

void
play_press_clock(struct play *p, unsigned ply, uint64_t last_us)
{
	sim_run(&p->sim, last_us + pick(p, p->style->press));
	if (!p->sim.fault)
		play_press_clock_now(p, ply);
}

/*
 * Returns how long before the mover's last touch the opponent may begin, or 0.
 * The mover's last piece must be in the air, and the squares must differ.
 */
uint64_t
play_overlap_us(const struct style *st, const struct script *mover, const struct script *next)
{
	const struct touch *last = &mover->touch[mover->n - 1];

	/* At least this long after the mover's last lift, so that scans see the order. */
	const uint64_t seen_us = 2 * (uint64_t)st->scan_us + st->bounce_max_us;

	if (mover->n < 2 || last->after_us <= seen_us || last->kind != TOUCH_DROP ||
	    next->touch[0].kind != TOUCH_LIFT || (mover->oddities & ODD_LATE_THOUGHT) != 0)
		return 0;
	for (unsigned i = 0; i < next->n; i++)
		if (next->touch[i].sq == last->sq)
			return 0;
	return last->after_us - seen_us < 100000 ? last->after_us - seen_us : 100000;
}

uint64_t
play_script_us(const struct script *s)
{
	uint64_t us = 0;

	for (unsigned i = 1; i < s->n; i++)
		us += s->touch[i].after_us;
	return us;
}

/*
 * Plays a run of plies: the first, then further ones that begin early. Returns
 * the ply after the run.
 */
static unsigned
play_run(struct play *p, unsigned ply)
{
	struct sim *s = &p->sim;
	const struct meant *m = s->meant;
	uint64_t last_us = s->now_us + pick(p, p->style->think);
	bool early = false, in_turn = true;
	static struct script now, before;

	struct style hasty = *p->style;

	/* An unseen swap among the opponent's touches could be any capture. */
	hasty.missed_swaps = 0;
	for (;; ply++) {
		struct style style = early ? hasty : *p->style;

		/* A second thought after the move is final would amend a computer's choice. */
		if (sim_plans(s, ply))
			style.late_thoughts = 0;
		script_init(&now, s->on);
		motion_play(&now, m->game, ply > 0 ? &m->position[ply - 1] : NULL,
			    &m->position[ply], m->action[ply], &style, &p->rng,
			    !needs_choice(p, ply));
		p->oddities[ply] = now.oddities;
		uint64_t start_us = last_us;

		if (early && in_turn && rng_chance(&p->rng, p->style->overlap) &&
		    play_overlap_us(p->style, &before, &now) > 0) {
			start_us -=
				rng_range(&p->rng, 0, play_overlap_us(p->style, &before, &now) - 1);
			/* Early, but not before the mover's hand has left. */
			if (start_us + play_script_us(&now) < last_us + SETTING_DOWN_US)
				start_us = last_us + SETTING_DOWN_US - play_script_us(&now);
			p->oddities[ply - 1] |= ODD_OVERLAP;
		} else if (early) {
			start_us += pick(p, p->style->reply);
		}
		/* Runs everything that cannot change any more: the queue stays short. */
		sim_run(s, start_us > 400000 ? start_us - 400000 : 0);
		uint64_t end_us = sim_plan(s, &now, start_us);

		/* At most two plies overlap. */
		in_turn = start_us >= last_us;
		last_us = end_us > last_us ? end_us : last_us;
		if (needs_choice(p, ply)) {
			choose_promotion(p, ply);
			last_us = s->now_us;
		} else if (ply + 1 < m->n && !sim_plans(s, ply + 1) && !rng_chance(&p->rng, p->style->clock) &&
			   (now.oddities & ODD_SWAP_MISSED) == 0 &&
			   rng_chance(&p->rng, p->style->early)) {
			p->oddities[ply] |= ODD_EARLY;
			before = now;
			early = true;
			continue;
		}
		if (rng_chance(&p->rng, p->style->clock))
			play_press_clock(p, ply, last_us);
		return ply + 1;
	}
}

void
play_count(struct play *p, unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++) {
		if (p->sim.undone && (p->oddities[i] & ODD_LATE_THOUGHT) != 0 &&
		    p->verdict[i] == RIGHT)
			p->verdict[i] = AMENDED;
		p->tally->plies++;
		p->tally->verdict[p->verdict[i]]++;
		p->verdict[i] = RIGHT;
	}
}

bool
play_begin(struct play *p, struct live *live, const struct meant *meant, uint8_t senses,
	   uint64_t seed)
{
	struct session_config config = session_config_default();
	struct sim *s = &p->sim;

	config.senses = senses;
	config.objects = p->objects;
	p->gave_up = false;
	p->rng.state = seed;
	for (unsigned i = 0; i < p->blind; i++)
		sqset_add(&config.blind, rng_below(&p->rng, rules_squares(meant->game)));
	memset(p->verdict, RIGHT, sizeof(p->verdict));
	memset(p->oddities, 0, sizeof(p->oddities));
	if (!sim_start(s, live, meant, &config, p->style->scan_us, p->style->bounce_max_us,
		       seed + 1)) {
		play_give_up(p, 0, s->why);
		return false;
	}
	s->noise_percent = p->style->noise;
	s->jolt_percent = p->style->jolts;
	s->sensors.blind = config.blind;
	s->sensors.buses = p->buses > 1 ? 2 : 1;
	return true;
}

void
play_end(struct play *p)
{
	p->tally->games++;
	p->tally->broken += p->gave_up;
	p->tally->steps += p->sim.steps;
	p->tally->edges += p->sim.edges;
}

void
play_game(struct play *p, struct live *live, const struct meant *meant, uint8_t senses,
	  uint64_t seed)
{
	unsigned ply = 0;

	(void)play_begin(p, live, meant, senses, seed);
	while (!p->gave_up && ply < meant->n) {
		play_checkpoint(p);
		if (sim_plans(&p->sim, ply) && rng_chance(&p->rng, 50))
			sim_announce(&p->sim, ply);
		ply = tricks_maybe(p, ply);
		if (p->gave_up)
			break;
		sim_announce(&p->sim, ply);
		tricks_astray(p, ply);
		if (p->gave_up)
			break;
		play_checkpoint(p);
		unsigned first = ply;

		p->sim.undone = false;
		ply = play_run(p, ply);
		play_settle(p, ply);
		play_count(p, first, ply);
	}
	play_end(p);
}
