/*
 * A game as JSON, built only from the session's state: for every client of the table and
 * for `halo replay --live`. docs/protocol.md (*State*) describes the keys. The caller owns
 * new references.
 */
#pragma once
#include <jansson.h>

#include "daemon/lamps/lamps.h"
#include "daemon/session/session.h"
#include "daemon/words/words.h"

/* Returns "w", "chance"; null for SEAT_NONE. */
json_t *view_seat(const struct game *g, unsigned seat);
/* Returns the seats of a bit mask. */
json_t *view_seats(const struct game *g, unsigned bits);
/* Returns "e4"; null for RULES_NO_SQ. */
json_t *view_square(const struct game *g, unsigned sq);
json_t *view_squares(const struct game *g, struct sqset set);

/* Returns only `phase`. */
json_t *view_phase(const struct session_state *s);
/*
 * Adds the game and its size, the turn, the positions, actions and sensors, and what follows from
 * them, as seen by a seat or by SEAT_TABLE.
 */
void view_add_session(json_t *o, const struct session_state *s, unsigned seat);
/* Replaces the positions and keys of a game whose end is permanent by complete ones. */
void view_add_open(json_t *o, const struct session_state *s);
/* Returns the session's open prompt without `kept`, or null. */
json_t *view_prompt(const struct session_state *s);
/*
 * Returns an item of `moves`: the action as the viewer may see it, its SAN ("": none), its note,
 * its effect (rules_effect; 0: none, or not final yet).
 */
json_t *view_move(const struct game *g, const char *action, const char *san,
		  const struct move_note *note, uint8_t effect);
/* Returns the claims allowed by the rules: "threefold", "fifty". */
json_t *view_claims(const struct session_state *s);
/* Returns an announcement of action number `move`. */
json_t *view_announcement(const struct game *g, uint32_t move, const struct announcement *said);
/* Prints the main sentence, from public knowledge. */
void view_message(const struct session_state *s, char text[WORDS_LINE]);
/* Returns the names of a lamp's meanings (struct lamps_frame). */
json_t *view_meanings(uint32_t means);
/* Returns the lit squares of each meaning, by its name; meanings of no square are omitted. */
json_t *view_lights(const struct game *g, const struct lamps_frame *f);
/* Returns the lights of a position of an old game: the squares of its last move, and areas. */
json_t *view_old_lights(const struct game *g, const struct position *known, struct sqset last);

/* ---- view_keys.c ---- */

/* Returns the key=value fields of a printed view, each in its own JSON form. */
json_t *view_keys(const char *position);
