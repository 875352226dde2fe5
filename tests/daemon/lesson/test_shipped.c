/* Every shipped lesson is walked by the rule core; each game has enough of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/lesson/lesson.h"

static char path[LESSONS_MAX][LESSON_PATH];

static void
walk(const struct game *g, const char *file)
{
	static struct lesson l;
	struct lesson_error err;

	if (lesson_load(&l, file, &err) < 0 || lesson_check(&l, &err) < 0)
		fail_msg("%s:%u: %s", file, err.line, err.why);
	if (l.game != g)
		fail_msg("%s: a lesson of another game", file);
}

static void
test_walk(void **state)
{
	const struct game *const *games;
	size_t n;

	(void)state;
	games = rules_games(&n);
	for (size_t i = 0; i < n; i++) {
		const char *name = rules_name(games[i]);
		unsigned lessons = lesson_list(name, path);

		if (lessons < (strcmp(name, "chess") == 0 ? 12u : 6u))
			fail_msg("%s: only %u lessons", name, lessons);
		for (unsigned k = 0; k < lessons; k++)
			walk(games[i], path[k]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_walk) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
