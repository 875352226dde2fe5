/* The end of a client by a signal, for programs that wait in ppoll. */
#pragma once
#include <signal.h>

/*
 * Blocks SIGTERM, SIGINT and SIGHUP, so that they arrive only while ppoll waits with an empty mask,
 * and ignores SIGPIPE. Returns a flag that is 0 until one of them has arrived.
 */
const volatile sig_atomic_t *client_stop_flag(void);
