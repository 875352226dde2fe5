/* Reads the drawings of the pieces from their installed files. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/formats/diagram_impl.h"

enum {
	PICTURE_MAX = 64 * 1024,
	NAME_SIZE = 8,
};

unsigned
svg_x(const struct game *g, unsigned sq)
{
	return SVG_LEFT + sq % rules_files(g) * DIAGRAM_SQUARE_PX;
}

unsigned
svg_y(const struct game *g, unsigned sq)
{
	return SVG_TOP + (rules_ranks(g) - 1 - sq / rules_files(g)) * DIAGRAM_SQUARE_PX;
}

static const char letters[] = ".PNBRQKSMC";

static void
picture_name(const struct game *g, uint8_t piece, char name[NAME_SIZE])
{
	unsigned stones = rules_stones(g, piece);

	if (stones)
		snprintf(name, NAME_SIZE, "%cS%u", piece_colour(piece) ? 'b' : 'w', stones % 10);
	else
		snprintf(name, NAME_SIZE, "%c%c", piece_colour(piece) ? 'b' : 'w',
			 letters[piece_kind(piece)]);
}

static char *
picture_read(const char *name)
{
	const char *folders[] = { getenv("HALO_PIECES"), HALO_PIECES_SOURCE,
				  HALO_PIECES_INSTALLED };
	char path[512], *text;
	size_t len;

	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		if (!folders[i] || !*folders[i])
			continue;
		snprintf(path, sizeof(path), "%s/%s.svg", folders[i], name);
		if (record_file_read(path, PICTURE_MAX, &text, &len) == 0)
			return text;
	}
	return NULL;
}

/* Prefixes the ids in a drawing with its name: all drawings share one file. */
static void
body_print(FILE *out, const char *at, const char *end, const char *name)
{
	static const char *const before[] = { " id=\"", "url(#" };

	while (at < end) {
		size_t len = 1;

		for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); i++)
			if (strncmp(at, before[i], strlen(before[i])) == 0)
				len = strlen(before[i]);
		fwrite(at, 1, len, out);
		if (len > 1)
			fprintf(out, "%s-", name);
		at += len;
	}
}

/* Prints the content of <svg …>, without its title. */
static bool
drawing_print(FILE *out, const char *name)
{
	char *text = picture_read(name), *from, *to, *title;

	from = text ? strstr(text, "<svg") : NULL;
	from = from ? strchr(from, '>') : NULL;
	to = from ? strstr(from, "</svg>") : NULL;
	if (!to) {
		free(text);
		return false;
	}
	from++;
	title = strstr(from, "</title>");
	body_print(out, title ? title + strlen("</title>") : from, to, name);
	free(text);
	return true;
}

/* Prints a disc with the piece's letter if there is no drawing. */
static void
token_print(FILE *out, uint8_t piece)
{
	bool black = piece_colour(piece);

	fprintf(out,
		"<circle cx=\"50\" cy=\"50\" r=\"40\" fill=\"%s\" stroke=\"#000\" "
		"stroke-width=\"4\"/><text x=\"50\" y=\"68\" font-size=\"52\" "
		"text-anchor=\"middle\" fill=\"%s\">%c</text>",
		black ? "#333" : "#fff", black ? "#fff" : "#000", letters[piece_kind(piece)]);
}

static const struct {
	char mark;
	const char *picture, *name;
	bool under;
} marked[] = {
	{ '*', "mHalo", "Crooked", false },
	{ '^', "mZombie", "Zombies", false },
	{ '@', "mMirror", "Behind the mirror", true },
};

static int
mark_row(const struct game *g)
{
	for (int i = 0; i < (int)(sizeof(marked) / sizeof(marked[0])); i++)
		if (marked[i].mark == rules_mark(g))
			return i;
	return -1;
}

const char *
diagram_mark_name(const struct game *g)
{
	int row = mark_row(g);

	return row < 0 ? NULL : marked[row].name;
}

static void
symbol_print(FILE *out, const char *name, uint8_t piece)
{
	fprintf(out, "<symbol id=\"%s\" viewBox=\"0 0 100 100\">", name);
	if (!drawing_print(out, name))
		token_print(out, piece);
	fputs("</symbol>\n", out);
}

void
svg_symbols(FILE *out, const struct game *g, uint64_t used)
{
	bool mark = false;
	char name[NAME_SIZE];
	int row = mark_row(g);

	fputs("<defs>\n", out);
	for (unsigned piece = 1; piece < PIECE_MARK; piece++) {
		bool plain = used >> piece & 1, with = used >> (piece | PIECE_MARK) & 1;

		mark |= with;
		if (!plain && !with)
			continue;
		picture_name(g, (uint8_t)piece, name);
		symbol_print(out, name, (uint8_t)piece);
	}
	if (mark && row >= 0)
		symbol_print(out, marked[row].picture, PIECE_MARK);
	fputs("</defs>\n", out);
}

static void
use_print(FILE *out, unsigned x, unsigned y, const char *name, unsigned inset)
{
	fprintf(out, "<use href=\"#%s\" x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\"/>", name,
		x + inset, y + inset, DIAGRAM_SQUARE_PX - 2 * inset, DIAGRAM_SQUARE_PX - 2 * inset);
}

/* Prints the number of stones, for legibility. */
static void
badge_print(FILE *out, unsigned x, unsigned y, unsigned stones)
{
	if (stones)
		fprintf(out,
			"<circle cx=\"%u\" cy=\"%u\" r=\"11\" fill=\"#f2efe8\" stroke=\"#101318\"/>"
			"<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">%u</text>",
			x + DIAGRAM_SQUARE_PX - 14, y + 14, x + DIAGRAM_SQUARE_PX - 14, y + 19,
			stones);
}

void
svg_piece(FILE *out, const struct game *g, unsigned sq, uint8_t piece, const char *attributes,
	  const char *content)
{
	int row = piece & PIECE_MARK ? mark_row(g) : -1;
	unsigned x = svg_x(g, sq), y = svg_y(g, sq);
	char name[NAME_SIZE], square[4], text[4];

	picture_name(g, piece & (uint8_t)~PIECE_MARK, name);
	rules_square_print(g, sq, square);
	rules_piece_print(g, piece, text);
	fprintf(out, "<g class=\"piece\" data-square=\"%s\" data-piece=\"%s\"%s>", square, text,
		attributes);
	if (row >= 0 && marked[row].under)
		use_print(out, x, y, marked[row].picture, 1);
	use_print(out, x, y, name, 3);
	if (row >= 0 && !marked[row].under)
		use_print(out, x, y, marked[row].picture, 3);
	badge_print(out, x, y, rules_stones(g, piece));
	fprintf(out, "%s</g>\n", content);
}
