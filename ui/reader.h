/*
 * Reads untrusted JSON objects. The first error is stored with the path of its
 * field, and every later call does nothing. A parser can therefore read all
 * fields and check once at the end.
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
 * Returns the member `key` of type `type`, or NULL if it is absent or null.
 * Another type is an error. JSON_TRUE stands for both truth values.
 */
json_t *reader_member(struct reader *r, const json_t *object, const char *key, json_type type);

/*
 * Reads a text for people: truncates it to `size` at a whole character and
 * blanks control characters.
 */
void reader_sentence(struct reader *r, const json_t *object, const char *key, char *out,
		     size_t size);
/* Reads an identifier: printable ASCII; a longer one is an error. "" if absent. */
void reader_name(struct reader *r, const json_t *object, const char *key, char *out, size_t size);
/* Reads an integer from min to max; returns `fallback` if absent. */
int64_t reader_integer(struct reader *r, const json_t *object, const char *key, int64_t min,
		       int64_t max, int64_t fallback);
bool reader_flag(struct reader *r, const json_t *object, const char *key, bool fallback);
/* Returns an index into words[0..n), or -1 if absent; another word is an error. */
int reader_word(struct reader *r, const json_t *object, const char *key, const char *const *words,
		size_t n);
/* Returns a list of at most `max` items, or NULL if absent. */
json_t *reader_list(struct reader *r, const json_t *object, const char *key, size_t max);

/*
 * Read squares of a game's board; NULL: no game, so every square is an error.
 * reader_square returns RULES_NO_SQ if the member is absent.
 */
unsigned reader_square(struct reader *r, const struct game *game, const json_t *object,
		       const char *key);
struct sqset reader_squares(struct reader *r, const struct game *game, const json_t *object,
			    const char *key);
/* Reads the object `lights`: squares of the game by meaning. */
void reader_lights(struct reader *r, const struct game *game, const json_t *object,
		   struct sqset light[UI_LIGHTS]);

/* Reads a move of a game. */
void ui_move_read(struct reader *r, const json_t *object, struct ui_move *m);
/* Reads the member "puzzles". Returns whether there is one. */
bool ui_puzzles_read(struct reader *r, const json_t *message, struct ui_puzzles *p);

/* Adds `key` to the path of error messages. Pass the return value to reader_leave. */
size_t reader_enter(struct reader *r, const char *key, int index);
/* The same for an item of a list, which must be an object. */
size_t reader_enter_item(struct reader *r, const char *key, size_t index, const json_t *item);
void reader_leave(struct reader *r, size_t mark);

/* Copies a text in the same way as reader_sentence. */
void reader_text_clean(const char *text, char *out, size_t size);
