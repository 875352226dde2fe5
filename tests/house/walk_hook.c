/* Loaded by tests/house/walk into a program built with -finstrument-functions. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define PLAIN __attribute__((no_instrument_function))

static int out = -1;

PLAIN __attribute__((constructor)) static void
open_out(void)
{
	const char *path = getenv("HALO_WALK");

	if (path)
		out = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* Appends a call: thread, function, return address. */
PLAIN void __cyg_profile_func_enter(void *function, void *call_site);
void
__cyg_profile_func_enter(void *function, void *call_site)
{
	const uint64_t call[] = { (uint64_t)gettid(), (uintptr_t)function, (uintptr_t)call_site };

	if (out >= 0 && write(out, call, sizeof(call)) != sizeof(call))
		abort();
}
