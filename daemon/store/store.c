/*
 * The loop's side of the store: marks, settings, and reports of the threads.
 *
 * Marks change only struct store_marks. A push copies them to the entry of the running game, which
 * the writer compares with what it has written. So nothing is sent twice, missed or reordered: a
 * disk that was away gets the game as it is when it comes back.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

/* ---- what waits for the disk; with the lock ---- */

bool
store_is_elsewhere(const struct store *s, const struct store_head *h)
{
	return h->number != 0 && h->file != atomic_load(&s->generation);
}

bool
store_entry_is_due(const struct store_entry *e)
{
	const struct store_head *h = &e->head;

	return h->changes != h->written || h->same < h->n || h->rows > h->same;
}

bool
store_settings_are_due(const struct store_settings *set)
{
	for (unsigned i = 0; i < set->n; i++)
		if (set->dirty[i])
			return true;
	return false;
}

/* Reports whether the writer has nothing left to do with the last game. */
static bool
last_is_done(const struct store *s)
{
	const struct store_entry *e = s->last;

	return e->head.id == 0 ||
	       (!store_entry_is_due(e) && e->trace_len == 0 && !store_is_elsewhere(s, &e->head));
}

/* Returns how many actions of the running game are on disk; fewer while it has undone ones. */
static uint32_t
recorded(const struct store *s)
{
	const struct store_head *h = &s->last->head;
	uint32_t low = s->marks.low < h->same ? s->marks.low : h->same;
	uint32_t most = h->rows > low && s->marks.n > 0 ? s->marks.n - 1 : s->marks.n;

	return low < most ? low : most;
}

static void
status_update(struct store *s)
{
	const struct store_status old = s->status;
	const struct store_marks *m = &s->marks;
	struct store_status *t = &s->status;

	t->working = s->report.working;
	t->err = s->report.err;
	memcpy(t->what, s->report.what, sizeof(t->what));
	t->number = s->last->head.number;
	t->recorded = recorded(s);
	t->marked = m->n;
	t->lost = s->lost;
	t->caught_up = s->first == s->last && !store_entry_is_due(s->last) && !m->changed &&
		       m->n == s->last->head.n && m->low == UINT32_MAX &&
		       !store_settings_are_due(&m->settings) &&
		       !store_settings_are_due(&s->settings);
	if (old.working != t->working || old.err != t->err || old.number != t->number ||
	    old.recorded != t->recorded || old.marked != t->marked || old.lost != t->lost ||
	    old.caught_up != t->caught_up || strcmp(old.what, t->what) != 0)
		t->version++;
}

/* ---- settings ---- */

static unsigned
setting_find(const struct store_settings *set, const char *key)
{
	unsigned i = 0;

	while (i < set->n && strcmp(set->of[i].key, key) != 0)
		i++;
	return i;
}

const char *
store_setting(const struct store *s, const char *key)
{
	const struct store_settings *set = &s->marks.settings;
	unsigned i = setting_find(set, key);

	return i < set->n ? set->of[i].value : NULL;
}

/* Sets a value. Returns 1 if it changed; else 0, or as store_setting_set. */
static int
setting_take(struct store_settings *set, const char *key, const char *value)
{
	unsigned i = setting_find(set, key);

	if (strlen(key) >= STORE_KEY_MAX || strlen(value) >= STORE_VALUE_MAX)
		return -EINVAL;
	if (i == set->n && !*value)
		return 0;
	if (i == STORE_SETTINGS_MAX)
		return -ENOSPC;
	if (i < set->n && strcmp(set->of[i].value, value) == 0)
		return 0;
	strcpy(set->of[i].key, key);
	strcpy(set->of[i].value, value);
	set->dirty[i] = true;
	set->n += i == set->n;
	return 1;
}

unsigned
store_settings_left(const struct store *s)
{
	return STORE_SETTINGS_MAX - s->marks.settings.n;
}

int
store_setting_set(struct store *s, const char *key, const char *value)
{
	int got = setting_take(&s->marks.settings, key, value);

	if (got < 1)
		return got;
	pthread_mutex_lock(&s->lock);
	status_update(s);
	pthread_mutex_unlock(&s->lock);
	store_wake(s->loop_fd); /* for a push, if no mark follows */
	return 0;
}

/* Copies the step's settings to those that the writer sees. Returns whether one changed. */
static bool
settings_push(struct store *s)
{
	struct store_settings *set = &s->marks.settings;
	bool news = false;

	for (unsigned i = 0; i < set->n; i++)
		if (set->dirty[i])
			news |= setting_take(&s->settings, set->of[i].key, set->of[i].value) > 0;
	memset(set->dirty, 0, sizeof(set->dirty));
	return news;
}

/* ---- marks ---- */

/* Copies the marks to the entry. Returns whether the writer has more to do. */
static bool
push(struct store *s)
{
	struct store_marks *m = &s->marks;
	struct store_entry *e = s->last;
	struct store_head *h = &e->head;
	bool news = settings_push(s) || m->changed || m->low < h->n;

	if (m->changed) {
		h->game = m->game;
		h->changes++;
	}
	m->changed = false;
	if (m->low < h->n)
		h->n = m->low;
	if (h->n < h->same)
		h->same = h->n;
	if (h->n < e->low)
		e->low = h->n;
	m->low = UINT32_MAX;
	for (; h->n < m->n; h->n++, news = true) {
		struct store_move *a = &e->move[h->n];

		s->config.action(s->config.user, h->n, a->text, &a->t_us);
		a->clock_us = s->config.clock_us ? s->config.clock_us(s->config.user, h->n)
						 : CLOCK_NO_TIME;
	}
	return news;
}

/* Makes the marks visible to the writer, and the writer's reports to the loop. */
static void
exchange(struct store *s)
{
	bool news;

	pthread_mutex_lock(&s->lock);
	news = push(s);
	status_update(s);
	pthread_mutex_unlock(&s->lock);
	if (news)
		store_wake(s->writer_fd);
}

/* Reports whether the trace is long enough for a commit, or has waited long enough. */
static bool
trace_is_due(struct store *s, uint64_t now_us)
{
	size_t waiting;

	pthread_mutex_lock(&s->lock);
	waiting = s->last->trace_len;
	pthread_mutex_unlock(&s->lock);
	if (waiting == 0)
		s->marks.trace_woken_us = now_us;
	if (waiting < STORE_TRACE_FLUSH &&
	    (waiting == 0 || now_us - s->marks.trace_woken_us < STORE_TRACE_FLUSH_US))
		return false;
	s->marks.trace_woken_us = now_us;
	return true;
}

void
store_pump(struct store *s, uint64_t now_us)
{
	exchange(s);
	if (trace_is_due(s, now_us))
		store_wake(s->writer_fd);
}

/* Makes an entry without a game the last one; without room the last game gives way. */
static void
entry_begin(struct store *s)
{
	struct store_entry *e = NULL;

	if (!last_is_done(s) && s->n_entries < STORE_GAMES)
		e = calloc(1, sizeof(*e));
	if (e) {
		s->last = s->last->next = e;
		s->n_entries++;
	} else if (!last_is_done(s)) {
		s->lost += s->last->head.n - s->last->head.same;
	}
	s->last->head = (struct store_head){ .id = ++s->ids };
	s->last->trace_len = 0;
}

/* Prepares the marks of the record's game, of which n actions are known. */
static void
marks_begin(struct store *s, const struct record *r, uint32_t n)
{
	struct store_marks *m = &s->marks;

	m->game = *r;
	m->game.action = NULL;
	if (!*m->game.date)
		strcpy(m->game.date, RECORD_DATE_UNSET);
	m->n = n;
	m->low = UINT32_MAX;
}

void
store_resume_with(struct store *s, const struct record *r)
{
	struct position p = r->start;
	struct store_entry *e;

	pthread_mutex_lock(&s->lock);
	entry_begin(s);
	e = s->last;
	marks_begin(s, r, r->n);
	e->head.game = s->marks.game;
	e->head.number = r->number;
	e->head.n = e->head.rows = e->head.same = r->n;
	for (uint32_t i = 0; i < r->n; i++) {
		rules_action_print(r->game, &p, r->action[i].action, e->move[i].text);
		rules_apply(r->game, &p, r->action[i].action);
		e->move[i].t_us = r->action[i].t_us;
		e->move[i].clock_us = r->action[i].clock_us;
	}
	status_update(s);
	pthread_mutex_unlock(&s->lock);
	store_wake(s->writer_fd); /* the game may have been read from another disk */
}

void
store_mark_action(struct store *s)
{
	assert(s->last->head.id && s->marks.n < RECORD_ACTIONS_MAX);
	s->marks.n++;
}

void
store_mark_undo(struct store *s, uint32_t n)
{
	struct store_marks *m = &s->marks;

	assert(s->last->head.id && n <= m->n);
	m->n -= n;
	if (m->n < m->low)
		m->low = m->n;
	m->game.result = (struct record_result){ .end = RECORD_UNFINISHED };
	m->changed = true;
	pthread_mutex_lock(&s->lock);
	status_update(s);
	pthread_mutex_unlock(&s->lock);
}

void
store_mark_result(struct store *s, const struct record_result *res)
{
	assert(s->last->head.id);
	s->marks.game.result = *res;
	s->marks.changed = true;
}

void
store_mark_names(struct store *s, const char *const name[RULES_SEATS_MAX], const char *date)
{
	struct store_marks *m = &s->marks;

	assert(s->last->head.id);
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		if (name[i] && *name[i])
			record_text_set(m->game.name[i], name[i]);
	if (*date && record_date_valid(date))
		strcpy(m->game.date, date);
	m->changed = true;
}

void
store_mark_clock(struct store *s, const char *clock)
{
	assert(s->last->head.id && strlen(clock) < sizeof(s->marks.game.clock));
	strcpy(s->marks.game.clock, clock);
	s->marks.changed = true;
}

void
store_begin(struct store *s, const struct record *r)
{
	pthread_mutex_lock(&s->lock);
	(void)push(s);
	entry_begin(s);
	marks_begin(s, r, 0);
	s->marks.changed = true;
	(void)push(s);
	status_update(s);
	pthread_mutex_unlock(&s->lock);
	store_wake(s->writer_fd);
}

/* ---- trace ---- */

static bool
trace_append(struct store_entry *e, const char *text, size_t len)
{
	if (e->head.id == 0) /* without a game the trace is useless */
		return true;
	if (len > STORE_TRACE_MAX - e->trace_len)
		return false;
	memcpy(e->trace + e->trace_len, text, len);
	e->trace_len += len;
	return true;
}

bool
store_trace(struct store *s, const char *text, size_t len)
{
	struct store_marks *m = &s->marks;
	char gap[64];
	int n = snprintf(gap, sizeof(gap), "# %u pieces of trace lost here\n", m->trace_lost);
	bool kept;

	pthread_mutex_lock(&s->lock);
	kept = m->trace_lost == 0 || trace_append(s->last, gap, (size_t)n);
	if (kept)
		m->trace_lost = 0;
	kept = kept && trace_append(s->last, text, len);
	pthread_mutex_unlock(&s->lock);
	m->trace_lost += !kept;
	return kept;
}

void
store_keep_traces(struct store *s, uint32_t games)
{
	atomic_store(&s->keep_traces, games);
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

void
store_poll(struct store *s)
{
	uint64_t count;
	ssize_t n = read(s->loop_fd, &count, sizeof(count));

	(void)n; /* not readable: nothing new, or already processed */
	exchange(s);
}

/* ---- for all threads ---- */

void
store_wake(int fd)
{
	uint64_t one = 1;

	/* write fails only if the counter is at its maximum; then the thread is awake already. */
	ssize_t n = write(fd, &one, sizeof(one));

	(void)n;
}

int
store_retry_ms(const struct store *s)
{
	return (int)(s->config.retry_ms ? s->config.retry_ms : STORE_RETRY_MS);
}

bool
store_repairs(const struct store *s, struct store_repair *out)
{
	*out = (struct store_repair){ atomic_load(&s->repair_done), atomic_load(&s->repair_of) };
	return atomic_load(&s->repairing);
}

/* ---- requests to the clerk, and its replies ---- */

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
	/* Free the result before the record, because it may point into the record. */
	if (a->made)
		a->unmake(a->made);
	if (a->record)
		record_finish(a->record);
	free(a->record);
	free(a->text);
	free(a->arg);
	free(a);
}
