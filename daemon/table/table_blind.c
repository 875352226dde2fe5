/*
 * Squares that are blind, or silent because their chip or mux is dead: reports them to
 * session and players.
 */
#include "daemon/table/home.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"

#include <errno.h>

static bool
is_dead(const struct table *t, unsigned board_sq)
{
	for (unsigned i = 0; i < t->board->n_sensors; i++)
		for (unsigned c = 0; t->blind.sensor_dead[i] && c < BOARD_CHANNELS_MAX; c++)
			if (t->board->sensor[i].sq[c] == board_sq)
				return true;
	return false;
}

bool
table_square_silent(const struct table *t, unsigned board_sq)
{
	return is_dead(t, board_sq) ||
	       (t->blind.square_err[board_sq] != 0 && t->blind.square_err[board_sq] != -EAGAIN);
}

struct sqset
table_blind_squares(const struct table *t, const struct game *g)
{
	struct sqset blind = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned board_sq = home_to_board(t->board, g, sq);

		if (t->blind.square_err[board_sq] != 0 || is_dead(t, board_sq))
			sqset_add(&blind, sq);
	}
	return blind;
}

/* Sets one trouble per chip, with its squares. */
static void
report_squares(struct table *t, unsigned chip)
{
	const struct board_sensor *s = &t->board->sensor[chip];
	unsigned place = (unsigned)TROUBLE_SQUARE + chip;
	char text[WORDS_LINE] = "";
	bool any = false;

	for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
		any |= s->sq[c] != BOARD_NO_SQ && t->blind.square_err[s->sq[c]] != 0;
	if (any)
		words_square_odd(t->board, chip, t->blind.square_err, text);
	t->version += trouble_set(&t->troubles, place, LOG_BOARD, t->now_us, text);
}

/* Sets the trouble that too many squares are blind, or clears it. */
static void
report_count(struct table *t)
{
	unsigned n = sqset_count(t->session_config.blind), all = rules_squares(t->state.game);
	char text[WORDS_LINE] = "";

	if (n > INFER_BLIND_MAX)
		words_blind(n, all, text);
	t->version += trouble_set(&t->troubles, TROUBLE_BLIND, LOG_BOARD, t->now_us, text);
}

/* Reports the squares that are blind now to the session. */
static void
update(struct table *t)
{
	struct reading board[RULES_SQUARES_MAX];
	struct sqset blind, back;

	if (!t->begun)
		return;
	blind = table_blind_squares(t, t->state.game);
	if (sqset_equal(blind, t->session_config.blind))
		return;
	back = sqset_minus(t->session_config.blind, blind);
	t->session_config.blind = blind;
	report_count(t);
	table_readings(t, t->state.game, t->state.settled, board);
	/*
	 * A square that works again reports its reading while it is still blind: the session
	 * then learns the piece without seeing a move.
	 */
	while (!sqset_empty(back)) {
		unsigned sq = sqset_pop(&back);

		table_step(t, (struct event){ .t_us = t->now_us,
					      .kind = EVENT_EDGE,
					      .seat = SEAT_NONE,
					      .sq = (uint8_t)sq,
					      .reading = board[sq] });
	}
	table_step(t, (struct event){ .t_us = t->now_us,
				      .kind = EVENT_BLIND,
				      .seat = SEAT_NONE,
				      .blind = blind });
}

static void
square_health(struct table *t, const struct busio_msg *m)
{
	t->blind.square_err[m->sq] = t->board->blind[m->sq] ? WORDS_SQUARE_BLIND : (int8_t)m->err;
	report_squares(t, m->index);
	update(t);
}

void
table_blind_described(struct table *t)
{
	for (unsigned i = 0; i < t->board->n_sensors; i++) {
		bool changed = false;

		for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++) {
			unsigned sq = t->board->sensor[i].sq[c];
			int8_t *err = sq == BOARD_NO_SQ ? NULL : &t->blind.square_err[sq];

			if (!err || t->board->blind[sq] == (*err == WORDS_SQUARE_BLIND))
				continue;
			*err = t->board->blind[sq] ? WORDS_SQUARE_BLIND : 0;
			changed = true;
			t->version++;
		}
		if (changed)
			report_squares(t, i);
	}
	update(t);
}

/*
 * Handles a report of a sensor chip. A chip that was reset gets its settings again before a
 * player can have moved a piece.
 */
static void
sensor_health(struct table *t, const struct busio_msg *m)
{
	t->blind.sensor_dead[m->index] = m->err != 0 && m->err != -ESTALE;
	update(t);
}

static bool
event(struct table *t, struct duty_event *e)
{
	if (e->kind == DUTY_INIT)
		table_blind_described(t);
	else if (e->kind == DUTY_SHOWN_GAME)
		report_count(t);
	else if (e->kind == DUTY_HEALTH && e->health->kind == BUSIO_SQUARE)
		square_health(t, e->health);
	else if (e->kind == DUTY_HEALTH && e->health->kind == BUSIO_SENSOR)
		sensor_health(t, e->health);
	return false;
}

const struct duty table_blind_duty = { .event = event };
