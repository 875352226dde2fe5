/*
 * A stored state: a `state` message of the link in a file, with an optional
 * object "screen" beside its fields that says what the interface is doing:
 *
 *   "screen": {"page":"array", "game":"chess960", "entry":"51", "error":"…",
 *              "focus":["digit",5], "pressed":["menu",0], "more":1,
 *              "group":2, "seat":"w", "revealed":true, "ms":1500,
 *              "answers":[{"evening":{…}}], "room":[8,8]}
 *   "screen": {"page":"connect", "why":"halod is not running."}
 *
 * For --shot and for tests.
 */
#pragma once
#include "ui/model.h"

/* 0, or -1 with *err told. */
MUST_USE int stored_load(const char *path, struct ui_model *m, struct ui_error *err);
/* As stored_load, of an object. */
MUST_USE int stored_read(const json_t *object, struct ui_model *m, struct ui_error *err);

/* Its "screen" alone, where the interface was; m has no state yet. 0, or -1 with *err told. */
MUST_USE int stored_view(const json_t *object, struct ui_model *m, struct ui_error *err);
