/* Runs a program for a test: its output, its end. */
#pragma once
#include <stddef.h>
#include <sys/types.h>

enum { PROGRAM_TEXT = 4096, PROGRAM_WAIT_MS = 120000 };

struct program {
	pid_t pid;
	int out_fd; /* standard output and error, both */
	size_t len;
	char text[PROGRAM_TEXT];
};

/* argv ends with NULL. */
void program_start(struct program *p, const char *const *argv);
/* Reads what it says until it ends: its exit status, or minus the signal. */
int program_end(struct program *p);
/* The first line it says, as far as it has; waits for it. */
const char *program_line(struct program *p);

/*
 * Starts an X server of its own, whose screen is "800x480x24", for what is started from now on.
 * folder: where it keeps its picture as a file, NULL: nowhere.
 */
void program_display(struct program *server, const char *size, const char *folder);
