/* What duties keep in the journal over a restart, by key. */
#include "daemon/table/table.h"

const char *
table_kept(const struct table *t, const char *key)
{
	return t->store ? store_setting(t->store, key) : NULL;
}

void
table_keep(struct table *t, const char *key, const char *value)
{
	if (t->store && store_setting_set(t->store, key, value) < 0)
		log_line(LOG_BUG, "the setting %s has no room", key);
}
