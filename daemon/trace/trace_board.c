/* Board fields: pieces on squares, as far as readings distinguish them. */
#include <string.h>

#include "daemon/core/field.h"
#include "daemon/core/reading.h"
#include "daemon/trace/trace_impl.h"

/* A piece that does not exist in this game. */
static const char FOREIGN = '?';

uint8_t
trace_piece_parse(const struct game *g, struct text_part w)
{
	uint8_t piece = w.len == 0              ? 0
			: text_part_is(w, "?") ? INFER_FOREIGN
						: rules_piece_parse(g, w.s[0]);

	if (piece && w.len == 2 && rules_mark(g) && w.s[1] == rules_mark(g))
		return piece | PIECE_MARK;
	return w.len == 1 ? piece : 0;
}

int
trace_pieces_parse(const struct game *g, struct text_part field, bool foreign, unsigned line,
		   uint8_t out[RULES_SQUARES_MAX], struct trace_error *err)
{
	if (field_parse(g, field.s, field.len, foreign, out) < 0)
		return trace_fail_word(err, line, field, "no board of this game");
	return 0;
}

int
trace_board_parse(const struct game *g, unsigned senses, struct text_part field, unsigned line,
		  struct reading *out, struct trace_error *err)
{
	uint8_t piece[RULES_SQUARES_MAX];

	if (trace_pieces_parse(g, field, false, line, piece, err) < 0)
		return -1;
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		out[sq] = reading_of_piece(g, senses, piece[sq]);
	return 0;
}

void
trace_field_print(const struct game *g, const uint8_t *pieces, char out[TRACE_FIELD_TEXT])
{
	unsigned files = rules_files(g);

	for (unsigned rank = rules_ranks(g); rank-- > 0;) {
		unsigned run = 0;

		for (unsigned file = 0; file < files; file++) {
			uint8_t piece = pieces[rank * files + file];
			char name[4];

			run += piece == 0;
			if (piece == 0 && file + 1 < files)
				continue;
			if (run > 0)
				out += sprintf(out, "%u", run);
			run = 0;
			rules_piece_print(g, piece, name);
			if (piece && name[0] == '.')
				*out++ = FOREIGN;
			else if (piece)
				out = stpcpy(out, name);
		}
		if (rank > 0)
			*out++ = '/';
	}
	*out = '\0';
}
