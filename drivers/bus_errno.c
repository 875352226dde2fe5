/* Maps errno values of adapters to those of bus.h. */
#include "drivers/bus_errno.h"

#include <errno.h>

int
bus_errno(int error)
{
	switch (error) {
	case 0:
		return 0;
	case ENXIO:     /* most adapters: the address was not acknowledged */
	case EREMOTEIO: /* the Raspberry Pi's adapters: an address or byte was not acknowledged */
		return -ENXIO;
	case ETIMEDOUT:
	case EBUSY: /* a PC's adapter: the bus was held longer than allowed */
		return -ETIMEDOUT;
	case EOPNOTSUPP:
		return -EOPNOTSUPP;
	case ENODEV:
	case ESHUTDOWN:
	case EBADF:
	case ENOTCONN:     /* a user-space adapter that has ended … */
	case ECONNABORTED: /* … and the result of its last call */
	case ECONNRESET:
	case EPIPE:
		return -ENODEV;
	default:
		return -EIO;
	}
}
