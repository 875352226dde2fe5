/* A transaction's errno in the few words of bus.h. */
#pragma once

/*
 * error: what a kernel driver, or the board at the other end of a socket, said
 * (positive). -ENXIO, -ETIMEDOUT, -ENODEV or -EIO; never 0.
 */
int bus_errno(int error);
