/* Shared by the threads: wake-ups, the progress of a repair, and the queue to the clerk. */
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
	free(a);
}
