/*
 * The lamps' picture, which is computed in one place: a duty paints it; else it shows the state of a
 * duty, or of the game with the question of a duty.
 */
#include <string.h>

#include "daemon/table/home.h"
#include "daemon/table/table.h"

void
table_light_init(struct table *t, const uint32_t channel_ua[BOARD_LEDS_MAX])
{
	t->lamps_us = LAMPS_NO_DEADLINE;
	t->lamps_config = lamps_config_default();
	t->lamps_config.n_chips = t->board->n_leds;
	t->lamps_config.rgb = t->board->n_leds == 0 || t->board->led[0].rgb;
	for (unsigned i = 0; i < t->board->n_leds; i++) {
		struct lamps_chip *c = &t->lamps_config.chip[i];

		c->max_ua = t->board->led[i].max_ma * 1000u;
		for (unsigned k = 0; k < 3; k++)
			c->channel_ua[k] = channel_ua[i];
	}
}

/* Assigns the game's squares to lamp chips, for their current limits. */
static void
share_lamps(struct table *t, const struct game *g)
{
	for (unsigned i = 0; i < t->board->n_leds; i++) {
		const struct board_led *led = &t->board->led[i];
		struct sqset *lit = &t->lamps_config.chip[i].squares;

		*lit = (struct sqset){ { 0, 0 } };
		for (unsigned sq = 0; sq < rules_squares(g); sq++)
			if (led->channel[home_to_board(t->board, g, sq)][0] != BOARD_NO_CHANNEL)
				sqset_add(lit, sq);
	}
	t->lamps_game = g;
}

/* Returns the state for the lamps: the session's, with the question of a duty if there is one. */
static const struct session_state *
lit_state(const struct table *t, struct session_state *room)
{
	struct prompt p;

	if (!duties_prompt(t, &p))
		return &t->state;
	*room = t->state;
	room->prompt = p;
	return room;
}

/* Returns the state that the lamps show: of the duty that shows another game, else of the game on the board. */
static const struct session_state *
shown_state(const struct table *t, struct session_state *room)
{
	return duties_state(t, room) ? room : lit_state(t, room);
}

/* Returns the lamps' config, by board squares. */
static struct lamps_config
board_lamps(const struct table *t)
{
	struct lamps_config c = t->lamps_config;

	for (unsigned i = 0; i < t->board->n_leds; i++) {
		c.chip[i].squares = (struct sqset){ { 0, 0 } };
		for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++)
			if (t->board->led[i].channel[sq][0] != BOARD_NO_CHANNEL)
				sqset_add(&c.chip[i].squares, sq);
	}
	return c;
}

/* Paints the lamps if a duty shows something instead of the game. Returns whether one does. */
static bool
light_duty(struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	const struct lamps_config c = board_lamps(t);

	if (!duties_paint(t, &c, rgb))
		return false;
	lamps_limit(&c, rgb, BOARD_SQUARES_MAX);
	t->lamps = (struct lamps){ 0 };
	t->lamps_us = LAMPS_NO_DEADLINE;
	return true;
}

static void
light_game(struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	struct session_state room;
	const struct session_state *s = shown_state(t, &room);
	const struct game *g = s->game;

	if (g != t->lamps_game)
		share_lamps(t, g);
	t->lamps_us = lamps_step(&t->lamps, s, &t->lamps_config, t->now_us);
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		memcpy(rgb[home_to_board(t->board, g, sq)], t->lamps.shown.rgb[sq], 3);
}

void
table_frame(const struct table *t, struct lamps_frame *out)
{
	struct hints_cache hints = t->lamps.hints;
	struct session_state room;

	*out = (struct lamps_frame){ 0 };
	if (!duties_state(t, &room)) /* else the lamps show another game */
		lamps_compose(&hints, lit_state(t, &room), &t->lamps_config, out);
}

void
table_light(struct table *t)
{
	uint8_t rgb[BOARD_SQUARES_MAX][3] = { { 0 } };

	if (!t->begun || (t->lit_version == t->version && t->now_us < t->lamps_us))
		return;
	t->lit_version = t->version;
	if (!light_duty(t, rgb))
		light_game(t, rgb);
	if (memcmp(rgb, t->sent, sizeof(rgb)) == 0)
		return;
	memcpy(t->sent, rgb, sizeof(rgb));
	t->ops->frame(t->ops_arg, (const uint8_t(*)[3])rgb);
}
