#include "daemon/lamps/menu_lamps.h"

#include <string.h>

/*
 * From left to right. The colours differ for every kind of colour vision; single-colour
 * lamps differ by place only. Games with dice, cards or secrets need a screen.
 */
static const struct {
	const char *game;
	uint8_t rgb[3];
} games[] = {
	{ "chess", { 255, 255, 255 } },   { "chess960", { 23, 0, 250 } },
	{ "accounting", { 184, 43, 0 } }, { "abstract", { 20, 229, 63 } },
	{ "half-alice", { 62, 0, 70 } },  { "crowded-house", { 165, 63, 144 } },
	{ "american", { 46, 53, 29 } },
};
enum { GAMES = sizeof(games) / sizeof(games[0]) };
_Static_assert((int)GAMES <= (int)MENU_LAMPS_MAX, "each game has a square");

/* Reports whether the game fits on the board. */
static bool
fits(const struct board *b, const struct game *g)
{
	return rules_files(g) <= b->files && rules_ranks(g) <= b->ranks;
}

/*
 * Returns the square of choice i in the middle of the ranks, where no array has pieces. On
 * an even number of ranks choices alternate between two, to leave room for fingers.
 */
static uint8_t
place(const struct board *b, unsigned i, unsigned n)
{
	unsigned rank = (b->ranks - 1u) / 2, file = (b->files - n) / 2u + i;

	if (b->ranks % 2 == 0)
		rank += i % 2;
	return (uint8_t)(rank * b->files + file);
}

void
menu_lamps_open(struct menu_lamps *m, const struct board *b, struct sqset occupied)
{
	memset(m, 0, sizeof(*m));
	m->put = MENU_LAMPS_NONE;
	for (unsigned i = 0; i < GAMES; i++) {
		const struct game *g = rules_game(games[i].game);

		if (fits(b, g))
			m->choice[m->n++].game = g;
	}
	for (unsigned i = 0; i < m->n; i++) {
		m->choice[i].board_sq = place(b, i, m->n);
		m->choice[i].there = sqset_has(occupied, m->choice[i].board_sq);
	}
}

void
menu_lamps_edge(struct menu_lamps *m, unsigned board_sq, bool full, uint64_t t_us)
{
	for (unsigned i = 0; i < m->n; i++) {
		if (m->choice[i].board_sq != board_sq || m->choice[i].there == full)
			continue;
		m->choice[i].there = full;
		if (full) {
			m->put = (uint8_t)i;
			m->put_us = t_us;
		} else if (m->put == i) {
			m->put = MENU_LAMPS_NONE;
		}
	}
}

uint64_t
menu_lamps_deadline(const struct menu_lamps *m)
{
	return m->put == MENU_LAMPS_NONE ? MENU_LAMPS_NO_DEADLINE : m->put_us + MENU_LAMPS_REST_US;
}

const struct game *
menu_lamps_chosen(const struct menu_lamps *m, uint64_t now_us)
{
	return now_us >= menu_lamps_deadline(m) ? m->choice[m->put].game : NULL;
}

static const uint8_t *
colour_of(const struct game *g)
{
	unsigned i = 0;

	while (rules_game(games[i].game) != g)
		i++;
	return games[i].rgb;
}

void
menu_lamps_paint(const struct menu_lamps *m, const struct lamps_config *c,
		 uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	memset(rgb, 0, BOARD_SQUARES_MAX * sizeof(rgb[0]));
	for (unsigned i = 0; i < m->n; i++) {
		uint8_t *lamp = rgb[m->choice[i].board_sq];

		if (m->put != MENU_LAMPS_NONE && m->put != i)
			continue;
		if (c->rgb)
			memcpy(lamp, colour_of(m->choice[i].game), 3);
		else
			lamp[0] = 255;
	}
}
