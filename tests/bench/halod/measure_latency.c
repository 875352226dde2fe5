/*
 * From hand to lamp, measured from outside: halo-board in real time with bus
 * time at the description's speed, an unmodified halod, and a hand that plays
 * quiet chess moves. With 0 MOVES only halod's cost at rest is measured.
 *
 * A figure is the time from sending a command to the board (lift, put) until
 * its lamps, read every POLL_US, are correct. It includes the socket's delay
 * and up to one poll interval, so it is never too small.
 *
 * Recorded: from pressing the clock, which makes the move final, until the
 * state reports it on the disk. The games are in /tmp.
 */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/system/rig.h"

enum {
	MOVES = 300,
	POLL_US = 500,
	GIVE_UP_US = 2000000,
	IDLE_S = 20,
	START_PAUSE_MS = 400,
};

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static uint64_t seed = 88172645463325252u;

static uint64_t
chance(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static bool
is_lit(const char *lamps, const char *sq)
{
	for (const char *p = lamps; p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL)
		if (strncmp(p, sq, 2) == 0)
			return true;
	return false;
}

static bool
has_choice(const json_t *actions, const char *move)
{
	const json_t *a;
	unsigned n = 0;
	size_t i;

	json_array_foreach(actions, i, a) n += strncmp(json_string_value(a), move, 2) == 0;
	return n > 1;
}

/*
 * Returns a quiet move, without castling and promotion, or NULL. Its piece has another
 * move: else lamps of one colour show the same squares while it is up and when it has moved.
 */
static const char *
choose(const json_t *state)
{
	const char *position = rig_text(state, "settled"), *pick = NULL;
	json_t *actions = json_object_get(state, "actions");
	size_t n = json_array_size(actions), first = n ? (size_t)(chance() % n) : 0;

	for (size_t i = 0; i < n && !pick; i++) {
		const char *a = json_string_value(json_array_get(actions, (first + i) % n));
		char from[3] = { a[0], a[1], 0 }, to[3] = { a[2], a[3], 0 };
		char piece = rig_piece_at(position, from);

		if (strlen(a) == 4 && rig_piece_at(position, to) == '.' && piece != 'K' &&
		    piece != 'k' && !((piece == 'P' || piece == 'p') && from[0] != to[0]) &&
		    has_choice(actions, a))
			pick = a;
	}
	return pick;
}

/* Reports whether all squares that the piece may go to are lit. */
static bool
shows_legal(const char *lamps, const json_t *state, const char *move)
{
	json_t *actions = json_object_get(state, "actions"), *a;
	size_t i;

	json_array_foreach(actions, i, a)
	{
		const char *text = json_string_value(a);
		char to[3] = { text[2], text[3], 0 };

		if (strncmp(text, move, 2) == 0 && !is_lit(lamps, to))
			return false;
	}
	return true;
}

/* Waits for the lamps; returns microseconds since t0, or GIVE_UP_US. */
static uint64_t
await_lamps(struct rig *r, uint64_t t0, const json_t *state, const char *move, const char * not )
{
	char from[3] = { move[0], move[1], 0 }, to[3] = { move[2], move[3], 0 };

	while (rig_now_us() - t0 < GIVE_UP_US) {
		const char *lamps = rig_board(r, "lamps");
		bool there =
			not ? is_lit(lamps, from) && is_lit(lamps, to) && strcmp(lamps, not ) != 0
			    : shows_legal(lamps, state, move);

		if (there)
			return rig_now_us() - t0;
		rig_sleep_us(POLL_US);
	}
	return GIVE_UP_US;
}

/* Makes the move final; returns microseconds until it is recorded, or GIVE_UP_US. */
static uint64_t
await_recorded(struct rig_client *c)
{
	json_int_t n = json_integer_value(json_object_get(rig_state(c), "n_actions")) + 1;
	uint64_t t0 = rig_now_us();

	rig_ok(c, "{\"kind\":\"press\",\"button\":\"clock\"}");
	while (rig_now_us() - t0 < GIVE_UP_US) {
		if (json_integer_value(json_object_get(c->state, "recorded")) == n)
			return rig_now_us() - t0;
		rig_pump(c, 1);
	}
	return GIVE_UP_US;
}

static int
compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void
report(const char *what, uint64_t *us, size_t n)
{
	const size_t half = n / 2, late = n * 99 / 100;

	qsort(us, n, sizeof(us[0]), compare);
	printf("%-28s median %5.1f ms   99th percentile %5.1f ms   longest %5.1f ms   (%zu "
	       "moves)\n",
	       what, (double)us[half] / 1000, (double)us[late] / 1000, (double)us[n - 1] / 1000, n);
}

/*
 * Empties the board first: an occupied square would keep the last game's piece for the
 * daemon. OK confirms the array.
 */
static void
new_game(struct rig *r, struct rig_client *c)
{
	rig_board(r, "setup 8/8/8/8/8/8/8/8");
	rig_sleep_us(START_PAUSE_MS * 1000);
	rig_board(r, "setup " START);
	rig_sleep_us(START_PAUSE_MS * 1000);
	rig_ok(c, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}");
	rig_sleep_us(START_PAUSE_MS * 1000);
	rig_ok(c, "{\"kind\":\"press\",\"button\":\"ok\"}");
}

static void
measure_moves(struct rig *r, struct rig_client *c, unsigned moves, unsigned game_moves)
{
	uint64_t *lift = calloc(moves, sizeof(*lift)), *drop = calloc(moves, sizeof(*drop));
	uint64_t *kept = calloc(moves, sizeof(*kept));
	char lifted[RIG_TEXT_MAX];
	unsigned n = 0, played = 0;

	if (!lift || !drop || !kept)
		rig_die("out of memory");
	while (n < moves) {
		json_t *state = json_deep_copy(rig_state(c));
		const char *move = played < game_moves ? choose(state) : NULL;
		uint64_t t0;

		if (!move) {
			json_decref(state);
			new_game(r, c);
			played = 0;
			continue;
		}
		played++;
		t0 = rig_now_us();
		rig_board(r, "lift %.2s", move);
		lift[n] = await_lamps(r, t0, state, move, NULL);
		rig_sleep_us(120000 + chance() % 80000);
		snprintf(lifted, sizeof(lifted), "%s", rig_board(r, "lamps"));
		t0 = rig_now_us();
		rig_board(r, "put %.2s %c", move + 2,
			  rig_piece_at(rig_text(state, "settled"), move));
		drop[n] = await_lamps(r, t0, state, move, lifted);
		rig_sleep_us(100000 + chance() % 80000);
		kept[n++] = await_recorded(c);
		rig_sleep_us(100000 + chance() % 80000);
		json_decref(state);
	}
	report("lift -> legal squares lit", lift, n);
	report("set down -> move shown", drop, n);
	report("final -> recorded", kept, n);
	free(kept);
	free(lift);
	free(drop);
}

static uint64_t
cpu_us(pid_t pid)
{
	struct timespec t;
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) < 0)
		rig_die("no CPU time of %d", (int)pid);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static long
resident_kb(pid_t pid)
{
	char path[64], line[256];
	long kb = 0;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	f = fopen(path, "r");
	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "VmRSS: %ld", &kb) == 1)
			break;
	if (f)
		fclose(f);
	return kb;
}

/* Returns how often the threads of a process have gone to sleep. */
static long
wakes(pid_t pid)
{
	char path[64], line[256];
	struct dirent *e;
	long sum = 0;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	d = opendir(path);
	while (d && (e = readdir(d))) {
		long n = 0;
		FILE *f;

		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), "/proc/%d/task/%.16s/status", (int)pid, e->d_name);
		f = fopen(path, "r");
		while (f && fgets(line, sizeof(line), f))
			if (sscanf(line, "voluntary_ctxt_switches: %ld", &n) == 1)
				break;
		if (f)
			fclose(f);
		sum += n;
	}
	if (d)
		closedir(d);
	return sum;
}

static void
measure_idle(struct rig *r, unsigned seconds)
{
	uint64_t spent;
	long woken;

	/* Polled boards are scanned more slowly 15 s after the last change. */
	rig_sleep_us(18000000);
	rig_board(r, "stats");
	spent = cpu_us(r->halod);
	woken = wakes(r->halod);
	rig_sleep_us(seconds * 1000000u);
	spent = cpu_us(r->halod) - spent;
	woken = wakes(r->halod) - woken;
	printf("%-28s %.2f %% of a core, %.0f wake-ups a second, over %u s\n", "idle",
	       (double)spent / 1e4 / seconds, (double)woken / seconds, seconds);
	printf("%-28s %s", "idle bus", rig_board(r, "stats"));
	printf("%-28s %.1f MB\n", "resident", (double)resident_kb(r->halod) / 1024);
}

int
main(int argc, char **argv)
{
	struct rig r;
	struct rig_client c;
	unsigned moves, idle, game_moves;

	if (argc < 3)
		rig_die("usage: %s HALOD HALO-BOARD [MOVES [IDLE_SECONDS [BOARD [GAME_MOVES]]]]",
			argv[0]);
	moves = argc > 3 ? (unsigned)atoi(argv[3]) : MOVES;
	idle = argc > 4 ? (unsigned)atoi(argv[4]) : IDLE_S;
	game_moves = argc > 6 ? (unsigned)atoi(argv[6]) : UINT_MAX;
	setvbuf(stdout, NULL, _IOLBF, 0);
	rig_init(&r, (struct rig_programs){ .halod = argv[1], .halo_board = argv[2] },
		 argc > 5 ? argv[5] : "reed-8x8", false);
	rig_board_start(&r);
	rig_board(&r, "setup " START);
	rig_halod_start(&r, NULL);
	rig_connect(&r, &c);
	if (moves)
		measure_moves(&r, &c, moves, game_moves);
	measure_idle(&r, idle);
	rig_disconnect(&c);
	rig_finish(&r);
	return 0;
}
