/* JSON of the clerk's replies: strings from any bytes, and lists that fit into a reply. */
#include <errno.h>
#include <jansson.h>

#include "daemon/store/store_impl.h"

json_t *
store_json_column(struct db *db, enum db_statement st, int column)
{
	char text[RECORD_TEXT_MAX];

	/*
	 * Invalid bytes, of a damaged journal or another program, must not make the whole reply
	 * fail.
	 */
	record_text_set(text, db_text(db, st, column));
	return json_string(text);
}

int
store_json_append(json_t *list, json_t *item, size_t room, size_t *used)
{
	size_t size = item ? json_dumpb(item, NULL, 0, JSON_COMPACT | JSON_ENCODE_ANY) : 0;

	if (size == 0)
		return json_decref(item), -ENOMEM;
	size++; /* the comma */
	if (*used + size > room)
		return json_decref(item), 0;
	*used += size;
	return json_array_append_new(list, item) < 0 ? -ENOMEM : 1;
}
