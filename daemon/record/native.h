/*
 * The native record: JSON with everything a record holds, times and number included, for
 * every game. docs/records.md describes it.
 */
#pragma once
#include <stddef.h>

#include "daemon/record/record.h"

enum {
	NATIVE_VERSION = 1,
	/* Maximum file size: 16384 actions of at most 60 bytes and the head. */
	NATIVE_FILE_MAX = 2 * 1024 * 1024,
	NATIVE_WHY_MAX = 200,
};

/*
 * Prints a record as one indented JSON object with a final newline. The caller frees it;
 * NULL: no memory.
 */
char *native_print(const struct record *r);
/* Prints the record in one line, with a final newline. */
char *native_print_line(const struct record *r);
/* Prints the public form, as pgn_print_public does. */
char *native_print_public(const struct record *r);
/*
 * Parses a record into *r (zeroed or initialised; its old content is freed). Strict:
 * unknown keys, wrong types, an illegal action, decreasing times, and a result that
 * contradicts the rules are errors. Returns 0, or -1 with `why` set ("line 12: …",
 * "actions[7]: …") and *r zeroed.
 */
MUST_USE int native_parse(const char *text, size_t len, struct record *r, char why[NATIVE_WHY_MAX]);
