#include "tests/daemon/hands/hall.h"

#include <string.h>

enum {
	FILES = 11,
	RANKS = 9,
	REST_US = 1000000, /* as long as a piece outside the game must rest to be reported */
	/* Percent of lifted pieces set down outside; percent of drops that remove one there. */
	COMES = 15,
	GOES = 25,
};

static void
ignore_frame(void *arg, const uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	(void)arg;
	(void)rgb;
}

static void
no_day(void *arg, char out[RECORD_DATE_SIZE])
{
	(void)arg;
	memcpy(out, RECORD_DATE_UNSET, RECORD_DATE_SIZE);
}

static void
ignore_log(void *arg, const char *line)
{
	(void)arg;
	(void)line;
}

static const struct table_ops ops = { .frame = ignore_frame, .today = no_day };

static void
report_edge(struct hall *h, unsigned board_sq, struct reading r, uint64_t now_us)
{
	const struct busio_msg m = {
		.kind = BUSIO_EDGE, .t_us = now_us, .sq = (uint8_t)board_sq, .reading = r
	};

	table_message(&h->table, &m);
}

/*
 * Returns the board's square of the game's, computed here anew; a game as large
 * as the board fills it.
 */
static unsigned
place_of(const struct hall *h, const struct game *g, unsigned sq)
{
	unsigned files = rules_files(g);

	if (files == FILES)
		return sq;
	return (sq / files + h->board.home_rank) * FILES + sq % files + h->board.home_file;
}

/* Chooses any place where games of 8 × 8 fit. */
static void
board_make(struct hall *h, const struct session_config *config)
{
	h->board = (struct board){ .name = "hall", .files = FILES, .ranks = RANKS, .n_buses = 1 };
	h->board.home_file = (uint8_t)rng_below(&h->rng, 4);
	h->board.home_rank = (uint8_t)rng_below(&h->rng, 2);
	h->board.senses = config->senses;
	h->config = (struct table_config){ .settle_us = config->settle_us,
				     .hints = HINTS_SAFE,
				     .objects = config->objects,
				     .game = "american" };
}

bool
hall_start(struct hall *h, const struct game *g, const char *position,
	   const struct session_config *config, const struct reading reported[RULES_SQUARES_MAX],
	   uint64_t now_us, uint64_t seed)
{
	const uint32_t ua[BOARD_LEDS_MAX] = { 0 };
	const struct table_setup setup = { .game = g, .position = position, .options = "" };

	h->rng.state = seed;
	board_make(h, config);
	memset(h->stands, 0, sizeof(h->stands));
	h->changed_us = now_us;
	log_sink(ignore_log, NULL);
	table_init(&h->table, &h->board, &h->config, NULL, &ops, NULL, ua);
	for (unsigned sq = 0; sq < FILES * RANKS; sq++)
		h->game[sq] = false;
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		h->game[place_of(h, g, sq)] = true;
		report_edge(h, place_of(h, g, sq), reported[sq], 0);
	}
	for (unsigned sq = 0; sq < FILES * RANKS; sq++)
		if (!h->game[sq])
			report_edge(h, sq, (struct reading){ 0 }, 0);
	table_begin(&h->table, NULL, now_us);
	if (table_new(&h->table, &setup) < 0)
		return false;
	/* No game was played on this board: the players confirm the array. */
	return h->table.state.prompt.kind != PROMPT_ARRAY ||
	       table_event(&h->table, (struct event){ .kind = EVENT_ANSWER,
						      .yes = true,
						      .seat = SEAT_NONE }) == 0;
}

void
hall_step(struct hall *h, const struct event *e)
{
	struct table *t = &h->table;

	if (e->kind == EVENT_EDGE) {
		report_edge(h, place_of(h, t->state.game, e->sq), e->reading, e->t_us);
		return;
	}
	table_advance(t, e->t_us);
	/* A refused event changes nothing; the players see the display and act by it. */
	if (e->kind == EVENT_PRESS)
		(void)!table_press(t, (enum button)e->button, e->seat);
	else if (e->kind != EVENT_TIME)
		(void)!table_event(t, *e);
}

bool
hall_put(struct hall *h, bool stands, uint64_t now_us)
{
	unsigned sq = rng_below(&h->rng, FILES * RANKS);
	struct reading r = { 0 };

	for (unsigned i = 0; i < FILES * RANKS; i++, sq = (sq + 1) % (FILES * RANKS)) {
		if (h->game[sq] || h->stands[sq] == stands)
			continue;
		r.occupied = stands;
		if (stands && h->board.senses != BOARD_OCCUPANCY)
			r.pole = rng_chance(&h->rng, 50) ? POLE_WHITE : POLE_BLACK;
		if (stands && h->board.senses == BOARD_LEVEL)
			r.level_min = r.level_max = 2;
		h->stands[sq] = stands;
		h->stood += stands;
		h->changed_us = now_us;
		report_edge(h, sq, r, now_us);
		return true;
	}
	return false;
}

void
hall_touched(struct hall *h, bool lifted, uint64_t now_us)
{
	if (rng_chance(&h->rng, lifted ? COMES : GOES))
		(void)hall_put(h, lifted, now_us);
}

const char *
hall_judge(struct hall *h, uint64_t now_us)
{
	bool reported = h->table.troubles.place[TROUBLE_BESIDE].on, any = false;

	if (now_us <= h->changed_us + REST_US)
		return NULL;
	for (unsigned sq = 0; sq < BOARD_SQUARES_MAX; sq++)
		any = any || h->stands[sq];
	if (reported != any)
		return any ? "what stands beside the game is not reported"
			   : "it is reported that something stands beside the game, and nothing "
			     "does";
	h->reported += any;
	h->cleared += !any && h->stood > 0;
	return NULL;
}
