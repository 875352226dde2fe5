/* What clients ask of the board itself, and of the machine it runs on. */
#include <string.h>

#include "daemon/server/request_impl.h"
#include "daemon/view/view.h"

int
request_diagnostics(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	json_object_set_new(r->out, "diagnostics", view_diagnostics(r->t));
	return REQUEST_DONE;
}

int
request_lamptest(struct request *r)
{
	int on;

	if (request_take(r, "{s:b!}", "on", &on) < 0)
		return REQUEST_REFUSED;
	table_lamptest(r->t, r->client, on != 0);
	return REQUEST_DONE;
}

int
request_calibrate(struct request *r)
{
	const char *step;

	if (request_take(r, "{s:s!}", "step", &step) < 0)
		return REQUEST_REFUSED;
	return table_calibrate(r->t, step) < 0 ? request_refuse(r, "%s", r->t->why) : REQUEST_DONE;
}

int
request_poweroff(struct request *r)
{
	if (request_take(r, "{!}") < 0)
		return REQUEST_REFUSED;
	if (strcmp(table_setting(r->t, SETTING_POWER_OFF), "true") != 0)
		return request_refuse(r, "%s", say_text(SAY_NOT_OFF_SETTING));
	if (!r->t->ops->power_off)
		return request_refuse(r, "%s", say_text(SAY_NOT_OFF));
	r->t->ops->power_off(r->t->ops_arg);
	return REQUEST_DONE;
}
