#include "hw/virtual/command.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	WORDS_MAX = 8,
	MS_MAX = 86400000, /* a day */
};

struct words {
	unsigned n;
	char *word[WORDS_MAX];
};

struct call {
	struct engine *e;
	struct engine_conn *conn;
	struct words w; /* word[0] is the command */
	struct answer *a;
	char why[VBOARD_WHY_MAX];
	/* The arguments, by kind. */
	unsigned sq;
	struct man man;
	uint64_t us;
	struct vboard_chip *chip; /* NULL: not given */
	unsigned long number;
};

struct command {
	const char *name;
	const char *usage;
	/*
	 * A letter for each argument: s square, p piece, t time in ms, c chip, n number,
	 * % per cent, w word. Those after a ? are optional.
	 */
	const char *args;
	bool (*run)(struct call *c); /* false: the reply comes later */
	bool is_fault;               /* may be preceded by `fault` */
};

static void __attribute__((format(printf, 2, 0)))
answer_add(struct answer *a, const char *fmt, va_list ap)
{
	int n = vsnprintf(a->text + a->len, sizeof(a->text) - a->len, fmt, ap);

	a->len += (size_t)n;
	if (a->len > sizeof(a->text) - 1)
		a->len = sizeof(a->text) - 1;
}

static void __attribute__((format(printf, 2, 3)))
answer_line(struct answer *a, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	answer_add(a, fmt, ap);
	va_end(ap);
	if (a->len + 1 < sizeof(a->text)) {
		a->text[a->len++] = '\n';
		a->text[a->len] = '\0';
	}
}

void
answer_error(struct answer *a, const char *fmt, ...)
{
	va_list ap;

	a->len = (size_t)sprintf(a->text, "error: ");
	va_start(ap, fmt);
	answer_add(a, fmt, ap);
	va_end(ap);
	answer_line(a, "%s", "");
}

static bool
ok(struct call *c)
{
	answer_line(c->a, "ok");
	return true;
}

/* Replies to the result of an action, whose error is in c->why. */
static bool
ok_if(struct call *c, int r)
{
	if (r == 0)
		return ok(c);
	answer_error(c->a, "%s", c->why);
	return true;
}

/* Parsers of arguments; each reports its own error. */

static bool
arg_square(struct call *c, const char *word)
{
	const struct board *b = c->e->board.board;
	int n = *word == '@' ? square_of_game(word + 1, b) : square_parse(word, b->files, b->ranks);

	if (n < 0 && *word == '@')
		answer_error(c->a, "%.20s is not a square of an 8 x 8 game here", word);
	else if (n < 0)
		answer_error(c->a, "%.20s is not a square: the board has a1 to %c%u", word,
			     'a' + b->files - 1, b->ranks);
	c->sq = (unsigned)n;
	return n >= 0;
}

static bool
arg_man(struct call *c, const char *word)
{
	if (man_parse(word, &c->man))
		return true;
	answer_error(c->a, "%.20s is not a piece", word);
	return false;
}

static bool
arg_number(struct call *c, const char *word, unsigned long max)
{
	char *end;

	errno = 0;
	c->number = strtoul(word, &end, 10);
	if (word[0] >= '0' && word[0] <= '9' && *end == '\0' && errno == 0 && c->number <= max)
		return true;
	answer_error(c->a, "%.20s is not a number from 0 to %lu", word, max);
	return false;
}

/* Parses milliseconds with up to three decimals into microseconds. */
static bool
arg_ms(struct call *c, const char *word)
{
	const char *p = word;
	uint64_t n = 0;
	unsigned digits = 0, decimals = 0;

	for (; *p >= '0' && *p <= '9' && n <= MS_MAX; p++, digits++)
		n = n * 10 + (uint64_t)(*p - '0');
	n *= 1000;
	if (*p == '.' && digits > 0)
		for (p++; *p >= '0' && *p <= '9' && decimals < 3; p++, decimals++)
			n += (uint64_t)(*p - '0') * (decimals == 0 ? 100 : decimals == 1 ? 10 : 1);
	c->us = n;
	if (digits > 0 && *p == '\0' && p[-1] != '.' && n <= (uint64_t)MS_MAX * 1000)
		return true;
	answer_error(c->a, "%.20s is not a time in ms from 0 to %d", word, MS_MAX);
	return false;
}

static bool
arg_chip(struct call *c, const char *word)
{
	char *end;
	unsigned long addr = strtoul(word, &end, 0), port = VBOARD_NO_PORT;

	if (*end == '@' && end[1] >= '0' && end[1] <= '7') {
		port = (unsigned long)(end[1] - '0');
		end += 2;
	}
	if (*word >= '0' && *word <= '9' && *end == '\0' && addr <= 0x7f)
		c->chip = vboard_chip_at(&c->e->board, (uint8_t)addr, (uint8_t)port);
	if (c->chip)
		return true;
	answer_error(c->a, "the board has no chip at %.20s", word);
	return false;
}

static bool
arg_take(struct call *c, char kind, const char *word)
{
	switch (kind) {
	case 's':
		return arg_square(c, word);
	case 'p':
		return arg_man(c, word);
	case 't':
		return arg_ms(c, word);
	case 'c':
		return arg_chip(c, word);
	case 'n':
		return arg_number(c, word, UINT32_MAX);
	case '%':
		return arg_number(c, word, 100);
	default:
		return true; /* a word that the command itself reads */
	}
}

/* Pieces and buttons. */

static bool
run_put(struct call *c)
{
	return ok_if(c, vboard_put(&c->e->board, c->sq, c->man, c->e->now_us, c->why));
}

static bool
run_lift(struct call *c)
{
	return ok_if(c, vboard_lift(&c->e->board, c->sq, c->e->now_us, c->why));
}

static bool
run_swap(struct call *c)
{
	uint64_t gap_us = c->w.n > 3 ? c->us : VBOARD_SWAP_GAP_US;

	return ok_if(c, vboard_swap(&c->e->board, c->sq, c->man, gap_us, c->e->now_us, c->why));
}

static bool
run_setup(struct call *c)
{
	struct man men[BOARD_SQUARES_MAX];

	if (field_parse(c->w.word[1], c->e->board.board, men, c->why) < 0)
		return ok_if(c, -1);
	vboard_setup(&c->e->board, men, c->e->now_us);
	return ok(c);
}

static bool
run_press(struct call *c)
{
	bool down = strcmp(c->w.word[0], "press") == 0;

	return ok_if(c, vboard_press(&c->e->board, c->w.word[1], down, c->e->now_us, c->why));
}

/* Observation. */

/*
 * Prints the name of a square. `lamps @` uses the names of an 8 x 8 game and
 * skips the squares outside it.
 */
static bool
lamp_name(const struct call *c, unsigned sq, char name[4])
{
	const struct board *b = c->e->board.board;

	if (c->w.n == 1) {
		square_name(sq, b->files, name);
		return true;
	}
	name[0] = '@';
	return square_name_in_game(sq, b, name + 1);
}

static bool
run_lamps(struct call *c)
{
	const struct board *b = c->e->board.board;

	if (c->w.n > 1 && strcmp(c->w.word[1], "@") != 0) {
		answer_error(c->a, "unexpected %.20s: only @ may follow", c->w.word[1]);
		return true;
	}

	/* File by file, so that names are sorted. */
	for (unsigned file = 0; file < b->files; file++) {
		for (unsigned rank = 0; rank < b->ranks; rank++) {
			unsigned sq = rank * b->files + file;
			uint8_t rgb[3];
			char name[4];

			vboard_lamp(&c->e->board, sq, rgb);
			if ((rgb[0] || rgb[1] || rgb[2]) && lamp_name(c, sq, name))
				answer_line(c->a, "%s %02x%02x%02x", name, rgb[0], rgb[1], rgb[2]);
		}
	}
	return ok(c);
}

static bool
run_pieces(struct call *c)
{
	const struct vboard *v = &c->e->board;
	struct man men[BOARD_SQUARES_MAX];
	char text[FIELD_TEXT_MAX];

	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++)
		men[sq] = v->square[sq].man;
	field_print(v->board, men, text);
	answer_line(c->a, "%s", text);
	return ok(c);
}

static bool
run_stacks(struct call *c)
{
	const char *to = c->w.word[1];

	if (strcmp(to, "on") != 0 && strcmp(to, "off") != 0) {
		answer_error(c->a, "stacks are on or off, not %.20s", to);
		return true;
	}
	vboard_stacks(&c->e->board, to[1] == 'n', c->e->now_us);
	return ok(c);
}

static bool
run_stats(struct call *c)
{
	struct vboard_stats s = vboard_stats_take(&c->e->board);

	answer_line(c->a,
		    "transactions=%" PRIu64 " bytes=%" PRIu64 " busy_us=%" PRIu64
		    " violations=%" PRIu64,
		    s.transactions, s.bytes, vboard_busy_us(&c->e->board, s.bits), s.violations);
	return ok(c);
}

static bool
run_shot(struct call *c)
{
	struct engine_shot *s = &c->e->shot;

	if (!c->e->window_wake) {
		answer_error(c->a, "there is no window, start with --window");
		return true;
	}
	if (strlen(c->w.word[1]) >= sizeof(s->path)) {
		answer_error(c->a, "the file's name is too long");
		return true;
	}
	strcpy(s->path, c->w.word[1]);
	s->conn = c->conn;
	s->on = true;
	c->conn->waiting = true;
	c->e->window_wake(c->e->window_ctx);
	return false;
}

/* Faults. */

static bool
run_nak(struct call *c)
{
	vboard_fault_nak(c->chip, (uint32_t)c->number);
	return ok(c);
}

static bool
run_dead(struct call *c)
{
	vboard_fault_dead(&c->e->board, c->chip, c->e->now_us);
	return ok(c);
}

static bool
run_reset(struct call *c)
{
	vboard_reset(&c->e->board, c->chip, c->e->now_us);
	return ok(c);
}

static bool
run_stuck(struct call *c)
{
	const char *to = c->w.word[2];

	if (strcmp(to, "0") != 0 && strcmp(to, "1") != 0 && strcmp(to, "off") != 0) {
		answer_error(c->a, "a sensor is stuck at 0, at 1 or off, not %.20s", to);
		return true;
	}
	vboard_fault_stuck(&c->e->board, c->sq, to[0] == 'o' ? -1 : to[0] - '0', c->e->now_us);
	return ok(c);
}

static bool
run_cut(struct call *c)
{
	vboard_fault_cut(&c->e->board, c->sq, c->e->now_us);
	return ok(c);
}

static bool
run_bounce(struct call *c)
{
	vboard_fault_bounce(&c->e->board, c->us);
	return ok(c);
}

static bool
run_noise(struct call *c)
{
	vboard_fault_noise(&c->e->board, c->sq, (unsigned)c->number, c->e->now_us);
	return ok(c);
}

static bool
run_hang(struct call *c)
{
	vboard_fault_hang(&c->e->board, c->us, c->e->now_us);
	return ok(c);
}

static bool
run_hold(struct call *c)
{
	vboard_fault_hold(&c->e->board, c->chip);
	return ok(c);
}

static bool
run_clear(struct call *c)
{
	vboard_clear(&c->e->board, c->e->now_us);
	return ok(c);
}

/* Time and exit. */

static bool
run_advance(struct call *c)
{
	if (!c->e->virtual_time) {
		answer_error(c->a, "time is real; start with --virtual-time");
		return true;
	}
	c->e->advance = (struct engine_advance){
		.on = true,
		.target_us = c->e->now_us + c->us,
		.conn = c->conn,
	};
	c->conn->waiting = true;
	return false;
}

static bool
run_quit(struct call *c)
{
	c->e->quit = true;
	return ok(c);
}

static const struct command commands[] = {
	{ "put", "put SQ PIECE", "sp", run_put, false },
	{ "lift", "lift SQ", "s", run_lift, false },
	{ "swap", "swap SQ PIECE [GAP_MS]", "sp?t", run_swap, false },
	{ "setup", "setup BOARDFIELD", "w", run_setup, false },
	{ "stacks", "stacks on|off", "w", run_stacks, false },
	{ "press", "press NAME", "w", run_press, false },
	{ "release", "release NAME", "w", run_press, false },
	{ "lamps", "lamps [@]", "?w", run_lamps, false },
	{ "pieces", "pieces", "", run_pieces, false },
	{ "nak", "fault nak ADDR COUNT", "cn", run_nak, true },
	{ "dead", "dead ADDR", "c", run_dead, true },
	{ "reset", "reset [ADDR]", "?c", run_reset, false },
	{ "stuck", "stuck SQ 0|1|off", "sw", run_stuck, true },
	{ "cut", "cut SQ", "s", run_cut, true },
	{ "bounce", "bounce MS", "t", run_bounce, true },
	{ "noise", "noise SQ PERCENT", "s%", run_noise, true },
	{ "hang", "hang MS", "t", run_hang, true },
	{ "hold", "hold ADDR", "c", run_hold, true },
	{ "clear", "clear", "", run_clear, true },
	{ "stats", "stats", "", run_stats, false },
	{ "shot", "shot FILE.png", "w", run_shot, false },
	{ "advance", "advance MS", "t", run_advance, false },
	{ "quit", "quit", "", run_quit, false },
};

/* Splits the line at blanks. Excess words are counted but not stored. */
static struct words
words_split(char *line)
{
	struct words w = { 0 };
	char *save = NULL;

	for (char *p = strtok_r(line, " \t", &save); p; p = strtok_r(NULL, " \t", &save)) {
		if (w.n < WORDS_MAX)
			w.word[w.n] = p;
		w.n++;
	}
	return w;
}

/* Drops a leading `fault`: `fault dead 0x20` equals `dead 0x20`. */
static bool
words_drop_fault(struct words *w)
{
	if (w->n < 2 || strcmp(w->word[0], "fault") != 0)
		return false;
	memmove(&w->word[0], &w->word[1], (WORDS_MAX - 1) * sizeof(w->word[0]));
	w->n--;
	return true;
}

/* Parses the arguments and runs the command. */
static bool
command_call(const struct command *k, struct call *c)
{
	size_t required = strcspn(k->args, "?"), all = strlen(k->args) - (k->args[required] == '?');
	unsigned n = c->w.n - 1;

	if (n < required || n > all) {
		answer_error(c->a, "usage: %s", k->usage);
		return true;
	}
	for (unsigned i = 0; i < n; i++)
		if (!arg_take(c, k->args[i + (i >= required)], c->w.word[i + 1]))
			return true;
	return k->run(c);
}

bool
command_run(struct engine *e, struct engine_conn *conn, char *line, struct answer *a)
{
	struct call c = { .e = e, .conn = conn, .w = words_split(line), .a = a };
	bool only_faults = words_drop_fault(&c.w);

	a->len = 0;
	if (c.w.n == 0) {
		answer_error(a, "the line is empty");
		return true;
	}
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		const struct command *k = &commands[i];

		if (strcmp(c.w.word[0], k->name) == 0 && (!only_faults || k->is_fault))
			return command_call(k, &c);
	}
	answer_error(a, "unknown %s %.40s", only_faults ? "fault" : "command", c.w.word[0]);
	return true;
}
