/* Settings: stored, and applied at once. */
#pragma once
#include "daemon/record/clock.h"
#include "daemon/record/record.h"
#include "daemon/session/session.h"
#include "daemon/table/duty.h"
#include "daemon/table/settings.h"

struct table_settings {
	/* ---- private ---- */
	char value[SETTINGS][SETTINGS_TEXT]; /* "": not set */
	int64_t day_s;                       /* the day set by hand, seconds since 1970, at day_us; 0: none */
	uint64_t day_us;
};

extern const struct duty table_settings_duty;
extern const char *const table_hints_name[HINTS_LEVELS]; /* "off" "moves" "safe" "graded" */

/* Returns the value in use; valid until the setting changes. */
const char *table_setting(const struct table *t, enum setting s);
/* Sets and stores those that are not NULL; all have passed settings_check. */
void table_settings_set(struct table *t, const char *const value[SETTINGS]);
/* Writes the default clock for games without one. */
void table_clock_default(const struct table *t, struct clock_spec *out);
/* Writes the date in a record's form. Returns whether the machine knows the date. */
bool table_today(const struct table *t, char out[RECORD_DATE_SIZE]);
/* Sets the date, "2026-01-31". Returns 0, or -1 with t->why. */
MUST_USE int table_day_set(struct table *t, const char *text);
/* Sets and stores the hint level of a seat. */
void table_hints(struct table *t, unsigned seat, unsigned level);
/* Returns the name of a limit of graded pieces: "all", "1". */
const char *table_graded_name(unsigned pieces);
/* Sets and stores a seat's limit of graded pieces, a choice of SETTING_GRADED_PIECES. */
void table_graded_pieces(struct table *t, unsigned seat, unsigned pieces);
/* Sets and stores whether a seat is asked before its blunders are final. */
void table_ask_blunders(struct table *t, unsigned seat, bool asks);
/* Returns the level of that name, or -1. */
int table_hints_parse(const char *name);
/* Applies the settings of a game's start, before the game begins. */
void table_settings_game(struct table *t);
/* Returns the journal's value of a key, NULL: none. For what duties keep over a restart. */
const char *table_kept(const struct table *t, const char *key);
/* Stores it. */
void table_keep(struct table *t, const char *key, const char *value);
