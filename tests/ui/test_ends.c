/*
 * Plays a game of each kind from its tile on the home page to its end by the rules, on unmodified
 * programs. Pieces are moved on the virtual board; everything else is done on the screen: by touch,
 * with three keys, or with the board's three buttons. In a fourth mode the screen is killed before
 * each touch and must return to the same page.
 *
 * usage: test-ui-ends HALO-SCREEN HALOD HALO-BOARD BOARDS touch|keys|buttons|killed GAME…
 *
 * Exits with 77, ctest's code for skipped, if Xvfb or xdotool is missing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/daemon/hands/script.h"
#include "tests/ui/sitting.h"

enum { SETUP_MAX = 6 };

/*
 * The shortest of many random games that use the screen's functions. If the
 * screen shuffles the answers (covers), any answer leads to the same end.
 */
struct line {
	const char *game;
	const char *options;              /* the options that the set-up produces */
	struct ui_place setup[SETUP_MAX]; /* touches that set it up */
	const char *actions;              /* the last may be one of ends[] */
};

static const struct line lines[] = {
	{ "chess", "", { { .id = TARGETS_N } }, "f2f4 e7e5 g2g4 d8h4" },
	{ "chess", "", { { .id = TARGETS_N } }, "f2f4 flag" },
	{ "chess960",
	  "index=518",
	  { { true, TARGET_ROW, 3 },
	    { true, TARGET_DIGIT, 5 },
	    { true, TARGET_DIGIT, 1 },
	    { true, TARGET_DIGIT, 8 },
	    { true, TARGET_BACK, 0 },
	    { .id = TARGETS_N } },
	  "f2f4 e7e5 g2g4 d8h4" },
	{ "accounting", "", { { .id = TARGETS_N } }, "c2c4 d7d5 d1a4 a7a5 a4e8" },
	{ "dice-money",
	  "",
	  { { .id = TARGETS_N } },
	  "roll:2,4 c2c4 roll:2,3 a7a6 roll:2,5 a2a4 roll:2,5 g7g5 roll:2,4 e2e4 roll:1,5 c7c6 "
	  "roll:1,5 f2f4 roll:1,4 buy:extra1 f7f6 end roll:5,5 d1h5" },
	{ "abstract",
	  "table=aronson turn=double transfers=limited",
	  { { true, TARGET_ROW, 4 },
	    { true, TARGET_ROW, 5 },
	    { true, TARGET_ROW, 6 },
	    { .id = TARGETS_N } },
	  "b2b3 transfer:f2g2 b7b6 transfer:f7f8 e1f2 transfer:f1g1 f8f2" },
	{ "zombie", "", { { .id = TARGETS_N } }, "g2g4 h7h5 f2f3 e7e5 g4h5 bury:a2 d8h4" },
	{ "masquerade", /* by a pawn, which wears no mask, because the screen starts with random
			 * masks */
	  "",
	  { { .id = TARGETS_N } },
	  "assign:KQRBN assign:KQRBN e2e4 e7e6 a2a3 e8e7 a3a4 e7d6 e4e5 h7h6 e5d6" },
	{ "crowded-house", "", { { .id = TARGETS_N } }, "e2e3 f7f5 d1h5" },
	{ "cooperative",
	  "cards=real",
	  { { true, TARGET_ROW, 4 }, { .id = TARGETS_N } },
	  "play:QH end e7e5 play:8C end play:5D end f8c5 play:9S c5f2 f2e1" },
	{ "cooperative", "", { { .id = TARGETS_N } }, "hand" },
	{ "cooperative",
	  "cards=open",
	  { { true, TARGET_ROW, 4 }, { true, TARGET_ROW, 4 }, { .id = TARGETS_N } },
	  "cards" },
	{ "half-alice", "", { { .id = TARGETS_N } }, "d2d4 b7b6 d1d3 e7e5 d3e4" },
	{ "american", "", { { .id = TARGETS_N } }, "h1k7 g9i7 e4e3 e9g7 d1h7 a6a5 k7g7 f9h7" },
};

static const struct game *game;
static struct position position; /* before the next action */

/* ---- hands ---- */

static void
put_or_lift(unsigned sq, uint8_t piece)
{
	char name[4], letter[4];
	const char *at = rules_files(game) == 8 ? "@" : "";

	rules_square_print(game, sq, name);
	rules_piece_print(game, piece, letter);
	letter[1] = '\0'; /* marks are not physical */
	if (piece != 0)
		rig_board(&sitting_rig, "put %s%s %s", at, name, letter);
	else
		rig_board(&sitting_rig, "lift %s%s", at, name);
}

static bool
sees(unsigned sq, bool occupied)
{
	char name[4];

	rules_square_print(game, sq, name);
	return sitting_present(name) == occupied;
}

/* Lifts or puts a piece and waits for the sensors. */
static void
touch(unsigned sq, uint8_t piece)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	put_or_lift(sq, piece);
	while (!sees(sq, piece != 0)) {
		rig_pump(&sitting_client, 20);
		assert_true(rig_now_us() < end);
	}
}

static void
carry(struct action a)
{
	static struct order order[ORDERS_MAX];
	struct carry c[CARRIES_MAX];
	uint8_t on[RULES_SQUARES_MAX];
	unsigned n = carries_of(game, &position, a, c);

	for (unsigned sq = 0; sq < rules_squares(game); sq++)
		on[sq] = rules_at(game, &position, sq);
	assert_true(orders_of(c, n, on, order) > 0);
	for (unsigned i = 0; i < order[0].n; i++) {
		const struct carry *one = &c[order[0].op[i] / 2];

		touch(order[0].op[i] % 2 ? one->to : one->from,
		      order[0].op[i] % 2 ? one->dropped : 0);
	}
}

/* Transfers a stone between stacks: both are touched; a single stone is taken off. */
static void
transfer(struct action a)
{
	struct position after = position;
	uint8_t left;

	rules_apply(game, &after, a);
	left = rules_at(game, &after, a.from);
	touch(a.from, 0);
	if (left != 0)
		touch(a.from, left);
	touch(a.to, 0);
	touch(a.to, rules_at(game, &after, a.to));
}

/* ---- the screen ---- */

static unsigned
group_of(const struct action *a)
{
	switch ((enum action_kind)a->kind) {
	case ACT_ROLL:
		return CHOICE_DICE;
	case ACT_BUY:
		return CHOICE_BUY;
	case ACT_PROMOTE:
		return CHOICE_PROMOTE;
	case ACT_PLAY:
		return CHOICE_PLAY;
	case ACT_END:
		return CHOICE_END;
	case ACT_PASS:
		return CHOICE_PASS;
	case ACT_NONE:
	case ACT_MOVE:
	case ACT_CASTLE:
	case ACT_TRANSFER:
	case ACT_BURY:
	case ACT_ASSIGN:
	case ACT_ATTEMPT:
		break;
	}
	fail_msg("nothing on the screen is for it");
	return CHOICES;
}

/* Reports whether the only possible action happens automatically. */
static bool
is_forced(const struct action *a)
{
	static struct action all[RULES_ACTIONS_MAX];

	return (a->kind == ACT_END || a->kind == ACT_PASS) &&
	       rules_actions(game, &position, all) == 1;
}

static bool
is_done(json_int_t n)
{
	sitting_follow();
	return sitting_actions() >= n;
}

/* Waits for the action to become final, and confirms it if asked. */
static void
final_wait(json_int_t n)
{
	while (sitting_quiet(), !is_done(n)) {
		if (sitting_model.state.prompt.kind == UI_PROMPT_CONFIRM &&
		    sitting_target(TARGET_YES, 0) != NULL)
			sitting_touch(TARGET_YES, 0);
		if (!is_done(n))
			sitting_news();
	}
}

static void
act(const char *text, json_int_t n)
{
	struct action a;

	if (rules_action_parse(game, &position, text, &a) < 0)
		fail_msg("%s is not legal", text);
	switch ((int)a.kind) {
	case ACT_MOVE:
	case ACT_CASTLE:
	case ACT_ATTEMPT:
		carry(a);
		break;
	case ACT_TRANSFER:
		transfer(a);
		break;
	case ACT_BURY:
	case ACT_ASSIGN:
		sitting_secret();
		break;
	default:
		if (!is_forced(&a))
			sitting_word(group_of(&a), text);
		break;
	}
	final_wait(n);
	rules_apply(game, &position, a);
	if (sitting_model.state.phase == UI_PHASE_PLAYING)
		sitting_guided();
}

/* Claims a win on time and confirms it; a fallen flag decides nothing by itself. */
static void
flag_claim(void)
{
	const json_t *prompt;

	while (!(sitting_model.state.claims & UI_CLAIM_TIME))
		sitting_news();
	sitting_quiet();
	assert_int_equal(sitting_model.state.phase, UI_PHASE_PLAYING);
	sitting_touch(TARGET_MENU, 0);
	sitting_touch(TARGET_CLAIM, 0);
	while (sitting_model.state.prompt.kind != UI_PROMPT_TIME)
		sitting_news();
	/* Kill the daemon once the prompt is on the disk: it must return to the screen. */
	while (prompt = json_object_get(sitting_client.state, "prompt"),
	       !json_is_true(json_object_get(prompt, "kept")))
		sitting_news();
	sitting_seen();
	sitting_restart();
	assert_int_equal(sitting_model.state.prompt.kind, UI_PROMPT_TIME);
	sitting_touch(TARGET_YES, 0);
}

/* Plays any card of the side to move, open or from the private page, and captures nothing by it. */
static void
cards_play(void)
{
	while (sitting_follow(), sitting_model.state.phase == UI_PHASE_PLAYING) {
		if (sitting_has_group(CHOICE_END))
			sitting_word(CHOICE_END, NULL);
		else if (sitting_has_group(CHOICE_PLAY))
			sitting_word(CHOICE_PLAY, NULL);
		else
			sitting_secret();
	}
}

/* The ends of a game other than the last action of the rules. */
static const struct end {
	const char *name, *reason;
	void (*play)(void);
} ends[] = {
	{ "flag", "time", flag_claim },
	{ "cards", "out-of-cards", cards_play },
	{ "hand", "out-of-cards", cards_play }, /* the same with a hand that only its owner sees */
};

static const struct end *
end_of(const char *action)
{
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (strcmp(ends[i].name, action) == 0)
			return &ends[i];
	return NULL;
}

/* Plays the actions and returns the reason for the end. */
static const char *
line_act(const struct line *l)
{
	char actions[512], *save;
	json_int_t n = 0;

	snprintf(actions, sizeof(actions), "%s", l->actions);
	for (char *a = strtok_r(actions, " ", &save); a != NULL; a = strtok_r(NULL, " ", &save)) {
		const struct end *end = end_of(a);

		if (end != NULL) {
			end->play();
			return end->reason;
		}
		act(a, ++n);
	}
	return rules_reason_name(rules_outcome(game, &position, NULL).reason);
}

static void
line_play(const struct line *l)
{
	const char *clock = strstr(l->actions, "flag") != NULL ? "sudden:1" : "none", *reason;
	struct rules_error err;

	game = rules_game(l->game);
	if (rules_start(game, l->options, &position, &err) < 0)
		fail_msg("%s: %s", l->game, err.why);
	rig_ok(&sitting_client, "{\"kind\":\"set\",\"values\":{\"clock\":\"%s\"}}", clock);
	sitting_game(l->game, l->setup);
	sitting_board();
	reason = line_act(l);
	while (sitting_model.state.phase == UI_PHASE_PLAYING)
		sitting_news();
	assert_int_equal(sitting_model.state.phase, UI_PHASE_OVER);
	assert_int_equal(ui_model_page(&sitting_model), UI_PAGE_OVER);
	assert_string_equal(rig_text(json_object_get(sitting_client.state, "result"), "reason"),
			    reason);
	print_message("%s: %d actions, %s; %u touches or keys, %u kills\n", l->game,
		      (int)sitting_actions(), reason, sitting_touches, sitting_kills);
	sitting_touches = sitting_kills = 0;
}

/* ---- the program ---- */

static const char *const *programs, *const *wanted;

static void
test_ends(void **unused)
{
	(void)unused;
	sitting_begin(programs, strcmp(wanted[0], "american") == 0 ? "hall-11x9" : "reed-8x8",
		      "0.1");
	for (; *wanted != NULL; wanted++)
		for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
			if (strcmp(lines[i].game, *wanted) == 0)
				line_play(&lines[i]);
	sitting_end();
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_ends) };

	if (argc < 7)
		return 2;
	if (!sitting_can())
		return SITTING_SKIPPED;
	programs = (const char *const *)(argv + 1);
	sitting_by = sitting_by_name(argv[5]);
	wanted = (const char *const *)(argv + 6);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
