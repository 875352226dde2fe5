#include "daemon/table/settings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/clock.h"
#include "hw/text/text.h"

static bool
refuse_clock(const char *text, char why[SETTINGS_WHY])
{
	struct clock_spec spec;
	char clock_why[CLOCK_WHY];

	if (clock_spec_parse(text, &spec, clock_why) == 0)
		return false;
	(void)snprintf(why, SETTINGS_WHY, "clock: %s", clock_why);
	return true;
}

/* Refuses anything but clocks, separated by one space. */
static bool
refuse_clocks(const char *text, char why[SETTINGS_WHY])
{
	char one[SETTINGS_TEXT];

	for (; *text; text += *text == ' ') {
		size_t len = strcspn(text, " ");

		text_print(one, sizeof(one), "%.*s", (int)len, text);
		if (refuse_clock(one, why))
			return true;
		text += len;
	}
	return false;
}

/* Refuses a language not of the form "de" or "pt_BR": it becomes part of a file name. */
static bool
refuse_language(const char *text, char why[SETTINGS_WHY])
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

	if (strlen(text) <= 8 && strspn(text, letters) == strlen(text))
		return false;
	(void)snprintf(why, SETTINGS_WHY, "language: a word like de or pt_BR is expected");
	return true;
}

/* clang-format off: a table */
const struct setting_row settings_table[SETTINGS] = {
	[SETTING_BRIGHTNESS] = { "brightness", "100", FORM_NUMBER, .min = 5, .max = 100 },
	[SETTING_PALETTE] = { "palette", "standard", FORM_CHOICE,
			      .choice = { "standard", "bright", "calm" } },
	[SETTING_THEME] = { "theme", "dark", FORM_CHOICE,
			    .choice = { "dark", "light", "contrast" } },
	[SETTING_TRANSITIONS] = { "transitions", "true", .form = FORM_FLAG },
	[SETTING_SQUARES] = { "squares", "wood", FORM_CHOICE,
			      .choice = { "wood", "green", "blue" } },
	[SETTING_PIECES] = { "pieces", "classic", FORM_CHOICE,
			     .choice = { "classic", "bold", "letters" } },
	[SETTING_BELOW] = { "below", "white", FORM_CHOICE, .choice = { "white", "black", "turn" } },
	[SETTING_PROPS] = { "props", "lamps", FORM_CHOICE, .choice = { "lamps", "objects" } },
	[SETTING_CUE_MOVE] = { "cue_move", "true", .form = FORM_FLAG },
	[SETTING_CUE_CAPTURE] = { "cue_capture", "true", .form = FORM_FLAG },
	[SETTING_CUE_CHECK] = { "cue_check", "true", .form = FORM_FLAG },
	[SETTING_CUE_ASKED] = { "cue_asked", "true", .form = FORM_FLAG },
	[SETTING_CUE_WRONG] = { "cue_wrong", "true", .form = FORM_FLAG },
	[SETTING_VOLUME] = { "volume", "60", FORM_NUMBER, .min = 0, .max = 100 },
	[SETTING_SPEECH] = { "speech", "false", .form = FORM_FLAG },
	[SETTING_FILE_NAMES] = { "file_names", "false", .form = FORM_FLAG },
	[SETTING_LANGUAGE] = { "language", "", FORM_TEXT, .refuse = refuse_language },
	[SETTING_EXACT_MARKS] = { "exact_marks", "true", .form = FORM_FLAG },
	[SETTING_REGULATOR_HALOS] = { "regulator_halos", "false", .form = FORM_FLAG },
	[SETTING_HINTS] = { "hints", "moves", FORM_CHOICE,
			    .choice = { "off", "moves", "safe", "graded" } },
	[SETTING_GRADED_PIECES] = { "graded_pieces", "all", FORM_CHOICE,
				    .choice = { "all", "1", "2", "3" } },
	[SETTING_ASK_BLUNDERS] = { "ask_blunders", "false", .form = FORM_FLAG },
	[SETTING_CLOCK] = { "clock", "none", FORM_TEXT, .refuse = refuse_clock },
	[SETTING_OWN_CLOCKS] = { "own_clocks", "", FORM_TEXT, .refuse = refuse_clocks },
	[SETTING_KEEP_TRACES] = { "keep_traces", "true", .form = FORM_FLAG },
	[SETTING_TRACES_KEPT] = { "traces_kept", "2000", FORM_NUMBER, .min = 10, .max = 100000 },
	[SETTING_USB_STICK] = { "usb_stick", "true", .form = FORM_FLAG },
	[SETTING_USB_TRACES] = { "usb_traces", "false", .form = FORM_FLAG },
	[SETTING_POWER_OFF] = { "power_off", "false", .form = FORM_FLAG },
	[SETTING_PAGES_CLOSE_S] = { "pages_close_s", "20", FORM_NUMBER, .min = 5, .max = 120 },
	[SETTING_USB_DISK] = { "usb_disk", "true", .form = FORM_FLAG },
	[SETTING_USB_SERIAL] = { "usb_serial", "true", .form = FORM_FLAG },
	[SETTING_INTRODUCED] = { "introduced", "false", .form = FORM_FLAG },
};
/* clang-format on */

unsigned
settings_find(const char *key)
{
	unsigned i = 0;

	while (i < SETTINGS && strcmp(settings_table[i].key, key) != 0)
		i++;
	return i;
}

#define fail(why, ...) (text_print(why, SETTINGS_WHY, __VA_ARGS__), -1)

static int
check_number(const struct setting_row *s, const char *text, char why[SETTINGS_WHY])
{
	char *end;
	long v = strtol(text, &end, 10);

	if (end == text || *end || v < s->min || v > s->max)
		return fail(why, "%s: a whole number from %d to %d is expected", s->key, s->min,
			    s->max);
	return 0;
}

static int
check_choice(const struct setting_row *s, const char *text, char why[SETTINGS_WHY])
{
	char words[64] = "";

	for (unsigned i = 0; i < SETTINGS_CHOICES && s->choice[i]; i++) {
		if (strcmp(text, s->choice[i]) == 0)
			return 0;
		(void)snprintf(words + strlen(words), sizeof(words) - strlen(words), "%s%s",
			       i ? ", " : "", s->choice[i]);
	}
	return fail(why, "%s: \"%.12s\" is none of %s", s->key, text, words);
}

int
settings_check(unsigned setting, const char *text, char why[SETTINGS_WHY])
{
	const struct setting_row *s = &settings_table[setting];

	if (strlen(text) >= SETTINGS_TEXT)
		return fail(why, "%s: longer than %d bytes", s->key, SETTINGS_TEXT - 1);
	switch (s->form) {
	case FORM_NUMBER:
		return check_number(s, text, why);
	case FORM_FLAG:
		if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)
			return 0;
		return fail(why, "%s: true or false is expected", s->key);
	case FORM_CHOICE:
		return check_choice(s, text, why);
	case FORM_TEXT:
		break;
	}
	return s->refuse && s->refuse(text, why) ? -1 : 0;
}

unsigned
settings_choice(unsigned setting, const char *text)
{
	const struct setting_row *s = &settings_table[setting];
	unsigned i = 0;

	while (i + 1 < SETTINGS_CHOICES && s->choice[i + 1] && strcmp(s->choice[i], text) != 0)
		i++;
	assert(s->form == FORM_CHOICE && strcmp(s->choice[i], text) == 0);
	return i;
}
