/*
 * The store's loop side: what was marked, asked and set, and what the threads report of it.
 * How it gets to the writer: store_send.c.
 */
#include "daemon/store/store.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

void
store_wake(int fd)
{
	uint64_t one = 1;

	/* Fails only when the count is at its limit: then it is awake already. */
	ssize_t n = write(fd, &one, sizeof(one));

	(void)n;
}

/* Enough trace to be worth a commit, or some that has waited long enough. */
static bool
trace_wants_disk(struct store *s, uint64_t now_us)
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
	if (trace_wants_disk(s, now_us))
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

/* 1: it is another than before; 0, or as store_setting_set. */
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
	int err = setting_take(&s->sender, key, value);

	if (err < 0)
		return err;
	if (err > 0)
		store_send(s);
	return 0;
}

/* ---- marks ---- */

/* What of the running game was not sent will never be: there is nowhere left to fetch it from. */
static void
abandon_unsent(struct store *s)
{
	struct store_sender *d = &s->sender;

	store_send_last(s);
	if (!d->on || d->sent >= d->marked)
		return;
	d->lost += d->marked - d->sent;
	s->status.lost += d->marked - d->sent;
	s->status.version++;
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
	d->names_due = d->seeds_due = d->clock_due = d->result_due = false;
	d->result = (struct record_result){ .end = RECORD_UNFINISHED };
	s->status.recorded = n;
	s->status.number = 0;
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
			*with->key = '\0'; /* it would be on the disk alone */
		else if (!d->begin_due)
			d->dirty[setting_find(d, with->key)] = false;
	}
}

void
store_begin(struct store *s, const struct store_game *g)
{
	struct store_sender *d = &s->sender;

	abandon_unsent(s);
	/* A second game while the first still waits for room: the trace of both is the second's. */
	if (!d->begin_due)
		d->begin_trace_at = atomic_load_explicit(&s->trace.head, memory_order_relaxed);
	atomic_store_explicit(&s->trace.limit, d->begin_trace_at, memory_order_release);
	store_sender_begin(s, g, 0);
	take_with(d);
	d->begin_due = true;
	store_send(s);
	store_wake(s->clerk_fd); /* another trace may be old by now */
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
	/* The disk has what was taken back until it says otherwise: not all that stands is as it is there. */
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
store_mark_seeds(struct store *s, const char *seeds)
{
	struct store_sender *d = &s->sender;

	assert(d->on && strlen(seeds) < sizeof(d->game.seeds));
	strcpy(d->game.seeds, seeds);
	d->seeds_due = true;
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
trace_put(struct store_trace_ring *t, const char *text, size_t len)
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

		if (!trace_put(&s->trace, gap, (size_t)n)) {
			d->trace_lost++;
			return false;
		}
		d->trace_lost = 0;
	}
	if (trace_put(&s->trace, text, len))
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

/* ---- what the threads report ---- */

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
		/* Of before an undo: good only for what is missing. */
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

	(void)n; /* not readable: nothing new, or already taken in */
	while (ring_get(&s->notes, &note))
		take_note(s, &note);
	store_send(s);
}

/* ---- questions ---- */

int
store_ask(struct store *s, const struct store_ask *q)
{
	if (s->asked - s->taken < STORE_ASKS && ring_put(&s->asks, q)) {
		s->asked++;
		store_wake(s->clerk_fd);
		return 0;
	}
	store_ask_free(q);
	return -EAGAIN;
}

void
store_ask_free(const struct store_ask *q)
{
	if (q->record)
		record_finish(q->record);
	free(q->record);
	free(q->text);
	free(q->arg);
}

struct store_answer *
store_answer_take(struct store *s)
{
	struct store_answer *a;

	if (!ring_get(&s->answers, &a))
		return NULL;
	s->taken++;
	return a;
}

void
store_answer_free(struct store_answer *a)
{
	if (!a)
		return;
	/* Before the record, which it may point into. */
	if (a->made)
		a->unmake(a->made);
	if (a->record)
		record_finish(a->record);
	free(a->record);
	free(a->text);
	free(a);
}
