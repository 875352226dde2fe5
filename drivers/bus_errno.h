/* Maps a transaction's errno to one of those in bus.h. */
#pragma once

/*
 * Returns the negative bus.h error for a positive `error` from a kernel driver
 * or from the board at the other end of a socket. Maps 0 to 0, every other
 * value to an error.
 */
int bus_errno(int error);
