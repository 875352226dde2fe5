/*
 * One game on a simulated board: pieces and time in, the session's replies out, compared
 * with the players' intent. The session is fed by lines of a trace through
 * daemon/live/live.h, as `halo replay --live` does for a script; in a hall by the daemon's
 * own table.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/live/live.h"
#include "rules/rules.h"
#include "tests/daemon/hands/cost.h"
#include "tests/daemon/hands/rng.h"
#include "tests/daemon/hands/script.h"
#include "tests/daemon/hands/sensors.h"
#include "tests/daemon/hands/tracer.h"

struct hall; /* hall.h: used by few */

enum {
	SIM_PLIES_MAX = 1200,
	SIM_QUEUE_MAX = 2048,
	SIM_LOG_MAX = 2048,
};

/* The sensors' reading before any filter. */
struct sim_edge {
	uint64_t t_us;
	struct sensed sensed;
};

struct sim_touch {
	uint64_t t_us;
	struct touch touch;
};

/* The players' intent: the whole game, which the session does not have. */
struct meant {
	const struct game *game;
	unsigned n;
	struct action action[SIM_PLIES_MAX];
	struct position position[SIM_PLIES_MAX + 1]; /* before each, and after the last */
	char name[48];                               /* "FILE 12", for messages */
};

struct sim {
	struct live *live; /* large, so it is reused; not used in a hall */
	struct session *session; /* the session of the live trace or of the hall's table */
	struct hall *hall;       /* the board is a larger one; NULL: the game's own */
	const struct meant *meant;
	struct session_config config;
	struct session_state state; /* after the last step */
	char wire_text[256];
	struct tracer wire; /* the line that is sent */
	struct sensors sensors;
	struct tracer *tracer; /* NULL: none */
	struct cost *cost;     /* cost of each step, or NULL */
	struct rng rng;
	uint8_t planned;       /* bits of colours that computers play: hands make what they choose */
	bool seated;           /* the session has the computers' seats; no hand is early for them */
	bool quick;            /* computers choose at once, not when the players look again */
	uint8_t noise_percent; /* chance that a touch disturbs some other square */
	uint8_t jolt_percent;  /* … that it shifts a piece a little */
	uint64_t now_us;

	struct sim_touch queue[SIM_QUEUE_MAX]; /* touches to come, in order of time */
	unsigned n_queue, at_queue;
	uint8_t on[RULES_SQUARES_MAX]; /* the pieces once the queue is done */

	/* The session's final actions; compared with the intended ones. */
	struct action recorded[SIM_PLIES_MAX + 64];
	unsigned n_recorded;
	unsigned sealed; /* the number of final actions that are no longer checked */
	bool undone;     /* NOTE_UNDO came since this was last cleared */
	bool fault;      /* the session broke its own contract: see why */
	char why[160];
	uint64_t steps; /* lines sent, or calls of the table */
	unsigned edges;
	struct sim_edge log[SIM_LOG_MAX]; /* raw edges; a reader must empty it in time */
	unsigned n_log;                   /* further ones are discarded */
};

/* Starts the session at meant->position[0]. Returns false if it refuses, with the reason in why. */
bool sim_start(struct sim *s, struct live *live, const struct meant *meant,
	       const struct session_config *config, uint32_t scan_us, uint32_t bounce_max_us,
	       uint64_t seed);
/* Returns where objects belong after that many plies; none where lamps replace them. */
struct sqset sim_objects(const struct sim *s, unsigned ply);
/* Plans a script's touches from start_us on; returns the time of the last one. */
uint64_t sim_plan(struct sim *s, const struct script *script, uint64_t start_us);
/* Advances time to t_us: touches, scans and deadlines in their order. */
void sim_run(struct sim *s, uint64_t t_us);
void sim_press(struct sim *s, enum button b);
void sim_answer(struct sim *s, bool yes);
void sim_act(struct sim *s, struct action a);
/* Does the same with the intended action of that ply, whatever is recorded by now. */
void sim_act_ply(struct sim *s, unsigned ply);
/* Reports whether a computer chooses that ply. */
bool sim_plans(const struct sim *s, unsigned ply);
/* Sends a computer's choice of the next ply, unless it is there; nothing for a person's ply. */
void sim_announce(struct sim *s, unsigned ply);
/* Selects a price: "buy:N". */
void sim_select(struct sim *s, const char *text);
void sim_undo(struct sim *s, unsigned n);
/* Returns the first final action that was not intended, or n_recorded. */
unsigned sim_first_wrong(const struct sim *s);
