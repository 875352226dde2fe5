/*
 * What the table keeps from game to game. A touch takes the next value, which the daemon
 * stores, and says what it is good for.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/setup.h"

enum setting_form { FORM_FLAG, FORM_NUMBER, FORM_WORD, FORM_LANGUAGE, FORM_PAGE, FORM_POWER };

struct setting {
	const char *key, *name;
	uint8_t form; /* enum setting_form */
	uint8_t page; /* FORM_PAGE: which */
	const char *values[4];
	const char *what; /* it is good for, in a line */
};

static const struct setting settings[] = {
	{ "brightness", "Lamps", FORM_NUMBER, 0, { "10", "30", "60", "100" },
	  "How bright the lamps of the board are." },
	{ "palette", "Colours", FORM_WORD, 0, { "standard", "bright", "calm", NULL },
	  "Colours of lamps and screen: as usual, for a bright room, for a dark one." },
	{ "props", "Props", FORM_WORD, 0, { "lamps", "objects", NULL, NULL },
	  "Checkers, coins, halos: shown by lamps, or objects you lay under pieces." },
	{ "volume", "Volume", FORM_NUMBER, 0, { "0", "30", "60", "100" },
	  "How loud taps and voice are." },
	{ "speech", "Say moves", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "A voice says the last move, where the machine has one." },
	{ "cue_move", "Sound: move", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "A tap for each move." },
	{ "cue_capture", "Sound: capture", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "Two taps for a capture." },
	{ "cue_check", "Sound: check", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "Three taps for a check." },
	{ "cue_asked", "Sound: asked", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "Rising tones when something is asked." },
	{ "cue_wrong", "Sound: wrong", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "Falling tones when something is wrong." },
	{ "hints", "Hints", FORM_WORD, 0, { "off", "moves", "safe", NULL },
	  "A lifted piece lights: nothing, its moves, or also where it gets taken." },
	{ "clock", "Clock", FORM_PAGE, UI_PAGE_CLOCK, { NULL, NULL, NULL, NULL },
	  "The clock of games that are set up with the usual one." },
	{ "exact_marks", "Exact marks", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "Masquerade: the board works out what is possible; off, you mark X and O." },
	{ "pages_close_s", "Secrets close", FORM_NUMBER, 0, { "10", "20", "60", "120" },
	  "A player's own page, with its secrets, closes by itself after so long." },
	{ "date", "Date", FORM_PAGE, UI_PAGE_DATE, { NULL, NULL, NULL, NULL },
	  "The day that games are kept with." },
	{ "language", "Language", FORM_LANGUAGE, 0, { NULL, NULL, NULL, NULL },
	  "Of the screen, and of what the board says." },
	{ "keep_traces", "Keep traces", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "What the sensors said is kept with each game, to look into mistakes." },
	{ "traces_kept", "Traces kept", FORM_NUMBER, 0, { "100", "2000", "20000", NULL },
	  "For how many of the newest games traces are kept; games always stay." },
	{ "usb_stick", "USB sticks", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "A USB stick that is plugged in takes the games and brings new ones." },
	{ "usb_traces", "Traces to USB", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "What the sensors said goes to the stick with the games." },
	{ "usb_disk", "Cable: disk", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "A computer at the board's USB cable sees the games as a disk." },
	{ "usb_serial", "Cable: serial", FORM_FLAG, 0, { NULL, NULL, NULL, NULL },
	  "A computer at the board's USB cable can talk to it, by a serial port." },
	{ "power_off", "Power off", FORM_POWER, 0, { NULL, NULL, NULL, NULL },
	  "Switches the machine off, where its owner has allowed that." },
};

enum { SETTINGS = sizeof(settings) / sizeof(settings[0]), VALUE_TEXT = 64 };

static bool
flag_now(const struct ui_settings *t, const char *key)
{
	static const char *const cues[UI_CUES] = { "cue_move", "cue_capture", "cue_check",
						   "cue_asked", "cue_wrong" };

	for (unsigned i = 0; i < UI_CUES; i++)
		if (strcmp(key, cues[i]) == 0)
			return t->cue[i];
	if (strcmp(key, "speech") == 0)
		return t->speech;
	if (strcmp(key, "usb_stick") == 0)
		return t->usb_stick;
	if (strcmp(key, "usb_traces") == 0)
		return t->usb_traces;
	if (strcmp(key, "usb_disk") == 0)
		return t->usb_disk;
	if (strcmp(key, "usb_serial") == 0)
		return t->usb_serial;
	return strcmp(key, "exact_marks") == 0 ? t->exact_marks : t->keep_traces;
}

static unsigned
number_now(const struct ui_settings *t, const char *key)
{
	if (strcmp(key, "brightness") == 0)
		return t->brightness;
	if (strcmp(key, "traces_kept") == 0)
		return t->traces_kept;
	return strcmp(key, "volume") == 0 ? t->volume : t->close_s;
}

static const char *
unit_of(const char *key)
{
	if (strcmp(key, "traces_kept") == 0)
		return "";
	return strcmp(key, "pages_close_s") == 0 ? " s" : " %";
}

static const char *
word_now(const struct ui_settings *t, const char *key)
{
	if (strcmp(key, "palette") == 0)
		return t->palette;
	if (strcmp(key, "props") == 0)
		return t->objects ? "objects" : "lamps";
	return t->hints;
}

/* As its own file has it; without, as the file is called. */
static const char *
language_name(const char *language)
{
	const char *name = phrase("English");

	return *language != '\0' && strcmp(name, "English") == 0 ? language : name;
}

static void
value_say(const struct ui_model *m, const struct setting *s, char *value)
{
	const struct ui_settings *t = &m->state.settings;

	switch ((enum setting_form)s->form) {
	case FORM_FLAG:
		snprintf(value, VALUE_TEXT, "%s", flag_now(t, s->key) ? "on" : "off");
		break;
	case FORM_NUMBER:
		snprintf(value, VALUE_TEXT, "%u%s", number_now(t, s->key), unit_of(s->key));
		break;
	case FORM_WORD:
		snprintf(value, VALUE_TEXT, "%s", word_now(t, s->key));
		break;
	case FORM_LANGUAGE:
		snprintf(value, VALUE_TEXT, "%.*s", VALUE_TEXT - 1, language_name(t->language));
		break;
	case FORM_PAGE:
		if (s->page == UI_PAGE_CLOCK)
			setup_clock_words(t->clock, value, VALUE_TEXT);
		else
			snprintf(value, VALUE_TEXT, "%s", m->state.date);
		break;
	case FORM_POWER:
		snprintf(value, VALUE_TEXT, "%s", t->power_off ? "now" : "not allowed");
		break;
	}
}

static bool
can_touch(const struct ui_model *m, const struct setting *s)
{
	if (s->form == FORM_POWER)
		return m->state.settings.power_off;
	if (s->form == FORM_LANGUAGE)
		return m->n_languages > 0;
	return s->page != UI_PAGE_DATE || m->state.date_by_hand;
}

/* The setting that the focus is on, else the one that was touched last; NULL: none. */
static const struct setting *
setting_told(const struct ui_view *v)
{
	unsigned row = v->setting;

	if (v->focus.on && v->focus.id == TARGET_ROW)
		row = v->focus.arg + 1u;
	return row >= 1 && row <= SETTINGS ? &settings[row - 1] : NULL;
}

/* What cannot be set now is told all the same when it is touched. */
static void
setting_draw(const struct page_draw *d, struct rect cell, unsigned row)
{
	bool can = can_touch(d->m, &settings[row]);
	char value[VALUE_TEXT];

	value_say(d->m, &settings[row], value);
	widget_field(d, cell, can ? BUTTON_PLAIN : BUTTON_OFF, TARGET_ROW, row, settings[row].name,
		     value);
	if (!can) {
		widget_focus(d, cell, TARGET_ROW, row);
		draw_target(d->l, cell, TARGET_ROW, row);
	}
}

static void
settings_layout(const struct page_draw *d)
{
	const struct setting *told = setting_told(&d->m->view);
	struct rect rest = told != NULL ? widget_title_said(d, 1, told->what)
					: widget_title(d, 1, "Settings");
	int across = 3, down = (rest.h + d->g->gap) / (d->g->touch + d->g->gap);
	unsigned per = (unsigned)(across * down), parts = (SETTINGS + per - 1) / per;
	unsigned first = d->m->view.more % parts * per;

	if (!d->s->settings.told) {
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP,
			  "This daemon keeps no settings.");
		return;
	}
	if (parts > 1)
		widget_title_button(d, 0, BUTTON_PLAIN, TARGET_MORE, 0, "More");
	rest.h = (int16_t)(down * (d->g->touch + d->g->gap) - d->g->gap);
	for (unsigned i = 0; i < per && first + i < SETTINGS; i++)
		setting_draw(d, rect_cell(rest, across, down, d->g->gap, (int)i), first + i);
}

/* The next of a setting's values, by number the next that is larger. */
static const char *
value_next(const struct ui_model *m, const struct setting *s)
{
	unsigned n = 0, at = 0, now, value;

	while (n < 4 && s->values[n] != NULL)
		n++;
	for (unsigned i = 0; i < n; i++) {
		if (s->form == FORM_WORD) {
			if (strcmp(s->values[i], word_now(&m->state.settings, s->key)) == 0)
				at = (i + 1) % n;
			continue;
		}
		now = number_now(&m->state.settings, s->key);
		if (sscanf(s->values[i], "%u", &value) == 1 && value > now) {
			at = i;
			break;
		}
	}
	return s->values[at];
}

/* English, then each language there is a file of. */
static void
language_next(const struct ui_model *m, char out[UI_SPEC_TEXT])
{
	unsigned next = 0;

	for (unsigned i = 0; i < m->n_languages; i++)
		if (strcmp(m->language[i], m->state.settings.language) == 0)
			next = i + 1;
	snprintf(out, UI_SPEC_TEXT, "%s", next < m->n_languages ? m->language[next] : "");
}

static void
value_set(struct ui_model *m, const struct setting *s, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_SET_TEXT };
	unsigned n;

	snprintf(q.word, sizeof(q.word), "%s", s->key);
	if (s->form == FORM_FLAG) {
		q.kind = UI_REQUEST_SET_FLAG;
		q.yes = !flag_now(&m->state.settings, s->key);
	} else if (s->form == FORM_LANGUAGE) {
		language_next(m, q.text);
	} else {
		snprintf(q.text, sizeof(q.text), "%s", value_next(m, s));
	}
	if (s->form == FORM_NUMBER && sscanf(q.text, "%u", &n) == 1) {
		q.kind = UI_REQUEST_SET_NUMBER;
		q.n = (uint16_t)n;
	}
	ui_out_add(out, &q);
}

static void
setting_touch(struct ui_model *m, const struct setting *s, struct ui_out *out)
{
	if (!can_touch(m, s))
		return;
	if (s->form == FORM_POWER) {
		ui_model_confirm(m, &(struct ui_request){ .kind = UI_REQUEST_POWEROFF },
				 UI_PAGE_SETTINGS, "Switch the board off?");
	} else if (s->form == FORM_PAGE) {
		if (s->page == UI_PAGE_CLOCK)
			setup_begin(m, m->view.setup.game);
		m->view.for_settings = s->page == UI_PAGE_CLOCK;
		m->view.n_date = 0;
		m->view.date[0] = '\0';
		ui_model_open(m, (enum ui_page)s->page);
	} else {
		value_set(m, s, out);
	}
}

static void
settings_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	m->view.setting = id == TARGET_ROW && arg < SETTINGS ? (uint8_t)(arg + 1) : 0;
	if (id == TARGET_BACK)
		ui_model_back(m);
	else if (id == TARGET_MORE)
		m->view.more++;
	else if (m->view.setting != 0)
		setting_touch(m, &settings[arg], out);
}

const struct page page_settings = {
	.name = "settings",
	.parent = UI_PAGE_HOME,
	.layout = settings_layout,
	.activate = settings_activate,
};
