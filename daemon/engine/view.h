/* Parts of views, for the hooks `fill` and `bury` of struct traits. */
#pragma once
#include "daemon/engine/engine.h"
#include "rules/text.h"

/* Returns the value of a key, written " key=", or an empty word. */
struct word view_value(const char *text, const char *key);
/* Sets *err; its text is not translated, because UCI is English. Returns -1. */
int view_refuse(struct rules_error *err, size_t at, const char *why, struct word culprit);
