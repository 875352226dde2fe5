/* Chance: digests, the list of seeds, and the numbers derived from them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/chance.h"

#define A64 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define B64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
/* The example of docs/fair-chance.md, calculated by hand there. */
#define PAGE "df5c8778344cced79a6302fe3bee5ab68d18fd92e865bcc69f6e95b878af31b4"

/* The first two from FIPS 180-2, B.1, and the digest of nothing. */
static void
test_hash(void **state)
{
	static const char *const rows[][2] = {
		{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
		{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ PAGE, "5764f8170fef025e389607507af251be368c7398e49860c95200f5ec37fa0120" },
	};
	char hash[CHANCE_HEX];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		chance_hash(rows[i][0], hash);
		assert_string_equal(hash, rows[i][1]);
	}
}

static void
test_seed(void **state)
{
	uint8_t bytes[CHANCE_BYTES];
	char seed[CHANCE_HEX];

	(void)state;
	for (unsigned i = 0; i < CHANCE_BYTES; i++)
		bytes[i] = (uint8_t)(0x01 + 0x22 * i);
	chance_seed(bytes, seed);
	assert_int_equal(strncmp(seed, "01234567", 8), 0);
	assert_int_equal(strlen(seed), 64);
	assert_true(chance_valid(seed));
}

static void
test_valid(void **state)
{
	static const struct {
		const char *seeds;
		bool valid;
	} rows[] = {
		{ "", true },
		{ A64, true },
		{ B64 " 17:" A64, true },
		{ B64 " 1:" A64 " 1:" B64, true },
		{ "1:" A64, false },
		{ A64 " " B64, false },
		{ A64 " 17:" B64 " 16:" A64, false },
		{ A64 " 0:" B64, false },
		{ A64 " 017:" B64, false },
		{ A64 " 123456:" B64, false },
		{ A64 " :" B64, false },
		{ A64 " ", false },
		{ A64 "a", false },
		{ " " A64, false },
		{ A64 "  17:" B64, false },
		{ "A" A64, false },
		{ "aaaa", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (chance_valid(rows[i].seeds) != rows[i].valid)
			fail_msg("row %zu: %s", i, rows[i].seeds);
}

/* Seeds are added until there is no room; the hashes have the same number and length. */
static void
test_add(void **state)
{
	char seeds[CHANCE_TEXT] = "", hashes[CHANCE_TEXT];
	uint8_t die[2];
	unsigned n;

	(void)state;
	for (n = 0; n < CHANCE_SEEDS_MAX - 1; n++)
		chance_add(seeds, 10000 + n, n % 2 ? A64 : B64);
	assert_true(chance_roll(seeds, 20000, die));
	/* The last slot marks the end of the list; nothing is added after it. */
	for (n = 0; n < 3; n++)
		chance_add(seeds, 10017, A64);
	assert_int_equal(strlen(seeds), 64 + 7 * 71);
	assert_true(chance_valid(seeds));
	assert_true(chance_roll(seeds, 10016, die));
	assert_false(chance_roll(seeds, 10017, die));
	chance_hashes(seeds, hashes);
	assert_true(chance_valid(hashes));
	assert_int_equal(strlen(hashes), strlen(seeds));
	assert_int_equal(strncmp(hashes + 64, seeds + 64, 7), 0);
	assert_null(strstr(hashes, A64));
	chance_hashes("", hashes);
	assert_string_equal(hashes, "");
}

static void
assert_roll(const char *seeds, uint32_t n, unsigned a, unsigned b)
{
	uint8_t die[2];

	assert_true(chance_roll(seeds, n, die));
	assert_int_equal(die[0], a);
	assert_int_equal(die[1], b);
}

static void
test_page(void **state)
{
	uint8_t seat[RULES_SEATS_MAX], die[2];

	(void)state;
	assert_roll(PAGE, 1, 2, 5);
	assert_roll(PAGE, 2, 1, 6);
	assert_roll(PAGE, 3, 3, 3);
	assert_true(chance_start(PAGE) == UINT64_C(3174857224931922076));
	chance_seats(PAGE, 2, seat); /* 7b: odd, as they sit */
	assert_int_equal(seat[0], 0);
	assert_int_equal(seat[1], 1);
	assert_false(chance_roll("", 1, die));
}

/* A later seed applies from its roll on; shuffles and lots use the first one. */
static void
test_later_seeds(void **state)
{
	char seeds[CHANCE_TEXT] = B64;
	uint8_t a[2], b[2];

	(void)state;
	chance_add(seeds, 3, PAGE);
	assert_true(chance_roll(seeds, 2, a) && chance_roll(B64, 2, b));
	assert_memory_equal(a, b, 2);
	assert_roll(seeds, 3, 3, 3);
	assert_true(chance_start(seeds) == chance_start(B64));
	strcpy(seeds, B64 " 1:" PAGE);
	assert_roll(seeds, 1, 2, 5);
	assert_true(chance_start(seeds) == chance_start(B64));
}

/* Calculates the document's rule independently; only the digest is shared. */
static void
roll_by_hand(const char *seed, unsigned n, unsigned die[2])
{
	char text[96], hash[CHANCE_HEX], byte[3] = "";
	unsigned k = 0;

	snprintf(text, sizeof(text), "%s roll %u", seed, n);
	chance_hash(text, hash);
	for (unsigned i = 0; i < 64 && k < 2; i += 2) {
		memcpy(byte, hash + i, 2);
		if (strtoul(byte, NULL, 16) < 252)
			die[k++] = (unsigned)(strtoul(byte, NULL, 16) % 6 + 1);
	}
}

/* 36 000 rolls: each follows the rule, and no pair is much rarer than others. */
static void
test_rolls(void **state)
{
	unsigned count[6][6] = { { 0 } };

	(void)state;
	for (unsigned n = 1; n <= 36000; n++) {
		unsigned want[2];
		uint8_t die[2];

		assert_true(chance_roll(PAGE, n, die));
		roll_by_hand(PAGE, n, want);
		assert_int_equal(die[0], want[0]);
		assert_int_equal(die[1], want[1]);
		count[die[0] - 1][die[1] - 1]++;
	}
	for (unsigned i = 0; i < 36; i++)
		assert_in_range(count[i / 6][i % 6], 850, 1150);
}

/* Every order of four names is drawn about equally often. */
static void
test_lots(void **state)
{
	unsigned count[256] = { 0 }, orders = 0;

	(void)state;
	for (unsigned k = 0; k < 2400; k++) {
		char text[32], seed[CHANCE_HEX];
		uint8_t s[RULES_SEATS_MAX];

		snprintf(text, sizeof(text), "lot %u", k);
		chance_hash(text, seed);
		chance_seats(seed, 4, s);
		assert_int_equal(1 << s[0] | 1 << s[1] | 1 << s[2] | 1 << s[3], 15);
		count[s[0] * 64 + s[1] * 16 + s[2] * 4 + s[3]]++;
	}
	for (unsigned i = 0; i < 256; i++) {
		orders += count[i] > 0;
		if (count[i] > 0)
			assert_in_range(count[i], 60, 145);
	}
	assert_int_equal(orders, 24);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hash),  cmocka_unit_test(test_seed),
		cmocka_unit_test(test_valid), cmocka_unit_test(test_add),
		cmocka_unit_test(test_page),  cmocka_unit_test(test_later_seeds),
		cmocka_unit_test(test_rolls), cmocka_unit_test(test_lots),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
