/* Prints draw lists as the text of golden files. */
#pragma once
#include "ui/page.h"

/*
 * Prints the list as text, a command a line, targets last. Returns the length of the text, which
 * is truncated to the buffer.
 */
size_t drawn_print(const struct draw_list *l, char *out, size_t size);
