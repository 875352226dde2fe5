#include "hw/client/stop.h"

#include <stddef.h>

static volatile sig_atomic_t stopped;

static void
on_signal(int sig)
{
	(void)sig;
	stopped = 1;
}

const volatile sig_atomic_t *
client_stop_flag(void)
{
	static const int signals[] = { SIGTERM, SIGINT, SIGHUP };
	const struct sigaction end = { .sa_handler = on_signal };
	sigset_t blocked;

	(void)sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		(void)sigaddset(&blocked, signals[i]);
		(void)sigaction(signals[i], &end, NULL);
	}
	(void)sigprocmask(SIG_BLOCK, &blocked, NULL);
	(void)signal(SIGPIPE, SIG_IGN);
	return &stopped;
}
