/* `halo replay`: replays a trace. Errors have the form "error: FILE:LINE: WHY". */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/cli.h"
#include "daemon/live/live.h"
#include "daemon/record/record.h"
#include "daemon/trace/replay.h"

static int
fail_usage(const char *why, const char *what)
{
	(void)fprintf(stderr,
		      "error: %s%s\nusage: halo replay FILE.board [--pgn] [--explain]\n"
		      "       halo replay --live [--explain]\n",
		      why, what);
	return CLI_USAGE;
}

static int
replay_file(const char *path, const struct replay_options *o)
{
	struct trace_error err = { 0 };
	char *text = NULL;
	size_t len = 0;
	int e = record_file_read(path, REPLAY_FILE_MAX, &text, &len);

	if (e < 0) {
		(void)fprintf(stderr, "error: %s: %s\n", path, strerror(-e));
		return CLI_USAGE;
	}
	e = replay_text(text, len, o, stdout, &err);
	free(text);
	if (e == -EINVAL)
		(void)fprintf(stderr, "error: %s:%u: %s\n", path, err.line, err.why);
	else if (e < 0)
		(void)fprintf(stderr, "error: %s: %s\n", path, strerror(-e));
	else if (fflush(stdout) != 0 || ferror(stdout))
		(void)fprintf(stderr, "error: standard output: %s\n", strerror(e = -errno));
	return e < 0 ? CLI_USAGE : CLI_OK;
}

int
cli_replay(int argc, char **argv)
{
	struct replay_options o = { 0 };
	const char *path = NULL;
	bool live = false;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--pgn") == 0)
			o.pgn = true;
		else if (strcmp(argv[i], "--explain") == 0)
			o.explain = true;
		else if (strcmp(argv[i], "--live") == 0)
			live = true;
		else if (argv[i][0] == '-' && argv[i][1] != '\0')
			return fail_usage("no such option: ", argv[i]);
		else if (path)
			return fail_usage("one file at a time, not also ", argv[i]);
		else
			path = argv[i];
	}
	if (live && path)
		return fail_usage("--live reads standard input, not ", path);
	if (live && o.pgn)
		return fail_usage("--live prints no PGN: without ", "--pgn");
	if (live)
		return live_run(stdin, &o, stdout) ? CLI_OK : CLI_USAGE;
	if (!path)
		return fail_usage("no file given", "");
	return replay_file(path, &o);
}
