#include "daemon/table/table.h"

#include <string.h>

#include "daemon/table/home.h"
#include "daemon/record/record_session.h"
#include "daemon/words/words.h"

_Static_assert(TROUBLE_BUS + BOARD_BUSES_MAX <= TROUBLE_SENSOR &&
		       TROUBLE_SENSOR + BOARD_SENSORS_MAX <= TROUBLE_LED &&
		       TROUBLE_LED + BOARD_LEDS_MAX <= TROUBLE_LINE &&
		       TROUBLE_LINE + BOARD_SENSORS_MAX <= TROUBLE_STORE &&
		       TROUBLE_SQUARE + BOARD_SENSORS_MAX <= TROUBLE_BESIDE,
	       "every chip of the largest board has a place for its trouble");
_Static_assert(STORE_WHY_MAX + 100 <= (int)WORDS_TROUBLE && WORDS_TROUBLE <= (int)TROUBLE_TEXT,
	       "store errors fit into a trouble");

void
table_init(struct table *t, const struct board *b, const struct table_config *c, struct store *store,
	   const struct table_ops *ops, void *ops_arg, const uint32_t channel_ua[BOARD_LEDS_MAX])
{
	memset(t, 0, sizeof(*t));
	t->board = b;
	t->config = c;
	t->store = store;
	/* Makes table_poll_store report what the store found when it was opened. */
	t->store_version = store ? store_status(store)->version - 1 : 0;
	t->ops = ops;
	t->ops_arg = ops_arg;
	t->version = 1;
	t->session_config = session_config_default();
	t->session_config.senses = b->senses;
	t->session_config.settle_us = c->settle_us;
	table_light_init(t, channel_ua);
	(void)duties_report(t, DUTY_INIT);
}

bool
table_game_runs(const struct table *t)
{
	return t->state.phase == SESSION_PLAYING && t->state.n_actions > 0;
}

uint32_t
table_number(const struct table *t)
{
	return t->store ? store_status(t->store)->number : 0;
}

void
table_readings(const struct table *t, const struct game *g, const struct position *p,
	       struct reading out[RULES_SQUARES_MAX])
{
	memset(out, 0, sizeof(out[0]) * RULES_SQUARES_MAX);
	for (unsigned sq = 0; sq < rules_squares(g); sq++) {
		unsigned bsq = home_to_board(t->board, g, sq);

		if (t->known[bsq])
			out[sq] = t->reading[bsq];
		else
			out[sq].occupied = rules_at(g, p, sq) != 0;
	}
}

void
table_store_action(void *user, uint32_t i, char text[RULES_ACTION_TEXT], uint64_t *t_us)
{
	const struct table *t = user;

	memcpy(text, t->book.move[i].action, RULES_ACTION_TEXT);
	*t_us = t->book.move[i].t_us;
}

uint64_t
table_store_clock(void *user, uint32_t i)
{
	const struct table *t = user;

	return t->book.move[i].clock_us;
}

/* ---- the session's output ---- */

static void
add_move(struct table *t, const struct session_note *note)
{
	struct position before = t->book.at;
	struct table_move *m;

	if (t->book.n == SESSION_ACTIONS_MAX)
		return;
	m = book_add(&t->book, note->action);
	m->t_us = t->base_us + (note->t_us > t->began_us ? note->t_us - t->began_us : 0);
	/* The time of an amended action may precede that of the last one. */
	if (t->book.n > 1 && m->t_us < m[-1].t_us)
		m->t_us = m[-1].t_us;
	(void)duties_event(t, &(struct duty_event){ .kind = DUTY_FINAL,
						    .t_us = note->t_us,
						    .final = { .move = m, .before = &before } });
	if (t->store)
		store_mark_action(t->store);
}

static void
cut_moves(struct table *t, uint32_t n, bool amending, uint64_t t_us)
{
	if (n > t->book.n)
		n = t->book.n;
	book_cut(&t->book, n);
	if (t->store)
		store_mark_undo(t->store, n);
	(void)duties_event(t, &(struct duty_event){ .kind = DUTY_UNDO,
						    .t_us = t_us,
						    .undo = { .move = &t->book.move[t->book.n],
							      .n = n,
							      .amending = amending } });
}

static void
mark_result(struct table *t, uint64_t t_us)
{
	struct record_result res;
	struct words_result words;

	session_state(&t->session, &t->state);
	res = record_session_result(&t->state);
	(void)duties_event(t, &(struct duty_event){ .kind = DUTY_RESULT, .t_us = t_us });
	if (t->store)
		store_mark_result(t->store, &res);
	words_result(&t->state, &words);
	log_line(LOG_GAME, "%s (%s)", words.text, words.token);
}

/* Processes one output of the session. next: the following output, or NULL. */
static void
absorb_note(struct table *t, const struct session_note *note, const struct session_note *next)
{
	switch ((enum session_note_kind)note->kind) {
	case NOTE_FINAL:
		add_move(t, note);
		break;
	case NOTE_UNDO:
		cut_moves(t, note->n, next && next->kind == NOTE_FINAL, note->t_us);
		break;
	case NOTE_RESULT:
		mark_result(t, note->t_us);
		break;
	case NOTE_CLOSED:
		(void)duties_report(t, DUTY_CLOSED);
		break;
	case NOTE_NEW_GAME:
		t->new_game = true;
		break;
	case NOTE_REFUSED:
		t->refused = true;
		words_refused(note, t->why, sizeof(t->why));
		break;
	case NOTE_SHOWN:
	case NOTE_WITHDRAWN:
	case NOTE_ASKED:
	case NOTE_GUIDE:
	case NOTE_ANNOUNCED:
		break;
	}
}

int
table_refuse_for(struct table *t, const char *const reason[])
{
	lang_fill(t->why, sizeof(t->why), false, reason);
	return -1;
}

void
table_absorb(struct table *t)
{
	uint32_t version = t->state.version;

	t->refused = false;
	for (unsigned i = 0; i < t->out.n; i++)
		absorb_note(t, &t->out.note[i], i + 1 < t->out.n ? &t->out.note[i + 1] : NULL);
	t->out.n = 0;
	session_state(&t->session, &t->state);
	(void)duties_report(t, DUTY_STATE);
	t->version += t->state.version != version;
	if (t->store)
		store_pump(t->store, t->now_us);
}

void
table_step(struct table *t, struct event e)
{
	if (!t->begun)
		return;
	/* Traces must replay: they use the session's time. */
	e.t_us = session_time(&t->session, e.t_us);
	(void)duties_event(t, &(struct duty_event){ .kind = DUTY_BEFORE, .input = &e });
	(void)session_step(&t->session, &e, &t->out);
	(void)duties_event(t, &(struct duty_event){ .kind = DUTY_AFTER, .input = &e });
	table_absorb(t);
	if (!t->new_game)
		return;
	t->new_game = false;
	(void)duties_report(t, DUTY_NEW_GAME);
}

int
table_event(struct table *t, struct event e)
{
	e.t_us = t->now_us;
	(void)duties_report(t, DUTY_INPUT);
	if (!t->begun)
		return table_refuse(t, tr("the board is not read yet"));
	table_step(t, e);
	return t->refused ? -1 : 0;
}

/* ---- time ---- */

uint64_t
table_deadline(const struct table *t)
{
	uint64_t d = t->lamps_us, s, duties;

	if (!t->begun)
		return UINT64_MAX;
	s = session_deadline(&t->session);
	duties = duties_deadline(t);
	d = s < d ? s : d;
	return duties < d ? duties : d;
}

static void
serve(struct table *t, uint64_t d)
{
	if (d > t->now_us)
		t->now_us = d;
	if (session_deadline(&t->session) <= d)
		table_step(t, (struct event){ .kind = EVENT_TIME, .t_us = d });
	duties_turn(t, d);
	table_light(t);
}

void
table_advance(struct table *t, uint64_t t_us)
{
	uint64_t d;

	while ((d = table_deadline(t)) <= t_us)
		serve(t, d > t->now_us ? d : t->now_us);
	if (t_us > t->now_us)
		t->now_us = t_us;
	table_light(t);
}

/* ---- messages of the buses ---- */

/* Passes an edge of the game's square to the session, unless a duty consumes it. */
static void
edge(struct table *t, const struct busio_msg *m)
{
	struct reading old = t->reading[m->sq];
	bool known = t->known[m->sq];
	struct duty_event e = { .kind = DUTY_TOUCH, .t_us = m->t_us };

	t->reading[m->sq] = m->reading;
	t->known[m->sq] = true;
	e.touch.board_sq = m->sq;
	e.touch.was = known ? &old : NULL;
	e.touch.changed = !known || memcmp(&old, &m->reading, sizeof(old)) != 0;
	e.touch.sq = t->begun ? (uint8_t)home_to_game(t->board, t->state.game, m->sq) : RULES_NO_SQ;
	if (duties_event(t, &e)) {
		e.kind = DUTY_UNSEEN;
		if (t->begun)
			(void)duties_event(t, &e);
		return;
	}
	if (e.touch.changed)
		table_step(t, (struct event){ .kind = EVENT_EDGE,
					      .t_us = m->t_us,
					      .sq = e.touch.sq,
					      .reading = m->reading });
}

void
table_message(struct table *t, const struct busio_msg *m)
{
	/* Uses the bus's time, but never a time before a served deadline. */
	table_advance(t, m->t_us);
	switch ((enum busio_kind)m->kind) {
	case BUSIO_EDGE:
		edge(t, m);
		break;
	case BUSIO_BUTTON:
		if (t->begun)
			(void)duties_event(t, &(struct duty_event){ .kind = DUTY_CONTACT,
								    .t_us = m->t_us,
								    .contact = { m->index, m->level } });
		break;
	case BUSIO_SENSOR:
	case BUSIO_LED:
	case BUSIO_SQUARE:
	case BUSIO_LINE:
	case BUSIO_GPIO:
	case BUSIO_RESET:
	case BUSIO_BUS:
		(void)duties_event(t, &(struct duty_event){ .kind = DUTY_HEALTH,
							    .t_us = m->t_us,
							    .health = m });
		break;
	case BUSIO_SCANNED:
	case BUSIO_TIME:
		break;
	}
	table_light(t);
}

void
table_client_disconnected(struct table *t, uint32_t client)
{
	(void)duties_event(t, &(struct duty_event){ .kind = DUTY_DISCONNECTED,
						    .t_us = t->now_us,
						    .client = client });
}

/* ---- the store ---- */

/* Reports an error of the disk, or damage that was repaired when the games were opened. */
static void
store_health(struct table *t, const struct store_status *st)
{
	char text[WORDS_TROUBLE];

	words_store(st->what, st->lost, text);
	(void)trouble_set(&t->troubles, TROUBLE_STORE, LOG_SYSTEM, t->now_us, text);
}

static void
poll_repair(struct table *t)
{
	struct store_repair now;
	bool repairs = store_repairs(t->store, &now);

	t->version += repairs != t->repairs || now.done != t->repair.done || now.of != t->repair.of;
	t->repairs = repairs;
	t->repair = now;
}

void
table_poll_store(struct table *t)
{
	const struct store_status *st;

	if (!t->store)
		return;
	store_poll(t->store);
	poll_repair(t);
	st = store_status(t->store);
	if (st->version == t->store_version)
		return;
	t->store_version = st->version;
	t->version++;
	store_health(t, st);
	/* The game may have got its number. */
	if (t->begun)
		(void)duties_report(t, DUTY_STORED);
}

/* ---- values of duties that survive a restart, by key ---- */

const char *
table_kept(const struct table *t, const char *key)
{
	return t->store ? store_setting(t->store, key) : NULL;
}

void
table_keep(struct table *t, const char *key, const char *value)
{
	if (t->store && store_setting_set(t->store, key, value) < 0)
		log_line(LOG_BUG, "the setting %s has no room", key);
}
