/*
 * A journal whose pages are lost, moved, cut off or overwritten by chance, hundreds of times:
 * it is salvaged, what lies on other pages is there, and nothing that was not. ROUNDS and a
 * SEED may be given.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lost.h"

enum {
	FEWER_GAMES = 60, /* there are many journals */
	ROUNDS = 90,
};

static unsigned rounds = ROUNDS;
static uint64_t seed = 1;

struct file {
	char *data;
	size_t len;
	struct lost_page page[LOST_PAGES_MAX];
	unsigned pages; /* whose content is known: those that are in a table */
	uint32_t size;  /* of a page */
};

static size_t
below(size_t n)
{
	return (size_t)(help_random(&seed) % n);
}

/* The pages that lie in these bytes are lost, or may say anything. */
static void
lose_bytes(const struct file *f, size_t from, size_t to, struct loss *l)
{
	for (unsigned i = 0; i < f->pages; i++) {
		size_t at = (size_t)(f->page[i].number - 1) * f->size;

		if (at < to && at + f->size > from)
			lost_count(l, &f->page[i]);
	}
}

static void
damage_pages(struct file *f, struct loss *l)
{
	for (size_t n = 1 + below(24); n > 0; n--) {
		size_t at = below(f->len / f->size) * f->size;

		memset(f->data + at, below(2) ? 0 : (int)below(256), f->size);
		lose_bytes(f, at, at + f->size, l);
	}
}

/* An erase block or two. */
static void
damage_stretch(struct file *f, struct loss *l)
{
	for (size_t n = 1 + below(2); n > 0; n--) {
		size_t at = below(4) ? below(f->len / f->size) * f->size : 0;
		size_t len = ((size_t)f->size << below(5));

		len = len < f->len - at ? len : f->len - at;
		memset(f->data + at, 0xff, len);
		lose_bytes(f, at, at + len, l);
	}
}

/* A disk has written pages to places that are others'. */
static void
damage_places(struct file *f, struct loss *l)
{
	for (size_t n = 1 + below(8); n > 0; n--) {
		size_t from = below(f->len / f->size) * f->size,
		       to = below(f->len / f->size) * f->size;

		memmove(f->data + to, f->data + from, f->size);
		lose_bytes(f, to, to + f->size, l);
	}
}

static void
damage_end(struct file *f, struct loss *l)
{
	size_t len = f->len / 4 + below(f->len - f->len / 4);

	lose_bytes(f, len, f->len, l);
	f->len = len;
}

/* Heads of pages, and what points from there. */
static void
damage_heads(struct file *f, struct loss *l)
{
	l->any = true;
	for (size_t n = 1 + below(200); n > 0; n--) {
		size_t at = below(f->len / f->size) * f->size;

		f->data[at + below(64)] = (char)below(256);
		lose_bytes(f, at, at + 1, l);
	}
}

static void
damage_bytes(struct file *f, struct loss *l)
{
	l->any = true;
	for (size_t n = 1 + below(400); n > 0; n--) {
		size_t at = below(f->len);

		f->data[at] = (char)below(256);
		lose_bytes(f, at, at + 1, l);
	}
}

static void (*const damages[])(struct file *f, struct loss *l) = {
	damage_pages, damage_stretch, damage_places, damage_end, damage_heads, damage_bytes,
};

static void
take_file(struct file *f, const char *sql)
{
	char path[128];
	struct place *p;

	lost_make(&p, sql, false);
	f->pages = lost_pages(p, "true", f->page, &f->size);
	lost_name(p, "", path);
	assert_int_equal(record_file_read(path, 1 << 24, &f->data, &f->len), 0);
	place_teardown((void **)&p);
}

static void
one_round(const struct file *whole, unsigned kind, const char *words)
{
	static struct file f;
	struct loss l = { 0 };
	char path[128];
	struct place *p;
	FILE *out;

	f = *whole;
	f.data = malloc(f.len);
	assert_non_null(f.data);
	memcpy(f.data, whole->data, f.len);
	damages[kind](&f, &l);
	/* Where the page's size is lost SQLite's own is taken. */
	memcpy(f.data + 16, whole->data + 16, 2);
	place_setup((void **)&p);
	lost_name(p, "", path);
	out = fopen(path, "w");
	assert_non_null(out);
	assert_int_equal(fwrite(f.data, 1, f.len, out), f.len);
	assert_int_equal(fclose(out), 0);
	lost_check(p, &l, words);
	place_teardown((void **)&p);
	free(f.data);
}

static void
test_chance(void **state)
{
	const unsigned kinds = sizeof(damages) / sizeof(damages[0]);
	static struct file whole[2];

	(void)state;
	lost_games = FEWER_GAMES;
	take_file(&whole[0], NULL);
	take_file(&whole[1], LOST_SHORT_PAGES);
	for (unsigned i = 0; i < rounds; i++) {
		char words[64];

		snprintf(words, sizeof(words), "round %u, seed %llu", i, (unsigned long long)seed);
		one_round(&whole[i / kinds % 2], i % kinds, words);
	}
	free(whole[0].data);
	free(whole[1].data);
	lost_games = LOST_GAMES;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_chance),
	};

	if (argc > 1)
		rounds = (unsigned)atoi(argv[1]);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 10);
	return cmocka_run_group_tests(tests, lost_play, lost_forget);
}
