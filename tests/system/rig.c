#include "tests/system/rig.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/folder.h"

enum { LINE_MAX_BYTES = 64 * 1024 };

static json_t *last_answer;

uint64_t
rig_now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000u + (uint64_t)ts.tv_nsec / 1000u;
}

void
rig_sleep_us(uint64_t us)
{
	struct timespec ts = { .tv_sec = (time_t)(us / 1000000),
			       .tv_nsec = (long)(us % 1000000) * 1000 };

	nanosleep(&ts, NULL);
}

void
rig_die(const char *fmt, ...)
{
	va_list ap;

	fputs("rig: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}

void
rig_init(struct rig *r, struct rig_programs p, const char *board, bool virtual_time)
{
	*r = (struct rig){ .programs = p, .virtual_time = virtual_time, .control = -1 };
	snprintf(r->dir, sizeof(r->dir), "%s/halo-rig.XXXXXX", folder_root());
	snprintf(r->board_name, sizeof(r->board_name), "%s", board);
	if (!mkdtemp(r->dir))
		rig_die("no temporary folder: %s", strerror(errno));
}

static pid_t
spawn(const char *const *argv, const char *err_path)
{
	pid_t pid = fork();
	sigset_t none;

	if (pid != 0)
		return pid;
	/* The programs die with their test. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* A file-size limit simulates a full disk, as an error instead of a signal. */
	signal(SIGXFSZ, SIG_IGN);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	if (!freopen("/dev/null", "r", stdin) || !freopen("/dev/null", "w", stdout) ||
	    (err_path && !freopen(err_path, "a", stderr)))
		_exit(126);
	execv(argv[0], (char *const *)(uintptr_t)argv);
	_exit(127);
}

static int
reap(pid_t *pid)
{
	int status;

	if (*pid <= 0 || waitpid(*pid, &status, 0) != *pid)
		return -1;
	*pid = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool
has_ended(pid_t pid)
{
	siginfo_t info = { 0 };

	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       info.si_pid == pid;
}

static int
try_connect(const char *path)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	snprintf(a.sun_path, sizeof(a.sun_path), "%s", path);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&a, sizeof(a)) == 0)
		return fd;
	close(fd);
	return -1;
}

static int
await_socket(const char *path, pid_t pid)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	int fd;

	while ((fd = try_connect(path)) < 0) {
		if (has_ended(pid))
			rig_die("the program that should listen at %s has ended", path);
		if (rig_now_us() > end)
			rig_die("nobody listens at %s", path);
		rig_sleep_us(2000);
	}
	return fd;
}

void
rig_board_start(struct rig *r)
{
	char bus[128], control[128], daemon[128], err[128];
	unsigned n = 9;
	const char *argv[16] = { r->programs.halo_board,
				 "--board",
				 r->board_name,
				 "--bus",
				 bus,
				 "--control",
				 control,
				 "--seed",
				 "1" };

	snprintf(bus, sizeof(bus), "%s/bus", r->dir);
	snprintf(control, sizeof(control), "%s/control", r->dir);
	snprintf(err, sizeof(err), "%s/board.log", r->dir);
	snprintf(daemon, sizeof(daemon), "%s/halod.sock", r->dir);
	if (r->virtual_time)
		argv[n++] = "--virtual-time";
	if (r->window) {
		argv[n++] = "--window";
		argv[n++] = "--socket";
		argv[n++] = daemon;
	}
	r->board = spawn(argv, err);
	r->control = await_socket(control, r->board);
}

void
rig_board_stop(struct rig *r)
{
	if (r->board <= 0)
		return;
	kill(r->board, SIGKILL);
	reap(&r->board);
	close(r->control);
	r->control = -1;
}

/* Reads lines up to the last of a reply. */
static int
board_answer(struct rig *r)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	struct pollfd p = { .fd = r->control, .events = POLLIN };
	size_t n = 0;

	for (;;) {
		const char *line;
		ssize_t got;

		if (rig_now_us() > end ||
		    TEMP_FAILURE_RETRY(poll(&p, 1, RIG_PATIENCE_MS)) <= 0)
			rig_die("the virtual board does not answer");
		got = read(r->control, r->answer + n, sizeof(r->answer) - 1 - n);
		if (got <= 0)
			rig_die("the virtual board is gone");
		n += (size_t)got;
		r->answer[n] = '\0';
		if (r->answer[n - 1] != '\n')
			continue;
		r->answer[n - 1] = '\0';
		line = strrchr(r->answer, '\n');
		line = line ? line + 1 : r->answer;
		if (strncmp(line, "error:", 6) == 0)
			return -1;
		if (strcmp(line, "ok") == 0) {
			r->answer[line - r->answer] = '\0';
			return 0;
		}
		r->answer[n - 1] = '\n';
	}
}

static int board_command(struct rig *r, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

static int
board_command(struct rig *r, const char *fmt, va_list ap)
{
	char line[1024];
	int n = vsnprintf(line, sizeof(line) - 1, fmt, ap);

	line[n++] = '\n';
	if (write(r->control, line, (size_t)n) != n)
		rig_die("the virtual board does not listen");
	return board_answer(r);
}

int
rig_board_try(struct rig *r, const char *fmt, ...)
{
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = board_command(r, fmt, ap);
	va_end(ap);
	return ret;
}

const char *
rig_board(struct rig *r, const char *fmt, ...)
{
	va_list ap;
	int ret;

	va_start(ap, fmt);
	ret = board_command(r, fmt, ap);
	va_end(ap);
	if (ret < 0)
		rig_die("board command \"%s\": %s", fmt, r->answer);
	return r->answer;
}

void
rig_halod_spawn(struct rig *r, const char *const *more)
{
	char bus[160], socket_path[128], store[128], err[128];
	const char *argv[32] = { r->programs.halod, "--board",   r->board_name, "--bus", bus,
				 "--socket",        socket_path, "--store",     store };
	unsigned n = 9;

	snprintf(bus, sizeof(bus), "0=unix:%s/bus", r->dir);
	snprintf(socket_path, sizeof(socket_path), "%s/halod.sock", r->dir);
	snprintf(store, sizeof(store), "%s/store", r->dir);
	snprintf(err, sizeof(err), "%s/halod.log", r->dir);
	if (r->virtual_time) {
		argv[n++] = "--clock";
		argv[n++] = "bus";
	}
	while (more && *more && n < 31)
		argv[n++] = *more++;
	r->halod = spawn(argv, err);
}

void
rig_halod_start(struct rig *r, const char *const *more)
{
	struct rig_client c;

	rig_halod_spawn(r, more);
	/* Ready means that the game has begun; an existing socket is not enough. */
	rig_connect(r, &c);
	while (strcmp(rig_text(c.state, "phase"), "none") == 0)
		if (!rig_pump(&c, RIG_PATIENCE_MS))
			rig_die("halod does not get ready: %s", rig_log(r));
	rig_disconnect(&c);
}

int
rig_halod_run(struct rig *r, const char *const *argv, char out[RIG_TEXT_MAX])
{
	const char *words[32] = { r->programs.halod };
	char err[128];
	unsigned n = 1;
	size_t len;
	FILE *f;
	pid_t pid;
	int code;

	while (*argv && n < 31)
		words[n++] = *argv++;
	snprintf(err, sizeof(err), "%s/run.log", r->dir);
	unlink(err);
	pid = spawn(words, err);
	for (uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u; !has_ended(pid);) {
		if (rig_now_us() > end)
			kill(pid, SIGKILL);
		rig_sleep_us(2000);
	}
	code = reap(&pid);
	f = fopen(err, "r");
	len = f ? fread(out, 1, RIG_TEXT_MAX - 1, f) : 0;
	out[len] = '\0';
	if (f)
		fclose(f);
	return code;
}

void
rig_halod_kill(struct rig *r)
{
	if (r->halod <= 0)
		return;
	kill(r->halod, SIGKILL);
	reap(&r->halod);
}

int
rig_halod_signal(struct rig *r, int sig)
{
	if (r->halod <= 0)
		return -1;
	kill(r->halod, sig);
	return reap(&r->halod);
}

int
rig_halod_stop(struct rig *r)
{
	return rig_halod_signal(r, SIGTERM);
}

const char *
rig_log(struct rig *r)
{
	static char text[256 * 1024];
	char path[128];
	size_t n;
	FILE *f;

	snprintf(path, sizeof(path), "%s/halod.log", r->dir);
	f = fopen(path, "r");
	n = f ? fread(text, 1, sizeof(text) - 1, f) : 0;
	text[n] = '\0';
	if (f)
		fclose(f);
	return text;
}

bool
rig_log_has(struct rig *r, const char *text)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (!strstr(rig_log(r), text)) {
		if (rig_now_us() > end)
			return false;
		rig_sleep_us(5000);
	}
	return true;
}

void
rig_finish(struct rig *r)
{
	const char *argv[] = { "/bin/rm", "-rf", r->dir, NULL };
	pid_t pid;

	(void)rig_halod_stop(r);
	rig_board_stop(r);
	pid = spawn(argv, NULL);
	reap(&pid);
	json_decref(last_answer);
	last_answer = NULL;
}

/* ---- clients ---- */

void
rig_dial(struct rig *r, struct rig_client *c)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/halod.sock", r->dir);
	*c = (struct rig_client){ .next_id = 1 };
	c->fd = await_socket(path, r->halod);
	c->in = malloc(2 * LINE_MAX_BYTES);
	if (!c->in)
		rig_die("out of memory");
}

void
rig_connect(struct rig *r, struct rig_client *c)
{
	rig_dial(r, c);
	while (!c->state)
		if (!rig_pump(c, RIG_PATIENCE_MS))
			rig_die("halod does not greet: %s", rig_log(r));
}

void
rig_disconnect(struct rig_client *c)
{
	if (c->fd >= 0)
		close(c->fd);
	free(c->in);
	json_decref(c->hello);
	json_decref(c->state);
	*c = (struct rig_client){ .fd = -1 };
}

bool
rig_send_try(struct rig_client *c, const char *line)
{
	size_t len = strlen(line), at = 0;

	while (at < len) {
		ssize_t n = send(c->fd, line + at, len - at, MSG_NOSIGNAL);

		if (n <= 0)
			return false;
		at += (size_t)n;
	}
	return true;
}

void
rig_send(struct rig_client *c, const char *line)
{
	if (!rig_send_try(c, line))
		rig_die("halod does not listen: %s", strerror(errno));
}

static void
take_message(struct rig_client *c, const char *line, size_t len)
{
	json_error_t err;
	json_t *o = json_loadb(line, len, JSON_REJECT_DUPLICATES, &err);
	const char *kind;

	if (!o)
		rig_die("halod says what is no JSON: %.*s", (int)len, line);
	kind = rig_text(o, "kind");
	if (strcmp(kind, "hello") == 0) {
		json_decref(c->hello);
		c->hello = o;
	} else if (strcmp(kind, "state") == 0 && !json_object_get(o, "id")) {
		json_decref(c->state);
		c->state = o;
		c->states++;
	} else {
		json_decref(last_answer);
		last_answer = o;
		c->answers++;
	}
}

bool
rig_pump(struct rig_client *c, int ms)
{
	struct pollfd p = { .fd = c->fd, .events = POLLIN };
	char *end = memchr(c->in, '\n', c->n_in);
	size_t len;
	ssize_t n;

	if (!end) {
		if (TEMP_FAILURE_RETRY(poll(&p, 1, ms)) <= 0) /* a stopped process is no end */
			return false;
		n = read(c->fd, c->in + c->n_in, 2 * LINE_MAX_BYTES - c->n_in);
		if (n <= 0)
			return false;
		c->n_in += (size_t)n;
		end = memchr(c->in, '\n', c->n_in);
	}
	if (!end)
		return true;
	len = (size_t)(end - c->in);
	take_message(c, c->in, len);
	c->n_in -= len + 1;
	memmove(c->in, end + 1, c->n_in);
	return true;
}

json_t *
rig_answer(struct rig_client *c, int id)
{
	while (!last_answer || json_integer_value(json_object_get(last_answer, "id")) != id)
		if (!rig_pump(c, RIG_PATIENCE_MS))
			rig_die("no answer to request %d", id);
	return last_answer;
}

static json_t *send_and_wait(struct rig_client *c, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

static json_t *
send_and_wait(struct rig_client *c, const char *fmt, va_list ap)
{
	char body[8192], line[8300];
	int id = c->next_id++;

	vsnprintf(body, sizeof(body), fmt, ap);
	/* Turns {"kind":…} into {"id":N,"kind":…}. */
	snprintf(line, sizeof(line), "{\"id\":%d,%s\n", id, body + 1);
	rig_send(c, line);
	return rig_answer(c, id);
}

json_t *
rig_ask(struct rig_client *c, const char *fmt, ...)
{
	json_t *o;
	va_list ap;

	va_start(ap, fmt);
	o = send_and_wait(c, fmt, ap);
	va_end(ap);
	return o;
}

json_t *
rig_ok(struct rig_client *c, const char *fmt, ...)
{
	json_t *o;
	va_list ap;

	va_start(ap, fmt);
	o = send_and_wait(c, fmt, ap);
	va_end(ap);
	if (strcmp(rig_text(o, "kind"), "error") == 0)
		rig_die("%s: %s", fmt, rig_text(o, "why"));
	return o;
}

json_t *
rig_state(struct rig_client *c)
{
	return rig_ok(c, "{\"kind\":\"state\"}");
}

void
rig_reveal(struct rig_client *c)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;
	json_t *prompt;

	if (!json_is_true(json_object_get(rig_state(c), "reveal")))
		return;
	rig_ok(c, "{\"kind\":\"reveal\"}");
	prompt = json_object_get(rig_state(c), "prompt");
	rig_ok(c, "{\"kind\":\"answer\",\"prompt\":%lld,\"yes\":true}",
	       (long long)json_integer_value(json_object_get(prompt, "id")));
	/* Records show everything once the end is on the disk. */
	while (!json_is_true(json_object_get(c->state, "closed")))
		if (rig_now_us() > end || (!rig_pump(c, 100) && rig_now_us() > end))
			rig_die("the end is not closed");
}

const char *
rig_text(const json_t *o, const char *key)
{
	const char *s = json_string_value(json_object_get(o, key));

	return s ? s : "";
}

bool
rig_wait_int(struct rig_client *c, const char *key, json_int_t value)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (json_integer_value(json_object_get(c->state, key)) != value)
		if (rig_now_us() > end || (!rig_pump(c, 100) && rig_now_us() > end))
			return false;
	return true;
}

bool
rig_wait_text(struct rig_client *c, const char *key, const char *value)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (strcmp(rig_text(c->state, key), value) != 0)
		if (rig_now_us() > end || (!rig_pump(c, 100) && rig_now_us() > end))
			return false;
	return true;
}
