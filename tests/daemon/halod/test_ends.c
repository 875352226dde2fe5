/*
 * Every way in which a game can end: the state, the text and the record agree.
 * Rows are positions that are finished, or nearly; the last actions are played
 * as clients do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alone.h"
#include "daemon/record/native.h"
#include "daemon/server/request.h"
#include "daemon/view/view.h"

static struct board board = { .name = "test", .files = 11, .ranks = 9 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static unsigned reasons; /* bits of enum reason that occurred */

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

static char *
send_request(const char *line)
{
	json_t *o = request_serve(&table, REQUEST_LOCAL(1), line, strlen(line));
	char *text = json_dumps(o, JSON_COMPACT);

	json_decref(o);
	assert_non_null(text);
	return text;
}

static void
must(const char *line)
{
	char *answer = send_request(line);

	if (!strstr(answer, "\"ok\""))
		fail_msg("%s\n  gave %s", line, answer);
	free(answer);
}

#define MASKS                                                                                    \
	" stage=move masks=KQRBN/KQRBN known=KQRBN.KQRBN.KQRBN.KQRBN.KQRBN/"                     \
	"KQRBN.KQRBN.KQRBN.KQRBN.KQRBN log=-"
#define CARDS " cards=real stage="
#define MONEY                                                                                    \
	" stage=roll dice=- money=1,2 prices=5,15,5,3,7,11,19,10/5,15,5,3,7,11,19,10 lost=-/- "  \
	"extra=0 flight=0"

/* clang-format off: a table */
static const struct row {
	const char *game, *position;
	const char *actions;	/* requests of clients: actions separated by spaces, complete
				 * ones by ; */
	const char *result;	/* part of the state */
	const char *end;	/* part of the native record */
} rows[] = {
	{ "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "{\"kind\":\"resign\",\"seat\":\"w\"}",
	  "\"0-1\",\"reason\":\"resignation\",\"text\":\"Black wins: White resigned\",\"winners\":[\"b\"],\"score\":null",
	  "{\"end\":\"black\",\"reason\":\"resignation\"}" },
	{ "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "{\"kind\":\"draw\"}",
	  "\"1/2-1/2\",\"reason\":\"agreed\",\"text\":\"Draw: agreed\",\"winners\":[],\"score\":null",
	  "{\"end\":\"draw\",\"reason\":\"agreed\"}" },
	{ "chess", "4k3/8/8/8/8/8/8/4K2R w K - 100 80", "{\"kind\":\"claim\"}",
	  "\"1/2-1/2\",\"reason\":\"fifty\"", "{\"end\":\"draw\",\"reason\":\"fifty\"}" },
	{ "chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h2 e8d8 h2h1 d8e8 h1h2 e8d8 h2h1 d8e8;{\"kind\":\"claim\"}",
	  "\"1/2-1/2\",\"reason\":\"threefold\"", "{\"end\":\"draw\",\"reason\":\"threefold\"}" },
	{ "chess", "6k1/5ppp/8/8/8/8/8/4K2R w K - 0 1", "",
	  NULL, "{\"end\":\"unfinished\"}" },
	{ "chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8",
	  "\"1-0\",\"reason\":\"checkmate\",\"text\":\"White wins: checkmate\",\"winners\":[\"w\"]",
	  "{\"end\":\"white\",\"reason\":\"checkmate\"}" },
	{ "chess960", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7",
	  "\"1/2-1/2\",\"reason\":\"stalemate\"", "{\"end\":\"draw\",\"reason\":\"stalemate\"}" },
	{ "chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2",
	  "\"1/2-1/2\",\"reason\":\"material\"", "{\"end\":\"draw\",\"reason\":\"material\"}" },
	{ "half-alice", "4k3/8/8/8/8/8/8/4K2R w - - 149 90 checkers=12,12", "h1h2",
	  "\"1/2-1/2\",\"reason\":\"seventyfive\"", "{\"end\":\"draw\",\"reason\":\"seventyfive\"}" },
	{ "accounting", "4k3/p7/4R3/8/8/8/P7/4K3 w - - 0 1", "e6e8",
	  "\"1-0\",\"reason\":\"ceo-captured\",\"text\":\"White wins: the CEO is captured\"",
	  "{\"end\":\"white\",\"reason\":\"ceo-captured\"}" },
	{ "accounting", "k*7/8/2N5/8/p7/8/P7/4K3 w - - 0 1", "c6a7",
	  "\"1-0\",\"reason\":\"ceo-indicted\"", "{\"end\":\"white\",\"reason\":\"ceo-indicted\"}" },
	{ "accounting", "4k3/p7/1p6/P7/8/8/8/4K3 w - - 0 1", "a5b6",
	  "\"1-0\",\"reason\":\"no-innocent-shareholders\"",
	  "{\"end\":\"white\",\"reason\":\"no-innocent-shareholders\"}" },
	{ "dice-money", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1" MONEY, "",
	  "\"1/2-1/2\",\"reason\":\"stalemate\"", "{\"end\":\"draw\",\"reason\":\"stalemate\"}" },
	{ "abstract", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 table=neto turn=single transfers=free stage=move last=-,-", "e2e8",
	  "\"1-0\",\"reason\":\"royal-captured\"", "{\"end\":\"white\",\"reason\":\"royal-captured\"}" },
	{ "masquerade", "4k3/8/4P3/8/8/8/8/4K3 w - - 0 1" MASKS, "e6e7 e8d8 e7d8q",
	  "\"1-0\",\"reason\":\"king-captured\",\"text\":\"White wins: the king is captured\"",
	  "{\"end\":\"white\",\"reason\":\"king-captured\"}" },
	{ "crowded-house", "4k3/4Q3/8/8/8/8/8/4K3 b - - 0 1 seat=bq passes=0", "",
	  "\"1-0\",\"reason\":\"checkmate\",\"text\":\"White wins: checkmate\",\"winners\":[\"wk\",\"wq\"]",
	  "{\"end\":\"white\",\"reason\":\"checkmate\"}" },
	{ "crowded-house", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 seat=wq passes=4", "",
	  "\"1/2-1/2\",\"reason\":\"all-passed\"", "{\"end\":\"draw\",\"reason\":\"all-passed\"}" },
	{ "crowded-house", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 seat=wk passes=0", "{\"kind\":\"resign\",\"seat\":\"bq\"}",
	  "\"1-0\",\"reason\":\"resignation\",\"text\":\"White wins: Black resigned\",\"winners\":[\"wk\",\"wq\"]",
	  "{\"end\":\"white\",\"reason\":\"resignation\"}" },
	{ "cooperative", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1" CARDS "capture hands=#2/#3 discards=10H/KS captured=- pile=#25 piece=e2 wild=0", "e2e8",
	  "\"4\",\"reason\":\"king-captured\",\"text\":\"Score 4: the king is captured\",\"winners\":[],\"score\":4",
	  "{\"end\":\"score\",\"reason\":\"king-captured\",\"score\":4}" },
	{ "cooperative", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1" CARDS "move hands=#0/#0 discards=-/- captured=- pile=#0 piece=- wild=0", "",
	  "\"lost\",\"reason\":\"out-of-cards\",\"text\":\"Lost: no cards are left\",\"winners\":[],\"score\":null",
	  "{\"end\":\"lost\",\"reason\":\"out-of-cards\"}" },
	{ "cooperative", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1" CARDS "move hands=#3/#3 discards=-/- captured=- pile=#26 piece=- wild=0", "{\"kind\":\"resign\",\"seat\":\"b\"}",
	  "\"lost\",\"reason\":\"resignation\",\"text\":\"Lost: given up\",\"winners\":[],\"score\":null",
	  "{\"end\":\"lost\",\"reason\":\"resignation\"}" },
	{ "american", "11/11/11/11/11/11/11/11/4Q6 w - - 0 50", "",
	  "\"1-0\",\"reason\":\"generals\",\"text\":\"Blue wins: ", "{\"end\":\"white\",\"reason\":\"generals\"}" },
	{ "american", "11/11/11/11/11/11/11/11/11 w - - 0 7", "",
	  "\"1/2-1/2\",\"reason\":\"generals\"", "{\"end\":\"draw\",\"reason\":\"generals\"}" },
	{ "american", "11/4q6/11/11/11/11/11/11/4Q6 w - - 0 51", "",
	  "\"1/2-1/2\",\"reason\":\"turn-limit\"", "{\"end\":\"draw\",\"reason\":\"turn-limit\"}" },
	{ "american", "11/4q6/11/11/11/11/11/11/4Q6 w - - 0 7", "{\"kind\":\"resign\",\"seat\":\"b\"}",
	  "\"1-0\",\"reason\":\"resignation\",\"text\":\"Blue wins: Red resigned\"",
	  "{\"end\":\"white\",\"reason\":\"resignation\"}" },
};
/* clang-format on */

static void
play(const char *actions)
{
	char line[96];

	while (*actions && *actions != '{' && *actions != ';') {
		size_t len = strcspn(actions, " ;");

		snprintf(line, sizeof(line), "{\"kind\":\"act\",\"action\":\"%.*s\"}", (int)len,
			 actions);
		must(line);
		actions += len + (actions[len] == ' ');
	}
	actions += *actions == ';';
	if (*actions)
		must(actions);
}

static void
begin(const struct row *row)
{
	const struct table_setup s = { .game = rules_game(row->game),
				       .position = row->position,
				       .options = "" };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };

	table_init(&table, &board, &config, NULL, &ops, NULL, ua);
	table_begin(&table, NULL, 1000000);
	if (table_new(&table, &s) < 0)
		fail_msg("%s %s: %s", row->game, row->position, table.why);
}

/* An end survives the native form. */
static void
check_record(const struct row *row)
{
	char *answer = send_request("{\"kind\":\"record\"}"), why[NATIVE_WHY_MAX];
	json_t *o = json_loads(answer, 0, NULL);
	const char *text = json_string_value(json_object_get(o, "record"));
	struct record r = { 0 };

	if (!strstr(text, row->end))
		fail_msg("%s %s\n  gave %s\n  want %s", row->game, row->position, text, row->end);
	if (native_parse(text, strlen(text), &r, why) < 0)
		fail_msg("%s: %s", text, why);
	record_finish(&r);
	json_decref(o);
	free(answer);
}

/* "4" "lost" "1-0": the same for a game on the board and a shown one. */
static void
check_shown(const struct row *row)
{
	char want[64];
	char *answer = send_request("{\"kind\":\"show\"}");

	snprintf(want, sizeof(want), "\"result\":{\"result\":%.*s,",
		 (int)strcspn(row->result, ","), row->result);
	if (!strstr(answer, want))
		fail_msg("%s %s\n  gave %s\n  want %s", row->game, row->position, answer, want);
	free(answer);
}

static void
test_ends(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct row *row = &rows[i];
		char want[512], *answer;

		begin(row);
		play(row->actions);
		answer = send_request("{\"kind\":\"state\"}");
		snprintf(want, sizeof(want), "\"result\":%s%s", row->result ? "{\"result\":" : "null",
			 row->result ? row->result : "");
		if (!strstr(answer, want))
			fail_msg("%s %s\n  gave %s\n  want %s", row->game, row->position,
				 strstr(answer, "\"result\":"), want);
		free(answer);
		if (table_can_reveal(&table)) {
			must("{\"kind\":\"reveal\"}");
			assert_int_equal(table_press(&table, BUTTON_OK, SEAT_NONE), 0);
		}
		check_record(row);
		if (row->result)
			check_shown(row);
		if (table.state.end == SESSION_END_RULES)
			reasons |= 1u << table.state.outcome.reason;
	}
	/* One row for each reason of the rules, except repetition. */
	for (unsigned r = REASON_CHECKMATE; r < REASONS_N; r++)
		if (r != REASON_REPETITION && !(reasons >> r & 1))
			fail_msg("no row ends by %s", rules_reason_name(r));
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_ends) };

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
