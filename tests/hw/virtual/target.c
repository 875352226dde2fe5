/* What *set up* lays, asked of a daemon on a thread of the test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "hw/virtual/target.h"

#define ARRAY "qbbnrnkr/pppppppp/8/8/8/8/PPPPPPPP/QBBNRNKR"

static char dir[] = "/tmp/halo-target-XXXXXX", path[sizeof(dir) + 8];
static int listening;

static int
begin(void **state)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/daemon", dir);
	memcpy(a.sun_path, path, strlen(path) + 1);
	listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(listening, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(listening, 1), 0);
	return 0;
}

static int
end(void **state)
{
	(void)state;
	close(listening);
	unlink(path);
	return rmdir(dir);
}

/* Answers one request with these lines. */
static void *
daemon_run(void *lines)
{
	int fd = accept(listening, NULL, NULL);
	char byte = '\0';

	/* The whole line: a client whose line is cut off would fail, not read the answer. */
	while (byte != '\n' && recv(fd, &byte, 1, 0) == 1)
		continue;
	(void)!send(fd, lines, strlen(lines), MSG_NOSIGNAL);
	close(fd);
	return NULL;
}

#define STATE(members) "{\"id\":1,\"kind\":\"state\"," members "}\n"
#define SETTLED        "\"settled\":\"" ARRAY " w HEhe - 0 1\""

#define SMALL          "7k/8/8/8/3R4/8/8/7K"
#define LESSON(stage)  "\"lesson\":{\"stage\":\"" stage "\",\"settled\":\"" SMALL " w - - 0 1\"}"

static const struct {
	const char *answer;
	const char *field; /* NULL: none */
} rows[] = {
	{ STATE("\"n_actions\":0," SETTLED), ARRAY },
	/* A game that is resumed is set up, too. */
	{ STATE("\"n_actions\":7,\"guidance\":{\"due\":false,\"rank\":1}," SETTLED), ARRAY },
	{ STATE("\"n_actions\":7,\"prompt\":{\"kind\":\"array\"}," SETTLED), ARRAY },
	/* Other pieces were put under a game, such as another game's array: its own come back. */
	{ STATE("\"n_actions\":7,\"guidance\":{\"due\":false,\"rank\":null}," SETTLED), ARRAY },
	/* In the middle of a game "set up" begins the next one. */
	{ STATE("\"n_actions\":7,\"guidance\":null,\"prompt\":null," SETTLED), NULL },
	{ STATE("\"n_actions\":7,\"guidance\":{\"due\":true}," SETTLED), NULL },
	/* A lesson comes before the game, until its end. */
	{ STATE("\"n_actions\":0," LESSON("setup") "," SETTLED), SMALL },
	{ STATE("\"n_actions\":0," LESSON("task") "," SETTLED), SMALL },
	{ STATE("\"n_actions\":0," LESSON("end") "," SETTLED), ARRAY },
	{ STATE("\"n_actions\":0,\"lesson\":null," SETTLED), ARRAY },
	{ STATE("\"phase\":\"none\",\"n_actions\":0"), NULL },
	{ "nothing of the kind\n", NULL },
	{ "", NULL },
};

static void
set_up_asks_the_daemon(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		char field[256] = "", answer[512];
		pthread_t thread;
		bool known;

		snprintf(answer, sizeof(answer), "%s", rows[i].answer);
		assert_int_equal(pthread_create(&thread, NULL, daemon_run, answer), 0);
		known = target_ask(path, field, sizeof(field));
		assert_int_equal(pthread_join(thread, NULL), 0);
		assert_int_equal(known, rows[i].field != NULL);
		if (rows[i].field)
			assert_string_equal(field, rows[i].field);
	}
}

static void
without_a_daemon_there_is_none(void **state)
{
	char field[256];

	(void)state;
	assert_false(target_ask("/nowhere/daemon", field, sizeof(field)));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(set_up_asks_the_daemon),
		cmocka_unit_test(without_a_daemon_there_is_none),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
