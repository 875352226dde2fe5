/*
 * Settings at the table: read from the journal at the start, saved when they change, and applied at
 * once if the table uses them. The screen reads the others (sounds, speech, marks) from the state.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/table/table.h"

/* ---- values ---- */

const char *
table_setting(const struct table *t, enum setting s)
{
	return *t->settings.value[s] ? t->settings.value[s] : settings_table[s].standard;
}

static bool
is_set(const struct table *t, enum setting s)
{
	return strcmp(table_setting(t, s), "true") == 0;
}

/* Makes a key distinct from the journal's others. */
static void
journal_key(unsigned s, char key[STORE_KEY_MAX])
{
	(void)snprintf(key, STORE_KEY_MAX, "set.%s", settings_table[s].key);
}

/* ---- hints ---- */

const char *const table_hints_name[HINTS_LEVELS] = { "off", "moves", "safe", "graded" };

int
table_hints_parse(const char *name)
{
	for (int i = 0; i < HINTS_LEVELS; i++)
		if (strcmp(name, table_hints_name[i]) == 0)
			return i;
	return -1;
}

/* Uses the number, since the names of seats depend on the game. */
static void
seat_key(enum setting s, unsigned seat, char key[STORE_KEY_MAX])
{
	(void)snprintf(key, STORE_KEY_MAX, "%s.%u", settings_table[s].key, seat);
}

/* Stores a seat's own value of a setting. */
static void
keep_for_seat(struct table *t, enum setting s, unsigned seat, const char *value)
{
	char key[STORE_KEY_MAX];

	seat_key(s, seat, key);
	table_keep(t, key, value);
}

/* Returns a seat's own value of a setting, or `otherwise`. */
static const char *
kept_for_seat(const struct table *t, enum setting s, unsigned seat, const char *otherwise)
{
	char key[STORE_KEY_MAX], why[SETTINGS_WHY];
	const char *kept;

	seat_key(s, seat, key);
	kept = table_kept(t, key);
	return kept && settings_check(s, kept, why) == 0 ? kept : otherwise;
}

static void
set_hints(struct table *t, unsigned seat, unsigned level)
{
	t->session_config.hints[seat] = (uint8_t)level;
	t->lamps_config.hints[seat] = (uint8_t)level;
	t->version++;
}

void
table_hints(struct table *t, unsigned seat, unsigned level)
{
	set_hints(t, seat, level);
	keep_for_seat(t, SETTING_HINTS, seat, table_hints_name[level]);
}

/* ---- advice ---- */

const char *
table_graded_name(unsigned pieces)
{
	return settings_table[SETTING_GRADED_PIECES].choice[pieces];
}

void
table_graded_pieces(struct table *t, unsigned seat, unsigned pieces)
{
	table_advice_limit(t, seat, pieces);
	keep_for_seat(t, SETTING_GRADED_PIECES, seat, table_graded_name(pieces));
}

void
table_ask_blunders(struct table *t, unsigned seat, bool asks)
{
	table_advice_ask(t, seat, asks);
	keep_for_seat(t, SETTING_ASK_BLUNDERS, seat, asks ? "true" : "false");
}

/* ---- applying ---- */

static void
apply_brightness(struct table *t)
{
	long percent = strtol(table_setting(t, SETTING_BRIGHTNESS), NULL, 10);

	t->lamps_config.brightness = (uint8_t)(percent * 255 / 100);
}

static void
apply_palette(struct table *t)
{
	_Static_assert((int)LAMPS_PALETTES <= (int)SETTINGS_CHOICES, "the setting names each");
	t->lamps_config.palette =
		(uint8_t)settings_choice(SETTING_PALETTE, table_setting(t, SETTING_PALETTE));
}

/*
 * Sets the hints of all seats that have no setting of their own. The command line's option is
 * valid until the setting is changed.
 */
static void
apply_hints(struct table *t)
{
	const char *level = *t->settings.value[SETTING_HINTS] ? t->settings.value[SETTING_HINTS]
							      : table_hints_name[t->config->hints];

	for (unsigned s = 0; s < RULES_SEATS_MAX; s++)
		set_hints(t, s,
			  settings_choice(SETTING_HINTS,
					  kept_for_seat(t, SETTING_HINTS, s, level)));
}

/* Sets how advice is used for each seat, likewise. */
static void
apply_advice(struct table *t)
{
	const char *pieces = table_setting(t, SETTING_GRADED_PIECES);
	const char *asks = table_setting(t, SETTING_ASK_BLUNDERS);

	for (unsigned s = 0; s < RULES_SEATS_MAX; s++) {
		const char *own = kept_for_seat(t, SETTING_GRADED_PIECES, s, pieces);

		table_advice_limit(t, s, settings_choice(SETTING_GRADED_PIECES, own));
		own = kept_for_seat(t, SETTING_ASK_BLUNDERS, s, asks);
		table_advice_ask(t, s, strcmp(own, "true") == 0);
	}
}

void
table_settings_game(struct table *t)
{
	const char *props = t->settings.value[SETTING_PROPS];
	bool objects = *props ? settings_choice(SETTING_PROPS, props) == 1 : t->config->objects;

	t->session_config.objects = t->lamps_config.objects = objects;
}

static void
apply_language(const struct table *t)
{
	char why[LANG_WHY];

	if (lang_follow(table_setting(t, SETTING_LANGUAGE), why) && *why)
		log_line(LOG_CONFIG, "%s: English is spoken", why);
}

static void
apply(struct table *t)
{
	apply_language(t);
	apply_brightness(t);
	apply_palette(t);
	apply_hints(t);
	apply_advice(t);
	t->lamps_config.regulators = is_set(t, SETTING_REGULATOR_HALOS);
	table_trace_keep(t, is_set(t, SETTING_KEEP_TRACES));
	if (t->store)
		store_keep_traces(t->store, (uint32_t)strtoul(table_setting(t, SETTING_TRACES_KEPT),
							      NULL, 10));
	t->version++;
}

static void
init(struct table *t)
{
	for (unsigned s = 0; s < SETTINGS; s++) {
		char key[STORE_KEY_MAX], why[SETTINGS_WHY];
		const char *kept;

		journal_key(s, key);
		kept = table_kept(t, key);
		if (!kept)
			continue;
		/* A value of another version may be invalid: use the default. */
		if (settings_check(s, kept, why) < 0)
			log_line(LOG_CONFIG, "a setting that was kept is passed over: %s", why);
		else
			(void)snprintf(t->settings.value[s], SETTINGS_TEXT, "%s", kept);
	}
	/* Without a journal the introduction would return at each start. */
	if (!t->store)
		(void)snprintf(t->settings.value[SETTING_INTRODUCED], SETTINGS_TEXT, "true");
	apply(t);
}

void
table_settings_set(struct table *t, const char *const value[SETTINGS])
{
	char key[STORE_KEY_MAX];

	for (unsigned s = 0; s < SETTINGS; s++) {
		if (!value[s])
			continue;
		(void)snprintf(t->settings.value[s], SETTINGS_TEXT, "%s", value[s]);
		journal_key(s, key);
		table_keep(t, key, value[s]);
	}
	apply(t);
}

/* ---- the default clock ---- */

void
table_clock_default(const struct table *t, struct clock_spec *out)
{
	char why[CLOCK_WHY];

	if (clock_spec_parse(table_setting(t, SETTING_CLOCK), out, why) < 0)
		*out = (struct clock_spec){ .mode = CLOCK_NONE };
}

/* ---- the date ---- */

bool
table_today(const struct table *t, char out[RECORD_DATE_SIZE])
{
	time_t day;
	struct tm tm;

	t->ops->today(t->ops_arg, out);
	if (strcmp(out, RECORD_DATE_UNSET) != 0)
		return true;
	if (t->settings.day_s == 0)
		return false;
	day = (time_t)(t->settings.day_s + (int64_t)((t->now_us - t->settings.day_us) / 1000000));
	if (gmtime_r(&day, &tm))
		(void)strftime(out, RECORD_DATE_SIZE, "%Y.%m.%d", &tm);
	return false;
}

/* Parses "2026-01-31" as noon, so that an evening keeps its date; 0: invalid. */
static int64_t
day_seconds(const char *text)
{
	struct tm tm = { .tm_hour = 12 }, back;
	int n = 0;
	time_t s;

	if (sscanf(text, "%4d-%2d-%2d%n", &tm.tm_year, &tm.tm_mon, &tm.tm_mday, &n) != 3 ||
	    text[n] || n != 10)
		return 0;
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	back = tm;
	s = timegm(&back);
	/* The 30th of February changes in the conversion. */
	return tm.tm_mday == back.tm_mday && tm.tm_mon == back.tm_mon && tm.tm_year >= 100 ? s : 0;
}

int
table_day_set(struct table *t, const char *text)
{
	char today[RECORD_DATE_SIZE];
	int64_t s = day_seconds(text);

	if (table_today(t, today))
		return table_refuse(t, tr("date: the machine knows that it is {1}"), today);
	if (s == 0)
		return table_refuse(t, tr("date: a day like 2026-01-31 is expected"));
	t->settings.day_s = s;
	t->settings.day_us = t->now_us;
	(void)table_today(t, today);
	/* A game that began without a date gets it now. */
	if (t->begun && (!*t->game.date || strcmp(t->game.date, RECORD_DATE_UNSET) == 0)) {
		static const char *const names[RULES_SEATS_MAX];

		memcpy(t->game.date, today, sizeof(t->game.date));
		if (t->store)
			store_mark_names(t->store, names, today);
	}
	t->version++;
	return 0;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_INIT) {
		init(t);
		table_settings_game(t);
	}
	return false;
}

const struct duty table_settings_duty = { .event = event };
