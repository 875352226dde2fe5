/*
 * Tests that a daemon can send the stored states from which pages are drawn.
 * Tables play random games of all kinds, with correct and wrong moves and
 * touches. All their messages are recorded as forms: each path of keys with the
 * type of its value, and the words of closed sets. No stored state may contain
 * a form that no table has sent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/daemon/halod/ask.h"
#include "tests/ui/chance.h"
#include "tests/ui/stages.h"
#include "daemon/table/home.h"
#include "daemon/table/log.h"
#include "ui/panel.h"

enum { STEPS = 150, FORM = 256 };

/* Prefix of paths in states without a game, which have fewer members. */
#define NONE "none."

static json_t *printed; /* form → true */
static uint64_t now_us, seed;

/* ---- forms ---- */

/* Paths whose strings are from a closed set: the word is part of the form. */
static const char *const closed[] = {
	"phase",          "viewer",         "game",        "title",          "to_act",
	"turn_seat",      "pins[]",      "prompt.kind",    "prompt.seat",
	"prompt.needs[]", "said[].kind",    "clock.mode",  "clock.paused",   "clock.running",
	"claims[]",       "troubles[].who", "work[].kind", "sticks[].stage", "calibration.step",
	"keys.stage",     "keys.cards",     "keys.table",  "keys.turn",      "keys.transfers",
	"keys.seat",      "hints.*",        "date_known",  "secret.kind",    "settings.palette",
	"settings.props", "settings.hints",
};

/* Reports whether a key names a seat or square; all of these are one form. */
static bool
is_place(const char *key)
{
	size_t n = strlen(key);

	if (key[0] == 'w' || key[0] == 'b')
		return n == 1 || (n == 2 && strchr("kq123456789", key[1]) != NULL);
	return n == 2 && key[0] >= 'a' && key[0] <= 'k' && key[1] >= '1' && key[1] <= '9';
}

static const char *
type_name(const json_t *o)
{
	switch (json_typeof(o)) {
	case JSON_OBJECT:
		return "object";
	case JSON_ARRAY:
		return "list";
	case JSON_STRING:
		return "text";
	case JSON_INTEGER:
	case JSON_REAL:
		return "number";
	case JSON_TRUE:
	case JSON_FALSE:
		return "flag";
	case JSON_NULL:
		break;
	}
	return "null";
}

static const char *
path_of(const json_t *o)
{
	const char *phase = json_string_value(json_object_get(o, "phase"));

	return phase != NULL && strcmp(phase, "none") == 0 ? "none" : "";
}

typedef void form_fn(const char *form, const char *from);

/* Calls take for every form in o; `from` names the source. */
static void
forms(const json_t *o, const char *path, form_fn *take, const char *from)
{
	char form[FORM], below[FORM];
	const char *key;
	json_t *value;
	size_t i;

	snprintf(form, sizeof(form), "%s: %s", path, type_name(o));
	for (i = 0; json_is_string(o) && i < sizeof(closed) / sizeof(closed[0]); i++)
		if (strcmp(strncmp(path, NONE, strlen(NONE)) == 0 ? path + strlen(NONE) : path,
			   closed[i]) == 0)
			snprintf(form, sizeof(form), "%s: %s", path, json_string_value(o));
	take(form, from);
	json_array_foreach(o, i, value)
	{
		snprintf(below, sizeof(below), "%s[]", path);
		forms(value, below, take, from);
	}
	json_object_foreach((json_t *)(uintptr_t)o, key, value)
	{
		snprintf(below, sizeof(below), "%s%s%s", path, path[0] != '\0' ? "." : "",
			 is_place(key) ? "*" : key);
		forms(value, below, take, from);
	}
}

static void
form_note(const char *form, const char *from)
{
	(void)from;
	json_object_set_new(printed, form, json_true());
}

static void
note(void)
{
	for (unsigned i = 0; i < 2; i++) {
		json_t *o = view_state(&table, i == 0 ? SEAT_TABLE : random_below(&seed, 2));

		forms(o, path_of(o), form_note, "");
		json_decref(o);
	}
}

/* ---- players' actions ---- */

static void
says(const char *line)
{
	json_decref(request_serve(&table, REQUEST_LOCAL(SCREEN), line, strlen(line)));
	note();
}

static void
later(uint64_t us)
{
	now_us += us;
	table_advance(&table, now_us);
	note();
}

static void
square_set(unsigned sq, bool occupied)
{
	struct busio_msg m = {
		.kind = BUSIO_EDGE, .sq = (uint8_t)sq, .reading.occupied = occupied, .t_us = now_us
	};

	table_message(&table, &m);
	later(300000);
}

/* Sets the squares of the board that the game uses. */
static void
board_set(struct sqset want)
{
	for (unsigned sq = 0; sq < rules_squares(table.state.game); sq++)
		if (sqset_has(want, sq) != sqset_has(table.state.present, sq))
			square_set(sq, sqset_has(want, sq));
	later(3000000);
}

/* Sets up the board as the rules require; a replaced piece is lifted first. */
static void
board_follow(const struct position *before)
{
	const struct game *g = table.state.game;
	struct sqset want = rules_occupied(g, table.state.settled), off = want;

	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		if (rules_at(g, before, sq) != rules_at(g, table.state.settled, sq))
			sqset_remove(&off, sq);
	board_set(off);
	board_set(want);
}

static struct action
action_draw(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(table.state.game, table.state.settled, list);
	struct sqset other =
		rules_occupied_by(table.state.game, table.state.settled, !(table.state.to_act & 1));
	struct action a = { .kind = ACT_NONE };

	for (unsigned tries = 0; n > 0 && tries < 30; tries++) {
		a = list[random_below(&seed, (unsigned)n)];
		if (sqset_has(other, a.to) || a.kind == ACT_BUY)
			break;
	}
	return a;
}

/* Acts on the screen, on the seat's private page if the action is secret. */
static void
act_draw(void)
{
	struct position before = *table.state.settled;
	struct action a = action_draw();
	char text[RULES_ACTION_TEXT], line[128];

	if (a.kind == ACT_NONE)
		return;
	rules_action_print(table.state.game, &before, a, text);
	if (a.kind == ACT_BUY) { /* the price is selected first */
		snprintf(line, sizeof(line), "{\"kind\":\"select\",\"what\":\"%.*s\"}",
			 (int)strcspn(text, "@"), text);
		says(line);
	}
	snprintf(line, sizeof(line), "{\"kind\":\"handover\",\"seat\":\"%s\"}",
		 rules_seat_name(table.state.game,
				 table.state.to_act % rules_seats(table.state.game)));
	says(line);
	snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"}", text);
	says(line);
	says("{\"kind\":\"handover\"}");
	if (random_below(&seed, 8) > 0)
		board_follow(&before);
}

/* Moves by hand: a legal move, or one of many illegal ones. */
static void
hands_draw(void)
{
	struct action a = action_draw();
	unsigned n = rules_squares(table.state.game), from = a.from, to = a.to;

	if (random_below(&seed, 4) == 0) {
		from = random_below(&seed, n);
		to = random_below(&seed, n);
	}
	if (from >= n || to >= n)
		return;
	square_set(from, false);
	if (sqset_has(table.state.present, to))
		square_set(to, false);
	square_set(to, true);
	later(random_below(&seed, 2) == 0 ? 200000 : 3000000);
}

static void
ask_draw(void)
{
	static const char *const asks[] = {
		"{\"kind\":\"press\",\"button\":\"ok\"}",
		"{\"kind\":\"press\",\"button\":\"back\"}",
		"{\"kind\":\"press\",\"button\":\"clock\"}",
		"{\"kind\":\"draw\"}",
		"{\"kind\":\"claim\"}",
		"{\"kind\":\"claim\",\"what\":\"time\"}",
		"{\"kind\":\"resign\",\"seat\":\"b\"}",
		"{\"kind\":\"resign\",\"seat\":\"bk\"}",
		"{\"kind\":\"undo\"}",
		"{\"kind\":\"new\",\"game\":\"chess\"}",
		"{\"kind\":\"clock\",\"pause\":true}",
		"{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"off\"}",
		"{\"kind\":\"hints\",\"seat\":\"b\",\"level\":\"safe\"}",
		"{\"kind\":\"roll\"}",
	};
	char line[96];

	if (table.state.prompt.kind == PROMPT_NONE) {
		says(asks[random_below(&seed, sizeof(asks) / sizeof(asks[0]))]);
		return;
	}
	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":%s}",
		 (unsigned)table.state.prompt.id, random_below(&seed, 3) == 0 ? "true" : "false");
	says(line);
}

static void
play(const char *game, const char *options, const char *clock, unsigned steps)
{
	char line[256];

	board.files = (uint8_t)rules_files(rules_game(game));
	board.ranks = (uint8_t)rules_ranks(rules_game(game));
	begin();
	now_us = 1000000;
	says("{\"kind\":\"screen\"}");
	snprintf(line, sizeof(line),
		 "{\"kind\":\"new\",\"game\":\"%s\",\"options\":\"%s\",\"clock\":\"%s\",\"names\":{"
		 "\"%s\":\"Anna\"}}",
		 game, options, clock, rules_seat_name(rules_game(game), 0));
	want(SCREEN, line, ok);
	board_set(rules_occupied(table.state.game, table.state.settled));
	for (unsigned n = 0; n < steps; n++) {
		unsigned how = random_below(&seed, 10);

		if (table.state.phase != SESSION_PLAYING)
			says("{\"kind\":\"next\"}");
		else if (how < 6 && table.state.prompt.kind == PROMPT_NONE)
			act_draw();
		else if (how < 8)
			hands_draw();
		else
			ask_draw();
	}
}

static const struct {
	const char *game, *options, *clock;
} games[] = {
	{ "chess", "", "sudden:60" },
	{ "chess960", "", "moves:40/7200:20/3600:1800" },
	{ "accounting", "", "fischer:300+3" },
	{ "dice-money", "", "bronstein:300+3" },
	{ "abstract", "", "none" },
	{ "abstract", "table=aronson turn=double transfers=limited", "none" },
	{ "zombie", "", "hourglass:60" },
	{ "masquerade", "", "none" },
	{ "crowded-house", "", "sudden:60" },
	{ "cooperative", "", "none" },
	{ "cooperative", "cards=real", "none" },
	{ "cooperative", "cards=open", "none" },
	{ "half-alice", "", "none" },
	{ "american", "", "none" },
};

/* ---- beside the game ---- */

/* Prompts that random play rarely causes, with the values that the session sets. */
static void
scene_questions(void)
{
	for (unsigned kind = PROMPT_NONE + 1; kind <= PROMPT_ARRAY; kind++) {
		table.state.prompt = (struct prompt){ .kind = (uint8_t)kind,
						      .id = 9,
						      .seat = SEAT_W,
						      .n_options = 2,
						      .game = table.state.game,
						      .needs = 3,
						      .agreed = 1 };
		for (unsigned i = 0; i < 2; i++)
			table.state.prompt.option[i] = action_draw();
		note();
	}
	table.state.prompt.kind = PROMPT_NONE;
	table.menu.id = 9;
	for (unsigned kind = PROMPT_DRAW; kind <= PROMPT_MENU; kind++) {
		table.menu.kind = (uint8_t)kind;
		note();
	}
	table.menu.kind = TABLE_MENU_TIME;
	note();
	table.menu.id = 0;
	table.state.claims = CLAIM_THREEFOLD | CLAIM_FIFTY;
	note();
	table.state.claims = 0;
}

static void
scene_troubles(void)
{
	for (unsigned who = LOG_BOARD; who <= LOG_GAME; who++)
		trouble_set(&table.troubles, who, (enum log_who)who, now_us, "it does not answer");
	table.stuck.suspects = sqset_of(7);
	board.blind[12] = true;
	note();
	board.blind[12] = false;
	for (unsigned stage = 0; stage < STICK_STAGES; stage++) {
		table.sticks.at[0] = (struct table_stick){
			.client = OTHER, .stage = (uint8_t)stage, .name = "CHESS", .of = 3
		};
		note();
	}
	table.sticks.at[0].client = 0;
	table.repairs = true;
	for (table.repair.of = 0; table.repair.of <= 9; table.repair.of += 9)
		note();
	table.repairs = false;
}

static void
scene_calibration(void)
{
	table.calibration.step = CALIBRATION_FINDING;
	calibrate_begin(&table.calibration.found, &board);
	for (unsigned phase = CALIBRATE_EMPTY; phase <= CALIBRATE_PIECES; phase++) {
		table.calibration.found.phase = (uint8_t)phase;
		table.calibration.found.at[1].odd = true;
		table.calibration.found.at[2].found = CALIBRATE_WEAK;
		table.calibration.found.at[3].found = CALIBRATE_STRONG;
		for (unsigned sq = 4; sq < 8; sq++)
			table.calibration.found.at[sq].span = sq == 4 ? -1 : 1;
		note();
	}
	table.calibration.step = CALIBRATION_REVIEW;
	note();
	table.calibration.step = CALIBRATION_OFF;
}

static void
a_day(void *arg, char out[RECORD_DATE_SIZE])
{
	(void)arg;
	snprintf(out, RECORD_DATE_SIZE, "2026.01.31");
}

static void
scene_replay(void)
{
	enum { E2 = 12, E4 = 28 };
	const struct game *chess = rules_game("chess");
	struct record *record = calloc(1, sizeof(*record));
	struct position start;

	assert_non_null(record);
	assert_int_equal(rules_start(chess, "", &start, NULL), 0);
	record_init(record, chess, &start);
	assert_int_equal(record_add_text(record, "e2e4", 0), 0);
	says("{\"kind\":\"screen\"}");
	assert_int_equal(table_show_open(&table, SCREEN, record, 0), 0);
	note();
	square_set(home_to_board(&board, chess, E2), false);
	square_set(home_to_board(&board, chess, E4), true);
	later(1000000);
	assert_int_equal(table.showing.stage, WORDS_REPLAY_END);
	table_show_close(&table);
}

/* Asks about a lifted knight. */
static void
scene_about(void)
{
	play("chess", "", "none", 0);
	square_set(1, false);
	for (unsigned i = 0; i < 3; i++)
		says("{\"kind\":\"press\",\"button\":\"hint\"}");
	square_set(1, true);
}

static void
scene_settings(void)
{
	static const struct table_ops machine = { .frame = ignore_frame,
						  .today = a_day,
						  .random = count_up };

	says("{\"kind\":\"set\",\"values\":{\"palette\":\"calm\"}}");
	says("{\"kind\":\"set\",\"values\":{\"palette\":\"bright\"}}");
	says("{\"kind\":\"date\",\"date\":\"2026-01-31\"}");
	table.ops = &machine;
	note();
	table.ops = &ops;
	scene_replay();
}

/* Runs the scenes without a game, and during one. */
static void
scenes(void)
{
	begin();
	now_us = 1000000;
	table.state.phase = SESSION_NO_GAME;
	table.begun = false;
	note();
	table.begun = true;
	scene_troubles();
	scene_calibration();
	scene_settings();
	play("chess", "", "sudden:60", 0);
	scene_troubles();
	scene_calibration();
	scene_settings();
	scene_questions();
	says("{\"kind\":\"handover\",\"seat\":\"w\"}");
	says("{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}");
	for (unsigned why = CLOCK_ASKED; why <= CLOCK_BOARD; why++) {
		table.clocks.play.pause = (uint8_t)why;
		note();
	}
	play("crowded-house", "", "none", 0);
	table.state.prompt = (struct prompt){ .kind = PROMPT_TAKEBACK,
					      .id = 9,
					      .seat = SEAT_NONE,
					      .n = 1,
					      .needs = 15,
					      .agreed = 5 };
	note();
}

/*
 * Situations that random play seldom reaches: a zombie pawn's promotion, and a score,
 * revealed.
 */
static void
scene_rare(void)
{
	begin();
	says("{\"kind\":\"new\",\"game\":\"zombie\",\"position\":\"r3k3/ppp2p1p/8/8/3N4/8/PPP2PPP/"
	     "p^3K2R b K - 0 15 stage=promote buried=-/- left=- moved=- hold=- dust=-\"}");
	says("{\"kind\":\"legend\",\"meaning\":\"legal\"}");
	play("cooperative", "", "none", 0);
	table.state.over = true;
	table.state.phase = SESSION_OVER;
	table.state.to_act = SEAT_NONE;
	table.state.end = SESSION_END_RULES;
	table.state.outcome = (struct outcome){ .result = RESULT_SCORE, .score = 4 };
	note();
	table.state.phase = SESSION_CLOSED; /* revealed */
	note();
}

/* Sets the pieces of the lesson's position up, all but `but`; the others are taken off before. */
static void
lesson_set(unsigned but)
{
	const struct position p = *table_lesson_position(&table);
	const struct game *g = table.lesson.lesson->game;
	struct sqset want = rules_occupied(g, &p);

	for (unsigned on = 0; on < 2; on++)
		for (unsigned sq = 0; sq < rules_squares(g); sq++)
			if (sqset_has(want, sq) == on && table.reading[sq].occupied != on && sq != but)
				square_set(sq, on);
	later(3000000);
}

/* Begins a lesson with its pieces. */
static void
lesson_begin_at(const char *game, unsigned number)
{
	char line[96];

	snprintf(line, sizeof(line), "{\"kind\":\"lesson\",\"game\":\"%s\",\"number\":%u}", game, number);
	says(line);
	lesson_set(RULES_NO_SQ);
	note();
}

/* Makes a move by hand. */
static void
lesson_move(unsigned from, unsigned to)
{
	square_set(from, false);
	note();
	square_set(to, true);
	later(3000000);
	note();
}

/* Lessons: a piece that is missing or wrong, a wrong try, actions without hands, the rules' changes. */
static void
scene_lesson(void)
{
	enum { B1 = 1, E1 = 4, F1 = 5, C3 = 18, D4 = 27, F5 = 37 };

	begin();
	for (unsigned sq = 0; sq < 64; sq++)
		square_set(sq, false);
	says("{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":9}");
	lesson_set(E1);
	note();
	lesson_set(RULES_NO_SQ);
	note();
	lesson_move(E1, F1);
	says("{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":4}"); /* a rook on the king's square */
	lesson_begin_at("dice-money", 3);
	says("{\"kind\":\"lesson\",\"action\":\"buy:extra2\"}");
	lesson_begin_at("cooperative", 1);
	lesson_move(B1, C3);
	lesson_begin_at("zombie", 2);
	lesson_move(D4, F5);
	says("{\"kind\":\"lesson\",\"game\":\"chess\",\"puzzle\":1}");
	note();
	says("{\"kind\":\"lesson\",\"leave\":true}");
	table_menu_interrupted(&table, 1);
	table_menu_play_on(&table);
	note();
	assert_int_equal(table_menu_answer(&table, false), 0);
}

/* A computer's move that waits for hands, and its masks. */
static void
scene_computer(void)
{
	begin();
	says("{\"kind\":\"new\",\"game\":\"chess\",\"players\":{\"w\":\"computer:4\"}}");
	assert_int_equal(table_plan(&table, "e2e4"), 0);
	note();
	begin();
	says("{\"kind\":\"new\",\"game\":\"chess\",\"players\":{\"w\":\"computer:4\"}}");
	says("{\"kind\":\"partner\"}");
	note();
	table_client_disconnected(&table, 1);
	begin();
	says("{\"kind\":\"new\",\"game\":\"masquerade\",\"players\":{\"w\":\"computer\"}}");
	note();
}

/* The lights of advice for a lifted piece. */
static void
scene_graded(void)
{
	static const char *const scores[] = { "b1c3 0 b1a3 -20", "b1c3 0 b1a3 -60", "b1c3 0 b1a3 -150",
					      "b1c3 0 b1a3 -400" };

	begin();
	says("{\"kind\":\"new\",\"game\":\"chess\"}");
	board_set(rules_occupied(table.state.game, table.state.settled));
	later(3000000);
	says("{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"graded\",\"ask_blunders\":true}");
	says("{\"kind\":\"partner\"}");
	square_set(1, false);
	later(500000);
	for (size_t i = 0; i < sizeof(scores) / sizeof(scores[0]); i++) {
		assert_int_equal(table_advice_take(&table, scores[i]), 0);
		note();
	}
}

/* Members that the link and the journal add, which do not take part here. */
/* A review that runs; the test has no journal with games. */
static void
scene_review(void)
{
	struct record *r = calloc(1, sizeof(*r));

	begin();
	says("{\"kind\":\"partner\"}");
	record_init(r, rules_game("chess"), session_first(&table.session));
	assert_int_equal(record_add_text(r, "e2e4", RECORD_NO_TIME), 0);
	r->number = 12;
	r->result = record_result_resigned(0);
	assert_int_equal(table_review_begin(&table, r), 0);
	note();
	table_review_failed(&table, "no engine");
}

static void
scene_elsewhere(void)
{
	form_note("seq: number", "");
	form_note(NONE "seq: number", "");
	form_note("game_id: number", "");
}

/* ---- the stored states ---- */

/* States with members that our daemon never sends: from a newer daemon, or from an attacker. */
static const char *const strange[] = { "ask-unknown", "hostile", "widest", "page-settings-none" };

static unsigned wrong;

static void
form_check(const char *form, const char *from)
{
	for (size_t i = 0; i < sizeof(strange) / sizeof(strange[0]); i++)
		if (strcmp(strange[i], from) == 0)
			return;
	if (json_object_get(printed, form) != NULL)
		return;
	print_error("%s: no table tells \"%s\"\n", from, form);
	wrong++;
}

static void
test_stored(void **unused)
{
	static char names[STAGES_MAX][STAGE_NAME];
	size_t n = stages_list(names);

	(void)unused;
	printed = json_object();
	for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
		seed = 5 + i;
		play(games[i].game, games[i].options, games[i].clock, STEPS);
	}
	seed = 5;
	scenes();
	scene_about();
	scene_lesson();
	scene_rare();
	scene_computer();
	scene_graded();
	scene_review();
	scene_elsewhere();
	for (size_t i = 0; i < n; i++) {
		char *line = stage_line(names[i]);
		json_t *o = json_loads(line, 0, NULL);

		forms(o, path_of(o), form_check, names[i]);
		json_decref(o);
		free(line);
	}
	json_decref(printed);
	assert_int_equal(wrong, 0);
}

/* Checks that every game of the rules has its panel, under its own name. */
static void
test_games(void **unused)
{
	size_t n;
	const struct game *const *listed = rules_games(&n);

	(void)unused;
	assert_int_equal(n + 1, n_panels);
	for (size_t i = 0; i < n; i++) {
		assert_string_equal(panels[i]->game, rules_name(listed[i]));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_stored),
					   cmocka_unit_test(test_games) };

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
