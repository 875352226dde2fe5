/* Shared by the files of the book only. */
#pragma once
#include "daemon/table/book.h"

/*
 * Start at b->first; update after action a, which led from *before to b->at. Both are in
 * book_hiding.c.
 */
void book_hiding_start(struct table_book *b);
void book_hiding_step(struct table_book *b, const struct position *before, struct action a);
