/*
 * What players set once and keep: one table of keys, each with its form, its
 * bounds and what holds until somebody chooses. Values are texts, as the
 * journal keeps them; here nothing is applied.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "drivers/bus.h"

enum setting {
	SETTING_BRIGHTNESS,
	SETTING_PALETTE,
	SETTING_PROPS,
	SETTING_CUE_MOVE,
	SETTING_CUE_CAPTURE,
	SETTING_CUE_CHECK,
	SETTING_CUE_ASKED,
	SETTING_CUE_WRONG,
	SETTING_VOLUME,
	SETTING_SPEECH,
	SETTING_LANGUAGE,
	SETTING_EXACT_MARKS,
	SETTING_HINTS,
	SETTING_CLOCK,
	SETTING_KEEP_TRACES,
	SETTING_TRACES_KEPT,
	SETTING_USB_STICK,
	SETTING_USB_TRACES,
	SETTING_POWER_OFF,
	SETTING_PAGES_CLOSE_S,
	SETTING_USB_DISK,
	SETTING_USB_SERIAL,
	SETTINGS,
};

enum setting_form {
	FORM_NUMBER, /* a whole number from min to max */
	FORM_FLAG,   /* "true" or "false" */
	FORM_CHOICE, /* one of choice[] */
	FORM_TEXT,   /* what `refuse` has nothing against */
};

enum {
	SETTINGS_TEXT = 128, /* a value and its NUL; as the journal has room for */
	SETTINGS_WHY = 128,
	SETTINGS_CHOICES = 4,
};

struct setting_row {
	const char *key;
	const char *standard;
	enum setting_form form;
	int min, max;                         /* FORM_NUMBER */
	const char *choice[SETTINGS_CHOICES]; /* FORM_CHOICE; NULL behind the last */
	/* FORM_TEXT. False: not to be taken, why told. NULL: any text. */
	bool (*refuse)(const char *text, char why[SETTINGS_WHY]);
};

extern const struct setting_row settings_table[SETTINGS];

/* SETTINGS: there is none of that name. */
unsigned settings_find(const char *key);
/* 0, or -1 with a line in why that begins with the key. */
MUST_USE int settings_check(unsigned setting, const char *text, char why[SETTINGS_WHY]);
/* Which of its choices the text is; it is one. */
unsigned settings_choice(unsigned setting, const char *text);
