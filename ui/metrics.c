#include "ui/metrics.h"

struct design {
	int w, h;
	int pad, gap, radius, touch;
	int small_px, text_px, title_px;
	int board_w;			/* the rest of the width is the panel's */
};

static const struct design large = {
	.w = 800, .h = 480, .pad = 8, .gap = 8, .radius = 8, .touch = 56,
	.small_px = 18, .text_px = 20, .title_px = 26, .board_w = 480,
};

static const struct design small = {
	.w = 480, .h = 320, .pad = 5, .gap = 4, .radius = 5, .touch = 48,
	.small_px = 14, .text_px = 15, .title_px = 18, .board_w = 298,
};

int
metrics_px(const struct metrics *g, int n)
{
	return (n * g->scale_1024 + 512) / 1024;
}

/* DejaVu Sans fills 1.164 of its size from line to line. */
static int
line_of(int font_px)
{
	return font_px * 6 / 5;
}

static int
scale_of(const struct design *d, int w, int h)
{
	int across = w * 1024 / d->w, down = h * 1024 / d->h;
	int scale = across < down ? across : down;

	return scale < 1024 ? 1024 : scale;
}

struct metrics
metrics_of(int w, int h)
{
	const struct design *d = w >= large.w && h >= large.h ? &large : &small;
	struct metrics g = { .compact = d == &small };
	int board_w;

	g.w = w = w > METRICS_WIDTH_MIN ? w : METRICS_WIDTH_MIN;
	g.h = h = h > METRICS_HEIGHT_MIN ? h : METRICS_HEIGHT_MIN;
	g.scale_1024 = scale_of(d, w, h);
	g.pad = metrics_px(&g, d->pad);
	g.gap = metrics_px(&g, d->gap);
	g.radius = metrics_px(&g, d->radius);
	g.touch = metrics_px(&g, d->touch);
	g.small_px = metrics_px(&g, d->small_px);
	g.text_px = metrics_px(&g, d->text_px);
	g.title_px = metrics_px(&g, d->title_px);
	g.small_line = line_of(g.small_px);
	g.text_line = line_of(g.text_px);
	g.title_line = line_of(g.title_px);
	board_w = w - metrics_px(&g, d->w - d->board_w);
	if (board_w > h)
		board_w = h;
	g.board = rect_of(0, 0, board_w, h);
	g.panel = rect_of(board_w, g.pad, w - board_w - g.pad, h - 2 * g.pad);
	g.whole = rect_inset(rect_of(0, 0, w, h), g.pad);
	return g;
}
