/* Requests about settings and the date. */
#include <stdio.h>
#include <string.h>

#include "daemon/server/request_impl.h"
#include "daemon/view/view.h"

int
request_settings(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	json_object_set_new(r->out, "settings", view_settings_list(r->t));
	return REQUEST_DONE;
}

/*
 * Converts a value of the setting's form to text, in `number` if it must be printed; NULL:
 * another form.
 */
static const char *
value_text(unsigned s, const json_t *v, char number[24])
{
	switch (settings_table[s].form) {
	case FORM_NUMBER:
		if (!json_is_integer(v))
			return NULL;
		(void)snprintf(number, 24, "%lld", (long long)json_integer_value(v));
		return number;
	case FORM_FLAG:
		return json_is_boolean(v) ? json_is_true(v) ? "true" : "false" : NULL;
	case FORM_CHOICE:
	case FORM_TEXT:
		return json_string_value(v);
	}
	return NULL;
}

static const char *
expected(unsigned s)
{
	static const char *const form[] = { "a whole number", "true or false", "a text", "a text" };

	return form[settings_table[s].form];
}

/* Checks a value; all are checked before any is set. */
static int
check(struct request *r, const char *key, const json_t *v, const char *value[SETTINGS],
      char number[SETTINGS][24])
{
	unsigned s = settings_find(key);
	char why[SETTINGS_WHY] = "";

	if (s == SETTINGS)
		return request_refuse(r, "%.32s: there is no such setting", key);
	value[s] = value_text(s, v, number[s]);
	if (!value[s])
		return request_refuse(r, "%s: %s is expected", key, expected(s));
	return settings_check(s, value[s], why) < 0 ? request_refuse(r, "%s", why) : 0;
}

int
request_set(struct request *r)
{
	const char *value[SETTINGS] = { NULL }, *key;
	char number[SETTINGS][24];
	json_t *values, *v;

	if (request_take(r, "{s:o!}", "values", &values) < 0)
		return REQUEST_REFUSED;
	if (!json_is_object(values))
		return request_refuse(r, "values: an object, a value for each key, is expected");
	json_object_foreach(values, key,
			    v) if (check(r, key, v, value, number) < 0) return REQUEST_REFUSED;
	table_settings_set(r->t, value);
	return REQUEST_DONE;
}

int
request_date(struct request *r)
{
	const char *date;

	if (request_take(r, "{s:s!}", "date", &date) < 0)
		return REQUEST_REFUSED;
	return table_day_set(r->t, date) < 0 ? request_refuse(r, "%s", r->t->why) : REQUEST_DONE;
}
