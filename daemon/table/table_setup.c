/* The setup of a game: first position, shuffling, and seats. */
#include <stdio.h>
#include <string.h>

#include "daemon/table/table.h"
#include "daemon/words/words.h"
#include "hw/text/text.h"

/* ---- drawing ---- */

enum { OPTIONS_MAX = 1024 };

/* Appends a shuffling seed to the options. */
static int
with_seed(const char *options, uint64_t n, char out[OPTIONS_MAX])
{
	int len = snprintf(out, OPTIONS_MAX, "%s%sseed=%llu", options, *options ? " " : "",
			   (unsigned long long)n);

	return len < OPTIONS_MAX ? 0 : -1;
}

int
table_start_by(const struct game *g, const char *options, uint64_t n, struct position *p)
{
	char text[OPTIONS_MAX];
	struct rules_error err;

	return with_seed(options, n, text) < 0 ? -1 : rules_start(g, text, p, &err);
}

bool
table_is_shuffled(const struct game *g, const char *options)
{
	struct position p, q;

	if (table_start_by(g, options, 1, &p) < 0 || table_start_by(g, options, 2, &q) < 0)
		return false;
	/* Unused bytes are zero. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
	return memcmp(&p, &q, sizeof(p)) != 0;
}

int
table_first(struct table *t, const struct table_setup *s, struct position *p, bool *drawn)
{
	struct rules_error err = { .why = "too long" };
	char options[OPTIONS_MAX], why[WORDS_LINE];
	int r = -1;

	*drawn = !s->position && *table_next_seed(t) && table_is_shuffled(s->game, s->options);
	if (s->position)
		r = rules_parse(s->game, s->position, p, &err);
	else if (!*drawn)
		r = rules_start(s->game, s->options, p, &err);
	else if (with_seed(s->options, chance_start(table_next_seed(t)), options) == 0)
		r = rules_start(s->game, options, p, &err);
	if (r < 0) {
		words_error(err.why, why);
		text_print(t->why, sizeof(t->why), "%s: %s", s->position ? "position" : "options", why);
	}
	return r;
}

/* ---- seats ---- */

void
table_seat_names(struct table *t, const struct table_setup *s)
{
	uint8_t who[RULES_SEATS_MAX] = { 0, 1, 2, 3 };
	char name[RULES_SEATS_MAX][RECORD_TEXT_MAX];
	struct table_player player[RULES_SEATS_MAX] = { { .level = 0 } };
	uint8_t seat_from[RULES_SEATS_MAX];
	unsigned n = rules_seats(s->game);

	/* A name may point into fields that are overwritten below. */
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++)
		record_text_set(name[i], s->name[i] ? s->name[i] : "");
	if (s->seating == SEATING_LOT)
		chance_seats(t->game.seeds, n, who);
	for (unsigned i = 0; i < RULES_SEATS_MAX; i++) {
		/* The opponent in the same place has the neighbouring seat number. */
		unsigned from = s->seating == SEATING_SWAPPED ? i ^ 1u : who[i];

		seat_from[i] = (uint8_t)from;
		if (i < n)
			player[i] = s->player[from];
		if (i < n)
			memcpy(t->game.name[i], name[from], sizeof(name[from]));
		else
			t->game.name[i][0] = '\0';
	}
	table_seats_begin(t, player);
	table_match_seated(t, seat_from);
}
