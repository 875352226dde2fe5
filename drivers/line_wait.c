#include "drivers/line_wait.h"

#include <errno.h>
#include <poll.h>
#include <time.h>

void
line_sleep(unsigned us)
{
	struct timespec left = { .tv_sec = (time_t)(us / 1000000),
				 .tv_nsec = (long)(us % 1000000) * 1000 };

	while (nanosleep(&left, &left) < 0 && errno == EINTR)
		;
}

int
line_waits(const struct line *l)
{
	struct pollfd p = { .fd = l->fd, .events = POLLIN };
	int n;

	if (!l->request)
		return -ENODEV;
	do
		n = poll(&p, 1, 0);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	if (n > 0 && !(p.revents & POLLIN))
		return -ENODEV; /* unplugged */
	return n;
}
