/*
 * Calibration without a computer, while no game runs: the empty board, then plain white
 * pieces, then the results are reviewed and kept. Lamps guide: blue squares wait for a
 * piece, orange ones need attention. Until the results are kept, leaving changes nothing.
 * Playing leaves it, and so does a quarter of an hour without a new result. Pieces are not
 * moves meanwhile: the session gets no edges, and the whole board when calibration ends.
 *
 *   step in the state   left by                          to
 *   empty               step `empty`, OK                 measuring
 *   measuring           32 rounds                        pieces; empty, if squares are odd
 *   pieces              every square found; `end`, OK    review
 *   review              `keep`, OK                       review, with the results in use
 *   review, kept        it is on disk                    the end
 *                       it cannot be written             review: it may be kept again
 *   any                 `cancel`, back                   the end; other results as before
 */
#include <stdio.h>
#include <string.h>

#include "daemon/lamps/palette.h"
#include "daemon/table/table.h"

enum { GIVE_UP_US = 900000000 };

static void
news(struct table *t)
{
	t->calibration.end_us = t->now_us + GIVE_UP_US;
	t->version++;
}

static int
open(struct table *t)
{
	if (table_game_runs(t) || t->state.has_provisional)
		return table_refuse(
			t, tr("a game is running: the board is calibrated before or after it"));
	duties_take(t, &table_calibrate_duty);
	calibrate_begin(&t->calibration.found, t->board);
	t->calibration.step = CALIBRATION_FINDING;
	t->calibration.round_us = t->now_us;
	news(t);
	return 0;
}

/* Ends calibration without a change. */
static void
finish(struct table *t)
{
	if (t->calibration.step == CALIBRATION_OFF)
		return;
	t->calibration.step = CALIBRATION_OFF;
	t->version++;
	table_compare(t);
}

static unsigned
n_found(const struct table *t)
{
	return (unsigned)t->board->files * t->board->ranks - calibrate_left(&t->calibration.found);
}

/* Keeps the results; a board with switches has only blind squares. */
static int
keep(struct table *t, const struct table_asker *who)
{
	struct board b = *t->board;
	bool measures = calibrate_measures(t->board);

	calibrate_apply(&t->calibration.found, &b);
	if (!measures && !table_measured_is_due(t) && memcmp(b.blind, t->board->blind, sizeof(b.blind)) == 0) {
		finish(t);
		return 0;
	}
	if (n_found(t) == 0)
		return table_refuse(t, tr("no square has been measured: there is nothing to keep"));
	if (table_measured(t, &b, who) < 0)
		return -1;
	t->calibration.step = CALIBRATION_KEEPING;
	t->calibration.file = table_measured_last(t);
	return 1;
}

/* Handles the writing of the file; after an error the results can be kept again. */
static void
kept(struct table *t, uint32_t file, int err)
{
	if (t->calibration.step != CALIBRATION_KEEPING || file != t->calibration.file)
		return;
	t->calibration.step = CALIBRATION_REVIEW;
	if (err < 0)
		return;
	log_line(LOG_BOARD, "%u squares have been calibrated", n_found(t));
	finish(t);
}

int
table_calibrate(struct table *t, const char *step, const struct table_asker *who)
{
	uint8_t phase = t->calibration.found.phase;

	if (strcmp(step, "begin") == 0)
		return open(t);
	if (strcmp(step, "cancel") == 0) {
		finish(t);
		return 0;
	}
	if (t->calibration.step == CALIBRATION_OFF)
		return table_refuse(t,
				    tr("the board is not being calibrated: `begin` comes first"));
	if (strcmp(step, "keep") == 0 && t->calibration.step != CALIBRATION_FINDING)
		return keep(t, who);
	if (strcmp(step, "empty") == 0 && phase == CALIBRATE_EMPTY) {
		calibrate_zero(&t->calibration.found);
		t->calibration.round_us = t->now_us;
	} else if (strcmp(step, "end") == 0 && phase == CALIBRATE_PIECES &&
		   t->calibration.step == CALIBRATION_FINDING) {
		t->calibration.step = CALIBRATION_REVIEW;
	} else {
		return table_refuse(t, tr("step: begin, empty, end, keep or cancel is expected, "
					  "and the one that comes next"));
	}
	news(t);
	return 0;
}

static void
press(struct table *t, unsigned button)
{
	const struct table_asker none = { 0 };
	bool found = t->calibration.step != CALIBRATION_FINDING;
	const char *next = t->calibration.found.phase == CALIBRATE_EMPTY ? "empty"
			   : found                                       ? "keep"
									 : "end";

	if (button == BUTTON_BACK)
		finish(t);
	else if (button == BUTTON_OK && t->calibration.found.phase != CALIBRATE_ZERO &&
		 table_calibrate(t, next, &none) < 0)
		log_line(LOG_BOARD, "%s", t->why);
}

/* ---- rounds ---- */

static uint64_t
deadline(const struct table *t)
{
	if (t->calibration.step == CALIBRATION_OFF)
		return UINT64_MAX;
	return t->calibration.found.phase == CALIBRATE_EMPTY ? t->calibration.end_us : t->calibration.round_us;
}

/* Reports whether the chip's last value is a reading: not if it is silent. */
static bool
is_read(const struct table *t, unsigned sensor)
{
	const struct board_sensor *s = &t->board->sensor[sensor];

	return !t->troubles.place[TROUBLE_SENSOR + sensor].on &&
	       !t->troubles.place[TROUBLE_BUS + s->bus].on &&
	       (s->mux == BOARD_NO_MUX || !t->troubles.place[TROUBLE_MUX + s->bus].on);
}

static bool
bus_is_away(const struct table *t)
{
	for (unsigned i = 0; i < t->board->n_buses; i++)
		if (t->troubles.place[TROUBLE_BUS + i].on)
			return true;
	return false;
}

static void
read_round(const struct table *t, struct calibrate_reading r[BOARD_SQUARES_MAX])
{
	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		r[sq].known = t->known[sq] && is_read(t, t->calibration.found.at[sq].sensor);
		r[sq].occupied = t->reading[sq].occupied;
		if (t->calibration.found.at[sq].measures)
			r[sq].known &= t->ops->raw && t->ops->raw(t->ops_arg, sq, &r[sq].code);
	}
}

static void
turn(struct table *t, uint64_t now_us)
{
	struct calibrate_reading r[BOARD_SQUARES_MAX] = { 0 };

	t->calibration.round_us = now_us + CALIBRATE_ROUND_US;
	if (now_us >= t->calibration.end_us) {
		log_line(LOG_BOARD, "calibration was abandoned: nothing has changed");
		finish(t);
		return;
	}
	if (bus_is_away(t))
		return;
	read_round(t, r);
	if (!calibrate_round(&t->calibration.found, r))
		return;
	if (t->calibration.found.phase == CALIBRATE_PIECES && calibrate_left(&t->calibration.found) == 0)
		t->calibration.step = CALIBRATION_REVIEW;
	news(t);
}

/* ---- lamps ---- */

static unsigned
meaning(const struct table *t, unsigned sq)
{
	const struct calibrate *c = &t->calibration.found;
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

static bool
paint(const struct table *t, const struct lamps_config *c, uint8_t rgb[BOARD_SQUARES_MAX][3])
{
	if (t->calibration.step == CALIBRATION_OFF)
		return false;
	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		unsigned means = meaning(t, sq);

		if (means)
			memcpy(rgb[sq], palette_lamp(c, means, true, 0).peak, 3);
	}
	return true;
}

/* ---- the sentence: the next step, and the result of each square ---- */

static enum words_calibrate_step
step_of(const struct table *t)
{
	if (t->calibration.found.phase == CALIBRATE_EMPTY)
		return WORDS_CALIBRATE_EMPTY;
	if (t->calibration.found.phase == CALIBRATE_ZERO)
		return WORDS_CALIBRATE_MEASURING;
	return t->calibration.step >= CALIBRATION_REVIEW ? WORDS_CALIBRATE_REVIEW
							 : WORDS_CALIBRATE_PIECES;
}

static void
add_square(struct words_squares *s, unsigned sq)
{
	s->sq[s->n++] = (uint8_t)sq;
}

/* Adds each square to the sets of what was found about it. */
static void
sort_squares(const struct table *t, struct words_calibrate *c)
{
	for (unsigned sq = 0; sq < (unsigned)t->board->files * t->board->ranks; sq++) {
		const struct calibrate_square *s = &t->calibration.found.at[sq];

		if (s->odd)
			add_square(&c->odd, sq);
		if (t->calibration.found.phase != CALIBRATE_PIECES)
			continue;
		if (s->found != CALIBRATE_SPAN)
			add_square(&c->left, sq);
		if (s->found == CALIBRATE_WEAK)
			add_square(&c->weak, sq);
		if (s->found == CALIBRATE_STRONG)
			add_square(&c->strong, sq);
		if (calibrate_is_turned(&t->calibration.found, sq))
			add_square(&c->turned, sq);
		if (calibrate_is_blind(&t->calibration.found, sq))
			add_square(&c->blind, sq);
	}
}

bool
table_calibrate_found(const struct table *t, struct words_calibrate *out)
{
	if (t->calibration.step == CALIBRATION_OFF)
		return false;
	*out = (struct words_calibrate){ .step = (uint8_t)step_of(t),
					 .measures = calibrate_measures(t->board) };
	sort_squares(t, out);
	return true;
}

static bool
say(const struct table *t, char out[WORDS_LINE])
{
	struct words_calibrate c;

	if (!table_calibrate_found(t, &c))
		return false;
	words_calibrate(t->board, &c, out);
	return true;
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (t->calibration.step == CALIBRATION_OFF)
		return false;
	switch (e->kind) {
	case DUTY_TOUCH:
	case DUTY_BACK:
	case DUTY_HELD:
		return true;
	case DUTY_PRESS:
		press(t, e->press.button);
		return true;
	case DUTY_INPUT:
		finish(t);
		return false;
	case DUTY_TAKEN:
		if (e->taker != &table_calibrate_duty)
			finish(t);
		return false;
	case DUTY_MEASURED:
		kept(t, e->measured.file, e->measured.err);
		return false;
	case DUTY_OPENED:
		t->calibration.step = CALIBRATION_OFF;
		return false;
	default:
		return false;
	}
}

const struct duty table_calibrate_duty = {
	.event = event,
	.turn = turn,
	.deadline = deadline,
	.paint = paint,
	.say = say,
};
