/* A table with a journal that begins again, what it says of that, and what its traces give. */
#pragma once
#include "daemon/trace/replay.h"
#include "kept.h"

static char said[4096]; /* by the log, since the daemon began */

static inline void
note_log(void *arg, const char *line)
{
	size_t len = strlen(said);

	(void)arg;
	snprintf(said + len, sizeof(said) - len, "%s\n", line);
}

/* As after a power cut: what was on the disk is there, and the pieces stand where they stood. */
static inline void
restart(void)
{
	wait_written();
	end();
	said[0] = '\0';
	begin();
}

/* What a trace gives, replayed; the caller's. */
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

/* What the recorder holds of this daemon; the caller's. */
static inline char *
recorder(void)
{
	char *trace = NULL;
	size_t len;
	FILE *out = open_memstream(&trace, &len);

	trace_ring_print(&table.trace, out);
	(void)fclose(out);
	return trace;
}

static inline char *
replayed(void)
{
	char *trace = recorder(), *got = replay(trace);

	free(trace);
	return got;
}
