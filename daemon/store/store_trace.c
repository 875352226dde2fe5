/* Traces of kept games. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/store/store_impl.h"

int
store_trace_text(struct db *db, uint32_t number, char **text)
{
	size_t size = 0;
	FILE *out = open_memstream(text, &size);
	sqlite3_stmt *q;
	int got;

	if (!out)
		return -ENOMEM;
	db_ask(db, DB_TRACE_GET, "i", (int64_t)number);
	q = db->statement[DB_TRACE_GET];
	while ((got = db_row(db, DB_TRACE_GET)) == 1) {
		int len = sqlite3_column_bytes(q, 0);

		if (len > 0)
			fwrite(sqlite3_column_blob(q, 0), 1, (size_t)len, out);
	}
	if (fclose(out) != 0 && got == 0)
		got = -ENOMEM;
	if (got < 0)
		free(*text);
	return got;
}
