/*
 * Writes to buffers of known size and reads words without stdio, because the
 * core is freestanding. Overflow is a bug of the core (sizes in rules.h hold
 * every text) and is asserted.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rules_error;

struct text {
	char *out;
	size_t len, size; /* size includes the NUL that text_add keeps at the end */
};

struct text text_into(char *out, size_t size);
void text_char(struct text *t, char c);
void text_add(struct text *t, const char *s);
void text_add_len(struct text *t, const char *s, size_t len);
void text_number(struct text *t, uint64_t n);

/* A part of a text: not NUL-terminated. */
struct word {
	const char *s;
	size_t len;
};

bool word_is(struct word w, const char *text);
/* Reads decimal digits, at most `max`. Returns 0, or -1. */
int word_number(struct word w, uint64_t max, uint64_t *out);
/* Reads a number as printed, without leading zeros. Returns 0, or -1. */
int word_count(struct word w, uint64_t max, uint64_t *out);
/*
 * Removes the first item, up to the next separator. Returns false if none is
 * left; an empty list has one empty item. list->s is NULL after the last item.
 */
bool word_split(struct word *list, char separator, struct word *item);

/* Returns the index of the word among the n words, or n if it is none of them. */
unsigned word_choice(struct word w, const char *const words[], unsigned n);
/*
 * Reads exactly n printed numbers separated by commas. Returns 0, or -1 with
 * *err set and beginning with `key`. `at` is the list's offset.
 */
int word_counts(const char *key, struct word list, size_t at, unsigned n, uint64_t max,
		uint64_t out[], struct rules_error *err);
/* Splits WHITE/BLACK into two values. Returns 0, or -1 with *err set. */
int word_sides(struct word w, size_t at, struct word side[2], struct rules_error *err);

/* The fields of a line, separated by exactly one space. */
struct fields {
	const char *line;
	size_t at; /* offset of the next field */
	bool over; /* the last field has been read */
};

struct fields fields_of(const char *line);
/* Reads the next field, which may be empty. Returns false if none is left. */
bool fields_next(struct fields *f, struct word *out);
/*
 * Reads the value of the next field, which must be KEY=…; *at is the value's
 * offset. Returns -1 with *err set if another field or none follows.
 */
int fields_key(struct fields *f, const char *key, struct word *value, size_t *at,
	       struct rules_error *err);

/* fields_key for a value that is one of n words: sets its index, or reports `wrong`. */
int fields_choice(struct fields *f, const char *key, const char *const words[], unsigned n,
		  const char *wrong, uint8_t *out, struct rules_error *err);

/*
 * Set *err to why, then the culprit in quotes if it is not NULL. `at` is a byte
 * offset into the text. Return -1.
 */
int error_set(struct rules_error *err, size_t at, const char *why);
int error_quote(struct rules_error *err, size_t at, const char *why, struct word culprit);
