#include "daemon/language.h"

#include "hw/lang/lang.h"

void
language_follow(struct table *t)
{
	char why[LANG_WHY];

	if (!lang_follow(table_setting(t, SETTING_LANGUAGE), why))
		return;
	t->version++;
	if (*why)
		log_line(LOG_CONFIG, "%s: English is spoken", why);
}
