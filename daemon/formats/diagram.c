/* Draws one position as SVG: squares, pieces, and in words what the board does not show. */
#include <stdlib.h>
#include <string.h>

#include "daemon/formats/diagram_impl.h"

unsigned
svg_width(const struct game *g)
{
	return SVG_LEFT + rules_files(g) * DIAGRAM_SQUARE_PX + 10;
}

void
svg_text(FILE *out, const char *text)
{
	for (; *text; text++)
		switch (*text) {
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc(*text, out);
		}
}

void
svg_open(FILE *out, const struct game *g, unsigned height, const char *title)
{
	unsigned w = svg_width(g);

	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
		"viewBox=\"0 0 %u %u\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"%d\">\n"
		"<title>",
		w, height, w, height, SVG_TEXT_PX);
	svg_text(out, title);
	fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", out);
}

/* Returns the squares that the game sets apart in every position: the gauntlet. */
static struct sqset
lasting_area(const struct game *g)
{
	struct rules_error err;
	struct position start;

	if (rules_seats(g) > 2 || rules_start(g, "", &start, &err) < 0) /* a seat's half changes */
		return (struct sqset){ { 0, 0 } };
	return rules_area(g, &start);
}

void
svg_squares(FILE *out, const struct game *g)
{
	unsigned files = rules_files(g), side = DIAGRAM_SQUARE_PX;
	struct sqset area = lasting_area(g);

	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		fprintf(out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"%s\"/>\n",
			svg_x(g, sq), svg_y(g, sq), side, side,
			(sq % files + sq / files) % 2 ? "#e3d2b4" : "#b08d63");
	while (!sqset_empty(area)) {
		unsigned sq = sqset_pop(&area);

		fprintf(out,
			"<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"#3a2a1c\" "
			"fill-opacity=\"0.4\"/>\n",
			svg_x(g, sq), svg_y(g, sq), side, side);
	}
	fputs("<g fill=\"#444\" text-anchor=\"middle\">\n", out);
	for (unsigned file = 0; file < files; file++)
		fprintf(out, "<text x=\"%u\" y=\"%u\">%c</text>\n", svg_x(g, file) + side / 2,
			svg_y(g, 0) + side + 18, 'a' + file);
	for (unsigned rank = 0; rank < rules_ranks(g); rank++)
		fprintf(out, "<text x=\"%d\" y=\"%u\">%u</text>\n", SVG_LEFT / 2,
			svg_y(g, rank * files) + side / 2 + 5, rank + 1);
	fputs("</g>\n", out);
}

int
svg_close(FILE *out, char **text, char why[DIAGRAM_WHY])
{
	bool failed;

	fputs("</svg>\n", out);
	failed = ferror(out) != 0;
	if (fclose(out) == 0 && !failed)
		return 0;
	free(*text);
	*text = NULL;
	snprintf(why, DIAGRAM_WHY, "no memory");
	return -1;
}

static void
pieces_print(FILE *out, const struct diagram *d, const struct diagram_board *b)
{
	uint64_t used = 0;

	for (unsigned sq = 0; sq < rules_squares(d->game); sq++)
		used |= UINT64_C(1) << b->at[sq];
	svg_symbols(out, d->game, used);
	for (unsigned sq = 0; sq < rules_squares(d->game); sq++)
		if (sqset_has(d->changed, sq))
			fprintf(out,
				"<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" "
				"fill=\"#f0e442\" fill-opacity=\"0.5\"/>\n",
				svg_x(d->game, sq), svg_y(d->game, sq), DIAGRAM_SQUARE_PX,
				DIAGRAM_SQUARE_PX);
	for (unsigned sq = 0; sq < rules_squares(d->game); sq++)
		if (b->at[sq])
			svg_piece(out, d->game, sq, b->at[sq], "", "");
}

static void
words_print(FILE *out, const struct diagram *d, const struct diagram_words *w)
{
	unsigned y = SVG_TOP + rules_ranks(d->game) * DIAGRAM_SQUARE_PX + SVG_BELOW;

	for (unsigned i = 0; i < w->n; i++) {
		fprintf(out, "<text x=\"%d\" y=\"%u\" fill=\"#111\">", SVG_LEFT,
			y + (i + 1) * SVG_LINE_PX - 4);
		svg_text(out, w->line[i]);
		fputs("</text>\n", out);
	}
}

char *
diagram_svg(const struct diagram *d, char why[DIAGRAM_WHY])
{
	unsigned height = SVG_TOP + rules_ranks(d->game) * DIAGRAM_SQUARE_PX + SVG_BELOW;
	const char *caption = d->caption ? d->caption : rules_title(d->game);
	struct diagram_words words = { 0 };
	struct diagram_board board;
	char *text = NULL;
	size_t size;
	FILE *out;

	if (diagram_board_read(d->game, d->position, &board, why) < 0)
		return NULL;
	if (d->words)
		diagram_words(d->game, d->position, d->over, diagram_letters(d->game), &words);
	out = open_memstream(&text, &size);
	if (!out) {
		snprintf(why, DIAGRAM_WHY, "no memory");
		return NULL;
	}
	svg_open(out, d->game, height + words.n * SVG_LINE_PX + (words.n ? 8 : 0), caption);
	fputs("<desc>", out);
	svg_text(out, d->position);
	fprintf(out, "</desc>\n<text x=\"%d\" y=\"23\" font-weight=\"bold\" fill=\"#111\">",
		SVG_LEFT);
	svg_text(out, caption);
	fputs("</text>\n", out);
	svg_squares(out, d->game);
	pieces_print(out, d, &board);
	words_print(out, d, &words);
	return svg_close(out, &text, why) < 0 ? NULL : text;
}
