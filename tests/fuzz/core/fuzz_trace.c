/*
 * Any bytes as a trace: reading tells an error or an event, never more. What
 * was read is printed; that is read again and printed as the same, and replays
 * to the same words.
 */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/trace/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* The position after what was played, as far as it is legal. */
static void
play(const struct trace_header *h, const char *text, struct position *p)
{
	struct action a;

	if (rules_action_parse(h->game, p, text, &a) == 0)
		rules_apply(h->game, p, a);
}

static void
start(const struct trace_header *h, struct position *p)
{
	struct rules_error err;
	int r = h->position[0] ? rules_parse(h->game, h->position, p, &err)
			       : rules_start(h->game, h->options, p, &err);

	assert(r == 0); /* trace_open has seen to it */
}

static void
print_head(const struct trace_reader *r, FILE *out)
{
	struct trace_played it = { 0 };
	struct position p;

	start(&r->header, &p);
	trace_header_print(out, &r->header);
	while (trace_played_next(r, &it)) {
		trace_played_print(out, it.action);
		play(&r->header, it.action, &p);
	}
	trace_readings_print(out, &r->header, &p);
}

static void
print_event(const struct trace_reader *r, int got, const struct event *e, FILE *out)
{
	char line[TRACE_BOARD_TEXT];

	if (got == TRACE_BOARD)
		trace_board_event_print(r->header.game, e->t_us, r->board, &r->known, line);
	else if (got == TRACE_STOP)
		trace_stop_print(e->t_us, line);
	else
		trace_event_print(r->header.game, e, line);
	(void)fprintf(out, "%s\n", line);
}

/* The whole trace as printed, or NULL: it has an error. */
static char *
printed(const char *text, size_t len, size_t *out_len)
{
	static struct trace_reader r;
	struct trace_error err = { 0 };
	struct event e;
	char *got = NULL;
	FILE *out;
	int more;

	if (trace_open(&r, text, len, &err) < 0) {
		assert(err.line > 0 && err.why[0]);
		return NULL;
	}
	out = open_memstream(&got, out_len);
	assert(out);
	do {
		print_head(&r, out);
		while ((more = trace_next(&r, &e, &err)) > 0)
			print_event(&r, more, &e, out);
	} while (more == 0 && (more = trace_part_next(&r, &err)) > 0);
	(void)fclose(out);
	assert(more == 0 || (err.line > 0 && err.why[0]));
	if (more == 0)
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
