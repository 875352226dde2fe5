/* The last minutes of the table as a trace: a bug report that replays. */
#include <stdio.h>
#include <stdlib.h>

#include "daemon/table/table.h"

char *
table_trace_text(const struct table *t)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out;
	bool failed;

	if (!t->begun)
		return NULL;
	out = open_memstream(&text, &len);
	if (!out)
		return NULL;
	trace_ring_print(&t->trace, out);
	failed = ferror(out) != 0;
	if (fclose(out) != 0 || failed) {
		free(text);
		return NULL;
	}
	return text;
}
