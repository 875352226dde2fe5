/*
 * Squares whose sensor is not to be believed, or of which nothing is heard because
 * their chip or its mux is dead: what the session and the players hear of them.
 */
#include "daemon/table/home.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"

#include <errno.h>

static bool
is_dead(const struct table *t, unsigned board_sq)
{
	for (unsigned i = 0; i < t->board->n_sensors; i++)
		for (unsigned c = 0; t->sensor_dead[i] && c < BOARD_CHANNELS_MAX; c++)
			if (t->board->sensor[i].sq[c] == board_sq)
				return true;
	return false;
}

bool
table_square_silent(const struct table *t, unsigned board_sq)
{
	return is_dead(t, board_sq) ||
	       (t->square_err[board_sq] != 0 && t->square_err[board_sq] != -EAGAIN);
}

struct sqset
table_blind_squares(const struct table *t, const struct game *g)
{
	struct sqset blind = { { 0, 0 } };

	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned board_sq = home_to_board(t->board, g, sq);

		if (t->square_err[board_sq] != 0 || is_dead(t, board_sq))
			sqset_add(&blind, sq);
	}
	return blind;
}

/* One trouble a chip, whose words name the squares. */
static void
tell_squares(struct table *t, unsigned chip)
{
	const struct board_sensor *s = &t->board->sensor[chip];
	unsigned place = (unsigned)TROUBLE_SQUARE + chip;
	char text[WORDS_LINE];
	bool any = false;

	for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++)
		any |= s->sq[c] != BOARD_NO_SQ && t->square_err[s->sq[c]] != 0;
	if (any) {
		words_square_odd(t->board, chip, t->square_err, text);
		t->version += trouble_set(&t->troubles, place, LOG_BOARD, t->now_us, "%s", text);
	} else {
		words_square_sound(t->board, chip, text);
		t->version += trouble_clear(&t->troubles, place, "%s", text);
	}
}

void
table_square_health(struct table *t, const struct busio_msg *m)
{
	t->square_err[m->sq] = t->board->blind[m->sq] ? WORDS_SQUARE_BLIND : (int8_t)m->err;
	tell_squares(t, m->index);
	table_blind(t);
}

void
table_blind_described(struct table *t)
{
	for (unsigned i = 0; i < t->board->n_sensors; i++) {
		bool changed = false;

		for (unsigned c = 0; c < BOARD_CHANNELS_MAX; c++) {
			unsigned sq = t->board->sensor[i].sq[c];
			int8_t *err = sq == BOARD_NO_SQ ? NULL : &t->square_err[sq];

			if (!err || t->board->blind[sq] == (*err == WORDS_SQUARE_BLIND))
				continue;
			*err = t->board->blind[sq] ? WORDS_SQUARE_BLIND : 0;
			changed = true;
			t->version++;
		}
		if (changed)
			tell_squares(t, i);
	}
	table_blind(t);
}

int
table_blind_name(struct table *t, unsigned board_sq, bool blind, const struct table_asker *who)
{
	struct board b = *t->board;

	/* What is not on disk yet, or could not be written, is written again. */
	if (b.blind[board_sq] == blind && !t->file_due)
		return 0;
	b.blind[board_sq] = blind;
	return table_measured(t, &b, who);
}

void
table_blind_words(struct table *t)
{
	unsigned n = sqset_count(t->session_config.blind), all = rules_squares(t->state.game);
	char text[WORDS_LINE];

	if (n > SESSION_BLIND_MAX) {
		words_blind(n, all, text);
		t->version +=
			trouble_set(&t->troubles, TROUBLE_BLIND, LOG_BOARD, t->now_us, "%s", text);
	} else {
		words_blind_no_more(text);
		t->version += trouble_clear(&t->troubles, TROUBLE_BLIND, "%s", text);
	}
}

void
table_blind(struct table *t)
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
	table_blind_words(t);
	table_readings(t, t->state.game, t->state.settled, board);
	/* What they read is told while they are blind still: news, but no hand's. */
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
