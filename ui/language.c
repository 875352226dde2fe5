#include "ui/language.h"

#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "ui/phrase.h"

_Static_assert((int)LANG_MAX <= (int)UI_LANGUAGES_MAX && (int)LANG_NAME <= (int)UI_NAME_TEXT &&
		       (int)LANG_WHY <= (int)PHRASE_WHY,
	       "a model takes what there is");

static char now[UI_NAME_TEXT]; /* "": English */

void
language_list(struct ui_model *m)
{
	char name[LANG_MAX][LANG_NAME];

	m->n_languages = (uint8_t)lang_list(name);
	for (unsigned i = 0; i < m->n_languages; i++)
		snprintf(m->language[i], sizeof(m->language[i]), "%.*s", LANG_NAME - 1, name[i]);
}

static int
take(void *arg, const char *key, const char *text, char why[LANG_WHY])
{
	(void)arg;
	return phrase_replace(key, text, why);
}

static void
tell(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "halo-screen: %s\n", line);
}

bool
language_follow(const struct ui_state *s)
{
	const struct lang_sink sink = { .take = take, .tell = tell };
	const char *wanted = s->settings.told ? s->settings.language : "";
	char path[LANG_PATH];

	if (strcmp(wanted, now) == 0)
		return false;
	snprintf(now, sizeof(now), "%s", wanted);
	phrase_reset();
	if (now[0] == '\0')
		return true;
	if (lang_find(now, path) < 0)
		fprintf(stderr, "halo-screen: there is no file for the language %s\n", now);
	else
		(void)!lang_read(path, "screen", &sink);
	return true;
}
