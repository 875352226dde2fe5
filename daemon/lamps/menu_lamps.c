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
/* A person, the levels of a computer, and the side of the seat. */
static const uint8_t person_rgb[3] = { 255, 255, 255 }, level_rgb[3] = { 23, 0, 250 },
		     side_rgb[3] = { 184, 43, 0 };
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

/* Notes which choices have a piece. */
static void
see(struct menu_lamps *m, struct sqset occupied)
{
	for (unsigned i = 0; i < m->n; i++)
		m->choice[i].there = sqset_has(occupied, m->choice[i].board_sq);
}

void
menu_lamps_open(struct menu_lamps *m, const struct board *b, struct sqset occupied)
{
	memset(m, 0, sizeof(*m));
	m->put = MENU_LAMPS_NONE;
	for (unsigned i = 0; i < GAMES; i++) {
		const struct game *g = rules_game(games[i].game);

		if (!fits(b, g))
			continue;
		m->choice[m->n].game = g;
		memcpy(m->choice[m->n++].rgb, games[i].rgb, 3);
	}
	for (unsigned i = 0; i < m->n; i++)
		m->choice[i].board_sq = place(b, i, m->n);
	see(m, occupied);
}

/* Returns the squares of the seat's rank at the edge: with four seats, of its half. */
static struct sqset
side_of(const struct board *b, const struct game *g, unsigned seat)
{
	unsigned rank = seat % 2 == SEAT_B ? b->ranks - 1u : 0, from = 0, to = b->files;
	struct sqset set = { { 0, 0 } };

	if (rules_seats(g) > 2 && seat < 2)
		from = b->files / 2u; /* the kings' half */
	else if (rules_seats(g) > 2)
		to = b->files / 2u;
	for (unsigned file = from; file < to; file++)
		sqset_add(&set, rank * b->files + file);
	return set;
}

/* Returns the level of light i of n, from 1: the first is level 1, the last is the highest level. */
static uint8_t
level_at(unsigned i, unsigned n, unsigned levels)
{
	if (n == 1)
		return 1;
	return (uint8_t)(1 + ((i - 1) * (levels - 1) + (n - 1) / 2) / (n - 1));
}

void
menu_lamps_ask(struct menu_lamps *m, const struct board *b, struct sqset occupied,
	       const struct game *g, unsigned seat, unsigned levels)
{
	unsigned n = levels < b->files - 1u ? levels : b->files - 1u;
	unsigned rank = seat % 2 == SEAT_B ? b->ranks / 2u : (b->ranks - 1u) / 2;
	unsigned first = rank * b->files + (b->files - n - 1) / 2;

	memset(m, 0, sizeof(*m));
	m->put = MENU_LAMPS_NONE;
	m->n = (uint8_t)(n + 1);
	m->side = side_of(b, g, seat);
	for (unsigned i = 0; i <= n; i++) {
		struct menu_choice *c = &m->choice[i];

		*c = (struct menu_choice){ .game = g, .board_sq = (uint8_t)(first + i) };
		if (i > 0)
			c->level = level_at(i, n, levels);
		memcpy(c->rgb, i > 0 ? level_rgb : person_rgb, 3);
	}
	see(m, occupied);
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

const struct menu_choice *
menu_lamps_chosen(const struct menu_lamps *m, uint64_t now_us)
{
	return now_us >= menu_lamps_deadline(m) ? &m->choice[m->put] : NULL;
}

/* Lights a lamp; one of a single colour is on. */
static void
light(const struct lamps_config *c, uint8_t lamp[3], const uint8_t rgb[3])
{
	if (c->rgb)
		memcpy(lamp, rgb, 3);
	else
		lamp[0] = 255;
}

void
menu_lamps_paint(const struct menu_lamps *m, const struct lamps_config *c,
		 uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	memset(rgb, 0, BOARD_SQUARES_MAX * sizeof(rgb[0]));
	for (struct sqset side = m->side; !sqset_empty(side);)
		light(c, rgb[sqset_pop(&side)], side_rgb);
	for (unsigned i = 0; i < m->n; i++)
		if (m->put == MENU_LAMPS_NONE || m->put == i)
			light(c, rgb[m->choice[i].board_sq], m->choice[i].rgb);
}
