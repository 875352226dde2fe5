/* A fake of the library behind lines: records the calls and sets their results. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct play {
	int fd[2]; /* the line's descriptor, and the kernel's end */
	unsigned offset;
	char user[32];
	bool both_edges, pulled_up;
	bool drain;    /* an output with an open drain, high at first */
	char drive[8]; /* levels driven since: "01" */
	int drive_errno;
	int request_errno, value, value_errno;
	int opened, released; /* number of open chips; number of released requests */
};

extern struct play play;

/* Adds an edge with its level and time. */
void play_edge(int level, uint64_t t_ns);
