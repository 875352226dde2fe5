/*
 * The link of docs/protocol.md as the screen speaks it: lines that come in,
 * requests that go out. No sockets in here.
 */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "ui/state.h"

enum {
	UI_LINK_VERSION = 1,
	UI_LINE_MAX = 65536,		/* a message with its newline */
	UI_REQUEST_TEXT = 512,		/* any request of the screen, newline and NUL included */
};

enum ui_message_kind {
	UI_MESSAGE_HELLO,		/* version, program */
	UI_MESSAGE_STATE,		/* state */
	UI_MESSAGE_OK,			/* id */
	UI_MESSAGE_ERROR,		/* id, why */
	UI_MESSAGE_OTHER,		/* of a kind the screen has no use for */
};

struct ui_message {
	uint8_t kind;			/* enum ui_message_kind */
	int64_t id;			/* -1: not an answer */
	int64_t version;
	char program[UI_NAME_TEXT];
	char why[UI_SENTENCE_TEXT];
	struct ui_state state;
};

/* One line without its newline. 0, or -EINVAL with *err told and *m undefined. */
MUST_USE int ui_message_parse(const char *line, size_t len, struct ui_message *m,
			      struct ui_error *err);

enum ui_request_kind {
	UI_REQUEST_ACT,			/* action */
	UI_REQUEST_PRESS,		/* word: clock ok back hint */
	UI_REQUEST_ANSWER,		/* prompt, yes; seat: whose, "" nobody in particular */
	UI_REQUEST_CHOOSE,		/* prompt, action */
	UI_REQUEST_NEW,			/* word: the game; options, yes: force */
	UI_REQUEST_UNDO,		/* n */
	UI_REQUEST_RESIGN,		/* seat */
	UI_REQUEST_DRAW,
	UI_REQUEST_CLAIM,
	UI_REQUEST_HINTS,		/* seat, word: off moves safe */
	UI_REQUEST_ROLL,		/* the daemon's dice */
	UI_REQUEST_SELECT,		/* action: "buy:N" to set down next, "" none after all */
	UI_REQUEST_SCREEN,		/* this client is the screen, and may open pages */
	UI_REQUEST_HANDOVER,		/* seat: opens its page, "" closes it */
};

struct ui_request {
	uint8_t kind;			/* enum ui_request_kind */
	bool yes;
	uint16_t n;
	uint32_t prompt;
	char word[24];
	char seat[UI_SEAT_TEXT];
	char action[UI_ACTION_TEXT];
	char options[32];		/* NEW: "" or "key=value" words */
};

/* The request as a line, newline included; its length. `id` comes back in the answer. */
size_t ui_request_print(const struct ui_request *q, uint32_t id, char out[UI_REQUEST_TEXT]);
