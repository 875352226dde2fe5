/* Prints the header of a trace. */
#include <string.h>

#include "daemon/trace/trace_impl.h"

const char *const trace_senses[] = {
	[SENSES_OCCUPANCY] = "occupancy",
	[SENSES_POLARITY] = "polarity",
	[SENSES_LEVEL] = "level",
};

static void
print_options(FILE *out, const char *options)
{
	while (*options) {
		size_t len = strcspn(options, " ");

		(void)fprintf(out, "option %.*s\n", (int)len, options);
		options += len + (options[len] == ' ');
	}
}

static void
print_blind(FILE *out, const struct trace_header *h)
{
	struct sqset left = h->config.blind;

	for (const char *join = "blind "; !sqset_empty(left); join = ",") {
		char sq[4];

		rules_square_print(h->game, sqset_pop(&left), sq);
		(void)fprintf(out, "%s%s", join, sq);
	}
	if (!sqset_empty(h->config.blind))
		(void)fputc('\n', out);
}

static void
print_computers(FILE *out, const struct trace_header *h)
{
	const char *join = "computer ";

	for (unsigned seat = 0; seat < rules_seats(h->game); seat++) {
		if (!(h->config.computers >> seat & 1u))
			continue;
		(void)fprintf(out, "%s%s", join, rules_seat_name(h->game, seat));
		join = ",";
	}
	if (*join == ',')
		(void)fputc('\n', out);
}

void
trace_header_print(FILE *out, const struct trace_header *h)
{
	char settle[24], empty[24], occupied[24];

	(void)fprintf(out, TRACE_FIRST_LINE "\ngame %s\n", rules_name(h->game));
	if (h->time_us) {
		trace_time_print(h->time_us, settle);
		(void)fprintf(out, "time %s\n", settle);
	}
	print_options(out, h->options);
	if (h->position[0])
		(void)fprintf(out, "position %s\n", h->position);
	(void)fprintf(out, "sensors %s\n", trace_senses[h->config.senses]);
	trace_time_print(h->config.settle_us, settle);
	trace_time_print(h->config.debounce_empty_us, empty);
	trace_time_print(h->config.debounce_occupied_us, occupied);
	(void)fprintf(out, "settle %s\ndebounce %s %s\n", settle, empty, occupied);
	if (h->config.objects)
		(void)fputs("props objects\n", out);
	print_blind(out, h);
	print_computers(out, h);
}

void
trace_played_print(FILE *out, const char *action)
{
	(void)fprintf(out, "played %s\n", action);
}
