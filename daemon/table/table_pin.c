/*
 * A seat's PIN: its page opens to who knows it. Kept as a salted hash, over a
 * restart too, and forgotten with the game.
 *
 *   1) none is set                    the page opens
 *   2) none is told, a wrong one      refused
 *   3) the third wrong one in a row   nobody may try for two seconds; each further one doubles
 *                                     that, up to 64; a try in that time counts for nothing and
 *                                     is not looked at
 *   4) the right one                  the page opens, the count begins anew
 *
 * Whether it is right is told by digests of one length, each digit of which is
 * looked at, so that the time of an answer says nothing of the PIN.
 */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"

enum {
	PIN_MIN = 4,
	PIN_MAX = 8,
	SALT = 16,
	/* What a thief of the journal would have to do for each guess. */
	ROUNDS = 2000,
	FREE_TRIES = 3,
	WAIT_S = 2,
	WAIT_S_MAX = 64,
};

_Static_assert(SALT + 1 + CHANCE_HEX <= (int)TABLE_PIN, "salt, a space and a digest");

static bool
well_formed(const char *pin)
{
	size_t n = strlen(pin);

	return n >= PIN_MIN && n <= PIN_MAX && strspn(pin, "0123456789") == n;
}

/* "SALT DIGEST"; salt: its first digits. */
static void
digest(const char *salt, const char *pin, char out[TABLE_PIN])
{
	char text[SALT + PIN_MAX + CHANCE_HEX + 3], hash[CHANCE_HEX] = "";

	for (unsigned i = 0; i < ROUNDS; i++) {
		(void)snprintf(text, sizeof(text), "%.*s:%.*s:%s", SALT, salt, PIN_MAX, pin, hash);
		chance_hash(text, hash);
	}
	(void)snprintf(out, TABLE_PIN, "%.*s %s", SALT, salt, hash);
}

static bool
same(const char a[TABLE_PIN], const char b[TABLE_PIN])
{
	unsigned differs = 0;

	for (unsigned i = 0; i < SALT + CHANCE_HEX; i++)
		differs |= (unsigned)(a[i] ^ b[i]);
	return differs == 0;
}

static void
keep(struct table *t, unsigned seat)
{
	char key[STORE_KEY_MAX];

	(void)snprintf(key, sizeof(key), "pin.%u", seat);
	if (t->store && (*t->pin[seat].kept || store_setting(t->store, key)) &&
	    store_setting_set(t->store, key, t->pin[seat].kept) < 0)
		log_line(LOG_BUG, "a PIN has no room");
}

void
table_pins_forget(struct table *t)
{
	memset(t->pin, 0, sizeof(t->pin));
	for (unsigned s = 0; s < RULES_SEATS_MAX; s++)
		keep(t, s);
}

void
table_pins_resume(struct table *t)
{
	for (unsigned s = 0; t->store && s < RULES_SEATS_MAX; s++) {
		char key[STORE_KEY_MAX];
		const char *kept;

		(void)snprintf(key, sizeof(key), "pin.%u", s);
		kept = store_setting(t->store, key);
		/* One that is cut short opens nothing, rather than everything. */
		if (kept)
			(void)snprintf(t->pin[s].kept, TABLE_PIN, "%s", kept);
	}
}

int
table_pin_set(struct table *t, unsigned seat, const char *pin)
{
	uint8_t bytes[CHANCE_BYTES] = { 0 };
	char salt[CHANCE_HEX], low[WORDS_NUMBER], high[WORDS_NUMBER];

	if (*pin && !well_formed(pin))
		return table_refuse_with(
			t, SAY_NOT_PIN_FORM,
			SAY_ARGS(words_number(PIN_MIN, low), words_number(PIN_MAX, high)));
	t->pin[seat] = (struct table_pin){ .wrong = 0 };
	if (*pin) {
		if (t->ops->random)
			t->ops->random(t->ops_arg, bytes);
		chance_seed(bytes, salt);
		digest(salt, pin, t->pin[seat].kept);
	}
	keep(t, seat);
	t->version++;
	return 0;
}

bool
table_pin_is_set(const struct table *t, unsigned seat)
{
	return *t->pin[seat].kept != '\0';
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

int
table_pin_try(struct table *t, unsigned seat, const char *pin)
{
	struct table_pin *p = &t->pin[seat];
	char told[TABLE_PIN], wait[WORDS_NUMBER];

	if (!*p->kept)
		return 0;
	if (!pin)
		return table_refuse(t, SAY_NOT_PIN_NEEDED);
	if (p->until_us > t->now_us)
		return table_refuse_with(
			t, SAY_NOT_PIN_WAIT,
			SAY_ARGS(words_number(
				(unsigned)((p->until_us - t->now_us + 999999) / 1000000), wait)));
	memset(told, 0, sizeof(told));
	digest(p->kept, well_formed(pin) ? pin : "", told);
	if (same(told, p->kept)) {
		p->wrong = 0;
		return 0;
	}
	p->wrong++;
	p->until_us = t->now_us + wait_us(p->wrong);
	return table_refuse(t, SAY_NOT_PIN_WRONG);
}
