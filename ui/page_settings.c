/*
 * Settings that apply to all games, in groups. Each row shows what its setting does. A touch
 * selects the next value, which the daemon stores.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/setup.h"

enum setting_form { FORM_FLAG, FORM_NUMBER, FORM_WORD, FORM_LANGUAGE, FORM_PAGE, FORM_POWER };

enum setting_group { OF_SYSTEM, OF_LIGHTS, OF_SOUND, OF_PLAY, OF_RECORDS, OF_USB, GROUPS };

static const struct {
	enum icon icon;
	const char *name;
} groups[GROUPS] = {
	[OF_SYSTEM] = { ICON_SYSTEM, N_("System") },    [OF_LIGHTS] = { ICON_LIGHTS, N_("Lights") },
	[OF_SOUND] = { ICON_SOUND, N_("Sound") },       [OF_PLAY] = { ICON_PLAY, N_("Play") },
	[OF_RECORDS] = { ICON_RECORDS, N_("Records") }, [OF_USB] = { ICON_USB, N_("USB") },
};

struct setting {
	uint8_t group; /* enum setting_group; rows of a group are consecutive */
	uint8_t form;  /* enum setting_form */
	uint8_t page;  /* FORM_PAGE: enum ui_page */
	const char *key, *name;
	const char *what;      /* its purpose, in a sentence */
	const char *values[4]; /* as stored */
	const char *words[4];  /* as shown, where they differ */
};

/* clang-format off */
static const struct setting settings[] = {
	{ OF_SYSTEM, FORM_LANGUAGE, .key = "language", .name = N_("Language"),
	  .what = N_("The language of the screen and of the board's messages.") },
	{ OF_SYSTEM, FORM_PAGE, UI_PAGE_DATE, "date", N_("Date"),
	  .what = N_("The day that is stored with each game.") },
	{ OF_SYSTEM, FORM_PAGE, UI_PAGE_FIRST, "introduced", N_("First steps"),
	  .what = N_("Shows the five pages of the first start again, between two games.") },
	{ OF_SYSTEM, FORM_POWER, .key = "power_off", .name = N_("Power off"),
	  .what = N_("Switches the machine off, if its owner has allowed that.") },
	{ OF_LIGHTS, FORM_NUMBER, .key = "brightness", .name = N_("Brightness"),
	  .what = N_("How bright the lamps of the board are."),
	  .values = { "10", "30", "60", "100" } },
	{ OF_LIGHTS, FORM_WORD, .key = "palette", .name = N_("Colours"),
	  .what = N_("Colours of the lamps: standard, bright for a bright room, calm for a dark "
		     "one."),
	  .values = { N_("standard"), N_("bright"), N_("calm") } },
	{ OF_LIGHTS, FORM_WORD, .key = "theme", .name = N_("Screen"),
	  .what = N_("This screen: light letters on dark, dark ones on light, or the strongest "
		     "contrast."),
	  .values = { N_("dark"), N_("light"), N_("contrast") } },
	{ OF_LIGHTS, FORM_FLAG, .key = "transitions", .name = N_("Transitions"),
	  .what = N_("Pages of this screen fade into each other. Off: they change at once.") },
	{ OF_LIGHTS, FORM_WORD, .key = "squares", .name = N_("Board"),
	  .what = N_("The board on this screen: of wood, green or blue."),
	  .values = { N_("wood"), N_("green"), N_("blue") } },
	{ OF_LIGHTS, FORM_WORD, .key = "pieces", .name = N_("Pieces"),
	  .what = N_("The pieces on this screen: classic ones, bold shapes, or letters."),
	  .values = { N_("classic"), N_("bold"), N_("letters") } },
	{ OF_LIGHTS, FORM_WORD, .key = "below", .name = N_("Side below"),
	  .what = N_("The side at the board's lower edge on this screen, or the side to move."),
	  .values = { "white", "black", "turn" },
	  .words = { N_("White"), N_("Black"), N_("to move") } },
	{ OF_SOUND, FORM_NUMBER, .key = "volume", .name = N_("Volume"),
	  .what = N_("How loud signals and the voice are."),
	  .values = { "0", "30", "60", "100" } },
	{ OF_SOUND, FORM_FLAG, .key = "speech", .name = N_("Speech"),
	  .what = N_("A voice says moves, questions and guidance, if halo-voice is installed.") },
	{ OF_SOUND, FORM_FLAG, .key = "cue_move", .name = N_("At a move"),
	  .what = N_("A tap for each move.") },
	{ OF_SOUND, FORM_FLAG, .key = "cue_capture", .name = N_("At a capture"),
	  .what = N_("Two taps for a capture.") },
	{ OF_SOUND, FORM_FLAG, .key = "cue_check", .name = N_("At check"),
	  .what = N_("Three taps for a check.") },
	{ OF_SOUND, FORM_FLAG, .key = "cue_asked", .name = N_("At a question"),
	  .what = N_("Rising tones when the board asks something.") },
	{ OF_SOUND, FORM_FLAG, .key = "cue_wrong", .name = N_("At a problem"),
	  .what = N_("Falling tones when something is wrong.") },
	{ OF_PLAY, FORM_WORD, .key = "hints", .name = N_("Hints"),
	  .what = N_("A lifted piece lights nothing, its moves, dangers too, or how good each move "
		     "is."),
	  .values = { "off", "moves", "safe", "graded" },
	  .words = { N_("off"), N_("moves"), N_("moves, dangers"), N_("moves, graded") } },
	{ OF_PLAY, FORM_PAGE, UI_PAGE_CLOCK, "clock", N_("Clock"),
	  .what = N_("The clock of each new game, unless another is chosen for it.") },
	{ OF_PLAY, FORM_FLAG, .key = "exact_marks", .name = N_("Exact marks"),
	  .what = N_("Masquerade: the board works out what is possible. Off: you mark X and O "
		     "yourselves.") },
	{ OF_PLAY, FORM_WORD, .key = "props", .name = N_("Markers"),
	  .what = N_("Checkers, coins and halos: shown by lights, or real pieces that you lay under "
		     "others."),
	  .values = { "lamps", "objects" }, .words = { N_("lights"), N_("pieces") } },
	{ OF_PLAY, FORM_FLAG, .key = "regulator_halos", .name = N_("Regulators"),
	  .what = N_("Accounting: Regulators, who are always crooked, wear a halo too.") },
	{ OF_PLAY, FORM_NUMBER, .key = "pages_close_s", .name = N_("Secrets close"),
	  .what = N_("A player's private page closes by itself after this time."),
	  .values = { "10", "20", "60", "120" } },
	{ OF_PLAY, FORM_FLAG, .key = "ask_blunders", .name = N_("Blunder alert"),
	  .what = N_("Before a blunder is final, the board says what it costs, and asks.") },
	{ OF_RECORDS, FORM_FLAG, .key = "keep_traces", .name = N_("Sensor logs"),
	  .what = N_("Keeps what the sensors read in each game, to find mistakes later.") },
	{ OF_RECORDS, FORM_NUMBER, .key = "traces_kept", .name = N_("Logs kept"),
	  .what = N_("How many of the newest games keep their sensor logs. Games always stay."),
	  .values = { "100", "2000", "20000" } },
	{ OF_USB, FORM_FLAG, .key = "usb_stick", .name = N_("USB sticks"),
	  .what = N_("A USB stick that is plugged in takes the games and brings new ones.") },
	{ OF_USB, FORM_FLAG, .key = "usb_traces", .name = N_("Logs to stick"),
	  .what = N_("Sensor logs go to the stick with the games.") },
	{ OF_USB, FORM_FLAG, .key = "usb_disk", .name = N_("Cable: disk"),
	  .what = N_("A computer at the board's USB cable sees the games as a disk.") },
	{ OF_USB, FORM_FLAG, .key = "usb_serial", .name = N_("Cable: serial"),
	  .what = N_("A computer at the board's USB cable can talk to it, by a serial port.") },
};
/* clang-format on */

enum { SETTINGS = sizeof(settings) / sizeof(settings[0]), VALUE_TEXT = 64 };

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
	const char *word = ui_settings_word(t, key);

	if (word == NULL) /* of the props */
		return t->objects ? "objects" : "lamps";
	return word;
}

static const char *
word_shown(const struct setting *s, const char *word)
{
	for (unsigned i = 0; i < 4 && s->words[i] != NULL; i++)
		if (strcmp(s->values[i], word) == 0)
			return s->words[i];
	return word;
}

static const char own_name[] = C_("the name of this language", "English");

const char *
page_language_english(void)
{
	return strchr(own_name, '\004') + 1;
}

const char *
page_language_name(const char *language)
{
	const char *name = tr(own_name);

	return *language != '\0' && strcmp(name, page_language_english()) == 0 ? language : name;
}

static void
value_format(const struct ui_model *m, const struct setting *s, char *value)
{
	const struct ui_settings *t = &m->state.settings;

	switch ((enum setting_form)s->form) {
	case FORM_FLAG:
		snprintf(value, VALUE_TEXT, "%s", ui_settings_flag(t, s->key) ? tr("on") : tr("off"));
		break;
	case FORM_NUMBER:
		snprintf(value, VALUE_TEXT, "%u%s", number_now(t, s->key), unit_of(s->key));
		break;
	case FORM_WORD:
		snprintf(value, VALUE_TEXT, "%s", tr(word_shown(s, word_now(t, s->key))));
		break;
	case FORM_LANGUAGE:
		snprintf(value, VALUE_TEXT, "%.*s", VALUE_TEXT - 1, page_language_name(t->language));
		break;
	case FORM_PAGE:
		if (s->page == UI_PAGE_CLOCK)
			setup_clock_words(t->clock, value, VALUE_TEXT);
		else if (s->page == UI_PAGE_FIRST)
			snprintf(value, VALUE_TEXT, "%s", tr("show"));
		else
			snprintf(value, VALUE_TEXT, "%s", m->state.date);
		break;
	case FORM_POWER:
		snprintf(value, VALUE_TEXT, "%s", t->power_off ? tr("now") : tr("not allowed"));
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

/* Returns the first row of a group and stores how many it has. */
static unsigned
group_find(unsigned group, unsigned *n)
{
	unsigned first = 0;

	while (first + 1 < SETTINGS && settings[first].group != group)
		first++;
	for (*n = 0; first + *n < SETTINGS && settings[first + *n].group == group;)
		++*n;
	return first;
}

/* Draws a setting: its name, what it does, and its value. */
static void
setting_draw(const struct page_draw *d, struct rect row, unsigned at)
{
	const struct setting *s = &settings[at];
	bool can = can_touch(d->m, s);
	struct rect inside = rect_inset(row, measure(d->g, SPACE_TIGHT)), name, value;
	char text[VALUE_TEXT];

	name = rect_of(inside.x + d->g->gap, inside.y, measure(d->g, WIDTH_COLUMN), inside.h);
	value = rect_of(0, inside.y, measure(d->g, WIDTH_COLUMN), inside.h);
	value.x = (int16_t)(inside.x + inside.w - value.w);
	inside.x = (int16_t)(name.x + name.w + d->g->gap);
	inside.w = (int16_t)(value.x - d->g->gap - inside.x);
	if (can)
		widget_ground(d, row, PAL_BUTTON, TARGET_ROW, at);
	else
		draw_fill(d->l, PAL_BUTTON_OFF, row, d->g->radius);
	value_format(d->m, s, text);
	draw_text(d->l, can ? PAL_TEXT : PAL_TEXT_OFF, name, d->g->small_px, DRAW_BOLD,
		  tr(s->name));
	draw_text(d->l, can ? PAL_TEXT_DIM : PAL_TEXT_OFF, inside, d->g->small_px, 0, tr(s->what));
	draw_text(d->l, can ? PAL_TEXT_SHOWN : PAL_TEXT_OFF, value, d->g->small_px,
		  DRAW_CENTRE | DRAW_BOLD, text);
}

/* Draws a button for each group. A group of several parts names the shown one. */
static void
groups_layout(const struct page_draw *d, struct rect bar, unsigned shown, unsigned part,
	      unsigned parts)
{
	char note[32];

	snprintf(note, sizeof(note), "%u/%u", part + 1, parts);
	for (unsigned i = 0; i < GROUPS; i++)
		widget_icon_button(d, rect_cell(bar, GROUPS, 1, d->g->gap, (int)i),
				   i == shown ? BUTTON_ON : BUTTON_PLAIN, TARGET_GROUP, i,
				   (struct widget_icon){ groups[i].icon,
							 i == shown && parts > 1 ? note : NULL },
				   tr(groups[i].name));
}

static void
settings_layout(const struct page_draw *d)
{
	unsigned per = d->g->compact ? 4 : 7, group = d->m->view.more % GROUPS, n;
	unsigned first = group_find(group, &n), parts = (n + per - 1) / per;
	unsigned part = d->m->view.more / GROUPS % parts;
	struct rect bar, rest = widget_bar(d, &bar);

	if (!d->s->settings.known) {
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP,
			  tr("This daemon keeps no settings."));
		return;
	}
	groups_layout(d, bar, group, part, parts);
	for (unsigned i = 0; i < per && part * per + i < n; i++)
		setting_draw(d, rect_cell(rest, 1, (int)per, d->g->gap, (int)i),
			     first + part * per + i);
}

/* Returns the next value of a setting; for numbers, the next larger one. */
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

/* Cycles through English and each language with a catalogue. */
static void
language_next(const struct ui_model *m, char out[UI_SPEC_TEXT])
{
	unsigned next = 0;

	for (unsigned i = 0; i < m->n_languages; i++)
		if (strcmp(m->language[i], m->state.settings.language) == 0)
			next = i + 1;
	snprintf(out, UI_SPEC_TEXT, "%s", next < m->n_languages ? m->language[next] : "");
}

/* Sets the hints of the present players too, which their own choices would keep otherwise. */
static void
hints_add(const struct ui_model *m, const char *level, struct ui_out *out)
{
	for (unsigned i = 0; i < m->state.n_hints; i++) {
		struct ui_request q = { .kind = UI_REQUEST_HINTS };

		memcpy(q.seat, m->state.hints[i].seat, sizeof(q.seat));
		snprintf(q.word, sizeof(q.word), "%.*s", (int)sizeof(q.word) - 1, level);
		ui_out_add(out, &q);
	}
}

static void
value_set(struct ui_model *m, const struct setting *s, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_SET_TEXT };
	unsigned n;

	snprintf(q.word, sizeof(q.word), "%s", s->key);
	if (s->form == FORM_FLAG) {
		q.kind = UI_REQUEST_SET_FLAG;
		q.yes = !ui_settings_flag(&m->state.settings, s->key);
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
	if (strcmp(s->key, "hints") == 0)
		hints_add(m, q.text, out);
}

static void
setting_touch(struct ui_model *m, const struct setting *s, struct ui_out *out)
{
	if (!can_touch(m, s))
		return;
	if (s->form == FORM_POWER) {
		ui_model_confirm(m, &(struct ui_request){ .kind = UI_REQUEST_POWEROFF },
				 UI_PAGE_SETTINGS, N_("Switch the board off?"));
	} else if (s->page == UI_PAGE_FIRST) {
		page_first_open(m);
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
	unsigned group = m->view.more % GROUPS, part = m->view.more / GROUPS;

	if (id == TARGET_GROUP && arg < GROUPS) /* once more: its next part */
		m->view.more = (uint8_t)(arg + (arg == group ? (part + 1) % 4 * GROUPS : 0));
	else if (id == TARGET_ROW && arg < SETTINGS)
		setting_touch(m, &settings[arg], out);
}

const struct page page_settings = {
	.name = "settings",
	.layout = settings_layout,
	.activate = settings_activate,
};
