/*
 * Tests the help: every diagram is legal by the rule core, every text has a German translation and
 * fits, a diagram plays only while its page is open, every kind of question has its row, and what
 * can be done now is of this game and this position.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "tests/ui/faults.h"
#include "tests/ui/stages.h"
#include "ui/language.h"
#include "ui/page.h"
#include "ui/page_now.h"
#include "ui/paint.h"
#include "ui/panel.h"

enum { LIGHT_ROWS = UI_LIGHTS + BOARD_SAMPLES - BOARD_MARK_STEP };

static struct ui_model model;
static struct draw_list list;

static void
speak(const char *language)
{
	model.state.settings.known = true;
	strcpy(model.state.settings.language, language);
	(void)language_follow(&model.state);
}

/* Checks that the current language has the text. */
static void
text_check(const char *game, const char *text)
{
	if (text == NULL) {
		fault("%s: a text is missing", game);
		return;
	}
	if (strcmp(tr(text), text) == 0 && strcmp(text, "General") != 0 &&
	    strcmp(text, "En passant") != 0)
		fault("%s: \"%s\" has no German", game, text);
}

static void
show_check(const char *name, const char *game, const struct help_show *show)
{
	static struct ui_state s;
	unsigned n = help_show_steps(show);

	assert_true(n >= 1 && n <= HELP_STEPS_MAX);
	text_check(name, show->title);
	for (unsigned i = 0; i < n; i++) {
		if (!help_show_state(game, show, i, &s))
			fault("%s: \"%s\": step %u is not legal", name, show->title, i + 1);
		text_check(name, show->step[i].text);
	}
}

/* Counts the kinds of a side's pieces at a game's start. */
static unsigned
kinds_of(const struct game *g)
{
	struct position p;
	struct rules_error err;
	unsigned kinds = 0, n = 0;

	assert_int_equal(rules_start(g, "", &p, &err), 0);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		kinds |= 1u << piece_kind(rules_at(g, &p, sq));
	for (unsigned k = 1; k <= PIECE_KIND_MASK; k++)
		n += kinds >> k & 1;
	return n;
}

static void
test_shows(void **unused)
{
	unsigned games = 0;

	(void)unused;
	speak("de");
	for (unsigned g = 0; g + 1 < n_panels; g++) {
		const struct panel *p = panels[g];
		unsigned n = panel_help_shows(p->examples);
		const char *other = p->pieces_game != NULL ? p->pieces_game : p->game;

		games++;
		assert_true(n >= 3 && n <= 5);
		for (unsigned i = 0; i < n; i++)
			show_check(p->game, p->game, &p->examples[i]);
		assert_int_equal(panel_help_shows(p->pieces), 1);
		show_check(p->game, other, p->pieces);
		assert_true(help_show_steps(p->pieces) >= kinds_of(rules_game(p->game)));
		for (unsigned i = 0; i < help_show_steps(p->pieces); i++)
			assert_non_null(p->pieces->step[i].lift);
	}
	assert_int_equal(games, 11);
	faults_end();
}

/* Each of these stored states has its own answer. */
static const struct {
	const char *stage;
	unsigned kind;
} rows[] = {
	{ "which", UI_PROMPT_WHICH },
	{ "plan", NOW_PLAN },
	{ "deal-computer", NOW_THINKS },
	{ "plan-other", NOW_DISORDER },
	{ "blunder", UI_PROMPT_BLUNDER },
	{ "takeback", UI_PROMPT_TAKEBACK },
	{ "promotion", UI_PROMPT_PROMOTION },
	{ "end-asked", UI_PROMPT_END },
	{ "pay-asked", UI_PROMPT_PAY },
	{ "draw-asked", UI_PROMPT_DRAW },
	{ "resign-asked", UI_PROMPT_RESIGN },
	{ "reveal-asked", UI_PROMPT_REVEAL },
	{ "play-on-asked", UI_PROMPT_PLAY_ON },
	{ "array-asked", UI_PROMPT_ARRAY },
	{ "castling-half", NOW_ONWARD },
	{ "guidance-many", NOW_DISORDER },
	{ "due", NOW_DUE },
	{ "shown", NOW_SHOWN },
	{ "dice-roll", NOW_ROLL },
	{ "dice-buy", NOW_BUY },
	{ "midgame", NOW_MOVE },
	{ "no-game", NOW_NO_GAME },
	{ "page-over", NOW_OVER },
	{ "setup-960", NOW_SET_UP },
	{ "lifted", NOW_LIFTED },
	{ "zombie-promote", NOW_PROMOTE },
	{ "coop-real", NOW_CARD },
	{ "deal-white", NOW_SECRET },
	{ "panel-coop-capture", NOW_CARD },
	{ "panel-abstract", NOW_END },
	{ "panel-masquerade", NOW_MOVE },
};

/* ---- what can be done now ---- */

static void
fly(struct ui_state *s)
{
	s->keys.flight = true;
}

static void
no_wares(struct ui_state *s)
{
	s->n_words = 0;
}

static void
further(struct ui_state *s)
{
	strcpy(s->keys.stage, "extra");
}

static void
single(struct ui_state *s)
{
	strcpy(s->keys.turns, "single");
	strcpy(s->keys.stage, "move");
}

static void
double_turn(struct ui_state *s)
{
	strcpy(s->keys.turns, "double");
	strcpy(s->keys.stage, "move");
}

static void
no_transfer(struct ui_state *s)
{
	single(s);
	s->may_transfer = false;
}

static void
horde(struct ui_state *s)
{
	strcpy(s->keys.stage, "horde");
}

static void
no_attempt(struct ui_state *s)
{
	s->may_attempt = false;
}

static void
no_castling(struct ui_state *s)
{
	s->may_castle = false;
}

static void
castling(struct ui_state *s)
{
	s->may_castle = true;
}

static void
passes(struct ui_state *s)
{
	s->may_pass_pawn = true;
}

static void
promotes(struct ui_state *s)
{
	s->may_promote = true;
}

static void
king_side(struct ui_state *s)
{
	strcpy(s->keys.seat, "wk");
}

static void
objects(struct ui_state *s)
{
	s->settings.objects = true;
}

static void
no_checker(struct ui_state *s)
{
	s->keys.checkers[1] = 0;
}

static void
attacked(struct ui_state *s)
{
	sqset_add(&s->check, 4);
}

static void
attacks(struct ui_state *s)
{
	sqset_add(&s->check, 60);
}

static void
no_bilking(struct ui_state *s)
{
	s->may_bilk = false;
}

static void
nothing_played(struct ui_state *s)
{
	s->n_actions = 0;
	s->n_moves = 0;
	s->moves_from = 0;
}

static void
one_played(struct ui_state *s)
{
	s->n_actions = 1;
	s->n_moves = 1;
	s->moves_from = 0;
}

static void
hints_off(struct ui_state *s)
{
	for (unsigned i = 0; i < s->n_hints; i++)
		s->hints[i].level = UI_HINTS_OFF;
}

static void
closed_end(struct ui_state *s)
{
	s->closed = true;
}

#define TAKE_BACK "To take the last move back"

/* What the page says in a stored state, changed or not, and what it does not say. */
static void
pawn_due(struct ui_state *s)
{
	s->guidance.on = s->guidance.due = true;
}

static const struct says {
	const char *stage;
	void (*change)(struct ui_state *s);
	const char *yes, *no;
} says[] = {
	{ "castling-half", NULL, "Castling: now the white rook from h1 to f1", NULL },
	{ "passant-half", NULL, "En passant: now take the black pawn off d5", NULL },
	{ "guidance", NULL, "Put the white pawn from h5 back on e4", NULL },
	{ "lifted", NULL, "White to move", NULL },
	{ "page-now", NULL, "Black is to play. Lift a piece", "castle" },
	{ "page-now", NULL, TAKE_BACK, "begins" },
	{ "page-now", castling, "To castle", NULL },
	{ "page-now", promotes, "A pawn on the last row", "en passant" },
	{ "page-now-passant", NULL, "To capture en passant", "A pawn on the last row" },
	{ "page-now-passant", promotes, "To castle", NULL },
	{ "page-now-chess960", promotes, "A pawn on the last row", "en passant" },
	{ "page-now-chess960", passes, "To capture en passant", NULL },
	{ "page-now", hints_off, "where it goes", "light up" },
	{ "page-now", one_played, "choose Take everything back", TAKE_BACK },
	{ "page-now", nothing_played, "Black begins.", "take" },
	{ "page-now-first", NULL, "White begins. Lift a piece", "take" },
	{ "guidance-many", nothing_played, "next step.", "take back" },
	{ "check", NULL, "The king on red", NULL },
	{ "midgame", NULL, "to play", "The king on red" },
	{ "page-over", NULL, "take the end back", NULL },
	{ "page-over", closed_end, "permanent", "take the end back" },
	{ "page-now-chess960", NULL, "To castle", "not possible" },
	{ "page-now-chess960", no_castling, "Castling is not possible", "To castle" },
	{ "page-now-accounting", NULL, "is a trick", "is attacked" },
	{ "page-now-accounting", NULL, "(bilking)", NULL },
	{ "page-now-accounting", no_bilking, "land a Regulator", "bilking" },
	{ "page-now-accounting", attacked, "Your CEO is attacked", "The king on red" },
	{ "page-now-accounting", attacks, TAKE_BACK, "is attacked" },
	{ "dice-roll", NULL, "White begins. Nothing yet", "take" },
	{ "dice-roll", NULL, "The dice name", "To earn money" },
	{ "page-now-dice-money", NULL, "To earn money", "cannot pay" },
	{ "page-now-dice-money", NULL, "Money buys one thing", "take the" },
	{ "page-now-dice-money", NULL, "To buy a lost piece", "may fly" },
	{ "page-now-dice-money", no_wares, "You cannot pay", "To buy" },
	{ "dice-bought", NULL, "Money buys one thing", "cannot pay" },
	{ "panel-dice", NULL, "To earn money", "buy" },
	{ "panel-dice", fly, "may fly", NULL },
	{ "panel-dice", further, "It earns nothing", "To earn money" },
	{ "page-now-abstract", NULL, "instead of a move", "First move" },
	{ "page-now-abstract", double_turn, "First move a stack", "instead" },
	{ "page-now-abstract", no_transfer, "No stone can be given", "instead" },
	{ "panel-abstract", NULL, "To give a stone, lift", "instead" },
	{ "panel-abstract-giver", NULL, "Now lift the stack", "To give a stone" },
	{ "page-now-zombie", NULL, "Move a living piece", "bury" },
	{ "zombie-promote", pawn_due, "where the square swells", "nothing to touch" },
	{ "page-now-zombie", NULL, "leaves a grave", NULL },
	{ "page-now-zombie", horde, "To keep a further zombie", "Move a living" },
	{ "panel-zombie-start", NULL, "you bury in secret", "dust" },
	{ "zombie-bury", NULL, "is buried under", "leaves a grave" },
	{ "page-now-masquerade", NULL, "To ask for a capture", "No capture" },
	{ "page-now-masquerade", no_attempt, "No capture can be asked for", "To ask" },
	{ "deal-white", NULL, "You choose as which", "capture can be" },
	{ "page-now-crowded-house", NULL, "the columns a to d", "e to h" },
	{ "page-now-crowded-house", king_side, "the columns e to h", "a to d" },
	{ "page-now-crowded-house", NULL, "from the next player only", NULL },
	{ "page-now-cooperative", NULL, "Make one move without a capture", "You have moved" },
	{ "coop-move", NULL, "You have moved", "Make one move" },
	{ "panel-coop-capture", NULL, "Your top card", "Make one move" },
	{ "panel-coop-capture", NULL, "is wild", NULL },
	{ "panel-coop-capture", NULL, "draws a card", NULL },
	{ "page-now-cooperative", NULL, "Attacks do not matter", NULL },
	{ "page-now-half-alice", NULL, "own side of the mirror", "No checker" },
	{ "page-now-half-alice", NULL, "Dark blue light", "lay a checker" },
	{ "page-now-half-alice", objects, "lay a checker", "Dark blue" },
	{ "page-now-half-alice", no_checker, "No checker is free", NULL },
	{ "setup-960", NULL, "For an array of your own, begin a new game", NULL },
	{ "setup-american", NULL, "Set the pieces up", "array of your own" },
	{ "page-now-american", NULL, "To win, have a general", "Red has no" },
	{ "page-now-american", NULL, "Artillery captures", NULL },
	{ "page-now-american", NULL, "A missile goes", NULL },
	{ "panel-american-answer", NULL, "Red has no general", "To win" },
};

/* Loads a row's state, changes it, and opens the page. */
static void
says_open(const struct says *row)
{
	stage_load(row->stage, &model);
	if (row->change != NULL)
		row->change(&model.state);
	model.view.page = UI_PAGE_NOW;
}

static bool
is_drawn(const char *part)
{
	for (unsigned c = 0; c < list.n; c++)
		if (list.cmd[c].kind == DRAW_TEXT &&
		    strstr(list.text + list.cmd[c].text, part) != NULL)
			return true;
	return false;
}

static void
test_says(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(says) / sizeof(says[0]); i++) {
		says_open(&says[i]);
		speak("");
		ui_model_layout(&model, 800, 480, &list);
		if (!is_drawn(says[i].yes))
			fault("row %zu, %s: \"%s\" is missing", i, says[i].stage, says[i].yes);
		if (says[i].no != NULL && is_drawn(says[i].no))
			fault("row %zu, %s: \"%s\" is drawn", i, says[i].stage, says[i].no);
	}
	faults_end();
}

/* Checks that some row asks for every sentence of every game. */
static void
test_sentences(void **unused)
{
	(void)unused;
	for (unsigned g = 0; g + 1 < n_panels; g++) {
		const struct panel_now *n = panels[g]->now;

		assert_non_null(n);
		for (; n->text != NULL; n++) {
			bool asked = false;

			for (size_t i = 0; i < sizeof(says) / sizeof(says[0]); i++) {
				says_open(&says[i]);
				asked |= panel_of(model.state.game) == panels[g] &&
					 strstr(n->text, says[i].yes) != NULL;
			}
			if (!asked)
				fault("%s: no row of \"%s\"", panels[g]->game, n->text);
		}
	}
	faults_end();
}

/* Before the first move nothing can be taken back, in no game. */
static void
test_begins(void **unused)
{
	unsigned games = 0;

	(void)unused;
	for (size_t i = 0; i < sizeof(says) / sizeof(says[0]); i++) {
		if (says[i].change != NULL || strncmp(says[i].stage, "page-now", 8) != 0)
			continue;
		says_open(&says[i]);
		nothing_played(&model.state);
		speak("");
		ui_model_layout(&model, 800, 480, &list);
		games++;
		if (!is_drawn(" begins. ") || is_drawn("move back") || is_drawn("takeback"))
			fault("%s: before the first move", says[i].stage);
	}
	assert_true(games >= 11);
	faults_end();
}

/* Checks that each text is set large enough to read, in both sizes. */
static void
fits_check(struct painter *p, const char *name)
{
	for (size_t s = 0; s < STAGE_SIZES; s++) {
		ui_model_layout(&model, stage_sizes[s].w, stage_sizes[s].h, &list);
		assert_false(list.full);
		for (unsigned c = 0; c < list.n; c++)
			if (list.cmd[c].kind == DRAW_TEXT &&
			    painter_text_px(p, &list, &list.cmd[c]) < (s == 0 ? 18 : 14) &&
			    strlen(list.text + list.cmd[c].text) > 2) /* a small board's names */
				fault("%s %u: \"%s\" is set in %d pixels", name, list.width,
				      list.text + list.cmd[c].text,
				      painter_text_px(p, &list, &list.cmd[c]));
	}
}

/* Opens each card of a game in turn. */
static void
cards_check(struct painter *painter, const struct panel *p)
{
	unsigned n =
		panel_help_cards(p) + panel_help_shows(p->examples) + panel_help_shows(p->pieces);

	for (unsigned card = 0; card < n; card++)
		for (unsigned step = 0; step < HELP_STEPS_MAX; step++) {
			model.view.help_card = (uint8_t)card;
			model.view.help_step = (uint8_t)step;
			fits_check(painter, p->game);
			if (card < panel_help_cards(p))
				break;
		}
}

static void
test_fits(void **unused)
{
	static const char *const languages[] = { "de", "" };
	struct painter *painter;
	struct ui_error err;

	(void)unused;
	assert_int_equal(painter_create(&painter, &err), 0);
	for (unsigned i = 0; i < 2; i++) {
		stage_load("page-help", &model);
		speak(languages[i]);
		for (unsigned g = 0; g + 1 < n_panels; g++) {
			model.view.help_game = (uint8_t)g;
			cards_check(painter, panels[g]);
		}
		model.view.page = UI_PAGE_LIGHTS;
		for (unsigned row = 0; row < LIGHT_ROWS; row++) {
			model.view.mark_row = (uint8_t)(row + 1); /* explained as a mark is */
			model.view.more = (uint8_t)(row / 8);
			fits_check(painter, "lights");
		}
		model.view.page = UI_PAGE_NOW;
		for (unsigned kind = UI_PROMPT_NONE; kind <= UI_PROMPT_OTHER; kind++) {
			model.state.prompt.kind = (uint8_t)kind;
			fits_check(painter, "now");
		}
		for (size_t r = 0; r < sizeof(rows) / sizeof(rows[0]); r++) {
			stage_load(rows[r].stage, &model);
			speak(languages[i]);
			model.view.page = UI_PAGE_NOW;
			fits_check(painter, rows[r].stage);
		}
		for (size_t r = 0; r < sizeof(says) / sizeof(says[0]); r++) {
			says_open(&says[r]);
			speak(languages[i]);
			fits_check(painter, says[r].stage);
		}
	}
	painter_destroy(painter);
	faults_end();
}

/* Returns how many pictures come by themselves until none follows. */
static unsigned
pictures_count(void)
{
	struct ui_out out = { 0 };
	unsigned n = 0;

	for (; ui_model_next_ms(&model) != UI_NEVER; n++) {
		assert_true(n < HELP_STEPS_MAX);
		assert_true(ui_model_next_ms(&model) >= model.now_ms + 2000);
		ui_model_tick(&model, ui_model_next_ms(&model), &out);
	}
	return n;
}

static void
test_plays(void **unused)
{
	struct ui_out out = { 0 };
	unsigned texts;

	(void)unused;
	stage_load("page-help", &model);
	model.state.clock.on = false;
	texts = panel_help_cards(panels[model.view.help_game]);
	ui_model_layout(&model, 800, 480, &list);
	assert_int_equal(pictures_count(), 0); /* a text */
	page_of(UI_PAGE_HELP)->activate(&model, TARGET_GROUP, 1, &out);
	assert_int_equal(model.view.help_card, texts);
	assert_true(pictures_count() >= 1);
	assert_false(model.view.help_plays);
	/* By hand the player sets the pace. */
	page_of(UI_PAGE_HELP)->activate(&model, TARGET_PAUSE, 0, &out);
	assert_int_equal(model.view.help_step, 0);
	page_of(UI_PAGE_HELP)->activate(&model, TARGET_STEP, 3, &out);
	assert_int_equal(model.view.help_step, 1);
	assert_int_equal(pictures_count(), 0);
	page_of(UI_PAGE_HELP)->activate(&model, TARGET_STEP, 0, &out);
	assert_int_equal(model.view.help_step, 0);
	/* Behind another page nothing plays. */
	page_of(UI_PAGE_HELP)->activate(&model, TARGET_PAUSE, 0, &out);
	assert_true(ui_model_next_ms(&model) != UI_NEVER);
	ui_model_go(&model, UI_PAGE_PLAY);
	assert_int_equal(pictures_count(), 0);
	/* Back leads from the diagrams to the first text. */
	ui_model_go(&model, UI_PAGE_HELP);
	page_of(UI_PAGE_HELP)->back(&model, &out);
	assert_int_equal(model.view.help_card, 0);
	assert_int_equal(ui_model_page(&model), UI_PAGE_HELP);
	page_of(UI_PAGE_HELP)->back(&model, &out);
	assert_int_not_equal(ui_model_page(&model), UI_PAGE_HELP);
	assert_int_equal(out.n, 0);
}

static bool
next_is_there(void)
{
	bool is = false;

	ui_model_layout(&model, 480, 320, &list);
	for (unsigned i = 0; i < list.n_targets; i++)
		is = is || (list.target[i].id == TARGET_STEP && list.target[i].arg == 2);
	return is;
}

/* The texts lead on to the diagrams; the last diagram has no next one. */
static void
test_next(void **unused)
{
	(void)unused;
	stage_load("page-help", &model);
	for (unsigned g = 0; g + 1 < n_panels; g++) {
		const struct panel *p = panels[g];
		unsigned texts = panel_help_cards(p), shows = panel_help_shows(p->examples) +
							      panel_help_shows(p->pieces);

		model.view.help_game = (uint8_t)g;
		for (unsigned card = 0; card < texts + shows; card++) {
			model.view.help_card = (uint8_t)card;
			if (next_is_there() != (card + 1 < texts + shows))
				fault("%s: Next of card %u", p->game, card);
		}
	}
	faults_end();
}

/* The first card begins with the aim, and no card has a word that only experts know. */
static void
test_words(void **unused)
{
	static const char *const aims[] = { "You win ", "Your team wins ", "You win or lose " };
	static const char *const strange[] = { " mao", "indicted", "cardinal" };

	(void)unused;
	for (unsigned g = 0; g + 1 < n_panels; g++) {
		const struct help_card *help = panels[g]->help;
		bool begins = false;

		for (size_t i = 0; i < sizeof(aims) / sizeof(aims[0]); i++)
			begins = begins || strncmp(help[0].text, aims[i], strlen(aims[i])) == 0;
		if (!begins)
			fault("%s does not begin with its aim", panels[g]->game);
		for (; help->title != NULL; help++)
			for (size_t i = 0; i < sizeof(strange) / sizeof(strange[0]); i++)
				if (strstr(help->text, strange[i]) != NULL)
					fault("%s: \"%s\"", panels[g]->game, strange[i]);
	}
	faults_end();
}

/* ---- the legend ---- */

/* What is recognizable of a command in a square: kind, colour, ninth of the square, piece. */
struct sign {
	uint8_t kind, meaning, ninth, flags;
	char mark;
};

static struct sign legend[256];
static unsigned n_legend;

static struct sign
sign_of(const struct draw_cmd *c, struct rect square)
{
	struct sign s = { .kind = c->kind, .meaning = c->meaning };

	if (c->kind == DRAW_ARROW)
		return s;
	s.ninth = (uint8_t)((c->box.x + c->box.w / 2 - square.x) * 3 / square.w +
			    (c->box.y + c->box.h / 2 - square.y) * 3 / square.h * 3);
	if (c->kind == DRAW_PIECE) {
		bool pale = (c->flags & (DRAW_GHOST | DRAW_PALE)) != 0;

		s.mark = pale ? 0 : c->piece.mark;
		s.flags = (uint8_t)(pale ? DRAW_GHOST : c->flags & DRAW_STONES);
	}
	return s;
}

static bool
is_inside(const struct draw_cmd *c, struct rect square)
{
	return c->box.x >= square.x && c->box.y >= square.y &&
	       c->box.x + c->box.w <= square.x + square.w &&
	       c->box.y + c->box.h <= square.y + square.h;
}

static bool
legend_has(struct sign s)
{
	for (unsigned i = 0; i < n_legend; i++)
		if (memcmp(&legend[i], &s, sizeof(s)) == 0)
			return true;
	return false;
}

/* Collects what the rows of one part draw; the stick's row is no mark of a square. */
static void
part_collect(void)
{
	struct rect square = { 0 };
	unsigned row = 0;

	for (unsigned i = 0; i < list.n; i++) {
		const struct draw_cmd *c = &list.cmd[i];

		if (c->kind == DRAW_CHECKER) {
			square = c->box;
			row = n_legend;
		} else if (c->kind == DRAW_TEXT && strcmp(list.text + c->text, "USB stick") == 0) {
			n_legend = row;
		} else if (square.w > 0 && (c->kind == DRAW_ARROW || is_inside(c, square))) {
			assert_true(n_legend < sizeof(legend) / sizeof(legend[0]));
			legend[n_legend++] = sign_of(c, square);
		}
	}
}

/* Checks that the legend has what a board draws in its squares, in both sizes. */
static void
board_check(const char *name, const struct ui_state *s)
{
	unsigned n = (unsigned)s->files * s->ranks;

	for (size_t i = 0; i < STAGE_SIZES; i++) {
		const struct metrics g = metrics_of(stage_sizes[i].w, stage_sizes[i].h);
		const struct page_draw d = { .m = &model, .s = s, .g = &g, .l = &list };

		draw_clear(&list, stage_sizes[i].w, stage_sizes[i].h);
		board_layout(&d, g.board);
		for (unsigned sq = 0; sq < n; sq++) {
			struct rect box = board_box(&d, g.board, s->files, s->ranks, sq);

			for (unsigned c = 0; c < list.n; c++)
				if ((list.cmd[c].kind == DRAW_ARROW ||
				     is_inside(&list.cmd[c], box)) &&
				    !legend_has(sign_of(&list.cmd[c], box)))
					fault("%s: the legend lacks %s, kind %u, on %u", name,
					      palette[list.cmd[c].meaning].name, list.cmd[c].kind,
					      sq);
		}
	}
}

/* Every light and mark that the board of a stored state draws is on the page of lights. */
static void
test_legend(void **unused)
{
	static char names[STAGES_MAX][STAGE_NAME];
	size_t n = stages_list(names);

	(void)unused;
	stage_load("page-lights", &model);
	for (model.view.more = 0; model.view.more < 4; model.view.more++) {
		ui_model_layout(&model, 800, 480, &list);
		part_collect();
	}
	for (size_t i = 0; i < n; i++) {
		stage_load(names[i], &model);
		board_check(names[i], &model.state);
		if (model.has_shown)
			board_check(names[i], &model.shown.at);
		if (model.has_secret)
			board_check(names[i], &model.secret);
	}
	faults_end();
}

static void
test_now(void **unused)
{
	(void)unused;
	speak("de");
	for (unsigned kind = UI_PROMPT_NONE + 1; kind < NOW_KINDS; kind++) {
		const struct now_row *row = &now_rows[kind];

		text_check("now", row->board);
		text_check("now", row->buttons);
		text_check("now", row->screen);
	}
	for (unsigned g = 0; g + 1 < n_panels; g++)
		for (const struct panel_now *n = panels[g]->now; n->text != NULL; n++)
			text_check(panels[g]->game, n->text);
	faults_end();
}

static void
test_kinds(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		stage_load(rows[i].stage, &model);
		if (now_kind_of(&model.state) != rows[i].kind)
			fault("%s is of kind %u", rows[i].stage, now_kind_of(&model.state));
	}
	faults_end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shows), cmocka_unit_test(test_fits),
		cmocka_unit_test(test_plays), cmocka_unit_test(test_now),
		cmocka_unit_test(test_kinds), cmocka_unit_test(test_next),
		cmocka_unit_test(test_words), cmocka_unit_test(test_legend),
		cmocka_unit_test(test_kinds), cmocka_unit_test(test_says),
		cmocka_unit_test(test_sentences), cmocka_unit_test(test_begins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
