/*
 * USB sticks, as reported by halo-usb (docs/usb.md): one connection of the socket per stick. A
 * failure becomes a trouble, which outlives the stick for a while, since the stick may be removed
 * by then. Lamps show that a stick is in use, and briefly that it failed.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"
#include "daemon/words/words.h"

enum {
	FLASH_US = 10000000,   /* the corners flash this long after an error */
	REPORT_US = 300000000, /* the screen shows the failure this long, or until the next stick */
};

/* Reports whether the stick must not be removed. */
static bool
at_work(const struct table_stick *s)
{
	return s->stage < STICK_DONE;
}

static void
light(struct table *t)
{
	uint8_t want = LAMPS_STICK_NONE;

	for (unsigned i = 0; i < TABLE_STICKS_MAX; i++) {
		const struct table_stick *s = &t->sticks.at[i];

		if (s->client && at_work(s))
			want = LAMPS_STICK_BUSY;
		else if (want == LAMPS_STICK_NONE && t->now_us < s->flash_us)
			want = LAMPS_STICK_TROUBLE;
	}
	t->lamps_config.stick = want;
	t->version++;
}

static void
failed(struct table *t, unsigned i)
{
	struct table_stick *s = &t->sticks.at[i];
	char text[WORDS_LINE];

	words_stick_failed(s->name, (enum words_stick)s->why, s->about, text);
	s->flash_us = t->now_us + FLASH_US;
	s->report_us = t->now_us + REPORT_US;
	(void)trouble_set(&t->troubles, TROUBLE_STICK + i, LOG_SYSTEM, t->now_us, text);
}

static void
clear_trouble(struct table *t, unsigned i)
{
	t->sticks.at[i].report_us = t->sticks.at[i].flash_us = 0;
	(void)trouble_set(&t->troubles, TROUBLE_STICK + i, LOG_SYSTEM, t->now_us, "");
}

/* Returns the client's place, or a free one; TABLE_STICKS_MAX: none. */
static unsigned
place_of(const struct table *t, uint32_t client)
{
	unsigned i = 0, empty = TABLE_STICKS_MAX;

	while (i < TABLE_STICKS_MAX && t->sticks.at[i].client != client) {
		if (t->sticks.at[i].client == 0 && empty == TABLE_STICKS_MAX)
			empty = i;
		i++;
	}
	return i < TABLE_STICKS_MAX ? i : empty;
}

int
table_stick_report(struct table *t, uint32_t client, const struct table_stick *report)
{
	unsigned i = place_of(t, client);
	struct table_stick was;

	if (i == TABLE_STICKS_MAX) {
		(void)snprintf(t->why, sizeof(t->why), "%d sticks are plugged in already",
			       TABLE_STICKS_MAX);
		return -1;
	}
	if (t->sticks.at[i].client != client)
		clear_trouble(t, i);
	was = t->sticks.at[i];
	t->sticks.at[i] = *report;
	t->sticks.at[i].client = client;
	t->sticks.at[i].flash_us = was.flash_us;
	t->sticks.at[i].report_us = was.report_us;
	if (report->stage == STICK_FAILED)
		failed(t, i);
	light(t);
	return 0;
}

static void
stick_disconnected(struct table *t, uint32_t client)
{
	unsigned i = 0;

	while (i < TABLE_STICKS_MAX && t->sticks.at[i].client != client)
		i++;
	if (i == TABLE_STICKS_MAX)
		return;
	/* A waiting stick has been neither read nor written. */
	if (at_work(&t->sticks.at[i]) && t->sticks.at[i].stage != STICK_WAITING) {
		t->sticks.at[i].why = WORDS_STICK_BROKEN_OFF;
		failed(t, i);
	}
	t->sticks.at[i].client = 0;
	light(t);
}

static uint64_t
deadline(const struct table *t)
{
	uint64_t d = UINT64_MAX;

	for (unsigned i = 0; i < TABLE_STICKS_MAX; i++) {
		const struct table_stick *s = &t->sticks.at[i];

		if (s->flash_us && s->flash_us < d)
			d = s->flash_us;
		if (s->report_us && s->report_us < d)
			d = s->report_us;
	}
	return d;
}

static void
turn(struct table *t, uint64_t now_us)
{
	(void)now_us;
	for (unsigned i = 0; i < TABLE_STICKS_MAX; i++) {
		if (t->sticks.at[i].flash_us && t->sticks.at[i].flash_us <= t->now_us)
			t->sticks.at[i].flash_us = 0;
		if (t->sticks.at[i].report_us && t->sticks.at[i].report_us <= t->now_us)
			clear_trouble(t, i);
	}
	light(t);
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_DISCONNECTED)
		stick_disconnected(t, e->client);
	return false;
}

const struct duty table_stick_duty = { .event = event, .turn = turn, .deadline = deadline };
