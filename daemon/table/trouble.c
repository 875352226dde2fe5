#include "daemon/table/trouble.h"

#include <stdio.h>
#include <string.h>

#include "hw/lang/lang.h"
#include "hw/text/text.h"

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
trouble_set(struct troubles *t, unsigned place, enum log_who who, uint64_t now_us, const char *text)
{
	struct trouble *one = &t->place[place];
	char what[TROUBLE_TEXT], name[TROUBLE_NAME];

	text_copy(what, sizeof(what), text);
	if (one->on ? strcmp(one->what, what) == 0 : !*what)
		return false;
	trouble_name(place, name);
	t->version++;
	if (!*what) {
		one->on = false;
		lang_print(what, sizeof(what), tr("over: {1}"), one->what);
		log_trouble((enum log_who)one->who, name, false, "%s", what);
		return true;
	}
	if (!one->on)
		one->since_us = now_us;
	one->on = true;
	one->who = (uint8_t)who;
	memcpy(one->what, what, sizeof(what));
	log_trouble(who, name, true, "%s", what);
	return true;
}
