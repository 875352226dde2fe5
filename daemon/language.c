#include "daemon/language.h"

#include <stdio.h>
#include <string.h>

#include "daemon/words/say.h"
#include "hw/lang/lang.h"

_Static_assert((int)SAY_TEXT <= (int)LANG_WHY, "a reason has room");

static char now[LANG_NAME]; /* "": English */

static int
take(void *arg, const char *key, const char *text, char why[LANG_WHY])
{
	char said[SAY_TEXT];
	size_t len = strlen(key);

	(void)arg;
	if (say_replace(key, text, said) == 0)
		return 0;
	/* The key is in the place already. */
	(void)snprintf(why, LANG_WHY, "%s",
		       strncmp(said, key, len) == 0 && said[len] == ':' ? said + len + 2 : said);
	return -1;
}

static void
tell(void *arg, const char *line)
{
	(void)arg;
	log_line(LOG_CONFIG, "%s", line);
}

void
language_follow(struct table *t)
{
	const struct lang_sink sink = { .take = take, .tell = tell };
	const char *wanted = table_setting(t, SETTING_LANGUAGE);
	char path[LANG_PATH];

	if (strcmp(wanted, now) == 0)
		return;
	(void)snprintf(now, sizeof(now), "%s", wanted);
	say_reset();
	t->version++;
	if (!*now)
		return;
	if (lang_find(now, path) < 0)
		log_line(LOG_CONFIG, "there is no file for the language %s: English is spoken", now);
	else
		(void)!lang_read(path, "board", &sink);
}
