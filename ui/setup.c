/* The choices before a game, and the request that starts it. */
#include "ui/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "ui/panel.h"

const uint8_t setup_minutes[SETUP_MINUTES] = { 1, 2, 3, 5, 10, 15, 30, 60, 90 };
const uint8_t setup_seconds[SETUP_SECONDS] = { 0, 1, 2, 3, 5, 10, 15, 30, 60 };

static const struct panel *
panel_chosen(const struct ui_setup *u)
{
	return panels[u->game < n_panels ? u->game : 0];
}

unsigned
setup_seats(const struct ui_setup *u, const char *seats[RULES_SEATS_MAX])
{
	const char *name = panel_chosen(u)->game;
	const struct game *g = rules_game(name != NULL ? name : "chess");
	unsigned n = rules_seats(g);

	for (unsigned i = 0; i < n; i++)
		seats[i] = rules_seat_name(g, i);
	return n;
}

const struct panel_option *
setup_option_of(const struct ui_setup *u, unsigned n)
{
	const struct panel_option *o = panel_chosen(u)->options;

	while (o != NULL && o->key != NULL && n-- > 0)
		o++;
	return o != NULL && o->key != NULL ? o : NULL;
}

unsigned
setup_values(const struct ui_setup *u, unsigned n)
{
	const struct panel_option *o = setup_option_of(u, n);
	unsigned values = 1;

	while (o != NULL && values < PANEL_VALUES && o->value[values] != NULL)
		values++;
	return values;
}

bool
setup_has_real_cards(const struct ui_setup *u)
{
	const struct panel_option *o;

	for (unsigned i = 0; (o = setup_option_of(u, i)) != NULL; i++)
		if (strcmp(o->value[u->option[i]], "real") == 0)
			return true;
	return false;
}

unsigned
setup_level(const struct ui_setup *u, unsigned seat)
{
	unsigned most = panel_levels(panel_chosen(u));

	if (setup_has_real_cards(u))
		return 0;
	return u->level[seat] < most ? u->level[seat] : most;
}

/* Returns a seat's hints: as in the last game, or as set for new players. */
static uint8_t
hints_begin(const struct ui_state *s, const char *seat)
{
	unsigned level = ui_hints_of(s->settings.hints);

	for (unsigned i = 0; i < s->n_hints; i++)
		if (strcmp(s->hints[i].seat, seat) == 0)
			level = s->hints[i].level;
	return (uint8_t)(level < UI_HINTS_LEVELS ? level : UI_HINTS_MOVES);
}

/* Enters the persons of the last game. */
static void
names_begin(const struct ui_state *s, struct ui_setup *u)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		if (!(s->computers >> i & 1))
			snprintf(u->name[i], sizeof(u->name[i]), "%s", s->names[i]);
}

void
setup_begin(struct ui_model *m, unsigned game)
{
	struct ui_setup *u = &m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	char name[RULES_SEATS_MAX][UI_PLAYER_TEXT];
	uint8_t computer[RULES_SEATS_MAX];
	unsigned had = setup_seats(u, seats), n;

	/* Likely the same players again; computers only where the seats are the same. */
	memcpy(name, u->name, sizeof(name));
	memcpy(computer, u->level, sizeof(computer));
	*u = (struct ui_setup){ .game = (uint8_t)game,
				.who = 1,
				.minutes = { 4, 4, 4, 4 },
				.seconds = { 3, 3, 3, 3 } };
	memcpy(u->name, name, sizeof(name));
	if (u->name[0][0] == '\0' && u->name[1][0] == '\0') /* as after a restart */
		names_begin(&m->state, u);
	n = setup_seats(u, seats);
	if (n == had)
		memcpy(u->level, computer, sizeof(computer));
	for (unsigned i = 0; i < n; i++)
		u->hints[i] = hints_begin(&m->state, seats[i]);
}

/* ---- the array, by number or cards ---- */

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

int
setup_index(const struct ui_setup *u)
{
	int n = atoi(u->entry);

	return u->n_entry == 0 || n >= (int)panels[u->game]->index_n ? -1 : n;
}

/* Puts a piece on the n-th free square from the left. */
static void
free_set(char at[SETUP_FILES], unsigned n, char piece)
{
	for (unsigned file = 0; file < SETUP_FILES; file++)
		if (at[file] == 0 && n-- == 0) {
			at[file] = piece;
			return;
		}
}

void
setup_array(unsigned index, char at[SETUP_FILES])
{
	/* The free squares of the two knights, the second one counted after the first is set. */
	static const char knights[10][2] = { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 1 },
					     { 1, 2 }, { 1, 3 }, { 2, 2 }, { 2, 3 }, { 3, 3 } };
	static const char last[] = "RKR";

	memset(at, 0, SETUP_FILES);
	at[index % 4 * 2 + 1] = 'B';
	at[index / 4 % 4 * 2] = 'B';
	free_set(at, index / 16 % 6, 'Q');
	free_set(at, (unsigned)knights[index / 96 % 10][0], 'N');
	free_set(at, (unsigned)knights[index / 96 % 10][1], 'N');
	for (unsigned i = 0; last[i] != '\0'; i++)
		free_set(at, 0, last[i]);
}

bool
setup_ready(const struct ui_setup *u)
{
	if (panels[u->game]->index_n == 0 || (u->n_entry == 0 && u->n_drawn == 0))
		return true; /* no choice: a random array */
	return u->by_cards ? u->n_drawn == UI_DRAWN_MAX : setup_index(u) >= 0;
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

static const char *const mode_names[UI_CLOCK_MODES] = { "",        "none",      "sudden",
							"fischer", "bronstein", "hourglass",
							"moves" };

unsigned
setup_clock_mode(const char *spec)
{
	for (unsigned mode = UI_CLOCK_SUDDEN; mode < UI_CLOCK_MODES; mode++)
		if (strncmp(spec, mode_names[mode], strcspn(spec, ":")) == 0 && spec[0] != '\0')
			return mode;
	return UI_CLOCK_NONE;
}

const char *
setup_clock_means(unsigned mode)
{
	static const char *const words[UI_CLOCK_MODES] = {
		"",
		N_("No clock."),
		N_("Minutes for the whole game."),
		N_("Minutes, and seconds added after each move."),
		N_("Minutes, and seconds a move that are not counted."),
		N_("The time that one player uses is added to the other's."),
		N_("40 moves in these minutes, then half as many for the rest."),
	};

	return tr(words[mode]);
}

void
setup_clock(const struct ui_setup *u, unsigned seats, char spec[UI_SPEC_TEXT])
{
	char side[RULES_SEATS_MAX][24];
	bool alike = true;
	size_t len = (size_t)snprintf(spec, UI_SPEC_TEXT, "%s", mode_names[u->mode]);

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

bool
setup_clock_take(struct ui_setup *u, const char *spec)
{
	struct ui_setup t = *u;
	char is[UI_SPEC_TEXT];

	for (t.mode = UI_CLOCK_SUDDEN; t.mode < UI_CLOCK_MODES; t.mode++)
		for (int i = 0; i < SETUP_MINUTES * SETUP_SECONDS; i++) {
			memset(t.minutes, i / SETUP_SECONDS, sizeof(t.minutes));
			memset(t.seconds, i % SETUP_SECONDS, sizeof(t.seconds));
			setup_clock(&t, 1, is);
			if (strcmp(is, spec) == 0) {
				t.side = 0;
				*u = t;
				return true;
			}
		}
	return false;
}

/* Formats "300+3" as "5+3", minutes and seconds; any other form is copied unchanged. */
static void
time_words(const char *text, size_t len, char *out, size_t size)
{
	char *end;
	unsigned long base = strtoul(text, &end, 10), more = 0;

	if (end < text + len && *end == '+')
		more = strtoul(end + 1, &end, 10);
	if (end != text + len)
		snprintf(out, size, "%.*s", (int)len, text);
	else if (base % 60 == 0)
		snprintf(out, size, "%lu+%lu", base / 60, more);
	else
		snprintf(out, size, "%lu:%02lu+%lu", base / 60, base % 60, more);
}

/* Formats "5400:2700+30" of the mode "moves", the minutes of its periods, as "90, 45+30". */
static void
periods_words(const char *times, char *text, size_t size)
{
	const char *next = strchr(times, ':'), *first = strchr(times, '/');
	char rest[24];

	if (next == NULL || first == NULL) {
		snprintf(text, size, "%s", times);
		return;
	}
	time_words(next + 1, strlen(next + 1), rest, sizeof(rest));
	snprintf(text, size, "%lu, %s", strtoul(first + 1, NULL, 10) / 60, rest);
}

void
setup_clock_words(const char *spec, char *text, size_t size)
{
	static const struct {
		const char *mode, *words;
	} kinds[] = { { "bronstein", N_("{1} delay") },
		      { "hourglass", N_("{1} glass") },
		      { "moves", N_("{1} moves") } };
	const char *times = strchr(spec, ':'), *comma;
	bool periods = strncmp(spec, "moves", 5) == 0;
	char all[64], second[24] = "";

	if (times == NULL) {
		snprintf(text, size, "%s", tr("no clock"));
		return;
	}
	times++;
	comma = strchr(times, ',');
	if (comma != NULL && (periods || strchr(comma + 1, ',') != NULL)) {
		snprintf(text, size, "%s", tr("each seat its own"));
		return;
	}
	if (periods)
		periods_words(times, all, sizeof(all));
	else
		time_words(times, comma != NULL ? (size_t)(comma - times) : strlen(times), all,
			   sizeof(all));
	if (comma != NULL)
		time_words(comma + 1, strlen(comma + 1), second, sizeof(second));
	snprintf(text, size, comma != NULL ? "%s, %s" : "%s", all, second);
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (strncmp(spec, kinds[i].mode, (size_t)(times - 1 - spec)) == 0)
			lang_print(text, size, tr(kinds[i].words), strcpy(all, text));
}

/* ---- the request ---- */

void
setup_request(const struct ui_model *m, struct ui_request *q)
{
	const struct ui_setup *u = &m->view.setup;
	const struct panel_option *o;
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats);
	size_t len = 0;

	*q = (struct ui_request){ .kind = UI_REQUEST_NEW, .lot = u->lot };
	snprintf(q->word, sizeof(q->word), "%s", panel_chosen(u)->game);
	setup_clock(u, n, q->text);
	memcpy(q->position, u->position, sizeof(q->position));
	for (unsigned i = 0; u->position[0] == '\0' && (o = setup_option_of(u, i)) != NULL; i++)
		if (u->option[i] != 0)
			len += (size_t)snprintf(q->options + len, sizeof(q->options) - len,
						"%s%s=%s", len > 0 ? " " : "", o->key,
						o->value[u->option[i]]);
	if (panels[u->game]->index_n > 0 && u->position[0] == '\0')
		array_print(u, q->options, sizeof(q->options));
	for (unsigned i = 0; i < n; i++) {
		snprintf(q->player[i].seat, sizeof(q->player[i].seat), "%s", seats[i]);
		memcpy(q->player[i].name, u->name[i], sizeof(q->player[i].name));
		q->player[i].level = (uint8_t)setup_level(u, i);
	}
}

/* Requests the hints of each seat; must follow the request for the game. */
void
setup_hints(const struct ui_model *m, struct ui_out *out)
{
	const struct ui_setup *u = &m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats);

	for (unsigned i = 0; i < n; i++) {
		struct ui_request q = { .kind = UI_REQUEST_HINTS };

		snprintf(q.seat, sizeof(q.seat), "%s", seats[i]);
		snprintf(q.word, sizeof(q.word), "%s", ui_hints_name(u->hints[i]));
		ui_out_add(out, &q);
	}
}
