/* Runs a program for a test and collects its output and exit status. */
#pragma once
#include <stddef.h>
#include <sys/types.h>

enum { PROGRAM_TEXT = 4096, PROGRAM_WAIT_MS = 120000 };

struct program {
	pid_t pid;
	int out_fd; /* standard output and error */
	size_t len;
	char text[PROGRAM_TEXT];
};

/* Starts a program; argv ends with NULL. */
void program_start(struct program *p, const char *const *argv);
/* Reads the output to its end. Returns the exit status, or minus the signal. */
int program_end(struct program *p);
/* Waits for the first line of output and returns it. */
const char *program_line(struct program *p);

/*
 * Starts a separate X server with a screen such as "800x480x24", used by all programs started
 * later. folder: where it keeps its picture as a file; NULL: nowhere.
 */
void program_display(struct program *server, const char *size, const char *folder);
