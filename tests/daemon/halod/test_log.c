/*
 * The log: lines on standard error, or entries with fields if that is the
 * systemd journal. The linker wraps the journal's call with __wrap_….
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/table/trouble.h"

static char entry[1024]; /* its fields, one per line */
static int journal_says;

int __wrap_sd_journal_send(const char *format, ...);

int
__wrap_sd_journal_send(const char *format, ...)
{
	va_list ap;

	entry[0] = '\0';
	va_start(ap, format);
	for (; format; format = va_arg(ap, const char *)) {
		size_t at = strlen(entry), room = sizeof(entry) - at, n = strcspn(format, "%");

		if (strcmp(format + n, "%d") == 0)
			snprintf(entry + at, room, "%.*s%d\n", (int)n, format, va_arg(ap, int));
		else
			snprintf(entry + at, room, "%.*s%s\n", (int)n, format,
				 format[n] ? va_arg(ap, const char *) : "");
	}
	va_end(ap);
	return journal_says;
}

/* Redirects standard error to a file; returns what was written to it since. */
static FILE *
catch_stderr(int *kept)
{
	FILE *f = tmpfile();

	assert_non_null(f);
	*kept = dup(STDERR_FILENO);
	assert_int_equal(dup2(fileno(f), STDERR_FILENO), STDERR_FILENO);
	return f;
}

static const char *
caught(FILE *f, int kept)
{
	static char text[1024];
	size_t n;

	assert_int_equal(dup2(kept, STDERR_FILENO), STDERR_FILENO);
	close(kept);
	rewind(f);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = '\0';
	fclose(f);
	return text;
}

/* Sets the variable as systemd does for a service whose standard error is `f`. */
static void
name_journal(FILE *f, unsigned off)
{
	struct stat st;
	char text[64];

	assert_int_equal(fstat(fileno(f), &st), 0);
	snprintf(text, sizeof(text), "%ju:%ju", (uintmax_t)st.st_dev, (uintmax_t)st.st_ino + off);
	setenv("JOURNAL_STREAM", text, 1);
}

static void
test_lines(void **state)
{
	int kept;
	FILE *f = catch_stderr(&kept);

	(void)state;
	unsetenv("JOURNAL_STREAM");
	log_line(LOG_CONFIG, "two\nlines of %d", 1);
	/* The variable names another stream. */
	name_journal(f, 1);
	log_line(LOG_BUG, "ours");
	assert_string_equal(entry, "");
	assert_string_equal(caught(f, kept), "config: two lines of 1\nbug: ours\n");
}

static void
test_journal(void **state)
{
	int kept;
	FILE *f = catch_stderr(&kept);

	(void)state;
	name_journal(f, 0);
	log_line(LOG_GAME, "ready");
	assert_string_equal(entry, "MESSAGE=game: ready\nPRIORITY=6\nSYSLOG_IDENTIFIER=halod\n"
				   "HALO_WHO=game\n");
	/* The journal refuses an entry: the line is not lost. */
	journal_says = -ENOBUFS;
	log_line(LOG_SYSTEM, "disk");
	journal_says = 0;
	assert_string_equal(caught(f, kept), "system: disk\n");
}

static const struct {
	unsigned place;
	const char *name;
} places[] = {
	{ TROUBLE_BUS, "bus.0" },           { TROUBLE_BUS + 3, "bus.3" },
	{ TROUBLE_SENSOR, "sensor.0" },     { TROUBLE_SENSOR + 15, "sensor.15" },
	{ TROUBLE_LED + 1, "lamp.1" },      { TROUBLE_LINE + 2, "line.2" },
	{ TROUBLE_STORE, "store" },         { TROUBLE_GPIO, "gpio" },
	{ TROUBLE_SQUARE + 4, "square.4" }, { TROUBLE_BESIDE, "beside" },
	{ TROUBLE_MUX + 1, "mux.1" },       { TROUBLE_SUPPLY, "supply" },
	{ TROUBLE_BLIND, "blind" },         { TROUBLE_STUCK, "stuck" },
	{ TROUBLE_STICK + 3, "stick.3" },   { TROUBLE_RESET, "reset" },
};

static void
test_troubles(void **state)
{
	struct troubles t = { 0 };
	int kept;
	FILE *f = catch_stderr(&kept);
	char want[64];

	(void)state;
	name_journal(f, 0);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		assert_true(trouble_set(&t, places[i].place, LOG_BOARD, 1, "gone"));
		snprintf(want, sizeof(want), "\nHALO_TROUBLE=%s\nHALO_TROUBLE_STATE=begins\n",
			 places[i].name);
		assert_non_null(strstr(entry, want));
		assert_non_null(strstr(entry, "MESSAGE=board: gone\nPRIORITY=4\n"));
		entry[0] = '\0';
		assert_false(trouble_set(&t, places[i].place, LOG_BOARD, 2, "gone"));
		assert_string_equal(entry, "");
		assert_true(trouble_set(&t, places[i].place, LOG_BOARD, 0, ""));
		snprintf(want, sizeof(want), "\nHALO_TROUBLE=%s\nHALO_TROUBLE_STATE=ends\n",
			 places[i].name);
		assert_non_null(strstr(entry, want));
	}
	assert_string_equal(caught(f, kept), "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_journal),
		cmocka_unit_test(test_troubles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
