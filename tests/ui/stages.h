/* What the tests of the screen share: stored states, sizes, messages. */
#pragma once
#include <stddef.h>

#include "ui/model.h"
#include "ui/stored.h"

enum { STAGES_MAX = 256, STAGE_NAME = 64, STAGE_SIZES = 2 };

struct stage_size {
	int w, h;
};

extern const struct stage_size stage_sizes[STAGE_SIZES];

/* The names of states/NAME.json, sorted; their number. */
size_t stages_list(char names[STAGES_MAX][STAGE_NAME]);
/* Of these there are golden pictures, and places on the contact sheet: every page, panel and prompt. */
bool stage_is_pictured(const char *name);
/* Loads states/NAME.json into a fresh model; fails the test when it cannot. */
void stage_load(const char *name, struct ui_model *m);
/* The state of states/NAME.json as a message. */
void stage_message(const char *name, struct ui_message *message);
/* The same as the daemon would send it: one line, its newline included. To be freed. */
char *stage_line(const char *name);
