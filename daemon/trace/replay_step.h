/*
 * A replay in steps: parts and events of a trace in order of time; the session's deadlines
 * are served in between. replay_text drives a whole trace with it, daemon/live one that
 * arrives line by line.
 */
#pragma once
#include "daemon/record/record.h"
#include "daemon/trace/replay.h"

struct replay {
	struct session session;
	struct session next;		/* for the part that begins */
	struct session_state state;	/* after the last step */
	struct session_out step;        /* notes of the last step */
	struct trace_reader reader;
	struct replay_options options;
	FILE *out;			/* for final actions */
	/* Receives all notes of a step, besides *out; or NULL. */
	void (*on_note)(void *arg, const struct session_note *note);
	void *on_note_arg;
	uint64_t now_us;
	struct prompt asked;		/* open before the last step */
	bool led;			/* guidance or dues were on in the last note */
	bool shown;			/* an action is provisional */
	char shown_text[RULES_ACTION_TEXT];	/* its text */
	struct reading raw[RULES_SQUARES_MAX];	/* readings of the trace */
	bool stopped;			/* time ends at the last line read */
	struct record_result printed;	/* last printed result, if still valid */
};

/*
 * Begins the part whose header is in r->reader; `first` of the text. Returns 0; -EINVAL
 * with *err set and *r unchanged (the record has an illegal action); or -ENOMEM.
 */
MUST_USE int replay_begin_part(struct replay *r, bool first, struct trace_error *err);
/* Processes one event of the part, as returned by trace_next. Returns 0 or -ENOMEM. */
MUST_USE int replay_event(struct replay *r, enum trace_got got, const struct event *e);
/* Serves every deadline up to t_us, each at its own time. Returns 0 or -ENOMEM. */
MUST_USE int replay_advance(struct replay *r, uint64_t t_us);
/* Ends the text: advances a minute and prints the record if requested. Returns 0 or -ENOMEM. */
MUST_USE int replay_finish(struct replay *r);
