/*
 * A long game's past is computed outside the loop. The journal's clerk plays through what
 * is opened, shown or written, with the same result as if the table had played it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/stat.h>

#include "kept.h"

enum {
	PLIES = 700,
	FEW = 250,	/* actions that the loop may play for a long game, apart from some marks */
};

/* ---- which thread calls the rules ---- */

static pthread_t loop;
static unsigned loops, others;	/* actions played by the loop's thread, and by the clerk's */

void __real_rules_apply(const struct game *g, struct position *p, struct action a);
void __wrap_rules_apply(const struct game *g, struct position *p, struct action a);

void
__wrap_rules_apply(const struct game *g, struct position *p, struct action a)
{
	if (pthread_equal(pthread_self(), loop))
		loops++;
	else
		others++;
	__real_rules_apply(g, p, a);
}

static void
count_from_here(void)
{
	loop = pthread_self();
	loops = others = 0;
}

/* Makes a long unfinished game, with dice or without. */
static void
play(struct record *r, const char *game, unsigned plies)
{
	char start[RULES_POSITION_TEXT];
	struct rules_error why;
	struct position p;

	assert_int_equal(rules_start(rules_game(game),
				     strcmp(game, "chess960") == 0 ? "index=518" : "", &p, &why),
			 0);
	rules_print(rules_game(game), &p, start);
	for (uint64_t seed = 1; r->n < plies && seed < 50; seed++) {
		record_finish(r);
		help_play(r, game, NULL, start, plies, seed);
	}
}

static void
save(const struct record *r)
{
	char path[96], *text = native_print(r);

	assert_non_null(text);
	snprintf(path, sizeof(path), "%s/saved", folder);
	(void)mkdir(path, 0777);
	snprintf(path, sizeof(path), "%s/saved/long.json", folder);
	assert_int_equal(record_file_write(path, text, strlen(text)), 0);
	free(text);
}

/* The reply contains that text, and the clerk did the long part. */
static void
want_by_clerk(const char *line, const char *part)
{
	count_from_here();
	want(OTHER, line, part);
	if (loops > FEW || others < PLIES)
		fail_msg("%s: %u actions played by the loop, %u by the clerk", line, loops, others);
}

static void
test_loop_is_free(void **state)
{
	struct record r = { 0 };
	char line[64];

	(void)state;
	begin();
	play(&r, "dice-money", PLIES);
	assert_int_equal(r.n, PLIES);
	save(&r);
	want_by_clerk("{\"kind\":\"open\",\"name\":\"long\"}", "\"ok\"");
	assert_int_equal(table.book.n, PLIES);
	/* The game on the board. */
	want_by_clerk("{\"kind\":\"show\"}", "\"move\":700");
	want_by_clerk("{\"kind\":\"pgn\"}", "[Variant \\\"Dice-Money Chess\\\"]");
	wait_written();
	/* A saved game. */
	want(OTHER, "{\"kind\":\"resign\",\"seat\":\"w\"}", "\"ok\"");
	snprintf(line, sizeof(line), "{\"kind\":\"show\",\"game_id\":%u,\"move\":650}",
		 store_status(store)->number);
	new_game("\"game\":\"chess\"");
	want_by_clerk(line, "\"move\":650");
	record_finish(&r);
	end();
}

/* ---- the same result ---- */

static void
assert_same_position(const struct game *g, const struct position *a, const struct position *b)
{
	char text[2][RULES_POSITION_TEXT];

	rules_print(g, a, text[0]);
	rules_print(g, b, text[1]);
	assert_string_equal(text[0], text[1]);
}

static void
assert_same_session(const struct session *a, const struct session *b)
{
	assert_int_equal(a->n, b->n);
	assert_int_equal(a->phase, b->phase);
	assert_int_equal(a->end, b->end);
	assert_memory_equal(&a->outcome, &b->outcome, sizeof(a->outcome));
	assert_same_position(a->game, &a->settled, &b->settled);
	assert_same_position(a->game, &a->before_last, &b->before_last);
	assert_true(sqset_equal(a->last_squares, b->last_squares));
	assert_true(sqset_equal(a->laid, b->laid));
	assert_true(sqset_equal(a->unlaid, b->unlaid));
	assert_true(sqset_equal(a->stand_ins, b->stand_ins));
	assert_int_equal(a->origin, b->origin);
	assert_int_equal(rules_history_count(&a->history), rules_history_count(&b->history));
	for (uint32_t i = 0; i < a->n; i++) {
		assert_true(rules_action_equal(a->ply[i].action, b->ply[i].action));
		assert_int_equal(a->ply[i].t_us, b->ply[i].t_us);
		assert_true(sqset_equal(a->ply[i].occupied, b->ply[i].occupied));
		assert_true(sqset_equal(a->ply[i].white, b->ply[i].white));
	}
}

static void
assert_same_book(const struct table_book *a, const struct table_book *b)
{
	assert_int_equal(a->n, b->n);
	assert_same_position(a->game, &a->at, &b->at);
	assert_int_equal(a->hides, b->hides);
	assert_true(sqset_equal(a->hiding[0], b->hiding[0]));
	assert_true(sqset_equal(a->hiding[1], b->hiding[1]));
	assert_true(sqset_equal(a->left, b->left));
	assert_int_equal(a->n_said, b->n_said);
	for (unsigned i = 0; i < a->n_said; i++) {
		assert_int_equal(a->said[i].move, b->said[i].move);
		assert_int_equal(a->said[i].said.kind, b->said[i].said.kind);
		assert_int_equal(a->said[i].said.sq, b->said[i].said.sq);
	}
}

/* Applies the first n actions of *r, one by one. */
static void
play_in(struct session *s, struct table_book *b, const struct record *r, uint32_t n, uint64_t t_us)
{
	const struct session_config c = session_config_default();
	char text[RULES_POSITION_TEXT];
	struct rules_error err;

	rules_print(r->game, &r->start, text);
	assert_int_equal(session_start(s, &c, r->game, text, NULL, NULL, NULL, t_us, &err), 0);
	book_begin(b, r->game, &r->start);
	for (uint32_t i = 0; i < n; i++) {
		char action[RULES_ACTION_TEXT];

		rules_action_print(r->game, &b->at, r->action[i].action, action);
		assert_int_equal(session_play(s, action, t_us), 0);
		(void)book_add(b, r->action[i].action);
	}
}

static void
undo(struct session *s, uint32_t n)
{
	struct event e = { .kind = EVENT_UNDO, .n = (uint16_t)n, .seat = SEAT_NONE, .t_us = 9 };
	static struct session_out out;

	(void)session_step(s, &e, &out);
	for (uint8_t seat = 0; s->prompt.kind == PROMPT_TAKEBACK; seat++) {
		e = (struct event){ .kind = EVENT_ANSWER, .yes = true, .seat = seat, .t_us = 9 };
		(void)session_step(s, &e, &out);
	}
}

/* Every game, played in at once and one by one, then taken back to several points. */
static void
test_same(void **state)
{
	static const uint32_t back[] = { 1, 2, 37, 64, 65, 1 };
	static struct session one, whole;
	static struct table_book book, cut;
	size_t n_games;
	const struct game *const *games = rules_games(&n_games);

	(void)state;
	for (size_t i = 0; i < n_games; i++) {
		struct record r = { 0 };
		struct table_past *past;

		play(&r, rules_name(games[i]), 180);
		past = table_past_make(&r);
		assert_non_null(past);
		assert_true(table_past_whole(past));
		play_in(&one, &book, &r, r.n, 5);
		play_in(&whole, &cut, &r, 0, 5);
		session_play_past(&whole, &past->session, 5);
		book_copy(&cut, &past->book);
		assert_same_session(&one, &whole);
		assert_same_book(&book, &cut);
		for (size_t k = 0; k < sizeof(back) / sizeof(back[0]) && back[k] < cut.n; k++) {
			uint32_t had = whole.n;

			/* An end that the session played goes with the action before it. */
			undo(&whole, back[k]);
			book_cut(&cut, had - whole.n);
			play_in(&one, &book, &r, cut.n, 5);
			assert_int_equal(whole.n, cut.n);
			assert_same_position(r.game, &one.settled, &whole.settled);
			assert_same_position(r.game, &one.before_last, &whole.before_last);
			assert_true(sqset_equal(one.last_squares, whole.last_squares));
			assert_same_book(&book, &cut);
		}
		table_past_free(past);
		record_finish(&r);
	}
}

/* Earlier positions count: a draw can be claimed the third time. */
static void
test_repeated(void **state)
{
	static const char *const round[] = { "g1f3", "g8f6", "f3g1", "f6g8" };
	static struct session s;
	static struct table_book b;
	struct record r = { 0 };
	struct table_past *past;

	(void)state;
	help_play(&r, "chess", "", NULL, 0, 1);
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(record_add_text(&r, round[i % 4], RECORD_NO_TIME), 0);
	past = table_past_make(&r);
	play_in(&s, &b, &r, 0, 0);
	session_play_past(&s, &past->session, 0);
	assert_int_equal(rules_history_count(&s.history), 3);
	table_past_free(past);
	record_finish(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		KEPT_TEST(test_loop_is_free),
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_repeated),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
