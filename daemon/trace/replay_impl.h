/* What a replay is made of; shared by its two files. */
#pragma once
#include "daemon/record/record.h"
#include "daemon/trace/replay.h"

struct replay {
	struct session session;
	struct session next;		/* of the part that begins */
	struct session_state state;	/* after the last step */
	struct session_out told;	/* by the last step */
	struct trace_reader reader;
	struct replay_options options;
	FILE *out;
	uint64_t now_us;
	struct prompt asked;		/* open before the last step */
	bool led;			/* the way back, or what is due, was lit by the last that was told */
	bool shown;			/* an action is provisional … */
	char shown_text[RULES_ACTION_TEXT];	/* … which */
	struct reading raw[RULES_SQUARES_MAX];	/* as the trace says */
	bool stopped;			/* time does not go on behind what was read */
	struct record_result printed;	/* the result that was printed last, and still holds */
};

/* All that the last step told, in order, as lines. */
void replay_print_told(struct replay *r);
/* How the game ended; nothing where that was printed already. */
void replay_print_result(struct replay *r, uint64_t t_us);
/* An action that is final, and n that are not any more. */
void replay_print_final(struct replay *r, uint64_t t_us, const char *text);
void replay_print_undo(struct replay *r, uint64_t t_us, unsigned n);
/* An edge that only says again what was read. */
void replay_print_repeat(struct replay *r, const struct event *e);
