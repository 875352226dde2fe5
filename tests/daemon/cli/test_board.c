/*
 * `halo board check` as builders use it: on descriptions, and on the chips of
 * the virtual board in real time. test-halo-board HALO HALOD HALO-BOARD BOARDS
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
#include <sys/wait.h>
#include <unistd.h>

#include "tests/system/rig.h"

enum { OUT_MAX = 64 * 1024 };

static const char *halo, *boards;
static struct rig_programs programs;
static char out[OUT_MAX];

/* A running `halo`, with our ends of its input and its output, both streams in one. */
struct child {
	pid_t pid;
	int in, out;
	size_t len;
};

static void
child_start(struct child *c, const char *args)
{
	int in[2], from[2];
	char line[2048];

	*c = (struct child){ 0 };
	assert_true(snprintf(line, sizeof(line), "exec '%s' --socket /nowhere/halod.sock %s", halo,
			     args) < (int)sizeof(line));
	assert_int_equal(pipe(in) + pipe(from), 0);
	c->pid = fork();
	if (c->pid == 0) {
		dup2(in[0], 0);
		dup2(from[1], 1);
		dup2(from[1], 2);
		close(in[1]);
		close(from[0]);
		execl("/bin/sh", "sh", "-c", line, (char *)NULL);
		_exit(127);
	}
	close(in[0]);
	close(from[1]);
	c->in = in[1];
	c->out = from[0];
	out[0] = '\0';
}

/* Reads until the text arrives, or to the end if NULL. */
static void
child_says(struct child *c, const char *text)
{
	while (!text || !strstr(out, text)) {
		ssize_t n = read(c->out, out + c->len, OUT_MAX - 1 - c->len);

		if (n <= 0) {
			if (text)
				fail_msg("it never said '%s', but: %s", text, out);
			return;
		}
		c->len += (size_t)n;
		out[c->len] = '\0';
	}
}

static void
child_enter(struct child *c)
{
	assert_int_equal(write(c->in, "\n", 1), 1);
}

static int
child_end(struct child *c)
{
	int status;

	child_says(c, NULL);
	close(c->in);
	close(c->out);
	assert_int_equal(waitpid(c->pid, &status, 0), c->pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int __attribute__((format(printf, 1, 2))) run(const char *fmt, ...)
{
	char args[1024];
	struct child c;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(args, sizeof(args), fmt, ap);
	va_end(ap);
	child_start(&c, args);
	return child_end(&c);
}

static void
has(const char *text)
{
	if (!strstr(out, text))
		fail_msg("no '%s' in: %s", text, out);
}

/* ---- descriptions ---- */

static void
test_explains(void **state)
{
	static const struct {
		const char *board, *says[5];
	} rows[] = {
		{ "matrix-8x8",
		  { "matrix-8x8 is valid", "MCP23017-MATRIX  64 squares, a1 to h8; read 100 times",
		    "64 single-colour lamps", "kept within 150 mA",
		    "reading takes 14 % of its time" } },
		{ "reed-8x8",
		  { "14 squares, a1 to f2; interrupts on line 17", "64 RGB lamps",
		    "13  button back", NULL } },
		{ "hall-11x9", { "11 x 9 squares", "its a1 on b1", "1 square, k9", NULL } },
		{ "linear-8x8",
		  { "strength of their magnets", "TCA9548A         ports 0 1",
		    "0x4b port 1  sensors 7", "reading takes 31 % of its time", NULL } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(run("board check %s/%s.ini", boards, rows[i].board), 0);
		for (size_t k = 0; k < 5 && rows[i].says[k]; k++)
			has(rows[i].says[k]);
		assert_int_equal(run("board check %s", rows[i].board), 0);
	}
}

/* A bus too slow for its sensors: the first line agrees with the last. */
static void
test_slow_bus(void **state)
{
	char path[] = "/tmp/halo-slow-XXXXXX", command[1024];
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	snprintf(command, sizeof(command), "sed 's/= 400000/= 100000/' '%s/linear-8x8.ini' >%s",
		 boards, path);
	assert_int_equal(system(command), 0);
	assert_int_equal(run("board check %s", path), 1);
	has(" cannot work, see its buses below: Linear board");
	has("bus 0 is too slow for its sensors: they need 124 % of it");
	assert_null(strstr(out, "is valid"));
	assert_int_equal(run("board check %s --wiring", path), 0);
	unlink(path);
}

/* Output for a description with a reset line; on hardware, why the line cannot be used. */
static void
test_reset(void **state)
{
	char path[] = "/tmp/halo-reset-XXXXXX", command[1024];
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	snprintf(command, sizeof(command),
		 "sed 's-/dev/gpiochip0-/nowhere/gpiochip0-' '%s/reed-8x8.ini' >%s; "
		 "printf '\n[reset]\nline = 22\n' >>%s",
		 boards, path, path);
	assert_int_equal(system(command), 0);
	assert_int_equal(run("board check %s", path), 0);
	has("lines of /nowhere/gpiochip0\n");
	has("\n  22  resets the chips of bus 0 when low\n");
	assert_int_equal(run("board check %s --chips --bus 0=/nowhere/i2c-1", path), 1);
	has("reset line 22 of /nowhere/gpiochip0 cannot be used (No such file or directory): if a "
	    "chip holds bus 0, it stays held\n");
	snprintf(command, sizeof(command), "sed -i 's/^line = 22$/line = GPIO22/' %s", path);
	assert_int_equal(system(command), 0);
	assert_int_equal(run("board check %s", path), 0);
	has("\n  GPIO22 resets the chips of bus 0 when low\n");
	assert_int_equal(run("board check %s --lamps --bus 0=/nowhere/i2c-1", path), 1);
	has("reset line GPIO22 of /nowhere/gpiochip0 cannot be used (No such file");
	/* A virtual board has no reset line. */
	assert_int_equal(run("board check %s --chips --bus 0=unix:/nowhere/bus", path), 1);
	assert_null(strstr(out, "reset line"));
	unlink(path);
}

static void
test_wiring(void **state)
{
	(void)state;
	assert_int_equal(run("board check linear-8x8 --wiring"), 0);
	has("| **5** | 0x48@1 CH0 | 0x48@1 CH1 |");
	has("| **1** | SW1-CS1/CS2/CS3 | SW1-CS4/CS5/CS6 |");
	assert_int_equal(run("board check matrix-8x8 --wiring"), 0);
	has("| **1** | 0x20 GPA4-GPA0 |");
	has("| **8** | COM7-ROW0 |");
}

static void
test_mistakes(void **state)
{
	static const struct {
		const char *args, *says;
		int status;
	} rows[] = {
		{ "board check", "board: missing name or file after 'check'", 2 },
		{ "board chekc", "board: unexpected argument 'chekc'", 2 },
		{ "board check no-such", "no board named no-such", 2 },
		{ "board check /nowhere/x.ini", "cannot be opened: No such file", 2 },
		{ "board check /dev/zero", "cannot be opened: not a regular file", 2 },
		{ "board check reed-8x8 --wirning", "unrecognized option '--wirning'", 2 },
		{ "board check reed-8x8 --chips --lamps",
		  "'--chips' and '--lamps' cannot be combined", 2 },
		{ "board check reed-8x8 --bus", "missing argument after '--bus'", 2 },
		{ "board check reed-8x8 --bus 1=/dev/i2c-3", "one of the 1 buses of reed-8x8", 2 },
		{ "board check reed-8x8 --chips --out x.ini", "'--out' requires '--calibrate'", 2 },
		{ "board check reed-8x8 --chips --bus 0=/nowhere/i2c-1",
		  "bus 0: /nowhere/i2c-1 cannot be opened", 1 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(run("%s", rows[i].args), rows[i].status);
		has(rows[i].says);
	}
}

/* ---- chips ---- */

static void
test_chips_and_lamps(void **state)
{
	static const char *const names[] = { "matrix-8x8", "reed-8x8", "linear-8x8" };
	struct rig r;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		rig_init(&r, programs, names[i], false);
		rig_board_start(&r);
		assert_int_equal(run("board check %s --bus 0=unix:%s/bus --chips", names[i], r.dir),
				 0);
		has("sensor chip 0");
		has("lamp chip 0");
		has(i == 0   ? "/bus): 0x20 0x70 answer\n"
		    : i == 1 ? "/bus): 0x20 0x21 0x22 0x23 0x24 0x30 answer\n"
			     : "/bus): 0x30 0x70 answer\n");
		assert_null(strstr(out, "does not"));
		assert_null(strstr(out, "which the description"));
		rig_board(&r, "dead %s", i == 0 ? "0x70" : "0x30");
		assert_int_equal(run("board check %s --bus 0=unix:%s/bus --chips", names[i], r.dir),
				 1);
		has("does not answer: is it powered");
		has("halo: 1 of ");
		rig_board(&r, "clear");
		assert_string_equal(rig_board(&r, "lamps"), "");
		rig_finish(&r);
	}
}

/* Returns the description's text with `to` for every `from`. */
static void
write_changed(const char *path, const char *board, const char *from, const char *to)
{
	static char text[OUT_MAX];
	char name[1100];
	size_t n;
	FILE *f;

	snprintf(name, sizeof(name), "%s/%s.ini", boards, board);
	f = fopen(name, "r");
	assert_non_null(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_non_null(strstr(text, from));
	for (char *p = text, *at; *p; p = at + strlen(from)) {
		at = strstr(p, from);
		if (!at) {
			fputs(p, f);
			break;
		}
		fprintf(f, "%.*s%s", (int)(at - p), p, to);
	}
	fclose(f);
}

/* A chip is wired otherwise than described: the missing one and the one that replies instead. */
static void
test_chips_elsewhere(void **state)
{
	static const struct {
		const char *board, *from, *to, *says[4], *last;
	} rows[] = {
		{ "reed-8x8",
		  "address = 0x22",
		  "address = 0x27",
		  { "sensor chip 1 (MCP23017 at 0x21, bus 0) answers",
		    "sensor chip 2 (MCP23017 at 0x27, bus 0) does not answer",
		    "bus 0: 0x22 answers, but is not in the description" },
		  "halo: 1 of 6 chips have faults" },
		{ "reed-8x8",
		  "address = 0x30",
		  "address = 0x33",
		  { "lamp chip 0 (IS31FL3741 at 0x33, bus 0) does not answer",
		    "0x30 answers, but is not in the description" },
		  "halo: 1 of 6 chips have faults" },
		{ "linear-8x8",
		  "0x70/",
		  "0x71/",
		  { "mux (TCA9548A at 0x71, bus 0) does not answer",
		    "sensor chip 7 (ADS7830 at 0x4b behind port 1 of the mux at 0x71, bus 0) "
		    "is unreachable: the mux",
		    "bus 0: 0x70 answers, but is not in the description" },
		  "halo: 9 of 10 chips have faults" },
		{ "linear-8x8",
		  "mux = 0x70/1",
		  "mux = 0x70/5",
		  { "mux (TCA9548A at 0x70, bus 0) answers",
		    "sensor chip 4 (ADS7830 at 0x48 behind port 5 of the mux at 0x70, bus 0) does "
		    "not",
		    "bus 0: 0x48 answers behind port 1 of the mux, but is not in the "
		    "description",
		    "bus 0: 0x4b answers behind port 1 of the mux" },
		  "halo: 4 of 10 chips have faults" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char path[128];
		struct rig r;

		rig_init(&r, programs, rows[i].board, false);
		rig_board_start(&r);
		snprintf(path, sizeof(path), "%s/changed.ini", r.dir);
		write_changed(path, rows[i].board, rows[i].from, rows[i].to);
		assert_int_equal(run("board check %s --bus 0=unix:%s/bus --chips", path, r.dir), 1);
		for (size_t k = 0; k < 4 && rows[i].says[k]; k++)
			has(rows[i].says[k]);
		has(rows[i].last);
		rig_finish(&r);
	}
}

static void
test_lamp_walk(void **state)
{
	struct child c;
	char args[512];
	struct rig r;

	(void)state;
	rig_init(&r, programs, "matrix-8x8", false);
	rig_board_start(&r);
	snprintf(args, sizeof(args), "board check matrix-8x8 --bus 0=unix:%s/bus --lamps", r.dir);
	child_start(&c, args);
	child_enter(&c); /* skips its wait */
	assert_int_equal(child_end(&c), 0);
	has("a1 b1");
	has("g8 h8");
	assert_string_equal(rig_board(&r, "lamps"), "");
	assert_non_null(strstr(rig_board(&r, "stats"), "violations=0"));
	rig_finish(&r);
}

static void
test_sensor_watch(void **state)
{
	struct child c;
	char args[512];
	struct rig r;

	(void)state;
	rig_init(&r, programs, "linear-8x8", false);
	rig_board_start(&r);
	snprintf(args, sizeof(args), "board check linear-8x8 --bus 0=unix:%s/bus --sensors", r.dir);
	child_start(&c, args);
	child_says(&c, "press Enter to stop");
	rig_board(&r, "put e4 P");
	child_says(&c, "e4 occupied white level 2-2 code 173 (0x4b CH4)");
	rig_board(&r, "put e5 k");
	child_says(&c, "e5 occupied black");
	rig_board(&r, "lift e4");
	child_says(&c, "e4 empty");
	child_enter(&c);
	assert_int_equal(child_end(&c), 0);
	rig_finish(&r);
}

/* Returns the description's text with zero and span of its first chip replaced. */
static void
write_skewed(const char *path)
{
	char from[1100], line[512];
	bool first = true;
	FILE *f, *to;

	snprintf(from, sizeof(from), "%s/linear-8x8.ini", boards);
	f = fopen(from, "r");
	to = fopen(path, "w");
	assert_true(f && to);
	while (fgets(line, sizeof(line), f)) {
		if (first && strncmp(line, "zero", 4) == 0)
			strcpy(line, "zero = 140 120 128 128 128 128 128 128\n");
		if (first && strncmp(line, "span", 4) == 0) {
			strcpy(line, "span =  60 -50  45  45  45  45  45  45\n");
			first = false;
		}
		fputs(line, to);
	}
	fclose(f);
	fclose(to);
}

/* A board whose sensors differ from the description; once measured, it is reported so. */
static void
test_calibration(void **state)
{
	char real[128], found[128], args[1024], line[512], text[OUT_MAX] = "";
	struct child c;
	struct rig r;
	FILE *f;

	(void)state;
	rig_init(&r, programs, "", false);
	snprintf(real, sizeof(real), "%s/real.ini", r.dir);
	snprintf(found, sizeof(found), "%s/found.ini", r.dir);
	write_skewed(real);
	snprintf(r.board_name, sizeof(r.board_name), "%s", real);
	rig_board_start(&r);
	snprintf(args, sizeof(args),
		 "board check linear-8x8 --bus 0=unix:%s/bus --calibrate --out %s", r.dir, found);
	child_start(&c, args);
	child_says(&c, "press Enter");
	child_enter(&c);
	child_says(&c, "put a plain white piece");
	rig_board(&r, "put a1 P");
	child_says(&c, "a1 zero 140 span +60");
	rig_board(&r, "put b1 P");
	child_says(&c, "b1 zero 120 span -50");
	rig_board(&r, "put h8 P");
	child_says(&c, "h8 zero 128 span +45");
	child_enter(&c);
	assert_int_equal(child_end(&c), 0);
	has("61 squares keep their old values");
	has("written to ");
	f = fopen(found, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f))
		strcat(text, line);
	fclose(f);
	assert_non_null(strstr(text, "zero = 140 120 128 128 128 128 128 128\n"
				     "span =  60 -50  45  45  45  45  45  45\n"));
	assert_non_null(strstr(text, "; zero and span are nominal")); /* remarks stay */
	assert_int_equal(run("board check %s", found), 0);
	rig_finish(&r);
}

/* With switches, the check finds those that never open, or never close. */
static void
test_stuck_switches(void **state)
{
	char found[128], args[1024];
	struct child c;
	struct rig r;

	(void)state;
	rig_init(&r, programs, "matrix-8x8", false);
	snprintf(found, sizeof(found), "%s/found.ini", r.dir);
	rig_board_start(&r);
	rig_board(&r, "stuck e5 1");
	rig_board(&r, "cut d4");
	snprintf(args, sizeof(args),
		 "board check matrix-8x8 --bus 0=unix:%s/bus --calibrate --out %s", r.dir, found);
	child_start(&c, args);
	child_says(&c, "press Enter");
	child_enter(&c);
	child_says(&c, "e5 is closed: is the square empty?");
	child_says(&c, "just press Enter");
	child_enter(&c);
	child_says(&c, "put a plain white piece");
	rig_board(&r,
		  "setup PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP");
	/*
	 * All of them: the scan that sees the first piece may have begun before
	 * the others were placed.
	 */
	for (unsigned sq = 0; sq < 64; sq++) {
		char closes[16];

		snprintf(closes, sizeof(closes), "%c%u closes", (char)('a' + sq % 8), sq / 8 + 1);
		if (strncmp(closes, "d4", 2) != 0 && strncmp(closes, "e5", 2) != 0)
			child_says(&c, closes);
	}
	child_enter(&c);
	assert_int_equal(child_end(&c), 0);
	has("d4 never answers");
	has("e5 never answers");
	assert_int_equal(run("board check %s", found), 0);
	has("sensors that are not believed: d4 e5");
	rig_finish(&r);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_explains),        cmocka_unit_test(test_slow_bus),
		cmocka_unit_test(test_reset),           cmocka_unit_test(test_wiring),
		cmocka_unit_test(test_mistakes),        cmocka_unit_test(test_chips_and_lamps),
		cmocka_unit_test(test_chips_elsewhere), cmocka_unit_test(test_lamp_walk),
		cmocka_unit_test(test_sensor_watch),    cmocka_unit_test(test_calibration),
		cmocka_unit_test(test_stuck_switches),
	};

	if (argc != 5)
		return 2;
	signal(SIGPIPE, SIG_IGN);
	halo = argv[1];
	programs = (struct rig_programs){ argv[2], argv[3] };
	boards = argv[4];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
