/* A table with a journal that restarts, its log, and the result of replaying its traces. */
#pragma once
#include "daemon/trace/replay.h"
#include "kept.h"

static char said[4096]; /* log text since the daemon's start */

static inline void
note_log(void *arg, const char *line)
{
	size_t len = strlen(said);

	(void)arg;
	snprintf(said + len, sizeof(said) - len, "%s\n", line);
}

/* Restarts as after a power cut: the disk's contents remain, and the pieces keep their squares. */
static inline void
restart(void)
{
	wait_written();
	end();
	said[0] = '\0';
	begin();
}

/* Returns the replay of a trace; the caller frees it. */
static inline char *
replay(const char *trace)
{
	static const struct replay_options plain = { 0 };
	struct trace_error err = { 0 };
	char *got = NULL;
	size_t len;
	FILE *out = open_memstream(&got, &len);
	int r = replay_text(trace, strlen(trace), &plain, out, &err);

	(void)fclose(out);
	if (r < 0)
		fail_msg("%u: %s\n%s", err.line, err.why, trace);
	return got;
}

static inline char *
replayed(void)
{
	char *trace = table_trace_text(&table), *got = replay(trace);

	free(trace);
	return got;
}
