/* A game before it begins: players, options, clock, hints. */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/seat.h"
#include "ui/setup.h"

/* The fields, used as arguments of their targets. Options and seats are consecutive. */
enum field {
	FIELD_NAMES,
	FIELD_LOT,
	FIELD_CLOCK,
	FIELD_ARRAY,
	FIELD_OPTION,                   /* and the next two */
	FIELD_HINTS = FIELD_OPTION + 3, /* and the next three */
	FIELD_WHO = FIELD_HINTS + RULES_SEATS_MAX,
	FIELDS,
};

static const char *const lots[] = { N_("as entered"), N_("swapped"), N_("random") };
static const char *const levels[UI_HINTS_LEVELS] = { N_("off"), N_("moves"), N_("moves, dangers"),
						       N_("moves, graded") };

enum { VALUE_TEXT = 64, HELP_TEXT = 320 };

/* Returns the name that was entered for the n-th seat of two, after the chosen exchange. */
static const char *
name_of(const struct ui_setup *u, unsigned n)
{
	unsigned i = u->lot == UI_LOT_SWAPPED ? 1 - n : n;

	if (u->name[i][0] != '\0')
		return u->name[i];
	return setup_level(u, i) > 0 ? tr("Computer") : "?";
}

/* Formats who plays: "White – Black" and the names in that order; a lot assigns no colours. */
static void
names_format(const struct ui_setup *u, char *name, char *value)
{
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats), named = 0;

	lang_print(name, VALUE_TEXT, tr("Players"));
	for (unsigned i = 0; i < n; i++)
		named += u->name[i][0] != '\0';
	if (named == 0)
		lang_print(value, VALUE_TEXT, tr("enter names here"));
	else if (n > 2)
		lang_print(value, VALUE_TEXT, tr("{1} of {2} named"), LANG_N(named), LANG_N(n));
	else
		snprintf(value, VALUE_TEXT, "%s \u2013 %s", name_of(u, 0), name_of(u, 1));
	if (named > 0 && n == 2 && u->lot != UI_LOT_DRAWN)
		snprintf(name, VALUE_TEXT, "%s \u2013 %s", seat_name(panels[u->game]->game, seats[0]),
			 seat_name(panels[u->game]->game, seats[1]));
}

/* Formats which seats are computers: "Black, level 4". */
static void
who_format(const struct ui_setup *u, char *value)
{
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats), computers = 0, last = 0;

	for (unsigned i = 0; i < n; i++)
		if (setup_level(u, i) > 0) {
			computers++;
			last = i;
		}
	if (computers == 1)
		lang_print(value, VALUE_TEXT, tr("{1}, level {2}"),
			   seat_name(panels[u->game]->game, seats[last]),
			   LANG_N(setup_level(u, last)));
	else if (computers > 1)
		lang_print(value, VALUE_TEXT, tr("{1} of {2} seats"), LANG_N(computers), LANG_N(n));
	else
		lang_print(value, VALUE_TEXT, tr(C_("computers", "none")));
}

static void
array_format(const struct ui_setup *u, char *value)
{
	if (u->by_cards && u->n_drawn > 0)
		lang_print(value, VALUE_TEXT,
			   u->n_drawn == UI_DRAWN_MAX ? tr("by cards") : tr("cards\u2026"));
	else if (u->n_entry > 0)
		snprintf(value, VALUE_TEXT, "%s", u->entry);
	else
		lang_print(value, VALUE_TEXT, tr("random"));
}

/* Formats the chosen clock, or the one in the settings. */
static void
clock_format(const struct ui_model *m, unsigned seats, char *value)
{
	char spec[UI_SPEC_TEXT], usual[VALUE_TEXT];

	setup_clock(&m->view.setup, seats, spec);
	setup_clock_words(spec, value, VALUE_TEXT);
	if (m->view.setup.mode != UI_CLOCK_USUAL)
		return;
	setup_clock_words(m->state.settings.clock, usual, sizeof(usual));
	lang_print(value, VALUE_TEXT, tr("default: {1}"), usual);
}

/* Reports whether one field is for the hints of all seats: a game with three options fills the page. */
static bool
hints_are_together(const struct ui_setup *u)
{
	return setup_option_of(u, UI_OPTIONS - 1) != NULL;
}

/* Formats name and value of a field; returns false if this game lacks it. */
static bool
field_format(const struct ui_model *m, unsigned field, char *name, char *value)
{
	const struct ui_setup *u = &m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	unsigned n = setup_seats(u, seats), seat = field - FIELD_HINTS;
	const struct panel_option *o;

	if (field == FIELD_NAMES) {
		names_format(u, name, value);
	} else if (field == FIELD_LOT) {
		lang_print(name, VALUE_TEXT, tr("Colours"));
		snprintf(value, VALUE_TEXT, "%s", tr(lots[u->lot % 3]));
	} else if (field == FIELD_CLOCK) {
		lang_print(name, VALUE_TEXT, tr("Clock"));
		clock_format(m, n, value);
	} else if (field == FIELD_ARRAY) {
		lang_print(name, VALUE_TEXT, tr("Array"));
		array_format(u, value);
		return panels[u->game]->index_n > 0 && u->position[0] == '\0';
	} else if (field == FIELD_WHO) {
		lang_print(name, VALUE_TEXT, tr("Computer"));
		who_format(u, value);
	} else if (field < FIELD_HINTS) {
		o = setup_option_of(u, field - FIELD_OPTION);
		if (o == NULL || u->position[0] != '\0')
			return false;
		snprintf(name, VALUE_TEXT, "%s", tr(o->name));
		snprintf(value, VALUE_TEXT, "%s", tr(o->word[u->option[field - FIELD_OPTION]]));
	} else {
		if (seat >= (hints_are_together(u) ? 1 : n))
			return false;
		if (hints_are_together(u))
			lang_print(name, VALUE_TEXT, tr("Hints"));
		else
			lang_print(name, VALUE_TEXT, n > 2 ? tr("{1} hints") : tr("Hints of {1}"),
				   seat_name(panels[u->game]->game, seats[seat]));
		snprintf(value, VALUE_TEXT, "%s", tr(levels[u->hints[seat] % UI_HINTS_LEVELS]));
	}
	return true;
}

/* Returns the field in the n-th place: who plays comes right after the names. */
static unsigned
field_at(unsigned n)
{
	return n == 0 ? FIELD_NAMES : n == 1 ? FIELD_WHO : n - 1;
}

/* Writes why the chosen array is none yet. */
static void
array_lacks(const struct ui_setup *u, char *why, size_t size)
{
	if (u->by_cards)
		lang_print(why, size, tr("Array: {1} of {2} cards are drawn"), LANG_N(u->n_drawn),
			   LANG_N((unsigned)UI_DRAWN_MAX));
	else
		lang_print(why, size, tr("Array: {1} is too large, the last one is {2}"), u->entry,
			   LANG_N(panels[u->game]->index_n - 1));
}

/* Draws the start button, or the reason why the game cannot start. */
static void
start_draw(const struct page_draw *d, struct rect start)
{
	const struct ui_setup *u = &d->m->view.setup;
	const struct panel *p = panels[u->game];
	const struct game *g = rules_game(p->game);
	char why[2 * VALUE_TEXT];

	if (panel_fits(p, &d->m->room) && setup_ready(u)) {
		widget_button(d, start, BUTTON_MAIN, TARGET_START, 0, tr("Start"));
		return;
	}
	if (panel_fits(p, &d->m->room))
		array_lacks(u, why, sizeof(why));
	else
		lang_print(why, sizeof(why), tr("Needs {1}x{2} squares; this board has {3}x{4}"),
			   LANG_N(rules_files(g)), LANG_N(rules_ranks(g)),
			   LANG_N(d->m->room.files), LANG_N(d->m->room.ranks));
	draw_text(d->l, PAL_TEXT_WARN, widget_card(d, start, PAL_WARN), d->g->small_px,
		  DRAW_CENTRE, why);
}

/* What a lifted piece lights, by the level of the hints. */
static const char *const lights[UI_HINTS_LEVELS] = {
	N_("Hints off: a lifted piece lights nothing."),
	N_("Moves: where a lifted piece may go."),
	N_("Dangers: where a lifted piece could be captured."),
	N_("Graded: how good each move of a lifted piece is."),
};

/* Explains the chosen clock, the highest level of hints, and alerts, in the room that the fields leave. */
static void
help_draw(const struct page_draw *d, struct rect box)
{
	const struct ui_setup *u = &d->m->view.setup;
	const char *seats[RULES_SEATS_MAX];
	char spec[UI_SPEC_TEXT], text[HELP_TEXT], clock[VALUE_TEXT];
	unsigned n = setup_seats(u, seats), level = UI_HINTS_OFF;

	if (u->position[0] != '\0' && box.h >= 2 * d->g->small_line) {
		draw_text(d->l, PAL_TEXT, box, d->g->small_px, DRAW_TOP,
			  tr("The game begins at the position that the review showed. The lamps "
			     "lead its pieces to their squares."));
		return;
	}
	setup_clock(u, n, spec);
	if (u->mode == UI_CLOCK_USUAL)
		snprintf(spec, sizeof(spec), "%.*s", UI_SPEC_TEXT - 1, d->m->state.settings.clock);
	setup_clock_words(spec, clock, sizeof(clock));
	if (setup_clock_mode(spec) == UI_CLOCK_NONE)
		snprintf(text, sizeof(text), "%s", setup_clock_means(UI_CLOCK_NONE));
	else
		lang_print(text, sizeof(text), tr("Clock: {1}. {2}"), clock,
			   setup_clock_means(setup_clock_mode(spec)));
	for (unsigned i = 0; i < n; i++)
		level = u->hints[i] > level ? u->hints[i] : level;
	lang_append(text, sizeof(text), " {1} {2}", tr(lights[level % UI_HINTS_LEVELS]),
		    tr("Blunder alert (menu, Players): asks before a blunder is final."));
	if (box.h >= 2 * d->g->small_line)
		draw_text(d->l, PAL_TEXT_DIM, box, d->g->small_px, DRAW_TOP, text);
}

static void
setup_layout(const struct page_draw *d)
{
	const struct ui_setup *u = &d->m->view.setup;
	const struct panel *p = panels[u->game];
	struct rect rest = widget_title_alert(d, 2, tr(p->title));
	struct rect start = rect_cut_bottom(&rest, d->g->touch, d->g->gap);
	int across = 2, down = (rest.h + d->g->gap) / (d->g->touch + d->g->gap), at = 0;
	char name[VALUE_TEXT], value[VALUE_TEXT];
	struct rect help = rest;

	rest.h = (int16_t)(down * (d->g->touch + d->g->gap) - d->g->gap);
	widget_title_button(d, 0, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_HELP, tr("Rules"));
	widget_title_button(d, 1, BUTTON_PLAIN, TARGET_PAGE, UI_PAGE_LESSONS, tr("Lessons"));
	for (unsigned i = 0; i < FIELDS; i++)
		if (field_format(d->m, field_at(i), name, value))
			widget_field(d, rect_cell(rest, across, down, d->g->gap, at++),
				     BUTTON_PLAIN, TARGET_ROW, field_at(i), name, value);
	(void)rect_cut_top(&help, (at + across - 1) / across * (d->g->touch + d->g->gap), 0);
	help_draw(d, help);
	start_draw(d, start);
}

static void
start(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q;
	char text[UI_SENTENCE_TEXT];

	setup_request(m, &q);
	q.yes = m->state.phase == UI_PHASE_PLAYING;
	/* A current game without a move is abandoned without a question. */
	if (q.yes && m->state.n_actions > 0) {
		lang_print(text, sizeof(text),
			   m->state.hides ? tr("{1} has secrets and cannot be resumed. Begin a new "
					       "game of {2}?")
					  : tr("Keep the game of {1} unfinished and begin a new "
					       "game of {2}?"),
			   panel_title(&m->state), tr(panels[m->view.setup.game]->title));
		ui_model_confirm(m, &q, UI_PAGE_PLAY, text);
		return;
	}
	ui_out_add(out, &q);
	setup_hints(m, out);
	ui_model_go(m, UI_PAGE_PLAY);
}

static void
field_touch(struct ui_model *m, unsigned field)
{
	struct ui_setup *u = &m->view.setup;

	if (field == FIELD_NAMES) {
		u->namer = 0;
		ui_model_open(m, UI_PAGE_NAMES);
	} else if (field == FIELD_LOT) {
		u->lot = (uint8_t)((u->lot + 1) % 3);
	} else if (field == FIELD_CLOCK) {
		m->view.for_settings = false;
		ui_model_open(m, UI_PAGE_CLOCK);
	} else if (field == FIELD_ARRAY) {
		ui_model_open(m, UI_PAGE_ARRAY);
	} else if (field == FIELD_WHO) {
		ui_model_open(m, UI_PAGE_WHO);
	} else if (field < FIELD_HINTS) {
		unsigned n = field - FIELD_OPTION;

		u->option[n] = (uint8_t)((u->option[n] + 1u) % setup_values(u, n));
	} else if (field < FIELD_WHO) {
		uint8_t level = (uint8_t)((u->hints[field - FIELD_HINTS] + 1) % UI_HINTS_LEVELS);

		if (hints_are_together(u))
			memset(u->hints, level, sizeof(u->hints));
		else
			u->hints[field - FIELD_HINTS] = level;
	}
}

static void
setup_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_ROW) {
		field_touch(m, arg);
	} else if (id == TARGET_START) {
		start(m, out);
	} else if (id == TARGET_TROUBLES) {
		ui_model_open(m, UI_PAGE_TROUBLES);
	} else if (id == TARGET_PAGE && arg == UI_PAGE_LESSONS) {
		page_lessons_open(m, m->view.setup.game);
	} else if (id == TARGET_PAGE) {
		m->view.help_game = m->view.setup.game;
		m->view.help_card = 0;
		m->view.help_paged = false;
		ui_model_open(m, UI_PAGE_HELP);
	}
}

const struct page page_setup = {
	.name = "setup",
	.layout = setup_layout,
	.activate = setup_activate,
};
