#include "tests/daemon/hands/sim.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "tests/daemon/hands/deeds.h"
#include "tests/daemon/hands/hall.h"

static void
fault(struct sim *s, const char *why)
{
	if (!s->fault)
		(void)snprintf(s->why, sizeof(s->why), "%s", why);
	s->fault = true;
}

static void
take_told(void *arg, const struct session_note *t)
{
	struct sim *s = arg;

	switch ((enum session_note_kind)t->kind) {
	case NOTE_FINAL:
		if (s->n_recorded == sizeof(s->recorded) / sizeof(s->recorded[0]))
			fault(s, "more final actions than the game has plies");
		else
			s->recorded[s->n_recorded++] = t->action;
		break;
	case NOTE_UNDO:
		s->undone = true;
		if (t->n > s->n_recorded)
			fault(s, "undid more actions than there were");
		else
			s->n_recorded -= t->n;
		break;
	case NOTE_RESULT:
	case NOTE_CLOSED:
	case NOTE_NEW_GAME:
	case NOTE_SHOWN:
	case NOTE_WITHDRAWN:
	case NOTE_ASKED:
	case NOTE_GUIDE:
	case NOTE_REFUSED:
	case NOTE_ANNOUNCED:
		break;
	}
}

/* One line of the trace, with its newline. */
static void
send_line(struct sim *s, const char *line, size_t len)
{
	if (live_line(s->live, line, len - 1) < 0)
		fault(s, s->live->err.line ? s->live->err.why : "no memory");
}

static void
live_turn(struct sim *s, const struct event *e)
{
	double from = s->cost ? cost_now_us() : 0;

	s->wire.len = 0;
	tracer_event(&s->wire, e);
	send_line(s, s->wire.text, s->wire.len);
	if (s->cost && e->kind != EVENT_EDGE)
		cost_add(s->cost, cost_now_us() - from);
}

/* The table takes its session's reports and keeps the record. */
static void
hall_turn(struct sim *s, const struct event *e)
{
	const struct table *t = &s->hall->table;
	unsigned n = s->n_recorded, same = 0;

	hall_step(s->hall, e);
	if (t->state.n_actions > sizeof(s->recorded) / sizeof(s->recorded[0])) {
		fault(s, "more final actions than the game has plies");
		return;
	}
	s->n_recorded = t->state.n_actions;
	for (unsigned i = 0; i < s->n_recorded; i++) {
		struct action a = session_action(s->session, i, NULL);

		same += i < n && i == same && rules_action_equal(s->recorded[i], a);
		s->recorded[i] = a;
	}
	s->undone = s->undone || same < n;
	if (t->book.n != s->n_recorded)
		fault(s, "the table's record is not the session's");
}

static void
step(struct sim *s, struct event e)
{
	unsigned before = s->n_recorded;

	e.t_us = s->now_us;
	if (s->tracer != NULL && e.kind != EVENT_TIME)
		tracer_event(s->tracer, &e);
	if (s->hall)
		hall_turn(s, &e);
	else
		live_turn(s, &e);
	s->steps++;
	session_state(s->session, &s->state);
	if (e.kind != EVENT_EDGE && e.kind != EVENT_TIME && s->n_recorded != before)
		s->sealed = s->n_recorded;
	if (s->sealed > s->n_recorded)
		s->sealed = s->n_recorded;
	if (s->state.n_actions != s->n_recorded)
		fault(s, "what was told and n_actions differ");
	/* A quick computer chooses what hands make as soon as it has to, whatever they are doing. */
	if (s->quick && s->n_recorded != before && sim_first_wrong(s) == s->n_recorded &&
	    s->n_recorded < s->meant->n && deed_by_hand(deed_of(s->meant, s->n_recorded)))
		sim_announce(s, s->n_recorded);
}

struct sqset
sim_objects(const struct sim *s, unsigned ply)
{
	struct sqset set = { { 0, 0 } };

	for (unsigned sq = 0; s->config.objects && sq < rules_squares(s->meant->game); sq++)
		if (rules_at(s->meant->game, &s->meant->position[ply], sq) & PIECE_MARK)
			sqset_add(&set, sq);
	return set;
}

/* Returns a stream that discards its output. */
static FILE *
nowhere(void)
{
	static FILE *out;

	if (!out)
		out = fopen("/dev/null", "w");
	assert(out);
	return out;
}

/* Writes a trace's header, and the readings that differ from the position. */
static void
live_begin(struct sim *s)
{
	static char text[32768];
	struct tracer head = { .text = text, .size = sizeof(text) };
	size_t len;

	live_close(s->live);
	live_open(s->live, &(struct replay_options){ 0 }, nowhere());
	s->live->on_note = take_told;
	s->live->on_note_arg = s;
	tracer_begin(&head, s->meant->game, &s->meant->position[0], NULL, 0, &s->config,
		     s->sensors.reported, s->now_us);
	assert(!head.full);
	for (const char *line = text; *line && !s->fault; line += len) {
		len = strcspn(line, "\n") + 1;
		send_line(s, line, len);
	}
	s->wire = (struct tracer){ .text = s->wire_text,
				   .size = sizeof(s->wire_text),
				   .game = s->meant->game,
				   .start_us = s->now_us };
	s->session = &s->live->replay.session;
	live_turn(s, &(struct event){ .kind = EVENT_TIME, .t_us = s->now_us });
}

bool
sim_start(struct sim *s, struct live *live, const struct meant *meant,
	  const struct session_config *config, uint32_t scan_us, uint32_t bounce_max_us,
	  uint64_t seed)
{
	char text[RULES_POSITION_TEXT];
	struct tracer *tracer = s->tracer;
	struct cost *cost = s->cost;
	struct hall *hall = s->hall;
	uint8_t planned = s->planned;
	bool seated = s->seated;

	memset(s, 0, sizeof(*s));
	s->hall = hall;
	s->planned = planned;
	s->seated = seated;
	s->live = live;
	s->meant = meant;
	s->config = *config;
	for (unsigned seat = 0; seated && seat < rules_seats(meant->game); seat++)
		if ((planned & 1u << (seat & 1)) != 0)
			s->config.computers |= (uint8_t)(1u << seat);
	s->tracer = tracer;
	s->cost = cost;
	s->rng.state = seed;
	s->quick = planned != 0 && rng_chance(&s->rng, 50);
	s->now_us = 1000000;
	for (unsigned sq = 0; sq < rules_squares(meant->game); sq++)
		s->on[sq] = rules_at(meant->game, &meant->position[0], sq);
	sensors_init(&s->sensors, meant->game, config->senses, scan_us, bounce_max_us, s->on,
		     sim_objects(s, 0), s->now_us, seed ^ 1);
	rules_print(meant->game, &meant->position[0], text);
	if (!hall) {
		live_begin(s);
	} else if (!hall_start(hall, meant->game, text, config, s->sensors.reported, s->now_us,
			       ~seed)) {
		fault(s, hall->table.why);
	} else {
		s->session = &hall->table.session;
	}
	if (s->fault)
		return false;
	session_state(s->session, &s->state);
	if (tracer != NULL)
		tracer_begin(tracer, meant->game, &meant->position[0], NULL, 0, &s->config,
			     s->sensors.reported, s->now_us);
	return true;
}

uint64_t
sim_plan(struct sim *s, const struct script *script, uint64_t start_us)
{
	uint64_t t_us = start_us;

	if (s->at_queue == s->n_queue)
		s->at_queue = s->n_queue = 0;
	for (unsigned i = 0; i < script->n; i++) {
		unsigned k = s->n_queue;

		assert(s->n_queue < SIM_QUEUE_MAX);
		t_us += i == 0 ? 0 : script->touch[i].after_us;
		/* Overlapping hands: the later script's first touches are inserted in between. */
		for (; k > s->at_queue && s->queue[k - 1].t_us > t_us; k--)
			s->queue[k] = s->queue[k - 1];
		s->queue[k] = (struct sim_touch){ t_us, script->touch[i] };
		s->n_queue++;
	}
	memcpy(s->on, script->on, sizeof(s->on));
	return t_us;
}

static void
disturb_something(struct sim *s)
{
	unsigned sq = rng_below(&s->rng, rules_squares(s->meant->game));
	bool occupied = s->sensors.piece[sq] != 0;
	uint64_t limit_us = occupied ? s->config.debounce_empty_us : s->config.debounce_occupied_us;

	/* Just short of the debounce limit. */
	if (limit_us > s->sensors.scan_us)
		sensors_disturb(&s->sensors, sq, s->now_us, limit_us - s->sensors.scan_us);
}

static void
jolt_something(struct sim *s)
{
	unsigned sq = rng_below(&s->rng, rules_squares(s->meant->game));

	if (s->sensors.piece[sq] != 0)
		sensors_jolt(&s->sensors, sq, s->now_us);
}

static void
touch_now(struct sim *s)
{
	const struct touch *t = &s->queue[s->at_queue++].touch;

	if (t->object != OBJECT_LEFT)
		sensors_lay(&s->sensors, t->sq, t->object == OBJECT_LAID, s->now_us);
	sensors_change(&s->sensors, t->sq, t->kind == TOUCH_LIFT ? 0 : t->piece, s->now_us);
	if (s->hall)
		hall_touched(s->hall, t->kind == TOUCH_LIFT, s->now_us);
	if (s->config.senses == SENSES_LEVEL && rng_chance(&s->rng, s->jolt_percent))
		jolt_something(s);
	if (rng_chance(&s->rng, s->noise_percent))
		disturb_something(s);
}

static void
scan_now(struct sim *s)
{
	struct sensed sensed[RULES_SQUARES_MAX];
	unsigned n = sensors_scan(&s->sensors, sensed);

	for (unsigned i = 0; i < n; i++) {
		s->edges++;
		if (s->n_log < SIM_LOG_MAX)
			s->log[s->n_log++] = (struct sim_edge){ s->now_us, sensed[i] };
		step(s, (struct event){ .kind = EVENT_EDGE,
					.seat = SEAT_NONE,
					.sq = sensed[i].sq,
					.reading = sensed[i].reading });
	}
}

/* Returns the table's next deadline; the live trace serves its session itself. */
static uint64_t
deadline(const struct sim *s)
{
	return s->hall ? table_deadline(&s->hall->table) : UINT64_MAX;
}

void
sim_run(struct sim *s, uint64_t t_us)
{
	unsigned spins = 0;

	while (!s->fault) {
		uint64_t deadline_us = deadline(s);
		uint64_t scan_us = sensors_next(&s->sensors);
		uint64_t touch_us =
			s->at_queue < s->n_queue ? s->queue[s->at_queue].t_us : UINT64_MAX;
		uint64_t next_us = deadline_us < scan_us ? deadline_us : scan_us;

		next_us = touch_us < next_us ? touch_us : next_us;
		if (next_us > t_us)
			break;
		spins = next_us > s->now_us ? 0 : spins + 1;
		if (spins > 1000)
			fault(s, "the session asks for the same time again and again");
		s->now_us = next_us > s->now_us ? next_us : s->now_us;
		if (deadline_us == next_us)
			step(s, (struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE });
		else if (touch_us == next_us)
			touch_now(s);
		else
			scan_now(s);
	}
	s->now_us = t_us > s->now_us ? t_us : s->now_us;
	if (!s->hall && !s->fault)
		step(s, (struct event){ .kind = EVENT_TIME, .seat = SEAT_NONE });
}

void
sim_press(struct sim *s, enum button b)
{
	step(s, (struct event){ .kind = EVENT_PRESS, .seat = SEAT_NONE, .button = (uint8_t)b });
}

void
sim_answer(struct sim *s, bool yes)
{
	step(s, (struct event){ .kind = EVENT_ANSWER, .seat = SEAT_NONE, .yes = yes });
}

void
sim_act(struct sim *s, struct action a)
{
	struct event e = { .kind = EVENT_ACT, .seat = SEAT_NONE };
	unsigned n = s->n_recorded < s->meant->n ? s->n_recorded : s->meant->n;

	rules_action_print(s->meant->game, &s->meant->position[n], a, e.text);
	step(s, e);
}

void
sim_act_ply(struct sim *s, unsigned ply)
{
	struct event e = { .kind = EVENT_ACT, .seat = SEAT_NONE };

	rules_action_print(s->meant->game, &s->meant->position[ply], s->meant->action[ply], e.text);
	step(s, e);
}

bool
sim_plans(const struct sim *s, unsigned ply)
{
	unsigned seat;

	if (s->planned == 0 || ply >= s->meant->n)
		return false;
	seat = rules_to_act(s->meant->game, &s->meant->position[ply]);
	return seat < rules_seats(s->meant->game) && (s->planned >> (seat & 1u) & 1u);
}

void
sim_announce(struct sim *s, unsigned ply)
{
	struct event e = { .kind = EVENT_PLAN };

	if (!sim_plans(s, ply) || s->n_recorded != ply || s->state.has_plan)
		return;
	e.seat = (uint8_t)rules_to_act(s->meant->game, &s->meant->position[ply]);
	rules_action_print(s->meant->game, &s->meant->position[ply], s->meant->action[ply], e.text);
	step(s, e);
}

void
sim_select(struct sim *s, const char *text)
{
	struct event e = { .kind = EVENT_SELECT, .seat = SEAT_NONE };

	(void)snprintf(e.text, sizeof(e.text), "%s", text);
	step(s, e);
}

void
sim_undo(struct sim *s, unsigned n)
{
	step(s, (struct event){ .kind = EVENT_UNDO, .seat = SEAT_NONE, .n = (uint16_t)n });
}

unsigned
sim_first_wrong(const struct sim *s)
{
	for (unsigned i = 0; i < s->n_recorded; i++)
		if (i >= s->meant->n || !rules_action_equal(s->recorded[i], s->meant->action[i]))
			return i;
	return s->n_recorded;
}
