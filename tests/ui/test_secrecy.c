/*
 * Two tables with two screens play the same public game, but some seat's
 * secrets differ. In random games of Zombie, Masquerade and Cooperative Chess,
 * every pixel, cue, spoken word, request and delay must be equal on both. That
 * holds for the public page, and for the private page of a seat that may not
 * know the difference.
 *
 * Secrets are entered on the screens with the same touches, keys or buttons on
 * both, which lead to different secrets. Visible hand movements therefore
 * reveal nothing either. Lists are compared in both sizes each time, pixels in
 * one size by turns.
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
#include "ui/cue.h"
#include "ui/page.h"
#include "ui/secret.h"
#include "ui/paint.h"
#include "tests/daemon/halod/alone.h"
#include "tests/ui/chance.h"
#include "tests/ui/entry.h"
#include "tests/ui/sides.h"

enum {
	ACTIONS = 40,
	SIZES = 2,
	ENTRIES_MOST = 8,   /* paths tried for one secret */
	NUMBERS_MOST = 100, /* random seeds tried on the other screen */
};

static const struct {
	int w, h;
} sizes[SIZES] = { { 480, 320 }, { 800, 480 } };

static struct ui_state heard[SIDES];
static struct draw_list shown[SIDES];
static SDL_Surface *pixels[SIDES][SIZES];
static struct painter *painter;
static uint64_t seed;
static const char *game;
static unsigned games = 2, eyes, pictures, secrets, others, cues, ways[ENTRY_WAYS];

/* ---- the screens' pictures ---- */

static void
show(unsigned i, const struct ui_model *m, unsigned size)
{
	ui_model_layout(m, sizes[size].w, sizes[size].h, &shown[i]);
	assert_false(shown[i].full);
}

/* Compares the pixels of both current lists. */
static bool
pixels_equal(unsigned size)
{
	const SDL_Surface *a = pixels[0][size], *b = pixels[1][size];

	for (unsigned i = 0; i < 2; i++)
		painter_paint(painter, &shown[i], pixels[i][size]);
	return memcmp(a->pixels, b->pixels, (size_t)(a->pitch * sizes[size].h)) == 0;
}

/* Compares the requests and pictures after each possible touch and key on both screens. */
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
		assert_true(draw_difference(&after[0], &after[1]).w == 0);
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
		show(0, a, size);
		show(1, b, size);
		if (draw_difference(&shown[0], &shown[1]).w > 0 ||
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
	int cue[2];

	for (unsigned i = 0; i < 2; i++) {
		struct side *s = &side[i];

		heard[i] = s->shared.state;
		side_tell(i, &s->shared, SEAT_TABLE);
		cue[i] = ui_cue_of(&heard[i], &s->shared.state);
		if (eyes != SEAT_TABLE)
			side_tell(i, &s->own, eyes);
	}
	assert_int_equal(cue[0], cue[1]);
	cues += cue[0] >= 0;
	alike(&side[0].shared, &side[1].shared);
	if (eyes != SEAT_TABLE)
		alike(&side[0].own, &side[1].own);
}

/* ---- actions that keep both public views equal ---- */

static bool
same_text(const struct position *p, const struct position *q, unsigned seat)
{
	char one[RULES_POSITION_TEXT], two[RULES_POSITION_TEXT];

	rules_view_print(side_state(0)->game, p, seat, one);
	rules_view_print(side_state(0)->game, q, seat, two);
	return strcmp(one, two) == 0;
}

static bool
look_alike(const struct position *p, const struct position *q)
{
	struct outcome a = rules_outcome(side_state(0)->game, p, NULL);
	struct outcome b = rules_outcome(side_state(0)->game, q, NULL);

	return same_text(p, q, SEAT_TABLE) && (eyes == SEAT_TABLE || same_text(p, q, eyes)) &&
	       memcmp(&a, &b, sizeof(a)) == 0 &&
	       rules_to_act(side_state(0)->game, p) == rules_to_act(side_state(0)->game, q);
}

/* Finds the action that the session plays automatically because it is the only one. */
static bool
ends_by_itself(const struct position *p, struct action *a)
{
	static struct action list[RULES_ACTIONS_MAX];

	if (rules_actions(side_state(0)->game, p, list) != 1 || list[0].kind != ACT_END)
		return false;
	*a = list[0];
	return true;
}

static bool
go_together(struct action a, struct action b)
{
	struct position p = *side_state(0)->settled, q = *side_state(1)->settled;
	struct announcements said[2];

	if (!rules_legal(side_state(0)->game, &p, a) || !rules_legal(side_state(1)->game, &q, b))
		return false;
	do {
		rules_announce(side_state(0)->game, &p, a, &said[0]);
		rules_announce(side_state(0)->game, &q, b, &said[1]);
		if (said[0].n != said[1].n ||
		    memcmp(said[0].said, said[1].said, said[0].n * sizeof(said[0].said[0])) != 0)
			return false;
		rules_apply(side_state(0)->game, &p, a);
		rules_apply(side_state(0)->game, &q, b);
	} while (ends_by_itself(&p, &a) && ends_by_itself(&q, &b));
	return look_alike(&p, &q);
}

/* ---- secrets, entered on a seat's private page ---- */

static struct entry entry;
static bool for_good; /* the requests of the screens count */

static void
serve(void *arg, struct ui_model *m, const struct ui_request *q)
{
	unsigned i = (unsigned)((struct side *)arg - side);
	char line[UI_REQUEST_TEXT];

	if (!for_good && q->kind != UI_REQUEST_SCREEN && q->kind != UI_REQUEST_HANDOVER)
		return;
	line[ui_request_print(q, 0, line) - 1] = '\0';
	side_ask(i, line);
	if (q->kind == UI_REQUEST_HANDOVER && q->seat[0] != '\0')
		side_tell(i, m, rules_seat_parse(side_state(i)->game, q->seat));
}

static bool
is_secret(const struct action *a)
{
	return a->kind == ACT_BURY || a->kind == ACT_ASSIGN || a->kind == ACT_PLAY;
}

static struct action
action_of(unsigned i, const char *text)
{
	struct action a;

	if (rules_action_parse(side_state(i)->game, side_state(i)->settled, text, &a) < 0)
		fail_msg("%s: %s is not legal", game, text);
	return a;
}

/*
 * Finds a seed with which the same path on the other screen leads to another
 * secret. With `same`, it must lead to the same secret: for eyes that may see
 * it, and for a card that will be public. The other screen may offer more or
 * fewer covers, and the path may fail there.
 */
static bool
secret_match(struct action out[2], bool same)
{
	static struct ui_model m;
	struct entry_daemon d = { .serve = serve, .arg = &side[1] };
	bool leads = false, other = false;

	for (unsigned k = 0; k < NUMBERS_MOST; k++) {
		uint32_t number = k == 0 ? side[0].shared.seed : random_below(&seed, UINT32_MAX) | 1;

		m = side[1].shared;
		m.seed = number;
		if (!entry_go(&entry, &m, &d))
			continue;
		leads = true;
		out[1] = action_of(1, d.act);
		if (same != (memcmp(&out[0], &out[1], sizeof(out[0])) == 0))
			continue;
		other = true;
		side[1].shared.seed = number;
		if (go_together(out[0], out[1]))
			return true;
	}
	if (!same && leads && !other)
		fail_msg("%s: the way of the fingers tells what was chosen", game);
	return false;
}

/* Reports whether a secret has an alternative. */
static bool
has_choice(void)
{
	static struct action list[RULES_ACTIONS_MAX];

	return rules_actions(side_state(0)->game, side_state(0)->settled, list) > 1;
}

static bool
secret_choose(struct action out[2])
{
	static struct ui_model m;

	for (unsigned k = 0; k < ENTRIES_MOST; k++) {
		struct entry_daemon d = { .serve = serve, .arg = &side[0] };
		unsigned size = random_below(&seed, SIZES);

		entry = (struct entry){ .w = sizes[size].w,
					.h = sizes[size].h,
					.by = (uint8_t)random_below(&seed, ENTRY_WAYS) };
		for_good = false;
		m = side[0].shared;
		entry_draw(&entry, &m, &d, &seed);
		out[0] = action_of(0, d.act);
		if (secret_match(out, side_state(0)->to_act == eyes || out[0].kind == ACT_PLAY ||
					      !has_choice()))
			return true;
	}
	return false;
}

/*
 * Enters the secret on both. Only its owner sees the open page; before and
 * after, everybody sees the screen.
 */
static void
secret_give(void)
{
	struct entry_daemon d[2] = { { .serve = serve, .arg = &side[0] },
				     { .serve = serve, .arg = &side[1] } };

	for_good = true;
	for (unsigned k = 0; k < entry.n; k++) {
		for (unsigned i = 0; i < 2; i++)
			entry_take(&entry, k, &side[i].shared, &d[i]);
		assert_int_equal(side[0].shared.view.revealed, side[1].shared.view.revealed);
		if (!side[0].shared.view.revealed || side_state(0)->to_act == eyes)
			alike(&side[0].shared, &side[1].shared);
	}
	ways[entry.by]++;
	secrets++;
	others += strcmp(d[0].act, d[1].act) != 0;
}

/* ---- playing ---- */

static bool
choose(struct action out[2])
{
	static struct action list[2][RULES_ACTIONS_MAX];
	struct sqset enemy = rules_occupied_by(side_state(0)->game, side_state(0)->settled,
					       !(side_state(0)->to_act & 1));
	bool keen = random_below(&seed, 3) > 0;
	size_t n[2];

	for (unsigned i = 0; i < 2; i++)
		n[i] = rules_actions(side_state(i)->game, side_state(i)->settled, list[i]);
	for (unsigned tries = 0; n[0] > 0 && n[1] > 0 && tries < 400; tries++) {
		out[0] = out[1] = list[0][random_below(&seed, (unsigned)n[0])];
		if (keen && tries < 200 && !sqset_has(enemy, out[0].to))
			continue;
		if (out[0].kind == ACT_BURY || out[0].kind == ACT_ASSIGN)
			return secret_choose(out);
		if (go_together(out[0], out[1]) && (out[0].kind != ACT_PLAY || secret_choose(out)))
			return true;
	}
	return false;
}

static void
play_one(const struct action a[2])
{
	struct position before[2] = { *side_state(0)->settled, *side_state(1)->settled };

	if (is_secret(&a[0]))
		secret_give();
	for (unsigned i = 0; i < 2 && !is_secret(&a[0]); i++) {
		char text[RULES_ACTION_TEXT], line[96];

		rules_action_print(side_state(i)->game, side_state(i)->settled, a[i], text);
		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%s\"}", text);
		side_ask(i, line);
	}
	compare();
	sides_follow(before);
	compare();
}

/* ---- games ---- */

/* Swaps cards of Cooperative Chess that the eyes never see. */
static void
deal_anew(char position[RULES_POSITION_TEXT])
{
	struct rules_error err;
	struct position p;
	uint8_t *card = p.x.cooperative.card;

	assert_int_equal(rules_parse(rules_game("cooperative"), position, &p, &err), 0);
	for (unsigned k = 0; k < 4; k++) {
		unsigned i = random_below(&seed, 32), j = random_below(&seed, 32);
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
begin(void)
{
	char position[RULES_POSITION_TEXT], options[32];
	struct rules_error err;
	struct position p;

	snprintf(options, sizeof(options), "seed=%u", random_below(&seed, 1000));
	sides_now_us = SIDES_SECOND_US;
	assert_int_equal(rules_start(rules_game(game), options, &p, &err), 0);
	rules_print(rules_game(game), &p, position);
	side_begin(0, game, position, eyes);
	if (strcmp(game, "cooperative") == 0)
		deal_anew(position);
	side_begin(1, game, position, eyes);
	compare();
}

/* Plays games and returns the number of secrets that differed. */
static unsigned
run(const char *name)
{
	static const unsigned who[] = { SEAT_TABLE, SEAT_W, SEAT_B };
	unsigned actions = 0;

	game = name;
	pictures = secrets = others = cues = 0;
	memset(ways, 0, sizeof(ways));
	for (unsigned k = 0; k < games * 3; k++) {
		struct action a[2];

		seed = 77 + k;
		eyes = who[k % 3];
		begin();
		for (unsigned n = 0; n < ACTIONS && side_state(0)->phase == SESSION_PLAYING &&
				     side_state(0)->to_act < RULES_SEATS_MAX && choose(a);
		     n++, actions++)
			play_one(a);
	}
	print_message(
		"%s: %u actions, %u secret (%u by touch, %u by keys, %u by buttons), %u other "
		"secrets, %u pictures twice, %u cues\n",
		name, actions, secrets, ways[ENTRY_TOUCH], ways[ENTRY_KEYS], ways[ENTRY_BUTTONS],
		others, pictures, cues);
	assert_true(actions >= 60 * games && secrets > 3 * games && cues > 20 * games);
	for (unsigned by = 0; by < ENTRY_WAYS; by++)
		assert_true(ways[by] > 0);
	return others;
}

static void
test_zombie(void **unused)
{
	(void)unused;
	assert_true(run("zombie") > 3 * games);
}

static void
test_masquerade(void **unused)
{
	(void)unused;
	assert_true(run("masquerade") >= 3 * games);
}

static void
test_cooperative(void **unused)
{
	(void)unused;
	(void)run("cooperative"); /* a card is public once it is played */
}

/* Shows that the comparison can fail: another hand is visible on its private page. */
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
			secret_reveal(&side[i].own, true, &out);
			side_tell(i, &side[i].own, SEAT_W);
			show(i, &side[i].own, 0);
		}
		differ = draw_difference(&shown[0], &shown[1]).w > 0;
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
			pixels[i][size] = painter_surface(sizes[size].w, sizes[size].h, &err);
	return painter_create(&painter, &err);
}

static int
teardown(void **unused)
{
	(void)unused;
	for (unsigned i = 0; i < 2; i++)
		for (unsigned size = 0; size < SIZES; size++)
			SDL_FreeSurface(pixels[i][size]);
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
