/*
 * The connection to the daemon: a thread that reads messages and reconnects
 * after a failure. Only the newest state is kept. A slow painter therefore
 * never blocks the daemon, which would close the connection.
 *
 * After a message that cannot be parsed, the connection is closed with a reason
 * and retried later. An outdated picture is never shown as current.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "ui/message.h"

enum {
	LINK_RETRY_MIN_MS = 200,	/* first pause after a failure, doubled each time … */
	LINK_RETRY_MAX_MS = 3000,	/* … up to this */
	LINK_PRESSES_MAX = 32,		/* waiting presses; newer ones are lost */
	LINK_ANSWERS_MAX = 4,		/* waiting answers; older ones are discarded */
};

struct link;

struct link_options {
	const char *path;		/* of the socket; shorter than CLIENT_PATH_MAX */
	unsigned retry_min_ms, retry_max_ms;	/* 0: the default */
	void (*wake)(void *arg);	/* called by the thread: link_take has updates */
	void *arg;
};

/* Everything received since the last link_take. */
struct link_updates {
	bool linked;			/* connected, and a state has arrived */
	char why[UI_SENTENCE_TEXT];	/* reason for no connection, as text for the player */
	bool has_state, has_error;
	struct ui_message state;	/* the newest, if has_state */
	struct ui_message error;	/* the newest, if has_error */
	unsigned n_presses;
	struct ui_press press[LINK_PRESSES_MAX];	/* of the board's buttons, oldest first */
	unsigned n_answers;
	struct ui_answer answer[LINK_ANSWERS_MAX];	/* oldest first */
};

/* Starts the thread, which connects at once. Returns 0 or -errno. */
MUST_USE int link_create(const struct link_options *o, struct link **out);
/* Stops the thread and waits for its end. */
void link_destroy(struct link *l);
/* Moves the updates to *n. Returns false if there are none; *n is then unchanged. */
bool link_take(struct link *l, struct link_updates *n);
/* Waits for updates until the timeout. Returns false if there are still none. */
bool link_wait(struct link *l, unsigned timeout_ms);
/* Sends a request. Returns 0, or -errno without a connection; the page then shows a message. */
MUST_USE int link_send(struct link *l, const struct ui_request *q);
