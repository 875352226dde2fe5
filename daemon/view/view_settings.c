/* Settings as clients are told them. */
#include <stdlib.h>
#include <string.h>

#include "daemon/view/view_impl.h"

static json_t *
value_json(unsigned s, const char *text)
{
	switch (settings_table[s].form) {
	case FORM_NUMBER:
		return json_integer(strtol(text, NULL, 10));
	case FORM_FLAG:
		return json_boolean(strcmp(text, "true") == 0);
	case FORM_CHOICE:
	case FORM_TEXT:
		break;
	}
	return json_string(text);
}

json_t *
view_settings(const struct table *t)
{
	json_t *o = json_object();

	for (unsigned s = 0; s < SETTINGS; s++)
		view_set(o, settings_table[s].key,
			 value_json(s, table_setting(t, (enum setting)s)));
	return o;
}

static json_t *
choices(const struct setting_row *row)
{
	json_t *a = json_array();

	for (unsigned i = 0; i < SETTINGS_CHOICES && row->choice[i]; i++)
		view_append(a, json_string(row->choice[i]));
	return a;
}

json_t *
view_settings_list(const struct table *t)
{
	static const char *const form[] = { "number", "flag", "choice", "text" };
	json_t *a = json_array();

	for (unsigned s = 0; s < SETTINGS; s++) {
		const struct setting_row *row = &settings_table[s];
		json_t *o = json_pack("{s:s, s:o, s:o, s:s}", "key", row->key, "value",
				      value_json(s, table_setting(t, (enum setting)s)), "default",
				      value_json(s, row->standard), "form", form[row->form]);

		if (row->form == FORM_NUMBER) {
			view_set(o, "min", json_integer(row->min));
			view_set(o, "max", json_integer(row->max));
		} else if (row->form == FORM_CHOICE) {
			view_set(o, "choices", choices(row));
		}
		view_append(a, o);
	}
	return a;
}
