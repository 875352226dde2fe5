/*
 * A game as an SVG that plays by itself. A piece that stays on a square for a while is one element,
 * visible for that time. Without animation (a printer, an old viewer) the last position is visible.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/formats/diagram_impl.h"

enum {
	FRAME_MS = 1300,
	END_FRAMES = 4, /* extra duration of the last position */
	CAPTION_SIZE = 96,
};

struct film {
	const struct record *r;
	FILE *out;
	uint32_t frames;          /* the start and one per action */
	uint8_t *at;              /* frames × squares: pieces */
	struct diagram_words end; /* how the game ended, below the last move; no line: not over */
};

static unsigned
squares(const struct film *f)
{
	return rules_squares(f->r->game);
}

static uint8_t
piece_at(const struct film *f, uint32_t frame, unsigned sq)
{
	return f->at[(size_t)frame * squares(f) + sq];
}

/* Returns the start of a frame, as a fraction of the whole. */
static double
part(const struct film *f, uint32_t frame)
{
	return (double)frame / (f->frames + END_FRAMES);
}

static double
seconds(const struct film *f)
{
	return (double)(f->frames + END_FRAMES) * FRAME_MS / 1000;
}

/* Shows an element from frame `from` until before frame `to`; to == frames: to the end. */
static void
animate_print(FILE *out, const struct film *f, uint32_t from, uint32_t to)
{
	bool last = to == f->frames;

	if (from == 0 && last)
		return;
	fputs("<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"", out);
	fprintf(out, "%s%s\" keyTimes=\"0", from ? "hidden;visible" : "visible",
		last ? "" : ";hidden");
	if (from)
		fprintf(out, ";%.6f", part(f, from));
	if (!last)
		fprintf(out, ";%.6f", part(f, to));
	fprintf(out, "\" dur=\"%.1fs\" repeatCount=\"indefinite\"/>", seconds(f));
}

static const char *
hidden(const struct film *f, uint32_t to)
{
	return to == f->frames ? "" : " visibility=\"hidden\"";
}

static int
frames_fill(struct film *f)
{
	const struct record *r = f->r;
	struct position p = r->start;

	f->frames = r->n + 1;
	f->at = calloc(f->frames, squares(f));
	if (!f->at)
		return -1;
	for (uint32_t i = 0; i <= r->n; i++) {
		for (unsigned sq = 0; sq < squares(f); sq++)
			f->at[(size_t)i * squares(f) + sq] = rules_at(r->game, &p, sq);
		if (i < r->n)
			rules_apply(r->game, &p, r->action[i].action);
	}
	return 0;
}

static void
symbols_print(const struct film *f)
{
	uint64_t used = 0;

	for (size_t i = 0; i < (size_t)f->frames * squares(f); i++)
		used |= UINT64_C(1) << f->at[i];
	svg_symbols(f->out, f->r->game, used);
}

/* Highlights the squares of a move while it is the last one. */
static void
changes_print(const struct film *f, unsigned sq)
{
	for (uint32_t i = 1; i < f->frames; i++) {
		if (piece_at(f, i, sq) == piece_at(f, i - 1, sq))
			continue;
		fprintf(f->out,
			"<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" fill=\"#f0e442\" "
			"fill-opacity=\"0.5\"%s>",
			svg_x(f->r->game, sq), svg_y(f->r->game, sq), DIAGRAM_SQUARE_PX,
			DIAGRAM_SQUARE_PX, hidden(f, i + 1));
		animate_print(f->out, f, i, i + 1);
		fputs("</rect>\n", f->out);
	}
}

static int
piece_print(const struct film *f, unsigned sq, uint32_t from, uint32_t to)
{
	char *motion = NULL;
	size_t size;
	FILE *out = open_memstream(&motion, &size);

	if (!out)
		return -1;
	animate_print(out, f, from, to);
	if (fclose(out) != 0) {
		free(motion);
		return -1;
	}
	svg_piece(f->out, f->r->game, sq, piece_at(f, from, sq), hidden(f, to), motion);
	free(motion);
	return 0;
}

static int
square_print(const struct film *f, unsigned sq)
{
	for (uint32_t from = 0, to; from < f->frames; from = to) {
		for (to = from + 1; to < f->frames && piece_at(f, to, sq) == piece_at(f, from, sq);
		     to++)
			;
		if (piece_at(f, from, sq) && piece_print(f, sq, from, to) < 0)
			return -1;
	}
	return 0;
}

/* Prints "12. e2e4", "12... Nf6". */
static void
caption(const struct record *r, const struct position *p, struct action a, char out[CAPTION_SIZE])
{
	char move[RULES_ACTION_TEXT];
	bool black = rules_turn_seat(r->game, p) & 1;

	if (rules_has_san(r->game))
		rules_san_print(r->game, p, a, move);
	else
		rules_action_print(r->game, p, a, move);
	snprintf(out, CAPTION_SIZE, "%u%s %s", rules_turn(r->game, p), black ? "..." : ".", move);
}

/* Prints a caption in the n-th line below the board. */
static void
caption_print(const struct film *f, uint32_t frame, unsigned n, const char *text)
{
	unsigned y = SVG_TOP + rules_ranks(f->r->game) * DIAGRAM_SQUARE_PX + SVG_BELOW;

	fprintf(f->out, "<text class=\"move\" x=\"%d\" y=\"%u\" fill=\"#111\"%s>", SVG_LEFT,
		y + n * SVG_LINE_PX - 4, hidden(f, frame + 1));
	svg_text(f->out, text);
	animate_print(f->out, f, frame, frame + 1);
	fputs("</text>\n", f->out);
}

static void
captions_print(const struct film *f)
{
	const struct record *r = f->r;
	struct position p = r->start;
	char text[CAPTION_SIZE];

	caption_print(f, 0, 1, rules_title(r->game));
	for (uint32_t i = 0; i < r->n; i++) {
		caption(r, &p, r->action[i].action, text);
		caption_print(f, i + 1, 1, text);
		rules_apply(r->game, &p, r->action[i].action);
	}
	for (unsigned i = 0; i < f->end.n; i++)
		caption_print(f, r->n, 2 + i, f->end.line[i]);
}

static int
film_print(const struct film *f)
{
	const struct game *g = f->r->game;
	unsigned height = SVG_TOP + rules_ranks(g) * DIAGRAM_SQUARE_PX + SVG_BELOW +
			  (1 + f->end.n) * SVG_LINE_PX;
	const char *white = f->r->name[0], *black = f->r->name[1];
	char title[2 * RECORD_TEXT_MAX + 64];

	snprintf(title, sizeof(title), "%s%s%s%s%s", rules_title(g), *white || *black ? ": " : "",
		 *white ? white : "", *white && *black ? " \u2013 " : "", *black ? black : "");
	svg_open(f->out, g, height, title);
	fprintf(f->out, "<text x=\"%d\" y=\"23\" font-weight=\"bold\" fill=\"#111\">", SVG_LEFT);
	svg_text(f->out, title);
	fputs("</text>\n", f->out);
	svg_squares(f->out, g);
	symbols_print(f);
	for (unsigned sq = 0; sq < squares(f); sq++)
		changes_print(f, sq);
	for (unsigned sq = 0; sq < squares(f); sq++)
		if (square_print(f, sq) < 0)
			return -1;
	captions_print(f);
	return 0;
}

char *
film_svg(const struct record *r, char why[DIAGRAM_WHY])
{
	struct film f = { .r = r };
	char *text = NULL, result[DIAGRAM_RESULT];
	size_t size;
	bool failed;

	diagram_result(r, result);
	diagram_words_add(&f.end, diagram_letters(r->game), result);
	snprintf(why, DIAGRAM_WHY, "no memory");
	f.out = open_memstream(&text, &size);
	if (!f.out)
		return NULL;
	failed = frames_fill(&f) < 0 || film_print(&f) < 0;
	free(f.at);
	if (svg_close(f.out, &text, why) < 0 || failed) {
		free(text);
		return NULL;
	}
	return text;
}
