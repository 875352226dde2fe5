#include "ui/design.h"

static const struct {
	int w, h;
} large = { 800, 480 }, small = { 480, 320 };

/* A table: the large design, the small one. */
static const int16_t scale[MEASURES][2] = {
	[SPACE_LINE] = { 1, 1 },
	[SPACE_TIGHT] = { 2, 2 },
	[SPACE_NEAR] = { 4, 4 },
	[SPACE_ROWS] = { 4, 2 },
	[SPACE_TILE] = { 6, 3 },
	[SPACE_WIDE] = { 16, 16 },
	[GAP] = { 8, 4 },
	[PAD] = { 8, 5 },
	[RADIUS] = { 8, 5 },
	[FRAME] = { 3, 3 },
	[TEXT_SMALL] = { 18, 14 },
	[TEXT_USUAL] = { 20, 15 },
	[TEXT_TITLE] = { 26, 18 },
	[LINE_LIST] = { 25, 18 },
	[ROW] = { 40, 26 },
	[ROW_CARDS] = { 32, 22 },
	[TOUCH] = { 56, 48 },
	[BAR] = { 48, 48 },
	[CARD_NOTICE] = { 132, 90 },
	[DIALOG_HEIGHT] = { 300, 220 },
	[ICON] = { 22, 20 },
	[WIDTH_NUMBER] = { 44, 31 },
	[PICTURE] = { 66, 44 },
	[WIDTH_SHORT] = { 104, 72 },
	[BUTTON] = { 120, 76 },
	[WIDTH_LABEL] = { 132, 78 },
	[WIDTH_COLUMN] = { 152, 106 },
	[WIDTH_TEXT] = { 320, 160 },
	[DIALOG_WIDTH] = { 560, 400 },
	[WIDTH_BOARD] = { 480, 298 },
};

int
metrics_px(const struct metrics *g, int n)
{
	return (n * g->scale_1024 + 512) / 1024;
}

int
measure(const struct metrics *g, enum measure m)
{
	return metrics_px(g, scale[m][g->compact]);
}

/* Returns the line height; DejaVu Sans needs 1.164 of its font size. */
static int
line_of(int font_px)
{
	return font_px * 6 / 5;
}

static int
scale_of(int across, int down)
{
	int least = across < down ? across : down;

	return least < 1024 ? 1024 : least;
}

static void
sizes_set(struct metrics *g)
{
	g->pad = measure(g, PAD);
	g->gap = measure(g, GAP);
	g->radius = measure(g, RADIUS);
	g->touch = measure(g, TOUCH);
	g->bar = measure(g, BAR);
	g->button_w = measure(g, BUTTON);
	g->list_line = measure(g, LINE_LIST);
	g->frame = measure(g, FRAME);
	g->small_px = measure(g, TEXT_SMALL);
	g->text_px = measure(g, TEXT_USUAL);
	g->title_px = measure(g, TEXT_TITLE);
	g->small_line = line_of(g->small_px);
	g->text_line = line_of(g->text_px);
	g->title_line = line_of(g->title_px);
}

struct metrics
metrics_of(int w, int h)
{
	struct metrics g = { .compact = w < large.w || h < large.h };
	int design_w = g.compact ? small.w : large.w, design_h = g.compact ? small.h : large.h;
	int board_w;

	g.w = w = w > METRICS_WIDTH_MIN ? w : METRICS_WIDTH_MIN;
	g.h = h = h > METRICS_HEIGHT_MIN ? h : METRICS_HEIGHT_MIN;
	g.scale_1024 = scale_of(w * 1024 / design_w, h * 1024 / design_h);
	sizes_set(&g);
	board_w = w - metrics_px(&g, design_w - scale[WIDTH_BOARD][g.compact]);
	if (board_w > h)
		board_w = h;
	g.board = rect_of(0, 0, board_w, h);
	g.panel = rect_of(board_w, g.pad, w - board_w - g.pad, h - 2 * g.pad);
	g.whole = rect_inset(rect_of(0, 0, w, h), g.pad);
	return g;
}
