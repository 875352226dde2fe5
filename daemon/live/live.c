#include "daemon/live/live.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- notes of the session ---- */

static void
note_received(void *arg, const struct session_note *note)
{
	struct live *l = arg;

	if (note->kind == NOTE_FINAL)
		l->n_final++;
	else if (note->kind == NOTE_UNDO)
		l->n_final -= note->n;
	else if (note->kind == NOTE_REFUSED)
		words_refused(note, l->refused, sizeof(l->refused));
	else if (note->kind == NOTE_ANNOUNCED && l->n_said < SESSION_NOTES_MAX)
		l->said[l->n_said++] = (struct live_said){ l->n_final - 1, note->said };
	if (l->on_note)
		l->on_note(l->on_note_arg, note);
}

void
live_open(struct live *l, const struct replay_options *o, FILE *out)
{
	memset(l, 0, sizeof(*l));
	l->replay.options = *o;
	l->replay.out = out;
	l->replay.on_note = note_received;
	l->replay.on_note_arg = l;
}

void
live_close(struct live *l)
{
	free(l->head);
	l->head = NULL;
}

void
live_lamps(struct live *l, struct lamps_frame *out)
{
	struct lamps_config config = lamps_config_default();

	config.objects = l->replay.state.objects;
	lamps_compose(&l->hints, &l->replay.state, &config, out);
}

/* ---- the header of a part ---- */

static int
add_to_head(struct live *l, const char *line, size_t len)
{
	char *head = realloc(l->head, l->head_len + len + 1);

	if (!head)
		return -ENOMEM;
	l->head = head;
	memcpy(head + l->head_len, line, len);
	l->head_len += len;
	head[l->head_len++] = '\n';
	return 0;
}

static int
begin_head(struct live *l, const char *line, size_t len)
{
	l->head_len = 0;
	l->head_line = l->line;
	l->phase = LIVE_HEADER;
	return add_to_head(l, line, len);
}

/* Starts the session of a part whose header is complete. */
static int
begin_part(struct live *l)
{
	struct replay *r = &l->replay;
	int err = -EINVAL;

	trace_feed(&r->reader, l->head, l->head_len, l->head_line);
	if (trace_part_next(&r->reader, &l->err) > 0)
		err = replay_begin_part(r, !l->begun, &l->err);
	l->phase = err == -EINVAL ? LIVE_BROKEN : LIVE_PLAYING;
	l->begun = true;
	l->n_final = r->state.n_actions;
	return err;
}

/* ---- lines, by phase ---- */

static int
fail(struct live *l, const char *why)
{
	l->err.line = l->line;
	(void)snprintf(l->err.why, sizeof(l->err.why), "%s", why);
	return -EINVAL;
}

static int
line_empty(struct live *l, const char *line, size_t len)
{
	if (trace_line_kind(line, len) == TRACE_LINE_FIRST)
		return begin_head(l, line, len);
	return fail(l, "the first line is not '# haloboard trace 1'");
}

static int
line_playing(struct live *l, const char *line, size_t len)
{
	struct replay *r = &l->replay;
	enum trace_line_kind kind = trace_line_kind(line, len);
	struct event e;
	int got;

	if (kind == TRACE_LINE_FIRST)
		return begin_head(l, line, len);
	trace_feed(&r->reader, line, len, l->line);
	got = trace_next(&r->reader, &e, &l->err);
	if (got < 0)
		return -EINVAL;
	return got == TRACE_END ? 0 : replay_event(r, (enum trace_got)got, &e);
}

static int
line_header(struct live *l, const char *line, size_t len)
{
	enum trace_line_kind kind = trace_line_kind(line, len);
	int err;

	if (kind == TRACE_LINE_IDLE || kind == TRACE_LINE_HEADER)
		return add_to_head(l, line, len);
	err = begin_part(l);
	return err < 0 ? err : line_playing(l, line, len);
}

static int
line_broken(struct live *l, const char *line, size_t len)
{
	(void)line;
	(void)len;
	return fail(l, "the header above cannot be read");
}

/* Clears the results of the previous line. */
static void
begin_line(struct live *l)
{
	l->err = (struct trace_error){ 0 };
	*l->refused = '\0';
	l->n_said = 0;
}

int
live_line(struct live *l, const char *line, size_t len)
{
	static int (*const take[])(struct live * l, const char *line, size_t len) = {
		[LIVE_EMPTY] = line_empty,
		[LIVE_HEADER] = line_header,
		[LIVE_PLAYING] = line_playing,
		[LIVE_BROKEN] = line_broken,
	};
	int err;

	l->line++;
	begin_line(l);
	err = take[l->phase](l, line, len);
	l->refused_lines += err == -EINVAL;
	return err;
}

int
live_end(struct live *l)
{
	int err = 0;

	begin_line(l);
	l->line += l->phase == LIVE_EMPTY;
	if (l->phase == LIVE_EMPTY)
		err = fail(l, "the first line is not '# haloboard trace 1'");
	else if (l->phase == LIVE_HEADER)
		err = begin_part(l);
	l->refused_lines += err == -EINVAL;
	return l->phase == LIVE_PLAYING && err == 0 ? replay_finish(&l->replay) : err;
}
