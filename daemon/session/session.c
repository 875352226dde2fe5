/*
 * The session's time: events in their order, and deadlines. session_event.c says what an event does.
 *
 * An edge is judged when it is believed; TIME, when the quiet after it has passed. Every
 * other event but BLIND and BLUNDER waits until the squares that changed before it have settled. It
 * keeps its own time and is then judged against the settled board.
 */
#include "daemon/session/session_priv.h"

#include <string.h>

struct session_config
session_config_default(void)
{
	struct session_config c = {
		.senses = SENSES_OCCUPANCY,
		.settle_us = 1000000,
		.debounce_empty_us = DEBOUNCE_EMPTY_US,
		.debounce_occupied_us = DEBOUNCE_OCCUPIED_US,
	};

	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		c.hints[i] = HINTS_MOVES;
	return c;
}

/* Reports whether a touched stack waits for a receiver, or a refused gift is still explained. */
static bool
gift_is_open(const struct session *s)
{
	return session_giver(s, NULL) != RULES_NO_SQ ||
	       (s->phase == SESSION_PLAYING && s->refusal.rule &&
		s->guidance.kind == GUIDANCE_NONE && infer_all_home(s->current));
}

/* Returns when quiet is judged or, later, when a gift that was only begun is forgotten. */
static uint64_t
quiet_us(const struct session *s)
{
	uint64_t t_us = s->last_edge_us + s->config.settle_us;

	if (s->pending & PENDING_QUIET)
		return t_us > s->departs_us ? t_us : s->departs_us;
	return gift_is_open(s) ? s->last_edge_us + SESSION_GIVE_US : SESSION_NO_DEADLINE;
}

static void
take_waiting(struct session *s)
{
	struct event e = s->waiting[0];

	s->n_waiting--;
	memmove(&s->waiting[0], &s->waiting[1], s->n_waiting * sizeof(s->waiting[0]));
	(void)session_untangle(s);
	session_judge(s, &e);
}

static void
take_quiet(struct session *s, uint64_t t_us)
{
	if (!(s->pending & PENDING_QUIET)) {
		s->version++;
		memset(&s->refusal, 0, sizeof(s->refusal));
		session_forget_edges(s);
		return;
	}
	s->pending &= (uint8_t)~PENDING_QUIET;
	session_judge(s, &(struct event){ .kind = EVENT_TIME, .t_us = t_us });
}

/* Processes the earliest thing due by now_us; returns false if there is none. */
static bool
advance_once(struct session *s, uint64_t now_us)
{
	uint64_t belief = debounce_next(&s->debounce);
	uint64_t unsettled = debounce_unsettled_us(&s->debounce);
	uint64_t quiet = quiet_us(s), first = s->waiting[0].t_us;
	/* Every square that changed before the event or the quiet has settled. */
	bool waiting_ready = s->n_waiting > 0 &&
			     (unsettled > first || now_us >= first + SESSION_WAIT_US);
	bool quiet_ready = quiet <= now_us && unsettled >= quiet;
	bool before_edge = (waiting_ready && first < quiet) || (quiet_ready && quiet <= belief);
	struct debounced d;

	if (!before_edge && debounce_take(&s->debounce, now_us, &d))
		session_judge(s, &(struct event){ .kind = EVENT_EDGE,
						  .t_us = d.raw_us,
						  .sq = d.sq,
						  .reading = d.reading });
	else if (waiting_ready && (first < quiet || !quiet_ready))
		take_waiting(s);
	else if (quiet_ready)
		take_quiet(s, quiet);
	else
		return false;
	return true;
}

uint64_t
session_deadline(const struct session *s)
{
	uint64_t d = debounce_next(&s->debounce);
	uint64_t unsettled = debounce_unsettled_us(&s->debounce), quiet = quiet_us(s);

	if (s->origin != ORIGIN_RUNNING && session_opens(s))
		return s->now_us;
	if (s->n_waiting && s->waiting[0].t_us + SESSION_WAIT_US < d)
		d = s->waiting[0].t_us + SESSION_WAIT_US;
	return quiet < d && unsettled >= quiet ? quiet : d;
}

/* Reports whether edges of blind squares are kept for when the squares return. */
static bool
sleeps(const struct session *s)
{
	return s->current->n_asleep > 0 ||
	       ((s->amend & AMEND_ACTION) && s->before->n_asleep > 0);
}

bool
session_rests(const struct session *s)
{
	struct session_state st;

	if (s->phase != SESSION_PLAYING || session_deadline(s) != SESSION_NO_DEADLINE || sleeps(s))
		return false;
	session_state(s, &st);
	return !st.has_provisional && st.guidance.kind == GUIDANCE_NONE &&
	       st.prompt.kind == PROMPT_NONE && sqset_empty(st.lifted) && sqset_empty(st.adjusted);
}

uint64_t
session_time(const struct session *s, uint64_t t_us)
{
	return t_us > s->now_us ? t_us : s->now_us;
}

uint64_t
session_step(struct session *s, const struct event *e, struct session_out *out)
{
	uint64_t t_us = session_time(s, e->t_us);

	out->n = 0;
	s->out = out;
	session_freshen(s);
	if (s->origin == ORIGIN_NEW)
		session_open(s, s->now_us);
	s->now_us = t_us;
	while (advance_once(s, t_us))
		continue;
	if (e->kind == EVENT_EDGE) {
		if (e->sq < rules_squares(s->game) && sqset_has(s->config.blind, e->sq))
			s->behind[e->sq] = session_usable_reading(s, e->reading);
		else if (e->sq < rules_squares(s->game))
			debounce_edge(&s->debounce, e->sq, session_usable_reading(s, e->reading),
				      t_us);
	} else if (e->kind == EVENT_BLIND || e->kind == EVENT_BLUNDER) {
		session_judge(s, e);
	} else if (e->kind != EVENT_TIME) {
		if (s->n_waiting == SESSION_WAITING_MAX)
			take_waiting(s);
		s->waiting[s->n_waiting] = *e;
		s->waiting[s->n_waiting++].t_us = t_us;
	}
	while (advance_once(s, t_us))
		continue;
	/* The bounce was no edge: judges what waited for its square to settle. */
	if ((s->pending & PENDING_REPLY) &&
	    debounce_unsettled_us(&s->debounce) == DEBOUNCE_NO_DEADLINE) {
		s->pending &= (uint8_t)~PENDING_REPLY;
		if (s->phase == SESSION_PLAYING)
			session_consider(s, t_us);
	}
	session_note_awaits(s);
	s->out = NULL;
	return session_deadline(s);
}

void
session_board(struct session *s, const struct reading *board, const struct infer_known *known,
	      uint64_t t_us, struct session_out *out)
{
	out->n = 0;
	s->out = out;
	if (s->origin == ORIGIN_REPLAYED)
		s->origin = ORIGIN_NEW;
	s->now_us = session_time(s, t_us);
	s->version++;
	session_close_prompt(s);
	session_accept_board(s, board, known);
	session_check_board(s, s->now_us);
	s->pending &= (uint8_t)~PENDING_QUIET;
	session_note_awaits(s);
	s->out = NULL;
}
