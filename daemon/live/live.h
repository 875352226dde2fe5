/*
 * A trace that arrives line by line, with the state visible to a player after each line:
 * for `halo replay --live` and the game generator. docs/live.md describes both for authors
 * of scripts.
 */
#pragma once
#include <jansson.h>

#include "daemon/lamps/lamps.h"
#include "daemon/trace/replay_step.h"
#include "daemon/words/words.h"

/* The kind of line that may come next. */
enum live_phase {
	LIVE_EMPTY,	/* the first line of a trace */
	LIVE_HEADER,	/* a line of the header, or the first event */
	LIVE_PLAYING,	/* an event, or the first line of another part */
	LIVE_BROKEN,	/* a header is invalid: no further line is accepted */
};

/* An announcement of the rules, with the number of its action (from 0). */
struct live_said {
	uint32_t move;
	struct announcement said;
};

/* Large: allocate it once. Fields are read-only for callers. */
struct live {
	struct replay replay;		/* `state` and `now_us` are valid after the last line */
	uint8_t phase;			/* enum live_phase */
	unsigned line;			/* number of the last line, from 1 */
	unsigned refused_lines;		/* number of refused lines */
	struct trace_error err;		/* why the last line was refused; line 0: it was accepted */
	/* why the session refused an act, an answer …; "": accepted */
	char refused[WORDS_LINE];
	unsigned n_said;
	struct live_said said[SESSION_NOTES_MAX];
	uint32_t n_final;		/* final actions at the last report */
	/* Receives all notes of the session; set by the caller, or NULL. */
	void (*on_note)(void *arg, const struct session_note *note);
	void *on_note_arg;

	char *head;			/* lines of the part's header so far; malloced */
	size_t head_len;
	unsigned head_line;		/* number of the first of them */
	bool begun;			/* a part has begun */
	struct hints_cache hints;
};

/* Opens. out: receives final actions, as `halo replay` prints them. */
void live_open(struct live *l, const struct replay_options *o, FILE *out);
void live_close(struct live *l);
/*
 * Processes one line without its newline; earlier deadlines are served first. Returns 0;
 * -EINVAL with l->err set and nothing changed, unless the phase is LIVE_BROKEN now; or
 * -ENOMEM.
 */
MUST_USE int live_line(struct live *l, const char *line, size_t len);
/* Ends the text: time continues as after a trace's last line. Returns as live_line. */
MUST_USE int live_end(struct live *l);
/* Computes the present frame of the lamps. */
void live_lamps(struct live *l, struct lamps_frame *out);

/* ---- live_view.c ---- */

/* Returns all that a player sees now, as a new reference, or NULL. ended: after the last line. */
json_t *live_view(struct live *l, bool ended);

/* ---- live_run.c ---- */

/*
 * Reads `in` to its end, line by line. Prints final actions and a line of JSON after each,
 * flushed, and refused lines on standard error. Returns false if any line was refused or
 * memory ran out.
 */
MUST_USE bool live_run(FILE *in, const struct replay_options *o, FILE *out);
