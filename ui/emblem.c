/* The picture of a game on the home page: a few of its own pieces, dice or cards. */
#include <string.h>

#include "ui/page.h"
#include "ui/panel.h"

struct emblem {
	const char *game;
	struct ui_piece piece[4]; /* side by side; letter 0: no more */
	uint8_t dice[2];          /* instead of pieces */
	const char *card[2];      /* suits */
	bool stones;
};

static const struct emblem emblems[] = {
	{ .game = "chess", .piece = { { 'K', 0 }, { 'q', 0 } } },
	{ .game = "chess960", .piece = { { 'B', 0 }, { 'R', 0 }, { 'K', 0 }, { 'N', 0 } } },
	{ .game = "accounting", .piece = { { 'Q', '*' }, { 'p', 0 } } },
	{ .game = "dice-money", .dice = { 2, 5 } },
	{ .game = "abstract", .piece = { { 'R', 0 }, { 'n', 0 } }, .stones = true },
	{ .game = "zombie", .piece = { { 'n', '^' }, { 'P', 0 } } },
	{ .game = "masquerade", .piece = { { 'B', 0 }, { '?', 0 } } },
	{ .game = "crowded-house", .piece = { { 'Q', 0 }, { 'K', 0 }, { 'q', 0 }, { 'k', 0 } } },
	{ .game = "cooperative", .card = { "\u2665", "\u2660" } },
	{ .game = "half-alice", .piece = { { 'R', 0 }, { 'R', '@' } } },
	{ .game = "american", .piece = { { 'M', 0 }, { 'c', 0 } } },
};

static void
pieces_draw(const struct page_draw *d, struct rect box, const struct emblem *e)
{
	int n = 0, across, side;

	while (n < 4 && e->piece[n].letter != 0)
		n++;
	across = n > 1 ? 2 : 1;
	side = box.w / across < box.h ? box.w / across : box.h;
	if (n > 2 && 2 * side > box.h)
		side = box.h / 2;
	for (int i = 0; i < n; i++) {
		int rows = (n + 1) / 2, x = box.x + (box.w - across * side) / 2;
		int y = box.y + (box.h - rows * side) / 2;

		draw_piece(d->l, rect_of(x + i % across * side, y + i / across * side, side, side),
			   e->piece[i], e->stones ? DRAW_STONES : 0);
	}
}

void
emblem_draw(const struct page_draw *d, struct rect box, unsigned game)
{
	struct rect inside = rect_inset(box, metrics_px(d->g, 3));

	draw_fill(d->l, PAL_TRAY, box, d->g->radius);
	for (size_t i = 0; i < sizeof(emblems) / sizeof(emblems[0]); i++) {
		const struct emblem *e = &emblems[i];

		if (panels[game].game == NULL || strcmp(e->game, panels[game].game) != 0)
			continue;
		for (int k = 0; k < 2; k++) {
			struct rect half = rect_cell(inside, 2, 1, metrics_px(d->g, 3), k);

			if (e->dice[k] != 0)
				widget_die(d, half, e->dice[k]);
			if (e->card[k] == NULL)
				continue;
			draw_fill(d->l, PAL_FACE, half, metrics_px(d->g, 3));
			draw_text(d->l, k == 0 ? PAL_TEXT_RED : PAL_TEXT_DARK, half, d->g->small_px,
				  DRAW_CENTRE, e->card[k]);
		}
		if (e->piece[0].letter != 0)
			pieces_draw(d, inside, e);
	}
}
