/*
 * Squares that become blind during a question and return: their edges are suspended and
 * restored.
 */
#include <string.h>

#include "daemon/core/infer.h"

/* Merges active and suspended edges by time; returns their number. */
static unsigned
all_edges(const struct infer *f, struct infer_edge out[INFER_LOG_MAX])
{
	const struct infer_edge *asleep = &f->log[INFER_LOG_MAX - f->n_asleep];
	unsigned a = 0, b = 0, n = 0;

	while (a < f->n_log || b < f->n_asleep)
		if (b == f->n_asleep || (a < f->n_log && f->log[a].t_us <= asleep[b].t_us))
			out[n++] = f->log[a++];
		else
			out[n++] = asleep[b++];
	return n;
}

/* Returns the log index of the first edge later than t_us. */
static uint16_t
place_after(const struct infer *f, uint64_t t_us)
{
	unsigned at = f->n_log;

	while (at > 0 && f->log[at - 1].t_us > t_us)
		at--;
	return (uint16_t)at;
}

void
infer_set_blind(struct infer *f, struct sqset blind, uint16_t *const at[], unsigned n)
{
	struct infer_edge all[INFER_LOG_MAX];
	uint64_t before[INFER_INDICES_MAX] = { 0 };
	unsigned edges = all_edges(f, all);

	for (unsigned i = 0; i < n; i++)
		before[i] = *at[i] > 0 && *at[i] <= f->n_log ? f->log[*at[i] - 1].t_us : 0;
	f->blind = blind;
	f->n_log = f->n_asleep = 0;
	for (unsigned i = 0; i < edges; i++)
		f->n_asleep += sqset_has(blind, all[i].sq);
	for (unsigned i = 0, k = INFER_LOG_MAX - f->n_asleep; i < edges; i++)
		f->log[sqset_has(blind, all[i].sq) ? k++ : f->n_log++] = all[i];
	for (unsigned i = 0; i < n; i++)
		*at[i] = *at[i] > 0 ? place_after(f, before[i]) : 0;
	infer_replay(f);
}

bool
infer_differs(const struct infer *f, unsigned sq, struct reading r)
{
	const struct worlds *ws = &f->worlds;
	bool there = sqset_has(infer_now(f), sq);

	if (!there || !r.occupied)
		return there != (r.occupied != 0);
	if (r.pole != POLE_UNKNOWN &&
	    (ws->pole[sq] != POLE_UNKNOWN ? ws->pole[sq] != r.pole
					  : !worlds_pole_fits(ws, sq, r.pole)))
		return true;
	return ws->level_max[sq] && r.level_max &&
	       (ws->level_min[sq] != r.level_min || ws->level_max[sq] != r.level_max);
}
