/* The library behind lines, played: what was asked of it, and what it is to say. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct play {
	int fd[2]; /* the line's descriptor, and the kernel's end */
	unsigned offset;
	char user[32];
	bool both_edges, pulled_up;
	int request_errno, value, value_errno;
	int opened, released; /* chips open now; requests given back */
};

extern struct play play;

/* An edge happens: the level after it, and when. */
void play_edge(int level, uint64_t t_ns);
