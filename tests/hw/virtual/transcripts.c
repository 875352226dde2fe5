/*
 * Transcripts of halo-board: runs the program with commands and with a simple
 * master on its bus. Each file of a folder is a test:
 *
 *   $ ARGS              its arguments (first line; board and sockets are added)
 *   # …                 a comment
 *   > COMMAND           sent to standard input
 *   X ADDR HEX rN       a transaction: bytes to write, number of bytes to read
 *   connect, hang-up    the master connects or disconnects; it replies to each T
 *
 * Every other line is output, in order: R ERRNO HEX, I LINE LEVEL T_US, T
 * NOW_US, and the replies to commands. HALO_GOLDEN=1 rewrites the files from
 * the actual output; check them before committing.
 */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum {
	TEXT_MAX = 65536,
	FILES_MAX = 64,
	WAIT_MS = 120000,
	ARGS_MAX = 16,
};

struct play {
	char dir[64], bus_path[96];
	pid_t pid;
	int in, out; /* the program's input and output */
	int bus;     /* the master's socket, or -1 */
	uint16_t id;
	size_t len;
	char text[TEXT_MAX]; /* the transcript produced so far */
};

static struct play play;
static const char *program, *folder;
static char *file[FILES_MAX];

static void __attribute__((format(printf, 2, 3))) say(struct play *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	p->len += (size_t)vsnprintf(p->text + p->len, TEXT_MAX - p->len, fmt, ap);
	va_end(ap);
	assert_true(p->len < TEXT_MAX);
}

static void
bus_message(struct play *p, const uint8_t *m, size_t n)
{
	uint64_t t = 0;

	for (unsigned i = 0; i < 8 && n >= 9; i++)
		t |= (uint64_t)m[n - 8 + i] << (8 * i);
	if (m[0] == 'I' && n == 11) {
		say(p, "I %u %u %" PRIu64 "\n", m[1], m[2], t);
	} else if (m[0] == 'T' && n == 9) {
		say(p, "T %" PRIu64 "\n", t);
		assert_int_equal(send(p->bus, m, n, MSG_NOSIGNAL), (ssize_t)n);
	} else if (m[0] == 'R' && n >= 5) {
		int err = m[3] | m[4] << 8;

		assert_int_equal(m[1] | m[2] << 8, p->id);
		say(p, "R %s", err ? strerrorname_np(err) : "0");
		for (size_t i = 5; i < n; i++)
			say(p, "%s%02x", i == 5 ? " " : "", m[i]);
		say(p, "\n");
	} else {
		fail_msg("a message of %zu bytes, kind %c", n, m[0]);
	}
}

/* Receives a message from the bus; returns true for an R. */
static bool
bus_receive(struct play *p)
{
	uint8_t m[512];
	ssize_t n = recv(p->bus, m, sizeof(m), MSG_DONTWAIT);

	if (n <= 0)
		return false;
	bus_message(p, m, (size_t)n);
	return m[0] == 'R';
}

static void
bus_drain(struct play *p)
{
	struct pollfd fd = { p->bus, POLLIN, 0 };

	while (p->bus >= 0 && poll(&fd, 1, 0) > 0 && (fd.revents & POLLIN)) {
		size_t before = p->len;

		bus_receive(p);
		if (p->len == before)
			return;
	}
}

/* Reads everything up to the end of one reply and serves the bus in the meantime. */
static void
reply_read(struct play *p, bool quiet)
{
	char line[512];
	size_t len = 0, held = 0;
	char answer[8192];

	for (;;) {
		struct pollfd fds[2] = { { p->out, POLLIN, 0 }, { p->bus, POLLIN, 0 } };

		assert_true(poll(fds, 2, WAIT_MS) > 0);
		if (fds[1].revents & POLLIN)
			bus_receive(p);
		if (!fds[0].revents)
			continue;
		assert_int_equal(read(p->out, &line[len], 1), 1);
		if (line[len++] != '\n')
			continue;
		assert_true(held + len < sizeof(answer) && len < sizeof(line));
		memcpy(answer + held, line, len);
		held += len;
		line[len] = '\0';
		len = 0;
		if (strcmp(line, "ok\n") == 0 || strncmp(line, "error: ", 7) == 0)
			break;
	}
	/* Bus messages sent before the reply precede it. */
	bus_drain(p);
	if (!quiet)
		say(p, "%.*s", (int)held, answer);
}

static void
do_command(struct play *p, const char *line, bool quiet)
{
	if (!quiet)
		say(p, "> %s\n", line);
	assert_int_equal(write(p->in, line, strlen(line)), strlen(line));
	assert_int_equal(write(p->in, "\n", 1), 1);
	reply_read(p, quiet);
}

static void
do_xfer(struct play *p, const char *line)
{
	unsigned addr, rlen = 0;
	char hex[560] = "", *at = hex;
	uint8_t m[8 + 256] = { 'X' };
	size_t n = 8;
	struct pollfd fd = { p->bus, POLLIN, 0 };

	say(p, "%s\n", line);
	assert_true(sscanf(line, "X %x %559s r%u", &addr, hex, &rlen) >= 2);
	if (hex[0] == 'r')
		assert_int_equal(sscanf(hex, "r%u", &rlen), 1);
	else
		for (unsigned byte; sscanf(at, "%2x", &byte) == 1; at += 2)
			m[n++] = (uint8_t)byte;
	p->id++;
	m[1] = (uint8_t)p->id;
	m[2] = (uint8_t)(p->id >> 8);
	m[3] = (uint8_t)addr;
	m[4] = (uint8_t)(n - 8);
	m[6] = (uint8_t)rlen;
	assert_int_equal(send(p->bus, m, n, MSG_NOSIGNAL), (ssize_t)n);
	do
		assert_true(poll(&fd, 1, WAIT_MS) > 0);
	while (!bus_receive(p));
}

static int
bus_connect(struct play *p)
{
	struct sockaddr_un sa = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	strcpy(sa.sun_path, p->bus_path);
	assert_int_equal(connect(fd, (struct sockaddr *)&sa, sizeof(sa)), 0);
	return fd;
}

static void
do_word(struct play *p, const char *line)
{
	struct pollfd fd = { -1, POLLIN, 0 };

	say(p, "%s\n", line);
	if (strcmp(line, "connect") == 0) {
		do_command(p, "pieces", true);
		p->bus = bus_connect(p);
		/* Levels arrive at once; after one more command all of them are there. */
		fd.fd = p->bus;
		assert_true(poll(&fd, 1, WAIT_MS) > 0);
		do_command(p, "pieces", true);
	} else {
		close(p->bus);
		p->bus = -1;
		do_command(p, "pieces", true);
	}
}

static void
play_line(struct play *p, const char *line)
{
	if (line[0] == '#' || line[0] == '\0' || line[0] == '$')
		say(p, "%s\n", line);
	else if (line[0] == '>')
		do_command(p, line[1] == ' ' ? line + 2 : line + 1, false);
	else if (line[0] == 'X')
		do_xfer(p, line);
	else if (strcmp(line, "connect") == 0 || strcmp(line, "hang-up") == 0)
		do_word(p, line);
	/* all other lines are old output and are produced again */
}

static void
program_exec(struct play *p, char *args, int in, int out)
{
	char *argv[ARGS_MAX] = { (char *)program, "--bus", p->bus_path };
	unsigned n = 3;

	for (char *a = strtok(args, " \n"); a && n + 1 < ARGS_MAX; a = strtok(NULL, " \n"))
		argv[n++] = a;
	dup2(in, 0);
	dup2(out, 1);
	/* Files that a transcript names without a folder are created here. */
	if (chdir(p->dir) == 0)
		execv(program, argv);
	_exit(127);
}

static void
play_begin(struct play *p, const char *args)
{
	char copy[512];
	int in[2], out[2];

	memset(p, 0, sizeof(*p));
	p->bus = -1;
	strcpy(p->dir, "/tmp/halo-board-XXXXXX");
	assert_non_null(mkdtemp(p->dir));
	snprintf(p->bus_path, sizeof(p->bus_path), "%s/bus", p->dir);
	snprintf(copy, sizeof(copy), "%s", args);
	assert_int_equal(pipe(in) | pipe(out), 0);
	p->pid = fork();
	if (p->pid == 0) {
		close(in[1]);
		close(out[0]);
		program_exec(p, copy, in[0], out[1]);
	}
	close(in[0]);
	close(out[1]);
	p->in = in[1];
	p->out = out[0];
}

static void
play_end(struct play *p)
{
	char shot[96];
	int status;

	do_command(p, "quit", true);
	if (p->bus >= 0)
		close(p->bus);
	close(p->in);
	close(p->out);
	assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
	p->pid = 0;
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	assert_int_equal(access(p->bus_path, F_OK), -1);
	snprintf(shot, sizeof(shot), "%s/shot.png", p->dir);
	(void)unlink(shot);
	assert_int_equal(rmdir(p->dir), 0);
}

static size_t
slurp(const char *path, char text[TEXT_MAX])
{
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(text, 1, TEXT_MAX - 1, f);
	fclose(f);
	text[n] = '\0';
	return n;
}

/* Reports the first difference of two transcripts. */
static void
compare(const char *name, const char *want, const char *got)
{
	unsigned line = 1;
	size_t i = 0, start = 0;

	for (; want[i] && want[i] == got[i]; i++)
		if (want[i] == '\n') {
			line++;
			start = i + 1;
		}
	if (want[i] != got[i])
		fail_msg("%s:%u: expected \"%.*s\", came \"%.*s\"", name, line,
			 (int)strcspn(want + start, "\n"), want + start,
			 (int)strcspn(got + start, "\n"), got + start);
}

static void
a_transcript_comes_out_again(void **state)
{
	struct play *p = &play;
	static char want[TEXT_MAX], lines[TEXT_MAX];
	const char *name = *state;
	char path[512], *save = NULL;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	slurp(path, want);
	strcpy(lines, want);
	assert_int_equal(strncmp(want, "$ ", 2), 0);
	snprintf(path, sizeof(path), "%.*s", (int)strcspn(want + 2, "\n"), want + 2);
	play_begin(p, path);
	for (char *l = lines; l && *l; l = save) {
		save = strchr(l, '\n');
		if (save)
			*save++ = '\0';
		if (strcmp(l, "> quit") != 0)
			play_line(p, l);
	}
	play_end(p);
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (getenv("HALO_GOLDEN")) {
		f = fopen(path, "w");
		assert_non_null(f);
		fputs(p->text, f);
		fclose(f);
		return;
	}
	compare(name, want, p->text);
}

/* Ends the program of a failed test. */
static int
play_abandon(void **state)
{
	(void)state;
	if (play.pid > 0) {
		kill(play.pid, SIGKILL);
		waitpid(play.pid, NULL, 0);
		unlink(play.bus_path);
		rmdir(play.dir);
	}
	return 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int
main(int argc, char **argv)
{
	static struct CMUnitTest tests[FILES_MAX];
	size_t n = 0;
	struct dirent *d;
	DIR *dir;

	if (argc != 3 || !(dir = opendir(argv[2]))) {
		fprintf(stderr, "usage: %s PROGRAM FOLDER\n", argv[0]);
		return 2;
	}
	program = argv[1];
	folder = argv[2];
	signal(SIGPIPE, SIG_IGN);
	while ((d = readdir(dir)) && n < FILES_MAX)
		if (strstr(d->d_name, ".txt"))
			file[n++] = strdup(d->d_name);
	closedir(dir);
	qsort(file, n, sizeof(file[0]), by_name);
	for (size_t i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){
			.name = file[i],
			.test_func = a_transcript_comes_out_again,
			.teardown_func = play_abandon,
			.initial_state = file[i],
		};
	return n == 0 ? 1 : _cmocka_run_group_tests("transcripts", tests, n, NULL, NULL);
}
