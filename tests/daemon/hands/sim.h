/*
 * One game on a simulated board: pieces and time in, the session's answers out,
 * compared with what the players meant. The session is fed through its public
 * calls only, as the daemon would feed it; in a hall by the daemon's own table.
 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "daemon/session/session.h"
#include "rules/rules.h"
#include "tests/daemon/hands/cost.h"
#include "tests/daemon/hands/rng.h"
#include "tests/daemon/hands/script.h"
#include "tests/daemon/hands/sensors.h"
#include "tests/daemon/hands/tracer.h"

struct hall; /* hall.h: few have one */

enum {
	SIM_PLIES_MAX = 1200,
	SIM_QUEUE_MAX = 2048,
	SIM_LOG_MAX = 2048,
};

/* What the sensors said, before any filter. */
struct sim_edge {
	uint64_t t_us;
	struct sensed sensed;
};

struct sim_touch {
	uint64_t t_us;
	struct touch touch;
};

/* What the players mean: the whole game, known to them alone. */
struct meant {
	const struct game *game;
	unsigned n;
	struct action action[SIM_PLIES_MAX];
	struct position position[SIM_PLIES_MAX + 1]; /* before each, and after the last */
	char name[48];                               /* "FILE 12", for messages */
};

struct sim {
	struct session *session; /* large: one is used again and again */
	struct hall *hall;       /* the board is a larger one; NULL: the game's own */
	const struct meant *meant;
	struct session_config config;
	struct session_state state; /* after the last step */
	struct sensors sensors;
	struct tracer *tracer; /* NULL: none */
	struct cost *cost;     /* of each step, or NULL */
	struct rng rng;
	uint8_t noise_percent; /* chance that a touch disturbs some other square */
	uint8_t jolt_percent;  /* … that it makes some piece stand a little differently */
	uint64_t now_us;

	struct sim_touch queue[SIM_QUEUE_MAX]; /* touches to come, in order of time */
	unsigned n_queue, at_queue;
	uint8_t on[RULES_SQUARES_MAX]; /* what stands where once the queue is done */

	/* What the session has made final, and whether it is what was meant. */
	struct action recorded[SIM_PLIES_MAX + 64];
	unsigned n_recorded;
	unsigned sealed; /* so many of them were final when somebody last said so */
	bool undone;     /* TOLD_UNDO came since this was last cleared */
	bool fault;      /* the session broke its own contract: see why */
	char why[160];
	uint64_t steps; /* calls of session_step */
	unsigned edges;
	struct sim_edge log[SIM_LOG_MAX]; /* raw edges; whoever wants them empties it in time */
	unsigned n_log;                   /* those beyond the room are not kept */
};

/* Starts the session at meant->position[0]. False: it refused, see why. */
bool sim_start(struct sim *s, struct session *session, const struct meant *meant,
	       const struct session_config *config, uint32_t scan_us, uint32_t bounce_max_us,
	       uint64_t seed);
/* Where objects belong after so many plies; none where lamps stand for them. */
struct sqset sim_objects(const struct sim *s, unsigned ply);
/* Plans a script's touches from start_us on; the time of the last one. */
uint64_t sim_plan(struct sim *s, const struct script *script, uint64_t start_us);
/* Time goes on to t_us: touches, scans and deadlines in their order. */
void sim_run(struct sim *s, uint64_t t_us);
void sim_press(struct sim *s, enum button b);
void sim_answer(struct sim *s, bool yes);
void sim_act(struct sim *s, struct action a);
/* The same with what is meant at that ply, whatever is recorded by now. */
void sim_act_ply(struct sim *s, unsigned ply);
/* A price is tapped: "buy:N". */
void sim_select(struct sim *s, const char *text);
void sim_undo(struct sim *s, unsigned n);
/* The first final action that is not what was meant; n_recorded if there is none. */
unsigned sim_first_wrong(const struct sim *s);
