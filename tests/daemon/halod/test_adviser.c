/* What the partner sends as advice of an engine's lines: the last whole iteration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/partner/partner.h"

static struct partner partner;
static const struct partner_config config = { .idle_ms = 10000, .patience_ms = 6000 };

#define LINE(depth, n, score, move) \
	"info depth " depth " seldepth 9 multipv " n " score " score " nodes 5 pv " move " a7a6\n"
#define FIRST LINE("1", "1", "cp 30", "e2e4") LINE("1", "2", "cp -5", "a2a3")

static const struct {
	const char *text, *scores; /* scores: "": nothing is sent */
	bool discards;             /* the answer does not count */
} rows[] = {
	{ FIRST "bestmove e2e4\n", "\"e2e4 30 a2a3 -5\"", false },
	{ FIRST "bestmove e2e4\n", "", true },
	/* The second iteration is whole, the third is not. */
	{ FIRST LINE("2", "1", "cp 40", "a2a3") LINE("2", "2", "mate -2", "e2e4")
		  LINE("3", "1", "cp 1", "e2e4") "bestmove e2e4\n",
	  "\"a2a3 40 e2e4 -29998\"", false },
	{ FIRST LINE("2", "1", "mate 3", "a2a3")
		  LINE("2", "2", "cp 99999", "e2e4") "bestmove a2a3 ponder e7e5\n",
	  "\"a2a3 29997 e2e4 30000\"", false },
	/* The engine says how many actions there are: the first iteration is not whole. */
	{ "info string actions 3\n" FIRST "bestmove e2e4\n", "", false },
	{ "info string actions 2\n" FIRST LINE("2", "1", "cp 7", "a2a3") "bestmove e2e4\n",
	  "\"e2e4 30 a2a3 -5\"", false },
	/* Other lines count for nothing. */
	{ "info string hello\ninfo depth 1 currmove e2e4\n" FIRST "info nodes 7\nbestmove e2e4\n",
	  "\"e2e4 30 a2a3 -5\"", false },
	{ "bestmove (none)\n", "", false },
};

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char sent[512] = "";
		int fd[2], out[2];

		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd), 0);
		assert_int_equal(pipe(out), 0);
		partner = (struct partner){ .config = &config };
		partner.adviser.task = 7;
		partner.adviser.child.stage = rows[i].discards ? CHILD_DISCARDS : CHILD_THINKS;
		partner.adviser.child.out = out[0];
		client_start(&partner.link, fd[0]);
		assert_true(write(out[1], rows[i].text, strlen(rows[i].text)) > 0);
		adviser_serve(&partner);
		assert_int_equal(partner.adviser.child.stage, CHILD_IDLE);
		(void)!read(fd[1], sent, sizeof(sent) - 1);
		if (*rows[i].scores ? !strstr(sent, rows[i].scores) || !strstr(sent, "\"task\":7")
				    : *sent != '\0')
			fail_msg("row %zu: %s", i, sent);
		client_close(&partner.link);
		close(fd[1]);
		close(out[0]);
		close(out[1]);
	}
}

static unsigned n_logged;

void __wrap_partner_log(const char *fmt, ...);
void
__wrap_partner_log(const char *fmt, ...)
{
	(void)fmt;
	n_logged++;
}

/* An engine that cannot be started is logged once, and started at most once for each position. */
static void
test_no_engine(void **state)
{
	static const struct partner_config missing = { .idle_ms = 10000,
						       .patience_ms = 6000,
						       .engine = "/no/such/halo-engine" };

	(void)state;
	n_logged = 0;
	partner = (struct partner){ .config = &missing };
	adviser_forget(&partner);
	for (int task = 1; task <= 3; task++) {
		json_t *o = json_pack("{s:i, s:i, s:s, s:s}", "begun", 1, "task", task, "game", "chess",
				      "view", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
		struct pollfd f = { .events = POLLIN };

		adviser_take(&partner, o);
		json_decref(o);
		adviser_turn(&partner);
		f.fd = partner.adviser.child.out;
		assert_int_equal(partner.adviser.child.stage, CHILD_THINKS);
		assert_int_equal(poll(&f, 1, 60000), 1);
		adviser_serve(&partner);
		assert_int_equal(partner.adviser.child.stage, CHILD_NONE);
		assert_true(adviser_deadline(&partner) == PARTNER_NEVER);
	}
	assert_int_equal(n_logged, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_no_engine),
	};

	(void)signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
