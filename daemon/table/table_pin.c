/*
 * A seat's PIN: protects its page. Stored as a salted hash, also across a restart, and deleted with
 * the game.
 *
 *   1) no PIN is set                  the page opens
 *   2) no PIN or a wrong one given    refused
 *   3) the third consecutive error    no try for two seconds; each further error doubles the
 *                                     wait, up to 64; a try during it is refused unchecked
 *   4) the right PIN                  the page opens, the count restarts
 *   5) a new PIN                      the seat gets a new token; the next change has to wait
 *   6) a restart after 3)             the wait restarts: the count is stored with the hash
 *
 * A hash takes longer than a turn of the loop may. The loop begins a change or a try, another
 * thread computes the digest, and the loop completes the job. Each seat has one job at a time.
 * Digests of equal length are compared completely, so that the time of a reply reveals nothing
 * about the PIN.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/table.h"

enum {
	PIN_MIN = 4,
	SALT = TABLE_PIN_SALT - 1,
	KEPT = SALT + CHANCE_HEX, /* salt, a space and a digest */
	/* Work for each guess if the journal is stolen. */
	ROUNDS = 2000,
	FREE_TRIES = 3,
	WAIT_S = 2,
	WAIT_S_MAX = 64,
	CHANGE_S = 2, /* minimum between two changes of one seat */
};

_Static_assert(KEPT < (int)TABLE_PIN, "salt, a space and a digest");

static bool
well_formed(const char *pin)
{
	size_t n = strlen(pin);

	return n >= PIN_MIN && n < TABLE_PIN_DIGITS && strspn(pin, "0123456789") == n;
}

/* Prints "SALT DIGEST". */
void
table_pin_digest(const struct table_pin_job *job, char out[TABLE_PIN])
{
	char text[TABLE_PIN_SALT + TABLE_PIN_DIGITS + CHANCE_HEX + 2], hash[CHANCE_HEX] = "";

	for (unsigned i = 0; i < ROUNDS; i++) {
		(void)snprintf(text, sizeof(text), "%s:%s:%s", job->salt, job->pin, hash);
		chance_hash(text, hash);
	}
	(void)snprintf(out, TABLE_PIN, "%s %s", job->salt, hash);
}

/* Saves "SALT DIGEST 3", with the consecutive errors; "": no PIN. */
static void
keep(struct table *t, unsigned seat)
{
	const struct table_pin *p = &t->pins.of[seat];
	char key[STORE_KEY_MAX], value[STORE_VALUE_MAX] = "";

	(void)snprintf(key, sizeof(key), "pin.%u", seat);
	if (*p->kept)
		(void)snprintf(value, sizeof(value), "%s %u", p->kept, p->wrong);
	table_keep(t, key, value);
}

/* Sets the seat's PIN; a job in progress becomes void. */
static void
set_kept(struct table *t, unsigned seat, const char *kept)
{
	struct table_pin *p = &t->pins.of[seat];

	*p = (struct table_pin){ .change_us = p->change_us, .jobs = p->jobs + 1 };
	(void)snprintf(p->kept, sizeof(p->kept), "%s", kept);
	keep(t, seat);
}

static void
forget(struct table *t)
{
	for (unsigned s = 0; s < RULES_SEATS_MAX; s++) {
		set_kept(t, s, "");
		t->pins.of[s].change_us = 0;
	}
}

static uint64_t
wait_us(unsigned wrong)
{
	uint64_t s = WAIT_S;

	if (wrong < FREE_TRIES)
		return 0;
	for (unsigned i = FREE_TRIES; i < wrong && s < WAIT_S_MAX; i++)
		s *= 2;
	return s * 1000000;
}

static void
resume(struct table *t)
{
	for (unsigned s = 0; s < RULES_SEATS_MAX; s++) {
		struct table_pin *p = &t->pins.of[s];
		char key[STORE_KEY_MAX];
		const char *kept;

		(void)snprintf(key, sizeof(key), "pin.%u", s);
		kept = table_kept(t, key);
		if (!kept)
			continue;
		/* A truncated hash opens nothing, rather than everything. */
		(void)snprintf(p->kept, sizeof(p->kept), "%.*s", KEPT, kept);
		if (strlen(kept) > KEPT)
			p->wrong = (unsigned)strtoul(kept + KEPT, NULL, 10);
		p->until_us = t->now_us + wait_us(p->wrong);
	}
}

bool
table_pin_is_set(const struct table *t, unsigned seat)
{
	return *t->pins.of[seat].kept != '\0';
}

static int
refuse_until(struct table *t, uint64_t until_us)
{
	unsigned s = (unsigned)((until_us - t->now_us + 999999) / 1000000);

	return table_refuse(t, tr("pin: wait {1} s"), LANG_N(s));
}

static void
begin(struct table *t, unsigned seat, bool change, const char *pin, struct table_pin_job *job)
{
	*job = (struct table_pin_job){ .seat = (uint8_t)seat,
				       .change = change,
				       .number = ++t->pins.of[seat].jobs };
	(void)snprintf(job->pin, sizeof(job->pin), "%s", pin);
}

int
table_pin_set(struct table *t, unsigned seat, const char *pin, struct table_pin_job *job)
{
	uint8_t bytes[CHANCE_BYTES] = { 0 };
	char salt[CHANCE_HEX];
	struct table_pin *p = &t->pins.of[seat];

	if (*pin && !well_formed(pin))
		return table_refuse(t, tr("pin: {1} to {2} digits are expected"), LANG_N(PIN_MIN),
				    LANG_N(TABLE_PIN_DIGITS - 1));
	if (p->change_us > t->now_us)
		return refuse_until(t, p->change_us);
	p->change_us = t->now_us + (uint64_t)CHANGE_S * 1000000;
	begin(t, seat, true, pin, job);
	if (t->ops->random)
		t->ops->random(t->ops_arg, bytes);
	chance_seed(bytes, salt);
	(void)snprintf(job->salt, sizeof(job->salt), "%.*s", SALT, salt);
	return TABLE_PIN_JOB;
}

int
table_pin_try(struct table *t, unsigned seat, const char *pin, struct table_pin_job *job)
{
	struct table_pin *p = &t->pins.of[seat];

	if (!*p->kept)
		return 0;
	if (!pin)
		return table_refuse(t, tr("pin: needed"));
	if (p->until_us > t->now_us)
		return refuse_until(t, p->until_us);
	/* A second try must wait until the first has been counted. */
	if (p->trying)
		return table_refuse(t, tr("the journal is busy, ask again"));
	begin(t, seat, false, well_formed(pin) ? pin : "", job);
	(void)snprintf(job->salt, sizeof(job->salt), "%.*s", SALT, p->kept);
	p->trying = true;
	return TABLE_PIN_JOB;
}

static int
judge(struct table *t, const struct table_pin_job *job, const char digest[TABLE_PIN])
{
	struct table_pin *p = &t->pins.of[job->seat];
	const bool right = table_equals(digest, p->kept, KEPT);

	p->trying = false;
	if (!right || p->wrong > 0) {
		p->wrong = right ? 0 : p->wrong + 1;
		keep(t, job->seat);
	}
	p->until_us = t->now_us + wait_us(p->wrong);
	return right ? 0 : table_refuse(t, tr("pin: wrong"));
}

int
table_pin_end(struct table *t, const struct table_pin_job *job, const char digest[TABLE_PIN])
{
	if (job->number != t->pins.of[job->seat].jobs) {
		if (!job->change)
			t->pins.of[job->seat].trying = false;
		return table_refuse(t, tr("the journal is busy, ask again"));
	}
	if (!job->change)
		return judge(t, job, digest);
	set_kept(t, job->seat, *job->pin ? digest : "");
	table_token_renew(t, job->seat);
	t->version++;
	return 0;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_FRESH)
		forget(t);
	else if (e->kind == DUTY_RESUMED)
		resume(t);
	return false;
}

const struct duty table_pin_duty = { .event = event };
