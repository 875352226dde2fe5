/*
 * Writes the tables of rules/attacks.h as C to standard output. Runs on the
 * build machine (under an emulator for another architecture). It is simple
 * rather than fast: every table walks the board square by square.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { INDEX_MAX = 4096, REACH_SIZE = 107648 };

struct way {
	int file, rank;
};

static const struct way diag_ways[4] = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } };
static const struct way line_ways[4] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
static const struct way knight_ways[8] = { { 1, 2 },   { 2, 1 },   { 2, -1 }, { 1, -2 },
					   { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 } };
static const struct way king_ways[8] = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 },
					 { 1, 0 }, { -1, 0 }, { 0, 1 },  { 0, -1 } };
static const struct way pawn_ways[2][2] = { { { -1, 1 }, { 1, 1 } }, { { -1, -1 }, { 1, -1 } } };

struct slide {
	uint64_t mask, factor;
	unsigned base, shift;
};

static uint64_t reach[REACH_SIZE];
static unsigned reach_used;

/*
 * Returns the squares that a piece on sq reaches in `steps` steps per
 * direction, up to the first occupied one.
 */
static uint64_t
walk(unsigned sq, const struct way *ways, unsigned n, unsigned steps, uint64_t occupied)
{
	uint64_t set = 0;

	for (unsigned w = 0; w < n; w++) {
		int f = (int)(sq % 8), r = (int)(sq / 8);

		for (unsigned i = 0; i < steps; i++) {
			f += ways[w].file;
			r += ways[w].rank;
			if (f < 0 || f > 7 || r < 0 || r > 7)
				break;
			set |= UINT64_C(1) << (r * 8 + f);
			if (occupied >> (r * 8 + f) & 1)
				break;
		}
	}
	return set;
}

/* Returns the squares whose occupation changes the reach: every square of a ray but its last. */
static uint64_t
relevant(unsigned sq, const struct way *ways)
{
	uint64_t set = 0;

	for (unsigned to = 0; to < 64; to++) {
		uint64_t one = UINT64_C(1) << to;

		if (walk(sq, ways, 4, 7, 0) & one &&
		    walk(sq, ways, 4, 7, one) != walk(sq, ways, 4, 7, 0))
			set |= one;
	}
	return set;
}

static unsigned
count(uint64_t set)
{
	unsigned n = 0;

	for (; set; set &= set - 1)
		n++;
	return n;
}

/* xorshift64*: any stream works if it is the same on every machine. */
static uint64_t
next_random(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(0x2545f4914f6cdd1d);
}

struct candidates {
	unsigned n;
	uint64_t occupied[INDEX_MAX], reach[INDEX_MAX];
};

/* Fills the table for one factor; returns false if two different reaches collide. */
static bool
factor_fits(const struct candidates *c, uint64_t factor, unsigned shift, uint64_t *table)
{
	static unsigned filled_by[INDEX_MAX], trial;

	trial++;
	for (unsigned i = 0; i < c->n; i++) {
		/* A mask has a square or more: shift < 64. NOLINTNEXTLINE(clang-analyzer-core.*) */
		uint64_t at = c->occupied[i] * factor >> shift;

		if (filled_by[at] == trial && table[at] != c->reach[i])
			return false;
		filled_by[at] = trial;
		table[at] = c->reach[i];
	}
	return true;
}

static struct slide
slide_find(unsigned sq, const struct way *ways)
{
	static struct candidates c;
	struct slide s = { .mask = relevant(sq, ways) };
	uint64_t random = 0x9e3779b97f4a7c15u + sq, subset = 0;

	c.n = 0;
	do {
		c.occupied[c.n] = subset;
		c.reach[c.n++] = walk(sq, ways, 4, 7, subset);
		subset = (subset - s.mask) & s.mask;
	} while (subset);
	s.shift = 64 - count(s.mask);
	s.base = reach_used;
	reach_used += c.n;
	do { /* factors with few bits set work best */
		/* Each call returns another number. NOLINTNEXTLINE(misc-redundant-expression) */
		s.factor = next_random(&random) & next_random(&random) & next_random(&random);
	} while (!factor_fits(&c, s.factor, s.shift, reach + s.base));
	return s;
}

static void
print_slides(const char *name, const struct way *ways)
{
	printf("\nconst struct attacks_slide %s[64] = {\n", name);
	for (unsigned sq = 0; sq < 64; sq++) {
		struct slide s = slide_find(sq, ways);

		printf("\t{ UINT64_C(0x%" PRIx64 "), UINT64_C(0x%" PRIx64 "), %u, %u },\n", s.mask,
		       s.factor, s.base, s.shift);
	}
	printf("};\n");
}

static void
print_words(const char *head, const uint64_t *words, unsigned n)
{
	printf("\n%s = {\n", head);
	for (unsigned i = 0; i < n; i++)
		printf("\tUINT64_C(0x%" PRIx64 "),%s", words[i], i % 4 == 3 ? "\n" : "");
	printf("};\n");
}

static void
print_walks(const char *head, const struct way *ways, unsigned n, unsigned steps)
{
	uint64_t words[64];

	for (unsigned sq = 0; sq < 64; sq++)
		words[sq] = walk(sq, ways, n, steps, 0);
	print_words(head, words, 64);
}

static void
print_pawns(void)
{
	printf("\nconst uint64_t attacks_pawn[2][64] = {\n");
	for (unsigned colour = 0; colour < 2; colour++) {
		printf("\t{\n");
		for (unsigned sq = 0; sq < 64; sq++)
			printf("\t\tUINT64_C(0x%" PRIx64 "),\n",
			       walk(sq, pawn_ways[colour], 2, 1, 0));
		printf("\t},\n");
	}
	printf("};\n");
}

static uint64_t
between(unsigned a, unsigned b)
{
	for (unsigned w = 0; w < 8; w++) {
		uint64_t full = walk(a, &king_ways[w], 1, 7, 0);

		if (full >> b & 1)
			return walk(a, &king_ways[w], 1, 7, UINT64_C(1) << b) & ~(UINT64_C(1) << b);
	}
	return 0;
}

static void
print_between(void)
{
	printf("\nconst uint64_t attacks_between[64][64] = {\n");
	for (unsigned a = 0; a < 64; a++) {
		printf("\t{\n");
		for (unsigned b = 0; b < 64; b++)
			printf("\t\tUINT64_C(0x%" PRIx64 "),\n", between(a, b));
		printf("\t},\n");
	}
	printf("};\n");
}

int
main(void)
{
	printf("/* Written by attacks_gen at build time. */\n#include \"rules/attacks.h\"\n");
	print_walks("const uint64_t attacks_knight[64]", knight_ways, 8, 1);
	print_walks("const uint64_t attacks_king[64]", king_ways, 8, 1);
	print_walks("const uint64_t attacks_diag_rays[64]", diag_ways, 4, 7);
	print_walks("const uint64_t attacks_line_rays[64]", line_ways, 4, 7);
	print_pawns();
	print_between();
	print_slides("attacks_diag_slide", diag_ways);
	print_slides("attacks_line_slide", line_ways);
	if (reach_used != REACH_SIZE) {
		fprintf(stderr, "attacks_gen: bug: %u entries, not %d\n", reach_used, REACH_SIZE);
		return EXIT_FAILURE;
	}
	print_words("const uint64_t attacks_reach[ATTACKS_REACH_SIZE]", reach, reach_used);
	return fflush(stdout) == 0 && !ferror(stdout) ? EXIT_SUCCESS : EXIT_FAILURE;
}
