/*
 * Simulates a disk that hangs: with LD_PRELOAD, a program's syncs wait while
 * the file $HALO_STALL exists.
 */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int fsync(int fd);
int fdatasync(int fd);

static void
wait_for_disk(void)
{
	const struct timespec look = { .tv_nsec = 1000000 };
	const char *file = getenv("HALO_STALL");

	while (file && access(file, F_OK) == 0)
		nanosleep(&look, NULL);
}

int
fsync(int fd)
{
	wait_for_disk();
	return (int)syscall(SYS_fsync, fd);
}

int
fdatasync(int fd)
{
	wait_for_disk();
	return (int)syscall(SYS_fdatasync, fd);
}
