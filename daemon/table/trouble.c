#include "daemon/table/trouble.h"
#include "hw/text/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void
trouble_name(unsigned place, char out[TROUBLE_NAME])
{
	static const struct {
		unsigned first;
		const char *name;
		bool many;
	} rows[] = {
		{ TROUBLE_BUS, "bus", true },       { TROUBLE_SENSOR, "sensor", true },
		{ TROUBLE_LED, "lamp", true },      { TROUBLE_LINE, "line", true },
		{ TROUBLE_STORE, "store", false },  { TROUBLE_GPIO, "gpio", false },
		{ TROUBLE_SQUARE, "square", true }, { TROUBLE_BESIDE, "beside", false },
		{ TROUBLE_MUX, "mux", true },       { TROUBLE_SUPPLY, "supply", false },
		{ TROUBLE_BLIND, "blind", false },
		{ TROUBLE_STUCK, "stuck", false },  { TROUBLE_STICK, "stick", true },
		{ TROUBLE_RESET, "reset", false },
	};
	unsigned i = sizeof(rows) / sizeof(rows[0]) - 1;

	while (rows[i].first > place)
		i--;
	if (rows[i].many)
		(void)snprintf(out, TROUBLE_NAME, "%s.%u", rows[i].name, (place - rows[i].first) % 100);
	else
		(void)snprintf(out, TROUBLE_NAME, "%s", rows[i].name);
}

bool
trouble_set(struct troubles *t, unsigned place, enum log_who who, uint64_t now_us, const char *fmt,
	    ...)
{
	struct trouble *tr = &t->place[place];
	char what[TROUBLE_TEXT], name[TROUBLE_NAME];
	va_list ap;

	va_start(ap, fmt);
	text_vprint(what, sizeof(what), fmt, ap);
	va_end(ap);
	if (tr->on && strcmp(tr->what, what) == 0)
		return false;
	if (!tr->on)
		tr->since_us = now_us;
	tr->on = true;
	tr->who = (uint8_t)who;
	memcpy(tr->what, what, sizeof(what));
	t->version++;
	trouble_name(place, name);
	log_trouble(who, name, true, "%s", what);
	return true;
}

bool
trouble_clear(struct troubles *t, unsigned place, const char *fmt, ...)
{
	struct trouble *tr = &t->place[place];
	char what[TROUBLE_TEXT], name[TROUBLE_NAME];
	va_list ap;

	if (!tr->on)
		return false;
	tr->on = false;
	t->version++;
	va_start(ap, fmt);
	text_vprint(what, sizeof(what), fmt, ap);
	va_end(ap);
	trouble_name(place, name);
	log_trouble((enum log_who)tr->who, name, false, "%s", what);
	return true;
}
