/* What can be chosen before a game, and the request that begins it. */
#include "ui/setup.h"
#include "ui/phrase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/panel.h"

const struct setup_option setup_options[] = {
	{ "abstract", "table", "Table", { "neto", "aronson" }, { "Neto", "Aronson" } },
	{ "abstract", "turn", "Turn", { "single", "double" }, { "single", "double" } },
	{ "abstract", "transfers", "Transfers", { "free", "limited" }, { "free", "limited" } },
	{ "half-alice", "checkers", "Checkers", { "12", "16" }, { "12 a side", "16 a side" } },
	{ "cooperative",
	  "cards",
	  "Cards",
	  { "dealt", "real", "open" },
	  { "dealt here", "a real deck", "open hands" } },
	{ NULL, NULL, NULL, { NULL }, { NULL } },
};

const uint8_t setup_minutes[SETUP_MINUTES] = { 1, 2, 3, 5, 10, 15, 30, 60, 90 };
const uint8_t setup_seconds[SETUP_SECONDS] = { 0, 1, 2, 3, 5, 10, 15, 30, 60 };

static const char *
game_of(const struct ui_setup *u)
{
	const char *game = panels[u->game < n_panels ? u->game : 0].game;

	return game != NULL ? game : "";
}

unsigned
setup_seats(const struct ui_setup *u, const char *seats[UI_SEATS_MAX])
{
	static const char *const two[] = { "w", "b" }, *const four[] = { "wk", "bk", "wq", "bq" };
	bool crowd = strcmp(game_of(u), "crowded-house") == 0;

	for (unsigned i = 0; i < (crowd ? 4u : 2u); i++)
		seats[i] = crowd ? four[i] : two[i];
	return crowd ? 4 : 2;
}

const struct setup_option *
setup_option_of(const struct ui_setup *u, unsigned n)
{
	for (const struct setup_option *o = setup_options; o->game != NULL; o++)
		if (strcmp(o->game, game_of(u)) == 0 && n-- == 0)
			return o;
	return NULL;
}

unsigned
setup_values(const struct ui_setup *u, unsigned n)
{
	const struct setup_option *o = setup_option_of(u, n);
	unsigned values = 1;

	while (o != NULL && values < SETUP_VALUES && o->value[values] != NULL)
		values++;
	return values;
}

void
setup_begin(struct ui_model *m, unsigned game)
{
	struct ui_setup *u = &m->view.setup;
	const char *usual = m->state.settings.hints;
	uint8_t level = strcmp(usual, "off") == 0    ? UI_HINTS_OFF
			: strcmp(usual, "safe") == 0 ? UI_HINTS_SAFE
						     : UI_HINTS_MOVES;
	char name[UI_SEATS_MAX][UI_PLAYER_TEXT];

	memcpy(name, u->name, sizeof(name)); /* the same people, likely */
	*u = (struct ui_setup){ .game = (uint8_t)game,
				.minutes = { 4, 4, 4, 4 },
				.seconds = { 3, 3, 3, 3 } };
	memcpy(u->name, name, sizeof(name));
	memset(u->hints, level, sizeof(u->hints));
}

/* ---- the array of Chess960 ---- */

static const char *const cards[SETUP_PILES] = { "A357", "2468", "88TTTQ" };

const char *
setup_pile(unsigned pile)
{
	return cards[pile];
}

void
setup_card_name(char card, char out[4])
{
	snprintf(out, 4, card == 'T' ? "10" : "%c", card);
}

bool
setup_drawn_fits(const struct ui_setup *u)
{
	return u->n_drawn == UI_DRAWN_MAX;
}

int
setup_index(const struct ui_setup *u)
{
	int n = atoi(u->entry);

	return u->n_entry == 0 || n >= (int)panels[u->game].index_n ? -1 : n;
}

bool
setup_ready(const struct ui_setup *u)
{
	if (panels[u->game].index_n == 0 || (u->n_entry == 0 && u->n_drawn == 0))
		return true; /* drawn by lot where nothing is chosen */
	return u->by_cards ? setup_drawn_fits(u) : setup_index(u) >= 0;
}

static void
array_print(const struct ui_setup *u, char *out, size_t size)
{
	size_t len;

	if (!u->by_cards) {
		if (setup_index(u) >= 0)
			snprintf(out, size, "index=%d", setup_index(u));
		return;
	}
	len = (size_t)snprintf(out, size, "cards=");
	for (unsigned i = 0; i < u->n_drawn; i++) {
		char name[4];

		setup_card_name((char)u->drawn[i], name);
		len += (size_t)snprintf(out + len, size - len, "%s%s", i > 0 ? "," : "", name);
	}
}

/* ---- clocks ---- */

static void
side_print(const struct ui_setup *u, unsigned side, char *out, size_t size)
{
	unsigned minutes = setup_minutes[u->minutes[side]], more = setup_seconds[u->seconds[side]];

	if (u->mode == UI_CLOCK_MOVES)
		snprintf(out, size, "40/%u:%u+%u", minutes * 60, minutes * 30, more);
	else if (u->mode == UI_CLOCK_FISCHER || u->mode == UI_CLOCK_BRONSTEIN)
		snprintf(out, size, "%u+%u", minutes * 60, more);
	else
		snprintf(out, size, "%u", minutes * 60);
}

void
setup_clock(const struct ui_setup *u, unsigned seats, char spec[UI_SPEC_TEXT])
{
	static const char *const words[UI_CLOCK_MODES] = { "",        "none",      "sudden",
							   "fischer", "bronstein", "hourglass",
							   "moves" };
	char side[UI_SEATS_MAX][24];
	bool alike = true;
	size_t len = (size_t)snprintf(spec, UI_SPEC_TEXT, "%s", words[u->mode]);

	if (u->mode <= UI_CLOCK_NONE)
		return;
	for (unsigned i = 0; i < seats; i++) {
		side_print(u, i, side[i], sizeof(side[i]));
		alike = alike && strcmp(side[i], side[0]) == 0;
	}
	for (unsigned i = 0; i < (alike ? 1 : seats); i++)
		len += (size_t)snprintf(spec + len, UI_SPEC_TEXT - len, "%c%s", i == 0 ? ':' : ',',
					side[i]);
}

/* "300+3" as "5 min + 3 s"; what is not of that form stays as it is. */
static void
time_words(const char *text, size_t len, char *out, size_t size)
{
	char *end;
	unsigned long base = strtoul(text, &end, 10), more = 0;

	if (end < text + len && *end == '+')
		more = strtoul(end + 1, &end, 10);
	if (end != text + len)
		snprintf(out, size, "%.*s", (int)len, text);
	else if (more == 0)
		snprintf(out, size, base % 60 == 0 ? phrase("%lu min") : phrase("%lu s"),
			 base % 60 == 0 ? base / 60 : base);
	else
		snprintf(out, size,
			 base % 60 == 0 ? phrase("%lu min + %lu") : phrase("%lu s + %lu"),
			 base % 60 == 0 ? base / 60 : base, more);
}

void
setup_clock_words(const char *spec, char *text, size_t size)
{
	const char *times = strchr(spec, ':'), *comma;
	char side[2][24];

	comma = times != NULL ? strchr(times, ',') : NULL;
	if (comma != NULL && (strchr(comma + 1, ',') != NULL || strncmp(spec, "moves", 5) == 0)) {
		snprintf(text, size, "each seat its own");
		return;
	}
	if (times == NULL || strncmp(spec, "moves", 5) == 0) {
		snprintf(text, size, "%s",
			 spec[0] == '\0' ? "as usual"
			 : times != NULL ? times + 1
					 : spec);
		return;
	}
	times++;
	time_words(times, comma != NULL ? (size_t)(comma - times) : strlen(times), side[0],
		   sizeof(side[0]));
	if (comma == NULL) {
		snprintf(text, size, "%s", side[0]);
		return;
	}
	time_words(comma + 1, strlen(comma + 1), side[1], sizeof(side[1]));
	snprintf(text, size, "%s, %s", side[0], side[1]);
}

/* ---- the request ---- */

void
setup_request(const struct ui_model *m, struct ui_request *q)
{
	const struct ui_setup *u = &m->view.setup;
	const struct setup_option *o;
	const char *seats[UI_SEATS_MAX];
	unsigned n = setup_seats(u, seats);
	size_t len = 0;

	*q = (struct ui_request){ .kind = UI_REQUEST_NEW, .lot = u->lot };
	snprintf(q->word, sizeof(q->word), "%s", game_of(u));
	setup_clock(u, n, q->text);
	for (unsigned i = 0; (o = setup_option_of(u, i)) != NULL; i++)
		if (u->option[i] != 0)
			len += (size_t)snprintf(q->options + len, sizeof(q->options) - len,
						"%s%s=%s", len > 0 ? " " : "", o->key,
						o->value[u->option[i]]);
	if (panels[u->game].index_n > 0)
		array_print(u, q->options, sizeof(q->options));
	for (unsigned i = 0; i < n; i++) {
		snprintf(q->player[i].seat, sizeof(q->player[i].seat), "%s", seats[i]);
		memcpy(q->player[i].name, u->name[i], sizeof(q->player[i].name));
	}
}

/* Hints follow the game they are for, each seat's that are not as the table has them. */
void
setup_hints(const struct ui_model *m, struct ui_out *out)
{
	static const char *const levels[] = { "off", "moves", "safe" };
	const struct ui_setup *u = &m->view.setup;
	const char *seats[UI_SEATS_MAX];
	unsigned n = setup_seats(u, seats);

	for (unsigned i = 0; i < n; i++) {
		struct ui_request q = { .kind = UI_REQUEST_HINTS };

		snprintf(q.seat, sizeof(q.seat), "%s", seats[i]);
		snprintf(q.word, sizeof(q.word), "%s", levels[u->hints[i] % 3]);
		ui_out_add(out, &q);
	}
}
