/*
 * Measured results on a board of switches, with a disk that is slow or fails. The test
 * counts the files that the table asks for, and answers by the row.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "daemon/measured.h"
#include "wired.h"

enum { D4 = 27, G1 = 6, ROUNDS_MS = 1000 };

static const struct table_asker asker = { .tag = 1 };
static unsigned files;
static uint64_t ms;

/* Applies the found board at once, as the daemon does. */
static int
measured(void *arg, const struct board *found, const struct table_asker *who, char why[TABLE_WHY])
{
	(void)arg;
	(void)who;
	(void)why;
	memcpy(board.blind, found->blind, sizeof(board.blind));
	files++;
	return 0;
}

static const struct table_ops measures = { .frame = count_frame,
					   .today = no_day,
					   .measured = measured };

static int
setup(void **state)
{
	(void)state;
	begin();
	table.ops = &measures;
	files = 0;
	ms = 1000;
	return 0;
}

static int
step(const char *name)
{
	return table_calibrate(&table, name, &asker);
}

/* d4 never answers. */
static void
squares(bool on)
{
	for (unsigned sq = 0; sq < 64; sq++)
		report_message(BUSIO_EDGE, 0, sq, on && sq != D4, 0, ms * 1000);
	ms += ROUNDS_MS;
	table_advance(&table, ms * 1000);
}

static void
review(void)
{
	assert_int_equal(step("begin"), 0);
	squares(false);
	assert_int_equal(step("empty"), 0);
	squares(false);
	squares(true);
	assert_int_equal(step("end"), 0);
	assert_true(table.calibration.step >= CALIBRATION_REVIEW);
}

/*
 * The result applies but is not on the disk: keeping it again writes it again
 * and clears the fault.
 */
static void
test_kept_again(void **state)
{
	(void)state;
	review();
	for (unsigned again = 0; again < 2; again++) {
		assert_int_equal(step("keep"), 1);
		assert_int_equal(files, again + 1);
		assert_true(board.blind[D4]);
		table_measured_answered(&table, again ? 0 : -EIO, "no disk");
		assert_int_equal(table.calibration.step != CALIBRATION_OFF, !again);
	}
	review();
	assert_int_equal(step("keep"), 0);
	assert_int_equal(files, 2);
	assert_int_equal(table.calibration.step, CALIBRATION_OFF);
}

/* Left during the write and begun again: the reply belongs to the first run. */
static void
test_begun_anew(void **state)
{
	(void)state;
	review();
	assert_int_equal(step("keep"), 1);
	assert_int_equal(step("cancel"), 0);
	review();
	table_measured_answered(&table, 0, "");
	assert_int_not_equal(table.calibration.step, CALIBRATION_OFF);
}

/* With several requests, the last reply decides whether the result is on the disk. */
static void
test_last_answer(void **state)
{
	(void)state;
	assert_int_equal(table_blind_name(&table, G1, true, &asker), 1);
	assert_int_equal(table_blind_name(&table, G1, true, &asker), 1);
	table_measured_answered(&table, 0, "");
	assert_int_equal(table_blind_name(&table, G1, true, &asker), 1);
	table_measured_answered(&table, 0, "");
	table_measured_answered(&table, -EIO, "no disk");
	assert_int_equal(table_blind_name(&table, G1, true, &asker), 1);
	assert_int_equal(table_blind_name(&table, G1, true, &asker), 1);
	table_measured_answered(&table, -EIO, "no disk");
	table_measured_answered(&table, 0, "");
	assert_int_equal(table_blind_name(&table, G1, true, &asker), 0);
	assert_int_equal(files, 5);
}

/* ---- the file ---- */

static char told[STORE_WHY_MAX];

int __wrap_store_ask(struct store *s, struct store_ask *q);

/* Replaces the store's function: writes at once. */
int
__wrap_store_ask(struct store *s, struct store_ask *q)
{
	void *arg;

	(void)s;
	(void)q->write(q->arg, told);
	memcpy(&arg, &q->arg, sizeof(arg));
	free(arg);
	free(q->text);
	return 0;
}

/* The error message keeps the file's name at the end of a long path. */
static void
test_long_path(void **state)
{
	static struct measured m;
	char store[200];

	(void)state;
	memset(store, 'x', sizeof(store));
	memcpy(store, "/nowhere/", strlen("/nowhere/"));
	store[sizeof(store) - 1] = '\0';
	(void)snprintf(m.path, sizeof(m.path), "%s/reed-8x8.ini", store);
	m.from = m.path;
	assert_int_equal(measured_keep(&m, NULL, &board, &asker), 0);
	if (!strstr(told, "/reed-8x8.ini: ") || !strstr(told, "; it holds until the daemon ends"))
		fail_msg("%s", told);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(test_kept_again, setup),
		cmocka_unit_test_setup(test_begun_anew, setup),
		cmocka_unit_test_setup(test_last_answer, setup),
		cmocka_unit_test_setup(test_long_path, setup),
	};

	log_sink(ignore_log, NULL);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
