#include "ui/language.h"

#include <stdio.h>

#include "hw/lang/lang.h"
#include "ui/page.h"

_Static_assert((int)LANG_MAX <= (int)UI_LANGUAGES_MAX && (int)LANG_NAME <= (int)UI_NAME_TEXT,
	       "a model takes what there is");

void
language_list(struct ui_model *m)
{
	char name[LANG_MAX][LANG_NAME], why[LANG_WHY];

	m->n_languages = (uint8_t)lang_list(name);
	for (unsigned i = 0; i < m->n_languages; i++) {
		snprintf(m->language[i], sizeof(m->language[i]), "%.*s", LANG_NAME - 1, name[i]);
		(void)lang_follow(name[i], why);
		snprintf(m->language_own[i], sizeof(m->language_own[i]), "%.*s", UI_NAME_TEXT - 1,
			 page_language_name(name[i]));
	}
	(void)language_follow(&m->state);
}

bool
language_follow(const struct ui_state *s)
{
	char why[LANG_WHY];

	if (!lang_follow(s->settings.known ? s->settings.language : "", why))
		return false;
	if (*why)
		fprintf(stderr, "halo-screen: %s: English is spoken\n", why);
	return true;
}
