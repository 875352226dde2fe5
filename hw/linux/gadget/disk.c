#include "hw/linux/gadget/disk.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void
remove_medium(struct disk *d)
{
	if (d->state == DISK_IN && gadget_medium(d->gadget, NULL) < 0)
		fprintf(stderr, "system: cannot remove the records from the disk: %s\n",
			d->gadget->why);
	(void)unlink(d->image);
	d->state = DISK_EMPTY;
}

static int
on_made(sd_event_source *s, const siginfo_t *si, void *arg)
{
	struct disk *d = arg;
	bool made = si->si_code == CLD_EXITED && si->si_status == 0;

	(void)s;
	d->child = sd_event_source_unref(d->child);
	d->state = DISK_FAILED;
	if (!made) {
		fprintf(stderr, "system: no image of the records: the disk stays empty until the "
				"cable is plugged in again, or halod is back\n");
	} else if (!d->host) {
		remove_medium(d);
	} else if (gadget_medium(d->gadget, d->image) < 0) {
		fprintf(stderr, "system: cannot insert the records into the disk: %s\n",
			d->gadget->why);
	} else {
		d->state = DISK_IN;
		fprintf(stderr, "game: the records are in the disk\n");
	}
	return 0;
}

/*
 * Starts the image program. Returns 0 or -errno. The loop's signals are blocked
 * here, but not in the child.
 */
static int
spawn(struct disk *d, pid_t *pid)
{
	char *argv[] = { (char *)d->maker, (char *)d->image, (char *)d->socket, NULL };
	posix_spawnattr_t attr;
	sigset_t none;
	int r;

	sigemptyset(&none);
	if ((r = posix_spawnattr_init(&attr)) != 0)
		return -r;
	(void)posix_spawnattr_setsigmask(&attr, &none);
	(void)posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
	r = -posix_spawn(pid, d->maker, NULL, &attr, argv, environ);
	(void)posix_spawnattr_destroy(&attr);
	return r;
}

static void
make(struct disk *d)
{
	pid_t pid = 0;
	int r = spawn(d, &pid);

	d->state = DISK_MAKING;
	if (r == 0)
		r = sd_event_add_child(d->event, &d->child, pid, WEXITED, on_made, d);
	if (r >= 0)
		return;
	fprintf(stderr, "system: %s: %s\n", d->maker, strerror(-r));
	d->state = DISK_FAILED;
}

void
disk_plugged(struct disk *d)
{
	d->host = true;
	if (d->state == DISK_EMPTY)
		make(d);
}

void
disk_pulled(struct disk *d)
{
	d->host = false;
	/* An image in progress is discarded when it is complete. */
	if (d->state != DISK_MAKING)
		remove_medium(d);
}

void
disk_retry(struct disk *d)
{
	if (d->state == DISK_FAILED && d->host)
		make(d);
}
