#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "daemon/partner/partner.h"

void
partner_log(const char *fmt, ...)
{
	va_list ap;

	(void)fputs("halo-partner: ", stderr);
	va_start(ap, fmt);
	(void)vfprintf(stderr, fmt, ap); /* NOLINT(clang-analyzer-valist.*) */
	va_end(ap);
	(void)fputc('\n', stderr);
}

int64_t
partner_now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
