#include "daemon/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void (*sink)(void *arg, const char *line);
static void *sink_arg;

const char *
log_who_name(enum log_who who)
{
	static const char *const name[] = {
		[LOG_BOARD] = "board", [LOG_CONFIG] = "config", [LOG_SYSTEM] = "system",
		[LOG_BUG] = "bug",     [LOG_GAME] = "game",
	};

	return name[who];
}

void
log_sink(void (*fn)(void *arg, const char *line), void *arg)
{
	sink = fn;
	sink_arg = arg;
}

void
log_line(enum log_who who, const char *fmt, ...)
{
	char line[424];
	int n = snprintf(line, sizeof(line), "%s: ", log_who_name(who));
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(line + n, sizeof(line) - (size_t)n - 1, fmt, ap);
	va_end(ap);
	/* A message that carries foreign text must not forge a second line. */
	for (char *c = line; *c; c++)
		if (*c == '\n' || *c == '\r')
			*c = ' ';
	if (sink) {
		sink(sink_arg, line);
		return;
	}
	/* One write, so that lines of several threads do not mix. */
	strcat(line, "\n");
	if (write(STDERR_FILENO, line, strlen(line)) < 0)
		return;
}
