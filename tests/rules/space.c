#include "tests/rules/space.h"

#include "tests/rules/rules_test.h"

struct space {
	const struct game *g;
	struct action *out;
	size_t n;
};

/*
 * Adds the text, which must read as an action that prints the same, unless the
 * game lacks the verb.
 */
static void
add(struct space *s, const char *text)
{
	char name[RULES_ACTION_TEXT];
	struct position any;
	struct action a;

	if (rules_action_read(s->g, text, &a) < 0)
		return;
	memset(&any, 0, sizeof(any));
	rules_action_print(s->g, &any, a, name);
	assert_string_equal(name, text);
	assert_true(s->n < SPACE_MAX);
	s->out[s->n++] = a;
}

static void
add_on_squares(struct space *s, const char *before, const char *after)
{
	char text[2 * RULES_ACTION_TEXT], sq[4];

	for (unsigned i = 0; i < rules_squares(s->g); i++) {
		rules_square_print(s->g, i, sq);
		snprintf(text, sizeof(text), "%s%s%s", before, sq, after);
		add(s, text);
	}
}

/* Adds all permutations of KQRBN. */
static void
add_masks(struct space *s, char *mask, unsigned fixed)
{
	char text[RULES_ACTION_TEXT];

	if (mask[fixed] == '\0') {
		snprintf(text, sizeof(text), "assign:%s", mask);
		add(s, text);
		return;
	}
	for (unsigned i = fixed; mask[i]; i++) {
		char first = mask[fixed];

		mask[fixed] = mask[i];
		mask[i] = first;
		add_masks(s, mask, fixed + 1);
		mask[i] = mask[fixed];
		mask[fixed] = first;
	}
}

static void
add_verbs(struct space *s)
{
	static const char *const words[] = { "end",        "pass",       "buy:extra1",
					     "buy:extra2", "buy:flight", "roll:1,1" };
	static const char *const ranks[] = { "2", "3", "4", "5", "8", "9", "10", "Q", "K" };
	char text[RULES_ACTION_TEXT], mask[] = "KQRBN", after[2] = "";

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		add(s, words[i]);
	for (unsigned roll = 2; roll < 36; roll++) {
		snprintf(text, sizeof(text), "roll:%u,%u", roll / 6 + 1, roll % 6 + 1);
		add(s, text);
	}
	for (const char *suit = "HDSC"; *suit; suit++)
		for (size_t i = 0; i < ARRAY_LEN(ranks); i++) {
			snprintf(text, sizeof(text), "play:%s%c", ranks[i], *suit);
			add(s, text);
		}
	add_masks(s, mask, 0);
	for (const char *c = "PNBRQKpnbrqk"; *c; c++) {
		snprintf(text, sizeof(text), "buy:%c@", *c);
		add_on_squares(s, text, "");
	}
	add_on_squares(s, "bury:", "");
	for (after[0] = 'a'; after[0] <= 'z'; after[0]++)
		add_on_squares(s, "promote:", after);
}

/* Adds all pairs of squares, with text between them. */
static void
add_pairs(struct space *s, const char *verb, const char *between)
{
	for (unsigned from = 0; from < rules_squares(s->g); from++) {
		char before[RULES_ACTION_TEXT], sq[4];

		rules_square_print(s->g, from, sq);
		snprintf(before, sizeof(before), "%s%s%s", verb, sq, between);
		add_on_squares(s, before, "");
	}
}

/* Adds moves from the last rank but one, of either side, with every letter. */
static void
add_promotions(struct space *s)
{
	unsigned files = rules_files(s->g), ranks = rules_ranks(s->g);

	for (unsigned i = 0; i < 2 * 26 * files * files; i++) {
		unsigned from = i % files, to = i / files % files, high = i / files / files % 2;
		char text[RULES_ACTION_TEXT], before[4], last[4];

		rules_square_print(s->g, (high ? ranks - 2 : 1) * files + from, before);
		rules_square_print(s->g, (high ? ranks - 1 : 0) * files + to, last);
		snprintf(text, sizeof(text), "%s%s%c", before, last, 'a' + i / files / files / 2);
		add(s, text);
	}
}

size_t
space_make(const struct game *g, struct action *out, size_t *verbs)
{
	struct space s = { .g = g, .out = out };

	add_verbs(&s);
	*verbs = s.n;
	add_pairs(&s, "", "");
	add_pairs(&s, "", "x");
	add_pairs(&s, "transfer:", "");
	add_promotions(&s);
	return s.n;
}
