/*
 * Calibration without a computer, while no game runs: the empty board, then plain
 * white pieces, then what was found is looked at and kept. Lamps lead: blue
 * squares wait for a piece, orange ones are to be looked at. Until it is kept it is
 * left at any moment with nothing changed; whatever is played leaves it, as does a quarter of
 * an hour in which nothing new is found. Hands do not play meanwhile: the session
 * gets no edges, and is shown the whole board when it ends.
 *
 *   step in the state   left by                          to
 *   empty               step `empty`, OK                 measuring
 *   measuring           32 rounds                        pieces; empty, where squares are odd
 *   pieces              every square found; `end`, OK    review
 *   review              `keep`, OK                       review, with what was found in use
 *   review, kept        it is on disk                    the end
 *                       it cannot be written             review: it may be kept again
 *   any                 `cancel`, back                   the end; what was not kept is as before
 */
#include <stdio.h>
#include <string.h>

#include "daemon/lamps/palette.h"
#include "daemon/table/table.h"

enum { GIVE_UP_US = 900000000 };

static void
news(struct table *t)
{
	t->calibrate_end_us = t->now_us + GIVE_UP_US;
	t->version++;
	table_light(t, t->now_us);
}

static int
open(struct table *t)
{
	if (table_game_runs(t) || t->state.has_provisional)
		return table_refuse(t, SAY_NOT_CALIBRATE_GAME);
	table_choice_close(t);
	table_show_close(t);
	calibrate_begin(&t->calibrate, t->board);
	t->calibrating = true;
	t->reviewing = false;
	t->keeping = 0;
	t->calibrate_us = t->now_us;
	news(t);
	return 0;
}

void
table_calibrate_close(struct table *t)
{
	if (!t->calibrating)
		return;
	t->calibrating = false;
	t->version++;
	table_relight(t);
	table_compare(t);
	table_light(t, t->now_us);
}

static unsigned
n_found(const struct table *t)
{
	return (unsigned)t->board->files * t->board->ranks - calibrate_left(&t->calibrate);
}

int
table_measured(struct table *t, const struct board *b, const struct table_asker *who)
{
	if (!t->ops->measured)
		return table_refuse(t, SAY_NOT_CALIBRATE_FIXED);
	if (t->ops->measured(t->ops_arg, b, who, t->why) < 0)
		return -1;
	t->files_asked++;
	t->file_due = true;
	table_blind_described(t);
	return 1;
}

void
table_measured_told(struct table *t, int err, const char *why)
{
	bool kept = ++t->files_told == t->keeping && t->calibrating;

	/* Later ones hold more than it. */
	if (t->files_told == t->files_asked)
		t->file_due = err < 0;
	if (err < 0)
		log_line(LOG_BOARD, "%s", why);
	if (!kept)
		return;
	t->keeping = 0;
	if (err < 0)
		return;
	log_line(LOG_BOARD, "%u squares have been calibrated", n_found(t));
	table_calibrate_close(t);
}

/* A board that only switches has nothing to keep but which squares are blind. */
static int
keep(struct table *t, const struct table_asker *who)
{
	struct board b = *t->board;
	bool measures = calibrate_measures(t->board);

	calibrate_put(&t->calibrate, &b);
	if (!measures && !t->file_due && memcmp(b.blind, t->board->blind, sizeof(b.blind)) == 0) {
		table_calibrate_close(t);
		return 0;
	}
	if (n_found(t) == 0)
		return table_refuse(t, SAY_NOT_CALIBRATE_NOTHING);
	if (table_measured(t, &b, who) < 0)
		return -1;
	t->keeping = t->files_asked;
	return 1;
}

int
table_calibrate(struct table *t, const char *step, const struct table_asker *who)
{
	uint8_t phase = t->calibrate.phase;

	if (strcmp(step, "begin") == 0)
		return open(t);
	if (!t->calibrating)
		return table_refuse(t, SAY_NOT_CALIBRATE_BEGUN);
	if (strcmp(step, "cancel") == 0) {
		table_calibrate_close(t);
		return 0;
	}
	if (strcmp(step, "keep") == 0 && t->reviewing)
		return keep(t, who);
	if (strcmp(step, "empty") == 0 && phase == CALIBRATE_EMPTY) {
		calibrate_zero(&t->calibrate);
		t->calibrate_us = t->now_us;
	} else if (strcmp(step, "end") == 0 && phase == CALIBRATE_PIECES && !t->reviewing) {
		t->reviewing = true;
	} else {
		return table_refuse(t, SAY_NOT_CALIBRATE_STEP);
	}
	news(t);
	return 0;
}

void
table_calibrate_press(struct table *t, enum button button)
{
	const struct table_asker nobody = { 0 };
	const char *next = t->calibrate.phase == CALIBRATE_EMPTY ? "empty"
			   : t->reviewing                        ? "keep"
								 : "end";

	if (button == BUTTON_BACK)
		table_calibrate_close(t);
	else if (button == BUTTON_OK && t->calibrate.phase != CALIBRATE_ZERO &&
		 table_calibrate(t, next, &nobody) < 0)
		log_line(LOG_BOARD, "%s", t->why);
}

/* ---- rounds ---- */

uint64_t
table_calibrate_deadline(const struct table *t)
{
	if (!t->calibrating)
		return UINT64_MAX;
	return t->calibrate.phase == CALIBRATE_EMPTY ? t->calibrate_end_us : t->calibrate_us;
}

/* What a chip that is silent said last is no reading. */
static bool
is_read(const struct table *t, unsigned sensor)
{
	const struct board_sensor *s = &t->board->sensor[sensor];

	return !t->troubles.place[TROUBLE_SENSOR + sensor].on &&
	       !t->troubles.place[TROUBLE_BUS + s->bus].on &&
	       (s->mux == BOARD_NO_MUX || !t->troubles.place[TROUBLE_MUX + s->bus].on);
}

static void
read_round(const struct table *t, struct calibrate_reading r[BOARD_SQUARES_MAX])
{
	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		r[sq].known = t->known[sq] && is_read(t, t->calibrate.at[sq].sensor);
		r[sq].occupied = t->reading[sq].occupied;
		if (t->calibrate.at[sq].measures)
			r[sq].known &= t->ops->raw && t->ops->raw(t->ops_arg, sq, &r[sq].code);
	}
}

void
table_calibrate_turn(struct table *t, uint64_t now_us)
{
	struct calibrate_reading r[BOARD_SQUARES_MAX] = { 0 };

	t->calibrate_us = now_us + CALIBRATE_ROUND_US;
	if (now_us >= t->calibrate_end_us) {
		log_line(LOG_BOARD, "nobody goes on with calibrating: it is left as it was");
		table_calibrate_close(t);
		return;
	}
	if (t->bus_gone)
		return;
	read_round(t, r);
	if (!calibrate_round(&t->calibrate, r))
		return;
	if (t->calibrate.phase == CALIBRATE_PIECES && calibrate_left(&t->calibrate) == 0)
		t->reviewing = true;
	news(t);
}

/* ---- light ---- */

static unsigned
meaning(const struct table *t, unsigned sq)
{
	const struct calibrate *c = &t->calibrate;
	const struct calibrate_square *s = &c->at[sq];

	if (c->phase == CALIBRATE_EMPTY)
		return s->odd ? 1u << MEANING_EXTRA : 0;
	if (c->phase == CALIBRATE_ZERO)
		return 0;
	if (s->found == CALIBRATE_WEAK || s->found == CALIBRATE_STRONG ||
	    calibrate_is_turned(c, sq))
		return 1u << MEANING_EXTRA;
	return s->found == CALIBRATE_NOTHING ? 1u << MEANING_MISSING : 0;
}

void
table_calibrate_paint(const struct table *t, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	const struct lamps_config c = table_board_lamps(t);

	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		unsigned means = meaning(t, sq);

		if (means)
			memcpy(rgb[sq], palette_lamp(&c, (uint16_t)means, true, 0).peak, 3);
	}
	lamps_limit(&c, rgb, BOARD_SQUARES_MAX);
}
