/* The partner's answers to offers of a draw and of a takeback. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/partner/partner.h"

static struct partner partner;

static const struct {
	const char *kind;
	int n_actions;
	bool searched;
	int score;
	bool yes;
} rows[] = {
	{ "takeback", 10, false, 0, true },
	{ "draw", 10, true, 300, false },
	{ "draw", 10, true, -100, true },
	{ "draw", 10, true, 0, false },
	{ "draw", 80, true, 20, true },
	{ "draw", 80, true, 300, false },
	/* Connected again: a winning seat must not agree. */
	{ "draw", 10, false, 0, false },
	{ "draw", 80, false, 0, false },
};

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char reply[256] = "";
		int fd[2];
		json_t *o = json_pack("{s:i, s:{s:n, s:{s:i}}, s:{s:s, s:i, s:[s], s:[]}}", "n_actions",
				      rows[i].n_actions, "seats", "w", "b", "level", 4, "prompt",
				      "kind", rows[i].kind, "id", 7, "needs", "b", "agreed");

		assert_non_null(o);
		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
		partner = (struct partner){ .n_seats = 1, .name = { "b" } };
		partner.at[0].searched = rows[i].searched;
		partner.at[0].score = rows[i].score;
		client_start(&partner.link, fd[0]);
		partner_consent(&partner, o);
		assert_true(read(fd[1], reply, sizeof(reply) - 1) > 0);
		if (!strstr(reply, rows[i].yes ? "true" : "false"))
			fail_msg("row %zu: %s", i, reply);
		client_close(&partner.link);
		close(fd[1]);
		json_decref(o);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
