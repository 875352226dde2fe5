/*
 * Shared by the threads: wake-ups, progress and cancellation of long work, and the queue to the
 * clerk.
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "daemon/store/store_impl.h"

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

/* ---- the loop's ---- */

unsigned
store_work(const struct store *s, struct store_work out[2])
{
	const struct store_progress *p = &s->progress;
	unsigned n = 0;

	out[0].kind = (uint8_t)atomic_load(&p->kind);
	if (out[0].kind != STORE_WORK_NONE) {
		out[0].id = atomic_load(&p->id);
		out[0].done = atomic_load(&p->done);
		out[0].of = atomic_load(&p->of);
		n++;
	}
	if (atomic_load(&s->repairing))
		out[n++] = (struct store_work){ .kind = STORE_WORK_REPAIR,
						.done = atomic_load(&s->repair_done),
						.of = atomic_load(&s->repair_of) };
	return n;
}

void
store_cancel(struct store *s, uint32_t id)
{
	atomic_store(&s->progress.cancel, id);
}

/* ---- the clerk's ---- */

void
store_work_begin(struct store *s, enum store_work_kind kind, uint32_t of)
{
	struct store_progress *p = &s->progress;

	p->woken_at = 0;
	atomic_store(&p->done, 0);
	atomic_store(&p->of, of);
	atomic_store(&p->id, atomic_load(&p->id) + 1);
	atomic_store(&p->kind, kind);
	store_wake(s->loop_fd);
}

bool
store_work_step(struct store *s, uint32_t done)
{
	struct store_progress *p = &s->progress;
	uint32_t of = atomic_load(&p->of);
	uint32_t part = of ? (uint32_t)((uint64_t)done * 100 / of) : 0;

	atomic_store(&p->done, done);
	if (part != p->woken_at)
		store_wake(s->loop_fd);
	p->woken_at = part;
	return atomic_load(&p->cancel) != atomic_load(&p->id);
}

void
store_work_end(struct store *s)
{
	atomic_store(&s->progress.kind, STORE_WORK_NONE);
	store_wake(s->loop_fd);
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
	free(a);
}
