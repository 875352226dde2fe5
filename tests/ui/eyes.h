/*
 * Eyes on a screen of Xvfb: what a window really shows, pixel by pixel, beside
 * what a model says that it should. A test that waits for the picture knows that
 * what came before it has been taken in, however slow the machine is.
 */
#pragma once
#include <stdbool.h>

#include "ui/model.h"

struct program;

enum {
	EYES_WIDTH = 800,
	EYES_HEIGHT = 480,
	EYES_POINTER = 24, /* the pointer's picture reaches so far from its place */
};

/* Starts an X server whose picture lies in a file of this folder. */
void eyes_open(struct program *server, const char *folder);
void eyes_close(void);

/* The mouse was moved there: its arrow lies over the picture. */
void eyes_pointer(int x, int y);

/* Whether the whole picture is the model's. Where something blinks, on or off. */
bool eyes_see(const struct ui_model *m);
/* Whether the part of the picture in the box is; for what the model knows in part. */
bool eyes_see_part(const struct ui_model *m, struct rect box);
/* Both pictures as PNG beside each other in the folder; fails the test and says where. */
void eyes_fail(const struct ui_model *m, const char *why);
