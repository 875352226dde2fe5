/*
 * Reading JSON objects that nobody vouches for. The first fault sticks: it is
 * written down with the path of its field, and every later call does nothing,
 * so a parser reads field after field and asks once at the end.
 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ui/state.h"

struct reader {
	struct ui_error *err;
	bool failed;
	char path[64];			/* "prompt.options[3]", "" at the top */
};

void reader_fail(struct reader *r, const char *key, const char *why);

/*
 * The member `key` of type `type`, or NULL when it is absent or null. A member
 * of another type is a fault. JSON_TRUE stands for both truth values.
 */
json_t *reader_member(struct reader *r, const json_t *object, const char *key, json_type type);

/* A sentence for people: cut to `size` at a whole character, control characters blanked. */
void reader_sentence(struct reader *r, const json_t *object, const char *key, char *out,
		     size_t size);
/* A name of a thing: printable ASCII that must fit. "" when absent. */
void reader_name(struct reader *r, const json_t *object, const char *key, char *out, size_t size);
/* From min to max; `fallback` when absent. */
int64_t reader_integer(struct reader *r, const json_t *object, const char *key, int64_t min,
		       int64_t max, int64_t fallback);
bool reader_flag(struct reader *r, const json_t *object, const char *key, bool fallback);
/* Index into words[0..n), -1 when absent; another word is a fault. */
int reader_word(struct reader *r, const json_t *object, const char *key, const char *const *words,
		size_t n);
/* A list of at most `max` items, NULL when absent. */
json_t *reader_list(struct reader *r, const json_t *object, const char *key, size_t max);

/* Goes into `key` for messages; leave with the value that enter returned. */
size_t reader_enter(struct reader *r, const char *key, int index);
void reader_leave(struct reader *r, size_t mark);

/* Copies a sentence as reader_sentence does. */
void reader_text_clean(const char *text, char *out, size_t size);
