/* A position's text as pieces on squares. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/formats/diagram_impl.h"

/* By enum piece_kind. */
static const char letters[] = ".PNBRQKSMC";
static const char marks[] = "*^@";

static int
fail(char why[DIAGRAM_WHY], const struct game *g, const char *at)
{
	snprintf(why, DIAGRAM_WHY, "this is no position of %s: \"%.40s\"", rules_title(g), at);
	return -1;
}

/* Kinds beyond the orthodox ones, and marks, are a game's own. */
static bool
is_of_game(const struct game *g, uint8_t piece)
{
	bool american = strcmp(rules_name(g), "american") == 0;
	enum piece_kind kind = piece_kind(piece);

	if (piece & PIECE_MARK && !diagram_mark_name(g))
		return false;
	if (kind == PIECE_STACK5)
		return strcmp(rules_name(g), "abstract") == 0;
	return american ? kind != PIECE_KING : kind <= PIECE_KING;
}

/* A run of squares or a piece; the number of files it takes, 0: neither. */
static unsigned
take(const char **at, uint8_t *piece)
{
	const char *letter;

	*piece = 0;
	if (isdigit((unsigned char)**at))
		return (unsigned)strtoul(*at, (char **)at, 10);
	letter = **at == '.' ? NULL : strchr(letters, toupper((unsigned char)**at));
	if (!letter || !*letter)
		return 0;
	*piece = piece_make((unsigned)(letter - letters), islower((unsigned char)**at));
	(*at)++;
	if (**at && strchr(marks, **at)) {
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
		n = take(&at, &piece);
		if (n == 0 || n > files - file || !is_of_game(g, piece))
			return fail(why, g, position);
		out->at[rank * files + file] = piece;
		file += n;
	}
	return rank == 0 && file == files ? 0 : fail(why, g, position);
}

static char
mark_of(const struct game *g)
{
	char text[4];

	rules_piece_print(g, PIECE_PAWN | PIECE_MARK, text);
	return text[1];
}

void
diagram_board_print(const struct diagram_board *b, FILE *out)
{
	unsigned files = rules_files(b->game), empty = 0;

	for (unsigned rank = rules_ranks(b->game); rank-- > 0;) {
		for (unsigned file = 0; file < files; file++) {
			uint8_t piece = b->at[rank * files + file];
			char letter = letters[piece_kind(piece)];

			empty += piece == 0;
			if (empty && (piece || file == files - 1)) {
				fprintf(out, "%u", empty);
				empty = 0;
			}
			if (!piece)
				continue;
			fputc(piece_colour(piece) ? tolower(letter) : letter, out);
			if (piece & PIECE_MARK)
				fputc(mark_of(b->game), out);
		}
		if (rank)
			fputc('/', out);
	}
}
