/* What adapters say, in the words of the seam. */
#include "drivers/bus_errno.h"

#include <errno.h>

int
bus_errno(int error)
{
	switch (error) {
	case ENXIO:     /* most adapters: the address was not acknowledged */
	case EREMOTEIO: /* the Raspberry Pi's say it so, for a byte too */
		return -ENXIO;
	case ETIMEDOUT:
		return -ETIMEDOUT;
	case ENODEV:
	case ESHUTDOWN:
	case EBADF:
	case ENOTCONN:     /* an adapter in user space that ended … */
	case ECONNABORTED: /* … and what its last call gets */
	case ECONNRESET:
	case EPIPE:
		return -ENODEV;
	default:
		return -EIO;
	}
}
