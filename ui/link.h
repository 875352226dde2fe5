/*
 * The connection to the daemon: a thread that reads, and goes on trying while
 * there is nobody to read from. It keeps only the newest state, so a screen
 * that is slow to paint never makes the daemon wait, nor gets dropped.
 *
 * A daemon that says what this screen cannot read is let go, with the reason,
 * and tried again later: an old picture is never shown as if it were current.
 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "ui/message.h"

enum {
	LINK_PATH_MAX = 108,		/* as sun_path */
	LINK_RETRY_MIN_MS = 200,	/* first pause after a failure; doubles … */
	LINK_RETRY_MAX_MS = 3000,	/* … up to this */
	LINK_PRESSES_MAX = 32,		/* not taken yet, while a picture takes its time; newer ones are lost */
	LINK_ANSWERS_MAX = 4,		/* not taken yet; older ones are dropped */
};

struct link;

struct link_options {
	const char *path;		/* of the socket, below LINK_PATH_MAX */
	unsigned retry_min_ms, retry_max_ms;	/* 0: the house's */
	void (*wake)(void *arg);	/* from the thread: link_take has something */
	void *arg;
};

/* What has happened since the last link_take. */
struct link_news {
	bool linked;			/* the daemon is there and has told its state */
	char why[UI_SENTENCE_TEXT];	/* why not, for people */
	bool has_state, has_error;
	struct ui_message state;	/* the newest, if has_state */
	struct ui_message error;	/* the newest, if has_error */
	unsigned n_presses;
	struct ui_press press[LINK_PRESSES_MAX];	/* of the board's buttons, oldest first */
	unsigned n_answers;
	struct ui_answer answer[LINK_ANSWERS_MAX];	/* oldest first */
};

/* Starts trying at once. 0 or -errno. */
MUST_USE int link_create(const struct link_options *o, struct link **out);
/* Ends the thread; waits for it. */
void link_destroy(struct link *l);
/* False: nothing new, *n untouched. */
bool link_take(struct link *l, struct link_news *n);
/* Waits until there is something to take, at most so long. False: there was not. */
bool link_wait(struct link *l, unsigned timeout_ms);
/* 0, or -errno when there is nobody to hear it; the page will say so. */
MUST_USE int link_send(struct link *l, const struct ui_request *q);

/*
 * Where the daemon listens when nobody says otherwise: $RUNTIME_DIRECTORY, then
 * $XDG_RUNTIME_DIR. 0, or -1 with *err told.
 */
MUST_USE int link_path_default(char out[LINK_PATH_MAX], struct ui_error *err);
