/*
 * Compares the screen with the lamps: for every game, the squares that the table lights, and
 * the squares that the play page marks for the same state, each with its meaning. Tables play
 * random games with lifted pieces, wrong moves, hints and questions until each game has shown
 * all of its meanings.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/daemon/halod/ask.h"
#include "daemon/table/log.h"
#include "tests/ui/chance.h"
#include "ui/model.h"
#include "ui/page.h"
#include "ui/panel.h"
#include "ui/state.h"

enum { STEPS = 4000, ALL = (1 << MEANINGS) - 1 };

static uint64_t now_us, seed;
static struct ui_model model;
static struct draw_list list;
static unsigned seen; /* meanings that the current game has shown */

#define BIT(m) (1u << MEANING_##m)

/* ---- what is drawn ---- */

/* The meaning of each colour of a mark. */
static const struct {
	uint8_t drawn, meaning;
} colours[] = {
	{ PAL_ASKED, MEANING_ASKED },     { PAL_MISSING, MEANING_MISSING },
	{ PAL_EXTRA, MEANING_EXTRA },     { PAL_CHECK, MEANING_CHECK },
	{ PAL_FROM, MEANING_FROM },       { PAL_TO, MEANING_TO },
	{ PAL_PLAN, MEANING_PLAN },       { PAL_CAPTURE, MEANING_CAPTURE }, { PAL_UNSAFE, MEANING_UNSAFE },
	{ PAL_BEST, MEANING_BEST },       { PAL_GOOD, MEANING_GOOD },
	{ PAL_PLAYABLE, MEANING_PLAYABLE }, { PAL_MISTAKE, MEANING_MISTAKE },
	{ PAL_BLUNDER, MEANING_BLUNDER },
	{ PAL_LEGAL, MEANING_LEGAL },     { PAL_HINT, MEANING_HINT },
	{ PAL_LAST, MEANING_LAST },       { PAL_AREA, MEANING_AREA },
};

static unsigned
meaning_of(const struct draw_cmd *c)
{
	if (c->kind == DRAW_PIECE)
		return c->piece.mark == '*'   ? BIT(CROOKED)
		       : c->piece.mark == '^' ? BIT(ZOMBIE)
		       : c->piece.mark == '@' ? BIT(MIRROR)
					      : 0;
	for (size_t i = 0; i < sizeof(colours) / sizeof(colours[0]); i++)
		if (c->kind != DRAW_TEXT && colours[i].drawn == c->meaning)
			return 1u << colours[i].meaning;
	return 0;
}

/* Returns the meanings drawn inside a square's box. */
static unsigned
drawn_in(const struct rect box)
{
	unsigned means = 0;

	for (unsigned i = 0; i < list.n; i++) {
		const struct draw_cmd *c = &list.cmd[i];

		if (c->box.x >= box.x && c->box.y >= box.y &&
		    c->box.x + c->box.w <= box.x + box.w && c->box.y + c->box.h <= box.y + box.h)
			means |= meaning_of(c);
	}
	return means;
}

/* Returns the meanings that a lamp shows: the first, and the one that alternates with it. */
static unsigned
lit(unsigned means)
{
	unsigned first = means & (0u - means);

	means &= (unsigned)ALL & ~BIT(STICK);
	if (first == BIT(CHECK))
		return first | (means & BIT(HINT));
	if (first == BIT(MISSING))
		return first | (means & BIT(EXTRA));
	if (first == BIT(CAPTURE))
		return first | (means & BIT(UNSAFE));
	if (first == BIT(UNSAFE))
		return first | (means & BIT(ZOMBIE));
	return first;
}

enum { FEW_STEPS = 4 };

/* Reports whether a square is on the columns that are always tinted. */
static bool
is_zone(unsigned sq)
{
	const struct panel *p = panel_of(model.state.game);
	unsigned file = sq % model.state.files;

	return p->zone_last > 0 && file >= p->zone_first && file <= p->zone_last;
}

static void
compare(const struct page_draw *d, const char *when)
{
	const unsigned on_pieces = BIT(CROOKED) | BIT(ZOMBIE) | BIT(MIRROR);
	const struct ui_state *s = &model.state;
	struct lamps_frame f;

	table_frame(&table, &f);
	for (unsigned sq = 0; sq < rules_squares(table.state.game); sq++) {
		unsigned want = lit(f.means[sq]);
		unsigned got = drawn_in(board_box(d, d->g->board, s->files, s->ranks, sq));

		/* In the picture of a set-up nothing is drawn over the piece that belongs here. */
		if (s->guidance.rank > 0 && s->guidance.steps > FEW_STEPS && want & BIT(MISSING))
			want = BIT(MISSING);

		/* The screen keeps the gauntlet's tint under every other light. */
		if (is_zone(sq)) {
			if (!(got & BIT(AREA)))
				fail_msg("%s, %s, square %u has no tint", s->game, when, sq);
			got = (got & ~BIT(AREA)) | (want & BIT(AREA));
		}
		/* The screen keeps the mark of the last move under a coin, halo or checker. */
		if (want & on_pieces)
			want |= f.means[sq] & BIT(LAST);

		/* A piece keeps its halo, coin or checker under other lights. */
		if (got != want && (got & ~on_pieces) != (want & ~on_pieces))
			fail_msg("%s, %s, square %u: lamps %04x, screen %04x", s->game, when, sq,
				 want, got);
		if ((want & ~got) != 0)
			fail_msg("%s, %s, square %u: lamps %04x are not drawn, only %04x", s->game,
				 when, sq, want, got);
		seen |= want;
	}
}

/* Sends the table's state to a screen and compares, in both designs. */
static void
look(const char *when)
{
	static const struct rect sizes[] = { { 0, 0, 800, 480 }, { 0, 0, 480, 320 } };
	json_t *o = view_state(&table, SEAT_TABLE);
	struct ui_error err;

	ui_model_init(&model, "test", 1);
	if (ui_state_parse(o, &model.state, &err) < 0)
		fail_msg("%s: %s", when, err.why);
	json_decref(o);
	for (unsigned i = 0; i < 2; i++) {
		struct metrics g = metrics_of(sizes[i].w, sizes[i].h);
		const struct page_draw d = { .m = &model, .s = &model.state, .g = &g, .l = &list };

		draw_clear(&list, sizes[i].w, sizes[i].h);
		board_layout(&d, g.board);
		compare(&d, when);
	}
}

/* ---- play ---- */

static void
later(uint64_t us)
{
	now_us += us;
	table_advance(&table, now_us);
}

static void
says(const char *line)
{
	send_request(SCREEN, line);
	look(line);
}

static void
square_set(unsigned sq, bool occupied, const char *when)
{
	struct busio_msg m = {
		.kind = BUSIO_EDGE, .sq = (uint8_t)sq, .reading.occupied = occupied, .t_us = now_us
	};

	table_message(&table, &m);
	later(300000);
	look(when);
}

static void
board_set(struct sqset want)
{
	for (unsigned sq = 0; sq < rules_squares(table.state.game); sq++)
		if (sqset_has(want, sq) != sqset_has(table.state.present, sq))
			square_set(sq, sqset_has(want, sq), "the board is set up");
	later(3000000);
	look("the board is set up");
}

/* Draws a legal action, if possible one that captures. */
static struct action
action_draw(void)
{
	static struct action list_of[RULES_ACTIONS_MAX];
	size_t n = rules_actions(table.state.game, table.state.settled, list_of);
	struct sqset other =
		rules_occupied_by(table.state.game, table.state.settled, !(table.state.to_act & 1));
	struct action a = { .kind = ACT_NONE };

	for (unsigned tries = 0; n > 0 && tries < 20; tries++) {
		a = list_of[random_below(&seed, (unsigned)n)];
		if (sqset_has(other, a.to))
			break;
	}
	return a;
}

/* Plays on the screen, and then puts the board as the game has it. */
static void
act_draw(void)
{
	struct action a = action_draw();
	char text[RULES_ACTION_TEXT], line[96];
	const char *seat;

	if (a.kind == ACT_NONE)
		return;
	rules_action_print(table.state.game, table.state.settled, a, text);
	seat = rules_seat_name(table.state.game,
			       table.state.to_act % rules_seats(table.state.game));
	snprintf(line, sizeof(line), "{\"kind\":\"handover\",\"seat\":\"%s\"}", seat);
	says(line);
	snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"}", text);
	says(line);
	says("{\"kind\":\"handover\"}");
	board_set(rules_occupied(table.state.game, table.state.settled));
}

/* Moves by hand: a legal move, or sometimes another one. */
static void
hands_draw(void)
{
	struct action a = action_draw();
	unsigned n = rules_squares(table.state.game), from = a.from, to = a.to;

	if (random_below(&seed, 4) == 0)
		to = random_below(&seed, n);
	if (a.kind == ACT_NONE || from >= n || to >= n || from == to)
		return;
	square_set(from, false, "a piece is lifted");
	if (sqset_has(table.state.present, to))
		square_set(to, false, "a second piece is lifted");
	square_set(to, true, "a piece is set down");
	if (random_below(&seed, 3) > 0)
		board_set(rules_occupied(table.state.game, table.state.settled));
}

/* Puts the pieces up as at the start, which asks for a new game. */
static void
array_draw(void)
{
	struct rules_error err;
	struct position start;

	if (rules_start(table.state.game, "", &start, &err) == 0)
		board_set(rules_occupied(table.state.game, &start));
}

static void
ask_draw(void)
{
	static const char *const asks[] = {
		"{\"kind\":\"press\",\"button\":\"ok\"}",
		"{\"kind\":\"press\",\"button\":\"back\"}",
		"{\"kind\":\"press\",\"button\":\"hint\"}",
		"{\"kind\":\"press\",\"button\":\"clock\"}",
		"{\"kind\":\"undo\"}",
		"{\"kind\":\"select\",\"what\":\"buy:P\"}",
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
begin_game(const char *game)
{
	static const char *const levels[] = { "moves", "safe" };
	static const char *const below[] = { "white", "black", "turn" };
	static unsigned begun;
	char line[128];

	begin();
	now_us = 1000000;
	says("{\"kind\":\"screen\"}");
	snprintf(line, sizeof(line),
		 "{\"kind\":\"set\",\"values\":{\"below\":\"%s\",\"regulator_halos\":%s}}",
		 below[begun % 3], begun % 2 == 0 ? "true" : "false");
	begun++;
	want(SCREEN, line, ok);
	snprintf(line, sizeof(line), "{\"kind\":\"new\",\"game\":\"%s\"}", game);
	want(SCREEN, line, ok);
	for (unsigned seat = 0; seat < rules_seats(table.state.game); seat++) {
		snprintf(line, sizeof(line),
			 "{\"kind\":\"hints\",\"seat\":\"%s\",\"level\":\"%s\"}",
			 rules_seat_name(table.state.game, seat), levels[random_below(&seed, 2)]);
		want(SCREEN, line, ok);
	}
	board_set(rules_occupied(table.state.game, table.state.settled));
}

/* ---- cases ---- */

#define USUAL                                                                             \
	(BIT(ASKED) | BIT(MISSING) | BIT(EXTRA) | BIT(FROM) | BIT(LEGAL) | BIT(CAPTURE) | \
	 BIT(HINT) | BIT(LAST))

/* Each game and the meanings that it must have shown. */
static const struct {
	const char *game;
	unsigned means;
} cases[] = {
	{ "chess", USUAL | BIT(CHECK) | BIT(TO) | BIT(UNSAFE) },
	{ "chess960", USUAL | BIT(CHECK) | BIT(TO) | BIT(UNSAFE) },
	{ "accounting", USUAL | BIT(TO) | BIT(UNSAFE) | BIT(CROOKED) },
	{ "dice-money", USUAL | BIT(CHECK) | BIT(TO) },
	{ "abstract", USUAL | BIT(TO) | BIT(UNSAFE) },
	{ "zombie", USUAL | BIT(TO) | BIT(UNSAFE) | BIT(ZOMBIE) },
	{ "masquerade", USUAL | BIT(TO) },
	{ "crowded-house", USUAL | BIT(CHECK) | BIT(TO) | BIT(UNSAFE) | BIT(AREA) },
	{ "cooperative", USUAL | BIT(TO) },
	{ "half-alice", USUAL | BIT(TO) | BIT(UNSAFE) | BIT(MIRROR) | BIT(AREA) },
	{ "american", USUAL | BIT(TO) | BIT(UNSAFE) | BIT(AREA) },
};

static void
test_game(void **state)
{
	const size_t i = *(const size_t *)*state;

	seed = 17 + i;
	seen = 0;
	board.files = (uint8_t)rules_files(rules_game(cases[i].game));
	board.ranks = (uint8_t)rules_ranks(rules_game(cases[i].game));
	begin_game(cases[i].game);
	for (unsigned n = 0; n < STEPS && (seen & cases[i].means) != cases[i].means; n++) {
		unsigned how = random_below(&seed, 10);

		if (table.state.phase != SESSION_PLAYING || n % 300 == 299)
			begin_game(cases[i].game);
		else if (how < 4 && table.state.prompt.kind == PROMPT_NONE)
			act_draw();
		else if (how < 7)
			hands_draw();
		else if (how < 9 || n % 20 > 0)
			ask_draw();
		else
			array_draw();
	}
	if ((seen & cases[i].means) != cases[i].means)
		fail_msg("%s never lit %04x", cases[i].game, cases[i].means & ~seen);
}

/* Counts the squares with a halo on the lamps and on the screen. */
static unsigned
halos(void)
{
	struct lamps_frame f;
	unsigned lamps = 0, screen = 0;

	table_frame(&table, &f);
	for (unsigned sq = 0; sq < 64; sq++)
		lamps += (f.means[sq] & BIT(CROOKED)) != 0;
	for (unsigned i = 0; i < list.n; i++)
		screen += list.cmd[i].kind == DRAW_PIECE && list.cmd[i].piece.mark == '*';
	assert_int_equal(lamps, screen);
	return lamps;
}

/* The setting gives each Regulator a halo at once, and takes it away; in no other game. */
static void
test_regulators(void **state)
{
	(void)state;
	board.files = board.ranks = 8;
	seed = 5;
	begin_game("accounting");
	says("{\"kind\":\"set\",\"values\":{\"regulator_halos\":true}}");
	assert_int_equal(halos(), 4);
	says("{\"kind\":\"set\",\"values\":{\"regulator_halos\":false}}");
	assert_int_equal(halos(), 0);
	begin_game("chess");
	says("{\"kind\":\"set\",\"values\":{\"regulator_halos\":true}}");
	assert_int_equal(halos(), 0);
}

enum { CASES = sizeof(cases) / sizeof(cases[0]) };

int
main(void)
{
	static size_t at[CASES];
	struct CMUnitTest tests[CASES + 1];

	for (size_t i = 0; i < CASES; i++) {
		at[i] = i;
		tests[i] = (struct CMUnitTest){ .name = cases[i].game,
						.test_func = test_game,
						.initial_state = &at[i] };
	}
	tests[CASES] = (struct CMUnitTest)cmocka_unit_test(test_regulators);
	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
