/*
 * A stored state: a `state` message of the link in a file. The optional object
 * "screen" beside its fields describes the interface:
 *
 *   "screen": {"page":"array", "game":"chess960", "entry":"51", "error":"…",
 *              "focus":["digit",5], "pressed":["menu",0], "more":1,
 *              "group":2, "seat":"w", "revealed":true, "ms":1500,
 *              "answers":[{"evening":{…}}], "room":[8,8]}
 *   "screen": {"page":"connect", "why":"The board's program, halod, is not running."}
 *
 * Used by --shot and by tests.
 */
#pragma once
#include "ui/model.h"

/* Loads a stored state. Returns 0, or -1 with *err set. */
MUST_USE int stored_load(const char *path, struct ui_model *m, struct ui_error *err);
/* Reads a stored state from an object; see stored_load. */
MUST_USE int stored_read(const json_t *object, struct ui_model *m, struct ui_error *err);

/* Reads only the "screen" object; m has no state yet. Returns 0, or -1 with *err set. */
MUST_USE int stored_view(const json_t *object, struct ui_model *m, struct ui_error *err);
