/*
 * The native record: JSON that keeps all that a record holds, times and number
 * included, of every game. docs/records.md describes it.
 */
#pragma once
#include <stddef.h>

#include "daemon/record/record.h"

enum {
	NATIVE_VERSION = 1,
	/* Longest file that is read: 16384 actions of at most 60 bytes and the head. */
	NATIVE_FILE_MAX = 2 * 1024 * 1024,
	NATIVE_WHY_MAX = 200,
};

/* One JSON object, indented, a newline at its end. The caller frees it; NULL: no memory. */
char *native_print(const struct record *r);
/* The same for anybody to read, as pgn_tell. */
char *native_tell(const struct record *r);
/*
 * Reads one back into *r (zeroed or initialised; what it held is freed). Strict:
 * unknown keys, wrong types, an illegal action, times that go back, a result
 * that the rules contradict are errors. 0, or -1 with `why` told ("line 12: …",
 * "actions[7]: …") and *r zeroed.
 */
MUST_USE int native_parse(const char *text, size_t len, struct record *r, char why[NATIVE_WHY_MAX]);
