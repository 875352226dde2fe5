/* Data shared by the screen's tests: stored states, sizes, messages. */
#pragma once
#include <stddef.h>

#include "ui/model.h"
#include "ui/stored.h"

enum { STAGES_MAX = 512, STAGE_NAME = 64, STAGE_SIZES = 2 };

struct stage_size {
	int w, h;
};

extern const struct stage_size stage_sizes[STAGE_SIZES];

/* Lists the names of states/NAME.json, sorted; returns their number. */
size_t stages_list(char names[STAGES_MAX][STAGE_NAME]);
/*
 * Reports whether a state has golden pictures and a place on the contact sheet:
 * every page, panel and prompt.
 */
bool stage_is_pictured(const char *name);
/* Loads states/NAME.json into a fresh model; fails the test on an error. */
void stage_load(const char *name, struct ui_model *m);
/* Reads states/NAME.json as a message. */
void stage_message(const char *name, struct ui_message *message);
/* Returns the state as the daemon sends it: one line with its newline. The caller frees it. */
char *stage_line(const char *name);
