#include "tests/engine/players.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "daemon/engine/level.h"
#include "daemon/engine/traits.h"
#include "daemon/table/book_impl.h"
#include "tests/engine/uct.h"
#include "tests/engine/player_uci.h"

static atomic_bool stop;

uint64_t
players_random(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static double
cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
on_alarm(int number)
{
	(void)number;
	atomic_store(&stop, true);
}

/* Sets `stop` after that much processor time; 0: never. */
static void
set_alarm(uint64_t ms)
{
	struct itimerval in = { .it_value = { (time_t)(ms / 1000), (long)(ms % 1000 * 1000) } };

	atomic_store(&stop, false);
	signal(SIGPROF, on_alarm);
	setitimer(ITIMER_PROF, &in, NULL);
}

/* Reports whether it is the name of the engine at a level, see players.h. */
static bool
is_weak(const char *name)
{
	return strncmp(name, "level:", 6) == 0 || strncmp(name, "elo:", 4) == 0 ||
	       strncmp(name, "weak:", 5) == 0;
}

void
player_init(struct player *player, const char *name, size_t hash_mb)
{
	static const char *const kinds[] = {
		[PLAYER_ENGINE] = "",      [PLAYER_UCT] = "uct-",      [PLAYER_GUESS] = "guess-",
		[PLAYER_BLANK] = "blank-", [PLAYER_GREEDY] = "greedy", [PLAYER_RANDOM] = "random",
	};
	enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };
	size_t size = engine_size() + (hash_mb << 20);
	unsigned kind = KINDS;
	const char *limit;

	memset(player, 0, sizeof(*player));
	player->name = name;
	if (strncmp(name, "uci:", 4) == 0) {
		player->kind = PLAYER_UCI;
		player->uci = player_uci_open(name + 4);
		return;
	}
	while (kind-- > PLAYER_ENGINE && strncmp(name, kinds[kind], strlen(kinds[kind])) != 0)
		continue;
	for (unsigned k = PLAYER_GREEDY; k <= PLAYER_RANDOM; k++)
		kind = strcmp(name, kinds[k]) == 0 ? k : kind;
	player->kind = kind;
	limit = name + strlen(kinds[kind]);
	if (strncmp(limit, "nodes:", 6) == 0) {
		player->limit_nodes = strtoull(limit + 6, NULL, 10);
	} else if (strncmp(limit, "cpu:", 4) == 0) {
		player->limit_ms = strtoull(limit + 4, NULL, 10);
	} else if (kind == PLAYER_ENGINE ? !is_weak(name) : kind > PLAYER_ENGINE) {
		fprintf(stderr, "no such player: %s\n", name);
		exit(2);
	}
	if (kind >= PLAYER_ENGINE && kind != PLAYER_UCT)
		player->engine = engine_new(calloc(1, size), size);
}

void
player_free(struct player *player)
{
	free(player->engine);
	if (player->uci)
		player_uci_close(player->uci);
}

/* --- A game ------------------------------------------------------------------------ */

/* Computes play->view with the functions of halod, in a book without moves. */
static struct table_book *
hiding_book(const struct play *play)
{
	static struct table_book book;

	book.game = play->g;
	book.first = book.at = play->p;
	book.hides = true;
	book.left = play->left;
	for (unsigned side = 0; side < 2; side++)
		book.hiding[side] = (struct sqset){ { play->view.hiding[side], 0 } };
	return &book;
}

static void
keep_hiding(struct play *play, const struct table_book *book)
{
	play->left = book->left;
	for (unsigned side = 0; side < 2; side++)
		play->view.hiding[side] = book->hiding[side].w[0];
}

static void
set_hiding(struct play *play)
{
	struct table_book *book = hiding_book(play);

	if (strcmp(rules_name(play->g), "zombie") != 0)
		return;
	book_hiding_start(book);
	keep_hiding(play, book);
}

static void
step_hiding(struct play *play, const struct position *before, struct action a)
{
	struct table_book *book = hiding_book(play);

	if (strcmp(rules_name(play->g), "zombie") != 0)
		return;
	book_hiding_step(book, before, a);
	keep_hiding(play, book);
}

void
play_start(struct play *play, const struct game *g, uint64_t seed, unsigned opening)
{
	struct rules_error err;
	char options[40];

	play->g = g;
	play->n_past = 0;
	play->view = engine_whole();
	play->left = (struct sqset){ { 0, 0 } };
	play->random = seed;
	snprintf(options, sizeof(options), "seed=%llu%s", (unsigned long long)seed,
		 play->alice ? " checkers=99" : "");
	if (rules_start(g, options, &play->start, &err) < 0)
		abort(); /* every game takes a seed */
	play->p = play->start;
	rules_history_start(g, &play->h, &play->p);
	set_hiding(play);
	for (unsigned i = 0; i < opening; i++) {
		struct action list[RULES_ACTIONS_MAX];
		struct play before = *play;
		size_t n;

		play_chance(play);
		n = rules_actions(g, &play->p, list);
		play_apply(play, list[players_random(&play->random) % n]);
		if (rules_outcome(g, &play->p, &play->h).result != RESULT_ONGOING) {
			before.random = play->random;
			*play = before;
		}
	}
}

void
play_step(const struct play *play, struct position *p, struct action a)
{
	rules_apply(play->g, p, a);
	if (play->alice)
		p->b.ep_sq = RULES_NO_SQ;
}

void
play_apply(struct play *play, struct action a)
{
	struct position before = play->p;

	assert(play->n_past < PLAYERS_PAST);
	play->past[play->n_past] = rules_key(&play->p);
	play->made[play->n_past++] = a;
	play_step(play, &play->p, a);
	rules_history_push(play->g, &play->h, &play->p);
	step_hiding(play, &before, a);
}

void
play_chance(struct play *play)
{
	while (rules_to_act(play->g, &play->p) == SEAT_CHANCE &&
	       rules_outcome(play->g, &play->p, &play->h).result == RESULT_ONGOING) {
		unsigned a = (unsigned)(players_random(&play->random) % 6) + 1;
		unsigned b = (unsigned)(players_random(&play->random) % 6) + 1;

		play_apply(play,
			   (struct action){ .kind = ACT_ROLL,
					    .arg = (uint8_t)(a < b ? a * 8 + b : b * 8 + a) });
	}
}

/* --- Choices --------------------------------------------------------------------------- */

int
players_material(const struct game *g, const struct position *p, unsigned colour)
{
	static const int worth[] = {
		[PIECE_PAWN] = 1,   [PIECE_KNIGHT] = 3,  [PIECE_BISHOP] = 3,
		[PIECE_ROOK] = 5,   [PIECE_QUEEN] = 9,   [PIECE_KING] = 0,
		[PIECE_STACK5] = 5, [PIECE_MISSILE] = 8, [PIECE_ARTILLERY] = 4,
	};
	int sum = 0;

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		uint8_t piece = rules_at(g, p, sq);

		if (piece && piece_colour(piece) == colour)
			sum += worth[piece_kind(piece)];
	}
	return sum;
}

/*
 * Returns how good a position is for that colour: won, lost or by material. Partners capture
 * whatever they can, the most valuable first, and a king only where nothing else is left to do.
 */
static int
greedy_value(const struct play *play, const struct position *p, unsigned colour)
{
	struct outcome o = rules_outcome(play->g, p, NULL);
	int own = players_material(play->g, p, colour),
	    enemy = players_material(play->g, p, !colour);

	if (o.result == RESULT_WIN)
		return o.colour == colour ? 1000 : -1000;
	if (o.result == RESULT_DRAW)
		return 0;
	if (o.result == RESULT_LOST)
		return -1000;
	if (rules_partners(play->g))
		return -2 * (own + enemy) + (o.result == RESULT_SCORE);
	return own - enemy;
}

static struct action
choose_greedy(struct play *play)
{
	unsigned colour = rules_turn_seat(play->g, &play->p) & 1;
	struct action list[RULES_ACTIONS_MAX], best = { 0 };
	size_t n = rules_actions(play->g, &play->p, list), equal = 0;
	struct position known = play->p;
	int best_value = 0;

	/* Its own masks and the other side's burials are unknown to it as well. */
	if (rules_chooses_secretly(play->g))
		rules_public(play->g, &play->p, &known);

	for (size_t i = 0; i < n; i++) {
		struct position child = known;
		int value;

		rules_apply(play->g, &child, list[i]);
		value = greedy_value(play, &child, colour);
		if (equal == 0 || value > best_value)
			equal = 0;
		else if (value < best_value)
			continue;
		best_value = value;
		if (players_random(&play->random) % ++equal == 0)
			best = list[i];
	}
	return best;
}

static struct action
choose_random(struct play *play)
{
	struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(play->g, &play->p, list);

	return list[players_random(&play->random) % n];
}

/* Applies what the name of a player "level:N", "elo:N" or "weak:…" says; others are unchanged. */
static void
weaken(const char *name, struct engine_task *task)
{
	struct level weak;

	if (!is_weak(name))
		return;
	if (sscanf(name, "weak:%u,%u,%u,%u", &weak.nodes, &weak.noise, &weak.blind, &weak.sure) ==
	    4) {
		level_apply(weak, task);
	} else if (name[0] == 'l') {
		task->nodes = LEVEL_NODES;
		level_apply(level_of(task->g, (unsigned)atoi(name + 6)), task);
	} else if (name[0] == 'e') {
		level_apply(level_of_elo((unsigned)atoi(name + 4)), task);
	}
}

/* Replaces what the player may not know by what it takes for true. */
static void
take_for_true(const struct player *player, struct play *play, struct position *p)
{
	const struct traits *traits = traits_of(play->g);
	struct position public;
	unsigned us = rules_turn_seat(play->g, p) & 1;

	if (!traits->imagine)
		return;
	traits->imagine(p, &play->view, &play->random);
	if (player->kind == PLAYER_GUESS)
		return;
	rules_public(play->g, p, &public);
	if (strcmp(rules_name(play->g), "masquerade") == 0)
		memcpy(p->x.masquerade.mask[us], public.x.masquerade.mask[us],
		       sizeof(p->x.masquerade.mask[us]));
	if (strcmp(rules_name(play->g), "zombie") == 0)
		memset(p->x.zombie.buried[!us], 0, sizeof(p->x.zombie.buried[!us]));
}

static struct action
choose_engine(struct player *player, struct play *play)
{
	struct position p = play->p;
	struct engine_task task = {
		.g = play->g,
		.p = &p,
		.past = play->past,
		.n_past = play->n_past,
		.view = &play->view,
		.lines = 1,
		.nodes = player->limit_nodes,
		.seed = play->random,
		.stop = &stop,
	};
	struct engine_report best;

	if (player->kind != PLAYER_ENGINE) {
		take_for_true(player, play, &p);
		task.open = true;
	}
	weaken(player->name, &task);
	engine_search(player->engine, &task, &best);
	player->nodes += best.nodes;
	player->plies += best.depth;
	return best.pv[0];
}

static struct action
choose_uct(struct player *player, struct play *play)
{
	struct uct_limits limits = { player->limit_nodes, &stop };
	uint64_t applied;
	struct action a = uct_choose(play, &play->random, &limits, &applied);

	player->nodes += applied;
	return a;
}

struct action
player_choose(struct player *player, struct play *play)
{
	double begin = cpu_now();
	struct action a;

	if (player->kind == PLAYER_GREEDY)
		return choose_greedy(play);
	if (player->kind == PLAYER_RANDOM)
		return choose_random(play);
	if (player->kind == PLAYER_UCI) {
		a = player_uci_choose(player->uci, play);
		player->cpu_s = player_uci_cpu_s(player->uci);
		player->actions++;
		return a;
	}
	set_alarm(player->limit_ms);
	a = player->kind == PLAYER_UCT ? choose_uct(player, play) : choose_engine(player, play);
	set_alarm(0);
	player->cpu_s += cpu_now() - begin;
	player->actions++;
	return a;
}
