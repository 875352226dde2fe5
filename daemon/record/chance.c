#include "daemon/record/chance.h"

#include <assert.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_seed[] = "0000000000000000000000000000000000000000000000000000000000000000";

/* ---- digests ---- */

static void
digest(const char *text, uint8_t out[CHANCE_BYTES])
{
	SHA2_CTX c;

	SHA256Init(&c);
	SHA256Update(&c, (const uint8_t *)text, strlen(text));
	SHA256Final(out, &c);
}

void
chance_seed(const uint8_t bytes[CHANCE_BYTES], char seed[CHANCE_HEX])
{
	for (unsigned i = 0; i < CHANCE_BYTES; i++)
		(void)snprintf(seed + (size_t)2 * i, 3, "%02x", bytes[i]);
}

void
chance_hash(const char *text, char hash[CHANCE_HEX])
{
	(void)SHA256Data((const uint8_t *)text, strlen(text), hash);
}

/* ---- the seeds of a game ---- */

/* Reads the next entry of the list: the number of its first roll (0: not given) and its seed. */
static bool
next_seed(const char **list, uint32_t *from, char seed[CHANCE_HEX])
{
	const char *word = *list, *digits = word + strspn(word, "0123456789");

	*from = 0;
	if (*digits == ':' && *word != '0' && digits > word && digits - word <= 5) {
		*from = (uint32_t)strtoul(word, NULL, 10);
		word = digits + 1;
	}
	if (strspn(word, "0123456789abcdef") != CHANCE_HEX - 1)
		return false;
	memcpy(seed, word, CHANCE_HEX - 1);
	seed[CHANCE_HEX - 1] = '\0';
	word += CHANCE_HEX - 1;
	if (*word != '\0' && (*word != ' ' || word[1] == '\0'))
		return false;
	*list = word + (*word == ' ');
	return true;
}

bool
chance_valid(const char *seeds)
{
	uint32_t from, last = 0;
	char seed[CHANCE_HEX];

	if (strlen(seeds) >= CHANCE_TEXT)
		return false;
	for (unsigned i = 0; *seeds != '\0'; i++, last = from)
		if (!next_seed(&seeds, &from, seed) || (from == 0) != (i == 0) || from < last)
			return false;
	return true;
}

static unsigned
count_seeds(const char *seeds)
{
	char seed[CHANCE_HEX];
	uint32_t from;
	unsigned n = 0;

	while (next_seed(&seeds, &from, seed))
		n++;
	return n;
}

void
chance_add(char seeds[CHANCE_TEXT], uint32_t from, const char seed[CHANCE_HEX])
{
	unsigned n = count_seeds(seeds);
	size_t at = strlen(seeds);

	assert(from <= 99999);
	if (n == 0)
		memcpy(seeds, seed, CHANCE_HEX);
	else if (n < CHANCE_SEEDS_MAX)
		(void)snprintf(seeds + at, CHANCE_TEXT - at, " %u:%s", from,
			       n + 1 < CHANCE_SEEDS_MAX ? seed : no_seed);
}

void
chance_hashes(const char *seeds, char hashes[CHANCE_TEXT])
{
	char seed[CHANCE_HEX], hash[CHANCE_HEX];
	uint32_t from;

	size_t at = 0;

	hashes[0] = '\0';
	while (next_seed(&seeds, &from, seed)) {
		chance_hash(seed, hash);
		at += (size_t)(from ? snprintf(hashes + at, CHANCE_TEXT - at, " %u:%s", from, hash)
				    : snprintf(hashes + at, CHANCE_TEXT - at, "%s", hash));
	}
}

/* Finds the seed of roll n: the last one whose first roll is n or earlier; 0: the first seed. */
static bool
seed_at(const char *seeds, uint32_t n, char seed[CHANCE_HEX])
{
	char one[CHANCE_HEX];
	uint32_t from;

	seed[0] = '\0';
	while (next_seed(&seeds, &from, one))
		if (from <= n)
			memcpy(seed, one, CHANCE_HEX);
	return seed[0] != '\0' && strcmp(seed, no_seed) != 0;
}

/* ---- numbers ---- */

/* The bytes of one digest, used in order. */
struct draw {
	uint8_t byte[CHANCE_BYTES];
	unsigned at;
};

static void
draw_begin(struct draw *d, const char seed[CHANCE_HEX], const char *what)
{
	char text[CHANCE_HEX + 24];

	(void)snprintf(text, sizeof(text), "%s %s", seed, what);
	digest(text, d->byte);
	d->at = 0;
}

/*
 * Returns a uniform number below `sides`; bytes beyond the last whole multiple of it are
 * skipped. The case that a digest has only such bytes is ignored as too unlikely.
 */
static unsigned
draw_below(struct draw *d, unsigned sides)
{
	while (d->at < CHANCE_BYTES - 1 && d->byte[d->at] >= 256 - 256 % sides)
		d->at++;
	return d->byte[d->at++ % CHANCE_BYTES] % sides;
}

bool
chance_roll(const char *seeds, uint32_t n, uint8_t die[2])
{
	char seed[CHANCE_HEX], what[16];
	struct draw d;

	if (!seed_at(seeds, n, seed))
		return false;
	(void)snprintf(what, sizeof(what), "roll %u", n);
	draw_begin(&d, seed, what);
	for (unsigned i = 0; i < 2; i++)
		die[i] = (uint8_t)(draw_below(&d, 6) + 1);
	return true;
}

uint64_t
chance_start(const char *seeds)
{
	char seed[CHANCE_HEX];
	struct draw d;
	uint64_t n = 0;

	if (!seed_at(seeds, 0, seed))
		return 0;
	draw_begin(&d, seed, "start");
	for (unsigned i = 0; i < 8; i++)
		n = n << 8 | d.byte[i];
	return n;
}

void
chance_seats(const char *seeds, unsigned n, uint8_t who[RULES_SEATS_MAX])
{
	char seed[CHANCE_HEX];
	struct draw d;

	assert(n <= RULES_SEATS_MAX);
	for (unsigned i = 0; i < n; i++)
		who[i] = (uint8_t)i;
	if (!seed_at(seeds, 0, seed))
		return;
	draw_begin(&d, seed, "lot");
	for (unsigned i = n; i-- > 1;) {
		unsigned k = draw_below(&d, i + 1);
		uint8_t w = who[i];

		who[i] = who[k];
		who[k] = w;
	}
}
