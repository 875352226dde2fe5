/*
 * Any bytes as a trace: each step returns an error or an event. A valid trace
 * is printed; the printed form reads and prints the same again, and replays to
 * the same output.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/trace/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* Reports whether the header has readings, which the printer does not write. */
static bool
has_readings(const struct trace_header *h)
{
	bool known = false;

	for (unsigned sq = 0; sq < rules_squares(h->game); sq++)
		known |= h->known.standing[sq] != 0;
	return h->has_board || known;
}

static void
print_head(const struct trace_reader *r, FILE *out)
{
	struct trace_played it = { 0 };

	trace_header_print(out, &r->header);
	while (trace_played_next(r, &it))
		trace_played_print(out, it.action);
}

static void
print_event(const struct trace_reader *r, int got, const struct event *e, FILE *out)
{
	char line[TRACE_BOARD_TEXT];

	if (got == TRACE_BOARD)
		trace_board_event_print(r->header.game, e->t_us, r->board, &r->known, line);
	else if (got == TRACE_STOP)
		trace_stop_print(e->t_us, line);
	else if (got == TRACE_TIME)
		trace_time_print(e->t_us, line);
	else
		trace_event_print(r->header.game, e, line);
	(void)fprintf(out, "%s\n", line);
}

/* Returns the whole trace as printed, or NULL if it has an error, or readings in a header. */
static char *
printed(const char *text, size_t len, size_t *out_len)
{
	static struct trace_reader r;
	struct trace_error err = { 0 };
	struct event e;
	char *got = NULL;
	bool whole = true;
	FILE *out;
	int more;

	if (trace_open(&r, text, len, &err) < 0) {
		assert(err.line > 0 && err.why[0]);
		return NULL;
	}
	out = open_memstream(&got, out_len);
	assert(out);
	do {
		whole &= !has_readings(&r.header);
		print_head(&r, out);
		while ((more = trace_next(&r, &e, &err)) > 0)
			print_event(&r, more, &e, out);
	} while (more == 0 && (more = trace_part_next(&r, &err)) > 0);
	(void)fclose(out);
	assert(more == 0 || (err.line > 0 && err.why[0]));
	if (more == 0 && whole)
		return got;
	free(got);
	return NULL;
}

static char *
replayed(const char *text, size_t len, int *status)
{
	static const struct replay_options options = { .explain = true };
	struct trace_error err = { 0 };
	char *got = NULL;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	assert(out);
	*status = replay_text(text, len, &options, out, &err);
	(void)fclose(out);
	assert(*status == 0 || (size == 0 && err.line > 0));
	return got;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	const char *text = (const char *)data;
	size_t once_len = 0, twice_len = 0;
	char *once = printed(text, len, &once_len), *twice;
	int status, status_once;

	if (!once)
		return 0;
	twice = printed(once, once_len, &twice_len);
	assert(twice && once_len == twice_len && memcmp(once, twice, once_len) == 0);
	free(twice);
	char *said = replayed(text, len, &status),
	     *said_once = replayed(once, once_len, &status_once);

	assert(status == status_once && strcmp(said, said_once) == 0);
	free(said);
	free(said_once);
	free(once);
	return 0;
}
