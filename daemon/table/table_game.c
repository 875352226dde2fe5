/* The table's games: start, resume, replace. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/record/record_session.h"
#include "daemon/record/secret.h"
#include "daemon/table/home.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"
#include "hw/text/text.h"
#include "daemon/table/book.h"

/* ---- records to continue ---- */

/* Plays one action in session and book; returns false if it is illegal. */
static bool
play_one(struct table_past *past, const struct record_action *ra)
{
	struct table_book *b = &past->book;
	struct position before = b->at;
	char text[RULES_ACTION_TEXT];
	struct table_move *m;

	rules_action_print(b->game, &b->at, ra->action, text);
	if (session_play(&past->session, text, 0) < 0)
		return false;
	m = book_add(b, ra->action);
	m->t_us = ra->t_us == RECORD_NO_TIME ? 0 : ra->t_us;
	table_clock_replayed(b, m, &before, ra->clock_us);
	return true;
}

struct table_past *
table_past_make(const struct record *r)
{
	const struct session_config c = session_config_default();
	struct table_past *past = r->game ? calloc(1, sizeof(*past)) : NULL;
	char start[RULES_POSITION_TEXT];
	struct rules_error err;

	if (!past)
		return NULL;
	past->record = r;
	rules_print(r->game, &r->start, start);
	book_begin(&past->book, r->game, &r->start);
	if (session_start(&past->session, &c, r->game, start, NULL, NULL, NULL, 0, &err) < 0)
		return past;
	for (uint32_t i = 0; i < r->n && play_one(past, &r->action[i]); i++)
		continue;
	return past;
}

void
table_past_free(struct table_past *p)
{
	free(p);
}

static void *
make_past(const struct record *rec, const void *arg)
{
	(void)arg;
	return table_past_make(rec);
}

static void
free_past(void *past)
{
	table_past_free(past);
}

void
table_past_ask(struct store_ask *q)
{
	q->use = TABLE_PAST_USE;
	q->make = make_past;
	q->unmake = free_past;
}

/* Starts the table's own books at the session's first position. */
static void
open_books(struct table *t, const struct game *g, uint64_t base_us)
{
	table_trace_stop(t);
	book_begin(&t->book, g, session_first(&t->session));
	t->began_us = t->now_us;
	t->base_us = base_us;
	t->game.game = g;
	t->new_game = false;
	session_state(&t->session, &t->state);
	(void)duties_report(t, DUTY_OPENED);
	t->lamps = (struct lamps){ 0 };
	t->begun = true;
	t->version++;
}

/* Refuses a game that does not fit on the board. */
static int
refuse_game(struct table *t, const struct game *g)
{
	if (home_fits(t->board, g))
		return 0;
	return table_refuse(t, tr("{1} needs {2} x {3} squares, this board has {4} x {5}"),
			    rules_title(g), LANG_N(rules_files(g)), LANG_N(rules_ranks(g)),
			    LANG_N(t->board->files), LANG_N(t->board->ranks));
}

/* Starts the session from *p; the readings are passed separately, after the history. */
static int
start_session(struct table *t, const struct game *g, const struct position *p, bool with_board)
{
	const struct infer_known *known = NULL;
	struct reading board[RULES_SQUARES_MAX];
	struct rules_error err = { 0 };
	char why[WORDS_LINE], start[RULES_POSITION_TEXT];

	table_settings_game(t);
	table_known_take(t, g);
	if (with_board)
		known = table_known(t, g, p);
	rules_print(g, p, start);
	table_readings(t, g, p, board);
	t->session_config.blind = table_blind_squares(t, g);
	if (session_start(&t->session, &t->session_config, g, start, NULL,
			  with_board ? board : NULL, known, t->now_us, &err) < 0) {
		words_error(err.why, why);
		text_copy(t->why, sizeof(t->why), why);
		return -1;
	}
	t->game.start = *p;
	return 0;
}

/* Completes the start of any game. */
static void
show_begun(struct table *t)
{
	(void)duties_report(t, DUTY_STATE);
	(void)duties_report(t, DUTY_SHOWN_GAME);
	log_line(LOG_GAME, "%s, %u actions played", rules_title(t->state.game), t->book.n);
}

/* Sets players and seeds; if anything is drawn, the next seed becomes the game's. */
static void
set_people(struct table *t, const struct table_setup *s, bool drawn)
{
	t->game.seeds[0] = '\0';
	if (drawn || s->seating == SEATING_LOT || secret_in_seeds(s->game))
		table_chance_take(t, 1);
	table_seat_names(t, s);
	t->game.event[0] = t->game.site[0] = t->game.round[0] = '\0';
	if (s->round)
		(void)snprintf(t->game.round, sizeof(t->game.round), "%u", s->round);
	(void)table_today(t, t->game.date);
}

/* Writes the questions and pieces that are stored together with the game. */
static void
offers_begin(struct table *t, bool doubted)
{
	table_offer_begin(t, doubted);
	table_known_begin(t);
}

int
table_new(struct table *t, const struct table_setup *s)
{
	struct clock_spec clock;
	struct position p;
	bool drawn, doubted;

	if (refuse_game(t, s->game) < 0 || table_first(t, s, &p, &drawn) < 0 ||
	    table_players_check(t, s->game, &p, s->player) < 0 || start_session(t, s->game, &p, true) < 0)
		return -1;
	(void)duties_report(t, DUTY_LEAVE);
	set_people(t, s, drawn);
	open_books(t, s->game, 0);
	(void)duties_report(t, DUTY_FRESH);
	table_clock_default(t, &clock);
	table_clock_begin(t, s->clock ? s->clock : &clock);
	doubted = table_known_doubts(t, s->stands);
	if (t->store) {
		offers_begin(t, doubted);
		store_begin(t->store, &t->game);
	}
	table_trace_begin(t, true);
	if (t->store)
		store_pump(t->store, t->now_us);
	if (doubted)
		table_offer_array(t);
	show_begun(t);
	return 0;
}

/* Starts a game by name only. */
static int
new_plain(struct table *t, const struct game *g)
{
	const struct table_setup s = { .game = g, .options = "" };

	return table_new(t, &s);
}

/*
 * Marks an end by the rules, which came with its action and is not reported again. The journal may
 * lack the end of an opened game, or after a crash between the two writes.
 */
static void
mark_end(struct table *t)
{
	struct record_result res = record_session_result(&t->state);

	if (t->store)
		store_mark_result(t->store, &res);
}

/* Repeats an end that the rules do not determine. */
static void
replay_end(struct table *t, const struct record *r)
{
	struct event e = { .kind = EVENT_DRAW, .seat = SEAT_NONE, .t_us = t->now_us };
	bool late = strcmp(r->result.reason, "time") == 0;

	if (t->state.over)
		mark_end(t);
	if (t->state.over || r->result.end == RECORD_UNFINISHED)
		return;
	e.yes = strcmp(r->result.reason, "threefold") == 0 ||
		strcmp(r->result.reason, "fifty") == 0;
	if (late || strcmp(r->result.reason, "resignation") == 0) {
		e.kind = EVENT_RESIGN;
		e.yes = late;
		e.seat = r->result.end == RECORD_WHITE_WINS ? SEAT_B : SEAT_W;
	}
	table_step(t, e);
}

/* Compares the board with the game. known: as in session_board. */
static void
compare(struct table *t, const struct infer_known *known)
{
	struct reading board[RULES_SQUARES_MAX];
	struct table_offer asked;
	bool held = table_offers_are_held(t);

	table_offer_hold(t, &asked);
	table_readings(t, t->state.game, t->state.settled, board);
	table_trace_board(t, board, known);
	session_board(&t->session, board, known, t->now_us, &t->out);
	table_absorb(t);
	if (!held)
		table_offer_again(t, &asked);
}

void
table_compare(struct table *t)
{
	compare(t, table_known(t, t->state.game, t->state.settled));
}

void
table_compare_hands(struct table *t)
{
	table_compare(t);
	table_offer_move(t);
}

static uint64_t
last_time(const struct record *r)
{
	uint64_t t_us = r->n ? r->action[r->n - 1].t_us : 0;

	return t_us == RECORD_NO_TIME ? 0 : t_us;
}

/* Copies start, names and actions of a record that fits on the board. */
static int
take_past(struct table *t, const struct table_past *past)
{
	struct table_player player[RULES_SEATS_MAX];
	const struct record *r = past->record;

	if (refuse_game(t, r->game) < 0)
		return -1;
	if (!table_past_whole(past))
		return table_refuse(t, tr("action {1} of the record is not legal"),
				    LANG_N(past->book.n + 1));
	if (start_session(t, r->game, &r->start, false) < 0)
		return -1;
	record_copy_tags(&t->game, r);
	table_players_read(r->players, player);
	table_seats_begin(t, player);
	open_books(t, r->game, last_time(r));
	session_play_past(&t->session, &past->session, t->now_us);
	book_copy(&t->book, &past->book);
	session_state(&t->session, &t->state);
	table_clock_resume(t, r->clock);
	return 0;
}

/* Starts the game of --game, or chess if it does not fit on this board. */
static void
begin_configured(struct table *t)
{
	if (new_plain(t, rules_game(t->config->game)) == 0)
		return;
	if (strcmp(t->config->game, "chess") != 0) {
		log_line(LOG_CONFIG, "--game %s: %s; chess begins", t->config->game, t->why);
		if (new_plain(t, rules_game("chess")) == 0)
			return;
	}
	log_line(LOG_CONFIG, "no game can begin: %s", t->why);
}

void
table_begin(struct table *t, const struct table_past *resume, uint64_t t_us)
{
	table_advance(t, t_us);
	table_poll_store(t);
	table_evening_started(t, resume ? resume->record : NULL);
	table_offers_hold(t, true);
	if (resume) {
		if (take_past(t, resume) == 0) {
			(void)duties_report(t, DUTY_RESUMED);
			table_trace_begin(t, false);
			replay_end(t, resume->record);
			table_end_resume(t, record_stage_of(resume->record) == RECORD_STAGE_CLOSED);
			/*
			 * The pieces stand as at the end of the last daemon, except for the
			 * known pieces.
			 */
			compare(t, table_known_resume(t));
			table_offer_resume(t);
			show_begun(t);
			return;
		}
		log_line(home_fits(t->board, resume->record->game) ? LOG_BUG : LOG_CONFIG,
			 "the running game cannot go on: %s; it is kept, a new one begins", t->why);
	}
	table_offers_hold(t, false);
	begin_configured(t);
}

int
table_open(struct table *t, const struct table_past *past)
{
	const struct record *r = past->record;
	struct store *store = t->store;
	struct table_player player[RULES_SEATS_MAX];
	bool doubted;

	table_players_read(r->players, player);
	/* The journal gets the complete game at once. */
	if (table_players_check(t, r->game, &r->start, player) < 0 || take_past(t, past) < 0)
		return -1;
	(void)duties_report(t, DUTY_FRESH);
	/* A reader of the record may know its next dice. */
	if (r->result.end == RECORD_UNFINISHED && secret_in_seeds(r->game))
		table_chance_take(t, table_rolls(t) + 1);
	doubted = table_known_doubts(t, false);
	if (store) {
		offers_begin(t, doubted);
		store_begin(store, &t->game);
		for (uint32_t i = 0; i < t->book.n; i++)
			store_mark_action(store);
	}
	table_trace_begin(t, false);
	replay_end(t, r);
	table_end_opened(t);
	table_compare(t);
	if (doubted)
		table_offer_array(t);
	show_begun(t);
	return 0;
}
