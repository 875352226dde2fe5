/*
 * The client's side of the socket, against the other end of a socket pair or of a listening
 * socket in a folder of the test's own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "hw/client/client.h"

static struct client client;
static int daemon_fd;

static int
setup(void **state)
{
	int pair[2];

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
	client_start(&client, pair[0]);
	daemon_fd = pair[1];
	return 0;
}

static int
teardown(void **state)
{
	(void)state;
	client_close(&client);
	close(daemon_fd);
	return 0;
}

static void
daemon_says(const char *text)
{
	assert_int_equal(send(daemon_fd, text, strlen(text), MSG_NOSIGNAL), strlen(text));
}

/* Asks a question with these lines as its answer. Returns what client_ask does. */
static int
run_request(const char *lines, json_t **answer)
{
	char heard[128];
	int err;
	ssize_t n;

	daemon_says(lines);
	err = client_ask(&client, json_pack("{s:s}", "kind", "state"), 0, answer);
	n = recv(daemon_fd, heard, sizeof(heard) - 1, MSG_DONTWAIT);
	assert_true(n > 0);
	heard[n] = '\0';
	assert_non_null(strstr(heard, "{\"kind\":\"state\",\"id\":"));
	assert_int_equal(heard[n - 1], '\n');
	return err;
}

static void
test_answers(void **state)
{
	json_t *answer;

	(void)state;
	/* The state told meanwhile, and an answer to somebody else's question, are passed over. */
	assert_int_equal(run_request("{\"kind\":\"state\",\"seq\":1}\n{\"kind\":\"ok\",\"id\":7}\n"
				     "{\"kind\":\"ok\",\"id\":1,\"x\":2}\n",
				     &answer),
			 0);
	assert_int_equal(json_integer_value(json_object_get(answer, "x")), 2);
	json_decref(answer);
	/* In parts: texts are joined, but for the kind. */
	assert_int_equal(run_request("{\"kind\":\"ok\",\"id\":2,\"pgn\":\"1. e4\",\"more\":true}\n"
				     "{\"kind\":\"ok\",\"id\":2,\"pgn\":\" e5\",\"more\":true}\n"
				     "{\"kind\":\"ok\",\"id\":2,\"pgn\":\" *\"}\n",
				     &answer),
			 0);
	assert_string_equal(json_string_value(json_object_get(answer, "pgn")), "1. e4 e5 *");
	assert_string_equal(json_string_value(json_object_get(answer, "kind")), "ok");
	json_decref(answer);
	assert_int_equal(run_request("{\"kind\":\"ok\",\"id\":3,\"pgn\":\"1. e4\",\"more\":true}\n",
				     &answer),
			 -ETIMEDOUT);
	assert_null(answer);
	assert_string_equal(client.why, "the daemon does not answer");
	assert_int_equal(run_request("[]\n", &answer), -EBADMSG);
	assert_int_equal(run_request("{\"a\":1,\"a\":2}\n", &answer), -EBADMSG);
	assert_non_null(strstr(client.why, "duplicate"));
	close(daemon_fd);
	assert_true(client_ask(&client, json_pack("{s:s}", "kind", "state"), 0, &answer) < 0);
	assert_non_null(strstr(client.why, "the daemon has gone"));
	daemon_fd = -1;
}

/* A request that is too long is not sent, and the link goes on. */
static void
test_long_request(void **state)
{
	char *text = calloc(1, CLIENT_LINE_MAX);
	json_t *answer;

	(void)state;
	memset(text, 'x', CLIENT_LINE_MAX - 1);
	assert_int_equal(client_ask(&client, json_pack("{s:s}", "text", text), 0, &answer), -E2BIG);
	free(text);
	assert_int_equal(run_request("{\"kind\":\"ok\",\"id\":2}\n", &answer), 0);
	json_decref(answer);
}

/* Lines of any length up to the longest, in pieces of any length. */
static void
test_lines(void **state)
{
	static char text[CLIENT_LINE_MAX];
	const char *line;
	size_t len;

	(void)state;
	assert_int_equal(client_receive(&client), 0);
	assert_null(client_line(&client, &len));
	daemon_says("a\n\nbc");
	assert_int_equal(client_receive(&client), 0);
	line = client_line(&client, &len);
	assert_true(len == 1 && *line == 'a');
	assert_non_null(client_line(&client, &len));
	assert_int_equal(len, 0);
	assert_null(client_line(&client, &len));
	daemon_says("d\n");
	assert_int_equal(client_receive(&client), 0);
	line = client_line(&client, &len);
	assert_true(len == 3 && memcmp(line, "bcd", 3) == 0);
	memset(text, 'x', sizeof(text) - 1);
	daemon_says(text);
	assert_int_equal(client_receive(&client), 0);
	daemon_says("\n");
	assert_int_equal(client_receive(&client), 0);
	assert_non_null(client_line(&client, &len));
	assert_int_equal(len, CLIENT_LINE_MAX - 1);
	daemon_says(text);
	assert_int_equal(client_receive(&client), 0);
	daemon_says("x");
	assert_int_equal(client_receive(&client), -EMSGSIZE);
}

static char folder[32];

/* The path of a listening socket, which stays there. */
static void
listen_at(const char *name)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(a.sun_path, sizeof(a.sun_path), "%.31s/%.40s", folder, name);
	assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(fd, 1), 0);
}

static void
expect_path(const char *name)
{
	char path[CLIENT_PATH_MAX], expected[128];

	snprintf(expected, sizeof(expected), "%s/%s", folder, name);
	assert_true(client_path(NULL, path));
	assert_string_equal(path, expected);
}

static void
test_paths(void **state)
{
	char path[CLIENT_PATH_MAX], service[128], session[128], line[128];
	int fd;

	(void)state;
	strcpy(folder, "/tmp/halo-client-XXXXXX");
	assert_non_null(mkdtemp(folder));
	snprintf(service, sizeof(service), "%s/service:/run/other", folder);
	snprintf(session, sizeof(session), "%s/session", folder);
	setenv("RUNTIME_DIRECTORY", service, 1);
	setenv("XDG_RUNTIME_DIR", session, 1);
	snprintf(line, sizeof(line), "mkdir -p %s/service %s/session/haloboard", folder, folder);
	assert_int_equal(system(line), 0);
	if (access("/run/haloboard/halod.sock", F_OK) < 0)
		expect_path("session/haloboard/halod.sock");
	listen_at("session/haloboard/halod.sock");
	expect_path("session/haloboard/halod.sock");
	listen_at("service/halod.sock");
	expect_path("service/halod.sock");
	assert_true(client_path("/here", path));
	assert_string_equal(path, "/here");
	snprintf(path, sizeof(path), "%s/service/halod.sock", folder);
	fd = client_dial(path, 0);
	assert_true(fd >= 0);
	close(fd);
	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 1] = '\0';
	assert_false(client_path(line, path));
	assert_int_equal(client_dial(line, 0), -ENAMETOOLONG);
	assert_int_equal(client_dial(folder, 0), -ECONNREFUSED);
	assert_int_equal(client_open(&client, line), -ENAMETOOLONG);
	assert_int_equal(client_open(&client, folder), -ECONNREFUSED);
	assert_int_equal(client.fd, -1);
	snprintf(path, sizeof(path), "%s: Connection refused", folder);
	assert_string_equal(client.why, path);
	assert_int_equal(client_open(&client, NULL), 0);
	assert_true(client.fd >= 0);
	client_close(&client);
	snprintf(line, sizeof(line), "rm -r %s", folder);
	assert_int_equal(system(line), 0);
}

#define CLIENT_TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CLIENT_TEST(test_answers),
		CLIENT_TEST(test_long_request),
		CLIENT_TEST(test_lines),
		cmocka_unit_test(test_paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
