/*
 * The first steps, once on a new board: its language, its chips, its squares, the players, the
 * first game. The daemon keeps that they were shown (setting `introduced`).
 *
 * While the squares are checked the daemon calibrates: it takes no moves and lights no lamps. The
 * step leaves calibration without a result. A game with a move cannot be interrupted so; then the
 * squares are not checked.
 */
#include <stdio.h>
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"
#include "ui/setup.h"

enum first_step { STEP_LANGUAGE, STEP_BOARD, STEP_SQUARES, STEP_NAMES, STEP_GAME, STEPS };
enum { SQUARES_NAMED = 6, SQUARES_TEXT = 64, CHIPS_NAMED = 3 };

static enum first_step
step_of(const struct ui_model *m)
{
	return (enum first_step)(m->view.more % STEPS);
}

static bool
first_senses(const struct ui_model *m)
{
	return step_of(m) == STEP_BOARD || step_of(m) == STEP_SQUARES;
}

/* Reports whether a game with a move is on the board: its pieces stay where they are. */
static bool
game_runs(const struct ui_state *s)
{
	return s->phase == UI_PHASE_PLAYING && (s->n_actions > 0 || s->has_provisional);
}

static bool
checks_squares(const struct ui_model *m)
{
	return m->view.page == UI_PAGE_FIRST && step_of(m) == STEP_SQUARES && !game_runs(&m->state);
}

bool
page_first_types(const struct ui_model *m)
{
	return step_of(m) == STEP_NAMES;
}

void
page_first_open(struct ui_model *m)
{
	m->ticked = (struct sqset){ { 0 } };
	m->has_edges = false;
	m->has_diagnostics = false;
	m->view.named = false;
	ui_model_open(m, UI_PAGE_FIRST);
}

/* Ticks the squares that have changed since the daemon takes no moves. */
static void
first_sensed(struct ui_model *m)
{
	bool ticks = checks_squares(m) && m->state.calibration.on && m->has_edges;

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++) {
		uint32_t edges = m->diagnostics.at[sq].edges;

		if (ticks && edges > m->edges_before[sq])
			sqset_add(&m->ticked, sq);
		m->edges_before[sq] = edges;
	}
	m->has_edges = true;
}

/* ---- layouts ---- */

/* Draws the step's buttons and title. Returns the rest of the window. */
static struct rect
bar_layout(const struct page_draw *d, const char *title)
{
	struct rect rest = d->g->whole, bar = rect_cut_top(&rest, d->g->bar, d->g->gap);
	enum first_step step = step_of(d->m);
	bool leads_back = step > 0 || d->m->view.came[UI_PAGE_FIRST] != 0;
	int w = d->g->button_w + d->g->gap;

	widget_button(d, rect_of(bar.x, bar.y, d->g->button_w, bar.h),
		      leads_back ? BUTTON_PLAIN : BUTTON_OFF, TARGET_BACK, 0, tr("Back"));
	draw_textf(d->l, PAL_TEXT, rect_of(bar.x + w, bar.y, bar.w - 3 * w, bar.h), d->g->title_px,
		   DRAW_BOLD | DRAW_CENTRE, "%s %d/%d", title, (int)step + 1, (int)STEPS);
	widget_title_button(d, 1, BUTTON_PLAIN, TARGET_DONE, 0, tr("Skip all"));
	widget_title_button(d, 0, BUTTON_MAIN, TARGET_STEP, 0,
			    step == STEP_GAME ? tr("Finish") : tr("Next"));
	return rest;
}

static void
language_layout(const struct page_draw *d)
{
	const struct ui_model *m = d->m;
	struct rect rest = bar_layout(d, tr("Language"));
	int columns = m->n_languages < 8 ? 2 : 4, rows = m->n_languages / columns + 1;

	draw_text(d->l, PAL_TEXT, rect_cut_top(&rest, 2 * d->g->text_line, d->g->gap),
		  d->g->text_px, 0, tr("Welcome. Which language shall the board use?"));
	if (rest.h > rows * 2 * d->g->touch)
		rest.h = (int16_t)(rows * 2 * d->g->touch);
	for (int i = 0; i <= m->n_languages; i++) {
		const char *language = i > 0 ? m->language[i - 1] : "";
		bool is = strcmp(language, d->s->settings.language) == 0;

		widget_button(d, rect_cell(rest, columns, rows, d->g->gap, i),
			      is ? BUTTON_ON : BUTTON_PLAIN, TARGET_OPTION, (unsigned)i,
			      i > 0 ? m->language_own[i - 1] : page_language_english());
	}
}

/* Formats up to CHIPS_NAMED silent chips: "Sensors 1 (0x21), Lamps 0 (0x50), +2". */
static unsigned
silent_format(const struct ui_diagnostics *g, char *text, size_t size)
{
	const char *gap = "";
	size_t len = 0;
	unsigned n = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < g->n_chips; i++) {
		const struct ui_chip *c = &g->chip[i];

		if (c->works || n++ >= CHIPS_NAMED)
			continue;
		len += (size_t)snprintf(text + len, size - len, "%s%.18s %u (%.18s)", gap,
					tr(c->name), c->index, c->where);
		gap = ", ";
	}
	if (n > CHIPS_NAMED)
		snprintf(text + len, size - len, ", +%u", n - CHIPS_NAMED);
	return n;
}

static void
chips_draw(const struct page_draw *d, struct rect rest)
{
	const struct ui_diagnostics *g = &d->m->diagnostics;
	char silent[160];
	unsigned n = silent_format(g, silent, sizeof(silent));

	if (n == 0) {
		draw_filled(
			d->l, PAL_TEXT_SHOWN, rest, d->g->text_px, DRAW_TOP,
			tr("All {1} parts of its electronics answer. There is nothing to do here: "
			   "touch Next."),
			LANG_N(g->n_chips));
		return;
	}
	draw_filled(d->l, PAL_TEXT_WARN, rect_cut_top(&rest, 4 * d->g->text_line, d->g->gap),
		    d->g->text_px, DRAW_TOP, tr("No answer from {1} of {2} parts: {3}."), LANG_N(n),
		    LANG_N(g->n_chips), silent);
	draw_text(d->l, PAL_TEXT, rest, d->g->text_px, DRAW_TOP,
		  tr("Look at their plugs and wires; this page follows. You may also go on: the "
		     "board plays with the parts that answer."));
}

static void
found_layout(const struct page_draw *d)
{
	const struct ui_room *room = &d->m->room;
	struct rect rest = bar_layout(d, tr("The board"));

	draw_filled(d->l, PAL_TEXT, rect_cut_top(&rest, 3 * d->g->text_line, d->g->gap),
		    d->g->text_px, 0, tr("Found: the board {1}, with {2} x {3} squares."),
		    room->name, LANG_N(room->files), LANG_N(room->ranks));
	if (d->m->has_diagnostics)
		chips_draw(d, rest);
	else
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->text_px, DRAW_TOP,
			  tr("One moment \u2026"));
}

/* Returns the squares of the board that have not changed yet. */
static struct sqset
squares_left(const struct ui_model *m)
{
	struct sqset left = { { 0 } };

	for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
		if (sq % RULES_FILES_MAX < m->room.files && sq / RULES_FILES_MAX < m->room.ranks &&
		    !sqset_has(m->ticked, sq))
			sqset_add(&left, sq);
	return left;
}

/* Reports whether so few squares are left that they may be broken, not just untried. */
static bool
are_few(struct sqset left)
{
	return sqset_count(left) <= SQUARES_NAMED;
}

static void
square_draw(const struct page_draw *d, struct rect box, unsigned sq)
{
	const struct ui_sensor *s = &d->m->diagnostics.at[sq];
	bool ticked = sqset_has(d->m->ticked, sq), full = s->known && s->sense != UI_SENSE_EMPTY;
	struct rect inside = rect_inset(box, 1);

	draw_fill(d->l, ticked ? PAL_BUTTON_ON : PAL_BUTTON, inside, 0);
	if (full) {
		draw_disc(d->l, PAL_TEXT_DIM, rect_inset(box, box.w / 6));
		draw_disc(d->l, PAL_FACE, rect_inset(box, box.w / 6 + 2)); /* as on the board's page */
	}
	if (ticked)
		draw_text(d->l, PAL_TEXT_DARK, box, d->g->small_px, DRAW_CENTRE,
			  "\u2713");
	else if (d->m->view.named && are_few(squares_left(d->m)))
		draw_cross(d->l, PAL_EXTRA, inside, box.w / 12 + 1);
}

static void
squares_words(const struct page_draw *d, struct rect box)
{
	char names[SQUARES_TEXT];
	struct sqset left = squares_left(d->m);
	unsigned n = sqset_count(left);

	page_squares_format(left, SQUARES_NAMED, names, sizeof(names));
	draw_filled(d->l, n > 0 ? PAL_TEXT : PAL_TEXT_SHOWN,
		    rect_cut_top(&box, d->g->text_line, d->g->gap), d->g->text_px, DRAW_BOLD,
		    n == 1 ? tr("{1} square left") : tr("{1} squares left"), LANG_N(n));
	if (d->m->view.error[0] != '\0' && !d->s->calibration.on) /* asked for again */
		draw_text(d->l, PAL_TEXT_WARN, box, d->g->small_px, DRAW_TOP, d->m->view.error);
	else if (n == 0)
		draw_text(d->l, PAL_TEXT, box, d->g->small_px, DRAW_TOP,
			  tr("Every square works."));
	else if (d->m->view.named && !are_few(left))
		draw_filled(d->l, PAL_TEXT, box, d->g->small_px, DRAW_TOP,
			    tr("{1} squares are not tried yet. Move the piece over them, or touch "
			       "Next once more to leave them out."),
			    LANG_N(n));
	else if (d->m->view.named)
		draw_filled(d->l, PAL_TEXT_WARN, box, d->g->small_px, DRAW_TOP,
			    tr("Never changed: {1}. Try these squares once more, else look for a "
			       "loose wire. Next goes on."),
			    names);
	else
		draw_text(
			d->l, PAL_TEXT, box, d->g->small_px, DRAW_TOP,
			sqset_empty(d->m->ticked)
				? tr("Take all pieces off, then move one piece over the whole "
				     "board. "
				     "Each square that senses it gets a tick. No move is made "
				     "meanwhile. To leave this out, touch Next.")
				: tr("Move the piece over the other squares too. Each square that "
				     "senses it gets a tick."));
}

static void
squares_layout(const struct page_draw *d)
{
	const struct ui_room *room = &d->m->room;
	struct rect rest = bar_layout(d, tr("Squares")), panel, board;
	int w = d->g->board.w - d->g->pad;

	board = rect_of(rest.x, rest.y, w, rest.h);
	panel = rect_of(rest.x + w + d->g->gap, rest.y, rest.w - w - d->g->gap, rest.h);
	if (d->m->has_diagnostics)
		for (unsigned sq = 0; sq < RULES_SQUARES_MAX; sq++)
			if (sq % RULES_FILES_MAX < room->files && sq / RULES_FILES_MAX < room->ranks)
				square_draw(d,
					    board_box(d, board, room->files, room->ranks,
						      sq / RULES_FILES_MAX * room->files +
							      sq % RULES_FILES_MAX),
					    sq);
	board_names(d, board, room->files, room->ranks);
	if (game_runs(&d->m->state))
		draw_text(d->l, PAL_TEXT, panel, d->g->small_px, DRAW_TOP,
			  tr("A game is running, so the squares are not checked: leave its pieces "
			     "where they are. After the game, the settings show these steps "
			     "again."));
	else
		squares_words(d, panel);
}

static void
first_layout(const struct page_draw *d)
{
	struct rect rest;

	switch (step_of(d->m)) {
	case STEP_LANGUAGE:
		language_layout(d);
		break;
	case STEP_BOARD:
		found_layout(d);
		break;
	case STEP_SQUARES:
		squares_layout(d);
		break;
	case STEP_NAMES:
		page_names_keys(d, bar_layout(d, tr("Players")));
		break;
	case STEP_GAME:
	case STEPS:
		rest = page_home_games(d, bar_layout(d, tr("First game")));
		draw_text(d->l, PAL_TEXT_DIM, rest, d->g->small_px, DRAW_CENTRE,
			  tr("Touch the first game, or Finish."));
		break;
	}
}

/* ---- touches ---- */

static void
step_go(struct ui_model *m, unsigned step)
{
	m->view.more = (uint8_t)step;
	m->view.named = false;
	m->view.error[0] = '\0';
	m->view.setup.namer = 0;
	ui_model_go(m, UI_PAGE_FIRST);
}

/* Ends the first steps, which do not return by themselves. Shows a question that was opened. */
static void
steps_end(struct ui_model *m, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_SET_FLAG, .word = "introduced", .yes = true };

	if (!m->state.settings.introduced)
		ui_out_add(out, &q);
	m->view.error[0] = '\0';
	ui_model_back(m); /* home at the first start, else the settings */
	if (prompt_covers(&m->state.prompt))
		ui_model_go(m, UI_PAGE_PLAY);
}

/* Shows which squares never changed, before the step ends. */
static bool
squares_are_named(struct ui_model *m)
{
	if (step_of(m) != STEP_SQUARES || m->view.named || sqset_empty(m->ticked))
		return false;
	m->view.named = !sqset_empty(squares_left(m));
	return m->view.named;
}

static void
language_choose(struct ui_model *m, unsigned at, struct ui_out *out)
{
	struct ui_request q = { .kind = UI_REQUEST_SET_TEXT, .word = "language" };

	if (at > m->n_languages)
		return;
	snprintf(q.text, sizeof(q.text), "%s", at > 0 ? m->language[at - 1] : "");
	ui_out_add(out, &q);
}

static void
first_back(struct ui_model *m, struct ui_out *out)
{
	(void)out;
	if (step_of(m) > 0)
		step_go(m, step_of(m) - 1u);
	else if (m->view.came[UI_PAGE_FIRST] != 0)
		ui_model_back(m);
}

static void
first_activate(struct ui_model *m, unsigned id, unsigned arg, struct ui_out *out)
{
	if (id == TARGET_STEP) {
		if (step_of(m) == STEP_GAME)
			steps_end(m, out);
		else if (!squares_are_named(m))
			step_go(m, step_of(m) + 1u);
	} else if (id == TARGET_DONE) {
		steps_end(m, out);
	} else if (id == TARGET_OPTION) {
		language_choose(m, arg, out);
	} else if (id == TARGET_GAME) {
		if (panel_fits(panels[arg], &m->room)) {
			steps_end(m, out);
			ui_model_go(m, UI_PAGE_HOME);
		}
		setup_begin(m, arg);
		ui_model_open(m, UI_PAGE_SETUP);
	} else if (page_names_touch(m, id, arg)) {
		step_go(m, STEP_GAME);
	}
}

static void
first_type(struct ui_model *m, char c)
{
	if (page_first_types(m))
		page_names_type(m, c);
}

static void
first_ask(struct ui_model *m, struct ui_out *out)
{
	if (checks_squares(m)) {
		m->view.checks = true;
		if (!m->state.calibration.on)
			ui_out_word(out, UI_REQUEST_CALIBRATE, "begin");
	}
	if (first_senses(m))
		ui_out_add(out, &(struct ui_request){ .kind = UI_REQUEST_DIAGNOSTICS });
}

/* Lets the daemon take moves again once the check of the squares was left. */
static void
first_flush(struct ui_model *m, struct ui_out *out)
{
	if (!m->view.checks || !m->linked || checks_squares(m))
		return;
	m->view.checks = false;
	ui_out_word(out, UI_REQUEST_CALIBRATE, "cancel");
}

const struct page page_first = {
	.name = "first",
	.layout = first_layout,
	.activate = first_activate,
	.back = first_back,
	.type = first_type,
	.ask = first_ask,
	.senses = first_senses,
	.sensed = first_sensed,
	.flush = first_flush,
};
