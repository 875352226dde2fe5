/*
 * A person plays a whole game of each kind against computers of level 3, by mouse on the virtual
 * board: unmodified programs, the real engine. The person's actions come from the engine's library,
 * which knows no more than that seat may.
 *
 *   test-system-alone HALOD HALO-BOARD HALO-PARTNER HALO-ENGINE TRACES [GAME …]
 *
 * After the game the daemon's trace is replayed: it must give the record's actions and result. With
 * HALO_GOLDEN=1 trace and result are kept in the folder TRACES as mouse-alone-GAME.board and .want,
 * which the test `replay` plays again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/engine/engine.h"
#include "daemon/engine/level.h"
#include "daemon/trace/replay.h"
#include "tests/daemon/hands/script.h"
#include "tests/system/mouse.h"

enum {
	LEVEL = 3,        /* of the computers */
	PERSON_LEVEL = 5, /* of the engine that chooses for the person */
	PERSON_NODES = 20000,
	ACTIONS_MAX = 300, /* then the person resigns */
	STUCK_MAX = 200,   /* looks at the board without a new action */
	REST_MS = 500,
	QUIET_RESTS = 6, /* rests until every quiet has passed */
	WAIT_US = 2000,
};

static struct rig_programs programs;
static const char *partner_path, *engine_path, *folder;
static struct engine *engine;

/* A row: the game and what is left to chance. */
static const struct row {
	const char *game, *board, *options, *person; /* the person's seat; computers play the others */
	uint64_t seed;
} rows[] = {
	{ "chess", "reed-8x8", "", "w", 1 },
	{ "chess960", "reed-8x8", "index=300", "b", 1 },
	{ "accounting", "reed-8x8", "", "w", 1 },
	{ "dice-money", "reed-8x8", "", "b", 1 },
	{ "abstract", "reed-8x8", "", "w", 1 },
	{ "zombie", "reed-8x8", "", "b", 1 },
	{ "masquerade", "reed-8x8", "", "w", 1 },
	{ "crowded-house", "reed-8x8", "", "wk", 1 },
	{ "cooperative", "reed-8x8", "", "w", 1 },
	{ "half-alice", "reed-8x8", "", "b", 1 },
	{ "american", "hall-11x9", "", "w", 1 },
};

struct alone {
	const struct row *row;
	const struct game *g;
	struct rig rig;
	struct rig_client client;
	struct mouse mouse;
	pid_t partner;
	char token[64];    /* of the person's seat */
	unsigned made;     /* computers' actions made by hand */
	unsigned helped;   /* steps of guidance that were no consequences */
	unsigned screen;   /* actions by hand that were chosen on the screen in the end */
};

static pid_t
partner_start(const struct alone *a)
{
	char path[128], seed[32];
	const char *argv[] = { partner_path, "--socket", path, "--engine", engine_path,
			       "--seed",     seed,       NULL };
	pid_t pid;

	snprintf(path, sizeof(path), "%s/halod.sock", a->rig.dir);
	snprintf(seed, sizeof(seed), "%llu", (unsigned long long)a->row->seed);
	pid = fork();
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static json_int_t
actions(struct alone *a)
{
	return json_integer_value(json_object_get(rig_state(&a->client), "n_actions"));
}

static bool
is_playing(struct alone *a)
{
	return strcmp(rig_text(rig_state(&a->client), "phase"), "playing") == 0;
}

/* ---- hands ---- */

/* Prints a square; nothing for the box. */
static void
name(const struct alone *a, unsigned sq, char out[4])
{
	*out = '\0';
	if (sq != RULES_NO_SQ)
		rules_square_print(a->g, sq, out);
}

static char
letter(const struct alone *a, uint8_t piece)
{
	char text[4];

	rules_piece_print(a->g, piece, text);
	return *text;
}

/* Reports whether a carry begins in the box: a piece from there, or one that a carry before has replaced. */
static bool
is_boxed(const struct carry *c, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (c[k].to == c[i].from)
			return true;
	return c[i].from == RULES_NO_SQ;
}

/* Makes an action with the pieces: what arrives first, then what leaves. */
static void
carry(struct alone *a, const struct position *p, struct action what)
{
	struct carry c[CARRIES_MAX];
	unsigned n = carries_of(a->g, p, what, c);
	char from[4], to[4];

	for (unsigned i = 0; i < n; i++) {
		name(a, c[i].to, to);
		name(a, c[i].from, from);
		if (c[i].to == RULES_NO_SQ)
			continue;
		if (is_boxed(c, i))
			mouse_put(&a->mouse, to, letter(a, c[i].dropped));
		else
			mouse_drag(&a->mouse, from, to);
	}
	for (unsigned i = 0; i < n; i++) {
		bool replaced = c[i].to != RULES_NO_SQ || c[i].from == RULES_NO_SQ;

		for (unsigned k = 0; k < n; k++)
			replaced = replaced || c[k].to == c[i].from;
		name(a, c[i].from, from);
		if (!replaced)
			mouse_take(&a->mouse, from);
	}
}

static void
touch_both(struct alone *a, const struct position *p, struct action what)
{
	struct position after = *p;
	char from[4], to[4];

	name(a, what.from, from);
	name(a, what.to, to);
	rules_apply(a->g, &after, what);
	if (rules_at(a->g, &after, what.from) == 0)
		mouse_take(&a->mouse, from);
	else
		mouse_touch(&a->mouse, from);
	mouse_touch(&a->mouse, to);
	mouse_press(&a->mouse, &a->client, "clock");
}

/* Follows a step of the guidance. */
static void
follow(struct alone *a)
{
	const json_t *g = json_object_get(rig_state(&a->client), "guidance");
	char lift[8], put[8], piece = *rig_text(g, "piece");

	snprintf(lift, sizeof(lift), "%s", rig_text(g, "lift"));
	snprintf(put, sizeof(put), "%s", rig_text(g, "put"));
	a->helped += !json_is_true(json_object_get(g, "due"));
	if (*lift && *put)
		mouse_drag(&a->mouse, lift, put);
	else if (*lift)
		mouse_take(&a->mouse, lift);
	else if (*put)
		mouse_put(&a->mouse, put, piece);
}

/* ---- the screen ---- */

static json_t *
ask_as_person(struct alone *a, const char *fields)
{
	return rig_ask(&a->client, "{%s,\"seat\":\"%s\",\"token\":\"%s\"}", fields, a->row->person, a->token);
}

/* Acts on the screen, with the person's token if it is that seat's turn. */
static void
choose(struct alone *a, const char *action)
{
	const json_t *s = rig_state(&a->client);
	bool own = strcmp(rig_text(s, "to_act"), a->row->person) == 0;
	char fields[96];
	const json_t *reply;

	snprintf(fields, sizeof(fields), "\"kind\":\"act\",\"action\":\"%s\"", action);
	reply = own ? ask_as_person(a, fields) : rig_ask(&a->client, "{%s}", fields);
	if (strcmp(rig_text(reply, "kind"), "ok") != 0)
		fail_msg("%s: %s", action, rig_text(reply, "why"));
	rig_pause(&a->rig, REST_MS);
}

/* Answers a question: the meant action if it is offered, else yes. */
static void
answer(struct alone *a, const char *meant)
{
	const json_t *q = json_object_get(rig_state(&a->client), "prompt"), *o;
	long long id = (long long)json_integer_value(json_object_get(q, "id"));
	const char *kind = rig_text(q, "kind");
	bool yes = strcmp(kind, "which") != 0 && strcmp(kind, "takeback") != 0 && strcmp(kind, "new-game") != 0;
	size_t i;

	json_array_foreach(json_object_get(q, "options"), i, o)
		if (strcmp(rig_text(o, "action"), meant) == 0) {
			rig_ok(&a->client, "{\"kind\":\"choose\",\"prompt\":%lld,\"action\":\"%s\"}", id, meant);
			return;
		}
	rig_ok(&a->client, "{\"kind\":\"answer\",\"prompt\":%lld,\"yes\":%s}", id, yes ? "true" : "false");
}

/* ---- one action ---- */

/* Reports whether the state asks a question that hands do not answer by going on. */
static bool
is_asked(const json_t *s)
{
	const json_t *q = json_object_get(s, "prompt");

	return json_is_object(q) && strcmp(rig_text(q, "kind"), "promotion") != 0;
}

/* Waits until the action that hands made is final; presses the clock, then the screen, if it is not. */
static void
finish(struct alone *a, const char *text, json_int_t n)
{
	for (unsigned i = 0; is_playing(a) && actions(a) <= n; i++) {
		const json_t *s = rig_state(&a->client), *g = json_object_get(s, "guidance");

		if (i > STUCK_MAX)
			fail_msg("%s is not final: %s", text, rig_text(s, "message"));
		if (is_asked(s)) {
			answer(a, text);
		} else if (json_is_object(g) && !json_is_true(json_object_get(g, "due"))) {
			follow(a);
		} else if (i == QUIET_RESTS) {
			mouse_press(&a->mouse, &a->client, "clock");
		} else if (i > 2 * QUIET_RESTS) {
			a->screen++;
			choose(a, text);
		}
		rig_pause(&a->rig, REST_MS);
	}
	rig_pause(&a->rig, REST_MS); /* the player looks at the lamps */
}

/* Makes an action of the position by hand, or on the screen if it has no hands. */
static void
make(struct alone *a, const struct position *p, struct action what, const char *text)
{
	json_int_t n = actions(a);
	struct footprint f;

	switch ((enum action_kind)what.kind) {
	case ACT_TRANSFER:
		touch_both(a, p, what);
		break;
	case ACT_END:
		mouse_press(&a->mouse, &a->client, "clock");
		break;
	case ACT_BUY:
		rules_footprint(a->g, p, what, &f);
		if (f.n == 0) {
			choose(a, text);
			break;
		}
		rig_ok(&a->client, "{\"kind\":\"select\",\"what\":\"%.*s\"}", (int)strcspn(text, "@"), text);
		carry(a, p, what);
		break;
	case ACT_MOVE:
	case ACT_CASTLE:
	case ACT_ATTEMPT:
		carry(a, p, what);
		break;
	case ACT_NONE:
	case ACT_PASS:
	case ACT_ROLL:
	case ACT_BURY:
	case ACT_PROMOTE:
	case ACT_ASSIGN:
	case ACT_PLAY:
		choose(a, text);
		break;
	}
	finish(a, text, n);
}

/* Parses what a seat, or the table, sees of the position. */
static void
parse(const struct alone *a, const json_t *state, struct position *p, struct engine_view *view)
{
	struct rules_error err;

	if (engine_parse(a->g, rig_text(state, "settled"), p, view, &err) < 0)
		fail_msg("%s: %s", rig_text(state, "settled"), err.why);
}

/* Makes the action that a computer has chosen. */
static void
make_plan(struct alone *a, const char *plan)
{
	struct position p;
	struct engine_view view;
	struct action what;

	parse(a, rig_state(&a->client), &p, &view);
	if (rules_action_parse(a->g, &p, plan, &what) < 0)
		fail_msg("the plan %s is no action of the table's view", plan);
	a->made++;
	make(a, &p, what, plan);
}

/* Lets the engine choose for the person, by that seat's view, and makes its action. */
static void
think(struct alone *a, const json_t *own)
{
	static struct engine_report best;
	struct position p;
	struct engine_view view;
	struct engine_task task = { .g = a->g, .p = &p, .view = &view, .lines = 1, .nodes = PERSON_NODES,
				    .seed = a->row->seed };
	char text[RULES_ACTION_TEXT];

	parse(a, own, &p, &view);
	level_apply(level_of(a->g, PERSON_LEVEL), &task);
	engine_search(engine, &task, &best);
	rules_action_print(a->g, &p, best.pv[0], text);
	make(a, &p, best.pv[0], text);
}

/* Acts for the person: in secret, or with hands. */
static void
act(struct alone *a)
{
	json_t *own = json_incref(ask_as_person(a, "\"kind\":\"state\""));
	const char *secret = rig_text(json_object_get(own, "secret"), "kind");

	if (strcmp(secret, "bury") == 0)
		choose(a, "bury:random");
	else if (strcmp(secret, "assign") == 0)
		choose(a, "assign:suggested");
	else
		think(a, own);
	json_decref(own);
}

/* ---- a game ---- */

static void
step(struct alone *a)
{
	const json_t *s = rig_state(&a->client);
	char plan[32];

	snprintf(plan, sizeof(plan), "%s", rig_text(s, "plan"));
	if (is_asked(s)) {
		answer(a, plan);
		rig_pause(&a->rig, REST_MS);
	} else if (json_is_object(json_object_get(s, "guidance"))) {
		follow(a);
	} else if (strcmp(rig_text(s, "to_act"), "chance") == 0) {
		rig_ok(&a->client, "{\"kind\":\"roll\"}");
	} else if (*plan) {
		make_plan(a, plan);
	} else if (strcmp(rig_text(s, "to_act"), a->row->person) == 0) {
		act(a);
	} else {
		rig_sleep_us(WAIT_US); /* a computer thinks, in real time */
	}
}

static void
play(struct alone *a)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	for (json_int_t n = -1; is_playing(a) && actions(a) < ACTIONS_MAX;) {
		if (actions(a) != n) {
			n = actions(a);
			end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
		}
		if (rig_now_us() > end)
			fail_msg("no action after %lld: %s", (long long)n,
				 rig_text(rig_state(&a->client), "message"));
		step(a);
	}
	if (is_playing(a))
		(void)ask_as_person(a, "\"kind\":\"resign\"");
	rig_pause(&a->rig, 2 * REST_MS);
	assert_false(is_playing(a));
	while (json_is_object(json_object_get(rig_state(&a->client), "guidance")))
		follow(a);
	rig_reveal(&a->client);
	rig_pause(&a->rig, 2 * REST_MS);
}

static void
begin(struct alone *a)
{
	static const char *const four[] = { "wk", "bk", "wq", "bq" }, *const two[] = { "w", "b" };
	bool crowd = strcmp(a->row->game, "crowded-house") == 0;
	char players[160] = "";

	for (unsigned s = 0; s < rules_seats(a->g); s++) {
		const char *seat = crowd ? four[s] : two[s];
		bool own = strcmp(seat, a->row->person) == 0;

		snprintf(players + strlen(players), sizeof(players) - strlen(players),
			 own ? "%s\"%s\":\"person\"" : "%s\"%s\":\"computer:%d\"", s ? "," : "", seat, LEVEL);
	}
	rig_init(&a->rig, programs, a->row->board, true);
	mouse_begin(&a->mouse, &a->rig);
	rig_halod_start(&a->rig, NULL);
	rig_connect(&a->rig, &a->client);
	rig_ok(&a->client, "{\"kind\":\"screen\"}");
	a->partner = partner_start(a);
	while (!json_is_true(json_object_get(rig_state(&a->client), "partner")))
		rig_sleep_us(WAIT_US);
	rig_ok(&a->client, "{\"kind\":\"new\",\"game\":\"%s\",\"options\":\"%s\",\"force\":true,\"players\":{%s}}",
	       a->row->game, a->row->options, players);
	while (strcmp(rig_text(rig_state(&a->client), "game"), a->row->game) != 0)
		rig_sleep_us(WAIT_US);
	snprintf(a->token, sizeof(a->token), "%s",
		 rig_text(rig_ok(&a->client, "{\"kind\":\"handover\",\"seat\":\"%s\"}", a->row->person), "token"));
	rig_ok(&a->client, "{\"kind\":\"handover\"}");
	mouse_set_up(&a->mouse, rig_text(rig_state(&a->client), "settled"));
	rig_pause(&a->rig, 4 * REST_MS);
}

static void
end(struct alone *a)
{
	assert_int_equal(kill(a->partner, SIGTERM), 0);
	(void)waitpid(a->partner, NULL, 0);
	rig_disconnect(&a->client);
	assert_int_equal(rig_halod_stop(&a->rig), 0);
	mouse_end(&a->mouse);
	rig_finish(&a->rig);
}

/* ---- the trace ---- */

/* The replayed actions, and the result, are those of the record. */
static void
compare(const char *record, const char *replayed)
{
	static const char *const ends[][2] = { { "1-0", "white" }, { "0-1", "black" }, { "1/2-1/2", "draw" } };
	json_t *r = json_loads(record, 0, NULL), *all = json_object_get(r, "actions");
	const json_t *result = json_object_get(r, "result");
	char word[64], more[64], reason[64] = "", end[64] = "";
	size_t n = 0;

	for (const char *line = replayed; *line; line = strchr(line, '\n') + 1) {
		int words = sscanf(line, "%*s %63s %63s %63s", word, more, reason);

		if (words == 3 && strcmp(word, "result") == 0) {
			snprintf(end, sizeof(end), "%s", more);
			continue;
		}
		assert_string_equal(word, json_string_value(json_array_get(json_array_get(all, n++), 0)));
	}
	assert_int_equal(n, json_array_size(all));
	assert_string_equal(reason, rig_text(result, "reason"));
	for (size_t i = 0; i < 3; i++)
		if (strcmp(end, ends[i][0]) == 0)
			assert_string_equal(rig_text(result, "end"), ends[i][1]);
	json_decref(r);
}

/* Writes a file of the game, with a comment after the first line. */
static void
keep(const struct alone *a, const char *ext, const char *comment, const char *text)
{
	char path[512];
	int first = *comment ? (int)strcspn(text, "\n") + 1 : 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/mouse-alone-%s.%s", folder, a->row->game, ext);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fprintf(f, "%.*s%s%s", first, text, comment, text + first) > 0);
	assert_int_equal(fclose(f), 0);
}

static void
judge(struct alone *a)
{
	json_int_t id = json_integer_value(json_object_get(rig_state(&a->client), "game_id"));
	char *trace = strdup(rig_text(rig_ok(&a->client, "{\"kind\":\"trace\",\"game_id\":%lld}", (long long)id), "trace"));
	char *record = strdup(rig_text(rig_ok(&a->client, "{\"kind\":\"record\",\"game_id\":%lld}", (long long)id), "record"));
	struct trace_error err = { 0 };
	char *replayed = NULL;
	size_t len;
	FILE *out = open_memstream(&replayed, &len);

	if (replay_text(trace, strlen(trace), &(struct replay_options){ 0 }, out, &err) < 0)
		fail_msg("line %u: %s\n%s", err.line, err.why, trace);
	fclose(out);
	compare(record, replayed);
	if (getenv("HALO_GOLDEN")) {
		keep(a, "board", "# A person with a mouse plays against computers of level 3.\n", trace);
		keep(a, "want", "", replayed);
	}
	free(replayed);
	free(record);
	free(trace);
}

static void
test_game(void **state)
{
	static struct alone a;
	uint64_t start = rig_now_us();

	a = (struct alone){ .row = *state };
	a.g = rules_game(a.row->game);
	engine_clear(engine);
	begin(&a);
	play(&a);
	print_message("%s: %lld actions, %u of computers, %u steps of guidance, %u chosen on the screen, %.0f s: ",
		      a.row->game, (long long)actions(&a), a.made, a.helped, a.screen,
		      (double)(rig_now_us() - start) / 1e6);
	print_message("%s\n", rig_text(json_object_get(rig_state(&a.client), "result"), "text"));
	judge(&a);
	end(&a);
}

static bool
is_wanted(const struct row *r, int argc, char **argv)
{
	for (int i = 6; i < argc; i++)
		if (strcmp(argv[i], r->game) == 0)
			return true;
	return argc == 6;
}

int
main(int argc, char **argv)
{
	struct CMUnitTest tests[sizeof(rows) / sizeof(rows[0])];
	size_t n = 0, size = engine_size() + (1 << 22);

	if (argc < 6)
		return 2;
	if (!mouse_can())
		return MOUSE_SKIPPED;
	programs = (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] };
	partner_path = argv[3];
	engine_path = argv[4];
	folder = argv[5];
	engine = engine_new(calloc(1, size), size);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (is_wanted(&rows[i], argc, argv))
			tests[n++] = (struct CMUnitTest){ rows[i].game, test_game, NULL, NULL, (void *)(uintptr_t)&rows[i] };
	return _cmocka_run_group_tests("alone", tests, n, NULL, NULL);
}
