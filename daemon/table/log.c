#include "daemon/table/log.h"
#include "hw/text/text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
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

enum { FIELDS_MAX = 6, FIELD_SIZE = 48, MESSAGE_SIZE = 8 + LINE_SIZE };

struct entry {
	char text[FIELDS_MAX][FIELD_SIZE];
	struct iovec field[FIELDS_MAX];
	int n;
};

static void __attribute__((format(printf, 2, 3))) add_field(struct entry *e, const char *fmt, ...)
{
	char *text = e->text[e->n];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, FIELD_SIZE, fmt, ap);
	va_end(ap);
	e->field[e->n++] = (struct iovec){ .iov_base = text, .iov_len = strlen(text) };
}

static bool
send_journal(enum log_who who, const char *place, bool begins, const char *line)
{
	static const int priority[] = {
		[LOG_BOARD] = 4, [LOG_CONFIG] = 3, [LOG_SYSTEM] = 4, [LOG_BUG] = 2, [LOG_GAME] = 6,
	};
	struct entry e = { .n = 0 };
	char message[MESSAGE_SIZE];

	(void)snprintf(message, sizeof(message), "MESSAGE=%s", line);
	e.field[e.n++] = (struct iovec){ .iov_base = message, .iov_len = strlen(message) };
	add_field(&e, "PRIORITY=%d", priority[who]);
	add_field(&e, "SYSLOG_IDENTIFIER=halod");
	add_field(&e, "HALO_WHO=%s", log_who_name(who));
	if (place) {
		add_field(&e, "HALO_TROUBLE=%s", place);
		add_field(&e, "HALO_TROUBLE_STATE=%s", begins ? "begins" : "ends");
	}
	return sd_journal_sendv(e.field, e.n) == 0;
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
