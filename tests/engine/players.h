/* Players for matches. A player's choices depend on the game so far and its seed alone. */
#pragma once
#include "daemon/engine/engine.h"

enum { PLAYERS_PAST = 16384 };

/* A game in play. */
struct play {
	const struct game *g;
	/*
	 * Half Alice Chess without en passant and with checkers for all pieces, as other programs
	 * play Alice Chess.
	 */
	bool alice;
	struct position start, p;
	struct history h;
	struct action made[PLAYERS_PAST]; /* from `start` to p, n_past of them */
	uint64_t past[PLAYERS_PAST];      /* keys of the positions before p */
	size_t n_past;
	struct engine_view view; /* what may hide, as halod computes it */
	struct sqset left;       /* of Zombie: squares left in this turn */
	uint64_t random;         /* of the greedy player's ties and of the dice */
};

struct player {
	/*
	 * "greedy": one ply, a win or the most material, ties at random. "random". The others have
	 * a limit for each action, "nodes:N" or "cpu:MS", milliseconds of processor time:
	 *   nodes:N        the engine
	 *   uct-nodes:N    plain UCT, which applies N actions
	 *   guess-nodes:N  the engine, which takes one world that fits its view for true
	 *   blank-nodes:N  the engine, which thinks that the enemy has buried nothing, or that
	 *                  pieces capture as themselves where the answers allow it
	 *
	 * "level:N" is a level of the engine, the highest with LEVEL_NODES; "elo:N" the engine of
	 * that strength in chess; "weak:NODES,NOISE,BLIND,SURE" weakened by the fields of struct level.
	 * "uci:COMMAND;GO;NAME=VALUE;…" is another program, see player_uci.h.
	 */
	const char *name;
	enum {
		PLAYER_GREEDY,
		PLAYER_RANDOM,
		PLAYER_UCI,
		PLAYER_ENGINE,
		PLAYER_UCT,
		PLAYER_GUESS,
		PLAYER_BLANK
	} kind;
	uint64_t limit_nodes, limit_ms; /* 0: none */
	struct engine *engine;          /* NULL: needs none */
	struct player_uci *uci;         /* NULL: no other program */
	uint64_t nodes, actions;
	double cpu_s;
	unsigned plies; /* sum of depths reached */
};

/* Returns the next number of a SplitMix64 stream. */
uint64_t players_random(uint64_t *state);
/* Sets up a player by its name; exits with a message if there is no such player. */
void player_init(struct player *player, const char *name, size_t hash_mb);
void player_free(struct player *player);
/* Returns the material of a colour, in pawns of chess; a stack is worth its stones. */
int players_material(const struct game *g, const struct position *p, unsigned colour);
/* Starts a game: `opening` random actions from the start position. play->alice is set before. */
void play_start(struct play *play, const struct game *g, uint64_t seed, unsigned opening);
/* Applies a legal action to a position of that game. */
void play_step(const struct play *play, struct position *p, struct action a);
/* Plays a legal action. */
void play_apply(struct play *play, struct action a);
/* Rolls the dice while chance is to act. */
void play_chance(struct play *play);
/* Returns the player's action; a seat is to act and the game is not over. */
struct action player_choose(struct player *player, struct play *play);
