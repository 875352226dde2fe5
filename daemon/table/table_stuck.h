/* A sensor suspected of being stuck during a game. */
#pragma once
#include "daemon/table/duty.h"
#include "rules/rules.h"

struct table_stuck {
	struct sqset suspects;  /* of TROUBLE_STUCK, by board square */
	/* ---- private ---- */
	uint64_t due_us;        /* when a suspicion is reported; 0: guidance waits for no square */
	unsigned n_touches;     /* edges of the game's squares so far */
	unsigned since;         /* n_touches when due_us was set */
};

extern const struct duty table_stuck_duty;
