#include "daemon/trouble.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool
trouble_set(struct troubles *t, unsigned place, enum log_who who, uint64_t now_us, const char *fmt,
	    ...)
{
	struct trouble *tr = &t->place[place];
	char what[TROUBLE_TEXT];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	if (tr->on && strcmp(tr->what, what) == 0)
		return false;
	if (!tr->on)
		tr->since_us = now_us;
	tr->on = true;
	tr->who = (uint8_t)who;
	memcpy(tr->what, what, sizeof(what));
	t->version++;
	log_line(who, "%s", what);
	return true;
}

bool
trouble_clear(struct troubles *t, unsigned place, const char *fmt, ...)
{
	struct trouble *tr = &t->place[place];
	char what[TROUBLE_TEXT];
	va_list ap;

	if (!tr->on)
		return false;
	tr->on = false;
	t->version++;
	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	log_line((enum log_who)tr->who, "%s", what);
	return true;
}
