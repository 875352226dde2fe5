/* Tests the connection with a daemon that dies, sends malformed lines, or does not listen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/ui/daemon.h"
#include "tests/ui/stages.h"
#include "hw/client/client.h"
#include "ui/link.h"

enum { PRESSES = 24 }; /* of a button, down and up: two seconds of fast pressing */

struct scene {
	struct daemon d;
	struct link *l;
	struct link_updates n;
	char *state;
	sem_t reported; /* posted for each piece of news */
};

static struct scene scene;

static void
on_wake(void *arg)
{
	sem_post(&((struct scene *)arg)->reported);
}

static int
setup(void **state)
{
	struct link_options o = { .retry_min_ms = 1, .retry_max_ms = 4, .wake = on_wake };

	*state = o.arg = &scene;
	sem_init(&scene.reported, 0, 0);
	daemon_init(&scene.d);
	scene.state = stage_line("midgame");
	o.path = scene.d.path;
	return link_create(&o, &scene.l);
}

static int
teardown(void **state)
{
	struct scene *s = *state;

	link_destroy(s->l);
	daemon_finish(&s->d);
	free(s->state);
	sem_destroy(&s->reported);
	return 0;
}

/* Takes news until `linked` has the wanted value. */
static void
linked_wait(struct scene *s, bool linked)
{
	do {
		if (!link_wait(s->l, DAEMON_WAIT_MS))
			fail_msg("no news; linked %d, \"%s\"", s->n.linked, s->n.why);
		link_take(s->l, &s->n);
	} while (s->n.linked != linked);
}

static void
link_up(struct scene *s)
{
	daemon_listen(&s->d);
	daemon_accept(&s->d);
	daemon_says(&s->d, daemon_hello);
	daemon_says(&s->d, s->state);
	linked_wait(s, true);
}

static void
test_nobody(void **state)
{
	struct scene *s = *state;

	linked_wait(s, false);
	assert_string_equal(s->n.why, "The board's program, halod, is not running.");
	assert_false(link_take(s->l, &s->n)); /* reported once, although retries continue */
	assert_int_equal(link_send(s->l, &(struct ui_request){ .kind = UI_REQUEST_DRAW }),
			 -ENOTCONN);
}

static void
test_state(void **state)
{
	struct scene *s = *state;

	link_up(s);
	assert_true(s->n.has_state);
	assert_int_equal(s->n.state.state.n_actions, 17);
	assert_int_equal(s->n.state.room.files, 8);
}

static void
test_restart(void **state)
{
	struct scene *s = *state;

	link_up(s);
	for (int i = 0; i < 3; i++) {
		daemon_die(&s->d);
		linked_wait(s, false);
		link_up(s);
		assert_true(s->n.has_state);
	}
}

static void
test_request(void **state)
{
	struct scene *s = *state;
	struct ui_request q = { .kind = UI_REQUEST_ANSWER, .prompt = 7, .yes = true };
	char line[DAEMON_LINE];

	link_up(s);
	assert_int_equal(link_send(s->l, &q), 0);
	assert_int_equal(link_send(s->l, &q), 0);
	assert_string_equal(daemon_hear(&s->d, line),
			    "{\"kind\":\"answer\",\"prompt\":7,\"yes\":true,\"id\":0}");
	assert_string_equal(daemon_hear(&s->d, line),
			    "{\"kind\":\"answer\",\"prompt\":7,\"yes\":true,\"id\":1}");
	daemon_says(&s->d, "{\"kind\":\"error\",\"id\":1,\"why\":\"no such prompt\"}\n");
	assert_true(link_wait(s->l, DAEMON_WAIT_MS));
	assert_true(link_take(s->l, &s->n));
	assert_true(s->n.has_error && s->n.linked && !s->n.has_state);
	assert_string_equal(s->n.error.why, "no such prompt");
}

/* Checks that bytes may arrive singly, or many lines at once. */
static void
test_pieces(void **state)
{
	struct scene *s = *state;

	daemon_listen(&s->d);
	daemon_accept(&s->d);
	for (const char *c = daemon_hello; *c != '\0'; c++)
		daemon_say(&s->d, c, 1);
	for (const char *c = s->state; *c != '\0'; c++)
		daemon_say(&s->d, c, 1);
	linked_wait(s, true);
	assert_true(s->n.has_state);
}

/*
 * Checks that a screen that does not read never blocks the daemon, and then
 * gets the newest state.
 */
static void
test_newest(void **state)
{
	struct scene *s = *state;
	char *last = stage_line("endgame");

	link_up(s);
	for (int i = 0; i < 500; i++)
		daemon_says(&s->d, s->state);
	daemon_says(&s->d, last);
	free(last);
	do {
		assert_true(link_wait(s->l, DAEMON_WAIT_MS));
		link_take(s->l, &s->n);
	} while (s->n.state.state.n_actions != 141);
	assert_true(s->n.linked);
}

/* Checks that presses during a slow repaint are all kept, in order. */
static void
test_presses(void **state)
{
	struct scene *s = *state;
	struct timespec end;

	link_up(s);
	while (sem_trywait(&s->reported) == 0) /* a post for the last message may still follow */
		;
	for (int i = 0; i < PRESSES / 2; i++)
		daemon_says(&s->d, "{\"kind\":\"button\",\"button\":\"hint\",\"what\":\"down\"}\n"
				   "{\"kind\":\"button\",\"button\":\"hint\",\"what\":\"up\"}\n");
	daemon_says(&s->d, "{\"kind\":\"error\",\"why\":\"that was all\"}\n");
	clock_gettime(CLOCK_REALTIME, &end);
	end.tv_sec += DAEMON_WAIT_MS / 1000;
	for (int i = 0; i < PRESSES + 1; i++)
		assert_int_equal(sem_timedwait(&s->reported, &end), 0);
	assert_true(link_take(s->l, &s->n));
	assert_int_equal(s->n.n_presses, PRESSES);
	for (int i = 0; i < PRESSES; i++)
		assert_int_equal(s->n.press[i].what, i % 2 == 0 ? UI_PRESS_DOWN : UI_PRESS_UP);
}

/*
 * Checks that sending eventually fails if the daemon does not read, and that
 * the connection is renewed.
 */
static void
test_deaf(void **state)
{
	struct scene *s = *state;
	struct ui_request q = { .kind = UI_REQUEST_PRESS, .word = "hint" };
	int ret = 0;

	link_up(s);
	for (int i = 0; i < 1000000 && ret == 0; i++)
		ret = link_send(s->l, &q);
	assert_true(ret < 0);
	linked_wait(s, false);
	daemon_accept(&s->d);
	daemon_says(&s->d, daemon_hello);
	daemon_says(&s->d, s->state);
	linked_wait(s, true);
}

struct nonsense {
	const char *say, *why;
};

static const struct nonsense nonsense[] = {
	{ "{\"kind\":\"hello\",\"version\":2,\"program\":\"halod 9\"}\n",
	  "halod 9 speaks version 2 of the link, this screen version 1." },
	{ "{\"kind\":\"ok\"}\n", "What listens there is no halod: it does not greet." },
	{ "HTTP/1.1 400 Bad Request\r\n\n",
	  "The daemon says what cannot be read: byte 4: '[' or '{' expected near 'HTTP'" },
	{ "\n",
	  "The daemon says what cannot be read: byte 0: '[' or '{' expected near end of file" },
	{ "{\"kind\":\"hello\",\"version\":1}\n{\"kind\":\"state\",\"phase\":\"lunch\"}\n",
	  "The daemon says what cannot be read: phase: a word this screen does not know" },
};

static void
nonsense_check(struct scene *s, const struct nonsense *row)
{
	char line[DAEMON_LINE];

	link_up(s);
	daemon_die(&s->d);
	daemon_listen(&s->d);
	daemon_accept(&s->d);
	daemon_says(&s->d, row->say);
	assert_null(daemon_hear(&s->d, line)); /* the link has disconnected */
	do
		linked_wait(s, false);
	while (strcmp(s->n.why, row->why) != 0 && link_wait(s->l, 100));
	assert_string_equal(s->n.why, row->why);
	daemon_die(&s->d);
}

static void
test_nonsense(void **state)
{
	for (size_t i = 0; i < sizeof(nonsense) / sizeof(nonsense[0]); i++)
		nonsense_check(*state, &nonsense[i]);
}

static void
test_long_line(void **state)
{
	struct scene *s = *state;
	static char line[CLIENT_LINE_MAX + 1], heard[DAEMON_LINE];

	memset(line, ' ', sizeof(line));
	link_up(s);
	daemon_say(&s->d, line, CLIENT_LINE_MAX - 1); /* spaces before a message: the longest
						       * allowed line */
	/* The socket stays, or the next attempt to connect would give another reason. */
	daemon_hang_up(&s->d);
	linked_wait(s, false);
	assert_string_equal(s->n.why, "The board does not answer any more. The game is kept.");
	daemon_die(&s->d);
	link_up(s);
	daemon_say(&s->d, line, sizeof(line));
	assert_null(daemon_hear(&s->d, heard));
	linked_wait(s, false);
	assert_string_equal(s->n.why,
			    "The daemon says what cannot be read: a line longer than 64 KiB.");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_nobody, setup, teardown),
		cmocka_unit_test_setup_teardown(test_state, setup, teardown),
		cmocka_unit_test_setup_teardown(test_restart, setup, teardown),
		cmocka_unit_test_setup_teardown(test_request, setup, teardown),
		cmocka_unit_test_setup_teardown(test_pieces, setup, teardown),
		cmocka_unit_test_setup_teardown(test_newest, setup, teardown),
		cmocka_unit_test_setup_teardown(test_presses, setup, teardown),
		cmocka_unit_test_setup_teardown(test_deaf, setup, teardown),
		cmocka_unit_test_setup_teardown(test_nonsense, setup, teardown),
		cmocka_unit_test_setup_teardown(test_long_line, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
