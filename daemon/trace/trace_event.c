/* Parses and prints one event of a trace. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/trace/trace_impl.h"

static const char *const buttons[BUTTONS] = {
	[BUTTON_CLOCK] = "clock",
	[BUTTON_OK] = "ok",
	[BUTTON_BACK] = "back",
	[BUTTON_HINT] = "hint",
};

/* ---- reading ---- */

static int
parse_seat(const struct trace_header *h, unsigned line, struct text_part w, uint8_t *seat,
	   struct trace_error *err)
{
	char name[8];
	unsigned s = SEAT_NONE;

	if (trace_word_copy(w, name, sizeof(name)))
		s = rules_seat_parse(h->game, name);
	if (s >= rules_seats(h->game))
		return trace_fail_word(err, line, w, "no seat of this game");
	*seat = (uint8_t)s;
	return 0;
}

/* Takes a level in stones: one digit, as no stack exceeds six. */
static bool
take_level(struct text_part w, size_t *at, uint8_t *out)
{
	if (*at == w.len || w.s[*at] < '0' || w.s[*at] > '0' + TRACE_LEVEL_MAX)
		return false;
	*out = (uint8_t)(w.s[(*at)++] - '0');
	return true;
}

/* Parses the text after the pole: nothing or `?`, N, N-M. */
static bool
parse_level(struct text_part w, size_t at, struct reading *r)
{
	if (at == w.len || (at + 1 == w.len && w.s[at] == '?'))
		return true;
	if (!take_level(w, &at, &r->level_min))
		return false;
	r->level_max = r->level_min;
	if (at < w.len && w.s[at] == '-') {
		at++;
		if (!take_level(w, &at, &r->level_max))
			return false;
	}
	return at == w.len && r->level_max > 0 && r->level_min <= r->level_max;
}

/* Parses the text after +SQ. */
static bool
parse_reading(struct text_part w, struct reading *r)
{
	*r = (struct reading){ .occupied = 1 };
	if (w.len == 0)
		return true;
	switch (w.s[0]) {
	case 'w':
		r->pole = POLE_WHITE;
		break;
	case 'b':
		r->pole = POLE_BLACK;
		break;
	case '?':
		break;
	default:
		return false;
	}
	return parse_level(w, 1, r);
}

/* Parses the reading after the square's name and checks it against the sensors. */
static int
check_reading(const struct trace_header *h, unsigned line, struct text_part whole,
	      struct text_part tail, struct reading *out, struct trace_error *err)
{
	if (!parse_reading(tail, out))
		return trace_fail_word(
			err, line, whole,
			"after the square stand w, b or ? and a level from 1 to 6, or nothing");
	if (out->pole != POLE_UNKNOWN && h->config.senses == SENSES_OCCUPANCY)
		return trace_fail_word(err, line, whole,
				       "these sensors report no pole (see 'sensors')");
	if (out->level_max > 0 && h->config.senses != SENSES_LEVEL)
		return trace_fail_word(err, line, whole,
				       "these sensors report no level (see 'sensors')");
	return 0;
}

static int
parse_edge(const struct trace_header *h, unsigned line, struct text_part w, struct event *e,
	   struct trace_error *err)
{
	struct text_part tail = { w.s + 3, w.len > 3 ? w.len - 3 : 0 };
	unsigned sq = w.len < 3 ? RULES_NO_SQ : rules_square_parse(h->game, w.s + 1, 2);

	e->kind = EVENT_EDGE;
	if (sq == RULES_NO_SQ)
		return trace_fail_word(err, line, w, "no square of this board");
	e->sq = (uint8_t)sq;
	if (w.s[0] == '-' && tail.len > 0)
		return trace_fail_word(err, line, w, "an empty square reads nothing more");
	if (w.s[0] == '-')
		return 0;
	return check_reading(h, line, w, tail, &e->reading, err);
}

/* The words of an event after its name. */
struct args {
	const struct trace_header *h;
	unsigned line;
	unsigned n;
	const struct text_part *w;
	struct trace_reader *r; /* for TRACE_BOARD */
};

static int
parse_press(const struct args *a, struct event *e, struct trace_error *err)
{
	for (e->button = 0; e->button < BUTTONS; e->button++)
		if (text_part_is(a->w[0], buttons[e->button]))
			break;
	if (e->button == BUTTONS)
		return trace_fail_word(err, a->line, a->w[0],
				       "no button; there are clock, ok, back and hint");
	return a->n < 2 ? 0 : parse_seat(a->h, a->line, a->w[1], &e->seat, err);
}

/* Parses the seat before the last word, if there is one. */
static int
parse_seat_before(const struct args *a, struct event *e, struct trace_error *err)
{
	return a->n < 2 ? 0 : parse_seat(a->h, a->line, a->w[0], &e->seat, err);
}

static int
parse_act(const struct args *a, struct event *e, struct trace_error *err)
{
	struct text_part action = a->w[a->n - 1];

	if (!trace_word_copy(action, e->text, sizeof(e->text)))
		return trace_fail_word(err, a->line, action, "too long for an action");
	return parse_seat_before(a, e, err);
}

/* A computer's choice; `-` withdraws it. */
static int
parse_plan(const struct args *a, struct event *e, struct trace_error *err)
{
	int r = parse_act(a, e, err);

	if (strcmp(e->text, "-") == 0)
		e->text[0] = '\0';
	return r;
}

static int
parse_answer(const struct args *a, struct event *e, struct trace_error *err)
{
	struct text_part answer = a->w[a->n - 1];

	e->yes = text_part_is(answer, "yes");
	if (!e->yes && !text_part_is(answer, "no"))
		return trace_fail_word(err, a->line, answer, "an answer is yes or no");
	return parse_seat_before(a, e, err);
}

static int
parse_resign(const struct args *a, struct event *e, struct trace_error *err)
{
	e->yes = a->n > 1;
	if (e->yes && !text_part_is(a->w[1], "time"))
		return trace_fail_word(err, a->line, a->w[1],
				       "a seat resigns, or 'resign SEAT time'");
	return parse_seat(a->h, a->line, a->w[0], &e->seat, err);
}

static int
parse_draw(const struct args *a, struct event *e, struct trace_error *err)
{
	e->yes = a->n > 0;
	if (e->yes && !text_part_is(a->w[0], "claim"))
		return trace_fail_word(err, a->line, a->w[0], "a draw is agreed, or 'draw claim'");
	return 0;
}

static int
parse_count(const struct args *a, struct text_part w, uint16_t *out, struct trace_error *err)
{
	char text[8];
	unsigned long n = 0;

	if (trace_word_copy(w, text, sizeof(text)) && text[0] >= '1' && text[0] <= '9')
		n = strspn(text, "0123456789") == w.len ? strtoul(text, NULL, 10) : 0;
	if (n == 0 || n > UINT16_MAX)
		return trace_fail_word(err, a->line, w, "no number of actions");
	*out = (uint16_t)n;
	return 0;
}

static int
parse_undo(const struct args *a, struct event *e, struct trace_error *err)
{
	return parse_count(a, a->w[0], &e->n, err);
}

static int
parse_ask(const struct args *a, struct event *e, struct trace_error *err)
{
	bool array = text_part_is(a->w[0], "array"), move = text_part_is(a->w[0], "move");
	bool alone = array || move || text_part_is(a->w[0], "new-game");

	if (array)
		e->kind = EVENT_ARRAY;
	e->yes = move || text_part_is(a->w[0], "takeback");
	if (!alone && !e->yes && !text_part_is(a->w[0], "undo"))
		return trace_fail_word(
			err, a->line, a->w[0],
			"no question; there are undo, takeback, new-game, move and array");
	if ((a->n == 1) != alone)
		return trace_fail(err, a->line,
				  "undo and takeback have a number, new-game, move and array none");
	return alone ? 0 : parse_count(a, a->w[1], &e->n, err);
}

static int
parse_select(const struct args *a, struct event *e, struct trace_error *err)
{
	if (a->n > 0 && !trace_word_copy(a->w[0], e->text, sizeof(e->text)))
		return trace_fail_word(err, a->line, a->w[0], "too long for an action");
	return 0;
}

int
trace_squares_parse(const struct game *g, unsigned line, struct text_part w, struct sqset *out,
		    struct trace_error *err)
{
	struct text_part name, left = w;

	while (text_part_next(&left, ',', &name)) {
		unsigned sq = rules_square_parse(g, name.s, name.len);

		if (sq == RULES_NO_SQ)
			return trace_fail_word(err, line, w,
					       "squares are expected, with commas between");
		sqset_add(out, sq);
	}
	return 0;
}

static int
parse_blind(const struct args *a, struct event *e, struct trace_error *err)
{
	return a->n == 0 ? 0 : trace_squares_parse(a->h->game, a->line, a->w[0], &e->blind, err);
}

/* Parses an occupied square with its reading: "e2w1". */
static int
parse_occupied(const struct args *a, struct text_part w, struct trace_error *err)
{
	unsigned sq = w.len < 2 ? RULES_NO_SQ : rules_square_parse(a->h->game, w.s, 2);

	if (sq == RULES_NO_SQ)
		return trace_fail_word(err, a->line, w, "no square of this board");
	if (a->r->board[sq].occupied)
		return trace_fail_word(err, a->line, w, "this square was given already");
	return check_reading(a->h, a->line, w, (struct text_part){ w.s + 2, w.len - 2 },
			     &a->r->board[sq], err);
}

/* Parses a known piece: "f7Q". */
static int
parse_standing(const struct args *a, struct text_part w, struct trace_error *err)
{
	unsigned sq = w.len < 3 ? RULES_NO_SQ : rules_square_parse(a->h->game, w.s, 2);
	uint8_t piece = 0;

	if (sq != RULES_NO_SQ)
		piece = trace_piece_parse(a->h->game, (struct text_part){ w.s + 2, w.len - 2 });
	if (!piece)
		return trace_fail_word(err, a->line, w, "a square and its piece are expected");
	a->r->known.exact = true;
	a->r->known.standing[sq] = piece;
	return 0;
}

/* Parses words separated by commas, each by `one`. */
static int
parse_list(const struct args *a, unsigned i,
	   int (*one)(const struct args *a, struct text_part w, struct trace_error *err),
	   struct trace_error *err)
{
	struct text_part word, left = { i < a->n ? a->w[i].s : NULL, i < a->n ? a->w[i].len : 0 };
	int r = 0;

	while (r == 0 && text_part_next(&left, ',', &word))
		r = one(a, word, err);
	return r;
}

static int
parse_board(const struct args *a, struct event *e, struct trace_error *err)
{
	(void)e;
	memset(a->r->board, 0, sizeof(a->r->board));
	memset(&a->r->known, 0, sizeof(a->r->known));
	return parse_list(a, 0, parse_occupied, err) < 0 ? -1
							 : parse_list(a, 1, parse_standing, err);
}

static const struct {
	const char *name, *form;
	unsigned min, max; /* words after the name */
	int (*parse)(const struct args *a, struct event *e, struct trace_error *err); /* or NULL */
	enum event_kind kind;
	enum trace_got got;
} forms[] = {
	{ "press", "press NAME [SEAT]", 1, 2, parse_press, EVENT_PRESS, TRACE_EVENT },
	{ "act", "act [SEAT] ACTION", 1, 2, parse_act, EVENT_ACT, TRACE_EVENT },
	{ "plan", "plan [SEAT] ACTION|-", 1, 2, parse_plan, EVENT_PLAN, TRACE_EVENT },
	{ "blunder", "blunder ACTION", 1, 1, parse_act, EVENT_BLUNDER, TRACE_EVENT },
	{ "answer", "answer [SEAT] yes|no", 1, 2, parse_answer, EVENT_ANSWER, TRACE_EVENT },
	{ "resign", "resign SEAT [time]", 1, 2, parse_resign, EVENT_RESIGN, TRACE_EVENT },
	{ "draw", "draw [claim]", 0, 1, parse_draw, EVENT_DRAW, TRACE_EVENT },
	{ "undo", "undo N", 1, 1, parse_undo, EVENT_UNDO, TRACE_EVENT },
	{ "close", "close", 0, 0, NULL, EVENT_CLOSE, TRACE_EVENT },
	{ "select", "select [WORD]", 0, 1, parse_select, EVENT_SELECT, TRACE_EVENT },
	{ "blind", "blind [SQ,…]", 0, 1, parse_blind, EVENT_BLIND, TRACE_EVENT },
	{ "ask", "ask undo|takeback N, or ask new-game|move|array", 1, 2, parse_ask, EVENT_ASK,
	  TRACE_EVENT },
	{ "board", "board [SQ…,SQ… [SQPIECE,…]]", 0, 2, parse_board, EVENT_TIME, TRACE_BOARD },
	{ "stop", "stop", 0, 0, NULL, EVENT_TIME, TRACE_STOP },
};

static int
parse_named(struct args *a, struct text_part name, struct event *e, struct trace_error *err)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		if (!text_part_is(name, forms[i].name))
			continue;
		if (a->n < forms[i].min || a->n > forms[i].max)
			return trace_fail(err, a->line, "%s words; the form is 'TIME %s'",
					  a->n < forms[i].min ? "too few" : "too many",
					  forms[i].form);
		e->kind = (uint8_t)forms[i].kind;
		if (forms[i].parse && forms[i].parse(a, e, err) < 0)
			return -1;
		return (int)forms[i].got;
	}
	return trace_fail_word(
		err, a->line, name,
		"no event; there are -SQ +SQ press act plan blunder answer resign draw undo close "
		"select blind ask board stop");
}

int
trace_event_parse(const struct trace_header *h, const struct trace_line *line, struct event *out,
		  struct trace_reader *r, struct trace_error *err)
{
	struct trace_words words = trace_line_words(line);
	struct text_part what = words.w[1];
	struct args args = { .h = h, .line = line->no, .n = words.n - 2, .w = words.w + 2, .r = r };
	struct event e;
	int got;

	memset(&e, 0, sizeof(e));
	e.seat = SEAT_NONE;
	if (!trace_word_time(words.w[0], &e.t_us))
		return trace_fail_word(err, line->no, words.w[0],
				       "a time is seconds with up to six decimals");
	if (words.n < 2) {
		e.kind = EVENT_TIME;
		*out = e;
		return TRACE_TIME;
	}
	if (what.s[0] != '-' && what.s[0] != '+')
		got = parse_named(&args, what, &e, err);
	else if (words.n > 2)
		got = trace_fail_word(err, line->no, words.w[2], "one event a line");
	else
		got = parse_edge(h, line->no, what, &e, err) < 0 ? -1 : TRACE_EVENT;
	if (got >= 0)
		*out = e;
	return got;
}

/* ---- printing ---- */

void
trace_time_print(uint64_t t_us, char out[24])
{
	int n = snprintf(out, 24, "%llu.%06u", (unsigned long long)(t_us / 1000000),
			 (unsigned)(t_us % 1000000));

	for (int i = 0; i < 3 && out[n - 1] == '0'; i++)
		out[--n] = '\0';
}

static void
print_reading(struct reading r, char out[16])
{
	static const char *const pole[] = { "", "w", "b" };
	const char *p = r.pole == POLE_UNKNOWN && r.level_max ? "?" : pole[r.pole];

	if (r.level_max == 0)
		(void)snprintf(out, 16, "%s", p);
	else if (r.level_min == r.level_max)
		(void)snprintf(out, 16, "%s%u", p, r.level_max);
	else
		(void)snprintf(out, 16, "%s%u-%u", p, r.level_min, r.level_max);
}

static void
print_edge(const struct game *g, const struct event *e, char *out, size_t size)
{
	char sq[4], reading[16] = "";

	rules_square_print(g, e->sq, sq);
	if (e->reading.occupied)
		print_reading(e->reading, reading);
	(void)snprintf(out, size, "%c%s%s", e->reading.occupied ? '+' : '-', sq, reading);
}

static void
print_squares(const struct game *g, struct sqset left, char *out)
{
	for (char join = ' '; !sqset_empty(left); join = ',') {
		char sq[4];

		rules_square_print(g, sqset_pop(&left), sq);
		*out++ = join;
		*out++ = sq[0];
		*out++ = sq[1];
	}
	*out = '\0';
}

static void
print_standing(const struct game *g, const struct infer_known *known, char *out)
{
	char join = ' ';

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		char name[4], piece[4];

		if (!known->standing[sq])
			continue;
		rules_square_print(g, sq, name);
		rules_piece_print(g, known->standing[sq], piece);
		out += sprintf(out, "%c%s%s", join, name, *piece == '.' ? "?" : piece);
		join = ',';
	}
}

void
trace_board_event_print(const struct game *g, uint64_t t_us, const struct reading *board,
			const struct infer_known *known, char out[TRACE_BOARD_TEXT])
{
	char join = ' ';

	trace_time_print(t_us, out);
	out = stpcpy(out + strlen(out), " board");
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		char name[4], reading[16];

		if (!board[sq].occupied)
			continue;
		rules_square_print(g, sq, name);
		print_reading(board[sq], reading);
		out += sprintf(out, "%c%s%s", join, name, reading);
		join = ',';
	}
	if (join == ',' && known)
		print_standing(g, known, out);
}

void
trace_stop_print(uint64_t t_us, char out[TRACE_EVENT_TEXT])
{
	trace_time_print(t_us, out);
	strcat(out, " stop");
}

bool
trace_event_has_form(const struct event *e)
{
	if (e->kind == EVENT_TIME ||
	    ((e->kind == EVENT_ACT || e->kind == EVENT_BLUNDER) && !e->text[0]))
		return false;
	if (e->kind != EVENT_ACT && e->kind != EVENT_SELECT && e->kind != EVENT_PLAN &&
	    e->kind != EVENT_BLUNDER)
		return true;
	for (const char *s = e->text; *s; s++)
		if (*s <= ' ' || *s > '~')
			return false;
	return true;
}

void
trace_event_print(const struct game *g, const struct event *e, char out[TRACE_EVENT_TEXT])
{
	const char *seat = e->seat < rules_seats(g) ? rules_seat_name(g, e->seat) : "";
	const char *gap = *seat ? " " : "";
	size_t n, size;

	trace_time_print(e->t_us, out);
	n = strlen(out);
	out[n++] = ' ';
	out += n;
	size = TRACE_EVENT_TEXT - n;
	switch ((enum event_kind)e->kind) {
	case EVENT_EDGE:
		print_edge(g, e, out, size);
		return;
	case EVENT_PRESS:
		(void)snprintf(out, size, "press %s%s%s", buttons[e->button], gap, seat);
		return;
	case EVENT_ACT:
		(void)snprintf(out, size, "act %s%s%s", seat, gap, e->text);
		return;
	case EVENT_PLAN:
		(void)snprintf(out, size, "plan %s%s%s", seat, gap, *e->text ? e->text : "-");
		return;
	case EVENT_BLUNDER:
		(void)snprintf(out, size, "blunder %s", e->text);
		return;
	case EVENT_ANSWER:
		(void)snprintf(out, size, "answer %s%s%s", seat, gap, e->yes ? "yes" : "no");
		return;
	case EVENT_RESIGN:
		(void)snprintf(out, size, "resign %s%s", seat, e->yes ? " time" : "");
		return;
	case EVENT_DRAW:
		(void)snprintf(out, size, e->yes ? "draw claim" : "draw");
		return;
	case EVENT_UNDO:
		(void)snprintf(out, size, "undo %u", e->n);
		return;
	case EVENT_CLOSE:
		(void)snprintf(out, size, "close");
		return;
	case EVENT_SELECT:
		(void)snprintf(out, size, "select%s%s", e->text[0] ? " " : "", e->text);
		return;
	case EVENT_BLIND:
		(void)snprintf(out, size, "blind");
		print_squares(g, e->blind, out + strlen(out));
		return;
	case EVENT_ASK:
		if (e->n)
			(void)snprintf(out, size, "ask %s %u", e->yes ? "takeback" : "undo", e->n);
		else
			(void)snprintf(out, size, "ask %s", e->yes ? "move" : "new-game");
		return;
	case EVENT_ARRAY:
		(void)snprintf(out, size, "ask array");
		return;
	case EVENT_TIME:
		break;
	}
	assert(false); /* has no form in a trace */
}
