/*
 * Two tables, two screens, the same public game; what some seat hides differs.
 * Through random games of Zombie, Masquerade and Cooperative Chess every pixel,
 * cue, spoken word, request and waiting time is the same on both: of the page
 * that all see, and of the own page of a seat that may not know the difference.
 * What is drawn is compared in both sizes each time, its pixels in one by turns.
 *
 * usage: test-ui-secrecy [GAMES]
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table/log.h"
#include "daemon/server/request.h"
#include "daemon/view/view.h"
#include "ui/cue.h"
#include "ui/page.h"
#include "ui/paint.h"
#include "tests/daemon/halod/alone.h"

enum { SCREEN = 1, ACTIONS = 40, SECOND_US = 1000000, SIZES = 2 };

static const struct {
	int w, h;
} sizes[SIZES] = { { 480, 320 }, { 800, 480 } };

/* A table and its screen; `own` is a screen that holds the page of `eyes` open. */
struct side {
	struct table t;
	struct ui_model shared, own;
	struct ui_state heard;
	struct draw_list list;
	SDL_Surface *pixels[SIZES];
	uint8_t draws;
};

static struct side side[2];
static struct painter *painter;
static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct config config = { .settle_us = SECOND_US, .hints = HINTS_SAFE, .game = "chess" };
static uint64_t now_us, seed;
static const char *game;
static unsigned games = 2, eyes, pictures, secrets, cues;

static unsigned
random_below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)(seed % n);
}

static void
count_up(void *arg, uint8_t out[CHANCE_BYTES])
{
	memset(out, 3, CHANCE_BYTES);
	out[0] = ++((struct side *)arg)->draws;
}

static void
no_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3], uint64_t t_us)
{
	(void)arg;
	(void)rgb;
	(void)t_us;
}

static const struct table_ops ops = { .frame = no_frame, .today = no_day, .random = count_up };

static const struct session_state *
state_of(unsigned i)
{
	return &side[i].t.state;
}

/* ---- what the screens show ---- */

/* The state that the daemon tells a seat, as the link brings it to a screen. */
static void
tell(unsigned i, struct ui_model *m, unsigned seat)
{
	static struct ui_message message;
	json_t *o = view_state(&side[i].t, seat);
	struct ui_error err;
	char *line;

	json_object_set_new(o, "kind", json_string("state"));
	line = json_dumps(o, JSON_COMPACT);
	json_decref(o);
	if (ui_message_parse(line, strlen(line), &message, &err) < 0)
		fail_msg("%s: %s", game, err.why);
	free(line);
	m->now_ms = now_us / 1000;
	ui_model_message(m, &message);
}

static void
show(struct side *s, const struct ui_model *m, unsigned size)
{
	ui_model_layout(m, sizes[size].w, sizes[size].h, &s->list);
	assert_false(s->list.full);
}

/* Of the lists that both show. */
static bool
pixels_equal(unsigned size)
{
	const SDL_Surface *a = side[0].pixels[size], *b = side[1].pixels[size];

	for (unsigned i = 0; i < 2; i++)
		painter_paint(painter, &side[i].list, side[i].pixels[size]);
	return memcmp(a->pixels, b->pixels, (size_t)(a->pitch * sizes[size].h)) == 0;
}

/* What touching each thing there is, and the keys, would make the two screens say and show. */
static void
touch_alike(const struct ui_model *a, const struct ui_model *b, unsigned size)
{
	static struct ui_model m[2];
	static struct draw_list before, after[2];

	ui_model_layout(a, sizes[size].w, sizes[size].h, &before);
	for (unsigned k = 0; k < before.n_targets; k++) {
		struct ui_out out[2] = { { .n = 0 }, { .n = 0 } };
		struct rect box = before.target[k].box;

		m[0] = *a;
		m[1] = *b;
		for (unsigned i = 0; i < 2; i++) {
			ui_model_press(&m[i], &before, box.x + 3, box.y + 3, &out[i]);
			ui_model_release(&m[i], &before, box.x + 3, box.y + 3, &out[i]);
			ui_model_flush(&m[i], &out[i]);
			ui_model_layout(&m[i], sizes[size].w, sizes[size].h, &after[i]);
		}
		assert_true(draw_equal(&after[0], &after[1]));
		assert_int_equal(out[0].n, out[1].n);
		for (unsigned n = 0; n < out[0].n; n++) {
			char line[2][UI_REQUEST_TEXT];

			for (unsigned i = 0; i < 2; i++)
				ui_request_print(&out[i].request[n], 0, line[i]);
			assert_string_equal(line[0], line[1]);
		}
	}
}

static void
alike(const struct ui_model *a, const struct ui_model *b)
{
	for (unsigned size = 0; size < SIZES; size++) {
		show(&side[0], a, size);
		show(&side[1], b, size);
		if (!draw_equal(&side[0].list, &side[1].list) ||
		    (pictures / 3 % SIZES == size && !pixels_equal(size)))
			fail_msg("%s: the screens differ for %u, %d pixels wide", game, eyes,
				 sizes[size].w);
		touch_alike(a, b, size);
	}
	assert_true(ui_model_next_ms(a) == ui_model_next_ms(b));
	pictures++;
}

static void
compare(void)
{
	char said[2][UI_SPEECH_TEXT];
	int cue[2];

	for (unsigned i = 0; i < 2; i++) {
		struct side *s = &side[i];

		s->heard = s->shared.state;
		tell(i, &s->shared, SEAT_TABLE);
		cue[i] = ui_cue_of(&s->heard, &s->shared.state);
		ui_speech_of(&s->heard, &s->shared.state, said[i]);
		if (eyes != SEAT_TABLE)
			tell(i, &s->own, eyes);
	}
	assert_int_equal(cue[0], cue[1]);
	assert_string_equal(said[0], said[1]);
	cues += cue[0] >= 0;
	alike(&side[0].shared, &side[1].shared);
	if (eyes != SEAT_TABLE)
		alike(&side[0].own, &side[1].own);
}

/* ---- actions that leave both alike ---- */

static bool
same_text(const struct position *p, const struct position *q, unsigned seat)
{
	char one[RULES_POSITION_TEXT], two[RULES_POSITION_TEXT];

	rules_view_print(state_of(0)->game, p, seat, one);
	rules_view_print(state_of(0)->game, q, seat, two);
	return strcmp(one, two) == 0;
}

static bool
look_alike(const struct position *p, const struct position *q)
{
	struct outcome a = rules_outcome(state_of(0)->game, p, NULL);
	struct outcome b = rules_outcome(state_of(0)->game, q, NULL);

	return same_text(p, q, SEAT_TABLE) && (eyes == SEAT_TABLE || same_text(p, q, eyes)) &&
	       memcmp(&a, &b, sizeof(a)) == 0 &&
	       rules_to_act(state_of(0)->game, p) == rules_to_act(state_of(0)->game, q);
}

/* What the session plays at once, since it is all there is. */
static bool
ends_by_itself(const struct position *p, struct action *a)
{
	static struct action list[RULES_ACTIONS_MAX];

	if (rules_actions(state_of(0)->game, p, list) != 1 || list[0].kind != ACT_END)
		return false;
	*a = list[0];
	return true;
}

static bool
go_together(struct action a, struct action b)
{
	struct position p = *state_of(0)->settled, q = *state_of(1)->settled;
	struct announcements said[2];

	if (!rules_legal(state_of(0)->game, &p, a) || !rules_legal(state_of(1)->game, &q, b))
		return false;
	do {
		rules_announce(state_of(0)->game, &p, a, &said[0]);
		rules_announce(state_of(0)->game, &q, b, &said[1]);
		if (said[0].n != said[1].n ||
		    memcmp(said[0].said, said[1].said, said[0].n * sizeof(said[0].said[0])) != 0)
			return false;
		rules_apply(state_of(0)->game, &p, a);
		rules_apply(state_of(0)->game, &q, b);
	} while (ends_by_itself(&p, &a) && ends_by_itself(&q, &b));
	return look_alike(&p, &q);
}

static bool
choose(struct action out[2])
{
	static struct action list[2][RULES_ACTIONS_MAX];
	struct sqset enemy = rules_occupied_by(state_of(0)->game, state_of(0)->settled,
					       !(state_of(0)->to_act & 1));
	bool keen = random_below(3) > 0;
	size_t n[2];

	for (unsigned i = 0; i < 2; i++)
		n[i] = rules_actions(state_of(i)->game, state_of(i)->settled, list[i]);
	for (unsigned tries = 0; n[0] > 0 && n[1] > 0 && tries < 400; tries++) {
		out[0] = out[1] = list[0][random_below((unsigned)n[0])];
		if (keen && tries < 200 && !sqset_has(enemy, out[0].to))
			continue;
		if ((out[0].kind == ACT_BURY || out[0].kind == ACT_ASSIGN) &&
		    state_of(0)->to_act != eyes)
			out[1] = list[1][random_below((unsigned)n[1])];
		if (go_together(out[0], out[1]))
			return true;
	}
	return false;
}

static void
ask(unsigned i, const char *line)
{
	json_t *o = request_serve(&side[i].t, SCREEN, line, strlen(line));

	if (strcmp(json_string_value(json_object_get(o, "kind")), "ok") != 0)
		fail_msg("%s: %s: %s", game, line, json_string_value(json_object_get(o, "why")));
	json_decref(o);
}

/* The board as the game has it, by hands that do what is due. */
static void
board_follow(unsigned i)
{
	struct sqset want = rules_occupied(state_of(i)->game, state_of(i)->settled);

	for (unsigned sq = 0; sq < 64; sq++) {
		struct busio_msg m = { .kind = BUSIO_EDGE,
				       .sq = (uint8_t)sq,
				       .reading.occupied = sqset_has(want, sq),
				       .t_us = now_us };

		if (sqset_has(want, sq) != sqset_has(state_of(i)->present, sq))
			table_message(&side[i].t, &m);
	}
	table_advance(&side[i].t, now_us + 2 * SECOND_US);
}

static void
play_one(const struct action a[2])
{
	bool secret = a[0].kind == ACT_BURY || a[0].kind == ACT_ASSIGN || a[0].kind == ACT_PLAY;
	const char *seat = rules_seat_name(state_of(0)->game, state_of(0)->to_act);

	for (unsigned i = 0; i < 2; i++) {
		char text[RULES_ACTION_TEXT], line[96];

		rules_action_print(state_of(i)->game, state_of(i)->settled, a[i], text);
		snprintf(line, sizeof(line), "{\"kind\":\"handover\",\"seat\":\"%s\"}", seat);
		if (secret)
			ask(i, line);
		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"}", text);
		ask(i, line);
		if (secret)
			ask(i, "{\"kind\":\"handover\"}");
	}
	secrets += secret;
	compare();
	for (unsigned i = 0; i < 2; i++)
		board_follow(i);
	now_us += 2 * SECOND_US;
	compare();
}

/* ---- games ---- */

/* Cards of Cooperative Chess that the eyes never see change places. */
static void
deal_anew(char position[RULES_POSITION_TEXT])
{
	struct rules_error err;
	struct position p;
	uint8_t *card = p.x.cooperative.card;

	assert_int_equal(rules_parse(rules_game("cooperative"), position, &p, &err), 0);
	for (unsigned k = 0; k < 4; k++) {
		unsigned i = random_below(32), j = random_below(32);
		bool i_white = i < 6 ? i < 3 : i % 2 == 0, j_white = j < 6 ? j < 3 : j % 2 == 0;
		uint8_t c = card[i];

		if (eyes != SEAT_TABLE &&
		    ((eyes == SEAT_W) == i_white || (eyes == SEAT_W) == j_white))
			continue;
		card[i] = card[j];
		card[j] = c;
	}
	rules_print(rules_game("cooperative"), &p, position);
}

static void
side_begin(unsigned i, const char *position)
{
	struct table_setup setup = { .game = rules_game(game),
				     .position = position,
				     .options = "" };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	struct side *s = &side[i];
	struct ui_out out = { .n = 0 };
	SDL_Surface *pixels[SIZES];

	memcpy(pixels, s->pixels, sizeof(pixels));
	memset(s, 0, sizeof(*s));
	memcpy(s->pixels, pixels, sizeof(pixels));
	table_init(&s->t, &board, &config, NULL, &ops, s, ua);
	for (unsigned sq = 0; sq < 64; sq++) {
		struct busio_msg m = { .kind = BUSIO_EDGE,
				       .sq = (uint8_t)sq,
				       .reading.occupied = sq < 16 || sq >= 48 };

		table_message(&s->t, &m);
	}
	table_begin(&s->t, NULL, now_us);
	assert_int_equal(table_new(&s->t, &setup), 0);
	ask(i, "{\"kind\":\"screen\"}");
	ui_model_init(&s->shared, "", 7);
	ui_model_init(&s->own, "", 7);
	tell(i, &s->shared, SEAT_TABLE);
	tell(i, &s->own, SEAT_TABLE);
	if (eyes == SEAT_TABLE)
		return;
	snprintf(s->own.view.seat, sizeof(s->own.view.seat), "%s", eyes == SEAT_W ? "w" : "b");
	ui_model_go(&s->own, UI_PAGE_HANDOVER);
	ui_model_reveal(&s->own, true, &out);
}

static void
begin(void)
{
	char position[RULES_POSITION_TEXT], options[32];
	struct rules_error err;
	struct position p;

	snprintf(options, sizeof(options), "seed=%u", random_below(1000));
	now_us = SECOND_US;
	assert_int_equal(rules_start(rules_game(game), options, &p, &err), 0);
	rules_print(rules_game(game), &p, position);
	side_begin(0, position);
	if (strcmp(game, "cooperative") == 0)
		deal_anew(position);
	side_begin(1, position);
	compare();
}

static void
run(const char *name)
{
	static const unsigned who[] = { SEAT_TABLE, SEAT_W, SEAT_B };
	unsigned actions = 0;

	game = name;
	pictures = secrets = cues = 0;
	for (unsigned k = 0; k < games * 3; k++) {
		struct action a[2];

		seed = 77 + k;
		eyes = who[k % 3];
		begin();
		for (unsigned n = 0; n < ACTIONS && state_of(0)->phase == SESSION_PLAYING &&
				     state_of(0)->to_act < RULES_SEATS_MAX && choose(a);
		     n++, actions++)
			play_one(a);
	}
	print_message("%s: %u actions, %u secret, %u pictures twice, %u cues\n", name, actions,
		      secrets, pictures, cues);
	assert_true(actions >= 60 * games && secrets > 3 * games && cues > 20 * games);
}

static void
test_zombie(void **unused)
{
	(void)unused;
	run("zombie");
}

static void
test_masquerade(void **unused)
{
	(void)unused;
	run("masquerade");
}

static void
test_cooperative(void **unused)
{
	(void)unused;
	run("cooperative");
}

/* The comparison is able to say no: a hand that is another shows on its own page. */
static void
test_can_fail(void **unused)
{
	bool differ = false;

	(void)unused;
	game = "cooperative";
	for (unsigned k = 1; k < 20 && !differ; k++) {
		eyes = SEAT_TABLE;
		seed = k;
		begin();
		for (unsigned i = 0; i < 2; i++) {
			struct ui_out out = { .n = 0 };

			snprintf(side[i].own.view.seat, sizeof(side[i].own.view.seat), "w");
			ui_model_go(&side[i].own, UI_PAGE_HANDOVER);
			ui_model_reveal(&side[i].own, true, &out);
			tell(i, &side[i].own, SEAT_W);
			show(&side[i], &side[i].own, 0);
		}
		differ = !draw_equal(&side[0].list, &side[1].list);
	}
	assert_true(differ);
}

static int
setup(void **unused)
{
	struct ui_error err;

	(void)unused;
	for (unsigned i = 0; i < 2; i++)
		for (unsigned size = 0; size < SIZES; size++)
			side[i].pixels[size] = painter_surface(sizes[size].w, sizes[size].h, &err);
	return painter_create(&painter, &err);
}

static int
teardown(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < 2; i++)
		for (unsigned size = 0; size < SIZES; size++)
			SDL_FreeSurface(side[i].pixels[size]);
	painter_destroy(painter);
	return 0;
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zombie),
		cmocka_unit_test(test_masquerade),
		cmocka_unit_test(test_cooperative),
		cmocka_unit_test(test_can_fail),
	};

	if (argc > 1)
		games = (unsigned)strtoul(argv[1], NULL, 10);
	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, setup, teardown);
}
