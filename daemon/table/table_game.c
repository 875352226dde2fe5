/* The table's games: begin, go on, replace. */
#include <stdio.h>
#include <string.h>

#include "daemon/record/record_session.h"
#include "daemon/table/home.h"
#include "daemon/table/table.h"
#include "daemon/words/words.h"

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

/* The session stands at its first position: the table's own books begin there. */
static void
open_books(struct table *t, const struct game *g, uint64_t base_us)
{
	table_trace_stop(t);
	book_begin(&t->book, g, session_first(&t->session));
	t->began_us = t->now_us;
	t->base_us = base_us;
	t->game.game = g;
	t->menu = 0;
	t->menu_kind = PROMPT_NONE;
	t->new_game = false;
	table_pages_begin(t);
	t->choosing = t->calibrating = false;
	t->showing.game = NULL;
	table_relight(t);
	session_state(&t->session, &t->state);
	t->begun = true;
	table_beside_look(t, t->now_us);
	t->version++;
}

/* Not for these hands, or not for this board. */
static int
refuse_game(struct table *t, const struct game *g)
{
	char n[4][WORDS_NUMBER];

	if (home_fits(t->board, g))
		return 0;
	return table_refuse_with(t, SAY_NOT_FITS,
				 SAY_ARGS(rules_title(g), words_number(rules_files(g), n[0]),
					  words_number(rules_ranks(g), n[1]),
					  words_number(t->board->files, n[2]),
					  words_number(t->board->ranks, n[3])));
}

/* Starts the session from *p; the readings are handed in apart, after the history. */
static int
start_session(struct table *t, const struct game *g, const struct position *p, bool with_board)
{
	const struct infer_known *known = NULL;
	struct reading board[RULES_SQUARES_MAX];
	struct rules_error err = { 0 };

	table_settings_game(t);
	table_known_take(t, g);
	if (with_board)
		known = table_known(t, g, p);
	rules_print(g, p, t->game.start);
	table_readings(t, g, p, board);
	t->session_config.blind = table_blind_squares(t, g);
	if (session_start(&t->session, &t->session_config, g, t->game.start, NULL,
			  with_board ? board : NULL, known, t->now_us, &err) < 0) {
		(void)snprintf(t->why, sizeof(t->why), "%s", err.why);
		return -1;
	}
	trace_ring_start(&t->trace, g, t->game.start, &t->session_config, with_board ? board : NULL,
			 known, t->now_us);
	return 0;
}

/* What all ways of beginning end with. */
static void
show_begun(struct table *t)
{
	table_offer_keep(t);
	table_blind_words(t);
	table_light(t, t->now_us);
	log_line(LOG_GAME, "%s, %u actions played", rules_title(t->state.game), t->book.n);
}

/* What is drawn of a game that begins: its seed is then the game's. */
static void
set_people(struct table *t, const struct table_setup *s, bool drawn)
{
	t->game.seeds[0] = '\0';
	if (drawn || s->seating == SEATING_LOT || table_rolls_dice(s->game))
		table_chance_take(t, 1);
	table_seat_names(t, s);
	t->game.event[0] = t->game.site[0] = t->game.round[0] = '\0';
	if (s->round)
		(void)snprintf(t->game.round, sizeof(t->game.round), "%u", s->round);
	(void)table_today(t, t->game.date);
}

int
table_new(struct table *t, const struct table_setup *s)
{
	struct clock_spec clock;
	struct position p;
	bool drawn, doubted;

	if (refuse_game(t, s->game) < 0 || table_first(t, s, &p, &drawn) < 0 ||
	    start_session(t, s->game, &p, true) < 0)
		return -1;
	table_evening_game(t);
	set_people(t, s, drawn);
	open_books(t, s->game, 0);
	table_pins_forget(t);
	table_match_forget(t);
	table_clock_default(t, &clock);
	table_clock_begin(t, s->clock ? s->clock : &clock);
	doubted = table_known_doubts(t, s->stands);
	if (t->store) {
		table_offer_begin(t, doubted);
		store_begin(t->store, &t->game);
		table_trace_begin(t, true);
		store_pump(t->store, t->now_us);
	}
	if (doubted)
		table_offer_array(t);
	show_begun(t);
	return 0;
}

/* A game of which nothing is known but its name. */
static int
new_plain(struct table *t, const struct game *g)
{
	const struct table_setup s = { .game = g, .options = "" };

	return table_new(t, &s);
}

/*
 * An end by the rules came with its action, and nobody is told of that again. The journal may
 * not have it: an opened game's, or one that was cut off between the two.
 */
static void
mark_end(struct table *t)
{
	struct record_result res = record_session_result(&t->state);

	if (t->store)
		store_mark_result(t->store, &res);
}

/* An end that the rules do not see is put in again. */
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

/* known: as in session_board. */
static void
compare(struct table *t, const struct infer_known *known)
{
	struct reading board[RULES_SQUARES_MAX];
	struct table_offer asked;
	bool held = t->offers_held;

	table_offer_hold(t, &asked);
	table_readings(t, t->state.game, t->state.settled, board);
	trace_ring_board(&t->trace, board, known, t->now_us);
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

/* Start, names and actions of a record that fits on the board. */
static int
take_past(struct table *t, const struct table_past *past)
{
	const struct record *r = past->record;
	char n[WORDS_NUMBER];

	if (refuse_game(t, r->game) < 0)
		return -1;
	if (!table_past_whole(past))
		return table_refuse_with(t, SAY_NOT_RECORD,
					 SAY_ARGS(words_number(past->book.n + 1, n)));
	if (start_session(t, r->game, &r->start, false) < 0)
		return -1;
	for (unsigned s = 0; s < RULES_SEATS_MAX; s++)
		memcpy(t->game.name[s], r->name[s], sizeof(t->game.name[s]));
	memcpy(t->game.date, r->date, sizeof(t->game.date));
	memcpy(t->game.event, r->event, sizeof(t->game.event));
	memcpy(t->game.site, r->site, sizeof(t->game.site));
	memcpy(t->game.round, r->round, sizeof(t->game.round));
	memcpy(t->game.seeds, r->seeds, sizeof(t->game.seeds));
	open_books(t, r->game, last_time(r));
	session_play_past(&t->session, &past->session, t->now_us);
	book_copy(&t->book, &past->book);
	for (uint32_t i = 0; i < r->n; i++)
		trace_ring_played(&t->trace, r->action[i].action);
	session_state(&t->session, &t->state);
	table_clock_resume(t, r->clock);
	return 0;
}

/* The game of --game, or chess where it does not fit on this board. */
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
	t->offers_held = true;
	if (resume) {
		if (take_past(t, resume) == 0) {
			table_pins_resume(t);
			table_match_resume(t);
			table_trace_begin(t, false);
			replay_end(t, resume->record);
			/* The board was left as the game stood, but for what is known. */
			compare(t, table_known_resume(t));
			table_offer_resume(t);
			show_begun(t);
			return;
		}
		log_line(home_fits(t->board, resume->record->game) ? LOG_BUG : LOG_CONFIG,
			 "the running game cannot go on: %s; it is kept, a new one begins", t->why);
	}
	t->offers_held = false;
	begin_configured(t);
}

int
table_open(struct table *t, const struct table_past *past)
{
	const struct record *r = past->record;
	struct store *store = t->store;
	bool doubted;

	/* Handed to the journal as a whole, once it stands. */
	if (take_past(t, past) < 0)
		return -1;
	table_pins_forget(t);
	table_match_forget(t);
	/* Whoever saved it may have seen how its dice go on. */
	if (r->result.end == RECORD_UNFINISHED && table_rolls_dice(r->game))
		table_chance_take(t, table_rolls(t) + 1);
	doubted = table_known_doubts(t, false);
	if (store) {
		table_offer_begin(t, doubted);
		store_begin(store, &t->game);
		for (uint32_t i = 0; i < t->book.n; i++)
			store_mark_action(store);
	}
	table_trace_begin(t, false);
	replay_end(t, r);
	table_compare(t);
	if (doubted)
		table_offer_array(t);
	show_begun(t);
	return 0;
}
