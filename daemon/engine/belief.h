/*
 * What is believed of hidden state, for games whose actions then have one of two effects: hooks
 * `believe` and `fork` of struct traits.
 *
 * Masquerade Chess: every permutation of masks that the answers allow is equally likely. A position
 * of the search tree keeps, behind the fields of the rule core, how likely each mask of
 * each piece is. The masks themselves are then the first permutation allowed: only a placeholder.
 *
 * Zombie Chess: what the other side has buried is left out of the tree. Where the seat to act leaves
 * a square that may hide some of it, a piece rises there or none does.
 */
#pragma once
#include "daemon/engine/search.h"

enum {
	BELIEF_KINDS = 5, /* K Q R B N, as pieces and as masks */
	BELIEF_SURE = 240,
};

/* By colour, piece and mask, in parts of BELIEF_SURE; all 0: the masks are known. */
struct belief {
	uint8_t weight[2][BELIEF_KINDS][BELIEF_KINDS];
};

static inline const struct belief *
belief_of(const struct position *p)
{
	return (const struct belief *)((const char *)&p->x + sizeof(p->x.masquerade));
}

void belief_begin_masquerade(struct engine *e, struct position *p);
void belief_fork_masquerade(const struct engine *e, const struct position *p, struct action a,
			    struct fork *out);
void belief_begin_zombie(struct engine *e, struct position *p);
void belief_fork_zombie(const struct engine *e, const struct position *p, struct action a,
			struct fork *out);
/* Fills the table of permutations. */
void belief_init(struct belief_table *t);
/* Returns the sides, bit by colour, whose masks the seat to act or the view hides. */
unsigned belief_hidden(const struct position *p, const struct engine_view *view);
