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
	json_object_set_new(r->out, "settings", view_settings(r->t));
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
	return request_reply(r, table_day_set(r->t, date));
}

/* ---- clocks ---- */

int
request_clock_spec(struct request *r, const char *text, struct clock_spec *out)
{
	char why[CLOCK_WHY] = "";

	if (text && clock_spec_parse(text, out, why) < 0)
		return request_refuse(r, "clock: %s", why);
	return 0;
}

static int
set(struct request *r, const char *text)
{
	struct clock_spec spec;

	if (request_clock_spec(r, text, &spec) < 0)
		return REQUEST_REFUSED;
	return request_reply(r, table_clock_set(r->t, &spec));
}

int
request_clock(struct request *r)
{
	const char *spec = NULL;
	int pause = -1;

	if (request_take(r, "{s?:s, s?:b!}", "spec", &spec, "pause", &pause) < 0 ||
	    request_need_game(r) < 0)
		return REQUEST_REFUSED;
	if ((spec != NULL) == (pause >= 0))
		return request_refuse(r, "either spec or pause is expected");
	if (spec)
		return set(r, spec);
	if (r->t->clocks.play.spec.mode == CLOCK_NONE)
		return request_refuse(r, "%s", tr("there is no clock"));
	table_clock_pause(r->t, pause ? CLOCK_ASKED : CLOCK_RUNS, r->t->now_us);
	return REQUEST_DONE;
}

static int
claim_draw(struct request *r)
{
	if (!r->t->state.claims)
		return request_refuse(r, "%s", tr("no draw can be claimed now"));
	table_menu_close(r->t);
	return request_event(r,
			     (struct event){ .kind = EVENT_DRAW, .yes = true, .seat = SEAT_NONE });
}

int
request_claim(struct request *r)
{
	const char *what = "draw", *seat = NULL, *token = NULL;
	uint8_t s = SEAT_NONE;
	bool late;

	if (request_take(r, "{s?:s, s?:s, s?:s!}", "what", &what, "seat", &seat, "token", &token) <
		    0 ||
	    request_need_game(r) < 0 || request_seat(r, seat, &s) < 0)
		return REQUEST_REFUSED;
	late = strcmp(what, "time") == 0;
	if (!late && strcmp(what, "draw") != 0)
		return request_refuse(r, "what: \"%.12s\" is none of draw, time", what);
	if (s == SEAT_NONE)
		s = (uint8_t)(late ? table_clock_claimant(r->t) : r->t->state.to_act);
	if (request_authorise(r, s < RULES_SEATS_MAX ? s : SEAT_NONE, token) < 0)
		return REQUEST_REFUSED;
	if (!late)
		return claim_draw(r);
	return request_reply(r, table_menu_time(r->t));
}
