/* Lessons: a correct toy is read and played; each row of mistakes is reported with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lesson/lesson.h"
#include "tests/daemon/lesson/lesson_rows.h"

static struct lesson l;
static struct lesson_error err;

static int
read_text(const char *text)
{
	return lesson_read(&l, text, strlen(text), &err);
}

static struct action
action_of(const struct position *p, const char *text)
{
	struct action a;

	assert_int_equal(rules_action_parse(l.game, p, text, &a), 0);
	return a;
}

static void
test_read(void **state)
{
	(void)state;
	assert_int_equal(read_text(lesson_toy), 0);
	assert_string_equal(rules_name(l.game), "chess");
	assert_int_equal(l.n, 2);
	assert_string_equal(lesson_in(&l.step[0].say, ""), "Move the rook on d4 to d7.");
	assert_string_equal(lesson_in(&l.title, "de"), "Spielzeug");
	assert_string_equal(lesson_in(&l.title, "fr"), "Toy");
	assert_int_equal(sqset_count(l.step[0].light), 2);
	assert_int_equal(l.step[0].n_tries, 2);
}

static void
test_byte_order_mark(void **state)
{
	char text[4096];

	(void)state;
	(void)snprintf(text, sizeof(text), "\xef\xbb\xbf%s", lesson_toy);
	assert_int_equal(read_text(text), 0);
}

static void
test_play(void **state)
{
	char text[RULES_POSITION_TEXT];
	struct position p;

	(void)state;
	assert_int_equal(read_text(lesson_toy), 0);
	assert_int_equal(lesson_check(&l, &err), 0);
	lesson_begin(&l, 0, &p);
	assert_true(lesson_reaches(&l, &l.step[0], &p, action_of(&p, "d4d7")));
	assert_false(lesson_reaches(&l, &l.step[0], &p, action_of(&p, "d4d5")));
	assert_string_equal(lesson_wrong(&l, &l.step[0], &p, action_of(&p, "d4d5"))->action, "d4d5");
	assert_null(lesson_wrong(&l, &l.step[0], &p, action_of(&p, "d4d6")));
	assert_string_equal(lesson_illegal(&l, &l.step[0], rules_square_parse(l.game, "d4", 2),
					   rules_square_parse(l.game, "e5", 2))->action,
			    "d4e5");
	assert_null(lesson_illegal(&l, &l.step[0], 0, 1));
	lesson_begin(&l, 1, &p);
	rules_print(l.game, &p, text);
	assert_string_equal(text, "6k1/3R4/8/8/8/8/8/7K w - - 2 2");
}

/* Writes the toy with the row's mistake. */
static void
mistake(const struct lesson_row *row, char *out, size_t size)
{
	const char *at = strstr(lesson_toy, row->from);

	assert_non_null(at);
	(void)snprintf(out, size, "%.*s%s%s", (int)(at - lesson_toy), lesson_toy, row->to,
		       at + strlen(row->from));
}

static void
test_mistakes(void **state)
{
	char text[2048];

	(void)state;
	for (size_t i = 0; i < lesson_n_rows; i++) {
		const struct lesson_row *row = &lesson_rows[i];
		int r;

		mistake(row, text, sizeof(text));
		r = read_text(text);
		if (r == 0)
			r = lesson_check(&l, &err);
		if (r == 0 || err.line != row->line || strncmp(err.why, row->why, strlen(row->why)) != 0)
			fail_msg("\"%s\" -> \"%s\": %d, line %u: %s", row->from, row->to, r, err.line,
				 err.why);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_byte_order_mark),
		cmocka_unit_test(test_play),
		cmocka_unit_test(test_mistakes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
