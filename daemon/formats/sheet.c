/*
 * A score sheet on A4: moves on the left, one row per turn; on the right the position
 * after each third of the page. The result follows the last row, with a description of
 * things beside the board. Sizes in points.
 */
#include <cairo-pdf.h>
#include <errno.h>
#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/formats/diagram_impl.h"
#include "daemon/formats/picture.h"
#include "daemon/words/words.h"

enum {
	PAGE_W = 595,
	PAGE_H = 842,
	MARGIN = 42,
	BODY_END = PAGE_H - MARGIN - 16,
	NUMBER_W = 30,
	CELL_W = 128,
	DIAGRAM_X = MARGIN + NUMBER_W + 2 * CELL_W + 14,
	DIAGRAM_W = PAGE_W - MARGIN - DIAGRAM_X,
	CELL_TEXT = 1024,
	SIZE_TITLE = 16,
	SIZE_TEXT = 10,
	SIZE_MOVE = 9,
};

/* One turn's row: the actions of each colour. */
struct row {
	unsigned turn;
	char cell[2][CELL_TEXT];
	bool any[2];
};

struct sheet {
	const struct record *r;
	cairo_t *cr;
	struct position p; /* before action i */
	uint32_t i;
	double y;
	unsigned page;
	double diagram_y;
	char why[DIAGRAM_WHY];
	bool failed;
};

/* Draws a text in a box, or with `draw` false only measures it; returns its height. */
static double
text_at(struct sheet *s, double x, double y, int width, int size, bool bold, const char *text,
	bool draw)
{
	PangoLayout *layout = pango_cairo_create_layout(s->cr);
	PangoFontDescription *font = pango_font_description_from_string("DejaVu Sans");
	int height;

	pango_font_description_set_absolute_size(font, (double)size * PANGO_SCALE);
	pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
	pango_layout_set_font_description(layout, font);
	pango_layout_set_width(layout, width * PANGO_SCALE);
	pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
	pango_layout_set_text(layout, text, -1);
	pango_layout_get_size(layout, NULL, &height);
	if (draw) {
		cairo_move_to(s->cr, x, y);
		pango_cairo_show_layout(s->cr, layout);
	}
	pango_font_description_free(font);
	g_object_unref(layout);
	return (double)height / PANGO_SCALE;
}

static double
text_draw(struct sheet *s, double x, double y, int width, int size, bool bold, const char *text)
{
	return text_at(s, x, y, width, size, bold, text, true);
}

/* ---- pages ---- */

static void
page_number(struct sheet *s)
{
	char text[64];

	snprintf(text, sizeof(text), "%s, page %u", rules_title(s->r->game), s->page);
	text_draw(s, MARGIN, PAGE_H - MARGIN, PAGE_W - 2 * MARGIN, SIZE_MOVE, false, text);
}

static void
page_next(struct sheet *s)
{
	page_number(s);
	cairo_show_page(s->cr);
	s->page++;
	s->y = s->diagram_y = MARGIN;
}

static const char *
name_or(const char *name)
{
	return *name ? name : "?";
}

static void
players_text(const struct record *r, char *out, size_t size)
{
	if (rules_seats(r->game) > 2)
		snprintf(out, size, "%s & %s \u2013 %s & %s", name_or(r->name[SEAT_WK]),
			 name_or(r->name[SEAT_WQ]), name_or(r->name[SEAT_BK]),
			 name_or(r->name[SEAT_BQ]));
	else
		snprintf(out, size, "%s \u2013 %s", name_or(r->name[0]), name_or(r->name[1]));
}

static void
header_draw(struct sheet *s)
{
	const struct record *r = s->r;
	int width = PAGE_W - 2 * MARGIN;
	char text[6 * RECORD_TEXT_MAX], result[DIAGRAM_RESULT];

	diagram_result(r, result);
	s->y += text_draw(s, MARGIN, s->y, width, SIZE_TITLE, true, rules_title(r->game)) + 2;
	players_text(r, text, sizeof(text));
	s->y += text_draw(s, MARGIN, s->y, width, SIZE_TITLE - 3, false, text) + 2;
	snprintf(text, sizeof(text), "%s%s%s%s%s   %s %s   %s", r->event, *r->event ? ", " : "",
		 r->site, *r->site ? ", " : "", strchr(r->date, '?') ? "no date" : r->date,
		 *r->round ? "round" : "", r->round, result);
	s->y += text_draw(s, MARGIN, s->y, width, SIZE_TEXT, false, text) + 10;
	s->diagram_y = s->y;
}

/* ---- diagrams ---- */

/* Draws the present position in the right column; `words`: the text under it. */
static void
diagram_draw(struct sheet *s, const char *caption)
{
	char text[RULES_POSITION_TEXT], *svg;
	struct diagram d = { .game = s->r->game, .position = text, .caption = caption };
	double height = 0;

	rules_print(s->r->game, &s->p, text);
	svg = diagram_svg(&d, s->why);
	if (!svg || picture_draw(s->cr, svg, DIAGRAM_X, s->diagram_y, DIAGRAM_W, &height) < 0)
		s->failed = true;
	free(svg);
	s->diagram_y += height + 8;
}

static double
diagram_height(const struct game *g)
{
	return (double)DIAGRAM_W * (SVG_TOP + rules_ranks(g) * DIAGRAM_SQUARE_PX + SVG_BELOW) /
	       svg_width(g);
}

/* Reports whether the next diagram is due: the moves have reached its lower edge. */
static bool
diagram_due(const struct sheet *s)
{
	double ends = s->diagram_y + diagram_height(s->r->game);

	return s->y >= ends && ends <= BODY_END;
}

/* ---- rows ---- */

static void
cell_add(struct row *row, unsigned colour, const char *word)
{
	char *cell = row->cell[colour];
	size_t len = strlen(cell);

	snprintf(cell + len, CELL_TEXT - len, "%s%s", len ? " " : "", word);
	row->any[colour] = true;
}

static void
action_add(struct row *row, const struct record *r, const struct position *p, uint32_t i)
{
	const struct record_action *a = &r->action[i];
	unsigned colour = rules_turn_seat(r->game, p) & 1;
	char text[RULES_ACTION_TEXT];
	uint64_t s = a->clock_us / 1000000;

	if (rules_has_san(r->game))
		rules_san_print(r->game, p, a->action, text);
	else
		rules_action_print(r->game, p, a->action, text);
	cell_add(row, colour, text);
	if (a->clock_us == CLOCK_NO_TIME)
		return;
	snprintf(text, sizeof(text), "(%llu:%02llu)", (unsigned long long)(s / 60),
		 (unsigned long long)(s % 60));
	cell_add(row, colour, text);
}

/* Reads the actions of one row. An action of White after one of Black begins the next row. */
static void
row_take(struct sheet *s, struct row *row)
{
	const struct record *r = s->r;

	*row = (struct row){ .turn = rules_turn(r->game, &s->p) };
	for (; s->i < r->n && rules_turn(r->game, &s->p) == row->turn; s->i++) {
		unsigned colour = rules_turn_seat(r->game, &s->p) & 1;

		/* A full cell continues in another row. */
		if ((colour == 0 && row->any[1]) || strlen(row->cell[colour]) > CELL_TEXT / 2)
			break;
		action_add(row, r, &s->p, s->i);
		rules_apply(r->game, &s->p, r->action[s->i].action);
	}
}

static double
row_layout(struct sheet *s, const struct row *row, bool draw)
{
	char number[16];
	double tall = 0;

	snprintf(number, sizeof(number), "%u.", row->turn);
	(void)text_at(s, MARGIN, s->y, NUMBER_W, SIZE_MOVE, true, number, draw);
	for (unsigned colour = 0; colour < 2; colour++) {
		double h = text_at(s, MARGIN + NUMBER_W + (int)colour * CELL_W, s->y, CELL_W - 6,
				   SIZE_MOVE, false, row->cell[colour], draw);

		tall = h > tall ? h : tall;
	}
	return tall;
}

static void
row_draw(struct sheet *s, const struct row *row)
{
	char caption[48];

	if (s->y + row_layout(s, row, false) > BODY_END)
		page_next(s);
	s->y += row_layout(s, row, true) + 3;
	snprintf(caption, sizeof(caption), "after turn %u%s%s", row->turn, row->any[1] ? "" : ", ",
		 row->any[1] ? "" : words_side(s->r->game, 0));
	if (diagram_due(s) && s->i < s->r->n)
		diagram_draw(s, caption);
}

/* ---- end ---- */

/* Draws a line below the moves, across the page; starts a new page if there is no room. */
static void
line_draw(struct sheet *s, int size, bool bold, const char *text)
{
	int width = DIAGRAM_X - MARGIN - 10;

	if (s->y + text_at(s, 0, 0, width, size, bold, text, false) > BODY_END)
		page_next(s);
	s->y += text_draw(s, MARGIN, s->y, width, size, bold, text) + 3;
}

static void
end_draw(struct sheet *s)
{
	struct diagram_words words;
	char text[RULES_POSITION_TEXT], result[DIAGRAM_RESULT];

	if (s->diagram_y + diagram_height(s->r->game) > BODY_END)
		page_next(s);
	diagram_draw(s, "the end");
	diagram_result(s->r, result);
	s->y += 8;
	rules_print(s->r->game, &s->p, text);
	diagram_words(s->r->game, text, *result ? result : "unfinished", 0, &words);
	for (unsigned i = 0; i < words.n; i++)
		line_draw(s, i ? SIZE_MOVE : SIZE_TEXT, i == 0, words.line[i]);
	if (*s->r->seeds) {
		snprintf(text, sizeof(text), "Seed of the chance: %s", s->r->seeds);
		line_draw(s, SIZE_MOVE, false, text);
	}
	page_number(s);
}

static void
sheet_draw(struct sheet *s)
{
	struct row row;

	header_draw(s);
	while (s->i < s->r->n) {
		row_take(s, &row);
		row_draw(s, &row);
	}
	end_draw(s);
}

static bool
pdf_draw(struct sheet *s, FILE *out)
{
	cairo_surface_t *pdf =
		cairo_pdf_surface_create_for_stream(picture_stream, out, PAGE_W, PAGE_H);
	bool drawn;

	cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, rules_title(s->r->game));
	s->cr = cairo_create(pdf);
	sheet_draw(s);
	cairo_show_page(s->cr);
	drawn = cairo_status(s->cr) == CAIRO_STATUS_SUCCESS && !s->failed;
	cairo_destroy(s->cr);
	cairo_surface_finish(pdf);
	drawn &= cairo_surface_status(pdf) == CAIRO_STATUS_SUCCESS;
	cairo_surface_destroy(pdf);
	return drawn;
}

int
sheet_pdf(const struct record *r, const char *path, char why[DIAGRAM_WHY])
{
	struct sheet s = {
		.r = r, .p = r->start, .page = 1, .y = MARGIN, .why = "the sheet cannot be drawn"
	};
	char *data = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&data, &size);
	bool drawn = false;
	int err = -ENOMEM;

	if (out) {
		drawn = pdf_draw(&s, out);
		if (fclose(out) == 0 && drawn)
			err = record_file_write(path, data, size);
	}
	free(data);
	if (err < 0 && drawn)
		snprintf(why, DIAGRAM_WHY, "%.90s: %s", path, strerror(-err));
	else if (err < 0)
		strcpy(why, s.why);
	return err < 0 ? -1 : 0;
}
