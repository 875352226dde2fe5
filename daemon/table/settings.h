/*
 * The players' settings: one table of keys, each with its form, bounds and default. Values
 * are texts, as stored in the journal; nothing is applied here.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "drivers/bus.h"

enum setting {
	SETTING_BRIGHTNESS,
	SETTING_PALETTE,
	SETTING_THEME,
	SETTING_TRANSITIONS,
	SETTING_SQUARES,
	SETTING_PIECES,
	SETTING_BELOW,
	SETTING_PROPS,
	SETTING_CUE_MOVE,
	SETTING_CUE_CAPTURE,
	SETTING_CUE_CHECK,
	SETTING_CUE_ASKED,
	SETTING_CUE_WRONG,
	SETTING_VOLUME,
	SETTING_SPEECH,
	SETTING_FILE_NAMES,
	SETTING_LANGUAGE,
	SETTING_EXACT_MARKS,
	SETTING_REGULATOR_HALOS,
	SETTING_HINTS,
	SETTING_GRADED_PIECES, /* of a turn; the number of a choice is the limit, 0: none */
	SETTING_ASK_BLUNDERS,
	SETTING_CLOCK,
	SETTING_OWN_CLOCKS,
	SETTING_KEEP_TRACES,
	SETTING_TRACES_KEPT,
	SETTING_USB_STICK,
	SETTING_USB_TRACES,
	SETTING_POWER_OFF,
	SETTING_PAGES_CLOSE_S,
	SETTING_USB_DISK,
	SETTING_USB_SERIAL,
	SETTING_INTRODUCED,
	SETTINGS,
};

enum setting_form {
	FORM_NUMBER, /* a whole number from min to max */
	FORM_FLAG,   /* "true" or "false" */
	FORM_CHOICE, /* one of choice[] */
	FORM_TEXT,   /* anything that `refuse` accepts */
};

enum {
	SETTINGS_TEXT = 128, /* a value and its NUL; the journal allows no more */
	SETTINGS_WHY = 128,
	SETTINGS_CHOICES = 5,
};

struct setting_row {
	const char *key;
	const char *standard;
	enum setting_form form;
	int min, max;                         /* FORM_NUMBER */
	const char *choice[SETTINGS_CHOICES]; /* FORM_CHOICE; NULL after the last */
	/* FORM_TEXT. Returns true, with why set, if the text is refused. NULL: any text. */
	bool (*refuse)(const char *text, char why[SETTINGS_WHY]);
};

extern const struct setting_row settings_table[SETTINGS];

/* Returns the setting of that name, or SETTINGS. */
unsigned settings_find(const char *key);
/* Checks a value. Returns 0, or -1 with a line in why that begins with the key. */
MUST_USE int settings_check(unsigned setting, const char *text, char why[SETTINGS_WHY]);
/* Returns the index of a valid choice. */
unsigned settings_choice(unsigned setting, const char *text);
