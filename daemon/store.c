/*
 * The store's loop side: what was marked, what of it was sent, what is on disk.
 *
 * Cases:
 *   1) mark action, pump                 REQUEST_ACTION each, in order
 *   2) mark undo, mark action, pump      REQUEST_CUT to the lowest count, then what follows
 *   3) the ring is full                  sent stays behind marked; the next pump goes on
 *   4) the writer reports a resend       sent goes back to what is on disk
 *   5) begin while 3)                    what was not sent of the old game is lost, and told
 *   6) undo while actions are in flight  a report of an older generation does not count
 *   7) settings                          the table is the truth; dirty ones are sent when there is room
 */
#include "daemon/store.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/store_impl.h"

enum {
	/* How finely store_close counts its waiting. */
	CLOSE_POLL_MS = 50,
};

#define NO_CUT   UINT32_MAX
#define NO_LIMIT UINT64_MAX

void
store_wake(int fd)
{
	uint64_t one = 1;

	/* Fails only when the count is at its limit: then it is awake already. */
	ssize_t n = write(fd, &one, sizeof(one));

	(void)n;
}

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
send_request(struct store *s, const struct store_request *q)
{
	if (!ring_put(&s->requests, q))
		return false;
	s->sender.put++;
	return true;
}

/* A request that a game goes with: both find room, or neither is sent. */
static bool
send_game(struct store *s, struct store_request q)
{
	if (ring_space(&s->requests) == 0 || !ring_put(&s->games, &s->sender.game))
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
	atomic_store_explicit(&s->trace.limit, NO_LIMIT, memory_order_release);
	return true;
}

static bool
send_cut(struct store *s)
{
	struct store_request q = request_of(s, REQUEST_CUT);

	q.n = s->sender.cut;
	if (!send_request(s, &q))
		return false;
	s->sender.cut = NO_CUT;
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
	if (!send_request(s, &q))
		return false;
	d->sent++;
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

/* The running game, in the order the writer needs; false: the ring is full. */
static bool
send_running(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (d->begin_due && !send_begin(s))
		return false;
	if (d->names_due) {
		if (!send_game(s, request_of(s, REQUEST_NAMES)))
			return false;
		d->names_due = false;
	}
	if (d->cut != NO_CUT && !send_cut(s))
		return false;
	while (d->sent < d->marked)
		if (!send_action(s))
			return false;
	return !d->result_due || send_result(s);
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
	if (s->sender.leave_due) {
		struct store_request q = request_of(s, REQUEST_LEAVE);

		if (!send_request(s, &q))
			return false;
		s->sender.leave_due = false;
	}
	return (!s->sender.on || send_running(s)) && send_settings(s);
}

static bool
anything_due(const struct store_sender *d)
{
	for (unsigned i = 0; i < d->n_settings; i++)
		if (d->dirty[i])
			return true;
	return d->leave_due || (d->on && (d->begin_due || d->names_due || d->result_due ||
					  d->cut != NO_CUT || d->sent < d->marked));
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

static void
send_all(struct store *s)
{
	uint32_t put = s->sender.put;

	send_due(s);
	if (s->sender.put != put)
		store_wake(s->writer_fd);
	status_update(s);
}

void
store_pump(struct store *s, uint64_t now_us)
{
	send_all(s);
	if (trace_wants_disk(s, now_us))
		store_wake(s->writer_fd);
}

/* ---- marks ---- */

/* What of the running game was not sent will never be: there is nowhere left to fetch it from. */
static void
abandon_unsent(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (!d->on || d->sent >= d->marked)
		return;
	d->lost += d->marked - d->sent;
	s->status.lost += d->marked - d->sent;
	s->status.version++;
}

static void
sender_begin(struct store *s, const struct store_game *g, uint32_t n)
{
	struct store_sender *d = &s->sender;

	d->game = *g;
	if (!d->game.date[0])
		strcpy(d->game.date, RECORD_DATE_UNSET);
	d->on = true;
	d->epoch++;
	d->generation = 0;
	d->marked = d->sent = n;
	d->cut = NO_CUT;
	d->names_due = d->result_due = d->leave_due = false;
	d->result = (struct record_result){ .end = RECORD_UNFINISHED };
	s->status.recorded = n;
	s->status.number = 0;
	s->status.version++;
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
	sender_begin(s, g, 0);
	d->begin_due = true;
	send_all(s);
}

void
store_leave(struct store *s)
{
	struct store_sender *d = &s->sender;

	if (!d->on)
		return;
	abandon_unsent(s);
	d->on = d->begin_due = false;
	d->leave_due = true;
	d->epoch++;
	atomic_store_explicit(&s->trace.limit, NO_LIMIT, memory_order_release);
	s->status.number = s->status.recorded = 0;
	s->status.version++;
	send_all(s);
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
	if (d->marked < s->status.recorded)
		s->status.recorded = d->marked;
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

void
store_trace(struct store *s, const char *text, size_t len)
{
	struct store_sender *d = &s->sender;
	char gap[64];

	if (d->trace_lost) {
		int n = snprintf(gap, sizeof(gap), "# %u pieces of trace lost here\n",
				 d->trace_lost);

		if (!trace_put(&s->trace, gap, (size_t)n)) {
			d->trace_lost++;
			return;
		}
		d->trace_lost = 0;
	}
	if (!trace_put(&s->trace, text, len))
		d->trace_lost++;
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

int
store_setting_set(struct store *s, const char *key, const char *value)
{
	struct store_sender *d = &s->sender;
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
	send_all(s);
	return 0;
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
	send_all(s);
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
	free(q->text);
	if (q->record)
		record_finish(q->record);
	free(q->record);
	return -EAGAIN;
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
	if (a->record)
		record_finish(a->record);
	free(a->record);
	free(a->text);
	free(a);
}

/* ---- opening and closing ---- */

static void
rings_init(struct store *s)
{
	ring_init(&s->requests, s->request_slot, STORE_REQUESTS, sizeof(s->request_slot[0]));
	ring_init(&s->games, s->game_slot, STORE_GAMES, sizeof(s->game_slot[0]));
	ring_init(&s->notes, s->note_slot, STORE_NOTES, sizeof(s->note_slot[0]));
	ring_init(&s->asks, s->ask_slot, STORE_ASKS, sizeof(s->ask_slot[0]));
	ring_init(&s->answers, s->answer_slot, STORE_ASKS, sizeof(struct store_answer *));
	atomic_init(&s->trace.limit, NO_LIMIT);
}

/* The settings as the disk has them; trouble with them is the writer's to tell. */
static void
settings_load(struct store *s)
{
	struct store_sender *d = &s->sender;
	struct db *db = &s->writer.db;
	bool fits;

	db_ask(db, DB_SETTINGS_GET, "");
	while (db_row(db, DB_SETTINGS_GET) == 1 && d->n_settings < STORE_SETTINGS_MAX) {
		struct store_setting *to = &d->setting[d->n_settings];
		const char *key = db_text(db, DB_SETTINGS_GET, 0);
		const char *value = db_text(db, DB_SETTINGS_GET, 1);

		fits = strlen(key) < STORE_KEY_MAX && strlen(value) < STORE_VALUE_MAX;
		if (fits) {
			strcpy(to->key, key);
			strcpy(to->value, value);
			d->n_settings++;
		}
	}
	db_done(db, DB_SETTINGS_GET);
}

static int
threads_start(struct store *s)
{
	static const int fault[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
	sigset_t all, old;
	int err;

	/* Signals are the loop's; a fault is the thread's own, and whoever handles it hears of it. */
	sigfillset(&all);
	for (size_t i = 0; i < sizeof(fault) / sizeof(fault[0]); i++)
		sigdelset(&all, fault[i]);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	err = pthread_create(&s->writer.thread, NULL, store_writer_main, s);
	if (err == 0) {
		err = pthread_create(&s->clerk.thread, NULL, store_clerk_main, s);
		if (err != 0) {
			atomic_store(&s->stop, true);
			store_wake(s->writer_fd);
			pthread_join(s->writer.thread, NULL);
		}
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return -err;
}

static void
store_destroy(struct store *s)
{
	store_writer_close(s);
	close(s->loop_fd);
	close(s->writer_fd);
	close(s->clerk_fd);
	free(s);
}

static struct store *
store_create(const char *folder, const struct store_config *c)
{
	struct store *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->config = *c;
	snprintf(s->folder, sizeof(s->folder), "%s", folder);
	snprintf(s->path, sizeof(s->path), "%s/games.db", folder);
	s->writer.lock_fd = -1;
	s->sender.cut = NO_CUT;
	s->status.caught_up = true;
	s->loop_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	s->writer_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	s->clerk_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	rings_init(s);
	return s;
}

static void
status_first(struct store *s, int err)
{
	s->status.working = s->writer.note.working = err == 0;
	s->status.err = s->writer.note.err = err;
	if (err < 0)
		store_trouble_print(&s->writer, s->writer.note.what);
	else
		memcpy(s->writer.note.what, s->writer.found, STORE_WHY_MAX);
	memcpy(s->status.what, s->writer.note.what, STORE_WHY_MAX);
}

int
store_open(const char *folder, const struct store_config *c, struct store **out,
	   char why[STORE_WHY_MAX])
{
	struct store *s = strlen(folder) < DB_PATH_MAX - 64 ? store_create(folder, c) : NULL;
	int err;

	*out = NULL;
	snprintf(why, STORE_WHY_MAX, "%.100s: no memory, or a name too long", folder);
	if (!s)
		return -ENOMEM;
	if (s->loop_fd < 0 || s->writer_fd < 0 || s->clerk_fd < 0) {
		store_destroy(s);
		return -ENOMEM;
	}
	err = store_writer_open(s);
	if (err == 0)
		settings_load(s);
	status_first(s, err);
	if (err == -EBUSY || (err = threads_start(s)) < 0) {
		snprintf(why, STORE_WHY_MAX, "%s",
			 err == -EBUSY ? s->writer.db.why : strerror(-err));
		store_destroy(s);
		return err == -EBUSY ? err : -ENOMEM;
	}
	*why = '\0';
	*out = s;
	return 0;
}

/* Counts time by poll's own, since the clock is not read here; a busy turn counts little. */
static bool
wait_for_disk(struct store *s, uint32_t wait_ms)
{
	uint32_t waited_ms = 0;

	store_poll(s);
	while (!s->status.caught_up && waited_ms < wait_ms) {
		struct pollfd p = { .fd = s->loop_fd, .events = POLLIN };

		waited_ms += poll(&p, 1, CLOSE_POLL_MS) == 0 ? CLOSE_POLL_MS : 1;
		store_poll(s);
	}
	return s->status.caught_up;
}

int
store_close(struct store *s, uint32_t wait_ms)
{
	struct store_answer *a;
	bool kept;

	if (!s)
		return 0;
	kept = wait_for_disk(s, wait_ms);
	atomic_store(&s->stop, true);
	store_wake(s->writer_fd);
	store_wake(s->clerk_fd);
	pthread_join(s->writer.thread, NULL);
	pthread_join(s->clerk.thread, NULL);
	while ((a = store_answer_take(s)))
		store_answer_free(a);
	store_destroy(s);
	return kept ? 0 : -EIO;
}

/* ---- resuming ---- */

static void
resume_at(struct store *s, const struct record *r)
{
	struct store_request q;
	struct store_game g = { .game = r->game };
	bool sent;

	rules_print(r->game, &r->start, g.start);
	memcpy(g.name, r->name, sizeof(g.name));
	memcpy(g.date, r->date, sizeof(g.date));
	sender_begin(s, &g, r->n);
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

int
store_resume(struct store *s, struct record *r, char why[STORE_WHY_MAX])
{
	struct db *db = calloc(1, sizeof(*db));
	uint32_t number = 0;
	int got;

	assert(!s->sender.on && s->sender.put == 0);
	snprintf(why, STORE_WHY_MAX, "no memory");
	if (!db)
		return -ENOMEM;
	got = db_open(db, s->path, DB_READ);
	if (got == 0) {
		db_ask(db, DB_RUNNING_GET, "");
		got = db_row(db, DB_RUNNING_GET);
		if (got == 1)
			number = (uint32_t)sqlite3_column_int64(db->statement[DB_RUNNING_GET], 0);
		db_done(db, DB_RUNNING_GET);
	}
	if (got == 1)
		got = db_record(db, number, r) < 0 ? db->err : 1;
	snprintf(why, STORE_WHY_MAX, "%s", got < 0 ? db->why : "");
	db_close(db);
	free(db);
	if (got == 1)
		resume_at(s, r);
	return got;
}

const char *
store_name_refuse(const char *name)
{
	if (!*name)
		return "a name is needed";
	if (strlen(name) >= STORE_NAME_MAX)
		return "the name is too long (63 bytes at most)";
	if (*name == '.')
		return "a name may not begin with a dot";
	for (const char *c = name; *c; c++)
		if (*c == '/' || (unsigned char)*c < ' ' || *c == 0x7f)
			return "a name may hold no slash and no control character";
	return NULL;
}
