/*
 * The secrets of a seat against all that the other seats receive, through random games
 * (twins.h).
 *
 * Both positions allow the chosen actions, and everybody sees the same again after them;
 * the secret actions differ. Half of the moves and attempted captures are made by hand,
 * steps of a horde among them, with futile tries in between.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../record/help.h"
#include "twins.h"

enum {
	ACTIONS = 60,
};

static uint64_t seed;
static unsigned games = 3; /* for each game: the views of the table, White and Black */
static unsigned by_hand, attempted, in_vain, shown, secrets;

static unsigned
random_below(unsigned n)
{
	return (unsigned)(help_random(&seed) % n);
}

/* ---- both positions ---- */

static bool
same_text(const struct position *p, const struct position *q, unsigned seat)
{
	char one[RULES_POSITION_TEXT], other[RULES_POSITION_TEXT];

	rules_view_print(state()->game, p, seat, one);
	rules_view_print(state()->game, q, seat, other);
	return strcmp(one, other) == 0;
}

/* Reports whether the compared viewers cannot distinguish the positions. */
static bool
look_alike(const struct position *p, const struct position *q)
{
	struct outcome a = rules_outcome(state()->game, p, NULL);
	struct outcome b = rules_outcome(state()->game, q, NULL);

	return same_text(p, q, SEAT_TABLE) && (eyes == SEAT_TABLE || same_text(p, q, eyes)) &&
	       memcmp(&a, &b, sizeof(a)) == 0 &&
	       rules_to_act(state()->game, p) == rules_to_act(state()->game, q);
}

static bool
is_legal(unsigned i, struct action a)
{
	return rules_legal(state()->game, twin[i].t.state.settled, a);
}

/* Reports whether only the end of the turn is left, which the session plays at once. */
static bool
ends_by_itself(const struct position *p, struct action *a)
{
	static struct action list[RULES_ACTIONS_MAX];

	if (rules_actions(state()->game, p, list) != 1 || list[0].kind != ACT_END)
		return false;
	*a = list[0];
	return true;
}

/* Reports whether both actions may be played and everybody then sees the same again. */
static bool
go_together(struct action a, struct action b)
{
	struct position p = *twin[0].t.state.settled, q = *twin[1].t.state.settled;
	struct announcements said[2];

	if (!is_legal(0, a) || !is_legal(1, b))
		return false;
	do {
		rules_announce(state()->game, &p, a, &said[0]);
		rules_announce(state()->game, &q, b, &said[1]);
		rules_apply(state()->game, &p, a);
		rules_apply(state()->game, &q, b);
		if (said[0].n != said[1].n ||
		    memcmp(said[0].said, said[1].said, said[0].n * sizeof(said[0].said[0])) != 0)
			return false;
	} while (ends_by_itself(&p, &a) && ends_by_itself(&q, &b));
	return look_alike(&p, &q);
}

/* Reports whether that action is the mover's secret and this viewer does not see it. */
static bool
may_differ(struct action a)
{
	return (a.kind == ACT_BURY || a.kind == ACT_ASSIGN) && state()->to_act != eyes;
}

/* Chooses a random action for each table; captures and secrets every other time. */
static bool
choose(struct action out[2])
{
	static struct action list[2][RULES_ACTIONS_MAX];
	struct sqset enemy;
	size_t n[2];
	bool keen = random_below(2) == 0;

	for (unsigned i = 0; i < 2; i++)
		n[i] = rules_actions(state()->game, twin[i].t.state.settled, list[i]);
	if (n[0] == 0 || n[1] == 0)
		return false;
	enemy = rules_occupied_by(state()->game, state()->settled, !(state()->to_act & 1));
	for (unsigned tries = 0; tries < 400; tries++) {
		out[0] = out[1] = list[0][random_below((unsigned)n[0])];
		if (keen && tries < 200 && !sqset_has(enemy, out[0].to))
			continue;
		if (may_differ(out[0]))
			out[1] = list[1][random_below((unsigned)n[1])];
		if (go_together(out[0], out[1]))
			return true;
	}
	return false;
}

/* ---- playing ---- */

static void
compare_records(void)
{
	char line[64];

	same_answer("{\"kind\":\"record\"}");
	same_answer("{\"kind\":\"pgn\"}");
	same_answer("{\"kind\":\"trace\"}");
	same_answer("{\"kind\":\"diagnostics\"}");
	same_answer("{\"kind\":\"show\"}");
	snprintf(line, sizeof(line), "{\"kind\":\"show\",\"move\":%u}",
		 random_below(state()->n_actions + 1));
	same_answer(line);
}

/* Plays a secret on the seat's page, and everything else from any client, with the same reply. */
static void
play_on_screen(const struct action a[2])
{
	bool secret = a[0].kind == ACT_BURY || a[0].kind == ACT_ASSIGN || a[0].kind == ACT_PLAY;
	const char *seat = rules_seat_name(state()->game, state()->to_act);
	char text[RULES_ACTION_TEXT], line[96];

	rules_action_print(state()->game, state()->settled, a[0], text);
	snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"}", text);
	if (!secret) {
		same_answer(line);
		return;
	}
	same_answer(line); /* a futile try reveals nothing */
	secrets++;
	for (unsigned i = 0; i < 2; i++) {
		snprintf(line, sizeof(line),
			 "{\"kind\":\"handover\",\"seat\":\"%s\",\"pin\":\"%s\"}", seat, pins[i]);
		free(send_request(i, SCREEN, line));
		rules_action_print(state()->game, twin[i].t.state.settled, a[i], text);
		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"}", text);
		char *answer = send_request(i, SCREEN, line);

		if (!strstr(answer, "\"ok\""))
			fail_msg("%s: %s gave %s", game, line, answer);
		free(answer);
		free(send_request(i, SCREEN, "{\"kind\":\"handover\"}"));
	}
	compare();
}

static bool
is_plain_move(struct action a)
{
	uint8_t piece = rules_at(state()->game, state()->settled, a.from);

	return a.kind == ACT_MOVE && a.arg == 0 &&
	       (piece_kind(piece) != PIECE_PAWN || a.from % 8 == a.to % 8 ||
		rules_at(state()->game, state()->settled, a.to) != 0);
}

/* Makes an attempt with the same hands, whatever the masks, and waits for its outcome. */
static bool
is_by_hand(struct action a)
{
	return a.kind == ACT_ATTEMPT || is_plain_move(a);
}

static void
play_by_hand(struct action a)
{
	uint32_t n = state()->n_actions;

	by_hand++;
	attempted += a.kind == ACT_ATTEMPT;
	if (rules_at(state()->game, state()->settled, a.to))
		edge(a.to, false);
	edge(a.from, false);
	edge(a.to, true);
	wait_us(QUIET_US);
	if (state()->n_actions == n && state()->has_provisional)
		press("clock");
}

/* Sets a piece down somewhere and returns it, where both tables agree about that move. */
static void
try_in_vain(void)
{
	struct sqset men = rules_occupied(state()->game, state()->settled);
	unsigned from = random_below(64), to = random_below(64);
	char line[64];
	static struct action list[RULES_ACTIONS_MAX];

	if (!sqset_has(men, from) || sqset_has(men, to))
		return;
	for (unsigned i = 0; i < 2; i++) {
		size_t n = rules_actions(state()->game, twin[i].t.state.settled, list);

		for (size_t k = 0; k < n; k++)
			if (list[k].from == from && list[k].to == to)
				return;
	}
	in_vain++;
	snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%c%u%c%u\"}",
		 'a' + (int)(from % 8), from / 8 + 1, 'a' + (int)(to % 8), to / 8 + 1);
	same_answer(line);
	edge(from, false);
	edge(to, true);
	wait_us(QUIET_US);
	edge(to, false);
	edge(from, true);
	wait_us(QUIET_US);
	answer_no();
}

/* Shows a move that both may make and withdraws it, whatever it would reveal in either game. */
static void
think_better(void)
{
	static struct action list[RULES_ACTIONS_MAX];
	size_t n = rules_actions(state()->game, state()->settled, list);
	struct action a = list[random_below((unsigned)n)];

	for (unsigned i = 0; i < 2; i++)
		if (!rules_reveals(state()->game, twin[i].t.state.settled))
			return;
	/* A step of the horde does not end the turn, so quiet makes it final. */
	if (!is_plain_move(a) || rules_at(state()->game, state()->settled, a.to) ||
	    (rules_at(state()->game, state()->settled, a.from) & PIECE_MARK) || !is_legal(1, a))
		return;
	edge(a.from, false);
	edge(a.to, true);
	wait_us(QUIET_US);
	shown += state()->has_provisional;
	edge(a.to, false);
	edge(a.from, true);
	wait_us(QUIET_US);
	answer_no();
}

static void
play_one(const struct action a[2])
{
	bool rested =
		state()->prompt.kind == PROMPT_NONE && state()->guidance.kind == GUIDANCE_NONE;

	if (rested && random_below(4) == 0)
		try_in_vain();
	if (rested)
		think_better();
	if (rested && is_by_hand(a[0]) && random_below(2))
		play_by_hand(a[0]);
	else
		play_on_screen(a);
	follow_board();
	if (state()->phase == SESSION_PLAYING)
		compare_records();
}

static unsigned
play(void)
{
	struct action a[2];
	unsigned n = 0;

	compare();
	while (n < ACTIONS && state()->phase == SESSION_PLAYING &&
	       state()->to_act < RULES_SEATS_MAX && choose(a)) {
		play_one(a);
		/* The hands may have been read as something else; then the positions differ. */
		if (!look_alike(twin[0].t.state.settled, twin[1].t.state.settled))
			fail_msg("%s: the tables went apart", game);
		n++;
	}
	return n;
}

/* ---- beginning ---- */

/*
 * Reports whether card i of the deal may differ without this viewer ever
 * noticing. Draws alternate.
 */
static bool
is_unseen(unsigned i)
{
	bool white = i < 6 ? i < 3 : i % 2 == 0;

	return eyes == SEAT_TABLE || (eyes == SEAT_B) == white;
}

/* Exchanges a few unseen cards; with many, no two hands would share a card. */
static void
deal_anew(char position[RULES_POSITION_TEXT])
{
	struct rules_error err;
	struct position p;
	uint8_t *card = p.x.cooperative.card;

	assert_int_equal(rules_parse(rules_game("cooperative"), position, &p, &err), 0);
	for (unsigned k = 0; k < 4; k++) {
		unsigned i = random_below(32), j = random_below(32);
		uint8_t c = card[i];

		if (!is_unseen(i) || !is_unseen(j))
			continue;
		card[i] = card[j];
		card[j] = c;
	}
	rules_print(rules_game("cooperative"), &p, position);
}

static void
begin(void)
{
	char position[RULES_POSITION_TEXT];
	struct position p;
	struct rules_error err;
	char options[32];

	snprintf(options, sizeof(options), "seed=%u", random_below(1000));
	now_us = 1000000;
	assert_int_equal(rules_start(rules_game(game), options, &p, &err), 0);
	rules_print(rules_game(game), &p, position);
	begin_twin(0, position);
	if (strcmp(game, "cooperative") == 0)
		deal_anew(position);
	begin_twin(1, position);
}

static void
run(const char *name, unsigned least)
{
	static const unsigned who[] = { SEAT_TABLE, SEAT_W, SEAT_B };
	unsigned actions = 0;

	game = name;
	compared = by_hand = attempted = in_vain = shown = secrets = 0;
	for (unsigned k = 0; k < games; k++) {
		seed = 77 + k;
		eyes = who[k % 3];
		begin();
		actions += play();
	}
	print_message(
		"%s: %u actions, %u by hand, %u of them attempts, %u tried in vain, %u shown, "
		"%u secret, %u messages\n",
		game, actions, by_hand, attempted, in_vain, shown, secrets, compared);
	assert_true(actions >= least && by_hand > 10 && in_vain > 2 && secrets > 5);
}

static void
test_zombie(void **state_)
{
	(void)state_;
	run("zombie", 100);
	assert_true(shown > 40);
}

static void
test_masquerade(void **state_)
{
	(void)state_;
	run("masquerade", 80);
	assert_true(attempted > 10);
}

static void
test_cooperative(void **state_)
{
	(void)state_;
	run("cooperative", 60);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zombie),
		cmocka_unit_test(test_masquerade),
		cmocka_unit_test(test_cooperative),
	};

	if (argc > 1)
		games = (unsigned)strtoul(argv[1], NULL, 10);
	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
