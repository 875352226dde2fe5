/* What takes long, told while it is done, and ended when somebody says so. */
#include "daemon/store/store_impl.h"

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

	p->told = 0;
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
	if (part != p->told)
		store_wake(s->loop_fd);
	p->told = part;
	return atomic_load(&p->cancel) != atomic_load(&p->id);
}

void
store_work_end(struct store *s)
{
	atomic_store(&s->progress.kind, STORE_WORK_NONE);
	store_wake(s->loop_fd);
}
