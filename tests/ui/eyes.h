/*
 * Reads the screen of Xvfb: compares a window's real pixels with the picture of
 * a model. A test that waits for the picture knows that all earlier input has
 * been processed, however slow the machine is.
 */
#pragma once
#include <stdbool.h>

#include "ui/model.h"

struct program;

enum {
	EYES_WIDTH = 800,
	EYES_HEIGHT = 480,
	EYES_POINTER = 24, /* most pixels from the pointer's position to its edge */
};

/* Starts an X server that keeps its picture in a file of this folder. */
void eyes_open(struct program *server, const char *folder);
void eyes_close(void);

/* Notes where the mouse was moved: its arrow covers the picture there. */
void eyes_pointer(int x, int y);

/* Reports whether the whole picture matches the model's. A blinking part may be on or off. */
bool eyes_see(const struct ui_model *m);
/* Reports whether the picture matches inside the box, for a model with partial knowledge. */
bool eyes_see_part(const struct ui_model *m, struct rect box);
/* Saves both pictures as PNG files in the folder, then fails the test with their paths. */
void eyes_fail(const struct ui_model *m, const char *why);
