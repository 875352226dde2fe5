/*
 * kernel-play HALOD WIRES NODE BOARD GAME HOW
 *
 * Plays a whole game at a board behind the kernel's interfaces. GAME is a PGN file, whose
 * first game is played, or NAME:SEED:ACTIONS for a game of random moves. HOW is `clock` or
 * `quiet`, which ends a move, with optional additions. `,calls`: the chips have interrupts.
 * `,faults`: the chips' program is stopped, killed and restarted, and the daemon too; a
 * chip blocks the bus. NODE is a device node; `-` with halo-board for WIRES plays without a
 * kernel. The record that the daemon exports at the end is checked. Exits 0 on success.
 *
 *   HALO_SCREEN  a halo-screen that watches the game
 *   HALO_CHIPS   a line that `halo board check --chips` must print, before the daemon starts
 *   HALO_CHIP_SCRIPT  chip.sh: removes and restores the GPIO chip
 *   HALO_LINES   the GPIO chip's folder below /sys/devices/platform, with sim_gpioN
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "daemon/record/native.h"
#include "daemon/record/pgn.h"
#include "tests/kernel/hands.h"

enum {
	SLOW_ROUND_US = 2000000,
	RESET_LINE = 22,
	HOLDER_ADDR = 0x20,
};

struct plan {
	const char *node, *how;
	char bus[160]; /* the same for halod */
	struct record want;
	struct rig rig;
	struct rig_client client;
	struct hands hands;
	pid_t screen; /* 0: none is running */
	bool calls;   /* its sensor chips have interrupt lines */
};

static void
want_from_pgn(struct plan *p, const char *path)
{
	struct pgn_reader reader;
	struct pgn_error err;
	char *text, why[512];
	size_t len;

	if (record_file_read(path, 1 << 20, &text, &len) != 0)
		rig_die("%s cannot be read", path);
	pgn_reader_init(&reader, text, len);
	if (pgn_read(&reader, &p->want, &err) != 1) {
		pgn_error_print(path, &err, why, sizeof(why));
		rig_die("%s", why);
	}
	free(text);
}

/* Makes random moves, up to the game's end or that number. */
static void
want_by_chance(struct plan *p, const char *name, uint64_t seed, unsigned most)
{
	static struct action all[RULES_ACTIONS_MAX];
	static struct history history;
	const struct game *g = rules_game(name);
	struct rng rng = { seed };
	struct rules_error err;
	struct position pos;

	if (!g || rules_start(g, "", &pos, &err) < 0)
		rig_die("no game %s", name);
	record_init(&p->want, g, &pos);
	rules_history_start(g, &history, &pos);
	while (p->want.n < most) {
		size_t n = rules_actions(g, &p->want.last, all);

		if (rules_outcome(g, &p->want.last, &history).result != RESULT_ONGOING)
			break;
		if (record_add(&p->want, all[rng_below(&rng, (unsigned)n)], 0) != 0)
			rig_die("out of memory");
		rules_history_push(g, &history, &p->want.last);
	}
	p->want.result = record_result_rules(rules_outcome(g, &p->want.last, &history));
}

static void
want_make(struct plan *p, const char *game)
{
	char name[32];
	unsigned long long seed;
	unsigned most;

	if (sscanf(game, "%31[a-z0-9-]:%llu:%u", name, &seed, &most) == 3)
		want_by_chance(p, name, seed, most);
	else
		want_from_pgn(p, game);
}

/* Starts the chips' program, and waits for its node. */
static void
board_start(struct plan *p)
{
	rig_board_start(&p->rig);
	for (uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	     *p->node == '/' && access(p->node, F_OK) < 0;) {
		if (rig_now_us() > end)
			rig_die("%s does not come", p->node);
		rig_sleep_us(2000);
	}
	hands_set_up(&p->hands);
}

static void
halod_start(struct plan *p)
{
	const char *more[] = { "--game",   rules_name(p->want.game),
			       "--settle", p->hands.quiet ? "0.3" : "60",
			       "--bus",    p->bus,
			       NULL };

	rig_halod_start(&p->rig, more);
	rig_connect(&p->rig, &p->client);
}

static bool
has_trouble(struct plan *p, const char *words)
{
	json_t *list = json_object_get(rig_state(&p->client), "troubles"), *t;
	size_t i;

	json_array_foreach(list, i, t) if (strstr(rig_text(t, "what"), words)) return true;
	return false;
}

static void
await_trouble(struct plan *p, const char *words, bool want)
{
	for (uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	     has_trouble(p, words) != want;) {
		if (rig_now_us() > end)
			rig_die("\"%s\" is %s: %s", words, want ? "not told" : "told still",
				rig_log(&p->rig));
		(void)rig_pump(&p->client, 20);
	}
}

/* The chips fail and return as after power-on, with the pieces unchanged. */
static void
fault_killed(struct plan *p, struct action next)
{
	hands_begin(&p->hands, next);
	rig_board_stop(&p->rig);
	await_trouble(p, "is gone", true);
	board_start(p);
	await_trouble(p, "is gone", false);
	hands_await_lamps(&p->hands);
	printf("fault: killed with a piece up, told, healed\n");
}

/* Every transaction hangs; the game stays available and continues. */
static void
fault_stopped(struct plan *p, struct action next)
{
	(void)next;
	kill(p->rig.board, SIGSTOP);
	await_trouble(p, "bus", true);
	kill(p->rig.board, SIGCONT);
	await_trouble(p, "bus", false);
	hands_await_lamps(&p->hands);
	printf("fault: stopped, told, healed\n");
}

/* The daemon is killed with its lamps on; `halod --dark` turns them off, and the game returns. */
static void
fault_daemon(struct plan *p, struct action next)
{
	const char *dark[] = { "--board", p->rig.board_name, "--bus", p->bus, "--dark", NULL };
	static char out[RIG_TEXT_MAX];
	json_int_t n;

	hands_begin(&p->hands, next);
	n = json_integer_value(json_object_get(rig_state(&p->client), "n_actions"));
	if (!rig_wait_int(&p->client, "recorded", n))
		rig_die("not recorded");
	rig_halod_kill(&p->rig);
	rig_disconnect(&p->client);
	if (p->hands.lamps && !*rig_board(&p->rig, "lamps"))
		rig_die("the lamps of a killed daemon were dark by themselves");
	if (rig_halod_run(&p->rig, dark, out) != 0 || *rig_board(&p->rig, "lamps"))
		rig_die("--dark: %s", out);
	hands_set_up(&p->hands);
	halod_start(p);
	if (json_integer_value(json_object_get(rig_state(&p->client), "n_actions")) != n)
		rig_die("%lld actions were recorded", (long long)n);
	hands_await_lamps(&p->hands);
	printf("fault: daemon killed, lamps darkened, game resumed\n");
}

/* Returns the number of connections to a socket, by the kernel's list. */
static unsigned
connected(const char *path)
{
	FILE *f = fopen("/proc/net/unix", "r");
	unsigned n = 0, state;
	char line[512];

	while (f && fgets(line, sizeof(line), f))
		n += sscanf(line, "%*s %*s %*s %*s %*s %x", &state) == 1 && state == 3 &&
		     strstr(line, path);
	if (f)
		fclose(f);
	return n;
}

/* The board's screen program is connected as another client for the whole game. */
static bool
screen_is_there(struct plan *p)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/halod.sock", p->rig.dir);
	return waitpid(p->screen, NULL, WNOHANG) == 0 && connected(path) == 2;
}

static void
screen_start(struct plan *p)
{
	const char *program = getenv("HALO_SCREEN");
	char path[128];

	if (!program)
		return;
	snprintf(path, sizeof(path), "%s/halod.sock", p->rig.dir);
	p->screen = fork();
	if (p->screen == 0) {
		execl(program, program, "--socket", path, (char *)NULL);
		_exit(127);
	}
	for (uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u; !screen_is_there(p);) {
		if (rig_now_us() > end || waitpid(p->screen, NULL, WNOHANG) != 0)
			rig_die("the screen does not come");
		rig_sleep_us(20000);
	}
	printf("screen: looks on\n");
}

static void
screen_stop(struct plan *p)
{
	int status;

	if (!p->screen)
		return;
	if (!screen_is_there(p))
		rig_die("the screen is gone");
	kill(p->screen, SIGTERM);
	if (waitpid(p->screen, &status, 0) != p->screen || !WIFEXITED(status) ||
	    WEXITSTATUS(status) != 0)
		rig_die("the screen ended badly: status %#x", (unsigned)status);
	printf("screen: looked on to the end\n");
}

static void
chip_script(const char *script, const char *what)
{
	char command[256];

	snprintf(command, sizeof(command), "sh %s %s", script, what);
	if (system(command) != 0)
		rig_die("%s fails", command);
}

/* No interrupts and no buttons: sensors are polled, so a lift is still seen. */
static void
fault_lines(struct plan *p, struct action next)
{
	const char *script = getenv("HALO_CHIP_SCRIPT");

	if (!script)
		return;
	chip_script(script, "gone");
	await_trouble(p, "interrupt and button lines", true);
	hands_begin(&p->hands, next);
	/* It returns with its lines low; on a board the resistors are faster than any reader. */
	kill(p->rig.halod, SIGSTOP);
	chip_script(script, "back");
	kill(p->rig.halod, SIGCONT);
	await_trouble(p, "interrupt and button lines", false);
	hands_set_up(&p->hands);
	printf("fault: GPIO chip gone with a piece up, told, polled, healed\n");
}

/* ---- a blocked bus, and the line that frees it ---- */

static void
line_path(char path[256], const char *file)
{
	snprintf(path, 256, "%s/sim_gpio%d/%s", getenv("HALO_LINES"), RESET_LINE, file);
}

/* gpio-sim does not pull a released line, so a pulse's low level remains readable. */
static void
await_reset(void)
{
	char path[256];
	int level = -1;

	line_path(path, "value");
	for (uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u; level != 0;) {
		FILE *f = fopen(path, "re");

		if (!f || fscanf(f, "%d", &level) != 1)
			rig_die("%s cannot be read", path);
		fclose(f);
		if (rig_now_us() > end)
			rig_die("the reset line stays high");
		rig_sleep_us(2000);
	}
}

static void
pull_reset_up(void)
{
	char path[256];
	FILE *f;

	line_path(path, "pull");
	f = fopen(path, "we");
	if (!f || fputs("pull-up", f) < 0 || fclose(f) != 0)
		rig_die("%s cannot be written", path);
}

/*
 * A chip keeps SDA low while a piece is up; the daemon drives the line, which
 * is wired to the chip's RESET here.
 */
static void
fault_held(struct plan *p, struct action next)
{
	if (!getenv("HALO_LINES"))
		return;
	hands_begin(&p->hands, next);
	rig_board(&p->rig, "hold 0x%02x", HOLDER_ADDR);
	await_trouble(p, "is held by a chip", true);
	await_reset();
	rig_board(&p->rig, "reset");
	pull_reset_up();
	await_trouble(p, "is held by a chip", false);
	hands_await_lamps(&p->hands);
	hands_set_up(&p->hands);
	printf("fault: bus held with a piece up, told, freed by the reset line\n");
}

/* Runs `halo board check --chips` with every chip, and with one without power. */
static int
chips_check(struct plan *p, char out[RIG_TEXT_MAX])
{
	char command[1280];
	size_t len;
	FILE *f;
	int status;

	snprintf(command, sizeof(command), "halo board check %s --chips --bus %s 2>&1",
		 p->rig.board_name, p->bus);
	f = popen(command, "re");
	len = f ? fread(out, 1, RIG_TEXT_MAX - 1, f) : 0;
	out[len] = '\0';
	status = f ? pclose(f) : -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool
has_line(const char *text, const char *line)
{
	size_t len = strlen(line);

	for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
		if (strncmp(text, line, len) == 0 && text[len] == '\n')
			return true;
	return false;
}

static void
chips_are_found(struct plan *p)
{
	static char out[RIG_TEXT_MAX];
	const char *line = getenv("HALO_CHIPS");
	unsigned addr;

	if (!line)
		return;
	if (chips_check(p, out) != 0 || !has_line(out, line) ||
	    strstr(out, "is not in the description"))
		rig_die("the chips, where \"%s\" was wanted:\n%s", line, out);
	if (sscanf(strstr(line, "at 0x"), "at 0x%x", &addr) != 1)
		rig_die("\"%s\" names no address", line);
	rig_board(&p->rig, "dead 0x%02x", addr);
	if (chips_check(p, out) != 1 || has_line(out, line))
		rig_die("a chip without power is not told:\n%s", out);
	rig_board(&p->rig, "clear");
	hands_set_up(&p->hands);
	(void)rig_board(&p->rig, "stats"); /* only the daemon's traffic follows */
	printf("chips: found, and one without power told\n");
}

static void
play_all(struct plan *p)
{
	static const struct {
		unsigned ply;
		void (*happens)(struct plan *p, struct action next);
	} faults[] = {
		{ 5, fault_stopped }, { 9, fault_killed }, { 14, fault_daemon },
		{ 17, fault_held },   { 20, fault_lines },
	};
	bool faulty = strstr(p->how, "faults") != NULL;

	for (unsigned i = 0; i < p->want.n; i++) {
		struct action a = p->want.action[i].action;

		for (size_t f = 0; faulty && f < sizeof(faults) / sizeof(faults[0]); f++)
			if (faults[f].ply == i)
				faults[f].happens(p, a);
		hands_play(&p->hands, a);
		if (i % 8 == 7)
			hands_await_lamps(&p->hands);
	}
}

static void
check_health(struct plan *p)
{
	json_t *troubles = json_object_get(rig_state(&p->client), "troubles");

	if (json_array_size(troubles) > 0)
		rig_die("in trouble at the end: %s", rig_log(&p->rig));
}

/* A player ends a game that its moves did not end. */
static void
end_game(struct plan *p)
{
	struct record *w = &p->want;

	if (w->result.end == RECORD_UNFINISHED || strcmp(w->result.reason, "resignation") == 0) {
		unsigned seat = w->result.end == RECORD_WHITE_WINS;

		rig_ok(&p->client, "{\"kind\":\"resign\",\"seat\":\"%s\"}",
		       rules_seat_name(w->game, seat));
		w->result = record_result_resigned(seat);
	}
	if (!rig_wait_text(&p->client, "phase", "over") ||
	    !rig_wait_int(&p->client, "recorded", (json_int_t)w->n))
		rig_die("the game does not end: %s", rig_log(&p->rig));
}

static void
judge(struct plan *p)
{
	const char *text = rig_text(rig_ok(&p->client, "{\"kind\":\"record\"}"), "record");
	char why[NATIVE_WHY_MAX];
	struct record got = { 0 };
	size_t i = 0;

	if (native_parse(text, strlen(text), &got, why) < 0)
		rig_die("the record: %s", why);
	while (i < got.n && i < p->want.n &&
	       rules_action_equal(got.action[i].action, p->want.action[i].action))
		i++;
	if (i < got.n || i < p->want.n)
		rig_die("the record differs from action %zu on:\n%s", i + 1, text);
	if (got.result.end != p->want.result.end ||
	    strcmp(got.result.reason, p->want.result.reason) != 0)
		rig_die("the record's result: %s, wanted end %u %s", text, p->want.result.end,
			p->want.result.reason);
	printf("record: %zu actions, %s %s\n", i, record_result_word(&got.result),
	       got.result.reason);
	record_finish(&got);
	printf("%s\n", rig_text(rig_ok(&p->client, "{\"kind\":\"pgn\"}"), "pgn"));
}

static int
compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Sorts, and returns the median. */
static uint64_t
print_times(const char *what, uint64_t *us, size_t n)
{
	qsort(us, n, sizeof(us[0]), compare);
	printf("%s: median %.1f ms, 90th percentile %.1f ms, longest %.1f ms (%zu lifts)\n", what,
	       (double)us[n / 2] / 1000, (double)us[n * 9 / 10] / 1000, (double)us[n - 1] / 1000,
	       n);
	return us[n / 2];
}

static void
report(struct plan *p)
{
	uint64_t median = print_times("lift -> lamps", p->hands.lift_us, p->hands.n_lifts);

	(void)print_times("bus busy for it", p->hands.bus_us, p->hands.n_lifts);
	/*
	 * Without interrupts only the slow check, every two seconds, would find a lift. The
	 * previous move ended with such a check, so the next one is nearly two seconds
	 * later.
	 */
	if (p->calls && median > SLOW_ROUND_US / 2)
		rig_die("lifts wait for the slow round: nobody hears the interrupt lines");
}

/* Stops the daemon: lamps are off, and the chips' data sheets were obeyed. */
static void
close_down(struct plan *p)
{
	const char *stats;

	rig_disconnect(&p->client);
	if (rig_halod_stop(&p->rig) != 0)
		rig_die("halod does not end well: %s", rig_log(&p->rig));
	if (*rig_board(&p->rig, "lamps"))
		rig_die("not dark at the end");
	stats = rig_board(&p->rig, "stats");
	printf("bus: %s", stats);
	if (!strstr(stats, "violations=0"))
		rig_die("chips were mistreated: %s", stats);
	fputs(rig_log(&p->rig), stdout);
	rig_finish(&p->rig);
}

int
main(int argc, char **argv)
{
	static struct plan p;
	const char *board = argc == 7 ? argv[4] : "";

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc != 7)
		rig_die("usage: %s HALOD WIRES NODE BOARD GAME HOW", argv[0]);
	p.node = argv[3];
	p.how = argv[6];
	p.calls = strstr(p.how, ",calls") != NULL;
	want_make(&p, argv[5]);
	p.hands = (struct hands){
		.rig = &p.rig,
		.client = &p.client,
		.game = p.want.game,
		.p = p.want.start,
		.rng = { 1 },
		.quiet = strncmp(p.how, "quiet", 5) == 0,
		.lamps = true,
	};
	rig_init(&p.rig, (struct rig_programs){ argv[1], argv[2] }, board, false);
	if (*p.node == '/')
		snprintf(p.bus, sizeof(p.bus), "0=%s", p.node);
	else
		snprintf(p.bus, sizeof(p.bus), "0=unix:%s/bus", p.rig.dir);
	board_start(&p);
	chips_are_found(&p);
	halod_start(&p);
	screen_start(&p);
	hands_await_lamps(&p.hands);
	printf("set-up: %s", rig_board(&p.rig, "stats"));
	play_all(&p);
	check_health(&p);
	end_game(&p);
	judge(&p);
	screen_stop(&p);
	report(&p);
	close_down(&p);
	record_finish(&p.want);
	return 0;
}
