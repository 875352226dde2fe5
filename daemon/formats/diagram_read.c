/* Parses a position's text into pieces on squares. */
#include <ctype.h>
#include <stdlib.h>

#include "daemon/formats/diagram_impl.h"

static int
fail(char why[DIAGRAM_WHY], const struct game *g, const char *at)
{
	snprintf(why, DIAGRAM_WHY, "this is no position of %s: \"%.40s\"", rules_title(g), at);
	return -1;
}

/* Takes a run of squares or a piece; returns the number of files it takes, 0 if invalid. */
static unsigned
take(const struct game *g, const char **at, uint8_t *piece)
{
	*piece = 0;
	if (isdigit((unsigned char)**at))
		return (unsigned)strtoul(*at, (char **)at, 10);
	*piece = rules_piece_parse(g, **at);
	if (!*piece)
		return 0;
	(*at)++;
	if (rules_mark(g) && **at == rules_mark(g)) {
		*piece |= PIECE_MARK;
		(*at)++;
	}
	return 1;
}

int
diagram_board_read(const struct game *g, const char *position, struct diagram_board *out,
		   char why[DIAGRAM_WHY])
{
	const char *at = position;
	unsigned files = rules_files(g), rank = rules_ranks(g), file = files;

	*out = (struct diagram_board){ .game = g };
	while (*at && *at != ' ') {
		unsigned n;
		uint8_t piece;

		if (file == files) {
			if (rank < rules_ranks(g) && *at++ != '/')
				return fail(why, g, position);
			if (rank-- == 0)
				return fail(why, g, position);
			file = 0;
		}
		n = take(g, &at, &piece);
		if (n == 0 || n > files - file)
			return fail(why, g, position);
		out->at[rank * files + file] = piece;
		file += n;
	}
	return rank == 0 && file == files ? 0 : fail(why, g, position);
}
