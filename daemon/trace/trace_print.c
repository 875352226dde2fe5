/* The header of a trace, as text. */
#include <string.h>

#include "daemon/trace/trace_impl.h"

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

void
trace_header_print(FILE *out, const struct trace_header *h)
{
	static const char *const sensors[] = {
		[SENSES_OCCUPANCY] = "occupancy",
		[SENSES_POLARITY] = "polarity",
		[SENSES_LEVEL] = "level",
	};
	char settle[24], empty[24], occupied[24];

	(void)fprintf(out, TRACE_FIRST_LINE "\ngame %s\n", rules_name(h->game));
	if (h->time_us) {
		trace_time_print(h->time_us, settle);
		(void)fprintf(out, "time %s\n", settle);
	}
	print_options(out, h->options);
	if (h->position[0])
		(void)fprintf(out, "position %s\n", h->position);
	(void)fprintf(out, "sensors %s\n", sensors[h->config.senses]);
	trace_time_print(h->config.settle_us, settle);
	trace_time_print(h->config.debounce_empty_us, empty);
	trace_time_print(h->config.debounce_occupied_us, occupied);
	(void)fprintf(out, "settle %s\ndebounce %s %s\n", settle, empty, occupied);
	if (h->config.objects)
		(void)fputs("props objects\n", out);
	print_blind(out, h);
}

void
trace_played_print(FILE *out, const char *action)
{
	(void)fprintf(out, "played %s\n", action);
}

/* pieces: a byte a square, with marks. */
static void
print_field(FILE *out, const char *key, const struct game *g, const uint8_t *pieces)
{
	char field[TRACE_FIELD_TEXT];

	trace_field_print(g, pieces, field);
	(void)fprintf(out, "%s %s\n", key, field);
}

/* Of pieces that stand where they belong a trace says nothing. */
static void
print_known(FILE *out, const struct trace_header *h, const struct position *now)
{
	bool any = false;

	for (unsigned sq = 0; sq < rules_squares(h->game); sq++)
		any |= h->known.standing[sq] &&
		       h->known.standing[sq] != (rules_at(h->game, now, sq) & ~PIECE_MARK);
	if (!any)
		return;
	print_field(out, "known", h->game, h->known.standing);
}

void
trace_readings_print(FILE *out, const struct trace_header *h, const struct position *now)
{
	uint8_t pieces[RULES_SQUARES_MAX];

	print_known(out, h, now);
	if (!h->has_board)
		return;
	for (unsigned sq = 0; sq < rules_squares(h->game); sq++) {
		bool exact;

		pieces[sq] = trace_board_piece(h->game, h->config.senses, h->board[sq],
					       rules_at(h->game, now, sq), &exact);
	}
	print_field(out, "board", h->game, pieces);
}
