#include "daemon/partner/partner.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Becomes the engine, or ends. Runs in the new process. */
static void
become(const char *program, uint64_t bytes, int in, int out)
{
	const struct rlimit memory = { (rlim_t)bytes, (rlim_t)bytes }, none = { 0, 0 };
	sigset_t unblocked;

	/* A killed partner leaves no engine behind. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)setpriority(PRIO_PROCESS, 0, PARTNER_NICE);
#ifndef HALO_SANITIZED /* a sanitized engine reserves more addresses than any limit */
	(void)setrlimit(RLIMIT_AS, &memory);
#else
	(void)memory;
#endif
	(void)setrlimit(RLIMIT_CORE, &none);
	(void)signal(SIGPIPE, SIG_DFL);
	(void)sigemptyset(&unblocked);
	(void)sigprocmask(SIG_SETMASK, &unblocked, NULL);
	if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0)
		(void)execlp(program, program, (char *)NULL);
	_exit(127);
}

int
child_start(struct child *c, const char *program, uint64_t memory, int64_t idle_until_ms)
{
	int to[2], from[2], err;

	*c = (struct child){ .stage = CHILD_NONE, .in = -1, .out = -1 };
	if (pipe2(to, O_CLOEXEC) < 0)
		return -errno;
	if (pipe2(from, O_CLOEXEC) < 0) {
		err = -errno;
		close(to[0]);
		close(to[1]);
		return err;
	}
	c->pid = fork();
	if (c->pid == 0)
		become(program, memory, to[0], from[1]);
	err = c->pid < 0 ? -errno : 0;
	close(to[0]);
	close(from[1]);
	if (err < 0) {
		close(to[1]);
		close(from[0]);
		return err;
	}
	c->in = to[1];
	c->out = from[0];
	/* An engine that reads nothing must not block the partner. */
	(void)fcntl(c->in, F_SETFL, O_NONBLOCK);
	(void)fcntl(c->out, F_SETFL, O_NONBLOCK);
	c->stage = CHILD_IDLE;
	c->deadline_ms = idle_until_ms;
	return 0;
}

void
child_end(struct child *c)
{
	if (c->stage == CHILD_NONE)
		return;
	(void)kill(c->pid, SIGKILL);
	while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
		continue;
	close(c->in);
	close(c->out);
	*c = (struct child){ .stage = CHILD_NONE, .in = -1, .out = -1 };
}

void
child_send(struct child *c, const char *fmt, ...)
{
	char text[PARTNER_VIEW_MAX + 512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof(text), fmt, ap); /* NOLINT(clang-analyzer-valist.*) */
	va_end(ap);
	/* A full pipe, or an engine that ended, shows when no action comes. */
	if (n > 0 && (size_t)n < sizeof(text))
		(void)!write(c->in, text, (size_t)n);
}

void
child_stop(struct child *c, bool discard)
{
	if (c->stage == CHILD_THINKS) {
		child_send(c, "stop\n");
		c->deadline_ms = partner_now() + PARTNER_STOP_MS;
		c->stage = CHILD_STOPS;
	}
	if (discard && c->stage == CHILD_STOPS)
		c->stage = CHILD_DISCARDS;
}

bool
child_read(struct child *c)
{
	ssize_t n;

	if (c->n == sizeof(c->text)) {
		c->n = 0;
		c->skip = true;
	}
	n = read(c->out, c->text + c->n, sizeof(c->text) - c->n);
	if (n > 0)
		c->n += (size_t)n;
	return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

const char *
child_line(struct child *c)
{
	static char line[sizeof(c->text)];
	char *end;

	while ((end = memchr(c->text, '\n', c->n))) {
		size_t len = (size_t)(end - c->text);
		bool skip = c->skip;

		memcpy(line, c->text, len);
		line[len] = '\0';
		if (len > 0 && line[len - 1] == '\r')
			line[len - 1] = '\0';
		c->n -= len + 1;
		memmove(c->text, end + 1, c->n);
		c->skip = false;
		if (!skip)
			return line;
	}
	return NULL;
}
