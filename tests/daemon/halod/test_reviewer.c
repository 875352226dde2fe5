/* What the partner sends of an engine's lines about a reviewed action, and when it waits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "daemon/partner/partner.h"

static struct partner partner;
static const struct partner_config config = { .idle_ms = 10000, .patience_ms = 6000, .review_nodes = 7 };

#define LINE(score, pv) "info depth 3 seldepth 9 multipv 1 score " score " nodes 5 pv " pv "\n"

static const struct {
	const char *text[2]; /* of the first search, of the second one; NULL: there is none */
	const char *sent;    /* a part of what is sent */
} rows[] = {
	{ { LINE("cp 30", "d2d4 d7d5") "bestmove d2d4\n", LINE("cp -7", "e2e4 e7e5") "bestmove e2e4\n" },
	  "\"score\":-7,\"best_score\":30,\"line\":\"d2d4 d7d5\"" },
	/* The best action was played. */
	{ { LINE("cp 3", "d2d4") LINE("cp 30", "e2e4 d7d5") "bestmove e2e4\n", NULL },
	  "\"score\":30,\"best_score\":30,\"line\":\"e2e4 d7d5\"" },
	{ { LINE("mate 2", "e2e4q") "bestmove e2e4q\n", LINE("mate -1", "e2e4") "bestmove e2e4\n" },
	  "\"score\":-29999,\"best_score\":29998,\"line\":\"e2e4q\"" },
	{ { "bestmove (none)\n", NULL }, "\"why\":\"the engine finds no action\"" },
	{ { "info string error: no such position\n", NULL }, "\"why\":\"the engine ended" },
};

/* Passes a search's output to the partner, as if its engine had printed it. */
static void
search(const char *text)
{
	struct child *c = &partner.reviewer.child;
	int out[2];

	assert_int_equal(pipe(out), 0);
	/* A process that may be killed. */
	*c = (struct child){ .stage = CHILD_THINKS, .in = -1, .out = out[0], .pid = fork() };
	if (c->pid == 0) {
		(void)pause();
		_exit(0);
	}
	partner.reviewer.asks = false;
	assert_true(write(out[1], text, strlen(text)) > 0);
	reviewer_serve(&partner);
	close(out[1]);
	child_end(c);
}

static void
begin(int fd)
{
	partner = (struct partner){ .config = &config, .choose_ms = PARTNER_NEVER };
	partner.reviewer.task = 7;
	partner.reviewer.stage = REVIEW_BEST;
	strcpy(partner.reviewer.action, "e2e4");
	client_start(&partner.link, fd);
}

static void
test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char sent[512] = "";
		int fd[2];

		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd), 0);
		begin(fd[0]);
		search(rows[i].text[0]);
		assert_int_equal(partner.reviewer.asks, rows[i].text[1] != NULL);
		if (rows[i].text[1])
			search(rows[i].text[1]);
		(void)!read(fd[1], sent, sizeof(sent) - 1);
		if (!strstr(sent, rows[i].sent) || !strstr(sent, "\"task\":7"))
			fail_msg("row %zu: %s", i, sent);
		assert_int_equal(partner.reviewer.stage, REVIEW_WAITS);
		client_close(&partner.link);
		close(fd[1]);
	}
}

/* An engine that thinks for a game goes first. */
static void
test_waits(void **state)
{
	(void)state;
	begin(-1);
	partner.reviewer.asks = true;
	assert_int_equal(reviewer_deadline(&partner), 0);
	partner.choose_ms = 5;
	assert_true(reviewer_deadline(&partner) == PARTNER_NEVER);
	partner.choose_ms = PARTNER_NEVER;
	partner.adviser.child.stage = CHILD_THINKS;
	assert_true(reviewer_deadline(&partner) == PARTNER_NEVER);
	/* … also if the review thinks already: that search is discarded, and begins again. */
	partner.reviewer.asks = false;
	partner.reviewer.child.stage = CHILD_THINKS;
	partner.reviewer.child.in = -1;
	partner.reviewer.child.deadline_ms = PARTNER_NEVER;
	reviewer_turn(&partner);
	assert_int_equal(partner.reviewer.child.stage, CHILD_DISCARDS);
	assert_true(partner.reviewer.asks);
	partner.adviser.child.stage = CHILD_IDLE;
	partner.reviewer.child.stage = CHILD_IDLE;
	assert_int_equal(reviewer_deadline(&partner), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_waits),
	};

	(void)signal(SIGPIPE, SIG_IGN);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
