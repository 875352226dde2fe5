#include "daemon/table/table_aside.h"

#include "daemon/table/home.h"
#include "daemon/table/table.h"

/* If no seat may act, there is no second thought to wait for. */
enum { STILL_US = 250000 };

int
table_aside_fits(struct table *t, const struct game *g)
{
	if (!home_fits(t->board, g))
		return table_refuse(t, tr("this board is too small for that game"));
	return 0;
}

int
table_aside_allows(struct table *t, const struct game *g)
{
	if (table_game_runs(t) || t->state.has_provisional)
		return table_refuse(t, tr("a game is running: end it or begin a new one first"));
	return table_aside_fits(t, g);
}

int
table_aside_start(struct table *t, struct table_aside *a, const struct game *g,
		  const struct position *p, unsigned computers)
{
	struct session_config c = t->session_config;
	char text[RULES_POSITION_TEXT];
	struct rules_error err;

	c.blind = table_blind_squares(t, g);
	c.computers = (uint8_t)computers;
	if (computers == (1u << rules_seats(g)) - 1)
		c.settle_us = STILL_US;
	rules_print(g, p, text);
	if (session_start(&a->session, &c, g, text, NULL, NULL, NULL, t->now_us, &err) < 0)
		return table_refuse(t, err.why);
	return 0;
}

void
table_aside_compare(struct table *t, struct table_aside *a, const struct position *p,
		    struct infer_known *known)
{
	struct reading board[RULES_SQUARES_MAX];
	struct session_state st;

	session_state(&a->session, &st);
	infer_know_exactly(known, st.game, p);
	table_readings(t, st.game, p, board);
	session_board(&a->session, board, known, t->now_us, &a->out);
}

unsigned
table_aside_touch(const struct table *t, const struct game *g, const struct duty_event *e,
		  struct event out[TABLE_ASIDE_EVENTS])
{
	unsigned sq = home_to_game(t->board, g, e->touch.board_sq);

	out[0] = (struct event){ .kind = EVENT_BLIND,
				 .t_us = e->t_us,
				 .blind = table_blind_squares(t, g) };
	if (sq == RULES_NO_SQ || !e->touch.changed)
		return 1;
	out[1] = (struct event){ .kind = EVENT_EDGE,
				 .t_us = e->t_us,
				 .sq = (uint8_t)sq,
				 .reading = t->reading[e->touch.board_sq] };
	return 2;
}

void
table_aside_end(struct table *t)
{
	t->version++;
	table_compare(t);
	/* Pieces were moved without edges for the session, so their identity is unknown. */
	if (t->state.phase == SESSION_PLAYING && table_known_doubts(t, false))
		table_offer_array(t);
}
