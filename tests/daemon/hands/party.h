/*
 * Players of all games: as play.h, but a turn may have many actions, some of them
 * on the screen, and the rules take pieces off and put others on.
 */
#pragma once
#include "tests/daemon/hands/deeds.h"
#include "tests/daemon/hands/play.h"

struct party {
	struct play p;
	struct sqset pending; /* consequences that the players have put off */
};

/* Plays the game and adds to *t->p.tally. */
void party_game(struct party *t, struct session *session, const struct meant *meant, uint8_t senses,
		uint64_t seed);
