#include "daemon/loop.h"

#include <errno.h>
#include <signal.h>
#include <systemd/sd-daemon.h>
#include <time.h>

static int
on_signal(sd_event_source *s, const struct signalfd_siginfo *si, void *arg)
{
	struct loop *l = arg;

	(void)s;
	(void)si;
	l->quit = true;
	return 0;
}

/* Only ends the turn: deadlines are compared with the time. */
static int
on_timer(sd_event_source *s, uint64_t usec, void *arg)
{
	(void)s;
	(void)usec;
	(void)arg;
	return 0;
}

static void
read_clock(struct loop *l)
{
	uint64_t now;

	if (l->clock == LOOP_CLOCK_REAL && sd_event_now(l->event, CLOCK_MONOTONIC, &now) >= 0 &&
	    now > l->now_us)
		l->now_us = now;
}

static int
add_signals(struct loop *l)
{
	/* Every signal from a user or a closing terminal: the lamps must go off before the end. */
	static const int sig[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT };
	const unsigned n = sizeof(sig) / sizeof(sig[0]);
	sigset_t set;
	int r;

	sigemptyset(&set);
	for (unsigned i = 0; i < n; i++)
		sigaddset(&set, sig[i]);
	if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		return -errno;
	/* A client that closes during a write must not kill the daemon. */
	signal(SIGPIPE, SIG_IGN);
	for (unsigned i = 0; i < n; i++) {
		r = sd_event_add_signal(l->event, NULL, sig[i], on_signal, l);
		if (r < 0)
			return r;
	}
	return 0;
}

int
loop_init(struct loop *l, enum loop_clock clock)
{
	int r;

	*l = (struct loop){ .clock = clock };
	r = sd_event_default(&l->event);
	if (r < 0)
		return r;
	r = add_signals(l);
	if (r >= 0)
		r = sd_event_set_watchdog(l->event, true);
	if (r >= 0)
		/*
		 * Accuracy 1 µs: the default lets the kernel delay timers by up to a
		 * quarter of a second, far longer than a lamp frame.
		 */
		r = sd_event_add_time(l->event, &l->timer, CLOCK_MONOTONIC, UINT64_MAX, 1, on_timer,
				      NULL);
	if (r < 0) {
		loop_finish(l);
		return r;
	}
	read_clock(l);
	return 0;
}

void
loop_finish(struct loop *l)
{
	sd_event_source_unref(l->timer);
	sd_event_unref(l->event);
	*l = (struct loop){ 0 };
}

int
loop_turn(struct loop *l)
{
	int r = sd_event_run(l->event, UINT64_MAX);

	if (r < 0 && r != -EINTR)
		return r;
	read_clock(l);
	return 0;
}

void
loop_wake_at(struct loop *l, uint64_t t_us)
{
	if (l->clock == LOOP_CLOCK_BUS || t_us == UINT64_MAX) {
		(void)sd_event_source_set_enabled(l->timer, SD_EVENT_OFF);
		return;
	}
	(void)sd_event_source_set_time(l->timer, t_us);
	(void)sd_event_source_set_enabled(l->timer, SD_EVENT_ONESHOT);
}

void
loop_set_time(struct loop *l, uint64_t t_us)
{
	if (t_us > l->now_us)
		l->now_us = t_us;
}
