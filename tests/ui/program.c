#include "tests/ui/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void
program_start(struct program *p, const char *const *argv)
{
	int fds[2];

	*p = (struct program){ .pid = -1 };
	assert_int_equal(pipe(fds), 0);
	p->pid = fork();
	assert_true(p->pid >= 0);
	if (p->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* programs end with their test */
		dup2(fds[1], STDOUT_FILENO);
		dup2(fds[1], STDERR_FILENO);
		close(fds[0]);
		close(fds[1]);
		execvp(argv[0], (char *const *)argv);
		_exit(127);
	}
	close(fds[1]);
	p->out_fd = fds[0];
}

/* Reads more output. Returns 0 at its end. */
static int
program_read(struct program *p)
{
	struct pollfd f = { .fd = p->out_fd, .events = POLLIN };
	ssize_t n;

	if (TEMP_FAILURE_RETRY(poll(&f, 1, PROGRAM_WAIT_MS)) != 1) {
		kill(p->pid, SIGKILL);
		fail_msg("the program hangs; it said: %s", p->text);
	}
	n = read(p->out_fd, p->text + p->len, sizeof(p->text) - 1 - p->len);
	if (n <= 0)
		return 0;
	p->len += (size_t)n;
	p->text[p->len] = '\0';
	return p->len < sizeof(p->text) - 1;
}

const char *
program_line(struct program *p)
{
	while (strchr(p->text, '\n') == NULL && program_read(p))
		;
	return p->text;
}

int
program_end(struct program *p)
{
	int status = 0;

	while (program_read(p))
		;
	close(p->out_fd);
	assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void
program_display(struct program *server, const char *size, const char *folder)
{
	static char display[16];
	/*
	 * Its warnings about display numbers in use would be mistaken for its own number. It must
	 * not reset between two clients, because a resetting server does not respond. Key repeat is
	 * off, because a busy machine may release a key late.
	 */
	const char *x[] = { "sh",
			    "-c",
			    "exec Xvfb -displayfd 1 -screen 0 $0 -nolisten tcp -noreset -r "
			    "${1:+-fbdir \"$1\"} 2>/dev/null",
			    size,
			    folder,
			    NULL };

	program_start(server, x);
	snprintf(display, sizeof(display), ":%d", atoi(program_line(server)));
	setenv("DISPLAY", display, 1);
	setenv("SDL_VIDEODRIVER", "x11", 1);
}
