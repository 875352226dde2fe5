/*
 * power-player HALOD HALO HALO-BOARD BOARD DISK [DEVICE]
 *
 * Waits for a line `GO SEED STORE FROM NEXT` on standard input, mounts DEVICE (ext4) at
 * DISK, and reports its content. Then plays with the journal DISK/STORE until the power is
 * cut. Games from number FROM on are reported action by action; NEXT counts the games that
 * were begun before.
 */
#include "tests/power/player.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

uint64_t
player_below(struct player *p, uint64_t n)
{
	p->seed ^= p->seed << 13;
	p->seed ^= p->seed >> 7;
	p->seed ^= p->seed << 17;
	return p->seed % n;
}

void
player_tell(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
}

uint64_t
player_hash(uint64_t h, const void *data, size_t len)
{
	const unsigned char *byte = data;

	for (size_t i = 0; i < len; i++)
		h = (h ^ byte[i]) * 0x100000001b3u;
	return h;
}

/* Reads the host's orders; the machine may have been saved here and restored later. */
static void
await_order(struct player *p)
{
	char line[256];

	player_tell("WAITS");
	while (fgets(line, sizeof(line), stdin)) {
		char store[64];
		unsigned long long seed;

		if (sscanf(line, "GO %llu %63s %ld %u", &seed, store, &p->full_from, &p->next) ==
		    4) {
			p->seed = seed * 2654435761u + 88172645463325252u;
			snprintf(p->store, sizeof(p->store), "%.100s/%s", p->disk, store);
			return;
		}
	}
	rig_die("nobody says what to do");
}

/* Waits for the disk: its node appears a moment before it can be opened. */
static void
mount_disk(struct player *p, const char *device)
{
	uint64_t end = rig_now_us() + RIG_PATIENCE_MS * 1000u;

	while (mount(device, p->disk, "ext4", 0, "") < 0) {
		bool soon = errno == ENOENT || errno == ENXIO;

		if (!soon || rig_now_us() > end) {
			player_tell("UNMOUNTABLE %s", strerror(errno));
			pause();
		}
		rig_sleep_us(2000);
	}
	player_tell("MOUNTED");
}

/* Forwards the daemon's log, which the host checks. */
static void
report_log(struct player *p)
{
	char copy[4096], *line, *rest = copy;

	snprintf(copy, sizeof(copy), "%s", rig_log(&p->rig));
	while ((line = strsep(&rest, "\n")))
		if (*line)
			player_tell("LOG %s", line);
}

static void
start(struct player *p)
{
	player_tell("STARTING");
	rig_halod_start(&p->rig, (const char *[]){ "--store", p->store, NULL });
	rig_connect(&p->rig, &p->client);
	rig_ok(&p->client, "{\"kind\":\"screen\"}");
	/* Older traces are deleted during play. */
	rig_ok(&p->client, "{\"kind\":\"set\",\"values\":{\"traces_kept\":10}}");
	player_tell("STARTED");
	report_log(p);
}

int
main(int argc, char **argv)
{
	static struct player p;

	if (argc < 6)
		rig_die("usage: %s HALOD HALO HALO-BOARD BOARD DISK [DEVICE]", argv[0]);
	p.halo = argv[2];
	snprintf(p.disk, sizeof(p.disk), "%s", argv[5]);
	rig_init(&p.rig, (struct rig_programs){ .halod = argv[1], .halo_board = argv[3] }, argv[4],
		 false);
	rig_board_start(&p.rig);
	rig_board(&p.rig, "setup " PLAYER_WHOLE_FIELD);
	await_order(&p);
	if (argc > 6)
		mount_disk(&p, argv[6]);
	player_look_files(&p);
	start(&p);
	player_look_journal(&p);
	player_play(&p);
}
