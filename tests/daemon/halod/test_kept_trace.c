/*
 * The trace kept with a game: its replay gives the record, each action to the millisecond,
 * whatever happened in between.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "kept.h"

#include "daemon/trace/replay.h"

enum { LINES = 256, LINE = 64, PARTNER = 3 };

/* The output of a replay: the final actions, and the end of the game. */
struct printed {
	unsigned n;
	char line[LINES][LINE]; /* "1.300 e2e4" */
	char result[LINE];
};

static void
pass(uint64_t ms)
{
	table_advance(&table, table.now_us + ms * 1000);
}

/* Plays "-e2 +e4w 300 …": edges, poles where known, and milliseconds; 100 of them after an edge. */
static void
hands(const char *words)
{
	char text[256], *rest = text, *word;

	snprintf(text, sizeof(text), "%s", words);
	while ((word = strtok_r(rest, " ", &rest))) {
		struct busio_msg m = { .kind = BUSIO_EDGE, .t_us = table.now_us };

		if (*word != '-' && *word != '+') {
			pass(strtoul(word, NULL, 10));
			continue;
		}
		m.sq = (uint8_t)((word[2] - '1') * 8 + word[1] - 'a');
		m.reading.occupied = *word == '+';
		m.reading.pole = word[3] == 'w' ? POLE_WHITE : word[3] == 'b' ? POLE_BLACK : 0;
		standing &= ~(UINT64_C(1) << m.sq);
		standing |= (uint64_t)m.reading.occupied << m.sq;
		table_message(&table, &m);
		pass(100);
	}
}

static void
take_line(struct printed *p, const char *line)
{
	const char *what = strchr(line, ' ') + 1;
	unsigned n;

	if (sscanf(what, "undo %u", &n) == 1) {
		assert_true(n <= p->n);
		p->n -= n;
		p->result[0] = '\0';
	} else if (strncmp(what, "result ", 7) == 0) {
		assert_string_equal(p->result, "");
		snprintf(p->result, LINE, "%s", what + 7);
	} else {
		assert_true(p->n < LINES);
		snprintf(p->line[p->n++], LINE, "%s", line);
	}
}

static void
replayed(const char *trace, struct printed *p)
{
	struct trace_error err = { 0 };
	char *text = NULL, *rest, *line;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	memset(p, 0, sizeof(*p));
	if (replay_text(trace, strlen(trace), &(struct replay_options){ 0 }, out, &err) < 0)
		fail_msg("%u: %s\n%s", err.line, err.why, trace);
	fclose(out);
	rest = text;
	while ((line = strtok_r(rest, "\n", &rest)))
		take_line(p, line);
	free(text);
}

/* Prints the record of the running game, or of a kept one, as a replay would. */
static void
recorded(uint32_t number, struct printed *p)
{
	char line[64];
	struct record r = { 0 };
	char why[NATIVE_WHY_MAX];
	struct position at;
	json_t *o;
	const char *text;

	snprintf(line, sizeof(line), "{\"kind\":\"record\",\"game_id\":%u}", number);
	o = send_request(SCREEN, line);
	text = json_string_value(json_object_get(o, "record"));
	assert_non_null(text);
	assert_int_equal(native_parse(text, strlen(text), &r, why), 0);
	json_decref(o);
	memset(p, 0, sizeof(*p));
	at = r.start;
	for (uint32_t i = 0; i < r.n; i++) {
		uint64_t ms = (r.action[i].t_us + 500) / 1000;
		char name[RULES_ACTION_TEXT];

		rules_action_print(r.game, &at, r.action[i].action, name);
		rules_apply(r.game, &at, r.action[i].action);
		snprintf(p->line[p->n++], LINE, "%llu.%03u %s", (unsigned long long)(ms / 1000),
			 (unsigned)(ms % 1000), name);
	}
	if (r.result.end != RECORD_UNFINISHED)
		snprintf(p->result, LINE, "%s %s", record_result_word(&r.result), r.result.reason);
	record_finish(&r);
}

/* Returns the action alone, where its time was not kept. */
static const char *
told(const char *line, bool timeless)
{
	return timeless ? strchr(line, ' ') : line;
}

/* The trace of that game is valid and leads to its record of n actions. */
static void
check(uint32_t number, unsigned n, bool timeless)
{
	static struct printed got, want;
	char *trace = trace_of(number);

	recorded(number, &want);
	replayed(trace, &got);
	for (unsigned i = 0; i < got.n && i < want.n; i++)
		if (strcmp(told(got.line[i], timeless), told(want.line[i], timeless)) != 0)
			fail_msg("%u: got %s, want %s\n%s", i + 1, got.line[i], want.line[i],
				 trace);
	if (got.n != want.n || want.n != n || strcmp(got.result, want.result) != 0)
		fail_msg("got %u and '%s', want %u and '%s'\n%s", got.n, got.result, want.n,
			 want.result, trace);
	free(trace);
}

/* The trace in memory replays as well. */
static void
check_memory(void)
{
	struct trace_error err = { 0 };
	char *trace = table_trace_text(&table), *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (replay_text(trace, strlen(trace), &(struct replay_options){ 0 }, out, &err) < 0)
		fail_msg("%u: %s\n%s", err.line, err.why, trace);
	fclose(out);
	free(text);
	free(trace);
}

static uint32_t
number(void)
{
	wait_written();
	return store_status(store)->number;
}

static void
resign(const char *seat)
{
	char line[64];

	snprintf(line, sizeof(line), "{\"kind\":\"resign\",\"seat\":\"%s\"}", seat);
	want(OTHER, line, "\"ok\"");
}

static void
report_bus(int err)
{
	const struct busio_msg m = { .kind = BUSIO_BUS, .err = err, .t_us = table.now_us };

	table_message(&table, &m);
}

static void
answer_yes(void)
{
	char line[64];

	snprintf(line, sizeof(line), "{\"kind\":\"answer\",\"prompt\":%u,\"yes\":true}",
		 table.state.prompt.id);
	want(OTHER, line, "\"ok\"");
}

/* ---- the games ---- */

static void
by_hand(void)
{
	hands("-e2 +e4 1500 -d7 +d5 1500");   /* quiet, then a touch by the opponent */
	hands("-d5 -e4 +d5 -d5 50 +d5 1500"); /* a capture, fumbled */
	press(CLOCK, 50000);
	hands("-d8 -d5 +d5 1500");
}

static void
by_screen(void)
{
	act(OTHER, "e2e4 e7e5");
	pass(1500);
}

static void
castled(void)
{
	hands("-g1 +f3 1500 -g8 +f6 1500 -g2 +g3 1500 -g7 +g6 1500 -f1 +g2 1500 -f8 +g7 1500");
	hands("-h1 -e1 +g1 +f1 1500");
}

/* By hand and by command, including an end that is taken back. */
static void
taken_back(void)
{
	hands("-e2 +e4 1500 -e7 +e5 1500 -g1 +f3 1500");
	hands("-f3 +g1 3000");
	answer_yes();
	hands("-b1 +c3 1500");
	resign("b");
	want(OTHER, "{\"kind\":\"undo\",\"n\":2}", "\"ok\"");
	hands("-c3 +b1 -e5 +e7 2000 -d7 +d5 1500");
}

/* Squares, as `standing` has them. */
#define E5 (UINT64_C(1) << 36)
#define E6 (UINT64_C(1) << 44)
#define D6 (UINT64_C(1) << 43)
#define D7 (UINT64_C(1) << 51)

enum { SQ_E2 = 12, SQ_E4 = 28 };

/* A piece is up and an action shown when the daemon dies; what followed was never seen. */
static void
died(void)
{
	hands("-e2 +e4 1500 -e7 +e5");
	wait_written();
	end();
	standing ^= E5 | E6 | D7 | D6;
	begin();
	hands("-d6 +d7 -e6 +e7 1500 -c7 +c5 1500 -g1 +f3 1500");
}

static void
ended_in_order(void)
{
	hands("-e2 +e4 1500 -e7 +e5 1500 -g1 +f3 300");
	table_trace_stop(&table);
	end();
	begin();
	hands("1500 -f3 +g1 300 -b1 +c3 1500");
}

/* Over before the restart, which reports the end again; hands play nothing later. */
static void
died_over(void)
{
	hands("-e2 +e4 1500");
	resign("b");
	pass(500);
	wait_written();
	end();
	begin();
	hands("-e7 +e5 1500");
}

/* After the bus returns, changes during the loss are read at once. */
static void
unplugged(void)
{
	hands("-e2 +e4 1500 -e7");
	report_bus(-EIO);
	hands("+e7 -d7 1500 +d5 2000");
	report_bus(0);
	hands("1500 -d5 +d7 1500 -e7 +e5 1500");
}

static void
switched_off(void)
{
	hands("-e2 +e4 1500");
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"keep_traces\":false}}", "\"ok\"");
	hands("-e7 +e5 1500");
	want(OTHER, "{\"kind\":\"set\",\"values\":{\"keep_traces\":true}}", "\"ok\"");
	hands("-g1 +f3 1500 -b8 +c6 1500");
}

/* The other game begins before this move is final, so it never becomes final. */
static void
left(void)
{
	hands("-e2 +e4 1500 -e7 +e5 300");
}

/* Refused or unknown commands leave the trace valid. */
static void
refused(void)
{
	want(OTHER, "{\"kind\":\"act\",\"action\":\"e2e5\"}", "\"error\"");
	want(OTHER, "{\"kind\":\"act\",\"action\":\"e2 e4\"}", "\"error\"");
	want(OTHER, "{\"kind\":\"act\",\"action\":\"x\\n0.0 act e2e4\"}", "\"error\"");
	want(OTHER, "{\"kind\":\"act\",\"action\":\"\"}", "\"error\"");
	hands("-e2 +e4 1500");
}

/* Sends the edge of that square with its time t_us. */
static void
edge_at(unsigned sq, bool occupied, uint64_t t_us)
{
	const struct busio_msg m = { .kind = BUSIO_EDGE,
				     .t_us = t_us,
				     .sq = (uint8_t)sq,
				     .reading.occupied = occupied };

	table_message(&table, &m);
}

/* On a busy machine an edge can arrive after the session has passed a later deadline. */
static void
late_edge(void)
{
	uint64_t lift_us = table.now_us;

	edge_at(SQ_E2, false, lift_us);
	pass(100);
	edge_at(SQ_E4, true, lift_us + 1000);
	standing ^= UINT64_C(1) << SQ_E2 | UINT64_C(1) << SQ_E4;
	pass(2000);
}

/* The square is never empty: only its reading changes. */
static void
in_one_grip(void)
{
	hands("-e2 +e4w 1500 -d7 +d5b 1500 -e4 +d5w 1500");
}

/* Gives scores of actions of the present position. */
static void
advise(const char *scores)
{
	char line[128];

	pass(1);
	snprintf(line, sizeof(line), "{\"kind\":\"advice\",\"task\":%u,\"scores\":\"%s\"}",
		 table_advice_wanted(&table), scores);
	want(PARTNER, line, "\"ok\"");
}

static void
ask_blunders(const char *flag)
{
	char line[96];

	snprintf(line, sizeof(line), "{\"kind\":\"hints\",\"seat\":\"w\",\"ask_blunders\":%s}", flag);
	want(OTHER, line, "\"ok\"");
}

/* Taken back, confirmed by OK, confirmed by the opponent's touch; and once the advice is too late. */
static void
blundered(void)
{
	want(PARTNER, "{\"kind\":\"partner\"}", "\"ok\"");
	ask_blunders("true");
	advise("e2e4 30 f2f3 -300");
	hands("-f2 +f3 1500");
	assert_int_equal(table.state.prompt.kind, PROMPT_BLUNDER);
	hands("-f3 +f2 1500 -f2 +f3 1500");
	assert_int_equal(table.state.prompt.kind, PROMPT_BLUNDER);
	assert_int_equal(table.state.n_actions, 0);
	press(OK, 50000);
	hands("-e7 +e5 1500 -h2 +h3 500");
	advise("e2e4 30 h2h3 -300");
	hands("1500");
	assert_int_equal(table.state.prompt.kind, PROMPT_BLUNDER);
	hands("-d7 +d5 1500");
	assert_int_equal(table.state.n_actions, 4);
	hands("-b1 +c3 1500");
	assert_int_equal(table.state.n_actions, 5);
	ask_blunders("false");
}

static const struct {
	const char *name;
	void (*play)(void);
	unsigned actions;
	const char *lines; /* lines somewhere in the trace */
	bool timeless;
	uint8_t senses;
} rows[] = {
	{ "by hand", by_hand, 4, "press clock", false, SENSES_OCCUPANCY },
	{ "by screen", by_screen, 2, "act e2e4", false, SENSES_OCCUPANCY },
	{ "castling", castled, 7, "-h1", false, SENSES_OCCUPANCY },
	{ "taken back", taken_back, 2, "answer yes", false, SENSES_OCCUPANCY },
	{ "died", died, 3, "played e2e4", false, SENSES_OCCUPANCY },
	{ "ended in order", ended_in_order, 3, "stop", false, SENSES_OCCUPANCY },
	{ "died when over", died_over, 1, "resign b", false, SENSES_OCCUPANCY },
	{ "unplugged", unplugged, 2, " board ", false, SENSES_OCCUPANCY },
	{ "switched off for a while", switched_off, 4, "played e7e5", true, SENSES_OCCUPANCY },
	{ "left", left, 1, "stop", false, SENSES_OCCUPANCY },
	{ "refused", refused, 1, "act e2e5", false, SENSES_OCCUPANCY },
	{ "blunders", blundered, 5, " blunder h2h3", false, SENSES_OCCUPANCY },
	{ "late edge", late_edge, 1, "+e4", false, SENSES_OCCUPANCY },
	{ "in one grip", in_one_grip, 3, "+d5w", false, SENSES_POLARITY },
};

static void
test_games(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t n;
		char *trace;

		print_message("%s\n", rows[i].name);
		standing = ARRAY;
		begin();
		table.session_config.senses = rows[i].senses;
		new_game("\"game\":\"chess\"");
		n = number();
		pass(700);
		rows[i].play();
		check_memory();
		new_game("\"game\":\"chess\"");
		assert_int_equal(number(), n + 1);
		check(n, rows[i].actions, rows[i].timeless);
		trace = trace_of(n);
		if (!strstr(trace, rows[i].lines))
			fail_msg("no '%s' in\n%s", rows[i].lines, trace);
		free(trace);
		end();
	}
}

/* A full memory begins again with the position on the board, once no piece is up. */
static void
test_full(void **state)
{
	char *trace;

	(void)state;
	standing = ARRAY;
	begin();
	new_game("\"game\":\"chess\"");
	pass(700);
	hands("-e2 +e4 1500 -e7 +e5 1500");
	table.kept_trace.len = sizeof(table.kept_trace.text) - 5;
	hands("-g1 +f3 1500 -b8 +c6 1500");
	check_memory();
	trace = table_trace_text(&table);
	assert_int_equal(strncmp(trace, "# haloboard trace 1\n", 20), 0);
	assert_non_null(strstr(trace, "\nplayed e7e5\n"));
	assert_non_null(strstr(trace, " +c6\n"));
	free(trace);
	end();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_games),
		KEPT_TEST(test_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
