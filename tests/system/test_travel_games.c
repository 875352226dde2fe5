/*
 * Games of all kinds move between boards as people do it: `halo save FILE` at one, `halo
 * open FILE` at another, with clocks and dice results. Then they are played to their end. A
 * game with secrets stays until it is over.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "tests/daemon/record/same.h"
#include "tests/system/rig.h"

enum {
	AT_HOME = 14, /* actions before it moves */
	AWAY = 40,    /* actions afterwards, at most: then Black resigns */
	THOUGHT_MS = 700,
	SEATS_MAX = 4,
	GUIDED_MAX = 60,
	SAID_MAX = 1024,
};

static const struct {
	const char *game, *clock, *from, *to;
	bool hides; /* it has secrets while it is running */
} rows[] = {
	{ "chess", "fischer:300+3", "reed-8x8", "linear-8x8", false },
	{ "chess960", "bronstein:300+5", "linear-8x8", "matrix-8x8", false },
	{ "accounting", "moves:40/7200:1800", "matrix-8x8", "reed-8x8", false },
	{ "dice-money", "hourglass:600", "reed-8x8", "linear-8x8", false },
	{ "abstract", "fischer:300+3", "reed-8x8", "linear-8x8", false },
	{ "zombie", "fischer:300+3", "linear-8x8", "reed-8x8", false },
	{ "masquerade", "bronstein:300+5", "reed-8x8", "linear-8x8", true },
	{ "crowded-house", "fischer:300+3", "reed-8x8", "linear-8x8", false },
	{ "cooperative", "none", "reed-8x8", "linear-8x8", true },
	{ "half-alice", "fischer:300+3", "reed-8x8", "linear-8x8", false },
	{ "american", "fischer:300+3", "hall-11x9", "hall-11x9", false },
};

static struct rig_programs programs;
static const char *halo;

struct place {
	struct rig rig;
	struct rig_client client;
	char seat[SEATS_MAX][8], token[SEATS_MAX][64];
	unsigned n_seats;
	char said[SAID_MAX]; /* last output of halo */
	uint64_t chance;
};

static size_t
below(struct place *p, size_t n)
{
	p->chance = p->chance * 6364136223846793005u + 1442695040888963407u;
	return (size_t)(p->chance >> 33) % n;
}

static void
place_open(struct place *p, const char *board)
{
	memset(p, 0, sizeof(*p));
	rig_init(&p->rig, programs, board, true);
	rig_board_start(&p->rig);
	rig_halod_start(&p->rig, NULL);
	rig_connect(&p->rig, &p->client);
	rig_ok(&p->client, "{\"kind\":\"screen\"}");
}

static void
place_close(struct place *p)
{
	rig_disconnect(&p->client);
	assert_int_equal(rig_halod_stop(&p->rig), 0);
	rig_finish(&p->rig);
}

/* Gets the seats and the tokens that show each its own page. */
static void
meet(struct place *p)
{
	json_t *names = json_incref(json_object_get(rig_state(&p->client), "names")), *name;
	const char *seat;

	p->n_seats = 0;
	json_object_foreach(names, seat, name)
	{
		unsigned i = p->n_seats++;

		assert_true(i < SEATS_MAX);
		snprintf(p->seat[i], sizeof(p->seat[i]), "%s", seat);
		snprintf(p->token[i], sizeof(p->token[i]), "%s",
			 rig_text(rig_ok(&p->client, "{\"kind\":\"handover\",\"seat\":\"%s\"}",
					 seat),
				  "token"));
	}
	rig_ok(&p->client, "{\"kind\":\"handover\"}");
	json_decref(names);
}

static bool
is_ok(const json_t *answer)
{
	return strcmp(rig_text(answer, "kind"), "ok") == 0;
}

/* Picks one of the actions that a view offers. */
static bool
act_of(struct place *p, json_t *actions, unsigned seat)
{
	size_t n = json_array_size(actions), at = n ? below(p, n) : 0;
	bool done = false;

	json_incref(actions);
	for (size_t i = 0; i < n && !done; i++)
		done = is_ok(rig_ask(&p->client,
				     "{\"kind\":\"act\",\"action\":\"%s\",\"seat\":\"%s\","
				     "\"token\":\"%s\"}",
				     json_string_value(json_array_get(actions, (at + i) % n)),
				     p->seat[seat], p->token[seat]));
	json_decref(actions);
	return done;
}

static json_t *
view(struct place *p, unsigned seat)
{
	return rig_ok(&p->client, "{\"kind\":\"state\",\"seat\":\"%s\",\"token\":\"%s\"}",
		      p->seat[seat], p->token[seat]);
}

/* Acts for the seat that must: by dice, in secret, or on the board. */
static bool
act(struct place *p)
{
	char to_act[8];

	snprintf(to_act, sizeof(to_act), "%s", rig_text(rig_state(&p->client), "to_act"));
	if (strcmp(to_act, "chance") == 0)
		return is_ok(rig_ask(&p->client, "{\"kind\":\"roll\"}"));
	for (unsigned i = 0; i < p->n_seats; i++)
		if (act_of(p, json_object_get(json_object_get(view(p, i), "secret"), "options"), i))
			return true;
	for (unsigned i = 0; i < p->n_seats; i++)
		if (strcmp(to_act, p->seat[i]) == 0)
			return act_of(p, json_object_get(view(p, i), "actions"), i);
	return false;
}

static bool
is_over(struct place *p)
{
	return strcmp(rig_text(rig_state(&p->client), "phase"), "over") == 0;
}

static void
play(struct place *p, unsigned n)
{
	for (unsigned i = 0; i < n && !is_over(p); i++) {
		if (!act(p))
			fail_msg("nobody can act: %s", rig_text(rig_state(&p->client), "message"));
		rig_pause(&p->rig, THOUGHT_MS);
	}
}

static void
finish(struct place *p)
{
	if (!is_over(p))
		rig_ok(&p->client, "{\"kind\":\"resign\",\"seat\":\"%s\"}", p->seat[1]);
	rig_pause(&p->rig, 1000);
	assert_true(is_over(p));
	rig_reveal(&p->client);
	rig_pause(&p->rig, 1000);
}

/* Runs halo VERB FILE at that board; returns its exit code. */
static int
run_halo(struct place *p, const char *verb, const char *file)
{
	char line[512];
	size_t n;
	FILE *out;

	snprintf(line, sizeof(line), "'%s' --socket '%s/halod.sock' %s '%s' 2>&1", halo, p->rig.dir,
		 verb, file);
	out = popen(line, "r");
	assert_non_null(out);
	n = fread(p->said, 1, sizeof(p->said) - 1, out);
	p->said[n] = '\0';
	return WEXITSTATUS(pclose(out));
}

static void
halo_does(struct place *p, const char *verb, const char *file)
{
	if (run_halo(p, verb, file) != 0)
		fail_msg("halo %s %s: %s", verb, file, p->said);
}

static void
read_record(const char *file, struct record *r)
{
	char *text, why[NATIVE_WHY_MAX];
	size_t len;

	assert_int_equal(record_file_read(file, NATIVE_FILE_MAX, &text, &len), 0);
	*r = (struct record){ 0 };
	if (native_parse(text, len, r, why) < 0)
		fail_msg("%s: %s", file, why);
	free(text);
}

/* The moves of a record equal those of the other one as far as it goes, to the microsecond. */
static void
assert_begins(const struct record *whole, const struct record *part)
{
	assert_ptr_equal(whole->game, part->game);
	assert_true(whole->n >= part->n);
	for (uint32_t i = 0; i < part->n; i++) {
		const struct record_action *a = &whole->action[i], *b = &part->action[i];

		assert_true(rules_action_equal(a->action, b->action));
		assert_int_equal(a->t_us, b->t_us);
		assert_int_equal(a->clock_us, b->clock_us);
	}
	/* Continuing adds a seed and loses none. */
	assert_int_equal(strncmp(whole->seeds, part->seeds, strlen(part->seeds)), 0);
}

/* Returns the clock at that board: each seat's time. */
static char *
clock_shown(struct place *p)
{
	json_t *clock = json_object_get(rig_state(&p->client), "clock"), *left = json_object(),
	       *seat;
	const char *name;
	char *text;

	json_object_foreach(json_object_get(clock, "seats"), name, seat)
		json_object_set(left, name, json_object_get(seat, "left_ms"));
	json_object_set(left, "spec", json_object_get(clock, "spec"));
	text = json_dumps(left, JSON_SORT_KEYS);
	json_decref(left);
	return text;
}

static void
travel(size_t row, const char *dir)
{
	char taken[128], again[128], *clock, *settled;
	struct record part, whole;
	struct place p;

	snprintf(taken, sizeof(taken), "%s/taken.json", dir);
	snprintf(again, sizeof(again), "%s/again.json", dir);
	place_open(&p, rows[row].from);
	p.chance = row + 1;
	rig_ok(&p.client, "{\"kind\":\"new\",\"game\":\"%s\",\"clock\":\"%s\",\"force\":true}",
	       rows[row].game, rows[row].clock);
	meet(&p);
	play(&p, AT_HOME);
	if (rows[row].hides) {
		assert_int_not_equal(run_halo(&p, "save", taken), 0);
		assert_non_null(strstr(p.said, "it can be saved to a file once they are revealed"));
		assert_int_equal(access(taken, F_OK), -1);
		finish(&p);
	} else {
		rig_ok(&p.client, "{\"kind\":\"clock\",\"pause\":true}");
	}
	halo_does(&p, "save", taken);
	clock = clock_shown(&p);
	settled = strdup(rig_text(rig_state(&p.client), "settled"));
	place_close(&p);
	read_record(taken, &part);
	assert_true(part.n >= AT_HOME || part.result.end != RECORD_UNFINISHED);

	place_open(&p, rows[row].to);
	p.chance = row + 100;
	/* A stack of three reads differently from a bishop. */
	rig_board(&p.rig, "stacks %s", strcmp(rows[row].game, "abstract") == 0 ? "on" : "off");
	halo_does(&p, "open", taken);
	meet(&p);
	rig_pause(&p.rig, 3000);
	assert_string_equal(rig_text(rig_state(&p.client), "settled"), settled);
	free(settled);
	settled = clock_shown(&p);
	assert_string_equal(settled, clock);
	free(settled);
	free(clock);
	for (unsigned i = 0; rig_follow(&p.rig, &p.client); i++)
		assert_true(i < GUIDED_MAX);
	play(&p, AWAY);
	finish(&p);
	halo_does(&p, "save", again);
	place_close(&p);
	read_record(again, &whole);
	assert_begins(&whole, &part);
	assert_true(part.result.end != RECORD_UNFINISHED ? record_same_game(&whole, &part)
							 : whole.n > part.n);
	print_message("%s: %u actions, then %u\n", rows[row].game, part.n, whole.n);
	record_finish(&part);
	record_finish(&whole);
	assert_int_equal(unlink(taken), 0);
	assert_int_equal(unlink(again), 0);
}

static void
test_games(void **state)
{
	char dir[] = "/tmp/haloboard-travel-XXXXXX";

	(void)state;
	assert_non_null(mkdtemp(dir));
	for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++)
		travel(row, dir);
	assert_int_equal(rmdir(dir), 0);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_games) };

	if (argc != 4)
		rig_die("usage: test-system-travel-games HALOD HALO-BOARD HALO");
	programs = (struct rig_programs){ argv[1], argv[2] };
	halo = argv[3];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
