#include "daemon/core/field.h"

#include <ctype.h>
#include <string.h>

#include "daemon/core/infer.h"

/* The part of a field that is not parsed yet. */
struct rest {
	const char *at, *end;
};

/* Takes a run of empty squares or a piece. Returns the number of files, 0 if invalid. */
static unsigned
take(const struct game *g, struct rest *rest, bool foreign, uint8_t *piece)
{
	unsigned run = 0;

	*piece = 0;
	if (isdigit((unsigned char)*rest->at)) {
		for (; rest->at < rest->end && run < 10 && isdigit((unsigned char)*rest->at);
		     rest->at++)
			run = run * 10 + (unsigned)(*rest->at - '0');
		return run;
	}
	*piece = foreign && *rest->at == '?' ? INFER_FOREIGN : rules_piece_parse(g, *rest->at);
	if (!*piece)
		return 0;
	rest->at++;
	if (rest->at < rest->end && rules_mark(g) && *rest->at == rules_mark(g)) {
		*piece |= PIECE_MARK;
		rest->at++;
	}
	return 1;
}

int
field_parse(const struct game *g, const char *text, size_t len, bool foreign,
	    uint8_t out[RULES_SQUARES_MAX])
{
	unsigned files = rules_files(g), rank = rules_ranks(g) - 1, file = 0;
	struct rest rest = { text, text + len };

	memset(out, 0, RULES_SQUARES_MAX * sizeof(*out));
	while (rest.at < rest.end) {
		unsigned n;
		uint8_t piece;

		if (file == files) {
			if (*rest.at++ != '/' || rank-- == 0 || rest.at == rest.end)
				return -1;
			file = 0;
		}
		n = take(g, &rest, foreign, &piece);
		if (n == 0 || n > files - file)
			return -1;
		out[rank * files + file] = piece;
		file += n;
	}
	return rank == 0 && file == files ? 0 : -1;
}
