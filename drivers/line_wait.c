#include "drivers/line_wait.h"

#include <errno.h>
#include <poll.h>

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
		return -ENODEV; /* it was unplugged */
	return n;
}
