#include "daemon/table/log.h"
#include "hw/text/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The journal must not record places in this file. */
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>

enum { LINE_SIZE = 424 };

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

/*
 * Reports whether standard error is connected to the journal. The environment variable alone
 * does not prove that: the parent may have redirected standard error.
 */
static bool
is_journal(void)
{
	const char *stream = getenv("JOURNAL_STREAM");
	char own[64];
	struct stat st;

	if (!stream || fstat(STDERR_FILENO, &st) < 0)
		return false;
	(void)snprintf(own, sizeof(own), "%ju:%ju", (uintmax_t)st.st_dev, (uintmax_t)st.st_ino);
	return strcmp(stream, own) == 0;
}

static bool
send_journal(enum log_who who, const char *place, bool begins, const char *line)
{
	static const int priority[] = {
		[LOG_BOARD] = 4, [LOG_CONFIG] = 3, [LOG_SYSTEM] = 4, [LOG_BUG] = 2, [LOG_GAME] = 6,
	};

	if (!place)
		return sd_journal_send("MESSAGE=%s", line, "PRIORITY=%d", priority[who],
				       "SYSLOG_IDENTIFIER=halod", "HALO_WHO=%s", log_who_name(who),
				       NULL) == 0;
	return sd_journal_send("MESSAGE=%s", line, "PRIORITY=%d", priority[who],
			       "SYSLOG_IDENTIFIER=halod", "HALO_WHO=%s", log_who_name(who),
			       "HALO_TROUBLE=%s", place, "HALO_TROUBLE_STATE=%s",
			       begins ? "begins" : "ends", NULL) == 0;
}

static void __attribute__((format(printf, 4, 0)))
write_prefixed(enum log_who who, const char *place, bool begins, const char *fmt, va_list ap)
{
	char line[LINE_SIZE];
	int n = snprintf(line, sizeof(line), "%s: ", log_who_name(who));

	(void)vsnprintf(line + n, sizeof(line) - (size_t)n - 1, fmt, ap);
	/* Foreign text in a message must not forge a second line or control a terminal. */
	text_mend(line);
	if (sink) {
		sink(sink_arg, line);
		return;
	}
	if (is_journal() && send_journal(who, place, begins, line))
		return;
	/* A single write keeps lines of several threads apart. */
	strcat(line, "\n");
	if (write(STDERR_FILENO, line, strlen(line)) < 0)
		return;
}

void
log_line(enum log_who who, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_prefixed(who, NULL, false, fmt, ap);
	va_end(ap);
}

void
log_trouble(enum log_who who, const char *place, bool begins, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	write_prefixed(who, place, begins, fmt, ap);
	va_end(ap);
}
