/* The language that the setting names: halod's own sentences out of its file. */
#pragma once
#include "daemon/table/table.h"

/* Follows the setting; what is wrong with the file is told in the log, and stays English. */
void language_follow(struct table *t);
