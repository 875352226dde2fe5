/* Overrun of the store: much is played during a disk error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/store/store_impl.h"
#include "place_disk.h"

/* Much is played and taken back while the disk is full: nothing is lost. */
static void
test_overrun(void **state)
{
	struct place *p = *state;
	uint64_t seed = 4;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 5, &seed);
	table_settle(&p->t);
	help_disk_limit(4096);
	for (unsigned i = 0; i < 3000; i++) {
		table_play(&p->t, 1, &seed);
		table_undo(&p->t, 1);
	}
	table_play(&p->t, 40, &seed);
	table_end(&p->t, record_result_resigned(0));
	help_disk_limit(RLIM_INFINITY);
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->lost, 0);
}

/* More games begin than may wait: the actions of the one that gives way are counted. */
static void
test_overrun_and_begun(void **state)
{
	struct place *p = *state;
	uint64_t seed = 5;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 5, &seed);
	table_settle(&p->t);
	help_disk_limit(4096);
	table_play(&p->t, 7, &seed);
	for (unsigned i = 0; i < STORE_GAMES; i++) {
		assert_int_equal(store_status(p->t.store)->lost, 0);
		table_begin(&p->t, "chess960");
		table_play(&p->t, 3, &seed);
	}
	assert_int_equal(store_status(p->t.store)->lost, 3);
	help_disk_limit(RLIM_INFINITY);
	table_check(&p->t);
	assert_int_equal(store_status(p->t.store)->number, STORE_GAMES);
}

/* Opens a store with five moves on disk, then fills the disk. */
static void
begin_full(struct place *p, uint64_t *seed)
{
	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	table_play(&p->t, 5, seed);
	table_settle(&p->t);
	help_disk_limit(4096);
}

/* Frees the disk and checks game 1: the number of actions on disk, its result and its clock. */
static void
check_first(struct place *p, uint32_t n, uint8_t end, const char *clock)
{
	struct store_answer *a;

	assert_int_equal(store_status(p->t.store)->lost, 0);
	help_disk_limit(RLIM_INFINITY);
	table_check(&p->t);
	a = table_ask(&p->t, STORE_GET, 1, "");
	if (a->err)
		fail_msg("%s", a->why);
	assert_int_equal(a->record->n, n);
	assert_int_equal(a->record->result.end, end);
	assert_string_equal(a->record->clock, clock);
	store_answer_free(a);
}

/* Changes the clock for the n-th time. */
static void
mark_clock(struct place *p, unsigned n)
{
	snprintf(p->t.r.clock, sizeof(p->t.r.clock), "fischer:300+3 %u 5 %u/%u/0 300000000/0/0",
		 n % 2, 300000000 - n, n);
	store_mark_clock(p->t.store, p->t.r.clock);
}

/* Each move changes the clock: the last one is kept. */
static void
test_clocked(void **state)
{
	struct place *p = *state;
	char clock[CLOCK_TEXT];
	uint64_t seed = 21;

	begin_full(p, &seed);
	for (unsigned i = 0; i < 60; i++) {
		mark_clock(p, i);
		table_play(&p->t, 1, &seed);
	}
	table_end(&p->t, record_result_resigned(0));
	strcpy(clock, p->t.r.clock);
	table_begin(&p->t, "chess");
	check_first(p, 65, RECORD_BLACK_WINS, clock);
}

/* Repeated changes of the players' names: the last ones are kept. */
static void
test_named(void **state)
{
	struct place *p = *state;
	const char *names[RULES_SEATS_MAX] = { "", "", NULL, NULL };
	char name[16];
	uint64_t seed = 22;
	struct store_answer *a;

	begin_full(p, &seed);
	for (unsigned i = 0; i < 3 * STORE_GAMES; i++) {
		snprintf(name, sizeof(name), "Ben %u", i);
		names[1] = name;
		store_mark_names(p->t.store, names, "");
		table_play(&p->t, 1, &seed);
	}
	table_begin(&p->t, "chess");
	check_first(p, 5 + 3 * STORE_GAMES, RECORD_UNFINISHED, "");
	a = table_ask(&p->t, STORE_GET, 1, "");
	assert_string_equal(a->record->name[1], name);
	store_answer_free(a);
}

/* The end of a game that still waits when the next one begins. */
static void
test_last_words(void **state)
{
	struct place *p = *state;
	char clock[CLOCK_TEXT];
	uint64_t seed = 23;

	begin_full(p, &seed);
	table_undo(&p->t, 2);
	mark_clock(p, 7);
	strcpy(clock, p->t.r.clock);
	table_end(&p->t, record_result_resigned(0));
	assert_false(store_status(p->t.store)->caught_up);
	table_begin(&p->t, "chess");
	check_first(p, 3, RECORD_BLACK_WINS, clock);
}

/* A file that replaces the one before gets the clock too. */
static void
test_clock_again(void **state)
{
	struct place *p = *state;
	char away[96];
	uint64_t seed = 24;

	table_open(&p->t, p->folder);
	table_begin(&p->t, "chess");
	mark_clock(p, 8);
	table_play(&p->t, 5, &seed);
	table_settle(&p->t);
	snprintf(away, sizeof(away), "%s-away", p->folder);
	assert_int_equal(rename(p->folder, away), 0);
	table_play(&p->t, 1, &seed);
	check_first(p, 6, RECORD_UNFINISHED, p->t.r.clock);
	help_folder_remove(away);
}

int
main(void)
{
#define STORE_TEST(name) cmocka_unit_test_setup_teardown(name, place_setup, place_disk_teardown)
	const struct CMUnitTest tests[] = {
		STORE_TEST(test_overrun),    STORE_TEST(test_overrun_and_begun),
		STORE_TEST(test_clocked),    STORE_TEST(test_named),
		STORE_TEST(test_last_words), STORE_TEST(test_clock_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
