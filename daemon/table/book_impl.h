/* What the files of the book share; nobody else includes this. */
#pragma once
#include "daemon/table/book.h"

/* book_hiding.c: from b->first on; and after a, which has made *before b->at. */
void book_hiding_start(struct table_book *b);
void book_hiding_step(struct table_book *b, const struct position *before, struct action a);
