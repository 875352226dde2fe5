/*
 * Writing into a buffer of known size and reading words, without stdio: the
 * core is freestanding. A writer that runs full is a bug of the core (sizes in
 * rules.h hold every text), so it is asserted.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rules_error;

struct text {
	char *out;
	size_t len, size; /* size counts the NUL that text_put keeps at the end */
};

struct text text_into(char *out, size_t size);
void text_char(struct text *t, char c);
void text_put(struct text *t, const char *s);
void text_put_len(struct text *t, const char *s, size_t len);
void text_number(struct text *t, uint64_t n);

/* A part of what was handed in: not NUL-terminated. */
struct word {
	const char *s;
	size_t len;
};

bool word_is(struct word w, const char *text);
/* Decimal digits alone, at most `max`: 0, else -1. */
int word_number(struct word w, uint64_t max, uint64_t *out);
/* A number as print writes it, without zeros before it: 0, else -1. */
int word_count(struct word w, uint64_t max, uint64_t *out);
/*
 * One item off a list, its text before the next separator. False when none is
 * left; an empty list has one empty item. list->s is NULL after the last.
 */
bool word_split(struct word *list, char separator, struct word *item);

/* The index of the word among the n words, n: it is none of them. */
unsigned word_choice(struct word w, const char *const words[], unsigned n);
/*
 * Exactly n numbers as print writes them, with commas between. 0, or -1 with
 * *err told, beginning with `key`; `at` is the list's offset.
 */
int word_counts(const char *key, struct word list, size_t at, unsigned n, uint64_t max,
		uint64_t out[], struct rules_error *err);
/* Two values with '/' between, White's first. 0, or -1 with *err told. */
int word_sides(struct word w, size_t at, struct word side[2], struct rules_error *err);

/* Fields of a line, separated by exactly one space. */
struct fields {
	const char *line;
	size_t at; /* where the next field begins */
	bool over; /* the last field has been taken */
};

struct fields fields_of(const char *line);
/* False when there is none left. An empty field is a field. */
bool fields_next(struct fields *f, struct word *out);
/*
 * The value of the next field, which must be KEY=…; *at is the value's offset.
 * -1 with *err told: another field stands there, or none.
 */
int fields_key(struct fields *f, const char *key, struct word *value, size_t *at,
	       struct rules_error *err);

/* The same for a value that is one of n words: its index; if it is none, `wrong` is told. */
int fields_choice(struct fields *f, const char *key, const char *const words[], unsigned n,
		  const char *wrong, uint8_t *out, struct rules_error *err);

/*
 * Tells what is wrong: why, then the culprit in quotes when it is not NULL.
 * `at`: byte offset into the text handed in. Returns -1.
 */
int error_tell(struct rules_error *err, size_t at, const char *why);
int error_quote(struct rules_error *err, size_t at, const char *why, struct word culprit);
