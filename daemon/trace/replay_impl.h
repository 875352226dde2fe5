/* What a replay is made of; shared by its two files. */
#pragma once
#include "daemon/trace/replay.h"

struct replay {
	struct session session;
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
};

/* All that the last step told, in order, as lines. */
void replay_print_told(struct replay *r);
/* An edge that only says again what was read. */
void replay_print_repeat(struct replay *r, const struct event *e);
