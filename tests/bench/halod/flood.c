/*
 * Floods the real socket with messages of each kind, with a journal: prints for each kind
 * the number of served messages, and the longest turn of the loop, in CPU time of the
 * loop's thread. An edge waits for one turn at most.
 *
 * bench-flood-bin [MESSAGES]: messages of each kind (400), limited to two seconds. Fails if
 * a kind is missing here, or if a turn serves more than one message of a client.
 */
#include <errno.h>
#include <linux/sockios.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "daemon/server/link.h"
#include "daemon/table/table.h"

enum {
	LISTENERS = 6, /* clients that receive each state */
	KIND_MAX_S = 2,
	LONG_PLIES = 300,
	KEPT_GAMES = 40,
	GOAL_US = 5000,
	PINS = 1511, /* PIN changes in a burst */
};

static char folder[64], path[96], line[REQUEST_LINE_MAX + 4096];
static struct board board = { .name = "test", .files = 8, .ranks = 8 };
static struct table_config config = { .settle_us = 1000000, .hints = HINTS_MOVES, .game = "chess" };
static struct table table;
static struct link link_;
static struct store *store;
static sd_event *event;
static int flood, screen, listener[LISTENERS];
static uint8_t draws;
static uint64_t longest_us, total_us, turns, crowded;

static void
ignore_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	(void)arg, (void)rgb;
}

static void
no_day(void *arg, char out[RECORD_DATE_SIZE])
{
	(void)arg;
	memcpy(out, RECORD_DATE_UNSET, RECORD_DATE_SIZE);
}

static void
count_up(void *arg, uint8_t out[CHANCE_BYTES])
{
	(void)arg;
	memset(out, 0x5a, CHANCE_BYTES);
	memcpy(out, &draws, sizeof(draws));
	draws++;
}

static void
ignore_log(void *arg, const char *text)
{
	(void)arg, (void)text;
}

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day, .random = count_up };

static void
fail(const char *what)
{
	fprintf(stderr, "flood: %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t
clock_us(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * 1000000 + (uint64_t)ts.tv_nsec / 1000;
}

/* Reads a client's messages. Returns their bytes; the last of them are in `line`. */
static size_t
drain(int fd)
{
	size_t all = 0;
	ssize_t n;

	while ((n = recv(fd, line, sizeof(line) - 1, MSG_DONTWAIT)) > 0) {
		all += (size_t)n;
		line[n] = '\0';
	}
	if (n == 0)
		fail("a client was dropped");
	return all;
}

static int
on_store(sd_event_source *s, int fd, uint32_t events, void *arg)
{
	(void)s, (void)fd, (void)events, (void)arg;
	table_poll_store(&table);
	return 0;
}

/* Makes one turn of the loop, as halod_turn does. Sleeping takes no CPU time. */
static void
turn(uint64_t wait_us)
{
	uint64_t begin = clock_us(CLOCK_THREAD_CPUTIME_ID), spent, served = link_.served;

	if (sd_event_run(event, wait_us) < 0)
		fail("sd_event_run");
	table_advance(&table, clock_us(CLOCK_MONOTONIC));
	link_turn(&link_);
	spent = clock_us(CLOCK_THREAD_CPUTIME_ID) - begin;
	crowded += link_.served - served > 1; /* only one client sends at a time */
	total_us += spent;
	turns++;
	if (spent > longest_us)
		longest_us = spent;
	for (unsigned i = 0; i < LISTENERS; i++)
		(void)drain(listener[i]);
	(void)drain(screen);
	(void)drain(flood);
}

/* Returns the socket memory of a client's unread messages; 0: none. */
static size_t
count_waiting(int fd)
{
	int n = 0;

	if (ioctl(fd, SIOCOUTQ, &n) < 0)
		fail("SIOCOUTQ");
	return (size_t)n;
}

/* Runs until nothing is left to do: every message is served, the journal has replied. */
static void
settle(void)
{
	for (unsigned idle = 0; idle < 3;) {
		uint64_t served = link_.served;
		size_t waiting = 0;

		turn(20000);
		for (unsigned i = 0; i < LINK_CLIENTS_MAX; i++) {
			const struct link_client *c = &link_.client[i];

			waiting += c->n_asked + c->n_late + c->n_in - c->in_at;
		}
		waiting += count_waiting(flood) + count_waiting(screen);
		idle = served == link_.served && waiting == 0 ? idle + 1 : 0;
	}
}

static void
say(int fd, const char *text)
{
	if (send(fd, text, strlen(text), MSG_NOSIGNAL) != (ssize_t)strlen(text) ||
	    send(fd, "\n", 1, MSG_NOSIGNAL) != 1)
		fail("send");
	settle();
}

static int
connect_client(void)
{
	struct sockaddr_un addr = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	strcpy(addr.sun_path, path);
	if (fd < 0 || connect(fd, (struct sockaddr *)&addr, sizeof(addr)) < 0)
		fail("connect");
	return fd;
}

/* ---- the messages ---- */

/* Puts a game with random moves on the board, the same for the same seed. */
static bool
play_drawn(uint32_t chance)
{
	struct action list[RULES_ACTIONS_MAX];
	char action[RULES_ACTION_TEXT], text[80];

	say(flood, "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}");
	while (table.state.phase == SESSION_PLAYING && table.state.n_actions < LONG_PLIES) {
		size_t n = rules_actions(table.state.game, &table.state.known, list);

		chance = chance * 1103515245 + 12345;
		rules_action_print(table.state.game, &table.state.known, list[(chance >> 16) % n],
				   action);
		(void)snprintf(text, sizeof(text), "{\"kind\":\"act\",\"action\":\"%s\"}\n",
			       action);
		if (send(flood, text, strlen(text), MSG_NOSIGNAL) < 0)
			fail("send");
		for (uint64_t served = link_.served; served == link_.served;)
			turn(1000);
	}
	settle();
	return table.state.n_actions >= LONG_PLIES && table.state.phase == SESSION_PLAYING;
}

static void
play_long(void)
{
	uint32_t chance = 1;

	while (!play_drawn(chance))
		if (++chance == 100)
			fail("no long game was played");
}

static void
play_zombie(void)
{
	say(flood, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true}");
	say(screen, "{\"kind\":\"handover\",\"seat\":\"w\"}");
}

static void
play_masquerade(void)
{
	say(flood, "{\"kind\":\"new\",\"game\":\"masquerade\",\"force\":true}");
	say(screen, "{\"kind\":\"handover\",\"seat\":\"w\"}");
}

static void
play_pin(void)
{
	play_zombie();
	say(screen, "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}");
}

static void
play_ended(void)
{
	play_zombie();
	say(screen, "{\"kind\":\"resign\",\"seat\":\"w\"}");
}

static void
play_computers(void)
{
	say(flood, "{\"kind\":\"new\",\"game\":\"zombie\",\"force\":true,"
		   "\"players\":{\"w\":\"computer\",\"b\":\"computer\"}}");
}

static void
play_dice(void)
{
	say(flood, "{\"kind\":\"new\",\"game\":\"dice-money\",\"force\":true}");
}

/* Returns a line of maximum length: `head`, as many `part` as fit, `tail`. */
static const char *
fill(const char *head, const char *part, const char *tail)
{
	static char text[REQUEST_LINE_MAX];
	size_t room = sizeof(text) - strlen(tail) - strlen(part) - 2;
	char *at = stpcpy(text, head);

	while ((size_t)(at - text) < room)
		at = stpcpy(at, part);
	strcpy(at, tail);
	return text;
}

static const struct {
	const char *name, *text, *part, *tail; /* part: repeated to the maximum length */
	void (*before)(void);
	bool screen; /* sent by the local screen */
} kinds[] = {
	{ "state", "{\"kind\":\"state\"}", NULL, NULL, play_long, false },
	{ "act refused", "{\"kind\":\"act\",\"action\":\"e1e5\"}", NULL, NULL, NULL, false },
	{ "act, undo", "{\"kind\":\"act\",\"action\":\"g1f3\"}\n{\"kind\":\"undo\"}", NULL, NULL,
	  NULL, false },
	{ "undo refused", "{\"kind\":\"undo\",\"n\":100000}", NULL, NULL, NULL, false },
	{ "choose", "{\"kind\":\"choose\",\"prompt\":1,\"action\":\"e2e4\"}", NULL, NULL, NULL,
	  false },
	{ "answer", "{\"kind\":\"answer\",\"prompt\":1,\"yes\":true}", NULL, NULL, NULL, false },
	{ "press ok", "{\"kind\":\"press\",\"button\":\"ok\"}", NULL, NULL, NULL, false },
	{ "press clock", "{\"kind\":\"press\",\"button\":\"clock\"}", NULL, NULL, NULL, false },
	{ "press hint", "{\"kind\":\"press\",\"button\":\"hint\"}", NULL, NULL, NULL, false },
	{ "claim", "{\"kind\":\"claim\",\"what\":\"time\"}", NULL, NULL, NULL, false },
	{ "hints",
	  "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"safe\"}\n"
	  "{\"kind\":\"hints\",\"seat\":\"w\",\"level\":\"off\"}",
	  NULL, NULL, NULL, false },
	{ "lamps", "{\"kind\":\"lamps\"}", NULL, NULL, NULL, false },
	{ "trace", "{\"kind\":\"trace\"}", NULL, NULL, NULL, false },
	{ "pgn", "{\"kind\":\"pgn\"}", NULL, NULL, NULL, false },
	{ "record", "{\"kind\":\"record\"}", NULL, NULL, NULL, false },
	{ "show", "{\"kind\":\"show\",\"move\":200}", NULL, NULL, NULL, false },
	{ "qr refused", "{\"kind\":\"qr\"}", NULL, NULL, NULL, false },
	{ "save", "{\"kind\":\"save\",\"name\":\"flood\"}", NULL, NULL, NULL, false },
	{ "open name", "{\"kind\":\"open\",\"name\":\"flood\"}", NULL, NULL, NULL, false },
	{ "reset", "{\"kind\":\"reset\"}", NULL, NULL, NULL, false },
	{ "new chess", "{\"kind\":\"new\",\"game\":\"chess\",\"force\":true}", NULL, NULL, NULL,
	  false },
	{ "new crowded", "{\"kind\":\"new\",\"game\":\"crowded-house\",\"force\":true}", NULL, NULL,
	  NULL, false },
	{ "new cooperative", "{\"kind\":\"new\",\"game\":\"cooperative\",\"force\":true}", NULL,
	  NULL, NULL, false },
	{ "next", "{\"kind\":\"next\",\"force\":true}", NULL, NULL, NULL, false },
	{ "roll", "{\"kind\":\"roll\"}", NULL, NULL, play_dice, false },
	{ "select", "{\"kind\":\"select\",\"what\":\"buy:N\"}\n{\"kind\":\"select\"}", NULL, NULL,
	  NULL, false },
	{ "state, zombie", "{\"kind\":\"state\"}", NULL, NULL, play_zombie, true },
	{ "handover", "{\"kind\":\"handover\",\"seat\":\"w\"}\n{\"kind\":\"handover\"}", NULL, NULL,
	  NULL, true },
	{ "pin", "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}", NULL, NULL, play_zombie,
	  true },
	{ "handover, pin", "{\"kind\":\"handover\",\"seat\":\"w\",\"pin\":\"1234\"}", NULL, NULL,
	  play_pin, true },
	{ "state, masks", "{\"kind\":\"state\"}", NULL, NULL, play_masquerade, true },
	{ "act, masks", "{\"kind\":\"act\",\"action\":\"assign:random\"}\n{\"kind\":\"undo\"}",
	  NULL, NULL, NULL, true },
	{ "screen", "{\"kind\":\"screen\"}", NULL, NULL, NULL, true },
	{ "focus", "{\"kind\":\"focus\",\"on\":true}\n{\"kind\":\"focus\",\"on\":false}", NULL,
	  NULL, NULL, true },
	{ "resign, undo", "{\"kind\":\"resign\",\"seat\":\"w\"}\n{\"kind\":\"undo\"}", NULL, NULL,
	  play_long, false },
	{ "draw, undo", "{\"kind\":\"draw\"}\n{\"kind\":\"undo\"}", NULL, NULL, play_long, false },
	{ "clock", "{\"kind\":\"clock\",\"pause\":true}\n{\"kind\":\"clock\",\"pause\":false}",
	  NULL, NULL, NULL, false },
	{ "list", "{\"kind\":\"list\",\"limit\":100}", NULL, NULL, NULL, false },
	{ "evening", "{\"kind\":\"evening\"}", NULL, NULL, NULL, false },
	{ "evening, reset", "{\"kind\":\"evening\",\"reset\":true}", NULL, NULL, NULL, false },
	{ "pgn 1", "{\"kind\":\"pgn\",\"game_id\":1}", NULL, NULL, NULL, false },
	{ "trace 1", "{\"kind\":\"trace\",\"game_id\":1}", NULL, NULL, NULL, false },
	{ "import", "{\"kind\":\"import\",\"text\":\"", "1. e4 e5 2. Nf3 Nc6 *\\n\\n", "\"}", NULL,
	  false },
	{ "open record", "{\"kind\":\"open\",\"record\":\"", "x", "\",\"force\":true}", NULL,
	  false },
	{ "settings", "{\"kind\":\"settings\"}", NULL, NULL, NULL, false },
	{ "set brightness",
	  "{\"kind\":\"set\",\"values\":{\"brightness\":40}}\n"
	  "{\"kind\":\"set\",\"values\":{\"brightness\":90}}",
	  NULL, NULL, NULL, false },
	{ "set language",
	  "{\"kind\":\"set\",\"values\":{\"language\":\"de\"}}\n"
	  "{\"kind\":\"set\",\"values\":{\"language\":\"\"}}",
	  NULL, NULL, NULL, false },
	{ "date", "{\"kind\":\"date\",\"date\":\"2026-01-31\"}", NULL, NULL, NULL, false },
	{ "diagnostics", "{\"kind\":\"diagnostics\"}", NULL, NULL, NULL, false },
	{ "lamptest", "{\"kind\":\"lamptest\",\"on\":true}\n{\"kind\":\"lamptest\",\"on\":false}",
	  NULL, NULL, NULL, false },
	{ "legend", "{\"kind\":\"legend\",\"meaning\":\"legal\"}\n{\"kind\":\"legend\"}", NULL, NULL, NULL,
	  false },
	{ "blind", "{\"kind\":\"blind\",\"square\":\"e4\",\"on\":true}", NULL, NULL, NULL, false },
	{ "failed", "{\"kind\":\"failed\",\"task\":1,\"why\":\"no engine\"}", NULL, NULL, NULL,
	  false },
	{ "move-now refused", "{\"kind\":\"move-now\"}", NULL, NULL, NULL, false },
	{ "calibrate", "{\"kind\":\"calibrate\",\"step\":\"begin\"}", NULL, NULL, NULL, false },
	{ "stick",
	  "{\"kind\":\"stick\",\"name\":\"A\",\"stage\":\"reading\"}\n"
	  "{\"kind\":\"stick\",\"name\":\"B\",\"stage\":\"writing\"}",
	  NULL, NULL, NULL, false },
	{ "poweroff refused", "{\"kind\":\"poweroff\"}", NULL, NULL, NULL, false },
	{ "no JSON, longest", "", "[1,", "", NULL, false },
	{ "unknown, longest", "{\"kind\":\"", "x", "\"}", NULL, false },
	{ "many keys", "{\"kind\":\"state\"", ",\"a\":1", "}", NULL, false },
	{ "longest list", "{\"kind\":\"state\",\"seat\":[0", ",{}", "]}", NULL, false },
	{ "reveal", "{\"kind\":\"reveal\"}", NULL, NULL, play_ended, true },
	{ "review", "{\"kind\":\"review\"}", NULL, NULL, play_long, false },
	{ "reviewed refused", "{\"kind\":\"reviewed\",\"task\":1000000,\"line\":\"e2e4\"}", NULL, NULL,
	  NULL, false },
	{ "say", "{\"kind\":\"say\",\"what\":\"position\"}", NULL, NULL, NULL, false },
	{ "lesson", "{\"kind\":\"lesson\",\"game\":\"chess\"}", NULL, NULL, NULL, false },
	{ "lesson begun, left",
	  "{\"kind\":\"lesson\",\"game\":\"chess\",\"number\":1}\n{\"kind\":\"lesson\",\"leave\":true}",
	  NULL, NULL, play_ended, false },
	{ "partner", "{\"kind\":\"partner\"}", NULL, NULL, play_computers, false },
	{ "play refused", "{\"kind\":\"play\",\"task\":1000000,\"action\":\"e2e4\"}", NULL, NULL, NULL,
	  false },
	{ "advice refused, longest", "{\"kind\":\"advice\",\"task\":1000000,\"scores\":\"", "e2e4 30 ",
	  "\"}", NULL, false },
	/* Last: the client has no rights afterwards. */
	{ "remote", "{\"kind\":\"remote\"}", NULL, NULL, NULL, false },
};

/* Exits if a kind of message is missing above. */
static void
check_kinds(void)
{
	char start[64];
	const char *kind;

	for (size_t k = 0; (kind = request_kind(k)); k++) {
		bool there = false;

		(void)snprintf(start, sizeof(start), "{\"kind\":\"%s\"", kind);
		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
			there |= strncmp(kinds[i].text, start, strlen(start)) == 0;
		if (!there) {
			fprintf(stderr, "flood: no row for kind %s\n", kind);
			exit(1);
		}
	}
}

/* PIN changes that arrive in one buffer. Returns how many were served. */
static uint64_t
flood_pins(void)
{
	static const char pin[] = "{\"kind\":\"pin\",\"seat\":\"w\",\"pin\":\"4711\"}\n";
	static char lines[PINS * sizeof(pin)];
	const uint64_t first = link_.served;
	size_t at = 0;

	for (unsigned i = 0; i < PINS; i++)
		at = (size_t)(stpcpy(lines + at, pin) - lines);
	longest_us = total_us = turns = 0;
	if (send(screen, lines, at, MSG_NOSIGNAL) != (ssize_t)at)
		fail("send");
	while (link_.served - first < PINS)
		turn(1000);
	settle();
	return link_.served - first;
}

/* Sends up to `messages` of a kind as fast as they are taken. Returns how many were served. */
static uint64_t
flood_kind(size_t i, unsigned messages)
{
	const char *text =
		kinds[i].part ? fill(kinds[i].text, kinds[i].part, kinds[i].tail) : kinds[i].text;
	const int fd = kinds[i].screen ? screen : flood;
	const uint64_t end = clock_us(CLOCK_MONOTONIC) + UINT64_C(1000000) * KIND_MAX_S;
	uint64_t first = link_.served;
	static char lines[REQUEST_LINE_MAX + 2];
	size_t len = (size_t)(stpcpy(stpcpy(lines, text), "\n") - lines), at = 0;
	unsigned per = strchr(text, '\n') ? 2 : 1, sent = 0;

	longest_us = total_us = turns = 0;
	while (at > 0 || (sent < messages && clock_us(CLOCK_MONOTONIC) < end)) {
		ssize_t n = send(fd, lines + at, len - at, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (n < 0 && errno != EAGAIN && errno != EINTR)
			fail("send");
		at += n > 0 ? (size_t)n : 0;
		if (at == len) {
			at = 0;
			sent += per;
		} else {
			turn(1000);
		}
	}
	settle();
	return link_.served - first;
}

static void
open_all(void)
{
	const struct store_config c = { .action = table_store_action, .user = &table };
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	char why[STORE_WHY_MAX];

	strcpy(folder, "/tmp/halo-flood.XXXXXX");
	if (!mkdtemp(folder))
		fail("mkdtemp");
	(void)snprintf(path, sizeof(path), "%s/sock", folder);
	if (store_open(folder, &c, &store, why) < 0)
		fail(why);
	table_init(&table, &board, &config, store, &ops, NULL, ua);
	table_begin(&table, NULL, clock_us(CLOCK_MONOTONIC));
	if (sd_event_new(&event) < 0 ||
	    sd_event_add_io(event, NULL, store_fd(store), EPOLLIN, on_store, NULL) < 0 ||
	    link_open(&link_, &table, event, path, &(struct link_config){ 0 }, why) < 0)
		fail(why);
	flood = connect_client();
	screen = connect_client();
	for (unsigned i = 0; i < LISTENERS; i++)
		listener[i] = connect_client();
	settle();
	say(screen, "{\"kind\":\"screen\"}");
	for (unsigned i = 0; i < KEPT_GAMES; i++)
		say(flood, "{\"kind\":\"import\",\"text\":\"1. e4 e5 2. Nf3 Nc6 1-0\\n\"}");
}

static void
close_all(void)
{
	char rm[96];

	link_close(&link_);
	(void)store_close(store, 120000);
	sd_event_unref(event);
	close(flood);
	close(screen);
	for (unsigned i = 0; i < LISTENERS; i++)
		close(listener[i]);
	(void)snprintf(rm, sizeof(rm), "rm -r %s", folder);
	if (system(rm) != 0)
		fail(rm);
}

static void
print_row(const char *name, uint64_t served)
{
	printf("%-20s %9llu %12.2f %12.0f%s\n", name, (unsigned long long)served,
	       (double)longest_us / 1e3, turns ? (double)total_us / (double)turns : 0,
	       longest_us > GOAL_US ? "  over 5 ms" : "");
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	unsigned messages = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 400, over = 0;

	check_kinds();
	log_sink(ignore_log, NULL);
	open_all();
	printf("%-20s %9s %12s %12s\n", "kind", "messages", "longest, ms", "mean, us");
	play_zombie();
	print_row("pin, one buffer", flood_pins());
	over += longest_us > GOAL_US;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (kinds[i].before)
			kinds[i].before();
		print_row(kinds[i].name, flood_kind(i, messages));
		over += longest_us > GOAL_US;
	}
	printf("%u of %zu kinds took the loop longer than 5 ms in one turn\n", over,
	       sizeof(kinds) / sizeof(kinds[0]) + 1);
	printf("%llu turns served more than one message of a client\n",
	       (unsigned long long)crowded);
	close_all();
	return crowded ? 1 : 0;
}
