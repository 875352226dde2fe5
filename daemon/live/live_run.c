/* Runs `halo replay --live`: lines in, lines out. */
#include "daemon/live/live.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/*
 * Reads the next line without its newline. Of a line that is too long, one byte more than
 * allowed, so that it is refused. Returns false at the end.
 */
static bool
read_line(FILE *in, char line[TRACE_LINE_MAX + 1], size_t *len)
{
	int c = getc(in);

	*len = 0;
	if (c == EOF)
		return false;
	for (; c != EOF && c != '\n'; c = getc(in))
		if (*len <= TRACE_LINE_MAX)
			line[(*len)++] = (char)c;
	return true;
}

/* Prints the results of a line; returns false if the program cannot continue. */
static bool
print(struct live *l, int err, bool ended, FILE *out)
{
	json_t *o;
	int failed;

	if (err == -EINVAL)
		(void)fprintf(stderr, "error: -:%u: %s\n", l->err.line, l->err.why);
	else if (err < 0)
		(void)fprintf(stderr, "error: %s\n", strerror(-err));
	if (err < 0 && err != -EINVAL)
		return false;
	o = live_view(l, ended);
	failed = !o || json_dumpf(o, out, JSON_COMPACT | JSON_REAL_PRECISION(15));
	json_decref(o);
	(void)putc('\n', out);
	return !failed && fflush(out) == 0 && l->phase != LIVE_BROKEN;
}

static bool
run(struct live *l, FILE *in, FILE *out)
{
	char line[TRACE_LINE_MAX + 1];
	size_t len;

	while (read_line(in, line, &len))
		if (!print(l, live_line(l, line, len), false, out))
			return false;
	return print(l, live_end(l), true, out) && l->refused_lines == 0;
}

bool
live_run(FILE *in, const struct replay_options *o, FILE *out)
{
	struct live *l = malloc(sizeof(*l));
	bool good;

	if (!l)
		return false;
	live_open(l, o, out);
	good = run(l, in, out);
	live_close(l);
	free(l);
	return good;
}
