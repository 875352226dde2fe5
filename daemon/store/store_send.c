/*
 * From the store's loop side to its writer: what was marked, what of it was sent.
 *
 * Cases:
 *   1) mark action, pump                 REQUEST_ACTION each, in order
 *   2) mark undo, mark action, pump      REQUEST_CUT to the lowest count, then what follows
 *   3) the ring is full                  sent stays behind marked; the next pump goes on. Full is
 *                                        it while places are left that a game's end may need
 *   4) the writer reports a resend       sent goes back to what is on disk
 *   5) begin while 3)                    cut, clock and result of the old game go to those places;
 *                                        actions that were not sent are lost, and told
 *   6) undo while actions are in flight  a report of an older generation does not count
 *   7) settings                          the table is the truth; dirty ones are sent when there is room
 *   8) the clock changes with an action  it goes with the last that is sent, else by itself
 *   9) names                             one request at a time, nothing waits for it; seeds go
 *                                        before the action that is made of them
 */
#include <assert.h>
#include <string.h>

#include "daemon/store/store_impl.h"

static uint32_t
ring_space(const struct ring *r)
{
	return r->cap - (atomic_load_explicit(&r->head, memory_order_relaxed) -
			 atomic_load_explicit(&r->tail, memory_order_acquire));
}

static struct store_request
request_of(const struct store *s, enum store_request_kind kind)
{
	return (struct store_request){ .kind = (uint8_t)kind,
				       .epoch = s->sender.epoch,
				       .generation = s->sender.generation };
}

static bool
has_room(const struct store *s)
{
	return ring_space(&s->requests) > s->sender.reserved;
}

static bool
send_request(struct store *s, const struct store_request *q)
{
	if (!has_room(s) || !ring_put(&s->requests, q))
		return false;
	s->sender.put++;
	return true;
}

/* A request that a game goes with: both find room, or neither is sent. */
static bool
send_game(struct store *s, struct store_request q)
{
	if (!has_room(s) || !ring_put(&s->games, &s->sender.game))
		return false;
	return send_request(s, &q);
}

static bool
send_begin(struct store *s)
{
	struct store_sender *d = &s->sender;
	struct store_request q = request_of(s, REQUEST_BEGIN);

	q.trace_at = d->begin_trace_at;
	if (!send_game(s, q))
		return false;
	d->begin_due = d->names_due = d->seeds_due = false;
	atomic_store_explicit(&s->trace.limit, STORE_NO_LIMIT, memory_order_release);
	return true;
}

static bool
send_cut(struct store *s)
{
	struct store_request q = request_of(s, REQUEST_CUT);

	q.n = s->sender.cut;
	if (!send_request(s, &q))
		return false;
	s->sender.cut = STORE_NO_CUT;
	return true;
}

static bool
send_action(struct store *s)
{
	struct store_sender *d = &s->sender;
	struct store_request q = request_of(s, REQUEST_ACTION);

	/* Asked for before there is room for certain: it costs nothing and changes nothing. */
	q.n = d->sent;
	s->config.action(s->config.user, d->sent, q.text, &q.t_us);
	q.clock_us =
		s->config.clock_us ? s->config.clock_us(s->config.user, d->sent) : CLOCK_NO_TIME;
	/* Together, so that a power cut finds both or neither. */
	if (d->clock_due && d->sent + 1 == d->marked)
		strcpy(q.clock, d->game.clock);
	if (!send_request(s, &q))
		return false;
	d->clock_due &= !*q.clock;
	d->sent++;
	return true;
}

static bool
send_clock(struct store *s)
{
	struct store_request q = request_of(s, REQUEST_CLOCK);

	strcpy(q.clock, s->sender.game.clock);
	if (!send_request(s, &q))
		return false;
	s->sender.clock_due = false;
	return true;
}

/*
 * Players are named anew as often as somebody likes. While the names before wait for the
 * disk these wait here, unless it is their last chance.
 */
static bool
names_may_go(const struct store_sender *d)
{
	return d->seeds_due ||
	       (d->names_due && (d->reserved == 0 || (int32_t)(d->done - d->named) >= 0));
}

/* False: seeds found no room, and no action may go before them. */
static bool
send_names(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (!names_may_go(d))
		return true;
	if (!send_game(s, request_of(s, REQUEST_NAMES)))
		return !d->seeds_due;
	d->names_due = d->seeds_due = false;
	d->named = d->put;
	return true;
}

static bool
send_result(struct store *s)
{
	struct store_request q = request_of(s, REQUEST_RESULT);

	q.n = s->sender.marked;
	q.result = s->sender.result;
	if (!send_request(s, &q))
		return false;
	s->sender.result_due = false;
	return true;
}

/* What comes behind all actions. */
static bool
send_end(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (d->clock_due && !send_clock(s))
		return false;
	return !d->result_due || send_result(s);
}

/* The running game, in the order the writer needs; false: the ring is full. */
static bool
send_running(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (d->begin_due && !send_begin(s))
		return false;
	if (!send_names(s))
		return false;
	if (d->cut != STORE_NO_CUT && !send_cut(s))
		return false;
	while (d->sent < d->marked)
		if (!send_action(s))
			return false;
	return send_end(s);
}

static bool
send_settings(struct store *s)
{
	struct store_sender *d = &s->sender;

	for (unsigned i = 0; i < d->n_settings; i++) {
		struct store_request q = request_of(s, REQUEST_SETTING);

		if (!d->dirty[i])
			continue;
		q.setting = d->setting[i];
		if (!send_request(s, &q))
			return false;
		d->dirty[i] = false;
	}
	return true;
}

static bool
send_due(struct store *s)
{
	return (!s->sender.on || send_running(s)) && send_settings(s);
}

static bool
anything_due(const struct store_sender *d)
{
	for (unsigned i = 0; i < d->n_settings; i++)
		if (d->dirty[i])
			return true;
	return d->on && (d->begin_due || d->names_due || d->seeds_due || d->clock_due ||
			 d->result_due || d->cut != STORE_NO_CUT || d->sent < d->marked);
}

static void
status_update(struct store *s)
{
	const struct store_sender *d = &s->sender;
	bool caught_up = !anything_due(d) && d->done == d->put;
	uint32_t marked = d->on ? d->marked : 0;

	if (s->status.caught_up == caught_up && s->status.marked == marked)
		return;
	s->status.caught_up = caught_up;
	s->status.marked = marked;
	s->status.version++;
}

/* The last chance of the running game, if the disk will know of it at all, but for actions. */
void
store_send_last(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (!d->on || d->begin_due)
		return;
	d->reserved = 0;
	if (send_names(s) && (d->cut == STORE_NO_CUT || send_cut(s)) && d->sent == d->marked)
		(void)send_end(s);
	d->reserved = STORE_RESERVED;
}

void
store_send(struct store *s)
{
	uint32_t put = s->sender.put;

	send_due(s);
	if (s->sender.put != put)
		store_wake(s->writer_fd);
	status_update(s);
}

void
store_sender_resume(struct store *s, const struct record *r)
{
	struct store_request q;
	struct store_game g = { .game = r->game };
	bool sent;

	rules_print(r->game, &r->start, g.start);
	memcpy(g.name, r->name, sizeof(g.name));
	memcpy(g.date, r->date, sizeof(g.date));
	memcpy(g.event, r->event, sizeof(g.event));
	memcpy(g.site, r->site, sizeof(g.site));
	memcpy(g.round, r->round, sizeof(g.round));
	memcpy(g.seeds, r->seeds, sizeof(g.seeds));
	memcpy(g.clock, r->clock, sizeof(g.clock));
	store_sender_begin(s, &g, r->n);
	s->sender.result = r->result;
	s->status.number = r->number;
	q = request_of(s, REQUEST_RESUME);
	q.number = r->number;
	q.n = r->n;
	sent = send_game(s, q);
	assert(sent); /* nothing was sent before: there is room */
	store_wake(s->writer_fd);
	status_update(s);
}
