/* Start positions and their key=value options. */
#include <assert.h>
#include <string.h>

#include "rules/game.h"

/* Returns the index of a key among the game's own options, or -1. */
static int
option_index(const struct game *g, struct word key)
{
	for (int i = 0; g->options && g->options[i]; i++)
		if (word_is(key, g->options[i]))
			return i;
	return -1;
}

struct options {
	struct word value[GAME_OPTIONS_MAX];
	struct word seed_text;
	uint64_t seed;
};

static int
option_read(const struct game *g, struct word w, size_t at, struct options *o,
	    struct rules_error *err)
{
	const char *equals = memchr(w.s, '=', w.len);
	struct word key = { w.s, equals ? (size_t)(equals - w.s) : w.len };
	struct word *slot;
	int i;

	if (!equals)
		return error_quote(err, at, "an option is KEY=VALUE, not", w);
	i = option_index(g, key);
	if (i < 0 && !word_is(key, "seed"))
		return error_quote(err, at, "this game has no such option:", key);
	slot = i < 0 ? &o->seed_text : &o->value[i];
	if (slot->s)
		return error_quote(err, at, "given twice:", key);
	*slot = (struct word){ equals + 1, w.len - key.len - 1 };
	if (i < 0 && word_number(*slot, UINT64_MAX, &o->seed) < 0)
		return error_quote(err, at, "seed is a number from 0 to 18446744073709551615, not",
				   *slot);
	return 0;
}

static int
options_read(const struct game *g, const char *text, struct options *o, struct rules_error *err)
{
	struct fields f = fields_of(text);
	struct word w;
	size_t at = 0;

	memset(o, 0, sizeof(*o));
	if (*text == '\0')
		return 0;
	for (; fields_next(&f, &w); at = f.at)
		if (option_read(g, w, at, o, err) < 0)
			return -1;
	return 0;
}

int
rules_start(const struct game *g, const char *options, struct position *p, struct rules_error *err)
{
	struct options o;

	if (options_read(g, options, &o, err) < 0)
		return -1;
	if (g->start)
		return g->start(p, o.value, o.seed_text.s ? &o.seed : NULL, err);
	return rules_parse(g, g->start_text, p, err);
}
