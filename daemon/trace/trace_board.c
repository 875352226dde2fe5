/* Board fields: pieces on squares, as far as readings distinguish them. */
#include <string.h>

#include "daemon/core/reading.h"
#include "daemon/trace/trace_impl.h"

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Returns the piece written as the `len` bytes at s, or 0. */
static uint8_t
piece_written(const struct game *g, const char *s, size_t len)
{
	uint8_t piece = len > 0 ? rules_piece_parse(g, s[0]) : 0;

	if (piece && len == 2 && rules_mark(g) && s[1] == rules_mark(g))
		return piece | PIECE_MARK;
	return len == 1 ? piece : 0;
}

/* A piece that does not exist in this game. */
static const char FOREIGN = '?';

uint8_t
trace_piece_parse(const struct game *g, struct trace_word w)
{
	return trace_word_is(w, "?") ? INFER_FOREIGN : piece_written(g, w.s, w.len);
}

/* Parser state. */
struct field {
	const struct game *g;
	struct trace_word text;
	size_t at;
	unsigned line, rank, file; /* rank counts down to 0 */
	bool foreign;		   /* FOREIGN is allowed */
};

/* Takes the piece at f->at; a letter with a mark has precedence over the letter. */
static uint8_t
take_piece(struct field *f)
{
	if (f->foreign && f->text.s[f->at] == FOREIGN) {
		f->at++;
		return INFER_FOREIGN;
	}
	for (size_t len = 2; len > 0; len--) {
		uint8_t piece = f->at + len <= f->text.len
					? piece_written(f->g, f->text.s + f->at, len)
					: 0;

		if (piece) {
			f->at += len;
			return piece;
		}
	}
	return 0;
}

/* Takes a run of empty squares, one or two digits. */
static unsigned
take_run(struct field *f)
{
	unsigned run = 0;

	/* A run does not begin with 0. */
	for (int i = 0;
	     (i == 0 || (i == 1 && run > 0)) && f->at < f->text.len && is_digit(f->text.s[f->at]);
	     i++)
		run = run * 10 + (unsigned)(f->text.s[f->at++] - '0');
	return run;
}

static int
fail(const struct field *f, size_t at, const char *why, struct trace_error *err)
{
	struct trace_word culprit = { f->text.s + at, at < f->text.len };

	return trace_fail_word(err, f->line, culprit.len ? culprit : f->text, why);
}

/* Parses the pieces and runs of one rank, up to `/` or the end. */
static int
take_rank(struct field *f, uint8_t *out, struct trace_error *err)
{
	unsigned files = rules_files(f->g);

	for (f->file = 0; f->at < f->text.len && f->text.s[f->at] != '/';) {
		size_t at = f->at;
		unsigned run = is_digit(f->text.s[at]) ? take_run(f) : 1;
		uint8_t piece = is_digit(f->text.s[at]) ? 0 : take_piece(f);

		if (f->at == at)
			return fail(f, at, "no piece of this game", err);
		if (run == 0 || run > files - f->file)
			return fail(f, at,
				    run ? "the rank has more squares than the board"
					: "no run of empty squares",
				    err);
		if (piece)
			out[f->rank * files + f->file] = piece;
		f->file += run;
	}
	if (f->file < files)
		return trace_fail(err, f->line, "rank %u of the board has %u squares of %u",
				  f->rank + 1, f->file, files);
	return 0;
}

int
trace_pieces_parse(const struct game *g, struct trace_word field, bool foreign, unsigned line,
		   uint8_t *out, struct trace_error *err)
{
	struct field f = { .g = g, .text = field, .line = line, .foreign = foreign };

	memset(out, 0, rules_squares(g) * sizeof(*out));
	for (f.rank = rules_ranks(g); f.rank-- > 0;) {
		if (take_rank(&f, out, err) < 0)
			return -1;
		if (f.rank > 0 && f.at == f.text.len)
			return trace_fail(err, line, "the board has %u ranks of %u",
					  rules_ranks(g) - f.rank, rules_ranks(g));
		f.at += f.rank > 0;
	}
	if (f.at < f.text.len)
		return fail(&f, f.at, "follows the board's last rank", err);
	return 0;
}

int
trace_board_parse(const struct game *g, unsigned senses, struct trace_word field, unsigned line,
		  struct reading *out, struct trace_error *err)
{
	uint8_t piece[RULES_SQUARES_MAX];

	if (trace_pieces_parse(g, field, false, line, piece, err) < 0)
		return -1;
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		out[sq] = reading_of_piece(g, senses, piece[sq]);
	return 0;
}

int
trace_known_parse(const struct game *g, const char *field, uint8_t *standing,
		  struct trace_error *err)
{
	return trace_pieces_parse(g, (struct trace_word){ field, strlen(field) }, true, 0, standing,
				  err);
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
