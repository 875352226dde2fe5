#include "daemon/table/table.h"

#include <errno.h>
#include <stdio.h>
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
	       "what the store says is told to its end");

static void
set_lamp_limits(struct table *t, const uint32_t channel_ua[BOARD_LEDS_MAX])
{
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

void
table_init(struct table *t, const struct board *b, const struct table_config *c, struct store *store,
	   const struct table_ops *ops, void *ops_arg, const uint32_t channel_ua[BOARD_LEDS_MAX])
{
	memset(t, 0, sizeof(*t));
	t->board = b;
	t->config = c;
	t->store = store;
	/* What opening it found has not been told yet. */
	t->store_version = store ? store_status(store)->version - 1 : 0;
	t->ops = ops;
	t->ops_arg = ops_arg;
	t->ok_us = t->hint_us = t->beside_us = UINT64_MAX;
	t->lamps_us = LAMPS_NO_DEADLINE;
	t->version = 1;
	t->page = SEAT_NONE;
	t->session_config = session_config_default();
	t->session_config.senses = b->senses;
	t->session_config.settle_us = c->settle_us;
	set_lamp_limits(t, channel_ua);
	table_blind_described(t);
	table_settings_init(t);
	table_evening_init(t);
	table_settings_game(t);
	table_chance_draw(t);
}

bool
table_game_runs(const struct table *t)
{
	return t->state.phase == SESSION_PLAYING && t->state.n_actions > 0;
}

/* ---- light ---- */

/* Which of the game's squares each lamp chip lights, so that its limit counts them. */
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

/* What the lamps tell of: the session, with the menu's question before any other. */
static const struct session_state *
lit_state(const struct table *t, struct session_state *room)
{
	if (!t->menu)
		return &t->state;
	*room = t->state;
	room->prompt = (struct prompt){ .kind = t->menu_kind, .seat = t->menu_seat };
	if (t->menu_kind == TABLE_MENU_TIME) {
		room->prompt.kind = PROMPT_RESIGN;
		room->prompt.seat = t->menu_seat ^ 1; /* who would lose by it */
	}
	return room;
}

void
table_light(struct table *t, uint64_t now_us)
{
	struct session_state room;
	uint8_t rgb[BOARD_SQUARES_MAX][3] = { { 0 } };
	const struct game *g = t->state.game;

	if (t->test_client || t->showing.game || t->choosing || t->calibrating) {
		if (t->test_client)
			table_lamptest_paint(t, rgb);
		else if (t->calibrating)
			table_calibrate_paint(t, rgb);
		else if (t->choosing)
			table_choice_paint(t, rgb);
		else
			table_show_paint(t, rgb);
		t->lamps_us = LAMPS_NO_DEADLINE;
		t->ops->frame(t->ops_arg, (const uint8_t(*)[3])rgb, now_us);
		return;
	}
	if (g != t->lamps_game)
		share_lamps(t, g);
	t->lamps_us = lamps_step(&t->lamps, lit_state(t, &room), &t->lamps_config, now_us);
	if (!t->lamps.shown.changed && !t->relight)
		return;
	t->relight = false;
	for (unsigned sq = 0; sq < rules_squares(g); sq++)
		memcpy(rgb[home_to_board(t->board, g, sq)], t->lamps.shown.rgb[sq], 3);
	t->ops->frame(t->ops_arg, (const uint8_t(*)[3])rgb, now_us);
}

void
table_relight(struct table *t)
{
	memset(&t->lamps, 0, sizeof(t->lamps));
	t->relight = true;
}

/* ---- what the session told ---- */

static void
add_move(struct table *t, const struct told *told)
{
	struct position before = t->book.at;
	struct table_move *m;

	if (t->book.n == SESSION_ACTIONS_MAX)
		return;
	m = book_add(&t->book, told->action);
	m->t_us = t->base_us + (told->t_us > t->began_us ? told->t_us - t->began_us : 0);
	/* Amended actions may carry the time of the hand, before the last one's. */
	if (t->book.n > 1 && m->t_us < m[-1].t_us)
		m->t_us = m[-1].t_us;
	table_clock_final(t, m, &before, told->t_us);
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
	table_clock_undone(t, &t->book.move[t->book.n], n, amending, t_us);
}

static void
mark_result(struct table *t, uint64_t t_us)
{
	struct record_result res;
	struct words_result words;

	session_state(&t->session, &t->state);
	res = record_session_result(&t->state);
	table_clock_over(t, t_us);
	table_menu_close(t); /* it asked how the game ends */
	if (t->store)
		store_mark_result(t->store, &res);
	words_result(&t->state, &words);
	log_line(LOG_GAME, "%s (%s)", words.text, words.token);
}

/* next: what was told behind it, or NULL. */
static void
absorb_told(struct table *t, const struct told *told, const struct told *next)
{
	switch ((enum session_told)told->kind) {
	case TOLD_FINAL:
		add_move(t, told);
		break;
	case TOLD_UNDO:
		cut_moves(t, told->n, next && next->kind == TOLD_FINAL, told->t_us);
		break;
	case TOLD_RESULT:
		mark_result(t, told->t_us);
		break;
	case TOLD_NEW_GAME:
		t->new_game = true;
		break;
	case TOLD_REFUSED:
		t->refused = true;
		words_refused(told, t->why, sizeof(t->why));
		break;
	case TOLD_SHOWN:
	case TOLD_WITHDRAWN:
	case TOLD_ASKED:
	case TOLD_GUIDE:
	case TOLD_SAID:
		break;
	}
}

int
table_refuse(struct table *t, enum say why)
{
	*t->why = '\0';
	say_plain(t->why, sizeof(t->why), why);
	return -1;
}

int
table_refuse_with(struct table *t, enum say why, const char *const *arg, size_t n)
{
	*t->why = '\0';
	say_with(t->why, sizeof(t->why), why, arg, n);
	return -1;
}

void
table_absorb(struct table *t)
{
	uint32_t version = t->state.version;
	bool was_over = t->state.over;

	t->refused = false;
	for (unsigned i = 0; i < t->out.n; i++) {
		absorb_told(t, &t->out.told[i], i + 1 < t->out.n ? &t->out.told[i + 1] : NULL);
		if (was_over && t->out.told[i].kind == TOLD_UNDO)
			table_chance_renew(t);
	}
	t->out.n = 0;
	session_state(&t->session, &t->state);
	table_stuck_look(t);
	if (t->state.version != version) {
		t->version++;
		table_light(t, t->now_us);
	}
	table_offer_keep(t);
	table_trace_go_on(t);
	if (t->store)
		store_pump(t->store, t->now_us);
}

void
table_step(struct table *t, struct event e)
{
	if (!t->begun)
		return;
	table_clock_pressed(t, &e);
	(void)session_step(&t->session, &e, &t->out);
	trace_ring_step(&t->trace, &e, &t->out, &t->session);
	table_trace_event(t, &e);
	table_absorb(t);
	if (!t->new_game)
		return;
	t->new_game = false;
	if (table_again(t, true) < 0)
		log_line(LOG_BUG, "the new game that was offered cannot begin: %s", t->why);
}

int
table_event(struct table *t, struct event e)
{
	e.t_us = t->now_us;
	table_show_close(t);
	table_calibrate_close(t);
	if (!t->begun)
		return table_refuse(t, SAY_NOT_READ);
	table_step(t, e);
	return t->refused ? -1 : 0;
}

/* ---- time ---- */

static uint64_t
min_us(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t
table_deadline(const struct table *t)
{
	if (!t->begun)
		return UINT64_MAX;
	return min_us(min_us(min_us(session_deadline(&t->session), t->lamps_us), t->beside_us),
		      min_us(min_us(table_button_deadline(t), table_choice_deadline(t)),
			     min_us(min_us(min_us(table_clock_deadline(t), table_stick_deadline(t)),
					   table_calibrate_deadline(t)),
				    min_us(table_lamptest_deadline(t), table_stuck_deadline(t)))));
}

static void
serve(struct table *t, uint64_t d)
{
	if (d > t->now_us)
		t->now_us = d;
	if (session_deadline(&t->session) <= d)
		table_step(t, (struct event){ .kind = EVENT_TIME, .t_us = d });
	if (table_lamptest_deadline(t) <= d)
		table_lamptest_turn(t);
	if (table_stick_deadline(t) <= d)
		table_stick_turn(t);
	if (table_clock_deadline(t) <= d)
		table_clock_turn(t, d);
	if (table_button_deadline(t) <= d)
		table_button_turn(t, d);
	if (t->lamps_us <= d)
		table_light(t, d);
	table_beside_turn(t, d);
	if (table_stuck_deadline(t) <= d)
		table_stuck_turn(t);
	if (table_choice_deadline(t) <= d)
		table_choice_turn(t, d);
	if (table_calibrate_deadline(t) <= d)
		table_calibrate_turn(t, d);
}

void
table_advance(struct table *t, uint64_t t_us)
{
	uint64_t d;

	while ((d = table_deadline(t)) <= t_us)
		serve(t, d > t->now_us ? d : t->now_us);
	if (t_us > t->now_us)
		t->now_us = t_us;
}

/* ---- what the buses told ---- */

static void
edge(struct table *t, const struct busio_msg *m)
{
	struct reading old = t->reading[m->sq];
	bool known = t->known[m->sq];
	unsigned sq;

	t->reading[m->sq] = m->reading;
	t->known[m->sq] = true;
	t->edges[m->sq] += known && memcmp(&old, &m->reading, sizeof(old)) != 0;
	table_known_edge(t, m->sq, known ? &old : NULL);
	if (!t->begun || t->bus_gone || t->calibrating)
		return;
	if (t->choosing) {
		table_choice_edge(t, m->sq, m->reading.occupied, m->t_us);
		return;
	}
	if (t->showing.game) {
		table_light(t, t->now_us);
		return;
	}
	sq = home_to_game(t->board, t->state.game, m->sq);
	if (sq == RULES_NO_SQ)
		table_beside_look(t, m->t_us);
	if (sq == RULES_NO_SQ || (known && memcmp(&old, &m->reading, sizeof(old)) == 0))
		return;
	table_clock_touched(t, m->t_us);
	table_step(t, (struct event){ .kind = EVENT_EDGE,
				      .t_us = m->t_us,
				      .sq = (uint8_t)sq,
				      .reading = m->reading });
}

static void
chip_health(struct table *t, const struct busio_msg *m, bool sensor)
{
	unsigned place = (unsigned)(sensor ? TROUBLE_SENSOR : TROUBLE_LED) + m->index;
	char text[WORDS_LINE];
	bool changed;

	t->chip_errors[place] += m->err != 0;
	if (m->err && sensor)
		words_sensor_silent(t->board, m->index, m->err, text);
	else if (m->err)
		words_led_silent(t->board, m->index, m->err, text);
	else if (sensor)
		words_sensor_back(t->board, m->index, text);
	else
		words_led_back(t->board, m->index, text);
	changed = m->err ? trouble_set(&t->troubles, place, LOG_BOARD, t->now_us, "%s", text)
			 : trouble_clear(&t->troubles, place, "%s", text);
	t->version += changed;
}

/*
 * A silent mux is told once and not a chip at a time; whatever a chip behind it
 * has to say is an answer of the mux as well.
 */
static void
sensor_health(struct table *t, const struct busio_msg *m)
{
	unsigned place = (unsigned)TROUBLE_MUX + t->board->sensor[m->index].bus;
	char text[WORDS_LINE];

	/* One that was reset is set up again before anybody can have moved. */
	t->sensor_dead[m->index] = m->err != 0 && m->err != -ESTALE;
	if (m->err == -EHOSTUNREACH) {
		words_mux_silent(t->board, m->index, text);
		t->version += trouble_set(&t->troubles, place, LOG_BOARD, t->now_us, "%s", text);
	} else {
		if (t->board->sensor[m->index].mux != BOARD_NO_MUX) {
			words_mux_back(t->board, m->index, text);
			t->version += trouble_clear(&t->troubles, place, "%s", text);
		}
		chip_health(t, m, true);
	}
	table_blind(t);
}

static void
line_health(struct table *t, const struct busio_msg *m)
{
	char text[WORDS_LINE];
	bool changed;

	if (m->kind == BUSIO_GPIO)
		t->gpio_gone = (uint8_t)((t->gpio_gone & ~(1u << m->index)) |
					 (m->err ? 1u << m->index : 0));
	if (m->kind == BUSIO_GPIO && m->err == 0) {
		if (t->gpio_gone)
			return;
		words_gpio_back(t->board, text);
		changed = trouble_clear(&t->troubles, TROUBLE_GPIO, "%s", text);
	} else if (m->kind == BUSIO_GPIO) {
		words_gpio_gone(t->board, m->err, text);
		changed = trouble_set(&t->troubles, TROUBLE_GPIO, LOG_BOARD, t->now_us, "%s", text);
	} else if (m->err) {
		words_line_stuck(t->board, m->index, text);
		changed = trouble_set(&t->troubles, TROUBLE_LINE + m->index, LOG_BOARD, t->now_us,
				      "%s", text);
	} else {
		words_line_free(t->board, m->index, text);
		changed = trouble_clear(&t->troubles, TROUBLE_LINE + m->index, "%s", text);
	}
	t->version += changed;
}

/*
 * While a bus is away nobody knows what hands do. When it is back the board is
 * compared as after a start: settled at once, and what differs is asked after or led back.
 */
static void
bus_health(struct table *t, const struct busio_msg *m)
{
	char text[WORDS_LINE];

	t->version++;
	t->bus_errors[m->index] += m->err != 0;
	if (m->err) {
		words_bus_gone(t->board, m->index, m->err, text);
		(void)trouble_set(&t->troubles, TROUBLE_BUS + m->index, LOG_BOARD, t->now_us, "%s",
				  text);
		t->bus_gone = true;
		table_clock_pause(t, CLOCK_BOARD, t->now_us);
		return;
	}
	words_bus_back(t->board, m->index, text);
	(void)trouble_clear(&t->troubles, TROUBLE_BUS + m->index, "%s", text);
	for (unsigned i = 0; i < t->board->n_buses; i++)
		if (t->troubles.place[TROUBLE_BUS + i].on)
			return;
	t->bus_gone = false;
	if (t->choosing)
		table_choice_open(t);
	else if (t->begun && !t->showing.game && !t->calibrating)
		table_compare_hands(t);
}

void
table_message(struct table *t, const struct busio_msg *m)
{
	/* The bus's word on when it was, but what is served stays served. */
	table_advance(t, m->t_us);
	switch ((enum busio_kind)m->kind) {
	case BUSIO_EDGE:
		edge(t, m);
		break;
	case BUSIO_BUTTON:
		if (t->begun)
			table_button_told(t, m->index, m->level, m->t_us);
		break;
	case BUSIO_SENSOR:
		sensor_health(t, m);
		break;
	case BUSIO_LED:
		chip_health(t, m, false);
		break;
	case BUSIO_SQUARE:
		table_square_health(t, m);
		break;
	case BUSIO_LINE:
	case BUSIO_GPIO:
		line_health(t, m);
		break;
	case BUSIO_BUS:
		bus_health(t, m);
		break;
	case BUSIO_SCANNED:
	case BUSIO_TIME:
		break;
	}
}

void
table_supply(struct table *t, bool weak)
{
	t->version +=
		weak ? trouble_set(&t->troubles, TROUBLE_SUPPLY, LOG_SYSTEM, t->now_us, "%s",
				   say_text(SAY_SUPPLY_WEAK))
		     : trouble_clear(&t->troubles, TROUBLE_SUPPLY, "%s", say_text(SAY_SUPPLY_BACK));
}

/* A trouble of the disk, or what opening the games brought to light: damage that was mended. */
static void
store_health(struct table *t, const struct store_status *st)
{
	char text[WORDS_TROUBLE];

	words_store(st->what, st->lost, text);
	if (*text)
		(void)trouble_set(&t->troubles, TROUBLE_STORE, LOG_SYSTEM, t->now_us, "%s", text);
	else
		(void)trouble_clear(&t->troubles, TROUBLE_STORE, "%s", say_text(SAY_STORE_BACK));
}

static bool
same_work(const struct store_work *a, const struct store_work *b)
{
	return a->id == b->id && a->kind == b->kind && a->done == b->done && a->of == b->of;
}

static void
look_at_work(struct table *t)
{
	struct store_work work[2] = { 0 };
	unsigned n = store_work(t->store, work);

	if (n == t->n_work && same_work(&work[0], &t->work[0]) && same_work(&work[1], &t->work[1]))
		return;
	t->n_work = n;
	memcpy(t->work, work, sizeof(work));
	t->version++;
}

void
table_poll_store(struct table *t)
{
	const struct store_status *st;

	if (!t->store)
		return;
	store_poll(t->store);
	look_at_work(t);
	st = store_status(t->store);
	if (st->version == t->store_version)
		return;
	t->store_version = st->version;
	t->version++;
	store_health(t, st);
	/* The game may have got its number. */
	if (t->begun)
		table_offer_keep(t);
}
