/*
 * What clients are shown: the table as JSON, as docs/protocol.md says. Two
 * positions that look the same to `seat` make the same text.
 */
#pragma once
#include <jansson.h>

#include "daemon/table/table.h"

enum { VIEW_MOVES = 80 };	/* of a long game, the last ones */

/* New references, the caller's; NULL: no memory. */
json_t *view_hello(const struct table *t);
/* seat: SEAT_TABLE for what all clients are told; a seat's own view is for that seat alone. */
json_t *view_state(const struct table *t, unsigned seat);
json_t *view_settings_list(const struct table *t);	/* with their forms and bounds */
/* move <= r->n, and *at is there. Asks nothing but its arguments, in any thread. */
json_t *view_shown(const struct record *r, uint32_t move, const struct record_walk *at);
json_t *view_diagnostics(const struct table *t);
json_t *view_lamps(const struct table *t);
