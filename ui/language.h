/*
 * The language that the settings name, out of its file: the screen's texts
 * follow it. What is wrong with the file is told on standard error, once.
 */
#pragma once
#include "ui/model.h"

/* The languages there are files of, for the settings page. */
void language_list(struct ui_model *m);
/* That of the state's settings, if it is another than now. True: texts have changed. */
bool language_follow(const struct ui_state *s);
