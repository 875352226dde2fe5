/* The session's game as a record. Separate from record.h, which does not depend on the session. */
#pragma once
#include <string.h>

#include "daemon/record/record.h"
#include "daemon/session/session.h"

_Static_assert((int)RECORD_ACTIONS_MAX == (int)SESSION_ACTIONS_MAX, "one limit, two rooms");

/* Returns the result of the session's game: RECORD_UNFINISHED while it runs. */
static inline struct record_result
record_session_result(const struct session_state *st)
{
	switch ((enum session_end)st->end) {
	case SESSION_END_NONE:
		break;
	case SESSION_END_RULES:
		return record_result_rules(st->outcome);
	case SESSION_END_RESIGNED:
		return rules_partners(st->game) ? record_result_given_up()
						: record_result_resigned(st->end_colour);
	case SESSION_END_TIME:
		return record_result_time(st->end_colour);
	case SESSION_END_AGREED:
		return record_result_drawn("agreed");
	case SESSION_END_THREEFOLD:
		return record_result_drawn("threefold");
	case SESSION_END_FIFTY:
		return record_result_drawn("fifty");
	}
	return (struct record_result){ .end = RECORD_UNFINISHED };
}

/*
 * Copies the final actions of the session's game into *r (zeroed or initialised; its old
 * content is freed), with times since t0_us. The caller fills in names, date and number.
 * Returns 0 or -ENOMEM.
 */
MUST_USE static inline int
record_session_take(struct record *r, const struct session *s, uint64_t t0_us)
{
	struct session_state st;
	int err;

	session_state(s, &st);
	record_finish(r);
	record_init(r, st.game, session_first(s));
	err = record_reserve(r, st.n_actions);
	if (err < 0)
		return err;
	for (r->n = 0; r->n < st.n_actions; r->n++) {
		struct record_action *a = &r->action[r->n];

		a->action = session_action(s, r->n, &a->t_us);
		a->t_us = a->t_us > t0_us ? a->t_us - t0_us : 0;
		a->clock_us = CLOCK_NO_TIME;
	}
	r->last = *st.settled;
	r->result = record_session_result(&st);
	return 0;
}
