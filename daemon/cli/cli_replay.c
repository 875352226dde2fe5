/* `halo replay`: replays a trace. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/cli.h"
#include "daemon/live/live.h"
#include "daemon/record/record.h"
#include "daemon/trace/replay.h"

static int
replay_file(const char *path, const struct replay_options *o)
{
	struct trace_error err = { 0 };
	char *text = NULL;
	size_t len = 0;
	int e = record_file_read(path, REPLAY_FILE_MAX, &text, &len);

	if (e < 0)
		return cli_bad("%s: %s", path, strerror(-e));
	e = replay_text(text, len, o, stdout, &err);
	free(text);
	if (e == -EINVAL)
		return cli_bad("%s:%u: %s", path, err.line, err.why);
	return e < 0 ? cli_bad("%s: %s", path, strerror(-e)) : CLI_OK;
}

int
cli_replay(struct cli_call *c)
{
	struct replay_options o = { 0 };
	bool live = false;
	const struct cli_option options[] = { { "--pgn", &o.pgn, NULL },
					      { "--explain", &o.explain, NULL },
					      { "--live", &live, NULL },
					      { 0 } };
	int err = cli_options(c, options, 0, 1);

	if (err != CLI_OK)
		return err;
	if (live && c->n)
		return cli_bad("replay: unexpected argument '%s': --live reads standard input",
			       c->word[0]);
	if (live && o.pgn)
		return cli_bad("replay: --live prints no PGN");
	if (live)
		return live_run(stdin, &o, stdout) ? CLI_OK : CLI_USAGE;
	if (!c->n)
		return cli_bad("replay: missing argument; see 'halo replay --help'");
	return replay_file(c->word[0], &o);
}
