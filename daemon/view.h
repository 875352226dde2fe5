/*
 * What clients are shown: the table as JSON, as docs/protocol.md says. All of
 * it is the table's view: nothing that a seat hides.
 */
#pragma once
#include <jansson.h>

#include "daemon/table.h"

enum { VIEW_MOVES = 80 };	/* of a long game, the last ones */

/* New references, the caller's; NULL: no memory. */
json_t *view_hello(const struct table *t);
json_t *view_state(const struct table *t);
json_t *view_lamps(const struct table *t);
