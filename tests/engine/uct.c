#include "tests/engine/uct.h"

#include <math.h>
#include <stdlib.h>

#include "daemon/engine/worlds.h"

enum {
	NODES_MAX = 1 << 20, /* then the tree stops growing */
	PLIES_MAX = 200,     /* actions in the tree */
	PLAYOUT_MAX = 60,    /* actions beyond it */
	PAWNS_WON = 20,      /* material that counts as a win where a playout is cut */
};

static const double exploration = 1.4;

struct node {
	struct action a;
	uint32_t first, children; /* children follow one another; 0: none yet */
	uint32_t visits;
	double points; /* of the side that chose `a` */
};

struct tree {
	const struct game *g;
	struct node *node;
	uint32_t n;
	uint64_t *random, applied;
};

/* Returns White's points, 0 to 1. */
static double
points(const struct game *g, const struct position *p)
{
	struct outcome o = rules_outcome(g, p, NULL);
	double pawns;

	if (o.result == RESULT_WIN)
		return o.colour ? 0 : 1;
	if (o.result != RESULT_ONGOING)
		return 0.5;
	pawns = players_material(g, p, 0) - players_material(g, p, 1);
	return 0.5 + fmax(-1, fmin(1, pawns / PAWNS_WON)) / 2;
}

/* Returns the index of a random action; two unequal dice fall in two ways. */
static size_t
pick(struct tree *t, const struct position *p, const struct action *list, size_t n)
{
	unsigned a, b;
	size_t i = 0;

	if (rules_to_act(t->g, p) != SEAT_CHANCE)
		return (size_t)(players_random(t->random) % n);
	a = (unsigned)(players_random(t->random) % 6) + 1;
	b = (unsigned)(players_random(t->random) % 6) + 1;
	while (list[i].arg != (a < b ? a * 8 + b : b * 8 + a))
		i++;
	return i;
}

static double
playout(struct tree *t, struct position *p)
{
	struct action list[RULES_ACTIONS_MAX];

	for (unsigned i = 0; i < PLAYOUT_MAX; i++) {
		size_t n = rules_actions(t->g, p, list);

		if (n == 0)
			break;
		rules_apply(t->g, p, list[pick(t, p, list, n)]);
		t->applied++;
	}
	return points(t->g, p);
}

/* Adds the node's children; worlds may differ in what is legal, so some of them may be there. */
static void
expand(struct tree *t, struct node *at, const struct action *list, size_t n)
{
	if (at->children >= n || t->n + n > NODES_MAX)
		return;
	at->first = t->n;
	at->children = (uint32_t)n;
	for (size_t i = 0; i < n; i++)
		t->node[t->n++] = (struct node){ .a = list[i] };
}

/* Returns the child with that action, looking first where it stands in most worlds; NULL: none. */
static struct node *
child_of(struct tree *t, const struct node *at, struct action a, size_t i)
{
	struct node *child = t->node + at->first;

	if (i < at->children && rules_action_equal(child[i].a, a))
		return &child[i];
	for (i = 0; i < at->children; i++)
		if (rules_action_equal(child[i].a, a))
			return &child[i];
	return NULL;
}

/* Returns a child for one of the actions: an untried one at random, or the best by UCB1. */
static struct node *
select_child(struct tree *t, const struct node *at, const struct action *list, size_t n)
{
	struct node *best = NULL;
	double best_value = -1;
	unsigned untried = 0;

	for (size_t i = 0; i < n; i++) {
		struct node *child = child_of(t, at, list[i], i);
		double value;

		if (!child)
			continue;
		if (child->visits == 0) {
			if (players_random(t->random) % ++untried == 0)
				best = child;
			continue;
		}
		value = child->points / child->visits +
			exploration * sqrt(log(at->visits + 1.0) / child->visits);
		if (!untried && value > best_value) {
			best_value = value;
			best = child;
		}
	}
	return best;
}

/* Plays one line down the tree and a playout, and adds its points along the line. */
static void
iterate(struct tree *t, struct position *p)
{
	struct node *path[PLIES_MAX], *at = t->node;
	uint8_t chooser[PLIES_MAX];
	unsigned ply = 0;
	double white;

	for (;; ply++) {
		struct action list[RULES_ACTIONS_MAX];
		size_t n = rules_actions(t->g, p, list);
		struct node *next;

		path[ply] = at;
		if (n == 0 || ply + 1 == PLIES_MAX || (ply > 0 && at->visits == 0))
			break;
		expand(t, at, list, n);
		if (rules_to_act(t->g, p) == SEAT_CHANCE)
			next = child_of(t, at, list[pick(t, p, list, n)], 0);
		else
			next = select_child(t, at, list, n);
		if (!next)
			break;
		chooser[ply + 1] = rules_turn_seat(t->g, p) & 1;
		rules_apply(t->g, p, next->a);
		t->applied++;
		at = next;
	}
	white = playout(t, p);
	for (unsigned i = 0; i <= ply; i++) {
		path[i]->visits++;
		path[i]->points += i == 0 ? 0 : chooser[i] ? 1 - white : white;
	}
}

struct action
uct_choose(const struct play *play, uint64_t *random, const struct uct_limits *limits,
	   uint64_t *applied)
{
	const struct traits *traits = traits_of(play->g);
	struct tree t = { .g = play->g, .random = random, .n = 1 };
	struct action list[RULES_ACTIONS_MAX], best;
	uint32_t visits = 0;
	size_t n = rules_actions(play->g, &play->p, list);

	best = list[0];
	t.node = malloc(NODES_MAX * sizeof(*t.node));
	t.node[0] = (struct node){ 0 };
	while (n > 1 && !atomic_load(limits->stop) &&
	       (!limits->applied || t.applied < limits->applied)) {
		struct position world = play->p;

		if (traits->imagine)
			traits->imagine(&world, &play->view, random);
		iterate(&t, &world);
	}
	for (size_t i = 0; i < n; i++) {
		const struct node *child = child_of(&t, t.node, list[i], i);

		if (child && child->visits > visits) {
			visits = child->visits;
			best = list[i];
		}
	}
	free(t.node);
	*applied = t.applied;
	return best;
}
