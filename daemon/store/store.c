/*
 * The loop's side of the store: marks, requests, settings, and reports of the threads.
 *
 * What is sent to the writer, by cases:
 *   1) mark action, pump                 REQUEST_ACTION each, in order
 *   2) mark undo, mark action, pump      REQUEST_CUT to the lowest count, then the new actions
 *   3) the ring is full                  sent is less than marked until a later pump. The slots
 *                                        kept free for the end of a game count as used
 *   4) the writer reports a resend       sent is set to the count on disk
 *   5) begin during 3)                   cut, clock and result of the old game use those slots;
 *                                        unsent actions are lost, and reported
 *   6) undo while actions are in flight  a report of an older generation does not count
 *   7) settings                          dirty ones are sent from the table when there is room
 *   8) the clock changes with an action  sent with the last action, else by itself
 *   9) names                             one request at a time, nothing waits for it
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

/* ---- sending ---- */

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
has_space(const struct store *s)
{
	return ring_space(&s->requests) > s->sender.reserved;
}

static bool
send_request(struct store *s, const struct store_request *q)
{
	if (!has_space(s) || !ring_put(&s->requests, q))
		return false;
	s->sender.put++;
	return true;
}

/* Sends a request with its game: there is room for both, or neither is sent. */
static bool
send_game(struct store *s, struct store_request q)
{
	if (!has_space(s) || !ring_put(&s->games, &s->sender.game))
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
	d->begin_due = d->names_due = false;
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

	/* Copies the action before room is certain: this is cheap and changes nothing. */
	q.n = d->sent;
	s->config.action(s->config.user, d->sent, q.text, &q.t_us);
	q.clock_us =
		s->config.clock_us ? s->config.clock_us(s->config.user, d->sent) : CLOCK_NO_TIME;
	/*
	 * Sends action and clock together, so that after a power cut both are on disk or
	 * neither.
	 */
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
 * Reports whether names may be sent. Names can change at any rate: new names wait until the last
 * ones are on disk, except at the end of the game.
 */
static bool
names_may_go(const struct store_sender *d)
{
	return d->names_due && (d->reserved == 0 || (int32_t)(d->done - d->named) >= 0);
}

static void
send_names(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (!names_may_go(d) || !send_game(s, request_of(s, REQUEST_NAMES)))
		return;
	d->names_due = false;
	d->named = d->put;
}

static bool
send_result(struct store *s)
{
	struct store_request q = request_of(s, REQUEST_RESULT);

	q.n = s->sender.marked;
	q.result = s->sender.result;
	q.trace_at = atomic_load_explicit(&s->trace.head, memory_order_relaxed);
	if (!send_request(s, &q))
		return false;
	s->sender.result_due = false;
	return true;
}

/* Sends the clock and the result, which follow all actions. */
static bool
send_end(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (d->clock_due && !send_clock(s))
		return false;
	return !d->result_due || send_result(s);
}

/* Sends the running game, in the order that the writer needs. Returns false if the ring is full. */
static bool
send_running(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (d->begin_due && !send_begin(s))
		return false;
	send_names(s);
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
	return d->on && (d->begin_due || d->names_due || d->clock_due ||
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

/*
 * Sends the end of the running game before the next one begins; unsent actions are lost. Does
 * nothing if the disk will not have the game.
 */
static void
send_last(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (!d->on || d->begin_due)
		return;
	d->reserved = 0;
	send_names(s);
	if ((d->cut == STORE_NO_CUT || send_cut(s)) && d->sent == d->marked)
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
store_sender_begin(struct store *s, const struct store_game *g, uint32_t n)
{
	struct store_sender *d = &s->sender;

	d->game = *g;
	if (!d->game.date[0])
		strcpy(d->game.date, RECORD_DATE_UNSET);
	d->on = true;
	d->epoch++;
	d->generation = 0;
	d->marked = d->sent = n;
	d->cut = STORE_NO_CUT;
	d->names_due = d->clock_due = d->result_due = false;
	d->result = (struct record_result){ .end = RECORD_UNFINISHED };
	s->status.recorded = n;
	s->status.number = 0;
	s->status.version++;
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

/* Reports whether the trace is long enough for a commit, or has waited long enough. */
static bool
trace_is_due(struct store *s, uint64_t now_us)
{
	uint64_t waiting = atomic_load_explicit(&s->trace.head, memory_order_relaxed) -
			   atomic_load_explicit(&s->trace.tail, memory_order_acquire);

	if (waiting == 0)
		s->sender.trace_woken_us = now_us;
	if (waiting < STORE_TRACE_FLUSH &&
	    (waiting == 0 || now_us - s->sender.trace_woken_us < STORE_TRACE_FLUSH_US))
		return false;
	s->sender.trace_woken_us = now_us;
	return true;
}

void
store_pump(struct store *s, uint64_t now_us)
{
	store_send(s);
	if (trace_is_due(s, now_us))
		store_wake(s->writer_fd);
}

/* ---- settings ---- */

static unsigned
setting_find(const struct store_sender *d, const char *key)
{
	unsigned i = 0;

	while (i < d->n_settings && strcmp(d->setting[i].key, key) != 0)
		i++;
	return i;
}

const char *
store_setting(const struct store *s, const char *key)
{
	unsigned i = setting_find(&s->sender, key);

	return i < s->sender.n_settings ? s->sender.setting[i].value : NULL;
}

/* Returns 1 if the value changed; else 0, or as store_setting_set. */
static int
setting_take(struct store_sender *d, const char *key, const char *value)
{
	unsigned i = setting_find(d, key);

	if (strlen(key) >= STORE_KEY_MAX || strlen(value) >= STORE_VALUE_MAX)
		return -EINVAL;
	if (i == STORE_SETTINGS_MAX)
		return -ENOSPC;
	if (i < d->n_settings && strcmp(d->setting[i].value, value) == 0)
		return 0;
	strcpy(d->setting[i].key, key);
	strcpy(d->setting[i].value, value);
	d->dirty[i] = true;
	if (i == d->n_settings)
		d->n_settings++;
	return 1;
}

int
store_setting_set(struct store *s, const char *key, const char *value)
{
	int err = *value || store_setting(s, key) ? setting_take(&s->sender, key, value) : 0;

	if (err < 0)
		return err;
	if (err > 0)
		store_send(s);
	return 0;
}

/* ---- marks ---- */

/* Gives up the unsent actions of the running game, because the session no longer has them. */
static void
abandon_unsent(struct store *s)
{
	struct store_sender *d = &s->sender;

	send_last(s);
	if (!d->on || d->sent >= d->marked)
		return;
	d->lost += d->marked - d->sent;
	s->status.lost += d->marked - d->sent;
	s->status.version++;
}

static void
take_with(struct store_sender *d)
{
	for (unsigned i = 0; i < STORE_WITH_MAX; i++) {
		struct store_setting *with = &d->game.with[i];

		if (!*with->key)
			continue;
		if (setting_take(d, with->key, with->value) < 0)
			*with->key = '\0'; /* otherwise the value would be on disk but not in
					    * memory */
		else if (!d->begin_due)
			d->dirty[setting_find(d, with->key)] = false;
	}
}

void
store_begin(struct store *s, const struct store_game *g)
{
	struct store_sender *d = &s->sender;

	abandon_unsent(s);
	/*
	 * If a second game begins while the first waits for room, the second one's trace has
	 * the text of both.
	 */
	if (!d->begin_due)
		d->begin_trace_at = atomic_load_explicit(&s->trace.head, memory_order_relaxed);
	atomic_store_explicit(&s->trace.limit, d->begin_trace_at, memory_order_release);
	store_sender_begin(s, g, 0);
	take_with(d);
	d->begin_due = true;
	store_send(s);
	store_wake(s->clerk_fd); /* a trace may have become too old */
}

void
store_mark_action(struct store *s)
{
	assert(s->sender.on && s->sender.marked < RECORD_ACTIONS_MAX);
	s->sender.marked++;
}

void
store_mark_undo(struct store *s, uint32_t n)
{
	struct store_sender *d = &s->sender;

	assert(d->on && n <= d->marked);
	d->marked -= n;
	d->generation++;
	d->result_due = false;
	d->result = (struct record_result){ .end = RECORD_UNFINISHED };
	if (d->marked < d->cut)
		d->cut = d->marked;
	if (d->marked < d->sent)
		d->sent = d->marked;
	/*
	 * The disk still has the undone actions, so the next ones do not count as recorded
	 * until the writer reports the undo.
	 */
	if (n > 0 && s->status.recorded >= d->marked)
		s->status.recorded = d->marked > 0 ? d->marked - 1 : 0;
	s->status.version++;
}

void
store_mark_result(struct store *s, const struct record_result *res)
{
	assert(s->sender.on);
	s->sender.result = *res;
	s->sender.result_due = true;
}

void
store_mark_names(struct store *s, const char *const name[RULES_SEATS_MAX], const char *date)
{
	struct store_sender *d = &s->sender;

	assert(d->on);
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		if (name[i] && *name[i])
			record_text_set(d->game.name[i], name[i]);
	if (*date && record_date_valid(date))
		strcpy(d->game.date, date);
	d->names_due = true;
}

void
store_mark_clock(struct store *s, const char *clock)
{
	struct store_sender *d = &s->sender;

	assert(d->on && strlen(clock) < sizeof(d->game.clock));
	strcpy(d->game.clock, clock);
	d->clock_due = true;
}

/* ---- trace ---- */

static bool
trace_append(struct store_trace_ring *t, const char *text, size_t len)
{
	uint64_t head = atomic_load_explicit(&t->head, memory_order_relaxed);
	uint64_t tail = atomic_load_explicit(&t->tail, memory_order_acquire);
	size_t at = (size_t)(head % STORE_TRACE_MAX), first = STORE_TRACE_MAX - at;

	if (len > STORE_TRACE_MAX - (size_t)(head - tail))
		return false;
	if (first > len)
		first = len;
	memcpy(t->byte + at, text, first);
	memcpy(t->byte, text + first, len - first);
	atomic_store_explicit(&t->head, head + len, memory_order_release);
	return true;
}

bool
store_trace(struct store *s, const char *text, size_t len)
{
	struct store_sender *d = &s->sender;
	char gap[64];

	if (d->trace_lost) {
		int n = snprintf(gap, sizeof(gap), "# %u pieces of trace lost here\n",
				 d->trace_lost);

		if (!trace_append(&s->trace, gap, (size_t)n)) {
			d->trace_lost++;
			return false;
		}
		d->trace_lost = 0;
	}
	if (trace_append(&s->trace, text, len))
		return true;
	d->trace_lost++;
	return false;
}

void
store_keep_traces(struct store *s, uint32_t games)
{
	atomic_store(&s->keep_traces, games);
	store_wake(s->clerk_fd);
}

/* ---- reports of the threads ---- */

const struct store_status *
store_status(const struct store *s)
{
	return &s->status;
}

int
store_fd(const struct store *s)
{
	return s->loop_fd;
}

static void
resend_from(struct store *s, uint32_t n)
{
	struct store_sender *d = &s->sender;

	if (n < d->sent)
		d->sent = n;
	d->result_due |= d->result.end != RECORD_UNFINISHED;
	d->clock_due |= *d->game.clock;
	for (unsigned i = 0; i < d->n_settings; i++)
		d->dirty[i] = true;
}

static void
take_note(struct store *s, const struct store_note *note)
{
	struct store_sender *d = &s->sender;
	struct store_status *t = &s->status;
	struct store_status old = *t;

	d->done = note->done;
	t->working = note->working;
	t->err = note->err;
	memcpy(t->what, note->what, sizeof(t->what));
	t->lost = d->lost + note->lost;
	if (d->on && note->epoch == d->epoch) {
		t->number = note->number;
		/* The note is older than an undo: use its count only if it is smaller. */
		if (note->generation == d->generation || note->n < t->recorded)
			t->recorded = note->n;
		if (note->resend)
			resend_from(s, note->n);
	}
	if (old.working != t->working || old.err != t->err || old.lost != t->lost ||
	    old.number != t->number || old.recorded != t->recorded ||
	    strcmp(old.what, t->what) != 0)
		t->version++;
}

void
store_poll(struct store *s)
{
	struct store_note note;
	uint64_t count;
	ssize_t n = read(s->loop_fd, &count, sizeof(count));

	(void)n; /* not readable: nothing new, or already processed */
	while (ring_get(&s->notes, &note))
		take_note(s, &note);
	store_send(s);
}
