/*
 * USB sticks that are plugged in, as the program beside the daemon tells of them
 * (docs/usb.md): a connection of the socket a stick. It says how far it is; what
 * went wrong becomes a trouble, which outlives the stick for a while, since it is
 * told when the stick may be gone. Lamps say that a stick is at work, and for a
 * moment that something went wrong.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"
#include "daemon/words/words.h"

enum {
	FLASH_US = 10000000, /* corners flash that long for what went wrong … */
	LOOK_US = 1000000,   /* … or, behind guidance, so long at the latest … */
	TOLD_US = 300000000, /* … and the screen says it that long, or until the next stick */
};

/* The lamps have something else to say, and nothing beside it. */
static bool
waits(const struct table *t)
{
	return guidance_leads(&t->state.guidance);
}

/* Not to be pulled. */
static bool
at_work(const struct table_stick *s)
{
	return s->stage == STICK_WAITING || s->stage == STICK_READING || s->stage == STICK_MENDING || s->stage == STICK_WRITING;
}

static void
light(struct table *t)
{
	uint8_t want = LAMPS_STICK_NONE;

	for (unsigned i = 0; i < TABLE_STICKS_MAX; i++) {
		const struct table_stick *s = &t->stick[i];

		if (s->client && at_work(s))
			want = LAMPS_STICK_BUSY;
		else if (want == LAMPS_STICK_NONE && t->now_us < s->flash_us)
			want = LAMPS_STICK_TROUBLE;
	}
	t->version++;
	if (t->lamps_config.stick == want)
		return;
	t->lamps_config.stick = want;
	if (t->begun)
		table_light(t, t->now_us);
}

static void
failed(struct table *t, unsigned i)
{
	struct table_stick *s = &t->stick[i];
	char text[WORDS_LINE];

	words_stick_failed(s->name, (enum words_stick)s->why, s->about, text);
	s->flash_waits = waits(t);
	s->flash_us = t->now_us + (s->flash_waits ? LOOK_US : FLASH_US);
	s->told_us = t->now_us + TOLD_US;
	(void)trouble_set(&t->troubles, TROUBLE_STICK + i, LOG_SYSTEM, t->now_us, "%s", text);
}

static void
forget_trouble(struct table *t, unsigned i, const char *why)
{
	t->stick[i].told_us = t->stick[i].flash_us = 0;
	(void)trouble_clear(&t->troubles, TROUBLE_STICK + i, "%s", why);
}

/* The client's, or one that is free. TABLE_STICKS_MAX: there is none. */
static unsigned
place_of(const struct table *t, uint32_t client)
{
	unsigned i = 0, empty = TABLE_STICKS_MAX;

	while (i < TABLE_STICKS_MAX && t->stick[i].client != client) {
		if (t->stick[i].client == 0 && empty == TABLE_STICKS_MAX)
			empty = i;
		i++;
	}
	return i < TABLE_STICKS_MAX ? i : empty;
}

int
table_stick_tell(struct table *t, uint32_t client, const struct table_stick *told)
{
	unsigned i = place_of(t, client);
	struct table_stick was;

	if (i == TABLE_STICKS_MAX) {
		(void)snprintf(t->why, sizeof(t->why), "%d sticks are plugged in already",
			       TABLE_STICKS_MAX);
		return -1;
	}
	if (t->stick[i].client != client)
		forget_trouble(t, i, "another USB stick is plugged in");
	was = t->stick[i];
	t->stick[i] = *told;
	t->stick[i].client = client;
	t->stick[i].flash_us = was.flash_us;
	t->stick[i].flash_waits = was.flash_waits;
	t->stick[i].told_us = was.told_us;
	if (told->stage == STICK_FAILED)
		failed(t, i);
	light(t);
	return 0;
}

void
table_stick_gone(struct table *t, uint32_t client)
{
	unsigned i = 0;

	while (i < TABLE_STICKS_MAX && t->stick[i].client != client)
		i++;
	if (i == TABLE_STICKS_MAX)
		return;
	/* One that waits has been neither read nor written. */
	if (at_work(&t->stick[i]) && t->stick[i].stage != STICK_WAITING) {
		t->stick[i].why = WORDS_STICK_BROKEN_OFF;
		failed(t, i);
	}
	t->stick[i].client = 0;
	light(t);
}

uint64_t
table_stick_deadline(const struct table *t)
{
	uint64_t d = UINT64_MAX;

	for (unsigned i = 0; i < TABLE_STICKS_MAX; i++) {
		const struct table_stick *s = &t->stick[i];

		if (s->flash_us && s->flash_us < d)
			d = s->flash_us;
		if (s->told_us && s->told_us < d)
			d = s->told_us;
	}
	return d;
}

/* Where it had to wait it begins now, or is asked again a little later. */
static void
flash_turn(const struct table *t, struct table_stick *s)
{
	bool waited = s->flash_waits;

	s->flash_waits = waits(t);
	s->flash_us = s->flash_waits ? t->now_us + LOOK_US : waited ? t->now_us + FLASH_US : 0;
}

void
table_stick_turn(struct table *t)
{
	for (unsigned i = 0; i < TABLE_STICKS_MAX; i++) {
		if (t->stick[i].flash_us && t->stick[i].flash_us <= t->now_us)
			flash_turn(t, &t->stick[i]);
		if (t->stick[i].told_us && t->stick[i].told_us <= t->now_us)
			forget_trouble(t, i, "told long enough");
	}
	light(t);
}
